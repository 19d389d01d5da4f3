"""Chart frame and pen."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, TypeAlias

from reportlab.graphics.shapes import Circle, Group, Line, Polygon, PolyLine, Rect, String

from arraywise.present.charts.axes import (
    Axis,
    Box,
    ChartLabel,
    boxes_around,
    place_labels,
)
from arraywise.report.pdf import style
from arraywise.report.pdf.marks import filled_box, marker, new_drawing
from arraywise.report.pdf.style import colour

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from reportlab.graphics.shapes import Drawing
    from reportlab.lib.colors import Color

    from arraywise.domain.decision import Interval
    from arraywise.present.charts.axes import XY
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.style import OptionStyle

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


_LEFT, _RIGHT, _BOTTOM, _TOP = 34.0, 46.0, 34.0, 20.0
MOST_NAMED = 6
"""Options whose names are beside their lines; more are listed below the chart."""
_SIGN, _LEGEND_LINE = 20.0, 13.0
_BAND_OPACITY = 0.16
DOTTED = (1.5, 2.2)


class PaperPlot:
    """One chart; values are given in the units of its axes."""

    def __init__(self, layout: PageLayout, x: XY, y: XY, height: float) -> None:
        self._layout = layout
        self.drawing = new_drawing(layout.width, height)
        self._pen = Pen(self.drawing)
        self.x = Axis(*x, _LEFT, layout.width - _RIGHT)
        self.y = Axis(*y, _BOTTOM, height - _TOP)
        self._title_wide = 0.0
        """Of what is above the axis at the left."""
        self._deducted: list[Box] = []
        self._wanted: list[tuple[ChartLabel, str, OptionStyle | None]] = []

    def axes(self, x_title: str, y_title: str) -> None:
        """Draw grid, tick labels and titles of both axes."""
        self._draw_x_axis(x_title)
        self._draw_y_axis(y_title)

    def _draw_x_axis(self, title: str) -> None:
        for tick in self.x.ticks():
            at = self.x.to_position(tick.value)
            self._pen.line((at, self.y.start), (at, self.y.start - 3), "border_strong")
            number = self._layout.words.number(tick.shown, tick.decimals)
            self._pen.write(number, (at, self.y.start - 12), "middle", "text2")
        self._pen.line(
            (self.x.start, self.y.start), (self.x.end, self.y.start), "border_strong", 0.9
        )
        self._pen.write(title, (self.x.end, self.y.start - 25), "end", "text2")

    def _draw_y_axis(self, title: str) -> None:
        for tick in self.y.ticks():
            at = self.y.to_position(tick.value)
            if tick.value > self.y.low:
                self._pen.line((self.x.start, at), (self.x.end, at), "hair")
            number = self._layout.words.number(tick.shown, tick.decimals)
            self._pen.write(number, (self.x.start - 5, at - 2.8), "end", "text2")
        self._pen.write(title, (0, self.y.end + 11), ink="text2")
        self._title_wide = width_of(title)

    def band(self, lower: Points, upper: Points, look: OptionStyle) -> None:
        """Fill the band between two lines with the same first values."""
        low, high = self._on_paper(lower), self._on_paper(upper)
        if len(low) < 2 or len(high) < 2:
            return
        corners = [value for point in (*low, *reversed(high)) for value in point]
        self.drawing.add(
            Polygon(corners, fillColor=look.fill, strokeColor=None, fillOpacity=_BAND_OPACITY)
        )

    def line(self, points: Points, look: OptionStyle, *, dotted: bool = False) -> None:
        """Draw a line in an option's colour and dash; what is above the chart is cut off."""
        on_paper = self._on_paper(points)
        if len(on_paper) > 1:
            wide, dash = (1.1, DOTTED) if dotted else (1.6, look.dash)
            self._pen.path(on_paper, look.line, wide, dash)
            self._deducted += boxes_around(_densify(on_paper), 1.5)

    def point(self, rate: Interval, value: Interval, look: OptionStyle, *, hollow: bool) -> None:
        """Draw a measured point with its error bars; none where it lies off the chart."""
        if rate.point is None or value.point is None or value.point > self.y.high:
            return
        x, y = self.x.to_position(rate.point), self.y.to_position(value.point)
        for low, high, upright in ((value.low, value.high, True), (rate.low, rate.high, False)):
            if low is not None and high is not None:
                self._draw_error_bar((x, y), low, high, look, upright=upright)
        self.drawing.add(marker(look, x, y, 6.4, hollow=hollow))
        self._deducted += boxes_around([(x, y)], 5)

    def _draw_error_bar(
        self, centre: XY, low: float, high: float, look: OptionStyle, *, upright: bool
    ) -> None:
        scale = self.y if upright else self.x
        ends = [scale.to_position(min(max(v, scale.low), scale.high)) for v in (low, high)]
        x, y = centre
        lines = [((x, ends[0]), (x, ends[1])) if upright else ((ends[0], y), (ends[1], y))]
        lines += [
            ((x - 2.2, end), (x + 2.2, end)) if upright else ((end, y - 2.2), (end, y + 2.2))
            for end in ends
        ]
        for line in lines:
            self._pen.line(*line, look.line, 0.8)
        if upright:
            self._deducted.append(Box(x - 2.5, ends[0], x + 2.5, ends[1]))

    def target(self, value: float, label: str) -> None:
        """Draw a level line across the chart, with its label at the left above it."""
        at = self.y.to_position(value)
        self._pen.line((self.x.start, at), (self.x.end, at), "text", 1.0, (4, 2.4))
        self._deducted.append(Box(self.x.start, at - 1, self.x.end, at + 1))
        self._note(label, self.x.start + 4, at + 3.5)

    def demand(self, value: float, label: str) -> None:
        """Draw an upright line through the chart, with its label on top."""
        at = self.x.to_position(value)
        self._pen.line((at, self.y.start), (at, self.y.end + 4), "text", 1.1)
        self._deducted.append(Box(at - 1, self.y.start, at + 1, self.y.end + 4))
        wide = width_of(label, strong=True)
        left = max(at - wide / 2, self.x.start, self._title_wide + 8)
        left = min(left, self.x.end - wide)
        self._note(label, left, self.y.end + 8)

    def shade(self, right: float, top: float) -> None:
        """Shade what is left of a load and below a target."""
        wide = self.x.to_position(right) - self.x.start
        high = self.y.to_position(top) - self.y.start
        self.drawing.add(filled_box(self.x.start, self.y.start, wide, high, colour("sunken")))

    def name(self, text: str, at: XY, look: OptionStyle) -> None:
        """Ask for a label near a point."""
        x, y = self.x.to_position(at[0]), self.y.to_position(min(at[1], self.y.high))
        wide = width_of(text, strong=True)
        self._wanted.append((ChartLabel(x, y, wide, TYPE), text, look))

    def steps(self, points: Points) -> None:
        """Draw a dashed line through points, such as an efficient frontier."""
        corners = [(self.x.to_position(x), self.y.to_position(y)) for x, y in points]
        flat = [value for corner in corners for value in corner]
        line = PolyLine(flat, strokeColor=colour("text2"), strokeWidth=0.9)
        line.strokeDashArray = [3.5, 2.5]
        self.drawing.add(line)
        self._deducted += boxes_around(_densify(corners), 1.5)

    def remark(self, text: str, at: XY) -> None:
        """Ask for a text near a point that is not an option's."""
        wide = width_of(text, strong=True)
        self._wanted.append(
            (
                ChartLabel(self.x.to_position(at[0]), self.y.to_position(at[1]), wide, TYPE),
                text,
                None,
            )
        )

    def finish(self) -> Drawing:
        """Place the labels, or list so many below that they would hide each other."""
        named = [(text, look) for _, text, look in self._wanted if look is not None]
        if len(named) <= MOST_NAMED:
            self._place_labels()
            return self.drawing
        self._wanted = [each for each in self._wanted if each[2] is None]
        self._place_labels()
        return self._add_legend(named)

    def _add_legend(self, named: Sequence[tuple[str, OptionStyle]]) -> Drawing:
        """Return the drawing with names in rows below it, each beside its marker and line."""
        wide = max(width_of(text) for text, _ in named) + _SIGN + 14
        across = max(1, int(self._layout.width // wide))
        room = -(-len(named) // across) * _LEGEND_LINE + 4
        drawing = new_drawing(self.drawing.width, self.drawing.height + room)
        chart = Group(*self.drawing.contents)
        chart.translate(0, room)
        drawing.add(chart)
        pen = Pen(drawing)
        for place, (text, look) in enumerate(named):
            x = place % across * wide
            y = room - (place // across + 1) * _LEGEND_LINE
            level = y + 2.8
            pen.line((x, level), (x + _SIGN, level), look.line, 1.6, look.dash)
            drawing.add(marker(look, x + _SIGN / 2, level, 6.4))
            pen.write(text, (x + _SIGN + 4, y))
        return drawing

    def _place_labels(self) -> None:
        area = Box(self.x.start, self.y.start + 2, self._layout.width, self.y.end + 2)
        labels = [label for label, _, _ in self._wanted]
        places = place_labels(labels, self._deducted, area)
        for (label, text, look), place in zip(self._wanted, places, strict=True):
            if look is not None and place.distance >= 16:  # too far without a leader
                point = label.x, label.y
                self._pen.line(point, place.box.nearest_point(point), look.line)
            self._pen.write(text, (place.box.left, place.box.bottom + 1.5), strong=True)

    def _on_paper(self, points: Points) -> list[XY]:
        clipped = split_above(points, self.y.high)
        return [(self.x.to_position(x), self.y.to_position(y)) for x, y in clipped]

    def _note(self, text: str, x: float, y: float) -> None:
        self._pen.write(text, (x, y), strong=True)
        wide = width_of(text, strong=True)
        self._deducted.append(Box(x - 2, y - 2, x + wide + 2, y + TYPE))


def split_above(points: Points, top: float) -> list[XY]:
    """Return the line up to where it first rises above `top`."""
    stored: list[XY] = []
    for x, y in points:
        if y <= top:
            stored.append((x, y))
            continue
        if stored and y > stored[-1][1]:
            x0, y0 = stored[-1]
            stored.append((x0 + (x - x0) * (top - y0) / (y - y0), top))
        break
    return stored


def _densify(points: list[XY]) -> list[XY]:
    """Return points at most 4 apart along a line, so that labels keep off all of it."""
    dense = points[:1]
    for (x0, y0), (x1, y1) in pairwise(points):
        steps = max(1, int(max(abs(x1 - x0), abs(y1 - y0)) // 4))
        dense += [
            (x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps) for i in range(1, steps + 1)
        ]
    return dense
