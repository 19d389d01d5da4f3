"""Table model, columns, values as text."""

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
from arraywise.gui.widgets.figures import localised
from arraywise.gui.widgets.messages import translate_message
from arraywise.worksheets.input_parsing import parse_typed_number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from decimal import Decimal

    from PySide6.QtCore import QObject

    from arraywise.domain.cells import CellFault, Value


_DAY_ZERO = QDate(1899, 12, 30)  # as spreadsheets count days
_LAST_DAY = 2_958_465  # the end of the year 9999


def formatted(value: float, wanted: NumberFormat, currency: str) -> str:
    """Write a figure; one that its format has no words for is written as it comes."""
    match wanted.kind:
        case FormatKind.NUMBER:
            return figures.number(value, wanted.decimals).replace(QLocale().groupSeparator(), "")
        case FormatKind.GROUPED:
            return figures.number(value, wanted.decimals)
        case FormatKind.PERCENT:
            return f"{figures.percent(value, wanted.decimals)}\u00a0%"
        case FormatKind.CURRENCY:
            return f"{figures.number(value, wanted.decimals)}\u00a0{currency}"
        case FormatKind.DATE if 0 <= value <= _LAST_DAY:
            pattern = QLocale().dateFormat(QLocale.FormatType.ShortFormat)
            pattern = pattern if "yyyy" in pattern else pattern.replace("yy", "yyyy")
            return QLocale().toString(_DAY_ZERO.addDays(int(value)), pattern)
    return figures.plain(value, 10)


def with_decimals(present: NumberFormat, by: int, value: float | None) -> NumberFormat:
    """Return a format with more or fewer decimals; a figure that comes as it is keeps its own."""
    if present.kind is FormatKind.DATE:
        return present
    if present.kind is FormatKind.GENERAL:
        shown = "" if value is None else figures.plain(value, 10)
        _, _, decimals = shown.partition(QLocale().decimalPoint())
        present = NumberFormat(FormatKind.NUMBER, len(decimals) if decimals.isdecimal() else 0)
    return replace(present, decimals=min(MOST_DECIMALS, max(0, present.decimals + by)))


SOFT_HYPHEN = "\u00ad"  # where a long title may be broken; shown only there
SHOWN_ROLE = Qt.ItemDataRole.UserRole + 1  # role under which the model gives a cell's `Cell`
FILTER_ROLE = Qt.ItemDataRole.UserRole + 2
"""Role under which it gives the text that the rows of a column must have."""


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
    """Everything a cell shows; what is missing is hatched, never zero."""

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
    """What is in the editor, where that is not the text shown: a formula, more digits."""
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
    least: int = 0  # least width in pixels beside text of the reference size
    most: int = 420  # widest that the content may make it, in the same pixels
    target_of: int = 0
    """Where the grid would scroll sideways, cut to so many pixels if that helps; 0: never."""
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
    """Says of a row whether its cell can be edited; all can where it is None."""
    choices: Callable[[Any], tuple[str, ...]] | None = None  # offered by a list while editing
    letter: str = ""  # what formulas call the column; shown above the title
    formulas: bool = False  # takes formulas: names and functions are offered while typing

    @property
    def name(self) -> str:
        """The title as it is stated and copied, without the places where it may be broken."""
        return self.title.replace(SOFT_HYPHEN, "")


translate = QCoreApplication.translate
Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_READ_ONLY = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_EDITABLE = _READ_ONLY | Qt.ItemFlag.ItemIsEditable
_ROLES = frozenset(
    {
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.EditRole,
        SHOWN_ROLE,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
    }
)
_COMPARED_CELLS = 2000
"""Tables up to this size are compared cell by cell, so that only what changed is painted."""


