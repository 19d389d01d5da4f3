"""A study that cannot be changed where it is opens as a copy, which says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.gui.widgets import files
from arraywise.store.study import create_study
from tests.gui.conftest import wait_for_answer
from tests.unprivileged import without_root_powers

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest
    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


def test_a_protected_study_opens_as_a_copy_among_the_documents(
    make_window: Callable[..., MainWindow],
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(files, "documents", lambda: tmp_path)
    original = tmp_path / "kept" / "a.arraywise"
    original.parent.mkdir()
    create_study(original, name="Protected").close()
    original.parent.chmod(0o555)
    before = original.read_bytes()
    with without_root_powers():
        window = make_window()
        window.open_path(original)
        wait_for_answer(qtbot, window)
        copy = window.session.study.path
        assert copy == tmp_path / "a.arraywise"
        assert "This is a copy" in window.banner.text
        window.close_study()
    assert original.read_bytes() == before
