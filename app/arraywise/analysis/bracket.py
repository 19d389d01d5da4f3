"""Between two measured levels: what the response time must be, whatever the curve's formula.

In a closed product-form network with a fixed think time the mean response time is a convex,
increasing function of the throughput (MODEL P5 step 2). So it lies below the chord between
two levels and above the prolonged chords of the neighbouring segments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from arraywise.analysis.vectors import Floats, Ints

TINY = 1e-12
ENDLESS = 1e200
"""A slope that no response time stays below."""
TOGETHER = 100
"""Draws that are worked on at once: as many as stay in the processor's cache."""


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
    index = _find_segments(rates, at)
    first, last = rates[:, :1], rates[:, -1:]
    below, above = at < first, at > last
    if convex:
        low, high = _chords(rates, responses, at, index)
    else:
        low, high = responses.take(index), responses.take(index + 1)
    for end in (low, high):
        np.copyto(end, responses[:, :1], where=below)
    top = np.argmax(rates >= last, axis=1)[:, None]
    np.copyto(low, np.take_along_axis(responses, top, axis=1), where=above)
    np.copyto(high, np.inf, where=above)
    return low, high


def _find_segments(rates: Floats, at: Floats) -> Ints:
    """Return the segment of each drawn curve that each rate lies in, counted over all curves.

    A segment has the number of the level at its left; so one number serves all its figures.
    """
    passed = np.zeros((len(rates), len(at)), dtype=np.int16)
    for inner in range(1, rates.shape[1] - 1):
        passed += (rates[:, inner : inner + 1] <= at).view(np.int8)
    return passed + np.arange(0, rates.size, rates.shape[1])[:, None]


def _chords(rates: Floats, responses: Floats, at: Floats, index: Ints) -> tuple[Floats, Floats]:
    width = np.diff(rates, axis=1)
    is_step = width <= TINY * rates[:, 1:]
    rises = np.diff(responses, axis=1) / np.maximum(width, TINY * rates[:, 1:])
    before = np.zeros(rates.shape)
    slope, after = np.full((2, *rates.shape), ENDLESS)
    # A vertical step is noise or a pooled pair: it says nothing of the curve beyond it.
    np.copyto(before[:, 1:], rises, where=~is_step)
    slope[:, :-1], after[:, :-2] = rises, rises[:, 1:]
    following = index + 1
    from_left = at - rates.take(index)
    to_right = np.maximum(rates.take(following) - at, 0.0)
    left, right = responses.take(index), responses.take(following)
    high = slope.take(index)
    high *= from_left
    high += left
    np.minimum(high, right, out=high)
    np.copyto(high, right, where=to_right <= 0)
    behind = before.take(index)
    behind *= from_left
    behind += left
    ahead = after.take(index)
    ahead *= to_right
    np.subtract(right, ahead, out=ahead)
    np.copyto(ahead, left, where=from_left + to_right <= 0)
    low = np.maximum(left, behind, out=behind)
    np.maximum(low, ahead, out=low)
    # Drawn slopes may fall by chance; the lower end never passes the chord.
    return np.minimum(low, high, out=low), high


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
