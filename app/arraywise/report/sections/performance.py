"""The measurements: response time and throughput against load, and every level in figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.report import figures
from arraywise.report.charts import response
from arraywise.report.sections.comparisons import comparison_table
from arraywise.report.sections.hosts import LIMITS, host_charts
from arraywise.report.sections.io_curves import io_curve_table
from arraywise.report.sections.io_figures import headline_figures, published_figures
from arraywise.report.sections.shapes import shape_table
from arraywise.report.styles import Style
from arraywise.report.tables import Column, Rows, titled_table

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from arraywise.domain.decision import LoadLevel
    from arraywise.domain.said import Said
    from arraywise.report.content import ReportContent
    from arraywise.report.layout import Layout
    from arraywise.report.tables import Row


def build(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set the charts and the table of levels."""
    answer = content.answer
    if not response.has_levels(answer):
        return [
            layout.paragraph(figures.nothing_measured(answer)),
            *_beside_the_levels(content, layout),
        ]
    return [
        layout.figure(
            say("Response time against load"),
            response.response_chart(layout, content),
            *_response_notes(content),
        ),
        layout.figure(say("Throughput against users"), response.throughput_chart(layout, answer)),
        *_levels(content, layout),
        *shape_table(content, layout),
        *comparison_table(content, layout),
        *host_charts(content, layout),
        *_beside_the_levels(content, layout),
    ]


def _beside_the_levels(content: ReportContent, layout: Layout) -> list[Flowable]:
    return [
        *io_curve_table(content, layout),
        *headline_figures(content, layout),
        *published_figures(content, layout),
    ]


def _response_notes(content: ReportContent) -> list[Said]:
    notes = [
        say(
            "Points: means of the runs with 95 % intervals. Line: the response time as it is read"
            " off between two measured levels; band: its 95 % interval. Hollow or dotted:"
            " not the storage, or past the highest rate: does not count."
        )
    ]
    above = response.levels_above(content.answer)
    if above:
        notes.append(
            say("Measured levels above the chart, listed in the table: {count}.", count=above)
        )
    return notes


def _levels(content: ReportContent, layout: Layout) -> list[Flowable]:
    columns = (
        Column(say("Users"), figures=True),
        Column(say("Runs"), figures=True),
        Column(say("Rate"), "1/s", figures=True),
        Column(say("95 % interval"), "1/s", figures=True),
        Column(say("Response time"), "ms", figures=True),
        Column(say("95 % interval"), "ms", figures=True),
        Column(say("Host CPU"), "%", figures=True),
        Column(say("Limited by"), share=1),
        Column(say("Remark"), share=1),
    )
    cells: list[Row] = []
    spanned = []
    for option in content.ranked:
        if option.levels:
            spanned.append(len(cells))
            cells.append([layout.option(option.option, Style.CELL_STRONG)])
            cells += [_level_row(layout, level) for level in option.levels]
    rows = Rows(cells, spanned=frozenset(spanned))
    return titled_table(layout, say("Measured levels"), columns, rows)


def _level_row(layout: Layout, level: LoadLevel) -> Row:
    words = layout.words
    rate, seconds = level.rate_tps, level.response_s
    places = figures.places_for([figures.milliseconds(seconds.point)])
    return [
        words.number(level.users),
        words.number(level.runs),
        words.number(rate.point, 1),
        words.span(rate.low, rate.high, 1),
        words.number(figures.milliseconds(seconds.point), places),
        words.span(figures.milliseconds(seconds.low), figures.milliseconds(seconds.high), places),
        words.number(figures.percent(level.host_busy), 0),
        LIMITS.get(level.bottleneck, ""),
        _remark(level),
    ]


def _remark(level: LoadLevel) -> Said | str:
    if level.host_bound:
        return say("not the storage: does not count")
    if level.past_knee:
        return say("past the highest rate: does not count")
    if level.runs < 2:
        return say("one run: no interval")
    return ""
