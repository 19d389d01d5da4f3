"""The line through measured levels: smooth, through every level, and inside the interval."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.interpolate import PchipInterpolator

from arraywise.analysis.curves.response_curve import drawn_line, monotone_cubic
from arraywise.domain.decision import CurvePoint, Interval, LoadLevel

if TYPE_CHECKING:
    from collections.abc import Sequence

STEEP = ((30, 28.5, 65e-3), (60, 55.0, 85e-3), (90, 80.6, 112e-3), (120, 102.0, 165e-3),
         (150, 118.0, 267e-3))  # fmt: skip
"""Users, rate and response time of an option that is near its limit."""


def level(
    users: int, rate: float | None, response: float | None, *, late: bool = False
) -> LoadLevel:
    return LoadLevel(
        users,
        5,
        Interval(None, rate, None),
        Interval(None, response, None),
        None,
        host_bound=False,
        past_knee=late,
    )


def levels(rows: Sequence[tuple[int, float, float]]) -> list[LoadLevel]:
    return [level(*row) for row in rows]


@given(st.lists(st.tuples(st.floats(0.1, 5), st.floats(-9, 9)), min_size=2, max_size=9))
def test_it_is_the_known_interpolation(rows: list[tuple[float, float]]) -> None:
    x, y = np.cumsum([step for step, _ in rows]), np.array([value for _, value in rows])
    at = np.linspace(x[0], x[-1], 50)
    assert monotone_cubic(x, y, at) == pytest.approx(PchipInterpolator(x, y)(at), abs=1e-9)


def test_it_meets_every_level_and_never_falls() -> None:
    line = drawn_line(levels(STEEP), ())
    for _, rate, response in STEEP:
        assert min(math.hypot(x - rate, y - response) for x, y in line) < 1e-9
    assert list(line) == sorted(line)
    assert [y for _, y in line] == sorted(y for _, y in line)


def test_it_has_no_hook_before_the_last_level() -> None:
    x, y = np.array(drawn_line(levels(STEEP), ())).T
    slopes = np.diff(y) / np.diff(x)
    assert np.all(slopes[1:] < 1.5 * slopes[:-1])


def test_it_is_kept_inside_the_interval() -> None:
    band = [CurvePoint(rate, 0.9 * at, 0.95 * at) for _, rate, at in STEEP]
    x, y = np.array(drawn_line(levels(STEEP), band)).T
    inside = x < STEEP[-1][1]
    highs = np.interp(x, [p.rate_tps for p in band], [p.high_s for p in band])
    assert np.all(y[inside] <= highs[inside] + 1e-12)
    unknown = [CurvePoint(p.rate_tps, p.low_s, math.inf) for p in band]
    assert drawn_line(levels(STEEP), unknown) == drawn_line(levels(STEEP), ())


def test_levels_that_do_not_count_are_left_out() -> None:
    assert drawn_line([], ()) == ()
    assert drawn_line(levels(STEEP[:1]), ()) == ()
    beyond = [*levels(STEEP), level(180, 110.0, 0.4, late=True), level(200, None, None)]
    assert drawn_line(beyond, ()) == drawn_line(levels(STEEP), ())
