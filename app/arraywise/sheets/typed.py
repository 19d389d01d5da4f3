"""What a typed text means: a number, a text, a truth value, a formula, or something at fault."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.domain.sheets import LONGEST_TEXT, CellFault, ErrorCode
from arraywise.sheets.formula import Formula, read_formula
from arraywise.sheets.numbers import is_number_elsewhere, read_number
from arraywise.sheets.tokens import NotUnderstood

if TYPE_CHECKING:
    from arraywise.domain.sheets import TypedCell, Value


@dataclass(frozen=True, slots=True)
class Content:
    """A typed text, understood."""

    value: Value = None
    formula: Formula | None = None
    fault: CellFault | None = None


def understand(
    cell: TypedCell, *, numbers_only: bool = False, figures_count: bool = True
) -> Content:
    """Say what was typed.

    Args:
        cell: The text with its decimal mark.
        numbers_only: Whether the cell belongs to an input sheet, which takes no texts.
        figures_count: Whether a typed figure counts. Those of most cells of input sheets stand in
            the inputs, so what is typed there as text is a formula, or at fault.
    """
    text = cell.text.strip()
    if len(text) > LONGEST_TEXT:
        most = say("A cell holds up to {most:,} letters.", most=LONGEST_TEXT)
        return Content(fault=CellFault(ErrorCode.ERROR, most))
    if text.startswith("=") and len(text) > 1:
        try:
            return Content(formula=read_formula(text, cell.decimal))
        except NotUnderstood as error:
            return Content(fault=error.fault)
    number = read_number(text, cell.decimal) if figures_count else None
    if number is not None:
        return Content(float(number))
    return _plain(text, cell.decimal, numbers_only=numbers_only)


def _plain(text: str, decimal: str, *, numbers_only: bool) -> Content:
    if not text:
        return Content()
    if numbers_only:
        return Content(fault=_unfit(text, decimal))
    if is_number_elsewhere(text, decimal):
        return Content(fault=_other_mark(text, decimal))
    if text.upper() in {"TRUE", "FALSE"}:
        return Content(value=text.upper() == "TRUE")
    return Content(text.removeprefix("'"))


def _unfit(text: str, decimal: str) -> CellFault:
    """Say why an input sheet has kept a text that is no formula."""
    if is_number_elsewhere(text, decimal):
        return _other_mark(text, decimal)
    if read_number(text, decimal) is not None:
        return CellFault(ErrorCode.VALUE, say("The cell cannot take this figure."))
    return CellFault(ErrorCode.VALUE, say("“{text}” is not a number.", text=text[:60]))


def _other_mark(text: str, decimal: str) -> CellFault:
    said = say(
        "“{text}” is no number here: the decimal mark is “{mark}”, and thousands are whole groups"
        " of three digits. Begin with an apostrophe where it is meant as text.",
        text=text,
        mark=decimal,
    )
    return CellFault(ErrorCode.VALUE, said)
