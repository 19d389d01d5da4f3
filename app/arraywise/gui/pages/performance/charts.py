"""Charts of load, of I/O sweeps and of calibrations."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from arraywise.domain.evidence import MAX_LARGE_MBPS, MAX_SMALL_IOPS, MIN_SMALL_LATENCY
from arraywise.gui.charts.chart_export import PictureButton
from arraywise.gui.charts.load_curves import (
    CalibrationBars,
    calibrations,
    demand_line,
    io_curves,
    iops_of,
    latency_ms_of,
    rate_curves,
    response_curves,
    sweep,
    sweep_curves,
    target_line,
    throughput_mb_of,
)
from arraywise.gui.charts.plots import CurvePlot
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Cell, Column, RowsModel
from arraywise.gui.pages.base import fix_height, scrolling
from arraywise.gui.pages.performance.hosts import HostPanel
from arraywise.gui.pages.performance.panels import OptionsShown, chart_panel
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import (
    ElidedLabel,
    export_title,
    fill,
    flush,
    hairline,
    label,
    named,
    panel,
    splitter,
)

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from arraywise.domain.decision import Answer, IoCurve
    from arraywise.domain.options import Option
    from arraywise.domain.study import IoPoint, OptionFacts, StudyFacts
    from arraywise.gui.charts.curves import PlottedCurve, Point
    from arraywise.gui.session.session import Session


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
        self.grid = named(Grid(self.model), self.tr("Sweep as a matrix"))
        head = fill(
            QHBoxLayout(),
            label(self.tr("Matrix"), "section", bold=True),
            self.options,
            self.units,
            margins=(16, 4, 12, 4),
            spacing=6,
        )
        message = self.tr("small I/Os across, large I/Os down")
        head.addWidget(label(message, "caption", "text2"), 1)
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
        means = {place: fmean(result) for place, result in cells.items()}
        large = Column("large", self.tr("Large"), _large, right=True, least=48)
        smalls = sorted({p.small_ios or 0 for p in points})
        shown = [_small(small, means, unit, decimals) for small in smalls]
        self.model.set_columns((large, *shown))
        self.model.set_rows(sorted({p.large_ios or 0 for p in points}))
        self.grid.fit_columns()
        self.grid.freeze(1)


def _large(row: int) -> Cell:
    return Cell(figures.number(row), number=row, colour="text2", sunken=True)


def _small(small: int, means: Mapping[tuple[int, int], float], unit: str, decimals: int) -> Column:
    """Return the column of the points with so many small I/Os outstanding."""

    def show(large: int) -> Cell:
        mean = means.get((large, small))
        return Cell() if mean is None else Cell(figures.number(mean, decimals), number=mean)

    return Column(f"s{small}", figures.number(small), show, unit, right=True, least=52)


_UPPER, _LOWER = 300, 260  # shares of the height


class IoCharts(QWidget):
    """IOPS, latency and throughput of the I/O sweeps against outstanding I/Os."""

    message = Signal(str)

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
            plot.message.connect(self.message)
        self.matrix = SweepMatrix()
        self.bound = label("", "body", "text2", wraps=True)
        self.bound.setContentsMargins(16, 0, 16, 6)
        self.large, self.small = QComboBox(), QComboBox()
        parts = (self._build_upper(), self._build_lower())
        both = splitter(Qt.Orientation.Vertical, *parts, sizes=(_UPPER, _LOWER))
        both.setProperty("ground", "page")
        flush(
            QVBoxLayout(self),
            self._build_choices(),
            hairline(Qt.Orientation.Horizontal),
            (scrolling(both), 1),
        )

    def _build_upper(self) -> QWidget:
        upper = panel()
        row = flush(QHBoxLayout(upper))
        for plot in (self.iops, self.latency, self.throughput):
            row.addWidget(chart_panel(plot), 1)
            row.addWidget(hairline(Qt.Orientation.Vertical))
        return upper

    def _build_lower(self) -> QWidget:
        left = panel()
        flush(QVBoxLayout(left), (chart_panel(self.against), 1), self.bound)
        fix_height(left)
        lower = panel()
        flush(QHBoxLayout(lower), (left, 1), hairline(Qt.Orientation.Vertical), (self.matrix, 1))
        return lower

    def _build_choices(self) -> QHBoxLayout:
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
                tool=_show_tool(curve),
            )
            for option in answer.options
            for curve in _bounding(option.io_curve)
        ]
        text = self.tr("Derived, at most: {bounds}. What {each} I/Os a transaction would allow.")
        each = next((c.ios_per_transaction for o in answer.options for c in o.io_curve), 0.0)
        message = text.format(bounds=", ".join(bounds), each=figures.number(each, 1))
        self.bound.setText(message if bounds else "")
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


def _show_tool(curve: IoCurve) -> str:
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


def _plot(name: str, x: str, y: str) -> CurvePlot:
    built = CurvePlot(name)
    built.name_axes(x, y)
    return built


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
            plot.on_enter = self.tr("Show the host beside the point that was read out")
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
        statistic = messages.statistic(answer.requirement.statistic)
        self.response.name_axes(
            self.tr("Transactions per second"), message.format(statistic=statistic)
        )
        response, rate = self._built_curves(answer)
        lines = (demand_line(answer, upright=True), target_line(answer))
        met = (answer.demand_tps, answer.requirement.response_time_s * 1000)
        self.response.show_curves(response, lines, met)
        yield
        self.rate.show_curves(rate, (demand_line(answer, upright=False),))

    def _built_curves(
        self, answer: Answer
    ) -> tuple[tuple[PlottedCurve, ...], tuple[PlottedCurve, ...]]:
        """Return the curves of response and rate; a moved demand leaves them as they are."""
        hidden = self.options.hidden
        made_from = (hidden, tuple((o.option, o.levels, o.curve, o.line) for o in answer.options))
        if made_from != self._curves_of:
            self._curves_of = made_from
            self._curves = response_curves(answer, hidden), rate_curves(answer, hidden)
        return self._curves


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
        row = flush(QHBoxLayout(self))
        for group, bars in self.bars.items():
            row.addWidget(_titled(bars, notes[group]), 1)
            row.addWidget(hairline(Qt.Orientation.Vertical))

    def show_facts(self, facts: StudyFacts) -> None:
        """Draw a study's calibrations."""
        for group, bars in self.bars.items():
            bars.show_found(calibrations(facts.options, group))


def _titled(bars: CalibrationBars, note: str) -> QWidget:
    built = panel()
    head = fill(QHBoxLayout(), margins=(16, 2, 12, 0), spacing=8)
    title, grey = export_title(bars.accessibleName()), ElidedLabel("text2", "caption")
    title.setMinimumHeight(theme.height("panel_head"))
    grey.setText(note)
    fill(head, title, (grey, 1), PictureButton(bars, bars.accessibleName()))
    flush(QVBoxLayout(built), head, (bars, 1))
    return built
