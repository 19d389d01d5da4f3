"""The part of the decision map that is seen: all of it, or a closer look at some."""

from __future__ import annotations

from dataclasses import dataclass

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
        """Return what lies beside, by shares of what is seen; never beyond the map."""
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
