"""How often the 95 % intervals hold the truth, on exact models with noise from run to run."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, islice, product
from statistics import stdev

import numpy as np
import pytest

from arraywise.analysis.curves.levels import build_levels, demonstrated_rate
from arraywise.analysis.curves.response_curve import estimate_curve, high_at, low_at
from arraywise.analysis.curves.statistics import mean_interval, resample_means, t_quantile
from arraywise.domain.decision import PASSES
from tests.analysis.bench import TWO_QUEUES, make_runs, points, true_response
from tests.analysis.coverage import NO_NOISE, NOISES, cases, tally
from tests.worked_example.queueing import Network, Station

NETWORKS = (
    TWO_QUEUES,
    Network((Station(0.020, 2), Station(0.009)), think_s=1.0),
    Network((Station(0.004), Station(0.006), Station(0.008)), 0.01, 0.2),
)
USERS = {1.0: (10, 40, 80, 120, 150), 0.2: (3, 9, 17, 26, 34)}
NOISE = (0.01, 0.04)
MOST_USERS = 400


@pytest.mark.parametrize("runs", [2, 3, 5])
def test_intervals_hold_the_truth(runs: int) -> None:
    held = []
    for network in NETWORKS:
        users = USERS[network.think_s]
        first, *_, last = [rate for rate, _ in points(network, users)]
        rates = first + (last - first) * np.array([0.2, 0.4, 0.6, 0.8, 0.9])
        truths = np.array([true_response(network, rate, users[-1]) for rate in rates])
        for seed in range(8):
            levels = build_levels(make_runs(network, users, runs, NOISE, seed), "mean")
            curve = estimate_curve(levels, seed=seed)
            assert curve is not None
            inside = (low_at(curve, rates) <= truths) & (truths <= high_at(curve, rates))
            held += inside[rates <= curve.demonstrated_tps].tolist()
    assert len(held) > 80
    assert np.mean(held) >= 0.95


@pytest.mark.parametrize("runs", [2, 3, 5, 10, 30])
def test_a_level_alone_comes_close_to_students_interval(runs: int) -> None:
    levels = build_levels(make_runs(TWO_QUEUES, (60,), runs, NOISE), "mean")
    drawn = resample_means(levels, draws=20_000)
    assert drawn is not None
    student = mean_interval(levels[0].responses_s)
    assert student.high is not None
    assert student.point is not None
    half = np.quantile(drawn[1], 0.975) - student.point
    assert half == pytest.approx(student.high - student.point, rel=0.25)


def test_a_single_run_borrows_the_scatter_of_the_others() -> None:
    runs = (*make_runs(TWO_QUEUES, (30,), 5, NOISE), *make_runs(TWO_QUEUES, (60,), 1, seed=2))
    drawn = resample_means(build_levels(runs, "mean"), draws=4_000)
    assert drawn is not None
    spread = drawn[1].std(axis=0) / drawn[1].mean(axis=0)
    assert spread[1] > 1.5 * spread[0]


def test_without_repetition_nothing_is_known_of_the_scatter() -> None:
    assert resample_means(build_levels(make_runs(TWO_QUEUES, (30, 60), 1), "mean")) is None


def test_coverage_and_wrong_passes_on_the_test_bed() -> None:
    """MODEL P5: at least 95 % hold the truth, at most 1 % of the missed targets pass."""
    some = chain(
        *(
            islice(cases(noise, runs, [7]), start, None, 4)
            for start, (noise, runs) in enumerate(
                product((NOISES[0], NOISES[1], NOISES[3]), (3, 5))
            )
        )
    )
    # Thousands of users take as long as all others together.
    seen = tally((case for case in some if case[0].users[-1] < MOST_USERS), draws=400)
    assert seen.shown > 250
    assert seen.coverage >= 0.95
    assert seen.wrong_pass_share <= 0.01
    assert seen.overshot_share <= 0.025
    assert sum(seen.verdicts[v.value] for v in PASSES) > 150


def test_without_noise_every_interval_holds_the_truth() -> None:
    """MODEL P5 step 4: all of them, and no target that is missed passes."""
    seen = tally(islice(cases(NO_NOISE, 2, [1]), 0, None, 3), draws=10)
    assert seen.shown == 100
    assert (seen.coverage, seen.wrong_passes, seen.wrong_fails, seen.overshot) == (1.0, 0, 0, 0)


def test_runs_that_happen_to_agree_gain_nothing_from_it() -> None:
    """Three equal runs beside levels that scatter by 5 % are not known exactly."""
    runs = make_runs(TWO_QUEUES, (30, 60, 90), 3, (0.05, 0.05))
    alike = next(r for r in runs if r.users == 60)
    levels = build_levels([alike if r.users == 60 else r for r in runs], "mean")
    drawn = resample_means(levels, draws=4_000)
    assert drawn is not None
    spread = drawn[1].std(axis=0) / drawn[1].mean(axis=0)
    assert spread[1] > 0.5 * spread[0]


def test_a_level_that_scatters_more_keeps_its_own_spread() -> None:
    runs = (*make_runs(TWO_QUEUES, (30, 90), 5, (0.005, 0.01)),
            *make_runs(TWO_QUEUES, (60,), 5, (0.005, 0.08), seed=2))  # fmt: skip
    drawn = resample_means(build_levels(runs, "mean"), draws=4_000)
    assert drawn is not None
    spread = drawn[1].std(axis=0) / drawn[1].mean(axis=0)
    assert spread[1] > 1.5 * spread[0]


def test_the_more_levels_near_the_ceiling_the_less_of_it_is_demonstrated() -> None:
    """The highest of several equal levels is likelier too high than the only one."""
    runs = make_runs(TWO_QUEUES, (60, 300), 5, NOISE)
    two = build_levels(runs, "mean")
    top = two[-1]
    more = (replace(top, users=301), replace(top, users=302))
    alone, among = demonstrated_rate(two, top), demonstrated_rate((*two, *more), top)
    assert among < alone < top.rate_tps


def test_alone_near_the_ceiling_no_more_is_demonstrated_than_by_its_own_interval() -> None:
    """The others scatter less; three runs of its own are known by Student's t alone."""
    calm = make_runs(TWO_QUEUES, (10, 30), 5, (0.001, 0.001))
    wild = make_runs(TWO_QUEUES, (300,), 3, (0.05, 0.05))
    levels = build_levels((*calm, *wild), "mean")
    own = mean_interval(levels[-1].rates_tps)
    assert demonstrated_rate(levels, levels[-1]) == pytest.approx(own.low)


