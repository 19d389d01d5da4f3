"""Numbers and formulas as people type them, for whatever takes typed text; loads nothing heavy."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.sheets.formula import read_formula, written_reference
from arraywise.sheets.numbers import is_number_elsewhere, read_number
from arraywise.sheets.rewriting import with_moved
from arraywise.sheets.tokens import Corner, NotUnderstood, Reference, Token, cut

if TYPE_CHECKING:
    from arraywise.domain.sheets import Move

__all__ = [
    "column_number",
    "cut_text",
    "fixed_in_turn",
    "is_number_elsewhere",
    "moved_text",
    "read_number",
    "reference_text",
    "respelled",
]

_TURNS = {
    (False, False): (True, True),
    (True, True): (False, True),
    (False, True): (True, False),
    (True, False): (False, False),
}
"""Whether column and row are fixed, and which are next."""


def moved_text(text: str, decimal: str, down: int, right: int) -> str:
    """Write a cell's text as it reads when it is copied elsewhere: formulas go along."""
    if not text.startswith("="):
        return text
    try:
        return read_formula(text, decimal).moved(down, right, decimal)
    except NotUnderstood:
        return text


def cut_text(text: str, decimal: str, move: Move) -> str:
    """Write a cell's text as it reads when it is cut out and put in elsewhere.

    What it refers to stays what it was; what lies among the cells that are moved goes along.
    """
    return with_moved(text, decimal, move, None)


def respelled(text: str, typed_with: str, decimal: str) -> str:
    """Write a typed text for somebody with another decimal mark than it was typed with."""
    if typed_with == decimal:
        return text
    if text.startswith("="):
        try:
            return read_formula(text, typed_with).written(decimal)
        except NotUnderstood:
            return text
    number = read_number(text, typed_with)
    if number is None or "%" in text:
        return text.replace(typed_with, decimal) if number is not None else text
    return f"{number:f}".replace(".", decimal)


def column_number(letters: str) -> int:
    """Return a column's number from 0 by what it is called; -1 where it has no name."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def reference_text(
    sheet: str | None, first: tuple[int | None, int], last: tuple[int | None, int]
) -> str:
    """Write what a formula calls a cell, or the range between two, given by row and column.

    Args:
        sheet: Name of the sheet; None where it is the formula's own.
        first: A corner, from 0; without a row it is the whole column.
        last: The corner opposite; the same for a single cell.
    """
    columns = sorted((first[1], last[1]))
    if first[0] is None or last[0] is None:
        return written_reference(Reference(sheet, *(Corner(None, each) for each in columns)))
    rows = sorted((first[0], last[0]))
    corners = [Corner(row, column) for row, column in zip(rows, columns, strict=True)]
    end = corners[1] if corners[1] != corners[0] else None
    return written_reference(Reference(sheet, corners[0], end))


def fixed_in_turn(text: str, decimal: str, cursor: int) -> tuple[str, int] | None:
    """Fix row and column of the reference at the cursor, then its row, its column, then none.

    Returns:
        The text and where the cursor stands then; None where there is no reference.
    """
    for token in _tokens_before(text, decimal, cursor):
        found = token.reference
        if found is not None and token.start <= cursor <= token.end:
            turned = written_reference(_turned(found))
            return text[: token.start] + turned + text[token.end :], token.start + len(turned)
    return None


def _tokens_before(text: str, decimal: str, cursor: int) -> tuple[Token, ...]:
    """Cut up a formula that may not be complete, as far as the word at the cursor."""
    for end in range(cursor, len(text) + 1):
        try:
            found = cut(text[:end], decimal)
        except NotUnderstood:
            continue
        if end == len(text) or (found and found[-1].end < end):
            return found
    return ()


def _turned(reference: Reference) -> Reference:
    fixed = (reference.first.fixed_column, reference.first.fixed_row)
    column, row = _TURNS[fixed]

    def corner(c: Corner) -> Corner:
        return replace(c, fixed_column=column, fixed_row=row and c.row is not None)

    last = corner(reference.last) if reference.last else None
    return replace(reference, first=corner(reference.first), last=last)
