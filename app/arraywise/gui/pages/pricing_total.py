"""The total line under a price sheet, which does not scroll away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy

from arraywise.domain.price_words import price_word
from arraywise.gui import figures, theme
from arraywise.gui.fields import ElidedLabel, label, restyle
from arraywise.gui.sheets.money import show_decimal
from arraywise.gui.wording import tell
from arraywise.usecases.price_lines import lacks_rates

if TYPE_CHECKING:
    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.facts import StudyFacts
    from arraywise.domain.options import Option
    from arraywise.domain.pricing import PriceSheet, PriceTotal


class PriceTotalLine(QFrame):
    """An option's 36-month price with what it is made of, or the rates that it was made by."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("ground", "page")
        self.setFixedHeight(theme.px(40))
        self.name = ElidedLabel("text", "control")
        self.name.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.note = ElidedLabel("text2", "control")
        self.note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.total = label("", "answer", bold=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(8)
        row.addWidget(self.name)
        row.addWidget(self.note, 1)
        row.addWidget(self.total)

    def show_price(
        self, option: Option, found: OptionAnswer | None, sheet: PriceSheet, facts: StudyFacts
    ) -> None:
        """Show what an option costs in the study's currency, or why that is not known."""
        restyle(self.note, tone="text2")
        price = found.price if found else None
        self.name.setText(self._said_name(option, price))
        self.total.setText(self._said_total(price, sheet, facts))
        self.note.setText("" if price is None else self._said_note(price))

    def _said_name(self, option: Option, price: PriceTotal | None) -> str:
        """Say what the total is; a net present value is never called a total."""
        is_storage = price is not None and price.storage_only
        if price is None or price.discount_rate is None:
            text = self.tr("{option}, 36-month total")
            if is_storage:
                text = self.tr("{option}, 36-month total, storage only")
            return text.format(option=option.name)
        text = self.tr("{option}, {price}")
        if is_storage:
            text = self.tr("{option}, {price}, storage only")
        return text.format(option=option.name, price=tell(price_word(price.discount_rate)))

    def _said_total(self, price: PriceTotal | None, sheet: PriceSheet, facts: StudyFacts) -> str:
        if price is not None:
            return f"{figures.number(price.total, 2)} {price.currency}"
        if sheet.unread:
            return self.tr("not known")
        for of, into in lacks_rates(sheet, facts):
            return self.tr("no rate from {of} to {into}").format(of=of, into=into)
        return self.tr("nothing priced yet")

    def _said_note(self, price: PriceTotal) -> str:
        """Say what is paid and the rates, which must stand beside, or else what it is made of."""
        said = []
        if price.undiscounted is not None:
            paid = figures.number(price.undiscounted.total, 2)
            said.append(self.tr("undiscounted {amount}").format(amount=paid))
        rates = [f"{show_decimal(r.rate)} ({r.dated}, {r.source})" for r in price.rates]
        if rates:
            said.append(self.tr("at {rates}").format(rates=", ".join(rates)))
        return "; ".join(said) or self._said_parts(price)

    def _said_parts(self, price: PriceTotal) -> str:
        parts = [figures.number(price.purchase, 2)]
        if price.discount:
            parts.append(f"{figures.MINUS} {figures.number(price.discount, 2)}")
        parts.append(f"+ {figures.number(price.maintenance, 2)} =")
        return " ".join(parts)

    def doubt(self, faults: int) -> None:
        """Say that cells cannot be read, so that the total may be wrong; 0 says nothing."""
        if faults:
            restyle(self.note, tone="fail")
            said = self.tr("Cells that cannot be read: {count}")
            self.note.setText(said.format(count=faults))
