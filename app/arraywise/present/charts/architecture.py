"""A small drawing of how the database host reaches an option's storage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.options import Architecture, kind_of_architecture
from arraywise.present.charts.axes import Box
from arraywise.present.charts.scene import (
    PAGE,
    TEXT2,
    Disc,
    Rectangle,
    Scene,
    Stroke,
    option_fill,
    option_line_colour,
    option_tint,
    straight_line,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.options import Option
    from arraywise.present.charts.scene import Item

WIDTH, HEIGHT = 104.0, 40.0
_HOST, _BOX, _DRIVES = 26.0, 34.0, 3


def draw_architecture(option: Option, unit: float) -> Scene:
    """Return host, network and storage of an option, the storage in its colour."""
    items = tuple(_draw(option, unit))
    return Scene(WIDTH * unit, HEIGHT * unit, items, unit)


def _draw(option: Option, unit: float) -> Iterator[Item]:
    kind, position = kind_of_architecture(option.architecture), option.position
    if option.architecture is Architecture.HYPERCONVERGED:
        for left in (0.0, 39.0, 78.0):
            yield from _draw_host(left, unit)
            yield from _draw_drives(left + 3.0, 4.0, position, unit, 1)
        yield _line((26.0, 20.0), (39.0, 20.0), unit)
        yield _line((65.0, 20.0), (78.0, 20.0), unit)
        return
    yield from _draw_host(0.0, unit)
    storage = WIDTH - _BOX
    if option.architecture is Architecture.HOST_FLASH_CACHE:
        flash = Box(5 * unit, 8 * unit, 21 * unit, 16 * unit)
        yield Rectangle(flash, option_fill(position))
    paths = (15.0, 25.0)
    if kind.needs_network:
        for y in paths:
            yield _line((_HOST, y), (44.0, y), unit)
            yield _line((52.0, y), (storage, y), unit)
            switch = Box(44 * unit, (y - 3.5) * unit, 52 * unit, (y + 3.5) * unit)
            yield Rectangle(switch, PAGE, Stroke(TEXT2, unit))
    elif option.architecture is Architecture.CLOUD_BLOCK:
        yield _line((_HOST, 20.0), (storage, 20.0), unit)
        yield Disc(((_HOST + storage) / 2 * unit, 20 * unit), 6 * unit, PAGE, Stroke(TEXT2, unit))
    else:
        for y in paths:
            yield _line((_HOST, y), (storage, y), unit)
    box = Box(storage * unit, 4 * unit, WIDTH * unit, 36 * unit)
    stroke = Stroke(option_line_colour(position), 1.2 * unit)
    yield Rectangle(box, option_tint(position), stroke, 2 * unit)
    yield from _draw_drives(storage + 6.0, 9.0, position, unit, _DRIVES)


def _draw_host(left: float, unit: float) -> Iterator[Item]:
    box = Box(left * unit, 4 * unit, (left + _HOST) * unit, 36 * unit)
    yield Rectangle(box, PAGE, Stroke(TEXT2, unit), 2 * unit)
    for y in (30.0, 26.0):
        yield _line((left + 5.0, y), (left + _HOST - 5.0, y), unit)


def _draw_drives(
    left: float, bottom: float, position: int, unit: float, rows: int
) -> Iterator[Item]:
    for row in range(rows):
        for column in range(3):
            x, y = left + column * 7.5, bottom + row * 7.5
            box = Box(x * unit, y * unit, (x + 5.5) * unit, (y + 5.5) * unit)
            yield Rectangle(box, option_fill(position))


def _line(start: tuple[float, float], end: tuple[float, float], unit: float) -> Item:
    (x, y), (to_x, to_y) = start, end
    return straight_line(
        (x * unit, y * unit), (to_x * unit, to_y * unit), ink=TEXT2, width=1.2 * unit
    )
