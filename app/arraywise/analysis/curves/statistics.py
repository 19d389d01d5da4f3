"""Intervals, Welch's test, runs needed, isotonic means; how levels' means could have come out.

A bootstrap over few runs is overconfident: it forgets the factor (n-1)/n and Student's tails.
Each drawn mean is therefore stretched away from the level's own by sqrt(n/(n-1)) and divided
by sqrt(chi2(k)/k), so that one level alone comes close to its t-interval, while rate and
response time of a run stay together (MODEL P3 and P5 step 4; Hesterberg, What Teachers Should
Know About the Bootstrap, 2015, on narrowness bias). How far three runs scatter is hardly known
from three runs. So all levels' runs are drawn from, as shares of their level's mean, with the
degrees of freedom k of all of them; a level whose own runs scatter more than that keeps its own
spread, one whose runs happen to agree does not gain.

Of levels of one run the pooled variance of repeated levels of the same study tells how far the
run may lie from the mean of many (MODEL E1). Otherwise the rate leads: the mean rate of a run is
known to about 5 %, and a response time reacts to a rate by one over the share of a user's cycle
that is response. Users unknown: 28 %, the largest spread that Hirata and Bernal found (172 of
619). In 3,885 simulated runs X +- 5 % covered 98.5 %, R by 5 %/u 99.8 %, R by 28 % all. Cao et
al. (FAST 2017) saw more than 10 % between runs in over a quarter of the configurations.
"""

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
    from collections.abc import Iterable, Sequence

    from arraywise.analysis.arrays import Floats
    from arraywise.analysis.curves.load_level import Level


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


def pooled_scatter(figures: Sequence[Sequence[float]]) -> float | None:
    """Return the standard deviation of single runs as a share of their level's mean, pooled.

    None where no level was repeated.
    """
    repeated = [(x, fmean(x)) for x in figures if len(x) > 1]
    degrees = sum(len(x) - 1 for x, _ in repeated)
    squares = sum((len(x) - 1) * variance(x, mean) / mean**2 for x, mean in repeated)
    return math.sqrt(squares / degrees) if degrees else None


def moments_of(values: Sequence[float]) -> Moments:
    """Return mean, variance and size of a sample of at least two."""
    mean = fmean(values)
    return Moments(mean, variance(values, mean), len(values))


def typical_variation(samples: Iterable[Sequence[float]]) -> float:
    """Return the typical standard deviation over the mean of samples of at least two values."""
    return math.sqrt(fmean(float(np.var(s, ddof=1)) / fmean(s) ** 2 for s in samples))


def runs_by_normal(mean: float, deviation: float, percent: float, z: float = 1.96) -> int:
    """Return the runs for a mean within +- `percent`: n = ceil((100 z s / (r x))^2).

    Source: Jain, The Art of Computer Systems Performance Analysis, 13.9 (MODEL P3).
    """
    return math.ceil((100 * z * deviation / (percent * mean)) ** 2)


def runs_needed(mean: float, deviation: float, percent: float) -> int:
    """Return the smallest n with t(n-1) s / sqrt(n) <= percent of the mean (MODEL P3).

    Raises a `UserError` where mean or precision is not above zero.
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

    `variation` is standard deviation over mean, `power` the chance of noticing the difference.
    """
    return _both_quantiles(power) * variation * math.sqrt(2 / runs)


def runs_to_distinguish(variation: float, difference: float, power: float = 0.8) -> int:
    """Return the repetitions of each option that tell a relative difference (MODEL P3)."""
    return math.ceil(2 * (_both_quantiles(power) * variation / difference) ** 2)


def _both_quantiles(power: float) -> float:
    return z_quantile() + NormalDist().inv_cdf(power)


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


DRAWS = 1_000
SEED = 36


def resample_means(
    levels: Sequence[Level], draws: int = DRAWS, seed: int = SEED
) -> tuple[Floats, Floats] | None:
    """Return drawn means of rate and response time, each of shape (draws, levels).

    A level with one run borrows the relative scatter of the option's other levels. None when
    no level was repeated: then nothing is known of the scatter.
    """
    repeated = [values for level in levels if len(values := _values(level)) > 1]
    if not repeated:
        return None
    pool = np.concatenate([_residuals(values) / values.mean(axis=0) for values in repeated])
    degrees = sum(len(values) - 1 for values in repeated)
    generator = np.random.Generator(np.random.PCG64(seed))
    drawn = np.stack(
        [_resample(_values(x), pool, degrees, draws, generator) for x in levels], axis=1
    )
    return drawn[:, :, 0], drawn[:, :, 1]


def quantiles(values: Floats, shares: Sequence[float]) -> Floats:
    """Return quantiles over the draws by order statistics, infinite values allowed.

    Of values of shape (draws, n) and shares from 0 to 1; shape (shares, n).
    """
    places = [round(share * (len(values) - 1)) for share in shares]
    return np.asarray(np.partition(values, places, axis=0)[places])


def _values(level: Level) -> Floats:
    return np.column_stack((level.rates_tps, level.responses_s))


