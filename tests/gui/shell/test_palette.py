from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QFontMetrics
from PySide6.QtWidgets import QApplication, QMenu

from arraywise.gui.pages.decision.stakeholders import WeightingPanel
from arraywise.gui.shell import preferences
from arraywise.gui.shell.opening import RecentStudy, save_recent_study
from arraywise.gui.shell.palette import (
    TOPICS,
    CommandPalette,
    HelpDialog,
    Item,
    match_cost,
    matching_items,
)
from arraywise.gui.widgets import theme
from tests.gui.acting import shown_page

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtCore import QSettings
    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


def palette_of(window: MainWindow) -> CommandPalette:
    window.show_palette()
    return next(p for p in window.findChildren(CommandPalette) if p.isVisible())


def help_of(window: MainWindow) -> HelpDialog:
    window.show_keys()
    return next(d for d in window.findChildren(HelpDialog) if d.isVisible())


@pytest.mark.parametrize(
    ("wanted", "texts"),
    [
        ("dec", ["Decision", "Disk edges, cut"]),
        ("ep", ["Export PDF", "Helper program"]),
        ("fc price", ["FC SAN: price", "Fluid Cache: price"]),
    ],
)
def test_words_and_their_beginnings_fit_best(wanted: str, texts: list[str]) -> None:
    items = [Item("", text, lambda: None) for text in reversed(texts)]
    assert [item.text for item in matching_items(wanted, items)] == texts


def test_letters_that_do_not_occur_in_order_fit_nothing() -> None:
    assert match_cost("noisiced", "Decision") is None
    assert matching_items("zz", [Item("", "Decision", lambda: None)]) == []


def test_the_keyboard_alone_goes_to_a_page(shared_window: MainWindow, qtbot: QtBot) -> None:
    window = shared_window
    palette = palette_of(window)
    qtbot.keyClicks(palette.field, "decision")
    assert (palette.shown_items[0].text, palette.shown_items[0].keys) == ("Decision", "Ctrl+6")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.frame.present_page.key == "decision"


@pytest.mark.parametrize(
    ("down", "up"), [(Qt.Key.Key_Down, Qt.Key.Key_Up), (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)]
)
def test_arrows_and_tab_choose_among_what_was_found(
    shared_window: MainWindow, qtbot: QtBot, down: Qt.Key, up: Qt.Key
) -> None:
    window = shared_window
    palette = palette_of(window)
    qtbot.keyClick(palette.field, down)
    assert palette.list.currentRow() == 1
    for _ in range(2):
        qtbot.keyClick(palette.field, up)
    assert palette.list.currentRow() == palette.list.count() - 1
    assert palette.field.hasFocus()


def test_every_entry_of_the_menus_that_can_be_chosen_is_offered(
    shared_window: MainWindow,
) -> None:
    window = shared_window
    palette = palette_of(window)
    offered = {(item.kind, item.text) for item in palette._items}
    assert {("File", "Export PDF"), ("Theme", "Dark"), ("Help", "Keys and formulas")} <= offered


def test_options_figures_and_files_are_found(shared_window: MainWindow, qtbot: QtBot) -> None:
    window = shared_window
    shown_page(window, "evidence")
    qtbot.waitUntil(lambda: window.background.is_idle and bool(window.frame.evidence.model.rows))
    palette = palette_of(window)
    kinds = {item.kind for item in palette._items}
    assert {"Option", "Figure", "File"} <= kinds
    qtbot.keyClicks(palette.field, "NAS price comes from")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.frame.trace.isVisible()


def test_the_field_stays_where_it_is_whatever_is_found(
    shared_window: MainWindow, qtbot: QtBot
) -> None:
    palette = palette_of(shared_window)
    qtbot.waitUntil(palette.field.isVisible)
    places = []
    for letters in ("", "e", "zqzqz"):
        palette.field.setText(letters)
        QApplication.processEvents()
        places.append((palette.height(), palette.field.y(), palette.field.height()))
    assert len(set(places)) == 1


