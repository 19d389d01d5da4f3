"""A sheet in another order: what is selected, named and numbered goes with its row."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from arraywise.gui.grid.model import Cell, Column, RowsModel
from arraywise.gui.grid.sheet import FormulaBar
from arraywise.gui.pages.pricing.lines import PriceRow
from tests.gui.grid.test_spreadsheet_hands import Sheet

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

DOWN = Qt.SortOrder.DescendingOrder


@pytest.fixture
def sheet(qtbot: QtBot) -> Sheet:
    built = Sheet()
    built.model.set_columns([replace(c, letter=c.title) for c in built.model.columns])
    qtbot.addWidget(built.grid)
    built.grid.resize(500, 400)
    built.grid.show()
    return built


def test_the_formula_line_writes_into_the_cell_that_it_names(sheet: Sheet, qtbot: QtBot) -> None:
    over = FormulaBar(sheet.grid)
    qtbot.addWidget(over)
    sheet.grid.setCurrentIndex(sheet.model.index(2, 0))
    assert (over.name.text(), over.line.text()) == ("A3", "3")
    sheet.model.sort(0, DOWN)
    here = sheet.grid.currentIndex()
    assert sheet.model.cell_at(here.row(), 0).text == "3"
    assert (over.name.text(), over.line.text()) == ("A3", "3")
    over.line.setText("31")
    over.line.setModified(True)
    qtbot.keyClick(over.line, Qt.Key.Key_Return)
    assert sheet.column(0, 4) == ["1", "2", "31", "4"]


def test_selected_rows_stay_selected_in_another_order(sheet: Sheet) -> None:
    sheet.grid.selectRow(0)
    sheet.model.sort(0, DOWN)
    selected = {index.row() for index in sheet.grid.selectedIndexes()}
    assert [sheet.model.rows[row] for row in selected] == [0]
    sheet.model.sort(-1)
    assert {index.row() for index in sheet.grid.selectedIndexes()} == {0}


def test_numbers_of_rows_are_painted_again_when_an_edit_moves_them(
    sheet: Sheet, qtbot: QtBot
) -> None:
    sheet.model.sort(0, DOWN)
    with qtbot.waitSignal(sheet.model.headerDataChanged) as stated:
        sheet.model.set_rows(range(12))
    assert stated.args == [Qt.Orientation.Vertical, 0, 11]


@pytest.mark.parametrize("order", [Qt.SortOrder.AscendingOrder, DOWN])
def test_the_row_for_a_new_line_stays_at_the_end(order: Qt.SortOrder) -> None:
    def show(row: PriceRow) -> Cell:
        return Cell("", number=float(-row.place))

    model = RowsModel([Column("place", "A", show)])
    rows = [PriceRow(place, object()) for place in range(3)]  # type: ignore[arg-type]
    model.set_rows([*rows, PriceRow(3)])
    model.sort(0, order)
    assert model.rows[-1].place == 3
    assert {row.place for row in model.rows[:3]} == {0, 1, 2}


def test_tab_goes_through_a_row_and_leaves_at_its_end(sheet: Sheet, qtbot: QtBot) -> None:
    """Qt asks where the focus goes next before a grid sees the key."""
    around, beside = QWidget(), QLineEdit()
    column = QVBoxLayout(around)
    column.addWidget(sheet.grid)
    column.addWidget(beside)
    qtbot.addWidget(around)
    with qtbot.waitExposed(around):
        around.show()
    around.activateWindow()
    sheet.grid.setFocus()
    sheet.grid.setCurrentIndex(sheet.model.index(1, 0))
    for expected in (1, 2, 3):
        qtbot.keyClick(sheet.grid, Qt.Key.Key_Tab)
        assert sheet.grid.hasFocus()
        assert (sheet.grid.currentIndex().row(), sheet.grid.currentIndex().column()) == (
            1,
            expected,
        )
    qtbot.keyClick(sheet.grid, Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    assert sheet.grid.currentIndex().column() == 2
    qtbot.keyClick(sheet.grid, Qt.Key.Key_Tab)
    qtbot.keyClick(sheet.grid, Qt.Key.Key_Tab)
    assert beside.hasFocus()
