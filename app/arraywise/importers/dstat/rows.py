"""Repairs rows into one shape; infers their clock, their layout and the tool.

The family writes local time without a year; the year is in the preamble, with a zone whose
abbreviation may mean several offsets. Moments are stored as if the clock ran in UTC.

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
    build_headings,
    guess_groups,
    rebuild_pcp_header,
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
    """As the clock showed it, stored as if it were UTC."""
    zone: str = ""
    utc_offset_s: float | None = None


def parse_preamble_date(text: str) -> PrintedDate:
    """Parse `20 Nov 2026 12:13:38 UTC`; only UTC, GMT and figures state their offset."""
    match = _DATE.fullmatch(text.strip())
    if match is None or match[2] not in MONTHS:
        return PrintedDate()
    day, year, hour, minute, second = (int(match[i]) for i in (1, 3, 4, 5, 6))
    moment = datetime_or_none(year, MONTHS[match[2]], day, hour, minute, second, zone=UTC)
    zone = match[7].strip()
    return PrintedDate(moment, zone, parse_utc_offset_s(zone)) if moment else PrintedDate()


@cache
def time_pattern(time_format: str) -> re.Pattern[str]:
    """Return the pattern of the texts that a time format writes."""
    parts = re.split(r"(%.)", time_format)
    return re.compile("".join(_DIRECTIVES.get(p) or re.escape(p) for p in parts), re.ASCII)


def time_bytes_pattern(time_format: str) -> bytes:
    """Return the same pattern for bytes; its only group is `day`, all but the clock."""
    pattern = re.sub(r"\(\?P<.>", "(?:", time_pattern(time_format).pattern)
    hours = pattern.index(_HOURS)
    return f"(?P<day>{pattern[:hours]}){pattern[hours:]}".encode()


def parse_time(text: str, time_format: str, year: int | None) -> datetime | None:
    """Parse a time as UTC; None where it is not of the format or not in the calendar."""
    match = time_pattern(time_format).fullmatch(text.strip())
    if match is None:
        return None
    parts = match.groupdict()
    month = MONTHS[parts["b"]] if "b" in parts else int(parts["m"])
    clock = (int(parts["H"]), int(parts["M"]), int(parts.get("S") or 0))
    return datetime_or_none(
        int(parts.get("Y") or year or 0), month, int(parts["d"]), *clock, zone=UTC
    )


def find_time_format(texts: Sequence[str], start: PrintedDate) -> str | None:
    """Find the format that reads most texts; of several the one closest to the start."""
    if not texts:
        return None
    read = {f: [t for t in texts if time_pattern(f).fullmatch(t.strip())] for f in FORMATS}
    fitting = [f for f in FORMATS if len(read[f]) * 2 > len(texts)]
    if not fitting or start.moment is None:
        return fitting[0] if fitting else None
    moment = start.moment

    def distance(time_format: str) -> float:
        time = parse_time(read[time_format][0], time_format, moment.year)
        return abs((time - moment).total_seconds()) if time else float("inf")

    return min(fitting, key=distance)


def first_row_year(first: Sequence[str], time_format: str, start: PrintedDate) -> int | None:
    """Return the year of the first row: that of the start, or the next one on New Year's Eve.

    None where the format has the year itself or no start states it. There may be no first row.
    """
    if "%Y" in time_format or start.moment is None:
        return None
    year = start.moment.year
    read = parse_time(first[0], time_format, year + 1) if first else None
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
    def clock_position(self) -> int | None:
        """Return the position of the time."""
        return self.kinds.index(FieldKind.CLOCK) if FieldKind.CLOCK in self.kinds else None

    def compile_pattern(self) -> re.Pattern[bytes]:
        """Return the pattern of a row that can be loaded as it is."""
        other = re.escape(self.delimiter).encode()
        time = time_bytes_pattern(self.time_format) if self.time_format else _FIGURE
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
    """Repair rows into one shape; a row that cannot be repaired is left out and counted."""
    fits = shape.compile_pattern().fullmatch
    days = _CalendarCheck(shape)
    line_problems = LineProblemCounts()
    stored: list[bytes] = []
    for line, row in enumerate(_split_lines_in_blocks(rows), first_line):
        match = fits(row)
        if match is not None and days.is_valid(match):
            stored.append(row.rstrip(b"\r"))
            continue
        repaired = _repair_row(shape, row, line, line_problems)
        match = fits(repaired) if repaired is not None else None
        if match is not None and days.is_valid(match):
            stored.append(match[0])
        elif repaired is not None:
            line_problems.count_line("stray", line)
    return RepairedRows(
        b"\n".join(stored) + b"\n" if stored else b"", line_problems.build_problems(_SENTENCES)
    )


class _CalendarCheck:
    """Checks dates of rows against the calendar: `29-02` fits the pattern in every year."""

    def __init__(self, shape: RowShape) -> None:
        self._shape = shape
        self._is_valid_by_day: dict[bytes, bool] = {}

    def is_valid(self, match: re.Match[bytes]) -> bool:
        """Return whether the date of a row exists."""
        time_format = self._shape.time_format
        if time_format is None:
            return True
        day: bytes = match["day"]
        if day not in self._is_valid_by_day:
            year, time = self._shape.year or 2000, match["time"].decode("ascii")
            self._is_valid_by_day[day] = any(
                parse_time(time, time_format, y) for y in (year, year + 1)
            )
        return self._is_valid_by_day[day]


def _split_lines_in_blocks(rows: bytes) -> Iterator[bytes]:
    """Yield the lines block by block: a list of ten million rows would not fit into memory."""
    start = 0
    while start < len(rows):
        stop = rows.find(b"\n", start + BLOCK)
        stop = len(rows) if stop < 0 else stop
        yield from rows[start:stop].split(b"\n")
        start = stop + 1


def _repair_row(
    shape: RowShape, row: bytes, line: int, line_problems: LineProblemCounts
) -> bytes | None:
    """Repair one row; None where it is left out, which is counted."""
    row = row.strip(b"\r\0 \x1a")
    if not row:
        return None
    cells = split_row(row, shape.delimiter.encode())
    if _MISSED.fullmatch(cells[-1]):
        line_problems.count_line("missed", line)
        cells.pop()
    cells = _fit_cell_count(shape, cells)
    if len(cells) != len(shape.kinds):
        line_problems.count_line(_misfit_kind(shape, cells), line)
        return None
    return _blank_bad_cells(shape, cells, line, line_problems)


def split_row(row: bytes, delimiter: bytes) -> list[bytes]:
    """Split a row at its delimiters outside quotes, and take the quotes off."""
    if b'"' not in row:
        return [cell.strip() for cell in row.split(delimiter)]
    hidden = re.sub(rb'"[^"]*"', lambda quoted: quoted[0].replace(delimiter, b"\0"), row)
    return [c.replace(b"\0", delimiter).strip(b' "') for c in hidden.split(delimiter)]


def _fit_cell_count(shape: RowShape, cells: list[bytes]) -> list[bytes]:
    """Correct known causes of too many or too few cells in a row."""
    field_count, clock = len(shape.kinds), shape.clock_position
    if shape.time_is_split and clock is not None and len(cells) > clock + 1:
        cells[clock : clock + 2] = [cells[clock] + b" " + cells[clock + 1]]
    while len(cells) > field_count and not cells[-1]:
        cells.pop()
    if len(cells) == field_count - 1 and shape.kinds[-1] is FieldKind.EMPTY:
        cells.append(b"")
    if (
        len(cells) > field_count and FieldKind.TEXT in shape.kinds
    ):  # a process name with a comma in it
        first = shape.kinds.index(FieldKind.TEXT)
        last = field_count - 1 - shape.kinds[::-1].index(FieldKind.TEXT)
        behind = field_count - 1 - last
        tail = cells[len(cells) - behind :] if behind else []
        cells = [*cells[:first], *[b""] * (last - first + 1), *tail]
    return cells


def _misfit_kind(shape: RowShape, cells: list[bytes]) -> str:
    """Return the kind of a misfit: too short, too long, or no row at all."""
    figures = sum(NUMBER.fullmatch(cell) is not None for cell in cells)
    if figures * 2 < len(cells):
        return "stray"
    return "short" if len(cells) < len(shape.kinds) else "long"


def _blank_bad_cells(
    shape: RowShape, cells: list[bytes], line: int, line_problems: LineProblemCounts
) -> bytes | None:
    """Join cells, with empty ones for texts and non-numbers; None for a line that is no row."""
    numbers = [i for i, kind in enumerate(shape.kinds) if kind is FieldKind.NUMBER]
    bad = [i for i in numbers if cells[i] and not NUMBER.fullmatch(cells[i])]
    if len(bad) * 2 > len(numbers):
        line_problems.count_line("stray", line)
        return None
    if bad:
        line_problems.count_line("cells", line)
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
    is_rebuilt: bool = False
    """The names come from the command line, since the header is not whole."""
    has_guessed_groups: bool = False
    """The groups come from the order of the names, since there is no line of groups."""

    def align_rows(self, rows: Rows) -> Rows:
        """Join the two cells of a split time, so that all cells are at their positions."""
        at = next((h.position for h in self.headings if h.is_time), None)
        if not self.time_is_split or at is None:
            return rows
        return [[*row[:at], b" ".join(row[at : at + 2]), *row[at + 2 :]] for row in rows]


@dataclass(frozen=True, slots=True)
class WidthMismatch:
    """Header and rows whose widths do not match."""

    value_count: int
    name_count: int


def build_layout(
    preamble: Preamble, command: Command, rows: Rows, tool: str
) -> RowLayout | WidthMismatch:
    """Build the layout of header and rows; `rows` are the first rows of the run."""
    names, groups = list(preamble.names), list(preamble.groups)
    while names and not names[-1]:
        names.pop()
    rows = (rows[1:] or rows)[:_LOOKED_AT]  # the first row of pcp-dstat is short
    guessed = not any(groups)
    if guessed:
        groups = _guess_groups_from_values(names, rows, tool)
    width = _usual_width(rows, len(names))
    rows = [row for row in rows if len(row) == width] or rows
    ends_empty = sum(len(row) > len(names) and not row[-1] for row in rows)
    if ends_empty * 2 > len(rows):
        width -= 1
    headings = tuple(build_headings(groups, names, range(len(names))))
    if width == len(names):
        always = ends_empty == len(rows)
        return RowLayout(headings, width + always, always, has_guessed_groups=guessed)
    if width > len(names) and tool != "pcp-dstat" and any(h.is_text for h in headings):
        return RowLayout(headings, len(names))  # commas in the names of processes
    return (
        _layout_of_rows_wider_than_header(names, groups, rows, width)
        or _layout_from_command(names, command, width)
        or WidthMismatch(width, len(names))
    )


def _usual_width(rows: Rows, name_count: int) -> int:
    """Return the usual number of cells; lines of one cell are strays where more are named."""
    widths = Counter(len(row) for row in rows if len(row) > 1 or name_count == 1)
    return widths.most_common(1)[0][0] if widths else 1


def _guess_groups_from_values(names: Sequence[str], rows: Rows, tool: str) -> list[str]:
    """Guess groups from names alone; `read` and `writ` only where they can only be bytes."""
    groups = guess_groups(names)
    for i, name in enumerate(names[:-1]):
        if (name, names[i + 1], groups[i]) == ("read", "writ", "") and tool == "dstat":
            values = [cell_number(row, j) for row in rows for j in (i, i + 1)]
            if are_disk_bytes([value for value in values if value is not None]):
                groups[i : i + 2] = ["dsk/total"] * 2
    return groups


def cell_number(row: Sequence[bytes], position: int) -> float | None:
    """Return the number in a cell; None where there is none."""
    cell = row[position] if position < len(row) else b""
    return float(cell) if NUMBER.fullmatch(cell) else None


def _layout_of_rows_wider_than_header(
    names: list[str], groups: list[str], rows: Rows, width: int
) -> RowLayout | None:
    """Build the layout of rows wider than their header: split times, or seven memory values."""
    if width == len(names) + 1 and "time" in names:
        at = names.index("time")
        if all(_is_date_and_clock(row, at) for row in rows if len(row) >= width):
            headings = build_headings(groups, names, range(len(names)))
            return RowLayout(tuple(headings), len(names), time_is_split=True)
    if width == len(names) + 3:
        positions = _positions_of_seven_memory_values(names, groups, rows)
        if positions:
            return RowLayout(tuple(build_headings(groups, names, positions)), width)
    return None


def _is_date_and_clock(row: Sequence[bytes], at: int) -> bool:
    return NUMBER.fullmatch(row[at]) is None and b":" not in row[at] and b":" in row[at + 1]


def _positions_of_seven_memory_values(
    names: list[str], groups: list[str], rows: Rows
) -> list[int] | None:
    """Return column positions of dstat 0.7.2svn, which writes seven memory values for four names.

    They are total, used, free, buffers, cached, shared, reclaimable slab; used follows from the
    others, which proves the order.
    """
    groups = [*groups, *[""] * (len(names) - len(groups))]
    at = groups.index("memory usage") if "memory usage" in groups else -1
    if at < 0 or names[at : at + 4] != ["used", "free", "buff", "cach"]:
        return None
    for row in rows:
        cells = [cell_number(row, at + i) for i in range(7)]
        total, used, free, buffers, cached, shared, slab = (c or 0.0 for c in cells)
        if not total or used != total - free - buffers - cached - slab + shared:
            return None
    return [i if i < at else i + 1 if i < at + 4 else i + 3 for i in range(len(names))]


def _layout_from_command(names: list[str], command: Command, width: int) -> RowLayout | None:
    built = rebuild_pcp_header(command.option_letters) if command.program == "pcp-dstat" else None
    if built is None or len(built[1]) != width or built[1][: len(names)] != names:
        return None
    return RowLayout(tuple(build_headings(*built, range(width))), width, is_rebuilt=True)


_FIRST_WITH_BITS = (1, 3)
_LEAST_REQUEST = 500.0
"""A request moves one sector of 512 bytes at least; rounding takes a little."""
_USUAL_REQUEST = 2048.0


def infer_tool(preamble: Preamble, command: Command) -> str:
    """Infer the tool from how it writes, then from the command, then from the title.

    A title is above the first run of a file only, and was seen to be of another tool than
    the rows. pcp-dstat may call itself dstat on its command line.
    """
    names = {name.rpartition(":")[2] for name in preamble.names}
    if "total usage" in preamble.groups or "buf" in names:
        return "pcp-dstat"
    if "avai" in names:
        return "dool"
    not_pcp = preamble.has_blank_line or "total cpu usage" in preamble.groups or "buff" in names
    stated = [command.program, preamble.tool]
    if stated == ["dstat", "pcp-dstat"]:
        stated.reverse()
    known = [tool for tool in stated if tool and not (not_pcp and tool == "pcp-dstat")]
    if known:
        return known[0]
    return "dstat" if names & {"buff", "hiq", "siq"} else ""


def determine_factors(
    problems: ProblemCollector,
    tool: str,
    version: str | None,
    command: Command,
    layout: RowLayout,
    rows: Rows,
) -> Factors:
    """Determine the factors to SI, with a problem for the assumption behind them if any.

    dool writes bits per second from 1.3 on unless `--bytes` or `--dstat` comes last; DOOL_OPTS
    can set bytes too and is not in the file, which request sizes reveal.
    """
    if tool != "dool":
        return {"dstat": DSTAT, "pcp-dstat": PCP}.get(tool, UNKNOWN)
    if command.rate_unit != "bytes" and version is None:
        return UNKNOWN
    if command.rate_unit == "bytes" or _version_numbers(version or "") < _FIRST_WITH_BITS:
        return DSTAT
    size = _mean_request_size(layout, rows)
    if size is not None and size / 8 < _LEAST_REQUEST:
        problems.warn(
            "Disk and network rates read as bytes/s (mean request {size:.0f} bytes); as bits,"
            " requests would be smaller than a sector. dool {version} normally writes bits.",
            version=version or "",
            size=size,
        )
        return DSTAT
    if command.rate_unit == "bits" or not any(
        h.family in {"disk", "net"} for h in layout.headings
    ):
        return DOOL_BITS
    if size is not None and size / 8 < _USUAL_REQUEST:
        problems.warn(
            "Disk and network rates read as bits/s, the default of dool {version}. Disk requests"
            " are then only {size:.0f} bytes: check DOOL_OPTS for bytes.",
            version=version or "",
            size=size / 8,
        )
    else:
        problems.info(
            "Disk and network rates read as bits/s, the default of dool {version} without --bytes"
            " or --dstat. DOOL_OPTS is not visible in the file.",
            version=version or "",
        )
    return DOOL_BITS


def _version_numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d{1,6}", version)[:3])


def _mean_request_size(layout: RowLayout, rows: Rows) -> float | None:
    """Return the mean of disk rate over request rate, in the file's own unit."""
    positions: dict[tuple[str, str, str], int] = {}
    for heading in layout.headings:
        kind = "requests" if heading.family == "io" or heading.name.startswith("#") else "rate"
        if heading.family in {"disk", "io"}:
            key = (kind, heading.instance or "", heading.name.lstrip("#"))
            positions.setdefault(key, heading.position)
    pairs = [
        (cell_number(row, positions[key]), cell_number(row, positions["requests", *key[1:]]))
        for key in positions
        if key[0] == "rate" and ("requests", *key[1:]) in positions
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


def is_screen_output(head: bytes) -> bool:
    """Return whether the head is what dstat or dool shows on a terminal."""
    beginning = head[:_SCREEN_HEAD]
    if b"\x1b" in beginning:
        beginning = _ESCAPE.sub(b"", beginning)
    idle, written, sent = _SCREEN_WORDS
    result = idle in beginning or written in beginning or sent in beginning
    return result and _SCREEN.search(beginning) is not None
