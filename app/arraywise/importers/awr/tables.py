"""Tables of reports in HTML and text; numbers, units and names in their cells."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from arraywise.domain.units import KIB, MICROSECOND, MILLISECOND, SECONDS_PER_MINUTE
from arraywise.importers.kit.clocks import datetime_or_none
from arraywise.importers.kit.readings import LARGEST, parse_month

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from arraywise.importers.kit.readings import RunDraft

_NUMBER: Final = re.compile(r"(-?(?:\d[\d.,]*|[.,]\d+)(?:E[+-]?\d{1,3})?)\s*([A-Za-z]{0,4})")
_GROUPED: Final = (
    (re.compile(r"\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?|\d{1,3}(?:\.\d{3})+,\d+|\d*,\d{1,2}"), ","),
    (re.compile(r"\d{1,3}(?:,\d{3}){2,}(?:\.\d+)?|\d{1,3}(?:,\d{3})+\.\d+|\d*\.\d{1,2}"), "."),
)
"""What only one decimal mark explains."""
_SECONDS: Final = {
    "ns": 1e-9,
    "us": MICROSECOND,
    "ms": MILLISECOND,
    "cs": 0.01,
    "s": 1.0,
    "m": float(SECONDS_PER_MINUTE),
}
_THOUSANDS: Final = {"": 1.0, "k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12, "p": 1e15}
_BYTES: Final = {"": 1.0, **{unit: float(KIB) ** (i + 1) for i, unit in enumerate("kmgtp")}}
_SNAP_TIME: Final = re.compile(
    r"(\d{1,2})-([^\W\d]{3,5}|\d{1,2}\u6708)\.? ?-(\d{2,4})\s+(\d\d)[:.](\d\d)(?:[:.](\d\d))?"
)


def infer_decimal_mark(texts: Iterable[str]) -> str:
    """Return the decimal mark of a report's numbers; a full stop where nothing tells."""
    counts = {",": 0, ".": 0}
    for text in texts:
        result = [mark for pattern, mark in _GROUPED if pattern.fullmatch(text)]
        if len(result) == 1:
            counts[result[0]] += 1
    return "," if counts[","] > counts["."] else "."


class ReportNumbers:
    """Reads the numbers of one report."""

    def __init__(self, mark: str) -> None:
        """Take the decimal mark."""
        self.mark = mark
        self._group = "." if mark == "," else ","

    def parse_count(self, text: str) -> float | None:
        """Read a count; `19.1K` is rounded, and multiples are of 1000."""
        return self._parse_scaled(text, _THOUSANDS)

    def parse_bytes(self, text: str) -> float | None:
        """Read bytes; multiples are of 1024."""
        return self._parse_scaled(text, _BYTES)

    def parse_seconds(self, text: str, heading_unit: str) -> float | None:
        """Read a time in seconds; a unit in the cell goes before that of the heading."""
        result = self._split_number_and_unit(text)
        if result is None:
            return None
        factor = _SECONDS.get(result[1] or heading_unit)
        return None if factor is None else result[0] * factor

    def _parse_scaled(self, text: str, factors: dict[str, float]) -> float | None:
        result = self._split_number_and_unit(text)
        factor = factors.get(result[1]) if result else None
        return None if result is None or factor is None else result[0] * factor

    def _split_number_and_unit(self, text: str) -> tuple[float, str] | None:
        result = _NUMBER.fullmatch(text.strip().removesuffix("%").strip())
        if result is None:
            return None
        plain = result[1].replace(self._group, "").replace(self.mark, ".")
        try:
            value = float(plain)
        except ValueError:
            return None
        return (value, result[2].lower()) if 0 <= value <= 1e3 * LARGEST else None


def time_unit_in_heading(heading: str, default: str) -> str:
    """Return the unit of times that a heading states in brackets: `Avg wait (ms)`."""
    result = re.search(r"\(\s*(ns|us|ms|cs|s|sec)\s*\)", heading, re.IGNORECASE)
    return (result[1].lower() if result else default).replace("sec", "s")


