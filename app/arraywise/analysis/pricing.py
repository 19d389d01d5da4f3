"""What an option costs over 36 months, by the TPC's rules; money is never a float.

Sums are carried unrounded; the total is rounded up to the currency unit and a price for
performance up to the cent (MODEL D2; TPC-H 2.17.3 clause 5.4.4.2, TPC-C 5.11 clause 7.3.2).
"""

from __future__ import annotations

from decimal import ROUND_CEILING, Decimal
from typing import TYPE_CHECKING

from arraywise.domain.pricing import ZERO, DiscountBase, PriceTotal
from arraywise.domain.problems import UserError
from arraywise.domain.units import MONTHS_PRICED, SECONDS_PER_MINUTE

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.domain.pricing import Discount, PriceLine, PriceSheet

CENT = Decimal("0.01")


def extended_price(line: PriceLine) -> Decimal:
    """Return unit price x quantity less the line's discount, unrounded."""
    if line.unit_price is None:
        return ZERO
    return line.unit_price * line.quantity * (1 - line.discount)


def maintenance_price(line: PriceLine) -> Decimal:
    """Return a line's maintenance for 36 months; monthly fees start when the warranty ends."""
    total = line.maintenance or ZERO
    if line.maintenance_per_month is not None:
        months = max(0, MONTHS_PRICED - line.warranty_months)
        total += line.quantity * line.maintenance_per_month * months
    return total


def total_price(sheet: PriceSheet) -> PriceTotal | None:
    """Add up a price sheet; None for a sheet that prices nothing.

    Raises:
        UserError: when discounts take away more than the whole price.
    """
    if not any(_is_priced(line) for line in sheet.lines):
        return None
    purchase = sum((extended_price(line) for line in sheet.lines), ZERO)
    maintenance = sum((maintenance_price(line) for line in sheet.lines), ZERO)
    purchase_off = _discounted(sheet, extended_price, DiscountBase.PRICE)
    maintenance_off = _discounted(sheet, maintenance_price, DiscountBase.MAINTENANCE)
    if purchase_off > purchase or maintenance_off > maintenance:
        sentence = "The discounts of a price sheet add up to more than its price."
        raise UserError(sentence)
    unrounded = purchase - purchase_off + maintenance - maintenance_off
    return PriceTotal(
        currency=sheet.currency,
        purchase=purchase,
        maintenance=maintenance,
        purchase_discount=purchase_off,
        maintenance_discount=maintenance_off,
        unrounded=unrounded,
        total=unrounded.to_integral_value(ROUND_CEILING),
        by_category=_by_category(sheet),
    )


def _is_priced(line: PriceLine) -> bool:
    return not (line.unit_price is line.maintenance is line.maintenance_per_month is None)


def _discounted(
    sheet: PriceSheet, price: Callable[[PriceLine], Decimal], base: DiscountBase
) -> Decimal:
    """Sum up what the sheet's discounts take off one column; each counts on the full column."""
    return sum(
        (
            discount.share * price(line)
            for discount in sheet.discounts
            if discount.base in {base, DiscountBase.BOTH}
            for line in sheet.lines
            if _is_meant(discount, line)
        ),
        ZERO,
    )


def _is_meant(discount: Discount, line: PriceLine) -> bool:
    return discount.source is None or discount.source == line.source


def _by_category(sheet: PriceSheet) -> tuple[tuple[str, Decimal, Decimal], ...]:
    sums: dict[str, tuple[Decimal, Decimal]] = {}
    for line in sheet.lines:
        purchase, maintenance = sums.get(line.category, (ZERO, ZERO))
        sums[line.category] = (
            purchase + extended_price(line),
            maintenance + maintenance_price(line),
        )
    return tuple((name, *both) for name, both in sums.items())


def misprinted_lines(sheet: PriceSheet) -> tuple[PriceLine, ...]:
    """List the lines whose printed extended price is not unit price x quantity.

    The printed figure may be rounded to its own last digit.
    """
    return tuple(line for line in sheet.lines if _is_misprinted(line))


def _is_misprinted(line: PriceLine) -> bool:
    if line.printed_extended is None or line.unit_price is None:
        return False
    exponent = line.printed_extended.as_tuple().exponent
    half = Decimal(5).scaleb((exponent if isinstance(exponent, int) else 0) - 1)
    plain = line.unit_price * line.quantity
    nearest = min(abs(p - line.printed_extended) for p in (plain, extended_price(line)))
    return nearest > half


def price_per_tpm(total: PriceTotal, capacity_tps: float) -> Decimal | None:
    """Return the price per transaction a minute at capacity, up to the cent (MODEL D2)."""
    if capacity_tps <= 0:
        return None
    return _up_to_the_cent(total.unrounded / _decimal(capacity_tps * SECONDS_PER_MINUTE))


def price_per_million_visits(total: PriceTotal, visits_per_month: float) -> Decimal | None:
    """Return the price per million visits served in 36 months, up to the cent (MODEL D2).

    Args:
        total: the 36-month price.
        visits_per_month: visits served: the smaller of those asked for and the capacity.
    """
    if visits_per_month <= 0:
        return None
    visits = _decimal(visits_per_month) * MONTHS_PRICED
    return _up_to_the_cent(total.unrounded * 1_000_000 / visits)


def _decimal(figure: float) -> Decimal:
    """Take a measured figure at 12 digits, so that 101.99999999999999 counts as 102."""
    return Decimal(f"{figure:.12g}")


def _up_to_the_cent(amount: Decimal) -> Decimal:
    return amount.quantize(CENT, ROUND_CEILING)


def relative_difference(price: Decimal, base: Decimal) -> float | None:
    """Return price / base - 1; the base must be named wherever it is shown."""
    return float(price / base - 1) if base else None
