"""One option at a load by the strongest evidence that decides (MODEL E1 to E4).

Curve, I/O evidence, publications: each says where it shows a pass and where a failure. The first
one that states either counts; what a study does not let count is not asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.curves.response_curve import chord_at, meets_target, misses_target
from arraywise.analysis.curves.statistics import UNKNOWN
from arraywise.analysis.decision.screening import (
    DEGRADED,
    HEADROOM,
    RESPONSE_TIME,
    THROUGHPUT,
    capacity_at,
    judge,
    rank_by_fixed_rules,
    response_at,
    worst,
)
from arraywise.analysis.demand import degraded_share
from arraywise.analysis.storage_bound import StorageBound
from arraywise.domain.basis import STRONGEST_FIRST, Basis, weakest
from arraywise.domain.decision import BASIS_OF_PASS, FAILS, PASSES, Interval, Verdict
from arraywise.domain.degraded import DegradedRule

if TYPE_CHECKING:
    from arraywise.analysis.arrays import Flags, Floats, Ints
    from arraywise.analysis.curves.response_curve import ResponseCurve
    from arraywise.analysis.prepared import Bound, Candidate
    from arraywise.domain.requirement import Requirement

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
    verdict = judge(curve, rate_tps, target_s)
    if verdict in FAILS:
        return EvidenceJudgement(verdict, _basis_of_failure(curve, rate_tps, target_s))
    if verdict in PASSES and not (verdict is Verdict.PASS_ONCE and _needs_runs(candidate)):
        return EvidenceJudgement(verdict, BASIS_OF_PASS[verdict])
    if verdict in PASSES:
        verdict = Verdict.UNDETERMINED
    rate, target = np.array([rate_tps]), np.array([target_s])
    for bound in candidate.bounds:
        if bound.fails(rate, target)[0]:
            return EvidenceJudgement(Verdict.FAIL, bound.basis, bound)
        if bound.passes(rate, target)[0]:
            return EvidenceJudgement(_PASS_ON[bound.basis], bound.basis, bound)
    if verdict is Verdict.NO_DATA and candidate.bounds:
        verdict = Verdict.NOT_DEMONSTRATED
    return EvidenceJudgement(verdict)


@dataclass(frozen=True, slots=True)
class Screened:
    """Each rule's verdict of one option, and what it is based on."""

    rules: tuple[tuple[str, Verdict], ...]
    """In the order of `screen_rules`."""
    load: EvidenceJudgement
    """Of the target at the demand."""
    basis: Basis
    """The weakest link of the status."""


def screen_option(candidate: Candidate, requirement: Requirement, demand_tps: float) -> Screened:
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
    fixed = tuple(rank_by_fixed_rules(candidate, requirement))
    rules = (*((name, each.verdict) for name, each in by_load), *fixed)
    return Screened(rules, judged, _basis_of(rules, dict(by_load)))


def _judge_degraded(candidate: Candidate, rate_tps: float, target_s: float) -> EvidenceJudgement:
    """Judge the worst of the states that were tested with a part failed."""
    states = [judge_load(state, rate_tps, target_s) for state in candidate.degraded]
    if not states:
        return EvidenceJudgement(Verdict.NO_DATA)
    verdict = worst(tuple(each.verdict for each in states))
    return next(each for each in states if each.verdict is verdict)


def _basis_of(
    rules: tuple[tuple[str, Verdict], ...], by_load: dict[str, EvidenceJudgement]
) -> Basis:
    """Return what the status stands on: all rules of a pass, the failing ones of a failure.

    Rules that no load moves rest on what was stated of the option or its price; only the
    throughput is evidence of its own.
    """
    status = worst(tuple(verdict for _, verdict in rules))
    if status in PASSES:
        loads = tuple(each.basis for each in by_load.values())
        return weakest((*loads, *(BASIS_OF_PASS[v] for name, v in rules if name == THROUGHPUT)))
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
    return None if curve is not None and curve.spread and _needs_runs(candidate) else curve


def _needs_runs(candidate: Candidate) -> bool:
    return candidate.least_basis is Basis.MEASURED


def _basis_of_failure(curve: ResponseCurve | None, rate_tps: float, target_s: float) -> Basis:
    """Describe what a failure stands on: a model where only its ceiling shows it."""
    if curve is None or judge(curve, rate_tps, target_s) is not Verdict.FAIL:
        return Basis.MODELLED
    return Basis.MEASURED_ONCE if curve.is_once(rate_tps) else Basis.MEASURED


def meets(candidate: Candidate, rates_tps: Floats, targets_s: Floats) -> Flags:
    """Return where an option is shown to meet targets."""
    return _both(candidate, rates_tps, targets_s)[0]


