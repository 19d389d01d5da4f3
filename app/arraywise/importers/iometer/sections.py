"""The sections of Iometer's results file, which several batches may have been appended to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from arraywise.importers.kit.readings import MOST_RUNS, PrintedNumber, number, shortened
from arraywise.importers.kit.text import numbered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.importers.kit.readings import Log

_STAMP = re.compile(r"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?::\d{1,3})?")
_SPEC_LINE = re.compile(r"\d{1,12}(?:,\d{1,12}){7}")
_TARGETS = ("ALL", "MANAGER", "WORKER", "DISK", "NETWORK", "UNKNOWN")
_MOST_ROWS = 20_000
_NAME = "access specification name"
_NAMED_ROWS = ("ALL", "MANAGER", "WORKER")
"""Rows that carry the specification's name, which may hold commas; others leave it empty."""


class Pattern(NamedTuple):
    """One line of an access specification."""

    size: int
    share: int
    reads: int
    random: int


@dataclass(slots=True)
class IometerRow:
    """One line of results: cells by the column's name in small letters."""

    kind: str
    name: str
    cells: dict[str, PrintedNumber]
    spec: str
    line: int

    def cell(self, *names: str) -> PrintedNumber | None:
        """Return the first column of these names that has a number; -1 means ambiguous."""
        return next((self.cells[name] for name in names if name in self.cells), None)

    def value(self, name: str) -> float | None:
        """Return a number."""
        result = self.cells.get(name)
        return result.value if result else None


@dataclass(slots=True)
class ResultBlock:
    """The results of one test."""

    line: int
    version: str | None
    description: str | None
    patterns: dict[str, list[Pattern]]
    """Access specifications that were in force, by name."""
    rows: list[IometerRow] = field(default_factory=list)
    ended_at: str | None = None
    aborted: bool = False

    def runs_of_kind(self, kind: str) -> list[IometerRow]:
        """Return the rows of a kind of target."""
        return [row for row in self.rows if row.kind == kind]


@dataclass(slots=True)
class Sections:
    """All tests of a file."""

    blocks: list[ResultBlock] = field(default_factory=list)
    ended: bool = False
    aborted: bool = False


@dataclass(slots=True)
class _State:
    """Where in the file the reading is."""

    section: str = ""
    version: str | None = None
    description: str | None = None
    patterns: dict[str, list[Pattern]] = field(default_factory=dict)
    spec: str = ""
    columns: list[str] = field(default_factory=list)


def find_blocks(lines: Sequence[str], notes: Log) -> Sections:
    """Read all sections; damaged rows are told to the notes."""
    result, state = Sections(), _State()
    for number_, text in numbered(list(lines)):
        line = text.strip()
        if line.startswith("'"):
            _open_section(line, number_, state, result)
        elif line.startswith("Aborted test"):
            result.aborted = True
            for block in result.blocks[-1:]:
                block.aborted = True
        else:
            _take(line, number_, text, state, result, notes)
    return result


def _open_section(line: str, number_: int, state: _State, result: Sections) -> None:
    heading = line[1:].strip()
    if heading.startswith("Target Type,"):
        state.columns = [name.strip().lower() for name in heading.split(",")]
        return
    state.section = heading.split(",")[0].strip().lower()
    if state.section == "test type":
        state.version, state.description, state.patterns = None, None, {}
        result.ended = False
    elif state.section == "access specifications":
        state.patterns = {}
    elif state.section == "results":
        if len(result.blocks) < MOST_RUNS:
            result.blocks.append(
                ResultBlock(number_, state.version, state.description, state.patterns)
            )
    elif state.section == "end test":
        result.ended = True


def _take(line: str, number_: int, text: str, state: _State, result: Sections, notes: Log) -> None:
    section = state.section
    if section == "test type":
        state.description = shortened(line.partition(",")[2]) or None
    elif section == "version":
        state.version = shortened(line, 40)
    elif section == "time stamp":
        _parse_stamp(line, result)
    elif section == "access specification name":
        state.spec = line.rpartition(",")[0].strip() or line
        state.patterns.setdefault(state.spec, [])
    elif section == "size" and _SPEC_LINE.fullmatch(line):
        size, share, reads, random, *_ = map(int, line.split(","))
        state.patterns.setdefault(state.spec, []).append(Pattern(size, share, reads, random))
    elif section == "results" and result.blocks:
        add_row_values(text, number_, state.columns, result.blocks[-1], notes)


def _parse_stamp(line: str, result: Sections) -> None:
    """The stamp after results is when that test ended."""
    stamp = _STAMP.match(line)
    for block in result.blocks[-1:]:
        if stamp and block.ended_at is None:
            block.ended_at = f"{stamp[1]}T{stamp[2]}"


def add_row_values(
    text: str, number_: int, columns: Sequence[str], block: ResultBlock, notes: Log
) -> None:
    """Add a line of results to a block; a damaged one is told to the notes."""
    cells = text.split(",")
    kind = cells[0].strip()
    if kind not in _TARGETS or len(block.rows) >= _MOST_ROWS:
        return
    if _NAME not in columns:
        notes.warn("Column names are missing; results not read.", number_)
        return
    at = columns.index(_NAME)
    extra = max(len(cells) - len(columns), 0)
    starts = [0]
    for cell in cells:
        starts.append(starts[-1] + len(cell) + 1)
    spec = ",".join(cells[at : at + extra + 1]).strip()
    if extra and (kind not in _NAMED_ROWS or (block.patterns and spec not in block.patterns)):
        notes.warn("Row with more cells than columns; left out.", number_)
        return
    if kind == "ALL" and len(cells) < len(columns):
        cells.pop()  # the file ends in this row, maybe in this number
    values = {
        name: PrintedNumber(value, number_, starts[i] + 1)
        for i, name in _places(columns, at, extra)
        if i < len(cells) and (value := number(cells[i])) is not None
    }
    name = shortened(cells[1]) if len(cells) > 1 else ""
    block.rows.append(IometerRow(kind, name, values, spec, number_))


def _places(columns: Sequence[str], at: int, extra: int) -> list[tuple[int, str]]:
    """Return where each column's cell stands; commas in a name move all that follow."""
    return [(i + extra if i > at else i, name) for i, name in enumerate(columns) if i != at]
