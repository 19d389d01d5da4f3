"""The first columns of a grid, kept in sight while the others scroll sideways."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView

from arraywise.gui.sheets.cell_delegate import CellDelegate
from arraywise.gui.sheets.unit_header import UnitHeader

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex

    from arraywise.gui.sheets.rows_model import RowsModel


class FrozenColumns(QTableView):
    """A second view on the grid's model that lies over its left end."""

    def __init__(self, grid: QTableView, rows: RowsModel, columns: int) -> None:
        super().__init__(grid)
        self._grid, self._rows = grid, rows
        self.columns = columns
        self.setModel(rows)
        self.setSelectionModel(grid.selectionModel())
        self.setItemDelegate(CellDelegate(self))
        self._set_up_headers()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setFocusProxy(grid)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._follow(grid)
        self.place()
        self.show()

    def _set_up_headers(self) -> None:
        header = UnitHeader(self)
        self.setHorizontalHeader(header)
        header.setSelectionModel(QItemSelectionModel(self._rows, self))
        header.setSortIndicatorShown(False)
        header.setSectionsClickable(False)
        vertical = self.verticalHeader()
        vertical.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        vertical.setDefaultSectionSize(self._grid.verticalHeader().defaultSectionSize())
        vertical.setMinimumSectionSize(vertical.defaultSectionSize())
        vertical.hide()

    def _follow(self, grid: QTableView) -> None:
        grid.verticalScrollBar().valueChanged.connect(self.verticalScrollBar().setValue)
        self.verticalScrollBar().valueChanged.connect(grid.verticalScrollBar().setValue)
        grid.horizontalHeader().sectionResized.connect(self._place_anew)
        grid.horizontalHeader().geometriesChanged.connect(self.place)
        self._rows.modelReset.connect(self.place)
        self.doubleClicked.connect(self._edit)

    def _edit(self, index: QModelIndex) -> None:
        """Let the grid edit, once the cell is in its own sight."""
        self._grid.horizontalScrollBar().setValue(0)
        self._grid.edit(index)

    def _place_anew(self, *_section: int) -> None:
        self.place()

    def place(self) -> None:
        """Lie over the grid's first columns."""
        grid, wide = self._grid, 0
        for column in range(self._rows.columnCount()):
            self.setColumnHidden(column, column >= self.columns or grid.isColumnHidden(column))
            if not self.isColumnHidden(column):
                self.setColumnWidth(column, grid.columnWidth(column))
                wide += grid.columnWidth(column)
        high = grid.horizontalHeader().height()
        self.horizontalHeader().setFixedHeight(high)
        corner = grid.viewport().geometry()
        self.setGeometry(corner.left(), corner.top() - high, wide, corner.height() + high)
