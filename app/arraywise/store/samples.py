"""Host samples, loaded column-wise.

Sets with as many columns share a table: DuckDB gives every column of a table blocks of its own,
and a hundred short recordings in tables of their own took ten times the room.

Queries may read no file but those in the study's private directory. So the rows of a table are
copied there, byte for byte, from the bytes that were hashed and looked at. A long recording is a
copy of our own already: where all of it from some line on is the table, a link to it does, which
saves a fifteenth of the time for a million rows of dstat. The original itself is never read
again: somebody may write to it meanwhile.
"""

from __future__ import annotations

import mmap
import os
import re
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import cached_property, lru_cache
from itertools import accumulate
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

import duckdb

from arraywise.domain.evidence import Clock, RepairedRows, SampleTable, TimeAxis
from arraywise.domain.invariants import (
    MOST_SHARES,
    column_names_and_instances,
    excess_shares_problem,
    sample_rules,
)
from arraywise.domain.messages import Problem, Severity, message
from arraywise.store.connection import raise_memory_limit_for_columns
from arraywise.store.encoding import MappedFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import BinaryIO

    from arraywise.store.connection import Cursor


TIME_COLUMN = "taken_at"

_BLOCK = 8 * 1024 * 1024


def samples_table_name(column_count: int) -> str:
    """Return the name of the table for sets with that many columns, told apart by `set_id`."""
    return f"samples.of_{int(column_count)}"


def sample_column_name(position: int) -> str:
    """Return the name of a sample set's column; a ValueError is a study's damage."""
    if position < 0:
        message = f"no column {position}"
        raise ValueError(message)
    return f"c{int(position)}"


def create_samples_table(cursor: Cursor, column_count: int) -> str:
    """Create the table for sets with that many columns unless it exists; return its name."""
    table = samples_table_name(column_count)
    cells = "".join(f", {sample_column_name(i)} DOUBLE" for i in range(column_count))
    cursor.execute(
        f"CREATE TABLE IF NOT EXISTS {table}"
        f" (set_id INTEGER NOT NULL, {TIME_COLUMN} TIMESTAMP{cells})"
    )
    return table


def delete_sample_rows(cursor: Cursor, set_id: int, column_count: int) -> None:
    """Remove the rows of a set."""
    cursor.execute(f"DELETE FROM {samples_table_name(column_count)} WHERE set_id = ?", [set_id])  # noqa: S608


@dataclass(frozen=True, slots=True)
class LoadedSamples:
    """Host samples that are in a table now."""

    set_id: int
    table: SampleTable
    row_count: int
    first_at: datetime | None = None
    last_at: datetime | None = None
    problems: tuple[Problem, ...] = ()
    """What mending the rows found, and what could not be loaded."""
    excess_share_problems: tuple[Problem, ...] = ()
    """Rows that do not count, though they could be loaded."""
    columns_in_line: tuple[int | None, ...] = ()
    """Where each column's cell begins in the first row of the file, from 1; None if unknown."""


def load_samples(
    cursor: Cursor,
    private: Path,
    table: SampleTable,
    data: bytes | mmap.mmap,
    set_id: int,
) -> LoadedSamples:
    """Load one table of a file, in SI units, into the table for as many columns.

    Of a transaction, with `data` of the whole file and the number of the new set.
    Raises OSError when the private directory, which the connection may read, cannot be written.
    """
    rows, cells = _SampleRows(data, table.start, table.stop), _cell_starts(table, data)
    if not table.needs_repair and rows.has_uniform_line_ends():
        result = _load_strictly(cursor, private, table, rows, set_id)
        if not result.problems:
            return replace(result, problems=result.excess_share_problems, columns_in_line=cells)
        delete_sample_rows(cursor, set_id, len(table.columns))
    with TemporaryFile() as copy:
        found = _write_repaired_rows(table, data, copy)
        size = copy.tell()
        clean: bytes | MappedFile = MappedFile.map_file(copy) if size else b""
    result = _load_strictly(cursor, private, table, _SampleRows(clean, 0, size), set_id)
    found += result.problems + result.excess_share_problems
    return replace(result, problems=found, columns_in_line=cells)


