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
from arraywise.gui.pages.evidence.page import EvidencePage
from arraywise.gui.session.background import GarbageCollector
from arraywise.gui.shell import opening, preferences
from arraywise.gui.shell.main_window import MainWindow
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.theme import ThemeChoice
from arraywise.store.study_file import log_path
from tests.gui.nested import known_items
from tests.gui.small_study import small_study, small_study_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import duckdb

    from arraywise.domain.study import StudyFacts
    from arraywise.store.study import Study

__all__ = ["small_study", "small_study_file"]  # fixtures


@pytest.fixture(scope="session", autouse=True)
def _collector(qapp: QApplication) -> Iterator[None]:
    """Collect as the application does; in the end no window is left that holds a study open."""
    GarbageCollector(qapp)
    yield
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.unfreeze()  # what pastes in bulk left out of every search may hold one
    gc.collect()


@pytest.fixture(autouse=True)
def dressed(qapp: QApplication) -> None:
    """Return every test the fonts, the light theme and English."""
    apply_style(qapp)


def apply_style(qapp: QApplication) -> None:
    if not theme.current_style_sheet():
        theme.load_fonts_and_style(qapp)
    if theme.look().name != "light" or not theme.current_style_sheet():
        theme.apply_theme(qapp, ThemeChoice.LIGHT)
    if preferences.current_language() != "en":
        preferences.install_language("en")
    QLocale.setDefault(QLocale("en_US"))


