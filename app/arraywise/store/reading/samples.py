"""Host samples for statistics and charts, in a study or in memory.

Monitors write the whole machine, or every device by itself; a line is the whole, else the sum.
"""

from __future__ import annotations

from array import array
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Clock, SampleTable
from arraywise.domain.invariants import sample_rules
from arraywise.domain.units import Unit
from arraywise.store.connection import (
    connect,
    limit_memory,
    new_private_directory_path,
    translate_duckdb_errors,
)
from arraywise.store.encoding import group_by_key
from arraywise.store.samples import (
    TIME_COLUMN,
    load_samples,
    sample_column_name,
    samples_table_name,
)

if TYPE_CHECKING:
    import mmap
    from collections.abc import Iterator, Mapping, Sequence

    from arraywise.domain.messages import Problem
    from arraywise.store.connection import Cursor
    from arraywise.store.study import Study


@dataclass(frozen=True, slots=True)
class SampleSeries:
    """One column of a table of host samples."""

    position: int
    name: str
    instance: str | None
    """Device, interface or processor; None for the whole machine."""
    unit: Unit
    column_in_line: int | None = None
    """Where its cell begins in the first row of the file, from 1; None where that is unknown."""


@dataclass(frozen=True, slots=True)
class SampleSet:
    """One table of host samples."""

    id: int
    run_id: int
    row_count: int
    first_line: int
    clock: Clock
    utc_offset_s: float | None
    columns: tuple[SampleSeries, ...]


@dataclass(frozen=True, slots=True)
class SampleStatistics:
    """One column in a few figures, in the column's unit; None where no cell holds a number."""

    series: SampleSeries
    rows: int
    first: float | None
    last: float | None
    mean: float | None


_SETS = """
SELECT s.id, s.run_id, s.row_count, s.first_line, s.clock, s.utc_offset_s,
       f.name, f.option_id, r.host
FROM sample_set s JOIN run r ON r.id = s.run_id JOIN evidence_file f ON f.id = r.file_id
WHERE {which} ORDER BY f.id, r.position, s.position
"""
_COLUMNS = """
SELECT set_id, position, name, instance, unit, column_in_line FROM sample_column
WHERE list_contains(?, set_id) ORDER BY set_id, position
"""


@dataclass(frozen=True, slots=True)
class Recording:
    """A table of host samples, and where it comes from."""

    samples: SampleSet
    file: str
    option_id: int | None
    host: str | None


def list_sample_sets(study: Study, file_id: int) -> tuple[SampleSet, ...]:
    """List the tables of host samples of a file."""
    return tuple(each.samples for each in _query_recordings(study, "f.id = ?", [file_id]))


def list_recordings(study: Study, set_ids: Sequence[int] | None = None) -> tuple[Recording, ...]:
    """List the tables of host samples of all files, or some of them, in the order of import."""
    if set_ids is None:
        return _query_recordings(study, "true", [])
    return _query_recordings(study, "list_contains(?, s.id)", [set_ids])


def _query_recordings(
    study: Study, where_sql: str, parameters: list[object]
) -> tuple[Recording, ...]:
    with study.cursor() as cursor:
        rows = cursor.execute(_SETS.format(which=where_sql), parameters).fetchall()
        columns = group_by_key(
            (set_id, SampleSeries(position, name, instance, Unit(unit), place))
            for set_id, position, name, instance, unit, place in cursor.execute(
                _COLUMNS, [[row[0] for row in rows]]
            ).fetchall()
        )
        return tuple(
            Recording(
                SampleSet(*(id_, run, count, line, Clock(clock), zone), columns.get(id_, ())),
                *where,
            )
            for id_, run, count, line, clock, zone, *where in rows
        )


def read_statistics(study: Study, samples: SampleSet) -> tuple[SampleStatistics, ...]:
    """Return rows, first, last and mean of every column of a table."""
    with study.cursor() as cursor:
        return compute_table_statistics(cursor, samples.id, samples.clock, samples.columns)


def compute_table_statistics(
    cursor: Cursor,
    set_id: int,
    clock: Clock,
    columns: tuple[SampleSeries, ...],
) -> tuple[SampleStatistics, ...]:
    """Return the statistics of a table; first and last are those of the earliest and latest row.

    Only rows of a table without a clock stand in the order of the file.
    """
    if not columns:
        return ()
    order = "rowid" if clock is Clock.NONE else TIME_COLUMN
    means = dict(
        sample_rules([(series.name, series.instance) for series in columns]).request_means
    )
    cells = ", ".join(
        f"count({c}), arg_min({c}, {order}), arg_max({c}, {order}), {_mean_sql(c, means.get(at))}"
        for at, c in enumerate(sample_column_name(series.position) for series in columns)
    )
    query = f"SELECT {cells} FROM {samples_table_name(len(columns))} WHERE set_id = ?"  # noqa: S608
    row = cursor.execute(query, [set_id]).fetchone() or ()
    return tuple(
        SampleStatistics(series, *row[4 * i : 4 * i + 4]) for i, series in enumerate(columns)
    )


