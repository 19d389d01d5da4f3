"""The proposal for a quote as lines of text: rows, columns, sums, findings, questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.quotes import Period, RowRole, SheetUse
from arraywise.importers.kit.workbooks import column_letters

if TYPE_CHECKING:
    from collections.abc import Iterator
    from decimal import Decimal

    from arraywise.domain.quotes import QuoteReading, QuoteSheet

_LONGEST = 46
_FACTOR = {Period.MONTH: "a month", Period.QUARTER: "a quarter", Period.HALF_YEAR: "a half-year",
           Period.YEAR: "a year", Period.TERM: "for the term", Period.ONCE: "once"}  # fmt: skip


def proposal_lines(reading: QuoteReading) -> Iterator[str]:
    """Yield what a quote was read as, and what is to be decided."""
    for sheet in reading.sheets:
        if sheet.use is SheetUse.COUNTED:
            yield from _sheet_lines(sheet)
        elif sheet.name:
            yield f"sheet {sheet.name}: {sheet.use.value}"
    for each in reading.sums:
        printed = (
            "no printed total"
            if each.printed is None
            else f"printed {_format_money(each.printed)}"
        )
        gap = f", difference {_format_money(each.difference)}" if each.difference else ""
        yield f"sum {_FACTOR[each.period]}: {_format_money(each.read_total)} ({printed}{gap})"
    for finding in reading.findings:
        amount = f" ({_format_money(finding.amount)})" if finding.amount is not None else ""
        yield f"finding: {finding.text}{amount}"
    for question in reading.questions:
        yield f"question {question.code}: {question.text}"
        for answer in question.answers:
            price = f" -> {_format_money(answer.price)}" if answer.price is not None else ""
            yield f"  --answer {question.code}={answer.code}: {answer.label}{price}"
    currency = f" {reading.currency}" if reading.currency else ""
    price = (
        ""
        if reading.price is None
        else f"; 36-month price {_format_money(reading.price)}{currency}"
    )
    yield f"{reading.name}: {reading.state.value}{price}"


def _sheet_lines(sheet: QuoteSheet) -> Iterator[str]:
    if sheet.name:
        yield f"sheet {sheet.name}:"
    named = (
        f"{column_letters(c.index)} {c.role.value}"
        + (f" {_FACTOR[c.period]}" if c.period else "")
        + ("?" if c.in_question else "")
        for c in sheet.columns
        if c.heading or c.in_question
    )
    yield "columns: " + ", ".join(named)
    for row in sheet.rows:
        if row.role is RowRole.NOTE and not row.in_question:
            continue
        text = " | ".join(cell for cell in row.cells if cell)
        amounts = ", ".join(f"{_format_money(v)} {_FACTOR[p]}" for p, v in row.amounts.items())
        mark = "?" if row.in_question else ""
        text = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "\u2026"
        yield f"{row.number:5} {row.role.value + mark:16} {text:{_LONGEST}} {amounts}".rstrip()


def _format_money(amount: Decimal | None) -> str:
    return "" if amount is None else f"{amount:,.2f}"
