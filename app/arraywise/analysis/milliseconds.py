"""Response times as sentences say them: in milliseconds, never rounded to nothing."""

from __future__ import annotations

from arraywise.domain.break_evens import shown_ms


def milliseconds(seconds: float) -> float:
    """Return milliseconds to a tenth, small ones to three digits; to be said with `:g`."""
    return shown_ms(seconds)
