"""Paper, colours, type, embedded fonts.

Its digits and the minus sign share one width, so columns of figures align by themselves.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from reportlab import rl_config
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.enums import TA_LEFT, TA_RIGHT
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from arraywise.domain.messages import UserError, message
from arraywise.shipped import option_looks, tokens

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from arraywise.domain.options import Option

rl_config.useA85 = 0  # streams as bytes: as letters they are a quarter longer and slow to write

REGULAR = "SourceSansPro"
SEMIBOLD = "SourceSansPro-Semibold"
ITALIC = "SourceSansPro-Italic"
_FILES = {REGULAR: "Regular", SEMIBOLD: "Semibold", ITALIC: "It"}

LONGEST = 120
LONGEST_SENTENCE = 1_000
"""Characters of a text from outside that a table or a sentence shows; more is in an annex."""

_KEPT_WORDS = 0.8
"""Of the longest text; a word is not cut where so much is left without it."""
_SPACES = re.compile(r"[ \t\r\n\x0b\x0c]+")


@cache
def register_fonts() -> None:
    """Register the typeface with ReportLab, once a process."""
    folder = files("font_source_sans_pro") / "files"
    for name, style in _FILES.items():
        pdfmetrics.registerFont(TTFont(name, str(folder / f"SourceSansPro-{style}.ttf")))
    pdfmetrics.registerFontFamily(
        REGULAR, normal=REGULAR, bold=SEMIBOLD, italic=ITALIC, boldItalic=SEMIBOLD
    )


@cache
def _drawable() -> frozenset[int]:
    register_fonts()
    every = _glyphs(REGULAR) & _glyphs(SEMIBOLD)
    return frozenset(c for c in every if unicodedata.category(chr(c))[0] != "C")


def _glyphs(name: str) -> AbstractSet[int]:
    font = pdfmetrics.getFont(name)
    assert isinstance(font, TTFont)  # noqa: S101 - registered above
    return frozenset(font.face.charToGlyph)


def make_visible(text: str) -> str:
    """Return a text from outside on one line; what has no glyph or no shape shows its number."""
    plain = unicodedata.normalize("NFC", _SPACES.sub(" ", text)).strip()
    known = _drawable()
    if known.issuperset(map(ord, plain)):
        return plain
    return "".join(c if ord(c) in known else f"[U+{ord(c):04X}]" for c in plain)


def shorten(text: str, longest: int = LONGEST) -> str:
    """Return a text from outside as sentences and tables show it: visible, and not too long."""
    shown = make_visible(text[: longest * 4])
    if len(shown) <= longest and len(text) <= longest * 4:
        return shown
    cut = shown[: longest - 1]
    words = cut.rpartition(" ")[0]
    return f"{words if len(words) > longest * _KEPT_WORDS else cut}…"


def shorten_sentence(text: str) -> str:
    """Return a sentence from outside: visible, and of a length that a reader bears."""
    return shorten(text, LONGEST_SENTENCE)


def is_shortened(text: str, longest: int = LONGEST) -> bool:
    """Return whether `shorten` leaves out a part of a text."""
    return shorten(text, longest) != make_visible(text)


def width(text: str, size: float, font: str = REGULAR) -> float:
    """Return how wide a text runs, in points."""
    return _ems(text, font) * size


@lru_cache(maxsize=1 << 15)
def _ems(text: str, font: str) -> float:
    """Return the same for type of one point; a report sets most words many times."""
    return float(pdfmetrics.stringWidth(text, font, 1))


PAPERS = {"A4": A4, "Letter": LETTER}
MARGIN_SIDE = 56.0
MARGIN_TOP = 66.0
MARGIN_BOTTOM = 58.0
LINE = 13.0
"""Body leading in points: the page's rhythm; spaces are multiples of its half."""


class Style(StrEnum):
    """The paragraph styles."""

    TITLE = "title"
    QUESTION = "question"
    HEADING = "heading"
    SUBHEADING = "subheading"
    ANSWER = "answer"
    KEY = "key"
    BODY = "body"
    BULLET = "bullet"
    CAPTION = "caption"
    NOTE = "note"
    STATEMENT = "statement"
    FINE = "fine"
    FORMULA = "formula"
    CELL = "cell"
    CELL_STRONG = "cell strong"
    CELL_RIGHT = "cell right"
    HEAD = "head"
    HEAD_RIGHT = "head right"
    CONTENTS = "contents"


