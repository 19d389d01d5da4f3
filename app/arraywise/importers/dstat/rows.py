"""Rows to one shape, their clock, which tool.

The family writes local time without a year; the year is in the preamble, with a zone whose
abbreviation may mean several offsets. Moments are kept as if the clock ran in UTC.

Rows that look right pass as they are, each by one regular expression; only the others are taken
apart.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from arraywise.domain.evidence import RepairedRows
from arraywise.domain.messages import Severity
from arraywise.importers.dstat.header import (
    DOOL_BITS,
    DSTAT,
    PCP,
    UNKNOWN,
    ColumnHeading,
    Factors,
    are_disk_bytes,
    guess_groups,
    headings_of,
    rebuild,
)
from arraywise.importers.kit.clocks import datetime_or_none, parse_utc_offset_s
from arraywise.importers.kit.readings import ROW_SENTENCES, LineProblemCounts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.importers.dstat.header import Command, Preamble
    from arraywise.importers.kit.readings import ProblemCollector

MONTHS = {
    name: number
    for number, name in enumerate(
        ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"), 1
    )
}
FORMATS = (
    "%d-%m %H:%M:%S",
    "%b-%d %H:%M:%S",
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%dT%H:%M:%S",
    "%m-%d %H:%M:%S",
    "%d/%m %H:%M:%S",
    "%m/%d %H:%M:%S",
    "%Y/%m/%d %H:%M:%S",
    "%Y/%m/%d %H:%M",
    "%d.%m.%Y %H:%M:%S",
    "%d.%m.%Y %H:%M",
    "%d/%m/%Y %H:%M:%S",
    "%m/%d/%Y %H:%M:%S",
    "%d/%m/%Y %H:%M",
    "%m/%d/%Y %H:%M",
)
"""Those of the tools first; a user may set another one by DSTAT_TIMEFMT or DOOL_TIMEFMT."""

_HOURS = r"(?:[01]?\d|2[0-3])"
_DIRECTIVES = {
    "%Y": r"(?P<Y>(?:19|20)\d\d)",
    "%m": r"(?P<m>0?[1-9]|1[0-2])",
    "%b": f"(?P<b>{'|'.join(MONTHS)})",
    "%d": r"(?P<d>0?[1-9]|[12]\d|3[01])",
    "%H": f"(?P<H>{_HOURS[3:]}",
    "%M": r"(?P<M>[0-5]\d)",
    "%S": r"(?P<S>[0-5]\d)",
}
_DATE = re.compile(r"(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{1,2}):(\d\d):(\d\d)\s*(.*)")


@dataclass(frozen=True, slots=True)
class PrintedDate:
    """The `Date:` of a preamble."""

    moment: datetime | None = None
    """As the clock showed it, kept as if it were UTC."""
    zone: str = ""
    utc_offset_s: float | None = None


def read_start(text: str) -> PrintedDate:
    """Read `20 Nov 2026 12:13:38 UTC`; only UTC, GMT and figures say their offset."""
    match = _DATE.fullmatch(text.strip())
    if match is None or match[2] not in MONTHS:
        return PrintedDate()
    day, year, hour, minute, second = (int(match[i]) for i in (1, 3, 4, 5, 6))
    moment = datetime_or_none(year, MONTHS[match[2]], day, hour, minute, second, zone=UTC)
    zone = match[7].strip()
    return PrintedDate(moment, zone, parse_utc_offset_s(zone)) if moment else PrintedDate()


@cache
def pattern_of(time_format: str) -> re.Pattern[str]:
    """Return the pattern of the texts that a time format writes."""
    parts = re.split(r"(%.)", time_format)
    return re.compile("".join(_DIRECTIVES.get(p) or re.escape(p) for p in parts), re.ASCII)


def bytes_pattern_of(time_format: str) -> bytes:
    """Return the same pattern for bytes; its only group is `day`, all but the clock."""
    pattern = re.sub(r"\(\?P<.>", "(?:", pattern_of(time_format).pattern)
    hours = pattern.index(_HOURS)
    return f"(?P<day>{pattern[:hours]}){pattern[hours:]}".encode()


def read_time(text: str, time_format: str, year: int | None) -> datetime | None:
    """Read a time as if it were UTC; None where it is not of the format or not in the calendar."""
    match = pattern_of(time_format).fullmatch(text.strip())
    if match is None:
        return None
    parts = match.groupdict()
    month = MONTHS[parts["b"]] if "b" in parts else int(parts["m"])
    clock = (int(parts["H"]), int(parts["M"]), int(parts.get("S") or 0))
    return datetime_or_none(
        int(parts.get("Y") or year or 0), month, int(parts["d"]), *clock, zone=UTC
    )


def find_format(texts: Sequence[str], start: PrintedDate) -> str | None:
    """Find the format that reads most texts; of several the one closest to the start."""
    if not texts:
        return None
    read = {f: [t for t in texts if pattern_of(f).fullmatch(t.strip())] for f in FORMATS}
    fitting = [f for f in FORMATS if len(read[f]) * 2 > len(texts)]
    if not fitting or start.moment is None:
        return fitting[0] if fitting else None
    moment = start.moment

    def distance(time_format: str) -> float:
        time = read_time(read[time_format][0], time_format, moment.year)
        return abs((time - moment).total_seconds()) if time else float("inf")

    return min(fitting, key=distance)


def year_of(first: Sequence[str], time_format: str, start: PrintedDate) -> int | None:
    """Return the year of the first row: that of the start, or the next one on New Year's Eve.

    None where the format has the year itself or no start tells it. There may be no first row.
    """
    if "%Y" in time_format or start.moment is None:
        return None
    year = start.moment.year
    read = read_time(first[0], time_format, year + 1) if first else None
    if read is not None and start.moment.month == 12 and read.month == 1:
        return year + 1
    return year


BLOCK = 1 << 22
_FIGURE = rb"-?(?:\d{1,30}+(?:\.\d{0,30}+)?+|\.\d{1,30}+)(?:[eE][+-]?\d{1,2}+)?+"
NUMBER = re.compile(_FIGURE)
_MISSED = re.compile(rb'"?missed \d+ ticks"?')


class FieldKind(Enum):
    """What is in a field of a row."""

    NUMBER = "number"
    CLOCK = "clock"
    TEXT = "text"
    """A process name or anything else that is not loaded."""
    EMPTY = "empty"
    """Behind the last comma of a row that ends in one."""


@dataclass(frozen=True, slots=True)
class RowShape:
    """What every row has to look like."""

    kinds: tuple[FieldKind, ...]
    delimiter: str = ","
    time_format: str | None = None
    """Of the field of Kind.CLOCK; None for seconds since 1970."""
    year: int | None = None
    time_is_split: bool = False
    """The time format has a comma, so that the file's rows hold the time in two cells."""

    @property
    def clock(self) -> int | None:
        """Return the position of the time."""
        return self.kinds.index(FieldKind.CLOCK) if FieldKind.CLOCK in self.kinds else None

    def pattern(self) -> re.Pattern[bytes]:
        """Return the pattern of a row that can be loaded as it is."""
        other = re.escape(self.delimiter).encode()
        time = bytes_pattern_of(self.time_format) if self.time_format else _FIGURE
        part = {
            FieldKind.NUMBER: b"(?:" + _FIGURE + b")?+",
            FieldKind.CLOCK: b"(?P<time>" + time + b")",
            FieldKind.TEXT: b"[^\n\r" + other + b"]*+",
            FieldKind.EMPTY: b"",
        }
        # Neighbours of one kind are one repetition: a thousand processors have 5,000 columns.
        alike = [(kind, len(list(same))) for kind, same in groupby(self.kinds)]
        repeated = (
            part[k] if n == 1 else part[k] + b"(?:%b%b){%d}" % (other, part[k], n - 1)
            for k, n in alike
        )
        return re.compile(other.join(repeated) + rb"\r?")


