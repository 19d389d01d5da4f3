"""Goes through a window turn by turn of its event loop: the longest one of each step, of 50 ms.

Processor time of the window's thread counts: what others do on the machine is not its fault. Nor
is that the same work takes twice the processor time while others use the same core, so a fixed
piece of work before and after says how slow the machine is. An event that comes meanwhile waits
for one turn at most.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractEventDispatcher,
    QCoreApplication,
    QEvent,
    QEventLoop,
    QPoint,
    Qt,
)
from PySide6.QtTest import QTest

from arraywise.gui.session.exports import write_pdf
from arraywise.gui.widgets.theme import ThemeChoice
from tests.bench.processes import Result, in_process, worked_example
from tests.gui.small_study import swingbench_file
from tests.pace import own_time, slowness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arraywise.gui.shell.main_window import MainWindow

LIMIT_S = 0.050
_ATTEMPTS = 2
"""A turn that is long by itself is long each time; one that others held up is not."""
_SHOWN = 5
_LONGEST_S = 60.0
_CALM_S = 0.15
_LEFT = Qt.MouseButton.LeftButton

Step = tuple[str, "Callable[[], object]"]


def measure(folder: Path) -> list[Result]:
    """Measure what holds up a window longest, and return the longest of all steps."""
    study = worked_example(folder)
    took: dict[str, float] = in_process("tests.bench.turns", study, folder / "turns")
    longest = sorted(took, key=took.__getitem__, reverse=True)[:_SHOWN]
    return [_result(f"longest turn of the event loop: {name}", took[name]) for name in longest]


def _result(name: str, took_s: float) -> Result:
    ratio = took_s / LIMIT_S
    return Result(
        name=name, value=took_s * 1e3, unit="m", reference=LIMIT_S * 1e3,
        ratio=ratio, cpu_ratio=ratio, memory_ratio=0.0,
    )  # fmt: skip


def drive(original: Path, folder: Path) -> dict[str, float]:
    """Go through all steps several times; return the seconds of each, of the best attempt."""
    from PySide6.QtCore import QSettings

    from arraywise.gui.shell.main_window import MainWindow
    from arraywise.launch import build_application

    shutil.rmtree(folder, ignore_errors=True)
    evidence = folder / "evidence"
    evidence.mkdir(parents=True)
    for run in (1, 2):
        shutil.copy(swingbench_file("fc-san", "fc", 30, run), evidence)
    build_application()
    settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    best: dict[str, float] = {}
    for attempt in range(_ATTEMPTS):
        study = Path(shutil.copy(original, folder / f"attempt-{attempt}.arraywise"))
        window = MainWindow(lambda _opening=None: None, settings, None)
        window.show()
        longest_turn(window, lambda: None)
        result: dict[str, float] = {}
        for name, act in steps(window, study, evidence, folder):
            result[name] = max(result.get(name, 0.0), longest_turn(window, act))
        window.close()
        window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        best = {name: min(took, best.get(name, took)) for name, took in result.items()}
    return best


def steps(window: MainWindow, study: Path, evidence: Path, folder: Path) -> Iterator[Step]:
    """Yield what is done to a window, one after the other: a name and the call."""
    yield "open a study", lambda: window.open_path(study)
    frame, session = window.frame, window.session
    assert frame is not None
    assert session is not None
    for number, page in enumerate(frame.pages):
        yield f"first visit of {page.key}", partial(window.go_to, number)
    for number, page in enumerate(frame.pages):
        window.go_to(number)
        for theme in (ThemeChoice.DARK, ThemeChoice.LIGHT):
            yield f"{theme.value} on {page.key}", partial(window.choose_theme, theme)
    for code in ("de", "en"):
        yield f"speak {code}", partial(window.choose_language, code)
    frame = window.frame
    slider = frame.bar.visits_slider
    middle = QPoint(slider.width() // 2, 12)
    yield "press a slider", lambda: QTest.mousePress(slider, _LEFT, pos=middle)
    for step in range(1, 9):
        there = middle + QPoint(4 * step, 0)
        yield "drag a slider", partial(QTest.mouseMove, slider, there)
    yield "let a slider go", lambda: QTest.mouseRelease(slider, _LEFT, pos=there)
    assert session.facts is not None
    asked = replace(session.facts.requirement, response_time_s=0.15)
    yield "edit the requirement", lambda: session.save_requirement(asked)
    yield "undo", window.undoing.undo
    yield "redo", window.undoing.redo
    yield "import a folder", lambda: frame.import_files((evidence,))
    pdf = folder / "stretches.pdf"
    yield "export a PDF", lambda: write_pdf(session, pdf, lambda: window.banner)
    yield "present", window.present
    yield "present no more", window.presenter.stop
    yield "close the study", window.close_study


def longest_turn(window: MainWindow, act: Callable[[], object]) -> float:
    """Do something and all that follows from it; return the longest turn's seconds, if quiet."""
    before = slowness()
    longest = _longest(window, act)
    return longest / max(1.0, before, slowness())


def _longest(window: MainWindow, act: Callable[[], object]) -> float:
    longest = own_time(act)
    end = time.perf_counter() + _LONGEST_S
    calm = time.perf_counter() + _CALM_S
    while time.perf_counter() < calm:
        took = own_time(_turn)
        longest = max(longest, took)
        if took > 1e-3 or not _is_at_rest(window):
            calm = time.perf_counter() + _CALM_S
        else:
            time.sleep(1e-3)
        assert time.perf_counter() < end, "the window does not come to rest"
    return longest


def _turn() -> None:
    """Let one turn of the loop pass, with what an outer loop would delete in it."""
    QAbstractEventDispatcher.instance().processEvents(QEventLoop.ProcessEventsFlag.AllEvents)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def _is_at_rest(window: MainWindow) -> bool:
    session = window.session
    moving = session is not None and (session.answer is None or session.is_moving)
    return window.background.is_idle and not moving


if __name__ == "__main__":
    print(json.dumps(drive(Path(sys.argv[1]), Path(sys.argv[2]))), flush=True)
    os._exit(0)  # as the program ends
