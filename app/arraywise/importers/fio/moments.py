"""When a run was: fio prints the time of its report, as a number and as the wall showed it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

_CTIME = re.compile(
    r"[A-Z][a-z]{2} (?P<month>[A-Z][a-z]{2}) {1,2}(?P<day>\d{1,2}) "
    r"(?P<h>\d\d):(?P<m>\d\d):(?P<s>\d\d) (?P<year>\d{4})"
)
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_QUARTER_S = 900
_LATE_S = 120
"""The two times of a report are taken at the same moment."""
_EARLIEST_S, _LATEST_S = 946_684_800.0, 4_102_444_800.0
"""The years 2000 to 2099."""


def wall_time(text: str) -> datetime | None:
    """Read `Fri Nov 20 12:08:42 2026`, which C prints the same in every country."""
    match = _CTIME.search(text)
    if not match or match["month"] not in _MONTHS:
        return None
    year, day, h, m, s = (int(match[name]) for name in ("year", "day", "h", "m", "s"))
    month = _MONTHS.index(match["month"]) + 1
    try:
        return datetime(year, month, day, h, m, s)  # noqa: DTZ001 - no zone is written
    except ValueError:
        return None


def epoch_s(number: float | None, factor: float = 1.0) -> float | None:
    """Take a number as seconds since 1970 where it can be one."""
    seconds = None if number is None else number * factor
    return seconds if seconds is not None and _EARLIEST_S <= seconds <= _LATEST_S else None


def iso(end_s: float | None, written: datetime | None, before_s: float) -> str | None:
    """Return the moment so many seconds before a report, with its offset where it is known.

    Args:
        end_s: When the report was written, in seconds since 1970.
        written: The same on the wall.
        before_s: Seconds from the wanted moment to the report.
    """
    if not 0 <= before_s <= _LATEST_S:
        return None
    back = timedelta(seconds=before_s - 0.5)  # so that cutting off the fraction rounds
    if end_s is not None:
        moment = datetime.fromtimestamp(end_s, UTC) - back
        return moment.astimezone(_zone(end_s, written)).isoformat(timespec="seconds")
    return (written - back).isoformat(timespec="seconds") if written else None


def _zone(end_s: float, written: datetime | None) -> timezone:
    """Find the wall clock's offset from the two times of one report."""
    if written is None:
        return UTC
    difference = written.replace(tzinfo=UTC).timestamp() - end_s
    quarters = round(difference / _QUARTER_S)
    near = abs(difference - quarters * _QUARTER_S) <= _LATE_S
    if not near or not -48 <= quarters <= 56:
        return UTC
    return timezone(timedelta(seconds=quarters * _QUARTER_S))
