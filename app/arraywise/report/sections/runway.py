"""How long each option lasts while load and data grow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.present.numbers import NONE
from arraywise.present.runway import (
    CASH_NOTE,
    DEMAND_WORDS,
    describe_growth,
    describe_lasting,
    describe_needed,
    first_of,
    is_worth_showing,
    not_lasting,
    write_outgrown,
)
from arraywise.report.charts.runway import runway_chart
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from arraywise.domain.messages import Message
    from arraywise.domain.runway import OptionRunway, Runway
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.tables import Row


def runway_section(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    """Set the answer, the chart and a row an option; a sentence where nothing grows."""
    runway = content.runway
    if runway is None or not is_worth_showing(runway) or not runway.options:
        return [layout.paragraph(describe_growth(content.answer.requirement))]
    answer, first = content.answer, first_of(content.answer, runway)
    needed = describe_needed(answer, runway)
    sentences = [describe_growth(answer.requirement), *([] if needed is None else [needed])]
    title = message("Load, data and cash by the month")
    notes = [_HORIZON, CASH_NOTE] if any(each.cash for each in runway.options) else [_HORIZON]
    return [
        *([] if first is None else [layout.beside(first.option, [describe_lasting(first)])]),
        layout.sentences(sentences),
        layout.figure(title, runway_chart(layout, answer, runway), *notes),
        *_table(content, layout, runway),
    ]


_HORIZON = message(
    "Lines: highest load and data shown for each option; bands: best case. Circle: outgrown"
    " from this month."
)


def _table(content: ReportContent, layout: PageLayout, runway: Runway) -> list[Flowable]:
    has_data = runway.data_bytes is not None
    columns = (
        TableColumn(message("Option"), share=1),
        TableColumn(message("Outgrown in month"), figures=True),
        TableColumn(message("Outgrown by")),
        TableColumn(message("Load outgrown in month"), figures=True),
        *([TableColumn(message("Full in month"), figures=True)] if has_data else []),
    )
    known = [runway.of(option.option) for option in content.ranked]
    rows: list[Row] = [_row(layout, each) for each in known if each is not None]
    title = message("How long each option lasts")
    return titled_table(layout, title, columns, Rows(rows), *_notes(runway))


def _notes(runway: Runway) -> list[Message]:
    interval = message("In brackets: at the bounds of response time and reduction ratio.")
    return [interval, *not_lasting(runway)]


def _row(layout: PageLayout, each: OptionRunway) -> Row:
    by = each.outgrown_by
    data = [] if each.data is None else [write_outgrown(layout.words, each.data.last)]
    return [
        layout.option(each.option),
        write_outgrown(layout.words, each.last),
        NONE if by is None else DEMAND_WORDS[by],
        write_outgrown(layout.words, each.load.last),
        *data,
    ]
