"""I/O-level evidence: sweeps as curves, the open queue, and transactions at most (MODEL P5.8)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.curves.io_curves import build_io_curves
from arraywise.analysis.curves.queueing_models import erlang_c, open_response_s, requests_under_way
from arraywise.analysis.lab_setup import NO_TEST_SETUP, LabSetup
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.evidence import MAX_SMALL_IOPS
from arraywise.domain.study import IoPoint
from tests.analysis.bench import make_option, make_study
from tests.worked_example.queueing import Network, Station, solve

DISK_S = 0.005
SWEEP = solve(Network((Station(DISK_S), Station(0.004)), think_s=0.0), 32)


def point(depth: int, **changes: object) -> IoPoint:
    solved = SWEEP[depth - 1]
    built = IoPoint(1, "orion.csv", "orion", depth, 0, solved.rate, None, solved.response_s)
    return replace(built, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rate", "servers", "service", "response", "waiting"),
    [
        (0.75, 1, 1, 4.0, 0.75),
        (80, 1, 0.01, 0.05, 0.8),
        (80, 2, 0.02, 0.0555555555556, 0.711111111111),
        (102, 4, 0.03, 0.0470711385153, 0.534895673478),
    ],
)
def test_open_queue(
    rate: float, servers: int, service: float, response: float, waiting: float
) -> None:
    """Golden `mmm` (R queueing)."""
    assert open_response_s(rate, servers, service) == pytest.approx(response)
    assert erlang_c(servers, rate * service) == pytest.approx(waiting)


def test_an_overloaded_queue_never_ends() -> None:
    assert open_response_s(100.0, 1, 0.01) is None
    assert erlang_c(2, 2.5) == 1.0


@pytest.mark.parametrize(
    ("iops", "latency", "under_way"),
    [(104_580, 0.00011, 11.5038), (120_071, 0.00024, 28.81704), (149_600, 0.00022, 32.912),
     (173_911, 0.0008, 139.1288), (198_682, 0.00052, 103.31464)],
)  # fmt: skip
def test_outstanding_of_the_published_calibrations(
    iops: float, latency: float, under_way: float
) -> None:
    """Golden `io_calibrate_outstanding` (SAN versus NAS)."""
    assert requests_under_way(iops, latency) == pytest.approx(under_way)


def test_the_band_holds_the_points_that_were_left_out() -> None:
    measured = [point(depth) for depth in (1, 2, 4, 8, 16, 32)]
    (curve,) = build_io_curves(measured, NO_TEST_SETUP)
    assert [level.outstanding for level in curve.levels] == [1, 2, 4, 8, 16, 32]
    rates = [band.iops for band in curve.band]
    for solved in SWEEP:
        low = np.interp(solved.rate, rates, [band.low_s for band in curve.band])
        high = np.interp(solved.rate, rates, [band.high_s for band in curve.band])
        assert 0.98 * low <= solved.response_s <= high + 1e-9


def test_a_latency_that_the_tool_does_not_report_follows_from_little() -> None:
    (curve,) = build_io_curves([point(4, latency_s=None)], NO_TEST_SETUP)
    (level,) = curve.levels
    assert level.latency_is_derived
    assert level.latency_s == pytest.approx(SWEEP[3].response_s)
    assert curve.band == ()


def test_repetitions_are_pooled_and_large_ios_left_out() -> None:
    points = [
        point(1, iops=100.0),
        point(1, iops=120.0, run_id=2),
        point(2, large_ios=3),
        point(8, group="small_read"),
    ]
    (curve,) = build_io_curves(points, NO_TEST_SETUP)
    assert [(level.outstanding, level.iops) for level in curve.levels] == [(1, 110.0)]


def test_the_open_queue_stands_beside_the_sweep() -> None:
    test_setup = LabSetup({("orion", "num_disks"): {"8": "orion.txt"}})
    (curve,) = build_io_curves([point(1), point(4)], test_setup)
    first = SWEEP[0].response_s
    assert curve.levels[0].open_queue_s == pytest.approx(
        open_response_s(SWEEP[0].rate, 8, first) or 0.0
    )
    assert curve.levels[1].open_queue_s is not None


def test_transactions_are_bounded_by_the_ios_that_each_takes() -> None:
    """Order-entry paper: 50/30/20 of 3 reads, 3 + 2 and 5 + 2: 3.4 reads and 1 write."""
    headline = IoPoint(2, "c.txt", "io_calibrate", None, None, 4400.0, group=MAX_SMALL_IOPS)
    (curve,) = build_io_curves([headline], NO_TEST_SETUP)
    assert curve.levels == ()
    assert curve.ios_per_transaction == pytest.approx(0.5 * 3 + 0.3 * (3 + 2) + 0.2 * (5 + 2))
    assert curve.most_tps == pytest.approx(1000.0)


def test_the_answer_carries_the_curves() -> None:
    option = replace(make_option(1), io_points=(point(1), point(2)))
    facts = make_study(option)
    (known,) = answer_requirement(prepare_study(facts), facts, draws=0).options
    assert [curve.tool for curve in known.io_curve] == ["orion"]


def test_a_sweep_that_bends_down_is_bracketed_by_its_points_alone() -> None:
    """Latencies of 1, 5 and 6 ms at 100, 200 and 300 I/Os per second: no convex curve."""
    points = [
        point(depth, iops=rate, latency_s=latency)
        for depth, rate, latency in ((1, 100.0, 0.001), (2, 200.0, 0.005), (3, 300.0, 0.006))
    ]
    (curve,) = build_io_curves(points, NO_TEST_SETUP)
    (inside,) = [b for b in curve.band if 240 < b.iops < 246][:1]
    assert (inside.low_s, inside.high_s) == (0.005, 0.006)
