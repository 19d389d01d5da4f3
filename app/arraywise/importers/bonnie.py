"""Reads bonnie++: its table on the screen and the line for programs (CSV) below it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from arraywise.domain.evidence import Metric
from arraywise.domain.units import KIB
from arraywise.importers.kit.importer import TextByText
from arraywise.importers.kit.readings import (
    IoWork,
    Log,
    PrintedNumber,
    RunDraft,
    number,
    shortened,
    size_in,
)
from arraywise.importers.kit.text import numbered

if TYPE_CHECKING:
    from collections.abc import Iterator


_TITLE: Final = re.compile(
    r".{0,40}?(?:Version +)?(?P<version>\d\.\d\d\w?) +-{4,}Sequential Output-{4,}"
    r" --Sequential Input-"
)
_HEADING: Final = re.compile(r".{0,40}?(?:Machine +Size|Name:Size etc) +.*/sec %CP")
_CONCURRENCY: Final = re.compile(r".{0,40}?Concurrency +(?P<count>\d{1,6}) +-Per Chr-")
_MACHINE: Final = re.compile(
    r"\s*(?P<name>\S{0,80}(?: \S{1,30}){0,3}?) +(?P<size>\d{1,12}[kKMGT]?)(?::\S{1,20})?(?= |$)"
)
_VALUE: Final = re.compile(r"(?P<rate>\d[\d.]{0,20}[kmgt]?|\++)(?: *(?:\d{1,4}|\++))?(?= |$)")
_QUOTED: Final = re.compile(r"^(?:[ \t]?>)++", re.MULTILINE)
"""Results are handed on in replies to mails; the columns stay where they are."""
_TIME: Final = re.compile(r"(?P<time>\d{1,9})(?P<unit>us|ms|s)\b")
_LINE: Final = re.compile(r"(?P<format>1\.9\d\w?),(?P<version>[12]\.\d\d\w?),[^,]{0,80},\d{0,6},")
_SECONDS: Final = {"us": 1e-6, "ms": 1e-3, "s": 1.0}
_UNITS: Final = {"": 1.0, "k": float(KIB), "m": KIB**2.0, "g": KIB**3.0, "t": KIB**4.0}
_RANDOM_SIZE_FROM: Final = "1.98"
"""From this format on the size and the number of seeks' processes stand before the results."""


@dataclass(frozen=True, slots=True)
class _Test:
    """A test that storage decides; those by single characters measure the C library."""

    name: str
    column: int
    """Among the six columns of the table."""
    write_percent: float | None
    random_percent: float


_TESTS: Final = (
    _Test("block write", 1, 100.0, 0.0),
    _Test("rewrite", 2, None, 0.0),
    _Test("block read", 4, 0.0, 0.0),
    _Test("seeks", 5, None, 100.0),
)
_KEPT: Final = {test.column for test in _TESTS}
_SEEKS: Final = 5
_COLUMNS: Final = 6
_CHARACTERS: Final = "Tests by single characters are limited by the processor, left out."
_FAST: Final = "Tests too short for a figure (+++), left out: {count}. Use more data (-s)."
_MEMORY: Final = (
    "bonnie++ reads through the host's cache: with less data than memory it is measured."
)


@dataclass(slots=True)
class _Table:
    """The results of one call."""

    line: int
    name: str = ""
    size: str = ""
    version: str | None = None
    processes: str | None = None
    rates: dict[int, PrintedNumber] = field(default_factory=dict)
    """By column; bytes a second, of the seeks a count a second."""
    latencies: dict[int, PrintedNumber] = field(default_factory=dict)
    too_fast: int = 0

    def take_rate(self, column: int, text: str, place: int) -> None:
        """Take the rate of a test, in KiB where it has no unit; the seeks are a count."""
        if column not in _KEPT:
            return
        unit = text[-1:] if text[-1:] in "kmgt" else ""
        value = number(text.removesuffix(unit))
        self.too_fast += text.startswith("+")
        if value:
            factor = _UNITS[unit or ("" if column == _SEEKS else "k")]
            self.rates[column] = PrintedNumber(value * factor, self.line, place)

    def take_time(self, column: int, text: str, line: int) -> None:
        """Take the longest time of a test."""
        if column in _KEPT and (match := _TIME.fullmatch(text)):
            time = float(match["time"]) * _SECONDS[match["unit"]]
            self.latencies[column] = PrintedNumber(time, line)

    @property
    def key(self) -> tuple[str, str, int]:
        """What is the same in the table and in the line of one call."""
        return self.name, self.size, round(self.rates[_SEEKS].value if _SEEKS in self.rates else 0)


