"""Whether a table looks like a quote, and what those that Arraywise wrote itself hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.quotes import ColumnRole, RowRole
from arraywise.importers.prices.figures import looks_numeric, read_figure
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


_ROLES = {"unit_price": ColumnRole.UNIT_PRICE, "quantity": ColumnRole.QUANTITY}
_DERIVED = frozenset({"amount", None, "unused", "fee", "price", "period"})
_FEES = 3
"""Columns of maintenance: as quoted, a unit and month, and what both come to."""


def is_own(table: PriceTable) -> bool:
    """Return whether a table is the block of one option in a workbook of ours."""
    fees = sum(head.field == "maintenance" for head in table.headings)
    return bool(table.option) and fees >= _FEES


def own_columns(table: PriceTable) -> dict[int, ColumnRole]:
    """Return the roles of the columns that hold money; what follows from them is not read."""
    roles: dict[int, ColumnRole] = {}
    for at, heading in enumerate(table.headings):
        role = _ROLES.get(heading.field or "")
        if heading.field == "maintenance":
            role = ColumnRole.MAINTENANCE_UNIT if heading.period else ColumnRole.MAINTENANCE
        if role is not None and role not in roles.values():
            roles[at] = role
        elif role is not None or heading.field in _DERIVED:
            roles[at] = ColumnRole.UNUSED
    return roles


def own_rows(table: PriceTable) -> dict[int, RowRole]:
    """Return the roles of the rows: lines have a quantity, discounts a share, others are sums."""
    at = {head.field: n for n, head in reversed(list(enumerate(table.headings)))}
    roles = {}
    for row in table.rows:
        counted = read_figure(row.at(at.get("quantity")), table.notation) is not None
        share = read_figure(row.at(at.get("discount")), table.notation)
        if counted:
            roles[row.number] = RowRole.ITEM
        else:
            roles[row.number] = RowRole.NOTE if share is None else RowRole.DISCOUNT
    return roles
