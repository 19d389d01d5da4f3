"""I/O evidence and what it states of transactions (MODEL E3)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arraywise.analysis.io_evidence import (
    IoDirection,
    IoMeasurement,
    IoRate,
    Work,
    gather_measurements,
    latency_band,
    match_work,
)
from arraywise.analysis.storage_bound import (
    JudgementTerms,
    StorageBound,
    StorageTimeRule,
    bound_storage,
)
from arraywise.domain.evidence import MAX_LARGE_MBPS, MAX_SMALL_IOPS, MIN_SMALL_LATENCY
from arraywise.domain.requirement import Basis
from arraywise.domain.study import IoPoint, RunSetup
from arraywise.domain.workload import NO_PROFILE, WorkloadProfile, with_values

WEBINAR = {
    "ASM 1": (104_580, 0.11e-3),
    "FS 1": (120_071, 0.24e-3),
    "dNFS 1": (149_600, 0.22e-3),
    "ASM 5": (173_911, 0.80e-3),
    "FS 5": (198_682, 0.52e-3),
}
"""Most I/Os and their latency by the webinar SAN versus NAS: reads only."""
OLTP = with_values(
    NO_PROFILE,
    {"reads": 20.0, "writes": 5.0, "sync_reads": 20.0, "log_writes": 0.0, "block_bytes": 8192.0},
)
HALF = JudgementTerms(storage_share=0.5)
TARGET = np.array([0.2])


def calibration(iops: float, latency_s: float) -> tuple[IoPoint, ...]:
    run = (1, "calibrate_io.txt", "io_calibrate", None, None)
    return (
        IoPoint(*run, iops=float(iops), group=MAX_SMALL_IOPS),
        IoPoint(*run, latency_s=latency_s, group=MIN_SMALL_LATENCY),
        IoPoint(*run, throughput_b_s=1.4e9, group=MAX_LARGE_MBPS),
    )


def webinar(
    name: str, profile: WorkloadProfile = OLTP, terms: JudgementTerms = HALF
) -> StorageBound:
    result = bound_storage(calibration(*WEBINAR[name]), (), profile, terms)
    assert result is not None
    return result


def passes(bound: StorageBound, rate: float, target_s: float = 0.2) -> bool:
    return bool(bound.passes(np.array([rate]), np.array([target_s]))[0])


def fails(bound: StorageBound, rate: float, target_s: float = 0.2) -> bool:
    return bool(bound.fails(np.array([rate]), np.array([target_s]))[0])


@pytest.mark.parametrize(
    ("name", "headroom", "most_ms"),
    [
        ("ASM 1", 109.2, 2.20),
        ("FS 1", 140.1, 4.80),
        ("dNFS 1", 199.2, 4.40),
        ("ASM 5", 247.8, 16.00),
        ("FS 5", 297.4, 10.40),
    ],
)
def test_golden_of_the_webinar_at_2000_tx_s(name: str, headroom: float, most_ms: float) -> None:
    bound = webinar(name)
    assert 100 * (bound.capacity_tps / 2000 - 1) == pytest.approx(headroom, abs=0.05)
    assert 1000 * bound.high_s(np.array([2000.0]))[0] == pytest.approx(most_ms, abs=0.005)
    assert bound.is_indicative
    assert bound.most_share == pytest.approx(0.5)
    assert passes(bound, 2000)
    assert bound.basis is Basis.IO


def test_golden_of_the_webinar_at_higher_rates() -> None:
    at_5000 = {n: webinar(n).capacity_tps / 5000 - 1 for n in WEBINAR}
    carried = {n: 100 * h for n, h in at_5000.items() if h >= 0}
    assert carried == pytest.approx({"dNFS 1": 19.7, "ASM 5": 39.1, "FS 5": 58.9}, abs=0.05)
    at_7000 = {n: 100 * (webinar(n).capacity_tps / 7000 - 1) for n in WEBINAR}
    carried = {n: h for n, h in at_7000.items() if h >= 0}
    assert carried == pytest.approx({"FS 5": 13.5}, abs=0.05)
    assert not any(passes(webinar(n), rate) for n in WEBINAR for rate in (5000, 7000))
    assert 2000 / webinar("ASM 1").capacity_tps == pytest.approx(0.478, abs=0.0005)


def test_golden_of_a_target_on_the_storage() -> None:
    """0.3 ms at 50,000 I/Os a second, which are 2,000 transactions."""
    bounds = {n: webinar(n, terms=JudgementTerms(on_storage=True)) for n in WEBINAR}
    assert [n for n, b in bounds.items() if passes(b, 2000, 0.3e-3)] == ["ASM 1", "FS 1", "dNFS 1"]
    assert not any(fails(bound, 2000, 0.3e-3) for bound in bounds.values())


def test_without_the_rest_of_a_transaction_nothing_passes() -> None:
    bound = webinar("FS 5", terms=JudgementTerms())
    assert bound.budget(2000) is StorageTimeRule.UNKNOWN
    assert not passes(bound, 2000)


REST = with_values(OLTP, {"rest_s": 0.010, "cpu_s": 0.003})


@pytest.mark.parametrize(
    ("profile", "terms", "budget", "least_ms"),
    [
        (REST, JudgementTerms(), StorageTimeRule.REST, 1.5 * (10 + 10.4)),
        (OLTP, JudgementTerms(host_cpu_s=0.010), StorageTimeRule.CPU, (10 + 10.4) / 0.5),
        (with_values(OLTP, {"cpu_s": 0.010}), HALF, StorageTimeRule.SHARE, 10.4 / 0.5),
    ],
)
def test_what_is_known_of_the_rest_decides_the_budget(
    profile: WorkloadProfile, terms: JudgementTerms, budget: StorageTimeRule, least_ms: float
) -> None:
    bound = webinar("FS 5", profile, terms)
    assert bound.budget(2000) is budget
    assert passes(bound, 2000, 1.001e-3 * least_ms)
    assert not passes(bound, 2000, 0.999e-3 * least_ms)


def test_the_rest_is_known_up_to_the_rate_of_its_report_only() -> None:
    report = with_values(REST, {"transactions_per_s": 1000.0})
    bound = webinar("FS 5", report, JudgementTerms())
    assert passes(bound, 1000, 1.001e-3 * 1.5 * (10 + 10.4))
    assert not passes(bound, 1001, 1.001e-3 * 1.5 * (10 + 10.4))
    shared = webinar("FS 5", report, HALF)
    assert shared.budget(1001) is StorageTimeRule.SHARE
    assert passes(shared, 1001)


def test_a_report_below_the_demand_does_not_block_io_evidence() -> None:
    """Beyond its rate the row of half of the target counts, with all of its rest in it."""
    bound = webinar("FS 5", with_values(REST, {"transactions_per_s": 1000.0}), JudgementTerms())
    assert bound.budget(1001) is StorageTimeRule.CPU
    assert passes(bound, 1001, 1.001e-3 * (10 + 10.4) / 0.5)
    assert not passes(bound, 1001, 0.999e-3 * (10 + 10.4) / 0.5)


def test_the_database_s_own_processor_time_is_no_budget() -> None:
    """It leaves out background work and the client: below the host's time, so no pass."""
    assert not passes(webinar("FS 5", with_values(OLTP, {"cpu_s": 0.001}), JudgementTerms()), 2000)


