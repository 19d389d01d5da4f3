"""Quotes made at random are read rightly or not at all; `make quotes` reads 10,000 of them."""

from __future__ import annotations

import pytest

from tests.importers.prices.quote_generator import make_quotes
from tests.importers.prices.run_quotes import Tally, tally_quotes

SEEDS = (1, 2, 3)
QUOTES_A_SEED = 100


@pytest.fixture(scope="module")
def tally() -> Tally:
    return tally_quotes(quote for seed in SEEDS for quote in make_quotes(seed, QUOTES_A_SEED))


def test_no_generated_quote_counts_a_wrong_price(tally: Tally) -> None:
    """A layout, an order of rows or a mistake in a quote that no sample of ours has."""
    assert [
        f"--show {quote.seed} {quote.number} [{quote.family}]: {read}"
        for quote, read in tally.wrong
    ] == []


def test_most_quotes_in_real_words_are_read_without_a_question(tally: Tally) -> None:
    """Asking about everything is never wrong, and of no use."""
    share = tally.share_right(nonsense=False)
    assert share >= 0.9


def test_most_quotes_under_invented_labels_are_read_by_arithmetic(tally: Tally) -> None:
    """Words that no table has: sums and products must do."""
    share = tally.share_right(nonsense=True)
    assert share >= 0.55
