"""Files, levels, curves."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.cells import FormulaText
from arraywise.domain.messages import message
from arraywise.report.workbook.cells import UNKNOWN, CellRole, absolute

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.decision import LoadLevel
    from arraywise.domain.messages import Message
    from arraywise.domain.study import OptionFacts
    from arraywise.report.content import CurveTable, ReportContent
    from arraywise.report.workbook.cells import SheetWriter, Text, Value, WorkbookWriter

_TITLES = (
    message("File"),
    message("Option"),
    message("Tool"),
    message("Version"),
    message("Run type"),
    message("Status"),
    message("Problem"),
    message("Line"),
    message("Size, bytes"),
    "SHA-256",
)
_HASH = 9
"""Its column is not printed."""


def write_evidence(book: WorkbookWriter, content: ReportContent) -> None:
    """Write the sheet."""
    note = message("SHA-256 over the bytes of each file as it was imported.")
    grid = book.sheet(message("Evidence"), message("Evidence files"), note)
    grid.head(3, _TITLES, text_columns=7)
    for row, entry in enumerate(content.evidence, start=4):
        problem = entry.problem
        texts = (
            entry.file,
            entry.option,
            entry.tool,
            entry.tool_version,
            entry.run_type,
            message(entry.status.value),
            problem.message if problem else None,
        )
        for column, text in enumerate(texts):
            grid.put(row, column, text)
        grid.put(row, 7, problem.line if problem else None, CellRole.PLAIN, "0")
        grid.put(row, 8, entry.size_bytes, CellRole.PLAIN, "#,##0")
        grid.put(row, _HASH, entry.sha256)
    last = 3 + len(content.evidence)
    grid.table("Evidence_files", 3, _TITLES, last)
    grid.widths(46, 22, 14, 16, 28, 18, 60, 8, 14, 68)
    grid.print_columns(_HASH, last)
    grid.finish((4, 1))


_LEVELS_TITLES = (
    message("Option"),
    message("Remark"),
    message("Window that counts"),
    message("Users"),
    message("Runs"),
    message("Rate low, 1/s"),
    message("Rate, 1/s"),
    message("Rate high, 1/s"),
    message("Response low, ms"),
    message("Response, ms"),
    message("Response high, ms"),
    message("Host CPU"),
    message("Limit by host CPU, 1/s"),
)
_RATE, _RESPONSE, _BUSY = 6, 9, 11


LevelCells = tuple[str, str, "LoadLevel"]
"""Cells of a level's rate and response time, and what they come from."""


def write_levels(book: WorkbookWriter, content: ReportContent) -> dict[int, list[LevelCells]]:
    """Write the measured load levels, as values; return the cells of each option that has any."""
    note = message("Values: means over the runs, 95 % t-intervals.")
    grid = book.sheet(message("Performance"), message("Measured load levels"), note)
    grid.head(3, _LEVELS_TITLES, text_columns=3)
    row, cells = 4, {}
    for option in content.answer.options:
        facts, result = content.facts_of(option.option), []
        for level in option.levels:
            grid.put(row, 0, option.option.name)
            grid.put(row, 1, _remark(level), CellRole.NOTE)
            grid.put(
                row, 2, "; ".join(map(book.localise, _window(facts, level.users))), CellRole.NOTE
            )
            for column, (value, form) in enumerate(_figures(level), start=3):
                grid.put(row, column, value, CellRole.PLAIN, form)
            grid.put(row, _BUSY + 1, _limit(row), form="0.0")
            result.append((grid.ref(row, _RATE), grid.ref(row, _RESPONSE), level))
            row += 1
        if result:
            cells[option.option.id] = result
    grid.table("Load_levels", 3, _LEVELS_TITLES, row - 1)
    grid.widths(26, 36, 30, *[13] * 10)
    grid.finish((4, 1))
    return cells


def _limit(row: int) -> FormulaText:
    """Return the rate that all of the host's processors would carry (MODEL P4)."""
    rate, busy = absolute(row, _RATE), absolute(row, _BUSY)
    return FormulaText(f'=IF(N({busy})>0,{rate}/{busy},"")')


def _window(facts: OptionFacts | None, users: int) -> list[Message]:
    """Return which seconds of the runs count, where somebody set that."""
    runs = facts.load_runs if facts else ()
    windows = dict.fromkeys(run.window_s for run in runs if run.users == users)
    stated = []
    for window in windows:
        if window is not None:
            start, end = window
            last = message("the end") if end is None else message("{seconds:g} s", seconds=end)
            stated.append(message("{start:g} s to {end}", start=start, end=last))
    return stated


def _remark(level: LoadLevel) -> Text:
    if level.host_bound:
        return message("not the storage: not comparable")
    return message("past the highest rate: not used") if level.past_knee else ""


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


NOT_KNOWN = 1e300
"""Stands for an upper end that is not known: above every target."""
NO_TARGET_S = 1e302
"""Stands for the target where no time is asked for: above all of them."""
_COLUMNS = (
    (message("Rate, 1/s"), "rates_tps"),
    (message("Low, s"), "low_s"),
    (message("Low without any one level, s"), "sure_low_s"),
    (message("Middle, s"), "point_s"),
    (message("High, s"), "high_s"),
    (message("High by measurement alone, s"), "chord_s"),
)
_CURVES_A_PAGE = 2
_FIRST_ROW = 5
_HEAD_HEIGHT = 45
"""Points: three lines."""
_SECONDS = f'[>=1E+299]"{UNKNOWN}";0.000000'


