"""Every page of the window on studies that are judged without repeated runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.gui.conftest import wait_for_answer
from tests.gui.every_page import read_pages

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


@pytest.mark.parametrize("name", ["order-entry-2009", "san-versus-nas"])
def test_pages_of_a_published_study_are_shown(
    qtbot: QtBot,
    make_window: Callable[[], MainWindow],
    copied_sample: Callable[..., Path],
    tmp_path: Path,
    name: str,
) -> None:
    path = copied_sample(tmp_path / "published.arraywise", name)
    window = make_window()
    window.open_path(path)
    wait_for_answer(qtbot, window)
    assert window.session.answer is not None
    recommended = window.session.answer.recommended
    assert recommended is not None
    pages = read_pages(window, qtbot)
    shown = " ".join(read.text for reads in pages.values() for read in reads)
    assert recommended.name in shown
