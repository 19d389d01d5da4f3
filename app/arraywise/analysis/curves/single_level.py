"""What the response time is at least when any one level is left out (MODEL P5.12).

A job beside one level, which no monitor saw, may lift its response time as far as the levels
around it allow and leaves no trace. So where no model ties all levels together, no target is
missed by what one level alone says: the lower end is the least of those without one of the levels.
"""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.curves.queueing_models import ALLOWANCE, MeasuredLevels, fit_loosely
from arraywise.analysis.curves.statistics import pooled_scatter, quantiles

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.analysis.arrays import Floats
    from arraywise.analysis.curves.load_level import Level
    from arraywise.analysis.curves.queueing_models import ModelCurve

    Bracket = Callable[[Floats, Floats, Floats], Floats]
    """Lower ends of drawn curves at some rates, by drawn rates and response times."""

LEAST_LEVELS = 4
"""Of three levels two are left, which a line joins whatever they are."""
LEAST_RATIO = 1.1
"""To what the others allow: from it on a level is refuted."""
_LOW_TAIL = 0.025
_ERRORS = 2.0
"""Standard errors that a response time may lie off the model beyond its allowance."""


def low_without_one(
    levels: Sequence[Level],
    drawn: tuple[Floats, Floats],
    knots: Floats,
    low_s: Floats,
    bracket: Bracket,
    think_s: float | None,
) -> tuple[Floats, tuple[int, ...]]:
    """Return the lower end that stays without any one level, and whom the others refute.

    Args:
        levels: that the curve is drawn through, by users; at least `LEAST_LEVELS`.
        drawn: rates and response times, shape (draws, levels).
        knots: rates.
        low_s: the lower end by all levels.
        bracket: gives the lower ends of drawn curves.
        think_s: of all levels; no model without.
    """
    result, refuted = low_s, []
    for place, level in enumerate(levels):
        rates, responses = (np.delete(each, place, axis=1) for each in drawn)
        least = quantiles(bracket(rates, responses, knots), [_LOW_TAIL])[0]
        if think_s is not None and (least < result).any():
            rest = [other for other in levels if other is not level]
            curves = _describe(rest, think_s, max(x.users for x in levels))
            if curves:
                fitted = np.minimum.reduce([curve.response_s(knots) for curve in curves])
                least = np.maximum(least, (1.0 - ALLOWANCE) * fitted)
                allowed = max(curve.level(level.users)[1] for curve in curves)
                error = _ERRORS * float(_errors([level], _scatter_of(levels))[0])
                if fmean(level.responses_s) > (LEAST_RATIO + error) * allowed:
                    refuted.append(level.users)
        result = np.minimum(result, least)
    return result, tuple(refuted)


def _describe(levels: Sequence[Level], think_s: float, most: int) -> tuple[ModelCurve, ...]:
    """Return the closed models that describe levels within 5 % and their scatter."""
    measured = MeasuredLevels(
        users=np.array([float(level.users) for level in levels]),
        rates_tps=np.array([level.rate_tps for level in levels]),
        responses_s=np.array([fmean(level.responses_s) for level in levels]),
        response_sigmas=np.zeros(len(levels)),
        think_s=think_s,
    )
    off = ALLOWANCE + _ERRORS * _errors(levels, _scatter_of(levels))
    return fit_loosely(measured, off, most)


def _scatter_of(levels: Sequence[Level]) -> float:
    return pooled_scatter([level.rates_tps for level in levels]) or 0.0


def _errors(levels: Sequence[Level], scatter: float) -> Floats:
    """Return shares by which response times are off: an error of the rate is one of R + Z."""
    shares = [x.users / x.rate_tps / fmean(x.responses_s) / len(x.runs) ** 0.5 for x in levels]
    return scatter * np.array(shares)
