"""Decision map and sensitivity."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.domain.requirement import Goal
from arraywise.present.charts.axes import Axis, Box, truncate
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
from arraywise.present.figures import criterion_word
from arraywise.present.numbers import PERCENT
from arraywise.report.charts.bars import BarAxis, BarPart, BarRow, bar_chart
from arraywise.report.charts.scene_painting import draw_scene, paper_medium
from arraywise.report.pdf.style import colour, look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.graphics.shapes import Drawing

    from arraywise.domain.decision import Answer, LeadBar
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


_NAME_LENGTH = 54
_LEAST_NAME = 16
"""Letters of what varies; its two ends are whole."""


def lead_chart(
    layout: PageLayout, answer: Answer, bars: Sequence[LeadBar], lead: float | None
) -> Drawing:
    """Draw the lead over the runner-up, in points, with one input moved at a time (MODEL D7.4)."""
    winner = answer.recommended
    values = [v for bar in bars for v in (bar.least_lead, bar.most_lead)]
    ends = min(0.0, *values) * 1.12, max(0.0, *values) * 1.12
    rows = [_lead_row(layout, bar, answer) for bar in bars]
    leads = message("{option} leads", option=winner.name) if winner else message("leads")
    axis = BarAxis(
        *ends,
        title=layout.text(message("Lead, points")),
        middle=0.0,
        dotted=lead,
        left_word=layout.text(message("another option leads")) if ends[0] < 0 else "",
        right_word=layout.text(leads),
        signed=True,
    )
    return bar_chart(layout, rows, axis)


def _lead_row(layout: PageLayout, bar: LeadBar, answer: Answer) -> BarRow:
    winner = answer.recommended
    ink = look(winner).fill if winner else colour("text2")
    low, high = bar.least_lead, bar.most_lead
    stretches = (
        BarPart(min(low, 0.0), min(high, 0.0), colour("warn"), hatched=True),
        BarPart(max(low, 0.0), max(high, 0.0), ink),
    )
    ends = f"{layout.text(bar.low)} … {layout.text(bar.high)}"
    length = max(_LEAST_NAME, _NAME_LENGTH - len(ends) - 2)
    name = f"{truncate(layout.text(bar.what), length)}: {ends}"
    flip = layout.text(bar.flip) if bar.flip is not None else ""
    where = low if low < 0 else high
    return BarRow(name, stretches, note=flip, note_at=where)


def weight_chart(layout: PageLayout, answer: Answer) -> Drawing:
    """Draw between which weights each criterion leaves the recommendation as it is (D7.1)."""
    weights = dict(answer.weights)
    winner = answer.recommended
    ink = look(winner).fill if winner else colour("text2")
    rows = [
        BarRow(
            layout.text(criterion_word(criterion, answer.discount_rate)),
            (
                BarPart(0.0, low * PERCENT, colour("sunken")),
                BarPart(low * PERCENT, high * PERCENT, ink),
                BarPart(high * PERCENT, PERCENT, colour("sunken")),
            ),
            tick=weights.get(criterion, 0.0) * PERCENT,
        )
        for criterion, low, high in answer.weight_ranges
    ]
    return bar_chart(layout, rows, BarAxis(0.0, PERCENT, layout.text(message("Weight, %"))))
