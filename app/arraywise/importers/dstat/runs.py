"""Where runs begin; a run to loadable columns and times.

A file may hold several runs: every one of the family appends to a file that exists already, and
writes its title only into a new one. So a run begins at its `"Host:"` line. Files have up to
10,000,000 rows, so that only searches at memory speed look at the whole of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Clock, RepairedRows, Run, SampleTable, TimeAxis
from arraywise.importers.dstat.header import (
    Preamble,
    absent,
    columns_of,
    is_header,
    names_of,
    plain_text,
    read_command,
    split_cells,
    unflatten,
)
from arraywise.importers.dstat.rows import (
    NUMBER,
    FieldKind,
    Mismatch,
    RowShape,
    build_layout,
    factors_of,
    figure,
    find_format,
    read_start,
    read_time,
    repair_rows,
    split_row,
    tool_of,
    year_of,
)
from arraywise.importers.kit.clocks import Moment, infer_utc_offset_s
from arraywise.importers.kit.readings import ProblemCollector

if TYPE_CHECKING:
    import mmap
    from collections.abc import Iterator, Sequence

    from arraywise.domain.messages import Figure, Problem, Template
    from arraywise.importers.dstat.header import ColumnHeading, Command, Factors
    from arraywise.importers.dstat.rows import PrintedDate, RowLayout, Rows

BLOCK = 1 << 20
LONGEST_LINE = 1 << 17
"""A line of names for 1,000 processors is shorter."""
MOST_RUNS = 500
_ABOVE = 4096
"""Title and author stand within this many bytes above the host."""

_HOST = re.compile(rb'\n"?Host:"?[,;\t]')
_HOST_AT_START = re.compile(rb'(?:\xef\xbb\xbf)?\s*"?Host:"?[,;\t]')
_COMMAND = re.compile(rb'(?:\A|\n)(?:\xef\xbb\xbf)?"?Cmd(?:line)?:"?[,;\t]')
_LINE_END = re.compile(rb"\r\n|\r|\n")
_TITLE = re.compile(rb'(?:\A|\n)(?:\xef\xbb\xbf)?"?(dstat|dool|pcp-dstat) (\S+) CSV output', re.I)

_HEADER_WORDS = (b"usr", b"writ", b"recv")
"""One of them is in every line of column names that `is_header` knows."""
IN_HEADERS = (b"Host:", b"output", b'"Cmd', *_HEADER_WORDS)
"""One of these is in every beginning that `has_header` knows."""


@dataclass(frozen=True, slots=True)
class DstatSegment:
    """One run: its preamble and the bytes of its rows."""

    preamble: Preamble
    start: int
    """Byte at which the first row begins."""
    stop: int
    """Byte after the last whole row."""
    line: int
    """Line of the first row, from 1."""
    cut: bool = False
    """The file ends in the middle of a line, which is not part of the rows."""


def has_header(head: bytes) -> bool:
    """Return whether the beginning of a file is that of a dstat CSV, whole or trimmed."""
    if _HOST_AT_START.match(head):
        return True
    if b"output" in head and _TITLE.search(head):
        return True
    if b'"Cmd' in head and b"Date:" in head and (_HOST.search(head) or _COMMAND.search(head)):
        return True
    first = _LINE_END.split(head[:LONGEST_LINE], maxsplit=4)[:4]
    lines = [line for line in first if line.strip()][:2]
    telling = (line for line in lines if any(word in line for word in _HEADER_WORDS))
    return any(is_header(names_of(line)[0]) for line in telling)


def find_segments(data: bytes | mmap.mmap) -> tuple[list[DstatSegment], int, bool]:
    """Find the runs of a file, how many more there are, and whether it is plain ASCII."""
    anchors, is_ascii = _scan(data)
    if not anchors:
        anchors = _anchor_without_host(data[:65_536])
    begins = [_beginning(data, anchor) for anchor in anchors[: MOST_RUNS + 1]]
    segments: list[DstatSegment] = []
    place, line, title = 0, 1, ("", "")
    for index, anchor in enumerate(anchors[:MOST_RUNS]):
        end = begins[index + 1] if index + 1 < len(begins) else len(data)
        title = _title(data[begins[index] : anchor]) or title
        preamble, start = _read_preamble(data, anchor, end, title)
        line += count_lines(data, place, start)
        segments.append(_segment(data, preamble, (start, end), line))
        place = start
    return segments, max(0, len(anchors) - MOST_RUNS), is_ascii


def count_lines(data: bytes | mmap.mmap, start: int, stop: int) -> int:
    """Count the line ends between two bytes; about 0.3 s a gigabyte."""
    return sum(data[at : min(at + BLOCK, stop)].count(b"\n") for at in range(start, stop, BLOCK))


def _scan(data: bytes | mmap.mmap) -> tuple[list[int], bool]:
    anchors = [0] if _HOST_AT_START.match(data[:64]) else []
    is_ascii = True
    for at in range(0, len(data), BLOCK):
        block = data[at : at + BLOCK + 16]
        is_ascii = is_ascii and block.isascii()
        if b"H" in block:  # one byte is found five times as quickly as a word
            hits = (match.start() for match in _HOST.finditer(block))
            anchors += [at + hit + 1 for hit in hits if hit < BLOCK]
    return anchors, is_ascii


def _anchor_without_host(head: bytes) -> list[int]:
    command = _COMMAND.search(head)
    if command:
        return [command.start() + head[command.start() :].startswith(b"\n")]
    title = _TITLE.search(head)
    return [title.start()] if title else [0]


def _beginning(data: bytes | mmap.mmap, anchor: int) -> int:
    """Go up from the host to the title, where there is one."""
    above = data[max(0, anchor - _ABOVE) : anchor]
    titles = list(_TITLE.finditer(above))
    if not titles or above.count(b"\n", titles[-1].end()) > 4:
        return anchor
    return anchor - len(above) + titles[-1].start() + titles[-1][0].startswith(b"\n")


def _title(above: bytes) -> tuple[str, str] | None:
    match = _TITLE.search(above)
    if match is None:
        return None
    version = plain_text(match[2])
    return match[1].decode().lower(), version if version[:1].isdigit() else ""


def _read_preamble(
    data: bytes | mmap.mmap, anchor: int, end: int, title: tuple[str, str]
) -> tuple[Preamble, int]:
    """Read the lines above the rows; return them and the byte at which the rows begin."""
    message = {"tool": title[0], "version": title[1]}
    heads: list[bytes] = []
    blank, place = False, anchor
    for line, after in _lines(data, anchor, end):
        if not line:
            blank = blank or ("command" in message and not heads)
        elif _keyed(line, message):
            pass
        elif len(heads) < 2 and _is_names(line):
            heads.append(line)
        else:
            break
        place = after
    return _named(heads, message, blank_line=blank), place


def _lines(data: bytes | mmap.mmap, start: int, end: int) -> Iterator[tuple[bytes, int]]:
    """Give whole lines and the byte after each; a preamble has no more than a few."""
    for _ in range(16):
        result = data.find(b"\n", start, min(end, start + LONGEST_LINE))
        if result < 0:
            return
        yield data[start:result].strip(b"\r\xef\xbb\xbf \0"), result + 1
        start = result + 1


def _keyed(line: bytes, message: dict[str, str]) -> bool:
    """Parse a line that states what it states by a key in its first cell."""
    key = line[:12].lstrip(b'"').partition(b":")[0].lower()
    if key not in {b"host", b"cmdline", b"cmd", b"author"}:
        return _TITLE.match(line) is not None
    text, date, when = plain_text(line).rpartition("Date:")[::1]
    if not date:
        text, when = when, ""
    else:
        message["date"] = when.strip('",;\t ')
    value = text.partition(":")[2]
    if key == b"host":
        message["host"] = value.partition("User:")[0].strip('",;\t ')
    elif key != b"author":
        message["command"] = value.strip('",;\t ')
    return True


def _is_names(line: bytes) -> bool:
    """Names are quoted or begin with a letter; a row begins with a digit or `Nov-20`."""
    if re.match(rb"[A-Z][a-z]{2}-\d", line):
        return False
    return re.match(rb'"|[A-Za-z]|[,;\t]+["A-Za-z]', line) is not None and len(line) > 3


def _named(heads: list[bytes], message: dict[str, str], *, blank_line: bool) -> Preamble:
    names, delimiter = names_of(heads[-1]) if heads else ([], ",")
    groups = split_cells(plain_text(heads[0]), delimiter) if len(heads) == 2 else []
    if len(heads) == 1:
        groups, names = unflatten(names) or (groups, names)
    return Preamble(
        **message,
        groups=tuple(groups),
        names=tuple(names),
        delimiter=delimiter,
        blank_line=blank_line,
    )


def _segment(
    data: bytes | mmap.mmap, preamble: Preamble, place: tuple[int, int], line: int
) -> DstatSegment:
    """Measure the rows: without the blank lines below them and without a line that was cut."""
    start, end = place
    whole = data.rfind(b"\n", start, end) + 1 or start
    tail = data[max(start, whole - _ABOVE) : whole]
    filled = len(tail.rstrip(b"\r\n \0"))
    stop = whole - len(tail) + filled
    if filled:
        stop = data.find(b"\n", stop, whole) + 1
    cut = bool(data[whole : min(end, whole + 4096)].strip(b" \r\0\x1a"))
    return DstatSegment(preamble, start, stop, line, cut)


@dataclass(slots=True, kw_only=True)
class DstatDraft(ProblemCollector):
    """A run that is being read, with the problems found so far."""

    data: bytes | mmap.mmap
    segment: DstatSegment
    command: Command
    start: PrintedDate
    tool: str
    """`dstat`, `dool`, `pcp-dstat`, or empty where nothing tells."""
    version: str | None
    factors: Factors | None = None
    """To SI, where they are known."""
    complete: bool = True
    unreadable: bool = False
    """There are rows, but nothing can be made of them."""
    utc_offset_s: float | None = None
    duration_s: float | None = None
    first_row: datetime | None = None
    """Moment of the first row, where nothing above the rows states the start."""

    def rows(self) -> int:
        """Count the rows; of a million that takes 0.03 s, so that it is not done without need."""
        return count_lines(self.data, self.segment.start, self.segment.stop)

    def fail(self, template: Template, line: int | None = None, **figures: Figure) -> None:
        """Note why there is nothing to load; the run is not complete then."""
        ProblemCollector.error(self, template, line, **figures)
        self.complete = False

    def refuse(self, template: str, line: int | None = None, **figures: Figure) -> None:
        """Note why nothing can be made of the rows that there are."""
        self.fail(template, line, **figures)
        self.unreadable = True


_TIMEKEEPING_LOOKED_AT = 9
_SLACK_S = 60.0
"""The first row may come this long after the date in the preamble."""
_LEAST_MISSING, _MISSING_SHARE = 3, 0.01
"""Rows; a busy host now and then skips one."""
_EPOCH_SPAN = (1e8, 1e10)
"""1973 to 2286: anything else is no time of a recording."""

_NO_CLOCK = "Time column unreadable or without year; rows placed in order, {delay_s:g} s apart."
_TO_THE_MINUTE = "The times have no seconds, as after saving from a spreadsheet."


@dataclass(frozen=True, slots=True)
class Ends:
    """The first and the last row that can be loaded."""

    first: bytes
    last: bytes
    count: int | None = None
    """Rows from one to the other, where they were counted."""
    beginning: Sequence[bytes] = ()
    """The first rows, which tell how far rows are apart."""


def find_times(draft: DstatDraft, layout: RowLayout, rows: Rows, *, dropped: bool) -> TimeAxis:
    """Find the clock: seconds since 1970 before local time before the mere order of rows."""
    epoch = next((h.position for h in layout.headings if h.is_epoch), None)
    delay = draft.command.delay_s
    if epoch is not None:
        # compare the date of the start with the first row's seconds since 1970
        epoch_s = figure(rows[0], epoch)
        if epoch_s is not None and draft.start.moment is not None:
            learnt = infer_utc_offset_s(draft.start.moment.timestamp(), epoch_s, _SLACK_S)
            draft.utc_offset_s = draft.utc_offset_s if learnt is None else learnt
        offset = draft.utc_offset_s
        return TimeAxis(Clock.EPOCH, epoch, interval_s=delay, utc_offset_s=offset)
    at = next((h.position for h in layout.headings if h.is_time), None)
    cells = (
        [row[at] for row in rows[:_TIMEKEEPING_LOOKED_AT] if len(row) > at]
        if at is not None
        else []
    )
    texts = [cell.decode("ascii", "replace") for cell in cells]
    written = find_format(texts, draft.start)
    year = year_of(texts[dropped : dropped + 1], written, draft.start) if written else None
    if written is None or (year is None and "%Y" not in written):
        if at is not None:
            draft.info(_NO_CLOCK, draft.segment.line, delay_s=delay)
        return _by_order(draft, dropped=dropped)
    if "%S" not in written:
        draft.info(_TO_THE_MINUTE, draft.segment.line)
    offset = draft.utc_offset_s
    return TimeAxis(Clock.TEXT, at, written, year, interval_s=delay, utc_offset_s=offset)


def _by_order(draft: DstatDraft, *, dropped: bool) -> TimeAxis:
    moment, delay = draft.start.moment, draft.command.delay_s
    first = moment + timedelta(seconds=delay * dropped) if moment else None
    return TimeAxis(
        Clock.NONE,
        start=first.timestamp() if first else None,
        interval_s=delay,
        utc_offset_s=draft.utc_offset_s,
    )


def _check_gaps(
    draft: DstatDraft, axis: TimeAxis, shape: RowShape, ends: Ends, lasted_s: float
) -> None:
    """Say how many rows are missing between the first and the last, by how far rows are apart."""
    if not ends.count or "%S" not in (axis.format or "%S"):
        return
    moments = [_moment(row, axis, shape, axis.year) for row in ends.beginning]
    known = [moment for moment in moments if moment is not None]
    steps = [later - moment for moment, later in pairwise(known) if later > moment]
    apart = axis.interval_s if draft.command.text else median(steps) if steps else None
    if not apart:
        return
    expected = round(lasted_s / apart) + 1
    missing = expected - ends.count
    if missing >= max(_LEAST_MISSING, _MISSING_SHARE * expected):
        draft.warn(
            "Rows missing: {count} of {expected}, {apart:g} s apart.",
            draft.segment.line,
            count=missing,
            expected=expected,
            apart=apart,
        )


def measure_time(draft: DstatDraft, axis: TimeAxis, shape: RowShape, ends: Ends) -> TimeAxis:
    """Fill in the first row's moment; note when the run began and how long it lasted.

    A run lasts from the beginning of its first interval to the end of the last.
    """
    if axis.clock is Clock.NONE:
        if draft.command.text and ends.count:
            draft.duration_s = axis.interval_s * ends.count
        return axis
    first = _moment(ends.first, axis, shape, axis.year)
    last = _moment(ends.last, axis, shape, axis.year)
    if first is None or last is None:
        return axis
    if last < first and axis.year is not None and _month(last) < _month(first):
        last = _moment(ends.last, axis, shape, axis.year + 1) or last
    if last < first:
        draft.warn("The clock went back during the recording; its duration is unknown.")
    else:
        _check_gaps(draft, axis, shape, ends, last - first)
    if draft.command.text and last >= first and "%S" in (axis.format or "%S"):
        draft.duration_s = round(last - first + axis.interval_s, 3)
    if draft.start.moment is None:
        draft.first_row = datetime.fromtimestamp(first, UTC)
        draft.utc_offset_s = 0.0 if axis.clock is Clock.EPOCH else draft.utc_offset_s
    return replace(axis, start=first)


def _month(moment: float) -> int:
    return datetime.fromtimestamp(moment, UTC).month


def _moment(row: bytes, axis: TimeAxis, shape: RowShape, year: int | None) -> float | None:
    cell = split_row(row, shape.delimiter.encode())[axis.position or 0]
    if axis.format is None:
        value = float(cell) if NUMBER.fullmatch(cell) else 0.0
        return value if _EPOCH_SPAN[0] < value < _EPOCH_SPAN[1] else None
    read = read_time(cell.decode("ascii", "replace"), axis.format, year)
    return read.timestamp() if read else None


CHECKED_WHOLE = 65_536
"""Up to this many bytes all rows are checked while reading; of more, those at both ends."""
_TAIL = 16_384
_LOOKED_AT = 50

_SINCE_BOOT = "The first row holds averages since boot; left out."
_PERHAPS_SINCE_BOOT = "The first row may hold averages since boot; left out."
_UNKNOWN_UNIT = (
    "Columns of unknown meaning or unit (bits or bytes, bytes or requests), left out: {names}."
)


def build_table(draft: DstatDraft, layout: RowLayout, rows: Rows) -> SampleTable | None:
    """Build the table of a run; None where no row is left. `rows` are its first ones."""
    segment = draft.segment
    start, line = segment.start, segment.line
    dropped = _drops_first(draft, layout, rows)
    if dropped:
        start, line = draft.data.find(b"\n", start) + 1, line + 1
    if start >= segment.stop:
        draft.fail("No rows: the recording was stopped at once.", segment.line)
        return None
    factors = draft.factors
    if factors is None:
        factors = factors_of(draft, draft.tool, draft.version, draft.command, layout, rows)
    headings = _without_texts(draft, layout, rows[dropped:] or rows)
    columns, unknown = columns_of(headings, factors)
    if unknown:
        draft.warn(_UNKNOWN_UNIT, segment.line - 1, names=", ".join(unknown))
    if not columns:
        draft.warn("This run has no column of figures that can be used.", segment.line - 1)
        return None
    axis = find_times(draft, layout, rows, dropped=dropped)
    shape = _shape(draft, layout, headings, axis)
    table = SampleTable(
        columns=columns,
        time=axis,
        field_count=layout.field_count,
        start=start,
        stop=segment.stop,
        first_line=line,
        repair_rows=partial(repair_rows, shape, line),
        delimiter=segment.preamble.delimiter,
    )
    return _checked(draft, shape, table)


def _drops_first(draft: DstatDraft, layout: RowLayout, rows: Rows) -> bool:
    """Return whether the first row is no sample of an interval, and tell the user so."""
    line = draft.segment.line
    if draft.tool == "pcp-dstat":
        wanted = len(rows[1]) if len(rows) > 1 else layout.field_count
        if len(rows[0]) >= wanted and all(rows[0][:wanted]):
            return False
        draft.info("The first row of pcp-dstat has no rates; left out.", line)
        return True
    whole = draft.command.text != ""
    draft.info(_SINCE_BOOT if whole else _PERHAPS_SINCE_BOOT, line)
    return True


def _without_texts(draft: DstatDraft, layout: RowLayout, rows: Rows) -> list[ColumnHeading]:
    whole = [row for row in rows if len(row) == layout.field_count][:_LOOKED_AT]
    texts = [h for h in layout.headings if not (h.is_time or h.is_epoch) and _is_text(h, whole)]
    if texts:
        names = ", ".join(h.own_name for h in texts)
        draft.info("Columns of text were left out: {names}.", draft.segment.line - 1, names=names)
    return [h for h in layout.headings if h not in texts]


def _is_text(heading: ColumnHeading, rows: Rows) -> bool:
    """A text column is known by its name, or by most of its cells; one bad cell is none."""
    at = heading.position
    cells = [row[at] for row in rows if row[at]]
    wrong = sum(NUMBER.fullmatch(cell) is None for cell in cells)
    return heading.is_text or wrong * 2 > len(cells)


def _shape(
    draft: DstatDraft, layout: RowLayout, headings: Sequence[ColumnHeading], axis: TimeAxis
) -> RowShape:
    kinds = [FieldKind.TEXT] * layout.field_count
    for heading in headings:
        if not heading.is_time and heading.name:
            kinds[heading.position] = FieldKind.NUMBER
    if axis.position is not None:
        kinds[axis.position] = FieldKind.CLOCK
    if layout.ends_in_delimiter:
        kinds[-1] = FieldKind.EMPTY
    return RowShape(
        tuple(kinds),
        draft.segment.preamble.delimiter,
        axis.format,
        axis.year,
        layout.time_is_split,
    )


def _checked(draft: DstatDraft, shape: RowShape, table: SampleTable) -> SampleTable | None:
    """Check rows, all or those at both ends; know from them when the table begins and ends."""
    data, start, stop = draft.data, table.start, table.stop
    if stop - start <= CHECKED_WHOLE:
        rows = data[start:stop]
        mended = repair_rows(shape, table.first_line, rows)
        draft.problems += mended.problems
        if mended.rows != _lf(rows):
            again = partial(already_mended, RepairedRows(mended.rows, ()))
            table = replace(table, needs_repair=True, repair_rows=again)
        good = mended.rows.split(b"\n")[:-1]
        count: int | None = len(good)
    else:
        head = data[start : data.rfind(b"\n", start, start + CHECKED_WHOLE) + 1]
        tail = data[data.find(b"\n", stop - _TAIL) + 1 : stop]
        both = [repair_rows(shape, 1, part).rows for part in (head, tail)]
        table = replace(table, needs_repair=both != [_lf(head), _lf(tail)])
        good = [row for part in both for row in part.split(b"\n")[:-1]]
        count = draft.rows() - (table.first_line - draft.segment.line)
    if not good:
        draft.refuse("No readable rows below the column names.", draft.segment.line)
        return None
    ends = Ends(good[0], good[-1], count, good[:_LOOKED_AT])
    return replace(table, time=measure_time(draft, table.time, shape, ends))


def _lf(rows: bytes) -> bytes:
    """Give rows with plain line ends: CR LF does not hinder loading."""
    return rows.replace(b"\r\n", b"\n")


def already_mended(mended: RepairedRows, _rows: bytes) -> RepairedRows:
    """Give rows that were mended while reading, whose problems are told already."""
    return mended


_HEAD = 65_536

_CUT = (
    "The last line may be cut and was left out: recording killed, disk full, or file copied too"
    " early."
)
_NO_ROWS = "No rows: the recording was stopped at once."
_CRASHED = (
    "No rows. dstat 0.7.4 of Debian and Ubuntu (shown as 0.8.0) crashes under Python 3, or the"
    " recording was stopped at once."
)
_MISMATCH = "Rows have {values} values for {names} column names; run not read."
_NARROW = (
    "Rows have {values} values for {names} column names; run not read. pcp-dstat before 6.0.4"
    " drops names on a narrow terminal: record on a wide one."
)
_REBUILT = (
    "The header names {names} of {values} columns (pcp-dstat before 6.0.4, narrow terminal);"
    " the others are named after the command line."
)
_ABSENT = (
    "No column for {options} of the command line: not supported on this host, or removed"
    " afterwards."
)
_GUESSED = (
    "Group names are missing; columns assigned by their order and by figures typical of {tool}."
)
_GUESSED_NO_TOOL = "Group names and tool are missing; columns assigned by their order."
_ZONE = "The UTC offset of zone {zone} is unknown; times are as written."


@dataclass(frozen=True, slots=True)
class RunReading:
    """A run, who wrote it, and what is wrong with it."""

    run: Run
    tool: str
    version: str | None
    problems: tuple[Problem, ...]
    unreadable: bool
    """There are rows, but nothing can be made of them."""


def read_run(
    data: bytes | mmap.mmap, segment: DstatSegment, name: str, factors: Factors | None = None
) -> RunReading:
    """Read one run; its factors to SI are found out unless they are known."""
    preamble = segment.preamble
    command = read_command(preamble.command)
    tool = tool_of(preamble, command)
    start = read_start(preamble.date)
    draft = DstatDraft(
        data=data,
        segment=segment,
        command=command,
        start=start,
        tool=tool,
        version=preamble.version or None if preamble.tool == tool else None,
        factors=factors,
    )
    draft.utc_offset_s = start.utc_offset_s
    if tool and preamble.tool not in {"", tool}:
        draft.warn(
            "Title {title}, but command line and rows of {tool}; units of {tool} used.",
            segment.line,
            title=preamble.tool,
            tool=tool,
        )
    _check_end(draft)
    run = _run(draft, name, _table(draft))
    return RunReading(run, tool, draft.version, tuple(draft.problems), draft.unreadable)


def _check_end(draft: DstatDraft) -> None:
    segment, count = draft.segment, draft.command.count
    if segment.cut:
        draft.complete = False
        draft.warn(_CUT, segment.line + draft.rows())
    if count is not None and segment.stop > segment.start:
        rows = draft.rows()
        if rows < count:
            draft.complete = False
            draft.warn("Stopped early: {rows} of {count} rows.", None, count=count, rows=rows)


def _table(draft: DstatDraft) -> SampleTable | None:
    segment = draft.segment
    head = draft.data[segment.start : min(segment.stop, segment.start + _HEAD)]
    lines = head[: head.rfind(b"\n") + 1].split(b"\n")
    delimiter = segment.preamble.delimiter.encode()
    rows = [split_row(line.strip(), delimiter) for line in lines if line.strip()]
    if not segment.preamble.names:
        draft.refuse("Column names are missing; run not read.", segment.line)
        return None
    if not rows:
        crashed = draft.tool == "dstat" and draft.version == "0.8.0" and not segment.cut
        draft.fail(_CRASHED if crashed else _NO_ROWS, segment.line - 1)
        return None
    layout = build_layout(segment.preamble, draft.command, rows, draft.tool)
    if isinstance(layout, Mismatch):
        template = _NARROW if draft.tool == "pcp-dstat" else _MISMATCH
        draft.refuse(template, segment.line, values=layout.values, names=layout.names)
        return None
    if layout.rebuilt:
        names = len(segment.preamble.names)
        draft.warn(_REBUILT, segment.line - 1, names=names, values=layout.field_count)
    if layout.guessed:
        template = _GUESSED if draft.tool else _GUESSED_NO_TOOL
        draft.warn(template, segment.line - 1, tool=draft.tool)
    missing = [] if layout.guessed else absent(draft.command.asked, layout.headings)
    if missing:
        draft.info(_ABSENT, segment.line - 1, options=", ".join(missing))
    return build_table(draft, layout, layout.aligned(rows))


def _run(draft: DstatDraft, name: str, table: SampleTable | None) -> Run:
    command, start = draft.command, draft.start
    began = start.moment or draft.first_row
    attributes: list[tuple[str, str]] = []
    if command.text:
        attributes += [("cmdline", command.text), ("delay_s", f"{command.delay_s:g}")]
    if command.count is not None:
        attributes.append(("expected_rows", str(command.count)))
    if start.zone:
        attributes.append(("zone", start.zone))
        if draft.utc_offset_s is None and table is not None:
            draft.info(_ZONE, None, zone=start.zone)
    return Run(
        name=name,
        complete=draft.complete,
        samples=(table,) if table else (),
        started_at=Moment(began.timestamp(), draft.utc_offset_s).iso() if began else None,
        duration_s=draft.duration_s,
        host=draft.segment.preamble.host or None,
        attributes=tuple(attributes),
    )
