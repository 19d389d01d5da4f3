"""Keys while a cell is typed in, and in a selection of several, as spreadsheets have them."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from arraywise.gui.grid import delegate
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.sheet import FormulaBar
from arraywise.gui.grid.view import CellBox
from tests.gui.grid.test_spreadsheet_hands import Sheet, sheet

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

__all__ = ["sheet"]  # a fixture

keys = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier


def begin(sheet: Sheet, row: int, column: int) -> None:
    sheet.grid.select_cell(sheet.model.index(row, column))


def type_(text: str, *pressed: Qt.Key, with_: Qt.KeyboardModifier = NONE) -> None:
    for letter in text:
        QTest.keyClick(QApplication.focusWidget(), letter)
    for key in pressed:
        QTest.keyClick(QApplication.focusWidget(), key, with_)


def here(sheet: Sheet) -> tuple[int, int]:
    return sheet.grid.currentIndex().row(), sheet.grid.currentIndex().column()


@pytest.mark.parametrize(
    ("key", "place"),
    [
        (keys.Key_Right, (5, 2)),
        (keys.Key_Left, (5, 0)),
        (keys.Key_Down, (6, 1)),
        (keys.Key_Up, (4, 1)),
    ],
)
def test_an_arrow_keeps_what_was_typed_over_and_goes_on(
    sheet: Sheet, key: Qt.Key, place: tuple[int, int]
) -> None:
    begin(sheet, 5, 1)
    type_("12", key)
    assert (sheet.texts[5, 1], here(sheet)) == ("12", place)
    type_("7", keys.Key_Return)
    assert sheet.texts[place] == "7"


def test_after_f2_arrows_move_in_the_text_and_f2_turns_that_round(sheet: Sheet) -> None:
    begin(sheet, 0, 0)
    type_("", keys.Key_F2, keys.Key_Left)
    type_("9", keys.Key_Return)
    assert (sheet.texts[0, 0], here(sheet)) == ("91", (1, 0))
    type_("5", keys.Key_F2, keys.Key_Left)
    type_("6", keys.Key_F2, keys.Key_Right)
    assert (sheet.texts[1, 0], here(sheet)) == ("65", (1, 1))


def test_a_click_into_what_is_typed_keeps_arrows_in_it(sheet: Sheet) -> None:
    begin(sheet, 3, 1)
    type_("12")
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit)
    QTest.mouseClick(editor, Qt.MouseButton.LeftButton)
    editor.end(False)  # noqa: FBT003 - Qt's own signature
    type_("", keys.Key_Left)
    type_("0", keys.Key_Return)
    assert sheet.texts[3, 1] == "102"


def test_shift_and_enter_keep_and_go_up(sheet: Sheet) -> None:
    begin(sheet, 5, 1)
    type_("12", keys.Key_Return, with_=SHIFT)
    assert (sheet.texts[5, 1], here(sheet)) == ("12", (4, 1))


def test_enter_and_tab_go_round_in_a_selection(sheet: Sheet) -> None:
    sheet.grid.cells.select_box(CellBox(4, 1, 2, 2))
    for text in "1234":
        type_(text, keys.Key_Return)
    assert (sheet.column(1)[4:6], sheet.column(2)[4:6]) == (["1", "2"], ["3", "4"])
    assert here(sheet) == (4, 1)
    for text in "5678":
        type_(text, keys.Key_Tab)
    assert (sheet.column(1)[4:6], sheet.column(2)[4:6]) == (["5", "7"], ["6", "8"])
    type_("", keys.Key_Return, with_=SHIFT)
    assert here(sheet) == (5, 2)
    assert sheet.grid.cells.selected_box() == CellBox(4, 1, 2, 2)
    type_("", keys.Key_Up)
    assert sheet.grid.cells.selected_box() == CellBox(4, 2, 1, 1)


def test_the_formula_line_goes_up_and_left_too(sheet: Sheet, qtbot: QtBot) -> None:
    line = FormulaBar(sheet.grid)
    qtbot.addWidget(line)
    line.show()
    begin(sheet, 5, 1)
    for key, place in ((keys.Key_Return, (4, 1)), (keys.Key_Backtab, (4, 0))):
        QTest.keyClick(line.line, "3")
        QTest.keyClick(line.line, key, SHIFT)
        assert here(sheet) == place
    assert (sheet.texts[5, 1], sheet.texts[4, 1]) == ("3", "3")


@pytest.mark.parametrize(
    ("name", "selected"),
    [
        ("b3", CellBox(2, 1, 1, 1)),
        ("B3:a5", CellBox(2, 0, 3, 2)),
        (" $A$1 : D12", CellBox(0, 0, 12, 4)),
        ("A1:Z9", CellBox(7, 3, 1, 1)),
        ("A13", CellBox(7, 3, 1, 1)),
        ("B3:", CellBox(7, 3, 1, 1)),
    ],
)
def test_the_name_of_a_range_selects_it(
    sheet: Sheet, qtbot: QtBot, name: str, selected: CellBox
) -> None:
    sheet.model.set_columns([replace(c, letter=c.title) for c in sheet.model.columns])
    line = FormulaBar(sheet.grid)
    qtbot.addWidget(line)
    begin(sheet, 7, 3)
    line.name.setText(name)
    line.name.returnPressed.emit()
    assert sheet.grid.cells.selected_box() == selected


def test_a_double_click_on_the_handle_fills_as_far_as_the_cells_beside_go(sheet: Sheet) -> None:
    sheet.texts |= {(0, 1): "=A1*2", (1, 2): "x"}
    sheet.model.refresh_cells()
    for column, filled in ((1, ["=A1*2", "=A2*2", "=A3*2", "=A4*2", ""]), (3, ["", "", "", ""])):
        begin(sheet, 0, column)
        corner = sheet.grid.visualRect(sheet.model.index(0, column)).bottomRight()
        QTest.mouseDClick(sheet.grid.viewport(), Qt.MouseButton.LeftButton, NONE, corner)
        assert sheet.column(column, len(filled)) == filled
    assert sheet.grid.cells.selected_box() == CellBox(0, 3, 2, 1)


@pytest.fixture
def choices(sheet: Sheet) -> Sheet:
    first, *others = sheet.model.columns
    sheet.model.set_columns([replace(first, choices=lambda _index: ("NAS", "FC SAN")), *others])
    sheet.texts[2, 0] = "NAS"
    sheet.model.refresh_cells()
    return sheet


@pytest.mark.parametrize(
    ("typed", "kept"), [("FC SAN", "FC SAN"), ("f", "FC SAN"), ("Other", "Other")]
)
def test_a_name_is_typed_over_a_choice_and_completed(
    choices: Sheet, typed: str, kept: str
) -> None:
    for row, key, place in ((2, keys.Key_Return, (3, 0)), (5, keys.Key_Tab, (5, 1))):
        begin(choices, row, 0)
        type_(typed, key)
        QApplication.processEvents()
        assert (choices.texts[row, 0], here(choices)) == (kept, place)


def test_alt_and_down_or_f2_open_the_list_of_choices(
    choices: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(
        delegate, "_open_list_when_released", lambda box: opened.append(box.currentText())
    )
    alt = Qt.KeyboardModifier.AltModifier
    for key, with_, column in ((keys.Key_Down, alt, 0), (keys.Key_F2, NONE, 0),
                               (keys.Key_Down, alt, 1)):  # fmt: skip
        begin(choices, 2, column)
        type_("", key, with_=with_)
        if not column:
            type_("", keys.Key_Escape)
    assert opened == ["NAS", "NAS"]


def test_a_fault_in_taking_what_was_typed_is_reported_and_the_grid_stays_whole(
    sheet: Sheet, qtbot: QtBot
) -> None:
    """PySide freed `closeEditor` where it was looked up first while an error was pending."""

    def fail(*_cells: object) -> None:
        raise LookupError

    sheet.grid.block_target = fail
    for column in sheet.model.columns:
        object.__setattr__(column, "edit", fail)
    begin(sheet, 0, 1)
    type_("7")
    before = sys.getrefcount(Grid.closeEditor)
    with qtbot.captureExceptions() as faults:
        sheet.grid.setFocus()  # the editor loses the focus
    assert [kind for kind, *_ in faults] == [LookupError]
    assert sheet.grid.state() != Grid.State.EditingState
    assert sys.getrefcount(Grid.closeEditor) >= before