def _write_repaired_rows(
    table: SampleTable, data: bytes | mmap.mmap, copy: BinaryIO
) -> tuple[Problem, ...]:
    """Write repaired rows to a file, a block of lines at a time; return the problems, added up."""
    if table.blocks is not None:
        copy.writelines(table.blocks())
        copy.flush()
        return ()
    met: dict[str, Problem] = {}
    start, above = table.start, 0
    while True:
        stop = data.find(b"\n", start + _BLOCK, table.stop) + 1 or table.stop
        rows = bytes(data[start:stop])
        mended = table.repair_rows(rows)
        copy.write(mended.rows.replace(b"\r", b""))
        for problem in mended.problems:
            key = problem.message.code_or_template
            met[key] = _add_to_problem_of_earlier_blocks(met.get(key), problem, above)
        above += rows.count(b"\n")
        start = stop
        if start >= table.stop:
            break
    copy.flush()
    return tuple(met.values())


def _add_to_problem_of_earlier_blocks(
    earlier: Problem | None, later: Problem, lines_before: int
) -> Problem:
    """Add a problem of a block, with `lines_before` lines before it, to that of earlier blocks."""
    if earlier is None:
        return replace(later, line=None if later.line is None else later.line + lines_before)
    before = dict(earlier.message.figures)
    sums = {
        name: figure + count
        for name, figure in later.message.figures
        if isinstance(figure, int) and isinstance(count := before[name], int)
    }
    figures = tuple({**before, **sums}.items())
    return replace(earlier, message=replace(later.message, figures=figures))


def _cell_starts(table: SampleTable, data: bytes | mmap.mmap) -> tuple[int | None, ...]:
    """Return where each column's cell starts in the first row; None if it is in no file."""
    row = _SampleRows(data, table.start, table.stop).first_bytes().partition(b"\n")[0]
    cells = row.decode("utf-8", "replace").split(table.delimiter)
    surplus = any(cell.strip() for cell in cells[table.field_count :])  # a comma within a cell
    if len(cells) < table.field_count or surplus:
        return (None,) * len(table.columns)
    step = len(table.delimiter)
    starts = tuple(accumulate((len(cell) + step for cell in cells), initial=1))
    return tuple(starts[column.position] for column in table.columns)


SMALL_BYTES = 65_536
"""Tables up to this size are written with others: statements of its own take ten times as long as
a recording of a minute."""
_CELL = rb"(?:-?\d{1,30}+(?:\.\d{0,30}+)?+(?:[eE][-+]?\d{1,2}+)?+)?+"
_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - as the column: without a zone
_FURTHEST_US = 1e17
_Row = tuple[Any, ...]


class SmallTables:
    """Small tables of host samples that wait to be written in one go."""

    def __init__(self) -> None:
        self._rows: dict[int, list[_Row]] = {}

    def queue_if_plain(
        self, table: SampleTable, data: bytes | mmap.mmap, set_id: int
    ) -> LoadedSamples | None:
        """Queue a table whose rows are all plain; None for one that `load_samples` has to load."""
        mended = _read_small_rows(table, data)
        if mended is None:
            return None
        rows = _parse_plain_rows(table, mended.rows.replace(b"\r\n", b"\n"), set_id)
        if not rows:
            return None
        rows, problems = _drop_rows_of_excess_shares(table, rows)
        self._rows.setdefault(len(table.columns), []).extend(rows)
        times = [row[1] for row in rows if row[1] is not None]
        first, last = (min(times), max(times)) if times else (None, None)
        cells = _cell_starts(table, data)
        found = (*mended.problems, *problems)
        return LoadedSamples(set_id, table, len(rows), first, last, found, columns_in_line=cells)

    def write_queued(self, cursor: Cursor) -> None:
        """Write the queued tables, by one statement for each number of columns."""
        for count, rows in self._rows.items():
            with cursor.appender(create_samples_table(cursor, count)) as appender:
                appender.append_rows(rows)
        self._rows = {}


