"""The imported files, and what was read from each."""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Load, Measurement, Metric, Origin, Run, Series, Status
from arraywise.domain.problems import Problem, Severity
from arraywise.domain.units import Unit
from arraywise.store.reading.samples import SampleSet, sample_sets
from arraywise.store.series import unpacked
from arraywise.store.text import said_from

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from typing import Any

    import duckdb

    from arraywise.store.study import Study


@dataclass(frozen=True, slots=True)
class FileRow:
    """One imported file, as a row of a list."""

    id: int
    name: str
    sha256: str
    size_bytes: int
    path: str
    """Where it lay when it was imported."""
    imported_at: datetime
    """UTC."""
    tool: str
    tool_version: str | None
    run_type: str | None
    set_name: str | None
    status: Status
    option_id: int | None
    option_name: str | None
    option_is_guess: bool
    embedded: bool
    """Whether its bytes are kept inside the study."""
    run_count: int
    sample_rows: int
    """Host samples in all of its tables."""
    warnings: int
    """Problems that are warnings or errors."""
    started_at: str | None
    """Start of its first run, ISO 8601."""
    users: tuple[int, ...]
    """Load levels measured, ascending."""


@dataclass(frozen=True, slots=True)
class RunDetail:
    """One run with everything that was read from it."""

    id: int
    run: Run
    """Without its `samples`: those are in `sample_sets`."""
    sample_sets: tuple[SampleSet, ...]


@dataclass(frozen=True, slots=True)
class FileDetail:
    """One imported file with everything that was read from it."""

    file: FileRow
    encoding: str
    problems: tuple[Problem, ...]
    runs: tuple[RunDetail, ...]


_FILES = """
SELECT f.id, f.name, f.sha256, f.size_bytes, f.path, f.imported_at, f.tool, f.tool_version,
       f.run_type, f.set_name, f.status, f.option_id, o.name, f.option_is_guess,
       raw.file_id IS NOT NULL, coalesce(r.runs, 0), coalesce(s.sample_rows, 0),
       coalesce(p.warnings, 0), r.started_at, coalesce(m.users, [])
FROM evidence_file f
LEFT JOIN option o ON o.id = f.option_id
LEFT JOIN (SELECT file_id FROM raw_file) raw ON raw.file_id = f.id
LEFT JOIN (SELECT file_id, count(*) AS runs, arg_min(started_at, position) AS started_at
           FROM run GROUP BY file_id) r ON r.file_id = f.id
LEFT JOIN (SELECT run.file_id, sum(row_count)::BIGINT AS sample_rows
           FROM sample_set JOIN run ON run.id = run_id GROUP BY run.file_id) s ON s.file_id = f.id
LEFT JOIN (SELECT file_id, count(*) AS warnings FROM problem WHERE severity <> 'info'
           GROUP BY file_id) p ON p.file_id = f.id
LEFT JOIN (SELECT run.file_id, list_sort(list(DISTINCT users)) AS users
           FROM measurement JOIN run ON run.id = run_id WHERE users IS NOT NULL
           GROUP BY run.file_id) m ON m.file_id = f.id
"""


def list_files(study: Study) -> tuple[FileRow, ...]:
    """List the imported files in the order of import."""
    with study.cursor() as cursor:
        rows = cursor.execute(f"{_FILES} ORDER BY f.id").fetchall()
    return tuple(_file(row) for row in rows)


def _file(row: Sequence[Any]) -> FileRow:
    values = list(row)
    values[10] = Status(values[10])
    values[-1] = tuple(values[-1])
    return FileRow(*values)


def file_detail(study: Study, file_id: int) -> FileDetail | None:
    """Read all that is known of one file; None where it is not in the study."""
    with study.cursor() as cursor:
        row = cursor.execute(f"{_FILES} WHERE f.id = ?", [file_id]).fetchone()
        if row is None:
            return None
        problems = _problems(cursor, file_id)
        runs = _runs(cursor, file_id)
        encoding = cursor.execute(
            "SELECT encoding FROM evidence_file WHERE id = ?", [file_id]
        ).fetchone()
    sets = sample_sets(study, file_id)
    return FileDetail(
        _file(row),
        str(encoding[0]) if encoding else "",
        problems,
        tuple(RunDetail(id_, run, tuple(s for s in sets if s.run_id == id_)) for id_, run in runs),
    )


def _problems(cursor: duckdb.DuckDBPyConnection, file_id: int) -> tuple[Problem, ...]:
    rows = cursor.execute(
        "SELECT severity, template, figures, line FROM problem WHERE file_id = ?"
        " ORDER BY position",
        [file_id],
    ).fetchall()
    return tuple(
        Problem(Severity(severity), said_from(template, figures), line)
        for severity, template, figures, line in rows
    )


def _runs(cursor: duckdb.DuckDBPyConnection, file_id: int) -> list[tuple[int, Run]]:
    rows = cursor.execute(
        "SELECT id, name, complete, started_at, duration_s, host FROM run WHERE file_id = ?"
        " ORDER BY position",
        [file_id],
    ).fetchall()
    return [
        (
            id_,
            Run(
                name,
                complete,
                _measurements(cursor, id_),
                _series(cursor, id_),
                started_at=started_at,
                duration_s=duration_s,
                host=host,
                attributes=_attributes(cursor, id_),
            ),
        )
        for id_, name, complete, started_at, duration_s, host in rows
    ]


def _attributes(cursor: duckdb.DuckDBPyConnection, run_id: int) -> tuple[tuple[str, str], ...]:
    return tuple(
        (str(name), str(value))
        for name, value in cursor.execute(
            "SELECT name, value FROM run_attribute WHERE run_id = ? ORDER BY position", [run_id]
        ).fetchall()
    )


def _measurements(cursor: duckdb.DuckDBPyConnection, run_id: int) -> tuple[Measurement, ...]:
    rows = cursor.execute(
        "SELECT metric, statistic, value, unit, users, small_ios, large_ios, group_name, line,"
        " column_in_line, origin FROM measurement WHERE run_id = ? ORDER BY position",
        [run_id],
    ).fetchall()
    return tuple(
        Measurement(
            *(Metric(metric), statistic, value, Unit(unit), Load(*load), group, line, column),
            Origin(origin),
        )
        for metric, statistic, value, unit, *load, group, line, column, origin in rows
    )


def _series(cursor: duckdb.DuckDBPyConnection, run_id: int) -> tuple[Series, ...]:
    rows = cursor.execute(
        "SELECT name, unit, series_values, series_times, line FROM series WHERE run_id = ?"
        " ORDER BY position",
        [run_id],
    ).fetchall()
    return tuple(
        Series(
            name, Unit(unit), unpacked(values), None if times is None else unpacked(times), line
        )
        for name, unit, values, times, line in rows
    )


def raw_bytes(study: Study, file_id: int) -> bytes | None:
    """Return the bytes of a file as they were imported; None where they are kept outside.

    Bytes that do not have the hash they should have are not given out.
    """
    with study.cursor() as cursor:
        row = cursor.execute(
            "SELECT raw.bytes, f.size_bytes, f.sha256 FROM raw_file raw"
            " JOIN evidence_file f ON f.id = raw.file_id WHERE f.id = ?",
            [file_id],
        ).fetchone()
    if row is None:
        return None
    kept, size, sha256 = row
    data = zlib.decompressobj().decompress(kept, size or 1)
    return data if hashlib.sha256(data).hexdigest() == sha256 else None
