"""A small editor of value functions: anchors, further points and the curve that they make."""

from __future__ import annotations

from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from arraywise.domain.criteria import Criterion
from arraywise.domain.problems import UserError
from arraywise.domain.value_function import MOST_FURTHER, split_widest
from arraywise.gui import criterion_units, figures, theme, wording
from arraywise.gui.charts.chart_export import PictureButton
from arraywise.gui.charts.value_curve import ValueCurve
from arraywise.gui.fields import UnitField, button, label, scrolled
from arraywise.gui.nesting import nest
from arraywise.gui.pages.further_points import FurtherPoints
from arraywise.gui.pages.weight_tabs import TAB_MARGINS
from arraywise.usecases.edit_criteria import check_anchors

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtWidgets import QLabel

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.decision import Answer
    from arraywise.domain.value_function import Corner, Corners

ANCHORS = ("limit", "target", "aspiration")


class ValueFunctionTab(QWidget):
    """One criterion at a time."""

    given = Signal(object)
    """Criteria with other anchors, to be kept."""

    def __init__(self) -> None:
        super().__init__()
        self._criteria: tuple[CriterionSetting, ...] = ()
        self._answer: Answer | None = None
        self.choice = QComboBox()
        self.choice.setAccessibleName(self.tr("Criterion"))
        self.choice.currentIndexChanged.connect(self._show_criterion)
        self.fields: dict[str, UnitField] = {}
        self._units: dict[str, QLabel] = {}
        self.curve = ValueCurve()
        self.fault = label("", "body", "fail", wraps=True)
        self.note = label("", "caption", "text2", wraps=True)
        self.further = FurtherPoints()
        self.further.edited.connect(self._try)
        self.further.given.connect(self._keep)
        self.further.removed.connect(self._remove)
        self.add = button(self.tr("Add a point"), self._add, sign="add")
        self.follow = button(self.tr("Derive from the requirement"), self._follow)
        column, row = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(*TAB_MARGINS)
        column.setSpacing(8)
        nest(column, self._make_head())
        row.setSpacing(16)
        row.addWidget(scrolled(self._make_form()))
        picture_and_fault = QVBoxLayout()
        picture_and_fault.setSpacing(4)
        picture_and_fault.addWidget(self.curve, 1)
        picture_and_fault.addWidget(self.note)
        picture_and_fault.addWidget(self.fault)
        nest(row, picture_and_fault, 1)
        nest(column, row, 1)

    def _make_head(self) -> QHBoxLayout:
        """Put what is chosen and done above form and curve, so that no anchor scrolls."""
        head = QHBoxLayout()
        head.setSpacing(8)
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.choice.setFixedHeight(theme.height("button"))
        for each in (self.choice, self.add, self.follow):
            head.addWidget(each)
        head.addStretch(1)
        head.addWidget(PictureButton(self.curve, self.tr("Value function")))
        return head

    def _make_form(self) -> QVBoxLayout:
        column, grid = QVBoxLayout(), QGridLayout()
        column.setSpacing(4)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        names = {
            "limit": self.tr("Limit, worth 0"),
            "target": self.tr("Target"),
            "target_value": self.tr("Worth of the target"),
            "aspiration": self.tr("Aspiration, worth 100"),
        }
        for place, (key, name) in enumerate(names.items()):
            field = UnitField(name, "", 9)
            field.textEdited.connect(lambda _text: self._try())
            field.given.connect(lambda _text: self._keep())
            self.fields[key], self._units[key] = field, label("", "body", "text3")
            grid.addWidget(label(name), place, 0)
            grid.addWidget(field, place, 1)
            grid.addWidget(self._units[key], place, 2)
        nest(column, grid)
        column.addWidget(self.further)
        column.addStretch(1)
        return column

    def show_answer(self, answer: Answer, criteria: Sequence[CriterionSetting]) -> None:
        """Show the value functions of an answer."""
        self._answer, self._criteria = answer, tuple(criteria)
        rate = answer.discount_rate
        names = [wording.criterion_word(s.criterion, rate) for s in answer.settings]
        if [self.choice.itemText(place) for place in range(self.choice.count())] != names:
            self.choice.blockSignals(True)  # noqa: FBT003 - Qt's own signature
            self.choice.clear()
            self.choice.addItems(names)
            self.choice.blockSignals(False)  # noqa: FBT003
        self._show_criterion()

    def _used(self) -> CriterionSetting | None:
        """Return the chosen criterion with its anchors filled in."""
        place = self.choice.currentIndex()
        settings = self._answer.settings if self._answer else ()
        return settings[place] if 0 <= place < len(settings) else None

    def _show_criterion(self) -> None:
        used, answer = self._used(), self._answer
        if used is None or answer is None:
            return
        unit = criterion_units.unit_of(used.criterion, answer.currency)
        for key in ANCHORS:
            value = getattr(used, key)
            text = (
                ""
                if value is None
                else figures.plain(round(criterion_units.to_unit(used.criterion, value), 6), 9)
            )
            self.fields[key].show_text(text)
            self._units[key].setText(unit)
        shown = ((criterion_units.to_unit(used.criterion, x), y) for x, y in used.further)
        self.further.show_points(tuple(shown), unit)
        self.add.setEnabled(bool(used.corners) and len(used.further) < MOST_FURTHER)
        self.fields["target_value"].show_text(figures.plain(used.target_value))
        self._units["target_value"].setText(self.tr("points"))
        self._say_fault("")
        self._tell_two_targets(used, answer)
        self.curve.show_setting(used, answer)

    def _tell_two_targets(self, used: CriterionSetting, answer: Answer) -> None:
        """Say that the target asked for above is where a value function ends, not its target."""
        asked = answer.requirement.response_time_s
        is_asked = used.criterion is Criterion.RESPONSE_TIME and used.limit == asked
        said = self.tr("The limit is the target response time above; this target lies within it.")
        self.note.setText(said if is_asked else "")
        self.note.setVisible(is_asked)

    def _typed(self) -> CriterionSetting | None:
        """Return the criterion as typed; None, and the reason said, where that makes no sense."""
        used = self._used()
        values = {
            key: figures.parse_amount(f.text(), self._units[key].text())
            for key, f in self.fields.items()
        }
        further = self.further.typed()
        if used is None or further is None or None in values.values():
            self._say_fault(self.tr("Every anchor is a number."))
            return None
        known = {key: value for key, value in values.items() if value is not None}
        anchors = {k: criterion_units.from_unit(used.criterion, known[k]) for k in ANCHORS}
        typed = replace(
            used,
            target_value=known["target_value"],
            limit=anchors["limit"],
            target=anchors["target"],
            aspiration=anchors["aspiration"],
            further=_in_order(
                (criterion_units.from_unit(used.criterion, x), y) for x, y in further
            ),
        )
        fault = self._fault_of(typed)
        self._say_fault(fault)
        return None if fault else typed

    def _say_fault(self, text: str) -> None:
        """Say why what is typed is not kept; the curve has the room where nothing is wrong."""
        self.fault.setText(text)
        self.fault.setVisible(bool(text))

    def _fault_of(self, typed: CriterionSetting) -> str:
        """Say why anchors or further points make no sense; empty where they do."""
        try:
            check_anchors(replace(typed, further=()))
        except UserError:
            return self.tr(
                "The anchors run from limit over target to aspiration, the target being worth 1"
                " to 99 points."
            )
        try:
            check_anchors(typed)
        except UserError as error:
            return wording.tell(error.said)
        return ""

    def _try(self) -> None:
        typed = self._typed()
        if typed is not None and self._answer is not None:
            self.curve.show_setting(typed, self._answer)

    def _keep(self) -> None:
        typed = self._typed()
        if typed is not None:
            self._emit(typed)

    def _add(self) -> None:
        """Add a point where the value function changes least by it: in the middle of a line."""
        used = self._used()
        if used is None or not used.corners:
            return
        attribute, points = split_widest(used.corners)
        shown = criterion_units.to_unit(used.criterion, attribute)
        corner = (criterion_units.from_unit(used.criterion, shown), points)
        self._emit(replace(used, further=_in_order((*used.further, corner))))

    def _remove(self, place: int) -> None:
        used = self._used()
        if used is not None:
            left = (*used.further[:place], *used.further[place + 1 :])
            self._emit(replace(used, further=left))

    def _follow(self) -> None:
        used = self._used()
        if used is not None:
            derived = replace(used, limit=None, target=None, aspiration=None, further=())
            self._emit(replace(derived, target_value=60.0))

    def _emit(self, changed: CriterionSetting) -> None:
        """Give the criteria with other anchors; swings and what they were given for stay."""
        self.given.emit(
            tuple(
                replace(changed, swing=own.swing, judged=own.judged)
                if own.criterion is changed.criterion
                else own
                for own in self._criteria
            )
        )


def _in_order(points: Iterable[Corner]) -> Corners:
    """Return further points by what they are worth."""
    return tuple(sorted(points, key=itemgetter(1)))
