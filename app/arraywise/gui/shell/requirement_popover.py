"""The whole requirement, under its button: every field works at once and is undone like others."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from arraywise.analysis.demand import check_requirement
from arraywise.domain.capacity import TB, TIB
from arraywise.domain.messages import UserError
from arraywise.domain.requirement import (
    STRONGEST_FIRST,
    Basis,
    Convention,
    DegradedRule,
    Goal,
    LoadUnit,
    Requirement,
    target_of,
    with_load,
    with_target,
)
from arraywise.gui.shell import requirement_fields as meaning
from arraywise.gui.shell.requirement_bar import FieldBox, StatisticBox, UnitBox
from arraywise.gui.shell.requirement_fields import loads_of, parse_time, read_load, write_load
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import (
    UnitField,
    button,
    chip,
    close_button,
    fill,
    hairline,
    label,
    panel,
    restyle,
)
from arraywise.gui.widgets.messages import error_text
from arraywise.present.numbers import money_decimals
from arraywise.worksheets.input_parsing import parse_money

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from decimal import Decimal

    from PySide6.QtGui import QKeyEvent

    from arraywise.domain.decision import Answer
    from arraywise.domain.study import StudyFacts

_WIDE, _MEANS, _NAMES = 912, 200, 112
_MARGIN, _LEAST, _AROUND = 8, 120, 140
"""Pixels around it, those of its rows at least, and those of its head and foot."""
_DEFAULT_LATENCY_S = 0.001
_HORIZONS = (0, 12, 24, 36)
_MONTHS_A_YEAR = 12
_CAPACITY = re.compile(r"\s*(.*?\d)\s*(Ti?B)?\s*", re.IGNORECASE)
"""Such as `50`, `50 TB` or `45.5 TiB`."""
_RATE = re.compile(r"\s*(.*?\d)\s*([MG]?)B?(?:/s)?\s*", re.IGNORECASE)
"""Such as `800` (MB/s) or `1.5 GB/s`."""
_TEBI, _GIGA = {"tib": TIB}, {"g": 1e9}


class RequirementPopover(QFrame):
    """Three columns: name, what is asked, what that means; Esc closes it."""

    given = Signal(object)  # A Requirement to keep
    scenario_wanted = Signal()  # it is to be saved as a scenario
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self._requirement = Requirement()
        self._facts: StudyFacts | None = None
        self.setAccessibleName(self.tr("Requirement"))
        self.setProperty("ground", "border_strong")
        self.setProperty("help_topic", "requirement")
        self.means: dict[str, Any] = {}
        self._rows = 0
        self.answer = label("", "control")
        self.problem = label("", "control", "fail", wraps=True)
        self._build_controls()
        self._build_layout()
        self._connect_fields()
        theme.style_when_shown(self)
        self.hide()

    def _build_controls(self) -> None:
        goals = ((Goal.NONE, self.tr("None"), "first"),
                 (Goal.RESPONSE_TIME, self.tr("Transaction"), "middle"),
                 (Goal.STORAGE_LATENCY, self.tr("Storage latency"), "last"))  # fmt: skip
        self.goals = {goal: chip(text, segment=place) for goal, text, place in goals}
        self._goal_group = QButtonGroup(self)
        for each in self.goals.values():
            self._goal_group.addButton(each)
        self.statistic = StatisticBox()
        self.target = UnitField(self.tr("Target"), "ms", 6)
        self.share = UnitField(self.tr("Storage's share of the target"), "%", 4)
        self.throughput = UnitField(self.tr("Least rate of large I/O"), "MB/s", 6)
        self.load = UnitField(self.tr("Load"), "", 11)
        self.unit = UnitBox()
        self.convention = FieldBox(self.tr("How visits become a rate"))
        self.convention.addItem(self.tr("at the peak"), Convention.PEAK_SIZED)
        self.convention.addItem(self.tr("spread evenly"), Convention.SUSTAINED)
        self.traffic = UnitField(self.tr("Share of the traffic in the busiest hours"), "%", 3)
        self.time = UnitField(self.tr("Share of the time that these hours are"), "%", 3)
        self.think = UnitField(self.tr("Think time of a user"), "s", 5)
        self._build_further_fields()

    def _build_further_fields(self) -> None:
        """Build what is asked for beside target and load."""
        self.growth = UnitField(self.tr("Growth of load a year"), "%", 5)
        self.horizon = FieldBox(self.tr("When it must pass"))
        for months in _HORIZONS:
            text = self.tr("in month {month}").format(month=months)
            self.horizon.addItem(text if months else self.tr("today"), months)
        self.usable = UnitField(self.tr("Usable capacity needed today"), "TB", 6)
        self.in_use = chip("")
        self.in_use.setCheckable(False)
        self.in_use.clicked.connect(self._take_in_use)
        self._in_use_line = self._line(self.in_use)
        self.usable_growth = UnitField(self.tr("Growth of the data a year"), "%", 5)
        self.reserve = UnitField(self.tr("Reserve on top of the demand"), "%", 4)
        self.budget = UnitField(self.tr("Budget for 36 months"), "", 9)
        self.currency = label("", "control", "text2")
        self.shared = QCheckBox(self.tr("Shared storage"))
        self.files = QCheckBox(self.tr("Serves files"))
        self.restore = UnitField(self.tr("Service restored within"), "h", 4)
        text = self.tr("Load at which the target must be met with a failed part")
        self.degraded = FieldBox(text)
        for rule, text in (
            (DegradedRule.NOT_ASKED, self.tr("at no load")),
            (DegradedRule.AVERAGE, self.tr("at the average load")),
            (DegradedRule.PEAK, self.tr("at the peak load")),
        ):
            self.degraded.addItem(text, rule)
        self.basis = FieldBox(self.tr("Weakest basis that counts"))
        for basis, text in (
            (Basis.ESTIMATED, self.tr("every basis, an estimated p90 too")),
            (Basis.PUBLISHED, self.tr("every basis")),
            (Basis.IO, self.tr("I/O tests or better")),
            (Basis.MODELLED, self.tr("a model of all levels or better")),
            (Basis.MEASURED_ONCE, self.tr("measured, once or more")),
            (Basis.MEASURED, self.tr("measured with repetitions")),
        ):
            self.basis.addItem(text, basis)

    def _build_layout(self) -> None:
        inside = panel()
        self._outer = fill(QVBoxLayout(self), inside, margins=(1, 1, 1, 1))
        title = label(self.tr("Requirement"), "section", bold=True)
        note = label(self.tr("changes apply at once; Ctrl+Z undoes"), "control", "text3")
        close = close_button(self.tr("Close the requirement"), self.close_popover)
        head = fill(QHBoxLayout(), title, note, None, close, spacing=12)
        self._body = QWidget()
        self._grid = QGridLayout(self._body)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnMinimumWidth(0, theme.px(_NAMES))
        self._grid.setColumnStretch(2, 1)
        self._add_rows()
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setProperty("ground", "none")
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(self._body)
        foot = fill(
            QHBoxLayout(),
            self.answer,
            label(self.tr("the answer, as you type"), "control", "text3"),
            None,
            button(self.tr("Save as scenario\u2026"), self.scenario_wanted.emit),
            button(self.tr("Done"), self.close_popover, kind="primary"),
            spacing=10,
        )
        line = hairline(Qt.Orientation.Horizontal, "border")
        parts = head, (self._area, 1), self.problem, line, foot
        self._column = fill(QVBoxLayout(inside), *parts, margins=(16, 10, 16, 10), spacing=8)

    def _add_rows(self) -> None:
        self._grid.addWidget(label(self.tr("You ask"), "control", "text2"), 0, 1)
        self._grid.addWidget(label(self.tr("That means"), "control", "text2"), 0, 2)
        self._rows = 1
        word = partial(label, role="control", tone="text2")
        self._share_line = self._line(
            word(self.tr("Storage may take")),
            self.share,
            word(self.tr("where only I/O evidence exists")),
        )
        switch = QWidget()
        fill(QHBoxLayout(switch), *self.goals.values(), margins=(0, 0, 0, 0), spacing=0)
        for each in self.goals.values():
            each.setFixedHeight(theme.height("field"))
        self._add(
            "target",
            self.tr("Target"),
            self._line(switch, 4, self.statistic, self.target),
            self._share_line,
            self._line(word(self.tr("Large I/O at least")), self.throughput),
        )
        self._peak = self._line(
            self.convention, self.traffic, word(self.tr("in")), self.time, word(self.tr("of time"))
        )
        self._thinking = self._line(word(self.tr("a user thinks")), self.think)
        self._add("load", self.tr("Load"), self._line(self.load, self.unit), self._peak,
                  self._thinking)  # fmt: skip
        self._add(
            "growth",
            self.tr("Growth of load"),
            self._line(self.growth, word(self.tr("a year; must pass")), self.horizon),
            self._line(word(self.tr("and a reserve of")), self.reserve),
        )
        self._add(
            "usable",
            self.tr("Usable capacity"),
            self._line(
                self.usable, word(self.tr("today, growing by")), self.usable_growth,
                word(self.tr("a year")),
            ),
            self._in_use_line,
        )  # fmt: skip
        over = word(self.tr("over 36 months"))
        self._add("budget", self.tr("Budget"), self._line(self.budget, self.currency, over))
        self._add(
            "demands",
            self.tr("Must have"),
            self._line(self.shared, 8, self.files),
            self._line(word(self.tr("Service restored within")), self.restore),
            self._line(word(self.tr("Target holds with a part failed")), self.degraded),
        )
        self._add("basis", self.tr("What counts"), self._line(self.basis))

    @staticmethod
    def _line(*parts: QWidget | int) -> QWidget:
        """Return controls in a row that can be hidden together."""
        built = QWidget()
        fill(QHBoxLayout(built), *parts, None, margins=(0, 0, 0, 0), spacing=8)
        return built

    def _add(self, key: str, name: str, *lines: QWidget) -> None:
        """Add a row: its name, what is asked, and what that means."""
        row = self._rows
        self._grid.addWidget(hairline(Qt.Orientation.Horizontal), row, 0, 1, 3)
        ask = QWidget()
        fill(QVBoxLayout(ask), *lines, margins=(0, 2, 0, 2), spacing=6)
        title = label(name, "control", bold=True)
        self.means[key] = means = label("", "control", "text2", wraps=True)
        means.setMinimumWidth(theme.px(_MEANS))
        for each in (title, means):
            each.setContentsMargins(0, 7, 0, 2)
        for place, part in enumerate((title, ask, means)):
            self._grid.addWidget(part, row + 1, place, Qt.AlignmentFlag.AlignTop)
        self._rows += 2

    def _connect_fields(self) -> None:
        for goal, each in self.goals.items():
            each.clicked.connect(lambda _checked=False, goal=goal: self._choose_goal(goal))
        for box, name, kind in (
            (self.statistic, "statistic", str),
            (self.convention, "convention", Convention),
            (self.horizon, "horizon_months", int),
            (self.basis, "least_basis", Basis),
            (self.degraded, "degraded", DegradedRule),
        ):  # Qt returns a plain text in the place of an enumeration's member
            box.activated.connect(
                lambda _at, b=box, n=name, k=kind: self._give(**{n: k(b.currentData())})
            )
        for tick, name in ((self.shared, "needs_shared_storage"), (self.files, "needs_files")):
            tick.clicked.connect(lambda on=False, n=name: self._give(**{n: on}))
        self.target.given.connect(self._apply_target_text)
        self.load.given.connect(self._apply_load_text)
        self.unit.activated.connect(self._choose_unit)
        for field, name, read in (
            (self.share, "storage_share", _share),
            (
                self.throughput,
                "min_throughput_b_s",
                lambda t: _parse_quantity(t, _RATE, _GIGA, 1e6),
            ),
            (self.traffic, "traffic_share", _share),
            (self.time, "time_share", _share),
            (self.think, "think_time_s", lambda t: _time(t, "s", 1.0)),
            (self.growth, "growth_per_month", _parse_yearly_growth_as_monthly),
            (self.usable, "usable_bytes", lambda t: _parse_quantity(t, _CAPACITY, _TEBI, TB)),
            (self.usable_growth, "usable_growth_per_year", _share),
            (self.reserve, "reserve", _share),
            (self.budget, "budget", self._read_budget),
            (self.restore, "max_restore_s", lambda t: _time(t, "h", 3600)),
        ):
            field.given.connect(
                lambda text, f=field, n=name, r=read: self._apply_field_text(f, n, r, text)
            )

    # Showing

    def show_study(self, facts: StudyFacts, answer: Answer) -> None:
        """Show what is asked for now, and what that means."""
        self._facts, self._requirement = facts, answer.requirement
        self._show_target(answer.requirement)
        self.statistic.offer(answer.held)
        self._show_load(answer.requirement)
        self._show_rest(answer.requirement, answer.currency)
        for key, text in (
            ("target", meaning.describe_target_effect(answer, facts)),
            ("load", meaning.load_means(answer.requirement, facts)),
            ("growth", meaning.describe_growth_effect(answer.requirement)),
            ("usable", meaning.describe_capacity_effect(answer.requirement, answer, facts)),
            ("budget", meaning.describe_budget_effect(answer.requirement, answer)),
            ("demands", meaning.describe_abilities_effect(answer.requirement, answer)),
            ("basis", meaning.basis_means(answer)),
        ):
            self.means[key].setText(text)
        self.answer.setText(self._describe(answer))
        self._say("")

    def _take_in_use(self) -> None:
        if self._facts is not None and self._facts.capacity_in_use is not None:
            self._give(usable_bytes=self._facts.capacity_in_use.used_bytes)

    def _describe(self, answer: Answer) -> str:
        chosen = answer.chosen
        if chosen is None:
            return (
                messages.no_recommendation_reason(answer)
                if answer.options
                else self.tr("No options yet")
            )
        return f"{chosen.option.name}: {messages.display_name(chosen.verdict)}"

    def _show_target(self, asked: Requirement) -> None:
        self.goals[asked.goal].setChecked(True)
        has_time = asked.goal is not Goal.NONE
        is_response = asked.goal is Goal.RESPONSE_TIME
        self.statistic.setVisible(has_time)
        self.target.setVisible(has_time)
        self._share_line.setVisible(is_response)
        self.target.show_text(figures.plain(round(target_of(asked) * 1000, 4)))
        self.share.show_text(_percent(asked.storage_share))
        is_wanted = self._facts is not None and meaning.rest_is_unknown(self._facts)
        restyle(self.means["target"], tone="warn" if is_wanted and is_response and
                asked.storage_share is None else "text2")  # fmt: skip
        self.throughput.show_text(_shown(asked.min_throughput_b_s, 1e6))
        self.statistic.choose(asked.statistic)

    def _show_load(self, asked: Requirement) -> None:
        value = float(asked.visits_per_month) if asked.load is None else asked.load
        self.load.show_text(write_load(value, asked.load_unit))
        self.unit.show_unit(asked, self._facts)
        is_visits = asked.load_unit is LoadUnit.VISITS
        self._peak.setVisible(is_visits)
        is_peak = asked.convention is Convention.PEAK_SIZED
        self.traffic.setEnabled(is_peak)
        self.time.setEnabled(is_peak)
        self.traffic.show_text(_percent(asked.traffic_share))
        self.time.show_text(_percent(asked.time_share))
        self.convention.choose(asked.convention)
        self._thinking.setVisible(asked.goal is Goal.RESPONSE_TIME)
        self.think.show_text(_shown(asked.think_time_s))

    def _show_rest(self, asked: Requirement, currency: str) -> None:
        growth = (1.0 + asked.growth_per_month) ** _MONTHS_A_YEAR - 1.0
        self.growth.show_text(_percent(growth))
        if self.horizon.findData(asked.horizon_months) < 0:
            text = self.tr("in month {month}").format(month=asked.horizon_months)
            self.horizon.addItem(text, asked.horizon_months)
        self.horizon.choose(asked.horizon_months)
        needed = asked.usable_bytes
        self.usable.show_text(_shown(needed, TB))
        in_use = None if self._facts is None else self._facts.capacity_in_use
        self._in_use_line.setVisible(in_use is not None and in_use.used_bytes != needed)
        if in_use is not None:
            text = self.tr("Take {tb} TB, in use today")
            self.in_use.setText(text.format(tb=figures.number(in_use.used_bytes / TB, 1)))
            self.in_use.setToolTip("\n".join(in_use.origins))
        self.usable_growth.show_text(_percent(asked.usable_growth_per_year))
        self.reserve.show_text(_percent(asked.reserve))
        self.budget.show_text(_amount(asked.budget))
        self.currency.setText(currency)
        self.shared.setChecked(asked.needs_shared_storage)
        self.files.setChecked(asked.needs_files)
        self.restore.show_text(_shown(asked.max_restore_s, 3600))
        self.degraded.choose(asked.degraded)
        self.basis.choose(min(asked.least_basis, Basis.ESTIMATED, key=STRONGEST_FIRST.index))

    def open_under(self, anchor: QWidget) -> None:
        """Show it under a button, with the keys at the load."""
        self.place_under(anchor)
        self.load.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def place_under(self, anchor: QWidget) -> None:
        """Show it under a button, as high as it needs and the window allows."""
        corner = anchor.mapTo(self._window, anchor.rect().bottomRight())
        self.setFixedWidth(min(theme.px(_WIDE), self._window.width() - 2 * _MARGIN))
        self.show()
        self._fit(corner.y() + _MARGIN, corner.x())
        self.raise_()

    def _fit(self, top: int, right: int) -> None:
        room = self._window.height() - top - _MARGIN
        layout = self._body.layout()
        inner = self.width() - 2 * _MARGIN
        high = self._body.sizeHint().height() if layout is None else layout.heightForWidth(inner)
        self._area.setFixedHeight(min(high + _MARGIN, max(_LEAST, room - _AROUND)))
        left = min(right - self.width(), self._window.width() - self.width() - _MARGIN)
        self._column.activate()
        self._outer.activate()
        self.adjustSize()
        self.move(max(_MARGIN, left), top)

    def close_popover(self) -> None:
        """Put it away; the button that opened it has the keys again."""
        self.hide()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes it."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_popover()
            return
        super().keyPressEvent(event)

    # Asking

    def _give(self, **changes: Any) -> None:  # noqa: ANN401 - fields of a requirement
        self._keep(replace(self._requirement, **changes))

    def _keep(self, asked: Requirement) -> bool:
        """Keep a requirement, or say why it cannot be."""
        try:
            check_requirement(asked)
            loads_of(asked, self._facts)
        except UserError as error:
            self._say(error_text(error))
            self._show_target(self._requirement)
            return False
        self._say("")
        if asked != self._requirement:
            self._requirement = asked
            self.given.emit(asked)
        return True

    def _say(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    def _choose_goal(self, goal: Goal) -> None:
        changes: dict[str, Any] = {"goal": goal}
        if goal is Goal.STORAGE_LATENCY and not self._requirement.storage_latency_s:
            changes["storage_latency_s"] = _DEFAULT_LATENCY_S
        self._give(**changes)

    def _choose_unit(self) -> None:
        self._keep(self.unit.convert_to_unit(self._requirement, self._facts))

    def _apply_target_text(self, text: str) -> None:
        seconds = parse_time(text)
        if seconds is None:
            self.target.show_fault(self.tr("A time above 0, such as 200 or 0.2 s"))
            return
        self.target.show_fault("")
        self._keep(with_target(self._requirement, seconds))

    def _apply_load_text(self, text: str) -> None:
        stated = read_load(text, self._requirement.load_unit)
        if stated is None or not 0 < stated[1] <= 1e15:
            self.load.show_fault(self.tr("A load such as 60 M, 2000 tps or 12 k a month"))
            return
        self.load.show_fault("")
        self._keep(with_load(self._requirement, *stated))

    def _apply_field_text(
        self, field: UnitField, name: str, read: Callable[[str], Any], text: str
    ) -> None:
        """Take a figure; an empty field takes back what may be missing."""
        is_taken_back = getattr(Requirement(), name) is None and not text.strip()
        value = None if is_taken_back else read(text)
        if value is None and not is_taken_back:
            field.show_fault(self.tr("A number is needed"))
            return
        field.show_fault("")
        self._give(**{name: value})

    def _read_budget(self, text: str) -> Any:  # noqa: ANN401 - a Decimal or None
        return parse_money(text, QLocale().decimalPoint(), self.currency.text())


def _percent(share: float | None) -> str:
    return "" if share is None else figures.plain(round(100 * share, 2))


def _shown(value: float | None, unit: float = 1.0) -> str:
    """Write a figure in a unit; nothing for a missing one."""
    return "" if value is None else figures.plain(value / unit)


def _amount(budget: Decimal | None) -> str:
    """Write a budget with the decimals that it was typed with; nothing for none."""
    if budget is None:
        return ""
    return figures.number(budget, money_decimals(budget) if budget % 1 else 0)


def _share(text: str) -> float | None:
    value = figures.parse_number(text.replace("%", ""))
    return None if value is None else value / 100


def _parse_yearly_growth_as_monthly(text: str) -> float | None:
    """Read a growth of a year in percent, and return that of a month."""
    share = _share(text)
    if share is None or share <= -1:
        return None
    return float((1.0 + share) ** (1.0 / _MONTHS_A_YEAR) - 1.0)


def _time(text: str, sign: str, unit_s: float) -> float | None:
    """Read a time that may have its unit's sign behind it, in seconds."""
    value = figures.parse_number(text.strip().removesuffix(sign))
    return None if value is None or value < 0 else value * unit_s


def _parse_quantity(
    text: str, pattern: re.Pattern[str], units: Mapping[str, float], usual: float
) -> float | None:
    """Read a figure above 0 with its unit, one of some, or the usual one where none stands."""
    match = pattern.fullmatch(text)
    value = None if match is None else figures.parse_number(match[1])
    if match is None or value is None or value <= 0:
        return None
    return value * units.get((match[2] or "").lower(), usual)
