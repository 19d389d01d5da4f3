"""What limited a level: each rule of MODEL P4 on a level that meets it and one that does not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.curves.levels import (
    build_levels,
    find_bottlenecks,
    host_cpu_s,
    is_retrograde,
)
from arraywise.analysis.curves.load_level import Bottleneck
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.decision import Verdict
from arraywise.domain.requirement import DEFAULT_THRESHOLDS, Thresholds
from tests.analysis.bench import (
    BUSY_HOST,
    FREE_HOST,
    LEVELS,
    TWO_QUEUES,
    make_option,
    make_runs,
    make_study,
)
from tests.answer_text import answer_text

if TYPE_CHECKING:
    from arraywise.analysis.curves.load_level import Level
    from arraywise.domain.study import LoadRun

FLAT = make_runs(TWO_QUEUES, (150, 300), runs=3)
RISING = make_runs(TWO_QUEUES, (30, 60), runs=3)
PAYLOAD = 118.7e6


def last(runs: tuple[LoadRun, ...], **figures: float) -> Bottleneck:
    use = replace(FREE_HOST, busy_median=0.4, **figures)  # type: ignore[arg-type]
    levels = build_levels([replace(run, host_use=use) for run in runs], "mean")
    return find_bottlenecks(levels, DEFAULT_THRESHOLDS, PAYLOAD)[-1]


@pytest.mark.parametrize(
    ("runs", "figures", "limit"),
    [
        (FLAT, {"paging_share": 0.2}, Bottleneck.PAGING),
        (FLAT, {"steal_median": 0.1}, Bottleneck.STOLEN),
        (FLAT, {"idle_at_most_5_percent": 0.5}, Bottleneck.HOST),
        (FLAT, {"processors": 2.4}, Bottleneck.SINGLE_THREAD),
        (RISING, {"processors": 2.4}, Bottleneck.UNSATURATED),
        (FLAT, {"processors": 8}, Bottleneck.UNSATURATED),
        (FLAT, {"processors": 2.2}, Bottleneck.UNSATURATED),
        (FLAT, {"processors": 2.8}, Bottleneck.UNSATURATED),
        (FLAT, {"net_b_s": 107e6}, Bottleneck.PATH),
        (FLAT, {"net_b_s": 106e6}, Bottleneck.UNSATURATED),
        (FLAT, {"wait_median": 0.2}, Bottleneck.STORAGE),
        (FLAT, {"wait_median": 0.19}, Bottleneck.UNSATURATED),
        (RISING, {"wait_median": 0.2}, Bottleneck.UNSATURATED),
        (FLAT, {"disk_utilisation": 0.9}, Bottleneck.STORAGE),
        (FLAT, {"disk_utilisation": 0.9, "steal_median": 0.09}, Bottleneck.STORAGE),
    ],
)
def test_rules_at_their_edges(
    runs: tuple[LoadRun, ...], figures: dict[str, float], limit: Bottleneck
) -> None:
    assert last(runs, **figures) is limit


@pytest.mark.parametrize(
    ("busy", "steal", "limit"),
    [(0.6, 0.09, Bottleneck.STORAGE), (0.65, 0.09, Bottleneck.UNSATURATED)],
)
def test_storage_is_the_limit_where_processors_have_time(
    busy: float, steal: float, limit: Bottleneck
) -> None:
    """MODEL P4, rule 5: idle and waiting together take 30 % at least: 31 and 26 %."""
    use = replace(FREE_HOST, busy_median=busy, steal_median=steal, wait_median=0.25)
    levels = build_levels([replace(run, host_use=use) for run in FLAT], "mean")
    assert find_bottlenecks(levels, DEFAULT_THRESHOLDS)[-1] is limit


@pytest.mark.parametrize(("rate", "limit"), [(114.0, "storage"), (116.0, "nothing yet")])
def test_a_rate_is_flat_below_a_fifth_of_the_growth_in_users(rate: float, limit: str) -> None:
    """MODEL P4: from 100 to 200 users 100 tx/s are flat up to 100 x 2^0.2 = 114.9 tx/s."""
    use = replace(FREE_HOST, wait_median=0.25)
    runs = [
        replace(run, host_use=use, users=users, rate_tps=at, think_time_s=None)
        for run, users, at in ((FLAT[0], 100, 100.0), (FLAT[1], 200, rate))
    ]
    levels = build_levels(runs, "mean")
    assert find_bottlenecks(levels, DEFAULT_THRESHOLDS)[-1].value == limit


def test_the_thresholds_are_settings() -> None:
    use = replace(FREE_HOST, busy_median=0.7)
    levels = build_levels([replace(run, host_use=use) for run in FLAT], "mean")
    strict = Thresholds(near_busy=0.7)
    assert find_bottlenecks(levels, strict)[-1] is Bottleneck.HOST_NEAR
    assert find_bottlenecks(levels, DEFAULT_THRESHOLDS)[-1] is Bottleneck.UNSATURATED


def test_without_a_monitor_nothing_is_said() -> None:
    levels = build_levels([replace(run, host_use=None) for run in FLAT], "mean")
    assert set(find_bottlenecks(levels, DEFAULT_THRESHOLDS)) == {Bottleneck.UNKNOWN}


def falling() -> tuple[Level, ...]:
    """Rates of Gunther's law with alpha = beta = 0.02, gamma = 10."""
    users = (1, 2, 4, 6, 8, 10, 14, 20)
    runs = make_runs(TWO_QUEUES, users, runs=3)
    law = {n: 10 * n / (1 + 0.02 * (n - 1) + 0.02 * n * (n - 1)) for n in users}
    return build_levels([_at_rate(run, law[run.users]) for run in runs], "mean")


