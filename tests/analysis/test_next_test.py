"""What to test next, how often, and what that would leave open (MODEL P5.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arraywise.analysis.answer import answer_requirement, decides, plan_test
from arraywise.analysis.curves.levels import sort_levels
from arraywise.analysis.curves.load_level import Bottleneck
from arraywise.analysis.curves.response_curve import draw_curve
from arraywise.analysis.decision.screening import judge
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.decision import FAILS, PASSES, Interval
from tests.analysis.bench import (
    DEMAND_84,
    TWO_QUEUES,
    make_option,
    make_runs,
    make_study,
    true_response,
)
from tests.answer_text import answer_text

RATE = 84.0
TRUTH = true_response(TWO_QUEUES, RATE)


def levels_of(users: tuple[int, ...], noise: float = 0.01, runs: int = 5):  # type: ignore[no-untyped-def]
    return sort_levels(make_runs(TWO_QUEUES, users, runs, (noise / 10, noise)), "mean")


def slower_beyond():  # type: ignore[no-untyped-def]
    """Return a level of 300 users that lies beyond the highest rate."""
    (last,) = levels_of((60,), noise=0.3)
    return (replace(last, users=300, past_knee=True),)


def test_the_model_proposes_the_users_of_the_demand() -> None:
    """Golden (MODEL P5.6): for 3/30/300 and 84 tx/s it proposes 86 users."""
    levels = levels_of((3, 30, 300), noise=1e-6)
    curve = draw_curve(levels)
    plan = plan_test(levels, curve, RATE)
    assert plan is not None
    assert (plan.users, plan.runs) == (86, 5)


@pytest.mark.parametrize("users", [(3, 30, 300), (3, 30, 60, 150, 300), (10, 150)])
def test_the_expected_interval_is_about_what_comes_out(users: tuple[int, ...]) -> None:
    levels = levels_of(users)
    before = draw_curve(levels)
    plan = plan_test(levels, before, RATE)
    assert plan is not None
    after = draw_curve(levels_of(tuple(sorted((*users, plan.users))), runs=plan.runs))
    assert before is not None
    assert after is not None
    low, high = plan.response_s.low, plan.response_s.high
    assert low is not None
    assert high is not None
    result = after.rates_tps.searchsorted(RATE)
    width = float(after.high_s[result] - after.low_s[result])
    earlier = before.rates_tps.searchsorted(RATE)
    assert high - low < float(before.high_s[earlier] - before.low_s[earlier])
    assert high - low > width / 2
    if before.fits is not None:
        assert high - low == pytest.approx(width, rel=1.5)


@pytest.mark.parametrize(("noise", "runs"), [(0.01, 5), (0.1, 19), (0.5, 30)])
def test_more_scatter_takes_more_runs(noise: float, runs: int) -> None:
    levels = levels_of((3, 30, 300), noise)
    plan = plan_test(levels, draw_curve(levels), RATE)
    assert plan is not None
    assert plan.runs == pytest.approx(runs, abs=8)


def test_nothing_is_expected_of_levels_that_were_not_repeated_or_lie_too_low() -> None:
    once = levels_of((3, 30, 300), runs=1)
    plan = plan_test(once, draw_curve(once), RATE)
    assert plan is not None
    assert (plan.runs, plan.response_s) == (5, Interval(None, None, None))
    low = levels_of((3, 30))
    plan = plan_test(low, draw_curve(low), RATE)
    assert plan is not None
    assert plan.response_s == Interval(None, None, None)


def test_the_sentence_says_what_a_test_would_bring() -> None:
    runs = make_runs(TWO_QUEUES, (3, 30, 60, 300), 5, (0.001, 0.15))
    asked = replace(DEMAND_84, response_time_s=TRUTH)
    facts = make_study(make_option(1, runs), requirement=asked)
    answer = answer_requirement(prepare_study(facts), facts, draws=0)
    (option,) = answer.options
    assert option.next_test is not None
    assert option.next_test.users == option.test_next_users
    text = answer_text(answer)
    assert "would decide option 1" in text or "would narrow option 1" in text


def test_a_rate_that_only_some_runs_reached_is_shown_by_more_users() -> None:
    """Between the lower end and the mean of the top rate nothing is shown (MODEL P5.5)."""
    levels = levels_of((10, 30, 60), noise=0.3)
    curve = draw_curve(levels)
    assert curve is not None
    rate = (curve.demonstrated_tps + curve.top_tps) / 2
    assert curve.demonstrated_tps < rate < curve.top_tps
    plan = plan_test(levels, curve, rate)
    assert plan is not None
    assert plan.users > 60
    assert plan.response_s == Interval(None, None, None)


def test_where_more_users_made_less_none_are_proposed() -> None:
    levels = (*levels_of((10, 30, 60), noise=0.3), *slower_beyond())
    curve = draw_curve(levels)
    assert curve is not None
    assert curve.users[-1] == 60
    rate = (curve.demonstrated_tps + curve.top_tps) / 2
    again = plan_test(levels, curve, rate)
    assert again is not None
    assert again.users == 60
    assert plan_test(levels, curve, curve.top_tps * 1.2) is None


def test_distorted_levels_beyond_forbid_no_test() -> None:
    (beyond,) = slower_beyond()
    paged = replace(beyond, bottleneck=Bottleneck.PAGING, host_bound=True)
    levels = (*levels_of((10, 30, 60), noise=0.3), paged)
    curve = draw_curve(levels)
    assert curve is not None
    plan = plan_test(levels, curve, curve.top_tps * 1.2)
    assert plan is not None
    assert plan.users > 60


def test_more_users_are_not_proposed_where_the_rate_is_flat() -> None:
    """Beyond saturation a test finds the same rate with longer response times."""
    flat = make_runs(TWO_QUEUES, (10, 60, 150, 400, 900), 3, (0.005, 0.01))
    levels = sort_levels(flat, "mean")
    curve = draw_curve(levels)
    assert curve is not None
    assert plan_test(levels, curve, 1.1 * curve.top_tps, 1.0) is None


@pytest.mark.parametrize("share", [0.85, 0.95, 1.05, 1.3])
def test_a_test_that_is_said_to_decide_does(share: float) -> None:
    """The new level is measured with scatter of its own, and judged beside the others."""
    said = done = 0
    for seed in range(1, 9):
        runs = make_runs(TWO_QUEUES, (3, 30, 300), 5, (0.01, 0.02), seed)
        levels = sort_levels(runs, "mean")
        curve = draw_curve(levels)
        assert curve is not None
        target = share * true_response(TWO_QUEUES, 84.0)
        plan = plan_test(levels, curve, 84.0, target)
        if plan is None or not decides(levels, curve, plan, (84.0,), target):
            continue
        said += 1
        added = make_runs(TWO_QUEUES, (plan.users,), plan.runs, (0.01, 0.02), 100 + seed)
        then = draw_curve(sort_levels([*runs, *added], "mean"))
        done += judge(then, 84.0, target) in PASSES | FAILS
    assert done >= 0.8 * said
