"""Verdicts, capacity and the curve they are read from (MODEL P5 steps 4, 5 and 7)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import t

from arraywise.analysis.curves.levels import build_levels
from arraywise.analysis.curves.queueing_models import solve_queue
from arraywise.analysis.curves.response_curve import (
    ResponseCurve,
    capacities_tps,
    estimate_curve,
    high_at,
    low_at,
    measured_high_at,
    point_at,
)
from arraywise.analysis.decision.screening import (
    capacity_at,
    judge_curve,
    next_users_to_test,
    response_at,
)
from arraywise.domain.decision import PASSES, Interval, Verdict
from tests.analysis.bench import (
    BUSY_HOST,
    LEVELS,
    TWO_QUEUES,
    make_runs,
    points,
    true_response,
    with_host,
)

if TYPE_CHECKING:
    from arraywise.domain.study import LoadRun


def curve_of(runs: tuple[LoadRun, ...], statistic: str = "mean") -> ResponseCurve:
    curve = estimate_curve(build_levels(runs, statistic), statistic)
    assert curve is not None
    return curve


EXACT = curve_of(make_runs(TWO_QUEUES, LEVELS))
NOISY = curve_of(make_runs(TWO_QUEUES, LEVELS, noise=(0.005, 0.03)))
CURVES = {
    "exact": EXACT,
    "noisy": NOISY,
    "two runs": curve_of(make_runs(TWO_QUEUES, LEVELS, runs=2, noise=(0.005, 0.03))),
    "one run": curve_of(make_runs(TWO_QUEUES, LEVELS, runs=1)),
    "busy host": curve_of(with_host(make_runs(TWO_QUEUES, LEVELS), 90, BUSY_HOST)),
    "one level": curve_of(make_runs(TWO_QUEUES, (60,), noise=(0.005, 0.03))),
    "three levels": curve_of(make_runs(TWO_QUEUES, (3, 30, 300), noise=(0.001, 0.01))),
}
curves = st.sampled_from(sorted(CURVES)).map(CURVES.__getitem__)


@pytest.mark.parametrize("runs", [2, 3, 5])
def test_one_level_ends_where_its_t_interval_ends(runs: int) -> None:
    built = make_runs(TWO_QUEUES, (60,), runs=runs, noise=(0.005, 0.01))
    responses = [dict(run.responses_s)["mean"] for run in built]
    curve = curve_of(built)
    half = t(runs - 1).ppf(0.975) * np.std(responses, ddof=1) / np.sqrt(runs)
    high = float(high_at(curve, np.array([curve.first_tps / 2]))[0])
    assert high == pytest.approx(np.mean(responses) + half, rel=0.02 if runs > 2 else 0.1)


@settings(max_examples=50)
@given(curves, st.floats(0, 200), st.floats(0.001, 2))
def test_passing_means_that_the_upper_end_keeps_the_target(
    curve: ResponseCurve, rate: float, target: float
) -> None:
    verdict, response = judge_curve(curve, rate, target), response_at(curve, rate)
    if verdict in PASSES:
        assert response.high is not None
        assert response.high <= target
        assert rate <= curve.top_tps
    if verdict is Verdict.FAIL and response.low is not None and rate < curve.comparable_tps:
        is_plainly_slower = any(p.above_tps < rate and p.least_s > target for p in curve.plain)
        assert response.low > target or is_plainly_slower


@settings(max_examples=50)
@given(curves, st.floats(0.5, 200), st.floats(0.001, 2))
def test_capacity_is_where_passing_ends(curve: ResponseCurve, rate: float, target: float) -> None:
    capacity, _ = capacity_at(curve, target)
    passes = judge_curve(curve, rate, target) in PASSES
    if capacity.low is None:
        assert not passes
    elif abs(rate / capacity.low - 1) > 1e-9:
        assert passes == (rate < capacity.low)
        assert capacity.low <= (capacity.point or 0.0)


@given(curves, st.floats(1, 150), st.floats(1, 150))
def test_response_time_rises_with_the_rate(curve: ResponseCurve, a: float, b: float) -> None:
    slow, fast = np.array([min(a, b)]), np.array([max(a, b)])
    for read in (low_at, high_at):
        left, right = read(curve, slow)[0], read(curve, fast)[0]
        assert np.isnan(left) or np.isnan(right) or left <= right


def test_exact_levels_give_the_bare_bracket() -> None:
    """MODEL P5 step 3: levels 3/30/300 leave 28.39 to 31.45 ms by the models, +- 5 %."""
    curve = CURVES["three levels"]
    exact = curve_of(make_runs(TWO_QUEUES, (3, 30, 300)))
    result = response_at(exact, 84.0)
    assert result.low == pytest.approx(0.95 * 0.028394, rel=1e-4)
    assert result.high == pytest.approx(1.05 * 0.031453, rel=1e-4)
    assert result.point == pytest.approx((result.low * result.high) ** 0.5)  # type: ignore[operator]
    assert judge_curve(exact, 84.0, 0.05) is Verdict.PASS_MODELLED
    assert judge_curve(curve, 84.0, 0.05) is Verdict.PASS_MODELLED
    assert judge_curve(exact, 84.0, 0.9) is Verdict.PASS_MEASURED
    assert next_users_to_test(exact, 84.0) == 86


def test_without_a_model_the_chord_decides() -> None:
    """Published bracket of levels 3/30/300: [22.29, 805.75] ms."""
    exact = curve_of(make_runs(TWO_QUEUES, (3, 30, 300)))
    chord = np.interp(84.0, exact.rates_tps, exact.chord_s)
    assert round(chord * 1e3, 2) == 805.75


@pytest.mark.parametrize(
    ("name", "rate", "target", "verdict"),
    [
        ("noisy", 84.0, 0.050, Verdict.PASS_MEASURED),
        ("noisy", 84.0, 0.0315, Verdict.UNDETERMINED),
        ("noisy", 84.0, 0.020, Verdict.FAIL),
        ("noisy", 200.0, 5.0, Verdict.FAIL_CAPACITY),
        ("noisy", 200.0, 0.1, Verdict.FAIL),
        ("noisy", 1.0, 0.050, Verdict.PASS_MEASURED),
        ("noisy", 1.0, 0.001, Verdict.UNDETERMINED),
        ("noisy", 0.0, 0.050, Verdict.PASS_MEASURED),
        ("one run", 84.0, 0.050, Verdict.UNDETERMINED),
        ("one run", 130.0, 0.050, Verdict.NOT_DEMONSTRATED),
        ("busy host", 50.0, 0.050, Verdict.PASS_MEASURED),
        ("busy host", 84.0, 0.050, Verdict.NOT_COMPARABLE),
        ("busy host", 200.0, 5.0, Verdict.NOT_COMPARABLE),
        ("busy host", 84.0, 0.010, Verdict.FAIL),
        ("one level", 40.0, 0.050, Verdict.PASS_MEASURED),
        ("one level", 84.0, 0.050, Verdict.NO_DATA),
    ],
)
def test_verdicts(name: str, rate: float, target: float, verdict: Verdict) -> None:
    assert judge_curve(CURVES[name], rate, target) is verdict


def test_no_runs_no_verdict() -> None:
    assert estimate_curve(()) is None
    assert judge_curve(None, 84.0, 0.05) is Verdict.NO_DATA
    assert capacity_at(None, 0.05) == (Interval(None, None, None), False)
    assert next_users_to_test(None, 84.0) is None


def test_a_rate_above_the_highest_measured_is_not_demonstrated() -> None:
    few = curve_of(make_runs(TWO_QUEUES, (10, 30, 60), noise=(0.005, 0.03)))
    assert judge_curve(few, 84.0, 0.5) is Verdict.NOT_DEMONSTRATED
    assert response_at(few, 84.0).high is None
    assert (next_users_to_test(few, 84.0) or 0) >= 84 * (1 + true_response(TWO_QUEUES, 59.0))


def test_below_the_lowest_level_as_many_are_tested_as_bring_the_rate() -> None:
    """By Little's law N = X (R + Z), with Z = 1 s and R that hardly moves down there."""
    exact = curve_of(make_runs(TWO_QUEUES, (30, 300)))
    for rate in (2.0, 15.0, 25.0):
        assert next_users_to_test(exact, rate) == pytest.approx(rate * 1.014, abs=1.0)


