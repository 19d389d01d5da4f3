"""How often amounts are paid: by headings, cells, units, rows, and printed totals."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from arraywise.domain.quotes import NO_DECISIONS, ColumnRole, Period, QuoteState
from tests.importers.prices.readings import asks, read, read_rows, sheet_of, total


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("Unit price per month", 2 * 120 * 36),
        ("Preis/Monat pro St\u00fcck", 2 * 120 * 36),
        ("por m\u00eas por unidade", 2 * 120 * 36),
        ("monatlich je St\u00fcck", 2 * 120 * 36),
        ("trimestral por unidade", 2 * 120 * 12),
        ("Unit fee half-yearly", 2 * 120 * 6),
        ("Subscription/yr each", 2 * 120 * 3),
        ("St\u00fcckpreis pro Jahr", 2 * 120 * 3),
        ("Unit price, one-time", 2 * 120),
    ],
)
def test_a_price_by_the_period_counts_for_36_months(heading: str, expected: int) -> None:
    assert total(f"Description;Qty;{heading}", "Array;2;120", "Disk;1;0") == expected


@pytest.mark.parametrize("heading", ["Monthly fee", "Price", "pro Jahr", "mensal"])
def test_a_price_of_a_piece_or_of_the_line_is_asked(heading: str) -> None:
    """Catches a guess: nothing says whether 120 is for one of the two pieces."""
    assert asks(f"Description;Qty;{heading}", "Array;2;120", "Disk;3;10") == ["scope-C"]


def test_a_cell_names_its_own_period() -> None:
    rows = (
        "a;2;120 EUR/month",
        "b;1;1.200 \u20ac/Jahr",
        "c;1;1.000,50 \u20ac",
        "d;1;EUR 10 per quarter",
    )
    assert total("Description;Qty;Unit price", *rows) == Decimal("13360.50")


@pytest.mark.parametrize(
    ("value", "months"),
    [("monthly", 36), ("mtl.", 36), ("p.a.", 3), ("j\u00e4hrlich", 3), ("viertelj\u00e4hrlich", 12),  # noqa: E501
     ("semestral", 6), ("por m\u00eas", 36), ("one-time", 1), ("einmalig", 1)],
)  # fmt: skip
def test_a_column_of_values_says_the_period_under_any_heading(value: str, months: int) -> None:
    rows = ("Text;Qty;Unit price;Ext. price;Zwirbel", f"a;2;100;200;{value}", f"b;3;10;30;{value}")
    assert total(*rows, "Total;;;230;") == 230 * months


def test_a_billing_word_that_nobody_knows_is_asked() -> None:
    rows = ("Text;Qty;Unit price;Ext. price;Billing", "a;2;100;200;fnord", "b;3;10;30;fnord")
    assert asks(*rows, "Total;;;230;") == ["codes-E"]


def test_words_of_status_are_asked_about_only_where_no_sum_proves_which_rows_count() -> None:
    """Without a sum a row that was withdrawn may be bought, which no other test asks about."""
    head = "Text;Status;Qty;Unit price;Ext. price"
    rows = ("a;quoted;2;100;200", "b;quoted;3;10;30", "c;(withdrawn);1;70;(70)")
    assert total(head, *rows, "Total;;;;230") == 230
    plain = [row.replace("(", "").replace(")", "") for row in rows]
    assert "codes-B" in asks(head, *plain)
    assert "codes-E" in asks(
        "Text;Qty;Unit price;Ext. price;Billing",
        "a;2;100;200;standard", "b;3;10;30;standard", "Total;;;230;",
    )  # fmt: skip


def test_a_product_that_is_called_monthly_is_not_paid_monthly() -> None:
    rows = (
        "Descri\u00e7\u00e3o;Qtd;Pre\u00e7o unit\u00e1rio;Total",
        "M\u00f3dulo de fechamento mensal;2;100;200",
    )
    assert asks(*rows, "Total;;;200") == ["support-"]


def test_months_in_the_quantity_are_a_term() -> None:
    reading = read_rows(
        "Pos;Text;Menge;Einzelpreis;Gesamt", "1;Array;1;139000;139000",
        "2;Support 24x7;36 Monate;1306;47016", ";Summe netto;;;186016",
    )  # fmt: skip
    assert reading.state is QuoteState.CLOSES
    array, support = sheet_of(reading).lines
    assert (array.unit_price, array.maintenance) == (139000, None)
    assert (support.unit_price, support.maintenance) == (None, 47016)


def test_support_without_a_time_is_asked_and_answered() -> None:
    text = "Text;Qty;Unit price;Amount\nArray;2;100;200\nHardware support;1;90;90\nTotal;;;290\n"
    (question,) = read(text).questions
    assert question.code == "support-"
    prices = {answer.code: answer.price for answer in question.answers}
    assert prices == {"term": 290, "year": 200 + 270, "month": 200 + 90 * 36}
    settled = read(text, question.answers[1].decisions)
    assert (settled.state, settled.price) == (QuoteState.CLOSES, 470)


def test_another_term_than_36_months_is_asked() -> None:
    rows = (
        "Text;Qty;Unit price;Amount",
        "Array;2;100;200",
        "Support, 12 months;1;90;90",
        "Total;;;290",
    )
    (question,) = read_rows(*rows).questions
    assert {a.code: a.price for a in question.answers} == {"convert": 470, "as printed": 290}


@pytest.mark.parametrize("heading", ["Maintenance", "Support", "Wartung", "Manuten\u00e7\u00e3o"])
def test_maintenance_for_a_time_that_nothing_tells_is_asked_about(heading: str) -> None:
    rows = (f"Description;Unit price;Qty;{heading}", "Array;1000;1;120", "Disk;10;1;5")
    assert asks(*rows) == ["time-D"]
    answers = {"time-D": "year"}
    settled = read("\n".join(rows), replace(NO_DECISIONS, answers=answers))
    assert settled.price == 1010 + 3 * 125


@pytest.mark.parametrize("whole", [250 + 25, 250 + 3 * 25, 250 + 12 * 25, 250 + 36 * 25])
def test_a_printed_total_tells_for_how_long_maintenance_is(whole: int) -> None:
    head = "Description;Unit Price;Qty;Extended Price;Maintenance per line"
    rows = ("Array;100;2;200;20", "Shelf;50;1;50;5", "Total;;;250;25")
    assert total(head, *rows, f"36-month price;;;{whole};") == whole


@pytest.mark.parametrize("heading", ["Maintenance/{0}", "Support per {0}", "Wartung pro {0}"])
@pytest.mark.parametrize(("period", "times"), [("month", 36), ("quarter", 12), ("year", 3)])
def test_fees_of_a_piece_or_the_line_by_words_or_totals_or_asked(
    heading: str, period: str, times: int
) -> None:
    beside = f"Description;Unit Price;Qty;Extended Price;{heading.format(period)}"
    assert asks(beside, "Array;100;2;200;20") == ["scope-E"]
    for each in ("unit", "per piece", "each", "pro St\u00fcck", "por unidade"):
        assert total(f"{beside}, {each}", "Array;100;2;200;20") == 200 + 40 * times
    for line in ("per line", "pro Zeile", "por linha"):
        assert total(f"{beside} {line}", "Array;100;2;200;20") == 200 + 20 * times
    assert total(beside, "Array;100;2;200;20", "Total;;;200;40") == 200 + 40 * times
    assert total(beside, "Array;100;2;200;20", "Total;;;200;20") == 200 + 20 * times


def test_a_share_of_the_price_a_year_is_maintenance() -> None:
    rows = (
        "Text;Qty;Unit price;Amount;Maintenance % p.a.",
        "Array;2;100;200;10 %",
        "Disk;3;10;30;10 %",
    )
    assert total(*rows, "Total;;;230;") == 230 + 3 * 23


def test_sums_for_a_year_and_for_36_months_follow() -> None:
    head = "Text;Qty;Unit price per month;Amount per month"
    rows = ("a;2;100;200", "b;3;10;30", "Total per month;;;230", "Total p.a.;;;2760")
    assert total(head, *rows, "Total 36 months;;;8280") == 8280


@pytest.mark.parametrize(
    ("heads", "units", "line", "whole"),
    [
        ("Description;Unit price;Qty;Maintenance", ";EUR;pcs;EUR/month per unit", "Array;100;2;20", 1640),  # noqa: E501
        ("Beschreibung;St\u00fcckpreis;Menge;Wartung", ";\u20ac;Stk;\u20ac/Monat pro Zeile", "Array;100;2;20", 920),  # noqa: E501
        ("Description;Unit price;Qty;Maintenance", ";USD/month;pcs;3 years", "Array;100;2;20", 7220),  # noqa: E501
        ("Description;Unit price;Qty;Warranty", ";EUR;;years", "Array;100;2;3", 200),
        ("Description;Unit price;Qty;Discount", ";EUR;;%", "Array;100;2;1", 198),
    ],
)  # fmt: skip
def test_a_row_of_units_below_the_headings_says_what_they_would(
    heads: str, units: str, line: str, whole: int
) -> None:
    reading = read_rows("Offer 7", heads, units, line)
    assert [each.row for each in sheet_of(reading).lines] == [4]
    assert reading.price == whole


def test_the_period_of_a_column_may_be_decided() -> None:
    text = "Description;Unit price;Qty;Setup\nArray;100;2;20 EUR\nDisk;10;1;5 EUR\n"
    decisions = replace(
        NO_DECISIONS,
        column_roles={("", 3): ColumnRole.AMOUNT},
        column_periods={("", 3): Period.YEAR},
    )
    assert read(text, decisions).price == 210 + 75
