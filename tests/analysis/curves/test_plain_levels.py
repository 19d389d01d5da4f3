"""Levels that show by themselves that a target is missed (MODEL P5.11)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from arraywise.analysis.curves.levels import build_levels
from arraywise.analysis.curves.response_curve import estimate_curve, plain_low_at
from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.decision.screening import judge_curve
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.decision import ContaminationReason, Verdict
from tests.analysis.bench import (
    BUSY_HOST,
    TWO_QUEUES,
    make_option,
    make_runs,
    make_study,
    points,
)
from tests.analysis.curves.test_disturbed_labs import filling

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.domain.study import LoadRun

LEVELS = (10, 60, 90, 120)
RUNS = make_runs(TWO_QUEUES, LEVELS, 3, (0.01, 0.02))
TOP_TPS = points(TWO_QUEUES, (120,))[0][0]
RATE_90, RESPONSE_90 = points(TWO_QUEUES, (90,))[0]


def shown_by(runs: Sequence[LoadRun]) -> tuple[int, ...]:
    curve = estimate_curve(build_levels(runs, "mean"))
    assert curve is not None
    return tuple(level.users for level in curve.plain)


def changed(users: int, change: Callable[[LoadRun], LoadRun]) -> list[LoadRun]:
    return [change(run) if run.users == users else run for run in RUNS]


def longer(factor: float) -> Callable[[LoadRun], LoadRun]:
    def slow(run: LoadRun) -> LoadRun:
        response = factor * dict(run.responses_s)["mean"]
        rate = run.users / (response + (run.think_time_s or 0.0))
        return replace(run, responses_s=(("mean", response),), rate_tps=rate)

    return slow


def test_each_repeated_sound_level_shows_what_it_measured_to_demands_well_above_it() -> None:
    curve = estimate_curve(build_levels(RUNS, "mean"))
    assert curve is not None
    assert tuple(level.users for level in curve.plain) == LEVELS
    at_90 = next(level for level in curve.plain if level.users == 90)
    assert at_90.above_tps == pytest.approx(RATE_90 / 0.9, rel=0.03)
    assert 0.85 * RESPONSE_90 < at_90.least_s < RESPONSE_90
    assert plain_low_at(curve, np.array([RATE_90, 1.2 * RATE_90])).tolist()[1] == at_90.least_s


def test_a_demand_far_beyond_all_levels_fails_what_a_level_below_it_misses_already() -> None:
    assert (
        judge_curve(estimate_curve(build_levels(RUNS, "mean")), 2 * TOP_TPS, 0.020) is Verdict.FAIL
    )


@pytest.mark.parametrize(
    ("runs", "left_out"),
    [
        (changed(60, lambda run: replace(run, host_use=BUSY_HOST)), {60}),
        (changed(60, lambda run: replace(run, think_time_s=3.0)), {*LEVELS}),
        (changed(60, longer(6.0)), {60}),
        ([run for run in RUNS if run.users != 60 or run is RUNS[3]], {60}),
        (filling(RUNS, 90, 0.95, 1.05), {*LEVELS}),
    ],
    ids=["host at its limit", "another think time", "slower than more users", "one run", "drift"],
)
def test_no_level_in_doubt_shows_anything(runs: list[LoadRun], left_out: set[int]) -> None:
    assert not left_out & {*shown_by(runs)}


def test_a_level_slowed_by_a_job_fails_no_target_that_more_users_keep() -> None:
    """The level beside it is in doubt as well: nothing there leans on either."""
    slowed = changed(90, longer(4.0))
    levels = build_levels(slowed, "mean")
    assert levels[2].contaminated in {ContaminationReason.ORDER, ContaminationReason.CHORD}
    assert 90 not in shown_by(slowed)


def test_levels_of_another_think_time_than_users_have_show_nothing_alone() -> None:
    """51 ms at 105 tx/s with 3 s of thought are 39.5 ms at 118 tx/s with 0.05 s."""
    facts = make_study(make_option(1, RUNS))
    prepared = prepare_study(facts)
    for think_s, shows in ((None, True), (1.0, True), (3.0, False)):
        asked = replace(facts.requirement, think_time_s=think_s)
        (candidate,) = build_problem(prepared, facts, asked).model.candidates
        assert candidate.curve is not None
        assert bool(candidate.curve.plain) is shows
