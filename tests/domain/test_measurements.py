"""Measurements that share their conditions are to everybody what a tuple of them is."""

from __future__ import annotations

import pickle

from arraywise.domain.evidence import (
    AlikeMeasurements,
    Load,
    Measurement,
    Metric,
    Origin,
    columns_of,
    conditions_of,
    values_of,
)
from arraywise.domain.units import Unit

ONE = Measurement(Metric.IOPS, "mean", 5.5, Unit.PER_SECOND, Load(None, 1, 0), "a", 3, 9)
OTHER = Measurement(
    Metric.LATENCY, "max", 0.25, Unit.SECOND, Load(users=4), None, 4, None, Origin.DERIVED
)
WHOLE = (ONE, OTHER, ONE._replace(value=7.0))


def alike() -> AlikeMeasurements:
    values = tuple(values_of(WHOLE))
    return AlikeMeasurements(conditions_of(WHOLE), values, tuple(columns_of(WHOLE)))


def test_they_are_the_same_as_single_ones() -> None:
    result = alike()
    assert result == WHOLE
    assert WHOLE == result  # noqa: SIM300 - the other way round
    assert tuple(result) == WHOLE
    assert hash(result) == hash(WHOLE)
    assert repr(result) == repr(WHOLE)
    assert len(result) == len(WHOLE)
    assert [result[0], result[-1], *result[1:]] == [WHOLE[0], WHOLE[-1], *WHOLE[1:]]
    assert ONE in result
    assert pickle.loads(pickle.dumps(result)) == WHOLE  # noqa: S301 - its own


def test_others_are_not_the_same() -> None:
    result = alike()
    assert result != WHOLE[:2]
    assert result != (ONE, OTHER, ONE)
    assert result != 5


def test_what_they_share_is_told_of_both_forms() -> None:
    for form in (WHOLE, alike()):
        assert conditions_of(form).loads == {ONE.load, OTHER.load}
        assert conditions_of(form).groups == ("a",)
        assert list(values_of(form)) == [5.5, 0.25, 7.0]
        assert list(columns_of(form)) == [9, None, 9]
