"""Asks what budgets are in another currency, when the study's currency is changed late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QDialog, QHBoxLayout, QWidget

from arraywise.analysis.pricing import find_rate
from arraywise.gui.widgets import figures
from arraywise.gui.widgets.controls import (
    UnitField,
    build_ok_cancel_box,
    dialog_column,
    fill,
    label,
)
from arraywise.present.numbers import amount_decimals_as_typed
from arraywise.worksheets.input_parsing import parse_money

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from decimal import Decimal

    from arraywise.domain.study import StudyFacts


class BudgetDialog(QDialog):
    """Shows budgets in the old currency, and asks for those in the new one."""

    def __init__(
        self,
        budgets: Sequence[Decimal],
        currencies: tuple[str, str],
        facts: StudyFacts,
        parent: QWidget,
    ) -> None:
        """`currencies` are the one before and the one after."""
        super().__init__(parent)
        before, self._currency = currencies
        self.setWindowTitle(self.tr("Budget in {currency}").format(currency=self._currency))
        self.budgets: dict[Decimal, Decimal | None] = {}
        """In the new currency by that in the old one, once the dialog was accepted."""
        self.fields: dict[Decimal, UnitField] = {}
        text = self.tr(
            "The budget of {amount} is in {before}. What is it in {after}? Empty: no limit."
        )
        rate = find_rate(facts.price_basis, before, self._currency)
        note = ""
        if rate is not None:
            by = self.tr("By the rate of {day}, {source}.")
            note = by.format(day=rate.dated, source=rate.source)
        column = dialog_column(self)
        for budget in budgets:
            amount = _format_budget(budget)
            field = UnitField(self.tr("Budget"), self._currency, 12)
            if rate is not None:
                field.setText(_format_budget(round(budget * rate.rate, 2)))
            stated = text.format(amount=amount, before=before, after=self._currency)
            row = fill(QHBoxLayout(), field, label(note, "body", "text3"), None)
            fill(column, label(stated, "control", wraps=True), row)
            self.fields[budget] = field
        self.fault = label("", "body", "fail", wraps=True)
        self.buttons = build_ok_cancel_box(self)
        fill(column, self.fault, self.buttons)
        self.fields[budgets[0]].setFocus()

    def accept(self) -> None:
        """Close with the budgets, or say why one is none."""
        for budget, field in self.fields.items():
            typed, sign = field.text().strip(), QLocale().decimalPoint()
            amount = parse_money(typed, sign, self._currency) if typed else None
            if typed and (amount is None or amount < 0):
                self.fault.setText(self.tr("Enter an amount, or leave the field empty."))
                field.setFocus()
                return
            self.budgets[budget] = amount
        super().accept()


def _format_budget(amount: Decimal) -> str:
    return figures.number(amount, amount_decimals_as_typed(amount) if amount % 1 else 0)


def ask_for_budgets_after_currency_change(
    facts: StudyFacts,
    budgets: Sequence[Decimal],
    currency: str,
    parent: QWidget,
    then: Callable[[Mapping[Decimal, Decimal | None]], object],
    cancelled: Callable[[], object] = lambda: None,
) -> BudgetDialog | None:
    """Call `then` with budgets in a currency; ask for them where it is another than before.

    Returns:
        The open dialog; None where nothing had to be asked.
    """
    if not budgets or currency == facts.currency:
        then({})
        return None
    dialog = BudgetDialog(budgets, (facts.currency, currency), facts, parent)
    dialog.accepted.connect(lambda: then(dialog.budgets))
    dialog.rejected.connect(cancelled)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog
