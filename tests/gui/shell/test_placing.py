"""Where a window is when the program is started again, and on a small screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.gui.shell import main_window as placing

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QSettings

    from arraywise.gui.shell.main_window import MainWindow


def test_the_first_window_is_not_larger_than_the_screen(
    make_window: Callable[[], MainWindow], settings: QSettings
) -> None:
    window = make_window()
    room = window.screen().availableGeometry()
    window.resize(room.width() + 300, room.height() + 300)
    placing.restore_window_geometry(window, settings, alone=True)
    assert window.width() == max(room.width(), window.minimumWidth())
    assert window.height() < room.height()


def test_a_window_stands_as_the_last_one_was_left(
    make_window: Callable[[], MainWindow], settings: QSettings
) -> None:
    first = make_window()
    first.setGeometry(30, 40, 1024, 710)
    first.close()
    assert settings.contains("window")
    second = make_window()
    placing.restore_window_geometry(second, settings, alone=True)
    assert second.geometry().bottom() == first.geometry().bottom() == 749
    assert second.size() == first.size()


def test_a_further_window_does_not_lie_upon_the_first(
    make_window: Callable[[], MainWindow], settings: QSettings
) -> None:
    first = make_window()
    first.setGeometry(30, 40, 1024, 710)
    placing.save_window_geometry(first, settings)
    second = make_window()
    second.move(90, 90)
    placing.restore_window_geometry(second, settings, alone=False)
    assert second.size() == first.size()
    assert second.pos() != first.pos()


def test_what_is_presented_at_the_end_does_not_fill_the_screen_at_the_next_start(
    open_small: Callable[[], MainWindow],
    make_window: Callable[[], MainWindow],
    settings: QSettings,
) -> None:
    window = open_small()
    window.present()
    assert window.isFullScreen()
    window.close()
    again = make_window()
    placing.restore_window_geometry(again, settings, alone=True)
    assert not again.isFullScreen()
