"""Typed dates to days as spreadsheets count them.

`2026-11-25` and `25.11.2026` are dates everywhere, `25/11/2026` too. Where the decimal mark is a
comma the day is first; where it is a point, `5/11/2026` may be either and is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

_DAY_ZERO = date(1899, 12, 30)
_FIRST = date(1900, 3, 1)  # before it programs count differently
_TYPED = re.compile(
    r"(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})|(?P<a>\d{1,2})(?P<mark>[./])(?P<b>\d{1,2})"
    r"(?P=mark)(?P<year>\d{4})"
)


@dataclass(frozen=True, slots=True)
class TypedDate:
    """A day, and how it was written."""

    day: date
    pattern: str
    """As `strftime` takes it."""

    @property
    def number(self) -> float:
        """The day as spreadsheets count it."""
        return float((self.day - _DAY_ZERO).days)

    def later(self, days: int) -> str:
        """Write the day so many days later in the same way; nothing beyond the calendar."""
        try:
            day = self.day + timedelta(days)
        except OverflowError:
            return ""
        return day.strftime(self.pattern) if day >= _FIRST else ""


def read_date(text: str, decimal: str) -> TypedDate | None:
    """Read a date; None where it is none, or may be two."""
    read = _days(text.strip(), decimal) if "20" in text or "19" in text else []
    return read[0] if len(read) == 1 else None


def may_be_two_dates(text: str, decimal: str) -> bool:
    """Return whether day and month may be either way round."""
    return len(_days(text.strip(), decimal)) > 1


def _days(text: str, decimal: str) -> list[TypedDate]:
    found = _TYPED.fullmatch(text)
    if found is None:
        return []
    if found["y"]:
        tried = [(found["y"], found["m"], found["d"], "%Y-%m-%d")]
    else:
        mark = found["mark"]
        day_first = (found["year"], found["b"], found["a"], f"%d{mark}%m{mark}%Y")
        month_first = (found["year"], found["a"], found["b"], "%m/%d/%Y")
        either = mark == "/" and decimal == "." and found["a"] != found["b"]
        tried = [day_first, month_first] if either else [day_first]
    read = (_day(int(year), int(month), int(day), how) for year, month, day, how in tried)
    return [each for each in read if each is not None]


def _day(year: int, month: int, day: int, pattern: str) -> TypedDate | None:
    try:
        read = date(year, month, day)
    except ValueError:
        return None
    return TypedDate(read, pattern) if read >= _FIRST else None
