"""Prices along the load against independent arithmetic (MODEL F3)."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from arraywise.analysis.price_at_demand import (
    DemandPath,
    UnknownQuantity,
    build_price_table,
    parse_quantity,
    price_sheet_at_demand,
    total_price_in_currency,
)
from arraywise.analysis.pricing import total_each_line
from arraywise.domain.pricing import (
    PLAIN_BASIS,
    Discount,
    DiscountBase,
    PriceBasis,
    PriceLine,
    PriceSheet,
    Spares,
)
from arraywise.worksheets.engine import Engine

TIERS = (
    "MIN(Demand.IOPS,32000)",
    "MAX(0,MIN(Demand.IOPS,64000)-32000)",
    "MAX(0,Demand.IOPS-64000)",
)
FEES = ("0.065", "0.046", "0.032")
LOADS = (12.5, 100, 390.625, 1000, 1999.75, 3200, 3201, 6400, 6401.5, 20000)
"""Transactions a second, of ten I/Os each."""


def line(
    formula: str, fee: str | None = None, price: str | None = None, **more: object
) -> PriceLine:
    unit = None if price is None else Decimal(price)
    monthly = None if fee is None else Decimal(fee)
    return PriceLine(
        formula, unit, maintenance_per_month=monthly, quantity_formula=formula, **more
    )


CLOUD = PriceSheet(
    "USD",
    (
        line("Demand.TB*1000", "0.125"),
        *(line(formula, fee) for formula, fee in zip(TIERS, FEES, strict=True)),
        line("ROUNDUP(Demand.IOPS/20000,0)", price="900"),
        PriceLine("Set-up", Decimal(250), one_off_service=True),
    ),
)


def by_hand(tps: float, growth: Fraction, horizon: int, tb: Fraction) -> Fraction:
    """Add a cloud's price up in fractions, month by month: no line of the program is used."""
    start = Fraction(tps) / max(Fraction(1), (1 + growth) ** horizon)
    total = Fraction(250)
    for month in range(1, 37):
        iops = 10 * start * (1 + growth) ** month
        total += tb * 1000 * Fraction("0.125")
        total += min(iops, Fraction(32000)) * Fraction("0.065")
        total += max(Fraction(0), min(iops, Fraction(64000)) - 32000) * Fraction("0.046")
        total += max(Fraction(0), iops - 64000) * Fraction("0.032")
    most = max(10 * start * (1 + growth) ** month for month in range(horizon + 1))
    return total + 900 * math.ceil(most / 20000 - Fraction(1, 10**9))


@pytest.mark.parametrize(
    ("growth", "horizon"), [("0", 0), ("0.02", 0), ("0.02", 24), ("-0.01", 6)]
)
def test_a_cloud_option_at_ten_loads(growth: str, horizon: int) -> None:
    path = DemandPath(float(growth), horizon, 10.0, (8e12,) * 37)
    table = build_price_table(CLOUD, PLAIN_BASIS, "USD", path)
    for tps in LOADS:
        wanted = float(by_hand(tps, Fraction(growth), horizon, Fraction(8)))
        priced = total_price_in_currency(
            price_sheet_at_demand(CLOUD, path, float(tps)), PLAIN_BASIS, "USD"
        )
        assert float(priced.unrounded) == pytest.approx(wanted, rel=1e-10)
        assert priced.capex + priced.opex == priced.unrounded
        assert table.at(np.array([float(tps)]))[0] == pytest.approx(wanted, abs=1.02, rel=1e-5)


