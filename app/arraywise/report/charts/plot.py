"""A pen that draws on a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from reportlab.graphics.shapes import Circle, Group, Line, PolyLine, Rect, String

from arraywise.report.pdf import style
from arraywise.report.pdf.style import colour

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from reportlab.graphics.shapes import Drawing
    from reportlab.lib.colors import Color

    from arraywise.present.charts.axes import XY

    Points: TypeAlias = Sequence[XY]

TYPE = 8.0
"""Size of a chart's type, in points."""
Anchor: TypeAlias = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Pen:
    """A drawing or a part of one, and ways of putting something on it; places are in points."""

    drawing: Drawing | Group

    def write(
        self,
        text: str,
        place: XY,
        anchor: Anchor = "start",
        ink: str = "text",
        *,
        strong: bool = False,
    ) -> None:
        """Write a text at a place on its baseline."""
        self.drawing.add(
            String(
                *place,
                text,
                textAnchor=anchor,
                fontName=style.SEMIBOLD if strong else style.REGULAR,
                fontSize=TYPE,
                fillColor=colour(ink),
            )
        )

    def line(
        self,
        start: XY,
        end: XY,
        ink: str | Color,
        wide: float = 0.6,
        dash: tuple[float, ...] = (),
    ) -> None:
        """Draw a straight line, in a colour or by the name of one."""
        stroke = colour(ink) if isinstance(ink, str) else ink
        line = Line(*start, *end, strokeColor=stroke, strokeWidth=wide)
        if dash:
            line.strokeDashArray = list(dash)
        self.drawing.add(line)

    def path(self, points: Points, ink: Color, wide: float, dash: tuple[float, ...] = ()) -> None:
        """Draw a line through points; nothing through fewer than two."""
        if len(points) < 2:
            return
        flat = [value for point in points for value in point]
        line = PolyLine(flat, strokeColor=ink, strokeWidth=wide, strokeLineJoin=1)
        if dash:
            line.strokeDashArray = list(dash)
        self.drawing.add(line)

    def ring(self, place: XY, radius: float, ink: str, wide: float = 1.0) -> None:
        """Draw a circle around a place, filled with the colour of the page."""
        fill, stroke = colour("page"), colour(ink)
        self.drawing.add(
            Circle(*place, radius, fillColor=fill, strokeColor=stroke, strokeWidth=wide)
        )

    def frame(self, low: XY, high: XY, ink: str) -> None:
        """Draw the outline of a rectangle."""
        frame = Rect(*low, high[0] - low[0], high[1] - low[1])
        frame.fillColor, frame.strokeColor, frame.strokeWidth = None, colour(ink), 0.7
        self.drawing.add(frame)


def width_of(text: str, *, strong: bool = False) -> float:
    """Return how wide a text of a chart is, in points."""
    return style.width(text, TYPE, style.SEMIBOLD if strong else style.REGULAR)
