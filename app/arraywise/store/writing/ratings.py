"""Replaces the ratings of options and the words for their levels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.store.text import plain
from arraywise.store.writing.rows import insert_rows

if TYPE_CHECKING:
    import duckdb

    from arraywise.domain.criteria import Ratings, RatingWords


def write_ratings(cursor: duckdb.DuckDBPyConnection, option_id: int, ratings: Ratings) -> None:
    """Put these ratings in the place of the option's present ones."""
    cursor.execute("DELETE FROM option_rating WHERE option_id = ?", [option_id])
    rows = [(option_id, criterion.value, level) for criterion, level in ratings]
    insert_rows(cursor, "option_rating", rows)


def write_rating_words(cursor: duckdb.DuckDBPyConnection, words: RatingWords) -> None:
    """Put these words in the place of the present ones; empty ones are left out."""
    cursor.execute("DELETE FROM rating_level")
    rows = [
        (criterion.value, level, plain(text))
        for criterion, texts in words
        for level, text in enumerate(texts, start=1)
        if text
    ]
    insert_rows(cursor, "rating_level", rows)
