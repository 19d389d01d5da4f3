"""Where the answer changes along the two lines of the cross-hair, nearest to today first."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.decision import Stretch

_MILLION = 1e6
_SHOWN = 2
"""Break-evens that are named on each side of the cross-hair."""


@dataclass(frozen=True, slots=True)
class BreakEven:
    """A value at which another option is recommended."""

    value: float
    before: int | None
    """Who wins below it, as a position in the answer; None where none passes."""
    after: int | None


def break_evens(stretches: Sequence[Stretch]) -> tuple[BreakEven, ...]:
    """Return where the winner changes along a cut, lowest first."""
    pairs = pairwise(stretches)
    return tuple(
        BreakEven(left.end, left.winner, right.winner)
        for left, right in pairs
        if left.winner != right.winner
    )


def nearest(found: Sequence[BreakEven], today: float) -> tuple[BreakEven, ...]:
    """Return the break-evens to name: the nearest two below and the nearest two above today."""
    below = [b for b in found if b.value <= today][-_SHOWN:]
    above = [b for b in found if b.value > today][:_SHOWN]
    return (*below, *above)


def next_change(found: Sequence[BreakEven], today: float) -> BreakEven | None:
    """Return the break-even that is relatively nearest to today."""
    return min(found, key=lambda b: abs(b.value / today - 1.0), default=None)


def shown_visits(visits: float) -> float:
    """Round visits a month as outputs show them: to a tenth of a million, small ones whole."""
    return round(visits, -5) if visits >= _MILLION else round(visits)


def shown_ms(seconds: float) -> float:
    """Return milliseconds as every output shows them: to a tenth, small ones to three digits."""
    figure = seconds * 1e3
    if not math.isfinite(figure) or figure == 0:
        return figure
    digits = 2 - math.floor(math.log10(abs(figure)))
    return round(figure, max(1, digits))
