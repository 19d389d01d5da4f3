"""The report's typeface: Source Sans Pro, embedded as a subset; what it cannot draw is shown.

Its digits and the minus sign share one width, so columns of figures align by themselves.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

REGULAR = "SourceSansPro"
SEMIBOLD = "SourceSansPro-Semibold"
ITALIC = "SourceSansPro-Italic"
_FILES = {REGULAR: "Regular", SEMIBOLD: "Semibold", ITALIC: "It"}

LONGEST = 120
LONGEST_SENTENCE = 1_000
"""Characters of a text from outside that a table or a sentence shows; more stands in an annex."""

_KEPT_WORDS = 0.8
"""Of the longest text; a word is not cut where so much is left without it."""
_SPACES = re.compile(r"[ \t\r\n\x0b\x0c]+")


@cache
def register() -> None:
    """Make the typeface known to ReportLab, once a process."""
    folder = files("font_source_sans_pro") / "files"
    for name, style in _FILES.items():
        pdfmetrics.registerFont(TTFont(name, str(folder / f"SourceSansPro-{style}.ttf")))
    pdfmetrics.registerFontFamily(
        REGULAR, normal=REGULAR, bold=SEMIBOLD, italic=ITALIC, boldItalic=SEMIBOLD
    )


@cache
def _drawable() -> AbstractSet[int]:
    register()
    every = _glyphs(REGULAR) & _glyphs(SEMIBOLD)
    return {c for c in every if unicodedata.category(chr(c))[0] != "C"}


def _glyphs(name: str) -> AbstractSet[int]:
    font = pdfmetrics.getFont(name)
    assert isinstance(font, TTFont)  # noqa: S101 - registered above
    return frozenset(font.face.charToGlyph)


def visible(text: str) -> str:
    """Return a text from outside on one line; what has no glyph or no shape shows its number."""
    plain = unicodedata.normalize("NFC", _SPACES.sub(" ", text)).strip()
    return "".join(c if ord(c) in _drawable() else f"[U+{ord(c):04X}]" for c in plain)


def shorten(text: str, longest: int = LONGEST) -> str:
    """Return a text from outside as sentences and tables show it: visible, and not too long."""
    shown = visible(text[: longest * 4])
    if len(shown) <= longest and len(text) <= longest * 4:
        return shown
    cut = shown[: longest - 1]
    words = cut.rpartition(" ")[0]
    return f"{words if len(words) > longest * _KEPT_WORDS else cut}…"


def shorten_sentence(text: str) -> str:
    """Return a sentence from outside: visible, and of a length that a reader bears."""
    return shorten(text, LONGEST_SENTENCE)


def is_shortened(text: str, longest: int = LONGEST) -> bool:
    """Say whether `shorten` leaves out a part of a text."""
    return shorten(text, longest) != visible(text)


def width(text: str, size: float, font: str = REGULAR) -> float:
    """Return how wide a text runs, in points."""
    return _ems(text, font) * size


@lru_cache(maxsize=1 << 15)
def _ems(text: str, font: str) -> float:
    """Return the same for type of one point; a report sets most words many times."""
    return float(pdfmetrics.stringWidth(text, font, 1))
