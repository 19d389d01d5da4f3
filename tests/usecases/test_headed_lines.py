"""Tables that are pasted with headings of their own."""

from __future__ import annotations

import pytest

from arraywise.importers.prices.old_reading import FileHints
from arraywise.usecases.edit_prices import read_headed


def test_columns_go_by_their_headings_wherever_they_stand() -> None:
    table = read_headed(
        [["Offer 7"], ["Qty", "Item", "Price each (USD)"], ["2", "Array", "9"], ["", "", ""]],
        "EUR",
    )
    assert table is not None
    assert table.lines == ((("quantity", "2"), ("description", "Array"), ("unit_price", "9 USD")),)
    assert table.left_out == ()


def test_an_amount_with_a_currency_keeps_its_own() -> None:
    table = read_headed([["Item", "Qty", "Unit price (USD)"], ["Array", "1", "9 \u20ac"]], "EUR")
    assert table is not None
    assert dict(table.lines[0])["unit_price"] == "9 \u20ac"


@pytest.mark.parametrize(
    ("heading", "figure", "key", "text"),
    [
        ("Annual maintenance", "120", "maintenance", "360"),
        ("Support per year", "120", "maintenance", "360"),
        ("Maintenance p.a.", "120", "maintenance", "360"),
        ("Subscription/yr", "120", "maintenance", "360"),
        ("Monthly fee", "120", "maintenance", "4320"),
        ("Maintenance/month", "120", "per_month", "120"),
        ("Maint. EUR/month", "120", "per_month", "120"),
        ("3-Yr Maint. Price", "120", "maintenance", "120"),
        ("Maintenance", "10 EUR/month", "per_month", "10"),
        ("Warranty (years)", "3", "warranty", "36"),
        ("Warranty, months", "36", "warranty", "36"),
        ("Discount", "0.15", "discount", "15"),
        ("Discount %", "15", "discount", "15"),
        ("Discount", "15%", "discount", "15%"),
    ],
)
def test_figures_are_turned_to_the_units_of_the_grid(
    heading: str, figure: str, key: str, text: str
) -> None:
    table = read_headed(
        [["Item", "Qty", "Unit price", heading], ["Array", "1", "9", figure]], "EUR"
    )
    assert table is not None
    assert dict(table.lines[0])[key] == text
    assert dict(table.lines[0])["unit_price"] == "9"
    assert table.left_out == ()


def test_money_that_no_column_takes_is_asked_about() -> None:
    rows = [["Item", "Qty", "Unit price", "Setup cost"], ["Array", "1", "9", "300"]]
    table = read_headed(rows, "EUR")
    assert table is not None
    assert table.offer is not None
    assert table.offer.money == ("Setup cost",)
    message = FileHints(mapping={"maintenance": "Setup cost"})
    settled = read_headed(rows, "EUR", message)
    assert settled is not None
    assert dict(settled.lines[0])["maintenance"] == "300"


def test_a_pasted_line_that_contradicts_itself_is_asked_about() -> None:
    rows = [["Item", "Qty", "Unit price", "Total"], ["Array", "1", "9", "120"]]
    table = read_headed(rows, "EUR")
    assert table is not None
    assert table.offer is not None
    assert len(table.offer.contradictions) == 1
    settled = read_headed(rows, "EUR", FileHints(extended="printed"))
    assert settled is not None
    assert dict(settled.lines[0])["unit_price"] == "120"


def test_cells_without_headings_go_in_as_they_stand() -> None:
    assert read_headed([["Array", "A-1", "2"], ["Rack", "R-1", "1"]], "EUR") is None
    assert read_headed([["Item", "Qty", "Total"], ["Array", "1", "9"]], "EUR") is None


