"""The table model of grids, its columns and cells, and values as text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QDate,
    QLocale,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from arraywise.domain.cells import MOST_DECIMALS, FormatKind, NumberFormat
from arraywise.gui.widgets import figures
from arraywise.gui.widgets.figures import localise
from arraywise.gui.widgets.messages import translate_message
from arraywise.worksheets.input_parsing import parse_typed_number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from decimal import Decimal

    from PySide6.QtCore import QObject

    from arraywise.domain.cells import CellFault, Value


_DAY_ZERO = QDate(1899, 12, 30)  # as spreadsheets count days
_LAST_DAY = 2_958_465  # the end of the year 9999
SOFT_HYPHEN = "\u00ad"  # where a long title may be broken; shown only there
CELL_ROLE = Qt.ItemDataRole.UserRole + 1  # role under which the model gives a cell's `Cell`
FILTER_ROLE = Qt.ItemDataRole.UserRole + 2
"""Role under which it gives the description of a column's filter."""
translate = QCoreApplication.translate
Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_READ_ONLY = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_EDITABLE = _READ_ONLY | Qt.ItemFlag.ItemIsEditable
_ROLES = frozenset(
    {
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.EditRole,
        CELL_ROLE,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
    }
)
_MOST_COMPARED_CELLS = 2000
"""Tables up to this size are compared cell by cell, so that only changed cells are repainted."""
_MOST_NAMED = 4  # texts of a filter that are named


def format_figure(value: float, number_format: NumberFormat, currency: str) -> str:
    """Format a figure; one that does not fit its format is written as it is."""
    match number_format.kind:
        case FormatKind.NUMBER:
            return figures.number(value, number_format.decimals).replace(
                QLocale().groupSeparator(), ""
            )
        case FormatKind.GROUPED:
            return figures.number(value, number_format.decimals)
        case FormatKind.PERCENT:
            return f"{figures.percent(value, number_format.decimals)}\u00a0%"
        case FormatKind.CURRENCY:
            return f"{figures.number(value, number_format.decimals)}\u00a0{currency}"
        case FormatKind.DATE if 0 <= value <= _LAST_DAY:
            pattern = QLocale().dateFormat(QLocale.FormatType.ShortFormat)
            pattern = pattern if "yyyy" in pattern else pattern.replace("yy", "yyyy")
            return QLocale().toString(_DAY_ZERO.addDays(int(value)), pattern)
    return figures.plain(value, 10)


def with_decimals(number_format: NumberFormat, change: int, value: float | None) -> NumberFormat:
    """Return a number format with more or fewer decimals; a date is left as it is."""
    if number_format.kind is FormatKind.DATE:
        return number_format
    if number_format.kind is FormatKind.GENERAL:
        shown = "" if value is None else figures.plain(value, 10)
        _, _, decimals = shown.partition(QLocale().decimalPoint())
        number_format = NumberFormat(
            FormatKind.NUMBER, len(decimals) if decimals.isdecimal() else 0
        )
    return replace(
        number_format, decimals=min(MOST_DECIMALS, max(0, number_format.decimals + change))
    )


@dataclass(frozen=True, slots=True)
class IntervalBar:
    """An interval with its target, drawn on a scale that the whole column shares."""

    low: float
    point: float
    high: float
    target: float
    end: float  # the scale runs from 0 to here
    position: int
    hollow: bool
    share: float = 0.0  # of the target, for the storage: shaded from 0 to here


@dataclass(frozen=True, slots=True)
class DifferenceBar:
    """A difference as a bar from the middle: to the right above zero, to the left below."""

    value: float
    end: float  # the scale runs from -end to end
    position: int  # of the option in whose colour it is


