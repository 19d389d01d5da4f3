"""Files of the evidence that are kept whole in the study, or outside of it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QGuiApplication

from arraywise.gui.pages.evidence.actions import LimitDialog
from arraywise.store.reading.inputs import read_embed_limit_bytes
from arraywise.store.study import create_study
from arraywise.usecases.edit_study import set_embed_limit
from arraywise.usecases.import_files import import_files
from tests.gui.conftest import wait_for_answer
from tests.gui.small_study import swingbench_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


@pytest.fixture
def outside(make_window: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """Return a window with two selected files that are kept outside its study."""
    copied = [
        Path(shutil.copy(swingbench_file("nas-nfs", "nas", u, 1), tmp_path)) for u in (60, 90)
    ]
    with create_study(tmp_path / "new.arraywise", name="New") as study:
        set_embed_limit(study, 0)
        import_files(study, copied, option="NAS")
    window = make_window()
    window.open_path(tmp_path / "new.arraywise")
    wait_for_answer(qtbot, window)
    window.frame.go_to(1)
    page = window.frame.evidence
    qtbot.waitUntil(lambda: len(page.model.rows) == 2)
    assert not any(r.file.embedded for r in page.model.rows)
    page.grid.selectAll()
    return window


def test_selected_files_are_kept_whole_in_the_study(outside: MainWindow, qtbot: QtBot) -> None:
    page = outside.frame.evidence
    keep = next(a for a in page.grid.actions() if "Keep whole" in a.text())
    keep.trigger()
    qtbot.waitUntil(lambda: all(r.file.embedded for r in page.model.rows), timeout=20_000)
    assert page.banner.text == "2 files are now stored in the study."
    page.grid.selectAll()
    outside.frame.store_evidence()
    assert page.banner.text == "Select a file that is not stored in the study."


def test_a_file_that_changed_is_refused_and_the_other_is_kept(
    outside: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    page = outside.frame.evidence
    changed = tmp_path / page.model.rows[0].file.name
    changed.write_text("something else\n", "utf-8")
    outside.frame.store_evidence()
    qtbot.waitUntil(lambda: any(r.file.embedded for r in page.model.rows), timeout=20_000)
    assert [r.file.embedded for r in page.model.rows] == [False, True]
    assert page.banner.text.startswith("1 file still lies outside the study:")
    assert f"{changed} has changed since its import" in page.banner.text
    assert "1 file is now stored in the study." in page.banner.text


def test_a_pasted_text_is_kept_in_the_study_however_little_room_files_have(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    set_embed_limit(window.session.study, 0)
    QGuiApplication.clipboard().setText(swingbench_file("das-raid10", "das", 90, 1).read_text())
    window.frame.paste_evidence()
    page = window.frame.evidence
    qtbot.waitUntil(page.banner.isVisible, timeout=20_000)
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    pasted = next(r for r in page.model.rows if r.file.name.startswith("pasted 20"))
    assert pasted.file.embedded


def test_the_largest_file_that_is_kept_is_set(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    window.frame.evidence.ask_embed_limit()
    page = window.frame.evidence
    qtbot.waitUntil(lambda: page.findChild(LimitDialog) is not None)
    dialog = page.findChild(LimitDialog)
    assert dialog.size_field.value() == 16
    dialog.size_field.setValue(3)
    dialog.accept()
    study = window.session.study
    qtbot.waitUntil(lambda: read_embed_limit_bytes(study) == 3 * 1024**2, timeout=20_000)
