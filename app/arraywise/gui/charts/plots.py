"""Plots of curves with their names: what is drawn, pens and markers, theme."""

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

from arraywise.gui.charts.painted import CopiesFigures, PlotKeys, key_lines
from arraywise.gui.widgets import figures, painting, theme
from arraywise.gui.widgets.controls import ENTER, as_tip, fill, label
from arraywise.gui.widgets.time_slicing import TimeSlicer
from arraywise.present.charts.axes import spread_apart

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from PySide6.QtGui import QShowEvent
    from PySide6.QtWidgets import QLabel

    from arraywise.analysis.arrays import Floats
    from arraywise.domain.options import Option
    from arraywise.gui.charts.painted import Table


translate = QCoreApplication.translate
_DOTTED = [1.0, 2.5]


def caption(*, right: bool = False) -> QLabel:
    """Return an empty title of an axis."""
    built = label("", "caption", "text2")
    built.setContentsMargins(8, 0, 4, 0)
    if right:
        built.setAlignment(Qt.AlignmentFlag.AlignRight)
    return built


def tick_texts(values: Sequence[float], scale: float, _spacing: float) -> list[str]:
    """Write the values beside an axis as the locale does."""
    return [figures.plain(round(value * scale, 9)) for value in values]


def parts_of(curve: PlottedCurve) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Return the part of a curve's line that counts, and the rest from there on."""
    points = [(p.x, p.y) for p in curve.points]
    split = next((i for i, p in enumerate(curve.points) if not p.counts), len(points))
    if not curve.line:
        return points[:split], points[max(0, split - 1) :] if split < len(points) else []
    last = max((x for x, _ in points[:split]), default=-np.inf)
    sound = [*(p for p in curve.line if p[0] < last), *points[max(0, split - 1) : split]]
    rest = [p for p in curve.line if p[0] > last] if split < len(points) else []
    end = rest[-1][0] if rest else last
    beyond = [p for p in points[split:] if p[0] > end or not rest]
    return sound, [*sound[-1:], *rest, *beyond] if rest or beyond else []


def stroke(pixels: float) -> float:
    """Return the width of a cosmetic pen, which Qt counts in pixels of the screen."""
    app = QGuiApplication.instance()
    ratio = app.devicePixelRatio() if isinstance(app, QGuiApplication) else 1.0
    return pixels * ratio


def line_pen(colour: QColor, dash: str) -> QPen:
    """Return the pen of an option's line; dots for what does not count."""
    pen = QPen(colour, stroke(2.0))
    pen.setCosmetic(True)
    if dash == "dotted":
        pen.setDashPattern(_DOTTED)
    elif dash != "solid":
        pen.setDashPattern([float(part) / 2 for part in dash.split()])
    return pen


def symbol(marker: str) -> object:
    """Return a marker's outline as pyqtgraph wants it: one unit wide."""
    return QTransform.fromScale(0.5, 0.5).map(painting.marker_shape(marker))


def cap() -> QPainterPath:
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
    def with_errors(self) -> list[tuple[Point, float, float]]:
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
    """State in the middle of a plot that nothing was measured that could be drawn there."""
    message = pg.TextItem(text, color=theme.look()["text2"], anchor=(0.5, 0.5))
    message.setPos(0.5, 0.5)
    item.addItem(message, ignoreBounds=True)
    item.setXRange(0.0, 1.0, padding=0)
    item.setYRange(0.0, 1.0, padding=0)


_waiting: list[Themed] = []
"""Charts that are seen and still show the theme before."""


