"""What the wheel does over a chart: it zooms, unless there is more of the page to be turned to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QWheelEvent

_NOTCH = 0.8
"""What is seen after one notch, as a share of what was seen."""


def turns_page(chart: QWidget, event: QWheelEvent) -> bool:
    """Say whether the wheel is for the page that a chart is on; with Ctrl it never is."""
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
    is_taken = not turns_page(chart, event)
    event.setAccepted(is_taken)
    return _NOTCH ** (event.angleDelta().y() / 120) if is_taken else None