_SENTENCES = {
    **ROW_SENTENCES,
    "cells": (
        Severity.WARNING,
        "Rows with a value that is not a number: {count}. It counts as missing.",
    ),
    "missed": (Severity.INFO, "Rows with ticks missed by the tool: {count}."),
}


def repair_rows(shape: RowShape, first_line: int, rows: bytes) -> RepairedRows:
    """Bring rows into one shape; a row that cannot be is left out and said. Never raises."""
    fits = shape.pattern().fullmatch
    days = _Days(shape)
    troubles = LineProblemCounts()
    stored: list[bytes] = []
    for line, row in enumerate(_lines(rows), first_line):
        match = fits(row)
        if match is not None and days.holds(match):
            stored.append(row.rstrip(b"\r"))
            continue
        repaired = _repair(shape, row, line, troubles)
        match = fits(repaired) if repaired is not None else None
        if match is not None and days.holds(match):
            stored.append(match[0])
        elif repaired is not None:
            troubles.count_line("stray", line)
    return RepairedRows(
        b"\n".join(stored) + b"\n" if stored else b"", troubles.build_problems(_SENTENCES)
    )


class _Days:
    """Dates that were found in the calendar: `29-02` fits the pattern in every year."""

    def __init__(self, shape: RowShape) -> None:
        self._shape = shape
        self._known: dict[bytes, bool] = {}

    def holds(self, match: re.Match[bytes]) -> bool:
        """Return whether the date of a row is in the calendar."""
        time_format = self._shape.time_format
        if time_format is None:
            return True
        day: bytes = match["day"]
        if day not in self._known:
            year, time = self._shape.year or 2000, match["time"].decode("ascii")
            self._known[day] = any(read_time(time, time_format, y) for y in (year, year + 1))
        return self._known[day]


