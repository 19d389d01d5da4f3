"""What the reading of a quote is called and adds up to: roles, sums, state, price."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from arraywise.domain.messages import Message, Severity, message
from arraywise.domain.quotes import ColumnRole, Period, QuoteState, RowRole, SheetUse
from arraywise.domain.units import MONTHS_PRICED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from decimal import Decimal

    from arraywise.domain.quotes import (
        PeriodSum,
        QuoteColumn,
        QuoteReading,
        QuoteRow,
        QuoteSheet,
        RoleEffect,
    )

ROW_ROLE_WORDS: Mapping[RowRole, Message] = {
    RowRole.ITEM: message("Item"),
    RowRole.NOT_INCLUDED: message("Not included"),
    RowRole.SUBTOTAL: message("Subtotal"),
    RowRole.TOTAL: message("Total"),
    RowRole.DISCOUNT: message("Discount"),
    RowRole.TAX: message("Tax"),
    RowRole.CARRIED_FORWARD: message("Carried forward"),
    RowRole.HEADING: message("Heading"),
    RowRole.NOTE: message("Note"),
}
"""In the order in which they are offered."""
COLUMN_ROLE_WORDS: Mapping[ColumnRole, Message] = {
    ColumnRole.DESCRIPTION: message("Description"),
    ColumnRole.PART_NUMBER: message("Part number"),
    ColumnRole.POSITION: message("Position"),
    ColumnRole.CATEGORY: message("Category"),
    ColumnRole.QUANTITY: message("Quantity"),
    ColumnRole.UNIT: message("Unit"),
    ColumnRole.PRICE_UNIT: message("Price per pieces"),
    ColumnRole.LIST_PRICE: message("List price"),
    ColumnRole.UNIT_PRICE: message("Unit price"),
    ColumnRole.DISCOUNT: message("Discount"),
    ColumnRole.AMOUNT: message("Amount"),
    ColumnRole.TAX_RATE: message("Tax rate"),
    ColumnRole.TAX_AMOUNT: message("Tax"),
    ColumnRole.GROSS_AMOUNT: message("Amount with tax"),
    ColumnRole.MAINTENANCE_UNIT: message("Support each"),
    ColumnRole.MAINTENANCE: message("Support"),
    ColumnRole.MAINTENANCE_RATE: message("Support, % of price"),
    ColumnRole.PERIOD: message("Period"),
    ColumnRole.TERM: message("Term"),
    ColumnRole.WARRANTY: message("Warranty"),
    ColumnRole.CURRENCY: message("Currency"),
    ColumnRole.OTHER: message("Other detail"),
    ColumnRole.UNUSED: message("Not used"),
}
"""In the order in which they are offered."""
PERIOD_WORDS: Mapping[Period, Message] = {
    Period.ONCE: message("once"),
    Period.MONTH: message("a month"),
    Period.QUARTER: message("a quarter"),
    Period.HALF_YEAR: message("a half-year"),
    Period.YEAR: message("a year"),
    Period.TERM: message("for the term"),
}
MONEY_ROLES = frozenset(
    {
        ColumnRole.UNIT_PRICE,
        ColumnRole.AMOUNT,
        ColumnRole.MAINTENANCE_UNIT,
        ColumnRole.MAINTENANCE,
    }
)
"""Columns of money that may be paid by a period."""
_TEXT_ROLES = frozenset(
    {
        ColumnRole.DESCRIPTION,
        ColumnRole.PART_NUMBER,
        ColumnRole.CATEGORY,
        ColumnRole.UNIT,
        ColumnRole.PERIOD,
        ColumnRole.CURRENCY,
        ColumnRole.OTHER,
        ColumnRole.UNUSED,
    }
)
_COUNTED_BY = (
    (ColumnRole.AMOUNT, ColumnRole.GROSS_AMOUNT, ColumnRole.UNIT_PRICE, ColumnRole.LIST_PRICE),
    (ColumnRole.MAINTENANCE, ColumnRole.MAINTENANCE_UNIT, ColumnRole.MAINTENANCE_RATE),
)
"""Of purchase and of support: the first role that a sheet has is what its lines count by."""
_CHECKED = frozenset(
    {
        ColumnRole.QUANTITY,
        ColumnRole.PRICE_UNIT,
        ColumnRole.LIST_PRICE,
        ColumnRole.UNIT_PRICE,
        ColumnRole.DISCOUNT,
        ColumnRole.TAX_RATE,
        ColumnRole.TAX_AMOUNT,
        ColumnRole.GROSS_AMOUNT,
        ColumnRole.MAINTENANCE_UNIT,
        ColumnRole.MAINTENANCE_RATE,
    }
)


class QuoteUse(StrEnum):
    """What figures of a row or column do to the price."""

    COUNTS = "counts"
    CHECKED = "checked"
    """They are held against others and not added."""
    LEFT_OUT = "not included"
    NONE = "none"


ROW_USES: Mapping[RowRole, QuoteUse] = {
    RowRole.ITEM: QuoteUse.COUNTS,
    RowRole.DISCOUNT: QuoteUse.COUNTS,
    RowRole.SUBTOTAL: QuoteUse.CHECKED,
    RowRole.TOTAL: QuoteUse.CHECKED,
    RowRole.TAX: QuoteUse.CHECKED,
    RowRole.CARRIED_FORWARD: QuoteUse.CHECKED,
    RowRole.NOT_INCLUDED: QuoteUse.LEFT_OUT,
    RowRole.HEADING: QuoteUse.NONE,
    RowRole.NOTE: QuoteUse.NONE,
}
ROW_SIGNS: Mapping[RowRole, str] = {
    RowRole.ITEM: "add",
    RowRole.DISCOUNT: "minus",
    RowRole.SUBTOTAL: "equals",
    RowRole.TOTAL: "equals",
    RowRole.TAX: "equals",
    RowRole.CARRIED_FORWARD: "equals",
    RowRole.NOT_INCLUDED: "ring",
}
"""Icon of the sign that stands beside a role's word."""


