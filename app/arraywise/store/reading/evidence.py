"""The imported files, and what was read from each."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Load, Measurement, Metric, Origin, Run, Series, Status
from arraywise.domain.units import Unit
from arraywise.store.raw_forms import Raw, bytes_of, parts_of
from arraywise.store.reading.problems import problems_of
from arraywise.store.reading.samples import SampleSet, sample_sets
from arraywise.store.run_lists import ATTRIBUTES, MEASUREMENTS
from arraywise.store.series import unpacked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime
    from typing import Any

    import duckdb

    from arraywise.domain.problems import Problem
    from arraywise.store.study import Study


_LONGER_BY_STARS = 4
"""UTF-16 grows by as many times at most where passwords are starred out."""


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
    """Load levels measured, or said of a recording, ascending."""
    repetitions: tuple[str, ...] = ()
    guessed: tuple[str, ...] = ()
    """Settings of its runs that only names say, and nobody confirmed."""
    typed: tuple[str, ...] = ()
    """Settings of its runs that the user typed."""


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


_FILE = """
SELECT f.id, f.name, f.sha256, f.size_bytes, f.path, f.imported_at, f.tool, f.tool_version,
       f.run_type, f.set_name, f.status, f.option_id, o.name, f.option_is_guess,
       EXISTS (FROM raw_file raw WHERE raw.file_id = f.id)
FROM evidence_file f LEFT JOIN option o ON o.id = f.option_id
"""
_COUNTS = f"""
SELECT f.id, coalesce(r.runs, 0), coalesce(s.sample_rows, 0), coalesce(p.warnings, 0),
       r.started_at, coalesce(m.users, a.users, []), coalesce(a.repetitions, []),
       coalesce(a.guessed, []), coalesce(a.typed, [])
FROM evidence_file f
LEFT JOIN (SELECT file_id, count(*) AS runs, arg_min(started_at, position) AS started_at
           FROM run GROUP BY file_id) r ON r.file_id = f.id
LEFT JOIN (SELECT run.file_id, sum(row_count)::BIGINT AS sample_rows
           FROM sample_set JOIN run ON run.id = run_id GROUP BY run.file_id) s ON s.file_id = f.id
LEFT JOIN (SELECT file_id, count(*) AS warnings FROM problem WHERE severity <> 'info'
           GROUP BY file_id) p ON p.file_id = f.id
LEFT JOIN (SELECT run.file_id, list_sort(list(DISTINCT users)) AS users
           FROM {MEASUREMENTS} JOIN run ON run.id = run_id WHERE users IS NOT NULL
           GROUP BY run.file_id) m ON m.file_id = f.id
LEFT JOIN (SELECT run.file_id,
                  list_sort(list(DISTINCT try_cast(value AS BIGINT))
                            FILTER (a.name = 'users' AND try_cast(value AS BIGINT) > 0)) AS users,
                  list_sort(list(DISTINCT value) FILTER (a.name = 'repetition')) AS repetitions,
                  list_sort(list(DISTINCT value) FILTER (a.name = 'told_by_name')) AS guessed,
                  list_sort(list(DISTINCT value) FILTER (a.name = 'set_by_hand')) AS typed
           FROM {ATTRIBUTES} a JOIN run ON run.id = run_id
           WHERE a.name IN ('users', 'repetition', 'told_by_name', 'set_by_hand')
           GROUP BY run.file_id) a ON a.file_id = f.id
