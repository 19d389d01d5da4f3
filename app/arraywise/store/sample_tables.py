"""Names of the tables that hold host samples; the only identifiers made at run time.

Sets with as many columns share a table: DuckDB gives every column of a table blocks of its own,
and a hundred short recordings in tables of their own took ten times the room.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb

TIME_COLUMN = "taken_at"


def samples_table(column_count: int) -> str:
    """Return the table that holds the rows of sets with so many columns; `set_id` tells whose."""
    return f"samples.of_{int(column_count)}"


def column(position: int) -> str:
    """Return the name of a sample set's column."""
    return f"c{int(position)}"


def make_samples_table(cursor: duckdb.DuckDBPyConnection, column_count: int) -> str:
    """Make the table for sets with so many columns where there is none yet; return its name."""
    table = samples_table(column_count)
    cells = "".join(f", {column(i)} DOUBLE" for i in range(column_count))
    cursor.execute(
        f"CREATE TABLE IF NOT EXISTS {table}"
        f" (set_id INTEGER NOT NULL, {TIME_COLUMN} TIMESTAMP{cells})"
    )
    return table


def remove_samples(cursor: duckdb.DuckDBPyConnection, set_id: int, column_count: int) -> None:
    """Remove the rows of a set."""
    cursor.execute(f"DELETE FROM {samples_table(column_count)} WHERE set_id = ?", [set_id])  # noqa: S608