def describe_column_role(role: ColumnRole, period: Period | None) -> Message:
    """Return what a column holds, with the period of its amounts where it states one."""
    word = COLUMN_ROLE_WORDS[role]
    if period is None or (period is Period.ONCE and role not in _COUNTED_BY[1]):
        return word
    return message("{role}, {period}", role=word, period=PERIOD_WORDS[period])


def is_figure_column(role: ColumnRole) -> bool:
    """Return whether a column holds figures, which stand at its right end."""
    return role not in _TEXT_ROLES


def column_uses(columns: Sequence[QuoteColumn]) -> dict[int, QuoteUse]:
    """Return by column index what its figures do to the price."""
    present = {column.role for column in columns}
    counted = {next((r for r in group if r in present), None) for group in _COUNTED_BY}

    def use(role: ColumnRole) -> QuoteUse:
        if role in counted:
            return QuoteUse.COUNTS
        return QuoteUse.CHECKED if role in _CHECKED else QuoteUse.NONE

    return {column.index: use(column.role) for column in columns}


@dataclass(frozen=True, slots=True)
class QuoteSumCell:
    """A figure of the sums, with the rows that it comes from."""

    amount: Decimal | None
    rows: frozenset[tuple[str, int]]
    """Sheet name and row number."""


@dataclass(frozen=True, slots=True)
class QuoteSumRow:
    """A line of the sums: the same figure of each period."""

    key: str
    """`items`, `discount`, `read`, `printed` or `difference`."""
    label: Message
    cells: tuple[QuoteSumCell, ...]


@dataclass(frozen=True, slots=True)
class QuoteSums:
    """The sums of some periods beside each other."""

    periods: tuple[Message, ...]
    rows: tuple[QuoteSumRow, ...]


_BESIDE = 2  # periods that have room beside each other


def build_quote_sums(reading: QuoteReading) -> tuple[QuoteSums, ...]:
    """Return what was read beside what is printed, two periods beside each other."""
    starts = range(0, len(reading.sums), _BESIDE)
    return tuple(
        _build_period_sums(reading, reading.sums[start : start + _BESIDE]) for start in starts
    )


