"""Change many cells of a sheet by one command: replace, add up, sort rows, paste in other ways."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDate, QLocale, Qt

from arraywise.gui.grid.model import sort_key
from arraywise.gui.grid.view import CellBox, PastedBlock
from arraywise.worksheets.input_parsing import moved_text

if TYPE_CHECKING:
    from arraywise.gui.grid.actions import GridCells
    from arraywise.gui.grid.view import Cell, GridView

translate = QCoreApplication.translate


def replace_text(grid: GridView, cells: GridCells, find: str, by: str, *, here: bool) -> int:
    """Replace a text, in upper or lower case, in what is typed in the cells.

    Args:
        grid: The grid.
        cells: Its cells.
        find: Text that is looked for.
        by: Text that takes its place.
        here: Whether only the current cell is changed.

    Returns:
        How many cells were changed; all of them are one step of undo.
    """
    pattern, shown = re.compile(re.escape(find), re.IGNORECASE), cells.shown_columns()
    rows, current = grid.rows, grid.currentIndex()
    changed: dict[Cell, str] = {}
    for row in range(rows.rowCount()):
        for place, column in enumerate(shown):
            if here and (row, column) != (current.row(), current.column()):
                continue
            text = rows.input_at(row, column)
            new = pattern.sub(lambda _found: by, text)
            if new != text and rows.flags(rows.index(row, column)) & Qt.ItemFlag.ItemIsEditable:
                changed[row, place] = new
    if changed:
        _write(cells, changed)
    return len(changed)


def _write(cells: GridCells, changed: dict[Cell, str]) -> None:
    """Write single cells as one block; the cells between them keep what is typed."""
    rows, columns = ([cell[part] for cell in changed] for part in (0, 1))
    box = CellBox(min(rows), min(columns), max(rows) - min(rows) + 1,
                  max(columns) - min(columns) + 1)  # fmt: skip
    laid = cells.laid(box)
    for (row, place), text in changed.items():
        laid.texts[row - box.top][place - box.left] = text
    cells.write(box, laid)


def type_date(grid: GridView) -> bool:
    """Type the day of today into the current cell, as it is typed here."""
    text = QDate.currentDate().toString("dd.MM.yyyy" if _is_german() else "yyyy-MM-dd")
    return _type_here(grid, text)


def _is_german() -> bool:
    return QLocale().language() == QLocale.Language.German


def copy_above(grid: GridView, cells: GridCells) -> bool:
    """Type what stands in the cell above, without moving its references."""
    here = grid.currentIndex()
    place = cells.shown_columns().index(here.column()) if here.isValid() else 0
    if here.row() < 1:
        return False
    ((text,),) = cells.texts(CellBox(here.row() - 1, place, 1, 1))
    return _type_here(grid, text)


def _type_here(grid: GridView, text: str) -> bool:
    here = grid.currentIndex()
    can = bool(here.flags() & Qt.ItemFlag.ItemIsEditable)
    return can and bool(grid.rows.setData(here, text))


def insert_sum(grid: GridView, cells: GridCells) -> bool:
    """Add up the numbers above the current cell, else those left of it, by a formula.

    Of several selected cells each column is added up in its last cell, or in the row below.
    """
    box, here = cells.selected(), grid.currentIndex()
    if grid.block_target is None or box is None or not here.isValid():
        return False
    if grid.rows.is_sorted or grid.rows.is_filtered:
        grid.refused.emit(translate("Grid", "Remove sorting and filters first."))
        return True
    if box.height > 1:
        _sum_columns(grid, cells, box)
        return True
    for place in range(box.left, box.left + box.width):
        area = _numbers_beside(grid, cells, box.top, place)
        if area is not None:
            cells.write(CellBox(box.top, place, 1, 1), PastedBlock([[_sum(grid, cells, area)]]))
    cells.select(box)
    return True


def _sum_columns(grid: GridView, cells: GridCells, box: CellBox) -> None:
    """Add up the columns of a selection."""
    last = box.top + box.height - 1
    below = any(text for row in cells.texts(CellBox(last, box.left, 1, box.width)) for text in row)
    target = last + below
    if target >= grid.rows.rowCount():
        grid.refused.emit(translate("Grid", "No row below for the sums."))
        return
    height = target - box.top
    areas = [CellBox(box.top, box.left + place, height, 1) for place in range(box.width)]
    laid = PastedBlock([[_sum(grid, cells, area) for area in areas]])
    cells.write(CellBox(target, box.left, 1, box.width), laid)


def _numbers_beside(grid: GridView, cells: GridCells, row: int, place: int) -> CellBox | None:
    """Return the unbroken numbers above a cell, else left of it; None where there are none."""
    shown = cells.shown_columns()

    def has_number(at: int, column: int) -> bool:
        return grid.rows.shown_at(at, shown[column]).number is not None

    top, left = row, place
    while top > 0 and has_number(top - 1, place):
        top -= 1
    if top < row:
        return CellBox(top, place, row - top, 1)
    while left > 0 and has_number(row, left - 1):
        left -= 1
    return CellBox(row, left, 1, place - left) if left < place else None


def _sum(grid: GridView, cells: GridCells, area: CellBox) -> str:
    """Return the formula that adds up a rectangle."""
    rows, shown = grid.rows, cells.shown_columns()
    ends = ((area.top, area.left), (area.top + area.height - 1, area.left + area.width - 1))
    first, last = (f"{rows.columns[shown[c]].letter}{rows.row_number(r)}" for r, c in ends)
    return f"=SUM({first}:{last})" if first != last else f"=SUM({first})"


def sort_rows(grid: GridView, cells: GridCells, column: int, *, descending: bool) -> bool:
    """Put the rows in the order of a column, for good; formulas move with their row.

    Numbers come before texts, empty cells last. Of several selected rows only these are sorted.
    """
    shown, box = cells.shown_columns(), cells.selected()
    if column not in shown or len(shown) < len(grid.rows.columns):
        grid.refused.emit(translate("Grid", "Show all columns first."))
        return False
    last = grid.last_filled() if grid.last_filled is not None else None
    top, height = 0, grid.rows.rowCount() if last is None else last[0] + 1
    if box is not None and 1 < box.height < grid.rows.rowCount():
        top, height = box.top, box.height
    wide = len(shown) if last is None else last[1] + 1
    area = CellBox(top, 0, height, wide)
    laid, decimal = cells.laid(area), QLocale().decimalPoint()
    keys = {row: grid.rows.shown_at(top + row, column) for row in range(height)}
    known = [row for row in range(height) if keys[row].text]
    known.sort(key=lambda row: sort_key(keys[row]), reverse=descending)
    order = [*known, *(row for row in range(height) if not keys[row].text)]
    texts = [
        [moved_text(text, decimal, to - origin, 0) for text in laid.texts[origin]]
        for to, origin in enumerate(order)
    ]
    formats = None if laid.formats is None else [laid.formats[origin] for origin in order]
    cells.write(area, PastedBlock(texts, formats))
    return True
