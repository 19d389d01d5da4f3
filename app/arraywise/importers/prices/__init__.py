"""Reads quotes, from CSV, HTML and .xlsx, by arithmetic: one closes, or it does not count.

recognise                  whether a table is a quote; the one that Arraywise writes itself
cells, figures, grid       cells, numbers as they are printed, sheets with hidden and merged parts
html_rows                  rows of the tables of an HTML page
vocabulary                 the words of quotes in three languages, one table
tables, columns            headings, and columns by names, identities and variants of their figures
rows, lines                what stands in a row: amounts, periods, details
search                     which rows are items, sums, taxes and discounts: states by running sums
reading, parts             which reading of a table closes, and which tables count
doubts, questions          what is asked; explanations of a difference; findings that stay
build, proposal            the price sheet with its discounts and currency; sheet_view, period_sums
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.quotes import NO_DECISIONS
from arraywise.importers.prices.grid import Quote, parse_quote, quote_of_cells
from arraywise.importers.prices.proposal import layout_of, propose, role_effects

if TYPE_CHECKING:
    from arraywise.domain.quotes import QuoteDecisions, QuoteReading

__all__ = [
    "Quote", "layout_of", "looks_like_quote", "parse_quote", "propose", "quote_of_cells",
    "read_quote", "role_effects",
]  # fmt: skip


def read_quote(
    name: str, data: bytes, decisions: QuoteDecisions = NO_DECISIONS, option_name: str = ""
) -> QuoteReading:
    """Return the reading of a quote from the bytes of a CSV, HTML or .xlsx file; never raises.

    The name is for sentences only: the content says what the file is. Where a file holds the
    prices of several options, those of `option_name` are read.
    """
    return propose(parse_quote(name, data), decisions, option_name)


def looks_like_quote(name: str, data: bytes) -> bool:
    """Return whether a file holds a table that looks like a quote: texts, and money beside."""
    from arraywise.importers.prices.recognise import is_quote

    return is_quote(parse_quote(name, data))
