"""The dashed box that says what may be dropped."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame

from arraywise.gui import theme
from arraywise.gui.icons import paint_icon


class DropZone(QFrame):
    """A dashed box that says what may be dropped."""

    def __init__(self, icon_size: int = 18) -> None:
        super().__init__()
        self._icon_size = icon_size
        self.is_hot = False

    def heat(self, *, hot: bool) -> None:
        """Show that what is being dragged would be taken."""
        self.is_hot = hot
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the dashed border and the icon."""
        look = theme.look()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(look["accent" if self.is_hot else "border_strong"], 1)
        pen.setDashPattern([3, 2.5])
        painter.setPen(pen)
        if self.is_hot:
            painter.setBrush(look["accent_tint"])
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        size = self._icon_size
        box = QRectF(18, (self.height() - size) / 2, size, size)
        paint_icon(painter, box, "drop", look["accent" if self.is_hot else "text"])
