"""Single readings as dots, with their mean and its interval, a row an option."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reportlab.graphics.shapes import Circle

from arraywise.report.charts.axes import Scale, places_of, round_ticks
from arraywise.report.charts.pen import Pen, cut, width_of
from arraywise.report.marks import marker, new_drawing
from arraywise.report.styles import colour

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.graphics.shapes import Drawing

    from arraywise.domain.decision import Interval
    from arraywise.report.layout import Layout
    from arraywise.report.styles import Look

_ROW = 22.0
_AXIS = 24.0
_MARKER = 12.0
_DOT = 1.7


@dataclass(frozen=True, slots=True)
class DotRow:
    """Readings of one option, with their mean; all in the unit of the axis."""

    name: str
    look: Look
    readings: tuple[float, ...]
    mean: Interval
    note: str = ""


def dot_chart(layout: Layout, rows: Sequence[DotRow], title: str) -> Drawing:
    """Draw readings as dots above the interval of their mean."""
    height = _AXIS + _ROW * len(rows) + 4.0
    drawing = new_drawing(layout.width, height)
    pen = Pen(drawing)
    values = [v for row in rows for v in (*row.readings, row.mean.point, row.mean.high) if v]
    left = max(width_of(cut(row.name)) for row in rows) + _MARKER + 8.0
    notes = max(width_of(row.note, strong=True) for row in rows)
    scale = Scale(0.0, max(values, default=1.0) * 1.02, left, layout.width - notes - 12.0)
    _draw_axis(pen, layout, scale, height - _AXIS, title)
    for at, row in enumerate(rows):
        _draw_row(pen, row, scale, height - _AXIS - _ROW * (at + 0.5))
    return drawing


def _draw_axis(pen: Pen, layout: Layout, scale: Scale, top: float, title: str) -> None:
    ticks = round_ticks(scale.low, scale.high)
    for tick in ticks:
        at = scale.at(tick)
        pen.line((at, 2.0), (at, top), "hair")
        pen.write(layout.words.number(tick, places_of(ticks)), (at, top + 4), "middle", "text2")
    pen.write(title, (0, top + 4), "start", "text2")


def _draw_row(pen: Pen, row: DotRow, scale: Scale, y: float) -> None:
    pen.drawing.add(marker(row.look, 4.0, y, 7.0))
    pen.write(cut(row.name), (_MARKER, y - 2.8))
    for reading in row.readings:
        dot = Circle(scale.at(reading), y + 5.0, _DOT)
        dot.fillColor, dot.strokeColor, dot.strokeWidth = None, colour("text2"), 0.6
        pen.drawing.add(dot)
    low, point, high = row.mean.low, row.mean.point, row.mean.high
    if low is not None and high is not None:
        ends = scale.at(max(low, 0.0)), scale.at(high)
        pen.line((ends[0], y - 3.0), (ends[1], y - 3.0), "text", 1.1)
        for end in ends:
            pen.line((end, y - 6.0), (end, y), "text", 1.0)
    if point is not None:
        pen.drawing.add(marker(row.look, scale.at(point), y - 3.0, 6.0))
    pen.write(row.note, (scale.stop + 8.0, y - 2.8), strong=True)
