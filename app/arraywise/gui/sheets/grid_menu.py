"""The menus of a grid: what can be done with its cells, and with its columns."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLineEdit, QMenu, QWidgetAction

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.gui.sheets.grid_cells import GridCells
    from arraywise.gui.sheets.grid_view import GridView

translate = QCoreApplication.translate


def show_cell_menu(grid: GridView, cells: GridCells, at: QPoint) -> None:
    """Show the menu of the selected cells."""
    menu = cell_menu(grid, cells)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(at)


def cell_menu(grid: GridView, cells: GridCells) -> QMenu:
    """Return the menu of the selected cells; what the grid cannot do is left out."""
    menu = QMenu(grid)
    typed = grid.block_given_to is not None
    if typed:
        _add(menu, translate("Grid", "Cut"), cells.cut, "Ctrl+X")
    _add(menu, translate("Grid", "Copy"), cells.copy, "Ctrl+C")
    _add(menu, translate("Grid", "Copy with titles"), cells.copy_with_titles)
    if typed:
        _add(menu, translate("Grid", "Paste"), cells.paste, "Ctrl+V")
        _add(menu, translate("Grid", "Paste values only"), cells.paste_values, "Ctrl+Shift+V")
        _add(menu, translate("Grid", "Clear"), cells.clear, "Del")
        menu.addSeparator()
        _add(menu, translate("Grid", "Fill down"), cells.fill_down, "Ctrl+D")
        _add(menu, translate("Grid", "Fill right"), cells.fill_right, "Ctrl+R")
    _add_lines(menu, grid, cells)
    _add_filters(menu, grid)
    if grid.actions():
        menu.addSeparator()
    for action in grid.actions():
        menu.addAction(action)
    return menu


def _add_lines(menu: QMenu, grid: GridView, cells: GridCells) -> None:
    """Add what puts rows and columns in and takes them out; keys are for what is selected."""
    keys, none = ("Ctrl++", "Ctrl+-"), ("", "")
    of_rows, of_columns = (none, keys) if cells.are_columns() else (keys, none)
    entries = (
        (grid.rows_inserted_by, translate("Grid", "Insert rows"), cells.insert_rows,
         of_rows[0]),
        (grid.rows_removed_by, translate("Grid", "Delete rows"), cells.remove_rows,
         of_rows[1]),
        (grid.columns_inserted_by, translate("Grid", "Insert columns"), cells.insert_columns,
         of_columns[0]),
        (grid.columns_removed_by, translate("Grid", "Delete columns"), cells.remove_columns,
         of_columns[1]),
    )  # fmt: skip
    offered = [entry for entry in entries if entry[0] is not None]
    if offered:
        menu.addSeparator()
    for _, text, action, key in offered:
        _add(menu, text, action, key)


def _add_filters(menu: QMenu, grid: GridView) -> None:
    index = grid.currentIndex()
    if not index.isValid():
        return
    menu.addSeparator()
    text = grid.rows.shown(index).text
    if text:
        said = translate("Grid", "Show only rows with \u201c{text}\u201d")
        label = said.format(text=text[:30].replace("&", "&&"))
        _add(menu, label, partial(grid.rows.set_filter, index.column(), text))
    if grid.rows.is_filtered:
        _add(menu, translate("Grid", "Show all rows"), grid.rows.clear_filters)


def show_column_menu(grid: GridView, cells: GridCells, at: QPoint) -> None:
    """Show the menu of the column under the mouse."""
    column = grid.horizontalHeader().logicalIndexAt(at)
    if grid.columns_inserted_by is not None and not _is_chosen(cells, column):
        grid.selectColumn(column)
    menu = column_menu(grid, cells, column)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(grid.horizontalHeader().mapToGlobal(at))


def _is_chosen(cells: GridCells, column: int) -> bool:
    """Say whether a whole column is selected, maybe with others."""
    box = cells.selected()
    chosen = cells.shown_columns()[box.left : box.left + box.width] if box is not None else []
    return column in chosen and cells.are_columns()


def column_menu(grid: GridView, cells: GridCells, column: int) -> QMenu:
    """Return the menu of a column: order, filter, width, and which columns are shown."""
    menu, header = QMenu(grid), grid.horizontalHeader()
    up, down = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
    if header.isSortIndicatorShown():
        _add(menu, translate("Grid", "Sort ascending"),
             partial(header.setSortIndicator, column, up))  # fmt: skip
        _add(menu, translate("Grid", "Sort descending"),
             partial(header.setSortIndicator, column, down))  # fmt: skip
        _add(menu, translate("Grid", "Original order"),
             partial(header.setSortIndicator, -1, up))  # fmt: skip
        menu.addSeparator()
        menu.addAction(_filter_line(menu, grid, column))
        if grid.rows.is_filtered:
            _add(menu, translate("Grid", "Show all rows"), grid.rows.clear_filters)
        menu.addSeparator()
    if grid.columns_inserted_by is not None:
        _add(menu, translate("Grid", "Insert columns"), cells.insert_columns, "Ctrl++")
        _add(menu, translate("Grid", "Delete columns"), cells.remove_columns, "Ctrl+-")
        menu.addSeparator()
    _add(menu, translate("Grid", "Fit the width"), partial(grid.resizeColumnToContents, column))
    frozen = translate("Grid", "Keep columns up to this one in sight")
    _add(menu, frozen, partial(grid.freeze, column + 1))
    if grid.frozen:
        _add(menu, translate("Grid", "Let all columns scroll"), partial(grid.freeze, 0))
    menu.addMenu(_chooser(menu, grid, cells))
    return menu


def _filter_line(menu: QMenu, grid: GridView, column: int) -> QWidgetAction:
    line = QLineEdit(grid.rows.filter_of(column))
    line.setPlaceholderText(translate("Grid", "Show rows that contain\u2026"))
    line.setAccessibleName(line.placeholderText())
    line.setMinimumWidth(220)

    def apply() -> None:
        grid.rows.set_filter(column, line.text().strip())
        menu.close()

    line.returnPressed.connect(apply)
    action = QWidgetAction(menu)
    action.setDefaultWidget(line)
    return action


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


def _add(menu: QMenu, text: str, action: Callable[[], object], keys: str = "") -> None:
    made = menu.addAction(text)
    if keys:
        native = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
        made.setText(f"{text}\t{native}")  # shown only: the grid takes the keys itself
    made.triggered.connect(lambda _checked=False: action())
