"""Host samples for a chart: a stretch of time in as many pieces as there are pixels."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Clock
from arraywise.store.sample_tables import TIME_COLUMN, column, samples_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.store.reading.samples import SampleSet
    from arraywise.store.study import Study

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
class Wanted:
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


def whole_span(study: Study, samples: SampleSet) -> Span | None:
    """Return from when to when a table was recorded; None for an empty one."""
    if samples.clock is Clock.NONE:
        return Span(0.0, float(samples.row_count - 1)) if samples.row_count else None
    with study.cursor() as cursor:
        row = cursor.execute(
            "SELECT epoch(first_at), epoch(last_at) FROM sample_set WHERE id = ?", [samples.id]
        ).fetchone()
    return None if row is None or row[0] is None else Span(row[0], row[1])


def tracks(
    study: Study, samples: SampleSet, wanted: Sequence[Wanted], span: Span, pieces: int
) -> tuple[Track, ...]:
    """Return lines in at most `pieces` pieces of equal length, each with least, most and mean.

    Args:
        study: open.
        samples: the table.
        wanted: what is drawn.
        span: the stretch that is seen.
        pieces: pixels that the chart is wide.
    """
    if not wanted:
        return ()
    start, end = round(span.start_s * _MICRO), round(span.end_s * _MICRO)
    width = max((end - start) // pieces, 1)
    table = samples_table(len(samples.columns))
    values = ", ".join(f"{_sql(each)} AS w{at}" for at, each in enumerate(wanted))
    cells = ", ".join(f"min(w{at}), max(w{at}), avg(w{at})" for at in range(len(wanted)))
    when, limits = _when(samples, (start, end), table)
    query = (
        f"SELECT least((at_us - ?) // ?, ?) AS piece, {cells} FROM"  # noqa: S608
        f" (SELECT {when} AS at_us, {values} FROM {table} WHERE set_id = ? AND {limits[0]})"
        " WHERE at_us BETWEEN ? AND ? GROUP BY piece ORDER BY piece"
    )
    given = [start, width, pieces - 1, *limits[1], samples.id, *limits[2], start, end]
    with study.cursor() as cursor:
        rows = cursor.execute(query, given).fetchall()
    return tuple(
        _track([(row[0], *row[1 + 3 * at : 4 + 3 * at]) for row in rows], start, width)
        for at in range(len(wanted))
    )


def _when(
    samples: SampleSet, span: tuple[int, int], table: str
) -> tuple[str, tuple[str, list[object], list[object]]]:
    """Compose when a row was taken, and what keeps DuckDB from looking at all the others."""
    if samples.clock is Clock.NONE:
        first = f"(SELECT min(rowid) FROM {table} WHERE set_id = ?)"  # noqa: S608
        return f"(rowid - {first}) * {_MICRO}", ("true", [samples.id], [])
    within = f"{TIME_COLUMN} BETWEEN make_timestamp(?) AND make_timestamp(?)"
    return f"epoch_us({TIME_COLUMN})", (within, [], list(span))


def _sql(wanted: Wanted) -> str:
    """Compose a sum; factors are numbers of ours, not of a file."""
    first, *rest = (f"{factor!r} * {column(position)}" for position, factor in wanted.terms)
    return " + ".join([repr(wanted.base), first, *(f"coalesce({term}, 0)" for term in rest)])


def _track(
    rows: Sequence[tuple[int, float | None, float | None, float | None]], start: int, width: int
) -> Track:
    known = [row for row in rows if row[1] is not None]
    return Track(
        array("d", ((start + (row[0] + 0.5) * width) / _MICRO for row in known)),
        *(array("d", (row[at] or 0.0 for row in known)) for at in (1, 2, 3)),
    )
