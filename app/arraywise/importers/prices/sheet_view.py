"""The sheets of a quote as they are shown: each row and column with its role."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.pricing import ZERO
from arraywise.domain.quotes import (
    ColumnRole,
    Period,
    QuoteColumn,
    QuoteRow,
    QuoteSheet,
    RowRole,
    SheetUse,
)
from arraywise.importers.prices.tables import OTHER_FIELDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from decimal import Decimal

    from arraywise.importers.prices.columns import Layout, Money
    from arraywise.importers.prices.grid import Quote, SheetGrid
    from arraywise.importers.prices.parts import QuotePart
    from arraywise.importers.prices.states import ReadingStep

Held = tuple[ColumnRole, "Period | None"]
_ROLES = {
    "description": ColumnRole.DESCRIPTION,
    "part_number": ColumnRole.PART_NUMBER,
    "position": ColumnRole.POSITION,
    "category": ColumnRole.CATEGORY,
    "unit": ColumnRole.UNIT,
    "tax_rate": ColumnRole.TAX_RATE,
    "term": ColumnRole.TERM,
    "period": ColumnRole.PERIOD,
    "warranty_months": ColumnRole.WARRANTY,
    "price_unit": ColumnRole.PRICE_UNIT,
    "currency": ColumnRole.CURRENCY,
    "discount": ColumnRole.DISCOUNT,
    "maintenance_rate": ColumnRole.MAINTENANCE_RATE,
}


def show_sheets(
    quote: Quote, parts: Sequence[QuotePart], counted: Sequence[QuotePart]
) -> tuple[QuoteSheet, ...]:
    """Return the sheets of a quote with what its parts were read as."""
    return tuple(_sheet_of(grid, [p for p in parts if p.sheet == grid.name], counted)
                 for grid in quote.grids)  # fmt: skip


def _use_of(grid: SheetGrid, own: Sequence[QuotePart], counted: Sequence[QuotePart]) -> SheetUse:
    if grid.hidden and not own:
        return SheetUse.HIDDEN
    if any(part in counted for part in own):
        return SheetUse.COUNTED
    if any(part.repeated for part in own):
        return SheetUse.REPEATED
    return SheetUse.OTHER_OFFER if own else SheetUse.NO_PRICES


def _sheet_of(
    grid: SheetGrid, own: Sequence[QuotePart], counted: Sequence[QuotePart]
) -> QuoteSheet:
    heads = {n for part in own for n in part.trial.table.head_rows}
    rows: dict[int, QuoteRow] = {}
    for row in grid.rows:
        role = RowRole.HEADING if row.number in heads else RowRole.NOTE
        texts = tuple(cell.text for cell in row.cells)
        rows[row.number] = QuoteRow(row.number, texts, role, hidden=row.hidden)
    for part in own:
        asked = {item.row for item in part.open}
        charged = False
        for step in reversed(part.trial.outcome.steps):
            number = step.line.row.number
            unsettled = step.open and not part.trial.outcome.closes
            shown = step._replace(role=_shown_role(step, charged=charged))
            rows[number] = _with_role(
                rows[number], shown, in_question=number in asked or unsettled
            )
            charged |= step.role in {RowRole.ITEM, RowRole.DISCOUNT}
    columns = _columns_of(grid, own)
    return QuoteSheet(grid.name, _use_of(grid, own, counted), tuple(rows.values()), columns)


def _shown_role(step: ReadingStep, *, charged: bool) -> RowRole:
    """Return what a row is called, by whether rows below it are charged.

    A sum of all above it is a subtotal where more follows, and what heads nothing is a note.
    """
    if step.line.role is not None or step.role not in {RowRole.TOTAL, RowRole.HEADING}:
        return step.role
    if step.role is RowRole.TOTAL:
        return RowRole.SUBTOTAL if charged else RowRole.TOTAL
    return RowRole.HEADING if charged else RowRole.NOTE


def _with_role(row: QuoteRow, step: ReadingStep, *, in_question: bool) -> QuoteRow:
    amounts: dict[Period, Decimal] = {}
    if step.role in {RowRole.ITEM, RowRole.DISCOUNT}:
        for amount in step.line.amounts:
            value = amounts.get(amount.period, ZERO) + amount.value * step.sign
            amounts[amount.period] = value
    period = step.line.amounts[0].period if step.line.amounts else None
    return replace(row, role=step.role, period=period, amounts=amounts, in_question=in_question)


def _columns_of(grid: SheetGrid, own: Sequence[QuotePart]) -> tuple[QuoteColumn, ...]:
    if not own:
        return tuple(QuoteColumn(at, "", ColumnRole.UNUSED) for at in range(grid.width))
    part = max(own, key=lambda p: len(p.trial.lines))
    asked = {item.column for item in part.open}
    held = _columns_held_by(part.trial.layout)
    unused: Held = (ColumnRole.UNUSED, None)
    return tuple(
        QuoteColumn(at, heading.text, *held.get(at, unused),
                    in_question=at in asked, hidden=at in grid.hidden_columns)
        for at, heading in enumerate(part.trial.table.headings)
    )  # fmt: skip


def _columns_held_by(layout: Layout) -> dict[int, Held]:
    """Return what each column of a layout holds; what is said last holds."""
    held: dict[int, Held] = {}
    for name, at in layout.fields.items():
        role = _ROLES.get(name, ColumnRole.OTHER if name in OTHER_FIELDS else None)
        if role is not None:
            held[at] = role, None
    held |= {at: (role, None) for at, role in layout.checks.items()}
    if layout.quantity is not None:
        held[layout.quantity] = ColumnRole.QUANTITY, None
    for money in layout.moneys:
        held |= dict(_columns_of_money(money))
    return held


def _columns_of_money(money: Money) -> Iterable[tuple[int, Held]]:
    unit, whole = ColumnRole.UNIT_PRICE, ColumnRole.AMOUNT
    if money.care:
        unit, whole = ColumnRole.MAINTENANCE_UNIT, ColumnRole.MAINTENANCE
    if money.rate:
        yield money.unit or 0, (ColumnRole.MAINTENANCE_RATE, Period.YEAR)
        return
    if money.unit is not None:
        yield money.unit, (unit, money.period)
    if money.amount is not None:
        yield money.amount, (whole, money.period)
    if money.discount is not None:
        yield money.discount, (ColumnRole.DISCOUNT, None)
