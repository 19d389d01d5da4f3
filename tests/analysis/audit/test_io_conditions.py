"""Kinds of I/O are distinguished, and what was measured one way is not held against another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.audit.storage_checks import storage_cache_bytes
from arraywise.analysis.curves.io_curves import build_io_curves
from arraywise.analysis.lab_setup import NO_TEST_SETUP
from arraywise.analysis.prepared import NOT_MEASURED, LoadIndependentOption
from arraywise.domain.decision import Interval
from arraywise.domain.evidence import MAX_SMALL_IOPS
from arraywise.domain.requirement import DEFAULT_THRESHOLDS
from arraywise.domain.study import IoPoint, RunSetup
from tests.analysis.audit.test_comparability import CLEAN, find
from tests.analysis.audit.test_setup_findings import (
    DISK,
    findings_of,
    named,
    offered,
    priced,
    swept,
    told,
)
from tests.analysis.bench import FREE_HOST

if TYPE_CHECKING:
    from arraywise.domain.pricing import PriceLine

FIO = IoPoint(1, "a.json", "fio", 8, 0, 8000.0, None, 0.001)


def setup(run_id: int, pattern: str, block: str) -> RunSetup:
    attributes = (("pattern", pattern), ("block_bytes", block))
    return RunSetup(run_id, f"{run_id}.json", "fio", attributes=attributes)


def test_runs_of_other_kinds_are_no_repetitions() -> None:
    points = [FIO, replace(FIO, run_id=2, iops=1600.0), replace(FIO, run_id=3, iops=4000.0)]
    setups = [
        setup(1, "randread", "4096"), setup(2, "randwrite", "4096"), setup(3, "randread", "8192")
    ]  # fmt: skip
    curves = build_io_curves(points, NO_TEST_SETUP, setups)
    assert [(c.work, c.levels[0].iops) for c in curves] == [
        ("randread, 4 KiB", 8000.0),
        ("randwrite, 4 KiB", 1600.0),
        ("randread, 8 KiB", 4000.0),
    ]
    (alike,) = build_io_curves(
        points, NO_TEST_SETUP, [setup(n, "randread", "4096") for n in (1, 2, 3)]
    )
    assert (alike.work, alike.levels[0].iops) == ("", pytest.approx(13600 / 3))


@pytest.mark.parametrize(("last", "bounds"), [(4000.0, False), (2100.0, True)])
def test_a_rate_that_still_rises_bounds_nothing(last: float, *, bounds: bool) -> None:
    swept_to = [
        replace(FIO, small_ios=depth, iops=rate, latency_s=depth / rate)
        for depth, rate in ((1, 1000.0), (2, 2000.0), (4, last))
    ]
    (curve,) = build_io_curves(swept_to, NO_TEST_SETUP)
    assert (curve.most_tps is not None) == bounds
    headline = replace(FIO, small_ios=None, group=MAX_SMALL_IOPS, iops=4400.0)
    (driven,) = build_io_curves([*swept_to, headline], NO_TEST_SETUP)
    assert driven.most_tps == pytest.approx(1000.0)


def test_a_cache_in_name_and_sheet_is_one_and_a_server_s_memory_none() -> None:
    def cache(name: str, *lines: PriceLine) -> float:
        option = replace(CLEAN.options[0].option, name=name)
        facts = replace(offered(CLEAN.options[0], *lines), option=option)
        return storage_cache_bytes(
            LoadIndependentOption(facts, NOT_MEASURED, None, Interval(None, None, None))
        )

    controller = replace(
        DISK, description="Controller with 64 GB cache", quantity=DISK.quantity / 33
    )
    assert cache("NAS 64 GB cache", controller) == 64e9
    assert cache("NAS", replace(controller, quantity=2 * controller.quantity)) == 128e9
    assert cache("NAS", replace(controller, is_server=True)) == 0
    assert cache("NAS", replace(DISK, description="Server, 2 TB RAM with file cache")) == 0


def test_little_data_are_told_in_megabytes() -> None:
    array = priced(CLEAN.options[0], "Array with 64 GB cache")
    for size, message in (("4000000", "touched 4.0 MB"), ("4000000000", "touched 4.0 GB")):
        touched = told(array, ("working_set_bytes", size))
        (result,) = findings_of("working set within the cache", touched)
        assert message in str(result.message)


def test_large_reads_and_writes_say_nothing_of_a_turn() -> None:
    disks = priced(CLEAN.options[0], "Disk 15k")
    check = "working set within the cache"
    large = replace(FIO, small_ios=0, large_ios=4, iops=None, latency_s=0.0005)
    assert findings_of(check, swept(disks, large)) == []
    quick = swept(disks, replace(FIO, run_id=7, latency_s=0.0005))
    assert findings_of(check, quick)
    assert findings_of(check, told(quick, ("pattern", "randwrite"))) == []


def test_a_link_carries_both_ways() -> None:
    check = "more than the link carries"
    moved = replace(FIO, run_id=7, throughput_b_s=121e6)
    (result,) = findings_of(check, swept(named("NAS 1 GbE"), moved))
    assert "10^6" not in str(result.consequence)  # fio prints bytes
    mixed = told(swept(named("NAS 1 GbE"), moved), ("write_percent", "30"))
    assert findings_of(check, mixed) == []
    assert findings_of(check, told(swept(named("NAS 1 GbE"), moved), ("write_percent", "100")))


@pytest.mark.parametrize(("share", "limit", "is_found"), [
    (0.85, 0.9, False), (0.85, 0.8, True), (2.5, 0.9, False),
])  # fmt: skip
def test_a_link_is_full_from_the_share_that_the_study_sets(
    share: float, limit: float, *, is_found: bool
) -> None:
    use = replace(FREE_HOST, net_b_s=share * 118.7e6)
    option = named("NAS 1 GbE")
    runs = tuple(replace(run, host_use=use) for run in option.load_runs)
    facts = replace(
        CLEAN,
        options=(replace(option, load_runs=runs), CLEAN.options[1]),
        thresholds=replace(DEFAULT_THRESHOLDS, link_share=limit),
    )
    assert ("link saturated" in {f.check for f in find(facts)}) == is_found
