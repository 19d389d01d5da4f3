"""A storage target on a percentile: by tests that hold it, never beyond them (MODEL P5.9)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arraywise.analysis.io_evidence import gather_measurements, percentile_ends
from arraywise.domain.decision import Answer, OptionAnswer, Verdict
from arraywise.domain.percentiles import Censoring
from arraywise.domain.requirement import Goal, LoadUnit, Requirement
from arraywise.domain.study import IoPoint, OptionFacts, RunSetup
from arraywise.domain.workload import WorkloadProfile
from arraywise.usecases.decide_study import answer, prepare
from tests.analysis.bench import make_option, make_study

ASKED = Requirement(
    goal=Goal.STORAGE_LATENCY,
    statistic="p99",
    storage_latency_s=0.001,
    load=10_000.0,
    load_unit=LoadUnit.IOPS,
)
READS = (("p50", 0.0002), ("p99", 0.0009))
WRITES = (("p50", 0.0001), ("p99", 0.0006))


def point(run: int, iops: float, **fields: object) -> IoPoint:
    known = {"latency_s": 0.0003, "read_percentiles_s": READS} | fields
    return IoPoint(run, f"{run}.json", "fio", 2**run, 0, iops, **known)  # type: ignore[arg-type]


def lab(*points: IoPoint, writes: str = "0", number: int = 1) -> OptionFacts:
    setups = tuple(
        RunSetup(
            p.run_id, p.file, p.tool,
            attributes=(("block_bytes", "8192"), ("write_percent", writes), ("pattern", "random")),
        )
        for p in points
    )  # fmt: skip
    return replace(make_option(number), io_points=points, setups=setups)


def decide(*options: OptionFacts, writes: float = 0.0, **changes: object) -> Answer:
    profile = WorkloadProfile(reads=1.0 - writes, writes=writes, block_bytes=8192.0)
    asked = replace(ASKED, **changes)  # type: ignore[arg-type]
    facts = make_study(*options, requirement=asked, profile=profile)
    return answer(prepare(facts), facts, draws=0)


def only(found: Answer) -> OptionAnswer:
    (option,) = found.options
    return option


SWEEP = (
    point(1, 5_000.0, read_percentiles_s=(("p99", 0.0004),)),
    point(2, 20_000.0),
    point(3, 40_000.0, read_percentiles_s=(("p99", 0.0050),)),
)


def test_the_level_above_bounds_it_from_above_and_the_one_below_from_below() -> None:
    passing = only(decide(lab(*SWEEP)))
    assert passing.verdict is Verdict.PASS_IO
    assert passing.response_s.high == pytest.approx(0.0009)
    assert passing.response_s.low == pytest.approx(0.95 * 0.0004)
    assert "(p99)" in str(passing.reason)
    assert only(decide(lab(*SWEEP), storage_latency_s=0.0003)).verdict is Verdict.FAIL
    between = only(decide(lab(*SWEEP), storage_latency_s=0.0008))
    assert between.verdict is Verdict.NOT_DEMONSTRATED
    assert only(decide(lab(*SWEEP), load=25_000.0)).verdict is Verdict.NOT_DEMONSTRATED
    assert only(decide(lab(*SWEEP), load=50_000.0)).verdict is Verdict.NOT_DEMONSTRATED


def test_the_lower_end_steps_up_at_a_level_and_not_before() -> None:
    """Just below 40,000 I/Os a second nothing shows more than the level at 20,000."""
    just_below = decide(lab(*SWEEP), load=39_990.0, storage_latency_s=0.002)
    assert only(just_below).response_s.low == pytest.approx(0.95 * 0.0009)


def test_a_mix_lies_between_reads_and_writes() -> None:
    mixed = point(2, 20_000.0, write_percentiles_s=WRITES)
    assert percentile_ends(mixed, "p99", 0.3) == (0.0006, 0.0009)
    assert percentile_ends(mixed, "p99", 0.0) == (0.0009, 0.0009)
    assert percentile_ends(mixed, "p99", 1.0) == (0.0006, 0.0006)
    assert percentile_ends(point(2, 20_000.0), "p99", 0.3) is None
    whole = replace(mixed, percentiles_s=(("p99", 0.0007),))
    assert percentile_ends(whole, "p99", 0.3) == (0.0007, 0.0007)
    found = only(decide(lab(mixed, writes="30"), writes=0.3))
    assert found.verdict is Verdict.PASS_IO
    assert found.response_s.high == pytest.approx(0.0009)


def test_repetitions_are_not_averaged() -> None:
    slow = point(2, 20_000.0, read_percentiles_s=(("p99", 0.0015),))
    facts = lab(point(2, 20_000.0), slow)
    (measured,) = gather_measurements(facts.io_points, facts.setups)
    assert measured.levels[0].ends_of("p99") == (0.0009, 0.0015)
    assert only(decide(facts)).verdict is Verdict.NOT_DEMONSTRATED


@pytest.mark.parametrize(("tested_writes", "asked_writes"), [("0", 0.25), ("60", 0.25)])
def test_another_share_of_writes_says_nothing_of_a_percentile(
    tested_writes: str, asked_writes: float
) -> None:
    mixed = point(2, 20_000.0, write_percentiles_s=WRITES)
    for target in (1.0, 0.0001):
        found = only(
            decide(
                lab(mixed, writes=tested_writes),
                writes=asked_writes,
                storage_latency_s=target,
                load=5_000.0,
            )
        )
        assert found.verdict is Verdict.NOT_DEMONSTRATED
    assert "with 25 % writes" in str(found.reason)


def test_a_percentile_that_files_lack_is_named_with_what_they_hold() -> None:
    means = lab(point(2, 20_000.0, read_percentiles_s=(("p90", 0.0005),)))
    lacking = decide(means)
    assert dict(lacking.available_statistics) == {
        "mean": Censoring.MEASURED,
        "p50": Censoring.BOUNDED,
        "p90": Censoring.MEASURED,
        "p95": Censoring.AT_LEAST,
        "p99": Censoring.AT_LEAST,
    }
    assert "upper bound for p99" in str(only(lacking).reason)
    assert only(decide(means, storage_latency_s=0.0004)).verdict is Verdict.NOT_DEMONSTRATED
    mean = decide(means, statistic="mean")
    assert only(mean).verdict is Verdict.PASS_IO


def test_a_lower_bound_fails_a_latency_too() -> None:
    """The p99 is at least the p90, of which the level below the demand shows 0.5 ms."""
    levels = (
        point(1, 5_000.0, read_percentiles_s=(("p90", 0.0005),)),
        point(2, 20_000.0, read_percentiles_s=(("p90", 0.0006),)),
    )
    assert only(decide(lab(*levels), storage_latency_s=0.0004)).verdict is Verdict.FAIL


def test_large_io_hides_percentiles() -> None:
    large = IoPoint(9, "9.json", "fio", 0, 4, throughput_b_s=4e9)
    facts = lab(*SWEEP, large)
    profile = WorkloadProfile(reads=1.0, writes=0.0, block_bytes=8192.0, large_bytes=1e3)
    study = make_study(facts, requirement=ASKED, profile=profile)
    found = only(answer(prepare(study), study, draws=0))
    assert found.verdict is Verdict.NOT_DEMONSTRATED
    assert "large I/O" in str(found.reason)


def test_transactions_are_drawn_by_their_mean_where_the_target_is_on_the_storage() -> None:
    assert ASKED.curve_statistic == "mean"
    assert replace(ASKED, goal=Goal.RESPONSE_TIME).curve_statistic == "p99"
