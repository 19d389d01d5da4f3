"""A plot as a scene: axes, curves with bands and error bars, lines across, names off all of it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from arraywise.present.charts.axes import (
    MOST_TICKS,
    Axis,
    Box,
    ChartLabel,
    MapRange,
    boxes_around,
    place_labels,
)
from arraywise.present.charts.marks import dash_of, dotted
from arraywise.present.charts.scene import (
    BORDER_STRONG,
    HAIR,
    SUNKEN,
    TEXT2,
    Anchor,
    Clip,
    Line,
    Marker,
    Polygon,
    Rectangle,
    Role,
    Scene,
    Spot,
    Stroke,
    Text,
    fill_of,
    line,
    line_of,
)

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from arraywise.domain.decision import Interval
    from arraywise.present.charts.axes import XY
    from arraywise.present.charts.scene import Item, Medium

    Points = Sequence[XY]

MOST_NAMED = 6
"""Options whose names are beside their marks; more are listed below the plot."""
_SIGN, _LEGEND_LINE, _LEGEND_GAP = 30.0, 19.0, 21.0
_BAND_OPACITY = 0.16
_TICK_ROOM = 60.0
_MARKER, _REACH = 10.0, 10.0
_FAR = 24.0
"""Distance of a name from its mark from which on a line leads there."""
_DASHES, _TARGET_DASHES = (5.2, 3.7), (6.0, 3.6)


@dataclass(frozen=True, slots=True)
class PlotFrame:
    """The space of a plot: its size, and its margins in reference pixels."""

    width: float
    height: float
    left: float = 50.0
    right: float = 68.0
    bottom: float = 50.0
    top: float = 30.0
    inset: float = 0.0
    """Of the title above the upright axis, from the left edge."""
    seen: MapRange = MapRange()  # noqa: RUF009 - frozen, and so it may be shared
    """The part of the axes that is shown."""


@dataclass(frozen=True, slots=True)
class _Name:
    """A text to be placed near a point; a mark's own has the position of its option."""

    label: ChartLabel
    text: str
    position: int | None
    bold: bool


def legend_height(names: Sequence[str], width: float, medium: Medium) -> float:
    """Return the height of the list below a plot of so many names; none where they are few."""
    if len(names) <= MOST_NAMED:
        return 0.0
    _, rows = _legend_grid(names, width, medium)
    return (rows * _LEGEND_LINE + 6.0) * medium.unit