@dataclass(frozen=True, slots=True)
class Cell:
    """Everything that a cell shows; a missing value is hatched, never zero."""

    text: str = ""
    number: float | None = None  # sorted and summed by this; by the text where it is None
    marker: int | None = None  # option marker before the text, by the option's position
    hollow: bool = False
    icon: str = ""
    colour: str = "text"  # token of the text's and the icon's colour
    bold: bool = False
    italic: bool = False
    mono: bool = False
    guess: bool = False
    missing: bool = False
    sunken: bool = False
    invalid: bool = False
    heading: bool = False
    overflows: bool = False  # reaches over its neighbours and does not widen its column
    note: str = ""  # said in grey behind the text
    tip: str = ""
    interval: IntervalBar | None = None
    difference: DifferenceBar | None = None
    typed: str | None = None
    """The editor's text, where it is not the text shown: a formula, more digits."""
    right: bool = False  # at the right end, where the column holds texts too
    formula: bool = False  # computed by a formula: a corner tells
    ground: str = ""  # token of its fill; empty: the page's
    opens: bool = False  # a list opens from it: a chevron at its right end tells


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a grid."""

    key: str
    title: str
    show: Callable[[Any], Cell]
    unit: str = ""
    right: bool = False
    min_width: int = 0  # least width in pixels beside text of the reference size
    max_width: int = 420  # widest that the content may make it, in the same pixels
    shrinks_to: int = 0
    """Where the grid would scroll sideways, cut to so many pixels if that helps; 0 for never."""
    wraps: bool = False
    """Where the grid would scroll sideways, texts may have two lines; for rows that are roomy."""
    stretch: bool = False
    steady: bool = False  # keeps its width whatever its cells show, until the user changes it
    tip: str = ""
    centred: bool = False
    marker: int | None = None  # option marker above the title, by the option's position
    edit: Callable[[Any, str], None] | None = None
    """Takes row and typed text; None for a read-only column."""
    is_editable: Callable[[Any], bool] | None = None
    """Returns whether a row's cell can be edited; all can where it is None."""
    choices: Callable[[Any], tuple[str, ...]] | None = None  # offered by a list while editing
    letter: str = ""  # what formulas call the column; shown above the title
    formulas: bool = False  # takes formulas: names and functions are offered while typing

    @property
    def name(self) -> str:
        """The title without soft hyphens, as it is copied."""
        return self.title.replace(SOFT_HYPHEN, "")


