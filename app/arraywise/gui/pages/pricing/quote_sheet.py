"""The sheet of a quote as it is, with what each row and column is taken for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QPainter
from PySide6.QtWidgets import QMenu, QPushButton, QScrollArea, QSizePolicy, QWidget

from arraywise.domain.cells import column_letters
from arraywise.domain.quotes import ColumnRole, Period, RowRole
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Cell, Column, RowsModel
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.controls import ENTER, restyle, with_accessible_name
from arraywise.gui.widgets.messages import translate_message
from arraywise.gui.widgets.painting import MIDDLE, elide, write
from arraywise.gui.widgets.theme import icon
from arraywise.present.quotes import (
    COLUMN_ROLE_WORDS,
    MONEY_ROLES,
    PERIOD_WORDS,
    ROW_ROLE_WORDS,
    ROW_SIGNS,
    ROW_USES,
    QuoteUse,
    column_uses,
    describe_column_role,
    describe_role_effect,
    is_figure_column,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPaintEvent, QResizeEvent

    from arraywise.domain.quotes import QuoteColumn, QuoteRow, QuoteSheet, RoleEffect

translate = QCoreApplication.translate

_NUMBERS_WIDE = 30
_ROLE_WIDE = 116
_BESIDE_WORD = 48  # pixels of sign, chevron and room beside the word of a role
_ROW_HIGH, _HEAD_HIGH = 28, 36
_DESCRIPTION_WIDE, _COLUMN_WIDE, _COLUMN_NARROW = (150, 420), 240, 48
_MOST_FROZEN = 3  # columns of the sheet that stay in sight up to its description
_BUTTON_ROOM = 29  # pixels beside the word on the button above a column
_BESIDE_BUTTON = 3
ROLE_KEYS = {
    "+": RowRole.ITEM,
    "=": RowRole.SUBTOTAL,
    "-": RowRole.DISCOUNT,
    "\u2212": RowRole.DISCOUNT,
    "o": RowRole.NOT_INCLUDED,
}
"""Role that a row is given by a letter."""
_GROUNDS = {QuoteUse.COUNTS: "pass_tint", QuoteUse.CHECKED: "unknown_tint"}
_BOLD = frozenset({RowRole.SUBTOTAL, RowRole.TOTAL})
_GREY = frozenset({RowRole.HEADING, RowRole.NOTE})
_UNSPECIFIED_ROLES = frozenset({ColumnRole.OTHER, ColumnRole.UNUSED})
"""Columns that may hold figures as well as texts."""

_LINES = {QuoteUse.COUNTS: "pass", QuoteUse.CHECKED: "border_strong"}
_NAMED = 40  # letters of a row's name that its menu shows


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of the sheet as the grid shows it."""

    row: QuoteRow
    is_marked: bool

    @property
    def place(self) -> int:
        """Where it is in the sheet, from 0."""
        return self.row.number - 1


