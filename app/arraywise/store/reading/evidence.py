"""Reads imported files, their readings and problems from a study."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import (
    Load,
    Measurement,
    Metric,
    Origin,
    PublishedConclusion,
    PublishedRemark,
    Run,
    Series,
    Status,
)
from arraywise.domain.messages import Problem, ProblemCode, Severity
from arraywise.domain.statement_counts import StatementCounts
from arraywise.domain.units import Unit
from arraywise.store.encoding import (
    BLOCK_BYTES,
    LOAD_METRICS,
    RunRows,
    StoredBytes,
    decode_checked_raw,
    decode_raw_in_parts,
    group_by_key,
    message_from_row,
    unpack_series,
)
from arraywise.store.reading.samples import SampleSet, list_sample_sets
from arraywise.store.scenarios import ATTRIBUTES, MEASUREMENTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime
    from typing import Any

    from arraywise.domain.evidence import EvidenceFile
    from arraywise.store.connection import Cursor
    from arraywise.store.samples import LoadedSamples
    from arraywise.store.study import Study


_STATING = """
SELECT run_id FROM run_attribute WHERE name = $1 UNION
SELECT run_id FROM run_list JOIN attribute_list ON list_id = attributes WHERE name = $1
"""
_MEASURING = """
SELECT run_id FROM measurement WHERE group_name = $1 UNION
SELECT run_id FROM run_list JOIN measurement_list ON list_id = measurements WHERE group_name = $1
"""
_RUNS_OF_FILE = "SELECT id FROM run WHERE file_id = ? ORDER BY position"
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


def read_problems(study: Study) -> dict[int, tuple[Problem, ...]]:
    """Return the problems of files, by file id."""
    rows = study.rows(
        "SELECT file_id, severity, template, figures, line, code FROM problem"
        " ORDER BY file_id, position"
    )
    return group_by_key((file_id, _build_problem(row)) for file_id, *row in rows)


def _build_problem(row: Sequence[Any]) -> Problem:
    severity, template, figures, line, code = row
    stored = replace(message_from_row(template, figures), code=code)
    return Problem(Severity(severity), stored, line)


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
    """Settings of its runs that only names state, and nobody confirmed."""
    typed: tuple[str, ...] = ()
    """Settings of its runs that the user typed."""
    degraded: tuple[str, ...] = ()
    """In which states storage was, where it was not whole."""


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
       coalesce(a.guessed, []), coalesce(a.typed, []), coalesce(a.degraded, [])
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
                  list_sort(list(DISTINCT value) FILTER (a.name = 'set_by_hand')) AS typed,
                  list_sort(list(DISTINCT value) FILTER (a.name = 'degraded')) AS degraded
           FROM {ATTRIBUTES} a JOIN run ON run.id = run_id
           WHERE a.name IN ('users', 'repetition', 'told_by_name', 'set_by_hand', 'degraded')
           GROUP BY run.file_id) a ON a.file_id = f.id
"""  # noqa: S608 - own words


def list_files(study: Study) -> tuple[FileRow, ...]:
    """List the imported files in the order of import."""
    with study.cursor() as cursor:
        rows = cursor.execute(f"{_FILE} ORDER BY f.id").fetchall()
        counts = {id_: rest for id_, *rest in cursor.execute(_COUNTS).fetchall()}
        return tuple(_build_file_row(row, counts[row[0]]) for row in rows)


def _build_file_row(row: Sequence[Any], counts: Sequence[Any]) -> FileRow:
    *head, status, option_id, option_name, is_guess, embedded = row
    *numbers, users, repetitions, guessed, typed, degraded = counts
    lists = (
        tuple(users),
        tuple(repetitions),
        _split_name_lists(guessed),
        _split_name_lists(typed),
        tuple(degraded),
    )
    return FileRow(
        *(*head, Status(status), option_id, option_name, is_guess, embedded, *numbers, *lists)
    )


def _split_name_lists(lists: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted({name for listed in lists for name in listed.split(", ")}))


class FileRun(NamedTuple):
    """A run with the file that it is from."""

    file_name: str
    tool: str
    run: Run
    """Without its `samples`."""


def read_runs_with_attribute(study: Study, attribute: str) -> list[FileRun]:
    """Return the runs that state an attribute, in the order of import."""
    return _read_runs_by_query(study, _STATING, attribute)


def read_runs_with_measurement_group(study: Study, group: str) -> list[FileRun]:
    """Return the runs with a measurement of a group, in the order of import."""
    return _read_runs_by_query(study, _MEASURING, group)


