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
from arraywise.gui.grid.header import UnitHeader, build_filter_action
from arraywise.gui.grid.navigation import CellNavigation, FillHandle, RangeNavigation
from arraywise.gui.grid.view import ColumnWidths, GridView, SelectionSums, selected_ranges
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
_HIT_MARGIN = 3  # pixels on either side of the border that count as it
_MIN_DRAGGED_CELLS = 2
"""Cells that a selection has before its border is a handle: a click at the edge of one is a
click."""
_KEEPING_TEXT = frozenset(
    {QAbstractItemView.EditTrigger.EditKeyPressed, QAbstractItemView.EditTrigger.DoubleClicked}
)


def build_cell_menu(grid: GridView, cells: GridCells) -> QMenu:
    """Build the context menu of the selected cells, of what the grid can do."""
    menu = QMenu(grid)
    is_editable = grid.block_target is not None
    if is_editable:
        _add_action(menu, translate("Grid", "Cut"), cells.cut, "Ctrl+X")
    _add_action(menu, translate("Grid", "Copy"), cells.copy, "Ctrl+C")
    _add_action(menu, translate("Grid", "Copy with titles"), cells.copy_with_titles)
    if is_editable:
        _add_action(menu, translate("Grid", "Paste"), cells.paste, "Ctrl+V")
        _add_action(
            menu, translate("Grid", "Paste values only"), cells.paste_values, "Ctrl+Shift+V"
        )
        _add_action(menu, translate("Grid", "Paste transposed"), cells.paste_transposed)
        _add_action(menu, translate("Grid", "Paste and add"), cells.paste_added)
        _add_action(menu, translate("Grid", "Clear"), cells.clear, "Del")
        menu.addSeparator()
        _add_action(menu, translate("Grid", "Fill down"), cells.fill_down, "Ctrl+D")
        _add_action(menu, translate("Grid", "Fill right"), cells.fill_right, "Ctrl+R")
        _add_action(menu, translate("Grid", "Sum"), cells.insert_sum, "Alt+=")
    _add_row_and_column_actions(menu, grid, cells)
    _add_filter_actions(menu, grid)
    if grid.actions():
        menu.addSeparator()
    for action in grid.actions():
        menu.addAction(action)
    return menu


def _add_row_and_column_actions(menu: QMenu, grid: GridView, cells: GridCells) -> None:
    """Add the actions that insert and delete rows and columns, with shortcuts as selected."""
    is_rows = not cells.are_whole_columns_selected()
    entries = (
        (grid.insert_rows_at, translate("Grid", "Insert rows"), cells.insert_rows, "Ctrl++"),
        (grid.delete_rows_at, translate("Grid", "Delete rows"), cells.remove_rows, "Ctrl+-"),
        (grid.insert_columns_at, translate("Grid", "Insert columns"), cells.insert_columns,
         "Ctrl++"),
        (grid.delete_columns_at, translate("Grid", "Delete columns"), cells.remove_columns,
         "Ctrl+-"),
    )  # fmt: skip
    if any(hook for hook, *_ in entries):
        menu.addSeparator()
    for index, (hook, text, action, keys) in enumerate(entries):
        if hook is not None:
            _add_action(menu, text, action, keys if (index < 2) is is_rows else "")


def _add_filter_actions(menu: QMenu, grid: GridView) -> None:
    index = grid.currentIndex()
    if not index.isValid():
        return
    menu.addSeparator()
    text = grid.rows.cell_at_index(index).text
    if text:
        message = translate("Grid", "Show only rows with \u201c{text}\u201d")
        label = message.format(text=text[:30].replace("&", "&&"))
        _add_action(menu, label, partial(grid.rows.set_filter, index.column(), text))
    if grid.rows.is_filtered:
        _add_action(menu, translate("Grid", "Show all rows"), grid.rows.clear_filters)


def _is_column_selected(cells: GridCells, column: int) -> bool:
    """Return whether a column is among selected whole columns."""
    box = cells.selected_box()
    chosen = cells.shown_columns()[box.left : box.left + box.width] if box is not None else []
    return column in chosen and cells.are_whole_columns_selected()


