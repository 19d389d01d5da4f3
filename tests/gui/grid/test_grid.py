from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.header import min_title_width, wrap_title
from arraywise.gui.grid.model import Cell, Column, RowsModel

if TYPE_CHECKING:
    from pytestqt.modeltest import ModelTester
    from pytestqt.qtbot import QtBot


@dataclass
class Row:
    name: str
    price: float | None


ROWS = (("NAS", 528_600.0), ("FC", 615_000.0), ("cache", None), ("DAS", 402_300.0))


def make_rows() -> tuple[Row, ...]:
    return tuple(Row(*row) for row in ROWS)


def _price(row: Row) -> Cell:
    return Cell(missing=True) if row.price is None else Cell(f"{row.price:,.0f}", number=row.price)


def _rename(row: Row, text: str) -> None:
    row.name = text


COLUMNS = (
    Column("name", "Option", lambda row: Cell(row.name), edit=_rename),
    Column("price", "36 months", _price, "BRL", right=True),
)


@pytest.fixture
def grid(qtbot: QtBot) -> Grid:
    model = RowsModel(COLUMNS)
    built = Grid(model)
    qtbot.addWidget(built)
    built.resize(500, 300)
    built.show()
    model.setParent(built)
    model.set_rows(make_rows())
    return built


def names(grid: Grid) -> list[str]:
    return [row.name for row in grid.rows.rows]


def test_the_model_keeps_qts_rules(qtmodeltester: ModelTester) -> None:
    model = RowsModel(COLUMNS)
    qtmodeltester.check(model)
    for count in (4, 2, 3, 0):
        model.set_rows(make_rows()[:count])
        qtmodeltester.check(model)


def test_titles_have_their_room_before_the_rows_have_come(qtbot: QtBot) -> None:
    long = Column("long", "Incomprehensibilities", lambda row: Cell(str(row)), "kilowatt-hours")
    grid = Grid(RowsModel([long]))
    qtbot.addWidget(grid)
    grid.rows.setParent(grid)
    assert grid.horizontalHeader().defaultSectionSize() < min_title_width(long)
    assert grid.horizontalHeader().sectionSize(0) >= min_title_width(long)


def test_three_clicks_on_the_arrow_sort_up_down_and_back(grid: Grid, qtbot: QtBot) -> None:
    header = grid.horizontalHeader()
    grid.fit_columns()
    place = header.arrow_box(1).center()
    seen = []
    for _ in range(3):
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
        seen.append(names(grid))
    assert seen == [
        ["DAS", "NAS", "FC", "cache"],
        ["FC", "NAS", "DAS", "cache"],
        ["NAS", "FC", "cache", "DAS"],
    ]


def test_a_click_on_a_heading_selects_the_column_and_leaves_the_order(
    grid: Grid, qtbot: QtBot
) -> None:
    """It sorted the sheet under the hand of who meant to select."""
    header = grid.horizontalHeader()
    grid.fit_columns()
    before = names(grid)
    place = QPoint(header.sectionViewportPosition(1) + 12, header.height() - 8)
    assert not header.arrow_box(1).contains(place)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert names(grid) == before
    assert {index.column() for index in grid.selectedIndexes()} == {1}
    assert header.sortIndicatorSection() == -1  # no arrow reports an order that is not there


def test_a_click_on_a_heading_keeps_the_arrow_of_a_sorted_column(grid: Grid, qtbot: QtBot) -> None:
    header = grid.horizontalHeader()
    grid.fit_columns()
    qtbot.mouseClick(
        header.viewport(), Qt.MouseButton.LeftButton, pos=header.arrow_box(1).center()
    )
    before = names(grid)
    place = QPoint(header.sectionViewportPosition(1) + 12, header.height() - 8)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert names(grid) == before
    assert header.sortIndicatorSection() == 1
    assert header.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder


def select(grid: Grid, top: int, left: int, bottom: int, right: int) -> None:
    model = grid.rows
    area = QItemSelection(model.index(top, left), model.index(bottom, right))
    flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
    grid.selectionModel().select(area, flags)


