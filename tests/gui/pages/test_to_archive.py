"""The study is pushed to an archive by the window, and removed again.

No other test sees a window that cannot make an archive, that puts an older copy over a colleague's
changes without a question, or that removes without one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.archive.place import open_archive
from arraywise.archive.tables import list_revisions
from arraywise.gui.pages.evidence.to_archive import PushDialog
from arraywise.usecases.push_study import PushRequest, push_study

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest
    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


def test_a_study_is_pushed_asked_about_and_removed(
    open_small: Callable[[], MainWindow],
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = str(tmp_path / "archive")
    monkeypatch.setenv("ARRAYWISE_ARCHIVE", place)
    window = open_small()
    window.frame.evidence.open_archive_push()
    dialog = window.findChild(PushDialog)
    assert dialog is not None
    qtbot.waitUntil(lambda: "is not an archive" in dialog.banner.text)
    dialog.banner.link.click()
    qtbot.waitUntil(lambda: "no studies yet" in dialog.banner.text)
    dialog.push.click()
    qtbot.waitUntil(lambda: "revision 1" in dialog.banner.text)
    dialog.push.click()
    qtbot.waitUntil(lambda: "Unchanged" in dialog.banner.text)

    study = window.frame.session.study
    colleague = tmp_path / "colleague.arraywise"
    change_elsewhere(study.path, colleague)
    push_study(colleague, place, PushRequest())
    dialog.push.click()
    qtbot.waitUntil(lambda: "this file lacks" in dialog.banner.text)
    dialog.banner.other.click()
    qtbot.waitUntil(lambda: "as revision 1" in dialog.banner.text)
    assert len(dialog.listed.rows) == 3

    before = len(list_revisions(open_archive(place)))
    dialog.remove.click()
    assert "Remove" in dialog.banner.text
    assert len(list_revisions(open_archive(place))) == before
    dialog.banner.link.click()
    qtbot.waitUntil(lambda: "Removed" in dialog.banner.text)
    assert len(dialog.listed.rows) == before - 1


def change_elsewhere(path: Path, copy: Path) -> None:
    from arraywise.store.study import copy_and_open_study
    from arraywise.usecases.edit_study import set_study_info

    with copy_and_open_study(path, copy) as study:
        set_study_info(study, name="Changed by a colleague")
