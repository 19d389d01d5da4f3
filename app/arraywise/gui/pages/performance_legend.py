"""What the signs of the load charts mean: line and band, point with error, hollow point."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from arraywise.gui import theme
from arraywise.gui.fields import halves

_SIGN, _GAP, _APART = 22, 5, 12
_SIGNS = 3 * (_SIGN + _GAP) + 2 * _APART
_WRAPPED = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap


class Legend(QWidget):
    """Three signs with their words: in one line, or in two where that is too wide."""

    def __init__(self) -> None:
        super().__init__()
        self._words = (
            self.tr("interpolation, 95 % band"),
            self.tr("mean of runs, 95 %"),
            self.tr("does not count"),
        )
        self.setAccessibleName("; ".join(self._words))
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        """Return room for all words in one line."""
        metrics = QFontMetrics(theme.font("caption"))
        words = sum(metrics.horizontalAdvance(word) for word in self._words)
        return QSize(words + _SIGNS, metrics.height() + 4)

    def minimumSizeHint(self) -> QSize:
        """Return room for all words in two lines."""
        metrics = QFontMetrics(theme.font("caption"))
        words = sum(halves(word, metrics) for word in self._words)
        return QSize(words + _SIGNS, 2 * metrics.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the signs in grey: they hold for all options."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font("caption"))
        metrics, ink = QFontMetrics(theme.font("caption")), theme.look()["text2"]
        is_narrow = self.width() < self.sizeHint().width()
        needed = self.minimumSizeHint() if is_narrow else self.sizeHint()
        middle, x = self.height() / 2, float(self.width() - needed.width())
        for number, word in enumerate(self._words):
            painter.setPen(QPen(ink, 1.6))
            self._draw_sign(painter, number, QPointF(x, middle), ink)
            painter.setPen(ink)
            wide = halves(word, metrics) if is_narrow else metrics.horizontalAdvance(word)
            room = QRectF(x + _SIGN + _GAP, 0, wide + 2, self.height())
            painter.drawText(room, _WRAPPED, word)
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
