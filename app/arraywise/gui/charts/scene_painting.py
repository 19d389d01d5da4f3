"""Paints scenes with Qt, in the colours and the type of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainterPath, QPen, QPolygonF

from arraywise.domain.messages import Message
from arraywise.gui.widgets import figures, messages, painting, theme
from arraywise.present.charts.marks import (
    DOT_SIZE,
    Texture,
    bounding_box,
    dots_along_segment,
    lines_of_texture,
)
from arraywise.present.charts.scene import (
    Anchor,
    Clip,
    Disc,
    Hatch,
    Line,
    Marker,
    Medium,
    Polygon,
    Rectangle,
    Role,
    Text,
    VerdictSign,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtGui import QPainter

    from arraywise.present.charts.axes import XY, Box
    from arraywise.present.charts.scene import Ink, Item, Scene, Stroke

    Outlines = tuple[tuple[XY, ...], ...]

_FINE = 0.86
"""Size of fine type, as a share of a caption."""


class WindowType:
    """The fonts of charts in a window, with their measures."""

    def __init__(self, zoom: float = 1.0) -> None:
        """Give the window's fonts; `zoom` enlarges them, for projection on a wall."""
        self._zoom = zoom
        self._fonts: dict[tuple[Role, bool], tuple[QFont, QFontMetricsF]] = {}

    def font(self, role: Role, *, bold: bool = False) -> QFont:
        """Return the font of a role."""
        return self._font_and_metrics(role, bold)[0]

    def metrics(self, role: Role, *, bold: bool = False) -> QFontMetricsF:
        """Return the metrics of a role's font."""
        return self._font_and_metrics(role, bold)[1]

    def width_of(self, text: str, role: Role = Role.CAPTION, *, bold: bool = False) -> float:
        """Return how wide a text runs, in pixels."""
        return self._font_and_metrics(role, bold)[1].horizontalAdvance(text)

    def line_height(self, role: Role) -> float:
        """Return the height of a line of text."""
        return self._font_and_metrics(role, False)[1].height()  # noqa: FBT003 - a key

    def _font_and_metrics(self, role: Role, bold: bool) -> tuple[QFont, QFontMetricsF]:  # noqa: FBT001 - a key
        known = self._fonts.get((role, bold))
        if known is None:
            is_fine = role is Role.FINE
            font = theme.font("caption" if is_fine else role.value, bold=bold)
            factor = self._zoom * (_FINE if is_fine else 1.0)
            if factor != 1.0:
                font = QFont(font)
                font.setPointSizeF(font.pointSizeF() * factor)
            known = self._fonts[role, bold] = font, QFontMetricsF(font)
        return known

    def medium(self) -> Medium:
        """Return what a scene for the window is built with."""
        unit = theme.text_scale() * self._zoom
        return Medium(self.width_of, self.line_height, _render_text, figures.WRITER.number, unit)


def _render_text(text: Message | str) -> str:
    return messages.translate_message(text) if isinstance(text, Message) else text


def paint_scene(painter: QPainter, scene: Scene, fonts: WindowType) -> None:
    """Paint a scene that fills the painter's window."""
    ScenePainter(painter, scene.height, fonts).paint(scene.items)


