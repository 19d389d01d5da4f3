"""The formula bar above a grid, and the find bar below it."""

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
    panel,
    restyle,
    with_accessible_name,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arraywise.gui.grid.grid import Grid
    from arraywise.gui.grid.view import Cell

_CELL = re.compile(r"([A-Za-z]{1,2})([1-9][0-9]{0,5})")


def with_find_bar(grid: Grid) -> QWidget:
    """Return a widget of a grid with a find bar below."""
    both = QWidget()
    flush(QVBoxLayout(both), (grid, 1), FindBar(grid))
    return both


def _add_shortcut(grid: Grid, keys: str, action: Callable[[], object]) -> None:
    """Add a keyboard shortcut that works while a grid has the focus."""
    shortcut = QShortcut(QKeySequence(keys), grid)
    shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
    shortcut.activated.connect(action)


class FindBar(QWidget):
    """Finds and replaces texts in cells, in shown and in typed ones."""

    def __init__(self, grid: Grid) -> None:
        super().__init__()
        self._grid = grid
        self.line = with_accessible_name(QLineEdit(), self.tr("Find in the sheet"))
        self.replacement = with_accessible_name(QLineEdit(), self.tr("Replace by"))
        for field in (self.line, self.replacement):
            field.setPlaceholderText(field.accessibleName())
            field.setFixedHeight(theme.height("field"))
            field.setMaximumWidth(280)
            field.installEventFilter(self)
        self._replacing = QWidget()
        self.message = label("", "body", "text2")
        flush(QVBoxLayout(self), hairline(Qt.Orientation.Horizontal), self._build_bar())
        self.line.textEdited.connect(lambda _text: self.search(0))
        _add_shortcut(grid, "Ctrl+F", self.open)
        _add_shortcut(grid, "Ctrl+H", self.open_with_replacement)
        _add_shortcut(grid, "F3", self.search)
        self.hide()

    def _build_bar(self) -> QWidget:
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

    def open_with_replacement(self) -> None:
        """Show the bar, with the replacement where the grid can be edited."""
        self.open(replacing=self._grid.block_target is not None)

    def _close(self) -> None:
        self.hide()
        self._grid.setFocus()

    def replace(self) -> None:
        """Replace the text in the current cell if it holds it, and go to the next match."""
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
        """Go to the next cell with the text, for 0 maybe the current one; return whether found."""
        wanted = self.line.text().casefold()
        cell = next(
            (
                candidate
                for candidate in self._cells_from_current(step)
                if self._contains_text(candidate, wanted)
            ),
            None,
        )
        self.message.setText("" if cell or not wanted else self.tr("Not found"))
        if cell is None or not wanted:
            return False
        index = self._grid.rows.index(*cell)
        self._grid.select_cell(index)
        self._grid.scrollTo(index)
        return True

    def _contains_text(self, cell: tuple[int, int], wanted: str) -> bool:
        shown = self._grid.rows.cell_at(*cell)
        return wanted in shown.text.casefold() or wanted in (shown.typed or "").casefold()

    def _cells_from_current(self, step: int) -> Iterator[tuple[int, int]]:
        """Yield all cells once, from the current one on and around the end."""
        columns = self._grid.cells.shown_columns()
        count = self._grid.rows.rowCount() * len(columns)
        here = self._grid.currentIndex()
        column = columns.index(here.column()) if here.column() in columns else 0
        start = max(0, here.row()) * len(columns) + column
        for steps in range(0 if step == 0 else 1, count + 1):
            row, position = divmod((start + steps * (step or 1)) % count, len(columns))
            yield row, columns[position]

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


def add_grid_with_bars(column: QVBoxLayout, formula_bar: FormulaBar, grid: Grid) -> None:
    """Add a formula bar, a grid that takes the remaining height, and a find bar to a layout."""
    flush(column, formula_bar, hairline(Qt.Orientation.Horizontal), (grid, 1), FindBar(grid))


