"""Keeps what actions changed, takes it back, and forgets what is too old."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import duckdb

from arraywise.domain.problems import UserError
from arraywise.store.history import (
    READ_FROM_FILES,
    RowChange,
    is_journalled,
    key_of,
    to_text,
)
from arraywise.store.reading.history import Step, changes_of, history_of
from arraywise.store.text import plain
from arraywise.store.writing.evidence import erase_files
from arraywise.store.writing.rows import insert_rows, take_ids

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from arraywise.store.history import Row

TIDIED_EVERY = 20
"""Actions after which old ones are forgotten, all at once."""


def keep_step(
    cursor: duckdb.DuckDBPyConnection, moment: datetime, what: str, changes: Iterable[RowChange]
) -> int | None:
    """Keep what an action changed; return its number, None where nothing is different."""
    changed = tuple(changes)
    if not changed:
        return None
    (id_,) = take_ids(cursor, "history_id", 1)
    cursor.execute(
        "INSERT INTO history VALUES (?, ?, 'done', ?, ?, ?)",
        [id_, moment, id_, plain(what), to_text(changed)],
    )
    _keep_typed(cursor, moment, changed)
    return id_


def _keep_typed(
    cursor: duckdb.DuckDBPyConnection, moment: datetime, changes: Sequence[RowChange]
) -> None:
    """Keep who changed what is typed; nothing of what imports bring is."""
    if any(change.table not in _IMPORTED for change in changes):
        from arraywise.store.writing.typed import keep_typed

        keep_typed(cursor, moment, changes)


_IMPORTED = READ_FROM_FILES | {"evidence_file"}


def take_back(cursor: duckdb.DuckDBPyConnection, moment: datetime) -> Step | None:
    """Undo the last action; return it, None where there is none.

    Raises:
        UserError: When the study is not as the action left it.
    """
    done = history_of(cursor).done
    if not done:
        return None
    changes = changes_of(cursor, done[-1].id)
    _apply_all(cursor, moment, [change.reversed for change in reversed(changes)])
    _note(cursor, moment, "undone", done[-1])
    return done[-1]


def do_again(cursor: duckdb.DuckDBPyConnection, moment: datetime) -> Step | None:
    """Redo the action that was undone last; return it, None where there is none.

    Raises:
        UserError: When the study is not as it was before the action.
    """
    undone = history_of(cursor).undone
    if not undone:
        return None
    _apply_all(cursor, moment, changes_of(cursor, undone[-1].id))
    _note(cursor, moment, "redone", undone[-1])
    return undone[-1]


def _note(cursor: duckdb.DuckDBPyConnection, moment: datetime, kind: str, step: Step) -> None:
    (id_,) = take_ids(cursor, "history_id", 1)
    cursor.execute(
        "INSERT INTO history VALUES (?, ?, ?, ?, ?, '')", [id_, moment, kind, step.id, step.what]
    )


def _apply_all(
    cursor: duckdb.DuckDBPyConnection, moment: datetime, changes: Sequence[RowChange]
) -> None:
    for change in changes:
        _apply(cursor, change)
    try:
        _keep_typed(cursor, moment, changes)
    except (TypeError, ValueError) as error:
        raise UserError(_NOT_AS_LEFT) from error


def _apply(cursor: duckdb.DuckDBPyConnection, change: RowChange) -> None:
    """Take rows out and put rows in; a record from a stranger reaches tables of a study only."""
    columns = _columns(cursor, change.table)
    is_undone = is_journalled(change.table) or change.table in READ_FROM_FILES
    if not columns or columns != change.columns or not is_undone:
        raise UserError(_NOT_AS_LEFT)
    try:
        if change.taken:
            _take_out(cursor, change.table, columns, change.taken)
        insert_rows(cursor, change.table, change.put)
    except (duckdb.Error, TypeError, ValueError) as error:
        raise UserError(_NOT_AS_LEFT) from error


_NOT_AS_LEFT = "The study is not as its record of changes left it; nothing was undone or redone."


def _columns(cursor: duckdb.DuckDBPyConnection, table: str) -> tuple[str, ...]:
    rows = cursor.execute(
        "SELECT column_name FROM duckdb_columns() WHERE database_name = current_database()"
        " AND schema_name = 'main' AND table_name = ? ORDER BY column_index",
        [table],
    ).fetchall()
    return tuple(name for (name,) in rows)


def _take_out(
    cursor: duckdb.DuckDBPyConnection, table: str, columns: Sequence[str], rows: Sequence[Row]
) -> None:
    first = list({row[0] for row in rows if row and row[0] is not None})
    found = cursor.execute(
        f'SELECT rowid, * FROM "{table}" WHERE "{columns[0]}" IS NULL'  # noqa: S608 - of the catalogue
        f' OR "{columns[0]}" IN (SELECT unnest(?))',
        [first],
    ).fetchall()
    wanted = Counter(map(key_of, rows))
    ids = []
    for row_id, *row in found:
        key = key_of(row)
        if wanted[key] > 0:
            wanted[key] -= 1
            ids.append(row_id)
    if wanted.total():
        raise UserError(_NOT_AS_LEFT)
    cursor.execute(f'DELETE FROM "{table}" WHERE rowid IN (SELECT unnest(?))', [ids])  # noqa: S608


def forget(cursor: duckdb.DuckDBPyConnection, kept: int) -> None:
    """Forget all actions but the last ones, and erase the files that only they could bring back.

    Args:
        cursor: A cursor in a transaction.
        kept: How many actions that can be undone stay.
    """
    history = history_of(cursor)
    steps = {s.id for s in (*history.done[-kept:], *history.undone)} if kept else set()
    undone = {s.id for s in history.undone} & steps
    rows = cursor.execute("SELECT id, kind, step FROM history ORDER BY id").fetchall()
    last = {step: id_ for id_, kind, step in rows if kind == "undone" and step in undone}
    cursor.execute(
        "DELETE FROM history WHERE id NOT IN (SELECT unnest(?))", [[*steps, *last.values()]]
    )
    from arraywise.store.writing.typed import forget_removed_scenarios

    erase_files(cursor, _out_of_reach(cursor, steps))
    forget_removed_scenarios(cursor)


def _out_of_reach(cursor: duckdb.DuckDBPyConnection, steps: Iterable[int]) -> list[int]:
    """List removed files that no action speaks of."""
    removed = cursor.execute(
        "SELECT DISTINCT file_id FROM (SELECT file_id FROM run UNION ALL"
        " SELECT file_id FROM problem UNION ALL SELECT file_id FROM raw_file)"
        " WHERE file_id NOT IN (SELECT id FROM evidence_file)"
    ).fetchall()
    if not removed:
        return []
    spoken_of = {
        row["id"]
        for step in steps
        for change in changes_of(cursor, step)
        if change.table == "evidence_file"
        for row in change.rows()
    }
    return [id_ for (id_,) in removed if id_ not in spoken_of]
