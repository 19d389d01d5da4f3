"""A target on a percentile is judged by what files say of it, and by nothing else (P3.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.decision import FAILS, PASSES, Answer, FurtherTest, Verdict
from arraywise.present.findings import describe_change, list_answer_changes
from arraywise.usecases.decide_study import answer, prepare
from tests.analysis.bench import DEMAND_84, LEVELS, TWO_QUEUES, make_option, make_runs, make_study

if TYPE_CHECKING:
    from arraywise.domain.study import LoadRun

TIMES = {"p90_low": 1.8, "p90_high": 2.5, "p95_low": 2.1}
"""Shares of the mean that deciles leave."""


def decided(
    times: dict[str, float], statistic: str, target_s: float, *, repetitions: int = 5
) -> Answer:
    """Decide by runs that hold the mean and some shares of it."""
    runs = tuple(
        replace(
            run, responses_s=(*run.responses_s, *((n, f * run.responses_s[0][1])
                                                  for n, f in times.items())),
        )
        for run in make_runs(TWO_QUEUES, LEVELS, repetitions, noise=(0.002, 0.005))
    )  # fmt: skip
    asked = replace(DEMAND_84, statistic=statistic, response_time_s=target_s)
    facts = make_study(make_option(1, runs), requirement=asked)
    return answer(prepare(facts), facts, draws=0)


@pytest.mark.parametrize("repetitions", [1, 5])
@pytest.mark.parametrize(
    ("target_s", "verdicts"),
    [(1.0, PASSES), (0.065, frozenset({Verdict.UNDETERMINED})), (0.01, FAILS)],
)
def test_ends_decide_outside_of_them(
    target_s: float, verdicts: frozenset[Verdict], repetitions: int
) -> None:
    (option,) = decided(TIMES, "p90", target_s, repetitions=repetitions).options
    assert option.verdict in verdicts
    time = option.response_s
    assert time.low is not None
    assert time.point is not None
    assert time.high is not None
    assert time.low < time.point < time.high


@pytest.mark.parametrize("repetitions", [1, 5])
@pytest.mark.parametrize("statistic", ["p95", "p99"])
def test_a_lower_bound_fails_a_target_and_never_passes_one(
    statistic: str, repetitions: int
) -> None:
    (failing,) = decided(TIMES, statistic, 0.01, repetitions=repetitions).options
    assert failing.verdict in FAILS
    (open_,) = decided(TIMES, statistic, 10.0, repetitions=repetitions).options
    assert open_.verdict is Verdict.UNDETERMINED
    assert open_.response_s.low is not None
    assert open_.response_s.point is open_.response_s.high is None
    assert open_.capacity_tps is open_.next_test is None
    reason = str(open_.reason)
    assert f"only a lower bound for {statistic}" in reason
    assert "and mean, p50, p90" in reason


def test_where_files_only_bound_the_statistic_no_test_but_other_results_would_show_a_pass() -> (
    None
):
    """Catches "a test of option 1 shows that it passes" where no such test could be read off."""
    changes = list_answer_changes(decided(TIMES, "p95", 10.0))
    assert [str(describe_change(each)) for each in changes][-1] == (
        "Results of option 1 with p95 show that it passes: option 1"
    )
    (measured,) = decided({}, "mean", 10.0, repetitions=1).options
    assert measured.further_test is FurtherTest.POSSIBLE


def test_where_the_rate_falls_below_the_demand_no_test_is_named() -> None:
    """Catches a pass that is promised of a load which more users did not reach."""
    facts = make_study(
        make_option(1, make_runs(TWO_QUEUES, (60, 100), 5, noise=(0.002, 0.005))),
        make_option(2, slower_at_more_users()),
        requirement=replace(DEMAND_84, response_time_s=10.0),
    )
    result = answer(prepare(facts), facts, draws=0)
    assert result.options[1].further_test is FurtherTest.RATE_TOO_LOW
    assert not any("test of option 2" in str(each.what) for each in list_answer_changes(result))


def slower_at_more_users() -> tuple[LoadRun, ...]:
    """Return runs that reach 60 tx/s at most, and less with more users."""
    made = make_runs(TWO_QUEUES, (30, 60, 100), 5, noise=(0.002, 0.005))
    slow = {"rate_tps": 40.0, "responses_s": (("mean", 100 / 40.0 - 1.0),)}
    return tuple(replace(run, **slow) if run.users == 100 else run for run in made)  # type: ignore[arg-type]


@pytest.mark.parametrize("repetitions", [1, 5])
def test_an_upper_bound_passes_a_target_and_never_fails_one(repetitions: int) -> None:
    held = {"p95": 3.0}
    (passing,) = decided(held, "p90", 1.0, repetitions=repetitions).options
    assert passing.verdict in PASSES
    assert passing.response_s.low is passing.response_s.point is None
    (open_,) = decided(held, "p90", 0.001, repetitions=repetitions).options
    assert open_.verdict is Verdict.UNDETERMINED
    assert "only an upper bound for p90" in str(open_.reason)


def test_a_missing_statistic_is_named_with_those_that_are_there() -> None:
    (option,) = decided({}, "p90", 0.05).options
    assert option.verdict is Verdict.NO_DATA
    assert str(option.reason).startswith("Its files hold mean, not p90.")


def test_more_scatter_never_narrows_what_ends_leave() -> None:
    (once,) = decided(TIMES, "p90", 0.05, repetitions=1).options
    (often,) = decided(TIMES, "p90", 0.05, repetitions=5).options
    assert (once.response_s.low or 0) <= (often.response_s.low or 0)
    assert (once.response_s.high or 0) >= (often.response_s.high or 0)
