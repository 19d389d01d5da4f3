"""What repeated runs allow to say: means with intervals, and how many runs a claim needs."""

from __future__ import annotations

import math
from functools import cache
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING

from arraywise.domain.decision import Interval
from arraywise.domain.problems import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

CONFIDENCE = 0.95
UNKNOWN = Interval(None, None, None)


@cache
def t_quantile(degrees: int, confidence: float = CONFIDENCE) -> float:
    """Return Student's two-sided quantile for a number of degrees of freedom from 1."""
    from scipy.special import stdtrit

    return float(stdtrit(degrees, 0.5 + confidence / 2))


def z_quantile(confidence: float = CONFIDENCE) -> float:
    """Return the normal distribution's two-sided quantile."""
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def mean_interval(values: Sequence[float]) -> Interval:
    """Return the mean with its 95 % t-interval, in the values' unit (MODEL P3).

    One value has no interval, no value has no mean. Of values that are nowhere below zero the
    lower end is not either: few runs that differ widely would else leave a negative time or rate.
    """
    if not values:
        return UNKNOWN
    mean = fmean(values)
    if len(values) == 1:
        return Interval(None, mean, None)
    half = t_quantile(len(values) - 1) * _deviation(values, mean) / math.sqrt(len(values))
    low = mean - half
    return Interval(max(0.0, low) if min(values) >= 0 else low, mean, mean + half)


def _deviation(values: Sequence[float], mean: float) -> float:
    """Return the standard deviation; `statistics` reckons in fractions, 50 times slower."""
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1))


def runs_by_normal(mean: float, deviation: float, percent: float, z: float = 1.96) -> int:
    """Return the runs for a mean within +- `percent`: n = ceil((100 z s / (r x))^2).

    Source: Jain, The Art of Computer Systems Performance Analysis, 13.9 (MODEL P3).
    """
    return math.ceil((100 * z * deviation / (percent * mean)) ** 2)


def runs_needed(mean: float, deviation: float, percent: float) -> int:
    """Return the smallest n with t(n-1) s / sqrt(n) <= percent of the mean (MODEL P3).

    Raises:
        UserError: when the mean or the wanted precision is not above zero.
    """
    if not (mean > 0 and percent > 0):
        sentence = "The number of runs needs a mean and a wanted precision above zero."
        raise UserError(sentence)
    allowed = percent * mean / 100
    runs = max(2, runs_by_normal(mean, deviation, percent, z_quantile()))
    while t_quantile(runs - 1) * deviation / math.sqrt(runs) > allowed:
        runs += 1
    return runs


def smallest_difference(variation: float, runs: int, power: float = 0.8) -> float:
    """Return the relative difference of two options that `runs` each can tell (MODEL P3).

    Args:
        variation: standard deviation over mean.
        runs: repetitions of each option.
        power: chance of noticing a difference of that size.
    """
    return _both_quantiles(power) * variation * math.sqrt(2 / runs)


def runs_to_tell(variation: float, difference: float, power: float = 0.8) -> int:
    """Return the repetitions of each option that tell a relative difference (MODEL P3)."""
    return math.ceil(2 * (_both_quantiles(power) * variation / difference) ** 2)


def _both_quantiles(power: float) -> float:
    return z_quantile() + NormalDist().inv_cdf(power)
