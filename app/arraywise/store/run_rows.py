"""Runs as the tables keep them, made without a study at hand.

What a run's measurements say beside their values (metric, line, load ...) is the same for
thousands of files of a lab; it is kept apart from the values, and once for all that share it.
"""

from __future__ import annotations

from array import array
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from arraywise.domain.evidence import Metric, Run
from arraywise.store.encoding import cell_of, packed, plain

if TYPE_CHECKING:
    from collections.abc import Sequence


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

_conditions = itemgetter(0, 1, 3, 4, 5, 6, 8)
"""Metric, statistic, unit, load, group, line and origin of a measurement."""
_MOST_SHARED = 1_000
_shared: dict[tuple[Any, ...], tuple[Any, ...]] = {}


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
        *(plain(run.name), run.complete, cell_of(run.started_at)),
        *(run.duration_s, cell_of(run.host)),
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
        _once(tuple(map(_conditions, run.measurements))),
        array("d", (m.value for m in run.measurements)),
        tuple(m.column for m in run.measurements),
        series,
    )


def _once(rows: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the same object for what is equal, so that it is told to be so at a glance."""
    if len(_shared) >= _MOST_SHARED:
        _shared.clear()
    return _shared.setdefault(rows, rows)


def measurement_row(measured: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what is in a row of a list of measurements."""
    metric, statistic, unit, load, group, line, origin = measured
    group = cell_of(group)
    return metric.value, plain(statistic), unit.value, *load, group, line, origin.value


def attribute_row(attribute: tuple[str, str]) -> tuple[Any, ...]:
    """Return what is in a row of a list of attributes."""
    name, value = attribute
    return plain(name), plain(value)
