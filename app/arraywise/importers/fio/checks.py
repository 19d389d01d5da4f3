"""Figures of a job as measurements; whether it ran to its end and at the depth asked for."""

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
    agrees,
    is_set,
    size_bytes,
    time_s,
    whole,
)
from arraywise.importers.kit.readings import PrintedNumber, io_load

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.domain.messages import Figure
    from arraywise.importers.fio import OutputRemark
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


def of_flow(flow: Flow, at: FlowCondition) -> Iterator[Measurement]:
    """Return all figures of one direction of one job.

    The latency is that from submission to completion where fio measured it. Percentiles, which
    fio takes of the completion alone unless it is told otherwise, go by the same name.
    """
    yield from _mean(Metric.IOPS, iops_of(flow), flow.iops, at)
    yield from _around_rate(Metric.IOPS, iops_of(flow), flow.iops_samples, at)
    yield from _mean(Metric.THROUGHPUT, rate_of(flow), flow.rate, at)
    yield from _around_rate(Metric.THROUGHPUT, rate_of(flow), flow.rate_samples, at)
    times = flow.total or flow.completion
    if times:
        yield from summarise_times(times, percentiles_of(flow), at)
    label = f"{at.group} " if at.group else ""
    if flow.total and flow.completion:
        yield from _plain_mean(flow.completion, at._replace(group=f"{label}clat"))
    if flow.submission:
        yield from _plain_mean(flow.submission, at._replace(group=f"{label}slat"))


def summarise_times(
    times: LatencyFigures, percentiles: Sequence[tuple[str, PrintedNumber]], at: FlowCondition
) -> Iterator[Measurement]:
    """Give mean, extremes, deviation and percentiles of a latency."""
    yield from _plain_mean(times, at)
    yield from _around(Metric.LATENCY, times.spread, at)
    for statistic, figure in percentiles:
        yield _measurement(Metric.LATENCY, statistic, figure, at)


def percentiles_of(flow: Flow) -> Sequence[tuple[str, PrintedNumber]]:
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


def iops_of(flow: Flow) -> PrintedNumber | None:
    """Return the I/Os per second as printed, or by count and time where these disagree."""
    return _rate(flow, flow.iops, flow.ios, 1.0)


def rate_of(flow: Flow) -> PrintedNumber | None:
    """Return the bytes per second as printed, or by amount and time where these disagree."""
    return _rate(flow, flow.rate, flow.data, KIB)


def _rate(
    flow: Flow, printed: PrintedNumber | None, counted: PrintedNumber | None, quantum: float
) -> PrintedNumber | None:
    if not counted or not flow.runtime_s:
        return printed
    exact = counted._replace(value=counted.value / flow.runtime_s)
    if printed is None or flow.is_rounded:
        return exact
    if not agrees(printed, counted, flow.runtime_s, quantum):
        return exact
    return exact if _is_cut(printed, exact, quantum) else printed


def _is_cut(printed: PrintedNumber, exact: PrintedNumber, quantum: float) -> bool:
    """Return whether a rate lost its decimals, as up to fio 2.1, and is so low that they count."""
    units = printed.value / quantum
    lost = abs(exact.value / quantum - units)
    return units.is_integer() and units < _FEW_UNITS and _SAME <= lost <= 1


def total(flows: Sequence[Flow], at: FlowCondition) -> Iterator[Measurement]:
    """Return the rates and the mean latency of several directions or jobs that ran at once.

    Rates are sums of counts over the longest runtime; latencies are weighted by the I/Os.
    Percentiles cannot be added: only full distributions (json+) can.
    """
    if len(flows) == 1:
        yield from _of_one(flows[0], at)
        return
    for metric, figures in (
        (Metric.IOPS, [iops_of(flow) for flow in flows]),
        (Metric.THROUGHPUT, [rate_of(flow) for flow in flows]),
    ):
        known = [figure for figure in figures if figure]
        if len(known) == len(flows):
            summed = known[0]._replace(value=_sum(known, flows))
            yield _measurement(metric, "mean", summed, at, Origin.DERIVED)
    yield from _mean_latency(flows, at)
    yield from _merged_percentiles(flows, at)


