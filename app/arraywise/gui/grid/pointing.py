"""While a formula is typed, clicked cells of any sheet are inserted as references.

While an operand is due, no grid takes the focus away from the formula. Where the user goes to
another sheet, the formula moves into the formula line there; Enter returns to its own cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QPainter, QPen
from shiboken6 import isValid

from arraywise.gui.grid.header import UnitHeader
from arraywise.gui.widgets import theme
from arraywise.worksheets.input_parsing import column_index, reference_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QRect
    from PySide6.QtWidgets import QTableView

    from arraywise.gui.grid.delegate import FormulaEdit
    from arraywise.gui.grid.sheet import FormulaBar
    from arraywise.gui.grid.view import GridView

Cell = tuple[int, int]  # row and column of a grid; see `_WHOLE`
_WHOLE_COLUMN = -1  # in the place of a row: the whole column
_BEFORE_A_VALUE = frozenset("=+-\u2212*/^&<>(;:,")
_TEMPORARY_REASONS = frozenset(
    {Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason,
     Qt.FocusReason.MenuBarFocusReason}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PickableGrid:
    """A grid whose cells can be picked for formulas, and the formula line above it."""

    grid: GridView
    line: FormulaBar
    key: Callable[[], str]  # of the sheet that the grid shows now
    show_sheet: Callable[[str], bool]
    """Brings the sheet of a key to the front; returns whether it has that sheet."""

    def sheet_coordinates(self, cell: Cell) -> tuple[int | None, int]:
        """Return row and column of a cell on its sheet, from 0; no row for a whole column."""
        rows = self.grid.rows
        row = None if cell[0] == _WHOLE_COLUMN else rows.row_number(cell[0]) - 1
        return row, column_index(rows.columns[cell[1]].letter)

    def can_reference(self, cell: Cell) -> bool:
        """Return whether formulas can refer to a cell, or to a whole column."""
        rows, (row, column) = self.grid.rows, cell
        is_column = 0 <= column < rows.columnCount() and bool(rows.columns[column].letter)
        return is_column and (row == _WHOLE_COLUMN or 0 <= row < rows.rowCount())

    def visual_rect(self, first: Cell, last: Cell) -> QRect:
        """Return the rectangle of cells, or of whole columns, in the grid's viewport."""
        rows, end = self.grid.rows, self.grid.rows.rowCount() - 1
        is_whole_column = _WHOLE_COLUMN in {first[0], last[0]}
        top, bottom = (0, end) if is_whole_column else (first[0], last[0])
        corner = self.grid.visualRect(rows.index(top, first[1]))
        return corner.united(self.grid.visualRect(rows.index(bottom, last[1])))


@dataclass(frozen=True, slots=True)
class _FormulaCell:
    """The cell that a formula is typed for."""

    sheet: str
    cell: Cell
    name: str


@dataclass(frozen=True, slots=True)
class _InsertedReference:
    """The cells picked last, and where their reference stands in the formula's text."""

    source: PickableGrid
    first: Cell
    last: Cell
    start: int
    end: int