class SheetLooks:
    """How the cells of one sheet look, from the roles of its rows and columns."""

    def __init__(self, sheet: QuoteSheet) -> None:
        self._uses = column_uses(sheet.columns)
        self._roles = {column.index: column.role for column in sheet.columns}
        self._hidden = {column.index for column in sheet.columns if column.hidden}

    def role_cell(self, shown: SheetRow) -> Cell:
        """Return the cell that states what a row is."""
        row = shown.row
        word = translate_message(ROW_ROLE_WORDS[row.role])
        use, tip = ROW_USES[row.role], [] if row.reason is None else [row.reason]
        text = "\n".join(map(translate_message, tip))
        if row.hidden:
            hidden = translate("QuoteDialog", "This row is hidden in the file.")
            text = f"{hidden}\n{text}".strip()
        return Cell(
            word,
            icon=ROW_SIGNS.get(row.role, ""),
            colour="text3" if row.role in _GREY or row.hidden else "text",
            ground=self._background(shown, use),
            missing=use is QuoteUse.LEFT_OUT,
            note="?" if row.in_question else "",
            opens=True,
            tip=text,
        )

    def content_cell(self, index: int, shown: SheetRow) -> Cell:
        """Return a cell of the sheet."""
        row = shown.row
        text = row.cells[index] if index < len(row.cells) else ""
        use = self._use_of_cell(row, index, text)
        grey = row.role in _GREY or row.hidden or index in self._hidden
        return Cell(
            text,
            colour="text3" if grey or self._roles.get(index) is ColumnRole.UNUSED else "text",
            bold=row.role in _BOLD,
            ground=self._background(shown, use) if use is not QuoteUse.NONE else "",
            missing=use is QuoteUse.LEFT_OUT,
            right=self._roles.get(index) in _UNSPECIFIED_ROLES and _is_bare_number(text),
            overflows=row.role in _GREY and sum(map(bool, row.cells)) == 1,
        )

    def _use_of_cell(self, row: QuoteRow, index: int, text: str) -> QuoteUse:
        """Return what a cell does to the price: that of its row, where it holds an amount."""
        use = ROW_USES[row.role]
        if use is QuoteUse.NONE or not text:
            return QuoteUse.NONE
        counted = [i for i, of in self._uses.items() if of is QuoteUse.COUNTS]
        if any(i < len(row.cells) and row.cells[i] for i in counted):
            return use if index in counted else QuoteUse.NONE
        return use if _is_number(text) and row.amounts else QuoteUse.NONE

    @staticmethod
    def _background(shown: SheetRow, use: QuoteUse) -> str:
        if shown.is_marked:
            return "hl"
        if shown.row.in_question:
            return "warn_tint"
        return _GROUNDS.get(use, "")


def _is_number(text: str) -> bool:
    """Return whether a cell holds a figure rather than words."""
    digits = sum(letter.isdigit() for letter in text)
    return digits > 0 and digits >= sum(letter.isalpha() for letter in text)


def _is_bare_number(text: str) -> bool:
    return any(map(str.isdigit, text)) and not any(map(str.isalpha, text))


def frozen_columns(columns: Sequence[QuoteColumn]) -> list[QuoteColumn]:
    """Return the columns that stay in sight: up to the description, or it alone if far right."""
    at = next((i for i, c in enumerate(columns) if c.role is ColumnRole.DESCRIPTION), None)
    if at is None:
        return []
    return list(columns[: at + 1]) if at < _MOST_FROZEN else [columns[at]]


