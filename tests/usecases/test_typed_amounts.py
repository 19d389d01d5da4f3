"""Amounts with a currency beside them."""

from __future__ import annotations

import pytest

from arraywise.usecases.typed_amounts import split_amount


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
        ("-\u00a35", "GBP", ("-\u00a35", "")),
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
    assert split_amount(text, expected) == parted
