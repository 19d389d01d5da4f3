"""From a tick of a slider to the painted frame, against repainting the same window unchanged.

Each tick is a mouse move that Qt delivers to the slider; the frame is there when the window has
painted what follows from it. Ticks come one after the other without rest, which is harder than
a hand.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QEventLoop, QObject, QSettings

from tests.bench.processes import Result, in_process, worked_example
from tests.pace import slowness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arraywise.gui.shell.main_window import MainWindow

TICKS = 150
WARM_UP = 20
_WAIT_S = 60.0
_WAIT = QEventLoop.ProcessEventsFlag.WaitForMoreEvents
"""Without it the thread would spin, and that would be counted."""
_MEDIAN_MS, _WORST_MS = 16.0, 33.0


def measure(folder: Path) -> list[Result]:
    """Measure ticks of the slider on every page, and drags on the decision page."""
    study = worked_example(folder)
    copy = shutil.copy(study, folder / "slider.arraywise")
    return [_result(each) for each in in_process("tests.bench.slider", copy)]


def _result(found: dict[str, Any]) -> Result:
    message = (
        f"{found['name']}: tick to frame, goal {_MEDIAN_MS:.0f} ms"
        f" (99th {found['worst']:.1f} ms, goal {_WORST_MS:.0f}; at the pace of a quiet machine"
        f" {found['paced']:.1f} and {found['worst_paced']:.1f})"
    )
    return Result(
        name=message, value=found["tick"], unit="m", reference=found["repaint"],
        ratio=found["tick"] / found["repaint"], cpu_ratio=found["cpu"] / found["repaint_cpu"],
        memory_ratio=0.0,
    )  # fmt: skip


def drive(path: Path) -> Iterator[dict[str, Any]]:
    """Open a study in a window and yield what each kind of drag took, in milliseconds."""
    from arraywise.gui.shell.main_window import MainWindow
    from arraywise.launch import build_application

    app = build_application()

    class Frames(QObject):
        painted = 0

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
            if event.type() == QEvent.Type.UpdateRequest and watched is window:
                self.painted += 1
            return False

    settings = QSettings(str(path.with_suffix(".ini")), QSettings.Format.IniFormat)
    window = MainWindow(lambda: window, settings, path)
    frames = Frames()
    window.installEventFilter(frames)
    window.show()
    until(lambda: window.session is not None and window.session.answer is not None, app)
    assert window.frame is not None
    rest(window, app)
    for page in window.frame.pages:
        window.go_to(window.frame.pages.index(page))
        rest(window, app)
        for name, begin, move, end in _hands(window, page.key):
            paces = [slowness()]
            begin()
            ticks = [_tick(window, app, frames, move, i) for i in range(WARM_UP + TICKS)][WARM_UP:]
            end()
            paces += (slowness(), slowness())
            rest(window, app)
            still = [_repaint(window, app, frames) for _ in range(40)]
            yield _found(f"{page.key}, {name}", ticks, still, max(1.0, median(paces)))
    window.close()


def _found(
    name: str, ticks: list[tuple[float, float]], still: list[tuple[float, float]], pace: float
) -> dict[str, Any]:
    worst = quantiles([w for w, _ in ticks], n=100)[98] * 1e3
    return {
        "name": name,
        "tick": median(w for w, _ in ticks) * 1e3,
        "worst": worst,
        "paced": median(w for w, _ in ticks) * 1e3 / pace,
        "worst_paced": worst / pace,
        "cpu": median(c for _, c in ticks) * 1e3,
        "cpu_worst": quantiles([c for _, c in ticks], n=100)[98] * 1e3,
        "repaint": median(w for w, _ in still) * 1e3,
        "repaint_cpu": median(c for _, c in still) * 1e3,
    }


def _hands(
    window: MainWindow, key: str
) -> Iterator[tuple[str, Callable[[], None], Callable[[int], None], Callable[[], None]]]:
    """Yield what can be dragged on a page: name, press, move and release."""
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest

    frame = window.frame
    assert frame is not None
    hands: list[tuple[str, Any, int]] = [("requirement", frame.bar.visits_slider, 12)]
    if key == "decision":
        page: Any = frame.present_page
        hands += [
            ("weight", next(iter(page.weights.rows.values())).slider, 10),
            ("cross-hair", page.map, 0),
        ]
    left = Qt.MouseButton.LeftButton
    for name, widget, high in hands:
        y = high or widget.height() // 2

        def spot(i: int, widget: Any = widget, y: int = y) -> QPoint:
            """Go to and fro over the middle half."""
            wide = widget.width() // 2
            way = (i * 3) % (2 * wide)
            return QPoint(wide // 2 + (way if way < wide else 2 * wide - way), y)

        yield (
            name,
            lambda w=widget, s=spot: QTest.mousePress(w, left, pos=s(0)),
            lambda i, w=widget, s=spot: QTest.mouseMove(w, s(i + 1)),
            lambda w=widget, s=spot: QTest.mouseRelease(w, left, pos=s(TICKS + WARM_UP)),
        )


def _tick(
    window: MainWindow, app: Any, frames: Any, move: Callable[[int], None], i: int
) -> tuple[float, float]:
    """Move once; return wall and processor seconds of this thread until it is painted."""
    session = window.session
    assert session is not None
    before, painted = session.answer, frames.painted
    wall, cpu = time.perf_counter(), time.thread_time()
    move(i)
    while session.answer is before:
        app.processEvents(_WAIT)
    painted = frames.painted
    while frames.painted == painted:
        app.processEvents(_WAIT)
    return time.perf_counter() - wall, time.thread_time() - cpu


def _repaint(window: MainWindow, app: Any, frames: Any) -> tuple[float, float]:
    painted = frames.painted
    wall, cpu = time.perf_counter(), time.thread_time()
    window.update()  # and with it all that is in it
    while frames.painted == painted:
        app.processEvents(_WAIT)
    return time.perf_counter() - wall, time.thread_time() - cpu


def until(reached: Callable[[], bool], app: Any) -> None:
    give_up = time.perf_counter() + _WAIT_S
    while not reached():
        app.processEvents()
        time.sleep(0.002)
        assert time.perf_counter() < give_up


def rest(window: MainWindow, app: Any) -> None:
    """Let all that is under way come to its end."""
    calm = time.perf_counter() + 0.4
    while time.perf_counter() < calm:
        app.processEvents()
        time.sleep(0.002)
        if not window.background.is_idle:
            calm = time.perf_counter() + 0.4


if __name__ == "__main__":
    print(json.dumps(list(drive(Path(sys.argv[1])))))
