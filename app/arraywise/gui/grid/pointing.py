"""Cells that are clicked while a formula is typed are put into the formula, on any sheet.

While a formula waits for a value, no grid takes the focus away from it. Where the user goes to
another sheet, the formula goes along into the formula line there; Enter takes both back.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QPainter, QPen
from shiboken6 import isValid

from arraywise.gui.grid.header import UnitHeader
from arraywise.gui.widgets import theme
from arraywise.worksheets.input_parsing import column_number, reference_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QRect
    from PySide6.QtWidgets import QTableView

    from arraywise.gui.grid.delegate import FormulaEdit
    from arraywise.gui.grid.sheet import FormulaLine
    from arraywise.gui.grid.view import GridView

Cell = tuple[int, int]  # row and column of a grid; see `_WHOLE`
_WHOLE = -1  # in the place of a row: the whole column
_BEFORE_A_VALUE = frozenset("=+-\u2212*/^&<>(;:,")
_COMES_BACK = frozenset(
    {Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason,
     Qt.FocusReason.MenuBarFocusReason}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FormulaSeat:
    """A grid that takes part, and the line over it."""

    grid: GridView
    line: FormulaLine
    key: Callable[[], str]  # of the sheet that the grid shows now
    show: Callable[[str], bool]
    """Brings the sheet of a key to the front; says whether it has that sheet."""

    def place(self, cell: Cell) -> tuple[int | None, int]:
        """Return row and column as formulas count them; no row for a whole column."""
        rows = self.grid.rows
        row = None if cell[0] == _WHOLE else rows.row_number(cell[0]) - 1
        return row, column_number(rows.columns[cell[1]].letter)

    def has(self, cell: Cell) -> bool:
        """Return whether formulas can name a cell, or a whole column."""
        rows, (row, column) = self.grid.rows, cell
        is_column = 0 <= column < rows.columnCount() and bool(rows.columns[column].letter)
        return is_column and (row == _WHOLE or 0 <= row < rows.rowCount())

    def area(self, first: Cell, last: Cell) -> QRect:
        """Return where cells, or whole columns, are seen in the grid."""
        rows, end = self.grid.rows, self.grid.rows.rowCount() - 1
        whole = _WHOLE in {first[0], last[0]}
        top, bottom = (0, end) if whole else (first[0], last[0])
        corner = self.grid.visualRect(rows.index(top, first[1]))
        return corner.united(self.grid.visualRect(rows.index(bottom, last[1])))


@dataclass(frozen=True, slots=True)
class _FormulaCell:
    """The cell that a formula is typed for."""

    sheet: str
    cell: Cell
    name: str


@dataclass(frozen=True, slots=True)
class _InsertedReference:
    """Cells that were inserted, and where their reference is in the text."""

    seat: FormulaSeat
    first: Cell
    last: Cell
    start: int
    end: int


class ReferencePicker(QObject):
    """Knows the formula that is being typed in a window, and the grids that cells come from.

    It has no parent: it lives as long as the pages that join.
    """

    def __init__(self, name_of: Callable[[str], str]) -> None:
        """Point in the sheets that join; `name_of` says what formulas call that of a key."""
        super().__init__()
        self._name_of = name_of
        self._seats: list[FormulaSeat] = []
        self._edit: FormulaEdit | None = None
        self._typed_in = ""  # key of the sheet that was in front when the line got the formula
        self._home: _FormulaCell | None = None
        self._pointed: _InsertedReference | None = None

    def join(self, seat: FormulaSeat) -> None:
        """Let a grid and its line take part."""
        seat.grid.pointing = seat.line.line.pointing = self
        header = seat.grid.horizontalHeader()
        if isinstance(header, UnitHeader):
            header.press_target = partial(self._press_column, seat.grid)
            header.drag_target_of = lambda column: self.drag(seat.grid, (_WHOLE, column))
        self._seats.append(seat)

    def _formula_seat_of(self, grid: QTableView | None) -> FormulaSeat | None:
        return next((seat for seat in self._seats if seat.grid is grid), None)

    # The formula

    def begin(self, edit: FormulaEdit) -> None:
        """A line received the focus."""
        seat = self._formula_seat_of(edit.grid)
        if seat is None or edit is self._edit:
            return
        index, key = seat.grid.currentIndex(), seat.key()
        cell = (index.row(), index.column())
        self._edit, self._typed_in, self._pointed = edit, key, None
        self._home = (
            _FormulaCell(key, cell, self._called(key, seat, cell)) if seat.has(cell) else None
        )
        self.look()

    def _called(self, key: str, seat: FormulaSeat, cell: Cell) -> str:
        place = seat.place(cell)
        return reference_text(self._name_of(key), place, place)

    def is_for(self, edit: FormulaEdit) -> bool:
        """Return whether cells would be put into a line."""
        return edit is self._edit and self.is_waiting

    def end(self, edit: FormulaEdit) -> None:
        """The editing of a line ended."""
        if edit is self._edit:
            self._edit = self._home = self._pointed = None
            self.look()
            self._repaint()

    def look(self) -> None:
        """Text or cursor are others: grids keep their hands off where a value is due."""
        if self._pointed is not None and not self._is_after_pointed():
            self._pointed = None
            self._repaint()
        off, on = Qt.FocusPolicy.TabFocus, Qt.FocusPolicy.WheelFocus
        policy = off if self.is_waiting else on
        for seat in self._seats:
            if isValid(seat.grid) and seat.grid.focusPolicy() != policy:
                seat.grid.setFocusPolicy(policy)

    @property
    def is_waiting(self) -> bool:
        """Whether a formula is being typed that a reference can be put into."""
        edit = self._edit
        if edit is None or not isValid(edit) or self._home is None:
            return False
        if not edit.text().startswith("="):
            return False
        before = edit.text()[: edit.cursorPosition()]
        due = before.count('"') % 2 == 0 and before.rstrip()[-1:] in _BEFORE_A_VALUE
        return not edit.isReadOnly() and (due or self._is_after_pointed())

    def _is_after_pointed(self) -> bool:
        edit, pointed = self._edit, self._pointed
        return edit is not None and pointed is not None and edit.cursorPosition() == pointed.end

    # Cells

    def press(self, grid: QTableView, cell: Cell, *, extend: bool) -> bool:
        """Insert a cell, or a whole column, into the formula; return whether one waits for it."""
        seat, before = self._formula_seat_of(grid), self._pointed
        if seat is None or not self.is_waiting:
            return False
        if seat.has(cell):
            first = cell
            if extend and before is not None and before.seat is seat:
                first = (_WHOLE if cell[0] == _WHOLE else before.first[0], before.first[1])
            self._put(seat, first, cell)
        return True

    def _press_column(self, grid: QTableView, column: int, extend: bool) -> bool:  # noqa: FBT001
        return self.press(grid, (_WHOLE, column), extend=extend)

    def drag(self, grid: QTableView, cell: Cell) -> bool:
        """Follow the mouse from the cell that was pressed; return whether one was."""
        before = self._pointed
        if before is None or before.seat.grid is not grid:
            return False
        if cell != before.last and before.seat.has(cell):
            self._put(before.seat, before.first, cell)
        return True

    def step(self, edit: FormulaEdit, down: int, right: int, *, extend: bool) -> bool:
        """Point with the arrow keys, from the formula's own cell on; say whether it waits."""
        home, seat = self._home, self._formula_seat_of(edit.grid)
        at_end = edit.cursorPosition() == len(edit.text())
        if edit is not self._edit or home is None or seat is None:
            return False
        if not (at_end and self.is_waiting):
            return False
        before = self._pointed if self._pointed and self._pointed.seat is seat else None
        own = home.cell if home.sheet == seat.key() else (-down, -right)
        row, column = before.last if before is not None else own
        cell = (row + down, column + right)
        if seat.has(cell) and not (down and cell[0] == _WHOLE):
            self._put(seat, before.first if extend and before is not None else cell, cell)
        return True

    def _put(self, seat: FormulaSeat, first: Cell, last: Cell) -> None:
        """Insert a reference, or replace the one that was pointed at before."""
        edit, home, before = self._edit, self._home, self._pointed
        if edit is None or home is None:
            return
        key = seat.key()
        sheet = None if key == home.sheet else self._name_of(key)
        text = reference_text(sheet, seat.place(first), seat.place(last))
        start = before.start if before is not None else edit.cursorPosition()
        edit.insert_reference(text, start, before.end if before is not None else start)
        self._pointed = _InsertedReference(seat, first, last, start, start + len(text))
        self.look()
        if last[0] != _WHOLE:
            seat.grid.scrollTo(seat.grid.rows.index(*last))
        self._repaint()

    def paint(self, grid: QTableView) -> None:
        """Frame the cells that were inserted."""
        pointed = self._pointed
        if pointed is None or pointed.seat.grid is not grid:
            return
        area = pointed.seat.area(pointed.first, pointed.last)
        painter = QPainter(grid.viewport())
        painter.setPen(QPen(theme.look()["accent"], 2, Qt.PenStyle.DashLine))
        painter.drawRect(area.adjusted(1, 1, -1, -1))

    def _repaint(self) -> None:
        for seat in self._seats:
            if isValid(seat.grid):
                seat.grid.viewport().update()

    # From sheet to sheet

    def holds(self, edit: FormulaEdit, reason: Qt.FocusReason) -> bool:
        """Return whether a line that loses the focus is not done with."""
        if edit is not self._edit or not self.is_waiting:
            return False
        if reason not in _COMES_BACK:
            QTimer.singleShot(0, self, lambda: self._settle(edit))
        return True

    def _settle(self, edit: FormulaEdit) -> None:
        """Follow the user to the sheet that is in front now; where it is the same, keep."""
        home = self._home
        if edit is not self._edit or home is None or not isValid(edit) or edit.hasFocus():
            return
        there = next((seat for seat in self._seats if seat.grid.isVisible()), None)
        if there is None or (there.grid is edit.grid and there.key() == self._typed_in):
            self._leave(edit, keep=True)
            return
        text, cursor = edit.text(), edit.cursorPosition()
        self._leave(edit, keep=False)
        self._edit, self._home, self._typed_in = there.line.line, home, there.key()
        there.line.carry(text, cursor, home.name)
        self.look()

    def _leave(self, edit: FormulaEdit, *, keep: bool) -> None:
        seat, home = self._formula_seat_of(edit.grid), self._home
        self.end(edit)
        if seat is None or home is None:
            return
        if not edit.in_cell:
            seat.line.leave(keep=keep)
            return
        if keep and home.sheet == seat.key():
            seat.grid.commitData(edit)
        seat.grid.drop_editor(edit)

    def show_last_page(self, edit: FormulaEdit, text: str | None) -> None:
        """Go back with a formula that was carried, and keep it in its cell; None drops it."""
        home = self._home
        if edit is not self._edit or home is None:
            return
        self.end(edit)
        seat = next((seat for seat in self._seats if seat.show(home.sheet)), None)
        if seat is None:
            return
        index = seat.grid.rows.index(*home.cell)
        seat.grid.choose(index)
        seat.grid.setFocus()
        if text is not None:
            seat.grid.rows.setData(index, text)
