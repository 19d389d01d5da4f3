"""How sure the ranking is: draws, weight stability, frontier (MODEL D6, D7)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arraywise.analysis.sensitivity import (
    draw_attribute,
    draw_values,
    first_shares,
    frontier,
    set_weight,
    stability_interval,
)
from arraywise.domain.decision import Criterion, CriterionSetting, Interval
from tests.analysis.mavt import COSTS, POINTS, VALUES, WEIGHTS

FC, ISCSI, NAS = range(3)
LEADS = POINTS[FC] - POINTS[[ISCSI, NAS]]
"""Of FC over the others with shared storage."""


@pytest.mark.parametrize(
    ("index", "low", "high"), [(0, 0.36336924583741426, 1), (1, 0, 0.3863268012376603), (2, 0, 1)]
)
def test_published_stability_intervals(index: int, low: float, high: float) -> None:
    """MODEL D7.1."""
    assert stability_interval(LEADS, WEIGHTS, index) == pytest.approx((low, high))


@given(st.integers(0, 2), st.floats(0, 1))
def test_leader_stays_first_exactly_inside(index: int, value: float) -> None:
    low, high = stability_interval(LEADS, WEIGHTS, index)
    first = (POINTS[[FC, ISCSI, NAS]] @ set_weight(WEIGHTS, index, value)).argmax() == 0
    if min(abs(value - low), abs(value - high)) > 1e-9:
        assert first == (low < value < high or value in {low, high})


def test_a_weight_of_one_leaves_equal_shares() -> None:
    assert set_weight(np.array([1.0, 0, 0]), 0, 0.4) == pytest.approx([0.4, 0.3, 0.3])


def test_published_frontier() -> None:
    """MODEL D6: without the shared-storage rule the cache alone, with it FC and NAS."""
    assert frontier(COSTS[1:3] + COSTS[4:], VALUES[1:3] + VALUES[4:]).tolist() == [
        False, False, True,
    ]  # fmt: skip
    assert frontier(COSTS[:3], VALUES[:3]).tolist() == [True, False, True]
    slope = (COSTS[FC] - COSTS[NAS]) / (VALUES[FC] - VALUES[NAS])
    assert slope == pytest.approx(9.290322580645155)


def test_an_option_without_a_price_is_not_on_the_frontier() -> None:
    assert frontier([None, 5.0], [90.0, 10.0]).tolist() == [False, True]


SETTINGS = (
    CriterionSetting(Criterion.RESPONSE_TIME, 60, 0.2, 0.15, 0.06),
    CriterionSetting(Criterion.PRICE, 40, 700.0, 600.0, 450.0),
)


def exactly(figure: float) -> Interval:
    return Interval(figure, figure, figure)


def test_without_noise_the_best_is_always_first() -> None:
    options = [[exactly(0.1), exactly(600.0)], [exactly(0.12), exactly(600.0)]]
    values = draw_values(options, SETTINGS, np.array([0.6, 0.4]), 500)
    assert first_shares(values).tolist() == [1.0, 0.0]
    assert (values[0] == values[0, 0]).all()


def test_equals_share_the_first_place() -> None:
    values = draw_values([[exactly(0.1), exactly(600.0)]] * 2, SETTINGS, np.array([0.6, 0.4]), 10)
    assert first_shares(values).tolist() == [0.5, 0.5]


def test_same_seed_same_draws() -> None:
    options = [[Interval(0.1, 0.12, 0.15), exactly(500.0)]]
    first, again, other = (
        draw_values(options, SETTINGS, np.array([0.5, 0.5]), 50, seed) for seed in (1, 1, 2)
    )
    assert (first == again).all()
    assert (first != other).any()


def test_draws_are_even_in_logarithms() -> None:
    drawn = draw_attribute(Interval(1.0, 2.0, 100.0), np.array([0.0, 0.5, 1.0]))
    assert drawn == pytest.approx([1, 10, 100])


def test_an_open_end_stands_at_the_point() -> None:
    drawn = draw_attribute(Interval(None, 2.0, 8.0), np.array([0.0, 1.0]))
    assert drawn == pytest.approx([2, 8])


def test_missing_evidence_may_be_worth_anything() -> None:
    unknown = Interval(None, None, None)
    values = draw_values([[exactly(0.1), unknown]], SETTINGS, np.array([0.0, 1.0]), 4000)
    assert values.min() < 1
    assert values.max() > 99
    assert values.mean() == pytest.approx(50, abs=2)


def test_headroom_is_high_where_the_response_time_is_low() -> None:
    settings = (SETTINGS[0], CriterionSetting(Criterion.HEADROOM, 50, 0.0, 0.2, 0.5))
    intervals = [[Interval(0.06, 0.1, 0.2), Interval(0.0, 0.2, 0.5)]]
    response, headroom = (
        draw_values(intervals, settings, weights, 500)[0] for weights in np.eye(2)
    )
    assert np.corrcoef(response, headroom)[0, 1] > 0.9
