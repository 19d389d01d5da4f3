"""Response times as sentences say them: in milliseconds, never rounded to nothing."""

from __future__ import annotations

import math


def milliseconds(seconds: float) -> float:
    """Return milliseconds to a tenth, small ones to three digits; to be said with `:g`."""
    figure = seconds * 1e3
    if not math.isfinite(figure) or figure == 0:
        return figure
    digits = 2 - math.floor(math.log10(abs(figure)))
    return round(figure, max(1, digits))
