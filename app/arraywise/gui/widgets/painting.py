"""Signs that mean the same on every page: option markers, verdicts, hatches, intervals."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QIcon,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
)

from arraywise.domain.decision import Verdict
from arraywise.gui.widgets.theme import look, paint_icon

if TYPE_CHECKING:
    from collections.abc import Sequence

VERDICT_ICONS = {
    Verdict.PASS_MEASURED: ("pass-measured", "pass"),
    Verdict.PASS_ONCE: ("pass-modelled", "pass"),
    Verdict.PASS_MODELLED: ("pass-modelled", "pass"),
    Verdict.PASS_IO: ("pass-modelled", "pass"),
    Verdict.PASS_PUBLISHED: ("pass-modelled", "pass"),
    Verdict.FAIL: ("fail", "fail"),
    Verdict.FAIL_CAPACITY: ("fail", "fail"),
    Verdict.UNDETERMINED: ("undetermined", "unknown"),
    Verdict.NOT_DEMONSTRATED: ("not-demonstrated", "unknown"),
    Verdict.NOT_COMPARABLE: ("not-comparable", "unknown"),
    Verdict.NO_DATA: ("no-data", "unknown"),
}
"""Icon and colour of each verdict; the word stands beside them, never the colour alone."""


def _polygon(*corners: tuple[float, float]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
    path.closeSubpath()
    return path


def _regular(corners: int, inner: float = 1.0) -> QPainterPath:
    steps = corners * 2 if inner != 1.0 else corners
    points = []
    for i in range(steps):
        radius = inner if steps != corners and i % 2 else 1.0
        angle = 2 * math.pi * i / steps - math.pi / 2
        points.append((radius * math.cos(angle), radius * math.sin(angle)))
    return _polygon(*points)


def _circle() -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(0, 0), 0.94, 0.94)
    return path


def _cross() -> QPainterPath:
    arm, far = 0.34, 0.95
    return _polygon(
        (-arm, -far), (arm, -far), (arm, -arm), (far, -arm), (far, arm), (arm, arm),
        (arm, far), (-arm, far), (-arm, arm), (-far, arm), (-far, -arm), (-arm, -arm),
    )  # fmt: skip


@cache
def marker_shape(marker: str) -> QPainterPath:
    """Return the outline of a marker within -1..1."""
    shapes = {
        "circle": _circle,
        "square": lambda: _polygon((-0.82, -0.82), (0.82, -0.82), (0.82, 0.82), (-0.82, 0.82)),
        "triangle-up": lambda: _polygon((0, -0.95), (1.02, 0.82), (-1.02, 0.82)),
        "diamond": lambda: _polygon((0, -1.08), (0.98, 0), (0, 1.08), (-0.98, 0)),
        "pentagon": lambda: _regular(5),
        "triangle-down": lambda: _polygon((0, 0.95), (1.02, -0.82), (-1.02, -0.82)),
        "star": lambda: _regular(5, 0.45),
        "cross": _cross,
    }
    return shapes[marker]()


def paint_marker(
    painter: QPainter, centre: QPointF, position: int, size: float = 11.0, *, hollow: bool = False
) -> None:
    """Draw the marker of the option created at `position`; hollow where it does not count."""
    option = look().option(position)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(centre)
    painter.scale(size / 2, size / 2)
    pen = QPen(option.line, 1.5 if hollow else 1.0)
    pen.setCosmetic(True)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(QBrush(look()["page"] if hollow else option.fill))
    painter.drawPath(marker_shape(option.marker))
    painter.restore()


def paint_verdict_icon(
    painter: QPainter, rect: QRectF, verdict: Verdict, paper: QColor | None = None
) -> None:
    """Draw a verdict's icon into a square."""
    name, colour = VERDICT_ICONS[verdict]
    paint_icon(painter, rect, name, look()[colour], paper)


def marker_icon(position: int, ratio: float, size: int = 14) -> QIcon:
    """Return an option's marker for menus and lists; one that is chosen keeps its colour."""
    pixmap = QPixmap(round(size * ratio), round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_marker(painter, QPointF(size / 2, size / 2), position, size * 0.8)
    painter.end()
    made = QIcon(pixmap)
    made.addPixmap(pixmap, QIcon.Mode.Selected)
    return made


def paint_hatch(painter: QPainter, rect: QRectF, colour: QColor, pitch: float = 6.0) -> None:
    """Fill a rectangle with slanted lines: missing, or not determined."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(colour, 1.0))
    x = rect.left() - rect.height()
    while x < rect.right():
        painter.drawLine(QPointF(x, rect.bottom()), QPointF(x + rect.height(), rect.top()))
        x += pitch
    painter.restore()


def paint_interval(
    painter: QPainter, x_ends: Sequence[float], y: float, colour: QColor, cap: float = 4.0
) -> None:
    """Draw an interval from left to right with caps at its ends."""
    low, high = x_ends
    painter.setPen(QPen(colour, 1.5))
    painter.drawLine(QPointF(low, y), QPointF(high, y))
    for x in (low, high):
        painter.drawLine(QPointF(x, y - cap), QPointF(x, y + cap))


def paint_in_two_lines(painter: QPainter, box: QRectF, text: str) -> None:
    """Write a text in one line, or where it is too long in two smaller ones."""
    middle = Qt.AlignmentFlag.AlignVCenter
    metrics = painter.fontMetrics()
    if metrics.horizontalAdvance(text) <= box.width():
        painter.drawText(box, middle, text)
        return
    small = painter.font()
    small.setPixelSize(min(metrics.height(), int(box.height() / 2) - 3))
    painter.setFont(small)
    room = int(1.85 * box.width())  # a word may leave the end of the first line empty
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)
    painter.drawText(box, middle | Qt.TextFlag.TextWordWrap, shown)
