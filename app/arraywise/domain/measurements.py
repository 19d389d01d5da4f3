"""Measurements of runs that thousands of files of a lab have alike but for their values."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, overload

from arraywise.domain.evidence import Measurement

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from arraywise.domain.evidence import Load

_beside = itemgetter(0, 1, 3, 4, 5, 6, 8)
_value = itemgetter(2)
_column = itemgetter(7)
_load = itemgetter(3)
_group = itemgetter(4)


def _once(groups: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, groups)))


class Conditions(NamedTuple):
    """Of each measurement of a run all but value and column; `loads` and `groups` are in them."""

    rows: tuple[tuple[Any, ...], ...]
    """Metric, statistic, unit, load, group, line and origin of each."""
    loads: frozenset[Load]
    groups: tuple[str, ...]
    """Each once."""


def conditions_of(measurements: Sequence[Measurement]) -> Conditions:
    """Return what measurements are beside their values."""
    if isinstance(measurements, AlikeMeasurements):
        return measurements.conditions
    rows = tuple(map(_beside, measurements))
    return Conditions(rows, frozenset(map(_load, rows)), _once(map(_group, rows)))


def values_of(measurements: Sequence[Measurement]) -> Sequence[float]:
    """Return the values of measurements, each in its SI unit."""
    if isinstance(measurements, AlikeMeasurements):
        return measurements.values
    return array("d", map(_value, measurements))


def columns_of(measurements: Sequence[Measurement]) -> Sequence[int | None]:
    """Return where in their lines measurements stand, from 1."""
    if isinstance(measurements, AlikeMeasurements):
        return measurements.columns
    return tuple(map(_column, measurements))


class AlikeMeasurements(Sequence[Measurement]):
    """Measurements whose conditions are kept once for many runs.

    A sequence as any other, and equal to any that holds the same; single measurements are made
    only where somebody looks at them.
    """

    __slots__ = ("columns", "conditions", "values")

    def __init__(
        self,
        conditions: Conditions,
        values: tuple[float, ...],
        columns: tuple[int | None, ...],
    ) -> None:
        self.conditions = conditions
        self.values = values
        self.columns = columns

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, index: int) -> Measurement: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Measurement, ...]: ...
    def __getitem__(self, index: int | slice) -> Measurement | tuple[Measurement, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        return _whole(self.conditions.rows[index], self.values[index], self.columns[index])

    def __iter__(self) -> Iterator[Measurement]:
        return map(_whole, self.conditions.rows, self.values, self.columns)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AlikeMeasurements | tuple):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __hash__(self) -> int:
        return hash(tuple(self))


def _whole(row: tuple[Any, ...], value: float, column: int | None) -> Measurement:
    metric, statistic, unit, load, group, line, origin = row
    return Measurement(metric, statistic, value, unit, load, group, line, column, origin)