def _residuals(values: Floats) -> Floats:
    """Return how far runs lie from their mean, stretched by sqrt(n/(n-1)); shape (runs, 2)."""
    runs = len(values)
    residuals: Floats = (values - values.mean(axis=0)) * math.sqrt(runs / (runs - 1))
    return residuals


def _resample(
    values: Floats, pool: Floats, degrees: int, draws: int, generator: np.random.Generator
) -> Floats:
    """Return drawn means of a level, by residuals of all levels in shares of their means."""
    mean, runs = values.mean(axis=0), len(values)
    residuals = pool * mean * _excess(values, pool)
    picks = generator.integers(len(residuals), size=(draws, runs))
    tails = np.sqrt(generator.chisquare(degrees, draws) / degrees)
    drawn = mean + residuals[picks].mean(axis=1) / tails[:, None]
    # Student's tails reach below zero at two runs; a rate or a time does not.
    return np.asarray(np.maximum(drawn, mean * 1e-3))


def _excess(values: Floats, pool: Floats) -> Floats:
    """Return how much more a level's runs scatter than all levels' do, at least 1."""
    if len(values) < 2:
        return np.ones(values.shape[1])
    own = _spread(_residuals(values) / values.mean(axis=0))
    shared = _spread(pool)
    more = np.divide(own, shared, where=shared > 0, out=np.ones_like(own))
    return np.asarray(np.maximum(more, 1.0))


def _spread(residuals: Floats) -> Floats:
    return np.asarray(np.sqrt((residuals**2).mean(axis=0)))


ASSUMED_RATE = 0.05
"""Standard deviation of a run's rate over its mean."""
ASSUMED_RESPONSE = 172 / 619
"""The same of its response time where nothing leads to less."""
LEAST_DEGREES = 3
"""Degrees of freedom from which on repeated levels tell the spread."""
_PUBLISHED = "published"
"""Tool of figures that a publication prints: its users are often a bound."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How far single runs lie from their mean, as shares of it."""

    rate: float = ASSUMED_RATE
    response: float = ASSUMED_RESPONSE
    """At most; a level with known users may have less where the spread is assumed."""
    degrees: int | None = None
    """Of the repeated levels that it is pooled from; None where it is assumed."""

    @property
    def is_assumed(self) -> bool:
        """Whether no repeated level tells it."""
        return self.degrees is None


ASSUMED_SPREAD = Spread()


def pool_spread(levels: Iterable[Level]) -> Spread:
    """Pool the spread over the repeated levels of a study; the assumed one where they are few."""
    repeated = [level for level in levels if len(level.runs) > 1 and not level.is_distorted]
    degrees = sum(len(level.runs) - 1 for level in repeated)
    if degrees < LEAST_DEGREES:
        return ASSUMED_SPREAD
    rate = sum(_squares(level.rates_tps) for level in repeated)
    response = sum(_squares(level.responses_s) for level in repeated)
    return Spread(math.sqrt(rate / degrees), math.sqrt(response / degrees), degrees)


def _squares(values: Sequence[float]) -> float:
    mean = fmean(values)
    return math.fsum((value / mean - 1.0) ** 2 for value in values)


def response_variation(level: Level, spread: Spread, *, is_mean: bool = True) -> float:
    """Return the standard deviation of a single run's response time over its mean.

    The share of the cycle says nothing of percentiles.
    """
    users_known = is_mean and all(run.tool != _PUBLISHED for run in level.runs)
    if not spread.is_assumed or not users_known or not level.users:
        return spread.response
    share = level.rate_tps * fmean(level.responses_s) / level.users
    return min(spread.response, spread.rate / share) if share > 0 else spread.response


def log_deviation(variation: float) -> float:
    """Return the standard deviation of the logarithm: sqrt(ln(1 + cv^2))."""
    return math.sqrt(math.log1p(variation * variation))


def draw_single_runs(
    levels: Sequence[Level], spread: Spread, draws: int, seed: int, *, is_mean: bool = True
) -> tuple[Floats, Floats]:
    """Return drawn means of rate and response time, each of shape (draws, levels).

    One deviate moves both of a level: a run that came out with less rate had a longer response.
    The deviates are the distribution's even quantiles in random order, so that its ends are met.
    """
    even = _even_deviates(draws, spread.degrees)
    generator = np.random.Generator(np.random.PCG64(seed))
    deviates = np.stack([generator.permutation(even) for _ in levels], axis=1)
    rates = np.array([level.rate_tps for level in levels])
    responses = np.array([fmean(level.responses_s) for level in levels])
    by_rate = log_deviation(spread.rate)
    by_response = np.array(
        [log_deviation(response_variation(x, spread, is_mean=is_mean)) for x in levels]
    )
    return rates * np.exp(-by_rate * deviates), responses * np.exp(by_response * deviates)


def _even_deviates(draws: int, degrees: int | None) -> Floats:
    """Return quantiles of the normal distribution, or of Student's where the spread is pooled."""
    from scipy.special import ndtri, stdtrit

    shares = np.clip(np.arange(draws) / (draws - 1), 0.5 / draws, 1.0 - 0.5 / draws)
    return np.asarray(ndtri(shares) if degrees is None else stdtrit(degrees, shares))
