"""A target on a percentile is judged by what files say of it, and by nothing else (P3.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arraywise.domain.decision import FAILS, PASSES, Answer, Verdict
from arraywise.usecases.decide_study import answer, prepare
from tests.analysis.bench import DEMAND_84, LEVELS, TWO_QUEUES, make_option, make_runs, make_study

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