def _legend_grid(names: Sequence[str], width: float, medium: Medium) -> tuple[int, int]:
    """Return columns and rows of the list."""
    wide = medium.widest(names) + (_SIGN + _LEGEND_GAP) * medium.unit
    columns = max(1, int(width // wide))
    return columns, -(-len(names) // columns)


class Plot:
    """One plot; values are given in the units of its axes."""

    def __init__(
        self, medium: Medium, frame: PlotFrame, x: XY, y: XY, names: Sequence[str] = ()
    ) -> None:
        """Begin a plot between bounds; so many `names` that they are listed take room below."""
        self._medium, self._frame, self._unit = medium, frame, medium.unit
        self._names = names
        unit, room = medium.unit, legend_height(names, frame.width, medium)
        seen = frame.seen
        ends = frame.left * unit, frame.width - frame.right * unit
        self.x = Axis(*seen.visible_x(x), *ends)
        heights = frame.bottom * unit + room, frame.height - frame.top * unit
        self.y = Axis(*seen.visible_y(y), *heights)
        self._title_width = 0.0
        """Of what is above the axis at the left."""
        self._ground: list[Item] = []
        self._marks: list[Item] = []
        self._notes: list[Item] = []
        self._occupied: list[Box] = []
        self._wanted: list[_Name] = []
        self._listed: list[_Name] = []
        self._spots: list[Spot] = []

    def axes(self, x_title: str, y_title: str, x_unit: float = 1.0) -> None:
        """Draw grid, tick labels and titles of both axes; x counts in a unit of its values."""
        unit, x, y, medium = self._unit, self.x, self.y, self._medium
        room = int((x.end - x.start) / (_TICK_ROOM * unit))
        for tick in x.ticks(max(2, min(MOST_TICKS, room)), x_unit):
            at = x.to_position(tick.value)
            end = y.start - 4 * unit
            self._ground.append(line((at, y.start), (at, end), ink=BORDER_STRONG, width=unit))
            number = medium.number(tick.shown, tick.decimals)
            self._ground.append(Text((at, y.start - 13 * unit), number, TEXT2, Anchor.MIDDLE))
        for tick in y.ticks():
            at = y.to_position(tick.value)
            if at > y.start:
                self._ground.append(line((x.start, at), (x.end, at), ink=HAIR, width=unit))
            number = medium.number(tick.shown, tick.decimals)
            self._ground.append(Text((x.start - 7 * unit, at), number, TEXT2, Anchor.END))
        bottom = line((x.start, y.start), (x.end, y.start), ink=BORDER_STRONG, width=unit)
        self._ground.append(bottom)
        below, above = (x.end, y.start - 31 * unit), (self._frame.inset, y.end + 16 * unit)
        self._ground.append(Text(below, x_title, TEXT2, Anchor.END))
        self._ground.append(Text(above, y_title, TEXT2))
        self._title_width = self._frame.inset + medium.width_of(y_title)

    def shade(self, right: float, top: float) -> None:
        """Shade what is left of a load and below a target."""
        corner = self.x.to_position(right), self.y.to_position(top)
        self._ground.append(Rectangle(Box(self.x.start, self.y.start, *corner), SUNKEN))

    def band(self, lower: Points, upper: Points, position: int) -> None:
        """Fill the band between two lines with the same first values."""
        low, high = self._placed(lower), self._placed(upper)
        if len(low) > 1 and len(high) > 1:
            outline = (*low, *reversed(high))
            self._marks.append(Polygon((outline,), fill_of(position, _BAND_OPACITY)))

    def line(self, points: Points, position: int, *, is_dotted: bool = False) -> None:
        """Draw a line in an option's colour and dash; what is above the plot is cut off."""
        placed, unit = self._placed(points), self._unit
        if len(placed) < 2:
            return
        dash = dotted(unit) if is_dotted else dash_of(position, unit)
        stroke = Stroke(line_of(position), (1.6 if is_dotted else 2.2) * unit, dash)
        self._marks.append(Line(tuple(placed), stroke))
        self._occupied += boxes_around(_densify(placed, 6 * unit), 2.2 * unit)

    def steps(self, points: Points) -> None:
        """Draw a dashed line through points, such as an efficient frontier."""
        corners, unit = (
            [(self.x.to_position(x), self.y.to_position(y)) for x, y in points],
            self._unit,
        )
        dash = tuple(length * unit for length in _DASHES)
        self._marks.append(Line(tuple(corners), Stroke(TEXT2, 1.3 * unit, dash)))
        self._occupied += boxes_around(_densify(corners, 6 * unit), 2.2 * unit)

    def point(
        self, x: Interval, y: Interval, position: int, *, hollow: bool, key: Hashable = None
    ) -> None:
        """Draw a point with its error bars; none where it lies off the plot.

        With a key it can be read out.
        """
        if x.point is None or y.point is None or y.point > self.y.high:
            return
        unit = self._unit
        at = self.x.to_position(x.point), self.y.to_position(y.point)
        for low, high, upright in ((y.low, y.high, True), (x.low, x.high, False)):
            if low is not None and high is not None:
                self._error_bar(at, low, high, position, upright=upright)
        self._marks.append(Marker(at, position, _MARKER * unit, hollow))
        self._occupied += boxes_around([at], 7.5 * unit)
        if key is not None and self.x.holds(x.point) and self.y.holds(y.point):
            (box,) = boxes_around([at], _REACH * unit)
            self._spots.append(Spot(key, box))

    def _error_bar(
        self, centre: XY, low: float, high: float, position: int, *, upright: bool
    ) -> None:
        scale, unit, (x, y) = self.y if upright else self.x, self._unit, centre
        ends = [scale.to_position(min(max(v, scale.low), scale.high)) for v in (low, high)]
        cap = 3.3 * unit
        lines = [((x, ends[0]), (x, ends[1])) if upright else ((ends[0], y), (ends[1], y))]
        lines += [
            ((x - cap, end), (x + cap, end)) if upright else ((end, y - cap), (end, y + cap))
            for end in ends
        ]
        for each in lines:
            self._marks.append(line(*each, ink=line_of(position), width=1.2 * unit))
        if upright:
            self._occupied.append(Box(x - cap, ends[0], x + cap, ends[1]))

    def target(self, value: float, label: str) -> None:
        """Draw a level line across the plot, with its label at the left above it."""
        at, unit = self.y.to_position(value), self._unit
        dash = tuple(length * unit for length in _TARGET_DASHES)
        self._marks.append(line((self.x.start, at), (self.x.end, at), width=1.5 * unit, dash=dash))
        self._occupied.append(Box(self.x.start, at - 1.5 * unit, self.x.end, at + 1.5 * unit))
        self._note(label, self.x.start + 6 * unit, at + 9.5 * unit)

    def demand(self, value: float, label: str) -> None:
        """Draw an upright line through the plot, with its label on top."""
        at, unit = self.x.to_position(value), self._unit
        top = self.y.end + 6 * unit
        self._marks.append(line((at, self.y.start), (at, top), width=1.6 * unit))
        self._occupied.append(Box(at - 1.5 * unit, self.y.start, at + 1.5 * unit, top))
        wide = self._medium.width_of(label, bold=True)
        left = max(at - wide / 2, self.x.start, self._title_width + 12 * unit)
        self._note(label, min(left, self.x.end - wide), self.y.end + 16 * unit)

    def _note(self, text: str, x: float, middle: float) -> None:
        self._notes.append(Text((x, middle), text, bold=True))
        wide, high = self._medium.width_of(text, bold=True), self._line_height / 2
        self._occupied.append(Box(x - 3, middle - high, x + wide + 3, middle + high))

    @property
    def _line_height(self) -> float:
        return self._medium.line_height(Role.CAPTION)

    def name(self, text: str, at: XY, position: int, *, bold: bool = True) -> None:
        """Ask for a name near a mark, or in the list below where there are many."""
        x, y = self.x.to_position(at[0]), self.y.to_position(min(at[1], self.y.high))
        name = self._wish(text, x, y, position, bold=bold)
        if len(self._names) > MOST_NAMED:
            self._listed.append(name)
        elif self.x.holds(at[0]) and at[1] >= self.y.low:
            self._wanted.append(name)

    def remark(self, text: str, at: XY) -> None:
        """Ask for a text near a point that is not an option's."""
        if self.x.holds(at[0]) and self.y.holds(at[1]):
            x, y = self.x.to_position(at[0]), self.y.to_position(at[1])
            self._wanted.append(self._wish(text, x, y, None, bold=False))

    def _wish(self, text: str, x: float, y: float, position: int | None, *, bold: bool) -> _Name:
        wide = self._medium.width_of(text, bold=bold)
        return _Name(ChartLabel(x, y, wide, self._line_height * 0.8), text, position, bold)

    def scene(self) -> Scene:
        """Return the plot with its names placed."""
        unit, frame, x, y = self._unit, self._frame, self.x, self.y
        reach = 8 * unit
        plane = Box(x.start, y.start, x.end, y.end)
        marks = self._marks
        if not frame.seen.shows_all:
            area = Box(x.start - reach, y.start - reach, x.end + reach, y.end + reach)
            marks = [Clip(area, tuple(marks))]
        items = (*self._ground, *marks, *self._notes, *self._placed_names(), *self._legend())
        return Scene(frame.width, frame.height, items, unit, tuple(self._spots), plane)

    def _placed_names(self) -> Iterator[Item]:
        unit, y = self._unit, self.y
        area = Box(self.x.start, y.start + 3 * unit, self._frame.width, y.end + 3 * unit)
        positions = place_labels([name.label for name in self._wanted], self._occupied, area)
        for name, placed in zip(self._wanted, positions, strict=True):
            box, point = placed.box, (name.label.x, name.label.y)
            if name.position is not None and placed.distance >= _FAR * unit:
                ink = line_of(name.position)
                yield line(point, box.nearest_point(point), ink=ink, width=0.9 * unit)
            yield Text((box.left, (box.bottom + box.top) / 2), name.text, bold=name.bold)

    def _legend(self) -> Iterator[Item]:
        """Yield names in rows below the plot, each beside its marker and line."""
        if not self._listed:
            return
        unit, width = self._unit, self._frame.width
        columns, _ = _legend_grid(self._names, width, self._medium)
        wide = self._medium.widest(self._names) + (_SIGN + _LEGEND_GAP) * unit
        room = legend_height(self._names, width, self._medium)
        for at, name in enumerate(self._listed):
            position = name.position or 0
            x = at % columns * wide
            y = room - (at // columns + 0.5) * _LEGEND_LINE * unit
            stroke = Stroke(line_of(position), 2.2 * unit, dash_of(position, unit))
            yield Line(((x, y), (x + _SIGN * unit, y)), stroke)
            yield Marker((x + _SIGN * unit / 2, y), position, _MARKER * unit)
            yield Text((x + (_SIGN + 6) * unit, y), name.text)

    def _placed(self, points: Points) -> list[XY]:
        clipped = split_above(points, self.y.high)
        return [(self.x.to_position(x), self.y.to_position(y)) for x, y in clipped]


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


def _densify(points: Sequence[XY], apart: float) -> list[XY]:
    """Return points so far apart at most along a line, so that names keep off all of it."""
    dense = list(points[:1])
    for (x0, y0), (x1, y1) in pairwise(points):
        steps = max(1, int(max(abs(x1 - x0), abs(y1 - y0)) // apart))
        dense += [
            (x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps) for i in range(1, steps + 1)
        ]
    return dense
