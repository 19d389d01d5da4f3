"""Value functions, weights and totals (MODEL D4 to D6; golden model `mavt`, `roc`)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arraywise.analysis.decision.problem import total_values
from arraywise.analysis.decision.scoring import (
    check_anchors,
    derive_price_range,
    fill_open_anchors,
    value_points,
    weights_from_ranks,
    weights_from_swings,
)
from arraywise.domain.criteria import (
    BUILT_IN_CRITERIA,
    DEFAULT_CRITERIA,
    Criterion,
    CriterionSetting,
    interpolate,
    invert_corners,
)
from arraywise.domain.messages import UserError
from arraywise.domain.requirement import Requirement
from tests.analysis.mavt import ANCHORS, ATTRIBUTES, POINTS, VALUES, WEIGHTS, corners, points_of


@pytest.mark.parametrize(
    ("anchors", "attribute", "points"),
    [
        *[((200, 150, 60), a, p) for a, p in
          ((120, 73.3333), (165, 42), (175, 30), (210, 0), (60, 100))],
        *[((120, 60, 15), a, p) for a, p in ((95, 25), (45, 73.3333), (25, 91.1111))],
        *[((0, 20, 50), a, p) for a, p in ((30, 73.3333), (8, 24), (12, 36), (45, 93.3333))],
    ],
)  # fmt: skip
def test_published_values(
    anchors: tuple[float, float, float], attribute: float, points: float
) -> None:
    assert value_points(attribute, corners(*anchors)) == pytest.approx(points, abs=5e-5)


def test_published_totals() -> None:
    points = points_of(ATTRIBUTES, ANCHORS)
    assert points == pytest.approx(POINTS)
    assert total_values(points[:, :, None], WEIGHTS)[:, 0] == pytest.approx(VALUES)


def test_published_contributions() -> None:
    """FC over NAS: +21.6667, -19.8333, +7.4667, together 9.3."""
    shares = WEIGHTS * (POINTS[0] - POINTS[2])
    assert shares == pytest.approx([21.666667, -19.833333, 7.466667], abs=1e-6)
    assert shares.sum() == pytest.approx(VALUES[0] - VALUES[2])


three = st.tuples(*[st.floats(0.001, 1e6)] * 3).filter(
    lambda t: min(abs(t[0] - t[1]), abs(t[1] - t[2])) > 1e-6 * max(t) and len(set(t)) == 3
)


@given(three, st.floats(0, 2e6), st.floats(0, 2e6), st.floats(1, 99))
def test_better_is_never_worth_less(
    anchors: tuple[float, float, float], a: float, b: float, target_value: float
) -> None:
    limit, target, aspiration = sorted(anchors, reverse=True)
    lower, higher = sorted((a, b))
    falls = corners(limit, target, aspiration, target_value)
    rises = corners(aspiration, target, limit, target_value)
    falling = value_points(np.array([lower, higher]), falls)
    rising = value_points(np.array([lower, higher]), rises)
    assert 100 >= falling[0] >= falling[1] >= 0
    assert 0 <= rising[0] <= rising[1] <= 100


@given(three, st.floats(0, 2e6), st.floats(1e-6, 1e6))
def test_units_do_not_matter(
    anchors: tuple[float, float, float], attribute: float, unit: float
) -> None:
    ordered = sorted(anchors)
    scaled = value_points(attribute * unit, corners(*[a * unit for a in ordered]))
    assert scaled == pytest.approx(value_points(attribute, corners(*ordered)), abs=1e-6)


@pytest.mark.parametrize(
    ("count", "weights"),
    [
        (1, [1.0]),
        (3, [0.611111, 0.277778, 0.111111]),
        (4, [0.520833, 0.270833, 0.145833, 0.0625]),
    ],
)
def test_rank_order_centroids(count: int, weights: list[float]) -> None:
    assert weights_from_ranks(count) == pytest.approx(weights, abs=5e-7)


def setting(criterion: Criterion, **fields: float) -> CriterionSetting:
    return replace(CriterionSetting(criterion, 50, None, None, None), **fields)


def test_swings_become_weights() -> None:
    settings = [
        setting(c, swing=s)
        for c, s in zip(BUILT_IN_CRITERIA.values(), (100, 60, 40, 0), strict=False)
    ]
    assert weights_from_swings(settings) == pytest.approx([0.5, 0.3, 0.2, 0])


@pytest.mark.parametrize("swing", [0.0, -1.0, 101.0, float("nan")])
def test_senseless_swings_are_refused(swing: float) -> None:
    with pytest.raises(UserError):
        weights_from_swings([setting(Criterion.PRICE, swing=swing)])


def test_open_anchors_are_derived() -> None:
    asked = Requirement(response_time_s=0.2)
    filled = fill_open_anchors(
        DEFAULT_CRITERIA, asked, derive_price_range([615000.0, 528600.0, 455000.0])
    )
    anchors = {s.criterion: (s.limit, s.target, s.aspiration) for s in filled}
    assert anchors == {
        Criterion.RESPONSE_TIME: pytest.approx((0.2, 0.15, 0.06)),
        Criterion.PROVISIONING: (7200, 3600, 900),
        Criterion.HEADROOM: (0, 0.2, 0.5),
        Criterion.PRICE: pytest.approx((650000, 530000, 450000)),
    }


def test_price_anchors_follow_the_budget_alone() -> None:
    asked = Requirement(budget=Decimal(700000))
    (filled,) = fill_open_anchors([setting(Criterion.PRICE)], asked, (1.0, 0.5))
    assert (filled.limit, filled.target, filled.aspiration) == (700000, 525000, 350000)


def test_price_anchors_stay_open_without_prices() -> None:
    (filled,) = fill_open_anchors([setting(Criterion.PRICE)], Requirement(), None)
    assert filled.limit is None


@given(st.lists(st.floats(1, 1e9), min_size=1, max_size=5))
def test_derived_price_anchors_always_work(prices: list[float]) -> None:
    ends = derive_price_range(prices)
    (filled,) = fill_open_anchors([setting(Criterion.PRICE)], Requirement(), ends)
    assert filled.limit is not None
    assert filled.aspiration is not None
    assert filled.aspiration <= min(prices) <= max(prices) < filled.limit


@pytest.mark.parametrize(
    "fields",
    [
        {"limit": 0.2, "target": 0.2, "aspiration": 0.1},
        {"limit": 0.2, "target": 0.05, "aspiration": 0.1},
        {"target_value": 100.0},
    ],
)
def test_senseless_anchors_are_refused(fields: dict[str, float]) -> None:
    with pytest.raises(UserError, match="response time"):
        fill_open_anchors([setting(Criterion.RESPONSE_TIME, **fields)], Requirement(), None)


# Limit 200, target 150 and aspiration 60 ms with two points between: worth by hand.
FIVE = ((0.2, 0.0), (0.165, 42.0), (0.15, 60.0), (0.12, 73.0), (0.06, 100.0))
BY_HAND = {
    0.25: 0.0, 0.2: 0.0, 0.193: 8.4, 0.165: 42.0, 0.16: 48.0, 0.15: 60.0, 0.14: 193 / 3,
    0.12: 73.0, 0.1: 82.0, 0.09: 86.5, 0.06: 100.0, 0.01: 100.0,
}  # fmt: skip
ANCHORED = CriterionSetting(Criterion.RESPONSE_TIME, 50, 0.2, 0.15, 0.06)


@pytest.mark.parametrize(("seconds", "points"), BY_HAND.items())
def test_a_function_of_five_points(seconds: float, points: float) -> None:
    """Falling as given, rising when attributes count the other way."""
    turned = tuple((-attribute, worth) for attribute, worth in FIVE)
    assert value_points(seconds, FIVE) == pytest.approx(points)
    assert value_points(-seconds, turned) == pytest.approx(points)
    assert interpolate(seconds, FIVE) == pytest.approx(points)


def test_the_anchors_are_the_corners() -> None:
    assert ANCHORED.corners == corners(0.2, 0.15, 0.06)
    assert replace(ANCHORED, limit=None).corners == ()


@given(st.floats(0, 100))
def test_what_is_worth_so_many_points_is_worth_them(points: float) -> None:
    attribute = interpolate(points, invert_corners(FIVE))
    assert 0.06 <= attribute <= 0.2
    assert interpolate(attribute, FIVE) == pytest.approx(points, abs=1e-9)


@given(st.data())
def test_any_monotone_anchors_are_taken_and_never_leave_0_to_100(data: st.DataObject) -> None:
    """Strictly monotone in both directions, rising and falling; better is never worth less."""
    sign = data.draw(st.sampled_from((1.0, -1.0)))
    target, worth = sign * data.draw(st.integers(1, 999)), data.draw(st.integers(1, 999)) / 10
    chosen = CriterionSetting(Criterion.HEADROOM, 50, 0.0, target, sign * 1000, worth)
    check_anchors(chosen)
    drawn = sorted(data.draw(st.lists(st.floats(-100, 1100), min_size=2, max_size=8)))
    points = value_points(sign * np.array(drawn), chosen.corners)
    assert ((points >= 0) & (points <= 100)).all()
    assert (np.diff(points) >= 0).all()
    assert value_points(target, chosen.corners) == pytest.approx(worth)
