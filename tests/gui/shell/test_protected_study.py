"""A study that cannot be changed where it is opens as a copy, which says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.gui.widgets import files
from arraywise.store.study import create_study
from tests.cli.test_read_only import folder
from tests.gui.conftest import wait_for_answer
from tests.unprivileged import without_root_powers

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest
    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow

__all__ = ["folder"]  # a fixture


def test_a_protected_study_opens_as_a_copy_among_the_documents(
    make_window: Callable[..., MainWindow],
    qtbot: QtBot,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(files, "documents", lambda: folder)
    original = folder / "kept" / "a.arraywise"
    original.parent.mkdir()
    create_study(original, name="Protected").close()
    original.parent.chmod(0o555)
    before = original.read_bytes()
    window = make_window()
    with without_root_powers():
        window.open_path(original)
        wait_for_answer(qtbot, window)
        copy = window.session.study.path
        assert copy == folder / "a.arraywise"
        assert "This is a copy" in window.banner.text
        window.close_study()
    assert original.read_bytes() == before