class Themed(CopiesFigures):
    """A chart whose items keep the colours they were made with."""

    _is_styled = True
    """Whether it shows the present theme."""

    def follow_theme(self) -> None:
        """Draw everything in the present colours."""
        raise NotImplementedError

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme in a moment, or as soon as the chart is seen."""
        super().changeEvent(event)
        if event.type() != QEvent.Type.PaletteChange:
            return
        self._is_styled = False
        app = QCoreApplication.instance()
        if self.isVisible() and self not in _waiting and app is not None:
            _waiting.append(self)
            if len(_waiting) == 1:
                TimeSlicer(_apply_in_order(), app)

    def showEvent(self, event: QShowEvent) -> None:
        """Follow the theme that was changed meanwhile."""
        super().showEvent(event)
        self.follow()

    def follow(self) -> None:
        """Show the present theme."""
        if not self._is_styled:
            self._is_styled = True
            self.follow_theme()


def _apply_in_order() -> Generator[None]:
    try:
        while _waiting:
            if isValid(_waiting[0]):
                _waiting[0].follow()
            del _waiting[0]
            yield
    finally:
        _waiting.clear()  # what is left after a fault follows when it is shown again


class PlotChart(Themed):
    """A chart with a plot of pyqtgraph, and the title of its upright axis."""

    hint = QSize(560, 340)
    """A size that shows the chart well."""

    def sizeHint(self) -> QSize:
        """Return a size that shows the chart well."""
        return self.hint

    def __init__(self, name: str, least_high: int, **axes: Any) -> None:  # noqa: ANN401 - no types
        """Build a plot with axes of its own, at least so many reference pixels high."""
        super().__init__()
        self.setAccessibleName(name)
        # Its menu, made for each plot, would take long.
        self.plot = pg.PlotWidget(axisItems=axes, enableMenu=False)
        self._item = self.plot.getPlotItem()
        self._item.setMenuEnabled(False)
        self._item.hideButtons()
        self._y_title = caption()
        self.setMinimumSize(220, theme.px(least_high))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusProxy(self.plot)


def faint(colour: QColor, opacity: float) -> QColor:
    """Return a colour that lets the ground show through; opacity is 0 to 1."""
    built = QColor(colour)
    built.setAlphaF(opacity)
    return built


def fill_between(x: Floats, low: Floats, high: Floats, ink: QColor) -> list[Any]:
    """Return what fills the area between two lines, with the hidden lines themselves."""
    edges = [pg.PlotCurveItem(x, edge, pen=QPen(Qt.PenStyle.NoPen)) for edge in (low, high)]
    return [*edges, pg.FillBetweenItem(*edges, brush=ink)]


LABEL_GAP = 18.0
"""Pixels between the labels, at least."""
_LINE_TEXTS = (0.5, 0.65, 0.35, 0.8, 0.2)  # where along its line the text of a target may stand
_AT_LEFT = 0.3  # of the highest load: where the text of a demand meets that of a target
_OVER_CURVES = 20
_ALONG = 9
"""Places below a name at which other curves are looked for."""
_NEAR, _LED = 9.0, 20.0
"""Pixels from the end of a curve to its name, without and with a line that leads to it."""


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
    """What is seen of the plane, and how much of it a pixel is."""

    top: float
    per_x: float
    per_y: float


def _noted(curve: PlottedCurve) -> str:
    """Return a name with its note below it, as markup."""
    look = theme.look()
    style = f"font-weight: normal; color: {look['text2'].name()}"
    name = f"<span style='color: {look['text'].name()}'>{escape(curve.option.name)}</span>"
    return f"{name}<br><span style='{style}'>{escape(curve.note)}</span>"


class EndLabels:
    """The names of the curves of one plot."""

    def __init__(self, item: Any) -> None:  # noqa: ANN401 - pyqtgraph has no types
        self._item = item
        self._labels: list[_CurveLabel] = []

    def clear(self) -> None:
        """Forget what the plot was cleared of."""
        self._labels = []

    def add(self, curve: PlottedCurve) -> None:
        """Compose the name of a curve that has points."""
        ground, ink = faint(theme.look()["page"], 0.92), theme.look()["text"]
        name = pg.TextItem(curve.option.name, color=ink, anchor=(0, 0.5), fill=ground)
        name.setFont(theme.font("caption", bold=True))
        if curve.note:
            name.setHtml(_noted(curve))
        name.textItem.document().setDocumentMargin(1.0)  # Qt's 4 hides a comma of the text above
        name.updateTextPos()
        name.setZValue(_OVER_CURVES)
        self._item.addItem(name, ignoreBounds=True)
        leader = pg.PlotCurveItem(pen=pg.mkPen(theme.look()["border_strong"], width=stroke(1)))
        self._item.addItem(leader, ignoreBounds=True)
        end = curve.points[-1]
        self._labels.append(_CurveLabel(curve, name, leader, end.x, end.y))

    def place(self, *, above: bool = False) -> None:
        """Put the names beside the ends of their curves, apart; `above` them a line's text."""
        if self._item.getViewBox().height() < 2 or not self._labels:
            return
        view = self._view()
        lines = 2 if any(each.curve.note for each in self._labels) else 1
        gap = lines * theme.px(LABEL_GAP) * view.per_y
        result = sorted(self._labels, key=lambda each: each.y)
        highest = view.top - gap / 2 - above * theme.px(LABEL_GAP) * view.per_y
        places = spread_apart([each.y for each in result], gap, highest)
        pairs = list(zip(result, places, strict=True))
        is_crowded = any(abs(place - each.y) > 0.6 * gap for each, place in pairs)
        furthest = max(each.x for each in result)
        for each, place in pairs:
            aside = furthest if self._covers(each, place, view) else each.x
            self._put(each, (aside, place), view, is_crowded=is_crowded)

    def meets(self, area: QRectF) -> bool:
        """Return whether an area of the plot lies over a name, or over a curve."""
        view, along = self._view(), np.linspace(area.left(), area.right(), _ALONG)

        def takes(label: _CurveLabel) -> QRectF:
            at, high = label.name.pos(), _name_height(label.curve, view)
            return QRectF(at.x(), at.y() - high / 2, _name_width(label.curve) * view.per_x, high)

        return any(
            _crosses(each.curve, along, area.top(), area.bottom()) or area.intersects(takes(each))
            for each in self._labels
        )

    def _view(self) -> _PlotView:
        box = self._item.getViewBox()
        (left, right), (bottom, top) = box.viewRange()
        wide, tall = max(1.0, box.width()), max(1.0, box.height())
        return _PlotView(top, (right - left) / wide, (top - bottom) / tall)

    def _covers(self, label: _CurveLabel, place: float, view: _PlotView) -> bool:
        """Return whether a name beside its curve's end would lie over another curve."""
        end = label.x + (_LED + 4 + _name_width(label.curve)) * view.per_x
        half = _name_height(label.curve, view) / 2
        under = np.linspace(label.x, end, _ALONG)[1:]
        others = (other.curve for other in self._labels if other is not label)
        return any(_crosses(curve, under, place - half, place + half) for curve in others)

    def _put(
        self, label: _CurveLabel, to: tuple[float, float], view: _PlotView, *, is_crowded: bool
    ) -> None:
        aside, place = to
        led = is_crowded or aside > label.x
        label.name.setPos(aside + (_LED if led else _NEAR) * view.per_x, place)
        far = 0.1 * theme.px(LABEL_GAP) * view.per_y
        moved = aside > label.x or (is_crowded and abs(place - label.y) > far)
        start, end = label.x + 7 * view.per_x, aside + (_LED + 1) * view.per_x
        label.leader.setData(*(([start, end], [label.y, place]) if moved else ([], [])))


