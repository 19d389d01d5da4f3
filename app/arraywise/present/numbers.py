"""Rounding and decimals of every unit, milliseconds too; number formats; typed numbers."""

from __future__ import annotations

import math


def nice(value: float) -> float:
    """Round to two significant digits, for the ends of a scale."""
    if value <= 0:
        return 0.0
    power = 10.0 ** (math.floor(math.log10(value)) - 1)
    return round(value / power) * power


def whole_target_s(value: float) -> float:
    """Round a target that is dragged to whole milliseconds, where these are fine enough."""
    return round(value * 1000) / 1000 if value >= 0.02 else round(value, 5)


def whole_visits(value: float) -> int:
    """Round a load that is dragged to about a thousandth of it."""
    step = max(1, round(nice(value) / 1000))
    return round(value / step) * step
