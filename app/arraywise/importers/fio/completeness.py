"""Whether a job ran to its end: fio claims error 0 for runs that were stopped or never began."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.importers.fio.settings import is_set, size_bytes, time_s

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.importers.fio.concurrency import Crew
    from arraywise.importers.fio.content import Job
    from arraywise.importers.fio.reports import Remark

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
_GAVE_UP = (
    "{name} ran for {seconds:.3g} s of the {asked:.0f} s that were asked for: it gave up on its "
    "latency target."
)
_STOPPED = (
    "{name} ran for {seconds:.3g} s of the {asked:.0f} s that were asked for: it was stopped "
    "before its end."
)
_SHORT = 0.95
_WHOLE_PASS = 0.01


def signal_of(remarks: Sequence[Remark]) -> tuple[int, int] | None:
    """Return the signal that ended fio, with its line."""
    for remark in remarks:
        match = SIGNAL.match(remark.text)
        if match:
            return int(match[1]), remark.line
    return None


def stopped(number: int, line: int) -> Problem:
    """Say that a person or a script stopped fio."""
    how = {2: say("Ctrl-C"), 15: say("a request to end")}.get(number, say("a signal"))
    said = say(
        "fio was stopped by {how} (signal {number}) before its end; what it reports, with error "
        "0, covers only the time until then.",
        how=how,
        number=number,
    )
    return Problem(Severity.WARNING, said, line)


def gaps(job: Job, crew: Crew) -> Iterator[Problem]:
    """Say what kept a job from running as asked; none where it ran to its end."""
    if job.error:
        yield _failed(job)
    elif not job.flows and not job.syncs:
        yield from [] if job.is_cut else [_without_figures(job)]
    elif job.left_s > 0:
        said = say(
            "This is an interim report of {name}, with {seconds:.0f} s still to run: fio was "
            "killed before it could write the last one.",
            name=job.name,
            seconds=job.left_s,
        )
        yield Problem(Severity.WARNING, said, job.line)
    else:
        asked = time_s(job.settings.get("runtime"))
        if asked and job.runtime_s < _SHORT * asked and not _may_end_early(job, crew):
            yield _short(job, asked)


def _failed(job: Job) -> Problem:
    said = say(
        "{name} ended with error {number} ({meaning}).",
        name=job.name,
        number=job.error,
        meaning=_ERRORS.get(job.error, "see errno of the operating system"),
    )
    return Problem(Severity.WARNING, said, job.line)


_NEVER_RAN = (
    "{name} did no I/O at all, though fio claims error 0: its files could not be made or opened,"
    " or it was stopped before it began."
)
_UNREAD = (
    "The figures of {name} are not in this text: it was cut off or altered; import the text as fio"
    " wrote it."
)


def _without_figures(job: Job) -> Problem:
    said = say(_NEVER_RAN if job.is_idle else _UNREAD, name=job.name)
    return Problem(Severity.WARNING, said, job.line)


def _may_end_early(job: Job, crew: Crew) -> bool:
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


def _short(job: Job, asked: float) -> Problem:
    said = say(
        _GAVE_UP if job.has_target else _STOPPED,
        name=job.name,
        seconds=job.runtime_s,
        asked=asked,
    )
    return Problem(Severity.WARNING, said, job.line)


def remarks_on(job: Job) -> Iterator[Problem]:
    """Say what else a reader of a job's figures should know."""
    if job.failed_ios:
        said = say(
            "I/Os of {name} failed and were passed over (continue_on_error): {count:.0f}.",
            count=job.failed_ios,
            name=job.name,
        )
        yield Problem(Severity.WARNING, said, job.line)
    if job.unread_line is not None:
        said = say("Reads or writes of {name} could not be read and are missing.", name=job.name)
        yield Problem(Severity.ERROR, said, job.unread_line)
    if (
        job.flows
        and not job.is_cut
        and not any(flow.total or flow.completion for flow in job.flows)
    ):
        template = "{name} has no latencies: they were not measured (gtod_reduce, disable_lat)."
        if job.unread_times_line is not None:
            template = "The latencies of {name} are written here, but cannot be read."
        said = say(template, name=job.name)
        yield Problem(Severity.WARNING, said, job.unread_times_line or job.line)
    yield from _unlike_times(job)
    if (job.steady or "").startswith("not"):
        said = say("{name} did not reach the steady state that it waited for.", name=job.name)
        yield Problem(Severity.WARNING, said, job.line)


def _unlike_times(job: Job) -> Iterator[Problem]:
    """Tell latencies that cannot be: from submission on they take at least the completion's."""
    for flow in job.flows:
        total, completion = (
            times.spread.mean if times else None for times in (flow.total, flow.completion)
        )
        if total and completion and total.value < completion.value * (1 - _ROUNDED):
            said = say(
                "The {direction} latencies of {name} do not agree: lat, {total:.6g} ms on average,"
                " includes clat, {completion:.6g} ms. One of the two was changed or misread.",
                direction=flow.direction.value,
                name=job.name,
                total=total.value * 1e3,
                completion=completion.value * 1e3,
            )
            yield Problem(Severity.WARNING, said, total.line)
