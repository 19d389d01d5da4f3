"""What a user does to a window, for the tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from arraywise.gui.grid.clipboard import parse_clipboard, read_clipboard
from arraywise.gui.session.page_requests import ShowPage
from arraywise.gui.widgets.time_slicing import run_unsliced

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QPoint

    from arraywise.gui.grid.clipboard import PastedCells
    from arraywise.gui.pages.base import Page
    from arraywise.gui.shell.main_window import MainWindow


def said(window: MainWindow, cell: str) -> str:
    return window.frame.strip.cells[cell].accessibleName()


def shown_page(window: MainWindow, key: str) -> Page:
    window.frame.handle_request(ShowPage(key))
    return window.frame.present_page


def on_clipboard() -> PastedCells | None:
    """Return the cells on the clipboard as a paste takes them."""
    return run_unsliced(parse_clipboard(read_clipboard()))


def drop(window: MainWindow, *paths: Path, at: QPoint | None = None) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    middle = at or window.rect().center()
    how = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(middle, Qt.DropAction.CopyAction, data, *how)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(
        window, QDropEvent(QPointF(middle), Qt.DropAction.CopyAction, data, *how)
    )