def _mean_sql(cell: str, requests: tuple[int, ...] | None) -> str:
    """Return SQL for a mean over rows; a mean over requests is weighted by these."""
    if not requests:
        return f"avg({cell})"
    weight = " + ".join(f"coalesce({sample_column_name(at)}, 0)" for at in requests)
    return (
        f"coalesce(sum({cell} * ({weight}))"
        f" / nullif(sum(if({cell} IS NULL, 0, {weight})), 0), avg({cell}))"
    )


_MICRO = 1_000_000


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time on a monitor's clock, in seconds since 1970 as that clock shows it.

    Of a table without a clock: rows, counted from 0.
    """

    start_s: float
    end_s: float

    @property
    def length_s(self) -> float:
        """From the start to the end."""
        return self.end_s - self.start_s


@dataclass(frozen=True, slots=True)
class SeriesRequest:
    """What is drawn: a number and a sum of columns, each times a factor."""

    terms: tuple[tuple[int, float], ...]
    """Position of a column, and the factor. Where the first is missing there is no value; another
    that is missing adds nothing."""
    base: float = 0.0


@dataclass(frozen=True, slots=True)
class Track:
    """One line over a stretch of time; all arrays have one length."""

    times_s: array[float]
    """Middle of each piece that holds a sample."""
    lows: array[float]
    highs: array[float]
    means: array[float]


def table_time_span(study: Study, samples: SampleSet) -> Span | None:
    """Return the time span of a table; None for an empty one."""
    if samples.clock is Clock.NONE:
        return Span(0.0, float(samples.row_count - 1)) if samples.row_count else None
    query = "SELECT epoch(first_at), epoch(last_at) FROM sample_set WHERE id = ?"
    row = study.row(query, [samples.id])
    return None if row is None or row[0] is None else Span(row[0], row[1])


def read_tracks(
    study: Study, samples: SampleSet, requests: Sequence[SeriesRequest], span: Span, pieces: int
) -> tuple[Track, ...]:
    """Return lines in at most `pieces` pieces of equal length, each with least, most and mean."""
    if not requests:
        return ()
    start, end = round(span.start_s * _MICRO), round(span.end_s * _MICRO)
    width = max((end - start) // pieces, 1)
    table = samples_table_name(len(samples.columns))
    values = ", ".join(f"{_sum_sql(each)} AS w{at}" for at, each in enumerate(requests))
    cells = ", ".join(f"min(w{at}), max(w{at}), avg(w{at})" for at in range(len(requests)))
    when, limits = _time_sql_and_row_limits(samples, (start, end), table)
    query = (
        f"SELECT least((at_us - ?) // ?, ?) AS piece, {cells} FROM"  # noqa: S608
        f" (SELECT {when} AS at_us, {values} FROM {table} WHERE set_id = ? AND {limits[0]})"
        " WHERE at_us BETWEEN ? AND ? GROUP BY piece ORDER BY piece"
    )
    given = [start, width, pieces - 1, *limits[1], samples.id, *limits[2], start, end]
    rows = study.rows(query, given)
    return tuple(
        _build_track([(row[0], *row[1 + 3 * at : 4 + 3 * at]) for row in rows], start, width)
        for at in range(len(requests))
    )


def _time_sql_and_row_limits(
    samples: SampleSet, span: tuple[int, int], table: str
) -> tuple[str, tuple[str, list[object], list[object]]]:
    """Return SQL for a row's time, and a condition with its values that limits the rows."""
    if samples.clock is Clock.NONE:
        first = f"(SELECT min(rowid) FROM {table} WHERE set_id = ?)"  # noqa: S608
        return f"(rowid - {first}) * {_MICRO}", ("true", [samples.id], [])
    within = f"{TIME_COLUMN} BETWEEN make_timestamp(?) AND make_timestamp(?)"
    return f"epoch_us({TIME_COLUMN})", (within, [], list(span))


def _sum_sql(request: SeriesRequest) -> str:
    """Return SQL for a sum of columns times factors."""
    first, *rest = (
        f"{factor!r} * {sample_column_name(position)}" for position, factor in request.terms
    )
    return " + ".join([repr(request.base), first, *(f"coalesce({term}, 0)" for term in rest)])


def _build_track(
    rows: Sequence[tuple[int, float | None, float | None, float | None]], start: int, width: int
) -> Track:
    known = [row for row in rows if row[1] is not None]
    return Track(
        array("d", ((start + (row[0] + 0.5) * width) / _MICRO for row in known)),
        *(array("d", (row[at] or 0.0 for row in known)) for at in (1, 2, 3)),
    )


_LOOPBACK = "lo"


class HostGroup(StrEnum):
    """Lines that share a chart, since they share a unit."""

    PROCESSORS = "processors"
    DISK = "disk"
    NETWORK = "network"
    MEMORY = "memory"
    PAGING = "paging"


