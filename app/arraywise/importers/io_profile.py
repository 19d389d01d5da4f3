"""Reads io_profile (eStorian): reads and writes of doubling sizes, one at a time, on files."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from arraywise.domain.evidence import Load, Metric, Origin
from arraywise.importers.kit.importer import TextImporter
from arraywise.importers.kit.readings import (
    LARGE_FROM,
    LARGEST,
    MOST_RUNS,
    PrintedNumber,
    ReadingDraft,
    RunDraft,
    as_short_line,
    datetime_from_match,
    parse_matched_number,
)
from arraywise.importers.kit.text import number_nonblank_lines

_SIGN = re.compile(
    r"^[ \t]*IO profile test parameters|I/O size \[bytes\], operations, time \[s\]", re.MULTILINE
)
_HEAD = "IO profile test parameters"
_DATE = re.compile(
    r"Date: *[A-Z][a-z]{2} +(?P<month>[A-Z][a-z]{2}) +(?P<day>\d{1,2}) +"
    r"(?P<h>\d\d):(?P<m>\d\d):(?P<s>\d\d) +(?P<year>\d{4})"
)
_FACT = re.compile(r"(Location|File mode|Synch mode|File size|Repetitions per [^:]{1,40}): *(.+)")
_BEGIN = re.compile(r"Conducting (\w{1,20}) test")
_END = re.compile(r"Done with (\w{1,20}) test")
_ROW = re.compile(
    r"\s*(?P<size>\d{1,15}), *(?P<operations>\d{1,15}), *(?P<seconds>\d{1,12}\.\d{1,9})"
    r", *(?P<rate>\d[\d.]{0,30}), *(?P<iops>\d[\d.]{0,30})\s*"
)
_LIKE_A_ROW = re.compile(r"\s*\d{1,15}, ?\d")
_RATES_FOLLOW = 0.01
_MOST_ROWS = 10_000
_OPENS = (
    "io_profile opens and closes a file per operation: its rates are lower than those of other"
    " tools."
)


class _ProfileRow(NamedTuple):
    """One size of one test as printed."""

    size: PrintedNumber
    operations: PrintedNumber
    seconds: PrintedNumber
    rate: PrintedNumber
    iops: PrintedNumber


@dataclass(slots=True)
class _ProfileTest:
    """The rows of one test."""

    name: str
    line: int
    facts: dict[str, str]
    started_at: str | None
    rows: list[_ProfileRow] = field(default_factory=list)
    is_finished: bool = False


class IoProfileImporter(TextImporter):
    """Importer of io_profile: every file is read on its own."""

    tool = "io_profile"
    run_type = "sizes"
    signature = _SIGN

    def read_text(self, text: str, reading: ReadingDraft) -> None:
        """Read the tests of a text."""
        for test in _parse_tests(text.split("\n"), reading):
            reading.add_run_if_measured(_build_run_draft(test))


def _parse_tests(lines: list[str], reading: ReadingDraft) -> list[_ProfileTest]:
    """Parse the tests of a file, each with the parameters above it."""
    tests: list[_ProfileTest] = []
    facts: dict[str, str] = {}
    started_at: str | None = None
    for line, text in number_nonblank_lines(lines):
        if _HEAD in text:
            facts, started_at = {}, None
        if date := _DATE.search(text):
            began = datetime_from_match(date)
            started_at = began.isoformat() if began else None
        elif fact := _FACT.match(text.strip()):
            facts[fact[1]] = as_short_line(fact[2])
        elif begin := _BEGIN.search(text):
            _begin_test(tests, _ProfileTest(begin[1], line, facts, started_at), reading)
            started_at = None
        elif end := _END.search(text):
            _mark_finished(tests, end[1])
        elif _LIKE_A_ROW.match(text):
            _add_row(
                tests, _parse_row(line, text), _ProfileTest("unknown", line, facts, None), reading
            )
    return tests


def _add_row(
    tests: list[_ProfileTest],
    row: _ProfileRow | None,
    unnamed_test: _ProfileTest,
    reading: ReadingDraft,
) -> None:
    """Add a row to the test that is open, or to one without a name."""
    if row is None:
        reading.warn("This row is damaged; it was not taken.", unnamed_test.line)
        return
    if not tests or tests[-1].is_finished:
        _begin_test(tests, unnamed_test, reading)
    if len(tests[-1].rows) < _MOST_ROWS:
        tests[-1].rows.append(row)


def _begin_test(tests: list[_ProfileTest], test: _ProfileTest, reading: ReadingDraft) -> None:
    if len(tests) < MOST_RUNS:
        tests.append(test)
    else:
        reading.left_out_runs += 1


def _mark_finished(tests: list[_ProfileTest], name: str) -> None:
    if tests and tests[-1].name == name:
        tests[-1].is_finished = True


def _parse_row(line: int, text: str) -> _ProfileRow | None:
    """Parse a row; None where one of its numbers is none."""
    match = _ROW.fullmatch(text)
    cells = (
        [parse_matched_number(match, name, line) for name in _ProfileRow._fields]
        if match
        else [None]
    )
    numbers = [cell for cell in cells if cell is not None]
    if len(numbers) < len(cells) or not numbers[0].value or not numbers[1].value:
        return None
    return _ProfileRow(*numbers)


def _build_run_draft(test: _ProfileTest) -> RunDraft:
    has_large = any(row.size.value >= LARGE_FROM for row in test.rows)
    draft = RunDraft(
        line=test.line,
        name=f"{test.name} test",
        load=Load(users=1, small_ios=None if has_large else 1),
        complete=test.is_finished,
        started_at=test.started_at,
    )
    _add_attributes(draft, test)
    for row in test.rows:
        _add_row_measurements(draft, row, f"{test.name} {row.size.value:.0f} B")
    if not test.rows:
        draft.warn("The {test} test has no rows: it was stopped.", test.line, test=test.name)
    elif not test.is_finished:
        draft.warn("The {test} test was not finished.", test.line, test=test.name)
    _warn_of_missing_sizes(draft, test)
    draft.info(_OPENS)
    return draft


def _add_attributes(draft: RunDraft, test: _ProfileTest) -> None:
    facts = test.facts
    location = facts.get("Location", "")
    host, _, path = location.partition(":")
    size = re.match(r"\d{1,15}", facts.get("File size", ""))
    repetitions = [value for name, value in facts.items() if name.startswith("Repetitions")]
    draft.host = as_short_line(host) if path else None
    draft.add_attributes(
        pattern=test.name,
        target=path or location or None,
        file_mode=facts.get("File mode"),
        sync_mode=facts.get("Synch mode"),
        file_bytes=size[0] if size else None,
        repetitions=repetitions[0] if repetitions else None,
    )


def _add_row_measurements(draft: RunDraft, row: _ProfileRow, group: str) -> None:
    """Add the rates of a row and the derived mean time; warn where they contradict its count."""
    size, count, seconds, rate, iops = (cell.value for cell in row)
    line = row.seconds.line
    if not seconds:
        draft.warn(
            "The operations of {size} bytes were shorter than the clock's resolution; left out.",
            line,
            size=int(size),
        )
        return
    # throughput is size x count / time, in bytes per second; the rate is count / time
    pairs = ((iops, count / seconds), (rate, count / seconds * size))
    if not all(abs(stated - due) <= _RATES_FOLLOW * due < LARGEST for stated, due in pairs):
        template = "The rates in this row contradict its size, count and time; left out."
        draft.warn(template, line)
        return
    draft.add_measurement(Metric.IOPS, "mean", row.iops, group)
    draft.add_measurement(Metric.THROUGHPUT, "mean", row.rate, group)
    mean = row.seconds._replace(value=seconds / count)
    draft.add_measurement(Metric.LATENCY, "mean", mean, group, Origin.DERIVED)


def _warn_of_missing_sizes(draft: RunDraft, test: _ProfileTest) -> None:
    """Warn of lost rows: sizes double from row to row."""
    for before, after in pairwise(test.rows):
        if after.size.value != 2 * before.size.value:
            draft.warn(
                "The sizes between {least} and {most} bytes are missing from the {test} test.",
                after.operations.line,
                least=int(before.size.value),
                most=int(after.size.value),
                test=test.name,
            )