def _of_one(flow: Flow, at: FlowCondition) -> Iterator[Measurement]:
    yield from _mean(Metric.IOPS, iops_of(flow), flow.iops, at)
    yield from _mean(Metric.THROUGHPUT, rate_of(flow), flow.rate, at)
    times = flow.total or flow.completion
    if times:
        yield from _plain_mean(times, at)


def _sum(rates: Sequence[PrintedNumber], flows: Sequence[Flow]) -> float:
    longest = max((flow.runtime_s or 0.0 for flow in flows), default=0.0)
    return sum(
        rate.value * (flow.runtime_s or longest) / longest if longest else rate.value
        for rate, flow in zip(rates, flows, strict=True)
    )


def _mean_latency(flows: Sequence[Flow], at: FlowCondition) -> Iterator[Measurement]:
    times = [flow.total or flow.completion for flow in flows]
    means = [t.spread.mean for t in times if t and t.spread.mean]
    weights = [_weight(flow) for flow in flows]
    if len(means) == len(flows) and all(weights):
        value = sum(m.value * w for m, w in zip(means, weights, strict=True)) / sum(weights)
        figure = means[0]._replace(value=value)
        yield _measurement(Metric.LATENCY, "mean", figure, at, Origin.DERIVED)


def _weight(flow: Flow) -> float:
    """Return how many I/Os a direction did, by its rate where they were not counted."""
    if flow.ios:
        return flow.ios.value
    return flow.iops.value * (flow.runtime_s or 1.0) if flow.iops else 0.0


def _merged_percentiles(flows: Sequence[Flow], at: FlowCondition) -> Iterator[Measurement]:
    times = [flow.completion for flow in flows]
    if not all(t and t.bins for t in times) or any(map(is_slow_to_submit, flows)):
        return
    merged: dict[float, int] = {}
    for latency, count in (pair for t in times if t for pair in t.bins):
        merged[latency] = merged.get(latency, 0) + count
    place = next(t.spread.mean for t in times if t)
    for percent in _DERIVED_PERCENTILES:
        value = percentile_of_bins(merged, percent)
        if place and value:
            figure = place._replace(value=value)
            name = f"p{percent:g}"
            yield _measurement(Metric.LATENCY, name, figure, at, Origin.DERIVED)


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


def all_of(flows: Sequence[Flow]) -> list[Flow]:
    """Return the flows that make a job's whole: the mixed one, or else reads and writes."""
    mixed = [flow for flow in flows if flow.direction is Direction.MIXED]
    return mixed or [flow for flow in flows if flow.direction is not Direction.TRIM]


def _mean(
    metric: Metric, figure: PrintedNumber | None, printed: PrintedNumber | None, at: FlowCondition
) -> Iterator[Measurement]:
    if figure:
        origin = Origin.REPORTED if figure == printed else Origin.DERIVED
        yield _measurement(metric, "mean", figure, at, origin)


def _plain_mean(times: LatencyFigures, at: FlowCondition) -> Iterator[Measurement]:
    if times.spread.mean:
        yield _measurement(Metric.LATENCY, "mean", times.spread.mean, at)


def _around_rate(
    metric: Metric, rate: PrintedNumber | None, samples: LatencySpread | None, at: FlowCondition
) -> Iterator[Measurement]:
    """Give extremes and deviation of a rate's samples, where they are those of the whole group.

    Of threads that are added up fio keeps the samples of each: their greatest lies below the
    group's mean.
    """
    if samples is None or rate is None:
        return
    least, most = samples.least, samples.most
    below = most is not None and most.value < (1 - _OF_A_SAMPLE) * rate.value
    above = least is not None and least.value > (1 + _OF_A_SAMPLE) * rate.value
    if not (below or above):
        yield from _around(metric, samples, at)


