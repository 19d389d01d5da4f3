"""Visits per month become transactions per second and back (MODEL P1)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arraywise.analysis.demand import demand_tps, peak_factor, visits_per_month
from arraywise.domain.messages import UserError
from arraywise.domain.requirement import Convention, Requirement

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
        ({"traffic_share": 0.1}, "below average"),
        ({"time_share": 0.0}, "share of the time"),
        ({"traffic_share": 1.1}, "share of the traffic"),
        ({"days_per_month": 27}, "28 to 31"),
        ({"transactions_per_visit": 0.0}, "transactions"),
        ({"visits_per_month": -1}, "negative"),
        ({"response_time_s": float("nan")}, "finite"),
        ({"statistic": "p42"}, "p42"),
        ({"horizon_months": 37}, "36 months"),
        ({"reserve": -0.1}, "reserve"),
        ({"growth_per_month": -1.0}, "shrink"),
        ({"growth_per_month": -0.999, "horizon_months": 36}, "horizon"),
        ({"min_headroom": -0.1}, "headroom"),
        ({"visits_per_month": float("nan")}, "finite"),
        ({"response_time_s": float("inf")}, "finite"),
        ({"reserve": float("nan")}, "finite"),
        ({"budget": Decimal(0)}, "budget"),
        ({"budget": Decimal("NaN")}, "finite"),
        ({"max_restore_s": -1.0}, "restore"),
        ({"visits_per_month": 10**30}, "worked with"),
        ({"growth_per_month": 1e10, "horizon_months": 36}, "transactions per second"),
        ({"transactions_per_visit": 1e300}, "transactions per second"),
        ({"growth_per_month": 1e6, "horizon_months": 12, "visits_per_month": 0}, "transactions"),
    ],
)
def test_contradictions_are_refused_in_words(change: dict[str, float], sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        demand_tps(replace(Requirement(), **change))  # type: ignore[arg-type]
