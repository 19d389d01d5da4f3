"""Sixty habits of those who know Excel, each tried by keys and mouse on one sheet.

What differs on purpose is told in the guide, resources/guide/reference/spreadsheet.md.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from arraywise.gui.grid.grid import build_column_menu
from arraywise.gui.grid.sheet import FormulaBar, add_grid_with_bars
from arraywise.gui.grid.view import CellBox
from tests.gui.grid.test_spreadsheet_hands import Sheet, sheet

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

__all__ = ["sheet"]

NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
KEY = Qt.Key


class Hands:
    """One sheet with its formula line, and what is done to it."""

    def __init__(self, sheet: Sheet, line: FormulaBar) -> None:
        self.sheet, self.grid, self.model, self.line = sheet, sheet.grid, sheet.model, line

    def begin(self, row: int = 0, column: int = 0, **texts: str) -> None:
        """Start with other cells, by their names; A1 to A4 are 1 to 4."""
        self.sheet.texts = {(row, 0): f"{row + 1}" for row in range(4)}
        for name, text in texts.items():
            self.sheet.texts[int(name[1:]) - 1, "ABCD".index(name[0])] = text
        self.sheet.given.clear()
        self.model.clear_filters()
        for each in range(4):
            self.grid.showColumn(each)
        self.grid.setFocus()
        self.at(row, column)

    def at(self, row: int, column: int) -> None:
        self.grid.select_cell(self.model.index(row, column))

    def press(self, key: Qt.Key, with_: Qt.KeyboardModifier = NONE) -> tuple[int, int]:
        QTest.keyClick(QApplication.focusWidget() or self.grid, key, with_)
        return self.here

    def type(self, text: str) -> None:
        for letter in text:  # the first opens an editor, which takes the others
            QTest.keyClicks(QApplication.focusWidget() or self.grid, letter)

    @property
    def here(self) -> tuple[int, int]:
        index = self.grid.currentIndex()
        return index.row(), index.column()

    @property
    def box(self) -> CellBox | None:
        return self.grid.cells.selected_box()

    def text(self, name: str) -> str:
        return self.sheet.texts.get((int(name[1:]) - 1, "ABCD".index(name[0])), "")

    def texts(self, *names: str) -> list[str]:
        return [self.text(name) for name in names]

    def spot(self, row: int, column: int) -> QPoint:
        return self.grid.visualRect(self.model.index(row, column)).center()

    def click(self, row: int, column: int, with_: Qt.KeyboardModifier = NONE) -> None:
        QTest.mouseClick(self.grid.viewport(), Qt.MouseButton.LeftButton, with_,
                         self.spot(row, column))  # fmt: skip

    def drag(self, start: QPoint, end: QPoint) -> None:
        port, left = self.grid.viewport(), Qt.MouseButton.LeftButton
        QTest.mousePress(port, left, NONE, start)
        QTest.mouseMove(port, QPoint((start.x() + end.x()) // 2, (start.y() + end.y()) // 2))
        QTest.mouseMove(port, end)
        QTest.mouseRelease(port, left, NONE, end)

    def select(self, top: int, left: int, height: int, width: int) -> None:
        self.grid.cells.select_box(CellBox(top, left, height, width))

    @property
    def handle(self) -> QPoint:
        return self.grid._handles[0].rect().center()

    def editor(self) -> QLineEdit | QPlainTextEdit | None:
        port = self.grid.viewport()
        found = [*port.findChildren(QLineEdit), *port.findChildren(QPlainTextEdit)]
        return next((each for each in found if each.isVisible()), None)


def _moved(h: Hands, key: Qt.Key, with_: Qt.KeyboardModifier = NONE) -> tuple[int, int]:
    h.begin(1, 1, B2="x", B3="y", D2="z", D7="end")
    return h.press(key, with_)


def _selected(h: Hands, key: Qt.Key, with_: Qt.KeyboardModifier) -> CellBox | None:
    h.begin(0, 0)
    h.press(key, with_)
    return h.box


def _typed(h: Hands, *keys: str | tuple[Qt.Key, Qt.KeyboardModifier], at: int = 5) -> str:
    """Type into B6, or another row, and leave by Enter; return what it holds."""
    h.begin(at, 1, B5="=A1*2")
    for key in keys:
        if isinstance(key, str):
            h.type(key)
        else:
            h.press(*key)
    h.press(KEY.Key_Return)
    return h.text(f"B{at + 1}")


def _filled(h: Hands, key: Qt.Key, box: tuple[int, int, int, int], *names: str) -> list[str]:
    h.begin(0, 0, B1="=A1*2", C1="7")
    h.select(*box)
    h.press(key, CONTROL)
    return h.texts(*names)


def _dragged(h: Hands, names: tuple[str, ...], **texts: str) -> list[str]:
    """Drag the handle of B1 and B2, or of B1 alone, down to B6."""
    h.begin(0, 1, **texts)
    h.select(0, 1, len(texts), 1)
    h.drag(h.handle, h.spot(5, 1))
    return h.texts(*names)


def _pasted(h: Hands, keys: Qt.KeyboardModifier, cut: Qt.Key = KEY.Key_C) -> list[str]:
    h.begin(0, 1, B1="=A1*2")
    h.press(cut, CONTROL)
    h.at(4, 1)
    h.press(KEY.Key_V, keys)
    return h.texts("B1", "B5")


def _double_click(h: Hands) -> bool:
    h.begin(2, 0)
    h.click(2, 0)
    QTest.mouseDClick(h.grid.viewport(), Qt.MouseButton.LeftButton, NONE, h.spot(2, 0))
    shown = h.editor() is not None
    h.press(KEY.Key_Escape)
    return shown


def _handle_twice(h: Hands) -> bool:
    h.begin(0, 1, B1="=A1*2")
    h.select(0, 1, 1, 1)
    QTest.mouseDClick(h.grid.viewport(), Qt.MouseButton.LeftButton, NONE, h.handle)
    return h.texts("B2", "B4", "B5") == ["=A2*2", "=A4*2", ""]


def _named(h: Hands, key: Qt.Key, with_: Qt.KeyboardModifier) -> bool:
    h.begin(0, 0)
    h.press(key, with_)
    h.type("C7")
    h.press(KEY.Key_Return)
    return h.here == (6, 2)


def _clicked_into_formula(h: Hands) -> str:
    h.begin(5, 1)
    h.type("=")
    h.press(KEY.Key_Up)
    return h.editor().text() if h.editor() else ""


def _sums(h: Hands) -> bool:
    told: list[object] = []
    h.grid.figures_changed.connect(told.append)
    h.begin(0, 0)
    h.select(0, 0, 4, 1)
    QTest.qWait(30)
    h.grid.figures_changed.disconnect(told.append)
    return any(each is not None and each.total == 10 for each in told)


def _line_break(h: Hands) -> bool:
    h.begin(5, 1)
    h.type("one")
    h.press(KEY.Key_Return, ALT)
    h.type("two")
    h.press(KEY.Key_Return)
    return h.text("B6") == "one\ntwo"


def _drag_over(h: Hands) -> bool:
    h.begin(0, 0)
    h.drag(h.spot(5, 1), h.spot(7, 2))
    return h.box == CellBox(5, 1, 3, 2)


def _clicks(h: Hands, with_: Qt.KeyboardModifier) -> int:
    h.begin(0, 0)
    h.click(4, 0)
    h.click(6, 1, with_)
    return len(h.grid.selectionModel().selectedIndexes())


def _region(h: Hands) -> bool:
    h.begin(1, 0, B2="x")
    h.press(KEY.Key_Asterisk, CONTROL | SHIFT)
    return h.box == CellBox(0, 0, 4, 2)


def _round(h: Hands) -> list[tuple[int, int]]:
    h.begin(0, 0)
    h.select(0, 0, 2, 1)
    return [h.press(KEY.Key_Return) for _ in range(3)]


def _lines(h: Hands, key: Qt.Key) -> list[tuple[int, int]]:
    told: list[tuple[int, int]] = []
    h.grid.insert_rows_at = h.grid.delete_rows_at = lambda row, count: told.append((row, count))
    h.begin(1, 0)
    h.press(key, CONTROL)
    h.grid.insert_rows_at = h.grid.delete_rows_at = None
    return told


def _turned(h: Hands) -> list[int]:
    told: list[int] = []
    h.grid.sheet_step_requested.connect(told.append)
    h.begin(0, 0)
    h.press(KEY.Key_PageDown, CONTROL)
    h.grid.sheet_step_requested.disconnect(told.append)
    return told


def _found(h: Hands, key: Qt.Key) -> bool:
    h.begin(0, 0)
    h.press(key, CONTROL)
    shown = isinstance(QApplication.focusWidget(), QLineEdit)
    h.press(KEY.Key_Escape)
    return shown


def _hidden(h: Hands) -> bool:
    h.begin(0, 1)
    h.press(KEY.Key_0, CONTROL)
    return h.grid.isColumnHidden(1)


def _today(h: Hands) -> str:
    h.begin(5, 1)
    h.press(KEY.Key_Semicolon, CONTROL)
    return h.text("B6")


def _above(h: Hands) -> str:
    h.begin(5, 1, B5="=A1*2")
    h.press(KEY.Key_Apostrophe, CONTROL)
    return h.text("B6")


def _summed(h: Hands) -> str:
    h.begin(4, 0)
    h.press(KEY.Key_Equal, ALT)
    return h.text("A5")


def _many(h: Hands) -> list[str]:
    h.begin(0, 0)
    h.select(5, 1, 2, 2)
    h.type("9")
    h.press(KEY.Key_Return, CONTROL)
    return h.texts("B6", "C7")


def _kept(h: Hands) -> str:
    h.begin(0, 0)
    h.type("77")
    h.press(KEY.Key_Escape)
    return h.text("A1")


def _one_value(h: Hands) -> list[str]:
    h.begin(0, 0)
    QGuiApplication.clipboard().setText("5")
    h.select(5, 1, 2, 2)
    h.press(KEY.Key_V, CONTROL)
    return h.texts("B6", "C7")


def _header(h: Hands) -> bool:
    h.begin(0, 0)
    h.grid.horizontalHeader().sectionClicked.connect(h.grid.selectColumn)
    header = h.grid.horizontalHeader()
    spot = QPoint(header.sectionViewportPosition(2) + 20, header.height() - 6)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, NONE, spot)
    return h.box == CellBox(0, 2, 12, 1)


def _fixed(h: Hands) -> str:
    h.begin(5, 1)
    h.type("=A1")
    h.press(KEY.Key_F4)
    text = h.editor().text() if h.editor() else ""
    h.press(KEY.Key_Escape)
    return text


def _completed(h: Hands) -> str:
    h.grid.list_completions = lambda: ["SUMPRODUCT("]
    h.begin(5, 1)
    h.type("=sump")
    h.press(KEY.Key_Tab)
    text = h.editor().text() if h.editor() else ""
    h.press(KEY.Key_Escape)
    return text


def _in_menu(menu: object, text: str) -> bool:
    return any(action.text().startswith(text) for action in menu.actions())


HABITS: dict[str, Callable[[Hands], bool]] = {
    "Right goes right": lambda h: _moved(h, KEY.Key_Right) == (1, 2),
    "Down goes down": lambda h: _moved(h, KEY.Key_Down) == (2, 1),
    "Tab goes right": lambda h: _moved(h, KEY.Key_Tab) == (1, 2),
    "Shift+Tab goes left": lambda h: _moved(h, KEY.Key_Backtab, SHIFT) == (1, 0),
    "Enter goes down": lambda h: _moved(h, KEY.Key_Return) == (2, 1),
    "Shift+Enter goes up": lambda h: _moved(h, KEY.Key_Return, SHIFT) == (0, 1),
    "Enter after Tab goes back": lambda h: (
        (_moved(h, KEY.Key_Tab), h.press(KEY.Key_Return))[1] == (2, 1)
    ),
    "Ctrl+Right goes to the edge": lambda h: _moved(h, KEY.Key_Right, CONTROL) == (1, 3),
    "Ctrl+Down goes to the edge": lambda h: _moved(h, KEY.Key_Down, CONTROL) == (2, 1),
    "Ctrl+Home goes to A1": lambda h: _moved(h, KEY.Key_Home, CONTROL) == (0, 0),
    "Ctrl+End goes to the last cell": lambda h: _moved(h, KEY.Key_End, CONTROL) == (6, 3),
    "Home goes to column A": lambda h: _moved(h, KEY.Key_Home) == (1, 0),
    "Page Down goes down a page": lambda h: _moved(h, KEY.Key_PageDown)[0] > 5,
    "Ctrl+Page Down goes to the next sheet": lambda h: _turned(h) == [1],
    "Ctrl+G asks where to go": lambda h: _named(h, KEY.Key_G, CONTROL),
    "F5 asks where to go": lambda h: _named(h, KEY.Key_F5, NONE),
    "Shift+Down selects": lambda h: _selected(h, KEY.Key_Down, SHIFT) == CellBox(0, 0, 2, 1),
    "Ctrl+Shift+Down selects to the edge": lambda h: (
        _selected(h, KEY.Key_Down, CONTROL | SHIFT) == CellBox(0, 0, 4, 1)
    ),
    "Ctrl+A selects all": lambda h: _selected(h, KEY.Key_A, CONTROL) == CellBox(0, 0, 12, 4),
    "Ctrl+Space selects the column": lambda h: (
        _selected(h, KEY.Key_Space, CONTROL) == CellBox(0, 0, 12, 1)
    ),
    "Shift+Space selects the row": lambda h: (
        _selected(h, KEY.Key_Space, SHIFT) == CellBox(0, 0, 1, 4)
    ),
    "Ctrl+Shift+8 selects the region": _region,
    "A click on a letter selects the column": _header,
    "Dragging selects": _drag_over,
    "Shift+click extends": lambda h: _clicks(h, SHIFT) == 6,
    "Ctrl+click adds": lambda h: _clicks(h, CONTROL) == 2,
    "Enter goes round in a selection": lambda h: _round(h) == [(1, 0), (0, 0), (1, 0)],
    "Typing replaces": lambda h: _typed(h, "x", at=4) == "x",
    "F2 goes on behind": lambda h: _typed(h, (KEY.Key_F2, NONE), "0", at=4) == "=A1*20",
    "Backspace begins empty": lambda h: _typed(h, (KEY.Key_Backspace, NONE), "5", at=4) == "5",
    "A double click opens": _double_click,
    "Delete clears": lambda h: _typed(h, (KEY.Key_Delete, NONE), at=4) == "",
    "Escape keeps what was there": lambda h: _kept(h) == "1",
    "Ctrl+Enter fills the selection": lambda h: _many(h) == ["9", "9"],
    "Alt+Enter breaks the line": _line_break,
    "Ctrl+; types today": lambda h: _today(h).count("-") == 2,
    "Ctrl+' copies the formula above": lambda h: _above(h) == "=A1*2",
    "An apostrophe makes a text": lambda h: _typed(h, "'12") == "'12",
    "F4 fixes a reference": lambda h: _fixed(h) == "=$A$1",
    "Tab completes a function": lambda h: _completed(h) == "=SUMPRODUCT(",
    "Ctrl+D fills down": lambda h: (
        _filled(h, KEY.Key_D, (0, 1, 3, 1), "B2", "B3") == ["=A2*2", "=A3*2"]
    ),
    "Ctrl+R fills right": lambda h: _filled(h, KEY.Key_R, (0, 2, 1, 2), "D1") == ["7"],
    "The handle goes on with a series": lambda h: (
        _dragged(h, ("B3", "B6"), B1="2", B2="4") == ["6", "12"]
    ),
    "The handle copies a single number": lambda h: _dragged(h, ("B2", "B6"), B1="5") == ["5", "5"],
    "The handle counts names on": lambda h: (
        _dragged(h, ("B2", "B6"), B1="Rack 1") == ["Rack 2", "Rack 6"]
    ),
    "The handle goes on with dates": lambda h: (
        _dragged(h, ("B2", "B6"), B1="2026-12-30") == ["2026-12-31", "2027-01-04"]
    ),
    "The handle moves formulas": lambda h: _dragged(h, ("B6",), B1="=A1*2") == ["=A6*2"],
    "A double click on the handle fills down": _handle_twice,
    "Ctrl+C and Ctrl+V copy": lambda h: _pasted(h, CONTROL) == ["=A1*2", "=A5*2"],
    "Ctrl+X and Ctrl+V move": lambda h: _pasted(h, CONTROL, KEY.Key_X) == ["", "=A1*2"],
    "Ctrl+Shift+V pastes values": lambda h: _pasted(h, CONTROL | SHIFT)[1] == "=A1*2",
    "One value fills a selection": lambda h: _one_value(h) == ["5", "5"],
    "Alt+= adds up": lambda h: _summed(h) == "=SUM(A1:A4)",
    "Ctrl++ inserts rows": lambda h: _lines(h, KEY.Key_Plus) == [(1, 1)],
    "Ctrl+- deletes rows": lambda h: _lines(h, KEY.Key_Minus) == [(1, 1)],
    "Ctrl+0 hides columns": _hidden,
    "Ctrl+F finds": lambda h: _found(h, KEY.Key_F),
    "Ctrl+H replaces": lambda h: _found(h, KEY.Key_H),
    "The status bar adds up": _sums,
    "Freeze is in the menu of a letter": lambda h: _in_menu(
        build_column_menu(h.grid, h.grid.cells, 0), "Freeze"
    ),
}


def test_the_grid_does_what_hands_are_used_to(sheet: Sheet, qtbot: QtBot) -> None:
    letters = [replace(c, letter="ABCD"[n], formulas=True)
               for n, c in enumerate(sheet.model.columns)]  # fmt: skip
    sheet.model.set_columns(letters)
    line, around = FormulaBar(sheet.grid), QWidget()
    qtbot.addWidget(around)
    add_grid_with_bars(QVBoxLayout(around), line, sheet.grid)
    around.resize(520, 460)
    around.show()
    with qtbot.waitActive(around):
        around.activateWindow()
    hands, missed = Hands(sheet, line), []
    for name, habit in HABITS.items():
        try:
            done = habit(hands)
        except AssertionError:
            done = False
        if not done:
            missed.append(name)
        while hands.editor() is not None:
            hands.press(KEY.Key_Escape)
    assert len(HABITS) == 60
    assert missed == []
