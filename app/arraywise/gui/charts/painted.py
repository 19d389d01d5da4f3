"""Base of painted charts: tips, zoom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QToolTip

from arraywise.gui.charts.chart_export import CopiesFigures, execute_request, is_outside
from arraywise.gui.charts.zooming import ARROWS, pan_line, zoom_by_wheel, zoom_lines, zoom_of
from arraywise.gui.widgets.controls import as_tip
from arraywise.present.charts.axes import MapRange

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QWheelEvent

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
    everything they state is beside them, under the mouse and in the figures that are copied or
    dragged out. Charts with axes are a `ZoomedChart`.
    """

    message = Signal(str)
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
        """Return what is reported for a place; nothing where there is nothing to say."""
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
        if self._held is not None and is_outside(self._held, event.position()):
            self._held = None
            execute_request(self, self)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Release what is held."""
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
        self.message.emit(text.replace("\n", "; "))
        return True

    def key_lines(self) -> tuple[tuple[str, str], ...]:
        """Return the keys of the chart, with what they do."""
        keys = translate("Charts", "Page up, Page down")
        message = translate("Charts", "Previous or next point")
        copy = "Ctrl+C", translate("Charts", "Copy figures")
        return ((keys, message), copy) if self.places() else ()


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
        """Zoom in on what is under the mouse, or out."""
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
        """Release what is held."""
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


def place_label(
    mark: QPointF,
    size: tuple[float, float],
    area: QRectF,
    taken: list[QRectF],
    gap: float = 9.0,
) -> QRectF | None:
    """Return a free box beside a mark and take it; None where there is none.

    Args:
        mark: what is labelled.
        size: width and height of the label.
        area: where labels may lie.
        taken: what is there already; the new box is added.
        gap: room between the middle of the mark and the label.
    """
    wide, high = size
    x, y = mark.x(), mark.y()
    corners = (
        (x + gap, y - high / 2),
        (x - gap - wide, y - high / 2),
        (x - wide / 2, y - gap - high),
        (x - wide / 2, y + gap),
        (x + gap, y - gap - high),
        (x - gap - wide, y - gap - high),
        (x + gap, y + gap),
        (x - gap - wide, y + gap),
    )
    for wanted, top in corners:
        # beside its mark a label keeps its side; above and below it may give way
        beside = abs(top + high / 2 - y) < 1
        left = wanted if beside else min(max(wanted, area.left()), area.right() - wide)
        box = QRectF(left, top, wide, high)
        if area.contains(box) and not any(box.intersects(other) for other in taken):
            taken.append(box)
            return box
    return None