def test_sums_discounts_and_headings_are_no_lines() -> None:
    table = read_headed(
        [
            ["Item", "Part no.", "Unit price", "Qty", "Extended", "3-Yr Maint. Price"],
            ["Storage"],
            ["Array", "A-1", "100", "2", "200", "30"],
            ["Disk", "D-1", "10", "3", "30", "Spared"],
            ["Subtotal", "", "", "", "230", "30"],
            ["Services"],
            ["Installation", "", "5", "", "5", "included"],
            ["Discount 8 %", "", "", "", "-18", ""],
            ["Total", "", "", "", "217", "30"],
            ["3-year cost of ownership", "", "", "", "247", ""],
            ["Rack, to be quoted"],
        ],
        "EUR",
    )
    assert table is not None
    lines = [{key: text for key, text in line if text} for line in table.lines]
    array = {"part": "A-1", "unit_price": "100", "quantity": "2", "maintenance": "30"}
    disk = {"part": "D-1", "unit_price": "10", "quantity": "3", "spares": "included"}
    assert lines == [
        {"description": "Array", "category": "Storage"} | array,
        {"description": "Disk", "category": "Storage"} | disk,
        {"description": "Installation", "unit_price": "5", "category": "Services"},
        {"description": "Rack, to be quoted", "category": "Services"},
    ]
    sums = ("Subtotal", "Total", "3-year cost of ownership")
    assert table.rows_left_out == (sums[0], "Discount 8 %", *sums[1:])
    assert {"category", "spares"} <= set(table.keys)


def test_sums_below_unit_prices_are_no_lines() -> None:
    rows = [
        ["Item", "Qty", "Unit price"],
        ["Array", "1", "9"],
        ["Cable", "", "1"],
        ["Sum total", "", "10"],
    ]
    table = read_headed(rows, "EUR")
    assert table is not None
    assert [dict(line)["description"] for line in table.lines] == ["Array", "Cable"]
    assert table.rows_left_out == ("Sum total",)


def test_one_piece_that_prints_its_sum_alone_has_that_price() -> None:
    rows = [["Item", "Qty", "Unit price", "Extended"], ["Setup", "1", "", "500"]]
    rows += [["Training", "", "", "80"], ["Disk", "3", "", "30"], ["Rack", "1", "", "included"]]
    table = read_headed(rows, "EUR")
    assert table is not None
    assert [dict(line)["unit_price"] for line in table.lines] == ["500", "80", "", ""]


HEAD = ["Item", "Qty", "Unit price", "Extended price", "3-Yr Maint. Price"]


def test_formulas_stay_formulas_in_columns_of_the_same_units() -> None:
    rows = [HEAD, ["Array", "=1+1", "=10*9", "=B2*C2", "=C2/10"], ["Disk", "3", "5", "=B3*C3", ""]]
    table = read_headed([*rows, ["Total", "", "", "=SUM(D2:D3)", ""]], "EUR")
    assert table is not None
    array, disk = ({key: text for key, text in line if text} for line in table.lines)
    assert array == {
        "description": "Array", "quantity": "=1+1", "unit_price": "=10*9", "maintenance": "=C2/10",
    }  # fmt: skip
    assert disk == {"description": "Disk", "quantity": "3", "unit_price": "5"}
    assert table.rows_left_out == ("Total",)


def test_formulas_stay_beside_columns_that_are_turned_to_other_units() -> None:
    rows = [["Item", "Qty", "Unit price", "Annual support"], ["Array", "1", "=10*9", "120"]]
    table = read_headed(rows, "EUR")
    assert table is not None
    assert dict(table.lines[0])["unit_price"] == "=10*9"
    assert dict(table.lines[0])["maintenance"] == "360"


@pytest.mark.parametrize(
    "heading", ["Annual support", "Fee per month", "Setup cost", "Maintenance", "", "Margin"]
)
def test_a_column_of_formulas_that_no_line_can_hold_is_asked_about(heading: str) -> None:
    rows = [["Item", "Qty", "Unit price", heading], ["Array", "2", "9", "=B2*C2"]]
    table = read_headed(rows, "EUR")
    assert table is not None
    assert table.lines == ()
    assert table.offer is not None
    assert table.offer.money == (heading or "D",)
    assert table.offer.rows[0][3] == "=B2*C2"
    left = read_headed(rows, "EUR", FileHints(mapping={"leave_out": heading or "D"}))
    assert left is not None
    assert dict(left.lines[0])["unit_price"] == "9"


