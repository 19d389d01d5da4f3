"""Studies that are opened by a drop, and what is stated where one cannot be."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog

from arraywise.domain.messages import UserError
from arraywise.gui.shell.main_window import MainWindow
from arraywise.gui.shell.opening import RecentStudy, save_recent_study
from arraywise.gui.shell.palette import iterate_menu_actions
from arraywise.gui.widgets import files
from arraywise.usecases.changes import Changes
from tests.gui.acting import drop
from tests.gui.conftest import wait_for_answer
from tests.store.other_process import held_open

RESULTS = (
    Path(__file__).parents[2] / "importers" / "samples" / "swingbench" / "full_statistics.xml"
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QSettings
    from pytestqt.qtbot import QtBot


def test_a_broken_study_is_said_in_the_window_that_has_a_study(
    open_shared: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_shared()
    broken = tmp_path / "broken.arraywise"
    broken.write_text("no study at all\n", "utf-8")
    drop(window, broken)
    page = window.frame.present_page
    qtbot.waitUntil(page.banner.isVisible, timeout=20_000)
    assert "broken.arraywise" in page.banner.text
    assert len(_windows()) == 1
    assert window.session is not None


def test_a_study_that_was_emptied_offers_a_copy_of_its_backup(
    make_window: Callable[[], MainWindow], qtbot: QtBot, small_study: Path
) -> None:
    window = make_window()
    backup = small_study.with_name(f"{small_study.name}.bak-v3")
    shutil.copy(small_study, backup)
    small_study.write_bytes(b"")
    window.open_path(small_study)
    qtbot.waitUntil(lambda: "is empty (0 bytes)" in window.banner.text, timeout=20_000)
    assert backup.name in window.banner.text
    window.banner.link.click()
    wait_for_answer(qtbot, window)
    assert window.session.study.path == small_study.with_name("small 2.arraywise")
    assert small_study.read_bytes() == b""


def test_studies_that_are_dropped_together_are_all_opened(
    make_window: Callable[[], MainWindow], qtbot: QtBot, small_study: Path, tmp_path: Path
) -> None:
    window = make_window()
    second = Path(shutil.copy(small_study, tmp_path / "second.arraywise"))
    drop(window, small_study, tmp_path / "gone.arraywise", second)
    qtbot.waitUntil(lambda: len(_windows()) == 2, timeout=20_000)
    for each in _windows():
        wait_for_answer(qtbot, each)
    opened = sorted(each.session.study.path.name for each in _windows())
    assert opened == ["second.arraywise", "small.arraywise"]
    qtbot.waitUntil(lambda: "gone.arraywise" in window.banner.text)


def _windows() -> list[MainWindow]:
    result = QApplication.topLevelWidgets()
    return [each for each in result if isinstance(each, MainWindow) and each.isVisible()]


def test_what_was_said_of_a_study_goes_with_the_next_drop(
    make_window: Callable[[], MainWindow],
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window = make_window()
    window.open_path(tmp_path / "gone.arraywise")
    qtbot.waitUntil(window.welcome.banner.isVisible)
    monkeypatch.setattr(files, "ask_new_study", lambda *_asked: None)
    (tmp_path / "run.txt").write_text("a run\n", "utf-8")
    drop(window, tmp_path / "run.txt")
    assert not window.welcome.banner.isVisible()


def test_a_study_that_is_open_here_is_said_to_be_so(
    open_shared: Callable[[], MainWindow], qtbot: QtBot, small_study: Path
) -> None:
    window = open_shared()
    window.open_path(small_study)
    qtbot.waitUntil(window.banner.isVisible, timeout=20_000)
    assert window.banner.text == "small.arraywise is open in this window already."


def test_a_study_that_is_open_in_another_window_is_shown_there(
    open_shared: Callable[[], MainWindow],
    make_window: Callable[[], MainWindow],
    qtbot: QtBot,
    small_study: Path,
) -> None:
    first = open_shared()
    first.hide()
    second = make_window()
    second.open_path(small_study)
    qtbot.waitUntil(second.banner.isVisible, timeout=20_000)
    second.banner.other.click()
    assert first.isVisible()
    assert not second.banner.isVisible()


def test_recent_studies_of_one_name_are_told_apart(
    make_window: Callable[[], MainWindow], small_study: Path, tmp_path: Path
) -> None:
    window = make_window()
    (tmp_path / "lab & shop").mkdir()
    second = Path(shutil.copy(small_study, tmp_path / "lab & shop" / "other.arraywise"))
    for path in (small_study, second):
        save_recent_study(window.settings, RecentStudy(str(path), "Small", "2026-01-01T10:00:00"))
    window.show_welcome()
    texts = [
        action.text()
        for _, action in iterate_menu_actions(window.menuBar())
        if "Small" in action.text()
    ]
    assert len(texts) == len(set(texts)) == 2
    assert any("lab && shop" in text for text in texts)


def test_a_long_message_does_not_widen_the_welcome_page(
    make_window: Callable[[], MainWindow],
) -> None:
    welcome = make_window().welcome
    before = welcome.minimumSizeHint().width()
    welcome.banner.show_message("fail", "what could not be done " * 20, "and why " * 20)
    assert welcome.minimumSizeHint().width() == before


def test_a_study_that_another_program_has_open_is_said_to_be_so_at_opening(
    make_window: Callable[..., MainWindow], qtbot: QtBot, small_study: Path
) -> None:
    with held_open(small_study) as process:
        window = make_window(small_study)
        qtbot.waitUntil(window.banner.isVisible, timeout=20_000)
        assert "small.arraywise is open in" in window.banner.text
        assert str(process) in window.banner.text
        assert window.banner.link.text() == "Open a copy"
        assert window.session is None
        assert "aved" not in window.status.saved.text()


def test_an_edit_that_could_not_be_written_is_not_called_saved(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()

    def refused(_study: object) -> None:
        message = "There is no room."
        raise UserError(message)

    window.session.edit(refused, Changes.NOTHING)
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    assert window.banner.text == "There is no room."
    assert window.status.saved.text() == "\u2717 Not saved"
    window.session.edit(lambda _study: None, Changes.NOTHING)
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    assert "Every edit saved" in window.status.saved.text()


@pytest.mark.parametrize("way", ["command line", "welcome page"])
def test_a_folder_makes_a_study_that_asks_what_is_required_and_proposes_options(
    way: str,
    make_window: Callable[..., MainWindow],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    settings: QSettings,
) -> None:
    lab = tmp_path / "lab"
    for option in ("nas-nfs", "fc-san"):
        (lab / option).mkdir(parents=True)
        (lab / option / "u10_r1.xml").write_text(f"{RESULTS.read_text()}<!-- {option} -->\n")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_asked: str(lab))

    def choose(_parent: object, _title: str, path: str, _kinds: str) -> tuple[str, str]:
        return str(tmp_path / "made" / Path(path).name), ""

    (tmp_path / "made").mkdir()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    window = make_window(*([lab] if way == "command line" else []))
    if way == "welcome page":
        window.welcome.folder.click()
        assert settings.value("folders/results") == str(lab)
    qtbot.waitUntil(lambda: window.frame is not None, timeout=60_000)
    qtbot.waitUntil(window.frame.popover.isVisible, timeout=60_000)
    qtbot.waitUntil(
        lambda: "options proposed" in window.frame.evidence.banner.text, timeout=40_000
    )
    assert settings.value("folders/studies") == str(tmp_path / "made")
    window.frame.popover.close()
    qtbot.waitUntil(lambda: not window.frame.evidence.is_empty, timeout=40_000)
    banner = window.frame.evidence.banner
    assert banner.isVisible()
    at = banner.mapTo(window, banner.rect().center())
    shown = window.childAt(at)
    assert shown is banner or banner.isAncestorOf(shown)  # the page's body lay over it
