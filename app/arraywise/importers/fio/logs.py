"""Reads fio's logs, which tell their values by the file's name and their units by fio's version.

`lg_clat.1.log` holds lines of milliseconds since the start, value, direction, block size (0 where
the values are means of an interval), and from some version on an offset or a priority.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Final, NamedTuple

from arraywise.domain.evidence import Series
from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.domain.units import KIB, MICROSECOND, MILLISECOND, Unit
from arraywise.importers.fio.content import Direction
from arraywise.importers.fio.json_report import NANOSECOND
from arraywise.importers.fio.units import version_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.domain.evidence import Measurement

_ROW = re.compile(
    r"(\d{1,15}), (\d{1,18}), ([0-2]), (\d{1,12})(?:, (\d{1,19}))?(?:, (0x[0-9a-f]{1,8}|\d{1,5}))?"
)
_HISTOGRAM = re.compile(r"\d{1,15}, [0-2], \d{1,12}(?:, \d{1,15}){18,}")
NAME: Final = re.compile(
    r"(?P<stem>[^/\\]*?)_?(?P<kind>bw|iops|clat_hist|clat|slat|lat)(?:\.(?P<number>\d{1,6}))?"
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
_TOO_LONG = (
    "Latencies are read as nanoseconds, as fio 3 writes them: as microseconds, some would be "
    "longer than the run had lasted."
)
_FLAGGED = (
    "Latencies are read as nanoseconds, as fio 3 writes them: the mark of high priority in the "
    "fifth place came with it."
)
_TOO_SHORT = (
    "Latencies are read as microseconds, as fio 2 writes them: in nanoseconds no storage answers "
    "so fast."
)


class Row(NamedTuple):
    """One line of a log."""

    time_ms: int
    value: int
    direction: int
    block: int
    fifth: int | None
    line: int


@dataclass(slots=True)
class LogReading:
    """The series of one log, the percentiles of a histogram, and what there is to say about it."""

    series: list[Series] = field(default_factory=list)
    measurements: list[Measurement] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    interval_s: float | None = None
    length_s: float | None = None
    begun_s: float | None = None
    """Seconds since 1970, where the log tells it (`log_unix_epoch`)."""

    def warn(self, template: str, line: int | None = None, **figures: str | float) -> None:
        """Add a problem."""
        self.problems.append(Problem(Severity.WARNING, say(template, **figures), line))


def is_log(text: str) -> bool:
    """Say whether the first lines are those of a log."""
    lines = text[: 400 * _LOOKED_AT].split("\n")[:_LOOKED_AT]
    if _HISTOGRAM.match(lines[0]):
        return True
    whole = [line for line in (lines[:-1] or lines) if line.strip()]
    return bool(whole) and all(_ROW.fullmatch(line.rstrip()) for line in whole)


def is_histogram(text: str) -> bool:
    """Say whether this is a log of histograms (`clat_hist`)."""
    return bool(_HISTOGRAM.match(text))


def read_log(
    lines: Sequence[str], kind: str, version: str | None, start_s: float | None
) -> LogReading:
    """Read the lines of a log.

    Args:
        lines: All lines of the file.
        kind: From its name: `bw`, `iops`, `lat`, `clat` or `slat`.
        version: fio's, from the result beside the log.
        start_s: When the run began, in seconds since 1970, where it is known.
    """
    reading = LogReading()
    rows = _rows(lines, reading)
    if not rows:
        reading.warn("There is no whole line in this log; copy it again once fio has ended.")
        return reading
    averaged = all(row.block == 0 for row in rows)
    if kind in {"bw", "iops"} and not averaged:
        reading.warn(
            "This log has a line for every I/O, of which a rate cannot be seen; let fio average "
            "it (log_avg_msec).",
        )
        return reading
    unit = _unit(kind, rows, version, reading)
    if unit is not None:
        reading.series = list(_series(kind, rows, unit, start_s))
    since = rows[0].time_ms if rows[0].time_ms >= EPOCH_MS else 0
    reading.begun_s = since / 1000 or None
    reading.length_s = max(rows[-1].time_ms - since, 0) / 1000
    reading.interval_s = _interval_s(rows) if averaged else None
    return reading


def _rows(lines: Sequence[str], reading: LogReading) -> list[Row]:
    """Read the rows that have as many fields as the first one."""
    rows: list[Row] = []
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
        rows.append(Row(time_ms, value, direction, block, fifth, number))
    if damaged:
        reading.warn(
            "Lines of this log that are damaged or cut off were left out: {count}.",
            damaged[0],
            count=len(damaged),
        )
    return rows


def _unit(
    kind: str, rows: Sequence[Row], version: str | None, reading: LogReading
) -> float | None:
    if kind == "bw":
        return float(KIB)
    if kind == "iops":
        return 1.0
    number = version_of(version)
    if number:
        return NANOSECOND if number >= _NANOSECONDS_SINCE else MICROSECOND
    middle = median(row.value for row in rows)
    for unit, holds, sentence in (
        (NANOSECOND, _outlives(rows), _TOO_LONG),
        (NANOSECOND, all(row.fifth in {0, 1} for row in rows), _FLAGGED),
        (MICROSECOND, middle < _SHORTEST_NS, _TOO_SHORT),
    ):
        if holds:
            reading.problems.append(Problem(Severity.INFO, say(sentence), rows[0].line))
            return unit
    reading.warn(
        "Latencies around {value:.0f} are {ms:.3g} ms if fio 2 wrote them and {us:.3g} us if "
        "fio 3 did, and nothing here tells which: put the result of the run beside the log.",
        rows[0].line,
        value=middle,
        ms=middle / 1e3,
        us=middle / 1e3,
    )
    return None


def _outlives(rows: Sequence[Row]) -> bool:
    """Say whether an I/O would have taken longer than the run had lasted when it ended."""
    return any(row.value * MICROSECOND > row.time_ms * MILLISECOND + _ALLOWED_S for row in rows)


def _series(
    kind: str, rows: Sequence[Row], unit: float, start_s: float | None
) -> Iterator[Series]:
    name, of_unit = _KINDS[kind]
    is_epoch = rows[0].time_ms >= EPOCH_MS
    origin_s = 0.0 if is_epoch else start_s
    for number, direction in enumerate(DIRECTIONS):
        own = [row for row in rows if row.direction == number]
        if not own:
            continue
        times = None
        if origin_s is not None:
            times = array("d", (origin_s + row.time_ms * MILLISECOND for row in own))
        values = array("d", (row.value * unit for row in own))
        yield Series(f"{name} {direction.value}", of_unit, values, times, own[0].line)


def _interval_s(rows: Sequence[Row]) -> float | None:
    """Return the usual time between two means."""
    own = [row.time_ms for row in rows if row.direction == rows[0].direction]
    steps = [b - a for a, b in pairwise(own) if b > a]
    return round(median(steps)) * MILLISECOND if steps else None
