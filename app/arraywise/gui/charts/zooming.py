"""Keys and wheel of charts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QScrollArea, QWidget

if TYPE_CHECKING:
    from collections.abc import Callable

_NOTCH = 0.8
"""What is seen after one notch, as a share of what was seen."""


def is_page_key(chart: QWidget, event: QWheelEvent) -> bool:
    """Return whether the wheel is for the page that a chart is on; with Ctrl it never is."""
    if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
        return False
    around = chart.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea) and around.verticalScrollBar().maximum() > 0:
            return True
        around = around.parentWidget()
    return False


def zoom_by_wheel(chart: QWidget, event: QWheelEvent) -> float | None:
    """Return what the wheel leaves of the view, as a share of it; None gives it to the page."""
    is_taken = not is_page_key(chart, event)
    event.setAccepted(is_taken)
    return _NOTCH ** (event.angleDelta().y() / 120) if is_taken else None


translate = QCoreApplication.translate
_ZOOM = 0.8
"""What is seen after one step, as a share of what was seen before."""
_PAN = 0.1
"""How far an arrow goes, as a share of what is seen."""
_ZOOMS = {
    Qt.Key.Key_Plus: _ZOOM,
    Qt.Key.Key_Equal: _ZOOM,
    Qt.Key.Key_Minus: 1 / _ZOOM,
    Qt.Key.Key_Underscore: 1 / _ZOOM,
}
_HEARD = {QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.FocusOut}
ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
"""Steps to the right and up."""


def zoom_of(event: QKeyEvent) -> float | None:
    """Return what a key leaves of the view, as a share of it; None where it zooms nothing."""
    return _ZOOMS.get(Qt.Key(event.key()))


def zoom_lines() -> tuple[tuple[str, str], ...]:
    """Return the keys that all charts with axes have, with what they do."""
    return (
        ("+  \u2212", translate("Charts", "Zoom the chart in or out")),
        (translate("Charts", "Home"), translate("Charts", "Show the whole chart again")),
    )


def pan_line() -> tuple[str, str]:
    """Return the keys that move what is seen."""
    return "\u2190 \u2192 \u2191 \u2193", translate("Charts", "Move what is seen of the chart")


def point_lines() -> tuple[tuple[str, str], ...]:
    """Return the keys that go from point to point."""
    return (
        (
            translate("Charts", "Page up, Page down"),
            translate("Charts", "Previous or next measured point"),
        ),
    )


def cross_hair_lines() -> tuple[tuple[str, str], ...]:
    """Return the keys of the decision map's cross-hair."""
    arrows = translate("Charts", "Ctrl+arrows")
    return (
        (
            "\u2190 \u2192",
            translate("Charts", "Less or more load"),
        ),
        (
            "\u2191 \u2193",
            translate("Charts", "Longer or shorter target"),
        ),
        (arrows, translate("Charts", "Move what is seen of the chart")),
    )


class PlotKeys(QObject):
    """Works a plot by keys, as wheel and hand do; other keys go to who holds it."""

    def __init__(
        self,
        plot: Any,  # noqa: ANN401 - pyqtgraph has no types
        fit: Callable[[], None],
        more: Callable[[QEvent], bool],
    ) -> None:
        """Listen to a plot.

        Args:
            plot: a PlotWidget of pyqtgraph.
            fit: shows everything again.
            more: takes the keys that are the chart's own, and what may end them; says whether it
                knew them.
        """
        super().__init__(plot)
        self._box = plot.getPlotItem().getViewBox()
        self._fit, self._more = fit, more
        plot.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        plot.setProperty("ringed", True)  # noqa: FBT003 - Qt's way
        plot.installEventFilter(self)
        plot.viewport().installEventFilter(self)
        self._plot = plot

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys of the plot, and the wheel where it is for the page."""
        if watched is not self._plot:
            if isinstance(event, QWheelEvent) and is_page_key(self._plot, event):
                event.ignore()
                return True
            return False
        if event.type() in _HEARD and self._more(event):
            return True
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._take(event)
        return super().eventFilter(watched, event)

    def _take(self, event: QKeyEvent) -> bool:
        across, up = (1.0 if enabled else 0.0 for enabled in self._box.state["mouseEnabled"])
        zoom, arrow = zoom_of(event), ARROWS.get(Qt.Key(event.key()))
        if event.key() == Qt.Key.Key_Home:
            self._fit()
        elif zoom is not None:
            self._box.scaleBy((zoom if across else 1.0, zoom if up else 1.0))
        elif arrow is not None and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            seen = self._box.viewRect()
            step = seen.width() * _PAN * across, seen.height() * _PAN * up
            self._box.translateBy((arrow[0] * step[0], arrow[1] * step[1]))
        else:
            return False
        if event.key() != Qt.Key.Key_Home:
            self._box.sigRangeChangedManually.emit(self._box.state["mouseEnabled"])
        return True
