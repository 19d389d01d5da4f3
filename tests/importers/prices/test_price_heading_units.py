"""What headings of a price sheet say of the figures below them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.importers.prices.readings import read, read_rows, said, sheet_of

D = Decimal


def read(*rows: str) -> PriceReading:
    return read_price_sheet("own.csv", "\n".join(rows).encode())


def said(reading: PriceReading) -> str:
    return " ".join(problem.text for problem in reading.problems)


@pytest.mark.parametrize("heading", ["Discount %", "Discount (%)", "Rabatt %", "Discount percent"])
def test_one_per_cent_is_not_everything(heading: str) -> None:
    reading = read(f"Description,Unit Price,Qty,{heading}", "a,1000,1,1", "b,1000,1,15")
    assert reading.sheet is not None
    assert [line.discount for line in reading.sheet.lines] == [D("0.01"), D("0.15")]


def test_bare_figures_are_percentages_where_one_of_them_can_be_nothing_else() -> None:
    reading = read("Description,Unit Price,Qty,Discount", "a,1000,1,1", "b,1000,1,15")
    assert reading.sheet is not None
    assert [line.discount for line in reading.sheet.lines] == [D("0.01"), D("0.15")]


def test_shares_below_a_heading_of_percent_are_told() -> None:
    reading = read("Description,Unit Price,Qty,Discount %", "a,1000,1,0.15")
    assert reading.sheet is not None
    assert reading.sheet.lines[0].discount == D("0.15")
    assert "read as shares" in said(reading)


@pytest.mark.parametrize(
    ("heading", "maintenance"),
    [
        ("Maintenance per year", 360),
        ("Wartung pro Jahr", 360),
        ("Manuten\u00e7\u00e3o anual", 360),
        ("5-year maintenance", 72),
        ("3-Yr Maint. Price", 120),
        ("Maintenance 36 months", 120),
    ],
)
def test_maintenance_is_turned_to_36_months(heading: str, maintenance: int) -> None:
    reading = read(f"Description,Unit Price,Qty,{heading}", "a,1000,1,120")
    assert reading.sheet is not None
    assert reading.sheet.lines[0].maintenance == maintenance
    assert ("converted to 36" in said(reading)) == (maintenance != 120)


def test_a_yearly_fee_begins_when_a_warranty_in_years_ends() -> None:
    head = "Description,Unit Price,Qty,Annual maintenance,Warranty (years)"
    reading = read(head, "a,1000,1,120,1", "b,1000,1,120,3", "Total,2000,,240,")
    assert reading.sheet is not None
    assert [line.warranty_months for line in reading.sheet.lines] == [12, 36]
    assert [line.maintenance for line in reading.sheet.lines] == [240, 0]


def test_blank_currencies_are_not_that_of_another_line() -> None:
    head = "Description,Unit Price,Qty,Currency"
    mixed = read(head, "local array,100000,1,", "imported switch,1000,1,EUR")
    assert mixed.sheet is not None
    assert mixed.sheet.currency == ""
    assert [line.currency for line in mixed.sheet.lines] == ["", "EUR"]
    whole = read(head, "array,100000,1,EUR", "switch,1000,1,EUR")
    assert whole.sheet is not None
    assert whole.sheet.currency == "EUR"


def test_a_net_price_alone_may_be_discounted_twice_which_is_told() -> None:
    reading = read("Description,Unit Price,Qty,Discount,Extended", "array,,2,10%,1800")
    assert "discount applied to the extended price" in said(reading)


def test_a_misprint_names_the_figure_that_counts() -> None:
    rows = "Description,Unit Price,Qty,Discount,Extended\narray,1000,2,100,1900"
    reading = read_price_sheet("own.csv", rows.encode(), FileHints(extended="computed"))
    assert "nor 0 after 100 % discount" in said(reading)


def test_what_is_wrong_with_a_discount_is_said_once() -> None:
    reading = read("Description,Unit Price,Qty,Discount,Extended", "array,,2,much,1800")
    assert [p.text for p in reading.problems if "much" in p.text] == [
        'Cell D2: "much" is not a number.'
    ]


@pytest.mark.parametrize(
    "heading",
    [
        "Maintenance/month",
        "Support/month",
        "Support /mo",
        "Maintenance p.m.",
        "Wartung/Monat",
        "Maint. EUR/month",
        "Manutenção/mês",
        "Maintenance per month",
    ],
)
def test_a_monthly_fee_is_never_a_total(heading: str) -> None:
    reading = read(f"Description,Unit Price,Qty,{heading}", "a,1000,1,980")
    assert reading.sheet is not None
    line = reading.sheet.lines[0]
    assert (line.maintenance, line.maintenance_per_month) == (None, 980)


@pytest.mark.parametrize("heading", ["Maintenance (36 months)", "Wartung 36 Monate"])
def test_a_fee_for_36_months_is_a_total(heading: str) -> None:
    reading = read(f"Description,Unit Price,Qty,{heading}", "a,1000,1,980")
    assert reading.sheet is not None
    line = reading.sheet.lines[0]
    assert (line.maintenance, line.maintenance_per_month) == (980, None)


@pytest.mark.parametrize(
    "heading", ["Maintenance per quarter", "Wartung vierteljährlich", "Suporte trimestral"]
)
def test_a_quarterly_fee_is_turned_to_36_months(heading: str) -> None:
    reading = read(f"Description,Unit Price,Qty,{heading}", "a,1000,1,10")
    assert reading.sheet is not None
    assert reading.sheet.lines[0].maintenance == 120
