"""Bars, stacked bars, dots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reportlab.graphics.shapes import Circle, Rect, String
from reportlab.lib.colors import Color

from arraywise.present.charts.axes import Axis, truncate
from arraywise.report.charts.plot import TYPE, Pen, width_of
from arraywise.report.pdf import style
from arraywise.report.pdf.marks import marker, new_drawing
from arraywise.report.pdf.style import colour

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.graphics.shapes import Drawing

    from arraywise.domain.decision import Interval
    from arraywise.present.charts.axes import XY
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.style import OptionStyle

_AXIS = 24.0


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
