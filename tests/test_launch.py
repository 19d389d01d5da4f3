"""Errors that nothing caught: they are shown with details, stand in the log, and one goes on."""

from __future__ import annotations

import builtins
import faulthandler
import logging
import os
import subprocess
import sys
import threading
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton

from arraywise import __version__, launch
from arraywise.gui.session.background import Background, BackgroundJob, Worker
from arraywise.gui.shell.support import CrashDialog, log_error
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.theme import ThemeChoice
from arraywise.store.reading.inputs import read_study_info
from arraywise.store.study import create_study, open_study
from arraywise.usecases.import_files import import_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

FAULT = "a fault that was made on purpose"


def fail(*_: object) -> None:
    raise RuntimeError(FAULT)


def in_a_slot(_qtbot: QtBot) -> None:
    QTimer.singleShot(0, fail)


def in_the_background(qtbot: QtBot) -> None:
    background = Background()
    background.start(BackgroundJob(Worker.READING, fail, fail))
    qtbot.waitUntil(lambda: background.is_idle)
    background.close()


def in_a_thread(_qtbot: QtBot) -> None:
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the log file of a program that has started."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    logger = logging.getLogger("arraywise")
    before, level = list(logger.handlers), logger.level
    launch.start_log()
    launch.trace_crashes()
    yield tmp_path / "arraywise" / "arraywise.log"
    faulthandler.disable()
    for handler in set(logger.handlers) - set(before):
        logger.removeHandler(handler)
        if type(handler) is logging.StreamHandler:
            handler.stream.close()
        handler.close()
    logger.setLevel(level)


@pytest.mark.qt_no_exception_capture
@pytest.mark.parametrize("broken", [in_a_slot, in_the_background, in_a_thread])
def test_an_error_is_shown_once_and_stands_in_the_log(
    qapp: QApplication,
    qtbot: QtBot,
    log: Path,
    monkeypatch: pytest.MonkeyPatch,
    broken: Callable[[QtBot], None],
) -> None:
    if not theme.current_style_sheet():
        theme.load_fonts_and_style(qapp)
    theme.apply_theme(qapp, ThemeChoice.LIGHT)
    crashes = launch.Crashes()
    monkeypatch.setattr(sys, "excepthook", crashes.report)
    monkeypatch.setattr(threading, "excepthook", crashes.report_thread)
    monkeypatch.setattr(logging.getLogger("arraywise"), "propagate", False)
    broken(qtbot)
    qtbot.waitUntil(lambda: bool(dialogs()))
    (dialog,) = dialogs()
    copy, go_on = dialog.findChildren(QPushButton)
    copy.click()
    copied = QGuiApplication.clipboard().text()
    assert FAULT in copied
    assert "def fail" not in copied
    assert "in fail" in copied
    assert launch.describe_machine() in copied
    go_on.click()
    assert not dialogs()
    assert FAULT in log.read_text("utf-8")
    for handler in logging.getLogger("arraywise").handlers[-2:-1]:
        handler.doRollover()  # the log is full, and full again
        handler.doRollover()
    assert not [FAULT for kept in log.parent.glob("arraywise.log*") if FAULT in kept.read_text()]
    assert f"RuntimeError: {FAULT}" in log.with_name("crashes.log").read_text("utf-8")


CONTENTS = ("Tiger9", "ACME", "12,345", "Payroll", "4711")


def test_the_log_quotes_neither_files_nor_studies(log: Path, tmp_path: Path) -> None:
    evidence, path = tmp_path / "run.conf", tmp_path / "new.arraywise"
    evidence.write_text("<Password>Tiger9</Password> -cs Payroll/Tiger9@ACME\n")
    with create_study(path, name="Payroll", client="ACME") as study:
        import_files(study, [evidence], option="ACME")
        for act in (
            lambda: float("12,345 ACME"),
            lambda: {"a": 1}[f"it's {evidence.read_text()}"],
            lambda: Decimal(read_study_info(study).client),
            lambda: open_study(tmp_path / "Payroll" / "gone.arraywise"),
            lambda: study.cursor().__enter__().execute("SELECT 'ACME'::INTEGER, 4711 AS 'Tiger9'"),
            lambda: [].index(4711),
            lambda: fail_after(lambda: int("Tiger9")),
        ):
            try:
                act()
            except Exception as error:  # noqa: BLE001 - of every kind
                log_error(error)
    for kept in log.parent.glob("*.log"):
        text = kept.read_text("utf-8")
        said = [line for line in text.splitlines() if not line.startswith(" ")]
        assert [word for word in CONTENTS if any(word in line for line in said)] == []
        assert text.count("unexpected error") == 7
        assert "ValueError: could not convert string to float: \u2026" in text
        assert "which led to" in text


def fail_after(act: Callable[[], object]) -> None:
    try:
        act()
    except ValueError as error:
        message = f"ended by {error}"
        raise RuntimeError(message) from error


def dialogs() -> list[CrashDialog]:
    shown = QApplication.topLevelWidgets()
    return [w for w in shown if isinstance(w, CrashDialog) and w.isVisible()]


