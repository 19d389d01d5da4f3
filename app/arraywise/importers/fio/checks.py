"""Figures of a job as measurements; whether it ran to its end and at the requested depth."""

from __future__ import annotations

import re
from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import NO_LOAD, Load, Measurement, Metric, Origin
from arraywise.domain.messages import Problem, Severity, message
from arraywise.domain.units import KIB, Unit
from arraywise.importers.fio.content import (
    Direction,
    is_option_on,
    parse_count,
    parse_option_seconds,
    parse_option_size,
    rate_agrees_with_amount,
)
from arraywise.importers.kit.readings import PrintedNumber, io_load

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.domain.messages import Figure
    from arraywise.importers.fio import FioMessage
    from arraywise.importers.fio.content import FioJob, Flow, LatencyFigures, LatencySpread

SYNC = "sync"
_FEW_UNITS = 1000
"""Below it a whole number is off by more than a thousandth."""
_SAME = 1e-6
_SLOW_SUBMISSION = 0.1
_OF_A_SAMPLE = 0.02
"""Of a rate: samples and mean are rounded, and taken over slightly different times."""
_DERIVED_PERCENTILES = (50.0, 90.0, 95.0, 99.0, 99.9, 99.99)


class FlowCondition(NamedTuple):
    """What was measured under which load."""

    group: str | None
    load: Load


def flow_measurements(flow: Flow, condition: FlowCondition) -> Iterator[Measurement]:
    """Yield all measurements of one direction of one job.

    The latency is that from submission to completion where fio measured it. Percentiles, which
    fio takes of the completion alone unless it is told otherwise, go by the same name.
    """
    yield from _mean_measurement(Metric.IOPS, flow_iops(flow), flow.iops, condition)
    yield from _rate_spread_measurements(
        Metric.IOPS, flow_iops(flow), flow.iops_samples, condition
    )
    yield from _mean_measurement(
        Metric.THROUGHPUT, flow_throughput(flow), flow.throughput, condition
    )
    yield from _rate_spread_measurements(
        Metric.THROUGHPUT, flow_throughput(flow), flow.throughput_samples, condition
    )
    times = flow.total or flow.completion
    if times:
        yield from latency_measurements(times, select_percentiles(flow), condition)
    label = f"{condition.group} " if condition.group else ""
    if flow.total and flow.completion:
        yield from _mean_latency_measurement(
            flow.completion, condition._replace(group=f"{label}clat")
        )
    if flow.submission:
        yield from _mean_latency_measurement(
            flow.submission, condition._replace(group=f"{label}slat")
        )


def latency_measurements(
    times: LatencyFigures,
    percentiles: Sequence[tuple[str, PrintedNumber]],
    condition: FlowCondition,
) -> Iterator[Measurement]:
    """Yield mean, extremes, deviation and percentiles of a latency."""
    yield from _mean_latency_measurement(times, condition)
    yield from _spread_measurements(Metric.LATENCY, times.spread, condition)
    for statistic, figure in percentiles:
        yield _build_measurement(Metric.LATENCY, statistic, figure, condition)


def select_percentiles(flow: Flow) -> Sequence[tuple[str, PrintedNumber]]:
    """Return the percentiles of the whole latency, or else those of the completion.

    Where submitting takes long the latter say too little, and there are none.
    """
    of_all = flow.total.percentiles if flow.total else ()
    if of_all or flow.completion is None or is_slow_to_submit(flow):
        return of_all
    return flow.completion.percentiles


def is_slow_to_submit(flow: Flow) -> bool:
    """Return whether submitting an I/O is more than a tenth of its latency, on average."""
    whole, part = (times.spread.mean if times else None for times in (flow.total, flow.submission))
    return bool(whole and part and part.value > _SLOW_SUBMISSION * whole.value)


def flow_iops(flow: Flow) -> PrintedNumber | None:
    """Return the I/Os per second as printed, or by count and time where these disagree."""
    return _printed_or_counted_rate(flow, flow.iops, flow.ios, 1.0)


def flow_throughput(flow: Flow) -> PrintedNumber | None:
    """Return the bytes per second as printed, or by amount and time where these disagree."""
    return _printed_or_counted_rate(flow, flow.throughput, flow.moved_bytes, KIB)


