"""How long an option takes to provide storage, from stop-watch readings (MODEL D1)."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from statistics import fmean
from typing import TYPE_CHECKING

from arraywise.analysis.repetitions import UNKNOWN, mean_interval
from arraywise.domain.decision import Interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.provisioning import ProvisioningTime


def provisioning_time(times: Sequence[ProvisioningTime]) -> Interval:
    """Return the seconds of all steps together, with the 95 % t-interval over repetitions.

    The point is the sum of the steps' means. MODEL D1 names the median, but medians of steps do
    not add up to the median of their sum, and the t-interval is that of the mean. Only
    repetitions that timed every step tell how much the sum scatters; without two of them there
    is no interval.
    """
    return _add_up(tuple(times)) if times else UNKNOWN


@lru_cache(maxsize=256)  # the same times are asked for on every tick of a slider
def _add_up(times: tuple[ProvisioningTime, ...]) -> Interval:
    point = sum(fmean(seconds) for seconds in _by_step(times).values())
    whole = mean_interval(_whole_repetitions(times))
    if whole.point is None or whole.low is None or whole.high is None:
        return Interval(None, point, None)
    half = whole.high - whole.point
    return Interval(max(0.0, point - half), point, point + half)


def _by_step(times: Sequence[ProvisioningTime]) -> dict[str, list[float]]:
    steps: dict[str, list[float]] = defaultdict(list)
    for time in times:
        steps[time.step].append(time.seconds)
    return steps


def _whole_repetitions(times: Sequence[ProvisioningTime]) -> list[float]:
    repetitions: dict[int, dict[str, float]] = defaultdict(dict)
    for time in times:
        repetitions[time.repetition][time.step] = time.seconds
    steps = {time.step for time in times}
    return [sum(r.values()) for _, r in sorted(repetitions.items()) if r.keys() == steps]


def ease_factors(seconds: Sequence[float | None]) -> tuple[float | None, ...]:
    """Return each option's provisioning time over the quickest option's, which has 1."""
    known = [s for s in seconds if s is not None and s > 0]
    if not known:
        return tuple(None for _ in seconds)
    quickest = min(known)
    return tuple(s / quickest if s is not None and s > 0 else None for s in seconds)