def _read_runs_by_query(study: Study, query: str, value: str) -> list[FileRun]:
    with study.cursor() as cursor:
        found = cursor.execute(
            "SELECT r.id, f.name, f.tool FROM run r JOIN evidence_file f ON f.id = r.file_id"  # noqa: S608 - own words
            f" WHERE r.id IN ({query}) ORDER BY f.id, r.position",
            [value],
        ).fetchall()
        runs = _read_runs(cursor, [id_ for id_, *_ in found]) if found else {}
    return [FileRun(name, tool, runs[id_]) for id_, name, tool in found]


def read_statement_counts(study: Study) -> tuple[str, StatementCounts] | None:
    """Return the first file that counts statements, and its counts; None where there is none."""
    rows = study.rows(
        "SELECT f.id, f.name, s.statement, s.per_transaction, s.line"
        " FROM statement_count s JOIN evidence_file f ON f.id = s.file_id"
        " ORDER BY f.id, s.position"
    )
    first = [row for row in rows if row[0] == rows[0][0]]
    if not first:
        return None
    each = tuple((kind, count) for _, _, kind, count, _ in first)
    return first[0][1], StatementCounts(each, first[0][4])


def last_imported_file_name(study: Study) -> str:
    """Return the name of the file that was imported last; empty in a study without evidence."""
    row = study.row("SELECT name FROM evidence_file ORDER BY id DESC LIMIT 1")
    return "" if row is None else str(row[0])


def read_file_detail(study: Study, file_id: int) -> FileDetail | None:
    """Read a file with its runs and problems; None where it is not in the study."""
    with study.cursor() as cursor:
        row = cursor.execute(f"{_FILE} WHERE f.id = ?", [file_id]).fetchone()
        if row is None:
            return None
        ((encoding,),) = cursor.execute(
            "SELECT encoding FROM evidence_file WHERE id = ?", [file_id]
        ).fetchall()
        problems = cursor.execute(
            "SELECT severity, template, figures, line, code FROM problem WHERE file_id = ?"
            " ORDER BY position",
            [file_id],
        ).fetchall()
        counts = cursor.execute(f"{_COUNTS} WHERE f.id = ?", [file_id]).fetchall()[0][1:]
        file = _build_file_row(row, counts)
        ids = [id_ for (id_,) in cursor.execute(_RUNS_OF_FILE, [file_id]).fetchall()]
        runs = _read_runs(cursor, ids)
        of_file = tuple(map(_build_problem, problems))
    sets = list_sample_sets(study, file_id)
    details = (
        RunDetail(id_, run, tuple(s for s in sets if s.run_id == id_)) for id_, run in runs.items()
    )
    return FileDetail(file, encoding, of_file, tuple(details))


def _read_runs(cursor: Cursor, ids: Sequence[int]) -> dict[int, Run]:
    """Return runs by their ids, in the order of these."""
    rows = cursor.execute(
        "SELECT id, name, complete, started_at, duration_s, host FROM run"
        " WHERE list_contains(?, id)",
        [ids],
    ).fetchall()
    measurements, series, attributes = (
        group_by_key((id_, row) for id_, *row in cursor.execute(query, [ids]).fetchall())
        for query in (_MEASUREMENTS, _SERIES, _ATTRIBUTES)
    )
    runs = {
        id_: Run(
            name,
            complete,
            tuple(map(_build_measurement, measurements.get(id_, ()))),
            tuple(map(_build_series, series.get(id_, ()))),
            started_at=started_at,
            duration_s=duration_s,
            host=host,
            attributes=tuple((n, value) for n, value in attributes.get(id_, ())),
        )
        for id_, name, complete, started_at, duration_s, host in rows
    }
    return {id_: runs[id_] for id_ in ids}


def _build_measurement(row: Sequence[Any]) -> Measurement:
    metric, statistic, value, unit, *load, group, line, column, origin = row
    return Measurement(
        *(Metric(metric), statistic, value, Unit(unit), Load(*load), group, line, column),
        Origin(origin),
    )


def _build_series(row: Sequence[Any]) -> Series:
    name, unit, values, times, line = row
    return Series(
        name,
        Unit(unit),
        unpack_series(values),
        None if times is None else unpack_series(times),
        line,
    )


def read_embedded_bytes(study: Study, file_id: int) -> bytes | None:
    """Return the bytes of a file that the study holds; None where they are kept outside.

    Passwords in them are masked. None as well where they no longer have the hash of the import.
    """
    with study.cursor() as cursor:
        return read_stored_bytes(cursor, file_id)


def read_stored_bytes(cursor: Cursor, file_id: int) -> bytes | None:
    """Return what `read_embedded_bytes` does, of a file that this transaction may have added."""
    rows = cursor.execute(
        "SELECT raw.bytes, raw.compression, f.size_bytes, f.sha256 FROM raw_file raw"
        " JOIN evidence_file f ON f.id = raw.file_id WHERE f.id = ?",
        [file_id],
    ).fetchall()
    if not rows:
        return None
    ((stored, form, size, sha256),) = rows
    return decode_checked_raw(StoredBytes(form, stored), size, sha256)


