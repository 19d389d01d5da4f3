"""Closing a window while files are read asks, and reopening says what is missing."""

from __future__ import annotations

from contextlib import closing
from threading import Event
from typing import TYPE_CHECKING

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from arraywise.domain.messages import Stopped, ignore_progress
from arraywise.gui.session.background import BackgroundJob, Worker
from arraywise.gui.shell import opening
from arraywise.store.reading.evidence import list_files
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import open_study
from arraywise.usecases.import_files import import_resumable, read_unfinished_import
from tests.gui.acting import shown_page
from tests.gui.conftest import wait_for_answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.gui.session.background import JobControl
    from arraywise.gui.shell.main_window import MainWindow


def read_until(window: MainWindow, release: Event) -> None:
    """Have something under way that has a title, as an import has."""

    def work(watch: JobControl) -> None:
        watch.progress(3, 9, "a.txt")
        while not release.wait(0.01) and not watch.stopped():
            pass

    window.background.start(
        BackgroundJob(Worker.IMPORTING, work, lambda _done: None, title="Reading")
    )


def test_a_window_that_reads_files_asks_before_it_closes(
    open_small: Callable[[], MainWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    window, release = open_small(), Event()
    answers, asked = [False, False, True], []

    def ask(_window: MainWindow, task: object) -> bool:
        asked.append(task)
        return answers[len(asked) - 1]

    monkeypatch.setattr(opening, "ask_to_stop_task", ask)
    read_until(window, release)
    assert not window.close()
    assert window.isVisible()
    window.close_study()
    assert window.session is not None
    assert len(asked) == 2
    assert window.close()
    assert len(asked) == 3


def test_a_window_at_rest_closes_unasked(
    open_small: Callable[[], MainWindow], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_small()
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    monkeypatch.setattr(opening, "ask_to_stop_task", lambda *_asked: False)
    assert window.close()


def test_the_question_says_how_far_it_is_and_staying_is_the_default(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window, release = open_small(), Event()
    read_until(window, release)
    qtbot.waitUntil(lambda: bool(window.background.tasks) and window.background.tasks[0].total > 0)
    box = opening.build_unfinished_task_dialog(window, window.background.tasks[0])
    assert box.text() == "\u201cReading\u201d is not finished: 3 of 9."
    assert box.buttonRole(box.defaultButton()) is QMessageBox.ButtonRole.RejectRole
    assert box.escapeButton() is box.defaultButton()
    box.deleteLater()
    release.set()


def test_reopening_says_what_is_missing_and_imports_it(
    make_window: Callable[..., MainWindow], qtbot: QtBot, small_study: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "lab"
    folder.mkdir()
    for i in range(3):
        text = f"max_iops = {i + 12}\nlatency  = 3\nmax_mbps = 4\n"
        (folder / f"{i}.txt").write_text(text, "utf-8")
    begun = []
    with open_study(small_study) as study:
        import_resumable(
            study,
            [folder],
            progress=lambda done, _total, _text: begun.append(done),
            stopped=lambda: max(begun, default=0) >= 1,
        )
        left = read_unfinished_import(study).left
        had = len(list_files(study))
    window = make_window(small_study)
    wait_for_answer(qtbot, window)
    qtbot.waitUntil(window.banner.isVisible, timeout=20_000)
    message = "1 file of lab was" if left == 1 else f"{left} files of lab were"
    assert window.banner.text == f"The last import was not finished. {message} not read."
    window.banner.link.click()
    qtbot.waitUntil(lambda: not window.background.is_idle)
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    assert read_unfinished_import(window.session.study) is None
    assert len(list_files(window.session.study)) == had + left


def test_what_is_left_out_is_spoken_of_no_more(
    make_window: Callable[..., MainWindow], qtbot: QtBot, small_study: Path
) -> None:
    with open_study(small_study) as study, pytest.raises(Stopped):
        import_resumable(study, [small_study], progress=ignore_progress, stopped=lambda: True)
    window = make_window(small_study)
    wait_for_answer(qtbot, window)
    qtbot.waitUntil(window.banner.isVisible, timeout=20_000)
    assert "may be missing" in window.banner.text
    window.banner.other.click()
    qtbot.waitUntil(lambda: read_unfinished_import(window.session.study) is None, timeout=20_000)


def test_a_cell_that_is_typed_in_when_the_window_closes_is_kept(
    open_small: Callable[[], MainWindow], small_study: Path, qtbot: QtBot
) -> None:
    """It was written to a study that was closed already: an error, and the figure was lost."""
    window = open_small()
    with qtbot.waitActive(window):
        window.activateWindow()
    prices = shown_page(window, "pricing")
    option = prices.front
    column = [c.key for c in prices.model.columns].index("unit_price")
    prices.grid.setFocus()
    prices.grid.select_cell(prices.model.index(0, column))
    QTest.keyClicks(prices.grid, "1")
    QTest.keyClicks(window.focusWidget(), "234")
    assert window.close()
    with closing(open_study(small_study)) as study:
        sheets = {each.option.id: each.price_sheet for each in read_facts(study).options}
    assert sheets[option.id].lines[0].unit_price == 1234
