"""What is drawn in a plot: points, the curve that they belong to, and lines across."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arraywise.domain.options import Option


@dataclass(frozen=True, slots=True)
class Point:
    """One measured point of a curve."""

    x: float
    y: float
    low: float | None
    high: float | None
    counts: bool
    """False where the host was exhausted or the rate is past its highest: drawn hollow."""
    said: str
    users: int | None = None
    """The load level that it is, where it is one."""


@dataclass(frozen=True, slots=True)
class Curve:
    """The points of one option, in the order of load, and the band around them."""

    option: Option
    points: tuple[Point, ...]
    band: tuple[tuple[float, float, float], ...] = ()
    """x, low, high."""
    line: tuple[tuple[float, float], ...] = ()
    """Leads smoothly from point to point; empty: they are joined straight."""

    @property
    def with_errors(self) -> list[tuple[Point, float, float]]:
        """The points whose interval is known, with its ends."""
        known = ((p, p.low, p.high) for p in self.points)
        return [(p, lo, hi) for p, lo, hi in known if lo is not None and hi is not None]


@dataclass(frozen=True, slots=True)
class Line:
    """A line across the plot: the demand or the target."""

    at: float
    text: str
    upright: bool
    dashed: bool = False
