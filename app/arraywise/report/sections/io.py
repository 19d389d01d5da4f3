"""I/O sweeps and figures."""

from __future__ import annotations

from itertools import groupby
from statistics import fmean
from typing import TYPE_CHECKING

from arraywise.analysis.storage_bound import StorageBound
from arraywise.domain.evidence import MAX_LARGE_MBPS, MAX_SMALL_IOPS, MIN_SMALL_LATENCY, Metric
from arraywise.domain.messages import message
from arraywise.domain.units import MILLISECOND, Unit
from arraywise.report.pdf.style import Style
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.platypus import Flowable

    from arraywise.domain.decision import IoCurve
    from arraywise.domain.messages import Message
    from arraywise.domain.study import IoPoint
    from arraywise.report.content import PublishedEntry, ReportContent
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.tables import Row


def io_curve_table(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    """Set a row for each tool of an option that measured small I/Os; nothing without any."""
    is_judged = any(
        isinstance(bound, StorageBound) for bounds in content.bounds.values() for bound in bounds
    )
    shown = slice(0, 3 if is_judged else 4)  # what is judged by a profile has its own capacity
    rows: list[Row] = [
        [
            layout.option(option.option, Style.CELL),
            _tool(curve),
            *list(_figures(layout, curve))[shown],
        ]
        for option in content.ranked
        for curve in option.io_curve
    ]
    if not rows:
        return []
    heads = (
        TableColumn(message("Outstanding"), figures=True),
        TableColumn(message("I/Os"), "1/s", figures=True),
        TableColumn(message("Latency"), "ms", figures=True),
        TableColumn(message("Transactions at most (derived)"), "1/s", figures=True),
    )
    columns = (
        TableColumn(message("Option"), share=1), TableColumn(message("Tool")), *list(heads)[shown],
    )  # fmt: skip
    title = message("Sweeps of small I/Os")
    if is_judged:
        return titled_table(layout, title, columns, Rows(rows), _SWEEPS)
    curves = [curve for option in content.ranked for curve in option.io_curve]
    note = message(
        "From lowest to highest queue depth. Derived: highest IOPS over {each:.1f} I/Os per"
        " transaction, an upper bound of what the storage could carry.",
        each=curves[0].ios_per_transaction,
    )
    return titled_table(layout, title, columns, Rows(rows), note)


_SWEEPS = message("From lowest to highest queue depth.")


def _tool(curve: IoCurve) -> str:
    return f"{curve.tool}: {curve.work}" if curve.work else curve.tool


def _figures(layout: PageLayout, curve: IoCurve) -> tuple[str, str, str, str]:
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
    Metric.IOPS: message("I/O rate"),
    Metric.THROUGHPUT: message("I/O throughput"),
    Metric.LATENCY: message("I/O latency"),
    Metric.TRANSACTION_RATE: message("Transaction rate"),
    Metric.RESPONSE_TIME: message("Response time"),
    Metric.TRANSACTIONS_COMPLETED: message("Transactions completed"),
    Metric.TRANSACTIONS_FAILED: message("Transactions failed"),
}
_STATISTICS = {
    "value": message("value"),
    "mean": message("mean"),
    "min": message("least"),
    "max": message("greatest"),
    "stddev": message("standard deviation"),
}
_UNITS = {
    Unit.BYTE_PER_SECOND: ("MB/s", _MEGABYTE),
    Unit.BYTE: ("MB", _MEGABYTE),
    Unit.ONE: ("", 1.0),
}


def headline_figures(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    """Set what I/O tools measured at most, a row for each option and tool; runs as a range."""
    rows: list[Row] = []
    for option in content.ranked:
        facts = content.facts_of(option.option)
        points = [p for p in facts.io_points if p.group is not None] if facts else []
        for tool, result in groupby(sorted(points, key=lambda p: p.tool), key=lambda p: p.tool):
            rows.append([layout.option(option.option), tool, *_headlines(layout, list(result))])
    if not rows:
        return []
    columns = (
        TableColumn(message("Option"), share=1),
        TableColumn(message("Tool")),
        TableColumn(message("Runs"), figures=True),
        TableColumn(message("Small I/Os at most"), "1/s", figures=True),
        TableColumn(message("Large I/Os at most"), "MB/s", figures=True),
        TableColumn(message("Latency"), "ms", figures=True),
    )
    note = message(
        "Lowest and highest of several runs. Latency: ORION's lowest; I/O calibration's at its"
        " highest rate. 1 MB is 1,000,000 bytes."
    )
    return titled_table(layout, message("I/O figures"), columns, Rows(rows), note)


def _headlines(layout: PageLayout, points: Sequence[IoPoint]) -> list[str]:
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


def _range(layout: PageLayout, values: Sequence[float | None], unit: float, places: int) -> str:
    known = [value / unit for value in values if value is not None]
    if len(set(known)) > 1:
        return layout.words.span(min(known), max(known), places)
    return layout.words.number(fmean(known) if known else None, places)


def published_figures(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    """Store the figures of publications, with the line that each is in."""
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
        TableColumn(message("Figure"), share=1),
        TableColumn(message("Statistic")),
        TableColumn(message("Value"), figures=True),
        TableColumn(message("Unit")),
        TableColumn(message("Origin")),
        TableColumn(message("Place"), share=0.6),
    )
    table = Rows(rows, spanned=frozenset(spanned), tight=True, breakable=True)
    return titled_table(layout, message("Figures as published"), columns, table)


def _published_row(layout: PageLayout, figure: PublishedEntry) -> Row:
    unit, factor = _UNITS.get(figure.unit, (figure.unit.value, 1.0))
    value = figure.value / factor
    return [
        _name(figure),
        _STATISTICS.get(figure.statistic, figure.statistic),
        layout.words.number(value, _places(value)),
        unit,
        message("derived") if figure.derived else message("as printed"),
        figure.place,
    ]


def _places(value: float) -> int:
    """Return the decimals that show a value to four digits, without zeros at the end."""
    return next((n for n in range(5) if abs(value - round(value, n)) < 5e-4 * abs(value)), 5)


def _name(figure: PublishedEntry) -> Message | str:
    return _NAMES.get(figure.metric, figure.name)
