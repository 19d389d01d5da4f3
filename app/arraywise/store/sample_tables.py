"""Names of the tables that hold host samples; the only identifiers made at run time."""

from __future__ import annotations

TIME_COLUMN = "taken_at"


def samples_table(set_id: int) -> str:
    """Return the table that holds the rows of a sample set."""
    return f"samples.set_{int(set_id)}"


def column(position: int) -> str:
    """Return the name of a sample set's column."""
    return f"c{int(position)}"
