"""Bars of several lengths end to end, told apart by lightness: they stay so without colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reportlab.graphics.shapes import Rect, String
from reportlab.lib.colors import Color

from arraywise.report import fonts
from arraywise.report.charts.axes import Scale, places_of, round_ticks
from arraywise.report.charts.pen import TYPE, Pen, cut, width_of
from arraywise.report.marks import marker, new_drawing
from arraywise.report.styles import colour

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.graphics.shapes import Drawing

    from arraywise.report.layout import Layout
    from arraywise.report.styles import Look

_ROW = 16.0
_BAR = 11.0
_GROUP = 5.0
_AXIS = 24.0
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
    look: Look | None = None
    tick: float | None = None
    """A mark on the bar."""


@dataclass(frozen=True, slots=True)
class StackAxis:
    """The axis of the bars, which begin at zero, and what their parts are called."""

    high: float
    title: str
    kinds: tuple[str, ...]


def stacked_chart(layout: Layout, rows: Sequence[StackRow], axis: StackAxis) -> Drawing:
    """Draw bars with their legend."""
    legend = _legend_lines(axis.kinds, layout.width)
    groups = sum(bool(row.name) for row in rows[1:])
    height = _LEGEND * len(legend) + _AXIS + _ROW * len(rows) + _GROUP * groups + 4.0
    drawing = new_drawing(layout.width, height)
    pen = Pen(drawing)
    _draw_legend(pen, legend, axis.kinds, height)
    top = height - _LEGEND * len(legend) - _AXIS
    names = max((width_of(cut(row.name)) for row in rows), default=0.0) + _MARKER
    labels = max((width_of(row.label) for row in rows), default=0.0)
    notes = max((width_of(row.note, strong=True) for row in rows), default=0.0)
    left = names + 8.0 + (labels + 8.0 if labels else 0.0)
    left = max(left, width_of(axis.title) + 10.0)  # the zero of the axis stands beside it
    scale = Scale(0.0, axis.high, left, layout.width - notes - 8.0)
    _draw_axis(pen, layout, axis, scale, top)
    y = top
    for at, row in enumerate(rows):
        y -= _GROUP if at and row.name else 0.0
        _draw_row(pen, row, scale, y - _ROW / 2, names + 8.0, len(axis.kinds))
        y -= _ROW
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


def _draw_axis(pen: Pen, layout: Layout, axis: StackAxis, scale: Scale, top: float) -> None:
    ticks = round_ticks(0.0, axis.high)
    for tick in ticks:
        at = scale.at(tick)
        pen.line((at, 2.0), (at, top), "hair")
        pen.write(layout.words.number(tick, places_of(ticks)), (at, top + 4), "middle", "text2")
    pen.write(axis.title, (0, top + 4), "start", "text2")


def _draw_row(
    pen: Pen, row: StackRow, scale: Scale, y: float, label_at: float, count: int
) -> None:
    if row.look is not None and row.name:
        pen.drawing.add(marker(row.look, 4.0, y, 7.0))
    pen.write(cut(row.name), (_MARKER, y - 2.8))
    pen.write(row.label, (label_at, y - 2.8), "start", "text2")
    end = 0.0
    for at, part in enumerate(row.parts):
        start, end = end, end + max(part, 0.0)
        left, right = scale.at(start), scale.at(end)
        if right > left:
            _box(pen, (left, y - _BAR / 2), (right - left, _BAR), _ink(at, count))
            text = row.texts[at] if at < len(row.texts) else ""
            if text and width_of(text) + 4.0 <= right - left:
                _figure(pen, text, ((left + right) / 2, y - 2.8), _share(at, count))
    if row.tick is not None:
        at_x = scale.at(row.tick)
        pen.line((at_x, y - 7.5), (at_x, y + 7.5), "text", 1.4)
        end = max(end, row.tick)
    if row.note:
        pen.write(row.note, (scale.at(end) + 5.0, y - 2.8), strong=True)


def _figure(pen: Pen, text: str, place: tuple[float, float], lightness: float) -> None:
    ink = colour("page" if lightness < _WHITE_UNTIL else "text")
    pen.drawing.add(
        String(
            *place, text, textAnchor="middle", fontName=fonts.REGULAR, fontSize=TYPE, fillColor=ink
        )
    )


def _box(pen: Pen, corner: tuple[float, float], size: tuple[float, float], ink: Color) -> None:
    box = Rect(*corner, *size)
    box.fillColor, box.strokeColor, box.strokeWidth = ink, colour("text2"), 0.4
    pen.drawing.add(box)