def _lines(rows: bytes) -> Iterator[bytes]:
    """Return the lines block by block: a list of ten million rows would not fit into memory."""
    start = 0
    while start < len(rows):
        stop = rows.find(b"\n", start + BLOCK)
        stop = len(rows) if stop < 0 else stop
        yield from rows[start:stop].split(b"\n")
        start = stop + 1


def _repair(shape: RowShape, row: bytes, line: int, troubles: LineProblemCounts) -> bytes | None:
    """Bring one row into shape; None where it is left out, which is noted."""
    row = row.strip(b"\r\0 \x1a")
    if not row:
        return None
    cells = split_row(row, shape.delimiter.encode())
    if _MISSED.fullmatch(cells[-1]):
        troubles.count_line("missed", line)
        cells.pop()
    cells = _fitted(shape, cells)
    if len(cells) != len(shape.kinds):
        troubles.count_line(_misfit(shape, cells), line)
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
    if len(cells) == wanted - 1 and shape.kinds[-1] is FieldKind.EMPTY:
        cells.append(b"")
    if len(cells) > wanted and FieldKind.TEXT in shape.kinds:  # a process name with a comma in it
        first = shape.kinds.index(FieldKind.TEXT)
        last = wanted - 1 - shape.kinds[::-1].index(FieldKind.TEXT)
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


def _cleaned(
    shape: RowShape, cells: list[bytes], line: int, troubles: LineProblemCounts
) -> bytes | None:
    """Empty what is not loaded and what is no number; None for a line that is no row."""
    numbers = [i for i, kind in enumerate(shape.kinds) if kind is FieldKind.NUMBER]
    bad = [i for i in numbers if cells[i] and not NUMBER.fullmatch(cells[i])]
    if len(bad) * 2 > len(numbers):
        troubles.count_line("stray", line)
        return None
    if bad:
        troubles.count_line("cells", line)
    for i in {
        *bad,
        *(i for i, k in enumerate(shape.kinds) if k in {FieldKind.TEXT, FieldKind.EMPTY}),
    }:
        cells[i] = b""
    return shape.delimiter.encode().join(cells)


Rows = list[list[bytes]]
_LOOKED_AT = 200


