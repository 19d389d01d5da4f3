"""36-month price by TPC rules, exchange rates, net present value, totals of lines and discounts.

Purchase, one-off services and maintenance that is quoted for the 36 months as a whole are paid at
month 0 and count in full. Monthly maintenance is paid at the end of each month t after the
warranty, t = w + 1 .. 36, and is divided by (1 + r)^(t / 12), r being the rate of a year.

Sums are carried unrounded; the total is rounded up to the currency unit and a price for
performance up to the cent (MODEL D2; TPC-H 2.17.3 clause 5.4.4.2, TPC-C 5.11 clause 7.3.2). With
a discount rate the maintenance, and so the total, is a net present value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_HALF_UP, Context, Decimal, localcontext
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from arraywise.domain.capacity import TB
from arraywise.domain.messages import UserError, message
from arraywise.domain.price_scope import SUPPORT, scope_item_key
from arraywise.domain.pricing import PLAIN_BASIS, ZERO, DiscountBase, PriceTotal, Spares
from arraywise.domain.units import MONTHS_PRICED, SECONDS_PER_MINUTE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arraywise.domain.pricing import Discount, ExchangeRate, PriceBasis, PriceLine, PriceSheet
    from arraywise.domain.study import StudyFacts

EXACT = Context(prec=100)
"""Digits enough that no sum or product of prices, quantities, shares and rates is rounded, and
that rounding a ratio up does not start from a rounded figure."""
_SETTLED = Context(prec=80)
"""Digits of a sum of present values that the rounding of their powers leaves untouched."""


class MissingRateError(UserError):
    """Two currencies meet and no dated rate is known."""


def find_rate(basis: PriceBasis, of: str, into: str) -> ExchangeRate | None:
    """Return the newest rate from one currency to another; never one turned round.

    A rate the other way is another quote (bid and ask), and its inverse is no exact decimal.
    """
    known = [r for r in basis.rates if (r.from_currency, r.to_currency) == (of, into)]
    return max(known, key=lambda rate: rate.dated, default=None)


def require_rate(basis: PriceBasis, of: str, into: str) -> ExchangeRate:
    """Return the newest rate. Raises `MissingRateError` where there is none."""
    result = find_rate(basis, of, into)
    if result is None:
        text = "No exchange rate from {of} to {into}. Enter it with its date and source."
        raise MissingRateError(message(text, of=of, into=into))
    return result


def missing_rates(sheet: PriceSheet, basis: PriceBasis, into: str) -> tuple[tuple[str, str], ...]:
    """List the rates that a sheet's total in a currency needs and the study does not have."""
    counted = [line for line in sheet.lines if is_line_in_prices(line, basis)]
    wanted = [(line.currency or sheet.currency, sheet.currency) for line in counted]
    pairs = dict.fromkeys([*wanted, (sheet.currency, into)])
    return tuple(pair for pair in pairs if pair[0] != pair[1] and not find_rate(basis, *pair))


def round_off_power_digits(amount: Decimal, basis: PriceBasis) -> Decimal:
    """Return an amount without the last digits of powers, which would lift a whole one by a unit.

    An undiscounted amount is exact and stays as it is.
    """
    return amount if basis.discount_rate is None else _SETTLED.plus(amount)


def convert_total(total: PriceTotal, basis: PriceBasis, into: str) -> PriceTotal:
    """Return a total in another currency, rounded up to its unit only then.

    Raises:
        MissingRate: Where there is none.
    """
    if total.currency == into:
        return total
    used = require_rate(basis, total.currency, into)
    rate = used.rate
    with localcontext(EXACT):
        unrounded = round_off_power_digits(total.unrounded * rate, basis)
        return replace(
            total,
            currency=into,
            purchase=total.purchase * rate,
            maintenance=total.maintenance * rate,
            purchase_discount=total.purchase_discount * rate,
            maintenance_discount=total.maintenance_discount * rate,
            unrounded=unrounded,
            total=unrounded.to_integral_value(ROUND_CEILING),
            by_category=tuple((n, p * rate, m * rate) for n, p, m in total.by_category),
            services=total.services * rate,
            rates=(*total.rates, used),
        )


MONTHS_A_YEAR = 12


