"""Provisioning times: means, sums of estimates, effort factor.

Each figure is drawn at 10,000 even shares of its own distribution in an order by chance (Latin
hypercube), so that one figure alone keeps its quantiles exactly and sums have theirs with hardly
any noise. Source: JCGM 101:2008, Propagation of distributions using a Monte Carlo method; McKay,
Beckman and Conover, Technometrics 21 (1979).
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.curves.statistics import UNKNOWN, mean_interval
from arraywise.domain.decision import Interval
from arraywise.domain.estimates import MeanAndError
from arraywise.domain.options import complete_repetition_sums, group_times_by_step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.arrays import Floats
    from arraywise.domain.estimates import Estimate
    from arraywise.domain.options import ProvisioningTime

_DRAWS = 10_000
_SEED = 101
_SHARES = (np.arange(_DRAWS) + 0.5) / _DRAWS
_EVEN = np.linspace(0.0, 1.0, 201)
_ENDS = (0.025, 0.975)


def estimate_error_quantiles(estimate: Estimate) -> Floats:
    """Return how far from its mean an estimate is at even probability.

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


def mean_error_quantiles(values: Sequence[float]) -> Floats:
    """Return how far a mean of at least two readings may lie off, at even shares.

    Source: JCGM 101:2008, 6.4.9.4: Student's t, scaled by s / sqrt(n).
    """
    from scipy.special import stdtrit

    error = float(np.std(values, ddof=1)) / math.sqrt(len(values))
    return np.asarray(stdtrit(len(values) - 1, _SHARES) * error)


@lru_cache(maxsize=256)  # ratings are asked for on every tick of a slider
def estimate_interval(estimate: Estimate) -> Interval:
    """Return the mean of an estimate with its 95 % interval and its quantiles."""
    return combine_error_quantiles(estimate.mean, [estimate_error_quantiles(estimate)])


def combine_error_quantiles(point: float, errors: Sequence[Floats]) -> Interval:
    """Return a mean, never negative, with the interval and quantiles of all its errors."""
    generator = np.random.Generator(np.random.PCG64(_SEED))
    sums = point + sum((generator.permutation(part) for part in errors), np.zeros(_DRAWS))
    drawn = np.maximum(sums, 0.0)
    low, high = np.quantile(drawn, _ENDS, method="hazen")
    even = np.quantile(drawn, _EVEN, method="hazen")
    return Interval(float(low), point, float(high), tuple(even.tolist()))


def provisioning_time(times: Sequence[ProvisioningTime]) -> Interval:
    """Return the seconds of all steps together, with the 95 % t-interval over repetitions.

    The point is the sum of the steps' means. MODEL D1 names the median, but medians of steps do
    not add up to the median of their sum, and the t-interval is that of the mean. Only
    repetitions that timed every step tell how much the sum scatters; without two of them there
    is no interval.

    Where steps were estimated, the interval is that of their distributions added to the scatter
    of the steps that were read; beside them a step that was read once counts as exact.
    """
    return _total_provisioning_time(tuple(times)) if times else UNKNOWN


@lru_cache(maxsize=256)  # the same times are asked for on every tick of a slider
def _total_provisioning_time(times: tuple[ProvisioningTime, ...]) -> Interval:
    steps = group_times_by_step(times)
    point = sum(fmean(time.seconds for time in result) for result in steps.values())
    sums = complete_repetition_sums(times)
    judged = [
        errors
        for result in steps.values()
        if (errors := _step_error_quantiles(result)) is not None
    ]
    if judged:
        if len(sums) > 1:
            return combine_error_quantiles(point, [*judged, mean_error_quantiles(sums)])
        read = [time.step for time in times if time.estimate is None]
        was_repeated = len(set(read)) < len(read)
        return (
            Interval(None, point, None) if was_repeated else combine_error_quantiles(point, judged)
        )
    whole = mean_interval(sums)
    if whole.point is None or whole.low is None or whole.high is None:
        return Interval(None, point, None)
    half = whole.high - whole.point
    return Interval(max(0.0, point - half), point, point + half)


def _step_error_quantiles(times: Sequence[ProvisioningTime]) -> Floats | None:
    """Return how far the mean of a step may lie off for its estimates; None where it has none.

    They are of one and the same time, so their errors add up as they are and do not level out.
    """
    errors = [
        estimate_error_quantiles(time.estimate) for time in times if time.estimate is not None
    ]
    return sum(errors, np.zeros(1)) / len(times) if errors else None


def ease_factors(seconds: Sequence[float | None]) -> tuple[float | None, ...]:
    """Return each option's provisioning time over the quickest option's, which has 1."""
    known = [s for s in seconds if s is not None and s > 0]
    if not known:
        return tuple(None for _ in seconds)
    quickest = min(known)
    return tuple(s / quickest if s is not None and s > 0 else None for s in seconds)
