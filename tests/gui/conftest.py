"""A dressed application, a small real study, and windows that leave nothing behind."""

from __future__ import annotations

import shutil
import threading
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLocale, QSettings

from arraywise.gui.session.background import Collector
from arraywise.gui.shell import opening, preferences
from arraywise.gui.shell.main_window import MainWindow
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.theme import ThemeChoice
from tests.gui.nested import known_items
from tests.gui.small_study import build_small_study

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


@pytest.fixture(scope="session", autouse=True)
def _collector(qapp: QApplication) -> None:
    Collector(qapp)


@pytest.fixture(autouse=True)
def dressed(qapp: QApplication) -> None:
    """Give every test the fonts, the light theme and English."""
    if not theme.sheet():
        theme.prepare(qapp)
    if theme.look().name != "light" or not theme.sheet():
        theme.apply_theme(qapp, ThemeChoice.LIGHT)
    if preferences.spoken() != "en":
        preferences.speak("en")
    QLocale.setDefault(QLocale("en_US"))


@pytest.fixture(autouse=True)
def _windows_close_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tests close windows whose work is under way; nobody is there to answer a dialog."""
    monkeypatch.setattr(opening, "ask", lambda _window, _task: True)


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> Iterator[None]:
    yield
    left = [t.name for t in threading.enumerate() if t.name.startswith("arraywise")]
    assert not left


@pytest.fixture(autouse=True)
def _no_place_in_a_layout_is_known() -> Iterator[None]:
    """Python would take what Qt makes where such a place was for that (`gui/nesting.py`)."""
    yield
    assert known_items() == []


@pytest.fixture(scope="session")
def small_study_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a study with two options, built once from the files of the worked example."""
    path = tmp_path_factory.mktemp("study") / "small.arraywise"
    build_small_study(path)
    return path


@pytest.fixture
def small_study(small_study_file: Path, tmp_path: Path) -> Path:
    """Return a copy of the small study that the test may change."""
    return shutil.copy(small_study_file, tmp_path / "small.arraywise")


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    """Return settings that are nobody's."""
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def make_window(qtbot: QtBot, settings: QSettings) -> Iterator[Callable[..., MainWindow]]:
    """Return a function that opens a window, with a study at once if it is named.

    All are closed in the end.
    """
    windows: list[MainWindow] = []

    def make(opening: Path | None = None) -> MainWindow:
        window = MainWindow(make, settings, opening)
        windows.append(window)
        qtbot.addWidget(window)
        window.show()
        return window

    yield make
    for window in windows:
        window.close()


@pytest.fixture
def open_small(
    make_window: Callable[..., MainWindow], small_study: Path, qtbot: QtBot
) -> Callable[[], MainWindow]:
    """Return a function that opens the small study and waits until it is answered."""

    def opened() -> MainWindow:
        window = make_window(small_study)
        wait_for_answer(qtbot, window)
        return window

    return opened


def wait_for_answer(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until a window shows its study and nothing is under way."""

    def answered() -> bool:
        session = window.session
        return session is not None and session.answer is not None and window.background.is_idle

    qtbot.waitUntil(answered, timeout=20_000)