@lru_cache(maxsize=1024)
def monthly_fee_value_factor(warranty_months: int, discount_rate: Decimal | None) -> Decimal:
    """Return what 1 a month from the end of the warranty to month 36 is worth at month 0.

    By a discount rate of a year, as a share; without one the plain number of months.
    """
    with localcontext(EXACT):
        return sum(month_factors(discount_rate)[warranty_months:], ZERO)


@lru_cache(maxsize=64)
def month_factors(discount_rate: Decimal | None) -> tuple[Decimal, ...]:
    """Return what 1 at the end of each of the months 1 to 36 is worth at month 0."""
    if discount_rate is None:
        return (Decimal(1),) * MONTHS_PRICED
    with localcontext(EXACT):
        grown = 1 + discount_rate
        return tuple(
            1 / grown ** (Decimal(month) / MONTHS_A_YEAR) for month in range(1, MONTHS_PRICED + 1)
        )


CENT = Decimal("0.01")
SPARE_SHARE, LEAST_SPARES = Decimal("0.1"), 2
"""Spares in place of on-site maintenance (TPC-DS 2.10.0, appendix E, note 1)."""
_SERVER = re.compile(r"\b(?:servers?|servidor(?:es)?)\b", re.IGNORECASE)
_SERVER_GROUP = re.compile(r"\s*(?:server|servidor(?:es)?)(?: hardware)?\s*", re.IGNORECASE)
_IN_A_SERVER = re.compile(
    r"\b(?:HBAs?|NICs?|CNAs?|adapters?|adaptador\w*|flash|cache|cables?|switch\w*|disks?"
    r"|drives?|controllers?|licen[cs]es?|software)\b",
    re.IGNORECASE,
)


def spares_on_top(quantity: Decimal) -> Decimal:
    """Return the spares of a quantity in use: 10 % of it, rounded up, and at least 2."""
    if quantity <= 0:
        return ZERO
    share = (quantity * SPARE_SHARE).to_integral_value(ROUND_CEILING)
    return max(Decimal(LEAST_SPARES), share)


def spares_within(quantity: Decimal) -> Decimal:
    """Return how many of a quantity are its spares; 0 where there is no room for two.

    The largest number in use that leaves its own spares counts: 33 are 30 and 3 spares.
    """
    used = (quantity * 10 / 11).to_integral_value(ROUND_CEILING)
    while used > 0 and used + spares_on_top(used) > quantity:
        used -= 1
    return quantity - used if used > 0 else ZERO


MORE_THAN_ALL = "Discounts and credits exceed the price of the sheet."


class NegativePriceError(UserError):
    """A price sheet that amounts to less than nothing."""


def quantity_with_spares(line: PriceLine) -> Decimal:
    """Return what is bought: the quantity with the spares that come on top of it."""
    added = line.spares is Spares.ADDED
    return line.quantity + spares_on_top(line.quantity) if added else line.quantity


def extended_price(line: PriceLine) -> Decimal:
    """Return unit price x quantity less the line's discount, unrounded, in the line's currency."""
    if line.unit_price is None:
        return ZERO
    with localcontext(EXACT):
        return line.unit_price * quantity_with_spares(line) * (1 - line.discount)


def maintenance_price(line: PriceLine, discount_rate: Decimal | None = None) -> Decimal:
    """Return a line's maintenance for 36 months less its discount, in the line's currency.

    Monthly fees start when the warranty ends; spares on the shelf cost none. With a rate of a
    year the fees are taken at their present value.
    """
    with localcontext(EXACT):
        total = line.maintenance or ZERO
        if line.maintenance_per_month is not None:
            total += line.maintenance_per_month * _discounted_unit_months(line, discount_rate)
        return total * (1 - line.maintenance_discount)


def _discounted_unit_months(line: PriceLine, discount_rate: Decimal | None) -> Decimal:
    """Return for how many units and months a fee is paid, or what 1 for each is worth.

    A quantity that follows the demand counts month by month (MODEL F3).
    """
    if not line.monthly:
        return line.quantity * monthly_fee_value_factor(line.warranty_months, discount_rate)
    factors = month_factors(discount_rate)[line.warranty_months :]
    pairs = zip(line.monthly[line.warranty_months :], factors, strict=True)
    return sum((quantity * factor for quantity, factor in pairs), ZERO)


