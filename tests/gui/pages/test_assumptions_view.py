"""Decision > Assumptions: the register is searched beside the window, and notes are typed in it.

No other test opens the view: a row without its scale, an agreement that is not written, or a
search that starts again after each note would go unnoticed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arraywise.domain.assumptions import SHOWN
from arraywise.gui.pages.decision.page import DecisionPage
from arraywise.gui.widgets import theme
from arraywise.store.reading.inputs import read_assumption_notes

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.gui.pages.decision.assumptions import AssumptionsView
    from arraywise.gui.shell.main_window import MainWindow

_SEARCH_MS = 240_000


@pytest.fixture
def window(open_shared: Callable[[], MainWindow], qtbot: QtBot) -> MainWindow:
    window = open_shared()
    assert window.frame is not None
    window.frame.go_to(window.frame.pages.index(window.frame.page("decision")))
    page = window.frame.page("decision")
    assert isinstance(page, DecisionPage)
    page.show_view("assumptions")
    view = page.assumptions
    assert view is not None
    qtbot.waitUntil(lambda: view.table.rowCount() > 0, timeout=_SEARCH_MS)
    return window


def view_of(window: MainWindow) -> AssumptionsView:
    assert window.frame is not None
    page = window.frame.page("decision")
    assert isinstance(page, DecisionPage)
    assert page.assumptions is not None
    return page.assumptions


def test_seven_rows_are_shown_the_rest_folds_and_an_agreement_is_kept(
    window: MainWindow, qtbot: QtBot
) -> None:
    view = view_of(window)
    assert view.table.rowCount() == SHOWN
    colours = [theme.look().option(place).fill.alpha() for place in range(5)]
    view.grab()
    assert [theme.look().option(place).fill.alpha() for place in range(5)] == colours
    QTest.mouseClick(view.fold, Qt.MouseButton.LeftButton)
    assert view.table.rowCount() > SHOWN

    view.table.setCurrentCell(0, 0)
    view.details.source.setFocus()
    QTest.keyClicks(view.details.source, "web log")
    QTest.keyClick(view.details.source, Qt.Key.Key_Return)
    QTest.keyClicks(view.details.agreed_by, "A. Client")
    QTest.keyClick(view.details.agreed_by, Qt.Key.Key_Return)
    session = window.session
    assert session is not None

    def agreed() -> bool:
        notes = read_assumption_notes(session.study).values()
        return [(n.source, n.agreed_by) for n in notes] == [("web log", "A. Client")]

    qtbot.waitUntil(agreed)
    qtbot.waitUntil(lambda: view.agreed.text().startswith("1 "))
    qtbot.waitUntil(lambda: window.background.is_idle)
    assert not [task for task in window.background.tasks if task.title == "Assumptions"]
