"""A reading of a vendor's quote: roles of rows and columns, sums, and whether it closes.

A reading is a proposal. It counts when its items add up to the totals that the quote prints, or
when no total is printed and nothing was guessed; else somebody decides, and the reading is done
again with `QuoteDecisions`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, fields
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from arraywise.domain.messages import Message, Problem
    from arraywise.domain.pricing import Discount, PriceLine, PriceSheet


class RowRole(StrEnum):
    """What a row of a quote is; only items, discounts and surcharges count."""

    ITEM = "item"
    SUBTOTAL = "subtotal"
    TOTAL = "total"
    TAX = "tax"
    DISCOUNT = "discount"
    CARRIED_FORWARD = "carried forward"
    NOT_INCLUDED = "not included"
    """An option, an alternative or a memo that the price does not hold."""
    HEADING = "heading"
    NOTE = "note"


class ColumnRole(StrEnum):
    """What a column of a quote holds."""

    DESCRIPTION = "description"
    PART_NUMBER = "part number"
    POSITION = "position"
    CATEGORY = "category"
    QUANTITY = "quantity"
    UNIT = "unit"
    LIST_PRICE = "list price"
    UNIT_PRICE = "unit price"
    DISCOUNT = "discount"
    AMOUNT = "amount"
    TAX_RATE = "tax rate"
    TAX_AMOUNT = "tax amount"
    GROSS_AMOUNT = "amount with tax"
    PERIOD = "period"
    TERM = "term"
    MAINTENANCE_UNIT = "maintenance a unit"
    MAINTENANCE = "maintenance"
    """Of the whole line."""
    MAINTENANCE_RATE = "maintenance rate"
    """A share of the line's price a year."""
    WARRANTY = "warranty"
    PRICE_UNIT = "price unit"
    CURRENCY = "currency"
    OTHER = "other"
    """A field of `PriceLine` that no sum depends on: source, licence, support ..."""
    UNUSED = "unused"


class Period(StrEnum):
    """How often an amount is paid."""

    ONCE = "once"
    MONTH = "month"
    QUARTER = "quarter"
    HALF_YEAR = "half-year"
    YEAR = "year"
    TERM = "term"
    """Once for the whole term that the quote states."""


class QuoteState(StrEnum):
    """Whether a reading counts."""

    CLOSES = "closes"
    """The items add up to the printed totals."""
    UNCHECKED = "unchecked"
    """No total is printed; each row and column has a role without a guess."""
    ASKS = "asks"
    """Something must be decided first; see `QuoteReading.questions`."""
    OPEN = "does not add up"
    """Totals are printed and the items do not add up to them."""
    ACCEPTED = "accepted"
    """It does not close, and somebody accepted the difference with a reason."""

    @property
    def gives_price(self) -> bool:
        """Whether the option may have this price."""
        return self in (QuoteState.CLOSES, QuoteState.UNCHECKED, QuoteState.ACCEPTED)


@dataclass(frozen=True, slots=True)
class QuoteRow:
    """A row of a sheet, with what it is taken for."""

    number: int
    """Of the row in the sheet, or of the line in the file; from 1."""
    cells: tuple[str, ...]
    """Texts as they stand in the sheet."""
    role: RowRole
    period: Period | None = None
    """How often its amount is paid; None where it has none."""
    amounts: Mapping[Period, Decimal] = field(default_factory=dict)
    """What it adds to the sum of each period, in the quote's currency; empty where nothing."""
    in_question: bool = False
    hidden: bool = False
    reason: Message | None = None
    """Why it has this role, or what is in question."""


@dataclass(frozen=True, slots=True)
class QuoteColumn:
    """A column of a sheet, with what it is taken to hold."""

    index: int
    """From 0."""
    heading: str
    role: ColumnRole
    period: Period | None = None
    """Of the amounts in it; None where rows state it or it holds none."""
    in_question: bool = False
    hidden: bool = False


class SheetUse(StrEnum):
    """What a sheet of a workbook has to do with the price."""

    COUNTED = "counted"
    REPEATED = "repeats another sheet"
    OTHER_OFFER = "another offer"
    HIDDEN = "hidden"
    NO_PRICES = "no prices"


@dataclass(frozen=True, slots=True)
class QuoteSheet:
    """A sheet of a quote; a text file has one without a name."""

    name: str
    use: SheetUse
    rows: tuple[QuoteRow, ...]
    columns: tuple[QuoteColumn, ...]


@dataclass(frozen=True, slots=True)
class PeriodSum:
    """What was read of one period beside what the quote prints."""

    period: Period
    items: Decimal
    """Items and surcharges."""
    discount: Decimal
    """What is taken off; zero or below."""
    printed: Decimal | None = None
    """The printed total that it is held against; None where the quote prints none."""
    printed_sheet: str = ""
    printed_row: int | None = None

    @property
    def read_total(self) -> Decimal:
        """Return the sum that counts."""
        return self.items + self.discount

    @property
    def difference(self) -> Decimal | None:
        """Return what was read less what is printed; None without a printed total."""
        return None if self.printed is None else self.read_total - self.printed


@dataclass(frozen=True, slots=True)
class QuoteDecisions:
    """What somebody decided of a quote; each overrules the reading."""

    row_roles: Mapping[tuple[str, int], RowRole] = field(default_factory=dict)
    """By sheet name and row number."""
    row_periods: Mapping[tuple[str, int], Period] = field(default_factory=dict)
    column_roles: Mapping[tuple[str, int], ColumnRole] = field(default_factory=dict)
    """By sheet name and column index."""
    column_periods: Mapping[tuple[str, int], Period] = field(default_factory=dict)
    sheets: tuple[str, ...] | None = None
    """The sheets that count; None: as proposed."""
    currency: str = ""
    term_months: int | None = None
    """Months that a price of a term covers; None: as the quote states it."""
    answers: Mapping[str, str] = field(default_factory=dict)
    """Code of a question and code of the chosen answer."""
    accepted_reason: str = ""
    """Why an unchecked or open sum is accepted; empty: it is not."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was decided."""
        return self == NO_DECISIONS


