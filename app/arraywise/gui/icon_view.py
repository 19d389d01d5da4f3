"""An icon that stands on its own."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from arraywise.gui import theme
from arraywise.gui.icons import paint_icon


class IconView(QWidget):
    """Draws one icon in a token's colour."""

    def __init__(self, name: str, size: int, tone: str = "text2") -> None:
        super().__init__()
        self._name, self._tone = name, tone
        self.setFixedSize(QSize(size, size))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_icon(painter, QRectF(self.rect()), self._name, theme.look()[self._tone])
