"""Which I/O runs count for a block size and share of writes, and as what."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arraywise.analysis.io_evidence import Work
from arraywise.domain.evidence import MAX_LARGE_MBPS, MAX_SMALL_IOPS, MIN_SMALL_LATENCY
from arraywise.domain.options import Architecture, Option
from arraywise.domain.requirement import Goal, LoadUnit, Requirement
from arraywise.domain.study import IoPoint, OptionFacts, RunSetup
from arraywise.domain.workload import NO_PROFILE, with_values
from arraywise.present.charts.io_curves import (
    IoRun,
    RunUse,
    allowed_io_times,
    demand_iops,
    latency_bounds,
    latency_intervals_at,
    levels_with_latency,
    list_io_runs,
    measured_io_mixes,
    run_latency_band,
    workload_io_mix,
)

NAS = Option(1, "NAS", Architecture.NAS, 0, shared_storage=True)
OLTP = Work(0.2, 8192.0)
PROFILE = with_values(
    NO_PROFILE, {"reads": 20.0, "writes": 5.0, "sync_reads": 20.0, "block_bytes": 8192.0}
)


def swept(
    run: int, block: str, writes: float, rates: tuple[float, ...] = (1000.0, 1900.0, 2600.0)
) -> tuple[RunSetup, tuple[IoPoint, ...]]:
    """Return a sweep at depths 1, 2 and 4 whose latency is one millisecond more at each."""
    name = f"{run}.json"
    stated = (("block_bytes", block), ("write_percent", str(100 * writes)), ("random_share", "1"))
    points = tuple(
        IoPoint(run, name, "fio", 2**at, 0, iops=rate, latency_s=(at + 1) / 1000)
        for at, rate in enumerate(rates)
    )
    return RunSetup(run, name, "fio", attributes=stated), points


def option(
    *sweeps: tuple[RunSetup, tuple[IoPoint, ...]], more: tuple[IoPoint, ...] = ()
) -> OptionFacts:
    points = tuple(point for _, points in sweeps for point in points) + more
    return OptionFacts(NAS, io_points=points, setups=tuple(setup for setup, _ in sweeps))


def counted(known: OptionFacts, work: Work | None = OLTP) -> dict[str, tuple[RunUse, str]]:
    return {run.files[0]: (run.use, str(run.reason)) for run in list_io_runs([known], work)}


def only(known: OptionFacts) -> IoRun:
    (run,) = list_io_runs([known], OLTP)
    return run


def test_the_demanded_mix_is_the_curve_and_others_give_one_end() -> None:
    for block, writes, use, reason in (
        ("8192", 0.2, RunUse.CURVE, "the curve"),
        ("4096", 0.2, RunUse.CURVE, "the curve, blocks of 4 KiB"),
        ("8192", 0.5, RunUse.BOUND, "upper end: more writes"),
        ("65536", 0.2, RunUse.BOUND, "upper end: larger blocks"),
        ("65536", 0.9, RunUse.BOUND, "upper end: more writes, larger blocks"),
        ("8192", 0.0, RunUse.BOUND, "upper end, indicative: 20 percentage points fewer writes"),
        ("2048", 0.2, RunUse.BOUND, "lower end: smaller blocks"),
        ("2048", 0.0, RunUse.BOUND, "lower end: fewer writes, smaller blocks"),
        ("2048", 0.9, RunUse.NONE, "not used: more writes, but smaller blocks"),
        ("65536", 0.0, RunUse.NONE, "not used: fewer writes, but larger blocks"),
    ):
        assert counted(option(swept(1, block, writes))) == {"1.json": (use, reason)}


def test_what_does_not_count_fully_is_hollow_and_has_no_band() -> None:
    full, bound = only(option(swept(1, "8192", 0.2))), only(option(swept(1, "8192", 0.5)))
    assert [level.counts for level in levels_with_latency(full)] == [True, True, True]
    assert [level.counts for level in levels_with_latency(bound)] == [False, False, False]
    assert run_latency_band(full) is not None
    assert run_latency_band(bound) is None
    assert str(bound.note) == "more writes: at most this"
    beyond = only(option(swept(1, "8192", 0.2, (1000.0, 1900.0, 1800.0))))
    assert [level.counts for level in levels_with_latency(beyond)] == [True, True, False]


def test_no_run_is_left_out_and_those_that_count_come_first() -> None:
    large = IoPoint(8, "large.txt", "orion", 0, 4, throughput_b_s=4e8)
    less = IoPoint(9, "less.txt", "orion", 0, 4, throughput_b_s=3e8)
    head = IoPoint(7, "summary.txt", "fio", None, None, iops=9.0, group=MAX_SMALL_IOPS)
    unknown = IoPoint(6, "silent.txt", "vdbench", 1, 0, iops=100.0, latency_s=0.01)
    known = option(
        swept(2, "8192", 0.5, (900.0, 1500.0, 2000.0)),
        swept(1, "8192", 0.2),
        more=(unknown, less, large, head),
    )
    found = counted(known)
    assert set(found) == {point.file for point in known.io_points}
    assert next(iter(found)) == "1.json"
    assert found["large.txt"] == (RunUse.OTHER, "large I/O: 400 MB/s")
    assert found["less.txt"] == (RunUse.NONE, "not used: another run moved more")
    assert found["silent.txt"] == (RunUse.NONE, "not used: share of writes unknown")
    assert found["2.json"] == (RunUse.NONE, "not used: another run reached more")
    assert found["summary.txt"] == (RunUse.NONE, "not used: share of writes unknown")


def test_a_calibration_that_reached_the_most_gives_the_upper_end_of_a_sweep() -> None:
    read = Work(0.0, 8192.0)
    calibration = (
        IoPoint(5, "cal.txt", "io_calibrate", None, None, iops=9000.0, group=MAX_SMALL_IOPS),
        IoPoint(5, "cal.txt", "io_calibrate", None, None, latency_s=0.02, group=MIN_SMALL_LATENCY),
        IoPoint(
            5, "cal.txt", "io_calibrate", None, None, throughput_b_s=1e9, group=MAX_LARGE_MBPS
        ),
    )
    found = counted(option(swept(1, "8192", 0.0), more=calibration), read)
    assert found["cal.txt"] == (RunUse.CURVE, "upper end: reached the most")
    assert found["1.json"] == (RunUse.CURVE, "the curve, its lower end")


def test_a_rate_without_latency_counts_but_is_not_drawn() -> None:
    bare = IoPoint(1, "rate.txt", "orion", None, None, iops=1600.0)
    (run,) = list_io_runs([OptionFacts(NAS, io_points=(bare,))], Work(0.0))
    assert str(run.reason) == "up to 1,600 IOPS, latency unknown"
    assert run.use is RunUse.BOUND
    assert not run.is_drawn
    stated = OptionFacts(
        NAS,
        io_points=(replace(bare, tool="published", latency_s=0.01),),
        setups=(RunSetup(1, "rate.txt", "published", attributes=(("read_share", "1"),)),),
    )
    assert str(list_io_runs([stated], Work(0.0))[0].reason) == "the curve, as published"


def test_sequential_writes_count_for_the_log() -> None:
    setup, points = swept(1, "8192", 1.0)
    logged = replace(setup, attributes=(*setup.attributes[:2], ("random_share", "0")))
    assert counted(option((logged, points)))["1.json"] == (RunUse.OTHER, "log writes: 1 ms")
    read, points = swept(2, "8192", 0.0)
    streamed = replace(read, attributes=(*read.attributes[:2], ("random_share", "0")))
    assert counted(option((streamed, points)))["2.json"] == (RunUse.NONE, "not used: sequential")


def test_mixes_are_offered_by_how_many_levels_were_measured() -> None:
    known = option(swept(1, "8192", 0.5, (1000.0,)), swept(2, "4096", 0.0))
    assert measured_io_mixes([known]) == (Work(0.0, 4096.0), Work(0.5, 8192.0))
    assert workload_io_mix(PROFILE) == OLTP
    assert workload_io_mix(NO_PROFILE) is None
    reason = "not used: reads and writes per transaction unknown"
    assert set(counted(known, None).values()) == {(RunUse.NONE, reason)}


DEMAND = 100.0


def test_the_target_is_shared_out_among_the_waits_of_a_transaction() -> None:
    asked = Requirement(response_time_s=0.021, storage_share=0.5)
    times = allowed_io_times(asked, PROFILE, DEMAND)
    assert times is not None
    assert times.full_target_s == pytest.approx(0.001), "20 reads and one wait for the log"
    assert times.storage_part_s == pytest.approx(0.0005)
    rest = with_values(PROFILE, {"rest_s": 0.0063, "transactions_per_s": DEMAND})
    known = allowed_io_times(asked, rest, DEMAND)
    assert known is not None
    assert known.storage_part_s == pytest.approx((0.021 / 1.5 - 0.0063) / 21)
    assert known.share is None, "the rest decides, not the share"
    assert allowed_io_times(asked, rest, 2 * DEMAND) == times, (
        "nobody knows the rest at twice the rate"
    )
    unsaid = allowed_io_times(replace(asked, storage_share=None), PROFILE, DEMAND)
    assert unsaid is not None
    assert unsaid.storage_part_s is None
    assert allowed_io_times(replace(asked, statistic="p95"), PROFILE, DEMAND) is None
    assert allowed_io_times(replace(asked, goal=Goal.NONE), PROFILE, DEMAND) is None
    assert allowed_io_times(asked, NO_PROFILE, DEMAND) is None, "missing is not zero"
    on_storage = replace(asked, goal=Goal.STORAGE_LATENCY, storage_latency_s=0.003)
    direct = allowed_io_times(on_storage, NO_PROFILE, DEMAND)
    assert direct is not None
    assert (direct.full_target_s, direct.storage_part_s) == (0.003, None)


def test_the_demand_in_ios_is_not_known_without_reads_and_writes() -> None:
    assert demand_iops(Requirement(), PROFILE, 2000.0) == 50_000
    assert demand_iops(Requirement(), NO_PROFILE, 2000.0) is None
    stated = Requirement(load=2000.0, load_unit=LoadUnit.IOPS)
    assert demand_iops(stated, NO_PROFILE, 2000.0) == 2000


def test_latencies_at_the_demand_name_the_ends_that_are_known() -> None:
    full, bound = option(swept(1, "8192", 0.2)), option(swept(1, "8192", 0.5))
    (both,) = latency_intervals_at(latency_bounds([full], OLTP), 1900.0)
    slow = 0.95 * (0.002 - 0.001 * (1900 - 0.95 * 1900) / 700)
    assert both.low_s == pytest.approx(slow), "what was measured may be 5 % too slow"
    assert both.high_s == pytest.approx(0.002)
    (most,) = latency_intervals_at(latency_bounds([bound], OLTP), 1900.0)
    assert (most.low_s, most.high_s) == (None, pytest.approx(0.002))
    (least,) = latency_intervals_at(latency_bounds([full], OLTP), 5000.0)
    assert least.high_s is None, "nothing is known beyond the highest rate"
    assert (
        latency_intervals_at(latency_bounds([option(swept(1, "65536", 0.0))], OLTP), 1900.0) == []
    )
    fewer_writes = option(swept(1, "8192", 0.0))  # writes into a cache may shorten the mean
    assert latency_intervals_at(latency_bounds([fewer_writes], OLTP), 1e6) == []


def test_a_mix_between_two_runs_takes_its_upper_end_from_both() -> None:
    """20 % writes between none and half: alone they say less."""
    between = "upper bound, interpolated between two mixes"
    assert counted(
        option(swept(1, "8192", 0.0), swept(2, "8192", 0.5, (500.0, 900.0, 1200.0)))
    ) == {
        "1.json": (RunUse.BOUND, f"lower end: fewer writes; {between}"),
        "2.json": (RunUse.BOUND, f"upper end: more writes; {between}"),
    }
