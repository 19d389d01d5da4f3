"""How busy hosts were while a load ran: monitors' samples against the time of a run."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Clock
from arraywise.domain.facts import HostUse
from arraywise.store.sample_tables import TIME_COLUMN, column, samples_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import duckdb

    from arraywise.store.study import Study

LEAST_COVERAGE = 0.5
"""Share of a run that a monitor must have watched to say anything about it."""
IDLE_AT_MOST = 0.05
"""A sample with this much idle time or less counts as exhausted (MODEL P4, rule 2)."""


@dataclass(frozen=True, slots=True)
class RunTime:
    """When a run took place, as far as its file says."""

    run_id: int
    option_id: int
    started_at: str | None
    duration_s: float | None


@dataclass(frozen=True, slots=True)
class _Monitor:
    """A table of host samples with processor columns."""

    set_id: int
    option_id: int
    file: str
    clock: Clock
    utc_offset_s: float | None
    first_at: datetime
    last_at: datetime
    columns: Mapping[str, Sequence[int]]
    """Positions by name: those of the whole machine, else those of every instance."""


@dataclass(frozen=True, slots=True)
class _Watch:
    """The rows of a monitor that were taken during a run."""

    run_id: int
    monitor: _Monitor
    begin: datetime
    end: datetime


_TOGETHER = 100
_PROCESSOR = {"cpu_user", "cpu_system"}
_INTERRUPTS = ("cpu_hardirq", "cpu_softirq")

_MONITORS = """
SELECT s.id, f.option_id, f.name, s.clock, s.utc_offset_s, s.first_at, s.last_at
FROM sample_set s JOIN run r ON r.id = s.run_id JOIN evidence_file f ON f.id = r.file_id
WHERE f.option_id IS NOT NULL AND s.first_at IS NOT NULL ORDER BY s.id
"""
_COLUMNS = """
SELECT set_id, name, position, instance IS NULL FROM sample_column
WHERE name LIKE 'cpu_%' OR name LIKE 'paging_%' ORDER BY set_id, position
"""


def host_uses(study: Study, runs: Iterable[RunTime]) -> dict[int, HostUse]:
    """Return, by run id, how busy the busiest monitored host of the same option was.

    A host counts when its monitor watched at least half of the run. Clocks are compared in UTC
    where both files know their zone, else as they were written; where neither can be done the
    run stays without.
    """
    with study.cursor() as cursor:
        monitors = _monitors(cursor)
        watches = [
            watch
            for run in runs
            for monitor in monitors
            if monitor.option_id == run.option_id and (watch := _watch(run, monitor)) is not None
        ]
        uses = [
            found
            for first in range(0, len(watches), _TOGETHER)
            for found in _aggregate(cursor, watches[first : first + _TOGETHER])
        ]
    busiest: dict[int, HostUse] = {}
    for run_id, use in uses:
        if run_id not in busiest or use.busy_median > busiest[run_id].busy_median:
            busiest[run_id] = use
    return busiest


def _monitors(cursor: duckdb.DuckDBPyConnection) -> list[_Monitor]:
    whole: dict[int, dict[str, list[int]]] = {}
    parts: dict[int, dict[str, list[int]]] = {}
    for set_id, name, position, of_machine in cursor.execute(_COLUMNS).fetchall():
        kind = whole if of_machine else parts
        kind.setdefault(set_id, {}).setdefault(name, []).append(position)
    return [
        _Monitor(
            *(set_id, option_id, file, Clock(clock), offset, first, last),
            parts.get(set_id, {}) | {n: p[:1] for n, p in whole.get(set_id, {}).items()},
        )
        for set_id, option_id, file, clock, offset, first, last in cursor.execute(
            _MONITORS
        ).fetchall()
    ]


def _watch(run: RunTime, monitor: _Monitor) -> _Watch | None:
    """Find the part of a monitor's rows that were taken during a run."""
    if run.started_at is None or not run.duration_s or not monitor.columns.keys() >= _PROCESSOR:
        return None
    try:
        begin = _on_clock_of(monitor, datetime.fromisoformat(run.started_at))
        length = timedelta(seconds=run.duration_s)
        end = None if begin is None else begin + length
    except (ValueError, OverflowError):  # no date, or one at the edge of the calendar
        return None
    if begin is None or end is None:
        return None
    watched = min(end, monitor.last_at) - max(begin, monitor.first_at)
    return _Watch(run.run_id, monitor, begin, end) if watched >= LEAST_COVERAGE * length else None


def _on_clock_of(monitor: _Monitor, moment: datetime) -> datetime | None:
    """Read a moment off the monitor's clock: seconds since 1970 are UTC, text is local time."""
    local = moment.replace(tzinfo=None)
    utc = None if moment.tzinfo is None else moment.astimezone(UTC).replace(tzinfo=None)
    offset = None if monitor.utc_offset_s is None else timedelta(seconds=monitor.utc_offset_s)
    if monitor.clock is Clock.EPOCH:
        return utc or (None if offset is None else local - offset)
    return local if utc is None or offset is None else utc + offset


def _aggregate(
    cursor: duckdb.DuckDBPyConnection, watches: Sequence[_Watch]
) -> Iterator[tuple[int, HostUse]]:
    """Aggregate the rows of many runs in one go: a query for each took four times as long."""
    parts = " UNION ALL ".join(_rows_of(index, watch) for index, watch in enumerate(watches))
    rows = cursor.execute(
        "SELECT watch, count(*), median(busy), avg((idle <= ?)::INTEGER), median(wait),"  # noqa: S608
        f" median(steal), avg(paged::INTEGER) FROM ({parts}) WHERE busy IS NOT NULL"
        " GROUP BY watch ORDER BY watch",
        [IDLE_AT_MOST, *(moment for watch in watches for moment in (watch.begin, watch.end))],
    ).fetchall()
    for index, *figures in rows:
        watch = watches[index]
        yield watch.run_id, HostUse(watch.monitor.file, *figures)


def _rows_of(index: int, watch: _Watch) -> str:
    """Compose the query for the rows whose interval ended during a run."""
    mean = {name: _mean(positions) for name, positions in watch.monitor.columns.items()}
    interrupts = [f"coalesce({mean[n]}, 0)" for n in _INTERRUPTS if n in mean]
    busy = " + ".join([mean["cpu_user"], mean["cpu_system"], *interrupts])
    rest = [f"coalesce({mean[n]}, 0)" for n in ("cpu_wait", "cpu_steal") if n in mean]
    idle = mean.get("cpu_idle") or " - ".join(["1", f"({busy})", *rest])
    paging = [f"coalesce({mean[n]}, 0) > 0" for n in ("paging_in", "paging_out") if n in mean]
    return (
        f"SELECT {index} AS watch, {busy} AS busy, {idle} AS idle,"  # noqa: S608
        f" {mean.get('cpu_wait', 'NULL::DOUBLE')} AS wait,"
        f" {mean.get('cpu_steal', 'NULL::DOUBLE')} AS steal,"
        f" {' OR '.join(paging) or 'NULL::BOOLEAN'} AS paged"
        f" FROM {samples_table(watch.monitor.set_id)}"
        f" WHERE {TIME_COLUMN} > ? AND {TIME_COLUMN} <= ?"
    )


def _mean(positions: Sequence[int]) -> str:
    """Compose the mean over the processors, where there is no column for the whole machine."""
    return f"(({' + '.join(column(p) for p in positions)}) / {len(positions)})"
