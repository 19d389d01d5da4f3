"""How many I/Os a job kept under way, and whether what it printed can be that of one job."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import NO_LOAD, Load
from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.importers.fio.content import LARGE_FROM_BYTES
from arraywise.importers.fio.measures import all_of
from arraywise.importers.fio.settings import whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.importers.fio.content import Job

_ONE_AT_A_TIME = (
    "{name} was asked for {asked} I/Os at once but kept {depth} under way, since its engine does "
    "one I/O at a time."
)
_WITHIN_TARGET = (
    "{name} was asked for {asked} I/Os at once but kept {depth} under way, to stay within its "
    "latency target."
)
_LIMITED = (
    "{name} was asked for {asked} I/Os at once but kept {depth} under way, since its rate was "
    "limited."
)
_SLOWED = {"rate", "rate_iops", "thinktime", "thinkcycles"}
_ALONE_PERCENT = 99.0
_MORE_THAN_DEPTH = 1.5
_MORE_THREADS = 1.2
_MOST_UNDER_WAY = 10_000_000


class Crew(NamedTuple):
    """The threads behind what one job prints."""

    threads: int
    depth: int | None
    """I/Os that each of them kept under way; None where the file does not tell."""
    hidden: bool = False
    """Jobs of other settings are added up in it (`group_reporting` over several sections)."""

    @property
    def under_way(self) -> int | None:
        """I/Os of all threads at once."""
        return None if self.depth is None or self.hidden else self.threads * self.depth


def crews(jobs: Sequence[Job]) -> list[Crew]:
    """Tell for each job how many threads it sums and how deep their queues were."""
    clones = Counter(job.key for job in jobs)
    return [_crew(job, clones[job.key]) for job in jobs]


def _crew(job: Job, clones: int) -> Crew:
    threads = 1 if clones > 1 else whole(job.settings.get("numjobs")) or 1
    seen = round(job.threads) if job.threads is not None else threads
    if seen > threads * _MORE_THREADS:
        return Crew(seen, _depth(job), hidden=bool(job.settings))
    return Crew(threads, _depth(job))


def _depth(job: Job) -> int | None:
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


def load_of(job: Job, crew: Crew) -> Load:
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
    if mean >= LARGE_FROM_BYTES:
        return Load(large_ios=under_way)
    return Load(small_ios=under_way)


def together(loads: Sequence[Load]) -> Load:
    """Add up the loads of jobs that run at once; unknown where one of them is."""
    if not loads or any(load == NO_LOAD for load in loads):
        return NO_LOAD
    small = sum(load.small_ios or 0 for load in loads)
    large = sum(load.large_ios or 0 for load in loads)
    return Load(small_ios=small or None, large_ios=large or None)


def doubts(job: Job, crew: Crew) -> Iterator[Problem]:
    """Say where the depth is not the one asked for, or not that of one job."""
    asked = whole(job.settings.get("iodepth"))
    if crew.hidden:
        yield _hidden(job, crew)
    elif asked and crew.depth and crew.depth < asked:
        yield _shallow(job, asked, crew.depth)
    under_way = crew.under_way
    for flow in job.flows:
        times = flow.total or flow.completion
        mean = times.spread.mean if times else None
        if under_way and mean and flow.iops:
            busy = flow.iops.value * mean.value
            if busy > _MORE_THAN_DEPTH * under_way:
                yield _unlawful(flow.iops.value, mean.value, busy, under_way, mean.line)


def _hidden(job: Job, crew: Crew) -> Problem:
    said = say(
        "Under the name {name} the figures of {count} jobs are added up, whose settings are not "
        "all told: how many I/Os were under way, and of what sizes, is not known.",
        name=job.name,
        count=crew.threads,
    )
    return Problem(Severity.WARNING, said, job.line)


def _shallow(job: Job, asked: int, depth: int) -> Problem:
    template = _ONE_AT_A_TIME
    if job.has_target:
        template = _WITHIN_TARGET
    elif job.settings.keys() & _SLOWED:
        template = _LIMITED
    said = say(template, name=job.name, asked=asked, depth=depth)
    return Problem(Severity.INFO, said, job.line)


def _unlawful(iops: float, seconds: float, busy: float, under_way: int, line: int) -> Problem:
    said = say(
        "{iops:.0f} I/Os per second of {ms:.3g} ms each would be {busy:.0f} under way, but only "
        "{under_way} were asked for: rate and latency do not fit each other (Little's law).",
        iops=iops,
        ms=1000 * seconds,
        busy=busy,
        under_way=under_way,
    )
    return Problem(Severity.WARNING, said, line)
