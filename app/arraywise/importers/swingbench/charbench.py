"""Charbench console log to runs.

Counts of users, transactions and errors are whole numbers; a share of a processor may have
decimals. A row with marks anywhere else is left out.

A log may hold wizards' output, several runs one after another, colours and wrappers' stamps; rows
behind "Saved results" belong to sessions being cut off and are not read.
"""

from __future__ import annotations

import itertools
import re
from array import array
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from statistics import fmean, median

from arraywise.domain.evidence import Load, Measurement, Metric, Origin, Run, Series
from arraywise.domain.messages import NO_SESSIONS, Problem
from arraywise.domain.units import Unit
from arraywise.importers.kit.readings import SI_UNITS, ProblemCollector, as_short_line
from arraywise.importers.swingbench.runs import milliseconds_to_seconds
from arraywise.importers.swingbench.values import RATE_SERIES, parse_second_of_day

_WHOLE = re.compile(r"\d{1,12}")
_NUMBER = re.compile(r"\d{1,12}(?:\.\d{1,6}|(?::\d\d){1,2})?")
"""A share of a processor, or the time that remains."""
_NOT_WHOLE = re.compile(r"cpu|io|disk|users|time|remain", re.IGNORECASE)


def _parse_cell(column: str, cell: str) -> float | None:
    """Parse a figure, a time in seconds; None where a mark makes it ambiguous."""
    form = _NUMBER if _NOT_WHOLE.search(column) else _WHOLE
    if not form.fullmatch(cell):
        return None
    if ":" in cell:
        parts = map(int, reversed(cell.split(":")))
        return float(sum(part * 60**index for index, part in enumerate(parts)))
    return float(cell)


_STAMP = re.compile(
    r"\s*\[?(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,]\d+)?"
    r"(?:Z|[+-]\d\d:?\d\d)?\]?\s*(?:std(?:out|err)(?::|\s[FP])?\s+)?"
)
"""What scripts and container logs put before a line; it states the date."""
_SERVICE = re.compile(r"\s*[\w.@-]{1,80}\s*\|\s+")
"""What container tools put before a line: `swingbench_1  | `."""
_ROW = re.compile(
    r"\s*((?:[^\W\d_]{2}\s?)?\d{1,2}[:.]\d\d[:.]\d\d(?:\s?(?:[AaPp]\.?\s?[Mm]\.?|Uhr))?)"
    r"(?=[\s\[])(.*)"
)
_USERS = re.compile(r"\[\s*(\d{1,9})\s*/\s*(\d{1,9})\s*\]")
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
class CharbenchRow:
    """One printed row."""

    line: int
    second: int
    """Of the day, running on over midnight."""
    logged_on: int | None
    requested: int | None
    cells: tuple[float, ...]
    """In the order of `ConsoleRun.columns`; in the users' place the number logged on."""


@dataclass(slots=True)
class ConsoleRun:
    """One table of rows with what was printed around it."""

    line: int
    columns: tuple[str, ...]
    """Behind the time."""
    rows: list[CharbenchRow] = field(default_factory=list)
    date: tuple[int, int, int] | None = None
    second_of_date: int = 0
    """Second of that day at which the date was printed, before the first row."""
    last_row_text: str = ""
    """The cells of the last row as printed, and where in its line they begin, from 0."""
    last_row_offset: int = 0
    verbose_options: tuple[str, ...] = ()
    """Words of `-v` where the command line was printed too."""
    announced_file: str | None = None
    saved_file: str | None = None
    saved_line: int | None = None
    is_completed: bool = False
    misfit_lines: list[int] = field(default_factory=list)
    """Lines that look like rows and do not fit the columns."""
    oracle_errors: list[tuple[int, str]] = field(default_factory=list)
    """Lines and codes."""
    has_several_writers: bool = False
    """Two processes wrote this table together."""


@dataclass(slots=True)
class ConsoleLog:
    """All that one log holds."""

    version: str | None = None
    runs: list[ConsoleRun] = field(default_factory=list)
    error_line: int | None = None