NO_DECISIONS = QuoteDecisions()


@dataclass(frozen=True, slots=True)
class QuoteAnswer:
    """One way to settle a question or a difference."""

    code: str
    label: Message
    decisions: QuoteDecisions
    """All decisions with this one among them."""
    price: Decimal | None = None
    """36-month price that follows, in the quote's currency; None where still none."""


@dataclass(frozen=True, slots=True)
class QuoteQuestion:
    """What must be decided before a quote counts."""

    code: str
    text: Message
    answers: tuple[QuoteAnswer, ...]
    sheet: str = ""
    row: int | None = None
    column: int | None = None


class QuoteFindingCode(StrEnum):
    """What stays to be known of a quote once its price counts."""

    UNCHECKED = "quote unchecked"
    DIFFERENCE_ACCEPTED = "quote difference accepted"
    DOES_NOT_ADD_UP = "quote does not add up"
    """The option has no price from it."""
    TAX_LEFT_OUT = "tax left out"
    TAX_INCLUDED = "tax included"
    OPTIONS_LEFT_OUT = "options left out"
    HIDDEN_PARTS = "hidden parts"
    OTHER_SHEETS = "other sheets"
    TERM = "term is not 36 months"
    NO_CURRENCY = "currency not stated"


@dataclass(frozen=True, slots=True)
class QuoteFinding:
    """One thing that lasts in window, JSON, PDF and workbook until it is settled."""

    code: QuoteFindingCode
    text: Message
    amount: Decimal | None = None
    """Its size in the quote's currency, where it has one."""


@dataclass(frozen=True, slots=True)
class QuoteReading:
    """A proposal for a quote, with its proof."""

    name: str
    """Of the file."""
    sheets: tuple[QuoteSheet, ...]
    decisions: QuoteDecisions
    state: QuoteState
    currency: str
    """Empty where the quote names none."""
    sums: tuple[PeriodSum, ...] = ()
    questions: tuple[QuoteQuestion, ...] = ()
    explanations: tuple[QuoteAnswer, ...] = ()
    """What would make an open sum close, the likeliest first."""
    findings: tuple[QuoteFinding, ...] = ()
    problems: tuple[Problem, ...] = ()
    """Remarks with row and cell that ask for nothing."""
    proved_lines: int = 0
    """Lines whose quantity x unit price is their amount."""
    lines: int = 0
    price_sheet: PriceSheet | None = None
    """What the option gets where the state counts; also a preview while it does not."""
    price: Decimal | None = None
    """The 36-month price of `price_sheet` in the quote's currency."""
    layout: str = ""
    """Identity of headings and order of columns, by which decisions are remembered."""


@dataclass(frozen=True, slots=True)
class RoleEffect:
    """What the sums would do if a row had another role."""

    role: RowRole
    state: QuoteState
    difference: Decimal | None
    """Of the period that the row is paid by; None where no total is printed."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """That somebody agreed to a finding, so that it weighs no more."""

    reason: str
    agreed_at: datetime
    """UTC."""
    agreed_by: str
    """Empty where nobody is known."""


@dataclass(frozen=True, slots=True)
class RecordedFinding:
    """A finding of a quote as a study keeps it."""

    finding: QuoteFinding
    agreement: Agreement | None = None


@dataclass(frozen=True, slots=True)
class QuoteRecord:
    """What a study keeps of the quote that an option's prices were read from."""

    file: str
    sha256: str
    state: QuoteState
    currency: str
    accepted_reason: str
    read_at: datetime
    """UTC."""
    read_by: str
    """Empty where nobody is known."""
    parts: tuple[str, ...]
    """Digest of each line and discount of the price sheet when it was read."""
    findings: tuple[RecordedFinding, ...] = ()

    def is_changed_since(self, sheet: PriceSheet | None) -> bool:
        """Whether lines or discounts were edited after the quote was read."""
        return self.state.gives_price and digest_price_sheet(sheet) != self.parts

    def is_superseded_by(self, sheet: PriceSheet | None) -> bool:
        """Whether nothing of what was read is left in the prices: others took its place."""
        present = digest_price_sheet(sheet)
        if not self.parts:
            return bool(present)
        return self.parts != present and set(self.parts).isdisjoint(present)


_NOT_READ = frozenset({"row", "monthly", "printed_extended"})
"""Fields that say where a line stood, or what follows from others."""


def digest_price_sheet(sheet: PriceSheet | None) -> tuple[str, ...]:
    """Return a digest of each line and discount of a price sheet."""
    if sheet is None:
        return ()
    parts: tuple[PriceLine | Discount, ...] = (*sheet.lines, *sheet.discounts)
    return tuple(_digest_part(part) for part in parts)


def _digest_part(part: PriceLine | Discount) -> str:
    follows = bool(getattr(part, "quantity_formula", ""))  # then the quantity says nothing
    left_out = _NOT_READ | {"quantity"} if follows else _NOT_READ
    named = ((each.name, getattr(part, each.name)) for each in fields(part))
    values = [
        f"{name}={value.normalize() if isinstance(value, Decimal) else value}"
        for name, value in named
        if name not in left_out
    ]
    return hashlib.sha256("\n".join(values).encode("utf-8", "replace")).hexdigest()[:16]
