"""Reads io_profile (eStorian): reads and writes of doubling sizes, one at a time, on files."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from arraywise.domain.evidence import Load, Metric, Origin
from arraywise.importers.kit.importer import TextByText
from arraywise.importers.kit.readings import (
    LARGE_FROM,
    LARGEST,
    MOST_RUNS,
    Log,
    PrintedNumber,
    RunDraft,
    moment_in,
    printed,
    shortened,
)
from arraywise.importers.kit.text import numbered

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
    finished: bool = False


class IoProfileImporter(TextByText):
    """Importer of io_profile: every file is read on its own."""

    tool = "io_profile"
    run_type = "sizes"
    sign = _SIGN

    def read_text(self, text: str, notes: Log) -> None:
        """Read the tests of a text."""
        for test in _tests(text.split("\n"), notes):
            notes.take(_draft(test))


def _tests(lines: list[str], notes: Log) -> list[_ProfileTest]:
    """Find the tests of a file, each with the parameters above it."""
    tests: list[_ProfileTest] = []
    facts: dict[str, str] = {}
    started_at: str | None = None
    for line, text in numbered(lines):
        if _HEAD in text:
            facts, started_at = {}, None
        if date := _DATE.search(text):
            began = moment_in(date)
            started_at = began.isoformat() if began else None
        elif fact := _FACT.match(text.strip()):
            facts[fact[1]] = shortened(fact[2])
        elif begin := _BEGIN.search(text):
            _begin(tests, _ProfileTest(begin[1], line, facts, started_at), notes)
            started_at = None
        elif end := _END.search(text):
            _finish(tests, end[1])
        elif _LIKE_A_ROW.match(text):
            _add(tests, _row(line, text), _ProfileTest("unknown", line, facts, None), notes)
    return tests


def _add(
    tests: list[_ProfileTest], row: _ProfileRow | None, unnamed: _ProfileTest, notes: Log
) -> None:
    """Add a row to the test that it belongs to, or to one without a name."""
    if row is None:
        notes.warn("This row is damaged; it was not taken.", unnamed.line)
        return
    if not tests or tests[-1].finished:
        _begin(tests, unnamed, notes)
    if len(tests[-1].rows) < _MOST_ROWS:
        tests[-1].rows.append(row)


def _begin(tests: list[_ProfileTest], test: _ProfileTest, notes: Log) -> None:
    if len(tests) < MOST_RUNS:
        tests.append(test)
    else:
        notes.left_out += 1


def _finish(tests: list[_ProfileTest], name: str) -> None:
    if tests and tests[-1].name == name:
        tests[-1].finished = True


def _row(line: int, text: str) -> _ProfileRow | None:
    """Read a row; None where one of its numbers is none."""
    match = _ROW.fullmatch(text)
    cells = [printed(match, name, line) for name in _ProfileRow._fields] if match else [None]
    known = [cell for cell in cells if cell is not None]
    if len(known) < len(cells) or not known[0].value or not known[1].value:
        return None
    return _ProfileRow(*known)


def _draft(test: _ProfileTest) -> RunDraft:
    has_large = any(row.size.value >= LARGE_FROM for row in test.rows)
    draft = RunDraft(
        line=test.line,
        name=f"{test.name} test",
        load=Load(users=1, small_ios=None if has_large else 1),
        complete=test.finished,
        started_at=test.started_at,
    )
    _describe(draft, test)
    for row in test.rows:
        _measure(draft, row, f"{test.name} {row.size.value:.0f} B")
    if not test.rows:
        draft.warn("The {test} test has no rows: it was stopped.", test.line, test=test.name)
    elif not test.finished:
        draft.warn("The {test} test was not finished.", test.line, test=test.name)
    _find_gaps(draft, test)
    draft.info(_OPENS)
    return draft


def _describe(draft: RunDraft, test: _ProfileTest) -> None:
    facts = test.facts
    location = facts.get("Location", "")
    host, _, path = location.partition(":")
    size = re.match(r"\d{1,15}", facts.get("File size", ""))
    repetitions = [value for name, value in facts.items() if name.startswith("Repetitions")]
    draft.host = shortened(host) if path else None
    draft.describe(
        pattern=test.name,
        target=path or location or None,
        file_mode=facts.get("File mode"),
        sync_mode=facts.get("Synch mode"),
        file_bytes=size[0] if size else None,
        repetitions=repetitions[0] if repetitions else None,
    )


def _measure(draft: RunDraft, row: _ProfileRow, group: str) -> None:
    """Take the rates, and the mean time of an operation where there is any."""
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
    draft.measure(Metric.IOPS, "mean", row.iops, group)
    draft.measure(Metric.THROUGHPUT, "mean", row.rate, group)
    mean = row.seconds._replace(value=seconds / count)
    draft.measure(Metric.LATENCY, "mean", mean, group, Origin.DERIVED)


def _find_gaps(draft: RunDraft, test: _ProfileTest) -> None:
    """Sizes double from row to row; where they do not, rows were lost."""
    for before, after in pairwise(test.rows):
        if after.size.value != 2 * before.size.value:
            draft.warn(
                "The sizes between {least} and {most} bytes are missing from the {test} test.",
                after.operations.line,
                least=int(before.size.value),
                most=int(after.size.value),
                test=test.name,
            )
