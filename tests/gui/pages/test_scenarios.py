"""Scenarios in a real window: made, changed, compared, put in use and undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from arraywise.store.reading.history import list_scenarios
from tests.gui.acting import said, shown_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.gui.pages.decision.scenarios import ScenariosPanel
    from arraywise.gui.shell.main_window import MainWindow


def rest(window: MainWindow, qtbot: QtBot) -> None:
    for _ in range(3):
        qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
        qtbot.wait(1)


def opened(window: MainWindow, qtbot: QtBot) -> ScenariosPanel:
    panel = shown_page(window, "decision").scenarios
    panel.toggle.click()
    rest(window, qtbot)
    return panel


def added(window: MainWindow, panel: ScenariosPanel, qtbot: QtBot, name: str) -> None:
    qtbot.keyClicks(panel.name_field, name)
    qtbot.keyClick(panel.name_field, Qt.Key.Key_Return)
    rest(window, qtbot)


def typed(window: MainWindow, qtbot: QtBot, milliseconds: str) -> None:
    field = window.frame.bar.target_field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, milliseconds)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    rest(window, qtbot)


def test_a_scenario_is_made_changed_and_compared(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    panel = opened(window, qtbot)
    assert panel.columns.chips == {}
    assert panel.note.text()
    before = said(window, "recommended")
    added(window, panel, qtbot, "Tight & fast")
    (scenario,) = list_scenarios(window.session.study)
    assert scenario.in_use
    assert window.frame.bar.scenario.currentText() == "Tight & fast"
    typed(window, qtbot, "10")
    cells = panel.columns.cells
    assert cells["recommended", scenario.id].text() == "No option passes"
    assert cells["recommended", 0].text() == "NAS NFS"
    assert cells["price", 0].text() != cells["price", scenario.id].text()
    assert cells["differs", scenario.id].text() == "target 10 ms instead of 200 ms"
    panel.columns.chips[0].click()
    rest(window, qtbot)
    assert said(window, "recommended") == before
    assert window.frame.bar.target_field.text() == "200"
    assert window.frame.bar.scenario.currentText() == "Base case"
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    rest(window, qtbot)
    assert window.frame.bar.target_field.text() == "10"
    assert window.status.message.text() == "Undone: switch to the base"
    assert panel.columns.chips[scenario.id].isChecked()


def test_the_scenario_in_use_follows_what_is_dragged(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    panel = opened(window, qtbot)
    added(window, panel, qtbot, "Load")
    (scenario,) = list_scenarios(window.session.study)
    cell, base = (panel.columns.cells["headroom", id_] for id_ in (scenario.id, 0))
    was = cell.text()
    bar = window.frame.bar
    bar.tried.emit(
        type(bar.requirement)(**{**_fields(bar.requirement), "visits_per_month": 30_000_000})
    )
    qtbot.waitUntil(lambda: cell.text() != was)
    assert base.text() == was


def _fields(requirement: object) -> dict[str, object]:
    return {name: getattr(requirement, name) for name in type(requirement).__slots__}


def test_renaming_and_removing(open_small: Callable[[], MainWindow], qtbot: QtBot) -> None:
    window = open_small()
    panel = opened(window, qtbot)
    added(window, panel, qtbot, "One")
    typed(window, qtbot, "150")
    (scenario,) = list_scenarios(window.session.study)
    columns = panel.columns
    compared = next(c for c in panel.columns._scenarios if c.id == scenario.id)
    columns._edit_name(compared, 2)
    columns.name_field.selectAll()
    qtbot.keyClicks(columns.name_field, "Two")
    qtbot.keyClick(columns.name_field, Qt.Key.Key_Return)
    rest(window, qtbot)
    assert columns.chips[scenario.id].text() == "Two"
    columns.remove(scenario.id)
    rest(window, qtbot)
    assert list_scenarios(window.session.study) == ()
    assert columns.chips == {}
    assert window.frame.bar.target_field.text() == "200"


def test_a_name_that_is_taken_is_refused(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    panel = opened(window, qtbot)
    added(window, panel, qtbot, "One")
    added(window, panel, qtbot, "one")
    assert len(list_scenarios(window.session.study)) == 1
    assert window.frame.present_page.banner.isVisible()
    panel.add_from_field()
    rest(window, qtbot)
    assert len(list_scenarios(window.session.study)) == 1


def test_the_bar_puts_scenarios_in_use_and_leads_to_their_table(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    box = window.frame.bar.scenario
    shown_page(window, "pricing")
    box.setCurrentIndex(box.count() - 1)
    box.activated.emit(box.currentIndex())
    assert window.frame.present_page.key == "decision"
    panel = window.frame.present_page.scenarios
    assert panel.name_field.isVisible()
    added(window, panel, qtbot, "Later")
    assert box.currentText() == "Later"
    box.setCurrentIndex(0)
    box.activated.emit(0)
    rest(window, qtbot)
    assert box.currentText() == "Base case"
    assert not list_scenarios(window.session.study)[0].in_use
