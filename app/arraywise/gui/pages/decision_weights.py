"""The weights: a slider and a field a criterion, with how far each may move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from arraywise.domain.criteria import kind_of
from arraywise.domain.sureness import rounded_inwards
from arraywise.gui import figures, theme, wording
from arraywise.gui.band_slider import BandSlider
from arraywise.gui.charts.chart_export import PictureButton
from arraywise.gui.charts.ranking_bars import letter
from arraywise.gui.fields import ElidedLabel, UnitField, button, hairline, label
from arraywise.gui.nesting import nest
from arraywise.gui.pages.page import section_head
from arraywise.usecases.edit_criteria import equal_weights, judge_by, move_weight

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from PySide6.QtWidgets import QLabel

    from arraywise.domain.criteria import Criterion, CriterionSetting
    from arraywise.domain.decision import Answer
    from arraywise.domain.sureness import NearestTie

_THOUSANDS = 1e-3
_WIDEST_NAME = 260
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class _Row:
    """The controls of one criterion."""

    name: ElidedLabel
    slider: BandSlider
    field: UnitField
    stable: QLabel


class WeightsPanel(QWidget):
    """All weights; moving one rescales the others in proportion."""

    tried = Signal(object)
    """Criteria with the weights that are being dragged to: to be shown, not yet kept."""
    given = Signal(object)
    """Criteria to keep."""
    asked = Signal()
    """The user wants the swing questions, stakeholders or value functions."""

    def __init__(self) -> None:
        super().__init__()
        self._criteria: tuple[CriterionSetting, ...] = ()
        self._held: tuple[CriterionSetting, ...] | None = None
        """The weights when a thumb was taken: their proportions hold for the whole drag."""
        self._used: tuple[CriterionSetting, ...] = ()
        """The criteria with their anchors filled in."""
        self.rows: dict[Criterion, _Row] = {}
        self._has_letters = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(0)
        column.addWidget(self._make_head())
        self._grid = QGridLayout()
        self._grid.setContentsMargins(16, 0, 16, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(1)
        self._grid.setColumnStretch(1, 1)
        self._add_heads()
        nest(column, self._grid)
        self._tie = label("", "caption", "text3", wraps=True)
        self._tie.setContentsMargins(16, 2, 16, 0)
        column.addWidget(self._tie)

    def _make_head(self) -> QWidget:
        head, _title, self._decider = section_head(self.tr("Weights"))
        self.more = button(self.tr("Swing questions\u2026"), self.asked.emit, kind="flat")
        self.more.setToolTip(self.tr("Swings, order, pairs, stakeholders and value functions"))
        self.equal = button(self.tr("Equal"), self._make_equal, kind="flat")
        self.equal.setToolTip(self.tr("Give every criterion the same weight"))
        layout = head.layout()
        if layout is not None:
            layout.addWidget(self.more)
            layout.addWidget(self.equal)
            layout.addWidget(PictureButton(self, self.tr("Weights")))
        return head

    def _add_heads(self) -> None:
        self._band_head = label("", "caption", "text2", wraps=True)
        heads = (
            label(self.tr("Criterion and its swing"), "caption", "text2"),
            self._band_head,
            label(self.tr("Weight, %"), "caption", "text2"),
            label(self.tr("Stable, %"), "caption", "text2"),
        )
        for place, head in enumerate(heads):
            if place > 1:
                head.setAlignment(_RIGHT)
            self._grid.addWidget(head, 0, place)
        self._grid.addWidget(hairline(Qt.Orientation.Horizontal), 1, 0, 1, 4)

    def show_answer(self, answer: Answer, criteria: Sequence[CriterionSetting]) -> None:
        """Show the weights of an answer and how far each may move."""
        self._criteria, self._used = tuple(criteria), answer.settings
        self._show_decider(answer)
        if set(self.rows) != {c for c, _ in answer.weights}:
            self._make_rows([c for c, _ in answer.weights])
        name = answer.recommended.name if answer.recommended else ""
        said = self.tr("0\u2013100 %, band = {option} stays first").format(option=name)
        self._band_head.setText(said if name else self.tr("0\u2013100 %"))
        bands = {criterion: (low, high) for criterion, low, high in answer.weight_ranges}
        settings = {setting.criterion: setting for setting in answer.settings}
        decimals = max((_decimals(weight) for _, weight in answer.weights), default=0)
        for place, (criterion, weight) in enumerate(answer.weights):
            row = self.rows[criterion]
            sign = f"{letter(place)}  " if self._has_letters else ""
            row.name.setText(sign + _swing(settings[criterion], answer.discount_rate))
            if not row.slider.isSliderDown():
                row.slider.show_value(weight)
            row.field.show_text(figures.number(weight * 100, decimals))
            band = bands.get(criterion)
            row.slider.show_band(band)
            row.stable.setText(_stable(band, weight))
            row.slider.setToolTip(self._said_band(criterion, weight, band, name))
        if answer.is_settling and self._tie.text():
            self._tie.setText(self.tr("Nearest tie: settling\u2026"))
        self._fit_names()

    def _said_band(
        self, criterion: Criterion, weight: float, band: tuple[float, float] | None, name: str
    ) -> str:
        """Say a weight, and between which weights the recommendation stays."""
        text = self.tr("{criterion} weighs {weight} %")
        said = text.format(
            criterion=wording.word(criterion), weight=figures.percent(weight, _decimals(weight))
        )
        if band is None or not name:
            return said
        text = self.tr("{option} stays first from {low} to {high} %")
        low, high = (figures.percent(end, 1) for end in band)
        said = f"{said}; {text.format(option=name, low=low, high=high)}"
        if weight < 1:
            return said
        shared = self.tr("the others share equally what it gives up")
        return f"{said}; {shared}"

    def show_letters(self, shown: bool) -> None:  # noqa: FBT001 - Qt's signal gives it so
        """Put before each criterion the letter that stands for it in the ranking, or not."""
        if shown != self._has_letters:
            self._has_letters = shown
            for place, row in enumerate(self.rows.values()):
                name = row.name.text().removeprefix(f"{letter(place)}  ")
                row.name.setText(f"{letter(place)}  {name}" if shown else name)
            self._fit_names()

    def _fit_names(self) -> None:
        """Give the names the room that they need, within reason; the sliders take the rest."""
        for row in self.rows.values():
            wanted = row.name.fontMetrics().horizontalAdvance(row.name.text()) + 2
            row.name.setMinimumWidth(min(wanted, theme.px(_WIDEST_NAME)))

    def _show_decider(self, answer: Answer) -> None:
        """Say whose weights these are; only the study's own are moved here."""
        decider = next((o for o in answer.opinions if o.decides), None)
        own = decider is None or not (decider.name or decider.is_mean)
        text = ""
        if decider is not None and decider.is_mean:
            text = self.tr("mean of the stakeholders")
        elif decider is not None:
            text = decider.name
        self._decider.setText(text)
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
            f"{wording.word(c)} {share} %"
            for (c, _), share in zip(nearest.weights, shares, strict=True)
        )
        said = self.tr("Nearest tie, with {rival}: {weights}")
        self._tie.setText(said.format(rival=nearest.rival, weights=weights))

    def _make_rows(self, criteria: Sequence[Criterion]) -> None:
        for row in self.rows.values():
            for old in (row.name, row.slider, row.field, row.stable):
                self._grid.removeWidget(old)
                old.deleteLater()
        self.rows.clear()
        for place, criterion in enumerate(criteria):
            name = wording.word(criterion)
            slider = BandSlider(self.tr("Weight of {criterion}").format(criterion=name))
            field = UnitField(slider.accessibleName(), "", 4)
            row = _Row(ElidedLabel(), slider, field, label("", "body", "text2"))
            row.stable.setAlignment(_RIGHT)
            self.rows[criterion] = row
            slider.moved_to.connect(lambda value, c=criterion: self._drag(c, value))
            slider.settled.connect(self._keep)
            field.given.connect(lambda text, c=criterion: self._type(c, text))
            for column, control in enumerate((row.name, slider, field, row.stable)):
                self._grid.addWidget(control, place + 2, column)

    # Hands

    def _drag(self, criterion: Criterion, weight: float) -> None:
        if self._held is None:
            self._held = self._criteria
        self._criteria = move_weight(self._held, criterion, round(weight, 2))
        self.tried.emit(self._criteria)

    def _keep(self) -> None:
        self._held = None
        self.given.emit(judge_by(self._criteria, self._used))

    def _type(self, criterion: Criterion, text: str) -> None:
        value = figures.parse_number(text)
        field = self.rows[criterion].field
        if value is None or not 0 <= value <= 100:
            field.show_fault(self.tr("A weight in percent, 0 to 100"))
            return
        field.show_fault("")
        self._criteria = move_weight(self._criteria, criterion, value / 100)
        self._keep()

    def _make_equal(self) -> None:
        if self._criteria:
            self._criteria = equal_weights(self._criteria)
            self._keep()


def _decimals(weight: float) -> int:
    return 0 if abs(weight * 100 - round(weight * 100)) < 0.05 else 1


def _stable(band: tuple[float, float] | None, weight: float) -> str:
    if band is None:
        return figures.EN_DASH
    least, most = rounded_inwards(*band, weight)
    return f"{figures.plain(least)}{figures.EN_DASH}{figures.plain(most)}"


def _swing(setting: CriterionSetting, discount_rate: Decimal | None) -> str:
    """Say from what to what a criterion swings, in the unit people use for it."""
    name = wording.criterion_word(setting.criterion, discount_rate)
    if setting.limit is None or setting.aspiration is None:
        return name
    kind = kind_of(setting.criterion)
    factor, unit = (
        (_THOUSANDS, "k") if kind.unit is None else (kind.per_unit, wording.tell(kind.unit))
    )
    worst, best = (
        figures.plain(round(v * factor, 1)) for v in (setting.limit, setting.aspiration)
    )
    return f"{name} {worst} \u2192 {best} {unit}"
