"""Weights from pairs and their consistency (MODEL D5; golden model `ahp`)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arraywise.analysis.decision.scoring import pair_matrix, weigh_pairs
from arraywise.domain.criteria import BUILT_IN, Criterion, Judgement
from arraywise.domain.messages import UserError

RT, PROVISIONING, HEADROOM, PRICE = (
    Criterion.RESPONSE_TIME, Criterion.PROVISIONING, Criterion.HEADROOM, Criterion.PRICE,
)  # fmt: skip
PUBLISHED = (
    Judgement(RT, PROVISIONING, 3), Judgement(RT, HEADROOM, 5),
    Judgement(PROVISIONING, HEADROOM, 3),
)  # fmt: skip


def test_published_pairs() -> None:
    weights, result = weigh_pairs(pair_matrix((RT, PROVISIONING, HEADROOM), PUBLISHED))
    assert weights == pytest.approx([0.636986, 0.258285, 0.104729], abs=5e-7)
    assert result.largest_eigenvalue == pytest.approx(3.0385110905581745)
    assert result.index == pytest.approx(0.01925554527908724)
    assert result.ratio == pytest.approx(0.033199215998426276)
    assert not result.is_doubtful


def test_pairs_that_contradict_each_other_are_doubtful() -> None:
    circle = (
        Judgement(RT, PROVISIONING, 5), Judgement(PROVISIONING, HEADROOM, 5),
        Judgement(HEADROOM, RT, 5),
    )  # fmt: skip
    _, result = weigh_pairs(pair_matrix((RT, PROVISIONING, HEADROOM), circle))
    assert result.ratio > 1
    assert result.is_doubtful


@given(st.lists(st.floats(0.05, 1), min_size=2, max_size=4))
def test_consistent_pairs_give_their_weights_back(importance: list[float]) -> None:
    criteria = tuple(BUILT_IN.values())[: len(importance)]
    judged = [
        Judgement(criteria[i], criteria[j], importance[i] / importance[j])
        for i in range(len(criteria))
        for j in range(i + 1, len(criteria))
    ]
    weights, result = weigh_pairs(pair_matrix(criteria, judged))
    assert weights == pytest.approx(np.array(importance) / sum(importance))
    assert result.largest_eigenvalue == pytest.approx(len(criteria))
    assert result.ratio == pytest.approx(0, abs=1e-9)


def test_the_order_of_a_pair_does_not_matter() -> None:
    turned = [Judgement(j.second, j.first, 1 / j.ratio) for j in PUBLISHED]
    criteria = (RT, PROVISIONING, HEADROOM, PRICE)
    assert pair_matrix(criteria, turned) == pytest.approx(pair_matrix(criteria, PUBLISHED))


@pytest.mark.parametrize("ratio", [0.0, -1.0, float("nan"), float("inf")])
def test_senseless_ratios_are_refused(ratio: float) -> None:
    with pytest.raises(UserError):
        pair_matrix((RT, PRICE), [Judgement(RT, PRICE, ratio)])
