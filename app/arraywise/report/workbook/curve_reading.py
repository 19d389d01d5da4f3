"""Reads a response-time curve the way the formulas do, for the values that stand beside them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.report.workbook.curves import NOT_KNOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.report.content import CurveTable
    from arraywise.report.workbook.curves import CurveAreas


@dataclass(frozen=True, slots=True)
class CurveReading:
    """One option's curve: its values, and where they stand in the workbook."""

    table: CurveTable
    areas: CurveAreas

    @property
    def length(self) -> int:
        """Rows of the curve."""
        return len(self.table.rates_tps)

    @property
    def limit(self) -> float:
        """Return the highest rate that can be judged."""
        table = self.table
        if table.comparable_tps is None:
            return table.demonstrated_tps
        return min(table.demonstrated_tps, table.comparable_tps)

    def row(self, rate: float) -> int:
        """Return the row, from 1, after which a rate lies; never the last one."""
        return _row(self.table.rates_tps, rate)

    def row_formula(self, rate: str) -> str:
        """Return the formula of `row`, without the equals sign."""
        return _row_formula(self.areas.rates, self.length, rate)

    def read(self, column: Sequence[float], rate: float) -> float:
        """Return a column's value at a rate, straight between rows, level beyond the ends."""
        rates = self.table.rates_tps
        if len(rates) == 1:
            return min(column[0], NOT_KNOWN)
        left = self.row(rate) - 1
        inside = min(max(rate, rates[0]), rates[-1])
        start, end = (min(column[i], NOT_KNOWN) for i in (left, left + 1))
        share = (inside - rates[left]) / (rates[left + 1] - rates[left])
        return start + (end - start) * share

    def read_formula(self, area: str, rate: str, row: str) -> str:
        """Return the formula of `read`, given the cell that holds the row."""
        if self.length == 1:
            return f"INDEX({area},1)"
        rates = self.areas.rates
        inside = f"MEDIAN({rate},INDEX({rates},1),INDEX({rates},{self.length}))"
        width = f"(INDEX({rates},{row}+1)-INDEX({rates},{row}))"
        rise = f"(INDEX({area},{row}+1)-INDEX({area},{row}))"
        return f"INDEX({area},{row})+{rise}*({inside}-INDEX({rates},{row}))/{width}"

    def target_row(self, column: Sequence[float], target_s: float) -> int:
        """Return the row, from 1, after which a column of response times passes a target."""
        return _row(column, target_s)

    def target_row_formula(self, area: str, target: str) -> str:
        """Return the formula of `target_row`, without the equals sign."""
        return _row_formula(area, self.length, target)

    def crossing(self, column: Sequence[float], target_s: float) -> float:
        """Return the highest rate at which a column of response times is at most the target."""
        rates = self.table.rates_tps
        times = [min(time, NOT_KNOWN) for time in column]
        if len(rates) == 1 or target_s >= times[-1]:
            return rates[-1]
        left = self.target_row(column, target_s) - 1
        rise = times[left + 1] - times[left]
        share = (target_s - times[left]) / rise if rise > 0 else 0.0
        return rates[left] + min(max(share, 0.0), 1.0) * (rates[left + 1] - rates[left])

    def crossing_formula(self, area: str, target: str, row: str) -> str:
        """Return the formula of `crossing`, given the cell that holds the target's row."""
        rates, last = self.areas.rates, self.length
        if last == 1:
            return f"INDEX({rates},1)"
        rise = f"(INDEX({area},{row}+1)-INDEX({area},{row}))"
        share = f"IF({rise}>0,({target}-INDEX({area},{row}))/{rise},0)"
        between = f"MEDIAN(0,1,{share})*(INDEX({rates},{row}+1)-INDEX({rates},{row}))"
        inside = f"INDEX({rates},{row})+{between}"
        return f"IF({target}>=INDEX({area},{last}),INDEX({rates},{last}),{inside})"


def _row(ascending: Sequence[float], value: float) -> int:
    return max(1, min(bisect_right(ascending, value), len(ascending) - 1))


def _row_formula(area: str, length: int, value: str) -> str:
    if length == 1:
        return "1"
    return f"IFERROR(MIN(MATCH({value},{area},1),{length - 1}),1)"
