"""Formats and parses numbers in the window's locale."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale

from arraywise.domain.estimates import MeanAndError
from arraywise.present.numbers import lower_bound_sign
from arraywise.worksheets.input_parsing import parse_money, parse_typed_number

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.estimates import Estimate

MINUS = "\u2212"
EN_DASH = "\u2013"
ELLIPSIS = "\u2026"
_SAME = 1e-6  # percent below which two shares are equal


def number(value: float | Decimal | None, decimals: int = 0, *, signed: bool = False) -> str:
    """Write a number in the locale with grouping; nothing for a missing one."""
    if value is None:
        return ""
    rounded = round(float(value), decimals) + 0.0
    text = QLocale().toString(abs(rounded), "f", decimals)
    if rounded < 0:
        return MINUS + text
    return f"+{text}" if signed and rounded > 0 else text


class LocaleWriter:
    """Writes numbers in the window's locale."""

    def number(self, value: float | Decimal | None, places: int = 0, *, sign: bool = False) -> str:
        """Write a number; a missing one is a dash."""
        return EN_DASH if value is None else number(value, places, signed=sign)


WRITER = LocaleWriter()


def plain(value: float, digits: int = 6) -> str:
    """Write a number that was read from a file with the digits it needs, `digits` at most."""
    if value == int(value) and abs(value) < 1e15:
        return number(value)
    text = QLocale().toString(value, "g", digits)
    return text.replace("-", MINUS, 1) if value < 0 else text


def format_estimate(judged: Estimate) -> str:
    """Write an estimate as it is typed: `12 ± 1.5`, or `10 / 12 / 20`."""
    if isinstance(judged, MeanAndError):
        return f"{plain(judged.mean, 12)} ± {plain(judged.error, 12)}"
    return " / ".join(plain(v, 12) for v in (judged.least, judged.likely, judged.most))


def localise(text: str) -> str:
    """Turn a number as Python writes it into the locale's separators and a true minus."""
    locale = QLocale()
    table = {",": locale.groupSeparator(), ".": locale.decimalPoint(), "-": MINUS}
    return "".join(table.get(letter, letter) for letter in text)


def headroom(option: OptionAnswer) -> str:
    """Write the headroom in percent without its unit; nothing for a missing one."""
    if option.spare_share is None:
        return ""
    return f"{lower_bound_sign(option)}{percent(option.spare_share)}"


def milliseconds(seconds: float | None, decimals: int = 0) -> str:
    """Write a time in milliseconds without its unit."""
    return number(None if seconds is None else seconds * 1000, decimals)


def percent(share: float | None, decimals: int = 0, *, signed: bool = False) -> str:
    """Write a share in percent without the sign of it."""
    return number(None if share is None else share * 100, decimals, signed=signed)


def whole_percents(shares: Sequence[float]) -> list[str]:
    """Write shares of a whole in percent without decimals or sign, adding up to 100.

    Those with the largest remainders are rounded up (Hamilton's method); where that would part
    equal ones, each is rounded for itself.
    """
    exact = [share * 100 for share in shares]
    floors = [math.floor(each + _SAME) for each in exact]
    remainders = [each - floor for each, floor in zip(exact, floors, strict=True)]
    up, ranked = round(sum(exact)) - sum(floors), sorted(remainders, reverse=True)
    if up and (up >= len(ranked) or ranked[up - 1] - ranked[up] < _SAME):
        return [percent(share) for share in shares]
    threshold = ranked[up - 1] if up else math.inf
    return [
        number(f + (remainder >= threshold))
        for f, remainder in zip(floors, remainders, strict=True)
    ]


def millions(count: float | None, decimals: int = 1) -> str:
    """Write a count in millions without its unit."""
    return number(None if count is None else count / 1e6, decimals)


def parse_number(text: str) -> float | None:
    """Read a typed number, thousands in whole groups as the locale writes; None if none."""
    value = None if "%" in text else parse_typed_number(text, QLocale().decimalPoint())
    return None if value is None else float(value)


def parse_amount(text: str, unit: str = "") -> float | None:
    """Read a figure as people type it: `250k`, `60 M`, and `€250,000` where the unit is EUR."""
    value = parse_money(text, QLocale().decimalPoint(), unit)
    return None if value is None else float(value)
