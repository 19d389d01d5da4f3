"""Numbers and formulas as people type them, for whatever takes typed text; loads nothing heavy."""

from __future__ import annotations

from arraywise.sheets.formula import read_formula
from arraywise.sheets.numbers import read_number
from arraywise.sheets.tokens import NotUnderstood

__all__ = ["moved_text", "read_number", "respelled"]


def moved_text(text: str, decimal: str, down: int, right: int) -> str:
    """Write a cell's text as it reads when it is copied elsewhere: formulas go along."""
    if not text.startswith("="):
        return text
    try:
        return read_formula(text, decimal).moved(down, right, decimal)
    except NotUnderstood:
        return text


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
