"""How a rate grows with the users is stated as far as it was measured (MODEL P6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arraywise.domain.decision import Interval, ThroughputShape
from arraywise.present.labels import describe_shape, shape_of
from tests.analysis.test_answer import BASE

OPTION = next(option for option in BASE.options if option.levels)
MOST_USERS = max(level.users for level in OPTION.levels)


def shaped(peak_users: float | None, levels: int = 7) -> ThroughputShape:
    parameter = Interval(0.0, 0.0277, 0.05)
    return ThroughputShape(
        alpha=parameter, beta=Interval(0.0, 1e-4, 2e-4), gamma=Interval(1.0, 1.0, 1.0),
        peak_users=peak_users, most_tps=None if peak_users is None else 118.4, levels=levels,
        most_tps_ends=None if peak_users is None else (114.6, 121.9),
    )  # fmt: skip


def said(shape: ThroughputShape, knee: float | None = None) -> str:
    return " ".join(map(str, describe_shape(replace(OPTION, knee_users=knee), shape)))


def test_a_peak_within_the_measured_levels_is_told() -> None:
    assert said(shaped(MOST_USERS - 10.0), knee=96.6) == (
        f"{OPTION.option.name}: peak of 118 tx/s (115-122 with 95 % confidence) near"
        f" {MOST_USERS - 10} users; contention 2.8 %, coherency 0.0100 %. Queues"
        " grow from about 97 users (N*)."
    )


@pytest.mark.parametrize("peak_users", [None, MOST_USERS + 1.0])
def test_a_peak_that_was_not_measured_is_not_told(peak_users: float | None) -> None:
    text = said(shaped(peak_users))
    assert f"no peak up to {MOST_USERS} users" in text
    assert "118" not in text


def test_few_levels_are_rough_and_fewer_say_nothing() -> None:
    assert said(shaped(None, levels=5)).endswith("Rough: 5 levels only.")
    assert describe_shape(OPTION, None) == ()
    few = replace(OPTION, levels=OPTION.levels[:3])
    assert shape_of(few) is None
