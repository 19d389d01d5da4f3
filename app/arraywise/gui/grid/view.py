"""The base of grids: hooks, selection, block access, column widths, frozen columns, sums."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, ClassVar
from weakref import ReferenceType, ref

from PySide6.QtCore import (
    QCoreApplication,
    QItemSelection,
    QItemSelectionModel,
    QObject,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyledItemDelegate,
    QTableView,
)

from arraywise.gui.grid.delegate import CellDelegate, content_width, wrapped_width
from arraywise.gui.grid.header import UnitHeader, min_title_width, unbroken_title_width
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.painting import CENTRE, write
from arraywise.gui.widgets.time_slicing import TimeSlice, TimeSlicer

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from PySide6.QtCore import QItemSelectionRange, QModelIndex, QPersistentModelIndex
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QWidget

    from arraywise.domain.cells import Move
    from arraywise.gui.grid.delegate import CellPicker
    from arraywise.gui.grid.model import Column, RowsModel

translate = QCoreApplication.translate
Block = list[list[str]]  # texts of cells, by row and column
_MOST_SUMMED_CELLS = 2_000_000
Cell = tuple[int, int]  # row, and place among the columns that are shown
_MEASURED_ROWS = 200  # that are looked at when widths are chosen


class FrozenColumns(QTableView):
    """A view of the grid's first columns that lies over its left end."""

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
        self._connect_grid(grid)
        self.update_geometry()
        self._show_if_scrolled(grid.horizontalScrollBar().value())

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

    def _connect_grid(self, grid: QTableView) -> None:
        grid.horizontalScrollBar().valueChanged.connect(self._show_if_scrolled)
        grid.verticalScrollBar().valueChanged.connect(self.verticalScrollBar().setValue)
        self.verticalScrollBar().valueChanged.connect(grid.verticalScrollBar().setValue)
        grid.horizontalHeader().sectionResized.connect(self._update_geometry_for_section)
        grid.horizontalHeader().geometriesChanged.connect(self.update_geometry)
        self._rows.modelReset.connect(self.update_geometry)
        self.doubleClicked.connect(self._edit_in_grid)
        self.clicked.connect(grid.clicked)

    def _edit_in_grid(self, index: QModelIndex) -> None:
        """Edit a cell in the grid, which is scrolled to it before."""
        self._grid.horizontalScrollBar().setValue(0)
        self._grid.edit(index)

    def _show_if_scrolled(self, value: int) -> None:
        """Cover the grid's first columns only while they are scrolled out of sight."""
        self.setVisible(value > 0)

    def _update_geometry_for_section(self, *_section: int) -> None:
        self.update_geometry()

    def update_geometry(self) -> None:
        """Place this view over the grid's first columns."""
        grid, total_width = self._grid, 0
        for column in range(self._rows.columnCount()):
            self.setColumnHidden(column, column >= self.columns or grid.isColumnHidden(column))
            if not self.isColumnHidden(column):
                self.setColumnWidth(column, grid.columnWidth(column))
                total_width += grid.columnWidth(column)
        header_height = grid.horizontalHeader().height()
        self.horizontalHeader().setFixedHeight(header_height)
        corner = grid.viewport().geometry()
        self.setGeometry(
            corner.left(),
            corner.top() - header_height,
            total_width,
            corner.height() + header_height,
        )


@dataclass(frozen=True, slots=True)
class CellBlock:
    """Typed texts of a rectangle of cells, with number formats."""

    texts: Block
    formats: Block | None = None
    """Stored number formats; None leaves every cell its own."""
    move: Move | None = None
    """From where they were cut, so that references to them can follow."""


