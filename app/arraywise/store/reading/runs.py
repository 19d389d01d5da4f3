"""Load runs, I/O points, set-ups, matched recordings."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import Clock, Metric, PublishedFigure
from arraywise.domain.requirement import DEGRADED_ATTRIBUTE, DegradedState, parse_degraded_state
from arraywise.domain.study import IoPoint, LoadRun, RunSetup
from arraywise.store.encoding import BY_HAND, group_by_key, unpack_series
from arraywise.store.reading.clocks import (
    ClockBasis,
    RecordedTime,
    build_run_span,
    offset_if_begun_together,
)
from arraywise.store.reading.evidence import read_problems
from arraywise.store.reading.host_use import (
    HostLoad,
    RunTime,
    compute_host_loads,
    list_clock_matches,
)
from arraywise.store.scenarios import MEASUREMENTS

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from arraywise.store.connection import Cursor
    from arraywise.store.study import Study

    Attributes = tuple[tuple[str, str], ...]


_OWN = "SELECT run_id, name, value FROM run_attribute ORDER BY run_id, position"
_LISTS = "SELECT list_id, name, value FROM attribute_list ORDER BY list_id, position"
_OF_RUNS = "SELECT run_id, attributes FROM run_list WHERE attributes > 0"


def read_run_attributes(cursor: Cursor) -> dict[int, Attributes]:
    """Return the attributes of every run that has some, by its id; runs share what is the same."""
    lists = _group_attributes(cursor, _LISTS)
    of_runs = cursor.execute(_OF_RUNS).fetchall()
    shared = {run_id: lists[list_id] for run_id, list_id in of_runs if list_id in lists}
    return shared | _group_attributes(cursor, _OWN)


def _group_attributes(cursor: Cursor, query: str) -> dict[int, Attributes]:
    rows = cursor.execute(query).fetchall()
    return group_by_key((id_, (name, value)) for id_, name, value in rows)


def first_attribute_value(attributes: Attributes, name: str) -> str | None:
    """Return an attribute of a run; of two of one name the first counts, as for all readers."""
    return next((value for known, value in attributes if known == name), None)


def attribute_seconds(attributes: Attributes, name: str) -> float | None:
    """Return an attribute that is a number of seconds; None where it is no number."""
    try:
        return float(first_attribute_value(attributes, name) or "")
    except ValueError:
        return None


Window = tuple[float, float | None]

RATES = "transaction_rate"
"""Name of the series of transactions per second."""
RESPONSES = "response_time"
"""Name of the series of mean response times beside it."""

_RUNS = """
SELECT f.option_id, r.id, f.name, f.tool, r.started_at, r.duration_s,
       f.set_name, f.imported_at, r.position, r.host
FROM run r JOIN evidence_file f ON f.id = r.file_id
WHERE f.option_id IS NOT NULL AND r.complete ORDER BY f.option_id, f.id, r.position
"""
_MEASURED = f"""
SELECT m.run_id, m.metric, m.statistic, m.value, m.line,
       CASE WHEN m.origin = 'reported' THEN m.column_in_line END, m.users
FROM {MEASUREMENTS} m
WHERE m.group_name IS NULL
  AND m.metric IN ('transaction_rate', 'response_time', 'transactions_completed',
                   'transactions_failed')
