"""How busy hosts were while a load ran: monitors' samples against the time of a run."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import PurePath
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Clock
from arraywise.domain.requirement import DEFAULT_THRESHOLDS
from arraywise.domain.study import HostUse
from arraywise.store.encoding import group_by_key
from arraywise.store.reading import clocks
from arraywise.store.samples import TIME_COLUMN, sample_column_name, samples_table_name
from arraywise.store.scenarios import ATTRIBUTES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from arraywise.store.connection import Cursor
    from arraywise.store.study import Study

IDLE_AT_MOST = 0.05
"""A sample with this much idle time or less counts as exhausted; a processor that waits for I/O is
idle (MODEL P4, rule 2)."""

_JOIN_WATCHES = (
    "JOIN (SELECT unnest(?) AS watch, unnest(?) AS wanted, unnest(?) AS low, unnest(?) AS high)"
    f" ON set_id = wanted AND {TIME_COLUMN} > low AND {TIME_COLUMN} <= high"
)
"""The rows whose interval ended during a run."""
_NO_PROCESSORS = (
    "NULL::DOUBLE AS busy, NULL::DOUBLE AS idle, NULL::DOUBLE AS wait, NULL::DOUBLE AS steal,"
    " NULL::DOUBLE AS rest"
)


@dataclass(frozen=True, slots=True)
class RunTime:
    """When a run took place, as far as its file states."""

    run_id: int
    option_id: int
    started_at: str | None
    duration_s: float | None
    host: str | None = None
    """Where the load was made."""
    users: int | None = None
    window_s: tuple[float, float | None] | None = None
    """Seconds after the beginning between which the run counts; None for all of it."""


@dataclass(frozen=True, slots=True)
class HostLoad:
    """How busy the hosts on either side of a load were."""

    database: HostUse | None = None
    client: HostUse | None = None


@dataclass(frozen=True, slots=True)
class MatchedRecording:
    """A recording of processors with its run."""

    run_id: int
    set_id: int
    file: str
    host: str | None
    begin: datetime
    """Of the run, on the monitor's clock."""
    end: datetime
    is_client: bool
    """The host made the load."""


@dataclass(frozen=True, slots=True)
class _Monitor:
    """A table of host samples with processor columns."""

    set_id: int
    run_id: int
    option_id: int
    file: str
    column_count: int
    recorded: clocks.RecordedTime
    host: str | None
    processors: int | None
    columns: Mapping[str, Sequence[int]]
    """Positions by name: those of the whole machine, else those of every instance."""


@dataclass(frozen=True, slots=True)
class _WatchedRows:
    """The rows of a monitor that were taken during a run."""

    monitor: _Monitor
    match: clocks.ClockMatch
    beside: tuple[_Monitor, ...] = ()
    """Other tables of the same recording: what a monitor writes apart from the processors."""
    window_s: tuple[float, float | None] = (0.0, None)

    @property
    def window_bounds(self) -> tuple[datetime, datetime]:
        """The measurement window on the monitor's clock, within the run."""
        start, stop = self.window_s
        begin, end = self.match.begin, self.match.end
        last = end if stop is None else min(end, begin + timedelta(seconds=stop))
        return min(begin + timedelta(seconds=start), last), last


_PROCESSOR = {"cpu_user", "cpu_system"}
_BUSY = "cpu_busy"
"""All that processors did, from monitors that do not tell user from system time."""
_NET = ("net_receive", "net_send")
_DISKS = ("disk_read", "disk_write")
_REQUESTS = ("disk_read_requests", "disk_write_requests")
_MOVED = ("bytes of reads", "bytes of writes")
"""Bytes of the devices whose requests are counted: `_DISKS` may hold others too."""
_PAGING = ("paging_in", "paging_out")
_STACKED = re.compile(
    r"(?:dm-|md|mpath|mapper/|emcpower|hdiskpower|vx|loop|ram|sr|zram)", re.IGNORECASE
)
"""Devices made of others, and such as are no disks."""
_ALSO_BUSY = ("cpu_hardirq", "cpu_softirq", "cpu_nice", "cpu_guest", "cpu_guest_nice")

