"""Reports of fio to runs with their attributes."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.evidence import NO_LOAD, Run
from arraywise.domain.messages import Problem, Severity, message
from arraywise.domain.units import KIB
from arraywise.importers.fio import checks
from arraywise.importers.fio import content as units
from arraywise.importers.fio.checks import (
    SYNC,
    FlowCondition,
    count_job_threads,
    flow_iops,
    flow_measurements,
    flows_of_whole_job,
    incomplete_job_problems,
    is_slow_to_submit,
    job_figure_problems,
    job_load,
    latency_measurements,
    select_percentiles,
    sum_loads,
    total_measurements,
)
from arraywise.importers.fio.content import (
    Direction,
    FioOutputForm,
    is_option_on,
    moment_before_report,
    parse_option_seconds,
    parse_option_size,
    single_block_bytes,
    verifies_own_writes,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.domain.evidence import Load, Measurement
    from arraywise.importers.fio.checks import JobThreads
    from arraywise.importers.fio.content import FioJob, FioReport, Flow

_AS_TYPED = (
    ("pattern", "rw"),
    ("engine", "ioengine"),
    ("rate_limit_iops", "rate_iops"),
    ("rate_limit", "rate"),
    ("latency_target", "latency_target"),
    ("block_split", "bssplit"),
    ("block_range", "bsrange"),
    ("random_distribution", "random_distribution"),
    ("fsync", "fsync"),
    ("fdatasync", "fdatasync"),
    ("sync", "sync"),
    ("compressible_percent", "buffer_compress_percentage"),
    ("duplicate_percent", "dedupe_percentage"),
    ("refill_buffers", "refill_buffers"),
    ("zero_buffers", "zero_buffers"),
    ("target", "filename"),
    ("directory", "directory"),
)
_TIMES = (
    ("runtime_asked_s", "runtime", "s"),
    ("warm_up_s", "ramp_time", "s"),
    ("think_time_s", "thinktime", "us"),
)
_OF_ONE_JOB = {"rw", "bssplit", "bsrange", "rate", "rate_iops"}
"""Not told where several jobs are added up under one name."""
_ATTRIBUTES_MOST_NAMES = 8
_SECTOR_POWER, _LARGEST_POWER = 9, 26
_MOST_DOUBT = 0.05


def run_attributes(
    jobs: Sequence[FioJob], job_threads: Sequence[JobThreads], report: FioReport
) -> tuple[tuple[str, str], ...]:
    """Return what the jobs of a run have in common, or all that they have where they differ."""
    collected: dict[str, list[str]] = {}
    for job, crew in zip(jobs, job_threads, strict=True):
        for name, value in _job_attributes(job, crew, report.form):
            values = collected.setdefault(name, [])
            if value and value not in values:
                values.append(value)
    threads = sum(each.thread_count for each in job_threads)
    if any(job.settings or job.threads for job in jobs):
        collected["numjobs"] = [str(threads)]
    share = _write_percent(jobs)
    if share is not None:
        collected["write_percent"] = [f"{share:.0f}"]
    if report.disks:
        collected["disk_busy"] = [f"{name} {busy:.3g} %" for name, busy in report.disks]
    return tuple(
        (name, ", ".join(x[:_ATTRIBUTES_MOST_NAMES])) for name, x in collected.items() if x
    )


def _job_attributes(
    job: FioJob, job_threads: JobThreads, form: FioOutputForm
) -> Iterator[tuple[str, str]]:
    settings = job.settings
    for name, option in _AS_TYPED:
        if not (job_threads.mixes_settings and option in _OF_ONE_JOB):
            yield name, settings.get(option, "")
    if settings and form is FioOutputForm.JSON:
        yield "direct", "1" if is_option_on(settings, "direct") else "0"
    block = single_block_bytes(settings) if not job_threads.mixes_settings else None
    if block:
        yield "block_bytes", str(block)
    else:
        yield from _block_size_attribute(job)
    if job_threads.queue_depth is not None and not job_threads.mixes_settings:
        yield "iodepth", str(job_threads.queue_depth)
    yield "working_set_bytes", str(_working_set_bytes(job, job_threads) or "")
    for name, option, unit in _TIMES:
        seconds = parse_option_seconds(settings.get(option), unit)
        yield name, "" if seconds is None else f"{seconds:g}"
    yield "steady_state", job.steady_state or ""
    yield from _percentile_kind_attribute(job)


def _block_size_attribute(job: FioJob) -> Iterator[tuple[str, str]]:
    """Yield the size of the I/Os, inferred from number and amount: one size, or the mean size."""
    for flow in flows_of_whole_job(job.flows):
        mean = flow.io_bytes
        if mean:
            size = _infer_single_size(flow, mean)
            yield ("block_bytes", str(size)) if size else ("mean_io_bytes", f"{mean:.0f}")


def _infer_single_size(flow: Flow, mean_bytes: float) -> int | None:
    """Infer the roundest size that number and amount allow; fio cuts off fractions of a rate."""
    least, most = mean_bytes, mean_bytes
    if not flow.ios and flow.iops and flow.throughput:
        least = flow.throughput.value / (flow.iops.value + 1)
        most = (flow.throughput.value + KIB) / flow.iops.value
    if not math.isfinite(most):  # next to no I/Os a second
        return None
    for power in range(_LARGEST_POWER, _SECTOR_POWER - 1, -1):
        size = int(most // 2**power) * 2**power
        if size >= least and size > 0:
            return size if most - least < _MOST_DOUBT * size else None
    return None


def _working_set_bytes(job: FioJob, job_threads: JobThreads) -> int | None:
    """Return the bytes that the job's threads access: one file for all where it is named."""
    settings = job.settings
    size = parse_option_size(
        settings.get("size") or settings.get("filesize"), settings.get("kb_base")
    )
    if size is None or job_threads.mixes_settings:
        return None
    return size if "filename" in settings else size * job_threads.thread_count