"""  # noqa: S608 - own words


def list_files(study: Study) -> tuple[FileRow, ...]:
    """List the imported files in the order of import."""
    with study.cursor() as cursor:
        rows = cursor.execute(f"{_FILE} ORDER BY f.id").fetchall()
        counts = {id_: rest for id_, *rest in cursor.execute(_COUNTS).fetchall()}
    return tuple(_file_row(row, counts[row[0]]) for row in rows)


def _file_row(row: Sequence[Any], counts: Sequence[Any]) -> FileRow:
    *head, status, option_id, option_name, is_guess, embedded = row
    *numbers, users, repetitions, guessed, typed = counts
    return FileRow(
        *(*head, Status(status), option_id, option_name, is_guess, embedded),
        *(*numbers, tuple(users), tuple(repetitions), _names(guessed), _names(typed)),
    )


def _names(lists: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted({name for listed in lists for name in listed.split(", ")}))


def file_detail(study: Study, file_id: int) -> FileDetail | None:
    """Read all that is known of one file; None where it is not in the study."""
    with study.cursor() as cursor:
        row = cursor.execute(f"{_FILE} WHERE f.id = ?", [file_id]).fetchone()
        if row is None:
            return None
        ((encoding,),) = cursor.execute(
            "SELECT encoding FROM evidence_file WHERE id = ?", [file_id]
        ).fetchall()
        problems = problems_of(cursor, file_id)
        counts = cursor.execute(f"{_COUNTS} WHERE f.id = ?", [file_id]).fetchall()[0][1:]
        runs = _runs(cursor, file_id)
    sets = sample_sets(study, file_id)
    details = (RunDetail(id_, run, tuple(s for s in sets if s.run_id == id_)) for id_, run in runs)
    return FileDetail(_file_row(row, counts), encoding, problems, tuple(details))


def _runs(cursor: duckdb.DuckDBPyConnection, file_id: int) -> list[tuple[int, Run]]:
    rows = cursor.execute(
        "SELECT id, name, complete, started_at, duration_s, host FROM run WHERE file_id = ?"
        " ORDER BY position",
        [file_id],
    ).fetchall()
    measurements, series, attributes = (
        _by_run(cursor, query, [row[0] for row in rows])
        for query in (_MEASUREMENTS, _SERIES, _ATTRIBUTES)
    )
    return [
        (
            id_,
            Run(
                name,
                complete,
                tuple(map(_measurement, measurements.get(id_, ()))),
                tuple(map(_series, series.get(id_, ()))),
                started_at=started_at,
                duration_s=duration_s,
                host=host,
                attributes=tuple((n, value) for n, value in attributes.get(id_, ())),
            ),
        )
        for id_, name, complete, started_at, duration_s, host in rows
    ]


_MEASUREMENTS = f"""
SELECT run_id, metric, statistic, value, unit, users, small_ios, large_ios, group_name, line,
       column_in_line, origin
FROM {MEASUREMENTS} WHERE list_contains(?, run_id) ORDER BY run_id, position
"""  # noqa: S608 - own words
_SERIES = """
SELECT run_id, name, unit, series_values, series_times, line
FROM series WHERE list_contains(?, run_id) ORDER BY run_id, position
"""
_ATTRIBUTES = f"""
SELECT run_id, name, value
FROM {ATTRIBUTES} WHERE list_contains(?, run_id) ORDER BY run_id, position
"""  # noqa: S608 - own words


def _by_run(
    cursor: duckdb.DuckDBPyConnection, query: str, run_ids: list[int]
) -> dict[int, list[Sequence[Any]]]:
    found: dict[int, list[Sequence[Any]]] = {}
    for run_id, *row in cursor.execute(query, [run_ids]).fetchall():
        found.setdefault(run_id, []).append(row)
    return found


def _measurement(row: Sequence[Any]) -> Measurement:
    metric, statistic, value, unit, *load, group, line, column, origin = row
    return Measurement(
        *(Metric(metric), statistic, value, Unit(unit), Load(*load), group, line, column),
        Origin(origin),
    )


def _series(row: Sequence[Any]) -> Series:
    name, unit, values, times, line = row
    return Series(
        name, Unit(unit), unpacked(values), None if times is None else unpacked(times), line
    )


def raw_bytes(study: Study, file_id: int) -> bytes | None:
    """Return the bytes of a file as they were imported; None where they are kept outside.

    Passwords are starred out in them. Other bytes that do not have the hash they should have are
    not given out.
    """
    with study.cursor() as cursor:
        return kept_bytes(cursor, file_id)


def kept_bytes(cursor: duckdb.DuckDBPyConnection, file_id: int) -> bytes | None:
    """Return the same, of a file that may have been added by the action under way."""
    rows = cursor.execute(
        "SELECT raw.bytes, raw.compression, f.size_bytes, f.sha256 FROM raw_file raw"
        " JOIN evidence_file f ON f.id = raw.file_id WHERE f.id = ?",
        [file_id],
    ).fetchall()
    if not rows:
        return None
    ((kept, form, size, sha256),) = rows
    raw = Raw(form, kept)
    if raw.is_starred:
        return bytes_of(raw, _LONGER_BY_STARS * size)
    data = bytes_of(raw, size)
    return data if hashlib.sha256(data).hexdigest() == sha256 else None


def raw_parts(study: Study, file_id: int, part_bytes: int = 8 * 1024 * 1024) -> Iterator[bytes]:
    """Give the bytes of a file that is kept inside the study, a part at a time.

    For files too large for `raw_bytes`; whether they have their hash is not looked at.
    """
    with study.cursor() as cursor:
        row = cursor.execute(
            "SELECT compression, bytes FROM raw_file WHERE file_id = ?", [file_id]
        ).fetchone()
    if row is not None:
        yield from parts_of(Raw(*row), part_bytes)
