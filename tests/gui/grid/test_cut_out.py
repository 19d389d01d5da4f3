"""Cells that are cut out and put in elsewhere: formulas go on to mean what they meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLocale, Qt

from arraywise.domain.cells import Area, CellAddress, InputCell, Move
from arraywise.gui.grid.model import Column
from arraywise.gui.grid.view import CellBox
from arraywise.worksheets.input_parsing import rewrite_cut_text
from arraywise.worksheets.sheets import rewrite_formulas_after_move
from tests.gui.acting import shown_page
from tests.gui.grid.test_spreadsheet_hands import CONTROL, Sheet, sheet

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow

__all__ = ["sheet"]  # a fixture

A1_TO_B2 = Area(0, 0, 1, 1)


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("=A1*2", "=D6*2"),
        ("=$A$1+SUM(A1:B2)", "=$D$6+SUM(D6:E7)"),
        ("=C1+A3", "=C1+A3"),
        ("=SUM(A1:A9)", "=SUM(A1:A9)"),
        ("=SUM(A:A)", "=SUM(A:A)"),
        ("=Workings!A1", "=Workings!A1"),
        ("=A1+", "=A1+"),
        ("A1", "A1"),
    ],
)
def test_a_cut_formula_follows_what_moved_with_it_alone(text: str, moved: str) -> None:
    assert rewrite_cut_text(text, ".", Move(A1_TO_B2, 5, 3)) == moved


def test_formulas_of_all_sheets_follow_unless_the_place_is_taken_again() -> None:
    def cell(sheet: str, row: int, text: str) -> InputCell:
        return InputCell(CellAddress(sheet, row, 4), text)

    cells = {
        each.address: each
        for each in (
            cell("workings", 4, "=A1+C1"),
            cell("workings", 5, "=Workings!B2"),
            cell("prices/1", 0, "=Workings!A1+A1"),
        )
    }
    move = Move(A1_TO_B2, 5, 3)
    after = rewrite_formulas_after_move(cells, "workings", "Workings", move)
    assert [c.text for c in after.values()] == ["=D6+C1", "=Workings!E7", "=Workings!D6+A1"]
    taken = InputCell(CellAddress("workings", 1, 1), "5")
    assert (
        rewrite_formulas_after_move({**cells, taken.address: taken}, "workings", "Workings", move)
        == {}
    )


def test_cut_formulas_stay_copied_ones_move(sheet: Sheet, qtbot: QtBot) -> None:
    letters = [Column(c.key, c.title, c.show, edit=c.edit, letter=c.title)
               for c in sheet.model.columns]  # fmt: skip
    sheet.model.set_columns(letters)
    sheet.texts |= {(0, 1): "=A1*2", (1, 1): "=B1"}
    sheet.model.refresh_cells()
    sheet.grid.cells.select_box(CellBox(0, 1, 2, 1))
    qtbot.keyClick(sheet.grid, Qt.Key.Key_X, CONTROL)
    assert sheet.column(1)[:2] == ["", ""]
    for row, column, texts in ((4, 2, ["=A1*2", "=C5"]), (6, 2, ["=B7*2", "=C7"])):
        sheet.grid.select_cell(sheet.model.index(row, column))
        qtbot.keyClick(sheet.grid, Qt.Key.Key_V, CONTROL)
        assert sheet.column(column)[row : row + 2] == texts


def test_the_old_keys_cut_copy_and_paste_too(sheet: Sheet, qtbot: QtBot) -> None:
    keys, shift = Qt.Key, Qt.KeyboardModifier.ShiftModifier
    for key, with_, row in ((keys.Key_Insert, CONTROL, 0), (keys.Key_Delete, shift, 1)):
        sheet.grid.select_cell(sheet.model.index(row, 0))
        qtbot.keyClick(sheet.grid, key, with_)
        sheet.grid.select_cell(sheet.model.index(row + 6, 0))
        qtbot.keyClick(sheet.grid, keys.Key_Insert, shift)
    assert sheet.column(0, 9) == ["1", "", "3", "4", "", "", "1", "2", ""]


def test_what_is_cut_and_undone_is_put_in_as_a_copy(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    page = shown_page(window, "workings")
    page.apply_block(0, 0, [["=B1", "5"]])
    page.grid.cells.select_box(CellBox(0, 0, 1, 1))
    page.grid.cells.cut()
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    window.undoing.undo()
    qtbot.waitUntil(lambda: page.model.editor_text_at(0, 0) == "=B1", timeout=20_000)
    page.grid.select_cell(page.model.index(4, 0))
    page.grid.paste()
    assert page.model.editor_text_at(4, 0) == "=B5"
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)


def test_in_the_workings_what_refers_to_cut_cells_follows_in_one_step(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    QLocale.setDefault(QLocale("de_DE"))
    window = open_shared()
    page = shown_page(window, "workings")
    page.apply_block(0, 0, [["1,5", "=A1*2"], ["=SUM(A1:B1)", "=B1"]])
    page.grid.cells.select_box(CellBox(0, 0, 1, 2))
    page.grid.cells.cut()
    page.grid.select_cell(page.model.index(9, 2))
    page.grid.paste()
    typed = page.model.editor_text_at
    assert [typed(9, 2), typed(9, 3)] == ["1,5", "=C10*2"]
    assert [typed(1, 0), typed(1, 1)] == ["=SUM(C10:D10)", "=D10"]
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    assert page.model.cell_at(1, 0).number == 4.5
    window.undoing.undo()
    qtbot.waitUntil(lambda: typed(1, 1) == "=B1", timeout=20_000)
    assert typed(9, 2) == ""


def test_workings_follow_what_is_cut_out_of_a_price_sheet(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    workings, prices = shown_page(window, "workings"), shown_page(window, "pricing")
    column = next(n for n, c in enumerate(prices.model.columns) if c.key == "unit_price")
    name, letter = prices.tabs.option.name, prices.model.columns[column].letter
    workings.apply_block(0, 0, [[f"='{name}'!{letter}1*2"]])
    last = len(prices.model.rows)
    prices.grid.select_cell(prices.model.index(0, column))
    prices.grid.cells.cut()
    prices.grid.select_cell(prices.model.index(last - 1, column))
    prices.grid.paste()
    place = CellAddress("workings", 0, 0)
    assert window.session.sheets.cells[place].text.endswith(f"!{letter}{last}*2")
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
