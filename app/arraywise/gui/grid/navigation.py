"""Keys that move the cell, and the fill handle at the corner of a selection."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, QRect, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView

from arraywise.gui.grid.delegate import ARROWS
from arraywise.gui.grid.view import Cell, CellBox, areas_of
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.controls import ENTER

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from arraywise.gui.grid.actions import GridCells
    from arraywise.gui.grid.view import GridView


_SIDE = 7
_REACH = 4  # pixels around it that count too


class FillHandle:
    """The handle of one grid."""

    def __init__(self, grid: GridView, cells: GridCells) -> None:
        self._grid, self._cells = grid, cells
        self._from: CellBox | None = None
        self._down = self._right = 0

    def rect(self) -> QRect:
        """Return where the handle is; empty where there is none."""
        grid = self._grid
        if grid.block_target is None or grid.state() == QAbstractItemView.State.EditingState:
            return QRect()
        areas = areas_of(grid.selectionModel().selection())
        if len(areas) != 1:
            return QRect()
        corner = grid.visualRect(areas[0].bottomRight())
        if corner.isEmpty():
            return QRect()
        return QRect(corner.right() - _SIDE + 3, corner.bottom() - _SIDE + 3, _SIDE, _SIDE)

    def _is_at(self, point: QPoint) -> bool:
        rect = self.rect()
        near = rect.adjusted(-_REACH, -_REACH, _REACH, _REACH)
        return not rect.isEmpty() and near.contains(point)

    def press(self, event: QMouseEvent) -> bool:
        """Begin to drag; return whether the mouse was on the handle."""
        left = event.button() == Qt.MouseButton.LeftButton
        if not (left and self._is_at(event.position().toPoint())):
            return False
        self._from, self._down, self._right = self._cells.selected(), 0, 0
        return self._from is not None

    def double(self, event: QMouseEvent) -> bool:
        """Fill down as far as the cells beside it; return whether the mouse was on the handle."""
        box = self._cells.selected()
        if box is None or not self._is_at(event.position().toPoint()):
            return False
        down = self._cells.beside(box)
        if down:
            self._cells.extend(box, down, 0)
        return True

    def move(self, event: QMouseEvent) -> bool:
        """Follow the mouse; return whether the handle is being dragged."""
        point = event.position().toPoint()
        if self._from is None:
            if self._is_at(point):
                self._grid.viewport().setCursor(Qt.CursorShape.CrossCursor)
            else:
                self._grid.viewport().unsetCursor()
            return False
        self._follow(self._from, point)
        self._grid.viewport().update()
        return True

    def _follow(self, box: CellBox, point: QPoint) -> None:
        grid = self._grid
        area = grid.viewport().rect()
        if not area.contains(point):
            x, y = min(max(point.x(), 0), area.right()), min(max(point.y(), 0), area.bottom())
            grid.scrollTo(grid.indexAt(QPoint(x, y)))
        row = grid.rowAt(point.y())
        row = grid.rows.rowCount() - 1 if row < 0 and point.y() > 0 else max(row, 0)
        shown = self._cells.shown_columns()
        column = grid.columnAt(point.x())
        place = shown.index(column) if column in shown else len(shown) - 1
        down = _beyond(row, box.top, box.height)
        right = _beyond(place, box.left, box.width)
        self._down, self._right = (down, 0) if abs(down) >= abs(right) else (0, right)

    def release(self, _event: QMouseEvent) -> bool:
        """Fill; return whether the handle was being dragged."""
        box, self._from = self._from, None
        if box is None:
            return False
        if self._down or self._right:
            self._cells.extend(box, self._down, self._right)
        self._grid.viewport().update()
        return True

    def paint(self) -> None:
        """Draw the handle, and while it is dragged the frame of what will be filled."""
        rect = self.rect()
        if rect.isEmpty():
            return
        painter = QPainter(self._grid.viewport())
        look = theme.look()
        painter.fillRect(rect.adjusted(-1, -1, 1, 1), look["page"])
        painter.fillRect(rect, look["accent"])
        if self._from is not None and (self._down or self._right):
            painter.setPen(QPen(look["accent"], 1, Qt.PenStyle.DashLine))
            painter.drawRect(self._target(self._from))

    def _target(self, box: CellBox) -> QRect:
        rows, columns = self._grid.rows, self._cells.shown_columns()
        top, bottom = box.top + min(0, self._down), box.top + box.height - 1 + max(0, self._down)
        left = box.left + min(0, self._right)
        right = box.left + box.width - 1 + max(0, self._right)
        first = self._grid.visualRect(rows.index(top, columns[left]))
        last = self._grid.visualRect(rows.index(min(bottom, rows.rowCount() - 1), columns[right]))
        return first.united(last).adjusted(0, 0, -1, -1)


def _beyond(place: int, first: int, count: int) -> int:
    """Return how far a place lies beyond a stretch; negative before it."""
    return place - first if place < first else max(0, place - (first + count - 1))


_TURNS = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
_ACTIONS = QAbstractItemView.CursorAction
MOVES = {
    Qt.Key.Key_Up: _ACTIONS.MoveUp,
    Qt.Key.Key_Down: _ACTIONS.MoveDown,
    Qt.Key.Key_Left: _ACTIONS.MoveLeft,
    Qt.Key.Key_Right: _ACTIONS.MoveRight,
    Qt.Key.Key_Home: _ACTIONS.MoveHome,
    Qt.Key.Key_End: _ACTIONS.MoveEnd,
    Qt.Key.Key_PageUp: _ACTIONS.MovePageUp,
    Qt.Key.Key_PageDown: _ACTIONS.MovePageDown,
}
"""Keys that move the current cell, and how."""


class RangeNavigation:
    """The far-going keys of one grid."""

    def __init__(self, grid: GridView, cells: GridCells) -> None:
        self._grid, self._cells = grid, cells

    def run_shortcut(self, event: QKeyEvent) -> bool:
        """Go where a key leads; say whether it is one of these."""
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        here = self._here()
        if here is None or not (control or shift):
            return False
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Space and control != shift:
            self._select_lines(columns=control)
            return True
        return self._move_far(key, here, extend=shift) if control else self._extend(key)

    def _move_far(self, key: Qt.Key, here: Cell, *, extend: bool) -> bool:
        """Go where a key leads with Ctrl."""
        if key in ARROWS:
            self._go(self._edge(here, *ARROWS[key]), extend=extend)
        elif key == Qt.Key.Key_Home:
            self._go((0, 0), extend=extend)
        elif key == Qt.Key.Key_End:
            self._go(self._last(), extend=extend)
        elif key in _TURNS:
            self._grid.turned.emit(_TURNS[key])
        else:
            return False
        return True

    def _extend(self, key: Qt.Key) -> bool:
        """Select as far as a key leads with Shift."""
        if key in ARROWS and self._cells.reach(*ARROWS[key]):
            return True
        if key not in MOVES:
            return False
        # It is extended whatever was the last cell that the view itself went to.
        target = self._grid.moveCursor(MOVES[key], Qt.KeyboardModifier.NoModifier)
        shown = self._cells.shown_columns()
        if target.isValid() and target.column() in shown:
            self._go((target.row(), shown.index(target.column())), extend=True)
        return target.isValid()

    def _here(self) -> Cell | None:
        index, shown = self._grid.currentIndex(), self._cells.shown_columns()
        if not index.isValid() or index.column() not in shown:
            return None
        return index.row(), shown.index(index.column())

    def _size(self) -> Cell:
        return self._grid.rows.rowCount(), len(self._cells.shown_columns())

    def _edge(self, here: Cell, down: int, right: int) -> Cell:
        """Return the end of the filled cells that follow, else the next one that is filled."""
        high, wide = self._size()
        edge = (
            (0 if down < 0 else high - 1) if down else here[0],
            (0 if right < 0 else wide - 1) if right else here[1],
        )
        if self._grid.block_target is None:  # a table of results has no gaps to stop at
            return edge
        is_filled = self._cells.filled()
        at, after = here, (here[0] + down, here[1] + right)
        within = here != edge and is_filled(here) and is_filled(after)
        while at != edge:
            after = (at[0] + down, at[1] + right)
            if within and not is_filled(after):
                return at
            at = after
            if not within and is_filled(at):
                return at
        return edge

    def _last(self) -> Cell:
        """Return the corner of what is filled."""
        high, wide = self._size()
        is_filled = self._cells.filled()
        if self._grid.block_target is None:
            return high - 1, wide - 1
        quick = self._grid.last_filled
        is_whole = wide == self._grid.rows.columnCount() and not self._grid.rows.is_filtered
        if quick is not None and is_whole:
            row, column = quick()
            return min(row, high - 1), min(column, wide - 1)
        row = next((r for r in range(high - 1, 0, -1)
                    if any(is_filled((r, c)) for c in range(wide))), 0)  # fmt: skip
        column = next((c for c in range(wide - 1, 0, -1)
                       if any(is_filled((r, c)) for r in range(row + 1))), 0)  # fmt: skip
        return row, column

    def _go(self, cell: Cell, *, extend: bool) -> None:
        grid, rows = self._grid, self._grid.rows
        target = rows.index(cell[0], self._cells.shown_columns()[cell[1]])
        if not extend:
            grid.choose(target)
            return
        flags, selection = QItemSelectionModel.SelectionFlag, grid.selectionModel()
        area = QItemSelection(rows.index(*self._anchor()), target)
        selection.setCurrentIndex(target, flags.NoUpdate)
        by_rows = grid.selectionBehavior() == QAbstractItemView.SelectionBehavior.SelectRows
        whole = flags.Rows if by_rows else flags.NoUpdate
        selection.select(area, flags.ClearAndSelect | whole)
        grid.scrollTo(target)

    def _anchor(self) -> Cell:
        """Return the corner of the selection that lies opposite to the current cell."""
        index = self._grid.currentIndex()
        areas = areas_of(self._grid.selectionModel().selection())
        if len(areas) != 1:
            return index.row(), index.column()
        area = areas[0]
        row = area.bottom() if index.row() == area.top() else area.top()
        column = area.right() if index.column() == area.left() else area.left()
        return row, column

    def _select_lines(self, *, columns: bool) -> None:
        """Select the whole columns, or rows, of the selection."""
        box, (high, wide) = self._cells.selected(), self._size()
        if box is not None and columns:
            self._cells.select(CellBox(0, box.left, high, box.width))
        elif box is not None:
            self._cells.select(CellBox(box.top, 0, box.height, wide))


class CellNavigation:
    """The steps of one grid."""

    def __init__(self, grid: GridView) -> None:
        self._grid = grid
        self._tabbed_from: int | None = None
        """Column where Tab was first used; Enter goes back below it."""

    def forget(self) -> None:
        """Begin anew: the mouse, or an arrow, went elsewhere."""
        self._tabbed_from = None

    def run_shortcut(self, event: QKeyEvent) -> bool:
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
        """Go to the next shown cell, or below where steps to the right began; say if it is."""
        grid, here = self._grid, self._grid.currentIndex()
        if self._wrap_around(down, right):
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

    def _wrap_around(self, down: int, right: int) -> bool:
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
        if grid.block_target is None or not by_cells or len(areas) != 1:
            return range(0), []
        columns = range(areas[0].left(), areas[0].right() + 1)
        shown = [column for column in columns if not grid.isColumnHidden(column)]
        return range(areas[0].top(), areas[0].bottom() + 1), shown
