"""Rows brought into one shape: what a row must look like, and the repair of those that do not.

Rows that look right pass as they are, each by one regular expression; only the others are taken
apart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from itertools import groupby
from typing import TYPE_CHECKING

from arraywise.domain.evidence import MendedRows
from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.importers.dstat.clock import bytes_pattern_of, read_time

if TYPE_CHECKING:
    from collections.abc import Iterator

BLOCK = 1 << 22
_FIGURE = rb"-?(?:\d{1,30}+(?:\.\d{0,30}+)?+|\.\d{1,30}+)(?:[eE][+-]?\d{1,2}+)?+"
NUMBER = re.compile(_FIGURE)
_MISSED = re.compile(rb'"?missed \d+ ticks"?')


class Kind(Enum):
    """What stands in a field of a row."""

    NUMBER = "number"
    CLOCK = "clock"
    TEXT = "text"
    """A process name or anything else that is not loaded."""
    EMPTY = "empty"
    """Behind the last comma of a row that ends in one."""


@dataclass(frozen=True, slots=True)
class RowShape:
    """What every row has to look like."""

    kinds: tuple[Kind, ...]
    delimiter: str = ","
    time_format: str | None = None
    """Of the field of Kind.CLOCK; None for seconds since 1970."""
    year: int | None = None
    time_is_split: bool = False
    """The time format has a comma, so that the file's rows hold the time in two cells."""

    @property
    def clock(self) -> int | None:
        """Return the position of the time."""
        return self.kinds.index(Kind.CLOCK) if Kind.CLOCK in self.kinds else None

    def pattern(self) -> re.Pattern[bytes]:
        """Return the pattern of a row that can be loaded as it is."""
        other = re.escape(self.delimiter).encode()
        time = bytes_pattern_of(self.time_format) if self.time_format else _FIGURE
        part = {
            Kind.NUMBER: b"(?:" + _FIGURE + b")?+",
            Kind.CLOCK: b"(?P<time>" + time + b")",
            Kind.TEXT: b"[^\n\r" + other + b"]*+",
            Kind.EMPTY: b"",
        }
        # Neighbours of one kind are one repetition: a thousand processors have 5,000 columns.
        alike = [(kind, len(list(same))) for kind, same in groupby(self.kinds)]
        repeated = (
            part[k] if n == 1 else part[k] + b"(?:%b%b){%d}" % (other, part[k], n - 1)
            for k, n in alike
        )
        return re.compile(other.join(repeated) + rb"\r?")


@dataclass(slots=True)
class _Troubles:
    """How many rows had which trouble, and the line of the first of each."""

    counts: dict[str, int] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def note(self, trouble: str, line: int) -> None:
        self.counts[trouble] = self.counts.get(trouble, 0) + 1
        self.lines.setdefault(trouble, line)

    def problems(self) -> tuple[Problem, ...]:
        return tuple(
            Problem(severity, say(template, count=self.counts[trouble]), self.lines[trouble])
            for trouble, (severity, template) in _SENTENCES.items()
            if trouble in self.counts
        )


_SENTENCES = {
    "stray": (
        Severity.WARNING,
        "Lines that are no rows of this recording were left out: {count}.",
    ),
    "short": (
        Severity.WARNING,
        "Rows with fewer values than there are columns were left out: {count}.",
    ),
    "long": (
        Severity.WARNING,
        "Rows with more values than there are columns were left out: {count}.",
    ),
    "cells": (
        Severity.WARNING,
        "Rows with a value that is no number: {count}. Such a value counts as missing.",
    ),
    "missed": (
        Severity.INFO,
        "Rows in which the tool says that it missed ticks: {count}.",
    ),
}


def mend(shape: RowShape, first_line: int, rows: bytes) -> MendedRows:
    """Bring rows into one shape; a row that cannot be is left out and said. Never raises."""
    fits = shape.pattern().fullmatch
    days = _Days(shape)
    troubles = _Troubles()
    kept: list[bytes] = []
    for line, row in enumerate(_lines(rows), first_line):
        match = fits(row)
        if match is not None and days.holds(match):
            kept.append(row.rstrip(b"\r"))
            continue
        repaired = _repair(shape, row, line, troubles)
        match = fits(repaired) if repaired is not None else None
        if match is not None and days.holds(match):
            kept.append(match[0])
        elif repaired is not None:
            troubles.note("stray", line)
    return MendedRows(b"\n".join(kept) + b"\n" if kept else b"", troubles.problems())


