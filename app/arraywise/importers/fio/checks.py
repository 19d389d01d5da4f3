"""Complete? plausible concurrency?."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import NO_LOAD, Load
from arraywise.domain.messages import Problem, Severity, message
from arraywise.importers.fio.content import is_set, size_bytes, time_s, whole
from arraywise.importers.fio.measures import all_of
from arraywise.importers.kit.io_work import LARGE_FROM

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.importers.fio.content import FioJob
    from arraywise.importers.fio.reports import OutputRemark

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


def gaps(job: FioJob, crew: JobThreads) -> Iterator[Problem]:
    """Explain what kept a job from running as asked; none where it ran to its end."""
    if job.error:
        yield _failed(job)
    elif not job.flows and not job.syncs:
        yield from [] if job.is_cut else [_without_figures(job)]
    elif job.left_s > 0:
        sentence = message(
            "Interim report of {name} with {seconds:.0f} s left: fio was killed before its last"
            " report.",
            name=job.name,
            seconds=job.left_s,
        )
        yield Problem(Severity.WARNING, sentence, job.line)
    else:
        asked = time_s(job.settings.get("runtime"))
        if asked and job.runtime_s < _SHORT * asked and not _may_end_early(job, crew):
            yield _short(job, asked)


def _failed(job: FioJob) -> Problem:
    sentence = message(
        "{name} ended with error {number} ({meaning}).",
        name=job.name,
        number=job.error,
        meaning=_ERRORS.get(job.error, "see errno of the operating system"),
    )
    return Problem(Severity.WARNING, sentence, job.line)


_NEVER_RAN = (
    "{name} did no I/O, though fio reports error 0: files not created or opened, or stopped"
    " before the start."
)
_UNREAD = "Figures of {name} are missing: the text is cut or changed. Import it as fio wrote it."


def _without_figures(job: FioJob) -> Problem:
    sentence = message(_NEVER_RAN if job.is_idle else _UNREAD, name=job.name)
    return Problem(Severity.WARNING, sentence, job.line)


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


def _short(job: FioJob, asked: float) -> Problem:
    sentence = message(
        _GAVE_UP if job.has_target else _STOPPED,
        name=job.name,
        seconds=job.runtime_s,
        asked=asked,
    )
    return Problem(Severity.WARNING, sentence, job.line)


def remarks_on(job: FioJob) -> Iterator[Problem]:
    """Describe what else a reader of a job's figures should know."""
    if job.failed_ios:
        sentence = message(
            "I/Os of {name} failed and were passed over (continue_on_error): {count:.0f}.",
            count=job.failed_ios,
            name=job.name,
        )
        yield Problem(Severity.WARNING, sentence, job.line)
    if job.unread_line is not None:
        sentence = message(
            "Reads or writes of {name} could not be read and are missing.", name=job.name
        )
        yield Problem(Severity.ERROR, sentence, job.unread_line)
    if (
        job.flows
        and not job.is_cut
        and not any(flow.total or flow.completion for flow in job.flows)
    ):
        template = "{name} has no latencies: they were not measured (gtod_reduce, disable_lat)."
        if job.unread_times_line is not None:
            template = "The latencies of {name} are written here, but cannot be read."
        sentence = message(template, name=job.name)
        yield Problem(Severity.WARNING, sentence, job.unread_times_line or job.line)
    yield from _unlike_times(job)
    if (job.steady or "").startswith("not"):
        sentence = message(
            "{name} did not reach the steady state that it waited for.", name=job.name
        )
        yield Problem(Severity.WARNING, sentence, job.line)


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


_ONE_AT_A_TIME = (
    "{name}: queue depth {depth} instead of {asked}; its engine does one I/O at a time."
)
_WITHIN_TARGET = (
    "{name}: queue depth {depth} instead of {asked}, to stay within its latency target."
)
_LIMITED = "{name}: queue depth {depth} instead of {asked}; its rate was limited."
_SLOWED = {"rate", "rate_iops", "thinktime", "thinkcycles"}
_ALONE_PERCENT = 99.0
_MORE_THAN_DEPTH = 1.5
_MORE_THREADS = 1.2
_MOST_UNDER_WAY = 10_000_000


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
    under_way = crew.under_way
    if under_way is None or not 0 < under_way <= _MOST_UNDER_WAY:
        return NO_LOAD
    flows = all_of(job.flows) or job.flows
    sizes = [(flow.io_bytes, flow.iops.value if flow.iops else 0.0) for flow in flows]
    known = [(size, weight) for size, weight in sizes if size]
    weight = sum(w for _, w in known)
    if not weight:
        return NO_LOAD
    mean = sum(size * w for size, w in known) / weight
    if mean >= LARGE_FROM:
        return Load(large_ios=under_way)
    return Load(small_ios=under_way)


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
        yield _hidden(job, crew)
    elif asked and crew.depth and crew.depth < asked:
        yield _top_values(job, asked, crew.depth)
    under_way = crew.under_way
    for flow in job.flows:
        times = flow.total or flow.completion
        mean = times.spread.mean if times else None
        if under_way and mean and flow.iops:
            busy = flow.iops.value * mean.value
            if busy > _MORE_THAN_DEPTH * under_way:
                yield _unlawful(flow.iops.value, mean.value, busy, under_way, mean.line)


def _hidden(job: FioJob, crew: JobThreads) -> Problem:
    sentence = message(
        "{name} adds up {count} jobs, some with unknown settings: queue depth and block sizes"
        " are unknown.",
        name=job.name,
        count=crew.threads,
    )
    return Problem(Severity.WARNING, sentence, job.line)


def _top_values(job: FioJob, asked: int, depth: int) -> Problem:
    template = _ONE_AT_A_TIME
    if job.has_target:
        template = _WITHIN_TARGET
    elif job.settings.keys() & _SLOWED:
        template = _LIMITED
    sentence = message(template, name=job.name, asked=asked, depth=depth)
    return Problem(Severity.INFO, sentence, job.line)


def _unlawful(iops: float, seconds: float, busy: float, under_way: int, line: int) -> Problem:
    sentence = message(
        "{iops:.0f} IOPS at {ms:.3g} ms need a queue depth of {busy:.0f}, but {under_way} was"
        " set: rate and latency contradict each other (Little's law).",
        iops=iops,
        ms=1000 * seconds,
        busy=busy,
        under_way=under_way,
    )
    return Problem(Severity.WARNING, sentence, line)