def _crosses(curve: PlottedCurve, along: Floats, low: float, high: float) -> bool:
    """Return whether a curve is between two heights at one of some places."""
    x, y = np.array([(point.x, point.y) for point in curve.points]).T
    height = np.interp(along, x, y, left=np.nan, right=np.nan)
    return bool(np.any((height > low) & (height < high)))


def _name_height(curve: PlottedCurve, view: _PlotView) -> float:
    return (2 if curve.note else 1) * theme.px(LABEL_GAP) * view.per_y


def _lines(curves: Sequence[PlottedCurve]) -> int:
    """Return how many lines the names take, all as high as the highest."""
    named = [curve for curve in curves if curve.named]
    return len(named) * (2 if any(curve.note for curve in named) else 1)


def names_width(curves: Sequence[PlottedCurve]) -> float:
    """Return the pixels that the names take beside their curves."""
    return max((_name_width(curve) for curve in curves if curve.named), default=0.0) + 30


def _name_width(curve: PlottedCurve) -> float:
    bold, plain = (QFontMetricsF(theme.font("caption", bold=bold)) for bold in (True, False))
    return max(bold.horizontalAdvance(curve.option.name), plain.horizontalAdvance(curve.note))


_REACH = 14.0
"""Pixels from a point within which it is read out."""
_RIGHT = 14  # pixels for the half of the last number under the axis
_DENSITY = 1.7
"""Labels along an axis, as a multiple of what pyqtgraph would write."""
_WALK = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
_LEAST_HIGH, _AROUND = 150, 80  # pixels of a chart at least, and of its axes with their titles


