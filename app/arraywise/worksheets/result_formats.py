"""Areas that formulas refer to, and as what their results are understood.

A sum of amounts in EUR is one in EUR, a date and some days are a date, a price by a price is none.
Amounts in different currencies, and texts that sums leave out, are told beside the result.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from arraywise.domain.cells import (
    MOST_ROWS,
    CellAddress,
    CellFault,
    FormatKind,
    FormatRule,
    NumberFormat,
    RuleKind,
    cell_name,
    read_format,
    read_style,
)
from arraywise.domain.messages import message
from arraywise.worksheets.formula import TokenKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from arraywise.worksheets.formula import Formula


if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from arraywise.domain.cells import InputCell, Value
    from arraywise.domain.messages import Message
    from arraywise.worksheets.fields import Results, TypedCells
    from arraywise.worksheets.formula import Token

    _Rows = defaultdict[tuple[str, int], list[int]]
    """Rows by sheet and column, ascending."""


_PLAIN, _DATE = NumberFormat(), NumberFormat(FormatKind.DATE)
_MOST_SEEN = 200
"""Cells of an area that are looked at."""
_DATES = frozenset({"DATE", "EDATE", "EOMONTH", "WORKDAY", "DATEVALUE"})
_ADDING = frozenset(
    {"SUM", "SUMIF", "SUMIFS", "AVERAGE", "AVERAGEIF", "AVERAGEIFS", "SUBTOTAL", "SUMPRODUCT",
     "NPV", "MEDIAN"}
)  # fmt: skip
_PASSING = frozenset(
    {"IF", "IFERROR", "IFNA", "INDEX", "XLOOKUP", "VLOOKUP", "MIN", "MAX", "MINIFS", "MAXIFS",
     "LARGE", "SMALL", "ROUND", "ROUNDUP", "ROUNDDOWN", "ABS", "CHOOSE"}
)  # fmt: skip
"""Functions that give back one of the values that they are given, maybe rounded."""
_COUNTED = {
    "IF": (1, 2), "SUMIF": (0, 2), "AVERAGEIF": (0, 2), "SUMIFS": (0,), "AVERAGEIFS": (0,),
    "MINIFS": (0,), "MAXIFS": (0,), "INDEX": (0,), "XLOOKUP": (2, 3), "VLOOKUP": (1,),
    "LARGE": (0,), "SMALL": (0,), "ROUND": (0,), "ROUNDUP": (0,), "ROUNDDOWN": (0,),
    "SUBTOTAL": (1,), "NPV": (1, 2, 3, 4, 5, 6, 7, 8),
}  # fmt: skip
"""Arguments whose values a function passes on or adds; all of the others."""
_OF_NUMBERS = _ADDING - {"SUMIF", "SUMIFS", "AVERAGEIF", "AVERAGEIFS"} | {
    "PRODUCT", "MIN", "MAX", "STDEV.S", "STDEV.P", "VAR.S", "VAR.P", "SUMSQ",
}  # fmt: skip
"""Functions that pass over texts in ranges."""
_SCALING = frozenset("*/")


@dataclass(slots=True)
class _Operands:
    """What of a formula decides as what its result is understood."""

    parts: list[NumberFormat | str] = field(default_factory=list)
    """Formats of what is referred to, and the operators between."""
    functions: set[str] = field(default_factory=set)
    added: list[tuple[str, SheetArea]] = field(default_factory=list)
    """Ranges, each with the function around it."""

    @property
    def formats(self) -> list[NumberFormat]:
        """Formats other than plain ones."""
        return [each for each in self.parts if isinstance(each, NumberFormat) and each != _PLAIN]

    @property
    def operators(self) -> set[str]:
        """The operators between them."""
        return {each for each in self.parts if isinstance(each, str)}

    @property
    def currencies(self) -> set[str]:
        """The currencies of amounts."""
        return {each.currency for each in self.formats if each.kind is FormatKind.CURRENCY}


class _Brackets:
    """The functions and brackets around a part of a formula."""

    def __init__(self) -> None:
        self._around: list[tuple[str, int]] = []  # each with the number of the argument
        self._called = ""

    @property
    def counts(self) -> bool:
        """Whether what stands here reaches the result."""
        return all(at in _COUNTED.get(name, (at,)) for name, at in self._around)

    @property
    def function(self) -> str:
        """The innermost function; empty where there is none."""
        return self._around[-1][0] if self._around else ""

    def take(self, token: Token) -> None:
        """Go past a part."""
        if token.kind is TokenKind.OPEN:
            self._around.append((self._called, 0))
        elif token.kind is TokenKind.CLOSE:
            self._around.pop()
        elif token.kind is TokenKind.SEPARATOR:
            name, at = self._around[-1]
            self._around[-1] = (name, at + 1)
        self._called = token.text.upper() if token.kind is TokenKind.FUNCTION else ""


class ResultFormats:
    """Formats and notes of a workbook's formulas, each worked out when it is asked for."""

    def __init__(
        self,
        cells: TypedCells,
        formulas: Mapping[CellAddress, ResolvedFormula],
        results: Results,
        currency: str,
    ) -> None:
        """Know what is typed, and what its texts and figures were read as."""
        self._cells, self._formulas, self._results = cells, formulas, results
        self._currency = currency
        self._notes: dict[CellAddress, Message | None] = {}

    @cached_property
    def _known(self) -> dict[CellAddress, NumberFormat]:
        return {p: how for p in self._cells if (how := self._own(p)) != _PLAIN}

    def _own(self, place: CellAddress) -> NumberFormat:
        """Return the format that a cell was given, or that of what is typed in it."""
        given = read_format(self._cells[place].number_format)
        if given.kind is FormatKind.GENERAL and place not in self._formulas:
            result = self._results.get(place)
            given = result.number_format if result is not None else given
        if given.kind is FormatKind.CURRENCY:
            return NumberFormat(FormatKind.CURRENCY, 0, given.currency or self._currency)
        return _DATE if given.kind is FormatKind.DATE else _PLAIN

    @cached_property
    def _special(self) -> _Rows:
        return _by_column({**self._known, **self._formulas})

    @cached_property
    def _texts(self) -> _Rows:
        results = self._results.items()
        return _by_column(
            place
            for place, result in results
            if isinstance(result.value, str) and result.value and place not in self._formulas
        )

    def note_on(self, place: CellAddress) -> Message | None:
        """Say what a formula mixes or leaves out; None where nothing is to be said."""
        if place not in self._notes:
            self._notes[place] = self._note(place) if place in self._formulas else None
        return self._notes[place]

    def format_of(self, place: CellAddress) -> NumberFormat:
        """Return as what a cell's figure is understood."""
        waiting, begun = [place], set[CellAddress]()
        while waiting:
            at = waiting[-1]
            if at in self._known or at not in self._formulas:
                waiting.pop()
            elif at in begun:
                self._known[at] = _implied(self._operands(at))
                waiting.pop()
            else:
                begun.add(at)
                behind = (p for area in self._formulas[at].areas for p in self._seen(area))
                waiting += [p for p in behind if p not in self._known and p not in begun]
        return self._known.get(place, _PLAIN)

    def _seen(self, area: SheetArea) -> Iterator[CellAddress]:
        return islice(_within(self._special, area), _MOST_SEEN)

    def _operands(self, place: CellAddress) -> _Operands:
        """Take a formula apart; arguments that do not reach its result are left out."""
        resolved, found, around = self._formulas[place], _Operands(), _Brackets()
        areas = iter(resolved.areas)
        for token in resolved.formula.tokens if resolved.formula else ():
            counts = around.counts
            if token.reference is not None:
                area = next(areas)
                found.parts += self._formats(area) if counts else []
                if token.reference.last is not None:
                    found.added.append((around.function, area))
            elif counts and token.kind is TokenKind.OPERATOR:
                found.parts.append(token.text)
            elif counts and token.kind is TokenKind.FUNCTION:
                found.functions.add(token.text.upper())
            around.take(token)
        return found

    def _formats(self, area: SheetArea) -> list[NumberFormat]:
        """Return the different formats in an area; a single plain cell is one too."""
        formats = dict.fromkeys(self._known.get(place, _PLAIN) for place in self._seen(area))
        return list(formats) or [_PLAIN]

    def _note(self, place: CellAddress) -> Message | None:
        self.format_of(place)  # what it refers to is known then
        found = self._operands(place)
        if len(found.currencies) > 1 and (found.functions & _ADDING or found.operators & {"+"}):
            return message(
                "Amounts in {currencies} are added up; nothing is converted.",
                currencies=", ".join(sorted(found.currencies)),
            )
        left_out = [t for f, area in found.added if f in _OF_NUMBERS for t in self._left_out(area)]
        if not left_out:
            return None
        return message(
            "Texts are not counted: {count}, the first in {cell}.",
            count=len(left_out),
            cell=cell_name(left_out[0].row, left_out[0].column),
        )

    def _left_out(self, area: SheetArea) -> list[CellAddress]:
        """Return the texts in an area; the first of a whole column is its heading."""
        whole = area.top == 0 and area.bottom == MOST_ROWS - 1
        return list(islice(_within(self._texts, area), int(whole), None))


