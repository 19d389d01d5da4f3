"""A window whose study file goes away states it, edits no further and goes on with a copy."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import duckdb

from arraywise.gui.widgets import files
from arraywise.store.reading.inputs import read_requirement
from arraywise.store.study import open_study
from tests.gui.conftest import wait_for_answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest
    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow
    from arraywise.store.study import Study


def ask_for(window: MainWindow, visits: int) -> None:
    facts = window.session.facts
    window.session.save_requirement(replace(facts.requirement, visits_per_month=visits))


def finish_changes(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.background.is_idle)


def test_edits_after_the_file_is_deleted_are_not_called_saved_and_a_copy_goes_on(
    open_small: Callable[[], MainWindow],
    qtbot: QtBot,
    small_study: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window = open_small()
    ask_for(window, 1_000_001)
    finish_changes(window, qtbot)
    assert "Every edit saved" in window.status.saved.text()
    small_study.unlink()
    ask_for(window, 1_000_002)
    finish_changes(window, qtbot)
    assert window.status.saved.text() == "\u2717 Not saved"
    assert "was deleted or moved" in window.banner.text
    assert window.session.facts.requirement.visits_per_month == 1_000_001
    window.banner.hide()
    ask_for(window, 1_000_003)
    finish_changes(window, qtbot)
    assert window.banner.isVisible()
    assert window.session.facts.requirement.visits_per_month == 1_000_001
    copy = tmp_path / "copy.arraywise"
    monkeypatch.setattr(files, "ask_copy", lambda *_asked: copy)
    window.banner.link.click()
    qtbot.waitUntil(
        lambda: window.session is not None and window.session.study.path == copy, timeout=20_000
    )
    wait_for_answer(qtbot, window)
    ask_for(window, 1_000_004)
    finish_changes(window, qtbot)
    assert "Every edit saved" in window.status.saved.text()
    window.close()
    with open_study(copy) as study:
        assert read_requirement(study).visits_per_month == 1_000_004
    assert not small_study.exists()


def test_another_study_in_its_place_stays_as_it_is(
    open_small: Callable[[], MainWindow], qtbot: QtBot, small_study: Path
) -> None:
    window = open_small()
    other = small_study.with_name("other")
    other.write_bytes(small_study.read_bytes())
    other.replace(small_study)
    before = small_study.read_bytes()
    ask_for(window, 1_000_002)
    finish_changes(window, qtbot)
    assert window.status.saved.text() == "\u2717 Not saved"
    assert "was replaced" in window.banner.text
    window.close()
    assert small_study.read_bytes() == before


def test_a_page_that_cannot_be_read_from_a_cut_file_offers_a_copy(
    open_small: Callable[[], MainWindow], qtbot: QtBot, small_study: Path
) -> None:
    window = open_small()
    finish_changes(window, qtbot)

    def meet(study: Study) -> None:
        with study.cursor():
            os.truncate(small_study, 0)
            message = "Could not read enough bytes"
            raise duckdb.IOException(message)

    window.session.read(meet, lambda _read: None, key="something")
    finish_changes(window, qtbot)
    assert window.status.saved.text() == "\u2717 Not saved"
    assert "truncated" in window.banner.text
    assert "Save a copy" in window.banner.link.text()
