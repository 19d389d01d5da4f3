"""Bandwidth, rate and latency logs.

`lg_clat.1.log` holds lines of milliseconds since the start, value, direction, block size (0 where
the values are means of an interval), and from some version on an offset or a priority.

"""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from pathlib import PurePosixPath
from statistics import median
from typing import TYPE_CHECKING, Final, NamedTuple

from arraywise.domain.evidence import Reading, Run, Series, Status
from arraywise.domain.messages import Problem, Severity, message
from arraywise.domain.units import KIB, MICROSECOND, MILLISECOND, Unit
from arraywise.importers.fio.content import (
    NANOSECOND,
    Direction,
    moment_before_report,
    parse_version,
)
from arraywise.importers.kit.readings import ProblemCollector, info_problem, reading_status
from arraywise.importers.kit.text import decode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.importers.fio.content import FioJob
    from arraywise.importers.kit.importer import Source

_ROW = re.compile(
    r"(\d{1,15}), (\d{1,18}), ([0-2]), (\d{1,12})(?:, (\d{1,19}))?(?:, (0x[0-9a-f]{1,8}|\d{1,5}))?"
)
NAME: Final = re.compile(
    r"(?P<stem>[^/\\]*?)_?(?P<kind>bw|iops|clat|slat|lat)(?:\.(?P<number>\d{1,6}))?"
    r"\.(?:log|txt|csv)$",
    re.IGNORECASE,
)
_KINDS: Final = {
    "bw": ("throughput", Unit.BYTE_PER_SECOND),
    "iops": ("iops", Unit.PER_SECOND),
    "lat": ("latency", Unit.SECOND),
    "clat": ("clat", Unit.SECOND),
    "slat": ("slat", Unit.SECOND),
}
DIRECTIONS = (Direction.READ, Direction.WRITE, Direction.TRIM)
_LOOKED_AT = 20
_MOST_ROWS = 2_000_000
_NANOSECONDS_SINCE = (2, 99)
EPOCH_MS = 10**11
"""Times beyond this are since 1970 (`log_unix_epoch`), not since the start."""
_ALLOWED_S = 0.2
_SHORTEST_NS = 1_000
"""No storage answers in less than a microsecond on average."""
_TOO_LONG = "Latencies read as nanoseconds (fio 3): as microseconds some would exceed the run."
_FLAGGED = "Latencies read as nanoseconds (fio 3): the fifth column has its priority mark."
_TOO_SHORT = "Latencies read as microseconds (fio 2): no storage is that fast in nanoseconds."


class LogRow(NamedTuple):
    """One line of a log."""

    time_ms: int
    value: int
    direction: int
    block_bytes: int
    fifth_field: int | None
    line: int


@dataclass(slots=True)
class LogReading(ProblemCollector):
    """The series of one log, and its problems."""

    series: list[Series] = field(default_factory=list)
    interval_s: float | None = None
    duration_s: float | None = None
    start_epoch_s: float | None = None
    """Seconds since 1970, where the log states it (`log_unix_epoch`)."""


def looks_like_log(text: str) -> bool:
    """Return whether the first lines are those of a log."""
    lines = text[: 400 * _LOOKED_AT].split("\n")[:_LOOKED_AT]
    whole = [line for line in (lines[:-1] or lines) if line.strip()]
    return bool(whole) and all(_ROW.fullmatch(line.rstrip()) for line in whole)


def parse_log(
    lines: Sequence[str], kind: str, version: str | None, start_epoch_s: float | None
) -> LogReading:
    """Parse the lines of a log of the kind that its name states (`bw`, `iops`, `lat` ...).

    Version and start, in seconds since 1970, are those of the result beside it, if any.
    """
    reading = LogReading()
    rows = _parse_rows(lines, reading)
    if not rows:
        reading.warn("The log is incomplete. Copy it again after fio has ended.")
        return reading
    averaged = all(row.block_bytes == 0 for row in rows)
    if kind in {"bw", "iops"} and not averaged:
        reading.warn("The log has one line per I/O and gives no rate. Use log_avg_msec.")
        return reading
    unit = _value_scale(kind, rows, version, reading)
    if unit is not None:
        reading.series = list(_build_series(kind, rows, unit, start_epoch_s))
    since = rows[0].time_ms if rows[0].time_ms >= EPOCH_MS else 0
    reading.start_epoch_s = since / 1000 or None
    reading.duration_s = max(rows[-1].time_ms - since, 0) / 1000
    reading.interval_s = _median_interval_s(rows) if averaged else None
    return reading


