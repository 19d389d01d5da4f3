"""Whose weights, in which way, and how the options stand by everybody's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
)

from arraywise.analysis.decision.scoring import (
    STUDY,
    add_stakeholder,
    criteria_with_swings_of,
    remove_stakeholder,
    set_decider,
    set_weights,
    stamp_swings_with_anchors,
)
from arraywise.domain.criteria import Decider, Method
from arraywise.domain.decision import Opinion
from arraywise.gui.pages.base import fill_combo_box
from arraywise.gui.pages.decision.ratings import RatingsTab
from arraywise.gui.pages.decision.weighing import OrderTab, SwingTab, ValueFunctionTab
from arraywise.gui.session.last_changes import LastChangesReader
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import (
    button,
    close_button,
    fill,
    label,
    named_tabs,
    restyle,
    set_tab_order,
    with_accessible_name,
)
from arraywise.store.reading.history import read_rating_changes
from arraywise.usecases.edit_criteria import (
    criteria_in_use,
    replace_criterion_settings,
)

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QShowEvent
    from PySide6.QtWidgets import QWidget

    from arraywise.analysis.decision.scoring import Criteria
    from arraywise.domain.criteria import Weighting
    from arraywise.domain.decision import Answer
    from arraywise.domain.study import StudyFacts
    from arraywise.gui.session.session import Session


_WIDEST_NAME = 220  # pixels for the name of a stakeholder
_AROUND_HINT = 24  # pixels of a field around the words that say what it is for


class WeightingPanel(QFrame):
    """Below map and ranking, not in front of them: both follow while weights are given."""

    closed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.setProperty("ground", "page")
        self.setWindowTitle(self.tr("Weights and value functions"))
        self.setAccessibleName(self.windowTitle())
        self.owner = with_accessible_name(QComboBox(), self.tr("Whose weights are shown"))
        self.decider = with_accessible_name(QComboBox(), self.tr("Whose weights decide"))
        for each in (self.owner, self.decider):
            each.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            each.setMaximumWidth(theme.px(_WIDEST_NAME))
        self.effect = label("", "body", "text2")
        self.name = with_accessible_name(QLineEdit(), self.tr("New stakeholder"))
        self.name.setPlaceholderText(self.name.accessibleName())
        hint = self.name.fontMetrics().horizontalAdvance(self.name.placeholderText())
        self.name.setMinimumWidth(hint + _AROUND_HINT)
        self.add = button(self.tr("Add"), self._add_stakeholder)
        self.remove = button(self.tr("Remove"), self._remove_stakeholder)
        close = self.tr("Close weights and value functions")
        self.close_button = close_button(close, self.closed.emit)
        self.close_button.setToolTip(self.tr("Close (Esc)"))
        self.swings, self.order = SwingTab(), OrderTab()
        self.values, self.side_by_side = ValueFunctionTab(), StakeholderTable()
        self.ratings = RatingsTab(session)
        self._changes = LastChangesReader(session, self, key="changes of ratings")
        self.tabs = named_tabs(self.windowTitle())
        self._arrange()
        self._connect()
        self._show_choices_and_tabs()
        self._read_last_rating_changes()

    def _connect(self) -> None:
        for tab in (self.swings, self.order):
            tab.given.connect(self._save_weights)
        self.swings.tried.connect(self._try_swings)
        self.values.given.connect(self._session.save_criteria)
        self.owner.currentIndexChanged.connect(self._show_tabs)
        self.decider.activated.connect(self._save_decider)
        self.name.returnPressed.connect(self._add_stakeholder)
        self._session.changed.connect(self._refresh_after_change)
        self._session.saving_changed.connect(self._read_last_rating_changes)

    def _arrange(self) -> None:
        of, decides = self.tr("Weights of"), self.tr("Decides")
        parts = (self.owner, self.effect, self.remove, self.name, self.add, None)
        top = fill(QHBoxLayout(), label(of, "body", "text2"), *parts)
        fill(top, label(decides, "body", "text2"), self.decider, self.close_button)
        for tab, title in (
            (self.swings, self.tr("Swings")),
            (self.order, self.tr("Order alone")),
            (self.values, self.tr("Value functions")),
            (self.ratings, self.tr("Criteria and ratings")),
            (self.side_by_side, self.tr("Side by side")),
        ):
            self.tabs.addTab(tab, title)
        fill(QVBoxLayout(self), top, (self.tabs, 1), margins=(16, 8, 16, 8), spacing=8)
        row = (self.owner, self.remove, self.name, self.add, self.decider, self.close_button)
        set_tab_order(*row, self.tabs.tabBar())

    # Showing

    @property
    def _weighting(self) -> Weighting | None:
        facts = self._session.facts
        return None if facts is None else facts.weighting

    @property
    def chosen(self) -> str:
        """Whose weights are shown: a stakeholder's name, or `STUDY`."""
        return str(self.owner.currentData() or STUDY)

    def _refresh_after_change(self) -> None:
        """Follow the answer, where that is seen; while it moves, only with what is in front."""
        answer, facts = self._session.answer, self._session.facts
        if not self.isVisible() or answer is None or facts is None:
            return
        if answer.is_preliminary:
            self._show_tab(self.tabs.currentWidget(), answer, facts)
        else:
            self._show_choices_and_tabs()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Esc close it, where no field has a use for that."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Show the present answer."""
        super().showEvent(event)
        self._show_choices_and_tabs()

    def _show_choices_and_tabs(self) -> None:
        weighting = self._weighting
        if weighting is None or self._session.answer is None:
            return
        names = [s.name for s in weighting.stakeholders]
        fill_combo_box(
            self.owner, [(self.tr("the study"), STUDY), *((n, n) for n in names)], self.chosen
        )
        choices = [(self.tr("the study's weights"), (Decider.STUDY, ""))]
        if names:
            choices.append((self.tr("mean of the stakeholders"), (Decider.MEAN, "")))
        choices += [(name, (Decider.STAKEHOLDER, name)) for name in names]
        fill_combo_box(self.decider, choices, (weighting.decider, weighting.decider_name))
        self._show_tabs()

    def _show_tabs(self) -> None:
        answer, facts = self._session.answer, self._session.facts
        if answer is None or facts is None:
            return
        for place in range(self.tabs.count()):
            self._show_tab(self.tabs.widget(place), answer, facts)
        self.remove.setEnabled(self.chosen != STUDY)
        self._show_effect(facts.weighting)

    def _show_tab(self, tab: QWidget | None, answer: Answer, facts: StudyFacts) -> None:
        own = self._session.criteria
        criteria = criteria_with_swings_of(
            criteria_in_use(own, answer.settings), facts.weighting, self.chosen
        )
        if isinstance(tab, SwingTab | OrderTab):
            tab.show_weights(criteria, answer)
        elif tab is self.values:
            self.values.show_answer(answer, own)
        elif tab is self.side_by_side:
            self.side_by_side.show_answer(answer)
        else:
            self.ratings.show_criteria(own, facts)

    def _show_effect(self, weighting: Weighting) -> None:
        """Describe what the shown weights do to the answer."""
        shown = (Decider.STUDY,) if self.chosen == STUDY else (Decider.STAKEHOLDER, self.chosen)
        decides = (weighting.decider, weighting.decider_name)[: len(shown)] == shown
        counts = weighting.decider is Decider.MEAN and self.chosen != STUDY
        if decides:
            text = self.tr("which decide")
        else:
            text = self.tr("part of the mean") if counts else self.tr("which do not decide")
        if text != self.effect.text():
            self.effect.setText(text)
            restyle(self.effect, tone="text2" if decides or counts else "warn")

    def _read_last_rating_changes(self) -> None:
        self._changes.update_view(self.ratings, "ratings", read_rating_changes)

    # Hands

    def _save_weights(self, given: Criteria, method: Method) -> None:
        answer, weighting = self._session.answer, self._weighting
        if answer is None or weighting is None:
            return
        own = self._session.criteria
        criteria = replace_criterion_settings(
            criteria_with_swings_of(own, weighting, self.chosen), given
        )
        criteria, changed = set_weights(
            own,
            weighting,
            self.chosen,
            stamp_swings_with_anchors(criteria, answer.settings),
            method=method,
        )
        self._session.save_weighting(changed, criteria)

    def _try_swings(self, criteria: Criteria) -> None:
        """Show what the study's weights make of the answer while a swing is dragged."""
        answer, weighting = self._session.answer, self._weighting
        is_own = weighting is not None and weighting.decider is Decider.STUDY
        if answer is not None and is_own and self.chosen == STUDY:
            self._session.try_criteria(
                replace_criterion_settings(self._session.criteria, criteria)
            )

    def _add_stakeholder(self) -> None:
        name, weighting = self.name.text().strip(), self._weighting
        if not name or weighting is None or name in {s.name for s in weighting.stakeholders}:
            return
        self.name.clear()
        self._session.save_weighting(add_stakeholder(self._session.criteria, weighting, name))
        self._show_choices_and_tabs()
        self.owner.setCurrentIndex(self.owner.findData(name))

    def _remove_stakeholder(self) -> None:
        weighting = self._weighting
        if weighting is not None and self.chosen != STUDY:
            self._session.save_weighting(remove_stakeholder(weighting, self.chosen))
            self._show_choices_and_tabs()

    def _save_decider(self) -> None:
        weighting = self._weighting
        if weighting is not None:
            self._session.save_weighting(set_decider(weighting, *self.decider.currentData()))


