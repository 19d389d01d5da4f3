"""Painted charts with axes, of which a part can be looked at closely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt, Signal

from arraywise.gui.charts.map_range import MapRange
from arraywise.gui.charts.plot_keys import ARROWS, pan_line, zoom_lines, zoom_of
from arraywise.gui.charts.tipped import TippedChart
from arraywise.gui.charts.wheel import zoom_by_wheel

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent

_PAN = 0.1
"""Share of what is seen that an arrow key goes on."""


class ZoomedChart(TippedChart):
    """Wheel, hand and keys zoom and pan; Home or a double click shows everything again."""

    looked = Signal(bool)
    """Another part is seen; says whether it is a closer look."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = MapRange()
        self._pulled = QPointF()
        """Where the hand was that pulls the chart along; null without a hand."""

    def area(self) -> QRectF:
        """Return where the axes span."""
        return QRectF(self.rect())

    def look_at(self, seen: MapRange) -> None:
        """Show another part."""
        if seen != self.seen:
            self.seen = seen
            self.looked.emit(not seen.is_whole)
            self.update()

    def fit(self) -> None:
        """Show everything again."""
        self.look_at(MapRange())

    def _zoom(self, factor: float, place: QPointF) -> None:
        area = self.area()
        if area.isEmpty():  # nothing is drawn yet
            return
        held = place if area.contains(place) else area.center()
        across = (held.x() - area.left()) / area.width()
        self.look_at(self.seen.zoomed(factor, across, (area.bottom() - held.y()) / area.height()))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Look closer at what lies under the mouse, or wider."""
        zoom = zoom_by_wheel(self, event)
        if zoom is not None:
            self._zoom(zoom, event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the chart into the hand."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._pulled = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pull the chart along."""
        area = self.area()
        if not (self._pulled.isNull() or area.isEmpty()):
            way = event.position() - self._pulled
            self._pulled = event.position()
            self.look_at(self.seen.moved(-way.x() / area.width(), way.y() / area.height()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show everything again."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.fit()

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Let go."""
        self._pulled = QPointF()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Zoom, pan and reset; other keys read places out."""
        arrow, zoom = ARROWS.get(Qt.Key(event.key())), zoom_of(event)
        if event.key() == Qt.Key.Key_Home:
            self.fit()
        elif zoom is not None:
            self._zoom(zoom, self.area().center())
        elif arrow is not None and not self.seen.is_whole:
            self.look_at(self.seen.moved(arrow[0] * _PAN, arrow[1] * _PAN))
        else:
            super().keyPressEvent(event)

    def key_lines(self) -> tuple[tuple[str, str], ...]:
        """Return the keys of the chart, with what they do."""
        return (*zoom_lines(), pan_line(), *super().key_lines())