ORDER BY m.run_id, m.position
"""  # noqa: S608 - own words
_SERIES = """
SELECT run_id, name, series_values FROM series WHERE name IN (?, ?) ORDER BY run_id, position
"""


class _RunFigure(NamedTuple):
    """A figure of a run as a whole."""

    metric: str
    statistic: str
    value: float
    line: int | None
    column: int | None
    users: int | None


class _RunWithRate(NamedTuple):
    """A run with one transaction rate."""

    option_id: int
    run_id: int
    file: str
    tool: str
    started_at: str | None
    duration_s: float | None
    set_name: str | None
    imported_at: datetime
    position: int
    host: str | None
    rate: _RunFigure

    def run_time(self, windows: Mapping[int, Window]) -> RunTime:
        """Return when it took place."""
        window, users = windows.get(self.run_id), self.rate.users or 0
        when = self.started_at, self.duration_s
        return RunTime(self.run_id, self.option_id, *when, self.host, users, window)


def read_load_runs(study: Study, *, with_hosts: bool = True) -> dict[int, tuple[LoadRun, ...]]:
    """Read the complete runs that state a user count and a transaction rate, by option id.

    Within an option they are in the order of users, then of import. Files of one set (a results
    document and the log beside it) are forms of the same run, which counts once.
    """
    with study.cursor() as cursor:
        measured = _read_figures(cursor)
        rows = _read_runs_with_rates(cursor, measured)
        series = _read_series(cursor)
        stated = read_run_attributes(cursor)
    windows = _windows_set_by_hand(stated)
    uses = compute_host_loads(study, (row.run_time(windows) for row in rows)) if with_hosts else {}
    forms: dict[tuple[Any, ...], list[LoadRun]] = {}
    for row in rows:
        id_ = row.run_id
        is_one_of_set = (row.set_name, row.imported_at, row.position) if row.set_name else id_
        run = replace(
            _build_load_run(row, measured[id_], series.get(id_, {}), uses.get(id_, HostLoad())),
            window_s=windows.get(id_),
            think_time_s=attribute_seconds(stated.get(id_, ()), "think_time_s"),
            degraded=parse_degraded_state(
                first_attribute_value(stated.get(id_, ()), DEGRADED_ATTRIBUTE)
            ),
        )
        forms.setdefault((row.option_id, run.users, is_one_of_set), []).append(run)
    return group_by_key(
        (option_id, _merge_readings_of_run(runs)) for (option_id, *_), runs in forms.items()
    )


def read_degraded_state_by_run(study: Study) -> dict[int, DegradedState]:
    """Return the degraded state of storage by run id; runs without one are left out."""
    with study.cursor() as cursor:
        stated = read_run_attributes(cursor)
    states = (
        (id_, parse_degraded_state(first_attribute_value(each, DEGRADED_ATTRIBUTE)))
        for id_, each in stated.items()
    )
    return {id_: state for id_, state in states if state is not None}


def list_run_times(study: Study) -> list[RunTime]:
    """Return when the runs took place that `read_load_runs` gives, whatever form they have."""
    with study.cursor() as cursor:
        rows = _read_runs_with_rates(cursor, _read_figures(cursor))
        windows = _windows_set_by_hand(read_run_attributes(cursor))
    return [row.run_time(windows) for row in rows]


def _read_figures(cursor: Cursor) -> dict[int, tuple[_RunFigure, ...]]:
    rows = cursor.execute(_MEASURED).fetchall()
    return group_by_key((run_id, _RunFigure(*row)) for run_id, *row in rows)


def _read_runs_with_rates(
    cursor: Cursor, measured: Mapping[int, Sequence[_RunFigure]]
) -> list[_RunWithRate]:
    """Return each run with each of its mean rates at a number of users, in the order of these."""
    rows = [
        _RunWithRate._make((*run, rate))
        for run in cursor.execute(_RUNS).fetchall()
        for rate in measured.get(run[1], ())
        if (rate.metric, rate.statistic) == (RATES, "mean") and rate.users is not None
    ]
    return sorted(rows, key=lambda row: (row.option_id, row.rate.users))


def _windows_set_by_hand(attributes_by_run: Mapping[int, Attributes]) -> dict[int, Window]:
    """Return the measurement windows that the user set, by run."""
    result: dict[int, Window] = {}
    for run_id, attributes in attributes_by_run.items():
        by_hand = first_attribute_value(attributes, BY_HAND)
        if by_hand is not None:
            is_set = "warm_up_s" in by_hand.split(", ")
            start = attribute_seconds(attributes, "warm_up_s") if is_set else None
            end = attribute_seconds(attributes, "window_end_s")
            if start is not None or end is not None:
                result[run_id] = start or 0.0, end
    return result


def _build_load_run(
    row: _RunWithRate,
    figures: Sequence[_RunFigure],
    series: Mapping[str, array[float]],
    host_load: HostLoad,
) -> LoadRun:
    responses = [m for m in figures if m.metric == Metric.RESPONSE_TIME]
    return LoadRun(
        run_id=row.run_id,
        file=row.file,
        tool=row.tool,
        users=row.rate.users or 0,
        rate_tps=row.rate.value,
        responses_s=tuple((m.statistic, m.value) for m in responses),
        rate_line=row.rate.line,
        rate_column=row.rate.column,
        response_line=next((m.line for m in responses), None),
        response_places=tuple((m.statistic, m.line, m.column) for m in responses),
        duration_s=row.duration_s,
        completed=_first_count(figures, Metric.TRANSACTIONS_COMPLETED),
        failed=_first_count(figures, Metric.TRANSACTIONS_FAILED),
        rates_tps=series.get(RATES),
        mean_responses_s=series.get(RESPONSES),
        host_use=host_load.database,
        client_use=host_load.client,
    )


_FILLED_IN = (
    *("duration_s", "completed", "failed", "think_time_s", "rates_tps"),
    *("host_use", "client_use", "window_s", "mean_responses_s", "degraded"),
)


def _merge_readings_of_run(runs: list[LoadRun]) -> LoadRun:
    """Return the form of a run with most response times, filled in from the others."""
    best = max(runs, key=lambda run: len(run.responses_s))
    stated: dict[str, Any] = {
        name: next((v for run in runs if (v := getattr(run, name)) is not None), None)
        for name in _FILLED_IN
        if getattr(best, name) is None
    }
    return replace(best, **stated)


def _read_series(cursor: Cursor) -> dict[int, dict[str, array[float]]]:
    """Read the first series of each name, by run."""
    result: dict[int, dict[str, array[float]]] = {}
    for run_id, name, values in reversed(cursor.execute(_SERIES, [RATES, RESPONSES]).fetchall()):
        result.setdefault(run_id, {})[name] = unpack_series(values)
    return result


def _first_count(figures: Iterable[_RunFigure], metric: Metric) -> float | None:
    return next((m.value for m in figures if m.metric == metric), None)


_FIELDS = {
    Metric.IOPS: "iops",
    Metric.THROUGHPUT: "throughput_b_s",
    Metric.LATENCY: "latency_s",
}
_BY_DIRECTION = {"read": "read_latency_s", "write": "write_latency_s"}
_OF_DIRECTION = {
    None: "percentiles_s",
    "read": "read_percentiles_s",
    "write": "write_percentiles_s",
    "small_read": "read_percentiles_s",
    "small_write": "write_percentiles_s",
}
"""Where percentiles of latency go, by the group that they are of."""

_QUERY = f"""
SELECT f.option_id, coalesce(f.set_name, f.sha256), f.imported_at, r.name,
       m.small_ios, m.large_ios, m.group_name, m.metric, m.statistic, m.value, m.line, r.id,
       f.name, f.tool
