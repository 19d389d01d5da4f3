"""Axes of painted charts: where values lie, and the round numbers along them."""

from __future__ import annotations

import math
from dataclasses import dataclass

_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_LOG_MANTISSAS = ((1, 1.5, 2, 3, 4, 5, 6, 8), (1, 2, 3, 5), (1, 2, 5), (1,))


@dataclass(frozen=True, slots=True)
class Axis:
    """Values from `low` to `high` on pixels from `start` to `end`, which may run backwards."""

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
        """Say whether a value lies on the axis."""
        return self.low <= value <= self.high

    def ticks(self, most: int) -> tuple[float, ...]:
        """Return about `most` round values along the axis."""
        if self.logarithmic:
            return _log_ticks(self.low, self.high, most)
        return linear_ticks(self.low, self.high, most)


def linear_ticks(low: float, high: float, most: int) -> tuple[float, ...]:
    """Return at most `most` + 1 multiples of a round step."""
    span = high - low
    if span <= 0:
        return (low,)
    rough = span / max(1, most)
    power = math.pow(10.0, math.floor(math.log10(rough)))
    step = next(s * power for s in _STEPS if s * power >= rough * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(n * step for n in range(first, last + 1))


def _log_ticks(low: float, high: float, most: int) -> tuple[float, ...]:
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    found: tuple[float, ...] = ()
    for mantissas in _LOG_MANTISSAS:
        found = tuple(m * 10.0**p for p in powers for m in mantissas if low <= m * 10.0**p <= high)
        if len(found) <= most:
            return found
    return found


def rounded_out(low: float, high: float, most: int = 5) -> tuple[float, float]:
    """Return round ends around two values, a little apart from them."""
    span = (high - low) or abs(high) or 1.0
    ticks = linear_ticks(low - span, high + span, most * 3)
    below = [t for t in ticks if t <= low - span * 0.06]
    above = [t for t in ticks if t >= high + span * 0.06]
    return (below[-1] if below else ticks[0], above[0] if above else ticks[-1])
