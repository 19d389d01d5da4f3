"""Weights and three ways to give them."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QListWidget,
    QVBoxLayout,
    QWidget,
)

from arraywise.analysis.decision.scoring import rank_by_rule
from arraywise.domain.criteria import Judgement, Method, kind_of
from arraywise.gui.pages.base import fill_grid, put_row
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import (
    ElidedLabel,
    UnitField,
    button,
    chip,
    clear,
    fill,
    label,
    named,
    scrolled,
    tab_through,
)
from arraywise.gui.widgets.painting import BandSlider
from arraywise.usecases.edit_criteria import (
    compare_in_pairs,
    equal_weights,
    judged_among,
    move_weight,
    order_weights,
    with_rest,
    with_swing,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from PySide6.QtWidgets import QLabel

    from arraywise.domain.criteria import Criterion, CriterionSetting
    from arraywise.domain.decision import Answer, NearestTie
    from arraywise.gui.session.session import Session

_THOUSANDS = 1e-3
_WIDEST_NAME = 190
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class _CriterionControls(NamedTuple):
    """The controls of one criterion."""

    name: ElidedLabel
    slider: BandSlider
    field: UnitField


class WeightsPanel(QWidget):
    """All weights; moving one rescales the others in proportion."""

    asked = Signal()  # the user wants the swing questions, stakeholders or value functions
    thresholds_wanted = Signal()
    decider_shown = Signal(str)
    """Whose weights these are, where they are not the study's own."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._criteria: tuple[CriterionSetting, ...] = ()
        self._held: tuple[CriterionSetting, ...] | None = None
        """The weights when a thumb was taken: their proportions hold for the whole drag."""
        self._used: tuple[CriterionSetting, ...] = ()  # the criteria with their anchors filled in
        self.rows: dict[Criterion, _CriterionControls] = {}
        self._words: list[str] = []
        """What the rows were built for."""
        column = fill(QVBoxLayout(self), self._build_advanced(), margins=(0, 0, 0, 4), spacing=0)
        self._band_head = label("", "caption", "text2", wraps=True)
        of_weight = label(self.tr("Weight, %"), "caption", "text2")
        of_weight.setAlignment(_RIGHT)
        heads = label(self.tr("Worst \u2192 best"), "caption", "text2"), self._band_head, of_weight
        self._grid = QGridLayout()
        fill_grid(self._grid, heads, margins=(16, 0, 16, 0), spacing=(12, 0), stretch=1)
        fill(column, self._grid)

    def _build_advanced(self) -> QWidget:
        """Build what is seldom needed, which stays closed until it is asked for."""
        self.advanced = chip(self.tr("Advanced"))
        self.advanced.setFixedHeight(theme.height("field"))
        self.advanced.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.advanced.setToolTip(self.tr("Ways to weigh, value functions, thresholds"))
        self.more = button(self.tr("Ask me questions\u2026"), self.asked.emit, kind="link")
        self.more.setToolTip(self.tr("Swings, order, pairs, stakeholders and value functions"))
        self.equal = button(self.tr("Equal"), self._weigh_equally, kind="link")
        self.equal.setToolTip(self.tr("Give every criterion the same weight"))
        thresholds = button(self.tr("Thresholds\u2026"), self.thresholds_wanted.emit, kind="link")
        self._tie = label("", "caption", "text3", wraps=True)
        inside = QWidget()
        row = fill(QHBoxLayout(), self.more, self.equal, thresholds, None, spacing=16)
        fill(QVBoxLayout(inside), row, self._tie, margins=(16, 0, 16, 4), spacing=2)
        inside.hide()
        self.advanced.toggled.connect(inside.setVisible)
        return inside

    def show_answer(self, answer: Answer, criteria: Sequence[CriterionSetting]) -> None:
        """Show the weights of an answer and how far each may move."""
        self._criteria, self._used = tuple(criteria), answer.settings
        self._show_decider(answer)
        words = [messages.word(c) for c, _ in answer.weights]
        if words != self._words:
            self._words = words
            self._build_rows([c for c, _ in answer.weights])
        name = answer.recommended.name if answer.recommended else ""
        message = self.tr("band: {option} stays first").format(option=name)
        self._band_head.setText(message if name else "")
        bands = {criterion: (low, high) for criterion, low, high in answer.weight_ranges}
        settings = {setting.criterion: setting for setting in answer.settings}
        decimals = max((_decimals(weight) for _, weight in answer.weights), default=0)
        for criterion, weight in answer.weights:
            row = self.rows[criterion]
            row.name.setText(_swing(settings[criterion], answer.discount_rate))
            if not row.slider.isSliderDown():
                row.slider.show_value(weight)
            row.field.show_text(figures.number(weight * 100, decimals))
            band = bands.get(criterion)
            row.slider.show_band(band)
            if not answer.is_debouncing:
                row.slider.setToolTip(self._describe_band(criterion, weight, band, name))
            if not answer.is_debouncing:  # names have the room that they need, within reason
                wanted = row.name.fontMetrics().horizontalAdvance(row.name.text()) + 2
                row.name.setMinimumWidth(min(wanted, theme.px(_WIDEST_NAME)))
        if answer.is_debouncing and self._tie.text():
            self._tie.setText(self.tr("Nearest tie: settling\u2026"))

    def _describe_band(
        self, criterion: Criterion, weight: float, band: tuple[float, float] | None, name: str
    ) -> str:
        """Describe a weight, and between which weights the recommendation stays."""
        text = self.tr("{criterion} weighs {weight} %")
        message = text.format(
            criterion=messages.word(criterion), weight=figures.percent(weight, _decimals(weight))
        )
        if band is None or not name:
            return message
        text = self.tr("{option} stays first from {low} to {high} %")
        low, high = (figures.percent(end, 1) for end in band)
        message = f"{message}; {text.format(option=name, low=low, high=high)}"
        if weight < 1:
            return message
        shared = self.tr("the others share the change equally")
        return f"{message}; {shared}"

    def _show_decider(self, answer: Answer) -> None:
        """Say whose weights these are; only the study's own are moved here."""
        decider = next((o for o in answer.opinions if o.decides), None)
        text = decider.name if decider is not None else ""
        if decider is not None and decider.is_mean:
            text = self.tr("mean of the stakeholders")
        own = not text
        self.decider_shown.emit(text)
        self.equal.setEnabled(own)
        for row in self.rows.values():
            row.slider.setEnabled(own)
            row.field.setEnabled(own)

    def show_ties(self, ties: Sequence[NearestTie]) -> None:
        """Say at which weights, nearest to these, a rival draws level."""
        nearest = next((tie for tie in ties if tie.weights is not None), None)
        if nearest is None or nearest.weights is None:
            self._tie.setText("")
            return
        shares = figures.whole_percents([weight for _, weight in nearest.weights])
        weights = ", ".join(
            f"{messages.word(c)} {share} %"
            for (c, _), share in zip(nearest.weights, shares, strict=True)
        )
        message = self.tr("Nearest tie, with {rival}: {weights}")
        self._tie.setText(message.format(rival=nearest.rival, weights=weights))

    def _build_rows(self, criteria: Sequence[Criterion]) -> None:
        for row in self.rows.values():
            for old in row:
                self._grid.removeWidget(old)
                old.deleteLater()
        self.rows.clear()
        for place, criterion in enumerate(criteria, 1):
            name = messages.word(criterion)
            slider = BandSlider(self.tr("Weight of {criterion}").format(criterion=name))
            field = UnitField(slider.accessibleName(), "", 4)
            row = self.rows[criterion] = _CriterionControls(ElidedLabel(), slider, field)
            slider.moved_to.connect(lambda value, c=criterion: self._drag(c, value))
            slider.settled.connect(self._save)
            field.given.connect(lambda text, c=criterion: self._type(c, text))
            put_row(self._grid, place, *row)

    # Hands

    def _drag(self, criterion: Criterion, weight: float) -> None:
        if self._held is None:
            self._held = judged_among(self._criteria, self._used)
        moved = move_weight(self._held, criterion, round(weight, 2))
        self._criteria = with_rest(self._criteria, moved)
        self._session.try_criteria(self._criteria)

    def _save(self) -> None:
        self._held = None
        self._session.save_criteria(rank_by_rule(self._criteria, self._used))

    def _type(self, criterion: Criterion, text: str) -> None:
        value = figures.parse_number(text)
        field = self.rows[criterion].field
        if value is None or not 0 <= value <= 100:
            field.show_fault(self.tr("A weight in percent, 0 to 100"))
            return
        field.show_fault("")
        moved = move_weight(judged_among(self._criteria, self._used), criterion, value / 100)
        self._criteria = with_rest(self._criteria, moved)
        self._save()

    def _weigh_equally(self) -> None:
        judged = judged_among(self._criteria, self._used)
        if judged:
            self._criteria = with_rest(self._criteria, equal_weights(judged))
            self._save()


