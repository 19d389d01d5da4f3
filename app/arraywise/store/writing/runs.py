"""Changes what is known of runs beside their figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.store.reading.run_settings import (
    BY_HAND,
    CONFIRMED,
    FILE_SAYS,
    FROM_NAME,
    NAME_SAYS,
)
from arraywise.store.run_lists import ATTRIBUTES, MEASUREMENTS
from arraywise.store.text import plain
from arraywise.store.writing.journal import watch
from arraywise.store.writing.rows import insert_rows
from arraywise.store.writing.run_lists import own_attributes, own_measurements

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import duckdb

    Told = dict[str, str]
    """The attributes of a run, in their order."""

_OF_LOADS = """list_contains(?, run_id) AND metric IN
('transaction_rate', 'response_time', 'transactions_completed', 'transactions_failed')
"""
_SET_USERS = f"UPDATE measurement SET users = ? WHERE {_OF_LOADS}"  # noqa: S608 - own words
_LEVELS = f"""
SELECT run_id, list_sort(list(DISTINCT users)) FROM {MEASUREMENTS}
WHERE {_OF_LOADS} AND users IS NOT NULL GROUP BY run_id
"""  # noqa: S608

_ATTRIBUTES = f"SELECT name, value FROM {ATTRIBUTES} WHERE run_id = ? ORDER BY position"  # noqa: S608


def set_users(
    cursor: duckdb.DuckDBPyConnection, run_ids: Sequence[int], users: int | None
) -> None:
    """Say how many users made a transaction load; None where nobody knows."""
    own_measurements(cursor, run_ids)
    watch(cursor, "measurement", "run_id", run_ids)
    cursor.execute(_SET_USERS, [users, list(run_ids)])


def have_several_loads(cursor: duckdb.DuckDBPyConnection, run_ids: Sequence[int]) -> bool:
    """Say whether any of the runs was measured at several numbers of users."""
    levels = cursor.execute(_LEVELS, [list(run_ids)]).fetchall()
    return any(len(users) > 1 for _, users in levels)


def note_users(cursor: duckdb.DuckDBPyConnection, run_ids: Sequence[int]) -> None:
    """Keep the users that files state as attributes too, before they are changed."""
    levels = {id_: users[0] for id_, users in cursor.execute(_LEVELS, [list(run_ids)]).fetchall()}

    def change(run_id: int, told: Told) -> None:
        if run_id in levels and "users" not in told and FILE_SAYS + "users" not in told:
            told[FILE_SAYS + "users"] = str(levels[run_id])

    _change(cursor, run_ids, change)


def restore_users(cursor: duckdb.DuckDBPyConnection, run_ids: Sequence[int]) -> None:
    """Give loads that the user set back the users of the file or its name."""
    for run_id in run_ids:
        told = _told(_rows(cursor, run_id))
        if "users" in _listed(told, BY_HAND):
            said = told.get(FILE_SAYS + "users", told.get(NAME_SAYS + "users"))
            set_users(cursor, [run_id], None if said is None else int(said))


def type_attribute(
    cursor: duckdb.DuckDBPyConnection, run_ids: Sequence[int], name: str, value: str
) -> None:
    """Set an attribute of runs; what it was before the user set it first is kept."""

    def change(_run_id: int, told: Told) -> None:
        if name not in _listed(told, BY_HAND) and name in told:
            named = {*_listed(told, FROM_NAME), *_listed(told, CONFIRMED)}
            told[(NAME_SAYS if name in named else FILE_SAYS) + name] = told[name]
        for list_name in (FROM_NAME, CONFIRMED):
            _list(told, list_name, _listed(told, list_name) - {name})
        _list(told, BY_HAND, _listed(told, BY_HAND) | {name})
        told[name] = plain(value)

    _change(cursor, run_ids, change)


def restore_attribute(
    cursor: duckdb.DuckDBPyConnection, run_ids: Sequence[int], name: str
) -> None:
    """Give runs back what the file or its name says, where the user set an attribute."""

    def change(_run_id: int, told: Told) -> None:
        if name not in _listed(told, BY_HAND):
            return
        _list(told, BY_HAND, _listed(told, BY_HAND) - {name})
        del told[name]
        in_file, in_name = told.pop(FILE_SAYS + name, None), told.pop(NAME_SAYS + name, None)
        if in_file is not None:
            told[name] = in_file
        elif in_name is not None:
            told[name] = in_name
            _list(told, FROM_NAME, _listed(told, FROM_NAME) | {name})

    _change(cursor, run_ids, change)


def confirm_names(cursor: duckdb.DuckDBPyConnection, file_ids: Sequence[int]) -> None:
    """Note that the user confirmed what the names of files say of their runs."""
    rows = cursor.execute(
        "SELECT id FROM run WHERE list_contains(?, file_id)", [list(file_ids)]
    ).fetchall()

    def change(_run_id: int, told: Told) -> None:
        named = _listed(told, FROM_NAME)
        _list(told, CONFIRMED, _listed(told, CONFIRMED) | named)
        _list(told, FROM_NAME, set())

    _change(cursor, [id_ for (id_,) in rows], change)


def _listed(told: Told, list_name: str) -> set[str]:
    return set(filter(None, told.get(list_name, "").split(", ")))


def _list(told: Told, list_name: str, names: set[str]) -> None:
    told.pop(list_name, None)
    if names:
        told[list_name] = ", ".join(sorted(names))


def _rows(cursor: duckdb.DuckDBPyConnection, run_id: int) -> list[tuple[str, str]]:
    return cursor.execute(_ATTRIBUTES, [run_id]).fetchall()


def _told(rows: Sequence[tuple[str, str]]) -> Told:
    return dict(reversed(rows))  # of two of one name the first counts, as for all readers


def _change(
    cursor: duckdb.DuckDBPyConnection,
    run_ids: Sequence[int],
    change: Callable[[int, Told], None],
) -> None:
    own_attributes(cursor, run_ids)
    watch(cursor, "run_attribute", "run_id", run_ids)
    for run_id in run_ids:
        rows = _rows(cursor, run_id)
        before, told = _told(rows), _told(rows)
        change(run_id, told)
        if told == before:
            continue
        same = [(name, value) for name, value in rows if told.get(name) == before[name]]
        new = [(name, value) for name, value in told.items() if before.get(name) != value]
        cursor.execute("DELETE FROM run_attribute WHERE run_id = ?", [run_id])
        insert_rows(
            cursor, "run_attribute", [(run_id, i, *pair) for i, pair in enumerate([*same, *new])]
        )
