"""Stores between which prices options are valued, with the first price that is entered."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.analysis.scoring import propose_price_range
from arraywise.store.writing.moment import now
from arraywise.store.writing.transaction import committed
from arraywise.store.writing.weighting import write_price_range

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer
    from arraywise.domain.facts import StudyFacts
    from arraywise.store.study import Study


def keep_price_range(study: Study, facts: StudyFacts, answer: Answer) -> StudyFacts:
    """Store the range that the first price proposes, and return the facts with it.

    While one option alone has a price, the range goes with it: its sheet may still grow. From
    the second price on it stays until the user changes it, whatever option comes or goes
    (MODEL D4, D8). It is no action of the user, so there is nothing to undo.

    Args:
        study: the study.
        facts: of it.
        answer: to these facts.

    Raises:
        UserError: When the study cannot be written.
    """
    prices = prices_of(answer)
    if facts.price_range_confirmed or (facts.price_range is not None and len(prices) != 1):
        return facts
    ends = propose_price_range(prices)
    if ends is None or ends == facts.price_range:
        return facts
    with committed(study, "price range", now()) as cursor:
        write_price_range(cursor, ends, confirmed=False)
    return replace(facts, price_range=ends)


def prices_of(answer: Answer) -> list[float]:
    """Return the prices that the options have, in the order of the options."""
    return [float(option.price.total) for option in answer.options if option.price is not None]
