"""Decision map and sensitivity."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.requirement import Goal
from arraywise.present.charts.axes import Axis, Box
from arraywise.present.charts.bars import LeadFrame, draw_lead, draw_weight_ranges, lead_height
from arraywise.present.charts.decision_map import MapGrid
from arraywise.present.charts.map_scene import (
    MapDrawing,
    draw_legend_entry,
    draw_regions,
    legend_entries,
    legend_width,
    plan_map,
)
from arraywise.present.charts.scene import Scene
from arraywise.report.charts.scene_painting import draw_scene, paper_medium

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.graphics.shapes import Drawing

    from arraywise.domain.decision import Answer, LeadBar
    from arraywise.domain.options import Option
    from arraywise.present.charts.scene import Item
    from arraywise.report.content import MapContent, ReportContent
    from arraywise.report.pdf.layout import PageLayout

_HEIGHT, _BAND_HEIGHT = 312.0, 170.0
_LEFT, _RIGHT, _BOTTOM, _TOP = 36.0, 8.0, 46.0, 6.0
_LEGEND_MIDDLE, _LEGEND_GAP = 8.0, 14.0


def map_chart(layout: PageLayout, content: ReportContent, shown: MapContent) -> Drawing:
    """Draw the map (MODEL D7.6) with the requirement's two lines and what changes along them."""
    return draw_scene(map_scene(layout, content.answer, shown))


def map_scene(layout: PageLayout, answer: Answer, shown: MapContent) -> Scene:
    """Return the map as a page shows it, with its legend below."""
    drawn, medium = shown.drawn, paper_medium(layout)
    height = _BAND_HEIGHT if answer.requirement.goal is Goal.NONE else _HEIGHT
    visits, targets = drawn.visits_per_month, drawn.response_time_s
    x = Axis(visits[0], visits[-1], _LEFT, layout.width - _RIGHT, logarithmic=True)
    y = Axis(targets[0], targets[-1], _BOTTOM, height - _TOP)
    plan = plan_map(answer, (x, y), medium, shown.cuts, MapGrid.from_map(drawn))
    positions = [option.option.position for option in answer.options]
    area = Box(x.start, y.start, x.end, y.end)
    items: list[Item] = [
        *draw_regions(drawn, positions, area, medium.unit),
        *MapDrawing(answer, (x, y), plan, medium, layout.width).items(),
    ]
    left = x.start
    for entry in legend_entries(drawn):
        items += draw_legend_entry(entry, left, _LEGEND_MIDDLE, medium)
        left += legend_width(entry, medium) + _LEGEND_GAP
    return Scene(layout.width, height, tuple(items), medium.unit)


def lead_chart(
    layout: PageLayout, leader: Option, bars: Sequence[LeadBar], lead: float | None
) -> Drawing:
    """Draw the lead over the runner-up, in points, with one input moved at a time (MODEL D7.4)."""
    medium = paper_medium(layout)
    frame = LeadFrame(layout.width, lead_height(len(bars), medium.unit))
    return draw_scene(draw_lead(bars, leader, lead, frame, medium))


def weight_chart(layout: PageLayout, answer: Answer) -> Drawing:
    """Draw between which weights each criterion leaves the recommendation as it is (D7.1)."""
    return draw_scene(draw_weight_ranges(answer, layout.width, paper_medium(layout)))
