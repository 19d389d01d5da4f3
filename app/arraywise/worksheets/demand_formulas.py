"""Quantities that follow the demand, with the cells that they refer to put in (MODEL F3).

`=MAX(0, Demand.IOPS - B2)` becomes `MAX(0,Demand.IOPS-3000)`: what is left are numbers, functions
and the names of the demand, so that a price can be computed at any load without the sheets.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from arraywise.analysis.price_at_demand import parse_quantity
from arraywise.domain.cells import CellAddress, cell_name
from arraywise.domain.messages import UserError, message
from arraywise.domain.pricing import DEMAND_NAMES
from arraywise.worksheets.fields import InvalidValue
from arraywise.worksheets.formula import FormulaError, read_formula

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arraywise.domain.cells import CellResult, InputCell, Value
    from arraywise.worksheets.formula import Formula, Reference
    from arraywise.worksheets.workbook import BookSheet

NAMES = frozenset(name.casefold() for name in DEMAND_NAMES)
_DEEPEST, _LONGEST, _MOST_CELLS = 30, 4000, 200
_TOO_LONG = message("A quantity by demand refers to too many cells. Shorten it.")


class DemandFormulas:
    """Finds the formulas that follow the demand and writes them without references."""

    def __init__(
        self,
        sheets: tuple[BookSheet, ...],
        cells: Mapping[CellAddress, InputCell],
        results: Mapping[CellAddress, CellResult],
        given: Mapping[CellAddress, Value],
    ) -> None:
        """Know all sheets, typed cells, what they come to, and the values of the input sheets."""
        self._keys = {sheet.name.casefold(): sheet.key for sheet in sheets}
        self._cells, self._results, self._given = cells, results, given
        self._any = any(name in c.text.casefold() for c in cells.values() for name in NAMES)
        self._formula = cache(self._parsed)
        self._known: dict[CellAddress, bool] = {}

    def of(self, place: CellAddress) -> str:
        """Return the formula of a cell without references; empty where it does not follow.

        Raises:
            InvalidValue: it follows the demand, and is nothing that a quantity can be.
        """
        if not self._any or not self._follows(place):
            return ""
        text = self._written(place, ())
        try:
            parse_quantity(text)
        except UserError as error:
            raise InvalidValue(error.message) from error
        return text

    def _parsed(self, place: CellAddress) -> Formula | None:
        cell = self._cells.get(place)
        if cell is None or not cell.text.startswith("="):
            return None
        try:
            return read_formula(cell.text, cell.decimal)
        except FormulaError:
            return None

    def _follows(self, place: CellAddress) -> bool:
        """Return whether a cell's value comes from the demand, by however many other cells."""
        if place not in self._known:
            self._known[place] = self._reaches_demand(place)
        return self._known[place]

    def _reaches_demand(self, start: CellAddress) -> bool:
        seen, waiting = {start}, [start]
        while waiting:
            place = waiting.pop()
            formula = self._formula(place)
            if formula is None:
                continue
            if any(name.casefold() in NAMES for name in formula.names):
                return True
            for reference in formula.references:
                found = set(self._typed_in(place.sheet, reference)) - seen
                seen |= found
                waiting += found
        return False

    def _typed_in(self, own: str, reference: Reference) -> list[CellAddress]:
        """List the typed cells of a reference."""
        if reference.last is None:
            return [at for at in self._area(own, reference) if at in self._cells]
        sheet, rows, columns = self._bounds(own, reference)
        return [
            at
            for at in self._cells
            if at.sheet == sheet and at.row in rows and at.column in columns
        ]

    def _bounds(self, own: str, reference: Reference) -> tuple[str, range, range]:
        sheet = own
        if reference.sheet is not None:
            sheet = self._keys.get(reference.sheet.casefold(), "")
        first, last = reference.first, reference.last or reference.first
        columns = sorted((first.column, last.column))
        rows = sorted((first.row or 0, 10**6 if last.row is None else last.row))
        return sheet, range(rows[0], rows[1] + 1), range(columns[0], columns[1] + 1)

    def _area(self, own: str, reference: Reference) -> Iterator[CellAddress]:
        sheet, rows, columns = self._bounds(own, reference)
        if len(rows) * len(columns) > _MOST_CELLS:
            raise InvalidValue(_TOO_LONG)
        for row in rows:
            for column in columns:
                yield CellAddress(sheet, row, column)

    def _written(self, place: CellAddress, path: tuple[CellAddress, ...]) -> str:
        formula = self._formula(place)
        if formula is None or place in path or len(path) > _DEEPEST:
            raise InvalidValue(_TOO_LONG)
        inner = (*path, place)
        text = formula.written(reference=lambda r: self._put_in(place.sheet, r, inner))
        if len(text) > _LONGEST:
            raise InvalidValue(_TOO_LONG)
        return text.removeprefix("=")

    def _put_in(self, own: str, reference: Reference, path: tuple[CellAddress, ...]) -> str:
        """Write what a reference amounts to; the cells of a range one after the other."""
        parts = [
            f"({self._written(at, path)})" if self._follows(at) else self._literal(at)
            for at in self._area(own, reference)
            if reference.last is None or self._value(at) is not None or self._follows(at)
        ]
        return ",".join(parts) or "0"

    def _value(self, place: CellAddress) -> Value:
        result = self._results.get(place)
        return self._given.get(place) if result is None else result.value

    def _literal(self, place: CellAddress) -> str:
        value = self._value(place)
        if isinstance(value, str):
            text = message(
                "{cell} holds text; a quantity by demand needs numbers.",
                cell=cell_name(place.row, place.column),
            )
            raise InvalidValue(text)
        if isinstance(value, bool):
            return "TRUE" if value else "FALSE"
        figure = 0.0 if value is None else value
        return f"({figure:.15g})" if figure < 0 else f"{figure:.15g}"
