"""The details of the requirement as a sheet: a row a detail, its value in column B."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from arraywise.domain.sheets import Place
from arraywise.gui.pages.input_sheet import InputSheet, Texts
from arraywise.gui.sheets.columns import Column, Shown
from arraywise.usecases.edit_sheets import SheetEdit
from arraywise.usecases.sheet_fields import REQUIREMENT_FIELDS
from arraywise.usecases.type_inputs import type_requirement, why_not_required
from arraywise.usecases.typed_sheets import REQUIREMENT_KEY

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex

    from arraywise.domain.said import Said
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
        translate("RequirementSheet", "Service restored within"),
        translate("RequirementSheet", "Several hosts must share the storage"),
        translate("RequirementSheet", "Files must be served (NFS, SMB)"),
    )


def _yes_no() -> dict[str, str]:
    """Return the words for yes and no with the figures that a formula has for them."""
    yes, no = translate("RequirementSheet", "Yes"), translate("RequirementSheet", "No")
    return {yes: "1", no: "0"}


def _as_figure(row: int, text: str) -> str:
    """Return a typed yes or no as a figure; all else as it is."""
    if not REQUIREMENT_FIELDS[row].is_yes_or_no:
        return text
    meant = {word.casefold(): figure for word, figure in _yes_no().items()}
    return meant.get(text.strip().casefold(), text)


class RequirementSheet(InputSheet):
    """A grid of the requirement's figures."""

    key = REQUIREMENT_KEY

    def __init__(self, session: Session) -> None:
        super().__init__(session, translate("RequirementSheet", "Details of the requirement"))
        self.model.set_rows(range(len(REQUIREMENT_FIELDS)))

    def columns(self) -> tuple[Column, ...]:
        """Return name, value and unit."""
        return (
            Column("name", self.tr("Detail"), lambda row: Shown(_names()[row]), letter="A",
                   least=300),
            self.typed_column(1, "value", self.tr("Value"), least=160, choices=self._choices),
            Column("unit", self.tr("Unit"), self._unit, letter="C", least=80),
        )  # fmt: skip

    def _choices(self, index: QModelIndex) -> tuple[str, ...]:
        row = self.model.rows[index.row()]
        return tuple(_yes_no()) if REQUIREMENT_FIELDS[row].is_yes_or_no else ()

    def _unit(self, row: int) -> Shown:
        facts = self.session.facts
        unit = REQUIREMENT_FIELDS[row].unit
        if REQUIREMENT_FIELDS[row].is_money and facts is not None:
            unit = facts.currency
        elif unit == "months":
            unit = self.tr("months")
        return Shown(unit, colour="text2", sunken=True)

    def shown(self, row: int, column: int) -> Shown:
        """Return what a cell shows."""
        facts = self.session.facts
        if facts is None:
            return Shown()
        value = REQUIREMENT_FIELDS[row].get(facts.requirement)
        if isinstance(value, bool):
            return self._show_yes_or_no(Place(self.key, row, column), is_yes=value)
        number = value if isinstance(value, float) else None
        return self.cell(Place(self.key, row, column), number, Shown())

    def _show_yes_or_no(self, place: Place, *, is_yes: bool) -> Shown:
        """Show the word; what is typed and cannot be read is shown as it is anywhere."""
        yes, no = _yes_no()
        word = Shown(yes if is_yes else no, right=True)
        shown = self.cell(place, None, word)
        return shown if shown.invalid else replace(word, typed=shown.typed, formula=shown.formula)

    def edit_of(self, texts: Texts) -> SheetEdit:
        """Return the edit for texts that were typed."""
        facts = self.session.facts
        if facts is None:
            return SheetEdit()
        rows = {row: _as_figure(row, text) for (row, _), text in texts.items()}
        return type_requirement(
            self.sheets.cells, facts.requirement, rows, self.sheets.decimal, facts.currency
        )

    def objection(self, row: int, column: int, text: str) -> Said | None:  # noqa: ARG002
        """Say why a typed text is no figure that the cell can take."""
        facts = self.session.facts
        if facts is None:
            return None
        figure = _as_figure(row, text)
        return why_not_required(
            facts.requirement, row, figure, self.sheets.decimal, facts.currency
        )
