"""The whole requirement, under its button: every field works at once and is undone like others."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain, groupby
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
from arraywise.domain.messages import UserError, message
from arraywise.domain.requirement import (
    Basis,
    Convention,
    Goal,
    LoadUnit,
    Requirement,
    target_or_previous_s,
    with_load,
    with_target,
)
from arraywise.domain.requirement_fields import (
    PANEL_FIELDS,
    PANEL_ROWS,
    GrowthPeriod,
    RequirementField,
    RequirementKind,
)
from arraywise.gui.shell import requirement_fields as meaning
from arraywise.gui.shell.requirement_bar import FieldBox, StatisticBox, UnitBox
from arraywise.gui.shell.requirement_fields import (
    convert_load_to_units,
    parse_time,
    read_load,
    write_load,
)
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
from arraywise.present.numbers import amount_decimals_as_typed
from arraywise.worksheets.input_parsing import parse_money

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from decimal import Decimal

    from PySide6.QtGui import QKeyEvent

    from arraywise.domain.decision import Answer
    from arraywise.domain.messages import Message
    from arraywise.domain.study import StudyFacts

_WIDE, _MEANS, _NAMES = 912, 200, 112
_MARGIN, _LEAST, _SIDE = 8, 120, 16
"""Pixels around it, those of its rows at least, and those at its sides."""
_DEFAULT_LATENCY_S = 0.001
_MONTHS_A_YEAR = 12
_CAPACITY = re.compile(r"\s*(.*?\d)\s*(Ti?B)?\s*", re.IGNORECASE)
"""Such as `50`, `50 TB` or `45.5 TiB`."""
_RATE = re.compile(r"\s*(.*?\d)\s*([MG]?)B?(?:/s)?\s*", re.IGNORECASE)
"""Such as `800` (MB/s) or `1.5 GB/s`."""
_WITH_UNITS = {"TB": (_CAPACITY, {"tib": TIB}), "MB/s": (_RATE, {"g": 1e9})}
"""How quantities are read that people state in one of several units, by the usual one."""


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
        self.load = UnitField(self.tr("Load"), "", 11)
        self.unit = UnitBox()
        self.in_use = chip("")
        self.in_use.setCheckable(False)
        self.in_use.clicked.connect(self._take_in_use)
        self.currency = label("", "control", "text2")
        self.controls = {each.name: _build_control(each) for each in PANEL_FIELDS}
        controls = (self.target, self.load, *self.controls.values())
        self._fields = [each for each in controls if isinstance(each, UnitField)]

    def control_of(self, name: str) -> QWidget:
        """Return the control of a field of the requirement, by the field's name.

        Raises:
            KeyError: When the panel has no such field.
        """
        own: dict[str, QWidget] = {
            "target": self.target,
            "statistic": self.statistic,
            "load": self.load,
        }
        return (own | self.controls)[name]

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
        self._around_rows = head, line, foot
        self._column = fill(QVBoxLayout(inside), *parts, margins=(_SIDE, 10, _SIDE, 10), spacing=8)

    def _add_rows(self) -> None:
        self._grid.addWidget(label(self.tr("You ask"), "control", "text2"), 0, 1)
        self._grid.addWidget(label(self.tr("That means"), "control", "text2"), 0, 2)
        self._rows = 1
        switch = QWidget()
        fill(QHBoxLayout(switch), *self.goals.values(), margins=(0, 0, 0, 0), spacing=0)
        for each in self.goals.values():
            each.setFixedHeight(theme.height("field"))
        first = {
            "target": self._build_line(switch, 4, self.statistic, self.target),
            "load": self._build_line(self.load, self.unit),
        }
        titles = {
            "target": self.tr("Target"),
            "load": self.tr("Load"),
            "growth": self.tr("Growth of load"),
            "usable": self.tr("Usable capacity"),
            "budget": self.tr("Budget"),
            "demands": self.tr("Must have"),
            "basis": self.tr("What counts"),
        }
        self._lines = {
            place: self._build_line(*chain.from_iterable(map(self._with_words, group)))
            for place, group in groupby(PANEL_FIELDS, key=lambda field: field.panel_position)
        }
        self._in_use_line = self._build_line(self.in_use)
        for row, key in enumerate(PANEL_ROWS):
            lines = [line for place, line in self._lines.items() if place[0] == row]
            if key in first:
                lines.insert(0, first[key])
            if key == "usable":
                lines.append(self._in_use_line)
            self._add_row(key, titles[key], *lines)

    def _with_words(self, field: RequirementField) -> Iterator[QWidget | int]:
        """Yield the control of a field between the words around it."""
        panel, control = field.panel, self.controls[field.name]
        assert panel is not None  # noqa: S101 - a field of the panel
        if panel.before is not None:
            yield label(messages.translate_message(panel.before), "control", "text2")
        yield control
        if field.kind is RequirementKind.MONEY:
            yield self.currency
        if panel.after is not None:
            yield label(messages.translate_message(panel.after), "control", "text2")
        if field.kind is RequirementKind.YES:
            yield 8

    @staticmethod
    def _build_line(*parts: QWidget | int) -> QWidget:
        """Return controls in a row that can be hidden together."""
        built = QWidget()
        fill(QHBoxLayout(built), *parts, None, margins=(0, 0, 0, 0), spacing=8)
        return built

    def _add_row(self, key: str, name: str, *lines: QWidget) -> None:
        """Add a row: its name, what is asked, and what that means."""
        row = self._rows
        self._grid.addWidget(hairline(Qt.Orientation.Horizontal), row, 0, 1, 3)
        ask = QWidget()
        fill(QVBoxLayout(ask), *lines, margins=(0, 2, 0, 2), spacing=4)
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
        self.statistic.activated.connect(
            lambda _at: self._emit_changes_if_valid(statistic=str(self.statistic.currentData()))
        )
        for field in PANEL_FIELDS:
            self._connect_control(field, self.controls[field.name])
        self.target.given.connect(self._apply_target_text)
        self.load.given.connect(self._apply_load_text)
        self.unit.activated.connect(self._choose_unit)

    def _connect_control(self, field: RequirementField, control: QWidget) -> None:
        """Let a control give its field of the requirement."""
        if isinstance(control, QCheckBox):
            control.clicked.connect(
                lambda on=False: self._emit_changes_if_valid(**{field.name: on})
            )
        elif isinstance(control, FieldBox):
            kind = type(field.choices[0][0])  # Qt returns a plain text in the place of a member
            control.activated.connect(
                lambda _at: self._emit_changes_if_valid(
                    **{field.name: kind(control.currentData())}
                )
            )
        elif isinstance(control, UnitField):
            control.given.connect(lambda text: self._apply_field_text(control, field, text))

    # Showing

    def show_study(self, facts: StudyFacts, answer: Answer) -> None:
        """Show what is asked for now, and what that means."""
        if answer.requirement != self._requirement:
            self._drop_refused()
        self._facts, self._requirement = facts, answer.requirement
        self._show_target(answer.requirement)
        self.statistic.offer(answer.available_statistics)
        self._show_load(answer.requirement)
        self.currency.setText(answer.currency)
        self._show_fields(answer.requirement)
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
        self.answer.setText(self._describe_recommendation(answer))
        if not any(field.is_faulty for field in self._fields):
            self._show_problem("")

    def _take_in_use(self) -> None:
        if self._facts is not None and self._facts.capacity_in_use is not None:
            self._emit_changes_if_valid(usable_bytes=self._facts.capacity_in_use.used_bytes)

    def _describe_recommendation(self, answer: Answer) -> str:
        chosen = answer.recommended_answer
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
        self._line_of("storage_share").setVisible(is_response)
        self.target.show_text(figures.plain(round(target_or_previous_s(asked) * 1000, 4)))
        is_wanted = self._facts is not None and meaning.rest_is_unknown(self._facts)
        restyle(self.means["target"], tone="warn" if is_wanted and is_response and
                asked.storage_share is None else "text2")  # fmt: skip
        self.statistic.choose(asked.statistic)

    def _show_load(self, asked: Requirement) -> None:
        value = float(asked.visits_per_month) if asked.load is None else asked.load
        self.load.show_text(write_load(value, asked.load_unit))
        self.unit.show_unit(asked, self._facts)
        is_visits = asked.load_unit is LoadUnit.VISITS
        self._line_of("convention").setVisible(is_visits)
        is_peak = asked.convention is Convention.PEAK_SIZED
        for name in ("traffic_share", "time_share"):
            self.controls[name].setEnabled(is_peak)
        self._line_of("think_time_s").setVisible(asked.goal is Goal.RESPONSE_TIME)

    def _line_of(self, name: str) -> QWidget:
        """Return the line that a field stands in."""
        field = next(each for each in PANEL_FIELDS if each.name == name)
        return self._lines[field.panel_position]

    def _show_fields(self, asked: Requirement) -> None:
        for field in PANEL_FIELDS:
            _show_in_control(self.controls[field.name], field, field.value_in(asked))
        in_use = None if self._facts is None else self._facts.capacity_in_use
        is_other = in_use is not None and in_use.used_bytes != asked.usable_bytes
        self._in_use_line.setVisible(is_other)
        if in_use is not None:
            text = self.tr("Take {tb} TB, in use today")
            self.in_use.setText(text.format(tb=figures.number(in_use.used_bytes / TB, 1)))
            self.in_use.setToolTip("\n".join(in_use.origins))

    def open_under(self, anchor: QWidget) -> None:
        """Show it under a button, with the keys at the load."""
        self.place_under(anchor)
        self.load.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def place_under(self, anchor: QWidget) -> None:
        """Show it under a button, as high as it needs and the window allows."""
        corner = anchor.mapTo(self._window, anchor.rect().bottomRight())
        self.setFixedWidth(min(theme.px(_WIDE), self._window.width() - 2 * _MARGIN))
        self.show()
        self._fit_into_window(corner.y() + _MARGIN, corner.x())
        self.raise_()

    def _fit_into_window(self, top: int, right: int) -> None:
        room = self._window.height() - top - _MARGIN
        layout = self._body.layout()
        inner = self.width() - 2 * _SIDE
        high = self._body.sizeHint().height() if layout is None else layout.heightForWidth(inner)
        around = self._height_around_rows(inner)
        self._area.setFixedHeight(min(high + _MARGIN, max(_LEAST, room - around)))
        left = min(right - self.width(), self._window.width() - self.width() - _MARGIN)
        self._column.activate()
        self._outer.activate()
        self.adjustSize()
        self.move(max(_MARGIN, left), top)

    def _height_around_rows(self, width: int) -> int:
        """Return the height of head, problem and foot, with all margins and spacings."""
        heights = [part.sizeHint().height() for part in self._around_rows]
        if self.problem.isVisibleTo(self):
            heights.append(self.problem.heightForWidth(width))
        margins = self._column.contentsMargins() + self._outer.contentsMargins()
        spacings = self._column.spacing() * len(heights)
        return sum(heights) + spacings + margins.top() + margins.bottom()

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

    def _emit_changes_if_valid(self, **changes: Any) -> None:  # noqa: ANN401 - fields of a requirement
        self._emit_if_valid(replace(self._requirement, **changes))

    def _emit_if_valid(self, asked: Requirement) -> bool:
        """Keep a requirement, or say why it cannot be."""
        try:
            check_requirement(asked)
            convert_load_to_units(asked, self._facts)
        except UserError as error:
            self._show_problem(error_text(error))
            self._show_target(self._requirement)
            return False
        self._show_problem("")
        self._drop_refused()
        if asked != self._requirement:
            self._requirement = asked
            self.given.emit(asked)
        return True

    def _refuse(self, field: UnitField, reason: str, *, is_doubt: bool = False) -> None:
        """Leave the text of a field as it is, marked, and say why."""
        field.show_fault(reason, is_doubt=is_doubt)
        self._show_problem(f"{field.accessibleName()}: {reason}")

    def _drop_refused(self) -> None:
        """Show values in the place of refused texts: something valid was given since."""
        for field in self._fields:
            field.drop_refused()

    def _show_problem(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        if self.isVisible():
            self._fit_into_window(self.y(), self.x() + self.width())

    def _choose_goal(self, goal: Goal) -> None:
        changes: dict[str, Any] = {"goal": goal}
        if goal is Goal.STORAGE_LATENCY and not self._requirement.storage_latency_s:
            changes["storage_latency_s"] = _DEFAULT_LATENCY_S
        self._emit_changes_if_valid(**changes)

    def _choose_unit(self) -> None:
        self._emit_if_valid(self.unit.convert_to_unit(self._requirement, self._facts))

    def _apply_target_text(self, text: str) -> None:
        seconds = parse_time(text)
        if seconds is None:
            self._refuse(self.target, self.tr("A time above 0, such as 200 or 0.2 s"))
            return
        self.target.show_fault("")
        self._emit_if_valid(with_target(self._requirement, seconds))

    def _apply_load_text(self, text: str) -> None:
        stated = read_load(text, self._requirement.load_unit)
        if stated is None or not 0 < stated[1] <= 1e15:
            self._refuse(self.load, self.tr("A load such as 60 M, 2000 tps or 12 k a month"))
            return
        asked = with_load(self._requirement, *stated)
        try:
            doubt = meaning.describe_doubtful_load(asked, self._facts)
        except UserError as error:
            self._refuse(self.load, error_text(error))
            return
        if doubt and not self.load.is_confirmed:
            self._refuse(self.load, doubt, is_doubt=True)
            return
        self.load.show_fault("")
        self._emit_if_valid(asked)

    def _apply_field_text(self, control: UnitField, field: RequirementField, text: str) -> None:
        """Take a figure; an empty field takes back what may be missing."""
        is_taken_back = field.is_optional and not text.strip()
        value = None if is_taken_back else _parse_field(text, field, self.currency.text())
        if value is None and not is_taken_back:
            self._refuse(control, self.tr("A number is needed"))
            return
        control.show_fault("")
        self._emit_changes_if_valid(**{field.name: value})


def _build_control(field: RequirementField) -> QWidget:
    """Build what a field is edited with, by its kind."""
    panel = field.panel
    assert panel is not None  # noqa: S101 - a field of the panel
    title = messages.translate_message(panel.title or field.label)
    if field.kind is RequirementKind.YES:
        return QCheckBox(title)
    if field.choices:
        box = FieldBox(title)
        for value, words in field.choices:
            box.addItem(_translate_words(words), value)
        return box
    return UnitField(title, _translate_words(field.unit), panel.digits)


def _translate_words(words: Message | str) -> str:
    return words if isinstance(words, str) else messages.translate_message(words)


def _show_in_control(control: QWidget, field: RequirementField, value: Any) -> None:  # noqa: ANN401
    """Show the value of a field as people type it."""
    if isinstance(control, QCheckBox):
        control.setChecked(value)
    elif isinstance(control, FieldBox):
        if value is Basis.NONE:  # of no study: every basis counts
            value = Basis.ESTIMATED
        if control.findData(value) < 0:
            text = messages.translate_message(message("in month {month}", month=value))
            control.addItem(text, value)
        control.choose(value)
    elif isinstance(control, UnitField):
        control.show_text(_format_field(field, value))


def _format_field(field: RequirementField, value: Any) -> str:  # noqa: ANN401 - each field its own type
    """Write the figure of a field; nothing for a missing one."""
    if value is None:
        return ""
    if field.kind is RequirementKind.MONEY:
        return _format_amount(value)
    if field.growth is GrowthPeriod.MONTH:
        value = (1.0 + value) ** _MONTHS_A_YEAR - 1.0
    if field.kind is RequirementKind.SHARE:
        return _format_percent(value)
    return figures.plain(round(value * field.displayed_per_si, 9))


def _parse_field(text: str, field: RequirementField, currency: str) -> Any:  # noqa: ANN401
    """Read what is typed into a field, in SI; None where it is no figure that makes sense."""
    if field.kind is RequirementKind.MONEY:
        return parse_money(text, QLocale().decimalPoint(), currency)
    if field.growth is GrowthPeriod.MONTH:
        return _parse_yearly_growth_as_monthly(text)
    if field.kind is RequirementKind.SHARE:
        return _parse_share(text)
    unit = str(field.unit)
    if unit in _WITH_UNITS:
        return _parse_quantity(text, *_WITH_UNITS[unit], 1 / field.per_si)
    return _parse_in_unit(text, unit, 1 / field.per_si)


def _format_percent(share: float) -> str:
    return figures.plain(round(100 * share, 2))


def _format_amount(budget: Decimal) -> str:
    """Write a budget with the decimals that it was typed with."""
    return figures.number(budget, amount_decimals_as_typed(budget) if budget % 1 else 0)


def _parse_share(text: str) -> float | None:
    value = figures.parse_number(text.replace("%", ""))
    return None if value is None else value / 100


def _parse_yearly_growth_as_monthly(text: str) -> float | None:
    """Read a growth of a year in percent, and return that of a month."""
    share = _parse_share(text)
    if share is None or share <= -1:
        return None
    return float((1.0 + share) ** (1.0 / _MONTHS_A_YEAR) - 1.0)


def _parse_in_unit(text: str, sign: str, unit_si: float) -> float | None:
    """Read a figure that may have its unit's sign behind it, in SI."""
    value = figures.parse_number(text.strip().removesuffix(sign))
    return None if value is None or value < 0 else value * unit_si


def _parse_quantity(
    text: str, pattern: re.Pattern[str], units: Mapping[str, float], usual: float
) -> float | None:
    """Read a figure above 0 with its unit, one of some, or the usual one where none stands."""
    match = pattern.fullmatch(text)
    value = None if match is None else figures.parse_number(match[1])
    if match is None or value is None or value <= 0:
        return None
    return value * units.get((match[2] or "").lower(), usual)
