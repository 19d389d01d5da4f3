"""Rows, columns and selection as the parts of a grid see them; widths, frozen columns, sums."""

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
from arraywise.gui.grid.header import UnitHeader, least_width, whole_width
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.painting import CENTRE, write
from arraywise.gui.widgets.time_slicing import TimeSlice, TimeSlicer

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from PySide6.QtCore import QItemSelectionRange, QModelIndex, QPersistentModelIndex
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QWidget

    from arraywise.domain.cells import Move
    from arraywise.gui.grid.delegate import CellReceiver
    from arraywise.gui.grid.model import Column, RowsModel


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
        self._show_where_scrolled(grid.horizontalScrollBar().value())

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
        grid.horizontalScrollBar().valueChanged.connect(self._show_where_scrolled)
        grid.verticalScrollBar().valueChanged.connect(self.verticalScrollBar().setValue)
        self.verticalScrollBar().valueChanged.connect(grid.verticalScrollBar().setValue)
        grid.horizontalHeader().sectionResized.connect(self._place_again)
        grid.horizontalHeader().geometriesChanged.connect(self.place)
        self._rows.modelReset.connect(self.place)
        self.doubleClicked.connect(self._edit)
        self.clicked.connect(grid.clicked)

    def _edit(self, index: QModelIndex) -> None:
        """Let the grid edit, once the cell is in its own sight."""
        self._grid.horizontalScrollBar().setValue(0)
        self._grid.edit(index)

    def _show_where_scrolled(self, value: int) -> None:
        """Lie over the grid only where its own columns are out of sight."""
        self.setVisible(value > 0)

    def _place_again(self, *_section: int) -> None:
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


translate = QCoreApplication.translate

Block = list[list[str]]  # texts of cells, by row and column


@dataclass(frozen=True, slots=True)
class PastedBlock:
    """What is put into a rectangle of cells."""

    texts: Block
    formats: Block | None = None
    """How their figures are written, as it is stored; None leaves every cell its own."""
    move: Move | None = None
    """Where they were cut out before, so that what refers to them can follow."""


