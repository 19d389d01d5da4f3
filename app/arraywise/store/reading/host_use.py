"""How busy hosts were while a load ran: monitors' samples against the time of a run."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Clock
from arraywise.domain.facts import HostUse
from arraywise.store.sample_tables import TIME_COLUMN, column, samples_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

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
        found = {
            run.run_id: [
                use
                for monitor in monitors
                if monitor.option_id == run.option_id
                and (window := _window(run, monitor)) is not None
                and (use := _use(cursor, monitor, *window)) is not None
            ]
            for run in runs
        }
    return {
        run_id: max(uses, key=lambda use: use.busy_median)
        for run_id, uses in found.items()
        if uses
    }


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


def _window(run: RunTime, monitor: _Monitor) -> tuple[datetime, datetime] | None:
    """Return beginning and end of a run on the monitor's written clock."""
    if run.started_at is None or not run.duration_s:
        return None
    try:
        begin = _on_clock_of(monitor, datetime.fromisoformat(run.started_at))
    except (ValueError, OverflowError):  # no date, or one at the edge of the calendar
        return None
    if begin is None:
        return None
    length = timedelta(seconds=run.duration_s)
    watched = min(begin + length, monitor.last_at) - max(begin, monitor.first_at)
    return (begin, begin + length) if watched >= LEAST_COVERAGE * length else None


def _on_clock_of(monitor: _Monitor, moment: datetime) -> datetime | None:
    """Read a moment off the monitor's clock: seconds since 1970 are UTC, text is local time."""
    local = moment.replace(tzinfo=None)
    utc = None if moment.tzinfo is None else moment.astimezone(UTC).replace(tzinfo=None)
    offset = None if monitor.utc_offset_s is None else timedelta(seconds=monitor.utc_offset_s)
    if monitor.clock is Clock.EPOCH:
        return utc or (None if offset is None else local - offset)
    return local if utc is None or offset is None else utc + offset


def _use(
    cursor: duckdb.DuckDBPyConnection, monitor: _Monitor, begin: datetime, end: datetime
) -> HostUse | None:
    """Aggregate the samples whose interval ended within a run."""
    mean = {name: _mean(positions) for name, positions in monitor.columns.items()}
    if "cpu_user" not in mean or "cpu_system" not in mean:
        return None
    interrupts = [f"coalesce({mean[n]}, 0)" for n in _INTERRUPTS if n in mean]
    busy = " + ".join([mean["cpu_user"], mean["cpu_system"], *interrupts])
    rest = [f"coalesce({mean[n]}, 0)" for n in ("cpu_wait", "cpu_steal") if n in mean]
    idle = mean.get("cpu_idle") or " - ".join(["1", f"({busy})", *rest])
    paging = [f"coalesce({mean[n]}, 0) > 0" for n in ("paging_in", "paging_out") if n in mean]
    row = cursor.execute(
        f"SELECT count({busy}), median({busy}), avg(({idle} <= ?)::INTEGER),"  # noqa: S608
        f" median({mean.get('cpu_wait', 'NULL::DOUBLE')}),"
        f" median({mean.get('cpu_steal', 'NULL::DOUBLE')}),"
        f" avg(({' OR '.join(paging) or 'NULL'})::INTEGER)"
        f" FROM {samples_table(monitor.set_id)}"
        f" WHERE {TIME_COLUMN} > ? AND {TIME_COLUMN} <= ? AND {busy} IS NOT NULL",
        [IDLE_AT_MOST, begin, end],
    ).fetchone()
    return HostUse(monitor.file, *row) if row and row[0] else None


_INTERRUPTS = ("cpu_hardirq", "cpu_softirq")


def _mean(positions: Sequence[int]) -> str:
    """Compose the mean over the processors, where there is no column for the whole machine."""
    return f"(({' + '.join(column(p) for p in positions)}) / {len(positions)})"
