"""Visits per month become transactions per second and back (MODEL P1)."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arraywise.analysis.demand import demand_tps, peak_factor, state_in_visits, visits_per_month
from arraywise.analysis.price_at_demand import demand_path
from arraywise.domain.messages import UserError
from arraywise.domain.requirement import Convention, Goal, LoadUnit, Requirement
from arraywise.domain.workload import NO_PROFILE, with_values

FC, NAS = 66_096_000, 54_432_000
"""Visits per month of both systems in the order-entry paper (conclusion)."""


@pytest.mark.parametrize(
    ("visits", "days", "peak"), [(FC, 30, 102.0), (NAS, 30, 84.0), (FC, 31, 98.70967741935483)]
)
def test_peak_of_the_paper(visits: int, days: int, peak: float) -> None:
    """Published model golden `load`."""
    asked = Requirement(visits_per_month=visits, days_per_month=days)
    assert demand_tps(asked) == pytest.approx(peak, rel=1e-12)


@pytest.mark.parametrize(("visits", "per_minute"), [(NAS, 1260), (FC, 1530)])
def test_sustained_is_formula_4(visits: int, per_minute: float) -> None:
    """Golden figures G03 and G04: visits / (30 x 24 x 60)."""
    asked = Requirement(visits_per_month=visits, convention=Convention.SUSTAINED)
    assert 60 * demand_tps(asked) == pytest.approx(per_minute, rel=1e-12)


def test_peak_of_the_bookshop() -> None:
    """Golden figure G01: 80.39 visits/s x 0.8 / 0.2 = 321 (truncated)."""
    assert int(80.39 * peak_factor(Requirement())) == 321


def test_ratios_of_the_paper_need_their_base() -> None:
    """Golden figures G05 and G06: 18 % of FC, 21.4 % of NAS."""
    assert round(100 * (FC - NAS) / FC) == 18
    assert round(100 * (FC - NAS) / NAS, 1) == 21.4


def test_growth_and_reserve_compound() -> None:
    asked = Requirement(
        visits_per_month=NAS, growth_per_month=0.01, horizon_months=36, reserve=0.25
    )
    assert demand_tps(asked) == pytest.approx(84 * 1.01**36 * 1.25)


def test_no_visits_ask_for_nothing() -> None:
    assert demand_tps(Requirement(visits_per_month=0)) == 0


@given(
    st.integers(1, 10**10),
    st.sampled_from(Convention),
    st.floats(0.01, 100),
    st.integers(28, 31),
    st.floats(0, 0.2),
)
def test_visits_and_rate_are_inverse(
    visits: int, convention: Convention, per_visit: float, days: int, growth: float
) -> None:
    asked = Requirement(
        visits_per_month=visits,
        convention=convention,
        transactions_per_visit=per_visit,
        days_per_month=days,
        growth_per_month=growth,
        horizon_months=12,
    )
    assert visits_per_month(asked, demand_tps(asked)) == pytest.approx(visits)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"traffic_share": 0.1}, "average load"),
        ({"time_share": 0.0}, "share of the time"),
        ({"traffic_share": 1.1}, "share of the traffic"),
        ({"days_per_month": 27}, "28 to 31"),
        ({"transactions_per_visit": 0.0}, "transactions"),
        ({"visits_per_month": -1}, "negative"),
        ({"response_time_s": float("nan")}, "finite"),
        ({"statistic": "p42"}, "p42"),
        ({"horizon_months": 61}, "60 months"),
        ({"reserve": -0.1}, "reserve"),
        ({"growth_per_month": -1.0}, "above -100 %"),
        ({"transactions_per_visit": 1e-20}, "almost zero"),
        ({"min_headroom": -0.1}, "headroom"),
        ({"visits_per_month": float("nan")}, "finite"),
        ({"response_time_s": float("inf")}, "finite"),
        ({"reserve": float("nan")}, "finite"),
        ({"budget": Decimal(0)}, "budget"),
        ({"budget": Decimal("NaN")}, "finite"),
        ({"max_restore_s": -1.0}, "restore"),
        ({"response_time_s": 1e9}, "target must be at most one day"),
        ({"storage_latency_s": 2e5}, "target must be at most one day"),
        ({"think_time_s": 1e6}, "think time must be at most one day"),
        ({"min_throughput_b_s": 1e16}, "throughput must be at most"),
        ({"max_restore_s": 1e9}, "restore the service must be at most a year"),
        ({"visits_per_month": 10**30}, "visits per month"),
        ({"growth_per_month": 1e10, "horizon_months": 36}, "transactions per second"),
        ({"transactions_per_visit": 1e300}, "transactions per second"),
        ({"growth_per_month": 1e6, "horizon_months": 12, "visits_per_month": 0}, "transactions"),
    ],
)
def test_contradictions_are_refused_in_words(change: dict[str, float], sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        demand_tps(replace(Requirement(), **change))  # type: ignore[arg-type]


PROFILE = with_values(NO_PROFILE, {"reads": 20.0, "writes": 5.0, "transactions_per_s": 40.0})


@pytest.mark.parametrize(
    ("unit", "load", "tps"),
    [
        (LoadUnit.TPS, 84.0, 84.0),
        (LoadUnit.TPM, 5040.0, 84.0),
        (LoadUnit.IOPS, 50_000.0, 2000.0),
        (LoadUnit.AWR, 1.5, 60.0),
        (LoadUnit.USERS, 100.0, 100 / 1.2),
    ],
)
def test_a_load_stated_otherwise_than_in_visits(unit: LoadUnit, load: float, tps: float) -> None:
    asked = Requirement(load=load, load_unit=unit, think_time_s=1.0)
    assert demand_tps(asked, profile=PROFILE) == pytest.approx(tps)
    assert demand_tps(replace(asked, reserve=0.2), profile=PROFILE) == pytest.approx(1.2 * tps)
    visits = state_in_visits(asked, PROFILE).visits_per_month
    assert _rate_of_visits(visits) == pytest.approx(tps, rel=1e-6)


def _rate_of_visits(visits: int) -> float:
    return demand_tps(Requirement(visits_per_month=visits))


def test_i_os_without_a_profile_stay_i_os() -> None:
    asked = Requirement(load=1200.0, load_unit=LoadUnit.IOPS)
    assert demand_tps(asked) == 1200.0


@pytest.mark.parametrize(
    ("asked", "about"),
    [
        (Requirement(load=2.0, load_unit=LoadUnit.AWR), "AWR"),
        (Requirement(load=2.0, load_unit=LoadUnit.USERS), "think time"),
        (Requirement(load=2, load_unit=LoadUnit.USERS, think_time_s=1, goal=Goal.NONE), "target"),
        (Requirement(load_unit=LoadUnit.TPS), "load"),
        (Requirement(goal=Goal.STORAGE_LATENCY), "latency"),
        (Requirement(storage_share=1.5), "share"),
    ],
)
def test_a_load_that_cannot_be_turned_into_a_rate_is_refused(
    asked: Requirement, about: str
) -> None:
    with pytest.raises(UserError, match=about):
        demand_tps(asked)


@given(st.floats(0.01, 10), st.floats(0.0, 20), st.floats(1e-3, 5), st.floats(1, 500))
def test_users_keep_a_target_exactly_where_their_rate_does(
    target: float, think: float, demand: float, users: float
) -> None:
    """In a closed system R(N) = N / X(N) - Z; with one bottleneck X(N) = min(1/D, N/(D + Z))."""
    asked = Requirement(target, load=users, load_unit=LoadUnit.USERS, think_time_s=think)
    at_users = max(demand, users * demand - think)
    rate = demand_tps(asked)
    at_rate = demand if rate < 1 / demand else math.inf
    edge = min(abs(at_users - target), abs(rate * demand - 1)) < 1e-6
    assert edge or (at_users <= target) == (at_rate <= target)


def test_of_a_load_that_shrinks_todays_is_the_demand() -> None:
    """At -2 % a month the horizon's demand let an option pass that misses the target today."""
    shrinking = replace(Requirement(), growth_per_month=-0.02, horizon_months=24)
    assert demand_tps(shrinking) == pytest.approx(demand_tps(Requirement()))
    path = demand_path(shrinking, NO_PROFILE)
    month = [path.demand_at(100.0, at).tps for at in (0, 24)]
    assert month == pytest.approx([100.0, 100.0 * 0.98**24])
    growing = replace(Requirement(), growth_per_month=0.02, horizon_months=24)
    assert demand_path(growing, NO_PROFILE).demand_at(100.0, 24).tps == pytest.approx(100.0)
