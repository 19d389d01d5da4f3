"""Which resource limited a load level, by the host's series and the rates (MODEL P4).

The rules are asked in order and the first one that is met counts. In classes 0 to 3 the level
says nothing of the storage: it is shown, and above the last level before it nothing is judged.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import fmean, median, variance
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.host_use import HostState, classify_host, is_bound
from arraywise.analysis.level import Bottleneck
from arraywise.analysis.repetitions import CONFIDENCE
from arraywise.analysis.scalability import LEAST_LEVELS, fit_scalability
from arraywise.analysis.welch import LEAST_RUNS, Moments, welch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.analysis.level import Level
    from arraywise.domain.facts import HostUse
    from arraywise.domain.thresholds import Thresholds


SINGLE_FALL = 0.05
"""Single runs: a fall of less may be chance."""
_OF_HOST = (
    (HostState.PAGING, Bottleneck.PAGING),
    (HostState.STOLEN, Bottleneck.STOLEN),
    (HostState.EXHAUSTED, Bottleneck.HOST),
    (HostState.NEAR, Bottleneck.HOST_NEAR),
)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known beside a level."""

    before: Level | None
    """The level with fewer users."""
    payload_b_s: float | None
    """What the network between host and storage carries."""
    fibre_b_s: float | None
    """The same of Fibre Channel."""
    retrograde: bool
    """The scalability law's coherency cost is above zero with 95 % confidence."""
    peak: Level | None = None
    """The level of the highest rate among those with fewer users."""


def name_bottlenecks(
    levels: Sequence[Level],
    thresholds: Thresholds,
    payload_b_s: float | None = None,
    fibre_b_s: float | None = None,
    *,
    retrograde: bool = False,
) -> tuple[Bottleneck, ...]:
    """Say for each level, ascending by users, what limited it."""
    named = []
    peak: Level | None = None
    for before, level in zip((None, *levels), levels, strict=False):
        around = Surroundings(before, payload_b_s, fibre_b_s, retrograde, peak)
        named.append(_name(level, around, thresholds))
        peak = level if peak is None or level.rate_tps > peak.rate_tps else peak
    return tuple(named)


def _name(level: Level, around: Surroundings, limits: Thresholds) -> Bottleneck:
    uses = [r.host_use for r in level.runs if r.host_use is not None and r.host_use.samples]
    flat = is_flat(around.before, level, limits)
    rules = (
        *((wanted, _is_mostly(uses, state, limits)) for state, wanted in _OF_HOST),
        (Bottleneck.SINGLE_THREAD, flat and _is_single_thread(uses, limits)),
        (Bottleneck.CLIENT, is_bound((run.client_use for run in level.runs), limits)),
        (Bottleneck.PATH, _path_share(uses, around) >= limits.link_share),
        (Bottleneck.CONTENTION, _slows_without_load(level, uses, around, limits)),
        (Bottleneck.STORAGE, flat and _waits_for_storage(uses, limits)),
        (Bottleneck.CONTENTION, _contends(level, uses, around, limits)),
    )
    found = next((kind for kind, met in rules if met), None)
    return found or (Bottleneck.UNSATURATED if uses else Bottleneck.UNKNOWN)


def _is_mostly(uses: Sequence[HostUse], state: HostState, limits: Thresholds) -> bool:
    """Say whether at least half of the runs were limited by the host, and first of all so."""
    states = [classify_host(use, limits) for use in uses]
    bound = [s for s in states if s is not HostState.FREE]
    return 2 * len(bound) >= max(1, len(states)) and max(bound, key=bound.count) is state


def is_flat(before: Level | None, level: Level, limits: Thresholds) -> bool:
    """Say whether the rate hardly rose with the users: d ln X / d ln N below the line."""
    if before is None:
        return False
    slope = math.log(level.rate_tps / before.rate_tps) / math.log(level.users / before.users)
    return slope < limits.flat_slope


def _is_single_thread(uses: Sequence[HostUse], limits: Thresholds) -> bool:
    """One of several processors busy: busy within 10 % of 1 / m."""
    counts = [(use.busy_median, use.processors or 0) for use in uses]
    shares = [busy * count for busy, count in counts if count > 1]
    return bool(shares) and abs(median(shares) - 1.0) <= limits.single_thread_band


