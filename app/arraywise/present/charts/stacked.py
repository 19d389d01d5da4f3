"""Stacked bars and dots of readings as scenes, a row an option."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.present.charts.axes import Axis, Box, truncate
from arraywise.present.charts.bars import ticks_above
from arraywise.present.charts.scene import (
    ACCENT,
    PAGE,
    TEXT,
    TEXT2,
    Anchor,
    Disc,
    Marker,
    Rectangle,
    Scene,
    Stroke,
    Text,
    line,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.domain.decision import Interval
    from arraywise.present.charts.scene import Ink, Item, Medium

_AXIS, _ROW, _BAR, _GROUP, _FOOT = 36.0, 24.0, 16.0, 7.5, 6.0
_TITLE_GAP, _NAME, _GAP, _NOTE_GAP, _TICK = 15.0, 18.0, 12.0, 8.0, 11.0
_LEGEND_ROW, _SWATCH, _LEGEND_TEXT, _LEGEND_GAP = 21.0, 13.0, 21.0, 42.0
_PALEST = 0.16
_PAGE_FROM = 0.65
"""Opacity from which a part carries pale figures."""
_DOTS_ROW, _DOT = 33.0, 2.5


@dataclass(frozen=True, slots=True)
class StackRow:
    """One bar: whose it is, how long its parts are, and what is written in and beside them."""

    name: str
    """Empty for a bar that belongs to the one above."""
    position: int
    """Of its option."""
    parts: tuple[float, ...]
    texts: tuple[str, ...] = ()
    """In the parts, where they fit."""
    label: str = ""
    """Between name and bar."""
    note: str = ""
    tick: float | None = None
    """A mark on the bar."""


def draw_stacked(
    rows: Sequence[StackRow],
    axis: tuple[float, str],
    kinds: Sequence[str],
    width: float,
    medium: Medium,
) -> Scene:
    """Return bars from zero up to the end of an axis, with a legend of the kinds of their parts.

    Args:
        rows: the bars.
        axis: its end, and its title.
        kinds: names of the parts.
        width: of the scene.
        medium: for which it is drawn.
    """
    (high, title), unit = axis, medium.unit
    legend = _legend_lines(kinds, width, medium)
    groups = sum(bool(row.name) for row in rows[1:])
    lines = _LEGEND_ROW * len(legend) + _AXIS + _ROW * len(rows) + _GROUP * groups + _FOOT
    height = lines * unit
    names = medium.widest(truncate(row.name) for row in rows) + (_NAME + _GAP) * unit
    labels = medium.widest(row.label for row in rows)
    notes = medium.widest((row.note for row in rows), bold=True)
    left = names + (labels + _GAP * unit if labels else 0.0)
    left = max(left, medium.width_of(title) + _TITLE_GAP * unit)  # the axis' zero is beside it
    scale = Axis(0.0, high, left, width - notes - _GAP * unit)
    y = height - (_LEGEND_ROW * len(legend) + _AXIS) * unit
    items = [*_draw_legend(legend, kinds, height, medium), *_axis(scale, y, title, medium)]
    for at, row in enumerate(rows):
        y -= _GROUP * unit if at and row.name else 0.0
        items += _draw_bar(row, scale, (names, y - _ROW * unit / 2), len(kinds), medium)
        y -= _ROW * unit
    return Scene(width, height, tuple(items), unit)


def _axis(scale: Axis, top: float, title: str, medium: Medium) -> Iterator[Item]:
    yield from ticks_above(scale, top, 3.0 * medium.unit, medium)
    yield Text((0.0, top + 11 * medium.unit), title, TEXT2)


def _ink(at: int, count: int) -> Ink:
    return ACCENT.faint(1.0 - (1.0 - _PALEST) * at / max(count - 1, 1))


def _legend_lines(kinds: Sequence[str], width: float, medium: Medium) -> list[list[int]]:
    """Spread the entries of the legend over lines."""
    lines: list[list[int]] = [[]]
    used = 0.0
    for at, kind in enumerate(kinds):
        wide = medium.width_of(kind) + _LEGEND_GAP * medium.unit
        if lines[-1] and used + wide > width:
            lines.append([])
            used = 0.0
        lines[-1].append(at)
        used += wide
    return lines


def _draw_legend(
    lines: list[list[int]], kinds: Sequence[str], height: float, medium: Medium
) -> Iterator[Item]:
    unit = medium.unit
    for row, entries in enumerate(lines):
        x, y = 0.0, height - _LEGEND_ROW * unit * (row + 0.5)
        for at in entries:
            half = _SWATCH * unit / 2
            yield _part(Box(x, y - half, x + 2 * half, y + half), at, len(kinds), unit)
            yield Text((x + _LEGEND_TEXT * unit, y), kinds[at])
            x += medium.width_of(kinds[at]) + _LEGEND_GAP * unit


def _part(box: Box, at: int, count: int, unit: float) -> Rectangle:
    return Rectangle(box, _ink(at, count), Stroke(TEXT2, 0.6 * unit))


def _draw_bar(
    row: StackRow, scale: Axis, corner: tuple[float, float], count: int, medium: Medium
) -> Iterator[Item]:
    """Yield a row; `corner` is the left edge of its label and its middle."""
    unit, (label_at, y) = medium.unit, corner
    if row.name:
        yield Marker((6 * unit, y), row.position, 10.4 * unit)
        yield Text((_NAME * unit, y), truncate(row.name))
    if row.label:
        yield Text((label_at, y), row.label, TEXT2)
    end, half = 0.0, _BAR * unit / 2
    whole = scale.to_position(sum(max(part, 0.0) for part in row.parts))
    yield Rectangle(Box(scale.start, y - half, whole, y + half), PAGE)  # no tick shows through
    for at, part in enumerate(row.parts):
        start, end = end, end + max(part, 0.0)
        left, right = scale.to_position(start), scale.to_position(end)
        if right <= left:
            continue
        yield _part(Box(left, y - half, right, y + half), at, count, unit)
        text = row.texts[at] if at < len(row.texts) else ""
        if text and medium.width_of(text) + 6 * unit <= right - left:
            ink = PAGE if _ink(at, count).opacity > _PAGE_FROM else TEXT
            yield Text(((left + right) / 2, y), text, ink, Anchor.MIDDLE)
    if row.tick is not None:
        x, reach = scale.to_position(row.tick), _TICK * unit
        yield line((x, y - reach), (x, y + reach), width=2 * unit)
        end = max(end, row.tick)
    if row.note:
        at_x = scale.to_position(end) + _NOTE_GAP * unit
        yield Text((at_x, y), row.note, bold=True)


@dataclass(frozen=True, slots=True)
class DotRow:
    """Readings of one option, with their mean; all in the unit of the axis."""

    name: str
    position: int
    """Of the option."""
    readings: tuple[float, ...]
    mean: Interval
    note: str = ""


def draw_dots(rows: Sequence[DotRow], title: str, width: float, medium: Medium) -> Scene:
    """Return readings as dots above the interval of their mean."""
    unit = medium.unit
    height = (_AXIS + _DOTS_ROW * len(rows) + _FOOT) * unit
    values = [v for row in rows for v in (*row.readings, row.mean.point, row.mean.high) if v]
    left = medium.widest(truncate(row.name) for row in rows) + (_NAME + _GAP) * unit
    notes = medium.widest((row.note for row in rows), bold=True)
    right = width - notes - 1.5 * _GAP * unit
    scale, top = Axis(0.0, max(values, default=1.0) * 1.02, left, right), height - _AXIS * unit
    items = [*_axis(scale, top, title, medium)]
    for at, row in enumerate(rows):
        items += _draw_readings(row, scale, top - _DOTS_ROW * unit * (at + 0.5), unit)
    return Scene(width, height, tuple(items), unit)


def _draw_readings(row: DotRow, scale: Axis, y: float, unit: float) -> Iterator[Item]:
    yield Marker((6 * unit, y), row.position, 10.4 * unit)
    yield Text((_NAME * unit, y), truncate(row.name))
    for reading in row.readings:
        at = scale.to_position(reading), y + 7.5 * unit
        yield Disc(at, _DOT * unit, None, Stroke(TEXT2, 0.9 * unit))
    low, point, high = row.mean.low, row.mean.point, row.mean.high
    below, cap = y - 4.5 * unit, 4.5 * unit
    if low is not None and high is not None:
        ends = scale.to_position(max(low, 0.0)), scale.to_position(high)
        yield line((ends[0], below), (ends[1], below), width=1.6 * unit)
        for end in ends:
            yield line((end, below - cap), (end, below + cap), width=1.5 * unit)
    if point is not None:
        yield Marker((scale.to_position(point), below), row.position, 9 * unit)
    if row.note:
        yield Text((scale.end + _GAP * unit, y), row.note, bold=True)