def test_a_percentile_cannot_be_judged_by_means() -> None:
    assert not passes(webinar("FS 5", terms=replace(HALF, statistic="p90")), 2000)


RUN = 0.95
"""One run of a tool may show so much less rate and longer latency than many would."""


def sweep(
    levels: tuple[tuple[int, float, float], ...] = (
        (1, 900.0, 0.0011),
        (8, 5000.0, 0.0016),
        (32, 9000.0, 0.0036),
        (64, 9300.0, 0.0069),
    ),
    writes: str = "20",
    block: str = "8192",
    pattern: str = "randrw",
) -> tuple[tuple[IoPoint, ...], tuple[RunSetup, ...]]:
    stated = (("pattern", pattern), ("block_bytes", block), ("write_percent", writes))
    points, setups = [], []
    for run, (depth, iops, latency) in enumerate(levels):
        point = IoPoint(run, "f.json", "fio", depth, None, iops, None, latency)
        points.append(replace(point, read_latency_s=latency))
        setups.append(RunSetup(run, "f.json", "fio", attributes=stated))
    return tuple(points), tuple(setups)


LIGHT = with_values(NO_PROFILE, {"reads": 8.0, "writes": 2.0, "log_writes": 1.0})


NO_LOG = with_values(LIGHT, {"log_writes": 0.0})


