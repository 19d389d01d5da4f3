"""I/O sweeps."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from arraywise.gui.charts.chart_export import PictureButton
from arraywise.gui.charts.load_curves import (
    io_curves,
    iops_of,
    latency_ms_of,
    sweep,
    sweep_curves,
    throughput_mb_of,
)
from arraywise.gui.charts.plots import Plot
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Column, RowsModel, Shown
from arraywise.gui.pages.base import keep_height, scrolling
from arraywise.gui.pages.performance.panels import chart_panel
from arraywise.gui.widgets import figures, messages
from arraywise.gui.widgets.controls import fill, flush, hairline, label, panel

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from arraywise.domain.decision import Answer, IoCurve
    from arraywise.domain.study import IoPoint, OptionFacts, StudyFacts

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
        head = fill(
            QHBoxLayout(),
            label(self.tr("Matrix"), "section", bold=True),
            self.options,
            self.units,
            margins=(16, 4, 12, 4),
            spacing=6,
        )
        said = self.tr("small I/Os across, large I/Os down")
        head.addWidget(label(said, "caption", "text2"), 1)
        head.addWidget(PictureButton(self.grid, self.tr("Matrix")))
        flush(QVBoxLayout(self), head, (self.grid, 1))

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


_UPPER, _LOWER = 300, 260  # shares of the height


class IoCharts(QWidget):
    """IOPS, latency and throughput of the I/O sweeps against outstanding I/Os."""

    said = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._facts: StudyFacts | None = None
        small, large = self.tr("Outstanding small I/Os"), self.tr("Outstanding large I/Os")
        latency = self.tr("Latency, ms")
        self.iops = _plot(self.tr("IOPS against outstanding small I/Os"), small, "IOPS")
        self.latency = _plot(self.tr("Latency against outstanding small I/Os"), small, latency)
        title = self.tr("Throughput against outstanding large I/Os")
        self.throughput = _plot(title, large, "MB/s")
        rate = self.tr("Small I/Os per second")
        self.against = _plot(self.tr("Latency against I/O rate"), rate, latency)
        for plot in (self.iops, self.latency, self.throughput, self.against):
            plot.said.connect(self.said)
        self.matrix = SweepMatrix()
        self.bound = label("", "body", "text2", wraps=True)
        self.bound.setContentsMargins(16, 0, 16, 6)
        self.large, self.small = QComboBox(), QComboBox()
        both = QSplitter(Qt.Orientation.Vertical)
        both.setProperty("ground", "page")
        both.setHandleWidth(1)
        both.setChildrenCollapsible(False)
        both.addWidget(self._make_upper())
        both.addWidget(self._make_lower())
        both.setSizes([_UPPER, _LOWER])
        flush(
            QVBoxLayout(self),
            self._make_choices(),
            hairline(Qt.Orientation.Horizontal),
            (scrolling(both), 1),
        )

    def _make_upper(self) -> QWidget:
        upper = panel()
        row = flush(QHBoxLayout(upper))
        for plot in (self.iops, self.latency, self.throughput):
            row.addWidget(chart_panel(plot), 1)
            row.addWidget(hairline(Qt.Orientation.Vertical))
        return upper

    def _make_lower(self) -> QWidget:
        left = panel()
        flush(QVBoxLayout(left), (chart_panel(self.against), 1), self.bound)
        keep_height(left)
        lower = panel()
        flush(QHBoxLayout(lower), (left, 1), hairline(Qt.Orientation.Vertical), (self.matrix, 1))
        return lower

    def _make_choices(self) -> QHBoxLayout:
        choices = fill(QHBoxLayout(), margins=(16, 8, 16, 4), spacing=8)
        for text, combo in (
            (self.tr("Large I/Os beside the small"), self.large),
            (self.tr("Small I/Os beside the large"), self.small),
        ):
            caption = label(text, "body", "text2")
            caption.setBuddy(combo)
            combo.setAccessibleName(text)
            combo.activated.connect(lambda _place: self._draw())
            fill(choices, caption, combo, 16)
        choices.addStretch(1)
        return choices

    def draw(self, facts: StudyFacts, answer: Answer) -> Generator[None]:
        """Draw a study's sweeps, one chart at a time."""
        self._facts = facts
        self.matrix.show_facts(facts)
        yield
        self.against.show_curves(sweep_curves(answer))
        bounds = [
            self.tr("{option} {rate} tx/s ({tool})").format(
                option=option.option.name,
                rate=figures.number(curve.most_tps),
                tool=_say_tool(curve),
            )
            for option in answer.options
            for curve in _bounding(option.io_curve)
        ]
        text = self.tr("Derived, at most: {bounds}. What {each} I/Os a transaction would allow.")
        each = next((c.ios_per_transaction for o in answer.options for c in o.io_curve), 0.0)
        said = text.format(bounds=", ".join(bounds), each=figures.number(each, 1))
        self.bound.setText(said if bounds else "")
        points = [p for known in facts.options for p in sweep(known)]
        _offer(self.large, {p.large_ios or 0 for p in points})
        _offer(self.small, {p.small_ios or 0 for p in points})
        yield from self._charts(facts)

    def _draw(self) -> None:
        if self._facts is not None:
            for _ in self._charts(self._facts):
                pass

    def _charts(self, facts: StudyFacts) -> Generator[None]:
        options = facts.options
        large, small = int(self.large.currentData() or 0), int(self.small.currentData() or 0)
        for plot, value, along_small, unit in (
            (self.iops, iops_of, True, "IOPS"),
            (self.latency, latency_ms_of, True, "ms"),
            (self.throughput, throughput_mb_of, False, "MB/s"),
        ):
            yield
            other = large if along_small else small
            plot.show_curves(
                io_curves(options, value, along_small=along_small, other=other, unit=unit)
            )


def _bounding(curves: Sequence[IoCurve]) -> list[IoCurve]:
    """Return the curve that bounds an option's transactions: a calibration before a sweep."""
    bounding = [curve for curve in curves if curve.most_tps is not None]
    return sorted(bounding, key=lambda curve: bool(curve.levels))[:1]


def _say_tool(curve: IoCurve) -> str:
    name = messages.tool_name(curve.tool)
    return f"{name}, {curve.work}" if curve.work else name


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


def _plot(name: str, x: str, y: str) -> Plot:
    made = Plot(name)
    made.name_axes(x, y)
    return made
