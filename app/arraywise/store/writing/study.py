"""Writes the head of a study and its settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.store.text import plain

if TYPE_CHECKING:
    import duckdb


def write_info(
    cursor: duckdb.DuckDBPyConnection, *, name: str, client: str, currency: str
) -> None:
    """Write what the study is called, for whom it is, and its currency."""
    cursor.execute(
        "UPDATE study_info SET name = ?, client = ?, currency = ?",
        [plain(name), plain(client), plain(currency)],
    )


def write_setting(cursor: duckdb.DuckDBPyConnection, name: str, value: str | None) -> None:
    """Set a setting; None takes it away."""
    cursor.execute("DELETE FROM setting WHERE name = ?", [name])
    if value is not None:
        cursor.execute("INSERT INTO setting VALUES (?, ?)", [name, plain(value)])
