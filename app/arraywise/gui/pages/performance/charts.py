"""Charts of load."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from arraywise.gui.charts.load_curves import (
    demand_lines,
    rate_curves,
    response_curves,
    target_lines,
)
from arraywise.gui.charts.plots import CurvePlot
from arraywise.gui.pages.base import scrolling
from arraywise.gui.pages.performance.hosts import HostPanel
from arraywise.gui.pages.performance.panels import OptionsShown, chart_panel
from arraywise.gui.widgets import messages
from arraywise.gui.widgets.controls import (
    flush,
    hairline,
    panel,
    splitter,
)

if TYPE_CHECKING:
    from collections.abc import Generator

    from arraywise.domain.decision import Answer
    from arraywise.domain.options import Option
    from arraywise.domain.study import StudyFacts
    from arraywise.gui.charts.plots import PlottedCurve, Point
    from arraywise.gui.session.session import Session


translate = QCoreApplication.translate


class LoadCharts(QSplitter):
    """Response time and throughput against load, and which options are shown."""

    message = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self._answer: Answer | None = None
        self._curves_of: object = None
        """The measurements and the options left out that the curves were made from."""
        self._curves: tuple[tuple[PlottedCurve, ...], tuple[PlottedCurve, ...]] = ((), ())
        self.response = CurvePlot(self.tr("Response time against load"))
        self.rate = CurvePlot(self.tr("Throughput against users"))
        self.rate.name_axes(self.tr("Users"), self.tr("Transactions per second"))
        self.options = OptionsShown(session)
        self.options.changed.connect(self._draw)
        for plot in (self.response, self.rate):
            plot.message.connect(self.message)
            plot.chosen.connect(self._choose)
            plot.on_enter = self.tr("Show the host at this point")
        self.host = HostPanel(session)
        self.host.message.connect(self.message)
        self.addWidget(self._build_left())
        self.addWidget(self._build_right())
        self.setStretchFactor(0, 64)
        self.setStretchFactor(1, 36)
        self.setSizes([640, 360])

    def _build_left(self) -> QWidget:
        """Put the response over the host; both scroll where the window is low."""
        parts = (chart_panel(self.response), self.host)
        left = splitter(Qt.Orientation.Vertical, *parts, sizes=(380, 240))
        left.setStretchFactor(1, 0)
        left.setProperty("ground", "page")
        return scrolling(left, keeps_width=True)

    def _build_right(self) -> QWidget:
        right = panel()
        flush(
            QVBoxLayout(right),
            (chart_panel(self.rate), 1),
            hairline(Qt.Orientation.Horizontal),
            (scrolling(self.options, keeps_width=True), 1),
        )
        return right

    def show_facts(self, facts: StudyFacts, answer: Answer) -> None:
        """Offer the runs of a study, with their hosts."""
        self.host.show_facts(facts, answer)

    def _choose(self, option: Option, point: Point) -> None:
        """Show the host of the level that was clicked."""
        if point.users is not None:
            self.host.choose(option.id, point.users)

    def draw(self, answer: Answer) -> Generator[None]:
        """Draw an answer's levels, one chart at a time."""
        self._answer = answer
        self.options.show_answer(answer)
        yield from self._charts(answer)

    def _draw(self) -> None:
        if self._answer is not None:
            for _ in self._charts(self._answer):
                pass

    def _charts(self, answer: Answer) -> Generator[None]:
        message = self.tr("Response time, ms ({statistic})")
        statistic = messages.statistic(answer.requirement.curve_statistic)
        self.response.name_axes(
            self.tr("Transactions per second"), message.format(statistic=statistic)
        )
        response, rate = self._built_curves(answer)
        demand, targets = demand_lines(answer, upright=True), target_lines(answer)
        met = (demand[0].at, targets[0].at) if demand and targets else None
        self.response.show_curves(response, (*demand, *targets), met)
        yield
        self.rate.show_curves(rate, demand_lines(answer, upright=False))

    def _built_curves(
        self, answer: Answer
    ) -> tuple[tuple[PlottedCurve, ...], tuple[PlottedCurve, ...]]:
        """Return the curves of response and rate; a moved demand leaves them as they are."""
        hidden = self.options.hidden
        made_from = (
            hidden,
            tuple(
                (o.option, o.levels, o.curve, o.line, *(found.levels for found in o.degraded))
                for o in answer.options
            ),
        )
        if made_from != self._curves_of:
            self._curves_of = made_from
            self._curves = response_curves(answer, hidden), rate_curves(answer, hidden)
        return self._curves
