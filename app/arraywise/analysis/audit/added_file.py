"""The file that was added last, where an option does worse with it than without (MODEL E3).

A file of the option itself, or a report on the client's database, which changes what a transaction
asks of every option's storage.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.analysis.audit.case import create_option_remark
from arraywise.analysis.beside_curve import find_refutation
from arraywise.analysis.curves.host_transfer import transfer_curve
from arraywise.analysis.curves.statistics import pool_spread
from arraywise.analysis.decision.candidates import build_storage_terms
from arraywise.analysis.decision.screening import judge_load
from arraywise.analysis.prepared import measure_runs
from arraywise.analysis.storage_bound import StorageBound, bound_storage
from arraywise.domain.decision import outcome_of
from arraywise.domain.messages import message
from arraywise.domain.requirement import LoadUnit, Outcome
from arraywise.domain.workload import combine_profiles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.analysis.audit.case import Case
    from arraywise.analysis.curves.response_curve import ResponseCurve
    from arraywise.analysis.curves.statistics import Spread
    from arraywise.analysis.decision.problem import DecisionProblem
    from arraywise.analysis.prepared import Candidate, LoadIndependentOption
    from arraywise.domain.decision import Remark
    from arraywise.domain.messages import Message
    from arraywise.domain.study import HostUse, LoadRun, OptionFacts
    from arraywise.domain.workload import WorkloadProfile

BY_PROFILE = (LoadUnit.IOPS, LoadUnit.AWR)
"""Loads that the workload profile turns into transactions."""
_BEST_FIRST = (Outcome.PASS, Outcome.NOT_SHOWN, Outcome.FAIL)
_WORSE: dict[tuple[Outcome, Outcome], str] = {
    (Outcome.PASS, Outcome.NOT_SHOWN): (
        "{option} passed before {file} was added, and is not shown to pass with it: {why}."
    ),
    (Outcome.PASS, Outcome.FAIL): "{option} passed before {file} was added, and fails with it:"
    " {why}.",
    (Outcome.NOT_SHOWN, Outcome.FAIL): "{option} fails since {file} was added: {why}.",
}


def find_worsening_files(case: Case) -> Iterator[Remark]:
    """Name the file that was added last, and why it decides, where an option does worse by it."""
    yield from _find_worsening_report(case)
    question = case.question
    if not question.is_stated:
        return
    rate, target = question.demand_tps, question.requirement.target_s
    for known, candidate in zip(question.known, question.model.candidates, strict=True):
        outcome = outcome_of(judge_load(candidate, rate, target).verdict)
        file = None if outcome is Outcome.PASS else _last_imported_file(known.facts)
        if file is None:
            continue
        without = _candidate_without_file(question, known, candidate, file)
        before = outcome_of(judge_load(without, rate, target).verdict)
        if _BEST_FIRST.index(before) < _BEST_FIRST.index(outcome):
            yield create_option_remark(
                known.facts.option,
                _WORSE[before, outcome],
                "Does it belong to this option? If so, repeat the test; else exclude it.",
                (file,),
                file=file,
                why=_describe_effect_of_file(known.facts, file),
            )


def _find_worsening_report(case: Case) -> Iterator[Remark]:
    """Name the report on the client's database that was imported last, where an option does worse.

    The demand stays as it is: one in IOPS, or of a report, is the same whatever they are called.
    """
    question = case.question
    added = next((f.added for f in question.found_profiles if f.added is not None), None)
    if added is None or not question.is_stated or question.requirement.load_unit in BY_PROFILE:
        return
    found = (f.added.before if f.added is added else f for f in question.found_profiles)
    before = combine_profiles(question.profile, [each for each in found if each is not None])
    if before == question.workload:
        return
    rate, target = question.demand_tps, question.requirement.target_s
    for known, candidate in zip(question.known, question.model.candidates, strict=True):
        outcome = outcome_of(judge_load(candidate, rate, target).verdict)
        storage = _bound_by_facts(question, known, known.facts, before)
        without = _with_storage_bound(candidate, candidate.curve, known.measured.curve, storage)
        was = outcome_of(judge_load(without, rate, target).verdict)
        if _BEST_FIRST.index(was) < _BEST_FIRST.index(outcome):
            yield create_option_remark(
                known.facts.option,
                _WORSE[was, outcome],
                "Is it the database, and the hour, that the load stands for? If not, exclude it,"
                " or enter what a transaction asks of the storage.",
                (added.file,),
                file=added.file,
                why=_describe_profile(question.workload),
            )


def _describe_profile(profile: WorkloadProfile) -> Message:
    if profile.reads is None or profile.writes is None:
        return message("it changes what a transaction asks of the storage")
    return message(
        "a transaction asks for {reads:,.3g} reads and {writes:,.3g} writes by it",
        reads=profile.reads,
        writes=profile.writes,
    )


def _last_imported_file(facts: OptionFacts) -> str | None:
    """Return the file that was imported last, of those that count; None beside one file."""
    counted = {run.file for run in facts.load_runs} | {point.file for point in facts.io_points}
    counted |= {use.file for run in facts.load_runs for use in _host_recordings(run)}
    files = [setup.file for setup in facts.setups if setup.file in counted]
    return files[-1] if len(counted) > 1 and files else None


def _host_recordings(run: LoadRun) -> tuple[HostUse, ...]:
    return () if run.host_use is None else run.host_use.hosts


def _candidate_without_file(
    question: DecisionProblem, known: LoadIndependentOption, candidate: Candidate, file: str
) -> Candidate:
    """Return what takes part without a file: runs, recordings of their hosts, I/O tests."""
    facts = known.facts
    runs = tuple(_drop_host_recording(run, file) for run in facts.load_runs if run.file != file)
    points = tuple(point for point in facts.io_points if point.file != file)
    setups = tuple(setup for setup in facts.setups if setup.file != file)
    curve, own = candidate.curve, known.measured.curve
    if curve is not None and runs != facts.load_runs:
        statistic = question.requirement.curve_or_estimate_statistic
        spread = curve.spread or _pool_spread_of_others(question, known)
        own = measure_runs(runs, statistic, question.thresholds, spread).curve
        curve = transfer_curve(own, candidate.elsewhere)
    fewer = replace(facts, load_runs=runs, io_points=points, setups=setups)
    storage = _bound_by_facts(question, known, fewer, question.workload)
    return _with_storage_bound(candidate, curve, own, storage)


def _pool_spread_of_others(question: DecisionProblem, known: LoadIndependentOption) -> Spread:
    """Return how far single runs scatter: without a file, levels may have one run each (E1)."""
    return pool_spread(
        level for other in question.known if other is not known for level in other.measured.levels
    )


def _bound_by_facts(
    question: DecisionProblem,
    known: LoadIndependentOption,
    facts: OptionFacts,
    profile: WorkloadProfile,
) -> StorageBound | None:
    terms = build_storage_terms(known, question.requirement)
    return bound_storage(facts.io_points, facts.setups, profile, terms)


def _with_storage_bound(
    candidate: Candidate,
    curve: ResponseCurve | None,
    own: ResponseCurve | None,
    storage: StorageBound | None,
) -> Candidate:
    """Return what takes part with other I/O evidence, unless measured transactions refute it."""
    others = tuple(b for b in candidate.bounds if not isinstance(b, StorageBound))
    if storage is None or (curve is not None and find_refutation(own, storage) is not None):
        return replace(candidate, curve=curve, bounds=others)
    return replace(candidate, curve=curve, bounds=(storage, *others))


def _drop_host_recording(run: LoadRun, file: str) -> LoadRun:
    """Return a run as if a file held no recording of its host."""
    return (
        replace(run, host_use=None) if any(u.file == file for u in _host_recordings(run)) else run
    )


def _describe_effect_of_file(facts: OptionFacts, file: str) -> Message:
    users = sorted({run.users for run in facts.load_runs if run.file == file})
    if users:
        return message("its runs at {users} users count", users=", ".join(map(str, users)))
    if any(use.file == file for run in facts.load_runs for use in _host_recordings(run)):
        return message("it holds the use of the host during the runs")
    rates = [point.iops for point in facts.io_points if point.file == file and point.iops]
    if rates:
        return message("its I/O tests with up to {iops:,.0f} IOPS count", iops=max(rates))
    return message("its I/O tests count")
