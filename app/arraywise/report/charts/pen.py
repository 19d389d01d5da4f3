"""Writes and draws on a chart in the report's type and colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from reportlab.graphics.shapes import Line, Rect, String

from arraywise.report import fonts
from arraywise.report.styles import colour

if TYPE_CHECKING:
    from reportlab.graphics.shapes import Drawing, Group

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
        place: tuple[float, float],
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
                fontName=fonts.SEMIBOLD if strong else fonts.REGULAR,
                fontSize=TYPE,
                fillColor=colour(ink),
            )
        )

    def line(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        ink: str,
        wide: float = 0.6,
        dash: tuple[float, ...] = (),
    ) -> None:
        """Draw a straight line."""
        line = Line(*start, *end, strokeColor=colour(ink), strokeWidth=wide)
        if dash:
            line.strokeDashArray = list(dash)
        self.drawing.add(line)

    def frame(self, low: tuple[float, float], high: tuple[float, float], ink: str) -> None:
        """Draw the outline of a rectangle."""
        frame = Rect(*low, high[0] - low[0], high[1] - low[1])
        frame.fillColor, frame.strokeColor, frame.strokeWidth = None, colour(ink), 0.7
        self.drawing.add(frame)


LONGEST_NAME = 28
"""Letters of an option's name in a chart; tables tell it in full."""


def cut(text: str, most: int = LONGEST_NAME) -> str:
    """Return a text of so many letters at most."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def width_of(text: str, *, strong: bool = False) -> float:
    """Return how wide a text of a chart is, in points."""
    return fonts.width(text, TYPE, fonts.SEMIBOLD if strong else fonts.REGULAR)