def meets_with_headroom(
    candidate: Candidate, rates_tps: Floats, headroom: float, targets_s: Floats
) -> Flags:
    """Return where an option meets targets at rates and with the headroom asked for on top.

    What a curve without levels in doubt meets at a rate it meets below it. Other evidence need
    not: a publication states users of its own, and nothing is judged beside a level in doubt.
    """
    met, curve = meets(candidate, rates_tps * (1.0 + headroom), targets_s), usable_curve(candidate)
    is_monotone = not candidate.bounds and not (curve is not None and curve.doubts)
    return met if is_monotone or not headroom else met & meets(candidate, rates_tps, targets_s)


def misses(candidate: Candidate, rates_tps: Floats, targets_s: Floats) -> Flags:
    """Return where an option is shown to miss targets."""
    return _both(candidate, rates_tps, targets_s)[1]


def _both(candidate: Candidate, rates_tps: Floats, targets_s: Floats) -> tuple[Flags, Flags]:
    curve = usable_curve(candidate)
    if curve is None:
        shape = np.broadcast(rates_tps, targets_s).shape
        passed, failed = np.zeros(shape, dtype=bool), np.zeros(shape, dtype=bool)
    else:
        passed = meets_target(curve, rates_tps, targets_s)
        failed = misses_target(curve, rates_tps, targets_s)
        passed = passed & ~failed
        if _needs_runs(candidate):
            passed = passed & ~curve.once_at(rates_tps)
    for bound in candidate.bounds:
        open_ = ~(passed | failed)
        missed = bound.fails(rates_tps, targets_s)
        failed = failed | (open_ & missed)
        passed = passed | (open_ & ~missed & bound.passes(rates_tps, targets_s))
    return passed, failed


def basis_places(candidate: Candidate, rates_tps: Floats, targets_s: Floats) -> Ints:
    """Return what a pass is on, as places in `STRONGEST_FIRST`; only asked where it passes."""
    shape = np.broadcast(rates_tps, targets_s).shape
    result = np.full(shape, STRONGEST_FIRST.index(Basis.NONE))
    curve, is_open = usable_curve(candidate), np.ones(shape, dtype=bool)
    if curve is not None:
        once, modelled = curve.once_at(rates_tps), chord_at(curve, rates_tps) > targets_s
        is_open = ~meets_target(curve, rates_tps, targets_s)
        if _needs_runs(candidate):
            is_open = is_open | once
        by_runs = np.where(once, _PLACES[Basis.MEASURED_ONCE], _PLACES[Basis.MEASURED])
        result = np.where(modelled, _PLACES[Basis.MODELLED], by_runs)
    for bound in candidate.bounds:
        passed = is_open & bound.passes(rates_tps, targets_s)
        result = np.where(passed, _PLACES[bound.basis], result)
        is_open = is_open & ~passed
    return np.asarray(result)


def has_evidence(candidate: Candidate) -> bool:
    """Return whether anything can be judged of an option."""
    return candidate.curve is not None or bool(candidate.bounds)


def response_points(candidate: Candidate, rates_tps: Floats, *, alone: bool) -> Floats | None:
    """Return response times that options are valued by, NaN where none was measured.

    Args:
        candidate: without a curve; by I/O evidence it is valued by the most that the storage
            takes.
        rates_tps: loads.
        alone: no option has a curve: storage times are compared among themselves.
    """
    storage = next((b for b in candidate.bounds if isinstance(b, StorageBound)), None)
    if storage is None or not alone:
        return None
    result = storage.high_s(rates_tps)
    is_known = np.isfinite(result) & ~storage.contradicts_itself(rates_tps)
    return np.where(is_known, result, np.nan)


def response_of(
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
        return response_at(usable_curve(candidate), rate_tps)
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


def capacity_of(
    candidate: Candidate, judged: EvidenceJudgement, target_s: float
) -> tuple[Interval, bool]:
    """Return the highest rate that keeps the target, and whether it is at least this much.

    By I/O evidence the point is what was measured of the storage, the lower end what a pass can
    be shown up to.
    """
    by_curve, censored = capacity_at(usable_curve(candidate), target_s)
    bound = judged.bound or next(iter(candidate.bounds), None)
    if bound is None or (by_curve.point is not None and judged.bound is None):
        return by_curve, censored
    if isinstance(bound, StorageBound):
        if not bound.tells_capacity:
            return UNKNOWN, False
        return Interval(bound.limit_tps or None, bound.capacity_tps, None), False
    return Interval(bound.capacity_tps, bound.capacity_tps, None), False


def capacity_points(candidate: Candidate, targets_s: Floats) -> Floats | None:
    """Return the capacities of an option without a curve at some targets; None without any."""
    bound = next(iter(candidate.bounds), None)
    if bound is None or bound.capacity_tps is None:
        return None
    most = np.full(np.shape(targets_s), bound.capacity_tps)
    return None if isinstance(bound, StorageBound) and not bound.tells_capacity else most
