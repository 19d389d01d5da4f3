"""Prices: their scope, the quotes they are from, terms, spares, discounts, list prices."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import permutations
from typing import TYPE_CHECKING

from arraywise.analysis.audit.case import create_option_remark, price_line_reference
from arraywise.analysis.price_scope import compute_scope_table
from arraywise.analysis.pricing import (
    extended_price,
    has_any_price,
    maintenance_price,
    spares_within,
    total_discount_share,
)
from arraywise.domain.decision import Remark
from arraywise.domain.messages import Severity, message
from arraywise.domain.price_scope import ScopeState
from arraywise.domain.pricing import ZERO, Licence, Spares, oldest_list_price_date
from arraywise.domain.quotes import QuoteFindingCode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arraywise.analysis.audit.case import Case
    from arraywise.analysis.decision.problem import DecisionProblem
    from arraywise.domain.options import Option
    from arraywise.domain.price_scope import ScopeRow, ScopeTable
    from arraywise.domain.pricing import Discount, PriceLine, PriceSheet
    from arraywise.domain.quotes import QuoteRecord, RecordedFinding


_STORAGE_ONLY = re.compile(
    r"storage[- ]only|(?:without|excluding|excludes|no) servers?|servers? (?:are )?excluded",
    re.IGNORECASE,
)

_PRICE_OR_DECIDE = "Price it, mark it as not needed, or leave it out for all."
_NOT_COUNTED = "The price of the quote does not count. Read it again, or enter the prices."


def build_scope_table(question: DecisionProblem) -> ScopeTable:
    """Return who includes what at the demand of a question."""
    return compute_scope_table(
        [known.facts for known in question.known], question.price_basis, question.currency
    )


def find_unequal_scopes(case: Case) -> Iterator[Remark]:
    """Something is priced for one option and not for its rival (MODEL D2).

    It is serious where the prices would stand in another order if they were alike.
    """
    table = build_scope_table(case.question)
    turned = _items_that_reverse_order(table)
    for row in table.rows:
        if row.is_open:
            severity = Severity.ERROR if row.item.key in turned else None
            yield _build_scope_remark(row, table, severity)
    yield from _find_storage_only_sheets(case)


def _items_that_reverse_order(table: ScopeTable) -> frozenset[str]:
    """Return the items without which an option is cheaper than another, and dearer with them."""
    known = [i for i in range(len(table.options)) if table.option_total(i)]
    return frozenset(
        row.item.key
        for one, other in permutations(known, 2)
        if table.option_total(one)
        < table.option_total(other)
        < table.option_total(one) + table.missing_cost(one)
        for row in table.rows
        if row.cells[one].state is ScopeState.NO_PRICE
        and row.cells[other].state is ScopeState.PRICED
    )


def _build_scope_remark(row: ScopeRow, table: ScopeTable, severity: Severity | None) -> Remark:
    names = [option.name for option in table.options]
    lacking = [i for i, cell in enumerate(row.cells) if cell.state is ScopeState.NO_PRICE]
    priced = [i for i, cell in enumerate(row.cells) if cell.state is ScopeState.PRICED]
    at = row.cheapest_option()
    if at is None:  # tax in the prices of some
        priced = [i for i, cell in enumerate(row.cells) if cell.state is ScopeState.INCLUDED]
        consequence = message(_PRICE_OR_DECIDE)
    else:
        consequence = message(
            "At the price of {option} it adds {currency} {amount:,.0f} to each. Price it, mark it"
            " as not needed, or leave it out for all.",
            option=names[at],
            currency=table.currency,
            amount=row.cells[at].amount or ZERO,
        )
    lines = (line for i in priced for line in row.cells[i].lines)
    return Remark(
        tuple(names[i] for i in lacking),
        message(
            "{item}: priced for {priced}, no price for {left_out}.",
            item=row.item.title,
            priced=", ".join(names[i] for i in priced),
            left_out=", ".join(names[i] for i in lacking),
        ),
        consequence,
        tuple(price_line_reference(line) for line in lines),
        severity,
    )


def _find_storage_only_sheets(case: Case) -> Iterator[Remark]:
    """A sheet that states it prices the storage alone, beside one that does not."""
    sheets = [
        (known.facts.option.name, known.facts.price_sheet)
        for known in case.question.known
        if known.facts.price_sheet is not None and known.price is not None
    ]
    labelled = {
        name: note
        for name, sheet in sheets
        for note in (*sheet.notes, *(line.description for line in sheet.lines))
        if _STORAGE_ONLY.search(note)
    }
    if labelled and len(labelled) < len(sheets):
        yield Remark(
            tuple(labelled),
            message("Storage-only price: {options}.", options=", ".join(labelled)),
            message("Price servers for all options or for none."),
            tuple(labelled.values()),
        )


_QUOTE_WEIGHTS = {
    QuoteFindingCode.DOES_NOT_ADD_UP: Severity.ERROR,
    QuoteFindingCode.TAX_LEFT_OUT: Severity.INFO,
    QuoteFindingCode.TAX_INCLUDED: Severity.INFO,
    QuoteFindingCode.OPTIONS_LEFT_OUT: Severity.INFO,
}
"""Of findings of quotes that are no warnings. Prices with and without tax are one of scope."""


def find_quote_findings(case: Case) -> Iterator[Remark]:
    """What stays to be known of the quotes that prices were read from, until it is settled."""
    for known in case.question.known:
        record, option = known.facts.open_quote, known.facts.option
        if record is None:
            continue
        for each in record.findings:
            weight = _QUOTE_WEIGHTS.get(each.finding.code)
            yield _build_quote_remark(option, record, each, weight)
        codes = {each.finding.code for each in record.findings}
        if not record.state.gives_price and QuoteFindingCode.DOES_NOT_ADD_UP not in codes:
            yield create_option_remark(
                option,
                "{option}: the quote {file} does not add up.",
                _NOT_COUNTED,
                (record.file,),
                Severity.ERROR,
                file=record.file,
            )
        if record.is_changed_since(known.facts.price_sheet):
            yield create_option_remark(
                option,
                "{option}: the price sheet was changed after the quote {file} was read.",
                "The prices are no longer those of the quote. Note the reason beside the lines.",
                (record.file,),
                Severity.INFO,
                file=record.file,
            )


def _build_quote_remark(
    option: Option, record: QuoteRecord, each: RecordedFinding, severity: Severity | None
) -> Remark:
    finding, consequence = each.finding, message("Settle it, or agree to it with a reason.")
    if finding.code is QuoteFindingCode.DOES_NOT_ADD_UP:
        consequence = message(_NOT_COUNTED)
    elif finding.code is QuoteFindingCode.DIFFERENCE_ACCEPTED and record.accepted_reason:
        consequence = message("Accepted: {reason}", reason=record.accepted_reason)
    if each.agreement is not None:
        consequence = message("Agreed: {reason}", reason=each.agreement.reason)
        severity = Severity.INFO
    return create_option_remark(
        option,
        "{option}, quote {file}: {finding}",
        consequence,
        (record.file,),
        severity,
        file=record.file,
        finding=finding.text,
    )


LARGEST_DISCOUNT = 0.5
"""Share off that TPC-DS 2.10.0, clause 0.2 g, calls suspicious even for large quantities."""


def find_unequal_terms(case: Case) -> Iterator[Remark]:
    """Licences for different times or support of different levels (MODEL D2)."""
    yield from _find_unequal_line_terms(
        case,
        lambda line: "" if line.licence is Licence.UNSTATED else line.licence.value,
        "Licences are for different times: {terms}.",
        "A 36-month licence costs about half of a perpetual one. Price the same for all.",
    )
    yield from _find_unequal_line_terms(
        case,
        lambda line: " ".join(line.support.split()).casefold(),
        "Support is of different levels: {terms}.",
        "Less support makes an option look cheaper. Price the same for all.",
    )


def _find_unequal_line_terms(
    case: Case, term: Callable[[PriceLine], str], sentence: str, consequence: str
) -> Iterator[Remark]:
    """Compare what the lines of each option state; options that state nothing are left out."""
    stated: dict[str, tuple[str, ...]] = {}
    evidence: list[str] = []
    for option, sheet in _options_with_price_sheets(case):
        lines = [line for line in sheet.lines if term(line)]
        if lines:
            stated[option.name] = tuple(sorted({term(line) for line in lines}))
            evidence += [price_line_reference(line) for line in lines]
    if len(set(stated.values())) > 1:
        terms = "; ".join(f"{name}: {', '.join(each)}" for name, each in stated.items())
        yield Remark(
            tuple(stated), message(sentence, terms=terms), message(consequence), tuple(evidence)
        )


def find_short_spares(case: Case) -> Iterator[Remark]:
    """A line said to hold its spares whose quantity has no room for two, or maintained besides."""
    for option, sheet in _options_with_price_sheets(case):
        spared = [line for line in sheet.lines if line.spares is not Spares.NONE]
        included = [x for x in spared if x.spares is Spares.INCLUDED]
        short = [x for x in included if not spares_within(x.quantity)]
        twice = [x for x in spared if maintenance_price(x) > 0]
        if short:
            yield create_option_remark(
                option,
                "{option}: the quantity is too small for its spares.",
                "Instead of maintenance, 10 % of the quantity (at least 2) are spares.",
                map(price_line_reference, short),
            )
        if twice:
            yield create_option_remark(
                option,
                "{option}: lines with both spares and maintenance.",
                "Spares replace maintenance; these lines include both.",
                map(price_line_reference, twice),
            )


def find_large_discounts(case: Case) -> Iterator[Remark]:
    """A discount that other customers will hardly get."""
    limit = Decimal(str(LARGEST_DISCOUNT))
    for option, sheet in _options_with_price_sheets(case):
        large = [
            price_line_reference(x)
            for x in sheet.lines
            if max(total_discount_share(x, sheet), x.maintenance_discount) > limit
        ]
        large += [d.description for d in sheet.discounts if _discount_as_share(d, sheet) > limit]
        if large:
            yield create_option_remark(
                option,
                "{option}: discount of more than {percent:.0f} % on a list price.",
                "Ask whether the offer is firm: the TPC calls such discounts suspicious.",
                tuple(large),
                percent=100 * LARGEST_DISCOUNT,
            )


def _discount_as_share(discount: Discount, sheet: PriceSheet) -> Decimal:
    """Return the share of a discount; an amount's, of all lines in the sheet's currency."""
    if discount.amount is None:
        return discount.share
    own = [line for line in sheet.lines if line.currency in {"", sheet.currency}]
    whole = sum((extended_price(line) + maintenance_price(line) for line in own), ZERO)
    return discount.amount / whole if whole else ZERO


def find_unchecked_list_prices(case: Case) -> Iterator[Remark]:
    """Prices that their source says are list prices of a year, to be checked."""
    for option, sheet in _options_with_price_sheets(case):
        found = oldest_list_price_date(sheet.lines)
        if found is not None:
            yield create_option_remark(
                option,
                "{option}: list prices of {dated}, to be checked.",
                "Compare them with the provider's page of today, or ask for an offer.",
                tuple(
                    price_line_reference(x) for x in sheet.lines if oldest_list_price_date((x,))
                ),
                dated=found.date_text,
            )


def _options_with_price_sheets(case: Case) -> list[tuple[Option, PriceSheet]]:
    every = ((known.facts.option, known.facts.price_sheet) for known in case.question.known)
    return [
        (option, sheet)
        for option, sheet in every
        if sheet and any(map(has_any_price, sheet.lines))
    ]
