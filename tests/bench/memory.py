"""Memory of a window after 1,000 edits and page changes, against what it held after 100."""

from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.processes import Result, in_process, worked_example

if TYPE_CHECKING:
    from arraywise.gui.shell.main_window import MainWindow

BEFORE, ROUNDS = 100, 1_000
_UNDO_AT, _DIALOG_AT = 9, 5
"""In which of ten rounds something is undone, and dialogs are opened and closed."""
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
MIB = 2**20


def measure(folder: Path) -> Result:
    """Measure in a process of its own; goal: within 5 %."""
    study = worked_example(folder)
    copy = shutil.copy(study, folder / "memory.arraywise")
    before, after = in_process("tests.bench.memory", copy, BEFORE, ROUNDS)
    return Result(
        name=f"MiB after {BEFORE + ROUNDS} edits and page changes, against {BEFORE} (goal 1.05)",
        value=after, unit="M", reference=before, ratio=after / before, cpu_ratio=0.0,
        memory_ratio=after / before,
    )  # fmt: skip


def drive(path: Path, before: int, rounds: int) -> tuple[float, float]:
    """Return MiB in use after some rounds, and after more of them."""
    from PySide6.QtCore import QSettings

    from arraywise.gui.session.background import GarbageCollector
    from arraywise.gui.shell.main_window import MainWindow
    from arraywise.launch import build_application
    from tests.bench.slider import rest, until

    app = build_application()
    collector = app.findChild(GarbageCollector)
    settings = QSettings(str(path.with_suffix(".ini")), QSettings.Format.IniFormat)
    window = MainWindow(lambda: window, settings, path)
    window.show()
    until(lambda: window.session is not None and window.session.answer is not None, app)
    rest(window, app)
    assert window.frame is not None
    used = []
    for begin, end in ((0, before), (before, before + rounds)):
        for number in range(begin, end):
            _edit_and_turn(window, number)
            session = window.session
            until(lambda s=session: s is not None and not (s.is_saving or s.is_moving), app)
            release()
        window.go_to(0)
        rest(window, app)
        collector.collect_all()  # as it does by itself a few seconds later
        used.append(in_use() / MIB)
    window.close()
    return used[0], used[1]


def _edit_and_turn(window: MainWindow, number: int) -> None:
    from arraywise.gui.shell.palette import CommandPalette, HelpDialog

    session, frame = window.session, window.frame
    assert session is not None
    assert session.facts is not None
    assert frame is not None
    window.go_to(number % len(frame.pages))
    visits = 50_000_000 + 10_000 * (number % 500)
    session.save_requirement(replace(session.facts.requirement, visits_per_month=visits))
    if number % 10 == _UNDO_AT:
        window.undoing.undo()
    if number % 10 == _DIALOG_AT:
        window.show_keys()
        window.show_palette()
        for shown in (*window.findChildren(HelpDialog), *window.findChildren(CommandPalette)):
            shown.close()


def release() -> None:
    """Delete what was closed, as the loop of a program does between its turns."""
    from PySide6.QtCore import QCoreApplication, QEvent

    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def in_use() -> int:
    """Return the resident bytes of this process."""
    pages = Path("/proc/self/statm").read_text("ascii").split()[1]
    return int(pages) * _PAGE_BYTES


if __name__ == "__main__":
    print(json.dumps(drive(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))