WITHIN_QT = """
import sys
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from arraywise import launch
from arraywise.gui.shell.support import CrashDialog

class Broken(QWidget):
    def paintEvent(self, _event):
        if sys.argv[1] == "paint":
            raise RuntimeError("in a paint event")

    def eventFilter(self, _watched, event):
        if event.type() == QEvent.Type.User and sys.argv[1] == "filter":
            raise RuntimeError("in an event filter")
        return False

def look():
    for shown in QApplication.topLevelWidgets():
        if isinstance(shown, CrashDialog) and shown.isVisible():
            shown.findChildren(QPushButton)[-1].click()
            QTimer.singleShot(200, app.quit)  # for a second dialog about the same error
            print("shown")

app = launch.build_application()
launch.start_log()
crashes = launch.Crashes()
sys.excepthook = crashes.report
broken = Broken()
broken.installEventFilter(broken)
QTimer.singleShot(0, broken.show)
QTimer.singleShot(0, lambda: QCoreApplication.postEvent(broken, QEvent(QEvent.Type.User)))
timer = QTimer()
timer.timeout.connect(look)
timer.timeout.connect(broken.update)
timer.start(20)
sys.exit(app.exec())
"""


@pytest.mark.parametrize("kind", ["paint", "filter"])
def test_an_error_within_qt_is_shown_once_and_one_goes_on(tmp_path: Path, kind: str) -> None:
    """A process of its own: under the loops of a test Qt hands such errors to the test."""
    there = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", WITHIN_QT, kind]
    ended = subprocess.run(
        command, env=there, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 0
    fault = "in a paint event" if kind == "paint" else "in an event filter"
    assert fault in (tmp_path / "arraywise" / "arraywise.log").read_text("utf-8")
    assert ended.stdout.count("shown") == 1


def test_a_crash_that_python_cannot_catch_leaves_its_trace(tmp_path: Path) -> None:
    program = (
        "from arraywise import launch; launch.trace_crashes(); "
        "import faulthandler; faulthandler._sigsegv()"
    )
    there = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    ended = subprocess.run(
        [sys.executable, "-c", program], env=there, stderr=subprocess.DEVNULL, check=False
    )
    assert ended.returncode != 0
    stated = (tmp_path / "arraywise" / "crashes.log").read_text("utf-8")
    assert f"Arraywise {__version__}" in stated
    assert "Segmentation fault" in stated
    assert 'File "<string>", line 1' in stated


def test_python_imports_without_looking_for_features_of_pyside() -> None:
    assert launch  # which loads the windows, and with them Qt
    assert builtins.__import__.__name__ != "__feature_import__"


CLOSING = """
import gc
from PySide6.QtCore import QTimer
from arraywise import __main__, launch
from arraywise.gui.shell.main_window import MainWindow

made = launch.build_application

def make():
    app = made()

    def look():
        windows = [w for w in app.topLevelWidgets() if isinstance(w, MainWindow)]
        if any(w.session is not None and w.session.answer is not None for w in windows):
            gc.freeze()  # as the program does by and by
            app.closeAllWindows()

    app.timer = QTimer(app)
    app.timer.timeout.connect(look)
    app.timer.start(50)
    return app

launch.build_application = make
__main__.main()
"""


@pytest.mark.parametrize("is_writable", [True, False])
def test_a_window_that_is_closed_leaves_no_word_on_the_terminal(
    tmp_path: Path,
    is_writable: bool,  # noqa: FBT001
) -> None:
    """DuckDB would count what Python still holds. A home may be no folder to write into."""
    create_study(tmp_path / "new.arraywise", name="New").close()
    home = tmp_path if is_writable else tmp_path / "new.arraywise" / "home"
    there = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(home)}
    there |= {"XDG_STATE_HOME": str(home), "XDG_CONFIG_HOME": str(home), "TMPDIR": str(tmp_path)}
    there["XDG_CACHE_HOME"] = str(tmp_path)  # else the system's font library has words of its own
    command = [sys.executable, "-c", CLOSING, str(tmp_path / "new.arraywise")]
    ended = subprocess.run(
        command, env=there, capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert (tmp_path / "Arraywise" / "Arraywise.conf").is_file() is is_writable
    stated = list(tmp_path.glob("*/arraywise.log"))
    assert "ERROR" not in stated[0].read_text("utf-8")


@pytest.mark.skipif(sys.platform != "linux", reason="displays are named by the environment")
@pytest.mark.parametrize("display", ["", ":987"])
def test_without_a_display_our_own_sentence_comes_first(display: str) -> None:
    own = {k: v for k, v in os.environ.items() if k not in launch._DISPLAYS}
    command = [sys.executable, "-m", "arraywise"]
    env = own | ({"DISPLAY": display} if display else {})
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    first, *others = done.stderr.splitlines()
    assert done.returncode == 1
    assert first.startswith("arraywise: ")
    assert bool(others) is bool(display)  # what Qt says of a display that it cannot use
