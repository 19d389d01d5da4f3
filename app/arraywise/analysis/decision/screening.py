"""Rules and verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.curves.contamination import doubt_at
from arraywise.analysis.curves.queueing_models import by_delay, users_at_rate
from arraywise.analysis.curves.response_curve import (
    best_capacity_tps,
    capacity_tps,
    chord_at,
    high_at,
    low_at,
    meets_target,
    misses_target,
    point_at,
)
from arraywise.analysis.usable import holds, needed_bytes
from arraywise.domain.basis import counts
from arraywise.domain.capacity import TB
from arraywise.domain.decision import BASIS_OF_PASS, Interval, ScreenRule, Verdict
from arraywise.domain.degraded import DegradedRule
from arraywise.domain.messages import message, milliseconds
from arraywise.domain.pricing import price_word
from arraywise.domain.requirement import Goal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from decimal import Decimal

    from arraywise.analysis.curves.response_curve import ResponseCurve
    from arraywise.analysis.prepared import Candidate
    from arraywise.domain.messages import Message
    from arraywise.domain.requirement import Requirement


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
        if chord_at(curve, rate)[0] > target_s:
            return Verdict.PASS_MODELLED
        return Verdict.PASS_ONCE if curve.is_once(rate_tps) else Verdict.PASS_MEASURED
    return _not_shown_reason(curve, rate_tps, target_s)


def _not_shown_reason(curve: ResponseCurve, rate_tps: float, target_s: float) -> Verdict:
    if rate_tps > curve.comparable_tps:
        return Verdict.NOT_COMPARABLE
    if doubt_at(curve.doubts, rate_tps, target_s) is not None:
        return Verdict.UNDETERMINED
    if rate_tps > curve.demonstrated_tps:
        was_measured = curve.spread is not None and rate_tps <= curve.top_tps
        is_alone = len(curve.users) == 1 and not was_measured
        return Verdict.NO_DATA if is_alone else Verdict.NOT_DEMONSTRATED
    return Verdict.UNDETERMINED


def response_at(curve: ResponseCurve | None, rate_tps: float) -> Interval:
    """Return the response time at a rate with its interval.

    Ends that are not known are None; so is the point outside the measured loads, and that of a
    percentile that is bounded from one side only.
    """
    if curve is None:
        return Interval(None, None, None)
    rate = np.array([rate_tps])
    inside = curve.bounded and curve.first_tps <= rate_tps <= curve.top_tps
    point = float(point_at(curve, rate)[0]) if inside else None
    low = _known(low_at(curve, rate)[0]) or None  # nothing answers in no time
    return Interval(low, point, _known(high_at(curve, rate)[0]))


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
    return max(verdicts, key=tuple(Verdict).index)


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
    if not curve.scatter_known or curve.spread is not None:
        return curve.users[right]
    if right == 0:
        return max(1, int(curve.users[0] * rate_tps / curve.first_tps))
    wanted = between = float(np.sqrt(curve.users[right - 1] * curve.users[right]))
    if curve.fits is not None:
        by_model = users_at_rate(by_delay(curve.fits), rate_tps, 2 * curve.users[-1])
        wanted = by_model if np.isfinite(by_model) else wanted
    return next((n for n in (round(wanted), round(between)) if n not in curve.users), None)


SECONDS_PER_HOUR = 3600.0
RESPONSE_TIME = "response time"
HEADROOM = "headroom"
BUDGET = "budget"
SHARED_STORAGE = "shared storage"
FILES = "files"
RESTORE = "restore"
THROUGHPUT = "throughput"
USABLE = "usable capacity"
DEGRADED = "degraded operation"
BY_LOAD = frozenset({RESPONSE_TIME, HEADROOM})
"""Rules that a test can settle."""


def screen_rules(
    requirement: Requirement, currency: str, discount_rate: Decimal | None = None
) -> tuple[ScreenRule, ...]:
    """List the rules that the requirement asks for; by a discount rate, of net present values."""
    rules = [ScreenRule(RESPONSE_TIME, _describe_target(requirement))]
    if requirement.min_headroom > 0:
        sentence = message(
            "Headroom at least {percent:.0f} %", percent=requirement.min_headroom * 100
        )
        rules.append(ScreenRule(HEADROOM, sentence))
    if requirement.degraded is not DegradedRule.NOT_ASKED:
        rules.append(ScreenRule(DEGRADED, _DEGRADED[requirement.degraded]))
    if requirement.budget is not None:
        sentence = message(
            "{price} at most {currency} {budget:,.12g}",
            price=price_word(discount_rate),
            currency=currency,
            budget=requirement.budget,
        )
        rules.append(ScreenRule(BUDGET, sentence))
    rules += _rules_on_options(requirement)
    return tuple(rules)


def _rules_on_options(requirement: Requirement) -> Iterator[ScreenRule]:
    """Give the rules on what an option is and holds, which no load moves."""
    if requirement.needs_shared_storage:
        yield ScreenRule(SHARED_STORAGE, message("Several hosts can use the storage at once"))
    if requirement.needs_files:
        yield ScreenRule(FILES, message("Files are served to hosts (NFS, SMB)"))
    if requirement.max_restore_s is not None:
        hours = round(requirement.max_restore_s / SECONDS_PER_HOUR, 6)
        sentence = message("Service restored within {hours:g} h", hours=hours)
        yield ScreenRule(RESTORE, sentence)
    if requirement.min_throughput_b_s is not None:
        least = requirement.min_throughput_b_s / MB
        sentence = message("Large I/O at {rate:,.10g} MB/s or more", rate=least)
        yield ScreenRule(THROUGHPUT, sentence)
    needed = needed_bytes(requirement, requirement.horizon_months)
    if needed is not None:
        sentence = message(
            "Usable capacity at the horizon (month {month}) at least {needed:,.4g} TB",
            month=requirement.horizon_months,
            needed=needed / TB,
        )
        yield ScreenRule(USABLE, sentence)


_DEGRADED = {
    DegradedRule.AVERAGE: message("Target met at average load with a failed part"),
    DegradedRule.PEAK: message("Target met at peak load with a failed part"),
}
MB = 1e6


def _describe_target(asked: Requirement) -> Message:
    """Describe what the first rule asks for; it keeps its name whatever the target is set on."""
    if asked.goal is Goal.NONE:
        return message("The load is carried")
    target_ms = milliseconds(asked.target_s)
    if asked.goal is Goal.STORAGE_LATENCY:
        return message(
            "Latency of the storage ({statistic}) at most {target_ms:,.10g} ms",
            statistic=asked.statistic,
            target_ms=target_ms,
        )
    return message(
        "Response time ({statistic}) at most {target_ms:,.10g} ms",
        statistic=asked.statistic,
        target_ms=target_ms,
    )


def rank_by_fixed_rules(
    candidate: Candidate, requirement: Requirement
) -> Iterator[tuple[str, Verdict]]:
    """Return the verdicts of the rules that no load or target moves (MODEL D3).

    What nobody said of an option is undetermined, never a failure.
    """
    option, longest_s = candidate.option, requirement.max_restore_s
    if requirement.budget is not None:
        yield BUDGET, _rate_price(candidate, float(requirement.budget))
    if requirement.needs_shared_storage:
        yield SHARED_STORAGE, _rate_ability(option.shared_storage)
    if requirement.needs_files:
        yield FILES, _rate_ability(option.serves_files)
    if longest_s is not None:
        stated_s = option.restore_s
        yield RESTORE, _rate_ability(None if stated_s is None else stated_s <= longest_s)
    if requirement.min_throughput_b_s is not None:
        yield THROUGHPUT, _judge_throughput(candidate, requirement.min_throughput_b_s)
    needed = needed_bytes(requirement, requirement.horizon_months)
    if needed is not None:
        yield USABLE, _rate_ability(holds(option, needed))


BEYOND_THROUGHPUT = 1.10
"""So many times the highest rate that was reached cannot be carried; less is the runs' spread."""


def _judge_throughput(candidate: Candidate, least_b_s: float) -> Verdict:
    """Judge the rate of large I/Os, on the basis of I/O evidence or of a publication."""
    result = candidate.throughput_b_s
    verdict = Verdict.PASS_PUBLISHED if candidate.throughput_is_stated else Verdict.PASS_IO
    if result is None or not counts(BASIS_OF_PASS[verdict], candidate.least_basis):
        return Verdict.NO_DATA
    if result >= least_b_s * (1 - 1e-9):
        return verdict
    return Verdict.FAIL if least_b_s > BEYOND_THROUGHPUT * result else Verdict.UNDETERMINED


def _rate_ability(has: bool | None) -> Verdict:  # noqa: FBT001 - the only thing it is about
    if has is None:
        return Verdict.UNDETERMINED
    return Verdict.PASS_MEASURED if has else Verdict.FAIL


def _rate_price(candidate: Candidate, budget: float) -> Verdict:
    if candidate.price is None:
        return Verdict.NO_DATA
    return Verdict.PASS_MEASURED if candidate.price <= budget else Verdict.FAIL