class QuoteGrid(Grid):
    """The rows of one sheet; what a row is stands at its left."""

    role_menu_requested = Signal()  # the roles of the current row are to be offered
    role_typed = Signal(object)  # carries the RowRole that the selected rows are given

    def __init__(self) -> None:
        self._shown: QuoteSheet | None = None
        super().__init__(RowsModel(()))
        self.show_row_numbers(_NUMBERS_WIDE)
        self.horizontalHeader().setFixedHeight(0)
        vertical = self.verticalHeader()
        vertical.setMinimumSectionSize(theme.px(_ROW_HIGH))
        vertical.setDefaultSectionSize(theme.px(_ROW_HIGH))
        self.clicked.connect(self._request_role_menu)

    def show_sheet(self, sheet: QuoteSheet, marked: Iterable[int] = ()) -> None:
        """Show a sheet; the cursor stays where its rows and columns are the same."""
        before, self._shown = self._shown, sheet
        marks = set(marked)
        rows = [SheetRow(row, row.number in marks) for row in sheet.rows]
        if before is None or not _is_laid_out_alike(before, sheet):
            self.freeze(0)
            self.rows.set_rows(())
            self.rows.set_columns(self._build_columns(sheet))
            self.rows.set_rows(rows)
            self.freeze(1 + len(frozen_columns(sheet.columns)))
            self.fit_columns()
            self.select_cell(self.rows.index(0, 0))
        else:
            self.rows.columns = self._build_columns(sheet)
            self.rows.set_rows(rows)
        self._join_long_texts(sheet)

    def _build_columns(self, sheet: QuoteSheet) -> tuple[Column, ...]:
        looks = SheetLooks(sheet)
        first = frozen_columns(sheet.columns)
        ordered = [*first, *(c for c in sheet.columns if c not in first)]
        role = Column(
            "role",
            translate("QuoteDialog", "What it is"),
            looks.role_cell,
            min_width=_role_width(),
        )
        return (role, *(self._build_column(looks, column) for column in ordered))

    @staticmethod
    def _build_column(looks: SheetLooks, column: QuoteColumn) -> Column:
        is_description = column.role is ColumnRole.DESCRIPTION
        least, most = _DESCRIPTION_WIDE if is_description else (_COLUMN_NARROW, _COLUMN_WIDE)
        word = translate_message(describe_column_role(column.role, column.period))
        metrics = QFontMetrics(theme.font("body"))
        room = metrics.horizontalAdvance(word) + theme.px(_BUTTON_ROOM + 2 * _BESIDE_BUTTON) + 2
        wanted = ceil(room / theme.text_scale())
        return Column(
            str(column.index),
            column.heading or word,
            partial(looks.content_cell, column.index),
            right=is_figure_column(column.role),
            min_width=max(least, min(wanted, most)),
            max_width=most,
            stretch=is_description,
        )

    def _join_long_texts(self, sheet: QuoteSheet) -> None:
        """Let a title or note reach over the empty cells beside it, as in a spreadsheet."""
        self.clearSpans()
        indices = [int(column.key) for column in self.rows.columns[1:]]
        for place, row in enumerate(sheet.rows):
            filled = [i for i, at in enumerate(indices) if at < len(row.cells) and row.cells[at]]
            if row.role in _GREY and len(filled) == 1 and filled[0] + 1 < len(indices):
                self.setSpan(place, filled[0] + 1, 1, len(indices) - filled[0])

    @property
    def current_row(self) -> QuoteRow | None:
        """The row that the cursor is on."""
        place = self.currentIndex().row()
        return self.rows.rows[place].row if 0 <= place < len(self.rows.rows) else None

    def selected_rows(self) -> list[QuoteRow]:
        """Return the rows of the selected cells, from above."""
        places = {index.row() for index in self.selectionModel().selectedIndexes()}
        return [self.rows.rows[place].row for place in sorted(places)]

    def go_to_row(self, number: int) -> bool:
        """Put the cursor on a row by its number; say whether it is there."""
        place = next((i for i, r in enumerate(self.rows.rows) if r.row.number == number), None)
        if place is None:
            return False
        index = self.rows.index(place, 0)
        self.select_cell(index)
        self.scrollTo(index)
        return True

    def role_rect_on_screen(self) -> QRect:
        """Return where the role of the current row is, on the screen."""
        box = self.visualRect(self.rows.index(self.currentIndex().row(), 0))
        box.moveLeft(0)  # it stays in sight while the others scroll
        return QRect(self.viewport().mapToGlobal(box.topLeft()), box.size())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the roles by Enter or Alt+Down; a sign gives the selected rows its role."""
        modifiers = Qt.KeyboardModifier
        held = event.modifiers()
        role = ROLE_KEYS.get(event.text().casefold())
        is_plain = not held & (modifiers.ControlModifier | modifiers.AltModifier)
        opens = event.key() in ENTER or (event.key() == Qt.Key.Key_Space and is_plain)
        opens = opens or (event.key() == Qt.Key.Key_Down and bool(held & modifiers.AltModifier))
        if opens:
            self.role_menu_requested.emit()
        elif role is not None and is_plain:
            self.role_typed.emit(role)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer the roles of the row under the mouse."""
        index = self.indexAt(event.pos())
        if index.isValid() and index.row() not in {r.row() for r in self.selectedIndexes()}:
            self.select_cell(index)
        self.role_menu_requested.emit()

    def _request_role_menu(self, index: object) -> None:
        """Offer the roles of a row where its role is clicked."""
        if self.currentIndex() == index and self.currentIndex().column() == 0:
            self.role_menu_requested.emit()


