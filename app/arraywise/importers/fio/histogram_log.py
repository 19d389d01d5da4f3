"""Reads fio's logs of latency histograms (`write_hist_log`): percentiles within their buckets.

A row holds milliseconds since the start, direction, block size, and how many I/Os completed in
each bucket since the row before. Buckets double in width after every 64 (1216 of them up to
fio 2, in microseconds; 1856 since fio 3, in nanoseconds), and `log_hist_coarseness` joins two,
four ... of them to one.
"""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING, Final, NamedTuple

from arraywise.domain.evidence import Measurement, Metric, Origin, Series
from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.domain.units import MICROSECOND, MILLISECOND, Unit
from arraywise.importers.buckets import percentile
from arraywise.importers.fio.json_report import NANOSECOND
from arraywise.importers.fio.logs import DIRECTIONS, EPOCH_MS, LogReading

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.importers.fio.content import Direction

_ROW: Final = re.compile(r"\d{1,15}, [0-2], \d{1,12}(?:, \d{1,15}){19,1856},?")
_UNITS: Final = {1216 >> i: (MICROSECOND, i) for i in range(7)} | {
    1856 >> i: (NANOSECOND, i) for i in range(7)
}
"""Unit, and how many times buckets were joined in pairs, by the number of buckets."""
_PER_DOUBLING: Final = 64
_PERCENTILES: Final = (50, 90, 95, 99, 99.9, 99.99)
_OVER_TIME: Final = (50, 99)
_FEWEST_BEYOND: Final = 10
"""I/Os that a percentile needs beyond it to be worth a point of a series."""
_MOST_ROWS: Final = 20_000


class _Row(NamedTuple):
    time_ms: int
    counts: tuple[int, ...]
    line: int


def read_histograms(lines: Sequence[str], start_s: float | None) -> LogReading:
    """Read the rows of a log of histograms, directions apart.

    Args:
        lines: All lines of the file.
        start_s: When the run began, in seconds since 1970, where it is known.
    """
    reading = LogReading()
    by_direction = _rows(lines, reading)
    known = [rows for rows in by_direction.values() if rows]
    if not known:
        reading.warn("There is no whole histogram in this log; copy it again once fio has ended.")
        return reading
    buckets = len(known[0][0].counts)
    bounds = _bounds(buckets)
    for direction, rows in by_direction.items():
        if rows:
            reading.measurements += _percentiles(rows, bounds, direction)
            reading.series += _series(rows, bounds, direction, start_s)
    if not reading.measurements:
        reading.warn("No I/O is counted in this log that a percentile could be told of.")
        return reading
    moments = [row.time_ms for rows in known for row in rows]
    first, last = min(moments), max(moments)
    since = first if first >= EPOCH_MS else 0
    reading.begun_s = since / 1000 or None
    reading.length_s = (last - since) / 1000
    said = say(
        "Percentiles are interpolated within the histogram's buckets ({buckets} of them): each is "
        "known to its bucket only. What completed after {seconds:g} s is not in the log.",
        buckets=buckets,
        seconds=reading.length_s,
    )
    reading.problems.append(Problem(Severity.INFO, said, known[0][0].line))
    return reading


def _rows(lines: Sequence[str], reading: LogReading) -> dict[Direction, list[_Row]]:
    """Read the rows with as many buckets as the first one; the last is whole at a line's end."""
    rows: dict[Direction, list[_Row]] = {direction: [] for direction in DIRECTIONS}
    damaged: list[int] = []
    width = 0
    for number, text in enumerate(lines[:_MOST_ROWS], 1):
        line = text.strip()
        if not line:
            continue
        cells = line.rstrip(",").split(", ") if _ROW.fullmatch(line) else []
        width = width or (len(cells) if len(cells) - 3 in _UNITS else 0)
        if not cells or len(cells) != width or number == len(lines):
            damaged.append(number)
            continue
        row = _Row(int(cells[0]), tuple(map(int, cells[3:])), number)
        rows[DIRECTIONS[int(cells[1])]].append(row)
    if damaged:
        reading.warn(
            "Lines of this log that are damaged or cut off were left out: {count}.",
            damaged[0],
            count=len(damaged),
        )
    return rows


def _bounds(count: int) -> list[float]:
    """Return the lower bounds of the buckets in seconds, and the end of the last one."""
    unit, joined = _UNITS[count]
    return [_lower(i << joined) * unit for i in range(count + 1)]


def _lower(index: int) -> int:
    """Return where a bucket of the finest kind begins: exact up to 128, then doubling in width."""
    if index < 2 * _PER_DOUBLING:
        return index
    doublings, step = divmod(index, _PER_DOUBLING)
    return (_PER_DOUBLING + step) << (doublings - 1)


def _percentiles(
    rows: Sequence[_Row], bounds: Sequence[float], direction: Direction
) -> Iterator[Measurement]:
    counts = [sum(column) for column in zip(*(row.counts for row in rows), strict=True)]
    for percent in _PERCENTILES:
        value = percentile(counts, bounds, percent)
        if value:
            yield Measurement(
                Metric.LATENCY, f"p{percent:g}", value, Unit.SECOND, group=f"{direction} clat",
                line=rows[0].line, origin=Origin.DERIVED,
            )  # fmt: skip


def _series(
    rows: Sequence[_Row], bounds: Sequence[float], direction: Direction, start_s: float | None
) -> Iterator[Series]:
    """Give percentiles interval by interval, where an interval has I/Os enough for them."""
    origin_s = 0.0 if rows[0].time_ms >= EPOCH_MS else start_s
    for percent in _OVER_TIME:
        found = [
            (row.time_ms * MILLISECOND, value)
            for row in rows
            if sum(row.counts) * (100 - percent) / 100 >= _FEWEST_BEYOND
            and (value := percentile(row.counts, bounds, percent))
        ]
        times = None
        if not found or (origin_s is None and len(found) < len(rows)):
            continue
        if origin_s is not None:
            times = array("d", (origin_s + time_s for time_s, _ in found))
        values = array("d", (value for _, value in found))
        name = f"clat p{percent} {direction}"
        yield Series(name, Unit.SECOND, values, times, rows[0].line)
