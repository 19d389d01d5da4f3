"""The typed cells of a study and what they come to, as the pages see them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QLocale, QObject, Signal

from arraywise.domain.cells import NumberFormat, Place, TypedCell, read_format
from arraywise.domain.messages import UserError
from arraywise.gui.grid.pointing import Pointing
from arraywise.gui.session.background import set_aside
from arraywise.gui.widgets import messages
from arraywise.store.reading.inputs import typed_cells
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_cells import check_cells
from arraywise.worksheets.evaluation import FUNCTIONS, Calculated, SheetCalculator
from arraywise.worksheets.fields import WORKINGS_KEY
from arraywise.worksheets.input_parsing import respelled
from arraywise.worksheets.sheets import delete_rows, result_aliases, result_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from arraywise.domain.cells import CellResult
    from arraywise.domain.decision import Answer
    from arraywise.domain.study import StudyFacts
    from arraywise.gui.session.background import Background
    from arraywise.store.study import Study
    from arraywise.worksheets.sheets import SheetEdit

_LIVE = Changes.REQUIREMENT | Changes.PRICES | Changes.PROVISIONING | Changes.CRITERIA
"""What a moved slider may change; the cells are the same as before."""

_AS_IT_COMES = NumberFormat()


def _used(cells: Iterable[TypedCell]) -> tuple[int, int]:
    """Return how many rows and columns of the workings these cells reach over."""
    rows = columns = 0
    for sheet, row, column in (cell.place for cell in cells):
        if sheet == WORKINGS_KEY:
            rows, columns = max(rows, row + 1), max(columns, column + 1)
    return rows, columns


def _stretches(rows: Iterable[int]) -> list[tuple[int, int]]:
    """Return first row and count of the rows that follow each other, the last ones first."""
    found: list[tuple[int, int]] = []
    for row in sorted(set(rows), reverse=True):
        if found and found[-1][0] == row + 1:
            found[-1] = (row, found[-1][1] + 1)
        else:
            found.append((row, 1))
    return found


class StudyAtHand(Protocol):
    """What is asked of a session."""

    study: Study
    background: Background
    facts: StudyFacts | None
    answer: Answer | None

    @property
    def is_saving(self) -> bool:
        """Whether an edit is on its way."""

    def keep_sheets(self, edit: SheetEdit, what: str) -> None:
        """Keep an action on sheets."""

    def work_out(self, work: Callable[[], Any], then: Callable[[Any], None], *, key: str) -> None:
        """Work something out in the background."""


class SheetValues(QObject):
    """Follows the session; works everything out in the background, the newest request only."""

    changed = Signal()  # other cells, or other values of them

    def __init__(self, session: StudyAtHand, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._calculator = SheetCalculator()
        self.pointing = Pointing(self.name_of, self)
        self.cells: Mapping[Place, TypedCell] = {}
        self.calculated: Calculated | None = None
        self.used = (0, 0)  # rows and columns of the workings that hold something
        self._edits = 0  # counts the edits, so that cells read before one of them are not taken
        self._stale = True  # whether the cells are to be read from the study again

    def result(self, place: Place) -> CellResult | None:
        """Return what a cell comes to; None while that is not known."""
        return self.calculated.results.get(place) if self.calculated is not None else None

    def typed(self, place: Place) -> str | None:
        """Return what is typed in a cell, in the user's decimal mark; None where nothing is."""
        cell = self.cells.get(place)
        return (
            None
            if cell is None or not cell.text
            else respelled(cell.text, cell.decimal, self.decimal)
        )

    def is_typed(self, sheet: str, row: int, column: int) -> bool:
        """Say whether something is typed in a cell."""
        cell = self.cells.get(Place(sheet, row, column))
        return cell is not None and bool(cell.text)

    def format_of(self, place: Place) -> NumberFormat:
        """Return how the figure of a cell is to be written."""
        cell = self.cells.get(place)
        return _AS_IT_COMES if cell is None else read_format(cell.number_format)

    def name_of(self, key: str) -> str:
        """Return what formulas call a sheet."""
        return self.calculated.sheets.get(key, "") if self.calculated is not None else ""

    @property
    def decimal(self) -> str:
        """The user's decimal mark."""
        return QLocale().decimalPoint()

    def cell(self, place: Place, text: str) -> TypedCell:
        """Return a cell as the user types it."""
        return TypedCell(place, text, self.decimal)

    def offered(self) -> list[str]:
        """Return the names and functions that a formula may use."""
        facts = self._session.facts
        options = tuple(known.option for known in facts.options) if facts else ()
        names = (*result_names(options), *result_aliases(options)) if facts else ()
        return [*names, *(f"{name}(" for name in FUNCTIONS)]

    def edit(self, edit: SheetEdit, what: str) -> None:
        """Keep an action on sheets, with all that formulas work out from it, as one step.

        Raises UserError when a cell lies outside its sheet or is too long.
        """
        check_cells(edit.typed)
        self.keep(edit, what, edit.cells_after(self.cells), _used(edit.typed))

    def keep(
        self, edit: SheetEdit, what: str, after: Mapping[Place, TypedCell], used: tuple[int, int]
    ) -> None:
        """Keep an action on checked cells.

        Args:
            edit: The action.
            what: What it is called.
            after: All cells after it.
            used: How many rows and columns of the workings its cells reach over.
        """
        self._edits += 1
        self.cells = after
        rows, columns = used
        self.used = (max(self.used[0], rows), max(self.used[1], columns))
        self._session.keep_sheets(edit, what)
        self._calculate()
        self.changed.emit()

    def try_edit(self, edit: SheetEdit, what: str) -> None:
        """Keep an action, or say why it cannot be kept."""
        try:
            self.edit(edit, what)
        except UserError as error:
            self._session.background.could_not.emit(messages.why(error))

    def without_rows(self, key: str, rows: Iterable[int]) -> Mapping[Place, TypedCell]:
        """Return all cells as they are once rows of a sheet are gone; formulas follow."""
        cells = self.cells
        for first, count in _stretches(rows):
            edit = delete_rows(cells, key, self.name_of(key), first, count)
            cells = edit.cells_after(cells)
        return cells

    def follow(self, changes: Changes) -> None:
        """Work out anew what may have changed with the session."""
        if changes is Changes.NOTHING:
            return
        self._stale = self._stale or bool(changes & ~_LIVE)
        self._calculate()

    def _calculate(self) -> None:
        session = self._session
        facts, answer = session.facts, session.answer
        if facts is None or answer is None:
            return
        edits, cells = self._edits, self.cells
        reads = self._stale and not session.is_saving
        study, calculator = session.study, self._calculator

        def work() -> tuple[Mapping[Place, TypedCell], Calculated, tuple[int, int]]:
            present = typed_cells(study) if reads else cells
            used = _used(present.values()) if reads else self.used
            return present, calculator.calculate(facts, answer, present), used

        def take(result: tuple[Mapping[Place, TypedCell], Calculated, tuple[int, int]]) -> None:
            if edits != self._edits:
                return  # the edit has asked anew
            self.cells, self.calculated, self.used = result
            self._stale = self._stale and not reads
            set_aside()
            self.changed.emit()

        session.work_out(work, take, key="sheets")
