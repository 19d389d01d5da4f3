"""What a banner says of a failure goes when the failure is over."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.store.reading.inputs import read_requirement
from arraywise.store.study import open_study
from tests.store.test_full_disk import files_no_larger_than

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


def ask_for(window: MainWindow, qtbot: QtBot, visits: int) -> None:
    facts = window.session.facts
    window.session.save_requirement(replace(facts.requirement, visits_per_month=visits))
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)


def test_a_study_whose_file_comes_back_goes_on_where_it_was(
    open_small: Callable[[], MainWindow], qtbot: QtBot, small_study: Path
) -> None:
    window = open_small()
    away = small_study.with_name("away")
    small_study.rename(away)
    ask_for(window, qtbot, 1_000_002)
    assert "was deleted or moved" in window.banner.text
    away.rename(small_study)
    window.session._probe.start(0)
    qtbot.waitUntil(lambda: "can be saved again" in window.banner.text, timeout=20_000)
    qtbot.waitUntil(lambda: "Every edit saved" in window.status.saved.text())
    ask_for(window, qtbot, 1_000_003)
    assert not window.banner.isVisible()
    window.close()
    with open_study(small_study) as study:
        assert read_requirement(study).visits_per_month == 1_000_003


def test_no_banner_says_that_the_disk_is_full_once_an_edit_is_saved_again(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    window.session.save_now()
    with files_no_larger_than(0):
        ask_for(window, qtbot, 1_000_002)
    assert "No space left" in window.banner.text
    window.go_to(1)
    ask_for(window, qtbot, 1_000_003)
    assert "Every edit saved" in window.status.saved.text()
    assert not any(page.banner.isVisibleTo(page) for page in window.frame.pages)
