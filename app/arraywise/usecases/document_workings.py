"""Gathers the workings for the documents: formulas that any spreadsheet takes, and values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.sheets import OURS_ALONE, ErrorCode, Place, cell_name, read_format
from arraywise.report.workings import NamedValue, WorkingCell, Workings, error_elsewhere
from arraywise.sheets.formula import read_formula, written_reference
from arraywise.sheets.tokens import NotUnderstood, Reference
from arraywise.store.reading.sheets import typed_cells
from arraywise.usecases.calculate_sheets import SheetCalculator
from arraywise.usecases.sheet_names import option_prefixes
from arraywise.usecases.typed_sheets import (
    CRITERIA_KEY,
    REQUIREMENT_KEY,
    WORKINGS_KEY,
    prices_key,
    times_key,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.domain.decision import Answer
    from arraywise.domain.facts import StudyFacts
    from arraywise.domain.sheets import CellFault, TypedCell
    from arraywise.store.study import Study
    from arraywise.usecases.calculate_sheets import Calculated


class _NotThere(Exception):  # noqa: N818 - it is what is wrong with a formula
    """A formula refers to what no other workbook has."""


def gather_workings(study: Study, facts: StudyFacts, answered: Answer) -> Workings:
    """Work the workings of a study out and write their formulas for another workbook."""
    return make_workings(typed_cells(study), facts, answered)


def make_workings(
    cells: Mapping[Place, TypedCell], facts: StudyFacts, answered: Answer
) -> Workings:
    """Do the same for typed cells."""
    if not any(place.sheet == WORKINGS_KEY for place in cells):
        return Workings()
    found = SheetCalculator().calculate(facts, answered, cells)
    return _Writer(facts, found).written(cells)


class _Writer:
    """Writes formulas, and keeps what they call by name."""

    def __init__(self, facts: StudyFacts, found: Calculated) -> None:
        options = [known.option for known in facts.options]
        prefixes = option_prefixes(options)
        self._found = found
        self._keys = {name.casefold(): key for key, name in found.sheets.items()}
        self._results = {name.casefold(): name for name in found.names}
        self._results |= {alias.casefold(): name for alias, name in found.aliases.items()}
        self._options = {prefix: id_ for id_, prefix in prefixes.items()}
        self._called = {REQUIREMENT_KEY: "Requirement_", CRITERIA_KEY: "Criteria_"}
        """What names of cells begin with, by the key of their sheet."""
        for id_, prefix in prefixes.items():
            self._called |= {
                prices_key(id_): f"{prefix}.Prices_",
                times_key(id_): f"{prefix}.Times_",
            }
        self._named: dict[str, NamedValue] = {}

    def written(self, cells: Mapping[Place, TypedCell]) -> Workings:
        """Return all cells of the workings, and what they call."""
        own = [self._cell(cell) for place, cell in cells.items() if place.sheet == WORKINGS_KEY]
        return Workings(tuple(own), tuple(self._named.values()))

    def _cell(self, cell: TypedCell) -> WorkingCell:
        result = self._found.results.get(cell.place)
        fault = result.fault if result is not None else None
        return WorkingCell(
            cell.place.row,
            cell.place.column,
            cell.text,
            result.value if result is not None else None,
            read_format(cell.number_format),
            self._formula(cell, fault),
            fault,
        )

    def _formula(self, cell: TypedCell, fault: CellFault | None) -> str:
        if not cell.text.startswith("=") or (fault is not None and fault.code in OURS_ALONE):
            return ""
        try:
            formula = read_formula(cell.text, cell.decimal)
            return formula.written(".", self._reference, self._name)
        except (NotUnderstood, _NotThere):
            return ""

    def _name(self, written: str) -> str:
        name = self._results.get(written.casefold())
        if name is None:
            raise _NotThere
        value = self._found.names[name]
        option = self._options.get(name.rpartition(".")[0])
        error = ErrorCode.NA if value is None else ""
        self._named[name] = NamedValue(name, value, option, error=error)
        return name

    def _reference(self, reference: Reference) -> str:
        """Write a reference; a cell of another sheet is called by a name, an area has none."""
        key = WORKINGS_KEY
        if reference.sheet is not None:
            key = self._keys.get(reference.sheet.casefold(), "")
        if key == WORKINGS_KEY:
            return written_reference(Reference(None, reference.first, reference.last))
        row, column = reference.first.row, reference.first.column
        if key not in self._called or reference.last is not None or row is None:
            raise _NotThere
        return self._cell_elsewhere(Place(key, row, column))

    def _cell_elsewhere(self, place: Place) -> str:
        name = self._called[place.sheet] + cell_name(place.row, place.column)
        result, given = self._found.results.get(place), self._found.given
        value = result.value if result is not None else given.get(place)
        missing = place in given and value is None
        if result is not None:
            error = error_elsewhere(result.fault)
        else:
            error = ErrorCode.NA if missing else ""
        asked = place.sheet == REQUIREMENT_KEY and place.column == 1
        row = place.row if asked else None
        self._named[name] = NamedValue(name, value, input_row=row, error=error)
        return name
