"""Host samples: which there are, their statistics, and their rows for a chart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Clock
from arraywise.domain.units import Unit
from arraywise.store.sample_tables import TIME_COLUMN, column, samples_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb

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


def sample_sets(study: Study, file_id: int) -> tuple[SampleSet, ...]:
    """List the tables of host samples of a file."""
    with study.cursor() as cursor:
        rows = cursor.execute(
            "SELECT s.id, s.run_id, s.row_count, s.first_line, s.clock, s.utc_offset_s"
            " FROM sample_set s JOIN run r ON r.id = s.run_id"
            " JOIN evidence_file f ON f.id = r.file_id WHERE f.id = ?"
            " ORDER BY r.position, s.position",
            [file_id],
        ).fetchall()
        return tuple(
            SampleSet(id_, run, count, line, Clock(clock), offset, _columns(cursor, id_))
            for id_, run, count, line, clock, offset in rows
        )


def _columns(cursor: duckdb.DuckDBPyConnection, set_id: int) -> tuple[SampleSeries, ...]:
    rows = cursor.execute(
        "SELECT position, name, instance, unit, column_in_line FROM sample_column WHERE set_id = ?"
        " ORDER BY position",
        [set_id],
    ).fetchall()
    return tuple(
        SampleSeries(position, name, instance, Unit(unit), place)
        for position, name, instance, unit, place in rows
    )


def statistics(study: Study, samples: SampleSet) -> tuple[SampleStatistics, ...]:
    """Return rows, first, last and mean of every column of a table."""
    with study.cursor() as cursor:
        return table_statistics(cursor, samples.id, samples.clock, samples.columns)


def table_statistics(
    cursor: duckdb.DuckDBPyConnection,
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
    cells = ", ".join(
        f"count({c}), arg_min({c}, {order}), arg_max({c}, {order}), avg({c})"
        for c in (column(series.position) for series in columns)
    )
    query = f"SELECT {cells} FROM {samples_table(len(columns))} WHERE set_id = ?"  # noqa: S608
    row = cursor.execute(query, [set_id]).fetchone() or ()
    return tuple(
        SampleStatistics(series, *row[4 * i : 4 * i + 4]) for i, series in enumerate(columns)
    )


def sample_rows(
    study: Study, samples: SampleSet, position: int
) -> tuple[list[float | None], list[float]]:
    """Return times (seconds since 1970, as the clock was written) and values of one column."""
    cell = column(position)
    with study.cursor() as cursor:
        rows = cursor.execute(
            f"SELECT epoch({TIME_COLUMN}), {cell} FROM {samples_table(len(samples.columns))}"  # noqa: S608
            f" WHERE set_id = ? AND {cell} IS NOT NULL ORDER BY {TIME_COLUMN}, rowid",
            [samples.id],
        ).fetchall()
    return [time for time, _ in rows], [value for _, value in rows]


@dataclass(frozen=True, slots=True)
class Recording:
    """A table of host samples, and where it comes from."""

    samples: SampleSet
    file: str
    option_id: int | None
    host: str | None


def recordings(study: Study, set_ids: Sequence[int] | None = None) -> tuple[Recording, ...]:
    """List the tables of host samples of all files, or some of them, in the order of import."""
    with study.cursor() as cursor:
        rows = cursor.execute(_RECORDINGS, [set_ids, set_ids]).fetchall()
        columns: dict[int, list[SampleSeries]] = {}
        for set_id, position, name, instance, unit in cursor.execute(
            "SELECT set_id, position, name, instance, unit FROM sample_column"
            " WHERE ?::BIGINT[] IS NULL OR list_contains(?::BIGINT[], set_id)"
            " ORDER BY set_id, position",
            [set_ids, set_ids],
        ).fetchall():
            series = SampleSeries(position, name, instance, Unit(unit))
            columns.setdefault(set_id, []).append(series)
    return tuple(
        Recording(
            SampleSet(
                *(id_, run_id, count, line, Clock(clock), offset),
                tuple(columns.get(id_, ())),
            ),
            *where,
        )
        for id_, run_id, count, line, clock, offset, *where in rows
    )


_RECORDINGS = """
SELECT s.id, s.run_id, s.row_count, s.first_line, s.clock, s.utc_offset_s,
       f.name, f.option_id, r.host
FROM sample_set s JOIN run r ON r.id = s.run_id JOIN evidence_file f ON f.id = r.file_id
WHERE ?::BIGINT[] IS NULL OR list_contains(?::BIGINT[], s.id)
ORDER BY f.id, r.position, s.position
"""
