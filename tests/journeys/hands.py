"""What a user does with mouse and keys, and what is then seen, for the window journeys."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from tests.gui.small_study import OPTIONS, RUNS, USERS, swingbench_file

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot

    from arraywise.gui.grid.grid import Grid
    from arraywise.gui.pages.base import Page
    from arraywise.gui.shell.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
SHEETS = {
    "NAS NFS": (("Filer", "12000", "2", "2000"), ("Disks", "500", "24", "0")),
    "FC SAN": (("Array", "30000", "1", "6000"), ("Switch", "9000", "2", "900")),
}
"""Description, unit price, quantity, and maintenance of the line over 36 months."""
PRICES = {"NAS NFS": "38,000", "FC SAN": "54,900"}
"""Their totals: 36,000 + 2,000, and 48,000 + 6,900; maintenance is of the line."""


def copy_evidence(folder: Path) -> Path:
    """Lay result files of two options into a folder, as they come from a test bench."""
    for _name, source, prefix, _minutes in OPTIONS:
        target = folder / source
        target.mkdir(parents=True)
        for users in USERS:
            for run in RUNS:
                shutil.copy(swingbench_file(source, prefix, users, run), target)
    return folder


def as_calc_copies(grid: Grid, lines: Sequence[Sequence[str]]) -> QMimeData:
    """Return what LibreOffice Calc puts on the clipboard, columns laid out as the grid's are.

    Text with tabs and a line end after every row, and the same as an HTML table.
    """
    model = grid.model()
    shown = [c for c in range(model.columnCount()) if not grid.isColumnHidden(c)]
    keys = [model.columns[c].key for c in shown]  # type: ignore[attr-defined]
    wanted = ("description", "unit_price", "quantity", "maintenance")
    rows = []
    for line in lines:
        row = [""] * len(keys)
        for key, text in zip(wanted, line, strict=True):
            row[keys.index(key)] = text
        rows.append(row)
    data = QMimeData()
    data.setText("".join("\t".join(row) + "\n" for row in rows))
    cells = ("".join(f"<td>{text}</td>" for text in row) for row in rows)
    data.setHtml("<table>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>")
    return data


def focused(otherwise: QWidget) -> QWidget:
    """Return where keys go."""
    result: QWidget | None = QApplication.focusWidget()
    return otherwise if result is None else result


class Hands:
    """Mouse and keys on one window."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window, self.qtbot = window, qtbot

    def rest(self) -> None:
        """Wait until nothing is under way."""
        for _ in range(2):
            self.qtbot.waitUntil(self._is_idle, timeout=20_000)
            QApplication.processEvents()

    def _is_idle(self) -> bool:
        session = self.window.session
        known = session is None or (session.answer is not None and not session.is_moving)
        return known and self.window.background.is_idle

    def page(self, key: str) -> Page:
        """Click on a page's button on the rail."""
        frame = self.window.frame
        assert frame is not None
        page = frame.page(key)
        QTest.mouseClick(frame.rail.buttons[frame.pages.index(page)], LEFT)
        self.rest()
        assert page.isVisible()
        return page

    def message(self, cell: str) -> str:
        """Read a cell of the answer strip, as a screen reader does."""
        assert self.window.frame is not None
        return self.window.frame.strip.cells[cell].accessibleName()

    def strip(self) -> dict[str, str]:
        """Read the whole answer strip."""
        assert self.window.frame is not None
        return {name: self.message(name) for name in self.window.frame.strip.cells}

    def type_into(self, field: QLineEdit, text: str) -> None:
        """Click into a field, replace what is there, and press Enter."""
        QTest.mouseClick(field, LEFT)
        QTest.keyClick(field, Qt.Key.Key_A, CTRL)
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)
        self.rest()

    def click_cell(self, grid: Grid, row: int, column: int) -> None:
        """Click on a cell."""
        place = grid.visualRect(grid.model().index(row, column)).center()
        QTest.mouseClick(grid.viewport(), LEFT, pos=place)

    def type_cells(self, grid: Grid, row: int, column: int, texts: Sequence[str]) -> None:
        """Type a row of cells with Tab between them."""
        self.click_cell(grid, row, column)
        for text in texts:
            QTest.keyClicks(grid, text[0])
            QTest.keyClicks(focused(grid), text[1:])
            QTest.keyClick(focused(grid), Qt.Key.Key_Tab)
            self.rest()

    def paste(self, grid: Grid, row: int, column: int, data: QMimeData) -> None:
        """Click on a cell and press Ctrl+V."""
        QGuiApplication.clipboard().setMimeData(data)
        self.click_cell(grid, row, column)
        QTest.keyClick(grid, Qt.Key.Key_V, CTRL)
        self.rest()

    def drag(self, widget: QWidget, start: QPoint, end: QPoint) -> None:
        """Press, move in steps, and let go."""
        QTest.mousePress(widget, LEFT, pos=start)
        for share in (0.25, 0.5, 0.75, 1.0):
            QTest.mouseMove(widget, start + (end - start) * share)
            QApplication.processEvents()
        QTest.mouseRelease(widget, LEFT, pos=end)
        self.rest()

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = CTRL) -> None:
        """Press keys where the focus is."""
        QTest.keyClick(focused(self.window), key, modifier)
        self.rest()