def test_calm_levels_at_little_load_do_not_hide_scatter_near_the_ceiling() -> None:
    """The top level's own runs happen to agree; those of the level below it do not."""
    calm = make_runs(TWO_QUEUES, (2, 4), 9, (0.001, 0.001))
    wild = make_runs(TWO_QUEUES, (90,), 5, (0.05, 0.05))
    lucky = make_runs(TWO_QUEUES, (300,), 2, (0.0001, 0.0001))
    levels = build_levels((*calm, *wild, *lucky), "mean")
    upper_half = levels[2:]
    assert demonstrated_rate(levels, levels[-1]) == demonstrated_rate(upper_half, levels[-1])


def test_a_top_level_that_scatters_more_keeps_its_own_scatter() -> None:
    calm = make_runs(TWO_QUEUES, (10, 200), 5, (0.001, 0.001))
    wild = make_runs(TWO_QUEUES, (300,), 5, (0.03, 0.05), seed=5)
    levels = build_levels((*calm, *wild), "mean")
    top = max(levels, key=lambda level: level.rate_tps)
    assert top.users == 300
    error = stdev(top.rates_tps) / 5**0.5
    expected = top.rate_tps - t_quantile(8, 0.975) * error
    assert demonstrated_rate(levels, top) == pytest.approx(expected)


def test_a_rate_that_was_measured_once_stands_as_it_is() -> None:
    levels = build_levels(make_runs(TWO_QUEUES, (30, 60), 1), "mean")
    assert demonstrated_rate(levels, levels[-1]) == levels[-1].rate_tps