def test_copies_what_spreadsheets_take(grid: Grid) -> None:
    select(grid, 0, 0, 1, 1)
    grid.copy()
    assert QGuiApplication.clipboard().text() == "NAS\t528,600\nFC\t615,000"
    grid.clearSelection()
    grid.copy()
    assert QGuiApplication.clipboard().text().splitlines()[0] == "Option\t36 months (BRL)"


def test_control_and_enter_put_what_is_typed_into_every_selected_cell(
    grid: Grid, qtbot: QtBot
) -> None:
    given: list[tuple[int, int, list[list[str]]]] = []
    grid.block_target = lambda *block: given.append(block)
    before = names(grid)
    grid.setCurrentIndex(grid.rows.index(1, 0))
    select(grid, 0, 0, 2, 0)
    qtbot.keyClicks(grid, "n")
    editor = grid.indexWidget(grid.currentIndex())
    qtbot.keyClicks(editor, "ew")
    qtbot.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert given == [(0, 0, [["new"], ["new"], ["new"]])]
    assert names(grid) == before  # one action only, that of the block
    assert grid.currentIndex().row() == 1
    select(grid, 1, 0, 1, 0)
    qtbot.keyClicks(grid, "x")
    editor = grid.indexWidget(grid.currentIndex())
    qtbot.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert names(grid)[1] == "x"  # one cell is typed into as ever, and stays the current one
    assert grid.currentIndex().row() == 1


def test_pasting_into_a_table_that_is_only_read_says_that_nothing_happened(grid: Grid) -> None:
    heard: list[str] = []
    grid.message.connect(heard.append)
    QGuiApplication.clipboard().setText("a\tb")
    grid.paste()
    assert heard == ["Nothing was pasted: this table is read-only."]


def test_pastes_blocks_and_clears_them(grid: Grid, qtbot: QtBot) -> None:
    given: list[tuple[int, int, list[list[str]]]] = []
    grid.block_target = lambda *block: given.append(block)
    grid.setCurrentIndex(grid.rows.index(1, 0))
    QGuiApplication.clipboard().setText("a\tb\r\nc\td\r\n")
    grid.setFocus()
    qtbot.keyClick(grid, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    select(grid, 0, 0, 1, 1)
    qtbot.keyClick(grid, Qt.Key.Key_Delete)
    assert given == [(1, 0, [["a", "b"], ["c", "d"]]), (0, 0, [["", ""], ["", ""]])]


def test_says_sum_and_count_of_a_selection(grid: Grid, qtbot: QtBot) -> None:
    with qtbot.waitActive(grid):
        grid.activateWindow()
        grid.setFocus()
    with qtbot.waitSignal(grid.figures_changed) as stated:
        select(grid, 0, 1, 3, 1)
    figures = stated.args[0]
    assert (figures.count, figures.numbers) == (4, 3)
    assert figures.total == 528_600 + 615_000 + 402_300


def test_typing_over_a_cell_and_enter_goes_down(grid: Grid, qtbot: QtBot) -> None:
    with qtbot.waitActive(grid):
        grid.activateWindow()
        grid.setFocus()
    grid.setCurrentIndex(grid.rows.index(0, 0))
    qtbot.keyClick(grid, "x")
    editor = QApplication.focusWidget()
    qtbot.keyClicks(editor, "yz")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: grid.currentIndex().row() == 1)
    assert grid.rows.rows[0].name == "xyz"


def test_columns_grow_with_their_figures(grid: Grid) -> None:
    before = grid.columnWidth(1)
    grid.rows.set_rows((Row("FC", 1.5e15), *make_rows()[1:]))
    assert grid.columnWidth(1) > before


def test_titles_break_once_and_evenly(grid: Grid) -> None:
    metrics = grid.fontMetrics()
    assert wrap_title("Price per tpm", metrics, 10_000) == ["Price per tpm"]
    assert wrap_title("Price per tpm", metrics, 10) == ["Price", "per tpm"]
    assert wrap_title("Provisioning", metrics, 10) == ["Provisioning"]
