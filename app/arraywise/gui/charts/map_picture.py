"""The decision map as a picture: regions with smooth borders, hatches, and room for names.

Drawn away from the window's thread. The 200 x 200 points of the map are spread over the pixels by
weighing each answer's neighbourhood, so that borders run smoothly where the points are coarse.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from arraywise.domain.decision import DecisionMap

    Labels = NDArray[np.int16]
    Flags = NDArray[np.bool_]
    Floats = NDArray[np.float32]

NOBODY = -1
OPEN = -2
"""The part of nobody's region that is hatched: a test could show that an option passes there."""
_FINE = 2
"""Times the picture is drawn finer than it is shown, so that borders are smooth."""
_STRIP = 128
"""Pixels across that are weighed at a time."""
_CANDIDATES = 24
_LOOKED_AT = 2000
"""Places among which the candidates are looked for."""
Share = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as 0xAARRGGBB: of the regions by winner, of borders and of hatches."""

    tints: Mapping[int, int]
    border: int
    hatch: int


@dataclass(frozen=True, slots=True)
class NamePlaces:
    """Where the name of a region may go."""

    winner: int
    middles: tuple[tuple[Share, ...], ...]
    """For each form of the name: its middles as shares of width and height; the best first."""


@dataclass(frozen=True, slots=True)
class MapPicture:
    """A drawn map, and where the names of its regions fit."""

    drawn: DecisionMap
    image: QImage
    names: tuple[NamePlaces, ...]


def draw_picture(
    drawn: DecisionMap,
    size: tuple[int, int],
    palette: Palette,
    names: Mapping[int, Sequence[tuple[float, float]]],
    ratio: float = 1.0,
) -> MapPicture:
    """Draw a map.

    Args:
        drawn: the map.
        size: width and height of the picture in pixels of the screen.
        palette: its colours.
        names: width and height of each winner's name in pixels of the screen, in all its forms,
            the longest first.
        ratio: pixels of the screen for one of the page.
    """
    width, height = (side * _FINE for side in size)
    winners = np.array(drawn.winners, dtype=np.int16)
    undecided = np.array(drawn.undecided, dtype=np.int16)
    labels = _spread(winners, width, height)[::-1]
    hatched = _spread(undecided, width, height)[::-1]
    pixels = _tints(palette)[labels]
    pixels[(hatched == 1) & _hatch(width, height, ratio * _FINE)] = palette.hatch
    pixels[_borders(labels) | _borders(hatched)] = palette.border
    regions = labels[::_FINE, ::_FINE], hatched[::_FINE, ::_FINE] == 1
    places = tuple(
        NamePlaces(winner, tuple(_places(*regions, winner, form) for form in forms))
        for winner, forms in names.items()
        if (regions[0] == (NOBODY if winner == OPEN else winner)).any()
    )
    return MapPicture(drawn, _image(pixels, size, ratio), places)


def _image(pixels: NDArray[np.uint32], size: tuple[int, int], ratio: float) -> QImage:
    height, width = pixels.shape
    raw = np.ascontiguousarray(pixels).tobytes()
    fine = QImage(raw, width, height, width * 4, QImage.Format.Format_RGB32)
    ignored, smooth = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode
    image = fine.scaled(*size, ignored, smooth.SmoothTransformation).copy()
    image.setDevicePixelRatio(ratio)
    return image


def _tints(palette: Palette) -> NDArray[np.uint32]:
    """Return the tints by winner; nobody's is the last, where an index of -1 leads."""
    found = np.zeros(max(palette.tints) + 2, dtype=np.uint32)
    for winner, tint in palette.tints.items():
        found[winner] = tint
    return found


def _spread(points: Labels, width: int, height: int) -> Labels:
    """Spread points over pixels: each pixel goes to the answer that weighs most around it.

    A pixel is weighed by a few points, so that a strip of pixels needs the columns near it only,
    and the answers that occur in these.
    """
    found = np.empty((height, width), dtype=np.int16)
    down, across = _weights(points.shape[0], height), _weights(points.shape[1], width)
    for start in range(0, width, _STRIP):
        strip = across[start : start + _STRIP]
        near = np.flatnonzero(strip.any(axis=0))
        columns = points[:, near[0] : near[-1] + 1]
        weights = strip[:, near[0] : near[-1] + 1].T
        found[:, start : start + _STRIP] = _heaviest(columns, down, weights)
    return found


