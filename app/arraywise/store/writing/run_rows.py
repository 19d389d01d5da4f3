"""Runs as the tables keep them, made without a study at hand.

What a run's measurements say beside their values (metric, line, load ...) is the same for
thousands of files of a lab; it is kept apart from the values, and once for all that share it.
"""

from __future__ import annotations

from array import array
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from arraywise.store.series import packed
from arraywise.store.text import plain, plain_or_none

if TYPE_CHECKING:
    from arraywise.domain.evidence import Run

_VALUE, _COLUMN = 2, 7
_value_of = itemgetter(_VALUE)
_column_of = itemgetter(_COLUMN)
_beside = itemgetter(0, 1, 3, 4, 5, 6, 8)
_MOST_SHARED = 1_000
_shared: dict[tuple[Any, ...], tuple[Any, ...]] = {}


class RunRows(NamedTuple):
    """One run; ids and positions come when it is written."""

    run: tuple[Any, ...]
    """Its name, whether it is complete, when it started, its length and its host."""
    attributes: tuple[tuple[str, str], ...]
    measured: tuple[tuple[Any, ...], ...]
    """Of each measurement all but value and column, in the order of `Measurement`."""
    values: array[float]
    """Of each measurement, in SI."""
    columns: tuple[int | None, ...]
    """Of each measurement, the character in its line."""
    series: tuple[tuple[Any, ...], ...]


def run_rows(run: Run) -> RunRows:
    """Bring a run into the form that is written."""
    row = (
        *(plain(run.name), run.complete, plain_or_none(run.started_at)),
        *(run.duration_s, plain_or_none(run.host)),
    )
    series = tuple(
        (
            *(plain(s.name), s.unit.value, s.line, len(s.values)),
            *(packed(s.values), None if s.times is None else packed(s.times)),
        )
        for s in run.series
    )
    return RunRows(
        row,
        _once(run.attributes),
        _once(tuple(map(_beside, run.measurements))),
        array("d", map(_value_of, run.measurements)),
        tuple(map(_column_of, run.measurements)),
        series,
    )


def _once(rows: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the same object for what is equal, so that it is told to be so at a glance."""
    if len(_shared) >= _MOST_SHARED:
        _shared.clear()
    return _shared.setdefault(rows, rows)


def measurement_row(measured: tuple[Any, ...]) -> tuple[Any, ...]:
    """Give what stands in a row of measurements, as `MEASURED` names it."""
    metric, statistic, unit, load, group, line, origin = measured
    group = plain_or_none(group)
    return metric.value, plain(statistic), unit.value, *load, group, line, origin.value


def attribute_row(attribute: tuple[str, str]) -> tuple[Any, ...]:
    """Give what stands in a row of attributes, as `ATTRIBUTE` names it."""
    name, value = attribute
    return plain(name), plain(value)


MEASURED = (
    *("metric", "statistic", "unit", "users", "small_ios", "large_ios", "group_name"),
    *("line", "origin"),
)
ATTRIBUTE = ("name", "value")