def test_without_a_model_the_geometric_mean_of_the_neighbours_is_tested_next() -> None:
    """MODEL P5 step 6: sqrt(10 x 150) = 38.7; where that was tested already, nothing is stated."""
    two = curve_of(make_runs(TWO_QUEUES, (10, 150), noise=(0.001, 0.001)))
    assert two.fits is None
    assert next_users_to_test(two, 84.0) == 39


def test_capacity_is_censored_at_what_was_shown() -> None:
    capacity, censored = capacity_at(CURVES["busy host"], 0.5)
    (_, (rate, _)) = points(TWO_QUEUES, (30, 60))
    assert (capacity.low, capacity.point, censored) == (
        pytest.approx(rate),
        pytest.approx(rate),
        True,
    )
    capacity, censored = capacity_at(NOISY, 5.0)
    assert censored
    assert capacity.low == NOISY.demonstrated_tps < NOISY.top_tps
    assert capacity.point == NOISY.top_tps


def test_a_capacity_is_where_the_point_of_the_response_time_meets_the_target() -> None:
    """The lower end stood there as the point: 4 % low at the median."""
    capacity, censored = capacity_at(NOISY, 0.05)
    assert not censored
    assert capacity.point is not None
    assert point_at(NOISY, np.array([capacity.point]))[0] == pytest.approx(0.05)
    assert (capacity.low or 0.0) < capacity.point < (capacity.high or 0.0)


