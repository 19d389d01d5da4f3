"""Axes with their ticks, and the part of a chart that is seen."""

from __future__ import annotations

import math
from dataclasses import dataclass

from arraywise.present.numbers import nice

_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_LOG_MANTISSAS = ((1, 1.5, 2, 3, 4, 5, 6, 8), (1, 2, 3, 5), (1, 2, 5), (1,))
MOST_TICKS, MOST_LOG_TICKS = 6, 9
"""Along an axis, where there is room."""


def visits_ends(visits: float) -> tuple[float, float]:
    """Return the ends of the slider and of the map around a load."""
    return nice(visits / 3.6), nice(visits * 2)


def target_ends(target_s: float) -> tuple[float, float]:
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
        """Return about `most` round values along the axis.

        Args:
            most: so many, for which there is room.
            unit: what the axis is named in, in units of its values.
        """
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


def rounded_out(low: float, high: float, most: int = 5) -> tuple[float, float]:
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