def _drop_rows_of_excess_shares(
    table: SampleTable, rows: list[_Row]
) -> tuple[list[_Row], list[Problem]]:
    """Drop rows whose shares of a processor add up to too much; return the rest and problems."""
    wholes = sample_rules(column_names_and_instances(table.columns)).exclusive_shares
    if not wholes:
        return rows, []
    sums = [max(sum(row[2 + at] or 0.0 for at in own) for own in wholes) for row in rows]
    most = max(sums)
    if most <= MOST_SHARES:
        return rows, []
    stored = [row for row, shares in zip(rows, sums, strict=True) if shares <= MOST_SHARES]
    first = next(at for at, shares in enumerate(sums) if shares > MOST_SHARES)
    line = table.first_line + (0 if table.blocks else first)
    return stored, [excess_shares_problem(len(rows) - len(stored), most, line)]


def _read_small_rows(table: SampleTable, data: bytes | mmap.mmap) -> RepairedRows | None:
    """Return a table's rows, mended where they need it; None where they are more than a few."""
    if table.stop - table.start > SMALL_BYTES:
        return None
    if table.blocks is None:
        mended = RepairedRows(bytes(data[table.start : table.stop]), ())
        mended = table.repair_rows(mended.rows) if table.needs_repair else mended
        return None if len(mended.rows) > SMALL_BYTES else mended
    rows = b""
    for block in table.blocks():
        rows += block
        if len(rows) > SMALL_BYTES:
            return None
    return RepairedRows(rows, ())


def _parse_plain_rows(table: SampleTable, text: bytes, set_id: int) -> list[_Row]:
    """Parse rows to values; none at all where a cell does not match the table's format."""
    delimiter, count = table.delimiter.encode(), table.field_count
    lines = text.removesuffix(b"\n").split(b"\n")
    places = tuple(column.position for column in table.columns)
    scales = tuple(column.scale for column in table.columns)
    if not all(map(_plain_row_matcher(delimiter, count, frozenset(places)), lines)):
        return []
    rows = [line.split(delimiter) for line in lines]
    try:
        times = _parse_times(table.time, rows)
    except (ValueError, OverflowError, IndexError):
        return []
    wanted = tuple(zip(places, scales, strict=True))
    means = sample_rules(column_names_and_instances(table.columns)).request_means
    values = (
        [float(row[at]) * scale if row[at] else None for at, scale in wanted] for row in rows
    )
    return [
        (set_id, time, *(_clear_idle_means(row, means) if means else row))
        for time, row in zip(times, values, strict=True)
    ]


def _clear_idle_means(
    row: list[float | None], means: tuple[tuple[int, tuple[int, ...]], ...]
) -> list[float | None]:
    """Set means of 0 to None in a row where no requests were counted."""
    idle = [at for at, own in means if row[at] == 0 and not any(row[each] for each in own)]
    for at in idle:
        row[at] = None
    return row


@lru_cache(maxsize=100)
def _plain_row_matcher(
    delimiter: bytes, count: int, numbers: frozenset[int]
) -> Callable[[bytes], object | None]:
    """Return a matcher for rows with all fields, and numbers or nothing in number fields."""
    other = re.escape(delimiter)
    text = b"[^\r\n" + other + b"]*+"
    fields = (_CELL if at in numbers else text for at in range(count))
    return re.compile(other.join(fields)).fullmatch


def _parse_times(axis: TimeAxis, rows: list[list[bytes]]) -> list[datetime | None]:
    """Return the time of each row, as the statements below compose it.

    Raises ValueError or OverflowError where a cell is no axis.
    """
    if axis.clock is Clock.NONE:
        if axis.start is None:
            return [None] * len(rows)
        start, step = axis.start * 1e6, axis.interval_s * 1e6
        return [_datetime_from_microseconds(start + i * step) for i in range(len(rows))]
    cells = [row[axis.position or 0].decode("ascii") for row in rows]
    if axis.clock is Clock.EPOCH:
        return [_datetime_from_microseconds(float(cell) * 1e6) for cell in cells]
    if axis.year is None:
        return [_parse_time(cell, axis.format or "") for cell in cells]
    moments = [_parse_time(f"{axis.year} {cell}", f"%Y {axis.format}") for cell in cells]
    earliest = moments[0] - timedelta(days=1)
    return [m.replace(year=m.year + 1) if m < earliest else m for m in moments]


