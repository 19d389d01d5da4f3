"""Who includes what: the options' prices item by item, and what would make them alike (MODEL D2).

The amounts of an option's column add up to its unrounded price. The maintenance of what is bought
is the support; the sheet's discounts are a row of their own, so that all other amounts are before
them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from decimal import Decimal, localcontext
from typing import TYPE_CHECKING

from arraywise.analysis.pricing import (
    EXACT,
    MissingRateError,
    has_any_price,
    price_discounts,
    quantity_with_spares,
    require_rate,
    total_line,
)
from arraywise.domain.options import kind_of_architecture
from arraywise.domain.price_scope import (
    BUILT_IN_ITEMS,
    DISCOUNT,
    SUPPORT,
    TAX,
    ScopeCell,
    ScopeItem,
    ScopeRow,
    ScopeState,
    ScopeTable,
    scope_item_by_key,
    scope_item_key,
)
from arraywise.domain.pricing import ZERO, PriceLine, Spares
from arraywise.domain.quotes import QuoteFindingCode
from arraywise.domain.units import MONTHS_PRICED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arraywise.analysis.pricing import TotalledLine
    from arraywise.domain.pricing import PriceBasis, PriceSheet
    from arraywise.domain.study import OptionFacts


_ORDER = (
    *("arrays", "shelves", "disks", "servers", "switches", "adapters"),
    *("software licences", "database licences", SUPPORT, "installation"),
)


@dataclass(slots=True)
class _Item:
    """What one option's price has of an item, before it is converted."""

    lines: list[PriceLine] = field(default_factory=list)
    parts: list[tuple[int, bool]] = field(default_factory=list)
    amount: Decimal = ZERO


@dataclass(frozen=True, slots=True)
class _Column:
    """The items of one option's price."""

    facts: OptionFacts
    items: Mapping[str, _Item]
    left_out: frozenset[str] = frozenset()
    is_covered: bool = False
    """Some warranty lasts for all months that are priced."""
    has_tax: bool = False
    is_known: bool = False

    def amount(self, key: str) -> Decimal:
        """Return what it pays for an item."""
        return self.items[key].amount if key in self.items else ZERO


def compute_scope_table(
    options: Sequence[OptionFacts], basis: PriceBasis, currency: str
) -> ScopeTable:
    """Return who includes what; quantities of price sheets follow the demand already.

    An option whose price is not known takes part with unknown cells.
    """
    columns = [_build_column(each, basis, currency) for each in options]
    items = _ordered_item_keys(columns)
    own = Counter(key for c in columns for key in c.items if key not in BUILT_IN_ITEMS)
    rows = []
    for key in items:
        item = scope_item_by_key(key)
        is_expected = item.is_expected or own[key] > 1
        is_priced_once = any(c.amount(key) for c in columns)
        if key == TAX:
            is_expected = is_priced_once = any(c.has_tax or c.amount(TAX) for c in columns)
        if key in basis.left_out:
            is_expected = False
        cells = tuple(
            _build_cell(item, c, is_expected=is_expected and is_priced_once) for c in columns
        )
        rows.append(ScopeRow(item, cells))
    return ScopeTable(tuple(each.option for each in options), currency, tuple(rows))


def _ordered_item_keys(columns: Iterable[_Column]) -> list[str]:
    """Return the items of all columns, those of the table first, in its order."""
    found = dict.fromkeys(key for column in columns for key in (*column.items, *column.left_out))
    if any(column.has_tax for column in columns):
        found[TAX] = None
    order = {key: place for place, key in enumerate(_ORDER)}
    return sorted(found, key=lambda key: (order.get(key, len(order)), key))


def _build_column(facts: OptionFacts, basis: PriceBasis, currency: str) -> _Column:
    sheet = facts.price_sheet
    if sheet is None or sheet.unparsed or not any(map(has_any_price, sheet.lines)):
        return _Column(facts, {})
    try:
        counted = [total_line(line, sheet, basis) for line in sheet.lines]
        rate = (
            Decimal(1)
            if sheet.currency == currency
            else require_rate(basis, sheet.currency, currency).rate
        )
    except MissingRateError:
        return _Column(facts, {})
    items: dict[str, _Item] = defaultdict(_Item)
    left_out = _add_lines(counted, basis, items)
    with localcontext(EXACT):
        off = sum((sum(each, ZERO) for each in price_discounts(sheet, counted)), ZERO)
        for item in items.values():
            amounts = (
                counted[place].maintenance if of_maintenance else counted[place].purchase
                for place, of_maintenance in item.parts
            )
            item.amount = sum(amounts, ZERO) * rate
        if off:
            items[DISCOUNT].amount = -off * rate
    quote = facts.open_quote
    codes = set() if quote is None else {each.finding.code for each in quote.findings}
    return _Column(
        facts,
        dict(items),
        left_out,
        is_covered=_has_all_in_quote(sheet),
        has_tax=QuoteFindingCode.TAX_INCLUDED in codes,
        is_known=True,
    )


