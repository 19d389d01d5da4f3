"""What charbench prints while it runs: a row a second, in the order that `-v` asked for.

A log may hold wizards' output, several runs one after another, colours and wrappers' stamps; rows
behind "Saved results" belong to sessions being cut off and are not looked at.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from arraywise.importers.swingbench.console_numbers import NUMBER, Writing
from arraywise.importers.swingbench.times import second_of_day

if TYPE_CHECKING:
    from arraywise.importers.swingbench.console_numbers import Grouped

_STAMP = re.compile(
    r"\s*\[?(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,]\d+)?"
    r"(?:Z|[+-]\d\d:?\d\d)?\]?\s*(?:std(?:out|err)(?::|\s[FP])?\s+)?"
)
"""What scripts and container logs put before a line; it tells the date."""
_SERVICE = re.compile(r"\s*[\w.@-]{1,80}\s*\|\s+")
"""What container tools put before a line: `swingbench_1  | `."""
_ROW = re.compile(
    r"\s*((?:[^\W\d_]{2}\s?)?\d{1,2}[:.]\d\d[:.]\d\d(?:\s?(?:[AaPp]\.?\s?[Mm]\.?|Uhr))?)"
    r"(?=[\s\[])(.*)"
)
_USERS = re.compile(r"\[\s*(\d{1,9})\s*/\s*(\d{1,9})\s*\]")
_NUMBERS = re.compile(rf"\s*{NUMBER}(?:\s+{NUMBER})*\s*")
_HEADER = re.compile(r"\s*Time\s+(\S.*)")
_NAME = re.compile(r"[A-Za-z][\w./%-]*")
_KNOWN = {"Users", "TPM", "TPS", "Errors"}
_VERSION = re.compile(r"\s*Version\s*:\s*(\d+(?:\.\d+)+)")
_ANNOUNCED = re.compile(r"Results will be written to\s+(\S+)")
_SAVED = re.compile(r"Saved results to\s+(\S+)")
_COMPLETED = re.compile(r"\bCompleted Run\b")
_ERROR = re.compile(r"Error in creating the results XML Document")
_ORACLE_ERROR = re.compile(r"\bORA-\d{5}\b")
_ASKED = re.compile(r"charbench\b.*\s-v\s+([a-z,]+)")
DAY_S = 86_400
_FEWEST_TO_JUDGE, _DOUBLED_SHARE = 10, 0.3


@dataclass(frozen=True, slots=True)
class Row:
    """One printed row."""

    line: int
    second: int
    """Of the day, running on over midnight."""
    logged_on: int | None
    requested: int | None
    cells: tuple[float, ...]
    """In the order of `ConsoleRun.columns`; in the users' place the number logged on."""


class _Figures(NamedTuple):
    """The cells of a row as numbers, and how many users were asked for."""

    values: tuple[float, ...]
    requested: int | None


@dataclass(slots=True)
class ConsoleRun:
    """One table of rows with what was printed around it."""

    line: int
    columns: tuple[str, ...]
    """Behind the time."""
    rows: list[Row] = field(default_factory=list)
    date: tuple[int, int, int] | None = None
    date_second: int = 0
    """Second of that day at which the date was printed, before the first row."""
    last_cells: str = ""
    """The cells of the last row as printed, and where in its line they begin, from 0."""
    last_cells_at: int = 0
    asked: tuple[str, ...] = ()
    """Words of `-v` where the command line was printed too."""
    announced: str | None = None
    saved: str | None = None
    saved_line: int | None = None
    completed: bool = False
    odd_rows: list[int] = field(default_factory=list)
    """Lines that look like rows and do not fit the columns."""
    oracle_errors: list[tuple[int, str]] = field(default_factory=list)
    """Lines and codes."""
    mixed: bool = False
    """Two processes wrote this table together."""


@dataclass(slots=True)
class ConsoleLog:
    """All that one log holds."""

    version: str | None = None
    runs: list[ConsoleRun] = field(default_factory=list)
    error_line: int | None = None
    grouped: Grouped | None = None
    """A number whose thousands are grouped, where those of the log are."""
    open: Grouped | None = None
    """A number with a comma that has two readings, where only the user can tell."""


