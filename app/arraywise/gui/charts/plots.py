"""Plots of curves with their names at the ends, on pyqtgraph: pens, markers, theme."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QPainterPath,
    QPen,
    QTransform,
)
from PySide6.QtWidgets import QGraphicsRectItem, QSizePolicy, QToolTip, QVBoxLayout
from shiboken6 import isValid

from arraywise.gui.charts.painted import FigureSource, PlotKeys, key_lines
from arraywise.gui.widgets import figures, painting, theme
from arraywise.gui.widgets.controls import ENTER, as_tooltip, fill, label
from arraywise.gui.widgets.time_slicing import TimeSlicer
from arraywise.present.charts.axes import spread_positions_apart

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from PySide6.QtGui import QShowEvent
    from PySide6.QtWidgets import QLabel

    from arraywise.analysis.arrays import Floats
    from arraywise.domain.options import Option
    from arraywise.gui.charts.painted import Table


translate = QCoreApplication.translate
_DOTTED = [1.0, 2.5]
_waiting_charts: list[ThemedChart] = []
"""Visible charts that still show the former theme."""
LABEL_GAP = 18.0
"""Pixels between the labels, at least."""
_LINE_TEXTS = (0.5, 0.65, 0.35, 0.8, 0.2)  # where along its line the text of a target may stand
_AT_LEFT = 0.3  # of the highest load: where the text of a demand meets that of a target
_OVER_CURVES = 20
_SAMPLES = 9
"""Places below a name at which other curves are looked for."""
_LABEL_DISTANCE, _LEADER_DISTANCE = 9.0, 20.0
"""Pixels from the end of a curve to its name, without and with a line that leads to it."""
_HIT_DISTANCE = 14.0
"""Pixels from a point within which it is read out."""
_RIGHT = 14  # pixels for the half of the last number under the axis
_DENSITY = 1.7
"""Labels along an axis, as a multiple of what pyqtgraph would write."""
_POINT_STEPS = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
_MIN_HEIGHT, _AROUND = 150, 80  # pixels of a chart at least, and of its axes with their titles


def create_axis_title(*, right: bool = False) -> QLabel:
    """Return an empty title of an axis."""
    built = label("", "caption", "text2")
    built.setContentsMargins(8, 0, 4, 0)
    if right:
        built.setAlignment(Qt.AlignmentFlag.AlignRight)
    return built


def format_tick_values(values: Sequence[float], scale: float, _spacing: float) -> list[str]:
    """Write the values beside an axis as the locale does."""
    return [figures.plain(round(value * scale, 9)) for value in values]


def split_counted_points(
    curve: PlottedCurve,
) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Return the points of a curve's line that count, and those after them."""
    points = [(p.x, p.y) for p in curve.points]
    split = next((i for i, p in enumerate(curve.points) if not p.counts), len(points))
    if not curve.line:
        return points[:split], points[max(0, split - 1) :] if split < len(points) else []
    last = max((x for x, _ in points[:split]), default=-np.inf)
    counting = [*(p for p in curve.line if p[0] < last), *points[max(0, split - 1) : split]]
    beyond_line = [p for p in curve.line if p[0] > last] if split < len(points) else []
    end = beyond_line[-1][0] if beyond_line else last
    beyond = [p for p in points[split:] if p[0] > end or not beyond_line]
    return counting, [*counting[-1:], *beyond_line, *beyond] if beyond_line or beyond else []


def cosmetic_pen_width(pixels: float) -> float:
    """Return the width of a cosmetic pen, which Qt counts in pixels of the screen."""
    app = QGuiApplication.instance()
    ratio = app.devicePixelRatio() if isinstance(app, QGuiApplication) else 1.0
    return pixels * ratio


def line_pen(colour: QColor, dash: str) -> QPen:
    """Return the pen of an option's line in its dash, or dotted."""
    pen = QPen(colour, cosmetic_pen_width(2.0))
    pen.setCosmetic(True)
    if dash == "dotted":
        pen.setDashPattern(_DOTTED)
    elif dash != "solid":
        pen.setDashPattern([float(part) / 2 for part in dash.split()])
    return pen


def marker_symbol(marker: str) -> object:
    """Return a marker's outline as pyqtgraph wants it: one unit wide."""
    return QTransform.fromScale(0.5, 0.5).map(painting.marker_shape(marker))


