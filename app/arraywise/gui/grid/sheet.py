"""Grid on a page: formula line above, find bar below."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from arraywise.gui.grid.delegate import FormulaEdit
from arraywise.gui.grid.view import CellBox
from arraywise.gui.widgets import figures, theme
from arraywise.gui.widgets.controls import (
    ENTER,
    ElidedLabel,
    button,
    fill,
    flush,
    hairline,
    label,
    named,
    panel,
    restyle,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arraywise.gui.grid.grid import Grid
    from arraywise.gui.grid.view import Cell


def with_find_bar(grid: Grid) -> QWidget:
    """Return a grid with its bar below, for where it has a place of its own."""
    both = QWidget()
    flush(QVBoxLayout(both), (grid, 1), FindBar(grid))
    return both


def _on_keys(grid: Grid, keys: str, action: Callable[[], object]) -> None:
    """Do something by keys while a grid has the focus."""
    shortcut = QShortcut(QKeySequence(keys), grid)
    shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
    shortcut.activated.connect(action)


class FindBar(QWidget):
    """Searches what cells show and what is typed in them, from the current cell on."""

    def __init__(self, grid: Grid) -> None:
        super().__init__()
        self._grid = grid
        self.line = named(QLineEdit(), self.tr("Find in the sheet"))
        self.replacement = named(QLineEdit(), self.tr("Replace by"))
        for field in (self.line, self.replacement):
            field.setPlaceholderText(field.accessibleName())
            field.setFixedHeight(theme.height("field"))
            field.setMaximumWidth(280)
            field.installEventFilter(self)
        self._replacing = QWidget()
        self.message = label("", "body", "text2")
        flush(QVBoxLayout(self), hairline(Qt.Orientation.Horizontal), self._laid_out())
        self.line.textEdited.connect(lambda _text: self.search(0))
        _on_keys(grid, "Ctrl+F", self.open)
        _on_keys(grid, "Ctrl+H", self.open_replacing)
        _on_keys(grid, "F3", self.search)
        self.hide()

    def _laid_out(self) -> QWidget:
        ground = panel("window")
        fill(
            QHBoxLayout(self._replacing),
            self.replacement,
            button(self.tr("Replace"), self.replace, kind="flat"),
            button(self.tr("Replace all"), self.replace_all, kind="flat"),
            margins=(0, 0, 0, 0),
            spacing=8,
        )
        fill(
            QHBoxLayout(ground),
            self.line,
            self._replacing,
            button(self.tr("Previous"), lambda: self.search(-1), kind="flat"),
            button(self.tr("Next"), self.search, kind="flat"),
            (self.message, 1),
            button(self.tr("Close"), self._close, kind="flat", sign="close"),
            margins=(16, 4, 16, 4),
            spacing=8,
        )
        return ground

    def open(self, *, replacing: bool = False) -> None:
        """Show the bar."""
        self._replacing.setVisible(replacing)
        self.show()
        self.line.setFocus()
        self.line.selectAll()

    def open_replacing(self) -> None:
        """Show the bar with what replaces, where the sheet can be typed into."""
        self.open(replacing=self._grid.block_target is not None)

    def _close(self) -> None:
        self.hide()
        self._grid.setFocus()

    def replace(self) -> None:
        """Replace the text in the current cell where it is there, and go to the next one."""
        if self.line.text():
            self._grid.cells.replace_text(self.line.text(), self.replacement.text(), here=True)
            self.search()

    def replace_all(self) -> None:
        """Replace the text in all cells, as one step of undo."""
        if not self.line.text():
            return
        find, by = self.line.text(), self.replacement.text()
        count = self._grid.cells.replace_text(find, by, here=False)
        text = self.tr("{count} cells changed") if count else self.tr("Not found")
        self.message.setText(text.format(count=figures.number(count)))

    def search(self, step: int = 1) -> bool:
        """Go to the next cell that holds the text; 0 may stay, -1 goes back."""
        wanted = self.line.text().casefold()
        place = next((p for p in self._places(step) if self._holds(p, wanted)), None)
        self.message.setText("" if place or not wanted else self.tr("Not found"))
        if place is None or not wanted:
            return False
        index = self._grid.rows.index(*place)
        self._grid.choose(index)
        self._grid.scrollTo(index)
        return True

    def _holds(self, place: tuple[int, int], wanted: str) -> bool:
        shown = self._grid.rows.shown_at(*place)
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
            if event.key() in ENTER and watched is self.replacement:
                self.replace()
                return True
            if event.key() in ENTER:
                back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
                self.search(-1 if back else 1)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self._close()
                return True
        return super().eventFilter(watched, event)


def add_sheet(column: QVBoxLayout, line: FormulaLine, grid: Grid) -> None:
    """Add a grid, which takes what height is left, and what belongs to it to a column."""
    flush(column, line, hairline(Qt.Orientation.Horizontal), (grid, 1), FindBar(grid))


_CELL = re.compile(r"([A-Za-z]{1,2})([1-9][0-9]{0,5})")


class FormulaLine(QWidget):
    """Follows the current cell of one grid."""

    def __init__(self, grid: Grid) -> None:
        super().__init__()
        self._grid = grid
        self._shown = ""
        self._carried = ""
        """Name of the cell on another sheet that the formula is for; empty for the grid's own."""
        self.name = named(QLineEdit(), self.tr("Name of the cell"))
        self.name.setToolTip(self.tr("Go to a cell by name"))
        self.name.setFixedWidth(theme.px(64))
        self.name.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.line = FormulaEdit(grid.offer)
        self.line.grid = grid
        self.line.setAccessibleName(self.tr("What is typed in the cell"))
        self.note = ElidedLabel("text3")
        self.note.setMaximumWidth(theme.px(600))
        for field in (self.name, self.line):
            field.setFont(theme.font("control"))
            field.setFixedHeight(theme.height("field"))
        ground, sign = panel("window"), label("fx", "body", "text3")
        parts = self.name, sign, (self.line, 1), (self.note, 1)
        fill(QHBoxLayout(ground), *parts, margins=(16, 4, 16, 4), spacing=8)
        fill(QHBoxLayout(self), ground, margins=(0, 0, 0, 0))
        self.name.returnPressed.connect(self._go)
        for keys in ("Ctrl+G", "F5"):
            _on_keys(grid, keys, self._ask_where)
        self.line.installEventFilter(self)
        grid.selectionModel().currentChanged.connect(lambda *_: self.refresh())
        rows = grid.rows
        for moved in (rows.dataChanged, rows.modelReset, rows.layoutChanged, rows.rows_shown):
            moved.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the current cell, unless the user is typing here."""
        index = self._grid.currentIndex()
        rows = self._grid.rows
        known = index.isValid() and index.row() < rows.rowCount()
        letter = rows.columns[index.column()].letter if known else ""
        self.name.setText(f"{letter}{rows.row_number(index.row())}" if letter else "")
        typed = rows.input_at(index.row(), index.column()) if known else ""
        if not (self.line.isModified() and (self.line.hasFocus() or self.line.is_working)):
            self._shown = typed
            self.line.setText(typed)
            self.line.setCursorPosition(0)
            can = known and bool(index.flags() & Qt.ItemFlag.ItemIsEditable)
            self.line.setReadOnly(not can)
        shown = rows.shown(index) if known else None
        wrong = shown is not None and shown.invalid
        tip = shown.tip.replace("\n", " ") if shown is not None else ""
        if self._carried:
            tip = self.tr("For {cell}: click cells, Enter goes back").format(cell=self._carried)
        self.note.setText(tip)
        self.note.setVisible(bool(self.note.text()))  # the line takes its room
        restyle(self.note, tone="fail" if wrong else "text3")

    def _ask_where(self) -> None:
        """Let the name of a cell be typed to go there."""
        self.name.setFocus()
        self.name.selectAll()

    def _go(self) -> None:
        """Go to the cell, or select the range, whose name was typed."""
        ends = [self._cell(name) for name in self.name.text().strip().split(":", 1)]
        known = [end for end in ends if end is not None]
        if len(known) == len(ends):
            rows, columns = ([end[part] for end in known] for part in (0, 1))
            high, wide = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
            self._grid.cells.select(CellBox(min(rows), min(columns), high, wide))
            self._grid.scrollTo(self._grid.currentIndex())
            self._grid.setFocus()
        self.refresh()

    def _cell(self, name: str) -> Cell | None:
        """Return the cell of a name; None where there is none that is seen."""
        result, rows = _CELL.fullmatch(name.replace("$", "").strip()), self._grid.rows
        letters = [rows.columns[c].letter for c in self._grid.cells.shown_columns()]
        if result is None or result[1].upper() not in letters or int(result[2]) > rows.rowCount():
            return None
        return int(result[2]) - 1, letters.index(result[1].upper())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter keeps what was typed, Escape drops it; both go back to the grid."""
        if watched is self.line and event.type() == QEvent.Type.KeyPress:
            assert isinstance(event, QKeyEvent)  # noqa: S101 - Qt's own pairing
            if not self.line.takes(event) and self._does(event):
                return True
        elif watched is self.line and event.type() == QEvent.Type.FocusOut:
            assert isinstance(event, QFocusEvent)  # noqa: S101 - Qt's own pairing
            if not self.line.is_pressed(event):
                self._remove_focus()
        return super().eventFilter(watched, event)

    def _does(self, event: QKeyEvent) -> bool:
        """Keep or drop what was typed; say whether that was asked for."""
        key, back = event.key(), event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if key in ENTER:
            self._save(down=-1 if back else 1)
        elif key == Qt.Key.Key_Tab:
            self._save(right=1)
        elif key == Qt.Key.Key_Backtab and self._is_changed():  # else it leaves the sheet
            self._save(right=-1)
        elif key == Qt.Key.Key_Escape:
            self._drop()
        else:
            return False
        return True

    def _drop(self) -> None:
        self.line.setModified(False)
        if self._carried:
            self._show_last_page(None)
        else:
            self._grid.setFocus()
        self.refresh()

    def _remove_focus(self) -> None:
        """The line loses the focus: what was typed is kept."""
        if self._carried:
            QTimer.singleShot(0, self, lambda: self._show_last_page(self.line.text()))
        elif self._is_changed():
            self._save(stay=True)
        elif self.line.pointing is not None:
            self.line.pointing.end(self.line)

    # A formula that goes from sheet to sheet

    def carry(self, text: str, cursor: int, name: str) -> None:
        """Take over a formula that is typed for a cell of another sheet."""
        self._carried = name
        self.line.setReadOnly(False)
        self.line.setText(text)
        self.line.setModified(True)
        self.line.setFocus()
        self.line.setCursorPosition(cursor)
        self.refresh()

    def leave(self, *, keep: bool) -> None:
        """Go on without the formula: keep it in its cell, or not."""
        carried, self._carried = self._carried, ""
        if keep and not carried:
            self._save(stay=True)
        self.line.setModified(False)
        self.refresh()

    def _show_last_page(self, text: str | None) -> None:
        """Take a carried formula back to its cell."""
        if self._carried and self.line.pointing is not None:
            self._carried = ""
            self.line.setModified(False)
            self.line.pointing.show_last_page(self.line, text)
            self.refresh()

    def _is_changed(self) -> bool:
        return self.line.isModified() and self.line.text() != self._shown

    def _save(self, *, down: int = 0, right: int = 0, stay: bool = False) -> None:
        if self._carried:
            self._show_last_page(self.line.text())
            return
        if self.line.pointing is not None:
            self.line.pointing.end(self.line)
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
