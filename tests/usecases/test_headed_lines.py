"""Tables that are pasted with headings of their own."""

from __future__ import annotations

import pytest

from arraywise.usecases.headed_lines import read_headed


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
    ("heading", "figure", "is_taken"),
    [
        ("Annual maintenance", "120", False),
        ("3-Yr Maint. Price", "120", True),
        ("Warranty (years)", "3", False),
        ("Warranty, months", "36", True),
        ("Discount", "0.15", False),
        ("Discount %", "15", True),
        ("Discount", "15%", True),
        ("Total", "120", False),
    ],
)
def test_figures_in_other_units_are_left_out(heading: str, figure: str, is_taken: bool) -> None:  # noqa: FBT001
    table = read_headed(
        [["Item", "Qty", "Unit price", heading], ["Array", "1", "9", figure]], "EUR"
    )
    assert table is not None
    assert table.left_out == (() if is_taken else (heading,))
    assert len(table.lines[0]) == (4 if is_taken else 3)


def test_cells_without_headings_go_in_as_they_stand() -> None:
    assert read_headed([["Array", "A-1", "2"], ["Rack", "R-1", "1"]], "EUR") is None
    assert read_headed([["Item", "Qty", "Total"], ["Array", "1", "9"]], "EUR") is None
