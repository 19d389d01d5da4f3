"""Copy, cut, paste, fill, clear, replace, sum and sort the cells of a grid."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDate, QLocale, Qt
from PySide6.QtGui import QGuiApplication

from arraywise.domain.cells import MOST_ROWS, Area, Move
from arraywise.gui.grid.clipboard import (
    CopiedCell,
    PastedCells,
    build_mime_data,
    parse_clipboard,
    read_clipboard,
)
from arraywise.gui.grid.model import parse_decimal, sort_key
from arraywise.gui.grid.view import Block, CellAreas, CellBlock, CellBox
from arraywise.gui.widgets import figures
from arraywise.gui.widgets.time_slicing import TimeSlice, TimeSlicer, run_unsliced
from arraywise.worksheets.input_parsing import (
    column_index,
    is_estimate,
    parse_date,
    rewrite_copied_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from decimal import Decimal

    from PySide6.QtCore import QMimeData, QModelIndex

    from arraywise.gui.grid.clipboard import ClipboardContent
    from arraywise.gui.grid.view import Cell, GridView

    PasteChange = Callable[[PastedCells], PastedCells]
    ContinueLine = Callable[[list[str], int, int, int], list[str]]

_TRAILING_NUMBER = re.compile(r"(.*?)(\d+)")
translate = QCoreApplication.translate
_MOST_CELLS = 1_000_000
_SLICED_PASTE_SIZE = 100_000  # letters from which on a paste goes in portions


def continue_series(block: CellBlock, down: int, right: int) -> CellBlock:
    """Return the rows or columns that continue a block, after it or for negative counts before it.

    A single number is copied, two or more with the same step go on as a series, a text that ends
    in a number is incremented, formulas move, and formats repeat.
    """
    return _extend_lines(block, down, right, extend_line)


def copy_lines(block: CellBlock, down: int, right: int) -> CellBlock:
    """Return copies of a block as the rows or columns that follow it; formulas move."""
    return _extend_lines(block, down, right, _extend_with_copies)


def _extend_lines(
    block: CellBlock, down: int, right: int, continue_line: ContinueLine
) -> CellBlock:
    """Extend each row or column of a block on its own."""

    def extended(block: Block, continue_line_of_block: ContinueLine) -> Block:
        if right:
            return [continue_line_of_block(list(row), right, 0, 1) for row in block]
        columns = [
            continue_line_of_block(list(column), down, 1, 0) for column in zip(*block, strict=True)
        ]
        return [list(row) for row in zip(*columns, strict=True)]

    formats = None if block.formats is None else extended(block.formats, _repeat_formats)
    return CellBlock(extended(block.texts, continue_line), formats)


def _repeat_formats(line: list[str], count: int, _down: int, _right: int) -> list[str]:
    """Repeat the formats of a line."""
    indices = range(count) if count > 0 else range(count, 0)
    return [line[index % len(line)] for index in indices]


def _extend_with_copies(line: list[str], count: int, down: int, right: int) -> list[str]:
    """Return copies of a line of cells that follow it."""
    decimal, length = QLocale().decimalPoint(), len(line)
    distances = [index - index % length + length for index in range(count)]
    return [
        rewrite_copied_text(line[index % length], decimal, down * distance, right * distance)
        for index, distance in enumerate(distances)
    ]


def extend_line(line: list[str], count: int, down: int, right: int) -> list[str]:
    """Return the cells that continue a line; see `continue_series`."""
    if count < 0:
        return extend_line(line[::-1], -count, -down, -right)[::-1]
    dates = _continue_dates(line, count, 1 if down + right > 0 else -1)
    if dates is not None:
        return dates
    step = _common_step(line)
    return [_continue_cell(line, index, step, down, right) for index in range(count)]


def _continue_dates(line: list[str], count: int, single_step: int) -> list[str] | None:
    """Return the days that continue dates with a common step; None for other texts."""
    parsed = [parse_date(text, QLocale().decimalPoint()) for text in line]
    days = [each for each in parsed if each is not None]
    steps = {int(after.number - before.number) for before, after in pairwise(days)} or {
        single_step
    }
    if len(days) < len(line) or len(steps) > 1:
        return None
    step = steps.pop()
    return [days[-1].text_days_later(step * (index + 1)) for index in range(count)]


def _continue_cell(
    line: list[str], index: int, step: Decimal | None, down: int, right: int
) -> str:
    source = index % len(line)
    distance = index + len(line) - source
    text = line[source]
    if text.startswith("="):
        return rewrite_copied_text(
            text, QLocale().decimalPoint(), down * distance, right * distance
        )
    if step is not None:
        last = parse_decimal(line[-1])
        assert last is not None  # noqa: S101 - a step is known of numbers only
        return _render_decimal(last + step * (index + 1))
    return _increment_trailing_number(text, line, index, forwards=down + right > 0)


def _common_step(line: list[str]) -> Decimal | None:
    """Return the common step of two or more numbers; None where there is none."""
    numbers = [parse_decimal(text) for text in line]
    decimals = [number for number in numbers if number is not None]
    if len(decimals) < 2 or len(decimals) != len(line):
        return None
    steps = {after - before for before, after in pairwise(decimals)}
    return steps.pop() if len(steps) == 1 else None


def _render_decimal(number: Decimal) -> str:
    return f"{number:f}".replace(".", QLocale().decimalPoint())


def _increment_trailing_number(text: str, line: list[str], index: int, *, forwards: bool) -> str:
    result = _TRAILING_NUMBER.fullmatch(text)
    if result is None or not result[1].strip() or _is_figure(text):
        return text
    rounds = index // len(line) + 1
    number = int(result[2]) + (rounds if forwards else -rounds) * _number_increment(line)
    return f"{result[1]}{max(0, number):0{len(result[2])}d}"


def _is_figure(text: str) -> bool:
    return parse_decimal(text) is not None or is_estimate(text, QLocale().decimalPoint())


def _number_increment(line: list[str]) -> int:
    """Return the increment of texts: the length of the line if all have the same words, else 1."""
    words = {
        result[1] for text in line if (result := _TRAILING_NUMBER.fullmatch(text)) is not None
    }
    return len(line) if len(words) == 1 else 1


class GridCells(CellAreas):
    """Edits the cells of one grid."""

    def __init__(self, grid: GridView) -> None:
        super().__init__(grid)
        self._running_paste: TimeSlicer | None = None  # A large block that is being pasted
        self._cut_out: tuple[int, Area] | None = None
        """Hash of the clipboard's content and area of the cells that were cut last."""

    # Out

    def copy(self) -> None:
        """Copy the selected cells, or the whole grid where none are, to the clipboard."""
        if self.selected_box() is None:
            QGuiApplication.clipboard().setText(self.grid_as_tsv())
            return
        self._set_clipboard(self.selected_as_mime())

    def copy_with_titles(self) -> None:
        """Copy the selected cells with the titles of their columns to the clipboard."""
        self._set_clipboard(self.selected_as_mime(titles=True))

    def _set_clipboard(self, data: QMimeData | None) -> None:
        self._cut_out = None
        if data is not None:
            QGuiApplication.clipboard().setMimeData(data)

    def selected_as_mime(self, *, titles: bool = False) -> QMimeData | None:
        """Return the selected cells as MIME data; None where there are none or too many."""
        box = self.selected_box()
        if box is None:
            return None
        if box.height * box.width > _MOST_CELLS:
            self._emit_refusal(translate("Grid", "Too many cells to copy at once."))
            return None
        columns = self.shown_columns()[box.left : box.left + box.width]
        selection = self._grid.selectionModel().selection()
        is_single_range = selection.count() == 1

        def is_selected(row: int, column: int) -> bool:
            return is_single_range or selection.contains(self._grid.rows.index(row, column))

        cells = [
            [self._build_copied_cell(row, column, is_selected(row, column)) for column in columns]
            for row in range(box.top, box.top + box.height)
        ]
        if titles:
            cells.insert(0, [CopiedCell(text, text) for text in self._titles(columns)])
        return build_mime_data(cells, (box.top, box.left))

    def _titles(self, columns: list[int]) -> list[str]:
        across, rows = Qt.Orientation.Horizontal, self._grid.rows
        return [str(rows.headerData(column, across)) for column in columns]

    def _build_copied_cell(self, row: int, column: int, is_selected: bool) -> CopiedCell:  # noqa: FBT001
        if not is_selected:
            return CopiedCell("", "")
        rows, format_at = self._grid.rows, self._grid.format_at
        shown = rows.cell_at(row, column)
        number_format = format_at(row, column) if format_at is not None else None
        return CopiedCell(
            shown.text, rows.editor_text_at(row, column), shown.number, number_format
        )

    def grid_as_tsv(self) -> str:
        """Return the whole grid with its titles as text with tabs."""
        rows, columns = self._grid.rows, self.shown_columns()
        lines = ["\t".join(self._titles(columns))]
        for row in range(rows.rowCount()):
            texts = (rows.cell_at(row, c).text.replace("\t", " ") for c in columns)
            lines.append("\t".join(texts))
        return "\n".join(lines)

    def cut(self) -> None:
        """Copy the selected cells and clear them; pasting them moves them."""
        if self._grid.block_target is None:
            return
        self.copy()
        area = self._selected_area()
        self._cut_out = (hash(read_clipboard().own), area) if area is not None else None
        self.clear(formats=True)

    def discard_cut(self) -> None:
        """Treat the cells that were cut as copied, because another sheet is shown."""
        self._cut_out = None

    def _selected_area(self) -> Area | None:
        """Return the selected cells as an area of formulas; None where some are hidden."""
        box, rows = self.selected_box(), self._grid.rows
        columns = self._formula_columns(box) if box is not None else None
        if box is None or columns is None or rows.is_sorted or rows.is_filtered:
            return None
        return Area(box.top, columns[0], box.top + box.height - 1, columns[1])

    def _formula_columns(self, box: CellBox) -> tuple[int, int] | None:
        """Return the first and last column of a box for formulas; None where some are hidden."""
        columns = self.shown_columns()[box.left : box.left + box.width]
        first, *_, last = (column_index(self._grid.rows.columns[c].letter) for c in columns * 2)
        return (first, last) if 0 <= first == last - len(columns) + 1 else None

    def _compute_move(self, cut_from: Area | None, box: CellBox) -> Move | None:
        """Return the move of cells that were cut and are pasted at a box; None for copied ones."""
        columns = self._formula_columns(box)
        if cut_from is None or columns is None or self._grid.rows.is_sorted:
            return None
        return Move(cut_from, box.top - cut_from.top, columns[0] - cut_from.left)

    def _pop_cut_source(self, content: ClipboardContent, pasted: PastedCells) -> Area | None:
        """Return the area of cells that were cut and are pasted for the first time; else None."""
        cut, self._cut_out = self._cut_out, None
        if cut is None or cut[0] != hash(content.own) or pasted.origin is None:
            return None
        source_box = CellBox(*pasted.origin, len(pasted.cells), len(pasted.cells[0]))
        return (
            None if self.editor_texts(source_box) == pasted.cells else cut[1]
        )  # where it was undone

    # In

    def clear(self, *, formats: bool = False) -> bool:
        """Clear the selected cells, or their formats too; return whether the grid is editable."""
        box = self.selected_box()
        if self._grid.block_target is None or box is None:
            return self._grid.block_target is not None
        selection = self._grid.selectionModel().selection()
        block, columns = self.block_at(box), self.shown_columns()
        for down, line in enumerate(block.texts):
            for right in range(len(line)):
                index = self._grid.rows.index(box.top + down, columns[box.left + right])
                if selection.count() == 1 or selection.contains(index):
                    line[right] = ""
                    if formats and block.formats is not None:
                        block.formats[down][right] = ""
        self.write_block(box, block)
        return True

    def paste(self) -> None:
        """Paste the clipboard's cells at the current cell.

        A selection that a whole number of copies fits into is filled with them. A large block is
        pasted in time slices, and Escape stops it. A table with its own headings is pasted by
        them where the grid has a hook for that.
        """
        self._paste_clipboard(None)

    def paste_values(self) -> bool:
        """Paste the results of the clipboard's formulas, unformatted; return whether editable."""
        return self._paste_clipboard(PastedCells.values_only)

    def paste_transposed(self) -> bool:
        """Paste the clipboard's values with rows as columns; return whether editable."""
        return self._paste_clipboard(PastedCells.transposed)

    def paste_added(self) -> bool:
        """Add the clipboard's numbers to those in the cells; return whether editable."""

        def change(pasted: PastedCells) -> PastedCells:
            box = self._selection_or_cell(self._grid.currentIndex())
            row_count, column_count = len(pasted.cells), max(len(line) for line in pasted.cells)
            return pasted.added_to(
                self.editor_texts(CellBox(box.top, box.left, row_count, column_count))
            )

        return self._paste_clipboard(change)

    def _paste_clipboard(self, change: PasteChange | None) -> bool:
        if self._grid.block_target is None:
            text = translate("Grid", "Nothing was pasted: this table is read-only.")
            self._grid.message.emit(text)
            return False
        content, run_sliced = read_clipboard(), self._grid.run_sliced
        work = self._paste_sliced(content, change)
        if content.size < _SLICED_PASTE_SIZE or run_sliced is None:
            run_unsliced(work)
            return True
        self.cancel_paste()
        self._running_paste = run_sliced(work, self._grid)
        self._running_paste.ended.connect(self._handle_paste_end)
        return True

    def cancel_paste(self) -> bool:
        """Cancel a running paste, which then changes nothing; return whether there was one."""
        running = self._running_paste
        if running is not None:
            running.cancel()
        return running is not None

    def _handle_paste_end(self) -> None:
        self._running_paste = None
        self._grid.message.emit("")

    def _paste_sliced(
        self, content: ClipboardContent, change: PasteChange | None
    ) -> Generator[None]:
        if content.size >= _SLICED_PASTE_SIZE:
            self._grid.message.emit(translate("Grid", "Pasting; Esc stops"))
            yield
        pasted = yield from parse_clipboard(content)
        if pasted is None:
            return
        cut_from = self._pop_cut_source(content, pasted)
        if change is not None:
            pasted = change(pasted)
        elif self._paste_by_headings(pasted):
            return
        index, shown = self._grid.currentIndex(), self.shown_columns()
        box = self._selection_or_cell(index)
        row_count, column_count = len(pasted.cells), max(len(line) for line in pasted.cells)
        if box.height % row_count or box.width % column_count:
            box = CellBox(box.top, box.left, row_count, column_count)
        box = CellBox(box.top, box.left, max(box.height, row_count), max(box.width, column_count))
        if self._grid.grow_columns_to is not None and box.left + box.width > len(shown):
            self._grid.grow_columns_to(box.left + box.width)
            shown = self.shown_columns()
        if self._check_fits(box, len(shown)):
            pasted = replace(pasted, move=self._compute_move(cut_from, box))
            block = yield from self._tile_pasted(pasted, box, row_count, column_count)
            yield from self._write_sliced(box, block)
            self.select_box(box)

    def _paste_by_headings(self, pasted: PastedCells) -> bool:
        paste_by_headings, row = (
            self._grid.paste_by_headings,
            max(0, self._grid.currentIndex().row()),
        )
        return paste_by_headings is not None and paste_by_headings(row, pasted.values_only().cells)

    def _write_sliced(self, box: CellBox, block: CellBlock) -> Generator[None]:
        """Write a block of cells to the page's hook, in time slices where that takes them."""
        grid, column = self._grid, self.shown_columns()[box.left]
        grid.edit_begins.emit()
        if grid.sliced_block_target is not None:
            yield from grid.sliced_block_target(box.top, column, block)
        elif grid.block_target is not None:
            grid.block_target(box.top, column, block.texts)
            if block.move is not None and grid.on_cells_moved is not None:
                grid.on_cells_moved(block.move)

    def _selection_or_cell(self, index: QModelIndex) -> CellBox:
        """Return the selection with the current cell in it, else the current cell alone."""
        box = self.selected_box()
        if box is not None and self._grid.selectionModel().isSelected(index):
            return box
        shown = self.shown_columns()
        column = shown.index(index.column()) if index.column() in shown else 0
        return CellBox(max(0, index.row()), column, 1, 1)

    def _tile_pasted(
        self, pasted: PastedCells, box: CellBox, row_count: int, column_count: int
    ) -> Generator[None, None, CellBlock]:
        """Tile a rectangle with the pasted cells, in time slices; own formulas move."""
        decimal, time_slice = QLocale().decimalPoint(), TimeSlice()
        message = translate("Grid", "Pasting {done} of {all} rows; Esc stops")
        block: Block = []
        formats: Block | None = None if pasted.formats is None else []
        for down in range(box.height):
            row, top = down % row_count, box.top + down - down % row_count
            line = [
                pasted.text_for(
                    row,
                    right % column_count,
                    (top, box.left + right - right % column_count),
                    decimal,
                )
                for right in range(box.width)
            ]
            block.append(line)
            if formats is not None and pasted.formats is not None:
                format_row = pasted.formats[down % row_count]
                formats.append([format_row[right % column_count] for right in range(box.width)])
            if time_slice.is_used_up:
                numbers = figures.number(down), figures.number(box.height)
                self._grid.message.emit(message.format(done=numbers[0], all=numbers[1]))
                yield
        is_single_copy = (box.height, box.width) == (row_count, column_count)
        return CellBlock(block, formats, pasted.move if is_single_copy else None)

    def _check_fits(self, box: CellBox, columns: int) -> bool:
        """Return whether a box fits into the grid; emit a message where it does not."""
        beyond = box.left + box.width - columns
        last = MOST_ROWS if self._grid.grows else self._grid.rows.rowCount()
        if beyond > 0:
            message = translate("Grid", "{wide} columns do not fit, {room} are free. Nothing"
                                        " was changed.")  # fmt: skip
            self._emit_refusal(message.format(wide=box.width, room=columns - box.left))
        elif box.top + box.height > last or box.height * box.width > _MOST_CELLS:
            message = translate("Grid", "{high} rows do not fit here. Nothing was changed.")
            self._emit_refusal(message.format(high=box.height))
        else:
            return True
        return False

    # Filling

    def write_block(self, box: CellBox, block: CellBlock) -> None:
        """Write a block of cells at once, as one undo step."""
        run_unsliced(self._write_sliced(box, block))

    def _write_and_select(self, box: CellBox, block: CellBlock) -> None:
        """Write a block of cells at once, and select it."""
        self.write_block(box, block)
        self.select_box(box)

    def fill_selection(self, text: str) -> bool:
        """Write a text into all selected cells, formulas moved; return whether there are any."""
        box, here = self.selected_box(), self._grid.currentIndex()
        selection = self._grid.selectionModel().selection()
        are_several = box is not None and box.height * box.width > 1 and selection.contains(here)
        if self._grid.block_target is None or box is None or not are_several:
            return False
        block, columns = self.block_at(box), self.shown_columns()
        decimal, origin = QLocale().decimalPoint(), columns.index(here.column())
        for down, line in enumerate(block.texts):
            for right in range(len(line)):
                row, position = box.top + down, box.left + right
                if selection.contains(self._grid.rows.index(row, columns[position])):
                    line[right] = rewrite_copied_text(
                        text, decimal, row - here.row(), position - origin
                    )
        self.write_block(box, block)
        return True

    def fill_down(self) -> bool:
        """Copy the first row of the selection into the others, or the row above into a cell."""
        box = self.selected_box()
        if box is None or self._grid.block_target is None:
            return False
        selected_box = box
        if box.height == 1:
            if box.top == 0:
                return True
            box = CellBox(box.top - 1, box.left, 2, box.width)
        first = self.block_at(CellBox(box.top, box.left, 1, box.width))
        target = CellBox(box.top + 1, box.left, box.height - 1, box.width)
        self._write_and_select(target, copy_lines(first, target.height, 0))
        if selected_box.height > 1:
            self.select_box(selected_box)
        return True

    def fill_right(self) -> bool:
        """Copy the first column of the selection into the others."""
        box = self.selected_box()
        if box is None or self._grid.block_target is None or box.width == 1:
            return False
        first = self.block_at(CellBox(box.top, box.left, box.height, 1))
        target = CellBox(box.top, box.left + 1, box.height, box.width - 1)
        self._write_and_select(target, copy_lines(first, 0, target.width))
        self.select_box(box)
        return True

    def extend_series(self, box: CellBox, down: int, right: int) -> None:
        """Continue the series of a box by rows or columns; negative counts for up and left."""
        if down:
            top = box.top + (box.height if down > 0 else down)
            target = CellBox(top, box.left, abs(down), box.width)
        else:
            left = box.left + (box.width if right > 0 else right)
            target = CellBox(box.top, left, box.height, abs(right))
        if self._check_fits(target, len(self.shown_columns())):
            self._write_and_select(target, continue_series(self.block_at(box), down, right))
            self.select_box(
                CellBox(min(box.top, target.top), min(box.left, target.left),
                    box.height + abs(down), box.width + abs(right))
            )  # fmt: skip

    # Rows and columns

    def insert_rows_or_columns(self) -> bool:
        """Insert rows, or columns where whole columns are selected."""
        return self.insert_columns() if self.are_whole_columns_selected() else self.insert_rows()

    def remove_rows_or_columns(self) -> bool:
        """Delete the selected rows, or columns where whole ones are selected."""
        return self.remove_columns() if self.are_whole_columns_selected() else self.remove_rows()

    def are_whole_columns_selected(self) -> bool:
        """Return whether whole columns are selected, in a grid that can insert columns."""
        box = self.selected_box()
        are_whole_columns = box is not None and box.height == self._grid.rows.rowCount()
        return are_whole_columns and self._grid.insert_columns_at is not None

    def insert_rows(self) -> bool:
        """Insert as many rows above the selection as it has."""
        return self._change_rows(self._grid.insert_rows_at)

    def remove_rows(self) -> bool:
        """Delete the selected rows."""
        return self._change_rows(self._grid.delete_rows_at)

    def _change_rows(self, change: Callable[[int, int], None] | None) -> bool:
        box = self.selected_box()
        if change is None or box is None or self._refuse_if_rearranged():
            return False
        change(box.top, box.height)
        return True

    def insert_columns(self) -> bool:
        """Insert as many columns before the selection as it has."""
        return self._change_columns(self._grid.insert_columns_at)

    def remove_columns(self) -> bool:
        """Delete the selected columns."""
        return self._change_columns(self._grid.delete_columns_at)

    def _change_columns(self, change: Callable[[int, int], None] | None) -> bool:
        box = self.selected_box()
        if change is None or box is None:
            return False
        change(self.shown_columns()[box.left], box.width)
        return True

    def _refuse_if_rearranged(self) -> bool:
        """Return whether rows are sorted or filtered, with a message that this must be undone."""
        if not (self._grid.rows.is_filtered or self._grid.rows.is_sorted):
            return False
        self._emit_refusal(translate("Grid", "Remove sorting and filters first."))
        return True

    def _emit_refusal(self, sentence: str) -> None:
        self._grid.refused.emit(sentence)

    # Many cells by one command

    def replace_text(self, find: str, replacement: str, *, here: bool) -> int:
        """Replace a text, ignoring case, in all typed texts, or in the current one (`here`).

        Returns how many cells were changed; all of them are one step of undo.
        """
        pattern, shown = re.compile(re.escape(find), re.IGNORECASE), self.shown_columns()
        rows, current = self._grid.rows, self._grid.currentIndex()
        changed: dict[Cell, str] = {}
        for row in range(rows.rowCount()):
            for position, column in enumerate(shown):
                if here and (row, column) != (current.row(), current.column()):
                    continue
                text = rows.editor_text_at(row, column)
                new = pattern.sub(lambda _found: replacement, text)
                is_editable = rows.flags(rows.index(row, column)) & Qt.ItemFlag.ItemIsEditable
                if new != text and is_editable:
                    changed[row, position] = new
        if changed:
            self._write_cells(changed)
        return len(changed)

    def _write_cells(self, changed: dict[Cell, str]) -> None:
        """Write single cells as one block; cells between them keep their texts."""
        rows, columns = ([cell[part] for cell in changed] for part in (0, 1))
        top, left = min(rows), min(columns)
        box = CellBox(top, left, max(rows) - top + 1, max(columns) - left + 1)
        block = self.block_at(box)
        for (row, position), text in changed.items():
            block.texts[row - top][position - left] = text
        self.write_block(box, block)

    def type_today(self) -> bool:
        """Type today's date into the current cell; return whether it is editable."""
        is_german = QLocale().language() == QLocale.Language.German
        pattern = "dd.MM.yyyy" if is_german else "yyyy-MM-dd"
        return self._type_into_current(QDate.currentDate().toString(pattern))

    def copy_above(self) -> bool:
        """Type the text of the cell above into the current one, references unchanged."""
        here = self._grid.currentIndex()
        position = self.shown_columns().index(here.column()) if here.isValid() else 0
        if here.row() < 1:
            return False
        ((text,),) = self.editor_texts(CellBox(here.row() - 1, position, 1, 1))
        return self._type_into_current(text)

    def _type_into_current(self, text: str) -> bool:
        here = self._grid.currentIndex()
        is_editable = bool(here.flags() & Qt.ItemFlag.ItemIsEditable)
        return is_editable and self._grid.rows.setData(here, text)

    def insert_sum(self) -> bool:
        """Insert a formula with the sum of the numbers above the current cell, or left of it.

        Of several selected cells each column is summed in its last cell, or in the row below.
        """
        box, here = self.selected_box(), self._grid.currentIndex()
        if self._grid.block_target is None or box is None or not here.isValid():
            return False
        if self._refuse_if_rearranged():
            return True
        if box.height > 1:
            self._sum_columns(box)
            return True
        for position in range(box.left, box.left + box.width):
            area = self._adjacent_numbers(box.top, position)
            if area is not None:
                self.write_block(
                    CellBox(box.top, position, 1, 1), CellBlock([[self._sum_formula(area)]])
                )
        self.select_box(box)
        return True

    def _sum_columns(self, box: CellBox) -> None:
        """Insert the sums of a selection's columns."""
        last = box.top + box.height - 1
        (below,) = self.editor_texts(CellBox(last, box.left, 1, box.width))
        target = last + any(below)
        if target >= self._grid.rows.rowCount():
            self._emit_refusal(translate("Grid", "No row below for the sums."))
            return
        height, positions = target - box.top, range(box.left, box.left + box.width)
        sums = [self._sum_formula(CellBox(box.top, position, height, 1)) for position in positions]
        self.write_block(CellBox(target, box.left, 1, box.width), CellBlock([sums]))

    def _adjacent_numbers(self, row: int, position: int) -> CellBox | None:
        """Return the box of numbers directly above a cell, else left of it; None without any."""
        shown = self.shown_columns()

        def has_number(row_above: int, column: int) -> bool:
            return self._grid.rows.cell_at(row_above, shown[column]).number is not None

        top, left = row, position
        while top > 0 and has_number(top - 1, position):
            top -= 1
        if top < row:
            return CellBox(top, position, row - top, 1)
        while left > 0 and has_number(row, left - 1):
            left -= 1
        return CellBox(row, left, 1, position - left) if left < position else None

    def _sum_formula(self, area: CellBox) -> str:
        """Return the formula that adds up a rectangle."""
        rows, shown = self._grid.rows, self.shown_columns()
        ends = ((area.top, area.left), (area.top + area.height - 1, area.left + area.width - 1))
        first, last = (f"{rows.columns[shown[c]].letter}{rows.row_number(r)}" for r, c in ends)
        return f"=SUM({first}:{last})" if first != last else f"=SUM({first})"

    def sort_rows(self, column: int, *, descending: bool) -> bool:
        """Sort the typed rows by a column and write them; formulas move with their row.

        Numbers come before texts, empty cells last. Several selected rows are sorted alone.
        """
        grid, shown, box = self._grid, self.shown_columns(), self.selected_box()
        if column not in shown or len(shown) < len(grid.rows.columns):
            self._emit_refusal(translate("Grid", "Show all columns first."))
            return False
        last = grid.find_last_filled() if grid.find_last_filled is not None else None
        top, height = 0, grid.rows.rowCount() if last is None else last[0] + 1
        if box is not None and 1 < box.height < grid.rows.rowCount():
            top, height = box.top, box.height
        area = CellBox(top, 0, height, len(shown) if last is None else last[1] + 1)
        block, decimal = self.block_at(area), QLocale().decimalPoint()
        cells = [grid.rows.cell_at(top + row, column) for row in range(height)]
        filled = [row for row in range(height) if cells[row].text]
        filled.sort(key=lambda row: sort_key(cells[row]), reverse=descending)
        order = [*filled, *(row for row in range(height) if not cells[row].text)]
        texts = [
            [rewrite_copied_text(text, decimal, to - origin, 0) for text in block.texts[origin]]
            for to, origin in enumerate(order)
        ]
        formats = None if block.formats is None else [block.formats[origin] for origin in order]
        self.write_block(area, CellBlock(texts, formats))
        return True
