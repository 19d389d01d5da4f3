"""How many transactions per second a number of visits per month asks for (MODEL P1)."""

from __future__ import annotations

import math
from dataclasses import fields
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.messages import UserError, say
from arraywise.domain.requirement import STATISTICS, Convention
from arraywise.domain.units import SECONDS_PER_DAY

if TYPE_CHECKING:
    from arraywise.domain.messages import Said
    from arraywise.domain.requirement import Requirement

MOST_VISITS = 10**15
MOST_TPS = 10**15


def peak_factor(requirement: Requirement) -> float:
    """Return the busiest hours' rate over the month's average: share of traffic / share of time.

    Source: Pareto, order-entry paper, formula 2; 1 for the sustained convention (formula 4).
    """
    if requirement.convention is Convention.SUSTAINED:
        return 1.0
    return requirement.traffic_share / requirement.time_share


def demand_tps(requirement: Requirement, visits_per_month: float | None = None) -> float:
    """Return the demand in transactions per second (MODEL P1).

    Args:
        requirement: what the client asks for.
        visits_per_month: a load other than the requirement's own.

    Raises:
        UserError: when the requirement contradicts itself.
    """
    check_requirement(requirement)
    visits = requirement.visits_per_month if visits_per_month is None else visits_per_month
    return _rate_of(requirement, visits)


def _rate_of(requirement: Requirement, visits: float) -> float:
    average = visits * requirement.transactions_per_visit
    average /= requirement.days_per_month * SECONDS_PER_DAY
    return peak_factor(requirement) * average * _allowance(requirement)


def visits_per_month(requirement: Requirement, rate_tps: float) -> float:
    """Return the visits per month that a rate can carry: the inverse of `demand_tps`.

    Args:
        requirement: one that `check_requirement` has let pass.
        rate_tps: in transactions per second.
    """
    return rate_tps / _rate_of(requirement, 1.0)


def _allowance(requirement: Requirement) -> float:
    growth = (1.0 + requirement.growth_per_month) ** requirement.horizon_months
    return float(growth * (1.0 + requirement.reserve))


def check_requirement(requirement: Requirement) -> None:
    """Refuse a requirement that contradicts itself.

    Raises:
        UserError: naming the first thing that is wrong.
    """
    if not _is_finite(requirement):
        message = "Every figure of the requirement must be a finite number."
        raise UserError(message)
    for wrong, sentence in _contradictions(requirement):
        if wrong:
            raise UserError(sentence)
    if _can_be_worked_with(requirement) and _shrinks_away(requirement):
        sentence = say(
            "Next to nothing is left of the demand at the horizon: see growth per month and"
            " months."
        )
        raise UserError(sentence)
    if not _can_be_worked_with(requirement):
        sentence = say(
            "The demand grows beyond {most:,} transactions per second, which cannot be worked"
            " with: see visits, transactions per visit, growth and reserve.",
            most=MOST_TPS,
        )
        raise UserError(sentence)


def _shrinks_away(requirement: Requirement) -> bool:
    """Say whether so little of a visit is left in the end that nothing can be divided by it."""
    return _rate_of(requirement, 1.0) * MOST_TPS < 1.0


def _can_be_worked_with(requirement: Requirement) -> bool:
    try:
        return _rate_of(requirement, max(1.0, requirement.visits_per_month)) <= MOST_TPS
    except OverflowError:
        return False


def _is_finite(asked: Requirement) -> bool:
    figures = (getattr(asked, each.name) for each in fields(asked))
    return all(math.isfinite(x) for x in figures if isinstance(x, float | int | Decimal))


def _contradictions(asked: Requirement) -> tuple[tuple[bool, str | Said], ...]:
    return (
        (not asked.response_time_s > 0, "The target response time must be above zero."),
        (
            asked.statistic not in STATISTICS,
            say("{name} is no statistic of the response time.", name=asked.statistic),
        ),
        (asked.visits_per_month < 0, "Visits per month cannot be negative."),
        (
            asked.visits_per_month > MOST_VISITS,
            say("More than {most:,} visits per month cannot be worked with.", most=MOST_VISITS),
        ),
        (not asked.transactions_per_visit > 0, "A visit needs some transactions."),
        (not 28 <= asked.days_per_month <= 31, "A month has 28 to 31 days."),
        (
            not 0 < asked.traffic_share <= 1,
            "The share of the traffic must lie above 0 and up to 1.",
        ),
        (not 0 < asked.time_share <= 1, "The share of the time must lie above 0 and up to 1."),
        (
            asked.traffic_share < asked.time_share,
            "The busiest hours carry less than the average: peak below average.",
        ),
        (not asked.growth_per_month > -1, "A month cannot shrink by all of its visits."),
        (not 0 <= asked.horizon_months <= 36, "The horizon is 0 to 36 months."),
        (asked.reserve < 0, "The reserve cannot be negative."),
        (asked.min_headroom < 0, "The least headroom cannot be negative."),
        (asked.budget is not None and asked.budget <= 0, "The budget must be above zero."),
        (
            asked.max_restore_s is not None and asked.max_restore_s < 0,
            "The time to restore the service cannot be negative.",
        ),
    )