class _CharbenchReader:
    """Reads the lines of a log into tables of rows with what was printed around them."""

    def __init__(self) -> None:
        self.log = ConsoleLog()
        self._run: ConsoleRun | None = None
        self._announced_files: list[str] = []
        """Results files announced since the last table began."""
        self._date: tuple[int, int, int] | None = None
        self._second_of_date = 0
        self._verbose_options: tuple[str, ...] = ()
        self._line_length = 0
        """Characters of the line that is being read."""

    def read_line(self, number: int, line: str) -> None:
        """Read one line."""
        self._line_length = len(line)
        line, stamped = self._strip_wrapper(line)
        if match := _ROW.match(line):
            self._add_row(number, parse_second_of_day(match[1]), match[2])
        elif (match := _HEADER.match(line)) and (columns := _parse_header(match[1])):
            run = ConsoleRun(number, columns, verbose_options=self._verbose_options)
            run.announced_file = self._announced_files[-1] if self._announced_files else None
            if self._run and not (self._run.rows or self._announced_files):
                run.has_several_writers = self._run.has_several_writers = True
            run.has_several_writers = run.has_several_writers or len(self._announced_files) > 1
            self.log.runs.append(run)
            self._run, self._announced_files = run, []
        elif not (stamped and self._add_row(number, self._second_of_date, line)):
            self._read_other_line(number, line)

    def _strip_wrapper(self, line: str) -> tuple[str, bool]:
        if match := _SERVICE.match(line):
            line = line[match.end() :]
        match = _STAMP.match(line)
        if not match:
            return line, False
        year, month, day, hour, minute, second = map(int, match.groups())
        self._date, self._second_of_date = (year, month, day), hour * 3600 + minute * 60 + second
        return line[match.end() :], True

    def _add_row(self, number: int, second: int | None, cells_text: str) -> bool:
        """Add a row; False when the line is none."""
        run = self._run
        if run is None or second is None or run.saved_file:
            return False
        users = _USERS.search(cells_text)
        plain = (
            f"{cells_text[: users.start()]} {users[1]} {cells_text[users.end() :]}"
            if users
            else cells_text
        )
        cells = plain.split()
        values = tuple(map(_parse_cell, run.columns, cells))
        numbers = tuple(value for value in values if value is not None)
        if not len(cells) == len(numbers) == len(run.columns):
            run.misfit_lines += [number] if users else []
            return False
        if not run.rows:
            run.date, run.second_of_date = self._date, self._second_of_date
        logged_on = int(numbers[run.columns.index("Users")]) if "Users" in run.columns else None
        requested = int(users[2]) if users else None
        second = _continue_over_midnight(second, run)
        run.rows.append(CharbenchRow(number, second, logged_on, requested, numbers))
        run.last_row_text, run.last_row_offset = cells_text, self._line_length - len(cells_text)
        return True

    def _read_other_line(self, number: int, line: str) -> None:
        if match := _ANNOUNCED.search(line):
            self._announced_files.append(match[1].rstrip("."))
        elif match := _VERSION.match(line):
            self.log.version = match[1]
        elif match := _ASKED.search(line):
            self._verbose_options = tuple(match[1].split(","))
        elif _ERROR.search(line):
            self.log.error_line = self.log.error_line or number
        elif self._run:
            _read_outcome(self._run, number, line)


def parse_console_log(lines: list[str]) -> ConsoleLog:
    """Parse a log that has no terminal colours any more."""
    reader = _CharbenchReader()
    for line_number, line in enumerate(lines, 1):
        if line and not line.isspace():
            reader.read_line(line_number, line)
    for run in reader.log.runs:
        run.has_several_writers = run.has_several_writers or _has_doubled_rows(run)
    return reader.log


def _read_outcome(run: ConsoleRun, number: int, line: str) -> None:
    if match := _ORACLE_ERROR.search(line):
        run.oracle_errors.append((number, match[0]))
    elif _COMPLETED.search(line):
        run.is_completed = True
    elif match := _SAVED.search(line):
        run.saved_file, run.saved_line = match[1], number


def _parse_header(text: str) -> tuple[str, ...]:
    """Return the names of a header, or nothing when the line is prose."""
    words = text.split()
    if not all(_NAME.fullmatch(word) for word in words):
        return ()
    if not _KNOWN & set(words) and not all(word.isupper() for word in words):
        return ()
    return tuple(words)


def _continue_over_midnight(second: int, run: ConsoleRun) -> int:
    """Return a second of the day, counted on past midnight after the last row."""
    if run.rows:
        second += run.rows[-1].second // DAY_S * DAY_S
        if second < run.rows[-1].second - DAY_S // 2:
            second += DAY_S
    return second


