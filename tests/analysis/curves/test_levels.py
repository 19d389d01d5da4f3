"""Runs sorted into levels: repetitions pooled, copies and broken runs left out (MODEL P5)."""

from __future__ import annotations

from array import array
from dataclasses import replace

import pytest

from arraywise.analysis.curves.levels import (
    build_levels,
    describe_level,
    distinct_runs,
    response_interval,
)
from tests.analysis.bench import TWO_QUEUES, make_runs

CONTRADICTED = "figures contradict each other"
RUNS = make_runs(TWO_QUEUES, (30, 60), runs=3, noise=(0.01, 0.02))


def test_levels_ascend_whatever_the_order_of_the_files() -> None:
    levels = build_levels(RUNS, "mean")
    assert [(level.users, len(level.runs)) for level in levels] == [(30, 3), (60, 3)]
    assert build_levels(RUNS[::-1], "mean") == levels


@pytest.mark.parametrize(
    "change", [{"complete": False}, {"rate_tps": 0.0}, {"responses_s": (("p95", 0.1),)}]
)
def test_runs_that_say_nothing_are_left_out(change: dict[str, object]) -> None:
    broken = replace(RUNS[0], run_id=77, **change)  # type: ignore[arg-type]
    assert build_levels((*RUNS, broken), "mean") == build_levels(RUNS, "mean")


def test_a_run_in_two_files_is_no_repetition() -> None:
    copy = replace(RUNS[0], run_id=77, file="results.json", rate_tps=RUNS[0].rate_tps + 1e-3)
    assert len(build_levels((*RUNS, copy), "mean")[0].runs) == 3


@pytest.mark.parametrize(("second", "counted"), [(80.0, 3), (81.0, 4)])
def test_a_file_saved_once_more_is_no_repetition(second: float, counted: int) -> None:
    runs = [replace(run, rates_tps=array("d", [80.0] * 60)) for run in RUNS]
    rates = array("d", [*[80.0] * 59, second])
    copy = replace(runs[0], run_id=77, file="copy.xml", rates_tps=rates)
    assert len(build_levels((*runs, copy), "mean")[0].runs) == counted


@pytest.mark.parametrize(
    ("kinds", "counted"),
    [("L", "L"), ("P", "P"), ("PL", "L"), ("LLP", "LL"), ("PPL", "PL"), ("PP", "PP")],
)
def test_a_time_profile_of_a_test_in_a_log_is_no_repetition(kinds: str, counted: str) -> None:
    """Both tell of one test of HammerDB, with figures of their own."""
    runs = [
        replace(run, tool="hammerdb", completed=90_000.0 if kind == "P" else None)
        for run, kind in zip(make_runs(TWO_QUEUES, (60,)), kinds, strict=False)
    ]
    told = ["P" if run.completed else "L" for run in distinct_runs(runs)]
    assert sorted(told) == sorted(counted)


def test_levels_beyond_the_highest_rate_are_past_the_knee() -> None:
    slow = tuple(
        replace(r, run_id=r.run_id + 50, users=90, rate_tps=0.9 * r.rate_tps) for r in RUNS[3:]
    )
    levels = build_levels((*RUNS, *slow), "mean")
    assert [level.past_knee for level in levels] == [False, False, True]
    assert describe_level(levels[2], "mean").past_knee


@pytest.mark.parametrize(("think_s", "limit"), [(1.0, "nothing yet"), (0.2, CONTRADICTED)])
def test_a_level_whose_figures_contradict_each_other_does_not_count(
    think_s: float, limit: str
) -> None:
    """MODEL P2.3: N = X (R + Z) by more than 15 % off is invalid, where the files state Z."""
    runs = [replace(run, think_time_s=think_s) for run in RUNS]
    levels = build_levels(runs, "mean")
    assert {level.bottleneck for level in levels} == {limit}
    assert all(level.host_bound == (limit == CONTRADICTED) for level in levels)


def test_percentiles_are_not_averaged() -> None:
    """MODEL P3: per-run range; the interval is never narrower than Student's."""
    interval = response_interval([0.1, 0.11, 0.2, 0.1, 0.12, 0.11, 0.1], "p95")
    assert interval.point == 0.11
    assert interval.high == 0.2
    few = response_interval([0.10, 0.11], "p95")
    assert few.high is not None
    assert few.high > 0.16
