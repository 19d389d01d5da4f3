"""What hands do to a grid: paste, cut, fill, find, filter, hide, freeze."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from arraywise.gui.grid.grid import Grid, SelectionDrag, build_cell_menu, build_column_menu
from arraywise.gui.grid.header import ColumnFilter
from arraywise.gui.grid.model import Cell, Column, RowsModel
from arraywise.gui.grid.sheet import FindBar
from arraywise.gui.grid.view import CellBox

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

CONTROL = Qt.KeyboardModifier.ControlModifier


class Sheet:
    """Twelve rows of four columns that keep what is given to them."""

    def __init__(self) -> None:
        self.texts = {(row, 0): f"{row + 1}" for row in range(4)}
        self.given: list[tuple[int, int, list[list[str]]]] = []
        self.model = RowsModel([self._column(place) for place in range(4)])
        self.grid = Grid(self.model)
        self.model.setParent(self.grid)
        self.grid.block_target = self.take
        self.grid.grows = False
        self.model.set_rows(range(12))

    def _column(self, place: int) -> Column:
        def show(row: int) -> Cell:
            text = self.texts.get((row, place), "")
            return Cell(text, number=float(text) if text.isdigit() else None)

        return Column(f"c{place}", "ABCD"[place], show, min_width=70,
                      edit=lambda row, text: self.take(row, place, [[text]]))  # fmt: skip

    def take(self, row: int, column: int, block: list[list[str]]) -> None:
        self.given.append((row, column, block))
        for down, texts in enumerate(block):
            for right, text in enumerate(texts):
                self.texts[row + down, column + right] = text
        self.model.refresh_cells()

    def column(self, place: int, rows: int = 12) -> list[str]:
        return [self.texts.get((row, place), "") for row in range(rows)]


@pytest.fixture
def sheet(qtbot: QtBot) -> Sheet:
    built = Sheet()
    qtbot.addWidget(built.grid)
    built.grid.resize(420, 380)
    built.grid.show()
    with qtbot.waitActive(built.grid):
        built.grid.activateWindow()
        built.grid.setFocus()
    return built


def test_a_block_that_falls_over_the_edge_is_refused_in_words(sheet: Sheet, qtbot: QtBot) -> None:
    sheet.grid.setCurrentIndex(sheet.model.index(0, 3))
    QGuiApplication.clipboard().setText("a\tb")
    with qtbot.waitSignal(sheet.grid.refused) as message:
        qtbot.keyClick(sheet.grid, Qt.Key.Key_V, CONTROL)
    assert "2 columns do not fit, 1" in message.args[0]
    sheet.grid.cells.select_box(CellBox(11, 0, 1, 1))
    QGuiApplication.clipboard().setText("a\nb")
    with qtbot.waitSignal(sheet.grid.refused):
        sheet.grid.paste()
    assert sheet.given == []


def test_one_value_fills_the_whole_selection(sheet: Sheet, qtbot: QtBot) -> None:
    sheet.grid.cells.select_box(CellBox(0, 1, 3, 2))
    QGuiApplication.clipboard().setText("7")
    qtbot.keyClick(sheet.grid, Qt.Key.Key_V, CONTROL)
    assert sheet.given == [(0, 1, [["7", "7"]] * 3)]


def test_hidden_columns_are_left_out(sheet: Sheet) -> None:
    sheet.grid.hideColumn(1)
    sheet.grid.cells.select_box(CellBox(0, 0, 1, 2))
    sheet.grid.copy()
    assert QGuiApplication.clipboard().text() == "1\t"
    assert sheet.grid.cells.shown_columns() == [0, 2, 3]


def test_ctrl_d_copies_down_and_formulas_follow(sheet: Sheet, qtbot: QtBot) -> None:
    sheet.texts[0, 1] = "=A1*2"
    sheet.model.refresh_cells()
    sheet.grid.cells.select_box(CellBox(0, 1, 3, 1))
    qtbot.keyClick(sheet.grid, Qt.Key.Key_D, CONTROL)
    assert sheet.column(1, 3) == ["=A1*2", "=A2*2", "=A3*2"]


def test_the_handle_is_dragged_to_go_on_with_a_series(sheet: Sheet, qtbot: QtBot) -> None:
    sheet.grid.cells.select_box(CellBox(0, 0, 4, 1))
    port = sheet.grid.viewport()
    start = sheet.grid._handles[0].rect().center()
    end = sheet.grid.visualRect(sheet.model.index(7, 0)).center()
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(port, QPoint(start.x(), start.y() + 20))
    qtbot.mouseMove(port, end)
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=end)
    assert sheet.column(0, 9) == ["1", "2", "3", "4", "5", "6", "7", "8", ""]


def test_delete_clears_only_what_is_selected(sheet: Sheet, qtbot: QtBot) -> None:
    sheet.grid.cells.select_box(CellBox(1, 0, 2, 1))
    qtbot.keyClick(sheet.grid, Qt.Key.Key_Delete)
    assert sheet.column(0, 4) == ["1", "", "", "4"]


def test_tab_goes_right_and_enter_back_below_the_first(sheet: Sheet, qtbot: QtBot) -> None:
    sheet.grid.setCurrentIndex(sheet.model.index(0, 0))
    qtbot.keyClick(sheet.grid, Qt.Key.Key_Tab)
    qtbot.keyClick(sheet.grid, Qt.Key.Key_Tab)
    assert sheet.grid.currentIndex().column() == 2
    qtbot.keyClick(sheet.grid, Qt.Key.Key_Return)
    assert (sheet.grid.currentIndex().row(), sheet.grid.currentIndex().column()) == (1, 0)


def test_filters_leave_rows_out_and_say_so(sheet: Sheet) -> None:
    sheet.model.set_filter(0, "3")
    assert [sheet.model.cell_at(r, 0).text for r in range(sheet.model.rowCount())] == ["3"]
    assert sheet.model.row_number(0) == 3
    message = []
    sheet.grid.refused.connect(message.append)
    sheet.grid.insert_rows_at = lambda row, count: message.append((row, count))
    sheet.grid.setCurrentIndex(sheet.model.index(0, 0))
    sheet.grid.cells.insert_rows()
    assert message == ["Remove sorting and filters first."]
    sheet.model.clear_filters()
    assert sheet.model.rowCount() == 12


def test_the_menus_offer_what_can_be_done(sheet: Sheet) -> None:
    sheet.grid.setCurrentIndex(sheet.model.index(0, 0))
    texts = [
        action.text().partition("\t")[0]
        for action in build_cell_menu(sheet.grid, sheet.grid.cells).actions()
    ]
    assert {"Cut", "Copy", "Paste", "Fill down", "Show only rows with “1”"} <= set(texts)
    menu = build_column_menu(sheet.grid, sheet.grid.cells, 1)
    chooser = menu.actions()[-1].menu()
    chooser.actions()[1].toggle()
    assert sheet.grid.isColumnHidden(1)


def test_frozen_columns_stay_in_sight(sheet: Sheet) -> None:
    sheet.grid.resize(200, 380)
    sheet.grid.freeze(1)
    sheet.grid.horizontalScrollBar().setValue(sheet.grid.horizontalScrollBar().maximum())
    frozen = sheet.grid._frozen
    assert frozen.isVisible()
    assert frozen.width() == sheet.grid.columnWidth(0)
    assert frozen.visualRect(sheet.model.index(0, 0)).left() == 0
    sheet.grid.verticalScrollBar().setValue(40)
    assert frozen.verticalScrollBar().value() == sheet.grid.verticalScrollBar().value()
    sheet.grid.freeze(0)
    assert sheet.grid.frozen_count == 0


def test_find_goes_round(qtbot: QtBot, sheet: Sheet) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    bar = FindBar(sheet.grid)
    QVBoxLayout(around).addWidget(bar)
    sheet.texts[9, 2] = "Rack"
    sheet.model.refresh_cells()
    sheet.grid.setCurrentIndex(sheet.model.index(10, 0))
    bar.line.setText("rack")
    assert bar.search()
    assert (sheet.grid.currentIndex().row(), sheet.grid.currentIndex().column()) == (9, 2)
    bar.line.setText("nowhere")
    assert not bar.search()
    assert bar.message.text() == "Not found"


def test_what_is_found_stays_selected_whatever_keys_are_held(qtbot: QtBot, sheet: Sheet) -> None:
    """With Ctrl a view takes a cell that is gone to out of the selection again."""
    around = QWidget()
    qtbot.addWidget(around)
    bar = FindBar(sheet.grid)
    QVBoxLayout(around).addWidget(bar)
    with qtbot.waitActive(around):
        around.show()
        around.activateWindow()
    sheet.texts[9, 2] = "Rack"
    sheet.model.refresh_cells()
    bar.line.setText("rack")
    QTest.keyPress(around, Qt.Key.Key_Control, Qt.KeyboardModifier.ControlModifier)
    for _ in range(2):
        assert bar.search()
        result = sheet.grid.selectionModel().selectedIndexes()
        assert [(at.row(), at.column()) for at in result] == [(9, 2)]
    QTest.keyRelease(around, Qt.Key.Key_Control)


def test_a_large_selection_is_added_up_in_portions(qtbot: QtBot, sheet: Sheet) -> None:
    sheet.model.set_columns([Column("n", "N", lambda row: Cell(str(row), number=float(row)))])
    sheet.model.set_rows(range(100_000))
    with qtbot.waitSignal(sheet.grid.figures_changed, timeout=20_000) as stated:
        sheet.grid.selectAll()
    assert stated.args[0].numbers == 100_000
    assert stated.args[0].total == 99_999 * 50_000


def test_what_is_being_typed_stays_while_figures_arrive(sheet: Sheet, qtbot: QtBot) -> None:
    sheet.grid.setCurrentIndex(sheet.model.index(1, 0))
    qtbot.keyClick(sheet.grid, Qt.Key.Key_F2)
    (editor,) = sheet.grid.viewport().findChildren(QLineEdit)
    assert editor.text() == "2"
    qtbot.keyClicks(editor, "345")
    sheet.texts[1, 0] = "9"
    sheet.model.refresh_cells()
    assert editor.text() == "2345"
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: sheet.texts[1, 0] == "2345")


def test_the_border_of_a_selection_carries_its_cells_out(sheet: Sheet) -> None:
    sheet.texts[0, 1] = "a\tb"
    sheet.model.refresh_cells()
    sheet.grid.cells.select_box(CellBox(0, 0, 3, 2))
    out = SelectionDrag(sheet.grid, sheet.grid.cells)
    area = sheet.grid.visualRect(sheet.model.index(0, 0))
    area = area.united(sheet.grid.visualRect(sheet.model.index(2, 1)))
    assert out.is_at(QPoint(area.left() + 20, area.bottom()))
    assert not out.is_at(area.center())
    carried = sheet.grid.cells.selected_as_mime()
    assert carried.text() == '1\t"a\tb"\n2\t\n3\t'
    assert carried.html().count("<tr>") == 3
    sheet.grid.cells.select_box(CellBox(0, 0, 1, 1))
    assert not out.is_at(QPoint(area.left() + 20, area.top())), "one cell is clicked"


def test_titles_go_along_where_they_are_asked_for(sheet: Sheet) -> None:
    sheet.grid.cells.select_box(CellBox(1, 0, 2, 2))
    sheet.grid.cells.copy_with_titles()
    assert QGuiApplication.clipboard().text() == "A\tB\n2\t\n3\t"


SHIFT = Qt.KeyboardModifier.ShiftModifier


def press(sheet: Sheet, *keys: Qt.Key, with_: Qt.KeyboardModifier = CONTROL) -> tuple[int, int]:
    for key in keys:
        QTest.keyClick(sheet.grid, key, with_)
    index = sheet.grid.currentIndex()
    return index.row(), index.column()


def test_control_and_arrows_go_to_the_edges_of_what_is_filled(sheet: Sheet) -> None:
    keys = Qt.Key
    sheet.texts |= {(6, 0): "a", (7, 0): "b", (0, 2): "c"}
    sheet.model.refresh_cells()
    sheet.grid.setCurrentIndex(sheet.model.index(0, 0))
    result = [press(sheet, keys.Key_Down)[0] for _ in range(4)]
    assert result == [3, 6, 7, 11]
    assert press(sheet, keys.Key_Up) == (7, 0)
    assert press(sheet, keys.Key_Home) == (0, 0)
    assert press(sheet, keys.Key_Right) == (0, 2)
    assert press(sheet, keys.Key_Right) == (0, 3)
    assert press(sheet, keys.Key_End) == (7, 2)
    sheet.grid.hideColumn(1)
    assert press(sheet, keys.Key_Home, keys.Key_Right) == (0, 2)


def test_with_shift_they_select_from_where_the_selection_began(sheet: Sheet) -> None:
    sheet.grid.setCurrentIndex(sheet.model.index(1, 0))
    press(sheet, Qt.Key.Key_Down, with_=CONTROL | SHIFT)
    assert sheet.grid.cells.selected_box() == CellBox(1, 0, 3, 1)
    press(sheet, Qt.Key.Key_Right, with_=CONTROL | SHIFT)
    assert sheet.grid.cells.selected_box() == CellBox(1, 0, 3, 4)
    press(sheet, Qt.Key.Key_Home, with_=CONTROL | SHIFT)
    assert sheet.grid.cells.selected_box() == CellBox(0, 0, 2, 1)
    press(sheet, Qt.Key.Key_Space)
    assert sheet.grid.cells.selected_box() == CellBox(0, 0, 12, 1)
    sheet.grid.cells.select_box(CellBox(2, 1, 2, 1))
    press(sheet, Qt.Key.Key_Space, with_=SHIFT)
    assert sheet.grid.cells.selected_box() == CellBox(2, 0, 2, 4)


def test_shift_and_arrows_move_the_far_corner_of_what_was_selected_as_a_whole(
    sheet: Sheet,
) -> None:
    keys = Qt.Key
    sheet.grid.setCurrentIndex(sheet.model.index(1, 1))
    press(sheet, keys.Key_Space)
    for way, box in (
        (keys.Key_Right, CellBox(0, 1, 12, 2)),
        (keys.Key_Left, CellBox(0, 1, 12, 1)),
    ):
        press(sheet, way, with_=SHIFT)
        assert sheet.grid.cells.selected_box() == box
    sheet.grid.setCurrentIndex(sheet.model.index(2, 1))
    QGuiApplication.clipboard().setText("1\t2\n3\t4")
    sheet.grid.paste()
    for way, height, width in (("Down", 3, 2), ("Right", 3, 3), ("Right", 3, 3), ("Up", 2, 3)):
        press(sheet, keys[f"Key_{way}"], with_=SHIFT)
        assert sheet.grid.cells.selected_box() == CellBox(2, 1, height, width)
    sheet.grid.setCurrentIndex(sheet.model.index(6, 1))
    press(sheet, keys.Key_Up, with_=SHIFT)
    assert sheet.grid.cells.selected_box() == CellBox(5, 1, 2, 1)


def test_a_key_that_is_held_on_the_way_adds_no_cell_to_the_selection(sheet: Sheet) -> None:
    sheet.grid.cells.select_box(CellBox(2, 1, 1, 1))
    window = sheet.grid.window().windowHandle()  # what is held is known of keys to a window alone
    for key, held in (
        (Qt.Key.Key_End, CONTROL),
        (Qt.Key.Key_Home, CONTROL),
        (Qt.Key.Key_Down, CONTROL),
        (Qt.Key.Key_Return, SHIFT),
        (Qt.Key.Key_Tab, SHIFT),
    ):
        QTest.keyClick(window, key, held)
        index = sheet.grid.currentIndex()
        assert sheet.grid.cells.selected_box() == CellBox(index.row(), index.column(), 1, 1), key


def test_keys_that_follow_enter_at_once_go_into_the_next_cell(sheet: Sheet) -> None:
    sheet.grid.setCurrentIndex(sheet.model.index(6, 0))
    for key in "11\r12\r13\r":  # none of Qt's later work is done between them
        wanted = Qt.Key.Key_Enter if key == "\r" else Qt.Key(ord(key))
        QTest.keyClick(QApplication.focusWidget(), wanted)
    assert [sheet.texts.get((row, 0)) for row in range(6, 9)] == ["11", "12", "13"]


def test_f2_goes_on_behind_what_is_there_and_backspace_begins_empty(
    sheet: Sheet, qtbot: QtBot
) -> None:
    sheet.grid.setCurrentIndex(sheet.model.index(2, 0))
    qtbot.keyClick(sheet.grid, Qt.Key.Key_F2)
    editor = sheet.grid.indexWidget(sheet.model.index(2, 0))
    qtbot.keyClicks(editor, "4")
    assert editor.text() == "34"
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    qtbot.keyClick(sheet.grid, Qt.Key.Key_Backspace)
    editor = sheet.grid.indexWidget(sheet.model.index(2, 0))
    assert editor.text() == ""
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    assert sheet.texts[2, 0] == "3"


def test_what_was_filled_stays_selected_with_what_it_was_filled_from(sheet: Sheet) -> None:
    sheet.grid.cells.select_box(CellBox(0, 0, 3, 2))
    sheet.grid.cells.fill_down()
    assert sheet.grid.cells.selected_box() == CellBox(0, 0, 3, 2)
    sheet.grid.cells.fill_right()
    assert sheet.grid.cells.selected_box() == CellBox(0, 0, 3, 2)


def test_what_else_a_grid_can_do_stands_below_what_all_can(sheet: Sheet) -> None:
    sheet.grid.addAction("Assign")
    sheet.grid.setCurrentIndex(sheet.model.index(0, 0))
    texts = [
        action.text().partition("\t")[0]
        for action in build_cell_menu(sheet.grid, sheet.grid.cells).actions()
    ]
    assert texts[:2] == ["Cut", "Copy"]
    assert texts[-2:] == ["", "Assign"]
    assert sheet.grid.contextMenuPolicy() == Qt.ContextMenuPolicy.DefaultContextMenu


def test_the_menu_of_a_title_sorts_and_filters(sheet: Sheet) -> None:
    texts = [
        action.text() for action in build_column_menu(sheet.grid, sheet.grid.cells, 0).actions()
    ]
    assert texts[:3] == ["Sort ascending", "Sort descending", "Original order"]
    sheet.grid.horizontalHeader().setSortIndicatorShown(False)
    sheet.grid.horizontalHeader().setSortIndicator(0, Qt.SortOrder.DescendingOrder)
    assert not sheet.model.is_sorted, "where titles do not sort, nothing does"


def test_a_letter_that_does_not_sort_bears_no_sign_of_it(sheet: Sheet) -> None:
    header = sheet.grid.horizontalHeader()
    header.setSortIndicatorShown(False)
    sheet.grid.selectColumn(2)
    before = header.grab().toImage()
    header.setSortIndicator(2, Qt.SortOrder.AscendingOrder)
    assert header.grab().toImage() == before
    header.setSortIndicatorShown(True)
    assert header.grab().toImage() != before


def test_a_text_is_replaced_in_the_current_cell_or_in_all(sheet: Sheet, qtbot: QtBot) -> None:
    sheet.texts = {(0, 0): "Disk 15k", (1, 0): "disk 10k", (2, 1): "DISK", (3, 1): "other"}
    sheet.model.refresh_cells()
    bar = FindBar(sheet.grid)
    qtbot.addWidget(bar)
    qtbot.keyClick(sheet.grid, Qt.Key.Key_H, CONTROL)
    bar.line.setText("disk")
    bar.replacement.setText("drive")
    sheet.grid.setCurrentIndex(sheet.model.index(0, 0))
    bar.replace()
    assert sheet.column(0, 3) == ["drive 15k", "disk 10k", ""]
    assert sheet.grid.currentIndex().row() == 1
    sheet.given.clear()
    bar.replace_all()
    assert sheet.column(0, 3) == ["drive 15k", "drive 10k", ""]
    assert sheet.column(1, 4) == ["", "", "drive", "other"]
    assert len(sheet.given) == 1  # one step of undo


def test_a_sum_takes_the_numbers_above_or_below_a_selection(sheet: Sheet, qtbot: QtBot) -> None:
    sheet.model.columns = tuple(
        replace(c, letter="ABCD"[n]) for n, c in enumerate(sheet.model.columns)
    )
    sheet.grid.setCurrentIndex(sheet.model.index(4, 0))
    qtbot.keyClick(sheet.grid, Qt.Key.Key_Equal, Qt.KeyboardModifier.AltModifier)
    assert sheet.texts[4, 0] == "=SUM(A1:A4)"
    sheet.texts = {(0, 0): "1", (0, 1): "2"}
    sheet.model.refresh_cells()
    sheet.grid.setCurrentIndex(sheet.model.index(0, 2))
    qtbot.keyClick(sheet.grid, Qt.Key.Key_Equal, Qt.KeyboardModifier.AltModifier)
    assert sheet.texts[0, 2] == "=SUM(A1:B1)"
    sheet.grid.cells.select_box(CellBox(0, 0, 2, 2))
    qtbot.keyClick(sheet.grid, Qt.Key.Key_Equal, Qt.KeyboardModifier.AltModifier)
    assert [sheet.texts[1, 0], sheet.texts[1, 1]] == ["=SUM(A1)", "=SUM(B1)"]


def test_values_are_pasted_transposed_and_added(sheet: Sheet) -> None:
    QGuiApplication.clipboard().setText("10\t20\nx\t40")
    sheet.grid.setCurrentIndex(sheet.model.index(0, 0))
    assert sheet.grid.cells.paste_added()
    assert sheet.column(0, 4) == ["11", "2", "3", "4"]  # a text adds nothing
    assert sheet.column(1, 2) == ["20", "40"]
    sheet.grid.setCurrentIndex(sheet.model.index(6, 2))
    assert sheet.grid.cells.paste_transposed()
    assert [sheet.texts[6, 2], sheet.texts[6, 3], sheet.texts[7, 2], sheet.texts[7, 3]] == [
        "10", "x", "20", "40",
    ]  # fmt: skip


def test_rows_are_sorted_for_good_and_formulas_move_with_them(sheet: Sheet) -> None:
    sheet.texts = {(0, 0): "3", (1, 0): "b", (2, 0): "1", (0, 1): "=A1*2", (2, 1): "=A3+$C$1",
                   (4, 1): "last"}  # fmt: skip
    sheet.model.refresh_cells()
    sheet.grid.clearSelection()
    assert sheet.grid.cells.sort_rows(0, descending=False)
    assert sheet.column(0, 5) == ["1", "3", "b", "", ""]
    assert sheet.column(1, 5) == ["=A1+$C$1", "=A2*2", "", "", "last"]
    sheet.grid.hideColumn(3)
    assert not sheet.grid.cells.sort_rows(0, descending=False)


def test_a_column_is_filtered_by_values_that_are_ticked(sheet: Sheet, qtbot: QtBot) -> None:
    sheet.texts = {(0, 0): "FC", (1, 0): "NAS", (2, 0): "FC", (3, 0): "iSCSI"}
    sheet.model.refresh_cells()
    menu = build_column_menu(sheet.grid, sheet.grid.cells, 0)
    filtering = menu.findChild(ColumnFilter)
    assert filtering is not None
    values = [filtering.values.item(n).text() for n in range(filtering.values.count())]
    assert values == ["(empty)", "FC", "iSCSI", "NAS"]
    filtering.none.click()
    filtering.values.item(1).setCheckState(Qt.CheckState.Checked)
    filtering.values.item(3).setCheckState(Qt.CheckState.Checked)
    filtering.apply.click()
    assert sheet.model.rows == [0, 1, 2]
    assert sheet.model.describe_filter(0) == "FC, NAS"
    again = ColumnFilter(menu, sheet.model, 0)
    qtbot.addWidget(again)
    ticked = [again.values.item(n).checkState() is Qt.CheckState.Checked for n in range(4)]
    assert ticked == [False, True, False, True]
    qtbot.keyClicks(again.line, "isc")
    again.apply.click()
    assert sheet.model.rows == [3]
