"""Prices that are quoted for a month, a quarter or a year, in headings and in cells."""

from __future__ import annotations

from decimal import Decimal

import pytest

from arraywise.analysis.pricing import total_price
from arraywise.importers.prices.old_reading import FileHints, PriceReading, read_price_sheet


def read(*rows: str) -> PriceReading:
    return read_price_sheet("sheet.csv", "\n".join(rows).encode())


def total(*rows: str) -> Decimal:
    reading = read(*rows)
    assert reading.sheet is not None, [problem.text for problem in reading.problems]
    priced = total_price(reading.sheet)
    assert priced is not None
    return priced.unrounded


def asks(*rows: str) -> list[str]:
    """Return the headings that are asked about."""
    reading = read(*rows)
    assert reading.sheet is None
    assert reading.offer is not None
    return list(reading.offer.money)


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
def test_a_years_support_counts_for_each_piece_and_36_months(heading: str) -> None:
    assert total(f"Description;Unit price;Qty;{heading}", "Array;1000;2;120") == 2720


def test_a_cell_names_its_own_period() -> None:
    rows = ("a;2;120 EUR/month", "b;1;1.200 €/Jahr", "c;1;1.000,50 €", "d;1;EUR 10 per quarter")
    assert total("Description;Qty;Unit price", *rows) == Decimal("13360.50")
    rows = ("a;2;1000;20 EUR/month", "b;1;10;120 EUR p.a.", "c;1;1;")
    care = 2 * 20 * 36 + 120 * 3
    assert total("Description;Qty;Unit price;Support", *rows) == 2011 + care
    rows = ("a;2;1000;20 EUR/month", "c;1;1;7 EUR")
    assert asks("Description;Qty;Unit price;Support", *rows) == ["Support"]
    assert total("Description;Qty;Unit price;Support 36 months", *rows) == 2001 + 1440 + 7


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
    assert any("201 is not" in problem.text for problem in refused.problems)


def test_an_amount_taken_off_fees_needs_its_percentage() -> None:
    refused = read("Description;Qty;Price per month", "a;2;100", "Discount;;-50")
    assert refused.sheet is None
    assert total("Description;Qty;Price per month", "a;2;100", "Discount 10 %;;") == 6480


@pytest.mark.parametrize(
    "heading", ["Maintenance", "Support", "Wartung", "Manutenção", "Maint. (EUR)"]
)
def test_maintenance_for_a_time_that_nothing_tells_is_asked_about(heading: str) -> None:
    assert asks(f"Description;Unit price;Qty;{heading}", "Array;1000;1;120") == [heading]
    text = f"Description;Unit price;Qty;{heading}\nArray;1000;1;120".encode()
    (message,) = (p.text for p in read_price_sheet("a.csv", text).problems if p.line == 1)
    assert f'Column "{heading}" (D1)' in message
    assert f'--map "maintenance={heading}"' in message
    for name, whole in (("maintenance", 1120), ("maintenance_per_year", 1360)):
        settled = read_price_sheet("a.csv", text, FileHints(mapping={name: heading})).sheet
        assert settled is not None
        priced = total_price(settled)
        assert priced is not None
        assert priced.unrounded == whole


def test_maintenance_of_nothing_is_not_asked_about() -> None:
    rows = ("Description;Unit price;Qty;Maintenance", "Array;1000;1;", "Rack;5;1;0", "Shelf;6;1;-")
    assert total(*rows) == 1011


@pytest.mark.parametrize(("printed", "whole"), [(275, 275), (325, 325), (550, 550), (1150, 1150)])
def test_a_printed_total_tells_for_how_long_maintenance_is(printed: int, whole: int) -> None:
    head = "Description;Unit Price;Qty;Extended Price;Maintenance"
    rows = ("Array;100;2;200;20", "Shelf;50;1;50;5", "Total;;;250;25")
    if printed == 550:
        printed = whole = 250 + 12 * 25
    reading = read(head, *rows, f"36-month price;;;{printed};")
    assert (printed, reading.sheet is not None) == (whole, True)
    assert total(head, *rows, f"36-month price;;;{printed};") == whole
    message = [p.text for p in reading.problems]
    assert any("fits a printed total" in text for text in message)
    assert not any("converted to 36" in text for text in message)


def test_a_printed_total_that_no_period_explains_decides_nothing() -> None:
    head = "Description;Unit Price;Qty;Extended Price;Maintenance"
    rows = ("Array;100;2;200;20", "Total;;;200;20")
    assert asks(head, *rows) == ["Maintenance"]
    assert asks(head, *rows, "36-month price;;;999;") == ["Maintenance"]


