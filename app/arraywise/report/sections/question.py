"""The question: what is required, and the load and data today and at the horizon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.demand import growth_factor, most_needed_bytes, needed_bytes
from arraywise.domain.capacity import TB
from arraywise.domain.claims import claim
from arraywise.domain.messages import message, shown_ms
from arraywise.domain.requirement import Goal
from arraywise.present.figures import (
    demand_unit,
    describe_load_in_unit,
    describe_requirement,
    describe_stated_load,
)
from arraywise.present.numbers import PERCENT
from arraywise.present.runway import describe_growth
from arraywise.report.pdf.layout import SectionPage
from arraywise.report.pdf.style import Style
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer
    from arraywise.domain.messages import Message
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.tables import Row
    from arraywise.report.pdf.text import Blocks

_RATE = claim("{rate} are required", lambda a, _f: a.demand_tps > 0, is_whole=True)
_RATE_WITHIN = claim(
    "{rate} are required within {target:,.10g} ms",
    lambda a, f: shown_ms(a.requirement.target_s) == f["target"],
    is_whole=True,
)


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


def describe_need(answer: Answer) -> Message:
    """State the rate that options are judged at, and the target."""
    rate = describe_load_in_unit(demand_unit(answer), round(answer.demand_tps, 1))
    if answer.requirement.goal is Goal.NONE:
        return _RATE.state(rate=rate)
    return _RATE_WITHIN.state(rate=rate, target=shown_ms(answer.requirement.target_s))


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
        grown = layout.text(describe_load_in_unit(unit, float(f"{load * factor:.6g}")))
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
