"""What formulas may say: the rules, the names of the model's results with their present values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from arraywise.gui.fields import label, scrolled
from arraywise.gui.sheets.columns import Column, Shown
from arraywise.gui.sheets.grid import Grid
from arraywise.gui.sheets.rows_model import RowsModel
from arraywise.gui.sheets.said_values import shown_value
from arraywise.usecases.calculate_sheets import FUNCTIONS

if TYPE_CHECKING:
    from arraywise.domain.sheets import Value
    from arraywise.gui.sheet_values import SheetValues

translate = QCoreApplication.translate


def rules() -> tuple[str, ...]:
    """Return the rules of formulas in short paragraphs."""
    return (
        translate(
            "FormulaHelp",
            "A formula begins with =, such as =12*450*0.9, =B3*1.1 or =SUM(F2:F9). Numbers have"
            " the decimal mark of your language; where that is a comma, a semicolon parts"
            " arguments. Names of functions are English in every language.",
        ),
        translate(
            "FormulaHelp",
            "Cells of other sheets: ='NAS'!E4*2 is a price of the option NAS,"
            " ='NAS provisioning'!B1 a time of it in minutes, =Requirement!B2 and"
            " =Criteria!B2 what is asked for, =Workings!A1 a cell of the workings. A cell counts"
            " as it is shown: a percentage in its column as 8, not 0.08.",
        ),
        translate(
            "FormulaHelp",
            "The model's results have names, listed below. They follow every slider. An option's"
            ' can be called by its own name too: =Option("NAS").Price. What feeds'
            " the model may not come from its results, nor from the computed columns of a price"
            " sheet: that is a circle, and is said so in the cell.",
        ),
        translate(
            "FormulaHelp",
            "A result that is not known is #N/A, never 0. A capacity is the highest load that was"
            " shown; more may be possible. An empty cell counts as 0, as in every spreadsheet.",
        ),
        translate(
            "FormulaHelp",
            "Where a value is due, click a cell, drag over some, or go there with the arrow keys;"
            " on other sheets too: Enter comes back. F4 fixes row and column with $.",
        ),
        translate("FormulaHelp", "Functions: {names}").format(names=", ".join(FUNCTIONS)),
    )


class FormulaHelp(QWidget):
    """The rules, and a table of the names."""

    def __init__(self, sheets: SheetValues) -> None:
        super().__init__()
        known = sheets.calculated
        names = known.names if known is not None else {}
        others = {name: alias for alias, name in known.aliases.items()} if known else {}
        self.model = RowsModel(self._columns(), self)
        self.grid = Grid(self.model)
        self.grid.setAccessibleName(self.tr("Names of the model's results"))
        said = QVBoxLayout()
        said.setSpacing(8)
        for text in rules():
            said.addWidget(label(text, "body", "text2", wraps=True))
        column = QVBoxLayout(self)
        column.setSpacing(8)
        area = scrolled(said)
        area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # keys scroll what is only read
        area.setAccessibleName(self.tr("Rules of formulas"))
        column.addWidget(area, 3)
        column.addWidget(self.grid, 2)
        self.model.set_rows(tuple((n, others.get(n, ""), v) for n, v in names.items()))

    def _columns(self) -> tuple[Column, ...]:
        return (
            Column("name", self.tr("Name"), lambda row: Shown(row[0]), stretch=True, least=230),
            Column("also", self.tr("Or"), lambda row: Shown(row[1]), least=160, most=330),
            Column("value", self.tr("Now"), _value, right=True, least=90),
        )


def _value(row: tuple[str, str, Value]) -> Shown:
    value = row[2]
    if value is None:
        return Shown("#N/A", colour="text3", missing=True)
    return Shown(shown_value(value), number=value if isinstance(value, float) else None)
