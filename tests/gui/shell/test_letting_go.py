"""What is closed is let go: nothing of a window or a study stays in memory."""

from __future__ import annotations

import gc
import time
import weakref
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from arraywise.gui.shell.main_window import MainWindow
from tests.gui.acting import shown_page
from tests.gui.conftest import wait_for_answer

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QSettings
    from pytestqt.qtbot import QtBot

PAGES = ("evidence", "performance", "pricing", "provisioning", "decision", "report", "workings")


def make_window(settings: QSettings, study: Path, qtbot: QtBot) -> MainWindow:
    """Return a window as the program opens it, with all pages seen."""
    window = MainWindow(lambda *_: window, settings, study)
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    window.show()
    wait_for_answer(qtbot, window)
    for key in PAGES:
        shown_page(window, key)
        wait_for_answer(qtbot, window)
    return window


def parts_of(window: MainWindow) -> list[weakref.ref[object]]:
    """Return parts of an open study, weakly."""
    frame = window.frame
    assert frame is not None
    parts = (frame, frame.overview.model, window.session, *frame.pages)
    return [weakref.ref(part) for part in parts]


def still_there(parts: list[weakref.ref[object]]) -> list[object]:
    gc.collect()
    return [part for ref in parts if (part := ref()) is not None]


def wait_until_gone(parts: list[weakref.ref[object]], qtbot: QtBot) -> None:
    """Wait for what is taken apart in portions; to look through all memory takes longer."""
    looked = 0.0

    def are_gone() -> bool:
        nonlocal looked
        if any(ref() is not None for ref in parts) and time.monotonic() > looked + 0.5:
            gc.collect()
            looked = time.monotonic()
        return all(ref() is None for ref in parts)

    qtbot.waitUntil(are_gone)


def test_a_window_that_is_closed_is_let_go(
    settings: QSettings, small_study: Path, qtbot: QtBot
) -> None:
    window = make_window(settings, small_study, qtbot)
    parts = [weakref.ref(window), *parts_of(window)]
    with qtbot.waitSignal(window.destroyed):
        window.close()
    del window
    assert still_there(parts) == []


def test_pages_of_another_language_and_a_study_that_is_closed_are_let_go(
    settings: QSettings, small_study: Path, qtbot: QtBot
) -> None:
    """What lets formulas point from sheet to sheet kept the price sheets of every language.

    The menu bar kept the menus of every language, with their actions.
    """
    window = make_window(settings, small_study, qtbot)
    pages = parts_of(window)[3:]
    for code in ("de", "en"):
        window.choose_language(code)
        wait_for_answer(qtbot, window)
    wait_until_gone(pages, qtbot)
    bar, own = window.menuBar(), Qt.FindChildOption.FindDirectChildrenOnly
    qtbot.waitUntil(lambda: len(bar.findChildren(QMenu, options=own)) == len(bar.actions()))
    parts = parts_of(window)
    window.close_study()
    wait_until_gone(parts, qtbot)
    assert window.welcome.isVisible()
    with qtbot.waitSignal(window.destroyed):
        window.close()
