"""Value functions, weights and totals (MODEL D4 to D6; published model golden `mavt`, `roc`)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arraywise.analysis.contest import total_values
from arraywise.analysis.scoring import (
    derive_price_range,
    fill_anchors,
    value_points,
    weights_from_ranks,
    weights_from_swings,
)
from arraywise.domain.criteria import DEFAULT_CRITERIA, Criterion, CriterionSetting
from arraywise.domain.problems import UserError
from arraywise.domain.requirement import Requirement
from tests.analysis.mavt import ANCHORS, ATTRIBUTES, POINTS, VALUES, WEIGHTS


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
    assert value_points(attribute, *anchors) == pytest.approx(points, abs=5e-5)


def test_published_totals() -> None:
    points = np.array([value_points(row, *np.transpose(ANCHORS)) for row in ATTRIBUTES])
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
    falling = value_points(np.array([lower, higher]), limit, target, aspiration, target_value)
    rising = value_points(np.array([lower, higher]), aspiration, target, limit, target_value)
    assert 100 >= falling[0] >= falling[1] >= 0
    assert 0 <= rising[0] <= rising[1] <= 100


@given(three, st.floats(0, 2e6), st.floats(1e-6, 1e6))
def test_units_do_not_matter(
    anchors: tuple[float, float, float], attribute: float, unit: float
) -> None:
    ordered = sorted(anchors)
    scaled = value_points(attribute * unit, *[a * unit for a in ordered])
    assert scaled == pytest.approx(value_points(attribute, *ordered), abs=1e-6)


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
    settings = [setting(c, swing=s) for c, s in zip(Criterion, (100, 60, 40, 0), strict=False)]
    assert weights_from_swings(settings) == pytest.approx([0.5, 0.3, 0.2, 0])


@pytest.mark.parametrize("swing", [0.0, -1.0, 101.0, float("nan")])
def test_senseless_swings_are_refused(swing: float) -> None:
    with pytest.raises(UserError):
        weights_from_swings([setting(Criterion.PRICE, swing=swing)])


def test_open_anchors_are_derived() -> None:
    asked = Requirement(response_time_s=0.2)
    filled = fill_anchors(
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
    (filled,) = fill_anchors([setting(Criterion.PRICE)], asked, (1.0, 0.5))
    assert (filled.limit, filled.target, filled.aspiration) == (700000, 525000, 350000)


def test_price_anchors_stay_open_without_prices() -> None:
    (filled,) = fill_anchors([setting(Criterion.PRICE)], Requirement(), None)
    assert filled.limit is None


@given(st.lists(st.floats(1, 1e9), min_size=1, max_size=5))
def test_derived_price_anchors_always_work(prices: list[float]) -> None:
    ends = derive_price_range(prices)
    (filled,) = fill_anchors([setting(Criterion.PRICE)], Requirement(), ends)
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
        fill_anchors([setting(Criterion.RESPONSE_TIME, **fields)], Requirement(), None)
