"""Performance: what was measured against load, for all options, with the demand and the target."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QStackedWidget, QToolButton, QWidget

from arraywise.gui import wording
from arraywise.gui.pages.page import EmptyState, Page
from arraywise.gui.pages.performance_legend import Legend
from arraywise.gui.wishes import Say
from arraywise.usecases.changes import Changes

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer
    from arraywise.domain.facts import StudyFacts
    from arraywise.gui.pages.performance_calibration import CalibrationCharts
    from arraywise.gui.pages.performance_charts import LoadCharts
    from arraywise.gui.pages.performance_hosts import HostCharts
    from arraywise.gui.pages.performance_sweeps import IoCharts
    from arraywise.gui.session import Session

_CALIBRATION = "io_calibrate"
_MONITORS = frozenset({"dstat", "dool", "pcp-dstat", "sysstat", "vmstat", "iostat"})
_WITHOUT_RUNS = (
    Changes.REQUIREMENT | Changes.CRITERIA | Changes.PRICES | Changes.PROVISIONING | Changes.SHEETS
)
"""Changes that leave the measurements as they are."""


class Tab(IntEnum):
    """What the page shows."""

    LOAD = 0
    SWEEPS = 1
    CALIBRATION = 2
    HOSTS = 3


class PerformancePage(Page):
    """The charts, made when the page is first seen: loading them takes longer than a start may."""

    key = "performance"
    icon = "performance"

    def __init__(self, session: Session) -> None:
        super().__init__(self.tr("Performance"))
        self._session = session
        self.load: LoadCharts | None = None
        self.io: IoCharts | None = None
        self.calibration: CalibrationCharts | None = None
        self.hosts: HostCharts | None = None
        self._unseen = Changes.EVERYTHING
        """What the recordings of hosts were not told yet: they are read once they are seen."""
        self._tabs = QStackedWidget()
        self._choices = QButtonGroup(self)
        self._choices.idClicked.connect(self.choose_tab)
        switch = QWidget()
        row = QHBoxLayout(switch)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        texts = (
            *(self.tr("Load"), self.tr("I/O sweeps")),
            *(self.tr("I/O calibration"), self.tr("Hosts")),
        )
        for tab, text in zip(Tab, texts, strict=True):
            chip = QToolButton()
            chip.setText(text)
            chip.setCheckable(True)
            chip.setProperty("kind", "chip")
            self._choices.addButton(chip, tab)
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
        """Show one of `Tab`."""
        self._choices.button(number).setChecked(True)
        self._tabs.setCurrentIndex(number)
        self._legend.setVisible(number == Tab.LOAD)
        self._show_hosts()

    def _make_charts(self) -> tuple[LoadCharts, IoCharts]:
        from arraywise.gui.pages.performance_calibration import CalibrationCharts
        from arraywise.gui.pages.performance_charts import LoadCharts
        from arraywise.gui.pages.performance_hosts import HostCharts
        from arraywise.gui.pages.performance_sweeps import IoCharts

        self.load, self.io = LoadCharts(self._session), IoCharts()
        self.calibration, self.hosts = CalibrationCharts(), HostCharts(self._session)
        for charts in (self.load, self.io, self.calibration, self.hosts):
            self._tabs.addWidget(charts)
        for telling in (self.load, self.io, self.hosts):
            telling.said.connect(lambda text: self.wanted.emit(Say(text)))
        self.choose_tab(Tab.LOAD)
        return self.load, self.io

    def refresh(self, changes: Changes) -> None:
        """Show the session's measurements."""
        facts, answer = self._session.facts, self._session.answer
        if facts is None or answer is None or changes is Changes.NOTHING:
            return
        there = _tabs_of(facts)
        self.show_empty(empty=not there)
        self._legend.setVisible(bool(there) and self._tabs.currentIndex() == Tab.LOAD)
        if not there:
            return
        is_new = self.load is None
        if self.load is None or self.io is None:
            self._make_charts()
        for tab in Tab:
            self._choices.button(tab).setEnabled(tab in there)
        if is_new and Tab.LOAD not in there:
            self.choose_tab(min(there))
        self._show(changes, facts, answer)

    def _show(self, changes: Changes, facts: StudyFacts, answer: Answer) -> None:
        if self.load is None or self.io is None or self.calibration is None:
            return
        runs = sum(len(known.load_runs) for known in facts.options)
        said = wording.counted(runs, self.tr("1 run"), self.tr("{count} runs"))
        self.subtitle.setText(said if runs else "")
        self.load.show_answer(answer)
        if changes & ~_WITHOUT_RUNS or self.load.host.run is None:
            self.load.show_facts(facts, answer)
        if changes & ~(Changes.REQUIREMENT | Changes.CRITERIA):
            self.io.show_facts(facts, answer)
            self.calibration.show_facts(facts)
        self._unseen |= changes & ~_WITHOUT_RUNS
        self._show_hosts()

    def _show_hosts(self) -> None:
        facts = self._session.facts
        is_seen = self._tabs.currentIndex() == Tab.HOSTS
        if self.hosts is not None and facts is not None and is_seen and self._unseen:
            self._unseen = Changes.NOTHING
            self.hosts.show_facts(facts)


def _tabs_of(facts: StudyFacts) -> set[Tab]:
    """Return the tabs that have something to show."""
    points = [point for known in facts.options for point in known.io_points]
    runs = [run for known in facts.options for run in known.load_runs]
    setups = [setup for known in facts.options for setup in known.setups]
    found = {
        Tab.LOAD: bool(runs),
        Tab.SWEEPS: any(p.tool != _CALIBRATION and p.group is None for p in points),
        Tab.CALIBRATION: any(p.tool == _CALIBRATION for p in points),
        Tab.HOSTS: any(s.tool in _MONITORS for s in setups) or any(r.host_use for r in runs),
    }
    return {tab for tab, there in found.items() if there}