def _printed_or_counted_rate(
    flow: Flow, printed: PrintedNumber | None, amount: PrintedNumber | None, quantum: float
) -> PrintedNumber | None:
    if not amount or not flow.runtime_s:
        return printed
    exact = amount._replace(value=amount.value / flow.runtime_s)
    if printed is None or flow.is_rounded:
        return exact
    if not rate_agrees_with_amount(printed, amount, flow.runtime_s, quantum):
        return exact
    return exact if _has_lost_decimals(printed, exact, quantum) else printed


def _has_lost_decimals(printed: PrintedNumber, exact: PrintedNumber, quantum: float) -> bool:
    """Return whether a rate lost its decimals, as up to fio 2.1, and is so low that they count."""
    units = printed.value / quantum
    lost = abs(exact.value / quantum - units)
    return units.is_integer() and units < _FEW_UNITS and _SAME <= lost <= 1


def total_measurements(flows: Sequence[Flow], condition: FlowCondition) -> Iterator[Measurement]:
    """Yield the rates and the mean latency of several directions or jobs that ran at once.

    Rates are sums of counts over the longest runtime; latencies are weighted by the I/Os.
    Percentiles cannot be added: only full distributions (json+) can.
    """
    if len(flows) == 1:
        yield from _single_flow_measurements(flows[0], condition)
        return
    for metric, figures in (
        (Metric.IOPS, [flow_iops(flow) for flow in flows]),
        (Metric.THROUGHPUT, [flow_throughput(flow) for flow in flows]),
    ):
        known = [figure for figure in figures if figure]
        if len(known) == len(flows):
            summed = known[0]._replace(value=_sum_rates(known, flows))
            yield _build_measurement(metric, "mean", summed, condition, Origin.DERIVED)
    yield from _weighted_mean_latency(flows, condition)
    yield from _merged_percentiles(flows, condition)


def _single_flow_measurements(flow: Flow, condition: FlowCondition) -> Iterator[Measurement]:
    yield from _mean_measurement(Metric.IOPS, flow_iops(flow), flow.iops, condition)
    yield from _mean_measurement(
        Metric.THROUGHPUT, flow_throughput(flow), flow.throughput, condition
    )
    times = flow.total or flow.completion
    if times:
        yield from _mean_latency_measurement(times, condition)


def _sum_rates(rates: Sequence[PrintedNumber], flows: Sequence[Flow]) -> float:
    longest = max((flow.runtime_s or 0.0 for flow in flows), default=0.0)
    return sum(
        rate.value * (flow.runtime_s or longest) / longest if longest else rate.value
        for rate, flow in zip(rates, flows, strict=True)
    )


def _weighted_mean_latency(
    flows: Sequence[Flow], condition: FlowCondition
) -> Iterator[Measurement]:
    times = [flow.total or flow.completion for flow in flows]
    means = [t.spread.mean for t in times if t and t.spread.mean]
    weights = [_io_count(flow) for flow in flows]
    if len(means) == len(flows) and all(weights):
        value = sum(m.value * w for m, w in zip(means, weights, strict=True)) / sum(weights)
        figure = means[0]._replace(value=value)
        yield _build_measurement(Metric.LATENCY, "mean", figure, condition, Origin.DERIVED)


def _io_count(flow: Flow) -> float:
    """Return how many I/Os a direction did, by its rate where they were not counted."""
    if flow.ios:
        return flow.ios.value
    return flow.iops.value * (flow.runtime_s or 1.0) if flow.iops else 0.0


def _merged_percentiles(flows: Sequence[Flow], condition: FlowCondition) -> Iterator[Measurement]:
    times = [flow.completion for flow in flows]
    if not all(t and t.bins for t in times) or any(map(is_slow_to_submit, flows)):
        return
    merged: dict[float, int] = {}
    for latency, count in (pair for t in times if t for pair in t.bins):
        merged[latency] = merged.get(latency, 0) + count
    position = next(t.spread.mean for t in times if t)
    for percent in _DERIVED_PERCENTILES:
        value = percentile_of_bins(merged, percent)
        if position and value:
            figure = position._replace(value=value)
            name = f"p{percent:g}"
            yield _build_measurement(Metric.LATENCY, name, figure, condition, Origin.DERIVED)


