"""Amounts with a currency beside them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from arraywise.worksheets.input_parsing import parse_amount, split_amount_and_currency


@pytest.mark.parametrize(
    ("text", "expected", "parted"),
    [
        ("$1,234.50", "USD", ("1,234.50", "")),
        ("$ 99", "CAD", ("99", "")),
        ("$99", "EUR", ("99", "USD")),
        ("C$99", "USD", ("99", "CAD")),
        ("1.234,50 \u20ac", "EUR", ("1.234,50", "")),
        ("1.234,50\u00a0\u20ac", "USD", ("1.234,50", "EUR")),
        ("R$ 12", "USD", ("12", "BRL")),
        ("USD 1,234", "USD", ("1,234", "")),
        ("12 EUR", "USD", ("12", "EUR")),
        ("-\u00a35", "GBP", ("-5", "")),
        ("$-5", "USD", ("-5", "")),
        ("12", "USD", ("12", "")),
        ("12 pcs", "USD", ("12 pcs", "")),
        ("$", "USD", ("$", "")),
        ("about $5", "USD", ("about $5", "")),
        ("", "USD", ("", "")),
        ("$5 \u20ac", "USD", ("5 \u20ac", "")),
    ],
)
def test_the_currency_is_parted_from_the_figure(
    text: str, expected: str, parted: tuple[str, str]
) -> None:
    assert split_amount_and_currency(text, expected) == parted


@pytest.mark.parametrize(
    ("text", "expected", "amount"),
    [
        ("-500", "EUR", "-500"),
        ("(500)", "EUR", "-500"),
        ("(\u20ac500)", "EUR", "-500"),
        ("-\u20ac500", "EUR", "-500"),
        ("\u20ac250,000", "EUR", "250000"),
        ("60 M", "EUR", "60000000"),
        ("250k", "EUR", "250000"),
        ("1.5 Mio. \u20ac", "EUR", "1500000"),
    ],
)
def test_amounts_are_read_as_they_are_typed(text: str, expected: str, amount: str) -> None:
    assert parse_amount(split_amount_and_currency(text, expected)[0], ".") == Decimal(amount)


def test_a_comma_parts_thousands_or_decimals_as_the_place_has_it() -> None:
    assert parse_amount(split_amount_and_currency("R$ 250.000", "BRL")[0], ",") == 250_000
    assert parse_amount("(5", ".") is None
    assert parse_amount("k", ".") is None
    assert parse_amount("5 %", ".") is None