def _decimals(weight: float) -> int:
    return 0 if abs(weight * 100 - round(weight * 100)) < 0.05 else 1


def _swing(setting: CriterionSetting, discount_rate: Decimal | None) -> str:
    """Say from what to what a criterion swings, in the unit people use for it."""
    name = messages.criterion_word(setting.criterion, discount_rate)
    if setting.limit is None or setting.aspiration is None:
        return name
    kind = kind_of(setting.criterion)
    factor, unit = (
        (_THOUSANDS, "k")
        if kind.unit is None
        else (kind.per_unit, messages.translate_message(kind.unit))
    )
    worst, best = (
        figures.plain(round(v * factor, 1)) for v in (setting.limit, setting.aspiration)
    )
    return f"{name} {worst} \u2192 {best} {unit}"


TAB_MARGINS = (0, 8, 0, 0)
_PAIRS_BESIDE, _PAIR_COLUMNS = 2, 4
"""Pairs in a row; the columns of each: two names with the ratio between, and room behind."""
RATIOS = (9.0, 7.0, 5.0, 4.0, 3.0, 2.0, 1.0, 1 / 2, 1 / 3, 1 / 4, 1 / 5, 1 / 7, 1 / 9)


class WeightTab(QWidget):
    """What the three ways have in common."""

    given = Signal(object, object, object)
    """Carries criteria to be kept, the method by which they were weighed, and judgements."""

    def __init__(self, question: str) -> None:
        super().__init__()
        self.criteria: tuple[CriterionSetting, ...] = ()
        asked = label(question, "body", "text2", wraps=True)
        self.column = fill(QVBoxLayout(self), asked, margins=TAB_MARGINS, spacing=8)


