"""Levels of one run: how far the run may lie from the mean of many (MODEL E1).

Where levels of the same study were repeated, their pooled variance tells it. Otherwise the rate
leads: the mean rate of a run is known to about 5 %, and a response time reacts to a rate by one
over the share of a user's cycle that is response. Users unknown: 28 %, the largest spread that
Hirata and Bernal found (172 of 619). In 3,885 simulated runs X +- 5 % covered 98.5 %, R by
5 %/u 99.8 %, R by 28 % all. Cao et al. (FAST 2017) saw more than 10 % between runs in over a
quarter of the configurations.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.analysis.arrays import Floats
    from arraywise.analysis.curves.load_level import Level

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
    """Return the standard deviation of a level's response time over its mean.

    Args:
        level: of one run.
        spread: of the study.
        is_mean: False for percentiles, of which the share of the cycle says nothing.
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