class BonnieImporter(TextByText):
    """Importer of bonnie++: every file is read on its own."""

    tool = "bonnie"
    run_type = "I/O test"
    sign = re.compile(
        r"^.{0,40}?\d\.\d\d\w? +-{4,}Sequential Output|^[ \t]*+1\.9\d\w?,[12]\.\d\d\w?,",
        re.MULTILINE,
    )

    def read_text(self, text: str, notes: Log) -> None:
        """Read a text; a call in both forms counts once, in that with more digits."""
        lines = _QUOTED.sub(lambda match: " " * len(match[0]), text).split("\n")
        screen = _ScreenReader()
        for line_number, line in numbered([whole[:400] for whole in lines]):
            screen.take(line_number, line)
        exact = list(_lines(lines))
        known = {table.key for table in exact}
        shown = [table for table in screen.tables if table.key not in known]
        for table in sorted((*exact, *shown), key=lambda each: each.line):
            notes.version = notes.version or table.version
            for test in _TESTS:
                if test.column in table.rates:
                    notes.add(_draft(table, test))
            if table.too_fast:
                notes.warn(_FAST, table.line, count=table.too_fast)
        if notes.drafts:
            notes.info(_CHARACTERS)
            notes.info(_MEMORY)


def _draft(table: _Table, test: _Test) -> RunDraft:
    draft = RunDraft(line=table.line, complete=True)
    draft.name = shortened(f"{table.name} {test.name}".strip())
    metric = Metric.IOPS if test.column == _SEEKS else Metric.THROUGHPUT
    draft.measure(metric, "mean", table.rates[test.column])
    draft.measure(Metric.LATENCY, "max", table.latencies.get(test.column))
    IoWork(None, test.write_percent, test.random_percent, None).describe(draft)
    size = size_in(table.size)
    draft.describe(processes=table.processes, working_set_bytes=f"{size:.0f}" if size else None)
    return draft


def _lines(lines: list[str]) -> Iterator[_Table]:
    """Read the lines for programs: the columns by their place."""
    for line, text in numbered(lines):
        start = len(text) - len(text.lstrip())
        match = _LINE.match(text, start)
        cells = text.strip().split(",")
        later = 2 if match and match["format"] >= _RANDOM_SIZE_FROM else 0
        if match is None or len(cells) < 19 + later:
            continue
        table = _Table(line, cells[2].strip(), cells[5], match["version"], cells[3])
        for test in _TESTS:
            place = 7 + later + 2 * test.column
            at = start + sum(len(cell) + 1 for cell in cells[:place]) + 1
            table.take_rate(test.column, cells[place], at)
            for text_of_time in cells[36 + later + test.column :][:1]:
                table.take_time(test.column, text_of_time, line)
        if table.rates or table.too_fast:
            yield table


class _ScreenReader:
    """Takes the lines of the screen: figures by the heading that they stand under."""

    def __init__(self) -> None:
        self.tables: list[_Table] = []
        self._begin(None)

    def _begin(self, version: str | None) -> None:
        """Begin what comes before the next table."""
        self._version = version
        self._processes: str | None = None
        self._table: _Table | None = None
        self._starts: list[int] = []
        """Where the six columns begin."""

    def take(self, line: int, text: str) -> None:
        """Take a line."""
        if title := _TITLE.match(text):
            self._begin(title["version"])
        elif concurrency := _CONCURRENCY.match(text):
            self._processes = concurrency["count"]
        elif self._version and _HEADING.match(text):
            self._starts = [match.start(1) for match in re.finditer(r"(\S{0,2}/sec) %CP", text)]
        elif len(self._starts) == _COLUMNS:
            self._take_figures(line, text)

    def _take_figures(self, line: int, text: str) -> None:
        if "Sequential Create" in text:
            self._begin(None)
        elif text.lstrip().startswith("Latency"):
            for match in _TIME.finditer(text):
                if self._table:
                    self._table.take_time(self._column(match.end() - 6), match[0], line)
        elif machine := _MACHINE.match(text):
            name, size = machine["name"], machine["size"]
            found = _Table(line, name, size, self._version, self._processes)
            for match in _VALUE.finditer(text, machine.end()):
                start = match.start()
                found.take_rate(self._column(start), match["rate"], start + 1)
            if self._table is None or len(found.rates) + found.too_fast > 1:
                self._table = found
                self.tables.append(found)

    def _column(self, place: int) -> int:
        """Return the column that begins nearest to a place."""
        return min(range(_COLUMNS), key=lambda column: abs(self._starts[column] - place))
