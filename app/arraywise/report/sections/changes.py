"""What would change it: the tornado and the map, and the scenarios that were looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.domain.requirement import Goal, Rule
from arraywise.present.charts.axes import Axis, Box
from arraywise.present.charts.bars import LeadFrame, draw_lead_chart, lead_chart_height
from arraywise.present.charts.decision_map import MapGrid
from arraywise.present.charts.map_scene import (
    MapDrawing,
    build_map_layout,
    draw_legend_entry,
    draw_map_regions,
    legend_entries,
    legend_entry_width,
)
from arraywise.present.charts.scene import Scene
from arraywise.present.flips import nearest_flips
from arraywise.present.report_messages import (
    describe_map,
    describe_near_flips,
    describe_scenarios,
    describe_tornado,
)
from arraywise.report.charts.scene_painting import build_drawing, paper_medium
from arraywise.report.pdf.layout import SectionPage
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer
    from arraywise.present.charts.scene import Item
    from arraywise.report.content import MapContent, ReportContent
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.tables import Row
    from arraywise.report.pdf.text import Blocks

MOST_BARS = 7
_HEIGHT, _BAND_HEIGHT = 285.0, 150.0
_LEFT, _RIGHT, _BOTTOM, _TOP = 36.0, 8.0, 46.0, 6.0
_LEGEND_MIDDLE, _LEGEND_GAP = 8.0, 14.0
_WHAT_MAP = message(
    "Which option to buy at each load and target, all else unchanged; the lines cross at the"
    " requirement. Hatched: not shown. Grey: none passes."
)
_WHAT_BAND = message(
    "Which option to buy at each load, all else unchanged; line: the requirement. Hatched: not"
    " shown. Grey: none passes."
)


def changes_section(content: ReportContent, layout: PageLayout) -> SectionPage | None:
    """Set what moves the answer; absent where there is none to be moved."""
    answer = content.answer
    blocks = [
        *_build_tornado(content, layout),
        *_build_map(content, layout),
        *_build_scenarios(content, layout),
    ]
    if not blocks:
        return None
    if answer.recommended is None or answer.requirement.rule is Rule.FRONTIER:
        return SectionPage(message("What another load or target would give"), blocks)
    flips = nearest_flips(answer, content.break_even_prices)
    return SectionPage(describe_near_flips([flip.by for flip in flips]), blocks)


def _build_tornado(content: ReportContent, layout: PageLayout) -> Blocks:
    bars, leader = content.lead_bars, content.answer.recommended
    if not bars or leader is None:
        return []
    shown, medium = bars[:MOST_BARS], paper_medium(layout)
    frame = LeadFrame(layout.width, lead_chart_height(len(shown), medium.unit))
    scene = draw_lead_chart(shown, leader, _lead_over_second(content), frame, medium)
    said = describe_tornado(sum(bar.flip is not None for bar in bars), len(bars))
    what = message(
        "Lead of {option} over the best other option, of 100, while one input moves over its"
        " range. Dotted: today. Hatched: another option leads, from the value beside it on.",
        option=leader.name,
    )
    notes = []
    if len(bars) > len(shown):
        notes.append(
            message("Further inputs with less effect: {count}.", count=len(bars) - len(shown))
        )
    return [layout.message_figure(said, what, build_drawing(scene), *notes)]


def _lead_over_second(content: ReportContent) -> float | None:
    """Return today's lead of the first over the second, in points."""
    values = [o.value.point for o in content.ranked if o.rank is not None and o.value.point]
    return values[0] - values[1] if len(values) > 1 else None


def _build_map(content: ReportContent, layout: PageLayout) -> Blocks:
    shown = content.map
    if shown is None:
        return []
    said = describe_map(content.answer, shown.cuts.visits_per_month)
    if said is None:
        return []
    is_band = content.answer.requirement.goal is Goal.NONE
    drawing = build_drawing(map_scene(layout, content.answer, shown))
    return [layout.message_figure(said, _WHAT_BAND if is_band else _WHAT_MAP, drawing)]


def map_scene(layout: PageLayout, answer: Answer, shown: MapContent) -> Scene:
    """Return the map as a page shows it (MODEL D7.6), with its legend below."""
    drawn, medium = shown.drawn, paper_medium(layout)
    height = _BAND_HEIGHT if answer.requirement.goal is Goal.NONE else _HEIGHT
    visits, targets = drawn.visits_per_month, drawn.response_time_s
    x = Axis(visits[0], visits[-1], _LEFT, layout.width - _RIGHT, logarithmic=True)
    y = Axis(targets[0], targets[-1], _BOTTOM, height - _TOP)
    plan = build_map_layout(answer, (x, y), medium, shown.cuts, MapGrid.from_map(drawn))
    positions = [option.option.position for option in answer.options]
    area = Box(x.start, y.start, x.end, y.end)
    items: list[Item] = [
        *draw_map_regions(drawn, positions, area, medium.unit),
        *MapDrawing(answer, (x, y), plan, medium, layout.width).items(),
    ]
    left = x.start
    for entry in legend_entries(drawn):
        items += draw_legend_entry(entry, left, _LEGEND_MIDDLE, medium)
        left += legend_entry_width(entry, medium) + _LEGEND_GAP
    return Scene(layout.width, height, tuple(items), medium.unit)


def _build_scenarios(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set what each scenario changes and recommends; nothing without scenarios."""
    scenarios = content.scenarios
    if not scenarios:
        return []
    words = layout.words
    columns = (
        TableColumn(message("Scenario"), share=1),
        TableColumn(message("Differs from the base in"), share=2),
        TableColumn(message("Recommended"), share=1),
        TableColumn(message("36 months"), scenarios[0].answer.currency, figures=True),
    )
    rows: list[Row] = []
    for scenario in scenarios:
        chosen = scenario.answer.recommended_answer
        rows.append(
            [
                scenario.name or message("Base case"),
                layout.comma_separated_cell(scenario.differs) if scenario.differs else "",
                layout.option_cell(chosen.option) if chosen else message("none"),
                words.number(chosen.price.total if chosen and chosen.price else None),
            ]
        )
    strong = frozenset(at for at, scenario in enumerate(scenarios) if scenario.in_use)
    chosen_names = {
        None if each.answer.recommended is None else each.answer.recommended.name
        for each in scenarios
    }
    said = describe_scenarios(len(scenarios), len(chosen_names))
    what = message("Bold: the scenario of this report.")
    return titled_table(layout, said, columns, Rows(rows, strong=strong), what=what)