def test_capacity_of_many_targets_at_once() -> None:
    targets = np.array([0.001, 0.02, 0.05, 5.0])
    shown, expected, censored = capacities_tps(EXACT, targets)
    assert np.isnan(shown[0])
    assert np.isnan(expected[0])
    assert (np.diff(shown[1:]) > 0).all()
    assert (expected[1:] >= shown[1:]).all()
    assert censored.tolist() == [False, False, False, True]


def test_fewer_runs_give_wider_intervals() -> None:
    def width(runs: int, seed: int) -> float:
        curve = curve_of(make_runs(TWO_QUEUES, LEVELS, runs, (0.005, 0.03), seed))
        rate = np.array([84.0])
        return float(high_at(curve, rate)[0] / low_at(curve, rate)[0])

    two, five, thirty = (np.mean([width(n, seed) for seed in range(6)]) for n in (2, 5, 30))
    assert two > five > thirty


def test_below_the_first_level_only_the_upper_end_is_known() -> None:
    response = response_at(NOISY, 1.0)
    assert (response.low, response.point) == (None, None)
    assert response.high is not None


def test_percentiles_lean_on_monotony_alone() -> None:
    runs = tuple(
        replace(r, responses_s=(("p95", 3 * dict(r.responses_s)["mean"]),))
        for r in make_runs(TWO_QUEUES, LEVELS, noise=(0.005, 0.03))
    )
    result = response_at(curve_of(runs, "p95"), 84.0)
    below, above = points(TWO_QUEUES, (60, 90))
    assert result.low is not None
    assert result.high is not None
    assert result.low <= 3 * below[1] * 1.02
    assert result.high >= 3 * above[1]


def test_same_runs_same_curve() -> None:
    runs = make_runs(TWO_QUEUES, LEVELS, noise=(0.005, 0.03))
    assert (curve_of(runs).high_s == curve_of(runs[::-1]).high_s).all()


def test_means_that_fall_by_chance_are_repaired_in_silence() -> None:
    """MODEL P5 step 1: only what moves by more than two standard errors is told."""
    runs = make_runs(TWO_QUEUES, (30, 60, 90), 4, (0.005, 0.02))
    sound = estimate_curve(build_levels(runs, "mean"))
    low = [replace(r, responses_s=(("mean", 0.0148),)) if r.users == 60 else r for r in runs]
    fallen = estimate_curve(build_levels(low, "mean"))
    assert sound is not None
    assert fallen is not None
    assert sound.moved_users == ()
    assert fallen.moved_users


def test_an_answer_in_no_time_is_none() -> None:
    runs = make_runs(TWO_QUEUES, (30, 60), 2)
    assert build_levels([replace(r, responses_s=(("mean", 0.0),)) for r in runs], "mean") == ()


CROWDS = (20_000, 100_000)


@cache
def a_crowd(most_users: int) -> tuple[LoadRun, ...]:
    """Runs of an exact queueing network that six tenths of the most users saturate."""
    bottleneck, think = 50.0 / most_users, 30.0
    rates, responses = solve_queue(most_users, bottleneck, 0.5 * bottleneck, think)
    levels = [round(share * most_users) for share in (0.1, 0.3, 0.45, 0.55, 0.65, 1.0)]
    return tuple(
        replace(
            run,
            users=users,
            rate_tps=float(rates[users - 1]),
            responses_s=(("mean", float(responses[users - 1])),),
            completed=float(rates[users - 1]) * run.duration_s,
            think_time_s=think,
        )
        for users, level in zip(levels, LEVELS, strict=True)
        for run in make_runs(TWO_QUEUES, (level,))
    )


@pytest.mark.parametrize("most_users", CROWDS)
def test_a_crowd_gets_its_models_and_its_answer(most_users: int) -> None:
    """Between two levels the models tell more than the measurements alone."""
    curve = curve_of(a_crowd(most_users))
    assert curve.fits is not None
    bottleneck, asked = 50.0 / most_users, 0.5 * most_users
    rates, responses = solve_queue(most_users, bottleneck, 0.5 * bottleneck, 30.0)
    rate, true = float(rates[round(asked) - 1]), float(responses[round(asked) - 1])
    low, high, chord = (
        float(read(curve, np.array([rate]))[0]) for read in (low_at, high_at, measured_high_at)
    )
    assert low <= true <= high < 0.9 * chord
    assert judge_curve(curve, rate, 1.1 * high) is Verdict.PASS_MODELLED
    assert next_users_to_test(curve, rate) == pytest.approx(asked, rel=0.01)
