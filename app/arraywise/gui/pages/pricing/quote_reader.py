"""How quotes come to an option: which one is asked where it is not known, one after the other."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QWidget

from arraywise.gui.pages.base import fill_combo_box
from arraywise.gui.pages.budget import ask_for_budgets_after_currency_change
from arraywise.gui.pages.pricing.quote_dialog import QuoteDialog
from arraywise.gui.session.background import Worker
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.controls import (
    build_ok_cancel_box,
    dialog_column,
    fill,
    paragraph,
    with_accessible_name,
)
from arraywise.gui.widgets.messages import error_text, translate_message
from arraywise.shipped import state_folder
from arraywise.usecases.changes import Changes
from arraywise.usecases.open_quote import guess_quote_option, open_quote, read_quote_file
from arraywise.usecases.read_price_sheet import SheetCurrencyRateError, save_quote_prices

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from decimal import Decimal
    from pathlib import Path

    from arraywise.domain.options import Option
    from arraywise.domain.quotes import QuoteReading
    from arraywise.gui.pages.base import Page
    from arraywise.gui.session.session import Session
    from arraywise.usecases.open_quote import OpenQuote, QuoteFile
    from arraywise.usecases.read_price_sheet import PriceOutcome

translate = QCoreApplication.translate
_WIDE = 420


class QuoteOptionDialog(QDialog):
    """Asks which option a quote is for."""

    def __init__(self, name: str, options: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Option of the quote"))
        text = self.tr("Which option is {file} a quote for? A new name makes an option.")
        self.option = with_accessible_name(QComboBox(), self.windowTitle())
        self.option.setEditable(True)
        with_accessible_name(self.option.lineEdit() or self.option, self.windowTitle())
        self.option.setFixedHeight(theme.height("field"))
        fill_combo_box(self.option, [(each, each) for each in options])
        self.option.setCurrentIndex(-1)
        self.buttons = build_ok_cancel_box(self, self.tr("Read the quote"))
        fill(
            dialog_column(self),
            paragraph(text.format(file=name), _WIDE),
            self.option,
            self.buttons,
        )
        self.option.currentTextChanged.connect(lambda _text: self._enable_reading())
        self._enable_reading()

    def _enable_reading(self) -> None:
        """Let it be read once an option is named."""
        ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok.setEnabled(bool(self.name))

    @property
    def name(self) -> str:
        """Name of the option."""
        return self.option.currentText().strip()


class QuoteReader:
    """Opens the dialog for one quote after the other, and gives options their prices."""

    def __init__(
        self,
        session: Session,
        page: Page,
        ask_rates: Callable[[], None],
        then: Callable[[str], None],
    ) -> None:
        """Read quotes on a page; `ask_rates` lets a rate be stated where one is missing.

        `then` is called with the option's name once it has its prices.
        """
        self._session, self._page = session, page
        self._ask_rates, self._then = ask_rates, then
        self._waiting: list[tuple[QuoteFile, str]] = []
        self.dialog: QuoteDialog | None = None  # open while a quote is decided
        self.question: QuoteOptionDialog | None = None  # open while the option is asked

    def read_file(self, path: Path, option: str) -> None:
        """Read a file that was chosen for an option."""

        def take(file: QuoteFile) -> None:
            self.read_in_turn([(file, option)])

        self._session.read(lambda _study: read_quote_file(path), take, key="quote file")

    def read_in_turn(self, quotes: Sequence[tuple[QuoteFile, str]]) -> None:
        """Read quotes, each for an option by its name; an empty one is asked for."""
        self._waiting += quotes
        if self.dialog is None and self.question is None:
            self._read_next()

    def _read_next(self) -> None:
        self.dialog = self.question = None
        if not self._waiting:
            return
        file, option = self._waiting.pop(0)
        if option:
            self._read_quote(file, option)
        else:
            guess = partial(guess_quote_option, quote=file)
            self._session.read(guess, partial(self._open_or_ask_option, file), key="quote option")

    def _open_or_ask_option(self, file: QuoteFile, option: str) -> None:
        """Open a quote for the option whose folder it is in; else ask which one it is for."""
        if option:
            self._read_quote(file, option)
        else:
            self._ask_option(file)

    def _ask_option(self, file: QuoteFile) -> None:
        facts = self._session.facts
        names = [] if facts is None else [known.option.name for known in facts.options]
        dialog = QuoteOptionDialog(file.name, names, self._page)
        self.question = dialog
        dialog.accepted.connect(lambda: self._read_quote(file, dialog.name))
        dialog.rejected.connect(self._read_next)
        dialog.open()

    def _read_quote(self, file: QuoteFile, option: str) -> None:
        self.question = None
        read = partial(open_quote, file, option, state_folder())
        self._session.read(lambda _study: read(), self._show_if_readable, key="quote")

    def _show_if_readable(self, quote: OpenQuote) -> None:
        """Show the dialog for a file that is a table; else say what it is."""
        if quote.reading.sheets:
            self.open_dialog(quote)
            return
        why = " ".join(translate_message(each.message) for each in quote.reading.problems)
        self._page.banner.show_message("fail", why)
        self._read_next()

    def open_dialog(
        self, quote: OpenQuote, take: Callable[[QuoteReading], object] | None = None
    ) -> None:
        """Show the dialog for a quote; the page waits for it, the rest of the window does not.

        What it is read as goes to `take`, or gives the option its price.
        """
        option = self._find_option(quote.option_name)
        dialog = QuoteDialog(self._session, quote, option, self._page)
        self.dialog = dialog
        if take is None:
            dialog.accepted_reading.connect(partial(self._save_prices, dialog, option, None))
        else:
            dialog.accepted_reading.connect(take)
            dialog.accepted_reading.connect(dialog.accept)
        dialog.finished.connect(partial(self._close_dialog_and_read_next, dialog))
        self._page.setEnabled(False)
        dialog.setEnabled(True)
        dialog.show()
        dialog.activateWindow()
        dialog.grid.setFocus()
        self._page.show_message(dialog.describe_size_and_keys())

    def _find_option(self, name: str) -> Option | None:
        facts = self._session.facts
        options = () if facts is None else facts.options
        return next((known.option for known in options if known.option.name == name), None)

    def _close_dialog_and_read_next(self, dialog: QuoteDialog, _result: int) -> None:
        self._page.setEnabled(True)
        self._page.show_message("")
        dialog.deleteLater()
        begins = self._page.focus_start
        if begins is not None:
            begins.setFocus()
        self._read_next()

    def _save_prices(
        self,
        dialog: QuoteDialog,
        option: Option | None,
        currency: str | None,
        reading: QuoteReading,
        budgets: Mapping[Decimal, Decimal | None] = MappingProxyType({}),
    ) -> None:
        """Give the option its price, after another currency for the study where one is given."""
        study, quote = self._session.study, dialog.quote
        name = quote.option_name
        present = None if option is None else self._session.option_facts(option.id)
        if present is not None:
            name = present.option.name  # it may be called otherwise by now

        def work(_watch: object) -> PriceOutcome | SheetCurrencyRateError:
            try:
                return save_quote_prices(
                    study,
                    name,
                    reading,
                    memory_folder=state_folder(),
                    study_currency=currency,
                    budgets=budgets,
                    sha256=quote.sha256,
                )
            except SheetCurrencyRateError as error:
                return error

        def take(outcome: PriceOutcome | SheetCurrencyRateError) -> None:
            if isinstance(outcome, SheetCurrencyRateError):
                again = partial(self._save_prices, dialog, option, outcome.currency, reading)
                self._show_unknown_rate(dialog, outcome, again)
                return
            dialog.accept()
            self._then(name)
            self._report_prices_read(name, reading, outcome)

        changes = Changes.PRICES
        if currency is not None:
            changes |= Changes.STUDY | Changes.REQUIREMENT | Changes.CRITERIA
        if present is None:
            changes |= Changes.OPTIONS
        self._session.write(work, changes, then=take, worker=Worker.WRITING)

    def _show_unknown_rate(
        self,
        dialog: QuoteDialog,
        error: SheetCurrencyRateError,
        again: Callable[[Mapping[Decimal, Decimal | None]], None],
    ) -> None:
        """State that a rate is needed; a study without prices may take the quote's currency."""
        facts = self._session.facts
        if facts is None:
            return
        if any(o.price_sheet and o.price_sheet.lines for o in facts.options):
            link = translate("PricingPage", "State the rate\u2026")
            dialog.banner.show_message(
                "fail", error_text(error), link=link, action=self._ask_rates
            )
            return
        link = translate("PricingPage", "Keep the study in {currency}")
        dialog.banner.show_message(
            "warn",
            error_text(error),
            link=link.format(currency=error.currency),
            action=lambda: ask_for_budgets_after_currency_change(
                facts, self._session.budgets, error.currency, dialog, again
            ),
        )

    def _report_prices_read(self, name: str, reading: QuoteReading, outcome: PriceOutcome) -> None:
        remarks = [problem.message for problem in outcome.problems]
        remarks += [finding.text for finding in reading.findings]
        message = translate("PricingPage", "{file} was read into {option}.")
        self._page.banner.show_message(
            "warn" if remarks else "pass",
            message.format(file=reading.name, option=name),
            " ".join(map(translate_message, remarks)),
        )