_CLIENT = re.compile(
    r"(?:^|[^a-z])(?:client|load[-_ ]?gen\w*|app(?:lication)?[-_ ]?(?:server|srv|host))\d*"
    r"(?:[^a-z]|$)"
)
"""A name that a host which makes the load is given."""

_MONITORS = """
SELECT s.id, r.id, f.option_id, f.name, s.clock, s.utc_offset_s, s.first_at, s.last_at, f.id,
       r.host
FROM sample_set s JOIN run r ON r.id = s.run_id JOIN evidence_file f ON f.id = r.file_id
WHERE f.option_id IS NOT NULL AND s.first_at IS NOT NULL ORDER BY s.id
"""
_COUNTS = "SELECT set_id, count(*) FROM sample_column GROUP BY set_id"
_SHIFTS = "SELECT file_id, shift_s FROM clock_shift"
_NAMED = f"""
SELECT run_id, name, try_cast(value AS INTEGER) FROM {ATTRIBUTES}
WHERE name IN ('users', 'repetition', 'processors') ORDER BY run_id, position DESC
"""  # noqa: S608 - own words
_COLUMNS = """
SELECT set_id, name, position, instance FROM sample_column
WHERE (name LIKE 'cpu_%' OR name LIKE 'paging_%'
       OR name IN ('net_receive', 'net_send', 'swap_used', 'disk_utilisation',
                'disk_read', 'disk_write', 'disk_read_requests', 'disk_write_requests'))
  AND coalesce(instance, '') <> 'lo' ORDER BY set_id, position
"""


def compute_host_loads(study: Study, runs: Iterable[RunTime]) -> dict[int, HostLoad]:
    """Return, by run id, how busy the busiest monitored host of the same option was.

    A host counts when its monitor watched at least half of the run. Clocks are compared in UTC
    where both files know their zone, else as they were written; where that puts no recording of
    a host beside a run, by the only offset that does. The host that made the load is kept apart
    from the database's.
    """
    runs = tuple(runs)
    with study.cursor() as cursor:
        watches = _find_watched_rows(cursor, runs)
        of_run = group_by_key(_aggregate_rows(cursor, watches))
    return {
        run.run_id: _split_clients_from_database(of_run.get(run.run_id, ()), run.host)
        for run in runs
    }


def list_clock_matches(
    study: Study, runs: Iterable[RunTime]
) -> list[tuple[int, clocks.ClockMatch]]:
    """Return the recordings beside runs, each with the id of the run in its monitor's file."""
    with study.cursor() as cursor:
        return [(w.monitor.run_id, w.match) for w in _find_watched_rows(cursor, runs)]


def list_matched_recordings(study: Study, runs: Iterable[RunTime]) -> list[MatchedRecording]:
    """Return the recordings beside runs; those that `compute_host_loads` is made from."""
    runs = tuple(runs)
    made_on = {run.run_id: run.host for run in runs}
    with study.cursor() as cursor:
        watches = _find_watched_rows(cursor, runs)
    return [
        MatchedRecording(
            *(w.match.run, w.monitor.set_id, w.monitor.file, w.monitor.host),
            *(w.match.begin, w.match.end),
            is_client=_is_load_generator(w.monitor.file, w.monitor.host, made_on[w.match.run]),
        )
        for w in watches
    ]


def _find_watched_rows(cursor: Cursor, runs: Iterable[RunTime]) -> list[_WatchedRows]:
    named: _Named = {}
    for run_id, name, value in cursor.execute(_NAMED).fetchall():
        named.setdefault(run_id, {})[name] = value
    return _match_monitors(_read_monitors(cursor, named), runs, named)


def _split_clients_from_database(uses: Sequence[HostUse], made_on: str | None) -> HostLoad:
    """Split hosts into the client's and the database's; one host alone is the database's."""
    clients = [use for use in uses if _is_load_generator(use.file, use.host, made_on)]
    others = [use for use in uses if use not in clients]
    if not others and not any(_CLIENT.search((use.host or "").lower()) for use in uses):
        clients, others = [], clients
    return HostLoad(_limiting_host_with_peers(others), _most_limiting(clients))


def _is_load_generator(file: str, host: str | None, made_on: str | None) -> bool:
    names = f"{PurePath(file).stem} {host or ''}".lower()
    return bool(_CLIENT.search(names)) or (made_on is not None and host == made_on)


