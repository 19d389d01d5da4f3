"""Keyboard navigation in a grid, and the fill handle at the corner of a selection."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, QRect, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView

from arraywise.gui.grid.delegate import ARROWS
from arraywise.gui.grid.view import Cell, CellBox, selected_ranges
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.controls import ENTER

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from arraywise.gui.grid.actions import GridCells
    from arraywise.gui.grid.view import GridView


_HANDLE_SIZE = 7
_HIT_MARGIN = 4  # pixels around it that count too
_SHEET_STEPS = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
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


class FillHandle:
    """The fill handle of one grid."""

    def __init__(self, grid: GridView, cells: GridCells) -> None:
        self._grid, self._cells = grid, cells
        self._from: CellBox | None = None
        self._down = self._right = 0

    def rect(self) -> QRect:
        """Return the rectangle of the handle; empty where there is none."""
        grid = self._grid
        if grid.block_target is None or grid.state() == QAbstractItemView.State.EditingState:
            return QRect()
        areas = selected_ranges(grid.selectionModel().selection())
        if len(areas) != 1:
            return QRect()
        corner = grid.visualRect(areas[0].bottomRight())
        if corner.isEmpty():
            return QRect()
        return QRect(
            corner.right() - _HANDLE_SIZE + 3,
            corner.bottom() - _HANDLE_SIZE + 3,
            _HANDLE_SIZE,
            _HANDLE_SIZE,
        )

    def _is_at(self, point: QPoint) -> bool:
        rect = self.rect()
        near = rect.adjusted(-_HIT_MARGIN, -_HIT_MARGIN, _HIT_MARGIN, _HIT_MARGIN)
        return not rect.isEmpty() and near.contains(point)

    def press(self, event: QMouseEvent) -> bool:
        """Begin to drag the handle; return whether the mouse was on it."""
        left = event.button() == Qt.MouseButton.LeftButton
        if not (left and self._is_at(event.position().toPoint())):
            return False
        self._from, self._down, self._right = self._cells.selected_box(), 0, 0
        return self._from is not None

    def handle_double_click(self, event: QMouseEvent) -> bool:
        """Fill down as far as the cells beside it; return whether the mouse was on the handle."""
        box = self._cells.selected_box()
        if box is None or not self._is_at(event.position().toPoint()):
            return False
        down = self._cells.filled_rows_beside(box)
        if down:
            self._cells.extend_series(box, down, 0)
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
        self._update_target(self._from, point)
        self._grid.viewport().update()
        return True

    def _update_target(self, box: CellBox, point: QPoint) -> None:
        grid = self._grid
        area = grid.viewport().rect()
        if not area.contains(point):
            x, y = min(max(point.x(), 0), area.right()), min(max(point.y(), 0), area.bottom())
            grid.scrollTo(grid.indexAt(QPoint(x, y)))
        row = grid.rowAt(point.y())
        row = grid.rows.rowCount() - 1 if row < 0 and point.y() > 0 else max(row, 0)
        shown = self._cells.shown_columns()
        column = grid.columnAt(point.x())
        position = shown.index(column) if column in shown else len(shown) - 1
        down = _distance_outside(row, box.top, box.height)
        right = _distance_outside(position, box.left, box.width)
        self._down, self._right = (down, 0) if abs(down) >= abs(right) else (0, right)

    def release(self, _event: QMouseEvent) -> bool:
        """Fill the target and end the drag; return whether the handle was being dragged."""
        box, self._from = self._from, None
        if box is None:
            return False
        if self._down or self._right:
            self._cells.extend_series(box, self._down, self._right)
        self._grid.viewport().update()
        return True

    def paint(self) -> None:
        """Draw the handle, and while it is dragged a frame around the target."""
        rect = self.rect()
        if rect.isEmpty():
            return
        painter = QPainter(self._grid.viewport())
        look = theme.look()
        painter.fillRect(rect.adjusted(-1, -1, 1, 1), look["page"])
        painter.fillRect(rect, look["accent"])
        if self._from is not None and (self._down or self._right):
            painter.setPen(QPen(look["accent"], 1, Qt.PenStyle.DashLine))
            painter.drawRect(self._target_rect(self._from))

    def _target_rect(self, box: CellBox) -> QRect:
        rows, columns = self._grid.rows, self._cells.shown_columns()
        top, bottom = box.top + min(0, self._down), box.top + box.height - 1 + max(0, self._down)
        left = box.left + min(0, self._right)
        right = box.left + box.width - 1 + max(0, self._right)
        first = self._grid.visualRect(rows.index(top, columns[left]))
        last = self._grid.visualRect(rows.index(min(bottom, rows.rowCount() - 1), columns[right]))
        return first.united(last).adjusted(0, 0, -1, -1)


def _distance_outside(position: int, first: int, count: int) -> int:
    """Return how far a position is outside an interval; negative before it."""
    return position - first if position < first else max(0, position - (first + count - 1))


class RangeNavigation:
    """Navigation and selection with Ctrl and Shift in one grid."""

    def __init__(self, grid: GridView, cells: GridCells) -> None:
        self._grid, self._cells = grid, cells

    def handle_key(self, event: QKeyEvent) -> bool:
        """Handle a key with Ctrl or Shift; return whether it was one of these."""
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        here = self._current_cell()
        if here is None or not (control or shift):
            return False
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Space and control != shift:
            self._select_lines(columns=control)
            return True
        return (
            self._handle_control_key(key, here, extend=shift)
            if control
            else self._extend_selection(key)
        )

    def _handle_control_key(self, key: Qt.Key, here: Cell, *, extend: bool) -> bool:
        """Move by a key with Ctrl, extending the selection or not; return whether it was one."""
        if key in ARROWS:
            self._move_to(self._find_edge(here, *ARROWS[key]), extend=extend)
        elif key == Qt.Key.Key_Home:
            self._move_to((0, 0), extend=extend)
        elif key == Qt.Key.Key_End:
            self._move_to(self._last_filled_cell(), extend=extend)
        elif key in _SHEET_STEPS:
            self._grid.sheet_step_requested.emit(_SHEET_STEPS[key])
        else:
            return False
        return True

    def _extend_selection(self, key: Qt.Key) -> bool:
        """Extend the selection by a key with Shift; return whether it was one."""
        if key in ARROWS and self._cells.resize_selection(*ARROWS[key]):
            return True
        if key not in MOVES:
            return False
        # It is extended whatever was the last cell that the view itself went to.
        target = self._grid.moveCursor(MOVES[key], Qt.KeyboardModifier.NoModifier)
        shown = self._cells.shown_columns()
        if target.isValid() and target.column() in shown:
            self._move_to((target.row(), shown.index(target.column())), extend=True)
        return target.isValid()

    def _current_cell(self) -> Cell | None:
        index, shown = self._grid.currentIndex(), self._cells.shown_columns()
        if not index.isValid() or index.column() not in shown:
            return None
        return index.row(), shown.index(index.column())

    def _grid_size(self) -> Cell:
        return self._grid.rows.rowCount(), len(self._cells.shown_columns())

    def _find_edge(self, here: Cell, down: int, right: int) -> Cell:
        """Return the end of a block of filled cells in a direction, else the next filled cell."""
        row_count, column_count = self._grid_size()
        edge = (
            (0 if down < 0 else row_count - 1) if down else here[0],
            (0 if right < 0 else column_count - 1) if right else here[1],
        )
        if self._grid.block_target is None:  # a table of results has no gaps to stop at
            return edge
        is_filled = self._cells.filled_test()
        cell, after = here, (here[0] + down, here[1] + right)
        is_within_block = here != edge and is_filled(here) and is_filled(after)
        while cell != edge:
            after = (cell[0] + down, cell[1] + right)
            if is_within_block and not is_filled(after):
                return cell
            cell = after
            if not is_within_block and is_filled(cell):
                return cell
        return edge

    def _last_filled_cell(self) -> Cell:
        """Return the last row and column that are filled."""
        row_count, column_count = self._grid_size()
        is_filled = self._cells.filled_test()
        if self._grid.block_target is None:
            return row_count - 1, column_count - 1
        find_last_filled = self._grid.find_last_filled
        is_whole = (
            column_count == self._grid.rows.columnCount() and not self._grid.rows.is_filtered
        )
        if find_last_filled is not None and is_whole:
            row, column = find_last_filled()
            return min(row, row_count - 1), min(column, column_count - 1)
        row = next((r for r in range(row_count - 1, 0, -1)
                    if any(is_filled((r, c)) for c in range(column_count))), 0)  # fmt: skip
        column = next((c for c in range(column_count - 1, 0, -1)
                       if any(is_filled((r, c)) for r in range(row + 1))), 0)  # fmt: skip
        return row, column

    def _move_to(self, cell: Cell, *, extend: bool) -> None:
        grid, rows = self._grid, self._grid.rows
        target = rows.index(cell[0], self._cells.shown_columns()[cell[1]])
        if not extend:
            grid.select_cell(target)
            return
        flags, selection = QItemSelectionModel.SelectionFlag, grid.selectionModel()
        area = QItemSelection(rows.index(*self._anchor()), target)
        selection.setCurrentIndex(target, flags.NoUpdate)
        by_rows = grid.selectionBehavior() == QAbstractItemView.SelectionBehavior.SelectRows
        extent = flags.Rows if by_rows else flags.NoUpdate
        selection.select(area, flags.ClearAndSelect | extent)
        grid.scrollTo(target)

    def _anchor(self) -> Cell:
        """Return the corner of the selection that lies opposite to the current cell."""
        index = self._grid.currentIndex()
        areas = selected_ranges(self._grid.selectionModel().selection())
        if len(areas) != 1:
            return index.row(), index.column()
        area = areas[0]
        row = area.bottom() if index.row() == area.top() else area.top()
        column = area.right() if index.column() == area.left() else area.left()
        return row, column

    def _select_lines(self, *, columns: bool) -> None:
        """Select the whole columns, or rows, of the selection."""
        box, (row_count, column_count) = self._cells.selected_box(), self._grid_size()
        if box is not None and columns:
            self._cells.select_box(CellBox(0, box.left, row_count, box.width))
        elif box is not None:
            self._cells.select_box(CellBox(box.top, 0, box.height, column_count))


class CellNavigation:
    """Steps of the current cell by Tab and Enter in one grid."""

    def __init__(self, grid: GridView) -> None:
        self._grid = grid
        self._tab_start_column: int | None = None
        """Column where Tab was first used; Enter goes down from there."""

    def reset_tab_start(self) -> None:
        """Forget the column where Tab was first used: another cell was chosen."""
        self._tab_start_column = None

    def handle_key(self, event: QKeyEvent) -> bool:
        """Handle Enter: go down, or open a read-only cell; return whether it was Enter."""
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
            self.reset_tab_start()
        return False

    def step(self, down: int, right: int) -> bool:
        """Go to the next shown cell, or by Enter below the first Tab; return whether it exists."""
        grid, here = self._grid, self._grid.currentIndex()
        if self._step_within_selection(down, right):
            return True
        tab_start = here.column() if self._tab_start_column is None else self._tab_start_column
        start = tab_start if down else here.column()
        self._tab_start_column = tab_start if right > 0 else None
        row, column = here.row() + down, start + right
        while right and 0 <= column < grid.rows.columnCount() and grid.isColumnHidden(column):
            column += right
        target = grid.rows.index(row, column)
        if target.isValid():
            grid.select_cell(target)
        return target.isValid()

    def _step_within_selection(self, down: int, right: int) -> bool:
        """Go to the next cell within a selected rectangle; return whether there is one."""
        grid, here = self._grid, self._grid.currentIndex()
        rows, columns = self._selected_rectangle()
        row_count, column_count = len(rows), len(columns)
        if row_count * column_count < 2 or here.row() not in rows or here.column() not in columns:
            return False
        row, column = here.row() - rows.start, columns.index(here.column())
        if right:
            row, column = divmod(
                (row * column_count + column + right) % (row_count * column_count), column_count
            )
        else:
            column, row = divmod(
                (column * row_count + row + down) % (row_count * column_count), row_count
            )
        target = grid.rows.index(rows[row], columns[column])
        flags = QItemSelectionModel.SelectionFlag
        grid.selectionModel().setCurrentIndex(target, flags.NoUpdate)
        return True

    def _selected_rectangle(self) -> tuple[range, list[int]]:
        """Return rows and columns of the selected rectangle; empty without a single one."""
        grid = self._grid
        areas = selected_ranges(grid.selectionModel().selection())
        by_cells = grid.selectionBehavior() == QAbstractItemView.SelectionBehavior.SelectItems
        if grid.block_target is None or not by_cells or len(areas) != 1:
            return range(0), []
        columns = range(areas[0].left(), areas[0].right() + 1)
        shown = [column for column in columns if not grid.isColumnHidden(column)]
        return range(areas[0].top(), areas[0].bottom() + 1), shown
