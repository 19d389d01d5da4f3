"""Finds a place for each label of a chart, so that none covers another or what was drawn."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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

    def nearest(self, place: tuple[float, float]) -> tuple[float, float]:
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


def around(points: Iterable[tuple[float, float]], reach: float) -> list[Box]:
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
            cost = _cost(place, near, area) + rank * 0.5
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


def _cost(place: LabelPosition, occupied: Sequence[Box], area: Box) -> float:
    outside = 0.0 if place.box.inside(area) else _OUTSIDE
    covered = sum(1 for box in occupied if box.touches(place.box))
    return outside + covered * _PER_OVERLAP + place.distance * 0.5