def parse_snapshot_time(text: str) -> datetime | None:
    """Read the time of a snapshot: `23-Apr-26 14:15:27`, months in several languages."""
    result = _SNAP_TIME.search(text)
    if result is None:
        return None
    named = result[2].lower()
    month = parse_month(named)
    if named[0].isdecimal():  # as Chinese and Japanese number them
        month = int(named[:-1])
    year = int(result[3]) + (2000 if len(result[3]) == 2 else 0)
    clock = (int(result[4]), int(result[5]), int(result[6] or 0))
    return datetime_or_none(year, month, int(result[1]), *clock) if month else None


def set_start_and_duration(draft: RunDraft, begin: datetime | None, end: datetime | None) -> None:
    """Note when a run began and, by when it ended, how long it took."""
    if begin is not None:
        draft.started_at = begin.isoformat()
    if begin is None or end is None:
        return
    if end > begin:
        draft.duration_s = (end - begin).total_seconds()
    else:
        draft.warn(
            "Snapshots from {begin} to {end}: their times give no length of the period.",
            draft.line,
            begin=f"{begin:%Y-%m-%d %H:%M}",
            end=f"{end:%Y-%m-%d %H:%M}",
        )


_LONGEST_CELL: Final = 200
"""Characters of a cell or a title that are looked at; SQL text is longer."""
_MOST_CELLS: Final = 60
_MOST_ROWS: Final = 5_000
_TITLED: Final = frozenset({"h1", "h2", "h3", "h4"})
_SKIPPED: Final = frozenset({"style", "script", "li", "a", "pre_sqltext"})
"""What is between the title of a table and the table, or holds no title."""
_LISTS: Final = re.compile(
    r"SQL ordered|(?:Complete )?List of SQL|Segments by|Tablespace IO|File IO|init\.ora",
    re.IGNORECASE,
)
"""Titles of tables that are left out."""
_RUNS: Final = re.compile(r"[-~]{2,}|(?<= )-(?= |$)|^-(?= )")
_RULE: Final = re.compile(r"\s*[-~]+(?: +[-~]+)*\s*")
_ENDLESS_REFERENCE = re.compile(r"&#(?=x?[0-9a-fA-F]{9})")
"""Numbers of characters that do not exist; Python converts no number of 5,000 digits."""
_TAG: Final = re.compile(r"<(/?)([a-zA-Z][^\s/<>]{0,100})([^<>]{0,2000})>")
"""The oldest reports and the newest ones write plain tags; all else is text."""
_ATTRIBUTE: Final = re.compile(r"([^\s/=]+)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s]*)")
_WITHOUT_TAGS: Final = frozenset({"script", "style"})
"""Elements with text in which a tag is none."""
_END: Final = re.compile(r" {8,}-{30,}\s*")
_HEADING_LINES: Final = 5
_NO_HEADING: Final = ("->", "~~", "--")
_AFTER_TITLE: Final = ("DB/Inst: ", "DB/Id: ", "for DB: ")


class Row(NamedTuple):
    """Cells of a table, and the line that the row begins on."""

    cells: tuple[str, ...]
    line: int

    def cell(self, column: int | None) -> str:
        """Return a cell; nothing where the row is shorter, or the column is not there."""
        return "" if column is None or column >= len(self.cells) else self.cells[column]


@dataclass(slots=True)
class Table:
    """A table with the text that is over it."""

    title: str
    columns: tuple[str, ...] = ()
    rows: list[Row] = field(default_factory=list)

    def find_column(self, *patterns: str) -> int | None:
        """Return the first column whose whole heading fits one of some patterns."""
        for pattern in patterns:
            for column, name in enumerate(self.columns):
                if re.fullmatch(pattern, name, re.IGNORECASE):
                    return column
        return None


def squeeze_blanks(text: str) -> str:
    """Return text with single blanks, no longer than anything that is looked at."""
    return " ".join(text[: 4 * _LONGEST_CELL].split())[:_LONGEST_CELL]


