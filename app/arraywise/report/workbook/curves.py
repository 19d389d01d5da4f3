"""What was measured: the load levels, and the response-time curves that were drawn from them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.report.workbook.codes import UNKNOWN
from arraywise.report.workbook.grid import Kind

if TYPE_CHECKING:
    from arraywise.report.content import CurveTable, ReportContent
    from arraywise.report.workbook.grid import Book, Grid, Text

NOT_KNOWN = 1e300
"""Stands for an upper end that is not known: above every target."""
_COLUMNS = (
    (say("Rate, 1/s"), "rates_tps"),
    (say("Low, s"), "low_s"),
    (say("Middle, s"), "point_s"),
    (say("High, s"), "high_s"),
    (say("High by measurement alone, s"), "chord_s"),
)
_CURVES_A_PAGE = 3
_FIRST_ROW = 5
_HEAD_HEIGHT = 45
"""Points: three lines."""
_SECONDS = f'[>=1E+299]"{UNKNOWN}";0.000000'


@dataclass(frozen=True, slots=True)
class CurveAreas:
    """Where the columns of one option's curve stand."""

    rates: str
    low: str
    middle: str
    high: str
    chord: str


def write_curves(book: Book, content: ReportContent, footer: Text) -> dict[int, CurveAreas]:
    """Write the curves as values and return where each option's columns stand, by its id."""
    note = say(
        "Values: drawn by the app from the runs with 1,000 resamplings, which no formula can do."
        " The sheet Response reads them off, straight between the rows."
    )
    grid = book.sheet(say("Curves"), say("Response time by rate"), note)
    grid.worksheet.set_row(_FIRST_ROW - 1, _HEAD_HEIGHT)
    areas = {}
    for index, curve in enumerate(content.curves):
        left = index * (len(_COLUMNS) + 1)
        grid.put(3, left, curve.option.name, Kind.STRONG)
        grid.worksheet.set_column(left, left + len(_COLUMNS) - 1, 12)
        grid.worksheet.set_column(left + len(_COLUMNS), left + len(_COLUMNS), 3)
        areas[curve.option.id] = _write_curve(grid, left, curve)
    wide = _CURVES_A_PAGE * (len(_COLUMNS) + 1)
    breaks = range(wide, len(content.curves) * (len(_COLUMNS) + 1), wide)
    grid.finish(footer, (_FIRST_ROW, 0), breaks=breaks)
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
