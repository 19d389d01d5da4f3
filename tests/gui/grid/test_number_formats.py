"""Number formats of the workings, in a real window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import openpyxl
import pytest
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QLocale, Qt
from PySide6.QtWidgets import QMenu

from arraywise.domain.cells import (
    CellAddress,
    FormatKind,
    NumberFormat,
    parse_number_format,
)
from arraywise.gui.grid.model import format_figure, with_decimals
from arraywise.gui.grid.view import CellBox
from arraywise.store.reading.inputs import read_input_cells
from arraywise.store.study import open_study
from arraywise.usecases.export_documents import export_workbook
from tests.gui.acting import shown_page

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow

CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
KINDS = FormatKind


@pytest.mark.parametrize(
    ("wanted", "value", "english", "german"),
    [
        (NumberFormat(), 1234.5, "1,234.5", "1.234,5"),
        (NumberFormat(KINDS.GROUPED, 2), -1234.5, "\u22121,234.50", "\u22121.234,50"),
        (NumberFormat(KINDS.NUMBER, 1), 1234.56, "1234.6", "1234,6"),
        (NumberFormat(KINDS.PERCENT, 1), 0.125, "12.5\u00a0%", "12,5\u00a0%"),
        (NumberFormat(KINDS.CURRENCY, 2), 99.0, "99.00\u00a0BRL", "99,00\u00a0BRL"),
        (NumberFormat(KINDS.DATE), 46346.0, "11/20/2026", "20.11.2026"),
        (NumberFormat(KINDS.DATE), -1.0, "\u22121", "\u22121"),
    ],
)
def test_a_figure_is_written_as_its_format_says(
    wanted: NumberFormat, value: float, english: str, german: str
) -> None:
    assert format_figure(value, wanted, "BRL") == english
    QLocale.setDefault(QLocale("de_DE"))
    assert format_figure(value, wanted, "BRL") == german
    assert parse_number_format(str(wanted)) == wanted


def test_what_is_no_format_is_none() -> None:
    assert parse_number_format("percent many") == parse_number_format("loud 2") == NumberFormat()
    assert parse_number_format("percent 99") == NumberFormat()


def test_decimals_are_counted_from_what_is_shown() -> None:
    assert with_decimals(NumberFormat(), 1, 0.25) == NumberFormat(KINDS.NUMBER, 3)
    assert with_decimals(NumberFormat(), -1, None) == NumberFormat(KINDS.NUMBER, 0)
    assert with_decimals(NumberFormat(KINDS.PERCENT, 1), -1, 0.5).decimals == 0
    assert with_decimals(NumberFormat(KINDS.DATE), 1, 5.0) == NumberFormat(KINDS.DATE)


def test_keys_format_the_selection_and_undo_and_the_file_know_it(
    open_shared: Callable[[], MainWindow], qtbot: QtBot, small_study: Path
) -> None:
    window = open_shared()
    page = shown_page(window, "workings")
    page.apply_block(0, 0, [["0.125", "=A1*2"], ["text", ""]])
    qtbot.waitUntil(lambda: page.model.cell_at(0, 1).number == 0.25)
    area = QItemSelection(page.model.index(0, 0), page.model.index(1, 1))
    page.grid.setFocus()
    page.grid.selectionModel().select(area, QItemSelectionModel.SelectionFlag.ClearAndSelect)
    qtbot.keyClick(page.grid, Qt.Key.Key_5, CONTROL_SHIFT)
    qtbot.waitUntil(lambda: page.model.cell_at(0, 1).text == "25\u00a0%")
    assert page.model.editor_text_at(0, 0) == "0.125"
    more = next(a for a in page.formats.actions() if a.text() == "More decimals")
    more.trigger()
    qtbot.waitUntil(lambda: page.model.cell_at(0, 0).text == "12.5\u00a0%")
    assert page.model.cell_at(1, 0).text == "text"
    page.apply_block(1, 1, [["3"]])
    qtbot.waitUntil(lambda: page.model.cell_at(1, 1).text == "300.0\u00a0%")
    page.apply_block(1, 1, [[""]])
    page.apply_block(1, 1, [["4"]])
    qtbot.waitUntil(lambda: page.model.cell_at(1, 1).text == "400.0\u00a0%")
    page.grid.insert_rows_at(0, 1)
    qtbot.waitUntil(lambda: page.model.cell_at(1, 1).text == "25.0\u00a0%")
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    for _ in range(5):
        window.undoing.undo()
        qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    qtbot.waitUntil(lambda: page.model.cell_at(0, 1).text == "25\u00a0%")
    window.close()
    with open_study(small_study) as study:
        cell = read_input_cells(study)[CellAddress("workings", 0, 1)]
        assert (cell.text, cell.number_format) == ("=A1*2", "percent 0")


CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def formatted_page(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> tuple[MainWindow, object]:
    """Return workings with a percentage and a formula with decimals in the first row."""
    window = open_shared()
    page = shown_page(window, "workings")
    page.apply_block(0, 0, [["0.125", "=A1*2", "text"], ["7", "8", ""]])
    select(page, 0, 0, 0, 0)
    page.grid.setFocus()
    qtbot.keyClick(page.grid, Qt.Key.Key_5, CONTROL_SHIFT)
    select(page, 0, 1, 0, 1)
    qtbot.keyClick(page.grid, Qt.Key.Key_4, CONTROL_SHIFT)
    qtbot.waitUntil(lambda: page.model.cell_at(0, 1).text == "0.25\u00a0BRL")
    return window, page


def select(page: object, top: int, left: int, bottom: int, right: int) -> None:
    area = QItemSelection(page.model.index(top, left), page.model.index(bottom, right))
    selection, flags = page.grid.selectionModel(), QItemSelectionModel.SelectionFlag
    selection.setCurrentIndex(page.model.index(top, left), flags.NoUpdate)
    selection.select(area, flags.ClearAndSelect)


def texts(page: object, row: int) -> list[str]:
    return [page.model.cell_at(row, column).text for column in range(3)]


def steps_back(window: MainWindow, qtbot: QtBot, count: int = 1) -> None:
    for _ in range(count):
        qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
        window.undoing.undo()
        qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)


def test_a_copied_cell_brings_its_format_in_one_step(
    formatted_page: tuple[MainWindow, object], qtbot: QtBot
) -> None:
    window, page = formatted_page
    select(page, 0, 0, 1, 1)
    page.grid.copy()
    select(page, 4, 0, 4, 0)
    page.grid.paste()
    qtbot.waitUntil(lambda: texts(page, 4) == ["12\u00a0%", "0.25\u00a0BRL", ""])
    assert texts(page, 5) == ["7", "8", ""]
    select(page, 1, 0, 1, 0)
    page.grid.copy()
    select(page, 4, 0, 4, 0)
    page.grid.paste()
    qtbot.waitUntil(lambda: texts(page, 4)[0] == "7")
    steps_back(window, qtbot, 2)
    qtbot.waitUntil(lambda: texts(page, 4) == ["", "", ""])
    assert page._sheets.cells.keys() == {CellAddress("workings", r, c) for r, c in
                                         [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]}  # fmt: skip


def test_values_alone_leave_the_formats_of_the_cells_they_come_to(
    formatted_page: tuple[MainWindow, object], qtbot: QtBot
) -> None:
    window, page = formatted_page
    select(page, 0, 1, 0, 1)
    page.grid.copy()
    select(page, 0, 0, 0, 0)
    qtbot.keyClick(page.grid, Qt.Key.Key_V, CONTROL_SHIFT)
    qtbot.waitUntil(lambda: texts(page, 0)[:2] == ["25\u00a0%", "0.50\u00a0BRL"])
    assert page.model.editor_text_at(0, 0) == "0.25"
    steps_back(window, qtbot)
    qtbot.waitUntil(lambda: texts(page, 0)[:2] == ["12\u00a0%", "0.25\u00a0BRL"])


def test_what_is_cut_takes_its_format_away_and_what_is_cleared_does_not(
    formatted_page: tuple[MainWindow, object], qtbot: QtBot
) -> None:
    window, page = formatted_page
    select(page, 0, 0, 0, 1)
    page.grid.cells.clear()
    page.apply_block(0, 0, [["0.5", "3"]])
    qtbot.waitUntil(lambda: texts(page, 0)[:2] == ["50\u00a0%", "3.00\u00a0BRL"])
    page.grid.cells.cut()
    page.apply_block(0, 0, [["0.5", "3"]])
    qtbot.waitUntil(lambda: texts(page, 0)[:2] == ["0.5", "3"])
    steps_back(window, qtbot, 2)
    qtbot.waitUntil(lambda: texts(page, 0)[:2] == ["50\u00a0%", "3.00\u00a0BRL"])


def test_filled_cells_are_written_as_those_they_are_filled_from(
    formatted_page: tuple[MainWindow, object], qtbot: QtBot
) -> None:
    window, page = formatted_page
    select(page, 0, 0, 2, 1)
    qtbot.keyClick(page.grid, Qt.Key.Key_D, CONTROL)
    qtbot.waitUntil(lambda: texts(page, 2) == ["12\u00a0%", "0.25\u00a0BRL", ""])
    page.grid.cells.extend_series(CellBox(0, 0, 1, 2), 0, 2)
    filled = ["0.125", "=C1*2"]
    assert [page.model.editor_text_at(0, column) for column in (2, 3)] == filled
    qtbot.waitUntil(lambda: texts(page, 0)[2] == "12\u00a0%")
    select(page, 1, 0, 1, 2)
    qtbot.keyClick(page.grid, Qt.Key.Key_R, CONTROL)
    qtbot.waitUntil(lambda: texts(page, 1) == ["12\u00a0%"] * 3)
    steps_back(window, qtbot, 3)
    qtbot.waitUntil(lambda: texts(page, 1) == ["7", "8", ""])


def test_dates_bold_and_fills_show_and_reach_the_workbook(
    open_shared: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_shared()
    page = shown_page(window, "workings")
    page.apply_block(0, 0, [["2026-11-25", "=EDATE(A1,1)", "5 EUR"], ["Rack", "7", "=C1*2"],
                            ["", "=SUM(A2:B2)"]])  # fmt: skip
    qtbot.waitUntil(lambda: page.model.cell_at(2, 1).number == 7)
    texts = [page.model.cell_at(*at).text for at in ((0, 1), (1, 2))]
    assert texts == ["12/25/2026", "10"]
    assert (page.model.cell_at(2, 1).icon, "A2" in page.model.cell_at(2, 1).tip) == (
        "warning", True,
    )  # fmt: skip
    page.grid.setFocus()
    page.grid.cells.select_box(CellBox(1, 0, 1, 2))
    qtbot.keyClick(page.grid, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    page.grid.cells.select_box(CellBox(1, 1, 1, 1))
    fills = next(menu for menu in page.formats.findChildren(QMenu) if menu.title() == "Fill")
    next(each for each in fills.actions() if each.text() == "Green").trigger()
    shown = [page.model.cell_at(1, column) for column in (0, 1)]
    assert [(cell.bold, cell.ground) for cell in shown] == [(True, ""), (True, "pass_tint")]
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    export_workbook(window.session.study, tmp_path / "a.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "a.xlsx")["Workings"]
    assert [str(sheet[cell].value) for cell in ("A1", "C1")] == ["2026-11-25 00:00:00", "5"]
    assert "yyyy" in sheet["A1"].number_format
    assert "EUR" in sheet["C1"].number_format
    assert sheet["B2"].font.bold
    fills = [sheet[cell].fill.fill_type for cell in ("A2", "B2")]
    assert fills == [None, "solid"]
