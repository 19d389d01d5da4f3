"""Markers, verdict icons, bars, intervals, callout."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reportlab.graphics.shapes import Circle, Group, Line, Polygon, PolyLine, String
from reportlab.platypus import Flowable

from arraywise.domain.decision import PASSES, Verdict
from arraywise.domain.messages import Severity
from arraywise.present.charts.marks import MARKERS
from arraywise.report.pdf import style as fonts
from arraywise.report.pdf.style import theme_colour
from arraywise.report.pdf.tagging import DecorativeDrawing, structure_of
from arraywise.report.pdf.text import fill_colour_operator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.graphics.shapes import Drawing
    from reportlab.lib.colors import Color
    from reportlab.pdfgen.canvas import Canvas

    from arraywise.report.pdf.style import OptionStyle
    from arraywise.report.pdf.text import Paragraph

Points = list[tuple[float, float]]

VERDICT_COLOURS = {
    Verdict.PASS_MEASURED: "pass",
    Verdict.PASS_ONCE: "pass",
    Verdict.PASS_MODELLED: "pass",
    Verdict.PASS_IO: "pass",
    Verdict.PASS_PUBLISHED: "pass",
    Verdict.PASS_ESTIMATED: "pass",
    Verdict.FAIL: "fail",
    Verdict.FAIL_CAPACITY: "fail",
}
_SIGNS = {Verdict.UNDETERMINED: "?", Verdict.NOT_COMPARABLE: "≠"}
_DASHED = {
    *(PASSES - {Verdict.PASS_MEASURED}),
    *(Verdict.NOT_DEMONSTRATED, Verdict.NO_DATA),
}

SEVERITY_COLOURS = {Severity.ERROR: "fail", Severity.WARNING: "warn", Severity.INFO: "unknown"}


def new_drawing(width: float, height: float) -> Drawing:
    """Return an empty drawing that starts with our typeface, so that no other is asked for."""
    fonts.register_fonts()
    return DecorativeDrawing(width, height, initialFontName=fonts.REGULAR)


def _octagon_corners() -> Points:
    turns = [math.pi / 8 + 2 * math.pi * i / 8 for i in range(8)]
    return [(math.cos(turn), math.sin(turn)) for turn in turns]


def _scale_and_flatten(
    points: Sequence[tuple[float, float]], x: float, y: float, scale: float
) -> list[float]:
    return [value for px, py in points for value in (x + px * scale, y + py * scale)]


def build_marker(
    look: OptionStyle, x: float, y: float, size: float = 7.0, *, hollow: bool = False
) -> Polygon:
    """Draw an option's marker around a point; hollow where the point does not count."""
    return Polygon(
        _scale_and_flatten(MARKERS[look.marker], x, y, size / 2),
        fillColor=theme_colour("page") if hollow else look.fill,
        strokeColor=look.line,
        strokeWidth=1.0 if hollow else 0.6,
        strokeLineJoin=0,
    )


def marker_drawing(look: OptionStyle, size: float = 7.0) -> Drawing:
    """Return an option's marker as a drawing of its own."""
    drawing = new_drawing(size + 1, size + 1)
    drawing.add(build_marker(look, (size + 1) / 2, (size + 1) / 2, size))
    return drawing


def _build_centred_letter(sign: str, x: float, y: float, size: float, ink: Color) -> String:
    return String(
        x, y, sign, fontName=fonts.SEMIBOLD, fontSize=size, textAnchor="middle", fillColor=ink
    )


def _build_tick(ink: Color) -> PolyLine:
    return PolyLine([2.5, 4.4, 3.9, 3.0, 6.5, 6.0], strokeColor=ink, strokeWidth=1.1)


def verdict_drawing(verdict: Verdict) -> Drawing:
    """Draw a verdict's icon, 9 points wide; solid ones are shown by measurement."""
    ink, paper = theme_colour(VERDICT_COLOURS.get(verdict, "unknown")), theme_colour("page")
    drawing = new_drawing(9, 9)
    if verdict is Verdict.PASS_MEASURED:
        drawing.add(Circle(4.5, 4.5, 4.3, fillColor=ink, strokeColor=None))
        drawing.add(_build_tick(paper))
    elif verdict in {Verdict.FAIL, Verdict.FAIL_CAPACITY}:
        drawing.add(
            Polygon(
                _scale_and_flatten(_octagon_corners(), 4.5, 4.5, 4.5),
                fillColor=ink,
                strokeColor=None,
            )
        )
        ends = ((2.9, 2.9, 6.1, 6.1), (2.9, 6.1, 6.1, 2.9))
        drawing.add(Group(*(Line(*end, strokeColor=paper, strokeWidth=1.1) for end in ends)))
    else:
        ring = Circle(4.5, 4.5, 4.0, fillColor=None, strokeColor=ink, strokeWidth=0.8)
        if verdict in _DASHED:
            ring.strokeDashArray = [1.6, 1.2]
        drawing.add(ring)
        drawing.add(_build_icon_content(verdict, ink))
    return drawing


