"""Axes with their ticks, the visible range of a chart, and the placing of labels."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.present.numbers import round_to_two_digits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


XY = tuple[float, float]
"""A point on paper or on the screen: x and y."""
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_LOG_MANTISSAS = ((1, 1.5, 2, 3, 4, 5, 6, 8), (1, 2, 3, 5), (1, 2, 5), (1,))
MOST_TICKS, MOST_LOG_TICKS = 6, 9
"""Most ticks of an axis."""
_MIN_VISIBLE_SHARE = 0.02
"""Share of either axis that is visible at the closest zoom."""
Bounds = tuple[float, float]
_DIRECTIONS = (0, 45, -45, 90, -90, 135, -135, 180, 20, -20, 70, -70, 110, -110, 160, -160)
"""Directions of a label from its point in degrees, the preferred ones first."""
_DISTANCES = (7.0, 14.0, 22.0, 32.0, 44.0, 58.0, 74.0, 92.0)
_OVERLAP_COST = 60.0
_OUTSIDE_COST = 1e4
LONGEST_NAME = 28
"""Letters of an option's name in a chart; tables show it in full."""


def load_slider_bounds(visits: float) -> XY:
    """Return the bounds of the load's slider and of the map around a load."""
    return round_to_two_digits(visits / 3.6), round_to_two_digits(visits * 2)


def target_slider_bounds(target_s: float) -> XY:
    """Return the bounds of the target's slider and of the map around a target response time."""
    return round_to_two_digits(target_s / 5), round_to_two_digits(target_s * 2)


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis with its number."""

    value: float
    shown: float
    """The number written, in the unit that the axis names."""
    decimals: int
    """Decimals that distinguish it from its neighbours."""


@dataclass(frozen=True, slots=True)
class Axis:
    """Maps values from `low` to `high` to positions from `start` to `end`, maybe backwards."""

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False

    def to_position(self, value: float) -> float:
        """Return the position of a value, in pixels or points."""
        low, high = self.low, self.high
        if self.logarithmic:
            low, high, value = math.log(low), math.log(high), math.log(max(value, 1e-300))
        return self.start + (self.end - self.start) * (value - low) / (high - low)

    def value(self, position: float) -> float:
        """Return the value at a position; positions off the axis give its ends."""
        share = min(1.0, max(0.0, (position - self.start) / (self.end - self.start)))
        if self.logarithmic:
            return self.low * math.pow(self.high / self.low, share)
        return self.low + (self.high - self.low) * share

    def holds(self, value: float) -> bool:
        """Return whether a value is on the axis."""
        return self.low <= value <= self.high

    def ticks(self, most: int = MOST_TICKS, unit: float = 1.0) -> tuple[Tick, ...]:
        """Return about `most` round values along the axis, shown in a unit of its values."""
        low, high = self.low / unit, self.high / unit
        if self.logarithmic:
            return tuple(
                Tick(v * unit, v, _needed_decimals(v)) for v in log_ticks(low, high, most)
            )
        result = round_ticks(low, high, most)
        decimals = tick_decimals(result)
        return tuple(Tick(v * unit, v, decimals) for v in result)


def round_ticks(low: float, high: float, most: int = MOST_TICKS) -> tuple[float, ...]:
    """Return at most `most` + 1 multiples of a round step."""
    span = high - low
    if span <= 0:
        return (low,)
    rough = span / max(1, most)
    power = math.pow(10.0, math.floor(math.log10(rough)))
    step = next(s * power for s in _STEPS if s * power >= rough * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(n * step for n in range(first, last + 1))


def tick_decimals(ticks: tuple[float, ...]) -> int:
    """Return how many decimals distinguish the ticks."""
    if len(ticks) < 2:
        return 0
    step = ticks[1] - ticks[0]
    return max(0, next(n for n in range(12) if abs(round(step, n) - step) < step * 1e-6))


def log_ticks(low: float, high: float, most: int = MOST_LOG_TICKS) -> tuple[float, ...]:
    """Return round values on a logarithmic axis from `low` to `high`; 0 < low < high."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    result: tuple[float, ...] = ()
    for mantissas in _LOG_MANTISSAS:
        result = tuple(
            m * 10.0**p for p in powers for m in mantissas if low <= m * 10.0**p <= high
        )
        if len(result) <= most:
            break
    return result


def _needed_decimals(value: float) -> int:
    """Return the decimals that a round value has."""
    return next((n for n in range(12) if abs(round(value, n) - value) < abs(value) * 1e-6), 12)


def rounded_outer_bounds(low: float, high: float, most: int = 5) -> XY:
    """Return round bounds around two values, a little apart from them."""
    span = (high - low) or abs(high) or 1.0
    ticks = round_ticks(low - span, high + span, most * 3)
    below = [t for t in ticks if t <= low - span * 0.06]
    above = [t for t in ticks if t >= high + span * 0.06]
    return (below[-1] if below else ticks[0], above[0] if above else ticks[-1])


