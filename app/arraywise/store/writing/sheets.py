"""Writes cells of sheets as they were typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.store.text import plain
from arraywise.store.writing.journal import watch
from arraywise.store.writing.rows import insert_rows

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arraywise.domain.sheets import Place, TypedCell
    from arraywise.store.writing.transaction import Cursor


def change_cells(cursor: Cursor, gone: Iterable[Place], cells: Iterable[TypedCell]) -> None:
    """Take out the cells that are gone, and put these in."""
    places, new = list(gone), list(cells)
    rows = {place.row for place in places} | {cell.place.row for cell in new}
    watch(cursor, "sheet_cell", "row_number", rows)  # there may be ten thousands of others
    if places:
        cursor.execute(
            "DELETE FROM sheet_cell WHERE EXISTS (SELECT 1 FROM (SELECT unnest(?) AS s,"
            " unnest(?) AS r, unnest(?) AS c) AS gone WHERE sheet = s AND row_number = r"
            " AND column_number = c)",
            [[p.sheet for p in places], [p.row for p in places], [p.column for p in places]],
        )
    insert_rows(
        cursor,
        "sheet_cell",
        ((*c.place, plain(c.text), c.decimal, c.number_format) for c in new),
    )
