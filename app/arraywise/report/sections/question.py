"""The question: what is required, and the load and data today and at the horizon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.demand import growth_factor, most_needed_bytes, needed_bytes
from arraywise.domain.capacity import TB
from arraywise.domain.decision import round_load
from arraywise.domain.messages import message
from arraywise.present.figures import (
    demand_unit,
    describe_load_in_unit,
    describe_requirement,
    describe_stated_load,
)
from arraywise.present.numbers import PERCENT
from arraywise.present.report_messages import describe_need
from arraywise.present.runway import describe_growth
from arraywise.report.pdf.layout import SectionPage
from arraywise.report.pdf.style import Style
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table

if TYPE_CHECKING:
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.tables import Row
    from arraywise.report.pdf.text import Blocks


def question_section(content: ReportContent, layout: PageLayout) -> SectionPage | None:
    """Set the requirement, and what the load becomes; absent while nothing is stated."""
    answer = content.answer
    if not answer.is_stated:
        return None
    sentences = [layout.bullet_item(each) for each in describe_requirement(answer)]
    scenario = content.scenario
    if scenario:
        said = message("Scenario “{name}”, not the base.", name=scenario)
        sentences.insert(0, layout.paragraph(said, Style.STATEMENT))
    lead = layout.paragraph(content.question, Style.KEY)
    return SectionPage(
        describe_need(answer),
        [lead, layout.space(0.6), *sentences, *_build_load_table(content, layout)],
    )


def _build_load_table(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set load and data today, at the horizon and as required; nothing where they are the same."""
    answer, words = content.answer, layout.words
    asked = answer.requirement
    factor, reserve = growth_factor(asked), 1.0 + asked.reserve
    held = needed_bytes(asked, 0)
    grows = factor > 1.0 or (held is not None and most_needed_bytes(asked) != held)
    if not grows and not asked.reserve:
        return []
    today = answer.demand_tps / (factor * reserve)
    unit, load = asked.stated_load
    rate_unit = demand_unit(answer).value
    rows: list[Row] = [
        [
            message("Today"),
            layout.text(describe_stated_load(asked)),
            words.number(today, 1),
            _terabytes(layout, held),
        ]
    ]
    if grows:
        month = message("Month {month}", month=asked.horizon_months)
        grown = layout.text(describe_load_in_unit(unit, round_load(load * factor)))
        needed = _terabytes(layout, most_needed_bytes(asked))
        rows.append([month, grown, words.number(today * factor, 1), needed])
    if asked.reserve:
        kept = message("With {percent:g} % reserve", percent=round(PERCENT * asked.reserve, 6))
        rows.append([kept, "", words.number(answer.demand_tps, 1), ""])
    columns = [
        TableColumn(message("When"), share=1),
        TableColumn(message("Load"), figures=True),
        TableColumn(message("Rate"), rate_unit, figures=True),
    ]
    if held is not None:
        columns.append(TableColumn(message("Data"), "TB", figures=True))
    cells = [row[: len(columns)] for row in rows]
    strong = frozenset({len(rows) - 1})
    title = describe_growth(asked)
    what = message("Bold: what the options are judged by.")
    return titled_table(layout, title, columns, Rows(cells, strong=strong), what=what)


def _terabytes(layout: PageLayout, held: float | None) -> str:
    return layout.words.number(None if held is None else held / TB, 1)
