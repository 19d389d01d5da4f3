"""Opens a study, types a requirement, states what is seen once it is saved, and waits."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest

from arraywise import launch
from arraywise.gui.shell.main_window import MainWindow

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QApplication

LONGEST_S = 60.0


def main() -> None:
    """Do so."""
    app = launch.build_application()
    settings = QSettings(sys.argv[2], QSettings.Format.IniFormat)
    window = MainWindow(lambda: window, settings, Path(sys.argv[1]))
    window.show()
    _wait(app, lambda: window.session is not None and window.session.answer is not None)
    frame, session = window.frame, window.session
    assert frame is not None
    assert session is not None
    field = frame.bar.visits_field
    field.selectAll()
    QTest.keyClicks(field, "61000000")
    QTest.keyClick(field, Qt.Key.Key_Return)
    _wait(app, lambda: not session.is_saving and window.background.is_idle)
    message = frame.strip.cells["response"].accessibleName()
    sys.stdout.write(f"{field.text()} | {message}\n")
    sys.stdout.flush()
    _wait(app, lambda: False)


def _wait(app: QApplication, until: Callable[[], bool]) -> None:
    end = time.monotonic() + LONGEST_S
    while not until():
        if time.monotonic() > end:
            raise TimeoutError
        app.processEvents()
        time.sleep(0.01)


if __name__ == "__main__":
    main()
