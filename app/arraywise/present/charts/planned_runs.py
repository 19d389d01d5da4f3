"""What was measured of each option along the load, and where runs are to be made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.present.charts.axes import Axis, Box, truncate
from arraywise.present.charts.scene import (
    ACCENT,
    ACCENT_TINT,
    HAIR,
    TEXT,
    TEXT3,
    Anchor,
    Marker,
    Rectangle,
    Scene,
    Stroke,
    Text,
    option_line_colour,
    straight_line,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.present.charts.scene import Item, Medium

_TOP, _ROW, _FOOT = 6.0, 30.0, 26.0
_NAME, _GAP, _BOX = 20.0, 16.0, 18.0
_EDGE = 0.04


@dataclass(frozen=True, slots=True)
class PlannedOption:
    """An option with the rates that were measured and those to be tested, 1/s."""

    name: str
    position: int
    measured: tuple[tuple[float, bool], ...]
    """With whether each counts: else it is hollow."""
    planned: tuple[float, ...]
    runs: str
    """How many at each, as it is written in the box."""


def draw_test_plan(
    options: Sequence[PlannedOption], required: tuple[float, str], width: float, medium: Medium
) -> Scene:
    """Return points that were measured and boxes with the runs to do, a row an option.

    Args:
        options: a row each.
        required: the load that is asked for, and how it is labelled.
        width: of the scene.
        medium: for which it is drawn.
    """
    unit = medium.unit
    height = (_TOP + len(options) * _ROW + _FOOT) * unit
    left = medium.widest(truncate(each.name) for each in options) + (_NAME + _GAP) * unit
    rates = [r for each in options for r in (*(m for m, _ in each.measured), *each.planned)]
    far = max([required[0], *rates]) * (1 + _EDGE)
    scale = Axis(0.0, far, left, width - 12 * unit)
    bottom = _FOOT * unit
    x = scale.to_position(required[0])
    line = (x, bottom - 4 * unit), (x, height)
    items: list[Item] = [
        straight_line((left, bottom), (scale.end, bottom), ink=HAIR, width=unit),
        straight_line(*line, width=1.2 * unit, dash=(4 * unit, 3 * unit)),
        Text((left, bottom - 12 * unit), medium.number(0), TEXT3, Anchor.MIDDLE),
    ]
    half = medium.width_of(required[1], bold=True) / 2
    at = min(max(x, left + half + 20 * unit), width - half)
    items.append(Text((at, bottom - 12 * unit), required[1], TEXT, Anchor.MIDDLE, bold=True))
    for row, each in enumerate(options):
        y = height - (_TOP + (row + 0.5) * _ROW) * unit
        items += _draw_option(each, scale, y, medium)
    return Scene(width, height, tuple(items), unit)


def _draw_option(each: PlannedOption, scale: Axis, y: float, medium: Medium) -> Iterator[Item]:
    unit = medium.unit
    yield Marker((6 * unit, y), each.position, 11 * unit)
    yield Text((_NAME * unit, y), truncate(each.name))
    if each.measured:
        ink = option_line_colour(each.position)
        far = scale.to_position(max(rate for rate, _ in each.measured))
        yield straight_line((scale.start, y), (far, y), ink=ink, width=2.4 * unit)
    for rate, counts in each.measured:
        yield Marker((scale.to_position(rate), y), each.position, 9 * unit, hollow=not counts)
    half, stroke = _BOX * unit / 2, Stroke(ACCENT, 1.3 * unit)
    for rate in each.planned:
        x = scale.to_position(rate)
        box = Box(x - half, y - half, x + half, y + half)
        yield Rectangle(box, ACCENT_TINT, stroke)
        yield Text((x, y), each.runs, ACCENT, Anchor.MIDDLE, bold=True)