def _write_percent(jobs: Sequence[FioJob]) -> float | None:
    sums = dict.fromkeys((Direction.READ, Direction.WRITE), 0.0)
    for flow in (flow for job in jobs for flow in job.flows):
        rate = flow_iops(flow)
        if flow.direction in sums and rate:
            sums[flow.direction] += rate.value
    both = sum(sums.values())
    return 100 * sums[Direction.WRITE] / both if both else None


def _percentile_kind_attribute(job: FioJob) -> Iterator[tuple[str, str]]:
    for flow in job.flows:
        if flow.total and flow.total.percentiles:
            yield "percentiles_of", "lat"
        elif select_percentiles(flow):
            yield "percentiles_of", "clat"


_MOST_NAMES = 3
_LONGEST_NAME = 120
_UNEVEN = 0.9
_ROUNDED_S = 1.0
_MOST_TARGETS = 20


def build_runs(report: FioReport, *, was_stopped: bool) -> tuple[list[Run], list[Problem]]:
    """Build a run for every group of a report's jobs, and return them with their problems."""
    groups: dict[int, list[FioJob]] = {}
    for job in report.jobs:
        groups.setdefault(job.group, []).append(job)
    phases = [phase for jobs in groups.values() for phase in _split_phases(jobs)]
    lengths = [max(job.runtime_s for job in phase) for phase in phases]
    at_once = report.elapsed_s is not None and sum(lengths) > report.elapsed_s + _ROUNDED_S / 2
    runs: list[Run] = []
    problems: list[Problem] = (
        [_simultaneous_groups_problem(report, len(groups))] if at_once else []
    )
    for number, phase in enumerate(phases):
        later = None if at_once and number < len(phases) - 1 else sum(lengths[number:])
        if report.is_dated_first:
            later = -sum(lengths[:number])
        for jobs in _split_uneven_targets(phase, problems):
            run, run_problems = _build_run(jobs, report, later, was_stopped=was_stopped)
            problems += run_problems
            if run.measurements:
                runs.append(run)
    return runs, problems


def _split_phases(jobs: Sequence[FioJob]) -> list[list[FioJob]]:
    """Split jobs into what ran one after the other: their work, then reads that verify it."""
    working = [_work_or_verification(job, only_verification=False) for job in jobs]
    verifying = [_work_or_verification(job, only_verification=True) for job in jobs]
    phases = [[job for job in phase if job.flows] for phase in (working, verifying)]
    return [working, phases[1]] if phases[1] and phases[0] else [list(jobs)]


def _work_or_verification(job: FioJob, *, only_verification: bool) -> FioJob:
    """Return a job with only the directions of its work, or only the reads that verified it."""
    later = [
        f for f in job.flows if f.direction is Direction.READ and verifies_own_writes(job.settings)
    ]
    if not only_verification:
        return replace(job, flows=[f for f in job.flows if f not in later]) if later else job
    pattern = job.settings.get("rw", "").replace("write", "read")
    settings = {**job.settings, "rw": pattern}
    name = f"{job.name} (verification)"
    return replace(job, name=name, flows=later, settings=settings, syncs=None)


