"""Replaces the ratings of options and the words for their levels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.criteria import levels_of
from arraywise.store.text import plain
from arraywise.store.writing.rows import insert_rows

if TYPE_CHECKING:
    import duckdb

    from arraywise.domain.criteria import Ratings, RatingWords


def write_ratings(cursor: duckdb.DuckDBPyConnection, option_id: int, ratings: Ratings) -> None:
    """Put these ratings in the place of the option's present ones."""
    cursor.execute("DELETE FROM option_rating WHERE option_id = ?", [option_id])
    cursor.execute("DELETE FROM rating_estimate WHERE option_id = ?", [option_id])
    rows = [(criterion.value, *levels_of(rating)) for criterion, rating in ratings]
    levels = [(option_id, criterion, likely) for criterion, _, likely, _ in rows]
    insert_rows(cursor, "option_rating", levels)
    between = [(option_id, name, least, most) for name, least, _, most in rows if least < most]
    insert_rows(cursor, "rating_estimate", between)


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
