"""Transactions second by second: `TPSReadings` is one long list of stamps and counts."""

from __future__ import annotations

import itertools
import json
import re
from array import array
from dataclasses import dataclass

from arraywise.domain.evidence import Series
from arraywise.domain.units import MILLISECOND, Unit

_OF_NUMBERS = b"0123456789,. \t\r\n"
_PAIR = re.compile(r"(?<![\d.])(\d{12,14})\s*,\s*(\d{1,9}(?:\.\d{1,9})?)(?=\s*,|\s*\Z)")
_EARLIEST_MS, _LATEST_MS = 631_152_000_000, 4_102_444_800_000
"""1990 and 2100."""
NAME = "transaction_rate"
_SLACK_S = 2.0
"""So far stamps drift over a run without a second being left out."""


@dataclass(frozen=True, slots=True)
class Readings:
    """A run's transactions per second."""

    series: Series | None
    whole: bool
    """False when part of the list could not be read."""

    @property
    def first_stamp_s(self) -> float | None:
        """Seconds since 1970 (UTC) of the first reading."""
        if self.series is None or self.series.times is None:
            return None
        return self.series.times[0]


def read_readings(text: str, line: int | None, *, is_cut: bool = False) -> Readings:
    """Read the list; a reading is one second long, stamped at its end, in UTC.

    Args:
        text: `epoch_ms, transactions,epoch_ms, transactions,...` with a comma at the end.
        line: Line of the file that the list starts in.
        is_cut: The list ends where the file was cut: a last count without comma is not whole.
    """
    body = text.strip()
    if is_cut:
        body = body[: body.rfind(",") + 1]
    flat, whole = _flat(body.rstrip(", \n"))
    if not flat:
        return Readings(None, whole=whole and not is_cut)
    stamps, counts = flat[0::2], flat[1::2]
    times = array("d", [MILLISECOND * stamp for stamp in stamps])
    series = Series(NAME, Unit.PER_SECOND, array("d", counts), times, line)
    return Readings(series, whole=whole and not is_cut)


def _flat(body: str) -> tuple[list[float], bool]:
    """Return stamps and counts in turn, and whether the whole text was made of such pairs."""
    if not body:
        return [], True
    if not body.encode("ascii", "replace").translate(None, _OF_NUMBERS):
        try:
            flat: list[float] = json.loads(f"[{body}]")  # the fastest reader of many numbers
        except ValueError:
            flat = []
        if flat and len(flat) % 2 == 0 and _are_stamps(flat[0::2]) and max(flat[1::2]) < 10**9:
            return flat, True
    pairs = [(float(stamp), float(count)) for stamp, count in _PAIR.findall(body)]
    sound = [pair for pair in pairs if _EARLIEST_MS <= pair[0] <= _LATEST_MS]
    return [number for pair in sound for number in pair], False


def _are_stamps(stamps: list[float]) -> bool:
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
    """Say whether seconds are missing among the readings."""
    times = series.times
    return times is None or times[-1] - times[0] > len(times) + _SLACK_S
