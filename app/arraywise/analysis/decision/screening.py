"""Rules and verdicts: one option at a load by the strongest evidence that decides (E1 to E4).

Curve, I/O evidence, publications: each says where it shows a pass and where a failure. The first
one that states either counts; what a study does not let count is not asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from arraywise.analysis.beside_curve import judge_where_curve_is_open, measured_rate_range
from arraywise.analysis.curves.queueing_models import users_at_rate
from arraywise.analysis.curves.response_curve import (
    best_case_capacities_tps,
    capacities_tps,
    high_at,
    low_at,
    measured_high_at,
    meets_target,
    misses_target,
    plain_low_at,
    point_at,
    sure_low_at,
)
from arraywise.analysis.curves.statistics import UNKNOWN
from arraywise.analysis.curves.steady_state import doubt_at
from arraywise.analysis.demand import (
    degraded_share,
    fullest_month,
    has_needed_capacity,
    most_needed_bytes,
)
from arraywise.analysis.storage_bound import StorageBound
from arraywise.domain.capacity import TB
from arraywise.domain.decision import BASIS_OF_PASS, FAILS, PASSES, Interval, ScreenRule, Verdict
from arraywise.domain.messages import message, rounded_milliseconds
from arraywise.domain.pricing import price_label
from arraywise.domain.requirement import (
    STRONGEST_FIRST,
    Basis,
    DegradedRule,
    Goal,
    is_basis_sufficient,
    weakest_basis,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from decimal import Decimal

    from arraywise.analysis.arrays import Flags, Floats, Ints
    from arraywise.analysis.curves.response_curve import ResponseCurve
    from arraywise.analysis.prepared import Bound, Candidate
    from arraywise.domain.messages import Message
    from arraywise.domain.requirement import Requirement


_DEGRADED = {
    DegradedRule.AVERAGE: message("Target met at average load with a failed part"),
    DegradedRule.PEAK: message("Target met at peak load with a failed part"),
}
MB = 1e6


def judge_curve(curve: ResponseCurve | None, rate_tps: float, target_s: float) -> Verdict:
    """Return the verdict on a target at a rate.

    A target that is missed at a lower load already is a FAIL wherever the demand lies. Where the
    bracket would use a contaminated level it is undetermined.
    """
    if curve is None:
        return Verdict.NO_DATA
    rate, target = np.array([rate_tps]), np.array([target_s])
    if misses_target(curve, rate, target)[0]:
        low = sure_low_at(curve, np.minimum(rate, curve.comparable_tps))[0]
        is_slow = max(low, plain_low_at(curve, rate)[0]) > target_s
        return Verdict.FAIL if is_slow else Verdict.FAIL_CAPACITY
    if meets_target(curve, rate, target)[0]:
        if measured_high_at(curve, rate)[0] > target_s:
            return Verdict.PASS_MODELLED if curve.by_bounds is None else Verdict.PASS_ESTIMATED
        return Verdict.PASS_ONCE if curve.is_once(rate_tps) else Verdict.PASS_MEASURED
    return _verdict_not_shown(curve, rate_tps, target_s)


def _verdict_not_shown(curve: ResponseCurve, rate_tps: float, target_s: float) -> Verdict:
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
    low = _finite_or_none(low_at(curve, rate)[0]) or None  # nothing answers in no time
    return Interval(low, point, _finite_or_none(high_at(curve, rate)[0]))


def _finite_or_none(figure: float) -> float | None:
    return float(figure) if np.isfinite(figure) else None


def capacity_at(curve: ResponseCurve | None, target_s: float) -> tuple[Interval, bool]:
    """Return the highest rate that still meets a target, and whether it is at least this much.

    Its point is the point estimate, its lower end what is shown with 95 % confidence; its upper
    end is unknown where the rate is at least this much.
    """
    if curve is None:
        return Interval(None, None, None), False
    target = np.array([target_s])
    shown, expected, censored = capacities_tps(curve, target)
    point = _finite_or_none(expected[0])
    best = (
        None
        if censored[0] or point is None
        else _finite_or_none(best_case_capacities_tps(curve, target)[0])
    )
    high = None if best is None or point is None else max(best, point)
    return Interval(_finite_or_none(shown[0]), point, high), bool(censored[0])


def worst_verdict(verdicts: tuple[Verdict, ...]) -> Verdict:
    """Return the worst of several verdicts: an option's status (MODEL D3)."""
    return max(verdicts, key=tuple(Verdict).index)