def _around(
    metric: Metric, spread: LatencySpread | None, at: FlowCondition
) -> Iterator[Measurement]:
    if spread is None:
        return
    for statistic, figure in (
        ("min", spread.least), ("max", spread.most), ("stddev", spread.deviation)
    ):  # fmt: skip
        if figure:
            yield _measurement(metric, statistic, figure, at)


def _measurement(
    metric: Metric,
    statistic: str,
    figure: PrintedNumber,
    at: FlowCondition,
    origin: Origin = Origin.REPORTED,
) -> Measurement:
    unit = {Metric.IOPS: Unit.PER_SECOND, Metric.THROUGHPUT: Unit.BYTE_PER_SECOND}.get(
        metric, Unit.SECOND
    )
    value, line, column = figure
    return Measurement(metric, statistic, value, unit, at.load, at.group, line, column, origin)


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


def signal_of(remarks: Sequence[OutputRemark]) -> tuple[int, int] | None:
    """Return the signal that ended fio, with its line."""
    for remark in remarks:
        match = SIGNAL.match(remark.text)
        if match:
            return int(match[1]), remark.line
    return None


def stopped(number: int, line: int) -> Problem:
    """State that a person or a script stopped fio."""
    how = {2: message("Ctrl-C"), 15: message("a request to end")}.get(number, message("a signal"))
    sentence = message(
        "fio was stopped by {how} (signal {number}); its figures end there.",
        how=how,
        number=number,
    )
    return Problem(Severity.WARNING, sentence, line)


def note_on(
    job: FioJob, template: str, severity: Severity = Severity.WARNING, **figures: Figure
) -> Problem:
    """Say something of a job by its name."""
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


def gaps(job: FioJob, crew: JobThreads) -> Iterator[Problem]:
    """Explain what kept a job from running as asked; none where it ran to its end."""
    if job.error:
        meaning = _ERRORS.get(job.error, "see errno of the operating system")
        yield note_on(job, _FAILED, number=job.error, meaning=meaning)
    elif not job.flows and not job.syncs:
        if not job.is_cut:
            yield note_on(job, _NEVER_RAN if job.is_idle else _UNREAD)
    elif job.left_s > 0:
        yield note_on(job, _INTERIM, seconds=job.left_s)
    else:
        asked = time_s(job.settings.get("runtime"))
        if asked and job.runtime_s < _SHORT * asked and not _may_end_early(job, crew):
            template = _GAVE_UP if job.has_target else _STOPPED
            yield note_on(job, template, seconds=job.runtime_s, asked=asked)


def _may_end_early(job: FioJob, crew: JobThreads) -> bool:
    """A job without `time_based` ends when its size is done, and some when others end.

    One that did more than its size, or not all of it, was not done when it ended. Where the size
    is a share or not given, nobody can say.
    """
    settings = job.settings
    if (job.steady or "").startswith("attained"):
        return True
    if settings.keys() & {"exitall", "number_ios", "io_size", "loops"}:
        return True
    if is_set(settings, "time_based"):
        return False
    size = size_bytes(settings.get("size"), settings.get("kb_base"))
    if not size or crew.threads < 1 or crew.hidden:
        return True
    done = sum(flow.data.value for flow in job.flows if flow.data)
    return abs(done / (size * crew.threads) - 1) <= _WHOLE_PASS


_PASSED_OVER = "I/Os of {name} failed and were passed over (continue_on_error): {count:.0f}."
_LOST = "Reads or writes of {name} could not be read and are missing."
_NO_TIMES = "{name} has no latencies: they were not measured (gtod_reduce, disable_lat)."
_UNREAD_TIMES = "The latencies of {name} are written here, but cannot be read."


