"""One action: all or nothing; undo, redo, pruning."""

from __future__ import annotations

import getpass
from collections import Counter, defaultdict
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, cast

import duckdb

from arraywise.domain.messages import UserError
from arraywise.store.encoding import replace_non_unicode
from arraywise.store.history import (
    READ_FROM_FILES,
    RowChange,
    is_journalled,
    item_changes_by_table,
    row_key,
    serialise_changes,
)
from arraywise.store.reading.history import (
    BASE,
    MOST_UNDOABLE_ACTIONS,
    HistoryAction,
    read_action_changes,
    read_history_by_cursor,
)
from arraywise.store.reading.inputs import AUTHOR
from arraywise.store.writing.evidence import erase_files
from arraywise.store.writing.rows import Journal, insert_rows, next_ids, utc_now

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from arraywise.store.connection import Cursor
    from arraywise.store.history import ItemChange, Row
    from arraywise.store.study import Study

    ChangeAuthors = dict[str, tuple[datetime, str]]


TIDIED_EVERY = 20
"""Actions after which old ones are forgotten, all at once."""

_NOT_AS_LEFT = "The study differs from its change history; nothing was undone or redone."


def record_action(
    cursor: Cursor, moment: datetime, action_name: str, changes: Iterable[RowChange]
) -> int | None:
    """Store what an action changed in the history; return its number, None without changes."""
    changed = tuple(changes)
    if not changed:
        return None
    (id_,) = next_ids(cursor, "history_id", 1)
    cursor.execute(
        "INSERT INTO history VALUES (?, ?, 'done', ?, ?, ?)",
        [id_, moment, id_, replace_non_unicode(action_name), serialise_changes(changed)],
    )
    save_change_authors(cursor, moment, changed)
    return id_


_IMPORTED = READ_FROM_FILES | {"evidence_file"}


def undo_last(cursor: Cursor, moment: datetime) -> HistoryAction | None:
    """Undo the last action; return it, None where there is none.

    Raises:
        UserError: When the study is not as the action left it.
    """
    done = read_history_by_cursor(cursor).done
    if not done:
        return None
    changes = read_action_changes(cursor, done[-1].id)
    _apply_changes(cursor, moment, [change.inverse for change in reversed(changes)])
    _record_move(cursor, moment, "undone", done[-1])
    return done[-1]


def redo_last(cursor: Cursor, moment: datetime) -> HistoryAction | None:
    """Redo the action that was undone last; return it, None where there is none.

    Raises:
        UserError: When the study is not as it was before the action.
    """
    undone = read_history_by_cursor(cursor).undone
    if not undone:
        return None
    _apply_changes(cursor, moment, read_action_changes(cursor, undone[-1].id))
    _record_move(cursor, moment, "redone", undone[-1])
    return undone[-1]


def _record_move(cursor: Cursor, moment: datetime, kind: str, step: HistoryAction) -> None:
    (id_,) = next_ids(cursor, "history_id", 1)
    cursor.execute(
        "INSERT INTO history VALUES (?, ?, ?, ?, ?, '')", [id_, moment, kind, step.id, step.what]
    )


def _apply_changes(cursor: Cursor, moment: datetime, changes: Sequence[RowChange]) -> None:
    for change in changes:
        _apply_change(cursor, change)
    try:
        save_change_authors(cursor, moment, changes)
    except (TypeError, ValueError) as error:
        raise UserError(_NOT_AS_LEFT) from error


def _apply_change(cursor: Cursor, change: RowChange) -> None:
    """Delete and insert the rows of a change; only tables of a study may be changed."""
    columns = _table_columns(cursor, change.table)
    is_undone = is_journalled(change.table) or change.table in READ_FROM_FILES
    if not columns or columns != change.columns or not is_undone:
        raise UserError(_NOT_AS_LEFT)
    try:
        if change.deleted:
            _delete_matching_rows(cursor, change.table, columns, change.deleted)
        insert_rows(cursor, change.table, change.inserted)
    except (duckdb.Error, TypeError, ValueError) as error:
        raise UserError(_NOT_AS_LEFT) from error


def _table_columns(cursor: Cursor, table: str) -> tuple[str, ...]:
    rows = cursor.execute(
        "SELECT column_name FROM duckdb_columns() WHERE database_name = current_database()"
        " AND schema_name = 'main' AND table_name = ? ORDER BY column_index",
        [table],
    ).fetchall()
    return tuple(name for (name,) in rows)