FURTHEST = 3.0
"""Times the highest rate that was shown, up to which a further test is proposed."""


def next_users_to_test(curve: ResponseCurve | None, rate_tps: float) -> int | None:
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
        by_model = users_at_rate(curve.fits[0], rate_tps, 2 * curve.users[-1])
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
            price=price_label(discount_rate),
            currency=currency,
            budget=requirement.budget,
        )
        rules.append(ScreenRule(BUDGET, sentence))
    rules += [ScreenRule(name, sentence) for name, sentence, _ in _list_fixed_rules(requirement)]
    return tuple(rules)


_Judge: TypeAlias = "Callable[[Candidate], Verdict]"


def _list_fixed_rules(requirement: Requirement) -> Iterator[tuple[str, Message, _Judge]]:
    """Give the rules on what an option is and holds, which no load moves (MODEL D3).

    What nobody said of an option is undetermined, never a failure.
    """
    longest_s, least_b_s = requirement.max_restore_s, requirement.min_throughput_b_s
    if requirement.needs_shared_storage:
        sentence = message("Several hosts can use the storage at once")
        yield SHARED_STORAGE, sentence, lambda c: _judge_ability(c.option.shared_storage)
    if requirement.needs_files:
        sentence = message("Files are served to hosts (NFS, SMB)")
        yield FILES, sentence, lambda c: _judge_ability(c.option.serves_files)
    if longest_s is not None:
        hours = round(longest_s / SECONDS_PER_HOUR, 6)
        sentence = message("Service restored within {hours:g} h", hours=hours)
        yield RESTORE, sentence, lambda c: _judge_restore_time(c.option.restore_s, longest_s)
    if least_b_s is not None:
        sentence = message("Large I/O at {rate:,.10g} MB/s or more", rate=least_b_s / MB)
        yield THROUGHPUT, sentence, lambda c: _judge_throughput(c, least_b_s)
    needed = most_needed_bytes(requirement)
    if needed is not None:
        sentence = message(
            "Usable capacity at the horizon (month {month}) at least {needed:,.4g} TB",
            month=fullest_month(requirement),
            needed=needed / TB,
        )
        yield USABLE, sentence, lambda c: _judge_ability(has_needed_capacity(c.option, needed))


def _describe_target(asked: Requirement) -> Message:
    """Describe what the first rule asks for; it keeps its name whatever the target is set on."""
    if asked.goal is Goal.NONE:
        return message("The load is carried")
    target_ms = rounded_milliseconds(asked.target_s)
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


def judge_fixed_rules(
    candidate: Candidate, requirement: Requirement
) -> Iterator[tuple[str, Verdict]]:
    """Return the verdicts of the rules that no load or target moves."""
    if requirement.budget is not None:
        yield BUDGET, _judge_price(candidate, float(requirement.budget))
    for name, _, judge_option in _list_fixed_rules(requirement):
        yield name, judge_option(candidate)


BEYOND_THROUGHPUT = 1.10
"""So many times the highest rate that was reached cannot be carried; less is the runs' spread."""


def _judge_throughput(candidate: Candidate, least_b_s: float) -> Verdict:
    """Judge the rate of large I/Os, on the basis of I/O evidence or of a publication."""
    result = candidate.throughput_b_s
    verdict = Verdict.PASS_PUBLISHED if candidate.throughput_is_stated else Verdict.PASS_IO
    if result is None or not is_basis_sufficient(BASIS_OF_PASS[verdict], candidate.least_basis):
        return Verdict.NO_DATA
    if result >= least_b_s * (1 - 1e-9):
        return verdict
    return Verdict.FAIL if least_b_s > BEYOND_THROUGHPUT * result else Verdict.UNDETERMINED


def _judge_restore_time(stated_s: float | None, longest_s: float) -> Verdict:
    return _judge_ability(None if stated_s is None else stated_s <= longest_s)


def _judge_ability(has: bool | None) -> Verdict:  # noqa: FBT001 - the only thing it is about
    if has is None:
        return Verdict.UNDETERMINED
    return Verdict.PASS_MEASURED if has else Verdict.FAIL


def _judge_price(candidate: Candidate, budget: float) -> Verdict:
    if candidate.price is None:
        return Verdict.NO_DATA
    return Verdict.PASS_MEASURED if candidate.price <= budget else Verdict.FAIL


