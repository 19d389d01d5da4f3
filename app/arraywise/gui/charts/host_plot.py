"""The plot of host samples, with names at its lines.

The plot draws given lines and emits the visible span; its owner reads that span in finer pieces.
Meanwhile the former lines stay, stretched.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QCoreApplication,
    QEvent,
    QPointF,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QHideEvent, QKeyEvent, QPen
from PySide6.QtWidgets import QVBoxLayout

from arraywise.domain.units import Unit
from arraywise.gui.charts.painted import PlotKeys, key_lines
from arraywise.gui.charts.plots import (
    PlotChart,
    cosmetic_pen_width,
    fill_between,
    style_plot,
    with_opacity,
)
from arraywise.gui.widgets import figures, theme
from arraywise.gui.widgets.controls import fill
from arraywise.store.reading.samples import STEAL, HostGroup, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.store.reading.samples import Track
    from arraywise.usecases.show_host import HostLines

    Values = np.typing.NDArray[np.float64]


_STEP = 0.005
"""How far a key moves an end, as a share of what is seen; a second at least."""
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_ENDS = {Qt.KeyboardModifier.ShiftModifier: 0, Qt.KeyboardModifier.ControlModifier: 1}


_SERIES: dict[str, Any] = {
    "busy": QT_TRANSLATE_NOOP("HostWords", "busy"),
    "cpu_wait": QT_TRANSLATE_NOOP("HostWords", "I/O wait"),
    "cpu_steal": QT_TRANSLATE_NOOP("HostWords", "taken by other machines"),
    "disk_read": QT_TRANSLATE_NOOP("HostWords", "read"),
    "disk_write": QT_TRANSLATE_NOOP("HostWords", "written"),
    "net_receive": QT_TRANSLATE_NOOP("HostWords", "received"),
    "net_send": QT_TRANSLATE_NOOP("HostWords", "sent"),
    "memory_used": QT_TRANSLATE_NOOP("HostWords", "memory in use"),
    "swap_used": QT_TRANSLATE_NOOP("HostWords", "swap in use"),
    "paging_in": QT_TRANSLATE_NOOP("HostWords", "paged in"),
    "paging_out": QT_TRANSLATE_NOOP("HostWords", "paged out"),
}
_GROUPS: dict[HostGroup, Any] = {
    HostGroup.PROCESSORS: QT_TRANSLATE_NOOP("HostWords", "Processors"),
    HostGroup.DISK: QT_TRANSLATE_NOOP("HostWords", "Disks"),
    HostGroup.NETWORK: QT_TRANSLATE_NOOP("HostWords", "Network"),
    HostGroup.MEMORY: QT_TRANSLATE_NOOP("HostWords", "Memory"),
    HostGroup.PAGING: QT_TRANSLATE_NOOP("HostWords", "Paging"),
}
PERCENT = 100.0
_UNITS = {
    Unit.ONE: ("%", PERCENT),
    Unit.BYTE_PER_SECOND: ("MB/s", 1e-6),
    Unit.BYTE: ("GB", 1e-9),
}
_CANDIDATES = 24
"""Candidate positions from left to right."""
_SAMPLES = 12
"""Of a line under a name; its own points come to them."""
_FREE = 1.4
"""Heights of a name that must be free over its line."""
_LOOK_AFTER_MS = 40
_WORDS_HEIGHT = 21  # pixels over the bar, for its words
_BAR_AT = 103.5
"""Where the bar over exhausted stretches lies, its words above it; percent."""
_TEXT_HIGH, _TEXT_LOW, _HALF = 86.0, 38.0, 60.0
"""Where the words of the window stand, off the line of the processors in use."""
_MARGIN = 0.5
"""Of the view, read to either side of it, so that a pan shows lines at once."""
_LEAST_PIECES = 200
_MIN_HEIGHT = 120  # pixels of the chart: its words stand clear of each other
_DENSE = 400
"""Points from which on lines are thin and ranges are strokes: Qt draws these 20 times faster."""
_TONES = ("text2", "accent", "warn")
_DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine)
_FIRST_NAME, _NAMES_APART = 0.06, 12  # of the view, and the pixels from one name to the next


def series_name(name: str) -> str:
    """Return the translated name of a line."""
    source = _SERIES.get(name)
    return QCoreApplication.translate("HostWords", source) if source else name


def group_name(group: HostGroup) -> str:
    """Return the translated name of a group of lines."""
    return QCoreApplication.translate("HostWords", _GROUPS[group])


def display_unit(unit: Unit) -> tuple[str, float]:
    """Return the unit that a line is shown in, and the factor to it."""
    return _UNITS.get(unit, (unit.value, 1.0))


def clock_time(seconds: float) -> str:
    """Format a time as the monitor's clock showed it."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%H:%M:%S")


