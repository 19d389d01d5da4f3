"""Start to the first painted window, against a bare Qt window with the same imports.

The bare process imports what ours has imported by its first paint, but our own modules.
"""

from __future__ import annotations

import os
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
_TELL_IMPORTS = _QUIT_WHEN_PAINTED.replace(
    "os._exit(0)",
    "print(*[m for m in sys.modules if not m.startswith(('arraywise', '__main__'))],"
    " sep='\\n', flush=True); os._exit(0)",
).replace("import os", "import os, sys")
_BARE = (
    _QUIT_WHEN_PAINTED
    + """
import contextlib, importlib, sys
for name in sys.argv[1:]:
    with contextlib.suppress(ImportError):
        importlib.import_module(name)
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
_LAUNCH = """
import sys
from arraywise.launch import build_application, launch
application = build_application()
watcher = FirstPaint()
application.installEventFilter(watcher)
launch(sys.argv[1])
"""


def measure(folder: Path) -> Result:
    """Time a process from its start to the first painted window, the worked example opened."""
    study = folder / "window" / "worked-example.arraywise"
    # In a process of its own: what is measured inherits the peak memory of its parent.
    demo = [sys.executable, "-m", "arraywise", "demo", "--out", str(study.parent)]
    subprocess.run(demo, check=True, stdout=subprocess.DEVNULL)
    environment = {"QT_QPA_PLATFORM": "offscreen"}
    stated = subprocess.run(
        [sys.executable, "-c", _TELL_IMPORTS + _LAUNCH, str(study)],
        check=True, capture_output=True, text=True, env=os.environ | environment,
    )  # fmt: skip
    return compare(
        "start to first painted window, against a bare Qt window with the same imports",
        [sys.executable, "-c", _QUIT_WHEN_PAINTED + _LAUNCH, str(study)],
        [sys.executable, "-c", _BARE, *stated.stdout.split()],
        pairs=7,
        environment=environment,
    )
