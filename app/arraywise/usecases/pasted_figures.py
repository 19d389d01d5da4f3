"""Figures of a pasted block: which mark parts their decimals off is decided by all together.

`4.180` is 4,180 where another figure of the block is `1.250,50`, whatever this machine writes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arraywise.importers.prices.numbers import decide_notation, looks_numeric
from arraywise.sheets.numbers import read_number
from arraywise.usecases.typed_amounts import split_amount

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Typed = tuple[int, str, str]
"""Place of a line, key of its column, text."""
_FIGURES = frozenset({
    "unit_price", "quantity", "discount", "warranty", "per_month", "maintenance",
    "maintenance_discount",
})  # fmt: skip
_DIGITS = re.compile(r"\d[\d.,]*")
_OTHER = str.maketrans(".,", ",.")


@dataclass(frozen=True, slots=True)
class PastedFigures:
    """A block's texts as this machine writes them."""

    edits: tuple[Typed, ...]
    turned: str = ""
    """The first figure that was written with the other mark, as it was pasted; else empty."""
    unsure: str = ""
    """The first figure that may be read both ways where no other tells which; else empty."""


def read_pasted(edits: Sequence[Typed], mark: str, beside: Iterable[str] = ()) -> PastedFigures:
    """Write the figures of a pasted block with the decimal mark that is typed here.

    Args:
        edits: what was pasted.
        mark: `.` or `,`. It decides too where the figures leave it open, and the first of
            those that it reads with decimals is told.
        beside: texts that were pasted with them and are left out, as a column of totals is;
            those with both marks are figures, and tell which is which.
    """
    texts = [text for _, key, text in edits if _is_figure(key, text)]
    telling = [text for text in beside if "." in text and "," in text and looks_numeric(text)]
    notation = decide_notation([*texts, *telling], leans_german=mark == ",")
    as_pasted = PastedFigures(tuple(edits))
    if not notation.is_certain:
        return replace(as_pasted, unsure=next((t for t in texts if _is_either(t, mark)), ""))
    if not notation.was_seen or notation.decimal_sign == mark:
        return as_pasted
    turned = next((text for text in texts if "." in text or "," in text), "")
    return PastedFigures(tuple(map(_turn, edits)), turned=turned)


def _is_figure(key: str, text: str) -> bool:
    return key in _FIGURES and not text.startswith("=") and looks_numeric(text)


def _turn(edit: Typed) -> Typed:
    place, key, text = edit
    if not _is_figure(key, text):
        return edit
    return place, key, _DIGITS.sub(lambda found: found[0].translate(_OTHER), text)


def _is_either(text: str, mark: str) -> bool:
    """Say whether a figure has decimals by this mark, and thousands by the other."""
    figure = split_amount(text, "")[0]
    other = "," if mark == "." else "."
    return mark in figure and None not in (read_number(figure, mark), read_number(figure, other))
