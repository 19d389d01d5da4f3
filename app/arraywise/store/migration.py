"""Brings a study to the newest schema: numbered SQL files, each applied once, all or none."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from arraywise import __version__

if TYPE_CHECKING:
    import duckdb

SCHEMA = Path(__file__).parent / "schema"
"""Folder of `0001_name.sql`, `0002_name.sql` ..."""

UNKNOWN = -1
"""Version of a database that is no study."""


def steps(schema: Path = SCHEMA) -> list[tuple[int, Path]]:
    """List the numbered SQL files, oldest first."""
    return sorted((int(file.name.split("_")[0]), file) for file in schema.glob("[0-9]*_*.sql"))


def newest(schema: Path = SCHEMA) -> int:
    """Return the version that this program writes."""
    return steps(schema)[-1][0]


def version_of(connection: duckdb.DuckDBPyConnection) -> int:
    """Return the schema version of an open database, UNKNOWN where it is no study."""
    tables = connection.execute(
        "SELECT count(*) FROM duckdb_tables() WHERE schema_name = 'main'"
        " AND table_name IN ('application', 'schema_version')"
    ).fetchone()
    views = connection.execute("SELECT count(*) FROM duckdb_views() WHERE NOT internal").fetchone()
    if tables != (2,) or views != (0,):  # a view in a table's place could ask for anything
        return UNKNOWN
    row = connection.execute(
        "SELECT (SELECT max(version) FROM schema_version)"
        " WHERE EXISTS (FROM application WHERE name = 'arraywise')"
    ).fetchone()
    return UNKNOWN if row is None or row[0] is None else int(row[0])


def program_of(connection: duckdb.DuckDBPyConnection) -> str:
    """Return the version of the program that last changed the schema."""
    row = connection.execute(
        "SELECT program FROM schema_version ORDER BY version DESC LIMIT 1"
    ).fetchone()
    return str(row[0]) if row else ""


def migrate(connection: duckdb.DuckDBPyConnection, version: int, schema: Path = SCHEMA) -> None:
    """Apply every step above `version`; the caller wraps it in a transaction."""
    for number, file in steps(schema):
        if number > version:
            connection.execute(file.read_text("utf-8"))
            connection.execute(
                "INSERT INTO schema_version VALUES (?, ?, ?)",
                [number, __version__, datetime.now(UTC).replace(tzinfo=None)],
            )
    _forget_history(connection)


def _forget_history(connection: duckdb.DuckDBPyConnection) -> None:
    """Drop the record of changes: its rows may have another shape than the tables now."""
    found = connection.execute(
        "SELECT 1 FROM duckdb_tables() WHERE schema_name = 'main' AND table_name = 'history'"
    ).fetchone()
    if found:
        connection.execute("DELETE FROM history")
