"""A page with a sheet for each option, and beside it what compares the options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arraywise.gui.fields import hairline, panel
from arraywise.gui.pages.option_tabs import OptionTabs
from arraywise.gui.pages.page import Page, scrolling
from arraywise.gui.sheets.formula_line import FormulaLine
from arraywise.gui.sheets.grid import Grid
from arraywise.gui.sheets.pointing import Seat
from arraywise.gui.sheets.rows_model import RowsModel
from arraywise.gui.sheets.sheet_column import add_sheet
from arraywise.gui.wishes import ShowPage

if TYPE_CHECKING:
    from arraywise.gui.session import Session

_NUMBERS_WIDE = 28


class OptionSheetPage(Page):
    """What the pages of prices and of provisioning times have in common."""

    def __init__(self, session: Session, title: str, tabs: str, lines: str) -> None:
        """Make tabs, grid and formula line; `tabs` and `lines` are the names of the first two."""
        super().__init__(title)
        self._session = session
        self.tabs = OptionTabs(tabs)
        self.tabs.option_chosen.connect(lambda _option: self._show_sheet())
        self.model = RowsModel((), self)
        self.grid = Grid(self.model)
        self.grid.setAccessibleName(lines)
        self.grid.number_rows(_NUMBERS_WIDE)
        self.grid.block_given_to = self._take_block
        self.grid.turned.connect(self._turn)
        self.tabs.currentChanged.connect(lambda _place: self.grid.cells.forget_cut())
        self.grid.rows_inserted_by = self._insert_lines
        self.grid.rows_removed_by = lambda _row, _count: self.remove_lines()
        self.grid.offered = session.sheets.offered
        self.line = FormulaLine(self.grid)
        seat = Seat(self.grid, self.line, self._front_key, self._bring_sheet)
        session.sheets.pointing.join(seat)
        session.sheets.changed.connect(self._follow_sheets)

    def _key_of(self, option_id: int) -> str:
        """Return the key of an option's sheet, as in `Place.sheet`."""
        raise NotImplementedError

    def _show_sheet(self) -> None:
        """Show the sheet of the option in front."""
        raise NotImplementedError

    def _take_block(self, row: int, column: int, block: list[list[str]]) -> None:
        """Put typed, pasted or cleared cells in; the sheet grows where they reach beyond it."""
        raise NotImplementedError

    def _insert_lines(self, row: int, count: int) -> None:
        """Put empty lines in before a row."""
        raise NotImplementedError

    def remove_lines(self) -> None:
        """Delete the lines of the selected cells; formulas everywhere follow."""
        raise NotImplementedError

    def _make_main(self, *below: QWidget) -> QWidget:
        """Lay out the tabs and the sheet, with other parts below it."""
        main = panel()
        column = QVBoxLayout(main)
        column.addWidget(self.tabs)
        column.addWidget(hairline(Qt.Orientation.Horizontal))
        add_sheet(column, self.line, self.grid)
        for each in below:
            column.addWidget(hairline(Qt.Orientation.Horizontal, "border"))
            column.addWidget(each)
        return main

    def _turn(self, by: int) -> None:
        """Show the next option's sheet, or the one before."""
        place = self.tabs.currentIndex() + by
        if 0 <= place < self.tabs.count():
            self.tabs.setCurrentIndex(place)

    def _follow_sheets(self) -> None:
        """Show what formulas come to."""
        if self.isVisible():
            self._show_sheet()

    def _front_key(self) -> str:
        return self._key_of(self.tabs.option.id) if self.tabs.option is not None else ""

    def _bring_sheet(self, key: str) -> bool:
        """Bring the sheet of a key to the front, if it is one of these."""
        number = key.rpartition("/")[2]
        if not number.isdecimal() or self._key_of(int(number)) != key:
            return False
        if not self.tabs.choose(int(number)):
            return False
        self.wanted.emit(ShowPage(self.key))
        return True

    def paste(self) -> None:
        """Paste cells into the grid."""
        self.grid.paste()


def scrolling_side(inside: QWidget) -> QWidget:
    """Return what stands beside a sheet, with a line between them."""
    outer = panel()
    row = QHBoxLayout(outer)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    row.addWidget(hairline(Qt.Orientation.Vertical))
    row.addWidget(scrolling(inside))
    return outer
