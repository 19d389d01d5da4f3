"""Times as Tcl writes them: `Thu Jun 30 22:43:41 UTC 2022`."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

_DATE = re.compile(
    r"\w{3} (?P<month>\w{3}) (?P<day>[ \d]\d) (?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)"
    r" ?(?P<zone>.{0,40}?) ?(?P<year>(?:19|20)\d\d)"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_OFFSET = re.compile(r"(?P<sign>[+-])(?P<hours>\d\d):?(?P<minutes>[0-5]\d)")


def read_moment(text: str) -> datetime | None:
    """Read a moment; with a zone only where an offset or UTC is written.

    Abbreviations such as CST or IST stand for several zones, and are not believed.
    """
    match = _DATE.fullmatch(text)
    if match is None or match["month"].lower() not in _MONTHS:
        return None
    month = _MONTHS.index(match["month"].lower()) + 1
    hour, minute, second = (int(match[name]) for name in ("hour", "minute", "second"))
    year, day, zone = int(match["year"]), int(match["day"]), _zone(match["zone"])
    try:
        return datetime(year, month, day, hour, minute, second, tzinfo=zone)
    except ValueError:
        return None


def _zone(text: str) -> timezone | None:
    if text in ("UTC", "GMT", "Z"):
        return UTC
    match = _OFFSET.fullmatch(text)
    if match is None or int(match["hours"]) > 14:
        return None
    offset = timedelta(hours=int(match["hours"]), minutes=int(match["minutes"]))
    return timezone(offset if match["sign"] == "+" else -offset)


def epoch_of(moment: datetime) -> float:
    """Return seconds since 1970; a clock without a zone is read as if it were UTC."""
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
