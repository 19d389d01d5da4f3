"""Cells of quotes as the sheet holds them, and their words to compare."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decimal import Decimal

_LONGEST_HEADING = 200
"""So much of a text is looked at to see what it names."""


@dataclass(frozen=True, slots=True)
class QuoteCell:
    """A cell of a sheet; empty where there is nothing."""

    text: str = ""
    """As it stands in the sheet."""
    number: Decimal | None = None
    """Where the file holds it as a number; a percentage as its percent."""
    percent: bool = False
    scale: int = 1
    """What its number format multiplies the number by."""
    whole: bool = False
    """Its number format prints thousands of a number that is whole."""
    currency: str = ""
    """Of its number format."""
    formula: str = ""
    """A formula whose value was never saved."""


EMPTY = QuoteCell()


def plain_words(text: str) -> str:
    """Return lower-case words without accents and punctuation, to be compared."""
    return _plain(text[:_LONGEST_HEADING])


@lru_cache(maxsize=4096)  # every cell is asked several times whether it is a heading
def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(c for c in folded if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9%]+", " ", letters).strip()
