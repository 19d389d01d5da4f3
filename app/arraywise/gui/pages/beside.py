"""A panel beside what a page works in; a narrow page shows one of the two at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout

from arraywise.gui import theme
from arraywise.gui.fields import button, panel

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_ANY_WIDTH = 16_777_215
"""What Qt takes for no limit."""


class Beside:
    """Where there is no room for both, a button in the page's head changes between them."""

    def __init__(self, main: QWidget, side: QWidget, name: str, room: int) -> None:
        """Put `side` beside `main` where `room` reference pixels are there for both."""
        self._main, self._side, self._room = main, side, room
        self._width = self._wide = 0
        self.toggle = button(name, self._arrange)
        self.toggle.setCheckable(True)
        self.toggle.setFixedHeight(theme.height("field"))
        self.toggle.hide()
        self.body = panel()
        row = QHBoxLayout(self.body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(main, 1)
        row.addWidget(side)

    def fit(self, width: int, wide: int) -> None:
        """Arrange both in `width` pixels, the side `wide` pixels wide."""
        self._width, self._wide = width, wide
        self._arrange()

    def _arrange(self) -> None:
        is_narrow = self._width < theme.px(self._room)
        alone = is_narrow and self.toggle.isChecked()
        self.toggle.setVisible(is_narrow)
        self._main.setVisible(not alone)
        self._side.setVisible(alone or not is_narrow)
        self._side.setMinimumWidth(0 if alone else self._wide)
        self._side.setMaximumWidth(_ANY_WIDTH if alone else self._wide)
