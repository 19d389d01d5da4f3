"""Over time: how long each option lasts, and what is paid by the month."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.present.charts.runway import months_that_show
from arraywise.present.charts.runway_scene import draw_runway, runway_chart_height
from arraywise.present.runway import (
    describe_growth,
    describe_load_to_last,
    describe_option_lifetime,
    describe_unknown_lifetimes,
    has_growth,
    recommended_or_longest_lasting,
)
from arraywise.report.charts.scene_painting import build_drawing, paper_medium
from arraywise.report.pdf.layout import SectionPage

if TYPE_CHECKING:
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout

_WHAT = message(
    "Lines: the most load and data shown for each option; band: at best. Circle: outgrown from"
    " this month."
)
_WHAT_CASH = message(
    "Cash paid by the end of each month, undiscounted; dotted after month 36, where fees go on."
)


def lifetime_section(content: ReportContent, layout: PageLayout) -> SectionPage | None:
    """Set the months that each option lasts; absent where neither load nor data grow."""
    runway, answer = content.runway, content.answer
    if runway is None or not has_growth(runway) or not runway.options:
        return None
    first = recommended_or_longest_lasting(answer, runway)
    said = (
        describe_growth(answer.requirement) if first is None else describe_option_lifetime(first)
    )
    lead = [] if first is None else [describe_growth(answer.requirement)]
    needed = describe_load_to_last(answer, runway)
    others = [
        describe_option_lifetime(each)
        for each in runway.options
        if each is not first and each.last_month.is_shown
    ]
    has_cash = any(each.cash for each in runway.options)
    title = needed or describe_growth(answer.requirement)
    medium = paper_medium(layout)
    size = layout.width, runway_chart_height(runway, medium.unit)
    last = months_that_show(answer, runway)
    scene = draw_runway(answer, runway, size, medium, last_month=last).scene
    notes = [_WHAT_CASH] if has_cash else []
    return SectionPage(
        said,
        [
            layout.sentences_paragraph(lead) if needed is not None else layout.space(0.1),
            layout.message_figure(title, _WHAT, build_drawing(scene), *notes),
            layout.space(0.5),
            *map(layout.bullet_item, [*others, *describe_unknown_lifetimes(runway)]),
        ],
    )
