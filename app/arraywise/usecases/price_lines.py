"""What each line of a price sheet comes to, for a grid that is being typed into."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.analysis.exchange import MissingRate, missing_rates
from arraywise.analysis.pricing import (
    CountedLine,
    charged_quantity,
    count_line,
    discounted,
    is_priced,
    printed_amount,
    relative_difference,
    spares_within,
)
from arraywise.domain.pricing import PLAIN_BASIS, ZERO, Spares

if TYPE_CHECKING:
    from collections.abc import Iterable
    from decimal import Decimal

    from arraywise.domain.facts import StudyFacts
    from arraywise.domain.pricing import ExchangeRate, PriceBasis, PriceLine, PriceSheet


@dataclass(frozen=True, slots=True)
class PricedLine:
    """A line with its two totals in the currency of its sheet, unrounded."""

    line: PriceLine
    purchase: Decimal
    maintenance: Decimal
    quantity: Decimal
    """What is charged for: the quantity with the spares that are added to it."""
    rate: ExchangeRate | None = None
    """By which a line in another currency than its sheet was converted."""
    left_out: bool = False
    """A server that does not count: both totals are 0."""
    rate_missing: bool = False
    """The line is in another currency and no rate is known: it has no totals, 0 stands here."""

    @property
    def printed(self) -> tuple[Decimal, Decimal]:
        """Both totals as a line prints them, to the cent, half up; sums take the unrounded."""
        return printed_amount(self.purchase), printed_amount(self.maintenance)

    @property
    def spares(self) -> Decimal:
        """How many of what is charged for are spares in place of maintenance."""
        if self.line.spares is Spares.NONE:
            return ZERO
        return spares_within(self.quantity)


def price_lines(sheet: PriceSheet, basis: PriceBasis = PLAIN_BASIS) -> tuple[PricedLine, ...]:
    """Return every line with its extended price and its maintenance for 36 months (MODEL D2)."""
    return tuple(_price_line(line, sheet, basis) for line in sheet.lines)


def _price_line(line: PriceLine, sheet: PriceSheet, basis: PriceBasis) -> PricedLine:
    quantity = charged_quantity(line)
    try:
        counted = count_line(line, sheet, basis)
    except MissingRate:
        return PricedLine(line, ZERO, ZERO, quantity, rate_missing=True)
    return PricedLine(
        line, counted.purchase, counted.maintenance, quantity, counted.rate, counted.left_out
    )


def lacks_rates(sheet: PriceSheet, facts: StudyFacts) -> tuple[tuple[str, str], ...]:
    """Return the rates, from and to, that a sheet's total in the study's currency waits for."""
    if not any(is_priced(line) for line in sheet.lines):
        return ()
    return missing_rates(sheet, facts.price_basis, facts.currency)


def price_discounts(
    sheet: PriceSheet, priced: Iterable[PricedLine]
) -> tuple[tuple[Decimal, Decimal], ...]:
    """Return what each discount of a sheet takes off purchase and maintenance, both at least 0."""
    counted = tuple(CountedLine(p.line, p.purchase, p.maintenance) for p in priced)
    return tuple(discounted(discount, counted) for discount in sheet.discounts)


@dataclass(frozen=True, slots=True)
class PriceGap:
    """How far two prices are apart, said both ways; each share names its base."""

    dearer_by: float
    """Share of the lower price: the dearer is so much dearer than the cheaper."""
    cheaper_by: float
    """Share of the higher price: the cheaper is so much cheaper than the dearer."""


def price_gap(higher: Decimal, lower: Decimal) -> PriceGap | None:
    """Return both percentages of MODEL D2; None where the lower price is no base."""
    dearer = relative_difference(higher, lower)
    cheaper = relative_difference(lower, higher)
    if dearer is None or cheaper is None:
        return None
    return PriceGap(dearer, -cheaper)
