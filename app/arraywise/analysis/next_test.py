"""Which load to test next, how often, and what that would leave open (MODEL P5.6)."""

from __future__ import annotations

import math
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.bracket import bracket
from arraywise.analysis.contamination import in_doubt
from arraywise.analysis.evidence_grade import FULL_REPETITIONS
from arraywise.analysis.level import drawn_levels
from arraywise.analysis.load_curve import point_at
from arraywise.analysis.model_band import by_delay, draw_band
from arraywise.analysis.monotone import make_monotone
from arraywise.analysis.repetitions import UNKNOWN, runs_needed, t_quantile
from arraywise.analysis.verdicts import next_users
from arraywise.domain.decision import Interval, NextTest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.level import Level
    from arraywise.analysis.load_curve import ResponseCurve
    from arraywise.analysis.vectors import Floats

WANTED_PERCENT = 5.0
MOST_RUNS = 30
"""More than these nobody makes: the interval that they leave is said instead."""


def plan_test(
    levels: Sequence[Level],
    curve: ResponseCurve | None,
    rate_tps: float,
    target_s: float | None = None,
) -> NextTest | None:
    """Say what to test next to settle the response time at a rate.

    The runs are those that bring the new level's mean within 5 %, by Student's t, with the
    scatter of the present levels. Where more users than at the highest rate were seen to make
    less, none are proposed: that level again, if its rate is enough. The interval is what the
    bracket would then be, through the rate and the response time that the present curve leads
    to expect; a model that only the new level lets be accepted would narrow it further. A level
    in doubt is repeated.
    """
    doubt = None if curve is None else in_doubt(curve.doubts, rate_tps, target_s or 0.0)
    if doubt is not None:
        return NextTest(doubt.users, FULL_REPETITIONS, UNKNOWN)
    users = next_users(curve, rate_tps)
    if curve is None or users is None:
        return None
    if users > curve.users[-1] and _slows_beyond(levels):
        if rate_tps > curve.top_tps:
            return None
        users = curve.users[-1]
    variation = _variation(levels)
    if variation is None:
        return NextTest(users, FULL_REPETITIONS, UNKNOWN)
    runs = min(MOST_RUNS, max(FULL_REPETITIONS, runs_needed(1.0, variation, WANTED_PERCENT)))
    ends = _expect(levels, curve, rate_tps, users)
    if ends is None:
        return NextTest(users, runs, UNKNOWN)
    half = t_quantile(runs - 1) * variation / math.sqrt(runs)
    return NextTest(users, runs, Interval(ends[0] * (1 - half), None, ends[1] * (1 + half)))


def _slows_beyond(levels: Sequence[Level]) -> bool:
    """Say whether levels whose figures hold were measured beyond that of the highest rate."""
    return any(level.past_knee and not level.is_distorted for level in levels)


def _variation(levels: Sequence[Level]) -> float | None:
    """Return the typical standard deviation of the response times over their mean."""
    squares = [
        float(np.var(level.responses_s, ddof=1)) / fmean(level.responses_s) ** 2
        for level in drawn_levels(levels)
        if len(level.responses_s) > 1
    ]
    return math.sqrt(fmean(squares)) if squares else None


def _expect(
    levels: Sequence[Level], curve: ResponseCurve, rate: float, users: int
) -> tuple[float, float] | None:
    """Return the bracket at the rate with the expected level among the present ones.

    None where it would lie beyond them: nothing there was measured.
    """
    used = drawn_levels(levels)
    if users > used[-1].users or not used[0].rate_tps < rate < used[-1].rate_tps:
        return None
    counts = np.array([float(level.users) for level in used])
    weights = np.ones(len(used))
    rates = make_monotone(np.array([[level.rate_tps for level in used]]), weights)[0]
    responses = make_monotone(np.array([[fmean(x.responses_s) for x in used]]), weights)[0]
    new_rate, new_response = _expected_level(curve, counts, rates, users)
    place = int(np.searchsorted(counts, users))
    low, high = bracket(
        np.maximum.accumulate(np.insert(rates, place, new_rate))[None],
        np.maximum.accumulate(np.insert(responses, place, new_response))[None],
        np.array([rate]),
        convex=curve.convex,
    )
    return _narrow(float(low[0, 0]), float(high[0, 0]), curve, rate)


def _narrow(low: float, high: float, curve: ResponseCurve, rate: float) -> tuple[float, float]:
    """Return what the bracket has in common with an accepted model (MODEL P5.4)."""
    if curve.fits is None:
        return low, high
    band = draw_band(curve.fits, np.array([rate]), curve.users[-1], None)
    both = max(low, float(band.low_s[0])), min(high, float(band.high_s[0]))
    return both if both[0] <= both[1] else (low, high)


def _expected_level(
    curve: ResponseCurve, counts: Floats, rates: Floats, users: int
) -> tuple[float, float]:
    if curve.fits is not None:
        return by_delay(curve.fits).curve(2 * curve.users[-1]).level(users)
    rate = float(np.interp(math.log(users), np.log(counts), rates))
    return rate, float(point_at(curve, np.array([rate]))[0])
