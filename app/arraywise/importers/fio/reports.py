"""Finds the reports in a file: several forms of one run, interim reports, runs in a row."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.importers.fio.json_report import read_document
from arraywise.importers.fio.json_text import MOST_DOCUMENTS, documents
from arraywise.importers.fio.normal import NormalText
from arraywise.importers.fio.terse import DISK_LINE, TerseLine, make_report, read_line
from arraywise.importers.fio.wrapped import joined
from arraywise.importers.text import LONGEST_LINE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from arraywise.importers.fio.content import Flow, Job, Report, Spread
    from arraywise.importers.text import Places

_PROCESS_S = 1.1
"""fio prints the seconds since its start rounded up."""
_INTERVAL_S = 0.5
_SAME_RATE = 0.01
MESSAGE = "fio: "
_MOST_REMARKS = 10_000
_PROGRESS = re.compile(r"Jobs: \d+ \(f=\d+\)")


class Remark(NamedTuple):
    """A line that belongs to no report: what fio said meanwhile."""

    text: str
    line: int
    at: int


@dataclass(slots=True)
class Found:
    """All that a file holds."""

    reports: list[Report] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    announced: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    has_progress: bool = False
    version: str | None = None


def find_reports(text: str, places: Places) -> Found:
    """Read all forms in a text; of reports on the same run the last and fullest is kept."""
    found = Found()
    spans: list[tuple[int, int]] = []
    structured: list[Report] = []
    for document in documents(text):
        report = read_document(document, places)
        if report:
            structured.append(report)
            spans += _gaps((document.start, document.stop), document.noise)
    if len(structured) >= MOST_DOCUMENTS:
        said = say("The file holds more reports than are read; only its first ones were.")
        found.problems.append(Problem(Severity.WARNING, said))
    normal, terse = NormalText(), _TerseText()
    for line, number, start in joined(_lines_outside(text, spans, places)):
        if _PROGRESS.match(line):
            found.has_progress = True
        elif not terse.take(line, number, start) and not normal.take(line, number, start):
            _remark(Remark(line, number, start), found)
    found.announced, found.version = normal.announced, normal.version
    forms = (structured, normal.finish(), terse.finish())
    for reports in forms:
        kept, problems = _last_of_each_run(reports)
        found.reports += [r for r in kept if not any(_is_same_run(r, x) for x in found.reports)]
        found.problems += problems
    found.problems += list(_repeated_forms(forms, found.reports))
    found.reports.sort(key=lambda report: report.start)
    return found


def _remark(remark: Remark, found: Found) -> None:
    """Keep what fio says; nobody reads ten thousand messages."""
    if remark.text.startswith(MESSAGE) and len(found.remarks) < _MOST_REMARKS:
        found.remarks.append(remark)


class _TerseText:
    """Collects terse lines into reports."""

    def __init__(self) -> None:
        self._reports: list[Report] = []
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

    def finish(self) -> list[Report]:
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


def _gaps(span: tuple[int, int], noise: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Give the parts of a document around the lines that are not of it."""
    start, stop = span
    for begin, end in noise:
        yield start, begin
        start = end
    yield start, stop


def _lines_outside(
    text: str, spans: Sequence[tuple[int, int]], places: Places
) -> Iterator[tuple[str, int, int]]:
    """Give the lines outside of all documents with their numbers and offsets."""
    at = 0
    for start, stop in [*spans, (len(text), len(text))]:
        if at < start:
            number = places.line(at)
            for line in text[at:start].split("\n"):
                yield line[:LONGEST_LINE], number, at
                at += len(line) + 1
                number += 1
        at = stop


def _last_of_each_run(reports: Iterable[Report]) -> tuple[list[Report], list[Problem]]:
    """Keep the last of reports that go on counting (`status-interval`)."""
    kept: list[Report] = []
    interim: list[int] = []
    for report in reports:
        if kept and _goes_on(kept[-1], report, is_chain=interim[-1] > 0):
            kept[-1] = replace(report, start=kept[-1].start)
            interim[-1] += 1
        else:
            kept.append(report)
            interim.append(0)
    return kept, [
        _interim(count, report) for count, report in zip(interim, kept, strict=True) if count
    ]


def _interim(count: int, report: Report) -> Problem:
    said = say(
        "Interim reports of the same run come before its last one: {count}. Each counts from the "
        "start, so only the last was taken.",
        count=count,
    )
    return Problem(Severity.INFO, said, report.jobs[0].line if report.jobs else None)


def _goes_on(first: Report, second: Report, *, is_chain: bool) -> bool:
    """Tell whether the second report is of the same run, later: nothing counted goes back."""
    keys = [job.key for job in first.jobs]
    if not keys or keys != [job.key for job in second.jobs] or first.version != second.version:
        return False
    pairs = list(zip(first.jobs, second.jobs, strict=True))
    if not all(_grows(a, b) for a, b in pairs):
        return False
    if any(a.pid and b.pid for a, b in pairs):
        return all(a.pid == b.pid for a, b in pairs)
    if first.end_s and second.end_s and first.elapsed_s and second.elapsed_s:
        begun = first.end_s - first.elapsed_s, second.end_s - second.elapsed_s
        return abs(begun[0] - begun[1]) <= _PROCESS_S
    longer = max(b.runtime_s - a.runtime_s for a, b in pairs)
    return is_chain or longer >= _INTERVAL_S


def _grows(first: Job, second: Job) -> bool:
    for before in first.flows:
        after = second.flow(before.direction)
        if after is None or (after.runtime_s or 0) < (before.runtime_s or 0):
            return False
        if (after.data.value if after.data else 0) < (before.data.value if before.data else 0):
            return False
        if not _widens(_latency(before), _latency(after)):
            return False
    return True


def _latency(flow: Flow) -> Spread | None:
    times = flow.completion or flow.total
    return times.spread if times else None


def _widens(before: Spread | None, after: Spread | None) -> bool:
    """Over more I/Os, the least latency only falls and the greatest only rises."""
    if before is None or after is None:
        return before is None
    most = before.most is None or (
        after.most is not None and after.most.value >= before.most.value
    )
    least = before.least is None or after.least is None or after.least.value <= before.least.value
    return most and least


def _is_same_run(report: Report, kept: Report) -> bool:
    """Tell whether another form of the same figures was read already."""
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


def _rates(job: Job) -> list[float]:
    return [flow.iops.value for flow in job.flows if flow.iops]


def _alike(first: Sequence[float], second: Sequence[float]) -> bool:
    return len(first) == len(second) and all(
        abs(a - b) <= max(1.0, _SAME_RATE * b) for a, b in zip(first, second, strict=True)
    )


def _repeated_forms(
    forms: Sequence[Sequence[Report]], kept: Sequence[Report]
) -> Iterator[Problem]:
    written = {report.form for reports in forms for report in reports}
    read = {report.form for report in kept}
    if written - read:
        said = say(
            "The file tells the same run in {count} forms; the {form} was read, which says most.",
            count=len(written),
            form=", ".join(sorted(form.value for form in read)),
        )
        yield Problem(Severity.INFO, said)