def percentile_of_bins(bins: dict[float, int], percent: float) -> float:
    """Return the first bin up to which at least that share of the I/Os is reached, as fio does."""
    ordered = sorted(bins.items())
    wanted = percent / 100 * sum(bins.values())
    done = accumulate(count for _, count in ordered)
    return next(
        (
            latency
            for (latency, _), reached in zip(ordered, done, strict=True)
            if reached >= wanted
        ),
        0.0,
    )


def flows_of_whole_job(flows: Sequence[Flow]) -> list[Flow]:
    """Return the flows that make a job's whole: the mixed one, or else reads and writes."""
    mixed = [flow for flow in flows if flow.direction is Direction.MIXED]
    return mixed or [flow for flow in flows if flow.direction is not Direction.TRIM]


def _mean_measurement(
    metric: Metric,
    figure: PrintedNumber | None,
    printed: PrintedNumber | None,
    condition: FlowCondition,
) -> Iterator[Measurement]:
    if figure:
        origin = Origin.REPORTED if figure == printed else Origin.DERIVED
        yield _build_measurement(metric, "mean", figure, condition, origin)


def _mean_latency_measurement(
    times: LatencyFigures, condition: FlowCondition
) -> Iterator[Measurement]:
    if times.spread.mean:
        yield _build_measurement(Metric.LATENCY, "mean", times.spread.mean, condition)


def _rate_spread_measurements(
    metric: Metric,
    rate: PrintedNumber | None,
    samples: LatencySpread | None,
    condition: FlowCondition,
) -> Iterator[Measurement]:
    """Yield extremes and deviation of a rate's samples, where they are of the whole group.

    Of threads that are added up fio keeps the samples of each: their greatest lies below the
    group's mean.
    """
    if samples is None or rate is None:
        return
    least, most = samples.least, samples.most
    below = most is not None and most.value < (1 - _OF_A_SAMPLE) * rate.value
    above = least is not None and least.value > (1 + _OF_A_SAMPLE) * rate.value
    if not (below or above):
        yield from _spread_measurements(metric, samples, condition)


def _spread_measurements(
    metric: Metric, spread: LatencySpread | None, condition: FlowCondition
) -> Iterator[Measurement]:
    if spread is None:
        return
    for statistic, figure in (
        ("min", spread.least), ("max", spread.most), ("stddev", spread.deviation)
    ):  # fmt: skip
        if figure:
            yield _build_measurement(metric, statistic, figure, condition)


def _build_measurement(
    metric: Metric,
    statistic: str,
    figure: PrintedNumber,
    condition: FlowCondition,
    origin: Origin = Origin.REPORTED,
) -> Measurement:
    unit = {Metric.IOPS: Unit.PER_SECOND, Metric.THROUGHPUT: Unit.BYTE_PER_SECOND}.get(
        metric, Unit.SECOND
    )
    value, line, column = figure
    return Measurement(
        metric, statistic, value, unit, condition.load, condition.group, line, column, origin
    )


SIGNAL = re.compile(r"fio: terminating on signal (\d{1,2})")
_ERRORS = {
    2: "no such file or directory",
    5: "input/output error",
    12: "out of memory",
    13: "permission denied",
    16: "device or resource busy",
    19: "no such device",
    21: "is a directory",
    22: "invalid argument; the file system may not allow direct I/O",
    27: "file too large",
    28: "no space left on device",
    30: "read-only file system",
    84: "the data read were not those written (verification)",
    95: "operation not supported",
    110: "timed out",
}
_ROUNDED = 0.05
"""Of a latency: what old texts round away, in other units for lat and clat."""
_GAVE_UP = "{name}: stopped after {seconds:.3g} of {asked:.0f} s at its latency target."
_STOPPED = "{name}: stopped early after {seconds:.3g} of {asked:.0f} s."
_SHORT = 0.95
_WHOLE_PASS = 0.01


def find_signal(messages: Sequence[FioMessage]) -> tuple[int, int] | None:
    """Return the signal that ended fio, with its line."""
    for remark in messages:
        match = SIGNAL.match(remark.text)
        if match:
            return int(match[1]), remark.line
    return None


def stopped_problem(signal_number: int, line: int) -> Problem:
    """Build the warning that a person or a script stopped fio."""
    how = {2: message("Ctrl-C"), 15: message("a request to end")}.get(
        signal_number, message("a signal")
    )
    sentence = message(
        "fio was stopped by {how} (signal {number}); its figures end there.",
        how=how,
        number=signal_number,
    )
    return Problem(Severity.WARNING, sentence, line)