def test_a_matching_sweep_brackets_the_storage_time() -> None:
    bound = bound_storage(*sweep(), NO_LOG, JudgementTerms(storage_share=0.5))
    assert bound is not None
    assert not bound.is_indicative
    assert bound.most_share == 0.95
    rates = np.array([500.0])  # 5,000 I/Os a second: a level
    assert bound.low_s(rates / RUN)[0] == pytest.approx(RUN * 8 * 0.0016)
    assert 8 * 0.0016 <= bound.high_s(rates)[0] < 2 * 8 * 0.0016
    between = np.array([700.0])
    assert 0.95 * 8 * 0.0016 < bound.low_s(between)[0] < bound.high_s(between)[0]
    assert np.isinf(bound.high_s(np.array([931.0]))[0])
    assert passes(bound, 883.4, 1.0)  # up to 0.95 of what was measured
    assert not passes(bound, 883.6, 1.0)


def test_a_target_below_the_least_storage_time_is_missed() -> None:
    bound = bound_storage(*sweep(), with_values(NO_LOG, {"cpu_s": 0.002}), JudgementTerms())
    assert bound is not None
    least = RUN * 8 * 0.0016 + 0.002
    assert fails(bound, 500.0 / RUN, 0.999 * least)
    assert not fails(bound, 500.0 / RUN, 1.001 * least)


def test_a_rate_beyond_a_saturated_top_is_not_carried() -> None:
    bound = bound_storage(*sweep(), NO_LOG, JudgementTerms())
    assert bound is not None
    assert bound.saturated_iops == pytest.approx(9300.0 / RUN)
    assert fails(bound, 1.06 * 930 / RUN, np.inf)
    assert not fails(bound, 1.04 * 930 / RUN, np.inf)
    rising = sweep(((1, 900.0, 0.0011), (2, 1700.0, 0.0012)))
    unsaturated = bound_storage(*rising, NO_LOG, JudgementTerms())
    assert unsaturated is not None
    assert not fails(unsaturated, 5000.0, np.inf)


def test_writes_of_the_log_may_cost_next_to_nothing() -> None:
    """8 reads and 1 random write of 4 I/Os instead of 8 and 2: three quarters of the rate."""
    bound = bound_storage(*sweep(), LIGHT, JudgementTerms())
    assert bound is not None
    assert not fails(bound, 1.06 * 930 / RUN, np.inf)
    assert fails(bound, 1.06 * 930 / 0.75 / RUN, np.inf)


def test_a_mean_of_reads_and_writes_says_less_of_the_reads() -> None:
    points, setups = sweep()
    mixed = tuple(replace(point, read_latency_s=None) for point in points)
    waited = with_values(NO_LOG, {"sync_reads": 10.0})
    apart, bound = (bound_storage(p, setups, waited, HALF) for p in (points, mixed))
    assert apart is not None
    assert bound is not None
    rates = np.array([500.0])
    assert bound.low_s(rates)[0] == pytest.approx(apart.low_s(rates)[0] / (1 + 3 * 0.2))
    assert bound.high_s(rates)[0] == pytest.approx(apart.high_s(rates)[0] / 0.8)


def test_a_mixed_sweep_whose_share_scatters_is_one_curve() -> None:
    points, setups = sweep()
    shares = ("20", "21", "19", "22")
    scattered = [
        replace(
            setup,
            attributes=tuple(
                (name, share if name == "write_percent" else value)
                for name, value in setup.attributes
            ),
        )
        for setup, share in zip(setups, shares, strict=True)
    ]
    (measurement,) = gather_measurements(points, scattered)
    assert len(measurement.levels) == 4
    assert measurement.write_share == 0.2


