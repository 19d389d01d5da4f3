"""Runs whose response time still changes, and what may be concluded of them (MODEL P5.10)."""

from __future__ import annotations

from array import array
from dataclasses import replace

import numpy as np
import pytest

from arraywise.analysis.curves.levels import build_levels
from arraywise.analysis.curves.response_curve import estimate_curve, high_at, low_at
from arraywise.analysis.curves.steady_state import find_drifts, fit_trend, level_after_drift
from arraywise.domain.study import LoadRun
from tests.analysis.bench import TWO_QUEUES, make_runs
from tests.analysis.curves.test_disturbed_labs import filling

RUNS = make_runs(TWO_QUEUES, (10, 60, 90, 120), 3, (0.01, 0.02))


def warming(number: int, constant_s: float, height: float = 0.3) -> LoadRun:
    """Return a run whose rate rises as a cache warms, with scatter from batch to batch."""
    dice = np.random.default_rng(number)
    seconds = 600.0 * number + np.arange(600)
    rates = 100.0 / (1 + height * np.exp(-seconds / constant_s))
    rates *= 1 + np.repeat(dice.normal(0, 0.02, 60), 10)
    mean = float(rates.mean())
    responses = (("mean", 60 / mean - 0.1),)
    return LoadRun(number, "f", "swingbench", 60, mean, responses, rates_tps=array("d", rates))


def test_a_cache_that_warms_over_eight_runs_is_found_though_each_run_shows_little() -> None:
    runs = [warming(number, 1800.0) for number in range(8)]
    assert len(find_drifts(runs)) >= 6
    assert all(drift.to_come_s < 0 for drift in find_drifts(runs).values())


def test_runs_that_hang_together_from_batch_to_batch_do_not_drift() -> None:
    """Without the lag-one correlation 12 % of such runs lie beyond three errors."""
    dice, beyond, plain = np.random.default_rng(3), 0, 0
    for _ in range(400):
        batches = [0.0]
        for _ in range(59):
            batches.append(0.6 * batches[-1] + float(dice.normal(0, 0.02)))
        slope, error = fit_trend(100 * (1 + np.array(batches)))
        beyond += abs(slope) > 3 * error
        plain += abs(slope) > 3 * error / 2.0
    assert plain > 30
    assert beyond <= 8


def test_what_falls_may_still_fall_three_times_as_far_as_it_fell() -> None:
    runs = [replace(run, window_s=(0.0, None)) for run in filling(RUNS, 90, 0.9, 1.1)]
    level = next(level for level in build_levels(runs, "mean") if level.users == 90)
    then = level_after_drift(level, falling=True)
    assert then is not None
    assert level_after_drift(level, falling=False) is None
    for run, drift, after in zip(level.runs, level.drifts, then.responses_s, strict=True):
        assert run.rates_tps is not None
        thirds = (slice(200), slice(600), slice(400, 600))
        first, whole, last = (90 / float(np.mean(run.rates_tps[part])) for part in thirds)
        mean = dict(run.responses_s)["mean"]
        assert drift.to_come_s == pytest.approx(last - whole + 3 * (last - first))
        assert after == pytest.approx(max(0.05 * mean, mean + drift.to_come_s))


def test_no_target_fails_on_what_still_falls_and_none_passes_on_what_still_rises() -> None:
    curves = [
        estimate_curve(build_levels(filling(RUNS, 90, *ends), "mean"))
        for ends in ((0.9, 1.1), (1.1, 0.9))
    ]
    steady = estimate_curve(build_levels(filling(RUNS, 90, 1.0, 1.0), "mean"))
    assert steady is not None
    falling, rising = curves
    assert falling is not None
    assert rising is not None
    rate = np.array([84.0])
    assert low_at(falling, rate)[0] < low_at(steady, rate)[0]
    assert high_at(rising, rate)[0] > high_at(steady, rate)[0]
    assert falling.fits is None
    assert rising.fits is None


def test_users_who_log_on_for_some_seconds_are_no_drift() -> None:
    logging_on = []
    for run in RUNS:
        rates = np.full(600, run.rate_tps) * (
            1 + np.random.default_rng(run.run_id).normal(0, 0.03, 600)
        )
        rates[:10] *= 0.5
        logging_on.append(replace(run, rates_tps=array("d", rates.tolist())))
    assert find_drifts(logging_on) == {}
