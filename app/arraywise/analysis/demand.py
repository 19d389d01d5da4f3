"""What is asked: transactions a second (MODEL P1), however stated (E2), and data (MODEL F1)."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.messages import UserError, message
from arraywise.domain.requirement import STATISTICS, Convention, DegradedRule, Goal, LoadUnit
from arraywise.domain.runway import MONTHS_SHOWN
from arraywise.domain.units import SECONDS_PER_DAY, SECONDS_PER_MINUTE
from arraywise.domain.workload import NO_PROFILE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.domain.messages import Message
    from arraywise.domain.options import Option
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.study import OptionFacts
    from arraywise.domain.workload import WorkloadProfile


MOST_VISITS = 10**15
MOST_TPS = 10**15
GREATEST_PUBLISHED_TPS = 1e8
"""Above TPC-C's record of 707,351,007 new orders a minute (2020) with all other transactions."""
MOST_BYTES_PER_S = 1e15
LONGEST_WAIT_S = SECONDS_PER_DAY
"""For a transaction, an I/O or a user's thought: more is a slip of the unit."""
LONGEST_RESTORE_S = 366 * SECONDS_PER_DAY

NO_AWR_RATE = (
    "A load relative to AWR needs the client's database: import an AWR, Statspack or AWR-Miner"
    " file, or enter the rate in the workload profile."
)
NO_THINK_TIME = (
    "A load in users needs a target response time and a think time. Enter both, or state the"
    " load in tx/s."
)


def peak_factor(requirement: Requirement) -> float:
    """Return the busiest hours' rate over the month's average: share of traffic / share of time.

    Source: Pareto, order-entry paper, formula 2; 1 for the sustained convention (formula 4).
    """
    if requirement.convention is Convention.SUSTAINED:
        return 1.0
    return requirement.traffic_share / requirement.time_share


def degraded_share(requirement: Requirement) -> float:
    """Return the load that storage with a part failed must carry, of the demand (MODEL F5)."""
    is_average = requirement.degraded is DegradedRule.AVERAGE
    return 1.0 / peak_factor(requirement) if is_average else 1.0


def demand_tps(
    requirement: Requirement,
    visits_per_month: float | None = None,
    profile: WorkloadProfile = NO_PROFILE,
) -> float:
    """Return the demand, of the visits a month where such are given, in 1/s (MODEL P1, E2).

    Raises a `UserError` where the requirement contradicts itself, or what the load is stated in
    cannot be turned into transactions.
    """
    check_requirement(requirement)
    if visits_per_month is not None:
        return _peak_rate_of_visits(requirement, visits_per_month)
    if requirement.is_in_visits:
        return _peak_rate_of_visits(requirement, requirement.visits_per_month)
    return demand_of_stated_load_tps(requirement, profile) * _growth_and_reserve_factor(
        requirement
    )


def demand_of_stated_load_tps(requirement: Requirement, profile: WorkloadProfile) -> float:
    """Return the rate that a load stated otherwise than in visits means today, in 1/s.

    Growth and reserve come on top; the busiest hours do not, since a rate is that of the peak.
    N users answered within T and thinking Z between two transactions ask for N / (T + Z): R rises
    with the rate, so the response time of N users keeps T exactly where that of this rate does.
    A load in I/Os without a profile is judged as I/Os: each counts as one transaction. Raises a
    `UserError` where think time, target or profile is missing.
    """
    load, unit = requirement.load or 0.0, requirement.load_unit
    if unit is LoadUnit.TPM:
        return load / SECONDS_PER_MINUTE
    if unit is LoadUnit.IOPS:
        return load / (profile.requests or 1.0)
    if unit is LoadUnit.AWR:
        if profile.transactions_per_s is None:
            raise UserError(NO_AWR_RATE)
        return load * profile.transactions_per_s
    if unit is LoadUnit.USERS:
        if requirement.goal is not Goal.RESPONSE_TIME or requirement.think_time_s is None:
            raise UserError(NO_THINK_TIME)
        return load / (requirement.response_time_s + requirement.think_time_s)
    return load