def parse_html_tables(text: str) -> tuple[list[Table], list[str]]:
    """Return the tables of an HTML report, and its headings; nothing is loaded or expanded.

    Lists of statements, segments, files and parameters, of which nothing is read, are left out:
    they are nine tenths of a report.
    """
    reader = _HtmlReader()
    at = line_at = 0
    line = 1
    tags = _TAG.finditer(text)
    while (tag := next(tags, None)) is not None:
        start, stop = tag.span()
        if start > at:
            reader.add_text(text[at:start])
        at = stop
        closes, written, tag_text = tag.groups()
        name = written.lower()
        if closes:
            reader.close_tag(name)
            continue
        if name == "tr":
            line += text.count("\n", line_at, start)
            line_at = start
        reader.open_tag(name, tag_text, line)
        if tag_text.endswith("/"):
            reader.close_tag(name)
        elif name in _WITHOUT_TAGS or (name == "table" and reader.is_in_list):
            at = _find_element_end(name, text, stop)
            tags = _TAG.finditer(text, at)
    return reader.tables, reader.headings


def _find_element_end(name: str, text: str, at: int) -> int:
    """Return where an element ends that begins before `at`; there where it holds another one."""
    end = re.compile(rf"<(/?){name}\b[^<>]*>", re.IGNORECASE).search(text, at)
    if end is None:
        return at if name == "table" else len(text)
    return end.start() if end[1] else at


def _tag_attribute(name: str, tag_text: str) -> str:
    """Return an attribute from what is written behind the name of a tag; empty without one."""
    if name not in tag_text.lower():
        return ""
    values = (value for key, value in _ATTRIBUTE.findall(tag_text) if key.lower() == name)
    return unescape(next(reversed(list(values)), "").strip("\"'"))


class _HtmlReader:
    """Takes the tags of a report, and the text between them, in their order."""

    def __init__(self) -> None:
        self.tables: list[Table] = []
        self.headings: list[str] = []
        self._open: list[_OpenTable] = []
        self._title = ""
        self._text: list[str] = []
        """What is outside of tables since the last paragraph."""
        self._inside = ""
        """Tag that is skipped, or a heading."""

    @property
    def is_in_list(self) -> bool:
        """Whether the table that was begun last is of those that are left out."""
        return bool(self._open) and _LISTS.match(self._open[-1].title) is not None

    def open_tag(self, tag: str, tag_text: str, line: int) -> None:
        """Take the beginning of an element, with what is behind its name."""
        if tag == "table":
            self._set_title_from_text()
            summary = _tag_attribute("summary", tag_text).split(".", maxsplit=1)[0]
            self._open.append(_OpenTable(Table(self._title or squeeze_blanks(summary))))
        elif self._open:
            self._open[-1].open_tag(tag, tag_text, line)
        elif tag in _TITLED or tag in _SKIPPED:
            self._set_title_from_text()
            self._inside = tag
        elif tag in {"p", "br", "ul", "hr"}:
            self._set_title_from_text()

    def close_tag(self, tag: str) -> None:
        """Take the end of an element."""
        if tag == "table" and self._open:
            self.tables.append(self._open.pop().build_table())
            self._title = ""
        elif self._open:
            return
        elif tag == self._inside:
            if tag in _TITLED:
                self.headings.append(squeeze_blanks("".join(self._text)))
                self._set_title_from_text()
            self._inside = ""
        elif tag in {"p", "ul"}:
            self._set_title_from_text()

    def add_text(self, text: str) -> None:
        """Take what is between two tags."""
        if self._open:
            self._open[-1].add_text(text)
        elif self._inside not in _SKIPPED:
            self._text.append(_unescape_text(text))

    def _set_title_from_text(self) -> None:
        title = squeeze_blanks("".join(self._text))
        self._text.clear()
        self._title = title or self._title


def _unescape_text(text: str) -> str:
    """Return text with its references resolved."""
    return unescape(_ENDLESS_REFERENCE.sub("&amp;#", text)) if "&" in text else text


