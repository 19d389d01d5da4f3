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
from arraywise.importers.fio.checks import signal_of, stopped
from arraywise.importers.fio.content import MOST_DOCUMENTS, documents, read_document
from arraywise.importers.fio.logs import (
    TOOL,
    LoggedResult,
    groups_of,
    has_signs,
    is_log,
    is_log_file,
    read_log_file,
)
from arraywise.importers.fio.runs import runs_of
from arraywise.importers.fio.text_report import (
    DISK_LINE,
    NormalText,
    TerseLine,
    make_report,
    read_line,
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


class OutputRemark(NamedTuple):
    """A line that belongs to no report: what fio said meanwhile."""

    text: str
    line: int
    at: int


@dataclass(slots=True)
class FioFileContent:
    """All that a file holds."""

    reports: list[FioReport] = field(default_factory=list)
    remarks: list[OutputRemark] = field(default_factory=list)
    announced: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    has_progress: bool = False
    version: str | None = None


def find_reports(text: str, places: TextPositions) -> FioFileContent:
    """Read all forms in a text; of reports on the same run the last and fullest is kept."""
    result = FioFileContent()
    spans: list[tuple[int, int]] = []
    structured: list[FioReport] = []
    for document in documents(text):
        report = read_document(document, places)
        if report:
            structured.append(report)
            spans.append((document.start, document.end))
    if len(structured) >= MOST_DOCUMENTS:
        result.problems.append(
            warning_problem("The file has too many reports; the first ones were read.")
        )
    normal, terse = NormalText(), _TerseText()
    for line, number, start in _lines_outside(text, spans, places):
        if _PROGRESS.match(line):
            result.has_progress = True
        elif not terse.take(line, number, start) and not normal.take(line, number, start):
            _remark(OutputRemark(line, number, start), result)
    result.announced, result.version = normal.announced, normal.version
    forms = (structured, normal.finish(), terse.finish())
    for reports in forms:
        stored, problems = _last_of_each_run(reports)
        result.reports += [
            r for r in stored if not any(_is_same_run(r, x) for x in result.reports)
        ]
        result.problems += problems
    result.problems += list(_repeated_forms(forms, result.reports))
    result.reports.sort(key=lambda report: report.start)
    return result


def _remark(remark: OutputRemark, result: FioFileContent) -> None:
    """Keep what fio says; nobody reads ten thousand messages."""
    if remark.text.startswith(MESSAGE) and len(result.remarks) < _MOST_REMARKS:
        result.remarks.append(remark)


class _TerseText:
    def __init__(self) -> None:
        self._reports: list[FioReport] = []
        self._lines: list[TerseLine] = []

    def take(self, text: str, number: int, start: int) -> bool:
        """Read one line; False where it is no terse line."""
        line = read_line(text, number, start)
        if line is None:
            return bool(DISK_LINE.match(text))
        if self._lines and not _belongs(line, self._lines):
            self.finish()
        self._lines.append(line)
        return True

    def finish(self) -> list[FioReport]:
        """Close the last report and return all."""
        if self._lines:
            report = make_report(self._lines)
            self._reports.extend([report] if report.jobs else [])
        self._lines = []
        return self._reports


def _belongs(line: TerseLine, lines: Sequence[TerseLine]) -> bool:
    """Lines of one run end with the same figures of the disks.

    Without them, a job that comes again is a repetition: nothing shows that it is a clone.
    """
    if line.disks and lines[-1].disks:
        return line.disks == lines[-1].disks
    return line.job.key not in {other.job.key for other in lines}


def _lines_outside(
    text: str, spans: Sequence[tuple[int, int]], places: TextPositions
) -> Iterator[tuple[str, int, int]]:
    at = 0
    for start, stop in [*spans, (len(text), len(text))]:
        if at < start:
            number = places.line(at)
            for line in text[at:start].split("\n"):
                yield line[:LONGEST_LINE], number, at
                at += len(line) + 1
                number += 1
        at = stop


def _last_of_each_run(reports: Iterable[FioReport]) -> tuple[list[FioReport], list[Problem]]:
    """Keep the last of reports that go on counting (`status-interval`)."""
    stored: list[FioReport] = []
    interim: list[int] = []
    for report in reports:
        if stored and _goes_on(stored[-1], report, is_chain=interim[-1] > 0):
            stored[-1] = replace(report, start=stored[-1].start)
            interim[-1] += 1
        else:
            stored.append(report)
            interim.append(0)
    return stored, [
        _interim(count, report) for count, report in zip(interim, stored, strict=True) if count
    ]


def _interim(count: int, report: FioReport) -> Problem:
    sentence = message(
        "Interim reports of the run, left out: {count}. The last one counts from the start.",
        count=count,
    )
    return Problem(Severity.INFO, sentence, report.jobs[0].line if report.jobs else None)


def _goes_on(first: FioReport, second: FioReport, *, is_chain: bool) -> bool:
    """Return whether the second report is of the same run, later: nothing counted goes back."""
    keys = [job.key for job in first.jobs]
    if not keys or keys != [job.key for job in second.jobs] or first.version != second.version:
        return False
    pairs = list(zip(first.jobs, second.jobs, strict=True))
    if not all(_is_growing(a, b) for a, b in pairs):
        return False
    if any(a.pid and b.pid for a, b in pairs):
        return all(a.pid == b.pid for a, b in pairs)
    if first.end_s and second.end_s and first.elapsed_s and second.elapsed_s:
        begun = first.end_s - first.elapsed_s, second.end_s - second.elapsed_s
        return abs(begun[0] - begun[1]) <= _PROCESS_S
    longer = max(b.runtime_s - a.runtime_s for a, b in pairs)
    return is_chain or longer >= _INTERVAL_S


def _is_growing(first: FioJob, second: FioJob) -> bool:
    for before in first.flows:
        after = second.flow(before.direction)
        if after is None or (after.runtime_s or 0) < (before.runtime_s or 0):
            return False
        if (after.data.value if after.data else 0) < (before.data.value if before.data else 0):
            return False
        if not _widens(_latency(before), _latency(after)):
            return False
    return True


def _latency(flow: Flow) -> LatencySpread | None:
    times = flow.completion or flow.total
    return times.spread if times else None


def _widens(before: LatencySpread | None, after: LatencySpread | None) -> bool:
    """Over more I/Os, the least latency only falls and the greatest only rises."""
    if before is None or after is None:
        return before is None
    most = before.most is None or (
        after.most is not None and after.most.value >= before.most.value
    )
    least = before.least is None or after.least is None or after.least.value <= before.least.value
    return most and least


def _is_same_run(report: FioReport, kept: FioReport) -> bool:
    """Return whether another form of the same figures was read already."""
    if report.form is kept.form:
        return False
    others = [(job.name, job.group, _rates(job)) for job in kept.jobs]
    return all(
        any(
            (job.name, job.group) == (name, group) and _alike(_rates(job), rates)
            for name, group, rates in others
        )
        for job in report.jobs
    )


def _rates(job: FioJob) -> list[float]:
    return [flow.iops.value for flow in job.flows if flow.iops]


def _alike(first: Sequence[float], second: Sequence[float]) -> bool:
    return len(first) == len(second) and all(
        abs(a - b) <= max(1.0, _SAME_RATE * b) for a, b in zip(first, second, strict=True)
    )


def _repeated_forms(
    forms: Sequence[Sequence[FioReport]], kept: Sequence[FioReport]
) -> Iterator[Problem]:
    written = {report.form for reports in forms for report in reports}
    read = {report.form for report in kept}
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
    """Return whether a text asks fio for jobs instead of reporting what they did."""
    if not any(option in text for option in _TELLING):
        return False
    options = {match[0].split("=")[0].strip() for match in _OPTION.finditer(text)}
    enough = len(options) >= _ENOUGH_OPTIONS and not options.isdisjoint(_TELLING)
    return enough and bool(_JOB_FILE.search(text))


def refusal(result: FioFileContent, text: str) -> Problem:
    """Explain why there is nothing to read where fio itself does not."""
    line: int | None = None
    if result.reports:
        sentence = "The fio report has no job: stopped before one began."
    elif result.announced or result.has_progress:
        line = min(result.announced.values(), default=None)
        sentence = (
            "fio was started without a result: it was killed, or its result is elsewhere"
            " (--output)."
        )
    elif is_job_file(text):
        sentence = "This is a fio job file. Import the output of fio."
    else:
        sentence = "No readable fio result."
    return Problem(Severity.ERROR, message(sentence), line)


def messages(remarks: Sequence[OutputRemark], severity: Severity) -> Iterator[Problem]:
    """Give fio's own messages, each once, harmless ones left out."""
    seen: set[str] = set()
    for remark in remarks:
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


def breaks_off(report: FioReport, text: str, places: TextPositions) -> Problem:
    """Return where a report ends that is not whole."""
    last = len(text[: report.stop].rstrip()) - 1
    line, column = places.line(last), places.column(last)
    count = sum(not job.is_cut for job in report.jobs)
    sentence = message(_BREAKS_OFF, form=report.form.value, line=line, column=column, count=count)
    return Problem(Severity.WARNING, sentence, line)


_LIMIT_BYTES = 16 * 1024 * 1024
"""More of a result is not read; one of a thousand jobs with distributions stays below."""
_MOST_RUN_TYPE = 3


def _read_result(source: Source, *, has_logs: bool) -> LoggedResult:
    decoded = decode(source.data, _LIMIT_BYTES)
    text = strip_terminal_escapes(decoded.text)
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
        reading_status(runs, problems),
        runs=number_duplicate_names(runs),
        problems=keep_gravest_problems(list(dict.fromkeys(problems))),
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
        text = strip_terminal_escapes(decode(source.head).text)
        return has_signs(text) or is_log(text) or is_job_file(text)

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Put logs together with the results of their folder; others stand alone."""
        return groups_of(sources)

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read the results, then the logs in their light."""
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
