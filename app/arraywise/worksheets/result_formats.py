"""Areas that formulas refer to, which of their results are dates, and what sums leave out.

A date and some days are a date; two dates apart are days. Texts that sums leave out are noted
beside the result.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from arraywise.domain.cells import (
    MOST_ROWS,
    CellAddress,
    CellFault,
    FormatKind,
    NumberFormat,
    cell_name,
    parse_number_format,
)
from arraywise.domain.messages import message
from arraywise.worksheets.formula import TokenKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from arraywise.domain.messages import Message
    from arraywise.worksheets.fields import Results, TypedCells
    from arraywise.worksheets.formula import Formula, Token

    _Rows = defaultdict[tuple[str, int], list[int]]
    """Rows by sheet and column, ascending."""


_GENERAL, _DATE = NumberFormat(), NumberFormat(FormatKind.DATE)
_MOST_SEEN = 200
"""Cells of an area that are looked at."""
_DATE_FUNCTIONS = frozenset({"DATE", "EDATE", "EOMONTH", "WORKDAY", "DATEVALUE"})
_SELECTING_FUNCTIONS = frozenset(
    {"IF", "IFERROR", "IFNA", "INDEX", "XLOOKUP", "VLOOKUP", "MIN", "MAX", "MINIFS", "MAXIFS",
     "LARGE", "SMALL", "ROUND", "ROUNDUP", "ROUNDDOWN", "ABS", "CHOOSE"}
)  # fmt: skip
"""Functions that return one of their arguments' values, maybe rounded."""
_PASSED_ARGUMENTS = {
    "IF": (1, 2), "MINIFS": (0,), "MAXIFS": (0,), "INDEX": (0,), "XLOOKUP": (2, 3),
    "VLOOKUP": (1,), "LARGE": (0,), "SMALL": (0,), "ROUND": (0,), "ROUNDUP": (0,),
    "ROUNDDOWN": (0,),
}  # fmt: skip
"""Arguments whose values a function passes on; all of the others."""
_TEXT_SKIPPING_FUNCTIONS = frozenset(
    {"SUM", "AVERAGE", "SUBTOTAL", "SUMPRODUCT", "NPV", "MEDIAN", "PRODUCT", "MIN", "MAX",
     "STDEV.S", "STDEV.P", "VAR.S", "VAR.P", "SUMSQ"}
)  # fmt: skip
"""Functions that pass over texts in ranges."""


@dataclass(slots=True)
class _Operands:
    """What decides whether the result of a formula is a date."""

    dates: int = 0
    """References to dates."""
    operators: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)
    ranges: list[tuple[str, SheetArea]] = field(default_factory=list)
    """Ranges, each with the function around it."""


class _Brackets:
    """The functions and brackets around a token of a formula, as a stack."""

    def __init__(self) -> None:
        self._stack: list[tuple[str, int]] = []  # each with the number of the argument
        self._function_before = ""

    @property
    def reaches_result(self) -> bool:
        """Whether the value of this argument reaches the formula's result."""
        return all(at in _PASSED_ARGUMENTS.get(name, (at,)) for name, at in self._stack)

    @property
    def innermost_function(self) -> str:
        """The innermost function; empty where there is none."""
        return self._stack[-1][0] if self._stack else ""

    def push_or_pop(self, token: Token) -> None:
        """Update the stack by the next token."""
        if token.kind is TokenKind.OPEN:
            self._stack.append((self._function_before, 0))
        elif token.kind is TokenKind.CLOSE:
            self._stack.pop()
        elif token.kind is TokenKind.SEPARATOR:
            name, at = self._stack[-1]
            self._stack[-1] = (name, at + 1)
        self._function_before = token.text.upper() if token.kind is TokenKind.FUNCTION else ""


