"""Paints texts, markers, hatches and sliders in the colours of the theme."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QIcon,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
)
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy

from arraywise.domain.decision import Verdict
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.theme import look, paint_icon
from arraywise.present.charts.marks import MARKERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFont, QPaintDevice
    from PySide6.QtWidgets import QWidget


VERDICT_ICONS = {
    Verdict.PASS_MEASURED: ("pass-measured", "pass"),
    Verdict.PASS_ONCE: ("pass-measured", "pass"),
    Verdict.PASS_MODELLED: ("pass-modelled", "pass"),
    Verdict.PASS_IO: ("pass-modelled", "pass"),
    Verdict.PASS_PUBLISHED: ("pass-modelled", "pass"),
    Verdict.PASS_ESTIMATED: ("pass-modelled", "pass"),
    Verdict.FAIL: ("fail", "fail"),
    Verdict.FAIL_CAPACITY: ("fail", "fail"),
    Verdict.UNDETERMINED: ("undetermined", "unknown"),
    Verdict.NOT_DEMONSTRATED: ("undetermined", "unknown"),
    Verdict.NOT_COMPARABLE: ("undetermined", "unknown"),
    Verdict.NO_DATA: ("undetermined", "unknown"),
}
"""Icon and colour of each verdict; the word is beside them, never the colour alone."""


MIDDLE = Qt.AlignmentFlag.AlignVCenter
RIGHT = MIDDLE | Qt.AlignmentFlag.AlignRight
CENTRE = Qt.AlignmentFlag.AlignCenter
STEPS = 10_000
_THUMB = 6.5
SLIDER_EDGE = 10  # room on both sides for the thumb and its focus ring
_TRACK_Y = 12
_RIBBON_Y = 25
_RIBBON_HEIGHT = 4
_BAND_SLIDER_HEIGHT = 24
_BAND_TRACK_Y = 12.0
_BAND = 5.0
_TICK = 8.0


def smooth_painter(device: QPaintDevice) -> QPainter:
    """Return a painter whose slanted and round edges are smooth."""
    painter = QPainter(device)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return painter


def write(
    painter: QPainter,
    box: QRectF | QRect,
    text: str,
    tone: str = "text",
    flags: Qt.AlignmentFlag | Qt.TextFlag = MIDDLE,
    font: QFont | None = None,
) -> None:
    """Write a text in a token's colour, in a font or in the one that is set."""
    if font is not None:
        painter.setFont(font)
    painter.setPen(look()[tone])
    painter.drawText(box, flags, text)


def elide(painter: QPainter, text: str, width: float) -> str:
    """Return a text as it fits into so many pixels, in the font that is set."""
    return painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(width))


