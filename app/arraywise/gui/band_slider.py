"""A slider of a weight, with the band within which the recommendation stays as it is."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPen

from arraywise.gui import theme
from arraywise.gui.ribbon_slider import STEPS, RibbonSlider, Scale

_HIGH = 24
_MIDDLE = 12.0
_BAND = 5.0
_TICK = 8.0


class BandSlider(RibbonSlider):
    """A slider from 0 to 1."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._band: tuple[float, float] | None = None
        self.set_scale(Scale(0.0, 1.0))
        self.setFixedHeight(_HIGH)
        self.setMinimumWidth(100)

    def sizeHint(self) -> QSize:
        """Return the size of track and band."""
        return QSize(170, _HIGH)

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
        look, painter = theme.look(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        x = self._x(self.value() / STEPS)
        painter.setPen(QPen(look["border"], 2))
        painter.drawLine(QPointF(self._x(0), _MIDDLE), QPointF(self._x(1), _MIDDLE))
        if self._band is not None:
            low, high = (self._x(end) for end in self._band)
            painter.setPen(QPen(look["accent_line"], 1))
            painter.setBrush(look["accent_tint"])
            painter.drawRect(QRectF(low, _MIDDLE - _BAND, high - low, 2 * _BAND))
            painter.setPen(QPen(look["accent"], 2))
            for end, share in ((low, self._band[0]), (high, self._band[1])):
                if 0 < share < 1:
                    painter.drawLine(QPointF(end, _MIDDLE - _TICK), QPointF(end, _MIDDLE + _TICK))
        self._paint_thumb(painter, QPointF(x, _MIDDLE))