def _shares(criteria: Sequence[CriterionSetting]) -> list[str]:
    """Write the weights that swings make, in percent without the sign."""
    total = sum(setting.swing for setting in criteria) or 1.0
    return figures.whole_percents([setting.swing / total for setting in criteria])


def _write_weights(criteria: Sequence[CriterionSetting]) -> str:
    pairs = zip(criteria, _shares(criteria), strict=True)
    return ", ".join(f"{messages.word(s.criterion)} {share} %" for s, share in pairs)


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
        self.column.addWidget(scrolled(self._grid), 1)

    def show_weights(self, criteria: Sequence[CriterionSetting], answer: Answer) -> None:
        """Show the swings of a set of weights."""
        self.criteria = tuple(criteria)
        used = {s.criterion: s for s in answer.settings}
        words = [messages.word(s.criterion) for s in criteria]
        if words != self._words:
            self._words = words
            self._build_rows(criteria)
        for setting in criteria:
            slider, field = self.rows[setting.criterion]
            if not slider.isSliderDown():
                slider.show_value(setting.swing / 100)
            field.show_text(figures.plain(round(setting.swing, 1)))
            step = messages.describe_step(used[setting.criterion], answer.currency)
            self._steps[setting.criterion].setText(f"{messages.word(setting.criterion)}  {step}")
        self._show_weights()

    def _show_weights(self) -> None:
        """Write beside each swing the weight that it makes."""
        for setting, share in zip(self.criteria, _shares(self.criteria), strict=True):
            self.weights[setting.criterion].setText(f"{share} %")

    def _build_rows(self, criteria: Sequence[CriterionSetting]) -> None:
        clear(self._grid)
        for known in (self.rows, self.weights, self._steps):
            known.clear()
        heads = (self.tr("Step from worst to best"), "", self.tr("Swing"), self.tr("Weight"))
        for column, head in enumerate(heads):
            side = _RIGHT if column > 1 else Qt.AlignmentFlag.AlignLeft
            self._grid.addWidget(label(head, "caption", "text2"), 0, column, side)
        for place, setting in enumerate(criteria, start=1):
            criterion = setting.criterion
            name = self.tr("Swing of {criterion}").format(criterion=messages.word(criterion))
            slider, field = BandSlider(name), UnitField(name, "", 4)
            slider.moved_to.connect(lambda value, c=criterion: self._move(c, 100 * value))
            slider.settled.connect(self._save)
            field.given.connect(lambda text, c=criterion: self._type(c, text))
            self.rows[criterion] = (slider, field)
            step, weight = label(""), label("", bold=True)
            weight.setAlignment(_RIGHT)
            self._steps[criterion], self.weights[criterion] = step, weight
            put_row(self._grid, place, step, slider, field, weight)

    def _move(self, criterion: Criterion, swing: float) -> None:
        self.criteria = with_swing(self.criteria, criterion, round(swing))
        self.rows[criterion][1].show_text(figures.plain(round(swing)))
        self._show_weights()
        if any(setting.swing for setting in self.criteria):
            self.tried.emit(self.criteria)

    def _save(self) -> None:
        if any(setting.swing for setting in self.criteria):
            self.given.emit(self.criteria, Method.SWINGS, ())

    def _type(self, criterion: Criterion, text: str) -> None:
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
        self._save()


