"""What the options' prices are made of, and what must be said beside them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arraywise.domain.price_words import convention
from arraywise.domain.pricing import ZERO
from arraywise.gui import figures
from arraywise.gui.fields import clear, label
from arraywise.gui.icon_view import IconView
from arraywise.gui.sheets.columns import Column, Shown
from arraywise.gui.sheets.grid import Grid
from arraywise.gui.sheets.money import show_decimal
from arraywise.gui.sheets.rows_model import RowsModel
from arraywise.gui.wording import tell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.pricing import BreakEvenPrice, PriceTotal

_THOUSAND = Decimal(1000)
_MOST_ROWS = 14
_SPOKEN_OF = frozenset(
    {
        "price scope unequal",
        "price terms unequal",
        "price in another currency",
        "spares",
        "discount out of the ordinary",
        "printed price differs",
    }
)
"""Checks of the audit that look at price sheets."""


@dataclass(frozen=True, slots=True)
class PartRow:
    """One part of the prices, an amount an option; None where it has none."""

    name: str
    amounts: tuple[Decimal | None, ...]
    total: bool = False


class Composition(Grid):
    """A row a part, a column an option, in thousands."""

    def __init__(self) -> None:
        super().__init__(RowsModel(()), plain=True)
        self.setAccessibleName(self.tr("What the prices are made of"))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_answer(self, answer: Answer) -> None:
        """Show the prices of an answer."""
        priced = [option for option in answer.options if option.price is not None]
        columns = self._columns(priced, answer.currency)
        if [c.key for c in columns] != [c.key for c in self.rows.columns]:
            self.rows.set_columns(columns)
        prices = [option.price for option in priced if option.price is not None]
        self.rows.set_rows(self._parts(prices))
        self.setVisible(bool(priced))
        self.setFixedHeight(self.natural_height(_MOST_ROWS))

    def _columns(self, priced: list[OptionAnswer], currency: str) -> tuple[Column, ...]:
        def of(place: int, option: OptionAnswer) -> Column:
            return Column(
                f"{option.option.id} {currency}",
                "",
                lambda row: _amount(row, place),
                right=True,
                marker=option.option.position,
                tip=option.option.name,
            )

        return (
            Column(
                "part",
                self.tr("thousand {currency}").format(currency=currency),
                lambda row: Shown(row.name, bold=row.total),
                least=92,
                most=120,
                stretch=True,
            ),
            *(of(place, option) for place, option in enumerate(priced)),
        )

    def _parts(self, prices: list[PriceTotal]) -> tuple[PartRow, ...]:
        names = dict.fromkeys(name for price in prices for name, *_ in price.by_category)
        rows = [
            PartRow(name or self.tr("no category"), _purchases(prices, name)) for name in names
        ]
        off = tuple(-price.discount or None for price in prices)
        rows.append(PartRow(self.tr("Discount"), off))
        care = tuple(price.maintenance or None for price in prices)
        totals = tuple(price.total for price in prices)
        paid = tuple(price.undiscounted.total for price in prices if price.undiscounted)
        if paid:
            rows.append(PartRow(self.tr("Maintenance, NPV"), care))
            rows.append(PartRow(self.tr("NPV"), totals, total=True))
            rows.append(PartRow(self.tr("Undiscounted"), paid))
        else:
            rows.append(PartRow(self.tr("Maintenance"), care))
            rows.append(PartRow(self.tr("Total"), totals, total=True))
        return tuple(row for row in rows if row.total or any(row.amounts))


def _purchases(prices: list[PriceTotal], category: str) -> tuple[Decimal | None, ...]:
    sums = [{name: purchase for name, purchase, _ in price.by_category} for price in prices]
    return tuple(found.get(category, ZERO) or None for found in sums)


def _amount(row: PartRow, place: int) -> Shown:
    amount = row.amounts[place] if place < len(row.amounts) else None
    if amount is None:
        return Shown(figures.EN_DASH, colour="text3")
    text = figures.number(float(amount / _THOUSAND), 1)
    return Shown(text, number=float(amount), bold=row.total)


class PriceNotes(QWidget):
    """Sentences under the prices: scope, rates, and what the audit says of them."""

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(16, 8, 16, 8)
        self._column.setSpacing(6)
        self._said: list[tuple[str, str]] = []

    def show_answer(self, answer: Answer, levels: Sequence[BreakEvenPrice] = ()) -> None:
        """Say what there is to say of an answer's prices, and at which they would be level."""
        said = [("info", text) for text in self._facts(answer)]
        said += [("info", self._said_level(level, answer)) for level in levels]
        said += [
            ("warning", tell(finding.said))
            for finding in answer.findings
            if finding.check in _SPOKEN_OF
        ]
        if said == self._said:
            return
        self._said = said
        clear(self._column)
        for sign, text in said:
            self._column.addWidget(_sentence(sign, text))

    @property
    def sentences(self) -> list[str]:
        """What is said."""
        return [text for _, text in self._said]

    def _said_level(self, level: BreakEvenPrice, answer: Answer) -> str:
        recommended = answer.recommended
        text = self.tr(
            "{option} would be level with {against} at {price} {currency}, {by} % on now."
        )
        if recommended is not None and level.option == recommended.name:
            text = self.tr(
                "{option} stays ahead of {against} up to {price} {currency}, {by} % on now."
            )
        if level.against is None:
            text = self.tr(
                "{option} stays recommended up to the budget of {price} {currency}, {by} % on now."
            )
        return text.format(
            option=level.option,
            against=level.against,
            price=figures.number(level.price),
            currency=answer.currency,
            by=figures.percent(level.by, 1, signed=True),
        )

    def _facts(self, answer: Answer) -> list[str]:
        priced = [(o.option.name, o.price) for o in answer.options if o.price is not None]
        storage_only = [name for name, price in priced if price.storage_only]
        rate = answer.discount_rate
        said = [] if rate is None else [tell(convention(rate))]
        if storage_only and len(storage_only) == len(priced):
            said.append(self.tr("Storage-only prices: no server is in any of them."))
        elif storage_only:
            text = self.tr("Storage-only prices, no server in them: {options}.")
            said.append(text.format(options=", ".join(storage_only)))
        for name, price in priced:
            if price.left_out:
                lines = ", ".join(line.description for line in price.left_out)
                text = self.tr("{option} leaves out: {lines}.")
                said.append(text.format(option=name, lines=lines))
        rates = dict.fromkeys(rate for _, price in priced for rate in price.rates)
        text = self.tr("1 {of} = {rate} {into}, {date}, {source}")
        said += [
            text.format(
                of=rate.from_currency,
                rate=show_decimal(rate.rate),
                into=rate.to_currency,
                date=rate.dated,
                source=rate.source,
            )
            for rate in rates
        ]
        return said


def _sentence(sign: str, text: str) -> QWidget:
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    row.addWidget(
        IconView(sign, 14, "warn" if sign == "warning" else "text2"),
        alignment=Qt.AlignmentFlag.AlignTop,
    )
    said = label(text, "body", "text2", wraps=True)
    row.addWidget(said, 1)
    return box
