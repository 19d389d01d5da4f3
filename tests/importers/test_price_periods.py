"""Prices that are quoted for a month, a quarter or a year, in headings and in cells."""

from __future__ import annotations

from decimal import Decimal

import pytest

from arraywise.analysis.pricing import total_price
from arraywise.importers.prices import PriceReading, read_price_sheet


def read(*rows: str) -> PriceReading:
    return read_price_sheet("sheet.csv", "\n".join(rows).encode())


def total(*rows: str) -> Decimal:
    reading = read(*rows)
    assert reading.sheet is not None, [problem.text for problem in reading.problems]
    priced = total_price(reading.sheet)
    assert priced is not None
    return priced.unrounded


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("Monthly fee", 2 * 120 * 36),
        ("Unit price per month", 2 * 120 * 36),
        ("Preis/Monat", 2 * 120 * 36),
        ("por mês", 2 * 120 * 36),
        ("mensal", 2 * 120 * 36),
        ("monatlich", 2 * 120 * 36),
        ("trimestral", 2 * 120 * 12),
        ("Gebühr pro Quartal", 2 * 120 * 12),
        ("Subscription/yr", 2 * 120 * 3),
        ("pro Jahr", 2 * 120 * 3),
        ("ao ano", 2 * 120 * 3),
        ("jährlich", 2 * 120 * 3),
    ],
)
def test_a_price_by_the_period_counts_for_36_months(heading: str, expected: int) -> None:
    assert total(f"Description;Qty;{heading}", "Array;2;120") == expected
    beside = total(f"Description;Unit price;Qty;{heading}", "Array;1000;2;120")
    assert beside == 2000 + expected


@pytest.mark.parametrize(
    "heading", ["Support per year", "Annual support", "Maintenance p.a.", "Suporte ao ano"]
)
def test_a_years_support_is_turned_to_36_months(heading: str) -> None:
    assert total(f"Description;Unit price;Qty;{heading}", "Array;1000;2;120") == 2360


def test_a_cell_names_its_own_period() -> None:
    rows = ("a;2;120 EUR/month", "b;1;1.200 €/Jahr", "c;1;1.000,50 €", "d;1;EUR 10 per quarter")
    assert total("Description;Qty;Unit price", *rows) == Decimal("13360.50")
    rows = ("a;2;1000;20 EUR/month", "b;1;10;120 EUR p.a.", "c;1;1;7 EUR")
    care = 2 * 20 * 36 + 120 * 3 + 7
    assert total("Description;Qty;Unit price;Support", *rows) == 2011 + care


def test_fees_of_an_odd_amount_are_exact() -> None:
    assert total("Description;Qty;Fee per year", "a;7;0.10") == Decimal("2.10")


def test_a_discount_on_a_line_reduces_its_fee() -> None:
    rows = ("Description;Qty;Price per month;Discount %", "a;2;100;10")
    assert total(*rows) == 6480


def test_a_discount_on_maintenance_leaves_the_fee() -> None:
    rows = (
        "Description;Qty;Price per month;Maintenance discount %;Support/month",
        "a;2;100;10;50",
    )
    assert total(*rows) == 7200 + Decimal("3240")


def test_a_printed_sum_of_fees_follows_for_a_month_or_for_all() -> None:
    head = "Description;Qty;Price per month;Total"
    assert total(head, "a;2;100;200", "b;2;10;720") == 7920
    refused = read(head, "a;2;100;201")
    assert refused.sheet is None
    assert any("201 does not follow" in problem.text for problem in refused.problems)


def test_an_amount_taken_off_fees_needs_its_percentage() -> None:
    refused = read("Description;Qty;Price per month", "a;2;100", "Discount;;-50")
    assert refused.sheet is None
    assert total("Description;Qty;Price per month", "a;2;100", "Discount 10 %;;") == 6480
