"""Importer of fio: results in JSON, text for people and terse, and the logs beside them.

`content` and `text_report` (the forms), `runs` with `checks` (what they mean), `logs` (series and
histograms); which of the results count is decided here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import Reading, Run
from arraywise.domain.messages import Problem, Severity, message
from arraywise.importers.fio.checks import find_signal, stopped_problem
from arraywise.importers.fio.content import MOST_DOCUMENTS, parse_json_report, scan_json_documents
from arraywise.importers.fio.logs import (
    TOOL,
    LoggedResult,
    group_logs_with_results,
    has_fio_signature,
    is_log_file,
    looks_like_log,
    read_log_file,
)
from arraywise.importers.fio.runs import build_runs
from arraywise.importers.fio.text_report import (
    DISK_LINE,
    NormalTextReader,
    TerseLine,
    build_terse_report,
    parse_terse_line,
)
from arraywise.importers.kit.readings import (
    info_problem,
    keep_gravest_problems,
    number_duplicate_names,
    reading_status,
    warning_problem,
)
from arraywise.importers.kit.text import (
    LONGEST_LINE,
    TextPositions,
    decode,
    strip_terminal_escapes,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from arraywise.importers.fio.content import FioJob, FioReport, Flow, LatencySpread
    from arraywise.importers.kit.importer import Source


_PROCESS_S = 1.1
"""fio prints the seconds since its start rounded up."""
_INTERVAL_S = 0.5
_SAME_RATE = 0.01
MESSAGE = "fio: "
_MOST_REMARKS = 10_000
_PROGRESS = re.compile(r"Jobs: \d+ \(f=\d+\)")


class FioMessage(NamedTuple):
    """A line that belongs to no report: a message of fio."""

    text: str
    line: int
    offset: int


@dataclass(slots=True)
class FioFileContent:
    """All that a file holds."""

    reports: list[FioReport] = field(default_factory=list)
    messages: list[FioMessage] = field(default_factory=list)
    announced_jobs: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    has_progress: bool = False
    version: str | None = None


def parse_reports(text: str, positions: TextPositions) -> FioFileContent:
    """Parse all forms in a text; of reports on the same run the last and fullest is kept."""
    result = FioFileContent()
    spans: list[tuple[int, int]] = []
    structured: list[FioReport] = []
    for document in scan_json_documents(text):
        report = parse_json_report(document, positions)
        if report:
            structured.append(report)
            spans.append((document.start, document.end))
    if len(structured) >= MOST_DOCUMENTS:
        result.problems.append(
            warning_problem("The file has too many reports; the first ones were read.")
        )
    normal, terse = NormalTextReader(), _TerseReader()
    for line, number, start in _lines_outside_spans(text, spans, positions):
        if _PROGRESS.match(line):
            result.has_progress = True
        elif not terse.read_line(line, number, start) and not normal.read_line(
            line, number, start
        ):
            _keep_message(FioMessage(line, number, start), result)
    result.announced_jobs, result.version = normal.announced_jobs, normal.version
    forms = (structured, normal.finish(), terse.finish())
    for reports in forms:
        stored, problems = _drop_interim_reports(reports)
        result.reports += [
            r for r in stored if not any(_repeats_run(r, x) for x in result.reports)
        ]
        result.problems += problems
    result.problems += list(_repeated_forms_problems(forms, result.reports))
    result.reports.sort(key=lambda report: report.start)
    return result


def _keep_message(line: FioMessage, content: FioFileContent) -> None:
    """Keep a message of fio, up to ten thousand of them."""
    if line.text.startswith(MESSAGE) and len(content.messages) < _MOST_REMARKS:
        content.messages.append(line)


class _TerseReader:
    def __init__(self) -> None:
        self._reports: list[FioReport] = []
        self._lines: list[TerseLine] = []

    def read_line(self, text: str, number: int, start: int) -> bool:
        """Read one line and return True; False where it is no terse line."""
        line = parse_terse_line(text, number, start)
        if line is None:
            return bool(DISK_LINE.match(text))
        if self._lines and not _is_of_same_run(line, self._lines):
            self.finish()
        self._lines.append(line)
        return True

    def finish(self) -> list[FioReport]:
        """Close the last report and return all."""
        if self._lines:
            report = build_terse_report(self._lines)
            self._reports.extend([report] if report.jobs else [])
        self._lines = []
        return self._reports


def _is_of_same_run(line: TerseLine, lines: Sequence[TerseLine]) -> bool:
    """Return whether a line is of the same run: its lines end with the same disk figures.

    Without them, a job that comes again is a repetition: nothing shows that it is a clone.
    """
    if line.disks and lines[-1].disks:
        return line.disks == lines[-1].disks
    return line.job.identity not in {other.job.identity for other in lines}


def _lines_outside_spans(
    text: str, spans: Sequence[tuple[int, int]], positions: TextPositions
) -> Iterator[tuple[str, int, int]]:
    at = 0
    for start, stop in [*spans, (len(text), len(text))]:
        if at < start:
            number = positions.line(at)
            for line in text[at:start].split("\n"):
                yield line[:LONGEST_LINE], number, at
                at += len(line) + 1
                number += 1
        at = stop


def _drop_interim_reports(reports: Iterable[FioReport]) -> tuple[list[FioReport], list[Problem]]:
    """Return the last of reports that go on counting (`status-interval`), with problems."""
    stored: list[FioReport] = []
    interim: list[int] = []
    for report in reports:
        if stored and _continues_run(stored[-1], report, is_chain=interim[-1] > 0):
            stored[-1] = replace(report, start=stored[-1].start)
            interim[-1] += 1
        else:
            stored.append(report)
            interim.append(0)
    return stored, [
        _interim_reports_problem(count, report)
        for count, report in zip(interim, stored, strict=True)
        if count
    ]


def _interim_reports_problem(count: int, report: FioReport) -> Problem:
    sentence = message(
        "Interim reports of the run, left out: {count}. The last one counts from the start.",
        count=count,
    )
    return Problem(Severity.INFO, sentence, report.jobs[0].line if report.jobs else None)


def _continues_run(first: FioReport, second: FioReport, *, is_chain: bool) -> bool:
    """Return whether the second report is of the same run, later: nothing counted goes back."""
    keys = [job.identity for job in first.jobs]
    if (
        not keys
        or keys != [job.identity for job in second.jobs]
        or first.version != second.version
    ):
        return False
    pairs = list(zip(first.jobs, second.jobs, strict=True))
    if not all(_has_growing_counts(a, b) for a, b in pairs):
        return False
    if any(a.pid and b.pid for a, b in pairs):
        return all(a.pid == b.pid for a, b in pairs)
    if first.end_s and second.end_s and first.elapsed_s and second.elapsed_s:
        begun = first.end_s - first.elapsed_s, second.end_s - second.elapsed_s
        return abs(begun[0] - begun[1]) <= _PROCESS_S
    longer = max(b.runtime_s - a.runtime_s for a, b in pairs)
    return is_chain or longer >= _INTERVAL_S


def _has_growing_counts(first: FioJob, second: FioJob) -> bool:
    for before in first.flows:
        after = second.flow(before.direction)
        if after is None or (after.runtime_s or 0) < (before.runtime_s or 0):
            return False
        if (after.moved_bytes.value if after.moved_bytes else 0) < (
            before.moved_bytes.value if before.moved_bytes else 0
        ):
            return False
        if not _spread_widens(_latency_spread(before), _latency_spread(after)):
            return False
    return True


def _latency_spread(flow: Flow) -> LatencySpread | None:
    times = flow.completion or flow.total
    return times.spread if times else None


def _spread_widens(earlier: LatencySpread | None, later: LatencySpread | None) -> bool:
    """Return whether the least latency only falls and the greatest only rises."""
    if earlier is None or later is None:
        return earlier is None
    most = earlier.most is None or (
        later.most is not None and later.most.value >= earlier.most.value
    )
    least = (
        earlier.least is None or later.least is None or later.least.value <= earlier.least.value
    )
    return most and least


def _repeats_run(report: FioReport, other: FioReport) -> bool:
    """Return whether another form of the same figures was read already."""
    if report.form is other.form:
        return False
    others = [(job.name, job.group, _iops_values(job)) for job in other.jobs]
    return all(
        any(
            (job.name, job.group) == (name, group) and _are_rates_alike(_iops_values(job), rates)
            for name, group, rates in others
        )
        for job in report.jobs
    )


def _iops_values(job: FioJob) -> list[float]:
    return [flow.iops.value for flow in job.flows if flow.iops]


def _are_rates_alike(first: Sequence[float], second: Sequence[float]) -> bool:
    return len(first) == len(second) and all(
        abs(a - b) <= max(1.0, _SAME_RATE * b) for a, b in zip(first, second, strict=True)
    )


def _repeated_forms_problems(
    forms: Sequence[Sequence[FioReport]], kept_reports: Sequence[FioReport]
) -> Iterator[Problem]:
    written = {report.form for reports in forms for report in reports}
    read = {report.form for report in kept_reports}
    if written - read:
        yield info_problem(
            "The file has the run in {count} forms; the {form}, the most detailed, was read.",
            count=len(written),
            form=", ".join(sorted(form.value for form in read)),
        )


_MESSAGE = re.compile(r"fio: (?P<text>[^\n]{1,300})")
_NOT_LOADABLE = re.compile(r"fio: engine (\S{1,60}) not loadable")
_JOB_FILE = re.compile(r"^\[[^\]\n]{1,100}\][ \t]*$", re.MULTILINE)
_OPTION = re.compile(
    r"^(?:rw|readwrite|ioengine|iodepth|numjobs|bs|blocksize|runtime|time_based|direct|stonewall"
    r"|group_reporting)[ \t]*(?:=[^\n]*)?$",
    re.MULTILINE,
)
_ENOUGH_OPTIONS = 2
_TELLING = {"rw", "readwrite", "ioengine", "iodepth", "numjobs", "group_reporting"}
_HARMLESS = (
    "fio: failed to load engine",
    "fio: file:ioengines.c",
    "fio: this platform does not support process shared mutexes",
    "fio: terminating on signal",
)
_MOST_MESSAGES = 10


def is_job_file(text: str) -> bool:
    """Return whether a text is a job file, which defines jobs and reports none."""
    if not any(option in text for option in _TELLING):
        return False
    options = {match[0].split("=")[0].strip() for match in _OPTION.finditer(text)}
    enough = len(options) >= _ENOUGH_OPTIONS and not options.isdisjoint(_TELLING)
    return enough and bool(_JOB_FILE.search(text))


def missing_result_problem(content: FioFileContent, text: str) -> Problem:
    """Build the error why there is nothing to read, where fio itself states none."""
    line: int | None = None
    if content.reports:
        sentence = "The fio report has no job: stopped before one began."
    elif content.announced_jobs or content.has_progress:
        line = min(content.announced_jobs.values(), default=None)
        sentence = (
            "fio was started without a result: it was killed, or its result is elsewhere"
            " (--output)."
        )
    elif is_job_file(text):
        sentence = "This is a fio job file. Import the output of fio."
    else:
        sentence = "No readable fio result."
    return Problem(Severity.ERROR, message(sentence), line)


def message_problems(fio_messages: Sequence[FioMessage], severity: Severity) -> Iterator[Problem]:
    """Yield fio's own messages as problems, each once, harmless ones left out."""
    seen: set[str] = set()
    for remark in fio_messages:
        match = _MESSAGE.match(remark.text)
        if not match or remark.text.startswith(_HARMLESS):
            continue
        engine = _NOT_LOADABLE.match(remark.text)
        words = re.sub(r"pid=\d+,?\s*", "", match["text"])
        if words in seen or len(seen) >= _MOST_MESSAGES:
            continue
        seen.add(words)
        sentence = message("fio reports: {text}.", text=words.rstrip("."))
        if engine:
            sentence = message(
                "fio could not load {engine}; nothing ran. Install it, or choose another"
                " ioengine.",
                engine=engine[1],
            )
        yield Problem(severity, sentence, remark.line)