@dataclass(frozen=True, slots=True)
class HostSeries:
    """One line of a chart of host samples."""

    name: str
    """`busy`, `idle`, or the name of the column that it is."""
    unit: Unit
    request: SeriesRequest


_DRAWN = {
    HostGroup.DISK: ("disk_read", "disk_write"),
    HostGroup.NETWORK: ("net_receive", "net_send"),
    HostGroup.MEMORY: ("memory_used", "swap_used"),
    HostGroup.PAGING: ("paging_in", "paging_out"),
}
_BUSY = ("cpu_user", "cpu_system")
_ALSO_BUSY = ("cpu_hardirq", "cpu_softirq", "cpu_nice", "cpu_guest", "cpu_guest_nice")
_WHOLE_BUSY = "cpu_busy"
BUSY, IDLE, WAIT, STEAL = "busy", "idle", "cpu_wait", "cpu_steal"


def group_host_series(columns: Sequence[SampleSeries]) -> dict[HostGroup, tuple[HostSeries, ...]]:
    """Return the lines that a table can show; groups without any are left out."""
    result = {HostGroup.PROCESSORS: _processor_series(columns)}
    for group, names in _DRAWN.items():
        built = (_sum_series(columns, name) for name in names)
        result[group] = tuple(each for each in built if each is not None)
    return {group: series for group, series in result.items() if series}


def _processor_series(columns: Sequence[SampleSeries]) -> tuple[HostSeries, ...]:
    """Return busy, idle, wait and stolen time as shares of the machine, where they are known."""
    places = {
        name: _column_positions(columns, name)
        for name in (*_BUSY, *_ALSO_BUSY, _WHOLE_BUSY, "cpu_idle", WAIT, STEAL)
        if _column_positions(columns, name)
    }
    told_apart = all(name in places for name in _BUSY)
    if not told_apart and _WHOLE_BUSY not in places:
        return ()
    parts = (n for n in (*_BUSY, *_ALSO_BUSY) if n in places) if told_apart else (_WHOLE_BUSY,)
    busy = _mean_terms(places, *parts)
    rest = _mean_terms(places, *(n for n in (WAIT, STEAL) if n in places))
    taken = tuple((place, -factor) for place, factor in (*busy, *rest))
    idle = (
        SeriesRequest(_mean_terms(places, "cpu_idle"))
        if "cpu_idle" in places
        else SeriesRequest(taken, 1.0)
    )
    built = [HostSeries(BUSY, Unit.ONE, SeriesRequest(busy)), HostSeries(IDLE, Unit.ONE, idle)]
    built += [
        HostSeries(name, Unit.ONE, SeriesRequest(_mean_terms(places, name)))
        for name in (WAIT, STEAL)
        if name in places
    ]
    return tuple(built)


def _mean_terms(
    positions_by_name: Mapping[str, Sequence[int]], *names: str
) -> tuple[tuple[int, float], ...]:
    return tuple(
        (place, 1.0 / len(positions_by_name[name]))
        for name in names
        for place in positions_by_name[name]
    )


def _sum_series(columns: Sequence[SampleSeries], name: str) -> HostSeries | None:
    places = _column_positions(columns, name)
    if not places:
        return None
    unit = next(each.unit for each in columns if each.name == name)
    return HostSeries(name, unit, SeriesRequest(tuple((place, 1.0) for place in places)))


def _column_positions(columns: Sequence[SampleSeries], name: str) -> list[int]:
    """Return the column of the whole machine, else those of every device but the loopback."""
    named = [each for each in columns if each.name == name]
    whole = [each.position for each in named if each.instance is None]
    return whole[:1] or [each.position for each in named if each.instance != _LOOPBACK]


_SET_ID = 1


class ScratchTable:
    """Loads one table of host samples at a time and forgets it."""

    def __init__(self, connection: Cursor, private: Path) -> None:
        self._connection = connection
        self._private = private

    def load_and_summarise(
        self, table: SampleTable, data: bytes | mmap.mmap
    ) -> tuple[tuple[SampleStatistics, ...], tuple[Problem, ...]]:
        """Load a table, return the statistics of its columns and problems, and drop it."""
        columns = tuple(
            SampleSeries(i, c.name, c.instance, c.unit) for i, c in enumerate(table.columns)
        )
        loaded = load_samples(self._connection, self._private, table, data, _SET_ID)
        result = compute_table_statistics(self._connection, _SET_ID, table.time.clock, columns)
        self._connection.execute(f"DROP TABLE {samples_table_name(len(columns))}")
        return result, loaded.problems


@contextmanager
def open_scratch_table() -> Iterator[ScratchTable]:
    """Open a database in memory for as long as the block lasts.

    Raises:
        UserError: When memory or disk do not suffice.
    """
    private = new_private_directory_path()
    with translate_duckdb_errors(Path("memory")):
        connection = connect(":memory:", private)
        try:
            connection.execute("CREATE SCHEMA samples")
            limit_memory(connection)
            yield ScratchTable(connection, private)
        finally:
            connection.close()