def _has_doubled_rows(run: ConsoleRun) -> bool:
    """Return whether seconds come twice as often as when two processes print into one log."""
    doubled = sum(a.second >= b.second for a, b in itertools.pairwise(run.rows))
    return len(run.rows) >= _FEWEST_TO_JUDGE and doubled > _DOUBLED_SHARE * len(run.rows)


FEWEST_ROWS = 5
"""Fewer rows with all users on than this give no rate worth keeping."""
FINEST_MEAN_MS = 10
"""Below this, half a millisecond of rounding is more than 5 %."""
_SHORT_NAME = re.compile(r"(?!(?:CPU|IO|DML|TPM|TPS)$)[A-Z][A-Z0-9_]{0,7}")
_CELL = re.compile(r"\[[^\]]*\]|[^\s\[]+")
_NEAR_S = 2 * 3600
"""A date printed this long before the first row at most is that row's date."""
_OVERALL = ("Response", "Resp")
"""Column of the response time of all transactions."""
_MINUTE_S = 60
_FEW_SKIPPED_S, _SKIPPED_SHARE = 5, 0.1
"""Seconds, and share of the time; a busy client skips a second now and then."""
_GAP = 2.5
"""Times the usual step between rows: a longer one is a gap."""
_LEAST_GROWN = 0.5
"""Of the transactions that the rates come to; rows are a second apart, or a few."""
_NO_SESSION = frozenset({"ORA-00018", "ORA-00020", "ORA-12516", "ORA-12518", "ORA-12519",
                         "ORA-12520"})  # fmt: skip
"""More sessions, processes or connections than the database takes (MODEL P2.2: reject)."""


@dataclass(slots=True, kw_only=True)
class _CharbenchTable(ProblemCollector):
    """The rows of one run, and the measurements and problems derived from them."""

    run: ConsoleRun
    measurements: list[Measurement] = field(default_factory=list)
    users_logged_on: int | None = field(init=False)
    """Most users that were ever logged on, which may be fewer than were requested."""
    users_requested: int | None = field(init=False)
    """Users that the run was to have."""
    steady_rows: list[CharbenchRow] = field(init=False)
    """Rows with all users logged on; all rows where users were not printed."""

    def __post_init__(self) -> None:
        """Derive users and steady rows from all rows."""
        rows = self.run.rows
        self.users_logged_on = max((row.logged_on for row in rows if row.logged_on), default=None)
        self.users_requested = max((row.requested for row in rows if row.requested), default=None)
        self.steady_rows = [row for row in rows if row.logged_on == self.users_logged_on]

    def column_index(self, name: str) -> int | None:
        """Return the index of a column, None where it was not printed."""
        return self.run.columns.index(name) if name in self.run.columns else None

    def add_measurement(
        self,
        metric: Metric,
        statistic: str,
        value: float,
        line: int,
        group: str | None = None,
        column: int | None = None,
    ) -> None:
        """Add a measurement derived from rows; only the total of one group is as printed."""
        is_printed = statistic == "total" and group is not None
        load, origin = (
            Load(users=self.users_logged_on),
            Origin.REPORTED if is_printed else Origin.DERIVED,
        )
        self.measurements.append(
            Measurement(
                metric, statistic, value, SI_UNITS[metric], load, group, line, column, origin
            )
        )


def build_run_from_rows(
    run: ConsoleRun, name: str, *, with_measurements: bool = True
) -> tuple[Run, list[Problem]]:
    """Build a run from the rows that one process printed.

    Without measurements where a report in the same log states the figures itself.
    """
    table = _CharbenchTable(run=run)
    _warn_of_missing_users(table)
    _add_row_problems(table)
    if with_measurements and run.rows:
        _add_mean_rate(table)
        _add_overall_response_time(table)
        _add_transaction_columns(table)
        _add_rate_from_tpm(table)
    midnight = _midnight_before_first_row(run)
    began, ended = (run.rows[0].second, run.rows[-1].second) if run.rows else (0, 0)
    built_run = Run(
        name=name,
        complete=run.is_completed and _first_refused_session(run) is None,
        measurements=tuple(table.measurements),
        series=_rate_series(run, midnight),
        started_at=(midnight + timedelta(seconds=began)).isoformat() if midnight else None,
        duration_s=float(ended - began) if ended > began else None,
        attributes=_build_attributes(table),
    )
    return built_run, table.problems