def mean_at(track: Track, time: float) -> float:
    """Return the mean of the piece nearest to a time."""
    times: Sequence[float] = track.times_s
    index = int(np.searchsorted(np.asarray(times), time))
    near = [n for n in (index - 1, index) if 0 <= n < len(times)]
    return track.means[min(near, key=lambda n: abs(times[n] - time))]


@dataclass(frozen=True, slots=True)
class LabelSpace:
    """The visible range of a chart, and the size of a name in its units."""

    view: QRectF
    """Its top is the least value that is seen."""
    label_width: float
    label_height: float


@dataclass(frozen=True, slots=True)
class NamePosition:
    """A position of a name: its left end, and the value at its foot, or head if it is below."""

    x: float
    value: float
    below: bool

    def count_crossings(self, track: Track, space: LabelSpace) -> int:
        """Return the number of samples where a line runs through the name."""
        foot = self.value - space.label_height if self.below else self.value
        times = _times_under(track, self.x, space)
        lows, highs = _value_bounds(track, times)
        return int(np.sum((highs > foot) & (lows < foot + space.label_height)))


def find_name_position(
    start: float, space: LabelSpace, own_index: int, tracks: Sequence[Track]
) -> NamePosition:
    """Return the first position from `start` on that no line crosses, else where fewest do.

    The space is in the unit of the tracks; `own_index` is that of the named one.
    """
    fewest, best = np.inf, NamePosition(start, 0.0, below=False)
    for position in _candidate_positions(start, space, tracks[own_index]):
        others = (track for index, track in enumerate(tracks) if index != own_index)
        crossings = sum(position.count_crossings(track, space) for track in others)
        if crossings < fewest:
            fewest, best = crossings, position
        if not crossings:
            break
    return best


def _candidate_positions(start: float, space: LabelSpace, track: Track) -> Iterator[NamePosition]:
    """Yield positions above and below the line, as far as the view has space."""
    last = max(start, space.view.right() - space.label_width)
    for x in np.linspace(start, last, _CANDIDATES):
        lows, highs = _value_bounds(track, _times_under(track, float(x), space))
        low, high = float(lows.min()), float(highs.max())
        is_high = high > space.view.bottom() - _FREE * space.label_height
        if not is_high:
            yield NamePosition(float(x), high, below=False)
        if is_high or low - space.label_height > space.view.top():
            yield NamePosition(float(x), high if is_high else low, below=True)


def _times_under(track: Track, x: float, space: LabelSpace) -> Values:
    """Return the times under a name: those of the track, and some between."""
    times = np.asarray(track.times_s, dtype=float)
    between = np.linspace(x, x + space.label_width, _SAMPLES)
    return np.concatenate((between, times[(times > x) & (times < x + space.label_width)]))


def _value_bounds(track: Track, times: Values) -> tuple[Values, Values]:
    lows, highs = (np.interp(times, track.times_s, each) for each in (track.lows, track.highs))
    return lows, highs


@dataclass(frozen=True, slots=True)
class Marks:
    """What is marked on a recording; times on the monitor's clock, in seconds since 1970."""

    exhausted: tuple[Span, ...] = ()
    run: Span | None = None
    window: Span | None = None
    """The part of the run that counts; it can be dragged."""