def _by_column(places: Iterable[CellAddress]) -> _Rows:
    rows: _Rows = defaultdict(list)
    for place in places:
        rows[place.sheet, place.column].append(place.row)
    for each in rows.values():
        each.sort()
    return rows


def _within(rows_of: _Rows, area: SheetArea) -> Iterator[CellAddress]:
    for column in range(area.left, area.right + 1):
        rows = rows_of.get((area.sheet, column), [])
        for row in rows[bisect_left(rows, area.top) : bisect_right(rows, area.bottom)]:
            yield CellAddress(area.sheet, row, column)


def _implied(found: _Operands) -> NumberFormat:
    """Return as what the result of a formula is understood."""
    dates = [each for each in found.formats if each == _DATE]
    if found.functions & _DATES:
        return _DATE if found.functions <= _DATES else _PLAIN
    if found.functions - _ADDING - _PASSING or found.operators - _SCALING - {"+", "-"}:
        return _PLAIN
    if dates:
        is_moved = bool(found.operators) and len(dates) > 1
        is_scaled = found.operators & _SCALING or found.functions & _ADDING
        return _PLAIN if is_moved or is_scaled or found.currencies else _DATE
    if len(found.currencies) != 1 or _is_ratio(found.parts):
        return _PLAIN
    return NumberFormat(FormatKind.CURRENCY, 2, found.currencies.pop())