class CurvePlot(PlotChart):
    """A plot of curves with their names at the ends; zoom by wheel, pan by hand."""

    message = Signal(str)
    """What is under the mouse."""
    chosen = Signal(object, object)
    """An Option and a Point of it that was clicked."""
    _drawn_lines: tuple[Any, ...] = ()
    _ground: QGraphicsRectItem | None = None
    on_enter = ""

    def __init__(self, name: str) -> None:
        super().__init__(name, _LEAST_HIGH)
        self._curves: tuple[PlottedCurve, ...] = ()
        self._lines: tuple[ReferenceLine, ...] = ()
        self._met: tuple[float, float] | None = None
        """The demand and the target: what is left of the one and below the other is shaded."""
        self._labels = EndLabels(self._item)
        self._x_title = caption(right=True)
        self._home: tuple[float, float, float, float] | None = None
        """What the present view was fitted to."""
        self._is_home = True
        """False once the user zoomed or moved the view."""
        parts = self._y_title, (self.plot, 1), self._x_title
        fill(QVBoxLayout(self), *parts, margins=(8, 0, 12, 4), spacing=0)
        self._walked: Point | None = None
        """The point that keys came to."""
        self._connect_signals()
        self._apply_style()

    def _connect_signals(self) -> None:
        box = self._item.getViewBox()
        self.plot.scene().sigMouseMoved.connect(self._read_out)
        self.plot.scene().sigMouseClicked.connect(self._click)
        box.sigRangeChanged.connect(lambda *_: self._place_names())
        box.sigResized.connect(lambda *_: self._resized())
        box.sigRangeChangedManually.connect(lambda *_: self._leave_start())
        self._keys = PlotKeys(self.plot, self.fit, self._move_by_key)

    def name_axes(self, x: str, y: str) -> None:
        """Describe what the axes mean, with their units."""
        self._x_title.setText(x)
        self._y_title.setText(y)

    def show_curves(
        self,
        curves: Sequence[PlottedCurve],
        lines: Sequence[ReferenceLine] = (),
        met: tuple[float, float] | None = None,
    ) -> None:
        """Draw other curves; a view that the user chose stays.

        Up to `met`, a demand and a target, it is shaded from the left and from below.
        """
        new = tuple(curves), tuple(lines), met
        if new == (self._curves, self._lines, self._met):
            return
        self.setMinimumHeight(theme.px(max(_LEAST_HIGH, _AROUND + LABEL_GAP * _lines(curves))))
        same_curves = new[0] == self._curves and len(new[1]) == len(self._drawn_lines)
        before = self._lines
        self._curves, self._lines, self._met = new
        if same_curves:
            self._move_lines(before)
        else:
            self._draw()

    def _move_lines(self, before: tuple[ReferenceLine, ...]) -> None:
        """Follow a demand or target that is dragged; making items again outlasts a frame."""
        for built, old, line in zip(self._drawn_lines, before, self._lines, strict=True):
            if line == old:
                continue
            built.setAngle(90 if line.upright else 0)
            built.setValue(line.at)
            built.label.setFormat(line.text)
        if self._ground is not None and self._met is not None:
            self._ground.setRect(0.0, 0.0, *self._met)
        if self._is_home:
            self._fit_once()

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
        self._home, self._is_home = None, True
        self._fit_once()

    def _leave_start(self) -> None:
        self._is_home = False

    def follow_theme(self) -> None:
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
            axis.tickStrings = tick_texts

    def _draw(self) -> None:
        self._item.clear()
        self._labels.clear()
        self._ground = None
        if self._met is not None and any(curve.points for curve in self._curves):
            ground = QGraphicsRectItem(0.0, 0.0, *self._met)
            ground.setPen(QPen(Qt.PenStyle.NoPen))
            ground.setBrush(theme.look()["sunken"])
            ground.setZValue(-50)
            self._item.addItem(ground, ignoreBounds=True)
            self._ground = ground
        self._drawn_lines = tuple(self._draw_line(line) for line in self._lines)
        for curve in self._curves:
            if curve.points:
                self._draw_band(curve)
                self._draw_curve(curve)
                if curve.named:
                    self._labels.add(curve)
        if not any(curve.points for curve in self._curves):
            show_no_data(self._item, self.tr("Nothing was measured for this chart"))
        if self._is_home:
            self._fit_once()
        self._place_names()

    def _place_names(self) -> None:
        self._labels.place(above=any(line.upright for line in self._lines))
        if self._has_demand_at_left:
            self._place_line_texts()

    def _place_line_texts(self) -> None:
        """Put the texts of targets where they lie over no name and no curve, near the middle."""
        box = self._item.getViewBox()
        (left, right), (bottom, top) = box.viewRange()
        high = theme.px(LABEL_GAP) * (top - bottom) / max(1.0, box.height())
        font = QFontMetricsF(theme.font("caption", bold=True))
        for line, built in zip(self._lines, self._drawn_lines, strict=True):
            if line.upright or box.width() < 2:
                continue
            size = font.horizontalAdvance(line.text) / box.width()
            wide = size * (right - left)
            starts = ((p, left + (p - size / 2) * (right - left)) for p in _LINE_TEXTS)
            free = (p for p, x in starts if not self._labels.meets(QRectF(x, line.at, wide, high)))
            built.label.setPosition(next(free, _LINE_TEXTS[0]))

    def _draw_line(self, line: ReferenceLine) -> Any:  # noqa: ANN401 - pyqtgraph has no types
        look = theme.look()
        style = Qt.PenStyle.DashLine if line.dashed else Qt.PenStyle.SolidLine
        style = Qt.PenStyle.DotLine if line.dotted else style
        pen = QPen(look["text"], stroke(1.3), style)
        pen.setCosmetic(True)
        place, side = (0.5, 0.5) if self._has_demand_at_left else (0.03, 0)
        anchors, angle = [(side, 1), (side, 1)], 0
        if line.upright:
            place, anchors, angle = 1.0, [(-0.05, 0), (1.05, 0)], 90
        options = {"position": place, "color": look["text"], "anchors": anchors}
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
        tint = faint(theme.look().option(curve.option.position).fill, 0.16)
        x, low, high = np.array(curve.band).T
        *_edges, area = fill_between(x, low, high, tint)
        self._item.addItem(area, ignoreBounds=True)

    def _draw_curve(self, curve: PlottedCurve) -> None:
        look = theme.look().option(curve.option.position)
        for part, dash in zip(parts_of(curve), (look.dash, "dotted"), strict=True):
            if len(part) > 1:
                pen = line_pen(look.line, dash)
                self._item.plot(*zip(*part, strict=True), pen=pen, antialias=True)
        self._draw_errors(curve)
        self._draw_points(curve)

    def _draw_errors(self, curve: PlottedCurve) -> None:
        known = curve.with_errors
        if not known:
            return
        rows = [(p.x, p.y, p.y - low, high - p.y) for p, low, high in known]
        x, y, bottom, top = np.array(rows).T
        pen = pg.mkPen(theme.look().option(curve.option.position).line, width=stroke(1.4))
        self._item.addItem(pg.ErrorBarItem(x=x, y=y, bottom=bottom, top=top, beam=0.0, pen=pen))

    def _draw_points(self, curve: PlottedCurve) -> None:
        """Draw the caps of the errors and the markers over them; one item, as each costs time."""
        look, page = theme.look().option(curve.option.position), theme.look()["page"]
        caps = [(p.x, end) for p, low, high in curve.with_errors for end in (low, high)]
        places = [*caps, *((p.x, p.y) for p in curve.points)]
        many = (len(caps), len(curve.points))
        fills = [page] * many[0] + [look.fill if p.counts else page for p in curve.points]
        self._item.addItem(
            pg.ScatterPlotItem(
                *zip(*places, strict=True),
                symbol=[cap()] * many[0] + [symbol(look.marker)] * many[1],
                size=[8] * many[0] + [11] * many[1],
                pen=pg.mkPen(look.line, width=1.4),
                brush=[pg.mkBrush(fill) for fill in fills],
                antialias=True,
            )
        )

    # Views

    def _fit_once(self) -> None:
        """Show everything when the curves reach elsewhere than before."""
        points = [p for c in self._curves for p in c.points]
        if not points:
            return
        right = max([p.x for p in points] + [ln.at for ln in self._lines if ln.upright])
        heights = [p.high if p.high is not None else p.y for p in points]
        top = max(heights + [ln.at for ln in self._lines if not ln.upright])
        box = self._item.getViewBox()
        wide, tall = box.width(), box.height()
        if self._home is not None and self._home == (right, top, wide, tall):
            return
        self._home = (right, top, wide, tall)
        # Low charts too keep room for the text of an upright line above the highest level.
        line = min(0.3, 1.5 * theme.px(LABEL_GAP) / max(1.0, tall))
        share = max(0.4, 1.0 - names_width(self._curves) / max(1.0, wide))
        self._item.setXRange(0.0, right / share, padding=0)
        self._item.setYRange(0.0, max(top * 1.08, top / (1.0 - line)), padding=0)

    def _resized(self) -> None:
        """Keep room for the names while the user has not chosen a view."""
        if self._is_home:
            self._fit_once()
        self._place_names()

    def _read_out(self, place: QPointF) -> None:
        self._notify(self.point_near(place), place)

    def _notify(self, result: Point | None, place: QPointF) -> None:
        self.message.emit(result.message if result is not None else "")
        if result is None:
            QToolTip.hideText()
        else:
            at = self.plot.mapToGlobal(self.plot.mapFromScene(place))
            QToolTip.showText(at, as_tip(result.message), self.plot)

    def _click(self, event: Any) -> None:  # noqa: ANN401 - an event of pyqtgraph
        self._choose_point(self.point_near(event.scenePos()))

    def _choose_point(self, result: Point | None) -> None:
        option = next((c.option for c in self._curves if result in c.points), None)
        if option is not None:
            self.chosen.emit(option, result)

    def _move_by_key(self, event: QEvent) -> bool:
        """Walk from point to point, and choose the one that was come to."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if event.key() in ENTER:
            self._choose_point(self._walked)
        elif Qt.Key(event.key()) in _WALK:
            self._walk(_WALK[Qt.Key(event.key())])
        else:
            return False
        return True

    def _walk(self, step: int) -> None:
        points = [point for curve in self._curves for point in curve.points]
        if points:
            here = points.index(self._walked) if self._walked in points else min(0, -step)
            self._walked = points[(here + step) % len(points)]
            self._notify(self._walked, self.place_of(self._walked))

    def key_lines(self) -> tuple[tuple[str, str], ...]:
        """Return the keys of the chart, with what they do."""
        enter = ((self.tr("Enter"), self.on_enter),) if self.on_enter else ()
        return *key_lines("zoom", "home", "pan", "measured"), *enter

    def point_near(self, place: QPointF) -> Point | None:
        """Return the measured point under a place of the scene; None where there is none."""
        nearest, least = None, _REACH
        for curve in self._curves:
            for point in curve.points:
                at = self.place_of(point)
                away = float(np.hypot(at.x() - place.x(), at.y() - place.y()))
                if away <= least:
                    nearest, least = point, away
        return nearest

    def place_of(self, point: Point) -> QPointF:
        """Return where a point is on the scene."""
        result: QPointF = self._item.getViewBox().mapViewToScene(QPointF(point.x, point.y))
        return result
