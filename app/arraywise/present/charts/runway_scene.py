"""The runway as a scene: panes of load, data and cash by the month, with each option's limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.domain.runway import MONTHS_SHOWN
from arraywise.present.charts.axes import Box, truncate
from arraywise.present.charts.marks import dotted_line_pattern, option_dash_pattern
from arraywise.present.charts.runway import (
    RunwayFrame,
    build_runway_layout,
    crossing_note_position,
    month_ticks,
    pane_count,
    pane_number_decimals,
    pane_ticks,
)
from arraywise.present.charts.scene import (
    BORDER_STRONG,
    HAIR,
    PAGE,
    TEXT,
    TEXT2,
    TEXT3,
    Anchor,
    Disc,
    Line,
    Marker,
    Rectangle,
    Scene,
    Spot,
    Stroke,
    Text,
    elide_text,
    option_fill,
    option_line_colour,
    straight_line,
)
from arraywise.present.runway import describe_option_lifetime

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.decision import Answer
    from arraywise.domain.runway import OptionRunway, Runway
    from arraywise.present.charts.runway import PaneLine, RunwayLayout, RunwayPane
    from arraywise.present.charts.scene import Item, Medium

_LEFT, _TOP, _BOTTOM, _PANE_GAP, _NAME = 46.0, 24.0, 42.0, 34.0, 17.0
_MARKER, _AFTER_MARKER, _MARGIN = 12.0, 9.0, 8.0
_LEAST_WIDTH = 120.0
_WIDEST_NUMBER = " 0,000.0"
_HEIGHTS = {1: 285.0, 2: 450.0, 3: 565.0}
"""That show so many panes well."""
_BAND_OPACITY = 0.16
_REACH = 10.0
"""Around a crossing, from which it is read out."""
_NOTE_HEIGHT, _NOTE_SIDES = 20.0, 16.0


@dataclass(frozen=True, slots=True)
class RunwayDrawing:
    """A runway with the layout that it was drawn by."""

    scene: Scene
    plan: RunwayLayout


def runway_chart_height(runway: Runway, unit: float) -> float:
    """Return a height that shows all panes well."""
    return _HEIGHTS[pane_count(runway)] * unit


def draw_runway(
    answer: Answer,
    runway: Runway,
    size: tuple[float, float],
    medium: Medium,
    inset: float = 0.0,
    last_month: int = MONTHS_SHOWN,
) -> RunwayDrawing:
    """Return the months against what each option holds; `inset` keeps off the left edge.

    Its spots have the ids of the options as keys.
    """
    (width, height), unit = size, medium.unit
    names = medium.widest((truncate(each.option.name) for each in runway.options), bold=True)
    names += medium.width_of(_WIDEST_NUMBER, bold=True)
    beside = (_MARKER + _AFTER_MARKER + _MARGIN) * unit + names
    left = inset + _LEFT * unit
    frame = RunwayFrame(
        left=left,
        right=max(left + _LEAST_WIDTH * unit, width - beside),
        top=height - _TOP * unit,
        bottom=_BOTTOM * unit,
        pane_gap=_PANE_GAP * unit,
        label_height=_NAME * unit,
        last_month=last_month,
    )
    plan = build_runway_layout(answer, runway, frame)
    drawing = _RunwayPainter(plan, runway, medium, inset)
    items = tuple(drawing.draw_items())
    scene = Scene(width, height, items, unit, tuple(_build_spots(plan, width, unit)))
    return RunwayDrawing(scene, plan)


def _build_spots(plan: RunwayLayout, width: float, unit: float) -> Iterator[Spot]:
    reach = _REACH * unit
    for pane in plan.panes:
        for each in pane.lines:
            low, high = each.label_y - _NAME * unit / 2, each.label_y + _NAME * unit / 2
            box = Box(plan.months.end + 2 * unit, low, width, high)
            yield Spot(each.option.id, box, is_step=False)
    for pane in plan.panes:
        for crossing in pane.crossings:
            x, y = crossing.at
            yield Spot(crossing.option.id, Box(x - reach, y - reach, x + reach, y + reach))


class _RunwayPainter:
    def __init__(self, plan: RunwayLayout, runway: Runway, medium: Medium, inset: float) -> None:
        self._plan, self._runway, self._medium = plan, runway, medium
        self._unit, self._inset = medium.unit, inset

    def draw_items(self) -> Iterator[Item]:
        for pane in self._plan.panes:
            yield from self._draw_value_axis(pane)
        yield from self._draw_month_axis()
        for pane in self._plan.panes:
            yield from self._draw_pane(pane)
        yield from self._draw_recommended_crossing()

    def _draw_value_axis(self, pane: RunwayPane) -> Iterator[Item]:
        months, unit = self._plan.months, self._unit
        for y, shown, decimals in pane_ticks(pane):
            yield straight_line((months.start, y), (months.end, y), ink=HAIR, width=unit)
            number = self._medium.number(shown, decimals)
            yield Text((months.start - 8 * unit, y), number, TEXT2, Anchor.END)
        bottom = pane.y.start
        yield straight_line(
            (months.start, bottom), (months.end, bottom), ink=BORDER_STRONG, width=unit
        )
        title = self._medium.render(pane.title)
        yield Text((self._inset, pane.y.end + 16 * unit), title, TEXT2)

    def _draw_month_axis(self) -> Iterator[Item]:
        bottom, unit = self._plan.panes[-1].y.start, self._unit
        for month, x in month_ticks(self._plan):
            yield straight_line((x, bottom), (x, bottom - 4 * unit), ink=BORDER_STRONG, width=unit)
            number = self._medium.number(month)
            yield Text((x, bottom - 13 * unit), number, TEXT2, Anchor.MIDDLE)
        title = self._medium.render(message("Month"))
        yield Text((self._plan.months.end, bottom - 29 * unit), title, TEXT2, Anchor.END)

    def _draw_pane(self, pane: RunwayPane) -> Iterator[Item]:
        unit = self._unit
        if pane.kind is None:
            x = self._plan.priced_until_x
            yield straight_line((x, pane.y.start), (x, pane.y.end), ink=TEXT3, width=unit)
        for each in pane.lines:
            yield from self._draw_limit_line(each)
        for each in pane.lines:
            yield from self._draw_option_name(pane, each)
        if len(pane.demand) > 1:
            yield Line(pane.demand, Stroke(TEXT, 2.2 * unit))
        for crossing in pane.crossings:
            yield Disc(crossing.at, 4.2 * unit, PAGE, Stroke(TEXT, 1.4 * unit))

    def _draw_limit_line(self, each: PaneLine) -> Iterator[Item]:
        months, unit, position = self._plan.months, self._unit, each.option.position
        if each.band is not None:
            low, high = sorted(each.band)
            band = Box(months.start, low, months.end, high)
            yield Rectangle(band, option_fill(position, _BAND_OPACITY))
        ink = option_line_colour(position)
        yield Line(each.points, Stroke(ink, 2.0 * unit, option_dash_pattern(position, unit)))
        if each.dotted:
            yield Line(each.dotted, Stroke(ink, 1.6 * unit, dotted_line_pattern(unit)))

    def _draw_option_name(self, pane: RunwayPane, each: PaneLine) -> Iterator[Item]:
        x, unit = self._plan.months.end + _MARKER * self._unit, self._unit
        yield Marker((x, each.label_y), each.option.position, 10 * unit)
        number = self._medium.number(each.shown, pane_number_decimals(pane))
        text = f"{truncate(self._medium.render(each.option.name))} {number}"
        yield Text((x + _AFTER_MARKER * unit, each.label_y), text, bold=True)

    def _draw_recommended_crossing(self) -> Iterator[Item]:
        """Yield the line down from the recommended option's crossing, and how long it lasts."""
        crossing, unit = self._plan.recommended_crossing, self._unit
        known: OptionRunway | None = (
            None if crossing is None else self._runway.option_runway(crossing.option)
        )
        if crossing is None or known is None:
            return
        (x, y), months = crossing.at, self._plan.months
        bottom = self._plan.panes[-1].y.start
        yield straight_line(
            (x, y - 5 * unit), (x, bottom), width=unit, dash=dotted_line_pattern(unit)
        )
        text = self._medium.render(describe_option_lifetime(known))
        room = months.end - months.start
        width = min(self._medium.width_of(text, bold=True) + _NOTE_SIDES * unit, room)
        height = _NOTE_HEIGHT * unit
        left, middle = crossing_note_position(self._plan, crossing, (width, height))
        box = Box(left, middle - height / 2, left + width, middle + height / 2)
        yield Rectangle(box, PAGE, Stroke(BORDER_STRONG, unit), 2 * unit)
        shown = elide_text(self._medium, text, width - 0.7 * _NOTE_SIDES * unit, bold=True)
        yield Text((left + width / 2, middle), shown, anchor=Anchor.MIDDLE, bold=True)
