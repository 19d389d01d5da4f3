"""Three ways to give weights: swing questions, the order alone, and pairs."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QListWidget,
    QVBoxLayout,
    QWidget,
)

from arraywise.domain.weighting import Judgement, Method
from arraywise.gui import criterion_units, figures, wording
from arraywise.gui.band_slider import BandSlider
from arraywise.gui.fields import UnitField, button, clear, label, scrolled, tab_through
from arraywise.gui.nesting import nest
from arraywise.usecases.edit_criteria import compare_in_pairs, order_weights, with_swing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QLabel

    from arraywise.domain.criteria import Criterion, CriterionSetting
    from arraywise.domain.decision import Answer

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
TAB_MARGINS = (0, 8, 0, 0)
_PAIRS_BESIDE, _PAIR_COLUMNS = 2, 4
"""Pairs in a row; the columns of each: two names with the ratio between, and room behind."""
RATIOS = (9.0, 7.0, 5.0, 4.0, 3.0, 2.0, 1.0, 1 / 2, 1 / 3, 1 / 4, 1 / 5, 1 / 7, 1 / 9)


class Given:
    """Weights as a tab gives them."""

    def __init__(
        self,
        criteria: tuple[CriterionSetting, ...],
        method: Method = Method.SWINGS,
        judgements: tuple[Judgement, ...] = (),
    ) -> None:
        self.criteria = criteria
        self.method = method
        self.judgements = judgements


class WeightTab(QWidget):
    """What the three ways have in common."""

    given = Signal(object)
    """Carries `Given`, to be kept."""

    def __init__(self, question: str) -> None:
        super().__init__()
        self.criteria: tuple[CriterionSetting, ...] = ()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(*TAB_MARGINS)
        self.column.setSpacing(8)
        asked = label(question, "body", "text2", wraps=True)
        self.column.addWidget(asked)

    def weights_text(self, criteria: Sequence[CriterionSetting]) -> str:
        """Say the weights that swings make."""
        return ", ".join(
            f"{wording.word(s.criterion)} {share} %"
            for s, share in zip(criteria, _shares(criteria), strict=True)
        )


def _shares(criteria: Sequence[CriterionSetting]) -> list[str]:
    """Write the weights that swings make, in percent without the sign."""
    total = sum(setting.swing for setting in criteria) or 1.0
    return figures.whole_percents([setting.swing / total for setting in criteria])


class SwingTab(WeightTab):
    """A slider and a field a criterion: the most wanted step has 100."""

    tried = Signal(object)
    """Criteria with the swing that is being dragged to: to be shown, not yet kept."""

    def __init__(self) -> None:
        super().__init__(
            self.tr(
                "Suppose everything were at its worst. Which one step to its best would you take"
                " first? It gets 100. How much is each other step worth against it? Only the"
                " ratios count: 45 to 27 says the same as 100 to 60."
            )
        )
        self.rows: dict[Criterion, tuple[BandSlider, UnitField]] = {}
        self.weights: dict[Criterion, QLabel] = {}
        self._steps: dict[Criterion, QLabel] = {}
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self.column.addWidget(scrolled(self._grid), 1)

    def show_weights(self, criteria: Sequence[CriterionSetting], answer: Answer) -> None:
        """Show the swings of a set of weights."""
        self.criteria = tuple(criteria)
        used = {s.criterion: s for s in answer.settings}
        if set(self.rows) != set(used):
            self._make_rows(criteria)
        for setting in criteria:
            slider, field = self.rows[setting.criterion]
            if not slider.isSliderDown():
                slider.show_value(setting.swing / 100)
            field.show_text(figures.plain(round(setting.swing, 1)))
            step = criterion_units.say_step(used[setting.criterion], answer.currency)
            self._steps[setting.criterion].setText(f"{wording.word(setting.criterion)}  {step}")
        self._say_weights()

    def _say_weights(self) -> None:
        """Write beside each swing the weight that it makes."""
        for setting, share in zip(self.criteria, _shares(self.criteria), strict=True):
            self.weights[setting.criterion].setText(f"{share} %")

    def _make_rows(self, criteria: Sequence[CriterionSetting]) -> None:
        clear(self._grid)
        for known in (self.rows, self.weights, self._steps):
            known.clear()
        heads = (self.tr("Step from worst to best"), "", self.tr("Swing"), self.tr("Weight"))
        for column, head in enumerate(heads):
            side = _RIGHT if column > 1 else Qt.AlignmentFlag.AlignLeft
            self._grid.addWidget(label(head, "caption", "text2"), 0, column, side)
        for place, setting in enumerate(criteria, start=1):
            criterion = setting.criterion
            name = self.tr("Swing of {criterion}").format(criterion=wording.word(criterion))
            slider, field = BandSlider(name), UnitField(name, "", 4)
            slider.moved_to.connect(lambda value, c=criterion: self._move(c, 100 * value))
            slider.settled.connect(self._keep)
            field.given.connect(lambda text, c=criterion: self._type(c, text))
            self.rows[criterion] = (slider, field)
            self._steps[criterion], weight = label(""), label("", bold=True)
            weight.setAlignment(_RIGHT)
            self.weights[criterion] = weight
            for column, control in enumerate((self._steps[criterion], slider, field, weight)):
                self._grid.addWidget(control, place, column)

    def _move(self, criterion: Criterion, swing: float) -> None:
        self.criteria = with_swing(self.criteria, criterion, round(swing))
        self.rows[criterion][1].show_text(figures.plain(round(swing)))
        self._say_weights()
        if any(setting.swing for setting in self.criteria):
            self.tried.emit(self.criteria)

    def _keep(self) -> None:
        if any(setting.swing for setting in self.criteria):
            self.given.emit(Given(self.criteria))

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
        self._keep()


class OrderTab(WeightTab):
    """The criteria in a list, the most important on top."""

    def __init__(self) -> None:
        super().__init__(
            self.tr(
                "Put the steps in order, the most important on top. Where only the order is known,"
                " these are the weights in the middle of all that agree with it."
            )
        )
        self.list = QListWidget()
        self.list.setObjectName("rows")
        self.list.setAccessibleName(self.tr("Order of the criteria"))
        self.list.setDragDropMode(QListWidget.DragDropMode.InternalMove)
        self.list.model().rowsMoved.connect(self._tell)
        row = QHBoxLayout()
        row.addWidget(self.list, 1)
        buttons = QVBoxLayout()
        self.up = button(self.tr("Up"), lambda: self._move(-1))
        self.down = button(self.tr("Down"), lambda: self._move(1))
        buttons.addWidget(self.up)
        buttons.addWidget(self.down)
        buttons.addStretch(1)
        nest(row, buttons)
        nest(self.column, row, 1)
        self.said = label("", "body", "text2", wraps=True)
        self.column.addWidget(self.said)
        self.use = button(self.tr("Use these weights"), self._keep, kind="primary")
        self.column.addWidget(self.use)

    def show_weights(self, criteria: Sequence[CriterionSetting], _answer: Answer) -> None:
        """Show the order that a set of weights has."""
        self.criteria = tuple(criteria)
        self.list.clear()
        for setting in sorted(criteria, key=lambda s: -s.swing):
            self.list.addItem(wording.word(setting.criterion))
            item = self.list.item(self.list.count() - 1)
            item.setData(Qt.ItemDataRole.UserRole, setting.criterion)
        self.list.setCurrentRow(0)
        self._tell()

    @property
    def order(self) -> tuple[Criterion, ...]:
        """The criteria as they are ordered now."""
        items = (self.list.item(row) for row in range(self.list.count()))
        return tuple(item.data(Qt.ItemDataRole.UserRole) for item in items)

    def _move(self, step: int) -> None:
        row = self.list.currentRow()
        if 0 <= row + step < self.list.count():
            item = self.list.takeItem(row)
            self.list.insertItem(row + step, item)
            self.list.setCurrentRow(row + step)
            self._tell()

    def _tell(self) -> None:
        if self.list.count() == len(self.criteria):
            self.said.setText(self.weights_text(order_weights(self.criteria, self.order)))

    def _keep(self) -> None:
        self.given.emit(Given(order_weights(self.criteria, self.order), Method.RANKS))


class PairsTab(WeightTab):
    """Every pair of criteria compared, and how well the judgements agree."""

    def __init__(self) -> None:
        super().__init__(
            self.tr(
                "How many times as much does the one step matter as the other? The judgements"
                " should agree with each other: a consistency ratio above 0.10 is doubtful."
            )
        )
        self.boxes: dict[tuple[Criterion, Criterion], QComboBox] = {}
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self.column.addWidget(scrolled(self._grid), 1)  # seven criteria make 21 pairs
        self.said = label("", "body", "text2", wraps=True)
        self.verdict = label("", "body", bold=True, wraps=True)
        self.use = button(self.tr("Use these weights"), self._keep, kind="primary")
        nest(self.column, self._make_foot())

    def _make_foot(self) -> QHBoxLayout:
        """Put what the judgements come to beside the button: rows below would hide pairs."""
        foot, words = QHBoxLayout(), QVBoxLayout()
        foot.setSpacing(16)
        words.setSpacing(2)
        words.addWidget(self.said)
        words.addWidget(self.verdict)
        foot.addWidget(self.use)
        nest(foot, words, 1)
        return foot

    def show_pairs(
        self, criteria: Sequence[CriterionSetting], judgements: Sequence[Judgement]
    ) -> None:
        """Show the judgements that a set of weights comes from; equal where there are none."""
        self.criteria = tuple(criteria)
        names = [setting.criterion for setting in criteria]
        if list(self.boxes) != list(combinations(names, 2)):
            self._make_rows(names)
        known = {(j.first, j.second): j.ratio for j in judgements}
        for pair, box in self.boxes.items():
            ratio = known.get(pair, 1.0)
            nearest = min(range(len(RATIOS)), key=lambda i: abs(RATIOS[i] / ratio - 1))
            box.blockSignals(True)  # noqa: FBT003 - Qt's own signature
            box.setCurrentIndex(nearest)
            box.blockSignals(False)  # noqa: FBT003
        self._tell()

    def _make_rows(self, names: Sequence[Criterion]) -> None:
        clear(self._grid)
        self.boxes.clear()
        for side in range(_PAIRS_BESIDE):
            self._grid.setColumnStretch((side + 1) * _PAIR_COLUMNS - 1, 1)
        for place, (first, second) in enumerate(combinations(names, 2)):
            box = QComboBox()
            one, other = wording.word(first), wording.word(second)
            said = self.tr("{one} against {other}").format(one=one, other=other)
            box.setAccessibleName(said)
            for ratio in RATIOS:
                box.addItem(_said_ratio(ratio))
            box.currentIndexChanged.connect(self._tell)
            self.boxes[first, second] = box
            row, side = divmod(place, _PAIRS_BESIDE)
            for column, control in enumerate((label(one), box, label(other))):
                self._grid.addWidget(control, row, side * _PAIR_COLUMNS + column)
        tab_through(*self.boxes.values(), self.use)

    @property
    def judgements(self) -> tuple[Judgement, ...]:
        """The judgements as they are set now."""
        return tuple(
            Judgement(*pair, RATIOS[box.currentIndex()]) for pair, box in self.boxes.items()
        )

    def _tell(self) -> None:
        weighted, found = compare_in_pairs(self.criteria, self.judgements)
        self.said.setText(self.weights_text(weighted))
        said = self.tr("\u03bb {eigenvalue}, CI {index}, CR {ratio}").format(
            eigenvalue=figures.number(found.largest_eigenvalue, 3),
            index=figures.number(found.index, 3),
            ratio=figures.number(found.ratio, 3),
        )
        if found.is_doubtful:
            said += self.tr(": the judgements contradict each other")
        elif all(judged.ratio == 1 for judged in self.judgements):
            said += self.tr(": no step is judged to matter more than another")
        self.verdict.setText(said)

    def _keep(self) -> None:
        weighted, _found = compare_in_pairs(self.criteria, self.judgements)
        self.given.emit(Given(weighted, Method.PAIRS, self.judgements))


def _said_ratio(ratio: float) -> str:
    return figures.plain(ratio) if ratio >= 1 else f"1/{round(1 / ratio)}"
