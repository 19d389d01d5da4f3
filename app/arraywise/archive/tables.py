"""The Delta tables of an archive: columns, one append a push, digests of rows; reading by DuckDB.

`docs/ARCHIVE.md` describes the columns for those who query with an engine of their own. Only the
files that the log names are read: compaction leaves replaced ones behind for a week, and they
would count twice. What `studies` does not name is of a push that was not finished, or is under
way; every query joins it.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from arraywise.archive.place import Archive, translate_storage_errors
from arraywise.domain.messages import refuse
from arraywise.store.connection import escape_quotes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date, datetime

    import duckdb
    from deltalake import DeltaTable


STUDIES = "studies"
"""Written last: what it does not name, no reader sees."""
SAMPLES = "host_samples"
PARTITIONS = {SAMPLES: "architecture"}
"""By a column of few values: a folder a value. Options and models have any name."""
_KEY = "study VARCHAR, revision BIGINT"
_OPTION = "option VARCHAR, architecture VARCHAR, model VARCHAR"
COLUMNS = {
    "files": f"{_KEY}, file BIGINT, name VARCHAR, sha256 VARCHAR, size_bytes BIGINT, tool VARCHAR,"
    f" tool_version VARCHAR, status VARCHAR, imported_at TIMESTAMP, {_OPTION},"
    " raw_sha256 VARCHAR, raw_masked BOOLEAN, pushed_at TIMESTAMP",
    "runs": f"{_KEY}, run BIGINT, file BIGINT, name VARCHAR, complete BOOLEAN, tool VARCHAR,"
    f" started_at VARCHAR, duration_s DOUBLE, host VARCHAR, {_OPTION},"
    " attributes MAP(VARCHAR, VARCHAR)",
    "load_points": f"{_KEY}, run BIGINT, file_name VARCHAR, tool VARCHAR, host VARCHAR,"
    f" started_on DATE, degraded VARCHAR, {_OPTION}, users BIGINT, small_ios BIGINT,"
    " large_ios BIGINT, transactions_per_s DOUBLE, response_mean_s DOUBLE,"
    " response_p50_s DOUBLE, response_p90_s DOUBLE, response_p95_s DOUBLE,"
    " response_p99_s DOUBLE, completed DOUBLE, failed DOUBLE, iops DOUBLE,"
    " throughput_bytes_per_s DOUBLE, latency_mean_s DOUBLE",
    SAMPLES: f"{_KEY}, run BIGINT, sample_set BIGINT, taken_at TIMESTAMP, clock VARCHAR,"
    " utc_offset_s DOUBLE, name VARCHAR, instance VARCHAR, unit VARCHAR, value DOUBLE,"
    " model VARCHAR, architecture VARCHAR",
    "prices": f"{_KEY}, {_OPTION}, position BIGINT, description VARCHAR, part_number VARCHAR,"
    " category VARCHAR, quantity DECIMAL(38, 10), unit_price DECIMAL(38, 10),"
    " maintenance DECIMAL(38, 10), maintenance_per_month DECIMAL(38, 10),"
    " warranty_months BIGINT, discount DECIMAL(38, 10), maintenance_discount DECIMAL(38, 10),"
    " currency VARCHAR, is_server BOOLEAN",
    STUDIES: f"{_KEY}, content VARCHAR, name VARCHAR, currency VARCHAR, synthetic BOOLEAN,"
    " anonymous BOOLEAN, with_raw BOOLEAN, last_change VARCHAR, options STRUCT(name VARCHAR,"
    " architecture VARCHAR, model VARCHAR, tools VARCHAR[], files BIGINT, points BIGINT)[],"
    " pushed_at TIMESTAMP, program VARCHAR, study_sha256 VARCHAR, study_bytes BIGINT,"
    " row_counts MAP(VARCHAR, BIGINT), digests MAP(VARCHAR, VARCHAR)",
}
"""By table in the order of writing, as DuckDB declares them; SI units, money as decimals."""
_NAME = re.compile(r"(?:^|, )([a-z][a-z0-9_]*) [A-Z]")
_WITHIN = re.compile(r"\([^()]*\)")
_RETRIES = 50
"""Of a commit that only came after another one; each takes milliseconds."""
_TAKEN = "Concurrent transaction"
"""What Delta Lake says where another push of the same study was faster."""


class RevisionTaken(Exception):  # noqa: N818 - a state of the archive, met by taking the next one
    """Another push of the same study has used the number of this revision."""


def create_tables(place: Archive) -> None:
    """Create the tables that are not there yet; raises UserError when nothing can be written."""
    import duckdb
    from arro3.core import RecordBatchReader
    from deltalake import DeltaTable, Schema

    with duckdb.connect(":memory:") as connection, translate_storage_errors(place.name):
        for table, columns in COLUMNS.items():
            connection.execute(f"CREATE TABLE {table} ({columns})")
            reader = RecordBatchReader.from_stream(connection.table(table))
            DeltaTable.create(
                place.table_path(table),
                Schema.from_arrow(reader.schema),
                mode="ignore",
                partition_by=PARTITIONS.get(table),
                configuration={"delta.checkpointInterval": "100"},
            )


class OpenTables(dict[str, "DeltaTable"]):
    """The tables of an archive, each as its log had it when it was first asked for."""

    def __init__(self, place: Archive) -> None:
        super().__init__()
        self.place = place

    def __missing__(self, table: str) -> DeltaTable:
        from deltalake import DeltaTable

        self[table] = opened = DeltaTable(self.place.table_path(table))
        return opened


def last_begun_revision(table: DeltaTable, study: str) -> int:
    """Return the last revision of a study that has begun to write to a table; 0 for none."""
    return table.transaction_version(study) or 0


def append_rows(
    table: DeltaTable, rows: duckdb.DuckDBPyRelation, study: str, revision: int
) -> None:
    """Append the rows of one revision in one commit, which no other push can make too.

    The log keeps under the study the last revision that wrote: it is looked at here, and Delta
    Lake refuses a commit that met another one under the same name since the table was opened.

    Raises:
        RevisionTaken: When another push of the study was faster.
        DeltaError: When it cannot be written.
    """
    from arro3.core import RecordBatchReader
    from deltalake import (
        ColumnProperties,
        CommitProperties,
        Transaction,
        WriterProperties,
        write_deltalake,
    )
    from deltalake.exceptions import CommitFailedError

    if last_begun_revision(table, study) >= revision:
        raise RevisionTaken
    commit = CommitProperties(
        app_transactions=[Transaction(study, revision)], max_commit_retries=_RETRIES
    )
    figures = {"value": ColumnProperties(dictionary_enabled=False)}  # hardly one is there twice
    try:
        write_deltalake(
            *(table, RecordBatchReader.from_stream(rows)),
            mode="append",
            schema_mode="merge",
            commit_properties=commit,
            writer_properties=WriterProperties(column_properties=figures),
        )
    except CommitFailedError as error:
        if _TAKEN in str(error):
            raise RevisionTaken from error
        raise


def row_digest_sql(table: str) -> str:
    """Compose what counts and digests rows of one revision, in whatever order they are.

    The digest adds up a number from the MD5 of each row's text without the revision, so that the
    order of rows and files does not matter and a row that is there twice does. The study is in it:
    else an anonymous study would have the digests of the same one with its names.
    """
    declared = _WITHIN.sub("", COLUMNS[table])
    names = [name for name in _NAME.findall(declared) if name != "revision"]
    texts = ", ".join(f"coalesce(\"{n}\"::VARCHAR, '\\N')" for n in names)
    return f"count(*), coalesce(sum(md5_number_lower(concat_ws(chr(31), {texts}))), 0)::VARCHAR"


def stage_rows(
    connection: duckdb.DuckDBPyConnection, rows: Mapping[str, Sequence[Sequence[object]]]
) -> None:
    """Put rows into tables in memory, so that they have the types of the archive's."""
    for table, of_table in rows.items():
        connection.execute(f"CREATE OR REPLACE TABLE {table} ({COLUMNS[table]})")
        with connection.appender(table) as appender:
            appender.append_rows([tuple(row) for row in of_table])


