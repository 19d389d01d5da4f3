"""Files dropped anywhere on a window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent

from arraywise.gui.drop_zone import DropZone

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QMimeData
    from PySide6.QtWidgets import QWidget


def local_paths(data: QMimeData) -> tuple[Path, ...]:
    """Return the local files and folders of a drag or of the clipboard."""
    return tuple(Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())


class DropFilter(QObject):
    """Takes what is dropped on a window, and lights up the drop zones meanwhile."""

    def __init__(self, window: QWidget, take: Callable[[tuple[Path, ...]], object]) -> None:
        super().__init__(window)
        self._window, self._take = window, take
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept local files; leave all else to Qt."""
        if isinstance(event, QDropEvent) and event.type() == QEvent.Type.Drop:
            self._heat(hot=False)
            paths = local_paths(event.mimeData())
            if paths:
                event.acceptProposedAction()
                self._take(paths)
                return True
        elif isinstance(event, QDragEnterEvent):
            if local_paths(event.mimeData()):
                self._heat(hot=True)
                event.acceptProposedAction()
                return True
        elif isinstance(event, QDragLeaveEvent):
            self._heat(hot=False)
        return super().eventFilter(watched, event)

    def _heat(self, *, hot: bool) -> None:
        for zone in self._window.findChildren(DropZone):
            zone.heat(hot=hot)
