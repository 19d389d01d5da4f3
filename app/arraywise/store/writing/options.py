"""Adds, changes and removes options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.options import Architecture, Option
from arraywise.store.text import plain
from arraywise.store.writing.rows import insert_rows, take_ids

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb


def add_option(
    cursor: duckdb.DuckDBPyConnection,
    name: str,
    architecture: Architecture,
    *,
    shared_storage: bool | None,
    serves_files: bool | None = None,
) -> Option:
    """Add an option at the end of the list."""
    (id_,) = take_ids(cursor, "option_id", 1)
    ((position,),) = cursor.execute(
        "SELECT coalesce(max(position), -1) + 1 FROM option"
    ).fetchall()
    option = Option(id_, plain(name), architecture, position, shared_storage, serves_files)
    row = (id_, option.name, architecture.value, position, shared_storage, serves_files, None)
    insert_rows(cursor, "option", [row])
    return option


def change_option(cursor: duckdb.DuckDBPyConnection, option: Option) -> None:
    """Write the name, the architecture and the abilities of an option anew."""
    cursor.execute(
        "UPDATE option SET name = ?, architecture = ?, shared_storage = ?, serves_files = ?,"
        " restore_s = ? WHERE id = ?",
        [
            plain(option.name),
            option.architecture.value,
            option.shared_storage,
            option.serves_files,
            option.restore_s,
            option.id,
        ],
    )


def place_options(cursor: duckdb.DuckDBPyConnection, option_ids: Sequence[int]) -> None:
    """Put options into an order, which fixes their colours and markers too."""
    for position, id_ in enumerate(option_ids):
        cursor.execute("UPDATE option SET position = ? WHERE id = ?", [position, id_])


def remove_option(cursor: duckdb.DuckDBPyConnection, option_id: int) -> None:
    """Remove an option with its prices and times; its evidence stays, unassigned."""
    for statement in (
        "DELETE FROM option WHERE id = ?",
        "DELETE FROM price_sheet WHERE option_id = ?",
        "DELETE FROM price_line WHERE option_id = ?",
        "DELETE FROM discount WHERE option_id = ?",
        "DELETE FROM provisioning_time WHERE option_id = ?",
        "DELETE FROM provisioning_estimate WHERE option_id = ?",
        "DELETE FROM option_rating WHERE option_id = ?",
        "DELETE FROM rating_estimate WHERE option_id = ?",
        "UPDATE evidence_file SET option_id = NULL, option_is_guess = false WHERE option_id = ?",
    ):
        cursor.execute(statement, [option_id])