def _parse_time(text: str, time_format: str) -> datetime:
    """Read a time; rows of a day share its date, which takes longest to read."""
    day, _, clock = text.rpartition(" ")
    clock_format = time_format.rpartition(" ")[2]
    if clock_format != "%H:%M:%S" or len(clock) != 8:
        return datetime.strptime(text, time_format)  # noqa: DTZ007 - as the file writes it
    at = time.fromisoformat(clock)
    return datetime.combine(_parse_day(day, time_format.rpartition(" ")[0]), at)


@lru_cache(maxsize=1_000)
def _parse_day(text: str, time_format: str) -> date:
    return datetime.strptime(text, time_format).date()  # noqa: DTZ007 - as the file writes it


def _datetime_from_microseconds(microseconds: float) -> datetime | None:
    if abs(microseconds) >= _FURTHEST_US:
        return None
    return _EPOCH + timedelta(microseconds=round(microseconds))


_DONT_NEED = getattr(mmap, "MADV_DONTNEED", None)
_FIRST_ROW = 65_536
_BUFFER = 4 * 1024 * 1024
"""Bytes that DuckDB reads at once for each thread, of which it would take 32 MiB by itself."""


@dataclass(frozen=True)
class _SampleRows:
    """Where rows stand; given out in blocks, since a large file need not be in memory at once."""

    data: bytes | mmap.mmap
    start: int
    stop: int

    def has_uniform_line_ends(self) -> bool:
        """Return whether all lines end alike: DuckDB cannot report that row by row."""
        if not self.has_returns:
            return True
        returns = feeds = both = 0
        for at in range(self.start, self.stop, _BLOCK):
            block = self.data[at : min(at + _BLOCK + 1, self.stop)]
            both += block.count(b"\r\n")  # one that lies across two blocks is in the first
            block = block[:_BLOCK]
            returns, feeds = returns + block.count(b"\r"), feeds + block.count(b"\n")
        return not feeds or returns == feeds == both

    @cached_property
    def has_returns(self) -> bool:
        """Whether there is any carriage return."""
        return self.data.find(b"\r", self.start, self.stop) >= 0

    def file_ending_with_rows(self) -> tuple[Path, int] | None:
        """Return the path of a file that ends with these rows, and the number of lines above them.

        None where there is none: not even a line above may have a carriage return, or DuckDB may
        count otherwise.
        """
        again = self.data.reopen_path if isinstance(self.data, MappedFile) else None
        is_rest = self.stop == len(self.data) and self.start <= _FIRST_ROW
        if again is None or not is_rest or self.has_returns:
            return None
        above = self.data[: self.start]
        is_countable = not above or (above.endswith(b"\n") and b"\r" not in above)
        return (again, above.count(b"\n")) if is_countable else None

    def first_bytes(self) -> bytes:
        return self.data[self.start : min(self.start + _FIRST_ROW, self.stop)]

    def blocks(self) -> Iterator[memoryview]:
        """Yield the rows without copying them; pages of a mapped file are let go when written."""
        with memoryview(self.data) as view:
            for at in range(self.start, self.stop, _BLOCK):
                with view[at : min(at + _BLOCK, self.stop)] as block:
                    yield block
                if _DONT_NEED is not None and isinstance(self.data, mmap.mmap):
                    self.data.madvise(_DONT_NEED)


