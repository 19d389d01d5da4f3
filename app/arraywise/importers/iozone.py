"""Reads IOzone's table (-a, -s, -r), its throughput mode (-t) and the tables for Excel (-R)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from arraywise.domain.evidence import Metric, Origin
from arraywise.domain.units import KIB, MICROSECOND
from arraywise.importers.kit.clocks import read_datetime
from arraywise.importers.kit.importer import TextByText
from arraywise.importers.kit.readings import (
    IoWork,
    Log,
    PrintedNumber,
    RunDraft,
    month_of,
    number,
    printed,
)
from arraywise.importers.kit.text import numbered

_HEADING: Final = re.compile(r"\s*kB\s+reclen\s+write\s", re.IGNORECASE)
_CHILDREN: Final = re.compile(
    r".{0,60}?Children see throughput for\s+(?P<count>\d{1,6}) (?P<test>[a-z][a-z -]{1,30}?)\s*="
    r"\s*(?P<rate>\d[\d.]{0,20}) (?P<unit>[kKMG]?B(?:ytes)?|ops)/sec"
)
_RECORDS: Final = re.compile(r"\bRecord Size (?:=\s*)?(?P<size>\d{1,9}) ?kB", re.IGNORECASE)
_EACH: Final = re.compile(r"\bin (?P<size>\d{1,9}) ?K(?:B|bytes?) records", re.IGNORECASE)
_REPORT: Final = re.compile(r'\s*"(?P<name>[A-Za-z][A-Za-z -]{2,30}) report"', re.IGNORECASE)
_QUOTED: Final = re.compile(r'"(\d{1,12})"')
_BEGAN: Final = re.compile(
    r"\bRun began: \w{3} (?P<month>\w{3}) +(?P<day>\d{1,2}) (?P<time>\d\d:\d\d:\d\d)"
    r" (?P<year>\d{4})"
)
_VERSION: Final = re.compile(r"\bVersion \$Revision: (?P<version>[\d.]{1,12}) \$")
_END: Final = "iozone test complete"
_TESTS: Final = {
    "write": (100.0, 0.0),
    "rewrite": (100.0, 0.0),
    "read": (0.0, 0.0),
    "reread": (0.0, 0.0),
    "random read": (0.0, 100.0),
    "random write": (100.0, 100.0),
}
"""Share written and share at random, in percent, of the tests that storage decides."""
_COLUMNS: Final = (*_TESTS, "bkwd read", "record rewrite", "stride read")
_NAMES: Final = {
    "initial writers": "write",
    "rewriters": "rewrite",
    "readers": "read",
    "re-readers": "reread",
    "random readers": "random read",
    "random writers": "random write",
    "writer": "write",
    "re-writer": "rewrite",
    "reader": "read",
    "re-reader": "reread",
    "random read": "random read",
    "random write": "random write",
}
_UNITS: Final = {"k": float(KIB), "m": float(KIB**2), "g": float(KIB**3), "b": 1.0}
_OPERATIONS: Final = "Output is in operations per second"
_TIMES: Final = re.compile(r"Output is in micro ?seconds per operation", re.IGNORECASE)
_NEAR: Final = 2
_OTHERS: Final = "Other tests of IOzone (backwards, strides, one record, library calls), left out."
_BUFFERED: Final = "Without direct I/O the host's cache took part: this may be memory speed."


@dataclass(slots=True)
class _Course:
    """One call of IOzone, while it is read."""

    line: int = 1
    direct: bool | None = None
    """None where the lines that tell it are not in the text."""
    record_bytes: float | None = None
    metric: Metric = Metric.THROUGHPUT
    started_at: str | None = None
    drafts: list[RunDraft] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    """Where the columns of the table end."""
    has_others: bool = False
    is_done: bool = False


class IozoneImporter(TextByText):
    """Importer of IOzone: every file is read on its own."""

    tool = "iozone"
    run_type = "I/O test"
    sign = re.compile(
        r"^.{0,60}?(?:Iozone: Performance Test of File I/O|Children see throughput for\s+\d)"
        r"|^[ \t]*+kB\s+reclen\s+write\s|^[ \t]*+\"(?:Re-)?[Ww]riter report\"",
        re.MULTILINE | re.IGNORECASE,
    )

    def read_text(self, text: str, notes: Log) -> None:
        """Read a file."""
        reader = _IozoneReader()
        for number_, line in numbered(text.split("\n")):
            reader.take(number_, line[:2_000])
        for course in reader.courses:
            _add(notes, course)
        notes.version = reader.version


def _add(notes: Log, course: _Course) -> None:
    for draft in course.drafts:
        draft.started_at = course.started_at
        if course.direct is not None:
            draft.describe(direct="yes" if course.direct else "no")
        draft.complete = course.is_done or course.direct is None
        notes.add(draft)
    if not course.drafts:
        return
    if course.direct is False:
        notes.warn(_BUFFERED, course.line)
    if not (course.is_done or course.direct is None):
        notes.warn("The line that ends the test is missing: it was stopped.", course.line)
    if course.has_others:
        notes.info(_OTHERS)


class _IozoneReader:
    """Takes the lines of a text."""

    def __init__(self) -> None:
        self.courses = [_Course()]
        self.version: str | None = None
        self._report: str | None = None
        self._sizes: list[float] = []

    def take(self, line: int, text: str) -> None:
        """Take a line."""
        course = self.courses[-1]
        if "Iozone: Performance Test" in text:
            self.courses.append(_Course(line, direct=False))
        elif version := _VERSION.search(text):
            self.version = version["version"]
        elif _HEADING.match(text):
            course.ends = [match.end() for match in re.finditer(r"\S+", text)]
            self._report = None
        elif children := _CHILDREN.match(text):
            self._take_children(course, children, line)
        elif _END in text:
            course.is_done = True
        else:
            self._take_other(course, text, line)

    def _take_other(self, course: _Course, text: str, line: int) -> None:
        if report := _REPORT.match(text):
            self._report, self._sizes = report["name"].lower(), []
        elif course.ends and (cells := list(re.finditer(r"\d+", text))) and _is_row(text):
            _take_row(course, cells, line)
        elif self._report is not None:
            self._take_report(course, text, line)
        else:
            _take_setting(course, text)

    def _take_children(self, course: _Course, children: re.Match[str], line: int) -> None:
        test, rate = _NAMES.get(children["test"].strip()), printed(children, "rate", line)
        unit = children["unit"].lower()
        if test is None or rate is None:
            course.has_others = True
        elif rate.value:
            metric = Metric.IOPS if unit == "ops" else Metric.THROUGHPUT
            scaled = rate if unit == "ops" else rate.times(_UNITS[unit[0]])
            size = course.record_bytes
            draft = _draft(course, test, size, metric, scaled, int(children["count"]))
            draft.describe(processes=children["count"])

    def _take_report(self, course: _Course, text: str, line: int) -> None:
        """Take a row of a table for Excel; what the table of the screen gave is not read twice."""
        if course.ends:
            return
        quoted = _QUOTED.findall(text)
        if not self._sizes:
            self._sizes = [float(size) * KIB for size in quoted]
            return
        test = _NAMES.get(self._report or "")
        if len(quoted) != 1:
            self._report = None
        elif test is None:
            course.has_others = True
        else:
            cells = list(re.finditer(r"\d+", text))[1:]
            for size, cell in zip(self._sizes, cells, strict=False):
                rate = printed(cell, 0, line)
                if rate is not None and rate.value:
                    file_bytes = float(quoted[0]) * KIB
                    draft = _draft(course, test, size, course.metric, rate.times(KIB), None)
                    draft.describe(working_set_bytes=f"{file_bytes:.0f}")


def _is_row(text: str) -> bool:
    return not text.strip(" 0123456789\t")


def _take_row(course: _Course, cells: list[re.Match[str]], line: int) -> None:
    """Take a row of the table: the columns of tests that were not made are blank."""
    values = {
        column: printed(cell, 0, line)
        for cell in cells
        if (column := _column(course.ends, cell.end())) is not None
    }
    file_kb, record_kb = values.get(0), values.get(1)
    if file_kb is None or record_kb is None:
        return
    course.has_others |= any(column >= len(_TESTS) + 2 for column in values)
    factor = {Metric.THROUGHPUT: float(KIB), Metric.LATENCY: MICROSECOND}.get(course.metric, 1.0)
    for column, test in enumerate(_TESTS, 2):
        value = values.get(column)
        if value is not None and value.value:
            size = record_kb.value * KIB
            draft = _draft(course, test, size, course.metric, value.times(factor), 1)
            draft.describe(working_set_bytes=f"{file_kb.value * KIB:.0f}")


def _column(ends: list[int], end: int) -> int | None:
    """Return the column that a right-aligned figure stands in."""
    nearest = min(range(len(ends)), key=lambda place: abs(ends[place] - end))
    return nearest if abs(ends[nearest] - end) <= _NEAR else None


def _draft(
    course: _Course,
    test: str,
    size: float | None,
    metric: Metric,
    result: PrintedNumber,
    processes: int | None,
) -> RunDraft:
    draft = RunDraft(line=result.line)
    draft.name = f"{test} {size / KIB:g} KiB" if size else test
    draft.measure(metric, "mean", result)
    if size and metric is Metric.THROUGHPUT:
        draft.measure(Metric.IOPS, "mean", result.times(1 / size), None, Origin.DERIVED)
    write, random = _TESTS[test]
    IoWork(size, write, random, processes).describe(draft)
    course.drafts.append(draft)
    return draft


def _take_setting(course: _Course, text: str) -> None:
    size = _RECORDS.search(text) or _EACH.search(text)
    if size:
        value = number(size["size"])
        course.record_bytes = value * KIB if value else None
    elif "O_DIRECT feature enabled" in text:
        course.direct = True
    elif _OPERATIONS in text:
        course.metric = Metric.IOPS
    elif _TIMES.search(text):
        course.metric = Metric.LATENCY
    elif began := _BEGAN.search(text):
        month = month_of(began["month"])
        stated = f"{began['year']}-{month or 0:02}-{int(began['day']):02}T{began['time']}"
        moment = read_datetime(stated)
        course.started_at = moment.isoformat() if moment else None
