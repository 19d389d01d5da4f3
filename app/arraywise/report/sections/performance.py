"""Measurements, hosts, scalability."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from arraywise.domain.messages import say
from arraywise.present import figures, numbers
from arraywise.report.charts import response
from arraywise.report.charts.response import host_chart
from arraywise.report.pdf.style import Style
from arraywise.report.pdf.tables import Column, Rows, titled_table
from arraywise.report.sections.io import headline_figures, io_curve_table, published_figures
from arraywise.report.sections.options import comparison_table

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from arraywise.domain.decision import Interval, LoadLevel, OptionAnswer, ThroughputShape
    from arraywise.domain.messages import Said
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import Layout
    from arraywise.report.pdf.tables import Row

LIMITS = {
    "figures contradict each other": say("figures contradict each other"),
    "memory paged": say("memory"),
    "processors shared": say("shared processors"),
    "host processors exhausted": say("host processors"),
    "host processors nearly exhausted": say("host processors, nearly"),
    "one processor alone": say("a single processor"),
    "client exhausted": say("client"),
    "link saturated": say("path"),
    "storage": say("storage"),
    "contention": say("contention"),
    "nothing yet": say("nothing yet"),
    "not monitored": say("not monitored"),
}
"""What limited a level (MODEL P4), in a word or two; by `LoadLevel.bottleneck`."""


def host_charts(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set a chart for each option whose host was monitored around the demand."""
    made: list[Flowable] = []
    for option, found in groupby(content.by_rank(content.hosts), key=lambda run: run.option):
        runs = list(found)
        caption = say("Host processors around the demand: {option}", option=option.name)
        told = [
            say(
                "{users} users ({file}): {remark}",
                users=r.users,
                file=r.file,
                remark=layout.text(r.state),
            )
            for r in runs
        ]
        made.append(layout.figure(caption, host_chart(layout, runs), *told))
    if made:
        made.insert(
            0,
            layout.paragraph(
                say(
                    "Dark: processors in use; blue: waiting for I/O; tinted: the part of the run"
                    " that counts; red bar: at most 5 % idle."
                )
            ),
        )
    return made


def shape_table(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set a row for each option with four levels or more; nothing without any."""
    shapes = content.shapes
    known = [(o, shapes[o.option.id]) for o in content.ranked if o.option.id in shapes]
    if not known:
        return []
    columns = (
        Column(say("Option"), share=1),
        Column(say("Levels"), figures=True),
        Column(say("Contention"), "%", figures=True),
        Column(say("95 % interval"), "%", figures=True),
        Column(say("Coherency"), "%", figures=True),
        Column(say("95 % interval"), "%", figures=True),
        Column(say("Peak at"), say("users"), figures=True),
        Column(say("Peak"), "1/s", figures=True),
        Column(say("Knee N*"), say("users"), figures=True),
    )
    note = say(
        "The universal scalability law through the mean rates says how the rate bends, and nothing"
        " of response times: it decides nothing. A peak is told where it lies within the measured"
        " levels and the law meets the highest measured rate within 5 %. Fewer than six levels"
        " make it rough. Knee: where queues begin to grow, by the accepted queueing model."
    )
    rows: list[Row] = [_row(layout, option, shape) for option, shape in known]
    return titled_table(layout, say("Shape of the throughput"), columns, Rows(rows), note)


def _row(layout: Layout, option: OptionAnswer, shape: ThroughputShape) -> Row:
    words = layout.words
    is_seen = (shape.peak_users or float("inf")) <= max(level.users for level in option.levels)
    return [
        layout.option(option.option, Style.CELL),
        words.number(shape.levels),
        *_share(layout, shape.alpha, 1),
        *_share(layout, shape.beta, 4),
        words.number(shape.peak_users if is_seen else None, 0),
        words.number(shape.most_tps if is_seen else None, 0),
        words.number(option.knee_users, 0),
    ]


def _share(layout: Layout, parameter: Interval, places: int) -> tuple[str, str]:
    """Return a parameter and its interval in per cent."""
    words = layout.words
    return (
        words.number(numbers.percent(parameter.point), places),
        words.span(numbers.percent(parameter.low), numbers.percent(parameter.high), places),
    )


def performance_section(content: ReportContent, layout: Layout) -> list[Flowable]:
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
    places = numbers.places_for([numbers.milliseconds(seconds.point)])
    return [
        words.number(level.users),
        words.number(level.runs),
        words.number(rate.point, 1),
        words.span(rate.low, rate.high, 1),
        words.number(numbers.milliseconds(seconds.point), places),
        words.span(numbers.milliseconds(seconds.low), numbers.milliseconds(seconds.high), places),
        words.number(numbers.percent(level.host_busy), 0),
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
