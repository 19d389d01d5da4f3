"""Nothing is cut, squeezed or outside where the window is small or the system's text large."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.gui.shell import preferences
from arraywise.gui.widgets import theme
from tests.gui.conftest import wait_for_answer
from tests.gui.elided import build_layout
from tests.gui.fitting import misfits
from tests.gui.text_size import system_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


@pytest.mark.parametrize(
    ("code", "points", "size"),
    [
        ("pt_BR", 9.0, theme.min_window_size()),
        ("de", 14.0, (1280, 800)),
    ],
)
def test_every_page_fits(
    open_small: Callable[[], MainWindow],
    qtbot: QtBot,
    code: str,
    points: float,
    size: tuple[int, int],
) -> None:
    """The status bar fell off the screen, and fields lay on the sliders beside them."""
    preferences.install_language(code)
    with system_text(points):
        window = open_small()
        window.resize(*size)
        frame = window.frame
        assert frame is not None
        found = {}
        for place, page in enumerate(frame.pages):
            frame.go_to(place)
            if page is not frame.report:  # whose pages take long
                wait_for_answer(qtbot, window)
            found[page.key] = _lasting_misfits(qtbot, window)
            if window.minimumSizeHint().height() > size[1]:
                found[page.key].add("higher than the window")
        assert {key: each for key, each in found.items() if each} == {}


def _lasting_misfits(qtbot: QtBot, window: MainWindow) -> set[str]:
    """Return what does not fit even once the page has drawn its charts, slice by slice."""
    for _ in range(20):
        build_layout()
        found = misfits(window)
        if not found:
            break
        qtbot.wait(50)
    return found
