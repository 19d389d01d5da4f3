"""Ranks over many draws: rank acceptability, central weights, confidence (MODEL D7.5, SMAA-2)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arraywise.analysis.decision.ranking import (
    central_weights,
    confidence_factors,
    draw_weights,
    rank_shares,
    simulate_ranks,
    simulation_half_widths,
    value_draws,
)
from arraywise.domain.decision import WeightKnowledge
from tests.analysis.mavt import POINTS, WEIGHTS

HA_POINTS = np.repeat(POINTS[:3, :, None], 10_000, axis=2)
"""FC, iSCSI and NAS of the worked decision, without noise."""
ANY_WEIGHTS = draw_weights(WEIGHTS, WeightKnowledge.NOTHING)
coarse = st.sampled_from([0.0, 30.0, 60.0, 100.0])
"""Few different points, so that options tie."""


def points_of(seed: int, options: int, draws: int = 40) -> np.ndarray:
    return np.random.default_rng(seed).uniform(0, 100, (options, 3, draws))


@given(st.integers(1, 5), st.integers(0, 99))
def test_every_rank_is_taken_once(options: int, seed: int) -> None:
    weights = draw_weights(WEIGHTS, WeightKnowledge.NOTHING, 40)
    shares = rank_shares(simulate_ranks(value_draws(points_of(seed, options), weights)))
    assert shares.sum(axis=0) == pytest.approx(np.ones(options))
    assert shares.sum(axis=1) == pytest.approx(np.ones(options))


@given(st.lists(st.tuples(coarse, coarse, coarse), min_size=1, max_size=5))
def test_options_that_tie_share_their_ranks(rows: list[tuple[float, float, float]]) -> None:
    points = np.repeat(np.array(rows)[:, :, None], 7, axis=2)
    places = simulate_ranks(value_draws(points, WEIGHTS))
    shares = rank_shares(places)
    assert shares.sum(axis=0) == pytest.approx(np.ones(len(rows)))
    assert shares.sum(axis=1) == pytest.approx(np.ones(len(rows)))
    for one, row in enumerate(rows):
        for other, same in enumerate(rows):
            if row == same:
                assert shares[one] == pytest.approx(shares[other])
    assert places.wins + places.wins.T == pytest.approx(np.ones(places.wins.shape))


@given(st.lists(st.tuples(coarse, coarse, coarse), min_size=2, max_size=5, unique=True))
def test_without_noise_and_with_fixed_weights_all_is_certain(
    rows: list[tuple[float, float, float]],
) -> None:
    values = np.array(rows) @ WEIGHTS
    points = np.repeat(np.array(rows)[:, :, None], 7, axis=2)
    shares = rank_shares(simulate_ranks(value_draws(points, WEIGHTS)))
    if len(set(np.round(values, 9))) == len(rows):
        assert set(shares.ravel()) == {0.0, 1.0}
        assert (shares.argmax(axis=1) == np.argsort(np.argsort(-values))).all()


def test_ranks_are_those_of_sorting_each_draw() -> None:
    points = points_of(7, 4, 500)
    weights = draw_weights(WEIGHTS, WeightKnowledge.ORDER, 500)
    values = np.einsum("cd,ocd->od", weights, points)
    ranks = np.argsort(np.argsort(-values, axis=0), axis=0)
    by_sorting = [[(row == r).mean() for r in range(4)] for row in ranks]
    places = simulate_ranks(value_draws(points, weights))
    assert rank_shares(places) == pytest.approx(np.array(by_sorting))
    assert places.wins[0, 1] == pytest.approx((values[0] > values[1]).mean())


def test_central_weights_of_the_worked_decision() -> None:
    """Held against a fine grid of all weights: the mean of those that put an option first."""
    steps = np.arange(0.5, 400) / 400
    first, second = (a.ravel() for a in np.meshgrid(steps, steps))
    inside = first + second < 1
    grid = np.array([first, second, 1 - first - second])[:, inside]
    winners = (POINTS[:3] @ grid).argmax(axis=0)
    central = central_weights(simulate_ranks(value_draws(HA_POINTS, ANY_WEIGHTS)), ANY_WEIGHTS)
    for option in (0, 2):
        result = central[option]
        assert result is not None
        assert result == pytest.approx(grid[:, winners == option].mean(axis=1), abs=0.01)
        assert result.sum() == pytest.approx(1)


def test_an_option_that_is_never_first_has_no_central_weights() -> None:
    worse = np.array([[50.0, 50, 50], [40.0, 40, 40]])
    points = np.repeat(worse[:, :, None], 100, axis=2)
    weights = ANY_WEIGHTS[:, :100]
    central = central_weights(simulate_ranks(value_draws(points, weights)), weights)
    assert central[1] is None
    assert confidence_factors(points, central) == (1.0, None)


def test_without_noise_confidence_is_certain() -> None:
    places = simulate_ranks(value_draws(HA_POINTS, ANY_WEIGHTS))
    result = confidence_factors(HA_POINTS, central_weights(places, ANY_WEIGHTS))
    assert (result[0], result[2]) == (1.0, 1.0)


def test_half_widths_are_those_of_a_share() -> None:
    """1.96 sqrt(.5926 x .4074 / 10,000) = 0.00963."""
    assert simulation_half_widths(np.array([0.5926, 0.0, 1.0]), 10_000) == pytest.approx(
        [0.00963, 0, 0], abs=5e-6
    )