class FormulaBar(QWidget):
    """Shows and edits the current cell of one grid, above it."""

    def __init__(self, grid: Grid) -> None:
        super().__init__()
        self._grid = grid
        self._shown = ""
        self._foreign_cell = ""
        """Name of the cell of another sheet whose formula is edited here; empty for the grid's."""
        self.name = with_accessible_name(QLineEdit(), self.tr("Name of the cell"))
        self.name.setToolTip(self.tr("Go to a cell by name"))
        self.name.setFixedWidth(theme.px(64))
        self.name.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.line = FormulaEdit(grid.completion_names)
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
        self.name.returnPressed.connect(self._go_to_name)
        for keys in ("Ctrl+G", "F5"):
            _add_shortcut(grid, keys, self._focus_name)
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
        exists = index.isValid() and index.row() < rows.rowCount()
        letter = rows.columns[index.column()].letter if exists else ""
        self.name.setText(f"{letter}{rows.row_number(index.row())}" if letter else "")
        typed = rows.editor_text_at(index.row(), index.column()) if exists else ""
        if not (self.line.isModified() and (self.line.hasFocus() or self.line.is_picking)):
            self._shown = typed
            self.line.setText(typed)
            self.line.setCursorPosition(0)
            is_editable = exists and bool(index.flags() & Qt.ItemFlag.ItemIsEditable)
            self.line.setReadOnly(not is_editable)
        shown = rows.cell_at_index(index) if exists else None
        is_invalid = shown is not None and shown.invalid
        tip = shown.tip.replace("\n", " ") if shown is not None else ""
        if self._foreign_cell:
            tip = self.tr("For {cell}: click cells, Enter goes back").format(
                cell=self._foreign_cell
            )
        self.note.setText(tip)
        self.note.setVisible(bool(self.note.text()))  # the line takes its room
        restyle(self.note, tone="fail" if is_invalid else "text3")

    def _focus_name(self) -> None:
        """Focus the field in which the name of a cell is typed to go there."""
        self.name.setFocus()
        self.name.selectAll()

    def _go_to_name(self) -> None:
        """Select the cell or range whose name was typed."""
        corners = [self._parse_cell_name(name) for name in self.name.text().strip().split(":", 1)]
        found = [corner for corner in corners if corner is not None]
        if len(found) == len(corners):
            rows, columns = ([corner[axis] for corner in found] for axis in (0, 1))
            height, width = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
            self._grid.cells.select_box(CellBox(min(rows), min(columns), height, width))
            self._grid.scrollTo(self._grid.currentIndex())
            self._grid.setFocus()
        self.refresh()

    def _parse_cell_name(self, name: str) -> Cell | None:
        """Return the cell of a name; None where no shown cell has it."""
        result, rows = _CELL.fullmatch(name.replace("$", "").strip()), self._grid.rows
        letters = [rows.columns[c].letter for c in self._grid.cells.shown_columns()]
        if result is None or result[1].upper() not in letters or int(result[2]) > rows.rowCount():
            return None
        return int(result[2]) - 1, letters.index(result[1].upper())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Save by Enter, discard by Escape, and save when the line loses the focus."""
        if watched is self.line and event.type() == QEvent.Type.KeyPress:
            assert isinstance(event, QKeyEvent)  # noqa: S101 - Qt's own pairing
            if not self.line.is_completion_key(event) and self._handle_key(event):
                return True
        elif watched is self.line and event.type() == QEvent.Type.FocusOut:
            assert isinstance(event, QFocusEvent)  # noqa: S101 - Qt's own pairing
            if not self.line.keeps_editing(event):
                self._handle_focus_lost()
        return super().eventFilter(watched, event)

    def _handle_key(self, event: QKeyEvent) -> bool:
        """Save or discard the text by a key; return whether it was one of these."""
        key, back = event.key(), event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if key in ENTER:
            self._save(down=-1 if back else 1)
        elif key == Qt.Key.Key_Tab:
            self._save(right=1)
        elif key == Qt.Key.Key_Backtab and self._is_changed():  # else it leaves the sheet
            self._save(right=-1)
        elif key == Qt.Key.Key_Escape:
            self._discard_text()
        else:
            return False
        return True

    def _discard_text(self) -> None:
        self.line.setModified(False)
        if self._foreign_cell:
            self._return_formula(None)
        else:
            self._grid.setFocus()
        self.refresh()

    def _handle_focus_lost(self) -> None:
        """Save the text, as the line loses the focus."""
        if self._foreign_cell:
            QTimer.singleShot(0, self, lambda: self._return_formula(self.line.text()))
        elif self._is_changed():
            self._save(stay=True)
        elif self.line.reference_picker is not None:
            self.line.reference_picker.end_editing(self.line)

    # A formula that goes from sheet to sheet

    def receive_formula(self, text: str, cursor: int, name: str) -> None:
        """Continue a formula that is typed for a cell of another sheet."""
        self._foreign_cell = name
        self.line.setReadOnly(False)
        self.line.setText(text)
        self.line.setModified(True)
        self.line.setFocus()
        self.line.setCursorPosition(cursor)
        self.refresh()

    def release_formula(self, *, save: bool) -> None:
        """End the editing of a formula that goes to another sheet, saving its text or not."""
        foreign_cell, self._foreign_cell = self._foreign_cell, ""
        if save and not foreign_cell:
            self._save(stay=True)
        self.line.setModified(False)
        self.refresh()

    def _return_formula(self, text: str | None) -> None:
        """Return a formula of another sheet to its cell, with its text, or unchanged for None."""
        if self._foreign_cell and self.line.reference_picker is not None:
            self._foreign_cell = ""
            self.line.setModified(False)
            self.line.reference_picker.return_formula(self.line, text)
            self.refresh()

    def _is_changed(self) -> bool:
        return self.line.isModified() and self.line.text() != self._shown

    def _save(self, *, down: int = 0, right: int = 0, stay: bool = False) -> None:
        if self._foreign_cell:
            self._return_formula(self.line.text())
            return
        if self.line.reference_picker is not None:
            self.line.reference_picker.end_editing(self.line)
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
