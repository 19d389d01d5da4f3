"""What no closed system can exceed, whatever its formula (MODEL P2.4).

X <= min(1 / D_b, N / (D + Z)) and R >= max(D, N D_b - Z), with D the sum and D_b the largest of
the service demands.

Source: Denning and Buzen, The Operational Analysis of Queueing Network Models, 1978.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from arraywise.analysis.repetitions import mean_interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.level import Level

TOLERANCE = 0.05


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds at some number of users."""

    most_tps: float
    least_response_s: float


def bounds_at(users: float, demands_s: Sequence[float], think_s: float) -> Bounds:
    """Return the highest rate and the lowest response time that the demands allow.

    Args:
        users: working at once.
        demands_s: service demand of each station, s; empty where none is known.
        think_s: mean think time, s.
    """
    total, most = sum(demands_s), max(demands_s, default=0.0)
    ceiling = 1.0 / most if most > 0 else float("inf")
    unhindered = users / (total + think_s) if total + think_s > 0 else float("inf")
    return Bounds(min(ceiling, unhindered), max(total, users * most - think_s))


def knee_users(demands_s: Sequence[float], think_s: float) -> float:
    """Return N* = (D + Z) / D_b, from which users must wait for each other."""
    return (sum(demands_s) + think_s) / max(demands_s)


def levels_outside(
    levels: Sequence[Level], demands_s: Sequence[float], think_s: float
) -> tuple[Level, ...]:
    """Return the levels outside the bounds by more than 5 % beyond what their runs scatter."""
    return tuple(level for level in levels if _is_outside(level, demands_s, think_s))


def _is_outside(level: Level, demands_s: Sequence[float], think_s: float) -> bool:
    bounds = bounds_at(level.users, demands_s, think_s)
    rate, response = mean_interval(level.rates_tps), mean_interval(level.responses_s)
    slowest = level.rate_tps if rate.low is None else rate.low
    longest = fmean(level.responses_s) if response.high is None else response.high
    too_fast = slowest > (1.0 + TOLERANCE) * bounds.most_tps
    return too_fast or longest < (1.0 - TOLERANCE) * bounds.least_response_s
