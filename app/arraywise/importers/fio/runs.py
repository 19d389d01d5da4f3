"""One report of fio to runs: jobs of a group ran at once, groups one after the other."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.domain.evidence import NO_LOAD, Run
from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.importers.fio import concurrency, units
from arraywise.importers.fio.attributes import attributes_of
from arraywise.importers.fio.completeness import gaps, remarks_on
from arraywise.importers.fio.concurrency import crews, load_of, together
from arraywise.importers.fio.content import Direction
from arraywise.importers.fio.measures import SYNC, all_of, of_flow, of_times, percentiles_of, total
from arraywise.importers.fio.moments import iso

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.domain.evidence import Load, Measurement
    from arraywise.importers.fio.content import Flow, Job, Report

_MOST_NAMES = 3
_LONGEST_NAME = 120
_UNEVEN = 0.9
_ROUNDED_S = 1.0
_SLOW_SUBMISSION = 0.1


@dataclass(slots=True)
class Understood:
    """Runs of one report, with what there is to say about them."""

    runs: list[Run] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def runs_of(report: Report, *, was_stopped: bool) -> Understood:
    """Make a run of every group of a report's jobs."""
    understood = Understood()
    groups: dict[int, list[Job]] = {}
    for job in report.jobs:
        groups.setdefault(job.group, []).append(job)
    lengths = [max(job.runtime_s for job in jobs) for jobs in groups.values()]
    at_once = _ran_at_once(report, lengths)
    if at_once:
        understood.problems.append(_at_once(report, len(groups)))
    for number, jobs in enumerate(groups.values()):
        later = sum(lengths[number:])
        before_s = None if at_once and number < len(groups) - 1 else later
        run, problems = _run(jobs, report, before_s, was_stopped=was_stopped)
        understood.problems += problems
        if run.measurements:
            understood.runs.append(run)
    return understood


def _run(
    jobs: Sequence[Job], report: Report, before_s: float | None, *, was_stopped: bool
) -> tuple[Run, list[Problem]]:
    manned = crews(jobs)
    loads = [load_of(job, crew) for job, crew in zip(jobs, manned, strict=True)]
    missing = [p for job, crew in zip(jobs, manned, strict=True) for p in gaps(job, crew)]
    length = max(job.runtime_s for job in jobs)
    begun = [job.start_s for job in jobs if job.start_s]
    run = Run(
        name=_name(jobs),
        complete=report.whole and not was_stopped and not missing,
        measurements=tuple(_measurements(jobs, loads)),
        started_at=_start(report, min(begun, default=None), before_s),
        duration_s=length or None,
        host=_host(jobs),
        attributes=attributes_of(jobs, manned, report),
    )
    problems = list(missing)
    for job, crew in zip(jobs, manned, strict=True):
        problems += [*remarks_on(job), *concurrency.doubts(job, crew)]
        problems += [problem for flow in job.flows for problem in units.doubts(flow)]
    return run, [*problems, *_about_sums(jobs, length)]


def _measurements(jobs: Sequence[Job], loads: Sequence[Load]) -> Iterator[Measurement]:
    whole = together(loads)
    labels = _labels(jobs)
    for job, load, label in zip(jobs, loads, labels, strict=True):
        for flow in job.flows:
            yield from of_flow(flow, _group(label, flow.direction, len(jobs)), load)
        if job.syncs:
            group = f"{label} {SYNC}" if len(jobs) > 1 else SYNC
            yield from of_times(job.syncs, job.syncs.percentiles, group, NO_LOAD)
    if len(jobs) > 1:
        yield from _sums(jobs, whole)
    flows = [flow for job in jobs for flow in all_of(job.flows)]
    if flows and flows != [f for f in flows if f.direction is Direction.MIXED][:1]:
        yield from total(flows, None, whole)


def _group(label: str, direction: Direction, jobs: int) -> str | None:
    """Name a figure after its direction, and its job where there are several.

    One job's reads and writes taken together are its total, which has no name.
    """
    if jobs > 1:
        return f"{label} {direction.value}"
    return None if direction is Direction.MIXED else direction.value


def _sums(jobs: Sequence[Job], load: Load) -> Iterator[Measurement]:
    for direction in (Direction.READ, Direction.WRITE):
        flows = [flow for job in jobs if (flow := job.flow(direction))]
        if flows and all(f.direction is not Direction.MIXED for job in jobs for f in job.flows):
            yield from total(flows, direction.value, load)


