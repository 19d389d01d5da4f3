"""What each line of a price sheet comes to, for a grid that is being typed into."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.analysis.pricing import extended_price, maintenance_price

if TYPE_CHECKING:
    from decimal import Decimal

    from arraywise.domain.pricing import PriceLine, PriceSheet


@dataclass(frozen=True, slots=True)
class PricedLine:
    """A line with its two totals, unrounded."""

    line: PriceLine
    purchase: Decimal
    maintenance: Decimal


def price_lines(sheet: PriceSheet) -> tuple[PricedLine, ...]:
    """Return every line with its extended price and its maintenance for 36 months (MODEL D2)."""
    return tuple(
        PricedLine(line, extended_price(line), maintenance_price(line)) for line in sheet.lines
    )
