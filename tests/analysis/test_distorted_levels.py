"""Levels whose figures are not those of the system that was measured bend nothing beside them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.curves.levels import build_levels
from arraywise.analysis.curves.load_level import Bottleneck
from arraywise.analysis.curves.response_curve import estimate_curve
from arraywise.analysis.decision.certainty import compare_responses
from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.decision import Verdict
from arraywise.domain.requirement import Requirement, Thresholds
from tests.analysis.audit.test_comparability import CLEAN, OTHERS, RUNS, find
from tests.analysis.bench import (
    BUSY_HOST,
    DEMAND_84,
    FREE_HOST,
    TWO_QUEUES,
    make_option,
    make_runs,
    make_study,
)
from tests.answer_text import answer_text
from tests.worked_example.queueing import Network, Station

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.study import LoadRun, StudyFacts

QUICK = Network((Station(0.005), Station(0.008)), think_s=0.0)
SHIFTS = {
    "client": ({"client_use": BUSY_HOST}, 0.4),
    "paging": ({"host_use": replace(FREE_HOST, paging_share=0.5)}, 0.4),
    "stolen": ({"host_use": replace(FREE_HOST, steal_median=0.3)}, 2.0),
}


def distorted(runs: Sequence[LoadRun], fields: dict[str, object], factor: float) -> list[LoadRun]:
    """Move the response times of the level with 60 users, and tell why."""
    return [
        replace(r, responses_s=(("mean", r.responses_s[0][1] * factor),), **fields)  # type: ignore[arg-type]
        if r.users == 60
        else r
        for r in runs
    ]


@pytest.mark.parametrize("why", SHIFTS)
def test_what_lies_below_a_distorted_level_is_as_if_it_were_not_there(why: str) -> None:
    with_it = estimate_curve(build_levels(distorted(RUNS, *SHIFTS[why]), "mean"))
    without = estimate_curve(build_levels([r for r in RUNS if r.users != 60], "mean"))
    assert with_it is not None
    assert without is not None
    assert with_it.users == without.users == (10, 30, 90, 120, 150)
    assert with_it.high_s.tolist() == without.high_s.tolist()
    assert with_it.comparable_tps == pytest.approx(with_it.level_rates_tps[1])
    assert without.comparable_tps == float("inf")


def test_response_times_in_another_unit_pass_no_test_at_the_loads_beside_them() -> None:
    """Levels of 1, 2, 8 and 16 users miss 10 ms at 90 tx/s; 4 users in seconds hid it."""
    runs = make_runs(QUICK, (1, 2, 4, 8, 16), noise=(0.005, 0.02))
    bad = [
        replace(r, responses_s=(("mean", r.responses_s[0][1] / 1000),)) if r.users == 4 else r
        for r in runs
    ]
    asked = Requirement(response_time_s=0.010, visits_per_month=int(90 * 86400 * 30 / 4))
    verdict, clean = (answered(each, asked) for each in (bad, runs))
    assert clean is Verdict.FAIL
    assert verdict in {Verdict.FAIL, Verdict.NOT_COMPARABLE}


def answered(runs: Sequence[LoadRun], asked: Requirement) -> Verdict:
    study = make_study(make_option(1, runs), make_option(2, OTHERS), requirement=asked)
    return answer_requirement(prepare_study(study), study).options[0].verdict


def test_a_rate_in_another_unit_is_not_the_knee() -> None:
    bad = [replace(r, rate_tps=60 * r.rate_tps) if r.users == 30 else r for r in RUNS]
    levels = build_levels(bad, "mean")
    assert levels[1].bottleneck is Bottleneck.INVALID
    assert not any(level.past_knee for level in levels)


def test_between_systems_as_tested_a_client_is_part_of_the_system() -> None:
    fields, factor = SHIFTS["client"]
    levels = build_levels(distorted(RUNS, fields, factor), "mean", Thresholds(as_tested=True))
    curve = estimate_curve(levels)
    assert curve is not None
    assert 60 in curve.users


def test_what_is_the_same_at_another_load_need_not_be_at_the_demand() -> None:
    """MODEL D7.8: 10 users are common to both, 84 tx/s lie between 60 and 90, and 75 and 105."""
    even = Network((Station(0.0065), Station(0.0065)), think_s=1.0)
    steep = Network((Station(0.0112), Station(0.0018)), think_s=1.0)
    first = make_runs(even, (10, 30, 60, 90, 120), noise=(0.005, 0.02))
    asked = replace(DEMAND_84, response_time_s=0.2)
    for users, count in (((10, 45, 75, 105, 135), 0), ((10, 45, 90, 105, 135), 1)):
        second = make_runs(steep, users, noise=(0.005, 0.02), seed=2)
        facts = make_study(make_option(1, first), make_option(2, second), requirement=asked)
        prepared = prepare_study(facts)
        answer = answer_requirement(prepared, facts)
        compared = compare_responses(build_problem(prepared, facts), answer.options)
        assert len(compared) == count
        assert "response times do not differ significantly" not in answer_text(answer)


def said_by(check: str, facts: StudyFacts) -> list[str]:
    return [f"{f.message} {f.consequence}" for f in find(facts) if f.check == check]


def study_of(runs: Sequence[LoadRun]) -> StudyFacts:
    return replace(CLEAN, options=(make_option(1, runs), CLEAN.options[1]))


def test_think_times_are_those_of_each_level() -> None:
    slower = Network(TWO_QUEUES.stations, think_s=1.5)
    mixed = (*make_runs(TWO_QUEUES, (10, 30, 60)), *make_runs(slower, (90, 120), seed=7))
    assert said_by("Little's law broken", study_of(mixed)) == []
    curve = estimate_curve(build_levels(mixed, "mean"))
    assert curve is not None
    assert curve.fits is None  # no one system


def test_a_unit_is_named_only_where_it_explains_the_error() -> None:
    off = [replace(r, rate_tps=1.16 * r.rate_tps) for r in RUNS]
    (message,) = said_by("Little's law broken", study_of(off))
    assert "looks like" not in message
    (message,) = said_by(
        "Little's law broken", study_of([replace(r, rate_tps=60 * r.rate_tps) for r in RUNS])
    )
    assert "transactions per minute read as per second" in message


def test_little_s_law_is_held_whatever_statistic_is_asked_for() -> None:
    def tall(run: LoadRun) -> LoadRun:
        result = (*run.responses_s, ("p95", 2 * run.responses_s[0][1]))
        return replace(run, responses_s=result, rate_tps=run.rate_tps * 1.4)

    facts = study_of([tall(run) for run in RUNS])
    asked = replace(facts.requirement, statistic="p95")
    assert said_by("Little's law broken", replace(facts, requirement=asked))


def test_one_exhausted_run_of_five_leaves_its_level_and_is_told() -> None:
    one = [replace(r, host_use=BUSY_HOST) if i == 15 else r for i, r in enumerate(RUNS)]
    (message,) = said_by("host processors exhausted", study_of(one))
    assert "at 90 users" in message
    assert "the levels count" in message
    (message,) = said_by(
        "client exhausted",
        study_of(
            [
                replace(r, client_use=BUSY_HOST if i == 15 else FREE_HOST)
                for i, r in enumerate(RUNS)
            ]
        ),
    )
    assert "at its limit at 90 users" in message
    assert "the levels count" in message


def test_a_client_whose_processors_are_taken_is_told() -> None:
    robbed = replace(FREE_HOST, steal_median=0.3)
    taken = [replace(r, client_use=robbed) if r.users >= 120 else r for r in RUNS]
    (message,) = said_by("client exhausted", study_of(taken))
    assert "do not describe the storage" in message


def test_runs_that_answer_in_no_time_are_told() -> None:
    none = [replace(r, responses_s=(("mean", 0.0),)) if i in {0, 1} else r
            for i, r in enumerate(RUNS)]  # fmt: skip
    (message,) = said_by("runs left out", study_of(none))
    assert "for the chosen statistic: 2" in message


def test_levels_that_the_capacity_leans_on_are_looked_at_too() -> None:
    failing = [replace(r, failed=20_000.0) if r.users >= 120 else r for r in RUNS]
    assert said_by("failed transactions", study_of(failing))


def test_single_runs_alone_have_no_scatter_to_borrow() -> None:
    once = [r for i, r in enumerate(RUNS) if i % 5 == 0]
    (message,) = said_by("single run", study_of(once))
    assert "No level was repeated" in message


def test_below_the_lowest_measured_load_two_options_are_not_told_apart() -> None:
    """MODEL P5.7: "at most R_1" of one says nothing against "at most R_1" of another."""
    noise = (0.005, 0.01)
    asked = replace(DEMAND_84, response_time_s=0.2, visits_per_month=1_000_000)
    first, second = (
        make_runs(Network((Station(0.005 * k), Station(0.008 * k)), think_s=1.0), (30, 60), 5,
                  noise, seed)
        for k, seed in ((1.0, 1), (2.0, 2))
    )  # fmt: skip
    facts = make_study(make_option(1, first), make_option(2, second), requirement=asked)
    prepared = prepare_study(facts)
    answer = answer_requirement(prepared, facts)
    assert [option.verdict for option in answer.options] == [Verdict.PASS_MEASURED] * 2
    assert compare_responses(build_problem(prepared, facts), answer.options) == ()
    assert not answer.is_clear
    assert "The intervals of their response times overlap" in answer_text(answer)
    assert len(said_by("demand below the measured loads", facts)) == 2
