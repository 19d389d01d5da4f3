"""Price sheets as Arraywise writes them: columns and rows have the roles that they were given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.quotes import ColumnRole, RowRole
from arraywise.importers.prices.figures import read_figure

if TYPE_CHECKING:
    from arraywise.importers.prices.tables import PriceTable

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
