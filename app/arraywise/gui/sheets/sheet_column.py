"""A grid as it stands on a page: with its formula line above and its find bar below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from arraywise.gui.fields import hairline
from arraywise.gui.sheets.find_bar import FindBar

if TYPE_CHECKING:
    from PySide6.QtWidgets import QVBoxLayout

    from arraywise.gui.sheets.formula_line import FormulaLine
    from arraywise.gui.sheets.grid import Grid


def add_sheet(column: QVBoxLayout, line: FormulaLine, grid: Grid) -> None:
    """Add a grid, which takes what height is left, and what belongs to it to a column."""
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(line)
    column.addWidget(hairline(Qt.Orientation.Horizontal))
    column.addWidget(grid, 1)
    column.addWidget(FindBar(grid))