_PLACES = {basis: place for place, basis in enumerate(STRONGEST_FIRST)}
_PASS_ON = {basis: verdict for verdict, basis in BASIS_OF_PASS.items()}


@dataclass(frozen=True, slots=True)
class EvidenceJudgement:
    """What an option is reported to do at a load, and by what."""

    verdict: Verdict
    basis: Basis = Basis.NONE
    bound: Bound | None = None
    """What decided, where it was no curve."""


def judge_load(candidate: Candidate, rate_tps: float, target_s: float) -> EvidenceJudgement:
    """Judge one load and target by the first evidence that decides."""
    curve = usable_curve(candidate)
    verdict = judge_curve(curve, rate_tps, target_s)
    if verdict in FAILS:
        return EvidenceJudgement(verdict, _basis_of_failure(curve, rate_tps, target_s))
    if verdict in PASSES and not (
        verdict is Verdict.PASS_ONCE and _requires_repeated_runs(candidate)
    ):
        return EvidenceJudgement(verdict, BASIS_OF_PASS[verdict])
    if verdict in PASSES:
        verdict = Verdict.UNDETERMINED
    rate, target = np.array([rate_tps]), np.array([target_s])
    for bound in candidate.bounds:
        passed, failed = judge_where_curve_is_open(measured_rate_range(curve), bound, rate, target)
        if failed[0]:
            return EvidenceJudgement(Verdict.FAIL, bound.basis, bound)
        if passed[0]:
            return EvidenceJudgement(_PASS_ON[bound.basis], bound.basis, bound)
    if verdict is Verdict.NO_DATA and candidate.bounds:
        verdict = Verdict.NOT_DEMONSTRATED
    return EvidenceJudgement(verdict)


@dataclass(frozen=True, slots=True)
class ScreenResult:
    """Each rule's verdict of one option, and what it is based on."""

    rules: tuple[tuple[str, Verdict], ...]
    """In the order of `screen_rules`."""
    load: EvidenceJudgement
    """Of the target at the demand."""
    basis: Basis
    """The weakest link of the status."""


def screen_option(
    candidate: Candidate, requirement: Requirement, demand_tps: float
) -> ScreenResult:
    """Judge one option by all rules.

    The headroom asked for is the same question at a higher load, so it has the same verdicts.
    """
    target = requirement.target_s
    judged = judge_load(candidate, demand_tps, target)
    by_load = [(RESPONSE_TIME, judged)]
    if requirement.min_headroom > 0:
        asked = demand_tps * (1.0 + requirement.min_headroom)
        by_load.append((HEADROOM, judge_load(candidate, asked, target)))
    if requirement.degraded is not DegradedRule.NOT_ASKED:
        asked = demand_tps * degraded_share(requirement)
        by_load.append((DEGRADED, _judge_degraded(candidate, asked, target)))
    fixed = tuple(judge_fixed_rules(candidate, requirement))
    rules = (*((name, each.verdict) for name, each in by_load), *fixed)
    return ScreenResult(rules, judged, _basis_of_status(rules, dict(by_load)))


def _judge_degraded(candidate: Candidate, rate_tps: float, target_s: float) -> EvidenceJudgement:
    """Judge the worst of the states that were tested with a part failed."""
    states = [judge_load(state, rate_tps, target_s) for state in candidate.degraded]
    if not states:
        return EvidenceJudgement(Verdict.NO_DATA)
    verdict = worst_verdict(tuple(each.verdict for each in states))
    return next(each for each in states if each.verdict is verdict)


def _basis_of_status(
    rules: tuple[tuple[str, Verdict], ...], by_load: dict[str, EvidenceJudgement]
) -> Basis:
    """Return what the status stands on: all rules of a pass, the failing ones of a failure.

    Rules that no load moves rest on what was stated of the option or its price; only the
    throughput is evidence of its own.
    """
    status = worst_verdict(tuple(verdict for _, verdict in rules))
    if status in PASSES:
        loads = tuple(each.basis for each in by_load.values())
        return weakest_basis(
            (*loads, *(BASIS_OF_PASS[v] for name, v in rules if name == THROUGHPUT))
        )
    if status not in FAILS:
        return Basis.NONE
    failed = [name for name, verdict in rules if verdict in FAILS]
    loads = tuple(by_load[name].basis for name in failed if name in by_load)
    if THROUGHPUT in failed:
        loads = (*loads, Basis.IO)
    return min(loads or (Basis.MEASURED,), key=STRONGEST_FIRST.index)


