"""When a host's processors were exhausted: stretches of time, from idle shares piece by piece."""

from __future__ import annotations

from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_GAP_SHARE = 0.02
"""Of the time that is looked at. Shorter pauses do not end a stretch, shorter ones are none."""
_PAUSE = 3
"""Samples: the same for recordings of few."""


def exhausted_stretches(
    times_s: Sequence[float], idle: Sequence[float], idle_at_most: float
) -> tuple[tuple[float, float], ...]:
    """Return from when to when there was next to no idle time, pauses of a moment aside.

    Args:
        times_s: ascending.
        idle: share of the processors, 0 to 1, at each of them.
        idle_at_most: what counts as exhausted (MODEL P4, rule 2).
    """
    if len(times_s) < 2:
        return ()
    apart = median(b - a for a, b in pairwise(times_s))
    shortest = _GAP_SHARE * (times_s[-1] - times_s[0])
    pause = max(_PAUSE * apart, shortest)
    found: list[list[float]] = []
    for time, share in zip(times_s, idle, strict=True):
        if share > idle_at_most:
            continue
        if found and time - found[-1][1] <= pause:
            found[-1][1] = time
        else:
            found.append([time, time])
    return tuple((start, end) for start, end in found if end - start >= max(apart, shortest))
