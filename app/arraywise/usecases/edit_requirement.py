"""Changes the requirement."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from arraywise.domain.problems import UserError
from arraywise.store.writing.requirement import write_requirement
from arraywise.store.writing.transaction import transaction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.requirement import Requirement
    from arraywise.store.study import Study

_LARGEST_VISITS = 10**15


def set_requirement(study: Study, requirement: Requirement) -> None:
    """Write a requirement.

    Raises:
        UserError: When it makes no sense; the sentence says which part.
    """
    check_requirement(requirement)
    with transaction(study, "requirement") as cursor:
        write_requirement(cursor, requirement)


def check_requirement(requirement: Requirement) -> None:
    """Check that a requirement makes sense.

    Raises:
        UserError: When it makes none; the sentence says which part.
    """
    for objection in _objections(requirement):
        raise UserError(objection)


def _objections(r: Requirement) -> Iterator[str]:
    """Say what cannot be asked for (MODEL P1, edges)."""
    rules = (
        (_is_positive(r.response_time_s), "The target response time must be above zero."),
        (
            re.fullmatch(r"mean|p\d\d?", r.statistic) is not None,
            f"{r.statistic} is no statistic of the response time; use mean, p50, p90, p95 or p99.",
        ),
        (r.visits_per_month >= 0, "Visits per month cannot be negative."),
        (
            r.visits_per_month <= _LARGEST_VISITS,
            f"More than {_LARGEST_VISITS:,} visits per month cannot be worked with.",
        ),
        (_is_positive(r.transactions_per_visit), "A visit needs some transactions."),
        (28 <= r.days_per_month <= 31, "A month has 28 to 31 days."),
        (0 < r.traffic_share <= 1, "The share of the traffic must lie above 0 and up to 1."),
        (0 < r.time_share <= 1, "The share of the time must lie above 0 and up to 1."),
        (
            r.traffic_share >= r.time_share,
            "The busiest hours carry less than the average: peak below average.",
        ),
        (-1 < r.growth_per_month < math.inf, "A month cannot shrink by all of its visits."),
        (0 <= r.horizon_months <= 36, "The horizon is 0 to 36 months."),
        (0 <= r.reserve < math.inf, "The reserve cannot be negative."),
        (-1 < r.min_headroom < math.inf, "The least headroom must be a share above -1."),
        (
            r.budget is None or (r.budget.is_finite() and r.budget >= 0),
            "The budget cannot be negative.",
        ),
        (
            r.max_restore_s is None or 0 <= r.max_restore_s < math.inf,
            "The time to restore the service cannot be negative.",
        ),
    )
    return (sentence for holds, sentence in rules if not holds)


def _is_positive(value: float) -> bool:
    return 0 < value < math.inf
