"""Weights and value functions as a sheet: a row a criterion, in the unit people use for it.

Further points stand behind the stakeholders; their columns are shown where a criterion has some.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from arraywise.domain.sheets import Place
from arraywise.domain.weighting import NOBODY_ELSE
from arraywise.gui import criterion_units, figures, wording
from arraywise.gui.pages.input_sheet import InputSheet, Texts
from arraywise.gui.sheets.columns import Column, Shown
from arraywise.gui.sheets.said_values import shown_value
from arraywise.usecases.edit_sheets import SheetEdit
from arraywise.usecases.edit_weighting import weights_of
from arraywise.usecases.point_columns import are_typed, point_columns, point_figures
from arraywise.usecases.sheet_fields import CRITERION_FIELDS, FIRST_STAKEHOLDER
from arraywise.usecases.swing_columns import owner_of
from arraywise.usecases.type_inputs import type_criteria, why_not_valued
from arraywise.usecases.typed_sheets import CRITERIA_KEY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.said import Said
    from arraywise.domain.weighting import Stakeholder
    from arraywise.gui.session import Session

translate = QCoreApplication.translate


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
        return Shown(wording.word(self.session.criteria[row].criterion))

    def _unit(self, row: int) -> Shown:
        facts, criterion = self.session.facts, self.session.criteria[row].criterion
        unit = criterion_units.unit_of(criterion, facts.currency if facts else "")
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
