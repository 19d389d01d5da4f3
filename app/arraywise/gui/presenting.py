"""Puts a window into presentation mode and back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence, QShortcut

from arraywise.gui import offering, theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget

    from arraywise.gui.presentation import Presentation
    from arraywise.gui.session import Session


class Presenter:
    """Hides everything but map and answer, and brings it back as it was."""

    def __init__(self, window: QMainWindow, stack: QStackedWidget) -> None:
        self._window, self._stack = window, stack
        self._before: QWidget | None = None
        self._was = window.windowState()
        """Full, maximised or neither, as it was before."""
        self.view: Presentation | None = None
        self._end_trials: Callable[[], None] = lambda: None

    def start(self, session: Session) -> None:
        """Show map and answer on the whole screen."""
        if self.view is not None:
            return
        from arraywise.gui.presentation import Presentation, zoom_on  # drawing takes numpy

        self._before = self._stack.currentWidget()
        self._was = self._window.windowState()
        self.view = Presentation(session, zoom_on(self._window.screen().size()))
        theme.dress(self.view)
        self.view.left.connect(self.stop)
        self._end_trials = session.end_trials
        keys = QShortcut(QKeySequence("F1"), self.view)
        keys.activated.connect(partial(offering.show_presenting_keys, self.view))
        self._stack.addWidget(self.view)
        self._stack.setCurrentWidget(self.view)
        self._window.menuBar().hide()
        self._window.statusBar().hide()
        self._window.showFullScreen()
        self.view.map.setFocus()

    def stop(self) -> None:
        """Bring the window back."""
        view, self.view = self.view, None
        if view is None:
            return
        self._end_trials()
        if self._before is not None:
            self._stack.setCurrentWidget(self._before)
        self._stack.removeWidget(view)
        view.deleteLater()
        self._window.menuBar().show()
        self._window.statusBar().show()
        self._window.setWindowState(self._was)