FROM {MEASUREMENTS} m JOIN run r ON r.id = m.run_id JOIN evidence_file f ON f.id = r.file_id
WHERE f.option_id IS NOT NULL AND m.metric IN ('iops', 'throughput', 'latency')
  AND (m.group_name IN ('max_small_iops', 'max_large_mbps', 'min_small_latency')
       OR m.group_name IS NULL AND m.statistic = 'mean'
       OR m.group_name IN ('read', 'write') AND m.metric = 'latency' AND m.statistic = 'mean'
       OR coalesce(m.group_name, 'read') IN ('read', 'write', 'small_read', 'small_write')
          AND m.metric = 'latency' AND m.statistic LIKE 'p%')
ORDER BY f.option_id, f.id, r.position, m.position
"""  # noqa: S608 - own words


@dataclass(slots=True)
class _Point:
    """A point that is still being put together; the first file that names it gives its place."""

    identity: dict[str, Any]
    values: dict[str, Any] = field(default_factory=dict)
    percentiles: dict[str, dict[str, float]] = field(default_factory=dict)

    def add_if_new(self, name: str, statistic: str | None, value: float) -> bool:
        """Add a value unless there is one already; return whether it was added."""
        kept = self.values if statistic is None else self.percentiles.setdefault(name, {})
        is_new = (statistic or name) not in kept
        kept.setdefault(statistic or name, value)
        return is_new

    @property
    def has_own_figures(self) -> bool:
        """Whether the point has more than latencies of one direction."""
        return not self.values.keys() <= set(_BY_DIRECTION.values())

    def build(self) -> IoPoint:
        """Return the finished point."""
        lists = {name: tuple(known.items()) for name, known in self.percentiles.items()}
        return IoPoint(**(self.identity | self.values | lists))


_STATISTIC = 8
"""Its place in a row of `_QUERY`."""


def read_io_points(study: Study) -> dict[int, tuple[IoPoint, ...]]:
    """Read the points of all I/O sweeps, by option id.

    An ORION set has IOPS, latency and throughput of one point in three files: they are joined by
    the set's name, the run's name and the outstanding small and large I/Os. A value that a point
    has already belongs to a repetition and makes a point of its own. Latencies of reads and writes
    stand beside that of all I/Os, percentiles beside the means; these come last, as they may stand
    in a file that says nothing else of the point.
    """
    with study.cursor() as cursor:
        rows = cursor.execute(_QUERY).fetchall()
    points: dict[tuple[Any, ...], list[_Point]] = {}
    for *key, group, metric, statistic, value, line, run_id, file, tool in sorted(
        rows, key=lambda row: str(row[_STATISTIC]).startswith("p")
    ):
        headline = None if group in _OF_DIRECTION else group
        repetitions = points.setdefault((*key, headline), [])
        if statistic.startswith("p"):
            figure = _OF_DIRECTION[group], statistic, value
        else:
            figure = _BY_DIRECTION.get(group, _FIELDS[Metric(metric)]), None, value
        if not any(point.add_if_new(*figure) for point in repetitions):
            place = {"small_ios": key[-2], "large_ios": key[-1], "group": headline}
            point = _Point(place | {"run_id": run_id, "file": file, "tool": tool, "line": line})
            point.add_if_new(*figure)
            repetitions.append(point)
    return group_by_key(
        (option_id, point.build())
        for (option_id, *_), repetitions in points.items()
        for point in repetitions
        if point.has_own_figures
    )


_PUBLISHED = f"""
SELECT f.option_id, coalesce(m.group_name, m.metric), m.statistic, m.value, f.name, m.line,
       m.origin = 'derived'
