"""Who includes what, and what is open of quotes, in words."""

from __future__ import annotations

from decimal import ROUND_CEILING
from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.domain.price_scope import ScopeState
from arraywise.domain.quotes import QuoteState
from arraywise.present.numbers import decimals_for_sum

if TYPE_CHECKING:
    from collections.abc import Iterator
    from decimal import Decimal

    from arraywise.domain.messages import Message
    from arraywise.domain.price_scope import ScopeRow, ScopeTable
    from arraywise.domain.quotes import QuoteRecord, RecordedFinding

STATE_WORDS: dict[ScopeState, Message] = {
    ScopeState.INCLUDED: message("included"),
    ScopeState.NO_PRICE: message("no price"),
    ScopeState.NOT_NEEDED: message("not needed"),
    ScopeState.LEFT_OUT: message("left out"),
    ScopeState.NONE: message("none"),
    ScopeState.UNKNOWN: message("not priced yet"),
}
"""What stands in a cell without an amount; never 0."""
QUOTE_STATE_WORDS: dict[QuoteState, Message] = {
    QuoteState.CLOSES: message("adds up to its printed totals"),
    QuoteState.UNCHECKED: message("prints no totals, unchecked"),
    QuoteState.ASKS: message("has open questions, its price does not count"),
    QuoteState.OPEN: message("does not add up, its price does not count"),
    QuoteState.ACCEPTED: message("does not add up, the difference was accepted"),
}


def scope_decimals(table: ScopeTable) -> int:
    """Return the decimals that all amounts of a table are written with."""
    return decimals_for_sum(
        cell.amount for row in table.rows for cell in row.cells if cell.amount is not None
    )


def describe_price_difference(table: ScopeTable, one: int, other: int) -> Message:
    """State what of the difference of two prices is an item that only one of them has."""
    dearer, cheaper = (
        (one, other) if table.option_total(one) >= table.option_total(other) else (other, one)
    )
    names = [option.name for option in table.options]
    more = _price_rounded_up(table, dearer) - _price_rounded_up(table, cheaper)
    row = _largest_item_only_one_prices(table, dearer, cheaper)
    if not more:
        return message("{one} and {other} cost the same.", one=names[one], other=names[other])
    if row is None:
        return message(
            "{dearer} costs {currency} {more:,.0f} more than {cheaper}.",
            dearer=names[dearer],
            cheaper=names[cheaper],
            currency=table.currency,
            more=more,
        )
    part = row.cells[dearer].amount
    if part is not None and part > more:
        return message(
            "{dearer} costs {currency} {more:,.0f} more than {cheaper}, and prices {item} for"
            " {part:,.0f} that {cheaper} does not price.",
            dearer=names[dearer],
            cheaper=names[cheaper],
            currency=table.currency,
            more=more,
            item=item_name_in_sentence(row),
            part=part,
        )
    return message(
        "Of the {currency} {more:,.0f} that {dearer} costs more, {part:,.0f} are {item} that"
        " {cheaper} does not price.",
        currency=table.currency,
        more=more,
        dearer=names[dearer],
        part=part or 0,
        item=item_name_in_sentence(row),
        cheaper=names[cheaper],
    )


def _price_rounded_up(table: ScopeTable, option: int) -> Decimal:
    """Return the price of an option as every page has it."""
    return table.option_total(option).to_integral_value(ROUND_CEILING)


def _largest_item_only_one_prices(table: ScopeTable, dearer: int, cheaper: int) -> ScopeRow | None:
    """Return the dearest item that only the dearer option prices, or None."""
    rows = [
        row
        for row in table.rows
        if row.cells[cheaper].state is ScopeState.NO_PRICE and row.cells[dearer].amount
    ]
    return max(rows, key=lambda row: row.cells[dearer].amount or 0, default=None)


_IN_SENTENCE: dict[str, Message] = {
    "tax": message("tax"),
    "database licences": message("database licences"),
    "software licences": message("software licences"),
    "installation": message("installation and services"),
    "support": message("36 months of support"),
    "switches": message("switches"),
    "adapters": message("adapters and cables"),
    "servers": message("servers"),
}


def item_name_in_sentence(row: ScopeRow) -> Message:
    """Name an item within a sentence; a category of the user's own as it is."""
    return _IN_SENTENCE.get(row.item.key, row.item.title)


def describe_open_cells(table: ScopeTable) -> Message:
    """State how many cells need a price or a reason."""
    count = len(table.open_cells)
    if not count:
        return message("Every price includes the same, or states why not.")
    if count == 1:
        return message(
            "The prices differ in scope. One cell has no price: price it, mark it as not needed,"
            " or leave it out for all."
        )
    return message(
        "The prices differ in scope. {count} cells have no price: price each, mark it as not"
        " needed, or leave it out for all.",
        count=count,
    )


def describe_quote(record: QuoteRecord, *, is_changed: bool) -> Iterator[Message]:
    """State from which quote prices are, and each thing that is open or was agreed of it."""
    day, state = f"{record.read_at:%Y-%m-%d}", QUOTE_STATE_WORDS[record.state]
    yield message("Quote {file}: {state}. Read on {day}.", file=record.file, state=state, day=day)
    if record.accepted_reason:
        yield message("Accepted: {reason}", reason=record.accepted_reason)
    if is_changed:
        yield message("The price sheet was changed after the quote was read.")
    yield from map(describe_recorded_finding, record.findings)


def describe_recorded_finding(each: RecordedFinding) -> Message:
    """State a finding of a quote, with what was agreed to it."""
    if each.agreement is None:
        return each.finding.text
    return message(
        "{finding} Agreed: {reason}", finding=each.finding.text, reason=each.agreement.reason
    )