def _split_uneven_targets(jobs: Sequence[FioJob], problems: list[Problem]) -> list[list[FioJob]]:
    """Split jobs by target where the targets were not busy for the same time.

    Jobs that worked for only a part of the time have no rate in common with the others.
    """
    if not _ran_for_different_times(jobs):
        return [list(jobs)]
    targets: dict[str, list[FioJob]] = {}
    for job in jobs:
        settings = job.settings
        target = settings.get("filename") or settings.get("directory") or job.name
        targets.setdefault(target, []).append(job)
    if len(targets) > 1 and len(targets) <= _MOST_TARGETS:
        problems.append(_uneven_targets_problem(jobs))
        return list(targets.values())
    return [list(jobs)]


def _ran_for_different_times(jobs: Sequence[FioJob]) -> bool:
    longest = max((job.runtime_s for job in jobs), default=0.0)
    return any(0 < job.runtime_s < _UNEVEN * longest for job in jobs)


def _uneven_targets_problem(jobs: Sequence[FioJob]) -> Problem:
    sentence = message(
        "The targets of {name} were busy for {least:.3g} to {most:.3g} s: each is a run of its"
        " own, partly under the load of the others.",
        name=_run_name(jobs),
        least=min(job.runtime_s for job in jobs if job.runtime_s),
        most=max(job.runtime_s for job in jobs),
    )
    return Problem(Severity.WARNING, sentence, jobs[0].line)


def _build_run(
    jobs: Sequence[FioJob], report: FioReport, before_s: float | None, *, was_stopped: bool
) -> tuple[Run, list[Problem]]:
    job_threads = count_job_threads(jobs)
    loads = [job_load(job, crew) for job, crew in zip(jobs, job_threads, strict=True)]
    missing = [
        p
        for job, crew in zip(jobs, job_threads, strict=True)
        for p in incomplete_job_problems(job, crew)
    ]
    length = max(job.runtime_s for job in jobs)
    starts_s = [job.start_s for job in jobs if job.start_s]
    run = Run(
        name=_run_name(jobs),
        complete=report.is_complete and not was_stopped and not missing,
        measurements=tuple(_run_measurements(jobs, loads)),
        started_at=_run_start(report, min(starts_s, default=None), before_s),
        duration_s=length or None,
        host=_joined_hosts(jobs),
        attributes=run_attributes(jobs, job_threads, report),
    )
    problems = list(missing)
    for job, crew in zip(jobs, job_threads, strict=True):
        problems += [*job_figure_problems(job), *checks.queue_depth_problems(job, crew)]
        problems += [problem for flow in job.flows for problem in units.rate_contradictions(flow)]
    return run, [*problems, *_aggregation_problems(jobs, length)]


def _run_measurements(jobs: Sequence[FioJob], loads: Sequence[Load]) -> Iterator[Measurement]:
    total_load = sum_loads(loads)
    labels = _distinct_job_labels(jobs)
    for job, load, label in zip(jobs, loads, labels, strict=True):
        for flow in job.flows:
            yield from flow_measurements(
                flow, FlowCondition(_flow_group(label, flow.direction, len(jobs)), load)
            )
        if job.syncs:
            group = f"{label} {SYNC}" if len(jobs) > 1 else SYNC
            at = FlowCondition(group, NO_LOAD)
            yield from latency_measurements(job.syncs, job.syncs.percentiles, at)
    if len(jobs) > 1:
        yield from _direction_totals(jobs, total_load)
    flows = [flow for job in jobs for flow in flows_of_whole_job(job.flows)]
    if flows and flows != [f for f in flows if f.direction is Direction.MIXED][:1]:
        yield from total_measurements(flows, FlowCondition(None, total_load))


def _flow_group(label: str, direction: Direction, jobs: int) -> str | None:
    """Return the group of a figure: its direction, and its job where there are several.

    One job's reads and writes taken together are its total, which has no name.
    """
    if jobs > 1:
        return f"{label} {direction.value}"
    return None if direction is Direction.MIXED else direction.value