class OrderTab(WeightTab):
    """The criteria in a list, the most important on top."""

    def __init__(self) -> None:
        super().__init__(
            self.tr(
                "Order the steps, the most important first. The weights are the mean of all"
                " weights in that order."
            )
        )
        self.list = named(QListWidget(), self.tr("Order of the criteria"))
        self.list.setObjectName("rows")
        self.list.setDragDropMode(QListWidget.DragDropMode.InternalMove)
        self.list.model().rowsMoved.connect(self._notify)
        self.up = button(self.tr("Up"), lambda: self._move(-1))
        self.down = button(self.tr("Down"), lambda: self._move(1))
        row = fill(QHBoxLayout(), (self.list, 1), fill(QVBoxLayout(), self.up, self.down, None))
        self.use = button(self.tr("Use these weights"), self._save, kind="primary")
        self.message = label("", "body", "text2", wraps=True)
        fill(self.column, (row, 1), self.message, self.use)

    def show_weights(self, criteria: Sequence[CriterionSetting], _answer: Answer) -> None:
        """Show the order that a set of weights has."""
        self.criteria = tuple(criteria)
        self.list.clear()
        for setting in sorted(criteria, key=lambda s: -s.swing):
            self.list.addItem(messages.word(setting.criterion))
            item = self.list.item(self.list.count() - 1)
            item.setData(Qt.ItemDataRole.UserRole, setting.criterion)
        self.list.setCurrentRow(0)
        self._notify()

    @property
    def order(self) -> tuple[Criterion, ...]:
        """The criteria as they are ordered now."""
        items = (self.list.item(row) for row in range(self.list.count()))
        return tuple(item.data(Qt.ItemDataRole.UserRole) for item in items)

    def _move(self, step: int) -> None:
        row = self.list.currentRow()
        if 0 <= row + step < self.list.count():
            self.list.insertItem(row + step, self.list.takeItem(row))
            self.list.setCurrentRow(row + step)
            self._notify()

    def _notify(self) -> None:
        if self.list.count() == len(self.criteria):
            self.message.setText(_write_weights(order_weights(self.criteria, self.order)))

    def _save(self) -> None:
        self.given.emit(order_weights(self.criteria, self.order), Method.RANKS, ())