class _OpenTable:
    """A table of which the end has not been met."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.title = table.title
        self._heads: list[list[tuple[str, int]]] = []
        self._cells: list[tuple[str, int]] = []
        self._cell: list[str] | None = None
        self._span = 1
        self._line = 1
        self._is_plain = False
        """Whether the cell is one of `td`."""
        self._is_head = True
        """Whether all cells of the row that hold anything are of `th`."""

    def open_tag(self, tag: str, tag_text: str, line: int) -> None:
        if tag == "tr":
            self._end_row()
            self._line, self._is_head = line, True
        elif tag in {"td", "th"}:
            self._end_cell()
            self._cell = []
            span = _tag_attribute("colspan", tag_text).strip()
            self._span = min(int(span), _MOST_CELLS) if span.isdecimal() else 1
            self._is_plain = tag == "td"

    def add_text(self, text: str) -> None:
        if self._cell is not None and sum(map(len, self._cell)) < _LONGEST_CELL:
            self._cell.append(_unescape_text(text)[:_LONGEST_CELL])

    def _end_cell(self) -> None:
        if self._cell is not None and len(self._cells) < _MOST_CELLS:
            text = squeeze_blanks("".join(self._cell))
            self._cells.append((text, self._span))
            self._is_head = self._is_head and not (text and self._is_plain)
        self._cell = None

    def _end_row(self) -> None:
        self._end_cell()
        if self._cells and self._is_head and not self._table.rows:
            self._heads.append(self._cells)
        elif self._cells and len(self._table.rows) < _MOST_ROWS:
            cells = [text for text, span in self._cells for text in [text, *[""] * (span - 1)]]
            self._table.rows.append(Row(tuple(cells[:_MOST_CELLS]), self._line))
        self._cells = []

    def build_table(self) -> Table:
        self._end_row()
        spread = [[text for text, span in head for _ in range(span)] for head in self._heads]
        width = min(max(map(len, spread), default=0), _MOST_CELLS)
        self._table.columns = tuple(
            squeeze_blanks(" ".join(head[column] for head in spread if column < len(head)))
            for column in range(width)
        )
        return self._table


def parse_text_tables(lines: Sequence[str]) -> Iterator[Table]:
    """Return the tables of a text report: headings over a rule of dashes, rows below it."""
    title = ""
    for index, line in enumerate(lines):
        result = _section_title(line)
        if result:
            title = result
        elif _RULE.fullmatch(line) and not _END.fullmatch(line):
            spans = [match.span() for match in _RUNS.finditer(line)]
            if 1 < len(spans) <= _MOST_CELLS:
                # a column goes from the end of the one before it to its own; the last has none
                ends = [0, *(stop for _, stop in spans[:-1]), None]
                cells = [slice(*pair) for pair in pairwise(ends)]
                table = Table(title or _title_above(lines, index))
                table.columns = _read_headings(lines, index, cells)
                table.rows = list(_read_rows(lines, index + 1, cells))
                yield table
        elif _END.fullmatch(line) and not "".join(lines[index + 1 : index + 2]).strip():
            title = ""


def _section_title(line: str) -> str:
    """Return the title of a section, which is before the names of database and instance."""
    offsets = [offset for words in _AFTER_TITLE if (offset := line.find(words)) > 0]
    return squeeze_blanks(line[: min(offsets)]) if offsets else ""


def _title_above(lines: Sequence[str], rule: int) -> str:
    """Return the line over a table that tildes underline, or that remarks (`->`) follow."""
    titled = ""
    for line_number in range(rule - 1, max(rule - 12, 0), -1):
        line, above = lines[line_number], lines[line_number - 1]
        if re.match(r"~{6,}", line):
            return squeeze_blanks(re.split(r" {3,}", above.strip())[0])
        if line.startswith("->") and above.strip() and not above.startswith(("->", " ")):
            titled = titled or squeeze_blanks(above)
    return titled


def _read_headings(lines: Sequence[str], rule: int, cells: Sequence[slice]) -> tuple[str, ...]:
    above: list[str] = []
    for line in reversed(lines[max(rule - _HEADING_LINES, 0) : rule]):
        if _is_blank_or_rule(line) or line.startswith(_NO_HEADING) or _section_title(line):
            break
        above.insert(0, line)
    return tuple(squeeze_blanks(" ".join(line[cell] for line in above)) for cell in cells)


def _read_rows(lines: Sequence[str], first: int, cells: Sequence[slice]) -> Iterator[Row]:
    for number, line in enumerate(lines[first : first + _MOST_ROWS], first + 1):
        if _is_blank_or_rule(line) or _section_title(line):
            return  # whatever follows a further rule is a table of its own
        yield Row(tuple(squeeze_blanks(line[cell]) for cell in cells), number)


def _is_blank_or_rule(line: str) -> bool:
    return not line.strip() or _RULE.fullmatch(line) is not None


STATISTICS: Final = (
    *("user commits", "user rollbacks", "user calls", "execute count"),
    *("physical read total IO requests", "physical write total IO requests"),
    *("physical read requests optimized", "physical write requests optimized"),
    *("physical read total multi block requests", "physical write total multi block requests"),
    *("physical read total bytes", "physical write total bytes"),
    *("physical read IO requests", "physical write IO requests"),
    *("physical read bytes", "physical write bytes", "physical reads", "physical writes"),
    *("physical reads direct", "physical writes direct", "physical reads cache"),
    *("redo writes", "redo size", "redo write time", "redo blocks written"),
    *("session logical reads", "db block gets", "consistent gets"),
)
"""Of the section Instance Activity."""
EVENTS: Final = (
    *("db file sequential read", "db file scattered read", "db file parallel read"),
    *("db file single write", "db file parallel write", "db file async I/O submit"),
    *("direct path read", "direct path read temp", "direct path write", "direct path write temp"),
    *("direct path sync", "read by other session", "local write wait", "Data file init write"),
    *("cell single block physical read", "cell multiblock physical read"),
    *("cell list of blocks physical read", "cell smart table scan", "cell smart index scan"),
    *("Disk file operations I/O", "Disk file Mirror Read", "ASM file metadata operation"),
    *("log file sync", "log file parallel write", "log file sequential read"),
    *("log buffer space", "log file switch completion", "free buffer waits"),
    *("control file sequential read", "control file parallel write"),
    *("RMAN backup & recovery I/O", "Log archive I/O"),
)
"""Events that say something of the storage; others are left out."""
_KEPT_EVENTS: Final = re.compile(r"db file |direct path |cell |log file |gc c\w+ disk read")
CLASSES: Final = (
    *("Administrative", "Application", "Cluster", "Commit", "Concurrency", "Configuration"),
    *("DB CPU", "Network", "Other", "Scheduler", "System I/O", "User I/O", "Queueing"),
)
TIMES: Final = (
    *("DB time", "DB CPU", "sql execute elapsed time", "PL/SQL execution elapsed time"),
    *("parse time elapsed", "background elapsed time", "background cpu time"),
    *("RMAN cpu time (backup/restore)", "total CPU time"),
)
"""Of the section Time Model."""
FUNCTIONS: Final = (
    *("Buffer Cache Reads", "DBWR", "LGWR", "ARCH", "RMAN", "Data Pump", "Direct Reads"),
    *("Direct Writes", "Smart Scan", "Recovery", "Streams AQ", "XDB", "Archive Manager"),
    *("Inmemory Populate", "Others", "TOTAL:"),
)
OS: Final = (
    *("NUM_CPUS", "NUM_CPU_CORES", "NUM_CPU_SOCKETS", "PHYSICAL_MEMORY_BYTES"),
    *("BUSY_TIME", "IDLE_TIME", "IOWAIT_TIME", "USER_TIME", "SYS_TIME"),
)
_LEAST_CUT: Final = 13
"""Characters from which on a name may be the beginning of a longer one."""


def match_truncated_name(text: str, names: tuple[str, ...]) -> str | None:
    """Return the known name that a cell holds; None where it holds another one.

    Columns of text reports are narrow: `physical read total multi block` is the beginning of one.
    """
    plain = text.split(" [", maxsplit=1)[0].strip()
    small = plain.lower()
    same = [name for name in names if name.lower() == small]
    if same:
        return same[0]
    longer = [name for name in names if name.lower().startswith(small)]
    return longer[0] if len(longer) == 1 and len(plain) >= _LEAST_CUT else None


def match_event_name(text: str) -> str | None:
    """Return the name of an event that is kept; None for any other."""
    known = match_truncated_name(text, EVENTS)
    if known is not None:
        return known
    return text if _KEPT_EVENTS.match(text) else None
