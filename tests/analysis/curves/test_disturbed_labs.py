"""Labs of known truth with a fault planted: the fault is named, and no verdict leans on it."""

from __future__ import annotations

from array import array
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest

from arraywise.analysis.curves import response_curve
from arraywise.analysis.curves.levels import build_levels, faulty_runs
from arraywise.analysis.curves.response_curve import estimate_curve
from arraywise.analysis.decision.screening import judge_curve
from arraywise.domain.decision import FAILS, PASSES, ContaminationReason, Verdict
from tests.analysis.audit.test_comparability import find
from tests.analysis.bench import BUSY_HOST, make_option, make_runs, make_study, points
from tests.analysis.coverage import Noise, Truth, truths

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.analysis.curves.response_curve import ResponseCurve
    from arraywise.domain.study import LoadRun

NOISE = Noise(0.02, 0.05)
TARGETS = (0.6, 0.8, 0.9, 1.1, 1.25, 1.6)
"""Targets as shares of the true response time at the rate that is asked about."""


@cache
def labs() -> tuple[Truth, ...]:
    """Return those of at least five levels; they take seconds, so only who asks waits."""
    return tuple(truth for truth in truths() if len(truth.users) >= 5)


SLOWER = 3.0


def measured(truth: Truth, seed: int) -> list[LoadRun]:
    spread = (NOISE.rate, NOISE.response)
    return [
        run
        for place, users in enumerate(truth.users)
        for run in make_runs(truth.network, (users,), 3, spread, 100 * seed + place)
    ]