def error_bar_cap_path() -> QPainterPath:
    """Return the end of an error bar, one unit wide."""
    path = QPainterPath(QPointF(-0.5, 0.0))
    path.lineTo(0.5, 0.0)
    return path


@dataclass(frozen=True, slots=True)
class Point:
    """One measured point of a curve."""

    x: float
    y: float
    low: float | None
    high: float | None
    counts: bool
    """False where the host was exhausted or the rate is past its highest: drawn hollow."""
    message: str
    users: int | None = None
    """The load level that it is, where it is one."""


@dataclass(frozen=True, slots=True)
class PlottedCurve:
    """The points of one option, in the order of load, and the band around them."""

    option: Option
    points: tuple[Point, ...]
    band: tuple[tuple[float, float, float], ...] = ()
    """x, low, high."""
    line: tuple[tuple[float, float], ...] = ()
    """Leads smoothly from point to point; empty: they are joined straight."""
    note: str = ""
    """Said in grey under the option's name."""
    named: bool = True
    """Whether the name stands at its end; not where the option has another curve that counts."""

    @property
    def points_with_intervals(self) -> list[tuple[Point, float, float]]:
        """The points whose interval is known, with its ends."""
        known = ((p, p.low, p.high) for p in self.points)
        return [(p, lo, hi) for p, lo, hi in known if lo is not None and hi is not None]


@dataclass(frozen=True, slots=True)
class ReferenceLine:
    """A line across the plot: the demand or the target."""

    at: float
    text: str
    upright: bool
    dashed: bool = False
    dotted: bool = False


def style_plot(plot: Any) -> tuple[Any, Any]:  # noqa: ANN401 - pyqtgraph has no types
    """Give a plot the theme's colours and type; return its axes at the bottom and at the left."""
    look, item = theme.look(), plot.getPlotItem()
    plot.setBackground(look["page"])
    item.showGrid(x=False, y=True, alpha=0.14)
    axes = item.getAxis("bottom"), item.getAxis("left")
    for axis in axes:
        axis.setPen(QPen(look["border_strong"], 1))
        axis.setTextPen(look["text2"])
        axis.setTickFont(theme.font("caption"))
        axis.setStyle(tickLength=-4)
        axis.enableAutoSIPrefix(enable=False)
    return axes


def show_no_data(item: Any, text: str) -> None:  # noqa: ANN401 - pyqtgraph has no types
    """Show a text in the middle of an empty plot."""
    message = pg.TextItem(text, color=theme.look()["text2"], anchor=(0.5, 0.5))
    message.setPos(0.5, 0.5)
    item.addItem(message, ignoreBounds=True)
    item.setXRange(0.0, 1.0, padding=0)
    item.setYRange(0.0, 1.0, padding=0)


class ThemedChart(FigureSource):
    """A chart whose items must be redrawn when the theme changes."""

    _is_styled = True
    """Whether it shows the present theme."""

    def redraw_in_theme(self) -> None:
        """Draw everything in the present colours."""
        raise NotImplementedError

    def changeEvent(self, event: QEvent) -> None:
        """Redraw in the new theme in a moment, or when the chart is shown next."""
        super().changeEvent(event)
        if event.type() != QEvent.Type.PaletteChange:
            return
        self._is_styled = False
        app = QCoreApplication.instance()
        if self.isVisible() and self not in _waiting_charts and app is not None:
            _waiting_charts.append(self)
            if len(_waiting_charts) == 1:
                TimeSlicer(_restyle_waiting_charts(), app)

    def showEvent(self, event: QShowEvent) -> None:
        """Redraw if the theme was changed while the chart was hidden."""
        super().showEvent(event)
        self.apply_theme_if_stale()

    def apply_theme_if_stale(self) -> None:
        """Redraw in the current theme unless it is shown already."""
        if not self._is_styled:
            self._is_styled = True
            self.redraw_in_theme()


def _restyle_waiting_charts() -> Generator[None]:
    try:
        while _waiting_charts:
            if isValid(_waiting_charts[0]):
                _waiting_charts[0].apply_theme_if_stale()
            del _waiting_charts[0]
            yield
    finally:
        _waiting_charts.clear()  # what is left after a fault follows when it is shown again


