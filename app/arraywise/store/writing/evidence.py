"""Adds evidence, assigns it to options and removes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import Status
from arraywise.store.sample_tables import remove_samples
from arraywise.store.text import figures_to_json, plain, plain_or_none
from arraywise.store.writing.journal import watch
from arraywise.store.writing.moment import now
from arraywise.store.writing.rows import insert_rows, take_ids
from arraywise.store.writing.run_lists import (
    add_lists,
    erase_unshared,
    own_attributes,
    own_measurements,
)
from arraywise.store.writing.run_rows import run_rows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from typing import Any

    import duckdb

    from arraywise.domain.evidence import EvidenceFile, Reading
    from arraywise.domain.problems import Problem
    from arraywise.store.raw_forms import Raw
    from arraywise.store.sample_loading import LoadedSamples
    from arraywise.store.writing.run_rows import RunRows


class NewFile(NamedTuple):
    """A file that was read, ready to be kept."""

    file: EvidenceFile
    path: str
    """Where it lay."""
    raw: Raw | None
    """Its bytes as `raw_of` gives them; None keeps them outside."""
    option_id: int | None = None
    option_is_guess: bool = False
    samples: tuple[tuple[LoadedSamples, ...], ...] = ()
    """Sample sets of each run, already loaded by `load_samples`."""
    runs: tuple[RunRows, ...] | None = None
    """The reading's runs as `run_rows` gives them, where that was done already."""


def add_files(
    cursor: duckdb.DuckDBPyConnection, files: Sequence[NewFile], moment: datetime | None = None
) -> list[int]:
    """Keep files with all that was read from them; return their ids in the same order.

    Args:
        cursor: A cursor in a transaction.
        files: What to keep.
        moment: When the action began, in UTC; the same for all files of one import.
    """
    ids = take_ids(cursor, "file_id", len(files))
    numbered = list(zip(ids, files, strict=True))
    moment = moment or now()
    insert_rows(cursor, "evidence_file", [_file_row(id_, new, moment) for id_, new in numbered])
    insert_rows(
        cursor,
        "raw_file",
        [(id_, *new.raw) for id_, new in numbered if new.raw is not None],
    )
    _add_problems(cursor, [(id_, new.file.reading) for id_, new in numbered])
    _add_runs(cursor, [(id_, _rows_of(new), new.samples) for id_, new in numbered])
    return ids


def replace_reading(
    cursor: duckdb.DuckDBPyConnection, file_id: int, reading: Reading
) -> list[int]:
    """Keep what a file says when it is read otherwise; for files without host samples.

    Returns:
        The ids of its runs, in their order.
    """
    runs = [id_ for (id_,) in cursor.execute(_RUNS_OF, [file_id]).fetchall()]
    own_attributes(cursor, runs)
    own_measurements(cursor, runs)
    cursor.execute("DELETE FROM run_list WHERE list_contains(?, run_id)", [runs])
    for table in ("run_attribute", "measurement", "series") if runs else ():
        watch(cursor, table, "run_id", runs)
        cursor.execute(f"DELETE FROM {table} WHERE list_contains(?, run_id)", [runs])  # noqa: S608
    for table in ("run", "problem"):
        watch(cursor, table, "file_id", [file_id])
        cursor.execute(f"DELETE FROM {table} WHERE file_id = ?", [file_id])  # noqa: S608
    cursor.execute(
        "UPDATE evidence_file SET status = ?, tool_version = ?, run_type = ? WHERE id = ?",
        [
            *(reading.status.value, plain_or_none(reading.tool_version)),
            *(plain_or_none(reading.run_type), file_id),
        ],
    )
    _add_problems(cursor, [(file_id, reading)])
    _add_runs(cursor, [(file_id, tuple(map(run_rows, reading.runs)), ())])
    return [id_ for (id_,) in cursor.execute(_RUNS_OF, [file_id]).fetchall()]