def _limiting_host_with_peers(uses: Sequence[HostUse]) -> HostUse | None:
    """Return the host that limited a run first, with the other hosts of the same database.

    Recordings that do not tell their host may be of the same one, so that nothing is summed.
    """
    first = _most_limiting(uses)
    of_host = group_by_key((_short_name(use.host), use) for use in uses)
    if first is None or "" in of_host or len(of_host) == 1:
        return first
    worst = [_most_limiting(of_one) for of_one in of_host.values()]
    peers = (use for use in worst if use is not None and use is not first)
    return replace(first, peers=tuple(sorted(peers, key=lambda use: use.file)))


def _short_name(host: str | None) -> str:
    """Return a host's name without its domain; addresses stay whole."""
    name = (host or "").strip().lower()
    first = name.split(".")[0]
    return name if first.isdecimal() else first


def _most_limiting(uses: Sequence[HostUse]) -> HostUse | None:
    """Return the host that limited a run first by MODEL P4: paging, stolen time, busy."""

    def severity(use: HostUse) -> tuple[bool, bool, float]:
        paged = (use.paging_share or 0.0) > DEFAULT_THRESHOLDS.paging_share
        return paged, (use.steal_median or 0.0) >= DEFAULT_THRESHOLDS.steal, use.busy_median

    return max(uses, key=severity, default=None)


def independent_disks(devices: Iterable[str]) -> list[str]:
    """Return the devices that together count every request once.

    Partitions and devices made of others repeat what their disks do. Where nothing else is
    listed, those count.
    """
    known = list(devices)
    disks = [
        device
        for device in known
        if not _STACKED.match(device) and not any(_is_partition(device, other) for other in known)
    ]
    return disks or known


def _is_partition(device: str, disk: str) -> bool:
    rest = device.removeprefix(disk)
    return rest != device and bool(re.fullmatch(r"p?[0-9]+", rest))


_Named = dict[int, dict[str, int | None]]
"""Users, repetition and processors, by run, as names and files state them."""


def _stated_users_and_repetition(
    stated_by_run: _Named, run_id: int, users: int | None = None
) -> clocks.RunIdentity:
    stated = stated_by_run.get(run_id, {})
    return (stated.get("users") if users is None else users, stated.get("repetition"))


_Positions = dict[int, dict[str, list[int]]]
"""Positions of the columns of each name, by set."""


def _read_column_positions(cursor: Cursor) -> tuple[_Positions, _Positions]:
    """Read positions of columns of whole machines, and of processors, disks and links."""
    whole: _Positions = {}
    parts: _Positions = {}
    devices: dict[tuple[int, str], dict[str, int]] = {}
    for set_id, name, position, instance in cursor.execute(_COLUMNS).fetchall():
        if name in (*_REQUESTS, *_DISKS) and instance is not None:
            devices.setdefault((set_id, name), {})[instance] = position
        if name not in _REQUESTS or instance is None:
            kind = whole if instance is None else parts
            kind.setdefault(set_id, {}).setdefault(name, []).append(position)
    for known in whole.values():
        for requests, moved, size in zip(_REQUESTS, _MOVED, _DISKS, strict=True):
            if known.keys() >= {requests, size}:
                known[moved] = known[size]
    add_request_positions(parts, devices)
    return whole, parts


def add_request_positions(
    parts: _Positions, devices: Mapping[tuple[int, str], Mapping[str, int]]
) -> None:
    """Add the requests of the disks that count, and the bytes of the same ones."""
    for (set_id, name), positions in devices.items():
        if name not in _REQUESTS:
            continue
        way, counted = _REQUESTS.index(name), independent_disks(positions)
        own = parts.setdefault(set_id, {})
        own[name] = [positions[device] for device in counted]
        moved = devices.get((set_id, _DISKS[way]), {})
        if moved.keys() >= set(counted):
            own[_MOVED[way]] = [moved[device] for device in counted]


