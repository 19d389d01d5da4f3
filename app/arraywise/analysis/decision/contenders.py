"""What of an option takes part in a decision: curve, I/O evidence, publications, price, times."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.analysis.decision.degraded import degraded_options
from arraywise.analysis.io_evidence import MEAN, PUBLISHED_TOOL, largest_throughput
from arraywise.analysis.prepared import Candidate
from arraywise.analysis.published_bounds import bound_published
from arraywise.analysis.storage_bound import Terms, bound_storage
from arraywise.domain.basis import counts
from arraywise.domain.criteria import mean_of
from arraywise.domain.requirement import Goal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.prepared import Bound, LoadIndependentOption, PreparedEvidence
    from arraywise.analysis.storage_bound import StorageBound
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.workload import WorkloadProfile


def enter_contenders(
    prepared: PreparedEvidence,
    known: Sequence[LoadIndependentOption],
    asked: Requirement,
    profile: WorkloadProfile,
    rate_tps: float,
) -> tuple[Candidate, ...]:
    """Return the contenders in the order of the options, with their prices at a demand.

    A target on the storage is judged by I/O evidence alone: transactions say nothing of it.
    """
    on_storage = asked.goal is Goal.STORAGE_LATENCY
    figures = {each.facts.option.name: each.facts.published for each in known}
    stated = {} if on_storage else bound_published(figures, asked.think_time_s)
    return tuple(
        replace(
            _enter(
                each,
                asked,
                (
                    _storage_bound(prepared, each, asked, profile),
                    stated.get(each.facts.option.name),
                ),
                rate_tps,
            ),
            degraded=tuple(
                _enter(
                    part,
                    asked,
                    (_storage_bound(prepared, part, asked, profile, state),),
                    rate_tps,
                )
                for state, part in degraded_options(prepared, each, asked.curve_statistic)
            ),
        )
        for each in known
    )


def _enter(
    known: LoadIndependentOption,
    asked: Requirement,
    bounds: tuple[Bound | None, ...],
    rate_tps: float,
) -> Candidate:
    points = known.facts.io_points
    throughput = largest_throughput(points)
    return Candidate(
        option=known.facts.option,
        curve=None if asked.goal is Goal.STORAGE_LATENCY else known.measured.curve,
        price=None if known.price is None else float(known.price.total),
        provisioning_s=known.provisioning_s.point,
        host_cpu=known.measured.host_cpu,
        levels=known.measured.shown,
        ratings={criterion: mean_of(rating) for criterion, rating in known.facts.ratings},
        bounds=tuple(b for b in bounds if b is not None and counts(b.basis, asked.least_basis)),
        least_basis=asked.least_basis,
        throughput_b_s=throughput,
        throughput_is_stated=any(
            p.throughput_b_s == throughput and p.tool == PUBLISHED_TOOL for p in points
        ),
        price_table=known.price_table,
        priced_tps=rate_tps,
    )


def _storage_bound(
    prepared: PreparedEvidence,
    known: LoadIndependentOption,
    asked: Requirement,
    profile: WorkloadProfile,
    state: str = "",
) -> StorageBound | None:
    """Return what I/O evidence says of an option, the same as before while nothing is other."""
    facts = known.facts
    terms = Terms(
        statistic=MEAN if asked.goal is Goal.NONE else asked.statistic,
        on_storage=asked.goal is Goal.STORAGE_LATENCY,
        storage_share=asked.storage_share,
        host_cpu_s=_host_cpu(known),
        processors=_processors(known),
    )
    seen = (facts.io_points, facts.setups, profile, terms)
    place = facts.option.id, state
    before = prepared.storage.get(place)
    if before is not None and before[0] == seen:
        return before[1]
    result = bound_storage(*seen)
    prepared.storage[place] = seen, result
    return result


def _host_cpu(known: LoadIndependentOption) -> float | None:
    """Return the most processor time of a transaction that the option's own runs show."""
    cpu = known.measured.host_cpu
    return None if cpu is None else float(cpu.seconds.max())


def _processors(known: LoadIndependentOption) -> float | None:
    uses = (run.host_use for run in known.facts.load_runs)
    counts = (use.loadable_processors for use in uses if use is not None)
    return min((count for count in counts if count), default=None)