def round_half_up_to_cent(amount: Decimal) -> Decimal:
    """Round an amount as a line prints it: to the cent, half up; sums carry the unrounded one."""
    return amount.quantize(CENT, ROUND_HALF_UP, EXACT)


@dataclass(frozen=True, slots=True)
class TotalledLine:
    """A line with its two totals in the currency of its sheet, unrounded."""

    line: PriceLine
    purchase: Decimal
    maintenance: Decimal
    rate: ExchangeRate | None = None
    """By which a line in another currency than its sheet was converted."""
    left_out: bool = False
    """A server that does not count: both totals are 0."""
    rate_missing: bool = False
    """The line is in another currency and no rate is known: it has no totals, 0 stands here."""

    @property
    def printed(self) -> tuple[Decimal, Decimal]:
        """Both totals as a line prints them, to the cent, half up; sums take the unrounded."""
        return round_half_up_to_cent(self.purchase), round_half_up_to_cent(self.maintenance)

    @property
    def quantity(self) -> Decimal:
        """What is charged for: the quantity with the spares that are added to it."""
        return quantity_with_spares(self.line)

    @property
    def spares(self) -> Decimal:
        """How many of what is charged for are spares in place of maintenance."""
        return ZERO if self.line.spares is Spares.NONE else spares_within(self.quantity)


def is_line_in_prices(line: PriceLine, basis: PriceBasis) -> bool:
    """Return whether a line is in prices: servers and items that are left out for all are not."""
    if line.is_server and not basis.servers:
        return False
    return not basis.left_out or scope_item_key(line) not in basis.left_out


def total_line(line: PriceLine, sheet: PriceSheet, basis: PriceBasis) -> TotalledLine:
    """Return what a line adds to its sheet. Raises `MissingRateError` where that lacks."""
    if not is_line_in_prices(line, basis):
        return TotalledLine(line, ZERO, ZERO, left_out=True)
    purchase, maintenance = extended_price(line), maintenance_price(line, basis.discount_rate)
    if SUPPORT in basis.left_out and line.unit_price is not None:
        maintenance = ZERO
    if line.currency in {"", sheet.currency}:
        return TotalledLine(line, purchase, maintenance)
    used = require_rate(basis, line.currency, sheet.currency)
    with localcontext(EXACT):
        return TotalledLine(line, purchase * used.rate, maintenance * used.rate, used)


def total_price(
    sheet: PriceSheet, basis: PriceBasis = PLAIN_BASIS, currency: str | None = None
) -> PriceTotal | None:
    """Add up a price sheet, in its own currency unless another one is asked for.

    None for one that prices nothing or holds what cannot be read.

    Raises:
        MoreThanAll: when discounts and credits take away more than the whole price.
        MissingRate: when a rate is missing.
    """
    if sheet.unparsed:
        return None
    if not any(has_any_price(line) for line in sheet.lines):
        return None
    wanted = currency or sheet.currency
    total = convert_total(_total_sheet(sheet, basis), basis, wanted)
    if basis.discount_rate is None:
        return total
    plain = replace(basis, discount_rate=None)
    undiscounted = convert_total(_total_sheet(sheet, plain), plain, wanted)
    return replace(total, discount_rate=basis.discount_rate, undiscounted=undiscounted)


def _total_sheet(sheet: PriceSheet, basis: PriceBasis) -> PriceTotal:
    counted = tuple(total_line(line, sheet, basis) for line in sheet.lines)
    with localcontext(EXACT):
        return _total_counted_lines(sheet, counted, basis)


def _total_counted_lines(
    sheet: PriceSheet, counted: tuple[TotalledLine, ...], basis: PriceBasis
) -> PriceTotal:
    purchase = sum((each.purchase for each in counted), ZERO)
    maintenance = sum((each.maintenance for each in counted), ZERO)
    off = price_discounts(sheet, counted)
    purchase_off = sum((amount for amount, _ in off), ZERO)
    maintenance_off = sum((amount for _, amount in off), ZERO)
    if purchase_off > purchase or maintenance_off > maintenance:
        raise NegativePriceError(MORE_THAN_ALL)
    unrounded = round_off_power_digits(
        purchase - purchase_off + maintenance - maintenance_off, basis
    )
    return PriceTotal(
        currency=sheet.currency,
        purchase=purchase,
        maintenance=maintenance,
        purchase_discount=purchase_off,
        maintenance_discount=maintenance_off,
        unrounded=unrounded,
        total=unrounded.to_integral_value(ROUND_CEILING),
        by_category=_subtotals_by_category(counted),
        services=sum((each.purchase for each in counted if each.line.one_off_service), ZERO),
        rates=tuple(dict.fromkeys(each.rate for each in counted if each.rate is not None)),
        left_out=tuple(each.line for each in counted if each.left_out),
        storage_only=not any(is_server_line(each.line) and not each.left_out for each in counted),
    )


