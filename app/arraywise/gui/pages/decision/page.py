"""The Decision page: map, sensitivity and runway beside ranking, weights and changes."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from arraywise.analysis.decision.scoring import stamp_swings_with_anchors
from arraywise.domain.criteria import Criterion, CriterionSetting, kind_of
from arraywise.domain.requirement import Rule
from arraywise.gui.charts.decision_map import DecisionMapView, MapLegend
from arraywise.gui.charts.painted import PictureButton
from arraywise.gui.charts.ranking import LeadChart, RankingBars, RankSharesChart, lead_over_rival
from arraywise.gui.charts.value import PriceValueChart
from arraywise.gui.pages.answer_parts import ChangesTable, FindingsPanel
from arraywise.gui.pages.base import (
    EmptyState,
    Page,
    fill_combo_box,
    fill_grid,
    put_row,
    section_head,
    wrap_widget_in_scroll_area,
)
from arraywise.gui.pages.decision.assumptions import AssumptionsView
from arraywise.gui.pages.decision.runway import RunwayView
from arraywise.gui.pages.decision.scenarios import ScenariosPanel
from arraywise.gui.pages.decision.stakeholders import WeightingPanel
from arraywise.gui.session.page_requests import ShowGuide, ShowPresentation, ShowThresholds
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.banner import SIGNS
from arraywise.gui.widgets.controls import (
    AllOrNothingLabel,
    ElidedLabel,
    UnitField,
    button,
    chip,
    fill,
    flush,
    hairline,
    label,
    panel,
    panel_title,
    splitter,
    with_accessible_name,
)
from arraywise.gui.widgets.painting import BandSlider
from arraywise.present.findings import sort_findings
from arraywise.usecases.changes import Changes
from arraywise.usecases.decide_study import analyse_sensitivity
from arraywise.usecases.edit_criteria import (
    confirm_all_weights,
    criteria_in_use,
    replace_criterion_settings,
    rescale_all_weights,
    with_equal_weights,
    with_one_weight_set,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from decimal import Decimal

    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QPushButton

    from arraywise.analysis.decision.scoring import Criteria
    from arraywise.domain.criteria import Weighting
    from arraywise.domain.decision import Answer, LeadBar, NearestTie, Robustness
    from arraywise.domain.runway import Runway
    from arraywise.gui.charts.painted import ZoomedChart
    from arraywise.gui.session.session import Session


_THOUSANDS = 1e-3
_WIDEST_NAME = 190


class _CriterionControls(NamedTuple):
    """The controls of one criterion."""

    name: ElidedLabel
    slider: BandSlider
    field: UnitField


class WeightsPanel(QWidget):
    """All weights; moving one rescales the others in proportion."""

    weighting_requested = (
        Signal()
    )  # the user wants the swing questions, stakeholders or value functions
    thresholds_requested = Signal()
    decider_shown = Signal(str)
    """Whose weights these are, where they are not the study's own."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._criteria: tuple[CriterionSetting, ...] = ()
        self._criteria_at_drag_start: tuple[CriterionSetting, ...] | None = None
        """The weights when a thumb was taken: their proportions hold for the whole drag."""
        self._anchored_criteria: tuple[
            CriterionSetting, ...
        ] = ()  # the criteria with their anchors filled in
        self.rows: dict[Criterion, _CriterionControls] = {}
        self._words: list[str] = []
        """What the rows were built for."""
        column = fill(QVBoxLayout(self), self._build_advanced(), margins=(0, 0, 0, 4), spacing=0)
        self._band_head = label("", "caption", "text2", wraps=True)
        of_weight = label(self.tr("Weight, %"), "caption", "text2")
        of_weight.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
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
        self.more = button(
            self.tr("Ask me questions\u2026"), self.weighting_requested.emit, kind="link"
        )
        self.more.setToolTip(self.tr("Swings, order, stakeholders and value functions"))
        self.equal = button(self.tr("Equal"), self._weigh_equally, kind="link")
        self.equal.setToolTip(self.tr("Give every criterion the same weight"))
        thresholds = button(
            self.tr("Thresholds\u2026"), self.thresholds_requested.emit, kind="link"
        )
        self._tie = label("", "caption", "text3", wraps=True)
        inside = QWidget()
        row = fill(QHBoxLayout(), self.more, self.equal, thresholds, None, spacing=16)
        fill(QVBoxLayout(inside), row, self._tie, margins=(16, 0, 16, 4), spacing=2)
        inside.hide()
        self.advanced.toggled.connect(inside.setVisible)
        return inside

    def show_answer(self, answer: Answer, criteria: Sequence[CriterionSetting]) -> None:
        """Show the weights of an answer and how far each may move."""
        self._criteria, self._anchored_criteria = tuple(criteria), answer.settings
        self._show_decider(answer)
        words = [messages.display_name(c) for c, _ in answer.weights]
        if words != self._words:
            self._words = words
            self._build_rows([c for c, _ in answer.weights])
        name = answer.recommended.name if answer.recommended else ""
        message = self.tr("band: {option} stays first").format(option=name)
        self._band_head.setText(message if name else "")
        bands = {criterion: (low, high) for criterion, low, high in answer.weight_ranges}
        settings = {setting.criterion: setting for setting in answer.settings}
        decimals = max((_percent_decimals(weight) for _, weight in answer.weights), default=0)
        for criterion, weight in answer.weights:
            row = self.rows[criterion]
            row.name.setText(_format_swing(settings[criterion], answer.discount_rate))
            if not row.slider.isSliderDown():
                row.slider.show_value(weight)
            row.field.show_text(figures.number(weight * 100, decimals))
            band = bands.get(criterion)
            row.slider.show_band(band)
            if not answer.is_preliminary:
                row.slider.setToolTip(self._describe_band(criterion, weight, band, name))
            if not answer.is_preliminary:  # names have the room that they need, within reason
                wanted = row.name.fontMetrics().horizontalAdvance(row.name.text()) + 2
                row.name.setMinimumWidth(min(wanted, theme.px(_WIDEST_NAME)))
        if answer.is_preliminary and self._tie.text():
            self._tie.setText(self.tr("Nearest tie: settling\u2026"))

    def _describe_band(
        self, criterion: Criterion, weight: float, band: tuple[float, float] | None, name: str
    ) -> str:
        """Describe a weight, and between which weights the recommendation stays."""
        text = self.tr("{criterion} weighs {weight} %")
        message = text.format(
            criterion=messages.display_name(criterion),
            weight=figures.percent(weight, _percent_decimals(weight)),
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
        """Report whose weights these are, and enable the controls for the study's own only."""
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
            f"{messages.display_name(c)} {share} %"
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
            name = messages.display_name(criterion)
            slider = BandSlider(self.tr("Weight of {criterion}").format(criterion=name))
            field = UnitField(slider.accessibleName(), "", 4)
            row = self.rows[criterion] = _CriterionControls(ElidedLabel(), slider, field)
            slider.moved_to.connect(lambda value, c=criterion: self._try_weight(c, value))
            slider.settled.connect(self._save_weights)
            field.given.connect(lambda text, c=criterion: self._save_typed_weight(c, text))
            put_row(self._grid, place, *row)

    # Hands

    def _try_weight(self, criterion: Criterion, weight: float) -> None:
        if self._criteria_at_drag_start is None:
            self._criteria_at_drag_start = criteria_in_use(self._criteria, self._anchored_criteria)
        moved = with_one_weight_set(self._criteria_at_drag_start, criterion, round(weight, 2))
        self._criteria = replace_criterion_settings(self._criteria, moved)
        self._session.try_criteria(self._criteria)

    def _save_weights(self) -> None:
        self._criteria_at_drag_start = None
        self._session.save_criteria(
            stamp_swings_with_anchors(self._criteria, self._anchored_criteria)
        )

    def _save_typed_weight(self, criterion: Criterion, text: str) -> None:
        value = figures.parse_number(text)
        field = self.rows[criterion].field
        if value is None or not 0 <= value <= 100:
            field.show_fault(self.tr("A weight in percent, 0 to 100"))
            return
        field.show_fault("")
        moved = with_one_weight_set(
            criteria_in_use(self._criteria, self._anchored_criteria), criterion, value / 100
        )
        self._criteria = replace_criterion_settings(self._criteria, moved)
        self._save_weights()

    def _weigh_equally(self) -> None:
        judged = criteria_in_use(self._criteria, self._anchored_criteria)
        if judged:
            self._criteria = replace_criterion_settings(self._criteria, with_equal_weights(judged))
            self._save_weights()


def _percent_decimals(weight: float) -> int:
    return 0 if abs(weight * 100 - round(weight * 100)) < 0.05 else 1


def _format_swing(setting: CriterionSetting, discount_rate: Decimal | None) -> str:
    """Say from what to what a criterion swings, in the unit people use for it."""
    name = messages.criterion_name(setting.criterion, discount_rate)
    if setting.limit is None or setting.aspiration is None:
        return name
    kind = kind_of(setting.criterion)
    factor, unit = (
        (_THOUSANDS, "k")
        if kind.unit is None
        else (kind.units_per_si, messages.translate_message(kind.unit))
    )
    worst, best = (
        figures.plain(round(v * factor, 1)) for v in (setting.limit, setting.aspiration)
    )
    return f"{name} {worst} \u2192 {best} {unit}"


_LEFT, _RIGHT = 744, 448  # shares of the width
_WEIGHING = [5200, 4800]  # shares of the height, with the weights open


class DecisionPage(Page):
    """What to buy, why, and how far that holds."""

    key = "decision"
    icon = "decision"
    subtitle_kind = AllOrNothingLabel  # it explains the rule, which stands beside it
    assumptions: AssumptionsView | None = None
    _shown_view = "map"

    def __init__(self, session: Session) -> None:
        super().__init__(self.tr("Decision"))
        self._session = session
        self.map = DecisionMapView(session)
        self._sign = ("warning", "text2")
        self._shown_question: tuple[str, str] | None = None
        """What the page asks of weights and prices, in its message."""
        self.map.message.connect(self.show_message)
        self.ranking = RankingBars()
        self.weights = WeightsPanel(session)
        self.findings = FindingsPanel()
        self.findings.closed.connect(self.close_findings)
        self.findings.guide_requested.connect(lambda topic: self.requested.emit(ShowGuide(topic)))
        self.changes = ChangesTable(is_narrow=True)
        self.drawer = self._build_drawer_button()
        self.prices, self.lead, self.ranks = PriceValueChart(), LeadChart(), RankSharesChart()
        for chart in (self.ranking, self.prices, self.lead, self.ranks):
            chart.message.connect(self.show_message)
        self.weighing: WeightingPanel | None = None
        self.weights.weighting_requested.connect(self.open_weights)
        self.weights.thresholds_requested.connect(lambda: self.requested.emit(ShowThresholds()))
        self.scenarios = ScenariosPanel(session)
        self.rule = self._build_rule_list()
        self.add_to_title(self.rule)
        self.runway: RunwayView | None = None
        self._runway_found: tuple[Answer, Runway] | None = None
        self.add_to_title(self._build_view_switch())
        self.add_to_head(self.scenarios.toggle, self.drawer, self._build_presentation_button())
        self._views = QStackedWidget()
        self._views.addWidget(self._build_body())
        self._views.addWidget(self._build_sensitivity_view())
        self.set_body(self.scenarios.insert_body(self._views), self._build_empty())

    def _build_presentation_button(self) -> QPushButton:
        built = button(self.tr("Present  F11"), lambda: self.requested.emit(ShowPresentation()))
        built.setToolTip(self.tr("Map and answer alone, on the whole screen (F11)"))
        return built

    def _build_view_switch(self) -> QWidget:
        """Build the switch between map, runway, assumptions, and what is behind the ranking."""
        self.views = {
            "map": chip(self.tr("Map"), segment="first"),
            "sensitivity": chip(self.tr("Sensitivity"), segment="middle"),
            "runway": chip(self.tr("Runway"), segment="middle"),
            "assumptions": chip(self.tr("Assumptions"), segment="last"),
        }
        group = QButtonGroup(self)
        for key, each in self.views.items():
            group.addButton(each)
            each.setFixedHeight(theme.height("field"))
            each.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            each.clicked.connect(lambda _checked=False, key=key: self.show_view(key))
        self.views["map"].setChecked(True)
        for keys, step in (("Ctrl+Tab", 1), ("Ctrl+Shift+Tab", -1)):
            shortcut = QShortcut(keys, self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.setWhatsThis(
                self.tr("Change between map, sensitivity, runway and assumptions")
            )
            shortcut.activated.connect(lambda step=step: self.switch_view(step))
        switch = QWidget()
        fill(QHBoxLayout(switch), *self.views.values(), margins=(0, 0, 0, 0), spacing=0)
        return switch

    def switch_view(self, step: int = 1) -> None:
        """Go to the next view, or the one before."""
        if not self.is_empty:
            place = list(self.views).index(self._shown_view) + step
            self.show_view(list(self.views)[place % len(self.views)])

    def show_view(self, key: str) -> None:
        """Show map and ranking, what is behind them, how long options last, or assumptions."""
        self.views[key].setChecked(True)
        self._shown_view = key
        if key == "runway" and self.runway is None:
            self.runway = RunwayView(self._session)
            self.runway.chart.message.connect(self.show_message)
            self._views.addWidget(self.runway)
            if self._runway_found is not None:
                self.runway.show_runway(*self._runway_found)
        if key == "assumptions" and self.assumptions is None:
            self.assumptions = AssumptionsView(self._session)
            self._views.addWidget(self.assumptions)
        had_focus = self.focusWidget() is not None
        later = {"runway": self.runway, "assumptions": self.assumptions}.get(key)
        if later is None:
            self._views.setCurrentIndex(list(self.views).index(key))
        else:
            self._views.setCurrentWidget(later)
        if self.runway is not None and key == "runway":
            self.runway.show_month()
            self.runway.month.setFocus()
        elif self.assumptions is not None and key == "assumptions":
            self.assumptions.search_if_needed()
            self.assumptions.table.setFocus()
        elif had_focus:
            (self.map if key == "map" else self.lead).setFocus()

    def _build_drawer_button(self) -> QPushButton:
        """Build the button that, as F8 does, opens the findings and closes them again."""
        built = button(self.tr("Findings"), lambda: None, sign="warning")
        built.setCheckable(True)
        built.setToolTip(self.tr("Findings over the right column (F8)"))
        built.toggled.connect(self._set_findings_visible)
        keys = QShortcut(QKeySequence("F8"), self)
        keys.setWhatsThis(self.tr("Open or close the findings"))
        keys.activated.connect(built.toggle)
        return built

    def open_findings(self) -> None:
        """Show the findings beside the map."""
        self.drawer.setChecked(True)

    def close_findings(self) -> None:
        """Show ranking, weights and changes again."""
        self.drawer.setChecked(False)

    def _set_findings_visible(self, shown: bool) -> None:  # noqa: FBT001 - Qt's signal
        self._right.setCurrentIndex(int(shown))
        if shown:
            if self._session.answer is not None:
                self.findings.show_answer(self._session.answer)
            self.findings.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif self.findings.isAncestorOf(QApplication.focusWidget() or self):
            self.drawer.setFocus(Qt.FocusReason.OtherFocusReason)

    def _build_rule_list(self) -> QComboBox:
        """Build the list of rules by which an option is recommended."""
        name = self.tr("Rule of the recommendation")
        built = with_accessible_name(QComboBox(), name, name)
        fill_combo_box(built, ((messages.display_name(rule), rule) for rule in Rule))
        built.setFont(theme.font("control"))
        built.setFixedHeight(theme.height("field"))
        built.activated.connect(self._save_rule)
        return built

    def _save_rule(self, at: int) -> None:
        answer = self._session.answer
        if answer is not None:
            requirement = replace(answer.requirement, rule=Rule(self.rule.itemData(at)))
            self._session.save_requirement(requirement)

    def _build_body(self) -> QWidget:
        body, left, title = panel(), panel(), self.tr("Decision map")
        picture = PictureButton(self.map, title)
        head, _title, note = section_head(title, "", (self._build_legend_row(), 1), picture)
        note.hide()
        flush(QVBoxLayout(left), head, (self.map, 1))
        self._right = QStackedWidget()  # findings, where they are asked for, over all else
        self._right.addWidget(self._build_ranking())
        self._right.addWidget(self.findings)
        split = splitter(Qt.Orientation.Horizontal, left, self._right, sizes=(_LEFT, _RIGHT))
        self._rows = splitter(Qt.Orientation.Vertical, split, sizes=(1,))
        flush(QHBoxLayout(body), self._rows)
        return body

    def _build_sensitivity_view(self) -> QScrollArea:
        """Build what price buys, what each input does to the lead, and how often who is first."""
        frontier, self._lead_note = ElidedLabel("text3"), ElidedLabel("text3")
        self._ranks_note = ElidedLabel("text3")
        frontier.setText(self.tr("frontier dashed"))
        self._lead_title = panel_title(self.tr("Lead"))
        price = _build_chart_column(
            panel_title(self.tr("Price against value")),
            frontier,
            self.prices,
            self._build_fit_button(self.prices),
        )
        lead = _build_chart_column(
            self._lead_title, self._lead_note, self.lead, self._build_fit_button(self.lead)
        )
        ranks = _build_chart_column(panel_title(self.tr("Ranks")), self._ranks_note, self.ranks)
        upper, across = hairline(Qt.Orientation.Vertical), hairline(Qt.Orientation.Horizontal)
        body = panel()
        row = fill(QHBoxLayout(), (price, 1), upper, (lead, 1), spacing=0)
        flush(QVBoxLayout(body), (row, 3), across, (ranks, 2))
        return wrap_widget_in_scroll_area(body, keeps_width=True)

    def _build_legend_row(self) -> QWidget:
        """Build a row of the legend and a button that is visible while the map is zoomed."""
        beside = QWidget()
        self.map_key = MapLegend()
        self.map.map_drawn.connect(self.map_key.show_map)
        fill(
            QHBoxLayout(beside),
            (self.map_key, 1),
            self._build_fit_button(self.map),
            margins=(0, 0, 0, 0),
        )
        return beside

    def _build_fit_button(self, chart: DecisionMapView | ZoomedChart) -> QPushButton:
        """Build the button that is visible while a chart is zoomed."""
        fit = button(self.tr("Fit"), chart.fit, kind="flat")
        fit.setToolTip(self.tr("Show everything again (Home)"))
        fit.hide()
        chart.range_changed.connect(fit.setVisible)
        return fit

    def list_palette_targets(self) -> tuple[tuple[str, Callable[[], object]], ...]:
        """Return weights, scenarios, sensitivity and assumptions, each with what opens it."""
        weights = self.tr("Weights, value functions and ratings")
        scenarios = self.tr("Scenarios side by side")
        sensitivity = self.tr("Sensitivity: price against value, lead, ranks")
        assumptions = self.tr("Assumptions: what was not measured, and who agreed to it")
        return (
            (weights, self.open_weights),
            (scenarios, self.scenarios.open),
            (sensitivity, lambda: self.show_view("sensitivity")),
            (assumptions, lambda: self.show_view("assumptions")),
        )

    def open_weights(self) -> None:
        """Show weights and value functions below map and ranking, which follow them."""
        self.scenarios.toggle.setChecked(False)
        self.show_view("map")
        self.close_findings()
        if self.weighing is None:
            self.weighing = WeightingPanel(self._session)
            self.weighing.closed.connect(self.close_weights)
            self._rows.addWidget(self.weighing)
            self._set_weighting_visible(for_weights=True)
            self._rows.setSizes(_WEIGHING)
        self._set_weighting_visible(for_weights=True)
        self.weighing.tabs.tabBar().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def close_weights(self) -> None:
        """Show again what gave way to the weights."""
        self._set_weighting_visible(for_weights=False)
        first = self.weights.more if self.weights.advanced.isChecked() else self.weights.advanced
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _set_weighting_visible(self, *, for_weights: bool) -> None:
        if self.weighing is not None:
            self.weighing.setVisible(for_weights)
        for each in (self.weights, self._below_ranking):
            each.setVisible(not for_weights)

    def _build_ranking(self) -> QScrollArea:
        """Put weights and ranking into one panel, and under it what would change the answer."""
        right, title = panel(), self.tr("Ranking and weights")
        beside = self.weights.advanced, PictureButton(self.ranking, title)
        head, _title, decider = section_head(title, "", *beside)
        self.weights.decider_shown.connect(decider.setText)
        self._below_ranking = QWidget()
        above, line = (hairline(Qt.Orientation.Horizontal) for _ in range(2))
        flush(QVBoxLayout(self._below_ranking), line, self.changes)
        flush(
            QVBoxLayout(right),
            *(head, self.weights, above, self.ranking, self._below_ranking, None),
        )
        return wrap_widget_in_scroll_area(
            right, keeps_width=True
        )  # where text is large and the window is low

    def _build_empty(self) -> EmptyState:
        return self.build_no_evidence_state(
            self.tr("Nothing to decide yet"),
            self.tr(
                "Import result files of at least two options to see the decision map, ranking"
                " and weights."
            ),
        )

    def refresh(self, changes: Changes) -> None:
        """Show the session's answer."""
        answer = self._session.answer
        if answer is None:
            return
        self.map.refresh()
        if self.runway is not None and self._views.currentWidget() is self.runway:
            self.runway.show_month()
        if changes is Changes.NOTHING:
            return
        if self.assumptions is not None:
            self._refresh_assumptions(self.assumptions, changes)
        self.show_empty(empty=not answer.options)
        self.scenarios.refresh(changes)
        message = {
            "best value": self.tr("highest weighted value of those that pass"),
            "lowest price": self.tr("lowest price of those that pass"),
            "frontier": self.tr("options not beaten in both price and value"),
        }
        self.subtitle.setText(message[answer.requirement.rule.value])
        self.rule.setCurrentIndex(self.rule.findData(answer.requirement.rule))
        self.ranking.show_answer(answer)
        self.weights.show_answer(answer, self._session.criteria)
        self.changes.show_answer(answer)
        if self.prices.isVisible() or not answer.is_preliminary:
            self.prices.show_answer(answer)
        if not answer.is_preliminary:
            self._show_settled_parts(answer)
        self._start_sensitivity_analysis(answer)

    def _refresh_assumptions(self, view: AssumptionsView, changes: Changes) -> None:
        """Read notes again, and search again where the register is in sight."""
        if changes & Changes.NOTES:
            view.read_notes()
        if self._views.currentWidget() is view:
            view.search_if_needed()

    def _show_settled_parts(self, answer: Answer) -> None:
        """Show the parts that a preliminary answer takes over from the one before."""
        if self.drawer.isChecked():
            self.findings.show_answer(answer)
        self._fit_changes_width()
        count = figures.number(len(answer.findings))
        self.drawer.setText(self.tr("Findings {count}").format(count=count))
        worst = next(iter(sort_findings(answer)), None)
        sign = ("info", "text3") if worst is None else SIGNS[worst.severity]
        if sign != self._sign:
            self._sign = sign
            self.drawer.setIcon(theme.icon(*sign))
        self.ranks.show_answer(answer)
        self._ask_about_stale_inputs(answer)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give what would change the answer the width that it needs."""
        super().resizeEvent(event)
        self._fit_changes_width()

    def _fit_changes_width(self) -> None:
        self.changes.setMinimumWidth(min(self.changes.needed_width(), self.width() // 2))

    def _ask_about_stale_inputs(self, answer: Answer) -> None:
        """Ask in the banner about weights or ranges out of date, or hide that question."""
        stale = {s.criterion for s in answer.stale_weights}
        if stale:
            self._show_question_once(
                "warn",
                self.tr("Weights are stale."),
                self.tr("Given for other limits and aspirations: {criteria}.").format(
                    criteria=", ".join(messages.display_name(criterion) for criterion in stale)
                ),
                link=self.tr("Rescale"),
                action=partial(self._update_weights, rescale_all_weights),
                other=(
                    self.tr("Keep as they are"),
                    partial(self._update_weights, confirm_all_weights),
                ),
            )
        elif answer.prices_outside:
            self._show_question_once(
                "info",
                self.tr("Prices lie outside the range that scores points."),
                self.tr("More or less makes no difference there: {options}").format(
                    options=", ".join(answer.prices_outside)
                ),
                link=self.tr("Fit the range"),
                action=self._session.renew_price_range,
            )
        elif answer.open_price_range is not None:
            limit, best = answer.open_price_range
            text = self.tr(
                "{currency} {best} scores 100 points, {limit} none; proposed from the first"
                " price. Options added later do not change it."
            )
            self._show_question_once(
                "info",
                self.tr("Confirm the range of prices."),
                text.format(
                    currency=answer.currency,
                    best=figures.number(best),
                    limit=figures.number(limit),
                ),
                link=self.tr("Confirm"),
                action=self._session.confirm_price_range,
                other=(self.tr("Fit to the prices"), self._session.renew_price_range),
            )
        elif self._shown_question is not None:  # take back what was asked here, and nothing else
            if self.banner.text == " ".join(self._shown_question).strip():
                self.banner.hide()
            self._shown_question = None

    def _show_question_once(
        self,
        kind: str,
        strong: str,
        text: str,
        *,
        link: str,
        action: Callable[[], object],
        other: tuple[str, Callable[[], object]] | None = None,
    ) -> None:
        """Show a question in the banner, unless the same one was shown last."""
        if self._shown_question != (strong, text):
            self._shown_question = strong, text
            self.banner.show_message(kind, strong, text, link=link, action=action, other=other)

    def _update_weights(self, way: Callable[..., tuple[Criteria, Weighting]]) -> None:
        """Rescale the weights to the present ranges, or take them as given for these."""
        answer, facts = self._session.answer, self._session.facts
        if answer is not None and facts is not None:
            own, weighting = way(self._session.criteria, facts.weighting, answer.settings)
            self._session.save_weighting(weighting, own)

    def _start_sensitivity_analysis(self, answer: Answer) -> None:
        known = self._session.answer_inputs
        if known is None:
            return
        self._lead_note.setText(self.tr("settling\u2026"))
        inputs = known.prepared, known.facts, known.requirement, known.criteria

        def take(result: Robustness) -> None:
            self.weights.show_ties(result.nearest_ties)
            if result.runway is not None:
                self._runway_found = answer, result.runway
                if self.runway is not None:
                    self.runway.show_runway(answer, result.runway)
            self._show_lead(answer, result.lead_bars)

        self._session.compute_in_background(lambda: analyse_sensitivity(*inputs), take, key="lead")

    def _show_lead(self, answer: Answer, bars: tuple[LeadBar, ...]) -> None:
        """Show what moves the lead, with titles and notes of lead and ranks."""
        lead = lead_over_rival(answer)
        self.lead.show_bars(bars, answer.recommended, lead.total if lead else 0.0)
        draws = self.tr("{draws} simulations").format(draws=figures.number(answer.draws))
        self._ranks_note.setText(draws)
        title, note = self.tr("Lead"), ""
        if lead is not None and lead.rival is not None:
            title = self.tr("Lead of {option}").format(option=lead.leader.option.name)
            note = self.tr("{points} points").format(points=figures.number(lead.total, 1))
        self._lead_title.setText(title)
        self._lead_note.setText(note)


def _build_chart_column(
    title: QLabel, note: QWidget, chart: QWidget, *beside: QWidget
) -> QVBoxLayout:
    """Place a chart under its title."""
    title.setMinimumHeight(theme.height("panel_head"))  # no button that comes moves the chart
    picture = PictureButton(chart, title.text())
    head = fill(
        QHBoxLayout(), title, (note, 1), *beside, picture, margins=(12, 0, 8, 0), spacing=8
    )
    return fill(QVBoxLayout(), head, (chart, 1), spacing=0)