def _is_laid_out_alike(one: QuoteSheet, other: QuoteSheet) -> bool:
    """Return whether two readings of a sheet have the same rows and columns in sight."""
    frozen = [[c.index for c in frozen_columns(s.columns)] for s in (one, other)]
    return (
        one.name == other.name
        and frozen[0] == frozen[1]
        and len(one.columns) == len(other.columns)
        and [r.number for r in one.rows] == [r.number for r in other.rows]
    )


def _role_width() -> int:
    """Return how wide the column of roles is, by the longest word in the user's language."""
    metrics = QFontMetrics(theme.font("body"))
    words = map(translate_message, ROW_ROLE_WORDS.values())
    widest = max(map(metrics.horizontalAdvance, words))
    return max(_ROLE_WIDE, ceil((widest + theme.px(_BESIDE_WORD)) / theme.text_scale()))


class ColumnRoleButton(QPushButton):
    """What a column holds, above it; a menu opens with all that it may hold."""

    def __init__(self, column: QuoteColumn, parent: QWidget) -> None:
        super().__init__(parent)
        self.column = column
        self.setFixedHeight(theme.height("field"))
        self.setAutoDefault(False)
        restyle(self, menu=True, kind="column")
        self.setMenu(QMenu(self))

    def show_column(self, column: QuoteColumn) -> None:
        """Show what the column holds now."""
        self.column = column
        word = translate_message(describe_column_role(column.role, column.period))
        name = translate("QuoteDialog", "Column {heading} holds")
        heading = column.heading or column_letters(column.index)
        with_accessible_name(self, f"{name.format(heading=heading)}: {word}", word)
        restyle(self, question=column.in_question)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the button, and of its word what fits."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setFont(theme.font("body"))
        room = self.rect().adjusted(8, 0, 8 - theme.px(_BUTTON_ROOM), 0)
        write(painter, room, elide(painter, self.toolTip(), room.width()))
        painter.end()


