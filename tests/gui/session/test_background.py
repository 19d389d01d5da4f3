from __future__ import annotations

import gc
import sys
import threading
import weakref
from threading import Event
from typing import TYPE_CHECKING

import pytest
import shiboken6
from PySide6.QtWidgets import QLabel

from arraywise.domain.messages import Stopped, UserError
from arraywise.gui.session.background import Background, BackgroundJob, Worker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


@pytest.fixture
def background() -> Iterator[Background]:
    built = Background()
    yield built
    built.close()


def test_work_goes_out_and_its_value_comes_home(background: Background, qtbot: QtBot) -> None:
    seen: list[tuple[str, str]] = []

    def work(_watch: object) -> str:
        return threading.current_thread().name

    background.start(
        BackgroundJob(
            Worker.READING, work, lambda name: seen.append((name, threading.current_thread().name))
        )
    )
    qtbot.waitUntil(lambda: bool(seen))
    assert seen[0][0].startswith("arraywise-reading")
    assert seen[0][1] == threading.main_thread().name


def test_the_thread_holds_nothing_of_who_asked(background: Background, qtbot: QtBot) -> None:
    """What it lets go of last is taken apart there, which parts of a window do not survive."""
    taken: list[list[object]] = []

    def work(_watch: object) -> list[object]:
        held: list[object] = []
        frame = sys._getframe().f_back  # walk_stack starts elsewhere in 3.13
        while frame is not None:
            held += frame.f_locals.values()
            frame = frame.f_back
        return held

    job = BackgroundJob(Worker.READING, work, taken.append)
    background.start(job)
    qtbot.waitUntil(lambda: bool(taken))
    (held,) = taken
    assert work in held
    assert not any(referred(value, job) for value in held)


def referred(value: object, job: BackgroundJob) -> bool:
    return value is job or job in gc.get_referents(value)


def test_a_lane_keeps_the_order(background: Background, qtbot: QtBot) -> None:
    done: list[int] = []
    for number in range(20):
        background.start(BackgroundJob(Worker.WRITING, lambda _w, n=number: n, done.append))
    qtbot.waitUntil(lambda: background.is_idle)
    assert done == list(range(20))


def test_a_newer_request_drops_the_older(background: Background, qtbot: QtBot) -> None:
    gate = threading.Event()
    taken: list[int] = []
    ended: list[int] = []
    for number in range(3):
        background.start(
            BackgroundJob(
                Worker.COMPUTING,
                lambda _w, n=number: (gate.wait(5), n)[1],
                taken.append,
                key="same",
                on_end=lambda n=number: ended.append(n),
            )
        )
    gate.set()
    qtbot.waitUntil(lambda: background.is_idle)
    assert taken == [2]
    assert sorted(ended) == [0, 1, 2]


def test_what_cannot_be_done_is_said(background: Background, qtbot: QtBot) -> None:
    def work(_watch: object) -> None:
        message = "The disk is full."
        raise UserError(message)

    with qtbot.waitSignal(background.show_error) as sentence:
        background.start(BackgroundJob(Worker.WRITING, work, lambda _: None))
    assert sentence.args == ["The disk is full."]


def test_cancel_stops_and_nothing_comes_home(background: Background, qtbot: QtBot) -> None:
    started = threading.Event()
    taken: list[object] = []

    def work(watch: object) -> None:
        while not watch.stopped():
            watch.progress(1, 2, "half")
            started.set()
        raise Stopped

    task = background.start(BackgroundJob(Worker.IMPORTING, work, taken.append, title="Reading"))
    qtbot.waitUntil(started.is_set)
    assert background.tasks == (task,)
    background.cancel(task)
    qtbot.waitUntil(lambda: background.is_idle)
    assert not taken
    assert (task.done, task.total) == (1, 2)
    assert background.tasks == ()


def test_what_was_stopped_is_let_go_at_once(background: Background, qtbot: QtBot) -> None:
    """ReportLab's frames hold what was raised through them, and are held by it."""
    left: list[str] = []

    def work(_watch: object) -> None:
        stored = threading.Event()
        weakref.finalize(stored, left.append, "gone")
        stopped = Stopped()
        raise stopped

    background.start(BackgroundJob(Worker.RENDERING, work, lambda _: None))
    qtbot.waitUntil(lambda: background.is_idle)
    assert left == ["gone"]


def test_a_part_that_was_deleted_meanwhile_is_told_nothing(
    background: Background, qtbot: QtBot
) -> None:
    """A page of the report came home after the language had changed."""
    part, asked = QLabel(), Event()
    told: list[str] = []

    def take(text: str) -> None:
        told.append(text)
        part.setText(text)

    def work(_watch: object) -> str:
        asked.wait(10)
        return "page"

    with qtbot.captureExceptions() as caught:
        background.start(BackgroundJob(Worker.RENDERING, work, take))
        shiboken6.delete(part)
        asked.set()
        qtbot.waitUntil(lambda: background.is_idle)
    assert (told, caught) == ([], [])


def test_a_bug_reaches_the_crash_dialog(background: Background, qtbot: QtBot) -> None:
    def work(_watch: object) -> None:
        raise ZeroDivisionError

    with qtbot.captureExceptions() as caught:
        background.start(BackgroundJob(Worker.READING, work, lambda _: None))
        qtbot.waitUntil(lambda: background.is_idle)
    assert [kind for kind, *_ in caught] == [ZeroDivisionError]


def test_closing_finishes_what_is_to_be_written() -> None:
    background, written = Background(), []
    for number in range(5):
        background.start(
            BackgroundJob(Worker.WRITING, lambda _w, n=number: written.append(n), lambda _: None)
        )
    background.close()
    assert written == list(range(5))


def test_after_closing_late_requests_are_dropped_and_an_edit_is_a_fault(
    background: Background,
) -> None:
    background.close()
    ended: list[str] = []
    job = BackgroundJob(
        Worker.RENDERING, lambda _w: None, lambda _v: None, on_end=lambda: ended.append("ended")
    )
    assert background.start(job).is_dropped
    assert ended == ["ended"]
    assert background.is_idle
    with pytest.raises(RuntimeError):
        background.start(BackgroundJob(Worker.WRITING, lambda _w: None, lambda _v: None))