class _Days:
    """Dates that were found in the calendar: `29-02` fits the pattern in every year."""

    def __init__(self, shape: RowShape) -> None:
        self._shape = shape
        self._known: dict[bytes, bool] = {}

    def holds(self, match: re.Match[bytes]) -> bool:
        """Say whether the date of a row is in the calendar."""
        time_format = self._shape.time_format
        if time_format is None:
            return True
        day: bytes = match["day"]
        if day not in self._known:
            year, time = self._shape.year or 2000, match["time"].decode("ascii")
            self._known[day] = any(read_time(time, time_format, y) for y in (year, year + 1))
        return self._known[day]


def _lines(rows: bytes) -> Iterator[bytes]:
    """Give the lines block by block: a list of ten million rows would not fit into memory."""
    start = 0
    while start < len(rows):
        stop = rows.find(b"\n", start + BLOCK)
        stop = len(rows) if stop < 0 else stop
        yield from rows[start:stop].split(b"\n")
        start = stop + 1


def _repair(shape: RowShape, row: bytes, line: int, troubles: _Troubles) -> bytes | None:
    """Bring one row into shape; None where it is left out, which is noted."""
    row = row.strip(b"\r\0 \x1a")
    if not row:
        return None
    cells = split_row(row, shape.delimiter.encode())
    if _MISSED.fullmatch(cells[-1]):
        troubles.note("missed", line)
        cells.pop()
    cells = _fitted(shape, cells)
    if len(cells) != len(shape.kinds):
        troubles.note(_misfit(shape, cells), line)
        return None
    return _cleaned(shape, cells, line, troubles)


def split_row(row: bytes, delimiter: bytes) -> list[bytes]:
    """Split a row at its delimiters outside quotes, and take the quotes off."""
    if b'"' not in row:
        return [cell.strip() for cell in row.split(delimiter)]
    hidden = re.sub(rb'"[^"]*"', lambda quoted: quoted[0].replace(delimiter, b"\0"), row)
    return [c.replace(b"\0", delimiter).strip(b' "') for c in hidden.split(delimiter)]


def _fitted(shape: RowShape, cells: list[bytes]) -> list[bytes]:
    """Undo what is known to put cells too many or too few into a row."""
    wanted, clock = len(shape.kinds), shape.clock
    if shape.time_is_split and clock is not None and len(cells) > clock + 1:
        cells[clock : clock + 2] = [cells[clock] + b" " + cells[clock + 1]]
    while len(cells) > wanted and not cells[-1]:
        cells.pop()
    if len(cells) == wanted - 1 and shape.kinds[-1] is Kind.EMPTY:
        cells.append(b"")
    if len(cells) > wanted and Kind.TEXT in shape.kinds:  # a process name with a comma in it
        first = shape.kinds.index(Kind.TEXT)
        last = wanted - 1 - shape.kinds[::-1].index(Kind.TEXT)
        behind = wanted - 1 - last
        tail = cells[len(cells) - behind :] if behind else []
        cells = [*cells[:first], *[b""] * (last - first + 1), *tail]
    return cells


def _misfit(shape: RowShape, cells: list[bytes]) -> str:
    """Tell a row of the wrong length from a line that is no row at all."""
    figures = sum(NUMBER.fullmatch(cell) is not None for cell in cells)
    if figures * 2 < len(cells):
        return "stray"
    return "short" if len(cells) < len(shape.kinds) else "long"


def _cleaned(shape: RowShape, cells: list[bytes], line: int, troubles: _Troubles) -> bytes | None:
    """Empty what is not loaded and what is no number; None for a line that is no row."""
    numbers = [i for i, kind in enumerate(shape.kinds) if kind is Kind.NUMBER]
    bad = [i for i in numbers if cells[i] and not NUMBER.fullmatch(cells[i])]
    if len(bad) * 2 > len(numbers):
        troubles.note("stray", line)
        return None
    if bad:
        troubles.note("cells", line)
    for i in {*bad, *(i for i, k in enumerate(shape.kinds) if k in {Kind.TEXT, Kind.EMPTY})}:
        cells[i] = b""
    return shape.delimiter.encode().join(cells)
