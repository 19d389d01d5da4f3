"""A sheet of inputs beside the workings: a grid with its formula line and its search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from arraywise.domain.problems import UserError
from arraywise.domain.sheets import column_letters
from arraywise.gui import wording
from arraywise.gui.sheets.columns import Column, Shown
from arraywise.gui.sheets.formula_line import FormulaLine
from arraywise.gui.sheets.grid import Grid
from arraywise.gui.sheets.rows_model import RowsModel
from arraywise.gui.sheets.said_values import said_fault, shown_value
from arraywise.gui.sheets.sheet_column import add_sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.domain.said import Said
    from arraywise.domain.sheets import Place
    from arraywise.gui.session import Session
    from arraywise.usecases.edit_sheets import SheetEdit

Texts = dict[tuple[int, int], str]
"""What is typed, by row and column."""


class InputSheet(QWidget):
    """What the sheets of the requirement and of the criteria have in common."""

    key = ""
    """Of the sheet, as in `Place.sheet`."""

    def __init__(self, session: Session, name: str) -> None:
        super().__init__()
        self.session = session
        self.sheets = session.sheets
        self.model = RowsModel(self.columns(), self)
        self.grid = Grid(self.model)
        self.grid.setAccessibleName(name)
        self.grid.number_rows(48)
        self.grid.grows = False
        self.grid.block_given_to = self._take_shown
        self.grid.offered = session.sheets.offered
        self.grid.horizontalHeader().setSortIndicatorShown(False)
        self.line = FormulaLine(self.grid)
        add_sheet(QVBoxLayout(self), self.line, self.grid)

    def columns(self) -> tuple[Column, ...]:
        """Return the columns of the grid; those that can be typed into stand side by side."""
        raise NotImplementedError

    def edit_of(self, texts: Texts) -> SheetEdit:
        """Return the edit for texts that were typed.

        Raises:
            UserError: When they cannot be kept.
        """
        raise NotImplementedError

    def objection(self, row: int, column: int, text: str) -> Said | None:
        """Say why a typed text is no figure that the cell can take."""
        raise NotImplementedError

    def show_inputs(self) -> None:
        """Show the session's inputs."""
        self.model.show_cells_again()
        self.line.refresh()

    def typed_column(self, place: int, key: str, title: str, **more: object) -> Column:
        """Return a column that takes figures and formulas."""
        letter = column_letters(place)
        wanted = {"right": True, "least": 120, **more}
        return Column(
            key,
            title,
            self._show_in(place),
            letter=letter,
            formulas=True,
            edit=lambda row, text: self.take_block(row, place, [[text]]),
            **wanted,  # type: ignore[arg-type]
        )

    def _show_in(self, column: int) -> Callable[[int], Shown]:
        return lambda row: self.shown(row, column)

    def shown(self, row: int, column: int) -> Shown:
        """Return what a cell shows."""
        raise NotImplementedError

    def cell(self, place: Place, value: float | None, otherwise: Shown) -> Shown:
        """Return what a cell shows that holds a figure, a formula or what cannot be read.

        Args:
            place: Of the cell.
            value: That the input has.
            otherwise: Shown where it has none and nothing is typed.
        """
        text = shown_value(value)
        typed, result = self.sheets.typed(place), self.sheets.result(place)
        if typed is None:
            return otherwise if value is None else Shown(text, number=value)
        formula = typed.startswith("=")
        fault = result.fault if result is not None else None
        if fault is None:
            return Shown(text, number=value, typed=typed, formula=formula)
        why = None if formula else self.objection(place.row, place.column, typed)
        return Shown(
            fault.code if formula else typed,
            icon="warning",
            colour="fail",
            invalid=True,
            tip=said_fault(fault) if why is None else wording.tell(why),
            typed=typed,
            formula=formula,
        )

    def _take_shown(self, row: int, column: int, block: list[list[str]]) -> None:
        """Keep what was pasted, filled or cleared from a row that is shown on."""
        self._take(self.model.numbers_from(row, len(block)), column, block)

    def take_block(self, row: int, column: int, block: list[list[str]]) -> None:
        """Keep cells from a row of the sheet on, as one step."""
        self._take(range(row, row + len(block)), column, block)

    def _take(self, rows: Sequence[int], column: int, block: list[list[str]]) -> None:
        """Keep cells; what lies beside the inputs is left out."""
        texts: Texts = {}
        for row, line in zip(rows, block, strict=True):
            for right, text in enumerate(line):
                at = (row, column + right)
                if row < self.model.all_rows and self._is_typed_into(at[1]):
                    texts[at] = text.strip()
        try:
            edit = self.edit_of(texts)
        except UserError as error:
            self.grid.refused.emit(wording.why(error))
        else:
            self.sheets.try_edit(edit, self.key)

    def _is_typed_into(self, column: int) -> bool:
        columns = self.model.columns
        return column < len(columns) and columns[column].edit is not None
