"""Replaces the criteria."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.criteria import DEFAULT_CRITERIA
from arraywise.store.writing.rows import insert_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import duckdb

    from arraywise.domain.criteria import Criterion, CriterionSetting


def _forget_formulas(cursor: duckdb.DuckDBPyConnection, names: Sequence[Criterion]) -> None:
    """Take out what was typed into rows of the sheet that become another criterion's."""
    found = cursor.execute("SELECT criterion FROM criterion ORDER BY position").fetchall()
    before = [name for (name,) in found] or [s.criterion for s in DEFAULT_CRITERIA]
    moved = [row for row, name in enumerate(before, 1) if name not in names[row - 1 : row]]
    if moved:
        cursor.execute(
            "DELETE FROM sheet_cell WHERE sheet = 'criteria' AND list_contains(?, row_number)",
            [moved],
        )


def write_criteria(
    cursor: duckdb.DuckDBPyConnection, criteria: Iterable[CriterionSetting]
) -> None:
    """Put these criteria in the place of the present ones."""
    criteria = tuple(criteria)
    _forget_formulas(cursor, [s.criterion for s in criteria or DEFAULT_CRITERIA])
    cursor.execute("DELETE FROM criterion")
    insert_rows(
        cursor,
        "criterion",
        (
            (
                *(position, s.criterion.value, s.swing),
                *(s.limit, s.target, s.aspiration, s.target_value),
                *(s.judged or (None, None)),
            )
            for position, s in enumerate(criteria)
        ),
    )