_BREAKS_OFF = "The {form} is cut at line {line}, column {column}. Complete jobs: {count}."


def cut_report_problem(report: FioReport, text: str, positions: TextPositions) -> Problem:
    """Build the warning where a cut report ends."""
    last = len(text[: report.stop].rstrip()) - 1
    line, column = positions.line(last), positions.column(last)
    count = sum(not job.is_cut for job in report.jobs)
    sentence = message(_BREAKS_OFF, form=report.form.value, line=line, column=column, count=count)
    return Problem(Severity.WARNING, sentence, line)


_LIMIT_BYTES = 16 * 1024 * 1024
"""More of a result is not read; one of a thousand jobs with distributions stays below."""
_MOST_RUN_TYPE = 3


def _read_result_file(source: Source, *, has_logs: bool) -> LoggedResult:
    decoded = decode(source.data, _LIMIT_BYTES)
    text = strip_terminal_escapes(decoded.text)
    places = TextPositions(text)
    result = parse_reports(text, places)
    runs: list[Run] = []
    problems: list[Problem] = [*decoded.problems, *result.problems]
    for report in result.reports:
        own, message = _build_report_runs(report, result)
        if not report.is_complete:
            message.append(cut_report_problem(report, text, places))
        runs += own
        problems += message
    problems += list(message_problems(result.messages, Severity.WARNING))
    if not runs:
        serious = [p for p in problems if p.severity is not Severity.INFO]
        problems = [replace(p, severity=Severity.ERROR) for p in serious]
        problems = problems or [missing_result_problem(result, text)]
    versions: set[str | None] = {r.version for r in result.reports if r.version}
    versions = versions or {result.version}
    reading = Reading(
        TOOL,
        reading_status(runs, problems),
        runs=number_duplicate_names(runs),
        problems=keep_gravest_problems(list(dict.fromkeys(problems))),
        tool_version=_short_version(versions.pop()) if len(versions) == 1 else None,
        run_type=_common_patterns(runs),
        set_name=source.name if has_logs else None,
        encoding=decoded.encoding,
    )
    return LoggedResult(reading, tuple(job for report in result.reports for job in report.jobs))


