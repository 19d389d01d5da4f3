"""Paragraphs, line breaking, text operators, spacer.

ReportLab's canvas does the same for one stretch at a time, and looks up every letter on the way.

ReportLab's own paragraph reads its text as markup; this one takes runs, in which nothing is
interpreted, and is several times as fast.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.rl_accel import escapePDF, fp_str
from reportlab.pdfbase import pdfmetrics
from reportlab.platypus import Flowable, Spacer

from arraywise.report.pdf import style as fonts
from arraywise.report.pdf.style import Style, paragraph_style
from arraywise.report.pdf.tagging import structure_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from reportlab.lib.colors import Color
    from reportlab.pdfgen.canvas import Canvas

    from arraywise.report.pdf.tagging import Structure

    Stretch = tuple[float, float, str, float, Color, str]
    """Place on its baseline, font, size, ink, text."""

Blocks = list[Flowable]
"""What a section of the report consists of."""
_SHRINKAGE = 0.05
"""Part of its blanks that a line may be too long by: nobody sees it."""


class Face(NamedTuple):
    """How a stretch of text is set, and where it leads."""

    font: str
    size: float
    ink: Color
    rise: float = 0.0
    leads_to: str = ""

    def width(self, text: str) -> float:
        """Return how wide a text runs, in points."""
        return fonts.text_width(text, self.size, self.font)


class TextRun(NamedTuple):
    """Text in one face."""

    text: str
    face: Face

    @property
    def width(self) -> float:
        """In points."""
        return self.face.width(self.text)


class TextLine(NamedTuple):
    """What is on one line, or a word of it."""

    pieces: tuple[TextRun, ...]
    width: float

    @classmethod
    def of(cls, pieces: Iterable[TextRun]) -> TextLine:
        """Measure pieces side by side."""
        listed = tuple(pieces)
        return cls(listed, sum(piece.width for piece in listed))


def break_lines(pieces: Sequence[TextRun], width: float) -> list[TextLine]:
    """Break pieces into lines of a width in points; a piece may hold line breaks of its own."""
    result: list[TextLine] = []
    for stretch in _split_at_breaks(pieces):
        whole = sum(piece.width for piece in stretch)
        if whole <= width:
            result.append(TextLine(tuple(stretch), whole))
        else:
            result += _fill_lines(list(_split_words(stretch)), width)
    return result


def _split_at_breaks(pieces: Iterable[TextRun]) -> list[list[TextRun]]:
    """Part pieces where one is a line break."""
    result: list[list[TextRun]] = [[]]
    for piece in pieces:
        if piece.text == "\n":
            result.append([])
        elif piece.text:
            result[-1].append(piece)
    return result if result != [[]] else []


def _split_words(pieces: Sequence[TextRun]) -> Iterator[TextLine]:
    """Take pieces apart at their blanks; a word may run over several pieces."""
    begun: list[TextRun] = []
    for text, face in pieces:
        first, *others = text.split(" ")
        if first:
            begun.append(TextRun(first, face))
        for other in others:
            if begun:
                yield TextLine.of(begun)
            begun = [TextRun(other, face)] if other else []
    if begun:
        yield TextLine.of(begun)


def _fill_lines(words: Sequence[TextLine], width: float) -> list[TextLine]:
    """Fill lines with words."""
    result: list[TextLine] = []
    line: list[TextLine] = []
    taken = blanks = 0.0
    for word in words:
        blank = line[-1].pieces[-1].face.width(" ") if line else 0.0
        if taken + blank + word.width <= width + _SHRINKAGE * (blanks + blank):
            taken, blanks = taken + blank + word.width, blanks + blank
            line.append(word)
            continue
        *full, rest = [word]
        if word.width > width:
            *full, rest = _break_word(word, width - taken - blank, width)
        if full:
            line.append(full.pop(0))
        if line:
            result.append(_join_words(line))
        result += [_join_words([part]) for part in full]
        line, taken, blanks = [rest], rest.width, 0.0
    return [*result, _join_words(line)]


def _break_word(word: TextLine, room: float, width: float) -> list[TextLine]:
    """Break a word into what fits into a room and what fits into lines, letter by letter."""
    parts: list[list[TextRun]] = [[]]
    taken, limit = 0.0, room
    for text, face in word.pieces:
        for letter in text:
            wide = face.width(letter)
            if taken + wide > limit and (parts[-1] or len(parts) == 1):
                parts.append([])
                taken, limit = 0.0, width
            parts[-1].append(TextRun(letter, face))
            taken += wide
    return [TextLine.of(_merge_same_face(part)) for part in parts]


def _merge_same_face(letters: Iterable[TextRun]) -> list[TextRun]:
    return [
        TextRun("".join(piece.text for piece in same), face)
        for face, same in groupby(letters, key=lambda piece: piece.face)
    ]


def _join_words(words: Sequence[TextLine]) -> TextLine:
    """Put words on a line, with a blank after each in the face that it ends with."""
    spaced: list[TextRun] = []
    for word in words:
        if spaced and word.pieces:
            spaced.append(TextRun(" ", spaced[-1].face))
        spaced += word.pieces
    return TextLine.of(_merge_same_face(spaced))


class _EncodedLetters(dict[int, str]):
    """How the letters of a typeface are written in one document's first subset of it."""

    def __init__(self, font: Any, document: object) -> None:  # noqa: ANN401 - ReportLab's font
        super().__init__()
        self._font, self._document = font, document

    def __missing__(self, letter: int) -> str:
        ((subset, code),) = self._font.splitString(chr(letter), self._document)
        if subset:
            raise _OutsideSubset
        self[letter] = escapePDF(code)
        return self[letter]