def test_a_long_kind_has_its_room(shared_window: MainWindow, qtbot: QtBot) -> None:
    window = shared_window
    items = [Item("Zuletzt ge\u00f6ffnet", "Worked example", lambda: None)]
    palette = CommandPalette(items, window)
    qtbot.addWidget(palette)
    wide = QFontMetrics(theme.font("body")).horizontalAdvance(items[0].kind)
    assert palette.list.itemDelegate().kind_room > wide


def test_what_is_called_nothing_says_so(shared_window: MainWindow, qtbot: QtBot) -> None:
    palette = palette_of(shared_window)
    qtbot.keyClicks(palette.field, "qqqq")
    assert palette.nothing.isVisible()
    assert not palette.list.isVisible()
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible()


def test_shift_f1_lists_the_keys_of_all_actions(shared_window: MainWindow) -> None:
    window = shared_window
    page = shown_page(window, "pricing")
    stated = {line.keys for line in help_of(window).keys.rows}
    menus = window.menuBar().findChildren(QMenu)
    actions = [*page.findChildren(QAction), *(a for menu in menus for a in menu.actions())]
    there = {a.shortcut().toString() for a in actions if not a.shortcut().isEmpty()}
    assert there <= stated
    assert {"F1", "Shift+F1", "F6", "F11", "Ctrl+K"} <= stated


def test_shift_f1_tells_the_names_in_formulas_where_these_are_typed(
    shared_window: MainWindow,
) -> None:
    window = shared_window
    general = help_of(window)
    assert general.tabs.currentIndex() == 0
    general.reject()
    QApplication.processEvents()
    shown_page(window, "workings")
    dialog = help_of(window)
    assert dialog.tabs.tabText(dialog.tabs.currentIndex()) == "Formulas and names"


def test_recent_studies_stand_in_the_file_menu(
    make_window: Callable[[], MainWindow], settings: QSettings, small_study: Path
) -> None:
    save_recent_study(settings, RecentStudy(str(small_study), "Bread & butter", ""))
    window = make_window()
    palette = palette_of(window)
    assert [i.text for i in palette._items if i.kind == "Open recent"] == ["Bread & butter"]


def test_what_a_page_has_buttons_for_is_offered_from_everywhere(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    window.frame.go_to(0)
    palette = palette_of(window)
    qtbot.keyClicks(palette.field, "weig")
    assert palette.shown_items[0].kind == "Decision"
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.frame.present_page.key == "decision"
    assert window.findChild(WeightingPanel).isVisible()


@pytest.mark.parametrize(
    ("wanted", "title", "opens"),
    [
        ("growth", "Growth of the load", "growth_per_month"),
        ("budget", "Budget for 36 months", "budget"),
        ("percentile", "Statistic of the response time", "statistic"),
        ("rto", "Service restored within", "max_restore_s"),
    ],
)
def test_what_people_call_it_is_found(
    open_shared: Callable[[], MainWindow], wanted: str, title: str, opens: str, qtbot: QtBot
) -> None:
    window = open_shared()
    palette = palette_of(window)
    qtbot.keyClicks(palette.field, wanted)
    assert title in [item.text for item in palette.shown_items[:3]]
    next(item for item in palette.shown_items if item.text == title).do()
    assert window.frame.popover.isVisible()
    field = window.frame.popover.control_of(opens)
    assert field is window.focusWidget() or field.isAncestorOf(window.focusWidget())


def test_topics_are_found_in_the_language_of_the_window(
    open_shared: Callable[[], MainWindow], settings: QSettings
) -> None:
    window = open_shared()
    preferences.choose_language(settings, "de")
    try:
        palette = palette_of(window)
        for wanted, title in (
            ("wachstum", "Wachstum der Last"),
            ("budget", "Budget für 36 Monate"),
            ("quantil", "Kennzahl der Antwortzeit"),
        ):
            palette.field.setText(wanted)
            assert title in [item.text for item in palette.shown_items[:4]]
    finally:
        preferences.choose_language(settings, "en")


def test_every_topic_leads_somewhere(open_shared: Callable[[], MainWindow]) -> None:
    frame = open_shared().frame
    keys = {page.key for page in frame.pages}
    for topic in TOPICS:
        assert topic.page in keys if topic.page else frame.popover.control_of(topic.field)
