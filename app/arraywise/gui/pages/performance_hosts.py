"""Any recording of a host: processors, disks, network, memory, paging."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QVBoxLayout,
)

from arraywise.gui import figures
from arraywise.gui.charts.chart_export import PictureButton
from arraywise.gui.charts.host_plot import HostPlot, Marks
from arraywise.gui.charts.host_words import clock_time, group_name
from arraywise.gui.fields import as_tip, button, label, panel
from arraywise.gui.nesting import nest
from arraywise.gui.painting import marker_icon
from arraywise.store.reading.host_series import HostGroup
from arraywise.usecases.show_host import draw_host, find_exhausted, list_hosts

if TYPE_CHECKING:
    from arraywise.domain.facts import StudyFacts
    from arraywise.gui.session import Session
    from arraywise.store.reading.sample_chart import Span
    from arraywise.store.study import Study
    from arraywise.usecases.show_host import Drawn, HostTable

    _Found = tuple[HostTable, HostGroup, Drawn, tuple[Span, ...]]


_MOST_FOR_NAMES = 0.4
"""Of the width, for the names of recordings."""


class HostCharts(QSplitter):
    """The recordings of a study, and the chosen one as a chart."""

    said = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setHandleWidth(1)
        self._session = session
        self._positions: dict[int, int] = {}
        self.tables: tuple[HostTable, ...] = ()
        self._shown: tuple[HostTable, HostGroup] | None = None
        self.files = QListWidget()
        self.files.setObjectName("rows")
        self.files.setAccessibleName(self.tr("Recordings of hosts"))
        self.files.setFrameShape(QListWidget.Shape.NoFrame)
        self.files.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.files.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.files.currentRowChanged.connect(lambda _row: self._offer_groups())
        self.groups = QComboBox()
        self.groups.setAccessibleName(self.tr("What is shown"))
        self.groups.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.groups.activated.connect(lambda _at: self._show_table())
        self.about = label("", "body", "text2")
        self.plot = self._make_plot()
        right = panel()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(0)
        nest(column, self._make_head())
        column.addWidget(self.plot, 1)
        self.addWidget(self.files)
        self.addWidget(right)
        self.setStretchFactor(1, 1)
        self.setSizes([280, 900])

    def _make_plot(self) -> HostPlot:
        """Make the chart, and leave its place empty before there is a recording."""
        plot = HostPlot(self.tr("Recording of a host"))
        plot.said.connect(self.said)
        plot.looked_at.connect(self._read_lines)
        policy = plot.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        plot.setSizePolicy(policy)
        plot.hide()
        return plot

    def _make_head(self) -> QHBoxLayout:
        head = QHBoxLayout()
        head.setContentsMargins(16, 4, 12, 4)
        head.setSpacing(8)
        head.addWidget(self.groups)
        head.addWidget(self.about, 1)
        fit = button(self.tr("Fit"), self.plot.fit, kind="flat")
        fit.setToolTip(
            self.tr("Show the whole recording again; Ctrl and the wheel zoom, dragging pans")
        )
        head.addWidget(fit)
        head.addWidget(PictureButton(self.plot, self.plot.accessibleName()))
        return head

    @property
    def table(self) -> HostTable | None:
        """The recording that is chosen."""
        row = self.files.currentRow()
        return self.tables[row] if 0 <= row < len(self.tables) else None

    @property
    def group(self) -> HostGroup | None:
        """The lines that are chosen."""
        found: HostGroup | None = self.groups.currentData()
        return found

    def show_facts(self, facts: StudyFacts) -> None:
        """Read which recordings there are."""
        self._positions = {known.option.id: known.option.position for known in facts.options}
        if not self.tables:
            self.about.setText(self.tr("Reading which recordings there are\u2026"))
        self._session.read(list_hosts, self._take_tables, key="hosts")

    def _take_tables(self, tables: tuple[HostTable, ...]) -> None:
        chosen = self.files.currentRow()
        self.tables = tables
        if not tables:
            self.about.setText("")
            self.plot.hide()
        self.files.blockSignals(True)  # noqa: FBT003 - Qt's way
        self.files.clear()
        for table in tables:
            item = QListWidgetItem(table.recording.file)
            item.setToolTip(as_tip(table.recording.file))
            position = self._positions.get(table.recording.option_id or 0)
            if position is not None:
                item.setIcon(marker_icon(position, self.devicePixelRatioF()))
            self.files.addItem(item)
        self.files.blockSignals(False)  # noqa: FBT003
        self._fit_names()
        self.files.setCurrentRow(min(max(0, chosen), len(tables) - 1))

    def _fit_names(self) -> None:
        """Give the list the width of its names; long paths take no more than their share."""
        bar = self.files.verticalScrollBar().sizeHint().width()
        wide = self.files.sizeHintForColumn(0) + bar + 2
        most = int(self.width() * _MOST_FOR_NAMES)
        self.files.setMinimumWidth(min(wide, most))
        self.setSizes([min(wide, most), self.width() - min(wide, most)])

    def _offer_groups(self) -> None:
        table, before = self.table, self.group
        self.groups.clear()
        for group in table.groups if table else ():
            self.groups.addItem(group_name(group), group)
        self.groups.setCurrentIndex(max(0, self.groups.findData(before)))
        self._show_table()

    def _show_table(self) -> None:
        table, group = self.table, self.group
        if table is None or group is None:
            return
        pieces = self.plot.pieces
        if self._shown is None or self._shown[0].recording != table.recording:
            name = table.recording.file
            self.about.setText(self.tr("Reading {file}\u2026").format(file=name))

        def work(study: Study) -> _Found:
            drawn = draw_host(study, table, group, table.span, pieces)
            return table, group, drawn, find_exhausted(study, table, table.span)

        self._session.read(work, self._take, key="host table")

    def _take(self, found: _Found) -> None:
        table, group, drawn, exhausted = found
        self._shown = table, group
        marks = Marks(exhausted if group is HostGroup.PROCESSORS else ())
        file = table.recording.file
        self.plot.show_host(drawn, marks, table.span, file, clock=table.has_clock)
        self.plot.show()
        self.about.setText(self._said(table, exhausted))

    def _said(self, table: HostTable, exhausted: tuple[Span, ...]) -> str:
        rows = figures.number(table.recording.samples.row_count)
        text = self.tr("{rows} samples").format(rows=rows)
        if not table.has_clock:
            return text + "; " + self.tr("no times, so that no run is found beside them")
        stretches = ", ".join(
            f"{clock_time(s.start_s)} \u2013 {clock_time(s.end_s)}" for s in exhausted[:3]
        )
        if not stretches:
            return text + "; " + self.tr("processors never exhausted")
        more = " \u2026" if len(exhausted) > 3 else ""
        said = self.tr("processors exhausted {stretches}").format(stretches=stretches + more)
        return f"{text}; {said}"

    def _read_lines(self, span: Span, pieces: int) -> None:
        if self._shown is not None:
            table, group = self._shown
            self._session.read(
                lambda study: draw_host(study, table, group, span, pieces),
                self.plot.update_lines,
                key="host table lines",
            )
