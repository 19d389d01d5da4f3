"""Splits a table of published figures into head and rows; knows where each cell begins."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from arraywise.importers.text import numbered

if TYPE_CHECKING:
    from collections.abc import Iterable

SIGN: Final = "Arraywise published figures"
"""What the first cell of a file says."""
COLUMNS: Final = (
    "option",
    "condition",
    "users",
    "small_ios",
    "large_ios",
    "metric",
    "statistic",
    "value",
    "unit",
    "certainty",
    "note",
)
HEADS: Final = ("title", "authors", "year", "where")
"""What the head must say of the publication, a line each."""
MOST_ROWS: Final = 20_000
"""No publication prints more figures; what is beyond is counted and left out."""
_CELL = re.compile(r'"((?:[^"]|"")*)"|([^,"]*)')


class Cell(NamedTuple):
    """One cell of a row."""

    text: str
    column: int
    """Character in the line, from 1."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line below the headings; cells by the name of their column."""

    line: int
    cells: dict[str, Cell]

    def text(self, name: str) -> str:
        """Return what a cell says."""
        return self.cells[name].text


@dataclass(slots=True)
class Table:
    """A file as it is laid out."""

    head: dict[str, str] = field(default_factory=dict)
    """What is said of the publication, by the name of the line in small letters."""
    rows: list[Row] = field(default_factory=list)
    damaged: list[int] = field(default_factory=list)
    """Lines whose cells are not those of the headings."""
    has_headings: bool = False
    left_out: int = 0
    """Rows beyond the most that are read."""


def split_table(lines: Iterable[str]) -> Table:
    """Split a file: lines of `name,text`, the line of headings, a line for each figure."""
    table = Table()
    for line, text in numbered(list(lines)):
        if len(table.rows) + len(table.damaged) >= MOST_ROWS:
            table.left_out += 1
            continue
        cells = split_cells(text)
        if table.has_headings:
            _add_row(table, line, cells)
        elif cells and tuple(cell.text.strip() for cell in cells) == COLUMNS:
            table.has_headings = True
        elif cells and len(cells) >= 2:
            table.head.setdefault(cells[0].text.lower(), cells[1].text)
    return table


def _add_row(table: Table, line: int, cells: list[Cell] | None) -> None:
    if cells is None or len(cells) != len(COLUMNS):
        table.damaged.append(line)
    else:
        table.rows.append(Row(line, dict(zip(COLUMNS, cells, strict=True))))


def split_cells(text: str) -> list[Cell] | None:
    """Split a line at its commas; None where its quotes do not match."""
    cells: list[Cell] = []
    place = 0
    while True:
        match = _CELL.match(text, place)
        if match is None:
            return None
        quoted, bare = match.groups()
        if quoted is None:
            offset = place + len(bare) - len(bare.lstrip())
            cells.append(Cell(bare.strip(), offset + 1))
        else:
            cells.append(Cell(quoted.replace('""', '"').strip(), place + 2))
        place = match.end()
        if place == len(text):
            return cells
        if text[place] != ",":
            return None
        place += 1
