"""What options were rated, and the study's own words for the levels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.criteria import ALL_CRITERIA, are_levels, kind_of, make_rating

if TYPE_CHECKING:
    from arraywise.domain.criteria import Criterion, Ratings, RatingWords
    from arraywise.store.study import Study

_RATINGS = {kind.criterion.value: kind.criterion for kind in ALL_CRITERIA if kind.is_rating}


def option_ratings(study: Study) -> dict[int, Ratings]:
    """Read the ratings, by option id; what is no level of a rating is left out."""
    with study.cursor() as cursor:
        rows = cursor.execute(
            "SELECT option_id, criterion, coalesce(e.least, level), level, coalesce(e.most, level)"
            " FROM option_rating LEFT JOIN rating_estimate e USING (option_id, criterion)"
            " ORDER BY option_id, criterion"
        ).fetchall()
    found: dict[int, Ratings] = {}
    for option_id, name, *levels in rows:
        criterion = _RATINGS.get(name)
        if criterion is not None and are_levels(criterion, levels):
            rated = (criterion, make_rating(*levels))
            found[option_id] = (*found.get(option_id, ()), rated)
    return found


def rating_words(study: Study) -> RatingWords:
    """Read the levels that the user described; empty texts stand for the program's own words."""
    with study.cursor() as cursor:
        rows = cursor.execute("SELECT criterion, level, described FROM rating_level").fetchall()
    told = {(name, level): described for name, level, described in rows}
    return tuple(
        (criterion, words)
        for name, criterion in _RATINGS.items()
        if any(words := _words(criterion, told))
    )


def _words(criterion: Criterion, told: dict[tuple[str, int], str]) -> tuple[str, ...]:
    count = len(kind_of(criterion).levels)
    return tuple(told.get((criterion.value, level), "") for level in range(1, count + 1))