def _add_lines(
    counted: Sequence[TotalledLine], basis: PriceBasis, items: dict[str, _Item]
) -> frozenset[str]:
    """Add up the lines by item; return the items of lines that are left out for all options."""
    left_out = {SUPPORT} & basis.left_out
    for place, each in enumerate(counted):
        line, own = each.line, items[scope_item_key(each.line)]
        if each.left_out:
            if not line.is_server or basis.servers:
                left_out.add(scope_item_key(line))
                own.lines.append(line)
            continue
        if not has_any_price(line):
            continue
        own.lines.append(line)
        if line.unit_price is None:  # a rent or a fee is the price of what it is for
            own.parts.append((place, True))
            continue
        own.parts.append((place, False))
        if each.maintenance:
            support = items[SUPPORT]
            support.parts.append((place, True))
            if support is not own:
                support.lines.append(line)
    return frozenset(left_out)


def _has_all_in_quote(sheet: PriceSheet) -> bool:
    return any(line.warranty_months >= MONTHS_PRICED for line in sheet.lines)


def _build_cell(item: ScopeItem, column: _Column, *, is_expected: bool) -> ScopeCell:
    key = item.key
    found = column.items.get(key, _Item())
    lines, amount = tuple(found.lines), found.amount
    if not column.is_known:
        return ScopeCell(ScopeState.UNKNOWN)
    if key in column.left_out:
        return ScopeCell(ScopeState.LEFT_OUT, lines=lines)
    if amount:
        return ScopeCell(ScopeState.PRICED, amount, "", lines, tuple(found.parts))
    in_others = (key == SUPPORT and column.is_covered) or (key == TAX and column.has_tax)
    if lines or in_others:
        return ScopeCell(ScopeState.INCLUDED, lines=lines)
    return _build_cell_without_lines(item, column, is_expected=is_expected)


def _build_cell_without_lines(item: ScopeItem, column: _Column, *, is_expected: bool) -> ScopeCell:
    decided = next((each for each in column.facts.not_needed if each.item == item.key), None)
    if decided is not None:
        return ScopeCell(ScopeState.NOT_NEEDED, reason=decided.reason)
    has_network = kind_of_architecture(column.facts.option.architecture).needs_network
    if item.of_network and not has_network:
        return ScopeCell(ScopeState.NOT_NEEDED)
    return ScopeCell(ScopeState.NO_PRICE if is_expected else ScopeState.NONE)


def _currency_if_different(currency: str, sheet: PriceSheet) -> str:
    """Return the currency of a line of a sheet; empty where it is that of the sheet."""
    return "" if currency == sheet.currency else currency


def copy_lines_for_option(
    cell: ScopeCell, source_sheet: PriceSheet, sheet: PriceSheet, source: str
) -> tuple[PriceLine, ...]:
    """Return the lines of a cell for the sheet of an option that has no price for the item.

    What is bought comes without its maintenance, which is the support's; a rent with it.
    """
    return tuple(
        replace(
            line,
            source=source,
            quantity=quantity_with_spares(line),
            quantity_formula="",
            monthly=(),
            spares=Spares.NONE,
            currency=_currency_if_different(line.currency or source_sheet.currency, sheet),
            maintenance=line.maintenance if line.unit_price is None else None,
            maintenance_per_month=line.maintenance_per_month if line.unit_price is None else None,
            printed_extended=None,
            row=None,
        )
        for line in cell.lines
    )


def create_line_for_item(item: ScopeItem, amount: Decimal, title: str) -> PriceLine:
    """Return a line that prices an item by one amount, called by a title.

    Where the words of the title do not tell the item, its category does.
    """
    line = PriceLine(title, amount)
    if item.key == SUPPORT:
        line = PriceLine(title, None, maintenance=amount)
    if scope_item_key(line) == item.key:
        return line
    return replace(line, category=str(item.title))
