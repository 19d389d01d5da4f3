"""I/O calibrations of all options: three figures, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arraywise.domain.evidence import MAX_LARGE_MBPS, MAX_SMALL_IOPS, MIN_SMALL_LATENCY
from arraywise.gui import theme
from arraywise.gui.charts.calibration_bars import CalibrationBars, calibrations
from arraywise.gui.charts.chart_export import PictureButton
from arraywise.gui.fields import ElidedLabel, giving_title, hairline, panel
from arraywise.gui.nesting import nest

if TYPE_CHECKING:
    from arraywise.domain.facts import StudyFacts


class CalibrationCharts(QWidget):
    """Most small I/Os, most throughput, and latency."""

    def __init__(self) -> None:
        super().__init__()
        self.bars = {
            MAX_SMALL_IOPS: CalibrationBars(self.tr("Small I/Os at most"), "IOPS"),
            MAX_LARGE_MBPS: CalibrationBars(self.tr("Large I/Os at most"), "MB/s"),
            MIN_SMALL_LATENCY: CalibrationBars(self.tr("Latency at that rate"), "ms"),
        }
        notes = {
            MAX_SMALL_IOPS: self.tr("longer is better"),
            MAX_LARGE_MBPS: self.tr("longer is better"),
            MIN_SMALL_LATENCY: self.tr("shorter is better; rates differ"),
        }
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for group, bars in self.bars.items():
            row.addWidget(_titled(bars, notes[group]), 1)
            row.addWidget(hairline(Qt.Orientation.Vertical))

    def show_facts(self, facts: StudyFacts) -> None:
        """Draw a study's calibrations."""
        for group, bars in self.bars.items():
            bars.show_found(calibrations(facts.options, group))


def _titled(bars: CalibrationBars, note: str) -> QWidget:
    made = panel()
    head = QHBoxLayout()
    head.setContentsMargins(16, 2, 12, 0)
    head.setSpacing(8)
    title, grey = giving_title(bars.accessibleName()), ElidedLabel("text2", "caption")
    title.setMinimumHeight(theme.height("panel_head"))
    grey.setText(note)
    head.addWidget(title)
    head.addWidget(grey, 1)
    head.addWidget(PictureButton(bars, bars.accessibleName()))
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    nest(column, head)
    column.addWidget(bars, 1)
    return made
