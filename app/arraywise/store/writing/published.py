"""Writes what a publication says beside its figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.store.text import plain
from arraywise.store.writing.rows import insert_rows

if TYPE_CHECKING:
    from collections.abc import Iterable

    import duckdb

    from arraywise.domain.published import PublishedConclusion, PublishedRemark


def write_conclusion(cursor: duckdb.DuckDBPyConnection, conclusion: PublishedConclusion) -> None:
    """Put what the authors conclude in the place of what stood there."""
    cursor.execute("DELETE FROM published_conclusion")
    cursor.execute(
        "INSERT INTO published_conclusion VALUES (?, ?)",
        [plain(conclusion.text), plain(conclusion.citation)],
    )


def replace_remarks(cursor: duckdb.DuckDBPyConnection, remarks: Iterable[PublishedRemark]) -> None:
    """Put these remarks in the place of the present ones."""
    cursor.execute("DELETE FROM published_remark")
    insert_rows(
        cursor,
        "published_remark",
        (
            (
                position,
                remark.severity.value,
                [plain(option) for option in remark.options],
                plain(remark.text),
                plain(remark.consequence),
                plain(remark.citation),
                remark.computed,
            )
            for position, remark in enumerate(remarks)
        ),
    )
