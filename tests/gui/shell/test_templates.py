"""Templates from the File menu and the welcome page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.gui.shell.palette import iterate_menu_actions
from arraywise.gui.widgets import files
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import open_study

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest
    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


def test_a_template_is_saved_and_a_study_begun_from_it(
    open_small: Callable[[], MainWindow],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    window = open_small()
    template, begun = tmp_path / "san.arraywise", tmp_path / "begun.arraywise"
    monkeypatch.setattr(files, "ask_new_template", lambda *_asked: template)
    monkeypatch.setattr(files, "ask_template", lambda *_asked: template)
    monkeypatch.setattr(files, "ask_new_study", lambda *_asked: begun)
    entries = {action.text(): action for _, action in iterate_menu_actions(window.menuBar())}
    entries["Sa&ve as template…"].trigger()
    qtbot.waitUntil(lambda: template.exists() and window.background.is_idle, timeout=20_000)
    names = [option.option.name for option in window.session.answer.options]
    with open_study(template) as opened:
        assert [known.option.name for known in read_facts(opened).options] == names
    window.close_study()
    qtbot.waitUntil(lambda: window.session is None and window.welcome.isVisible())
    window.welcome.template.click()
    qtbot.waitUntil(
        lambda: window.session is not None and window.session.answer is not None, timeout=30_000
    )
    assert window.session.study.path == begun
    assert [option.option.name for option in window.session.answer.options] == names
    assert all(not known.load_runs for known in window.session.facts.options)


def test_a_study_that_is_open_is_never_written_over_by_its_template(
    open_small: Callable[[], MainWindow], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_small()
    path = window.session.study.path
    monkeypatch.setattr(files, "ask_new_template", lambda *_asked: path)
    window.save_template_as()
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    assert path.exists()
    assert window.session.facts.options