FROM {MEASUREMENTS} m JOIN run r ON r.id = m.run_id JOIN evidence_file f ON f.id = r.file_id
WHERE f.option_id IS NOT NULL AND f.tool = 'published'
  AND NOT EXISTS (FROM {MEASUREMENTS} o WHERE o.run_id = m.run_id AND o.metric = 'response_time')
ORDER BY f.option_id, f.id, r.position, m.position
"""  # noqa: S608 - own words


def read_published_figures(study: Study) -> dict[int, tuple[PublishedFigure, ...]]:
    """Read what publications state of options without a response time beside it, by option id.

    A rate with its response time is a run of its own, which `read_load_runs` gives.
    """
    known = study.row("SELECT 1 FROM evidence_file WHERE tool = 'published' LIMIT 1")
    rows = study.rows(_PUBLISHED) if known else []
    return group_by_key((option_id, PublishedFigure(*figure)) for option_id, *figure in rows)


_RUN_SETUPS_RUNS = """
SELECT f.option_id, f.id, r.id, f.name, f.tool, f.tool_version, f.run_type, r.host, r.started_at,
       r.duration_s, r.complete, f.set_name, f.imported_at, r.position,
       r.id IN (SELECT run_id FROM measurement WHERE metric = 'transaction_rate')
       OR r.id IN (SELECT l.run_id FROM run_list l JOIN measurement_list m
                   ON m.list_id = l.measurements WHERE m.metric = 'transaction_rate')
FROM run r JOIN evidence_file f ON f.id = r.file_id
WHERE f.option_id IS NOT NULL ORDER BY f.id, r.position
"""


def read_run_setups(study: Study) -> dict[int, tuple[RunSetup, ...]]:
    """Read the setup of every run of a file that belongs to an option, by option id."""
    problems = read_problems(study)
    with study.cursor() as cursor:
        rows = cursor.execute(_RUN_SETUPS_RUNS).fetchall()
        attributes = read_run_attributes(cursor)
    ended = {(name, at, place) for *_, ok, name, at, place, _ in rows if ok and name}
    setups = []
    for option_id, file_id, *row, name, at, place, has_rate in rows:
        left_out = has_rate and not row[-1] and (name, at, place) not in ended
        stated = (attributes.get(row[0], ()), problems.get(file_id, ()), left_out)
        setups.append((option_id, RunSetup(*(*row, *stated))))
    return group_by_key(setups)


def read_host_by_file(study: Study) -> dict[int, str]:
    """Return the host that the first run of each file names, by the file's id."""
    query = "SELECT file_id, arg_min(host, position) FROM run WHERE host IS NOT NULL GROUP BY ALL"
    return dict(study.rows(query))


RECORDINGS = """
SELECT r.id, f.id, f.name FROM run r JOIN evidence_file f ON f.id = r.file_id
WHERE f.option_id IS NOT NULL AND EXISTS (
    FROM sample_set s JOIN sample_column c ON c.set_id = s.id
    WHERE s.run_id = r.id AND c.name = 'cpu_user')
ORDER BY f.id, r.position
"""
"""Run, file and its name."""


def has_processor_recordings(study: Study) -> bool:
    """Return whether there are processor recordings, without loading the clock modules."""
    is_any = study.row("SELECT 1 FROM sample_set LIMIT 1") is not None
    return is_any and study.row(RECORDINGS) is not None


@dataclass(frozen=True, slots=True)
class MonitorMatch:
    """A monitor's recording with its run, or with none."""

    file_id: int
    """Of the monitor's file."""
    file: str
    run_id: int | None = None
    """Of the run; None where the recording is beside none."""
    run_file: str | None = None
    basis: ClockBasis | None = None
    offset_s: float = 0.0
    """How far the monitor's clock is ahead of the run's beyond what both files state."""


