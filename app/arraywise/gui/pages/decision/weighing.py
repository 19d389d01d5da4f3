"""Weights in two ways, and value functions: each a tab below map and ranking."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QVBoxLayout,
    QWidget,
)

from arraywise.analysis.decision.scoring import check_anchors
from arraywise.domain.criteria import (
    Criterion,
    CriterionSetting,
    Method,
)
from arraywise.domain.messages import UserError
from arraywise.gui.charts.painted import PictureButton
from arraywise.gui.charts.value import ValueCurve
from arraywise.gui.pages.base import fill_combo_box, fill_grid, put_row
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import (
    UnitField,
    button,
    clear_layout,
    fill,
    label,
    with_accessible_name,
    wrap_in_scroll_area,
)
from arraywise.gui.widgets.painting import BandSlider
from arraywise.usecases.edit_criteria import (
    with_rank_weights,
    with_swing,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.decision import Answer


translate = QCoreApplication.translate
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
TAB_MARGINS = (0, 8, 0, 0)


class WeightTab(QWidget):
    """What both ways have in common."""

    given = Signal(object, object)
    """Carries criteria to be kept, and the method by which they were weighed."""

    def __init__(self, question: str) -> None:
        super().__init__()
        self.criteria: tuple[CriterionSetting, ...] = ()
        asked = label(question, "body", "text2", wraps=True)
        self.column = fill(QVBoxLayout(self), asked, margins=TAB_MARGINS, spacing=8)


def _format_shares(criteria: Sequence[CriterionSetting]) -> list[str]:
    """Write the weights that swings make, in percent without the sign."""
    total = sum(setting.swing for setting in criteria) or 1.0
    return figures.whole_percents([setting.swing / total for setting in criteria])


def _format_weights(criteria: Sequence[CriterionSetting]) -> str:
    pairs = zip(criteria, _format_shares(criteria), strict=True)
    return ", ".join(f"{messages.display_name(s.criterion)} {share} %" for s, share in pairs)


class SwingTab(WeightTab):
    """A slider and a field a criterion: the most wanted step has 100."""

    tried = Signal(object)
    """Criteria with the swing that is being dragged to: to be shown, not yet kept."""

    def __init__(self) -> None:
        super().__init__(
            self.tr(
                "If everything were at its worst, which single step to its best comes first? It"
                " gets 100; rate the others against it."
            )
        )
        self.rows: dict[Criterion, tuple[BandSlider, UnitField]] = {}
        self.weights: dict[Criterion, QLabel] = {}
        self._steps: dict[Criterion, QLabel] = {}
        self._words: list[str] = []
        """What the rows were built for."""
        self._grid = fill_grid(QGridLayout(), spacing=(12, 4), stretch=1)
        self.column.addWidget(wrap_in_scroll_area(self._grid), 1)

    def show_weights(self, criteria: Sequence[CriterionSetting], answer: Answer) -> None:
        """Show the swings of a set of weights."""
        self.criteria = tuple(criteria)
        used = {s.criterion: s for s in answer.settings}
        words = [messages.display_name(s.criterion) for s in criteria]
        if words != self._words:
            self._words = words
            self._build_rows(criteria)
        for setting in criteria:
            slider, field = self.rows[setting.criterion]
            if not slider.isSliderDown():
                slider.show_value(setting.swing / 100)
            field.show_text(figures.plain(round(setting.swing, 1)))
            step = messages.swing_range(used[setting.criterion], answer.currency)
            self._steps[setting.criterion].setText(
                f"{messages.display_name(setting.criterion)}  {step}"
            )
        self._show_weights()

    def _show_weights(self) -> None:
        """Write beside each swing the weight that it makes."""
        for setting, share in zip(self.criteria, _format_shares(self.criteria), strict=True):
            self.weights[setting.criterion].setText(f"{share} %")

    def _build_rows(self, criteria: Sequence[CriterionSetting]) -> None:
        clear_layout(self._grid)
        for by_criterion in (self.rows, self.weights, self._steps):
            by_criterion.clear()
        heads = (self.tr("Step from worst to best"), "", self.tr("Swing"), self.tr("Weight"))
        for column, head in enumerate(heads):
            side = _RIGHT if column > 1 else Qt.AlignmentFlag.AlignLeft
            self._grid.addWidget(label(head, "caption", "text2"), 0, column, side)
        for place, setting in enumerate(criteria, start=1):
            criterion = setting.criterion
            name = self.tr("Swing of {criterion}").format(
                criterion=messages.display_name(criterion)
            )
            slider, field = BandSlider(name), UnitField(name, "", 4)
            slider.moved_to.connect(lambda value, c=criterion: self._try_swing(c, 100 * value))
            slider.settled.connect(self._emit_swings)
            field.given.connect(lambda text, c=criterion: self._emit_typed_swing(c, text))
            self.rows[criterion] = (slider, field)
            step, weight = label(""), label("", bold=True)
            weight.setAlignment(_RIGHT)
            self._steps[criterion], self.weights[criterion] = step, weight
            put_row(self._grid, place, step, slider, field, weight)

    def _try_swing(self, criterion: Criterion, swing: float) -> None:
        self.criteria = with_swing(self.criteria, criterion, round(swing))
        self.rows[criterion][1].show_text(figures.plain(round(swing)))
        self._show_weights()
        if any(setting.swing for setting in self.criteria):
            self.tried.emit(self.criteria)

    def _emit_swings(self) -> None:
        if any(setting.swing for setting in self.criteria):
            self.given.emit(self.criteria, Method.SWINGS)

    def _emit_typed_swing(self, criterion: Criterion, text: str) -> None:
        value, field = figures.parse_number(text), self.rows[criterion][1]
        if value is None or not 0 <= value <= 100:
            field.show_fault(self.tr("A swing from 0 to 100"))
            return
        moved = with_swing(self.criteria, criterion, value)
        if not any(setting.swing for setting in moved):
            field.show_fault(self.tr("At least one criterion must count"))
            return
        field.show_fault("")
        self.criteria = moved
        self._emit_swings()


class OrderTab(WeightTab):
    """The criteria in a list, the most important on top."""

    def __init__(self) -> None:
        super().__init__(
            self.tr(
                "Order the steps, the most important first. The weights are the mean of all"
                " weights in that order."
            )
        )
        self.list = with_accessible_name(QListWidget(), self.tr("Order of the criteria"))
        self.list.setObjectName("rows")
        self.list.setDragDropMode(QListWidget.DragDropMode.InternalMove)
        self.list.model().rowsMoved.connect(self._show_weights_of_order)
        self.up = button(self.tr("Up"), lambda: self._move_criterion(-1))
        self.down = button(self.tr("Down"), lambda: self._move_criterion(1))
        row = fill(QHBoxLayout(), (self.list, 1), fill(QVBoxLayout(), self.up, self.down, None))
        self.use = button(self.tr("Use these weights"), self._emit_order, kind="primary")
        self.message = label("", "body", "text2", wraps=True)
        fill(self.column, (row, 1), self.message, self.use)

    def show_weights(self, criteria: Sequence[CriterionSetting], _answer: Answer) -> None:
        """Show the order that a set of weights has."""
        self.criteria = tuple(criteria)
        self.list.clear()
        for setting in sorted(criteria, key=lambda s: -s.swing):
            self.list.addItem(messages.display_name(setting.criterion))
            item = self.list.item(self.list.count() - 1)
            item.setData(Qt.ItemDataRole.UserRole, setting.criterion)
        self.list.setCurrentRow(0)
        self._show_weights_of_order()

    @property
    def order(self) -> tuple[Criterion, ...]:
        """The criteria as they are ordered now."""
        items = (self.list.item(row) for row in range(self.list.count()))
        return tuple(item.data(Qt.ItemDataRole.UserRole) for item in items)

    def _move_criterion(self, step: int) -> None:
        row = self.list.currentRow()
        if 0 <= row + step < self.list.count():
            self.list.insertItem(row + step, self.list.takeItem(row))
            self.list.setCurrentRow(row + step)
            self._show_weights_of_order()

    def _show_weights_of_order(self) -> None:
        if self.list.count() == len(self.criteria):
            self.message.setText(_format_weights(with_rank_weights(self.criteria, self.order)))

    def _emit_order(self) -> None:
        self.given.emit(with_rank_weights(self.criteria, self.order), Method.RANKS)


ANCHORS = ("limit", "target", "aspiration")


class ValueFunctionTab(QWidget):
    """One criterion at a time."""

    given = Signal(object)  # criteria with other anchors, to be kept

    def __init__(self) -> None:
        super().__init__()
        self._criteria: tuple[CriterionSetting, ...] = ()
        self._answer: Answer | None = None
        self.choice = with_accessible_name(QComboBox(), self.tr("Criterion"))
        self.choice.currentIndexChanged.connect(self._show_criterion)
        self.fields: dict[str, UnitField] = {}
        self._units: dict[str, QLabel] = {}
        self.curve = ValueCurve()
        self.fault = label("", "body", "fail", wraps=True)
        self.note = label("", "caption", "text2", wraps=True)
        self.follow = button(self.tr("Derive from the requirement"), self._emit_derived_anchors)
        beside = fill(QVBoxLayout(), (self.curve, 1), self.note, self.fault, spacing=4)
        row = fill(QHBoxLayout(), wrap_in_scroll_area(self._build_form()), (beside, 1), spacing=16)
        head = self._build_head()
        fill(QVBoxLayout(self), head, (row, 1), margins=TAB_MARGINS, spacing=8)

    def _build_head(self) -> QHBoxLayout:
        """Put what is chosen and done above form and curve, so that no anchor scrolls."""
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.choice.setFixedHeight(theme.height("button"))
        picture = PictureButton(self.curve, self.tr("Value function"))
        return fill(QHBoxLayout(), self.choice, self.follow, None, picture, spacing=8)

    def _build_form(self) -> QVBoxLayout:
        grid = fill_grid(QGridLayout(), spacing=(8, 4))
        names = {
            "limit": self.tr("Limit, worth 0"),
            "target": self.tr("Target"),
            "target_value": self.tr("Worth of the target"),
            "aspiration": self.tr("Aspiration, worth 100"),
        }
        for place, (key, name) in enumerate(names.items()):
            field = UnitField(name, "", 9)
            field.textEdited.connect(lambda _text: self._preview_curve())
            field.given.connect(lambda _text: self._emit_typed_anchors())
            self.fields[key], self._units[key] = field, label("", "body", "text3")
            put_row(grid, place, label(name), field, self._units[key])
        return fill(QVBoxLayout(), grid, None, spacing=4)

    def show_answer(self, answer: Answer, criteria: Sequence[CriterionSetting]) -> None:
        """Show the value functions of an answer."""
        self._answer, self._criteria = answer, tuple(criteria)
        rate = answer.discount_rate
        names = [messages.criterion_name(s.criterion, rate) for s in answer.settings]
        if [self.choice.itemText(place) for place in range(self.choice.count())] != names:
            fill_combo_box(self.choice, ((name, None) for name in names))
        self._show_criterion()

    def _chosen_setting(self) -> CriterionSetting | None:
        """Return the chosen criterion with its anchors filled in."""
        place = self.choice.currentIndex()
        settings = self._answer.settings if self._answer else ()
        return settings[place] if 0 <= place < len(settings) else None

    def _show_criterion(self) -> None:
        used, answer = self._chosen_setting(), self._answer
        if used is None or answer is None:
            return
        unit = messages.criterion_unit(used.criterion, answer.currency)
        for key in ANCHORS:
            value, text = getattr(used, key), ""
            if value is not None:
                text = figures.plain(round(messages.from_si(used.criterion, value), 6), 9)
            self.fields[key].show_text(text)
            self._units[key].setText(unit)
        self.fields["target_value"].show_text(figures.plain(used.target_value))
        self._units["target_value"].setText(self.tr("points"))
        self._show_fault("")
        target_s = answer.requirement.target_s
        is_target = used.criterion == Criterion.RESPONSE_TIME and used.limit == target_s
        message = self.tr("The limit is the required target above; this target must be below it.")
        self.note.setText(message if is_target else "")
        self.note.setVisible(is_target)
        self.curve.show_setting(used, answer)

    def _parse_fields_or_show_fault(self) -> CriterionSetting | None:
        """Return the criterion as typed; None where it makes no sense, with the reason shown."""
        used = self._chosen_setting()
        values = {
            key: figures.parse_amount(f.text(), self._units[key].text())
            for key, f in self.fields.items()
        }
        if used is None or None in values.values():
            self._show_fault(self.tr("Every anchor is a number."))
            return None
        numbers = {key: value for key, value in values.items() if value is not None}
        limit, target, aspiration = (
            messages.to_si(used.criterion, numbers[key]) for key in ANCHORS
        )
        typed = replace(
            used,
            target_value=numbers["target_value"],
            limit=limit,
            target=target,
            aspiration=aspiration,
        )
        fault = self._anchor_fault(typed)
        self._show_fault(fault)
        return None if fault else typed

    def _show_fault(self, text: str) -> None:
        """Show why what is typed is not saved; an empty text hides the line."""
        self.fault.setText(text)
        self.fault.setVisible(bool(text))

    def _anchor_fault(self, typed: CriterionSetting) -> str:
        """Return why anchors make no sense; empty where they do."""
        try:
            check_anchors(typed)
        except UserError:
            return self.tr(
                "Limit, target and aspiration must be in order; the target scores 1 to 99 points."
            )
        return ""

    def _preview_curve(self) -> None:
        typed = self._parse_fields_or_show_fault()
        if typed is not None and self._answer is not None:
            self.curve.show_setting(typed, self._answer)

    def _emit_typed_anchors(self) -> None:
        typed = self._parse_fields_or_show_fault()
        if typed is not None:
            self._emit_criteria(typed)

    def _emit_derived_anchors(self) -> None:
        used = self._chosen_setting()
        if used is not None:
            derived = replace(used, limit=None, target=None, aspiration=None)
            self._emit_criteria(replace(derived, target_value=60.0))

    def _emit_criteria(self, changed: CriterionSetting) -> None:
        """Emit the criteria with other anchors; swings and the ranges behind them stay."""
        self.given.emit(
            tuple(
                replace(changed, swing=own.swing, judged=own.judged)
                if own.criterion == changed.criterion
                else own
                for own in self._criteria
            )
        )
