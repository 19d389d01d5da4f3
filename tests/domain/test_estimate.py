"""Estimates are the distributions that they state (MODEL D1)."""

from __future__ import annotations

import math

import pytest

from arraywise.domain.estimates import LeastLikelyMost, MeanAndError


def test_a_mean_with_its_error_is_normal() -> None:
    judged = MeanAndError(12.0, 1.5)
    assert judged.quantile(0.025) == pytest.approx(12 - 1.96 * 1.5, abs=1e-3)
    assert judged.quantile(0.975) == pytest.approx(12 + 1.96 * 1.5, abs=1e-3)


def test_three_figures_are_a_triangle() -> None:
    """10 / 12 / 20: the mode parts the area 0.2 to 0.8."""
    judged = LeastLikelyMost(10.0, 12.0, 20.0)
    assert judged.mean == 14
    assert judged.quantile(0.2) == pytest.approx(12)
    assert judged.quantile(0.025) == pytest.approx(10 + math.sqrt(0.025 * 10 * 2))
    assert judged.quantile(0.975) == pytest.approx(20 - math.sqrt(0.025 * 10 * 8))
    assert (judged.quantile(0.0), judged.quantile(1.0)) == (10, 20)


@pytest.mark.parametrize("three", [(5.0, 5.0, 5.0), (5.0, 5.0, 9.0), (1.0, 5.0, 5.0)])
def test_a_triangle_may_have_one_side(three: tuple[float, float, float]) -> None:
    judged = LeastLikelyMost(*three)
    assert judged.is_possible
    assert three[0] <= judged.quantile(0.3) <= judged.quantile(0.9) <= three[2]


def test_minutes_become_seconds() -> None:
    assert MeanAndError(12.0, 1.5).scaled(60) == MeanAndError(720.0, 90.0)
    assert LeastLikelyMost(10.0, 12.0, 20.0).scaled(60) == LeastLikelyMost(600.0, 720.0, 1200.0)


@pytest.mark.parametrize(
    "judged",
    [
        MeanAndError(0.0, 1.0),
        MeanAndError(5.0, -1.0),
        MeanAndError(5.0, math.inf),
        MeanAndError(math.nan, 1.0),
        LeastLikelyMost(20.0, 12.0, 10.0),
        LeastLikelyMost(-1.0, 2.0, 3.0),
        LeastLikelyMost(0.0, 0.0, 0.0),
        LeastLikelyMost(1.0, 2.0, math.inf),
        LeastLikelyMost(1.0, math.nan, 3.0),
    ],
)
def test_what_is_no_time(judged: MeanAndError | LeastLikelyMost) -> None:
    assert not judged.is_possible