def test_i_os_that_arrive_by_chance_wait_as_in_the_open_queue() -> None:
    """M/M/2 at 0.8: 1/(1 - 0.8^2) = 2.78 times the service; a fixed depth of 2 shows 1.0."""
    levels = tuple(
        IoRate(n, min(n, 2) / 0.01, max(n / 2, 1) * 0.01, max(n / 2, 1) * 0.01)
        for n in (1, 2, 4, 8, 16, 32)
    )
    band = latency_band(IoMeasurement("fio", ("f",), levels, 8192.0, 0.0), IoDirection.READ)
    assert band is not None
    assert band.high_at(np.array([160.0]))[0] == pytest.approx(0.01 / (1 - 0.64), rel=0.02)


def test_below_the_first_level_the_first_chord_bounds_a_mixed_sweep() -> None:
    """From 1.1 ms at 900 to 1.6 ms at 5,000: 0.99 ms and more while nothing is asked."""
    bound = bound_storage(*sweep(), NO_LOG, HALF)
    assert bound is not None
    assert bound.lower is not None
    none = 0.0011 - 900 * 0.0005 / 4100
    low = bound.lower.low_at(np.array([0.0, 450.0, 900.0]) / RUN)
    assert low == pytest.approx(RUN * np.array([none, (none + 0.0011) / 2, 0.0011]))
    steep = sweep(((4, 900.0, 0.0044), (8, 1000.0, 0.0080)))
    bound = bound_storage(*steep, NO_LOG, HALF)
    assert bound is not None
    assert bound.lower is not None
    zero = 900 - 0.0044 * 100 / 0.0036
    low = bound.lower.low_at(np.array([0.0, zero, 900.0]) / RUN)
    assert low == pytest.approx([0, 0, RUN * 0.0044])
    single = bound_storage(*sweep(((1, 900.0, 0.0011),)), NO_LOG, HALF)
    assert single is not None
    low = single.low_s(np.array([89.0, 90.0]) / RUN)
    assert low == pytest.approx([0.0, RUN * 8 * 0.0011])


def test_what_nobody_waits_for_may_be_sent_at_once() -> None:
    """4 of 12 I/Os: behind them a wait is 1/2 x 4 x 3 / IOPS^2 a transaction and free share."""
    loose = with_values(NO_LOG, {"writes": 2.0, "reads": 10.0, "sync_reads": 8.0})
    waited = with_values(loose, {"sync_reads": 12.0})
    one, other = (bound_storage(*sweep(), profile, HALF) for profile in (loose, waited))
    assert one is not None
    assert other is not None
    rate = np.array([400.0])
    behind = 400 * 6 / 9300**2 / (1 - 400 * 12 / 9300)
    assert one.limit_tps == pytest.approx(0.95 * 9300 / 12 * (1 - 1 / 5) / (1 - 1 / 6))
    assert one.latency_high_s(rate) - other.latency_high_s(rate) == pytest.approx(behind)
    assert webinar("FS 5").behind_s2 == 0.0  # a calibration met a full queue already


def test_larger_blocks_than_measured_count_as_so_many_more() -> None:
    profile = with_values(NO_LOG, {"sync_reads": 10.0})
    small, large = (
        bound_storage(*sweep(), with_values(profile, {"block_bytes": size}), HALF)
        for size in (8192.0, 12288.0)
    )
    assert small is not None
    assert large is not None
    assert large.capacity_tps == pytest.approx(small.capacity_tps / 1.5)
    rate = np.array([400.0])
    assert large.high_s(rate) == pytest.approx(small.high_s(1.5 * rate))
    assert not fails(large, 1.04 * 930, np.inf)


def test_a_wait_for_the_log_is_at_most_a_measured_write() -> None:
    points, setups = sweep()
    told = tuple(replace(point, write_latency_s=0.0002) for point in points)
    alike, apart = (bound_storage(p, setups, LIGHT, HALF) for p in (points, told))
    assert alike is not None
    assert apart is not None
    rates = np.array([90.0])
    saved = alike.latency_high_s(rates) - apart.log_high_s(rates)
    assert saved > 0.0008
    assert alike.high_s(rates) - apart.high_s(rates) == pytest.approx(saved)


