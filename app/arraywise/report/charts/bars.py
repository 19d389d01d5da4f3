"""Bars, stacked bars, dots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reportlab.graphics.shapes import Circle, Group, Path, Rect, String
from reportlab.lib.colors import Color

from arraywise.present.charts.axes import Axis, truncate
from arraywise.report.charts.plot import TYPE, Pen, width_of
from arraywise.report.pdf import style
from arraywise.report.pdf.marks import filled_box, marker, new_drawing
from arraywise.report.pdf.style import colour

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.graphics.shapes import Drawing

    from arraywise.domain.decision import Interval
    from arraywise.present.charts.axes import XY
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.style import OptionStyle

_ROW = 17.0
_BAR = 9.0
_AXIS = 24.0
_FOOT = 16.0
_PITCH = 4.0


@dataclass(frozen=True, slots=True)
class BarPart:
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
    stretches: tuple[BarPart, ...]
    note: str = ""
    note_at: float = 0.0
    """Value that the note is beside, on the side away from the middle."""
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


def bar_chart(layout: PageLayout, rows: Sequence[BarRow], axis: BarAxis) -> Drawing:
    """Draw rows of bars."""
    names = max((width_of(row.name) for row in rows), default=0.0)
    notes = max((width_of(r.note, strong=True) for r in rows if _is_before(r, axis)), default=0.0)
    left = min(names + 12.0, layout.width * 0.5) + notes
    foot = _FOOT if axis.left_word or axis.right_word else 4.0
    height = _AXIS + _ROW * len(rows) + foot
    drawing = new_drawing(layout.width, height)
    pen = Pen(drawing)
    scale = Axis(axis.low, axis.high, left, layout.width - 30.0)
    ends = (foot, height - _AXIS)
    _draw_ticks(pen, layout, scale, ends, axis.title, signed=axis.signed)
    middle = scale.to_position(axis.middle or 0.0)
    if axis.left_word:
        pen.write(axis.left_word, (middle - 5, 2), "end", "text2")
    if axis.right_word:
        pen.write(axis.right_word, (middle + 5, 2), "start", "text2")
    for at, row in enumerate(rows):
        _draw_row(pen, row, scale, ends[1] - _ROW * (at + 0.5), axis)
    _draw_lines(pen, axis, scale, ends)
    return drawing


def _draw_ticks(
    pen: Pen, layout: PageLayout, scale: Axis, ends: XY, title: str, *, signed: bool = False
) -> None:
    """Draw the lines of the ticks between two heights, numbers and title above them."""
    foot, top = ends
    for tick in scale.ticks():
        at = scale.to_position(tick.value)
        pen.line((at, foot), (at, top), "hair")
        number = layout.words.number(tick.shown, tick.decimals, sign=signed and tick.value != 0)
        pen.write(number, (at, top + 4), "middle", "text2")
    pen.write(title, (0, top + 4), "start", "text2")


def _draw_lines(pen: Pen, axis: BarAxis, scale: Axis, ends: XY) -> None:
    for value, dash in ((axis.middle, ()), (axis.dotted, (1.5, 2.0))):
        if value is not None:
            at = scale.to_position(value)
            pen.line((at, ends[0]), (at, ends[1]), "text", 0.9, dash)


def _draw_row(pen: Pen, row: BarRow, scale: Axis, y: float, axis: BarAxis) -> None:
    pen.write(row.name, (0, y - 2.8))
    for stretch in row.stretches:
        left, right = sorted(
            scale.to_position(_within(v, axis)) for v in (stretch.start, stretch.end)
        )
        if right > left:
            _draw_bar_part(pen, stretch, (left, right), y)
    if row.tick is not None:
        at = scale.to_position(_within(row.tick, axis))
        pen.line((at, y - 6.5), (at, y + 6.5), "text", 1.4)
    if row.note:
        before = _is_before(row, axis)
        at = scale.to_position(_within(row.note_at, axis)) + (-4 if before else 4)
        pen.write(row.note, (at, y - 2.8), "end" if before else "start", strong=True)


def _draw_bar_part(pen: Pen, stretch: BarPart, ends: XY, y: float) -> None:
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
    """Return whether a row's note is at the left of its bar."""
    return row.note_at < (axis.middle if axis.middle is not None else axis.low)