def job_problem(
    job: FioJob, template: str, severity: Severity = Severity.WARNING, **figures: Figure
) -> Problem:
    """Build a problem of a job, with its name and line."""
    return Problem(severity, message(template, name=job.name, **figures), job.line)


_FAILED = "{name} ended with error {number} ({meaning})."
_NEVER_RAN = (
    "{name} did no I/O, though fio reports error 0: files not created or opened, or stopped"
    " before the start."
)
_UNREAD = "Figures of {name} are missing: the text is cut or changed. Import it as fio wrote it."
_INTERIM = (
    "Interim report of {name} with {seconds:.0f} s left: fio was killed before its last report."
)


def incomplete_job_problems(job: FioJob, job_threads: JobThreads) -> Iterator[Problem]:
    """Yield what kept a job from running as requested; nothing where it ran to its end."""
    if job.error:
        meaning = _ERRORS.get(job.error, "see errno of the operating system")
        yield job_problem(job, _FAILED, number=job.error, meaning=meaning)
    elif not job.flows and not job.syncs:
        if not job.is_cut:
            yield job_problem(job, _NEVER_RAN if job.is_idle else _UNREAD)
    elif job.remaining_s > 0:
        yield job_problem(job, _INTERIM, seconds=job.remaining_s)
    else:
        requested_s = parse_option_seconds(job.settings.get("runtime"))
        if (
            requested_s
            and job.runtime_s < _SHORT * requested_s
            and not _may_end_early(job, job_threads)
        ):
            template = _GAVE_UP if job.has_target else _STOPPED
            yield job_problem(job, template, seconds=job.runtime_s, asked=requested_s)


def _may_end_early(job: FioJob, job_threads: JobThreads) -> bool:
    """Return whether a job may end before its runtime: its size is done, or another job ends.

    One that did more than its size, or not all of it, was not done when it ended. Where the size
    is a share or not given, it may have.
    """
    settings = job.settings
    if (job.steady_state or "").startswith("attained"):
        return True
    if settings.keys() & {"exitall", "number_ios", "io_size", "loops"}:
        return True
    if is_option_on(settings, "time_based"):
        return False
    size = parse_option_size(settings.get("size"), settings.get("kb_base"))
    if not size or job_threads.thread_count < 1 or job_threads.mixes_settings:
        return True
    done = sum(flow.moved_bytes.value for flow in job.flows if flow.moved_bytes)
    return abs(done / (size * job_threads.thread_count) - 1) <= _WHOLE_PASS


_PASSED_OVER = "I/Os of {name} failed and were passed over (continue_on_error): {count:.0f}."
_LOST = "Reads or writes of {name} could not be read and are missing."
_NO_TIMES = "{name} has no latencies: they were not measured (gtod_reduce, disable_lat)."
_UNREAD_TIMES = "The latencies of {name} are written here, but cannot be read."


def job_figure_problems(job: FioJob) -> Iterator[Problem]:
    """Yield other problems of a job: failed I/Os, lost lines, missing or impossible latencies."""
    if job.failed_ios:
        yield job_problem(job, _PASSED_OVER, count=job.failed_ios)
    if job.unread_line is not None:
        yield Problem(Severity.ERROR, message(_LOST, name=job.name), job.unread_line)
    has_times = any(flow.total or flow.completion for flow in job.flows)
    if job.flows and not job.is_cut and not has_times:
        is_unread = job.unread_times_line is not None
        told = message(_UNREAD_TIMES if is_unread else _NO_TIMES, name=job.name)
        yield Problem(Severity.WARNING, told, job.unread_times_line or job.line)
    yield from _impossible_latency_problems(job)
    if (job.steady_state or "").startswith("not"):
        yield job_problem(job, "{name} did not reach the steady state that it waited for.")


def _impossible_latency_problems(job: FioJob) -> Iterator[Problem]:
    """Yield latencies that cannot be: lat includes clat and is not shorter."""
    for flow in job.flows:
        total, completion = (
            times.spread.mean if times else None for times in (flow.total, flow.completion)
        )
        if total and completion and total.value < completion.value * (1 - _ROUNDED):
            sentence = message(
                "{name}: {direction} lat ({total:.6g} ms) must include clat ({completion:.6g}"
                " ms). One was changed or misread.",
                direction=flow.direction.value,
                name=job.name,
                total=total.value * 1e3,
                completion=completion.value * 1e3,
            )
            yield Problem(Severity.WARNING, sentence, total.line)