def _path_share(uses: Sequence[HostUse], around: Surroundings) -> float:
    """Return the share of the links' payload in use, of the busier kind; 0 where unknown."""
    flows = (
        (_known(uses, _net_flow), around.payload_b_s),
        (_known(uses, _disk_flow), around.fibre_b_s),
    )
    return max(
        (median(each) / payload for each, payload in flows if each and payload), default=0.0
    )


def _waits_for_storage(uses: Sequence[HostUse], limits: Thresholds) -> bool:
    waits = _known(uses, lambda use: use.wait_median)
    devices = _known(uses, _utilisation)
    idle = [1.0 - use.busy_median - (use.steal_median or 0.0) for use in uses]
    waiting = bool(waits) and median(waits) >= limits.storage_wait
    busy = bool(devices) and median(devices) >= limits.disk_utilisation
    return (waiting or busy) and median(idle) >= limits.idle_and_wait


def _slows_without_load(
    level: Level, uses: Sequence[HostUse], around: Surroundings, limits: Thresholds
) -> bool:
    """The rate falls by more than runs scatter, and the devices are not busier than at the peak.

    A storage that is the limit is at least as busy when more users wait for it; locks leave it
    with less to do, though processes may wait for I/O as before (MODEL P4, rule 6).
    """
    peak = around.peak
    if peak is None or not uses or not _falls(peak, level):
        return False
    before = [r.host_use for r in peak.runs if r.host_use is not None and r.host_use.samples]
    processors = max(use.busy_median for use in uses)
    if not before or max(processors, _path_share(uses, around)) >= limits.contention_busy:
        return False
    device = [
        (_known(before, figure), _known(uses, figure))
        for figure in (_utilisation, _disk_flow, _net_flow)
    ]
    known = [(median(old), median(new)) for old, new in device if old and new]
    return bool(known) and all(new <= _NOT_BUSIER * old for old, new in known)


_NOT_BUSIER = 1.02


def _utilisation(use: HostUse) -> float | None:
    return use.disk_utilisation


def _disk_flow(use: HostUse) -> float | None:
    return use.disk_b_s


def _net_flow(use: HostUse) -> float | None:
    return use.net_b_s


def _contends(
    level: Level, uses: Sequence[HostUse], around: Surroundings, limits: Thresholds
) -> bool:
    """The rate falls although nothing that is watched is busy: locks, coherency."""
    falls = around.before is not None and level.rate_tps < around.before.rate_tps
    if not (falls and around.retrograde and uses):
        return False
    shares = [use.busy_median for use in uses] + _known(uses, _utilisation)
    return max(*shares, _path_share(uses, around)) < limits.contention_busy


def _known(uses: Sequence[HostUse], figure: Callable[[HostUse], float | None]) -> list[float]:
    return [value for use in uses if (value := figure(use)) is not None]


def is_retrograde(levels: Sequence[Level]) -> bool:
    """Say whether the rate falls beyond chance: the law's beta above zero (MODEL P4, rule 6)."""
    if len(levels) < LEAST_LEVELS or not any(level.past_knee for level in levels):
        return False
    peak, last = max(levels, key=_rate), levels[-1]
    if not _falls(peak, last):
        return False
    users = np.array([float(level.users) for level in levels])
    rates = np.array([level.rate_tps for level in levels])
    return fit_scalability(users, rates).intervals[1][0] > 0


def _rate(level: Level) -> float:
    return level.rate_tps


def _falls(peak: Level, last: Level) -> bool:
    """Say whether the last rate lies below the highest by more than runs scatter, or 5 %.

    The law alone cannot tell: a rate that levels off bends like one that falls.
    """
    if min(len(peak.runs), len(last.runs)) < LEAST_RUNS:
        return last.rate_tps < (1.0 - SINGLE_FALL) * peak.rate_tps
    sides = (Moments(fmean(x), variance(x), len(x)) for x in (peak.rates_tps, last.rates_tps))
    return welch(*sides).ends(CONFIDENCE)[0] > 0


def host_cpu_s(level: Level) -> float | None:
    """Return the processor seconds of a transaction, D_cpu = busy x m / X (MODEL P4)."""
    busy = [
        use.busy_median * (use.processors or 0)
        for use in (run.host_use for run in level.runs)
        if use is not None and use.samples and use.processors
    ]
    return median(busy) / level.rate_tps if busy else None
