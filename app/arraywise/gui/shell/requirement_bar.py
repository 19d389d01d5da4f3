"""Requirement on every page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QSizePolicy,
    QVBoxLayout,
)

from arraywise.domain.messages import UserError
from arraywise.domain.percentiles import Censoring
from arraywise.domain.requirement import (
    STATISTICS,
    Convention,
    Goal,
    LoadUnit,
    Requirement,
    target_or_previous_s,
    with_load,
    with_target,
    with_visits,
)
from arraywise.gui.shell.requirement_fields import (
    UNITS,
    convert_load_to_units,
    describe_data_growth,
    describe_doubtful_load,
    describe_growth,
    format_load_beside_field,
    format_other_units,
    load_in_unit,
    missing_for_unit,
    parse_time,
    read_load,
    unit_name,
    write_load,
)
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import (
    ElidedLabel,
    UnitField,
    button,
    fill,
    hairline,
    label,
    restyle,
    widen_combo_list,
)
from arraywise.gui.widgets.messages import error_text
from arraywise.gui.widgets.painting import RibbonPart, RibbonSlider, Scale
from arraywise.present.charts.axes import load_slider_bounds, target_slider_bounds
from arraywise.present.numbers import round_dragged_target_s, round_dragged_visits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QSize
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QWidget

    from arraywise.domain.decision import Answer, MapCuts, OptionAnswer
    from arraywise.domain.study import StudyFacts
    from arraywise.usecases.compare_scenarios import Scenario

_TABLE = -1  # in the place of a scenario's id: all of them side by side
_BASE = 0
_LEAST = 120

_AROUND_TEXT = 52


class FieldBox(QComboBox):
    """A list in the place of a field."""

    def __init__(self, name: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setFont(theme.font("control"))
        self.setFixedHeight(theme.height("field"))

    def choose(self, value: object) -> None:
        """Show the entry of a value without telling anyone."""
        with QSignalBlocker(self):
            self.setCurrentIndex(self.findData(value))

    def allow(self, place: int, tip: str, *, allowed: bool) -> None:
        """Let an entry be chosen, or be grey; the tip says why."""
        self.setItemData(place, tip, Qt.ItemDataRole.ToolTipRole)
        model = self.model()
        if isinstance(model, QStandardItemModel):
            model.item(place).setEnabled(allowed)


def _needed_box_width(box: QComboBox, text: str) -> int:
    """Return the width at which a box shows a text whole, with its arrow and its padding."""
    return box.fontMetrics().horizontalAdvance(text) + theme.px(_AROUND_TEXT)


class ScenarioBox(FieldBox):
    """The base and the scenarios; the last entry leads to where they are made and compared."""

    used = Signal(int)  # the id of a scenario, or that of the base, to put in use
    table_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Scenario"))
        self._least = max(_LEAST, _needed_box_width(self, self.tr("Base case")))
        self.setMinimumWidth(self._least)
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.activated.connect(self._emit_chosen)
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
        widen_combo_list(self)

    def _show_used(self, scenario_id: int) -> None:
        self._used = scenario_id
        self.setCurrentIndex(self.findData(scenario_id))
        about = self.tr("A scenario holds inputs that differ from the base case.")
        self.setToolTip(f"{self.currentText()}\n{about}")

    def minimumSizeHint(self) -> QSize:
        """Return a small size: long names give way."""
        size = super().minimumSizeHint()
        size.setWidth(self._least)
        return size

    def _emit_chosen(self, _at: int) -> None:
        """Pass on what was chosen; what is shown follows when the study does."""
        chosen: int = self.currentData()
        self.choose(self._used)
        if chosen == _TABLE:
            self.table_wanted.emit()
        elif chosen != self._used:
            self.used.emit(chosen)


_NARROW = 1100
_SHORT = 66  # pixels of a slider where there is no room for more


def response_scale(target_s: float) -> Scale:
    """Return the slider's ends around a target response time."""
    return Scale(*target_slider_bounds(target_s))


def visits_scale(visits: float) -> Scale:
    """Return the slider's ends around a load."""
    return Scale(*load_slider_bounds(visits), logarithmic=True)