def _build_period_sums(reading: QuoteReading, sums: Sequence[PeriodSum]) -> QuoteSums:
    items = [_rows_in_period_with_role(reading, each.period, RowRole.ITEM) for each in sums]
    discounts = [
        _rows_in_period_with_role(reading, each.period, RowRole.DISCOUNT) for each in sums
    ]
    printed = [_row_of_printed_sum(each) for each in sums]
    rows = [_build_sum_row("items", message("Items"), [s.items for s in sums], items)]
    if any(each.discount for each in sums):
        amounts = [each.discount or None for each in sums]
        rows.append(_build_sum_row("discount", message("Discount"), amounts, discounts))
    both = [one | other for one, other in zip(items, discounts, strict=True)]
    rows.append(_build_sum_row("read", message("Read"), [s.read_total for s in sums], both))
    if any(each.printed is not None for each in sums):
        rows.append(
            _build_sum_row("printed", message("Printed"), [s.printed for s in sums], printed)
        )
        differences = [s.difference for s in sums]
        rows.append(_build_sum_row("difference", message("Difference"), differences, printed))
    return QuoteSums(tuple(PERIOD_WORDS[each.period] for each in sums), tuple(rows))


def _build_sum_row(
    key: str,
    label: Message,
    amounts: Sequence[Decimal | None],
    rows: Sequence[frozenset[tuple[str, int]]],
) -> QuoteSumRow:
    cells = (QuoteSumCell(amount, of) for amount, of in zip(amounts, rows, strict=True))
    return QuoteSumRow(key, label, tuple(cells))


def _row_of_printed_sum(printed: PeriodSum) -> frozenset[tuple[str, int]]:
    number = printed.printed_row
    return frozenset() if number is None else frozenset({(printed.printed_sheet, number)})


def _rows_in_period_with_role(
    reading: QuoteReading, period: Period, role: RowRole
) -> frozenset[tuple[str, int]]:
    return frozenset(
        (sheet.name, row.number)
        for sheet, row in _counted_rows(reading)
        if row.role is role and period in row.amounts
    )


def _counted_rows(reading: QuoteReading) -> Iterator[tuple[QuoteSheet, QuoteRow]]:
    for sheet in reading.sheets:
        if sheet.use is SheetUse.COUNTED:
            for row in sheet.rows:
                yield sheet, row


@dataclass(frozen=True, slots=True)
class QuoteHead:
    """Whether a reading counts, in a title and a sentence."""

    tone: str
    """`pass`, `warn` or `fail`."""
    title: Message
    text: Message


def describe_quote_state(reading: QuoteReading) -> QuoteHead:
    """Describe whether a reading counts, and what is missing."""
    match reading.state:
        case QuoteState.CLOSES:
            text = message("The items come to the printed totals.")
            return QuoteHead("pass", message("It adds up"), text)
        case QuoteState.UNCHECKED:
            text = message("No total is printed to check the sum. The price stays unchecked.")
            return QuoteHead("warn", message("It counts, unchecked"), text)
        case QuoteState.ACCEPTED:
            text = message("Reason: {reason}", reason=reading.decisions.accepted_reason)
            return QuoteHead("warn", message("The sum is accepted"), text)
        case QuoteState.ASKS if not reading.questions:
            errors = [p.message for p in reading.problems if p.severity is Severity.ERROR]
            text = errors[0] if errors else message("Give rows and columns their roles.")
            return QuoteHead("warn", message("It does not count yet"), text)
        case QuoteState.ASKS:
            count = len(reading.questions)
            title = message("{count} questions are open", count=count)
            text = message("The price counts once they are answered.")
            if count == 1:
                title = message("One question is open")
                text = message("The price counts once it is answered.")
            return QuoteHead("warn", title, text)
    return QuoteHead(
        "warn", message("It does not add up yet"), _describe_largest_difference(reading)
    )


def _describe_largest_difference(reading: QuoteReading) -> Message:
    """Describe the largest difference between what was read and what is printed."""
    differing = [(each.difference, each.period) for each in reading.sums if each.difference]
    if not differing:
        return message("Give rows and columns their roles.")
    difference, paid = max(differing, key=lambda each: abs(each[0]))
    amount, period = abs(difference), PERIOD_WORDS[paid]
    if difference > 0:
        return message("{amount:,.2f} more than printed ({period}).", amount=amount, period=period)
    return message("{amount:,.2f} less than printed ({period}).", amount=amount, period=period)