class PairsTab(WeightTab):
    """Every pair of criteria compared, and how well the judgements agree."""

    def __init__(self) -> None:
        super().__init__(
            self.tr(
                "How many times more important is one step than the other? A consistency ratio"
                " above 0.10 is doubtful."
            )
        )
        self.boxes: dict[tuple[Criterion, Criterion], QComboBox] = {}
        self._words: list[str] = []
        """What the rows were built for."""
        self._grid = fill_grid(QGridLayout(), spacing=(12, 4))
        self.message = label("", "body", "text2", wraps=True)
        self.verdict = label("", "body", bold=True, wraps=True)
        self.use = button(self.tr("Use these weights"), self._save, kind="primary")
        words = fill(QVBoxLayout(), self.message, self.verdict, spacing=2)
        foot = fill(QHBoxLayout(), self.use, (words, 1), spacing=16)  # rows would hide pairs
        fill(self.column, (scrolled(self._grid), 1), foot)  # seven criteria make 21 pairs

    def show_pairs(
        self, criteria: Sequence[CriterionSetting], judgements: Sequence[Judgement]
    ) -> None:
        """Show the judgements that a set of weights comes from; equal where there are none."""
        self.criteria = tuple(criteria)
        names = [setting.criterion for setting in criteria]
        words = [messages.word(name) for name in names]
        if words != self._words:
            self._words = words
            self._build_rows(names)
        known = {(j.first, j.second): j.ratio for j in judgements}
        for pair, box in self.boxes.items():
            ratio = known.get(pair, 1.0)
            nearest = min(range(len(RATIOS)), key=lambda i: abs(RATIOS[i] / ratio - 1))
            with QSignalBlocker(box):
                box.setCurrentIndex(nearest)
        self._notify()

    def _build_rows(self, names: Sequence[Criterion]) -> None:
        clear(self._grid)
        self.boxes.clear()
        for side in range(_PAIRS_BESIDE):
            self._grid.setColumnStretch((side + 1) * _PAIR_COLUMNS - 1, 1)
        for place, (first, second) in enumerate(combinations(names, 2)):
            one, other = messages.word(first), messages.word(second)
            name = self.tr("{one} against {other}").format(one=one, other=other)
            box = self.boxes[first, second] = named(QComboBox(), name)
            box.addItems([figures.plain(r) if r >= 1 else f"1/{round(1 / r)}" for r in RATIOS])
            box.currentIndexChanged.connect(self._notify)
            row, side = divmod(place, _PAIRS_BESIDE)
            put_row(self._grid, row, label(one), box, label(other), first=side * _PAIR_COLUMNS)
        tab_through(*self.boxes.values(), self.use)

    @property
    def judgements(self) -> tuple[Judgement, ...]:
        """The judgements as they are set now."""
        return tuple(
            Judgement(*pair, RATIOS[box.currentIndex()]) for pair, box in self.boxes.items()
        )

    def _notify(self) -> None:
        weighted, result = compare_in_pairs(self.criteria, self.judgements)
        self.message.setText(_write_weights(weighted))
        message = self.tr("\u03bb {eigenvalue}, CI {index}, CR {ratio}").format(
            eigenvalue=figures.number(result.largest_eigenvalue, 3),
            index=figures.number(result.index, 3),
            ratio=figures.number(result.ratio, 3),
        )
        if result.is_doubtful:
            message += self.tr(": the judgements contradict each other")
        elif all(judged.ratio == 1 for judged in self.judgements):
            message += self.tr(": no step is more important than another")
        self.verdict.setText(message)

    def _save(self) -> None:
        weighted, _found = compare_in_pairs(self.criteria, self.judgements)
        self.given.emit(weighted, Method.PAIRS, self.judgements)
