"""Finds text in a grid: a line that opens under it with Ctrl+F."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from arraywise.gui import theme
from arraywise.gui.enter_key import ENTER
from arraywise.gui.fields import button, hairline, label, panel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.gui.sheets.grid import Grid


def with_find_bar(grid: Grid) -> QWidget:
    """Return a grid with its bar below, for where it has a place of its own."""
    both = QWidget()
    column = QVBoxLayout(both)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(grid, 1)
    column.addWidget(FindBar(grid))
    return both


class FindBar(QWidget):
    """Searches what cells show and what is typed in them, from the current cell on."""

    def __init__(self, grid: Grid) -> None:
        super().__init__()
        self._grid = grid
        self.line = QLineEdit()
        self.line.setPlaceholderText(self.tr("Find in the sheet"))
        self.line.setAccessibleName(self.tr("Find in the sheet"))
        self.line.setFixedHeight(theme.height("field"))
        self.line.setMaximumWidth(280)
        self.said = label("", "body", "text2")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(hairline(Qt.Orientation.Horizontal))
        column.addWidget(self._laid_out())
        self.line.installEventFilter(self)
        self.line.textEdited.connect(lambda _text: self.search(0))
        for keys, action in (("Ctrl+F", self.open), ("F3", self.search)):
            shortcut = QShortcut(QKeySequence(keys), grid)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(action)
        self.hide()

    def _laid_out(self) -> QWidget:
        ground = panel("window")
        row = QHBoxLayout(ground)
        row.setContentsMargins(16, 4, 16, 4)
        row.setSpacing(8)
        row.addWidget(self.line)
        row.addWidget(button(self.tr("Previous"), lambda: self.search(-1), kind="flat"))
        row.addWidget(button(self.tr("Next"), self.search, kind="flat"))
        row.addWidget(self.said, 1)
        row.addWidget(button(self.tr("Close"), self._close, kind="flat", sign="close"))
        return ground

    def open(self) -> None:
        """Show the bar, with what stands in the current cell."""
        self.show()
        self.line.setFocus()
        self.line.selectAll()

    def _close(self) -> None:
        self.hide()
        self._grid.setFocus()

    def search(self, step: int = 1) -> bool:
        """Go to the next cell that holds the text; 0 may stay, -1 goes back."""
        wanted = self.line.text().casefold()
        place = next((p for p in self._places(step) if self._holds(p, wanted)), None)
        self.said.setText("" if place or not wanted else self.tr("Not found"))
        if place is None or not wanted:
            return False
        index = self._grid.rows.index(*place)
        self._grid.choose(index)
        self._grid.scrollTo(index)
        return True

    def _holds(self, place: tuple[int, int], wanted: str) -> bool:
        rows = self._grid.rows
        shown = rows.shown_at(*place)
        return wanted in shown.text.casefold() or wanted in (shown.typed or "").casefold()

    def _places(self, step: int) -> Iterator[tuple[int, int]]:
        """Go through all cells once, from the current one on and round the end."""
        columns = self._grid.cells.shown_columns()
        count = self._grid.rows.rowCount() * len(columns)
        here = self._grid.currentIndex()
        column = columns.index(here.column()) if here.column() in columns else 0
        start = max(0, here.row()) * len(columns) + column
        for away in range(0 if step == 0 else 1, count + 1):
            row, place = divmod((start + away * (step or 1)) % count, len(columns))
            yield row, columns[place]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter goes on, Shift+Enter back, Escape closes."""
        if event.type() == QEvent.Type.KeyPress:
            assert isinstance(event, QKeyEvent)  # noqa: S101 - Qt's own pairing
            if event.key() in ENTER:
                back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
                self.search(-1 if back else 1)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self._close()
                return True
        return super().eventFilter(watched, event)