def _heaviest(points: Labels, down: Floats, across: Floats) -> Labels:
    kinds = np.unique(points)
    found = np.full((len(down), across.shape[1]), kinds[0], dtype=np.int16)
    if len(kinds) == 1:
        return found
    most = down @ (points == kinds[0]).astype(np.float32) @ across
    for kind in kinds[1:]:
        weighed = down @ (points == kind).astype(np.float32) @ across
        is_more = weighed > most
        found[is_more] = kind
        np.maximum(most, weighed, out=most)
    return found


def _weights(points: int, pixels: int) -> Floats:
    """Return how much each point weighs in each pixel, shape (pixels, points)."""
    at = np.linspace(0, points - 1, pixels, dtype=np.float32)[:, None]
    distance = np.abs(at - np.arange(points, dtype=np.float32)[None, :])
    weights: Floats = np.maximum(0.0, 2.4 - distance).astype(np.float32)
    return weights


def _hatch(width: int, height: int, ratio: float) -> Flags:
    pitch, thick = max(3, round(7 * ratio)), max(1, round(ratio))
    diagonal = np.arange(width + height) % pitch < thick
    return np.lib.stride_tricks.sliding_window_view(diagonal, width)[:height]


def _borders(labels: Labels) -> Flags:
    borders = np.zeros(labels.shape, dtype=bool)
    borders[:, 1:] |= labels[:, 1:] != labels[:, :-1]
    borders[1:, :] |= labels[1:, :] != labels[:-1, :]
    borders[:, :-1] |= borders[:, 1:]
    borders[:-1, :] |= borders[1:, :]
    return borders


def _places(
    labels: Labels, hatched: Flags, winner: int, wanted: tuple[float, float]
) -> tuple[Share, ...]:
    """Find where the name of a region fits, rather beside its hatch than on it.

    Of nobody's region the hatched part and the rest have names of their own.
    """
    step = max(1, labels.shape[1] // 400)  # a name need not be placed to the pixel
    hatch = hatched[::step, ::step]
    region = (labels == (NOBODY if winner == OPEN else winner))[::step, ::step]
    size = (round(wanted[0] / step), round(wanted[1] / step))
    wheres = {OPEN: (region & hatch,), NOBODY: (region & ~hatch,)}
    for where in wheres.get(winner, (region & ~hatch, region)):
        found = _fitting(where, size)
        if found:
            return found
    return ()


def _fitting(region: Flags, size: tuple[int, int]) -> tuple[Share, ...]:
    """Return where a name fits into a region, most room first, as shares of width and height.

    The first is the pole of inaccessibility, for a rectangle: where the largest frame around the
    name lies within the region. The others are as far from those before them as can be.
    """
    height, width = region.shape
    sums = np.zeros((height + 1, width + 1), dtype=np.int32)
    np.cumsum(region.cumsum(axis=0, dtype=np.int32), axis=1, out=sums[1:, 1:])
    low, high = 0, max(width, height) // 2
    while low <= high:
        room = (low + high) // 2
        if _filled(sums, size[0] + 2 * room, size[1] + 2 * room).any():
            low = room + 1
        else:
            high = room - 1
    if not low:
        return ()
    best = _middles(sums, size[0] + 2 * high, size[1] + 2 * high)
    chosen = [best[len(best) // 2]]
    others = _middles(sums, size[0] + 4, size[1] + 4)
    others = others[:: len(others) // _LOOKED_AT + 1]
    far = np.full(len(others), np.inf)
    while len(others) and len(chosen) < _CANDIDATES:
        far = np.minimum(far, ((others - chosen[-1]) ** 2).sum(axis=1))
        chosen.append(others[int(np.argmax(far))])
    return tuple((float(x) / width, float(y) / height) for x, y in chosen)


def _middles(sums: NDArray[np.int32], wide: int, high: int) -> NDArray[np.float64]:
    """Return the middles of all rectangles of a size within the region, shape (places, 2)."""
    rows, columns = np.nonzero(_filled(sums, wide, high))
    return np.column_stack((columns + wide / 2, rows + high / 2))


def _filled(sums: NDArray[np.int32], wide: int, high: int) -> Flags:
    """Tell of every corner whether the rectangle of a size from there lies within the region."""
    if wide >= sums.shape[1] or high >= sums.shape[0]:
        return np.zeros((0, 0), dtype=bool)
    filled = sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]
    whole: Flags = filled == wide * high
    return whole