class UnitBox(FieldBox):
    """The load's units; those that nothing tells of are grey, with the reason as their tip."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Unit of the load"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        for unit in UNITS:
            self.addItem(unit_name(unit), unit)
        self.setMinimumWidth(_needed_box_width(self, unit_name(LoadUnit.VISITS)))

    @property
    def unit(self) -> LoadUnit:
        """The unit that is chosen."""
        return LoadUnit(self.currentData())

    def show_unit(self, requirement: Requirement, facts: StudyFacts | None) -> None:
        """Show the unit of a load, and in which others it can be stated."""
        self.choose(requirement.load_unit)
        try:
            loads = convert_load_to_units(requirement, facts)
        except UserError:
            return
        for place, unit in enumerate(UNITS):
            is_known = unit is LoadUnit.IOPS or load_in_unit(unit, loads) is not None
            self.allow(place, "" if is_known else missing_for_unit(unit), allowed=is_known)

    def convert_to_unit(self, requirement: Requirement, facts: StudyFacts | None) -> Requirement:
        """Return the same load in the chosen unit."""
        loads = convert_load_to_units(requirement, facts)
        value = load_in_unit(self.unit, loads)
        # Without a profile each I/O is judged as one transaction.
        value = loads.tps if value is None else value
        rounded = round(value, 3) if value >= 1.0 else float(f"{value:.4g}")
        is_whole = self.unit in {LoadUnit.VISITS, LoadUnit.USERS}
        return with_load(requirement, self.unit, round(value) if is_whole else rounded)


class StatisticBox(FieldBox):
    """Statistics of the target; those that the files lack are grey, with the reason as tip."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Statistic of the target"))
        self._held: tuple[tuple[str, Censoring], ...] | None = None
        for name in STATISTICS:
            self.addItem(messages.statistic_name(name), name)

    def offer(self, held: tuple[tuple[str, Censoring], ...]) -> None:
        """Offer what the files hold; by a lower bound an option can still fail."""
        if held == self._held:
            return
        self._held, known = held, dict(held)
        reasons = {
            None: self.tr("The files hold no such statistic."),
            Censoring.AT_LEAST: self.tr(
                "The files give only a lower bound: options can fail, none can pass."
            ),
            Censoring.BOUNDED: self.tr("The files give a lower and an upper bound."),
        }
        for place, name in enumerate(STATISTICS):
            how = known.get(name) if held else Censoring.MEASURED
            self.allow(place, reasons.get(how, ""), allowed=how is not None)