class _OutsideSubset(Exception):  # noqa: N818 - is caught here
    """A letter is not in the first subset."""


@cache
def fill_colour_operator(ink: Color) -> str:
    """Return the operator that fills in a colour."""
    return f"{fp_str(ink.red, ink.green, ink.blue)} rg"


@cache
def stroke_colour_operator(ink: Color) -> str:
    """Return the operator that draws lines in a colour."""
    return f"{fp_str(ink.red, ink.green, ink.blue)} RG"


class TextWriter:
    """Sets text on the pages of one document."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._document: Any = vars(canvas)["_doc"]  # the canvas has no other way to the document
        self._letters: dict[str, _EncodedLetters] = {}
        self._names: dict[tuple[str, int], str] = {}

    def write(self, stretches: Iterable[Stretch]) -> None:
        """Write texts at their places, relative to what the canvas has moved to."""
        self._canvas.addLiteral(self.operators(stretches))

    def operators(self, stretches: Iterable[Stretch]) -> str:
        """Return the operators that write texts at their places."""
        operators = ["BT"]
        font_now, ink_now = None, None
        for x, y, font, size, ink, text in stretches:
            operators.append(f"1 0 0 1 {x:.2f} {y:.2f} Tm")
            if ink is not ink_now:
                operators.append(fill_colour_operator(ink))
                ink_now = ink
            for name, written in self._encode_in_subsets(font, text):
                if (name, size) != font_now:
                    operators.append(f"{name} {fp_str(size)} Tf")
                    font_now = (name, size)
                operators.append(f"({written}) Tj")
        operators.append("ET")
        return "\n".join(operators)

    def _encode_in_subsets(self, font: str, text: str) -> list[tuple[str, str]]:
        """Return the text's codes with the name of the subset that each stretch belongs to."""
        if font not in self._letters:
            self._letters[font] = _EncodedLetters(pdfmetrics.getFont(font), self._document)
        try:
            return [(self._subset_name(font, 0), text.translate(self._letters[font]))]
        except _OutsideSubset:
            known: Any = pdfmetrics.getFont(font)
            parts = known.splitString(text, self._document)
            return [(self._subset_name(font, subset), escapePDF(code)) for subset, code in parts]

    def _subset_name(self, font: str, subset: int) -> str:
        key = font, subset
        if key not in self._names:
            known: Any = pdfmetrics.getFont(font)
            self._names[key] = known.getSubsetInternalName(subset, self._document)
        return self._names[key]


