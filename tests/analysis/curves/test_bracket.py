"""The convexity bracket holds the truth of exact models (MODEL P5 step 2)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arraywise.analysis.curves.response_curve import bracket_response_s, find_kinks, is_convex
from tests.analysis.bench import TWO_QUEUES, points, true_response
from tests.worked_example.queueing import Network, Station


def ends_at(network: Network, users: tuple[int, ...], rate: float) -> tuple[float, float]:
    measured = np.array(points(network, users))
    low, high = bracket_response_s(measured[:, 0][None], measured[:, 1][None], np.array([rate]))
    return float(low[0, 0]), float(high[0, 0])


@pytest.mark.parametrize(
    ("users", "low_ms", "high_ms"),
    [
        ((3, 30, 300), 22.29, 805.75),
        ((3, 30, 100, 150, 300), 22.29, 36.13),
        ((3, 10, 30, 60, 100, 150, 300), 26.51, 34.46),
        ((3, 10, 30, 60, 90, 110, 127, 150, 300), 30.14, 32.07),
    ],
)
def test_published_brackets(users: tuple[int, ...], low_ms: float, high_ms: float) -> None:
    low, high = ends_at(TWO_QUEUES, users, 84.0)
    assert (round(low * 1e3, 2), round(high * 1e3, 2)) == (low_ms, high_ms)


def test_truth_of_the_published_brackets() -> None:
    assert true_response(TWO_QUEUES, 84.0) == pytest.approx(0.03145, abs=5e-6)


networks = st.builds(
    Network,
    st.lists(
        st.builds(Station, st.floats(0.001, 0.02), st.integers(1, 4)), min_size=1, max_size=4
    ).map(tuple),
    st.floats(0, 0.02),
    st.sampled_from([0.0, 0.2, 1.0, 5.0]),
)


@settings(max_examples=25, deadline=None)
@given(networks, st.sets(st.integers(1, 120), min_size=2, max_size=7), st.integers(1, 120))
def test_bracket_contains_the_truth(network: Network, users: set[int], between: int) -> None:
    levels = tuple(sorted(users))
    first, true, last = points(network, (levels[0], between, levels[-1]))
    # Where the system is saturated, rates differ by rounding alone.
    assume(first[0] <= true[0] <= 0.9999 * last[0])
    low, high = ends_at(network, levels, true[0])
    assert low * (1 - 1e-6) <= true[1] <= high * (1 + 1e-6)


@settings(max_examples=20, deadline=None)
@given(st.sets(st.integers(1, 250), min_size=3, max_size=7), st.floats(0, 1))
def test_another_level_never_widens(users: set[int], share: float) -> None:
    levels = tuple(sorted(users))
    first, last = points(TWO_QUEUES, (levels[0], levels[-1]))
    # Where the system is saturated, rates differ by rounding alone.
    assume(first[0] <= 0.9999 * last[0])
    rate = first[0] + share * (last[0] - first[0])
    low, high = ends_at(TWO_QUEUES, levels, rate)
    coarse_low, coarse_high = ends_at(TWO_QUEUES, (levels[0], levels[-1]), rate)
    assert coarse_low <= low * (1 + 1e-9)
    assert high <= coarse_high * (1 + 1e-9)


def test_outside_the_levels() -> None:
    rates, responses = np.array([[10.0, 20.0, 20.0]]), np.array([[1.0, 2.0, 3.0]])
    low, high = bracket_response_s(rates, responses, np.array([5.0, 20.0, 25.0]))
    assert low[0].tolist() == [1.0, 2.0, 2.0]
    assert high[0].tolist() == [1.0, 3.0, np.inf]


def test_one_level_bounds_what_lies_below_it() -> None:
    low, high = bracket_response_s(np.array([[10.0]]), np.array([[1.0]]), np.array([9.0, 11.0]))
    assert low[0].tolist() == [1.0, 1.0]
    assert high[0].tolist() == [1.0, np.inf]


def test_falling_slopes_are_not_convex() -> None:
    rates = np.array([[10.0, 20.0, 30.0]])
    assert is_convex(rates, np.array([[1.0, 2.0, 4.0]]))
    assert not is_convex(rates, np.array([[1.0, 3.0, 4.0]]))
    low, high = bracket_response_s(
        rates, np.array([[1.0, 3.0, 4.0]]), np.array([15.0]), convex=False
    )
    assert (low[0, 0], high[0, 0]) == (1.0, 3.0)


def test_kinks_are_where_the_lower_end_bends() -> None:
    rates, responses = np.array([0.0, 10.0, 20.0, 30.0]), np.array([1.0, 1.0, 2.0, 12.0])
    kinks = find_kinks(rates, responses)
    at = np.array([kinks[-1] - 1e-6, kinks[-1], kinks[-1] + 1e-6])
    low, _ = bracket_response_s(rates[None], responses[None], at)
    before, after = np.diff(low[0])
    assert after > 2 * before
