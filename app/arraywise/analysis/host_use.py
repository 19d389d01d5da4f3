"""Whether a run measured the storage or the database host's processors (MODEL P4, rules 0-2b)."""

from __future__ import annotations

from enum import StrEnum
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arraywise.domain.facts import HostUse
    from arraywise.domain.thresholds import Thresholds


class HostState(StrEnum):
    """What the host's processors and memory did during a run."""

    UNKNOWN = "not monitored"
    FREE = "free"
    NEAR = "processors nearly exhausted"
    EXHAUSTED = "processors exhausted"
    STOLEN = "processors taken by other virtual machines"
    PAGING = "memory paged"


BOUND = frozenset({HostState.NEAR, HostState.EXHAUSTED, HostState.STOLEN, HostState.PAGING})
"""States in which a response time is not the storage's (MODEL P4, classes 0 to 3)."""


def classify_host(use: HostUse | None, limits: Thresholds) -> HostState:
    """Say which of MODEL P4's host rules a run meets, the first one counts."""
    if use is None or not use.samples:
        return HostState.UNKNOWN
    rules = (
        (HostState.PAGING, (use.paging_share or 0.0) > limits.paging_share),
        (HostState.STOLEN, (use.steal_median or 0.0) >= limits.steal),
        (HostState.EXHAUSTED, _is_exhausted(use, limits)),
        (HostState.NEAR, use.busy_median >= limits.near_busy),
    )
    return next((state for state, met in rules if met), HostState.FREE)


def _is_exhausted(use: HostUse, limits: Thresholds) -> bool:
    return use.idle_at_most_5_percent >= limits.exhausted_share and (
        use.wait_median is None or use.wait_median <= limits.exhausted_wait
    )


def is_bound(uses: Iterable[HostUse | None], limits: Thresholds) -> bool:
    """Say whether at least half of the monitored runs of a level were limited by the host."""
    states = [s for u in uses if (s := classify_host(u, limits)) is not HostState.UNKNOWN]
    return bool(states) and 2 * sum(s in BOUND for s in states) >= len(states)


def median_busy(uses: Iterable[HostUse | None]) -> float | None:
    """Return the median share of the processors in use over runs, None without a monitor."""
    known = [u.busy_median for u in uses if u is not None and u.samples]
    return median(known) if known else None
