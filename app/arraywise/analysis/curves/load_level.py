"""One load level and what may limit it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.domain.decision import ContaminationReason
    from arraywise.domain.study import LoadRun


class Bottleneck(StrEnum):
    """What limited a level."""

    UNKNOWN = "not monitored"
    INVALID = "figures contradict each other"
    PAGING = "memory paged"
    STOLEN = "processors shared"
    HOST = "host processors exhausted"
    HOST_NEAR = "host processors nearly exhausted"
    SINGLE_THREAD = "one processor alone"
    CLIENT = "client exhausted"
    PATH = "link saturated"
    STORAGE = "storage"
    CONTENTION = "contention"
    UNSATURATED = "nothing yet"


NOT_STORAGE = frozenset(
    {
        *(Bottleneck.PAGING, Bottleneck.STOLEN, Bottleneck.HOST, Bottleneck.HOST_NEAR),
        *(Bottleneck.SINGLE_THREAD, Bottleneck.CLIENT, Bottleneck.INVALID),
    }
)
"""Classes 0 to 3: not comparable as storage."""
DISTORTED = frozenset(
    {Bottleneck.INVALID, Bottleneck.PAGING, Bottleneck.STOLEN, Bottleneck.CLIENT}
)
"""Their figures are not those of the closed system that is measured: units or users were mixed up,
memory was paged, another machine took the processors, or the tool itself came late. No curve is
drawn through them. Processors at their limit are a station of that system like any other."""
NOT_AS_TESTED = frozenset({Bottleneck.PAGING, Bottleneck.INVALID})
"""Class 0: not comparable, not even host and storage together."""


LEAST_RUNS = 2
"""Of each sample: one run has no variance."""


@dataclass(frozen=True, slots=True)
class Drift:
    """How the response time of a run changed while it ran, s; below zero where it fell."""

    by_the_end_s: float = 0.0
    """From its mean to that of its last third."""
    to_come_s: float = 0.0
    """From its mean to the furthest that it may still come to (MODEL P5.10)."""


STEADY = Drift()


@dataclass(frozen=True, slots=True)
class Level:
    """The usable runs at one number of users."""

    users: int
    runs: tuple[LoadRun, ...]
    rates_tps: tuple[float, ...]
    responses_s: tuple[float, ...]
    """The asked-for statistic of each run."""
    host_busy: float | None
    host_bound: bool
    past_knee: bool = False
    bottleneck: Bottleneck = Bottleneck.UNKNOWN
    """What limited it, the path aside."""
    ends_s: tuple[tuple[float, float], ...] = ()
    """Ends of the runs' percentiles that were not measured; 0 and infinite where not known."""
    contaminated: ContaminationReason | None = None
    """Its response time contradicts the levels beside it: no curve is drawn through it."""
    refuted: bool = False
    """It stays contaminated whichever other level is left out: the others judge without it."""
    drifts: tuple[Drift, ...] = ()
    """How each run's response time still changed; empty where none drifts."""

    @property
    def rate_tps(self) -> float:
        """The mean rate."""
        return _mean(self.rates_tps)

    @property
    def is_bounded(self) -> bool:
        """Whether the statistic of every run is known from both sides."""
        return all(low > 0 and math.isfinite(high) for low, high in self.ends_s)

    @property
    def is_distorted(self) -> bool:
        """Whether what limited it makes its figures useless for the loads beside it too."""
        return self.host_bound and self.bottleneck in DISTORTED

    @property
    def can_be_compared(self) -> bool:
        """Whether its runs count, and tell how much they scatter."""
        sound = len(self.runs) >= LEAST_RUNS and min(self.responses_s) > 0
        return sound and not (self.past_knee or self.host_bound or self.contaminated)


def mark_levels_past_knee(levels: Iterable[Level]) -> list[Level]:
    """Return levels by users, marked where they lie beyond the one of the highest rate."""
    every = list(levels)
    sound = [level for level in every if not level.is_distorted] or every
    knee = max(sound, key=lambda level: level.rate_tps, default=None)
    return [replace(x, past_knee=knee is not None and x.users > knee.users) for x in every]


def drawn_levels(levels: Sequence[Level]) -> list[Level]:
    """Return the levels that a curve is drawn through, up to the knee.

    Contaminated ones are left out. Where all are distorted these, to be shown; nothing is judged
    by them.
    """
    used = [level for level in levels if not level.past_knee]
    sound = [level for level in used if not level.is_distorted]
    return [level for level in sound if level.contaminated is None] or sound or used


def levels_around(levels: Sequence[Level], rate_tps: float) -> tuple[Level, ...]:
    """Return the one or two levels that an answer at a rate leans on.

    Below the first level that one; above the highest rate none.
    """
    used = [level for level in levels if not level.past_knee]
    above = next((i for i, level in enumerate(used) if level.rate_tps >= rate_tps), None)
    if above is None:
        return ()
    return tuple(used[max(0, above - 1) : above + 1])


_mean = lru_cache(maxsize=4096)(fmean)
"""The rates of levels are asked for hundreds of times a tick of a slider."""