_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_persistent_secrets": "false",
}


_NULL = "__HIVE_DEFAULT_PARTITION__"
"""What Delta Lake calls the folder of rows that have no value."""


@dataclass(frozen=True, slots=True)
class Revision:
    """A study as it was pushed once."""

    study: str
    """Its id in the archive."""
    revision: int
    name: str
    pushed_at: datetime
    """UTC."""
    content: str
    """Hash of what was pushed."""
    anonymous: bool
    with_raw: bool
    study_sha256: str
    study_bytes: int
    program: str
    last_change: str
    """Digest of the last change of the study; one that knows it is built on this revision."""
    options: int
    """How many the study has."""


@dataclass(frozen=True, slots=True)
class Search:
    """What options are looked for by; None leaves a thing open."""

    architecture: str | None = None
    model: str | None = None
    """Part of its name, in letters of either case."""
    tool: str | None = None
    least_users: int | None = None
    most_users: int | None = None
    since: date | None = None
    """Day of the run, of the push where the run does not state it."""


@dataclass(frozen=True, slots=True)
class ArchivedPoint:
    """One measured point: a run at a number of users, or at outstanding I/Os."""

    users: int | None
    transactions_per_s: float | None
    response_mean_s: float | None
    response_p95_s: float | None
    iops: float | None
    latency_mean_s: float | None


