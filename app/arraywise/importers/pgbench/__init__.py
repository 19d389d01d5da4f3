"""Pgbench: results, progress and transaction logs of one run.

Results go to standard output, progress to standard error and transactions to a log a thread (-l),
so that one run leaves several files. None names the others; their figures tell whether they agree.
Logs are numbers alone. They are taken for what they are only where the columns prove it: a sum of
squares that fits the sum, or moments that fit each other.
"""

from __future__ import annotations

import math
import posixpath
import re
from array import array
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Metric, Series
from arraywise.domain.units import MICROSECOND, Unit
from arraywise.importers.kit.readings import (
    LIMIT_BYTES,
    ReadingDraft,
    RunDraft,
    add_derived_measurement,
    nearest_rank_percentiles,
    rate_series_name,
)
from arraywise.importers.kit.text import decode, strip_terminal_escapes
from arraywise.importers.pgbench.output import (
    EARLIEST_EPOCH,
    IN_MARKS,
    LATEST_EPOCH,
    MARKS,
    PgbenchReader,
    find_measurement,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from arraywise.domain.evidence import Reading, Run
    from arraywise.importers.kit.importer import Source
    from arraywise.importers.kit.readings import ProblemCollector
    from arraywise.importers.kit.text import DecodedText

_LOG_LIMIT_BYTES = 32 * 1024 * 1024
_THREAD = re.compile(r"^(?P<process>.*\.\d{1,10})\.\d{1,5}$")
"""`pgbench_log.4711.1`: the second thread's log of process 4711."""
_SAME_COUNT = 0.05
"""Of the transactions, besides those that were under way at the end, one a client."""
_SAME_TIME = 0.1
_LOST_INTERVALS = 1.5
"""An aggregated log lacks the interval that the run ended in."""


class PgbenchImporter:
    """Importer of pgbench: results, progress and logs of one run are read together."""

    tool = "pgbench"

    def recognises(self, source: Source) -> bool:
        """Look for pgbench's wording, or for the columns of its transaction log."""
        head = strip_terminal_escapes(decode(source.head).text)
        is_likely = any(words in head for words in IN_MARKS)
        return (is_likely and MARKS.search(head) is not None) or _looks_like_log(head)

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Put together the files of one folder that can only be of one run."""
        folders: dict[str, list[Source]] = {}
        for source in sources:
            folders.setdefault(source.name.replace("\\", "/").rpartition("/")[0], []).append(
                source
            )
        groups: list[list[Source]] = []
        for own in folders.values():
            joined = (
                _match_files_to_results([_parse_once(source) for source in own])
                if len(own) > 1
                else []
            )
            groups += [[file.source for file in one.files] for one in joined]
            taken = {id(file.source) for one in joined for file in one.files}
            groups += [[source] for source in own if id(source) not in taken]
        return groups

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read the files of one run, or files that stand alone; one reading a source, in order."""
        files = [_parse_once(source) for source in group]
        joined = _match_files_to_results(files) if len(files) > 1 else []
        if len(joined) != 1:
            return [
                _build_reading(file.output or _build_log_reading(file), file) for file in files
            ]
        readings = _read_run_files(joined[0])
        return [readings[id(source)] for source in group]


@dataclass(slots=True)
class PgbenchFileContent:
    """What one file contains; the text itself is not kept."""

    source: Source
    decoded: DecodedText
    output: ReadingDraft | None = None
    """None for a transaction log."""
    response_times: ResponseTimes | None = None
    """None for output, and for a log whose columns do not fit each other."""
    cut_at: int | None = None
    """Line that a log ends inside of."""

    @property
    def drafts(self) -> list[RunDraft]:
        """The runs that were printed."""
        return self.output.drafts if self.output else []

    @property
    def has_results(self) -> bool:
        """Return whether every run here has its rate."""
        return bool(self.drafts) and all(_mean_rate(draft) for draft in self.drafts)

    @property
    def is_progress(self) -> bool:
        """Return whether this is standard error alone: progress without any result."""
        return bool(self.drafts) and all(d.series and not d.measurements for d in self.drafts)

    def warn_of_cut(self, notes: ProblemCollector) -> None:
        """Say so where a log ends inside of a line."""
        if self.cut_at is not None:
            notes.warn("The last line is cut; it was left out.", self.cut_at)


@dataclass(slots=True)
class PgbenchRunFiles:
    """The files of one run."""

    result: PgbenchFileContent
    progress: PgbenchFileContent | None
    threads: list[PgbenchFileContent]

    @property
    def files(self) -> list[PgbenchFileContent]:
        """All of them, the result first."""
        return [self.result, *([self.progress] if self.progress else []), *self.threads]


def _parse_once(source: Source) -> PgbenchFileContent:
    """Read a file on its own, once."""
    cached = source.group_findings.get(PgbenchImporter.tool)
    if isinstance(cached, PgbenchFileContent):
        return cached
    decoded = decode(source.data, LIMIT_BYTES)
    text = strip_terminal_escapes(decoded.text)
    if MARKS.search(text) is None and _looks_like_log(text[:10_000]):
        decoded = decode(source.data, _LOG_LIMIT_BYTES)
        times, cut_at = _parse_log(decoded.text, is_complete=not decoded.is_cut)
        parsed = PgbenchFileContent(source, decoded._replace(text=""), None, times, cut_at)
    else:
        output = PgbenchReader().read_lines(text.split("\n"))
        parsed = PgbenchFileContent(source, decoded._replace(text=""), output)
    source.group_findings[PgbenchImporter.tool] = parsed
    return parsed


def _match_files_to_results(files: Sequence[PgbenchFileContent]) -> list[PgbenchRunFiles]:
    """Find what belongs to each result; where two files fit, neither is taken."""
    results = [file for file in files if file.has_results]
    progress = [file for file in files if file.is_progress]
    families = [(family, _combine_threads(family)) for family in _group_thread_logs(files)]
    sets = []
    for result in results:
        near = [file for file in progress if _is_progress_of(file, result)]
        logs = [family for family in families if _are_logs_of(family[1], result)]
        own = near[0] if len(near) == 1 else None
        threads = logs[0][0] if len(logs) == 1 else []
        if own and sum(_is_progress_of(own, other) for other in results) > 1:
            own = None
        if threads and sum(_are_logs_of(logs[0][1], other) for other in results) > 1:
            threads = []
        if own or threads:
            sets.append(PgbenchRunFiles(result, own, threads))
    return sets


def _group_thread_logs(files: Iterable[PgbenchFileContent]) -> list[list[PgbenchFileContent]]:
    """Put the logs of one process's threads together, by their names."""
    families: dict[str, list[PgbenchFileContent]] = {}
    for file in files:
        if file.response_times:
            match = _THREAD.match(file.source.name)
            families.setdefault(match["process"] if match else file.source.name, []).append(file)
    return list(families.values())


def _is_progress_of(progress: PgbenchFileContent, result: PgbenchFileContent) -> bool:
    """Return whether the means of the intervals and the last moment are those of the result."""
    pairs = list(zip(progress.drafts, result.drafts, strict=False))
    return len(progress.drafts) == len(result.drafts) and all(
        _is_progress_of_run(own, other) for own, other in pairs
    )


def _is_progress_of_run(progress: RunDraft, result: RunDraft) -> bool:
    rates = progress.series[0].values
    lasted, rate = progress.duration_s or 0.0, _mean_rate(result)
    if not rates or not rate or not lasted:
        return False
    seconds = result.duration_s or _completed_count(result) / rate
    is_same_time = abs(lasted - seconds) <= max(_SAME_TIME * seconds, lasted / len(rates))
    shown, stated = sum(rates) / len(rates) * lasted, _completed_count(result) or rate * seconds
    return is_same_time and abs(shown - stated) <= max(
        _SAME_COUNT * stated, result.load.users or 0
    )


def _are_logs_of(times: ResponseTimes, result: PgbenchFileContent) -> bool:
    """Return whether the logs have as many transactions as the result, and take as long."""
    if len(result.drafts) != 1:
        return False
    completed = _completed_count(result.drafts[0])
    interval = times.interval_s
    if not interval:
        return times.count == completed
    lasted = times.moments[-1] - times.moments[0] + interval
    lost = _LOST_INTERVALS * interval / lasted
    return completed * (1 - lost) <= times.count <= completed


def _mean_rate(draft: RunDraft) -> float:
    result = find_measurement(draft, Metric.TRANSACTION_RATE, "mean")
    return result.value if result else 0.0


def _completed_count(draft: RunDraft) -> float:
    result = find_measurement(draft, Metric.TRANSACTIONS_COMPLETED, "total")
    return result.value if result else 0.0


def _read_run_files(run_files: PgbenchRunFiles) -> dict[int, Reading]:
    """Read the result first: the other files' runs are its runs."""
    result = run_files.result
    name = posixpath.basename(result.source.name.replace("\\", "/"))
    pooled = RunDraft(line=1, complete=True)
    if run_files.threads:
        _add_log_measurements(pooled, _combine_threads(run_files.threads))
        result.drafts[0].started_at = result.drafts[0].started_at or pooled.started_at
    readings = {
        id(result.source): _build_reading(result.output or ReadingDraft(), result, run_files)
    }
    runs = readings[id(result.source)].runs
    if run_files.progress:
        reading = run_files.progress.output or ReadingDraft()
        _copy_name_load_and_times(reading.drafts, runs)
        reading.info("Progress of the run in {file}, with the same rate and time.", file=name)
        readings[id(run_files.progress.source)] = _build_reading(
            reading, run_files.progress, run_files
        )
    for index, thread in enumerate(run_files.threads):
        reading = ReadingDraft(is_companion_file=True)
        reading.info(
            "Log of one thread of the run in {file}; the logs of its threads (files: {count})"
            " were combined.",
            file=name,
            count=len(run_files.threads),
        )
        if index == 0:
            _copy_name_load_and_times([pooled], runs)
            reading.add_run(pooled)
        thread.warn_of_cut(reading)
        readings[id(thread.source)] = _build_reading(reading, thread, run_files)
    return readings


def _copy_name_load_and_times(drafts: Sequence[RunDraft], runs: Sequence[Run]) -> None:
    """Name runs as the result names them, at its load."""
    for draft, run in zip(drafts, runs, strict=True):
        draft.name = run.name
        draft.complete = run.complete
        draft.problems.clear()
        draft.load = next((m.load for m in run.measurements), draft.load)
        draft.started_at = draft.started_at or run.started_at
        draft.duration_s = run.duration_s or draft.duration_s


def _build_reading(
    reading: ReadingDraft, file: PgbenchFileContent, run_files: PgbenchRunFiles | None = None
) -> Reading:
    if run_files is not None:
        reading.set_name = run_files.result.source.name
        reading.version = reading.version or (run_files.result.output or reading).version
    return reading.build_reading(PgbenchImporter.tool, file.source.name, file.decoded)


_AGGREGATED = re.compile(r"\d{9,10}(?: \d{1,20}){5,15}[ \t]*")
_PLAIN = re.compile(
    r"\d{1,6} \d{1,10} (?P<time>\d{1,12}|skipped|failed|serialization|deadlock) \d{1,4}"
    r" (?P<second>\d{9,10}) (?P<part>\d{1,6})(?: \d{1,12}(?:\.\d{1,6})?){0,2}[ \t]*"
)
_FULL_AGGREGATE = 15
"""Columns from version 15 on, which prints zeros for what was not asked for."""
_LONGEST_LOG_S = 40 * 86_400


@dataclass(slots=True)
class ResponseTimes:
    """Response times that were gathered, in microseconds."""

    count: int = 0
    sum_us: float = 0.0
    sum_of_squares: float = 0.0
    least_us: float = math.inf
    most_us: float = 0.0
    failed: int = 0
    skipped: int = 0
    moments: array[float] = field(default_factory=lambda: array("d"))
    """When each interval began; of a plain log when it began and ended."""
    counts: array[float] = field(default_factory=lambda: array("d"))
    sums: array[float] = field(default_factory=lambda: array("d"))
    """Of each interval of an aggregated log."""
    each_us: array[float] = field(default_factory=lambda: array("d"))
    """Each response time of a plain log."""

    @property
    def interval_s(self) -> float | None:
        """Length of an interval of an aggregated log, in seconds."""
        gaps = [b - a for a, b in pairwise(self.moments)]
        return min(gaps) if gaps and self.counts else None


def _looks_like_log(head: str) -> bool:
    """Return whether a text may be a transaction log, by its first lines."""
    lines = [line for line in head.split("\n", 4)[:3] if line.strip()]
    first = [line.split(" ", 1)[0] for line in lines]
    if lines and all(_AGGREGATED.fullmatch(line) for line in lines):
        return all(EARLIEST_EPOCH < float(text) < LATEST_EPOCH for text in first)
    matches = [match for line in lines if (match := _PLAIN.fullmatch(line))]
    if len(lines) < 2 or len(matches) < len(lines):
        return False
    return all(EARLIEST_EPOCH < float(m["second"]) < LATEST_EPOCH for m in matches)


def _parse_log(text: str, *, is_complete: bool) -> tuple[ResponseTimes | None, int | None]:
    """Read a transaction log, and return the line that it ends inside of.

    Not `whole` where only its beginning is here; None where its columns do not fit each other.
    """
    lines = text.split("\n")
    ends_inside = bool(lines[-1]) or not is_complete
    del lines[-1]
    is_aggregated = bool(lines) and _AGGREGATED.fullmatch(lines[0]) is not None
    times = _parse_aggregated_log(lines) if is_aggregated else _parse_plain_log(lines)
    return times if times and times.count else None, len(
        lines
    ) + is_complete if ends_inside else None


def _build_log_reading(file: PgbenchFileContent) -> ReadingDraft:
    """Build a run from one thread's log, or set it aside with a sentence."""
    reading = ReadingDraft(run_type="transaction log")
    if file.response_times is None:
        reading.error(
            "A pgbench transaction log (-l) with contradictory columns; not used. Import"
            " pgbench's output."
        )
        return reading
    draft = RunDraft(line=1, complete=True)
    _add_log_measurements(draft, file.response_times)
    draft.info("Transaction log of one thread: clients and rate of the whole run are unknown.")
    file.warn_of_cut(draft)
    reading.add_run(draft)
    return reading


def _combine_threads(threads: Sequence[PgbenchFileContent]) -> ResponseTimes:
    """Put the transactions of all threads of a run together."""
    logs = [file.response_times for file in threads if file.response_times]
    whole = ResponseTimes()
    intervals: dict[float, tuple[float, float]] = {}
    for times in logs:
        whole.count += times.count
        whole.sum_us += times.sum_us
        whole.sum_of_squares += times.sum_of_squares
        whole.failed += times.failed
        whole.skipped += times.skipped
        whole.least_us, whole.most_us = (
            min(whole.least_us, times.least_us),
            max(whole.most_us, times.most_us),
        )
        whole.each_us.extend(times.each_us)
        for second, count, total in zip(times.moments, times.counts, times.sums, strict=False):
            before = intervals.get(second, (0.0, 0.0))
            intervals[second] = before[0] + count, before[1] + total
    if intervals:
        whole.moments = array("d", sorted(intervals))
        whole.counts = array("d", (intervals[second][0] for second in whole.moments))
        whole.sums = array("d", (intervals[second][1] for second in whole.moments))
    else:
        ends = [second for times in logs for second in times.moments]
        whole.moments = array("d", (min(ends), max(ends)))
    return whole


def _parse_aggregated_log(lines: Sequence[str]) -> ResponseTimes | None:
    """Add up intervals: start, count, sum, sum of squares, least, most, and what else there is."""
    times = ResponseTimes()
    for line in lines:
        numbers = [float(word) for word in line.split()] if _AGGREGATED.fullmatch(line) else []
        if (
            not numbers
            or not _is_consistent_interval(numbers)
            or _is_out_of_order(times, numbers[0])
        ):
            return None
        second, count, total, squares, least, most = numbers[:6]
        times.moments.append(second)
        times.counts.append(count)
        times.sums.append(total)
        if count:
            times.count += int(count)
            times.sum_us += total
            times.sum_of_squares += squares
            times.least_us = min(times.least_us, least)
            times.most_us = max(times.most_us, most)
        if len(numbers) == _FULL_AGGREGATE:
            times.skipped += int(numbers[10])
            times.failed += int(numbers[13] + numbers[14])
    return times


def _is_out_of_order(times: ResponseTimes, second: float) -> bool:
    if not times.moments:
        return not EARLIEST_EPOCH < second < LATEST_EPOCH
    return not times.moments[-1] < second < times.moments[0] + _LONGEST_LOG_S


def _is_consistent_interval(numbers: Sequence[float]) -> bool:
    """Hold sum, squares, least and most of an interval against each other (Cauchy-Schwarz)."""
    _, count, total, squares, least, most = numbers[:6]
    if not count:
        return not total and not squares
    slack = 1 + 1e-6
    in_range = count * least <= total * slack + count and total <= count * most * slack + count
    return in_range and total * total <= count * squares * slack <= total * most * count * slack**2


def _parse_plain_log(lines: Sequence[str]) -> ResponseTimes | None:
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
    times.moments = array("d", (first, last))
    times.count, times.sum_us = len(result), math.fsum(result)
    times.sum_of_squares = math.fsum(value * value for value in result)
    times.least_us, times.most_us = min(result), max(result)
    times.each_us = result
    return times


def _add_log_measurements(draft: RunDraft, times: ResponseTimes) -> None:
    """Add what the response times of a log or of several tell."""
    mean = times.sum_us / times.count
    variance = max(0.0, times.sum_of_squares / times.count - mean * mean)
    for statistic, microseconds in (
        *nearest_rank_percentiles(sorted(times.each_us)),
        ("mean", mean),
        ("stddev", math.sqrt(variance)),
        ("min", times.least_us),
        ("max", times.most_us),
    ):
        add_derived_measurement(
            draft, Metric.RESPONSE_TIME, statistic, microseconds * MICROSECOND, 1
        )
    add_derived_measurement(draft, Metric.TRANSACTIONS_COMPLETED, "total", times.count, 1)
    add_derived_measurement(draft, Metric.TRANSACTIONS_FAILED, "total", times.failed, 1)
    if times.skipped:
        draft.add_attributes(transactions_skipped=str(times.skipped))
    draft.add_attributes(logged="aggregated" if times.counts else "every transaction")
    draft.started_at = datetime.fromtimestamp(times.moments[0], UTC).isoformat()
    draft.duration_s = times.moments[-1] - times.moments[0] + (times.interval_s or 0.0)
    draft.series += _interval_series(times)


def _interval_series(times: ResponseTimes) -> Iterator[Series]:
    """Give rate and mean response time of every interval of an aggregated log."""
    interval = times.interval_s
    if not interval:
        return
    rates = array("d", (count / interval for count in times.counts))
    yield Series(rate_series_name(interval), Unit.PER_SECOND, rates, times.moments, 1)
    pairs = zip(times.sums, times.counts, strict=True)
    means = array("d", (total / count * MICROSECOND for total, count in pairs if count))
    moments = times.moments if len(means) == len(times.moments) else None
    yield Series("response_time", Unit.SECOND, means, moments, 1)
