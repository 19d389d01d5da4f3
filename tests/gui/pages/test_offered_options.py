"""Options that are offered for dropped files, in a real window."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QToolButton

from arraywise.gui.widgets import files as file_dialogs
from arraywise.store.study import create_study
from tests.gui.acting import drop, shown_page
from tests.gui.conftest import wait_for_answer
from tests.gui.small_study import swingbench_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """Return a folder with a folder for each of two options."""
    lab = tmp_path / "lab"
    for folder, prefix in (("nas-nfs", "nas"), ("fc-san", "fc")):
        (lab / folder).mkdir(parents=True)
        for users in (60, 90):
            shutil.copy(swingbench_file(folder, prefix, users, 1), lab / folder)
    return lab


@pytest.fixture
def offered(
    make_window: Callable[[], MainWindow], lab: Path, qtbot: QtBot, tmp_path: Path
) -> MainWindow:
    """Return a window whose new study was made for dropped files, as its options are offered."""
    window = make_window()
    window.build_study(tmp_path / "new.arraywise", (lab,))
    wait_for_answer(qtbot, window)
    page = window.frame.evidence
    qtbot.waitUntil(
        lambda: len(page.model.rows) == 4 and window.background.is_idle, timeout=20_000
    )
    assert page.banner.isVisible()
    assert page.banner.text.startswith("2 options proposed")
    assert "FC SAN (2), NAS NFS (2)." in page.banner.text
    return window


def test_proposed_options_are_made_with_one_action(offered: MainWindow, qtbot: QtBot) -> None:
    page = offered.frame.evidence
    link = next(b for b in page.banner.findChildren(QPushButton) if "these options" in b.text())
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    overview = shown_page(offered, "overview")
    qtbot.waitUntil(lambda: len(overview.model.rows) == 2, timeout=20_000)
    assert {r.answer.option.name for r in overview.model.rows} == {"NAS NFS", "FC SAN"}
    qtbot.waitUntil(lambda: all(r.file.option_id for r in page.model.rows))
    assert not page.banner.isVisible()


def test_a_closed_offer_leaves_files_unassigned(offered: MainWindow, qtbot: QtBot) -> None:
    page = offered.frame.evidence
    qtbot.mouseClick(page.banner.findChild(QToolButton), Qt.MouseButton.LeftButton)
    assert not page.banner.isVisible()
    offered.session.reload()
    wait_for_answer(qtbot, offered)
    assert not offered.session.answer.options
    assert [r.file.option_id for r in page.model.rows] == [None] * 4


def test_what_was_proposed_can_be_made_once_the_offer_is_gone(
    offered: MainWindow, qtbot: QtBot
) -> None:
    page = offered.frame.evidence
    qtbot.mouseClick(page.banner.findChild(QToolButton), Qt.MouseButton.LeftButton)
    for _ in range(2):  # the second time after Undo
        entry = page.assign.menu().actions()[-1]
        assert entry.text() == "Make the proposed options: FC SAN, NAS NFS"
        entry.trigger()
        qtbot.waitUntil(lambda: all(r.file.option_id for r in page.model.rows), timeout=20_000)
        assert page.assign.menu().actions()[-1].text() == "No option"
        offered.undoing.back.trigger()
        qtbot.waitUntil(lambda: not any(r.file.option_id for r in page.model.rows), timeout=20_000)


def test_a_dialog_that_is_left_leaves_the_offer(
    offered: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_dialogs, "ask_evidence_folder", lambda _parent: ())
    offered.frame.evidence.ask_for_folder()
    assert offered.frame.evidence.banner.isVisible()
    assert offered.background.is_idle


def test_a_study_that_is_opened_again_offers_what_was_not_made(
    offered: MainWindow, qtbot: QtBot, make_window: Callable[[], MainWindow]
) -> None:
    path = offered.session.study.path
    offered.close()
    window = make_window()
    window.open_path(path)
    wait_for_answer(qtbot, window)
    page = shown_page(window, "evidence")
    qtbot.waitUntil(lambda: len(page.model.rows) == 4)
    assert page.banner.text == (
        "2 options proposed from folders and names: FC SAN (2), NAS NFS (2)."
    )
    page.banner.link.click()
    qtbot.waitUntil(lambda: all(r.file.option_id for r in page.model.rows))
    assert not page.banner.isVisible()


def test_an_offer_leaves_alone_what_was_assigned_meanwhile(
    offered: MainWindow, qtbot: QtBot
) -> None:
    page = offered.frame.evidence
    nas = [r for r in page.model.rows if "nas" in r.file.name]
    page.grid.clearSelection()
    page._assign_from_cell(nas[0], "Filer")
    qtbot.waitUntil(lambda: any(r.file.option_name == "Filer" for r in page.model.rows))
    page.banner.link.click()
    qtbot.waitUntil(lambda: all(r.file.option_id for r in page.model.rows), timeout=20_000)
    names = sorted(r.file.option_name for r in page.model.rows)
    assert names == ["FC SAN", "FC SAN", "Filer", "NAS NFS"]


def test_a_folder_dropped_on_an_empty_study_offers_its_options(
    make_window: Callable[[], MainWindow], lab: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    window = make_window()
    create_study(tmp_path / "new.arraywise", name="New").close()
    window.open_path(tmp_path / "new.arraywise")
    wait_for_answer(qtbot, window)
    page = window.frame.evidence
    assert page.is_empty
    drop(window, lab)
    qtbot.waitUntil(page.banner.isVisible, timeout=20_000)
    assert page.banner.text.startswith("2 options proposed")
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
