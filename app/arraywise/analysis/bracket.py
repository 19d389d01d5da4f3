"""Between two measured levels: what the response time must be, whatever the curve's formula.

In a closed product-form network with a fixed think time the mean response time is a convex,
increasing function of the throughput (MODEL P5 step 2). So it lies below the chord between
two levels and above the prolonged chords of the neighbouring segments.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from arraywise.analysis.vectors import Floats

TINY = 1e-12
TOGETHER = 100
"""Draws that are worked on at once: as many as stay in the processor's cache."""


@dataclass(frozen=True, slots=True)
class _Segments:
    """The segment of each drawn curve in which each asked-for rate lies; shape (draws, rates)."""

    left_x: Floats
    right_x: Floats
    left_r: Floats
    right_r: Floats
    slope: Floats
    slope_before: Floats
    slope_after: Floats


def bracket(
    rates: Floats, responses: Floats, at: Floats, *, convex: bool = True
) -> tuple[Floats, Floats]:
    """Return the lower and upper ends of the response time at some rates.

    Below the first level both are its response time. Above the last one the upper end is
    infinite and the lower end is the response time with which the top rate was first reached.

    Args:
        rates: levels' throughput, non-decreasing, shape (draws, levels), 1/s.
        responses: levels' response times, non-decreasing, same shape, s.
        at: rates asked for, shape (n,), 1/s.
        convex: False uses that the curve rises and nothing else.

    Returns:
        Two arrays of shape (draws, n), in seconds.
    """
    if rates.shape[1] == 1:
        inside = at <= rates
        low = np.broadcast_to(responses, inside.shape)
        return low, np.where(inside, responses, np.inf)
    lows, highs = np.empty((2, len(rates), len(at)))
    for first in range(0, len(rates), TOGETHER):
        rows = slice(first, first + TOGETHER)
        lows[rows], highs[rows] = _bracket_some(rates[rows], responses[rows], at, convex=convex)
    return lows, highs


def _bracket_some(
    rates: Floats, responses: Floats, at: Floats, *, convex: bool
) -> tuple[Floats, Floats]:
    parts = _find_segments(rates, responses, at)
    low, high = _chords(parts, at) if convex else (parts.left_r, parts.right_r)
    first, last = rates[:, :1], rates[:, -1:]
    below, above = at < first, at > last
    for end in (low, high):
        np.copyto(end, responses[:, :1], where=below)
    top = np.argmax(rates >= last, axis=1)[:, None]
    np.copyto(low, np.take_along_axis(responses, top, axis=1), where=above)
    np.copyto(high, np.inf, where=above)
    return low, high


def _find_segments(rates: Floats, responses: Floats, at: Floats) -> _Segments:
    index = np.zeros((len(rates), len(at)), dtype=np.int64)
    for inner in range(1, rates.shape[1] - 1):
        index += rates[:, inner : inner + 1] <= at
    width = np.diff(rates, axis=1)
    rise = np.diff(responses, axis=1)
    slope = rise / np.maximum(width, TINY * rates[:, 1:])
    # A vertical step is noise or a pooled pair: it says nothing of the curve beyond it.
    before = np.where(width > TINY * rates[:, 1:], slope, 0.0)
    nothing_before, endless = ((0, 0), (1, 0)), ((0, 0), (0, 1))
    before = np.pad(before, nothing_before)
    slope = np.pad(slope, endless, constant_values=np.inf)
    after = np.pad(slope[:, 1:], endless, constant_values=np.inf)
    # All have a column a level, so that one index serves all of them.
    index += np.arange(0, rates.size, rates.shape[1])[:, None]
    following = index + 1
    return _Segments(
        left_x=rates.take(index),
        right_x=rates.take(following),
        left_r=responses.take(index),
        right_r=responses.take(following),
        slope=slope.take(index),
        slope_before=before.take(index),
        slope_after=after.take(index),
    )


def _chords(parts: _Segments, at: Floats) -> tuple[Floats, Floats]:
    from_left, to_right = at - parts.left_x, np.maximum(parts.right_x - at, 0.0)
    high = np.minimum(parts.left_r + parts.slope * from_left, parts.right_r)
    high = np.where(to_right > 0, high, parts.right_r)
    reach = np.multiply(parts.slope_after, to_right, where=to_right > 0, out=np.zeros_like(high))
    ahead = np.where(from_left + to_right > 0, parts.right_r - reach, -np.inf)
    behind = parts.left_r + parts.slope_before * from_left
    low = np.maximum(np.maximum(parts.left_r, behind), ahead)
    # Drawn slopes may fall by chance; the lower end never passes the chord.
    return np.minimum(low, high), high


def is_convex(rates: Floats, responses: Floats) -> bool:
    """Say whether the drawn slopes leave room for convexity (MODEL P5 step 2).

    False when at some level the slope falls in more than 97.5 % of the draws.
    """
    slopes = np.diff(responses, axis=1) / np.maximum(np.diff(rates, axis=1), TINY * rates[:, 1:])
    if slopes.shape[1] < 2:
        return True
    change = np.quantile(np.diff(slopes, axis=1), 0.975, axis=0)
    return bool((change >= -1e-9 * np.abs(slopes).max()).all())


def find_kinks(rates: Floats, responses: Floats) -> Floats:
    """Return the rates inside segments at which the lower end of the bracket bends.

    Args:
        rates: shape (levels,), non-decreasing.
        responses: same shape.
    """
    width = np.diff(rates)
    slopes = np.diff(responses) / np.maximum(width, TINY * rates[1:])
    before = np.concatenate(([0.0], slopes[:-1]))[:-1]
    after = slopes[1:]
    left_x, right_x = rates[:-2], rates[1:-1]
    rise = responses[1:-1] - responses[:-2]
    gap = after - before
    # left + before (x - a) = right - after (b - x)
    numerator = after * right_x - before * left_x - rise
    at = numerator / np.where(np.abs(gap) > 0, gap, np.inf)
    return at[(at > left_x) & (at < right_x)]