@dataclass(frozen=True, slots=True)
class UnmonitoredRun:
    """A run beside which a recording could have been made."""

    run_id: int
    file: str
    offset_s: float
    """How far the monitor's clock is ahead, were the recording begun with the run."""


@dataclass(frozen=True, slots=True)
class MonitorClock:
    """The clock of a monitor, and the runs that its recording is beside."""

    clock: Clock
    utc_offset_s: float | None
    """Of the clock, as the file tells it; None where it does not."""
    set_offset_s: float | None
    """What the user said, beyond that."""
    matches: tuple[MonitorMatch, ...]
    """Without those beside no run."""
    runs: tuple[UnmonitoredRun, ...]
    """All of its option that tell when they took place; those begun nearest first."""


_FILES = "SELECT r.id, f.name FROM run r JOIN evidence_file f ON f.id = r.file_id"


def list_monitor_matches(study: Study) -> tuple[MonitorMatch, ...]:
    """List the processor recordings of all options with the runs that they belong to."""
    result = group_by_key(list_clock_matches(study, list_run_times(study)))
    names = dict(study.rows(_FILES))
    return tuple(
        MonitorMatch(file_id, file, match.run, names[match.run], match.basis, match.shift_s)
        if match is not None
        else MonitorMatch(file_id, file)
        for monitor_run_id, file_id, file in study.rows(RECORDINGS)
        for match in result.get(monitor_run_id, (None,))
    )


_CLOCK = """
SELECT f.option_id, s.clock, s.utc_offset_s, s.first_at, s.last_at,
       (SELECT shift_s FROM clock_shift c WHERE c.file_id = f.id LIMIT 1)
FROM sample_set s JOIN run r ON r.id = s.run_id JOIN evidence_file f ON f.id = r.file_id
WHERE f.id = ? AND s.first_at IS NOT NULL AND EXISTS (
    FROM sample_column c WHERE c.set_id = s.id AND c.name = 'cpu_user')
ORDER BY s.id LIMIT 1
"""


def read_monitor_clock(study: Study, file_id: int) -> MonitorClock | None:
    """Describe the clock of a monitor's file and its matches; None for another file."""
    row = study.row(_CLOCK, [file_id])
    if row is None:
        return None
    option_id, clock, utc_offset_s, *_, set_offset_s = row
    matches = tuple(
        m for m in list_monitor_matches(study) if m.file_id == file_id and m.run_id is not None
    )
    runs = () if option_id is None else tuple(_unmonitored_runs_of_option(study, row))
    nearest = tuple(sorted(runs, key=lambda run: abs(run.offset_s)))
    return MonitorClock(Clock(clock), utc_offset_s, set_offset_s, matches, nearest)


def _unmonitored_runs_of_option(
    study: Study, recording_row: tuple[Any, ...]
) -> list[UnmonitoredRun]:
    option_id, clock, utc_offset_s, first_at, last_at, _ = recording_row
    recorded = RecordedTime(0, (), Clock(clock), utc_offset_s, first_at, last_at)
    names = dict(study.rows(_FILES))
    times = (
        build_run_span(run.run_id, run.started_at, run.duration_s)
        for run in {run.run_id: run for run in list_run_times(study)}.values()
        if run.option_id == option_id
    )
    return [
        UnmonitoredRun(time.key, names[time.key], offset_if_begun_together(recorded, time))
        for time in times
        if time is not None
    ]


_IO_RUNS = f"""
SELECT f.id, r.id, f.name, f.tool, f.run_type, list_sort(list(DISTINCT m.small_ios))
FROM {MEASUREMENTS} m JOIN run r ON r.id = m.run_id JOIN evidence_file f ON f.id = r.file_id
WHERE m.metric IN ('{Metric.IOPS}', '{Metric.LATENCY}') AND m.users IS NULL
GROUP BY ALL ORDER BY f.id, r.id
"""  # noqa: S608 - own words


def read_io_setups(study: Study) -> dict[int, list[tuple[RunSetup, tuple[int, ...]]]]:
    """Return setup and numbers of outstanding small I/Os of each run of I/O, by the file's id."""
    with study.cursor() as cursor:
        rows = cursor.execute(_IO_RUNS).fetchall()
        attributes = read_run_attributes(cursor) if rows else {}
    result: dict[int, list[tuple[RunSetup, tuple[int, ...]]]] = {}
    for file_id, run_id, name, tool, run_type, depths in rows:
        stated = attributes.get(run_id, ())
        setup = RunSetup(run_id, name, tool, run_type=run_type, attributes=stated)
        known = tuple(depth for depth in depths if depth)
        result.setdefault(file_id, []).append((setup, known))
    return result
