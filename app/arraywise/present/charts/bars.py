"""Bars as scenes: the lead by input (a tornado), and the weights that keep the answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.present.charts.axes import MOST_TICKS, Axis, Box, MapRange
from arraywise.present.charts.marks import Texture, dotted_line_pattern
from arraywise.present.charts.scene import (
    HAIR,
    TEXT2,
    TEXT3,
    WARN,
    Anchor,
    Clip,
    Hatch,
    Rectangle,
    Scene,
    Spot,
    Stroke,
    Text,
    box_outline,
    elide_text,
    fit_text_in_box,
    option_fill,
    straight_line,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.domain.decision import LeadBar
    from arraywise.domain.options import Option
    from arraywise.present.charts.scene import Item, Medium

TOP, ROW, FOOT = 20.0, 24.0, 20.0
"""Heights of the axis above the bars, of a row, and of the words below."""
_BAR, _LEAST_BAR = 13.0, 2.0
_GAP, _EDGE = 12.0, 10.0
_LEAST_BARS, _SHARE_WITH_RANGES = 60.0, 0.4
"""Least width of all bars, and their share of the width where ranges are beside the names."""
_MOST_NAMES = 0.64
_ROOM = 0.08
"""Beside the longest bar, as a share of the axis."""
_TICK_ROOM, _BETWEEN_TICKS = 42.0, 6.0
_PITCH = 5.0


def draw_ticks_with_numbers_above(
    scale: Axis, top: float, bottom: float, medium: Medium, *, sign: bool = False
) -> Iterator[Item]:
    """Yield lines at the ticks of an axis, with their numbers above where these do not touch."""
    unit, free = medium.unit, 0.0
    room = int((scale.end - scale.start) / (_TICK_ROOM * unit))
    for tick in scale.ticks(max(2, min(MOST_TICKS, room))):
        x = scale.to_position(tick.value)
        yield straight_line((x, bottom), (x, top + 2 * unit), ink=HAIR, width=unit)
        text = medium.number(tick.shown, tick.decimals, sign=sign and tick.value != 0)
        half = medium.width_of(text) / 2
        if x - half >= free:  # else its line is enough
            free = x + half + _BETWEEN_TICKS * unit
            yield Text((x, top + 11 * unit), text, TEXT3, Anchor.MIDDLE)


def lead_chart_height(bars: int, unit: float) -> float:
    """Return the height of a chart of so many bars."""
    return (TOP + bars * ROW + FOOT) * unit


@dataclass(frozen=True, slots=True)
class LeadFrame:
    """The space of a chart of the lead."""

    width: float
    height: float
    """Bars that do not fit are left out."""
    inset: float = 0.0
    """Of the names, from the left edge."""
    seen: MapRange = field(default_factory=MapRange)
    """The part of the axis that is shown."""


def draw_lead_chart(
    bars: Sequence[LeadBar], leader: Option, lead: float | None, frame: LeadFrame, medium: Medium
) -> Scene:
    """Return the lead over the runner-up, in points, with one input moved at a time (MODEL D7.4).

    Bars are given the widest first; the lead of today is drawn dotted.
    """
    return _LeadChart(bars, leader, lead, frame, medium).build_scene()


class _LeadChart:
    def __init__(
        self,
        bars: Sequence[LeadBar],
        leader: Option,
        lead: float | None,
        frame: LeadFrame,
        medium: Medium,
    ) -> None:
        self._leader, self._lead, self._medium, self._seen = leader, lead, medium, frame.seen
        inset = frame.inset
        self._unit = unit = medium.unit
        self._width, self._height = frame.width, frame.height
        self._all, self._left = bars, inset
        count = max(0, int((self._height - (TOP + FOOT) * unit) / (ROW * unit) + 1e-6))
        self._bars = bars[:count]
        self._top = self._height - TOP * unit
        self._bottom = self._top - len(self._bars) * ROW * unit
        render, widest = medium.render, medium.widest
        self._flips = [render(bar.flip) if bar.flip is not None else "" for bar in self._bars]
        self._names = [render(bar.what) for bar in self._bars]
        self._ranges = [f"{render(bar.low)} \u2026 {render(bar.high)}" for bar in self._bars]
        flips, ranges = widest(self._flips) + _GAP * unit, widest(self._ranges) + _GAP * unit
        names = widest(self._names)
        free = self._width - inset - names - flips - 2 * _GAP * unit
        if free - ranges < self._width * _SHARE_WITH_RANGES:
            self._ranges, ranges = [], 0.0
        room = self._width - inset - flips - (_LEAST_BARS + 28.0) * unit
        self._name_width = min(names, self._width * _MOST_NAMES, max(room, 0.0))
        self._flips_from = inset + self._name_width + ranges + _GAP * unit
        self._x = self._build_axis(self._flips_from + flips)

    def _build_axis(self, left: float) -> Axis:
        ends = [e for bar in self._all for e in (bar.least_lead, bar.most_lead)]
        low, high = min((0.0, *ends)), max((0.0, *ends))
        room = (high - low) * _ROOM or 1.0
        bounds = self._seen.visible_x((low - room * (low < 0), high + room))
        return Axis(*bounds, left, self._width - _GAP * self._unit)

    def build_scene(self) -> Scene:
        items = list(
            draw_ticks_with_numbers_above(
                self._x, self._top, self._bottom, self._medium, sign=True
            )
        )
        spots: list[Spot] = []
        inside: list[Item] = []
        for index, bar in enumerate(self._bars):
            top = self._top - index * ROW * self._unit
            box = Box(0.0, top - ROW * self._unit, self._width, top)
            spots.append(Spot(index, box))
            items += self._draw_row_texts(index, bar, box)
            inside += self._draw_bar(bar, (box.bottom + box.top) / 2)
        x, unit = self._x, self._unit
        for value, dash, width in ((0.0, (), 1.2), (self._lead, dotted_line_pattern(unit), 1.4)):
            if value is not None:
                at = x.to_position(value)
                ends = (at, self._bottom - 2 * unit), (at, self._top + 3 * unit)
                inside.append(straight_line(*ends, width=width * unit, dash=dash))
        if self._seen.shows_all:
            items += inside
        else:  # what a closer look cuts off would run over the names
            area = Box(x.start - unit, self._bottom - 3 * unit, x.end + unit, self._height)
            items.append(Clip(area, tuple(inside)))
        items += self._draw_side_captions()
        plane = Box(x.start, self._bottom, x.end, self._top)
        return Scene(self._width, self._height, tuple(items), unit, tuple(spots), plane)

    def _draw_row_texts(self, index: int, bar: LeadBar, box: Box) -> Iterator[Item]:
        """Yield name and range of an input, and the value at which another option leads."""
        unit, medium = self._unit, self._medium
        middle = (box.bottom + box.top) / 2
        right = self._left + self._name_width + unit
        room = Box(self._left, box.bottom, right, box.top)
        yield from fit_text_in_box(medium, self._names[index], room)
        if self._ranges:
            yield Text((self._flips_from, middle), self._ranges[index], TEXT2, Anchor.END)
        if self._flips[index]:
            start = self._x.to_position(min(bar.least_lead, 0.0))
            at = max(self._x.start, min(start, self._x.end)) - 5 * unit
            yield Text((at, middle), self._flips[index], anchor=Anchor.END)

    def _draw_bar(self, bar: LeadBar, middle: float) -> Iterator[Item]:
        low, high, half = bar.least_lead, bar.most_lead, _BAR * self._unit / 2
        x, unit = self._x, self._unit
        if high > 0:
            left = x.to_position(max(0.0, low))
            right = max(left + _LEAST_BAR * unit, x.to_position(high))
            box = Box(left, middle - half, right, middle + half)
            yield Rectangle(box, option_fill(self._leader.position))
        if low < 0:
            left, right = x.to_position(low), x.to_position(min(0.0, high))
            box = Box(left, middle - half, right, middle + half)
            stroke = Stroke(WARN, unit)
            yield Hatch(box_outline(box), Texture.SLANTED, stroke, _PITCH * unit)
            yield Rectangle(box, None, stroke)

    def _draw_side_captions(self) -> Iterator[Item]:
        """Yield what the two sides of zero mean."""
        medium, unit = self._medium, self._unit
        y = self._bottom - 11 * unit
        leads = medium.render(message("{option} leads", option=self._leader.name))
        zero = self._x.to_position(0.0)
        at = min(zero + 5 * unit, self._width - 6 * unit - medium.width_of(leads))
        yield Text((at, y), leads, TEXT2)
        another = elide_text(
            medium, medium.render(message("another option leads")), at - 2 * _EDGE * unit
        )
        yield Text((at - _EDGE * unit, y), another, TEXT2, Anchor.END)
