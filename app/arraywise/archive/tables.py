"""The Delta tables of an archive: columns, one append a push, digests of rows.

`docs/ARCHIVE.md` describes the columns for those who query with an engine of their own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.archive.place import Place, in_sentences

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import duckdb
    from deltalake import DeltaTable


STUDIES = "studies"
"""Written last: what it does not name, no reader sees."""
SAMPLES = "host_samples"
PARTITIONS = {SAMPLES: "model"}
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
    " model VARCHAR",
    "prices": f"{_KEY}, {_OPTION}, position BIGINT, description VARCHAR, part_number VARCHAR,"
    " category VARCHAR, quantity DECIMAL(38, 10), unit_price DECIMAL(38, 10),"
    " maintenance DECIMAL(38, 10), maintenance_per_month DECIMAL(38, 10),"
    " warranty_months BIGINT, discount DECIMAL(38, 10), maintenance_discount DECIMAL(38, 10),"
    " currency VARCHAR, is_server BOOLEAN",
    STUDIES: f"{_KEY}, content VARCHAR, name VARCHAR, currency VARCHAR, synthetic BOOLEAN,"
    " anonymous BOOLEAN, with_raw BOOLEAN, pushed_at TIMESTAMP, program VARCHAR,"
    " study_sha256 VARCHAR, study_bytes BIGINT, row_counts MAP(VARCHAR, BIGINT),"
    " digests MAP(VARCHAR, VARCHAR)",
}
"""By table in the order of writing, as DuckDB declares them; SI units, money as decimals."""
_NAME = re.compile(r"(?:^|, )([a-z][a-z0-9_]*) [A-Z]")
_RETRIES = 50
"""Of a commit that only came after another one; each takes milliseconds."""
_TAKEN = "Concurrent transaction"
"""What Delta Lake says where another push of the same study was faster."""


class RevisionTaken(Exception):  # noqa: N818 - a state of the archive, met by taking the next one
    """Another push of the same study has used the number of this revision."""


def create_tables(place: Place) -> None:
    """Create the tables that are not there yet; raises UserError when nothing can be written."""
    import duckdb
    from arro3.core import RecordBatchReader
    from deltalake import DeltaTable, Schema

    with duckdb.connect(":memory:") as connection, in_sentences(place.name):
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

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place

    def __missing__(self, table: str) -> DeltaTable:
        from deltalake import DeltaTable

        self[table] = opened = DeltaTable(self.place.table_path(table))
        return opened


def last_revision(table: DeltaTable, study: str) -> int:
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

    if last_revision(table, study) >= revision:
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


def digest_columns(table: str) -> str:
    """Compose what counts and digests rows of one revision, in whatever order they are.

    The digest adds up a number from the MD5 of each row's text without study and revision, so
    that the order of rows and files does not matter and a row that is there twice does.
    """
    texts = ", ".join(
        f"coalesce(\"{n}\"::VARCHAR, '\\N')" for n in _NAME.findall(COLUMNS[table])[2:]
    )
    return f"count(*), coalesce(sum(md5_number_lower(concat_ws(chr(31), {texts}))), 0)::VARCHAR"


def staged(
    connection: duckdb.DuckDBPyConnection, rows: Mapping[str, Sequence[Sequence[object]]]
) -> None:
    """Put rows into tables in memory, so that they have the types of the archive's."""
    for table, of_table in rows.items():
        connection.execute(f"CREATE OR REPLACE TABLE {table} ({COLUMNS[table]})")
        with connection.appender(table) as appender:
            appender.append_rows([tuple(row) for row in of_table])
