"""Asks what the budget is in another currency, when the study's currency is changed late."""

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
from arraywise.present.numbers import money_decimals
from arraywise.worksheets.input_parsing import parse_money

if TYPE_CHECKING:
    from collections.abc import Callable
    from decimal import Decimal

    from arraywise.domain.study import StudyFacts


class BudgetDialog(QDialog):
    """Shows the budget in the old currency, and asks for that in the new one."""

    def __init__(
        self, budget: Decimal, currencies: tuple[str, str], facts: StudyFacts, parent: QWidget
    ) -> None:
        """`currencies` are the one before and the one after."""
        super().__init__(parent)
        before, self._currency = currencies
        self.setWindowTitle(self.tr("Budget in {currency}").format(currency=self._currency))
        self.budget: Decimal | None = budget  # in the new currency, once the dialog was accepted
        text = self.tr(
            "The budget of {amount} is in {before}. What is it in {after}? Empty: no limit."
        )
        stated = text.format(amount=_format_budget(budget), before=before, after=self._currency)
        self.field = UnitField(self.tr("Budget"), self._currency, 12)
        rate = find_rate(facts.price_basis, before, self._currency)
        converted = None if rate is None else round(budget * rate.rate, 2)
        self.field.setText("" if converted is None else _format_budget(converted))
        note = ""
        if rate is not None:
            by = self.tr("By the rate of {day}, {source}.")
            note = by.format(day=rate.dated, source=rate.source)
        self.fault = label("", "body", "fail", wraps=True)
        self.buttons = build_ok_cancel_box(self)
        row = fill(QHBoxLayout(), self.field, label(note, "body", "text3"), None)
        question = label(stated, "control", wraps=True)
        fill(dialog_column(self), question, row, self.fault, self.buttons)
        self.field.setFocus()

    def accept(self) -> None:
        """Close with the budget, or say why it is none."""
        typed = self.field.text().strip()
        amount = parse_money(typed, QLocale().decimalPoint(), self._currency) if typed else None
        if typed and (amount is None or amount < 0):
            self.fault.setText(self.tr("Enter an amount, or leave the field empty."))
            return
        self.budget = amount
        super().accept()


def _format_budget(amount: Decimal) -> str:
    return figures.number(amount, money_decimals(amount) if amount % 1 else 0)


def ask_for_budget_after_currency_change(
    facts: StudyFacts,
    currency: str,
    parent: QWidget,
    then: Callable[[Decimal | None], object],
    cancelled: Callable[[], object] = lambda: None,
) -> BudgetDialog | None:
    """Call `then` with the budget in a currency; ask for it where it is another than before.

    Returns:
        The open dialog; None where nothing had to be asked.
    """
    budget = facts.requirement.budget
    if budget is None or currency == facts.currency:
        then(budget)
        return None
    dialog = BudgetDialog(budget, (facts.currency, currency), facts, parent)
    dialog.accepted.connect(lambda: then(dialog.budget))
    dialog.rejected.connect(cancelled)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog
