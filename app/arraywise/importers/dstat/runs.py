"""Finds where runs begin, and reads each into a table of loadable columns and times.

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
    decode_printable,
    is_names_line,
    options_without_columns,
    parse_command,
    select_columns,
    split_cells,
    split_flattened_names,
    split_names_line,
)
from arraywise.importers.dstat.rows import (
    NUMBER,
    FieldKind,
    RowShape,
    WidthMismatch,
    build_layout,
    cell_number,
    determine_factors,
    find_time_format,
    first_row_year,
    infer_tool,
    parse_preamble_date,
    parse_time,
    repair_rows,
    split_row,
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
    first_line: int
    """Line of the first row, from 1."""
    is_cut: bool = False
    """The file ends in the middle of a line, which is not part of the rows."""


def has_csv_header(head: bytes) -> bool:
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
    return any(is_names_line(split_names_line(line)[0]) for line in telling)


def find_segments(data: bytes | mmap.mmap) -> tuple[list[DstatSegment], int, bool]:
    """Find the runs of a file, how many more there are, and whether it is plain ASCII."""
    anchors, is_ascii = _find_host_lines(data)
    if not anchors:
        anchors = _find_anchors_without_host(data[:65_536])
    begins = [_segment_start(data, anchor) for anchor in anchors[: MOST_RUNS + 1]]
    segments: list[DstatSegment] = []
    place, line, title = 0, 1, ("", "")
    for index, anchor in enumerate(anchors[:MOST_RUNS]):
        end = begins[index + 1] if index + 1 < len(begins) else len(data)
        title = _parse_title(data[begins[index] : anchor]) or title
        preamble, start = _read_preamble(data, anchor, end, title)
        line += count_line_ends(data, place, start)
        segments.append(_build_segment(data, preamble, (start, end), line))
        place = start
    return segments, max(0, len(anchors) - MOST_RUNS), is_ascii


def count_line_ends(data: bytes | mmap.mmap, start: int, stop: int) -> int:
    """Count the line ends between two bytes; about 0.3 s a gigabyte."""
    return sum(data[at : min(at + BLOCK, stop)].count(b"\n") for at in range(start, stop, BLOCK))


def _find_host_lines(data: bytes | mmap.mmap) -> tuple[list[int], bool]:
    anchors = [0] if _HOST_AT_START.match(data[:64]) else []
    is_ascii = True
    for at in range(0, len(data), BLOCK):
        block = data[at : at + BLOCK + 16]
        is_ascii = is_ascii and block.isascii()
        if b"H" in block:  # one byte is found five times as quickly as a word
            hits = (match.start() for match in _HOST.finditer(block))
            anchors += [at + hit + 1 for hit in hits if hit < BLOCK]
    return anchors, is_ascii


def _find_anchors_without_host(head: bytes) -> list[int]:
    command = _COMMAND.search(head)
    if command:
        return [command.start() + head[command.start() :].startswith(b"\n")]
    title = _TITLE.search(head)
    return [title.start()] if title else [0]


def _segment_start(data: bytes | mmap.mmap, anchor: int) -> int:
    """Return the offset of the title above the host line; of that line where there is none."""
    above = data[max(0, anchor - _ABOVE) : anchor]
    titles = list(_TITLE.finditer(above))
    if not titles or above.count(b"\n", titles[-1].end()) > 4:
        return anchor
    return anchor - len(above) + titles[-1].start() + titles[-1][0].startswith(b"\n")


def _parse_title(above: bytes) -> tuple[str, str] | None:
    match = _TITLE.search(above)
    if match is None:
        return None
    version = decode_printable(match[2])
    return match[1].decode().lower(), version if version[:1].isdigit() else ""


def _read_preamble(
    data: bytes | mmap.mmap, anchor: int, end: int, title: tuple[str, str]
) -> tuple[Preamble, int]:
    """Read the lines above the rows; return them and the byte at which the rows begin."""
    fields = {"tool": title[0], "version": title[1]}
    heading_lines: list[bytes] = []
    blank, place = False, anchor
    for line, after in _preamble_lines(data, anchor, end):
        if not line:
            blank = blank or ("command" in fields and not heading_lines)
        elif _parse_keyed_line(line, fields):
            pass
        elif len(heading_lines) < 2 and _looks_like_names(line):
            heading_lines.append(line)
        else:
            break
        place = after
    return _build_preamble(heading_lines, fields, blank_line=blank), place


def _preamble_lines(data: bytes | mmap.mmap, start: int, end: int) -> Iterator[tuple[bytes, int]]:
    """Yield whole lines and the byte after each; a preamble has no more than a few."""
    for _ in range(16):
        result = data.find(b"\n", start, min(end, start + LONGEST_LINE))
        if result < 0:
            return
        yield data[start:result].strip(b"\r\xef\xbb\xbf \0"), result + 1
        start = result + 1


def _parse_keyed_line(line: bytes, fields: dict[str, str]) -> bool:
    """Parse a line with a key in its first cell into the fields; False where it has none."""
    key = line[:12].lstrip(b'"').partition(b":")[0].lower()
    if key not in {b"host", b"cmdline", b"cmd", b"author"}:
        return _TITLE.match(line) is not None
    text, date, when = decode_printable(line).rpartition("Date:")[::1]
    if not date:
        text, when = when, ""
    else:
        fields["date"] = when.strip('",;\t ')
    value = text.partition(":")[2]
    if key == b"host":
        fields["host"] = value.partition("User:")[0].strip('",;\t ')
    elif key != b"author":
        fields["command"] = value.strip('",;\t ')
    return True


def _looks_like_names(line: bytes) -> bool:
    """Return whether a line holds names: quoted or beginning with a letter, unlike a row."""
    if re.match(rb"[A-Z][a-z]{2}-\d", line):
        return False
    return re.match(rb'"|[A-Za-z]|[,;\t]+["A-Za-z]', line) is not None and len(line) > 3


def _build_preamble(
    heading_lines: list[bytes], fields: dict[str, str], *, blank_line: bool
) -> Preamble:
    names, delimiter = split_names_line(heading_lines[-1]) if heading_lines else ([], ",")
    groups = (
        split_cells(decode_printable(heading_lines[0]), delimiter)
        if len(heading_lines) == 2
        else []
    )
    if len(heading_lines) == 1:
        groups, names = split_flattened_names(names) or (groups, names)
    return Preamble(
        **fields,
        groups=tuple(groups),
        names=tuple(names),
        delimiter=delimiter,
        has_blank_line=blank_line,
    )


def _build_segment(
    data: bytes | mmap.mmap, preamble: Preamble, span: tuple[int, int], line: int
) -> DstatSegment:
    """Build the segment of a run's rows, without blank lines below them or a line that was cut."""
    start, end = span
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
    preamble_date: PrintedDate
    tool: str
    """`dstat`, `dool`, `pcp-dstat`, or empty where nothing shows it."""
    version: str | None
    factors: Factors | None = None
    """To SI, where they are known."""
    is_complete: bool = True
    is_unreadable: bool = False
    """There are rows, but nothing can be made of them."""
    utc_offset_s: float | None = None
    duration_s: float | None = None
    first_row_time: datetime | None = None
    """Moment of the first row, where nothing above the rows states the start."""

    def count_rows(self) -> int:
        """Count the rows; a million takes 0.03 s, so it is only done where needed."""
        return count_line_ends(self.data, self.segment.start, self.segment.stop)

    def error(self, template: Template, line: int | None = None, **figures: Figure) -> None:
        """Append why there is nothing to load, and mark the run as incomplete."""
        ProblemCollector.error(self, template, line, **figures)
        self.is_complete = False

    def mark_unreadable(self, template: str, line: int | None = None, **figures: Figure) -> None:
        """Append why the rows cannot be read, and mark the run as unreadable."""
        self.error(template, line, **figures)
        self.is_unreadable = True


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
class LoadableRows:
    """The first and the last row that can be loaded."""

    first: bytes
    last: bytes
    count: int | None = None
    """Rows from one to the other, where they were counted."""
    first_rows: Sequence[bytes] = ()
    """The first rows, which show how far rows are apart."""


def determine_time_axis(
    draft: DstatDraft, layout: RowLayout, rows: Rows, *, is_first_row_dropped: bool
) -> TimeAxis:
    """Determine the clock: seconds since 1970, else local time, else the order of rows."""
    epoch = next((h.position for h in layout.headings if h.is_epoch), None)
    delay = draft.command.delay_s
    if epoch is not None:
        # compare the date of the start with the first row's seconds since 1970
        epoch_s = cell_number(rows[0], epoch)
        if epoch_s is not None and draft.preamble_date.moment is not None:
            learnt = infer_utc_offset_s(draft.preamble_date.moment.timestamp(), epoch_s, _SLACK_S)
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
    written = find_time_format(texts, draft.preamble_date)
    year = (
        first_row_year(
            texts[is_first_row_dropped : is_first_row_dropped + 1], written, draft.preamble_date
        )
        if written
        else None
    )
    if written is None or (year is None and "%Y" not in written):
        if at is not None:
            draft.info(_NO_CLOCK, draft.segment.first_line, delay_s=delay)
        return _axis_by_order(draft, is_first_row_dropped=is_first_row_dropped)
    if "%S" not in written:
        draft.info(_TO_THE_MINUTE, draft.segment.first_line)
    offset = draft.utc_offset_s
    return TimeAxis(Clock.TEXT, at, written, year, interval_s=delay, utc_offset_s=offset)