class PlotChart(ThemedChart):
    """A chart with a plot of pyqtgraph, and the title of its upright axis."""

    hint = QSize(560, 340)
    """A size that shows the chart well."""

    def sizeHint(self) -> QSize:
        """Return a size that shows the chart well."""
        return self.hint

    def __init__(self, name: str, min_height: int, **axes: Any) -> None:  # noqa: ANN401 - no types
        """Build a plot with axes of its own, at least so many reference pixels high."""
        super().__init__()
        self.setAccessibleName(name)
        # Its menu, made for each plot, would take long.
        self.plot = pg.PlotWidget(axisItems=axes, enableMenu=False)
        self._item = self.plot.getPlotItem()
        self._item.setMenuEnabled(False)
        self._item.hideButtons()
        self._y_title = create_axis_title()
        self.setMinimumSize(220, theme.px(min_height))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusProxy(self.plot)


def with_opacity(colour: QColor, opacity: float) -> QColor:
    """Return a colour that lets the ground show through; opacity is 0 to 1."""
    built = QColor(colour)
    built.setAlphaF(opacity)
    return built


def fill_between(x: Floats, low: Floats, high: Floats, ink: QColor) -> list[Any]:
    """Return the items that fill the area between two lines."""
    edges = [pg.PlotCurveItem(x, edge, pen=QPen(Qt.PenStyle.NoPen)) for edge in (low, high)]
    return [*edges, pg.FillBetweenItem(*edges, brush=ink)]


@dataclass(frozen=True, slots=True)
class _CurveLabel:
    """A name with the line that leads to it, from the end of its curve."""

    curve: PlottedCurve
    name: Any
    leader: Any
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class _PlotView:
    """The top of the visible range, and the size of a pixel in units of the axes."""

    top: float
    per_x: float
    per_y: float


def _name_and_note_html(curve: PlottedCurve) -> str:
    """Return the HTML of a curve's name with its note below."""
    look = theme.look()
    style = f"font-weight: normal; color: {look['text2'].name()}"
    name = f"<span style='color: {look['text'].name()}'>{escape(curve.option.name)}</span>"
    return f"{name}<br><span style='{style}'>{escape(curve.note)}</span>"


class EndLabels:
    """The labels at the ends of a plot's curves."""

    def __init__(self, item: Any) -> None:  # noqa: ANN401 - pyqtgraph has no types
        self._item = item
        self._labels: list[_CurveLabel] = []

    def clear(self) -> None:
        """Forget all labels; the plot was cleared."""
        self._labels = []

    def add(self, curve: PlottedCurve) -> None:
        """Add the label of a curve that has points."""
        ground, ink = with_opacity(theme.look()["page"], 0.92), theme.look()["text"]
        name = pg.TextItem(curve.option.name, color=ink, anchor=(0, 0.5), fill=ground)
        name.setFont(theme.font("caption", bold=True))
        if curve.note:
            name.setHtml(_name_and_note_html(curve))
        name.textItem.document().setDocumentMargin(1.0)  # Qt's 4 hides a comma of the text above
        name.updateTextPos()
        name.setZValue(_OVER_CURVES)
        self._item.addItem(name, ignoreBounds=True)
        leader = pg.PlotCurveItem(
            pen=pg.mkPen(theme.look()["border_strong"], width=cosmetic_pen_width(1))
        )
        self._item.addItem(leader, ignoreBounds=True)
        end = curve.points[-1]
        self._labels.append(_CurveLabel(curve, name, leader, end.x, end.y))

    def place_labels(self, *, above: bool = False) -> None:
        """Place the labels beside their curves' ends; `above` leaves space for a line's text."""
        if self._item.getViewBox().height() < 2 or not self._labels:
            return
        view = self._measure_view()
        lines = 2 if any(each.curve.note for each in self._labels) else 1
        gap = lines * theme.px(LABEL_GAP) * view.per_y
        result = sorted(self._labels, key=lambda each: each.y)
        highest = view.top - gap / 2 - above * theme.px(LABEL_GAP) * view.per_y
        positions = spread_positions_apart([each.y for each in result], gap, highest)
        pairs = list(zip(result, positions, strict=True))
        is_crowded = any(abs(position - each.y) > 0.6 * gap for each, position in pairs)
        furthest = max(each.x for each in result)
        for each, position in pairs:
            x = furthest if self._would_cover_curve(each, position, view) else each.x
            self._set_label(each, (x, position), view, is_crowded=is_crowded)

    def is_covered(self, area: QRectF) -> bool:
        """Return whether an area of the plot would cover a label or a curve."""
        view, xs = self._measure_view(), np.linspace(area.left(), area.right(), _SAMPLES)

        def label_area(label: _CurveLabel) -> QRectF:
            at, height = label.name.pos(), _name_height(label.curve, view)
            return QRectF(
                at.x(), at.y() - height / 2, _name_width(label.curve) * view.per_x, height
            )

        return any(
            _curve_crosses(each.curve, xs, area.top(), area.bottom())
            or area.intersects(label_area(each))
            for each in self._labels
        )

    def _measure_view(self) -> _PlotView:
        box = self._item.getViewBox()
        (left, right), (bottom, top) = box.viewRange()
        width, height = max(1.0, box.width()), max(1.0, box.height())
        return _PlotView(top, (right - left) / width, (top - bottom) / height)

    def _would_cover_curve(self, label: _CurveLabel, y: float, view: _PlotView) -> bool:
        """Return whether a label beside its curve's end would cover another curve."""
        end = label.x + (_LEADER_DISTANCE + 4 + _name_width(label.curve)) * view.per_x
        half = _name_height(label.curve, view) / 2
        under = np.linspace(label.x, end, _SAMPLES)[1:]
        others = (other.curve for other in self._labels if other is not label)
        return any(_curve_crosses(curve, under, y - half, y + half) for curve in others)

    def _set_label(
        self,
        label: _CurveLabel,
        position: tuple[float, float],
        view: _PlotView,
        *,
        is_crowded: bool,
    ) -> None:
        x, y = position
        has_leader = is_crowded or x > label.x
        label.name.setPos(
            x + (_LEADER_DISTANCE if has_leader else _LABEL_DISTANCE) * view.per_x, y
        )
        far = 0.1 * theme.px(LABEL_GAP) * view.per_y
        moved = x > label.x or (is_crowded and abs(y - label.y) > far)
        start, end = label.x + 7 * view.per_x, x + (_LEADER_DISTANCE + 1) * view.per_x
        label.leader.setData(*(([start, end], [label.y, y]) if moved else ([], [])))


