"""Puts the windows together: application, fonts, theme, language, log and crash dialog."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import traceback
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QObject,
    QSettings,
    QSocketNotifier,
    Qt,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
)
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

from arraywise import __version__, shipped
from arraywise.gui.session.background import GarbageCollector
from arraywise.gui.shell import main_window as placing
from arraywise.gui.shell import preferences
from arraywise.gui.shell.main_window import MainWindow
from arraywise.gui.shell.support import (
    CrashDialog,
    describe_machine,
    log_error,
    start_log,
    trace_crashes,
)
from arraywise.gui.widgets import theme
from arraywise.shipped import TRACES, state_folder

if TYPE_CHECKING:
    from types import TracebackType

    from PySide6.QtGui import QSessionManager

_TURN_S = 0.0005
"""How long another thread may go on in Python while the window waits for its turn: with the usual
5 ms a painting of many cells, which waits at each, stood for over half a second."""


def launch(study: str | None) -> int:
    """Open a window with a study, or with the welcome page, and stay until all are closed."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        messages = StartMessages()
        app = build_application()
        messages.release()
    start_log()
    trace_crashes()
    settings = QSettings()
    windows = Windows(settings)
    crashes = Crashes()
    sys.excepthook = crashes.report
    threading.excepthook = crashes.report_thread
    windows.open(None if study is None else Path(study))
    ending = EndSignals(app)
    app.commitDataRequest.connect(windows.save_all)
    status = app.exec()
    ending.restore()
    settings.sync()
    return status


_DISPLAYS = "DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"
_COMMANDS_WORK = (
    "commands work without one, such as 'arraywise decide STUDY' (all of them: arraywise --help)."
)


class StartMessages:
    """Holds what Qt says while the application starts, and leaves where it cannot start.

    Qt guesses at libraries before it ends with a dump of memory: that is left out where there is
    no display at all, and follows our own sentence where one is named that cannot be used.
    """

    def __init__(self) -> None:
        self._held: list[str] = []
        qInstallMessageHandler(self._receive)

    def release(self) -> None:
        """Let Qt speak for itself from now on."""
        qInstallMessageHandler(None)
        sys.stderr.writelines(f"{text}\n" for text in self._held)

    def _receive(self, kind: QtMsgType, _context: object, text: str | None) -> None:
        if kind is not QtMsgType.QtFatalMsg:
            self._held.append(text or "")
            return
        is_named = sys.platform != "linux" or any(map(os.environ.get, _DISPLAYS))
        reason = "the display cannot be used" if is_named else "no display"
        sys.stderr.write(f"arraywise: {reason}, so no window can be opened; {_COMMANDS_WORK}\n")
        if is_named:
            sys.stderr.writelines(f"Qt: {line}\n" for line in self._held)
        sys.stderr.flush()
        os._exit(1)


def end() -> None:
    """Let Qt hand over what others may still ask for, such as what was copied."""
    app = QApplication.instance()
    if app is not None:
        app.shutdown()


def build_application() -> QApplication:
    """Create the application with fonts, theme and language, as every window needs them."""
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(
        Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
    )
    sys.setswitchinterval(_TURN_S)
    app = QApplication(sys.argv[:1])
    GarbageCollector(app)
    app.setOrganizationName("Arraywise")
    app.setApplicationName("Arraywise")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("arraywise")
    app.setWindowIcon(QIcon(str(shipped.resource("icons", "arraywise.svg"))))
    settings = QSettings()
    preferences.install_language(preferences.chosen_language(settings))
    theme.load_fonts_and_style(app)
    theme.apply_theme(app, preferences.theme_choice(settings))
    return app


_ENDING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


class EndSignals(QObject):
    """Closes all windows, each of which finishes writing, when the system asks the program to end.

    Python runs a handler only when the event loop returns to it; the number of the signal, written
    into a socket at once, wakes the loop.
    """

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._reading, self._writing = socket.socketpair()
        for each in (self._reading, self._writing):
            each.settimeout(0.0)
        self._notifier = QSocketNotifier(self._reading.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._end)
        self._wakeup = signal.set_wakeup_fd(self._writing.fileno(), warn_on_full_buffer=False)
        self._before = {each: signal.signal(each, lambda *_: None) for each in _ENDING}

    def _end(self) -> None:
        with suppress(OSError):
            self._reading.recv(16)
        for window in QApplication.topLevelWidgets():
            if isinstance(window, MainWindow):
                window.end_at_once()
        QApplication.quit()

    def restore(self) -> None:
        """Let signals do again what they did before."""
        signal.set_wakeup_fd(self._wakeup)
        for each, handler in self._before.items():
            signal.signal(each, handler)
        self._notifier.setEnabled(False)
        self._reading.close()
        self._writing.close()


class Windows:
    """All open windows; a window that is closed is let go."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings
        self._open: list[MainWindow] = []

    def open(self, study: Path | None = None) -> MainWindow:
        """Open a further window, with a study or with the welcome page."""
        window = MainWindow(self.open, self._settings, study)
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window.destroyed.connect(lambda: self._release(window))
        placing.restore_window_geometry(window, self._settings, alone=not self._open)
        self._open.append(window)
        window.show()
        return window

    def save_all(self, _manager: QSessionManager) -> None:
        """Write all edits into the studies' files, as the user logs out."""
        for window in self._open:
            if window.session is not None:
                window.session.save_now()

    def _release(self, window: MainWindow) -> None:
        if window in self._open:
            self._open.remove(window)


class Crashes(QObject):
    """Writes unexpected errors into the log, and shows them once each.

    They may come from any thread and in the middle of painting, where no dialog can be opened:
    it is opened in a turn of its own.
    """

    _came = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._shown: set[str] = set()
        self._dialog: CrashDialog | None = None
        self._came.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def report(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Take down an error that nothing caught."""
        details = "".join(traceback.format_exception(kind, error, trace))
        log_error(error)
        sys.stderr.write(details)
        if not issubclass(kind, KeyboardInterrupt):
            self._came.emit(details)

    def report_thread(self, args: threading.ExceptHookArgs) -> None:
        """Take down an error that ended a thread."""
        if args.exc_value is not None:
            self.report(args.exc_type, args.exc_value, args.exc_traceback)

    def _show(self, details: str) -> None:
        """Show an error, unless one is shown already or it is an old one that comes again."""
        if details in self._shown or self._dialog is not None:
            return
        self._shown.add(details)
        about = f"Arraywise {__version__}, {describe_machine()}\n\n{details}"
        self._dialog = CrashDialog(about, state_folder() / TRACES)
        self._dialog.finished.connect(self._release)
        self._dialog.open()

    def _release(self) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
            self._dialog = None
