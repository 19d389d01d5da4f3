"""Requirement and criteria as sheets.

Further points stand behind the stakeholders; their columns are shown where a criterion has some.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from arraywise.analysis.decision.weights import weights_of
from arraywise.domain.cells import Place
from arraywise.domain.criteria import NOBODY_ELSE
from arraywise.domain.messages import Said
from arraywise.domain.requirement import REQUIREMENT_FIELDS, RequirementKind
from arraywise.gui.grid.model import Column, Shown, shown_value
from arraywise.gui.pages.base import InputSheet, Texts
from arraywise.gui.widgets import figures, messages
from arraywise.gui.widgets.messages import tell
from arraywise.usecases.edit_cells import (
    type_criteria,
    type_requirement,
    why_not_required,
    why_not_valued,
)
from arraywise.worksheets.fields import (
    CRITERIA_KEY,
    CRITERION_FIELDS,
    FIRST_STAKEHOLDER,
    REQUIREMENT_KEY,
    are_typed,
    owner_of,
    point_columns,
    point_figures,
)
from arraywise.worksheets.sheets import SheetEdit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtCore import QModelIndex

    from arraywise.domain.criteria import CriterionSetting, Stakeholder
    from arraywise.gui.session.session import Session

translate = QCoreApplication.translate


def _name(row: int) -> Shown:
    return Shown(tell(REQUIREMENT_FIELDS[row].label))


def _yes_no() -> dict[str, str]:
    """Return the words for yes and no with the figures that a formula has for them."""
    yes, no = translate("RequirementSheet", "Yes"), translate("RequirementSheet", "No")
    return {yes: "1", no: "0"}


def _as_figure(row: int, text: str) -> str:
    """Return a typed yes or no as a figure; all else as it is."""
    if REQUIREMENT_FIELDS[row].kind is not RequirementKind.YES:
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
            Column("name", self.tr("Detail"), _name, letter="A", least=300),
            self.typed_column(1, "value", self.tr("Value"), least=160, choices=self._choices),
            Column("unit", self.tr("Unit"), self._unit, letter="C", least=80),
        )  # fmt: skip

    def _choices(self, index: QModelIndex) -> tuple[str, ...]:
        row = self.model.rows[index.row()]
        return tuple(_yes_no()) if REQUIREMENT_FIELDS[row].kind is RequirementKind.YES else ()

    def _unit(self, row: int) -> Shown:
        facts = self.session.facts
        field = REQUIREMENT_FIELDS[row]
        unit = tell(field.unit) if isinstance(field.unit, Said) else field.unit
        if field.kind is RequirementKind.MONEY and facts is not None:
            unit = facts.currency
        return Shown(unit, colour="text2", sunken=True)

    def shown(self, row: int, column: int) -> Shown:
        """Return what a cell shows."""
        facts = self.session.facts
        if facts is None:
            return Shown()
        value = REQUIREMENT_FIELDS[row].shown(facts.requirement)
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


class CriteriaSheet(InputSheet):
    """A grid of swings and anchors; anchors that are left open are shown as they follow."""

    key = CRITERIA_KEY

    def __init__(self, session: Session) -> None:
        super().__init__(session, translate("CriteriaSheet", "Weights and value functions"))
        self._points_shown = 0
        self._hide_points()

    def columns(self) -> tuple[Column, ...]:
        """Return name, swing and anchors; unit and weight are not typed."""
        titles = (
            self.tr("Swing"),
            self.tr("Limit, worth 0"),
            self.tr("Target"),
            self.tr("Aspiration, worth 100"),
            self.tr("Worth of the target"),
        )
        typed = (
            self.typed_column(place, field.name, title)
            for place, (field, title) in enumerate(
                zip(CRITERION_FIELDS, titles, strict=True), start=1
            )
        )
        people = (
            self.typed_column(place, f"person {person.name}", person.name,
                              tip=self.tr("Swing in the eyes of this stakeholder"))
            for place, person in enumerate(self._people, start=FIRST_STAKEHOLDER)
        )  # fmt: skip
        return (
            Column("criterion", self.tr("Criterion"), self._name, letter="A", least=200),
            *typed,
            Column("unit", self.tr("Unit"), self._unit, letter="G", least=64),
            Column("weight", self.tr("Weight"), self._weight, "%", right=True, letter="H",
                   least=90),
            *people,
            *self._point_columns(),
        )  # fmt: skip

    def _point_columns(self) -> Iterator[Column]:
        """Return a column for the figure and one for the worth of every further point."""
        for place, column in enumerate(self._points):
            number = figures.number(place // 2 + 1)
            if place % 2:
                title = translate("FurtherPoints", "Worth of further point {number}")
                tip = self.tr("In points")
            else:
                title = translate("FurtherPoints", "Further point {number}")
                tip = self.tr("In the unit of the criterion")
            yield self.typed_column(column, f"point {place}", title.format(number=number), tip=tip)

    @property
    def _points(self) -> range:
        """The columns of further points."""
        facts = self.session.facts
        return point_columns(facts.weighting if facts is not None else NOBODY_ELSE)

    @property
    def _people(self) -> tuple[Stakeholder, ...]:
        facts = self.session.facts
        return facts.weighting.stakeholders if facts is not None else ()

    @property
    def _used(self) -> tuple[CriterionSetting, ...]:
        """The criteria with their anchors filled in, as the present answer has them."""
        return self.session.answer.settings if self.session.answer is not None else ()

    def show_inputs(self) -> None:
        """Show the session's criteria."""
        count = len(self.session.criteria)
        people = [c.title for c in self.model.columns[FIRST_STAKEHOLDER : -len(self._points)]]
        if people != [person.name for person in self._people]:
            self.model.set_columns(self.columns())
            self._hide_points()
            self.grid.freeze(1 if self._people else 0)  # the criteria stay beside the last swings
        if len(self.model.rows) != count:
            self.model.set_rows(range(count))
        super().show_inputs()
        self._show_points()

    def _hide_points(self) -> None:
        for column in range(FIRST_STAKEHOLDER, self._points.start):
            self.grid.showColumn(column)
        for column in self._points:
            self.grid.hideColumn(column)
        self._points_shown = 0

    def _show_points(self) -> None:
        """Show the columns of points that have come; those that somebody hid stay hidden."""
        filled = [
            place // 2 + 1
            for place, column in enumerate(self._points)
            for row in range(len(self.session.criteria))
            if (shown := self.shown(row, column)).text or shown.typed
        ]
        most = max(filled, default=0)
        for column in self._points[2 * self._points_shown : 2 * most]:
            self.grid.showColumn(column)
        self._points_shown = max(self._points_shown, most)

    def _name(self, row: int) -> Shown:
        return Shown(messages.word(self.session.criteria[row].criterion))

    def _unit(self, row: int) -> Shown:
        facts, criterion = self.session.facts, self.session.criteria[row].criterion
        unit = messages.unit_of(criterion, facts.currency if facts else "")
        return Shown(unit, colour="text2", sunken=True)

    def _weight(self, row: int) -> Shown:
        swings = [setting.swing for setting in self.session.criteria]
        weight = swings[row] / (sum(swings) or 1.0)
        return Shown(figures.percent(weight, 1), number=100 * weight, colour="text2", sunken=True)

    def shown(self, row: int, column: int) -> Shown:
        """Return what a cell shows."""
        if column in self._points:
            return self._point(row, column)
        if column >= FIRST_STAKEHOLDER:
            return self._swing_of(row, column)
        field, setting = CRITERION_FIELDS[column - 1], self.session.criteria[row]
        value = field.get(setting)
        used = next((s for s in self._used if s.criterion is setting.criterion), setting)
        follows = Shown(
            shown_value(field.get(used)),
            colour="text2",
            italic=True,
            guess=True,
            typed="",
            tip=self.tr("Follows the requirement or the prices; type a figure to fix it"),
        )
        number = value if isinstance(value, float) else None
        return self.cell(Place(self.key, row, column), number, follows)

    def _swing_of(self, row: int, column: int) -> Shown:
        """Return what the column of a stakeholder shows."""
        facts = self.session.facts
        owner = owner_of(facts.weighting, column) if facts is not None else None
        if facts is None or owner is None:
            return Shown()
        settings = weights_of(self.session.criteria, facts.weighting, owner.name)
        return self.cell(Place(self.key, row, column), float(settings[row].swing), Shown())

    def _point(self, row: int, column: int) -> Shown:
        """Return what the column of a further point shows."""
        place, columns = Place(self.key, row, column), self._points
        value = point_figures(self.session.criteria[row])[column - columns.start]
        if are_typed(self.sheets.cells, row, columns):
            result = self.sheets.result(place)
            value = result.value if result is not None else None
        return self.cell(place, value if isinstance(value, float) else None, Shown())

    def edit_of(self, texts: Texts) -> SheetEdit:
        """Return the edit for texts that were typed."""
        facts = self.session.facts
        if facts is None:
            return SheetEdit()
        rows: dict[int, dict[int, str]] = defaultdict(dict)
        for (row, column), text in texts.items():
            rows[row][column] = text
        sheets = self.sheets
        return type_criteria(sheets.cells, self.session.criteria, facts, rows, sheets.decimal)

    def objection(self, row: int, column: int, text: str) -> Said | None:
        """Say why a typed text is no figure that the cell can take."""
        facts = self.session.facts
        if facts is None or row >= len(self.session.criteria):
            return None
        if column in self._points:
            result = self.sheets.result(Place(self.key, row, column))
            return result.fault.said if result is not None and result.fault is not None else None
        at = (row, column)
        return why_not_valued(self.session.criteria, facts, at, text, self.sheets.decimal)
