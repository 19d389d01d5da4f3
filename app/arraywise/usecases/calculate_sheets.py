"""Works out what the typed cells of a study come to, with the model's results at hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.sheets import CellResult
from arraywise.sheets import functions
from arraywise.sheets.book import Book
from arraywise.usecases.derive_inputs import book_cells, put_results
from arraywise.usecases.point_columns import are_typed, point_columns
from arraywise.usecases.sheet_inputs import book_sheets, given_values, inputs_of
from arraywise.usecases.sheet_results import result_aliases, result_names, results_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.domain.decision import Answer
    from arraywise.domain.facts import StudyFacts
    from arraywise.domain.sheets import Place, TypedCell, Value
    from arraywise.sheets.book import BookSheet
    from arraywise.usecases.sheet_inputs import Inputs

FUNCTIONS = tuple(sorted(functions.ALL))
"""Names of the functions, for the list that is offered while typing."""


@dataclass(frozen=True, slots=True)
class Calculated:
    """What all typed cells come to."""

    results: Mapping[Place, CellResult]
    given: Mapping[Place, Value]
    """What stands in the cells of the input sheets."""
    sheets: Mapping[str, str]
    """Key and name of every sheet."""
    names: Mapping[str, Value]
    """The model's results."""
    aliases: Mapping[str, str]
    """Further names of results, each with the one that it stands for."""


class SheetCalculator:
    """Keeps the workbook from one calculation to the next; used by one thread at a time."""

    def __init__(self) -> None:
        self._book: Book | None = None
        self._made_of: tuple[tuple[BookSheet, ...], tuple[str, ...], dict[str, str]] | None = None
        self._inputs: Inputs | None = None
        self._rows: list[bool] = []
        """By criterion, whether its further points are kept as typed."""
        self._given: dict[Place, Value] = {}

    def calculate(
        self, facts: StudyFacts, answer: Answer, cells: Mapping[Place, TypedCell]
    ) -> Calculated:
        """Work everything out anew; what has not changed since the last time costs little."""
        inputs = inputs_of(facts)
        book = self._book_of(inputs)
        known = book_cells(cells, book)
        columns = point_columns(inputs.weighting)
        rows = [are_typed(known, row, columns) for row in range(len(inputs.criteria))]
        if self._inputs != inputs or self._rows != rows:
            self._given = given_values(inputs, known)
            self._inputs, self._rows = inputs, rows
        names = results_of(answer)
        book.set_given(self._given)
        book.set_results(names)
        book.set_typed(known)
        results = book.calculate()
        for place, fault in put_results(inputs, known, results).faults.items():
            if results[place].fault is None:
                results[place] = CellResult(fault=fault)
        sheets = {key: sheet.name for key, sheet in book.sheets.items()}
        return Calculated(results, self._given, sheets, names, result_aliases(inputs.options))

    def _book_of(self, inputs: Inputs) -> Book:
        options = inputs.options
        sheets = book_sheets(options, inputs.weighting)
        made_of = (sheets, result_names(options), result_aliases(options))
        if self._book is None or made_of != self._made_of:
            self._book = Book(made_of[0], dict.fromkeys(made_of[1]), made_of[2])
            self._made_of, self._inputs = made_of, None
        return self._book
