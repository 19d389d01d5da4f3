"""Pages of a study that holds nothing: what is there leads on, what has no effect is off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton

from arraywise.gui.widgets import files as file_dialogs
from arraywise.store.study import create_study
from arraywise.usecases.edit_options import add_option
from tests.gui.acting import said, shown_page
from tests.gui.conftest import wait_for_answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest
    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


def test_empty_pages_lead_on_and_their_tools_wait(
    make_window: Callable[[], MainWindow], tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "new.arraywise"
    create_study(path, name="New").close()
    window = make_window()
    window.open_path(path)
    wait_for_answer(qtbot, window)
    for key in ("overview", "performance", "pricing", "provisioning", "decision"):
        page = shown_page(window, key)
        wait_for_answer(qtbot, window)
        assert page.is_empty
        assert not any(tool.isEnabled() for tool in page._tools), key
        ways = [b for b in page.findChildren(QPushButton) if b.isVisible() and b.isEnabled()]
        assert [b.text() for b in ways] == ["Go to Evidence"], key
        ways[0].click()
        assert window.frame.present_page is window.frame.evidence
    evidence = window.frame.evidence
    waiting = {evidence.find_field, evidence.assign}
    assert {t for t in evidence._tools if not t.isEnabled()} == waiting
    report = shown_page(window, "report")
    wait_for_answer(qtbot, window)
    assert not report.pdf.isEnabled()
    assert not report.workbook.isEnabled()
    assert said(window, "response").endswith("\u2013")
    add_option(window.session.study, "NAS")
    window.session.reload()
    wait_for_answer(qtbot, window)
    assert report.pdf.isEnabled()
    pricing = shown_page(window, "pricing")
    assert not pricing.is_empty
    assert all(tool.isEnabled() for tool in pricing._tools)


def test_enter_leads_through_empty_pages(
    make_window: Callable[[], MainWindow],
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[QWidget] = []

    def ask_nothing(parent: QWidget) -> tuple[Path, ...]:
        asked.append(parent)
        return ()

    monkeypatch.setattr(file_dialogs, "ask_evidence_files", ask_nothing)
    path = tmp_path / "new.arraywise"
    create_study(path, name="New").close()
    window = make_window()
    window.open_path(path)
    wait_for_answer(qtbot, window)
    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), QPushButton))
    assert QApplication.focusWidget().text() == "Go to Evidence"
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    wait_for_answer(qtbot, window)
    assert QApplication.focusWidget().text() == "Open files"
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Enter)
    assert asked == [window.frame.evidence]