def _within(value: float, axis: BarAxis) -> float:
    return min(max(value, axis.low), axis.high)


_STACKED_ROW = 16.0
_STACKED_BAR = 11.0
_GROUP = 5.0
_LEGEND = 14.0
_LIGHTEST = 0.84
_WHITE_UNTIL = 0.5
"""Inks lighter than this carry dark figures."""
_MARKER = 12.0


@dataclass(frozen=True, slots=True)
class StackRow:
    """One bar: whose it is, how long its parts are, and what is written in and beside them."""

    name: str
    """Empty for a bar that belongs to the one above."""
    parts: tuple[float, ...]
    texts: tuple[str, ...] = ()
    """In the parts, where they fit."""
    label: str = ""
    """Between name and bar."""
    note: str = ""
    look: OptionStyle | None = None
    tick: float | None = None
    """A mark on the bar."""


def stacked_chart(
    layout: PageLayout, rows: Sequence[StackRow], high: float, title: str, kinds: Sequence[str]
) -> Drawing:
    """Draw bars from zero up to `high`, with a legend that names the kinds of their parts."""
    legend = _legend_lines(kinds, layout.width)
    groups = sum(bool(row.name) for row in rows[1:])
    height = _LEGEND * len(legend) + _AXIS + _STACKED_ROW * len(rows) + _GROUP * groups + 4.0
    drawing = new_drawing(layout.width, height)
    pen = Pen(drawing)
    _draw_legend(pen, legend, kinds, height)
    top = height - _LEGEND * len(legend) - _AXIS
    names = max((width_of(truncate(row.name)) for row in rows), default=0.0) + _MARKER
    labels = max((width_of(row.label) for row in rows), default=0.0)
    notes = max((width_of(row.note, strong=True) for row in rows), default=0.0)
    left = names + 8.0 + (labels + 8.0 if labels else 0.0)
    left = max(left, width_of(title) + 10.0)  # the zero of the axis is beside it
    scale = Axis(0.0, high, left, layout.width - notes - 8.0)
    _draw_ticks(pen, layout, scale, (2.0, top), title)
    y = top
    for at, row in enumerate(rows):
        y -= _GROUP if at and row.name else 0.0
        _stacked_draw_row(pen, row, scale, y - _STACKED_ROW / 2, names + 8.0, len(kinds))
        y -= _STACKED_ROW
    return drawing


def _share(at: int, count: int) -> float:
    """Return how light a part is, 0 for the darkest."""
    return _LIGHTEST * at / max(count - 1, 1)


def _ink(at: int, count: int) -> Color:
    light, dark = _share(at, count), colour("accent")
    return Color(*(c + (1.0 - c) * light for c in (dark.red, dark.green, dark.blue)))


def _legend_lines(kinds: Sequence[str], width: float) -> list[list[int]]:
    """Spread the entries of the legend over lines."""
    lines: list[list[int]] = [[]]
    used = 0.0
    for at, kind in enumerate(kinds):
        wide = width_of(kind) + 28.0
        if lines[-1] and used + wide > width:
            lines.append([])
            used = 0.0
        lines[-1].append(at)
        used += wide
    return lines


def _draw_legend(pen: Pen, lines: list[list[int]], kinds: Sequence[str], height: float) -> None:
    for row, line in enumerate(lines):
        x, y = 0.0, height - _LEGEND * (row + 1) + 3.0
        for at in line:
            _box(pen, (x, y - 1.0), (9.0, 9.0), _ink(at, len(kinds)))
            pen.write(kinds[at], (x + 14.0, y))
            x += width_of(kinds[at]) + 28.0