def reject_runs(cursor: duckdb.DuckDBPyConnection, file_id: int, problem: Problem) -> None:
    """Say of a file that its runs do not count, and why."""
    watch(cursor, "run", "file_id", [file_id])
    cursor.execute("UPDATE run SET complete = false WHERE file_id = ?", [file_id])
    cursor.execute(
        "UPDATE evidence_file SET status = ? WHERE id = ?", [Status.INCOMPLETE.value, file_id]
    )
    _append_problem(cursor, file_id, problem)


def add_problem(cursor: duckdb.DuckDBPyConnection, file_id: int, problem: Problem) -> None:
    """Say something more of a file that was imported before; it has problems then."""
    cursor.execute(
        "UPDATE evidence_file SET status = ? WHERE id = ? AND status = ?",
        [Status.READ_WITH_PROBLEMS.value, file_id, Status.READ.value],
    )
    _append_problem(cursor, file_id, problem)


def _append_problem(cursor: duckdb.DuckDBPyConnection, file_id: int, problem: Problem) -> None:
    watch(cursor, "problem", "file_id", [file_id])
    ((known,),) = cursor.execute(
        "SELECT count(*) FROM problem WHERE file_id = ?", [file_id]
    ).fetchall()
    insert_rows(cursor, "problem", [_problem_row(file_id, known, problem)])


def _rows_of(new: NewFile) -> tuple[RunRows, ...]:
    return tuple(map(run_rows, new.file.reading.runs)) if new.runs is None else new.runs


_RUNS_OF = "SELECT id FROM run WHERE file_id = ? ORDER BY position"


def _add_problems(
    cursor: duckdb.DuckDBPyConnection, numbered: Sequence[tuple[int, Reading]]
) -> None:
    insert_rows(
        cursor,
        "problem",
        [
            _problem_row(id_, i, problem)
            for id_, reading in numbered
            for i, problem in enumerate(reading.problems)
        ],
    )


def _problem_row(file_id: int, position: int, problem: Problem) -> tuple[Any, ...]:
    said = problem.said
    severity, template = problem.severity.value, plain(said.template)
    return file_id, position, severity, template, figures_to_json(said), problem.line


def _file_row(id_: int, new: NewFile, moment: datetime) -> tuple[Any, ...]:
    file, reading = new.file, new.file.reading
    return (
        id_,
        plain(file.name),
        file.sha256,
        file.size_bytes,
        plain(new.path),
        moment,
        plain(reading.tool),
        plain_or_none(reading.tool_version),
        plain_or_none(reading.run_type),
        plain_or_none(reading.set_name),
        reading.status.value,
        reading.encoding,
        new.option_id,
        new.option_is_guess,
    )


def _add_runs(
    cursor: duckdb.DuckDBPyConnection,
    files: Sequence[tuple[int, Sequence[RunRows], tuple[tuple[LoadedSamples, ...], ...]]],
) -> None:
    placed = [
        (file_id, position, rows, samples[position] if samples else ())
        for file_id, runs, samples in files
        for position, rows in enumerate(runs)
    ]
    ids = take_ids(cursor, "run_id", len(placed))
    insert_rows(
        cursor,
        "run",
        [
            (id_, file_id, position, *rows.run)
            for id_, (file_id, position, rows, _) in zip(ids, placed, strict=True)
        ],
    )
    runs = [rows for _, _, rows, _ in placed]
    add_lists(cursor, dict(zip(ids, runs, strict=True)))
    insert_rows(
        cursor,
        "series",
        [
            (id_, i, *series)
            for id_, rows in zip(ids, runs, strict=True)
            for i, series in enumerate(rows.series)
        ],
    )
    for id_, (_, _, _, samples) in zip(ids, placed, strict=True):
        _claim_samples(cursor, id_, samples)


