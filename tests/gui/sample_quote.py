"""Quotes of the window's tests: one that does not add up, and one that does."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

from arraywise.usecases.open_quote import open_quote, read_quote_file
from tests.conftest import ROOT

if TYPE_CHECKING:
    from arraywise.usecases.open_quote import OpenQuote

OPEN = ROOT / "tests" / "gui" / "quotes" / "angebot_4711.csv"
"""Row 7 is in none of its totals."""
CLOSES = ROOT / "tests" / "gui" / "quotes" / "quote_subtotal.xlsx"


_SIGN = 2  # letters of a figure or sign that may stand in any text


def opened_quote() -> OpenQuote:
    """Return the quote that does not add up, as it is read for an option."""
    return open_quote(read_quote_file(OPEN), "FC SAN", None)


def texts_of_quote() -> list[str]:
    """Return what stands in its cells, the longest first: nobody translates it."""
    with OPEN.open(newline="", encoding="utf-8") as file:
        cells = {cell for line in csv.reader(file, delimiter=";") for cell in line}
    return sorted((cell for cell in cells if len(cell) > _SIGN), key=len, reverse=True)
