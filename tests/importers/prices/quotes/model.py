"""What a generated quote is: a file, the truth about it, and the rows that the truth rests on."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

CENT = Decimal("0.01")
ZERO = Decimal(0)
ONE = Decimal(1)
PAYMENTS = {"once": 1, "month": 36, "quarter": 12, "half-year": 6, "year": 3}
"""Payments within 36 months, by period."""


def round_to(value: Decimal, decimals: int) -> Decimal:
    """Round half up, as vendors' spreadsheets do."""
    return value.quantize(ONE.scaleb(-decimals), ROUND_HALF_UP)


class Expected(StrEnum):
    """What a reader may do with a quote; asking is always allowed."""

    PRICE = "has a price"
    PRICE_OR_NOT = "may count only its price"
    """A line contradicts itself, and what the totals print holds without it."""
    ASK = "must ask"
    NOT_COUNT = "must not count"


@dataclass(frozen=True, slots=True)
class Truth:
    """What is true of a quote."""

    expected: Expected
    price_36_months: Decimal | None
    """Without tax and options, after discounts; None unless a price is expected."""
    tolerance: Decimal = Decimal("0.02")
    """What the rounding of printed lines and prices leaves open."""
    currency: str = ""
    """Empty where the quote names none or several."""
    prices_by_currency: dict[str, Decimal] = field(default_factory=dict)
    """36-month price of each currency, where lines are in several."""
    why: str = ""
    """What makes it one that must not count, or must be asked about."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a cell, and how it looks."""

    value: Decimal
    decimals: int = 2
    before: str = ""
    after: str = ""
    bracketed: bool = False
    """A negative number in brackets, without a minus sign."""
    minus_last: bool = False
    """A negative number with its minus sign behind, as SAP prints it."""
    grouped: bool = True
    cell_format: str = ""
    """Of a workbook, where it is not made from the rest."""


Cell = str | Number | None


@dataclass(slots=True)
class Row:
    """A row of a sheet."""

    cells: list[Cell]
    role: str
    paid: dict[str, Decimal] = field(default_factory=dict)
    """What it adds to the price, by period; in money, before contained tax is taken out."""
    factors: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """By period: columns whose numbers in the file, multiplied, give what is paid."""
    scale: Decimal = ONE
    """Times which that product is money (thousands, price units, signs, shares)."""
    currency: str = ""
    hidden: bool = False


@dataclass(slots=True)
class Sheet:
    """A sheet of a quote; a text file has one."""

    name: str
    rows: list[Row] = field(default_factory=list)
    hidden: bool = False
    hidden_columns: set[int] = field(default_factory=set)
    merged: list[tuple[int, int, int, int]] = field(default_factory=list)
    """First row, first column, last row, last column; from 0."""
    counted: bool = True


@dataclass(frozen=True, slots=True)
class FileLook:
    """How a file is written."""

    kind: str
    """"csv" or "xlsx"."""
    group: str = ","
    decimal: str = "."
    delimiter: str = ","
    encoding: str = "utf-8"
    line_end: str = "\r\n"
    numbers_as_text: bool = False
    """In a workbook: numbers are texts in its cells."""
    quoted: bool = False
    """In a text file: all cells stand in quotes."""
    separator_line: bool = False
    """In a text file: the first line is `sep=` and the delimiter."""
    ragged: bool = False
    """In a text file: rows end with their last text."""


@dataclass(slots=True)
class Book:
    """All that is written into a file, before it is written."""

    look: FileLook
    sheets: list[Sheet]
    currency: str
    tolerance: Decimal = Decimal("0.02")
    divisor: Decimal = ONE
    """1 + the rate of tax that the prices contain."""
    expected: Expected = Expected.PRICE
    why: str = ""

    def price(self, currency: str | None = None) -> Decimal:
        """Return the 36-month price of the rows of all counted sheets."""
        paid = sum(
            (
                amount * PAYMENTS[period]
                for sheet in self.sheets
                if sheet.counted
                for row in sheet.rows
                if currency is None or row.currency == currency
                for period, amount in row.paid.items()
            ),
            ZERO,
        )
        return paid if self.divisor == ONE else paid / self.divisor

    def must(self, expected: Expected, why: str) -> None:
        """State that it has no price that may count; the first reason stays."""
        if self.expected is Expected.PRICE:
            self.expected, self.why = expected, why


@dataclass(frozen=True, slots=True)
class Quote:
    """A generated quote."""

    seed: int
    number: int
    family: str
    nonsense: bool
    name: str
    data: bytes
    truth: Truth
    book: Book
    """What it was written from."""


@dataclass(slots=True)
class Line:
    """A line item, before it is laid out."""

    description: str
    part: str
    quantity: Decimal
    list_price: Decimal
    discount: Decimal = ZERO
    """Share off, 0 to 1."""
    net_price: Decimal = ZERO
    amount: Decimal = ZERO
    period: str = "once"
    currency: str = ""


def price_line(line: Line, decimals: int, amount_decimals: int, price_unit: int = 1) -> Line:
    """Compute net price and amount as a vendor's spreadsheet does, rounding each."""
    line.net_price = round_to(line.list_price * (1 - line.discount), decimals)
    line.amount = round_to(line.quantity * line.net_price / price_unit, amount_decimals)
    return line


def pick(random: Random, **weights: float) -> str:
    """Choose a name by its weight."""
    return random.choices(list(weights), list(weights.values()))[0].replace("_", " ")
