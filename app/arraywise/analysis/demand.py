"""How many transactions per second a number of visits per month asks for (MODEL P1)."""

from __future__ import annotations

import math
from dataclasses import fields
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.problems import UserError
from arraywise.domain.requirement import STATISTICS, Convention
from arraywise.domain.units import SECONDS_PER_DAY

if TYPE_CHECKING:
    from arraywise.domain.requirement import Requirement


def peak_factor(requirement: Requirement) -> float:
    """Return the busiest hours' rate over the month's average: share of traffic / share of time.

    Source: Pareto of seed 000, formula 2; 1 for the sustained convention (formula 4).
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
    average = visits * requirement.transactions_per_visit
    average /= requirement.days_per_month * SECONDS_PER_DAY
    return peak_factor(requirement) * average * _allowance(requirement)


def visits_per_month(requirement: Requirement, rate_tps: float) -> float:
    """Return the visits per month that a rate can carry: the inverse of `demand_tps`."""
    return rate_tps / demand_tps(requirement, 1.0)


def _allowance(requirement: Requirement) -> float:
    growth = (1.0 + requirement.growth_per_month) ** requirement.horizon_months
    return float(growth * (1.0 + requirement.reserve))


def check_requirement(requirement: Requirement) -> None:
    """Refuse a requirement that contradicts itself.

    Raises:
        UserError: naming the first thing that is wrong.
    """
    for wrong, sentence in _contradictions(requirement):
        if wrong:
            raise UserError(sentence)


def _is_finite(asked: Requirement) -> bool:
    figures = (getattr(asked, each.name) for each in fields(asked))
    return all(math.isfinite(x) for x in figures if isinstance(x, float | int | Decimal))


def _contradictions(asked: Requirement) -> tuple[tuple[bool, str], ...]:
    return (
        (not asked.response_time_s > 0, "The target response time must be more than zero."),
        (asked.statistic not in STATISTICS, f"The target can be set on {', '.join(STATISTICS)}."),
        (asked.visits_per_month < 0, "Visits per month cannot be negative."),
        (not asked.transactions_per_visit > 0, "A visit must make more than zero transactions."),
        (not 28 <= asked.days_per_month <= 31, "A month has 28 to 31 days."),
        (
            not 0 < asked.traffic_share <= 1,
            "The busy hours' share of the traffic must be above 0 and at most 100 %.",
        ),
        (
            not 0 < asked.time_share <= 1,
            "The busy hours' share of the time must be above 0 and at most 100 %.",
        ),
        (
            asked.traffic_share < asked.time_share,
            "The peak would lie below the average: give the busy hours more of the traffic.",
        ),
        (not asked.growth_per_month > -1, "Growth per month must be above -100 %."),
        (
            not 0 <= asked.horizon_months <= 36,
            "The horizon must lie between 0 and 36 months, the time that is priced.",
        ),
        (asked.reserve < 0, "The reserve cannot be negative."),
        (asked.min_headroom < 0, "The least headroom cannot be negative."),
        (asked.budget is not None and asked.budget <= 0, "The budget must be more than zero."),
        (not _is_finite(asked), "Every figure of the requirement must be a finite number."),
    )