def _axis_by_order(draft: DstatDraft, *, is_first_row_dropped: bool) -> TimeAxis:
    moment, delay = draft.preamble_date.moment, draft.command.delay_s
    first = moment + timedelta(seconds=delay * is_first_row_dropped) if moment else None
    return TimeAxis(
        Clock.NONE,
        start=first.timestamp() if first else None,
        interval_s=delay,
        utc_offset_s=draft.utc_offset_s,
    )


def _warn_of_missing_rows(
    draft: DstatDraft, axis: TimeAxis, shape: RowShape, loadable: LoadableRows, duration_s: float
) -> None:
    """Warn how many rows are missing between the first and the last, by their interval."""
    if not loadable.count or "%S" not in (axis.format or "%S"):
        return
    moments = [_row_epoch_s(row, axis, shape, axis.year) for row in loadable.first_rows]
    known = [moment for moment in moments if moment is not None]
    steps = [later - moment for moment, later in pairwise(known) if later > moment]
    apart = axis.interval_s if draft.command.text else median(steps) if steps else None
    if not apart:
        return
    expected = round(duration_s / apart) + 1
    missing = expected - loadable.count
    if missing >= max(_LEAST_MISSING, _MISSING_SHARE * expected):
        draft.warn(
            "Rows missing: {count} of {expected}, {apart:g} s apart.",
            draft.segment.first_line,
            count=missing,
            expected=expected,
            apart=apart,
        )


def set_run_times(
    draft: DstatDraft, axis: TimeAxis, shape: RowShape, loadable: LoadableRows
) -> TimeAxis:
    """Return the axis with the first row's moment; set start and duration of the run.

    A run lasts from the beginning of its first interval to the end of the last.
    """
    if axis.clock is Clock.NONE:
        if draft.command.text and loadable.count:
            draft.duration_s = axis.interval_s * loadable.count
        return axis
    first = _row_epoch_s(loadable.first, axis, shape, axis.year)
    last = _row_epoch_s(loadable.last, axis, shape, axis.year)
    if first is None or last is None:
        return axis
    if last < first and axis.year is not None and _month_of_epoch(last) < _month_of_epoch(first):
        last = _row_epoch_s(loadable.last, axis, shape, axis.year + 1) or last
    if last < first:
        draft.warn("The clock went back during the recording; its duration is unknown.")
    else:
        _warn_of_missing_rows(draft, axis, shape, loadable, last - first)
    if draft.command.text and last >= first and "%S" in (axis.format or "%S"):
        draft.duration_s = round(last - first + axis.interval_s, 3)
    if draft.preamble_date.moment is None:
        draft.first_row_time = datetime.fromtimestamp(first, UTC)
        draft.utc_offset_s = 0.0 if axis.clock is Clock.EPOCH else draft.utc_offset_s
    return replace(axis, start=first)


def _month_of_epoch(epoch_s: float) -> int:
    return datetime.fromtimestamp(epoch_s, UTC).month