class _RoleRow(QWidget):
    """Buttons above columns, with a line under each in the colour of what its figures do."""

    def __init__(self, title: str = "") -> None:
        super().__init__()
        self._title = title
        self.uses: dict[ColumnRoleButton, QuoteUse] = {}
        self.title_box = QRect()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground of the head, its title and the lines."""
        look, painter, bottom = theme.look(), QPainter(self), self.height()
        painter.fillRect(self.rect(), look["header"])
        painter.fillRect(0, bottom - 1, self.width(), 1, look["border"])
        write(
            painter,
            self.title_box,
            self._title,
            "text2",
            MIDDLE,
            theme.font("control", bold=True),
        )
        for built, use in self.uses.items():
            if use in _LINES:
                left, wide = built.x() - _BESIDE_BUTTON, built.width() + 2 * _BESIDE_BUTTON
                painter.fillRect(left, bottom - 3, wide, 3, look[_LINES[use]])
        painter.end()


class ColumnRoles(QWidget):
    """The roles of the columns, each above its column; they scroll as the columns do."""

    given = Signal(int, object, object)
    """Carries the index of a column, its ColumnRole, and the Period or None."""

    def __init__(self, grid: QuoteGrid) -> None:
        super().__init__()
        self._grid = grid
        self.buttons: dict[int, ColumnRoleButton] = {}
        """By index of the column."""
        self.setFixedHeight(theme.px(_HEAD_HIGH))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._frozen = _RoleRow(translate("QuoteDialog", "What it is"))
        self._frozen.setParent(self)
        self._others = _RoleRow()
        self._area = QScrollArea(self)
        self._area.setWidget(self._others)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        never = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self._area.setHorizontalScrollBarPolicy(never)
        self._area.setVerticalScrollBarPolicy(never)
        grid.horizontalScrollBar().valueChanged.connect(self._area.horizontalScrollBar().setValue)
        grid.horizontalHeader().sectionResized.connect(lambda *_section: self._place_buttons())

    def show_sheet(self, sheet: QuoteSheet) -> None:
        """Show what the columns of a sheet hold."""
        indices = {column.index for column in sheet.columns}
        for index in self.buttons.keys() - indices:
            self.buttons.pop(index).deleteLater()
        for column in sheet.columns:
            if column.index not in self.buttons:
                self.buttons[column.index] = self._build_button(column)
            self.buttons[column.index].show_column(column)
        uses, shown = column_uses(sheet.columns), self._grid.rows.columns[1:]
        frozen = {int(c.key) for c in shown[: max(0, self._grid.frozen_count - 1)]}
        for row in (self._frozen, self._others):
            row.uses = {}
        for index, built in self.buttons.items():
            row = self._frozen if index in frozen else self._others
            row.uses[built] = uses.get(index, QuoteUse.NONE)
            if built.parentWidget() is not row:
                built.setParent(row)
            built.show()
        self._place_buttons()

    def list_buttons_by_column(self) -> list[ColumnRoleButton]:
        """Return the buttons as they stand, from the left."""
        return [self.buttons[int(column.key)] for column in self._grid.rows.columns[1:]]

    def _build_button(self, column: QuoteColumn) -> ColumnRoleButton:
        built = ColumnRoleButton(column, self._others)
        menu = built.menu()
        menu.aboutToShow.connect(partial(self._fill_menu, menu, built))
        built.installEventFilter(self)
        return built

    def _fill_menu(self, menu: QMenu, of: ColumnRoleButton) -> None:
        menu.clear()
        give = partial(self.given.emit, of.column.index)
        for role, word in COLUMN_ROLE_WORDS.items():
            text = translate_message(word)
            if role in MONEY_ROLES:
                periods = menu.addMenu(text)
                self._add_role_action(periods, text, of, (role, None), give)
                for period in Period:
                    shown = translate_message(PERIOD_WORDS[period])
                    self._add_role_action(periods, shown, of, (role, period), give)
            else:
                self._add_role_action(menu, text, of, (role, None), give)

    def _add_role_action(
        self,
        menu: QMenu,
        text: str,
        of: ColumnRoleButton,
        held: tuple[ColumnRole, Period | None],
        give: partial[None],
    ) -> None:
        action = menu.addAction(text.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked((of.column.role, of.column.period) == held)
        action.triggered.connect(lambda _checked=False: give(*held))

    def _place_buttons(self) -> None:
        """Put each button above its column."""
        grid, high = self._grid, self.height()
        left, at = grid.verticalHeader().width(), 0
        edge = left + sum(grid.columnWidth(place) for place in range(grid.frozen_count))
        for place, column in enumerate(grid.rows.columns):
            wide = grid.columnWidth(place)
            built = self.buttons.get(int(column.key)) if column.key.isdecimal() else None
            if built is not None:
                start = left + at if place < grid.frozen_count else left + at - edge
                top, room = (high - built.height()) // 2 - 1, wide - 2 * _BESIDE_BUTTON
                built.setGeometry(start + _BESIDE_BUTTON, top, max(0, room), built.height())
            at += wide
        self._frozen.title_box = QRect(left + 5, 0, grid.columnWidth(0) - 10, high - 2)
        stays = min(edge, self.width())
        self._frozen.setGeometry(0, 0, stays, high)
        self._area.setGeometry(stays, 0, self.width() - stays, high)
        self._others.resize(left + at - edge + self.width(), high)
        self._area.horizontalScrollBar().setValue(grid.horizontalScrollBar().value())
        for row in (self._frozen, self._others):
            row.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Follow the columns."""
        super().resizeEvent(event)
        self._place_buttons()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Bring the column of a button into sight that receives the focus by keys."""
        if event.type() == QEvent.Type.FocusIn:
            self._scroll_to_button(watched)
        return super().eventFilter(watched, event)

    def _scroll_to_button(self, built: QObject) -> None:
        for place, column in enumerate(self._grid.rows.columns):
            if column.key.isdecimal() and self.buttons.get(int(column.key)) is built:
                self._scroll_to_column(place)

    def _scroll_to_column(self, place: int) -> None:
        """Scroll sideways until a column is in sight beside those that stay."""
        grid, bar = self._grid, self._grid.horizontalScrollBar()
        left, wide = grid.columnViewportPosition(place), grid.columnWidth(place)
        edge = sum(map(grid.columnWidth, range(grid.frozen_count)))
        if place >= grid.frozen_count and left < edge:
            bar.setValue(bar.value() + left - edge)
        elif left + wide > grid.viewport().width():
            bar.setValue(bar.value() + left + wide - grid.viewport().width())


class RowRoleMenu(QMenu):
    """The roles of a row, each with what the sums would do; going through them previews."""

    previewed = Signal(object)  # carries the RowRole that the cursor is on
    chosen = Signal(object)  # carries the RowRole
    period_chosen = Signal(object)  # carries the Period that its amount is paid by

    def __init__(self, row: QuoteRow, count: int, parent: QWidget) -> None:
        """Offer roles for a row, or for `count` rows of which it is one."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(translate("QuoteDialog", "What the row is"))
        self.roles: dict[RowRole, QAction] = {}
        head = self.addAction(self._format_title(row, count))
        head.setEnabled(False)
        for role, word in ROW_ROLE_WORDS.items():
            action = self.addAction(translate_message(word))
            if role in ROW_SIGNS:
                action.setIcon(icon(ROW_SIGNS[role], "text"))
            self.roles[role] = action
            action.triggered.connect(lambda _checked=False, given=role: self.chosen.emit(given))
            if role is row.role:
                self.setActiveAction(action)
        if row.period is not None:
            self._add_periods(row.period)
        self.hovered.connect(self._emit_preview)

    @staticmethod
    def _format_title(row: QuoteRow, count: int) -> str:
        if count > 1:
            text = translate("QuoteDialog", "{count} rows")
            return text.format(count=count)
        name = max(row.cells, key=len, default="")
        shown = name if len(name) <= _NAMED else f"{name[:_NAMED]}\u2026"
        text = translate("QuoteDialog", "Row {number}, {name}")
        return text.format(number=row.number, name=shown).replace("&", "&&")

    def _add_periods(self, present: Period) -> None:
        self.addSeparator()
        word = translate_message(PERIOD_WORDS[present])
        paid = self.addMenu(translate("QuoteDialog", "Paid: {period}").format(period=word))
        for period, message in PERIOD_WORDS.items():
            action = paid.addAction(translate_message(message))
            action.setCheckable(True)
            action.setChecked(period is present)
            action.triggered.connect(
                lambda _checked=False, given=period: self.period_chosen.emit(given)
            )

    def show_effects(self, effects: Sequence[RoleEffect]) -> None:
        """Show beside each role what the sums would do."""
        for effect in effects:
            action = self.roles.get(effect.role)
            if action is None:
                continue
            word = translate_message(ROW_ROLE_WORDS[effect.role])
            action.setText(f"{word}\t{translate_message(describe_role_effect(effect))}")
            font = theme.font("body", bold=effect.state.gives_price)
            action.setFont(font)
        self.adjustSize()

    def _emit_preview(self, action: QAction) -> None:
        role = next((role for role, of in self.roles.items() if of is action), None)
        if role is not None:
            self.previewed.emit(role)

    def open_below(self, box: QRect) -> None:
        """Open under the role of the row, or above it where there is no room."""
        below = QPoint(box.left() - 2, box.bottom() + 4)
        room = self.screen().availableGeometry()
        if below.y() + self.sizeHint().height() > room.bottom():
            below.setY(box.top() - self.sizeHint().height() - 4)
        active = self.activeAction()
        self.popup(below)
        if active is not None:
            self.setActiveAction(active)
