"""Painted charts that say what lies under the mouse, and go from place to place by keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QToolTip

from arraywise.gui.charts.chart_figures import CopiesFigures, carry_out, is_away
from arraywise.gui.fields import as_tip

if TYPE_CHECKING:
    from collections.abc import Sequence

translate = QCoreApplication.translate
_STEPS = {
    Qt.Key.Key_PageUp: -1,
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: 1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
}


class TippedChart(CopiesFigures):
    """Base of painted charts whose places have something to say.

    Bars are not zoomed: they share a scale from zero, which is what they are compared by, and
    everything they say stands beside them, under the mouse and in the figures that are copied or
    dragged out. Charts with axes are a `ZoomedChart`.
    """

    said = Signal(str)
    """What the place says that keys came to."""

    def __init__(self) -> None:
        super().__init__()
        self._at = -1
        """The place that keys came to, counted from 0."""
        self._held: QPointF | None = None
        """Where the mouse pressed, until it is let go or drags the figures out."""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setProperty("ringed", True)  # noqa: FBT003 - Qt's way

    def tip_at(self, _place: QPointF) -> str:
        """Return what is said of a place; nothing where there is nothing to say."""
        return ""

    def places(self) -> Sequence[QPointF]:
        """Return the places that have something to say, in the order that keys go to them."""
        return ()

    def event(self, event: QEvent) -> bool:
        """Show the tip of the place under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), as_tip(self.tip_at(QPointF(event.pos()))), self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the figures."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._held = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the figures into another program."""
        if self._held is not None and is_away(self._held, event.position()):
            self._held = None
            carry_out(self, self)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Let go."""
        self._held = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the next place, or the one before; copy the figures."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None or not self._walk(step):
            super().keyPressEvent(event)

    def _walk(self, step: int) -> bool:
        places = self.places()
        if not places:
            return False
        first = 0 if step > 0 else len(places) - 1
        self._at = first if self._at < 0 else (self._at + step) % len(places)
        place = places[self._at]
        text = self.tip_at(place)
        QToolTip.showText(self.mapToGlobal(place.toPoint()), as_tip(text), self)
        self.said.emit(text.replace("\n", "; "))
        return True

    def key_lines(self) -> tuple[tuple[str, str], ...]:
        """Return the keys of the chart, with what they do."""
        keys = translate("Charts", "Page up, Page down")
        said = translate("Charts", "Read out the place before, the next one")
        copy = "Ctrl+C", translate("Charts", "Copy figures")
        return ((keys, said), copy) if self.places() else ()
