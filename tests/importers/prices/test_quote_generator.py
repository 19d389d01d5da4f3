"""The generator of quotes holds what it promises: its files add up to its truths."""

from __future__ import annotations

import csv
import io
from collections import Counter
from decimal import Decimal
from functools import cache, reduce
from operator import mul

import openpyxl
import pytest

from arraywise.domain.quotes import NO_DECISIONS, QuoteReading, QuoteState
from tests.importers.prices.quote_generator import (
    FAMILIES,
    NONSENSE,
    Verdict,
    judge,
    make_quote,
    make_quotes,
)
from tests.importers.prices.quotes.model import PAYMENTS, Expected, FileLook, Number, Quote

COUNT = 400
Grid = list[list[str | Decimal]]


@cache
def some_quotes() -> list[Quote]:
    return list(make_quotes(1, COUNT))


def parse_number(text: str, look: FileLook, printed: Number) -> Decimal:
    """Read a number as it stands in the file."""
    negative = "-" in text or text.startswith("(")
    text = text.strip("()").removeprefix(printed.before).removesuffix(printed.after)
    for mark in ("-", look.group):
        text = text.replace(mark, "") if mark else text
    value = Decimal(text.replace(look.decimal, ".").strip())
    return -value if negative else value


def read_grids(quote: Quote) -> list[Grid]:
    """Return the cells of all sheets by nothing but the libraries of the formats."""
    if quote.name.endswith(".csv"):
        look = quote.book.look
        text = quote.data.decode(look.encoding)
        if look.separator_line:
            text = text.split(look.line_end, 1)[1]
        return [list(csv.reader(io.StringIO(text, newline=""), delimiter=look.delimiter))]
    workbook = openpyxl.load_workbook(io.BytesIO(quote.data), data_only=True)
    return [
        [["" if v is None else v for v in row] for row in page.iter_rows(values_only=True)]
        for page in workbook.worksheets
    ]


def number_at(quote: Quote, grid: Grid, row: int, column: int, printed: Number) -> Decimal:
    """Return the number of a cell; of a share its percent."""
    found = grid[row][column]
    if isinstance(found, str):
        return parse_number(found, quote.book.look, printed)
    return Decimal(repr(found)) * (100 if printed.after == "%" else 1)


def price_from_file(quote: Quote) -> Decimal | None:
    """Return the price from cells of the file alone; None where a row has no amount of its own."""
    total = Decimal(0)
    for sheet, grid in zip(quote.book.sheets, read_grids(quote), strict=True):
        rows = sheet.rows if sheet.counted else []
        for at, row in enumerate(rows):
            if row.paid.keys() != row.factors.keys():
                return None
            for period, columns in row.factors.items():
                numbers = []
                for column in columns:
                    cell = row.cells[column]
                    if not isinstance(cell, Number):
                        return None
                    share = 100 if cell.after == "%" else 1
                    numbers.append(number_at(quote, grid, at, column, cell) / share)
                total += reduce(mul, numbers, row.scale) * PAYMENTS[period]
    return total / quote.book.divisor


def test_cells_of_the_files_add_up_to_the_truth() -> None:
    """A truth that its own file does not hold would blame the reader."""
    checked = 0
    for quote in some_quotes():
        truth, found = quote.truth, price_from_file(quote)
        if found is None or truth.expected is not Expected.PRICE or truth.prices_by_currency:
            continue
        assert truth.price_36_months is not None
        checked += 1
        difference = abs(found - truth.price_36_months)
        assert difference <= truth.tolerance, f"--show {quote.seed} {quote.number}: {found}"
    assert checked > COUNT * 0.6


def printed_total(quote: Quote) -> Decimal:
    """Return the last net total that the file prints."""
    (sheet,), (grid,) = quote.book.sheets, read_grids(quote)
    column = next(columns[-1] for row in sheet.rows for columns in row.factors.values())
    at = max(n for n, row in enumerate(sheet.rows) if row.role == "total")
    cell = sheet.rows[at].cells[column]
    assert isinstance(cell, Number)
    return number_at(quote, grid, at, column, cell)


def test_mistakes_contradict_the_printed_total() -> None:
    """A change that leaves a quote consistent would blame a reader that counts it."""
    mistakes = [quote for quote in some_quotes() if quote.truth.expected is Expected.NOT_COUNT]
    assert len(mistakes) > 10
    for quote in mistakes:
        found = price_from_file(quote)
        assert found is not None
        assert abs(found - printed_total(quote)) >= 1, f"--show {quote.seed} {quote.number}"


def test_a_seed_and_a_number_give_the_same_quote() -> None:
    """A wrong reading could not be rebuilt."""
    for quote in some_quotes()[:20]:
        again = make_quote(quote.seed, quote.number)
        assert (again.name, again.truth) == (quote.name, quote.truth)
        assert read_grids(again) == read_grids(quote)


@pytest.mark.parametrize("nonsense", [False, True])
def test_each_family_occurs(nonsense: bool) -> None:  # noqa: FBT001 - a table of cases
    """A family of weight zero would be passed by each reader."""
    found = Counter(quote.family for quote in some_quotes() if quote.nonsense == nonsense)
    assert set(found) >= set(NONSENSE if nonsense else FAMILIES)


def test_prices_are_worth_reading() -> None:
    """Sums of a few cents would close by chance."""
    prices = [q.truth.price_36_months for q in some_quotes() if q.truth.expected is Expected.PRICE]
    small = [price for price in prices if price is not None and price < 100]
    assert len(small) <= COUNT / 50
    assert all(q.truth.why for q in some_quotes() if q.truth.expected is not Expected.PRICE)


def reading(state: QuoteState, price: Decimal | None, currency: str) -> QuoteReading:
    return QuoteReading("quote", (), NO_DECISIONS, state, currency, price=price)


def test_a_reading_is_judged_by_price_and_currency_only_where_it_counts() -> None:
    """A judge that never says wrong would pass each reader."""
    sound = next(q for q in some_quotes() if q.truth.currency == "EUR" and q.truth.price_36_months)
    price = sound.truth.price_36_months
    assert price is not None
    closes, still_open = QuoteState.CLOSES, QuoteState.OPEN
    assert judge(sound, reading(closes, price, "EUR")) is Verdict.RIGHT
    assert judge(sound, reading(closes, price * 2, "EUR")) is Verdict.WRONG
    assert judge(sound, reading(closes, price, "USD")) is Verdict.WRONG
    assert judge(sound, reading(still_open, price * 2, "EUR")) is Verdict.REFUSED
    unsound = next(q for q in some_quotes() if q.truth.expected is Expected.NOT_COUNT)
    assert judge(unsound, reading(closes, price, "EUR")) is Verdict.WRONG
    assert judge(unsound, reading(still_open, price, "EUR")) is Verdict.RIGHTLY_NOT_COUNTED
