"""Numbers as sysstat writes them: digits with a point or, by the locale, a comma; no grouping.

Shares have a `%` behind them with -h.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_FIGURE = r"-?\d{1,20}(?:[.,]\d{1,10})?%?"
NUMBER = re.compile(_FIGURE)
NUMBERS = re.compile(rf"{_FIGURE}(?:\n{_FIGURE})*")
"""Numbers with line ends between them: no word of a line holds one."""


def misfit(words: Sequence[str], wanted: int) -> str:
    """Tell a row of the wrong length (`short`, `long`) from a line that is no row (`stray`)."""
    figures = sum(NUMBER.fullmatch(word) is not None for word in words)
    if figures * 2 < len(words) or not words:
        return "stray"
    return "short" if len(words) < wanted else "long"


def cells_of(words: Sequence[str]) -> tuple[list[str], bool]:
    """Return words as cells with a decimal point, empty where one is no number; and if any is."""
    text = "\n".join(words)
    clean = NUMBERS.fullmatch(text) is not None
    if not clean:
        words = [word if NUMBER.fullmatch(word) else "" for word in words]
    if "%" in text:
        words = [word.removesuffix("%") for word in words]
    return [word.replace(",", ".") for word in words] if "," in text else list(words), clean


def written(value: object) -> str | None:
    """Write a JSON or XML value as a cell; None where it is no number."""
    if isinstance(value, str):
        is_plain = NUMBER.fullmatch(value.strip()) and not {",", "%"}.intersection(value)
        return value.strip() if is_plain else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, int):
        return str(value) if abs(value) < 10**20 else None
    return repr(value) if math.isfinite(value) and abs(value) < 1e20 else None
