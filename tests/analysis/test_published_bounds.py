"""Stated capacities and ratios (MODEL E4, and E2's golden of the order-entry paper)."""

from __future__ import annotations

import numpy as np
import pytest

from arraywise.analysis.storage_bound import bound_published, justified_premium
from arraywise.domain.evidence import PublishedFigure

NO_TARGET = np.array([np.inf])
MONTH = 30 * 86_400
ORDER_ENTRY = {
    "NAS": [PublishedFigure("transaction_rate", "mean", 54_432_000 / MONTH, "n.csv")],
    "iSCSI": [PublishedFigure("transaction_rate", "mean", 1468.8 / 60, "i.csv", is_derived=True)],
    "FC": [PublishedFigure("transaction_rate", "mean", 66_096_000 / MONTH, "f.csv")],
}


@pytest.mark.parametrize(
    ("visits", "passing", "failing"),
    [
        (54_432_000, ["NAS", "iSCSI", "FC"], []),
        (60_000_000, ["iSCSI", "FC"], ["NAS"]),
        (66_096_000, ["FC"], ["NAS"]),
        (70_000_000, [], ["NAS", "iSCSI"]),
    ],
)
def test_golden_of_the_order_entry_paper(
    visits: int, passing: list[str], failing: list[str]
) -> None:
    bounds, rate = bound_published(ORDER_ENTRY), np.array([visits / MONTH])
    assert [n for n, b in bounds.items() if b.passes(rate, NO_TARGET)[0]] == passing
    assert [n for n, b in bounds.items() if b.fails(rate, NO_TARGET)[0]] == failing
    assert {n: b.capacity_tps for n, b in bounds.items()} == pytest.approx(
        {"NAS": 21.0, "iSCSI": 24.48, "FC": 25.5}
    )
    assert bounds["iSCSI"].is_derived


def test_a_stated_rate_says_nothing_of_a_response_time() -> None:
    bound = bound_published(ORDER_ENTRY)["FC"]
    assert not bound.passes(np.array([1.0]), np.array([10.0]))[0]
    assert bound.fails(np.array([30.0]), np.array([10.0]))[0]


def test_near_the_capacity_is_said() -> None:
    bound = bound_published(ORDER_ENTRY)["FC"]
    assert bound.is_near(25.5)
    assert not bound.is_near(23.0)


def test_users_are_a_capacity_at_their_time_and_above() -> None:
    figures = {"A": [PublishedFigure("users within 2 s", "max", 3100.0, "a.csv")]}
    bound = bound_published(figures, think_time_s=8.0)["A"]
    rates = np.array([310.0])  # 3,100 users answered in 2 s that think for 8 s
    assert bound.passes(rates, np.array([2.0]))[0]
    assert not bound.passes(rates * 1.01, np.array([2.0]))[0]
    assert not bound.passes(rates / 2, np.array([1.9]))[0]
    assert bound.passes(3100 / np.array([11.0]), np.array([3.0]))[0]


FLUID_CACHE = [
    PublishedFigure("transactions per second, times DAS RAID 10", "value", 1.60, "f.csv"),
    PublishedFigure("users within 2 s, times DAS RAID 10", "value", 1.34, "f.csv"),
]


def test_golden_premium_of_fluid_cache() -> None:
    premium = justified_premium(FLUID_CACHE)
    assert premium is not None
    assert (premium.against, premium.least, premium.most) == ("DAS RAID 10", 1.34, 1.60)
    assert justified_premium(ORDER_ENTRY["FC"]) is None


def test_a_ratio_makes_a_capacity_where_the_other_one_s_is_stated() -> None:
    base = [PublishedFigure("transaction_rate", "mean", 1000.0, "d.csv")]
    bounds = bound_published({"DAS RAID 10": base, "Cache": FLUID_CACHE})
    assert bounds["Cache"].capacity_tps == pytest.approx(1600.0)
    assert bounds["Cache"].is_derived
    assert bound_published({"Cache": FLUID_CACHE}) == {}
