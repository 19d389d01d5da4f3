"""All of a study that can be undone, to compare it to the last byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.store.history import READ_FROM_FILES, is_journalled
from arraywise.store.scenarios import ATTRIBUTES, MEASUREMENTS

if TYPE_CHECKING:
    from arraywise.store.study import Study

Content = dict[str, list[str]]


def content(study: Study) -> Content:
    """Return all that can be undone: every row of every table but the records themselves."""
    with study.cursor() as cursor:
        tables = [
            name
            for (name,) in cursor.execute(
                "SELECT table_name FROM duckdb_tables() WHERE schema_name = 'main' ORDER BY 1"
            ).fetchall()
        ]
        result = {
            table: sorted(map(repr, cursor.execute(f"FROM {table}").fetchall()))
            for table in tables
            if is_journalled(table)
        }
        for table in READ_FROM_FILES:  # of files that are in the study
            result[table] = sorted(map(repr, cursor.execute(_OF_FILES[table]).fetchall()))
    return result


RUNS = "SELECT id FROM run WHERE file_id IN (SELECT id FROM evidence_file)"
_RUNS = f"({RUNS})"
_SETS = f"(SELECT id FROM sample_set WHERE run_id IN {_RUNS})"  # noqa: S608
_OF_FILES = {
    "problem": "FROM problem WHERE file_id IN (SELECT id FROM evidence_file)",
    "statement_count": "FROM statement_count WHERE file_id IN (SELECT id FROM evidence_file)",
    "run": "FROM run WHERE file_id IN (SELECT id FROM evidence_file)",
    "run_attribute": f"FROM {ATTRIBUTES} WHERE run_id IN {_RUNS}",
    "measurement": f"FROM {MEASUREMENTS} WHERE run_id IN {_RUNS}",
    "series": f"FROM series WHERE run_id IN {_RUNS}",
    "sample_set": f"FROM sample_set WHERE run_id IN {_RUNS}",
    "sample_column": f"FROM sample_column WHERE set_id IN {_SETS}",
}
