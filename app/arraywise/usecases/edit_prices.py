"""Changes what options cost, and the rates and the scope that all prices share."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.analysis.price_at_demand import parse_quantity
from arraywise.analysis.pricing import find_rate, scale_price_sheet
from arraywise.domain.cells import CellAddress, InputCell
from arraywise.domain.messages import UserError, refuse
from arraywise.store.reading.inputs import read_price_basis, read_price_sheets
from arraywise.store.scenarios import DISCOUNT_RATE, PRICE_SERVERS
from arraywise.store.writing import inputs as writing
from arraywise.store.writing.transaction import transaction
from arraywise.usecases import edit_quotes
from arraywise.usecases.edit_cells import delete_typed_cells
from arraywise.usecases.edit_options import find_option, insert_option, validate_option_name
from arraywise.usecases.workload_profile import read_study
from arraywise.worksheets.fields import QUANTITY_COLUMN, price_sheet_key
from arraywise.worksheets.formula import FormulaError, parse_formula

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.domain.options import Option
    from arraywise.domain.pricing import (
        ExchangeRate,
        PriceBasis,
        PriceSheet,
    )
    from arraywise.domain.quotes import QuoteReading
    from arraywise.store.connection import Cursor
    from arraywise.store.study import Study


def upsert_prices(study: Study, option_name: str, sheet: PriceSheet | None) -> None:
    """Replace an option's price sheet; None removes it. An option not known yet is made.

    Raises:
        UserError: When the name is empty.
    """
    with transaction(study, "prices") as cursor:
        upsert_prices_in_transaction(cursor, study, option_name, sheet)


def upsert_prices_in_transaction(
    cursor: Cursor, study: Study, option_name: str, sheet: PriceSheet | None
) -> Option:
    """As `upsert_prices`, within an action; return the option."""
    name = validate_option_name(option_name)
    option = find_option(study, name) or insert_option(cursor, name)
    sheet = sheet and with_normalised_formulas(sheet)
    writing.replace_price_sheet(cursor, option.id, sheet)
    delete_typed_cells(cursor, study, price_sheet_key(option.id))
    writing.replace_cells(
        cursor, (), tuple(_build_formula_cells(option.id, sheet)) if sheet else ()
    )
    return option


def write_quote_record(
    cursor: Cursor, study: Study, option: str | int, quote: QuoteReading, sha256: str = ""
) -> None:
    """Keep what was found in a quote, within the action that writes its prices (or does not).

    Where the quote counts, its price sheet is the option's. Else the present one stays, and the
    record says why the quote gives no price. An option by its name is made where it is not there.

    Args:
        cursor: of the action.
        study: the study.
        option: its id, such as that of what `upsert_prices_in_transaction` returns, or its name.
        quote: what was read.
        sha256: of the file.
    """
    if isinstance(option, str):
        name = validate_option_name(option)
        option = (find_option(study, name) or insert_option(cursor, name)).id
    if quote.state.gives_price:
        sheet = quote.price_sheet and with_normalised_formulas(quote.price_sheet)
    else:
        sheet = read_price_sheets(study).get(option)
    edit_quotes.replace_quote_record_in_transaction(cursor, option, quote, sha256, sheet)


def with_normalised_formulas(sheet: PriceSheet) -> PriceSheet:
    """Return a sheet whose quantities by the demand are written as typed ones are kept.

    Raises:
        UserError: Where one is nothing that a quantity can be.
    """
    lines = []
    for line in sheet.lines:
        if line.quantity_formula:
            try:
                written = parse_formula(f"={line.quantity_formula}", ".").render()
            except FormulaError as error:
                raise UserError(error.fault.message) from error
            parse_quantity(written.removeprefix("="))
            line = replace(line, quantity_formula=written.removeprefix("="))  # noqa: PLW2901
        lines.append(line)
    return replace(sheet, lines=tuple(lines))


def _build_formula_cells(option_id: int, sheet: PriceSheet) -> Iterable[InputCell]:
    """Give the cells that formulas of the demand stand in, as if they were typed."""
    for row, line in enumerate(sheet.lines):
        if line.quantity_formula:
            address = CellAddress(price_sheet_key(option_id), row, QUANTITY_COLUMN)
            yield InputCell(address, f"={line.quantity_formula}", ".")


def scale_prices(study: Study, option_name: str, total: Decimal) -> None:
    """Scale all amounts of an option's price sheet so that its 36-month price is a total.

    Raises:
        UserError: When there is no such option, it has no price, or the total is not above zero.
    """
    # NumPy waits until it is needed: commands that print help start without it.
    from arraywise.analysis.decision.problem import build_problem
    from arraywise.analysis.prepared import prepare_study

    option = find_option(study, option_name)
    if option is None:
        refuse("There is no option {option}.", option=option_name[:100])
    facts = read_study(study)
    known = build_problem(prepare_study(facts), facts).known
    price = next((k.price for k in known if k.facts.option.id == option.id), None)
    sheet = read_price_sheets(study).get(option.id)
    if price is None or sheet is None or price.unrounded <= 0 or total < 1:
        refuse("{option} has no price that could be scaled.", option=option.name)
    upsert_prices(study, option.name, scale_price_sheet(sheet, price.unrounded, int(total)))


def set_exchange_rate(study: Study, of: str, into: str, rate: Decimal) -> None:
    """Set the newest rate from one currency to another; date and source stay.

    Raises:
        UserError: When there is no such rate yet, or it is not above zero.
    """
    basis = read_price_basis(study)
    known = find_rate(basis, of, into)
    if known is None:
        refuse("There is no exchange rate from {of} to {into}.", of=of, into=into)
    changed = replace(known, rate=rate)
    rates = tuple(changed if each == known else each for each in basis.rates)
    set_price_basis(study, replace(basis, rates=rates))


def set_price_basis(study: Study, basis: PriceBasis) -> None:
    """Set the rates between currencies, whether lines marked as servers count, and the discount.

    Raises:
        UserError: When a rate names no currencies, date or source, or is not above zero, or the
            discount rate is none.
    """
    checked = validate_price_basis(basis)
    with transaction(study, "prices") as cursor:
        write_price_basis(cursor, checked)


def write_price_basis(cursor: Cursor, valid_basis: PriceBasis) -> None:
    """Write terms that were checked, within an action."""
    rate = valid_basis.discount_rate
    writing.replace_exchange_rates(cursor, valid_basis.rates)
    writing.write_setting(cursor, PRICE_SERVERS, "yes" if valid_basis.servers else None)
    writing.write_setting(cursor, DISCOUNT_RATE, None if rate is None else f"{rate:f}")


def validate_price_basis(basis: PriceBasis) -> PriceBasis:
    """Return terms that prices may have; raises UserError as `set_price_basis`."""
    return replace(
        basis,
        rates=tuple(map(validate_exchange_rate, basis.rates)),
        discount_rate=validate_discount_rate(basis.discount_rate),
    )


def with_added_rates(basis: PriceBasis, rates: Sequence[ExchangeRate]) -> PriceBasis:
    """Add rates; one of the same currencies and day takes the place of the one known.

    Raises:
        UserError: As `set_price_basis`.
    """
    rate_by_key = {(r.from_currency, r.to_currency, r.dated): r for r in basis.rates}
    rate_by_key |= {
        (r.from_currency, r.to_currency, r.dated): validate_exchange_rate(r) for r in rates
    }
    return replace(basis, rates=tuple(rate_by_key.values()))


def validate_exchange_rate(rate: ExchangeRate) -> ExchangeRate:
    """Return the rate if it is one: nothing is converted by a rate without date and source.

    Raises:
        UserError: When it is none.
    """
    codes = (rate.from_currency, rate.to_currency)
    if not all(re.fullmatch("[A-Z]{3}", code) for code in codes) or len(set(codes)) == 1:
        refuse("An exchange rate needs two currency codes such as USD and BRL.")
    if not (rate.rate.is_finite() and rate.rate > 0):
        refuse("The rate from {of} to {into} must be above zero.", of=codes[0], into=codes[1])
    if not is_iso_date(rate.dated):
        refuse(
            "The rate from {of} to {into} needs a date such as 2026-11-20.",
            of=codes[0],
            into=codes[1],
        )
    if not rate.source.strip():
        refuse("The rate from {of} to {into} needs a source.", of=codes[0], into=codes[1])
    return rate


HIGHEST_DISCOUNT_RATE = Decimal(1)
"""Per year; what is above it was hardly meant: 8 typed for 8 %."""


def validate_discount_rate(rate: Decimal | None) -> Decimal | None:
    """Return a year's discount rate, as a share; None for none, and for 0: nothing is discounted.

    Raises:
        UserError: When it is below 0 or above 100 %.
    """
    if rate is None or rate == 0:
        return None
    if not (rate.is_finite() and 0 < rate <= HIGHEST_DISCOUNT_RATE):
        refuse(
            "Enter a discount rate from 0 to 100 % a year, or leave it empty for undiscounted"
            " prices."
        )
    return rate


def is_iso_date(text: str) -> bool:
    """Return whether a text is a date as ISO 8601 writes it."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
