"""Host samples for a chart: a stretch of time in as many pieces as there are pixels."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from arraywise.store.sample_tables import TIME_COLUMN, column, samples_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.store.reading.samples import SampleSet
    from arraywise.store.study import Study

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC).replace(tzinfo=None)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time on a monitor's clock, in seconds since 1970 as that clock shows it."""

    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class Track:
    """One column over a stretch of time; all arrays have one length."""

    position: int
    """Of the column."""
    times_s: array[float]
    """Middle of each piece that holds a sample."""
    lows: array[float]
    highs: array[float]
    means: array[float]


def whole_span(study: Study, samples: SampleSet) -> Span | None:
    """Return from when to when a table was recorded; None without a clock."""
    with study.cursor() as cursor:
        row = cursor.execute(
            "SELECT epoch(first_at), epoch(last_at) FROM sample_set WHERE id = ?", [samples.id]
        ).fetchone()
    return None if row is None or row[0] is None else Span(row[0], row[1])


def tracks(
    study: Study, samples: SampleSet, positions: Sequence[int], span: Span, pieces: int
) -> tuple[Track, ...]:
    """Return columns in at most `pieces` pieces of equal length, each with its least and most.

    Args:
        study: open.
        samples: the table.
        positions: of the columns that are wanted.
        span: the stretch that is seen.
        pieces: pixels that the chart is wide.
    """
    width = max(span.end_s - span.start_s, 1e-3) / pieces
    cells = ", ".join(
        f"min({c}), max({c}), avg({c})" for c in (column(position) for position in positions)
    )
    piece = f"least(floor((epoch({TIME_COLUMN}) - ?) / ?), ?)"
    query = (
        f"SELECT {piece} AS piece, {cells} FROM {samples_table(len(samples.columns))}"  # noqa: S608
        f" WHERE set_id = ? AND {TIME_COLUMN} BETWEEN ? AND ? GROUP BY piece ORDER BY piece"
    )
    limits = (_moment(span.start_s), _moment(span.end_s))
    with study.cursor() as cursor:
        rows = cursor.execute(
            query, [span.start_s, width, pieces - 1, samples.id, *limits]
        ).fetchall()
    return tuple(
        _track(position, [(row[0], *row[1 + 3 * at : 4 + 3 * at]) for row in rows], span, width)
        for at, position in enumerate(positions)
    )


def _track(
    position: int,
    rows: Sequence[tuple[float, float | None, float | None, float | None]],
    span: Span,
    width: float,
) -> Track:
    known = [row for row in rows if row[1] is not None]
    return Track(
        position,
        array("d", (span.start_s + (row[0] + 0.5) * width for row in known)),
        *(array("d", (row[at] or 0.0 for row in known)) for at in (1, 2, 3)),
    )


def _moment(seconds: float) -> datetime:
    return _EPOCH + timedelta(seconds=seconds)
