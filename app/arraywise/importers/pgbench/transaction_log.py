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
from itertools import pairwise
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Metric, Origin, Series
from arraywise.domain.units import MICROSECOND, Unit
from arraywise.importers.kit.readings import Log, Notes, PrintedNumber, RunDraft, rate_series_name
from arraywise.importers.pgbench.output import EARLIEST_EPOCH, LATEST_EPOCH

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


@dataclass(slots=True)
class ResponseTimes:
    """Response times that were gathered, in microseconds."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0
    least: float = math.inf
    most: float = 0.0
    failed: int = 0
    skipped: int = 0
    seconds: array[float] = field(default_factory=lambda: array("d"))
    """When each interval began; of a plain log when it began and ended."""
    counts: array[float] = field(default_factory=lambda: array("d"))
    sums: array[float] = field(default_factory=lambda: array("d"))
    """Of each interval of an aggregated log."""
    found: array[float] = field(default_factory=lambda: array("d"))
    """Each response time of a plain log."""


@dataclass(slots=True)
class ThreadLog:
    """One file of a log."""

    times: ResponseTimes | None
    """None where its columns do not fit each other."""
    last_line: int
    ends_inside: bool
    """The last line is cut, or is not here."""


def looks_like_log(head: str) -> bool:
    """Return whether a text may be a transaction log, by its first lines."""
    lines = [line for line in head.split("\n", 4)[:3] if line.strip()]
    first = [line.split(" ", 1)[0] for line in lines]
    if lines and all(_AGGREGATED.fullmatch(line) for line in lines):
        return all(EARLIEST_EPOCH < float(text) < LATEST_EPOCH for text in first)
    matches = [match for line in lines if (match := _PLAIN.fullmatch(line))]
    if len(lines) < 2 or len(matches) < len(lines):
        return False
    return all(EARLIEST_EPOCH < float(m["second"]) < LATEST_EPOCH for m in matches)


def parse_log(text: str, *, whole: bool) -> ThreadLog:
    """Read a transaction log; not `whole` where only its beginning is here."""
    lines = text.split("\n")
    ends_inside = bool(lines[-1]) or not whole
    del lines[-1]
    is_aggregated = bool(lines) and _AGGREGATED.fullmatch(lines[0]) is not None
    times = _read_aggregated(lines) if is_aggregated else _read_plain(lines)
    return ThreadLog(times if times and times.count else None, len(lines) + whole, ends_inside)


def parse_single_file(thread: ThreadLog) -> Log:
    """Build a run from one thread's log, or set it aside with a sentence."""
    log = Log(run_type="transaction log")
    if thread.times is None:
        log.fail(
            "A pgbench transaction log (-l) with contradictory columns; not used. Import"
            " pgbench's output."
        )
        return log
    draft = RunDraft(line=1, complete=True)
    measure(draft, thread.times)
    draft.info("Transaction log of one thread: clients and rate of the whole run are unknown.")
    warn_of_cut(draft, thread)
    log.add(draft)
    return log


def warn_of_cut(notes: Notes, thread: ThreadLog) -> None:
    """Say so where a log ends inside of a line."""
    if thread.ends_inside:
        notes.warn("The last line is cut; it was left out.", thread.last_line)


def pooled(logs: Sequence[ResponseTimes]) -> ResponseTimes:
    """Put the logs of a run's threads together."""
    whole = ResponseTimes()
    intervals: dict[float, tuple[float, float]] = {}
    for times in logs:
        whole.count += times.count
        whole.total += times.total
        whole.squares += times.squares
        whole.failed += times.failed
        whole.skipped += times.skipped
        whole.least, whole.most = min(whole.least, times.least), max(whole.most, times.most)
        whole.found.extend(times.found)
        for second, count, total in zip(times.seconds, times.counts, times.sums, strict=False):
            before = intervals.get(second, (0.0, 0.0))
            intervals[second] = before[0] + count, before[1] + total
    if intervals:
        whole.seconds = array("d", sorted(intervals))
        whole.counts = array("d", (intervals[second][0] for second in whole.seconds))
        whole.sums = array("d", (intervals[second][1] for second in whole.seconds))
    else:
        ends = [second for times in logs for second in times.seconds]
        whole.seconds = array("d", (min(ends), max(ends)))
    return whole


