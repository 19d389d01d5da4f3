"""From files to readings: a result's runs, and the logs beside it in its light."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import Reading, Run, Status
from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.importers.fio.completeness import signal_of, stopped
from arraywise.importers.fio.logs import NAME, is_histogram, read_log
from arraywise.importers.fio.moments import iso
from arraywise.importers.fio.refusal import messages, refusal
from arraywise.importers.fio.reports import find_reports
from arraywise.importers.fio.runs import runs_of
from arraywise.importers.fio.siblings import is_log_file, path_of
from arraywise.importers.text import Places, decode, without_escapes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.importers.fio.content import Job, Report
    from arraywise.importers.fio.reports import Found
    from arraywise.importers.importer import Source

TOOL = "fio"
_LIMIT_BYTES = 16 * 1024 * 1024
"""More of a result is not read; one of a thousand jobs with distributions stays below."""
_MOST_PROBLEMS = 100
_MOST_RUN_TYPE = 3


class _Result(NamedTuple):
    reading: Reading
    jobs: tuple[Job, ...]
    """In fio's order, which numbers the logs."""


def read_group(group: Sequence[Source]) -> list[Reading]:
    """Read the results of a group, then its logs; one reading a source, in the same order."""
    is_log = [is_log_file(source) for source in group]
    results = [
        None if log else _read_result(source, has_logs=len(group) > 1)
        for source, log in zip(group, is_log, strict=True)
    ]
    known = [result for result in results if result]
    return [
        result.reading if result else _read_log(source, known[0] if known else None)
        for source, result in zip(group, results, strict=True)
    ]


def _read_result(source: Source, *, has_logs: bool) -> _Result:
    decoded = decode(source.data, _LIMIT_BYTES)
    text = without_escapes(decoded.text)
    found = find_reports(text, Places(text))
    runs: list[Run] = []
    problems: list[Problem] = [*decoded.problems, *found.problems]
    for report in found.reports:
        own, said = _understand(report, found)
        runs += own
        problems += said
    problems += list(messages(found.remarks, Severity.WARNING))
    if not runs:
        serious = [p for p in problems if p.severity is not Severity.INFO]
        problems = [replace(p, severity=Severity.ERROR) for p in serious]
        problems = problems or [refusal(found, text)]
    versions: set[str | None] = {r.version for r in found.reports if r.version}
    versions = versions or {found.version}
    reading = Reading(
        TOOL,
        _status(runs, problems),
        runs=_numbered(runs),
        problems=_not_too_many(problems),
        tool_version=_plain_version(versions.pop()) if len(versions) == 1 else None,
        run_type=_run_type(runs),
        set_name=source.name if has_logs else None,
        encoding=decoded.encoding,
    )
    return _Result(reading, tuple(job for report in found.reports for job in report.jobs))


def _understand(report: Report, found: Found) -> tuple[list[Run], list[Problem]]:
    """Read one report; what fio said since the one before it belongs to it."""
    before = max((r.stop for r in found.reports if r.stop <= report.start), default=0)
    is_last = report is found.reports[-1]
    own = [r for r in found.remarks if before <= r.at and (is_last or r.at < report.stop)]
    signal = signal_of(own)
    understood = runs_of(report, was_stopped=signal is not None)
    problems = [*report.problems, *understood.problems]
    if signal:
        problems.insert(0, stopped(*signal))
    if not report.whole:
        problems.append(_cut(report))
    return understood.runs, problems


def _cut(report: Report) -> Problem:
    said = say(
        "The {form} ends in the middle: the file was cut off, or fio was still writing it.",
        form=report.form.value,
    )
    return Problem(Severity.WARNING, said, report.jobs[-1].line if report.jobs else None)


def _status(runs: Sequence[Run], problems: Iterable[Problem]) -> Status:
    if not runs:
        return Status.REFUSED
    if not all(run.complete for run in runs):
        return Status.INCOMPLETE
    serious = any(problem.severity is not Severity.INFO for problem in problems)
    return Status.READ_WITH_PROBLEMS if serious else Status.READ


def _numbered(runs: Sequence[Run]) -> tuple[Run, ...]:
    """Tell runs of the same name apart by their order."""
    names = [run.name for run in runs]
    return tuple(
        replace(run, name=f"{run.name} ({names[: i + 1].count(run.name)})")
        if names.count(run.name) > 1
        else run
        for i, run in enumerate(runs)
    )


def _run_type(runs: Sequence[Run]) -> str | None:
    """Return the access patterns of the runs."""
    texts = ", ".join(dict(run.attributes).get("pattern", "") for run in runs)
    patterns = dict.fromkeys(text for text in texts.split(", ") if text)
    return ", ".join(list(patterns)[:_MOST_RUN_TYPE]) or None


def _plain_version(text: str | None) -> str | None:
    return text.removeprefix("fio-")[:40] if text else None


def _not_too_many(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    unique = list(dict.fromkeys(problems))
    if len(unique) <= _MOST_PROBLEMS:
        return tuple(unique)
    said = say("{more} more problems are not listed.", more=len(unique) - _MOST_PROBLEMS)
    return (*unique[:_MOST_PROBLEMS], Problem(Severity.WARNING, said))


def _read_log(source: Source, result: _Result | None) -> Reading:
    decoded = decode(source.data)
    name = NAME.search(source.name)
    if is_histogram(decoded.text) or (name and name["kind"].lower() == "clat_hist"):
        return _refused(
            "This is a log of latency histograms; the percentiles stand in the result of the run.",
            decoded.encoding,
        )
    if name is None:
        return _refused(
            "This is a log of fio, but only the end of its name tells what it logs (_bw, _iops, "
            "_lat, _clat, _slat before .log); give the file its name back.",
            decoded.encoding,
        )
    run = _run_of(result, int(name["number"] or 1))
    start_s = _epoch_s(run.started_at) if run else None
    version = result.reading.tool_version if result else None
    log = read_log(decoded.lines, name["kind"].lower(), version, start_s)
    problems = [*decoded.problems, *log.problems]
    if not log.series:
        errors = tuple(Problem(Severity.ERROR, p.said, p.line) for p in problems)
        return Reading(TOOL, Status.REFUSED, problems=errors, encoding=decoded.encoding)
    if result is None:
        problems.append(_alone())
    read = Run(
        run.name if run else path_of(source.name).stem[:100],
        complete=run.complete if run else True,
        series=tuple(log.series),
        started_at=run.started_at if run else iso(log.begun_s, None, 0),
        duration_s=(run.duration_s if run else None) or log.length_s or None,
        attributes=(("log_interval_s", f"{log.interval_s:g}"),) if log.interval_s else (),
    )
    return Reading(
        TOOL,
        _status([read], problems),
        runs=(read,),
        problems=tuple(problems),
        tool_version=version,
        run_type="log",
        set_name=result.reading.set_name if result else None,
        encoding=decoded.encoding,
    )


def _refused(sentence: str, encoding: str) -> Reading:
    problem = Problem(Severity.ERROR, say(sentence))
    return Reading(TOOL, Status.REFUSED, problems=(problem,), encoding=encoding)


def _alone() -> Problem:
    said = say(
        "The result of this run is not beside its log: its job, block size and depth are not "
        "known, and no figures other than the series."
    )
    return Problem(Severity.INFO, said)


def _run_of(result: _Result | None, number: int) -> Run | None:
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
