"""The monotone repair is that of pool-adjacent-violators (MODEL P5 step 1)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arraywise.analysis.curves.statistics import enforce_monotone


def pool_adjacent_violators(values: list[float], weights: list[float]) -> list[float]:
    blocks: list[tuple[float, float, int]] = []
    for value, weight in zip(values, weights, strict=True):
        blocks.append((value, weight, 1))
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (a, wa, na), (b, wb, nb) = blocks[-2:]
            blocks[-2:] = [((a * wa + b * wb) / (wa + wb), wa + wb, na + nb)]
    return [value for value, _, count in blocks for _ in range(count)]


@given(st.lists(st.tuples(st.floats(0, 1e3), st.floats(0.1, 10)), min_size=1, max_size=12))
def test_equals_the_textbook_algorithm(pairs: list[tuple[float, float]]) -> None:
    values, weights = map(list, zip(*pairs, strict=True))
    repaired = enforce_monotone(np.array([values, values]), np.array(weights))
    assert repaired[0] == pytest.approx(pool_adjacent_violators(values, weights), abs=1e-9)
    assert (repaired[0] == repaired[1]).all()


def test_monotone_means_stay_as_they_are() -> None:
    values = np.array([[1.0, 2.0, 2.0, 5.0]])
    assert enforce_monotone(values, np.ones(4)) == pytest.approx(values)
