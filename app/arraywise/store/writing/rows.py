"""Many rows at once; DuckDB takes them a hundred times faster so than one by one."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from arraywise.store.history import HANDED_OVER, SHARED_ROWS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    import duckdb

    Rows = tuple[Any, ...]
    Own = Mapping[str, Sequence[Sequence[float | None]]]


_TOGETHER = 1_000
"""Rows that are handed over at once: meanwhile no other thread of the program is at work."""


def insert_rows(
    cursor: duckdb.DuckDBPyConnection, table: str, rows: Iterable[Sequence[Any]]
) -> None:
    """Add rows to a table, each with a value for every column in the order of the schema."""
    left = iter(rows)
    with cursor.appender(table) as appender:
        while some := list(islice(left, _TOGETHER)):
            appender.append_rows(some)


def insert_alike(
    cursor: duckdb.DuckDBPyConnection,
    table: str,
    lists: Mapping[int, Rows],
    row_of: Callable[[Any], Sequence[Any]],
    columns: Sequence[str],
    own: Own | None = None,
) -> None:
    """Add a list of rows for each run; lists that are the same object are handed over once.

    Args:
        cursor: A cursor in a transaction.
        table: Where they go: a table with `run_id`, `position` and `columns`.
        lists: By the run's id.
        row_of: Gives the cells of `columns` of a row.
        columns: Names of the columns.
        own: Of each list, by name, the columns of numbers that are not shared.
    """
    own = own or {}
    firsts: dict[int, int] = {}
    shared: list[Sequence[Any]] = []
    for rows in lists.values():
        if id(rows) not in firsts:
            firsts[id(rows)] = len(shared)
            shared += [(len(shared) + i, i, *row_of(row)) for i, row in enumerate(rows)]
    starts = [firsts[id(rows)] for rows in lists.values()]
    stops = [start + len(rows) for start, rows in zip(starts, lists.values(), strict=True)]
    own_lists = (map(list, column) for column in own.values())
    handed_over = zip(lists, starts, stops, *own_lists, strict=True)
    _make(cursor, SHARED_ROWS, table, "0 AS place", "position", *columns)
    insert_rows(cursor, SHARED_ROWS, shared)
    lists_of = [f"[{name}] AS {name}" for name in own]
    _make(cursor, HANDED_OVER, table, "run_id", "0 AS start", "0 AS stop", *lists_of)
    insert_rows(cursor, HANDED_OVER, handed_over)
    unnested = "".join(f", unnest({name}) AS {name}" for name in own)
    cursor.execute(
        f"INSERT INTO {table} BY NAME SELECT * EXCLUDE (place) FROM"  # noqa: S608 - own words
        f" (SELECT run_id, unnest(range(start, stop)) AS place{unnested} FROM {HANDED_OVER})"
        f" JOIN {SHARED_ROWS} USING (place)"
    )


def _make(cursor: duckdb.DuckDBPyConnection, name: str, like: str, *columns: str) -> None:
    """Make an empty table that goes with the cursor."""
    query = f"SELECT {', '.join(columns)} FROM {like} LIMIT 0"  # noqa: S608 - own words
    cursor.execute(f"CREATE OR REPLACE TEMP TABLE {name} AS {query}")


def take_ids(cursor: duckdb.DuckDBPyConnection, sequence: str, count: int) -> list[int]:
    """Take the next numbers of a sequence; they are never given out again."""
    if not count:
        return []
    rows = cursor.execute(
        "SELECT nextval(?) AS id FROM range(?) ORDER BY id", [sequence, count]
    ).fetchall()
    return [row[0] for row in rows]