def _is_ratio(parts: list[NumberFormat | str]) -> bool:
    """Return whether something is divided by an amount, or amounts are multiplied."""
    before: NumberFormat | str = ""
    for operator, after in pairwise(parts):
        is_amount = isinstance(after, NumberFormat) and after.kind is FormatKind.CURRENCY
        was_amount = isinstance(before, NumberFormat) and before.kind is FormatKind.CURRENCY
        if is_amount and (operator == "/" or (operator == "*" and was_amount)):
            return True
        before = operator
    return False


_SCALE = ("red", "yellow", "green")


def rules_of(cells: Iterable[InputCell]) -> dict[FormatRule, list[CellAddress]]:
    """Return the cells of every rule."""
    found: dict[FormatRule, list[CellAddress]] = defaultdict(list)
    for cell in cells:
        if "rule " in cell.number_format:
            rule = read_style(cell.number_format).rule
            if rule is not None:
                found[rule].append(cell.place)
    return found


def rule_fills(
    rules: Mapping[FormatRule, list[CellAddress]], results: Results
) -> dict[CellAddress, str]:
    """Return the fills of the cells whose value meets their rule."""
    fills: dict[CellAddress, str] = {}
    for rule, places in rules.items():
        values = {place: results[place].value for place in places if place in results}
        figures = {p: v for p, v in values.items() if isinstance(v, float)}
        if rule.kind is RuleKind.SCALE:
            fills |= _on_scale(figures, upwards=rule.fill != "red")
        elif rule.kind is RuleKind.TOP:
            count = int(rule.first) if rule.first.isdecimal() else 0
            first = sorted(figures, key=lambda place: -figures[place])[:count]
            fills |= dict.fromkeys(first, rule.fill)
        else:
            fills |= {p: rule.fill for p, value in values.items() if _meets(rule, value)}
    return fills