def _read_monitors(cursor: Cursor, stated_by_run: _Named) -> list[_Monitor]:
    whole, parts = _read_column_positions(cursor)
    # Asked for apart: subqueries for each row took three times as long.
    counts = dict(cursor.execute(_COUNTS).fetchall())
    shifts = dict(cursor.execute(_SHIFTS).fetchall())
    return [
        _Monitor(
            *(set_id, run_id, option_id, file, counts.get(set_id, 0)),
            clocks.RecordedTime(
                *(set_id, (option_id, host, clock, zone), Clock(clock), zone),
                first_at=first,
                last_at=last,
                shift_s=shifts.get(file_id),
                stated=_stated_users_and_repetition(stated_by_run, run_id),
            ),
            host,
            stated_by_run.get(run_id, {}).get("processors")
            or max(len(parts.get(set_id, {}).get(n, ())) for n in ("cpu_user", _BUSY))
            or None,
            parts.get(set_id, {}) | {n: p[:1] for n, p in whole.get(set_id, {}).items()},
        )
        for (set_id, run_id, option_id, file), (clock, zone, first, last), (file_id, host) in (
            (row[:4], row[4:8], row[8:]) for row in cursor.execute(_MONITORS).fetchall()
        )
    ]


def _match_monitors(
    monitors: Iterable[_Monitor], runs: Iterable[RunTime], stated_by_run: _Named
) -> list[_WatchedRows]:
    """Find the runs beside which each monitor recorded, option by option."""
    watching: dict[int, _Monitor] = {}
    of_run: dict[int, list[_Monitor]] = {}
    for monitor in monitors:
        if monitor.columns.keys() >= _PROCESSOR or _BUSY in monitor.columns:
            watching[monitor.set_id] = monitor
        elif monitor.columns:
            of_run.setdefault(monitor.run_id, []).append(monitor)
    times: dict[int, list[clocks.RunTimeSpan]] = {}
    windows: dict[int, tuple[float, float | None]] = {}
    for run in runs:
        if run.window_s is not None:
            windows[run.run_id] = run.window_s
        stated = _stated_users_and_repetition(stated_by_run, run.run_id, run.users)
        time = clocks.build_run_span(run.run_id, run.started_at, run.duration_s, stated)
        if time is not None:
            times.setdefault(run.option_id, []).append(time)
    return [
        _WatchedRows(
            *(monitor, match, tuple(of_run.get(monitor.run_id, ()))),
            windows.get(match.run, (0.0, None)),
        )
        for option_id, of_option in times.items()
        for match in clocks.match_clocks(
            [m.recorded for m in watching.values() if m.option_id == option_id], of_option
        )
        for monitor in (watching[match.recording],)
    ]


def _aggregate_rows(
    cursor: Cursor, watches: Sequence[_WatchedRows]
) -> Iterator[tuple[int, HostUse]]:
    """Aggregate the rows of all runs in one go: a query for each took four times as long."""
    selects = _build_selects_with_limits(watches)
    if not selects:
        return
    parts = " UNION ALL ".join(f"{select} {_JOIN_WATCHES}" for select, _ in selects)
    rows = cursor.execute(
        "SELECT watch, count(busy), median(busy),"  # noqa: S608
        " avg((idle + coalesce(wait, 0) <= ?)::INTEGER), median(wait),"
        " median(steal), avg(paged::INTEGER), avg(rest), max(swap) - arg_min(swap, taken),"
        " median(net), median(disk), median(disk_flow), avg(reads), avg(writes), avg(moved),"
        " median(net_both)"
        f" FROM ({parts}) GROUP BY watch HAVING count(busy) > 0 ORDER BY watch",
        [
            IDLE_AT_MOST,
            *(list(column) for _, limits in selects for column in zip(*limits, strict=True)),
        ],
    ).fetchall()
    for index, *figures, rest, swap, net, disk, flow, reads, writes, moved, both in rows:
        monitor, match = watches[index].monitor, watches[index].match
        machine = (monitor.host, monitor.processors, swap, net, disk, flow)
        clock = (match.shift_s, match.basis is clocks.ClockBasis.ASSUMED)
        flows = (rest, reads, writes, moved, both)
        yield match.run, HostUse(*(monitor.file, *figures, *machine, *clock, *flows))


