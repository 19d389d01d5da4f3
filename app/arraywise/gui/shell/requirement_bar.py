"""Requirement on every page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout

from arraywise.domain.requirement import STATISTICS, Convention, Requirement
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import UnitField, fill, fit_list, hairline, label, named
from arraywise.gui.widgets.painting import RibbonPart, RibbonSlider, Scale
from arraywise.present.charts.axes import target_ends, visits_ends
from arraywise.present.numbers import whole_target_s, whole_visits
from arraywise.worksheets.input_parsing import read_amount

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QSize
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QWidget

    from arraywise.domain.decision import Answer, InputRange, MapCuts, OptionAnswer
    from arraywise.usecases.compare_scenarios import Scenario

_TABLE = -1  # in the place of a scenario's id: all of them side by side
_BASE = 0
_LEAST = 120


class ScenarioBox(QComboBox):
    """The base and the scenarios; the last entry leads to where they are made and compared."""

    used = Signal(int)  # the id of a scenario, or that of the base, to put in use
    table_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Scenario"))
        self.setFont(theme.font("control"))
        self.setFixedHeight(theme.height("field"))
        self.setMinimumWidth(_LEAST)
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.activated.connect(self._notify)
        self._shown: tuple[Scenario, ...] | None = None
        self.show_scenarios(())

    def show_scenarios(self, scenarios: Sequence[Scenario]) -> None:
        """Offer other scenarios, and show which is in use."""
        if tuple(scenarios) == self._shown:
            return
        self._shown = tuple(scenarios)
        with QSignalBlocker(self):
            self.clear()
            self.addItem(self.tr("Base case"), _BASE)
            for each in scenarios:
                self.addItem(each.name, each.id)
            self.insertSeparator(self.count())
            self.addItem(self.tr("Save and compare scenarios\u2026"), _TABLE)
            self._show_used(next((each.id for each in scenarios if each.in_use), _BASE))
        fit_list(self)

    def _show_used(self, scenario_id: int) -> None:
        self._used = scenario_id
        self.setCurrentIndex(self.findData(scenario_id))
        about = self.tr("A scenario keeps the inputs that differ from the base case.")
        self.setToolTip(f"{self.currentText()}\n{about}")

    def minimumSizeHint(self) -> QSize:
        """Return a small size: long names give way."""
        size = super().minimumSizeHint()
        size.setWidth(_LEAST)
        return size

    def _notify(self, _at: int) -> None:
        """Pass on what was chosen; what is shown follows when the study does."""
        chosen: int = self.currentData()
        with QSignalBlocker(self):
            self.setCurrentIndex(self.findData(self._used))
        if chosen == _TABLE:
            self.table_wanted.emit()
        elif chosen != self._used:
            self.used.emit(chosen)


_NARROW = 1100


def response_scale(target_s: float) -> Scale:
    """Return the slider's ends around a target response time."""
    return Scale(*target_ends(target_s))


def visits_scale(visits: float) -> Scale:
    """Return the slider's ends around a load."""
    return Scale(*visits_ends(visits), logarithmic=True)


