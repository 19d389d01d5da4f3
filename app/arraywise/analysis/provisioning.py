"""How long an option takes to provide storage, as read off or estimated (MODEL D1)."""

from __future__ import annotations

from functools import lru_cache
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.estimates import add_errors, estimate_errors, mean_errors
from arraywise.analysis.repetitions import UNKNOWN, mean_interval
from arraywise.domain.decision import Interval
from arraywise.domain.provisioning import repetition_sums, times_by_step

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.analysis.vectors import Floats
    from arraywise.domain.provisioning import ProvisioningTime


def provisioning_time(times: Sequence[ProvisioningTime]) -> Interval:
    """Return the seconds of all steps together, with the 95 % t-interval over repetitions.

    The point is the sum of the steps' means. MODEL D1 names the median, but medians of steps do
    not add up to the median of their sum, and the t-interval is that of the mean. Only
    repetitions that timed every step tell how much the sum scatters; without two of them there
    is no interval.

    Where steps were estimated, the interval is that of their distributions added to the scatter
    of the steps that were read; beside them a step that was read once counts as exact.
    """
    return _add_up(tuple(times)) if times else UNKNOWN


@lru_cache(maxsize=256)  # the same times are asked for on every tick of a slider
def _add_up(times: tuple[ProvisioningTime, ...]) -> Interval:
    steps = times_by_step(times)
    point = sum(fmean(time.seconds for time in found) for found in steps.values())
    sums = repetition_sums(times)
    judged = [errors for found in steps.values() if (errors := _step_errors(found)) is not None]
    if judged:
        if len(sums) > 1:
            return add_errors(point, [*judged, mean_errors(sums)])
        return Interval(None, point, None) if _were_repeated(times) else add_errors(point, judged)
    whole = mean_interval(sums)
    if whole.point is None or whole.low is None or whole.high is None:
        return Interval(None, point, None)
    half = whole.high - whole.point
    return Interval(max(0.0, point - half), point, point + half)


def _step_errors(times: Sequence[ProvisioningTime]) -> Floats | None:
    """Return how far the mean of a step may lie off for its estimates; None where it has none.

    They are of one and the same time, so their errors add up as they are and do not level out.
    """
    errors = [estimate_errors(time.estimate) for time in times if time.estimate is not None]
    return sum(errors, np.zeros(1)) / len(times) if errors else None


def _were_repeated(times: Iterable[ProvisioningTime]) -> bool:
    read = [time.step for time in times if time.estimate is None]
    return len(set(read)) < len(read)


def ease_factors(seconds: Sequence[float | None]) -> tuple[float | None, ...]:
    """Return each option's provisioning time over the quickest option's, which has 1."""
    known = [s for s in seconds if s is not None and s > 0]
    if not known:
        return tuple(None for _ in seconds)
    quickest = min(known)
    return tuple(s / quickest if s is not None and s > 0 else None for s in seconds)