def cash_spent(
    sheet: PriceSheet, basis: PriceBasis, currency: str, months: int
) -> tuple[Decimal, ...] | None:
    """Return what has been paid by the end of each month from 0 on, undiscounted (MODEL F2).

    What is paid once, and maintenance that is quoted as a whole, is paid at month 0; monthly fees
    are paid from the end of their warranty on, and go on after the months that are priced. Fees
    that follow the demand are known for the months that are priced and end there. Raises as
    `total_price`.
    """
    plain = replace(basis, discount_rate=None)
    total = total_price(sheet, plain, currency)
    if total is None:
        return None
    follows_demand = any(line.monthly for line in sheet.lines)
    with localcontext(EXACT):
        fees = _monthly_fees(sheet, plain, currency, 0 if follows_demand else months)
        once = total.unrounded - sum(fees[:MONTHS_PRICED], ZERO)
        shown = fees if follows_demand else fees[:months]
        return tuple(accumulate(shown, initial=once))


def _monthly_fees(
    sheet: PriceSheet, basis: PriceBasis, currency: str, months: int
) -> list[Decimal]:
    """Return the fees that are paid in each month from 1 on; between changes they stay."""
    changes = {1, *(line.warranty_months + 1 for line in sheet.lines)}
    follows_demand = any(line.monthly for line in sheet.lines)
    fees: list[Decimal] = []
    for month in range(1, max(months, MONTHS_PRICED) + 1):
        changed = follows_demand or month in changes
        fees.append(_fees_of_month(sheet, month, basis, currency) if changed else fees[-1])
    return fees


def _fees_of_month(sheet: PriceSheet, month: int, basis: PriceBasis, currency: str) -> Decimal:
    """Return the fees that are paid in a month, less all discounts."""
    lines = [
        replace(
            line,
            quantity=line.monthly[month - 1] if line.monthly else line.quantity,
            monthly=(),
            unit_price=None,
            maintenance=None,
            warranty_months=MONTHS_PRICED - 1,
        )
        for line in sheet.lines
        if line.warranty_months < month
    ]
    counted = tuple(total_line(line, sheet, basis) for line in lines)
    fee = sum((each.maintenance for each in counted), ZERO)
    shares = replace(sheet, discounts=tuple(d for d in sheet.discounts if d.amount is None))
    fee -= sum((off for _, off in price_discounts(shares, counted)), ZERO)
    if currency == sheet.currency:
        return fee
    return fee * require_rate(basis, sheet.currency, currency).rate


def has_any_price(line: PriceLine) -> bool:
    """Return whether a line has any price at all."""
    return not (line.unit_price is line.maintenance is line.maintenance_per_month is None)


def is_server_line(line: PriceLine) -> bool:
    """Return whether a line is a server: marked so, or named so and no part for one."""
    if line.is_server:
        return True
    if not has_any_price(line) or _IN_A_SERVER.search(line.description):
        return False
    return bool(_SERVER.search(line.description) or _SERVER_GROUP.fullmatch(line.category))


_HALF = Decimal("0.5")
_FACTOR_DIGITS = Context(prec=28)


def scale_price_sheet(sheet: PriceSheet, present: Decimal, total: int) -> PriceSheet:
    """Return a sheet whose amounts all grow alike, so that its total is another one.

    Args:
        sheet: as it is.
        present: its total, unrounded.
        total: the one wanted, in whole units of the currency: what is half a unit less is
            rounded up to it.
    """
    factor = _FACTOR_DIGITS.divide(total - _HALF, present)

    def scale(amount: Decimal | None) -> Decimal | None:
        return None if amount is None else EXACT.multiply(amount, factor)

    lines = tuple(
        replace(
            line,
            unit_price=scale(line.unit_price),
            maintenance=scale(line.maintenance),
            maintenance_per_month=scale(line.maintenance_per_month),
            printed_extended=None,
        )
        for line in sheet.lines
    )
    discounts = tuple(replace(each, amount=scale(each.amount)) for each in sheet.discounts)
    return replace(sheet, lines=lines, discounts=discounts)


