"""A mix between two sweeps of other mixes (MODEL E3)."""

from __future__ import annotations

import pytest

from arraywise.analysis.io_evidence import IoMeasurement, IoRate, Work
from arraywise.analysis.storage_bound import (
    choose_measurements,
    interpolate_mix,
    measurements_around_work,
)

SERVERS = 4
READ_S, WRITE_S = 0.001, 0.003
DEPTHS = (1, 2, 4, 8, 16)


def exact_sweep(
    share: float, depths: tuple[int, ...] = DEPTHS, tool: str = "fio"
) -> IoMeasurement:
    """Return what n outstanding I/Os show on servers that are always chosen free if one is."""
    each_s = (1 - share) * READ_S + share * WRITE_S
    levels = []
    for depth in depths:
        wait_s = (max(depth / SERVERS, 1.0) - 1.0) * each_s
        levels.append(
            IoRate(
                depth,
                min(depth, SERVERS) / each_s,
                wait_s + each_s,
                None if share == 1.0 else wait_s + READ_S,
                None if share == 0.0 else wait_s + WRITE_S,
            )
        )
    return IoMeasurement(tool, (f"{share}",), tuple(levels), 8192.0, share)


@pytest.mark.parametrize(("fewer", "more"), [(0.0, 1.0), (0.0, 0.8), (0.25, 1.0), (0.1, 0.9)])
def test_the_rates_of_one_queue_are_exact_and_its_waits_bounded(fewer: float, more: float) -> None:
    sweeps = exact_sweep(fewer), exact_sweep(more)
    mix, exact = interpolate_mix(sweeps, Work(0.4, 8192.0)), exact_sweep(0.4)
    assert mix is not None
    assert (mix.write_share, mix.files, mix.parts) == (0.4, (f"{fewer}", f"{more}"), sweeps)
    for got, true in zip(mix.levels, exact.levels, strict=True):
        assert got.outstanding == true.outstanding
        assert got.iops == pytest.approx(true.iops)
        assert got.latency_s == pytest.approx(true.latency_s)
        wait_s = (true.read_s or 0.0) - READ_S  # of which a cache may have spared either kind
        assert got.read_s == pytest.approx(READ_S + wait_s / 0.6)
        assert got.write_s == pytest.approx(WRITE_S + wait_s / 0.4)


def test_the_nearest_sweeps_that_enclose_the_mix_count() -> None:
    sweeps = [exact_sweep(share) for share in (0.0, 0.2, 0.7, 1.0)]
    mix = interpolate_mix(sweeps, Work(0.45))
    assert mix is not None
    assert [part.write_share for part in mix.parts] == [0.2, 0.7]


@pytest.mark.parametrize(
    "other",
    [
        exact_sweep(1.0, depths=(32, 64)),  # no depth in common
        exact_sweep(1.0, depths=(1, 64)),  # one only
        exact_sweep(1.0, tool="orion"),
        exact_sweep(0.25),  # near enough to count itself
    ],
)
def test_what_does_not_enclose_the_mix_gives_none(other: IoMeasurement) -> None:
    assert interpolate_mix([exact_sweep(0.0), other], Work(0.3, 8192.0)) is None


def test_the_mix_gives_the_longest_time_and_reads_alone_the_least() -> None:
    reads, writes = exact_sweep(0.0), exact_sweep(1.0)
    chosen = choose_measurements((reads, writes), Work(0.4, 8192.0))
    assert chosen is not None
    assert chosen.top is not None
    assert (chosen.top.upper, chosen.top.lower) == (True, False)
    assert chosen.top.measurement.parts == (reads, writes)
    assert chosen.nearest is not None
    assert chosen.nearest.measurement is reads


def test_a_sweep_of_the_very_mix_goes_before_a_computed_one() -> None:
    sweeps = exact_sweep(0.0), exact_sweep(0.4), exact_sweep(1.0)
    assert measurements_around_work(sweeps, Work(0.4, 8192.0)) == ()
    assert measurements_around_work(sweeps[::2], Work(0.4, 8192.0)) == sweeps[::2]
