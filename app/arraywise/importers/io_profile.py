"""Reads io_profile (eStorian): reads and writes of doubling sizes, one at a time, on files."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

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
    number,
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
    r"(?P<size>\d{1,15}), *(?P<count>\d{1,15}), *(?P<time>\d{1,12}\.\d{1,9})"
    r", *(?P<rate>\d[\d.]{0,30}), *(?P<iops>\d[\d.]{0,30})"
)
_LIKE_A_ROW = re.compile(r"\d{1,15}, ?\d")
_RATES_FOLLOW = 0.01
_MOST_ROWS = 10_000


@dataclass(slots=True)
class _ProfileRow:
    """One size of one test as printed."""

    size: int
    count: PrintedNumber
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
        """Read a file."""
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
        elif _LIKE_A_ROW.match(text.strip()):
            _add(tests, _row(line, text), _ProfileTest("unknown", line, facts, None), notes)
    return tests


def _begin(tests: list[_ProfileTest], test: _ProfileTest, notes: Log) -> None:
    if len(tests) < MOST_RUNS:
        tests.append(test)
    else:
        notes.left_out += 1


def _finish(tests: list[_ProfileTest], name: str) -> None:
    if tests and tests[-1].name == name:
        tests[-1].finished = True


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


def _row(line: int, text: str) -> _ProfileRow | None:
    """Read a row; None where one of its numbers is none."""
    match = _ROW.fullmatch(text.strip())
    if match is None:
        return None
    offset = len(text) - len(text.lstrip()) + 1
    cells = {
        name: PrintedNumber(value, line, offset + match.start(name))
        for name in ("size", "count", "time", "rate", "iops")
        if (value := number(match[name])) is not None
    }
    if len(cells) < 5 or not cells["size"].value or not cells["count"].value:
        return None
    size = int(cells["size"].value)
    return _ProfileRow(size, cells["count"], cells["time"], cells["rate"], cells["iops"])


def _draft(test: _ProfileTest) -> RunDraft:
    draft = RunDraft(
        line=test.line,
        name=f"{test.name} test",
        load=Load(users=1, small_ios=1 if all(r.size < LARGE_FROM for r in test.rows) else None),
        complete=test.finished,
        started_at=test.started_at,
    )
    _describe(draft, test)
    for row in test.rows:
        _measure(draft, row, f"{test.name} {row.size} B")
    if not test.rows:
        draft.warn("The {test} test has no rows: it was stopped.", test.line, test=test.name)
    elif not test.finished:
        draft.warn("The {test} test was not finished.", test.line, test=test.name)
    # sizes double from row to row; where they do not, rows were lost
    for before, after in zip(test.rows, test.rows[1:], strict=False):
        if after.size != 2 * before.size:
            draft.warn(
                "The sizes between {least} and {most} bytes are missing from the {test} test.",
                after.count.line,
                least=before.size,
                most=after.size,
                test=test.name,
            )
    draft.info(
        "io_profile opens and closes a file per operation: its rates are lower than those of other"
        " tools."
    )
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
    seconds, count = row.seconds, row.count.value
    if not seconds.value:
        draft.warn(
            "The operations of {size} bytes were shorter than the clock's resolution; left out.",
            seconds.line,
            size=row.size,
        )
        return
    if not _follow(row):
        draft.warn(
            "The rates in this row contradict its size, count and time; left out.", seconds.line
        )
        return
    draft.measure(Metric.IOPS, "mean", row.iops, group)
    draft.measure(Metric.THROUGHPUT, "mean", row.rate, group)
    mean = seconds._replace(value=seconds.value / count)
    draft.measure(Metric.LATENCY, "mean", mean, group, Origin.DERIVED)


def _follow(row: _ProfileRow) -> bool:
    """Throughput is size x count / time, in bytes per second; the rate is count / time."""
    iops = row.count.value / row.seconds.value
    pairs = ((row.iops.value, iops), (row.rate.value, iops * row.size))
    return all(
        abs(stated - result) <= _RATES_FOLLOW * result < LARGEST for stated, result in pairs
    )