@dataclass(frozen=True, slots=True)
class MapRange:
    """The visible range of a chart, as shares of its whole axes."""

    left: float = 0.0
    right: float = 1.0
    bottom: float = 0.0
    top: float = 1.0

    @property
    def shows_all(self) -> bool:
        """Whether the whole chart is visible."""
        return self == MapRange()

    def zoomed(self, factor: float, across: float, up: float) -> MapRange:
        """Return the range after zooming in or out.

        Args:
            factor: length of the new range, as a share of this one.
            across: the position that stays fixed, as a share of this range from the left.
            up: the same, from below.
        """
        return MapRange(
            *_zoom_interval(self.left, self.right, factor, across),
            *_zoom_interval(self.bottom, self.top, factor, up),
        )

    def moved(self, across: float, up: float) -> MapRange:
        """Return the range moved by shares of itself, never beyond the chart."""
        return MapRange(
            *_shift_interval(self.left, self.right, across),
            *_shift_interval(self.bottom, self.top, up),
        )

    def visible_visits(self, bounds: Bounds) -> Bounds:
        """Return the visible bounds of a logarithmic horizontal axis with these bounds."""
        low, high = bounds
        return low * (high / low) ** self.left, low * (high / low) ** self.right

    def visible_x(self, bounds: Bounds) -> Bounds:
        """Return the visible bounds of a linear horizontal axis with these bounds."""
        low, high = bounds
        return low + (high - low) * self.left, low + (high - low) * self.right

    def visible_y(self, bounds: Bounds) -> Bounds:
        """Return the visible bounds of a linear vertical axis with these bounds."""
        low, high = bounds
        return low + (high - low) * self.bottom, low + (high - low) * self.top


def _zoom_interval(low: float, high: float, factor: float, fixed_share: float) -> Bounds:
    length = min(1.0, max(_MIN_VISIBLE_SHARE, (high - low) * factor))
    start = low + fixed_share * (high - low - length)
    start = min(1.0 - length, max(0.0, start))
    return (0.0, 1.0) if length == 1.0 else (start, start + length)


def _shift_interval(low: float, high: float, share: float) -> Bounds:
    length = high - low
    start = min(1.0 - length, max(0.0, low + share * length))
    return start, start + length


def truncate(text: str, most: int = LONGEST_NAME) -> str:
    """Return a text cut to a number of letters, with an ellipsis."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on paper, in points."""

    left: float
    bottom: float
    right: float
    top: float

    def overlaps(self, other: Box) -> bool:
        """Return whether the boxes overlap."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.bottom < other.top
            and other.bottom < self.top
        )

    def is_inside(self, other: Box) -> bool:
        """Return whether this box lies within the other one."""
        return (
            self.left >= other.left
            and self.right <= other.right
            and self.bottom >= other.bottom
            and self.top <= other.top
        )

    def nearest_point(self, point: XY) -> XY:
        """Return the point of the box that is nearest to a point."""
        x, y = point
        return min(max(x, self.left), self.right), min(max(y, self.bottom), self.top)


@dataclass(frozen=True, slots=True)
class ChartLabel:
    """A label to be placed near a point."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class LabelPosition:
    """The box of a placed label."""

    box: Box
    distance: float
    """Distance from its point; far ones need a leader line."""


def boxes_around(points: Iterable[XY], reach: float) -> list[Box]:
    """Return a square box around each point."""
    return [Box(x - reach, y - reach, x + reach, y + reach) for x, y in points]


def place_labels(
    labels: Sequence[ChartLabel], occupied_boxes: Sequence[Box], area: Box
) -> list[LabelPosition]:
    """Place labels one after another where each covers least of boxes and placed labels."""
    occupied = list(occupied_boxes)
    positions: list[LabelPosition | None] = [None] * len(labels)
    for i in sorted(range(len(labels)), key=lambda n: (-labels[n].x, labels[n].y)):
        position = _find_best_position(labels[i], occupied, area)
        positions[i] = position
        occupied.append(position.box)
    return [position for position in positions if position is not None]


def _find_best_position(label: ChartLabel, occupied: Sequence[Box], area: Box) -> LabelPosition:
    """Return the first free position, from near to far; else the one with the least cost."""
    reach = _DISTANCES[-1] + label.width + label.height
    neighbourhood = Box(label.x - reach, label.y - reach, label.x + reach, label.y + reach)
    near = [box for box in occupied if box.overlaps(neighbourhood)]
    best, least_cost = None, math.inf
    for distance in _DISTANCES:
        for rank, angle in enumerate(_DIRECTIONS):
            position = _position_label(label, math.radians(angle), distance)
            outside = 0.0 if position.box.is_inside(area) else _OUTSIDE_COST
            covered = sum(1 for box in near if box.overlaps(position.box))
            cost = outside + covered * _OVERLAP_COST + position.distance * 0.5 + rank * 0.5
            if cost < least_cost:
                best, least_cost = position, cost
            if cost < _OVERLAP_COST:  # it is free; every further one costs more
                return position
    assert best is not None  # noqa: S101 - there are distances and directions
    return best


def _position_label(label: ChartLabel, angle: float, distance: float) -> LabelPosition:
    """Return the position of a label at a distance from its point, in a direction."""
    x, y = math.cos(angle), math.sin(angle)
    centre_x = label.x + x * distance + _soft_sign(x) * label.width / 2
    centre_y = label.y + y * distance + _soft_sign(y) * label.height / 2
    half_x, half_y = label.width / 2, label.height / 2
    box = Box(centre_x - half_x, centre_y - half_y, centre_x + half_x, centre_y + half_y)
    return LabelPosition(box, distance)


def spread_positions_apart(positions: Sequence[float], gap: float, top: float) -> list[float]:
    """Return ascending positions, moved apart by at least a gap, none above the top."""
    result: list[float] = []
    for position in positions:
        result.append(position if not result else max(position, result[-1] + gap))
    limit = top
    for number in range(len(result) - 1, -1, -1):
        result[number] = min(result[number], limit)
        limit = result[number] - gap
    return result


def _soft_sign(value: float) -> float:
    """Return the sign of a direction, fading to 0 where it points along the other axis."""
    return max(-1.0, min(1.0, value * 1.6))
