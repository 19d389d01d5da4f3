"""Charts that are drawn anew in another theme: one a turn of the event loop, and when seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent
from shiboken6 import isValid

from arraywise.gui.charts.chart_figures import CopiesFigures
from arraywise.gui.portions import Portions

if TYPE_CHECKING:
    from collections.abc import Generator

    from PySide6.QtGui import QShowEvent

_waiting: list[Themed] = []
"""Charts that are seen and still show the theme before."""


class Themed(CopiesFigures):
    """A chart whose items keep the colours they were made with."""

    _is_dressed = True
    """Whether it shows the present theme."""

    def follow_theme(self) -> None:
        """Draw everything in the present colours."""
        raise NotImplementedError

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme in a moment, or as soon as the chart is seen."""
        super().changeEvent(event)
        if event.type() != QEvent.Type.PaletteChange:
            return
        self._is_dressed = False
        app = QCoreApplication.instance()
        if self.isVisible() and self not in _waiting and app is not None:
            _waiting.append(self)
            if len(_waiting) == 1:
                Portions(_follow_one_by_one(), app)

    def showEvent(self, event: QShowEvent) -> None:
        """Follow the theme that was changed meanwhile."""
        super().showEvent(event)
        self.follow()

    def follow(self) -> None:
        """Show the present theme."""
        if not self._is_dressed:
            self._is_dressed = True
            self.follow_theme()


def _follow_one_by_one() -> Generator[None]:
    try:
        while _waiting:
            if isValid(_waiting[0]):
                _waiting[0].follow()
            del _waiting[0]
            yield
    finally:
        _waiting.clear()  # what is left after a fault follows when it is shown again