def _curve_crosses(curve: PlottedCurve, xs: Floats, low: float, high: float) -> bool:
    """Return whether a curve is between two heights at any of some x positions."""
    x, y = np.array([(point.x, point.y) for point in curve.points]).T
    height = np.interp(xs, x, y, left=np.nan, right=np.nan)
    return bool(np.any((height > low) & (height < high)))


def _name_height(curve: PlottedCurve, view: _PlotView) -> float:
    return (2 if curve.note else 1) * theme.px(LABEL_GAP) * view.per_y


def _label_line_count(curves: Sequence[PlottedCurve]) -> int:
    """Return the number of text lines of all labels, each as high as the highest."""
    named = [curve for curve in curves if curve.named]
    return len(named) * (2 if any(curve.note for curve in named) else 1)


def end_labels_width(curves: Sequence[PlottedCurve]) -> float:
    """Return the width in pixels of the labels beside their curves."""
    return max((_name_width(curve) for curve in curves if curve.named), default=0.0) + 30


def _name_width(curve: PlottedCurve) -> float:
    bold, plain = (QFontMetricsF(theme.font("caption", bold=bold)) for bold in (True, False))
    return max(bold.horizontalAdvance(curve.option.name), plain.horizontalAdvance(curve.note))


class CurvePlot(PlotChart):
    """A plot of curves with their names at the ends; zoom by wheel, pan by hand."""

    message = Signal(str)
    """What is under the mouse."""
    chosen = Signal(object, object)
    """An Option and a Point of it that was clicked."""
    _drawn_lines: tuple[Any, ...] = ()
    _shaded_area: QGraphicsRectItem | None = None
    enter_description = ""

    def __init__(self, name: str) -> None:
        super().__init__(name, _MIN_HEIGHT)
        self._curves: tuple[PlottedCurve, ...] = ()
        self._lines: tuple[ReferenceLine, ...] = ()
        self._shaded_corner: tuple[float, float] | None = None
        """The demand and the target; the area left of and below both is shaded."""
        self._labels = EndLabels(self._item)
        self._x_title = create_axis_title(right=True)
        self._fitted_to: tuple[float, float, float, float] | None = None
        """Extent of curves and plot that the view was fitted to."""
        self._is_fitted = True
        """False once the user zoomed or moved the view."""
        parts = self._y_title, (self.plot, 1), self._x_title
        fill(QVBoxLayout(self), *parts, margins=(8, 0, 12, 4), spacing=0)
        self._current_point: Point | None = None
        """The point that keys came to."""
        self._connect_signals()
        self._apply_style()

    def _connect_signals(self) -> None:
        box = self._item.getViewBox()
        self.plot.scene().sigMouseMoved.connect(self._show_point_under_mouse)
        self.plot.scene().sigMouseClicked.connect(self._choose_point_at_click)
        box.sigRangeChanged.connect(lambda *_: self._place_names())
        box.sigResized.connect(lambda *_: self._handle_resize())
        box.sigRangeChangedManually.connect(lambda *_: self._mark_view_chosen())
        self._keys = PlotKeys(self.plot, self.fit, self._handle_key)

    def name_axes(self, x: str, y: str) -> None:
        """Set the titles of the axes."""
        self._x_title.setText(x)
        self._y_title.setText(y)

    def show_curves(
        self,
        curves: Sequence[PlottedCurve],
        lines: Sequence[ReferenceLine] = (),
        shaded_corner: tuple[float, float] | None = None,
    ) -> None:
        """Draw other curves; a view that the user chose stays.

        The area up to `shaded_corner`, a demand and a target, is shaded.
        """
        new = tuple(curves), tuple(lines), shaded_corner
        if new == (self._curves, self._lines, self._shaded_corner):
            return
        self.setMinimumHeight(
            theme.px(max(_MIN_HEIGHT, _AROUND + LABEL_GAP * _label_line_count(curves)))
        )
        same_curves = new[0] == self._curves and len(new[1]) == len(self._drawn_lines)
        before = self._lines
        self._curves, self._lines, self._shaded_corner = new
        if same_curves:
            self._update_lines(before)
        else:
            self._draw()

    def _update_lines(self, before: tuple[ReferenceLine, ...]) -> None:
        """Move the drawn lines of demand and target; making new items would outlast a frame."""
        for built, old, line in zip(self._drawn_lines, before, self._lines, strict=True):
            if line == old:
                continue
            built.setAngle(90 if line.upright else 0)
            built.setValue(line.at)
            built.label.setFormat(line.text)
        if self._shaded_area is not None and self._shaded_corner is not None:
            self._shaded_area.setRect(0.0, 0.0, *self._shaded_corner)
        if self._is_fitted:
            self._fit_if_changed()

    def table(self) -> Table:
        """Return the measured points."""
        axes = self._x_title.text(), self._y_title.text()
        ends = translate("Charts", "Low", "interval"), translate("Charts", "High")
        option, users = translate("Charts", "Option"), translate("Charts", "Users")
        rows: Table = [[option, users, *axes, *ends]]
        for curve in self._curves:
            rows += ([curve.option.name, p.users, p.x, p.y, p.low, p.high] for p in curve.points)
        return rows

    @property
    def curves(self) -> tuple[PlottedCurve, ...]:
        """What is drawn."""
        return self._curves

    def fit(self) -> None:
        """Show all curves again."""
        self._fitted_to, self._is_fitted = None, True
        self._fit_if_changed()

    def _mark_view_chosen(self) -> None:
        self._is_fitted = False

    def redraw_in_theme(self) -> None:
        """Draw everything in the present colours."""
        self._apply_style()
        self._draw()

    # Drawing

    def _apply_style(self) -> None:
        self.plot.setAccessibleName(self.accessibleName())
        self._item.setContentsMargins(0, 0, _RIGHT, 0)
        for axis in style_plot(self.plot):
            axis.setStyle(maxTickLevel=0, hideOverlappingLabels=False)
            axis.setTickDensity(_DENSITY)
            axis.tickStrings = format_tick_values

    def _draw(self) -> None:
        self._item.clear()
        self._labels.clear()
        self._shaded_area = None
        if self._shaded_corner is not None and any(curve.points for curve in self._curves):
            ground = QGraphicsRectItem(0.0, 0.0, *self._shaded_corner)
            ground.setPen(QPen(Qt.PenStyle.NoPen))
            ground.setBrush(theme.look()["sunken"])
            ground.setZValue(-50)
            self._item.addItem(ground, ignoreBounds=True)
            self._shaded_area = ground
        self._drawn_lines = tuple(self._draw_line(line) for line in self._lines)
        for curve in self._curves:
            if curve.points:
                self._draw_band(curve)
                self._draw_curve(curve)
                if curve.named:
                    self._labels.add(curve)
        if not any(curve.points for curve in self._curves):
            show_no_data(self._item, self.tr("Nothing was measured for this chart"))
        if self._is_fitted:
            self._fit_if_changed()
        self._place_names()

    def _place_names(self) -> None:
        self._labels.place_labels(above=any(line.upright for line in self._lines))
        if self._has_demand_at_left:
            self._place_line_texts()

    def _place_line_texts(self) -> None:
        """Move the texts of targets near the middle, where they cover no label and no curve."""
        box = self._item.getViewBox()
        (left, right), (bottom, top) = box.viewRange()
        height = theme.px(LABEL_GAP) * (top - bottom) / max(1.0, box.height())
        font = QFontMetricsF(theme.font("caption", bold=True))
        for line, built in zip(self._lines, self._drawn_lines, strict=True):
            if line.upright or box.width() < 2:
                continue
            size = font.horizontalAdvance(line.text) / box.width()
            width = size * (right - left)
            starts = ((p, left + (p - size / 2) * (right - left)) for p in _LINE_TEXTS)
            free = (
                p
                for p, x in starts
                if not self._labels.is_covered(QRectF(x, line.at, width, height))
            )
            built.label.setPosition(next(free, _LINE_TEXTS[0]))

    def _draw_line(self, line: ReferenceLine) -> Any:  # noqa: ANN401 - pyqtgraph has no types
        look = theme.look()
        style = Qt.PenStyle.DashLine if line.dashed else Qt.PenStyle.SolidLine
        style = Qt.PenStyle.DotLine if line.dotted else style
        pen = QPen(look["text"], cosmetic_pen_width(1.3), style)
        pen.setCosmetic(True)
        position, side = (0.5, 0.5) if self._has_demand_at_left else (0.03, 0)
        anchors, angle = [(side, 1), (side, 1)], 0
        if line.upright:
            position, anchors, angle = 1.0, [(-0.05, 0), (1.05, 0)], 90
        options = {"position": position, "color": look["text"], "anchors": anchors}
        built = pg.InfiniteLine(line.at, angle, pen=pen, label=line.text, labelOpts=options)
        built.label.setFont(theme.font("caption", bold=True))
        self._item.addItem(built, ignoreBounds=True)
        return built

    @property
    def _has_demand_at_left(self) -> bool:
        """Whether the text of an upright line would lie over those that begin at the left."""
        longest = max((p.x for curve in self._curves for p in curve.points), default=0.0)
        return any(line.upright and line.at < _AT_LEFT * longest for line in self._lines)

    def _draw_band(self, curve: PlottedCurve) -> None:
        if len(curve.band) < 2:
            return
        tint = with_opacity(theme.look().option(curve.option.position).fill, 0.16)
        x, low, high = np.array(curve.band).T
        *_edges, area = fill_between(x, low, high, tint)
        self._item.addItem(area, ignoreBounds=True)

    def _draw_curve(self, curve: PlottedCurve) -> None:
        look = theme.look().option(curve.option.position)
        for part, dash in zip(split_counted_points(curve), (look.dash, "dotted"), strict=True):
            if len(part) > 1:
                pen = line_pen(look.line, dash)
                self._item.plot(*zip(*part, strict=True), pen=pen, antialias=True)
        self._draw_errors(curve)
        self._draw_points(curve)

    def _draw_errors(self, curve: PlottedCurve) -> None:
        points = curve.points_with_intervals
        if not points:
            return
        rows = [(p.x, p.y, p.y - low, high - p.y) for p, low, high in points]
        x, y, bottom, top = np.array(rows).T
        pen = pg.mkPen(
            theme.look().option(curve.option.position).line, width=cosmetic_pen_width(1.4)
        )
        self._item.addItem(pg.ErrorBarItem(x=x, y=y, bottom=bottom, top=top, beam=0.0, pen=pen))

    def _draw_points(self, curve: PlottedCurve) -> None:
        """Draw the caps of the errors and the markers over them; one item, as each costs time."""
        look, page = theme.look().option(curve.option.position), theme.look()["page"]
        caps = [(p.x, end) for p, low, high in curve.points_with_intervals for end in (low, high)]
        positions = [*caps, *((p.x, p.y) for p in curve.points)]
        many = (len(caps), len(curve.points))
        fills = [page] * many[0] + [look.fill if p.counts else page for p in curve.points]
        self._item.addItem(
            pg.ScatterPlotItem(
                *zip(*positions, strict=True),
                symbol=[error_bar_cap_path()] * many[0] + [marker_symbol(look.marker)] * many[1],
                size=[8] * many[0] + [11] * many[1],
                pen=pg.mkPen(look.line, width=1.4),
                brush=[pg.mkBrush(fill) for fill in fills],
                antialias=True,
            )
        )

    # Views

    def _fit_if_changed(self) -> None:
        """Fit the view to all curves if their extent or the plot's size has changed."""
        points = [p for c in self._curves for p in c.points]
        if not points:
            return
        right = max([p.x for p in points] + [ln.at for ln in self._lines if ln.upright])
        heights = [p.high if p.high is not None else p.y for p in points]
        top = max(heights + [ln.at for ln in self._lines if not ln.upright])
        box = self._item.getViewBox()
        width, height = box.width(), box.height()
        if self._fitted_to is not None and self._fitted_to == (right, top, width, height):
            return
        self._fitted_to = (right, top, width, height)
        # Low charts too keep room for the text of an upright line above the highest level.
        line = min(0.3, 1.5 * theme.px(LABEL_GAP) / max(1.0, height))
        share = max(0.4, 1.0 - end_labels_width(self._curves) / max(1.0, width))
        self._item.setXRange(0.0, right / share, padding=0)
        self._item.setYRange(0.0, max(top * 1.08, top / (1.0 - line)), padding=0)

    def _handle_resize(self) -> None:
        """Fit again while the user has not chosen a view, and place the labels."""
        if self._is_fitted:
            self._fit_if_changed()
        self._place_names()

    def _show_point_under_mouse(self, position: QPointF) -> None:
        self._show_point(self.point_near(position), position)

    def _show_point(self, point: Point | None, position: QPointF) -> None:
        self.message.emit(point.message if point is not None else "")
        if point is None:
            QToolTip.hideText()
        else:
            at = self.plot.mapToGlobal(self.plot.mapFromScene(position))
            QToolTip.showText(at, as_tooltip(point.message), self.plot)

    def _choose_point_at_click(self, event: Any) -> None:  # noqa: ANN401 - an event of pyqtgraph
        self._choose_point(self.point_near(event.scenePos()))

    def _choose_point(self, point: Point | None) -> None:
        option = next((c.option for c in self._curves if point in c.points), None)
        if option is not None:
            self.chosen.emit(option, point)

    def _handle_key(self, event: QEvent) -> bool:
        """Step from point to point, and choose the current one by Enter; return whether it did."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if event.key() in ENTER:
            self._choose_point(self._current_point)
        elif Qt.Key(event.key()) in _POINT_STEPS:
            self._step_to_point(_POINT_STEPS[Qt.Key(event.key())])
        else:
            return False
        return True

    def _step_to_point(self, step: int) -> None:
        points = [point for curve in self._curves for point in curve.points]
        if points:
            here = (
                points.index(self._current_point)
                if self._current_point in points
                else min(0, -step)
            )
            self._current_point = points[(here + step) % len(points)]
            self._show_point(self._current_point, self.scene_position(self._current_point))

    def key_lines(self) -> tuple[tuple[str, str], ...]:
        """Return the keys of the chart, with what they do."""
        enter = ((self.tr("Enter"), self.enter_description),) if self.enter_description else ()
        return *key_lines("zoom", "home", "pan", "measured"), *enter

    def point_near(self, position: QPointF) -> Point | None:
        """Return the measured point near a position of the scene; None where there is none."""
        nearest, least_distance = None, _HIT_DISTANCE
        for curve in self._curves:
            for point in curve.points:
                point_position = self.scene_position(point)
                distance = float(
                    np.hypot(point_position.x() - position.x(), point_position.y() - position.y())
                )
                if distance <= least_distance:
                    nearest, least_distance = point, distance
        return nearest

    def scene_position(self, point: Point) -> QPointF:
        """Return the position of a point on the scene."""
        result: QPointF = self._item.getViewBox().mapViewToScene(QPointF(point.x, point.y))
        return result
