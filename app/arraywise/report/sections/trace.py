"""Where the headline figures come from: formula, runs, and the lines they were read from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.report import figures
from arraywise.report.styles import Style
from arraywise.report.tables import Column, Rows, titled_table

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from arraywise.report.content import OptionTrace, ReportContent, TracedValue
    from arraywise.report.layout import Layout
    from arraywise.report.tables import Row


def build(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set the runs behind each option's response time and capacity."""
    if not content.traces:
        return [layout.paragraph(figures.nothing_measured(content.answer))]
    trace = content.traces[0]
    return [
        layout.paragraph(
            say(
                "Response time at the demand and capacity are read off the curve through these"
                " runs; how, the method says. Behind each figure stand the file and the line it"
                " was read from. Prices add up line by line in the price sheets, provisioning"
                " times step by step in their section."
            )
        ),
        layout.formula(trace.response_formula, trace.capacity_formula),
        *_runs(content, layout),
    ]


def _runs(content: ReportContent, layout: Layout) -> list[Flowable]:
    columns = (
        Column(say("Users"), figures=True),
        Column(say("Rate"), "1/s", figures=True),
        Column(say("File and line of the rate"), share=1),
        Column(say("Response time"), "ms", figures=True),
        Column(say("File and line of the response time"), share=1),
    )
    cells: list[Row] = []
    spanned = []
    for trace in content.by_rank(content.traces):
        spanned.append(len(cells))
        cells.append([layout.option(trace.option, Style.CELL_STRONG)])
        cells += [_row(layout, trace, run) for run in trace.runs]
    rows = Rows(cells, spanned=frozenset(spanned), tight=True)
    note = say("In brackets: the host was the limit, so that the run does not count.")
    return titled_table(layout, None, columns, rows, note)


def _row(layout: Layout, trace: OptionTrace, run: TracedValue) -> Row:
    words = layout.words
    seconds = [figures.milliseconds(r.response_s) for r in trace.runs]
    users = words.number(run.users)
    return [
        users if run.counts else f"({users})",
        words.number(run.rate_tps, 2),
        layout.place_cell(run.rate_place),
        words.number(figures.milliseconds(run.response_s), figures.places_for(seconds)),
        layout.place_cell(run.response_place),
    ]
