"""Value functions and swings fit below the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea

from arraywise.gui.shell import preferences
from tests.gui.conftest import wait_for_answer
from tests.gui.elided import build_layout
from tests.gui.pages.test_decision_page import weighing_of
from tests.gui.pages.test_weighing import dialog, window

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow
    from tests.gui.conftest import EditedWindows

__all__ = ["dialog", "window"]

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def windows(_windows_of_edits: EditedWindows) -> EditedWindows:
    """Return what lends the small study to `window`."""
    return _windows_of_edits


@pytest.mark.parametrize("code", ["en", "de"])
def test_anchors_and_swings_need_no_scrolling_on_a_low_screen(
    code: str, open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    preferences.install_language(code)
    window = open_small()
    window.resize(1366, 768)
    wait_for_answer(qtbot, window)
    dialog = weighing_of(window)
    for tab in (dialog.swings, dialog.values):
        dialog.tabs.setCurrentWidget(tab)
        build_layout()
        for area in tab.findChildren(QScrollArea):
            inside = area.widget().minimumSizeHint()
            assert area.verticalScrollBar().maximum() == 0
            assert area.viewport().width() >= inside.width()
