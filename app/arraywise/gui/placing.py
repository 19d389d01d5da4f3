"""Where a window stands: as it was left, and never larger than the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QMainWindow

_KEPT = "window"
_FRAME_HEIGHT = 40
"""What a title bar takes of the screen, which Qt knows only after the window is seen."""


def place(window: QMainWindow, settings: QSettings, *, alone: bool) -> None:
    """Let a window stand as the last one was left; one beside others has its size alone."""
    kept = settings.value(_KEPT)
    if isinstance(kept, QByteArray) and not kept.isEmpty():
        before = window.pos()
        window.restoreGeometry(kept)  # onto a screen that is there, and not larger than it
        if not alone:
            window.move(before)
    _fit(window)


def keep(window: QMainWindow, settings: QSettings) -> None:
    """Take down how a window stands."""
    settings.setValue(_KEPT, window.saveGeometry())


def _fit(window: QMainWindow) -> None:
    """Make a window that is larger than its screen as large as that."""
    room = window.screen().availableGeometry().size()
    room.setHeight(room.height() - _FRAME_HEIGHT)
    fitting = window.size().boundedTo(room)
    if fitting != window.size():
        window.resize(fitting)