def _direction_totals(jobs: Sequence[FioJob], load: Load) -> Iterator[Measurement]:
    for direction in (Direction.READ, Direction.WRITE):
        flows = [flow for job in jobs if (flow := job.flow(direction))]
        if flows and all(f.direction is not Direction.MIXED for job in jobs for f in job.flows):
            yield from total_measurements(flows, FlowCondition(direction.value, load))


def _distinct_job_labels(jobs: Sequence[FioJob]) -> list[str]:
    """Return distinct labels: with the host where there are several, clones with a number."""
    hosts = {job.host for job in jobs}
    names = [f"{job.host} {job.name}" if len(hosts) > 1 else job.name for job in jobs]
    times, seen = Counter(names), Counter[str]()
    labels: list[str] = []
    for name in names:
        seen[name] += 1
        labels.append(f"{name} #{seen[name]}" if times[name] > 1 else name)
    return labels


def _run_name(jobs: Sequence[FioJob]) -> str:
    names = list(dict.fromkeys(job.name for job in jobs))
    text = " + ".join(names[:_MOST_NAMES]) + (" ..." if len(names) > _MOST_NAMES else "")
    return text[:_LONGEST_NAME]


def _joined_hosts(jobs: Sequence[FioJob]) -> str | None:
    hosts = sorted({job.host for job in jobs if job.host})
    return ", ".join(hosts[:_MOST_NAMES]) or None


def _run_start(
    report: FioReport, start_epoch_s: float | None, before_s: float | None
) -> str | None:
    """Return the start: as printed by fio since 3.36, else `before_s` before the report."""
    if start_epoch_s is not None and report.end_s is not None:
        return moment_before_report(report.end_s, report.written_at, report.end_s - start_epoch_s)
    return (
        None
        if before_s is None
        else moment_before_report(report.end_s, report.written_at, before_s)
    )


def _simultaneous_groups_problem(report: FioReport, groups: int) -> Problem:
    sentence = message(
        "The {groups} groups ran at the same time (new_group): each was measured under the load"
        " of the others.",
        groups=groups,
    )
    return Problem(Severity.WARNING, sentence, report.jobs[0].line)


def _aggregation_problems(jobs: Sequence[FioJob], longest: float) -> Iterator[Problem]:
    if len(jobs) > 1:
        yield _summed_jobs_problem(jobs)
    if _ran_for_different_times(jobs):
        sentence = message(
            "Jobs of {name} ran {least:.3g} to {most:.3g} s: sums use the longest time.",
            name=_run_name(jobs),
            least=min(job.runtime_s for job in jobs if job.runtime_s),
            most=longest,
        )
        yield Problem(Severity.WARNING, sentence, jobs[0].line)
    for job in jobs:
        yield from _excluded_percentiles_problems(job)


def _summed_jobs_problem(jobs: Sequence[FioJob]) -> Problem:
    has_bins = all(f.completion and f.completion.bins for job in jobs for f in job.flows)
    of_all = [p for job in jobs for f in job.flows if (p := _p99(f)) is not None]
    if has_bins or len(of_all) < 2:
        sentence = message(
            "{count} jobs of {name} were added up.", count=len(jobs), name=_run_name(jobs)
        )
    else:
        sentence = message(
            "{count} jobs of {name} were added up, without percentiles: single p99 are"
            " {least:.3g} to {most:.3g} ms.",
            count=len(jobs),
            name=_run_name(jobs),
            least=1000 * min(of_all),
            most=1000 * max(of_all),
        )
    return Problem(Severity.INFO, sentence, jobs[0].line)


def _p99(flow: Flow) -> float | None:
    percentiles = dict(flow.completion.percentiles) if flow.completion else {}
    figure = percentiles.get("p99")
    return figure.value if figure else None


def _excluded_percentiles_problems(job: FioJob) -> Iterator[Problem]:
    """Yield which percentiles are left out, as they exclude a slow submission."""
    for flow in job.flows:
        has_others = flow.completion and flow.completion.percentiles
        is_whole = flow.total and flow.total.percentiles
        if not has_others or is_whole or not is_slow_to_submit(flow):
            continue
        total_, part = (t.spread.mean if t else None for t in (flow.total, flow.submission))
        if total_ and part:
            sentence = message(
                "Percentiles of {name} ({direction}) are left out: they exclude submission,"
                " {us:.3g} of {all:.3g} us on average. Run fio with lat_percentiles=1.",
                name=job.name,
                direction=flow.direction.value,
                us=1e6 * part.value,
                all=1e6 * total_.value,
            )
            yield Problem(Severity.INFO, sentence, part.line)
