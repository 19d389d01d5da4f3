"""The line over a sheet: the cell's name, what is typed in it, and what is wrong with it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from arraywise.gui import theme
from arraywise.gui.fields import ElidedLabel, label, panel, restyle
from arraywise.gui.sheets.formula_edit import FormulaEdit

if TYPE_CHECKING:
    from arraywise.gui.sheets.grid import Grid

_CELL = re.compile(r"([A-Za-z]{1,2})([1-9][0-9]{0,5})")


class FormulaLine(QWidget):
    """Follows the current cell of one grid."""

    def __init__(self, grid: Grid) -> None:
        super().__init__()
        self._grid = grid
        self._shown = ""
        self.name = QLineEdit()
        self.name.setAccessibleName(self.tr("Name of the cell"))
        self.name.setToolTip(self.tr("Type the name of a cell to go there"))
        self.name.setFixedWidth(64)
        self.name.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.line = FormulaEdit(grid.offer)
        self.line.setAccessibleName(self.tr("What is typed in the cell"))
        self.note = ElidedLabel("text3")
        self.note.setMaximumWidth(420)
        for field in (self.name, self.line):
            field.setFont(theme.font("control"))
            field.setFixedHeight(theme.height("field"))
        ground = panel("window")
        row = QHBoxLayout(ground)
        row.setContentsMargins(16, 4, 16, 4)
        row.setSpacing(8)
        row.addWidget(self.name)
        row.addWidget(label("fx", "body", "text3"))
        row.addWidget(self.line, 1)
        row.addWidget(self.note, 1)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(ground)
        self.name.returnPressed.connect(self._go)
        self.line.installEventFilter(self)
        grid.selectionModel().currentChanged.connect(lambda *_: self.refresh())
        for moved in (grid.rows.dataChanged, grid.rows.modelReset, grid.rows.rows_shown):
            moved.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the current cell, unless the user is typing here."""
        index = self._grid.currentIndex()
        rows = self._grid.rows
        known = index.isValid() and index.row() < rows.rowCount()
        letter = rows.columns[index.column()].letter if known else ""
        self.name.setText(f"{letter}{rows.row_number(index.row())}" if letter else "")
        typed = rows.typed_at(index.row(), index.column()) if known else ""
        if not (self.line.hasFocus() and self.line.isModified()):
            self._shown = typed
            self.line.setText(typed)
            self.line.setCursorPosition(0)
            can = known and bool(index.flags() & Qt.ItemFlag.ItemIsEditable)
            self.line.setReadOnly(not can)
        shown = rows.shown(index) if known else None
        wrong = shown is not None and shown.invalid
        self.note.setText(shown.tip.replace("\n", " ") if shown is not None else "")
        self.note.setVisible(bool(self.note.text()))  # the line takes its room
        restyle(self.note, tone="fail" if wrong else "text3")

    def _go(self) -> None:
        """Go to the cell whose name was typed."""
        found = _CELL.fullmatch(self.name.text().strip())
        rows = self._grid.rows
        letters = [column.letter for column in rows.columns]
        if found is None or found[1].upper() not in letters:
            self.refresh()
            return
        index = rows.index(int(found[2]) - 1, letters.index(found[1].upper()))
        if index.isValid():
            self._grid.setCurrentIndex(index)
            self._grid.scrollTo(index)
        self._grid.setFocus()
        self.refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter keeps what was typed, Escape drops it; both go back to the grid."""
        if watched is self.line and event.type() == QEvent.Type.KeyPress:
            assert isinstance(event, QKeyEvent)  # noqa: S101 - Qt's own pairing
            if self.line.takes(event):
                return False
            if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self._keep(down=1)
                return True
            if event.key() == Qt.Key.Key_Tab:
                self._keep(right=1)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.line.setModified(False)
                self._grid.setFocus()
                self.refresh()
                return True
        elif watched is self.line and event.type() == QEvent.Type.FocusOut and self._is_changed():
            self._keep(stay=True)
        return super().eventFilter(watched, event)

    def _is_changed(self) -> bool:
        return self.line.isModified() and self.line.text() != self._shown

    def _keep(self, *, down: int = 0, right: int = 0, stay: bool = False) -> None:
        index, changed = self._grid.currentIndex(), self._is_changed()
        text = self.line.text()
        self.line.setModified(False)
        self._shown = text
        if changed and index.isValid():
            self._grid.rows.setData(index, text)
        if not stay:
            self._grid.setFocus()
            self._grid.step(down, right)
        self.refresh()
