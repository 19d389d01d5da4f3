"""How an import ended is said: what was not read, and what is to be done next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.gui.pages.base import EmptyState
from arraywise.store.study import create_study
from tests.gui.acting import drop
from tests.gui.conftest import wait_for_answer
from tests.gui.small_study import swingbench_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


def test_a_folder_without_files_and_a_file_that_comes_again_are_said_so(
    open_small: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_small()
    page = window.frame.evidence
    empty = tmp_path / "empty"
    empty.mkdir()
    drop(window, empty)
    qtbot.waitUntil(page.banner.isVisible, timeout=20_000)
    assert page.banner.text == "Nothing was read: there is no file in it."
    page.banner.hide()
    drop(window, swingbench_file("nas-nfs", "nas", 60, 1))
    qtbot.waitUntil(page.banner.isVisible, timeout=20_000)
    assert page.banner.text == "No file was read. 1 already in the study"


def test_files_without_an_option_are_said_where_nothing_is_shown_for_them(
    make_window: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    window = make_window()
    create_study(tmp_path / "new.arraywise", name="New").close()
    window.open_path(tmp_path / "new.arraywise")
    wait_for_answer(qtbot, window)
    monitor = tmp_path / "monitor.csv"
    monitor.write_bytes(swingbench_file("nas-nfs", "nas", 60, 1).read_bytes())
    drop(window, monitor)
    page = window.frame.evidence
    qtbot.waitUntil(page.banner.isVisible, timeout=20_000)
    assert "1 without an option" in page.banner.text
    waiting = window.frame.overview.findChild(EmptyState).waiting
    qtbot.waitUntil(lambda: "1 file has no option yet" in waiting.text(), timeout=20_000)
    window.undoing.undo()
    qtbot.waitUntil(lambda: not page.banner.isVisible(), timeout=20_000)
    qtbot.waitUntil(waiting.isHidden, timeout=20_000)