def _warn_of_missing_users(table: _CharbenchTable) -> None:
    users, requested = table.users_logged_on, table.users_requested
    if requested and requested > (users or 0):
        table.warn(
            "{requested} users requested; at most {users} logged on.",
            table.run.rows[-1].line,
            requested=requested,
            users=users or 0,
        )


def _add_row_problems(table: _CharbenchTable) -> None:
    run = table.run
    if run.misfit_lines:
        template = "Rows that do not fit the header, left out: {rows}."
        table.warn(template, run.misfit_lines[0], rows=len(run.misfit_lines))
    saved, announced = _base_name(run.saved_file), _base_name(run.announced_file)
    if saved and announced and saved != announced:
        table.warn(
            "Results were saved to {saved}: a file {announced} beside this log is of an earlier"
            " run.",
            run.saved_line,
            saved=saved,
            announced=announced,
        )
    _warn_of_missing_rows(table)
    _add_error_problems(table)


def _warn_of_missing_rows(table: _CharbenchTable) -> None:
    """Warn where rows are missing: the rate is that of the time that the rows cover."""
    rows = table.run.rows
    steps = [later.second - row.second for row, later in itertools.pairwise(rows)]
    if len(steps) < FEWEST_ROWS or {"TPS", "TPM"}.isdisjoint(table.run.columns):
        return
    usual = max(1, median(steps))
    gaps = [index for index, step in enumerate(steps) if step > _GAP * usual and step - usual > 1]
    if not gaps:
        longer = [index for index, step in enumerate(steps) if step > usual]
        skipped = sum(steps[index] - usual for index in longer)
        gaps = longer if skipped > max(_FEW_SKIPPED_S, _SKIPPED_SHARE * sum(steps)) else []
    if not gaps:
        return
    table.warn(
        "{missing} s of rows are missing after this line ({gaps} gaps in all). Rate of the"
        " {covered} s covered.",
        rows[gaps[0]].line,
        missing=round(sum(steps[index] - usual for index in gaps)),
        gaps=len(gaps),
        covered=round(len(rows) * usual),
    )


def _first_refused_session(run: ConsoleRun) -> tuple[int, str] | None:
    """Return line and code of the first error that kept users from logging on, if any did."""
    return next((error for error in run.oracle_errors if error[1] in _NO_SESSION), None)


def _add_error_problems(table: _CharbenchTable) -> None:
    run = table.run
    if (at := table.column_index("Errors")) is not None and run.rows:
        worst = max(run.rows, key=lambda row: row.cells[at])
        if worst.cells[at]:
            template = "The run shows up to {errors:.0f} errors."
            table.warn(template, worst.line, errors=worst.cells[at])
    refused = _first_refused_session(run)
    if refused is not None:
        line, code = refused
        table.error(NO_SESSIONS, line, code=code)
    elif run.oracle_errors:
        line, code = run.oracle_errors[0]
        template = "Database errors during the run, first {code}; lines: {lines}."
        table.warn(template, line, code=code, lines=len(run.oracle_errors))


def _add_mean_rate(table: _CharbenchTable) -> None:
    """Add the mean rate of the rows with all users on.

    `TPM` is a sum over the last minute and climbs for a minute: it is taken apart where
    nothing else states the rate.
    """
    at, rows = table.column_index("TPS"), table.steady_rows
    if at is None and table.column_index("TPM") is not None:
        return
    if at is None:
        template = "No transaction rate was printed (charbench's option -v)."
        if not _transaction_blocks(table.run.columns):
            table.warn(template, table.run.line)
        return
    if len(rows) < FEWEST_ROWS:
        template = "Too few rows with all users for a rate: {rows}."
        table.warn(template, table.run.line, rows=len(rows))
        return
    rate = fmean(row.cells[at] for row in rows)
    if not rate:
        return
    table.add_measurement(Metric.TRANSACTION_RATE, "mean", rate, rows[0].line)
    table.info(
        "Rate: mean of {rows} rows with all {users} users.",
        rows[0].line,
        rows=len(rows),
        users=table.users_logged_on or "",
    )


