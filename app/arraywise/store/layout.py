"""Checks that a file has the tables of a study, and their sizes, before any of it is read.

A file may come from a stranger. A view, a macro named as a function of DuckDB, a generated column
or a table with other columns would run, or be read, in the place of what this program made.
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple

import duckdb

from arraywise import __version__
from arraywise.domain.messages import UserError, message, refuse
from arraywise.shipped import state_path
from arraywise.store.connection import ALIAS
from arraywise.store.study_file import log_path
from arraywise.store.upgrades import count_statements_of_stored_files

SCHEMA = Path(__file__).parent / "schema"
"""Folder of numbered SQL files: the first makes all tables, each later one is a step on."""

UNKNOWN = -1
"""Version of a database that is no study."""

TEXT_LIMIT_BYTES = 16 << 20
"""Longest text in a row; this program writes none that comes near."""
CHANGES_LIMIT_BYTES = 256 << 20
"""The same for the rows that an action took out and put in, which may be a whole price sheet."""

_OBJECTS = """
SELECT 'table', schema_name, table_name, sql FROM system.main.duckdb_tables()
WHERE database_name = $1
UNION ALL SELECT 'sequence', schema_name, sequence_name,
 regexp_replace(sql, 'START \\d{1,9} ', ' ')
FROM system.main.duckdb_sequences() WHERE database_name = $1
UNION ALL SELECT 'schema', schema_name, schema_name, '' FROM system.main.duckdb_schemas()
WHERE database_name = $1 AND NOT internal
UNION ALL SELECT 'view', schema_name, view_name, '' FROM system.main.duckdb_views()
WHERE database_name = $1 AND NOT internal
UNION ALL SELECT 'macro', schema_name, function_name, '' FROM system.main.duckdb_functions()
WHERE database_name = $1 AND NOT internal
UNION ALL SELECT 'type', schema_name, type_name, '' FROM system.main.duckdb_types()
WHERE database_name = $1 AND NOT internal
UNION ALL SELECT 'index', schema_name, index_name, '' FROM system.main.duckdb_indexes()
WHERE database_name = $1
UNION ALL SELECT 'trigger', schema_name, trigger_name, '' FROM system.main.duckdb_triggers()
WHERE database_name = $1
"""
_SAMPLES = re.compile(
    r"CREATE TABLE samples\.of_(?P<count>0|[1-9]\d{0,5})"
    r"\(set_id INTEGER NOT NULL, taken_at TIMESTAMP(?P<cells>(, c\d+ DOUBLE)*)\);"
)

_WITH_STATEMENT_COUNTS = 22
"""From this version on imports store what a study before searched in its files each time."""
_DIFFERENT = "{name} is not opened: {kind} {object} in it is not as Arraywise makes it."
_TOO_LONG = "{name} is not opened: a row of its table {table} holds {size} MB of text."


class _Object(NamedTuple):
    """A table, view, macro or the like of a database."""

    kind: str
    schema: str
    name: str
    sql: str

    @property
    def key(self) -> tuple[str, str, str]:
        return self[:3]


Objects = frozenset[_Object]


def list_schema_steps() -> list[tuple[int, Path]]:
    """List the numbered SQL files, oldest first."""
    return sorted((int(file.name.split("_")[0]), file) for file in SCHEMA.glob("[0-9]*_*.sql"))


def oldest_version() -> int:
    """Return the lowest version that this program reads."""
    return list_schema_steps()[0][0]


def newest_version() -> int:
    """Return the version that this program writes."""
    return list_schema_steps()[-1][0]


def read_schema_version(connection: duckdb.DuckDBPyConnection, objects: Objects) -> int:
    """Return the schema version of an attached study, UNKNOWN where it is none.

    The connection uses no catalog of the study's, which holds what was `objects`.
    """
    ours = _expected_objects(oldest_version(), SCHEMA)
    head = {("table", "main", name) for name in ("application", "schema_version")}
    if {o for o in objects if o.key in head} != {o for o in ours if o.key in head}:
        return UNKNOWN
    return read_stated_version(connection)


def read_stated_version(connection: duckdb.DuckDBPyConnection) -> int:
    """Return the schema version that a database with the tables of a study states."""
    row = connection.execute(
        f"SELECT (SELECT max(version) FROM {ALIAS}.main.schema_version)"  # noqa: S608
        f" WHERE EXISTS (FROM {ALIAS}.main.application WHERE name = 'arraywise')"
    ).fetchone()
    return UNKNOWN if row is None or row[0] is None else int(row[0])


def read_last_program_version(connection: duckdb.DuckDBPyConnection) -> str:
    """Return the version of the program that last changed the schema."""
    row = connection.execute(
        f"SELECT left(program, 100) FROM {ALIAS}.main.schema_version ORDER BY version DESC LIMIT 1"  # noqa: S608 - own words
    ).fetchone()
    return str(row[0]) if row else ""


def check_layout(
    connection: duckdb.DuckDBPyConnection, objects: Objects, name: str, version: int
) -> None:
    """Refuse a study that lacks tables of its version, has others, or endless texts.

    The connection uses no catalog of the study's; `name` is that of its file.
    Raises UserError when it has other objects or longer texts, with the first of them.
    """
    expected = _expected_objects(version, SCHEMA)
    if objects != expected:
        kind, _, other, _ = min(objects ^ expected)
        raise _layout_error(name, kind.upper(), other)
    if not _has_one_study_info(connection, objects):
        raise _layout_error(name, "TABLE", "study_info")
    odd = _oversized_table(connection) or _first_table_out_of_range(connection, objects)
    if odd is not None:
        raise _layout_error(name, "TABLE", odd)
    for table, columns, size in _longest_texts(connection, objects):
        allowed = CHANGES_LIMIT_BYTES if "changes" in columns else TEXT_LIMIT_BYTES
        if size > allowed:
            refuse(_TOO_LONG, name=name, table=table, size=size >> 20)


def _layout_error(name: str, object_kind: str, object_name: str) -> UserError:
    return UserError(message(_DIFFERENT, name=name, kind=object_kind, object=object_name[:100]))


def _has_one_study_info(connection: duckdb.DuckDBPyConnection, found: Objects) -> bool:
    """Return whether the table of names and clients, where it exists, has exactly one row."""
    if ("table", "main", "study_info") not in {each.key for each in found}:
        return True
    rows = connection.execute(f"FROM {ALIAS}.main.study_info LIMIT 2").fetchall()
    return len(rows) == 1


_MOST_ROWS = 1_000_000
_TYPED_BY_PEOPLE = frozenset(
    {
        *("study_info", "option", "requirement", "criterion", "own_criterion", "price_sheet"),
        *("price_line", "discount", "provisioning_time", "exchange_rate", "stakeholder"),
        *("stakeholder_swing", "option_rating"),
        *("rating_level", "provisioning_estimate", "rating_estimate", "published_remark"),
        *("sheet_cell", "scenario", "report_logo"),
        *("quote_record", "quote_finding", "scope_decision", "assumption_note"),
    }
)


def _oversized_table(connection: duckdb.DuckDBPyConnection) -> str | None:
    """Return a table that people type into, and that has more rows than they can; or None."""
    rows = connection.execute(
        "SELECT table_name FROM system.main.duckdb_tables() WHERE database_name = ?"
        " AND schema_name = 'main' AND estimated_size > ? ORDER BY ALL",
        [ALIAS, _MOST_ROWS],
    ).fetchall()
    return next((name for (name,) in rows if name in _TYPED_BY_PEOPLE), None)


def _range_violation_sql(column: str, column_type: str) -> str | None:
    """Return SQL for values out of range: infinite numbers, impossible times; None for texts."""
    if column_type == "DOUBLE":
        return f'NOT isfinite("{column}")'
    if column_type == "DOUBLE[]":
        look = "lambda x: x IS NULL OR NOT isfinite(x)"
        return f'list_bool_or(list_transform("{column}", {look}))'
    if column_type == "TIMESTAMP":
        return f"\"{column}\" NOT BETWEEN TIMESTAMP '0001-01-01' AND TIMESTAMP '9999-12-31'"
    return None


def _first_table_out_of_range(connection: duckdb.DuckDBPyConnection, found: Objects) -> str | None:
    """Return the first table with such a number or time; None mostly."""
    columns = connection.execute(
        "SELECT table_name, column_name, data_type FROM system.main.duckdb_columns()"
        " WHERE database_name = ? AND schema_name = 'main' ORDER BY ALL",
        [ALIAS],
    ).fetchall()
    known = {o.name for o in found if o.kind == "table"}
    conditions: dict[str, list[str]] = {}
    for table, column, kind in columns:
        condition = _range_violation_sql(column, kind)
        if condition is not None and table in known:
            conditions.setdefault(table, []).append(condition)
    queries = [
        f"SELECT '{table}' WHERE EXISTS (FROM {ALIAS}.main.\"{table}\" WHERE {' OR '.join(each)})"
        for table, each in conditions.items()
    ]
    row = connection.execute(" UNION ALL ".join(queries)).fetchone() if queries else None
    return None if row is None else str(row[0])


def apply_schema_steps(connection: duckdb.DuckDBPyConnection, version: int) -> None:
    """Apply every step above `version`; the caller wraps it in a transaction."""
    for number, file in list_schema_steps():
        if number > version:
            connection.execute(file.read_text("utf-8"))
            connection.execute(
                "INSERT INTO schema_version VALUES (?, ?, ?)",
                [number, __version__, datetime.now(UTC).replace(tzinfo=None)],
            )
            if number == _WITH_STATEMENT_COUNTS:
                count_statements_of_stored_files(connection)
    connection.execute("DELETE FROM history")  # its rows may have another shape than the tables


def list_objects(connection: duckdb.DuckDBPyConnection, database: str = ALIAS) -> Objects:
    """List what a database holds, but for well-formed tables of samples, which may be any."""
    rows = connection.execute(_OBJECTS, [database]).fetchall()
    return frozenset(o for row in rows if not _is_samples_table(o := _Object(*row)))


def _is_samples_table(found: _Object) -> bool:
    if found.kind != "table" or found.schema != "samples":
        return False
    match = _SAMPLES.fullmatch(found.sql)
    if match is None or match["cells"].count(",") != int(match["count"]):
        return False  # a number of columns that nothing bears out is not counted up to
    return match["cells"] == "".join(f", c{i} DOUBLE" for i in range(int(match["count"])))


@cache
def _expected_objects(version: int, _schema: Path) -> Objects:
    """Build an empty study of a version in memory, and list what it holds."""
    with duckdb.connect(":memory:") as connection:
        for number, file in list_schema_steps():
            if number <= version:
                connection.execute(file.read_text("utf-8"))
        return list_objects(connection, "memory")


def _longest_texts(
    connection: duckdb.DuckDBPyConnection, found: Objects
) -> list[tuple[str, str, int]]:
    """Return each table with its columns of text, and the bytes of text in its longest row."""
    columns = connection.execute(
        "SELECT table_name, string_agg('\"' || column_name || '\"', ', ')"
        " FROM system.main.duckdb_columns()"
        " WHERE database_name = ? AND schema_name = 'main' AND data_type = 'VARCHAR' GROUP BY ALL",
        [ALIAS],
    ).fetchall()
    counts = connection.execute(
        "SELECT table_name FROM system.main.duckdb_tables()"
        " WHERE database_name = ? AND schema_name = 'main' AND estimated_size > 0",
        [ALIAS],
    ).fetchall()
    filled = {name for (name,) in counts}  # a scan ends at that size, too
    known = {o.name for o in found if o.kind == "table"} & filled
    queries = [
        f"SELECT '{table}', '{texts.replace(chr(34), '')}',"  # noqa: S608 - names of our tables
        f' coalesce(max(strlen(concat({texts}))), 0) FROM {ALIAS}.main."{table}"'
        for table, texts in columns
        if table in known
    ]
    return connection.execute(" UNION ALL ".join(queries)).fetchall() if queries else []


_CLOSED_HERE, _MOST_KEPT = "studies.txt", 200
"""File in the state folder with a line for each study as it was closed, the latest at the end."""


def record_as_closed(path: Path) -> None:
    """Note that a study is as this program closed it: its tables need no second look."""
    _write_closed_records([*_read_closed_records()[1 - _MOST_KEPT :], _describe_file_state(path)])


def consume_closed_record(path: Path) -> bool:
    """Return whether a study is as this program closed it; it is open from now on, and no more."""
    state, closed = _describe_file_state(path), _read_closed_records()
    if state not in closed:
        return False
    _write_closed_records([each for each in closed if each != state])
    return True


def _describe_file_state(path: Path) -> str:
    """Return what changes with each change of a study; the log counts, where there is one."""
    found = [file.stat() for file in (path, log_path(path)) if file.exists()]
    return " ".join(f"{s.st_dev}-{s.st_ino}-{s.st_size}-{s.st_mtime_ns}" for s in found)


def _read_closed_records() -> list[str]:
    try:
        return (state_path() / _CLOSED_HERE).read_text("ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return []


def _write_closed_records(lines: list[str]) -> None:
    with suppress(OSError):
        state_path().mkdir(parents=True, exist_ok=True)
        (state_path() / _CLOSED_HERE).write_text("\n".join(lines), "ascii")
