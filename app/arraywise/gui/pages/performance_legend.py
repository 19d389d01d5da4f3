"""What the signs of the load charts mean: line and band, point with error, hollow point."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from arraywise.gui import theme

_SIGN, _GAP, _APART = 22, 5, 12


class Legend(QWidget):
    """Three signs with their words, in one line."""

    def __init__(self) -> None:
        super().__init__()
        self._words = (
            self.tr("interpolation, 95 % band"),
            self.tr("mean of runs, 95 %"),
            self.tr("does not count"),
        )
        self.setAccessibleName("; ".join(self._words))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return room for all words."""
        metrics = QFontMetrics(theme.font("caption"))
        words = sum(metrics.horizontalAdvance(word) for word in self._words)
        return QSize(words + 3 * (_SIGN + _GAP) + 2 * _APART, metrics.height() + 4)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the signs in grey: they hold for all options."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font("caption"))
        metrics, ink = QFontMetrics(theme.font("caption")), theme.look()["text2"]
        middle, x = self.height() / 2, 0.0
        for number, word in enumerate(self._words):
            painter.setPen(QPen(ink, 1.6))
            self._draw_sign(painter, number, QPointF(x, middle), ink)
            painter.setPen(ink)
            room = QRectF(x + _SIGN + _GAP, 0, metrics.horizontalAdvance(word) + 2, self.height())
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, word)
            x = room.right() + _APART - 2

    def _draw_sign(self, painter: QPainter, number: int, at: QPointF, ink: QColor) -> None:
        left, right, centre = at, at + QPointF(_SIGN, 0), at + QPointF(_SIGN / 2, 0)
        if number == 0:
            tint = QColor(ink)
            tint.setAlphaF(0.25)
            painter.fillRect(QRectF(at.x(), at.y() - 4, _SIGN, 8), tint)
            painter.drawLine(left, right)
            return
        if number == 1:
            painter.drawLine(centre + QPointF(0, -7), centre + QPointF(0, 7))
            painter.setBrush(ink)
        else:
            painter.setPen(QPen(ink, 1.6, Qt.PenStyle.DotLine))
            painter.drawLine(left, right)
            painter.setPen(QPen(ink, 1.6))
            painter.setBrush(theme.look()["page"])
        painter.drawEllipse(centre, 3.5, 3.5)
