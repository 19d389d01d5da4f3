"""Axes with their ticks, and the part of a chart that is seen."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.present.numbers import nice

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


Place = tuple[float, float]
"""On paper or on the screen: x and y."""
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_LOG_MANTISSAS = ((1, 1.5, 2, 3, 4, 5, 6, 8), (1, 2, 3, 5), (1, 2, 5), (1,))
MOST_TICKS, MOST_LOG_TICKS = 6, 9
"""Along an axis, where there is room."""


def visits_ends(visits: float) -> Place:
    """Return the ends of the slider and of the map around a load."""
    return nice(visits / 3.6), nice(visits * 2)


def target_ends(target_s: float) -> Place:
    """Return the ends of the slider and of the map around a target response time."""
    return nice(target_s / 5), nice(target_s * 2)


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis with its number."""

    value: float
    shown: float
    """In the unit that the axis names."""
    places: int
    """Decimals that tell it from its neighbours."""


@dataclass(frozen=True, slots=True)
class Axis:
    """Values from `low` to `high` on places from `start` to `end`, which may run backwards."""

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False

    def place(self, value: float) -> float:
        """Return the pixel of a value."""
        low, high = self.low, self.high
        if self.logarithmic:
            low, high, value = math.log(low), math.log(high), math.log(max(value, 1e-300))
        return self.start + (self.end - self.start) * (value - low) / (high - low)

    def value(self, place: float) -> float:
        """Return the value at a pixel; pixels off the axis give its ends."""
        share = min(1.0, max(0.0, (place - self.start) / (self.end - self.start)))
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
            return tuple(Tick(v * unit, v, _own_places(v)) for v in log_ticks(low, high, most))
        result = round_ticks(low, high, most)
        places = places_of(result)
        return tuple(Tick(v * unit, v, places) for v in result)


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


def places_of(ticks: tuple[float, ...]) -> int:
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


def _own_places(value: float) -> int:
    """Return the decimals that a round value has."""
    return next((n for n in range(12) if abs(round(value, n) - value) < abs(value) * 1e-6), 12)


def rounded_out(low: float, high: float, most: int = 5) -> Place:
    """Return round ends around two values, a little apart from them."""
    span = (high - low) or abs(high) or 1.0
    ticks = round_ticks(low - span, high + span, most * 3)
    below = [t for t in ticks if t <= low - span * 0.06]
    above = [t for t in ticks if t >= high + span * 0.06]
    return (below[-1] if below else ticks[0], above[0] if above else ticks[-1])


_LEAST = 0.02
"""Of either axis, seen at the closest."""
Ends = tuple[float, float]


@dataclass(frozen=True, slots=True)
class MapRange:
    """What is seen, as shares of the axes of the whole map."""

    left: float = 0.0
    right: float = 1.0
    bottom: float = 0.0
    top: float = 1.0

    @property
    def is_whole(self) -> bool:
        """Whether all of the map is seen."""
        return self == MapRange()

    def zoomed(self, factor: float, across: float, up: float) -> MapRange:
        """Return a closer or wider look.

        Args:
            factor: what is seen then, as a share of what is seen now.
            across: the place that stays where it is, as a share of what is seen.
            up: the same, from below.
        """
        return MapRange(
            *_zoomed(self.left, self.right, factor, across),
            *_zoomed(self.bottom, self.top, factor, up),
        )

    def moved(self, across: float, up: float) -> MapRange:
        """Return what is beside, by shares of what is seen; never beyond the map."""
        return MapRange(*_moved(self.left, self.right, across), *_moved(self.bottom, self.top, up))

    def visits(self, whole: Ends) -> Ends:
        """Return the ends of the visits seen, of a logarithmic axis with these ends."""
        low, high = whole
        return low * (high / low) ** self.left, low * (high / low) ** self.right

    def across(self, whole: Ends) -> Ends:
        """Return the ends of what is seen, of a linear level axis with these ends."""
        low, high = whole
        return low + (high - low) * self.left, low + (high - low) * self.right

    def targets(self, whole: Ends) -> Ends:
        """Return the ends of what is seen, of a linear upright axis with these ends."""
        low, high = whole
        return low + (high - low) * self.bottom, low + (high - low) * self.top


def _zoomed(low: float, high: float, factor: float, fixed: float) -> Ends:
    length = min(1.0, max(_LEAST, (high - low) * factor))
    start = low + fixed * (high - low - length)
    start = min(1.0 - length, max(0.0, start))
    return (0.0, 1.0) if length == 1.0 else (start, start + length)