class ResultFormats:
    """Which formulas of a workbook give dates, and notes; each computed when it is needed."""

    def __init__(
        self,
        cells: TypedCells,
        formulas: Mapping[CellAddress, ResolvedFormula],
        results: Results,
    ) -> None:
        """Take the typed cells, the formulas among them, and their results."""
        self._cells, self._formulas, self._results = cells, formulas, results
        self._notes: dict[CellAddress, Message | None] = {}

    @cached_property
    def _is_date_by_cell(self) -> dict[CellAddress, bool]:
        """Whether a cell is a date: those that were typed or formatted so, and formulas."""
        return {
            p: True for p in self._cells if self._given_or_typed_format(p).kind is FormatKind.DATE
        }

    def _given_or_typed_format(self, address: CellAddress) -> NumberFormat:
        """Return the format that a cell was given, or that of its typed figure."""
        own = parse_number_format(self._cells[address].number_format)
        if own.kind is FormatKind.GENERAL and address not in self._formulas:
            result = self._results.get(address)
            own = result.number_format if result is not None else own
        return own

    @cached_property
    def _date_cells_by_column(self) -> _Rows:
        return _index_by_column({**self._is_date_by_cell, **self._formulas})

    @cached_property
    def _typed_text_rows_by_column(self) -> _Rows:
        results = self._results.items()
        return _index_by_column(
            address
            for address, result in results
            if isinstance(result.value, str) and result.value and address not in self._formulas
        )

    def find_note(self, address: CellAddress) -> Message | None:
        """Return the note on what a formula leaves out; None where there is none."""
        if address not in self._notes:
            self._notes[address] = (
                self._build_uncounted_texts_note(address) if address in self._formulas else None
            )
        return self._notes[address]

    def resolve_format(self, address: CellAddress) -> NumberFormat:
        """Return the format of a date where a cell is one by its precedents, else the general."""
        waiting, visited = [address], set[CellAddress]()
        while waiting:
            at = waiting[-1]
            if at in self._is_date_by_cell or at not in self._formulas:
                waiting.pop()
            elif at in visited:
                self._is_date_by_cell[at] = _is_date(self._collect_operands(at))
                waiting.pop()
            else:
                visited.add(at)
                precedents = (
                    p for area in self._formulas[at].areas for p in self._date_cells_in(area)
                )
                waiting += [
                    p for p in precedents if p not in self._is_date_by_cell and p not in visited
                ]
        return _DATE if self._is_date_by_cell.get(address) else _GENERAL

    def _date_cells_in(self, area: SheetArea) -> Iterator[CellAddress]:
        return islice(_indexed_cells_in(self._date_cells_by_column, area), _MOST_SEEN)

    def _collect_operands(self, address: CellAddress) -> _Operands:
        """Collect the operands of a formula, without arguments that do not reach its result."""
        resolved, operands, brackets = self._formulas[address], _Operands(), _Brackets()
        areas = iter(resolved.areas)
        for token in resolved.formula.tokens if resolved.formula else ():
            reaches_result = brackets.reaches_result
            if token.reference is not None:
                area = next(areas)
                if reaches_result:
                    operands.dates += any(
                        self._is_date_by_cell.get(p) for p in self._date_cells_in(area)
                    )
                if token.reference.last is not None:
                    operands.ranges.append((brackets.innermost_function, area))
            elif reaches_result and token.kind is TokenKind.OPERATOR:
                operands.operators.add(token.text)
            elif reaches_result and token.kind is TokenKind.FUNCTION:
                operands.functions.add(token.text.upper())
            brackets.push_or_pop(token)
        return operands

    def _build_uncounted_texts_note(self, address: CellAddress) -> Message | None:
        left_out = [
            t
            for f, area in self._collect_operands(address).ranges
            if f in _TEXT_SKIPPING_FUNCTIONS
            for t in self._uncounted_texts(area)
        ]
        if not left_out:
            return None
        return message(
            "Texts are not counted: {count}, the first in {cell}.",
            count=len(left_out),
            cell=cell_name(left_out[0].row, left_out[0].column),
        )

    def _uncounted_texts(self, area: SheetArea) -> list[CellAddress]:
        """Return the cells with text in an area; of a whole column without its heading."""
        is_whole_column = area.top == 0 and area.bottom == MOST_ROWS - 1
        return list(
            islice(
                _indexed_cells_in(self._typed_text_rows_by_column, area),
                int(is_whole_column),
                None,
            )
        )


