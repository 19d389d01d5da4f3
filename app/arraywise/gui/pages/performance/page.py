"""Performance: what was measured against load, for all options, with the demand and the target.

Its charts are made and drawn one a turn of the event loop: all at once would hold up the window.
"""

from __future__ import annotations

from enum import IntEnum
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from arraywise.gui.pages.base import EmptyState, Page, PageStack
from arraywise.gui.session.page_requests import ShowStatus
from arraywise.gui.widgets import messages, theme
from arraywise.gui.widgets.controls import chip, flush, two_line_width
from arraywise.usecases.changes import Changes

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from arraywise.domain.study import StudyFacts
    from arraywise.gui.pages.performance.charts import LoadCharts
    from arraywise.gui.pages.performance.hosts import HostCharts
    from arraywise.gui.pages.performance.io_tab import IoTab
    from arraywise.gui.session.session import Session
    from arraywise.gui.widgets.time_slicing import TimeSlicer

_MONITORS = frozenset(
    {"dstat", "dool", "pcp-dstat", "sysstat", "vmstat", "iostat", "perfmon", "nmon", "collectl"}
)
_WITHOUT_RUNS = (
    Changes.REQUIREMENT | Changes.CRITERIA | Changes.PRICES | Changes.PROVISIONING | Changes.SHEETS
)
"""Changes that leave the measurements as they are."""


class Tab(IntEnum):
    """What the page shows."""

    LOAD = 0
    IO = 1
    HOSTS = 2


class PerformancePage(Page):
    """The charts, made when the page is first seen: loading them takes longer than a start may."""

    key = "performance"
    icon = "performance"

    def __init__(self, session: Session) -> None:
        super().__init__(self.tr("Performance"))
        self._session = session
        self.load: LoadCharts | None = None
        self.io: IoTab | None = None
        self.hosts: HostCharts | None = None
        self._pending_changes = Changes.NOTHING  # what the charts do not show yet
        self._drawing: TimeSlicer | None = None
        self._statistic = ""  # of the curves that are drawn
        self._pending_host_changes = Changes.EVERYTHING
        """What the recordings of hosts were not told yet: they are read once they are seen."""
        self._tabs = PageStack()
        self._choices = QButtonGroup(self)
        self._choices.idClicked.connect(self.choose_tab)
        self._head.insertWidget(1, self._build_switch())
        self._legend = Legend()
        self.add_to_head(self._legend)
        self.set_body(self._tabs, self._build_empty())

    def _build_switch(self) -> QWidget:
        switch = QWidget()
        row = flush(QHBoxLayout(switch))
        texts = self.tr("Transactions"), self.tr("I/O"), self.tr("Hosts")
        for tab, text in zip(Tab, texts, strict=True):
            built = chip(text, segment={0: "first", len(texts) - 1: "last"}.get(tab, "middle"))
            self._choices.addButton(built, tab)
            row.addWidget(built)
        return switch

    def _build_empty(self) -> EmptyState:
        return self.build_no_evidence_state(
            self.tr("Nothing measured yet"),
            self.tr(
                "Import result files of a load generator or I/O tool and assign them to options"
                " to see response time and throughput against load."
            ),
        )

    def list_palette_targets(self) -> tuple[tuple[str, Callable[[], object]], ...]:
        """Return the tabs that have something to show, each with what opens it."""
        buttons = [(tab, self._choices.button(tab)) for tab in Tab]
        return tuple(
            (each.text(), partial(self.choose_tab, tab))
            for tab, each in buttons
            if each.isEnabled()
        )

    def choose_tab(self, number: int) -> None:
        """Show one of `Tab`."""
        self._choices.button(number).setChecked(True)
        self._tabs.setCurrentIndex(number)
        self._legend.setVisible(number == Tab.LOAD)
        self._show_hosts()

    def refresh(self, changes: Changes) -> None:
        """Show the session's measurements: what is dragged at once, other curves in portions."""
        facts, answer = self._session.facts, self._session.answer
        if facts is None or answer is None or changes is Changes.NOTHING:
            return
        there = _tabs_with_data(facts)
        self.show_empty(empty=not there)
        self._legend.setVisible(bool(there) and self._tabs.currentIndex() == Tab.LOAD)
        for tab in Tab:
            self._choices.button(tab).setEnabled(tab in there)
        if not there:
            return
        runs = sum(len(known.load_runs) for known in facts.options)
        message = messages.format_count(runs, self.tr("1 run"), self.tr("{count} runs"))
        self.subtitle.setText(message if runs else self.tr("no transaction runs in this study"))
        self._pending_changes |= changes
        statistic = answer.requirement.curve_statistic
        same_curves = not changes & ~_WITHOUT_RUNS and statistic == self._statistic
        if self.hosts is None:
            self._session.read(lambda _study: _import_charts(), self._start_drawing, key="charts")
        elif not same_curves or self._pending_changes != changes:
            self._start_drawing()
        else:
            for _ in self._draw_in_slices():
                pass

    def _start_drawing(self, _loaded: None = None) -> None:
        """Build what is missing and draw what has changed, in portions."""
        if self._drawing is not None:
            self._drawing.cancel()
        self._drawing = self._session.background.run_sliced(self._draw_in_slices(), self)
        self._drawing.ended.connect(self._clear_drawing)

    def _clear_drawing(self) -> None:
        self._drawing = None

    def _draw_in_slices(self) -> Generator[None]:
        changes, facts, answer = self._pending_changes, self._session.facts, self._session.answer
        if facts is None or answer is None:
            return
        there = _tabs_with_data(facts)
        yield from self._build_load_tab(there)
        load = self.load
        if load is not None:
            yield from load.draw(answer)
            yield
            if changes & ~_WITHOUT_RUNS or load.host.run is None:
                load.show_facts(facts, answer)
                yield
        yield from self._build_other_tabs(there)
        if self.io is not None and Tab.IO in there:
            yield from self.io.draw(facts, answer)
            yield
        self._pending_host_changes |= changes & ~_WITHOUT_RUNS
        self._show_hosts()
        self._pending_changes, self._statistic = (
            Changes.NOTHING,
            answer.requirement.curve_statistic,
        )

    def _build_load_tab(self, there: set[Tab]) -> Generator[None]:
        if self.load is None:
            from arraywise.gui.pages.performance.charts import LoadCharts

            self.load = LoadCharts(self._session)
            self._add_tab(self.load)
            if Tab.LOAD in there:
                self.choose_tab(Tab.LOAD)
            yield

    def _build_other_tabs(self, there: set[Tab]) -> Generator[None]:
        if self.hosts is not None:
            return
        from arraywise.gui.pages.performance.hosts import HostCharts
        from arraywise.gui.pages.performance.io_tab import IoTab

        if self.io is None:
            self.io = IoTab(self._session)
            self._add_tab(self.io)
            yield
        self.hosts = HostCharts(self._session)
        self._add_tab(self.hosts)
        chosen = self._choices.checkedId()  # it may have been chosen before it was there
        self.choose_tab(chosen if chosen in there else min(there))
        self.parts_added.emit()
        yield

    def _add_tab(self, charts: LoadCharts | IoTab | HostCharts) -> None:
        """Add charts that tell what is under the mouse, in the order of their tabs.

        At once: drawing may be begun anew between any two steps.
        """
        self._tabs.addWidget(charts)
        charts.message.connect(lambda text: self.requested.emit(ShowStatus(text)))

    def _show_hosts(self) -> None:
        facts = self._session.facts
        is_seen = self._tabs.currentIndex() == Tab.HOSTS
        if self.hosts is not None and facts is not None and is_seen and self._pending_host_changes:
            self._pending_host_changes = Changes.NOTHING
            self.hosts.read_recordings(facts)


