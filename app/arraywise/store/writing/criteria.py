"""Replaces the criteria."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.store.writing.rows import insert_rows

if TYPE_CHECKING:
    from collections.abc import Iterable

    import duckdb

    from arraywise.domain.criteria import CriterionSetting


def write_criteria(
    cursor: duckdb.DuckDBPyConnection, criteria: Iterable[CriterionSetting]
) -> None:
    """Put these criteria in the place of the present ones."""
    criteria = tuple(criteria)
    cursor.execute("DELETE FROM criterion")
    cursor.execute("DELETE FROM value_point")
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
    further = [
        (s.criterion.value, position, *corner)
        for s in criteria
        for position, corner in enumerate(s.further)
    ]
    insert_rows(cursor, "value_point", further)