def _build_report_runs(
    report: FioReport, content: FioFileContent
) -> tuple[list[Run], list[Problem]]:
    """Build the runs of one report; messages since the report before belong to it."""
    before = max((r.stop for r in content.reports if r.stop <= report.start), default=0)
    is_last = report is content.reports[-1]
    own = [
        r for r in content.messages if before <= r.offset and (is_last or r.offset < report.stop)
    ]
    signal = find_signal(own)
    runs, run_problems = build_runs(report, was_stopped=signal is not None)
    first = [stopped_problem(*signal)] if signal else []
    return runs, [*first, *report.problems, *run_problems]


def _common_patterns(runs: Sequence[Run]) -> str | None:
    texts = ", ".join(dict(run.attributes).get("pattern", "") for run in runs)
    patterns = dict.fromkeys(text for text in texts.split(", ") if text)
    return ", ".join(list(patterns)[:_MOST_RUN_TYPE]) or None


def _short_version(text: str | None) -> str | None:
    return text.removeprefix("fio-")[:40] if text else None


class FioImporter:
    """Reads fio's results, and its logs with the result beside them."""

    tool = TOOL

    def recognises(self, source: Source) -> bool:
        """Return whether there are fio's keys, lines or messages, also of failed starts."""
        text = strip_terminal_escapes(decode(source.head).text)
        return has_fio_signature(text) or looks_like_log(text) or is_job_file(text)

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Group logs with the results that they belong to; others stand alone."""
        return group_logs_with_results(sources)

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read the results, then the logs with the first result."""
        is_log = [is_log_file(source) for source in group]
        results = [
            None if log else _read_result_file(source, has_logs=len(group) > 1)
            for source, log in zip(group, is_log, strict=True)
        ]
        known = [result for result in results if result]
        return [
            result.reading if result else read_log_file(source, known[0] if known else None)
            for source, result in zip(group, results, strict=True)
        ]
