"""Keeps what runs share once, and gives runs rows of their own where that is to be changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.store.run_lists import SHARED_ATTRIBUTES, SHARED_MEASUREMENTS
from arraywise.store.writing.rows import insert_rows, take_ids
from arraywise.store.writing.run_rows import attribute_row, measurement_row

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import duckdb

    from arraywise.store.writing.run_rows import RunRows

_OF_RUNS = "WHERE list_contains(?, r.run_id)"


def add_lists(cursor: duckdb.DuckDBPyConnection, runs: Mapping[int, RunRows]) -> None:
    """Keep attributes and measurements of new runs; those that are equal are kept once.

    Args:
        cursor: A cursor in a transaction.
        runs: By id.
    """
    lists = {id(one): one for rows in runs.values() for one in (rows.attributes, rows.measured)}
    different = dict.fromkeys(lists.values())
    number_of = dict(zip(different, take_ids(cursor, "list_id", len(different)), strict=True))
    numbers = {key: number_of[one] for key, one in lists.items()}
    attributes = {numbers[id(rows.attributes)]: rows.attributes for rows in runs.values()}
    measured = {numbers[id(rows.measured)]: rows.measured for rows in runs.values()}
    insert_rows(
        cursor,
        "attribute_list",
        ((n, i, *attribute_row(a)) for n, own in attributes.items() for i, a in enumerate(own)),
    )
    insert_rows(
        cursor,
        "measurement_list",
        ((n, i, *measurement_row(m)) for n, own in measured.items() for i, m in enumerate(own)),
    )
    insert_rows(
        cursor,
        "run_list",
        (
            (
                *(id_, numbers[id(rows.attributes)], numbers[id(rows.measured)]),
                *(list(rows.values), list(rows.columns)),
            )
            for id_, rows in runs.items()
        ),
    )


def own_attributes(cursor: duckdb.DuckDBPyConnection, run_ids: Sequence[int]) -> None:
    """Give runs attributes of their own, as is done before they change; they say the same."""
    ids = [list(run_ids)]
    cursor.execute(f"INSERT INTO run_attribute {SHARED_ATTRIBUTES} {_OF_RUNS}", ids)
    cursor.execute("UPDATE run_list SET attributes = 0 WHERE list_contains(?, run_id)", ids)


def own_measurements(cursor: duckdb.DuckDBPyConnection, run_ids: Sequence[int]) -> None:
    """Give runs measurements of their own, as is done before they change; they say the same."""
    ids = [list(run_ids)]
    cursor.execute(f"INSERT INTO measurement {SHARED_MEASUREMENTS} {_OF_RUNS}", ids)
    cursor.execute(
        "UPDATE run_list SET measurements = 0, measured = [], columns_in_line = []"
        " WHERE list_contains(?, run_id)",
        ids,
    )


def erase_unshared(cursor: duckdb.DuckDBPyConnection) -> None:
    """Erase lists that no run refers to."""
    for table, column in (("attribute_list", "attributes"), ("measurement_list", "measurements")):
        cursor.execute(
            f"DELETE FROM {table} WHERE list_id NOT IN (SELECT {column} FROM run_list)"  # noqa: S608 - own words
        )
