"""Tables that are pasted with headings of their own."""

from __future__ import annotations

import pytest

from arraywise.usecases.paste_prices import HeadedLines, parse_table_with_headings


def headed(*rows: list[str], currency: str = "EUR") -> HeadedLines:
    table = parse_table_with_headings(rows, currency)
    assert table is not None
    return table


def lines_of(table: HeadedLines) -> list[dict[str, str]]:
    assert table.undecided_reading is None
    assert not table.errors
    return [{key: text for key, text in line if text} for line in table.lines]


def test_columns_go_by_their_headings_wherever_they_stand() -> None:
    head = ["Qty", "Item", "Price each (USD)"]
    table = headed(["Offer 7", "", ""], head, ["2", "Array", "9"], ["", "", ""])
    (line,) = lines_of(table)
    assert (line["quantity"], line["description"], line["unit_price"]) == ("2", "Array", "9")
    assert line["currency"] == "USD"
    assert table.left_out == ()


@pytest.mark.parametrize(
    ("heading", "figure", "key", "text"),
    [
        ("Annual maintenance", "120", "maintenance", "360"),
        ("Maintenance/month", "120", "per_month", "120"),
        ("3-Yr Maint. Price", "120", "maintenance", "120"),
        ("Warranty (years)", "3", "warranty", "36"),
        ("Warranty, months", "36", "warranty", "36"),
        ("Discount", "0.15", "discount", "15"),
        ("Discount %", "15", "discount", "15"),
        ("Discount", "15%", "discount", "15"),
    ],
)
def test_figures_are_turned_to_the_units_of_the_grid(
    heading: str, figure: str, key: str, text: str
) -> None:
    head = ["Item", "Qty", "Unit price", heading]
    (line,) = lines_of(headed(head, ["Array", "1", "9", figure]))
    assert line[key] == text
    assert line["unit_price"] == "9"


def test_money_that_no_column_takes_is_asked_about_and_decided() -> None:
    rows = [["Item", "Qty", "Unit price", "Zwirbel"], ["Array", "1", "9", "300.50"]]
    table = headed(*rows)
    assert table.lines == ()
    assert table.undecided_reading is not None
    (question,) = table.undecided_reading.questions
    unused = next(a for a in question.answers if a.code == "unused")
    settled = parse_table_with_headings(rows, "EUR", unused.decisions)
    assert settled is not None
    assert dict(settled.lines[0])["unit_price"] == "9"


def test_a_pasted_line_that_contradicts_itself_is_asked_about() -> None:
    rows = [
        ["Item", "Qty", "Unit price", "Total"],
        ["Array", "2", "9", "120"],
        ["B", "2", "5", "10"],
    ]
    table = headed(*rows)
    assert table.undecided_reading is not None
    assert [a.code for a in table.undecided_reading.questions[0].answers] == [
        "printed",
        "computed",
    ]


def test_cells_without_headings_go_in_as_they_stand() -> None:
    assert parse_table_with_headings([["Array", "A-1", "2"], ["Rack", "R-1", "1"]], "EUR") is None


def test_sums_discounts_and_headings_are_no_lines() -> None:
    table = headed(
        ["Item", "Part no.", "Unit price", "Qty", "Extended", "3-Yr Maint. Price"],
        ["Storage", "", "", "", "", ""],
        ["Array", "A-1", "100", "2", "200", "30"],
        ["Disk", "D-1", "10", "3", "30", "Spared"],
        ["Subtotal", "", "", "", "230", "30"],
        ["Services", "", "", "", "", ""],
        ["Installation", "", "5", "", "5", "included"],
        ["Discount 8 %", "", "", "", "-18.80", ""],
        ["Total", "", "", "", "216.20", "30"],
        ["3-year cost of ownership", "", "", "", "246.20", ""],
    )
    array = {"part": "A-1", "unit_price": "100", "quantity": "2", "maintenance": "30"}
    disk = {"part": "D-1", "unit_price": "10", "quantity": "3", "spares": "included"}
    services = {"unit_price": "5", "quantity": "1", "category": "Services"}
    assert lines_of(table) == [
        {"description": "Array", "category": "Storage"} | array,
        {"description": "Disk", "category": "Storage"} | disk,
        {"description": "Installation"} | services,
    ]
    sums = ("Subtotal", "Total", "3-year cost of ownership")
    assert table.rows_left_out == (sums[0], "Discount 8 %", *sums[1:])


def test_one_piece_that_prints_its_sum_alone_has_that_price() -> None:
    head = ["Item", "Qty", "Unit price", "Extended"]
    rows = [["Setup", "1", "", "500"], ["Disk", "3", "10", "30"], ["Rack", "1", "", "included"]]
    assert [line["unit_price"] for line in lines_of(headed(head, *rows))] == ["500", "10", "0"]


HEAD = ["Item", "Qty", "Unit price", "Extended price", "3-Yr Maint. Price"]


def test_formulas_stay_formulas_in_columns_of_the_same_units() -> None:
    rows = [["Array", "=1+1", "=10*9", "=B2*C2", "70"], ["Disk", "3", "5", "=B3*C3", ""]]
    array, disk = lines_of(headed(HEAD, *rows))
    assert (array["quantity"], array["unit_price"]) == ("=1+1", "=10*9")
    assert (disk["quantity"], disk["unit_price"]) == ("3", "5")


def test_formulas_for_another_time_cannot_be_pasted_as_they_are() -> None:
    rows = [["Item", "Qty", "Unit price", "Annual support per line"], ["Array", "2", "9", "=B2/2"]]
    table = headed(*rows)
    assert table.lines == ()
    assert "Paste their values" in str(table.errors[0])


def test_a_pasted_row_of_units_belongs_to_the_headings() -> None:
    head = ["Item", "Qty", "Unit price", "Maintenance"]
    table = headed(head, ["", "pcs", "USD", "USD/month, per unit"], ["Array", "2", "9", "20"])
    (line,) = lines_of(table)
    assert (line["unit_price"], line["per_month"], line["currency"]) == ("9", "20", "USD")


@pytest.mark.parametrize(
    "headings",
    [
        ["Description", "Qty", "Unit price EUR", "Maintenance a unit and month EUR", "Maint. total EUR/36 months"],  # noqa: E501
        ["Beschreibung", "Menge", "Preis EUR pro St\u00fcck", "Wartung EUR/Monat pro St\u00fcck", "Wartung gesamt EUR/36 Monate"],  # noqa: E501
    ],
)  # fmt: skip
def test_the_titles_of_the_sheet_itself_are_understood(headings: list[str]) -> None:
    (line,) = lines_of(headed(headings, ["Array", "2", "10", "5", "70"]))
    assert line == {
        "description": "Array", "quantity": "2", "unit_price": "10", "per_month": "5",
        "maintenance": "70",
    }  # fmt: skip