def build_column_menu(grid: GridView, cells: GridCells, column: int) -> QMenu:
    """Build the menu of a column: order, filter, width, freezing, and which are shown."""
    menu, header = QMenu(grid), grid.horizontalHeader()
    up, down = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
    if header.isSortIndicatorShown():
        for text, by, order in (
            (translate("Grid", "Sort ascending"), column, up),
            (translate("Grid", "Sort descending"), column, down),
            (translate("Grid", "Original order"), -1, up),
        ):
            _add_action(menu, text, partial(header.setSortIndicator, by, order))
        menu.addSeparator()
        menu.addAction(build_filter_action(menu, grid.rows, column))
        if grid.rows.is_filtered:
            _add_action(menu, translate("Grid", "Show all rows"), grid.rows.clear_filters)
        menu.addSeparator()
    if grid.insert_columns_at is not None:
        _add_action(menu, translate("Grid", "Insert columns"), cells.insert_columns, "Ctrl++")
        _add_action(menu, translate("Grid", "Delete columns"), cells.remove_columns, "Ctrl+-")
        menu.addSeparator()
        for text, descending in (
            (translate("Grid", "Sort rows ascending"), False),
            (translate("Grid", "Sort rows descending"), True),
        ):
            _add_action(menu, text, partial(cells.sort_rows, column, descending=descending))
        menu.addSeparator()
    _add_action(
        menu, translate("Grid", "Fit the width"), partial(grid.resizeColumnToContents, column)
    )
    frozen = translate("Grid", "Freeze columns up to this one")
    _add_action(menu, frozen, partial(grid.freeze, column + 1))
    if grid.frozen_count:
        _add_action(menu, translate("Grid", "Unfreeze columns"), partial(grid.freeze, 0))
    menu.addMenu(_build_column_chooser(menu, grid, cells))
    return menu


def _build_column_chooser(menu: QMenu, grid: GridView, cells: GridCells) -> QMenu:
    """Build the menu that shows and hides columns."""
    chooser = QMenu(translate("Grid", "Columns"), menu)
    for column_index, column in enumerate(grid.rows.columns):
        name = column.name or column.letter
        if not name:
            continue  # a column of signs belongs to the one beside it
        action = chooser.addAction(name)
        action.setCheckable(True)
        action.setChecked(not grid.isColumnHidden(column_index))
        action.toggled.connect(partial(_set_column_shown, grid, cells, column_index))
    return chooser


def _set_column_shown(grid: GridView, cells: GridCells, column_index: int, on: bool) -> None:  # noqa: FBT001 - Qt's signal
    if on or len(cells.shown_columns()) > 1:
        grid.setColumnHidden(column_index, not on)


def _popup_menu(menu: QMenu, at: QPoint) -> None:
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(at)


def _add_action(menu: QMenu, text: str, action: Callable[[], object], keys: str = "") -> None:
    built = menu.addAction(text)
    if keys:  # shown only: the grid takes them itself
        built.setText(f"{text}\t{native_keys(keys)}")
    built.triggered.connect(lambda _checked=False: action())


