"""What Overview says beside its grid, in a real window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.usecases.sample_study import build_sample_study
from tests.gui.acting import shown_page
from tests.gui.conftest import wait_for_answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.gui.main_window import MainWindow


def test_what_a_publication_concludes_stands_under_the_answer(
    make_window: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "published.arraywise"
    build_sample_study(path, "san-versus-nas").close()
    window = make_window()
    window.open_path(path)
    wait_for_answer(qtbot, window)
    published = window.session.answer.published_conclusion
    line = shown_page(window, "overview").why.published
    assert line.isVisible()
    assert published.text in line.text()
    assert f"({published.citation})" in line.text()


def test_a_study_of_one_s_own_has_no_line_of_a_publication(
    open_small: Callable[[], MainWindow],
) -> None:
    assert not shown_page(open_small(), "overview").why.published.isVisible()