class ScenePainter:
    """Paints items whose y counts upwards from a height on the screen."""

    def __init__(self, painter: QPainter, height: float, fonts: WindowType) -> None:
        self._painter, self._height, self._fonts = painter, height, fonts
        self._look = theme.look()

    def paint(self, items: Iterable[Item]) -> None:
        """Paint items, the lowest first."""
        for item in items:
            self._PAINT[type(item)](self, item)

    def _to_colour(self, ink: Ink) -> QColor:
        if ink.option is None:
            colour = self._look[ink.role]
        else:
            option = self._look.option(ink.option)
            colour = getattr(option, ink.role)
        if ink.opacity < 1.0:
            colour = QColor(colour)
            colour.setAlphaF(ink.opacity)
        return colour

    def _build_pen(self, stroke: Stroke | None) -> QPen:
        if stroke is None:
            return QPen(Qt.PenStyle.NoPen)
        pen = QPen(self._to_colour(stroke.ink), stroke.width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if stroke.dash:
            pen.setDashPattern([length / stroke.width for length in stroke.painted_dash])
        return pen

    def _set_brush_and_pen(self, fill: Ink | None, stroke: Stroke | None) -> None:
        self._painter.setPen(self._build_pen(stroke))
        self._painter.setBrush(
            QBrush(self._to_colour(fill)) if fill is not None else QBrush(Qt.BrushStyle.NoBrush)
        )

    def _to_screen_point(self, point: XY) -> QPointF:
        return QPointF(point[0], self._height - point[1])

    def _to_screen_rect(self, box: Box) -> QRectF:
        left, top = box.left, self._height - box.top
        return QRectF(left, top, box.right - left, box.top - box.bottom)

    def _build_path(self, outlines: Outlines) -> QPainterPath:
        path = QPainterPath()  # filled by the even-odd rule
        for outline in outlines:
            path.addPolygon(QPolygonF([self._to_screen_point(point) for point in outline]))
            path.closeSubpath()
        return path

    def _paint_line(self, item: Line) -> None:
        self._painter.setPen(self._build_pen(item.stroke))
        self._painter.drawPolyline([self._to_screen_point(point) for point in item.points])

    def _paint_polygon(self, item: Polygon) -> None:
        self._set_brush_and_pen(item.fill, item.stroke)
        self._painter.drawPath(self._build_path(item.outlines))

    def _paint_rectangle(self, item: Rectangle) -> None:
        if item.stroke is None and item.fill is not None and not item.radius:
            self._painter.fillRect(self._to_screen_rect(item.box), self._to_colour(item.fill))
            return
        self._set_brush_and_pen(item.fill, item.stroke)
        self._painter.drawRoundedRect(self._to_screen_rect(item.box), item.radius, item.radius)

    def _paint_disc(self, item: Disc) -> None:
        self._set_brush_and_pen(item.fill, item.stroke)
        self._painter.drawEllipse(self._to_screen_point(item.centre), item.radius, item.radius)

    def _paint_hatch(self, item: Hatch) -> None:
        painter, is_dotted = self._painter, item.texture is Texture.DOTS
        painter.save()
        painter.setClipPath(self._build_path(item.outlines), Qt.ClipOperation.IntersectClip)
        pen = self._build_pen(item.stroke)
        lines = lines_of_texture(item.texture, bounding_box(item.outlines), item.pitch)
        if is_dotted:
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setWidthF(DOT_SIZE * item.pitch)
            painter.setPen(pen)
            dots = (dot for segment in lines for dot in dots_along_segment(segment, item.pitch))
            painter.drawPoints([self._to_screen_point(dot) for dot in dots])
        else:
            painter.setPen(pen)
            for start, end in lines:
                painter.drawLine(self._to_screen_point(start), self._to_screen_point(end))
        painter.restore()

    def _paint_marker(self, item: Marker) -> None:
        centre = self._to_screen_point(item.centre)
        painting.paint_marker(self._painter, centre, item.position, item.size, hollow=item.hollow)

    def _paint_text(self, item: Text) -> None:
        painter = self._painter
        metrics = self._fonts.metrics(item.role, bold=item.bold)
        painter.setFont(self._fonts.font(item.role, bold=item.bold))
        painter.setPen(self._to_colour(item.ink))
        x, baseline = 0.0, (metrics.ascent() - metrics.descent()) / 2
        if item.anchor is not Anchor.START:
            width = metrics.horizontalAdvance(item.text)
            x = -width if item.anchor is Anchor.END else -width / 2
        at = self._to_screen_point(item.at)
        if not item.upright:
            painter.drawText(QPointF(at.x() + x, at.y() + baseline), item.text)
            return
        painter.save()
        painter.translate(at)
        painter.rotate(-90)
        painter.drawText(QPointF(x, baseline), item.text)
        painter.restore()

    def _paint_verdict_icon(self, item: VerdictSign) -> None:
        at, half = self._to_screen_point(item.centre), item.size / 2
        box = QRectF(at.x() - half, at.y() - half, item.size, item.size)
        painting.paint_verdict_icon(self._painter, box, item.verdict)

    def _paint_clipped(self, item: Clip) -> None:
        self._painter.save()
        self._painter.setClipRect(self._to_screen_rect(item.box), Qt.ClipOperation.IntersectClip)
        self.paint(item.items)
        self._painter.restore()

    _PAINT: ClassVar[dict[type, Callable[[ScenePainter, Any], None]]] = {
        Line: _paint_line,
        Polygon: _paint_polygon,
        Rectangle: _paint_rectangle,
        Disc: _paint_disc,
        Hatch: _paint_hatch,
        Marker: _paint_marker,
        Text: _paint_text,
        VerdictSign: _paint_verdict_icon,
        Clip: _paint_clipped,
    }