class RequirementBar(QFrame):
    """Sliders, fields and lists of the requirement; says what the user makes of it."""

    tried = Signal(object)  # A Requirement that is being dragged to: to be shown, not yet kept
    given = Signal(object)  # A Requirement to keep
    refused = Signal(str)  # carries why what was typed is not taken; empty once it is
    more_wanted = Signal()  # the whole requirement is to be shown, or put away

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._requirement = Requirement()
        self._facts: StudyFacts | None = None
        self._trial: Requirement | None = None
        self._needed: tuple[int, ...] = ()
        """Pixels that its texts took when it was fitted last: to fit it takes 4 ms."""
        self.setProperty("ground", "page")
        self.setFixedHeight(theme.height("requirement_bar"))
        self._build_controls()
        self._build_layout()
        self._connect()

    def _build_controls(self) -> None:
        self.target_slider = RibbonSlider(self.tr("Target response time"))
        self.target_caption = label("", "caption", "text2")
        self.target_field = UnitField(self.tr("Target response time in milliseconds"), "ms", 6)
        self.statistic = StatisticBox()
        self.visits_slider = RibbonSlider(self.tr("Visits per month"))
        self.growth = ElidedLabel("text2", "caption")
        self.growth.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.growth.setMinimumWidth(1)  # it takes only what the fields need anyway
        self.visits_field = UnitField(self.tr("Load"), "", 11)
        self.unit = UnitBox()
        self.demand = label("", "control", bold=True)
        self.convention = label("", "caption", "text3")
        self.scenario = ScenarioBox()
        self.more = button(self.tr("Requirement\u2026"), self.more_wanted.emit)
        self.more.setFixedHeight(theme.height("field"))
        self.more.setToolTip(self.tr("All requirements (Ctrl+R)"))
        self.accept = button(self.tr("Require this"), self._accept, kind="primary")
        self.accept.setFixedHeight(theme.height("field"))
        self.accept.setToolTip(self.tr("Judge by these values; nothing is judged before."))
        self.accept.hide()

    def _build_layout(self) -> None:
        load = label(self.tr("&Load"), "caption", "text2")
        fields = fill(QHBoxLayout(), self.visits_field, self.unit, spacing=12)
        fill(
            QHBoxLayout(self),
            (_with_caption(self.target_caption, self.target_slider, self.target_field), 2),
            _align_with_sliders(self.target_field),
            _align_with_sliders(self.statistic),
            _build_divider(),
            (_with_caption(load, self.visits_slider, self.visits_field), 2),
            _put_below_caption(self.growth, fields),
            _stack_labels(self.demand, self.convention),
            _build_divider(),
            (_put_title_over(self.tr("&Scenario"), self.scenario), 2),
            _align_with_sliders(self.accept),
            _align_with_sliders(self.more),
            margins=(6, 0, 16, 0),
            spacing=12,
        )

    def _connect(self) -> None:
        self.target_slider.moved_to.connect(self._drag_target)
        self.visits_slider.moved_to.connect(self._drag_visits)
        for slider in (self.target_slider, self.visits_slider):
            slider.settled.connect(self._emit_requirement)
        self.target_field.given.connect(self._apply_target_text)
        self.visits_field.given.connect(self._apply_load_text)
        self.statistic.activated.connect(self._emit_chosen_statistic)
        self.unit.activated.connect(self._choose_unit)

    def show_facts(self, facts: StudyFacts) -> None:
        """Know the study's workload profile: it tells what the load is in other units."""
        if facts is not self._facts:
            self._facts = facts
            self.accept.setVisible(not facts.is_requirement_stated)
            self.unit.show_unit(self._requirement, facts)

    def _accept(self) -> None:
        self.given.emit(self._requirement)

    @property
    def requirement(self) -> Requirement:
        """The requirement as the bar shows it."""
        return self._requirement

    def show_requirement(self, requirement: Requirement) -> None:
        """Show a requirement; the sliders' ends move only when a value is outside."""
        if requirement != self._requirement:
            self._drop_refused()
        self._requirement = requirement
        target, visits = target_or_previous_s(requirement), float(requirement.visits_per_month)
        has_target = requirement.goal is not Goal.NONE
        if not self.target_slider.scale.holds(target) or self.target_slider.scale.high <= 1e-9:
            self.target_slider.set_scale(response_scale(target))
        if not self.visits_slider.scale.holds(visits):
            self.visits_slider.set_scale(visits_scale(visits))
        self.target_slider.show_value(target)
        self.visits_slider.show_value(visits)
        self.target_field.show_text(
            figures.plain(round(target * 1000, 3)) if has_target else figures.EN_DASH
        )
        self.target_caption.setText(self._target_caption(requirement.goal))
        for each in (self.target_slider, self.target_field, self.statistic):
            each.setEnabled(has_target)
        self._show_load(requirement)
        self._show_growth()
        self.unit.show_unit(requirement, self._facts)
        self.statistic.choose(requirement.statistic)

    def show_trial(self, trial: Requirement | None) -> None:
        """Say beside the load that another month is tried."""
        self._trial = trial
        self._show_growth()

    def _show_growth(self) -> None:
        """Show by how much the load grows, or which month is tried."""
        own = None if self._facts is None else self._facts.requirement.horizon_months
        tried = None if self._trial is None else self._trial.horizon_months
        is_other = tried is not None and tried != own
        if (self.growth.property("tone") == "warn") is not is_other:
            restyle(self.growth, tone="warn" if is_other else "text2")
        text = describe_growth(self._requirement)
        if is_other:
            text = self.tr("Trying month {month}").format(month=figures.number(tried))
        self.growth.setText(text)

    def _target_caption(self, goal: Goal) -> str:
        if goal is Goal.STORAGE_LATENCY:
            return self.tr("Ta&rget I/O latency")
        is_timed = goal is Goal.RESPONSE_TIME
        return self.tr("Target &response time") if is_timed else self.tr("No target")

    def _show_load(self, requirement: Requirement) -> None:
        load = requirement.load
        value = float(requirement.visits_per_month) if load is None else load
        self.visits_field.show_text(write_load(value, requirement.load_unit))

    def fit_scales(self, requirement: Requirement) -> None:
        """Put the sliders' ends around a requirement, as when a study is opened."""
        self.target_slider.set_scale(response_scale(target_or_previous_s(requirement)))
        self.visits_slider.set_scale(visits_scale(float(requirement.visits_per_month)))
        self.show_requirement(requirement)

    def show_answer(self, answer: Answer) -> None:
        """Show the demand that the visits come to, and the convention behind it."""
        requirement = answer.requirement
        self.statistic.offer(answer.available_statistics)
        others = format_other_units(requirement, convert_load_to_units(requirement, self._facts))
        if requirement.load_unit is LoadUnit.VISITS:  # with growth and reserve
            others[0] = format_load_beside_field(
                LoadUnit.TPS, answer.demand_tps, requirement.convention
            )
        self.demand.setText(others[0] if others else "")
        self.demand.setFixedSize(self.demand.sizeHint())  # or Qt lays all out again on every tick
        self.convention.setText(
            describe_data_growth(requirement) or (others[1] if len(others) > 1 else "")
        )
        text = self.tr("Spread evenly over {days} days")
        if requirement.convention is Convention.PEAK_SIZED:
            text = self.tr("{load} % of load in {time} % of time")
        convention = text.format(
            days=requirement.days_per_month,
            load=figures.percent(requirement.traffic_share),
            time=figures.percent(requirement.time_share),
        )
        self.demand.setToolTip(convention)
        self.convention.setToolTip(convention)
        shown = (self.demand, self.convention, self.statistic, self.unit, self.scenario)
        needed = tuple(each.sizeHint().width() for each in shown)
        if needed != self._needed:
            self._needed = needed
            self._fit_width()

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
        show_ribbons(self.target_slider, self.visits_slider, cuts, options)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give way where the window is narrow or its letters are large."""
        super().resizeEvent(event)
        self._fit_width()

    def _fit_width(self) -> None:
        """Keep the load in other units in the tool tip only where it finds no room."""
        layout = self.layout()
        if layout is None:
            return
        self.demand.setVisible(True)
        self.convention.setVisible(self.width() >= theme.px(_NARROW))
        _measure_again(layout)
        if layout.sizeHint().width() > self.width():
            self.demand.setVisible(False)
            self.convention.setVisible(False)
        # The sliders and the room between the controls give way last.
        for least, spacing in ((theme.width("slider_min"), 12), (theme.px(_SHORT), 4)):
            for slider in (self.target_slider, self.visits_slider):
                slider.setMinimumWidth(least)
            layout.setSpacing(spacing)
            _measure_again(layout)
            if layout.minimumSize().width() <= self.width():
                break

    def _drag_target(self, value: float) -> None:
        self._apply_trial(with_target(self._requirement, round_dragged_target_s(value)))

    def _drag_visits(self, value: float) -> None:
        self._apply_trial(with_visits(self._requirement, round_dragged_visits(value)))

    def _apply_trial(self, requirement: Requirement) -> None:
        """Show what is dragged to in the fields, and tell."""
        self._requirement = requirement
        self.target_field.setText(
            figures.plain(round(target_or_previous_s(requirement) * 1000, 3))
        )
        self._show_load(requirement)
        self.tried.emit(requirement)

    def _emit_requirement(self) -> None:
        self._drop_refused()
        self.given.emit(self._requirement)

    def _apply_target_text(self, text: str) -> None:
        seconds = parse_time(text)
        if seconds is None:
            self._show_fault(self.target_field, self.tr("A time above 0, such as 200 or 0.2 s"))
            return
        self._show_fault(self.target_field, "")
        self._requirement = with_target(self._requirement, seconds)
        self._emit_requirement()

    def _apply_load_text(self, text: str) -> None:
        stated = read_load(text, self._requirement.load_unit)
        least = 1.0 if stated is not None and stated[0] is LoadUnit.VISITS else 1e-9
        if stated is None or not least <= stated[1] <= 1e15:
            message = self.tr("A load such as 60 M, 2000 tps or 12 k a month")
            self._show_fault(self.visits_field, message)
            return
        asked = with_load(self._requirement, *stated)
        try:
            doubt = describe_doubtful_load(asked, self._facts)
        except UserError as error:
            self._show_fault(self.visits_field, error_text(error))
            return
        if doubt and not self.visits_field.is_confirmed:
            self._show_fault(self.visits_field, doubt, is_doubt=True)
            return
        self._show_fault(self.visits_field, "")
        self._requirement = asked
        self._emit_requirement()

    def _choose_unit(self) -> None:
        self._requirement = self.unit.convert_to_unit(self._requirement, self._facts)
        self._emit_requirement()

    def _show_fault(self, field: UnitField, reason: str, *, is_doubt: bool = False) -> None:
        """Mark a field and say why, or take both back."""
        if reason or field.is_faulty:
            self.refused.emit(f"{field.accessibleName()}: {reason}" if reason else "")
        field.show_fault(reason, is_doubt=is_doubt)

    def _drop_refused(self) -> None:
        """Show values in the place of refused texts: something valid was given since."""
        dropped = [field.drop_refused() for field in (self.target_field, self.visits_field)]
        if any(dropped):
            self.refused.emit("")

    def _emit_chosen_statistic(self) -> None:
        statistic = str(self.statistic.currentData())
        self._requirement = replace(self._requirement, statistic=statistic)
        self._emit_requirement()


def show_ribbons(
    target: RibbonSlider, visits: RibbonSlider, cuts: MapCuts, options: Sequence[OptionAnswer]
) -> None:
    """Draw the cuts of the decision map under two sliders, in the winners' colours."""
    positions = dict(enumerate(option.option.position for option in options))
    for slider, cut in ((target, cuts.response_time_s), (visits, cuts.visits_per_month)):
        ends = ((s.end, None if s.winner is None else positions.get(s.winner), s) for s in cut)
        slider.show_ribbon(tuple(RibbonPart(end, won, s.undecided) for end, won, s in ends))