def price_discounts(
    sheet: PriceSheet, priced: Iterable[TotalledLine]
) -> tuple[tuple[Decimal, Decimal], ...]:
    """Return what each discount of a sheet takes off purchase and maintenance, both at least 0.

    Each takes off the full column; those on the total take off what is left then.
    """
    counted = tuple(priced)
    result: dict[int, tuple[Decimal, Decimal]] = {}
    places = sorted(range(len(sheet.discounts)), key=lambda i: sheet.discounts[i].is_on_remainder)
    with localcontext(EXACT):
        whole = _column_sums(counted)
        for i in places:
            discount = sheet.discounts[i]
            if discount.is_on_remainder:
                off = tuple(result.values())
                left = [
                    max(ZERO, column - sum((each[at] for each in off), ZERO))
                    for at, column in enumerate(whole)
                ]
                result[i] = discount.share * left[0], discount.share * left[1]
            else:
                meant = _column_sums([x for x in counted if _applies_to_line(discount, x.line)])
                result[i] = _amounts_off(discount, *meant)
    return tuple(result[i] for i in range(len(sheet.discounts)))


def _column_sums(counted: Iterable[TotalledLine]) -> tuple[Decimal, Decimal]:
    lines = tuple(counted)
    return (
        sum((each.purchase for each in lines), ZERO),
        sum((each.maintenance for each in lines), ZERO),
    )


def _amounts_off(
    discount: Discount, purchase: Decimal, maintenance: Decimal
) -> tuple[Decimal, Decimal]:
    """Return what a discount takes off the two columns of the lines that it is on.

    An amount on both is taken off the purchase, and off the maintenance as far as it exceeds it.
    """
    if discount.amount is None:
        purchase, maintenance = discount.share * purchase, discount.share * maintenance
    elif discount.base is DiscountBase.PRICE:
        purchase = discount.amount
    elif discount.base is DiscountBase.MAINTENANCE:
        maintenance = discount.amount
    else:
        purchase = min(discount.amount, max(purchase, ZERO))
        maintenance = discount.amount - purchase
    return (
        purchase if discount.is_on_purchase else ZERO,
        maintenance if discount.is_on_maintenance else ZERO,
    )


def total_discount_share(line: PriceLine, sheet: PriceSheet) -> Decimal:
    """Return which share of a line's list price its own and the sheet's shares take off."""
    return 1 - (1 - line.discount) * (1 - discount_shares_by_column(line, sheet)[0])


def discount_shares_by_column(line: PriceLine, sheet: PriceSheet) -> tuple[Decimal, Decimal]:
    """Return which share of a line's price and of its maintenance the sheet's shares take off.

    Amounts are none: they do not change with the line.
    """
    shares = [each for each in sheet.discounts if each.amount is None]
    meant = [d for d in shares if not d.is_on_remainder and _applies_to_line(d, line)]
    left = factor_of_total_discounts(sheet)
    price = sum((d.share for d in meant if d.is_on_purchase), ZERO)
    maintenance = sum((d.share for d in meant if d.is_on_maintenance), ZERO)
    return 1 - (1 - price) * left, 1 - (1 - maintenance) * left


def factor_of_total_discounts(sheet: PriceSheet) -> Decimal:
    """Return what the discounts on the total leave of what the others leave, as a share."""
    factor = Decimal(1)
    for discount in sheet.discounts:
        if discount.is_on_remainder:
            factor = EXACT.multiply(factor, 1 - discount.share)
    return factor


def _applies_to_line(discount: Discount, line: PriceLine) -> bool:
    return discount.source in {None, line.source} and discount.category in {None, line.category}


