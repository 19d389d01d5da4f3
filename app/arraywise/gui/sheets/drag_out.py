"""The border of a selection is a handle: dragged, it carries the cells into other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QDrag, QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView

from arraywise.gui.sheets.selection_figures import areas_of

if TYPE_CHECKING:
    from arraywise.gui.sheets.grid_cells import GridCells
    from arraywise.gui.sheets.grid_view import GridView

_REACH = 3
"""Pixels on either side of the border that count as it."""
_FEWEST = 2
"""Cells that a selection has before its border is a handle: a click at the edge of one is a
click."""


class DragOut:
    """The borders of one grid's selection."""

    def __init__(self, grid: GridView, cells: GridCells) -> None:
        self._grid, self._cells = grid, cells
        self._from: QPoint | None = None

    def rect(self) -> QRect:
        """Return the rectangle of the selection; empty where it has no border to take hold of."""
        grid = self._grid
        areas = areas_of(grid.selectionModel().selection())
        if len(areas) != 1 or grid.state() == QAbstractItemView.State.EditingState:
            return QRect()
        if areas[0].width() * areas[0].height() < _FEWEST:
            return QRect()
        return grid.visualRect(areas[0].topLeft()).united(grid.visualRect(areas[0].bottomRight()))

    def is_at(self, point: QPoint) -> bool:
        """Say whether a point lies on the border."""
        rect = self.rect()
        if rect.isEmpty():
            return False
        outer = rect.adjusted(-_REACH, -_REACH, _REACH, _REACH)
        inner = rect.adjusted(_REACH, _REACH, -_REACH, -_REACH)
        return outer.contains(point) and not inner.contains(point)

    def press(self, event: QMouseEvent) -> bool:
        """Take hold; say whether the mouse was on the border."""
        point, none = event.position().toPoint(), Qt.KeyboardModifier.NoModifier
        left = event.button() == Qt.MouseButton.LeftButton and event.modifiers() == none
        if not (left and self.is_at(point)):
            return False
        self._from = point
        return True

    def move(self, event: QMouseEvent) -> bool:
        """Let the cells go along with the mouse; say whether they were taken hold of."""
        point = event.position().toPoint()
        if self._from is None:
            if not event.buttons() and self.is_at(point):
                self._grid.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
                return True
            return False
        away = (point - self._from).manhattanLength()
        if away >= QGuiApplication.styleHints().startDragDistance():
            self._from = None
            self._carry()
        return True

    def _carry(self) -> None:
        data = self._cells.as_mime()
        if data is not None:
            drag = QDrag(self._grid)
            drag.setMimeData(data)
            drag.exec(Qt.DropAction.CopyAction)

    def release(self, _event: QMouseEvent) -> bool:
        """Let go where the mouse did not move; say whether something was taken hold of."""
        held, self._from = self._from is not None, None
        return held
