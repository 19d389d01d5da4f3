"""What is in the cells of a report: numbers with and without a unit, and times."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Final

from arraywise.domain.units import KIB, MICROSECOND, MILLISECOND, SECONDS_PER_MINUTE
from arraywise.importers.kit.readings import LARGEST, month_of

if TYPE_CHECKING:
    from collections.abc import Iterable

_NUMBER: Final = re.compile(r"(-?(?:\d[\d.,]*|[.,]\d+)(?:E[+-]?\d{1,3})?)\s*([A-Za-z]{0,4})")
_GROUPED: Final = (
    (re.compile(r"\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?|\d{1,3}(?:\.\d{3})+,\d+|\d*,\d{1,2}"), ","),
    (re.compile(r"\d{1,3}(?:,\d{3}){2,}(?:\.\d+)?|\d{1,3}(?:,\d{3})+\.\d+|\d*\.\d{1,2}"), "."),
)
"""What only one decimal mark explains."""
_SECONDS: Final = {
    "ns": 1e-9,
    "us": MICROSECOND,
    "ms": MILLISECOND,
    "cs": 0.01,
    "s": 1.0,
    "m": float(SECONDS_PER_MINUTE),
}
_THOUSANDS: Final = {"": 1.0, "k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12, "p": 1e15}
_BYTES: Final = {"": 1.0, **{unit: float(KIB) ** (i + 1) for i, unit in enumerate("kmgtp")}}
_SNAP_TIME: Final = re.compile(
    r"(\d{1,2})-([^\W\d]{3,5}|\d{1,2}\u6708)\.? ?-(\d{2,4})\s+(\d\d)[:.](\d\d)(?:[:.](\d\d))?"
)


def decimal_mark(texts: Iterable[str]) -> str:
    """Return the decimal mark of a report's numbers; a full stop where nothing tells."""
    counts = {",": 0, ".": 0}
    for text in texts:
        result = [mark for pattern, mark in _GROUPED if pattern.fullmatch(text)]
        if len(result) == 1:
            counts[result[0]] += 1
    return "," if counts[","] > counts["."] else "."


class Numbers:
    """Reads the numbers of one report."""

    def __init__(self, mark: str) -> None:
        """Take the decimal mark."""
        self.mark = mark
        self._group = "." if mark == "," else ","

    def count(self, text: str) -> float | None:
        """Read a count; `19.1K` is rounded, and multiples are of 1000."""
        return self._scaled(text, _THOUSANDS)

    def size(self, text: str) -> float | None:
        """Read bytes; multiples are of 1024."""
        return self._scaled(text, _BYTES)

    def seconds(self, text: str, unit: str) -> float | None:
        """Read a time in seconds; a unit in the cell goes before that of the heading."""
        result = self._parts(text)
        if result is None:
            return None
        factor = _SECONDS.get(result[1] or unit)
        return None if factor is None else result[0] * factor

    def _scaled(self, text: str, factors: dict[str, float]) -> float | None:
        result = self._parts(text)
        factor = factors.get(result[1]) if result else None
        return None if result is None or factor is None else result[0] * factor

    def _parts(self, text: str) -> tuple[float, str] | None:
        result = _NUMBER.fullmatch(text.strip().removesuffix("%").strip())
        if result is None:
            return None
        plain = result[1].replace(self._group, "").replace(self.mark, ".")
        try:
            value = float(plain)
        except ValueError:
            return None
        return (value, result[2].lower()) if 0 <= value <= 1e3 * LARGEST else None


def unit_of(heading: str, default: str) -> str:
    """Return the unit of times that a heading states in brackets: `Avg wait (ms)`."""
    result = re.search(r"\(\s*(ns|us|ms|cs|s|sec)\s*\)", heading, re.IGNORECASE)
    return (result[1].lower() if result else default).replace("sec", "s")


def snap_time(text: str) -> datetime | None:
    """Read the time of a snapshot: `23-Apr-26 14:15:27`, months in several languages."""
    result = _SNAP_TIME.search(text)
    if result is None:
        return None
    named = result[2].lower()
    month = month_of(named)
    if named[0].isdecimal():  # as Chinese and Japanese number them
        month = int(named[:-1])
    if month is None:
        return None
    year = int(result[3]) + (2000 if len(result[3]) == 2 else 0)
    hour, minute, second = int(result[4]), int(result[5]), int(result[6] or 0)
    try:
        return datetime(year, month, int(result[1]), hour, minute, second)  # noqa: DTZ001 - a report tells no zone
    except ValueError:
        return None