def _at_rate(run: LoadRun, rate: float) -> LoadRun:
    """Return a run with another rate, by Little's law with a think time of 50 ms."""
    response = run.users / rate - 0.05
    return replace(run, rate_tps=rate, responses_s=(("mean", response),), think_time_s=0.05)


def test_a_falling_rate_with_nothing_busy_is_contention() -> None:
    levels = falling()
    assert is_retrograde(levels)
    limits = find_bottlenecks(levels, DEFAULT_THRESHOLDS, retrograde=True)
    assert limits[-1] is Bottleneck.CONTENTION
    assert limits[2] is Bottleneck.UNSATURATED
    assert find_bottlenecks(levels, DEFAULT_THRESHOLDS)[-1] is Bottleneck.UNSATURATED
    assert not is_retrograde(build_levels(make_runs(TWO_QUEUES, LEVELS), "mean"))


@pytest.mark.parametrize(
    ("at_peak", "at_last", "limit"),
    [(0.5, 0.79, "contention"), (0.5, 0.80, "nothing yet"), (0.95, 0.95, "contention")],
)
def test_contention_needs_resources_below_four_fifths_or_not_busier_than_at_the_peak(
    at_peak: float, at_last: float, limit: str
) -> None:
    """MODEL P4, rule 6, judged before the storage: locks leave the devices with less to do."""
    last = max(level.users for level in falling())
    runs = [
        replace(
            run,
            host_use=replace(
                FREE_HOST,
                disk_utilisation=at_last if run.users == last else at_peak,
                wait_median=0.3,
            ),
        )
        for level in falling()
        for run in level.runs
    ]
    waiting = replace(DEFAULT_THRESHOLDS, storage_wait=0.2 if at_last > 0.9 else 0.5)
    levels = build_levels(runs, "mean")
    assert find_bottlenecks(levels, waiting, retrograde=True)[-1].value == limit


@pytest.mark.parametrize("seed", range(6))
def test_a_rate_that_levels_off_does_not_fall(seed: int) -> None:
    """The law bends as if it fell; runs that scatter by 2 % must not make it contention."""
    users = (10, 30, 60, 90, 120, 150, 300)
    levels = build_levels(make_runs(TWO_QUEUES, users, 3, (0.02, 0.02), seed), "mean")
    assert not is_retrograde(levels)