def with_moved_visits(
    requirement: Requirement, before: Requirement, profile: WorkloadProfile = NO_PROFILE
) -> Requirement:
    """Return the requirement stated in visits a month where only these were changed.

    Whoever moves the visits of a load that is stated otherwise means the visits. Those that the
    load amounts to are not moved.
    """
    stated = requirement.load, requirement.load_unit
    is_same = requirement.visits_per_month == before.visits_per_month
    if is_same or stated != (before.load, before.load_unit):
        return requirement
    meant = [state_in_visits(asked, profile).visits_per_month for asked in (requirement, before)]
    if requirement.visits_per_month in meant:
        return requirement
    return replace(requirement, load=None, load_unit=LoadUnit.VISITS)


def requirement_or_report_load(requirement: Requirement, profile: WorkloadProfile) -> Requirement:
    """Return the requirement that is offered while none is stated: a report's own load, if any."""
    if not profile.transactions_per_s:
        return requirement
    return state_in_visits(replace(requirement, load=1.0, load_unit=LoadUnit.AWR), profile)


def state_in_visits(requirement: Requirement, profile: WorkloadProfile) -> Requirement:
    """Return the requirement in visits a month. Raises as `demand_tps`."""
    if requirement.load_unit is LoadUnit.VISITS:
        return requirement
    visits = visits_per_month(requirement, demand_tps(requirement, profile=profile))
    return replace(requirement, visits_per_month=round(min(visits, MOST_VISITS)))


@dataclass(frozen=True, slots=True)
class LoadInUnits:
    """One load, as every unit states it; None where the profile does not tell."""

    visits_per_month: float
    tps: float
    users: float | None = None
    iops: float | None = None
    bytes_per_s: float | None = None
    times_awr: float | None = None
    is_in_transactions: bool = True
    """False where only I/Os are stated: how many make a transaction is unknown."""

    @property
    def tpm(self) -> float:
        """Transactions a minute."""
        return self.tps * SECONDS_PER_MINUTE


def load_in_units(
    requirement: Requirement, profile: WorkloadProfile, moved_bytes: float | None = None
) -> LoadInUnits:
    """State today's load without growth and reserve. Raises as `demand_tps`."""
    allowance = _growth_and_reserve_factor(requirement)
    tps = demand_tps(requirement, profile=profile) / allowance
    is_timed = requirement.goal is Goal.RESPONSE_TIME and requirement.think_time_s is not None
    cycle_s = requirement.response_time_s + (requirement.think_time_s or 0.0)
    rate, is_in_requests = profile.transactions_per_s, requirement.load_unit is LoadUnit.IOPS
    requests = profile.requests or (1.0 if is_in_requests else None)
    return LoadInUnits(
        visits_per_month=visits_per_month(requirement, tps * allowance),
        tps=tps,
        users=tps * cycle_s if is_timed else None,
        iops=tps * requests if requests else None,
        bytes_per_s=None if moved_bytes is None else tps * moved_bytes,
        times_awr=tps / rate if rate else None,
        is_in_transactions=not is_demand_in_ios(requirement, tps * allowance),
    )


def _peak_rate_of_visits(requirement: Requirement, visits: float) -> float:
    average = visits * requirement.transactions_per_visit
    average /= requirement.days_per_month * SECONDS_PER_DAY
    return peak_factor(requirement) * average * _growth_and_reserve_factor(requirement)


def is_demand_in_ios(requirement: Requirement, rate_tps: float) -> bool:
    """Return whether a demand is in I/Os: so stated, and nothing tells what a transaction asks.

    A profile of one I/O a transaction, which some studies assume, says no more than none.
    """
    unit, load = requirement.stated_load
    return unit is LoadUnit.IOPS and math.isclose(
        rate_tps, load * _growth_and_reserve_factor(requirement)
    )


def visits_per_month(requirement: Requirement, rate_tps: float) -> float:
    """Return the visits per month that a rate can carry: the inverse of `demand_tps`."""
    return rate_tps / _peak_rate_of_visits(requirement, 1.0)


def demanded_load(requirement: Requirement) -> tuple[LoadUnit, float]:
    """Return the load that is asked for at the horizon, reserve included, as it is stated."""
    unit, load = requirement.stated_load
    return unit, load * _growth_and_reserve_factor(requirement)


def _growth_and_reserve_factor(requirement: Requirement) -> float:
    return growth_factor(requirement) * (1.0 + requirement.reserve)


def growth_factor(requirement: Requirement) -> float:
    """Return the greatest load of the term over that of today: 1 where the load shrinks."""
    grown = (1.0 + requirement.growth_per_month) ** requirement.horizon_months
    return float(max(1.0, grown))