def _row_epoch_s(row: bytes, axis: TimeAxis, shape: RowShape, year: int | None) -> float | None:
    cell = split_row(row, shape.delimiter.encode())[axis.position or 0]
    if axis.format is None:
        value = float(cell) if NUMBER.fullmatch(cell) else 0.0
        return value if _EPOCH_SPAN[0] < value < _EPOCH_SPAN[1] else None
    read = parse_time(cell.decode("ascii", "replace"), axis.format, year)
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
    start, line = segment.start, segment.first_line
    dropped = _drops_first_row(draft, layout, rows)
    if dropped:
        start, line = draft.data.find(b"\n", start) + 1, line + 1
    if start >= segment.stop:
        draft.error("No rows: the recording was stopped at once.", segment.first_line)
        return None
    factors = draft.factors
    if factors is None:
        factors = determine_factors(draft, draft.tool, draft.version, draft.command, layout, rows)
    headings = _drop_text_columns(draft, layout, rows[dropped:] or rows)
    columns, unknown = select_columns(headings, factors)
    if unknown:
        draft.warn(_UNKNOWN_UNIT, segment.first_line - 1, names=", ".join(unknown))
    if not columns:
        draft.warn("This run has no column of figures that can be used.", segment.first_line - 1)
        return None
    axis = determine_time_axis(draft, layout, rows, is_first_row_dropped=dropped)
    shape = _build_shape(draft, layout, headings, axis)
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
    return _check_rows(draft, shape, table)


def _drops_first_row(draft: DstatDraft, layout: RowLayout, rows: Rows) -> bool:
    """Return whether the first row is no sample of an interval, and add an information if so."""
    line = draft.segment.first_line
    if draft.tool == "pcp-dstat":
        wanted = len(rows[1]) if len(rows) > 1 else layout.field_count
        if len(rows[0]) >= wanted and all(rows[0][:wanted]):
            return False
        draft.info("The first row of pcp-dstat has no rates; left out.", line)
        return True
    whole = draft.command.text != ""
    draft.info(_SINCE_BOOT if whole else _PERHAPS_SINCE_BOOT, line)
    return True


def _drop_text_columns(draft: DstatDraft, layout: RowLayout, rows: Rows) -> list[ColumnHeading]:
    whole = [row for row in rows if len(row) == layout.field_count][:_LOOKED_AT]
    texts = [
        h for h in layout.headings if not (h.is_time or h.is_epoch) and _is_text_column(h, whole)
    ]
    if texts:
        names = ", ".join(h.full_name for h in texts)
        draft.info(
            "Columns of text were left out: {names}.", draft.segment.first_line - 1, names=names
        )
    return [h for h in layout.headings if h not in texts]


def _is_text_column(heading: ColumnHeading, rows: Rows) -> bool:
    """Return whether a column holds text, by its name or by most of its cells."""
    at = heading.position
    cells = [row[at] for row in rows if row[at]]
    wrong = sum(NUMBER.fullmatch(cell) is None for cell in cells)
    return heading.is_text or wrong * 2 > len(cells)


