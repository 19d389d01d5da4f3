"""Values, ranks and dominance, recomputed by scikit-criteria and pymcdm.

Both come with `pip install --group reference`; without them this is skipped, and what they said of
some decisions is held by `tests/analysis/reference_decisions.json`.
"""

from __future__ import annotations

import numpy as np
import pytest

from arraywise.analysis.decision.problem import total_values
from arraywise.analysis.decision.ranking import dominates
from arraywise.analysis.decision.scoring import weights_from_swings
from arraywise.domain.criteria import Criterion, CriterionSetting
from arraywise.domain.decision import CriterionScore, Interval
from tests.analysis.mavt import ANCHORS, ATTRIBUTES, POINTS, VALUES, WEIGHTS, points_of

skcriteria = pytest.importorskip("skcriteria")
simple = pytest.importorskip("skcriteria.agg.simple")
methods = pytest.importorskip("pymcdm.methods")

RISING = Criterion.HEADROOM
SEEDS = range(12)


def decision(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return points of two to six options on two to five criteria, and weights."""
    dice = np.random.default_rng(seed)
    options, criteria = dice.integers(2, 7), dice.integers(2, 6)
    points = np.round(dice.uniform(0, 100, (options, criteria)), 2)
    if seed % 3 == 0:
        points[1] = np.maximum(points[0] - 5.0, 0.0)  # one that another dominates
    settings = [
        CriterionSetting(RISING, float(swing), None, None, None)
        for swing in dice.integers(1, 101, criteria)
    ]
    return points, weights_from_swings(settings)


def matrix(points: np.ndarray, weights: np.ndarray) -> object:
    return skcriteria.mkdm(points, [max] * points.shape[1], weights=weights)


def as_they_are(points: np.ndarray, cost: bool = False) -> np.ndarray:  # noqa: FBT001, FBT002
    """In place of a normalisation: points have fixed scales, on which no other option counts."""
    assert not cost
    return points


@pytest.mark.filterwarnings("ignore:Alternatives with indices:UserWarning")  # newer pymcdm advises
@pytest.mark.parametrize("seed", SEEDS)
def test_values_and_ranks(seed: int) -> None:
    points, weights = decision(seed)
    ours = total_values(points[:, :, None], weights)[:, 0]
    theirs = simple.WeightedSumModel().evaluate(matrix(points, weights))
    assert ours == pytest.approx(theirs.e_.score)
    assert (np.argsort(np.argsort(-ours)) + 1).tolist() == theirs.rank_.tolist()
    kinds = np.ones(points.shape[1])
    assert ours == pytest.approx(methods.WSM(as_they_are)(points, weights, kinds))


@pytest.mark.parametrize("seed", SEEDS)
def test_dominance(seed: int) -> None:
    points, weights = decision(seed)

    def exactly(figure: float) -> Interval:
        return Interval(figure, figure, figure)

    rows = [
        [CriterionScore(RISING, exactly(figure), exactly(figure), None) for figure in row]
        for row in points.tolist()
    ]
    ours = [[dominates(one, other) for other in rows] for one in rows]
    theirs = matrix(points, weights).dominance.dominance(strict=False)  # type: ignore[attr-defined]
    assert ours == theirs.to_numpy().tolist()


def test_the_worked_decision() -> None:
    """MODEL D6: from attributes and anchors to values, by our value functions and their sums."""
    points = points_of(ATTRIBUTES, ANCHORS)
    assert points == pytest.approx(POINTS)
    theirs = simple.WeightedSumModel().evaluate(matrix(points, WEIGHTS))
    assert theirs.e_.score == pytest.approx(VALUES)
