"""What a row is charged in one column of money: printed, computed, and whether both agree."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.number_notation import currencies_in
from arraywise.domain.pricing import ZERO
from arraywise.domain.quotes import Period
from arraywise.importers.prices.cells import plain_words
from arraywise.importers.prices.figures import is_blank, is_free, is_on_request
from arraywise.importers.prices.identities import CENT
from arraywise.importers.prices.lines import ONE, Amount
from arraywise.importers.prices.periods import Evidence
from arraywise.importers.prices.vocabulary import is_only

if TYPE_CHECKING:
    from arraywise.importers.prices.columns import Layout, Money
    from arraywise.importers.prices.figures import PrintedFigure
    from arraywise.importers.prices.lines import SearchRow
    from arraywise.importers.prices.periods import PeriodReader
    from arraywise.importers.prices.tables import PriceTable

_CENT = Decimal(str(CENT))
"""What amounts in cents may differ by."""
_WHOLE = Decimal("0.5")
Figures = list["PrintedFigure | None"]


@dataclass(slots=True)
class AmountReader:
    """Reads the amounts of the rows of one table."""

    table: PriceTable
    layout: Layout
    periods: PeriodReader

    def read(self, line: SearchRow, figures: Figures) -> None:
        """Give a line its amounts, and what its identity proves."""
        at = self.layout.quantity
        quantity = figures[at] if at is not None else None
        line.counted = quantity is not None or (at is not None and bool(line.row.at(at).formula))
        line.term = self.periods.term(line)
        for n, money in enumerate(self.layout.moneys):
            read = self._read_share_of_price if money.rate else self._read_amount
            amount = read(line, n, figures)
            if amount is not None:
                line.amounts.append(amount)

    def _read_share_of_price(self, line: SearchRow, n: int, figures: Figures) -> Amount | None:
        """Read maintenance that is a share of the line's price a year."""
        share = figures[self.layout.moneys[n].unit or 0]
        base = sum((a.value for a in line.amounts if a.period is Period.ONCE), ZERO)
        if share is None or not share.value or not base:
            return None
        part = share.value / 100 if share.percent or abs(share.value) >= 1 else share.value
        return Amount(money=n, value=base * part, computed=base * part, period=Period.YEAR)

    def _read_amount(self, line: SearchRow, n: int, figures: Figures) -> Amount | None:
        money = self.layout.moneys[n]
        unit = figures[money.unit] if money.unit is not None else None
        printed = figures[money.amount] if money.amount is not None else None
        if (
            printed is None
            and money.amount is not None
            and self._note_text_for_amount(line, money, unit)
        ):
            return None
        blank = money.amount is not None or self.layout.at("amount") is not None
        if (
            printed is None
            and unit is not None
            and blank
            and not self._counts_without_print(n, figures)
        ):
            return None
        value_of = printed or unit
        if value_of is None:
            self._note_text(line, money.unit)
            return None
        if any(figure is not None and figure.percent for figure in (unit, printed)):
            return None
        return self._build_amount(line, n, figures, printed, unit, value_of)

    def _note_text_for_amount(
        self, line: SearchRow, money: Money, unit: PrintedFigure | None
    ) -> bool:
        """Return whether a text stands in place of an amount, and keep what it says."""
        cell = line.row.at(money.amount)
        if is_blank(cell) or cell.formula:
            return False
        if not (money.care and is_only("spares", plain_words(cell.text))):
            figured = bool(currencies_in(cell.text)) and any(map(str.isdigit, cell.text))
            self._note_text(line, money.amount, asks=line.counted or unit is not None or figured)
        return True

    @staticmethod
    def _note_text(line: SearchRow, at: int | None, *, asks: bool = True) -> None:
        cell = line.row.at(at)
        if is_blank(cell) or cell.formula or cell.text in currencies_in(cell.text):
            return
        if is_free(cell):
            line.free = True
        elif is_on_request(cell):
            line.on_request = True
        elif asks:
            line.unread = at

    def _counts_without_print(self, n: int, figures: Figures) -> bool:
        """Return whether a product counts that is not printed: no other amount is of the price.

        The TPC has the whole price of a line of support in the column of maintenance.
        """
        money, quantity = self.layout.moneys[n], self.layout.quantity
        unit = figures[money.unit] if money.unit is not None else None
        pieces = figures[quantity] if quantity is not None else None
        product = (unit.value if unit else ZERO) * (pieces.value if pieces else 1)
        for at, other in enumerate(self.layout.moneys):
            printed = figures[other.amount] if other.amount is not None and at != n else None
            same = other.unit == money.unit and at != n
            if (same and (at < n or printed)) or (printed and printed.value == product):
                return False
        return True

    def _build_amount(
        self,
        line: SearchRow,
        n: int,
        figures: Figures,
        printed: PrintedFigure | None,
        unit: PrintedFigure | None,
        of: PrintedFigure,
    ) -> Amount:
        layout, money = self.layout, self.layout.moneys[n]
        pieces = figures[layout.quantity] if layout.quantity is not None else None
        scale = Decimal(1 if of.scaled else money.scale)
        amount = Amount(money=n, value=ZERO, half=float(of.half * scale))
        amount.quantity = pieces.value if pieces is not None else ONE
        amount.share = self._discount_share(money, figures)
        if amount.share > 1:
            line.unread, amount.share = money.discount, ZERO
        amount.currency = of.currency or min(
            currencies_in(line.row.at(layout.at("currency")).text), default=""
        )
        amount.unit = unit.value * scale if unit is not None else None
        if unit is not None and (pieces is not None or layout.quantity is None or printed is None):
            amount.computed = self._compute_product(line, money, figures, amount)
        amount.printed = printed.value * scale if printed is not None else None
        amount.value = (amount.computed or ZERO) if amount.printed is None else amount.printed
        if printed is not None and amount.computed is not None:
            slack = self._rounding_slack(printed, unit, amount) * scale
            self._compare_with_product(line, money, amount, slack, scale, bracket=printed.bracket)
        elif amount.computed is not None and pieces is not None:
            line.identity = max(line.identity, 1)
        if money.factors and all(figures[n] is not None for n in money.factors):
            line.identity = 2
        evidence = Evidence(line, money, printed, unit, pieces)
        amount.period, amount.months = self.periods.read(evidence)
        return amount

    def _compute_product(
        self, line: SearchRow, money: Money, figures: Figures, amount: Amount
    ) -> Decimal:
        months = 1 if money.term is None else money.term or self.periods.term(line) or 1
        price = (amount.unit or ZERO) * (1 - amount.share) / self._pieces_per_price(figures)
        return price * amount.quantity * months

    @staticmethod
    def _compare_with_product(
        line: SearchRow,
        money: Money,
        amount: Amount,
        slack: Decimal,
        scale: Decimal,
        *,
        bracket: bool,
    ) -> None:
        """Hold a printed amount against its product."""
        computed, value = amount.computed or ZERO, amount.value
        if money.off_amount:
            amount.value = computed
        elif abs(value - computed) <= slack and value:
            real = amount.quantity not in (0, 1) or money.term is not None
            line.identity = max(line.identity, 2 if real else 1)
            amount.rounded = abs(value - computed) > _CENT * scale or value != computed
        elif bracket and computed > 0 and abs(abs(value) - computed) <= slack:
            line.bracket = True
        elif money.computed:
            amount.value = computed

    def _pieces_per_price(self, figures: Figures) -> Decimal:
        """Return how many pieces a price is for."""
        at = self.layout.at("price_unit")
        own = figures[at] if at is not None else None
        return own.value if own is not None and own.value > 0 else Decimal(self.layout.divisor)

    def _discount_share(self, money: Money, figures: Figures) -> Decimal:
        off = figures[money.discount] if money.discount is not None else None
        if off is None or money.discount is None:
            return ZERO
        number = abs(off.value)
        column = (f for row in self.table.figures if (f := row[money.discount]) is not None)
        alone = number == 1 and self.table.headings[money.discount].percent
        return (
            number / 100
            if off.percent or alone or any(abs(f.value) > 1 for f in column)
            else number
        )

    def _rounding_slack(
        self, printed: PrintedFigure, unit: PrintedFigure | None, amount: Amount
    ) -> Decimal:
        """Return by how much a product may miss a printed amount: what both were rounded by."""
        own = max(_CENT, printed.half * Decimal("1.01"))
        if unit is None or unit.half >= _WHOLE:
            return own
        return own + abs(amount.quantity) * (1 - amount.share) * unit.half / self.layout.divisor