def text_writer_of(canvas: Canvas) -> TextWriter:
    """Return what sets the text of the document that is drawn on a canvas."""
    known: dict[str, Any] = vars(canvas)
    if "arraywise_letterpress" not in known:
        known["arraywise_letterpress"] = TextWriter(canvas)
    result: TextWriter = known["arraywise_letterpress"]
    return result


_KINDS: dict[Style, str] = {
    Style.TITLE: "H1",
    Style.HEADING: "H1",
    Style.ANSWER: "H1",
    Style.APPENDIX: "H2",
    Style.SUBHEADING: "H2",
}


class _PositionedRun(NamedTuple):
    """A piece of text and where its line begins to be read."""

    piece: TextRun
    x: float
    base: float

    @property
    def positioned_text(self) -> Stretch:
        face = self.piece.face
        return (self.x, self.base + face.rise, face.font, face.size, face.ink, self.piece.text)

    @property
    def area(self) -> tuple[float, float, float, float]:
        """Return what a link on it covers: left, bottom, right, top."""
        size = self.piece.face.size
        low = self.base - size / 4
        return self.x, low, self.x + self.piece.width, low + size * 1.3


class Paragraph(Flowable):
    """Text in one style, with links, and a mark in front where it is an item of a list."""

    def __init__(
        self, runs: Sequence[StyledText], style: Style, mark: str = "", place: str = ""
    ) -> None:
        super().__init__()
        self.kind, self.style, self.mark = style, paragraph_style(style), mark
        self.place = place
        """Key of this very place, for links; empty where none leads here."""
        self.pieces: Sequence[TextRun] = [self._build_text_run(run) for run in runs]
        self.lines: list[TextLine] = []
        self._is_broken = False

    def _build_text_run(self, run: StyledText) -> TextRun:
        style = self.style
        font, size, ink = run.font or style.fontName, run.size or style.fontSize, run.ink
        return TextRun(run.text, Face(font, size, ink or style.textColor, *run[4:]))

    @property
    def plain(self) -> str:
        """Its text."""
        return "".join(piece.text for piece in self.pieces)

    @property
    def natural_width(self) -> float:
        """Its width on one line, in points."""
        return sum(piece.width for piece in self.pieces)

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803, ARG002 - ReportLab's
        """Break the lines for the width, once."""
        if not self._is_broken:
            self.lines = break_lines(self.pieces, aW - self.style.leftIndent)
            self._is_broken = True
        self.width, self.height = aW, len(self.lines) * self.style.leading
        return self.width, self.height

    def split(self, aW: float, aH: float) -> Blocks:  # noqa: N803 - ReportLab's names
        """Split the lines so that none stands alone on either page."""
        self.wrap(aW, aH)
        count, fit = len(self.lines), int(aH / self.style.leading)
        if count <= fit:
            return [self]
        fit -= count == fit + 1
        if fit < 2:
            return []
        first = self._paragraph_of_lines(self.lines[:fit], self.mark, self.place)
        return [first, self._paragraph_of_lines(self.lines[fit:])]

    def _paragraph_of_lines(
        self, lines: list[TextLine], mark: str = "", place: str = ""
    ) -> Paragraph:
        part = Paragraph((), self.kind, mark, place)
        part.pieces = [piece for line in lines for piece in line.pieces]
        part.lines, part._is_broken = lines, True
        return part

    def draw(self) -> None:
        """Draw it as an element of the structure."""
        self.draw_at(self.canv, 0, self.height)

    def draw_at(self, canvas: Canvas, x: float, top: float) -> None:
        """Draw it with its left upper corner at a place; it must be broken already."""
        structure, press = structure_of(canvas), text_writer_of(canvas)
        placed = list(self._position_runs(x, top))
        if self.place:
            canvas.bookmarkHorizontal(self.place, x, top)
        with structure.open_block(_KINDS.get(self.kind, "P"), listed=bool(self.mark)):
            if not self.mark:
                _write_runs_with_links(structure, press, placed)
            elif placed:
                with structure.open_marked_element("Lbl"):
                    press.write([self._list_mark(x, placed[0].base)])
                with structure.open_element("LBody"):
                    _write_runs_with_links(structure, press, placed)

    def _list_mark(self, x: float, base: float) -> Stretch:
        style = self.style
        place = (x + style.bulletIndent, base)
        return (*place, style.fontName, style.bulletFontSize, style.textColor, self.mark)

    def _position_runs(self, x: float, top: float) -> Iterator[_PositionedRun]:
        """Return where each piece stands; the first line hangs from the top by its type's size."""
        if not self.lines:
            return
        sizes = (piece.face.size for piece in self.lines[0].pieces)
        base = top - max(sizes, default=self.style.fontSize)
        left = x + self.style.leftIndent
        for line in self.lines:
            at = left
            if self.style.alignment == TA_RIGHT:
                at = x + self.width - line.width
            for piece in line.pieces:
                yield _PositionedRun(piece, at, base)
                at += piece.width
            base -= self.style.leading


