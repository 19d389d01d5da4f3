"""Importer of fio: results in JSON, text for people and terse, and the logs beside them.

`json_report` and `text_report` (the forms), `reports` (which of them count), `runs` with `checks`
(what they mean), `logs` (series and histograms).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Reading, Run
from arraywise.domain.messages import Problem, Severity
from arraywise.importers.fio.checks import signal_of, stopped
from arraywise.importers.fio.logs import (
    TOOL,
    LoggedResult,
    groups_of,
    has_signs,
    is_log,
    is_log_file,
    read_log_file,
)
from arraywise.importers.fio.reports import (
    breaks_off,
    find_reports,
    is_job_file,
    messages,
    refusal,
)
from arraywise.importers.fio.runs import runs_of
from arraywise.importers.kit.readings import limit_count, number_duplicates, status_of
from arraywise.importers.kit.text import TextPositions, decode, without_escapes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.importers.fio.content import FioReport
    from arraywise.importers.fio.reports import FioFileContent
    from arraywise.importers.kit.importer import Source

_LIMIT_BYTES = 16 * 1024 * 1024
"""More of a result is not read; one of a thousand jobs with distributions stays below."""
_MOST_RUN_TYPE = 3


def read_group(group: Sequence[Source]) -> list[Reading]:
    """Read the results of a group, then its logs; one reading a source, in the same order."""
    is_log = [is_log_file(source) for source in group]
    results = [
        None if log else _read_result(source, has_logs=len(group) > 1)
        for source, log in zip(group, is_log, strict=True)
    ]
    known = [result for result in results if result]
    return [
        result.reading if result else read_log_file(source, known[0] if known else None)
        for source, result in zip(group, results, strict=True)
    ]


def _read_result(source: Source, *, has_logs: bool) -> LoggedResult:
    decoded = decode(source.data, _LIMIT_BYTES)
    text = without_escapes(decoded.text)
    places = TextPositions(text)
    result = find_reports(text, places)
    runs: list[Run] = []
    problems: list[Problem] = [*decoded.problems, *result.problems]
    for report in result.reports:
        own, message = _parse_file(report, result)
        if not report.whole:
            message.append(breaks_off(report, text, places))
        runs += own
        problems += message
    problems += list(messages(result.remarks, Severity.WARNING))
    if not runs:
        serious = [p for p in problems if p.severity is not Severity.INFO]
        problems = [replace(p, severity=Severity.ERROR) for p in serious]
        problems = problems or [refusal(result, text)]
    versions: set[str | None] = {r.version for r in result.reports if r.version}
    versions = versions or {result.version}
    reading = Reading(
        TOOL,
        status_of(runs, problems),
        runs=number_duplicates(runs),
        problems=limit_count(list(dict.fromkeys(problems))),
        tool_version=_plain_version(versions.pop()) if len(versions) == 1 else None,
        run_type=_run_type(runs),
        set_name=source.name if has_logs else None,
        encoding=decoded.encoding,
    )
    return LoggedResult(reading, tuple(job for report in result.reports for job in report.jobs))


def _parse_file(report: FioReport, result: FioFileContent) -> tuple[list[Run], list[Problem]]:
    """Read one report; what fio said since the one before it belongs to it."""
    before = max((r.stop for r in result.reports if r.stop <= report.start), default=0)
    is_last = report is result.reports[-1]
    own = [r for r in result.remarks if before <= r.at and (is_last or r.at < report.stop)]
    signal = signal_of(own)
    runs, told = runs_of(report, was_stopped=signal is not None)
    first = [stopped(*signal)] if signal else []
    return runs, [*first, *report.problems, *told]


def _run_type(runs: Sequence[Run]) -> str | None:
    texts = ", ".join(dict(run.attributes).get("pattern", "") for run in runs)
    patterns = dict.fromkeys(text for text in texts.split(", ") if text)
    return ", ".join(list(patterns)[:_MOST_RUN_TYPE]) or None


def _plain_version(text: str | None) -> str | None:
    return text.removeprefix("fio-")[:40] if text else None


class FioImporter:
    """Reads fio's results, and its logs with the result beside them."""

    tool = TOOL

    def recognises(self, source: Source) -> bool:
        """Look for fio's own keys, lines and messages; failed starts and job files are its too."""
        text = without_escapes(decode(source.head).text)
        return has_signs(text) or is_log(text) or is_job_file(text)

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Put logs together with the results of their folder; others stand alone."""
        return groups_of(sources)

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read the results, then the logs in their light."""
        return read_group(group)
