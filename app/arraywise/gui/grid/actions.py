"""Cut, copy, paste, fill and clear cells; replace, add up and sort many by one command."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDate, QLocale, Qt
from PySide6.QtGui import QGuiApplication

from arraywise.domain.cells import MOST_ROWS, Area, Move
from arraywise.gui.grid.clipboard import CopiedCell, PastedCells, as_mime, clip, parse_clipboard
from arraywise.gui.grid.model import parse_decimal, sort_key
from arraywise.gui.grid.view import Block, CellAreas, CellBox, PastedBlock
from arraywise.gui.widgets import figures
from arraywise.gui.widgets.time_slicing import TimeSlice, TimeSlicer, at_once
from arraywise.worksheets.input_parsing import (
    column_index,
    is_estimate,
    parse_date,
    rewrite_copied_text,
)

if TYPE_CHECKING:
    from arraywise.gui.grid.view import Cell, GridView


if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from PySide6.QtCore import QMimeData, QModelIndex

    from arraywise.gui.grid.clipboard import ClipboardContent
    from arraywise.gui.grid.view import GridView

    PasteChange = Callable[[PastedCells], PastedCells]

if TYPE_CHECKING:
    from collections.abc import Callable
    from decimal import Decimal

    Continue = Callable[[list[str], int, int, int], list[str]]

_ENDING = re.compile(r"(.*?)(\d+)")


def continued(laid: PastedBlock, down: int, right: int) -> PastedBlock:
    """Return the rows or columns that follow cells; negative: that are before them.

    A single number is copied, two or more with the same step go on as a series, a text that ends
    in a number counts on, formulas move, and formats repeat.
    """
    return _each_line(laid, down, right, fill)


def copied(laid: PastedBlock, down: int, right: int) -> PastedBlock:
    """Return the rows or columns that follow cells as copies of these; formulas move."""
    return _each_line(laid, down, right, _copied)


def _each_line(laid: PastedBlock, down: int, right: int, go_on: Continue) -> PastedBlock:
    """Continue each row or column for itself."""

    def grown(block: Block, of: Continue) -> Block:
        if right:
            return [of(list(row), right, 0, 1) for row in block]
        columns = [of(list(column), down, 1, 0) for column in zip(*block, strict=True)]
        return [list(row) for row in zip(*columns, strict=True)]

    formats = None if laid.formats is None else grown(laid.formats, _repeated)
    return PastedBlock(grown(laid.texts, go_on), formats)


def _repeated(line: list[str], count: int, _down: int, _right: int) -> list[str]:
    """Continue formats."""
    places = range(count) if count > 0 else range(count, 0)
    return [line[place % len(line)] for place in places]


def _copied(line: list[str], count: int, down: int, right: int) -> list[str]:
    """Continue a line of cells by copies."""
    decimal, long = QLocale().decimalPoint(), len(line)
    aways = [place - place % long + long for place in range(count)]
    return [
        rewrite_copied_text(line[place % long], decimal, down * away, right * away)
        for place, away in enumerate(aways)
    ]


def fill(line: list[str], count: int, down: int, right: int) -> list[str]:
    """Continue a line of cells; see `continued`."""
    if count < 0:
        return fill(line[::-1], -count, -down, -right)[::-1]
    dates = _later_dates(line, count, 1 if down + right > 0 else -1)
    if dates is not None:
        return dates
    step = _step_of(line)
    return [_continued(line, place, step, down, right) for place in range(count)]


def _later_dates(line: list[str], count: int, alone: int) -> list[str] | None:
    """Return the days that follow dates with one step, that given for a single one; else None."""
    read = [parse_date(text, QLocale().decimalPoint()) for text in line]
    days = [each for each in read if each is not None]
    steps = {int(after.number - before.number) for before, after in pairwise(days)} or {alone}
    if len(days) < len(line) or len(steps) > 1:
        return None
    step = steps.pop()
    return [days[-1].text_days_later(step * (place + 1)) for place in range(count)]


def _continued(line: list[str], place: int, step: Decimal | None, down: int, right: int) -> str:
    source = place % len(line)
    away = place + len(line) - source
    text = line[source]
    if text.startswith("="):
        return rewrite_copied_text(text, QLocale().decimalPoint(), down * away, right * away)
    if step is not None:
        last = parse_decimal(line[-1])
        assert last is not None  # noqa: S101 - a step is known of numbers only
        return _written(last + step * (place + 1))
    return _counted_on(text, line, place, forwards=down + right > 0)


def _step_of(line: list[str]) -> Decimal | None:
    """Return the step of two or more numbers that have the same one."""
    numbers = [parse_decimal(text) for text in line]
    known = [number for number in numbers if number is not None]
    if len(known) < 2 or len(known) != len(line):
        return None
    steps = {after - before for before, after in pairwise(known)}
    return steps.pop() if len(steps) == 1 else None


def _written(number: Decimal) -> str:
    return f"{number:f}".replace(".", QLocale().decimalPoint())


def _counted_on(text: str, line: list[str], place: int, *, forwards: bool) -> str:
    result = _ENDING.fullmatch(text)
    if result is None or not result[1].strip() or _is_figure(text):
        return text
    rounds = place // len(line) + 1
    number = int(result[2]) + (rounds if forwards else -rounds) * _stride(line)
    return f"{result[1]}{max(0, number):0{len(result[2])}d}"


def _is_figure(text: str) -> bool:
    return parse_decimal(text) is not None or is_estimate(text, QLocale().decimalPoint())


def _stride(line: list[str]) -> int:
    """Return by how much a text counts on: as many as stand in the line with the same words."""
    words = {result[1] for text in line if (result := _ENDING.fullmatch(text)) is not None}
    return len(line) if len(words) == 1 else 1


translate = QCoreApplication.translate
_MOST_CELLS = 1_000_000
_LARGE = 100_000  # letters from which on a paste goes in portions


class GridCells(CellAreas):
    """The cells of one grid."""

    def __init__(self, grid: GridView) -> None:
        super().__init__(grid)
        self._under_way: TimeSlicer | None = None  # A large block that is being pasted
        self._cut_out: tuple[int, Area] | None = None
        """What was cut out last, as long as it is on the clipboard, and where it stood."""

    # Out

    def copy(self) -> None:
        """Put the selected cells, or the whole grid where none are, on the clipboard."""
        if self.selected() is None:
            QGuiApplication.clipboard().setText(self.as_tsv())
            return
        self._write_out(self.as_mime())

    def copy_with_titles(self) -> None:
        """Put the selected cells on the clipboard, with the titles of their columns above."""
        self._write_out(self.as_mime(titles=True))

    def _write_out(self, data: QMimeData | None) -> None:
        self._cut_out = None
        if data is not None:
            QGuiApplication.clipboard().setMimeData(data)

    def as_mime(self, *, titles: bool = False) -> QMimeData | None:
        """Return the selected cells as other programs take them; None where there are none."""
        box = self.selected()
        if box is None:
            return None
        if box.height * box.width > _MOST_CELLS:
            self._refuse(translate("Grid", "Too many cells to copy at once."))
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
        rows, format_at = self._grid.rows, self._grid.format_at
        shown = rows.shown_at(row, column)
        number_format = format_at(row, column) if format_at is not None else None
        return CopiedCell(shown.text, rows.input_at(row, column), shown.number, number_format)

    def as_tsv(self) -> str:
        """Return the whole grid with its titles, one line a row, tabs between."""
        rows, columns = self._grid.rows, self.shown_columns()
        lines = ["\t".join(self._titles(columns))]
        for row in range(rows.rowCount()):
            texts = (rows.shown_at(row, c).text.replace("\t", " ") for c in columns)
            lines.append("\t".join(texts))
        return "\n".join(lines)

    def cut(self) -> None:
        """Copy the selected cells and clear them; put in again, they are moved there."""
        if self._grid.block_target is None:
            return
        self.copy()
        area = self._area()
        self._cut_out = (hash(clip().own), area) if area is not None else None
        self.clear(formats=True)

    def clear_cut(self) -> None:
        """Take what was cut out for a copy from now on: another sheet is shown."""
        self._cut_out = None

    def _area(self) -> Area | None:
        """Return the selected cells as formulas call them; None where these cannot."""
        box, rows = self.selected(), self._grid.rows
        columns = self._letters(box) if box is not None else None
        if box is None or columns is None or rows.is_sorted or rows.is_filtered:
            return None
        return Area(box.top, columns[0], box.top + box.height - 1, columns[1])

    def _letters(self, box: CellBox) -> tuple[int, int] | None:
        """Return the first and last column as formulas call them; None where some are hidden."""
        columns = self.shown_columns()[box.left : box.left + box.width]
        first, *_, last = (column_index(self._grid.rows.columns[c].letter) for c in columns * 2)
        return (first, last) if 0 <= first == last - len(columns) + 1 else None

    def _move(self, cut_from: Area | None, box: CellBox) -> Move | None:
        """Return how far cells that were cut out move when they are inserted."""
        columns = self._letters(box)
        if cut_from is None or columns is None or self._grid.rows.is_sorted:
            return None
        return Move(cut_from, box.top - cut_from.top, columns[0] - cut_from.left)

    def _cut_source(self, result: ClipboardContent, pasted: PastedCells) -> Area | None:
        """Return where cells were cut out, the first time that they are inserted again."""
        cut, self._cut_out = self._cut_out, None
        if cut is None or cut[0] != hash(result.own) or pasted.origin is None:
            return None
        there = CellBox(*pasted.origin, len(pasted.cells), len(pasted.cells[0]))
        return None if self.texts(there) == pasted.cells else cut[1]  # where it was undone

    # In

    def clear(self, *, formats: bool = False) -> bool:
        """Empty the selected cells, with formats if asked; say whether any can be typed into."""
        box = self.selected()
        if self._grid.block_target is None or box is None:
            return self._grid.block_target is not None
        chosen = self._grid.selectionModel().selection()
        laid, columns = self.laid(box), self.shown_columns()
        for down, line in enumerate(laid.texts):
            for right in range(len(line)):
                index = self._grid.rows.index(box.top + down, columns[box.left + right])
                if chosen.count() == 1 or chosen.contains(index):
                    line[right] = ""
                    if formats and laid.formats is not None:
                        laid.formats[down][right] = ""
        self.write(box, laid)
        return True

    def paste(self) -> None:
        """Put the clipboard's cells in from the current cell on.

        A selection that a whole number of copies fits into is filled with them. A large block is
        taken in portions: the window goes on, and Escape stops it. A table with its own headings
        goes by them where the grid knows such.
        """
        self._paste(None)

    def paste_values(self) -> bool:
        """Put in what the clipboard's formulas come to, without formats; say whether it can."""
        return self._paste(PastedCells.values_only)

    def paste_transposed(self) -> bool:
        """Put the clipboard's values in with rows as columns; say whether it can."""
        return self._paste(PastedCells.transposed)

    def paste_added(self) -> bool:
        """Add the clipboard's numbers to those in the cells; say whether it can."""

        def change(pasted: PastedCells) -> PastedCells:
            box = self._around(self._grid.currentIndex())
            high, wide = len(pasted.cells), max(len(line) for line in pasted.cells)
            return pasted.added_to(self.texts(CellBox(box.top, box.left, high, wide)))

        return self._paste(change)

    def _paste(self, change: PasteChange | None) -> bool:
        if self._grid.block_target is None:
            text = translate("Grid", "Nothing was pasted: this table is read-only.")
            self._grid.message.emit(text)
            return False
        result, in_portions = clip(), self._grid.sliced
        work = self._pasting(result, change)
        if result.size < _LARGE or in_portions is None:
            at_once(work)
            return True
        self.stop()
        self._under_way = in_portions(work, self._grid)
        self._under_way.ended.connect(self._end)
        return True

    def stop(self) -> bool:
        """Stop a paste that is under way, which changes nothing then; say whether one was."""
        under_way = self._under_way
        if under_way is not None:
            under_way.drop()
        return under_way is not None

    def _end(self) -> None:
        self._under_way = None
        self._grid.message.emit("")

    def _pasting(self, result: ClipboardContent, change: PasteChange | None) -> Generator[None]:
        if result.size >= _LARGE:
            self._grid.message.emit(translate("Grid", "Pasting; Esc stops"))
            yield
        pasted = yield from parse_clipboard(result)
        if pasted is None:
            return
        cut_from = self._cut_source(result, pasted)
        if change is not None:
            pasted = change(pasted)
        elif self._move_by_headings(pasted):
            return
        index, shown = self._grid.currentIndex(), self.shown_columns()
        box = self._around(index)
        high, wide = len(pasted.cells), max(len(line) for line in pasted.cells)
        if box.height % high or box.width % wide:
            box = CellBox(box.top, box.left, high, wide)
        box = CellBox(box.top, box.left, max(box.height, high), max(box.width, wide))
        if self._grid.columns_grown_to is not None and box.left + box.width > len(shown):
            self._grid.columns_grown_to(box.left + box.width)
            shown = self.shown_columns()
        if self._fits(box, len(shown)):
            pasted = replace(pasted, move=self._move(cut_from, box))
            laid = yield from self._arranging(pasted, box, high, wide)
            yield from self._exporting(box, laid)
            self.select(box)

    def _move_by_headings(self, pasted: PastedCells) -> bool:
        taken_by, row = self._grid.headed_taken_by, max(0, self._grid.currentIndex().row())
        return taken_by is not None and taken_by(row, pasted.values_only().cells)

    def _exporting(self, box: CellBox, laid: PastedBlock) -> Generator[None]:
        """Hand cells over to who keeps them, in portions where their keeper takes such."""
        grid, column = self._grid, self.shown_columns()[box.left]
        grid.edit_begins.emit()
        if grid.slices_for is not None:
            yield from grid.slices_for(box.top, column, laid)
        elif grid.block_target is not None:
            grid.block_target(box.top, column, laid.texts)
            if laid.move is not None and grid.moves_followed_by is not None:
                grid.moves_followed_by(laid.move)

    def _around(self, index: QModelIndex) -> CellBox:
        """Return the selection with the current cell in it, else the current cell alone."""
        box = self.selected()
        if box is not None and self._grid.selectionModel().isSelected(index):
            return box
        shown = self.shown_columns()
        column = shown.index(index.column()) if index.column() in shown else 0
        return CellBox(max(0, index.row()), column, 1, 1)

    def _arranging(
        self, pasted: PastedCells, box: CellBox, high: int, wide: int
    ) -> Generator[None, None, PastedBlock]:
        """Repeat what is pasted over a rectangle; our own formulas move with it."""
        decimal, time_slice = QLocale().decimalPoint(), TimeSlice()
        message = translate("Grid", "Pasting {done} of {all} rows; Esc stops")
        block: Block = []
        formats: Block | None = None if pasted.formats is None else []
        for down in range(box.height):
            row, top = down % high, box.top + down - down % high
            line = [
                pasted.text_for(row, right % wide, (top, box.left + right - right % wide), decimal)
                for right in range(box.width)
            ]
            block.append(line)
            if formats is not None and pasted.formats is not None:
                written = pasted.formats[down % high]
                formats.append([written[right % wide] for right in range(box.width)])
            if time_slice.is_pending:
                stated = figures.number(down), figures.number(box.height)
                self._grid.message.emit(message.format(done=stated[0], all=stated[1]))
                yield
        alone = (box.height, box.width) == (high, wide)
        return PastedBlock(block, formats, pasted.move if alone else None)

    def _fits(self, box: CellBox, columns: int) -> bool:
        """Check that nothing would fall over the edge; say so where it would."""
        beyond = box.left + box.width - columns
        last = MOST_ROWS if self._grid.grows else self._grid.rows.rowCount()
        if beyond > 0:
            message = translate("Grid", "{wide} columns do not fit, {room} are free. Nothing"
                                        " was changed.")  # fmt: skip
            self._refuse(message.format(wide=box.width, room=columns - box.left))
        elif box.top + box.height > last or box.height * box.width > _MOST_CELLS:
            message = translate("Grid", "{high} rows do not fit here. Nothing was changed.")
            self._refuse(message.format(high=box.height))
        else:
            return True
        return False

    # Filling

    def write(self, box: CellBox, laid: PastedBlock) -> None:
        """Hand cells over at once, as one step of undo."""
        at_once(self._exporting(box, laid))

    def _set_input(self, box: CellBox, laid: PastedBlock) -> None:
        """Hand cells over at once, and select them."""
        self.write(box, laid)
        self.select(box)

    def fill_selection(self, text: str) -> bool:
        """Write a typed text into all selected cells, formulas moved; say if there are several."""
        box, here = self.selected(), self._grid.currentIndex()
        chosen = self._grid.selectionModel().selection()
        several = box is not None and box.height * box.width > 1 and chosen.contains(here)
        if self._grid.block_target is None or box is None or not several:
            return False
        laid, columns = self.laid(box), self.shown_columns()
        decimal, origin = QLocale().decimalPoint(), columns.index(here.column())
        for down, line in enumerate(laid.texts):
            for right in range(len(line)):
                row, place = box.top + down, box.left + right
                if chosen.contains(self._grid.rows.index(row, columns[place])):
                    line[right] = rewrite_copied_text(
                        text, decimal, row - here.row(), place - origin
                    )
        self.write(box, laid)
        return True

    def fill_down(self) -> bool:
        """Copy the first row of the selection into the others, or the row above into a cell."""
        box = self.selected()
        if box is None or self._grid.block_target is None:
            return False
        whole = box
        if box.height == 1:
            if box.top == 0:
                return True
            box = CellBox(box.top - 1, box.left, 2, box.width)
        first = self.laid(CellBox(box.top, box.left, 1, box.width))
        target = CellBox(box.top + 1, box.left, box.height - 1, box.width)
        self._set_input(target, copied(first, target.height, 0))
        if whole.height > 1:
            self.select(whole)
        return True

    def fill_right(self) -> bool:
        """Copy the first column of the selection into the others."""
        box = self.selected()
        if box is None or self._grid.block_target is None or box.width == 1:
            return False
        first = self.laid(CellBox(box.top, box.left, box.height, 1))
        target = CellBox(box.top, box.left + 1, box.height, box.width - 1)
        self._set_input(target, copied(first, 0, target.width))
        self.select(box)
        return True

    def extend(self, box: CellBox, down: int, right: int) -> None:
        """Continue a rectangle by so many rows or columns, negative for up and left."""
        if down:
            top = box.top + (box.height if down > 0 else down)
            target = CellBox(top, box.left, abs(down), box.width)
        else:
            left = box.left + (box.width if right > 0 else right)
            target = CellBox(box.top, left, box.height, abs(right))
        if self._fits(target, len(self.shown_columns())):
            self._set_input(target, continued(self.laid(box), down, right))
            self.select(
                CellBox(min(box.top, target.top), min(box.left, target.left),
                    box.height + abs(down), box.width + abs(right))
            )  # fmt: skip

    # Rows and columns

    def insert(self) -> bool:
        """Put rows in, or columns where whole columns are selected."""
        return self.insert_columns() if self.are_columns() else self.insert_rows()

    def remove(self) -> bool:
        """Delete the selected rows, or columns where whole ones are selected."""
        return self.remove_columns() if self.are_columns() else self.remove_rows()

    def are_columns(self) -> bool:
        """Return whether whole columns are selected of a grid that takes further ones."""
        box = self.selected()
        whole = box is not None and box.height == self._grid.rows.rowCount()
        return whole and self._grid.columns_inserted_by is not None

    def insert_rows(self) -> bool:
        """Put as many rows in above the selection as it has."""
        return self._with_rows(self._grid.rows_inserted_by)

    def remove_rows(self) -> bool:
        """Delete the selected rows."""
        return self._with_rows(self._grid.rows_removed_by)

    def _with_rows(self, change: Callable[[int, int], None] | None) -> bool:
        box = self.selected()
        if change is None or box is None or self._is_rearranged():
            return False
        change(box.top, box.height)
        return True

    def insert_columns(self) -> bool:
        """Put as many columns in before the selection as it has."""
        return self._with_columns(self._grid.columns_inserted_by)

    def remove_columns(self) -> bool:
        """Delete the selected columns."""
        return self._with_columns(self._grid.columns_removed_by)

    def _with_columns(self, change: Callable[[int, int], None] | None) -> bool:
        box = self.selected()
        if change is None or box is None:
            return False
        change(self.shown_columns()[box.left], box.width)
        return True

    def _is_rearranged(self) -> bool:
        """Report that rows cannot be inserted while hidden ones stand between them."""
        if not (self._grid.rows.is_filtered or self._grid.rows.is_sorted):
            return False
        self._refuse(translate("Grid", "Remove sorting and filters first."))
        return True

    def _refuse(self, sentence: str) -> None:
        self._grid.refused.emit(sentence)

    # Many cells by one command

    def replace_text(self, find: str, by: str, *, here: bool) -> int:
        """Replace a text, in upper or lower case, in what is typed in the cells, or in one `here`.

        Returns how many cells were changed; all of them are one step of undo.
        """
        pattern, shown = re.compile(re.escape(find), re.IGNORECASE), self.shown_columns()
        rows, current = self._grid.rows, self._grid.currentIndex()
        changed: dict[Cell, str] = {}
        for row in range(rows.rowCount()):
            for place, column in enumerate(shown):
                if here and (row, column) != (current.row(), current.column()):
                    continue
                text = rows.input_at(row, column)
                new = pattern.sub(lambda _found: by, text)
                can = rows.flags(rows.index(row, column)) & Qt.ItemFlag.ItemIsEditable
                if new != text and can:
                    changed[row, place] = new
        if changed:
            self._write_single(changed)
        return len(changed)

    def _write_single(self, changed: dict[Cell, str]) -> None:
        """Write single cells as one block; the cells between them keep what is typed."""
        rows, columns = ([cell[part] for cell in changed] for part in (0, 1))
        top, left = min(rows), min(columns)
        box = CellBox(top, left, max(rows) - top + 1, max(columns) - left + 1)
        laid = self.laid(box)
        for (row, place), text in changed.items():
            laid.texts[row - top][place - left] = text
        self.write(box, laid)

    def type_date(self) -> bool:
        """Type the day of today into the current cell, as it is typed here."""
        is_german = QLocale().language() == QLocale.Language.German
        pattern = "dd.MM.yyyy" if is_german else "yyyy-MM-dd"
        return self._type_here(QDate.currentDate().toString(pattern))

    def copy_above(self) -> bool:
        """Type what stands in the cell above, without moving its references."""
        here = self._grid.currentIndex()
        place = self.shown_columns().index(here.column()) if here.isValid() else 0
        if here.row() < 1:
            return False
        ((text,),) = self.texts(CellBox(here.row() - 1, place, 1, 1))
        return self._type_here(text)

    def _type_here(self, text: str) -> bool:
        here = self._grid.currentIndex()
        can = bool(here.flags() & Qt.ItemFlag.ItemIsEditable)
        return can and self._grid.rows.setData(here, text)

    def insert_sum(self) -> bool:
        """Add up the numbers above the current cell, else those left of it, by a formula.

        Of several selected cells each column is added up in its last cell, or in the row below.
        """
        box, here = self.selected(), self._grid.currentIndex()
        if self._grid.block_target is None or box is None or not here.isValid():
            return False
        if self._is_rearranged():
            return True
        if box.height > 1:
            self._sum_columns(box)
            return True
        for place in range(box.left, box.left + box.width):
            area = self._numbers_beside(box.top, place)
            if area is not None:
                self.write(CellBox(box.top, place, 1, 1), PastedBlock([[self._sum(area)]]))
        self.select(box)
        return True

    def _sum_columns(self, box: CellBox) -> None:
        """Add up the columns of a selection."""
        last = box.top + box.height - 1
        (below,) = self.texts(CellBox(last, box.left, 1, box.width))
        target = last + any(below)
        if target >= self._grid.rows.rowCount():
            self._refuse(translate("Grid", "No row below for the sums."))
            return
        height, places = target - box.top, range(box.left, box.left + box.width)
        sums = [self._sum(CellBox(box.top, place, height, 1)) for place in places]
        self.write(CellBox(target, box.left, 1, box.width), PastedBlock([sums]))

    def _numbers_beside(self, row: int, place: int) -> CellBox | None:
        """Return the unbroken numbers above a cell, else left of it; None where there are none."""
        shown = self.shown_columns()

        def has_number(at: int, column: int) -> bool:
            return self._grid.rows.shown_at(at, shown[column]).number is not None

        top, left = row, place
        while top > 0 and has_number(top - 1, place):
            top -= 1
        if top < row:
            return CellBox(top, place, row - top, 1)
        while left > 0 and has_number(row, left - 1):
            left -= 1
        return CellBox(row, left, 1, place - left) if left < place else None

    def _sum(self, area: CellBox) -> str:
        """Return the formula that adds up a rectangle."""
        rows, shown = self._grid.rows, self.shown_columns()
        ends = ((area.top, area.left), (area.top + area.height - 1, area.left + area.width - 1))
        first, last = (f"{rows.columns[shown[c]].letter}{rows.row_number(r)}" for r, c in ends)
        return f"=SUM({first}:{last})" if first != last else f"=SUM({first})"

    def sort_rows(self, column: int, *, descending: bool) -> bool:
        """Put the rows in the order of a column, for good; formulas move with their row.

        Numbers come before texts, empty cells last. Several selected rows are sorted alone.
        """
        grid, shown, box = self._grid, self.shown_columns(), self.selected()
        if column not in shown or len(shown) < len(grid.rows.columns):
            self._refuse(translate("Grid", "Show all columns first."))
            return False
        last = grid.last_filled() if grid.last_filled is not None else None
        top, height = 0, grid.rows.rowCount() if last is None else last[0] + 1
        if box is not None and 1 < box.height < grid.rows.rowCount():
            top, height = box.top, box.height
        area = CellBox(top, 0, height, len(shown) if last is None else last[1] + 1)
        laid, decimal = self.laid(area), QLocale().decimalPoint()
        cells = [grid.rows.shown_at(top + row, column) for row in range(height)]
        known = [row for row in range(height) if cells[row].text]
        known.sort(key=lambda row: sort_key(cells[row]), reverse=descending)
        order = [*known, *(row for row in range(height) if not cells[row].text)]
        texts = [
            [rewrite_copied_text(text, decimal, to - origin, 0) for text in laid.texts[origin]]
            for to, origin in enumerate(order)
        ]
        formats = None if laid.formats is None else [laid.formats[origin] for origin in order]
        self.write(area, PastedBlock(texts, formats))
        return True
