"""Formulas follow what they refer to: rows that come or go, sheets that are renamed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.sheets.formula import quoted, read_formula, written_reference
from arraywise.sheets.tokens import NotUnderstood

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.sheets.tokens import Corner, Reference

_GONE = "#REF!"


def with_rows_inserted(text: str, decimal: str, row: int, count: int, sheet: str | None) -> str:
    """Write a formula as it reads after rows were inserted before `row`.

    Args:
        text: What was typed; anything but a formula comes back as it is.
        decimal: Decimal mark that it was typed with.
        row: From 0.
        count: How many rows.
        sheet: Name of the sheet that got the rows; None where it is the formula's own.
    """

    def change(reference: Reference) -> str:
        def corner(c: Corner) -> Corner:
            return c if c.row is None or c.row < row else replace(c, row=c.row + count)

        last = corner(reference.last) if reference.last else None
        return written_reference(replace(reference, first=corner(reference.first), last=last))

    return _rewritten(text, decimal, sheet, change)


def with_rows_deleted(text: str, decimal: str, row: int, count: int, sheet: str | None) -> str:
    """Write a formula as it reads after rows from `row` on were deleted; see above."""

    def change(reference: Reference) -> str:
        first, last = reference.first, reference.last or reference.first
        if first.row is None or last.row is None:
            return written_reference(reference)
        top, bottom = first.row, last.row
        if row <= top and bottom < row + count:
            return _GONE
        top = _after(top, row, count, at_end=False)
        bottom = _after(bottom, row, count, at_end=True)
        ends = replace(last, row=bottom) if reference.last else None
        return written_reference(replace(reference, first=replace(first, row=top), last=ends))

    return _rewritten(text, decimal, sheet, change)


def _after(place: int, row: int, count: int, *, at_end: bool) -> int:
    if place < row:
        return place
    if place >= row + count:
        return place - count
    return row - 1 if at_end else row


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
    "quoted",
    "with_name_renamed",
    "with_rows_deleted",
    "with_rows_inserted",
    "with_sheet_renamed",
]