def test_formulas_for_another_time_cannot_be_pasted_as_they_are() -> None:
    rows = [["Item", "Qty", "Unit price", "Annual support"], ["Array", "2", "9", "=B2*C2"]]
    table = read_headed(rows, "EUR", FileHints(mapping={"maintenance": "Annual support"}))
    assert table is not None
    assert table.lines == ()
    assert "Paste their values" in str(table.refused[0])
    plain = [["Item", "Qty", "Unit price", "Maintenance"], ["Array", "2", "9", "=B2*C2"]]
    table = read_headed(plain, "EUR", FileHints(mapping={"maintenance": "Maintenance"}))
    assert table is not None
    assert dict(table.lines[0])["maintenance"] == "=B2*C2"


def test_a_price_that_is_a_formula_for_several_pieces_is_asked_about() -> None:
    rows = [["Item", "Qty", "Unit price", "Extended"], ["Array", "3", "", "=3*9"]]
    table = read_headed(rows, "EUR")
    assert table is not None
    assert table.offer is not None
    assert table.offer.money == ("Extended",)
    one = read_headed([rows[0], ["Array", "1", "", "=3*9"]], "EUR")
    assert one is not None
    assert dict(one.lines[0])["unit_price"] == "=3*9"


@pytest.mark.parametrize("figure", ["20 EUR", "abc"])
def test_money_without_a_heading_is_never_dropped(figure: str) -> None:
    rows = [["Item", "Qty", "Unit price", ""], ["Array", "2", "9", "20 EUR"]]
    rows.append(["Disk", "2", figure, ""])  # a cell that cannot be read does not hide it
    table = read_headed(rows, "EUR")
    assert table is not None
    assert table.lines == ()
    assert (table.offer is None) == (figure == "abc")
    assert bool(table.refused) == (figure == "abc")
    settled = read_headed(rows, "EUR", FileHints(mapping={"maintenance": "D"}))
    assert settled is not None
    assert figure == "abc" or dict(settled.lines[0])["maintenance"] == "20"


def test_a_pasted_row_of_units_belongs_to_the_headings() -> None:
    rows = [["Item", "Qty", "Unit price", "Maintenance"], ["", "pcs", "USD", "USD/month"]]
    table = read_headed([*rows, ["Array", "2", "9", "20"]], "EUR")
    assert table is not None
    (line,) = (dict(line) for line in table.lines)
    assert (line["unit_price"], line["per_month"]) == ("9 USD", "20 USD")


def test_fees_of_the_line_are_turned_to_one_piece_and_it_is_said() -> None:
    rows = [["Item", "Qty", "Unit price", "Extended", "Maintenance/month"]]
    table = read_headed([*rows, ["Array", "2", "9", "18", "20"]], "EUR")
    assert table is not None
    assert dict(table.lines[0])["per_month"] == "10"
    assert "follow the extended price" in str(table.remarks[0])


@pytest.mark.parametrize(
    "headings",
    [
        ["Description", "Qty", "Unit price EUR", "Maint. EUR/month", "Maint. total EUR/36 months"],
        [
            "Beschreibung",
            "Menge",
            "Preis EUR",
            "Wartung EUR/Monat",
            "Wartung gesamt EUR/36 Monate",
        ],
        ["Descrição", "Qtd.", "Preço EUR", "Manut. EUR/mês", "Manut. total EUR/36 meses"],
    ],
)
def test_the_titles_of_the_sheet_itself_are_understood(headings: list[str]) -> None:
    table = read_headed([headings, ["Array", "2", "10", "5", "70"]], "EUR")
    assert table is not None
    assert table.lines == (
        (
            ("description", "Array"),
            ("quantity", "2"),
            ("unit_price", "10"),
            ("per_month", "5"),
            ("maintenance", "70"),
        ),
    )
    assert table.left_out == ()
    assert table.remarks == ()