def without_growth_and_reserve(requirement: Requirement, demand_tps: float) -> float:
    """Return the rate of today's load, without the reserve, that asks for a demand (MODEL P1)."""
    return demand_tps / (growth_factor(requirement) * (1.0 + requirement.reserve))


def check_requirement(requirement: Requirement) -> None:
    """Raise a `UserError` for the first thing by which a requirement contradicts itself."""
    figures = (getattr(requirement, each.name) for each in fields(requirement))
    if not all(math.isfinite(x) for x in figures if isinstance(x, float | int | Decimal)):
        raise UserError(message("Every figure of the requirement must be finite."))
    for wrong, sentence in _list_contradictions(requirement):
        if wrong:
            raise UserError(sentence)
    if not _is_computable(requirement):
        text = (
            "The demand exceeds {most:,} transactions per second. Check visits, transactions"
            " per visit, growth and reserve."
        )
        raise UserError(message(text, most=MOST_TPS))
    if (
        _peak_rate_of_visits(requirement, 1.0) * MOST_TPS < 1.0
    ):  # nothing can be divided by what is left
        text = "The demand of a visit is almost zero. Check transactions per visit."
        raise UserError(message(text))


def is_beyond_any_system(requirement: Requirement, profile: WorkloadProfile) -> bool:
    """Return whether a load is more than any published system does: most likely a slip.

    Raises as `demand_tps`.
    """
    return load_in_units(requirement, profile).tps > GREATEST_PUBLISHED_TPS


def _is_computable(requirement: Requirement) -> bool:
    try:
        return (
            _peak_rate_of_visits(requirement, max(1.0, requirement.visits_per_month)) <= MOST_TPS
        )
    except OverflowError:
        return False


def _list_contradictions(asked: Requirement) -> tuple[tuple[bool, str | Message], ...]:
    return (
        (not asked.response_time_s > 0, "The target response time must be above zero."),
        (
            max(asked.response_time_s, asked.storage_latency_s or 0.0) > LONGEST_WAIT_S,
            "The target must be at most one day. Check its unit.",
        ),
        (
            asked.statistic not in STATISTICS,
            message("{name} is not a statistic of the response time.", name=asked.statistic),
        ),
        (asked.visits_per_month < 0, "Visits per month cannot be negative."),
        (
            asked.visits_per_month > MOST_VISITS,
            message("At most {most:,} visits per month are allowed.", most=MOST_VISITS),
        ),
        (not asked.transactions_per_visit > 0, "A visit needs some transactions."),
        (not 28 <= asked.days_per_month <= 31, "A month has 28 to 31 days."),
        (
            not 0 < asked.traffic_share <= 1,
            "The share of the traffic must be above 0 and at most 1.",
        ),
        (not 0 < asked.time_share <= 1, "The share of the time must be above 0 and at most 1."),
        (
            asked.traffic_share < asked.time_share,
            "The busiest hours must carry at least the average load.",
        ),
        (not asked.growth_per_month > -1, "Growth per month must be above -100 %."),
        (
            not 0 <= asked.horizon_months <= MONTHS_SHOWN,
            message("The horizon is 0 to {most} months.", most=MONTHS_SHOWN),
        ),
        (asked.reserve < 0, "The reserve cannot be negative."),
        (
            asked.goal is Goal.STORAGE_LATENCY and not (asked.storage_latency_s or 0) > 0,
            "The target latency of the storage must be above zero.",
        ),
        (
            asked.load_unit is not LoadUnit.VISITS and (asked.load is None or asked.load < 0),
            "The load must be zero or more.",
        ),
        (
            asked.load is not None and asked.load > MOST_TPS,
            message("The load must be at most {most:,}.", most=MOST_TPS),
        ),
        (
            asked.think_time_s is not None and asked.think_time_s < 0,
            "The think time cannot be negative.",
        ),
        (
            asked.think_time_s is not None and asked.think_time_s > LONGEST_WAIT_S,
            "The think time must be at most one day. Check its unit.",
        ),
        (
            asked.storage_share is not None and not 0 < asked.storage_share <= 1,
            "The storage's share of the target must be above 0 and at most 100 %.",
        ),
        (
            asked.min_throughput_b_s is not None and not asked.min_throughput_b_s > 0,
            "The least throughput must be above zero.",
        ),
        (
            (asked.min_throughput_b_s or 0.0) > MOST_BYTES_PER_S,
            "The least throughput must be at most 1,000,000 GB/s. Check its unit.",
        ),
        (asked.min_headroom < 0, "The least headroom cannot be negative."),
        (asked.budget is not None and asked.budget <= 0, "The budget must be above zero."),
        (
            asked.max_restore_s is not None and asked.max_restore_s < 0,
            "The time to restore the service cannot be negative.",
        ),
        (
            (asked.max_restore_s or 0.0) > LONGEST_RESTORE_S,
            "The time to restore the service must be at most a year. Check its unit.",
        ),
        (
            asked.usable_bytes is not None and not asked.usable_bytes > 0,
            "The usable capacity needed must be above zero.",
        ),
        (not asked.usable_growth_per_year > -1, "Growth per year must be above -100 %."),
    )


