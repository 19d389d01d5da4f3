"""Rows that are inserted into a sheet or deleted from it: cells move, and formulas follow them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.problems import UserError
from arraywise.domain.sheets import MOST_ROWS
from arraywise.sheets.rewriting import with_rows_deleted, with_rows_inserted
from arraywise.usecases.edit_sheets import SheetEdit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from arraywise.domain.sheets import Place, TypedCell


def insert_rows(
    cells: Mapping[Place, TypedCell], key: str, name: str, row: int, count: int
) -> SheetEdit:
    """Return the edit that puts empty rows in before `row`.

    Args:
        cells: All typed cells.
        key: Of the sheet.
        name: What formulas call the sheet.
        row: From 0.
        count: How many rows.

    Raises:
        UserError: When the last rows would leave the sheet.
    """
    if any(p.sheet == key and p.row + count >= MOST_ROWS for p in cells):
        message = "The sheet has no room for more rows; its last ones hold something."
        raise UserError(message)

    def moved(place: Place) -> Place | None:
        return place if place.row < row else place._replace(row=place.row + count)

    def rewritten(cell: TypedCell, sheet: str | None) -> str:
        return with_rows_inserted(cell.text, cell.decimal, row, count, sheet)

    return _edit(cells, key, name, moved, rewritten)


def delete_rows(
    cells: Mapping[Place, TypedCell], key: str, name: str, row: int, count: int
) -> SheetEdit:
    """Return the edit that takes rows out from `row` on; what referred to them is #REF!."""

    def moved(place: Place) -> Place | None:
        if place.row < row:
            return place
        return None if place.row < row + count else place._replace(row=place.row - count)

    def rewritten(cell: TypedCell, sheet: str | None) -> str:
        return with_rows_deleted(cell.text, cell.decimal, row, count, sheet)

    return _edit(cells, key, name, moved, rewritten)


def _edit(
    cells: Mapping[Place, TypedCell],
    key: str,
    name: str,
    moved: Callable[[Place], Place | None],
    rewritten: Callable[[TypedCell, str | None], str],
) -> SheetEdit:
    """Return the difference between the cells and what becomes of them."""
    after: dict[Place, TypedCell] = {}
    for place, cell in cells.items():
        own = place.sheet == key
        target = moved(place) if own else place
        if target is None:
            continue
        text = rewritten(cell, name)
        if own:
            text = rewritten(cell.with_text(text), None)
        after[target] = replace(cell, place=target, text=text)
    gone = frozenset(cells.keys() - after.keys())
    return SheetEdit(gone, tuple(c for p, c in after.items() if cells.get(p) != c))
