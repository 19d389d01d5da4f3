"""Puts the windows together: application, fonts, theme, language, log and crash dialog."""

from __future__ import annotations

import logging
import logging.handlers
import os
import platform
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, Qt, qVersion
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

from arraywise import __version__, shipped
from arraywise.gui import preferences, theme
from arraywise.gui.crash_dialog import CrashDialog
from arraywise.gui.main_window import MainWindow
from arraywise.gui.state_folder import state_folder
from arraywise.gui.watchdog import Watchdog

if TYPE_CHECKING:
    from types import TracebackType

_log = logging.getLogger("arraywise")
_LOG_BYTES = 1_000_000
WATCH = "ARRAYWISE_WATCH"
"""Environment variable: where it is set, the log tells when a window was busy for too long."""


def launch(study: str | None) -> int:
    """Open a window with a study, or with the welcome page, and stay until all are closed."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = make_application()
    start_log()
    windows = Windows(QSettings())
    sys.excepthook = windows.report_crash
    windows.open(None if study is None else Path(study))
    watchdog = Watchdog() if os.environ.get(WATCH) else None
    status = app.exec()
    if watchdog is not None:
        watchdog.close()
    return status


def make_application() -> QApplication:
    """Make the application with fonts, theme and language, as every window needs them."""
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(
        Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
    )
    app = QApplication(sys.argv[:1])
    app.setOrganizationName("Arraywise")
    app.setApplicationName("Arraywise")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("arraywise")
    app.setWindowIcon(QIcon(str(shipped.resource("icons", "arraywise.svg"))))
    settings = QSettings()
    preferences.speak(preferences.language(settings))
    theme.prepare(app)
    theme.apply_theme(app, preferences.theme_choice(settings))
    return app


def start_log() -> None:
    """Write the log into the state folder; a small one, kept twice."""
    path = state_folder() / "arraywise.log"
    handler = logging.handlers.RotatingFileHandler(
        path, maxBytes=_LOG_BYTES, backupCount=1, encoding="utf-8", delay=True
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    _log.addHandler(handler)
    _log.setLevel(logging.INFO)
    _log.info("Arraywise %s on %s", __version__, describe_machine())


def describe_machine() -> str:
    """Say what a report needs to know; nothing about the user or the study."""
    return (
        f"{platform.system()} {platform.release()}, Python {platform.python_version()}, "
        f"Qt {qVersion()}"
    )


class Windows:
    """All open windows; a window that is closed is let go."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings
        self._open: list[MainWindow] = []
        self._is_reporting = False

    def open(self, study: Path | None = None) -> MainWindow:
        """Open a further window, with a study or with the welcome page."""
        window = MainWindow(self.open, self._settings, study)
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window.destroyed.connect(lambda: self._let_go(window))
        self._open.append(window)
        window.show()
        return window

    def _let_go(self, window: MainWindow) -> None:
        if window in self._open:
            self._open.remove(window)

    def report_crash(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Write an unexpected error into the log and show it, once at a time."""
        details = "".join(traceback.format_exception(kind, error, trace))
        _log.error("unexpected error\n%s", details)
        sys.stderr.write(details)
        if issubclass(kind, KeyboardInterrupt) or self._is_reporting:
            return
        self._is_reporting = True
        about = f"Arraywise {__version__}, {describe_machine()}\n\n{details}"
        CrashDialog(about, state_folder() / "arraywise.log").exec()
        self._is_reporting = False