MONTHS_A_YEAR = 12
_ROUNDING = 1 + 1e-9
"""Binary fractions decide nothing."""


class UsableBytes(NamedTuple):
    """Bytes of data that an option holds, by the least, the likely and the greatest reduction."""

    least: float
    likely: float
    most: float


def effective_capacity(option: Option) -> UsableBytes | None:
    """Return the bytes of data that an option can hold; None where nobody stated it."""
    capacity = option.capacity
    if capacity is None:
        return None
    base, ratio = capacity.unreduced_bytes, capacity.reduction
    return UsableBytes(base * ratio.least, base * ratio.likely, base * ratio.most)


def needed_bytes(requirement: Requirement, month: int) -> float | None:
    """Return the bytes that data need in a month; None where the requirement does not ask."""
    if requirement.usable_bytes is None:
        return None
    growth = 1.0 + requirement.usable_growth_per_year
    return float(requirement.usable_bytes * growth ** (month / MONTHS_A_YEAR))


def fullest_month(requirement: Requirement) -> int:
    """Return the month up to the horizon in which data need the most: today where they shrink."""
    return requirement.horizon_months if requirement.usable_growth_per_year >= 0 else 0


def most_needed_bytes(requirement: Requirement) -> float | None:
    """Return the most bytes that data need up to the horizon; None where nobody asks."""
    return needed_bytes(requirement, fullest_month(requirement))


def has_needed_capacity(option: Option, needed: float) -> bool | None:
    """Return whether an option holds what is needed.

    None where nobody stated its capacity, or where it depends on the reduction: enough by the
    greatest ratio and not by the least.
    """
    held = effective_capacity(option)
    if held is None or held.least * _ROUNDING < needed <= held.most * _ROUNDING:
        return None
    return held.least * _ROUNDING >= needed


def has_reduction_range(option: Option) -> bool:
    """Return whether a range of reduction ratios is stated."""
    held = effective_capacity(option)
    return held is not None and held.least < held.most


def break_even_reduction(option: Option, needed: float) -> float | None:
    """Return the ratio from which an option holds what is needed; None where nothing tells."""
    base = 0.0 if option.capacity is None else option.capacity.unreduced_bytes
    return needed / base if base > 0 else None


def tested_reduction(known: OptionFacts) -> float | None:
    """Return how far the data of an option's tests can be reduced; None where no file says it.

    The greatest where its runs differ. It is a property of the tests, not of the client's data.
    """
    ratios = [_reduction_of_run(dict(setup.attributes)) for setup in known.setups]
    return max((ratio for ratio in ratios if ratio is not None), default=None)


_RATIOS = ("deduplication_ratio", "compression_ratio")
"""As Vdbench states them."""
_PERCENTS = ("duplicate_percent", "compressible_percent")
"""As fio states them: of the blocks, and of each block."""


def _reduction_of_run(attributes: Mapping[str, str]) -> float | None:
    found = [
        figure
        for name in _RATIOS
        if (figure := _attribute_as_number(attributes, name)) is not None
    ]
    for name in _PERCENTS:
        percent = _attribute_as_number(attributes, name)
        if percent is not None and 0 <= percent < 100:
            found.append(1 / (1 - percent / 100))
    return math.prod(found) if found else None


def _attribute_as_number(attributes: Mapping[str, str], name: str) -> float | None:
    try:
        return float(attributes[name])
    except (KeyError, ValueError):
        return None
