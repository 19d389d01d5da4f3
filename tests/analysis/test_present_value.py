"""Net present values by hand: what is paid later is worth less now, and off changes nothing."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from arraywise.analysis.pricing import (
    maintenance_price,
    monthly_fee_value_factor,
    price_per_tpm,
    total_price,
)
from arraywise.domain.pricing import (
    Discount,
    DiscountBase,
    ExchangeRate,
    PriceBasis,
    PriceLine,
    PriceSheet,
    PriceTotal,
)

D = Decimal
EIGHT = D("0.08")
CARE = PriceLine("Care", None, maintenance_per_month=D(100), warranty_months=12)
ARRAY = PriceLine("Array", D(1000), D(2), maintenance_per_month=D(50), warranty_months=12)
SETUP = PriceLine("Installation", D(300), one_off_service=True)
USD = ExchangeRate("USD", "BRL", D("5.25"), "2026-11-20", "central bank")


def total(
    *lines: PriceLine, rate: Decimal | None = EIGHT, discounts: tuple[Discount, ...] = ()
) -> PriceTotal:
    result = total_price(PriceSheet("BRL", lines, discounts), PriceBasis(discount_rate=rate))
    assert result is not None
    return result


def test_a_monthly_fee_after_a_year_of_warranty_by_hand() -> None:
    """100 a month in months 13 to 36 at 8 % a year.

    With i = 1.08^(1/12) - 1 = 0.643403 % the annuity is 100 / 1.08 x (1 - 1.08^-2) / i
    = 100 x 0.925926 x 0.142661 / 0.00643403 = 2053.05.
    """
    result = total(CARE)
    assert round(result.unrounded, 2) == D("2053.05")
    assert result.total == 2054
    assert result.discount_rate == EIGHT
    undiscounted = result.undiscounted
    assert undiscounted is not None
    assert (undiscounted.total, undiscounted.discount_rate) == (2400, None)


def test_the_annuity_of_the_textbook_gives_the_same_to_forty_digits() -> None:
    with localcontext(prec=60):
        monthly = D("1.08") ** (D(1) / 12) - 1
        expected = (1 - D("1.08") ** -2) / monthly / D("1.08")
    assert abs(monthly_fee_value_factor(12, EIGHT) - expected) < D("1e-40")


@pytest.mark.parametrize(("warranty", "worth"), [(36, 0), (48, 0), (600, 0)])
def test_a_warranty_to_the_end_costs_nothing(warranty: int, worth: int) -> None:
    assert (
        monthly_fee_value_factor(warranty, EIGHT)
        == monthly_fee_value_factor(warranty, None)
        == worth
    )


def test_what_is_paid_at_once_counts_in_full() -> None:
    """Purchase, services paid once and maintenance quoted for the 36 months as a whole."""
    quoted = PriceLine("Support", None, maintenance=D(900))
    result = total(replace(ARRAY, maintenance_per_month=None), SETUP, quoted)
    assert (result.unrounded, result.services) == (3200, 300)
    assert result.undiscounted is not None
    assert result.undiscounted.unrounded == 3200


def test_the_last_month_is_three_years_away_and_a_whole_amount_stays_whole() -> None:
    """1.08^3 is 1.259712 exactly: 125 971.20 in month 36 are worth 100 000 and no cent more."""
    fee = PriceLine("Care", None, maintenance_per_month=D("125971.20"), warranty_months=35)
    result = total(fee)
    assert (result.unrounded, result.total) == (100_000, 100_000)
    assert price_per_tpm(result, 1000 / 60) == 100


def test_discounts_are_taken_off_present_values() -> None:
    off = (Discount("care", D("0.25"), DiscountBase.MAINTENANCE), Discount("all", D("0.1")))
    line = replace(ARRAY, maintenance_discount=D("0.2"))
    result = total(line, discounts=off)
    worth = monthly_fee_value_factor(12, EIGHT)
    expected = D(2000) * D("0.9") + D(2) * 50 * worth * D("0.8") * D("0.65")
    assert abs(result.unrounded - expected) < D("1e-20")
    assert result.by_category == (("", D(2000), maintenance_price(line, EIGHT)),)


def test_another_currency_is_converted_after_discounting() -> None:
    sheet = PriceSheet("USD", (ARRAY,))
    basis = PriceBasis(rates=(USD,), discount_rate=EIGHT)
    own, result = total_price(sheet, basis), total_price(sheet, basis, "BRL")
    assert own is not None
    assert result is not None
    assert abs(result.unrounded - own.unrounded * USD.rate) < D("1e-20")
    assert result.undiscounted is not None
    assert (result.undiscounted.total, result.undiscounted.rates) == (D(4400) * USD.rate, (USD,))


def test_off_is_the_price_of_before_to_the_last_digit() -> None:
    result = total(CARE, ARRAY, SETUP, rate=None)
    assert (result.unrounded, result.discount_rate, result.undiscounted) == (7100, None, None)
    plain = total(CARE, ARRAY, SETUP).undiscounted
    assert plain == result


RATES = some.decimals(D("0.0001"), D(1), places=4)
MONTHS = some.integers(0, 40)


@given(RATES, MONTHS)
def test_each_month_is_worth_less_than_the_one_before(rate: Decimal, warranty: int) -> None:
    months = max(0, 36 - warranty)
    worth = monthly_fee_value_factor(warranty, rate)
    least = Fraction(months) / (1 + Fraction(rate)) ** 3
    assert least - Fraction(1, 10**90) <= Fraction(worth) <= months
    assert worth >= monthly_fee_value_factor(warranty, rate + D("0.01"))


@given(RATES, some.integers(0, 24))
def test_a_year_later_is_a_year_more_of_the_rate(rate: Decimal, warranty: int) -> None:
    """Twelve months from w on, less the same a year later: divided by 1 + r again."""
    first = monthly_fee_value_factor(warranty, rate) - monthly_fee_value_factor(
        warranty + 12, rate
    )
    if warranty <= 12:
        second = monthly_fee_value_factor(warranty + 12, rate) - monthly_fee_value_factor(
            warranty + 24, rate
        )
        assert abs(first / (1 + rate) - second) < D("1e-20")
    assert first > 0
