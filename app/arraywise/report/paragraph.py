"""Paragraphs: text that is broken into lines, written at once, and tells what it is.

ReportLab's own paragraph reads its text as markup; this one takes runs, in which nothing is
interpreted, and is several times as fast.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from reportlab.lib.enums import TA_RIGHT
from reportlab.platypus import Flowable

from arraywise.report.lines import Face, Piece, break_lines
from arraywise.report.operators import letterpress
from arraywise.report.styles import Style, paragraph_style
from arraywise.report.tagging import structure_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reportlab.pdfgen.canvas import Canvas

    from arraywise.report.lines import Line
    from arraywise.report.operators import Letterpress, Stretch
    from arraywise.report.runs import Run
    from arraywise.report.tagging import Structure

_KINDS: dict[Style, str] = {
    Style.TITLE: "H1",
    Style.HEADING: "H1",
    Style.SUBHEADING: "H2",
    Style.CAPTION: "Caption",
}


class _Placed(NamedTuple):
    """A piece of text and where its line begins to be read."""

    piece: Piece
    x: float
    base: float

    @property
    def stretch(self) -> Stretch:
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

    def __init__(self, runs: Sequence[Run], style: Style, mark: str = "", place: str = "") -> None:
        super().__init__()
        self.kind, self.style, self.mark = style, paragraph_style(style), mark
        self.place = place
        """Key of this very place, for links; empty where none leads here."""
        self.pieces: Sequence[Piece] = [self._piece(run) for run in runs]
        self.lines: list[Line] = []
        self._is_broken = False

    def _piece(self, run: Run) -> Piece:
        style = self.style
        font, size, ink = run.font or style.fontName, run.size or style.fontSize, run.ink
        return Piece(run.text, Face(font, size, ink or style.textColor, *run[4:]))

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

    def split(self, aW: float, aH: float) -> list[Flowable]:  # noqa: N803 - ReportLab's names
        """Part the lines so that none stands alone on either page."""
        self.wrap(aW, aH)
        count, fit = len(self.lines), int(aH / self.style.leading)
        if count <= fit:
            return [self]
        fit -= count == fit + 1
        if fit < 2:
            return []
        first = self._part(self.lines[:fit], self.mark, self.place)
        return [first, self._part(self.lines[fit:])]

    def _part(self, lines: list[Line], mark: str = "", place: str = "") -> Paragraph:
        part = Paragraph((), self.kind, mark, place)
        part.pieces = [piece for line in lines for piece in line.pieces]
        part.lines, part._is_broken = lines, True
        return part

    def draw(self) -> None:
        """Draw it as an element of the structure."""
        self.draw_at(self.canv, 0, self.height)

    def draw_at(self, canvas: Canvas, x: float, top: float) -> None:
        """Draw it with its left upper corner at a place; it must be broken already."""
        structure, press = structure_of(canvas), letterpress(canvas)
        placed = list(self._placed(x, top))
        if self.place:
            canvas.bookmarkHorizontal(self.place, x, top)
        with structure.block(_KINDS.get(self.kind, "P"), listed=bool(self.mark)):
            if not self.mark:
                _write(structure, press, placed)
            elif placed:
                with structure.part("Lbl"):
                    press.write([self._mark(x, placed[0].base)])
                with structure.element("LBody"):
                    _write(structure, press, placed)

    def _mark(self, x: float, base: float) -> Stretch:
        style = self.style
        place = (x + style.bulletIndent, base)
        return (*place, style.fontName, style.bulletFontSize, style.textColor, self.mark)

    def _placed(self, x: float, top: float) -> Iterator[_Placed]:
        """Say where each piece stands; the first line hangs from the top by its type's size."""
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
                yield _Placed(piece, at, base)
                at += piece.width
            base -= self.style.leading


def _write(structure: Structure, press: Letterpress, placed: Sequence[_Placed]) -> None:
    """Write what was placed; what leads to one place is one link."""
    for key, same in groupby(placed, key=lambda each: each.piece.face.leads_to):
        parts = list(same)
        text = " ".join(part.piece.text for part in parts)
        areas = [part.area for part in parts]
        with structure.link(key, areas, text) if key else structure.content():
            press.write(part.stretch for part in parts)
