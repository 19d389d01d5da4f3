"""Numbers, times and per-second readings."""

from __future__ import annotations

import itertools
import json
import re
from array import array
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

from arraywise.domain.evidence import Series
from arraywise.domain.messages import Problem
from arraywise.domain.units import MILLISECOND, Unit
from arraywise.importers.kit import clocks
from arraywise.importers.kit.clocks import CLOCK, datetime_or_none, infer_utc_offset_s
from arraywise.importers.kit.readings import (
    as_short_line,
    info_problem,
    parse_month,
    warning_problem,
)

_OF_NUMBERS = b"0123456789,. \t\r\n"
_PAIR = re.compile(r"(?<![\d.])(\d{12,14})\s*,\s*(\d{1,9}(?:\.\d{1,9})?)(?=\s*,|\s*\Z)")
_EARLIEST_MS, _LATEST_MS = 631_152_000_000, 4_102_444_800_000
"""1990 and 2100."""
RATE_SERIES = "transaction_rate"
_SLACK_S = 2.0
"""So far stamps drift over a run without a second being left out."""


@dataclass(frozen=True, slots=True)
class PerSecondReadings:
    """A run's transactions per second."""

    series: Series | None
    is_complete: bool
    """False when part of the list could not be read."""

    @property
    def first_stamp_s(self) -> float | None:
        """Seconds since 1970 (UTC) of the first reading."""
        if self.series is None or self.series.times is None:
            return None
        return self.series.times[0]


def parse_readings(text: str, line: int | None, *, is_cut: bool = False) -> PerSecondReadings:
    """Parse `epoch_ms, transactions,epoch_ms, ...`: a second each, stamped at its end, in UTC.

    Where the file was cut (`is_cut`), a last count without a comma is not whole.
    """
    body = text.strip()
    if is_cut:
        body = body[: body.rfind(",") + 1]
    flat, whole = _parse_pairs(body.rstrip(", \n"))
    if not flat:
        return PerSecondReadings(None, is_complete=whole and not is_cut)
    stamps, counts = flat[0::2], flat[1::2]
    times = array("d", [MILLISECOND * stamp for stamp in stamps])
    series = Series(RATE_SERIES, Unit.PER_SECOND, array("d", counts), times, line)
    return PerSecondReadings(series, is_complete=whole and not is_cut)


def _parse_pairs(body: str) -> tuple[list[float], bool]:
    """Return stamps and counts in turn, and whether the whole text was made of such pairs."""
    if not body:
        return [], True
    if not body.encode("ascii", "replace").translate(None, _OF_NUMBERS):
        try:
            flat: list[float] = json.loads(f"[{body}]")  # the fastest reader of many numbers
        except ValueError:
            flat = []
        if (
            flat
            and len(flat) % 2 == 0
            and _are_plausible_stamps(flat[0::2])
            and max(flat[1::2]) < 10**9
        ):
            return flat, True
    pairs = [(float(stamp), float(count)) for stamp, count in _PAIR.findall(body)]
    sound = [pair for pair in pairs if _EARLIEST_MS <= pair[0] <= _LATEST_MS]
    return [number for pair in sound for number in pair], False


def _are_plausible_stamps(stamps: list[float]) -> bool:
    return min(stamps) >= _EARLIEST_MS and max(stamps) <= _LATEST_MS


def longest_outage(series: Series) -> tuple[int, int] | None:
    """Return start and length of the longest stretch of zeros between two busy seconds."""
    if 0.0 not in series.values:
        return None
    busy = [i for i, value in enumerate(series.values) if value]
    gaps = ((later - first - 1, first + 1) for first, later in itertools.pairwise(busy))
    length, start = max(gaps, default=(0, 0))
    return (start, length) if length else None


def has_gaps(series: Series) -> bool:
    """Return whether seconds are missing among the readings."""
    times = series.times
    return times is None or times[-1] - times[0] > len(times) + _SLACK_S


_PLAIN = re.compile(r"-?\d{1,30}(?:\.\d+)?(?:[eE][-+]?\d{1,3})?")
_LONGEST_NUMBER = 40


def is_number(text: str) -> bool:
    """Return whether a text is a number, below zero too."""
    return len(text) <= _LONGEST_NUMBER and _PLAIN.fullmatch(text) is not None


_DURATION = re.compile(r"(\d{1,5}):(\d\d):(\d\d)(?:\.\d+)?")
_YEAR_FIRST = re.compile(r"(?<!\d)(\d{4})\D{1,3}(\d{1,2})\D{1,3}(\d{1,2})(?!\d)")
_YEAR_LAST = re.compile(r"(?<!\d)(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)(?!\d)")
_WORD = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"\d+")
_LONGEST_DATE = 100
_LATE_S = 120
"""The first reading comes this much after the start at most."""


