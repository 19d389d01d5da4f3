"""Adds evidence, assigns it to options and removes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.store.deflating import deflated
from arraywise.store.raw_forms import PLAIN, STARRED
from arraywise.store.sample_tables import remove_samples
from arraywise.store.series import packed
from arraywise.store.text import figures_to_json, plain, plain_or_none
from arraywise.store.writing.journal import watch
from arraywise.store.writing.moment import now
from arraywise.store.writing.rows import insert_columns, insert_rows, take_ids

if TYPE_CHECKING:
    import mmap
    from collections.abc import Sequence
    from datetime import datetime
    from typing import Any

    import duckdb

    from arraywise.domain.evidence import EvidenceFile, Reading, Run
    from arraywise.store.sample_loading import LoadedSamples

_ZLIB_LEVEL = 3
"""On the corpus: 0.22 of the size at 100 MB/s; level 6 gives 0.20 at half the speed, and DuckDB's
own compression comes only with a checkpoint, after the whole file went through the log."""


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file that was read, ready to be kept."""

    file: EvidenceFile
    path: str
    """Where it lay."""
    raw: bytes | None
    """Its bytes as `compressed` gives them; None keeps them outside."""
    option_id: int | None = None
    option_is_guess: bool = False
    samples: tuple[tuple[LoadedSamples, ...], ...] = ()
    """Sample sets of each run, already loaded by `load_samples`."""
    starred: bool = False
    """Passwords were starred out in `raw`, so that it has not the file's hash any more."""


def compressed(data: bytes | mmap.mmap) -> bytes:
    """Compress the bytes of a file for keeping."""
    return deflated(data, _ZLIB_LEVEL)


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
        [
            (id_, STARRED if new.starred else PLAIN, new.raw)
            for id_, new in numbered
            if new.raw is not None
        ],
    )
    readings = [(id_, new.file.reading, new.samples) for id_, new in numbered]
    _add_problems(cursor, [(id_, reading) for id_, reading, _ in readings])
    _add_runs(cursor, readings)
    return ids


def replace_reading(
    cursor: duckdb.DuckDBPyConnection, file_id: int, reading: Reading
) -> list[int]:
    """Keep what a file says when it is read otherwise; for files without host samples.

    Returns:
        The ids of its runs, in their order.
    """
    runs = [id_ for (id_,) in cursor.execute(_RUNS_OF, [file_id]).fetchall()]
    for table in ("run_attribute", "measurement", "series"):
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
    _add_runs(cursor, [(file_id, reading, ())])
    return [id_ for (id_,) in cursor.execute(_RUNS_OF, [file_id]).fetchall()]


_RUNS_OF = "SELECT id FROM run WHERE file_id = ? ORDER BY position"


def _add_problems(
    cursor: duckdb.DuckDBPyConnection, numbered: Sequence[tuple[int, Reading]]
) -> None:
    insert_rows(
        cursor,
        "problem",
        [
            (id_, i, p.severity.value, plain(p.said.template), figures_to_json(p.said), p.line)
            for id_, reading in numbered
            for i, p in enumerate(reading.problems)
        ],
    )


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
    readings: Sequence[tuple[int, Reading, tuple[tuple[LoadedSamples, ...], ...]]],
) -> None:
    placed = [
        (file_id, samples, i, run)
        for file_id, reading, samples in readings
        for i, run in enumerate(reading.runs)
    ]
    ids = take_ids(cursor, "run_id", len(placed))
    runs = [(id_, run) for id_, (_, _, _, run) in zip(ids, placed, strict=True)]
    insert_rows(
        cursor,
        "run",
        [
            _run_row(id_, file_id, position, run)
            for id_, (file_id, _, position, run) in zip(ids, placed, strict=True)
        ],
    )
    _add_attributes(cursor, runs)
    _add_measurements(cursor, runs)
    insert_rows(
        cursor,
        "series",
        [
            (
                *(id_, i, plain(s.name), s.unit.value, s.line, len(s.values)),
                *(packed(s.values), None if s.times is None else packed(s.times)),
            )
            for id_, run in runs
            for i, s in enumerate(run.series)
        ],
    )
    for id_, (_, samples, position, _) in zip(ids, placed, strict=True):
        _claim_samples(cursor, id_, samples[position] if samples else ())


def _run_row(id_: int, file_id: int, position: int, run: Run) -> tuple[Any, ...]:
    return (
        *(id_, file_id, position, plain(run.name), run.complete),
        *(plain_or_none(run.started_at), run.duration_s, plain_or_none(run.host)),
    )


def _add_attributes(cursor: duckdb.DuckDBPyConnection, runs: Sequence[tuple[int, Run]]) -> None:
    attributes = [attribute for _, run in runs for attribute in run.attributes]
    insert_columns(
        cursor,
        "run_attribute",
        texts={
            "name": _plain_each([name for name, _ in attributes]),
            "value": _plain_each([value for _, value in attributes]),
        },
        numbers={
            "run_id": [id_ for id_, run in runs for _ in run.attributes],
            "position": [i for _, run in runs for i in range(len(run.attributes))],
        },
    )


def _add_measurements(cursor: duckdb.DuckDBPyConnection, runs: Sequence[tuple[int, Run]]) -> None:
    measurements = [m for _, run in runs for m in run.measurements]
    loads = [m.load for m in measurements]
    insert_columns(
        cursor,
        "measurement",
        texts={
            "metric": [m.metric for m in measurements],
            "statistic": _plain_each([m.statistic for m in measurements]),
            "unit": [m.unit for m in measurements],
            "group_name": _plain_each([m.group for m in measurements]),
            "origin": [m.origin for m in measurements],
        },
        numbers={
            "run_id": [id_ for id_, run in runs for _ in run.measurements],
            "position": [i for _, run in runs for i in range(len(run.measurements))],
            "value": [m.value for m in measurements],
            "users": [load.users for load in loads],
            "small_ios": [load.small_ios for load in loads],
            "large_ios": [load.large_ios for load in loads],
            "line": [m.line for m in measurements],
            "column_in_line": [m.column for m in measurements],
        },
    )


def _plain_each(texts: Sequence[str | None]) -> list[str | None]:
    """Do as `plain_or_none` does with each; there are far more texts than different ones."""
    known = {text: plain_or_none(text) for text in set(texts)}
    return [known[text] for text in texts]


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


def embed(
    cursor: duckdb.DuckDBPyConnection, file_id: int, raw: bytes, *, starred: bool = False
) -> None:
    """Keep the bytes of a file, as `compressed` gives them, inside the study."""
    cursor.execute("DELETE FROM raw_file WHERE file_id = ?", [file_id])
    insert_rows(cursor, "raw_file", [(file_id, STARRED if starred else PLAIN, raw)])


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


_OF_RUNS = (
    "DELETE FROM sample_column WHERE set_id IN (SELECT id FROM sample_set WHERE run_id IN {runs})",
    "DELETE FROM sample_set WHERE run_id IN {runs}",
    "DELETE FROM run_attribute WHERE run_id IN {runs}",
    "DELETE FROM measurement WHERE run_id IN {runs}",
    "DELETE FROM series WHERE run_id IN {runs}",
)
_REMOVALS = (
    *(s.format(runs="(SELECT id FROM run WHERE list_contains(?, file_id))") for s in _OF_RUNS),
    "DELETE FROM run WHERE list_contains(?, file_id)",
    "DELETE FROM problem WHERE list_contains(?, file_id)",
    "DELETE FROM raw_file WHERE list_contains(?, file_id)",
)
