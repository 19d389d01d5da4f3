"""Keeps who changed a typed value last, and when."""

from __future__ import annotations

import getpass
from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING

from arraywise.store.reading.report_options import AUTHOR
from arraywise.store.reading.scenarios import BASE
from arraywise.store.text import plain
from arraywise.store.typed_items import item_changes
from arraywise.store.writing.rows import insert_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime

    import duckdb

    from arraywise.store.history import RowChange
    from arraywise.store.typed_items import ItemChange

    Known = dict[str, tuple[datetime, str]]

_TOGETHER = 2_000


def keep_typed(
    cursor: duckdb.DuckDBPyConnection, moment: datetime, changes: Iterable[RowChange]
) -> None:
    """Keep that somebody changed the values that are others now.

    Where another scenario is put in use, nobody changed what it says.

    Args:
        cursor: A cursor in a transaction, with the changes made.
        moment: In UTC.
        changes: In the order in which they were made.
    """
    changes = tuple(changes)
    found, switch = item_changes(changes), _switch(changes)
    if switch:
        _exchange(cursor, found, *switch)
        return
    who = _who(cursor) if found else ""
    for table, change in found.items():
        _replace(cursor, table, change, _moved(cursor, table, change))
        insert_rows(cursor, "typed", ((table, item, moment, who) for item in change.fresh))


def _switch(changes: Iterable[RowChange]) -> tuple[int, int] | None:
    """Return the scenario that was in use and the one that is now, where that is another."""
    for change in changes:
        if change.table == "scenario":
            left, came = (
                next((row["id"] for row in rows if row["in_use"]), BASE)
                for rows in (change.taken_rows(), change.put_rows())
            )
            return None if left == came else (left, came)
    return None


def _exchange(
    cursor: duckdb.DuckDBPyConnection, found: Mapping[str, ItemChange], left: int, came: int
) -> None:
    """Put aside what is known of one scenario, and fetch it of another.

    The base is as it was left. A scenario follows the base where it does not differ.
    """
    rows = cursor.execute(
        "SELECT table_name, item, changed_at, changed_by FROM typed_elsewhere"
        " WHERE scenario_id = ?",
        [came],
    ).fetchall()
    cursor.execute("DELETE FROM typed_elsewhere WHERE scenario_id IN (?, ?)", [left, came])
    cursor.execute("INSERT INTO typed_elsewhere SELECT ?, * FROM typed", [left])
    if came == BASE:
        forget_changers(cursor)
        insert_rows(cursor, "typed", rows)
        return
    own: dict[str, Known] = defaultdict(dict)
    for table, item, at, by in rows:
        own[table][item] = (at, by)
    for table, change in found.items():
        known = _moved(cursor, table, change)
        known |= {item: own[table][item] for item in change.present & own[table].keys()}
        _replace(cursor, table, change, known)


def _replace(
    cursor: duckdb.DuckDBPyConnection, table: str, change: ItemChange, known: Known
) -> None:
    """Put what is known of items that changed in the place of what was."""
    _forget(cursor, table, change.gone | change.present)
    insert_rows(cursor, "typed", ((table, item, *row) for item, row in known.items()))


def _moved(cursor: duckdb.DuckDBPyConnection, table: str, change: ItemChange) -> Known:
    """Return what is known of values that stand elsewhere now, by how they are called now."""
    found: Known = {}
    for items in _parts(change.moved):
        rows = cursor.execute(
            "SELECT item, changed_at, changed_by FROM typed"
            " WHERE table_name = ? AND item IN (SELECT unnest(?))",
            [table, items],
        ).fetchall()
        found |= {change.moved[item]: (at, by) for item, at, by in rows}
    return found


def _forget(cursor: duckdb.DuckDBPyConnection, table: str, items: Iterable[str]) -> None:
    if not cursor.execute("SELECT 1 FROM typed WHERE table_name = ? LIMIT 1", [table]).fetchall():
        return
    for some in _parts(items):
        cursor.execute(
            "DELETE FROM typed WHERE table_name = ? AND item IN (SELECT unnest(?))", [table, some]
        )


def _parts(items: Iterable[str]) -> Iterator[list[str]]:
    """Give items in lists that are handed over at once: no other thread is at work meanwhile."""
    left = iter(items)
    while some := list(islice(left, _TOGETHER)):
        yield some


def forget_changers(cursor: duckdb.DuckDBPyConnection) -> None:
    """Forget who changed what is typed: nobody did in a study that was made from files."""
    cursor.execute("DELETE FROM typed")


def forget_removed_scenarios(cursor: duckdb.DuckDBPyConnection) -> None:
    """Forget who changed what in scenarios that are no more."""
    cursor.execute(
        "DELETE FROM typed_elsewhere"
        " WHERE scenario_id <> ? AND scenario_id NOT IN (SELECT id FROM scenario)",
        [BASE],
    )


def _who(cursor: duckdb.DuckDBPyConnection) -> str:
    """Return the author that the study's report names, else who is logged in."""
    rows = cursor.execute("SELECT value FROM setting WHERE name = ?", [AUTHOR]).fetchall()
    return next((name.strip() for (name,) in rows if name.strip()), "") or _account()


def _account() -> str:
    """Return the name of the account, without domain or host; empty where the system has none."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
    return plain(name.rpartition("\\")[2].partition("@")[0])