class SelectionDrag:
    """Drags the selected cells out of a grid by the border of the selection."""

    def __init__(self, grid: GridView, cells: GridCells) -> None:
        self._grid, self._cells = grid, cells
        self._from: QPoint | None = None

    def rect(self) -> QRect:
        """Return the rectangle of the selection; empty where it cannot be dragged."""
        grid = self._grid
        areas = selected_ranges(grid.selectionModel().selection())
        if len(areas) != 1 or grid.state() == QAbstractItemView.State.EditingState:
            return QRect()
        if areas[0].width() * areas[0].height() < _MIN_DRAGGED_CELLS:
            return QRect()
        return grid.visualRect(areas[0].topLeft()).united(grid.visualRect(areas[0].bottomRight()))

    def is_at(self, point: QPoint) -> bool:
        """Return whether a point is on the border."""
        rect = self.rect()
        if rect.isEmpty():
            return False
        outer = rect.adjusted(-_HIT_MARGIN, -_HIT_MARGIN, _HIT_MARGIN, _HIT_MARGIN)
        inner = rect.adjusted(_HIT_MARGIN, _HIT_MARGIN, -_HIT_MARGIN, -_HIT_MARGIN)
        return outer.contains(point) and not inner.contains(point)

    def press(self, event: QMouseEvent) -> bool:
        """Begin to drag; return whether the mouse was on the border."""
        point, none = event.position().toPoint(), Qt.KeyboardModifier.NoModifier
        left = event.button() == Qt.MouseButton.LeftButton and event.modifiers() == none
        if not (left and self.is_at(point)):
            return False
        self._from = point
        return True

    def move(self, event: QMouseEvent) -> bool:
        """Drag the cells out; return whether the mouse is on the border or was pressed there."""
        point = event.position().toPoint()
        if self._from is None:
            if not event.buttons() and self.is_at(point):
                self._grid.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
                return True
            return False
        away = (point - self._from).manhattanLength()
        if away >= QGuiApplication.styleHints().startDragDistance():
            self._from = None
            data = self._cells.selected_as_mime()
            if data is not None:
                drag = QDrag(self._grid)
                drag.setMimeData(data)
                drag.exec(Qt.DropAction.CopyAction)
        return True

    def release(self, _event: QMouseEvent) -> bool:
        """End a press without a drag; return whether there was one."""
        was_held, self._from = self._from is not None, None
        return was_held


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
        self._delegate = CellDelegate(
            self, sides=not plain, list_completions=self.completion_names
        )
        self._delegate.on_formula_editor, self._delegate.on_leaving_key = (
            self._connect_editor,
            self.keyPressEvent,
        )
        self.setItemDelegate(self._delegate)
        self._set_up_header(UnitHeader(self, plain=plain))
        vertical, height = self.verticalHeader(), "grid_row_roomy" if roomy else "grid_row"
        vertical.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        vertical.setDefaultSectionSize(theme.height(height))
        vertical.setMinimumSectionSize(theme.height(height))
        vertical.hide()
        self._set_up_view()
        self.cells = GridCells(self)
        self._delegate.fill_selection = self.cells.fill_selection
        self._spans: tuple[Callable[[object], bool], int, int] | None = None
        self._handles = (FillHandle(self, self.cells), SelectionDrag(self, self.cells))
        """Handles that the mouse can drag, in order of precedence."""
        self._jumps = RangeNavigation(self, self.cells)
        self._steps = CellNavigation(self)
        self._sums = SelectionSums(model, self)
        self._sums.ready.connect(self.figures_changed)
        self.doubleClicked.connect(self._open_read_only)
        self._connect_model(model)
        self.fit_columns()  # rows may come later

    def _connect_model(self, model: RowsModel) -> None:
        model.modelReset.connect(self.fit_columns)
        model.rowsInserted.connect(self._fit_first_rows)
        model.rows_shown.connect(self.widen_columns)
        for changed in (model.modelReset, model.layoutChanged, model.rows_shown):
            changed.connect(self._apply_spans)

    def _set_up_header(self, header: UnitHeader) -> None:
        self.setHorizontalHeader(header)
        header.setSelectionModel(QItemSelectionModel(self.rows, self))
        header.setSortIndicatorShown(True)  # the view has taken it away
        header.sortIndicatorChanged.connect(self._sort)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self.show_header_menu)

    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        """Sort the rows, where the header shows sort arrows."""
        if self.horizontalHeader().isSortIndicatorShown():
            self.rows.sort(column, order)

    def _connect_editor(self, line: FormulaEdit) -> None:
        line.grid, line.reference_picker = self, self.reference_picker

    def completion_names(self) -> list[str]:
        """Return names and functions for completion in formulas."""
        return self.list_completions()

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
        """Fit all column widths to titles and cells; one column takes the remaining width."""
        self._widths.fit()
        self.horizontalHeader().updateGeometry()
        self.updateGeometries()

    def _fit_first_rows(self, _parent: QModelIndex, first: int, last: int) -> None:
        if last - first + 1 == self.rows.rowCount():
            self.fit_columns()

    def widen_columns(self) -> None:
        """Widen columns whose figures do not fit any more."""
        self._widths.widen()

    def span_cells(self, rows: Callable[[object], bool], column: int, columns: int) -> None:
        """Let a cell span several columns in the rows that a function selects."""
        self._spans = (rows, column, columns)

    def _apply_spans(self) -> None:
        if self._spans is None:
            return
        is_spanned, column, columns = self._spans
        self.clearSpans()
        for row_number, row in enumerate(self.rows.rows):
            if is_spanned(row):
                self.setSpan(row_number, column, 1, columns)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the last free pixel used."""
        super().resizeEvent(event)
        self._widths.refit()
        if self._frozen is not None:
            self._frozen.update_geometry()

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
        rows_height = rows * self.verticalHeader().defaultSectionSize()
        return header.sizeHint().height() + rows_height + bar + 1

    def needed_width(self) -> int:
        """Return the width at which no column is cut."""
        return self._widths.uncut_width()

    def _open_read_only(self, index: QModelIndex) -> None:
        if not index.flags() & Qt.ItemFlag.ItemIsEditable:
            self.opened.emit(index.row())

    # Keys and mouse

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys of a spreadsheet; others are the view's."""
        if self.state() != QAbstractItemView.State.EditingState and (
            self._handle_key(event)
            or self._jumps.handle_key(event)
            or self._steps.handle_key(event)
        ):
            event.accept()
            return
        super().keyPressEvent(event)

    def _handle_key(self, event: QKeyEvent) -> bool:
        """Handle a shortcut of the clipboard or of a spreadsheet; return whether it was one."""
        if event.key() == Qt.Key.Key_Delete and not event.matches(QKeySequence.StandardKey.Cut):
            return self.cells.clear()
        if event.key() == Qt.Key.Key_Escape:
            return self.cells.cancel_paste()
        return self._handle_opening_key(event) or self._handle_control_key(event)

    def _handle_opening_key(self, event: QKeyEvent) -> bool:
        """Handle Backspace, Alt+= and Alt+Down on the current cell; return whether it did."""
        if event.key() == Qt.Key.Key_Backspace and not event.modifiers():
            return self._edit_empty()
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        index = self.currentIndex()
        if alt and event.key() == Qt.Key.Key_Equal:
            return self.cells.insert_sum()
        if event.key() != Qt.Key.Key_Down or not alt or not index.isValid():
            return False
        return self.rows.columns[index.column()].choices is not None and self.edit(index)

    def _handle_control_key(self, event: QKeyEvent) -> bool:
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
            Qt.Key.Key_Plus: self.cells.insert_rows_or_columns,
            Qt.Key.Key_Minus: self.cells.remove_rows_or_columns,
            Qt.Key.Key_Semicolon: self.cells.type_today,
            Qt.Key.Key_Apostrophe: self.cells.copy_above,
            Qt.Key.Key_Asterisk: self.cells.select_region,
            Qt.Key.Key_0: self._hide_selected_columns,
        }
        command = actions.get(event.key())
        if command is None or not event.modifiers() & control:
            return False
        return bool(command())

    def _hide_selected_columns(self) -> bool:
        """Hide the columns of the selection, unless it has all; return whether it did."""
        box, shown = self.cells.selected_box(), self.cells.shown_columns()
        if box is None or box.width == len(shown):
            return False
        for column in shown[box.left : box.left + box.width]:
            self.hideColumn(column)
        return True

    def focusNextPrevChild(self, ahead: bool) -> bool:  # noqa: FBT001 - Qt's own
        """Move along the row by Tab in an editable grid; at its end leave the grid."""
        has_moved = self.block_target is not None and self.step(0, 1 if ahead else -1)
        return has_moved or super().focusNextPrevChild(ahead)

    def step(self, down: int, right: int) -> bool:
        """Go to the next shown cell; return whether there is one."""
        return self._steps.step(down, right)

    def edit(  # type: ignore[override]
        self,
        index: QModelIndex,
        trigger: QAbstractItemView.EditTrigger = QAbstractItemView.EditTrigger.EditKeyPressed,
        event: QEvent | None = None,
    ) -> bool:
        """Open an editor; typing replaces the text, F2 and a double click continue behind it."""
        self._delegate.types_over = trigger == QAbstractItemView.EditTrigger.AnyKeyPressed
        opened = bool(super().edit(index, trigger, event))  # type: ignore[arg-type]
        editor = self.indexWidget(index) if opened else None
        if isinstance(editor, QLineEdit):
            delegate.mark_typed_over(editor, typed_over=trigger not in _KEEPING_TEXT)
            if trigger in _KEEPING_TEXT:
                editor.end(False)  # noqa: FBT003 - Qt's own signature
        return opened

    def _edit_empty(self) -> bool:
        """Open an empty editor in the current cell; return whether it can be edited."""
        index = self.currentIndex()
        opened = bool(index.flags() & Qt.ItemFlag.ItemIsEditable) and self.edit(index)
        editor = self.indexWidget(index)
        if opened and isinstance(editor, QLineEdit):
            delegate.mark_typed_over(editor, typed_over=True)
            editor.selectAll()
            editor.del_()
        return opened

    def commitData(self, editor: QWidget) -> None:
        """Emit `edit_begins` and commit the editor's text; report any exception here.

        Qt calls `closeEditor` next, and PySide 6.10 gives away a reference to an override that it
        looks up while an error is pending: the method would be freed while it is in use.
        """
        try:
            self.edit_begins.emit()
            super().commitData(editor)
        except Exception:  # noqa: BLE001 - it goes on to the crash dialog
            sys.excepthook(*sys.exc_info())

    def closeEditor(self, editor: QWidget, hint: QStyledItemDelegate.EndEditHint) -> None:
        """Close the editor, then go down by Enter or right by Tab."""
        hints = QStyledItemDelegate.EndEditHint
        steps = {hints.SubmitModelCache: (1, 0), hints.EditNextItem: (0, 1),
                 hints.EditPreviousItem: (0, -1)}  # fmt: skip
        editor.blockSignals(True)  # noqa: FBT003 - a list would tell of its choice once more
        super().closeEditor(editor, hints.NoHint)
        if hint in steps:
            self.step(*steps[hint])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick the cell for a formula, press a handle, or select."""
        self._steps.reset_tab_start()
        if not self._pick_cell(event) and not any(h.press(event) for h in self._handles):
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Pick the cell for a formula, fill down by the handle, or open an editor."""
        if not self._pick_cell(event) and not self._handles[0].handle_double_click(event):
            super().mouseDoubleClickEvent(event)

    def _pick_cell(self, event: QMouseEvent) -> bool:
        """Insert the cell under the mouse into a formula; return whether one expects it."""
        if self.reference_picker is None or event.button() != Qt.MouseButton.LeftButton:
            return False
        index = self.indexAt(event.position().toPoint())
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        return self.reference_picker.pick_cell(self, (index.row(), index.column()), extend=shift)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Extend a picked reference, drag a handle, or select."""
        if self.reference_picker is not None and event.buttons() & Qt.MouseButton.LeftButton:
            index = self.indexAt(event.position().toPoint())
            if self.reference_picker.extend_to(self, (index.row(), index.column())):
                return
        if not any(handle.move(event) for handle in self._handles):
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Release a handle, or end the selection."""
        if not any(handle.release(event) for handle in self._handles):
            super().mouseReleaseEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cells, and the fill handle over them."""
        super().paintEvent(event)
        self._handles[0].paint()
        if self.reference_picker is not None:
            self.reference_picker.paint_picked(self)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the menu of the selected cells."""
        _popup_menu(build_cell_menu(self, self.cells), event.globalPos())

    def show_header_menu(self, at: QPoint) -> None:
        """Show the menu of the column at a position of the header."""
        header = self.horizontalHeader()
        column = header.logicalIndexAt(at)
        if self.insert_columns_at is not None and not _is_column_selected(self.cells, column):
            self.selectColumn(column)
        _popup_menu(build_column_menu(self, self.cells, column), header.mapToGlobal(at))

    # What others ask of a grid

    def copy(self) -> None:
        """Copy the selected cells, or the whole grid where none are, to the clipboard."""
        self.cells.copy()

    def paste(self) -> None:
        """Paste the clipboard's cells at the current cell, where the grid is editable."""
        self.cells.paste()

    def ensure_current(self) -> None:
        """Make the first cell current where none is, so that keys and formula line have one."""
        if not self.currentIndex().isValid() and self.rows.rowCount():
            self.select_cell(self.rows.index(0, 0))

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Repaint, and start to sum the selection for the status bar."""
        super().selectionChanged(selected, deselected)
        self.viewport().update()
        if self.hasFocus():
            self._sums.start_sum(self.selectionModel().selection())
