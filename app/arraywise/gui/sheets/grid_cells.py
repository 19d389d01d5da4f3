"""What is done with the cells of a grid: copied, cut, pasted, filled, cleared, rows put in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QItemSelection, QItemSelectionModel, QLocale, Qt
from PySide6.QtGui import QGuiApplication

from arraywise.domain.sheets import MOST_ROWS
from arraywise.gui import figures
from arraywise.gui.sheets.clipboard import CopiedCell, as_mime, clip, taking_in
from arraywise.gui.sheets.filling import fill_down, fill_right
from arraywise.gui.sheets.pacing import Pace, at_once
from arraywise.gui.sheets.selection_figures import areas_of
from arraywise.usecases.typed_texts import moved_text

if TYPE_CHECKING:
    from collections.abc import Generator

    from PySide6.QtCore import QMimeData, QModelIndex

    from arraywise.gui.sheets.clipboard import Clip, Pasted
    from arraywise.gui.sheets.grid_view import GridView, UnderWay

translate = QCoreApplication.translate
Block = list[list[str]]
_MOST_CELLS = 1_000_000
_LARGE = 100_000
"""Letters from which on a paste goes in portions."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of cells; columns are counted among those that are shown."""

    top: int
    left: int
    height: int
    width: int


class GridCells:
    """The cells of one grid."""

    def __init__(self, grid: GridView) -> None:
        self._grid = grid
        self._under_way: UnderWay | None = None
        """A large block that is being pasted."""

    # Where cells are

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

    def texts(self, box: Box) -> Block:
        """Return what is typed in the cells of a rectangle; nothing beyond the grid's end."""
        columns = self.shown_columns()[box.left : box.left + box.width]
        rows = self._grid.rows
        return [
            [rows.typed_at(r, c) if r < rows.rowCount() else "" for c in columns]
            for r in range(box.top, box.top + box.height)
        ]

    def select(self, box: Box) -> None:
        """Select a rectangle, as far as it exists."""
        rows, columns = self._grid.rows, self.shown_columns()
        last = min(box.top + box.height, rows.rowCount()) - 1
        first_column = columns[box.left]
        last_column = columns[min(box.left + box.width, len(columns)) - 1]
        area = QItemSelection(rows.index(box.top, first_column), rows.index(last, last_column))
        flags, selection = QItemSelectionModel.SelectionFlag, self._grid.selectionModel()
        selection.setCurrentIndex(rows.index(box.top, first_column), flags.NoUpdate)
        selection.select(area, flags.ClearAndSelect)

    # Out

    def copy(self) -> None:
        """Put the selected cells, or the whole grid where none are, on the clipboard."""
        if self.selected() is None:
            QGuiApplication.clipboard().setText(self.as_tsv())
            return
        self._put_out(self.as_mime())

    def copy_with_titles(self) -> None:
        """Put the selected cells on the clipboard, with the titles of their columns above."""
        self._put_out(self.as_mime(titles=True))

    def _put_out(self, data: QMimeData | None) -> None:
        if data is not None:
            QGuiApplication.clipboard().setMimeData(data)

    def as_mime(self, *, titles: bool = False) -> QMimeData | None:
        """Return the selected cells as other programs take them; None where there are none."""
        box = self.selected()
        if box is None:
            return None
        if box.height * box.width > _MOST_CELLS:
            self._refuse(translate("Grid", "These are too many cells to copy at once."))
            return None
        columns = self.shown_columns()[box.left : box.left + box.width]
        chosen = self._grid.selectionModel().selection()
        whole = chosen.count() == 1
        cells = [
            [self._copied(r, c, whole or chosen.contains(self._grid.rows.index(r, c)))
             for c in columns]
            for r in range(box.top, box.top + box.height)
        ]  # fmt: skip
        if titles:
            cells.insert(0, [CopiedCell(text, text) for text in self._titles(columns)])
        return as_mime(cells, (box.top, box.left))

    def _titles(self, columns: list[int]) -> list[str]:
        across, rows = Qt.Orientation.Horizontal, self._grid.rows
        return [str(rows.headerData(column, across)) for column in columns]

    def _copied(self, row: int, column: int, taken: bool) -> CopiedCell:  # noqa: FBT001
        if not taken:
            return CopiedCell("", "")
        rows = self._grid.rows
        shown = rows.shown_at(row, column)
        return CopiedCell(shown.text, rows.typed_at(row, column), shown.number)

    def as_tsv(self) -> str:
        """Return the whole grid with its titles, one line a row, tabs between."""
        rows, columns = self._grid.rows, self.shown_columns()
        lines = ["\t".join(self._titles(columns))]
        for row in range(rows.rowCount()):
            texts = (rows.shown_at(row, c).text.replace("\t", " ") for c in columns)
            lines.append("\t".join(texts))
        return "\n".join(lines)

    def cut(self) -> None:
        """Copy the selected cells and clear them."""
        if self._grid.block_given_to is not None:
            self.copy()
            self.clear()

    # In

    def clear(self) -> bool:
        """Empty the selected cells; say whether the grid lets itself be typed into."""
        box = self.selected()
        give = self._grid.block_given_to
        if give is None or box is None:
            return give is not None
        chosen = self._grid.selectionModel().selection()
        block = self.texts(box)
        columns = self.shown_columns()
        for down, line in enumerate(block):
            for right in range(len(line)):
                index = self._grid.rows.index(box.top + down, columns[box.left + right])
                if chosen.count() == 1 or chosen.contains(index):
                    line[right] = ""
        give(box.top, columns[box.left], block)
        return True

    def paste(self) -> None:
        """Put the clipboard's cells in from the current cell on.

        A selection that a whole number of copies fits into is filled with them. A large block is
        taken in portions: the window goes on, and Escape stops it.
        """
        if self._grid.block_given_to is None:
            return
        found, in_portions = clip(), self._grid.in_portions
        if found.size < _LARGE or in_portions is None:
            at_once(self._pasting(found))
            return
        self.stop()
        self._under_way = in_portions(self._pasting(found), self._grid)
        self._under_way.ended.connect(self._end)

    def stop(self) -> bool:
        """Stop a paste that is under way, which changes nothing then; say whether one was."""
        under_way = self._under_way
        if under_way is not None:
            under_way.drop()
        return under_way is not None

    def _end(self) -> None:
        self._under_way = None
        self._grid.said.emit("")

    def _pasting(self, found: Clip) -> Generator[None]:
        if found.size >= _LARGE:
            self._grid.said.emit(translate("Grid", "Pasting; Esc stops"))
            yield
        pasted = yield from taking_in(found)
        if pasted is None:
            return
        index, shown = self._grid.currentIndex(), self.shown_columns()
        box = self._around(index)
        high, wide = len(pasted.cells), max(len(line) for line in pasted.cells)
        if box.height % high or box.width % wide:
            box = Box(box.top, box.left, high, wide)
        box = Box(box.top, box.left, max(box.height, high), max(box.width, wide))
        if self._grid.columns_grown_to is not None and box.left + box.width > len(shown):
            self._grid.columns_grown_to(box.left + box.width)
            shown = self.shown_columns()
        if self._fits(box, len(shown)):
            block = yield from self._laying_out(pasted, box, high, wide)
            yield from self._giving(box, block)

    def _giving(self, box: Box, block: Block) -> Generator[None]:
        """Hand cells over, in portions where their keeper takes such."""
        give = self._grid.portions_given_to
        if give is None:
            self.give(box, block)
            return
        yield from give(box.top, self.shown_columns()[box.left], block)
        self.select(box)

    def _around(self, index: QModelIndex) -> Box:
        """Return the selection with the current cell in it, else the current cell alone."""
        box = self.selected()
        if box is not None and self._grid.selectionModel().isSelected(index):
            return box
        shown = self.shown_columns()
        column = shown.index(index.column()) if index.column() in shown else 0
        return Box(max(0, index.row()), column, 1, 1)

    def _laying_out(
        self, pasted: Pasted, box: Box, high: int, wide: int
    ) -> Generator[None, None, Block]:
        """Repeat what is pasted over a rectangle; our own formulas move with it."""
        decimal, pace = QLocale().decimalPoint(), Pace()
        said = translate("Grid", "Pasting {done} of {all} rows; Esc stops")
        block: Block = []
        for down in range(box.height):
            line = []
            source = pasted.cells[down % high]
            for right in range(box.width):
                text = source[right % wide] if right % wide < len(source) else ""
                if pasted.origin is not None and text.startswith("="):
                    top = box.top + down - down % high - pasted.origin[0]
                    left = box.left + right - right % wide - pasted.origin[1]
                    text = moved_text(text, decimal, top, left)
                line.append(text)
            block.append(line)
            if pace.is_due:
                told = figures.number(down), figures.number(box.height)
                self._grid.said.emit(said.format(done=told[0], all=told[1]))
                yield
        return block

    def _fits(self, box: Box, columns: int) -> bool:
        """Check that nothing would fall over the edge; say so where it would."""
        beyond = box.left + box.width - columns
        last = MOST_ROWS if self._grid.grows else self._grid.rows.rowCount()
        if beyond > 0:
            said = translate("Grid", "{wide} columns do not fit: {room} are left from here on."
                             " Nothing was changed.")  # fmt: skip
            self._refuse(said.format(wide=box.width, room=columns - box.left))
        elif box.top + box.height > last or box.height * box.width > _MOST_CELLS:
            said = translate("Grid", "{high} rows do not fit here. Nothing was changed.")
            self._refuse(said.format(high=box.height))
        else:
            return True
        return False

    def give(self, box: Box, block: Block) -> None:
        """Hand cells over to who keeps them, and select them."""
        give = self._grid.block_given_to
        if give is None:
            return
        give(box.top, self.shown_columns()[box.left], block)
        self.select(box)

    # Filling

    def fill_down(self) -> bool:
        """Copy the first row of the selection into the others, or the row above into a cell."""
        box = self.selected()
        if box is None or self._grid.block_given_to is None:
            return False
        whole = box
        if box.height == 1:
            if box.top == 0:
                return True
            box = Box(box.top - 1, box.left, 2, box.width)
        first = Box(box.top, box.left, 1, box.width)
        lines = [fill_down_copy(self.texts(first)[0], away) for away in range(1, box.height)]
        self.give(Box(box.top + 1, box.left, box.height - 1, box.width), lines)
        if whole.height > 1:
            self.select(whole)
        return True

    def fill_right(self) -> bool:
        """Copy the first column of the selection into the others."""
        box = self.selected()
        if box is None or self._grid.block_given_to is None or box.width == 1:
            return False
        texts = self.texts(Box(box.top, box.left, box.height, 1))
        decimal = QLocale().decimalPoint()
        block = [
            [moved_text(line[0], decimal, 0, away) for away in range(1, box.width)]
            for line in texts
        ]
        self.give(Box(box.top, box.left + 1, box.height, box.width - 1), block)
        self.select(box)
        return True

    def extend(self, box: Box, down: int, right: int) -> None:
        """Continue a rectangle by so many rows or columns, negative for up and left."""
        block = self.texts(box)
        if down:
            top = box.top + (box.height if down > 0 else down)
            target = Box(top, box.left, abs(down), box.width)
            filled = fill_down(block, down)
        else:
            left = box.left + (box.width if right > 0 else right)
            target = Box(box.top, left, box.height, abs(right))
            filled = fill_right(block, right)
        if self._fits(target, len(self.shown_columns())):
            self.give(target, filled)
            self.select(
                Box(min(box.top, target.top), min(box.left, target.left),
                    box.height + abs(down), box.width + abs(right))
            )  # fmt: skip

    # Rows

    def insert_rows(self) -> bool:
        """Put as many rows in above the selection as it has."""
        box, insert = self.selected(), self._grid.rows_inserted_by
        if insert is None or box is None or self._is_rearranged():
            return False
        insert(box.top, box.height)
        return True

    def remove_rows(self) -> bool:
        """Delete the selected rows."""
        box, remove = self.selected(), self._grid.rows_removed_by
        if remove is None or box is None or self._is_rearranged():
            return False
        remove(box.top, box.height)
        return True

    def _is_rearranged(self) -> bool:
        """Say that rows cannot be put in while others stand between them that are not seen."""
        if not (self._grid.rows.is_filtered or self._grid.rows.is_sorted):
            return False
        self._refuse(translate("Grid", "Show all rows in their own order first."))
        return True

    def _refuse(self, sentence: str) -> None:
        self._grid.refused.emit(sentence)


def fill_down_copy(line: list[str], away: int) -> list[str]:
    """Return a row as it reads so many rows further down: values are the same, formulas move."""
    return [moved_text(text, QLocale().decimalPoint(), away, 0) for text in line]