class RequirementBar(QFrame):
    """Sliders, fields and lists of the requirement; says what the user makes of it."""

    tried = Signal(object)  # A Requirement that is being dragged to: to be shown, not yet kept
    given = Signal(object)  # A Requirement to keep
    refused = Signal(str)  # carries why what was typed is not taken; empty once it is

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._requirement = Requirement()
        self.setProperty("ground", "page")
        self.setFixedHeight(theme.height("requirement_bar"))
        self._build_controls()
        self._arrange_widgets()
        self._connect()

    def _build_controls(self) -> None:
        self.target_slider = RibbonSlider(self.tr("Target response time"))
        self.target_field = UnitField(self.tr("Target response time in milliseconds"), "ms", 5)
        self.statistic = named(QComboBox(), self.tr("Statistic of the response time"))
        for name in STATISTICS:
            self.statistic.addItem(messages.statistic(name), name)
        self.visits_slider = RibbonSlider(self.tr("Visits per month"))
        self.visits_field = UnitField(self.tr("Visits per month"), "", 11)
        self.demand = label("", "control", bold=True)
        self.convention = label("", "caption", "text3")
        self.statistic.setFont(theme.font("control"))
        self.statistic.setFixedHeight(theme.height("field"))
        self.scenario = ScenarioBox()

    def _arrange_widgets(self) -> None:
        row = fill(QHBoxLayout(self), margins=(6, 0, 16, 0), spacing=12)
        target = self.tr("Target &response time")
        fill(
            row,
            (_under(target, self.target_slider, self.target_field), 2),
            _lower(self.target_field),
            _lower(self.statistic),
            _divider(),
        )
        fill(
            row,
            (_under(self.tr("&Visits per month"), self.visits_slider, self.visits_field), 3),
            _lower(self.visits_field),
            _stacked(self.demand, self.convention),
            _divider(),
            (_over(self.tr("&Scenario"), self.scenario), 2),
        )

    def _connect(self) -> None:
        self.target_slider.moved_to.connect(self._drag_target)
        self.visits_slider.moved_to.connect(self._drag_visits)
        self.target_slider.settled.connect(self._save)
        self.visits_slider.settled.connect(self._save)
        self.target_field.given.connect(self._type_target)
        self.visits_field.given.connect(self._type_visits)
        self.statistic.activated.connect(self._choose)

    @property
    def requirement(self) -> Requirement:
        """The requirement as the bar shows it."""
        return self._requirement

    def show_requirement(self, requirement: Requirement) -> None:
        """Show a requirement; the sliders' ends move only when a value is outside."""
        self._requirement = requirement
        target, visits = requirement.response_time_s, float(requirement.visits_per_month)
        if not self.target_slider.scale.holds(target) or self.target_slider.scale.high <= 1e-9:
            self.target_slider.set_scale(response_scale(target))
        if not self.visits_slider.scale.holds(visits):
            self.visits_slider.set_scale(visits_scale(visits))
        self.target_slider.show_value(target)
        self.visits_slider.show_value(visits)
        self.target_field.show_text(figures.plain(round(target * 1000, 3)))
        self.visits_field.show_text(figures.number(visits))
        with QSignalBlocker(self.statistic):
            self.statistic.setCurrentIndex(self.statistic.findData(requirement.statistic))

    def fit_scales(self, requirement: Requirement) -> None:
        """Put the sliders' ends around a requirement, as when a study is opened."""
        self.target_slider.set_scale(response_scale(requirement.response_time_s))
        self.visits_slider.set_scale(visits_scale(float(requirement.visits_per_month)))
        self.show_requirement(requirement)

    def show_answer(self, answer: Answer) -> None:
        """Show the demand that the visits come to, and the convention behind it."""
        requirement = answer.requirement
        peak = requirement.convention is Convention.PEAK_SIZED
        demand = figures.number(answer.demand_tps, 1)
        text = self.tr("{demand} tx/s at peak") if peak else self.tr("{demand} tx/s sustained")
        self.demand.setText(text.format(demand=demand))
        self.demand.setFixedSize(self.demand.sizeHint())  # or Qt lays all out again on every tick
        convention = self.tr("Spread evenly over {days} days").format(
            days=requirement.days_per_month
        )
        if peak:
            convention = self.tr("{load} % of load in {time} % of time").format(
                load=figures.percent(requirement.traffic_share),
                time=figures.percent(requirement.time_share),
            )
        self.convention.setText(convention)
        self.demand.setToolTip(convention)

    @property
    def ranges(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Ends of the sliders: visits a month, target in seconds."""
        visits, target = self.visits_slider.scale, self.target_slider.scale
        return (visits.low, visits.high), (target.low, target.high)

    @property
    def is_dragged(self) -> bool:
        """Whether a thumb is in the user's hand."""
        return self.target_slider.isSliderDown() or self.visits_slider.isSliderDown()

    def show_cuts(self, cuts: MapCuts, options: Sequence[OptionAnswer]) -> None:
        """Draw the cuts of the decision map under the sliders."""
        self.target_slider.show_ribbon(ribbon_parts(cuts.response_time_s, options))
        self.visits_slider.show_ribbon(ribbon_parts(cuts.visits_per_month, options))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow window keeps the convention in the tool tip only."""
        super().resizeEvent(event)
        self.convention.setVisible(self.width() >= theme.px(_NARROW))

    def _drag_target(self, value: float) -> None:
        self._apply_trial(replace(self._requirement, response_time_s=whole_target_s(value)))

    def _drag_visits(self, value: float) -> None:
        self._apply_trial(replace(self._requirement, visits_per_month=whole_visits(value)))

    def _apply_trial(self, requirement: Requirement) -> None:
        """Show what is dragged to in the fields, and tell."""
        self._requirement = requirement
        self.target_field.setText(figures.plain(round(requirement.response_time_s * 1000, 3)))
        self.visits_field.setText(figures.number(requirement.visits_per_month))
        self.tried.emit(requirement)

    def _save(self) -> None:
        self.given.emit(self._requirement)

    def _type_target(self, text: str) -> None:
        value = figures.parse_number(text)
        if value is None or not 0 < value <= 3.6e6:
            self._fault(self.target_field, self.tr("A response time in milliseconds, above 0"))
            return
        self._fault(self.target_field, "")
        self._requirement = replace(self._requirement, response_time_s=value / 1000)
        self._save()

    def _type_visits(self, text: str) -> None:
        value = read_amount(text, QLocale().decimalPoint())
        if value is None or not 1 <= value <= 1e15:
            message = self.tr("A whole number of visits a month, at least 1")
            self._fault(self.visits_field, message)
            return
        self._fault(self.visits_field, "")
        self._requirement = replace(self._requirement, visits_per_month=round(value))
        self._save()

    def _fault(self, field: UnitField, reason: str) -> None:
        """Mark a field and say why, or take both back."""
        if reason or field.is_faulty:
            self.refused.emit(f"{field.accessibleName()}: {reason}" if reason else "")
        field.show_fault(reason)

    def _choose(self) -> None:
        statistic = str(self.statistic.currentData())
        self._requirement = replace(self._requirement, statistic=statistic)
        self._save()


def ribbon_parts(
    stretches: Sequence[InputRange], options: Sequence[OptionAnswer]
) -> tuple[RibbonPart, ...]:
    """Turn stretches of a cut into parts of a ribbon, with the winners' colours."""
    return tuple(
        RibbonPart(
            s.end,
            options[s.winner].option.position
            if s.winner is not None and s.winner < len(options)
            else None,
            s.undecided,
        )
        for s in stretches
    )


def _under(title: str, control: QWidget, buddy: QWidget) -> QVBoxLayout:
    """Place a control under its caption, whose mnemonic leads to the buddy."""
    column = fill(QVBoxLayout(), margins=(0, 7, 0, 0), spacing=1)
    caption = label(title, "caption", "text2")
    caption.setBuddy(buddy)
    caption.setIndent(10)
    column.addWidget(caption)
    column.addWidget(control)
    column.addStretch()
    return column


def _lower(control: QWidget) -> QVBoxLayout:
    """Place a control on the line of the sliders."""
    column = QVBoxLayout()
    column.setContentsMargins(0, 0, 0, 7)
    column.addStretch()
    column.addWidget(control)
    return column


def _over(title: str, control: QWidget) -> QVBoxLayout:
    """Place a caption over a control on the line of the sliders."""
    column = _lower(control)
    column.setContentsMargins(0, 7, 0, 7)
    column.setSpacing(0)
    caption = label(title, "caption", "text2")
    caption.setBuddy(control)
    column.insertWidget(0, caption)
    return column


def _stacked(*labels: QLabel) -> QVBoxLayout:
    column = fill(QVBoxLayout(), margins=(0, 0, 0, 6), spacing=0)
    column.addStretch()
    for each in labels:
        each.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        column.addWidget(each, 0, Qt.AlignmentFlag.AlignLeft)
    return column


def _divider() -> QWidget:
    line = hairline(Qt.Orientation.Vertical)
    line.setFixedHeight(theme.px(44))
    return line