_SIZES: dict[Style, tuple[float, float, float, float, str, str]] = {
    # size, leading, space before, space after, font, colour
    Style.TITLE: (30, 36, 0, 8, SEMIBOLD, "text"),
    Style.QUESTION: (14, 20, 0, 0, REGULAR, "text2"),
    Style.HEADING: (19, 24, 2 * LINE, 10, SEMIBOLD, "text"),
    Style.SUBHEADING: (12, 16, 12, 4, SEMIBOLD, "text"),
    Style.ANSWER: (22, 27, 0, 4, SEMIBOLD, "text"),
    Style.KEY: (13, 19, 0, 0, REGULAR, "text"),
    Style.BODY: (9.5, LINE, 0, 6, REGULAR, "text"),
    Style.BULLET: (9.5, LINE, 0, 3, REGULAR, "text"),
    Style.CAPTION: (8.5, 12, 8, 4, SEMIBOLD, "text2"),
    Style.NOTE: (8, 11, 3, 6, REGULAR, "text3"),
    Style.STATEMENT: (9.5, LINE, 2, 0, SEMIBOLD, "text"),
    Style.FINE: (6.5, 9, 0, 0, REGULAR, "text3"),
    Style.FORMULA: (10, 16, 0, 4, REGULAR, "text"),
    Style.CELL: (8.5, 11, 0, 0, REGULAR, "text"),
    Style.CELL_STRONG: (8.5, 11, 0, 0, SEMIBOLD, "text"),
    Style.CELL_RIGHT: (8.5, 11, 0, 0, REGULAR, "text"),
    Style.HEAD: (8, 10, 0, 0, SEMIBOLD, "text2"),
    Style.HEAD_RIGHT: (8, 10, 0, 0, SEMIBOLD, "text2"),
    Style.CONTENTS: (10.5, 19, 0, 0, REGULAR, "text"),
}
_RIGHT = {Style.CELL_RIGHT, Style.HEAD_RIGHT}


@cache
def paragraph_style(style: Style) -> ParagraphStyle:
    """Return ReportLab's form of a style."""
    register_fonts()
    size, leading, before, after, font, ink = _SIZES[style]
    indent = 14 if style in {Style.BULLET, Style.FORMULA} else 0
    return ParagraphStyle(
        style.value,
        fontName=font,
        fontSize=size,
        leading=leading,
        spaceBefore=before,
        spaceAfter=after,
        textColor=colour(ink),
        alignment=TA_RIGHT if style in _RIGHT else TA_LEFT,
        leftIndent=indent,
        bulletIndent=3,
        bulletFontName=font,
        allowWidows=0,
        allowOrphans=0,
        splitLongWords=1,
    )


@cache
def colour(name: str) -> Color:
    """Return a colour of the light theme by its token."""
    return HexColor(tokens()["themes"]["light"]["colours"][name])


@dataclass(frozen=True, slots=True)
class OptionStyle:
    """How an option is drawn wherever it appears."""

    fill: Color
    line: Color
    tint: Color
    """Of its regions on the map."""
    marker: str


@cache
def _looks() -> tuple[OptionStyle, ...]:
    return tuple(
        OptionStyle(
            HexColor(o["fill"]),
            HexColor(o["line"]),
            HexColor(o["map_tint"]),
            o["marker"],
        )
        for o in option_looks("light")
    )


def look(option: Option) -> OptionStyle:
    """Return colours and marker of an option: they follow the order of creation."""
    return look_at(option.position)


def look_at(position: int) -> OptionStyle:
    """Return the same of the option created at a position."""
    return _looks()[position % len(_looks())]


def paper_size(paper: str) -> tuple[float, float]:
    """Return width and height in points.

    Raises:
        UserError: The paper is neither A4 nor Letter.
    """
    for name, size in PAPERS.items():
        if paper.strip().lower() == name.lower():
            return size
    text = message(
        "No paper size “{paper}”. Choose {known}.", paper=paper, known=" or ".join(PAPERS)
    )
    raise UserError(text)
