"""The dialog "Read a quote": the sheet with its roles, the sums, and what is to be decided."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from arraywise.domain.quotes import QuoteState, SheetUse
from arraywise.gui.pages.base import fill_combo_box
from arraywise.gui.pages.pricing.quote_sheet import ColumnRoles, QuoteGrid, RowRoleMenu
from arraywise.gui.pages.pricing.quote_sums import QuoteSumsPanel
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.banner import Banner
from arraywise.gui.widgets.controls import (
    AllOrNothingLabel,
    ElidedLabel,
    button,
    fill,
    fit_on_screen,
    flush,
    hairline,
    label,
    panel,
    set_tab_order,
    with_accessible_name,
)
from arraywise.gui.widgets.messages import translate_message
from arraywise.gui.widgets.painting import MIDDLE, marker_icon, paint_hatch, write
from arraywise.gui.widgets.theme import IconView, paint_icon
from arraywise.present.quotes import (
    accept_price_button_text,
    describe_lines_that_multiply,
    describe_sheets_not_counted,
)

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from arraywise.domain.options import Option
    from arraywise.domain.quotes import (
        ColumnRole,
        Period,
        QuoteAnswer,
        QuoteDecisions,
        QuoteReading,
        QuoteSheet,
        RoleEffect,
        RowRole,
    )
    from arraywise.gui.session.session import Session
    from arraywise.usecases.open_quote import OpenQuote

_SIZE, _LEAST = (1128, 664), (900, 560)
_CURRENCIES = ("EUR", "USD", "BRL", "GBP", "CHF", "JPY")
_Location = tuple[str, str, int]
"""Where something is in question: `row` or `column` or `question`, sheet name, and number."""


_LEGEND_ENTRY = 38  # pixels of an entry's sign and the room after its text


class QuoteDialog(QDialog):
    """Shows how a quote is read for an option, until it counts and is taken, or is left."""

    accepted_reading = Signal(object)
    """Carries the QuoteReading that the option is to get its price from."""

    def __init__(
        self, session: Session, quote: OpenQuote, option: Option | None, parent: QWidget
    ) -> None:
        """Show a quote as it was read; `option` is None where it is not there yet."""
        super().__init__(parent)
        self._session = session
        self.quote = quote
        self._decisions = quote.reading.decisions
        """What is decided, though it may not be read by it yet."""
        self._undone: list[QuoteDecisions] = []
        self._shown = quote.reading
        self._marked: frozenset[tuple[str, int]] = frozenset()
        self._last_place: _Location | None = None
        self._is_reading = False
        self.sheet_name = _first_counted_sheet(quote.reading)
        self.roles: RowRoleMenu | None = None
        """Open while the role of a row is chosen."""
        self.setWindowTitle(self.tr("Read a quote for {option}").format(option=quote.option_name))
        self.setMinimumSize(self._limit_to_screen(_LEAST))
        fit_on_screen(self, QSize(*map(theme.px, _SIZE)))
        self._build_widgets(option)
        self._connect()
        self._show_reading(quote.reading)
        self.grid.setFocus()

    def _limit_to_screen(self, size: tuple[int, int]) -> QSize:
        """Return a size as far as the screen has room for it."""
        return QSize(*map(theme.px, size)).boundedTo(self.screen().availableSize())

    # Building

    def _build_widgets(self, option: Option | None) -> None:
        self.grid = with_accessible_name(QuoteGrid(), self.tr("Rows of the quote"))
        self.columns = ColumnRoles(self.grid)
        self.sums = QuoteSumsPanel()
        sheet = panel()
        legend = _Legend()
        self.proof = AllOrNothingLabel("text3", "control")
        self.proof.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        foot = fill(QHBoxLayout(), legend, (self.proof, 1), margins=(16, 0, 16, 0), spacing=16)
        line = hairline(Qt.Orientation.Horizontal)
        flush(QVBoxLayout(sheet), self.columns, (self.grid, 1), line, foot)
        edge = hairline(Qt.Orientation.Vertical)
        body = flush(QHBoxLayout(), (sheet, 1), edge, self.sums)
        self.banner = Banner(sheet)
        lines = [hairline(Qt.Orientation.Horizontal) for _ in range(2)]
        parts = self._build_head(option), lines[0], (body, 1), lines[1], self._build_foot()
        flush(QVBoxLayout(self), *parts)

    def _build_head(self, option: Option | None) -> QWidget:
        head = panel()
        title = label(self.tr("Read a quote for"), "figure", bold=True)
        name = label(self.quote.option_name, "figure", bold=True)
        sign = label()
        if option is not None:
            ratio = self.devicePixelRatioF()
            sign.setPixmap(marker_icon(option.position, ratio).pixmap(QSize(14, 14), ratio))
        file = ElidedLabel("text3", "control")
        file.setText(self.quote.reading.name)
        self.sheets = with_accessible_name(QComboBox(), self.tr("Sheet that is shown"))
        self.counts = QCheckBox(self.tr("Counts"))
        self.counts.setToolTip(self.tr("Whether the items of this sheet belong to the price"))
        self.currency = with_accessible_name(QComboBox(), self.tr("Currency of the quote"))
        self.currency.setEditable(True)
        with_accessible_name(
            self.currency.lineEdit() or self.currency, self.currency.accessibleName()
        )
        self.currency.setFixedWidth(theme.px(84))
        parts = (title, sign, name, (file, 1), self.sheets, self.counts, self.currency)
        fill(QHBoxLayout(head), *parts, margins=(16, 10, 16, 10), spacing=10)
        for each in (self.sheets, self.currency):
            each.setFixedHeight(theme.height("field"))
        return head

    def _build_foot(self) -> QWidget:
        self.note = ElidedLabel("text2", "control")
        self._note_icon = IconView("info", 14, "unknown")
        self.accept_open = button(self.tr("Accept with a reason\u2026"), self._ask_for_reason)
        self.cancel = button(self.tr("Cancel"), self.reject)
        self.take = button("", self._emit_reading, kind="primary")
        self.take.setDefault(True)
        for each in (self.accept_open, self.cancel):
            each.setAutoDefault(False)
        usual = QWidget()
        parts = self._note_icon, (self.note, 1), self.accept_open, self.cancel, self.take
        fill(QHBoxLayout(usual), *parts, margins=(16, 0, 16, 0), spacing=10)
        self.feet = QStackedWidget()
        self.feet.addWidget(usual)
        self.feet.addWidget(self._build_reason())
        self.feet.setFixedHeight(theme.px(56))
        return self.feet

    def _build_reason(self) -> QWidget:
        row = QWidget()
        self.reason = with_accessible_name(QLineEdit(), self.tr("Reason"))
        self.reason.setPlaceholderText(
            self.tr("Why the price may count as it is read; it stays in the report")
        )
        self.reason.setFixedHeight(theme.height("field"))
        self.accept_reason = button(self.tr("Accept the sum"), self._accept_with_reason)
        back = button(self.tr("Back"), self._leave_reason)
        for each in (self.accept_reason, back):
            each.setAutoDefault(False)
        parts = label(self.tr("Reason"), "control"), (self.reason, 1), self.accept_reason, back
        return _fill_row(row, *parts)

    def _connect(self) -> None:
        self.grid.role_menu_requested.connect(self.open_role_menu)
        self.grid.role_typed.connect(self.set_row_role)
        self.columns.given.connect(self._set_column_role)
        self.sums.answered.connect(self._apply_answer)
        self.sums.rows_pointed_at.connect(self._mark_rows)
        self.sums.row_requested.connect(self.show_row)
        self.sums.column_requested.connect(self._show_column)
        self.sheets.activated.connect(lambda _at: self._show_sheet(self.sheets.currentData()))
        self.counts.clicked.connect(self._set_sheet_counted)
        self.currency.activated.connect(lambda _at: self._set_currency())
        line = self.currency.lineEdit()
        if line is not None:
            line.editingFinished.connect(self._set_currency)
        self.reason.textChanged.connect(
            lambda text: self.accept_reason.setEnabled(bool(text.strip()))
        )
        self.accept_reason.setEnabled(False)
        for keys, action in (
            (QKeySequence(Qt.Key.Key_F8), self.show_next_question),
            (QKeySequence(QKeySequence.StandardKey.Undo), self.undo),
        ):
            QShortcut(keys, self).activated.connect(action)

    # Showing

    def _show_reading(self, reading: QuoteReading) -> None:
        """Show a reading: the present one, or what it would be with another role."""
        self._shown = reading
        had_focus = self.sums.isAncestorOf(QApplication.focusWidget() or self)
        self.sums.show_reading(reading)
        self._show_current_sheet()
        proof = describe_lines_that_multiply(reading)
        self.proof.setText("" if proof is None else translate_message(proof))
        self._show_sheets_and_currency(reading)
        self._show_foot(reading)
        if had_focus:
            first = self.sums.answers[0] if self.sums.answers else self.grid
            (self.take if self.take.isEnabled() else first).setFocus()

    def _show_current_sheet(self) -> None:
        sheet = self._find_shown_sheet(self._shown)
        if sheet is None:
            return
        marked = [number for name, number in self._marked if name == sheet.name]
        self.grid.show_sheet(sheet, marked)
        self.columns.show_sheet(sheet)
        # Each reading makes buttons of columns and figures, for Qt behind those of the foot.
        head = self.sheets, self.counts, self.currency
        set_tab_order(
            *head, *self.columns.list_buttons_by_column(), self.grid, *self.sums.list_tab_stops()
        )

    def _find_shown_sheet(self, reading: QuoteReading) -> QuoteSheet | None:
        return next((s for s in reading.sheets if s.name == self.sheet_name), None)

    def _show_sheets_and_currency(self, reading: QuoteReading) -> None:
        """Show which sheets and which currency there are to choose from."""
        texts = self._describe_sheets(reading)
        fill_combo_box(self.sheets, texts, self.sheet_name)
        self.sheets.setVisible(len(texts) > 1)
        sheet = self._find_shown_sheet(reading)
        priced = [s for s in reading.sheets if s.use is not SheetUse.NO_PRICES]
        is_choice = len(priced) > 1 and sheet in priced
        self.counts.setVisible(is_choice)
        self.counts.setChecked(sheet is not None and sheet.use is SheetUse.COUNTED)
        facts = self._session.facts
        study = "" if facts is None else facts.currency
        codes = dict.fromkeys(filter(None, (reading.currency, study, *_CURRENCIES)))
        fill_combo_box(self.currency, [(code, code) for code in codes], reading.currency or study)

    def _describe_sheets(self, reading: QuoteReading) -> list[tuple[str, object]]:
        count = len(reading.sheets)
        text = self.tr("Sheet {number} of {count}, {name}")
        return [
            (text.format(number=number, count=count, name=sheet.name), sheet.name)
            for number, sheet in enumerate(reading.sheets, 1)
        ]

    def _show_foot(self, reading: QuoteReading) -> None:
        notes = " ".join(map(translate_message, describe_sheets_not_counted(reading)))
        self.note.setText(notes)
        self._note_icon.setVisible(bool(notes))
        self.take.setText(translate_message(accept_price_button_text(reading)))
        self._enable_buttons()

    def _enable_buttons(self) -> None:
        """Let it be taken once it counts, and accepted while it does not."""
        present = self.quote.reading
        can_take = present.state.gives_price and not self._is_reading
        self.take.setEnabled(can_take and present.price_sheet is not None)
        is_open = present.state in (QuoteState.OPEN, QuoteState.ASKS)
        self.accept_open.setVisible(is_open)
        self.accept_open.setEnabled(is_open and present.price_sheet is not None)

    # Deciding

    def apply_decisions(self, decisions: QuoteDecisions) -> None:
        """Read the quote by other decisions."""
        if decisions != self._decisions:
            self._undone.append(self._decisions)
            self._start_reading(decisions)

    def undo(self) -> None:
        """Take the last decision back."""
        if self._undone:
            self._start_reading(self._undone.pop())

    def _start_reading(self, decisions: QuoteDecisions) -> None:
        self._decisions, quote = decisions, self.quote
        self._is_reading = True
        self._enable_buttons()

        def take(read: OpenQuote) -> None:
            if decisions == self._decisions and self._is_open():
                self.quote, self._is_reading = read, False
                self._show_reading(read.reading)

        self._session.read(lambda _study: quote.with_decisions(decisions), take, key="quote")

    def _is_open(self) -> bool:
        """Return whether the dialog was not left meanwhile."""
        return self._session is not None and self.isVisible()

    def set_row_role(self, role: RowRole) -> None:
        """Give the selected rows a role."""
        keys = [(self.sheet_name, row.number) for row in self.grid.selected_rows()]
        roles = {**self._decisions.row_roles, **dict.fromkeys(keys, role)}
        self.apply_decisions(replace(self._decisions, row_roles=roles))

    def _set_row_period(self, period: Period) -> None:
        keys = [(self.sheet_name, row.number) for row in self.grid.selected_rows()]
        periods = {**self._decisions.row_periods, **dict.fromkeys(keys, period)}
        self.apply_decisions(replace(self._decisions, row_periods=periods))

    def _set_column_role(self, index: int, role: ColumnRole, period: Period | None) -> None:
        key = (self.sheet_name, index)
        roles = {**self._decisions.column_roles, key: role}
        periods = {k: p for k, p in self._decisions.column_periods.items() if k != key}
        if period is not None:
            periods[key] = period
        self.apply_decisions(replace(self._decisions, column_roles=roles, column_periods=periods))

    def _set_currency(self) -> None:
        code = self.currency.currentText().strip().upper()
        is_code = len(code) == 3 and code.isascii() and code.isalpha()
        if is_code and code != self.quote.reading.currency:
            self.apply_decisions(replace(self._decisions, currency=code))

    def _set_sheet_counted(self, counts: bool) -> None:  # noqa: FBT001 - of a signal
        used = [s.name for s in self.quote.reading.sheets if s.use is SheetUse.COUNTED]
        names = [s.name for s in self.quote.reading.sheets]
        wanted = [n for n in names if (counts if n == self.sheet_name else n in used)]
        self.apply_decisions(replace(self._decisions, sheets=tuple(wanted)))

    def _apply_answer(self, answer: QuoteAnswer) -> None:
        self.apply_decisions(answer.decisions)

    def _ask_for_reason(self) -> None:
        self.feet.setCurrentIndex(1)
        self.reason.setFocus()

    def _leave_reason(self) -> None:
        self.feet.setCurrentIndex(0)
        self.accept_open.setFocus()

    def _accept_with_reason(self) -> None:
        self.feet.setCurrentIndex(0)
        self.apply_decisions(replace(self._decisions, accepted_reason=self.reason.text().strip()))
        self.grid.setFocus()

    def _emit_reading(self) -> None:
        self.accepted_reading.emit(self.quote.reading)

    # Roles of a row

    def open_role_menu(self) -> None:
        """Offer the roles of the current row, each with what the sums would do."""
        row, quote, sheet = self.grid.current_row, self.quote, self.sheet_name
        if row is None:
            return
        menu = RowRoleMenu(row, len(self.grid.selected_rows()), self)
        self.roles = menu
        menu.previewed.connect(self._preview_role)
        menu.chosen.connect(self.set_row_role)
        menu.period_chosen.connect(self._set_row_period)
        menu.aboutToHide.connect(self._end_preview)
        menu.open_below(self.grid.role_rect_on_screen())

        def show(effects: tuple[RoleEffect, ...]) -> None:
            if self._is_open() and self.roles is menu:
                menu.show_effects(effects)

        self._session.read(
            lambda _study: quote.role_effects(sheet, row.number), show, key="quote effects"
        )

    def _preview_role(self, role: RowRole) -> None:
        """Show what the sums would be with another role of the selected rows."""
        quote, rows = self.quote, self.grid.selected_rows()
        if all(row.role is role for row in rows):
            self._show_sums(quote.reading)
            return
        keys = [(self.sheet_name, row.number) for row in rows]
        roles = {**self._decisions.row_roles, **dict.fromkeys(keys, role)}
        decisions = replace(self._decisions, row_roles=roles)

        def show(read: OpenQuote) -> None:
            if self._is_open() and self.roles is not None:
                self._show_sums(read.reading)

        self._session.read(
            lambda _study: quote.with_decisions(decisions), show, key="quote preview"
        )

    def _show_sums(self, reading: QuoteReading) -> None:
        self._shown = reading
        self.sums.show_reading(reading)
        self._show_current_sheet()

    def _end_preview(self) -> None:
        self.roles = None
        if self._shown is not self.quote.reading:
            self._show_sums(self.quote.reading)

    # Going about

    def _show_sheet(self, name: object) -> None:
        self.sheet_name = str(name)
        self._show_current_sheet()
        self._show_sheets_and_currency(self._shown)

    def show_row(self, sheet: str, number: int) -> None:
        """Bring a row into sight, on whatever sheet it is."""
        if sheet != self.sheet_name:
            self._show_sheet(sheet)
        if self.grid.go_to_row(number):
            self.grid.setFocus()

    def _show_column(self, sheet: str, index: int) -> None:
        if sheet != self.sheet_name:
            self._show_sheet(sheet)
        built = self.columns.buttons.get(index)
        if built is not None:
            built.setFocus()

    def _mark_rows(self, rows: frozenset[tuple[str, int]]) -> None:
        if rows != self._marked:
            self._marked = rows
            self._show_current_sheet()

    def list_open_points(self) -> list[_Location]:
        """Return what is in question: rows and columns by sheet, then questions of neither."""
        reading = self.quote.reading
        places: list[_Location] = []
        for sheet in reading.sheets:
            columns = [c.index for c in sheet.columns if c.in_question]
            rows = [r.number for r in sheet.rows if r.in_question]
            asked = [q for q in reading.questions if q.sheet == sheet.name]
            columns += [q.column for q in asked if q.column is not None and q.row is None]
            rows += [q.row for q in asked if q.row is not None]
            places += [("column", sheet.name, index) for index in sorted(set(columns))]
            places += [("row", sheet.name, number) for number in sorted(set(rows))]
        loose = [q for q in reading.questions if q.row is None and q.column is None]
        places += [("question", q.code, 0) for q in loose]
        return places

    def show_next_question(self) -> None:
        """Go to the next row, column or question that is to be decided."""
        places = self.list_open_points()
        if not places:
            self.banner.show_message("info", self.tr("Nothing is in question."))
            return
        last = self._last_place
        at = places.index(last) + 1 if last in places else 0
        self._last_place = kind, name, number = places[at % len(places)]
        if kind == "row":
            self.show_row(name, number)
        elif kind == "column":
            self._show_column(name, number)
        else:
            self.sums.question_answers[name].setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leaves the reason first; Enter in it accepts."""
        in_reason = self.feet.currentIndex() == 1
        if event.key() == Qt.Key.Key_Escape and in_reason:
            self._leave_reason()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and in_reason:
            self.accept_reason.click()
        else:
            super().keyPressEvent(event)

    def describe_size_and_keys(self) -> str:
        """Return what is open, in a sentence for the status line."""
        sheet = self._find_shown_sheet(self.quote.reading)
        rows, columns = (len(sheet.rows), len(sheet.columns)) if sheet else (0, 0)
        text = self.tr(
            "Quote: {rows} rows, {columns} columns. Up and Down step through the rows, Enter"
            " opens the roles, F8 goes to the next question."
        )
        return text.format(rows=rows, columns=columns)