def _on_scale(figures: Mapping[CellAddress, float], *, upwards: bool) -> dict[CellAddress, str]:
    """Fill by thirds of the way from the least to the greatest figure."""
    if not figures:
        return {}
    least, most = min(figures.values()), max(figures.values())
    order = _SCALE if upwards else _SCALE[::-1]
    wide = (most - least) or 1.0
    return {p: order[min(2, int(3 * (v - least) / wide))] for p, v in figures.items()}


def _meets(rule: FormatRule, value: Value) -> bool:
    if rule.kind is RuleKind.CONTAINS:
        return rule.first.casefold() in str("" if value is None else value).casefold()
    if not isinstance(value, float):
        is_equal = rule.kind is RuleKind.EQUAL and isinstance(value, str)
        return is_equal and str(value).casefold() == rule.first.casefold()
    first = _figure(rule.first)
    return {
        RuleKind.GREATER: value > first,
        RuleKind.LESS: value < first,
        RuleKind.EQUAL: value == first,
        RuleKind.BETWEEN: first <= value <= _figure(rule.second),
    }.get(rule.kind, False)


def _figure(text: str) -> float:
    """Return a stored figure; one that cannot be read is met by nothing."""
    try:
        return float(text)
    except ValueError:
        return float("nan")


@dataclass(frozen=True, slots=True)
class SheetArea:
    """A rectangle of cells on one sheet, ends included."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int

    def size(self, rows: int) -> int:
        """Return how many cells are looked at where so many rows are used.

        Of a whole column the engine looks at the used rows; of a range at every cell.
        """
        whole = self.top == 0 and self.bottom == MOST_ROWS - 1
        high = min(rows, MOST_ROWS) if whole else self.bottom - self.top + 1
        return high * (self.right - self.left + 1)


@dataclass(slots=True)
class Precedents:
    """The areas of every formula, and which formulas lie in an area."""

    areas: Mapping[CellAddress, tuple[SheetArea, ...]]
    _rows: dict[tuple[str, int], list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for place in self.areas:
            self._rows.setdefault((place.sheet, place.column), []).append(place.row)
        for rows in self._rows.values():
            rows.sort()

    def of(self, place: CellAddress) -> Iterator[CellAddress]:
        """List the formulas that a formula refers to."""
        for area in self.areas.get(place, ()):
            for column in range(area.left, area.right + 1):
                rows = self._rows.get((area.sheet, column), ())
                for row in rows[bisect_left(rows, area.top) : bisect_right(rows, area.bottom)]:
                    yield CellAddress(area.sheet, row, column)

    def reached(
        self, start: CellAddress, wanted: Callable[[CellAddress], bool]
    ) -> CellAddress | None:
        """Find a formula, other than the first, that the first one's value comes from."""
        seen, waiting = {start}, [start]
        while waiting:
            for place in self.of(waiting.pop()):
                if place in seen:
                    continue
                if wanted(place):
                    return place
                seen.add(place)
                waiting.append(place)
        return None


def area_of(
    sheet: str, first: tuple[int | None, int], last: tuple[int | None, int] | None
) -> SheetArea:
    """Return the area between two corners, given as row and column in any order."""
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
    result: str = ""
    """First of the model's results that it uses."""
    joins: bool = False
    """Joins texts."""
    by_demand: bool = False
    """Uses what is asked, which depends on no price."""
    fault: CellFault | None = None
    formula: Formula | None = None
    """As it was typed; its references are those of `areas`, in their order."""
