"""The decision map as a picture: regions with smooth borders, hatches, and room for names.

Drawn away from the window's thread. The 200 x 200 points of the map are spread over the pixels by
weighing each answer's neighbourhood, so that borders run smoothly where the points are coarse.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QImage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from arraywise.domain.decision import DecisionMap

    Labels = NDArray[np.int16]
    Flags = NDArray[np.bool_]
    Floats = NDArray[np.float32]

NOBODY = -1
_MARGIN = 4
"""Pixels that stay free around a name."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as 0xAARRGGBB: of the regions by winner, of borders and of hatches."""

    tints: Mapping[int, int]
    border: int
    hatch: int


@dataclass(frozen=True, slots=True)
class NamePlace:
    """Where the name of a region goes: the middle of it, as shares of width and height."""

    winner: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class MapPicture:
    """A drawn map, and where the names of its regions fit."""

    drawn: DecisionMap
    image: QImage
    names: tuple[NamePlace, ...]


def draw_picture(
    drawn: DecisionMap,
    size: tuple[int, int],
    palette: Palette,
    names: Mapping[int, tuple[float, float]],
    ratio: float = 1.0,
) -> MapPicture:
    """Draw a map.

    Args:
        drawn: the map.
        size: width and height of the picture in pixels of the screen.
        palette: its colours.
        names: width and height of each winner's name in pixels of the screen.
        ratio: pixels of the screen for one of the page.
    """
    width, height = size
    winners = np.array(drawn.winners, dtype=np.int16)
    undecided = np.array(drawn.undecided, dtype=bool)
    labels = _spread(winners, width, height)[::-1]
    hatched = _spread(undecided.astype(np.int16), width, height)[::-1] == 1
    pixels = np.zeros((height, width), dtype=np.uint32)
    for winner, tint in palette.tints.items():
        pixels[labels == winner] = tint
    pixels[hatched & _hatch(width, height, ratio)] = palette.hatch
    pixels[_borders(labels) | _borders(hatched.astype(np.int16))] = palette.border
    image = QImage(
        np.ascontiguousarray(pixels).tobytes(),
        width,
        height,
        width * 4,
        QImage.Format.Format_RGB32,
    ).copy()
    image.setDevicePixelRatio(ratio)
    places = (_place(labels == winner, wanted, winner) for winner, wanted in names.items())
    return MapPicture(drawn, image, tuple(place for place in places if place is not None))


def _spread(points: Labels, width: int, height: int) -> Labels:
    """Spread points over pixels: each pixel goes to the answer that weighs most around it."""
    kinds = np.unique(points)
    if len(kinds) == 1:
        return np.full((height, width), kinds[0], dtype=np.int16)
    down, across = _weights(points.shape[0], height), _weights(points.shape[1], width)
    weighed = [down @ (points == kind).astype(np.float32) @ across.T for kind in kinds]
    found: Labels = kinds[np.argmax(weighed, axis=0)].astype(np.int16)
    return found


def _weights(points: int, pixels: int) -> Floats:
    """Return how much each point weighs in each pixel, shape (pixels, points)."""
    at = np.linspace(0, points - 1, pixels, dtype=np.float32)[:, None]
    distance = np.abs(at - np.arange(points, dtype=np.float32)[None, :])
    weights: Floats = np.maximum(0.0, 1.6 - distance).astype(np.float32)
    return weights


def _hatch(width: int, height: int, ratio: float) -> Flags:
    pitch, thick = max(3, round(7 * ratio)), max(1, round(ratio))
    diagonal = np.arange(width)[None, :] + np.arange(height)[:, None]
    found: Flags = diagonal % pitch < thick
    return found


def _borders(labels: Labels) -> Flags:
    borders = np.zeros(labels.shape, dtype=bool)
    borders[:, 1:] |= labels[:, 1:] != labels[:, :-1]
    borders[1:, :] |= labels[1:, :] != labels[:-1, :]
    return borders


def _place(region: Flags, wanted: tuple[float, float], winner: int) -> NamePlace | None:
    """Find where a name has most room around it; None where it does not fit into its region.

    The pole of inaccessibility, for a rectangle: the largest frame around the name that lies
    within the region.
    """
    step = max(1, region.shape[1] // 400)  # a name need not be placed to the pixel
    region, wanted = region[::step, ::step], (wanted[0] / step, wanted[1] / step)
    if not region.any():
        return None
    height, width = region.shape
    sums = np.zeros((height + 1, width + 1), dtype=np.int64)
    sums[1:, 1:] = region.cumsum(axis=0).cumsum(axis=1)
    low, high, found = _MARGIN, max(width, height), None
    while low <= high:
        room = (low + high) // 2
        middle = _middle(sums, round(wanted[0]) + 2 * room, round(wanted[1]) + 2 * room)
        if middle is None:
            high = room - 1
        else:
            low, found = room + 1, middle
    if found is None:
        return None
    return NamePlace(winner, found[0] / width, found[1] / height)


def _middle(sums: NDArray[np.int64], wide: int, high: int) -> tuple[float, float] | None:
    """Return the middle of the first rectangle of a size that is filled by the region."""
    if wide >= sums.shape[1] or high >= sums.shape[0]:
        return None
    filled = sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]
    rows, columns = np.nonzero(filled == wide * high)
    if not len(rows):
        return None
    at = len(rows) // 2
    return float(columns[at]) + wide / 2, float(rows[at]) + high / 2