def _delete_matching_rows(
    cursor: Cursor, table: str, columns: Sequence[str], rows: Sequence[Row]
) -> None:
    first = list({row[0] for row in rows if row and row[0] is not None})
    result = cursor.execute(
        f'SELECT rowid, * FROM "{table}" WHERE "{columns[0]}" IS NULL'  # noqa: S608 - of the catalogue
        f' OR "{columns[0]}" IN (SELECT unnest(?))',
        [first],
    ).fetchall()
    wanted = Counter(map(row_key, rows))
    ids = []
    for row_id, *row in result:
        key = row_key(row)
        if wanted[key] > 0:
            wanted[key] -= 1
            ids.append(row_id)
    if wanted.total():
        raise UserError(_NOT_AS_LEFT)
    cursor.execute(f'DELETE FROM "{table}" WHERE rowid IN (SELECT unnest(?))', [ids])  # noqa: S608


def forget_actions(cursor: Cursor, kept: int) -> None:
    """Delete all but the last `kept` actions; erase files that only they could restore."""
    history = read_history_by_cursor(cursor)
    steps = {s.id for s in (*history.done[-kept:], *history.undone)} if kept else set()
    undone = {s.id for s in history.undone} & steps
    rows = cursor.execute("SELECT id, kind, step FROM history ORDER BY id").fetchall()
    last = {step: id_ for id_, kind, step in rows if kind == "undone" and step in undone}
    cursor.execute(
        "DELETE FROM history WHERE id NOT IN (SELECT unnest(?))", [[*steps, *last.values()]]
    )

    erase_files(cursor, _unreachable_removed_files(cursor, steps))
    delete_authors_of_removed_scenarios(cursor)


def _unreachable_removed_files(cursor: Cursor, steps: Iterable[int]) -> list[int]:
    """List removed files that no action in `steps` could restore."""
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
        for change in read_action_changes(cursor, step)
        if change.table == "evidence_file"
        for row in change.rows()
    }
    return [id_ for (id_,) in removed if id_ not in spoken_of]


@contextmanager
def transaction(study: Study, action_name: str = "edit") -> Iterator[Cursor]:
    """Give a cursor whose changes are committed together, or rolled back on an error.

    The changes are one action that can be undone; `action_name` names it in a word or two.
    Raises UserError when the disk is full or another change collides; nothing is kept then.
    """
    moment, step = utc_now(), None
    with transaction_without_undo(study, action_name, moment) as cursor:
        journal = Journal(cursor)
        yield cast("Cursor", journal)  # it does all that writers ask of a cursor
        step = record_action(cursor, moment, action_name, journal.row_changes())
    if step is not None and step % TIDIED_EVERY == 0:
        forget_old_actions(study)


def forget_old_actions(study: Study) -> None:
    """Delete old actions, unless another writer or a full disk prevents it."""
    with suppress(UserError):
        forget_actions_of_study(study, MOST_UNDOABLE_ACTIONS)


def forget_actions_of_study(study: Study, kept: int = 0) -> None:
    """Forget all steps but the last ones; that is no change of the study.

    Raises:
        UserError: When the disk is full, or somebody else is at it.
    """
    with study.cursor(writes=True) as cursor:
        cursor.begin()
        try:
            forget_actions(cursor, kept)
            cursor.commit()
        except BaseException:
            with suppress(duckdb.Error):
                cursor.rollback()
            raise


@contextmanager
def transaction_without_undo(study: Study, action_name: str, moment: datetime) -> Iterator[Cursor]:
    """Give a cursor whose changes are committed together, without an entry for undo.

    Raises:
        StudyDisplaced: When the study's file is not where it was opened: looked for before, so
            that nothing is changed in vain, and after, so that nothing is called saved.
        UserError: When the disk is full or another change collides; nothing is kept then.
    """
    study.check_file_in_place()
    committing = False
    try:
        with study.cursor(writes=True) as cursor:
            cursor.begin()
            try:
                yield cursor
                cursor.execute("INSERT INTO change VALUES (?, ?)", [moment, action_name])
                committing = True
                cursor.commit()
            except BaseException:
                with suppress(duckdb.Error):  # a failed commit has rolled back already
                    cursor.rollback()
                raise
    except UserError:
        # With no space left to fold the log into the file, a commit fails that is in the log.
        query = "SELECT 1 FROM change WHERE made_at = ? AND what = ?"
        if not (committing and study.row(query, [moment, action_name])):
            raise
    study.check_file_in_place()


_TOGETHER = 2_000