def _write_runs_with_links(
    structure: Structure, writer: TextWriter, placed: Sequence[_PositionedRun]
) -> None:
    """Write what was placed; what leads to one place is one link."""
    for key, same in groupby(placed, key=lambda each: each.piece.face.leads_to):
        parts = list(same)
        text = " ".join(part.piece.text for part in parts)
        areas = [part.area for part in parts]
        with structure.mark_link(key, areas, text) if key else structure.mark_content():
            writer.write(part.positioned_text for part in parts)


_RAISED = re.compile(r"<(sub|super)>(.*?)</\1>")
_RISES = {"sub": -2.0, "super": 3.5}
_SMALL = 7.0
"""Size of an index or a power in a formula."""


class StyledText(NamedTuple):
    """A text in one look; what is not said is as the paragraph's style has it."""

    text: str
    font: str = ""
    size: float = 0.0
    ink: Color | None = None
    rise: float = 0.0
    """Points above the line."""
    leads_to: str = ""
    """Key of the place that it is a link to."""


NEW_LINE = StyledText("\n")


def semibold(text: str) -> StyledText:
    """Return a text in semibold."""
    return StyledText(text, font=fonts.SEMIBOLD)


def in_colour(runs: Iterable[StyledText], ink: Color) -> list[StyledText]:
    """Return runs in a colour."""
    return [run._replace(ink=ink) for run in runs]


def as_link(runs: Iterable[StyledText], key: str) -> list[StyledText]:
    """Return runs that lead to a place."""
    return [run._replace(leads_to=key) for run in runs]


def in_size(runs: Iterable[StyledText], size: float) -> list[StyledText]:
    """Return runs in a size, in points."""
    return [run._replace(size=size) for run in runs]


def join_runs(parts: Sequence[Iterable[StyledText]], between: str) -> list[StyledText]:
    """Return all runs of several parts with a text between the parts."""
    result: list[StyledText] = []
    for part in parts:
        if result:
            result.append(StyledText(between))
        result += part
    return result


def parse_formula_markup(text: str) -> list[StyledText]:
    """Read a formula of ours, in which <sub> marks an index and <super> a power."""
    result: list[StyledText] = []
    end = 0
    for marked in _RAISED.finditer(text):
        kind, raised = marked.groups()
        result += [
            StyledText(text[end : marked.start()]),
            StyledText(raised, size=_SMALL, rise=_RISES[kind]),
        ]
        end = marked.end()
    return [run for run in [*result, StyledText(text[end:])] if run.text]


class SectionSpacer(Spacer):
    """Leaves room below what is above it; at the top of a page there is nothing above."""

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803, ARG002 - ReportLab's
        """Take no room at the top of a page."""
        frame = vars(self).get("_frame")
        at_top = frame is not None and frame._atTop  # noqa: SLF001
        return self.width, 0.0 if at_top else self.height
