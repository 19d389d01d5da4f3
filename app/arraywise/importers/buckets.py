"""Percentiles of counts in buckets: all that is known of an I/O is the bucket it fell into."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def percentile(counts: Sequence[int], bounds: Sequence[float], percent: float) -> float | None:
    """Interpolate within the bucket that holds the wanted I/O in order of latency.

    Args:
        counts: I/Os in each bucket, in order of latency; the last bucket has no upper end.
        bounds: Where each bucket begins, in any unit.
        percent: 0 to 100.

    Returns:
        A value in the unit of the bounds; None without I/Os, or within the last bucket.
    """
    wanted = sum(counts) * percent / 100
    for i, reached in enumerate(accumulate(counts[:-1])):
        if counts[i] and reached >= wanted:
            into = (wanted - reached + counts[i]) / counts[i]
            return bounds[i] + into * (bounds[i + 1] - bounds[i])
    return None