class GridView(QTableView):
    """A table view on a `RowsModel` with its hooks."""

    figures_changed = Signal(object)  # carries SelectionFigures, or None for less than two cells
    opened = Signal(int)
    """Enter, F4 or a double click on a read-only cell; carries the row in the model."""
    refused = Signal(str)  # A sentence: what was asked for could not be done
    edit_begins = Signal()
    """Something is typed, pasted, filled or cleared: what was refused before is of the past."""
    turned = Signal(int)  # Ctrl and a Page key: 1 asks for the next sheet, -1 for the one before
    message = Signal(str)  # how far a paste is; empty when it is done

    headed_taken_by: Callable[[int, list[list[str]]], bool] | None = None
    """Takes pasted cells by the headings that they bring, from a row on; says whether they bring
    any. Without such they go in as they are."""
    moves_followed_by: Callable[[Move], None] | None = None
    """Told how far cells moved that were cut out and handed over without their move."""
    last_filled: Callable[[], tuple[int, int]] | None = None
    """Says how far down and right something stands, quicker than a look at every cell does."""

    def __init__(self, model: RowsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = model
        self.setModel(model)
        self.block_target: Callable[[int, int, list[list[str]]], None] | None = None
        """Takes cells that are pasted, filled or cleared: row and column of the first, and the
        texts, by rows as they are shown and columns that are shown."""
        self.slices_for: Callable[[int, int, PastedBlock], Generator[None]] | None = None
        """Takes the same with formats, in portions, where the grid has formats or may get a large
        block; goes before the other."""
        self.format_at: Callable[[int, int], str] | None = None
        """Says how the figure of a cell is written, where cells have formats that go along."""
        self.sliced: Callable[[Generator[None], QObject], TimeSlicer] | None = None
        """Does long work with a turn of the event loop at each `yield`."""
        self.rows_inserted_by: Callable[[int, int], None] | None = None
        """Takes the row before which rows are to be inserted, and how many."""
        self.rows_removed_by: Callable[[int, int], None] | None = None
        """Takes the first row to be deleted, and how many."""
        self.columns_inserted_by: Callable[[int, int], None] | None = None
        """Takes the column before which columns are to be inserted, and how many."""
        self.columns_removed_by: Callable[[int, int], None] | None = None
        """Takes the first column to be deleted, and how many."""
        self.is_filled: Callable[[int, int], bool] | None = None
        """Tells whether something is in a cell, quicker than showing it does."""
        self.grows = True  # whether rows beyond the last may be pasted
        self.columns_grown_to: Callable[[int], None] | None = None
        """Makes so many columns where it can, for a block that reaches beyond the last."""
        self.offered: Callable[[], list[str]] = list
        """Names and functions that are offered while a formula is typed."""
        self._frozen: FrozenColumns | None = None
        self.pointing: CellReceiver | None = None
        """Takes cells that are clicked while a formula is typed."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cells; where filters leave no row, say so and how they are all shown again."""
        super().paintEvent(event)
        if self.rows.has_none_left:
            self._paint_no_rows()

    def _paint_no_rows(self) -> None:
        none = translate("Grid", "No row has \u201c{text}\u201d in {column}.")
        lines = [none.format(text=text, column=title) for title, text in self.rows.filters.items()]
        lines.append(translate("Grid", "“Show all rows” is in every column menu."))
        painter, flags = QPainter(self.viewport()), CENTRE | Qt.TextFlag.TextWordWrap
        box, font = self.viewport().rect(), theme.font("control")
        write(painter, box, "\n".join(lines), "text2", flags, font)
        painter.end()

    def number_rows(self, width: int) -> None:
        """Show the numbers of the rows in so many reference pixels."""
        self.verticalHeader().show()
        self.verticalHeader().setFixedWidth(theme.px(width))

    def drop_editor(self, editor: QWidget) -> None:
        """Close an editor and stay where the cursor is."""
        super().closeEditor(editor, QStyledItemDelegate.EndEditHint.NoHint)

    def choose(self, index: QModelIndex) -> None:
        """Make a cell the current and only selected one, whatever keys are held."""
        flags = QItemSelectionModel.SelectionFlag
        by_rows = self.selectionBehavior() == QAbstractItemView.SelectionBehavior.SelectRows
        whole = flags.Rows if by_rows else flags.NoUpdate
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | whole)

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Bring a cell into sight; where that moves the rows, the first one seen stays whole."""
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
    def frozen(self) -> int:
        """How many columns stay visible."""
        return self._frozen.columns if self._frozen is not None else 0


_COUNTED = 2_000_000


@dataclass(frozen=True, slots=True)
class SelectionFigures:
    """What the status bar says of a selection."""

    count: int
    numbers: int
    total: float


class SelectionSums(QObject):
    """Adds a selection up; a new selection, or other figures in it, drops the sum before."""

    ready = Signal(object)  # carries SelectionFigures, or None for less than two cells
    _latest: ClassVar[ReferenceType[SelectionSums] | None] = None
    """Whose selection was added up last: that is what is shown."""

    def __init__(self, model: RowsModel, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._model, self._view = model, view
        for changed in (
            *(model.dataChanged, model.layoutChanged, model.modelReset),
            *(model.rowsInserted, model.rowsRemoved),
        ):
            changed.connect(self._begin_again)
        self._cells: Iterator[tuple[int, int]] | None = None
        self._count = self._numbers = 0
        self._total = 0.0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    def add_up(self, selection: QItemSelection) -> None:
        """Begin with another selection."""
        SelectionSums._latest = ref(self)
        self._count = sum(area.width() * area.height() for area in areas_of(selection))
        self._numbers, self._total = 0, 0.0
        if not 2 <= self._count <= _COUNTED:
            self._timer.stop()
            self.ready.emit(None if self._count < 2 else SelectionFigures(self._count, 0, 0.0))
            return
        self._cells = _cells_of(selection)
        self._timer.start(0)

    def _begin_again(self) -> None:
        """Add up again what is selected: figures have come or changed."""
        latest = SelectionSums._latest
        if latest is not None and latest() is self:
            self.add_up(self._view.selectionModel().selection())

    def _go_on(self) -> None:
        assert self._cells is not None  # noqa: S101 - the timer runs only then
        rows, columns = self._model.rowCount(), self._model.columnCount()
        time_slice = TimeSlice()
        while not time_slice.is_pending:
            place = next(self._cells, None)
            if place is None:
                self._timer.stop()
                self.ready.emit(SelectionFigures(self._count, self._numbers, self._total))
                return
            if place[0] < rows and place[1] < columns:  # rows may have gone meanwhile
                shown = self._model.shown_once(*place)
                if shown.number is not None and not shown.missing:
                    self._numbers += 1
                    self._total += shown.number


def areas_of(selection: QItemSelection) -> list[QItemSelectionRange]:
    """Return the rectangles that a selection is made of."""
    return [selection.at(place) for place in range(selection.count())]


def _cells_of(selection: QItemSelection) -> Iterator[tuple[int, int]]:
    areas = [(a.top(), a.bottom(), a.left(), a.right()) for a in areas_of(selection)]
    for top, bottom, left, right in areas:
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                yield row, column


Cell = tuple[int, int]  # row, and place among the columns that are shown


@dataclass(frozen=True, slots=True)
class CellBox:
    """A rectangle of cells; columns are counted among those that are shown."""

    top: int
    left: int
    height: int
    width: int


class CellAreas:
    """Rectangles of one grid's cells."""

    def __init__(self, grid: GridView) -> None:
        self._grid = grid
        self._picked: CellBox | None = None
        """What was selected as a whole, from its first cell on, and not by mouse or arrows."""

    def shown_columns(self) -> list[int]:
        """Return the columns that are shown, in the model's numbers."""
        grid = self._grid
        return [c for c in range(grid.rows.columnCount()) if not grid.isColumnHidden(c)]

    def selected(self) -> CellBox | None:
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
        return CellBox(top, columns[0], bottom - top + 1, len(columns))

    def filled(self) -> Callable[[Cell], bool]:
        """Return a test of whether something is in a cell."""
        rows, shown, own = self._grid.rows, self.shown_columns(), self._grid.is_filled

        def is_filled(cell: Cell) -> bool:
            if own is not None:
                return own(cell[0], shown[cell[1]])
            return bool(rows.shown_once(cell[0], shown[cell[1]]).text)

        return is_filled

    def beside(self, box: CellBox) -> int:
        """Return over how many rows below a rectangle the column left of it, or right, goes on."""
        is_filled, rows, wide = self.filled(), self._grid.rows, len(self.shown_columns())
        for column in (box.left - 1, box.left + box.width):
            row = below = box.top + box.height
            while 0 <= column < wide and row < rows.rowCount() and is_filled((row, column)):
                if getattr(rows.rows[row], "is_offered", False):
                    break
                row += 1
            if row > below:
                return row - below
        return 0

    def texts(self, box: CellBox) -> Block:
        """Return what is typed in the cells of a rectangle; nothing beyond the grid's end."""
        return self._block(box, self._grid.rows.input_at)

    def _block(self, box: CellBox, of: Callable[[int, int], str]) -> Block:
        columns = self.shown_columns()[box.left : box.left + box.width]
        last = self._grid.rows.rowCount()
        return [
            [of(r, c) if r < last else "" for c in columns]
            for r in range(box.top, box.top + box.height)
        ]

    def laid(self, box: CellBox) -> PastedBlock:
        """Return what is typed in a rectangle, and how its figures are written where cells say."""
        of = self._grid.format_at
        return PastedBlock(self.texts(box), None if of is None else self._block(box, of))

    def select(self, box: CellBox) -> None:
        """Select a rectangle, as far as it exists."""
        self._picked = None
        rows, columns = self._grid.rows, self.shown_columns()
        last = min(box.top + box.height, rows.rowCount()) - 1
        first_column = columns[box.left]
        last_column = columns[min(box.left + box.width, len(columns)) - 1]
        area = QItemSelection(rows.index(box.top, first_column), rows.index(last, last_column))
        flags, selection = QItemSelectionModel.SelectionFlag, self._grid.selectionModel()
        selection.setCurrentIndex(rows.index(box.top, first_column), flags.NoUpdate)
        selection.select(area, flags.ClearAndSelect)
        self._picked = self.selected()

    def select_region(self) -> bool:
        """Select the filled cells around the current one; say whether there are such."""
        here, shown = self._grid.currentIndex(), self.shown_columns()
        if not here.isValid() or here.column() not in shown:
            return False
        is_filled, high, wide = self.filled(), self._grid.rows.rowCount(), len(shown)
        place = shown.index(here.column())
        top, left, bottom, right = here.row(), place, here.row(), place
        grew = True
        while grew:
            rows = range(max(0, top - 1), min(high, bottom + 2))
            columns = range(max(0, left - 1), min(wide, right + 2))
            found = [(r, c) for r in rows for c in columns if is_filled((r, c))]
            before = (top, left, bottom, right)
            top = min([top, *(r for r, _ in found)])
            bottom = max([bottom, *(r for r, _ in found)])
            left = min([left, *(c for _, c in found)])
            right = max([right, *(c for _, c in found)])
            grew = before != (top, left, bottom, right)
        self.select(CellBox(top, left, bottom - top + 1, right - left + 1))
        return True

    def reach(self, down: int, right: int) -> bool:
        """Move the far corner of what was selected as a whole; say whether there is such."""
        box = self._picked
        if box is None or box.height * box.width < 2 or box != self.selected():
            return False
        high, wide = self._grid.rows.rowCount(), len(self.shown_columns())
        height = max(1, min(box.height + down, high - box.top))
        width = max(1, min(box.width + right, wide - box.left))
        self.select(CellBox(box.top, box.left, height, width))
        corner = self.shown_columns()[box.left + width - 1]
        self._grid.scrollTo(self._grid.rows.index(box.top + height - 1, corner))
        return True


