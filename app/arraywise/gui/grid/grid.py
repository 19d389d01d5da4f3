"""The grid and its menus."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QItemSelectionModel, QPoint, QRect, Qt
from PySide6.QtGui import (
    QDrag,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLineEdit, QMenu, QStyledItemDelegate

from arraywise.gui.grid import delegate
from arraywise.gui.grid.actions import GridCells
from arraywise.gui.grid.delegate import CellDelegate
from arraywise.gui.grid.header import UnitHeader, filter_action
from arraywise.gui.grid.navigation import CellNavigation, FillHandle, RangeNavigation
from arraywise.gui.grid.view import ColumnWidths, GridView, SelectionSums, areas_of
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.controls import native_keys

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QItemSelection, QModelIndex
    from PySide6.QtGui import QContextMenuEvent
    from PySide6.QtWidgets import QWidget

    from arraywise.gui.grid.delegate import FormulaEdit
    from arraywise.gui.grid.model import RowsModel

translate = QCoreApplication.translate


def cell_menu(grid: GridView, cells: GridCells) -> QMenu:
    """Return the menu of the selected cells; what the grid cannot do is left out."""
    menu = QMenu(grid)
    typed = grid.block_target is not None
    if typed:
        _add(menu, translate("Grid", "Cut"), cells.cut, "Ctrl+X")
    _add(menu, translate("Grid", "Copy"), cells.copy, "Ctrl+C")
    _add(menu, translate("Grid", "Copy with titles"), cells.copy_with_titles)
    if typed:
        _add(menu, translate("Grid", "Paste"), cells.paste, "Ctrl+V")
        _add(menu, translate("Grid", "Paste values only"), cells.paste_values, "Ctrl+Shift+V")
        _add(menu, translate("Grid", "Paste transposed"), cells.paste_transposed)
        _add(menu, translate("Grid", "Paste and add"), cells.paste_added)
        _add(menu, translate("Grid", "Clear"), cells.clear, "Del")
        menu.addSeparator()
        _add(menu, translate("Grid", "Fill down"), cells.fill_down, "Ctrl+D")
        _add(menu, translate("Grid", "Fill right"), cells.fill_right, "Ctrl+R")
        _add(menu, translate("Grid", "Sum"), cells.insert_sum, "Alt+=")
    _add_lines(menu, grid, cells)
    _add_filters(menu, grid)
    if grid.actions():
        menu.addSeparator()
    for action in grid.actions():
        menu.addAction(action)
    return menu


def _add_lines(menu: QMenu, grid: GridView, cells: GridCells) -> None:
    """Add what puts rows and columns in and takes them out; keys are for what is selected."""
    is_rows = not cells.are_columns()
    entries = (
        (grid.rows_inserted_by, translate("Grid", "Insert rows"), cells.insert_rows, "Ctrl++"),
        (grid.rows_removed_by, translate("Grid", "Delete rows"), cells.remove_rows, "Ctrl+-"),
        (grid.columns_inserted_by, translate("Grid", "Insert columns"), cells.insert_columns,
         "Ctrl++"),
        (grid.columns_removed_by, translate("Grid", "Delete columns"), cells.remove_columns,
         "Ctrl+-"),
    )  # fmt: skip
    if any(can for can, *_ in entries):
        menu.addSeparator()
    for at, (can, text, action, keys) in enumerate(entries):
        if can is not None:
            _add(menu, text, action, keys if (at < 2) is is_rows else "")


def _add_filters(menu: QMenu, grid: GridView) -> None:
    index = grid.currentIndex()
    if not index.isValid():
        return
    menu.addSeparator()
    text = grid.rows.shown(index).text
    if text:
        message = translate("Grid", "Show only rows with \u201c{text}\u201d")
        label = message.format(text=text[:30].replace("&", "&&"))
        _add(menu, label, partial(grid.rows.set_filter, index.column(), text))
    if grid.rows.is_filtered:
        _add(menu, translate("Grid", "Show all rows"), grid.rows.clear_filters)


def _is_chosen(cells: GridCells, column: int) -> bool:
    """Return whether a whole column is selected, maybe with others."""
    box = cells.selected()
    chosen = cells.shown_columns()[box.left : box.left + box.width] if box is not None else []
    return column in chosen and cells.are_columns()


def column_menu(grid: GridView, cells: GridCells, column: int) -> QMenu:
    """Return the menu of a column: order, filter, width, and which columns are shown."""
    menu, header = QMenu(grid), grid.horizontalHeader()
    up, down = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
    if header.isSortIndicatorShown():
        for text, by, order in (
            (translate("Grid", "Sort ascending"), column, up),
            (translate("Grid", "Sort descending"), column, down),
            (translate("Grid", "Original order"), -1, up),
        ):
            _add(menu, text, partial(header.setSortIndicator, by, order))
        menu.addSeparator()
        menu.addAction(filter_action(menu, grid.rows, column))
        if grid.rows.is_filtered:
            _add(menu, translate("Grid", "Show all rows"), grid.rows.clear_filters)
        menu.addSeparator()
    if grid.columns_inserted_by is not None:
        _add(menu, translate("Grid", "Insert columns"), cells.insert_columns, "Ctrl++")
        _add(menu, translate("Grid", "Delete columns"), cells.remove_columns, "Ctrl+-")
        menu.addSeparator()
        for text, descending in (
            (translate("Grid", "Sort rows ascending"), False),
            (translate("Grid", "Sort rows descending"), True),
        ):
            _add(menu, text, partial(cells.sort_rows, column, descending=descending))
        menu.addSeparator()
    _add(menu, translate("Grid", "Fit the width"), partial(grid.resizeColumnToContents, column))
    frozen = translate("Grid", "Freeze columns up to this one")
    _add(menu, frozen, partial(grid.freeze, column + 1))
    if grid.frozen:
        _add(menu, translate("Grid", "Unfreeze columns"), partial(grid.freeze, 0))
    menu.addMenu(_chooser(menu, grid, cells))
    return menu


def _chooser(menu: QMenu, grid: GridView, cells: GridCells) -> QMenu:
    """Return the list of columns, each of which can be left out."""
    chooser = QMenu(translate("Grid", "Columns"), menu)
    for place, column in enumerate(grid.rows.columns):
        name = column.name or column.letter
        if not name:
            continue  # a column of signs belongs to the one beside it
        action = chooser.addAction(name)
        action.setCheckable(True)
        action.setChecked(not grid.isColumnHidden(place))
        action.toggled.connect(partial(_show_column, grid, cells, place))
    return chooser


def _show_column(grid: GridView, cells: GridCells, place: int, on: bool) -> None:  # noqa: FBT001 - Qt's signal
    if on or len(cells.shown_columns()) > 1:
        grid.setColumnHidden(place, not on)


def _show(menu: QMenu, at: QPoint) -> None:
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(at)


def _add(menu: QMenu, text: str, action: Callable[[], object], keys: str = "") -> None:
    built = menu.addAction(text)
    if keys:  # shown only: the grid takes them itself
        built.setText(f"{text}\t{native_keys(keys)}")
    built.triggered.connect(lambda _checked=False: action())


_REACH = 3  # pixels on either side of the border that count as it
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
        """Return whether a point is on the border."""
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
            data = self._cells.as_mime()
            if data is not None:
                drag = QDrag(self._grid)
                drag.setMimeData(data)
                drag.exec(Qt.DropAction.CopyAction)
        return True

    def release(self, _event: QMouseEvent) -> bool:
        """Let go where the mouse did not move; say whether something was taken hold of."""
        held, self._from = self._from is not None, None
        return held


_GOING_ON = frozenset(
    {QAbstractItemView.EditTrigger.EditKeyPressed, QAbstractItemView.EditTrigger.DoubleClicked}
)


class Grid(GridView):
    """A table of `RowsModel`."""

    def __init__(
        self,
        model: RowsModel,
        *,
        roomy: bool = False,
        plain: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """Show a model; `roomy` rows are higher, a `plain` table has lines between rows only."""
        super().__init__(model, parent)
        self._widths = ColumnWidths(self)
        self._delegate = CellDelegate(self, sides=not plain, offer=self.offer)
        self._delegate.prepare, self._delegate.left_by = self._prepare, self.keyPressEvent
        self.setItemDelegate(self._delegate)
        self._set_up_header(UnitHeader(self, plain=plain))
        vertical, height = self.verticalHeader(), "grid_row_roomy" if roomy else "grid_row"
        vertical.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        vertical.setDefaultSectionSize(theme.height(height))
        vertical.setMinimumSectionSize(theme.height(height))
        vertical.hide()
        self._set_up_view()
        self.cells = GridCells(self)
        self._delegate.filled_by = self.cells.fill_selection
        self._spanned: tuple[Callable[[object], bool], int, int] | None = None
        self._handles = (FillHandle(self, self.cells), DragOut(self, self.cells))
        """What can be taken hold of, the first first."""
        self._jumps = RangeNavigation(self, self.cells)
        self._steps = CellNavigation(self)
        self._sums = SelectionSums(model, self)
        self._sums.ready.connect(self.figures_changed)
        self.doubleClicked.connect(self._open_read_only)
        self._follow(model)
        self.fit_columns()  # rows may come later

    def _follow(self, model: RowsModel) -> None:
        model.modelReset.connect(self.fit_columns)
        model.rowsInserted.connect(self._fit_first_rows)
        model.rows_shown.connect(self.widen_columns)
        for moved in (model.modelReset, model.layoutChanged, model.rows_shown):
            moved.connect(self._span)

    def _set_up_header(self, header: UnitHeader) -> None:
        self.setHorizontalHeader(header)
        header.setSelectionModel(QItemSelectionModel(self.rows, self))
        header.setSortIndicatorShown(True)  # the view has taken it away
        header.sortIndicatorChanged.connect(self._sort)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self.show_header_menu)

    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        """Sort, unless a click on a title means something else here."""
        if self.horizontalHeader().isSortIndicatorShown():
            self.rows.sort(column, order)

    def _prepare(self, line: FormulaEdit) -> None:
        line.grid, line.pointing = self, self.pointing

    def offer(self) -> list[str]:
        """Return the names and functions that are offered while a formula is typed."""
        return self.offered()

    def _set_up_view(self) -> None:
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(
            triggers.DoubleClicked | triggers.EditKeyPressed | triggers.AnyKeyPressed
        )
        self.setTabKeyNavigation(False)

    def fit_columns(self) -> None:
        """Make every column as wide as its title and the rows need; one takes what is left."""
        self._widths.fit()
        self.horizontalHeader().updateGeometry()
        self.updateGeometries()

    def _fit_first_rows(self, _parent: QModelIndex, first: int, last: int) -> None:
        if last - first + 1 == self.rows.rowCount():
            self.fit_columns()

    def widen_columns(self) -> None:
        """Widen the columns whose figures have outgrown them."""
        self._widths.widen()

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

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the last free pixel used."""
        super().resizeEvent(event)
        self._widths.follow()
        if self._frozen is not None:
            self._frozen.place()

    def changeEvent(self, event: QEvent) -> None:
        """Measure again when the font changes."""
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
        return self._widths.needed()

    def _open_read_only(self, index: QModelIndex) -> None:
        if not index.flags() & Qt.ItemFlag.ItemIsEditable:
            self.opened.emit(index.row())

    # Keys and mouse

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what the keys of a spreadsheet do; the rest is the view's."""
        if self.state() != QAbstractItemView.State.EditingState and (
            self._run_shortcut(event)
            or self._jumps.run_shortcut(event)
            or self._steps.run_shortcut(event)
        ):
            event.accept()
            return
        super().keyPressEvent(event)

    def _run_shortcut(self, event: QKeyEvent) -> bool:
        """Do what a standard key or a spreadsheet's own one stands for; say whether it is one."""
        if event.key() == Qt.Key.Key_Delete and not event.matches(QKeySequence.StandardKey.Cut):
            return self.cells.clear()
        if event.key() == Qt.Key.Key_Escape:
            return self.cells.stop()
        return self._open_by_key(event) or self._run_with_control(event)

    def _open_by_key(self, event: QKeyEvent) -> bool:
        """Open the current cell with nothing in it, or its list; say whether it was opened."""
        if event.key() == Qt.Key.Key_Backspace and not event.modifiers():
            return self._begin_empty()
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        index = self.currentIndex()
        if alt and event.key() == Qt.Key.Key_Equal:
            return self.cells.insert_sum()
        if event.key() != Qt.Key.Key_Down or not alt or not index.isValid():
            return False
        return self.rows.columns[index.column()].choices is not None and self.edit(index)

    def _run_with_control(self, event: QKeyEvent) -> bool:
        keys, control = QKeySequence.StandardKey, Qt.KeyboardModifier.ControlModifier
        clipboard = {keys.Copy: self.copy, keys.Cut: self.cells.cut, keys.Paste: self.paste}
        for standard, action in clipboard.items():
            if event.matches(standard):
                action()
                return True
        actions: dict[int, Callable[[], object]] = {
            Qt.Key.Key_D: self.cells.fill_down,
            Qt.Key.Key_R: self.cells.fill_right,
            Qt.Key.Key_V: self.cells.paste_values,  # with Shift: without, it was a standard key
            Qt.Key.Key_Plus: self.cells.insert,
            Qt.Key.Key_Minus: self.cells.remove,
            Qt.Key.Key_Semicolon: self.cells.type_date,
            Qt.Key.Key_Apostrophe: self.cells.copy_above,
            Qt.Key.Key_Asterisk: self.cells.select_region,
            Qt.Key.Key_0: self._hide_columns,
        }
        action_of = actions.get(event.key())
        if action_of is None or not event.modifiers() & control:
            return False
        return bool(action_of())

    def _hide_columns(self) -> bool:
        """Hide the columns of the selection, unless nothing would be left."""
        box, shown = self.cells.selected(), self.cells.shown_columns()
        if box is None or box.width == len(shown):
            return False
        for column in shown[box.left : box.left + box.width]:
            self.hideColumn(column)
        return True

    def focusNextPrevChild(self, ahead: bool) -> bool:  # noqa: FBT001 - Qt's own
        """Tab goes through a row that can be typed into, and leaves it at its end."""
        walks = self.block_target is not None and self.step(0, 1 if ahead else -1)
        return walks or super().focusNextPrevChild(ahead)

    def step(self, down: int, right: int) -> bool:
        """Go to the next cell that is shown; say whether there is one."""
        return self._steps.step(down, right)

    def edit(  # type: ignore[override]
        self,
        index: QModelIndex,
        trigger: QAbstractItemView.EditTrigger = QAbstractItemView.EditTrigger.EditKeyPressed,
        event: QEvent | None = None,
    ) -> bool:
        """Open a cell: typing replaces what it holds, F2 and a double click go on behind it."""
        self._delegate.types_over = trigger == QAbstractItemView.EditTrigger.AnyKeyPressed
        opened = bool(super().edit(index, trigger, event))  # type: ignore[arg-type]
        editor = self.indexWidget(index) if opened else None
        if isinstance(editor, QLineEdit):
            delegate.mark(editor, typed_over=trigger not in _GOING_ON)
            if trigger in _GOING_ON:
                editor.end(False)  # noqa: FBT003 - Qt's own signature
        return opened

    def _begin_empty(self) -> bool:
        """Open the current cell with nothing in it; say whether it can be."""
        index = self.currentIndex()
        opened = bool(index.flags() & Qt.ItemFlag.ItemIsEditable) and self.edit(index)
        editor = self.indexWidget(index)
        if opened and isinstance(editor, QLineEdit):
            delegate.mark(editor, typed_over=True)
            editor.selectAll()
            editor.del_()
        return opened

    def commitData(self, editor: QWidget) -> None:
        """Hand over what was typed; what goes wrong with that is reported here.

        Qt calls `closeEditor` next, and PySide 6.10 gives away a reference to an override that it
        looks up while an error is pending: the method would be freed while it is in use.
        """
        try:
            self.edit_begins.emit()
            super().commitData(editor)
        except Exception:  # noqa: BLE001 - it goes on to the crash dialog
            sys.excepthook(*sys.exc_info())

    def closeEditor(self, editor: QWidget, hint: QStyledItemDelegate.EndEditHint) -> None:
        """Enter goes down and Tab goes right, as in a spreadsheet."""
        hints = QStyledItemDelegate.EndEditHint
        steps = {hints.SubmitModelCache: (1, 0), hints.EditNextItem: (0, 1),
                 hints.EditPreviousItem: (0, -1)}  # fmt: skip
        editor.blockSignals(True)  # noqa: FBT003 - a list would tell of its choice once more
        super().closeEditor(editor, hints.NoHint)
        if hint in steps:
            self.step(*steps[hint])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the fill handle or the selection's border, or put a cell into a formula."""
        self._steps.forget()
        if not self._points(event) and not any(h.press(event) for h in self._handles):
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the cell, unless it is put into a formula; on the handle, fill down."""
        if not self._points(event) and not self._handles[0].double(event):
            super().mouseDoubleClickEvent(event)

    def _points(self, event: QMouseEvent) -> bool:
        """Put the cell under the mouse into the formula that waits for it, if one does."""
        if self.pointing is None or event.button() != Qt.MouseButton.LeftButton:
            return False
        index = self.indexAt(event.position().toPoint())
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        return self.pointing.press(self, (index.row(), index.column()), extend=shift)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the fill handle, or over cells that are put into a formula."""
        if self.pointing is not None and event.buttons() & Qt.MouseButton.LeftButton:
            index = self.indexAt(event.position().toPoint())
            if self.pointing.drag(self, (index.row(), index.column())):
                return
        if not any(handle.move(event) for handle in self._handles):
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of the fill handle, or of the border."""
        if not any(handle.release(event) for handle in self._handles):
            super().mouseReleaseEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cells, and the fill handle over them."""
        super().paintEvent(event)
        self._handles[0].paint()
        if self.pointing is not None:
            self.pointing.paint(self)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the cells."""
        _show(cell_menu(self, self.cells), event.globalPos())

    def show_header_menu(self, at: QPoint) -> None:
        """Offer what can be done with the columns."""
        header = self.horizontalHeader()
        column = header.logicalIndexAt(at)
        if self.columns_inserted_by is not None and not _is_chosen(self.cells, column):
            self.selectColumn(column)
        _show(column_menu(self, self.cells, column), header.mapToGlobal(at))

    # What others ask of a grid

    def copy(self) -> None:
        """Put the selected cells, or the whole grid where none are, on the clipboard."""
        self.cells.copy()

    def paste(self) -> None:
        """Put the clipboard's cells in from the current cell on, where the grid takes any."""
        self.cells.paste()

    def ensure_current(self) -> None:
        """Make the first cell current where none is, so that keys and formula line have one."""
        if not self.currentIndex().isValid() and self.rows.rowCount():
            self.choose(self.rows.index(0, 0))

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Tell the status bar what is selected."""
        super().selectionChanged(selected, deselected)
        self.viewport().update()
        if self.hasFocus():
            self._sums.add_up(self.selectionModel().selection())
