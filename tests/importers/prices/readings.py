"""What tests of quotes share: reading a text, the sheet of one that counts, what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.messages import Severity
from arraywise.domain.quotes import NO_DECISIONS
from arraywise.importers.prices import read_quote

if TYPE_CHECKING:
    from decimal import Decimal

    from arraywise.domain.pricing import PriceSheet
    from arraywise.domain.quotes import QuoteDecisions, QuoteReading


def read(
    text: str | bytes, decisions: QuoteDecisions = NO_DECISIONS, option: str = ""
) -> QuoteReading:
    """Read a text file."""
    data = text.encode() if isinstance(text, str) else text
    return read_file("sheet.csv", data, decisions, option)


def read_file(
    name: str, data: bytes, decisions: QuoteDecisions = NO_DECISIONS, option: str = ""
) -> QuoteReading:
    """Read a file as a quote for an option."""
    return read_quote(name, data, decisions, option)


def read_rows(*rows: str) -> QuoteReading:
    """Read the lines of a text file."""
    return read("\n".join(rows))


def sheet_of(reading: QuoteReading) -> PriceSheet:
    """Return the price sheet of a reading that counts."""
    told = [q.code for q in reading.questions], [p.text for p in reading.problems]
    assert reading.state.gives_price, (reading.state, told)
    assert reading.price_sheet is not None
    return reading.price_sheet


def total(*rows: str) -> Decimal:
    """Return the 36-month price of lines that count."""
    reading = read_rows(*rows)
    sheet_of(reading)
    assert reading.price is not None
    return reading.price


def asks(*rows: str) -> list[str]:
    """Return the codes of the questions about lines that do not count."""
    reading = read_rows(*rows)
    assert not reading.state.gives_price, reading.price
    return [question.code for question in reading.questions]


def said(reading: QuoteReading, *severities: Severity) -> list[tuple[int | None, str]]:
    """Return line and text of problems, warnings and errors unless others are wanted."""
    wanted = severities or (Severity.WARNING, Severity.ERROR)
    return [(p.line, p.text) for p in reading.problems if p.severity in wanted]