_MEASURED_ROWS = 200  # that are looked at when widths are chosen


@dataclass(frozen=True, slots=True)
class ColumnWidth:
    """How wide a column is to be, in pixels."""

    whole: int  # with no word of its title broken
    broken: int  # with its title broken where it may be
    least: int  # where texts of columns that give way are cut

    def given(self, share: float) -> int:
        """Return the width once that share of what can be cut is."""
        return self.broken - ceil((self.broken - self.least) * share)


class ColumnWidths:
    """The widths of one grid; those that the user chose stay while the window changes."""

    def __init__(self, grid: GridView) -> None:
        self._grid = grid
        self._wanted: list[ColumnWidth] = []
        self._chosen: dict[int, int] = {}  # by section, as they were set here last

    def fit(self) -> None:
        """Make every column as wide as its title and the rows need; one takes what is left."""
        if not self._grid.rows.has_none_left:
            self._measure()
            sizes = self._arranged(self._wanted)
            self._chosen = dict(enumerate(sizes))
            self._set(sizes)

    def widen(self) -> None:
        """Widen the columns whose figures have outgrown them; what gives way may get narrower."""
        self._measure()
        header, columns = self._grid.horizontalHeader(), self._grid.rows.columns
        sizes = self._arranged(self._as_they_are())
        for section, column in enumerate(columns):
            if not (column.target_of or column.wraps or column.stretch):
                fitting = max(sizes[section], self._wanted[section].broken)
                sizes[section] = max(header.sectionSize(section), fitting)
        self._set(sizes)

    def follow(self) -> None:
        """Follow another width of the grid."""
        if self._wanted and len(self._wanted) == self._grid.horizontalHeader().count():
            self._set(self._arranged(self._as_they_are()))

    def stretch(self) -> None:
        """Return the width that is left to the column that wants it."""
        header, room = self._grid.horizontalHeader(), self._grid.viewport().width()
        for section, column in enumerate(self._grid.rows.columns):
            if column.stretch and not header.isSectionHidden(section):
                others = header.length() - header.sectionSize(section)
                header.resizeSection(section, max(self._chosen.get(section, 0), room - others))

    def needed(self) -> int:
        """Return the width at which no column is cut."""
        shown_at, rows = self._grid.rows.shown_at, self._measured_rows()
        return sum(
            max(theme.px(c.least), least_width(c), *(content_width(shown_at(r, at)) for r in rows))
            for at, c in enumerate(self._grid.rows.columns)
            if not self._grid.isColumnHidden(at)
        )

    def _measured_rows(self) -> range:
        return range(min(self._grid.rows.rowCount(), _MEASURED_ROWS))

    def _measure(self) -> None:
        columns = enumerate(self._grid.rows.columns)
        self._wanted = [self._requested_width(place, column) for place, column in columns]

    def _requested_width(self, place: int, column: Column) -> ColumnWidth:
        shown_at = self._grid.rows.shown_at
        measured = () if column.steady else self._measured_rows()
        wide = max((content_width(shown_at(row, place)) for row in measured), default=0)
        wide = max(theme.px(column.least), min(wide, theme.px(column.most)))
        broken = max(wide, least_width(column))
        least = broken
        if column.wraps:
            least = max((wrapped_width(shown_at(row, place)) for row in measured), default=0)
        elif column.target_of:
            least = theme.px(column.target_of)
        least = min(broken, max(least, least_width(column)))
        return ColumnWidth(max(wide, whole_width(column)), broken, least)

    def _as_they_are(self) -> list[ColumnWidth]:
        """Return what is wanted, with the widths that the user chose."""
        header, result = self._grid.horizontalHeader(), []
        for section, wanted in enumerate(self._wanted):
            size = header.sectionSize(section)
            stretches = self._grid.rows.columns[section].stretch
            own = not stretches and size and size != self._chosen.get(section, size)
            result.append(ColumnWidth(size, size, size) if own else wanted)
        return result

    def _arranged(self, wanted: Sequence[ColumnWidth]) -> list[int]:
        """Return the widths: titles are broken first, then texts cut, if it all fits by that."""
        header, room = self._grid.horizontalHeader(), self._grid.viewport().width()
        shown = [each for at, each in enumerate(wanted) if not header.isSectionHidden(at)]
        if sum(each.whole for each in shown) <= room:
            return [each.whole for each in wanted]
        over = sum(each.broken for each in shown) - room
        cut = sum(each.broken - each.least for each in shown)
        share = over / cut if 0 < over <= cut else 0.0
        return [each.given(share) for each in wanted]

    def _set(self, sizes: Sequence[int]) -> None:
        """Set the widths of columns, and give what is left to the one that wants it."""
        header, columns = self._grid.horizontalHeader(), self._grid.rows.columns
        for section, size in enumerate(sizes):
            if columns[section].stretch:
                self._chosen[section] = size
            elif not header.isSectionHidden(section) and header.sectionSize(section) != size:
                self._chosen[section] = size
                header.resizeSection(section, size)
        self.stretch()
