"""Makes vendor quotes with known truth from a seed and a number, and judges readings of them."""

from __future__ import annotations

from enum import StrEnum
from random import Random
from typing import TYPE_CHECKING

from tests.importers.prices.quotes.families import FAMILIES as TABLES
from tests.importers.prices.quotes.files import write_file
from tests.importers.prices.quotes.model import Expected, Quote, Truth, round_to
from tests.importers.prices.quotes.words import LANGUAGES, Voice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.quotes import QuoteReading
    from tests.importers.prices.quotes.model import Book

FAMILIES = {**TABLES}
NONSENSE = frozenset(TABLES)
"""Families that occur with invented labels too."""
NONSENSE_SHARE = 0.35


class Verdict(StrEnum):
    """What a reading is worth."""

    RIGHT = "right without a question"
    ASKED = "asked"
    REFUSED = "refused"
    RIGHTLY_NOT_COUNTED = "rightly not counted"
    WRONG = "WRONG"


def make_quote(seed: int, number: int) -> Quote:
    """Return the quote of a seed and a number: always the same bytes."""
    random = Random(f"quote {seed} {number}")  # noqa: S311 - no secrets
    names = list(FAMILIES)
    family = random.choices(names, [FAMILIES[name][1] for name in names])[0]
    nonsense = family in NONSENSE and random.random() < NONSENSE_SHARE
    voice = Voice(random, random.choice(LANGUAGES), nonsense)
    book = FAMILIES[family][0](voice)
    name, data = write_file(book, f"quote-{seed}-{number}")
    return Quote(seed, number, family, nonsense, name, data, state_truth(book), book)


def make_quotes(seed: int, count: int) -> Iterator[Quote]:
    """Return the first quotes of a seed."""
    return (make_quote(seed, number) for number in range(1, count + 1))


def state_truth(book: Book) -> Truth:
    """Return what is true of a book."""
    currencies = {row.currency for sheet in book.sheets for row in sheet.rows if row.currency}
    by_currency = {code: book.price(code) for code in currencies if len(currencies) > 1}
    sound = book.expected is Expected.PRICE
    price = round_to(book.price(), 2) if sound and not by_currency else None
    currency = "" if by_currency else book.currency
    return Truth(book.expected, price, book.tolerance, currency, by_currency, book.why)


def judge(quote: Quote, reading: QuoteReading) -> Verdict:
    """Hold a reading against the truth."""
    truth = quote.truth
    if not reading.state.counts:
        if truth.expected is not Expected.PRICE:
            return Verdict.RIGHTLY_NOT_COUNTED
        return Verdict.ASKED if reading.questions else Verdict.REFUSED
    if reading.questions:
        return Verdict.ASKED
    if truth.expected is not Expected.PRICE or _differs(truth, reading):
        return Verdict.WRONG
    return Verdict.RIGHT if reading.price is not None else Verdict.REFUSED


def _differs(truth: Truth, reading: QuoteReading) -> bool:
    """Whether a price that counts is another, or in another currency."""
    if reading.price is None:
        return False
    if truth.price_36_months is None:
        return True
    if truth.currency and reading.currency not in ("", truth.currency):
        return True
    return abs(reading.price - truth.price_36_months) > truth.tolerance