class RowsModel(QAbstractTableModel):
    """Rows shown by columns; sorted by number where there is one, missing ones last."""

    rows_shown = Signal()  # other rows were set; emitted once, after all that Qt is told

    def __init__(self, columns: Sequence[Column], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self._all_rows: tuple[Any, ...] = ()
        self._rows: list[Any] = []
        self._sorted_by: tuple[int, Qt.SortOrder] | None = None
        self._filters: dict[str, str | frozenset[str]] = {}
        """Text that cells must contain, or texts of which they must be one, by column key."""
        self._cells: dict[tuple[int, int], Cell] = {}
        """Computed cells, kept until the rows change."""

    @property
    def rows(self) -> list[Any]:
        """Rows in the order shown."""
        return self._rows

    def set_rows(self, rows: Sequence[Any]) -> None:
        """Replace the rows; the selection stays where their number does."""
        previous, old_cells, old_count, new_count = (
            self._rows,
            self._cells,
            len(self._all_rows),
            len(rows),
        )
        if self._filters:
            self.beginResetModel()
        elif new_count > old_count:
            self.beginInsertRows(QModelIndex(), old_count, new_count - 1)
        elif new_count < old_count:
            self.beginRemoveRows(QModelIndex(), new_count, old_count - 1)
        self._all_rows = tuple(rows)
        self._filter_and_sort()
        self._keep_edited_order(previous)
        if self._filters:
            self.endResetModel()
        elif new_count > old_count:
            self.endInsertRows()
        elif new_count < old_count:
            self.endRemoveRows()
        if new_count and not self._filters:
            self._emit_changed_cells(old_cells, has_same_length=new_count == old_count)
        self.rows_shown.emit()

    def _emit_changed_cells(
        self, old_cells: dict[tuple[int, int], Cell], *, has_same_length: bool
    ) -> None:
        """Emit `dataChanged` for the cells that changed, or for all cells of a large table."""
        last, columns = len(self._rows) - 1, len(self.columns)
        if self._sorted_by is not None:
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, last)
        if not has_same_length or (last + 1) * columns > _MOST_COMPARED_CELLS:
            self.dataChanged.emit(self.index(0, 0), self.index(last, columns - 1))
            return
        for row in range(len(self._rows)):
            for column in range(len(self.columns)):
                if old_cells.get((row, column)) != self.cell_at(row, column):
                    index = self.index(row, column)
                    self.dataChanged.emit(index, index)

    def set_columns(self, columns: Sequence[Column], rows: Sequence[Any] | None = None) -> None:
        """Replace the columns, and the rows where other ones are given."""
        self.beginResetModel()
        self.columns = tuple(columns)
        if rows is not None:
            self._entered = tuple(rows)
        self._filter_and_sort()
        self.endResetModel()

    def _filter_and_sort(self) -> None:
        self._cells = {}
        self._rows = self._filter_rows()
        if self._sorted_by is None or self._sorted_by[0] >= len(self.columns):
            return
        column, order = self._sorted_by
        show = self.columns[column].show
        offered = [row for row in self._rows if getattr(row, "is_offered", False)]
        rows = [row for row in self._rows if row not in offered] if offered else self._rows
        sortable = [(shown, row) for row in rows if not (shown := show(row)).missing]
        missing = [row for row in rows if show(row).missing]
        sortable.sort(
            key=lambda pair: sort_key(pair[0]), reverse=order == Qt.SortOrder.DescendingOrder
        )
        self._rows = [*(row for _, row in sortable), *missing, *offered]

    def _keep_edited_order(self, previous: Sequence[Any]) -> None:
        """Keep the order of rows while they are edited, although the sorted column changes."""
        if self._sorted_by is None or not self._rows or not hasattr(self._rows[0], "place"):
            return
        before = {row.place: row for row in previous}
        now = {row.place: row for row in self._rows}
        unchanged = sum(now.get(line) == row for line, row in before.items())
        if not before.keys() <= now.keys() or 2 * unchanged + 2 < len(before):
            return  # lines were deleted, or it is another sheet
        added = [line for line in sorted(now) if line not in before]
        self._rows = [now[line] for line in (*before, *added)]

    def _filter_rows(self) -> list[Any]:
        """Return the rows that pass all filters."""
        filters = [(c.show, self._filters[c.key]) for c in self.columns if c.key in self._filters]
        if not filters:
            return list(self._all_rows)
        return [
            row
            for row in self._all_rows
            if all(_matches_filter(show(row).text, text) for show, text in filters)
        ]

    def distinct_texts(self, column: int) -> list[str]:
        """Return the different texts of a column, sorted, with those of filtered rows."""
        cells = {(c := self.columns[column].show(row)).text: c for row in self._all_rows}
        return sorted(cells, key=lambda text: sort_key(cells[text]))

    def set_filter(self, column: int, wanted: str | frozenset[str]) -> None:
        """Filter by a column: its cells must contain a text, or be one of a set; "" shows all."""
        is_wanted = bool(wanted) or not isinstance(wanted, str)
        key = self.columns[column].key
        others = {k: text for k, text in self._filters.items() if k != key}
        self._set_filters(others | ({key: wanted} if is_wanted else {}))

    def clear_filters(self) -> None:
        """Remove all filters."""
        self._set_filters({})

    def _set_filters(self, filters: dict[str, str | frozenset[str]]) -> None:
        self.beginResetModel()
        self._filters = filters
        self._filter_and_sort()
        self.endResetModel()

    @property
    def filter_descriptions(self) -> dict[str, str]:
        """Descriptions of the filters, by the titles of their columns."""
        filtered = [column for column in self.columns if column.key in self._filters]
        return {c.name: _describe_filter(self._filters[c.key]) for c in filtered}

    def describe_filter(self, column: int) -> str:
        """Return a description of a column's filter; empty where it has none."""
        return _describe_filter(self._filters.get(self.columns[column].key, ""))

    def passes_filter(self, column: int, text: str) -> bool:
        """Return whether a text passes a column's filter."""
        return _matches_filter(text, self._filters.get(self.columns[column].key, ""))

    @property
    def is_filtered(self) -> bool:
        """Whether any column is filtered."""
        return bool(self._filters)

    @property
    def hides_all_rows(self) -> bool:
        """Whether no row passes the filters."""
        return self.is_filtered and not self._rows

    @property
    def is_sorted(self) -> bool:
        """Whether the rows are sorted by a column."""
        return self._sorted_by is not None

    @property
    def total_rows(self) -> int:
        """How many rows there are, with those that do not pass the filters."""
        return len(self._all_rows)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    def cell_at_index(self, index: Index) -> Cell:
        """Return the cell at an index."""
        return self.cell_at(index.row(), index.column())

    def cell_at(self, row: int, column: int) -> Cell:
        """Return the cell at a row and column, computed once until the rows change."""
        shown = self._cells.get((row, column))
        if shown is None:
            shown = self.columns[column].show(self._rows[row])
            self._cells[row, column] = shown
        return shown

    def uncached_cell_at(self, row: int, column: int) -> Cell:
        """Return the cell at a row and column without caching it, for loops over many cells."""
        return self._cells.get((row, column)) or self.columns[column].show(self._rows[row])

    def editor_text_at(self, row: int, column: int) -> str:
        """Return the text that the editor of a cell begins with."""
        shown = self.cell_at(row, column)
        return shown.text if shown.typed is None else shown.typed

    def refresh_cells(self) -> None:
        """Compute and paint all cells again; the rows are the same."""
        self._cells = {}
        if self._rows:
            last = self.index(len(self._rows) - 1, len(self.columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, tip or `Cell`."""
        if not index.isValid() or role not in _ROLES:
            return None
        if role == Qt.ItemDataRole.EditRole:
            return self.editor_text_at(index.row(), index.column())
        shown = self.cell_at_index(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return shown.text
        if role == CELL_ROLE:
            return shown
        if role == Qt.ItemDataRole.ToolTipRole:
            return shown.tip or None
        return f"{self.columns[index.column()].name}: {shown.text or shown.tip}"

    def row_number(self, row: int) -> int:
        """Return a row's number from 1 in the sheet that it belongs to, however it is sorted."""
        line = self._rows[row] if isinstance(self._rows[row], int) else row
        return int(getattr(self._rows[row], "place", line)) + 1

    def row_numbers_from(self, row: int, count: int) -> list[int]:
        """Return the numbers, from 0, of `count` rows from a shown one on, maybe beyond the last.

        Where rows are filtered or sorted these are not consecutive.
        """
        shown = range(row, min(row + count, len(self._rows)))
        numbers = [self.row_number(each) - 1 for each in shown]
        after = max(numbers, default=row - 1) + 1
        return [*numbers, *range(after, after + count - len(numbers))]

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a column's title, or the row's number."""
        if orientation == Qt.Orientation.Vertical:
            return self.row_number(section) if role == Qt.ItemDataRole.DisplayRole else None
        if section >= len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            title = column.name
            return f"{title} ({column.unit})" if column.unit else title
        if role == Qt.ItemDataRole.ToolTipRole:
            wanted = self.describe_filter(section)
            only = translate("Grid", "Only rows with \u201c{text}\u201d are shown.")
            tips = column.tip, only.format(text=wanted) if wanted else ""
            return "\n".join(filter(None, tips)) or None
        if role == FILTER_ROLE:
            return self.describe_filter(section)
        return column if role == CELL_ROLE else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return Qt's flags of a cell, with the one that it can be edited."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        column = self.columns[index.column()]
        is_editable = column.is_editable is None or column.is_editable(self._rows[index.row()])
        return _EDITABLE if column.edit is not None and is_editable else _READ_ONLY

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Call the column's `edit` with a typed text."""
        edit = self.columns[index.column()].edit
        if edit is None or role != Qt.ItemDataRole.EditRole:
            return False
        edit(self._rows[index.row()], str(value))
        return True

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, or -1 by the given order; selected cells go along with their rows."""
        self.layoutAboutToBeChanged.emit()
        before = self._rows
        self._sorted_by = None if column < 0 else (column, order)
        self._filter_and_sort()
        new_rows = {id(row): row_index for row_index, row in enumerate(self._rows)}
        held = self.persistentIndexList()
        moved = [self.index(new_rows[id(before[each.row()])], each.column()) for each in held]
        self.changePersistentIndexList(held, moved)
        self.layoutChanged.emit()


def _matches_filter(text: str, wanted: str | frozenset[str]) -> bool:
    if isinstance(wanted, str):
        return wanted.casefold() in text.casefold()
    return text in wanted


def _describe_filter(wanted: str | frozenset[str]) -> str:
    """Describe a filter: its text, or the first of its texts."""
    if isinstance(wanted, str):
        return wanted
    first = sorted(wanted)[:_MOST_NAMED]
    return ", ".join(first) + (", \u2026" if len(wanted) > _MOST_NAMED else "")


def sort_key(shown: Cell) -> tuple[int, float, str]:
    """Return the key that sorts cells: numbers before texts."""
    if shown.number is not None:
        return (0, shown.number, "")
    return (1, 0.0, shown.text.casefold())


def describe_fault(fault: CellFault) -> str:
    """Return the text of a cell's fault, with the cell that it comes from."""
    origin = f"{fault.origin}: " if fault.origin else ""
    return f"{fault.code}  {origin}{translate_message(fault.message)}"


def format_value(value: Value) -> str:
    """Format a formula's result in the locale."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return figures.plain(value, 10)
    return value or ""


def parse_decimal(text: str) -> Decimal | None:
    """Parse a decimal of the locale, thousands in whole groups; None where it is none."""
    return None if "%" in text else parse_typed_number(text, QLocale().decimalPoint())


def format_decimal(value: Decimal | None, decimals: int | None = None) -> str:
    """Format a decimal in the locale with all its digits, or with a number of decimals."""
    if value is None:
        return ""
    if decimals is not None:
        return localise(f"{value:,.{decimals}f}")
    return localise(f"{value.normalize():,f}")
