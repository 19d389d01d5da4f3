"""Figures of cells as their format wants them, in the locale."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QLocale

from arraywise.domain.cells import MOST_DECIMALS, FormatKind, NumberFormat
from arraywise.gui.widgets import figures

if TYPE_CHECKING:
    from collections.abc import Callable

_DAY_ZERO = QDate(1899, 12, 30)  # as spreadsheets count days
_LAST_DAY = 2_958_465  # the end of the year 9999


def formatted(value: float, wanted: NumberFormat, currency: str) -> str:
    """Write a figure; one that its format has no words for is written as it comes."""
    return _WRITERS[wanted.kind](value, wanted.decimals, currency)


def _general(value: float, _decimals: int, _currency: str) -> str:
    return figures.plain(value, 10)


def _number(value: float, decimals: int, _currency: str) -> str:
    return figures.number(value, decimals).replace(QLocale().groupSeparator(), "")


def _grouped(value: float, decimals: int, _currency: str) -> str:
    return figures.number(value, decimals)


def _percent(value: float, decimals: int, _currency: str) -> str:
    return f"{figures.percent(value, decimals)}\u00a0%"


def _currency(value: float, decimals: int, currency: str) -> str:
    return f"{figures.number(value, decimals)}\u00a0{currency}"


def _date(value: float, _decimals: int, _currency: str) -> str:
    if not 0 <= value <= _LAST_DAY:
        return figures.plain(value, 10)
    pattern = QLocale().dateFormat(QLocale.FormatType.ShortFormat)
    if "yyyy" not in pattern:
        pattern = pattern.replace("yy", "yyyy")
    return QLocale().toString(_DAY_ZERO.addDays(int(value)), pattern)


_WRITERS: dict[FormatKind, Callable[[float, int, str], str]] = {
    FormatKind.GENERAL: _general,
    FormatKind.NUMBER: _number,
    FormatKind.GROUPED: _grouped,
    FormatKind.PERCENT: _percent,
    FormatKind.CURRENCY: _currency,
    FormatKind.DATE: _date,
}


def with_decimals(present: NumberFormat, by: int, value: float | None) -> NumberFormat:
    """Return a format with more or fewer decimals; a figure that comes as it is keeps its own."""
    if present.kind is FormatKind.DATE:
        return present
    if present.kind is FormatKind.GENERAL:
        shown = "" if value is None else figures.plain(value, 10)
        _, _, decimals = shown.partition(QLocale().decimalPoint())
        present = NumberFormat(FormatKind.NUMBER, len(decimals) if decimals.isdecimal() else 0)
    return replace(present, decimals=min(MOST_DECIMALS, max(0, present.decimals + by)))
