"""Storage with a part failed: its evidence apart, and what it does at peak and average load.

Source: MODEL F5. Every state of an option is judged as a contender of its own, by the same ladder.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.curves.io_curves import draw_io_curves
from arraywise.analysis.decision.ladder import (
    judge_load,
    meets,
    misses,
    response_of,
)
from arraywise.analysis.demand import degraded_share, peak_factor
from arraywise.domain.basis import Outcome
from arraywise.domain.decision import DegradedOutcome
from arraywise.domain.degraded import STATE_WORDS, DegradedRule
from arraywise.domain.messages import message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.analysis.arrays import Flags, Floats
    from arraywise.analysis.prepared import Candidate, LoadIndependentOption, PreparedEvidence
    from arraywise.domain.messages import Message
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.study import DegradedRuns


def degraded_options(
    prepared: PreparedEvidence, known: LoadIndependentOption, statistic: str
) -> Iterator[tuple[str, LoadIndependentOption]]:
    """Return each state that an option was tested in, and the option by that evidence alone."""
    for runs in known.facts.degraded:
        key = (known.facts.option.id, runs.state, statistic)
        before = prepared.degraded.get(key)
        if before is None or before.facts.degraded is not known.facts.degraded:
            before = _as_option(prepared, known, runs, statistic)
            prepared.degraded[key] = before
        yield runs.state, before


def _as_option(
    prepared: PreparedEvidence, known: LoadIndependentOption, runs: DegradedRuns, statistic: str
) -> LoadIndependentOption:
    facts = replace(known.facts, load_runs=runs.load_runs, io_points=runs.io_points, published=())
    return replace(
        known,
        facts=facts,
        measured=prepared.measure_apart(runs.load_runs, statistic),
        io_curves=draw_io_curves(runs.io_points, known.test_setup, facts.setups),
        levels=(),
        repeated={},
    )


_OUTCOMES = {
    Outcome.PASS: message("pass"),
    Outcome.FAIL: message("fail"),
    Outcome.NOT_SHOWN: message("not shown"),
}


def describe_degraded(option: str, found: DegradedOutcome) -> Message:
    """Say what an option does in a state: `fail at the peak, pass at the average`."""
    at_peak, at_average = _OUTCOMES[found.outcome_at_peak], _OUTCOMES[found.outcome_at_average]
    if found.peak_tps == found.average_tps:
        return message(
            "{option} {state}: {peak} at {tps:,.1f} tx/s.",
            option=option,
            state=STATE_WORDS[found.state],
            peak=at_peak,
            tps=found.peak_tps,
        )
    return message(
        "{option} {state}: {peak} at the peak ({tps:,.1f} tx/s), {average} at the average"
        " ({average_tps:,.1f} tx/s).",
        option=option,
        state=STATE_WORDS[found.state],
        peak=at_peak,
        tps=found.peak_tps,
        average=at_average,
        average_tps=found.average_tps,
    )


def degraded_meets(
    candidate: Candidate, requirement: Requirement, rates_tps: Floats, targets_s: Floats
) -> Flags:
    """Return where every tested state is shown to meet targets, as far as that is asked for."""
    if requirement.degraded is DegradedRule.NOT_ASKED:
        return np.ones(np.broadcast(rates_tps, targets_s).shape, dtype=bool)
    asked = rates_tps * degraded_share(requirement)
    result = np.full(np.broadcast(asked, targets_s).shape, bool(candidate.degraded))
    for state in candidate.degraded:
        result &= meets(state, asked, targets_s)
    return result


def degraded_misses(
    candidate: Candidate, requirement: Requirement, rates_tps: Floats, targets_s: Floats
) -> Flags:
    """Return where a tested state is shown to miss targets, as far as that is asked for."""
    asked = rates_tps * degraded_share(requirement)
    result = np.zeros(np.broadcast(asked, targets_s).shape, dtype=bool)
    if requirement.degraded is not DegradedRule.NOT_ASKED:
        for state in candidate.degraded:
            result |= misses(state, asked, targets_s)
    return result


def degraded_outcomes(
    known: LoadIndependentOption,
    candidate: Candidate,
    requirement: Requirement,
    demand_tps: float,
    *,
    alone: bool,
) -> tuple[DegradedOutcome, ...]:
    """Return what an option does in every state that it was tested in.

    Args:
        known: the option.
        candidate: the same, with a contender for each of these states.
        requirement: what is asked.
        demand_tps: at the peak.
        alone: storage times are compared among themselves.
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
                response_of(state, peak, demand_tps, target, alone=alone),
                response_of(state, usual, average, target, alone=alone),
                state.levels,
            )
        )
    return tuple(result)
