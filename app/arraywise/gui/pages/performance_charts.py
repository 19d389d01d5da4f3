"""The charts of the Performance page; loaded with pyqtgraph when the page is first seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from arraywise.gui import wording
from arraywise.gui.charts.chart_export import PictureButton
from arraywise.gui.charts.load_curves import (
    demand_line,
    io_curves,
    iops_of,
    latency_ms_of,
    rate_curves,
    response_curves,
    sweep,
    target_line,
    throughput_mb_of,
)
from arraywise.gui.charts.plots import Plot, Point
from arraywise.gui.fields import button, hairline, label, panel
from arraywise.gui.pages.page import scrolling
from arraywise.gui.pages.performance_host import HostPanel
from arraywise.gui.pages.performance_options import OptionsShown

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer
    from arraywise.domain.facts import StudyFacts
    from arraywise.domain.options import Option
    from arraywise.gui.session import Session

translate = QCoreApplication.translate


class LoadCharts(QSplitter):
    """Response time and throughput against load, and which options are shown."""

    said = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self._answer: Answer | None = None
        self.response = Plot(self.tr("Response time against load"))
        self.rate = Plot(self.tr("Throughput against users"))
        self.rate.name_axes(self.tr("Users"), self.tr("Transactions per second"))
        self.options = OptionsShown()
        self.options.changed.connect(self._draw)
        for plot in (self.response, self.rate):
            plot.said.connect(self.said)
            plot.chosen.connect(self._choose)
        self.host = HostPanel(session)
        self.host.said.connect(self.said)
        self.addWidget(self._make_left())
        self.addWidget(self._make_right())
        self.setStretchFactor(0, 64)
        self.setStretchFactor(1, 36)
        self.setSizes([640, 360])

    def _make_left(self) -> QWidget:
        left = QSplitter(Qt.Orientation.Vertical)
        left.setHandleWidth(1)
        left.setChildrenCollapsible(False)
        left.addWidget(chart_panel(self.response))
        left.addWidget(self.host)
        left.setStretchFactor(0, 1)
        left.setSizes([380, 240])
        return left

    def _make_right(self) -> QWidget:
        right = panel()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(chart_panel(self.rate), 1)
        column.addWidget(hairline(Qt.Orientation.Horizontal))
        column.addWidget(scrolling(self.options), 1)
        return right

    def show_facts(self, facts: StudyFacts, answer: Answer) -> None:
        """Offer the runs of a study, with their hosts."""
        self.host.show_facts(facts, answer)

    def _choose(self, option: Option, point: Point) -> None:
        """Show the host of the level that was clicked."""
        if point.users is not None:
            self.host.choose(option.id, point.users)

    def show_answer(self, answer: Answer) -> None:
        """Draw an answer's levels."""
        self._answer = answer
        self.options.show_answer(answer)
        self._draw()

    def _draw(self) -> None:
        answer = self._answer
        if answer is None:
            return
        said = self.tr("Response time, ms ({statistic})")
        statistic = wording.statistic(answer.requirement.statistic)
        self.response.name_axes(
            self.tr("Transactions per second"), said.format(statistic=statistic)
        )
        hidden = self.options.hidden
        lines = (demand_line(answer, upright=True), target_line(answer))
        met = (answer.demand_tps, answer.requirement.response_time_s * 1000)
        self.response.show_curves(response_curves(answer, hidden), lines, met)
        self.rate.show_curves(rate_curves(answer, hidden), (demand_line(answer, upright=False),))


class IoCharts(QWidget):
    """IOPS, latency and throughput of the I/O sweeps against outstanding I/Os."""

    said = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._facts: StudyFacts | None = None
        self.iops = Plot(self.tr("IOPS against outstanding small I/Os"))
        self.latency = Plot(self.tr("Latency against outstanding small I/Os"))
        self.throughput = Plot(self.tr("Throughput against outstanding large I/Os"))
        small, large = self.tr("Outstanding small I/Os"), self.tr("Outstanding large I/Os")
        self.iops.name_axes(small, self.tr("IOPS"))
        self.latency.name_axes(small, self.tr("Latency, ms"))
        self.throughput.name_axes(large, self.tr("MB/s"))
        self.large, self.small = QComboBox(), QComboBox()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._make_choices())
        column.addWidget(hairline(Qt.Orientation.Horizontal))
        row = QHBoxLayout()
        row.setSpacing(0)
        for plot in (self.iops, self.latency, self.throughput):
            plot.said.connect(self.said)
            row.addWidget(chart_panel(plot), 1)
            row.addWidget(hairline(Qt.Orientation.Vertical))
        column.addLayout(row, 1)

    def _make_choices(self) -> QHBoxLayout:
        choices = QHBoxLayout()
        choices.setContentsMargins(16, 8, 16, 4)
        choices.setSpacing(8)
        for text, combo in (
            (self.tr("Large I/Os beside the small"), self.large),
            (self.tr("Small I/Os beside the large"), self.small),
        ):
            caption = label(text, "body", "text2")
            caption.setBuddy(combo)
            combo.setAccessibleName(text)
            combo.activated.connect(lambda _place: self._draw())
            choices.addWidget(caption)
            choices.addWidget(combo)
            choices.addSpacing(16)
        choices.addStretch(1)
        return choices

    def show_facts(self, facts: StudyFacts) -> None:
        """Draw a study's sweeps."""
        self._facts = facts
        points = [p for known in facts.options for p in sweep(known)]
        _offer(self.large, {p.large_ios or 0 for p in points})
        _offer(self.small, {p.small_ios or 0 for p in points})
        self._draw()

    def _draw(self) -> None:
        if self._facts is None:
            return
        options = self._facts.options
        large, small = int(self.large.currentData() or 0), int(self.small.currentData() or 0)
        for plot, value, along_small, unit in (
            (self.iops, iops_of, True, "IOPS"),
            (self.latency, latency_ms_of, True, "ms"),
            (self.throughput, throughput_mb_of, False, "MB/s"),
        ):
            other = large if along_small else small
            plot.show_curves(
                io_curves(options, value, along_small=along_small, other=other, unit=unit)
            )


def _offer(combo: QComboBox, counts: set[int]) -> None:
    """Offer numbers of I/Os; the chosen one stays."""
    texts = [str(count) for count in sorted(counts)]
    if texts == [combo.itemText(place) for place in range(combo.count())]:
        return
    before = combo.currentText()
    combo.clear()
    for text in texts:
        combo.addItem(text, int(text))
    combo.setCurrentIndex(max(0, combo.findText(before)))


def chart_panel(plot: Plot) -> QWidget:
    """Put a plot under its name, with its buttons."""
    made = panel()
    head = QHBoxLayout()
    head.setContentsMargins(16, 4, 12, 2)
    head.setSpacing(4)
    head.addWidget(label(plot.accessibleName(), "section", bold=True))
    head.addStretch(1)
    fit = button(translate("PerformancePage", "Fit"), plot.fit, kind="flat")
    fit.setToolTip(
        translate("PerformancePage", "Show all curves again; the wheel zooms, dragging pans")
    )
    head.addWidget(fit)
    head.addWidget(PictureButton(plot, plot.accessibleName()))
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addLayout(head)
    column.addWidget(plot, 1)
    return made