def usable_curve(candidate: Candidate) -> ResponseCurve | None:
    """Return the curve unless a study asks for repeated runs and it has none."""
    curve = candidate.curve
    return (
        None
        if curve is not None and curve.spread and _requires_repeated_runs(candidate)
        else curve
    )


def _requires_repeated_runs(candidate: Candidate) -> bool:
    return candidate.least_basis is Basis.MEASURED


def _basis_of_failure(curve: ResponseCurve | None, rate_tps: float, target_s: float) -> Basis:
    """Describe what a failure stands on: an estimate or a model where only these show it."""
    if curve is not None and curve.by_bounds is not None:
        if judge_curve(curve.by_bounds, rate_tps, target_s) not in FAILS:
            return Basis.ESTIMATED
        return _basis_of_failure(curve.by_bounds, rate_tps, target_s)
    if curve is None or judge_curve(curve, rate_tps, target_s) is not Verdict.FAIL:
        return Basis.MODELLED
    return Basis.MEASURED_ONCE if curve.is_once(rate_tps) else Basis.MEASURED


def meets_targets(candidate: Candidate, rates_tps: Floats, targets_s: Floats) -> Flags:
    """Return where an option is shown to meet targets."""
    return _met_and_missed_targets(candidate, rates_tps, targets_s)[0]


def meets_with_headroom(
    candidate: Candidate, rates_tps: Floats, headroom: float, targets_s: Floats
) -> Flags:
    """Return where an option meets targets at rates and with the headroom asked for on top.

    What a curve without levels in doubt meets at a rate it meets below it. Other evidence need
    not: a publication states users of its own, and nothing is judged beside a level in doubt.
    """
    met, curve = (
        meets_targets(candidate, rates_tps * (1.0 + headroom), targets_s),
        usable_curve(candidate),
    )
    is_monotone = not candidate.bounds and not (curve is not None and curve.doubts)
    return (
        met
        if is_monotone or not headroom
        else met & meets_targets(candidate, rates_tps, targets_s)
    )


def misses_targets(candidate: Candidate, rates_tps: Floats, targets_s: Floats) -> Flags:
    """Return where an option is shown to miss targets."""
    return _met_and_missed_targets(candidate, rates_tps, targets_s)[1]


def _met_and_missed_targets(
    candidate: Candidate, rates_tps: Floats, targets_s: Floats
) -> tuple[Flags, Flags]:
    curve = usable_curve(candidate)
    if curve is None:
        shape = np.broadcast(rates_tps, targets_s).shape
        passed, failed = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
    else:
        passed = meets_target(curve, rates_tps, targets_s)
        failed = misses_target(curve, rates_tps, targets_s)
        passed = passed & ~failed
        if _requires_repeated_runs(candidate):
            passed = passed & ~curve.once_at(rates_tps)
    for bound in candidate.bounds:
        open_ = ~(passed | failed)
        kept, missed = judge_where_curve_is_open(
            measured_rate_range(curve), bound, rates_tps, targets_s
        )
        failed = failed | (open_ & missed)
        passed = passed | (open_ & kept)
    return passed, failed


def basis_indices(candidate: Candidate, rates_tps: Floats, targets_s: Floats) -> Ints:
    """Return what a pass is on, as places in `STRONGEST_FIRST`; only asked where it passes."""
    shape = np.broadcast(rates_tps, targets_s).shape
    result = np.full(shape, STRONGEST_FIRST.index(Basis.NONE))
    curve, is_open = usable_curve(candidate), np.ones(shape, dtype=bool)
    if curve is not None:
        once, modelled = curve.once_at(rates_tps), measured_high_at(curve, rates_tps) > targets_s
        is_open = ~meets_target(curve, rates_tps, targets_s)
        if _requires_repeated_runs(candidate):
            is_open = is_open | once
        by_runs = np.where(once, _PLACES[Basis.MEASURED_ONCE], _PLACES[Basis.MEASURED])
        without = Basis.MODELLED if curve.by_bounds is None else Basis.ESTIMATED
        result = np.where(modelled, _PLACES[without], by_runs)
    for bound in candidate.bounds:
        passed = (
            is_open
            & judge_where_curve_is_open(measured_rate_range(curve), bound, rates_tps, targets_s)[0]
        )
        result = np.where(passed, _PLACES[bound.basis], result)
        is_open = is_open & ~passed
    return np.asarray(result)


