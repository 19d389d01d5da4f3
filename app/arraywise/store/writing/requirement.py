"""Replaces the requirement."""

from __future__ import annotations

from dataclasses import astuple
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.store.writing.rows import insert_rows

if TYPE_CHECKING:
    import duckdb

    from arraywise.domain.requirement import Requirement


def write_requirement(cursor: duckdb.DuckDBPyConnection, requirement: Requirement) -> None:
    """Put a requirement in the place of the present one."""
    cursor.execute("DELETE FROM requirement")
    row = [str(v) if isinstance(v, Decimal) else v for v in astuple(requirement)]
    insert_rows(cursor, "requirement", [row])
