"""Which cells of a grid are selected, and what is typed in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QItemSelectionModel

from arraywise.gui.sheets.grid_view import Laid
from arraywise.gui.sheets.selection_figures import areas_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.gui.sheets.grid_view import Block, GridView


Cell = tuple[int, int]
"""Row, and place among the columns that are shown."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of cells; columns are counted among those that are shown."""

    top: int
    left: int
    height: int
    width: int


class CellAreas:
    """Rectangles of one grid's cells."""

    def __init__(self, grid: GridView) -> None:
        self._grid = grid
        self._picked: Box | None = None
        """What was selected as a whole, from its first cell on, and not by mouse or arrows."""

    def shown_columns(self) -> list[int]:
        """Return the columns that are shown, in the model's numbers."""
        grid = self._grid
        return [c for c in range(grid.rows.columnCount()) if not grid.isColumnHidden(c)]

    def selected(self) -> Box | None:
        """Return the rectangle around the selection; None where nothing is selected."""
        areas = areas_of(self._grid.selectionModel().selection())
        if not areas:
            return None
        shown = self.shown_columns()
        left, right = min(a.left() for a in areas), max(a.right() for a in areas)
        columns = [place for place, c in enumerate(shown) if left <= c <= right]
        top, bottom = min(a.top() for a in areas), max(a.bottom() for a in areas)
        if not columns:
            return None
        return Box(top, columns[0], bottom - top + 1, len(columns))

    def filled(self) -> Callable[[Cell], bool]:
        """Return what says of a cell whether something stands in it."""
        rows, shown, own = self._grid.rows, self.shown_columns(), self._grid.is_filled

        def is_filled(cell: Cell) -> bool:
            if own is not None:
                return own(cell[0], shown[cell[1]])
            return bool(rows.shown_once(cell[0], shown[cell[1]]).text)

        return is_filled

    def beside(self, box: Box) -> int:
        """Return over how many rows below a rectangle the column left of it, or right, goes on."""
        is_filled, rows, wide = self.filled(), self._grid.rows, len(self.shown_columns())
        for column in (box.left - 1, box.left + box.width):
            row = below = box.top + box.height
            while 0 <= column < wide and row < rows.rowCount() and is_filled((row, column)):
                if getattr(rows.rows[row], "is_offered", False):
                    break
                row += 1
            if row > below:
                return row - below
        return 0

    def texts(self, box: Box) -> Block:
        """Return what is typed in the cells of a rectangle; nothing beyond the grid's end."""
        columns = self.shown_columns()[box.left : box.left + box.width]
        rows = self._grid.rows
        return [
            [rows.typed_at(r, c) if r < rows.rowCount() else "" for c in columns]
            for r in range(box.top, box.top + box.height)
        ]

    def formats(self, box: Box) -> Block | None:
        """Return how figures of a rectangle are written; None where cells have no formats."""
        of, columns = self._grid.format_at, self.shown_columns()[box.left : box.left + box.width]
        if of is None:
            return None
        last = self._grid.rows.rowCount()
        return [
            [of(r, c) if r < last else "" for c in columns]
            for r in range(box.top, box.top + box.height)
        ]

    def laid(self, box: Box) -> Laid:
        """Return what is typed in the cells of a rectangle, with their formats."""
        return Laid(self.texts(box), self.formats(box))

    def select(self, box: Box) -> None:
        """Select a rectangle, as far as it exists."""
        self._picked = None
        rows, columns = self._grid.rows, self.shown_columns()
        last = min(box.top + box.height, rows.rowCount()) - 1
        first_column = columns[box.left]
        last_column = columns[min(box.left + box.width, len(columns)) - 1]
        area = QItemSelection(rows.index(box.top, first_column), rows.index(last, last_column))
        flags, selection = QItemSelectionModel.SelectionFlag, self._grid.selectionModel()
        selection.setCurrentIndex(rows.index(box.top, first_column), flags.NoUpdate)
        selection.select(area, flags.ClearAndSelect)
        self._picked = self.selected()

    def reach(self, down: int, right: int) -> bool:
        """Move the far corner of what was selected as a whole; say whether there is such."""
        box = self._picked
        if box is None or box.height * box.width < 2 or box != self.selected():
            return False
        high, wide = self._grid.rows.rowCount(), len(self.shown_columns())
        height = max(1, min(box.height + down, high - box.top))
        width = max(1, min(box.width + right, wide - box.left))
        self.select(Box(box.top, box.left, height, width))
        corner = self.shown_columns()[box.left + width - 1]
        self._grid.scrollTo(self._grid.rows.index(box.top + height - 1, corner))
        return True
