"""A dressed application, a small real study, and windows that leave nothing behind."""

from __future__ import annotations

import gc
import shutil
import threading
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QLocale, QSettings
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from arraywise.gui.pages.decision.page import DecisionPage
from arraywise.gui.session.background import Collector
from arraywise.gui.shell import opening, preferences
from arraywise.gui.shell.main_window import MainWindow
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.theme import ThemeChoice
from tests.gui.nested import known_items
from tests.gui.small_study import small_study, small_study_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

__all__ = ["small_study", "small_study_file"]  # fixtures


@pytest.fixture(scope="session", autouse=True)
def _collector(qapp: QApplication) -> Iterator[None]:
    """Collect as the application does; in the end no window is left that holds a study open."""
    Collector(qapp)
    yield
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()


@pytest.fixture(autouse=True)
def dressed(qapp: QApplication) -> None:
    """Return every test the fonts, the light theme and English."""
    apply_style(qapp)


def apply_style(qapp: QApplication) -> None:
    if not theme.sheet():
        theme.prepare(qapp)
    if theme.look().name != "light" or not theme.sheet():
        theme.apply_theme(qapp, ThemeChoice.LIGHT)
    if preferences.current_language() != "en":
        preferences.speak("en")
    QLocale.setDefault(QLocale("en_US"))


@pytest.fixture(autouse=True)
def _windows_close_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tests close windows whose work is under way; nobody is there to answer a dialog."""
    monkeypatch.setattr(opening, "ask", lambda _window, _task: True)


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    kept = [w for w in QApplication.topLevelWidgets() if isinstance(w, KeptWindow)]
    theirs = {t for w in kept for pool in w.background._pools.values() for t in pool._threads}
    began = set(threading.enumerate()) - before - theirs
    assert not [t.name for t in began if t.name.startswith("arraywise")]


@pytest.fixture(autouse=True)
def _no_place_in_a_layout_is_known() -> Iterator[None]:
    """Python would take what Qt makes where such a place was for that (`gui/nesting.py`)."""
    yield
    assert known_items() == []


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


class KeptWindow(MainWindow):
    """A window that many tests look at; while none does, it follows no change of language."""

    is_looked_at = True

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's own
        if self.is_looked_at or event.type() != QEvent.Type.LanguageChange:
            super().changeEvent(event)


def kept_window(
    request: pytest.FixtureRequest, qapp: QApplication, study_file: Path, folder: Path
) -> Iterator[KeptWindow]:
    """Open a window with a copy of a study, and close it in the end."""
    apply_style(qapp)
    study = shutil.copy(study_file, folder / "small.arraywise")
    settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    window = KeptWindow(lambda _opening=None: window, settings, study)
    window.show()
    bot = QtBot(request)
    wait_for_answer(bot, window)
    yield window
    bot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    window.close()
    window.deleteLater()


def _activate(window: QWidget, qtbot: QtBot) -> None:
    """Show a window again and make it active.

    Off screen a hidden window keeps the focus, and is not told of it: another has it first.
    """
    other = QWidget()
    for each in (other, window):
        each.show()
        each.activateWindow()
        qtbot.waitUntil(each.isActiveWindow)
    other.close()


def looked_at(window: KeptWindow, qtbot: QtBot) -> Iterator[KeptWindow]:
    """Lend a kept window to a test as it is after opening; the test may edit nothing."""
    assert window.frame is not None
    assert window.session is not None
    window.is_looked_at = True
    window.frame.trace.hide()
    for page in window.frame.pages:
        page.banner.hide()
        if isinstance(page, DecisionPage):
            page.close_findings()
            page.show_view("map")
    window.resize(1280, 800)
    window.frame.go_to(0)
    _activate(window, qtbot)
    window.frame.focus_page()
    wait_for_answer(qtbot, window)
    facts = window.session.facts
    yield window
    window.presenter.stop()
    for each in window.findChildren(QWidget):
        if each.isWindow() and each.isVisible():
            each.close()
    wait_for_answer(qtbot, window)
    window.is_looked_at = False
    window.hide()
    assert window.session.facts is facts, "a test that edits opens a window of its own"


@pytest.fixture(scope="session")
def _window_of_all(
    request: pytest.FixtureRequest,
    qapp: QApplication,
    small_study_file: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[KeptWindow]:
    yield from kept_window(request, qapp, small_study_file, tmp_path_factory.mktemp("kept"))


@pytest.fixture
def shared_window(_window_of_all: KeptWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    """Return the window with the small study that all tests share which only look at one.

    To open one takes most of the time of such a test. What a test moves on a page it puts back.
    """
    yield from looked_at(_window_of_all, qtbot)


def wait_for_answer(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until a window shows its study and nothing is under way."""

    def answered() -> bool:
        session = window.session
        return session is not None and session.answer is not None and window.background.is_idle

    qtbot.waitUntil(answered, timeout=60_000)
