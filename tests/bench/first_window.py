"""Start to the first painted window, against a bare Qt window."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from tests.bench.processes import compare

if TYPE_CHECKING:
    from pathlib import Path

    from tests.bench.processes import Result

_QUIT_WHEN_PAINTED = """
import os
from PySide6.QtCore import QEvent, QObject
class FirstPaint(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            os._exit(0)
        return False
"""
_BARE = (
    _QUIT_WHEN_PAINTED
    + """
from PySide6.QtWidgets import QApplication, QMainWindow
application = QApplication([])
watcher = FirstPaint()
application.installEventFilter(watcher)
window = QMainWindow()
window.resize(1280, 800)
window.show()
application.exec()
"""
)
_OURS = (
    _QUIT_WHEN_PAINTED
    + """
import sys
from arraywise.launch import launch, make_application
application = make_application()
watcher = FirstPaint()
application.installEventFilter(watcher)
launch(sys.argv[1])
"""
)


def measure(folder: Path) -> Result:
    """Time a process from its start to the first painted window, the worked example opened."""
    study = folder / "window" / "worked-example.arraywise"
    # In a process of its own: what is measured inherits the peak memory of its parent.
    demo = [sys.executable, "-m", "arraywise", "demo", "--out", str(study.parent)]
    subprocess.run(demo, check=True, stdout=subprocess.DEVNULL)
    return compare(
        "start to first painted window, against a bare Qt window",
        [sys.executable, "-c", _OURS, str(study)],
        [sys.executable, "-c", _BARE],
        pairs=7,
        environment={"QT_QPA_PLATFORM": "offscreen"},
    )
