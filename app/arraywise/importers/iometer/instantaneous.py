"""Iometer's file of instantaneous values (`/i`): rows of every few seconds to series.

Its columns are those of the results with a time in front. A row holds for the moments since the
row before, so that no mean or maximum of a test is taken from it.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Series
from arraywise.domain.units import MILLISECOND, PERCENT, Unit
from arraywise.importers.drafts import Draft, shortened
from arraywise.importers.iometer.measures import rate_of
from arraywise.importers.iometer.sections import Block, take_row
from arraywise.importers.text import numbered

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.importers.drafts import Log
    from arraywise.importers.iometer.sections import Row

HEADING = re.compile(r"^TimeStamp,'?Target Type,", re.MULTILINE)
_STAMP = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?:[:.](\d{3}))?,(?=ALL,)")
_SAME_TEST = ("# managers", "# workers", "# disks", "queue depth")
_LONGEST_GAP = 10
"""Times the usual interval; after a longer one another test began."""
_MOST_ROWS = 500_000
_UNITS = {
    "iops": Unit.PER_SECOND,
    "throughput": Unit.BYTE_PER_SECOND,
    "latency": Unit.SECOND,
    "cpu_used": Unit.ONE,
}


@dataclass(slots=True)
class _Test:
    """The rows of one test; a series has a value a row, or is dropped."""

    line: int
    spec: str
    settings: dict[str, float | None]
    times: array[float] = field(default_factory=lambda: array("d"))
    values: dict[str, array[float]] = field(default_factory=dict)

    def take(self, second: float, row: Row) -> None:
        """Add a row."""
        self.times.append(second)
        for name, value in _values(row):
            if value is not None:
                self.values.setdefault(name, array("d")).append(value)

    def continues(self, second: float, row: Row) -> bool:
        """Say whether a row is of this test."""
        if row.spec != self.spec or self.settings != _settings(row):
            return False
        if second <= self.times[-1] or len(self.times) < 2:
            return second > self.times[-1]
        return second - self.times[-1] <= _LONGEST_GAP * (self.times[-1] - self.times[-2])


def read_instantaneous(lines: Sequence[str], notes: Log) -> None:
    """Add a run of series for every test of the file."""
    columns: list[str] = []
    tests: list[_Test] = []
    for line, text in list(numbered(list(lines)))[:_MOST_ROWS]:
        if HEADING.match(text):
            columns = [name.strip(" '").lower() for name in text.split(",")[1:]]
            continue
        stamp = _STAMP.match(text)
        second = _second(stamp) if stamp and columns else None
        if not stamp or second is None or text.count(",") < len(columns):
            continue  # another row, or the last one cut short
        row = _row(text[stamp.end() :], line, columns, notes)
        if row is None:
            continue
        if not tests or not tests[-1].continues(second, row):
            tests.append(_Test(line, row.spec, _settings(row)))
        tests[-1].take(second, row)
    for test in tests:
        notes.add(_draft(test))
    if tests:
        notes.info(
            "These are Iometer's instantaneous values, which hold for a moment each: they are "
            "shown as series. The means of whole tests stand in its results file."
        )
    else:
        notes.fail(
            "There is no row of all targets together (ALL) in these values; import the file whole."
        )


def _row(text: str, line: int, columns: Sequence[str], notes: Log) -> Row | None:
    block = Block(line, None, None, {})
    take_row(text, line, columns, block, notes)
    return block.rows[0] if block.rows else None


def _settings(row: Row) -> dict[str, float | None]:
    return {name: row.value(name) for name in _SAME_TEST}


def _second(stamp: re.Match[str]) -> float | None:
    """Return seconds since 1970; the zone is not written, and UTC stands for it."""
    try:
        moment = datetime.fromisoformat(stamp[1]).replace(tzinfo=UTC)
    except ValueError:
        return None
    return moment.timestamp() + int(stamp[2] or 0) * MILLISECOND


def _values(row: Row) -> Iterator[tuple[str, float | None]]:
    rate, mean = rate_of(row, ""), row.value("average response time")
    busy = row.value("% cpu utilization")
    yield "iops", row.value("iops")
    yield "throughput", rate.value if rate else None
    yield "latency", mean * MILLISECOND if mean is not None else None
    yield "cpu_used", busy * PERCENT if busy is not None else None


def _draft(test: _Test) -> Draft:
    draft = Draft(line=test.line, name=shortened(test.spec) or None, complete=True)
    gaps = [later - earlier for earlier, later in pairwise(test.times)]
    start = datetime.fromtimestamp(test.times[0], UTC)
    draft.started_at = start.replace(tzinfo=None, microsecond=0).isoformat()
    draft.duration_s = round(test.times[-1] - test.times[0], 3)
    draft.describe(
        access_specification=test.spec,
        log_interval_s=f"{median(gaps):g}" if gaps else None,
        **{
            name.removeprefix("# ").replace(" ", "_"): f"{value:.0f}"
            for name, value in test.settings.items()
            if value
        },
    )
    draft.series = [
        Series(name, _UNITS[name], values, test.times, test.line)
        for name, values in test.values.items()
        if len(values) == len(test.times)
    ]
    return draft
