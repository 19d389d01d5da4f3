"""Pgbench's transaction logs (-l), plain and aggregated: every response time of a thread.

The files are numbers alone. They are taken for what they are only where the columns prove it:
a sum of squares that fits the sum, or moments that fit each other.
"""

from __future__ import annotations

import math
import re
from array import array
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Metric, Origin, Series
from arraywise.domain.units import MICROSECOND, Unit
from arraywise.importers.drafts import Draft, Log, Printed, rate_series_name
from arraywise.importers.pgbench.progress import EARLIEST_EPOCH, LATEST_EPOCH

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_AGGREGATED = re.compile(r"\d{9,10}(?: \d{1,20}){5,15}[ \t]*")
_PLAIN = re.compile(
    r"\d{1,6} \d{1,10} (?P<time>\d{1,12}|skipped|failed|serialization|deadlock) \d{1,4}"
    r" (?P<second>\d{9,10}) (?P<part>\d{1,6})(?: \d{1,12}(?:\.\d{1,6})?){0,2}[ \t]*"
)
_FULL_AGGREGATE = 15
"""Columns from version 15 on, which prints zeros for what was not asked for."""
_PERCENTILES = (50, 90, 95, 99)
_FEWEST_FOR_PERCENTILE = 100
_LONGEST_LOG_S = 40 * 86_400
_NOTE = (
    "This is one thread's log of its transactions: response times are those of its clients alone,"
    " and neither the number of clients nor the rate of the whole run is in it."
)


