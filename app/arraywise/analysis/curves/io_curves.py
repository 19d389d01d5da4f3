"""Sweeps of outstanding I/Os as curves of latency against IOPS, and what they bound (P5.8)."""

from __future__ import annotations

import math
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.curves.queueing_models import open_response_s
from arraywise.analysis.curves.response_curve import bracket_response_s, find_kinks, is_convex
from arraywise.analysis.curves.statistics import enforce_monotone
from arraywise.domain.decision import IoBand, IoCurve, IoLevel
from arraywise.domain.evidence import MAX_SMALL_IOPS
from arraywise.domain.requirement import DEFAULT_THRESHOLDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.lab_setup import LabSetup
    from arraywise.domain.study import IoPoint, RunSetup

READS_PER_TRANSACTION, WRITES_PER_TRANSACTION = 3.4, 1.0
"""Order-entry paper, workload: 50 % selects of 3 reads, 30 % inserts of 3 reads and 2
writes, 20 % updates of 5 reads and 2 writes."""
BAND_POINTS = 40
JUST_BEFORE = 1e-9


def build_io_curves(
    points: Sequence[IoPoint], test_setup: LabSetup, setups: Sequence[RunSetup] = ()
) -> tuple[IoCurve, ...]:
    """Draw a curve for every tool that measured small I/Os, and every kind of I/O it made.

    A calibration has no sweep. The number of disks of the set-up is that of the M/M/m check.
    """
    works = list_publications(points, setups)
    kinds: dict[tuple[str, str], list[IoPoint]] = {}
    for point in points:
        kinds.setdefault((point.tool, works[point.run_id]), []).append(point)
    return tuple(
        _build_curve(same, work, test_setup)
        for (_, work), same in kinds.items()
        if any(point.iops is not None for point in same)
    )


def _build_curve(points: Sequence[IoPoint], work: str, test_setup: LabSetup) -> IoCurve:
    levels = _pool_small_io_levels(points, _tested_disk_count(points[0].tool, test_setup))
    tops = [p.iops for p in points if p.iops and p.group in {None, MAX_SMALL_IOPS}]
    most = max(tops, default=None)
    each = READS_PER_TRANSACTION + WRITES_PER_TRANSACTION
    was_driven = any(p.group == MAX_SMALL_IOPS for p in points) or _is_flat_at_end(levels)
    return IoCurve(
        tool=points[0].tool,
        work=work,
        files=tuple(dict.fromkeys(p.file for p in points)),
        levels=levels,
        band=_bracket_latency(levels),
        most_iops=most,
        most_tps=most / each if most is not None and was_driven else None,
        ios_per_transaction=each,
    )


def _is_flat_at_end(levels: Sequence[IoLevel]) -> bool:
    """Return whether the rate hardly rises at the end: d ln IOPS / d ln depth below a fifth.

    While it still rises its highest point bounds nothing.
    """
    if len(levels) < 2:
        return False
    before, last = levels[-2], levels[-1]
    slope = math.log(last.iops / before.iops) / math.log(last.outstanding / before.outstanding)
    return slope < DEFAULT_THRESHOLDS.flat_slope


def _tested_disk_count(tool: str, test_setup: LabSetup) -> int | None:
    stated = [text for text in test_setup.values.get((tool, "num_disks"), ()) if text.isdecimal()]
    return int(stated[0]) if len(stated) == 1 and int(stated[0]) > 0 else None


def _pool_small_io_levels(points: Sequence[IoPoint], disks: int | None) -> tuple[IoLevel, ...]:
    """Pool the repetitions of each number of outstanding small I/Os, without large ones."""
    result: dict[int, list[IoPoint]] = {}
    for point in points:
        swept = point.group is None and point.small_ios and not point.large_ios
        if swept and point.small_ios and point.iops:
            result.setdefault(point.small_ios, []).append(point)
    service: float | None = None
    levels = []
    for depth, same in sorted(result.items()):
        iops = fmean(p.iops or 0.0 for p in same)
        measured = [p.latency_s for p in same if p.latency_s is not None]
        latency = fmean(measured) if measured else depth / iops
        service = latency if service is None else service
        expected = None if disks is None else open_response_s(iops, disks, service)
        levels.append(IoLevel(depth, iops, latency, not measured, expected))
    return tuple(levels)


def _bracket_latency(levels: Sequence[IoLevel]) -> tuple[IoBand, ...]:
    """Bracket the latency between the measured points, up to the highest rate (MODEL P5.2)."""
    if len(levels) < 2:
        return ()
    top = max(range(len(levels)), key=lambda i: levels[i].iops)
    used = levels[: top + 1]
    weights = np.ones(len(used))
    rates = enforce_monotone(np.array([[x.iops for x in used]]), weights)
    latencies = enforce_monotone(np.array([[x.latency_s for x in used]]), weights)
    even = np.linspace(rates[0, 0], rates[0, -1], BAND_POINTS)
    kinks = find_kinks(rates[0], latencies[0]) if len(used) > 2 else np.empty(0)
    # At a measured point both ends meet; just before it they need not.
    before = np.maximum(rates[0] * (1.0 - JUST_BEFORE), rates[0, 0])
    at = np.unique(np.concatenate((even, rates[0], kinks, before)))
    low, high = bracket_response_s(rates, latencies, at, convex=is_convex(rates, latencies))
    return tuple(IoBand(*map(float, three)) for three in zip(at, low[0], high[0], strict=True))


_LONGEST = 30
_KIB = 1024


def list_publications(points: Sequence[IoPoint], setups: Sequence[RunSetup]) -> dict[int, str]:
    """Name the work of each run of an option by block size, pattern and share of writes.

    Empty where all runs of the tool did the same, or their files do not state.
    """
    stated = {setup.run_id: _describe_io_work(setup) for setup in setups}
    by_tool: dict[str, dict[int, str]] = {}
    for point in points:
        by_tool.setdefault(point.tool, {})[point.run_id] = stated.get(point.run_id, "")
    return {
        run_id: work if len(set(works.values())) > 1 else ""
        for works in by_tool.values()
        for run_id, work in works.items()
    }


def _describe_io_work(setup: RunSetup) -> str:
    stated = dict(setup.attributes)
    block = next((stated[n] for n in ("block_bytes", "small_io_bytes") if n in stated), "")
    writes = stated.get("write_percent", "")
    parts = (
        stated.get("pattern", "")[:_LONGEST],
        f"{int(block) / _KIB:g} KiB" if block.isdecimal() else block[:_LONGEST],
        f"W {writes} %" if writes.isdecimal() else "",
    )
    return ", ".join(part for part in parts if part)