@cache
def marker_shape(marker: str) -> QPainterPath:
    """Return the outline of a marker within -1..1."""
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, -y) for x, y in MARKERS[marker]]))
    path.closeSubpath()
    return path


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
    built = QIcon(pixmap)
    built.addPixmap(pixmap, QIcon.Mode.Selected)
    return built


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


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps values to shares of a slider's track."""

    low: float
    high: float
    logarithmic: bool = False

    def value_at(self, share: float) -> float:
        """Return the value at a share of the way, 0 to 1."""
        if self.logarithmic:
            return self.low * math.pow(self.high / self.low, share)
        return self.low + (self.high - self.low) * share

    def share_of(self, value: float) -> float:
        """Return how far along a value lies, 0 to 1; values outside lie at the end."""
        if self.logarithmic:
            share = math.log(max(value, self.low) / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return min(1.0, max(0.0, share))

    def holds(self, value: float) -> bool:
        """Return whether a value is on the slider."""
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class RibbonPart:
    """One part of the ribbon, up to `end`, over which the answer is the same."""

    end: float
    position: int | None  # position of the winning option; None where none passes
    hatched: bool = False  # A further test could change the answer here


class RibbonSlider(QAbstractSlider):
    """Slider of a value on a scale, drawn with its band."""

    moved_to = Signal(float)  # the user moved it, or is moving it
    settled = Signal()  # the user let go, or pressed a key

    def __init__(self, name: str, parent: QWidget | None = None, *, zoom: float = 1.0) -> None:
        """Create a slider; `zoom` enlarges all that is drawn of it."""
        super().__init__(parent)
        self._zoom = zoom
        self._scale = Scale(0, 1)
        self._ribbon: tuple[RibbonPart, ...] = ()
        self._ribbon_scale = self._scale
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)  # the thumb is filled under the mouse
        self.setAccessibleName(name)
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setRange(0, STEPS)
        self.setSingleStep(STEPS // 100)
        self.setPageStep(STEPS // 10)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(theme.width("slider_min"))
        self.actionTriggered.connect(self._apply_slider_action)

    def sizeHint(self) -> QSize:
        """Return the size of track and ribbon."""
        return QSize(theme.width("slider_min"), round(34 * self._zoom))

    @property
    def scale(self) -> Scale:
        """The current scale."""
        return self._scale

    @property
    def current(self) -> float:
        """The value that the thumb is at."""
        return self._scale.value_at(self.value() / STEPS)

    def set_scale(self, scale: Scale) -> None:
        """Set another scale."""
        self._scale = scale
        self.update()

    def show_value(self, value: float) -> None:
        """Move the thumb to a value without signals."""
        with QSignalBlocker(self):
            self.setValue(round(self._scale.share_of(value) * STEPS))
        self.update()

    def show_ribbon(self, ribbon: tuple[RibbonPart, ...]) -> None:
        """Draw another ribbon; its parts end at values of the scale."""
        if ribbon != self._ribbon or self._ribbon_scale != self._scale:
            self._ribbon, self._ribbon_scale = ribbon, self._scale
            self.update()

    def _track_x(self, share: float) -> float:
        return SLIDER_EDGE + share * self._track_length

    @property
    def _track_length(self) -> float:
        """Length of the track, before zooming."""
        return max(1.0, self.width() / self._zoom - 2 * SLIDER_EDGE)

    def paintEvent(self, _event: object) -> None:
        """Draw track, ribbon and thumb."""
        painter = smooth_painter(self)
        painter.scale(self._zoom, self._zoom)
        x = self._track_x(self.value() / STEPS)
        self._paint_ribbon(painter, x)
        self._paint_track(painter, x)

    def _paint_track(self, painter: QPainter, x: float) -> None:
        look = theme.look()
        accent = look["accent" if self.isEnabled() else "disabled"]
        painter.setPen(QPen(look["border"], 2))
        painter.drawLine(QPointF(x, _TRACK_Y), QPointF(self._track_x(1), _TRACK_Y))
        painter.setPen(QPen(accent, 2))
        painter.drawLine(QPointF(self._track_x(0), _TRACK_Y), QPointF(x, _TRACK_Y))
        self._paint_thumb(painter, QPointF(x, _TRACK_Y))

    def _paint_thumb(self, painter: QPainter, centre: QPointF) -> None:
        look = theme.look()
        accent = look["accent" if self.isEnabled() else "disabled"]
        painter.setPen(QPen(accent, 2))
        filled = self.underMouse() or self.isSliderDown()
        painter.setBrush(accent if filled else look["page"])
        painter.drawEllipse(centre, _THUMB, _THUMB)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(centre, _THUMB + 3, _THUMB + 3)

    def _paint_ribbon(self, painter: QPainter, x: float) -> None:
        look = theme.look()
        start = 0.0
        painter.setPen(Qt.PenStyle.NoPen)
        for part in self._ribbon:
            end = self._ribbon_scale.share_of(part.end)
            left, right = self._track_x(start), self._track_x(end)
            box = QRectF(left, _RIBBON_Y, max(0.0, right - left - 1), _RIBBON_HEIGHT)
            none = part.position is None
            colour = look["none_pass"] if none else look.option(part.position or 0).fill
            painter.fillRect(box, colour)
            if part.hatched:
                paint_hatch(painter, box, look["text"], 4.0)
            start = end
        if self._ribbon:
            painter.setPen(QPen(look["text"], 1.5))
            painter.drawLine(QPointF(x, _TRACK_Y + _THUMB), QPointF(x, _RIBBON_Y + 6))

    def _move_thumb_to(self, x: float) -> None:
        share = (x / self._zoom - SLIDER_EDGE) / self._track_length
        self.setValue(round(min(1.0, max(0.0, share)) * STEPS))
        self.moved_to.emit(self.current)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Move the thumb to the mouse."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._move_thumb_to(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the mouse."""
        if self.isSliderDown():
            self._move_thumb_to(event.position().x())

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Release what is held."""
        if self.isSliderDown():
            self.setSliderDown(False)
            self.settled.emit()
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Shift and an arrow go to the next change of the answer; the system's key is not ours."""
        if event.modifiers() & Qt.KeyboardModifier.MetaModifier:
            event.ignore()
            return
        direction = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if direction and event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self._ribbon:
            self._jump_to_change(direction)
            return
        super().keyPressEvent(event)

    def _jump_to_change(self, direction: int) -> None:
        ends = [self._ribbon_scale.share_of(s.end) * STEPS for s in self._ribbon[:-1]]
        here = self.value()
        ahead = [e for e in ends if (e - here) * direction > 1]
        if ahead:
            nearest = min(ahead, key=lambda e: abs(e - here))
            self.setValue(round(nearest) + direction)
            self.moved_to.emit(self.current)
            self.settled.emit()

    def _apply_slider_action(self, action: int) -> None:
        """Move to the position that Qt has prepared for a slider action, and emit it."""
        if action != QAbstractSlider.SliderAction.SliderMove.value:
            self.setValue(self.sliderPosition())
            self.moved_to.emit(self.current)
            self.settled.emit()


class BandSlider(RibbonSlider):
    """A slider from 0 to 1."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._band: tuple[float, float] | None = None
        self.set_scale(Scale(0.0, 1.0))
        self.setFixedHeight(_BAND_SLIDER_HEIGHT)
        self.setMinimumWidth(100)

    def sizeHint(self) -> QSize:
        """Return the size of track and band."""
        return QSize(170, _BAND_SLIDER_HEIGHT)

    def show_band(self, band: tuple[float, float] | None) -> None:
        """Draw another band; None where weights do not decide."""
        if band != self._band:
            self._band = band
            self.update()

    @property
    def band(self) -> tuple[float, float] | None:
        """Between which weights the recommendation stays."""
        return self._band

    def paintEvent(self, _event: object) -> None:
        """Draw track, band, its ends and the thumb."""
        look, painter = theme.look(), smooth_painter(self)
        x = self._track_x(self.value() / STEPS)
        painter.setPen(QPen(look["border"], 2))
        painter.drawLine(
            QPointF(self._track_x(0), _BAND_TRACK_Y), QPointF(self._track_x(1), _BAND_TRACK_Y)
        )
        if self._band is not None:
            low, high = (self._track_x(end) for end in self._band)
            painter.setPen(QPen(look["accent_line"], 1))
            painter.setBrush(look["accent_tint"])
            painter.drawRect(QRectF(low, _BAND_TRACK_Y - _BAND, high - low, 2 * _BAND))
            painter.setPen(QPen(look["accent"], 2))
            for end, share in ((low, self._band[0]), (high, self._band[1])):
                if 0 < share < 1:
                    painter.drawLine(
                        QPointF(end, _BAND_TRACK_Y - _TICK), QPointF(end, _BAND_TRACK_Y + _TICK)
                    )
        self._paint_thumb(painter, QPointF(x, _BAND_TRACK_Y))
