"""How sure the ranking is: draws over the intervals and over the weights (MODEL D7.5)."""

from __future__ import annotations

import numpy as np
import pytest

from arraywise.analysis.decision.ranking import (
    draw_attribute,
    draw_points,
    draw_weights,
    rank_shares,
    simulate_ranks,
    value_draws,
)
from arraywise.analysis.provisioning import provisioning_time
from arraywise.domain.criteria import Criterion, CriterionSetting
from arraywise.domain.decision import Interval, WeightKnowledge
from arraywise.domain.estimates import LeastLikelyMost, MeanAndError
from arraywise.domain.options import build_provisioning_time
from tests.analysis.mavt import POINTS, WEIGHTS

SETTINGS = (
    CriterionSetting(Criterion.RESPONSE_TIME, 60, 0.2, 0.15, 0.06),
    CriterionSetting(Criterion.PRICE, 40, 700.0, 600.0, 450.0),
)
STATED = np.array([[0.6], [0.4]])


def first_shares(points: np.ndarray, weights: np.ndarray) -> np.ndarray:
    return rank_shares(simulate_ranks(value_draws(points, weights)))[:, 0]


def exactly(figure: float) -> Interval:
    return Interval(figure, figure, figure)


def test_without_noise_the_best_is_always_first() -> None:
    options = [[exactly(0.1), exactly(600.0)], [exactly(0.12), exactly(600.0)]]
    points = draw_points(options, SETTINGS, 500)
    assert first_shares(points, STATED).tolist() == [1.0, 0.0]
    assert (np.ptp(points, axis=2) == 0).all()


def test_equals_share_the_first_place() -> None:
    points = draw_points([[exactly(0.1), exactly(600.0)]] * 2, SETTINGS, 10)
    assert first_shares(points, STATED).tolist() == [0.5, 0.5]


def test_same_seed_same_draws() -> None:
    options = [[Interval(0.1, 0.12, 0.15), exactly(500.0)]]
    first, again, other = (draw_points(options, SETTINGS, 50, seed) for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any()


def test_draws_are_even_in_logarithms() -> None:
    drawn = draw_attribute(Interval(1.0, 2.0, 100.0), np.array([0.0, 0.5, 1.0]))
    assert drawn == pytest.approx([1, 10, 100])


def test_an_estimate_is_drawn_from_its_own_distribution() -> None:
    """The triangle 10 / 12 / 20 has its median at 20 - sqrt(40), its interval's is 14.1."""
    interval = provisioning_time([build_provisioning_time("all", 1, LeastLikelyMost(10, 12, 20))])
    drawn = draw_attribute(interval, np.array([0.025, 0.2, 0.5, 0.975]))
    assert drawn == pytest.approx([interval.low, 12, 20 - 40**0.5, interval.high], abs=0.01)


def test_how_an_estimate_is_spread_tells_how_often_it_is_first() -> None:
    """Of normal times with errors 3 and 4, ten apart, the shorter is first in Phi(2)."""
    steps = (CriterionSetting(Criterion.PROVISIONING, 100, 1000.0, 500.0, 0.0),)
    options = [
        [provisioning_time([build_provisioning_time("all", 1, MeanAndError(mean, error))])]
        for mean, error in ((100, 3), (110, 4))
    ]
    shares = first_shares(draw_points(options, steps, 10_000), np.array([[1.0]]))
    assert shares[0] == pytest.approx(0.97725, abs=0.005)


def test_an_open_end_stands_at_the_point() -> None:
    drawn = draw_attribute(Interval(None, 2.0, 8.0), np.array([0.0, 1.0]))
    assert drawn == pytest.approx([2, 8])


def test_missing_evidence_may_be_worth_anything() -> None:
    unknown = Interval(None, None, None)
    values = draw_points([[exactly(0.1), unknown]], SETTINGS, 4000)[0, 1]
    assert values.min() < 1
    assert values.max() > 99
    assert values.mean() == pytest.approx(50, abs=2)


def test_headroom_is_high_where_the_response_time_is_low() -> None:
    settings = (SETTINGS[0], CriterionSetting(Criterion.HEADROOM, 50, 0.0, 0.2, 0.5))
    intervals = [[Interval(0.06, 0.1, 0.2), Interval(0.0, 0.2, 0.5)]]
    response, headroom = draw_points(intervals, settings, 500)[0]
    assert np.corrcoef(response, headroom)[0, 1] > 0.9


HA_POINTS = np.repeat(POINTS[:3, :, None], 10_000, axis=2)
"""FC, iSCSI and NAS of the worked decision, without noise."""


def test_published_share_of_all_weights() -> None:
    """Published model golden `exact_simplex_share_HA`; 10,000 draws know it to 1 %."""
    shares = first_shares(HA_POINTS, draw_weights(WEIGHTS, WeightKnowledge.NOTHING))
    assert shares == pytest.approx([0.614032516, 8.554e-05, 0.385881941], abs=0.01)


def test_share_of_ordered_weights() -> None:
    """Held against a fine grid of all weights in that order."""
    grid = np.linspace(0, 1, 400)
    first, second = (a.ravel() for a in np.meshgrid(grid, grid))
    ordered = (first >= second) & (second >= 1 - first - second) & (first + second <= 1)
    weights = np.array([first, second, 1 - first - second])[:, ordered]
    leads = np.einsum("cd,oc->od", weights, POINTS[:3]).argmax(axis=0)
    exact = [(leads == option).mean() for option in range(3)]
    shares = first_shares(HA_POINTS, draw_weights(WEIGHTS, WeightKnowledge.ORDER))
    assert shares == pytest.approx(exact, abs=0.015)


@pytest.mark.parametrize("knowledge", WeightKnowledge)
def test_drawn_weights_are_weights(knowledge: WeightKnowledge) -> None:
    weights = draw_weights(np.array([0.2, 0.0, 0.5, 0.3]), knowledge, 200)
    assert weights.sum(axis=0) == pytest.approx(np.ones(200))
    assert (weights >= 0).all()
    assert (weights[1] == 0).all()
    if knowledge is not WeightKnowledge.NOTHING:
        assert (weights[2] >= weights[3]).all()
        assert (weights[3] >= weights[0]).all()


def test_equal_weights_have_no_order_among_them() -> None:
    """Whatever place they have in the list, each is the heaviest as often as another."""
    points = np.array([[[10.0], [0.0]], [[0.0], [10.0]]])
    even = draw_weights(np.array([0.5, 0.5]), WeightKnowledge.ORDER, 10_000)
    assert first_shares(points, even)[0] == pytest.approx(0.5, abs=0.02)
    weights = draw_weights(np.array([0.25, 0.5, 0.25]), WeightKnowledge.ORDER, 10_000)
    assert (weights[1] >= weights[[0, 2]].max(axis=0)).all()
    assert np.mean(weights[0] > weights[2]) == pytest.approx(0.5, abs=0.02)
    assert weights.sum(axis=0) == pytest.approx(np.ones(10_000))
