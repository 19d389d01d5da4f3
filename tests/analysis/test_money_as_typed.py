"""Amounts stay as somebody stated them: discounts in money, discounts on the total, growth."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest

from arraywise.analysis.price_at_demand import (
    build_price_table,
    demand_path,
    price_sheet_at_demand,
)
from arraywise.analysis.pricing import (
    NegativePriceError,
    cash_spent,
    price_discounts,
    total_each_line,
    total_price,
)
from arraywise.domain.pricing import (
    PLAIN_BASIS,
    Discount,
    DiscountBase,
    PriceBasis,
    PriceLine,
    PriceSheet,
)
from arraywise.domain.requirement import Requirement
from arraywise.domain.runway import growth_percent_as_entered, monthly_growth, yearly_growth
from arraywise.domain.workload import NO_PROFILE
from arraywise.present.figures import describe_growth_rate
from arraywise.present.numbers import amount_decimals_as_typed, decimals_for_sum

D = Decimal
LINES = (
    PriceLine("array", D("540000.00")),
    PriceLine("fees", None, maintenance_per_month=D("892.152777777777777777")),
)
EXACT_LINES = (
    PriceLine("array", D("540117.50")),
    PriceLine("support", None, maintenance=D("32000.00")),
)
REBATE = Discount("rebate", D(0), DiscountBase.BOTH, amount=D("12000.00"))
TENTH = Discount("FC 10 % off", D("0.1"), DiscountBase.TOTAL)


def unrounded(*discounts: Discount, lines: tuple[PriceLine, ...] = EXACT_LINES) -> Decimal:
    total = total_price(PriceSheet("EUR", lines, discounts))
    assert total is not None
    return total.unrounded


def test_a_discount_of_an_amount_takes_off_that_amount_to_the_cent() -> None:
    assert unrounded(REBATE) == D("560117.50")
    total = total_price(PriceSheet("EUR", EXACT_LINES, (REBATE,)))
    assert total is not None
    assert (total.purchase, total.discount, total.total) == (D("540117.50"), D(12000), D(560118))


def test_ten_percent_off_takes_a_tenth_of_the_price_whatever_discounts_are_there() -> None:
    """As a share of the full columns it took 10.2 % off a price with 12,000 off."""
    assert unrounded(REBATE, TENTH) == D("560117.50") * D("0.9")
    assert unrounded(TENTH, REBATE) == D("560117.50") * D("0.9")
    plain = Discount("6 %", D("0.06"))
    assert unrounded(plain, TENTH) == D("572117.50") * D("0.94") * D("0.9")


def test_an_amount_beyond_the_purchase_goes_on_with_the_maintenance() -> None:
    lines = (PriceLine("array", D(100)), PriceLine("support", None, maintenance=D(50)))
    sheet = PriceSheet("EUR", lines, (Discount("credit", D(0), amount=D(120)),))
    assert price_discounts(sheet, total_each_line(sheet)) == ((D(100), D(20)),)
    only = Discount("credit", D(0), DiscountBase.PRICE, amount=D(120))
    with pytest.raises(NegativePriceError):
        unrounded(only, lines=lines)


def test_cash_by_month_ends_at_the_price_with_any_discount() -> None:
    """An amount is taken off once, a share off each monthly fee."""
    for discounts in ((REBATE,), (TENTH,), (REBATE, TENTH)):
        sheet = PriceSheet("EUR", LINES, discounts)
        spent = cash_spent(sheet, PLAIN_BASIS, "EUR", 36)
        assert spent is not None
        assert spent[36] == unrounded(*discounts, lines=LINES)
        fees = spent[2] - spent[1]
        assert fees == D("892.152777777777777777") * (D("0.9") if TENTH in discounts else 1)


def test_a_net_present_value_takes_an_amount_off_in_full() -> None:
    basis = PriceBasis(discount_rate=D("0.08"))
    plain = total_price(PriceSheet("EUR", LINES), basis)
    less = total_price(PriceSheet("EUR", LINES, (REBATE,)), basis)
    assert plain is not None
    assert less is not None
    assert plain.unrounded - less.unrounded == pytest.approx(D(12000), abs=D("1e-20"))


@pytest.mark.parametrize("discounts", [(REBATE,), (TENTH,), (REBATE, TENTH)])
def test_the_price_along_the_load_has_the_discounts_of_the_price_at_one_load(
    discounts: tuple[Discount, ...],
) -> None:
    """Amounts exceed what is left of a sheet whose lines all follow the demand at no load."""
    line = PriceLine("tps", D(1000), quantity_formula="Demand.TPS", category="x")
    sheet = PriceSheet("EUR", (line,), discounts)
    path = demand_path(Requirement(), NO_PROFILE)
    table = build_price_table(sheet, PLAIN_BASIS, "EUR", path)
    at_one = total_price(price_sheet_at_demand(sheet, path, 84.0))
    assert table is not None
    assert at_one is not None
    assert table.unrounded_at(np.array([84.0]))[0] == pytest.approx(float(at_one.unrounded))


def test_growth_comes_back_in_the_unit_in_which_it_was_stated() -> None:
    for year in (10, 20, 7.5, 12.25, -5):
        month = monthly_growth(year / 100)
        assert growth_percent_as_entered(month, by_year=False) == (pytest.approx(year), True)
    for month in (1, 0.5, 2.25):
        assert growth_percent_as_entered(month / 100, by_year=False) == (month, False)
        assert growth_percent_as_entered(yearly_growth(month / 100), by_year=True) == (
            month,
            False,
        )
    text = str(describe_growth_rate(monthly_growth(0.1), by_year=False))
    assert text == "10 % a year"


def test_decimals_of_money_are_those_that_were_typed() -> None:
    assert [
        amount_decimals_as_typed(D(x)) for x in ("0.005", "1", "2.5", "1.2000", "0.00012")
    ] == [
        *(3, 2, 2, 2, 5),
    ]
    assert amount_decimals_as_typed(None) == 2
    assert (decimals_for_sum((D(1), D("2.00"))), decimals_for_sum((D(1), D("0.5")))) == (0, 2)


def test_a_discount_on_some_lines_is_never_one_on_the_rest() -> None:
    some = replace(TENTH, category="x")
    assert not some.is_on_remainder
    assert unrounded(REBATE, replace(some, category="")) == D("572117.50") * D("0.9") - 12000
