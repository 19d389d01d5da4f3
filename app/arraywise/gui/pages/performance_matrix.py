"""A sweep as a matrix: outstanding small I/Os across, large ones down."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from arraywise.gui import figures
from arraywise.gui.charts.load_curves import iops_of, latency_ms_of, sweep, throughput_mb_of
from arraywise.gui.fields import label

if TYPE_CHECKING:
    from arraywise.domain.facts import IoPoint, OptionFacts, StudyFacts

_VALUES = (("IOPS", iops_of, 0), ("MB/s", throughput_mb_of, 0), ("ms", latency_ms_of, 2))


class SweepMatrix(QWidget):
    """All points of one option's sweep; an empty cell was not measured."""

    def __init__(self) -> None:
        super().__init__()
        self._known: tuple[OptionFacts, ...] = ()
        self.options, self.units = QComboBox(), QComboBox()
        self.options.setAccessibleName(self.tr("Option"))
        self.units.setAccessibleName(self.tr("Figure"))
        for unit, _, _ in _VALUES:
            self.units.addItem(unit)
        for combo in (self.options, self.units):
            combo.activated.connect(lambda _at: self._fill())
        self.table = QTableWidget()
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setAccessibleName(self.tr("Sweep as a matrix"))
        self.table.verticalHeader().setDefaultSectionSize(22)
        head = QHBoxLayout()
        head.setContentsMargins(16, 4, 12, 4)
        head.setSpacing(6)
        head.addWidget(label(self.tr("Matrix"), "section", bold=True))
        head.addWidget(self.options)
        head.addWidget(self.units)
        said = self.tr("small I/Os across, large I/Os down")
        head.addWidget(label(said, "caption", "text2"), 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.table, 1)

    def show_facts(self, facts: StudyFacts) -> None:
        """Offer the options that were swept; the chosen one stays."""
        before = self.options.currentText()
        self._known = tuple(known for known in facts.options if sweep(known))
        self.options.clear()
        for known in self._known:
            self.options.addItem(known.option.name)
        self.options.setCurrentIndex(max(0, self.options.findText(before)))
        self._fill()

    def _fill(self) -> None:
        at = self.options.currentIndex()
        self.table.clear()
        if not 0 <= at < len(self._known):
            return
        _, value, decimals = _VALUES[self.units.currentIndex()]
        cells: dict[tuple[int, int], list[float]] = {}
        points: tuple[IoPoint, ...] = sweep(self._known[at])
        for point in points:
            figure = value(point)
            if figure is not None:
                place = (point.large_ios or 0, point.small_ios or 0)
                cells.setdefault(place, []).append(figure)
        rows = sorted({p.large_ios or 0 for p in points})
        columns = sorted({p.small_ios or 0 for p in points})
        self.table.setRowCount(len(rows))
        self.table.setColumnCount(len(columns))
        self.table.setVerticalHeaderLabels([figures.number(row) for row in rows])
        self.table.setHorizontalHeaderLabels([figures.number(column) for column in columns])
        for (large, small), values in cells.items():
            item = QTableWidgetItem(figures.number(fmean(values), decimals))
            item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.table.setItem(rows.index(large), columns.index(small), item)
        self.table.resizeColumnsToContents()