def _load_strictly(
    cursor: Cursor,
    private: Path,
    table: SampleTable,
    rows: _SampleRows,
    set_id: int,
) -> LoadedSamples:
    """Load rows strictly: each has all fields, and every cell wanted is a number or empty.

    An error would end the whole transaction, so DuckDB is asked to count bad rows instead.
    """
    target = create_samples_table(cursor, len(table.columns))
    if rows.start >= rows.stop:
        return LoadedSamples(set_id, table, 0)
    time, values = _time_expression(table, rows)
    values |= {f"scale{i}": col.scale for i, col in enumerate(table.columns)}
    raise_memory_limit_for_columns(cursor, len(table.columns))
    with (
        _rows_as_readable_file(private, rows) as (file, above),
        _relaxed_row_order(cursor, table.time),
    ):
        values |= {"file": str(file), "above": above, "layout": _csv_column_types(table)}
        values |= {"delimiter": table.delimiter}
        cursor.execute(_build_insert_statement(time, table), values | {"set": set_id})
    stretched = _delete_rows_of_excess_shares(cursor, table, rows, set_id)
    rejected = cursor.execute("DELETE FROM reject_errors RETURNING true").fetchall()
    ((count, timed, first, last),) = cursor.execute(
        f"SELECT count(*), count({TIME_COLUMN}), min({TIME_COLUMN}), max({TIME_COLUMN})"  # noqa: S608
        f" FROM {target} WHERE set_id = ?",
        [set_id],
    ).fetchall()
    complaints = []
    if rejected:
        complaints.append(message("Rows below this line are not numbers; left out."))
    if table.time.clock is Clock.TEXT and count > timed:
        text = "{count} rows below this line have no valid time."
        complaints.append(message(text, count=count - timed))
    problems = tuple(Problem(Severity.WARNING, each, table.first_line) for each in complaints)
    return LoadedSamples(
        set_id, table, count, first, last, problems, excess_share_problems=tuple(stretched)
    )


def _build_insert_statement(time: str, table: SampleTable) -> str:
    """Compose the statement that turns cells into SI values, row by row as they are."""
    means = dict(sample_rules(column_names_and_instances(table.columns)).request_means)
    cells = "".join(
        f", if(isfinite({f}){_not_idle_sql(table, f, means.get(i))}, {f} * $scale{i}, NULL)"
        for i, f in enumerate(f"f{int(col.position)}" for col in table.columns)
    )
    return (
        f"INSERT INTO {samples_table_name(len(table.columns))} SELECT $set, {time}{cells}"  # noqa: S608
        " FROM read_csv($file, skip = $above, columns = $layout, delim = $delimiter,"
        " auto_detect = false, header = false, quote = '', escape = '', strict_mode = true,"
        " null_padding = false, ignore_errors = true, store_rejects = true, rejects_limit = 1,"
        f" buffer_size = {_BUFFER})"
    )


def _not_idle_sql(table: SampleTable, field: str, requests: tuple[int, ...] | None) -> str:
    """Compose when a mean over requests is one: it is not 0, or there were requests."""
    if requests is None:
        return ""
    fields = (f"f{int(table.columns[at].position)} > 0" for at in requests)
    return f" AND ({' OR '.join([f'{field} != 0', *fields])})"


def _delete_rows_of_excess_shares(
    cursor: Cursor, table: SampleTable, rows: _SampleRows, set_id: int
) -> list[Problem]:
    """Delete a set's rows whose shares of a processor add up to too much; say so by a problem."""
    wholes = sample_rules(column_names_and_instances(table.columns)).exclusive_shares
    sums = [" + ".join(f"coalesce({sample_column_name(at)}, 0)" for at in own) for own in wholes]
    if not sums:
        return []
    most = sums[0] if len(sums) == 1 else f"greatest({', '.join(sums)})"
    name = samples_table_name(len(table.columns))
    ((count, greatest),) = cursor.execute(
        f"SELECT count(*), max(shares) FROM (SELECT {most} AS shares FROM {name}"  # noqa: S608
        " WHERE set_id = ?) WHERE shares > ?",
        [set_id, MOST_SHARES],
    ).fetchall()
    if not count:
        return []
    cursor.execute(f"DELETE FROM {name} WHERE set_id = ? AND {most} > ?", [set_id, MOST_SHARES])  # noqa: S608
    return [
        excess_shares_problem(count, greatest, _first_line_of_excess_shares(table, rows, wholes))
    ]


def _first_line_of_excess_shares(
    table: SampleTable, rows: _SampleRows, wholes: tuple[tuple[int, ...], ...]
) -> int:
    """Return the line of the first such row; the first of the table where rows are in no file."""
    if table.blocks is not None:
        return table.first_line
    places = [
        [(table.columns[at].position, table.columns[at].scale) for at in own] for own in wholes
    ]
    delimiter, line, rest = table.delimiter.encode(), table.first_line, b""
    for block in rows.blocks():
        *lines, rest = (rest + bytes(block)).split(b"\n")
        for text in lines:
            cells = text.split(delimiter)
            with suppress(ValueError, IndexError):
                sums = (sum(float(cells[at] or 0) * scale for at, scale in own) for own in places)
                if max(sums) > MOST_SHARES:
                    return line
            line += 1
    return line


