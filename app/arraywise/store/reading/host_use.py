"""How busy hosts were while a load ran: monitors' samples against the time of a run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import PurePath
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
    host: str | None = None
    """Where the load was made."""


@dataclass(frozen=True, slots=True)
class Watched:
    """How busy the hosts on either side of a load were."""

    database: HostUse | None = None
    client: HostUse | None = None


@dataclass(frozen=True, slots=True)
class _Monitor:
    """A table of host samples with processor columns."""

    set_id: int
    option_id: int
    file: str
    column_count: int
    clock: Clock
    utc_offset_s: float | None
    first_at: datetime
    last_at: datetime
    host: str | None
    processors: int | None
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
_NET = ("net_receive", "net_send")
_INTERRUPTS = ("cpu_hardirq", "cpu_softirq")

_CLIENT = re.compile(
    r"(?:^|[^a-z])(?:client|load[-_ ]?gen\w*|app(?:lication)?[-_ ]?(?:server|srv|host))\d*"
    r"(?:[^a-z]|$)"
)
"""A name that a host which makes the load is given."""

_MONITORS = """
SELECT s.id, f.option_id, f.name,
       (SELECT count(*) FROM sample_column c WHERE c.set_id = s.id), s.clock, s.utc_offset_s,
       s.first_at, s.last_at, r.host,
       (SELECT try_cast(value AS INTEGER) FROM run_attribute a
        WHERE a.run_id = r.id AND a.name = 'processors' ORDER BY position LIMIT 1)
FROM sample_set s JOIN run r ON r.id = s.run_id JOIN evidence_file f ON f.id = r.file_id
WHERE f.option_id IS NOT NULL AND s.first_at IS NOT NULL ORDER BY s.id
"""
_COLUMNS = """
SELECT set_id, name, position, instance IS NULL FROM sample_column
WHERE (name LIKE 'cpu_%' OR name LIKE 'paging_%'
       OR name IN ('net_receive', 'net_send', 'swap_used', 'disk_utilisation'))
  AND coalesce(instance, '') <> 'lo' ORDER BY set_id, position
"""


def host_uses(study: Study, runs: Iterable[RunTime]) -> dict[int, Watched]:
    """Return, by run id, how busy the busiest monitored host of the same option was.

    A host counts when its monitor watched at least half of the run. Clocks are compared in UTC
    where both files know their zone, else as they were written; where neither can be done the
    run stays without. The host that made the load is kept apart from the database's.
    """
    runs = tuple(runs)
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
    of_run: dict[int, list[HostUse]] = {}
    for run_id, use in uses:
        of_run.setdefault(run_id, []).append(use)
    return {run.run_id: _take_sides(of_run.get(run.run_id, []), run.host) for run in runs}


def _take_sides(uses: Sequence[HostUse], made_on: str | None) -> Watched:
    """Tell the client's hosts from the database's; one host alone is the database's."""
    clients = [use for use in uses if _is_client(use, made_on)]
    others = [use for use in uses if use not in clients]
    if not others and not any(_CLIENT.search((use.host or "").lower()) for use in uses):
        clients, others = [], clients
    return Watched(_busiest(others), _busiest(clients))


def _is_client(use: HostUse, made_on: str | None) -> bool:
    names = f"{PurePath(use.file).stem} {use.host or ''}".lower()
    return bool(_CLIENT.search(names)) or (made_on is not None and use.host == made_on)


def _busiest(uses: Sequence[HostUse]) -> HostUse | None:
    return max(uses, key=lambda use: use.busy_median, default=None)


def _monitors(cursor: duckdb.DuckDBPyConnection) -> list[_Monitor]:
    whole: dict[int, dict[str, list[int]]] = {}
    parts: dict[int, dict[str, list[int]]] = {}
    for set_id, name, position, of_machine in cursor.execute(_COLUMNS).fetchall():
        kind = whole if of_machine else parts
        kind.setdefault(set_id, {}).setdefault(name, []).append(position)
    return [
        _Monitor(
            *(set_id, option_id, file, count, Clock(clock), offset, first, last, host),
            processors or len(parts.get(set_id, {}).get("cpu_user", ())) or None,
            parts.get(set_id, {}) | {n: p[:1] for n, p in whole.get(set_id, {}).items()},
        )
        for set_id, option_id, file, count, clock, offset, first, last, host, processors in (
            cursor.execute(_MONITORS).fetchall()
        )
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
        " median(steal), avg(paged::INTEGER), max(swap) - min(swap), median(net), median(disk)"
        f" FROM ({parts}) WHERE busy IS NOT NULL GROUP BY watch ORDER BY watch",
        [IDLE_AT_MOST, *(x for w in watches for x in (w.monitor.set_id, w.begin, w.end))],
    ).fetchall()
    for index, *figures, swap, net, disk in rows:
        monitor = watches[index].monitor
        machine = (monitor.host, monitor.processors, swap, net, disk)
        yield watches[index].run_id, HostUse(*(monitor.file, *figures, *machine))


def _rows_of(index: int, watch: _Watch) -> str:
    """Compose the query for the rows whose interval ended during a run."""
    columns = watch.monitor.columns
    mean = {name: _mean(positions) for name, positions in columns.items()}
    interrupts = [f"coalesce({mean[n]}, 0)" for n in _INTERRUPTS if n in mean]
    busy = " + ".join([mean["cpu_user"], mean["cpu_system"], *interrupts])
    rest = [f"coalesce({mean[n]}, 0)" for n in ("cpu_wait", "cpu_steal") if n in mean]
    idle = mean.get("cpu_idle") or " - ".join(["1", f"({busy})", *rest])
    paging = [f"coalesce({mean[n]}, 0) > 0" for n in ("paging_in", "paging_out") if n in mean]
    return (
        f"SELECT {index} AS watch, {busy} AS busy, {idle} AS idle,"  # noqa: S608
        f" {mean.get('cpu_wait', 'NULL::DOUBLE')} AS wait,"
        f" {mean.get('cpu_steal', 'NULL::DOUBLE')} AS steal,"
        f" {' OR '.join(paging) or 'NULL::BOOLEAN'} AS paged,"
        f" {mean.get('swap_used', 'NULL::DOUBLE')} AS swap,"
        f" {_most([_sum(columns[n]) for n in _NET if n in columns])} AS net,"
        f" {_most([column(p) for p in columns.get('disk_utilisation', ())])} AS disk"
        f" FROM {samples_table(watch.monitor.column_count)}"
        f" WHERE set_id = ? AND {TIME_COLUMN} > ? AND {TIME_COLUMN} <= ?"
    )


def _mean(positions: Sequence[int]) -> str:
    """Compose the mean over the processors, where there is no column for the whole machine."""
    return f"({_sum(positions)} / {len(positions)})"


def _sum(positions: Sequence[int]) -> str:
    return f"({' + '.join(column(p) for p in positions)})"


def _most(terms: Sequence[str]) -> str:
    return f"greatest({', '.join(terms)})" if terms else "NULL::DOUBLE"
