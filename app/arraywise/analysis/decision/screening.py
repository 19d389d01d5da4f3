"""Rules and verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.curves.contamination import in_doubt
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
from arraywise.domain.basis import counts
from arraywise.domain.decision import BASIS_OF_PASS, Interval, ScreenRule, Verdict
from arraywise.domain.messages import milliseconds, say
from arraywise.domain.pricing import price_word
from arraywise.domain.requirement import Goal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from decimal import Decimal

    from arraywise.analysis.curves.response_curve import ResponseCurve
    from arraywise.analysis.prepared import Contender
    from arraywise.domain.messages import Said
    from arraywise.domain.requirement import Requirement

WORST_LAST = (
    Verdict.PASS_MEASURED,
    Verdict.PASS_ONCE,
    Verdict.PASS_MODELLED,
    Verdict.PASS_IO,
    Verdict.PASS_PUBLISHED,
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
        if chord_at(curve, rate)[0] > target_s:
            return Verdict.PASS_MODELLED
        return Verdict.PASS_ONCE if curve.is_once(rate_tps) else Verdict.PASS_MEASURED
    return _why_not_shown(curve, rate_tps, target_s)


def _why_not_shown(curve: ResponseCurve, rate_tps: float, target_s: float) -> Verdict:
    if rate_tps > curve.comparable_tps:
        return Verdict.NOT_COMPARABLE
    if in_doubt(curve.doubts, rate_tps, target_s) is not None:
        return Verdict.UNDETERMINED
    if rate_tps > curve.demonstrated_tps:
        was_measured = curve.spread is not None and rate_tps <= curve.top_tps
        is_alone = len(curve.users) == 1 and not was_measured
        return Verdict.NO_DATA if is_alone else Verdict.NOT_DEMONSTRATED
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
BY_LOAD = frozenset({RESPONSE_TIME, HEADROOM})
"""Rules that a test can settle."""


def screen_rules(
    requirement: Requirement, currency: str, discount_rate: Decimal | None = None
) -> tuple[ScreenRule, ...]:
    """List the rules that the requirement asks for; by a discount rate, of net present values."""
    rules = [ScreenRule(RESPONSE_TIME, _say_target(requirement))]
    if requirement.min_headroom > 0:
        said = say("Headroom at least {percent:.0f} %", percent=requirement.min_headroom * 100)
        rules.append(ScreenRule(HEADROOM, said))
    if requirement.budget is not None:
        said = say(
            "{price} at most {currency} {budget:,.12g}",
            price=price_word(discount_rate),
            currency=currency,
            budget=requirement.budget,
        )
        rules.append(ScreenRule(BUDGET, said))
    if requirement.needs_shared_storage:
        rules.append(ScreenRule(SHARED_STORAGE, say("Several hosts can use the storage at once")))
    if requirement.needs_files:
        rules.append(ScreenRule(FILES, say("Files are served to hosts (NFS, SMB)")))
    if requirement.max_restore_s is not None:
        hours = round(requirement.max_restore_s / SECONDS_PER_HOUR, 6)
        said = say("Service restored within {hours:g} h", hours=hours)
        rules.append(ScreenRule(RESTORE, said))
    if requirement.min_throughput_b_s is not None:
        least = requirement.min_throughput_b_s / MB
        said = say("Large I/O at {rate:,.10g} MB/s or more", rate=least)
        rules.append(ScreenRule(THROUGHPUT, said))
    return tuple(rules)


MB = 1e6


def _say_target(asked: Requirement) -> Said:
    """Say what the first rule asks for; it keeps its name whatever the target is set on."""
    if asked.goal is Goal.NONE:
        return say("The load is carried")
    target_ms = milliseconds(asked.target_s)
    if asked.goal is Goal.STORAGE_LATENCY:
        return say("Latency of the storage at most {target_ms:,.10g} ms", target_ms=target_ms)
    return say(
        "Response time ({statistic}) at most {target_ms:,.10g} ms",
        statistic=asked.statistic,
        target_ms=target_ms,
    )


def judge_fixed_rules(
    contender: Contender, requirement: Requirement
) -> Iterator[tuple[str, Verdict]]:
    """Give the verdicts of the rules that no load or target moves (MODEL D3).

    What nobody said of an option is undetermined, never a failure.
    """
    option, longest_s = contender.option, requirement.max_restore_s
    if requirement.budget is not None:
        yield BUDGET, _judge_price(contender, float(requirement.budget))
    if requirement.needs_shared_storage:
        yield SHARED_STORAGE, _judge_ability(option.shared_storage)
    if requirement.needs_files:
        yield FILES, _judge_ability(option.serves_files)
    if longest_s is not None:
        stated_s = option.restore_s
        yield RESTORE, _judge_ability(None if stated_s is None else stated_s <= longest_s)
    if requirement.min_throughput_b_s is not None:
        yield THROUGHPUT, _judge_throughput(contender, requirement.min_throughput_b_s)


BEYOND_THROUGHPUT = 1.10
"""So many times the highest rate that was reached cannot be carried; less is the runs' spread."""


def _judge_throughput(contender: Contender, least_b_s: float) -> Verdict:
    """Judge the rate of large I/Os, on the basis of I/O evidence or of a publication."""
    found = contender.throughput_b_s
    verdict = Verdict.PASS_PUBLISHED if contender.throughput_is_stated else Verdict.PASS_IO
    if found is None or not counts(BASIS_OF_PASS[verdict], contender.least_basis):
        return Verdict.NO_DATA
    if found >= least_b_s * (1 - 1e-9):
        return verdict
    return Verdict.FAIL if least_b_s > BEYOND_THROUGHPUT * found else Verdict.UNDETERMINED


def _judge_ability(has: bool | None) -> Verdict:  # noqa: FBT001 - the only thing it is about
    if has is None:
        return Verdict.UNDETERMINED
    return Verdict.PASS_MEASURED if has else Verdict.FAIL


def _judge_price(contender: Contender, budget: float) -> Verdict:
    if contender.price is None:
        return Verdict.NO_DATA
    return Verdict.PASS_MEASURED if contender.price <= budget else Verdict.FAIL