_HIDDEN = (
    "{name} adds up {count} jobs, some with unknown settings: queue depth and block sizes are"
    " unknown."
)
_ONE_AT_A_TIME = (
    "{name}: queue depth {depth} instead of {asked}; its engine does one I/O at a time."
)
_WITHIN_TARGET = (
    "{name}: queue depth {depth} instead of {asked}, to stay within its latency target."
)
_LIMITED = "{name}: queue depth {depth} instead of {asked}; its rate was limited."
_SLOWED = {"rate", "rate_iops", "thinktime", "thinkcycles"}
_ALONE_PERCENT = 99.0
_MORE_THREADS = 1.2


class JobThreads(NamedTuple):
    """The threads behind what one job prints."""

    thread_count: int
    queue_depth: int | None
    """I/Os that each of them kept outstanding; None where the file does not state it."""
    mixes_settings: bool = False
    """Jobs of other settings are added up in it (`group_reporting` over several sections)."""

    @property
    def outstanding(self) -> int | None:
        """I/Os of all threads at once."""
        return (
            None
            if self.queue_depth is None or self.mixes_settings
            else self.thread_count * self.queue_depth
        )


def count_job_threads(jobs: Sequence[FioJob]) -> list[JobThreads]:
    """Count the threads that each job sums up, with the depth of their queues."""
    clones = Counter(job.identity for job in jobs)
    return [_job_threads(job, clones[job.identity]) for job in jobs]


def _job_threads(job: FioJob, clones: int) -> JobThreads:
    threads = 1 if clones > 1 else parse_count(job.settings.get("numjobs")) or 1
    printed_threads = round(job.threads) if job.threads is not None else threads
    if printed_threads > threads * _MORE_THREADS:
        return JobThreads(
            printed_threads, _thread_queue_depth(job), mixes_settings=bool(job.settings)
        )
    return JobThreads(threads, _thread_queue_depth(job))


def _thread_queue_depth(job: FioJob) -> int | None:
    """Return the queue depth of one thread.

    A synchronous engine has one I/O under way whatever was requested, which the distribution of
    depths shows; a latency target may have allowed less than was requested.
    """
    requested = parse_count(job.settings.get("iodepth")) if job.settings else None
    if job.depth_one_percent is not None and job.depth_one_percent >= _ALONE_PERCENT:
        return 1
    if job.has_target or requested is None:
        return job.final_depth or (1 if job.settings else None)
    return requested


def job_load(job: FioJob, job_threads: JobThreads) -> Load:
    """Return the outstanding I/Os as small or large ones, by their mean size."""
    flows = flows_of_whole_job(job.flows) or job.flows
    sizes = [(flow.io_bytes, flow.iops.value if flow.iops else 0.0) for flow in flows]
    known_sizes = [(size, weight) for size, weight in sizes if size]
    weight = sum(w for _, w in known_sizes)
    mean = sum(size * w for size, w in known_sizes) / weight if weight else None
    return io_load(job_threads.outstanding, mean)


def sum_loads(loads: Sequence[Load]) -> Load:
    """Add up the loads of jobs that run at once; unknown where one of them is."""
    if not loads or any(load == NO_LOAD for load in loads):
        return NO_LOAD
    small = sum(load.small_ios or 0 for load in loads)
    large = sum(load.large_ios or 0 for load in loads)
    return Load(small_ios=small or None, large_ios=large or None)


def queue_depth_problems(job: FioJob, job_threads: JobThreads) -> Iterator[Problem]:
    """Yield where the depth is not the requested one, or not that of one job."""
    requested = parse_count(job.settings.get("iodepth"))
    if job_threads.mixes_settings:
        yield job_problem(job, _HIDDEN, count=job_threads.thread_count)
    elif requested and job_threads.queue_depth and job_threads.queue_depth < requested:
        yield job_problem(
            job,
            _reason_for_less_depth(job),
            Severity.INFO,
            asked=requested,
            depth=job_threads.queue_depth,
        )


def _reason_for_less_depth(job: FioJob) -> str:
    if job.has_target:
        return _WITHIN_TARGET
    return _LIMITED if job.settings.keys() & _SLOWED else _ONE_AT_A_TIME