def _stacked_draw_row(
    pen: Pen, row: StackRow, scale: Axis, y: float, label_at: float, count: int
) -> None:
    if row.look is not None and row.name:
        pen.drawing.add(marker(row.look, 4.0, y, 7.0))
    pen.write(truncate(row.name), (_MARKER, y - 2.8))
    pen.write(row.label, (label_at, y - 2.8), "start", "text2")
    end = 0.0
    for at, part in enumerate(row.parts):
        start, end = end, end + max(part, 0.0)
        left, right = scale.to_position(start), scale.to_position(end)
        if right > left:
            _box(pen, (left, y - _STACKED_BAR / 2), (right - left, _STACKED_BAR), _ink(at, count))
            text = row.texts[at] if at < len(row.texts) else ""
            if text and width_of(text) + 4.0 <= right - left:
                _draw_figure(pen, text, ((left + right) / 2, y - 2.8), _share(at, count))
    if row.tick is not None:
        at_x = scale.to_position(row.tick)
        pen.line((at_x, y - 7.5), (at_x, y + 7.5), "text", 1.4)
        end = max(end, row.tick)
    if row.note:
        pen.write(row.note, (scale.to_position(end) + 5.0, y - 2.8), strong=True)


def _draw_figure(pen: Pen, text: str, place: XY, lightness: float) -> None:
    ink = colour("page" if lightness < _WHITE_UNTIL else "text")
    pen.drawing.add(
        String(
            *place, text, textAnchor="middle", fontName=style.REGULAR, fontSize=TYPE, fillColor=ink
        )
    )


def _box(pen: Pen, corner: XY, size: XY, ink: Color) -> None:
    box = Rect(*corner, *size)
    box.fillColor, box.strokeColor, box.strokeWidth = ink, colour("text2"), 0.4
    pen.drawing.add(box)


_DOTS_ROW = 22.0
_DOT = 1.7


@dataclass(frozen=True, slots=True)
class DotRow:
    """Readings of one option, with their mean; all in the unit of the axis."""

    name: str
    look: OptionStyle
    readings: tuple[float, ...]
    mean: Interval
    note: str = ""


def dot_chart(layout: PageLayout, rows: Sequence[DotRow], title: str) -> Drawing:
    """Draw readings as dots above the interval of their mean."""
    height = _AXIS + _DOTS_ROW * len(rows) + 4.0
    drawing = new_drawing(layout.width, height)
    pen = Pen(drawing)
    values = [v for row in rows for v in (*row.readings, row.mean.point, row.mean.high) if v]
    left = max(width_of(truncate(row.name)) for row in rows) + _MARKER + 8.0
    notes = max(width_of(row.note, strong=True) for row in rows)
    scale = Axis(0.0, max(values, default=1.0) * 1.02, left, layout.width - notes - 12.0)
    _draw_ticks(pen, layout, scale, (2.0, height - _AXIS), title)
    for at, row in enumerate(rows):
        _dots_draw_row(pen, row, scale, height - _AXIS - _DOTS_ROW * (at + 0.5))
    return drawing


def _dots_draw_row(pen: Pen, row: DotRow, scale: Axis, y: float) -> None:
    pen.drawing.add(marker(row.look, 4.0, y, 7.0))
    pen.write(truncate(row.name), (_MARKER, y - 2.8))
    for reading in row.readings:
        dot = Circle(scale.to_position(reading), y + 5.0, _DOT)
        dot.fillColor, dot.strokeColor, dot.strokeWidth = None, colour("text2"), 0.6
        pen.drawing.add(dot)
    low, point, high = row.mean.low, row.mean.point, row.mean.high
    if low is not None and high is not None:
        ends = scale.to_position(max(low, 0.0)), scale.to_position(high)
        pen.line((ends[0], y - 3.0), (ends[1], y - 3.0), "text", 1.1)
        for end in ends:
            pen.line((end, y - 6.0), (end, y), "text", 1.0)
    if point is not None:
        pen.drawing.add(marker(row.look, scale.to_position(point), y - 3.0, 6.0))
    pen.write(row.note, (scale.end + 8.0, y - 2.8), strong=True)