def _index_by_column(addresses: Iterable[CellAddress]) -> _Rows:
    rows: _Rows = defaultdict(list)
    for address in addresses:
        rows[address.sheet, address.column].append(address.row)
    for each in rows.values():
        each.sort()
    return rows


def _indexed_cells_in(rows_of: _Rows, area: SheetArea) -> Iterator[CellAddress]:
    for column in range(area.left, area.right + 1):
        rows = rows_of.get((area.sheet, column), [])
        for row in rows[bisect_left(rows, area.top) : bisect_right(rows, area.bottom)]:
            yield CellAddress(area.sheet, row, column)


def _is_date(operands: _Operands) -> bool:
    """Return whether the result of a formula is a date by its operands."""
    if operands.functions & _DATE_FUNCTIONS:
        return operands.functions <= _DATE_FUNCTIONS
    is_plain = not (operands.functions - _SELECTING_FUNCTIONS or operands.operators - {"+", "-"})
    return is_plain and (operands.dates == 1 or (operands.dates > 1 and not operands.operators))


@dataclass(frozen=True, slots=True)
class SheetArea:
    """A rectangle of cells on one sheet, ends included."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int

    def count_cells_read(self, used_rows: int) -> int:
        """Return how many cells the engine reads for this area where so many rows are used.

        Of a whole column it reads the used rows; of a range every cell.
        """
        is_whole_column = self.top == 0 and self.bottom == MOST_ROWS - 1
        row_count = min(used_rows, MOST_ROWS) if is_whole_column else self.bottom - self.top + 1
        return row_count * (self.right - self.left + 1)


@dataclass(slots=True)
class Precedents:
    """The areas of every formula, and which formulas lie in an area."""

    areas: Mapping[CellAddress, tuple[SheetArea, ...]]
    _rows: dict[tuple[str, int], list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for address in self.areas:
            self._rows.setdefault((address.sheet, address.column), []).append(address.row)
        for rows in self._rows.values():
            rows.sort()

    def direct_precedents(self, address: CellAddress) -> Iterator[CellAddress]:
        """Yield the formulas that a formula refers to directly."""
        for area in self.areas.get(address, ()):
            for column in range(area.left, area.right + 1):
                rows = self._rows.get((area.sheet, column), ())
                for row in rows[bisect_left(rows, area.top) : bisect_right(rows, area.bottom)]:
                    yield CellAddress(area.sheet, row, column)

    def find_precedent(
        self, start: CellAddress, is_wanted: Callable[[CellAddress], bool]
    ) -> CellAddress | None:
        """Return the first wanted formula among all precedents; None where there is none."""
        seen, waiting = {start}, [start]
        while waiting:
            for address in self.direct_precedents(waiting.pop()):
                if address in seen:
                    continue
                if is_wanted(address):
                    return address
                seen.add(address)
                waiting.append(address)
        return None


def build_area(
    sheet: str, first: tuple[int | None, int], last: tuple[int | None, int] | None
) -> SheetArea:
    """Return the area between two corners, given as row and column, in any order."""
    last = last or first
    rows = [row for row in (first[0], last[0]) if row is not None]
    columns = (first[1], last[1])
    if len(rows) < 2:  # a whole column
        rows = [0, MOST_ROWS - 1]
    return SheetArea(sheet, min(rows), min(columns), max(rows), max(columns))


@dataclass(frozen=True, slots=True)
class ResolvedFormula:
    """A formula as the engine takes it."""

    text: str = ""
    areas: tuple[SheetArea, ...] = ()
    model_result: str = ""
    """First of the model's results that it uses."""
    joins_text: bool = False
    """Joins texts."""
    uses_demand: bool = False
    """Uses what is asked, which depends on no price."""
    fault: CellFault | None = None
    formula: Formula | None = None
    """As it was typed; its references are those of `areas`, in their order."""