def _csv_column_types(table: SampleTable) -> dict[str, str]:
    """Return which fields are numbers; the others are split off as text and not looked at."""
    numbers = {col.position for col in table.columns}
    if table.time.clock is Clock.EPOCH:
        numbers.add(table.time.position or 0)
    return {f"f{i}": "DOUBLE" if i in numbers else "VARCHAR" for i in range(table.field_count)}


def _time_expression(table: SampleTable, rows: _SampleRows) -> tuple[str, dict[str, Any]]:
    """Compose the time of a row, as the clock wrote it, with the values of its parameters."""
    time = table.time
    if time.clock is Clock.EPOCH:
        return _timestamp_expression(f"f{int(time.position or 0)} * 1e6"), {}
    if time.clock is Clock.TEXT:
        return _time_expression_from_text(table, rows)
    if time.start is None:
        return "NULL::TIMESTAMP", {}
    return (
        _timestamp_expression("($start_us + (row_number() OVER () - 1) * $interval_us)"),
        {"start_us": time.start * 1e6, "interval_us": time.interval_s * 1e6},
    )


def _timestamp_expression(microseconds: str) -> str:
    """Compose a time; one that is thousands of years off is none."""
    return f"if(abs({microseconds}) < 1e17, make_timestamp(({microseconds})::BIGINT), NULL)"


def _time_expression_from_text(
    table: SampleTable, rows: _SampleRows
) -> tuple[str, dict[str, Any]]:
    """Where the year is not written it is that of the first row, or the one after.

    A row that would lie more than a day before the first one was taken in the next year. The
    29th of February may exist in the next year only.
    """
    time = table.time
    cell = f"f{int(time.position or 0)}"
    if time.year is None:
        return f"try_strptime({cell}, $format)", {"format": time.format}
    values = {
        "format": f"%Y {time.format}",
        "year": f"{time.year} ",
        "next": f"{time.year + 1} ",
        "first": _first_time_cell(table, rows),
    }
    written = (
        f"coalesce(try_strptime($year || {cell}, $format), try_strptime($next || {cell}, $format))"
    )
    earliest = "try_strptime($year || $first, $format) - INTERVAL 1 DAY"
    return f"{written} + if({written} < {earliest}, INTERVAL 1 YEAR, INTERVAL 0 YEAR)", values


def _first_time_cell(table: SampleTable, rows: _SampleRows) -> str:
    row = rows.first_bytes().splitlines()[0].decode("utf-8", "replace")
    cells = row.split(table.delimiter)
    position = table.time.position or 0
    return cells[position] if position < len(cells) else ""


@contextmanager
def _rows_as_readable_file(private: Path, rows: _SampleRows) -> Iterator[tuple[Path, int]]:
    """Put rows where the connection may read them, for as long as it does.

    Gives the file, and how many lines are above the rows in it.
    """
    private.mkdir(mode=0o700, exist_ok=True)
    file = private / f"{os.urandom(8).hex()}.csv"
    file_ending_with_rows = rows.file_ending_with_rows()
    try:
        if file_ending_with_rows is None:
            with file.open("xb", buffering=0) as out:
                for block in rows.blocks():
                    written = 0
                    while written < len(block):  # one call may write a part of it only
                        written += out.write(block[written:])
        else:
            file.symlink_to(file_ending_with_rows[0])
        yield file, file_ending_with_rows[1] if file_ending_with_rows else 0
    finally:
        file.unlink(missing_ok=True)
        with suppress(OSError):  # another import still uses it
            private.rmdir()


@contextmanager
def _relaxed_row_order(cursor: Cursor, time: TimeAxis) -> Iterator[None]:
    """Let DuckDB take the rows in any order where each row says its time; that is quicker.

    A transaction that was interrupted takes no statement: `reset_limits` sets it back then.
    """
    if time.clock is Clock.NONE:
        yield
        return
    cursor.execute("SET preserve_insertion_order = false")
    try:
        yield
    finally:
        with suppress(duckdb.TransactionException):
            cursor.execute("SET preserve_insertion_order = true")