class StakeholderTable(QTableWidget):
    """A column a set of weights: the weights, then the options' ranks and values."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Weights and ranks side by side"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.verticalHeader().setMinimumSectionSize(theme.height("grid_row"))
        self.verticalHeader().setDefaultSectionSize(theme.height("grid_row"))
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)

    def show_answer(self, answer: Answer) -> None:
        """Show every set of weights of an answer; the study's alone without stakeholders."""
        criteria = [criterion for criterion, _ in answer.weights]
        rows = [messages.display_name(c) for c in criteria] + [
            o.option.name for o in answer.options
        ]
        self.setRowCount(len(rows))
        self.setVerticalHeaderLabels(rows)
        opinions = answer.opinions or (_study_opinion(answer),)
        self.setColumnCount(len(opinions))
        self.setHorizontalHeaderLabels([self._format_heading(opinion) for opinion in opinions])
        for column, opinion in enumerate(opinions):
            shares = figures.whole_percents([weight for _, weight in opinion.weights])
            texts = [f"{share} %" for share in shares]
            texts += [
                figures.EN_DASH if rank is None else f"{rank}. ({figures.number(value, 1)})"
                for rank, value in zip(opinion.ranks, opinion.values, strict=True)
            ]
            for row, text in enumerate(texts):
                item = QTableWidgetItem(text)
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.setItem(row, column, item)

    def _format_heading(self, opinion: Opinion) -> str:
        name = opinion.name or (self.tr("Mean") if opinion.is_mean else self.tr("Study"))
        return self.tr("{name}, decides").format(name=name) if opinion.decides else name


def _study_opinion(answer: Answer) -> Opinion:
    """Return how the options stand where there are no stakeholders."""
    values = tuple(o.value.point if o.rank is not None else None for o in answer.options)
    ranks = tuple(o.rank for o in answer.options)
    return Opinion("", False, Method.SWINGS, answer.weights, values, ranks, decides=True)  # noqa: FBT003
