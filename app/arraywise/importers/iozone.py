"""Reads IOzone's table (-a, -s, -r), its throughput mode (-t) and the tables for Excel (-R)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from arraywise.domain.evidence import Metric, Origin
from arraywise.domain.units import KIB, MICROSECOND
from arraywise.importers.kit.importer import TextImporter
from arraywise.importers.kit.readings import (
    IoWorkload,
    PrintedNumber,
    ReadingDraft,
    RunDraft,
    datetime_from_match,
    parse_matched_number,
    parse_number,
    scale_printed,
)
from arraywise.importers.kit.text import number_nonblank_lines

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
    r"\bRun began: \w{3} (?P<month>\w{3}) +(?P<day>\d{1,2}) (?P<h>\d\d):(?P<m>\d\d):(?P<s>\d\d)"
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
_TIMES: Final = re.compile(r"Output is in micro ?seconds per operation", re.IGNORECASE)
_NEAR: Final = 2
_OTHERS: Final = "Other tests of IOzone (backwards, strides, one record, library calls), left out."
_BUFFERED: Final = "Without direct I/O the host's cache took part: this may be memory speed."
_CUT: Final = "The line that ends the test is missing: it was stopped."


@dataclass(slots=True)
class _IozoneCall:
    """One call of IOzone, while it is read."""

    line: int = 1
    is_direct: bool | None = None
    """None where the lines that state it are not in the text."""
    record_bytes: float | None = None
    metric: Metric = Metric.THROUGHPUT
    started_at: str | None = None
    drafts: list[RunDraft] = field(default_factory=list)
    column_ends: list[int] = field(default_factory=list)
    """Where the columns of the table end."""
    has_other_tests: bool = False
    is_done: bool = False

    def add_runs_to(self, reading: ReadingDraft) -> None:
        """Add the runs of the call and its problems to the reading."""
        is_whole = self.is_done or self.is_direct is None
        for draft in self.drafts:
            draft.started_at = self.started_at
            if self.is_direct is not None:
                draft.add_attributes(direct="yes" if self.is_direct else "no")
            draft.complete = is_whole
            reading.add_run(draft)
        if self.drafts and self.is_direct is False:
            reading.warn(_BUFFERED, self.line)
        if self.drafts and not is_whole:
            reading.warn(_CUT, self.line)
        if self.drafts and self.has_other_tests:
            reading.info(_OTHERS)

    def add_run(
        self,
        test: str,
        size: float | None,
        metric: Metric,
        result: PrintedNumber | None,
        outstanding: int | None = None,
        **facts: str,
    ) -> None:
        """Add a run of a test with records of a size in bytes, where it has a figure."""
        if result is None or not result.value:
            return
        draft = RunDraft(line=result.line)
        draft.name = f"{test} {size / KIB:g} KiB" if size else test
        draft.add_measurement(metric, "mean", result)
        if size and metric is Metric.THROUGHPUT:
            draft.add_measurement(
                Metric.IOPS, "mean", result.times(1 / size), None, Origin.DERIVED
            )
        IoWorkload(size, *_TESTS[test], outstanding).describe_run(draft)
        draft.add_attributes(**facts)
        self.drafts.append(draft)

    def read_row(self, cells: list[re.Match[str]], line: int) -> None:
        """Read a row of the table: the columns of tests that were not made are blank."""
        values: dict[int, PrintedNumber | None] = {}
        for cell in cells:  # figures are right-aligned
            column = min(
                range(len(self.column_ends)), key=lambda i: abs(self.column_ends[i] - cell.end())
            )
            if abs(self.column_ends[column] - cell.end()) <= _NEAR:
                values[column] = parse_matched_number(cell, 0, line)
        file_kb, record_kb = values.get(0), values.get(1)
        if file_kb is None or record_kb is None:
            return
        self.has_other_tests |= any(column >= len(_TESTS) + 2 for column in values)
        factors = {Metric.THROUGHPUT: float(KIB), Metric.LATENCY: MICROSECOND}
        size, file_size = record_kb.value * KIB, f"{file_kb.value * KIB:.0f}"
        for column, test in enumerate(_TESTS, 2):
            result = scale_printed(values.get(column), factors.get(self.metric, 1.0))
            self.add_run(test, size, self.metric, result, 1, working_set_bytes=file_size)

    def read_setting(self, text: str) -> None:
        """Read a setting above the results."""
        if size := _RECORDS.search(text) or _EACH.search(text):
            value = parse_number(size["size"])
            self.record_bytes = value * KIB if value else None
        elif "O_DIRECT feature enabled" in text:
            self.is_direct = True
        elif "Output is in operations per second" in text:
            self.metric = Metric.IOPS
        elif _TIMES.search(text):
            self.metric = Metric.LATENCY
        elif began := _BEGAN.search(text):
            moment = datetime_from_match(began)
            self.started_at = moment.isoformat() if moment else None


class IozoneImporter(TextImporter):
    """Importer of IOzone: every file is read on its own."""

    tool = "iozone"
    run_type = "I/O test"
    signature = re.compile(
        r"^.{0,60}?(?:Iozone: Performance Test of File I/O|Children see throughput for\s+\d)"
        r"|^[ \t]*+kB\s+reclen\s+write\s|^[ \t]*+\"(?:Re-)?[Ww]riter report\"",
        re.MULTILINE | re.IGNORECASE,
    )

    def read_text(self, text: str, reading: ReadingDraft) -> None:
        """Read every call of the program."""
        reader = _IozoneReader()
        for line_number, line in number_nonblank_lines(text.split("\n")):
            reader.read_line(line_number, line[:2_000])
        for course in reader.calls:
            course.add_runs_to(reading)
        reading.version = reader.version


class _IozoneReader:
    """Reads the lines of a text into the calls of IOzone."""

    def __init__(self) -> None:
        self.calls = [_IozoneCall()]
        self.version: str | None = None
        self._report: str | None = None
        self._sizes: list[float] = []

    def read_line(self, line: int, text: str) -> None:
        """Read a line."""
        course = self.calls[-1]
        if "Iozone: Performance Test" in text:
            self.calls.append(_IozoneCall(line, is_direct=False))
        elif version := _VERSION.search(text):
            self.version = version["version"]
        elif _HEADING.match(text):
            course.column_ends = [match.end() for match in re.finditer(r"\S+", text)]
            self._report = None
        elif children := _CHILDREN.match(text):
            self._read_throughput_line(course, children, line)
        elif _END in text:
            course.is_done = True
        else:
            self._read_other_line(course, text, line)

    def _read_other_line(self, call: _IozoneCall, text: str, line: int) -> None:
        if report := _REPORT.match(text):
            self._report, self._sizes = report["name"].lower(), []
        elif call.column_ends and not text.strip(" 0123456789\t"):
            call.read_row(list(re.finditer(r"\d+", text)), line)
        elif self._report is not None:
            self._read_report_row(call, text, line)
        else:
            call.read_setting(text)

    def _read_throughput_line(self, call: _IozoneCall, children: re.Match[str], line: int) -> None:
        test, rate = (
            _NAMES.get(children["test"].strip()),
            parse_matched_number(children, "rate", line),
        )
        unit = children["unit"].lower()
        if test is None or rate is None:
            call.has_other_tests = True
            return
        metric = Metric.IOPS if unit == "ops" else Metric.THROUGHPUT
        factor = 1.0 if unit == "ops" else _UNITS[unit[0]]
        count, size = children["count"], call.record_bytes
        call.add_run(test, size, metric, rate.times(factor), int(count), processes=count)

    def _read_report_row(self, call: _IozoneCall, text: str, line: int) -> None:
        """Read a row of a table for Excel, unless the table of the screen has the same results."""
        if call.column_ends:
            return
        quoted = _QUOTED.findall(text)
        if not self._sizes:
            self._sizes = [float(size) * KIB for size in quoted]
            return
        test = _NAMES.get(self._report or "")
        if len(quoted) != 1:
            self._report = None
        elif test is None:
            call.has_other_tests = True
        else:
            file_size = f"{float(quoted[0]) * KIB:.0f}"
            cells = list(re.finditer(r"\d+", text))[1:]
            for size, cell in zip(self._sizes, cells, strict=False):
                rate = scale_printed(parse_matched_number(cell, 0, line), KIB)
                call.add_run(test, size, call.metric, rate, working_set_bytes=file_size)
