"""Undo and redo in a real window: by keys, wherever the focus is."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import duckdb
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from arraywise.store.reading.facts import read_facts
from arraywise.store.study import open_study
from arraywise.usecases.undo import undo_state
from tests.gui.acting import said, shown_page

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QLineEdit
    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow

UNDO = (Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
REDO = (Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
REDO_TOO = (
    Qt.Key.Key_Z,
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
)


def rest(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    QApplication.processEvents()
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)


def press(window: MainWindow, qtbot: QtBot, keys: tuple[Qt.Key, Qt.KeyboardModifier]) -> None:
    """Press keys where the focus is, and wait for what follows."""
    qtbot.keyClick(window.focusWidget() or window, *keys)
    rest(window, qtbot)


def visits(window: MainWindow) -> int:
    facts = window.session.facts
    assert facts is not None
    return facts.requirement.visits_per_month


def ask_for(window: MainWindow, qtbot: QtBot, number: int) -> None:
    """Type visits into the bar."""
    field = window.frame.bar.visits_field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, str(number))
    qtbot.keyClick(field, Qt.Key.Key_Return)


def active(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


def test_four_steps_are_undone_and_done_again(
    open_small: Callable[[], MainWindow], qtbot: QtBot, small_study: Path
) -> None:
    window = open_small()
    active(window, qtbot)
    first, answer = window.session.facts, said(window, "headroom")
    for number in range(4):
        ask_for(window, qtbot, 1_000_000 + number)
    rest(window, qtbot)
    assert visits(window) == 1_000_003
    for number in range(3, 0, -1):
        press(window, qtbot, UNDO)
        assert visits(window) == 1_000_000 + number - 1
    press(window, qtbot, UNDO)
    assert window.session.facts == first
    assert said(window, "headroom") == answer
    assert window.frame.bar.visits_field.text() == "54,432,000"
    for keys in (REDO, REDO, REDO_TOO, REDO_TOO):
        press(window, qtbot, keys)
    assert visits(window) == 1_000_003
    assert not window.undoing.forth.isEnabled()
    window.close()
    with open_study(small_study) as study:
        assert read_facts(study).requirement.visits_per_month == 1_000_003
        assert str(undo_state(study).undo) == "visits per month"


def test_quick_presses_are_all_taken(open_small: Callable[[], MainWindow], qtbot: QtBot) -> None:
    window = open_small()
    active(window, qtbot)
    for number in range(5):
        ask_for(window, qtbot, 1_000_000 + number)
    window.frame.setFocus()
    for _ in range(3):
        qtbot.keyClick(window.focusWidget() or window, *UNDO)
    rest(window, qtbot)
    assert visits(window) == 1_000_001


def test_the_page_of_the_change_is_shown_and_said(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    active(window, qtbot)
    pricing = shown_page(window, "pricing")
    before = window.session.facts
    column = next(i for i, c in enumerate(pricing.model.columns) if c.key == "unit_price")
    index = pricing.model.index(0, column)
    assert pricing.model.setData(index, "12.50", Qt.ItemDataRole.EditRole)
    rest(window, qtbot)
    assert window.session.facts != before
    name = pricing.tabs.option.name
    assert window.undoing.back.text() == f"&Undo price of {name}, line 1"
    shown_page(window, "overview")
    press(window, qtbot, UNDO)
    assert window.frame.present_page is pricing
    assert window.status.message.text() == f"Undone: price of {name}, line 1"
    assert window.session.facts == before
    assert window.undoing.forth.text() == f"&Redo price of {name}, line 1"


def test_typing_that_was_not_given_is_undone_in_the_field(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    active(window, qtbot)
    ask_for(window, qtbot, 1_000_000)
    rest(window, qtbot)
    field = window.frame.bar.visits_field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "77")
    press(window, qtbot, UNDO)
    assert visits(window) == 1_000_000
    assert field.text() != "77"
    while field.isUndoAvailable():
        press(window, qtbot, UNDO)
    press(window, qtbot, UNDO)
    assert visits(window) == 54_432_000


def test_removed_files_come_back(open_small: Callable[[], MainWindow], qtbot: QtBot) -> None:
    from arraywise.store.reading.evidence import list_files
    from arraywise.usecases.changes import Changes
    from arraywise.usecases.edit_evidence import remove_files

    window = open_small()
    active(window, qtbot)
    before = window.session.facts
    study = window.session.study
    ids = [row.id for row in list_files(study)]
    window.session.write(lambda _watch: remove_files(study, ids), Changes.EVERYTHING)
    rest(window, qtbot)
    assert list_files(study) == ()
    press(window, qtbot, UNDO)
    assert window.frame.present_page.key == "evidence"
    assert window.session.facts == before
    assert window.status.message.text() == f"Undone: removal of {len(ids)} files"


def test_keys_work_while_presenting(open_small: Callable[[], MainWindow], qtbot: QtBot) -> None:
    window = open_small()
    active(window, qtbot)
    ask_for(window, qtbot, 1_000_000)
    rest(window, qtbot)
    window.present()
    press(window, qtbot, UNDO)
    assert visits(window) == 54_432_000
    window.presenter.stop()


def test_what_cannot_be_undone_is_said(open_small: Callable[[], MainWindow], qtbot: QtBot) -> None:
    window = open_small()
    active(window, qtbot)
    ask_for(window, qtbot, 1_000_000)
    rest(window, qtbot)
    with window.session.study.cursor() as cursor:
        cursor.execute("UPDATE requirement SET visits_per_month = 7")
    press(window, qtbot, UNDO)
    assert window.frame.present_page.banner.isVisible()


def test_an_unreadable_record_is_said_and_not_read_for_ever(
    make_window: Callable[..., MainWindow], small_study: Path, qtbot: QtBot
) -> None:
    with closing(duckdb.connect(str(small_study))) as connection:
        connection.execute("UPDATE history SET changes = repeat('[', 100000)")
    window = make_window(small_study)
    errors: list[str] = []
    window.background.show_error.connect(errors.append)
    qtbot.waitUntil(lambda: bool(errors), timeout=20_000)
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    assert [error for error in errors if "unreadable" in error] == errors[:1]
    assert not window.undoing.back.isEnabled()


def test_without_a_study_there_is_nothing_to_undo(
    make_window: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = make_window()
    assert not window.undoing.back.isEnabled()
    window.undoing.undo()
    rest(window, qtbot)


def given(window: MainWindow, qtbot: QtBot, field: QLineEdit, text: str) -> None:
    """Type over a field, press Enter, and stay in it."""
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    rest(window, qtbot)


def test_a_field_shows_what_was_undone_while_it_has_the_focus(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    active(window, qtbot)
    page = shown_page(window, "report")
    rest(window, qtbot)
    given(window, qtbot, page.form.author, "Ada")
    given(window, qtbot, page.name_field, "Renamed")
    assert window.session.facts.name == "Renamed"
    press(window, qtbot, UNDO)
    assert page.name_field.text() == "Small"
    assert page.form.author.text() == "Ada"
    press(window, qtbot, UNDO)
    assert page.form.author.text() == ""
    page.form.author.setFocus()
    page.name_field.setFocus()
    rest(window, qtbot)
    assert window.session.facts.name == "Small"
    press(window, qtbot, REDO)
    assert page.form.author.text() == "Ada"


def test_keys_in_a_grid_undo_the_study(open_small: Callable[[], MainWindow], qtbot: QtBot) -> None:
    window = open_small()
    active(window, qtbot)
    page = shown_page(window, "pricing")
    before = window.session.option_facts(page.tabs.option.id).price_sheet
    column = next(i for i, c in enumerate(page.model.columns) if c.key == "quantity")
    index = page.model.index(0, column)
    page.grid.setCurrentIndex(index)
    page.grid.setFocus()
    for number in (7, 8):
        page.model.setData(index, str(number), Qt.ItemDataRole.EditRole)
        rest(window, qtbot)
    press(window, qtbot, UNDO)
    assert window.session.option_facts(page.tabs.option.id).price_sheet.lines[0].quantity == 7
    assert page.model.data(index) == "7"
    press(window, qtbot, UNDO)
    assert window.session.option_facts(page.tabs.option.id).price_sheet == before
