"""Changes what options are rated, and what the levels of a rating mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.criteria import are_levels, describe_levels, kind_of, levels_of, make_rating
from arraywise.domain.problems import UserError
from arraywise.store.writing.ratings import write_rating_words, write_ratings
from arraywise.store.writing.transaction import transaction

if TYPE_CHECKING:
    from arraywise.domain.criteria import Criterion, Rating, Ratings, RatingWords
    from arraywise.store.study import Study

__all__ = [
    "describe_levels",
    "levels_of",
    "make_rating",
    "set_rating_words",
    "set_ratings",
    "with_rating",
    "with_words",
]


def set_ratings(study: Study, option_id: int, ratings: Ratings) -> None:
    """Write what an option is rated by each criterion.

    Raises:
        UserError: When a level is none of the criterion's.
    """
    for criterion, rating in ratings:
        if not are_levels(criterion, levels_of(rating)):
            message = "A rating is one of the levels that are described."
            raise UserError(message)
    with transaction(study, "ratings") as cursor:
        write_ratings(cursor, option_id, ratings)


def set_rating_words(study: Study, words: RatingWords) -> None:
    """Write the study's own words for levels; an empty text brings the program's words back."""
    with transaction(study, "levels of ratings") as cursor:
        write_rating_words(cursor, words)


def with_rating(ratings: Ratings, criterion: Criterion, rating: Rating | None) -> Ratings:
    """Return the ratings with another one of one criterion; None takes it out."""
    others = tuple(each for each in ratings if each[0] is not criterion)
    return others if rating is None else (*others, (criterion, rating))


def with_words(words: RatingWords, criterion: Criterion, level: int, text: str) -> RatingWords:
    """Return the words with another text for one level, from 1."""
    known = dict(words)
    texts = list(known.get(criterion, ("",) * len(kind_of(criterion).levels)))
    texts[level - 1] = text.strip()
    known[criterion] = tuple(texts)
    return tuple((each, own) for each, own in known.items() if any(own))
