"""What hands expect of a window: that it is as it was, and that Enter presses a button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arraywise.gui.shell.welcome import _BigButton
from tests.gui.conftest import wait_for_answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


def test_a_maximised_window_is_maximised_again_after_presenting(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    wait_for_answer(qtbot, window)
    window.showMaximized()
    QTest.keyClick(window, Qt.Key.Key_F11)
    assert window.isFullScreen()
    assert window.presenter.view is not None
    QTest.keyClick(window.presenter.view, Qt.Key.Key_Escape)
    assert window.isMaximized()
    assert not window.isFullScreen()


def test_enter_presses_a_button_of_the_welcome_page(
    make_window: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = make_window()
    buttons = window.welcome.findChildren(_BigButton)
    assert buttons
    for each in buttons:
        each.clicked.disconnect()
        each.setFocus()
        with qtbot.waitSignal(each.clicked):
            QTest.keyClick(each, Qt.Key.Key_Return)


def test_another_language_keeps_the_ribbons(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    wait_for_answer(qtbot, window)
    qtbot.waitUntil(lambda: bool(window.frame and window.frame.bar.visits_slider._ribbon))
    before = window.frame
    window.choose_language("de")
    qtbot.waitUntil(lambda: window.frame is not None and window.frame is not before)
    try:
        wait_for_answer(qtbot, window)
        assert window.frame is not None
        assert window.frame.bar.visits_slider._ribbon
    finally:
        window.choose_language("en")
        qtbot.waitUntil(lambda: window.background.is_idle)


def test_a_slider_leaves_the_systems_keys_alone(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    wait_for_answer(qtbot, window)
    assert window.frame is not None
    slider = window.frame.bar.visits_slider
    before = slider.value()
    QTest.keyClick(slider, Qt.Key.Key_Up, Qt.KeyboardModifier.MetaModifier)
    assert slider.value() == before
    QTest.keyClick(slider, Qt.Key.Key_Up)
    assert slider.value() > before
    wait_for_answer(qtbot, window)
