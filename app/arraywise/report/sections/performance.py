"""Measurements and hosts."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.domain.requirement import STATE_WORDS
from arraywise.present import figures, numbers
from arraywise.present.charts.response import has_levels, levels_above
from arraywise.present.labels import OUTCOME_WORDS
from arraywise.report.charts.response import host_chart, response_chart, throughput_chart
from arraywise.report.pdf.style import Style
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table
from arraywise.report.sections.options import comparison_table
from arraywise.report.sections.storage import (
    headline_figures,
    io_curve_table,
    published_bounds,
    published_figures,
    storage_evidence,
)

if TYPE_CHECKING:
    from arraywise.domain.decision import Interval, LoadLevel
    from arraywise.domain.messages import Message
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.tables import Row
    from arraywise.report.pdf.text import Blocks

LIMITS = {
    "figures contradict each other": message("figures contradict each other"),
    "memory paged": message("memory"),
    "processors shared": message("shared processors"),
    "host processors exhausted": message("host processors"),
    "host processors nearly exhausted": message("host processors, nearly"),
    "one processor alone": message("a single processor"),
    "client exhausted": message("client"),
    "link saturated": message("path"),
    "storage": message("storage"),
    "contention": message("contention"),
    "nothing yet": message("nothing yet"),
    "not monitored": message("not monitored"),
}
"""What limited a level (MODEL P4), in a word or two; by `LoadLevel.bottleneck`."""


def host_charts(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set a chart for each option whose host was monitored around the demand."""
    built: Blocks = []
    for option, result in groupby(content.by_rank(content.hosts), key=lambda run: run.option):
        runs = list(result)
        caption = message("Host processors around the demand: {option}", option=option.name)
        stated = [
            message(
                "{users} users ({file}): {remark}",
                users=r.users,
                file=r.file,
                remark=layout.text(r.state),
            )
            for r in runs
        ]
        built.append(layout.figure(caption, host_chart(layout, runs), *stated))
    if built:
        built.insert(
            0,
            layout.paragraph(
                message(
                    "Dark: CPU in use. Blue: waiting for I/O. Tinted: measured part of the run."
                    " Red bar: at most 5 % idle."
                )
            ),
        )
    return built


def performance_section(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set the charts and the table of levels."""
    answer = content.answer
    if not has_levels(answer):
        return [
            layout.paragraph(figures.nothing_measured(answer)),
            *_build_other_evidence(content, layout),
        ]
    return [
        layout.figure(
            message("Response time against load"),
            response_chart(layout, answer),
            *_list_response_notes(content),
        ),
        layout.figure(message("Throughput against users"), throughput_chart(layout, answer)),
        *_build_levels(content, layout),
        *comparison_table(content, layout),
        *host_charts(content, layout),
        *_build_other_evidence(content, layout),
    ]


def _build_other_evidence(content: ReportContent, layout: PageLayout) -> Blocks:
    return [
        *degraded_table(content, layout),
        *storage_evidence(content, layout),
        *io_curve_table(content, layout),
        *headline_figures(content, layout),
        *published_bounds(content, layout),
        *published_figures(content, layout),
    ]


def _list_response_notes(content: ReportContent) -> list[Message]:
    notes = [
        message(
            "Points: run means with 95 % intervals. Line and band: response time between levels"
            " with its 95 % interval. Hollow or dotted: does not count (host limit, or past the"
            " highest rate)."
        )
    ]
    if any(found.levels for option in content.answer.options for found in option.degraded):
        notes.append(message("Named by a state, dotted and hollow: runs with a part failed."))
    above = levels_above(content.answer)
    if above:
        notes.append(
            message("Measured levels above the chart, listed in the table: {count}.", count=above)
        )
    return notes


def _build_levels(content: ReportContent, layout: PageLayout) -> Blocks:
    columns = (
        TableColumn(message("Users"), figures=True),
        TableColumn(message("Runs"), figures=True),
        TableColumn(message("Rate"), "1/s", figures=True),
        TableColumn(message("95 % interval"), "1/s", figures=True),
        TableColumn(message("Response time"), "ms", figures=True),
        TableColumn(message("95 % interval"), "ms", figures=True),
        TableColumn(message("Host CPU"), "%", figures=True),
        TableColumn(message("Limited by"), share=1),
        TableColumn(message("Remark"), share=1),
    )
    cells: list[Row] = []
    spanned = []
    for option in content.ranked:
        if option.levels:
            spanned.append(len(cells))
            cells.append([layout.option(option.option, Style.CELL_STRONG)])
            cells += [_build_level_row(layout, level) for level in option.levels]
    rows = Rows(cells, spanned=frozenset(spanned))
    return titled_table(layout, message("Measured levels"), columns, rows)


def degraded_table(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set what options do with a part failed; nothing where that was not tested."""
    words = layout.words
    tested = [found for option in content.ranked for found in option.degraded]
    times = [t for each in tested for t in (each.response_at_peak_s, each.response_at_average_s)]
    places = numbers.places_for(numbers.milliseconds(time.high) for time in times)
    alone = content.answer.is_storage_alone
    ends = message("Least to most") if alone else message("95 % interval")
    rows: list[Row] = []
    for option in content.ranked:
        for found in option.degraded:
            peak, usual = found.response_at_peak_s, found.response_at_average_s
            rows.append(
                [
                    layout.option(option.option),
                    STATE_WORDS[found.state],
                    words.number(found.runs + found.io_points),
                    words.number(found.peak_tps, 1),
                    OUTCOME_WORDS[found.outcome_at_peak],
                    _format_ms_span(layout, peak, places),
                    words.number(found.average_tps, 1),
                    OUTCOME_WORDS[found.outcome_at_average],
                    _format_ms_span(layout, usual, places),
                ]
            )
    columns = (
        TableColumn(message("Option"), share=1),
        TableColumn(message("State")),
        TableColumn(message("Runs"), figures=True),
        TableColumn(message("Peak load"), "1/s", figures=True),
        TableColumn(message("Outcome")),
        TableColumn(ends, "ms", figures=True),
        TableColumn(message("Average load"), "1/s", figures=True),
        TableColumn(message("Outcome")),
        TableColumn(ends, "ms", figures=True),
    )
    note = message("Runs of degraded storage are in no normal curve or other table.")
    if not rows:
        return []
    return titled_table(layout, message("With a part failed"), columns, Rows(rows), note)


def _format_ms_span(layout: PageLayout, time: Interval, places: int) -> str:
    low, high = numbers.milliseconds(time.low), numbers.milliseconds(time.high)
    return layout.words.span(low, high, places)


def _build_level_row(layout: PageLayout, level: LoadLevel) -> Row:
    words = layout.words
    rate, seconds = level.rate_tps, level.response_s
    places = numbers.places_for([numbers.milliseconds(seconds.point)])
    return [
        words.number(level.users),
        words.number(level.runs),
        words.number(rate.point, 1),
        words.span(rate.low, rate.high, 1),
        words.number(numbers.milliseconds(seconds.point), places),
        _format_ms_span(layout, seconds, places),
        words.number(numbers.percent(level.host_busy), 0),
        LIMITS.get(level.bottleneck, ""),
        _describe_level_remark(level),
    ]


def _describe_level_remark(level: LoadLevel) -> Message | str:
    if level.host_bound:
        return message("not the storage: does not count")
    if level.past_knee:
        return message("past the highest rate: does not count")
    if level.runs < 2:
        return message("one run: no interval")
    return ""
