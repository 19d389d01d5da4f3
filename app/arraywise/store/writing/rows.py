"""Bulk rows, journal of changed rows.

DuckDB has no triggers, so the statements are looked at on their way: the first that writes to a
table makes its rows be read before; they are read again when the action ends. Tables that no
statement writes to cost nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Any

from arraywise.store import history

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from arraywise.store.connection import Cursor

_TOGETHER = 1_000
"""Rows that are handed over at once: meanwhile no other thread of the program is at work."""


def insert_rows(cursor: Cursor, table: str, rows: Iterable[Sequence[Any]]) -> None:
    """Add rows to a table, each with a value for every column in the order of the schema."""
    left = iter(rows)
    with cursor.appender(table) as appender:
        while some := list(islice(left, _TOGETHER)):
            appender.append_rows(some)
            if isinstance(cursor, Journal):
                cursor.record_added(table, some)


def next_ids(cursor: Cursor, sequence: str, count: int) -> list[int]:
    """Reserve the next numbers of a sequence, which are never reused."""
    if not count:
        return []
    rows = cursor.execute(
        "SELECT nextval(?) AS id FROM range(?) ORDER BY id", [sequence, count]
    ).fetchall()
    return [row[0] for row in rows]


_WRITES = re.compile(
    r"\s*(?P<verb>INSERT\s+INTO|DELETE\s+FROM|UPDATE)\s+(?P<table>[\w.]+)", re.IGNORECASE
)
_HARMLESS = re.compile(
    r"\s*(?:SELECT|FROM|DESCRIBE|SET|CREATE\s+OR\s+REPLACE\s+TEMP\s+TABLE"
    rf"|CREATE\s+TABLE\s+IF\s+NOT\s+EXISTS\s+{re.escape(history.SAMPLES)})",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _RowsBefore:
    """A table, or the rows of it whose column has one of some values, as they were before."""

    table: str
    columns: tuple[str, ...]
    before: list[history.Row]
    column: str = ""
    values: tuple[object, ...] = ()


class Journal:
    """Stands in for the cursor of a transaction, with the ways of writing that it can follow."""

    def __init__(self, cursor: Cursor) -> None:
        self._cursor = cursor
        self._parts: list[_RowsBefore] = []
        self._changed: set[str] = set()
        """Tables that a statement wrote to."""
        self._added: dict[str, list[history.Row]] = {}
        """Rows that were added to the tables of `RECORDED_AS_ADDED`."""

    def execute(self, query: str, parameters: object = None) -> Cursor:
        """Execute a statement; before one that writes, record the table's rows.

        Raises:
            RuntimeError: When it is no statement that can be taken note of, which is a bug.
        """
        result = _WRITES.match(query)
        if result is not None:
            table = result["table"].lower()
            self._changed.add(table)
            self._record_before_image(table, adds=result["verb"][0] in "iI")
        elif _HARMLESS.match(query) is None:
            message = f"not a statement that can be undone: {query.strip()[:60]}"
            raise RuntimeError(message)
        return self._cursor.execute(query, parameters)

    def appender(self, table: str) -> AbstractContextManager[Any]:
        """Add many rows to a table."""
        self._record_before_image(table, adds=True)
        return self._cursor.appender(table)

    def record_added(self, table: str, rows: Iterable[Sequence[Any]]) -> None:
        """Record added rows of tables that need not be read again."""
        if table in history.RECORDED_AS_ADDED:
            self._added.setdefault(table, []).extend(map(tuple, rows))

    def record_rows_before(self, table: str, column: str, values: Iterable[object]) -> None:
        """Record the rows whose `column` has one of these values, before they change."""
        known = {
            v for p in self._parts if (p.table, p.column) == (table, column) for v in p.values
        }
        fresh = tuple(value for value in dict.fromkeys(values) if value not in known)
        if fresh:
            columns, rows = self._read_rows(table, column, fresh)
            self._parts.append(_RowsBefore(table, columns, rows, column, fresh))

    def _record_before_image(self, table: str, *, adds: bool) -> None:
        parts = [part for part in self._parts if part.table == table]
        if history.is_journalled(table):
            if not parts:
                columns, rows = self._read_rows(table)
                self._parts.append(_RowsBefore(table, columns, rows))
        elif table in history.READ_FROM_FILES and not adds and not parts:
            message = f"changes rows of {table} without a watch on them"
            raise RuntimeError(message)

    def _read_rows(
        self, table: str, column: str = "", values: tuple[object, ...] = ()
    ) -> tuple[tuple[str, ...], list[history.Row]]:
        if column:
            query = f"FROM {table} WHERE list_contains(?, {column})"
            result = self._cursor.execute(query, [list(values)])
        else:
            result = self._cursor.execute(f"FROM {table}")
        return tuple(c[0] for c in result.description or ()), result.fetchall()

    def row_changes(self) -> Iterator[history.RowChange]:
        """Yield the differences between the recorded rows and the present ones, by table."""
        for part in sorted(self._parts, key=lambda part: part.table):
            if part.table in self._added and part.table not in self._changed:
                before, after = [], self._added[part.table]  # rows were only added
            else:
                before = part.before
                after = self._read_rows(part.table, part.column, part.values)[1]
            result = history.table_difference(part.table, part.columns, before, after)
            if result is not None:
                yield result


def record_rows_before(cursor: Cursor, table: str, column: str, values: Iterable[object]) -> None:
    """Record the rows of a large table that are about to change, so that others are not read.

    They are those whose column holds one of `values` before or after. Whatever else the same
    action changes in that table must be stated too; of `READ_FROM_FILES` nothing may change
    unstated.
    """
    assert table not in history.NOT_JOURNALLED  # noqa: S101 - nothing would be kept
    if isinstance(cursor, Journal):
        cursor.record_rows_before(table, column, values)


def utc_now() -> datetime:
    """Return the moment in UTC, as the study keeps it."""
    return datetime.now(UTC).replace(tzinfo=None)
