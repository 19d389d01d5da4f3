"""Quotes as HTML pages."""

from __future__ import annotations

from decimal import Decimal

import pytest

from arraywise.domain.messages import Severity
from arraywise.domain.quotes import QuoteFindingCode, QuoteState
from arraywise.importers.prices import looks_like_quote, read_quote
from tests.importers.prices.readings import said

HEAD = "<tr><th>Part</th><th>Description</th><th>Qty</th><th>Unit</th><th>Line total</th></tr>"
LINES = (
    "<tr><td>A<td>Array<td>2<td>&pound;31,250.00<td>&pound;62,500.00"
    '<tr hidden><td>X</td><td colspan="3">Old</td><td>&pound;9.00</td></tr>'
    "<tr><td>B</td><td>Licence<br>per port</td><td>4</td><td>&pound;4,120.00</td>"
    "<td>&pound;16,480.00</td></tr>"
)
TOTAL = "<tr><td colspan=4 align=right><b>Net</b></td><td>&pound;78,980.00</td></tr>"


def page(*parts: str) -> bytes:
    return f"<!DOCTYPE html><html><body><h1>Offer 7</h1>{''.join(parts)}</body></html>".encode()


def test_the_table_of_a_page_is_read_by_its_cells() -> None:
    """Sums below spanning cells, cells without end tags, and hidden rows stay in their columns."""
    data = page("<script>var a = '<td>1';</script><table>", HEAD, LINES, TOTAL, "</table>")
    reading = read_quote("offer.html", data)
    assert (reading.state, reading.price, reading.currency) == (
        QuoteState.CLOSES, Decimal(78980), "GBP",
    )  # fmt: skip
    assert QuoteFindingCode.HIDDEN_PARTS in [finding.code for finding in reading.findings]
    assert looks_like_quote("offer.html", data)


def test_tables_within_a_table_of_the_layout_are_read_one_by_one() -> None:
    """Those that are paid alike may be two offers, so that it is asked which of them count."""
    once = (
        "<table><tr><th>Item</th><th>Qty</th><th>Price</th><th>Amount</th></tr>"
        "<tr><td>Setup</td><td>4</td><td>100.00</td><td>400.00</td></tr>"
        "<tr><td colspan=3>Total</td><td>400.00</td></tr></table>"
    )
    data = page(
        "<table><tr><td>All prices in GBP", "<table>", HEAD, LINES, TOTAL, "</table>",
        "<h3>Paid once</h3>", once, "</td></tr></table>",
    )  # fmt: skip
    reading = read_quote("offer.html", data)
    assert (reading.state, reading.price) == (QuoteState.ASKS, Decimal(79380))
    assert "sheets" in [question.code for question in reading.questions]


@pytest.mark.parametrize("part", ["<", "<!--", "<td colspan=999>", "<table><tr>", "&#9999999999;"])
def test_a_page_that_means_harm_is_read_or_refused(part: str) -> None:
    """Where it takes more than linear time, the time limit of tests ends it."""
    reading = read_quote("offer.html", page("<table>", part * 200_000))
    assert not reading.state.gives_price
    assert said(reading, Severity.ERROR)