def remarks_on(job: FioJob) -> Iterator[Problem]:
    """Describe what else a reader of a job's figures should know."""
    if job.failed_ios:
        yield note_on(job, _PASSED_OVER, count=job.failed_ios)
    if job.unread_line is not None:
        yield Problem(Severity.ERROR, message(_LOST, name=job.name), job.unread_line)
    has_times = any(flow.total or flow.completion for flow in job.flows)
    if job.flows and not job.is_cut and not has_times:
        is_unread = job.unread_times_line is not None
        told = message(_UNREAD_TIMES if is_unread else _NO_TIMES, name=job.name)
        yield Problem(Severity.WARNING, told, job.unread_times_line or job.line)
    yield from _unlike_times(job)
    if (job.steady or "").startswith("not"):
        yield note_on(job, "{name} did not reach the steady state that it waited for.")


def _unlike_times(job: FioJob) -> Iterator[Problem]:
    """Report latencies that cannot be: from submission on they take at least the completion's."""
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

    threads: int
    depth: int | None
    """I/Os that each of them kept outstanding; None where the file does not state it."""
    hidden: bool = False
    """Jobs of other settings are added up in it (`group_reporting` over several sections)."""

    @property
    def under_way(self) -> int | None:
        """I/Os of all threads at once."""
        return None if self.depth is None or self.hidden else self.threads * self.depth


def crews(jobs: Sequence[FioJob]) -> list[JobThreads]:
    """Return for each job how many threads it sums and how deep their queues were."""
    clones = Counter(job.key for job in jobs)
    return [_job_threads(job, clones[job.key]) for job in jobs]


def _job_threads(job: FioJob, clones: int) -> JobThreads:
    threads = 1 if clones > 1 else whole(job.settings.get("numjobs")) or 1
    seen = round(job.threads) if job.threads is not None else threads
    if seen > threads * _MORE_THREADS:
        return JobThreads(seen, _depth(job), hidden=bool(job.settings))
    return JobThreads(threads, _depth(job))


def _depth(job: FioJob) -> int | None:
    """Return the queue depth of one thread.

    A synchronous engine has one I/O under way whatever was asked for, which the distribution of
    depths shows; a latency target may have allowed less than was asked for.
    """
    asked = whole(job.settings.get("iodepth")) if job.settings else None
    if job.depth_one_percent is not None and job.depth_one_percent >= _ALONE_PERCENT:
        return 1
    if job.has_target or asked is None:
        return job.depth_found or (1 if job.settings else None)
    return asked


def load_of(job: FioJob, crew: JobThreads) -> Load:
    """Return the outstanding I/Os as small or large ones, by their mean size."""
    flows = all_of(job.flows) or job.flows
    sizes = [(flow.io_bytes, flow.iops.value if flow.iops else 0.0) for flow in flows]
    known = [(size, weight) for size, weight in sizes if size]
    weight = sum(w for _, w in known)
    mean = sum(size * w for size, w in known) / weight if weight else None
    return io_load(crew.under_way, mean)


def together(loads: Sequence[Load]) -> Load:
    """Add up the loads of jobs that run at once; unknown where one of them is."""
    if not loads or any(load == NO_LOAD for load in loads):
        return NO_LOAD
    small = sum(load.small_ios or 0 for load in loads)
    large = sum(load.large_ios or 0 for load in loads)
    return Load(small_ios=small or None, large_ios=large or None)


def doubts(job: FioJob, crew: JobThreads) -> Iterator[Problem]:
    """Return where the depth is not the one asked for, or not that of one job."""
    asked = whole(job.settings.get("iodepth"))
    if crew.hidden:
        yield note_on(job, _HIDDEN, count=crew.threads)
    elif asked and crew.depth and crew.depth < asked:
        yield note_on(job, _why_less(job), Severity.INFO, asked=asked, depth=crew.depth)


def _why_less(job: FioJob) -> str:
    if job.has_target:
        return _WITHIN_TARGET
    return _LIMITED if job.settings.keys() & _SLOWED else _ONE_AT_A_TIME
