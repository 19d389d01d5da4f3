"""Oracle's timestamps in the writing of many countries."""

from __future__ import annotations

import re
from datetime import datetime

_MONTHS = (
    "jan januar janv ene gen янв",
    "feb fev févr fév фев",
    "mar mär mrz mars мар",
    "apr abr avr апр",
    "may mai mag май мая",
    "jun juin giu июн",
    "jul juil lug июл",
    "aug ago août авг",
    "sep set sept сен",
    "oct okt out ott окт",
    "nov ноя",
    "dec dez dic déc дек",
)
_MONTH_OF = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}
_AFTERNOON = ("pm", "下午", "午後", "오후", "p.m.")
_HALF = r"(?P<half>am|pm|a\.m\.|p\.m\.|上午|下午|午前|午後|오전|오후)"
_TIME = (
    r"(?:[ T]+(?P<hour>\d{1,2})[.:](?P<minute>\d{2})[.:](?P<second>\d{2})"
    r"(?:[.,](?P<fraction>\d{1,9}))?)?"
)
_PATTERNS = tuple(
    re.compile(pattern + _TIME + rf"(?:\s*{_HALF})?", re.IGNORECASE)
    for pattern in (
        r"(?P<day>\d{1,2})[-. /](?P<name>[^\W\d_]{3,10})\.? {0,9}[-. /](?P<year>\d{2,4})",
        r"(?P<day>\d{1,2})[-. /](?P<month>\d{1,2})(?:月|월)\s?[-. /](?P<year>\d{2,4})",
        r"(?P<year>\d{4})[-./](?P<month>\d{2})[-./](?P<day>\d{2})",
        r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{2,4})",
        r"(?P<day>1[3-9]|2\d|3[01])[-/](?P<month>\d{1,2})[-/](?P<year>\d{4})",
        r"(?P<month>\d{1,2})[-/](?P<day>1[3-9]|2\d|3[01])[-/](?P<year>\d{4})",
        r"(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})",
    )
)
_DATE = r"\d{1,2}[-. /](?:[^\W\d_]{3,10}\.? {0,9}|\d{1,2}(?:月|월)?)[-. /]\d{2,4}"
_CLOCK = r"[ T]+\d{1,2}[.:]\d{2}[.:]\d{2}(?:[.,]\d{1,9})?"
TIMESTAMP = re.compile(
    rf"{_DATE}{_CLOCK}(?:\s*{_HALF})?|\d{{4}}[-./]?\d{{2}}[-./]?\d{{2}}{_CLOCK}", re.IGNORECASE
)
"""A timestamp within a row whose columns have lost their width."""


def read_moment(text: str) -> datetime | None:
    """Read a timestamp without a zone; None where day and month cannot be told for sure.

    Years of two digits are of this century. `5/4/21` and the like are left unread.
    """
    for pattern in _PATTERNS:
        match = pattern.fullmatch(text.strip())
        if match:
            return _moment(match.groupdict())
    return None


def _moment(parts: dict[str, str | None]) -> datetime | None:
    month = _month(parts)
    year = int(parts.get("year") or 0)
    hour = int(parts.get("hour") or 0)
    half = (parts.get("half") or "").lower()
    if half and hour <= 12:
        hour = hour % 12 + (12 if half in _AFTERNOON else 0)
    fraction = (parts.get("fraction") or "0")[:6].ljust(6, "0")
    try:
        return datetime(  # noqa: DTZ001 - the zone is not written
            year + 2000 if year < 100 else year,
            month,
            int(parts.get("day") or 0),
            hour,
            int(parts.get("minute") or 0),
            int(parts.get("second") or 0),
            int(fraction),
        )
    except ValueError:
        return None


def _month(parts: dict[str, str | None]) -> int:
    name = parts.get("name")
    if name is None:
        return int(parts.get("month") or 0)
    name = name.lower()
    return _MONTH_OF.get(name) or _MONTH_OF.get(name[:3], 0)
