"""Discounts: what a stated share is off, and what lines and discounts come to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from math import prod
from typing import TYPE_CHECKING

from arraywise.domain.pricing import ZERO, Discount, DiscountBase
from arraywise.domain.quotes import Period
from arraywise.domain.units import MONTHS_PRICED
from arraywise.importers.prices.cells import plain_words
from arraywise.importers.prices.vocabulary import says

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.domain.pricing import PriceLine
    from arraywise.importers.prices.columns import Layout
    from arraywise.importers.prices.lines import Amount, SearchRow
    from arraywise.importers.prices.states import ReadingStep

_CENT = Decimal("0.0111")
_BASES = {base.value: base for base in DiscountBase} | {
    word: base
    for base, words in (
        (DiscountBase.PRICE, ("preis", "preço")),
        (DiscountBase.MAINTENANCE, ("wartung", "manutenção")),
        (DiscountBase.BOTH, ("beides", "ambos")),
    )
    for word in words
}
_SOURCE = re.compile(
    r"(?:source|quelle|fonte|supplier|lieferant|fornecedor)s?\s*(?:=|:|#|is|ist)?\s*([\w.-]+)",
    re.IGNORECASE,
)


def is_upkeep(amount: Amount, layout: Layout) -> bool:
    """Return whether an amount is maintenance, or anything else that is paid for a time."""
    return layout.moneys[amount.money].care or amount.period is not Period.ONCE


@dataclass(slots=True)
class DiscountFinder:
    """Finds what the stated shares of one table are off."""

    layout: Layout
    lines: Sequence[PriceLine]
    follows: bool = False
    """Another discount stands above: a rate without an amount is off what that leaves."""

    def find(self, step: ReadingStep, share: Decimal) -> Discount | None:
        """Return the discount whose rate gives the printed amounts; None where it gives others."""
        line = step.line
        name = line.description or line.label
        for source, category in self._possible_limits(line):
            off = Discount(name, share, DiscountBase.PRICE, source, line.row.number, category)
            items = [
                other for other in self.lines if _is_taken_off(off, other) and other.row != off.row
            ]
            sums = (sum(map(_purchase_price, items), ZERO), sum(map(_upkeep_price, items), ZERO))
            base = self._find_base(step, (share * sums[0], share * sums[1]))
            if base is not None:
                return Discount(name, share, base, source, line.row.number, category)
        return None

    def _possible_limits(self, line: SearchRow) -> Iterable[tuple[str | None, str | None]]:
        """Give sources and categories that a discount may be limited to, the narrowest first."""
        sources = {made.source for made in self.lines if made.source}
        categories = dict.fromkeys(made.category for made in self.lines if made.category)
        named = _SOURCE.search(line.label[:300])
        stated = (line.row.text_at(self.layout.at("source")), named[1] if named else "")
        source = next((each for each in stated if each in sources), None)
        own = line.row.text_at(self.layout.at("category"))
        if own in categories:
            yield source, own
        elif source is not None:
            yield source, None
        else:
            yield None, None
            words = f" {line.words} "
            yield from ((None, each) for each in categories if f" {plain_words(each)} " in words)

    def _find_base(
        self, step: ReadingStep, shares: tuple[Decimal, Decimal]
    ) -> DiscountBase | None:
        """Return what a discount is off, of which its amounts are the shares of both bases."""
        line = step.line
        stated = _BASES.get(line.row.text_at(self.layout.at("applies_to")).casefold())
        if not line.amounts:
            return stated if stated is not None else self._named_base(line)
        if any(money.computed for money in self.layout.moneys):
            return stated or self._printed_base(line)  # the amounts are of other lines
        fits = self._fitting_bases(step, shares)
        if stated is not None:
            return stated if stated in fits else None
        return next(iter(fits), None)

    def _named_base(self, line: SearchRow) -> DiscountBase:
        care = says("care", line.words)
        price = says("price", line.words) or says("amount", line.words)
        if care != price:
            return DiscountBase.MAINTENANCE if care else DiscountBase.PRICE
        return DiscountBase.TOTAL if self.follows else DiscountBase.BOTH

    def _printed_base(self, line: SearchRow) -> DiscountBase:
        """Return what the amounts of a discount are off by their columns."""
        care = {is_upkeep(amount, self.layout) for amount in line.amounts}
        if len(care) > 1:
            return DiscountBase.BOTH
        return DiscountBase.MAINTENANCE if care.pop() else DiscountBase.PRICE

    def _fitting_bases(
        self, step: ReadingStep, shares: tuple[Decimal, Decimal]
    ) -> list[DiscountBase]:
        """Return the bases that give the printed amounts."""
        amounts, layout = step.line.amounts, self.layout
        price = -sum((a.value * step.sign for a in amounts if not is_upkeep(a, layout)), ZERO)
        care = -sum((a.value * step.sign for a in amounts if is_upkeep(a, layout)), ZERO)
        half = max((half for _, _, half in step.line.figures), default=0.0)
        slack = max(Decimal(str(half)) + Decimal("0.001"), _CENT)
        is_price, is_care = abs(shares[0] - price) <= slack, abs(shares[1] - care) <= slack
        is_sum = abs(sum(shares) - price - care) <= slack and not care
        fits = (
            (DiscountBase.PRICE, is_price and not care),
            (DiscountBase.MAINTENANCE, is_care and not price),
            (DiscountBase.BOTH, (is_price and is_care) or is_sum),
        )
        return [base for base, holds in fits if holds]


def _is_taken_off(off: Discount, line: PriceLine) -> bool:
    return off.source in {None, line.source} and off.category in {None, line.category}


def _purchase_price(line: PriceLine) -> Decimal:
    return (line.unit_price or ZERO) * line.quantity * (1 - line.discount)


def _upkeep_price(line: PriceLine) -> Decimal:
    months = max(0, MONTHS_PRICED - line.warranty_months)
    monthly = (line.maintenance_per_month or ZERO) * line.quantity * months
    return ((line.maintenance or ZERO) + monthly) * (1 - line.maintenance_discount)


def price_of(lines: Sequence[PriceLine], discounts: Sequence[Discount]) -> Decimal:
    """Return the unrounded 36-month price of lines in one currency."""
    total = -sum((off.amount for off in discounts if off.amount is not None), ZERO)
    of_rest = [off.share for off in discounts if off.is_on_remainder]
    discounts = [off for off in discounts if off.amount is None and not off.is_on_remainder]
    for line in lines:
        purchase, upkeep = _purchase_price(line), _upkeep_price(line)
        for off in discounts:
            if _is_taken_off(off, line):
                purchase -= _purchase_price(line) * off.share * off.is_on_purchase
                upkeep -= _upkeep_price(line) * off.share * off.is_on_maintenance
        total += purchase + upkeep
    return total * prod((1 - share for share in of_rest), start=Decimal(1))
