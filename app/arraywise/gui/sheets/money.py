"""Decimals typed by hand in the locale; money never passes through a float."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale

from arraywise.gui.figures import localised
from arraywise.usecases.typed_texts import read_number

if TYPE_CHECKING:
    from decimal import Decimal


def parse_decimal(text: str) -> Decimal | None:
    """Read a decimal as the locale writes it; None where it is none, or beyond reason.

    Thousands marks must part whole groups: `1,5` is not 15 where the comma parts thousands.
    """
    return None if "%" in text else read_number(text, QLocale().decimalPoint())


def show_decimal(value: Decimal | None, decimals: int | None = None) -> str:
    """Write a decimal in the locale with all its digits, or with a number of decimals."""
    if value is None:
        return ""
    if decimals is not None:
        return localised(f"{value:,.{decimals}f}")
    text = f"{value.normalize():,f}"
    return localised(text)