Start = tuple[str | None, Problem | None]
"""When a run started, in ISO 8601 with its offset where that is known, and a problem if any."""


def parse_duration_s(text: str) -> float | None:
    """Parse `H:MM:SS` as seconds; None for any other text."""
    match = _DURATION.fullmatch(text.strip())
    if not match:
        return None
    hours, minutes, seconds = map(int, match.groups())
    return float(hours * 3600 + minutes * 60 + seconds)


def parse_second_of_day(text: str) -> int | None:
    """Parse a time of day, `16:24:34` or `4:24:34 PM` or with the client's own half-day words."""
    return clocks.seconds_since_midnight(_find_clock(text))


def parse_possible_moments(text: str) -> list[datetime]:
    """Parse a date with time; two moments where day and month could be either way round."""
    match, clock = _find_clock(text), parse_second_of_day(text)
    if match is None or clock is None:
        return []
    date = text[: match.start()] + " " + text[match.end() :]
    days = [day for parts in _possible_dates(date) if (day := _plausible_day(*parts))]
    return [day + timedelta(seconds=clock) for day in dict.fromkeys(days)]


def determine_start(text: str | None, first_reading_s: float | None, line: int | None) -> Start:
    """Determine when a run started, from `TimeOfRun` and the first reading's stamp (UTC).

    The stamp is taken one second after the start; the difference between the two is the
    client's offset from UTC, which decides how an ambiguous date is read.
    """
    result = parse_possible_moments(text[:_LONGEST_DATE]) if text else []
    if first_reading_s is None:
        return _start_from_text(text, result, line)
    began = datetime.fromtimestamp(first_reading_s - 1, UTC)
    offsets = (
        infer_utc_offset_s(m.replace(tzinfo=UTC).timestamp(), began.timestamp(), _LATE_S)
        for m in result
    )
    fitting = [(m, o) for m, o in zip(result, offsets, strict=True) if o is not None]
    if len(fitting) == 1:
        moment, offset = fitting[0]
        return _format_iso(moment, offset), None
    if len(result) == 1:
        template = "TimeOfRun ({text}) and the first reading disagree."
        return _format_iso(result[0]), warning_problem(
            template, line, text=as_short_line(text or "")
        )
    template = "The start was taken from the first reading, not from TimeOfRun."
    return _format_iso(began, 0), info_problem(template, line)


def _find_clock(text: str) -> re.Match[str] | None:
    """Find the time of day; with dots only where there are no colons: `23.11.23` is a date."""
    return next((m for m in CLOCK.finditer(text) if ":" in m[0] or ":" not in text), None)


def _start_from_text(text: str | None, moments: list[datetime], line: int | None) -> Start:
    if len(moments) == 1:
        return _format_iso(moments[0]), None
    if not text or not text.strip():
        return None, None
    if not moments:
        template = "The time of the run ({text}) could not be read."
        return None, warning_problem(template, line, text=as_short_line(text))
    return None, warning_problem(
        "The time of the run ({text}) may be {one} or {other}; left out.",
        line,
        text=as_short_line(text),
        one=_format_iso(moments[0]),
        other=_format_iso(moments[1]),
    )


def _format_iso(moment: datetime, offset_s: int | None = None) -> str:
    if offset_s is not None:
        moment = moment.replace(tzinfo=timezone(timedelta(seconds=offset_s)))
    return moment.isoformat(timespec="seconds")


def _possible_dates(text: str) -> list[tuple[int, int, int]]:
    """Find year, month and day; two of them where slashes leave the order open."""
    if match := _YEAR_FIRST.search(text):
        year, month, day = map(int, match.groups())
        return [(year, month, day)]
    if match := _YEAR_LAST.search(text):
        first, second, year = int(match[1]), int(match[3]), int(match[4])
        dates = [(year, second, first), (year, first, second)]
        return dates[:1] if match[2] == "." else dates
    return _possible_dates_in_words(text)


def _possible_dates_in_words(text: str) -> list[tuple[int, int, int]]:
    month = next((m for word in _WORD.findall(text) if (m := parse_month(word))), None)
    numbers = _DIGITS.findall(text)
    years = [n for n in numbers if len(n) == 4]
    days = [n for n in numbers if len(n) <= 2]
    if month is None or len(years) != 1 or len(days) != 1:
        return []
    return [(int(years[0]), month, int(days[0]))]


def _plausible_day(year: int, month: int, day: int) -> datetime | None:
    full = year + 2000 if year < 100 else year
    return datetime_or_none(full, month, day) if 1990 <= full <= 2100 else None
