"""Changes what is known of runs beside their figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.store.text import plain
from arraywise.store.writing.rows import insert_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb

_OF_LOADS = """
UPDATE measurement SET users = ? WHERE list_contains(?, run_id) AND metric IN
('transaction_rate', 'response_time', 'transactions_completed', 'transactions_failed')
"""


def set_users(cursor: duckdb.DuckDBPyConnection, run_ids: Sequence[int], users: int) -> None:
    """Say how many users made a transaction load."""
    cursor.execute(_OF_LOADS, [users, list(run_ids)])


def set_attribute(
    cursor: duckdb.DuckDBPyConnection,
    run_ids: Sequence[int],
    attribute: tuple[str, str | None],
    *,
    listed_in: str,
    not_in: str,
) -> None:
    """Set an attribute of runs, or take it away where it has no value.

    Two further attributes list whence others come: it is added to the one and taken from the
    other.
    """
    name, value = attribute
    for run_id in run_ids:
        rows = cursor.execute(
            "SELECT name, value FROM run_attribute WHERE run_id = ? ORDER BY position", [run_id]
        ).fetchall()
        lists = {listed_in: set[str](), not_in: set[str]()}
        for list_name, listed in rows:
            if list_name in lists:
                lists[list_name] |= set(listed.split(", ")) - {name}
        others = [(n, v) for n, v in rows if n != name and n not in lists]
        if value is not None:
            others.append((name, plain(value)))
            lists[listed_in].add(name)
        others += [(n, ", ".join(sorted(listed))) for n, listed in lists.items() if listed]
        cursor.execute("DELETE FROM run_attribute WHERE run_id = ?", [run_id])
        insert_rows(
            cursor, "run_attribute", [(run_id, i, n, v) for i, (n, v) in enumerate(others)]
        )
