"""Dresses the parts of windows in the style sheet of the present theme.

Every part has the sheet to itself. When the sheet of the application is changed, Qt dresses every
widget once for each of its ancestors, which took 700 ms; a part is dressed once in a few, and one
that is not seen waits until it is shown.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QChildEvent, QEvent, QObject
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

if TYPE_CHECKING:
    from collections.abc import Iterable


_NEVER = -1
"""The season of a part that was not dressed yet."""


class Wardrobe(QObject):
    """The style sheet of the present theme, and who wears it."""

    def __init__(self) -> None:
        super().__init__()
        self.sheet = ""
        self._season = 0
        """Counts the themes, so that a part knows whether it wears an old one."""
        self._parts: dict[int, tuple[QWidget, int]] = {}
        """Each part, and the season of what it wears."""

    def change(self, sheet: str) -> None:
        """Dress what is seen in another sheet, and all else as it is shown."""
        self.sheet = sheet
        self._season += 1
        self._parts = {key: worn for key, worn in self._parts.items() if isValid(worn[0])}
        for part, _season in tuple(self._parts.values()):
            if part.isVisible():
                self._dress(part)

    def take(self, parts: Iterable[QWidget]) -> None:
        """Dress parts of a window from now on; none of them may lie within another."""
        for part in parts:
            self._know(part)
            self._dress(part)

    def expect(self, part: QWidget) -> None:
        """Dress a part that is not seen yet as soon as it is, and from then on as the others."""
        self._know(part)
        self._parts[id(part)] = (part, _NEVER)

    def _know(self, part: QWidget) -> None:
        part.installEventFilter(self)
        part.destroyed.connect(partial(self._forget, id(part)))

    def _forget(self, key: int, _gone: QObject | None = None) -> None:
        self._parts.pop(key, None)

    def host(self, window: QWidget) -> None:
        """Dress the dialogs and menus of a window as they are shown first."""
        window.installEventFilter(self)

    def _dress(self, part: QWidget) -> None:
        self._parts[id(part)] = (part, self._season)
        part.setStyleSheet(self.sheet)

    def _wears(self, part: QWidget) -> bool:
        worn = self._parts.get(id(part))
        return worn is not None and worn[0] is part

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Dress a part that comes to be seen."""
        if event.type() == QEvent.Type.Show:
            worn = self._parts.get(id(watched))
            if worn is not None and worn[0] is watched and worn[1] != self._season:
                self._dress(worn[0])
        elif event.type() == QEvent.Type.ChildPolished and isinstance(event, QChildEvent):
            child = event.child()
            if isinstance(child, QWidget) and child.isWindow() and not self._wears(child):
                self.take((child,))
        return super().eventFilter(watched, event)
