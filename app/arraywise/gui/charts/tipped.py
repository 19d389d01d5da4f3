"""A chart that says in its tips what lies under the mouse."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QToolTip, QWidget

from arraywise.gui.fields import as_tip


class TippedChart(QWidget):
    """Base of painted charts whose places have something to say."""

    def tip_at(self, _place: QPointF) -> str:
        """Return what is said of a place; nothing where there is nothing to say."""
        return ""

    def event(self, event: QEvent) -> bool:
        """Show the tip of the place under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), as_tip(self.tip_at(QPointF(event.pos()))), self)
            return True
        return super().event(event)
