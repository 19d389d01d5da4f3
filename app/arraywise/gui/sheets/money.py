"""Decimals typed by hand in the locale; money never passes through a float."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from PySide6.QtCore import QLocale

from arraywise.gui.figures import MINUS, THIN, localised

_LARGEST = Decimal(10) ** 15


def parse_decimal(text: str) -> Decimal | None:
    """Read a decimal as the locale writes it; None where it is none, or beyond reason."""
    locale = QLocale()
    plain = text.strip().replace(MINUS, "-")
    for mark in (" ", "\u00a0", THIN, locale.groupSeparator()):
        plain = plain.replace(mark, "")
    if locale.decimalPoint() != ".":
        if "." in plain:
            return None
        plain = plain.replace(locale.decimalPoint(), ".")
    try:
        value = Decimal(plain)
    except InvalidOperation:
        return None
    return value if value.is_finite() and abs(value) <= _LARGEST else None


def show_decimal(value: Decimal | None, decimals: int | None = None) -> str:
    """Write a decimal in the locale with all its digits, or with a number of decimals."""
    if value is None:
        return ""
    if decimals is not None:
        return localised(f"{value:,.{decimals}f}")
    text = f"{value.normalize():,f}"
    return localised(text)