def _add_rate_from_tpm(table: _CharbenchTable) -> None:
    """Add the mean of `TPM`, transactions of the last minute, over minutes that do not overlap.

    Only minutes count that are in the time with all users on; rows that are missing inside of
    a minute take nothing from it.
    """
    at = table.column_index("TPM")
    is_known = any(m.metric is Metric.TRANSACTION_RATE for m in table.measurements)
    if at is None or is_known or table.column_index("TPS") is not None:
        return
    picked: list[CharbenchRow] = []
    since = table.steady_rows[0].second if table.steady_rows else 0
    for row in table.steady_rows:
        if row.second >= (picked[-1].second if picked else since) + _MINUTE_S:
            picked.append(row)
    if not picked:
        template = "No rate: only TPM was printed, without a whole minute of all users."
        table.warn(template, table.run.line)
        return
    rate = fmean(row.cells[at] for row in picked) / _MINUTE_S
    if not rate:
        return
    table.add_measurement(Metric.TRANSACTION_RATE, "mean", rate, picked[0].line)
    table.info(
        "Rate: mean of {minutes} whole minutes of TPM with all users.",
        picked[0].line,
        minutes=len(picked),
    )


def _add_overall_response_time(table: _CharbenchTable) -> None:
    """Add the mean response time of all transactions, ms, over the rows with all users on.

    Each second counts by its transactions, where the rate is printed beside it.
    """
    at = next(
        (index for name in _OVERALL if (index := table.column_index(name)) is not None), None
    )
    rate = table.column_index("TPS")
    if at is None or len(table.steady_rows) < FEWEST_ROWS:
        return
    pairs = [
        (row.cells[at], row.cells[rate] if rate is not None else 1.0)
        for row in table.steady_rows
        if row.cells[at]
    ]
    weight = sum(count for _, count in pairs)
    if not weight:
        return
    mean_ms = sum(time * count for time, count in pairs) / weight
    line = table.steady_rows[0].line
    if mean_ms < FINEST_MEAN_MS:
        table.info(
            "Overall response time left out: whole milliseconds are too coarse. Use the results"
            " file.",
            line,
        )
        return
    table.add_measurement(Metric.RESPONSE_TIME, "mean", milliseconds_to_seconds(mean_ms), line)
    table.info(
        "Response time: mean of the values per second, weighted by transactions. The results"
        " file is more precise.",
        line,
    )


def _transaction_blocks(columns: tuple[str, ...]) -> list[dict[str, int]]:
    """Return blocks of columns named after transactions; a repeated name begins a new block."""
    blocks: list[dict[str, int]] = []
    for index, name in enumerate(columns):
        if not _SHORT_NAME.fullmatch(name):
            continue
        if not blocks or name in blocks[-1]:
            blocks.append({})
        blocks[-1][name] = index
    return blocks


def _add_transaction_columns(table: _CharbenchTable) -> None:
    """Add the columns of transactions: `-v trans` prints counts so far, `-v vresp` times.

    The command line decides where it names every block; else the figures do.
    """
    blocks = _transaction_blocks(table.run.columns)
    block_kinds = [word for word in table.run.verbose_options if word in {"trans", "vresp"}]
    for index, block in enumerate(blocks):
        kind = (
            block_kinds[index]
            if len(block_kinds) == len(blocks)
            else _infer_block_kind(table, block)
        )
        if kind == "trans":
            _add_counts(table, block)
        elif kind == "vresp":
            _add_mean_times(table, block)
        else:
            template = "Columns of {names} may be counts or times."
            table.warn(template, table.run.line, names=", ".join(block))


def _infer_block_kind(table: _CharbenchTable, block: dict[str, int]) -> str | None:
    """Infer whether columns are counts, which never fall and grow by the rate, or times."""
    places = list(block.values())
    figures = [[row.cells[index] for index in places] for row in table.run.rows]
    pairs = list(itertools.pairwise(figures))
    if any(b < a for earlier, later in pairs for a, b in zip(earlier, later, strict=True)):
        return "vresp"
    risen = sum(sum(later) > sum(earlier) for earlier, later in pairs)
    if risen <= 2:
        return None
    rate = table.column_index("TPS")
    if rate is None:
        return "trans"
    expected = sum(row.cells[rate] for row in table.run.rows[1:])
    grown = sum(figures[-1]) - sum(figures[0])
    return "trans" if _LEAST_GROWN * expected <= grown <= expected / _LEAST_GROWN else None


