"""Dates and clocks of monitors.

Dates follow the locale of whoever recorded; only ISO 8601, zones in figures and seconds since 1970
state how far the clock was off UTC. Without them times are stored as if the clock ran in UTC.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from functools import lru_cache
from typing import TYPE_CHECKING

from arraywise.importers.kit.readings import parse_month

if TYPE_CHECKING:
    from datetime import tzinfo

DAY_S = 86_400
_HALF_A_DAY_S = DAY_S / 2
_LATEST_S = 4.1e9
_AM = r"AM|am|a\. ?m\.|a\.m\.|上午|午前|오전"
_PM = r"PM|pm|p\. ?m\.|p\.m\.|下午|午後|오후"
_HALF = rf"(?:{_AM}|{_PM})"
CLOCK = re.compile(
    rf"(?:(?P<before>{_HALF})\s*)?(?P<h>\d{{1,2}})[:.時时시](?P<m>[0-5]\d)[:.分분](?P<s>[0-5]\d|60)(?!\d)[秒초]?"
    rf"(?:\s?(?P<after>{_HALF})(?!\S))?"
)
_DATES = (
    re.compile(r"(?P<y>\d{4})[-/.年](?P<m>\d{1,2})[-/.月](?P<d>\d{1,2})日?"),
    re.compile(r"(?P<d>\d{1,2})\.\s?(?P<m>\d{1,2})\.\s?(?P<y>\d{4}|\d\d)\.?"),
    re.compile(r"(?P<d>\d{1,2})-(?P<m>\d{1,2})-(?P<y>\d{4}|\d\d)"),
)
_SLASHED = re.compile(r"(?P<one>\d{1,2})/(?P<two>\d{1,2})/(?P<y>\d{4}|\d\d)")
_DECIMAL_COMMA = re.compile(r"(?<=\d),\d\d(?=\s)")
_AMERICAN = re.compile(r"(?<!\S)\d\d/\d\d/\d{4}(?!\S)")
_TWELVE_HOURS = re.compile(r"\d\d:\d\d:\d\d\s[AP]M")
_OFFSET = re.compile(r"(?P<sign>[+-])(?P<h>\d\d)(?::?(?P<m>[0-5]\d))?")
_IN_UTC = frozenset({"UTC", "GMT", "Z"})


@dataclass(frozen=True, slots=True)
class Moment:
    """A reading of a clock."""

    local_s: float
    """Seconds since 1970, as if the clock ran in UTC."""
    utc_offset_s: float | None = None
    """How far the clock is ahead of UTC; None where the file does not state it."""

    @property
    def utc_s(self) -> float:
        """Seconds since 1970; meaningful only where the offset is known."""
        return self.local_s - (self.utc_offset_s or 0.0)

    def iso(self) -> str:
        """Format in ISO 8601, with an offset only where it is known."""
        moment = datetime.fromtimestamp(self.local_s, UTC)
        if self.utc_offset_s is None:
            return moment.replace(tzinfo=None).isoformat()
        return moment.replace(tzinfo=timezone(timedelta(seconds=self.utc_offset_s))).isoformat()

    def local_text(self) -> str:
        """Format the local time in `TEXT_FORMAT`."""
        return datetime.fromtimestamp(self.local_s, UTC).isoformat(" ")[:19]


TEXT_FORMAT = "%Y-%m-%d %H:%M:%S"


@dataclass(slots=True)
class DateParser:
    """Parses the dates of one recording, and decides once which of 03/04 is the month."""

    day_first: bool | None = None
    """Whether the day comes first; set where a date or a decimal comma shows it."""
    first_ambiguous_date: str = ""
    """The first date that can be read both ways, where nothing shows the order."""

    def parse(self, text: str) -> date | None:
        """Parse a date; None for any other text."""
        for pattern in _DATES:
            match = pattern.fullmatch(text)
            if match:
                return date_or_none(match["y"], match["m"], match["d"])
        match = _SLASHED.fullmatch(text)
        return self._parse_slashed_date(match) if match else None

    def _parse_slashed_date(self, match: re.Match[str]) -> date | None:
        """Parse 03/04/2026: month first, as in the C locale, unless a date shows day first."""
        one, two = int(match["one"]), int(match["two"])
        if one > 12 or two > 12:
            self.day_first = one > 12
        elif self.day_first is None and one != two:
            self.first_ambiguous_date = self.first_ambiguous_date or match[0]
        month, day = (two, one) if self.day_first else (one, two)
        return date_or_none(match["y"], str(month), str(day))


def detect_day_first(text: str) -> bool | None:
    """Detect from number and clock formats whether a text puts the day first; None if unclear.

    Nobody who writes a decimal comma writes the month first, and of those who write AM and PM
    with a year of four digits only Americans are seen.
    """
    if _DECIMAL_COMMA.search(text):
        return True
    return False if _AMERICAN.search(text) and _TWELVE_HOURS.search(text) else None


@lru_cache(maxsize=256)
def date_or_none(year: str, month: str | int, day: str) -> date | None:
    """Return a date, of this century where the year has two digits; None if it does not exist."""
    try:
        return date(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day))
    except ValueError:
        return None


def datetime_or_none(*parts: int, zone: tzinfo | None = None) -> datetime | None:
    """Return the moment of year, month, day, hour ...; None if it does not exist."""
    try:
        return datetime(*parts, tzinfo=zone)  # type: ignore[misc,arg-type]
    except ValueError:
        return None


def parse_datetime(text: str, strptime_format: str = "") -> datetime | None:
    """Parse a moment in a format of `strptime`, or in ISO 8601; None for any other text."""
    try:
        if strptime_format:
            return datetime.strptime(text, strptime_format)  # noqa: DTZ007
        return datetime.fromisoformat(text)
    except ValueError:
        return None


_QUARTER_S = 900
_EAST_S, _WEST_S = 14 * 3600, -12 * 3600


def infer_utc_offset_s(local_s: float, utc_s: float, slack_s: float) -> int | None:
    """Return how far a clock is ahead of UTC, in whole quarters of an hour; None if not near one.

    Takes seconds since 1970 as the clock showed them and in UTC; `slack_s` is the tolerance.
    """
    offset = round((local_s - utc_s) / _QUARTER_S) * _QUARTER_S
    is_near = abs(local_s - utc_s - offset) <= slack_s
    return offset if is_near and _WEST_S <= offset <= _EAST_S else None


def seconds_since_midnight(clock: re.Match[str] | None) -> int | None:
    """Turn a match of CLOCK into seconds since midnight; None where there is no such time."""
    if clock is None:
        return None
    hour = int(clock["h"])
    half = clock["before"] or clock["after"]
    if half is not None:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if re.fullmatch(_PM, half) else 0)
    return None if hour > 23 else hour * 3600 + int(clock["m"]) * 60 + int(clock["s"])


def moment_at(day: date, second_of_day: float, utc_offset_s: float | None = None) -> Moment | None:
    """Build a moment from a day and a second of it; None before 1970 or far in the future."""
    since = float((day.toordinal() - date(1970, 1, 1).toordinal()) * DAY_S + second_of_day)
    return Moment(since, utc_offset_s) if 0 <= since < _LATEST_S else None


def parse_timestamp(text: str, dates: DateParser) -> Moment | None:
    """Parse a date and a time in one text, with an optional UTC offset or zone behind them."""
    text = text.strip()
    split = re.match(r"([\d./年月日-]+?\.?)(?:T|\s+)(\S.*)", text)
    if split is None:
        if not re.fullmatch(r"\d{9,10}(?:\.\d{1,9})?", text):
            return None
        since = float(text)
        return Moment(since, 0.0) if since < _LATEST_S else None
    clock = CLOCK.match(split[2])
    second = seconds_since_midnight(clock)
    if clock is None or second is None:
        return None
    day = dates.parse(split[1])
    return moment_at(day, second, parse_utc_offset_s(split[2][clock.end() :])) if day else None


_YEAR = re.compile(r"(?<!\d)20\d\d(?!\d)")
_WITH_SIGNS = re.compile(
    r"(?P<y>20\d\d)\s?[年년.]\s*(?P<m>\d{1,2})\s?[月월.]\s*(?P<d>\d{1,2})\s?[日일.]"
)
_MOST_OF_A_DATE = 9
"""Words of what `date` prints in any locale."""


def parse_date_line(line: str, dates: DateParser) -> Moment | None:
    """Parse a line that is a date and a time alone, as `date` prints it; None for any other.

    Scripts put it above a block, often with signs around it (`=== ... ===`, `zzz ***...`).
    """
    text = line.strip().removeprefix("zzz").removeprefix("date:").strip(" *=#-[]<>|\t")
    if not text or len(text) > 80 or len(text.split()) > _MOST_OF_A_DATE:
        return None
    if text[0].isdigit() and (moment := parse_timestamp(text, dates)) is not None:
        return moment
    return _parse_cjk_date(text) or _parse_date_words(text)


def _parse_cjk_date(text: str) -> Moment | None:
    """Parse what `date` prints in China, Japan and Korea, with signs for year, month and day."""
    clock, day = CLOCK.search(text), _WITH_SIGNS.match(text)
    second = seconds_since_midnight(clock)
    if clock is None or day is None or second is None:
        return None
    date_ = date_or_none(day["y"], day["m"], day["d"])
    zone = text[clock.end() :].strip()
    return moment_at(date_, second, parse_utc_offset_s(zone)) if date_ else None


def _parse_date_words(text: str) -> Moment | None:
    """Parse `Wed Nov 25 09:08:32 UTC 2026`, `Mi 25. Nov 2026 09:08:32 CET` and their like."""
    clock, year = CLOCK.search(text), _YEAR.search(text)
    if clock is None or year is None:
        return None
    words = text.replace(clock[0], " ", 1).replace(year[0], " ", 1).split()
    months = [m for w in words if (m := parse_month(w.strip(".,"))) is not None]
    days = [w.strip(".,") for w in words if w.strip(".,").isdigit()]
    second = seconds_since_midnight(clock)
    if len(days) != 1 or not months or second is None:
        return None
    day = date_or_none(year[0], str(months[-1]), days[0])
    offset = next((o for w in words if (o := parse_utc_offset_s(w)) is not None), None)
    return moment_at(day, second, offset) if day else None


def parse_utc_offset_s(zone: str) -> float | None:
    """Return the seconds that a zone is ahead of UTC; None unless it is UTC, GMT or an offset."""
    zone = zone.strip().strip("()")
    if zone in _IN_UTC:
        return 0.0
    zone = zone.removeprefix("UTC").removeprefix("GMT")
    match = _OFFSET.fullmatch(zone)
    if match is None:
        return None
    size = int(match["h"]) * 3600.0 + int(match["m"] or 0) * 60.0
    return (-size if match["sign"] == "-" else size) if size <= 14 * 3600 else None


@dataclass(slots=True)
class DayCounter:
    """Counts the days of a clock that shows no date: it goes back by half a day at midnight."""

    first_day: date | None
    _days: int = 0
    _last_second: float = 0.0

    def next_moment(
        self, second_of_day: float, utc_offset_s: float | None = None
    ) -> Moment | None:
        """Return the moment of the next row, a day later past midnight; None without a day."""
        if second_of_day < self._last_second - _HALF_A_DAY_S:
            self._days += 1
        self._last_second = second_of_day
        return (
            moment_at(self.first_day, second_of_day + self._days * DAY_S, utc_offset_s)
            if self.first_day
            else None
        )
