"""The small square at the corner of a selection: dragged, it fills further cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView

from arraywise.gui.grid.view import areas_of
from arraywise.gui.widgets import theme

if TYPE_CHECKING:
    from arraywise.gui.grid.actions import GridCells
    from arraywise.gui.grid.view import Box, GridView

_SIDE = 7
_REACH = 4  # pixels around it that count too


class FillHandle:
    """The handle of one grid."""

    def __init__(self, grid: GridView, cells: GridCells) -> None:
        self._grid, self._cells = grid, cells
        self._from: Box | None = None
        self._down = self._right = 0

    def rect(self) -> QRect:
        """Return where the handle is; empty where there is none."""
        grid = self._grid
        if grid.block_given_to is None or grid.state() == QAbstractItemView.State.EditingState:
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
        return not rect.isEmpty() and rect.adjusted(-_REACH, -_REACH, _REACH, _REACH).contains(
            point
        )

    def press(self, event: QMouseEvent) -> bool:
        """Begin to drag; say whether the mouse was on the handle."""
        left = event.button() == Qt.MouseButton.LeftButton
        if not (left and self._is_at(event.position().toPoint())):
            return False
        self._from, self._down, self._right = self._cells.selected(), 0, 0
        return self._from is not None

    def double(self, event: QMouseEvent) -> bool:
        """Fill down as far as the cells beside go; say whether the mouse was on the handle."""
        box = self._cells.selected()
        if box is None or not self._is_at(event.position().toPoint()):
            return False
        down = self._cells.beside(box)
        if down:
            self._cells.extend(box, down, 0)
        return True

    def move(self, event: QMouseEvent) -> bool:
        """Follow the mouse; say whether the handle is being dragged."""
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

    def _follow(self, box: Box, point: QPoint) -> None:
        grid = self._grid
        area = grid.viewport().rect()
        if not area.contains(point):
            grid.scrollTo(grid.indexAt(QPoint(
                min(max(point.x(), 0), area.right()), min(max(point.y(), 0), area.bottom())
            )))  # fmt: skip
        row = grid.rowAt(point.y())
        row = grid.rows.rowCount() - 1 if row < 0 and point.y() > 0 else max(row, 0)
        shown = self._cells.shown_columns()
        column = grid.columnAt(point.x())
        place = shown.index(column) if column in shown else len(shown) - 1
        down = _beyond(row, box.top, box.height)
        right = _beyond(place, box.left, box.width)
        self._down, self._right = (down, 0) if abs(down) >= abs(right) else (0, right)

    def release(self, _event: QMouseEvent) -> bool:
        """Fill; say whether the handle was being dragged."""
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

    def _target(self, box: Box) -> QRect:
        rows, columns = self._grid.rows, self._cells.shown_columns()
        top, bottom = box.top + min(0, self._down), box.top + box.height - 1 + max(0, self._down)
        left = box.left + min(0, self._right)
        right = box.left + box.width - 1 + max(0, self._right)
        first = self._grid.visualRect(rows.index(top, columns[left]))
        last = self._grid.visualRect(rows.index(min(bottom, rows.rowCount() - 1), columns[right]))
        return first.united(last).adjusted(0, 0, -1, -1)


def _beyond(place: int, first: int, count: int) -> int:
    """Return how far a place lies beyond a stretch; negative before it."""
    if place < first:
        return place - first
    return max(0, place - (first + count - 1))
