"""Values, ranks and dominance against scikit-criteria and pymcdm.

The figures of `reference_decisions.json` were computed once with both tools, whose versions
stand there; neither is needed to run this.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arraywise.analysis.decision.problem import total_values
from arraywise.analysis.decision.ranking import dominates
from arraywise.analysis.decision.scoring import weights_from_swings
from arraywise.domain.criteria import Criterion, CriterionSetting
from arraywise.domain.decision import CriterionScore, Interval

CASES = json.loads((Path(__file__).parent / "reference_decisions.json").read_text("utf-8"))
RISING = Criterion.HEADROOM
"""More is better, as in the reference."""


def exactly(figure: float) -> Interval:
    return Interval(figure, figure, figure)


@pytest.mark.parametrize("case", CASES["cases"])
def test_values_and_ranks(case: dict[str, Any]) -> None:
    settings = [CriterionSetting(RISING, s, None, None, None) for s in case["swings"]]
    points = np.array(case["points"])[:, :, None]
    values = total_values(points, weights_from_swings(settings))[:, 0]
    assert values == pytest.approx(case["values"])
    assert (np.argsort(np.argsort(-values)) + 1).tolist() == case["ranks"]


@pytest.mark.parametrize("case", CASES["cases"])
def test_dominance(case: dict[str, Any]) -> None:
    rows = [
        [CriterionScore(RISING, exactly(figure), exactly(figure), None) for figure in row]
        for row in case["points"]
    ]
    result = [[i for i, ours in enumerate(rows) if dominates(ours, theirs)] for theirs in rows]
    assert result == case["dominators"]


def test_what_is_tied_within_its_interval_is_not_better() -> None:
    better = (CriterionScore(RISING, Interval(9.0, 11.0, 13.0), exactly(0), None),)
    near = (CriterionScore(RISING, Interval(8.0, 10.0, 12.0), exactly(0), None),)
    far = (CriterionScore(RISING, Interval(1.0, 2.0, 3.0), exactly(0), None),)
    unknown = (CriterionScore(RISING, Interval(None, None, None), exactly(0), None),)
    assert dominates(better, far)
    assert not dominates(better, near)
    assert not dominates(better, unknown)
