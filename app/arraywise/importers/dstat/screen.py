"""Reads what dstat, dool and pcp-dstat show on a terminal, sent into a file or pasted.

Figures are rounded to three or four characters, with B, k, M, G behind them (1,024 for bytes,
1,000 for counts and bits). They are converted into the tool's CSV, and read as that.
Columns are separated by where the lines of the heading stand; groups of one kind share a segment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from arraywise.domain.evidence import RepairedRows
from arraywise.domain.messages import Problem, Severity, message
from arraywise.domain.units import BITS_PER_BYTE
from arraywise.importers.dstat.header import (
    DSTAT,
    PCP_SCREEN,
    Preamble,
    build_headings,
    is_names_line,
    parse_command,
)
from arraywise.importers.dstat.rows import infer_tool
from arraywise.importers.dstat.runs import (
    MOST_RUNS,
    DstatSegment,
    RunReading,
    read_run,
    return_repaired,
)
from arraywise.importers.kit.clocks import parse_datetime
from arraywise.importers.kit.readings import (
    ROW_SENTENCES,
    as_short_line,
    parse_number,
    warning_problem,
)
from arraywise.importers.kit.text import (
    LIMIT_BYTES,
    detect_narrow_encoding,
    strip_terminal_escapes,
)

if TYPE_CHECKING:
    import mmap
    from collections.abc import Iterator, Sequence

    from arraywise.domain.evidence import Run, SampleTable
    from arraywise.importers.dstat.header import ColumnHeading

_ROUNDED = (
    "Rounded figures of a screen: each may be off by half its last digit. Record again with"
    " --output FILE for exact ones."
)
_UNKNOWN_RATES = "Rates of disks or networks were left out: bits or bytes unclear."
_NO_DELAY = "The screen shows neither times nor the command: how far rows are apart is not known."
_STEPS = {"b": 0, "B": 0, "k": 1, "K": 1, "m": 2, "M": 2, "g": 3, "G": 3, "t": 4, "T": 4, "P": 5}
_VALUE = re.compile(r"(\d{1,9}(?:\.\d{1,6})?)([bBkKmMgGtTP])?")
_BARS = re.compile(r"[|\u2502\u2503\u2551]")
_GAPS = re.compile(r"[\s\u250a\u2506]+|(?<!\d):|:(?!\d)")
_DASH = r"\-\u2500\u2504"
_GROUP = re.compile(
    rf"(?P<rule>[{_DASH}]*)(?P<name>[^\s\u252c|{_DASH}]+(?:[{_DASH}][^\s\u252c|{_DASH}]+)*)"
)
_CLOCK = re.compile(r"((?:\d{1,2}-\d{1,2}|[A-Z][a-z]{2}-\d\d|\d{4}-\d\d-\d\d)[ T])?\d\d:\d\d:\d\d")
_GLUED = re.compile(
    r"(?<=\S) *(?=(?:[A-Z][a-z]{2}-\d\d|\d\d-\d\d) \d\d:\d\d:\d\d[|\u2502])"
)  # fmt: skip
_COMMAND = re.compile(r"(?:^|[$#%>]\s*|\bpcp )((?:pcp )?(?:dstat|dool)(?: [^|;&<>]*)?)$")
_CONTROLS = dict.fromkeys((*set(range(32)) - {10, 13}, *range(127, 160), 160), " ")
_RATES, _BYTES = {"disk", "net"}, {"disk", "net", "memory", "swap", "paging"}


@dataclass(slots=True)
class _ScreenRun:
    """One run as it was shown: headings that do not change, and the rows below them."""

    headings: tuple[ColumnHeading, ...]
    segments: tuple[int, ...]
    """How many columns stand between two bars."""
    line: int
    command: str
    rows: list[list[str]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    """Where each row stands."""
    left_out: int = 0
    has_blank_first_row: bool = False
    """As pcp-dstat does, which has no rates yet in its first row."""
    half_digits: dict[str, float] = field(default_factory=dict)
    """The largest half of a last digit, by column, in the unit of the CSV."""

    @property
    def csv_groups(self) -> Iterator[str]:
        """Yield the groups as the CSV names them: dstat 0.8 shortens one that pcp-dstat uses."""
        is_pcp = self.has_blank_first_row or "pcp" in self.command
        for heading in self.headings:
            is_short = heading.group == "total usage" and not is_pcp
            yield "total cpu usage" if is_short else heading.group

    def file_line(self, csv_line: int | None) -> int | None:
        """Return the line of the file for one of the CSV, of which the first is the heading."""
        if csv_line is None or csv_line < 2:
            return csv_line and self.line
        return self.lines[min(csv_line - 2, len(self.lines) - 1)]

    def read_line(self, line: int, text: str) -> None:
        """Read a line below the headings: a row, or a line that is counted as left out."""
        cells = self._split_row(text)
        if cells is not None:
            self.rows.append(cells)
            self.lines.append(line)
        elif not self.rows and not _CLOCK.sub("", _BARS.sub("", text)).strip():
            self.has_blank_first_row = True
        elif not _is_groups_row(text):
            self.left_out += 1

    def _split_row(self, row: str) -> list[str] | None:
        """Split a row; None for a line that is none. Cells of a text segment are left empty."""
        parts = _BARS.split(row.removesuffix("^C"))
        if len(parts) < len(self.segments) or any(p.strip() for p in parts[len(self.segments) :]):
            return None
        cells: list[str] = []
        for part, count in zip(parts, self.segments, strict=False):
            own = _split_segment(part)
            cells += own if len(own) == count else [""] * count
        is_row = any(_VALUE.fullmatch(cell) for cell in cells)
        return cells if is_row else None


def _split_segment(part: str) -> list[str]:
    clock = _CLOCK.match(part.strip())
    if clock is None:
        return [cell for cell in _GAPS.split(part) if cell]
    remaining = part.strip()[clock.end() :]
    return [clock[0], *(cell for cell in _GAPS.split(remaining) if cell)]


def read_screen_runs(data: bytes | mmap.mmap) -> tuple[list[RunReading], int]:
    """Read the runs that a screen shows, and return how many more there are."""
    text = bytes(data[:LIMIT_BYTES])
    starts = [0, *(match.end() for match in re.finditer(b"\n", text)), len(text)]
    screens = list(_find_screen_runs(_screen_lines(text)))
    filled = [screen for screen in screens if screen.rows]
    pairs = enumerate(filled[:MOST_RUNS], 1)
    return [_read_as_csv(screen, f"run {i}", starts) for i, screen in pairs], max(
        0, len(filled) - MOST_RUNS
    )


def _screen_lines(data: bytes) -> Iterator[tuple[int, str]]:
    """Yield the lines with their numbers; of one that was overwritten, the last text."""
    decoded = data.decode(detect_narrow_encoding(data), "replace").removeprefix("\ufeff")
    text = strip_terminal_escapes(decoded).translate(_CONTROLS)
    is_one = "\n" not in text
    for line, whole in enumerate(text.split("\r" if is_one else "\n"), 1):
        shown = whole.rstrip("\r").rpartition("\r")[2].rstrip()
        for row in _GLUED.split(shown):
            yield 1 if is_one else line, row


def _find_screen_runs(lines: Iterator[tuple[int, str]]) -> Iterator[_ScreenRun]:
    screen: _ScreenRun | None = None
    above, command = "", ""
    for line, text in lines:
        typed = _COMMAND.search(text.strip())
        if typed is not None:
            command, screen = typed[1].strip(), None
        elif _is_names_row(text):
            # put each name below the group that stands over it
            parts = [_GAPS.split(part.strip()) for part in _BARS.split(text)]
            segments = [[name for name in part if name] for part in parts]
            names = [name for segment in segments for name in segment]
            groups = _assign_groups(above, text, segments) if _is_groups_row(above) else []
            headings = tuple(build_headings(groups, names, range(len(names))))
            new = _ScreenRun(headings, tuple(map(len, segments)), line, command)
            if screen is None or new.headings != screen.headings:
                screen = new
                yield screen
        elif screen is not None and text.strip():
            screen.read_line(line, text)
        above = text


def _is_names_row(text: str) -> bool:
    names = [name for part in _BARS.split(text) for name in _GAPS.split(part) if name]
    figures = sum(name[0].isdigit() for name in names)  # 1m, 5m, 15m and interrupts are names too
    return is_names_line(names) and 2 * figures < len(names)


def _is_groups_row(text: str) -> bool:
    return re.match(rf"\s*[{_DASH}]", text) is not None


def _assign_groups(above: str, line: str, segments: Sequence[Sequence[str]]) -> list[str]:
    """Assign a group to each name: by the bars of both lines, else by position."""
    parts = [[group for _, group in _parse_group_names(part)] for part in above.split("\u252c")]
    if len(parts) == 1:
        parts = [[group] for group in parts[0]]
    if len(parts) == len(segments) and all(parts):
        pairs = zip(parts, segments, strict=True)
        return [own[i * len(own) // len(names)] for own, names in pairs for i in range(len(names))]
    found = list(_parse_group_names(above))
    names = [name for segment in segments for name in segment]
    return [_last_group_before(found, start) for start in _name_starts(line, names)]


def _parse_group_names(line: str) -> Iterator[tuple[int, str]]:
    """Yield the names between the dashes, and where each begins; neighbours share dashes."""
    for match in _GROUP.finditer(line):
        is_glued = match.start() > 0 and not line[match.start() - 1].isspace()
        start = match.start() + (len(match["rule"]) // 2 if is_glued else 0)
        dashes = "[\u2500\u2504]" if "/" in match["name"] else f"[{_DASH}]"
        yield start, re.sub(dashes, " ", match["name"])


def _name_starts(line: str, names: Sequence[str]) -> Iterator[int]:
    at = 0
    for name in names:
        at = line.find(name, at)
        yield at
        at += len(name)


def _last_group_before(groups: Sequence[tuple[int, str]], position: int) -> str:
    before = [group for start, group in groups if start <= position]
    return before[-1] if before else ""


def _read_as_csv(screen: _ScreenRun, name: str, starts: Sequence[int]) -> RunReading:
    """Read a screen as the CSV that the tool would have written beside it.

    `starts` holds where each line of the file begins, and where the last one ends.
    """
    delay = _median_interval_s(screen)
    command = screen.command or (f"dstat {delay:g}" if delay else "")
    preamble = Preamble(
        command=command,
        groups=tuple(map(as_short_line, screen.csv_groups)),
        names=tuple(as_short_line(heading.name) for heading in screen.headings),
    )
    tool = infer_tool(preamble, parse_command(screen.command)) or "dstat"
    preamble = replace(preamble, tool=tool)
    problems = []
    bits = _are_bits(screen, tool)
    if bits is None:
        problems.append(Problem(Severity.WARNING, message(_UNKNOWN_RATES), screen.line))
    rows = [",".join(_exact_cells(screen, cells, bits)) for cells in screen.rows]
    text = "".join(f"{row}\n" for row in rows).encode()
    segment = DstatSegment(preamble, 0, len(text), 2)
    factors = PCP_SCREEN if tool == "pcp-dstat" else DSTAT
    read = read_run(text, segment, name, factors)
    if not command:
        problems.append(Problem(Severity.WARNING, message(_NO_DELAY), screen.line))
    if screen.left_out:
        severity, template = ROW_SENTENCES["stray"]
        problems.append(Problem(severity, message(template, count=screen.left_out), screen.line))
    return RunReading(
        _add_rounding(
            screen,
            read.run,
            [_hold_rows(t, text, screen, starts) for t in read.run.samples],
            problems,
        ),
        read.tool,
        None,
        (*(replace(p, line=screen.file_line(p.line)) for p in read.problems), *problems),
        read.is_unreadable,
    )


def _add_rounding(
    screen: _ScreenRun, run: Run, tables: Sequence[SampleTable], problems: list[Problem]
) -> Run:
    """Return the run with the rounding of its figures as an attribute, and add a warning."""
    columns = [column for table in tables for column in table.columns]
    spreads = [
        f"{column.name} {column.instance or ''}".strip()
        + f" {screen.half_digits[key] * column.scale:g}"
        for column in columns
        if (key := screen.headings[column.position].full_name) in screen.half_digits
    ]
    if spreads:
        problems.append(warning_problem(_ROUNDED, screen.line))
    attributes = tuple(
        pair for pair in run.attributes if screen.command or pair[0] not in {"cmdline", "delay_s"}
    )
    rounding = (
        (("rounding", as_short_line("; ".join(dict.fromkeys(spreads)), 2_000)),) if spreads else ()
    )
    return replace(run, samples=tuple(tables), attributes=(*attributes, *rounding))


def _hold_rows(
    table: SampleTable, text: bytes, screen: _ScreenRun, starts: Sequence[int]
) -> SampleTable:
    """Return a table that holds its rows itself, and where they begin in the file."""
    mended = table.repair_rows(text[table.start : table.stop]).rows
    rows = partial(return_repaired, RepairedRows(mended, ()))
    line = screen.file_line(table.first_line) or screen.line
    start = starts[line - 1]
    table = replace(table, start=start, stop=start, first_line=line)
    return replace(table, needs_repair=True, repair_rows=rows)


def _are_bits(screen: _ScreenRun, tool: str) -> bool | None:
    """Return whether rates are bits, by the letter behind them; None where only k stands there."""
    places = [h.position for h in screen.headings if h.family in _RATES]
    letters = {row[at][-1] for row in screen.rows for at in places if row[at]} if places else set()
    if letters & set("bmgt"):
        return True
    is_known = letters & set("BMGT") or not letters & set("k") or tool != "dool"
    return False if is_known else None


def _exact_cells(
    screen: _ScreenRun,
    cells: Sequence[str],
    are_rates_bits: bool | None,  # noqa: FBT001 - of the whole screen
) -> Iterator[str]:
    for heading, cell in zip(screen.headings, cells, strict=True):
        if heading.is_time or heading.is_text:
            yield cell.replace(",", " ")
            continue
        shown = _VALUE.fullmatch(cell)
        is_rate = heading.family in _RATES
        if shown is None or (is_rate and are_rates_bits is None) or parse_number(shown[1]) is None:
            yield ""
            continue
        is_bits = is_rate and bool(are_rates_bits)
        base = 1024 if heading.family in _BYTES and not is_bits else 1000
        factor = base ** _STEPS.get(shown[2] or "", 0) / (BITS_PER_BYTE if is_bits else 1)
        digits = len(shown[1].partition(".")[2])
        half = factor * 0.5 * 10.0**-digits
        key = heading.full_name
        screen.half_digits[key] = max(half, screen.half_digits.get(key, 0.0))
        yield f"{float(shown[1]) * factor:.12g}"


def _median_interval_s(screen: _ScreenRun) -> float | None:
    """Return how far rows are apart by their clock; None where there is none."""
    at = next((h.position for h in screen.headings if h.is_time), None)
    if at is None:
        return None
    clocks = [row[at][-8:] for row in screen.rows if _CLOCK.fullmatch(row[at])]
    moments = [moment for clock in clocks if (moment := parse_datetime(clock, "%H:%M:%S"))]
    steps = [(later - first).total_seconds() % 86_400 for first, later in pairwise(moments)]
    return median(steps) or None if steps else None
