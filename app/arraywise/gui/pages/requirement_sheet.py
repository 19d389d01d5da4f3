"""The details of the requirement as a sheet: a row a detail, its value in column B."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from arraywise.domain.problems import UserError
from arraywise.domain.sheets import Place
from arraywise.gui.fields import hairline
from arraywise.gui.sheets.columns import Column, Shown
from arraywise.gui.sheets.find_bar import FindBar
from arraywise.gui.sheets.formula_line import FormulaLine
from arraywise.gui.sheets.grid import Grid
from arraywise.gui.sheets.money import parse_decimal
from arraywise.gui.sheets.rows_model import RowsModel
from arraywise.gui.sheets.said_values import said_fault, shown_value
from arraywise.usecases.edit_requirement import check_requirement
from arraywise.usecases.edit_sheets import SheetEdit
from arraywise.usecases.sheet_fields import REQUIREMENT_FIELDS, Unfit
from arraywise.usecases.typed_sheets import REQUIREMENT_KEY

if TYPE_CHECKING:
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.sheets import TypedCell
    from arraywise.gui.session import Session

translate = QCoreApplication.translate


def _names() -> tuple[str, ...]:
    """Return what the rows are called, in their order."""
    return (
        translate("RequirementSheet", "Target response time"),
        translate("RequirementSheet", "Visits per month"),
        translate("RequirementSheet", "Transactions per visit"),
        translate("RequirementSheet", "Days per month"),
        translate("RequirementSheet", "Share of the traffic in the busiest hours"),
        translate("RequirementSheet", "Share of the time that these hours are"),
        translate("RequirementSheet", "Growth per month"),
        translate("RequirementSheet", "Horizon"),
        translate("RequirementSheet", "Reserve on top of the demand"),
        translate("RequirementSheet", "Least headroom"),
        translate("RequirementSheet", "Budget for 36 months"),
    )


class RequirementSheet(QWidget):
    """A grid of the requirement's figures."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._sheets = session.sheets
        self.model = RowsModel(self._columns(), self)
        self.grid = Grid(self.model)
        self.grid.setAccessibleName(self.tr("Details of the requirement"))
        self.grid.verticalHeader().show()
        self.grid.verticalHeader().setFixedWidth(48)
        self.grid.grows = False
        self.grid.block_given_to = self.take_block
        self.grid.offered = session.sheets.offered
        self.grid.horizontalHeader().setSortIndicatorShown(False)
        self.line, find_bar = FormulaLine(self.grid), FindBar(self.grid)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.line)
        column.addWidget(hairline(Qt.Orientation.Horizontal))
        column.addWidget(self.grid, 1)
        column.addWidget(find_bar)
        self.model.set_rows(range(len(REQUIREMENT_FIELDS)))

    def _columns(self) -> tuple[Column, ...]:
        unit = self.tr("Unit")
        return (
            Column("name", self.tr("Detail"), lambda row: Shown(_names()[row]), letter="A",
                   least=300),
            Column("value", self.tr("Value"), self._shown, right=True, letter="B", least=160,
                   formulas=True, edit=lambda row, text: self.take_block(row, 1, [[text]])),
            Column("unit", unit, self._unit, letter="C", least=80),
        )  # fmt: skip

    def _unit(self, row: int) -> Shown:
        facts = self._session.facts
        unit = REQUIREMENT_FIELDS[row].unit
        if row == len(REQUIREMENT_FIELDS) - 1 and facts is not None:
            unit = facts.currency
        elif unit == "months":
            unit = self.tr("months")
        return Shown(unit, colour="text2", sunken=True)

    def show_requirement(self) -> None:
        """Show the session's requirement."""
        self.model.show_cells_again()
        self.line.refresh()

    def _requirement(self) -> Requirement | None:
        return self._session.facts.requirement if self._session.facts else None

    def _shown(self, row: int) -> Shown:
        requirement, place = self._requirement(), Place(REQUIREMENT_KEY, row, 1)
        if requirement is None:
            return Shown()
        value = REQUIREMENT_FIELDS[row].get(requirement)
        number = value if isinstance(value, float) else None
        text = shown_value(value)
        typed, result = self._sheets.typed(place), self._sheets.result(place)
        if typed is None:
            return Shown(text, number=number)
        formula = typed.startswith("=")
        fault = result.fault if result is not None else None
        if fault is not None:
            tip = said_fault(fault)
            return Shown(fault.code if formula else typed, icon="warning", colour="fail",
                         invalid=True, tip=tip, typed=typed, formula=formula)  # fmt: skip
        return Shown(text, number=number, typed=typed, formula=formula)

    def take_block(self, row: int, column: int, block: list[list[str]]) -> None:
        """Keep what was typed or pasted into column B, as one step."""
        requirement = self._requirement()
        if requirement is None:
            return
        typed: dict[Place, TypedCell] = {}
        gone: set[Place] = set()
        for down, texts in enumerate(block):
            place = Place(REQUIREMENT_KEY, row + down, 1)
            if not column <= 1 < column + len(texts) or place.row >= len(REQUIREMENT_FIELDS):
                continue
            text = texts[1 - column].strip()
            after = _after(requirement, place.row, text)
            if after is None:
                typed[place] = self._sheets.cell(place, text)
            else:
                requirement = after
                gone |= {place} & self._sheets.cells.keys()
        edit = SheetEdit(frozenset(gone), tuple(typed.values()), requirement=requirement)
        self._sheets.try_edit(edit, "requirement")


def _after(requirement: Requirement, row: int, text: str) -> Requirement | None:
    """Return the requirement with a typed figure; None where it is a formula, or none."""
    value = parse_decimal(text.removesuffix("%").strip())
    if text.startswith("=") or (text and value is None):
        return None
    try:
        figure = None if value is None else float(value)
        changed = REQUIREMENT_FIELDS[row].put(requirement, figure)
        check_requirement(changed)
    except (Unfit, UserError):
        return None
    return changed
