"""What headings of a quote say of the figures below them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from arraywise.domain.quotes import ColumnRole, QuoteState
from tests.importers.prices.readings import asks, read_rows, sheet_of, total

D = Decimal


@pytest.mark.parametrize("heading", ["Discount %", "Discount (%)", "Rabatt %", "Discount percent"])
def test_one_per_cent_is_not_everything(heading: str) -> None:
    reading = read_rows(f"Description,Unit Price,Qty,{heading}", "a,1000,1,1", "b,1000,1,15")
    assert [line.discount for line in sheet_of(reading).lines] == [D("0.01"), D("0.15")]


def test_bare_figures_are_percentages_where_one_of_them_can_be_nothing_else() -> None:
    reading = read_rows("Description,Unit Price,Qty,Discount", "a,1000,1,1", "b,1000,1,15")
    assert [line.discount for line in sheet_of(reading).lines] == [D("0.01"), D("0.15")]


@pytest.mark.parametrize(
    ("heading", "maintenance"),
    [
        ("Maintenance per year", 360),
        ("Wartung pro Jahr", 360),
        ("Manuten\u00e7\u00e3o anual", 360),
        ("3-Yr Maint. Price", 120),
        ("Maintenance 36 months", 120),
    ],
)
def test_maintenance_is_turned_to_36_months(heading: str, maintenance: int) -> None:
    reading = read_rows(f"Description,Unit Price,Qty,{heading}", "a,1000,1,120", "b,5,1,0")
    assert sheet_of(reading).lines[0].maintenance == maintenance


def test_maintenance_for_another_term_is_asked() -> None:
    assert asks("Description,Unit Price,Qty,5-year maintenance", "a,1000,1,120") == ["term-"]


def test_a_yearly_fee_begins_when_a_warranty_in_years_ends() -> None:
    head = "Description,Unit Price,Qty,Annual maintenance,Warranty (years)"
    sheet = sheet_of(read_rows(head, "a,1000,1,120,1", "b,1000,1,120,3", "Total,2000,,240,"))
    assert [line.warranty_months for line in sheet.lines] == [12, 36]
    assert [line.maintenance for line in sheet.lines] == [240, 0]


def test_blank_currencies_are_not_that_of_another_line() -> None:
    head = "Description,Unit Price,Qty,Currency"
    mixed = sheet_of(read_rows(head, "local array,100000,1,", "imported switch,1000,1,EUR"))
    assert mixed.currency == ""
    assert [line.currency for line in mixed.lines] == ["", "EUR"]
    whole = sheet_of(read_rows(head, "array,100000,1,EUR", "switch,1000,1,EUR"))
    assert whole.currency == "EUR"


@pytest.mark.parametrize(
    "heading",
    [
        "Maintenance/month per unit", "Support /mo each", "Maintenance p.m. per piece",
        "Wartung/Monat pro St\u00fcck", "Manuten\u00e7\u00e3o/m\u00eas por unidade",
    ],
)  # fmt: skip
def test_a_monthly_fee_is_never_a_total(heading: str) -> None:
    reading = read_rows(f"Description,Unit Price,Qty,{heading}", "a,1000,2,980")
    (line,) = sheet_of(reading).lines
    assert (line.maintenance, line.maintenance_per_month) == (None, 980)


@pytest.mark.parametrize(
    "title",
    ["All prices in TEUR", "Werte in k\u20ac", "Betr\u00e4ge in Tsd. EUR", "Valores em R$ mil"],
)
def test_thousands_in_a_title_or_a_heading_are_read(title: str) -> None:
    rows = ("Text;Qty;Unit price;Amount", "a;2;1.5;3", "b;4;10;40", "Total;;;43")
    assert total(title, *rows) == 43000
    assert total("Text;Qty;Unit price (TEUR);Amount (TEUR)", *rows[1:]) == 43000


def test_a_price_for_a_hundred_pieces_is_read_by_its_identity() -> None:
    rows = (
        "Text;Qty;Unit price;Amount",
        "a;150;50.00;75.00",
        "b;375;200.00;750.00",
        "Total;;;825.00",
    )
    assert total(*rows) == 825
    head = "Text;Qty;Unit price;Per;Amount"
    assert total(head, "a;150;50.00;100;75.00", "b;3;200.00;1;600.00", "Total;;;;675.00") == 675


def test_list_price_discount_and_net_price_stand_beside_each_other() -> None:
    head = "Text;Qty;List price;Disc. %;Net price;Ext. net;VAT %;Gross amount"
    rows = ("a;3;31000;35;20150;60450;19;71935.50", "b;2;25000;42;14500;29000;19;34510")
    reading = read_rows(head, *rows, "Total;;;;;89450;;106445.50")
    assert (reading.state, reading.price) == (QuoteState.CLOSES, 89450)
    roles = [column.role for column in reading.sheets[0].columns]
    assert roles[1:] == [
        ColumnRole.QUANTITY, ColumnRole.LIST_PRICE, ColumnRole.DISCOUNT, ColumnRole.UNIT_PRICE,
        ColumnRole.AMOUNT, ColumnRole.TAX_RATE, ColumnRole.GROSS_AMOUNT,
    ]  # fmt: skip


def test_identities_decide_against_words() -> None:
    """Catches words that win: the column called total holds the price of one piece."""
    rows = (
        "Blarg;Zwumm;Foo;Bar",
        "Array;2;1000;2000",
        "Disk;3;10;30",
        "Rack;4;7;28",
        "Quux;;;2058",
    )
    assert total(*rows) == 2058


def test_two_rows_of_headings_are_one() -> None:
    rows = (";Price;Price;", "Text;per unit;total;Qty", "a;100;200;2", "b;10;30;3", "Sum;;230;")
    assert total(*rows) == 230


def test_two_columns_that_sums_add_up_are_asked_about_where_no_product_proves_one() -> None:
    """Amounts with and without tax under headings that nobody knows, printed without cents."""
    codes = asks(
        "Falp;Meick;Snock;Wosh;Quauf",
        "Training, 2 days;10;10;20;12.00",
        "Cable 5 m;3915;3915;20;4698.00",
        "Moving of data;394;394;20;472.80",
        "Drei;;4319;;5182.80",
    )
    assert "column-C" in codes


def test_money_that_no_column_explains_is_asked_about() -> None:
    assert asks("Description;Unit price;Qty;Zwirbel", "Array;1000;2;337.50", "b;5;1;12.25") == [
        "column-D"
    ]


def test_amounts_beside_each_other_are_a_choice_unless_a_sum_adds_them() -> None:
    rows = ("Text;On demand USD;1-year commitment USD", "a;100;80", "b;50;40", "Total;150;120")
    assert not read_rows(*rows).state.gives_price


def test_years_across_add_up() -> None:
    rows = (
        "Text;Year 1;Year 2;Year 3;Total",
        "a;100;110;120;330",
        "b;10;10;10;30",
        "Sum;110;120;130;360",
    )
    assert total(*rows) == 360