def read_embedded_parts(study: Study, file_id: int) -> Iterator[bytes]:
    """Yield the bytes of a file that is kept inside the study, a part at a time.

    For files too large for `read_embedded_bytes`; whether they have their hash is not looked at.
    """
    row = study.row("SELECT compression, bytes FROM raw_file WHERE file_id = ?", [file_id])
    if row is not None:
        yield from decode_raw_in_parts(StoredBytes(*row), BLOCK_BYTES)


class StoredFile(NamedTuple):
    """A file of an earlier import."""

    id: int
    name: str
    sha256: str
    size_bytes: int
    tool: str
    status: Status
    has_runs: bool
    option_id: int | None
    option_name: str | None
    option_is_guess: bool


def read_files_by_hash(study: Study) -> dict[str, StoredFile]:
    """Return the files of a study by their hashes."""
    with study.cursor() as cursor:
        rows = cursor.execute(
            "SELECT f.id, f.name, f.sha256, f.size_bytes, f.tool, f.status,"
            " f.id IN (SELECT file_id FROM run), f.option_id, o.name, f.option_is_guess"
            " FROM evidence_file f LEFT JOIN option o ON o.id = f.option_id ORDER BY f.id"
        ).fetchall()
        return {
            sha256: StoredFile(id_, name, sha256, size, tool, Status(status), *rest)
            for id_, name, sha256, size, tool, status, *rest in rows
        }


_FILES = """
SELECT f.id, f.name, f.path, f.sha256, f.tool, list_contains(list(p.code), ?),
       list_contains(list(p.code), ?)
FROM evidence_file f LEFT JOIN problem p ON p.file_id = f.id
WHERE f.tool IN (
    SELECT log.tool FROM evidence_file log JOIN problem q ON q.file_id = log.id
    WHERE q.code = ?
)
GROUP BY ALL ORDER BY f.id
"""


class ComparedFile(NamedTuple):
    """A file of a tool whose logs tell of refused sessions."""

    id: int
    name: str
    path: str
    """Where it lay."""
    sha256: str
    tool: str
    reports_refused_sessions: bool
    """It is a log that reports them."""
    is_rejected: bool
    """Its runs do not count already, by a log beside it."""


def list_files_to_compare(cursor: Cursor) -> list[ComparedFile]:
    """Return all files of the tools that refused sessions are told of; mostly there are none."""
    log, beside = ProblemCode.SESSIONS_REFUSED.value, ProblemCode.SESSIONS_REFUSED_BESIDE.value
    rows = cursor.execute(_FILES, [log, beside, log]).fetchall()
    return [ComparedFile(*row) for row in rows]


def read_published_conclusion(study: Study) -> PublishedConclusion | None:
    """Read what the authors conclude, None where the study holds no publication."""
    row = study.row("SELECT text, citation FROM published_conclusion")
    return None if row is None else PublishedConclusion(*row)


def read_published_remarks(study: Study) -> tuple[PublishedRemark, ...]:
    """Read the contradictions and gaps of a publication, in the order they were written."""
    with study.cursor() as cursor:
        rows = cursor.execute(
            "SELECT severity, options, text, consequence, citation, computed FROM published_remark"
            " ORDER BY position"
        ).fetchall()
        return tuple(
            PublishedRemark(Severity(severity), tuple(options), *texts)
            for severity, options, *texts in rows
        )


def list_user_levels(run: Run) -> list[int]:
    """Return the numbers of users at which a run was measured, ascending."""
    result = {m.load.users for m in run.measurements if m.metric in LOAD_METRICS}
    return sorted(users for users in result if users is not None)


def read_run_name(study: Study, run_id: int) -> str:
    """Return what a run is called; nothing where it is not there."""
    row = study.row("SELECT name FROM run WHERE id = ?", [run_id])
    return str(row[0]) if row else ""


def run_ids_of_files(study: Study, file_ids: Sequence[int]) -> tuple[int, ...]:
    """Return the ids of all runs of files."""
    query = "SELECT id FROM run WHERE list_contains(?, file_id) ORDER BY file_id, position"
    return tuple(id_ for (id_,) in study.rows(query, [list(file_ids)]))


class NewFile(NamedTuple):
    """A file that was read, ready to be kept."""

    file: EvidenceFile
    path: str
    """Where it lay."""
    raw: StoredBytes | None
    """Its bytes as `encode_raw` gives them; None keeps them outside."""
    option_id: int | None = None
    option_is_guess: bool = False
    samples: tuple[tuple[LoadedSamples, ...], ...] = ()
    """Sample sets of each run, already loaded by `load_samples`."""
    runs: tuple[RunRows, ...] | None = None
    """The reading's runs as `encode_run` gives them, where that was done already."""
