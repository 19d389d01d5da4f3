"""How the report looks: paper, colours, type sizes; all colours come from the design tokens."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from reportlab.lib.colors import Color, HexColor
from reportlab.lib.enums import TA_LEFT, TA_RIGHT
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.styles import ParagraphStyle

from arraywise.domain.problems import UserError
from arraywise.domain.said import say
from arraywise.report import fonts
from arraywise.shipped import option_looks, tokens

if TYPE_CHECKING:
    from arraywise.domain.options import Option

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
    Style.TITLE: (30, 36, 0, 8, fonts.SEMIBOLD, "text"),
    Style.QUESTION: (14, 20, 0, 0, fonts.REGULAR, "text2"),
    Style.HEADING: (19, 24, 2 * LINE, 10, fonts.SEMIBOLD, "text"),
    Style.SUBHEADING: (12, 16, 12, 4, fonts.SEMIBOLD, "text"),
    Style.KEY: (13, 19, 0, 0, fonts.REGULAR, "text"),
    Style.BODY: (9.5, LINE, 0, 6, fonts.REGULAR, "text"),
    Style.BULLET: (9.5, LINE, 0, 3, fonts.REGULAR, "text"),
    Style.CAPTION: (8.5, 12, 8, 4, fonts.SEMIBOLD, "text2"),
    Style.NOTE: (8, 11, 3, 6, fonts.REGULAR, "text3"),
    Style.STATEMENT: (9.5, LINE, 2, 0, fonts.SEMIBOLD, "text"),
    Style.FINE: (6.5, 9, 0, 0, fonts.REGULAR, "text3"),
    Style.FORMULA: (10, 16, 0, 4, fonts.REGULAR, "text"),
    Style.CELL: (8.5, 11, 0, 0, fonts.REGULAR, "text"),
    Style.CELL_STRONG: (8.5, 11, 0, 0, fonts.SEMIBOLD, "text"),
    Style.CELL_RIGHT: (8.5, 11, 0, 0, fonts.REGULAR, "text"),
    Style.HEAD: (8, 10, 0, 0, fonts.SEMIBOLD, "text2"),
    Style.HEAD_RIGHT: (8, 10, 0, 0, fonts.SEMIBOLD, "text2"),
    Style.CONTENTS: (10.5, 19, 0, 0, fonts.REGULAR, "text"),
}
_RIGHT = {Style.CELL_RIGHT, Style.HEAD_RIGHT}


@cache
def paragraph_style(style: Style) -> ParagraphStyle:
    """Return ReportLab's form of a style."""
    fonts.register()
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
class Look:
    """How an option is drawn wherever it appears."""

    fill: Color
    line: Color
    marker: str
    dash: tuple[float, ...]
    """Lengths of dashes and gaps in points; empty for a solid line."""


@cache
def _looks() -> tuple[Look, ...]:
    return tuple(
        Look(HexColor(o["fill"]), HexColor(o["line"]), o["marker"], _dash(o["dash"]))
        for o in option_looks("light")
    )


def _dash(written: str) -> tuple[float, ...]:
    return () if written == "solid" else tuple(float(n) * 0.75 for n in written.split())


def look(option: Option) -> Look:
    """Return colour, marker and dash of an option: they follow the order of creation."""
    return _looks()[option.position % len(_looks())]


def paper_size(paper: str) -> tuple[float, float]:
    """Return width and height in points.

    Raises:
        UserError: The paper is neither A4 nor Letter.
    """
    for name, size in PAPERS.items():
        if paper.strip().lower() == name.lower():
            return size
    text = say(
        "There is no paper “{paper}”; choose {known}.", paper=paper, known=" or ".join(PAPERS)
    )
    raise UserError(text)