@dataclass(frozen=True, slots=True)
class CurveAreas:
    """Where the columns of one option's curve stand."""

    rates: str
    low: str
    sure: str
    middle: str
    high: str
    chord: str
    once: str = ""
    """Empty where all levels were repeated, or none was."""


def write_curves(book: WorkbookWriter, content: ReportContent) -> dict[int, CurveAreas]:
    """Write the curves as values; return where each option's columns stand, by its id."""
    note = message(
        "Values: computed by Arraywise from the runs with 1,000 resamplings. The sheet Response"
        " interpolates linearly between the rows."
    )
    grid = book.sheet(message("Curves"), message("Response time by rate"), note)
    grid.worksheet.set_row(_FIRST_ROW - 1, _HEAD_HEIGHT)
    areas = {}
    for index, curve in enumerate(content.curves):
        left = index * (len(_COLUMNS) + 1)
        grid.put(3, left, curve.option.name, CellRole.STRONG)
        grid.worksheet.set_column(left, left + len(_COLUMNS) - 1, 12)
        grid.worksheet.set_column(left + len(_COLUMNS), left + len(_COLUMNS), 3)
        columns = [(title, getattr(curve, name)) for title, name in _COLUMNS]
        if len(set(curve.once)) > 1:
            columns.append((message("One run (1)"), curve.once))
        areas[curve.option.id] = CurveAreas(*write_columns(grid, left, columns))
    wide = _CURVES_A_PAGE * (len(_COLUMNS) + 1)
    breaks = range(wide, len(content.curves) * (len(_COLUMNS) + 1), wide)
    grid.finish((_FIRST_ROW, 0), breaks=breaks)
    return areas


def write_columns(
    grid: SheetWriter, left: int, columns: Sequence[tuple[Text, Sequence[float]]]
) -> list[str]:
    """Write columns of values side by side and return the area of each."""
    areas, style = [], grid.book.style(CellRole.PLAIN, _SECONDS)
    for offset, (title, values) in enumerate(columns):
        grid.put(_FIRST_ROW - 1, left + offset, title, CellRole.HEAD_RIGHT)
        for row, value in enumerate(values, start=_FIRST_ROW):
            shown = value if math.isfinite(value) else NOT_KNOWN
            grid.write(row, left + offset, shown, style)
        first, last = (_FIRST_ROW, left + offset), (_FIRST_ROW + len(values) - 1, left + offset)
        areas.append(grid.area(first, last))
    return areas


@dataclass(frozen=True, slots=True)
class CurveReading:
    """Formulas that read one option's curve."""

    table: CurveTable
    areas: CurveAreas

    @property
    def length(self) -> int:
        """Rows of the curve."""
        return len(self.table.rates_tps)

    def row(self, rate: str) -> FormulaText:
        """Return the row, from 1, after which a rate lies; never the last one."""
        return FormulaText(f"={row_of(self.areas.rates, self.length, rate)}")

    def read(self, which: str, rate: str, row: str) -> FormulaText:
        """Return a column at a rate, given its row: straight between, level outside.

        Columns are low, sure, middle, high and chord.
        """
        area = getattr(self.areas, which)
        return FormulaText(f"={read_line(self.areas.rates, area, self.length, rate, row)}")

    def target_row(self, which: str) -> FormulaText:
        """Return the row, from 1, after which a column of response times passes the target."""
        return FormulaText(f"={row_of(getattr(self.areas, which), self.length, 'Target_s')}")

    def crossing(self, which: str, row: str) -> FormulaText:
        """Return the highest rate with at most the target, given the cell of the target's row."""
        area, rates, last = getattr(self.areas, which), self.areas.rates, self.length
        if last == 1:
            return FormulaText(f"=INDEX({rates},1)")
        rise = f"(INDEX({area},{row}+1)-INDEX({area},{row}))"
        share = f"IF({rise}>0,(Target_s-INDEX({area},{row}))/{rise},0)"
        between = f"MEDIAN(0,1,{share})*(INDEX({rates},{row}+1)-INDEX({rates},{row}))"
        inside = f"INDEX({rates},{row})+{between}"
        return FormulaText(f"=IF(Target_s>=INDEX({area},{last}),INDEX({rates},{last}),{inside})")


def row_of(area: str, length: int, value: str) -> str:
    """Return the formula of the row, from 1, after which a value lies; never the last one."""
    if length == 1:
        return "1"
    return f"IFERROR(MIN(MATCH({value},{area},1),{length - 1}),1)"


def read_line(rates: str, area: str, length: int, rate: str, row: str) -> str:
    """Return the formula that reads a column at a rate: straight between rows, level outside."""
    if length == 1:
        return f"INDEX({area},1)"
    inside = f"MEDIAN({rate},INDEX({rates},1),INDEX({rates},{length}))"
    width = f"(INDEX({rates},{row}+1)-INDEX({rates},{row}))"
    rise = f"(INDEX({area},{row}+1)-INDEX({area},{row}))"
    return f"INDEX({area},{row})+{rise}*({inside}-INDEX({rates},{row}))/{width}"
