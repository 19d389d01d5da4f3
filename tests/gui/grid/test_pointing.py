"""Cells that are clicked while a formula is typed, in a real window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QTabBar

from arraywise.gui.grid.view import CellBox
from tests.gui.acting import shown_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.gui.grid.grid import Grid
    from arraywise.gui.shell.main_window import MainWindow

SECOND_OPTION = 2  # tab of Pricing: "Who includes what" and the first option are before it
LEFT = Qt.MouseButton.LeftButton
CONTROL, NO_KEYS = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def window(open_small: Callable[[], MainWindow], qtbot: QtBot) -> MainWindow:
    opened = open_small()
    with qtbot.waitActive(opened):
        opened.activateWindow()
    return opened


def middle(grid: Grid, row: int, column: int) -> QPoint:
    return grid.visualRect(grid.rows.index(row, column)).center()


def click(grid: Grid, row: int, column: int) -> None:
    QTest.mouseClick(grid.viewport(), LEFT, pos=middle(grid, row, column))


def typing(grid: Grid) -> QLineEdit:
    editors = [e for e in grid.viewport().findChildren(QLineEdit) if e.isVisible()]
    assert len(editors) == 1
    return editors[0]


def choose(tabs: QTabBar, place: int) -> None:
    """Click on a tab; the focus goes first where the mouse presses, which `QTest` leaves out."""
    if tabs.focusPolicy() & Qt.FocusPolicy.ClickFocus:
        tabs.setFocus(Qt.FocusReason.MouseFocusReason)
    QTest.mouseClick(tabs, LEFT, pos=tabs.tabRect(place).center())


def type_into(grid: Grid, text: str) -> None:
    QTest.keyClicks(grid, text[0])
    QTest.keyClicks(typing(grid), text[1:])


def finish_changes(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)


def test_a_clicked_cell_and_a_dragged_range_go_into_the_formula(
    window: MainWindow, qtbot: QtBot
) -> None:
    page = shown_page(window, "workings")
    page.apply_block(0, 0, [["1", "4"], ["2", "5"], ["3", "6"]])
    click(page.grid, 0, 3)
    type_into(page.grid, "=2*")
    click(page.grid, 1, 0)
    assert typing(page.grid).text() == "=2*A2"
    click(page.grid, 2, 1)
    assert typing(page.grid).text() == "=2*B3"
    qtbot.keyClicks(typing(page.grid), "+SUM(")
    QTest.mousePress(page.grid.viewport(), LEFT, pos=middle(page.grid, 2, 1))
    QTest.mouseMove(page.grid.viewport(), middle(page.grid, 1, 0))
    page.grid.reference_picker.extend_to(page.grid, (0, 0))
    QTest.mouseRelease(page.grid.viewport(), LEFT, pos=middle(page.grid, 0, 0))
    assert typing(page.grid).text() == "=2*B3+SUM(A1:B3"
    qtbot.keyClicks(typing(page.grid), ")")
    qtbot.keyClick(typing(page.grid), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.model.cell_at(0, 3).number == 33)
    assert page.grid.currentIndex().row() == 1
    finish_changes(window, qtbot)


def test_a_click_where_no_value_is_due_keeps_what_was_typed(
    window: MainWindow, qtbot: QtBot
) -> None:
    page = shown_page(window, "workings")
    click(page.grid, 0, 3)
    type_into(page.grid, "=2*3")
    click(page.grid, 5, 1)
    assert page.model.editor_text_at(0, 3) == "=2*3"
    assert (page.grid.currentIndex().row(), page.grid.currentIndex().column()) == (5, 1)
    type_into(page.grid, '="a+')
    click(page.grid, 6, 1)
    assert page.model.editor_text_at(5, 1) == '="a+'
    finish_changes(window, qtbot)


def test_arrows_point_too(window: MainWindow, qtbot: QtBot) -> None:
    page = shown_page(window, "workings")
    click(page.grid, 2, 2)
    type_into(page.grid, "=")
    qtbot.keyClick(typing(page.grid), Qt.Key.Key_Up)
    assert typing(page.grid).text() == "=C2"
    qtbot.keyClick(typing(page.grid), Qt.Key.Key_Left)
    qtbot.keyClick(typing(page.grid), Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert typing(page.grid).text() == "=B1:B2"
    qtbot.keyClick(typing(page.grid), Qt.Key.Key_F4)
    assert typing(page.grid).text() == "=$B$1:$B$2"
    qtbot.keyClick(typing(page.grid), Qt.Key.Key_Escape)
    assert page.model.editor_text_at(2, 2) == ""


def test_the_formula_line_points_as_a_cell_does(window: MainWindow, qtbot: QtBot) -> None:
    page = shown_page(window, "workings")
    click(page.grid, 0, 3)
    page.line.line.setFocus()
    qtbot.keyClicks(page.line.line, "=1+")
    click(page.grid, 4, 4)
    assert page.line.line.text() == "=1+E5"
    assert page.line.line.hasFocus()
    qtbot.keyClick(page.line.line, Qt.Key.Key_Return)
    assert page.model.editor_text_at(0, 3) == "=1+E5"
    finish_changes(window, qtbot)


def test_a_formula_goes_along_to_another_tab_and_back(window: MainWindow, qtbot: QtBot) -> None:
    page = shown_page(window, "workings")
    click(page.grid, 0, 0)
    type_into(page.grid, "=2*")
    choose(page.tabs, 1)
    line = page.requirement.line
    qtbot.waitUntil(line.line.hasFocus)
    assert line.line.text() == "=2*"
    assert "Workings!A1" in line.note.text()
    click(page.requirement.grid, 0, 1)
    assert line.line.text() == "=2*Requirement!B1"
    qtbot.keyClick(line.line, Qt.Key.Key_Return)
    assert page.tabs.currentIndex() == 0
    assert page.grid.hasFocus()
    target = 2000 * window.session.facts.requirement.response_time_s
    qtbot.waitUntil(lambda: page.model.cell_at(0, 0).number == target)
    finish_changes(window, qtbot)


def test_a_formula_goes_along_to_a_price_sheet_and_its_other_options(
    window: MainWindow, qtbot: QtBot
) -> None:
    page = shown_page(window, "workings")
    click(page.grid, 0, 0)
    type_into(page.grid, "=SUM(")
    prices = shown_page(window, "pricing")
    qtbot.waitUntil(prices.line.line.hasFocus)
    choose(prices.tabs, SECOND_OPTION)
    qtbot.waitUntil(prices.line.line.hasFocus)
    second = prices.tabs.option
    price = [c.key for c in prices.model.columns].index("unit_price")
    click(prices.grid, 0, price)
    name = window.session.sheets.sheet_name(f"prices/{second.id}")
    assert prices.line.line.text() == f"=SUM('{name}'!E1"
    qtbot.keyClicks(prices.line.line, ")")
    qtbot.keyClick(prices.line.line, Qt.Key.Key_Return)
    assert window.frame.present_page is page
    first = window.session.option_facts(second.id).price_sheet.lines[0].unit_price
    qtbot.waitUntil(lambda: page.model.cell_at(0, 0).number == float(first))
    finish_changes(window, qtbot)


def test_escape_drops_a_carried_formula_and_goes_back(window: MainWindow, qtbot: QtBot) -> None:
    page = shown_page(window, "workings")
    click(page.grid, 0, 0)
    type_into(page.grid, "=2*")
    page.tabs.setCurrentIndex(2)
    qtbot.waitUntil(page.criteria.line.line.hasFocus)
    qtbot.keyClick(page.criteria.line.line, Qt.Key.Key_Escape)
    assert page.tabs.currentIndex() == 0
    assert page.model.editor_text_at(0, 0) == ""
    click(page.grid, 3, 3)
    assert page.grid.currentIndex().row() == 3


def test_another_option_is_no_place_for_what_is_typed_for_this_one(
    window: MainWindow, qtbot: QtBot
) -> None:
    prices = shown_page(window, "pricing")
    one = prices.tabs.option
    price = [c.key for c in prices.model.columns].index("unit_price")
    click(prices.grid, 0, price)
    type_into(prices.grid, "1234")
    choose(prices.tabs, SECOND_OPTION)
    lines = {id_: window.session.option_facts(id_).price_sheet.lines[0].unit_price
             for id_ in (one.id, prices.tabs.option.id)}  # fmt: skip
    assert lines[one.id] == 1234
    assert lines[prices.tabs.option.id] != 1234
    finish_changes(window, qtbot)


def head(grid: Grid, column: int) -> QPoint:
    header = grid.horizontalHeader()
    return QPoint(header.sectionViewportPosition(column) + 20, header.height() // 2)


def press_head(grid: Grid, column: int, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
    QTest.mouseClick(grid.horizontalHeader().viewport(), LEFT, keys, head(grid, column))


def test_a_columns_head_puts_the_whole_column_into_the_formula(
    window: MainWindow, qtbot: QtBot
) -> None:
    page = shown_page(window, "workings")
    page.apply_block(0, 2, [["1", "4"], ["2", "5"], ["3", "6"]])
    click(page.grid, 1, 0)
    type_into(page.grid, "=SUM(")
    press_head(page.grid, 2)
    assert typing(page.grid).text() == "=SUM(C:C"
    assert typing(page.grid).completions is None, "it is no beginning of a name"
    qtbot.keyClick(typing(page.grid), Qt.Key.Key_Right)
    assert typing(page.grid).text() == "=SUM(D:D"
    press_head(page.grid, 2, Qt.KeyboardModifier.ShiftModifier)
    assert typing(page.grid).text() == "=SUM(C:D"
    heads = page.grid.horizontalHeader().viewport()
    QTest.mousePress(heads, LEFT, pos=head(page.grid, 3))
    page.grid.horizontalHeader().on_drag(2)
    QTest.mouseRelease(heads, LEFT, pos=head(page.grid, 2))
    assert typing(page.grid).text() == "=SUM(C:D"
    qtbot.keyClick(typing(page.grid), Qt.Key.Key_F4)
    qtbot.keyClicks(typing(page.grid), ")")
    qtbot.keyClick(typing(page.grid), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.model.editor_text_at(1, 0) == "=SUM($C:$D)")
    qtbot.waitUntil(lambda: page.model.cell_at(1, 0).number == 21)
    finish_changes(window, qtbot)


def test_whole_columns_are_put_in_and_taken_out_and_formulas_follow(
    window: MainWindow, qtbot: QtBot
) -> None:
    page = shown_page(window, "workings")
    page.apply_block(0, 2, [["1", "4"], ["2", "5"], ["3", "6"]])
    page.apply_block(1, 0, [["=SUM($C:$D)"]])
    press_head(page.grid, 2)
    assert page.grid.cells.selected_box() == CellBox(0, 2, page.model.rowCount(), 1), (
        "else it selects"
    )
    qtbot.keyClick(page.grid, Qt.Key.Key_Plus, CONTROL)
    qtbot.waitUntil(lambda: page.model.editor_text_at(1, 0) == "=SUM($D:$E)")
    assert page.model.editor_text_at(0, 3) == "1"
    qtbot.waitUntil(lambda: page.model.cell_at(1, 0).number == 21)
    qtbot.keyClick(page.grid, Qt.Key.Key_Minus, CONTROL)
    assert page.model.editor_text_at(1, 0) == "=SUM($C:$D)"
    finish_changes(window, qtbot)
    window.undoing.undo()
    qtbot.waitUntil(lambda: page.model.editor_text_at(1, 0) == "=SUM($D:$E)")
    finish_changes(window, qtbot)


def test_a_column_of_another_sheet_is_called_by_the_sheets_name(
    window: MainWindow, qtbot: QtBot
) -> None:
    page = shown_page(window, "workings")
    click(page.grid, 0, 0)
    type_into(page.grid, "=SUM(")
    choose(page.tabs, 2)
    line = page.criteria.line.line
    qtbot.waitUntil(line.hasFocus)
    press_head(page.criteria.grid, 1)
    assert line.text() == "=SUM(Criteria!B:B"
    qtbot.keyClicks(line, ")")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.model.editor_text_at(0, 0) == "=SUM(Criteria!B:B)")
    total = sum(setting.swing for setting in window.session.criteria)
    qtbot.waitUntil(lambda: page.model.cell_at(0, 0).number == total)
    finish_changes(window, qtbot)
