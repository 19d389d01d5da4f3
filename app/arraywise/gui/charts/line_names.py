"""Where the name of a line is written: above it or below, where no line runs through it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtCore import QRectF

    from arraywise.store.reading.sample_chart import Track

    Values = np.typing.NDArray[np.float64]

_PLACES = 24
"""Places from left to right that are tried."""
_SAMPLES = 12
"""Of a line under a name; its own points come to them."""
_FREE = 1.4
"""Heights of a name that must be free over its line."""


@dataclass(frozen=True, slots=True)
class Room:
    """The view of a chart, in its units, and the size of a name in them."""

    view: QRectF
    """Its top is the least value that is seen."""
    wide: float
    high: float


@dataclass(frozen=True, slots=True)
class NamePlace:
    """The left end of a name, and the value at its foot; at its head where it stands below."""

    x: float
    value: float
    below: bool

    def crossed_by(self, track: Track, room: Room) -> int:
        """Count the places where a line runs through the name."""
        foot = self.value - room.high if self.below else self.value
        times = _under(track, self.x, room)
        lows, highs = _ends(track, times)
        return int(np.sum((highs > foot) & (lows < foot + room.high)))


def place_name(start: float, room: Room, own: int, tracks: Sequence[Track]) -> NamePlace:
    """Return the first place from the left that no line crosses, else where the fewest do.

    Args:
        start: where names begin.
        room: in the unit of the tracks.
        own: which of the tracks is named.
        tracks: all that are drawn.
    """
    fewest, best = np.inf, NamePlace(start, 0.0, below=False)
    for place in _places(start, room, tracks[own]):
        others = (track for at, track in enumerate(tracks) if at != own)
        crossed = sum(place.crossed_by(track, room) for track in others)
        if crossed < fewest:
            fewest, best = crossed, place
        if not crossed:
            break
    return best


def _places(start: float, room: Room, track: Track) -> Iterator[NamePlace]:
    """Offer places above the line and below it, as far as the view has room there."""
    last = max(start, room.view.right() - room.wide)
    for x in np.linspace(start, last, _PLACES):
        lows, highs = _ends(track, _under(track, float(x), room))
        low, high = float(lows.min()), float(highs.max())
        is_high = high > room.view.bottom() - _FREE * room.high
        if not is_high:
            yield NamePlace(float(x), high, below=False)
        if is_high or low - room.high > room.view.top():
            yield NamePlace(float(x), high if is_high else low, below=True)


def _under(track: Track, x: float, room: Room) -> Values:
    """Return the times under a name: its own of the track, and some between."""
    times = np.asarray(track.times_s, dtype=float)
    between = np.linspace(x, x + room.wide, _SAMPLES)
    return np.concatenate((between, times[(times > x) & (times < x + room.wide)]))


def _ends(track: Track, times: Values) -> tuple[Values, Values]:
    lows, highs = (np.interp(times, track.times_s, each) for each in (track.lows, track.highs))
    return lows, highs