def _build_icon_content(verdict: Verdict, ink: Color) -> PolyLine | Line | String | Group:
    if verdict in PASSES:
        return _build_tick(ink)
    if verdict is Verdict.NOT_DEMONSTRATED:
        shaft = Line(2.9, 2.9, 6.0, 6.0, strokeColor=ink, strokeWidth=0.9)
        head = PolyLine([3.6, 6.1, 6.1, 6.1, 6.1, 3.6], strokeColor=ink, strokeWidth=0.9)
        return Group(shaft, head)
    if verdict is Verdict.NO_DATA:
        return Line(2.9, 4.5, 6.1, 4.5, strokeColor=ink, strokeWidth=1.0)
    return _build_centred_letter(_SIGNS[verdict], 4.5, 2.3, 6.6, ink)


def scale_drawing(drawing: Drawing, factor: float) -> Drawing:
    """Return a drawing so many times as large."""
    larger = new_drawing(drawing.width * factor, drawing.height * factor)
    group = Group(*drawing.contents)
    group.scale(factor, factor)
    larger.add(group)
    return larger


def severity_drawing(severity: Severity) -> Drawing:
    """Draw a severity's icon, 9 points wide."""
    ink, paper = theme_colour(SEVERITY_COLOURS[severity]), theme_colour("page")
    drawing = new_drawing(9, 9)
    if severity is Severity.INFO:
        drawing.add(Circle(4.5, 4.5, 4.0, fillColor=None, strokeColor=ink, strokeWidth=0.8))
        drawing.add(_build_centred_letter("i", 4.5, 2.3, 6.6, ink))
    elif severity is Severity.WARNING:
        drawing.add(Polygon([0, 0.4, 9, 0.4, 4.5, 8.6], fillColor=ink, strokeColor=None))
        drawing.add(_build_centred_letter("!", 4.5, 1.5, 6.2, paper))
    else:
        drawing.add(
            Polygon(
                _scale_and_flatten(_octagon_corners(), 4.5, 4.5, 4.5),
                fillColor=ink,
                strokeColor=None,
            )
        )
        drawing.add(_build_centred_letter("!", 4.5, 2.2, 6.6, paper))
    return drawing


class IconParagraph(Flowable):
    """A small drawing in front of a paragraph, level with its first line."""

    def __init__(self, drawing: Drawing, paragraph: Paragraph, gap: float = 4.0) -> None:
        super().__init__()
        self._drawing = drawing
        self._paragraph = paragraph
        self._indent = float(drawing.width) + gap

    @property
    def natural_width(self) -> float:
        """Width of drawing and paragraph on one line."""
        return self._indent + self._paragraph.natural_width

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803 - ReportLab's names
        """Give the paragraph the width that the drawing leaves."""
        _, self.height = self._paragraph.wrap(aW - self._indent, aH)
        self.width = aW
        return aW, self.height

    def draw(self) -> None:
        """Draw both."""
        self.draw_at(self.canv, 0, self.height)

    def draw_at(self, canvas: Canvas, x: float, top: float) -> None:
        """Draw both with the left upper corner at a place."""
        middle = top - self._paragraph.style.fontSize * 0.66
        self._drawing.drawOn(canvas, x, middle - float(self._drawing.height) / 2)
        self._paragraph.draw_at(canvas, x + self._indent, top)


_BAR = 3.0


@dataclass(frozen=True, slots=True)
class CalloutBar:
    """How the block looks; lengths in points."""

    ink: Color
    indent: float
    above: float
    below: float
    tint: Color | None = None


class Callout(Flowable):
    """A paragraph behind a bar."""

    def __init__(
        self,
        inner: Paragraph | IconParagraph,
        bar: CalloutBar,
        before: float = 0.0,
        after: float = 0.0,
    ) -> None:
        super().__init__()
        self.inner, self._bar = inner, bar
        self.spaceBefore, self.spaceAfter = before, after

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803 - ReportLab's names
        """Give the paragraph the width that the bar leaves."""
        bar = self._bar
        _, high = self.inner.wrap(aW - 2 * bar.indent, aH)
        self.width, self.height = aW, high + bar.above + bar.below
        return self.width, self.height

    def draw(self) -> None:
        """Draw bar and tint, which nobody reads, and the paragraph."""
        bar, canvas = self._bar, self.canv
        with structure_of(canvas).mark_artifact():
            for ink, left, wide in ((bar.tint, 0.0, self.width), (bar.ink, -_BAR / 2, _BAR)):
                if ink is not None:
                    area = f"{left:.2f} 0 {wide:.2f} {self.height:.2f} re f"
                    canvas.addLiteral(f"q {fill_colour_operator(ink)} {area} Q")
        self.inner.draw_at(canvas, bar.indent, self.height - bar.above)