def save_change_authors(cursor: Cursor, moment: datetime, changes: Iterable[RowChange]) -> None:
    """Store author and time (UTC) of the values that changed.

    Switching the scenario and imports change no author.
    """
    changes = tuple(changes)
    if all(change.table in _IMPORTED for change in changes):
        return
    result, switch = item_changes_by_table(changes), _scenario_switch(changes)
    if switch:
        _swap_change_authors(cursor, result, *switch)
        return
    who = current_author(cursor) if result else ""
    for table, change in result.items():
        _replace_change_authors(
            cursor, table, change, _moved_change_authors(cursor, table, change)
        )
        insert_rows(
            cursor, "typed", ((table, item, moment, who) for item in change.new_or_changed)
        )


def _scenario_switch(changes: Iterable[RowChange]) -> tuple[int, int] | None:
    """Return the scenario that was in use and the one that is now, where that is another."""
    for change in changes:
        if change.table == "scenario":
            left, came = (
                next((row["id"] for row in rows if row["in_use"]), BASE)
                for rows in (change.deleted_rows(), change.inserted_rows())
            )
            return None if left == came else (left, came)
    return None


def _swap_change_authors(
    cursor: Cursor,
    changes_by_table: Mapping[str, ItemChange],
    left_scenario_id: int,
    entered_scenario_id: int,
) -> None:
    """Store the change authors of the scenario that was in use, and load those of another.

    The base is as it was left. A scenario follows the base where it does not differ.
    """
    rows = cursor.execute(
        "SELECT table_name, item, changed_at, changed_by FROM typed_elsewhere"
        " WHERE scenario_id = ?",
        [entered_scenario_id],
    ).fetchall()
    cursor.execute(
        "DELETE FROM typed_elsewhere WHERE scenario_id IN (?, ?)",
        [left_scenario_id, entered_scenario_id],
    )
    cursor.execute("INSERT INTO typed_elsewhere SELECT ?, * FROM typed", [left_scenario_id])
    if entered_scenario_id == BASE:
        delete_all_change_authors(cursor)
        insert_rows(cursor, "typed", rows)
        return
    own: dict[str, ChangeAuthors] = defaultdict(dict)
    for table, item, at, by in rows:
        own[table][item] = (at, by)
    for table, change in changes_by_table.items():
        known = _moved_change_authors(cursor, table, change)
        known |= {
            item: own[table][item] for item in change.items_with_new_content & own[table].keys()
        }
        _replace_change_authors(cursor, table, change, known)


def _replace_change_authors(
    cursor: Cursor, table: str, change: ItemChange, authors: ChangeAuthors
) -> None:
    """Replace the change authors of items that changed."""
    _delete_change_authors(cursor, table, change.gone | change.items_with_new_content)
    insert_rows(cursor, "typed", ((table, item, *row) for item, row in authors.items()))


def _moved_change_authors(cursor: Cursor, table: str, change: ItemChange) -> ChangeAuthors:
    """Return the change authors of values that moved, by their new items."""
    result: ChangeAuthors = {}
    for items in _split_into_lists(change.moved):
        rows = cursor.execute(
            "SELECT item, changed_at, changed_by FROM typed"
            " WHERE table_name = ? AND item IN (SELECT unnest(?))",
            [table, items],
        ).fetchall()
        result |= {change.moved[item]: (at, by) for item, at, by in rows}
    return result


def _delete_change_authors(cursor: Cursor, table: str, items: Iterable[str]) -> None:
    if not cursor.execute("SELECT 1 FROM typed WHERE table_name = ? LIMIT 1", [table]).fetchall():
        return
    for some in _split_into_lists(items):
        cursor.execute(
            "DELETE FROM typed WHERE table_name = ? AND item IN (SELECT unnest(?))", [table, some]
        )


def _split_into_lists(items: Iterable[str]) -> Iterator[list[str]]:
    """Split items into lists for one statement each, during which other threads wait."""
    left = iter(items)
    while some := list(islice(left, _TOGETHER)):
        yield some


def delete_all_change_authors(cursor: Cursor) -> None:
    """Delete all change authors, as of a study that was made from files."""
    cursor.execute("DELETE FROM typed")


def delete_authors_of_removed_scenarios(cursor: Cursor) -> None:
    """Delete the change authors of removed scenarios."""
    cursor.execute(
        "DELETE FROM typed_elsewhere"
        " WHERE scenario_id <> ? AND scenario_id NOT IN (SELECT id FROM scenario)",
        [BASE],
    )


def current_author(cursor: Cursor) -> str:
    """Return the author that the study's report names, else who is logged in."""
    rows = cursor.execute("SELECT value FROM setting WHERE name = ?", [AUTHOR]).fetchall()
    return next((name.strip() for (name,) in rows if name.strip()), "") or _account_name()


def _account_name() -> str:
    """Return the name of the account, without domain or host; empty where the system has none."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
    return replace_non_unicode(name.rpartition("\\")[2].partition("@")[0])
