"""F1, and the tour: faults are a key that opens the wrong page, and a tour that comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from arraywise.gui.pages.answer_parts import FindingsPanel
from arraywise.gui.session.page_requests import ShowFindings, ShowPage
from arraywise.gui.shell import preferences
from arraywise.gui.shell.guide import HELP_TOPIC, GuideWindow
from arraywise.gui.shell.preferences import ThresholdsDialog, show_thresholds
from arraywise.gui.shell.welcome import Tour, is_new, steps

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


def _shown(parent: QWidget) -> str:
    """Return what the guide over a window shows, and close it."""
    guide = parent.findChild(GuideWindow)
    assert isinstance(guide, GuideWindow)
    place = guide.browser.source().toString().partition("/help/")[2]
    assert guide.browser.toPlainText().strip()
    guide.close()
    guide.setParent(None)
    guide.deleteLater()
    return place


def test_f1_shows_the_page_the_finding_or_the_dialog_at_hand(
    edited_window: MainWindow, qtbot: QtBot
) -> None:
    window = edited_window
    frame = window.frame
    assert frame is not None
    for page in frame.pages:
        frame.handle_request(ShowPage(page.key))
        frame.rail.buttons[frame.place].setFocus()
        QTest.keyClick(window, Qt.Key.Key_F1)
        assert _shown(window) == f"en/reference/{page.key}.html#page-{page.key}"
    frame.handle_request(ShowFindings())
    row = window.findChildren(FindingsPanel)[0].rows[0]
    ask = row.findChildren(QPushButton)[0]
    topic = row.property(HELP_TOPIC)
    assert topic.startswith("finding-")
    for do in (ask.click, lambda: QTest.keyClick(ask, Qt.Key.Key_F1)):
        ask.setFocus()
        do()
        assert _shown(window) == f"en/reference/findings.html#{topic}"
    show_thresholds(frame.session, window)
    dialog = window.findChildren(ThresholdsDialog)[-1]
    qtbot.waitUntil(dialog.isActiveWindow)
    QTest.keyClick(dialog, Qt.Key.Key_F1)
    assert _shown(dialog) == "en/reference/dialogs.html#dialog-thresholdsdialog"
    dialog.reject()


def test_the_guide_speaks_the_language_of_the_window_and_finds_words(
    make_window: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = make_window()
    preferences.install_language("de")
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_F1)
    guide = window.findChild(GuideWindow)
    everything = guide.list.count()
    guide.field.setText("Lastprofil AWR")
    assert 0 < guide.list.count() < everything
    guide.browser.setSource(QUrl("https://example.org/"))
    assert _shown(window) == "de/reference/window.html#start"
    buttons = window.welcome.findChildren(QPushButton)
    next(each for each in buttons if each.text().startswith("Einführung")).click()
    assert _shown(window) == "de/tutorial.html#tutorial"
    preferences.install_language("en")


def test_the_tour_begins_once_leaves_by_escape_and_comes_back_on_request(
    edited_window: MainWindow, settings: QSettings
) -> None:
    assert [is_new(settings), is_new(settings)] == [True, False]
    window = edited_window
    frame = window.frame
    assert frame is not None
    window.start_tour()
    tour = frame.findChild(Tour)
    seen = []
    for _ in steps():
        seen.append(frame.present_page.key)
        QTest.keyClick(tour.onward, Qt.Key.Key_Space)
    assert seen == [page for page, _, _ in steps()]
    assert not tour.isVisible()
    window.start_tour()
    again = [each for each in frame.findChildren(Tour) if each.isVisible()]
    assert len(again) == 1
    QTest.keyClick(again[0].onward, Qt.Key.Key_Escape)
    assert not again[0].isVisible()
