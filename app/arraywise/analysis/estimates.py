"""Sums of independent uncertain figures: their distributions drawn and added up.

Each figure is drawn at 10,000 even shares of its own distribution in an order by chance (Latin
hypercube), so that one figure alone keeps its quantiles exactly and sums have theirs with hardly
any noise. Source: JCGM 101:2008, Propagation of distributions using a Monte Carlo method; McKay,
Beckman and Conover, Technometrics 21 (1979).
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from arraywise.domain.decision import Interval
from arraywise.domain.estimate import MeanAndError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.vectors import Floats
    from arraywise.domain.estimate import Estimate

_DRAWS = 10_000
_SEED = 101
_SHARES = (np.arange(_DRAWS) + 0.5) / _DRAWS
_EVEN = np.linspace(0.0, 1.0, 201)
_ENDS = (0.025, 0.975)


def estimate_errors(estimate: Estimate) -> Floats:
    """Return how far from its mean an estimate lies at even shares.

    The same as its `quantile`, all at once: edits are answered within a frame.
    """
    if isinstance(estimate, MeanAndError):
        from scipy.special import ndtri

        return np.asarray(estimate.error * ndtri(_SHARES))
    rise, fall = estimate.likely - estimate.least, estimate.most - estimate.likely
    width = rise + fall
    rising = estimate.least + np.sqrt(_SHARES * width * rise)
    falling = estimate.most - np.sqrt((1 - _SHARES) * width * fall)
    return np.where(_SHARES * width <= rise, rising, falling) - estimate.mean


def mean_errors(values: Sequence[float]) -> Floats:
    """Return how far a mean of at least two readings may lie off, at even shares.

    Source: JCGM 101:2008, 6.4.9.4: Student's t, scaled by s / sqrt(n).
    """
    from scipy.special import stdtrit

    error = float(np.std(values, ddof=1)) / math.sqrt(len(values))
    return np.asarray(stdtrit(len(values) - 1, _SHARES) * error)


@lru_cache(maxsize=256)  # ratings are asked for on every tick of a slider
def estimate_interval(estimate: Estimate) -> Interval:
    """Return the mean of an estimate with its 95 % interval and its quantiles."""
    return add_errors(estimate.mean, [estimate_errors(estimate)])


def add_errors(point: float, errors: Sequence[Floats]) -> Interval:
    """Return a mean that is never negative with its 95 % interval and its quantiles.

    Args:
        point: the mean.
        errors: of each independent part of it, from the functions above.
    """
    generator = np.random.Generator(np.random.PCG64(_SEED))
    sums = point + sum((generator.permutation(part) for part in errors), np.zeros(_DRAWS))
    drawn = np.maximum(sums, 0.0)
    low, high = np.quantile(drawn, _ENDS, method="hazen")
    even = np.quantile(drawn, _EVEN, method="hazen")
    return Interval(float(low), point, float(high), tuple(even.tolist()))
