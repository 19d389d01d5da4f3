"""Formulas follow what they refer to: rows and columns that come or go, renamed sheets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from arraywise.domain.sheets import MOST_COLUMNS, MOST_ROWS
from arraywise.sheets.formula import quoted, read_formula, written_reference
from arraywise.sheets.tokens import NotUnderstood

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.domain.sheets import Move
    from arraywise.sheets.tokens import Corner, Reference

_GONE = "#REF!"


@dataclass(frozen=True, slots=True)
class Stretch:
    """Rows or columns that come or go."""

    axis: Literal["row", "column"]
    first: int
    """From 0."""
    count: int

    @property
    def most(self) -> int:
        """How many rows or columns a sheet has."""
        return MOST_ROWS if self.axis == "row" else MOST_COLUMNS

    def of(self, corner: Corner) -> int | None:
        """Return the row or the column of a corner."""
        return corner.row if self.axis == "row" else corner.column

    def put(self, corner: Corner, at: int) -> Corner:
        """Return the corner in another row or column."""
        if self.axis == "row":
            return replace(corner, row=at)
        return replace(corner, column=at)

    def inserted(self, place: int) -> int:
        """Return where a row or column is once these came in before the first."""
        return place if place < self.first else place + self.count

    def deleted(self, place: int) -> int | None:
        """Return where one is once these are gone; None where it is one of them."""
        if place < self.first:
            return place
        return None if place < self.first + self.count else place - self.count


def with_inserted(text: str, decimal: str, came: Stretch, sheet: str | None) -> str:
    """Write a formula as it reads after rows or columns were inserted.

    Args:
        text: What was typed; anything but a formula comes back as it is.
        decimal: Decimal mark that it was typed with.
        came: What was inserted.
        sheet: Name of the sheet that got them; None where it is the formula's own.
    """

    def ends(low: int, high: int) -> tuple[int, int] | None:
        first, last = came.inserted(low), min(came.inserted(high), came.most - 1)
        return (first, last) if first < came.most else None

    return _rewritten(text, decimal, sheet, lambda r: _with_ends(r, came, ends))


def with_deleted(text: str, decimal: str, gone: Stretch, sheet: str | None) -> str:
    """Write a formula as it reads after rows or columns were deleted; see above."""

    def ends(low: int, high: int) -> tuple[int, int] | None:
        if gone.first <= low and high < gone.first + gone.count:
            return None
        first, last = gone.deleted(low), gone.deleted(high)
        return gone.first if first is None else first, gone.first - 1 if last is None else last

    return _rewritten(text, decimal, sheet, lambda r: _with_ends(r, gone, ends))


def _with_ends(
    reference: Reference,
    stretch: Stretch,
    ends: Callable[[int, int], tuple[int, int] | None],
) -> str:
    """Write a reference whose first and last row, or column, are others; None is #REF!."""
    corners = [reference.first, reference.last or reference.first]
    places = [place for corner in corners if (place := stretch.of(corner)) is not None]
    if len(places) < len(corners):
        return written_reference(reference)  # whole columns know no rows
    low, high = sorted(places)
    changed = ends(low, high)
    if changed is None:
        return _GONE
    new = dict(zip((low, high), changed, strict=True))
    first, last = (
        stretch.put(corner, new[place]) for corner, place in zip(corners, places, strict=True)
    )
    return written_reference(
        replace(reference, first=first, last=last if reference.last else None)
    )


def with_moved(text: str, decimal: str, move: Move, sheet: str | None) -> str:
    """Write a formula as it reads after cells were moved: what lies among these is followed.

    Args:
        text: What was typed; anything but a formula comes back as it is.
        decimal: Decimal mark that it was typed with.
        move: What was moved, and how far.
        sheet: Name of the sheet that they are on; None where it is the formula's own.
    """

    def corner(c: Corner) -> Corner:
        row = None if c.row is None else c.row + move.down
        return replace(c, row=row, column=c.column + move.right)

    def changed(r: Reference) -> str:
        corners = [r.first, r.last or r.first]
        if not all(c.row is not None and move.area.holds(c.row, c.column) for c in corners):
            return written_reference(r)
        last = corner(r.last) if r.last else None
        return written_reference(replace(r, first=corner(r.first), last=last))

    return _rewritten(text, decimal, sheet, changed)


def with_sheet_renamed(text: str, decimal: str, old: str, new: str) -> str:
    """Write a formula as it reads after a sheet got another name."""
    return _rewritten(
        text,
        decimal,
        old,
        lambda reference: written_reference(replace(reference, sheet=new)),
    )


def with_name_renamed(text: str, decimal: str, rename: Callable[[str], str]) -> str:
    """Write a formula with other names of results."""
    try:
        formula = read_formula(text, decimal)
    except NotUnderstood:
        return text
    return formula.written(decimal, name=rename)


def _rewritten(
    text: str, decimal: str, sheet: str | None, change: Callable[[Reference], str]
) -> str:
    """Change the references to one sheet; what is no formula, or names no such cell, stays."""
    if not text.startswith("="):
        return text
    try:
        formula = read_formula(text, decimal)
    except NotUnderstood:
        return text

    def meant(reference: Reference) -> bool:
        if sheet is None or reference.sheet is None:
            return sheet is reference.sheet
        return reference.sheet.casefold() == sheet.casefold()

    def written(reference: Reference) -> str:
        return change(reference) if meant(reference) else written_reference(reference)

    if not any(meant(reference) for reference in formula.references):
        return text
    return formula.written(decimal, written)


__all__ = [
    "Stretch",
    "quoted",
    "with_deleted",
    "with_inserted",
    "with_moved",
    "with_name_renamed",
    "with_sheet_renamed",
]
