"""Makes vendor quotes with known truth from a seed and a number, and judges readings of them."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from random import Random
from typing import TYPE_CHECKING

from arraywise.analysis.pricing import total_price
from tests.importers.prices.quotes import books, doubtful, families, recurring, traps
from tests.importers.prices.quotes.files import write_file
from tests.importers.prices.quotes.model import Expected, Quote, Truth, round_to
from tests.importers.prices.quotes.words import LANGUAGES, Voice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.quotes import QuoteReading
    from tests.importers.prices.quotes.model import Book

FAMILIES = {
    **families.FAMILIES,
    **recurring.FAMILIES,
    **books.FAMILIES,
    **doubtful.FAMILIES,
    **traps.FAMILIES,
}
"""Function and weight by name."""
NONSENSE = frozenset((*families.FAMILIES, *books.NONSENSE, *doubtful.NONSENSE))
"""Families that occur with invented labels too."""
NONSENSE_SHARE = 0.35


def _shuffle_deck() -> list[tuple[str, bool]]:
    """Return each family as often as its weight, and whether its labels are invented."""
    deck = []
    for family, (_, weight) in FAMILIES.items():
        invented = max(1, round(weight * NONSENSE_SHARE)) if family in NONSENSE else 0
        deck += [(family, n < invented) for n in range(weight)]
    Random(1).shuffle(deck)  # noqa: S311 - no secrets
    return deck


DECK = _shuffle_deck()
"""Dealt in turn, so that each family occurs in few quotes."""


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
    family, nonsense = DECK[(97 * seed + number) % len(DECK)]
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
    sound = book.expected in (Expected.PRICE, Expected.PRICE_OR_NOT)
    price = round_to(book.price(), 2) if sound and not by_currency else None
    currency = "" if by_currency else book.currency
    return Truth(book.expected, price, book.tolerance, currency, by_currency, book.why)


def judge(quote: Quote, reading: QuoteReading) -> Verdict:
    """Hold a reading against the truth."""
    truth = quote.truth
    if not reading.state.gives_price:
        if truth.expected is not Expected.PRICE:  # or has a line that contradicts itself
            return Verdict.RIGHTLY_NOT_COUNTED
        return Verdict.ASKED if reading.questions else Verdict.REFUSED
    if reading.questions:
        return Verdict.ASKED
    if _differs(truth, reading):
        return Verdict.WRONG
    priced = reading.price is not None or truth.prices_by_currency
    return Verdict.RIGHT if priced else Verdict.REFUSED


def _differs(truth: Truth, reading: QuoteReading) -> bool:
    """Whether a price that counts is another, or in another currency."""
    if truth.expected in (Expected.ASK, Expected.NOT_COUNT):
        return True
    if truth.prices_by_currency:
        return _differs_by_currency(truth, reading)
    if reading.price is None:
        return False
    if truth.price_36_months is None:
        return True
    if truth.currency and reading.currency not in ("", truth.currency):
        return True
    return abs(reading.price - truth.price_36_months) > truth.tolerance


def _differs_by_currency(truth: Truth, reading: QuoteReading) -> bool:
    """Whether lines in several currencies add up to something else in one of them."""
    sheet = reading.price_sheet
    if reading.price is not None or sheet is None:
        return reading.price is not None
    for code, price in truth.prices_by_currency.items():
        lines = [line for line in sheet.lines if (line.currency or sheet.currency) == code]
        alike = replace(
            sheet, currency=code, lines=tuple(replace(line, currency="") for line in lines)
        )
        total = total_price(alike)
        if total is None or abs(total.unrounded - price) > truth.tolerance:
            return True
    return False
