"""A sweep as a matrix: outstanding small I/Os across, large ones down."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from arraywise.gui import figures
from arraywise.gui.charts.chart_export import PictureButton
from arraywise.gui.charts.load_curves import iops_of, latency_ms_of, sweep, throughput_mb_of
from arraywise.gui.fields import label
from arraywise.gui.nesting import nest
from arraywise.gui.sheets.columns import Column, Shown
from arraywise.gui.sheets.grid import Grid
from arraywise.gui.sheets.rows_model import RowsModel

if TYPE_CHECKING:
    from collections.abc import Mapping

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
        self.model = RowsModel((), self)
        self.grid = Grid(self.model)
        self.grid.setAccessibleName(self.tr("Sweep as a matrix"))
        head = QHBoxLayout()
        head.setContentsMargins(16, 4, 12, 4)
        head.setSpacing(6)
        head.addWidget(label(self.tr("Matrix"), "section", bold=True))
        head.addWidget(self.options)
        head.addWidget(self.units)
        said = self.tr("small I/Os across, large I/Os down")
        head.addWidget(label(said, "caption", "text2"), 1)
        head.addWidget(PictureButton(self.grid, self.tr("Matrix")))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        nest(column, head)
        column.addWidget(self.grid, 1)

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
        if not 0 <= at < len(self._known):
            self.model.set_rows(())
            return
        unit, value, decimals = _VALUES[self.units.currentIndex()]
        cells: dict[tuple[int, int], list[float]] = {}
        points: tuple[IoPoint, ...] = sweep(self._known[at])
        for point in points:
            figure = value(point)
            if figure is not None:
                place = (point.large_ios or 0, point.small_ios or 0)
                cells.setdefault(place, []).append(figure)
        means = {place: fmean(found) for place, found in cells.items()}
        large = Column("large", self.tr("Large"), _large, right=True, least=48)
        smalls = sorted({p.small_ios or 0 for p in points})
        shown = [_small(small, means, unit, decimals) for small in smalls]
        self.model.set_columns((large, *shown))
        self.model.set_rows(sorted({p.large_ios or 0 for p in points}))
        self.grid.fit_columns()
        self.grid.freeze(1)


def _large(row: int) -> Shown:
    return Shown(figures.number(row), number=row, colour="text2", sunken=True)


def _small(small: int, means: Mapping[tuple[int, int], float], unit: str, decimals: int) -> Column:
    """Return the column of the points with so many small I/Os outstanding."""

    def show(large: int) -> Shown:
        mean = means.get((large, small))
        return Shown() if mean is None else Shown(figures.number(mean, decimals), number=mean)

    return Column(f"s{small}", figures.number(small), show, unit, right=True, least=52)
