"""Where Enter and Tab go: to the next cell, and round in a selection of several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QAbstractItemView

from arraywise.gui.enter_key import ENTER
from arraywise.gui.sheets.jumping import MOVES
from arraywise.gui.sheets.selection_figures import areas_of

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from arraywise.gui.sheets.grid_view import GridView


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
        if event.key() in ENTER:
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            if index.flags() & Qt.ItemFlag.ItemIsEditable:
                self.step(-1 if back else 1, 0)
            else:
                grid.opened.emit(index.row())
            return True
        if event.key() in MOVES:
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
        rows, columns = self._selected()
        high, wide = len(rows), len(columns)
        if high * wide < 2 or here.row() not in rows or here.column() not in columns:
            return False
        row, column = here.row() - rows.start, columns.index(here.column())
        if right:
            row, column = divmod((row * wide + column + right) % (high * wide), wide)
        else:
            column, row = divmod((column * high + row + down) % (high * wide), high)
        target = grid.rows.index(rows[row], columns[column])
        flags = QItemSelectionModel.SelectionFlag
        grid.selectionModel().setCurrentIndex(target, flags.NoUpdate)
        return True

    def _selected(self) -> tuple[range, list[int]]:
        """Return rows and columns of a selected rectangle; none where cells are not gone round."""
        grid = self._grid
        areas = areas_of(grid.selectionModel().selection())
        by_cells = grid.selectionBehavior() == QAbstractItemView.SelectionBehavior.SelectItems
        if grid.block_given_to is None or not by_cells or len(areas) != 1:
            return range(0), []
        columns = range(areas[0].left(), areas[0].right() + 1)
        shown = [column for column in columns if not grid.isColumnHidden(column)]
        return range(areas[0].top(), areas[0].bottom() + 1), shown
