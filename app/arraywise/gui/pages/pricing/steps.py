"""The dialog of a price by steps."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QComboBox, QDialog, QGridLayout, QLineEdit

from arraywise.domain.messages import UserError
from arraywise.domain.price_steps import MOST_STEPS, PriceStep, SteppedPrice
from arraywise.domain.pricing import DEMAND_IOPS, DEMAND_TB, DEMAND_TPS, ZERO
from arraywise.gui.grid.model import show_decimal
from arraywise.gui.pages.pricing.lines import PriceInputError, at_least_zero
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.controls import dialog_column, fill, label, named, ok_and_cancel
from arraywise.gui.widgets.messages import error_text, translate_message
from arraywise.worksheets.formula import FormulaError, read_formula
from arraywise.worksheets.input_parsing import normalised_text

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_SHOWN = 6
"""Rows of an empty table."""
_WHOLE = (DEMAND_TB, f"{DEMAND_TB}*1000", DEMAND_IOPS, DEMAND_TPS)


class StepsDialog(QDialog):
    """Asks for the steps of a price: each from where the one before ends."""

    def __init__(self, price: SteppedPrice, currency: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Price by steps"))
        self.setMinimumWidth(theme.px(460))
        self.price: SteppedPrice | None = None  # once the dialog was accepted
        self._decimal = QLocale().decimalPoint()
        self.description = named(QLineEdit(price.description), self.tr("Description"))
        self.quantity = named(QComboBox(), self.tr("Quantity that is divided"))
        self.quantity.setEditable(True)
        shown = normalised_text(f"={price.quantity}", ".", self._decimal).removeprefix("=")
        self.quantity.addItems(list(dict.fromkeys((shown, *_WHOLE))))
        self.paid = named(QComboBox(), self.tr("Paid"))
        self.paid.addItems([self.tr("each month"), self.tr("once")])
        self.paid.setCurrentIndex(0 if price.is_monthly else 1)
        self.ends: list[QLineEdit] = []
        self.prices: list[QLineEdit] = []
        self.fault = label("", "body", "fail", wraps=True)
        self.buttons = ok_and_cancel(self)
        head = QGridLayout()
        rows = (
            (self.tr("Description"), self.description),
            (self.tr("Quantity"), self.quantity),
            (self.tr("Paid"), self.paid),
        )
        for row, (text, widget) in enumerate(rows):
            head.addWidget(label(text), row, 0)
            head.addWidget(widget, row, 1)
        head.setColumnStretch(1, 1)
        note = self.tr(
            "Each step begins where the one before ends; leave the last end empty. Price 0: free."
        )
        table = self._build_table(price, currency)
        fill(dialog_column(self), head, label(note, "body", "text2", wraps=True), table,
             self.fault, self.buttons)  # fmt: skip

    def _build_table(self, price: SteppedPrice, currency: str) -> QGridLayout:
        table = QGridLayout()
        heads = self.tr("Up to"), self.tr("Price, {currency}").format(currency=currency)
        for column, text in enumerate(heads):
            table.addWidget(label(text, "caption", "text2", bold=True), 0, column)
        count = min(MOST_STEPS, max(_SHOWN, len(price.steps) + 1))
        steps = [*price.steps, *[None] * (count - len(price.steps))]
        for row, step in enumerate(steps[:count], 1):
            end = "" if step is None or step.up_to is None else show_decimal(step.up_to)
            paid = "" if step is None else show_decimal(step.price)
            for column, (fields, text) in enumerate(((self.ends, end), (self.prices, paid))):
                name = self.tr("{heading}, step {number}").format(
                    heading=heads[column], number=row
                )
                fields.append(named(QLineEdit(text), name))
                table.addWidget(fields[-1], row, column)
        return table

    def accept(self) -> None:
        """Take the steps, or say what is wrong with them."""
        try:
            written = read_formula(f"={self.quantity.currentText().strip()}", self._decimal)
            price = SteppedPrice(
                self.description.text().strip(),
                written.written().removeprefix("="),
                self._steps(),
                self.paid.currentIndex() == 0,
            )
            price.check()
        except FormulaError as error:
            self.fault.setText(translate_message(error.fault.message))
        except UserError as error:
            self.fault.setText(error_text(error))
        except PriceInputError as error:
            self.fault.setText(str(error))
        else:
            self.price = price
            super().accept()

    def _steps(self) -> tuple[PriceStep, ...]:
        steps: list[PriceStep] = []
        above = ZERO
        for end, price in zip(self.ends, self.prices, strict=True):
            paid = at_least_zero(price.text())
            if paid is None:
                continue
            up_to = at_least_zero(end.text())
            steps.append(PriceStep(above, up_to, paid))
            above = above if up_to is None else up_to
        return tuple(steps)


def empty_steps() -> SteppedPrice:
    """Return what the dialog begins with where no line of steps is chosen."""
    return SteppedPrice("", DEMAND_TB, (PriceStep(ZERO, None, Decimal(0)),))
