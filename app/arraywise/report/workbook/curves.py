"""What was measured: the load levels, and the response-time curves that were drawn from them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.report.workbook.grid import Kind

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer, LoadLevel
    from arraywise.report.content import CurveTable, ReportContent
    from arraywise.report.workbook.grid import Book, Grid, Value

NOT_KNOWN = 1e300
"""Stands for an upper end that is not known: above every target."""
_COLUMNS = (
    ("Rate, 1/s", "rates_tps"),
    ("Low, s", "low_s"),
    ("Middle, s", "point_s"),
    ("High, s", "high_s"),
    ("High by measurement alone, s", "chord_s"),
)
_FIRST_ROW = 5
_SECONDS = '[>=1E+299]"unknown";0.000000'


@dataclass(frozen=True, slots=True)
class CurveAreas:
    """Where the columns of one option's curve stand."""

    rates: str
    low: str
    middle: str
    high: str
    chord: str


def write_levels(book: Book, answer: Answer, footer: str) -> None:
    """Write the measured load levels, as values."""
    grid = book.sheet(
        "Performance", "Measured load levels", "Values: means over the runs, 95 % t-intervals."
    )
    titles = (
        "Option", "Remark", "Users", "Runs", "Rate low, 1/s", "Rate, 1/s", "Rate high, 1/s",
        "Response low, ms", "Response, ms", "Response high, ms", "Host CPU",
    )  # fmt: skip
    grid.head(3, titles, text_columns=2)
    row = 4
    for option in answer.options:
        for level in option.levels:
            grid.put(row, 0, option.option.name)
            grid.put(row, 1, _remark(level), Kind.NOTE)
            for column, (value, form) in enumerate(_figures(level), start=2):
                grid.put(row, column, value, Kind.PLAIN, form)
            row += 1
    grid.widths(26, 34, *[11] * 9)
    grid.finish(footer, (4, 1))


def _remark(level: LoadLevel) -> str:
    if level.host_bound:
        return "not the storage: not comparable"
    return "past the highest rate: not used" if level.past_knee else ""


def _figures(level: LoadLevel) -> tuple[tuple[Value, str], ...]:
    rate, seconds = level.rate_tps, level.response_s
    in_ms = (None if s is None else s * 1000 for s in (seconds.low, seconds.point, seconds.high))
    return (
        (level.users, "0"),
        (level.runs, "0"),
        *((value, "0.000") for value in (rate.low, rate.point, rate.high)),
        *((value, "0.00") for value in in_ms),
        (level.host_busy, "0%"),
    )


def write_curves(book: Book, content: ReportContent, footer: str) -> dict[int, CurveAreas]:
    """Write the curves as values and return where each option's columns stand, by its id."""
    note = (
        "Values: drawn by the app from the runs with 1,000 resamplings, which no formula can do."
        " The sheet Response reads them off, straight between the rows."
    )
    grid = book.sheet("Curves", "Response time by rate", note)
    areas = {}
    for index, curve in enumerate(content.curves):
        left = index * (len(_COLUMNS) + 1)
        grid.put(3, left, curve.option.name, Kind.STRONG)
        grid.worksheet.set_column(left, left + len(_COLUMNS) - 1, 12)
        grid.worksheet.set_column(left + len(_COLUMNS), left + len(_COLUMNS), 3)
        areas[curve.option.id] = _write_curve(grid, left, curve)
    grid.finish(footer, (_FIRST_ROW, 0))
    return areas


def _write_curve(grid: Grid, left: int, curve: CurveTable) -> CurveAreas:
    columns = []
    for offset, (title, name) in enumerate(_COLUMNS):
        grid.put(_FIRST_ROW - 1, left + offset, title, Kind.HEAD_RIGHT)
        values = getattr(curve, name)
        for row, value in enumerate(values, start=_FIRST_ROW):
            shown = value if math.isfinite(value) else NOT_KNOWN
            grid.put(row, left + offset, shown, Kind.PLAIN, _SECONDS)
        first, last = (_FIRST_ROW, left + offset), (_FIRST_ROW + len(values) - 1, left + offset)
        columns.append(grid.area(first, last))
    return CurveAreas(*columns)