def _parse_rows(lines: Sequence[str], reading: LogReading) -> list[LogRow]:
    """Parse the rows that have as many fields as the first one."""
    rows: list[LogRow] = []
    damaged: list[int] = []
    width = 0
    for number, line in enumerate(lines[:_MOST_ROWS], 1):
        match = _ROW.fullmatch(line.rstrip())
        if match is None or (width and match.lastindex != width):
            damaged += [number] if line.strip() else []
            continue
        width = match.lastindex or 0
        fifth = int(match[5]) if match[5] else None
        time_ms, value, direction, block = (int(match[i]) for i in range(1, 5))
        rows.append(LogRow(time_ms, value, direction, block, fifth, number))
    _warn_of_damaged_lines(damaged, reading)
    return rows


def _warn_of_damaged_lines(lines: Sequence[int], reading: LogReading) -> None:
    if lines:
        reading.warn("Damaged or cut lines, left out: {count}.", lines[0], count=len(lines))


def _value_scale(
    kind: str, rows: Sequence[LogRow], version: str | None, reading: LogReading
) -> float | None:
    if kind == "bw":
        return float(KIB)
    if kind == "iops":
        return 1.0
    number = parse_version(version)
    if number:
        return NANOSECOND if number >= _NANOSECONDS_SINCE else MICROSECOND
    middle = median(row.value for row in rows)
    for unit, holds, sentence in (
        (
            NANOSECOND,
            any(row.value * MICROSECOND > row.time_ms * MILLISECOND + _ALLOWED_S for row in rows),
            _TOO_LONG,
        ),
        (NANOSECOND, all(row.fifth_field in {0, 1} for row in rows), _FLAGGED),
        (MICROSECOND, middle < _SHORTEST_NS, _TOO_SHORT),
    ):
        if holds:
            reading.info(sentence, rows[0].line)
            return unit
    reading.warn(
        "Latencies around {value:.0f} may be {ms:.3g} ms (fio 2) or {us:.3g} us (fio 3). Put"
        " the run's result beside the log.",
        rows[0].line,
        value=middle,
        ms=middle / 1e3,
        us=middle / 1e3,
    )
    return None


def _build_series(
    kind: str, rows: Sequence[LogRow], unit: float, start_epoch_s: float | None
) -> Iterator[Series]:
    name, of_unit = _KINDS[kind]
    is_epoch = rows[0].time_ms >= EPOCH_MS
    origin_s = 0.0 if is_epoch else start_epoch_s
    for number, direction in enumerate(DIRECTIONS):
        own = [row for row in rows if row.direction == number]
        if not own:
            continue
        times = None
        if origin_s is not None:
            times = array("d", (origin_s + row.time_ms * MILLISECOND for row in own))
        values = array("d", (row.value * unit for row in own))
        yield Series(f"{name} {direction.value}", of_unit, values, times, own[0].line)


def _median_interval_s(rows: Sequence[LogRow]) -> float | None:
    own = [row.time_ms for row in rows if row.direction == rows[0].direction]
    steps = [b - a for a, b in pairwise(own) if b > a]
    return round(median(steps)) * MILLISECOND if steps else None


_SIGNS = re.compile(
    r'"fio version"\s*:'
    r"|^[2-5];[^\n]{1,600};(?:\d{1,3}(?:\.\d{1,9})?%=\d{1,15};){8}"
    r"|^fio: (?:terminating on|pid=\d|engine |failed to load|file:|io_u error|file creation)"
    r"|^[ \t]{0,60}(?:<[^<>\n]{1,200}> )?\S[^\n]{0,200}: \(g=\d{1,6}\):\s{1,3}rw=\w+,\s{1,3}bs="
    r"|^[ \t]{0,60}(?:<[^<>\n]{1,200}> )?\S[^\n]{0,200}: \(groupid=\d{1,6},\s{1,3}"
    r"jobs=\d{1,6}\):\s{1,3}err="
    r"|^[ \t]{0,60}Jobs: \d{1,6} \(f=\d{1,6}\): \[",
    re.MULTILINE,
)


_IN_SIGNS = ('"fio version"', "%=", "fio: ", ": (g=", ": (groupid=", "Jobs: ")
"""One of these is in every sign."""


def has_fio_signature(text: str) -> bool:
    """Return whether a text holds something that only fio writes."""
    return any(word in text for word in _IN_SIGNS) and bool(_SIGNS.search(text))


_PREFIX = re.compile(rb'"write_(?:bw|iops|lat)_log"\s*:\s*"([^"\n]{0,500})"')


def as_posix_path(name: str) -> PurePosixPath:
    """Return a file's name as a path, whatever the system that it came from."""
    return PurePosixPath(name.replace("\\", "/"))


def is_log_file(source: Source) -> bool:
    """Return whether a source is a log rather than a result."""
    text = decode(source.head).text
    return looks_like_log(text) and not has_fio_signature(text)


