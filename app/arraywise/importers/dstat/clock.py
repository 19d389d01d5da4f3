"""When the rows of a recording were taken: date of its start, time column, offset from UTC.

The family writes local time without a year; the year stands in the preamble, with a zone whose
abbreviation may mean several offsets. Moments are kept as if the clock ran in UTC.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

MONTHS = {
    name: number
    for number, name in enumerate(
        ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"), 1
    )
}
FORMATS = (
    "%d-%m %H:%M:%S",
    "%b-%d %H:%M:%S",
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%dT%H:%M:%S",
    "%m-%d %H:%M:%S",
    "%d/%m %H:%M:%S",
    "%m/%d %H:%M:%S",
    "%Y/%m/%d %H:%M:%S",
    "%Y/%m/%d %H:%M",
    "%d.%m.%Y %H:%M:%S",
    "%d.%m.%Y %H:%M",
    "%d/%m/%Y %H:%M:%S",
    "%m/%d/%Y %H:%M:%S",
    "%d/%m/%Y %H:%M",
    "%m/%d/%Y %H:%M",
)
"""Those of the tools first; a user may set another one by DSTAT_TIMEFMT or DOOL_TIMEFMT."""

_HOURS = r"(?:[01]?\d|2[0-3])"
_DIRECTIVES = {
    "%Y": r"(?P<Y>(?:19|20)\d\d)",
    "%m": r"(?P<m>0?[1-9]|1[0-2])",
    "%b": f"(?P<b>{'|'.join(MONTHS)})",
    "%d": r"(?P<d>0?[1-9]|[12]\d|3[01])",
    "%H": f"(?P<H>{_HOURS[3:]}",
    "%M": r"(?P<M>[0-5]\d)",
    "%S": r"(?P<S>[0-5]\d)",
}
_DATE = re.compile(r"(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{1,2}):(\d\d):(\d\d)\s*(.*)")
_QUARTER = 900.0
_WIDEST_OFFSET_S = 14 * 3600.0
_SLACK_S = 60.0
"""The first row may come this long after the date in the preamble."""


@dataclass(frozen=True, slots=True)
class Start:
    """The `Date:` of a preamble."""

    moment: datetime | None = None
    """As the clock showed it, kept as if it were UTC."""
    zone: str = ""
    utc_offset_s: float | None = None


def read_start(text: str) -> Start:
    """Read `20 Nov 2026 12:13:38 UTC`; only UTC, GMT and figures say their offset."""
    match = _DATE.fullmatch(text.strip())
    if match is None or match[2] not in MONTHS:
        return Start()
    day, year, hour, minute, second = (int(match[i]) for i in (1, 3, 4, 5, 6))
    try:
        moment = datetime(year, MONTHS[match[2]], day, hour, minute, second, tzinfo=UTC)
    except ValueError:
        return Start()
    zone = match[7].strip()
    return Start(moment, zone, _offset(zone))


def _offset(zone: str) -> float | None:
    if zone in {"UTC", "GMT", "Z"}:
        return 0.0
    match = re.fullmatch(r"([+-])(\d\d):?(\d\d)?", zone)
    if match is None:
        return None
    size = int(match[2]) * 3600.0 + int(match[3] or 0) * 60.0
    if size > _WIDEST_OFFSET_S:
        return None
    return -size if match[1] == "-" else size


@cache
def pattern_of(time_format: str) -> re.Pattern[str]:
    """Return the pattern of the texts that a time format writes."""
    parts = re.split(r"(%.)", time_format)
    return re.compile("".join(_DIRECTIVES.get(p) or re.escape(p) for p in parts), re.ASCII)


def bytes_pattern_of(time_format: str) -> bytes:
    """Return the same pattern for bytes; its only group is `day`, all but the clock."""
    pattern = re.sub(r"\(\?P<.>", "(?:", pattern_of(time_format).pattern)
    hours = pattern.index(_HOURS)
    return f"(?P<day>{pattern[:hours]}){pattern[hours:]}".encode()


def read_time(text: str, time_format: str, year: int | None) -> datetime | None:
    """Read a time as if it were UTC; None where it is not of the format or not in the calendar."""
    match = pattern_of(time_format).fullmatch(text.strip())
    if match is None:
        return None
    parts = match.groupdict()
    month = MONTHS[parts["b"]] if "b" in parts else int(parts["m"])
    clock = (int(parts["H"]), int(parts["M"]), int(parts.get("S") or 0))
    try:
        return datetime(
            int(parts.get("Y") or year or 0), month, int(parts["d"]), *clock, tzinfo=UTC
        )
    except ValueError:
        return None


def find_format(texts: Sequence[str], start: Start) -> str | None:
    """Find the format that reads most texts; of several the one closest to the start."""
    if not texts:
        return None
    read = {f: [t for t in texts if pattern_of(f).fullmatch(t.strip())] for f in FORMATS}
    fitting = [f for f in FORMATS if len(read[f]) * 2 > len(texts)]
    if not fitting or start.moment is None:
        return fitting[0] if fitting else None
    moment = start.moment

    def distance(time_format: str) -> float:
        time = read_time(read[time_format][0], time_format, moment.year)
        return abs((time - moment).total_seconds()) if time else float("inf")

    return min(fitting, key=distance)


def year_of(first: Sequence[str], time_format: str, start: Start) -> int | None:
    """Return the year of the first row: that of the start, or the next one on New Year's Eve.

    None where the format has the year itself or no start tells it. There may be no first row.
    """
    if "%Y" in time_format or start.moment is None:
        return None
    year = start.moment.year
    read = read_time(first[0], time_format, year + 1) if first else None
    if read is not None and start.moment.month == 12 and read.month == 1:
        return year + 1
    return year


def offset_from_epoch(epoch_s: float, local: datetime) -> float | None:
    """Work out the clock's offset from UTC where a row holds both; None where they do not fit."""
    difference = local.timestamp() - epoch_s
    offset = round(difference / _QUARTER) * _QUARTER
    fits = abs(difference - offset) <= _SLACK_S and abs(offset) <= _WIDEST_OFFSET_S
    return offset if fits else None


def iso(moment: datetime, utc_offset_s: float | None) -> str:
    """Write a moment in ISO 8601, with an offset only where it is known."""
    if utc_offset_s is None:
        return moment.replace(tzinfo=None).isoformat()
    return moment.replace(tzinfo=timezone(timedelta(seconds=utc_offset_s))).isoformat()
