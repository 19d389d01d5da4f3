"""Performance: what was measured against load, for all options, with the demand and the target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QStackedWidget, QToolButton, QWidget

from arraywise.gui import figures
from arraywise.gui.pages.page import EmptyState, Page
from arraywise.gui.pages.performance_legend import Legend
from arraywise.gui.wishes import Say
from arraywise.usecases.changes import Changes

if TYPE_CHECKING:
    from arraywise.gui.pages.performance_charts import IoCharts, LoadCharts
    from arraywise.gui.session import Session


_WITHOUT_RUNS = (
    Changes.REQUIREMENT | Changes.CRITERIA | Changes.PRICES | Changes.PROVISIONING | Changes.SHEETS
)
"""Changes that leave the measurements as they are."""


class PerformancePage(Page):
    """The charts, made when the page is first seen: loading them takes longer than a start may."""

    key = "performance"
    icon = "performance"

    def __init__(self, session: Session) -> None:
        super().__init__(self.tr("Performance"))
        self._session = session
        self.load: LoadCharts | None = None
        self.io: IoCharts | None = None
        self._tabs = QStackedWidget()
        self._choices = QButtonGroup(self)
        self._choices.idClicked.connect(self.choose_tab)
        switch = QWidget()
        row = QHBoxLayout(switch)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for number, text in enumerate((self.tr("Load"), self.tr("I/O sweeps"))):
            chip = QToolButton()
            chip.setText(text)
            chip.setCheckable(True)
            chip.setProperty("kind", "chip")
            self._choices.addButton(chip, number)
            row.addWidget(chip)
        self._head.insertWidget(1, switch)
        self._legend = Legend()
        self.add_to_head(self._legend)
        self.set_body(self._tabs, self._make_empty())

    def _make_empty(self) -> EmptyState:
        return EmptyState(
            "performance",
            self.tr("Nothing measured yet"),
            self.tr(
                "Import result files of a load generator or an I/O tool and say which option they"
                " belong to. Response time and throughput against load appear here."
            ),
            self.evidence_button(),
        )

    def choose_tab(self, number: int) -> None:
        """Show the load (0) or the I/O sweeps (1)."""
        self._choices.button(number).setChecked(True)
        self._tabs.setCurrentIndex(number)
        self._legend.setVisible(number == 0)

    def _make_charts(self) -> tuple[LoadCharts, IoCharts]:
        from arraywise.gui.pages.performance_charts import IoCharts, LoadCharts

        self.load, self.io = LoadCharts(self._session), IoCharts()
        for charts in (self.load, self.io):
            charts.said.connect(lambda text: self.wanted.emit(Say(text)))
            self._tabs.addWidget(charts)
        self.choose_tab(0)
        return self.load, self.io

    def refresh(self, changes: Changes) -> None:
        """Show the session's measurements."""
        facts, answer = self._session.facts, self._session.answer
        if facts is None or answer is None or changes is Changes.NOTHING:
            return
        loads = any(known.load_runs for known in facts.options)
        sweeps = any(known.io_points for known in facts.options)
        self.show_empty(empty=not (loads or sweeps))
        if not (loads or sweeps):
            return
        load, io = (self.load, self.io)
        if load is None or io is None:
            load, io = self._make_charts()
            if not loads:
                self.choose_tab(1)
        self._choices.button(0).setEnabled(loads)
        self._choices.button(1).setEnabled(sweeps)
        runs = sum(len(known.load_runs) for known in facts.options)
        text = self.tr("{runs} runs")
        self.subtitle.setText(text.format(runs=figures.number(runs)))
        load.show_answer(answer)
        if changes & ~_WITHOUT_RUNS or load.host.run is None:
            load.show_facts(facts, answer)
        if changes & ~(Changes.REQUIREMENT | Changes.CRITERIA):
            io.show_facts(facts)