class GridView(QTableView):
    """A table view on a `RowsModel`, with hooks that pages set."""

    figures_changed = Signal(object)  # carries SelectionFigures, or None for less than two cells
    opened = Signal(int)
    """Enter, F4 or a double click on a read-only cell; carries the row in the model."""
    refused = Signal(str)  # A sentence: what was asked for could not be done
    edit_begins = Signal()
    """Emitted before something is typed, pasted, filled or cleared."""
    sheet_step_requested = Signal(int)
    """Ctrl and a Page key were pressed: 1 asks for the next sheet, -1 for the one before."""
    message = Signal(str)  # how far a paste is; empty when it is done

    paste_by_headings: Callable[[int, list[list[str]]], bool] | None = None
    """Pastes cells by their own headings, from a row on; returns False where they have none."""
    on_cells_moved: Callable[[Move], None] | None = None
    """Called with the move of cells that were cut and pasted by `block_target`."""
    find_last_filled: Callable[[], tuple[int, int]] | None = None
    """Returns the last row and column that are filled, faster than looking at every cell."""

    def __init__(self, model: RowsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = model
        self.setModel(model)
        self.block_target: Callable[[int, int, list[list[str]]], None] | None = None
        """Takes cells that are pasted, filled or cleared: row and column of the first, and the
        texts, by rows as they are shown and columns that are shown."""
        self.sliced_block_target: Callable[[int, int, CellBlock], Generator[None]] | None = None
        """Takes the same with formats, in portions, where the grid has formats or may get a large
        block; goes before the other."""
        self.format_at: Callable[[int, int], str] | None = None
        """Returns the stored number format of a cell, where cells have formats."""
        self.run_sliced: Callable[[Generator[None], QObject], TimeSlicer] | None = None
        """Runs long work with a turn of the event loop at each `yield`."""
        self.insert_rows_at: Callable[[int, int], None] | None = None
        """Takes the row before which rows are to be inserted, and how many."""
        self.delete_rows_at: Callable[[int, int], None] | None = None
        """Takes the first row to be deleted, and how many."""
        self.insert_columns_at: Callable[[int, int], None] | None = None
        """Takes the column before which columns are to be inserted, and how many."""
        self.delete_columns_at: Callable[[int, int], None] | None = None
        """Takes the first column to be deleted, and how many."""
        self.is_filled: Callable[[int, int], bool] | None = None
        """Returns whether a cell is filled, faster than computing it."""
        self.grows = True  # whether rows beyond the last may be pasted
        self.grow_columns_to: Callable[[int], None] | None = None
        """Adds columns up to a number where it can, for a block that reaches beyond the last."""
        self.list_completions: Callable[[], list[str]] = list
        """Returns names and functions for completion in formulas."""
        self._frozen: FrozenColumns | None = None
        self.reference_picker: CellPicker | None = None
        """Inserts cells that are clicked while a formula is typed."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cells, or a text where no row passes the filters."""
        super().paintEvent(event)
        if self.rows.hides_all_rows:
            self._paint_no_rows()

    def _paint_no_rows(self) -> None:
        none = translate("Grid", "No row has \u201c{text}\u201d in {column}.")
        lines = [
            none.format(text=text, column=title)
            for title, text in self.rows.filter_descriptions.items()
        ]
        lines.append(translate("Grid", "“Show all rows” is in every column menu."))
        painter, flags = QPainter(self.viewport()), CENTRE | Qt.TextFlag.TextWordWrap
        box, font = self.viewport().rect(), theme.font("control")
        write(painter, box, "\n".join(lines), "text2", flags, font)
        painter.end()

    def show_row_numbers(self, width: int) -> None:
        """Show row numbers, in a header of a width in reference pixels."""
        self.verticalHeader().show()
        self.verticalHeader().setFixedWidth(theme.px(width))

    def discard_editor(self, editor: QWidget) -> None:
        """Close an editor without saving, and stay on its cell."""
        super().closeEditor(editor, QStyledItemDelegate.EndEditHint.NoHint)

    def select_cell(self, index: QModelIndex) -> None:
        """Make a cell the current and only selected one."""
        flags = QItemSelectionModel.SelectionFlag
        by_rows = self.selectionBehavior() == QAbstractItemView.SelectionBehavior.SelectRows
        extent = flags.Rows if by_rows else flags.NoUpdate
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | extent)

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Scroll to a cell, by whole rows."""
        bar, row = self.verticalScrollBar(), self.verticalHeader().defaultSectionSize()
        before = bar.value()
        super().scrollTo(index, hint)
        if bar.value() != before:
            bar.setValue(-(-bar.value() // row) * row)

    def freeze(self, columns: int) -> None:
        """Keep the first columns visible while the others scroll sideways; 0 lets all go."""
        if self._frozen is not None:
            self._frozen.deleteLater()
            self._frozen = None
        if columns:
            self._frozen = FrozenColumns(self, self.rows, columns)

    @property
    def frozen_count(self) -> int:
        """How many columns stay visible."""
        return self._frozen.columns if self._frozen is not None else 0


@dataclass(frozen=True, slots=True)
class SelectionFigures:
    """Count and sum of a selection, for the status bar."""

    count: int
    numbers: int
    total: float


class SelectionSums(QObject):
    """Sums a selection in time slices; a new selection or changed figures start over."""

    ready = Signal(object)  # carries SelectionFigures, or None for less than two cells
    _latest: ClassVar[ReferenceType[SelectionSums] | None] = None
    """The grid whose selection was summed last, and is shown."""

    def __init__(self, model: RowsModel, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._model, self._view = model, view
        for changed in (
            *(model.dataChanged, model.layoutChanged, model.modelReset),
            *(model.rowsInserted, model.rowsRemoved),
        ):
            changed.connect(self._restart_sum)
        self._cells: Iterator[tuple[int, int]] | None = None
        self._count = self._numbers = 0
        self._total = 0.0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._sum_slice)

    def start_sum(self, selection: QItemSelection) -> None:
        """Start to sum a selection."""
        SelectionSums._latest = ref(self)
        self._count = sum(area.width() * area.height() for area in selected_ranges(selection))
        self._numbers, self._total = 0, 0.0
        if not 2 <= self._count <= _MOST_SUMMED_CELLS:
            self._timer.stop()
            self.ready.emit(None if self._count < 2 else SelectionFigures(self._count, 0, 0.0))
            return
        self._cells = _iterate_cells(selection)
        self._timer.start(0)

    def _restart_sum(self) -> None:
        """Sum the selection again, as figures have changed."""
        latest = SelectionSums._latest
        if latest is not None and latest() is self:
            self.start_sum(self._view.selectionModel().selection())

    def _sum_slice(self) -> None:
        assert self._cells is not None  # noqa: S101 - the timer runs only then
        rows, columns = self._model.rowCount(), self._model.columnCount()
        time_slice = TimeSlice()
        while not time_slice.is_used_up:
            cell = next(self._cells, None)
            if cell is None:
                self._timer.stop()
                self.ready.emit(SelectionFigures(self._count, self._numbers, self._total))
                return
            if cell[0] < rows and cell[1] < columns:  # rows may have gone meanwhile
                shown = self._model.uncached_cell_at(*cell)
                if shown.number is not None and not shown.missing:
                    self._numbers += 1
                    self._total += shown.number


def selected_ranges(selection: QItemSelection) -> list[QItemSelectionRange]:
    """Return the ranges of a selection."""
    return [selection.at(index) for index in range(selection.count())]


def _iterate_cells(selection: QItemSelection) -> Iterator[tuple[int, int]]:
    areas = [(a.top(), a.bottom(), a.left(), a.right()) for a in selected_ranges(selection)]
    for top, bottom, left, right in areas:
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                yield row, column


@dataclass(frozen=True, slots=True)
class CellBox:
    """A rectangle of cells; columns are counted among those that are shown."""

    top: int
    left: int
    height: int
    width: int


class CellAreas:
    """Reads and selects rectangles of a grid's cells."""

    def __init__(self, grid: GridView) -> None:
        self._grid = grid
        self._selected_whole: CellBox | None = None
        """The box that was selected by `select_box`, and not by mouse or arrows."""

    def shown_columns(self) -> list[int]:
        """Return the columns that are shown, in the model's numbers."""
        grid = self._grid
        return [c for c in range(grid.rows.columnCount()) if not grid.isColumnHidden(c)]

    def selected_box(self) -> CellBox | None:
        """Return the rectangle around the selection; None where nothing is selected."""
        areas = selected_ranges(self._grid.selectionModel().selection())
        if not areas:
            return None
        shown = self.shown_columns()
        left, right = min(a.left() for a in areas), max(a.right() for a in areas)
        columns = [position for position, c in enumerate(shown) if left <= c <= right]
        top, bottom = min(a.top() for a in areas), max(a.bottom() for a in areas)
        if not columns:
            return None
        return CellBox(top, columns[0], bottom - top + 1, len(columns))

    def filled_test(self) -> Callable[[Cell], bool]:
        """Return a function that tests whether a cell is filled."""
        rows, shown, is_filled_of_grid = (
            self._grid.rows,
            self.shown_columns(),
            self._grid.is_filled,
        )

        def is_filled(cell: Cell) -> bool:
            if is_filled_of_grid is not None:
                return is_filled_of_grid(cell[0], shown[cell[1]])
            return bool(rows.uncached_cell_at(cell[0], shown[cell[1]]).text)

        return is_filled

    def filled_rows_beside(self, box: CellBox) -> int:
        """Return how many rows below a rectangle are filled in the column left of it, or right."""
        is_filled, rows, column_count = (
            self.filled_test(),
            self._grid.rows,
            len(self.shown_columns()),
        )
        for column in (box.left - 1, box.left + box.width):
            row = below = box.top + box.height
            while (
                0 <= column < column_count and row < rows.rowCount() and is_filled((row, column))
            ):
                if getattr(rows.rows[row], "is_offered", False):
                    break
                row += 1
            if row > below:
                return row - below
        return 0

    def editor_texts(self, box: CellBox) -> Block:
        """Return the editor texts of a rectangle; empty ones beyond the grid's end."""
        return self._collect_block(box, self._grid.rows.editor_text_at)

    def _collect_block(self, box: CellBox, get_text: Callable[[int, int], str]) -> Block:
        columns = self.shown_columns()[box.left : box.left + box.width]
        last = self._grid.rows.rowCount()
        return [
            [get_text(r, c) if r < last else "" for c in columns]
            for r in range(box.top, box.top + box.height)
        ]

    def block_at(self, box: CellBox) -> CellBlock:
        """Return the editor texts of a rectangle, with number formats where cells have them."""
        get_text = self._grid.format_at
        return CellBlock(
            self.editor_texts(box),
            None if get_text is None else self._collect_block(box, get_text),
        )

    def select_box(self, box: CellBox) -> None:
        """Select a rectangle of cells, cut at the grid's end."""
        self._selected_whole = None
        rows, columns = self._grid.rows, self.shown_columns()
        last = min(box.top + box.height, rows.rowCount()) - 1
        first_column = columns[box.left]
        last_column = columns[min(box.left + box.width, len(columns)) - 1]
        area = QItemSelection(rows.index(box.top, first_column), rows.index(last, last_column))
        flags, selection = QItemSelectionModel.SelectionFlag, self._grid.selectionModel()
        selection.setCurrentIndex(rows.index(box.top, first_column), flags.NoUpdate)
        selection.select(area, flags.ClearAndSelect)
        self._selected_whole = self.selected_box()

    def select_region(self) -> bool:
        """Select the filled cells around the current one; return whether there are any."""
        here, shown = self._grid.currentIndex(), self.shown_columns()
        if not here.isValid() or here.column() not in shown:
            return False
        is_filled, row_count, column_count = (
            self.filled_test(),
            self._grid.rows.rowCount(),
            len(shown),
        )
        position = shown.index(here.column())
        top, left, bottom, right = here.row(), position, here.row(), position
        has_grown = True
        while has_grown:
            rows = range(max(0, top - 1), min(row_count, bottom + 2))
            columns = range(max(0, left - 1), min(column_count, right + 2))
            filled = [(r, c) for r in rows for c in columns if is_filled((r, c))]
            before = (top, left, bottom, right)
            top = min([top, *(r for r, _ in filled)])
            bottom = max([bottom, *(r for r, _ in filled)])
            left = min([left, *(c for _, c in filled)])
            right = max([right, *(c for _, c in filled)])
            has_grown = before != (top, left, bottom, right)
        self.select_box(CellBox(top, left, bottom - top + 1, right - left + 1))
        return True

    def resize_selection(self, down: int, right: int) -> bool:
        """Move the far corner of a box selected by `select_box`; return whether there is one."""
        box = self._selected_whole
        if box is None or box.height * box.width < 2 or box != self.selected_box():
            return False
        row_count, column_count = self._grid.rows.rowCount(), len(self.shown_columns())
        height = max(1, min(box.height + down, row_count - box.top))
        width = max(1, min(box.width + right, column_count - box.left))
        self.select_box(CellBox(box.top, box.left, height, width))
        corner = self.shown_columns()[box.left + width - 1]
        self._grid.scrollTo(self._grid.rows.index(box.top + height - 1, corner))
        return True