def test_a_curve_with_fewer_writes_is_read_at_the_rate_of_the_reads() -> None:
    """Writes may cost less than reads: 8 reads and 8 writes are at least 8 of reads alone."""
    half = with_values(NO_LOG, {"writes": 8.0})
    bound = bound_storage(*sweep(writes="0"), half, HALF)
    assert bound is not None
    rate = np.array([625.0]) / RUN  # 5,000 reads a second: a level
    assert bound.low_s(rate)[0] == pytest.approx(RUN * 8 * 0.0016)
    assert not fails(bound, 1.04 * 9300 / 8 / RUN, np.inf)
    assert fails(bound, 1.06 * 9300 / 8 / RUN, np.inf)
    stored = bound_storage(*sweep(writes="0"), half, JudgementTerms(on_storage=True))
    assert stored is not None
    assert stored.low_s(rate)[0] == 0.0  # the mean with writes may be shorter


def test_levels_out_of_order_widen_the_bracket() -> None:
    odd = ((1, 900.0, 0.0012), (8, 5000.0, 0.0010), (32, 9000.0, 0.0036), (64, 9300.0, 0.0069))
    band = latency_band(
        IoMeasurement("fio", ("f",), tuple(IoRate(*level) for level in odd), 8192.0, 0.0)
    )
    assert band is not None
    at = np.array([900.0, 5000.0])
    assert band.low_at(at) == pytest.approx([RUN * 0.0010] * 2)
    assert band.high_at(at) == pytest.approx([0.0012] * 2)


def test_large_i_os_share_the_path() -> None:
    large = with_values(OLTP, {"large_bytes": 1_000_000.0})
    bound = webinar("FS 5", large)
    assert 1 / bound.capacity_tps == pytest.approx(25 / 198_682 + 1e6 / 1.4e9)


def test_large_i_o_that_was_not_measured_counts_as_small_writes() -> None:
    """A small write costs up to four of the reads that a calibration makes (MODEL E3)."""
    large = with_values(OLTP, {"large_bytes": 1_000_000.0})
    points = [p for p in calibration(*WEBINAR["FS 5"]) if p.group != MAX_LARGE_MBPS]
    bound = bound_storage(points, (), large, HALF)
    assert bound is not None
    assert bound.large_as_small
    assert 1 / bound.capacity_tps == pytest.approx(25 / 198_682 + 1e6 / (8192 * 198_682 / 4))
    unknown = bound_storage(points, (), with_values(large, {"block_bytes": None}), HALF)
    assert unknown is not None
    assert unknown.large_is_unknown
    assert not passes(unknown, 1.0)


def test_the_host_s_processors_limit_the_capacity_too() -> None:
    busy = webinar("FS 5", terms=JudgementTerms(storage_share=0.5, host_cpu_s=0.004, processors=8))
    assert busy.capacity_tps == pytest.approx(2000)
    assert not passes(busy, 1001)
    swept = bound_storage(*sweep(), NO_LOG, replace(HALF, host_cpu_s=0.02, processors=8))
    assert swept is not None
    assert swept.limit_tps == pytest.approx(0.8 * 400)
    free = webinar(
        "FS 5", terms=JudgementTerms(storage_share=0.5, host_cpu_s=0.0001, processors=8)
    )
    assert free.capacity_tps == pytest.approx(198_682 / 25)


@pytest.mark.parametrize(
    ("writes", "block", "ends", "lacks"),
    [
        (0.25, 8192, (True, True), 0.0),
        (0.20, 16384, (True, True), 0.0),
        (0.50, 8192, (True, False), 0.0),
        (0.20, 65536, (True, False), 0.0),
        (0.05, 8192, (True, True), 0.15),
        (0.20, 2048, (False, True), 0.0),
    ],
)
def test_which_ends_a_curve_of_another_mix_gives(
    writes: float, block: float, ends: tuple[bool, bool], lacks: float
) -> None:
    measured = IoMeasurement("fio", ("f",), (IoRate(1, 1.0, 1.0),), block, writes)
    result = match_work(measured, Work(0.20, 8192.0))
    assert result is not None
    assert (result.upper, result.lower) == ends
    assert result.fewer_writes == pytest.approx(lacks)


