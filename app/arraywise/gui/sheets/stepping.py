"""Where Enter and Tab go: to the next cell, and round in a selection of several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QAbstractItemView

from arraywise.gui.sheets.selection_figures import areas_of

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from arraywise.gui.sheets.grid_view import GridView

_ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_MOVING = frozenset(
    {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home,
     Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}
)  # fmt: skip


class Steps:
    """The steps of one grid."""

    def __init__(self, grid: GridView) -> None:
        self._grid = grid
        self._tabbed_from: int | None = None
        """Column where Tab was first used; Enter goes back below it."""

    def forget(self) -> None:
        """Begin anew: the mouse, or an arrow, went elsewhere."""
        self._tabbed_from = None

    def do_by_key(self, event: QKeyEvent) -> bool:
        """Enter opens what cannot be typed into and else goes down; say whether it was Enter."""
        grid, index = self._grid, self._grid.currentIndex()
        if not index.isValid():
            return False
        if event.key() in _ENTER:
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            if index.flags() & Qt.ItemFlag.ItemIsEditable:
                self.step(-1 if back else 1, 0)
            else:
                grid.opened.emit(index.row())
            return True
        if event.key() in _MOVING:
            self.forget()
        return False

    def step(self, down: int, right: int) -> bool:
        """Go to the next cell that is shown; say whether there is one.

        Args:
            down: Rows.
            right: Columns; where a row of these began is remembered for going down.
        """
        grid, here = self._grid, self._grid.currentIndex()
        if self._go_round(down, right):
            return True
        began = here.column() if self._tabbed_from is None else self._tabbed_from
        start = began if down else here.column()
        self._tabbed_from = began if right > 0 else None
        row, column = here.row() + down, start + right
        while right and 0 <= column < grid.rows.columnCount() and grid.isColumnHidden(column):
            column += right
        target = grid.rows.index(row, column)
        if target.isValid():
            grid.choose(target)
        return target.isValid()

    def _go_round(self, down: int, right: int) -> bool:
        """Go to the next of several selected cells, which stay so; say whether there are such."""
        grid, here = self._grid, self._grid.currentIndex()
        cells = self._selected(by_rows=bool(right))
        if len(cells) < 2 or (here.row(), here.column()) not in cells or not down + right:
            return False
        place = cells.index((here.row(), here.column())) + down + right
        target = grid.rows.index(*cells[place % len(cells)])
        flags = QItemSelectionModel.SelectionFlag
        grid.selectionModel().setCurrentIndex(target, flags.NoUpdate)
        return True

    def _selected(self, *, by_rows: bool) -> list[tuple[int, int]]:
        """Return the cells of a selected rectangle in the order that they are gone through."""
        grid = self._grid
        areas = areas_of(grid.selectionModel().selection())
        by_cells = grid.selectionBehavior() == QAbstractItemView.SelectionBehavior.SelectItems
        if grid.block_given_to is None or not by_cells or len(areas) != 1:
            return []
        rows = range(areas[0].top(), areas[0].bottom() + 1)
        columns = [c for c in range(areas[0].left(), areas[0].right() + 1)
                   if not grid.isColumnHidden(c)]  # fmt: skip
        if by_rows:
            return [(row, column) for row in rows for column in columns]
        return [(row, column) for column in columns for row in rows]