_SIGN, _GAP, _APART = 22, 5, 12
_SIGNS = 3 * (_SIGN + _GAP) + 2 * _APART
_WRAPPED = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap


class Legend(QWidget):
    """Three signs with their words: in one line, or in two where that is too wide."""

    def __init__(self) -> None:
        super().__init__()
        self._words = (
            self.tr("interpolation, 95 % band"),
            self.tr("mean of runs, 95 %"),
            self.tr("does not count"),
        )
        self.setAccessibleName("; ".join(self._words))
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        """Return room for all words in one line."""
        metrics = QFontMetrics(theme.font("caption"))
        words = sum(metrics.horizontalAdvance(word) for word in self._words)
        return QSize(words + _SIGNS, metrics.height() + 4)

    def minimumSizeHint(self) -> QSize:
        """Return room for all words in two lines."""
        metrics = QFontMetrics(theme.font("caption"))
        words = sum(two_line_width(word, metrics) for word in self._words)
        return QSize(words + _SIGNS, 2 * metrics.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the signs in grey: they hold for all options."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font("caption"))
        metrics, ink = QFontMetrics(theme.font("caption")), theme.look()["text2"]
        is_narrow = self.width() < self.sizeHint().width()
        needed = self.minimumSizeHint() if is_narrow else self.sizeHint()
        middle, x = self.height() / 2, float(self.width() - needed.width())
        for number, word in enumerate(self._words):
            painter.setPen(QPen(ink, 1.6))
            self._draw_sign(painter, number, QPointF(x, middle), ink)
            painter.setPen(ink)
            wide = two_line_width(word, metrics) if is_narrow else metrics.horizontalAdvance(word)
            room = QRectF(x + _SIGN + _GAP, 0, wide + 2, self.height())
            painter.drawText(room, _WRAPPED, word)
            x = room.right() + _APART - 2

    def _draw_sign(self, painter: QPainter, number: int, at: QPointF, ink: QColor) -> None:
        left, right, centre = at, at + QPointF(_SIGN, 0), at + QPointF(_SIGN / 2, 0)
        if number == 0:
            tint = QColor(ink)
            tint.setAlphaF(0.25)
            painter.fillRect(QRectF(at.x(), at.y() - 4, _SIGN, 8), tint)
            painter.drawLine(left, right)
            return
        if number == 1:
            painter.drawLine(centre + QPointF(0, -7), centre + QPointF(0, 7))
            painter.setBrush(ink)
        else:
            painter.setPen(QPen(ink, 1.6, Qt.PenStyle.DotLine))
            painter.drawLine(left, right)
            painter.setPen(QPen(ink, 1.6))
            painter.setBrush(theme.look()["page"])
        painter.drawEllipse(centre, 3.5, 3.5)


def _import_charts() -> None:
    """Load pyqtgraph away from the window's thread."""
    import arraywise.gui.pages.performance.charts  # noqa: F401 - for its effect


def _tabs_with_data(facts: StudyFacts) -> set[Tab]:
    """Return the tabs that have something to show."""
    points = [point for known in facts.options for point in known.io_points]
    runs = [run for known in facts.options for run in known.load_runs]
    setups = [setup for known in facts.options for setup in known.setups]
    result = {
        Tab.LOAD: bool(runs),
        Tab.IO: bool(points),
        Tab.HOSTS: any(s.tool in _MONITORS for s in setups) or any(r.host_use for r in runs),
    }
    return {tab for tab, there in result.items() if there}
