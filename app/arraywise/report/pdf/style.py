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
def _drawable_code_points() -> frozenset[int]:
    register_fonts()
    every = _glyph_code_points(REGULAR) & _glyph_code_points(SEMIBOLD)
    return frozenset(c for c in every if unicodedata.category(chr(c))[0] != "C")


def _glyph_code_points(name: str) -> AbstractSet[int]:
    font = pdfmetrics.getFont(name)
    assert isinstance(font, TTFont)  # noqa: S101 - registered above
    return frozenset(font.face.charToGlyph)


def make_visible(text: str) -> str:
    """Return a text from outside on one line; what has no glyph or no shape shows its number."""
    plain = unicodedata.normalize("NFC", _SPACES.sub(" ", text)).strip()
    known = _drawable_code_points()
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


def text_width(text: str, size: float, font: str = REGULAR) -> float:
    """Return how wide a text runs, in points."""
    return _width_at_one_point(text, font) * size


@lru_cache(maxsize=1 << 15)
def _width_at_one_point(text: str, font: str) -> float:
    """Return the same for type of one point; a report sets most words many times."""
    return float(pdfmetrics.stringWidth(text, font, 1))


PAPERS = {"A4": A4, "Letter": LETTER}
MARGIN_SIDE = 49.6
MARGIN_TOP = 68.0
MARGIN_BOTTOM = 60.0
LINE = 13.0
"""Body leading in points: the page's rhythm; spaces are multiples of its half."""


class Style(StrEnum):
    """The paragraph styles."""

    TITLE = "title"
    QUESTION = "question"
    SECTION = "section"
    """Name of a section above the message of its page."""
    HEADING = "heading"
    APPENDIX = "appendix"
    SUBHEADING = "subheading"
    ANSWER = "answer"
    KEY = "key"
    BODY = "body"
    BULLET = "bullet"
    NOTE = "note"
    """What a chart plots, and notes below it."""
    STATEMENT = "statement"
    FINE = "fine"
    FORMULA = "formula"
    CELL = "cell"
    CELL_STRONG = "cell strong"
    CELL_RIGHT = "cell right"
    TIGHT = "tight"
    """A cell of a long list, as in the appendices."""
    TIGHT_STRONG = "tight strong"
    HEAD = "head"
    HEAD_RIGHT = "head right"
    CONTENTS = "contents"


_SIZES: dict[Style, tuple[float, float, float, float, str, str]] = {
    # size, leading, space before, space after, font, colour
    Style.TITLE: (30, 36, 0, 8, SEMIBOLD, "text"),
    Style.QUESTION: (14, 20, 0, 0, REGULAR, "text2"),
    Style.SECTION: (9.2, 13, 0, 2, SEMIBOLD, "accent"),
    Style.HEADING: (18, 23, 0, 8, SEMIBOLD, "text"),
    Style.APPENDIX: (14, 18, 18, 4, SEMIBOLD, "text"),
    Style.SUBHEADING: (11, 14, 14, 2, SEMIBOLD, "text"),
    Style.ANSWER: (25, 30, 0, 4, SEMIBOLD, "text"),
    Style.KEY: (12, 17.5, 0, 0, REGULAR, "text"),
    Style.BODY: (10, LINE, 0, 5, REGULAR, "text"),
    Style.BULLET: (10, LINE, 0, 3, REGULAR, "text"),
    Style.NOTE: (8.2, 11, 0, 5, REGULAR, "text3"),
    Style.STATEMENT: (10, LINE, 2, 0, SEMIBOLD, "text"),
    Style.FINE: (8.2, 10.5, 0, 0, REGULAR, "text3"),
    Style.FORMULA: (10, 16, 0, 4, REGULAR, "text"),
    Style.CELL: (9.2, 12, 0, 0, REGULAR, "text"),
    Style.CELL_STRONG: (9.2, 12, 0, 0, SEMIBOLD, "text"),
    Style.CELL_RIGHT: (9.2, 12, 0, 0, REGULAR, "text"),
    Style.TIGHT: (8.2, 11, 0, 0, REGULAR, "text"),
    Style.TIGHT_STRONG: (8.2, 11, 0, 0, SEMIBOLD, "text"),
    Style.HEAD: (8.7, 11, 0, 0, SEMIBOLD, "text"),
    Style.HEAD_RIGHT: (8.7, 11, 0, 0, SEMIBOLD, "text"),
    Style.CONTENTS: (10.5, 18, 0, 0, REGULAR, "text"),
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
        textColor=theme_colour(ink),
        alignment=TA_RIGHT if style in _RIGHT else TA_LEFT,
        leftIndent=indent,
        bulletIndent=3,
        bulletFontName=font,
        allowWidows=0,
        allowOrphans=0,
        splitLongWords=1,
    )


@cache
def theme_colour(name: str) -> Color:
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
def _option_styles() -> tuple[OptionStyle, ...]:
    return tuple(
        OptionStyle(
            HexColor(o["fill"]),
            HexColor(o["line"]),
            HexColor(o["map_tint"]),
            o["marker"],
        )
        for o in option_looks("light")
    )


def option_style(option: Option) -> OptionStyle:
    """Return colours and marker of an option: they follow the order of creation."""
    return option_style_at(option.position)


def option_style_at(position: int) -> OptionStyle:
    """Return the same of the option created at a position."""
    return _option_styles()[position % len(_option_styles())]


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