@dataclass(frozen=True, slots=True)
class RowLayout:
    """Where the columns stand in a row."""

    headings: tuple[ColumnHeading, ...]
    field_count: int
    """Fields of a row, after mending where it is needed."""
    ends_in_delimiter: bool = False
    time_is_split: bool = False
    rebuilt: bool = False
    """The names come from the command line, since the header is not whole."""
    guessed: bool = False
    """The groups come from the order of the names, since there is no line of groups."""

    def aligned(self, rows: Rows) -> Rows:
        """Join the two cells of a split time, so that all cells are at their positions."""
        at = next((h.position for h in self.headings if h.is_time), None)
        if not self.time_is_split or at is None:
            return rows
        return [[*row[:at], b" ".join(row[at : at + 2]), *row[at + 2 :]] for row in rows]


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Header and rows that cannot be brought together."""

    values: int
    names: int


def build_layout(
    preamble: Preamble, command: Command, rows: Rows, tool: str
) -> RowLayout | Mismatch:
    """Bring header and rows together; `rows` are the first rows of the run."""
    names, groups = list(preamble.names), list(preamble.groups)
    while names and not names[-1]:
        names.pop()
    rows = (rows[1:] or rows)[:_LOOKED_AT]  # the first row of pcp-dstat is short
    guessed = not any(groups)
    if guessed:
        groups = _guessed_groups(names, rows, tool)
    width = _usual_width(rows, len(names))
    rows = [row for row in rows if len(row) == width] or rows
    ends_empty = sum(len(row) > len(names) and not row[-1] for row in rows)
    if ends_empty * 2 > len(rows):
        width -= 1
    headings = tuple(headings_of(groups, names, range(len(names))))
    if width == len(names):
        always = ends_empty == len(rows)
        return RowLayout(headings, width + always, always, guessed=guessed)
    if width > len(names) and tool != "pcp-dstat" and any(h.is_text for h in headings):
        return RowLayout(headings, len(names))  # commas in the names of processes
    return (
        _explained(names, groups, rows, width)
        or _rebuilt(names, command, width)
        or Mismatch(width, len(names))
    )


def _usual_width(rows: Rows, names: int) -> int:
    """Return the usual number of cells; lines of one cell are strays where more are named."""
    widths = Counter(len(row) for row in rows if len(row) > 1 or names == 1)
    return widths.most_common(1)[0][0] if widths else 1


def _guessed_groups(names: Sequence[str], rows: Rows, tool: str) -> list[str]:
    """Guess groups from names alone; `read` and `writ` only where they can only be bytes."""
    groups = guess_groups(names)
    for i, name in enumerate(names[:-1]):
        if (name, names[i + 1], groups[i]) == ("read", "writ", "") and tool == "dstat":
            values = [figure(row, j) for row in rows for j in (i, i + 1)]
            if are_disk_bytes([value for value in values if value is not None]):
                groups[i : i + 2] = ["dsk/total"] * 2
    return groups


def figure(row: Sequence[bytes], position: int) -> float | None:
    """Return the number in a cell; None where there is none."""
    cell = row[position] if position < len(row) else b""
    return float(cell) if NUMBER.fullmatch(cell) else None


def _explained(names: list[str], groups: list[str], rows: Rows, width: int) -> RowLayout | None:
    """Know the two ways in which rows are wider than their header for a reason."""
    if width == len(names) + 1 and "time" in names:
        at = names.index("time")
        if all(_is_date_and_clock(row, at) for row in rows if len(row) >= width):
            headings = headings_of(groups, names, range(len(names)))
            return RowLayout(tuple(headings), len(names), time_is_split=True)
    if width == len(names) + 3:
        positions = _with_seven_memory_values(names, groups, rows)
        if positions:
            return RowLayout(tuple(headings_of(groups, names, positions)), width)
    return None


def _is_date_and_clock(row: Sequence[bytes], at: int) -> bool:
    return NUMBER.fullmatch(row[at]) is None and b":" not in row[at] and b":" in row[at + 1]


def _with_seven_memory_values(names: list[str], groups: list[str], rows: Rows) -> list[int] | None:
    """Place the columns of dstat 0.7.2svn, which writes seven memory values under four names.

    They are total, used, free, buffers, cached, shared, reclaimable slab; used follows from the
    others, which proves the order.
    """
    groups = [*groups, *[""] * (len(names) - len(groups))]
    at = groups.index("memory usage") if "memory usage" in groups else -1
    if at < 0 or names[at : at + 4] != ["used", "free", "buff", "cach"]:
        return None
    for row in rows:
        cells = [figure(row, at + i) for i in range(7)]
        total, used, free, buffers, cached, shared, slab = (c or 0.0 for c in cells)
        if not total or used != total - free - buffers - cached - slab + shared:
            return None
    return [i if i < at else i + 1 if i < at + 4 else i + 3 for i in range(len(names))]


def _rebuilt(names: list[str], command: Command, width: int) -> RowLayout | None:
    built = rebuild(command.bundle) if command.program == "pcp-dstat" else None
    if built is None or len(built[1]) != width or built[1][: len(names)] != names:
        return None
    return RowLayout(tuple(headings_of(*built, range(width))), width, rebuilt=True)


_FIRST_WITH_BITS = (1, 3)
_LEAST_REQUEST = 500.0
"""A request moves one sector of 512 bytes at least; rounding takes a little."""
_USUAL_REQUEST = 2048.0


def tool_of(preamble: Preamble, command: Command) -> str:
    """Tell the tool from how it writes, then from the command, then from the title.

    A title is above the first run of a file only, and was seen to be of another tool than
    the rows. pcp-dstat may call itself dstat on its command line.
    """
    names = {name.rpartition(":")[2] for name in preamble.names}
    if "total usage" in preamble.groups or "buf" in names:
        return "pcp-dstat"
    if "avai" in names:
        return "dool"
    not_pcp = preamble.blank_line or "total cpu usage" in preamble.groups or "buff" in names
    stated = [command.program, preamble.tool]
    if stated == ["dstat", "pcp-dstat"]:
        stated.reverse()
    known = [tool for tool in stated if tool and not (not_pcp and tool == "pcp-dstat")]
    if known:
        return known[0]
    return "dstat" if names & {"buff", "hiq", "siq"} else ""


def factors_of(
    notes: ProblemCollector,
    tool: str,
    version: str | None,
    command: Command,
    layout: RowLayout,
    rows: Rows,
) -> Factors:
    """Return the factors to SI, and note the assumption behind them where there is one.

    dool writes bits per second from 1.3 on unless `--bytes` or `--dstat` comes last; DOOL_OPTS
    can say so too and does not show, which request sizes give away.
    """
    if tool != "dool":
        return {"dstat": DSTAT, "pcp-dstat": PCP}.get(tool, UNKNOWN)
    if command.rates != "bytes" and version is None:
        return UNKNOWN
    if command.rates == "bytes" or _numbers(version or "") < _FIRST_WITH_BITS:
        return DSTAT
    size = _mean_request(layout, rows)
    if size is not None and size / 8 < _LEAST_REQUEST:
        notes.warn(
            "Disk and network rates read as bytes/s (mean request {size:.0f} bytes); as bits,"
            " requests would be smaller than a sector. dool {version} normally writes bits.",
            version=version or "",
            size=size,
        )
        return DSTAT
    if command.rates == "bits" or not any(h.family in {"disk", "net"} for h in layout.headings):
        return DOOL_BITS
    if size is not None and size / 8 < _USUAL_REQUEST:
        notes.warn(
            "Disk and network rates read as bits/s, the default of dool {version}. Disk requests"
            " are then only {size:.0f} bytes: check DOOL_OPTS for bytes.",
            version=version or "",
            size=size / 8,
        )
    else:
        notes.info(
            "Disk and network rates read as bits/s, the default of dool {version} without --bytes"
            " or --dstat. DOOL_OPTS is not visible in the file.",
            version=version or "",
        )
    return DOOL_BITS


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d{1,6}", version)[:3])


def _mean_request(layout: RowLayout, rows: Rows) -> float | None:
    """Return the mean of disk rate over request rate, in the file's own unit."""
    places: dict[tuple[str, str, str], int] = {}
    for heading in layout.headings:
        kind = "requests" if heading.family == "io" or heading.name.startswith("#") else "rate"
        if heading.family in {"disk", "io"}:
            key = (kind, heading.instance or "", heading.name.lstrip("#"))
            places.setdefault(key, heading.position)
    pairs = [
        (figure(row, places[key]), figure(row, places["requests", *key[1:]]))
        for key in places
        if key[0] == "rate" and ("requests", *key[1:]) in places
        for row in rows[1:]
    ]
    known = [(rate, requests) for rate, requests in pairs if rate is not None and requests]
    total = sum(requests for _, requests in known)
    return sum(rate for rate, _ in known) / total if total else None


_SCREEN_HEAD = 4096
_ESCAPE = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]?")
_SCREEN = re.compile(rb"usr +sys +idl +wai|\bread +writ\b|\brecv +send\b")
_SCREEN_WORDS = (b" idl", b" writ", b" send")
"""Each alternative has one of them; looking for these is fifty times quicker."""


def is_screen(head: bytes) -> bool:
    """Return whether this is what dstat or dool shows on a terminal."""
    beginning = head[:_SCREEN_HEAD]
    if b"\x1b" in beginning:
        beginning = _ESCAPE.sub(b"", beginning)
    idle, written, sent = _SCREEN_WORDS
    result = idle in beginning or written in beginning or sent in beginning
    return result and _SCREEN.search(beginning) is not None