@pytest.mark.parametrize(("writes", "block"), [(0.9, 1024.0), (0.0, 65536.0)])
def test_a_curve_that_is_harder_and_easier_says_nothing(writes: float, block: float) -> None:
    measured = IoMeasurement("fio", ("f",), (IoRate(1, 1.0, 1.0),), block, writes)
    assert match_work(measured, Work(0.5, 8192.0)) is None


def test_far_fewer_writes_give_the_lower_end_only() -> None:
    measured = IoMeasurement("fio", ("f",), (IoRate(1, 1.0, 1.0),), 8192.0, 0.0)
    result = match_work(measured, Work(0.5, 8192.0))
    assert result is not None
    assert (result.upper, result.lower) == (False, True)
    bound = bound_storage(*sweep(writes="0"), with_values(LIGHT, {"writes": 8.0}), HALF)
    assert bound is not None
    assert not passes(bound, 1.0)


def test_levels_at_a_held_rate_are_levels_of_their_own() -> None:
    stated = (("read_share", "0.75"), ("random_share", "1"), ("block_bytes", "4096"))
    rates = ((500.0, 0.003), (100.0, 0.001), (300.0, 0.002))
    points = [
        IoPoint(run, "f.html", "vdbench", None, None, iops, None, seconds)
        for run, (iops, seconds) in enumerate(rates)
    ]
    setups = [RunSetup(run, "f.html", "vdbench", attributes=stated) for run in range(len(rates))]
    (result,) = gather_measurements(points, setups)
    assert [(level.iops, level.latency_s) for level in result.levels] == sorted(rates)
    assert (result.write_share, result.block_bytes) == (0.25, 4096.0)
    assert not result.is_saturated


def test_sequential_i_o_is_no_curve_of_random_i_o() -> None:
    measurements = gather_measurements(*sweep(pattern="read", writes="0"))
    assert [m.pattern for m in measurements] == ["sequential"]
    assert bound_storage(*sweep(pattern="read", writes="0"), LIGHT, HALF) is None


def test_measured_log_writes_count_at_both_ends() -> None:
    points, setups = sweep()
    run = IoPoint(99, "log.json", "fio", 1, None, 400.0, None, 0.0025)
    stated = (("pattern", "write"), ("block_bytes", "16384"), ("write_percent", "100"))
    setup = RunSetup(99, "log.json", "fio", attributes=stated)
    bound = bound_storage((*points, run), (*setups, setup), LIGHT, HALF)
    assert bound is not None
    rates = np.array([500.0])
    without = bound_storage(points, setups, LIGHT, HALF)
    assert without is not None
    assert bound.low_s(rates)[0] == pytest.approx(without.low_s(rates)[0] + 0.0025)
    assert bound.high_s(rates)[0] >= 8 * 0.0016 + 0.0025


def test_an_unknown_share_of_writes_judges_nothing() -> None:
    assert bound_storage(*sweep(), NO_PROFILE, HALF) is None
    assert bound_storage(*sweep(), with_values(NO_PROFILE, {"reads": 4.0}), HALF) is None


def test_orion_s_headline_alone_gives_a_rate() -> None:
    point = IoPoint(1, "s.txt", "orion", 17, 0, iops=185.0, group=MAX_SMALL_IOPS)
    (result,) = gather_measurements([point])
    assert result.write_share == 0.0
    assert result.levels == (IoRate(17, 185.0, pytest.approx(17 / 185)),)


@given(
    st.lists(
        st.tuples(st.floats(10, 1e5), st.floats(1e-5, 1e-1)), min_size=1, max_size=7, unique=True
    ),
    st.floats(1, 2e5),
)
def test_the_band_s_ends_never_cross_and_rise(
    pairs: list[tuple[float, float]], iops: float
) -> None:
    levels = tuple(IoRate(n, i, s) for n, (i, s) in enumerate(sorted(pairs), start=1))
    band = latency_band(IoMeasurement("fio", ("f",), levels, 8192.0, 0.0))
    assert band is not None
    at = np.array([iops, 1.1 * iops])
    low, high = band.low_at(at), band.high_at(at)
    assert (low <= high * (1 + 1e-9)).all()
    assert low[0] <= low[1] * (1 + 1e-9)
    assert high[0] <= high[1] * (1 + 1e-9)
