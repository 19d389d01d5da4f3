"""The decision map as a scene: regions with their textures, axes, cross-hair, labels, legend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.domain.requirement import STRONGEST_FIRST, Goal
from arraywise.present.charts.axes import Box
from arraywise.present.charts.decision_map import (
    NOBODY,
    MapLayout,
    MapPlanner,
    MapSizes,
    legend_contents,
    load_axis_title,
    target_axis_title,
    trace_map,
)
from arraywise.present.charts.marks import TEXTURES, Texture
from arraywise.present.charts.scene import (
    ACCENT,
    BORDER_STRONG,
    NONE_PASS,
    PAGE,
    TEXT,
    TEXT2,
    TEXT3,
    Anchor,
    Disc,
    Hatch,
    Ink,
    Line,
    Marker,
    Polygon,
    Rectangle,
    Role,
    Stroke,
    Text,
    box_outline,
    line,
    tint_of,
)
from arraywise.present.labels import BASIS_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.domain.decision import Answer, DecisionMap, MapCuts
    from arraywise.domain.messages import Message
    from arraywise.present.charts.axes import XY, Axis
    from arraywise.present.charts.decision_map import (
        MapGrid,
        MapLabel,
        Node,
        PlacedNames,
        Region,
        RegionName,
    )
    from arraywise.present.charts.scene import Item, Medium

_PITCH = 7.0
"""Between the lines of a hatch, in reference pixels."""
_LEGEND_PITCH = 4.5
_MARKER_ROOM = 20.0
"""Before a name, for the marker of its option."""
_LABEL_HEIGHT = 18.0
_TICK_SPACING = (62.0, 36.0)
SWATCH, SWATCH_HEIGHT, SWATCH_GAP = 18.0, 11.0, 6.0
"""Width and height of a swatch of the legend, and the gap to its text."""


def draw_regions(
    drawn: DecisionMap, positions: Sequence[int], area: Box, unit: float
) -> Iterator[Item]:
    """Yield the regions of a map and the borders between them.

    Args:
        drawn: the map.
        positions: of its options, in the order in which its winners count them.
        area: where the map lies; its cells divide it evenly.
        unit: length of a reference pixel.
    """
    columns, rows = len(drawn.visits_per_month), len(drawn.response_time_s)
    wide, high = (area.right - area.left) / columns, (area.top - area.bottom) / rows

    def place(nodes: Sequence[Node]) -> tuple[XY, ...]:
        return tuple((area.left + x * wide, area.bottom + y * high) for x, y in nodes)

    regions, arcs = trace_map(drawn)
    for region in regions:
        outlines = tuple(place(outline) for outline in region.outlines)
        ink = NONE_PASS if region.winner == NOBODY else tint_of(positions[region.winner])
        yield Polygon(outlines, ink, Stroke(ink, 0.4 * unit))  # nothing shows between neighbours
        texture = _texture_of(region)
        if texture is not None:
            yield Hatch(outlines, texture, Stroke(TEXT3, 0.8 * unit), _PITCH * unit)
    for arc in arcs:
        ink, width = (TEXT, 1.0) if arc.separates_winners else (TEXT2, 0.6)
        yield Line(place(arc.nodes), Stroke(ink, width * unit))


def _texture_of(region: Region) -> Texture | None:
    return Texture.SLANTED if region.undecided else TEXTURES.get(region.basis)


def plan_map(
    answer: Answer,
    axes: tuple[Axis, Axis],
    medium: Medium,
    cuts: MapCuts | None,
    grid: MapGrid | None,
    names: PlacedNames | None = None,
) -> MapLayout:
    """Place ticks, labels and names of a map on the plane between its axes."""
    unit = medium.unit
    sizes = MapSizes(
        medium.width_of,
        lambda text: medium.width_of(text, Role.BODY, bold=True),
        max(_LABEL_HEIGHT * unit, medium.line_height(Role.BODY)),
        _MARKER_ROOM * unit,
        (_TICK_SPACING[0] * unit, _TICK_SPACING[1] * unit),
    )
    return MapPlanner(answer, *axes, sizes, medium.render).build_layout(cuts, grid, names)


class MapDrawing:
    """What lies over the regions of a map: frame, axes, cross-hair, labels and names."""

    def __init__(
        self,
        answer: Answer,
        axes: tuple[Axis, Axis],
        layout: MapLayout,
        medium: Medium,
        right: float,
    ) -> None:
        """Take the layout; `right` is the edge of the chart, which no number crosses."""
        self._answer, (self._x, self._y), self._layout = answer, axes, layout
        self._medium, self._unit, self._right = medium, medium.unit, right
        self._has_target = answer.requirement.goal is not Goal.NONE

    def items(self) -> Iterator[Item]:
        """Yield the items, the lowest first."""
        x, y, unit = self._x, self._y, self._unit
        frame = Box(
            x.start - 0.5 * unit, y.start - 0.5 * unit, x.end + 0.5 * unit, y.end + 0.5 * unit
        )
        yield Rectangle(frame, None, Stroke(BORDER_STRONG, unit))
        yield from self._load_axis()
        if self._has_target:
            yield from self._target_axis()
        yield from self._crosshair_lines()
        for label in self._layout.values:
            yield from self._value(label)
        for label in self._layout.changes:
            yield from self._change(label)
        for label in self._layout.changes:
            if label.mark is not None:
                yield Disc(label.mark, 3.2 * unit, PAGE, Stroke(TEXT, 1.4 * unit))
        if all(self._is_visible):
            yield from self._crosshair_centre()
        for name, box in self._layout.names:
            yield from self._name(name, box)

    @property
    def _is_visible(self) -> tuple[bool, bool]:
        """Whether load and target of the requirement lie on the plane."""
        x, y = self._layout.requirement_point
        return (
            self._x.start <= x <= self._x.end,
            self._has_target and self._y.start <= y <= self._y.end,
        )

    def _load_axis(self) -> Iterator[Item]:
        unit, bottom, medium = self._unit, self._y.start, self._medium
        for tick in self._layout.visits_ticks:
            x = self._x.to_position(tick.value)
            yield line((x, bottom), (x, bottom - 4 * unit), ink=BORDER_STRONG, width=unit)
            text = medium.number(tick.shown, tick.decimals)
            half = medium.width_of(text) / 2 + 1
            x = min(x, self._right - half)  # the last one beside the edge stays whole
            yield Text((x, bottom - 13 * unit), text, TEXT2, Anchor.MIDDLE)
        title = medium.render(load_axis_title(self._answer.requirement))
        yield Text((self._x.end, bottom - 30 * unit), title, TEXT2, Anchor.END)

    def _target_axis(self) -> Iterator[Item]:
        unit, left, medium = self._unit, self._x.start, self._medium
        widest = 0.0
        for tick in self._layout.target_ticks:
            y = self._y.to_position(tick.value)
            yield line((left - 4 * unit, y), (left, y), ink=BORDER_STRONG, width=unit)
            text = medium.number(tick.shown, tick.decimals)
            widest = max(widest, medium.width_of(text))
            yield Text((left - 7 * unit, y), text, TEXT2, Anchor.END)
        requirement = self._answer.requirement
        title = medium.render(target_axis_title(requirement))
        if medium.width_of(title) > self._y.end - self._y.start:
            title = medium.render(message("ms ({statistic})", statistic=requirement.statistic))
        at = left - 7 * unit - widest - 10 * unit
        yield Text((at, self._y.end), title, TEXT2, Anchor.END, upright=True)

    def _crosshair_lines(self) -> Iterator[Item]:
        x, y = self._layout.requirement_point
        is_load_visible, is_target_visible = self._is_visible
        if is_load_visible:
            yield line((x, self._y.start), (x, self._y.end), width=1.2 * self._unit)
        if is_target_visible:
            yield line((self._x.start, y), (self._x.end, y), width=1.2 * self._unit)

    def _crosshair_centre(self) -> Iterator[Item]:
        (x, y), unit = self._layout.requirement_point, self._unit
        yield Disc((x, y), 7 * unit, PAGE, Stroke(ACCENT, 2 * unit))
        arm = 3.5 * unit
        for start, end in (((x - arm, y), (x + arm, y)), ((x, y - arm), (x, y + arm))):
            yield line(start, end, ink=ACCENT, width=1.2 * unit)

    def _value(self, label: MapLabel) -> Iterator[Item]:
        """Yield the label of the current value on its line."""
        yield Rectangle(label.box, TEXT, radius=3 * self._unit)
        yield Text(_centre(label.box), label.text, PAGE, Anchor.MIDDLE, Role.BODY, bold=True)

    def _change(self, label: MapLabel) -> Iterator[Item]:
        """Yield the label of a break-even, and a line to its mark."""
        unit = self._unit
        if label.mark is not None:
            end = label.box.nearest_point(label.mark)
            yield line(label.mark, end, ink=TEXT2, width=unit)
        yield Rectangle(label.box, PAGE, Stroke(BORDER_STRONG, unit), 2 * unit)
        yield Text(_centre(label.box), label.text, anchor=Anchor.MIDDLE)

    def _name(self, name: RegionName, box: Box) -> Iterator[Item]:
        """Yield the name of a region beside its option's marker."""
        unit, (x, y) = self._unit, _centre(box)
        if name.winner < 0:  # it may be on the hatch
            ground = Box(
                box.left - 5 * unit, box.bottom - unit, box.right + 5 * unit, box.top + unit
            )
            yield Rectangle(ground, NONE_PASS, radius=3 * unit)
            yield Text((x, y), name.text, TEXT2, Anchor.MIDDLE, Role.BODY, bold=True)
            return
        option = self._answer.options[name.winner].option
        yield Marker((box.left + _MARKER_ROOM * unit * 0.3, y), option.position, 11 * unit)
        at = box.left + _MARKER_ROOM * unit
        if name.text:
            yield Text((at, y), name.text, role=Role.BODY, bold=True)