def _subtotals_by_category(
    counted: tuple[TotalledLine, ...],
) -> tuple[tuple[str, Decimal, Decimal], ...]:
    sums: dict[str, tuple[Decimal, Decimal]] = {}
    for each in counted:
        purchase, maintenance = sums.get(each.line.category, (ZERO, ZERO))
        sums[each.line.category] = (purchase + each.purchase, maintenance + each.maintenance)
    return tuple((name, *both) for name, both in sums.items())


def misprinted_lines(sheet: PriceSheet) -> tuple[PriceLine, ...]:
    """List the lines whose printed extended price is not unit price x quantity.

    The printed figure may be rounded to its own last digit.
    """
    return tuple(filter(_is_misprinted, sheet.lines))


def _is_misprinted(line: PriceLine) -> bool:
    if line.printed_extended is None or line.unit_price is None:
        return False
    exponent = line.printed_extended.as_tuple().exponent
    half = Decimal(5).scaleb((exponent if isinstance(exponent, int) else 0) - 1)
    plain = line.unit_price * line.quantity
    nearest = min(abs(p - line.printed_extended) for p in (plain, extended_price(line)))
    return nearest > half


def price_per_tpm(
    total: PriceTotal, capacity_tps: float, *, three_digits: bool = False
) -> Decimal | None:
    """Return the price per transaction a minute at capacity, up to the cent (MODEL D2).

    With `three_digits` up to three significant digits instead, as TPC-C and TPC-E have it.
    """
    if capacity_tps <= 0:
        return None
    ratio = EXACT.divide(total.unrounded, _measured_to_decimal(capacity_tps * SECONDS_PER_MINUTE))
    return round_up_to_three_digits(ratio) if three_digits else round_up_to_cent(ratio)


def price_per_usable_tb(total: PriceTotal, held_bytes: float) -> Decimal | None:
    """Return the price of a usable TB, up to the cent (MODEL F1); None where nothing is held."""
    if held_bytes <= 0:
        return None
    return round_up_to_cent(EXACT.divide(total.unrounded, _measured_to_decimal(held_bytes / TB)))


def price_per_million_visits(total: PriceTotal, visits_per_month: float) -> Decimal | None:
    """Return the price per million visits served in 36 months, up to the cent (MODEL D2)."""
    if visits_per_month <= 0:
        return None
    visits = _measured_to_decimal(visits_per_month) * MONTHS_PRICED
    return round_up_to_cent(EXACT.divide(total.unrounded * 1_000_000, visits))


def _measured_to_decimal(figure: float) -> Decimal:
    """Take a measured figure at 12 digits, so that 101.99999999999999 counts as 102."""
    return Decimal(f"{figure:.12g}")


def round_up_to_cent(amount: Decimal) -> Decimal:
    """Round up to the highest cent (TPC-H 2.17.3, clause 5.4.4.2: 12.123 is 12.13)."""
    return amount.quantize(CENT, ROUND_CEILING, EXACT)


def round_up_to_three_digits(amount: Decimal) -> Decimal:
    """Round up to three significant digits (TPC-C 5.11, clause 7.3.2: 54613.5 is 54700)."""
    if amount <= 0:
        return amount
    digit = Decimal(1).scaleb(amount.adjusted() - 2)
    return (amount / digit).to_integral_value(ROUND_CEILING) * digit


def relative_difference(price: Decimal, base: Decimal) -> float | None:
    """Return price / base - 1; the base must be named wherever it is shown."""
    return float(price / base - 1) if base else None


def total_each_line(
    sheet: PriceSheet, basis: PriceBasis = PLAIN_BASIS
) -> tuple[TotalledLine, ...]:
    """Return every line with its extended price and its maintenance for 36 months (MODEL D2)."""
    return tuple(_total_any_line(line, sheet, basis) for line in sheet.lines)


def _total_any_line(line: PriceLine, sheet: PriceSheet, basis: PriceBasis) -> TotalledLine:
    try:
        return total_line(line, sheet, basis)
    except MissingRateError:
        return TotalledLine(line, ZERO, ZERO, rate_missing=True)


def missing_rates_for_study(sheet: PriceSheet, facts: StudyFacts) -> tuple[tuple[str, str], ...]:
    """Return the rates, from and to, that a sheet's total in the study's currency waits for."""
    if not any(has_any_price(line) for line in sheet.lines):
        return ()
    return missing_rates(sheet, facts.price_basis, facts.currency)


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
