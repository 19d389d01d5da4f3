"""The sections of Iometer's results file, which several batches may have been appended to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from arraywise.importers.kit.readings import MOST_RUNS, Printed, number, shortened
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
class Row:
    """One line of results: cells by the column's name in small letters."""

    kind: str
    name: str
    cells: dict[str, Printed]
    spec: str
    line: int

    def cell(self, *names: str) -> Printed | None:
        """Return the first column of these names that has a number; -1 means ambiguous."""
        return next((self.cells[name] for name in names if name in self.cells), None)

    def value(self, name: str) -> float | None:
        """Return a number."""
        found = self.cells.get(name)
        return found.value if found else None


@dataclass(slots=True)
class Block:
    """The results of one test."""

    line: int
    version: str | None
    description: str | None
    patterns: dict[str, list[Pattern]]
    """Access specifications that were in force, by name."""
    rows: list[Row] = field(default_factory=list)
    ended_at: str | None = None
    aborted: bool = False

    def of_kind(self, kind: str) -> list[Row]:
        """Return the rows of a kind of target."""
        return [row for row in self.rows if row.kind == kind]


@dataclass(slots=True)
class Sections:
    """All tests of a file."""

    blocks: list[Block] = field(default_factory=list)
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
    found, state = Sections(), _State()
    for number_, text in numbered(list(lines)):
        line = text.strip()
        if line.startswith("'"):
            _open_section(line, number_, state, found)
        elif line.startswith("Aborted test"):
            found.aborted = True
            for block in found.blocks[-1:]:
                block.aborted = True
        else:
            _take(line, number_, text, state, found, notes)
    return found


def _open_section(line: str, number_: int, state: _State, found: Sections) -> None:
    heading = line[1:].strip()
    if heading.startswith("Target Type,"):
        state.columns = [name.strip().lower() for name in heading.split(",")]
        return
    state.section = heading.split(",")[0].strip().lower()
    if state.section == "test type":
        state.version, state.description, state.patterns = None, None, {}
        found.ended = False
    elif state.section == "access specifications":
        state.patterns = {}
    elif state.section == "results":
        if len(found.blocks) < MOST_RUNS:
            found.blocks.append(Block(number_, state.version, state.description, state.patterns))
    elif state.section == "end test":
        found.ended = True


def _take(line: str, number_: int, text: str, state: _State, found: Sections, notes: Log) -> None:
    section = state.section
    if section == "test type":
        state.description = shortened(line.partition(",")[2]) or None
    elif section == "version":
        state.version = shortened(line, 40)
    elif section == "time stamp":
        _take_stamp(line, found)
    elif section == "access specification name":
        state.spec = line.rpartition(",")[0].strip() or line
        state.patterns.setdefault(state.spec, [])
    elif section == "size" and _SPEC_LINE.fullmatch(line):
        size, share, reads, random, *_ = map(int, line.split(","))
        state.patterns.setdefault(state.spec, []).append(Pattern(size, share, reads, random))
    elif section == "results" and found.blocks:
        take_row(text, number_, state.columns, found.blocks[-1], notes)


def _take_stamp(line: str, found: Sections) -> None:
    """The stamp after results is when that test ended."""
    stamp = _STAMP.match(line)
    for block in found.blocks[-1:]:
        if stamp and block.ended_at is None:
            block.ended_at = f"{stamp[1]}T{stamp[2]}"


def take_row(text: str, number_: int, columns: Sequence[str], block: Block, notes: Log) -> None:
    """Add a line of results to a block; a damaged one is told to the notes."""
    cells = text.split(",")
    kind = cells[0].strip()
    if kind not in _TARGETS or len(block.rows) >= _MOST_ROWS:
        return
    if _NAME not in columns:
        notes.warn("There are no column names above these results; they were not read.", number_)
        return
    at = columns.index(_NAME)
    extra = max(len(cells) - len(columns), 0)
    starts = [0]
    for cell in cells:
        starts.append(starts[-1] + len(cell) + 1)
    spec = ",".join(cells[at : at + extra + 1]).strip()
    if extra and (kind not in _NAMED_ROWS or (block.patterns and spec not in block.patterns)):
        notes.warn("This row has more cells than there are columns; it was left out.", number_)
        return
    if kind == "ALL" and len(cells) < len(columns):
        cells.pop()  # the file ends in this row, maybe in this number
    values = {
        name: Printed(value, number_, starts[i] + 1)
        for i, name in _places(columns, at, extra)
        if i < len(cells) and (value := number(cells[i])) is not None
    }
    name = shortened(cells[1]) if len(cells) > 1 else ""
    block.rows.append(Row(kind, name, values, spec, number_))


def _places(columns: Sequence[str], at: int, extra: int) -> list[tuple[int, str]]:
    """Return where each column's cell stands; commas in a name move all that follow."""
    return [(i + extra if i > at else i, name) for i, name in enumerate(columns) if i != at]
