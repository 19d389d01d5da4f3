"""What of an option takes part in a decision: curve, I/O evidence, publications, price, times.

Storage with a part failed takes part with its evidence apart: every state of an option is judged
as a candidate of its own, by the same ladder (MODEL F5).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.beside_curve import find_refutation
from arraywise.analysis.curves.host_transfer import transfer_curve
from arraywise.analysis.curves.io_curves import build_io_curves
from arraywise.analysis.curves.operational_laws import ALIKE, think_time
from arraywise.analysis.decision.other_hosts import find_transfers
from arraywise.analysis.decision.screening import (
    judge_load,
    meets_targets,
    misses_targets,
    response_at_load,
)
from arraywise.analysis.demand import degraded_share, peak_factor
from arraywise.analysis.io_evidence import MEAN, PUBLISHED_TOOL, largest_throughput
from arraywise.analysis.prepared import Candidate
from arraywise.analysis.storage_bound import JudgementTerms, bound_published, bound_storage
from arraywise.domain.criteria import rating_mean
from arraywise.domain.decision import DegradedOutcome
from arraywise.domain.messages import message
from arraywise.domain.requirement import (
    STATE_WORDS,
    DegradedRule,
    Goal,
    Outcome,
    is_basis_sufficient,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.analysis.arrays import Flags, Floats
    from arraywise.analysis.curves.host_transfer import ToOtherHosts
    from arraywise.analysis.curves.response_curve import ResponseCurve
    from arraywise.analysis.prepared import LoadIndependentOption, PreparedEvidence
    from arraywise.analysis.storage_bound import PublishedBound, StorageBound
    from arraywise.domain.messages import Message
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.workload import WorkloadProfile


def options_by_degraded_state(
    prepared: PreparedEvidence, known: LoadIndependentOption, statistic: str
) -> Iterator[tuple[str, LoadIndependentOption]]:
    """Return each state that an option was tested in, and the option by that evidence alone."""
    for runs in known.facts.degraded:
        key = (known.facts.option.id, runs.state, statistic)
        before = prepared.degraded.get(key)
        if before is None or before.facts.degraded is not known.facts.degraded:
            facts = replace(
                known.facts, load_runs=runs.load_runs, io_points=runs.io_points, published=()
            )
            before = replace(
                known,
                facts=facts,
                measured=prepared.measure_apart(runs.load_runs, statistic),
                io_curves=build_io_curves(runs.io_points, known.test_setup, facts.setups),
                levels=(),
                repeated={},
            )
            prepared.degraded[key] = before
        yield runs.state, before


_OUTCOMES = {
    Outcome.PASS: message("pass"),
    Outcome.FAIL: message("fail"),
    Outcome.NOT_SHOWN: message("not shown"),
}


def describe_degraded_outcome(option: str, found: DegradedOutcome) -> Message:
    """Say what an option does in a state: `fail at the peak, pass at the average`."""
    return message(
        "{option} {state}: {peak} at {tps:,.1f} tx/s."
        if found.peak_tps == found.average_tps
        else "{option} {state}: {peak} at the peak ({tps:,.1f} tx/s), {average} at the average"
        " ({average_tps:,.1f} tx/s).",
        option=option,
        state=STATE_WORDS[found.state],
        peak=_OUTCOMES[found.outcome_at_peak],
        tps=found.peak_tps,
        average=_OUTCOMES[found.outcome_at_average],
        average_tps=found.average_tps,
    )


def meets_target_degraded(
    candidate: Candidate, requirement: Requirement, rates_tps: Floats, targets_s: Floats
) -> Flags:
    """Return where every tested state is shown to meet targets, as far as that is asked for."""
    if requirement.degraded is DegradedRule.NOT_ASKED:
        return np.ones(np.broadcast(rates_tps, targets_s).shape, dtype=bool)
    asked = rates_tps * degraded_share(requirement)
    result = np.full(np.broadcast(asked, targets_s).shape, bool(candidate.degraded))
    for state in candidate.degraded:
        result &= meets_targets(state, asked, targets_s)
    return result


def misses_target_degraded(
    candidate: Candidate, requirement: Requirement, rates_tps: Floats, targets_s: Floats
) -> Flags:
    """Return where a tested state is shown to miss targets, as far as that is asked for."""
    asked = rates_tps * degraded_share(requirement)
    result = np.zeros(np.broadcast(asked, targets_s).shape, dtype=bool)
    if requirement.degraded is not DegradedRule.NOT_ASKED:
        for state in candidate.degraded:
            result |= misses_targets(state, asked, targets_s)
    return result


def degraded_outcomes(
    known: LoadIndependentOption,
    candidate: Candidate,
    requirement: Requirement,
    demand_tps: float,
    *,
    alone: bool,
) -> tuple[DegradedOutcome, ...]:
    """Return what an option does in every state that it was tested in; the demand is at the peak.

    `alone`: storage times are compared among themselves.
    """
    target = requirement.target_s
    average = demand_tps / peak_factor(requirement)
    result = []
    for runs, state in zip(known.facts.degraded, candidate.degraded, strict=True):
        peak, usual = judge_load(state, demand_tps, target), judge_load(state, average, target)
        result.append(
            DegradedOutcome(
                runs.state,
                len(runs.load_runs),
                len(runs.io_points),
                demand_tps,
                average,
                peak.verdict,
                usual.verdict,
                response_at_load(state, peak, demand_tps, target, alone=alone),
                response_at_load(state, usual, average, target, alone=alone),
                state.levels,
            )
        )
    return tuple(result)


def build_candidates(
    prepared: PreparedEvidence,
    known: Sequence[LoadIndependentOption],
    asked: Requirement,
    profile: WorkloadProfile,
    rate_tps: float,
) -> tuple[Candidate, ...]:
    """Return the candidates in the order of the options, with their prices at a demand.

    A target on the storage is judged by I/O evidence alone: transactions say nothing of it.
    """
    on_storage = asked.goal is Goal.STORAGE_LATENCY
    figures = {each.facts.option.name: each.facts.published for each in known}
    stated = {} if on_storage else bound_published(figures, asked.think_time_s)
    elsewhere = {} if on_storage else find_transfers(known, profile.cpu_s)

    def build(each: LoadIndependentOption, state: str = "") -> Candidate:
        measured = _cached_storage_bound(prepared, each, asked, profile, state)
        published = None if state else stated.get(each.facts.option.name)
        to = elsewhere.get(each.facts.option.id)
        return _build_candidate(each, asked, measured, published, to, rate_tps)

    return tuple(
        replace(
            build(each),
            degraded=tuple(
                build(part, state)
                for state, part in options_by_degraded_state(
                    prepared, each, asked.curve_or_estimate_statistic
                )
            ),
        )
        for each in known
    )


def without_evidence(candidate: Candidate) -> Candidate:
    """Return a candidate that nothing speaks for or against: no requirement, no verdict."""
    states = tuple(map(without_evidence, candidate.degraded))
    return replace(candidate, curve=None, bounds=(), degraded=states, throughput_b_s=None)


def _build_candidate(
    known: LoadIndependentOption,
    asked: Requirement,
    storage: StorageBound | None,
    published: PublishedBound | None,
    to: ToOtherHosts | None,
    rate_tps: float,
) -> Candidate:
    points = known.facts.io_points
    own = None if asked.goal is Goal.STORAGE_LATENCY else _curve_for_think_time(known, asked)
    curve = transfer_curve(own, to)
    refuted = find_refutation(own, storage)
    bounds = (storage if refuted is None else None), published
    throughput = largest_throughput(points)
    said = [point.tool for point in points if point.throughput_b_s == throughput]
    return Candidate(
        option=known.facts.option,
        curve=curve,
        price=None if known.price is None else float(known.price.total),
        provisioning_s=known.provisioning_s.point,
        host_cpu=known.measured.host_cpu,
        levels=known.measured.shown,
        ratings={criterion: rating_mean(rating) for criterion, rating in known.facts.ratings},
        bounds=tuple(
            b for b in bounds if b is not None and is_basis_sufficient(b.basis, asked.least_basis)
        ),
        refuted=refuted,
        elsewhere=to,
        least_basis=asked.least_basis,
        throughput_b_s=throughput,
        throughput_is_stated=PUBLISHED_TOOL in said,
        price_table=known.price_table,
        priced_tps=rate_tps,
    )


def _curve_for_think_time(
    known: LoadIndependentOption, asked: Requirement
) -> ResponseCurve | None:
    """Return an option's curve; levels of another think time than is asked for show nothing alone.

    Source: MODEL P5.11.
    """
    curve, wanted = known.measured.curve, asked.think_time_s
    if curve is None or not curve.plain or wanted is None:
        return curve
    tested = think_time(known.measured.levels)
    is_same = tested is not None and max(tested, wanted) <= ALIKE * min(tested, wanted)
    if is_same:
        return curve
    by_bounds = None if curve.by_bounds is None else replace(curve.by_bounds, plain=())
    return replace(curve, plain=(), by_bounds=by_bounds)


def build_storage_terms(known: LoadIndependentOption, asked: Requirement) -> JudgementTerms:
    """Return what of requirement and host the judgement of I/O evidence needs."""
    facts, cpu = known.facts, known.measured.host_cpu
    uses = (run.host_use for run in facts.load_runs)
    processors = (use.loadable_processors for use in uses if use is not None)
    return JudgementTerms(
        statistic=MEAN if asked.goal is Goal.NONE else asked.statistic,
        on_storage=asked.goal is Goal.STORAGE_LATENCY,
        storage_share=asked.storage_share,
        # the most processor time of a transaction that the option's own runs show
        host_cpu_s=None if cpu is None else float(cpu.seconds.max()),
        processors=min(filter(None, processors), default=None),
    )


def _cached_storage_bound(
    prepared: PreparedEvidence,
    known: LoadIndependentOption,
    asked: Requirement,
    profile: WorkloadProfile,
    state: str,
) -> StorageBound | None:
    """Return what I/O evidence says of an option, the same as before while nothing is other."""
    facts = known.facts
    seen = (facts.io_points, facts.setups, profile, build_storage_terms(known, asked))
    place = facts.option.id, state
    before = prepared.storage.get(place)
    if before is not None and before[0] == seen:
        return before[1]
    result = bound_storage(*seen)
    prepared.storage[place] = seen, result
    return result
