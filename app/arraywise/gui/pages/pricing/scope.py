"""Who includes what: prices item by item, what is missing, and what would follow from a price."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QVBoxLayout,
    QWidget,
    QWidgetAction,
)
from shiboken6 import isValid

from arraywise.analysis.price_scope import copy_lines_for_option, create_line_for_item
from arraywise.domain.messages import UserError
from arraywise.domain.price_scope import (
    DISCOUNT,
    SUPPORT,
    TAX,
    ScopeRow,
    ScopeState,
)
from arraywise.domain.pricing import ZERO, PriceSheet
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import RowsModel
from arraywise.gui.pages.pricing.lines import PriceInputError, parse_nonnegative_amount
from arraywise.gui.pages.pricing.scope_table import ScopeLine, scope_columns
from arraywise.gui.widgets import figures, theme
from arraywise.gui.widgets.controls import (
    build_ok_cancel_box,
    button,
    dialog_column,
    fill,
    hairline,
    label,
    panel,
    with_accessible_name,
)
from arraywise.gui.widgets.messages import error_text, translate_message
from arraywise.gui.widgets.painting import marker_icon
from arraywise.gui.widgets.theme import IconView
from arraywise.present.price_scope import (
    describe_open_cells,
    describe_price_difference,
    scope_decimals,
)
from arraywise.usecases.changes import Changes
from arraywise.usecases.decide_study import answer
from arraywise.usecases.edit_quotes import set_item_left_out, set_item_not_needed

if TYPE_CHECKING:
    from collections.abc import Callable
    from decimal import Decimal

    from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent

    from arraywise.domain.decision import Answer
    from arraywise.domain.price_scope import ScopeTable
    from arraywise.domain.study import OptionFacts, StudyFacts
    from arraywise.gui.session.session import Session

translate = QCoreApplication.translate


_KEYS = {
    Qt.Key.Key_Return: "price",
    Qt.Key.Key_Enter: "price",
    Qt.Key.Key_N: "not needed",
    Qt.Key.Key_O: "left out",
    Qt.Key.Key_F8: "next",
}


class ScopeGrid(Grid):
    """The table, whose cells offer what can be done about them."""

    menu_requested = Signal(QPoint)
    action_requested = Signal(str)  # `price`, `not needed`, `left out` or `next`

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Menu key and Alt+Down open the menu of a cell; its entries have keys of their own."""
        alt_down = event.key() == Qt.Key.Key_Down and event.modifiers() & _ALT
        if alt_down or event.key() == Qt.Key.Key_Menu:
            rect = self.visualRect(self.currentIndex())
            self.menu_requested.emit(self.viewport().mapToGlobal(rect.bottomLeft()))
        elif not event.modifiers() & ~_KEYPAD and event.key() in _KEYS:
            self.action_requested.emit(_KEYS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done about a cell."""
        self.menu_requested.emit(event.globalPos())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on a cell without a price opens its menu."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and self.rows.cell_at_index(index).icon:
            rect = self.visualRect(index)
            self.menu_requested.emit(self.viewport().mapToGlobal(rect.bottomLeft()))


_ALT, _KEYPAD = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.KeypadModifier
_OPEN_STATES = frozenset(
    {ScopeState.NO_PRICE, ScopeState.NONE, ScopeState.NOT_NEEDED, ScopeState.LEFT_OUT}
)
"""States of cells that take a price or a decision."""


class TextDialog(QDialog):
    """Asks for a reason or a price."""

    def __init__(
        self,
        title: str,
        question: str,
        check: Callable[[str], object],
        parent: QWidget,
    ) -> None:
        """`check` reads the text; it raises UserError or PriceInputError where it is none."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(theme.px(420))
        self._check = check
        self.field = with_accessible_name(QLineEdit(), title)
        self.fault = label("", "body", "fail", wraps=True)
        self.buttons = build_ok_cancel_box(self)
        asked = label(question, "control", wraps=True)
        fill(dialog_column(self), asked, self.field, self.fault, self.buttons)
        self.field.setFocus()

    def accept(self) -> None:
        """Close where the text can be read, else say why not."""
        try:
            self._check(self.field.text())
        except UserError as error:
            self.fault.setText(error_text(error))
        except PriceInputError as error:
            self.fault.setText(str(error))
        else:
            super().accept()


class ScopeView(QWidget):
    """The first tab of Pricing."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._answer: Answer | None = None
        self.dialog: TextDialog | None = None  # open while a reason or a price is asked for
        self.menu: QMenu | None = None  # the one that was opened last
        self.message = label("", "page_title", bold=True, wraps=True)
        self.note = label(
            self.tr("Rows by their share in the difference. Amounts before sheet discounts."),
            "body",
            "text3",
            wraps=True,
        )
        self.first, self.second = (
            with_accessible_name(QComboBox(), text)
            for text in (self.tr("Option that is compared"), self.tr("Option it is compared with"))
        )
        for box in (self.first, self.second):
            box.currentIndexChanged.connect(lambda _at: self._show_rows())
        self.model = RowsModel((), self)
        self.grid = with_accessible_name(
            ScopeGrid(self.model, roomy=True), self.tr("Who includes what")
        )
        self.grid.menu_requested.connect(self._open_menu)
        self.grid.action_requested.connect(self._run_action)
        self.open = label("", "control", wraps=True)
        self.next = button(
            self.tr("Next cell without a price (F8)"), self.go_to_next_missing_price, kind="link"
        )
        self._arrange()

    def _arrange(self) -> None:
        compare, with_ = label(self.tr("Compare")), label(self.tr("with"))
        words = fill(QVBoxLayout(), self.message, self.note, spacing=2)
        row = fill(QHBoxLayout(), (words, 1), compare, self.first, with_, self.second, spacing=8)
        head = panel()
        fill(QVBoxLayout(head), row, margins=(16, 16, 16, 12))
        self._band = panel("header")
        self._sign = IconView("warning", 16, "warn")
        copy = button(self.tr("Copy the table"), self._copy_table, kind="link")
        links = fill(QHBoxLayout(), self.next, copy, None, spacing=16)
        texts = fill(QVBoxLayout(), self.open, links, spacing=6)
        sign = fill(QVBoxLayout(), self._sign, None, margins=(0, 1, 0, 0))
        fill(QHBoxLayout(self._band), sign, (texts, 1), margins=(16, 12, 16, 12), spacing=8)
        column = QVBoxLayout(self)
        fill(
            column,
            head,
            (self.grid, 1),
            hairline(Qt.Orientation.Horizontal, "border"),
            self._band,
            margins=(0, 0, 0, 0),
            spacing=0,
        )

    @property
    def table(self) -> ScopeTable | None:
        """What the options' prices include."""
        return None if self._answer is None else self._answer.scope

    def show_answer(self, answered: Answer) -> None:
        """Show who includes what by an answer."""
        self._answer = answered
        table = answered.scope
        if table is None:
            return
        self._offer_options(answered, table)
        self._show_rows()
        self.open.setText(translate_message(describe_open_cells(table)))
        self._sign.setVisible(table.is_open)
        self.next.setVisible(table.is_open)

    def _offer_options(self, answered: Answer, table: ScopeTable) -> None:
        """Offer the options to compare: at first the recommended one with its cheapest rival."""
        priced = [at for at, option in enumerate(table.options) if table.option_total(at)]
        if not priced:
            return
        chosen = answered.recommended
        first = next((at for at in priced if table.options[at] == chosen), priced[0])
        others = [at for at in priced if at != first] or priced
        open_ = [at for _, at in table.open_cells if at in others]
        second = (open_ or others)[0]
        for box, proposed in ((self.first, first), (self.second, second)):
            before = box.currentData()
            ids = [table.options[at].id for at in priced]
            with QSignalBlocker(box):
                box.clear()
                for at in priced:
                    option = table.options[at]
                    sign = marker_icon(option.position, self.devicePixelRatioF())
                    box.addItem(sign, option.name, option.id)
                wanted = before if before in ids else table.options[proposed].id
                box.setCurrentIndex(ids.index(wanted))

    def _compared_pair(self, table: ScopeTable) -> tuple[int, int]:
        ids = [option.id for option in table.options]
        chosen = [box.currentData() for box in (self.first, self.second)]
        if any(each not in ids for each in chosen):
            return 0, 0
        return ids.index(chosen[0]), ids.index(chosen[1])

    def _show_rows(self) -> None:
        table = self.table
        if table is None:
            return
        pair = self._compared_pair(table)
        wanted = scope_columns(table, pair)
        lines = [ScopeLine(row, table, pair) for row in table.rows_by_price_difference(*pair)]
        rows = (*lines, ScopeLine(None, table, pair))
        if [(c.name, c.unit, c.marker) for c in wanted] != [
            (c.name, c.unit, c.marker) for c in self.model.columns
        ]:
            self.model.set_columns(wanted, rows)
            self.grid.freeze(int(len(table.options) > _MOST_UNFROZEN))
        self.model.set_rows(rows)
        self.message.setText(translate_message(describe_price_difference(table, *pair)))
        self.grid.ensure_current()

    def _copy_table(self) -> None:
        self.grid.clearSelection()
        self.grid.copy()

    # Cells

    def _current_row_and_option(self) -> tuple[ScopeRow, int] | None:
        """Return the row and the option of the current cell; None where it is neither."""
        index, table = self.grid.currentIndex(), self.table
        if table is None or not index.isValid():
            return None
        line, option = self.model.rows[index.row()], index.column() - 1
        if line.row is None or not 0 <= option < len(table.options):
            return None
        return line.row, option

    def go_to_next_missing_price(self) -> None:
        """Go to the next cell without a price, from the top again after the last."""
        current = self.grid.currentIndex()
        cells = [
            (at, option + 1)
            for at, line in enumerate(self.model.rows)
            if line.row is not None
            for option, cell in enumerate(line.row.cells)
            if cell.state is ScopeState.NO_PRICE
        ]
        if not cells:
            return
        after = [each for each in cells if each > (current.row(), current.column())]
        row, column = (after or cells)[0]
        self.grid.select_cell(self.model.index(row, column))
        self.grid.setFocus()

    def _run_action(self, action: str) -> None:
        """Do what a key stands for to the current cell."""
        chosen = self._current_row_and_option()
        if action == "next":
            self.go_to_next_missing_price()
        elif chosen is not None and action in dict(self._list_actions(*chosen)):
            dict(self._list_actions(*chosen))[action]()

    def _list_actions(self, row: ScopeRow, at: int) -> list[tuple[str, Callable[[], object]]]:
        """Return what can be done about a cell."""
        cell, key = row.cells[at], row.item.key
        if key == DISCOUNT or cell.state is ScopeState.UNKNOWN:
            return []
        acts: list[tuple[str, Callable[[], object]]] = []
        if cell.state in _OPEN_STATES - {ScopeState.LEFT_OUT}:
            acts.append(("price", lambda: self._ask_for_price(row, at)))
        if cell.state in {ScopeState.NO_PRICE, ScopeState.NONE}:
            acts.append(("not needed", lambda: self._ask_not_needed(row, at)))
        if cell.state is ScopeState.NOT_NEEDED and cell.reason:
            acts.append(
                ("needed", lambda: self._save_decision(partial(self._set_needed, row, at, None)))
            )
        if cell.state is ScopeState.LEFT_OUT:
            acts.append(
                ("take in", lambda: self._save_decision(partial(self._set_left_out, row, None)))
            )
        elif key != TAX:
            acts.append(("left out", lambda: self._ask_left_out(row)))
        return acts

    def _open_menu(self, at: QPoint) -> None:
        """Open the menu of the current cell, with what would follow from each entry."""
        chosen, table = self._current_row_and_option(), self.table
        if chosen is None or table is None:
            return
        row, option = chosen
        menu, effect = QMenu(self), label("", "body", "text2", wraps=True)
        _add_text(
            menu,
            label(f"{self._translate_title(row)}, {table.options[option].name}", "body", "text3"),
        )
        effect.setMinimumWidth(theme.px(280))
        self._offer_prices(menu, effect, row, option)
        self._offer_decisions(menu, effect, row, option)
        if len(menu.actions()) <= 1:
            return
        menu.addSeparator()
        _add_text(menu, effect)
        self.menu = menu
        priced = _other_options_by_price(row, option)
        if priced:
            self._show_effect(effect, self._facts_priced_as(row, option, priced[0]))
            menu.setActiveAction(menu.actions()[1])
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(at)

    def _offer_prices(self, menu: QMenu, effect: QLabel, row: ScopeRow, option: int) -> None:
        """Offer the prices of the other options, the lowest first."""
        table = self.table
        if table is None:
            return
        for place in _other_options_by_price(row, option)[:_MOST_OFFERED]:
            amount = figures.number(row.cells[place].amount, scope_decimals(table))
            text = self.tr("Price as {option} does").format(option=table.options[place].name)
            act = menu.addAction(f"{text}\t{amount}")
            act.triggered.connect(partial(self._save_price_as, row, option, place))
            act.hovered.connect(partial(self._show_effect_of_price, effect, row, option, place))

    def _offer_decisions(self, menu: QMenu, effect: QLabel, row: ScopeRow, option: int) -> None:
        words = self._action_words()
        for what, act in self._list_actions(row, option):
            text, key = words[what]
            each = menu.addAction(f"{text}\t{key}" if key else text)
            each.triggered.connect(lambda _checked=False, act=act: act())
            each.hovered.connect(partial(self._show_effect_of_decision, effect, row, what))

    def _show_effect_of_price(
        self, effect: QLabel, row: ScopeRow, option: int, place: int
    ) -> None:
        self._show_effect(effect, self._facts_priced_as(row, option, place))

    def _show_effect_of_decision(self, effect: QLabel, row: ScopeRow, what: str) -> None:
        if what == "left out":
            self._show_effect(effect, self._facts_without_item(row))
        else:
            effect.setText(self.tr("The price stays.") if what == "not needed" else "")

    def _action_words(self) -> dict[str, tuple[str, str]]:
        return {
            "price": (self.tr("Type a price…"), self.tr("Enter")),
            "not needed": (self.tr("Not needed, with a reason…"), "N"),
            "needed": (self.tr("Needed after all"), ""),
            "left out": (self.tr("Leave out for all options…"), "O"),
            "take in": (self.tr("Include in all prices again"), ""),
        }

    # What would follow

    def _show_effect(self, shown: QLabel, after: StudyFacts | None) -> None:
        """Work out in the background what the price and the answer would be, and show it."""
        prepared, before = self._session.prepared, self._answer
        if prepared is None or before is None or after is None:
            return
        shown.setText(self.tr("Working out what follows…"))

        def take(found: Answer) -> None:
            if isValid(shown):
                shown.setText(self._describe_effect(before, found))

        self._session.read(lambda _study: answer(prepared, after), take, key="scope effect")

    def _describe_effect(self, before: Answer, after: Answer) -> str:
        """State whose price would be another, and which option would be recommended."""
        sentences = []
        for was, now in zip(before.options, after.options, strict=True):
            if now.price is not None and now.price != was.price:
                text = self.tr("{option} would cost {price}.")
                amount = figures.number(now.price.total)
                sentences.append(text.format(option=now.option.name, price=amount))
        first, then = before.recommended, after.recommended
        if first is None and then is None:
            sentences.append(self.tr("No option is recommended."))
        elif then is None:
            sentences.append(self.tr("No option would be recommended any more."))
        elif first == then:
            sentences.append(self.tr("{option} stays first.").format(option=then.name))
        else:
            text = self.tr("{option} would be first.")
            sentences.append(text.format(option=then.name))
        return " ".join(sentences)

    def _facts_priced_as(self, row: ScopeRow, at: int, other: int) -> StudyFacts | None:
        """Return the facts with an item priced as for another option."""
        facts, sheet = self._session.facts, self._sheet_priced_as(row, at, other)
        if facts is None or sheet is None or self.table is None:
            return None
        option_id = self.table.options[at].id
        options = tuple(
            replace(each, price_sheet=sheet) if each.option.id == option_id else each
            for each in facts.options
        )
        return replace(facts, options=options)

    def _facts_without_item(self, row: ScopeRow) -> StudyFacts | None:
        facts = self._session.facts
        if facts is None:
            return None
        basis = facts.price_basis
        left_out = replace(basis, left_out=basis.left_out | {row.item.key})
        return replace(facts, price_basis=left_out)

    def _sheet_priced_as(self, row: ScopeRow, at: int, other: int) -> PriceSheet | None:
        """Return an option's sheet with the lines of an item as another option prices them."""
        table = self.table
        own, others = self._option_facts(at), self._option_facts(other)
        if table is None or own is None or others is None or others.price_sheet is None:
            return None
        sheet = own.price_sheet or PriceSheet(table.currency)
        source = self.tr("as {option}").format(option=table.options[other].name)
        if row.item.key == SUPPORT:
            line = create_line_for_item(
                row.item, row.cells[other].amount or ZERO, self._translate_title(row)
            )
            currency = "" if table.currency == sheet.currency else table.currency
            priced = replace(line, source=source, currency=currency)
            return replace(sheet, lines=(*sheet.lines, priced))
        added = copy_lines_for_option(row.cells[other], others.price_sheet, sheet, source)
        return replace(sheet, lines=(*sheet.lines, *added))

    @staticmethod
    def _translate_title(row: ScopeRow) -> str:
        return translate_message(row.item.title)

    def _option_facts(self, at: int) -> OptionFacts | None:
        table = self.table
        return None if table is None else self._session.option_facts(table.options[at].id)

    # Decisions

    def _save_price_as(self, row: ScopeRow, at: int, other: int, _checked: object = None) -> None:
        sheet = self._sheet_priced_as(row, at, other)
        if sheet is not None and self.table is not None:
            self._session.save_prices(self.table.options[at], sheet)

    def _ask_for_price(self, row: ScopeRow, at: int) -> None:
        known, table = self._option_facts(at), self.table
        if known is None or table is None:
            return
        sheet, option = known.price_sheet or PriceSheet(table.currency), table.options[at]
        text = self.tr("{item} for {option}, over 36 months, in {currency}")
        question = text.format(
            item=self._translate_title(row), option=option.name, currency=sheet.currency
        )

        def take(typed: str) -> None:
            line = create_line_for_item(
                row.item, parse_nonnegative_amount(typed) or ZERO, self._translate_title(row)
            )
            self._session.save_prices(option, replace(sheet, lines=(*sheet.lines, line)))

        self._ask_for_text(self.tr("Price"), question, _parse_price, take)

    def _ask_not_needed(self, row: ScopeRow, at: int) -> None:
        table = self.table
        if table is None:
            return
        text = self.tr("Why does {option} need no price for {item}? The reason is in the report.")
        question = text.format(option=table.options[at].name, item=self._translate_title(row))
        self._ask_for_text(
            self.tr("Reason"),
            question,
            parse_reason,
            lambda typed: self._save_decision(partial(self._set_needed, row, at, typed)),
        )

    def _ask_left_out(self, row: ScopeRow) -> None:
        text = self.tr("Why is {item} in no option's price? The reason is in the report.")
        question = text.format(item=self._translate_title(row))
        self._ask_for_text(
            self.tr("Reason"),
            question,
            parse_reason,
            lambda typed: self._save_decision(partial(self._set_left_out, row, typed)),
        )

    def _set_needed(self, row: ScopeRow, at: int, reason: str | None) -> None:
        if self.table is not None:
            name = self.table.options[at].name
            set_item_not_needed(self._session.study, name, row.item.key, reason)

    def _set_left_out(self, row: ScopeRow, reason: str | None) -> None:
        set_item_left_out(self._session.study, row.item.key, reason)

    def _save_decision(self, act: Callable[[], None]) -> None:
        self._session.write(lambda _watch: act(), Changes.PRICES)

    def _ask_for_text(
        self,
        title: str,
        question: str,
        check: Callable[[str], object],
        then: Callable[[str], None],
    ) -> None:
        dialog = TextDialog(title, question, check, self)
        self.dialog = dialog
        dialog.accepted.connect(lambda: then(dialog.field.text()))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()


def _add_text(menu: QMenu, text: QLabel) -> None:
    """Add words to a menu that are no entry of it."""
    text.setContentsMargins(12, 6, 12, 8)
    shown = QWidgetAction(menu)
    shown.setDefaultWidget(text)
    shown.setEnabled(False)
    menu.addAction(shown)


_MOST_OFFERED, _MOST_UNFROZEN = 4, 6


def _other_options_by_price(row: ScopeRow, excluded: int) -> list[int]:
    """Return the other options that price an item, the cheapest first."""
    if row.cells[excluded].state not in _OPEN_STATES - {ScopeState.LEFT_OUT}:
        return []
    priced = [
        (cell.amount or ZERO, at)
        for at, cell in enumerate(row.cells)
        if cell.state is ScopeState.PRICED and row.item.key != DISCOUNT
    ]
    return [at for _, at in sorted(priced)]


def _parse_price(text: str) -> Decimal:
    amount = parse_nonnegative_amount(text)
    if amount is None:
        raise PriceInputError(translate("Pricing", "Enter an amount"))
    return amount


def parse_reason(text: str) -> str:
    """Return a reason; raises PriceInputError for none."""
    if not text.strip():
        raise PriceInputError(translate("Pricing", "Enter a reason"))
    return text
