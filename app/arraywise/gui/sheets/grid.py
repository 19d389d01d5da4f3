"""The grid: a table view that copies, sorts, counts and widens the way spreadsheets do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyledItemDelegate, QTableView

from arraywise.gui import theme
from arraywise.gui.sheets.cell_delegate import CellDelegate, content_width
from arraywise.gui.sheets.unit_header import UnitHeader, least_width

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QItemSelection, QModelIndex
    from PySide6.QtWidgets import QWidget

    from arraywise.gui.sheets.rows_model import RowsModel

_MEASURED_ROWS = 200
"""Rows that are looked at when widths are chosen."""
_COUNTED_CELLS = 200_000


@dataclass(frozen=True, slots=True)
class SelectionFigures:
    """What the status bar says of a selection."""

    count: int
    numbers: int
    total: float


class Grid(QTableView):
    """A table of `RowsModel`."""

    figures_changed = Signal(object)
    """Carries SelectionFigures, or None for less than two cells."""
    opened = Signal(int)
    """Enter, F4 or a double click on a read-only cell; carries the row in the model."""

    def __init__(
        self,
        model: RowsModel,
        *,
        roomy: bool = False,
        plain: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """Show a model; `roomy` rows are higher, a `plain` table has lines between rows only."""
        super().__init__(parent)
        self.rows = model
        self.setModel(model)
        self.setItemDelegate(CellDelegate(self, sides=not plain))
        header = UnitHeader(self, plain=plain)
        self.setHorizontalHeader(header)
        header.setSelectionModel(QItemSelectionModel(model, self))
        header.sortIndicatorChanged.connect(model.sort)
        self._set_up_rows(theme.height("grid_row_roomy" if roomy else "grid_row"))
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.setTabKeyNavigation(False)
        self.block_given_to: Callable[[int, int, list[list[str]]], None] | None = None
        """Takes cells that are pasted or cleared: row and column of the first, and the texts."""
        self._spanned: tuple[Callable[[object], bool], int, int] | None = None
        self.doubleClicked.connect(self._open_read_only)
        model.modelReset.connect(self.fit_columns)
        model.rowsInserted.connect(self._fit_first_rows)
        model.rows_shown.connect(self.widen_columns)
        for moved in (model.modelReset, model.layoutChanged, model.rows_shown):
            moved.connect(self._span)

    def _set_up_rows(self, height: int) -> None:
        vertical = self.verticalHeader()
        vertical.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        vertical.setDefaultSectionSize(height)
        vertical.setMinimumSectionSize(height)
        vertical.hide()

    def fit_columns(self) -> None:
        """Make every column as wide as its title and the rows need; one takes what is left."""
        header = self.horizontalHeader()
        for section, wide in enumerate(self._wanted_widths()):
            header.resizeSection(section, wide)
        self._stretch()
        header.updateGeometry()
        self.updateGeometries()

    def _fit_first_rows(self, _parent: QModelIndex, first: int, last: int) -> None:
        if last - first + 1 == self.rows.rowCount():
            self.fit_columns()

    def widen_columns(self) -> None:
        """Widen the columns whose figures have outgrown them; none gets narrower."""
        header = self.horizontalHeader()
        wider = False
        for section, wide in enumerate(self._wanted_widths()):
            if header.sectionSize(section) < wide and not self.rows.columns[section].stretch:
                header.resizeSection(section, wide)
                wider = True
        if wider:
            self._stretch()

    def _wanted_widths(self) -> list[int]:
        rows = range(min(self.rows.rowCount(), _MEASURED_ROWS))
        wanted = []
        for place, column in enumerate(self.rows.columns):
            wide = max((content_width(self.rows.shown_at(row, place)) for row in rows), default=0)
            wanted.append(max(column.least, least_width(column), min(wide, column.most)))
        return wanted

    def set_spanned(self, rows: Callable[[object], bool], column: int, columns: int) -> None:
        """Let a cell of some rows reach over several columns."""
        self._spanned = (rows, column, columns)

    def _span(self) -> None:
        if self._spanned is None:
            return
        wanted, column, columns = self._spanned
        self.clearSpans()
        for place, row in enumerate(self.rows.rows):
            if wanted(row):
                self.setSpan(place, column, 1, columns)

    def _stretch(self) -> None:
        """Give the width that is left to the column that wants it."""
        header = self.horizontalHeader()
        for section, column in enumerate(self.rows.columns):
            if column.stretch and not header.isSectionHidden(section):
                others = header.length() - header.sectionSize(section)
                least = max(column.least, least_width(column))
                header.resizeSection(section, max(least, self.viewport().width() - others))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the last free pixel used."""
        super().resizeEvent(event)
        self._stretch()

    def changeEvent(self, event: QEvent) -> None:
        """Measure anew when the font changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.fit_columns()

    def natural_height(self, most_rows: int) -> int:
        """Return the height that shows up to `most_rows` rows without a scroll bar."""
        rows = min(max(self.rows.rowCount(), 1), most_rows)
        header = self.horizontalHeader()
        bar = 0
        if header.length() > self.width():
            bar = self.horizontalScrollBar().sizeHint().height()
        rows_high = rows * self.verticalHeader().defaultSectionSize()
        return header.sizeHint().height() + rows_high + bar + 1

    def needed_width(self) -> int:
        """Return the width at which no column is cut."""
        rows = self.rows.rows[:_MEASURED_ROWS]
        return sum(
            max(c.least, least_width(c), *(content_width(c.show(row)) for row in rows))
            for c in self.rows.columns
        )

    def _open_read_only(self, index: QModelIndex) -> None:
        if not index.flags() & Qt.ItemFlag.ItemIsEditable:
            self.opened.emit(index.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy, and open with Enter; the rest is the view's."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste()
            return
        if event.key() == Qt.Key.Key_Delete and self.block_given_to is not None:
            self._clear()
            return
        index = self.currentIndex()
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and index.isValid():
            if self.state() != QAbstractItemView.State.EditingState:
                self._open_read_only(index)
            return
        super().keyPressEvent(event)

    def copy(self) -> None:
        """Put the selected cells, or the whole grid where less than two are, on the clipboard."""
        indexes = self.selectionModel().selectedIndexes()
        if len(indexes) < 2 and not indexes:
            QGuiApplication.clipboard().setText(self.as_tsv())
            return
        rows = sorted({i.row() for i in indexes})
        columns = sorted({i.column() for i in indexes if not self.isColumnHidden(i.column())})
        chosen = {(i.row(), i.column()) for i in indexes}
        lines = [
            "\t".join(self._text(r, c) if (r, c) in chosen else "" for c in columns) for r in rows
        ]
        QGuiApplication.clipboard().setText("\n".join(lines))

    def paste(self) -> None:
        """Put the clipboard's cells in from the current cell on, where the grid takes any."""
        index = self.currentIndex()
        text = QGuiApplication.clipboard().text()
        if self.block_given_to is None or not text:
            return
        lines = text.replace("\r\n", "\n").rstrip("\n").split("\n")
        block = [line.split("\t") for line in lines]
        self.block_given_to(max(0, index.row()), max(0, index.column()), block)

    def _clear(self) -> None:
        """Empty the selected cells."""
        indexes = self.selectionModel().selectedIndexes()
        if not indexes or self.block_given_to is None:
            return
        rows, columns = {i.row() for i in indexes}, {i.column() for i in indexes}
        block = [[""] * (max(columns) - min(columns) + 1)] * (max(rows) - min(rows) + 1)
        self.block_given_to(min(rows), min(columns), block)

    def closeEditor(self, editor: QWidget, hint: QStyledItemDelegate.EndEditHint) -> None:
        """Enter goes down and Tab goes right, as in a spreadsheet."""
        hints = QStyledItemDelegate.EndEditHint
        steps = {hints.SubmitModelCache: (1, 0), hints.EditNextItem: (0, 1),
                 hints.EditPreviousItem: (0, -1)}  # fmt: skip
        here = self.currentIndex()
        super().closeEditor(editor, hints.NoHint)
        down, right = steps.get(hint, (0, 0))
        target = here.siblingAtRow(here.row() + down).siblingAtColumn(here.column() + right)
        if (down or right) and target.isValid():
            self.setCurrentIndex(target)

    def as_tsv(self) -> str:
        """Return the whole grid with its titles, one line a row, tabs between."""
        columns = [c for c in range(self.rows.columnCount()) if not self.isColumnHidden(c)]
        titles = [str(self.rows.headerData(c, Qt.Orientation.Horizontal)) for c in columns]
        lines = ["\t".join(titles)]
        lines += [
            "\t".join(self._text(r, c) for c in columns) for r in range(self.rows.rowCount())
        ]
        return "\n".join(lines)

    def _text(self, row: int, column: int) -> str:
        return str(self.rows.index(row, column).data() or "").replace("\t", " ")

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Tell the status bar what is selected."""
        super().selectionChanged(selected, deselected)
        if self.hasFocus():
            self.figures_changed.emit(self._figures())

    def _figures(self) -> SelectionFigures | None:
        indexes = self.selectionModel().selectedIndexes()
        if not 2 <= len(indexes) <= _COUNTED_CELLS:
            return None
        shown = [self.rows.shown(i) for i in indexes]
        numbers = [s.number for s in shown if s.number is not None and not s.missing]
        return SelectionFigures(len(indexes), len(numbers), sum(numbers))