def has_evidence(candidate: Candidate) -> bool:
    """Return whether anything can be judged of an option."""
    return candidate.curve is not None or bool(candidate.bounds)


def valued_responses_s(candidate: Candidate, rates_tps: Floats, *, alone: bool) -> Floats | None:
    """Return response times that options are valued by, NaN where none was measured.

    By I/O evidence an option without a curve is valued by the most that the storage takes, where
    no option has a curve (`alone`): storage times are compared among themselves.
    """
    storage = next((b for b in candidate.bounds if isinstance(b, StorageBound)), None)
    if storage is None or not alone:
        return None
    result = storage.high_s(rates_tps)
    is_known = np.isfinite(result) & ~storage.contradicts_itself(rates_tps)
    return np.where(is_known, result, np.nan)


def response_at_load(
    candidate: Candidate,
    judged: EvidenceJudgement,
    rate_tps: float,
    target_s: float,
    *,
    alone: bool,
) -> Interval:
    """Return the response time at a load; by I/O evidence it lies between S_low and the target.

    Where no option has a curve, storage times are shown and compared among themselves.
    """
    storage = next((b for b in candidate.bounds if isinstance(b, StorageBound)), None)
    if storage is None or (candidate.curve is not None and judged.bound is None):
        return _response_by_curve(usable_curve(candidate), judged.verdict, rate_tps, target_s)
    rate = np.array([rate_tps])
    if storage.contradicts_itself(rate)[0]:
        return UNKNOWN
    low, high = float(storage.low_s(rate)[0]), float(storage.high_s(rate)[0])
    most = high if np.isfinite(high) else None
    if alone:
        return Interval(low, most, most)
    if judged.verdict not in PASSES:
        return UNKNOWN
    least = low + (storage.profile.cpu_s or 0.0)
    return Interval(least, None, target_s if np.isfinite(target_s) else None)


def _response_by_curve(
    curve: ResponseCurve | None, verdict: Verdict, rate_tps: float, target_s: float
) -> Interval:
    """Return the response time at a load; of a failure that a level shows alone, what it shows.

    Where a target would be missed by what one level alone says, the end that the others leave.
    """
    result = response_at(curve, rate_tps)
    is_over = (result.low or 0.0) > target_s
    if curve is None or not (is_over or verdict is Verdict.FAIL):
        return result
    plain = float(plain_low_at(curve, np.array([rate_tps]))[0])
    if is_over:
        sure = _finite_or_none(sure_low_at(curve, np.array([rate_tps]))[0]) or 0.0
        is_alone = max(sure, plain) <= target_s
        return Interval(sure or None, result.point, result.high) if is_alone else result
    least = max(result.low or 0.0, plain)
    point = None if result.point is None else max(result.point, least)
    high = None if result.high is None else max(result.high, least)
    return Interval(least or None, point, high)


def capacity_at_target(
    candidate: Candidate, judged: EvidenceJudgement, target_s: float
) -> tuple[Interval, bool]:
    """Return the highest rate that keeps the target, and whether it is at least this much.

    By I/O evidence the point is what was measured of the storage, the lower end what a pass can
    be shown up to.
    """
    by_curve, censored = capacity_at(usable_curve(candidate), target_s)
    bound = judged.bound or next(iter(candidate.bounds), None)
    if bound is None or (usable_curve(candidate) is not None and judged.bound is None):
        return by_curve, censored
    if isinstance(bound, StorageBound):
        if not bound.tells_capacity:
            return UNKNOWN, False
        return Interval(bound.limit_tps or None, bound.capacity_tps, None), False
    return Interval(bound.capacity_tps, bound.capacity_tps, None), False


def capacities_without_curve(candidate: Candidate, targets_s: Floats) -> Floats | None:
    """Return the capacities of an option without a curve at some targets; None without any."""
    bound = next(iter(candidate.bounds), None)
    if bound is None or bound.capacity_tps is None:
        return None
    most = np.full(np.shape(targets_s), bound.capacity_tps)
    return None if isinstance(bound, StorageBound) and not bound.tells_capacity else most