class ReferencePicker(QObject):
    """Inserts cells that are clicked into the formula that is being typed in a window.

    It has no parent: it lives as long as the pages whose grids are added.
    """

    def __init__(self, sheet_name: Callable[[str], str]) -> None:
        """Create a picker; `sheet_name` returns the name of a sheet by its key."""
        super().__init__()
        self._sheet_name = sheet_name
        self._grids: list[PickableGrid] = []
        self._edit: FormulaEdit | None = None
        self._edited_sheet = ""  # key of the sheet that was in front when the line got the formula
        self._formula_cell: _FormulaCell | None = None
        self._inserted: _InsertedReference | None = None

    def add_grid(self, source: PickableGrid) -> None:
        """Let the cells of a grid be picked, for formulas in it and its formula line too."""
        source.grid.reference_picker = source.line.line.reference_picker = self
        header = source.grid.horizontalHeader()
        if isinstance(header, UnitHeader):
            header.on_press = partial(self._pick_column, source.grid)
            header.on_drag = lambda column: self.extend_to(source.grid, (_WHOLE_COLUMN, column))
        self._grids.append(source)

    def _find_pickable_grid(self, grid: QTableView | None) -> PickableGrid | None:
        return next((source for source in self._grids if source.grid is grid), None)

    # The formula

    def begin_editing(self, edit: FormulaEdit) -> None:
        """Begin to pick cells for a line that received the focus."""
        source = self._find_pickable_grid(edit.grid)
        if source is None or edit is self._edit:
            return
        index, key = source.grid.currentIndex(), source.key()
        cell = (index.row(), index.column())
        self._edit, self._edited_sheet, self._inserted = edit, key, None
        self._formula_cell = (
            _FormulaCell(key, cell, self._cell_reference(key, source, cell))
            if source.can_reference(cell)
            else None
        )
        self.update_focus_policies()

    def _cell_reference(self, key: str, source: PickableGrid, cell: Cell) -> str:
        coordinates = source.sheet_coordinates(cell)
        return reference_text(self._sheet_name(key), coordinates, coordinates)

    def is_picking_for(self, edit: FormulaEdit) -> bool:
        """Return whether a clicked cell would be inserted into this line."""
        return edit is self._edit and self.expects_reference

    def end_editing(self, edit: FormulaEdit) -> None:
        """Stop picking cells for a line."""
        if edit is self._edit:
            self._edit = self._formula_cell = self._inserted = None
            self.update_focus_policies()
            self._update_viewports()

    def update_focus_policies(self) -> None:
        """Let grids take the focus by a click only while no operand is due."""
        if self._inserted is not None and not self._is_cursor_after_reference():
            self._inserted = None
            self._update_viewports()
        without_click, with_click = Qt.FocusPolicy.TabFocus, Qt.FocusPolicy.WheelFocus
        policy = without_click if self.expects_reference else with_click
        for source in self._grids:
            if isValid(source.grid) and source.grid.focusPolicy() != policy:
                source.grid.setFocusPolicy(policy)

    @property
    def expects_reference(self) -> bool:
        """Whether a reference can be inserted at the cursor of the formula being typed."""
        edit = self._edit
        if edit is None or not isValid(edit) or self._formula_cell is None:
            return False
        if not edit.text().startswith("="):
            return False
        before = edit.text()[: edit.cursorPosition()]
        is_operand_due = before.count('"') % 2 == 0 and before.rstrip()[-1:] in _BEFORE_A_VALUE
        return not edit.isReadOnly() and (is_operand_due or self._is_cursor_after_reference())

    def _is_cursor_after_reference(self) -> bool:
        edit, pointed = self._edit, self._inserted
        return edit is not None and pointed is not None and edit.cursorPosition() == pointed.end

    # Cells

    def pick_cell(self, grid: QTableView, cell: Cell, *, extend: bool) -> bool:
        """Insert a cell, or a whole column, into the formula; return whether one expects it."""
        source, inserted = self._find_pickable_grid(grid), self._inserted
        if source is None or not self.expects_reference:
            return False
        if source.can_reference(cell):
            first = cell
            if extend and inserted is not None and inserted.source is source:
                first = (
                    _WHOLE_COLUMN if cell[0] == _WHOLE_COLUMN else inserted.first[0],
                    inserted.first[1],
                )
            self._insert_reference(source, first, cell)
        return True

    def _pick_column(self, grid: QTableView, column: int, extend: bool) -> bool:  # noqa: FBT001
        return self.pick_cell(grid, (_WHOLE_COLUMN, column), extend=extend)

    def extend_to(self, grid: QTableView, cell: Cell) -> bool:
        """Extend the inserted reference to a cell; return whether it belongs to this grid."""
        inserted = self._inserted
        if inserted is None or inserted.source.grid is not grid:
            return False
        if cell != inserted.last and inserted.source.can_reference(cell):
            self._insert_reference(inserted.source, inserted.first, cell)
        return True

    def pick_by_arrow(self, edit: FormulaEdit, down: int, right: int, *, extend: bool) -> bool:
        """Pick a cell by arrow keys, from the formula's own on; return whether one is expected."""
        formula_cell, source = self._formula_cell, self._find_pickable_grid(edit.grid)
        at_end = edit.cursorPosition() == len(edit.text())
        if edit is not self._edit or formula_cell is None or source is None:
            return False
        if not (at_end and self.expects_reference):
            return False
        inserted = self._inserted if self._inserted and self._inserted.source is source else None
        start = formula_cell.cell if formula_cell.sheet == source.key() else (-down, -right)
        row, column = inserted.last if inserted is not None else start
        cell = (row + down, column + right)
        if source.can_reference(cell) and not (down and cell[0] == _WHOLE_COLUMN):
            self._insert_reference(
                source, inserted.first if extend and inserted is not None else cell, cell
            )
        return True

    def _insert_reference(self, source: PickableGrid, first: Cell, last: Cell) -> None:
        """Insert a reference, or replace the one that was inserted last."""
        edit, formula_cell, inserted = self._edit, self._formula_cell, self._inserted
        if edit is None or formula_cell is None:
            return
        key = source.key()
        sheet = None if key == formula_cell.sheet else self._sheet_name(key)
        text = reference_text(
            sheet, source.sheet_coordinates(first), source.sheet_coordinates(last)
        )
        start = inserted.start if inserted is not None else edit.cursorPosition()
        edit.insert_reference(text, start, inserted.end if inserted is not None else start)
        self._inserted = _InsertedReference(source, first, last, start, start + len(text))
        self.update_focus_policies()
        if last[0] != _WHOLE_COLUMN:
            source.grid.scrollTo(source.grid.rows.index(*last))
        self._update_viewports()

    def paint_picked(self, grid: QTableView) -> None:
        """Draw a frame around the picked cells of a grid."""
        pointed = self._inserted
        if pointed is None or pointed.source.grid is not grid:
            return
        area = pointed.source.visual_rect(pointed.first, pointed.last)
        painter = QPainter(grid.viewport())
        painter.setPen(QPen(theme.look()["accent"], 2, Qt.PenStyle.DashLine))
        painter.drawRect(area.adjusted(1, 1, -1, -1))

    def _update_viewports(self) -> None:
        for source in self._grids:
            if isValid(source.grid):
                source.grid.viewport().update()

    # From sheet to sheet

    def continues_after_focus_loss(self, edit: FormulaEdit, reason: Qt.FocusReason) -> bool:
        """Return whether editing goes on although a line loses the focus."""
        if edit is not self._edit or not self.expects_reference:
            return False
        if reason not in _TEMPORARY_REASONS:
            QTimer.singleShot(0, self, lambda: self._move_to_front_sheet(edit))
        return True

    def _move_to_front_sheet(self, edit: FormulaEdit) -> None:
        """Move the formula to the line of the front sheet; save it where that is its own."""
        formula_cell = self._formula_cell
        if edit is not self._edit or formula_cell is None or not isValid(edit) or edit.hasFocus():
            return
        front = next((source for source in self._grids if source.grid.isVisible()), None)
        if front is None or (front.grid is edit.grid and front.key() == self._edited_sheet):
            self._detach_edit(edit, save=True)
            return
        text, cursor = edit.text(), edit.cursorPosition()
        self._detach_edit(edit, save=False)
        self._edit, self._formula_cell, self._edited_sheet = (
            front.line.line,
            formula_cell,
            front.key(),
        )
        front.line.receive_formula(text, cursor, formula_cell.name)
        self.update_focus_policies()

    def _detach_edit(self, edit: FormulaEdit, *, save: bool) -> None:
        source, formula_cell = self._find_pickable_grid(edit.grid), self._formula_cell
        self.end_editing(edit)
        if source is None or formula_cell is None:
            return
        if not edit.in_cell:
            source.line.release_formula(save=save)
            return
        if save and formula_cell.sheet == source.key():
            source.grid.commitData(edit)
        source.grid.discard_editor(edit)

    def return_formula(self, edit: FormulaEdit, text: str | None) -> None:
        """Return to the formula's own cell and save its text there; None discards it."""
        formula_cell = self._formula_cell
        if edit is not self._edit or formula_cell is None:
            return
        self.end_editing(edit)
        source = next(
            (source for source in self._grids if source.show_sheet(formula_cell.sheet)), None
        )
        if source is None:
            return
        index = source.grid.rows.index(*formula_cell.cell)
        source.grid.select_cell(index)
        source.grid.setFocus()
        if text is not None:
            source.grid.rows.setData(index, text)
