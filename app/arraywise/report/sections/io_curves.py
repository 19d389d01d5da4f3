"""Sweeps of outstanding small I/Os, and the bound on transactions that is derived from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.domain.units import MILLISECOND
from arraywise.report.styles import Style
from arraywise.report.tables import Column, Rows, titled_table

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from arraywise.domain.decision import IoCurve
    from arraywise.report.content import ReportContent
    from arraywise.report.layout import Layout
    from arraywise.report.tables import Row


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
