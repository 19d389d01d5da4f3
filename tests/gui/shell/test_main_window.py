"""The window with a real study: what a user does, and what must follow."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton

from arraywise.gui.grid.grid import Grid
from arraywise.gui.session.page_requests import ShowPage, ShowStatus
from arraywise.gui.shell.opening import read_recents
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.theme import ThemeChoice
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import open_study
from tests.gui.acting import said
from tests.gui.conftest import wait_for_answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtCore import QSettings
    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


def test_a_study_opens_with_its_answer(shared_window: MainWindow) -> None:
    window = shared_window
    assert "NAS NFS" in said(window, "recommended")
    assert "Recommended, best value" in said(window, "recommended")
    assert window.windowTitle().startswith("Small")
    overview = window.frame.page("overview")
    assert not overview.is_empty
    names = [row.answer.option.name for row in overview.model.rows]
    assert names == ["NAS NFS", "FC SAN"]
    assert overview.headline.text.text()
    assert window.frame.bar.visits_slider._ribbon


def test_a_dragged_slider_changes_the_answer_and_is_kept_when_let_go(
    open_small: Callable[[], MainWindow], qtbot: QtBot, small_study: Path
) -> None:
    window = open_small()
    before = said(window, "headroom")
    slider = window.frame.bar.visits_slider
    there = QPoint(40, 12)
    qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=there)
    qtbot.waitUntil(lambda: said(window, "headroom") != before)
    assert window.session.facts.requirement.visits_per_month == 54_432_000
    qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=there)
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    window.close()
    with open_study(small_study) as study:
        stored = read_facts(study).requirement.visits_per_month
    assert stored < 30_000_000


def test_a_tight_target_flips_the_verdict(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    field = window.frame.bar.target_field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "60")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "No option passes" in said(window, "recommended"))


def test_a_study_in_use_is_offered_as_a_copy(
    open_small: Callable[[], MainWindow],
    make_window: Callable[[], MainWindow],
    qtbot: QtBot,
    small_study: Path,
) -> None:
    open_small()
    other = make_window()
    other.open_path(small_study)
    qtbot.waitUntil(other.welcome.banner.isVisible, timeout=20_000)
    assert "small.arraywise" in other.welcome.banner.text
    other.welcome.banner.link.click()
    wait_for_answer(qtbot, other)
    assert other.session.study.path.name == "small 2.arraywise"


def test_a_missing_study_is_said_in_words(
    make_window: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    window = make_window()
    window.open_path(tmp_path / "gone.arraywise")
    qtbot.waitUntil(window.welcome.banner.isVisible)
    assert "gone.arraywise" in window.welcome.banner.text


def test_closing_returns_to_the_welcome_page_which_remembers(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    window.session.save_requirement(
        replace(window.session.facts.requirement, response_time_s=0.15)
    )
    qtbot.waitUntil(lambda: "FC SAN" in said(window, "recommended"))
    qtbot.waitUntil(lambda: not window.session.is_saving)
    window.close_study()
    assert window.session is None
    qtbot.waitUntil(lambda: bool(window.welcome.recents.rows))
    (recent,) = window.welcome.recents.rows
    assert (recent.name, recent.recommended) == ("Small", "FC SAN")
    window.welcome.recents_grid.opened.emit(0)
    wait_for_answer(qtbot, window)


def test_a_study_is_remembered_as_it_is_now_for_windows_that_are_killed(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    window.session.save_requirement(
        replace(window.session.facts.requirement, response_time_s=0.15)
    )
    qtbot.waitUntil(lambda: "FC SAN" in said(window, "recommended"))
    qtbot.waitUntil(lambda: read_recents(window.settings)[0].recommended == "FC SAN")
    window.session.save_requirement(
        replace(window.session.facts.requirement, response_time_s=0.001)
    )
    qtbot.waitUntil(lambda: read_recents(window.settings)[0].recommended == "")


def test_theme_and_language_change_under_an_open_study(
    open_small: Callable[[], MainWindow], qtbot: QtBot, settings: QSettings
) -> None:
    window = open_small()
    window.choose_theme(ThemeChoice.DARK)
    assert theme.look().name == "dark"
    window.choose_language("de")
    qtbot.waitUntil(lambda: said(window, "recommended").startswith("Empfehlung"))
    assert "NAS NFS" in said(window, "recommended")
    assert window.frame.pages[1].title == "Belege"
    assert settings.value("language") == "de"
    window.choose_language("en")
    window.choose_theme(ThemeChoice.LIGHT)


def test_pages_and_regions_are_reached_by_keys(shared_window: MainWindow, qtbot: QtBot) -> None:
    window = shared_window
    with qtbot.waitActive(window):
        window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window.frame.present_page.key == "evidence"
    window.frame.bar.target_field.setFocus()
    visited = []
    for _ in range(4):
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_F6)
        visited.append(window.focusWidget())
    regions = [window.frame.strip, window.frame.rail, window.frame.present_page, window.frame.bar]
    assert all(r.isAncestorOf(w) for r, w in zip(regions, visited, strict=True))


def test_every_control_has_a_name_for_screen_readers(shared_window: MainWindow) -> None:
    from PySide6.QtWidgets import (
        QAbstractButton,
        QAbstractSlider,
        QComboBox,
        QLineEdit,
        QTableView,
    )

    window = shared_window
    kinds = (QAbstractButton, QAbstractSlider, QComboBox, QLineEdit, QTableView)
    controls = [w for kind in kinds for w in window.frame.findChildren(kind)]
    nameless = [
        w
        for w in controls
        if not w.isHidden()
        and not (w.accessibleName() or (isinstance(w, QAbstractButton) and w.text()))
        and not w.objectName().startswith("qt_")
        and type(w).__name__ not in {"QScrollBar", "QTableCornerButton", "QAbstractButton"}
        and not (isinstance(w, QLineEdit) and isinstance(w.parent(), QComboBox))
        and type(w.parent()).__name__ != "OptionTabs"
        and type(w.parent()).__name__ != "QLineEdit"
    ]
    assert not nameless
    assert controls


def test_nones_references_stay_level_over_a_thousand_calls(
    shared_window: MainWindow,
) -> None:
    import sys

    window = shared_window
    before = sys.getrefcount(None)
    for _ in range(1000):
        window.frame.strip.update()
        window.frame.rail.choose(0)
        window.frame.bar.visits_slider.show_value(54e6)
    assert abs(sys.getrefcount(None) - before) < 200


def test_what_a_page_says_once_it_is_left_is_not_heard(
    shared_window: MainWindow, qtbot: QtBot
) -> None:
    frame = shared_window.frame
    with qtbot.assertNotEmitted(frame.message):
        frame.report.requested.emit(ShowStatus("Preview of page 1"))
    frame.go_to(frame.pages.index(frame.report))
    with qtbot.waitSignal(frame.message, check_params_cb=lambda text: text == "Preview of page 1"):
        frame.report.requested.emit(ShowStatus("Preview of page 1"))


def test_keys_move_no_slider_when_a_study_is_opened(open_small: Callable[[], MainWindow]) -> None:
    window = open_small()
    assert window.focusWidget() is window.frame.present_page.grid


def test_no_button_of_a_page_takes_the_keys_when_it_is_gone_to(
    open_shared: Callable[[], MainWindow],
) -> None:
    window = open_shared()
    frame = window.frame
    for key in ("pricing", "evidence", "overview", "provisioning"):
        frame.handle_request(ShowPage(key))
        page = frame.page(key)
        focused = window.focusWidget()
        assert not (isinstance(focused, QAbstractButton) and page.isAncestorOf(focused))
        page.findChild(Grid).setFocus()
    frame.bar.visits_field.setFocus()
    frame.handle_request(ShowPage("pricing"))
    assert window.focusWidget() is frame.bar.visits_field


def test_the_status_bar_says_why_a_requirement_is_not_taken(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    bar, before = window.frame.bar, window.session.answer.requirement
    for text, stated in (
        ("none", "Load: A load such as 60 M, 2000 tps or 12 k a month"),
        ("25000000", ""),
    ):
        bar.visits_field.selectAll()
        with qtbot.waitSignal(window.frame.message, check_params_cb=lambda t, s=stated: t == s):
            qtbot.keyClicks(bar.visits_field, text)
            qtbot.keyClick(bar.visits_field, Qt.Key.Key_Return)
        assert bool(bar.visits_field.toolTip()) == bool(stated)
    qtbot.waitUntil(lambda: window.session.answer.requirement != before, timeout=20_000)


def test_the_headline_is_in_place_of_the_strip_and_alt_a_goes_to_either(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    with qtbot.waitActive(window):
        window.activateWindow()
    frame = window.frame
    for page, answer in (("decision", frame.strip), ("overview", frame.overview.headline)):
        frame.go_to(frame.pages.index(frame.page(page)))
        assert frame.strip.isVisible() is (answer is frame.strip)
        frame.bar.target_field.setFocus()
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_A, Qt.KeyboardModifier.AltModifier)
        assert answer.isAncestorOf(window.focusWidget())


def test_figures_that_have_no_trace_lead_to_where_it_is_decided(
    shared_window: MainWindow,
) -> None:
    frame = shared_window.frame
    for name in ("findings", "sure"):
        frame.go_to(0)
        frame.strip.cells[name].origin_requested.emit()
        assert frame.present_page is frame.page("decision")


def test_an_empty_study_begins_at_what_can_be_done(
    make_window: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    window = make_window()
    window.build_study(tmp_path / "empty.arraywise")
    wait_for_answer(qtbot, window)
    focused = window.focusWidget()
    assert isinstance(focused, QPushButton)
    assert focused.text() == "Go to Evidence"


def test_keys_that_were_moved_stay_when_later_answers_come(
    open_shared: Callable[[], MainWindow],
) -> None:
    """Only the first answer tells whether a page is empty."""
    window = open_shared()
    frame, session = window.frame, window.session
    assert frame is not None
    assert session is not None
    answer, session.answer = session.answer, None
    frame.focus_page()
    window.setFocus()
    session.answer = answer
    frame.refresh()
    moved = frame.rail.buttons[2]
    moved.setFocus()
    frame.refresh()
    assert window.focusWidget() is moved


def test_an_empty_clipboard_is_told(shared_window: MainWindow) -> None:
    window = shared_window
    QApplication.clipboard().clear()
    window.frame.paste_evidence()
    assert "no file or text" in window.banner.text
