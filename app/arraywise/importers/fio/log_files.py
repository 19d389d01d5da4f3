"""From fio's logs to readings, in the light of the result beside them."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import Reading, Run, Status
from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.importers.drafts import status_of
from arraywise.importers.fio.histogram_log import read_histograms
from arraywise.importers.fio.logs import NAME, is_histogram, read_log
from arraywise.importers.fio.moments import iso
from arraywise.importers.fio.siblings import path_of
from arraywise.importers.text import decode

if TYPE_CHECKING:
    from arraywise.importers.fio.content import Job
    from arraywise.importers.fio.logs import LogReading
    from arraywise.importers.importer import Source
    from arraywise.importers.text import Decoded

TOOL = "fio"


class Result(NamedTuple):
    """A result of fio, which its logs may be of."""

    reading: Reading
    jobs: tuple[Job, ...]
    """In fio's order, which numbers the logs."""


def read_log_file(source: Source, result: Result | None) -> Reading:
    """Read a log, with its result's version, time and job where there is one."""
    decoded = decode(source.data)
    name = NAME.search(source.name)
    if name is None and not is_histogram(decoded.text):
        return _refused(
            "This is a log of fio, but only the end of its name tells what it logs (_bw, _iops, "
            "_lat, _clat, _slat before .log); give the file its name back.",
            decoded.encoding,
        )
    run = _run_of(result, int(name["number"] or 1) if name else 1)
    version = result.reading.tool_version if result else None
    log = _log_of(decoded, name["kind"].lower() if name else "", version, run)
    problems = [*decoded.problems, *log.problems]
    if not log.series and not log.measurements:
        errors = tuple(Problem(Severity.ERROR, p.said, p.line) for p in problems)
        return Reading(TOOL, Status.REFUSED, problems=errors, encoding=decoded.encoding)
    if result is None:
        problems.append(_alone())
    read = Run(
        run.name if run else path_of(source.name).stem[:100],
        complete=run.complete if run else True,
        measurements=tuple(log.measurements),
        series=tuple(log.series),
        started_at=run.started_at if run else iso(log.begun_s, None, 0),
        duration_s=(run.duration_s if run else None) or log.length_s or None,
        attributes=(("log_interval_s", f"{log.interval_s:g}"),) if log.interval_s else (),
    )
    return Reading(
        TOOL,
        status_of([read], problems),
        runs=(read,),
        problems=tuple(problems),
        tool_version=version,
        run_type="log",
        set_name=result.reading.set_name if result else None,
        encoding=decoded.encoding,
    )


def _log_of(decoded: Decoded, kind: str, version: str | None, run: Run | None) -> LogReading:
    start_s = _epoch_s(run.started_at) if run else None
    if kind == "clat_hist" or is_histogram(decoded.text):
        return read_histograms(decoded.lines, start_s)
    return read_log(decoded.lines, kind, version, start_s)


def _refused(sentence: str, encoding: str) -> Reading:
    problem = Problem(Severity.ERROR, say(sentence))
    return Reading(TOOL, Status.REFUSED, problems=(problem,), encoding=encoding)


def _alone() -> Problem:
    said = say(
        "The result of this run is not beside its log: its job, block size and depth are not "
        "known, only what the log itself tells."
    )
    return Problem(Severity.INFO, said)


def _run_of(result: Result | None, number: int) -> Run | None:
    """Find the run of the job that a log's number names."""
    if result is None or not result.reading.runs:
        return None
    runs = result.reading.runs
    if len(runs) == 1 or not 0 < number <= len(result.jobs):
        return runs[0]
    job = result.jobs[number - 1].name
    return next((run for run in runs if job in run.name), runs[0])


def _epoch_s(started_at: str | None) -> float | None:
    moment = datetime.fromisoformat(started_at) if started_at else None
    return moment.timestamp() if moment and moment.tzinfo else None