def test_single_runs_fall_where_they_fall_far() -> None:
    once = [level.runs[0] for level in falling()]
    peak = max(run.rate_tps for run in once)
    assert is_retrograde(build_levels(once, "mean"))
    near = [*once[:-1], _at_rate(once[-1], 0.96 * peak)]
    assert not is_retrograde(build_levels(near, "mean"))


def test_processor_time_of_a_transaction() -> None:
    """D_cpu = busy x m / X; 2 processors, 99 % busy at 101 tx/s take 19.6 ms (MODEL P4)."""
    (level,) = build_levels([replace(FLAT[0], rate_tps=101.0)], "mean")
    use = replace(BUSY_HOST, processors=2)
    known = replace(level, runs=(replace(level.runs[0], host_use=use),))
    assert host_cpu_s(known) == pytest.approx(0.0196, rel=1e-3)
    assert host_cpu_s(level) is None


def test_an_exhausted_client_makes_a_level_not_comparable() -> None:
    """MODEL P4, consequence: class 3 is no storage either."""
    runs = make_runs(TWO_QUEUES, LEVELS, noise=(0.005, 0.02))
    runs = tuple(replace(r, client_use=BUSY_HOST) if r.users >= 90 else r for r in runs)
    facts = make_study(make_option(1, runs))
    answer = answer_requirement(prepare_study(facts), facts, draws=0)
    (option,) = answer.options
    assert option.verdict is Verdict.NOT_COMPARABLE
    assert "the load generator was the limit" in str(option.reason)
    assert [x.users for x in option.levels if x.host_bound] == [90, 120, 150]
    assert option.levels[-1].bottleneck == Bottleneck.CLIENT
    assert (
        "option 1: limited by the load generator from 90 users, not counted: 15."
    ) in answer_text(answer)


def test_fibre_channel_is_held_against_the_disks_flow() -> None:
    """MODEL P4, rule 4: a port of 4GFC carries 400 MB/s; the network may be idle."""
    runs = [replace(r, host_use=replace(FREE_HOST, net_b_s=1e8, disk_b_s=3.7e8)) for r in FLAT]
    option = make_option(1, runs)
    option = replace(option, option=replace(option.option, name="SAN, 4GFC"))
    facts = make_study(option)
    answer = answer_requirement(prepare_study(facts), facts, draws=0)
    assert {level.bottleneck for level in answer.options[0].levels} == {Bottleneck.PATH}
    (result,) = [f for f in answer.findings if f.check == "link saturated"]
    assert "link utilisation 92 % (1 x 4GFC)" in str(result.message)


def test_the_path_is_known_by_the_option_s_links() -> None:
    runs = [replace(r, host_use=replace(FREE_HOST, net_b_s=1.1e8)) for r in FLAT]
    option = make_option(1, runs)
    option = replace(option, option=replace(option.option, name="NAS over 1 GbE"))
    facts = make_study(option)
    (known,) = answer_requirement(prepare_study(facts), facts, draws=0).options
    assert {level.bottleneck for level in known.levels} == {Bottleneck.PATH}


@pytest.mark.parametrize(
    ("figures", "counts"),
    [
        ({"idle_at_most_5_percent": 0.9, "busy_median": 0.99}, True),
        ({"steal_median": 0.2}, True),
        ({"paging_share": 0.2}, False),
    ],
)
def test_compared_as_tested_levels_count_that_are_valid(
    figures: dict[str, float],
    counts: bool,  # noqa: FBT001 - pytest gives it by name
) -> None:
    """MODEL P4: classes 1 to 3 answer for the system as tested, class 0 for nothing."""
    use = replace(FREE_HOST, **figures)  # type: ignore[arg-type]
    runs = [replace(run, host_use=use) for run in RISING]
    as_tested = build_levels(runs, "mean", Thresholds(as_tested=True))
    assert all(level.host_bound != counts for level in as_tested)
    assert all(level.host_bound for level in build_levels(runs, "mean"))