@dataclass(frozen=True, slots=True)
class ColumnWidth:
    """Possible widths of a column, in pixels."""

    unbroken: int  # with no word of its title broken
    title_broken: int  # with its title broken where it may be
    least: int  # where texts of columns that give way are cut

    def at_cut_share(self, share: float) -> int:
        """Return the width when a share of what can be cut off is cut."""
        return self.title_broken - ceil((self.title_broken - self.least) * share)


class ColumnWidths:
    """Sets the column widths of one grid; those that the user chose stay."""

    def __init__(self, grid: GridView) -> None:
        self._grid = grid
        self._natural_widths: list[ColumnWidth] = []
        self._applied_widths: dict[int, int] = {}  # by section, as they were set here last

    def fit(self) -> None:
        """Make every column as wide as its title and the rows need; one takes what is left."""
        if not self._grid.rows.hides_all_rows:
            self._measure()
            sizes = self._distribute_widths(self._natural_widths)
            self._applied_widths = dict(enumerate(sizes))
            self._apply_widths(sizes)

    def widen(self) -> None:
        """Widen columns whose figures do not fit any more; flexible ones may get narrower."""
        self._measure()
        header, columns = self._grid.horizontalHeader(), self._grid.rows.columns
        sizes = self._distribute_widths(self._widths_with_user_choices())
        for section, column in enumerate(columns):
            if not (column.shrinks_to or column.wraps or column.stretch):
                fitting = max(sizes[section], self._natural_widths[section].title_broken)
                sizes[section] = max(header.sectionSize(section), fitting)
        self._apply_widths(sizes)

    def refit(self) -> None:
        """Distribute the widths again after the grid was resized."""
        if (
            self._natural_widths
            and len(self._natural_widths) == self._grid.horizontalHeader().count()
        ):
            self._apply_widths(self._distribute_widths(self._widths_with_user_choices()))

    def stretch(self) -> None:
        """Give the remaining width to the column that stretches."""
        header, available_width = self._grid.horizontalHeader(), self._grid.viewport().width()
        for section, column in enumerate(self._grid.rows.columns):
            if column.stretch and not header.isSectionHidden(section):
                others = header.length() - header.sectionSize(section)
                header.resizeSection(
                    section, max(self._applied_widths.get(section, 0), available_width - others)
                )

    def uncut_width(self) -> int:
        """Return the width of the grid at which no column is cut."""
        shown_at, rows = self._grid.rows.cell_at, self._measured_rows()
        return sum(
            max(
                theme.px(c.min_width),
                min_title_width(c),
                *(content_width(shown_at(r, at)) for r in rows),
            )
            for at, c in enumerate(self._grid.rows.columns)
            if not self._grid.isColumnHidden(at)
        )

    def _measured_rows(self) -> range:
        return range(min(self._grid.rows.rowCount(), _MEASURED_ROWS))

    def _measure(self) -> None:
        columns = enumerate(self._grid.rows.columns)
        self._natural_widths = [
            self._requested_width(section, column) for section, column in columns
        ]

    def _requested_width(self, section: int, column: Column) -> ColumnWidth:
        shown_at = self._grid.rows.cell_at
        measured = () if column.steady else self._measured_rows()
        width = max((content_width(shown_at(row, section)) for row in measured), default=0)
        width = max(theme.px(column.min_width), min(width, theme.px(column.max_width)))
        broken = max(width, min_title_width(column))
        least = broken
        if column.wraps:
            least = max((wrapped_width(shown_at(row, section)) for row in measured), default=0)
        elif column.shrinks_to:
            least = theme.px(column.shrinks_to)
        least = min(broken, max(least, min_title_width(column)))
        return ColumnWidth(max(width, unbroken_title_width(column)), broken, least)

    def _widths_with_user_choices(self) -> list[ColumnWidth]:
        """Return the natural widths, with those that the user chose in their place."""
        header, result = self._grid.horizontalHeader(), []
        for section, natural_width in enumerate(self._natural_widths):
            size = header.sectionSize(section)
            stretches = self._grid.rows.columns[section].stretch
            is_user_choice = (
                not stretches and size and size != self._applied_widths.get(section, size)
            )
            result.append(ColumnWidth(size, size, size) if is_user_choice else natural_width)
        return result

    def _distribute_widths(self, natural_widths: Sequence[ColumnWidth]) -> list[int]:
        """Return widths that fit the grid if possible: titles are broken first, then texts cut."""
        header, available_width = self._grid.horizontalHeader(), self._grid.viewport().width()
        shown = [each for at, each in enumerate(natural_widths) if not header.isSectionHidden(at)]
        if sum(each.unbroken for each in shown) <= available_width:
            return [each.unbroken for each in natural_widths]
        over = sum(each.title_broken for each in shown) - available_width
        cut = sum(each.title_broken - each.least for each in shown)
        share = over / cut if 0 < over <= cut else 0.0
        return [each.at_cut_share(share) for each in natural_widths]

    def _apply_widths(self, sizes: Sequence[int]) -> None:
        """Apply widths to the columns, and stretch the one that takes the rest."""
        header, columns = self._grid.horizontalHeader(), self._grid.rows.columns
        for section, size in enumerate(sizes):
            if columns[section].stretch:
                self._applied_widths[section] = size
            elif not header.isSectionHidden(section) and header.sectionSize(section) != size:
                self._applied_widths[section] = size
                header.resizeSection(section, size)
        self.stretch()
