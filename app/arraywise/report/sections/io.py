"""I/O sweeps and figures."""

from __future__ import annotations

from itertools import groupby
from statistics import fmean
from typing import TYPE_CHECKING

from arraywise.domain.evidence import MAX_LARGE_MBPS, MAX_SMALL_IOPS, MIN_SMALL_LATENCY, Metric
from arraywise.domain.messages import say
from arraywise.domain.units import MILLISECOND, Unit
from arraywise.report.pdf.style import Style
from arraywise.report.pdf.tables import Column, Rows, titled_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.platypus import Flowable

    from arraywise.domain.decision import IoCurve
    from arraywise.domain.messages import Said
    from arraywise.domain.study import IoPoint
    from arraywise.report.content import PublishedFigure, ReportContent
    from arraywise.report.pdf.layout import Layout
    from arraywise.report.pdf.tables import Row


def io_curve_table(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set a row for each tool of an option that measured small I/Os; nothing without any."""
    rows: list[Row] = [
        [layout.option(option.option, Style.CELL), _tool(curve), *_figures(layout, curve)]
        for option in content.ranked
        for curve in option.io_curve
    ]
    if not rows:
        return []
    columns = (
        Column(say("Option"), share=1),
        Column(say("Tool")),
        Column(say("Outstanding"), figures=True),
        Column(say("I/Os"), "1/s", figures=True),
        Column(say("Latency"), "ms", figures=True),
        Column(say("Transactions at most (derived)"), "1/s", figures=True),
    )
    curves = [curve for option in content.ranked for curve in option.io_curve]
    note = say(
        "From the fewest to the most outstanding small I/Os. Derived: the highest I/O rate over"
        " {each:.1f} I/Os of a transaction; it bounds what the storage could carry, and does not"
        " show that it does.",
        each=curves[0].ios_per_transaction,
    )
    return titled_table(layout, say("Sweeps of small I/Os"), columns, Rows(rows), note)


def _tool(curve: IoCurve) -> str:
    return f"{curve.tool}: {curve.work}" if curve.work else curve.tool


def _figures(layout: Layout, curve: IoCurve) -> tuple[str, str, str, str]:
    words, levels = layout.words, curve.levels
    most = words.number(curve.most_tps)
    if not levels:
        return ("", words.number(curve.most_iops), "", most)
    first, last = levels[0], levels[-1]
    return (
        words.span(first.outstanding, last.outstanding),
        words.span(first.iops, last.iops),
        words.span(first.latency_s / MILLISECOND, last.latency_s / MILLISECOND, 1),
        most,
    )


_MEGABYTE = 1e6
_NAMES = {
    Metric.IOPS: say("I/O rate"),
    Metric.THROUGHPUT: say("I/O throughput"),
    Metric.LATENCY: say("I/O latency"),
    Metric.TRANSACTION_RATE: say("Transaction rate"),
    Metric.RESPONSE_TIME: say("Response time"),
    Metric.TRANSACTIONS_COMPLETED: say("Transactions completed"),
    Metric.TRANSACTIONS_FAILED: say("Transactions failed"),
}
_STATISTICS = {
    "value": say("value"),
    "mean": say("mean"),
    "min": say("least"),
    "max": say("greatest"),
    "stddev": say("standard deviation"),
}
_UNITS = {
    Unit.BYTE_PER_SECOND: ("MB/s", _MEGABYTE),
    Unit.BYTE: ("MB", _MEGABYTE),
    Unit.ONE: ("", 1.0),
}


def headline_figures(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set what I/O tools measured at most, a row for each option and tool; runs as a range."""
    rows: list[Row] = []
    for option in content.ranked:
        facts = content.facts_of(option.option)
        points = [p for p in facts.io_points if p.group is not None] if facts else []
        for tool, found in groupby(sorted(points, key=lambda p: p.tool), key=lambda p: p.tool):
            rows.append([layout.option(option.option), tool, *_headlines(layout, list(found))])
    if not rows:
        return []
    columns = (
        Column(say("Option"), share=1),
        Column(say("Tool")),
        Column(say("Runs"), figures=True),
        Column(say("Small I/Os at most"), "1/s", figures=True),
        Column(say("Large I/Os at most"), "MB/s", figures=True),
        Column(say("Latency"), "ms", figures=True),
    )
    note = say(
        "Of several runs the lowest and the highest. Latency: ORION's is the least; I/O"
        " calibration measures it at its greatest rate. 1 MB is 1,000,000 bytes."
    )
    return titled_table(layout, say("I/O figures"), columns, Rows(rows), note)


def _headlines(layout: Layout, points: Sequence[IoPoint]) -> list[str]:
    runs = len({point.run_id for point in points})
    largest = [p.throughput_b_s for p in points if p.group == MAX_LARGE_MBPS]
    return [
        layout.words.number(runs),
        _range(layout, [p.iops for p in points if p.group == MAX_SMALL_IOPS], 1.0, 0),
        _range(layout, largest, _MEGABYTE, 0),
        _range(
            layout, [p.latency_s for p in points if p.group == MIN_SMALL_LATENCY], MILLISECOND, 2
        ),
    ]


def _range(layout: Layout, values: Sequence[float | None], unit: float, places: int) -> str:
    known = [value / unit for value in values if value is not None]
    if len(set(known)) > 1:
        return layout.words.span(min(known), max(known), places)
    return layout.words.number(fmean(known) if known else None, places)


def published_figures(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set the figures of publications, with the line that each stands in."""
    rows: list[Row] = []
    spanned = []
    for (option, condition), figures in groupby(
        content.published, key=lambda f: (f.option, f.condition)
    ):
        spanned.append(len(rows))
        rows.append([layout.paragraph(condition or option or "", Style.CELL_STRONG)])
        rows += [_published_row(layout, figure) for figure in figures]
    if not rows:
        return []
    columns = (
        Column(say("Figure"), share=1),
        Column(say("Statistic")),
        Column(say("Value"), figures=True),
        Column(say("Unit")),
        Column(say("Origin")),
        Column(say("Place"), share=0.6),
    )
    table = Rows(rows, spanned=frozenset(spanned), tight=True, breakable=True)
    return titled_table(layout, say("Figures as published"), columns, table)


def _published_row(layout: Layout, figure: PublishedFigure) -> Row:
    unit, factor = _UNITS.get(figure.unit, (figure.unit.value, 1.0))
    value = figure.value / factor
    return [
        _name(figure),
        _STATISTICS.get(figure.statistic, figure.statistic),
        layout.words.number(value, _places(value)),
        unit,
        say("derived") if figure.derived else say("as printed"),
        figure.place,
    ]


def _places(value: float) -> int:
    """Return the decimals that show a value to four digits, without zeros at the end."""
    return next((n for n in range(5) if abs(value - round(value, n)) < 5e-4 * abs(value)), 5)


def _name(figure: PublishedFigure) -> Said | str:
    return _NAMES.get(figure.metric, figure.name)