def _build_shape(
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


def _check_rows(draft: DstatDraft, shape: RowShape, table: SampleTable) -> SampleTable | None:
    """Check rows, all or those at both ends, and set the times; None if none is readable."""
    data, start, stop = draft.data, table.start, table.stop
    if stop - start <= CHECKED_WHOLE:
        rows = data[start:stop]
        mended = repair_rows(shape, table.first_line, rows)
        draft.problems += mended.problems
        if mended.rows != _with_plain_line_ends(rows):
            again = partial(return_repaired, RepairedRows(mended.rows, ()))
            table = replace(table, needs_repair=True, repair_rows=again)
        good = mended.rows.split(b"\n")[:-1]
        count: int | None = len(good)
    else:
        head = data[start : data.rfind(b"\n", start, start + CHECKED_WHOLE) + 1]
        tail = data[data.find(b"\n", stop - _TAIL) + 1 : stop]
        both = [repair_rows(shape, 1, part).rows for part in (head, tail)]
        table = replace(
            table, needs_repair=both != [_with_plain_line_ends(head), _with_plain_line_ends(tail)]
        )
        good = [row for part in both for row in part.split(b"\n")[:-1]]
        count = draft.count_rows() - (table.first_line - draft.segment.first_line)
    if not good:
        draft.mark_unreadable("No readable rows below the column names.", draft.segment.first_line)
        return None
    ends = LoadableRows(good[0], good[-1], count, good[:_LOOKED_AT])
    return replace(table, time=set_run_times(draft, table.time, shape, ends))


def _with_plain_line_ends(rows: bytes) -> bytes:
    """Return rows with plain line ends: CR LF does not hinder loading."""
    return rows.replace(b"\r\n", b"\n")


def return_repaired(mended: RepairedRows, _rows: bytes) -> RepairedRows:
    """Return rows that were mended while reading; their problems are reported already."""
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
    """A run, the tool that wrote it, and its problems."""

    run: Run
    tool: str
    version: str | None
    problems: tuple[Problem, ...]
    is_unreadable: bool
    """There are rows, but nothing can be made of them."""


def read_run(
    data: bytes | mmap.mmap, segment: DstatSegment, name: str, factors: Factors | None = None
) -> RunReading:
    """Read one run; its factors to SI are determined unless they are given."""
    preamble = segment.preamble
    command = parse_command(preamble.command)
    tool = infer_tool(preamble, command)
    start = parse_preamble_date(preamble.date)
    draft = DstatDraft(
        data=data,
        segment=segment,
        command=command,
        preamble_date=start,
        tool=tool,
        version=preamble.version or None if preamble.tool == tool else None,
        factors=factors,
    )
    draft.utc_offset_s = start.utc_offset_s
    if tool and preamble.tool not in {"", tool}:
        draft.warn(
            "Title {title}, but command line and rows of {tool}; units of {tool} used.",
            segment.first_line,
            title=preamble.tool,
            tool=tool,
        )
    _warn_of_early_end(draft)
    run = _build_run(draft, name, _build_run_table(draft))
    return RunReading(run, tool, draft.version, tuple(draft.problems), draft.is_unreadable)


def _warn_of_early_end(draft: DstatDraft) -> None:
    segment, count = draft.segment, draft.command.row_count
    if segment.is_cut:
        draft.is_complete = False
        draft.warn(_CUT, segment.first_line + draft.count_rows())
    if count is not None and segment.stop > segment.start:
        rows = draft.count_rows()
        if rows < count:
            draft.is_complete = False
            draft.warn("Stopped early: {rows} of {count} rows.", None, count=count, rows=rows)


def _build_run_table(draft: DstatDraft) -> SampleTable | None:
    segment = draft.segment
    head = draft.data[segment.start : min(segment.stop, segment.start + _HEAD)]
    lines = head[: head.rfind(b"\n") + 1].split(b"\n")
    delimiter = segment.preamble.delimiter.encode()
    rows = [split_row(line.strip(), delimiter) for line in lines if line.strip()]
    if not segment.preamble.names:
        draft.mark_unreadable("Column names are missing; run not read.", segment.first_line)
        return None
    if not rows:
        crashed = draft.tool == "dstat" and draft.version == "0.8.0" and not segment.is_cut
        draft.error(_CRASHED if crashed else _NO_ROWS, segment.first_line - 1)
        return None
    layout = build_layout(segment.preamble, draft.command, rows, draft.tool)
    if isinstance(layout, WidthMismatch):
        template = _NARROW if draft.tool == "pcp-dstat" else _MISMATCH
        draft.mark_unreadable(
            template, segment.first_line, values=layout.value_count, names=layout.name_count
        )
        return None
    if layout.is_rebuilt:
        names = len(segment.preamble.names)
        draft.warn(_REBUILT, segment.first_line - 1, names=names, values=layout.field_count)
    if layout.has_guessed_groups:
        template = _GUESSED if draft.tool else _GUESSED_NO_TOOL
        draft.warn(template, segment.first_line - 1, tool=draft.tool)
    missing = (
        []
        if layout.has_guessed_groups
        else options_without_columns(draft.command.column_options, layout.headings)
    )
    if missing:
        draft.info(_ABSENT, segment.first_line - 1, options=", ".join(missing))
    return build_table(draft, layout, layout.align_rows(rows))


def _build_run(draft: DstatDraft, name: str, table: SampleTable | None) -> Run:
    command, start = draft.command, draft.preamble_date
    began = start.moment or draft.first_row_time
    attributes: list[tuple[str, str]] = []
    if command.text:
        attributes += [("cmdline", command.text), ("delay_s", f"{command.delay_s:g}")]
    if command.row_count is not None:
        attributes.append(("expected_rows", str(command.row_count)))
    if start.zone:
        attributes.append(("zone", start.zone))
        if draft.utc_offset_s is None and table is not None:
            draft.info(_ZONE, None, zone=start.zone)
    return Run(
        name=name,
        complete=draft.is_complete,
        samples=(table,) if table else (),
        started_at=Moment(began.timestamp(), draft.utc_offset_s).iso() if began else None,
        duration_s=draft.duration_s,
        host=draft.segment.preamble.host or None,
        attributes=tuple(attributes),
    )
