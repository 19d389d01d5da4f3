"""What an archive needs: evidence copied from another study, a copy without names."""

from __future__ import annotations

import re
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from arraywise.store.encoding import figures_to_json
from arraywise.store.samples import create_samples_table, samples_table_name
from arraywise.store.writing.rows import next_ids

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from arraywise.domain.messages import Problem
    from arraywise.store.connection import Cursor
    from arraywise.store.study import Study


_RUNS = "(taken runs)"
_SETS = "(taken sets)"
_SELECTED = {
    _SETS: "(SELECT id FROM taken.main.sample_set WHERE run_id IN (taken runs))",
    _RUNS: "(SELECT id FROM taken.main.run WHERE list_contains($files, file_id))",
}
"""What stands for these in the statements below."""
_OF_RUN = """INSERT INTO {table} SELECT * REPLACE (run_id + $run AS run_id)
FROM taken.main.{table} WHERE run_id IN (taken runs)"""
_OF_LIST = """INSERT INTO {table} SELECT * REPLACE (list_id + $list AS list_id)
FROM taken.main.{table} WHERE list_id IN (
  SELECT {column} FROM taken.main.run_list WHERE run_id IN (taken runs))"""
_STATEMENTS = (
    """INSERT INTO evidence_file SELECT id + $file, name, sha256, size_bytes, $place || name,
    imported_at, tool, tool_version, run_type, set_name, status, encoding, $option, false
    FROM taken.main.evidence_file WHERE list_contains($files, id) ORDER BY id""",
    """INSERT INTO raw_file SELECT file_id + $file, compression, bytes
    FROM taken.main.raw_file WHERE list_contains($files, file_id)""",
    """INSERT INTO problem SELECT * REPLACE (file_id + $file AS file_id)
    FROM taken.main.problem WHERE list_contains($files, file_id)""",
    """INSERT INTO statement_count SELECT * REPLACE (file_id + $file AS file_id)
    FROM taken.main.statement_count WHERE list_contains($files, file_id)""",
    """INSERT INTO clock_shift SELECT * REPLACE (file_id + $file AS file_id)
    FROM taken.main.clock_shift WHERE list_contains($files, file_id)""",
    """INSERT INTO run SELECT * REPLACE (id + $run AS id, file_id + $file AS file_id)
    FROM taken.main.run WHERE list_contains($files, file_id)""",
    *(_OF_RUN.format(table=table) for table in ("run_attribute", "measurement", "series")),
    """INSERT INTO run_list SELECT * REPLACE (run_id + $run AS run_id,
    if(attributes > 0, attributes + $list, 0) AS attributes,
    if(measurements > 0, measurements + $list, 0) AS measurements)
    FROM taken.main.run_list WHERE run_id IN (taken runs)""",
    _OF_LIST.format(table="attribute_list", column="attributes"),
    _OF_LIST.format(table="measurement_list", column="measurements"),
    """INSERT INTO sample_set SELECT * REPLACE (id + $set AS id, run_id + $run AS run_id)
    FROM taken.main.sample_set WHERE run_id IN (taken runs)""",
    """INSERT INTO sample_column SELECT * REPLACE (set_id + $set AS set_id)
    FROM taken.main.sample_column WHERE set_id IN (taken sets)""",
)
"""Ids are moved by as much as is free in the study."""
_WIDTHS = """SELECT DISTINCT count(*) FROM taken.main.sample_column
WHERE set_id IN (taken sets) GROUP BY set_id"""
_OF_SET = """INSERT INTO {target} SELECT * REPLACE ((set_id + $set)::INTEGER AS set_id)
FROM taken.{source} WHERE set_id IN (taken sets)"""
_NOTE = """INSERT INTO problem SELECT f.id + $file,
  (SELECT count(*) FROM taken.main.problem p WHERE p.file_id = f.id),
  $severity, $template, $figures, NULL, $code
FROM taken.main.evidence_file f WHERE list_contains($files, f.id)"""
_SEQUENCES = {
    "file": ("file_id", "evidence_file", "id"),
    "run": ("run_id", "run", "id"),
    "list": ("list_id", "run_list", "greatest(attributes, measurements)"),
    "set": ("set_id", "sample_set", "id"),
}

_KNOWN_SUFFIX = re.compile(
    r"\.(txt|csv|tsv|log|xml|json|html?|xlsx?|out|sar|gz|zst|xz|zip|awr|lst)"
)
"""Others may be part of a name: `order entry.acme`."""


class SourceOption(NamedTuple):
    """An option of the other study."""

    id: int
    name: str
    architecture: str
    files: int


@contextmanager
def attached_source_study(study: Study, file: Path) -> Iterator[None]:
    """Let statements read another, sound study that lies in the private directory of this one."""
    with study.cursor() as cursor:
        path = str(file).replace("'", "''")
        cursor.execute(f"ATTACH '{path}' AS taken (READ_ONLY)")
        try:
            yield
        finally:
            cursor.execute("DETACH taken")


