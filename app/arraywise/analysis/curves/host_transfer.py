"""What a response time measured on one host may be on another one (MODEL P4.1)."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.curves.queueing_models import open_response_s

if TYPE_CHECKING:
    from arraywise.analysis.arrays import Floats
    from arraywise.analysis.curves.levels import PlainLevel
    from arraywise.analysis.curves.response_curve import ResponseCurve

MOST_BUSY = 0.8
"""Share of the slower host's processors up to which its queue can be told."""
TOLERANCE = 0.02
"""Of the response time, for what the host's queue does to the rest."""
LEAST_THINK_S = 0.5
"""With less time between transactions the rate follows the response time: nothing passes."""


@dataclass(frozen=True, slots=True)
class TestedHost:
    """A host that options were tested on."""

    names: frozenset[str]
    processors: int | None
    cpu_s: float
    """What a transaction takes of its processors, middle of the options tested on it."""
    models: frozenset[str] = frozenset()
    """Of its processors, as listings of hardware name them."""

    @property
    def name(self) -> str:
        """How a finding names it."""
        return ", ".join(sorted(self.names) or sorted(self.models)) or str(self.processors)


@dataclass(frozen=True, slots=True)
class Transfer:
    """From the host that an option was tested on to that of others."""

    own: TestedHost
    other: TestedHost
    foreground: float
    """Share of the processor time that transactions wait for; 0 where it is not known."""
    think_s: float

    @property
    def is_slower(self) -> bool:
        """Whether the other host takes more processor time."""
        return self.other.cpu_s > self.own.cpu_s

    @property
    def slow(self) -> TestedHost:
        """The slower one of both."""
        return self.other if self.is_slower else self.own

    @property
    def until_tps(self) -> float:
        """Up to which rate the slower host's queue can be told."""
        return MOST_BUSY * (self.slow.processors or 0) / self.slow.cpu_s

    def ends(self, rates_tps: Floats, low_s: Floats, high_s: Floats) -> tuple[Floats, Floats]:
        """Return the ends of the response time on the other host (MODEL P4-h)."""
        slow_s, fast_s = self.slow.cpu_s, min(self.own.cpu_s, self.other.cpu_s)
        least = self.foreground * (slow_s - fast_s)
        most = self._waits(rates_tps) - self.foreground * fast_s
        if self.is_slower:
            high = high_s + most + TOLERANCE * high_s
            return low_s + least, high if self.think_s >= LEAST_THINK_S else np.full_like(
                high, np.inf
            )
        high = np.maximum(high_s - least, fast_s)
        return np.maximum(low_s - most - TOLERANCE * low_s, fast_s * self.foreground), high

    def _waits(self, rates_tps: Floats) -> Floats:
        """Return the time in the slower host's processors, that of its last rate beyond it."""
        servers = self.slow.processors or 1
        rates = np.minimum(rates_tps, self.until_tps)
        waits = [open_response_s(rate, servers, self.slow.cpu_s) for rate in rates.tolist()]
        return np.array([math.inf if wait is None else wait for wait in waits])


@dataclass(frozen=True, slots=True)
class ToOtherHosts:
    """The hosts that the outcomes of an option are for, where it was tested on another one."""

    transfers: tuple[Transfer, ...]
    keeps_own: bool
    """Whether they are for its own host as well."""


def on_other_hosts(curve: ResponseCurve | None, to: ToOtherHosts | None) -> ResponseCurve | None:
    """Return the curve as it may be on the hosts that outcomes are for: its ends hold on each."""
    if curve is None or to is None:
        return curve
    rates = curve.rates_tps
    ends = [each.ends(rates, curve.low_s, curve.high_s) for each in to.transfers]
    own_sure = curve.low_s if curve.sure_low_s is None else curve.sure_low_s
    sures = [each.ends(rates, own_sure, curve.high_s)[0] for each in to.transfers]
    chords = [each.ends(rates, curve.low_s, curve.chord_s)[1] for each in to.transfers]
    if to.keeps_own:
        ends, chords = [*ends, (curve.low_s, curve.high_s)], [*chords, curve.chord_s]
        sures.append(own_sure)
    low = np.minimum.reduce([each for each, _ in ends])
    high = np.maximum.accumulate(np.maximum.reduce([each for _, each in ends]))
    moved_s = sum(t.other.cpu_s - t.own.cpu_s for t in to.transfers) / len(ends)
    until = min(curve.comparable_tps, *(transfer.until_tps for transfer in to.transfers))
    limit = min(curve.demonstrated_tps, until)
    first_high, limit_high = np.interp([min(curve.first_tps, limit), limit], rates, high).tolist()
    return replace(
        curve,
        low_s=np.minimum.accumulate(low[::-1])[::-1],
        point_s=np.maximum.accumulate(np.clip(curve.point_s + moved_s, low, high)),
        high_s=high,
        chord_s=np.maximum.accumulate(np.maximum.reduce(chords)),
        comparable_tps=until,
        first_high_s=first_high,
        limit_high_s=limit_high,
        fits=None,
        sure_low_s=np.minimum.accumulate(np.minimum.reduce(sures)[::-1])[::-1],
        plain=tuple(_move(level, to) for level in curve.plain),
        by_bounds=on_other_hosts(curve.by_bounds, to),
    )


def _move(level: PlainLevel, to: ToOtherHosts) -> PlainLevel:
    rate, least = np.array([level.above_tps]), np.array([level.least_s])
    lows = [float(each.ends(rate, least, least)[0][0]) for each in to.transfers]
    return replace(level, least_s=min([*lows, level.least_s] if to.keeps_own else lows))
