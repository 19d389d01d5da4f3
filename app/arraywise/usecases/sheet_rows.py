"""Rows and columns that come or go, cells that are cut out: formulas follow them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.problems import UserError
from arraywise.sheets.rewriting import Stretch, with_deleted, with_inserted, with_moved
from arraywise.usecases.edit_sheets import SheetEdit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from arraywise.domain.sheets import Move, Place, TypedCell

_NO_ROOM = {
    "row": "The sheet has no room for more rows; its last ones hold something.",
    "column": "The sheet has no room for more columns; its last ones hold something.",
}


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
    return _inserted(cells, key, name, Stretch("row", row, count))


def insert_columns(
    cells: Mapping[Place, TypedCell], key: str, name: str, column: int, count: int
) -> SheetEdit:
    """Return the edit that puts empty columns in before `column`; see above.

    Raises:
        UserError: When the last columns would leave the sheet.
    """
    return _inserted(cells, key, name, Stretch("column", column, count))


def delete_rows(
    cells: Mapping[Place, TypedCell], key: str, name: str, row: int, count: int
) -> SheetEdit:
    """Return the edit that takes rows out from `row` on; what referred to them is #REF!."""
    return _deleted(cells, key, name, Stretch("row", row, count))


def delete_columns(
    cells: Mapping[Place, TypedCell], key: str, name: str, column: int, count: int
) -> SheetEdit:
    """Return the edit that takes columns out from `column` on; see above."""
    return _deleted(cells, key, name, Stretch("column", column, count))


def following(
    cells: Mapping[Place, TypedCell], key: str, name: str, move: Move
) -> dict[Place, TypedCell]:
    """Return the formulas that read otherwise once cells were cut out and put in elsewhere.

    None does where something stands again in the place of these.
    """
    if any(p.sheet == key and move.area.holds(p.row, p.column) and cells[p].text for p in cells):
        return {}
    changed: dict[Place, TypedCell] = {}
    for place, cell in cells.items():
        text = with_moved(cell.text, cell.decimal, move, name)
        if place.sheet == key:
            text = with_moved(text, cell.decimal, move, None)
        if text != cell.text:
            changed[place] = cell.with_text(text)
    return changed


def _inserted(cells: Mapping[Place, TypedCell], key: str, name: str, came: Stretch) -> SheetEdit:
    if any(p.sheet == key and _of(p, came) + came.count >= came.most for p in cells):
        raise UserError(_NO_ROOM[came.axis])

    def moved(place: Place) -> Place | None:
        return _put(place, came, came.inserted(_of(place, came)))

    def rewritten(cell: TypedCell, sheet: str | None) -> str:
        return with_inserted(cell.text, cell.decimal, came, sheet)

    return _edit(cells, key, name, moved, rewritten)


def _deleted(cells: Mapping[Place, TypedCell], key: str, name: str, gone: Stretch) -> SheetEdit:
    def moved(place: Place) -> Place | None:
        left = gone.deleted(_of(place, gone))
        return None if left is None else _put(place, gone, left)

    def rewritten(cell: TypedCell, sheet: str | None) -> str:
        return with_deleted(cell.text, cell.decimal, gone, sheet)

    return _edit(cells, key, name, moved, rewritten)


def _of(place: Place, stretch: Stretch) -> int:
    return place.row if stretch.axis == "row" else place.column


def _put(place: Place, stretch: Stretch, at: int) -> Place:
    return place._replace(row=at) if stretch.axis == "row" else place._replace(column=at)


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
