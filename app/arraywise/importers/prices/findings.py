"""What stays to be known of a quote once its price counts, or why it does not."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.domain.pricing import ZERO
from arraywise.domain.quotes import QuoteFinding, QuoteFindingCode, QuoteState, RowRole

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.domain.pricing import PriceSheet
    from arraywise.domain.quotes import QuoteDecisions
    from arraywise.importers.prices.grid import Quote
    from arraywise.importers.prices.parts import QuotePart
    from arraywise.importers.prices.states import ReadingStep


def find_findings(
    quote: Quote,
    parts: Sequence[QuotePart],
    counted: Sequence[QuotePart],
    state: QuoteState,
    decisions: QuoteDecisions,
    sheet: PriceSheet,
) -> tuple[QuoteFinding, ...]:
    """Return the findings of a quote of which some parts count, as lines of a price sheet."""
    steps = [s for part in counted for s in part.trial.outcome.steps]
    others = [p.sheet for p in parts if p not in counted and p.sheet and not p.repeated]
    return (
        *_find_state_findings(quote.name, state, decisions),
        *_find_tax_findings(quote.name, steps),
        *_find_options_findings(quote.name, steps),
        *_find_sheets_findings(quote, others),
        *_find_term_findings(quote.name, decisions),
        *_find_currency_findings(quote.name, sheet),
    )


def _find_state_findings(
    name: str, state: QuoteState, decisions: QuoteDecisions
) -> Iterator[QuoteFinding]:
    if state is QuoteState.UNCHECKED:
        text = message("{name} prints no total that its price was checked against.", name=name)
        yield QuoteFinding(QuoteFindingCode.UNCHECKED, text)
    elif state is QuoteState.OPEN:
        text = message("The items of {name} do not add up to its totals.", name=name)
        yield QuoteFinding(QuoteFindingCode.DOES_NOT_ADD_UP, text)
    elif state is QuoteState.ACCEPTED:
        reason = decisions.accepted_reason
        text = message("{name} was not proved; accepted: {reason}", name=name, reason=reason)
        yield QuoteFinding(QuoteFindingCode.DIFFERENCE_ACCEPTED, text)


def _find_tax_findings(name: str, steps: Sequence[ReadingStep]) -> Iterator[QuoteFinding]:
    figures = [v for s in steps if s.role is RowRole.TAX for _, v, _ in s.line.figures]
    tax = sum((Decimal(f"{value:.12g}") for value in figures), ZERO)
    if tax or any(s.gross for s in steps):
        text = message("Tax of {name} is left out.", name=name)
        yield QuoteFinding(QuoteFindingCode.TAX_LEFT_OUT, text, tax or None)


def _find_options_findings(name: str, steps: Sequence[ReadingStep]) -> Iterator[QuoteFinding]:
    options = [s.line for s in steps if s.role is RowRole.NOT_INCLUDED]
    if options:
        amount = sum((a.value for line in options for a in line.amounts), ZERO)
        text = message(
            "{count} rows of {name} are not included in the price.", count=len(options), name=name
        )
        if len(options) == 1:
            row = options[0].row.number
            text = message("Row {row} of {name} is not included in the price.", row=row, name=name)
        yield QuoteFinding(QuoteFindingCode.OPTIONS_LEFT_OUT, text, amount or None)


def _find_sheets_findings(quote: Quote, others: Sequence[str]) -> Iterator[QuoteFinding]:
    hidden = (g.hidden or g.hidden_columns or any(r.hidden for r in g.rows) for g in quote.grids)
    if any(hidden):
        text = message(
            "Hidden rows, columns or sheets of {name} take no part in the price.", name=quote.name
        )
        yield QuoteFinding(QuoteFindingCode.HIDDEN_PARTS, text)
    if others:
        names = ", ".join(dict.fromkeys(others))
        text = message(
            "Other sheets of {name} hold prices too: {sheets}.", name=quote.name, sheets=names
        )
        yield QuoteFinding(QuoteFindingCode.OTHER_SHEETS, text)


def _find_term_findings(name: str, decisions: QuoteDecisions) -> Iterator[QuoteFinding]:
    if decisions.term_months is not None:
        text = message("{name} is for a term other than 36 months.", name=name)
        yield QuoteFinding(QuoteFindingCode.TERM, text)


def _find_currency_findings(name: str, sheet: PriceSheet) -> Iterator[QuoteFinding]:
    if sheet.lines and not sheet.currency and not any(line.currency for line in sheet.lines):
        text = message(
            "{name} does not state its currency; its amounts are taken in that of the study.",
            name=name,
        )
        yield QuoteFinding(QuoteFindingCode.NO_CURRENCY, text)