def test_the_table_has_both_sides_of_every_step_and_runs_straight_between() -> None:
    sheet = PriceSheet(
        "USD", (line("IF(Demand.IOPS>=3000,7,2)", price="1000"), line("Demand.IOPS", "1"))
    )
    table = build_price_table(sheet, PLAIN_BASIS, "USD", DemandPath(requests=1.0))
    below, at, above = table.at(np.array([2999.999, 3000.0, 3000.001]))
    assert (below, at, above) == (2000 + 107999.964 // 1 + 1, 7000 + 108000, 7000 + 108001)
    assert len(table._rates) < 250


def test_present_values_count_each_month_at_its_demand() -> None:
    basis = PriceBasis(discount_rate=Decimal("0.08"))
    path = DemandPath(0.02, 0, 1.0)
    sheet = PriceSheet("USD", (line("Demand.TPS", "3", warranty_months=6),))
    total = total_price_in_currency(price_sheet_at_demand(sheet, path, 50.0), basis, "USD")
    wanted = sum(3 * 50 * 1.02**t / 1.08 ** (t / 12) for t in range(7, 37))
    assert float(total.unrounded) == pytest.approx(wanted, rel=1e-11)
    paid = sum(3 * 50 * 1.02**t for t in range(7, 37))
    assert float(total.undiscounted.unrounded) == pytest.approx(paid, rel=1e-11)
    assert build_price_table(sheet, basis, "USD", path).at(np.array([50.0]))[0] == total.total


def test_discounts_spares_and_fees_of_a_growing_line() -> None:
    lines = (
        line("Demand.TPS/10", "2", "40", discount=Decimal("0.1"), spares=Spares.ADDED, source="A"),
        PriceLine("Fixed", Decimal(500), source="B"),
    )
    off = (
        Discount("all", Decimal("0.05"), DiscountBase.PRICE),
        Discount("A", Decimal("0.2"), DiscountBase.MAINTENANCE, source="A"),
    )
    sheet, path = PriceSheet("USD", lines, off), DemandPath(0.0, 0)
    total = total_price_in_currency(price_sheet_at_demand(sheet, path, 1000.0), PLAIN_BASIS, "USD")
    assert total.unrounded == Decimal(110 * 40) * Decimal("0.9") * Decimal("0.95") + Decimal(
        "475"
    ) + Decimal(100 * 2 * 36) * Decimal("0.8")
    table = build_price_table(sheet, PLAIN_BASIS, "USD", path)
    for tps in (1.0, 150.0, 1000.0, 1004.0):
        exact = total_price_in_currency(
            price_sheet_at_demand(sheet, path, tps), PLAIN_BASIS, "USD"
        )
        assert table.at(np.array([tps]))[0] == pytest.approx(float(exact.total), abs=1)


def test_lines_show_the_quantity_and_both_amounts() -> None:
    path = DemandPath(0.02, 12, 10.0, (8e12,) * 37)
    priced = total_each_line(price_sheet_at_demand(CLOUD, path, 1000.0))
    assert priced[1].line.quantity == 10000
    assert priced[4].purchase == 900


def test_a_quantity_below_zero_or_unknown_leaves_no_total() -> None:
    short = PriceSheet("USD", (line("Demand.TPS-10", "1"),))
    assert (
        total_price_in_currency(
            price_sheet_at_demand(short, DemandPath(), 9.0), PLAIN_BASIS, "USD"
        )
        is None
    )
    assert (
        total_price_in_currency(
            price_sheet_at_demand(short, DemandPath(), 11.0), PLAIN_BASIS, "USD"
        ).total
        == 36
    )
    no_data = PriceSheet("USD", (line("Demand.TB", "1"),))
    assert (
        total_price_in_currency(
            price_sheet_at_demand(no_data, DemandPath(), 9.0), PLAIN_BASIS, "USD"
        )
        is None
    )


FORMULAS = (
    "2+3*4-6/2", "-2^2", "2^3^2", "50%*8", "(1+2)*3", "MAX(1,2,3)-MIN(4,5)", "SUM(1,2.5,3)",
    "PRODUCT(2,3,4)", "IF(3>2,10,20)", "IF(2=3,10,20)", "IFS(1>2,5,2>1,6)", "AND(1,0)+OR(1,0)*2",
    "NOT(0)*3", "ABS(-4.5)", "INT(7.9)", "TRUNC(7.99)", "ROUND(2.345,2)", "ROUND(2.5,0)",
    "ROUNDUP(2.1,0)", "ROUNDUP(0.1*3/0.1,0)", "ROUNDDOWN(2.99,1)", "CEILING(2.1,0.5)",
    "FLOOR(2.9,0.5)", "MOD(17,5)", "POWER(2,0.5)", "SQRT(16)", "EXP(1)", "LN(10)", "3<>4",
    "1<=1", "-(-3)", "1.5E+3/2", "ROUNDUP(1234,-2)",
)  # fmt: skip


@pytest.mark.parametrize("formula", FORMULAS)
def test_formulas_come_to_what_the_sheets_show(formula: str) -> None:
    """The grid's own engine shows the cell; the price must not be of another quantity."""
    engine = Engine(1)
    engine.set_formula(0, 0, 0, f"={formula}")
    engine.calculate()
    (shown,) = engine.read_values([(0, 0, 0)])
    assert float(parse_quantity(formula)({})) == pytest.approx(float(shown), rel=1e-12)


@pytest.mark.parametrize(
    "text", ["A1*2", "VLOOKUP(1,2,3)", "2 3", "(1", "IF(1,2)", "Demand.Price", ""]
)
def test_what_is_no_quantity_is_refused(text: str) -> None:
    with pytest.raises(UnknownQuantity):
        parse_quantity(text)


def test_long_and_deep_formulas_end_in_a_figure_or_a_refusal() -> None:
    assert float(parse_quantity("+".join(["1"] * 3000))({})) == 3000
    for deep in (
        "(" * 3000 + "1" + ")" * 3000,
        "-" * 3000 + "1",
        "MAX(" * 3000 + "1" + ")" * 3000,
    ):
        with pytest.raises(UnknownQuantity):
            parse_quantity(deep)
