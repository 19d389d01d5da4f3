"""Reads a price sheet file into an option."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arraywise.analysis.pricing import total_price
from arraywise.domain.problems import UserError
from arraywise.importers import prices
from arraywise.store.reading.overview import study_info
from arraywise.usecases.edit_prices import set_prices

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.domain.pricing import PriceSheet, PriceTotal
    from arraywise.domain.problems import Problem
    from arraywise.store.study import Study

LARGEST_SHEET_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class PriceOutcome:
    """The option's new price, and what was worth remarking on the sheet."""

    total: PriceTotal
    problems: tuple[Problem, ...]


def read_price_sheet(study: Study, option_name: str, path: Path) -> PriceOutcome:
    """Give an option the prices of a .csv or .xlsx file. An option not known yet is made.

    Raises:
        UserError: When the file cannot be read, holds no prices, or is in another currency
            than the study; the prices in the study stay as they are then.
    """
    reading = prices.read_price_sheet(path.name, _read_bytes(path))
    if reading.sheet is None:
        reasons = " ".join(problem.text for problem in reading.problems)
        message = f"{path.name} could not be read as a price sheet. {reasons}"
        raise UserError(message)
    sheet = _in_currency(reading.sheet, study_info(study).currency, path.name)
    total = total_price(sheet)
    if total is None:
        message = f"{path.name} holds no line with a price."
        raise UserError(message)
    set_prices(study, option_name, sheet)
    return PriceOutcome(total, reading.problems)


def _read_bytes(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > LARGEST_SHEET_BYTES:
            message = f"{path.name} has {size:,} bytes: too much for a price sheet."
            raise UserError(message)
        return path.read_bytes()
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror}."
        raise UserError(message) from error


def _in_currency(sheet: PriceSheet, currency: str, name: str) -> PriceSheet:
    """Return the sheet in the study's currency; one that names none is taken to be in it."""
    if sheet.currency and sheet.currency != currency:
        message = (
            f"{name} is in {sheet.currency}, the study in {currency}. Prices of two currencies "
            "cannot be compared without a dated rate: convert the sheet first."
        )
        raise UserError(message)
    return replace(sheet, currency=currency)