class RowsModel(QAbstractTableModel):
    """Shows rows by their columns; sorts by number where there is one, missing ones last."""

    rows_shown = Signal()  # other rows were set; emitted once, after all that Qt is told

    def __init__(self, columns: Sequence[Column], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self._entered: tuple[Any, ...] = ()
        self._rows: list[Any] = []
        self._sorted_by: tuple[int, Qt.SortOrder] | None = None
        self._filters: dict[str, str | frozenset[str]] = {}
        """Text that cells contain, or texts of which they are one, by the column's key."""
        self._shown: dict[tuple[int, int], Cell] = {}
        """What cells show, kept until the rows change."""

    @property
    def rows(self) -> list[Any]:
        """Rows in the order shown."""
        return self._rows

    def set_rows(self, rows: Sequence[Any]) -> None:
        """Show other rows; selection and widths stay where the number of rows does."""
        was, old, before, now = self._rows, self._shown, len(self._entered), len(rows)
        if self._filters:
            self.beginResetModel()
        elif now > before:
            self.beginInsertRows(QModelIndex(), before, now - 1)
        elif now < before:
            self.beginRemoveRows(QModelIndex(), now, before - 1)
        self._entered = tuple(rows)
        self._arrange()
        self._freeze_order(was)
        if self._filters:
            self.endResetModel()
        elif now > before:
            self.endInsertRows()
        elif now < before:
            self.endRemoveRows()
        if now and not self._filters:
            self._repaint_changed(old, is_as_long=now == before)
        self.rows_shown.emit()

    def _repaint_changed(self, old: dict[tuple[int, int], Cell], *, is_as_long: bool) -> None:
        """Have the cells painted again that show something else than before, or all of many."""
        last, columns = len(self._rows) - 1, len(self.columns)
        if self._sorted_by is not None:
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, last)
        if not is_as_long or (last + 1) * columns > _COMPARED_CELLS:
            self.dataChanged.emit(self.index(0, 0), self.index(last, columns - 1))
            return
        for row in range(len(self._rows)):
            for column in range(len(self.columns)):
                if old.get((row, column)) != self.shown_at(row, column):
                    index = self.index(row, column)
                    self.dataChanged.emit(index, index)

    def set_columns(self, columns: Sequence[Column], rows: Sequence[Any] | None = None) -> None:
        """Show other columns: of the same rows, or of others that alone have their cells."""
        self.beginResetModel()
        self.columns = tuple(columns)
        if rows is not None:
            self._entered = tuple(rows)
        self._arrange()
        self.endResetModel()

    def _arrange(self) -> None:
        self._shown = {}
        self._rows = self._filtered()
        if self._sorted_by is None or self._sorted_by[0] >= len(self.columns):
            return
        column, order = self._sorted_by
        show = self.columns[column].show
        offered = [row for row in self._rows if getattr(row, "is_offered", False)]
        rows = [row for row in self._rows if row not in offered] if offered else self._rows
        known = [(shown, row) for row in rows if not (shown := show(row)).missing]
        missing = [row for row in rows if show(row).missing]
        known.sort(
            key=lambda pair: sort_key(pair[0]), reverse=order == Qt.SortOrder.DescendingOrder
        )
        self._rows = [*(row for _, row in known), *missing, *offered]

    def _freeze_order(self, was: Sequence[Any]) -> None:
        """Leave typed rows in place: one that jumps takes the next text from under the cursor."""
        if self._sorted_by is None or not self._rows or not hasattr(self._rows[0], "place"):
            return
        before = {row.place: row for row in was}
        now = {row.place: row for row in self._rows}
        alike = sum(now.get(place) == row for place, row in before.items())
        if not before.keys() <= now.keys() or 2 * alike + 2 < len(before):
            return  # lines were deleted, or it is another sheet
        added = [place for place in sorted(now) if place not in before]
        self._rows = [now[place] for place in (*before, *added)]

    def _filtered(self) -> list[Any]:
        """Return the rows that all filters let through."""
        wanted = [(c.show, self._filters[c.key]) for c in self.columns if c.key in self._filters]
        if not wanted:
            return list(self._entered)
        return [
            row
            for row in self._entered
            if all(_passes(show(row).text, text) for show, text in wanted)
        ]

    def values_of(self, column: int) -> list[str]:
        """Return the different texts of a column, sorted, whether they are shown now or not."""
        cells = {(c := self.columns[column].show(row)).text: c for row in self._entered}
        return sorted(cells, key=lambda text: sort_key(cells[text]))

    def set_filter(self, column: int, wanted: str | frozenset[str]) -> None:
        """Show only rows whose cell contains a text, or is one of some; an empty one shows all."""
        is_wanted = bool(wanted) or not isinstance(wanted, str)
        key = self.columns[column].key
        others = {k: text for k, text in self._filters.items() if k != key}
        self._show_filtered(others | ({key: wanted} if is_wanted else {}))

    def clear_filters(self) -> None:
        """Show all rows again."""
        self._show_filtered({})

    def _show_filtered(self, filters: dict[str, str | frozenset[str]]) -> None:
        self.beginResetModel()
        self._filters = filters
        self._arrange()
        self.endResetModel()

    @property
    def filters(self) -> dict[str, str]:
        """The texts that rows must have, by the titles of the columns."""
        filtered = [column for column in self.columns if column.key in self._filters]
        return {c.name: _in_words(self._filters[c.key]) for c in filtered}

    def filter_of(self, column: int) -> str:
        """Return the text that a column is filtered by, empty where it is not."""
        return _in_words(self._filters.get(self.columns[column].key, ""))

    def is_wanted(self, column: int, text: str) -> bool:
        """Return whether a column's filter lets a text through."""
        return _passes(text, self._filters.get(self.columns[column].key, ""))

    @property
    def is_filtered(self) -> bool:
        """Whether rows may be left out."""
        return bool(self._filters)

    @property
    def has_none_left(self) -> bool:
        """Whether filters leave no row."""
        return self.is_filtered and not self._rows

    @property
    def is_sorted(self) -> bool:
        """Whether the rows are in another order than they were given in."""
        return self._sorted_by is not None

    @property
    def all_rows(self) -> int:
        """How many rows there are with those that filters leave out."""
        return len(self._entered)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    def shown(self, index: Index) -> Cell:
        """Return what a cell shows."""
        return self.shown_at(index.row(), index.column())

    def shown_at(self, row: int, column: int) -> Cell:
        """Return what a cell shows, by its place."""
        shown = self._shown.get((row, column))
        if shown is None:
            shown = self.columns[column].show(self._rows[row])
            self._shown[row, column] = shown
        return shown

    def shown_once(self, row: int, column: int) -> Cell:
        """Return what a cell shows without keeping it: for a look at very many cells."""
        return self._shown.get((row, column)) or self.columns[column].show(self._rows[row])

    def input_at(self, row: int, column: int) -> str:
        """Return the text that is in the editor of a cell."""
        shown = self.shown_at(row, column)
        return shown.text if shown.typed is None else shown.typed

    def show_cells_again(self) -> None:
        """Compute and paint all cells again; the rows are the same."""
        self._shown = {}
        if self._rows:
            last = self.index(len(self._rows) - 1, len(self.columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, tip or `Cell`."""
        if not index.isValid() or role not in _ROLES:
            return None
        if role == Qt.ItemDataRole.EditRole:
            return self.input_at(index.row(), index.column())
        shown = self.shown(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return shown.text
        if role == SHOWN_ROLE:
            return shown
        if role == Qt.ItemDataRole.ToolTipRole:
            return shown.tip or None
        return f"{self.columns[index.column()].name}: {shown.text or shown.tip}"

    def row_number(self, row: int) -> int:
        """Return a row's number from 1 in the sheet that it belongs to, however it is sorted."""
        place = self._rows[row] if isinstance(self._rows[row], int) else row
        return int(getattr(self._rows[row], "place", place)) + 1

    def numbers_from(self, row: int, count: int) -> list[int]:
        """Return the numbers, from 0, of so many rows from a shown one on, some beyond the last.

        Where rows are left out or in another order, these are not the numbers that follow.
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
            wanted = self.filter_of(section)
            only = translate("Grid", "Only rows with \u201c{text}\u201d are shown.")
            tips = column.tip, only.format(text=wanted) if wanted else ""
            return "\n".join(filter(None, tips)) or None
        if role == FILTER_ROLE:
            return self.filter_of(section)
        return column if role == SHOWN_ROLE else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return which cells can be edited."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        column = self.columns[index.column()]
        can = column.is_editable is None or column.is_editable(self._rows[index.row()])
        return _EDITABLE if column.edit is not None and can else _READ_ONLY

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Hand a typed text to the column."""
        edit = self.columns[index.column()].edit
        if edit is None or role != Qt.ItemDataRole.EditRole:
            return False
        edit(self._rows[index.row()], str(value))
        return True

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; -1 goes back to the order given. Selected cells go with their rows."""
        self.layoutAboutToBeChanged.emit()
        before = self._rows
        self._sorted_by = None if column < 0 else (column, order)
        self._arrange()
        places = {id(row): place for place, row in enumerate(self._rows)}
        held = self.persistentIndexList()
        moved = [self.index(places[id(before[each.row()])], each.column()) for each in held]
        self.changePersistentIndexList(held, moved)
        self.layoutChanged.emit()


def _passes(text: str, wanted: str | frozenset[str]) -> bool:
    if isinstance(wanted, str):
        return wanted.casefold() in text.casefold()
    return text in wanted


def _in_words(wanted: str | frozenset[str]) -> str:
    """Return what a filter lets through: a text, or the first texts of several."""
    if isinstance(wanted, str):
        return wanted
    first = sorted(wanted)[:_NAMED]
    return ", ".join(first) + (", \u2026" if len(wanted) > _NAMED else "")


_NAMED = 4  # texts of a filter that are named


def sort_key(shown: Cell) -> tuple[int, float, str]:
    """Return what cells are sorted by: numbers before texts."""
    if shown.number is not None:
        return (0, shown.number, "")
    return (1, 0.0, shown.text.casefold())


def describe_fault(fault: CellFault) -> str:
    """Describe what is wrong with a cell, and where that comes from."""
    origin = f"{fault.origin}: " if fault.origin else ""
    return f"{fault.code}  {origin}{translate_message(fault.message)}"


def shown_value(value: Value) -> str:
    """Write what a formula amounts to, in the locale."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return figures.plain(value, 10)
    return value or ""


def parse_decimal(text: str) -> Decimal | None:
    """Read a decimal as the locale writes it, thousands in whole groups; None where it is none."""
    return None if "%" in text else parse_typed_number(text, QLocale().decimalPoint())


def show_decimal(value: Decimal | None, decimals: int | None = None) -> str:
    """Write a decimal in the locale with all its digits, or with a number of decimals."""
    if value is None:
        return ""
    if decimals is not None:
        return localised(f"{value:,.{decimals}f}")
    return localised(f"{value.normalize():,f}")
