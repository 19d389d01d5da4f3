"""The ring around the control that has the focus: one overlay a window, never removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QScrollArea,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

from arraywise.gui import theme
from arraywise.gui.rail import RailButton
from arraywise.shipped import tokens

if TYPE_CHECKING:
    from collections.abc import Iterator


class FocusRing(QWidget):
    """Follows the focus over buttons, tabs and what is `ringed`; others draw their own ring.

    It lies around a control, and inside of what scrolls or is ringed "inside": that may reach to
    the edge of the window.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        measures = tokens()["focus"]
        self._ring, self._offset = int(measures["ring"]), int(measures["offset"])
        self._followed: QWidget | None = None
        self._watched: list[QWidget] = []
        """The control that is followed and what it lies in: with them it moves too."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow)

    def _follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        for each in filter(isValid, self._watched):
            each.removeEventFilter(self)
        ringed = isinstance(new, QAbstractButton | QTabBar | QCheckBox | QScrollArea) or (
            new is not None and bool(new.property("ringed"))
        )
        mine = new is not None and new.window() is self.window()
        self._followed = new if ringed and mine and not isinstance(new, RailButton) else None
        self._watched = list(self._held_in(self._followed))
        for each in self._watched:
            each.installEventFilter(self)
        self._place()

    def _held_in(self, control: QWidget | None) -> Iterator[QWidget]:
        while control is not None and control is not self.window():
            yield control
            control = control.parentWidget()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move with the control, and with what it lies in."""
        if event.type() in {
            QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide,
        }:  # fmt: skip
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        control = self._followed
        if control is None or not isValid(control) or not control.isVisible():
            self.hide()
            return
        corner = control.mapTo(self.window(), QPoint(0, 0))
        inside = isinstance(control, QScrollArea) or control.property("ringed") == "inside"
        out = 0 if inside else self._ring + self._offset
        place = QRect(corner, control.size()).adjusted(-out, -out, out, out)
        for area in (each for each in self._watched if isinstance(each, QScrollArea)):
            if area is not control:
                port = area.viewport()
                place &= QRect(port.mapTo(self.window(), QPoint(0, 0)), port.size())
        self.setGeometry(place)
        self.raise_()
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ring."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.look()["accent"], self._ring))
        half = self._ring / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), 5, 5)
