"""Dated rates between currencies; without one, prices of two currencies are never added up."""

from __future__ import annotations

from dataclasses import replace
from decimal import ROUND_CEILING, Context, localcontext
from typing import TYPE_CHECKING

from arraywise.domain.problems import UserError
from arraywise.domain.said import say

if TYPE_CHECKING:
    from decimal import Decimal

    from arraywise.domain.pricing import ExchangeRate, PriceBasis, PriceSheet, PriceTotal

EXACT = Context(prec=100)
"""Digits enough that no sum or product of prices, quantities, shares and rates is rounded."""
_SETTLED = Context(prec=80)
"""Digits of a sum of present values that the rounding of their powers leaves untouched."""


class MissingRate(UserError):  # noqa: N818 - says what is missing
    """Two currencies meet and no dated rate is known."""


def find_rate(basis: PriceBasis, of: str, into: str) -> ExchangeRate | None:
    """Return the newest rate from one currency to another; never one turned round.

    A rate the other way is another quote (bid and ask), and its inverse is no exact decimal.
    """
    known = [r for r in basis.rates if (r.from_currency, r.to_currency) == (of, into)]
    return max(known, key=lambda rate: rate.dated, default=None)


def needed_rate(basis: PriceBasis, of: str, into: str) -> ExchangeRate:
    """Return the newest rate.

    Raises:
        MissingRate: when there is none.
    """
    found = find_rate(basis, of, into)
    if found is None:
        sentence = say(
            "No rate from {of} to {into} is known: enter what one {of} is in {into}, with "
            "its date and source.",
            of=of,
            into=into,
        )
        raise MissingRate(sentence)
    return found


def missing_rates(sheet: PriceSheet, basis: PriceBasis, into: str) -> tuple[tuple[str, str], ...]:
    """List the rates that a sheet's total in a currency needs and the study does not have."""
    counted = [line for line in sheet.lines if basis.servers or not line.is_server]
    wanted = [(line.currency or sheet.currency, sheet.currency) for line in counted]
    wanted.append((sheet.currency, into))
    return tuple(
        dict.fromkeys(
            pair for pair in wanted if pair[0] != pair[1] and not find_rate(basis, *pair)
        )
    )


def settled(amount: Decimal, basis: PriceBasis) -> Decimal:
    """Return an amount without the last digits of powers, which would lift a whole one by a unit.

    An undiscounted amount is exact and stays as it is.
    """
    return amount if basis.discount_rate is None else _SETTLED.plus(amount)


def converted(total: PriceTotal, basis: PriceBasis, into: str) -> PriceTotal:
    """Return a total in another currency, rounded up to its unit only then.

    Raises:
        MissingRate: when there is no rate.
    """
    if total.currency == into:
        return total
    used = needed_rate(basis, total.currency, into)
    with localcontext(EXACT):

        def in_new(amount: Decimal) -> Decimal:
            return amount * used.rate

        unrounded = settled(in_new(total.unrounded), basis)
        return replace(
            total,
            currency=into,
            purchase=in_new(total.purchase),
            maintenance=in_new(total.maintenance),
            purchase_discount=in_new(total.purchase_discount),
            maintenance_discount=in_new(total.maintenance_discount),
            unrounded=unrounded,
            total=unrounded.to_integral_value(ROUND_CEILING),
            by_category=tuple((n, in_new(p), in_new(m)) for n, p, m in total.by_category),
            services=in_new(total.services),
            rates=(*total.rates, used),
        )