@pytest.fixture(autouse=True)
def _windows_close_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tests close windows whose work is under way; nobody is there to answer a dialog."""
    monkeypatch.setattr(opening, "ask_to_stop_task", lambda _window, _task: True)


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    kept = [w for w in QApplication.topLevelWidgets() if isinstance(w, KeptWindow)]
    theirs = {t for w in kept for pool in w.background._pools.values() for t in pool._threads}
    began = set(threading.enumerate()) - before - theirs
    assert not [t.name for t in began if t.name.startswith("arraywise")]


@pytest.fixture(scope="module", autouse=True)
def _no_place_in_a_layout_is_known() -> Iterator[None]:
    """Python would take what Qt makes where such a place was for that (`tests/gui/nested.py`)."""
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
    windows.clear()


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


_OWN = {"small_study", "settings", "make_window"}


@pytest.fixture
def open_shared(request: pytest.FixtureRequest) -> Callable[[], MainWindow]:
    """Return a function that shows the small study in a window that tests share (`edited_window`).

    Who asks for the study's file, settings or further windows has one of their own.
    """
    if _OWN.isdisjoint(request.fixturenames):
        return lambda: request.getfixturevalue("edited_window")
    return request.getfixturevalue("open_small")


class KeptWindow(MainWindow):
    """A window that many tests look at; while none does, it follows no change of language."""

    is_looked_at = True
    facts: StudyFacts | None = None
    """What its study held when it was lent last."""

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


class KeptRows:
    """The rows of a study as they were, in another schema of its file, to put them back."""

    def __init__(self, study: Study) -> None:
        self._study = study
        with study.cursor() as cursor:
            cursor.execute("CREATE SCHEMA kept_rows")
            for name in self._tables(cursor):
                cursor.execute(f'CREATE TABLE kept_rows."{name}" AS FROM main."{name}"')
            cursor.execute(
                "CHECKPOINT"
            )  # else DuckDB, short of memory, writes them to a folder here
            self._before = self._sums(cursor)
        self._stamps = self._written()

    def _written(self) -> list[tuple[int, int]]:
        """Return when the files of the study were written last, and their sizes."""
        files = (self._study.path, log_path(self._study.path))
        return [(f.stat().st_mtime_ns, f.stat().st_size) if f.exists() else (0, 0) for f in files]

    @staticmethod
    def _tables(cursor: duckdb.DuckDBPyConnection) -> list[str]:
        names = (
            "SELECT table_name FROM duckdb_tables()"
            " WHERE database_name = current_database() AND schema_name = 'main'"
        )
        return [name for (name,) in cursor.execute(names).fetchall()]

    def _sums(self, cursor: duckdb.DuckDBPyConnection) -> dict[str, object]:
        each = [
            f"SELECT '{name}', count(*), sum(hash(x)) FROM \"{name}\" AS x"  # noqa: S608
            for name in self._tables(cursor)
        ]
        return {name: sums for name, *sums in cursor.execute(" UNION ALL ".join(each)).fetchall()}

    def put_back(self) -> bool:
        """Write the rows of every table that changed; return whether any did."""
        if self._written() == self._stamps:
            return False
        is_changed = self._write_back()
        self._stamps = self._written()
        return is_changed

    def _write_back(self) -> bool:
        with self._study.cursor() as cursor:
            changed = {n for n, sums in self._sums(cursor).items() if sums != self._before.get(n)}
            if not changed:
                return False
            cursor.execute("BEGIN")
            for name in changed:
                if name not in self._before:
                    cursor.execute(f'DROP TABLE "{name}"')
                    continue
                cursor.execute(f'DELETE FROM "{name}"')  # noqa: S608
                cursor.execute(f'INSERT INTO "{name}" FROM kept_rows."{name}"')
            cursor.execute("COMMIT")
            cursor.execute("CHECKPOINT")
        return True


def edited(window: KeptWindow, rows: KeptRows, qtbot: QtBot) -> Iterator[KeptWindow]:
    """Lend a kept window to a test that may edit its study; its rows are put back."""
    yield from _lent(window, qtbot)
    session = window.session
    assert session is not None, "a test that closes a study opens a window of its own"
    session.end_trials()
    if rows.put_back() or session.facts is not window.facts:
        session.reload()
        wait_for_answer(qtbot, window)


def looked_at(window: KeptWindow, qtbot: QtBot) -> Iterator[KeptWindow]:
    """Lend a kept window to a test that edits nothing."""
    yield from _lent(window, qtbot)
    assert window.session is not None
    assert window.session.facts is window.facts, "a test that edits takes `edited_window`"


def _lent(window: KeptWindow, qtbot: QtBot) -> Iterator[KeptWindow]:
    """Lend a kept window as it is after opening."""
    assert window.frame is not None
    assert window.session is not None
    window.is_looked_at = True
    window.frame.trace.hide()
    for page in window.frame.pages:
        page.banner.hide()
        if isinstance(page, EvidencePage):
            page.find_field.clear()
        if isinstance(page, DecisionPage):
            if page.weighing is not None:
                page.close_weights()
            page.close_findings()
            page.show_view("map")
    window.resize(1280, 800)
    window.frame.go_to(0)
    _activate(window, qtbot)
    window.frame.focus_page()
    wait_for_answer(qtbot, window)
    window.facts = window.session.facts
    yield window
    window.presenter.stop()
    for each in window.findChildren(QWidget):
        if each.isWindow() and each.isVisible():
            each.close()
    wait_for_answer(qtbot, window)
    window.is_looked_at = False
    window.hide()


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


class EditedWindows:
    """The window at hand that tests share which edit one study, and what opens another.

    A test that leaves one unfit for others does not hand it back.
    """

    def __init__(self, opening: Callable[[], Iterator[KeptWindow]]) -> None:
        self._opening = opening
        self._at_hand: list[tuple[KeptWindow, KeptRows]] = []
        self._opened: list[Iterator[KeptWindow]] = []

    def lent(self, qtbot: QtBot) -> Iterator[KeptWindow]:
        """Lend a window to a test; the rows of its study are put back."""
        window, rows = self._at_hand.pop() if self._at_hand else self._open()
        yield from edited(window, rows, qtbot)
        if window._spoken == "en":
            self._at_hand.append((window, rows))

    def _open(self) -> tuple[KeptWindow, KeptRows]:
        self._opened.append(self._opening())
        window = next(self._opened[-1])
        assert window.session is not None
        return window, KeptRows(window.session.study)

    def close(self) -> None:
        """Close all."""
        for each in self._opened:
            next(each, None)


def edited_windows(
    request: pytest.FixtureRequest, study_file: Path, factory: pytest.TempPathFactory
) -> Iterator[EditedWindows]:
    """Return windows with a study that tests edit, and close them in the end."""
    qapp = QApplication.instance()
    assert isinstance(qapp, QApplication)
    windows = EditedWindows(
        lambda: kept_window(request, qapp, study_file, factory.mktemp("edits"))
    )
    yield windows
    windows.close()


@pytest.fixture(scope="session")
def _windows_of_edits(
    request: pytest.FixtureRequest,
    qapp: QApplication,  # noqa: ARG001 - there is one
    small_study_file: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[EditedWindows]:
    yield from edited_windows(request, small_study_file, tmp_path_factory)


@pytest.fixture
def edited_window(_windows_of_edits: EditedWindows, qtbot: QtBot) -> Iterator[MainWindow]:
    """Return a window with the small study that tests share which edit; the rows are put back.

    What a test moves on a page, and does not write into the study, it puts back itself.
    """
    yield from _windows_of_edits.lent(qtbot)


def wait_for_answer(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until a window shows its study and nothing is under way."""

    def answered() -> bool:
        session = window.session
        return session is not None and session.answer is not None and window.background.is_idle

    qtbot.waitUntil(answered, timeout=60_000)
