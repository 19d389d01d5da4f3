"""Keeps who changed a typed value last, and when."""

from __future__ import annotations

import getpass
from itertools import islice
from typing import TYPE_CHECKING

from arraywise.store.reading.report_options import AUTHOR
from arraywise.store.text import plain
from arraywise.store.typed_items import item_changes
from arraywise.store.writing.rows import insert_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    import duckdb

    from arraywise.store.history import RowChange
    from arraywise.store.typed_items import ItemChange

_TOGETHER = 2_000


def keep_typed(
    cursor: duckdb.DuckDBPyConnection, moment: datetime, changes: Iterable[RowChange]
) -> None:
    """Keep that somebody changed the values that are others now.

    Where another scenario is put in use, nobody changed what it says: of that nothing is known.

    Args:
        cursor: A cursor in a transaction, with the changes made.
        moment: In UTC.
        changes: In the order in which they were made.
    """
    changes = tuple(changes)
    scenario = any(change.table == "scenario" for change in changes)
    found = item_changes(changes)
    who = _who(cursor) if found and not scenario else ""
    for table, change in found.items():
        moved = _moved(cursor, table, change)
        _forget(cursor, table, {*change.gone, *change.fresh, *change.moved.values()})
        insert_rows(cursor, "typed", moved)
        if not scenario:
            _keep(cursor, table, change.fresh, moment, who)


def _moved(
    cursor: duckdb.DuckDBPyConnection, table: str, change: ItemChange
) -> list[tuple[object, ...]]:
    """Return what is known of values that stand elsewhere now, as it is kept there."""
    found = []
    for items in _parts(change.moved):
        rows = cursor.execute(
            "SELECT item, changed_at, changed_by FROM typed"
            " WHERE table_name = ? AND item IN (SELECT unnest(?))",
            [table, items],
        ).fetchall()
        found += [(table, change.moved[item], *known) for item, *known in rows]
    return found


def _forget(cursor: duckdb.DuckDBPyConnection, table: str, items: Iterable[str]) -> None:
    if not cursor.execute("SELECT 1 FROM typed WHERE table_name = ? LIMIT 1", [table]).fetchall():
        return
    for some in _parts(items):
        cursor.execute(
            "DELETE FROM typed WHERE table_name = ? AND item IN (SELECT unnest(?))", [table, some]
        )


def _keep(
    cursor: duckdb.DuckDBPyConnection, table: str, items: Iterable[str], at: datetime, who: str
) -> None:
    for some in _parts(items):
        cursor.execute("INSERT INTO typed SELECT ?, unnest(?), ?, ?", [table, some, at, who])


def _parts(items: Iterable[str]) -> Iterator[list[str]]:
    """Give items in lists that are handed over at once: no other thread is at work meanwhile."""
    left = iter(items)
    while some := list(islice(left, _TOGETHER)):
        yield some


def forget_changers(cursor: duckdb.DuckDBPyConnection) -> None:
    """Forget who changed what is typed: nobody did in a study that was made from files."""
    cursor.execute("DELETE FROM typed")


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