def list_source_options(cursor: Cursor) -> list[SourceOption]:
    """Return the options of the attached study that have files."""
    rows = cursor.execute(
        "SELECT o.id, o.name, o.architecture, count(*)"
        " FROM taken.main.option o JOIN taken.main.evidence_file f ON f.option_id = o.id"
        " GROUP BY o.id, o.name, o.architecture, o.position ORDER BY o.position"
    ).fetchall()
    return [SourceOption(*row) for row in rows]


def copy_source_files(
    cursor: Cursor, source_option_id: int, option_id: int, folder: str, note: Problem
) -> int:
    """Copy the files of an option of the attached study to another; return how many there were.

    Those that the study has already stay as they are. `folder` is stated as the folder where they
    lay, and `note` is said of each of them.
    """
    files = [
        id_
        for (id_,) in cursor.execute(
            "SELECT id FROM taken.main.evidence_file WHERE option_id = ?"
            " AND sha256 NOT IN (SELECT sha256 FROM evidence_file) ORDER BY id",
            [source_option_id],
        ).fetchall()
    ]
    if not files:
        return 0
    free = {name: _reserve_id_offset(cursor, *where) for name, where in _SEQUENCES.items()}
    values: dict[str, object] = {"files": files, "option": option_id, "place": folder, **free}
    for statement in _STATEMENTS:
        _execute_on_selection(cursor, statement, values)
    for (width,) in _execute_on_selection(cursor, _WIDTHS, values).fetchall():
        target, table = create_samples_table(cursor, width), samples_table_name(width)
        _execute_on_selection(cursor, _OF_SET.format(target=target, source=table), values)
    stated = {
        "severity": note.severity.value,
        "template": note.message.template,
        "figures": figures_to_json(note.message),
        "code": str(note.code),
    }
    _execute_on_selection(cursor, _NOTE, values | stated)
    return len(files)


def _execute_on_selection(cursor: Cursor, statement: str, values: Mapping[str, object]) -> Cursor:
    for short, selected in _SELECTED.items():
        statement = statement.replace(short, selected)
    named = {n: value for n, value in values.items() if re.search(rf"\${n}\b", statement)}
    return cursor.execute(statement, named)


def _reserve_id_offset(cursor: Cursor, sequence: str, table: str, column: str) -> int:
    """Return by how much ids are moved so that none is taken."""
    row = cursor.execute(f"SELECT coalesce(max({column}), 0) FROM taken.main.{table}").fetchone()  # noqa: S608 - own words
    count = int(row[0]) if row else 0
    return next_ids(cursor, sequence, count)[0] - 1 if count else 0


_NAMES = """
SELECT DISTINCT 'client', client FROM study_info
UNION ALL SELECT 'study', name FROM study_info
UNION ALL SELECT DISTINCT 'host', host FROM run
UNION ALL SELECT DISTINCT 'person', name FROM stakeholder
UNION ALL SELECT DISTINCT 'set', set_name FROM evidence_file
UNION ALL SELECT DISTINCT 'file', name FROM evidence_file
"""
_COLUMNS = """
SELECT table_name, column_name, data_type FROM duckdb_columns()
WHERE database_name = current_database() AND schema_name = 'main'
AND data_type IN ('VARCHAR', 'VARCHAR[]') ORDER BY ALL
"""
_WORDS_OF_THE_PROGRAM = {
    *("application.name", "application.note", "schema_version.program"),
    *("option.architecture", "option.capacity", "evidence_file.tool", "evidence_file.status"),
    *("evidence_file.encoding", "evidence_file.run_type", "raw_file.compression"),
    *(
        "problem.severity",
        "problem.template",
        "problem.code",
        "run.started_at",
        "run_attribute.name",
    ),
    *("attribute_list.name", "measurement.metric", "measurement.statistic", "measurement.unit"),
    *("measurement.origin", "measurement_list.metric", "measurement_list.statistic"),
    *("measurement_list.unit", "measurement_list.origin", "series.name", "series.unit"),
    *("sample_set.clock", "sample_column.name", "sample_column.unit", "study_info.currency"),
    *("price_line.currency", "price_line.category", "discount.category", "discount.base"),
    *("provisioning_time.step", "weighting.method", "stakeholder.method", "setting.name"),
    *("published_remark.severity", "sheet_cell.sheet", "scenario_input.kind"),
    *(
        "scenario_input.input_key",
        "discount.amount",
        "quote_record.state",
        "quote_record.currency",
    ),
    *("quote_record.sha256", "quote_record.parts", "quote_finding.code", "quote_finding.template"),
    *("quote_finding.amount", "scope_decision.choice", "statement_count.statement"),
}
"""Columns in which a name is a word of the program, whoever is called so. All others are looked
through, those of later versions too."""
_EMPTIED = (
    "UPDATE study_info SET client = ''",
    "UPDATE evidence_file SET path = name",
    "UPDATE change SET what = ''",
    "UPDATE price_sheet SET notes = []",
    "UPDATE quote_record SET file_name = 'quote', sha256 = '', read_by = ''",
    "UPDATE quote_finding SET agreed_by = '' WHERE agreed_by IS NOT NULL",
    "UPDATE scope_decision SET decided_by = ''",
    "DELETE FROM raw_file",
    "DELETE FROM setting WHERE starts_with(name, 'report.')",
    "DELETE FROM setting WHERE name IN ('unfinished_import', 'identity')",
    "DELETE FROM report_logo",
    "DELETE FROM typed",
    "DELETE FROM typed_elsewhere",
)


