"""The line drawn through measured levels: smooth, and nothing is read off it (MODEL P5.4).

The interval between two levels ends in the last one with a step, for nothing measured beyond it
bounds the slope from below; its middle would hook upwards there. The line is a monotone cubic in
ln(users) of ln(response time) and of the rate, after Fritsch and Carlson, "Monotone Piecewise
Cubic Interpolation", SIAM J. Numer. Anal. 17 (1980), with the harmonic slopes of Fritsch and
Butland (1984). It meets every level, and is kept inside the interval.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.vectors import Floats
    from arraywise.domain.decision import CurvePoint, LoadLevel

Line = tuple[tuple[float, float], ...]
_STEPS = 24
"""Points of the line for each stretch between two levels."""


def drawn_line(levels: Sequence[LoadLevel], band: Sequence[CurvePoint]) -> Line:
    """Return the line of an option up to the knee.

    Args:
        levels: by users; those past the knee are left out.
        band: the interval that the line is kept within, where it is known.

    Returns:
        Rates (1/s, never falling) and response times (s); nothing below two levels.
    """
    used = [(lv.users, lv.rate_tps.point, lv.response_s.point) for lv in levels if _counts(lv)]
    if len(used) < 2:
        return ()
    users, rates, responses = np.array(used, dtype=float).T
    at = np.log(users)
    fine = np.unique(np.concatenate([np.linspace(a, b, _STEPS) for a, b in pairwise(at)]))
    x = np.maximum.accumulate(monotone_cubic(at, rates, fine))
    y = _inside(x, np.exp(monotone_cubic(at, np.log(responses), fine)), band)
    return tuple(zip(x.tolist(), y.tolist(), strict=True))


def _counts(level: LoadLevel) -> bool:
    rate, response = level.rate_tps.point, level.response_s.point
    return not (level.past_knee or level.contaminated) and bool(level.users and rate and response)


def _inside(x: Floats, y: Floats, band: Sequence[CurvePoint]) -> Floats:
    known = [p for p in band if np.isfinite(p.high_s)]
    if not known:
        return y
    rates, lows, highs = np.array([(p.rate_tps, p.low_s, p.high_s) for p in known]).T
    kept = np.clip(y, np.interp(x, rates, lows), np.interp(x, rates, highs))
    return np.where((x >= rates[0]) & (x < rates[-1]), kept, y)


def monotone_cubic(x: Floats, y: Floats, at: Floats) -> Floats:
    """Interpolate without overshooting: between two points it never leaves their range.

    Args:
        x: ascending, two at least.
        y: what is met at each x.
        at: where it is asked for, within x.
    """
    steps, slopes = np.diff(x), np.diff(y) / np.diff(x)
    tangents = _tangents(steps, slopes)
    place = np.clip(np.searchsorted(x, at, side="right") - 1, 0, len(steps) - 1)
    t = (at - x[place]) / steps[place]
    rise, fall = t * t * (3.0 - 2.0 * t), t * (1.0 - t)
    bend = steps[place] * fall * ((1.0 - t) * tangents[place] - t * tangents[place + 1])
    return np.asarray(y[place] * (1.0 - rise) + y[place + 1] * rise + bend)


def _tangents(steps: Floats, slopes: Floats) -> Floats:
    """Return the slope at each point: the weighted harmonic mean of its neighbours', or 0."""
    if len(slopes) == 1:
        return np.repeat(slopes, 2)
    before, after = slopes[:-1], slopes[1:]
    w1, w2 = 2.0 * steps[1:] + steps[:-1], steps[1:] + 2.0 * steps[:-1]
    same = before * after > 0
    with np.errstate(divide="ignore", invalid="ignore"):
        inner = np.where(same, (w1 + w2) / (w1 / before + w2 / after), 0.0)
    first = _end(steps[0], steps[1], slopes[0], slopes[1])
    last = _end(steps[-1], steps[-2], slopes[-1], slopes[-2])
    return np.concatenate(([first], inner, [last]))


def _end(step: float, next_step: float, slope: float, next_slope: float) -> float:
    """Return the slope at an end, from three points, limited so that nothing overshoots."""
    found = ((2.0 * step + next_step) * slope - step * next_slope) / (step + next_step)
    if found * slope <= 0:
        return 0.0
    if slope * next_slope <= 0 and abs(found) > 3.0 * abs(slope):
        return 3.0 * slope
    return float(found)