def _moved(low: float, high: float, share: float) -> Ends:
    length = high - low
    start = min(1.0 - length, max(0.0, low + share * length))
    return start, start + length


_DIRECTIONS = (0, 45, -45, 90, -90, 135, -135, 180, 20, -20, 70, -70, 110, -110, 160, -160)
"""Degrees around the point, the liked ones first."""
_DISTANCES = (7.0, 14.0, 22.0, 32.0, 44.0, 58.0, 74.0, 92.0)
_PER_OVERLAP = 60.0
_OUTSIDE = 1e4


LONGEST_NAME = 28
"""Letters of an option's name in a chart; tables tell it in full."""


def cut(text: str, most: int = LONGEST_NAME) -> str:
    """Return a text of so many letters at most."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on paper, in points."""

    left: float
    bottom: float
    right: float
    top: float

    def touches(self, other: Box) -> bool:
        """Return whether both cover some of the same paper."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.bottom < other.top
            and other.bottom < self.top
        )

    def inside(self, other: Box) -> bool:
        """Return whether the other box covers this one."""
        return (
            self.left >= other.left
            and self.right <= other.right
            and self.bottom >= other.bottom
            and self.top <= other.top
        )

    def nearest(self, place: Place) -> Place:
        """Return the place on the rectangle that lies nearest to another one."""
        x, y = place
        return min(max(x, self.left), self.right), min(max(y, self.bottom), self.top)


@dataclass(frozen=True, slots=True)
class ChartLabel:
    """A text that wants to stand near a point."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class LabelPosition:
    """Where a label is."""

    box: Box
    distance: float
    """From its point; far ones want a leader."""


def around(points: Iterable[Place], reach: float) -> list[Box]:
    """Return a box around each point."""
    return [Box(x - reach, y - reach, x + reach, y + reach) for x, y in points]


def find_places(
    labels: Sequence[ChartLabel], taken: Sequence[Box], area: Box
) -> list[LabelPosition]:
    """Place labels one after another where they cover least; each is in the way of the next."""
    occupied = list(taken)
    places: list[LabelPosition | None] = [None] * len(labels)
    for i in sorted(range(len(labels)), key=lambda n: (-labels[n].x, labels[n].y)):
        place = _best_place(labels[i], occupied, area)
        places[i] = place
        occupied.append(place.box)
    return [place for place in places if place is not None]


def _best_place(label: ChartLabel, occupied: Sequence[Box], area: Box) -> LabelPosition:
    """Try places further and further away until one is free; else take the least bad one."""
    reach = _DISTANCES[-1] + label.width + label.height
    around_it = Box(label.x - reach, label.y - reach, label.x + reach, label.y + reach)
    near = [box for box in occupied if box.touches(around_it)]
    best, least = None, math.inf
    for distance in _DISTANCES:
        for rank, angle in enumerate(_DIRECTIONS):
            place = _place(label, math.radians(angle), distance)
            outside = 0.0 if place.box.inside(area) else _OUTSIDE
            covered = sum(1 for box in near if box.touches(place.box))
            cost = outside + covered * _PER_OVERLAP + place.distance * 0.5 + rank * 0.5
            if cost < least:
                best, least = place, cost
            if cost < _PER_OVERLAP:  # it is free; every further one costs more
                return place
    assert best is not None  # noqa: S101 - there are distances and directions
    return best


def _place(label: ChartLabel, angle: float, distance: float) -> LabelPosition:
    """Put the label's nearest edge at `distance` from its point, in a direction."""
    x, y = math.cos(angle), math.sin(angle)
    centre_x = label.x + x * distance + _signum(x) * label.width / 2
    centre_y = label.y + y * distance + _signum(y) * label.height / 2
    half_x, half_y = label.width / 2, label.height / 2
    box = Box(centre_x - half_x, centre_y - half_y, centre_x + half_x, centre_y + half_y)
    return LabelPosition(box, distance)


def spread_apart(places: Sequence[float], gap: float, top: float) -> list[float]:
    """Move ascending places apart by at least a gap, none above the top."""
    result: list[float] = []
    for place in places:
        result.append(place if not result else max(place, result[-1] + gap))
    limit = top
    for number in range(len(result) - 1, -1, -1):
        result[number] = min(result[number], limit)
        limit = result[number] - gap
    return result


def _signum(value: float) -> float:
    """Sign of a direction, fading to 0 where it points along the other axis."""
    return max(-1.0, min(1.0, value * 1.6))