class NameReplacement(NamedTuple):
    """What takes the place of names and digests of files; only who has the study can make it."""

    study: str
    """Name of the study."""
    digest: Callable[[str], str]
    """Return a digest under a key of the study's own, as hexadecimal digits."""


def anonymise_study(cursor: Cursor, replacement: NameReplacement) -> None:
    """Replace names in a copy wherever they stand, the same name by the same, and digests."""
    columns = cursor.execute(_COLUMNS).fetchall()
    names = _replacement_by_name(
        cursor, replacement, [c[:2] for c in columns if c[1] == "file_name"]
    )
    if names:
        words = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)")
        for table, column, kind in columns:
            if f"{table}.{column}" not in _WORDS_OF_THE_PROGRAM:
                is_list = kind.endswith("[]")
                _replace_texts(cursor, (table, column), pattern, names, is_list=is_list)
    for statement in _EMPTIED:
        cursor.execute(statement)
    cursor.execute("UPDATE study_info SET name = ?", [replacement.study])
    for table, column, _ in columns:
        if column.endswith("_by"):  # whoever changed, read or agreed
            cursor.execute(f'UPDATE "{table}" SET "{column}" = \'\'')  # noqa: S608 - of the database
        if column.endswith("sha256"):
            _replace_digests(cursor, table, column, replacement)


def _replacement_by_name(
    cursor: Cursor, replacement: NameReplacement, file_name_columns: Sequence[tuple[str, str]]
) -> dict[str, str]:
    """Return what takes the place of each name, those in `file_name_columns` too."""
    options = {name for (name,) in cursor.execute("SELECT name FROM option").fetchall()}
    found = cursor.execute(_NAMES).fetchall()
    for table, column in file_name_columns:
        rows = cursor.execute(f'SELECT DISTINCT "{column}" FROM "{table}"').fetchall()  # noqa: S608 - of the database
        found += [("file", name) for (name,) in rows]
    result: dict[str, str] = {}
    for kind, name in sorted({row for row in found if row[1]}):
        path = PurePosixPath(name)
        if kind == "study":
            result.setdefault(name, replacement.study)
        elif kind == "file":
            stem = f"file-{replacement.digest(name)[:12]}"
            suffix = path.suffix if _KNOWN_SUFFIX.fullmatch(path.suffix) else ""
            result.setdefault(name, f"{stem}{suffix}")
            result.setdefault(path.stem, stem)
        else:
            result.setdefault(name, f"{kind}-{len(result) + 1}")
    return {name: other for name, other in result.items() if name not in options}


def _replace_texts(
    cursor: Cursor,
    table_and_column: tuple[str, str],
    pattern: re.Pattern[str],
    names: Mapping[str, str],
    *,
    is_list: bool,
) -> None:
    table, column = table_and_column

    def replaced(text: str) -> str:
        return pattern.sub(lambda match: names[match.group()], text)

    rows = cursor.execute(
        f'SELECT DISTINCT "{column}" FROM "{table}" WHERE "{column}" IS NOT NULL'  # noqa: S608 - of the database
    ).fetchall()
    pairs = [([replaced(t) for t in v] if is_list else replaced(v), v) for (v,) in rows]
    changed = [pair for pair in pairs if pair[0] != pair[1]]
    if changed:
        cursor.executemany(
            f'UPDATE "{table}" SET "{column}" = ? WHERE "{column}" = ?',  # noqa: S608 - of the database
            [list(pair) for pair in changed],
        )


def _replace_digests(
    cursor: Cursor, table: str, column: str, replacement: NameReplacement
) -> None:
    """Replace digests of files: with the bytes at hand they would tell which files they are."""
    rows = cursor.execute(f'SELECT DISTINCT "{column}" FROM "{table}"').fetchall()  # noqa: S608 - of the database
    changed = [[replacement.digest(digest), digest] for (digest,) in rows if digest]
    if changed:
        cursor.executemany(
            f'UPDATE "{table}" SET "{column}" = ? WHERE "{column}" = ?',  # noqa: S608 - of the database
            changed,
        )