@pytest.mark.parametrize("heading", ["Maintenance/{0}", "Support per {0}", "Subscription/{0}"])
@pytest.mark.parametrize(("period", "times"), [("month", 36), ("quarter", 12), ("year", 3)])
def test_one_rule_says_whether_fees_are_for_a_piece_or_the_line(
    heading: str, period: str, times: int
) -> None:
    """By the heading, then by a printed figure, then by the place of the column."""
    fee = heading.format(period)
    plain = f"Description;Unit Price;Qty;{fee}"
    beside = f"Description;Unit Price;Qty;Extended Price;{fee}"
    assert total(plain, "Array;100;2;20") == 200 + 40 * times
    assert total(beside, "Array;100;2;200;20") == 200 + 20 * times
    for each in ("unit", "per piece", "each", "pro Stück", "por unidade"):
        assert total(f"{beside}, {each}", "Array;100;2;200;20") == 200 + 40 * times
    for line in ("per line", "pro Position", "por linha"):
        assert total(f"{plain} {line}", "Array;100;2;20") == 200 + 20 * times
    whole = f"Total;;;200;40\n36-month price;;;{200 + 40 * times};"
    assert total(beside, "Array;100;2;200;20", whole) == 200 + 40 * times
    assert total(beside, "Array;100;2;200;20", "Total;;;200;40") == 200 + 40 * times
    assert total(f"{plain};36 months", f"Array;100;2;20;{200 + 20 * times}") == 200 + 20 * times


def test_how_fees_of_several_pieces_were_read_is_said() -> None:
    def message(*rows: str) -> str:
        return " ".join(p.text for p in read(*rows).problems if "fees below" in p.text)

    plain, beside = "Description;Unit Price;Qty;Annual support", "Extended Price;Annual support"
    assert "times the quantity" in message(plain, "Array;100;2;20")
    assert "follow the extended price" in message(
        plain.replace("Annual support", beside), "Array;100;2;200;20"
    )
    assert message(plain, "Array;100;1;20") == ""
    assert message(f"{plain} each", "Array;100;2;20") == ""
    confirmed = message(f"{plain};36 months", "Array;100;2;20;260")
    assert "per line (fits a printed total)" in confirmed


def test_a_column_of_totals_that_no_reading_explains_is_asked_about() -> None:
    head = "Description;Unit Price;Qty;Maintenance/month;Total cost 36 months"
    assert asks(head.replace("Total cost", "Cost"), "Array;100;2;20;999") == ["Cost 36 months"]


def test_maintenance_of_one_piece_for_36_months_is_multiplied() -> None:
    head = "Description;Unit Price;Qty;3-year maintenance per piece"
    assert total(head, "Array;100;2;20") == 240


@pytest.mark.parametrize(
    ("heads", "units", "line", "whole"),
    [
        ("Description;Unit price;Qty;Maintenance", ";EUR;pcs;EUR/month", "Array;100;2;20", 1640),
        ("Description;Unit price;Qty;Maintenance", "-;EUR;-;EUR/year", "Array;100;2;20", 320),
        ("Beschreibung;Preis;Menge;Wartung", ";€;Stk;€/Monat pro Zeile", "Array;100;2;20", 920),
        ("Descrição;Preço;Qtd;Suporte", ";R$;un;R$/trimestre", "Array;100;2;20", 680),
        ("Description;Price;Qty;Maintenance", ";USD/month;pcs;3 years", "Array;100;2;20", 7220),
        ("Description;Price;Qty;Warranty", ";EUR;;years", "Array;100;2;3", 200),
        ("Description;Price;Qty;Discount", ";EUR;;%", "Array;100;2;1", 198),
    ],
)
def test_a_row_of_units_below_the_headings_says_what_they_would(
    heads: str, units: str, line: str, whole: int
) -> None:
    assert total(heads, units, line) == whole
    reading = read("Offer 7", heads, units, line)
    assert reading.sheet is not None
    assert [each.row for each in reading.sheet.lines] == [4]
    code = {"€": "EUR", "R$": "BRL", "EUR": "EUR", "USD/month": "USD"}[units.split(";")[1]]
    assert reading.sheet.currency == code


def test_a_row_of_units_without_a_period_does_not_hide_the_question() -> None:
    heads, units = "Description;Unit price;Qty;Maintenance", ";EUR;pcs;EUR"
    assert asks(heads, units, "Array;100;2;20") == ["Maintenance (EUR)"]


def test_a_column_of_money_without_a_heading_is_asked_about_by_its_letter() -> None:
    rows = ("Description;Unit price;Qty;", "Array;100;2;20 EUR")
    assert asks(*rows) == ["D"]
    assert asks("Description;Unit price;Qty", rows[1]) == ["D"]
    for head in (rows[0], "Description;Unit price;Qty"):
        text = "\n".join((head, rows[1])).encode()
        for mapping, whole in (({"maintenance": "D"}, 220), ({"leave_out": "d"}, 200)):
            settled = read_price_sheet("a.csv", text, FileHints(mapping=mapping)).sheet
            assert settled is not None
            priced = total_price(settled)
            assert priced is not None
            assert priced.unrounded == whole
