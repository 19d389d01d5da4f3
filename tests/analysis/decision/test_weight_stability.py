"""How far weights may move, in closed form (MODEL D7.1, D7.2; golden model `mavt`)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arraywise.analysis.decision.sensitivity import (
    nearest_tie,
    stability_interval,
    weights_with_one_set,
)
from tests.analysis.mavt import POINTS, WEIGHTS

FC, ISCSI, NAS = range(3)
LEADS = POINTS[FC] - POINTS[[ISCSI, NAS]]
"""Of FC over the others with shared storage."""


@pytest.mark.parametrize(
    ("index", "low", "high"), [(0, 0.36336924583741426, 1), (1, 0, 0.3863268012376603), (2, 0, 1)]
)
def test_published_stability_intervals(index: int, low: float, high: float) -> None:
    assert stability_interval(LEADS, WEIGHTS, index) == pytest.approx((low, high))


@given(st.integers(0, 2), st.floats(0, 1))
def test_leader_stays_first_exactly_inside(index: int, value: float) -> None:
    low, high = stability_interval(LEADS, WEIGHTS, index)
    first = (POINTS[[FC, ISCSI, NAS]] @ weights_with_one_set(WEIGHTS, index, value)).argmax() == 0
    if min(abs(value - low), abs(value - high)) > 1e-9:
        assert first == (low < value < high)


def test_a_weight_of_one_leaves_equal_shares() -> None:
    assert weights_with_one_set(np.array([1.0, 0, 0]), 0, 0.4) == pytest.approx([0.4, 0.3, 0.3])


def test_published_nearest_tie() -> None:
    tie = nearest_tie(LEADS[1], WEIGHTS)
    assert tie == pytest.approx([0.452734, 0.387162, 0.160104], abs=5e-7)
    assert np.linalg.norm(tie - WEIGHTS) == pytest.approx(0.106878, abs=5e-7)


weights = st.lists(st.floats(0.01, 1), min_size=3, max_size=3).map(
    lambda swings: np.array(swings) / sum(swings)
)
leads = st.lists(st.floats(-100, 100), min_size=3, max_size=3).map(np.array)


@given(leads, weights, weights)
def test_no_tie_is_nearer(lead: np.ndarray, stated: np.ndarray, other: np.ndarray) -> None:
    tie = nearest_tie(lead, stated)
    if tie is None:
        assert (lead > 0).all() or (lead < 0).all()
        return
    assert tie.sum() == pytest.approx(1)
    assert (tie >= 0).all()
    assert lead @ tie == pytest.approx(0, abs=1e-6)
    start, end = lead @ stated, lead @ other
    if start * end < 0:
        between = stated + start / (start - end) * (other - stated)
        assert np.linalg.norm(tie - stated) <= np.linalg.norm(between - stated) + 1e-9
