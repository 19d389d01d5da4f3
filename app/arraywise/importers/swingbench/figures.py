"""Numbers as Swingbench writes them: Java's plain decimals, and what is none of these."""

from __future__ import annotations

import re
from functools import lru_cache

_PLAIN = re.compile(r"-?\d{1,30}(?:\.\d+)?(?:[eE][-+]?\d{1,3})?")
_COMMA = re.compile(r"\d+,\d+")
_LONGEST_NUMBER = 40
_SAFE_DIGITS = 15
"""So many digits are a count below the largest; most numbers are such."""
LARGEST = 1e15
"""No count, rate or time of a benchmark is larger; what is, comes from a damaged file."""


def number(text: str) -> float | None:
    """Read a number that is not negative; None for anything else, `NaN` included."""
    if len(text) <= _SAFE_DIGITS and text.isdigit() and text.isascii():
        return float(text)
    whole, _, decimals = text.partition(".")
    if whole.isdigit() and decimals.isdigit() and text.isascii() and len(whole) <= _SAFE_DIGITS:
        return float(text)
    plain = text.strip()
    if not _PLAIN.fullmatch(plain):
        return None
    value = float(plain)
    return value if 0 <= value <= LARGEST else None


def is_number(text: str) -> bool:
    """Say whether a text is a number, below zero too."""
    return len(text) <= _LONGEST_NUMBER and _PLAIN.fullmatch(text) is not None


def is_comma_number(text: str) -> bool:
    """Say whether a comma makes it unclear what is meant: a decimal or a thousands sign."""
    return bool(_COMMA.fullmatch(text.strip()))


def shortened(text: str, limit: int = 80) -> str:
    """Make text from a file fit to be shown: one line, printable, not long."""
    return _shortened(text[: 4 * limit], limit)


@lru_cache(maxsize=4096)  # thousands of files have the same names and settings
def _shortened(plain: str, limit: int) -> str:
    if not plain.isprintable():
        plain = "".join(c if c.isprintable() else " " for c in plain)
    plain = " ".join(plain.split())
    return plain if len(plain) <= limit else plain[: limit - 1] + "\N{HORIZONTAL ELLIPSIS}"