_STATE_EFFECTS = {
    QuoteState.CLOSES: message("closes"),
    QuoteState.ASKS: message("asks"),
    QuoteState.UNCHECKED: message("counts"),
    QuoteState.ACCEPTED: message("counts"),
}


def describe_role_effect(effect: RoleEffect) -> Message:
    """Describe in a few words what the sums would do with another role of a row."""
    if effect.state in _STATE_EFFECTS:
        return _STATE_EFFECTS[effect.state]
    if effect.difference:
        difference = abs(effect.difference)
        is_whole = difference == difference.to_integral_value()
        template = "off by {difference:,.0f}" if is_whole else "off by {difference:,.2f}"
        return message(template, difference=difference)
    if effect.role is RowRole.TAX:
        return message("no such rate")
    if ROW_USES[effect.role] is QuoteUse.CHECKED:
        return message("no such sum")
    return message("does not close")


@dataclass(frozen=True, slots=True)
class QuotePrice:
    """The 36-month price that a reading comes to."""

    formula: Message | None
    """How it follows from the sums; None where it is not their plain sum."""
    price: Decimal


_TIMES = {
    Period.ONCE: 1,
    Period.TERM: 1,
    Period.MONTH: MONTHS_PRICED,
    Period.QUARTER: MONTHS_PRICED // 3,
    Period.HALF_YEAR: MONTHS_PRICED // 6,
    Period.YEAR: MONTHS_PRICED // 12,
}
"""How often an amount is paid in the months that are priced."""


def describe_quote_price(reading: QuoteReading) -> QuotePrice | None:
    """Return the price with the sums that it follows from; None where there is none yet."""
    if reading.price is None:
        return None
    terms = [(each.read_total, _TIMES[each.period]) for each in reading.sums if each.read_total]
    is_sum = sum(amount * times for amount, times in terms) == reading.price
    if not is_sum or not terms or terms == [(reading.price, 1)]:
        return QuotePrice(None, reading.price)
    first, *others = [_describe_product(amount, times) for amount, times in terms]
    for other in others:
        first = message("{sum} + {term}", sum=first, term=other)
    return QuotePrice(message("{sum} =", sum=first), reading.price)


def _describe_product(amount: Decimal, times: int) -> Message:
    if times == 1:
        return message("{amount:,.2f}", amount=amount)
    return message("{times} \u00d7 {amount:,.2f}", times=times, amount=amount)


def accept_price_button_text(reading: QuoteReading) -> Message:
    """Return what the button says that gives the option its price."""
    roles = [row.role for _, row in _counted_rows(reading) if row.amounts]
    items, discounts = roles.count(RowRole.ITEM), roles.count(RowRole.DISCOUNT)
    lines = message("{count} items", count=items)
    if items == 1:
        lines = message("1 item")
    if not discounts:
        return message("Take {items}", items=lines)
    off = message("{count} discounts", count=discounts)
    if discounts == 1:
        off = message("1 discount")
    return message("Take {items} and {discounts}", items=lines, discounts=off)


def describe_lines_that_multiply(reading: QuoteReading) -> Message | None:
    """Return how many lines have quantity x unit price = amount; None where none could."""
    if not reading.lines:
        return None
    return message(
        "{proved} of {lines} lines: quantity \u00d7 unit price = amount",
        proved=reading.proved_lines,
        lines=reading.lines,
    )


_SHEET_NOTES = {
    SheetUse.REPEATED: "{sheet} repeats another sheet and is not added.",
    SheetUse.OTHER_OFFER: "{sheet} is another offer and is not added.",
    SheetUse.HIDDEN: "{sheet} is hidden in the file and is not added.",
}


def describe_sheets_not_counted(reading: QuoteReading) -> tuple[Message, ...]:
    """Name the sheets with prices that do not count, each with the reason."""
    return tuple(
        message(_SHEET_NOTES[sheet.use], sheet=sheet.name)
        for sheet in reading.sheets
        if sheet.use in _SHEET_NOTES
    )
