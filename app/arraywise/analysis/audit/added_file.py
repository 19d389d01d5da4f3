"""The file that was added last, where an option does worse with it than without (MODEL E3)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.analysis.audit.case import remark_on
from arraywise.analysis.beside_curve import find_refuted
from arraywise.analysis.curves.host_transfer import on_other_hosts
from arraywise.analysis.decision.screening import judge_load
from arraywise.analysis.prepared import measure_runs
from arraywise.analysis.storage_bound import StorageBound, bound_storage
from arraywise.domain.decision import outcome_of
from arraywise.domain.messages import message
from arraywise.domain.requirement import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.analysis.audit.case import Case
    from arraywise.analysis.decision.problem import DecisionProblem
    from arraywise.analysis.prepared import Candidate, LoadIndependentOption
    from arraywise.domain.decision import Remark
    from arraywise.domain.messages import Message
    from arraywise.domain.study import HostUse, LoadRun, OptionFacts

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
    """Name the file that was added last to an option, and why it decides, where it harms."""
    question = case.question
    if not question.is_stated:
        return
    rate, target = question.demand_tps, question.requirement.target_s
    for known, candidate in zip(question.known, question.model.candidates, strict=True):
        outcome = outcome_of(judge_load(candidate, rate, target).verdict)
        file = None if outcome is Outcome.PASS else _last_file(known.facts)
        if file is None:
            continue
        without = _without(question, known, candidate, file)
        before = outcome_of(judge_load(without, rate, target).verdict)
        if _BEST_FIRST.index(before) < _BEST_FIRST.index(outcome):
            yield remark_on(
                known.facts.option,
                _WORSE[before, outcome],
                "Does it belong to this option? If so, repeat the test; else exclude it.",
                (file,),
                file=file,
                why=_why(known.facts, file),
            )


def _last_file(facts: OptionFacts) -> str | None:
    """Return the file that was imported last, of those that count; None beside one file."""
    counted = {run.file for run in facts.load_runs} | {point.file for point in facts.io_points}
    counted |= {use.file for run in facts.load_runs for use in _hosts(run)}
    files = [setup.file for setup in facts.setups if setup.file in counted]
    return files[-1] if len(counted) > 1 and files else None


def _hosts(run: LoadRun) -> tuple[HostUse, ...]:
    return () if run.host_use is None else run.host_use.hosts


def _without(
    question: DecisionProblem, known: LoadIndependentOption, candidate: Candidate, file: str
) -> Candidate:
    """Return what takes part without a file: runs, recordings of their hosts, I/O tests."""
    facts, refuted = known.facts, candidate.refuted
    runs = tuple(_unwatched(run, file) for run in facts.load_runs if run.file != file)
    points = tuple(point for point in facts.io_points if point.file != file)
    setups = tuple(setup for setup in facts.setups if setup.file != file)
    curve, own = candidate.curve, known.measured.curve
    if curve is not None and runs != facts.load_runs:
        statistic, spread = question.requirement.drawn_statistic, curve.spread
        own = measure_runs(runs, statistic, question.thresholds, spread).curve
        curve = on_other_hosts(own, candidate.elsewhere)
    storage = next((b for b in candidate.bounds if isinstance(b, StorageBound)), None)
    others = tuple(b for b in candidate.bounds if b is not storage)
    storage = storage if refuted is None else refuted.bound
    if storage is not None and len(points) < len(facts.io_points):
        storage = bound_storage(points, setups, storage.profile, storage.terms)
    if storage is None or (curve is not None and find_refuted(own, storage) is not None):
        return replace(candidate, curve=curve, bounds=others)
    return replace(candidate, curve=curve, bounds=(storage, *others))


def _unwatched(run: LoadRun, file: str) -> LoadRun:
    """Return a run as if a file held no recording of its host."""
    return replace(run, host_use=None) if any(u.file == file for u in _hosts(run)) else run


def _why(facts: OptionFacts, file: str) -> Message:
    users = sorted({run.users for run in facts.load_runs if run.file == file})
    if users:
        return message("its runs at {users} users count", users=", ".join(map(str, users)))
    if any(use.file == file for run in facts.load_runs for use in _hosts(run)):
        return message("it holds the use of the host during the runs")
    rates = [point.iops for point in facts.io_points if point.file == file and point.iops]
    if rates:
        return message("its I/O tests with up to {iops:,.0f} IOPS count", iops=max(rates))
    return message("its I/O tests count")
