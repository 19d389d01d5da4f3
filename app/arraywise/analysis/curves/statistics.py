"""Intervals, Welch test, runs needed, isotonic means."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING

import numpy as np

from arraywise.domain.decision import Interval
from arraywise.domain.messages import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.arrays import Floats

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
    half = t_quantile(len(values) - 1) * deviation(values, mean) / math.sqrt(len(values))
    low = mean - half
    return Interval(max(0.0, low) if min(values) >= 0 else low, mean, mean + half)


def deviation(values: Sequence[float], mean: float) -> float:
    """Return the standard deviation; `statistics` reckons in fractions, 50 times slower."""
    return math.sqrt(variance(values, mean))


def variance(values: Sequence[float], mean: float) -> float:
    """Return the variance of a sample of at least two."""
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


def moments_of(values: Sequence[float]) -> Moments:
    """Return mean, variance and size of a sample of at least two."""
    mean = fmean(values)
    return Moments(mean, variance(values, mean), len(values))


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
        sentence = "The number of runs needs a mean and a precision above zero."
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


def runs_to_distinguish(variation: float, difference: float, power: float = 0.8) -> int:
    """Return the repetitions of each option that tell a relative difference (MODEL P3)."""
    return math.ceil(2 * (_both_quantiles(power) * variation / difference) ** 2)


def _both_quantiles(power: float) -> float:
    return z_quantile() + NormalDist().inv_cdf(power)


LEAST_RUNS = 2
"""Of each sample: one run has no variance."""


@dataclass(frozen=True, slots=True)
class Moments:
    """A sample by its mean, variance and size."""

    mean: float
    variance: float
    runs: int


@dataclass(frozen=True, slots=True)
class Welch:
    """Welch's test of two means."""

    difference: float
    error: float
    """Standard error of the difference."""
    degrees: float

    @property
    def t(self) -> float:
        """The test's statistic."""
        if self.error > 0:
            return self.difference / self.error
        return math.copysign(math.inf, self.difference) if self.difference else 0.0

    @property
    def p_value(self) -> float:
        """The two-sided probability of such a difference by chance."""
        from scipy.special import stdtr

        return float(2.0 * stdtr(self.degrees, -abs(self.t)))

    def ends(self, confidence: float) -> tuple[float, float]:
        """Return the interval of the difference."""
        from scipy.special import stdtrit

        half = float(stdtrit(self.degrees, 0.5 + confidence / 2)) * self.error
        return self.difference - half, self.difference + half


def welch(first: Moments, second: Moments) -> Welch:
    """Compare two means whose variances may differ; at least two runs each.

    Source: Welch, The Generalization of Student's Problem, Biometrika 34 (1947).
    """
    shares = first.variance / first.runs, second.variance / second.runs
    both = sum(shares)
    degrees = float(first.runs + second.runs - 2)
    if both > 0:
        degrees = both**2 / (
            shares[0] ** 2 / (first.runs - 1) + shares[1] ** 2 / (second.runs - 1)
        )
    return Welch(first.mean - second.mean, math.sqrt(both), degrees)


def enforce_monotone(values: Floats, weights: Floats) -> Floats:
    """Return the nearest non-decreasing sequences, by weighted squares (MODEL P5 step 1).

    The result is that of pool-adjacent-violators, computed by its minimax form
    max over a <= i of min over b >= i of mean(a..b), for all rows at once.

    Args:
        values: shape (rows, levels).
        weights: shape (levels,), above zero.

    Source: Robertson, Wright, Dykstra, Order Restricted Statistical Inference, 1.4.
    """
    sums = np.cumsum(values * weights, axis=1)
    totals = np.cumsum(weights)
    best = np.full(values.shape, -np.inf)
    for first in range(values.shape[1]):
        before = sums[:, first - 1 : first] if first else np.zeros((len(values), 1))
        base = totals[first - 1] if first else 0.0
        means = (sums[:, first:] - before) / (totals[first:] - base)
        least = np.minimum.accumulate(means[:, ::-1], axis=1)[:, ::-1]
        best[:, first:] = np.maximum(best[:, first:], least)
    return best
