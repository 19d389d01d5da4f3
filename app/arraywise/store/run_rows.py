"""Runs as the tables keep them, made without a study at hand.

What a run's measurements say beside their values (metric, line, load ...) is the same for
thousands of files of a lab; it is kept apart from the values, and once for all that share it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from arraywise.domain.evidence import Metric, columns_of, conditions_of, values_of
from arraywise.store.encoding import packed, plain, plain_or_none

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.evidence import Run

FROM_NAME = "told_by_name"
"""Attribute that lists the attributes of a run which are in its name only."""
CONFIRMED = "confirmed"
"""Attribute that lists those which are in its name only, and which the user confirmed."""
BY_HAND = "set_by_hand"
"""Attribute that lists the attributes of a run that the user set."""
FILE_SAYS, NAME_SAYS = "file_says:", "name_says:"
"""Before the name of an attribute that the user set: what it was before."""
OF_LOADS = frozenset(
    {
        *(Metric.TRANSACTION_RATE, Metric.RESPONSE_TIME),
        *(Metric.TRANSACTIONS_COMPLETED, Metric.TRANSACTIONS_FAILED),
    }
)
"""What is measured at a number of users."""

_MOST_SHARED = 1_000
_shared: dict[tuple[Any, ...], tuple[Any, ...]] = {}
_met: dict[int, tuple[Any, ...]] = {}
"""The same by identity, which is found without a look into them."""


class RunRows(NamedTuple):
    """One run; ids and positions come when it is written."""

    run: tuple[Any, ...]
    """Its name, whether it is complete, when it started, its length and its host."""
    attributes: tuple[tuple[str, str], ...]
    measured: tuple[tuple[Any, ...], ...]
    """Of each measurement all but value and column, in the order of `Measurement`."""
    values: Sequence[float]
    """Of each measurement, in SI."""
    columns: Sequence[int | None]
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
        _once(conditions_of(run.measurements).rows),
        values_of(run.measurements),
        columns_of(run.measurements),
        series,
    )


def _once(rows: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the same object for what is equal, so that it is told to be so at a glance."""
    if _met.get(id(rows)) is rows:
        return rows
    if len(_shared) >= _MOST_SHARED:
        _shared.clear()
        _met.clear()
    known = _shared.setdefault(rows, rows)
    _met[id(known)] = known
    return known


def measurement_row(measured: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what is in a row of a list of measurements."""
    metric, statistic, unit, load, group, line, origin = measured
    group = plain_or_none(group)
    return metric.value, plain(statistic), unit.value, *load, group, line, origin.value


def attribute_row(attribute: tuple[str, str]) -> tuple[Any, ...]:
    """Return what is in a row of a list of attributes."""
    name, value = attribute
    return plain(name), plain(value)