def _build_selects_with_limits(
    watches: Sequence[_WatchedRows],
) -> list[tuple[str, list[tuple[object, ...]]]]:
    """Return SELECTs, each with the recordings and time limits that it serves."""
    kinds: dict[tuple[object, ...], list[tuple[object, ...]]] = {}
    selects: list[str] = []
    for index, watch in enumerate(watches):
        for monitor in (watch.monitor, *watch.beside):
            own = monitor is watch.monitor
            columns = tuple((name, *places) for name, places in monitor.columns.items())
            kind = (own, monitor.column_count, columns)
            if kind not in kinds:
                kinds[kind] = []
                selects.append(_monitor_rows_sql(monitor, with_processors=own))
            kinds[kind].append((index, monitor.set_id, *watch.window_bounds))
    return list(zip(selects, kinds.values(), strict=True))


def _monitor_rows_sql(monitor: _Monitor, *, with_processors: bool) -> str:
    processors = _processor_sql(monitor.columns) if with_processors else _NO_PROCESSORS
    table = samples_table_name(monitor.column_count)
    figures = f"{processors}, {_machine_sql(monitor.columns)}"
    return f"SELECT watch, {TIME_COLUMN} AS taken, {figures} FROM {table}"  # noqa: S608


def _processor_sql(columns: Mapping[str, Sequence[int]]) -> str:
    mean = {name: _mean_sql(positions) for name, positions in columns.items()}
    also = [f"coalesce({mean[n]}, 0)" for n in _ALSO_BUSY if n in mean]
    told_apart = mean.keys() >= _PROCESSOR
    own = [mean["cpu_user"], mean["cpu_system"], *also] if told_apart else [mean[_BUSY]]
    busy = " + ".join(own)
    rest = [f"coalesce({mean[n]}, 0)" for n in ("cpu_wait", "cpu_steal") if n in mean]
    left = " - ".join(["1", f"({busy})", *rest])
    idle = mean.get("cpu_idle")
    return (
        f"{busy} AS busy, {idle or left} AS idle, {mean.get('cpu_wait', 'NULL::DOUBLE')} AS wait,"
        f" {mean.get('cpu_steal', 'NULL::DOUBLE')} AS steal,"
        f" {f'abs({left} - {idle})' if idle else 'NULL::DOUBLE'} AS rest"
    )


def _machine_sql(columns: Mapping[str, Sequence[int]]) -> str:
    paging = [f"coalesce({_mean_sql(columns[n])}, 0) > 0" for n in _PAGING if n in columns]
    swap = _mean_sql(columns["swap_used"]) if "swap_used" in columns else "NULL::DOUBLE"
    disks = [sample_column_name(p) for p in columns.get("disk_utilisation", ())]
    flows = [sample_column_name(p) for n in _DISKS for p in columns.get(n, ())]
    return (
        f"{' OR '.join(paging) or 'NULL::BOOLEAN'} AS paged, {swap} AS swap,"
        f" {_maximum_sql([_sum_sql(columns[n]) for n in _NET if n in columns])} AS net,"
        f" {_maximum_sql(disks)} AS disk,"
        f" {_maximum_sql(flows)} AS disk_flow,"
        f" {_sum_sql_if_complete(columns, _REQUESTS[0])} AS reads,"
        f" {_sum_sql_if_complete(columns, _REQUESTS[1])} AS writes,"
        f" {_sum_sql_if_complete(columns, *_MOVED)} AS moved,"
        f" {_sum_sql_if_complete(columns, *_NET)} AS net_both"
    )


def _sum_sql_if_complete(columns: Mapping[str, Sequence[int]], *names: str) -> str:
    """Return SQL for a sum of figures, NULL where one has no column."""
    known = [_sum_sql(columns[name]) for name in names if columns.get(name)]
    return " + ".join(known) if len(known) == len(names) else "NULL::DOUBLE"


def _mean_sql(positions: Sequence[int]) -> str:
    """Return SQL for the mean over columns of processors."""
    return f"({_sum_sql(positions)} / {len(positions)})"


def _sum_sql(positions: Sequence[int]) -> str:
    return f"({' + '.join(sample_column_name(p) for p in positions)})"


def _maximum_sql(terms: Sequence[str]) -> str:
    return f"greatest({', '.join(terms)})" if terms else "NULL::DOUBLE"
