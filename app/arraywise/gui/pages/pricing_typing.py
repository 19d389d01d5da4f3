"""What is typed into the cells of the Pricing page: how it is read, and what is wrong with it."""

from __future__ import annotations

from decimal import Decimal

from PySide6.QtCore import QCoreApplication, QLocale

from arraywise.gui.sheets.money import show_decimal
from arraywise.usecases.typed_amounts import read_amount
from arraywise.usecases.typed_texts import is_number_elsewhere

translate = QCoreApplication.translate


class Fault(Exception):  # noqa: N818 - it is what is wrong with a cell
    """What was typed cannot be read; says why."""


def amount_of(text: str) -> Decimal | None:
    """Read a figure as the locale writes it; nothing is None.

    Raises:
        Fault: when it is none.
    """
    if not text.strip():
        return None
    value = read_amount(text, QLocale().decimalPoint())
    if value is None:
        raise Fault(_no_number(text))
    return value


def _no_number(text: str) -> str:
    mark = QLocale().decimalPoint()
    said = translate("Pricing", "Not a number: \u201c{text}\u201d")
    if is_number_elsewhere(text, mark):
        said = translate(
            "Pricing",
            "\u201c{text}\u201d is no number here: the decimal mark is \u201c{mark}\u201d, and"
            " thousands are whole groups of three digits",
        )
    return said.format(text=text, mark=mark)


def at_least_zero(text: str) -> Decimal | None:
    """Read a price or a count; nothing is None.

    Raises:
        Fault: when it is none, or negative.
    """
    value = amount_of(text)
    if value is not None and value < 0:
        raise Fault(translate("Pricing", "A negative figure; use the discount for less"))
    return value


def share_of(text: str) -> Decimal:
    """Read a percentage as a share, 0 to 1; nothing is 0.

    Raises:
        Fault: when it is none.
    """
    value = at_least_zero(text.replace("%", ""))
    if value is not None and value > 100:
        raise Fault(translate("Pricing", "A discount is at most 100 %"))
    return (value or Decimal(0)) / 100


def code_of(text: str) -> str:
    """Read a currency code; nothing is none.

    Raises:
        Fault: when it is none.
    """
    code = text.strip().upper()
    if code and not (len(code) == 3 and code.isascii() and code.isalpha()):
        raise Fault(translate("Pricing", "A currency is a code of three letters such as USD"))
    return code


def chosen(words: dict[str, str], text: str) -> str:
    """Return the value whose word was typed or chosen, in either language.

    Raises:
        Fault: when there is none.
    """
    wanted = text.strip().casefold()
    for value, word in words.items():
        if wanted in {value.casefold(), word.casefold()}:
            return value
    said = translate("Pricing", "Choose one of: {words}")
    raise Fault(said.format(words=", ".join(filter(None, words.values()))))


def show_share(share: Decimal) -> str:
    """Write a share as a percentage without the sign; nothing where nothing is taken off."""
    return show_decimal(share * 100) if share else ""
