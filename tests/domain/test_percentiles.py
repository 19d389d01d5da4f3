"""What statistics that a file holds say of one that it does not (MODEL P3.1)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arraywise.domain.percentiles import (
    Censoring,
    censoring_by_statistic,
    mixture_bounds,
    point_between,
    statistic_bounds,
    statistic_point_estimate,
)
from arraywise.domain.requirement import ESTIMATED_P90

DECILES = (("mean", 0.030), ("p90_low", 0.05), ("p90_high", 0.08), ("p95_low", 0.06))


@pytest.mark.parametrize(
    ("known", "statistic", "expected"),
    [
        (DECILES, "mean", (0.030, 0.030)),
        (DECILES, "p90", (0.05, 0.08)),
        (DECILES, "p95", (0.06, math.inf)),
        (DECILES, "p99", (0.06, math.inf)),
        (DECILES, "p50", (0.0, 0.08)),
        ((("p95", 0.07),), "p90", (0.0, 0.07)),
        ((("p95", 0.07),), "p99", (0.07, math.inf)),
        ((("p90", 0.05), ("p99.9", 0.20)), "p99", (0.05, 0.20)),
        ((("p90", 0.05), ("max", 0.20)), "p99", (0.05, math.inf)),
        ((("p90", 0.0), ("p95", 0.07)), "p90", (0.0, 0.07)),
        ((("mean", 0.030), ("max", 0.2)), "p90", None),
        ((("p90", 0.05),), "mean", None),
    ],
)
def test_a_percentile_lies_between_those_beside_it(
    known: tuple[tuple[str, float], ...], statistic: str, expected: tuple[float, float] | None
) -> None:
    assert statistic_bounds(known, statistic) == expected


@pytest.mark.parametrize(
    ("known", "ends", "point"),
    [
        ((*DECILES, ("p90_estimated", 0.06)), (0.06 / 1.04, 0.06 / 0.92), 0.06),
        ((*DECILES, ("p90_estimated", 0.0505)), (0.05, 0.0505 / 0.92), 0.0505),
        ((*DECILES, ("p90_estimated", 0.09)), (0.05, 0.08), math.sqrt(0.05 * 0.08)),
        ((("p90", 0.07), ("p90_estimated", 0.06)), (0.07, 0.07), 0.07),
        (DECILES, (0.05, 0.08), math.sqrt(0.05 * 0.08)),
        ((("mean", 0.03),), None, None),
    ],
)
def test_an_estimate_narrows_the_ends_and_gives_way_to_what_was_measured(
    known: tuple[tuple[str, float], ...], ends: tuple[float, float] | None, point: float | None
) -> None:
    assert statistic_bounds(known, ESTIMATED_P90) == ends
    assert statistic_point_estimate(known, ESTIMATED_P90) == point
    assert statistic_bounds(known, "p90") == statistic_bounds(known[:4], "p90")
    assert statistic_bounds(known, "p99") == statistic_bounds(known[:4], "p99")


def test_the_point_is_the_middle_or_the_end_that_is_known() -> None:
    assert point_between((0.04, 0.09)) == pytest.approx(0.06)
    assert point_between((0.04, math.inf)) == 0.04
    assert point_between((0.0, 0.09)) == 0.09


def test_the_best_file_says_how_well_a_statistic_is_known() -> None:
    assert censoring_by_statistic([DECILES, (("mean", 1.0), ("p90", 2.0))]) == {
        "mean": Censoring.MEASURED,
        "p50": Censoring.BOUNDED,
        "p90": Censoring.MEASURED,
        "p95": Censoring.AT_LEAST,
        "p99": Censoring.AT_LEAST,
    }
    assert not censoring_by_statistic([])


@given(
    st.lists(st.tuples(st.floats(0.1, 4), st.floats(0.1, 1.5), st.integers(20, 300)), min_size=1,
             max_size=4),
    st.sampled_from([50, 90, 95, 99]),
    st.integers(0, 2**31),
)  # fmt: skip
def test_a_mixture_lies_between_its_parts(
    kinds: list[tuple[float, float, int]], share: int, seed: int
) -> None:
    dice = np.random.default_rng(seed)
    parts = [dice.lognormal(place, width, size) for place, width, size in kinds]

    def exact(values: np.ndarray) -> float:
        return float(np.sort(values)[math.ceil(share * len(values) / 100) - 1])

    ends = mixture_bounds([(exact(part), exact(part)) for part in parts])
    assert ends is not None
    assert ends[0] <= exact(np.concatenate(parts)) <= ends[1]


def test_a_mixture_with_an_unknown_part_is_unknown() -> None:
    assert mixture_bounds([(1.0, 1.0), None]) is None
    assert mixture_bounds([]) is None
