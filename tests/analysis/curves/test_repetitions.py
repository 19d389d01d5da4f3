"""Means, intervals and numbers of runs (MODEL P3; golden model `jain`, `ci`, `mdd`)."""

from __future__ import annotations

import pytest

from arraywise.analysis.curves.statistics import (
    mean_interval,
    runs_by_normal,
    runs_needed,
    runs_to_distinguish,
    smallest_difference,
)
from arraywise.domain.decision import Interval
from arraywise.domain.messages import UserError

MEAN, DEVIATION, RUNS = 619, 172, 30
"""Preliminary runs of the order-entry paper."""


@pytest.mark.parametrize(
    ("mean", "deviation", "percent", "runs"),
    [(619, 172, 10, 30), (619, 172, 5, 119), (20, 5, 5, 97)],
)
def test_runs_by_jain(mean: float, deviation: float, percent: float, runs: int) -> None:
    """Golden figures G07, G08 and Jain's own example."""
    assert runs_by_normal(mean, deviation, percent) == runs


@pytest.mark.parametrize(("percent", "runs"), [(10, 33), (5, 122)])
def test_runs_by_student(percent: float, runs: int) -> None:
    assert runs_needed(MEAN, DEVIATION, percent) == runs


def test_one_run_is_never_enough() -> None:
    assert runs_needed(100.0, 0.0, 5) == 2
    with pytest.raises(UserError):
        runs_needed(0.0, 1.0, 5)


def test_interval_of_the_paper() -> None:
    """Golden: 619 / 172 / 30 -> [554.774, 683.226]."""
    half = DEVIATION * ((RUNS - 1) / RUNS) ** 0.5
    values = [MEAN - half, MEAN + half] * (RUNS // 2)
    interval = mean_interval(values)
    assert interval.low == pytest.approx(554.7741444776068)
    assert interval.high == pytest.approx(683.2258555223932)


@pytest.mark.parametrize("values", [[], [3.0]])
def test_no_interval_without_repetition(values: list[float]) -> None:
    assert mean_interval(values) == Interval(None, values[0] if values else None, None)


def test_no_rate_or_time_is_below_zero() -> None:
    """Two runs, t = 12.7: half the interval of 1 and 3 is 12.7."""
    assert mean_interval([1.0, 3.0]) == Interval(0.0, 2.0, pytest.approx(14.706, abs=1e-3))
    assert mean_interval([-1.0, 1.0]).low == pytest.approx(-12.706, abs=1e-3)


def test_smallest_difference_that_can_be_told() -> None:
    variation = DEVIATION / MEAN
    assert round(100 * smallest_difference(variation, RUNS), 2) == 20.10
    runs = [runs_to_distinguish(variation, share) for share in (0.01, 0.05, 0.10, 0.20)]
    assert runs == [12121, 485, 122, 31]
