"""Signs and textures of charts: outlines of markers, dashes of options, lines of hatches."""

from __future__ import annotations

import math
from enum import StrEnum
from functools import cache
from itertools import count, takewhile
from typing import TYPE_CHECKING

from arraywise import shipped
from arraywise.domain.requirement import Basis
from arraywise.present.charts.axes import Box

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.present.charts.axes import XY

Outline = tuple[tuple[float, float], ...]
Segment = tuple[tuple[float, float], tuple[float, float]]


def _polygon_or_star(corners: int, inner: float = 1.0, radius: float = 1.0) -> Outline:
    """Return a regular polygon that points up, or a star whose inner corners are nearer."""
    steps = corners * 2 if inner < 1 else corners
    radii = [radius * (inner if inner < 1 and i % 2 else 1.0) for i in range(steps)]
    turns = [2 * math.pi * i / steps + math.pi / 2 for i in range(steps)]
    return tuple((r * math.cos(a), r * math.sin(a)) for r, a in zip(radii, turns, strict=True))


MARKERS: dict[str, Outline] = {
    "circle": _polygon_or_star(32, radius=0.95),
    "square": ((-0.83, -0.83), (0.83, -0.83), (0.83, 0.83), (-0.83, 0.83)),
    "triangle-up": ((0, 0.97), (1.03, -0.83), (-1.03, -0.83)),
    "diamond": ((0, 1.1), (1.0, 0), (0, -1.1), (-1.0, 0)),
    "pentagon": _polygon_or_star(5),
    "triangle-down": ((0, -0.97), (1.03, 0.83), (-1.03, 0.83)),
    "star": _polygon_or_star(5, 0.45),
    "cross": (
        (-0.34, 0.97), (0.34, 0.97), (0.34, 0.34), (0.97, 0.34), (0.97, -0.34), (0.34, -0.34),
        (0.34, -0.97), (-0.34, -0.97), (-0.34, -0.34), (-0.97, -0.34), (-0.97, 0.34),
        (-0.34, 0.34),
    ),
}  # fmt: skip
"""Outlines within -1 to 1, y upwards."""


@cache
def option_dash_pattern(position: int, unit: float = 1.0) -> tuple[float, ...]:
    """Return dashes and gaps of an option's line; empty for a solid one."""
    looks = shipped.option_looks("light")
    written = looks[position % len(looks)]["dash"]
    return () if written == "solid" else tuple(float(n) * unit for n in written.split())


def dotted_line_pattern(unit: float = 1.0) -> tuple[float, ...]:
    """Return the dots and gaps of a line that does not count."""
    return 2.0 * unit, 3.0 * unit


class Texture(StrEnum):
    """How an area is covered."""

    SLANTED = "slanted"
    """Not shown, or not determined."""
    DOTS = "dots"
    LEVEL = "level"
    UPRIGHT = "upright"
    GRID = "grid"


TEXTURES = {
    Basis.MODELLED: Texture.DOTS,
    Basis.IO: Texture.LEVEL,
    Basis.PUBLISHED: Texture.UPRIGHT,
    Basis.ESTIMATED: Texture.GRID,
}
"""Of the bases; what was measured is plain."""

DOT_SIZE = 0.26
"""Diameter of a texture's dots, as a share of its pitch."""


def lines_of_texture(texture: Texture, frame: Box, pitch: float) -> tuple[Segment, ...]:
    """Return the lines of a texture over a frame; those of dots are dotted by the painter.

    They lie on multiples of the pitch, so that the textures of neighbours go on in each other.
    """
    if texture is Texture.SLANTED:
        return tuple(_slanted_lines(frame, pitch))
    lines: list[Segment] = []
    if texture in {Texture.LEVEL, Texture.GRID, Texture.DOTS}:
        left = frame.left - frame.left % pitch
        for y in _multiples_in_range(frame.bottom, frame.top, pitch):
            shift = pitch / 2 if texture is Texture.DOTS and round(y / pitch) % 2 else 0.0
            lines.append(((left + shift, y), (frame.right, y)))
    if texture in {Texture.UPRIGHT, Texture.GRID}:
        across = _multiples_in_range(frame.left, frame.right, pitch)
        lines += [((x, frame.bottom), (x, frame.top)) for x in across]
    return tuple(lines)


def dots_along_segment(segment: Segment, pitch: float) -> Iterator[XY]:
    """Yield the dots along a line of a texture of dots."""
    (x, y), (end, _) = segment
    return ((at, y) for at in takewhile(lambda at: at <= end, count(x, pitch)))


def bounding_box(outlines: tuple[tuple[XY, ...], ...]) -> Box:
    """Return the frame around outlines."""
    xs = [x for outline in outlines for x, _ in outline]
    ys = [y for outline in outlines for _, y in outline]
    return Box(min(xs), min(ys), max(xs), max(ys))


def _slanted_lines(frame: Box, pitch: float) -> Iterator[Segment]:
    """Yield lines that rise by one in one, on which x - y is a multiple of the pitch."""
    low, high = frame.bottom, frame.top
    for offset in _multiples_in_range(frame.left - high, frame.right - low, pitch):
        yield (offset + low, low), (offset + high, high)


def _multiples_in_range(start: float, end: float, pitch: float) -> list[float]:
    return [at * pitch for at in range(math.ceil(start / pitch), math.floor(end / pitch) + 1)]