def _add_counts(table: _CharbenchTable, block: dict[str, int]) -> None:
    last = table.run.rows[-1]
    starts = [word.start() for word in _CELL.finditer(table.run.last_row_text)]
    for name, index in block.items():
        value, column = last.cells[index], table.run.last_row_offset + starts[index] + 1
        table.add_measurement(
            Metric.TRANSACTIONS_COMPLETED, "total", value, last.line, name, column
        )
    total = sum(last.cells[index] for index in block.values())
    table.add_measurement(Metric.TRANSACTIONS_COMPLETED, "total", total, last.line)
    if table.column_index("TPS") is None and len(table.steady_rows) >= FEWEST_ROWS:
        _add_rate_from_counts(table, block)


def _add_rate_from_counts(table: _CharbenchTable, block: dict[str, int]) -> None:
    first, last = table.steady_rows[0], table.steady_rows[-1]
    risen = sum(last.cells[index] - first.cells[index] for index in block.values())
    if last.second <= first.second or risen <= 0:
        return
    rate = risen / (last.second - first.second)
    table.add_measurement(Metric.TRANSACTION_RATE, "mean", rate, first.line)
    template = "Rate: computed from the counts of {rows} rows with all users."
    table.info(template, first.line, rows=len(table.steady_rows))


def _add_mean_times(table: _CharbenchTable, block: dict[str, int]) -> None:
    """Add the mean of the printed times of each kind of transaction.

    Times are printed in whole milliseconds: 0 stands for "none completed" as well as for less
    than one, and short times are too coarse to be averaged; so those are left out.
    """
    rows, coarse = table.steady_rows, []
    if len(rows) < FEWEST_ROWS:
        return
    before = len(table.measurements)
    for name, index in block.items():
        times = [row.cells[index] for row in rows if row.cells[index]]
        if times and fmean(times) < FINEST_MEAN_MS:
            coarse.append(name)
        elif times:
            value = milliseconds_to_seconds(fmean(times))
            table.add_measurement(Metric.RESPONSE_TIME, "mean", value, rows[0].line, name)
    if coarse:
        table.info(
            "Response times of {names} left out: whole milliseconds are too coarse. Use the"
            " results file.",
            rows[0].line,
            names=", ".join(coarse),
        )
    if len(table.measurements) > before:
        table.info(
            "Response times: unweighted means of the values per second. The results file is"
            " more precise.",
            rows[0].line,
        )


def _rate_series(run: ConsoleRun, midnight: datetime | None) -> tuple[Series, ...]:
    if "TPS" not in run.columns or not run.rows:
        return ()
    at = run.columns.index("TPS")
    values = array("d", [row.cells[at] for row in run.rows])
    times = None
    if midnight:
        zero = midnight.replace(tzinfo=UTC).timestamp()
        times = array("d", [zero + row.second for row in run.rows])
    return (Series(RATE_SERIES, Unit.PER_SECOND, values, times, run.rows[0].line),)


def _midnight_before_first_row(run: ConsoleRun) -> datetime | None:
    """Return the midnight before the first row, where a date was printed shortly before it."""
    if run.date is None or not run.rows:
        return None
    after = (run.rows[0].second - run.second_of_date + DAY_S // 2) % DAY_S - DAY_S // 2
    if abs(after) > _NEAR_S:
        return None
    try:
        day = datetime(*run.date)  # noqa: DTZ001 - the client's own clock
        return day + timedelta(days=(run.second_of_date + after) // DAY_S)
    except (ValueError, OverflowError):
        return None


def _build_attributes(table: _CharbenchTable) -> tuple[tuple[str, str], ...]:
    run = table.run
    first = run.rows[0].second if run.rows else None
    clock = None if first is None else f"{first // 3600:02}:{first // 60 % 60:02}:{first % 60:02}"
    result = (
        ("users_requested", table.users_requested and str(table.users_requested)),
        ("users_logged_on", table.users_logged_on and str(table.users_logged_on)),
        ("clock_at_start", clock),
        ("results_file", _base_name(run.saved_file or run.announced_file)),
    )
    return tuple((name, value) for name, value in result if value)


def _base_name(path: str | None) -> str | None:
    """Return the file name alone: folders may reveal who and where."""
    return as_short_line(re.split(r"[/\\]", path)[-1]) if path else None