@dataclass(slots=True)
class _Times:
    """Response times that were gathered, in microseconds."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0
    least: float = math.inf
    most: float = 0.0
    failed: int = 0
    skipped: int = 0
    seconds: array[float] = field(default_factory=lambda: array("d"))
    rates: array[float] = field(default_factory=lambda: array("d"))
    means: array[float] = field(default_factory=lambda: array("d"))


def looks_like_log(head: str) -> bool:
    """Say whether a text may be a transaction log, by its first lines."""
    lines = [line for line in head.split("\n", 4)[:3] if line.strip()]
    first = [line.split(" ", 1)[0] for line in lines]
    if lines and all(_AGGREGATED.fullmatch(line) for line in lines):
        return all(EARLIEST_EPOCH < float(text) < LATEST_EPOCH for text in first)
    matches = [match for line in lines if (match := _PLAIN.fullmatch(line))]
    if len(lines) < 2 or len(matches) < len(lines):
        return False
    return all(EARLIEST_EPOCH < float(m["second"]) < LATEST_EPOCH for m in matches)


def read_log(text: str, *, whole: bool) -> Log:
    """Read a transaction log, or set it aside with a sentence.

    Args:
        text: The file.
        whole: False where only its beginning is here.
    """
    log = Log(run_type="transaction log")
    lines = text.split("\n")
    ends_inside = bool(lines[-1]) or not whole
    del lines[-1]
    is_aggregated = bool(lines) and _AGGREGATED.fullmatch(lines[0]) is not None
    draft = Draft(line=1, complete=True)
    times = _read_aggregated(lines) if is_aggregated else _read_plain(lines, draft)
    if times is None or not times.count:
        log.fail(
            "This looks like pgbench's log of transactions (-l), but its columns do not fit each"
            " other; it was set aside. Import pgbench's own output instead."
        )
        return log
    _measure(draft, times)
    draft.describe(logged="aggregated" if is_aggregated else "every transaction")
    draft.info(_NOTE)
    if ends_inside:
        draft.warn("The last line is cut; it was left out.", len(lines) + whole)
    log.add(draft)
    return log


def _read_aggregated(lines: Sequence[str]) -> _Times | None:
    """Add up intervals: start, count, sum, sum of squares, least, most, and what else there is."""
    times = _Times()
    counts = array("d")
    for line in lines:
        numbers = [float(word) for word in line.split()] if _AGGREGATED.fullmatch(line) else []
        if not numbers or not _fits(numbers) or _goes_back(times, numbers[0]):
            return None
        second, count, total, squares, least, most = numbers[:6]
        times.seconds.append(second)
        counts.append(count)
        if count:
            times.count += int(count)
            times.total += total
            times.squares += squares
            times.least = min(times.least, least)
            times.most = max(times.most, most)
            times.means.append(total / count * MICROSECOND)
        if len(numbers) == _FULL_AGGREGATE:
            times.skipped += int(numbers[10])
            times.failed += int(numbers[13] + numbers[14])
    gaps = [b - a for a, b in zip(times.seconds, times.seconds[1:], strict=False)]
    if gaps:
        times.rates = array("d", (count / min(gaps) for count in counts))
    return times


def _goes_back(times: _Times, second: float) -> bool:
    if not times.seconds:
        return not EARLIEST_EPOCH < second < LATEST_EPOCH
    return not times.seconds[-1] < second < times.seconds[0] + _LONGEST_LOG_S


def _fits(numbers: Sequence[float]) -> bool:
    """Hold sum, squares, least and most of an interval against each other (Cauchy-Schwarz)."""
    _, count, total, squares, least, most = numbers[:6]
    if not count:
        return not total and not squares
    slack = 1 + 1e-6
    in_range = count * least <= total * slack + count and total <= count * most * slack + count
    return in_range and total * total <= count * squares * slack <= total * most * count * slack**2


def _read_plain(lines: Sequence[str], draft: Draft) -> _Times | None:
    """Gather every transaction: client, number, time, script, second, microsecond."""
    times, found = _Times(), array("d")
    first, last = math.inf, 0.0
    for line in lines:
        match = _PLAIN.fullmatch(line)
        if match is None:
            return None
        second = float(match["second"]) + float(match["part"]) * MICROSECOND
        first, last = min(first, second), max(last, second)
        word = match["time"]
        if word.isdigit():
            found.append(float(word))
        elif word == "skipped":
            times.skipped += 1
        else:
            times.failed += 1
    if not found or first < EARLIEST_EPOCH or last > min(LATEST_EPOCH, first + _LONGEST_LOG_S):
        return None
    times.seconds = array("d", (first, last))
    times.count, times.total = len(found), math.fsum(found)
    times.squares = math.fsum(value * value for value in found)
    times.least, times.most = min(found), max(found)
    for percent, value in _percentiles(sorted(found)):
        draft.measure(*_derived(f"p{percent}", value))
    return times


def _percentiles(found: Sequence[float]) -> Iterator[tuple[int, float]]:
    """Give percentiles by nearest rank, where there are values enough beyond them."""
    for percent in _PERCENTILES:
        if len(found) * (100 - percent) >= _FEWEST_FOR_PERCENTILE * 10:
            yield percent, found[math.ceil(len(found) * percent / 100) - 1]


def _derived(statistic: str, microseconds: float) -> tuple[Metric, str, Printed, None, Origin]:
    found = Printed(microseconds * MICROSECOND, 1)
    return Metric.RESPONSE_TIME, statistic, found, None, Origin.DERIVED


def _measure(draft: Draft, times: _Times) -> None:
    mean = times.total / times.count
    variance = max(0.0, times.squares / times.count - mean * mean)
    draft.measure(*_derived("mean", mean))
    draft.measure(*_derived("stddev", math.sqrt(variance)))
    draft.measure(*_derived("min", times.least))
    draft.measure(*_derived("max", times.most))
    for metric, count in (
        (Metric.TRANSACTIONS_COMPLETED, times.count),
        (Metric.TRANSACTIONS_FAILED, times.failed),
    ):
        draft.measure(metric, "total", Printed(count, 1), None, Origin.DERIVED)
    if times.skipped:
        draft.describe(transactions_skipped=str(times.skipped))
    draft.started_at = datetime.fromtimestamp(times.seconds[0], UTC).isoformat()
    draft.duration_s = times.seconds[-1] - times.seconds[0]
    if times.rates:
        interval = times.seconds[1] - times.seconds[0]
        name = rate_series_name(interval)
        draft.series.append(Series(name, Unit.PER_SECOND, times.rates, times.seconds, 1))
        same = len(times.means) == len(times.seconds)
        moments = times.seconds if same else None
        draft.series.append(Series("response_time", Unit.SECOND, times.means, moments, 1))
