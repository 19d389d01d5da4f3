"""Rows of bars under one axis: a name, a bar, and what is written beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reportlab.graphics.shapes import Group, Path

from arraywise.report.charts.axes import Scale, places_of, round_ticks
from arraywise.report.charts.pen import Pen, width_of
from arraywise.report.marks import filled_box, new_drawing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.graphics.shapes import Drawing
    from reportlab.lib.colors import Color

    from arraywise.report.layout import Layout

_ROW = 17.0
_BAR = 9.0
_AXIS = 24.0
_FOOT = 16.0
_PITCH = 4.0


@dataclass(frozen=True, slots=True)
class Stretch:
    """One length of a bar."""

    start: float
    end: float
    ink: Color
    hatched: bool = False
    """For what would change the answer: in the colour of a warning, and told without it."""


@dataclass(frozen=True, slots=True)
class BarRow:
    """A row: the name at the left, its stretches, a note at an end."""

    name: str
    stretches: tuple[Stretch, ...]
    note: str = ""
    note_at: float = 0.0
    """Value that the note stands beside, on the side away from the middle."""
    tick: float | None = None
    """A mark on the row, such as today's value."""


@dataclass(frozen=True, slots=True)
class BarAxis:
    """The axis of a chart of bars."""

    low: float
    high: float
    title: str
    middle: float | None = None
    """A line drawn strongly, such as zero."""
    dotted: float | None = None
    """A line drawn dotted, such as today's lead."""
    left_word: str = ""
    right_word: str = ""
    """What the two sides of the middle mean."""
    signed: bool = False


def bar_chart(layout: Layout, rows: Sequence[BarRow], axis: BarAxis) -> Drawing:
    """Draw rows of bars."""
    names = max((width_of(row.name) for row in rows), default=0.0)
    notes = max((width_of(r.note, strong=True) for r in rows if _is_before(r, axis)), default=0.0)
    left = min(names + 12.0, layout.width * 0.5) + notes
    foot = _FOOT if axis.left_word or axis.right_word else 4.0
    height = _AXIS + _ROW * len(rows) + foot
    drawing = new_drawing(layout.width, height)
    pen = Pen(drawing)
    scale = Scale(axis.low, axis.high, left, layout.width - 30.0)
    ends = (foot, height - _AXIS)
    _draw_axis(pen, layout, axis, scale, ends)
    for at, row in enumerate(rows):
        _draw_row(pen, row, scale, ends[1] - _ROW * (at + 0.5), axis)
    _draw_lines(pen, axis, scale, ends)
    return drawing


def _draw_axis(
    pen: Pen, layout: Layout, axis: BarAxis, scale: Scale, ends: tuple[float, float]
) -> None:
    foot, top = ends
    ticks = round_ticks(axis.low, axis.high)
    for tick in ticks:
        at = scale.at(tick)
        pen.line((at, foot), (at, top), "hair")
        number = layout.words.number(tick, places_of(ticks), sign=axis.signed and tick != 0)
        pen.write(number, (at, top + 4), "middle", "text2")
    pen.write(axis.title, (0, top + 4), "start", "text2")
    middle = scale.at(axis.middle or 0.0)
    if axis.left_word:
        pen.write(axis.left_word, (middle - 5, 2), "end", "text2")
    if axis.right_word:
        pen.write(axis.right_word, (middle + 5, 2), "start", "text2")


def _draw_lines(pen: Pen, axis: BarAxis, scale: Scale, ends: tuple[float, float]) -> None:
    for value, dash in ((axis.middle, ()), (axis.dotted, (1.5, 2.0))):
        if value is not None:
            at = scale.at(value)
            pen.line((at, ends[0]), (at, ends[1]), "text", 0.9, dash)


def _draw_row(pen: Pen, row: BarRow, scale: Scale, y: float, axis: BarAxis) -> None:
    pen.write(row.name, (0, y - 2.8))
    for stretch in row.stretches:
        left, right = sorted(scale.at(_within(v, axis)) for v in (stretch.start, stretch.end))
        if right > left:
            _draw_stretch(pen, stretch, (left, right), y)
    if row.tick is not None:
        at = scale.at(_within(row.tick, axis))
        pen.line((at, y - 6.5), (at, y + 6.5), "text", 1.4)
    if row.note:
        before = _is_before(row, axis)
        at = scale.at(_within(row.note_at, axis)) + (-4 if before else 4)
        pen.write(row.note, (at, y - 2.8), "end" if before else "start", strong=True)


def _draw_stretch(pen: Pen, stretch: Stretch, ends: tuple[float, float], y: float) -> None:
    left, right = ends
    low, high = y - _BAR / 2, y + _BAR / 2
    if not stretch.hatched:
        pen.drawing.add(filled_box(left, low, right - left, _BAR, stretch.ink))
        return
    clip = Path(isClipPath=1, fillColor=None, strokeColor=None)
    clip.moveTo(left, low)
    for point in ((right, low), (right, high), (left, high)):
        clip.lineTo(*point)
    clip.closePath()
    hatch = Pen(Group(clip))
    for step in range(int((right - left + _BAR) / _PITCH) + 1):
        x = left - _BAR + step * _PITCH
        hatch.line((x, low), (x + _BAR, high), "warn")
    pen.drawing.add(hatch.drawing)
    pen.frame((left, low), (right, high), "warn")


def _is_before(row: BarRow, axis: BarAxis) -> bool:
    """Say whether a row's note stands at the left of its bar."""
    return row.note_at < (axis.middle if axis.middle is not None else axis.low)


def _within(value: float, axis: BarAxis) -> float:
    return min(max(value, axis.low), axis.high)
