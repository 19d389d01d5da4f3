"""Reads bonnie++: its table on the screen and the line for programs (CSV) below it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from arraywise.domain.evidence import Metric
from arraywise.domain.units import KIB
from arraywise.importers.kit.importer import TextImporter
from arraywise.importers.kit.readings import (
    IoWorkload,
    PrintedNumber,
    ReadingDraft,
    RunDraft,
    as_short_line,
    parse_number,
    parse_size_bytes,
)
from arraywise.importers.kit.text import number_nonblank_lines

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
class _BonnieTest:
    """A test that storage decides; those by single characters measure the C library."""

    name: str
    column: int
    """Among the six columns of the table."""
    write_percent: float | None
    random_percent: float


_TESTS: Final = (
    _BonnieTest("block write", 1, 100.0, 0.0),
    _BonnieTest("rewrite", 2, None, 0.0),
    _BonnieTest("block read", 4, 0.0, 0.0),
    _BonnieTest("seeks", 5, None, 100.0),
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
class _BonnieResults:
    """The results of one call."""

    line: int
    name: str = ""
    size: str = ""
    version: str | None = None
    processes: str | None = None
    rates: dict[int, PrintedNumber] = field(default_factory=dict)
    """By column; bytes a second, of the seeks a count a second."""
    latencies: dict[int, PrintedNumber] = field(default_factory=dict)
    too_fast_count: int = 0

    def set_rate(self, column: int, text: str, position: int) -> None:
        """Store the rate of a test, in KiB where it has no unit; the seeks are a count."""
        if column not in _KEPT:
            return
        unit = text[-1:] if text[-1:] in "kmgt" else ""
        value = parse_number(text.removesuffix(unit))
        self.too_fast_count += text.startswith("+")
        if value:
            factor = _UNITS[unit or ("" if column == _SEEKS else "k")]
            self.rates[column] = PrintedNumber(value * factor, self.line, position)

    def set_longest_time(self, column: int, text: str, line: int) -> None:
        """Store the longest time of a test."""
        if column in _KEPT and (match := _TIME.fullmatch(text)):
            time = float(match["time"]) * _SECONDS[match["unit"]]
            self.latencies[column] = PrintedNumber(time, line)

    @property
    def call_key(self) -> tuple[str, str, int]:
        """Return what the table and the CSV line of one call have in common."""
        return self.name, self.size, round(self.rates[_SEEKS].value if _SEEKS in self.rates else 0)


class BonnieImporter(TextImporter):
    """Importer of bonnie++: every file is read on its own."""

    tool = "bonnie"
    run_type = "I/O test"
    signature = re.compile(
        r"^.{0,40}?\d\.\d\d\w? +-{4,}Sequential Output|^[ \t]*+1\.9\d\w?,[12]\.\d\d\w?,",
        re.MULTILINE,
    )

    def read_text(self, text: str, reading: ReadingDraft) -> None:
        """Read a text; a call in both forms counts once, in that with more digits."""
        lines = _QUOTED.sub(lambda match: " " * len(match[0]), text).split("\n")
        screen = _ScreenReader()
        for line_number, line in number_nonblank_lines([whole[:400] for whole in lines]):
            screen.read_line(line_number, line)
        exact = list(_parse_csv_lines(lines))
        exact_keys = {table.call_key for table in exact}
        shown = [table for table in screen.tables if table.call_key not in exact_keys]
        for table in sorted((*exact, *shown), key=lambda each: each.line):
            reading.version = reading.version or table.version
            for test in _TESTS:
                if test.column in table.rates:
                    reading.add_run(_build_run_draft(table, test))
            if table.too_fast_count:
                reading.warn(_FAST, table.line, count=table.too_fast_count)
        if reading.drafts:
            reading.info(_CHARACTERS)
            reading.info(_MEMORY)


def _build_run_draft(table: _BonnieResults, test: _BonnieTest) -> RunDraft:
    draft = RunDraft(line=table.line, complete=True)
    draft.name = as_short_line(f"{table.name} {test.name}".strip())
    metric = Metric.IOPS if test.column == _SEEKS else Metric.THROUGHPUT
    draft.add_measurement(metric, "mean", table.rates[test.column])
    draft.add_measurement(Metric.LATENCY, "max", table.latencies.get(test.column))
    IoWorkload(None, test.write_percent, test.random_percent, None).describe_run(draft)
    size = parse_size_bytes(table.size)
    draft.add_attributes(
        processes=table.processes, working_set_bytes=f"{size:.0f}" if size else None
    )
    return draft


def _parse_csv_lines(lines: list[str]) -> Iterator[_BonnieResults]:
    """Parse the CSV lines for programs, whose columns have no names."""
    for line, text in number_nonblank_lines(lines):
        start = len(text) - len(text.lstrip())
        match = _LINE.match(text, start)
        cells = text.strip().split(",")
        shift = 2 if match and match["format"] >= _RANDOM_SIZE_FROM else 0
        if match is None or len(cells) < 19 + shift:
            continue
        table = _BonnieResults(line, cells[2].strip(), cells[5], match["version"], cells[3])
        for test in _TESTS:
            cell_index = 7 + shift + 2 * test.column
            at = start + sum(len(cell) + 1 for cell in cells[:cell_index]) + 1
            table.set_rate(test.column, cells[cell_index], at)
            for text_of_time in cells[36 + shift + test.column :][:1]:
                table.set_longest_time(test.column, text_of_time, line)
        if table.rates or table.too_fast_count:
            yield table


class _ScreenReader:
    """Reads the lines of the screen: figures by the heading above them."""

    def __init__(self) -> None:
        self.tables: list[_BonnieResults] = []
        self._begin_next_table(None)

    def _begin_next_table(self, version: str | None) -> None:
        """Forget the last table and begin another one."""
        self._version = version
        self._processes: str | None = None
        self._table: _BonnieResults | None = None
        self._starts: list[int] = []
        """Where the six columns begin."""

    def read_line(self, line: int, text: str) -> None:
        """Read a line."""
        if title := _TITLE.match(text):
            self._begin_next_table(title["version"])
        elif concurrency := _CONCURRENCY.match(text):
            self._processes = concurrency["count"]
        elif self._version and _HEADING.match(text):
            self._starts = [match.start(1) for match in re.finditer(r"(\S{0,2}/sec) %CP", text)]
        elif len(self._starts) == _COLUMNS:
            self._read_figures(line, text)

    def _read_figures(self, line: int, text: str) -> None:
        if "Sequential Create" in text:
            self._begin_next_table(None)
        elif text.lstrip().startswith("Latency"):
            for match in _TIME.finditer(text):
                if self._table:
                    self._table.set_longest_time(
                        self._nearest_column(match.end() - 6), match[0], line
                    )
        elif machine := _MACHINE.match(text):
            name, size = machine["name"], machine["size"]
            found = _BonnieResults(line, name, size, self._version, self._processes)
            for match in _VALUE.finditer(text, machine.end()):
                start = match.start()
                found.set_rate(self._nearest_column(start), match["rate"], start + 1)
            if self._table is None or len(found.rates) + found.too_fast_count > 1:
                self._table = found
                self.tables.append(found)

    def _nearest_column(self, position: int) -> int:
        """Return the column that begins nearest to a position in the line."""
        return min(range(_COLUMNS), key=lambda column: abs(self._starts[column] - position))
