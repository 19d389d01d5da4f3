"""Numbers as people type them, in a locale with a decimal point or a decimal comma.

Strict where others guess: `1,5` typed where the comma parts thousands is not 15 but no number.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache

_BLANKS = "\u00a0\u202f\u2009 '\u2019"
_MINUS = "\u2212"
_LARGEST = Decimal(10) ** 15


@cache
def _pattern(decimal: str) -> re.Pattern[str]:
    groups = f"[{re.escape('.' if decimal == ',' else ',')}{_BLANKS}]"
    whole = rf"(?:[1-9]\d{{0,2}}(?:{groups}\d{{3}})+|\d+)"
    mark = re.escape(decimal)
    return re.compile(rf"([+-]?)({whole}?)(?:{mark}(\d*))?([eE][+-]?\d{{1,3}})?\s*(%?)")


def read_number(text: str, decimal: str) -> Decimal | None:
    """Read a number; a percentage as its share. None where it is none, or beyond reason."""
    plain = text.strip().replace(_MINUS, "-")
    found = _pattern(decimal).fullmatch(plain) if len(plain) < 60 else None
    if found is None or not (found[2] or found[3]):
        return None
    whole = re.sub(r"\D", "", found[2])
    decimals = f".{found[3]}" if found[3] else ""
    value = Decimal(f"{found[1]}{whole or 0}{decimals}{found[4] or ''}")
    value = value / 100 if found[5] else value
    return value if abs(value) <= _LARGEST else None


def is_number_elsewhere(text: str, decimal: str) -> bool:
    """Say whether a text would be a number with the other decimal mark."""
    other = "," if decimal == "." else "."
    return read_number(text, decimal) is None and read_number(text, other) is not None


def write_number(text: str, decimal: str) -> str:
    """Write a number of a formula (`12.5`) with another decimal mark."""
    return text.replace(".", decimal)
