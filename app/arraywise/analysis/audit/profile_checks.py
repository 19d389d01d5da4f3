"""Checks of the workload profile: do its sources agree, and what do they leave open?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.storage_bound import StorageBound
from arraywise.analysis.workload_sources import differing_values
from arraywise.domain.decision import Remark
from arraywise.domain.messages import message
from arraywise.domain.requirement import LoadUnit
from arraywise.domain.workload import TYPED, FoundProfile, SourceKind, ValueBound, source_in_use

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.analysis.audit.case import Case
    from arraywise.domain.messages import Message
    from arraywise.domain.workload import WorkloadProfile

_BY_PROFILE = (LoadUnit.IOPS, LoadUnit.AWR)
_NAMES = {
    "reads": message("reads of a transaction"),
    "writes": message("writes of a transaction"),
    "block_bytes": message("bytes of a small request"),
    "sync_reads": message("reads that a transaction waits for"),
    "log_writes": message("waits for the log of a transaction"),
    "cpu_s": message("processor seconds of a transaction"),
}


def _is_used(case: Case) -> bool:
    """Return whether a part of the answer follows from the workload profile."""
    question = case.question
    is_judged = any(
        isinstance(bound, StorageBound)
        for candidate in question.model.candidates
        for bound in candidate.bounds
    )
    has_report = any(found.kind is SourceKind.REPORT for found in question.found_profiles)
    return is_judged or has_report or question.requirement.load_unit in _BY_PROFILE


def find_differing_profiles(case: Case) -> Iterator[Remark]:
    """Sources of the workload profile are more than a factor 1.5 apart."""
    if not _is_used(case):
        return
    known, typed = case.question.found_profiles, case.question.profile
    first = source_in_use(known)
    found = tuple(sorted(known, key=lambda each: each is not first))
    sources = found if not typed.sources else (_entered(typed), *found)
    for place, used in enumerate(sources):
        for name, ours, other, theirs in differing_values(used, sources[place + 1 :]):
            yield Remark(
                (),
                message(
                    "Workload profile, {name}: {ours:.4g} by {one}{bound}, {theirs:.4g} by"
                    " {other}{other_bound}.",
                    name=_NAMES[name],
                    ours=ours,
                    one=used.origin,
                    bound=_bound_of(used.profile, name),
                    theirs=theirs,
                    other=other.origin,
                    other_bound=_bound_of(other.profile, name),
                ),
                message(
                    "The required IOPS differ as much. {one} is used; enter the correct value.",
                    one=used.origin,
                )
                if place == 0
                else message("The entered values are used instead."),
                tuple(each.origin for each in (used, other)),
            )


def _entered(typed: WorkloadProfile) -> FoundProfile:
    origins = ", ".join(dict.fromkeys(source.origin for source in typed.sources))
    return FoundProfile(SourceKind.STATEMENTS, origins or TYPED, typed)


def _bound_of(profile: WorkloadProfile, name: str) -> Message | str:
    if profile.is_bound(ValueBound.AT_MOST, name):
        return message(" (at most)")
    return message(" (at least)") if profile.is_bound(ValueBound.AT_LEAST, name) else ""


def find_bound_profiles(case: Case) -> Iterator[Remark]:
    """What a report on the client's database says of itself, or of the run beside it."""
    for found in case.question.found_profiles:
        if found.kind is SourceKind.LAB and not _is_used(case):
            continue
        for problem in found.problems:
            place = found.origin if problem.line is None else f"{found.origin}:{problem.line}"
            yield Remark(
                (),
                message("{file}: {text}", file=found.origin, text=problem.message),
                _consequence(found),
                (place,),
                problem.severity,
            )


def _consequence(found: FoundProfile) -> Message:
    if found.profile.is_bound(ValueBound.AT_LEAST, "reads", "writes"):
        return message("No option passes by I/O evidence on this workload profile.")
    if found.profile.is_bound(ValueBound.AT_MOST, "reads"):
        return message("No option fails by I/O evidence on this workload profile.")
    return message("It applies to every option judged by this workload profile.")