@dataclass(frozen=True, slots=True)
class FoundOption:
    """An option of a study that matches, or of which points do; one that has none is found too."""

    study: str
    revision: int
    name: str
    """Of the study."""
    option: str
    architecture: str
    model: str
    tools: tuple[str, ...]
    hosts: tuple[str, ...]
    first_on: date | None
    last_on: date | None
    pushed_at: datetime
    points: tuple[ArchivedPoint, ...]
    """Those that match, by users."""


@contextmanager
def query_connection(
    place: Archive | OpenTables,
    tables: Sequence[str],
    wanted_values: Mapping[str, str] | None = None,
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Give a connection in which tables of the archive can be queried by their names.

    `studies` is looked at first: what it names is in the others then. Files without the one value
    that is wanted of a column (`wanted_values`) are not opened.
    Raises UserError when something cannot be read.
    """
    import duckdb

    opened = place if isinstance(place, OpenTables) else OpenTables(place)
    place, config = opened.place, dict(_CONFIG)
    with (
        translate_storage_errors(place.name),
        duckdb.connect(":memory:", config=config) as connection,
    ):
        connection.execute("SET enable_progress_bar = false")
        if place.folder is None:
            connection.register_filesystem(place.fsspec_filesystem())
        else:
            folder = escape_quotes(f"{place.folder.as_posix()}/")
            connection.execute(f"SET allowed_directories = ['{folder}']")
            connection.execute("SET enable_external_access = false")
        try:
            for table in (STUDIES, *tables):
                _define_table_view(connection, opened, table, dict(wanted_values or {}))
            yield connection
        except (duckdb.IOException, duckdb.InvalidInputException) as error:
            raise OSError(str(error)) from error


def _define_table_view(
    connection: duckdb.DuckDBPyConnection,
    opened: OpenTables,
    table: str,
    wanted_values: Mapping[str, str],
) -> None:
    """Let a name mean the files that a table consists of now."""
    files = _list_matching_files(opened, table, wanted_values)
    if not files:
        connection.execute(f"CREATE TABLE {table} ({COLUMNS[table]})")
        return
    # In brackets DuckDB takes no character for a pattern.
    literal = ("".join(f"[{c}]" if c in "*?[" else c for c in path) for path in files)
    listed = ", ".join(f"'{escape_quotes(path)}'" for path in literal)
    source = f"read_parquet([{listed}], union_by_name = true, hive_partitioning = false"
    partition = PARTITIONS.get(table)
    if partition is None:
        connection.execute(f"CREATE VIEW {table} AS FROM {source})")
        return
    # Read from the path, which is the same for all rows of a file: a join would look at each.
    value = f"regexp_extract(filename, '/{table}/{partition}=([^/]*)/[^/]*$', 1)"
    connection.execute(
        f"CREATE VIEW {table} AS SELECT * EXCLUDE (filename),"  # noqa: S608 - own words and quoted paths
        f" url_decode(nullif({value}, '{_NULL}')) AS {partition} FROM {source}, filename = true)"
    )


def _list_matching_files(
    opened: OpenTables, table: str, wanted_values: Mapping[str, str]
) -> list[str]:
    """Return the files of a table; those that cannot match are left out."""
    from urllib.parse import unquote

    from arro3.core import Table

    actions = Table.from_arrow(opened[table].get_add_actions(flatten=True))
    columns: dict[str, list[Any]] = {
        name: list(actions[name].to_pylist()) for name in actions.column_names
    }
    return [
        f"{opened.place.table_path(table)}/{unquote(path)}"
        for index, path in enumerate(columns.get("path", ()))
        if all(_may_hold_value(columns, index, *wanted) for wanted in wanted_values.items())
    ]


def _may_hold_value(columns: Mapping[str, list[Any]], index: int, name: str, wanted: str) -> bool:
    """Judge by the log alone whether a file may have rows with a value."""
    if f"partition.{name}" in columns:
        return bool(columns[f"partition.{name}"][index] == wanted)
    low, high = (
        columns.get(f"{end}.{name}", [None] * (index + 1))[index] for end in ("min", "max")
    )
    return (low is None or low <= wanted) and (high is None or high >= wanted)


_REVISION = (
    "SELECT study, revision, name, pushed_at, content, anonymous, with_raw, study_sha256,"
    " study_bytes, program, last_change, len(options) FROM studies"
)
_NEWEST = "SELECT study, max(revision) AS revision FROM studies GROUP BY study"


def list_revisions(place: Archive) -> list[Revision]:
    """Return all that was pushed, by name and then by revision."""
    with query_connection(place, ()) as connection:
        rows = connection.execute(f"{_REVISION} ORDER BY name, study, revision").fetchall()
    return [Revision(*row) for row in rows]


def newest_revision_of_study(opened: OpenTables, study: str) -> Revision | None:
    """Return the last revision of a study, by its id."""
    with translate_storage_errors(opened.place.name):
        if not last_begun_revision(opened[STUDIES], study):
            return None
    with query_connection(opened, (), {"study": study}) as connection:
        row = connection.execute(
            f"{_REVISION} WHERE study = ? ORDER BY revision DESC LIMIT 1", [study]
        ).fetchone()
    return None if row is None else Revision(*row)


def find_revisions(place: Archive, name_or_id: str) -> list[Revision]:
    """Return all revisions of a study, by the study's name or id; the newest is the last.

    Raises:
        UserError: When there is none, or several studies have that name.
    """
    every = list_revisions(place)
    matches = [r for r in every if r.study == name_or_id] or [
        r for r in every if r.name == name_or_id
    ]
    ids = sorted({each.study for each in matches})
    if len(ids) > 1:
        refuse(
            "Several studies are called {name}. Name one by its id: {ids}.",
            name=name_or_id,
            ids=", ".join(ids),
        )
    if not matches:
        refuse("{place} has no study {name}.", place=place.name, name=name_or_id)
    return matches


def find_revision(place: Archive, name_or_id: str, number: int | None = None) -> Revision:
    """Return one revision of a study, the newest where none is named; raises as above."""
    matches = find_revisions(place, name_or_id)
    if number is None:
        return matches[-1]
    numbers = {each.revision: each for each in matches}
    if number not in numbers:
        known = ", ".join(map(str, numbers))
        text = "{name} has no revision {number}. It has: {known}."
        refuse(text, name=name_or_id, number=number, known=known)
    return numbers[number]


_FIND = f"""
SELECT s.study, s.revision, s.name, o.name, o.architecture, o.model, o.tools,
       list_sort(list(DISTINCT p.host) FILTER (p.host <> '')), min(p.started_on),
       max(p.started_on), s.pushed_at,
       list((p.users, p.transactions_per_s, p.response_mean_s, p.response_p95_s, p.iops,
             p.latency_mean_s) ORDER BY p.users, p.small_ios, p.large_ios)
         FILTER (p.run IS NOT NULL)
FROM (SELECT study, revision, name, pushed_at, unnest(options) AS o
      FROM studies JOIN ({_NEWEST}) USING (study, revision)) s
LEFT JOIN load_points p ON p.study = s.study AND p.revision = s.revision AND p.option = o.name
  AND ($tool IS NULL OR p.tool = $tool)
  AND ($least_users IS NULL OR p.users >= $least_users)
  AND ($most_users IS NULL OR p.users <= $most_users)
  AND ($since IS NULL OR coalesce(p.started_on, s.pushed_at::DATE) >= $since)
WHERE ($architecture IS NULL OR o.architecture = $architecture)
  AND ($model IS NULL OR contains(lower(o.model), lower($model)))
  AND ($tool IS NULL OR list_contains(o.tools, $tool))
  AND (($least_users IS NULL AND $most_users IS NULL) OR p.run IS NOT NULL)
  AND ($since IS NULL OR p.run IS NOT NULL OR (o.points = 0 AND s.pushed_at::DATE >= $since))
GROUP BY ALL ORDER BY o.model, s.name, o.name
"""  # noqa: S608 - own words


def find_options(place: Archive, search: Search) -> list[FoundOption]:
    """Return the options of the newest revisions that are as asked, with the points that match.

    Raises:
        UserError: When the archive cannot be read.
    """
    with query_connection(place, ("load_points",)) as connection:
        rows = connection.execute(_FIND, asdict(search)).fetchall()
    return [_build_found_option(*row) for row in rows]


def _build_found_option(*cells: Any) -> FoundOption:  # noqa: ANN401 - of a row of DuckDB
    *head, tools, hosts, first_on, last_on, pushed_at, points = cells
    study, revision, name, option, architecture, model = head
    return FoundOption(
        *(study, revision, name, option, architecture, model, tuple(tools), tuple(hosts or ())),
        *(first_on, last_on, pushed_at, tuple(ArchivedPoint(*point) for point in points or ())),
    )


def list_archived_raw_files(place: Archive, revision: Revision) -> list[tuple[int, str, bool]]:
    """Return of each file whose bytes were pushed: its id, their hash, whether they are masked."""
    with query_connection(place, ("files",), {"study": revision.study}) as connection:
        return connection.execute(
            "SELECT file, raw_sha256, raw_masked FROM files WHERE study = ? AND revision = ?"
            " AND raw_sha256 IS NOT NULL ORDER BY file",
            [revision.study, revision.revision],
        ).fetchall()
