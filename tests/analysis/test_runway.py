"""How long options last while load grows (MODEL F2)."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arraywise.analysis.decision.problem import build_problem, find_passes
from arraywise.analysis.price_at_demand import DemandPath, price_sheet_at_demand
from arraywise.analysis.pricing import cash_spent, total_price
from arraywise.analysis.runway import find_runway, last_month
from arraywise.domain.capacity import Capacity
from arraywise.domain.estimates import LeastLikelyMost
from arraywise.domain.options import Architecture, Option
from arraywise.domain.pricing import (
    PLAIN_BASIS,
    Discount,
    DiscountBase,
    ExchangeRate,
    PriceBasis,
    PriceLine,
    PriceSheet,
)
from arraywise.domain.requirement import LoadUnit, Outcome
from arraywise.domain.runway import (
    DemandLimit,
    DemandRunway,
    GrowingDemand,
    LastMonth,
    OptionRunway,
)
from arraywise.store.study import open_study
from arraywise.usecases.decide_study import answer, prepare
from arraywise.usecases.workload_profile import read_study
from tests.report.example import FACTS, prepared

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from arraywise.domain.runway import Runway
    from arraywise.domain.study import StudyFacts


pytestmark = pytest.mark.timeout(300)  # the worked example is built first


@pytest.mark.parametrize(
    ("limit", "today", "growth", "month"),
    [
        (107.785, 84.0, 0.02, 12),
        (91.926, 84.0, 0.02, 4),
        (89.686, 84.0, 0.02, 3),
        (84.0 * 1.02**7, 84.0, 0.02, 7),
        (84.0, 84.0, 0.02, 0),
        (83.0, 84.0, 0.02, -1),
        (83.0, 84.0, 0.0, -1),
        (84.0, 84.0, 0.0, math.inf),
        (90.0, 84.0, -0.01, math.inf),
        (90.0, 0.0, 0.02, math.inf),
        (None, 84.0, 0.02, None),
        (90.0, 84.0, 5e-324, math.inf),
    ],
)
def test_last_month(limit: float | None, today: float, growth: float, month: float | None) -> None:
    assert last_month(limit, today, growth) == month


@given(st.floats(1e-3, 1e6), st.floats(1e-3, 0.5), st.integers(0, 60), st.floats(0.0, 0.999))
def test_the_last_month_is_within_and_the_next_beyond(
    today: float, growth: float, month: int, share: float
) -> None:
    """A limit between the demands of two months is held to the first of them."""
    limit = today * (1 + growth) ** (month + 0.001 + 0.998 * share)
    assert last_month(limit, today, growth) == month


@pytest.fixture(scope="module")
def sample(
    tmp_path_factory: pytest.TempPathFactory, copied_sample: Callable[..., Path]
) -> StudyFacts:
    path = copied_sample(tmp_path_factory.mktemp("runway") / "s.arraywise")
    study = open_study(path)
    facts = read_study(study)
    study.close()
    return facts


def _runway(facts: StudyFacts, **changes: object) -> Runway:
    from arraywise.usecases.decide_study import prepare

    asked = replace(facts.requirement, **changes)  # type: ignore[arg-type]
    return find_runway(build_problem(prepare(facts), facts, asked))


@pytest.mark.parametrize(
    ("headroom", "horizon", "last"),
    [(0.0, 0, (12, 4, 3)), (0.05, 0, (10, 2, 0)), (0.0, 24, (12, 4, 3)), (0.05, 60, (10, 2, 0))],
)
def test_golden_of_the_worked_example(
    sample: StudyFacts, headroom: float, horizon: int, last: tuple[int, ...]
) -> None:
    """The horizon is a month of the same curve: it moves nothing."""
    runway = _runway(sample, growth_per_month=0.02, min_headroom=headroom, horizon_months=horizon)
    months = {each.option.name: each.last_month for each in runway.options}
    found = [months[name] for name in ("FC SAN", "NAS NFS", "iSCSI SAN")]
    assert tuple(each.point for each in found) == last
    assert tuple(each.first_month_outgrown.point for each in found) == tuple(
        month + 1 for month in last
    )
    assert all(each.high is not None and each.high >= (each.point or 0) for each in found)
    assert months["DAS RAID-10"].first_month_outgrown == LastMonth(0, 0, 0)
    assert not months["Fluid Cache on DAS"].is_shown
    assert runway.load_tps[0] == pytest.approx(84.0)
    assert runway.visits_per_month[12] == pytest.approx(54_432_000 * 1.02**12)


def test_the_load_an_option_carries_is_one_figure_on_all_pages(sample: StudyFacts) -> None:
    """Stated of the option, in the runway, and where the answer changes."""
    from arraywise.usecases.decide_study import answer as decide
    from arraywise.usecases.decide_study import prepare

    asked = replace(sample.requirement, min_headroom=0.05)
    answer = decide(prepare(sample), sample, asked)
    shown = [each.load.limit.shown for each in _runway(sample, min_headroom=0.05).options]
    assert [o.limit_tps for o in answer.options] == pytest.approx(shown)
    first = next(o for o in answer.options if o.option == answer.recommended)
    assert first.limit_visits_per_month == pytest.approx(66.5e6, rel=1e-3)
    loads = [c for c in answer.changes if str(c.what) == "Visits per month" and c.winner is None]
    assert [c.by for c in loads] == pytest.approx([first.spare_share], rel=1e-4)


def test_the_screen_passes_to_the_last_month_and_not_after_it() -> None:
    """What the slider shows at a month is what the runway says of it."""
    asked = replace(FACTS.requirement, growth_per_month=0.01)
    runway = find_runway(build_problem(prepared(), FACTS, asked))
    import numpy as np

    seen = 0
    for month in range(61):
        problem = build_problem(prepared(), FACTS, replace(asked, horizon_months=month))
        loads, targets = np.array([problem.demand_tps]), np.array([asked.target_s])
        passes = find_passes(problem.model, loads, targets)[:, 0]
        for known, is_passing, each in zip(problem.known, passes, runway.options, strict=True):
            if each.last_month.point is not None and known.price is not None:
                assert bool(is_passing) == (month <= each.last_month.point), (month, each)
                seen += bool(is_passing)
    assert seen


def test_a_target_that_no_load_meets_is_outgrown_today() -> None:
    asked = replace(FACTS.requirement, response_time_s=0.001, growth_per_month=0.01)
    runway = find_runway(build_problem(prepared(), FACTS, asked))
    fc = next(each for each in runway.options if each.option.name == "FC SAN")
    assert (fc.load.limit.shown, fc.last_month.first_month_outgrown.point) == (0.0, 0)


def test_a_load_that_explodes_is_outgrown_at_once() -> None:
    asked = replace(FACTS.requirement, growth_per_month=1e10)
    runway = find_runway(build_problem(prepared(), FACTS, asked))
    fc = next(each for each in runway.options if each.option.name == "FC SAN")
    assert fc.last_month.first_month_outgrown.point == 1
    assert max(runway.load_tps) == 10**15


def test_without_growth_what_passes_lasts() -> None:
    runway = find_runway(build_problem(prepared(), FACTS))
    last = {each.option.name: each.last_month for each in runway.options}
    assert last["FC SAN"].lasts_forever
    assert not runway.grows
    assert last["DAS RAID-10"].point == -1


def _with_capacity(facts: StudyFacts, capacities: dict[str, Capacity]) -> StudyFacts:
    options = tuple(
        replace(known, option=replace(known.option, capacity=capacities.get(known.option.name)))
        for known in facts.options
    )
    return replace(facts, options=options)


def test_data_count_beside_the_load(sample: StudyFacts) -> None:
    """6 TB at 20 % a year are 6.2 TB after 2 months and 9 TB after 26.7."""
    two_to_three = LeastLikelyMost(1.0, 1.5, 2.0)
    facts = _with_capacity(
        sample,
        {
            "FC SAN": Capacity(stated_bytes=6.2e12),
            "NAS NFS": Capacity(stated_bytes=9e12),
            "iSCSI SAN": Capacity(stated_bytes=5e12, reduction=two_to_three),
        },
    )
    runway = _runway(
        facts,
        growth_per_month=0.02,
        min_headroom=0.0,
        usable_bytes=6e12,
        usable_growth_per_year=0.2,
    )
    found = {each.option.name: each for each in runway.options}
    fc, nas, iscsi = (found[name] for name in ("FC SAN", "NAS NFS", "iSCSI SAN"))
    assert (fc.last_month.point, fc.outgrown_by) == (2, GrowingDemand.DATA)
    assert (nas.last_month.point, nas.outgrown_by) == (4, GrowingDemand.LOAD)
    assert nas.data is not None
    assert nas.data.last_month.point == 26
    assert not iscsi.last_month.is_shown  # it fits by the most reduction only
    assert not found["Fluid Cache on DAS"].last_month.is_shown
    assert runway.data_bytes is not None
    assert runway.data_bytes[36] == pytest.approx(6e12 * 1.2**3)


def _part(low: float | None, point: float | None, high: float | None) -> DemandRunway:
    return DemandRunway(DemandLimit(None, None), LastMonth(low, point, high))


@pytest.mark.parametrize(
    ("load", "data", "last", "by"),
    [
        ((12, 12, 17), (30, 38, 44), (12, 12, 17), GrowingDemand.LOAD),
        ((12, 12, 17), (3, 8, 9), (3, 8, 9), GrowingDemand.DATA),
        ((12, 12, None), (10, 20, 30), (10, 12, 30), GrowingDemand.LOAD),
        ((-1, None, None), (30, 38, 44), (-1, None, 44), None),
        ((-1, None, None), (-1, -1, -1), (-1, -1, -1), GrowingDemand.DATA),
        ((math.inf,) * 3, (math.inf,) * 3, (math.inf,) * 3, None),
        ((math.inf,) * 3, None, (math.inf,) * 3, None),
        ((12, 12, 17), (None, None, None), (12, None, 17), None),
    ],
)
def test_the_earlier_counts_and_is_named(
    load: tuple[float | None, ...],
    data: tuple[float | None, ...] | None,
    last: tuple[float | None, ...],
    by: GrowingDemand | None,
) -> None:
    option = Option(1, "A", Architecture.NAS, 0, shared_storage=True)
    each = OptionRunway(option, _part(*load), None if data is None else _part(*data), None)
    assert each.last_month == LastMonth(*last)
    assert each.outgrown_by is by


@cache
def _sheet() -> PriceSheet:
    lines = (
        PriceLine("array", Decimal(1000), Decimal(2)),
        PriceLine("support", None, Decimal(3), maintenance_per_month=Decimal(10)),
        PriceLine(
            "licence", None, maintenance_per_month=Decimal(7), warranty_months=12,
            maintenance_discount=Decimal("0.5"),
        ),
        PriceLine("training", None, maintenance=Decimal(360)),
    )  # fmt: skip
    off = Discount("10 % of the fees", Decimal("0.1"), DiscountBase.MAINTENANCE)
    return PriceSheet("USD", lines, (off,))


def test_cash_is_paid_at_once_and_by_the_month() -> None:
    cash = cash_spent(_sheet(), PLAIN_BASIS, "USD", 60)
    total = total_price(_sheet())
    assert cash is not None
    assert total is not None
    assert cash[0] == 2000 + 360 * Decimal("0.9")
    assert cash[1] - cash[0] == 30 * Decimal("0.9")
    assert cash[13] - cash[12] == Decimal("33.5") * Decimal("0.9")
    assert cash[36] == total.unrounded
    assert cash[60] - cash[36] == 24 * Decimal("33.5") * Decimal("0.9")


def test_cash_is_undiscounted_and_in_the_currency_of_the_study() -> None:
    rate = ExchangeRate("USD", "BRL", Decimal(5), "2027-01-01", "invented")
    basis = PriceBasis(rates=(rate,), discount_rate=Decimal("0.1"))
    cash, plain = cash_spent(_sheet(), basis, "BRL", 36), cash_spent(_sheet(), basis, "USD", 36)
    assert cash is not None
    assert plain is not None
    assert cash == tuple(amount * 5 for amount in plain)


def test_cash_of_fees_that_follow_the_demand_is_that_of_each_month() -> None:
    """MODEL F3's golden, month by month: 53.0 units, not 36; after month 36 nothing is known."""
    lines = (
        PriceLine("rented", None, maintenance_per_month=Decimal(1), quantity_formula="Demand.TPS"),
        PriceLine("gateway", Decimal(10), maintenance_per_month=Decimal(2), warranty_months=12),
    )
    off = Discount("half of the fees", Decimal("0.5"), DiscountBase.MAINTENANCE)
    sheet = price_sheet_at_demand(
        PriceSheet("USD", lines, (off,)), DemandPath(growth_per_month=0.02), 1.0
    )
    cash, total = cash_spent(sheet, PLAIN_BASIS, "USD", 60), total_price(sheet)
    assert cash is not None
    assert total is not None
    assert (len(cash), cash[0], cash[36]) == (37, 10, total.unrounded)
    assert float(cash[1] - cash[0]) == pytest.approx(1.02 / 2)
    assert float(cash[13] - cash[12]) == pytest.approx((1.02**13 + 2) / 2)
    assert float(cash[36]) == pytest.approx(10 + 53.03 / 2 + 24, abs=0.01)


def test_nothing_is_outgrown_today_that_the_screen_leaves_open() -> None:
    """Catches a load beyond all that was measured, taken for one that is missed."""
    for load in (90.0, 98.0, 105.0):
        asked = replace(FACTS.requirement, load_unit=LoadUnit.TPS, load=load, min_headroom=0.05)
        facts = replace(FACTS, requirement=asked)
        evidence = prepare(facts)
        question = build_problem(evidence, facts)
        result = answer(evidence, facts, draws=0)
        for each, option in zip(find_runway(question).options, result.options, strict=True):
            is_open = option.outcome is Outcome.NOT_SHOWN
            assert not (is_open and each.load.last_month.point == -1)