def _labels(jobs: Sequence[Job]) -> list[str]:
    """Tell jobs apart: by their host where there are several, and clones by number."""
    hosts = {job.host for job in jobs}
    names = [f"{job.host} {job.name}" if len(hosts) > 1 else job.name for job in jobs]
    times, seen = Counter(names), Counter[str]()
    labels: list[str] = []
    for name in names:
        seen[name] += 1
        labels.append(f"{name} #{seen[name]}" if times[name] > 1 else name)
    return labels


def _name(jobs: Sequence[Job]) -> str:
    names = list(dict.fromkeys(job.name for job in jobs))
    text = " + ".join(names[:_MOST_NAMES]) + (" ..." if len(names) > _MOST_NAMES else "")
    return text[:_LONGEST_NAME]


def _host(jobs: Sequence[Job]) -> str | None:
    hosts = sorted({job.host for job in jobs if job.host})
    return ", ".join(hosts[:_MOST_NAMES]) or None


def _start(report: Report, begun: float | None, before_s: float | None) -> str | None:
    """Return the start: printed by fio since 3.36, else that much before the report."""
    if begun is not None and report.end_s is not None:
        return iso(report.end_s, report.written, report.end_s - begun)
    return None if before_s is None else iso(report.end_s, report.written, before_s)


def _ran_at_once(report: Report, lengths: Sequence[float]) -> bool:
    """Groups that took longer together than fio ran were not one after the other."""
    return report.elapsed_s is not None and sum(lengths) > report.elapsed_s + _ROUNDED_S / 2


def _at_once(report: Report, groups: int) -> Problem:
    said = say(
        "The {groups} groups of this run took longer together than fio ran: some ran at the same "
        "time (new_group), and each group's figures were measured under the load of others.",
        groups=groups,
    )
    return Problem(Severity.WARNING, said, report.jobs[0].line)


def _about_sums(jobs: Sequence[Job], longest: float) -> Iterator[Problem]:
    if len(jobs) > 1:
        yield _added_up(jobs)
    if any(0 < job.runtime_s < _UNEVEN * longest for job in jobs):
        said = say(
            "The jobs of {name} did not run equally long ({least:.3g} to {most:.3g} s): their "
            "sums are over the longest time.",
            name=_name(jobs),
            least=min(job.runtime_s for job in jobs if job.runtime_s),
            most=longest,
        )
        yield Problem(Severity.WARNING, said, jobs[0].line)
    for job in jobs:
        yield from _slow_submission(job)


def _added_up(jobs: Sequence[Job]) -> Problem:
    has_bins = all(f.completion and f.completion.bins for job in jobs for f in job.flows)
    of_all = [p for job in jobs for f in job.flows if (p := _p99(f)) is not None]
    if has_bins or len(of_all) < 2:
        said = say("{count} jobs of {name} were added up.", count=len(jobs), name=_name(jobs))
    else:
        said = say(
            "{count} jobs of {name} were added up. Percentiles cannot be: the 99th of single jobs "
            "lie between {least:.3g} and {most:.3g} ms.",
            count=len(jobs),
            name=_name(jobs),
            least=1000 * min(of_all),
            most=1000 * max(of_all),
        )
    return Problem(Severity.INFO, said, jobs[0].line)


def _p99(flow: Flow) -> float | None:
    percentiles = dict(flow.completion.percentiles) if flow.completion else {}
    figure = percentiles.get("p99")
    return figure.value if figure else None


def _slow_submission(job: Job) -> Iterator[Problem]:
    """Percentiles are of the completion; where submitting takes long too, they say too little."""
    for flow in job.flows:
        is_clat = percentiles_of(flow) and not (flow.total and flow.total.percentiles)
        total_, part = (t.spread.mean if t else None for t in (flow.total, flow.submission))
        if is_clat and total_ and part and part.value > _SLOW_SUBMISSION * total_.value:
            said = say(
                "Percentiles of {name} ({direction}) begin when the kernel has taken the I/O; "
                "handing it over took another {us:.3g} us of {all:.3g} us on average.",
                name=job.name,
                direction=flow.direction.value,
                us=1e6 * part.value,
                all=1e6 * total_.value,
            )
            yield Problem(Severity.INFO, said, part.line)
