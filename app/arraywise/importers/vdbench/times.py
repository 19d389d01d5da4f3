"""When a run of Vdbench took place: clock times and dates put together."""

from __future__ import annotations

from array import array
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import re

    from arraywise.importers.vdbench.rows import Execution

_DAY_S = 86_400
_FORMATS = ("%b %d, %Y", "%m/%d/%Y")


def offset_of(created: re.Match[str] | None) -> timezone | None:
    """Work out the offset from UTC, where the heading has the time in both."""
    if created is None or created["utc_time"] is None:
        return None
    try:
        own, utc = (
            datetime.strptime(f"{created[date]} {created[time]}", "%b %d %Y %H:%M:%S")  # noqa: DTZ007
            for date, time in (("date", "time"), ("utc_date", "utc_time"))
        )
    except ValueError:
        return None
    minutes = round((own - utc).total_seconds() / 60)
    return timezone(timedelta(minutes=minutes)) if abs(minutes) <= 14 * 60 else None


def begin_of(execution: Execution, offset: timezone | None) -> datetime | None:
    """Say when a run began; None where no date is known.

    The date is that of the first row, which may lie after midnight.
    """
    first = execution.rows[0] if execution.rows else execution.average
    if first is None:
        return None
    day = _day_of(first.stamp or execution.date)
    if day is None:
        return None
    start_s = execution.start_s
    if start_s is None:
        start_s = first.tod_s - (interval_of(execution) if execution.rows else 0.0)
    elif execution.rows and start_s > first.tod_s:
        start_s -= _DAY_S
    return (day + timedelta(seconds=start_s)).replace(tzinfo=offset, microsecond=0)


def _day_of(text: str | None) -> datetime | None:
    for form in _FORMATS if text else ():
        try:
            return datetime.strptime(text or "", form)  # noqa: DTZ007 - the zone is not written
        except ValueError:
            continue
    return None


def seconds_of(execution: Execution) -> array[float]:
    """Return the seconds of the rows from the day of the first one on, midnights counted."""
    seconds = array("d")
    days = 0
    for row in execution.rows:
        if seconds and row.tod_s + days * _DAY_S < seconds[-1] - _DAY_S / 2:
            days += 1
        seconds.append(row.tod_s + days * _DAY_S)
    return seconds


def interval_of(execution: Execution) -> float:
    """Return the length of an interval, rounded to whole seconds as it is asked for."""
    seconds = seconds_of(execution)
    if len(seconds) < 2:
        return 1.0
    return float(max(1, round((seconds[-1] - seconds[0]) / (len(seconds) - 1))))


def moments_of(execution: Execution, offset: timezone | None) -> array[float] | None:
    """Return the moments of the rows since 1970; a clock without a zone is read as UTC."""
    first = execution.rows[0] if execution.rows else None
    day = _day_of(first.stamp or execution.date) if first else None
    if day is None:
        return None
    midnight = day.replace(tzinfo=offset or UTC).timestamp()
    return array("d", (midnight + second for second in seconds_of(execution)))