def _measure_again(layout: QLayout) -> None:
    """Let a layout ask its parts for their sizes: Qt tells inner ones of a change only later."""
    for each in (layout, *layout.findChildren(QLayout)):
        each.invalidate()


def _with_caption(caption: QLabel, control: QWidget, buddy: QWidget) -> QVBoxLayout:
    """Place a control under its caption, whose mnemonic leads to the buddy."""
    column = fill(QVBoxLayout(), caption, control, None, margins=(0, 7, 0, 0), spacing=1)
    caption.setBuddy(buddy)
    caption.setIndent(10)
    return column


def _align_with_sliders(control: QWidget) -> QVBoxLayout:
    """Place a control on the line of the sliders."""
    return fill(QVBoxLayout(), None, control, margins=(0, 0, 0, 7))


def _put_below_caption(caption: QWidget, control: QWidget | QHBoxLayout) -> QVBoxLayout:
    """Place a control, or a row of them, on the line of the sliders, with a caption over it."""
    return fill(QVBoxLayout(), caption, None, control, margins=(0, 7, 0, 7), spacing=0)


def _put_title_over(title: str, control: QWidget) -> QVBoxLayout:
    """Place a caption over a control on the line of the sliders."""
    caption = label(title, "caption", "text2")
    caption.setBuddy(control)
    return _put_below_caption(caption, control)


def _stack_labels(*labels: QLabel) -> QVBoxLayout:
    column = fill(QVBoxLayout(), None, margins=(0, 0, 0, 6), spacing=0)
    for each in labels:
        each.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        column.addWidget(each, 0, Qt.AlignmentFlag.AlignLeft)
    return column


def _build_divider() -> QWidget:
    line = hairline(Qt.Orientation.Vertical)
    line.setFixedHeight(theme.px(44))
    return line
