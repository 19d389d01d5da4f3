"""A filtered table shows that it is, also where no row is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Cell, Column, RowsModel
from arraywise.gui.widgets import theme

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot

ACROSS = Qt.Orientation.Horizontal


@pytest.fixture
def grid(qtbot: QtBot) -> Grid:
    """Return a table of two columns and nine rows."""
    columns = [
        Column(key, title, lambda row: Cell(str(row)), min_width=140, tip=tip)
        for key, title, tip in (("one", "One", ""), ("other", "Ot\u00adher", "What it is"))
    ]
    model = RowsModel(columns)
    built = Grid(model)
    model.setParent(built)
    model.set_rows(range(9))
    qtbot.addWidget(built)
    built.resize(400, 300)
    built.show()
    return built


def picture(widget: QWidget) -> QImage:
    return widget.grab().toImage()


def colours(image: QImage) -> set[int]:
    return {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}


def test_the_title_of_a_filtered_column_bears_a_sign(grid: Grid) -> None:
    header, accent = grid.horizontalHeader(), theme.look()["accent"].rgb()
    assert accent not in colours(picture(header))
    grid.rows.set_filter(0, "3")
    assert accent in colours(picture(header))
    grid.rows.clear_filters()
    assert accent not in colours(picture(header))


def test_its_tip_says_by_what(grid: Grid) -> None:
    tips = [grid.rows.headerData(c, ACROSS, Qt.ItemDataRole.ToolTipRole) for c in range(2)]
    assert tips == [None, "What it is"]
    grid.rows.set_filter(1, "3")
    tip = grid.rows.headerData(1, ACROSS, Qt.ItemDataRole.ToolTipRole)
    assert tip == "What it is\nOnly rows with \u201c3\u201d are shown."


def test_where_no_row_is_left_it_is_said(grid: Grid) -> None:
    grid.rows.set_filter(1, "nothing has this")
    assert grid.rows.filter_descriptions == {"Other": "nothing has this"}
    message = picture(grid.viewport())
    grid.rows.clear_filters()
    grid.rows.set_rows([])
    empty = picture(grid.viewport())
    assert len(colours(empty)) == 1
    assert len(colours(message)) > 5


def test_where_no_row_is_left_columns_keep_their_widths(grid: Grid) -> None:
    header = grid.horizontalHeader()

    def wide() -> list[int]:
        return [header.sectionSize(place) for place in range(header.count())]

    grid.rows.set_rows(["a value that is much wider than the title over it"] * 3)
    before = wide()
    grid.rows.set_filter(1, "nothing has this")
    assert wide() == before
    grid.rows.set_rows([])
    grid.rows.clear_filters()
    assert wide() != before


def test_what_a_file_says_is_no_markup_in_tips(grid: Grid, qtbot: QtBot) -> None:
    grid.rows.set_filter(1, "<img src='x'>")
    header = grid.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(1) + 20, 5)
    where = header.viewport().mapToGlobal(place)
    QApplication.sendEvent(header.viewport(), QHelpEvent(QEvent.Type.ToolTip, place, where))
    qtbot.waitUntil(lambda: "Only rows" in QToolTip.text())
    assert "<img" not in QToolTip.text()
    assert "&lt;img" in QToolTip.text()


def test_nor_is_it_in_those_of_cells(grid: Grid, qtbot: QtBot) -> None:
    grid.rows.columns = (Column("one", "One", lambda _row: Cell("x", tip="<b>bold</b>")),)
    grid.rows.set_rows(range(2))
    place = grid.visualRect(grid.rows.index(0, 0)).center()
    where = grid.viewport().mapToGlobal(place)
    QApplication.sendEvent(grid.viewport(), QHelpEvent(QEvent.Type.ToolTip, place, where))
    qtbot.waitUntil(lambda: "bold" in QToolTip.text())
    assert "&lt;b&gt;bold" in QToolTip.text()
