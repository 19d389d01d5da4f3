"""What a run was like, for the audit to compare: block size, mix, depth, engine and the rest."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from arraywise.domain.units import KIB
from arraywise.importers.fio.content import Direction, Form
from arraywise.importers.fio.measures import all_of, iops_of
from arraywise.importers.fio.settings import block_bytes, is_set, size_bytes, time_s

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.importers.fio.concurrency import Crew
    from arraywise.importers.fio.content import Flow, Job, Report

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
_MOST_NAMES = 8
_SECTOR_POWER, _LARGEST_POWER = 9, 26
_MOST_DOUBT = 0.05


def attributes_of(
    jobs: Sequence[Job], crews: Sequence[Crew], report: Report
) -> tuple[tuple[str, str], ...]:
    """Give what the jobs of a run have in common, or all that they have where they differ."""
    gathered: dict[str, list[str]] = {}
    for job, crew in zip(jobs, crews, strict=True):
        for name, value in _of_job(job, crew, report.form):
            values = gathered.setdefault(name, [])
            if value and value not in values:
                values.append(value)
    threads = sum(crew.threads for crew in crews)
    if any(job.settings or job.threads for job in jobs):
        gathered["numjobs"] = [str(threads)]
    share = _write_percent(jobs)
    if share is not None:
        gathered["write_percent"] = [f"{share:.0f}"]
    if report.disks:
        gathered["disk_busy"] = [f"{name} {busy:.3g} %" for name, busy in report.disks]
    return tuple((name, ", ".join(x[:_MOST_NAMES])) for name, x in gathered.items() if x)


def _of_job(job: Job, crew: Crew, form: Form) -> Iterator[tuple[str, str]]:
    settings = job.settings
    for name, option in _AS_TYPED:
        if not (crew.hidden and option in _OF_ONE_JOB):
            yield name, settings.get(option, "")
    if settings and form is Form.JSON:
        yield "direct", "1" if is_set(settings, "direct") else "0"
    block = block_bytes(settings) if not crew.hidden else None
    if block:
        yield "block_bytes", str(block)
    else:
        yield from _mean_size(job)
    if crew.depth is not None and not crew.hidden:
        yield "iodepth", str(crew.depth)
    yield "working_set_bytes", str(_working_set(job, crew) or "")
    for name, option, unit in _TIMES:
        seconds = time_s(settings.get(option), unit)
        yield name, "" if seconds is None else f"{seconds:g}"
    yield "steady_state", job.steady or ""
    yield from _percentiles_of(job)


def _mean_size(job: Job) -> Iterator[tuple[str, str]]:
    """Give the size of the I/Os by their number and amount: one size, or the mean of several."""
    for flow in all_of(job.flows):
        mean = flow.io_bytes
        if mean:
            size = _one_size(flow, mean)
            yield ("block_bytes", str(size)) if size else ("mean_io_bytes", f"{mean:.0f}")


def _one_size(flow: Flow, mean: float) -> int | None:
    """Find the roundest size that number and amount allow; fio cuts off fractions of a rate."""
    least, most = mean, mean
    if not flow.ios and flow.iops and flow.rate:
        least = flow.rate.value / (flow.iops.value + 1)
        most = (flow.rate.value + KIB) / flow.iops.value
    if not math.isfinite(most):  # next to no I/Os a second
        return None
    for power in range(_LARGEST_POWER, _SECTOR_POWER - 1, -1):
        size = int(most // 2**power) * 2**power
        if size >= least and size > 0:
            return size if most - least < _MOST_DOUBT * size else None
    return None


def _working_set(job: Job, crew: Crew) -> int | None:
    """Return what the job's threads touch: one file for all where it is named."""
    settings = job.settings
    size = size_bytes(settings.get("size") or settings.get("filesize"), settings.get("kb_base"))
    if size is None or crew.hidden:
        return None
    return size if "filename" in settings else size * crew.threads


def _write_percent(jobs: Sequence[Job]) -> float | None:
    """Return the share of writes among the I/Os that were done."""
    sums = dict.fromkeys((Direction.READ, Direction.WRITE), 0.0)
    for flow in (flow for job in jobs for flow in job.flows):
        rate = iops_of(flow)
        if flow.direction in sums and rate:
            sums[flow.direction] += rate.value
    both = sum(sums.values())
    return 100 * sums[Direction.WRITE] / both if both else None


def _percentiles_of(job: Job) -> Iterator[tuple[str, str]]:
    for flow in job.flows:
        if flow.total and flow.total.percentiles:
            yield "percentiles_of", "lat"
        elif flow.completion and flow.completion.percentiles:
            yield "percentiles_of", "clat"