@contextmanager
def levels_standing_alone() -> Iterator[None]:
    """Let one level fail a target, as without what the others say of it (MODEL P5.12)."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(response_curve, "LEAST_LEVELS", 99)
        yield


def curve_of(runs: Sequence[LoadRun]) -> ResponseCurve:
    curve = estimate_curve(build_levels(runs, "mean"), draws=300)
    assert curve is not None
    return curve


def verdicts(truth: Truth, curve: ResponseCurve) -> Iterator[tuple[Verdict, bool]]:
    """Judge some targets at some rates; the second is whether the truth keeps the target."""
    for rate, share in product(truth.rates(), TARGETS):
        exact = truth.response_s(rate)
        yield judge_curve(curve, rate, share * exact), share >= 1.0


def is_wrong(verdict: Verdict, *, kept: bool) -> bool:
    return verdict in FAILS if kept else verdict in PASSES


def lifted(runs: Sequence[LoadRun], users: int, factor: float) -> list[LoadRun]:
    """Slow down one level as a job beside it does: the rate follows by the interactive law."""
    changed = []
    for run in runs:
        response = factor * dict(run.responses_s)["mean"]
        rate = users / (response + (run.think_time_s or 0.0))
        slow = replace(run, responses_s=(("mean", response),), rate_tps=rate)
        changed.append(slow if run.users == users else run)
    return changed


def test_no_level_of_a_clean_lab_is_in_doubt_and_its_verdicts_stay() -> None:
    doubted = levels = decided = 0
    for seed, truth in enumerate(labs()):
        curve = curve_of(measured(truth, seed))
        levels += len(truth.users)
        doubted += len(curve.doubts)
        clear = replace(curve, doubts=())
        for (now, stored), (before, _) in zip(
            verdicts(truth, curve), verdicts(truth, clear), strict=True
        ):
            decided += before in PASSES | FAILS
            assert now == before or now is Verdict.UNDETERMINED
            assert not is_wrong(now, kept=stored) or is_wrong(before, kept=stored)
    assert decided > 500
    assert doubted <= 0.01 * levels


def contradicts(truth: Truth, users: int) -> bool:
    """Return whether the slowed level lies well above the line between its neighbours."""
    place = truth.users.index(users)
    near = [truth.points[n - 1] for n in truth.users[place - 1 : place + 2]]
    here = SLOWER * near[1].response_s
    rate = users / (here + truth.network.think_s)
    share = (rate - near[0].rate) / (near[2].rate - near[0].rate)
    chord = near[0].response_s + share * (near[2].response_s - near[0].response_s)
    return 0 < share < 0.95 and here > 1.35 * chord


def test_a_level_disturbed_by_another_job_is_named_and_decides_nothing() -> None:
    named = planted = wrong = wrong_before = 0
    for seed, truth in enumerate(labs()):
        users = truth.users[len(truth.users) // 2]
        runs = lifted(measured(truth, seed), users, SLOWER)
        curve = curve_of(runs)
        if not contradicts(truth, users):
            continue
        planted += 1
        named += any(x.contaminated for x in build_levels(runs, "mean") if x.users == users)
        wrong += sum(is_wrong(v, kept=stored) for v, stored in verdicts(truth, curve))
        with levels_standing_alone():
            plain = estimate_curve(
                [replace(x, contaminated=None) for x in build_levels(runs, "mean")]
            )
        assert plain is not None
        wrong_before += sum(is_wrong(v, kept=stored) for v, stored in verdicts(truth, plain))
    assert planted >= 10
    assert named >= 0.8 * planted
    assert wrong_before > 0
    assert wrong == 0


BYTES_S = 4e8


def watched_labs() -> tuple[Truth, ...]:
    return labs()[::3]


RESOURCES = ("busy_median", "disk_b_s", "net_b_s")


def watched(
    runs: Sequence[LoadRun], resource: str, job: dict[int, float], power: float = 1.0
) -> list[LoadRun]:
    """Let each run's host use a share of a resource: some always, the rest by the rate.

    Args:
        runs: of one option.
        resource: a figure of `HostUse`.
        job: share that another job takes, by users.
        power: of the rate; 1 by the utilisation law.
    """
    top = max(run.rate_tps for run in runs)
    dice = np.random.default_rng(7)
    scale = 1.0 if resource == "busy_median" else BYTES_S
    result = []
    for run in runs:
        share = 0.05 + 0.5 * (run.rate_tps / top) ** power + job.get(run.users, 0.0)
        used = scale * share * float(np.exp(0.01 * dice.normal()))
        assert run.host_use is not None
        result.append(replace(run, host_use=replace(run.host_use, **{resource: used})))  # type: ignore[arg-type]
    return result


def foreign(runs: Sequence[LoadRun]) -> set[int]:
    """Return the users of the levels on which the host did foreign work."""
    levels = build_levels(runs, "mean")
    return {x.users for x in levels if x.contaminated is ContaminationReason.FOREIGN_WORK}


@pytest.mark.parametrize("resource", RESOURCES)
@pytest.mark.parametrize("place", [1, 2])
def test_a_level_on_which_the_host_did_foreign_work_is_named(resource: str, place: int) -> None:
    for seed, truth in enumerate(watched_labs()):
        users = truth.users[place]
        runs = watched(measured(truth, seed), resource, {users: 0.2})
        assert foreign(runs) == {users}


def test_the_lowest_level_is_not_held_against_the_line_through_the_others() -> None:
    """It is outside of their rates, and what a host does without load need not lie on a line."""
    for seed, truth in enumerate(watched_labs()):
        runs = watched(measured(truth, seed), "busy_median", {truth.users[0]: 0.2})
        assert foreign(runs) == set()


@pytest.mark.parametrize("resource", RESOURCES)
@pytest.mark.parametrize("power", [0.8, 1.0, 1.15])
def test_what_runs_beside_every_level_and_flows_that_bend_a_little_are_no_foreign_work(
    resource: str, power: float
) -> None:
    for seed, truth in enumerate(watched_labs()):
        assert foreign(watched(measured(truth, seed), resource, {}, power)) == set()


def test_directions_of_which_now_one_and_now_the_other_is_busier_are_no_foreign_work() -> None:
    """Catches clean options accused for the busier direction, which bends where it changes."""
    by_busier = 0
    for seed, truth in enumerate(watched_labs()):
        runs, dice = measured(truth, seed), np.random.default_rng(seed)
        top, together, busier = max(run.rate_tps for run in runs), [], []
        for run in runs:
            share, off = run.rate_tps / top, np.exp(0.01 * dice.normal(size=2)).tolist()
            ways = BYTES_S * (0.4 + 0.05 * share) * off[0], BYTES_S * 0.9 * share * off[1]
            assert run.host_use is not None
            use = replace(run.host_use, net_b_s=max(ways))
            busier.append(replace(run, host_use=use))
            together.append(replace(run, host_use=replace(use, net_both_b_s=sum(ways))))
        assert foreign(together) == set()
        by_busier += bool(foreign(busier))
    assert by_busier


def test_processors_busier_at_the_highest_rate_may_wait_for_locks() -> None:
    for seed, truth in enumerate(watched_labs()):
        runs = measured(truth, seed)
        top = max(build_levels(runs, "mean"), key=lambda level: level.rate_tps).users
        assert foreign(watched(runs, "busy_median", {top: 0.2})) == set()
        assert foreign(watched(runs, "disk_b_s", {top: 0.2})) == {top}


def test_a_level_that_was_not_watched_in_every_run_is_not_judged_by_its_host() -> None:
    truth = labs()[0]
    users = truth.users[1]
    runs = watched(measured(truth, 1), "disk_b_s", {users: 0.3})
    first = next(run for run in runs if run.users == users)
    assert foreign(runs) == {users}
    runs = [replace(r, host_use=None) if r is first else r for r in runs]
    assert foreign(runs) == set()


def test_no_target_fails_by_a_level_that_a_job_slowed_within_what_its_neighbours_allow() -> None:
    """The curve is convex with and without the job: only the host's disks tell it."""
    wrong_before = wrong = 0
    for seed, truth in enumerate(watched_labs()):
        users = truth.users[len(truth.users) // 2]
        runs = lifted(measured(truth, seed), users, 1.3)
        if any(level.contaminated for level in build_levels(runs, "mean")):
            continue
        busier = watched(runs, "disk_b_s", {users: 0.2})
        seen = curve_of(busier)
        with levels_standing_alone():
            unseen = curve_of(runs)
        assert any(x.contaminated for x in build_levels(busier, "mean") if x.users == users)
        for share in (1.02, 1.1, 1.2):
            rate = 0.999 * next(x.rate_tps for x in build_levels(runs, "mean") if x.users == users)
            target = share * truth.response_s(rate)
            wrong_before += judge_curve(unseen, rate, target) in FAILS
            wrong += judge_curve(seen, rate, target) in FAILS
    assert wrong_before > 0
    assert wrong == 0


def test_beside_a_host_at_its_limit_the_last_sound_level_ends_what_can_be_judged() -> None:
    """A level that was left out before it must not shift the rates of the others."""
    truth = labs()[0]
    users = truth.users[1]
    runs = watched(measured(truth, 1), "disk_b_s", {users: 0.3})
    runs = [replace(r, host_use=BUSY_HOST) if r.users >= truth.users[3] else r for r in runs]
    assert foreign(runs) == {users}
    stored = next(x for x in build_levels(runs, "mean") if x.users == truth.users[2])
    assert curve_of(runs).comparable_tps == pytest.approx(stored.rate_tps)


def test_levels_at_their_hosts_limit_are_not_held_against_the_others() -> None:
    for seed, truth in enumerate(watched_labs()):
        runs = measured(truth, seed)
        top = truth.users[-2]
        assert (
            foreign([replace(r, host_use=BUSY_HOST) if r.users >= top else r for r in runs])
            == set()
        )


def test_the_answer_names_foreign_work_as_its_reason() -> None:
    truth = labs()[0]
    users = truth.users[1]
    option = make_option(1, watched(measured(truth, 1), "disk_b_s", {users: 0.3}))
    (finding,) = (f for f in find(make_study(option)) if f.check == "level contaminated")
    assert f"at {users} users the host did more work per transaction" in str(finding.message)
    assert "Repeat this level" in str(finding.consequence)


def test_a_level_slower_than_more_users_is_out_of_order() -> None:
    truth = labs()[0]
    runs = lifted(measured(truth, 1), truth.users[0], 6.0)
    levels = build_levels(runs, "mean")
    assert levels[0].contaminated is ContaminationReason.ORDER
    assert truth.users[0] not in curve_of(runs).users


def test_a_level_that_several_others_contradict_withholds_nothing() -> None:
    """Catches clear passes that are not shown for a level which cannot be right."""
    refuted = decided = before = 0
    for seed, truth in enumerate(labs()):
        users = truth.users[len(truth.users) // 2]
        runs = lifted(measured(truth, seed), users, 2 * SLOWER)
        levels = build_levels(runs, "mean")
        if not any(x.refuted for x in levels if x.users == users):
            continue
        refuted += 1
        curve = curve_of(runs)
        assert users not in {doubt.users for doubt in curve.doubts}
        withheld = estimate_curve([replace(x, refuted=False) for x in levels], draws=300)
        assert withheld is not None
        for now, kept in verdicts(truth, curve):
            decided += now in PASSES | FAILS
            assert not is_wrong(now, kept=kept)
        before += sum(v in PASSES | FAILS for v, _ in verdicts(truth, withheld))
    assert refuted >= 10
    assert decided > 1.1 * before


def test_of_two_levels_that_contradict_each_other_alone_neither_is_refuted() -> None:
    """Catches a right level that is left out beside one which a cache served."""
    contradicted = 0
    for seed, truth in enumerate(labs()):
        fast = truth.users[-2]
        levels = build_levels(lifted(measured(truth, seed), fast, 1 / SLOWER), "mean")
        contradicted += any(x.contaminated and x.users != fast for x in levels)
        assert not any(x.refuted for x in levels if x.users != fast)
    assert contradicted >= 5


@pytest.mark.parametrize(
    ("place", "factor", "consequence"),
    [(2, SLOWER, "they decide without it"), (-2, 1 / SLOWER, "Repeat this level")],
)
def test_the_answer_says_which_level_is_in_doubt_and_whether_the_others_decide(
    place: int, factor: float, consequence: str
) -> None:
    truth = labs()[0]
    runs = lifted(measured(truth, 1), truth.users[place], factor)
    (level,) = (level for level in build_levels(runs, "mean") if level.contaminated)
    (finding,) = (
        f for f in find(make_study(make_option(1, runs))) if f.check == "level contaminated"
    )
    assert f"{level.users} users" in str(finding.message)
    assert consequence in str(finding.consequence)


def filling(runs: Sequence[LoadRun], users: int, start: float, end: float) -> list[LoadRun]:
    """Let the rate of one level fall over its runs, as behind a write cache that fills."""
    dice = np.random.default_rng(1)
    changed = []
    for run in runs:
        course = np.linspace(start, end, 600) * run.rate_tps
        course *= 1 + 0.03 * dice.normal(size=600)
        response = users / float(course.mean()) - (run.think_time_s or 0.0)
        moving = replace(
            run,
            rates_tps=array("d", course.tolist()),
            rate_tps=float(course.mean()),
            responses_s=(("mean", response),),
        )
        changed.append(moving if run.users == users else run)
    return changed


def test_a_target_between_the_mean_and_the_end_of_a_moving_run_is_not_judged() -> None:
    """A write cache fills: the mean keeps the target that the end of the run misses."""
    truth = next(t for t in labs() if t.network.think_s > 0.5)
    users = truth.users[-2]
    runs = filling(measured(truth, 3), users, 1.02, 0.9)
    curve = curve_of(runs)
    (doubt,) = (d for d in curve.doubts if d.kind is ContaminationReason.MOVING)
    assert doubt.users == users
    assert doubt.end_s is not None
    rate = min(points(truth.network, (users,))[0][0], 0.999 * curve.limit_tps)
    mean = (doubt.low_s + doubt.high_s) / 2
    between = (mean + doubt.end_s) / 2
    assert judge_curve(curve, rate, between) not in PASSES
    steady = curve_of(filling(measured(truth, 3), users, 1.0, 1.0))
    assert steady.doubts == ()


@pytest.mark.parametrize(
    ("rate", "response", "cause"),
    [
        (1.0, 1e-3, "seconds read as milliseconds"),
        (1.0, 1e3, "milliseconds read as seconds"),
        (1.0, 1e6, "microseconds read as seconds"),
        (60.0, 1.0, "per minute read as per second"),
        (1 / 60, 1.0, "per second read as per minute"),
    ],
)
@pytest.mark.parametrize("think_s", [0.2, 5.0])
def test_one_run_in_another_unit_is_named_and_left_out(
    think_s: float, rate: float, response: float, cause: str
) -> None:
    truth = next(t for t in labs() if t.network.think_s == think_s)
    users = truth.users[2]
    clean = measured(truth, 5)
    odd = next(run for run in clean if run.users == users)
    wrong = replace(
        odd,
        rate_tps=odd.rate_tps * rate,
        responses_s=tuple((name, value * response) for name, value in odd.responses_s),
    )
    runs = [wrong if run is odd else run for run in clean]
    (fault,) = faulty_runs(runs)
    assert fault.run is wrong
    assert cause in str(fault.cause)
    level = next(level for level in build_levels(runs, "mean") if level.users == users)
    assert wrong not in level.runs
    assert len(level.runs) == 2
    assert not level.is_distorted


def test_of_two_runs_in_different_units_the_one_unlike_its_neighbours_is_at_fault() -> None:
    truth = labs()[0]
    users = truth.users[2]
    clean = [run for run in measured(truth, 5) if run.users != users]
    first, second = make_runs(truth.network, (users,), 2, (0.01, 0.02), 77)
    wrong = replace(second, responses_s=(("mean", dict(second.responses_s)["mean"] * 1000),))
    (fault,) = faulty_runs([*clean, first, wrong])
    assert fault.run is wrong


def test_runs_that_only_scatter_are_not_at_fault() -> None:
    for seed, truth in enumerate(labs()):
        assert faulty_runs(measured(truth, seed)) == ()


def test_where_most_runs_are_in_another_unit_these_are_at_fault_and_not_the_good_one() -> None:
    truth = labs()[0]
    users = truth.users[2]
    clean = measured(truth, 5)
    level = [run for run in clean if run.users == users]
    wrong = [
        replace(run, responses_s=(("mean", dict(run.responses_s)["mean"] / 1000),))
        for run in level[:2]
    ]
    faults = faulty_runs([*wrong, level[2], *(run for run in clean if run.users != users)])
    assert [fault.run for fault in faults] == wrong
    assert all("seconds read as milliseconds" in str(fault.cause) for fault in faults)


def test_no_target_passes_that_the_end_of_a_slowing_run_misses() -> None:
    """Behind a write cache that fills, the mean of a run keeps what lasting load misses."""
    passes = judged = 0
    for seed, truth in enumerate(labs()):
        if truth.network.think_s == 0:
            continue
        users = truth.users[-2]
        runs = filling(measured(truth, seed), users, 1.05, 0.85)
        curve = curve_of(runs)
        doubt = next((d for d in curve.doubts if d.kind is ContaminationReason.MOVING), None)
        if doubt is None or doubt.end_s is None:
            continue  # so little of the cycle is response that nothing moves
        judged += 1
        rate = build_levels(runs, "mean")[-2].rate_tps
        if not doubt.low_tps < rate < doubt.high_tps:
            continue
        for share in (0.5, 0.9, 0.99):
            assert judge_curve(curve, rate, share * doubt.end_s) not in PASSES
        passes += judge_curve(curve, 0.9 * curve.first_tps, 100 * doubt.end_s) in PASSES
    assert judged >= 8
    assert passes > 0