class HostPlot(PlotChart):
    """A chart of host samples; zoom by wheel, pan by hand, drag the ends of what counts."""

    hint = QSize(560, 190)
    message = Signal(str)
    """What is under the mouse."""
    looked_at = Signal(object, int)
    """A Span that is seen, and into how many pieces it should be cut."""
    window_dragged = Signal(float, float)
    """Seconds after the run's beginning."""

    def __init__(self, name: str) -> None:
        self._axis = pg.DateAxisItem(orientation="bottom", utcOffset=0)
        super().__init__(name, _MIN_HEIGHT, bottom=self._axis)
        self._item.getViewBox().setMouseEnabled(x=True, y=False)
        self._host_lines: HostLines | None = None
        self._marks = Marks()
        self._whole_span: Span | None = None
        self._file_name = ""
        self._names: list[tuple[Any, Track, float]] = []
        self.region: Any = None
        self._window_text: Any = None
        self._lines: list[Any] = []
        self._has_moved_window = False
        """Whether a key moved an end of the window since that was told."""
        parts = self._y_title, (self.plot, 1)
        fill(QVBoxLayout(self), *parts, margins=(8, 0, 12, 2), spacing=0)
        self._look_timer = QTimer(self, singleShot=True, interval=_LOOK_AFTER_MS)
        self._connect_signals()
        self._keys = PlotKeys(self.plot, self.fit, self._handle_window_key)
        self._apply_style()

    def _connect_signals(self) -> None:
        self._look_timer.timeout.connect(self._emit_visible_span)
        self.plot.scene().sigMouseMoved.connect(self._describe_under_mouse)
        self._item.getViewBox().sigRangeChanged.connect(lambda *_: self._place_names())
        self._item.getViewBox().sigRangeChangedManually.connect(
            lambda *_: self._look_timer.start()
        )
        self._item.getViewBox().sigResized.connect(lambda *_: self._handle_resize())

    # What is shown

    def show_host(
        self,
        host_lines: HostLines,
        marks: Marks,
        whole_span: Span,
        file_name: str,
        *,
        clock: bool = True,
    ) -> None:
        """Show another recording or group, fitted to its whole span unless it is the same one."""
        shown = self._host_lines, self._whole_span
        self._host_lines, self._marks, self._whole_span, self._file_name = (
            host_lines,
            marks,
            whole_span,
            file_name,
        )
        axis = self._axis if clock else pg.AxisItem("bottom")
        if self._item.getAxis("bottom") is not axis:
            self._item.setAxisItems({"bottom": axis})
            self._apply_style()
        self._draw()
        if (
            shown[0] is not None
            and _is_same_recording(shown[0], host_lines)
            and shown[1] == whole_span
        ):
            self._look_timer.start()  # a closer look that the user chose stays
        else:
            self.fit()

    def update_lines(self, host_lines: HostLines) -> None:
        """Replace the lines by finer ones of the same recording; ignore those of another one."""
        shown = self._host_lines
        if shown and _is_same_recording(shown, host_lines):
            self._host_lines = host_lines
            self._draw_lines()

    def clear(self) -> None:
        """Show nothing."""
        self._host_lines, self._marks, self._whole_span = None, Marks(), None
        self._draw()

    def fit(self) -> None:
        """Fit the view to the whole span."""
        if self._whole_span is None or self._host_lines is None:
            return
        box = self._item.getViewBox()
        box.setLimits(minXRange=2e-3)
        box.setXRange(self._whole_span.start_s, self._whole_span.end_s, padding=0.01)
        box.setYRange(0.0, self._upper_y_bound(), padding=0)
        self._look_timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the timer, as the study may be closed next."""
        self._look_timer.stop()
        super().hideEvent(event)

    @property
    def drawn(self) -> HostLines | None:
        """What is drawn."""
        return self._host_lines

    @property
    def marks(self) -> Marks:
        """What is marked."""
        return self._marks

    @property
    def pieces(self) -> int:
        """Pixels that the lines may use."""
        return max(_LEAST_PIECES, int(self._item.getViewBox().width()))

    def view(self) -> Span:
        """Return the visible span."""
        (left, right), _ = self._item.getViewBox().viewRange()
        return Span(left, right)

    def _emit_visible_span(self) -> None:
        seen = self.view()
        margin = seen.length_s * _MARGIN
        span = Span(seen.start_s - margin, seen.end_s + margin)
        self.looked_at.emit(span, round(self.pieces * (1 + 2 * _MARGIN)))

    def _upper_y_bound(self) -> float:
        _, factor = (
            display_unit(self._host_lines.series[0].unit) if self._host_lines else ("", 1.0)
        )
        if factor == PERCENT:  # with room for words over the bar, in whatever height
            high: float = max(60.0, self._item.getViewBox().height())
            return _BAR_AT * high / (high - theme.px(_WORDS_HEIGHT))
        tracks = self._host_lines.tracks if self._host_lines else ()
        return max((max(t.highs, default=0.0) for t in tracks), default=0.0) * factor * 1.1 or 1.0

    # Drawing

    def redraw_in_theme(self) -> None:
        """Draw everything in the present colours."""
        self._apply_style()
        self._draw()

    def _apply_style(self) -> None:
        times, values = style_plot(self.plot)
        times.setStyle(maxTickLevel=1, hideOverlappingLabels=True)
        values.setStyle(maxTickLevel=0, hideOverlappingLabels=False)

    def _draw(self) -> None:
        self._item.clear()
        self._lines, self._names, self.region = [], [], None
        if self._host_lines is None:
            return
        unit, factor = display_unit(self._host_lines.series[0].unit)
        self._y_title.setText(f"{unit}  {self._file_name}".strip())
        percents = [[(float(p), figures.number(p)) for p in range(0, 101, 25)]]
        self._item.getAxis("left").setTicks(percents if factor == PERCENT else None)
        for span in self._marks.exhausted:
            self._draw_exhausted(span)
        self._draw_window()
        self._draw_lines()

    def _draw_exhausted(self, span: Span) -> None:
        ink, ends = theme.look()["fail"], (span.start_s, span.end_s)
        ground, hidden = with_opacity(ink, 0.10), QPen(Qt.PenStyle.NoPen)
        built = pg.LinearRegionItem(ends, movable=False, brush=ground, pen=hidden)
        built.setZValue(-20)
        bar = pg.PlotCurveItem(
            list(ends), [_BAR_AT, _BAR_AT], pen=pg.mkPen(ink, width=cosmetic_pen_width(4))
        )
        words = pg.TextItem(self.tr("idle \u2264 5 %, exhausted"), color=ink, anchor=(0, 1))
        words.setFont(theme.font("caption", bold=True))
        window = self._marks.window
        starts_before_window = window is not None and span.start_s < window.start_s < span.end_s
        words.setPos(window.start_s if window and starts_before_window else span.start_s, _BAR_AT)
        for each in (built, bar, words):
            self._item.addItem(each, ignoreBounds=True)

    def _draw_window(self) -> None:
        run, window = self._marks.run, self._marks.window
        if run is None or window is None:
            return
        accent = theme.look()["accent"]
        ground = with_opacity(accent, 0.10)
        built = pg.LinearRegionItem(
            (window.start_s, window.end_s),
            brush=ground,
            hoverBrush=ground,
            pen=pg.mkPen(accent, width=cosmetic_pen_width(2)),
            hoverPen=pg.mkPen(accent, width=cosmetic_pen_width(4)),
            bounds=(run.start_s, run.end_s),
            swapMode="block",
        )
        built.setZValue(-10)
        for line in built.lines:
            line.addMarker("o", 0.5, 9)
        built.sigRegionChangeFinished.connect(self.emit_window_dragged)
        built.sigRegionChanged.connect(self._update_window_text)
        self._item.addItem(built, ignoreBounds=True)
        self.region = built
        self._window_text = pg.TextItem(color=theme.look()["text"], anchor=(0.5, 0.5))
        self._window_text.setFont(theme.font("caption", bold=True))
        self._item.addItem(self._window_text, ignoreBounds=True)
        self._update_window_text()

    def _update_window_text(self) -> None:
        """Update the text of the window: how long it is."""
        start, end = self.region.getRegion()
        text = self.tr("Counts: {seconds} s; drag the ends")
        self._window_text.setText(text.format(seconds=figures.number(end - start)))
        busy = self._host_lines.tracks[0].means if self._host_lines else ()
        is_low = not len(busy) or float(np.median(busy)) * PERCENT < _HALF
        self._window_text.setPos((start + end) / 2, _TEXT_HIGH if is_low else _TEXT_LOW)

    def emit_window_dragged(self) -> None:
        """Emit the bounds of the window within the run."""
        run = self._marks.run
        if run is not None:
            start, end = self.region.getRegion()
            self.window_dragged.emit(start - run.start_s, end - run.start_s)

    def _handle_window_key(self, event: QEvent) -> bool:
        """Move the window's start by Shift, its end by Ctrl; emit it when the key is released."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            repeats = isinstance(event, QKeyEvent) and event.isAutoRepeat()
            if self._has_moved_window and not repeats:
                self._has_moved_window = False
                self.emit_window_dragged()
            return False
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        step, end = _STEPS.get(Qt.Key(event.key())), _ENDS.get(modifiers)
        if step is None or end is None or self.region is None:
            return False
        line = self.region.lines[end]
        line.setValue(line.value() + step * max(1, round(self.view().length_s * _STEP)))
        self._has_moved_window = True
        return True

    def key_lines(self) -> tuple[tuple[str, str], ...]:
        """Return the keys of the chart, with what they do."""
        along = ("\u2190 \u2192", self.tr("Go along the recording"))
        ends = key_lines("begins", "ends") if self.region is not None else ()
        return *key_lines("zoom", "home"), along, *ends

    def _draw_lines(self) -> None:
        for each in self._lines:
            self._item.removeItem(each)
        self._lines, self._names = [], []
        drawn = self._host_lines
        if drawn is None:
            return
        for at, (series, track) in enumerate(zip(drawn.series, drawn.tracks, strict=True)):
            if len(track.times_s) and not (series.name == STEAL and not any(track.highs)):
                _, factor = display_unit(series.unit)
                self._draw_line(track, factor, at % len(_TONES))
                self._add_name(series_name(series.name), track, factor, _TONES[at % len(_TONES)])
        self._place_names()

    def _draw_line(self, track: Track, factor: float, index: int) -> None:
        ink = theme.look()[_TONES[index]]
        times = np.asarray(track.times_s)
        low, high, mean = (
            np.asarray(values) * factor for values in (track.lows, track.highs, track.means)
        )
        is_dense = len(times) > _DENSE
        if np.any(high > low):
            tint = with_opacity(ink, 0.30 if is_dense else 0.22)
            self._add_plot_items(
                *(_stroke_between if is_dense else fill_between)(times, low, high, tint)
            )
        heavy = 1.0 if is_dense else 1.6 if index == 0 else 1.2
        pen = pg.mkPen(ink, width=cosmetic_pen_width(heavy), style=_DASHES[index])
        self._add_plot_items(pg.PlotCurveItem(times, mean, pen=pen, antialias=True))

    def _add_plot_items(self, *items: Any) -> None:  # noqa: ANN401 - graphics items of pyqtgraph
        for each in items:
            self._item.addItem(each, ignoreBounds=True)
            self._lines.append(each)

    def _add_name(self, text: str, track: Track, factor: float, tone: str) -> None:
        ground = with_opacity(theme.look()["page"], 0.5)
        built = pg.TextItem(text, color=theme.look()[tone], anchor=(0, 1), fill=ground)
        built.setFont(theme.font("caption", bold=True))
        self._add_plot_items(built)
        self._names.append((built, track, factor))

    def _place_names(self) -> None:
        """Place the names at their lines, near the left end of the view."""
        box = self._item.getViewBox()
        (left, right), (bottom, top) = box.viewRange()
        per_row, per_pixel = (top - bottom) / max(1.0, box.height()), box.viewPixelSize()[0]
        x, tracks = left + (right - left) * _FIRST_NAME, [track for _, track, _ in self._names]
        for index, (text, _, factor) in enumerate(self._names):
            width, height = text.boundingRect().width(), text.boundingRect().height()
            view = QRectF(left, bottom / factor, right - left, (top - bottom) / factor)
            space = LabelSpace(view, width * per_pixel, height * per_row / factor)
            position = find_name_position(x, space, index, tracks)
            text.setAnchor((0, 0) if position.below else (0, 1))
            text.setPos(position.x, position.value * factor)
            x = position.x + (width + _NAMES_APART) * per_pixel

    def _handle_resize(self) -> None:
        if self._host_lines is not None:
            self._item.getViewBox().setYRange(0.0, self._upper_y_bound(), padding=0)
        self._place_names()

    # Reading out

    def _describe_under_mouse(self, point: QPointF) -> None:
        time = self._item.getViewBox().mapSceneToView(point).x()
        self.message.emit(self.describe_moment(time))

    def describe_moment(self, time: float) -> str:
        """Describe the values at a time; empty where there are none."""
        drawn = self._host_lines
        if drawn is None or self._whole_span is None:
            return ""
        parts = []
        for series, track in zip(drawn.series, drawn.tracks, strict=True):
            if len(track.times_s) and track.times_s[0] <= time <= track.times_s[-1]:
                unit, factor = display_unit(series.unit)
                value = figures.number(mean_at(track, time) * factor, 1)
                parts.append(f"{series_name(series.name)} {value} {unit}")
        if not parts:
            return ""
        clock = self._item.getAxis("bottom") is self._axis
        return f"{clock_time(time) if clock else figures.number(time)}: {', '.join(parts)}"


def _is_same_recording(one: HostLines, other: HostLines) -> bool:
    """Return whether two drawings are of the same lines of one recording."""
    return (one.set_id, one.series) == (other.set_id, other.series)


def _stroke_between(times: Values, low: Values, high: Values, ink: QColor) -> list[Any]:
    """Return an item that fills between two lines with strokes."""
    ends = np.column_stack((low, high)).ravel()
    pen = pg.mkPen(ink, width=cosmetic_pen_width(1))
    return [pg.PlotCurveItem(np.repeat(times, 2), ends, connect="pairs", pen=pen)]