def _read_aggregated(lines: Sequence[str]) -> ResponseTimes | None:
    """Add up intervals: start, count, sum, sum of squares, least, most, and what else there is."""
    times = ResponseTimes()
    for line in lines:
        numbers = [float(word) for word in line.split()] if _AGGREGATED.fullmatch(line) else []
        if not numbers or not _fits(numbers) or _goes_back(times, numbers[0]):
            return None
        second, count, total, squares, least, most = numbers[:6]
        times.seconds.append(second)
        times.counts.append(count)
        times.sums.append(total)
        if count:
            times.count += int(count)
            times.total += total
            times.squares += squares
            times.least = min(times.least, least)
            times.most = max(times.most, most)
        if len(numbers) == _FULL_AGGREGATE:
            times.skipped += int(numbers[10])
            times.failed += int(numbers[13] + numbers[14])
    return times


def _goes_back(times: ResponseTimes, second: float) -> bool:
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


def _read_plain(lines: Sequence[str]) -> ResponseTimes | None:
    """Gather every transaction: client, number, time, script, second, microsecond."""
    times, result = ResponseTimes(), array("d")
    first, last = math.inf, 0.0
    for line in lines:
        match = _PLAIN.fullmatch(line)
        if match is None:
            return None
        second = float(match["second"]) + float(match["part"]) * MICROSECOND
        first, last = min(first, second), max(last, second)
        word = match["time"]
        if word.isdecimal():
            result.append(float(word))
        elif word == "skipped":
            times.skipped += 1
        else:
            times.failed += 1
    if not result or first < EARLIEST_EPOCH or last > min(LATEST_EPOCH, first + _LONGEST_LOG_S):
        return None
    times.seconds = array("d", (first, last))
    times.count, times.total = len(result), math.fsum(result)
    times.squares = math.fsum(value * value for value in result)
    times.least, times.most = min(result), max(result)
    times.found = result
    return times


def _percentiles(result: Sequence[float]) -> Iterator[tuple[int, float]]:
    """Give percentiles by nearest rank, where there are values enough beyond them."""
    for percent in _PERCENTILES:
        if len(result) * (100 - percent) >= _FEWEST_FOR_PERCENTILE * 10:
            yield percent, result[math.ceil(len(result) * percent / 100) - 1]


def _derived(
    statistic: str, microseconds: float
) -> tuple[Metric, str, PrintedNumber, None, Origin]:
    result = PrintedNumber(microseconds * MICROSECOND, 1)
    return Metric.RESPONSE_TIME, statistic, result, None, Origin.DERIVED


def measure(draft: RunDraft, times: ResponseTimes) -> None:
    """Add what the response times of a log or of several tell."""
    for percent, value in _percentiles(sorted(times.found)):
        draft.measure(*_derived(f"p{percent}", value))
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
        draft.measure(metric, "total", PrintedNumber(count, 1), None, Origin.DERIVED)
    if times.skipped:
        draft.describe(transactions_skipped=str(times.skipped))
    draft.describe(logged="aggregated" if times.counts else "every transaction")
    draft.started_at = datetime.fromtimestamp(times.seconds[0], UTC).isoformat()
    draft.duration_s = times.seconds[-1] - times.seconds[0] + (interval_of(times) or 0.0)
    draft.series += _series(times)


def interval_of(times: ResponseTimes) -> float | None:
    """Return the length of an interval of an aggregated log, in seconds."""
    gaps = [b - a for a, b in pairwise(times.seconds)]
    return min(gaps) if gaps and times.counts else None


def _series(times: ResponseTimes) -> Iterator[Series]:
    """Give rate and mean response time of every interval of an aggregated log."""
    interval = interval_of(times)
    if not interval:
        return
    rates = array("d", (count / interval for count in times.counts))
    yield Series(rate_series_name(interval), Unit.PER_SECOND, rates, times.seconds, 1)
    pairs = zip(times.sums, times.counts, strict=True)
    means = array("d", (total / count * MICROSECOND for total, count in pairs if count))
    moments = times.seconds if len(means) == len(times.seconds) else None
    yield Series("response_time", Unit.SECOND, means, moments, 1)