def _claim_samples(
    cursor: duckdb.DuckDBPyConnection, run_id: int, samples: Sequence[LoadedSamples]
) -> None:
    for position, loaded in enumerate(samples):
        table = loaded.table
        cursor.execute(
            "INSERT INTO sample_set VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                *(loaded.set_id, run_id, position, loaded.row_count, table.first_line),
                *(table.time.clock.value, table.time.utc_offset_s),
                *(loaded.first_at, loaded.last_at),
            ],
        )
        insert_rows(
            cursor,
            "sample_column",
            [
                (loaded.set_id, i, plain(c.name), plain_or_none(c.instance), c.unit.value, place)
                for i, (c, place) in enumerate(
                    zip(table.columns, loaded.columns_in_line, strict=True)
                )
            ],
        )


def assign_option(
    cursor: duckdb.DuckDBPyConnection, file_ids: Sequence[int], option_id: int | None
) -> None:
    """Say which option files belong to; it is no guess any more."""
    cursor.execute(
        "UPDATE evidence_file SET option_id = ?, option_is_guess = false"
        " WHERE list_contains(?, id)",
        [option_id, list(file_ids)],
    )


def confirm_option(cursor: duckdb.DuckDBPyConnection, file_ids: Sequence[int]) -> None:
    """Say that the option that was guessed for files is theirs."""
    cursor.execute(
        "UPDATE evidence_file SET option_is_guess = false WHERE list_contains(?, id)",
        [list(file_ids)],
    )


def set_clock_shift(
    cursor: duckdb.DuckDBPyConnection, file_ids: Sequence[int], shift_s: float | None
) -> None:
    """Say how far monitors' clocks are ahead of the runs'; None leaves it to the program."""
    ids = list(file_ids)
    cursor.execute("DELETE FROM clock_shift WHERE list_contains(?, file_id)", [ids])
    if shift_s is not None:
        insert_rows(cursor, "clock_shift", [(id_, shift_s) for id_ in ids])


def embed(cursor: duckdb.DuckDBPyConnection, file_id: int, raw: Raw) -> None:
    """Keep the bytes of a file, as `raw_of` gives them, inside the study."""
    cursor.execute("DELETE FROM raw_file WHERE file_id = ?", [file_id])
    insert_rows(cursor, "raw_file", [(file_id, *raw)])


def remove_files(cursor: duckdb.DuckDBPyConnection, file_ids: Sequence[int]) -> None:
    """Take files out of the study; what was read from them stays until nothing brings it back.

    All readers come to runs and samples through `evidence_file`, so they count no more.
    """
    files = [list(file_ids)]
    cursor.execute("DELETE FROM clock_shift WHERE list_contains(?, file_id)", files)
    cursor.execute("DELETE FROM evidence_file WHERE list_contains(?, id)", files)


def erase_files(cursor: duckdb.DuckDBPyConnection, file_ids: Sequence[int]) -> None:
    """Erase all that was read from files, and their bytes; they cannot be brought back then."""
    if not file_ids:
        return
    files = [list(file_ids)]
    sets = cursor.execute(
        "SELECT s.id, (SELECT count(*) FROM sample_column c WHERE c.set_id = s.id)"
        " FROM sample_set s JOIN run r ON r.id = s.run_id WHERE list_contains(?, r.file_id)",
        files,
    ).fetchall()
    for set_id, column_count in sets:
        remove_samples(cursor, set_id, column_count)
    for statement in _REMOVALS:
        cursor.execute(statement, files)
    erase_unshared(cursor)


_OF_RUNS = (
    "DELETE FROM sample_column WHERE set_id IN (SELECT id FROM sample_set WHERE run_id IN {runs})",
    "DELETE FROM sample_set WHERE run_id IN {runs}",
    "DELETE FROM run_attribute WHERE run_id IN {runs}",
    "DELETE FROM measurement WHERE run_id IN {runs}",
    "DELETE FROM run_list WHERE run_id IN {runs}",
    "DELETE FROM series WHERE run_id IN {runs}",
)
_REMOVALS = (
    *(s.format(runs="(SELECT id FROM run WHERE list_contains(?, file_id))") for s in _OF_RUNS),
    "DELETE FROM run WHERE list_contains(?, file_id)",
    "DELETE FROM problem WHERE list_contains(?, file_id)",
    "DELETE FROM raw_file WHERE list_contains(?, file_id)",
)
