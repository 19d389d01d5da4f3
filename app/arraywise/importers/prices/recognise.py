"""Whether a table looks like a quote, before anybody reads it as one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.importers.prices.figures import looks_numeric
from arraywise.importers.prices.tables import MONEY_FIELDS, find_tables

if TYPE_CHECKING:
    from arraywise.importers.prices.grid import Quote
    from arraywise.importers.prices.tables import PriceTable

_DESCRIBED = {"description", "part_number", "category", "position"}
_COUNTED = {"quantity", "unit", "discount", "period", "term"}
_MOST_ROWS = 2_000


def is_quote(quote: Quote) -> bool:
    """Return whether a table has headings of money, and rows that describe what it is for."""
    return any(
        _is_priced(table)
        for grid in quote.grids
        if len(grid.rows) <= _MOST_ROWS
        for table in find_tables(grid)
    )


def _is_priced(table: PriceTable) -> bool:
    named = [head for head in table.headings if head.text]
    if any("_" in head.text for head in named):
        return False  # names of columns of a query
    fields = {head.field for head in named} - {None}
    money = [n for n, head in enumerate(table.headings) if head.field in MONEY_FIELDS]
    has_amounts = any(row[n] is not None for row in table.figures for n in money)
    describes = any(
        len(cell.text) > 2 and cell.number is None and not looks_numeric(cell.text)
        for row in table.rows
        for cell in row.cells
    )
    told = bool(fields & _DESCRIBED) + bool(fields & _COUNTED) + len(money)
    return (
        bool(money)
        and has_amounts
        and describes
        and told >= 2
        and bool(fields & (_DESCRIBED | _COUNTED))
    )
