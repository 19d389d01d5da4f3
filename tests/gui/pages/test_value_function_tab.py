"""Value functions: anchors, further points and their curve, edited below the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea

from arraywise.domain.criteria import Criterion
from arraywise.gui.shell import preferences
from tests.gui.conftest import wait_for_answer
from tests.gui.elided import build_layout
from tests.gui.every_page import read_now
from tests.gui.pages.test_decision_page import answer_of, weighing_of
from tests.gui.pages.test_weighing import dialog, window
from tests.gui.text_size import system_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.domain.criteria import Corners
    from arraywise.gui.pages.decision.stakeholders import WeightingPanel
    from arraywise.gui.pages.decision.weighing import ValueFunctionTab
    from arraywise.gui.shell.main_window import MainWindow
    from arraywise.gui.widgets.controls import UnitField
    from tests.gui.conftest import EditedWindows

__all__ = ["dialog", "window"]

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def windows(_windows_of_edits: EditedWindows) -> EditedWindows:
    """Return what lends the small study to `window`."""
    return _windows_of_edits


@pytest.fixture
def tab(window: MainWindow, dialog: WeightingPanel, qtbot: QtBot) -> ValueFunctionTab:
    """Return the value function of provisioning with a further point, just added."""
    result = dialog.values
    dialog.tabs.setCurrentWidget(result)
    criteria = [s.criterion for s in answer_of(window).settings]
    result.choice.setCurrentIndex(criteria.index(Criterion.PROVISIONING))
    assert not result.further.isVisible()
    QTest.mouseClick(result.add, LEFT)
    wait_for_answer(qtbot, window)
    return result


def further(window: MainWindow) -> Corners:
    settings = {s.criterion: s for s in answer_of(window).settings}
    return settings[Criterion.PROVISIONING].further


def type_into(field: UnitField, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)


def test_a_point_is_added_on_the_line_and_moved_with_a_live_curve(
    window: MainWindow, tab: ValueFunctionTab, qtbot: QtBot
) -> None:
    assert further(window) == ((5400.0, 30.0),), "half way to the target: nothing bends yet"
    row, second, _ = tab.further.rows
    assert (row.attribute.text(), row.worth.text()) == ("90", "30")
    assert (row.isVisible(), second.isVisible()) == (True, False)
    before = tab.curve.grab().toImage()
    type_into(row.worth, "42")
    assert tab.curve.grab().toImage() != before, "before it is kept"
    QTest.keyClick(row.worth, Qt.Key.Key_Return)
    wait_for_answer(qtbot, window)
    assert further(window) == ((5400.0, 42.0),)


def test_a_point_out_of_order_says_which_and_is_not_kept(
    window: MainWindow, tab: ValueFunctionTab
) -> None:
    row = tab.further.rows[0]
    type_into(row.worth, "75")
    QTest.keyClick(row.worth, Qt.Key.Key_Return)
    assert "90 min (75) is out of order" in tab.fault.text()
    type_into(row.worth, "x")
    assert tab.fault.text() == "Every anchor is a number."
    assert further(window) == ((5400.0, 30.0),)


def test_points_are_removed_undone_and_gone_with_derived_anchors(
    window: MainWindow, tab: ValueFunctionTab, qtbot: QtBot
) -> None:
    for _ in range(2):
        QTest.mouseClick(tab.add, LEFT)
        wait_for_answer(qtbot, window)
    three = further(window)
    assert (len(three), tab.add.isEnabled()) == (3, False)
    QTest.mouseClick(tab.further.rows[1].remove, LEFT)
    wait_for_answer(qtbot, window)
    assert further(window) == (three[0], three[2])
    assert tab.add.isEnabled()
    window.undoing.undo()
    wait_for_answer(qtbot, window)
    assert further(window) == three
    assert tab.further.rows[2].isVisible()
    QTest.mouseClick(tab.follow, LEFT)
    wait_for_answer(qtbot, window)
    assert further(window) == ()
    assert not tab.further.isVisible()


@pytest.mark.parametrize(("code", "size"), [("en", 9), ("de", 13)])
def test_three_points_and_what_is_wrong_with_one_are_not_cut_off(
    code: str, size: int, open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    preferences.install_language(code)
    with system_text(size):
        window = open_shared()
        wait_for_answer(qtbot, window)
        dialog = weighing_of(window)
        dialog.tabs.setCurrentWidget(dialog.values)
        for _ in range(3):
            QTest.mouseClick(dialog.values.add, LEFT)
            wait_for_answer(qtbot, window)
        type_into(dialog.values.further.rows[2].worth, "1")
        read = read_now(dialog)
    assert len(dialog.values.fault.text()) > 80
    assert [(each.text, each.too_long_by) for each in read if each.too_long_by] == []


@pytest.mark.parametrize("code", ["en", "de"])
def test_anchors_swings_and_pairs_need_no_scrolling_on_a_low_screen(
    code: str, open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    preferences.install_language(code)
    window = open_small()
    window.resize(1366, 768)
    wait_for_answer(qtbot, window)
    dialog = weighing_of(window)
    for tab in (dialog.swings, dialog.pairs, dialog.values):
        dialog.tabs.setCurrentWidget(tab)
        build_layout()
        for area in tab.findChildren(QScrollArea):
            inside = area.widget().minimumSizeHint()
            assert area.verticalScrollBar().maximum() == 0
            assert area.viewport().width() >= inside.width()
