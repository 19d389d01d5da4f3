"""Axes of charts: where a value stands on paper, and the round values that are written beside."""

from __future__ import annotations

import math
from dataclasses import dataclass

_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True, slots=True)
class Scale:
    """A linear scale from values to points on paper."""

    low: float
    high: float
    start: float
    """Paper position of `low`."""
    stop: float
    """Paper position of `high`."""

    def at(self, value: float) -> float:
        """Return the paper position of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.stop - self.start)


def round_step(span: float, about: int) -> float:
    """Return a round step that divides a span into roughly `about` parts; span > 0."""
    rough = span / about
    power = 10.0 ** math.floor(math.log10(rough))
    return next((s * power for s in _STEPS if s * power >= rough * 0.999), 10 * power)


def round_ticks(low: float, high: float, about: int = 6) -> tuple[float, ...]:
    """Return round values from `low` to `high`; low < high."""
    step = round_step(high - low, about)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(i * step for i in range(first, last + 1))


def places_of(ticks: tuple[float, ...]) -> int:
    """Return how many decimals tell the ticks apart."""
    if len(ticks) < 2:
        return 0
    step = ticks[1] - ticks[0]
    return max(0, next(n for n in range(12) if abs(round(step, n) - step) < step * 1e-6))


def log_ticks(low: float, high: float, most: int = 9) -> tuple[float, ...]:
    """Return round values on a logarithmic axis from `low` to `high`; 0 < low < high."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    found: tuple[float, ...] = ()
    for leading in ((1, 1.5, 2, 3, 4, 5, 6, 8), (1, 2, 3, 5), (1, 3), (1,)):
        ticks = [m * 10.0**power for power in range(first, last + 1) for m in leading]
        found = tuple(tick for tick in ticks if low <= tick <= high)
        if len(found) <= most:
            break
    return found
