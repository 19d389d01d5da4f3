"""Changes what options cost, and the rates and the scope that all prices share."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.messages import UserError, say
from arraywise.store.scenarios import DISCOUNT_RATE, PRICE_SERVERS
from arraywise.store.writing.inputs import replace_price_sheet, replace_rates, write_setting
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.edit_cells import forget_typed
from arraywise.usecases.edit_options import checked_name, make_option, named_option
from arraywise.worksheets.fields import prices_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.pricing import ExchangeRate, PriceBasis, PriceSheet
    from arraywise.store.study import Study
    from arraywise.store.writing.transaction import Cursor


def set_prices(study: Study, option_name: str, sheet: PriceSheet | None) -> None:
    """Give an option this price sheet; None removes it. An option not known yet is made.

    Raises UserError when the name is empty.
    """
    with transaction(study, "prices") as cursor:
        write_prices(cursor, study, option_name, sheet)


def write_prices(cursor: Cursor, study: Study, option_name: str, sheet: PriceSheet | None) -> None:
    """As `set_prices`, within an action."""
    name = checked_name(option_name)
    option = named_option(study, name) or make_option(cursor, name)
    replace_price_sheet(cursor, option.id, sheet)
    forget_typed(cursor, study, prices_key(option.id))


def set_price_basis(study: Study, basis: PriceBasis) -> None:
    """Set the rates between currencies, whether lines marked as servers count, and the discount.

    Raises:
        UserError: When a rate names no currencies, date or source, or is not above zero, or the
            discount rate is none.
    """
    checked = checked_basis(basis)
    with transaction(study, "prices") as cursor:
        write_basis(cursor, checked)


def write_basis(cursor: Cursor, checked: PriceBasis) -> None:
    """Write terms that were checked, within an action."""
    rate = checked.discount_rate
    replace_rates(cursor, checked.rates)
    write_setting(cursor, PRICE_SERVERS, "yes" if checked.servers else None)
    write_setting(cursor, DISCOUNT_RATE, None if rate is None else f"{rate:f}")


def checked_basis(basis: PriceBasis) -> PriceBasis:
    """Return terms that prices may have; raises UserError as `set_price_basis`."""
    return replace(
        basis,
        rates=tuple(map(checked_rate, basis.rates)),
        discount_rate=checked_discount_rate(basis.discount_rate),
    )


def with_rates(basis: PriceBasis, rates: Sequence[ExchangeRate]) -> PriceBasis:
    """Add rates; one of the same currencies and day takes the place of the one known.

    Raises UserError as `set_price_basis`.
    """
    known = {(r.from_currency, r.to_currency, r.dated): r for r in basis.rates}
    known |= {(r.from_currency, r.to_currency, r.dated): checked_rate(r) for r in rates}
    return replace(basis, rates=tuple(known.values()))


def checked_rate(rate: ExchangeRate) -> ExchangeRate:
    """Return the rate if it is one: nothing is converted by a rate without date and source.

    Raises UserError when it is none.
    """
    codes = (rate.from_currency, rate.to_currency)
    if not all(re.fullmatch("[A-Z]{3}", code) for code in codes) or len(set(codes)) == 1:
        message = say(
            "A rate is from one currency to another; name both by codes such as USD and BRL."
        )
        raise UserError(message)
    if not (rate.rate.is_finite() and rate.rate > 0):
        message = say(
            "A rate from {of} to {into} is a number above zero.", of=codes[0], into=codes[1]
        )
        raise UserError(message)
    if not is_date(rate.dated):
        message = say(
            "The rate from {of} to {into} needs its date, such as 2026-11-20.",
            of=codes[0],
            into=codes[1],
        )
        raise UserError(message)
    if not rate.source.strip():
        message = say(
            "The rate from {of} to {into} needs its source: who says so?",
            of=codes[0],
            into=codes[1],
        )
        raise UserError(message)
    return rate


HIGHEST_DISCOUNT_RATE = Decimal(1)
"""A year's; what stands above it was hardly meant: 8 typed for 8 %."""


def checked_discount_rate(rate: Decimal | None) -> Decimal | None:
    """Return a year's discount rate, as a share; None for none, and for 0: nothing is discounted.

    Raises UserError when it is below 0 or above 100 %.
    """
    if rate is None or rate == 0:
        return None
    if not (rate.is_finite() and 0 < rate <= HIGHEST_DISCOUNT_RATE):
        message = say(
            "The discount rate is a percentage a year from 0 to 100, such as 8; leave it empty for"
            " undiscounted prices."
        )
        raise UserError(message)
    return rate


def is_date(text: str) -> bool:
    """Say whether a text is a date as ISO 8601 writes it."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
