"""Rows of monitors in which the figures contradict each other, however many there are."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from arraywise.domain.evidence import Clock, RepairedRows, SampleColumn, SampleTable, TimeAxis
from arraywise.domain.units import Unit
from arraywise.store.reading.samples import open_scratch_table
from arraywise.store.samples import SmallTables

NAMES = ("cpu_user", "cpu_idle", "disk_read_requests", "disk_read_await")
ROWS = ["50,50,0,0.00", "20,80,10,1.00", "30,300,900,9.00", "10,90,90,2.00", "70,60,1,5.00"]
FIRST = datetime(2026, 11, 20, 10, tzinfo=UTC).timestamp()


def table(count: int) -> tuple[SampleTable, bytes]:
    """Return rows of a recording, on lines 8, 9 ..."""
    text = "".join(f"{FIRST + i:.0f},{ROWS[i % 5]}\n" for i in range(count)).encode()
    scales = (0.01, 0.01, 1.0, 0.001)
    columns = tuple(
        SampleColumn(name, Unit.ONE, scale, at, "sda" if "disk" in name else None)
        for at, (name, scale) in enumerate(zip(NAMES, scales, strict=True), 1)
    )
    axis = TimeAxis(Clock.EPOCH, 0, start=FIRST)
    stays = lambda rows: RepairedRows(rows, ())  # noqa: E731
    return SampleTable(columns, axis, 5, 0, len(text), 8, stays), text


def test_stretched_rows_do_not_count_and_means_are_weighted_by_requests() -> None:
    """Of 330 and 130 % each row is out; an interval without requests has no latency."""
    wanted, data = table(10_000)
    with open_scratch_table() as scratch:
        statistics, problems = scratch.load_and_summarise(wanted, data)
    user, _, requests, wait = statistics
    assert (user.rows, user.mean) == (6_000, pytest.approx((0.5 + 0.2 + 0.1) / 3))
    assert requests.mean == pytest.approx(100 / 3)
    assert (wait.rows, wait.mean) == (4_000, pytest.approx((10 * 0.001 + 90 * 0.002) / 100))
    assert [(p.line, dict(p.message.figures)["count"]) for p in problems] == [(10, 4_000)]


def test_a_short_recording_is_held_against_the_same_rules() -> None:
    """Small tables are written by other code than long ones."""
    wanted, data = table(5)
    loaded = SmallTables().queue_if_plain(wanted, data, 1)
    assert loaded is not None
    assert (loaded.row_count, [p.line for p in loaded.problems]) == (3, [10])


def test_idle_intervals_of_a_short_recording_have_no_latency() -> None:
    wanted, data = table(5)
    tables = SmallTables()
    tables.queue_if_plain(wanted, data, 1)
    ((_, rows),) = tables._rows.items()
    assert [row[-1] for row in rows] == [None, pytest.approx(0.001), pytest.approx(0.002)]
