"""Names out of a copy of a study: client, people, hosts, files and folders."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    import duckdb

_NAMES = """
SELECT DISTINCT 'client', client FROM study_info
UNION ALL SELECT 'study', name FROM study_info
UNION ALL SELECT DISTINCT 'host', host FROM run
UNION ALL SELECT DISTINCT 'person', name FROM stakeholder
UNION ALL SELECT DISTINCT 'set', set_name FROM evidence_file
UNION ALL SELECT DISTINCT 'file', name FROM evidence_file
"""
_TEXTS = {
    "study_info": ("name", "client"),
    "evidence_file": ("name", "set_name"),
    "problem": ("figures",),
    "run": ("name", "host"),
    "run_attribute": ("value",),
    "attribute_list": ("value",),
    "stakeholder": ("name",),
    "stakeholder_swing": ("stakeholder",),
    "weight_judgement": ("stakeholder",),
    "weighting": ("decider_name",),
    "price_line": ("description", "source"),
    "discount": ("description", "source"),
    "published_remark": ("text", "consequence", "citation"),
    "sheet_cell": ("typed",),
    "scenario": ("name",),
    "scenario_input": ("content",),
}
"""Columns in which a name may stand, alone or within a sentence."""
_EMPTIED = (
    "UPDATE study_info SET client = ''",
    "UPDATE evidence_file SET path = name",
    "UPDATE price_sheet SET notes = []",
    "DELETE FROM raw_file",
    "DELETE FROM setting WHERE starts_with(name, 'report.') OR name = 'unfinished_import'",
    "DELETE FROM report_logo",
    "DELETE FROM typed",
    "DELETE FROM typed_elsewhere",
)


def remove_names(cursor: duckdb.DuckDBPyConnection, study_name: str) -> None:
    """Replace names by numbered ones wherever they stand; the same name by the same.

    Args:
        cursor: Of a transaction on a copy.
        study_name: What the study is called from now on.
    """
    names = _replacements(cursor, study_name)
    if names:
        words = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)")
        for table, columns in _TEXTS.items():
            for column in columns:
                _replace_texts(cursor, table, column, pattern, names)
    for statement in _EMPTIED:
        cursor.execute(statement)
    cursor.execute("UPDATE study_info SET name = ?", [study_name])


def _replacements(cursor: duckdb.DuckDBPyConnection, study_name: str) -> dict[str, str]:
    options = {name for (name,) in cursor.execute("SELECT name FROM option").fetchall()}
    result: dict[str, str] = {}
    for kind, name in sorted(row for row in cursor.execute(_NAMES).fetchall() if row[1]):
        stem = f"{kind}-{len(result) + 1}"
        path = PurePosixPath(name)
        if kind == "study":
            result.setdefault(name, study_name)
        elif kind == "file":
            result.setdefault(name, f"{stem}{path.suffix[:10]}")
            result.setdefault(path.stem, stem)
        else:
            result.setdefault(name, stem)
    return {name: other for name, other in result.items() if name not in options}


def _replace_texts(
    cursor: duckdb.DuckDBPyConnection,
    table: str,
    column: str,
    pattern: re.Pattern[str],
    names: Mapping[str, str],
) -> None:
    rows = cursor.execute(
        f'SELECT DISTINCT "{column}" FROM {table} WHERE "{column}" IS NOT NULL'  # noqa: S608 - own words
    ).fetchall()
    changed = [
        (after, text)
        for (text,) in rows
        if (after := pattern.sub(lambda match: names[match.group()], text)) != text
    ]
    if changed:
        cursor.executemany(
            f'UPDATE {table} SET "{column}" = ? WHERE "{column}" = ?',  # noqa: S608 - own words
            [list(pair) for pair in changed],
        )
