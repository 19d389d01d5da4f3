"""Whether an option meets the target at the demand, graded by how it was shown (MODEL P5.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.closed_model import users_at_rate
from arraywise.analysis.contamination import in_doubt
from arraywise.analysis.load_curve import (
    best_capacity_tps,
    capacity_tps,
    chord_at,
    high_at,
    low_at,
    meets_target,
    misses_target,
    point_at,
)
from arraywise.analysis.model_band import by_delay
from arraywise.domain.decision import Interval, Verdict

if TYPE_CHECKING:
    from arraywise.analysis.load_curve import ResponseCurve

WORST_LAST = (
    Verdict.PASS_MEASURED,
    Verdict.PASS_MODELLED,
    Verdict.UNDETERMINED,
    Verdict.NOT_DEMONSTRATED,
    Verdict.NOT_COMPARABLE,
    Verdict.NO_DATA,
    Verdict.FAIL,
    Verdict.FAIL_CAPACITY,
)


def judge(curve: ResponseCurve | None, rate_tps: float, target_s: float) -> Verdict:
    """Return the verdict on a target at a rate.

    A target that is missed at a lower load already is a FAIL wherever the demand lies. Where the
    bracket would use a contaminated level it is undetermined.
    """
    if curve is None:
        return Verdict.NO_DATA
    rate, target = np.array([rate_tps]), np.array([target_s])
    if misses_target(curve, rate, target)[0]:
        low = low_at(curve, np.minimum(rate, curve.comparable_tps))[0]
        return Verdict.FAIL if low > target_s else Verdict.FAIL_CAPACITY
    if meets_target(curve, rate, target)[0]:
        measured = chord_at(curve, rate)[0] <= target_s
        return Verdict.PASS_MEASURED if measured else Verdict.PASS_MODELLED
    return _why_not_shown(curve, rate_tps, target_s)


def _why_not_shown(curve: ResponseCurve, rate_tps: float, target_s: float) -> Verdict:
    if rate_tps > curve.comparable_tps:
        return Verdict.NOT_COMPARABLE
    if in_doubt(curve.doubts, rate_tps, target_s) is not None:
        return Verdict.UNDETERMINED
    if rate_tps > curve.demonstrated_tps:
        return Verdict.NO_DATA if len(curve.users) == 1 else Verdict.NOT_DEMONSTRATED
    return Verdict.UNDETERMINED


def response_at(curve: ResponseCurve | None, rate_tps: float) -> Interval:
    """Return the response time at a rate with its interval.

    Ends that are not known are None; so is the point outside the measured loads.
    """
    if curve is None:
        return Interval(None, None, None)
    rate = np.array([rate_tps])
    inside = curve.first_tps <= rate_tps <= curve.top_tps
    point = float(point_at(curve, rate)[0]) if inside else None
    return Interval(_known(low_at(curve, rate)[0]), point, _known(high_at(curve, rate)[0]))


def _known(figure: float) -> float | None:
    return float(figure) if np.isfinite(figure) else None


def capacity_at(curve: ResponseCurve | None, target_s: float) -> tuple[Interval, bool]:
    """Return the highest rate that still meets a target, and whether it is at least this much.

    Its point is the point estimate, its lower end what is shown with 95 % confidence; its upper
    end is unknown where the rate is at least this much.
    """
    if curve is None:
        return Interval(None, None, None), False
    target = np.array([target_s])
    shown, expected, censored = capacity_tps(curve, target)
    point = _known(expected[0])
    best = None if censored[0] or point is None else _known(best_capacity_tps(curve, target)[0])
    high = None if best is None or point is None else max(best, point)
    return Interval(_known(shown[0]), point, high), bool(censored[0])


def worst(verdicts: tuple[Verdict, ...]) -> Verdict:
    """Return the worst of several verdicts: an option's status (MODEL D3)."""
    return max(verdicts, key=WORST_LAST.index)


FURTHEST = 3.0
"""Times the highest rate that was shown, up to which a further test is proposed."""


def next_users(curve: ResponseCurve | None, rate_tps: float) -> int | None:
    """Return the number of users to test next (MODEL P5 step 6).

    Without repetitions the next level again. By an accepted model the users at which the rate
    is reached, otherwise between two levels their geometric mean. Below the lowest level as many
    as its time per transaction lets through, and above the rate that was demonstrated as
    many as it takes at the top level's time per transaction, which more users only lengthen;
    nothing where the rate is many times what was shown, which no such test would reach.
    """
    if curve is None or rate_tps <= 0:
        return None
    rates = np.array(curve.level_rates_tps)
    if rate_tps > FURTHEST * curve.top_tps:
        return None
    shown = min(curve.demonstrated_tps, curve.top_tps)
    if rate_tps > shown:
        return int(np.ceil(curve.users[-1] * rate_tps / shown))
    right = int(np.searchsorted(rates, rate_tps))
    if not curve.scatter_known:
        return curve.users[right]
    if right == 0:
        return max(1, int(curve.users[0] * rate_tps / curve.first_tps))
    wanted = between = float(np.sqrt(curve.users[right - 1] * curve.users[right]))
    if curve.fits is not None:
        by_model = users_at_rate(by_delay(curve.fits), rate_tps, 2 * curve.users[-1])
        wanted = by_model if np.isfinite(by_model) else wanted
    return next((n for n in (round(wanted), round(between)) if n not in curve.users), None)