def _first_counted_sheet(reading: QuoteReading) -> str:
    """Return the sheet that is shown first: one that counts."""
    counted = [s.name for s in reading.sheets if s.use is SheetUse.COUNTED]
    return (counted or [s.name for s in reading.sheets] or [""])[0]


def _fill_row(row: QWidget, *parts: object) -> QWidget:
    fill(QHBoxLayout(row), *parts, margins=(16, 0, 16, 0), spacing=10)  # type: ignore[arg-type]
    return row


class _Legend(QWidget):
    """What the tints and signs of the sheet mean."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(theme.px(36))
        self._entries = (
            ("pass_tint", "add", self.tr("counts")),
            ("unknown_tint", "equals", self.tr("checked, not added")),
            ("", "ring", self.tr("not included")),
            ("warn_tint", "", self.tr("in question")),
        )
        self.setAccessibleName(", ".join(text for _, _, text in self._entries))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the room that all entries need; where there is less, the last ones go."""
        return QSize(sum(map(self._width, self._entries)), self.height())

    def _width(self, entry: tuple[str, str, str]) -> int:
        return self.fontMetrics().horizontalAdvance(entry[2]) + theme.px(_LEGEND_ENTRY)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the entries beside each other."""
        look, painter = theme.look(), QPainter(self)
        side, x = theme.px(16), 0
        top = (self.height() - side) // 2
        for entry in self._entries:
            ground, sign, text = entry
            if x + self._width(entry) > self.width() + side:
                break
            box = QRect(x, top, side, side)
            painter.fillRect(box, look[ground or "page"])
            if not ground:
                paint_hatch(painter, QRectF(box), look["hair"])
            if sign:
                inner = QRectF(box).adjusted(2, 2, -2, -2)
                paint_icon(painter, inner, sign, look["text2"])
            room = QRect(x + side + 8, 0, self.width(), self.height())
            write(painter, room, text, "text2", MIDDLE)
            x += self._width(entry)
        painter.end()
