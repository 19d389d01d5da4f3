"""Settles between which prices options are valued, when that is first needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.scoring import derive_price_range
from arraywise.store.writing.moment import now
from arraywise.store.writing.transaction import committed
from arraywise.store.writing.weighting import write_price_range

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer
    from arraywise.store.study import Study

LEAST_PRICES = 2
"""With fewer there is nothing to compare, and no range to settle."""


def keep_price_range(study: Study, answer: Answer) -> tuple[float, float] | None:
    """Settle between which prices options are valued, once: as they are when first decided.

    From then on an option that comes or goes does not change what the others are worth
    (MODEL D8). That is no action of the user, so there is nothing to undo.

    Returns:
        Limit and aspiration; None where it is too early.

    Raises:
        UserError: When the study cannot be written.
    """
    prices = prices_of(answer)
    ends = derive_price_range(prices) if len(prices) >= LEAST_PRICES else None
    if ends is not None:
        with committed(study, "price range", now()) as cursor:
            write_price_range(cursor, ends)
    return ends


def prices_of(answer: Answer) -> list[float]:
    """Return the prices that the options have."""
    return [float(option.price.total) for option in answer.options if option.price is not None]