def group_logs_with_results(sources: Sequence[Source]) -> list[list[Source]]:
    """Group each result with the logs that it names; logs of none stay alone."""
    logs = [source for source in sources if NAME.search(source.name) and is_log_file(source)]
    if not logs:
        return [[source] for source in sources]
    are_logs = {id(log) for log in logs}
    results = [source for source in sources if id(source) not in are_logs]
    index = _ResultIndex(results)
    groups: dict[int, list[Source]] = {id(source): [source] for source in results}
    for log in logs:
        result = index.find_result(log)
        if result is None:
            groups[id(log)] = [log]
        else:
            groups[id(result)].append(log)
    return list(groups.values())


def _log_name_prefixes(result: Source) -> set[str]:
    """Return the beginnings of the names of logs in a result's options."""
    paths = (match[1].decode("utf-8", "replace") for match in _PREFIX.finditer(result.data))
    return {as_posix_path(path).name for path in paths}


class _ResultIndex:
    """Results by what the names of their logs may begin with."""

    def __init__(self, results: Sequence[Source]) -> None:
        self._asked_for: dict[str, list[Source]] = {}
        self._asked_for_beside: dict[tuple[PurePosixPath, str], list[Source]] = {}
        self._called_beside: dict[tuple[PurePosixPath, str], list[Source]] = {}
        for result in results:
            path = as_posix_path(result.name)
            self._called_beside.setdefault((path.parent, path.stem), []).append(result)
            for prefix in _log_name_prefixes(result):
                self._asked_for.setdefault(prefix, []).append(result)
                self._asked_for_beside.setdefault((path.parent, prefix), []).append(result)

    def find_result(self, log: Source) -> Source | None:
        """Find the one result that a log is of: in its folder, or else anywhere."""
        match = NAME.search(log.name)
        stem = match["stem"] if match else ""
        folder = as_posix_path(log.name).parent
        for candidates in (
            self._asked_for_beside.get((folder, stem), []),
            self._called_beside.get((folder, stem), []),
            self._asked_for.get(stem, []),
        ):
            if candidates:
                return candidates[0] if len(candidates) == 1 else None
        return None


TOOL = "fio"


class LoggedResult(NamedTuple):
    """A result of fio with its jobs, for the logs that belong to it."""

    reading: Reading
    jobs: tuple[FioJob, ...]
    """In fio's order, which numbers the logs."""


def read_log_file(source: Source, result: LoggedResult | None) -> Reading:
    """Read a log, with version, time and job of its result where there is one."""
    decoded = decode(source.data)
    name = NAME.search(source.name)
    if name is None:
        return _refused_reading(
            "A fio log needs its original name, ending in _bw, _iops, _lat, _clat or _slat"
            " before .log.",
            decoded.encoding,
        )
    run = _find_run(result, int(name["number"] or 1))
    version = result.reading.tool_version if result else None
    start_s = _parse_epoch_s(run.started_at) if run else None
    log = parse_log(decoded.lines, name["kind"].lower(), version, start_s)
    problems = [*decoded.problems, *log.problems]
    if not log.series:
        errors = tuple(Problem(Severity.ERROR, p.message, p.line) for p in problems)
        return Reading(TOOL, Status.REFUSED, problems=errors, encoding=decoded.encoding)
    if result is None:
        problems.append(_missing_result_problem())
    read = Run(
        run.name if run else as_posix_path(source.name).stem[:100],
        complete=run.complete if run else True,
        series=tuple(log.series),
        started_at=run.started_at if run else moment_before_report(log.start_epoch_s, None, 0),
        duration_s=(run.duration_s if run else None) or log.duration_s or None,
        attributes=(("log_interval_s", f"{log.interval_s:g}"),) if log.interval_s else (),
    )
    return Reading(
        TOOL,
        reading_status([read], problems),
        runs=(read,),
        problems=tuple(problems),
        tool_version=version,
        run_type="log",
        set_name=result.reading.set_name if result else None,
        encoding=decoded.encoding,
    )


def _refused_reading(sentence: str, encoding: str) -> Reading:
    problem = Problem(Severity.ERROR, message(sentence))
    return Reading(TOOL, Status.REFUSED, problems=(problem,), encoding=encoding)


def _missing_result_problem() -> Problem:
    return info_problem(
        "The run's result is not beside its log: job, block size and queue depth are unknown."
    )


def _find_run(result: LoggedResult | None, number: int) -> Run | None:
    """Find the run of the job that a log's number names."""
    if result is None or not result.reading.runs:
        return None
    runs = result.reading.runs
    if len(runs) == 1 or not 0 < number <= len(result.jobs):
        return runs[0]
    job = result.jobs[number - 1].name
    return next((run for run in runs if job in run.name), runs[0])


def _parse_epoch_s(started_at: str | None) -> float | None:
    moment = datetime.fromisoformat(started_at) if started_at else None
    return moment.timestamp() if moment and moment.tzinfo else None