def _centre(box: Box) -> XY:
    return (box.left + box.right) / 2, (box.bottom + box.top) / 2


@dataclass(frozen=True, slots=True)
class MapLegendEntry:
    """A texture of the map with what it means."""

    text: Message
    texture: Texture | None = None
    ground: Ink = PAGE


def legend_entries(drawn: DecisionMap) -> tuple[MapLegendEntry, ...]:
    """Return what has to be explained of a map, the strongest basis first."""
    bases, is_hatched, is_empty = legend_contents(drawn)
    entries = [
        MapLegendEntry(BASIS_WORDS[basis], TEXTURES.get(basis))
        for basis in STRONGEST_FIRST
        if basis in bases
    ]
    if is_hatched:
        entries.append(MapLegendEntry(message("not shown"), Texture.SLANTED))
    if is_empty:
        entries.append(MapLegendEntry(message("none passes"), ground=NONE_PASS))
    return tuple(entries)


def legend_width(entry: MapLegendEntry, medium: Medium) -> float:
    """Return how wide an entry of the legend is."""
    return medium.width_of(medium.render(entry.text)) + (SWATCH + SWATCH_GAP) * medium.unit


def draw_legend_entry(
    entry: MapLegendEntry, left: float, middle: float, medium: Medium
) -> Iterator[Item]:
    """Yield a swatch and its text, from a left edge on and around a height."""
    unit = medium.unit
    half = SWATCH_HEIGHT * unit / 2
    box = Box(left, middle - half, left + SWATCH * unit, middle + half)
    yield Rectangle(box, entry.ground, Stroke(BORDER_STRONG, unit))
    if entry.texture is not None:
        yield Hatch(
            box_outline(box), entry.texture, Stroke(TEXT2, 0.8 * unit), _LEGEND_PITCH * unit
        )
    yield Text((box.right + SWATCH_GAP * unit, middle), medium.render(entry.text), TEXT2)