class _Reader:
    """Walks through the lines and keeps what the next table needs."""

    def __init__(self, writing: Writing) -> None:
        self.log = ConsoleLog(grouped=writing.example)
        self.seen = Writing()
        """What its numbers tell of how they are written."""
        self._writing = writing
        self._run: ConsoleRun | None = None
        self._pending: list[str] = []
        """Results files announced since the last table began."""
        self._date: tuple[int, int, int] | None = None
        self._date_second = 0
        self._asked: tuple[str, ...] = ()
        self._width = 0
        """Characters of the line that is being read."""

    def read(self, number: int, line: str) -> None:
        """Take in one line."""
        self._width = len(line)
        line, stamped = self._without_wrapper(line)
        if match := _ROW.match(line):
            self._row(number, second_of_day(match[1]), match[2])
        elif (match := _HEADER.match(line)) and (columns := _columns(match[1])):
            self._begin(number, columns)
        elif not (stamped and self._row(number, self._date_second, line)):
            self._remark(number, line)

    def _without_wrapper(self, line: str) -> tuple[str, bool]:
        if match := _SERVICE.match(line):
            line = line[match.end() :]
        match = _STAMP.match(line)
        if not match:
            return line, False
        year, month, day, hour, minute, second = map(int, match.groups())
        self._date, self._date_second = (year, month, day), hour * 3600 + minute * 60 + second
        return line[match.end() :], True

    def _begin(self, number: int, columns: tuple[str, ...]) -> None:
        run = ConsoleRun(number, columns, asked=self._asked)
        run.announced = self._pending[-1] if self._pending else None
        if self._run and not (self._run.rows or self._pending):
            run.mixed = self._run.mixed = True
        run.mixed = run.mixed or len(self._pending) > 1
        self.log.runs.append(run)
        self._run, self._pending = run, []

    def _row(self, number: int, second: int | None, rest: str) -> bool:
        """Add a row; False when the line is none."""
        run = self._run
        if run is None or second is None or run.saved:
            return False
        row = _row(number, second, self._figures(number, rest, run), run)
        if row is None:
            if _USERS.search(rest):
                run.odd_rows.append(number)
            return False
        if not run.rows:
            run.date, run.date_second = self._date, self._date_second
        run.rows.append(row)
        run.last_cells, run.last_cells_at = rest, self._width - len(rest)
        return True

    def _figures(self, number: int, rest: str, run: ConsoleRun) -> _Figures | None:
        """Read the cells of a row; None where they do not fit the columns or words are among."""
        users = _USERS.search(rest)
        if users:
            rest = f"{rest[: users.start()]} {users[1]} {rest[users.end() :]}"
        cells = rest.split()
        if len(cells) != len(run.columns) or not _NUMBERS.fullmatch(rest):
            return None
        if not self.seen.has_ungrouped or "." in rest or "," in rest:
            for column, cell in zip(run.columns, cells, strict=True):
                self.seen.note(number, column, cell)
        values = [self._writing.figure(cell) for cell in cells]
        known = tuple(value for value in values if value is not None)
        requested = int(users[2]) if users else None
        return _Figures(known, requested) if len(known) == len(values) else None

    def _remark(self, number: int, line: str) -> None:
        """Keep what is printed around the tables."""
        if match := _ANNOUNCED.search(line):
            self._pending.append(match[1].rstrip("."))
        elif match := _VERSION.match(line):
            self.log.version = match[1]
        elif match := _ASKED.search(line):
            self._asked = tuple(match[1].split(","))
        elif _ERROR.search(line):
            self.log.error_line = self.log.error_line or number
        elif self._run:
            _outcome(self._run, number, line)


def read_console(lines: list[str], decimal: str | None = None) -> ConsoleLog:
    """Read a log, already without terminal colours; twice where its numbers have odd marks.

    Args:
        lines: Of the log.
        decimal: The decimal mark, where the user said it.
    """
    reader = _read(lines, Writing())
    writing = reader.seen.decided(decimal)
    if not writing.is_plain:
        reader = _read(lines, writing)
    reader.log.open = writing.open
    for run in reader.log.runs:
        run.mixed = run.mixed or _has_doubled_rows(run)
    return reader.log


def _read(lines: list[str], writing: Writing) -> _Reader:
    reader = _Reader(writing)
    for place, line in enumerate(lines, 1):
        if line and not line.isspace():
            reader.read(place, line)
    return reader


def _outcome(run: ConsoleRun, number: int, line: str) -> None:
    """Keep what is printed about a run after its table began."""
    if match := _ORACLE_ERROR.search(line):
        run.oracle_errors.append((number, match[0]))
    elif _COMPLETED.search(line):
        run.completed = True
    elif match := _SAVED.search(line):
        run.saved, run.saved_line = match[1], number


def _columns(text: str) -> tuple[str, ...]:
    """Return the names of a header, or nothing when the line is prose."""
    words = text.split()
    if not all(_NAME.fullmatch(word) for word in words):
        return ()
    if not _KNOWN & set(words) and not all(word.isupper() for word in words):
        return ()
    return tuple(words)


def _row(line: int, second: int, figures: _Figures | None, run: ConsoleRun) -> Row | None:
    """Put figures that fit the columns into a row that follows the others."""
    if figures is None:
        return None
    if run.rows:
        second += run.rows[-1].second // DAY_S * DAY_S
        if second < run.rows[-1].second - DAY_S // 2:
            second += DAY_S
    values = figures.values
    logged_on = int(values[run.columns.index("Users")]) if "Users" in run.columns else None
    return Row(line, second, logged_on, figures.requested, values)


def _has_doubled_rows(run: ConsoleRun) -> bool:
    """Two processes print every second twice; one alone hardly ever does."""
    doubled = sum(a.second >= b.second for a, b in itertools.pairwise(run.rows))
    return len(run.rows) >= _FEWEST_TO_JUDGE and doubled > _DOUBLED_SHARE * len(run.rows)
