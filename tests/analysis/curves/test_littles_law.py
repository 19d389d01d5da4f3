"""What cannot be true at once is noticed, and explained (MODEL P2.3, P2.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from arraywise.analysis.curves.levels import build_levels
from arraywise.analysis.curves.load_level import Bottleneck
from arraywise.analysis.curves.operational_laws import (
    check_littles_law,
    describe_littles_law_breach,
    imply_population,
)
from arraywise.analysis.curves.queueing_models import asymptotic_bounds, knee_users, levels_outside
from tests.analysis.bench import LEVELS, TWO_QUEUES, make_runs

if TYPE_CHECKING:
    from arraywise.analysis.curves.load_level import Level

RUNS = make_runs(TWO_QUEUES, LEVELS, runs=2)
DEMANDS = (0.005, 0.008)


def levels_with(rate: float = 1.0, response: float = 1.0) -> tuple[Level, ...]:
    return build_levels(
        [
            replace(
                run,
                rate_tps=run.rate_tps * rate,
                responses_s=(("mean", dict(run.responses_s)["mean"] * response),),
            )
            for run in RUNS
        ],
        "mean",
    )


@pytest.mark.parametrize(
    ("factors", "words"),
    [
        ((60.0, 1.0), "per minute read as per second"),
        ((1 / 60, 1.0), "per second read as per minute"),
        ((1.0, 1e3), "milliseconds read as seconds"),
        ((1.0, 1e6), "microseconds read as seconds"),
    ],
)
def test_mixed_up_units_are_named(factors: tuple[float, float], words: str) -> None:
    levels = levels_with(*factors)
    broken = [check for check in check_littles_law(levels) if abs(check.error) > 0.15]
    assert broken
    assert words in str(describe_littles_law_breach(levels, broken))


def test_seconds_read_as_milliseconds_are_named_where_nobody_thinks() -> None:
    runs = [replace(run, users=9, think_time_s=0.0, rate_tps=90.0, responses_s=(("mean", 1e-4),))
            for run in RUNS[:2]]  # fmt: skip
    levels = build_levels(runs, "mean")
    message = describe_littles_law_breach(levels, check_littles_law(levels))
    assert "seconds read as milliseconds" in str(message)


def test_users_that_were_not_there_are_counted() -> None:
    """All levels above 60 asked for more users than the tool could log on."""
    at_60 = next(run for run in RUNS if run.users == 60)
    stuck = [
        replace(run, rate_tps=at_60.rate_tps, responses_s=at_60.responses_s)
        if run.users > 60
        else run
        for run in RUNS
    ]
    levels = build_levels(stuck, "mean")
    broken = [check for check in check_littles_law(levels) if abs(check.error) > 0.15]
    assert [check.users for check in broken] == [90, 120, 150]
    assert "About 60 users were active at every level" in str(
        describe_littles_law_breach(levels, broken)
    )


def test_one_population_cannot_explain_the_published_study() -> None:
    """Golden (TR-3105, 2 systems and RAID 5): infeasible at +-5 ms, feasible from 9.265 ms."""
    result = imply_population((94.5333333, 82.3166667, 80.2833333), (0.21, 0.25, 0.28))
    assert result.half_width_s == pytest.approx(0.0092646628)
    assert result.users == pytest.approx(37.2815142)
    assert result.think_s == pytest.approx(0.193638932)


def test_one_population_explains_an_exact_system() -> None:
    rates = [50.0, 70.0, 90.0, 95.0]
    result = imply_population(rates, [40 / rate - 0.3 for rate in rates])
    assert (result.users, result.think_s) == pytest.approx((40, 0.3))
    assert result.half_width_s == pytest.approx(0, abs=1e-12)


def test_systems_of_the_same_rate_are_looked_at_together() -> None:
    result = imply_population([50.0, 50.0, 50.0, 80.0], [0.5, 0.52, 0.54, 0.2])
    assert result.half_width_s == pytest.approx(0.02)


@pytest.mark.parametrize(
    "responses",
    [(0.3, 0.2, 0.1), (0.2, 0.2, 0.2), (1.0, 0.9, 0.3)],
    ids=["more with the rate", "the same at every rate", "less than the rates explain"],
)
def test_no_population_has_users_or_think_times_below_zero(
    responses: tuple[float, ...],
) -> None:
    """Against a search of all users from 0 on and think times up to 1 s."""
    rates = np.array([90.0, 80.0, 50.0])
    result = imply_population(tuple(rates), responses)
    users, thinks = np.meshgrid(np.linspace(0.0, 80.0, 1601), np.linspace(0.0, 1.0, 201))
    errors = np.abs(users[..., None] / rates - thinks[..., None] - np.array(responses))
    assert result.users > 0
    assert result.think_s >= 0
    assert result.half_width_s == pytest.approx(errors.max(axis=-1).min(), abs=5e-4)


@pytest.mark.parametrize(
    ("users", "rate", "response"), [(100, 98.7167, 0.013), (300, 125.0, 1.4), (1, 0.98717, 0.013)]
)
def test_bounds(users: int, rate: float, response: float) -> None:
    """Golden (MODEL P2.4): D = 5 and 8 ms, Z = 1 s; N* = 126.625."""
    most_tps, least_response_s = asymptotic_bounds(users, DEMANDS, 1.0)
    assert most_tps == pytest.approx(rate, rel=1e-5)
    assert least_response_s == pytest.approx(response)
    assert knee_users(DEMANDS, 1.0) == pytest.approx(126.625)


def test_only_the_think_time_bounds_what_has_no_model() -> None:
    assert asymptotic_bounds(50, (), 2.0)[0] == 25.0
    assert asymptotic_bounds(50, (), 0.0)[0] == float("inf")


def test_exact_levels_lie_inside_and_impossible_ones_outside() -> None:
    assert levels_outside(levels_with(), DEMANDS, 1.0) == ()
    fast = levels_outside(levels_with(rate=1.1), DEMANDS, 1.0)
    assert [level.users for level in fast] == [10, 30, 60, 90, 150]
    assert levels_outside(levels_with(response=0.5), DEMANDS, 1.0) != ()


def without_think_time(levels: tuple[Level, ...]) -> tuple[Level, ...]:
    runs = [replace(run, think_time_s=None) for level in levels for run in level.runs]
    return build_levels(runs, "mean")


@pytest.mark.parametrize(
    ("factors", "words"),
    [((60.0, 1.0), "per minute read as per second"), ((1.0, 1e3), "milliseconds read as seconds")],
)
def test_mixed_up_units_are_named_without_a_think_time(
    factors: tuple[float, float], words: str
) -> None:
    """Mended figures imply one think time at every level, and none below zero."""
    levels = without_think_time(levels_with(*factors))
    broken = [check for check in check_littles_law(levels) if check.is_broken]
    assert broken
    assert words in str(describe_littles_law_breach(levels, broken))
    assert any(level.bottleneck is Bottleneck.INVALID for level in levels)


def test_one_level_cannot_hold_more_users_than_there_were() -> None:
    """Whatever the think time: at 120 tx/s and 1 s each, 120 are at work, not 60."""
    runs = [
        replace(run, rate_tps=120.0, responses_s=(("mean", 1.0),), think_time_s=None)
        for run in RUNS
        if run.users == 60
    ]
    (level,) = build_levels(runs, "mean")
    (check,) = check_littles_law([level])
    assert (check.crowd, check.is_broken, check.is_sure) == (pytest.approx(1.0), True, True)
    assert level.bottleneck is Bottleneck.INVALID


def test_scatter_from_run_to_run_is_no_changing_think_time() -> None:
    """Z = N / X - R counts as constant within its own interval (MODEL P2.3)."""
    runs = [
        replace(run, think_time_s=None, rate_tps=run.rate_tps * (1.1 if k % 2 else 0.8))
        if run.users == 60
        else replace(run, think_time_s=None)
        for k, run in enumerate(RUNS)
    ]
    check = next(c for c in check_littles_law(build_levels(runs, "mean")) if c.users == 60)
    assert abs(check.error) > 0.04
    assert check.scatter > 0.15
    assert not check.is_broken
    assert not check.is_doubtful
