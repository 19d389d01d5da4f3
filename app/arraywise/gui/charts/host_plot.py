"""Host samples and their names.

The plot draws what it is given and says which stretch it looks at; who holds it reads that
stretch again. Between the two the lines of before stay, stretched.
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
from arraywise.gui.charts.plots import PlotChart, faint, fill_between, stroke, style_plot
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


def series_name(name: str) -> str:
    """Return what a line is called."""
    source = _SERIES.get(name)
    return QCoreApplication.translate("HostWords", source) if source else name


def group_name(group: HostGroup) -> str:
    """Return what a group of lines is called."""
    return QCoreApplication.translate("HostWords", _GROUPS[group])


def shown_unit(unit: Unit) -> tuple[str, float]:
    """Return the unit that a line is shown in, and the factor that leads there."""
    return _UNITS.get(unit, (unit.value, 1.0))


def clock_time(seconds: float) -> str:
    """Write a moment as the monitor's clock showed it."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%H:%M:%S")


def value_at(track: Track, time: float) -> float:
    """Return the mean of the piece nearest to a moment."""
    times: Sequence[float] = track.times_s
    at = int(np.searchsorted(np.asarray(times), time))
    near = [n for n in (at - 1, at) if 0 <= n < len(times)]
    return track.means[min(near, key=lambda n: abs(times[n] - time))]


_PLACES = 24
"""Places from left to right that are tried."""
_SAMPLES = 12
"""Of a line under a name; its own points come to them."""
_FREE = 1.4
"""Heights of a name that must be free over its line."""


@dataclass(frozen=True, slots=True)
class ChartRoom:
    """The view of a chart, in its units, and the size of a name in them."""

    view: QRectF
    """Its top is the least value that is seen."""
    wide: float
    high: float


@dataclass(frozen=True, slots=True)
class NamePlace:
    """The left end of a name, and the value at its foot; at its head where it is below."""

    x: float
    value: float
    below: bool

    def crossed_by(self, track: Track, room: ChartRoom) -> int:
        """Count the places where a line runs through the name."""
        foot = self.value - room.high if self.below else self.value
        times = _under(track, self.x, room)
        lows, highs = _ends(track, times)
        return int(np.sum((highs > foot) & (lows < foot + room.high)))


def place_name(start: float, room: ChartRoom, own: int, tracks: Sequence[Track]) -> NamePlace:
    """Return the first place from `start` on that no line crosses, else where the fewest do.

    The room is in the unit of the tracks; `own` says which of them is named.
    """
    fewest, best = np.inf, NamePlace(start, 0.0, below=False)
    for place in _places(start, room, tracks[own]):
        others = (track for at, track in enumerate(tracks) if at != own)
        crossed = sum(place.crossed_by(track, room) for track in others)
        if crossed < fewest:
            fewest, best = crossed, place
        if not crossed:
            break
    return best


def _places(start: float, room: ChartRoom, track: Track) -> Iterator[NamePlace]:
    """Offer places above the line and below it, as far as the view has room there."""
    last = max(start, room.view.right() - room.wide)
    for x in np.linspace(start, last, _PLACES):
        lows, highs = _ends(track, _under(track, float(x), room))
        low, high = float(lows.min()), float(highs.max())
        is_high = high > room.view.bottom() - _FREE * room.high
        if not is_high:
            yield NamePlace(float(x), high, below=False)
        if is_high or low - room.high > room.view.top():
            yield NamePlace(float(x), high if is_high else low, below=True)


def _under(track: Track, x: float, room: ChartRoom) -> Values:
    """Return the times under a name: its own of the track, and some between."""
    times = np.asarray(track.times_s, dtype=float)
    between = np.linspace(x, x + room.wide, _SAMPLES)
    return np.concatenate((between, times[(times > x) & (times < x + room.wide)]))


def _ends(track: Track, times: Values) -> tuple[Values, Values]:
    lows, highs = (np.interp(times, track.times_s, each) for each in (track.lows, track.highs))
    return lows, highs


_LOOK_AFTER_MS = 40
_WORDS_HIGH = 21  # pixels over the bar, for its words
_BAR_AT = 103.5
"""Where the bar over exhausted stretches lies, its words above it; percent."""
_SAID_HIGH, _SAID_LOW, _HALF = 86.0, 38.0, 60.0
"""Where the words of the window stand, off the line of the processors in use."""
_MARGIN = 0.5
"""Of the view, read to either side of it, so that a pan shows lines at once."""
_LEAST_PIECES = 200
_LEAST_HIGH = 120  # pixels of the chart: its words stand clear of each other
_DENSE = 400
"""Points from which on lines are thin and ranges are strokes: Qt draws these 20 times faster."""
_TONES = ("text2", "accent", "warn")
_DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine)
_FIRST_NAME, _NAMES_APART = 0.06, 12  # of the view, and the pixels from one name to the next


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
        super().__init__(name, _LEAST_HIGH, bottom=self._axis)
        self._item.getViewBox().setMouseEnabled(x=True, y=False)
        self._drawn: HostLines | None = None
        self._marks = Marks()
        self._home: Span | None = None
        self._where = ""
        self._names: list[tuple[Any, Track, float]] = []
        self.region: Any = None
        self._window_said: Any = None
        self._lines: list[Any] = []
        self._is_moved = False
        """Whether a key moved an end of the window since that was told."""
        parts = self._y_title, (self.plot, 1)
        fill(QVBoxLayout(self), *parts, margins=(8, 0, 12, 2), spacing=0)
        self._look = QTimer(self, singleShot=True, interval=_LOOK_AFTER_MS)
        self._connect_signals()
        self._keys = PlotKeys(self.plot, self.fit, self._move_window)
        self._apply_style()

    def _connect_signals(self) -> None:
        self._look.timeout.connect(self._notify_window)
        self.plot.scene().sigMouseMoved.connect(self._read_out)
        self._item.getViewBox().sigRangeChanged.connect(lambda *_: self._place_names())
        self._item.getViewBox().sigRangeChangedManually.connect(lambda *_: self._look.start())
        self._item.getViewBox().sigResized.connect(lambda *_: self._resized())

    # What is shown

    def show_host(
        self, drawn: HostLines, marks: Marks, home: Span, where: str, *, clock: bool = True
    ) -> None:
        """Show another recording or group, the whole of `home` first; `where` is its file."""
        shown = self._drawn, self._home
        self._drawn, self._marks, self._home, self._where = drawn, marks, home, where
        axis = self._axis if clock else pg.AxisItem("bottom")
        if self._item.getAxis("bottom") is not axis:
            self._item.setAxisItems({"bottom": axis})
            self._apply_style()
        self._draw()
        if shown[0] is not None and _same(shown[0], drawn) and shown[1] == home:
            self._look.start()  # a closer look that the user chose stays
        else:
            self.fit()

    def update_lines(self, drawn: HostLines) -> None:
        """Show the same lines cut finer in the same view; other recordings' come too late."""
        shown = self._drawn
        if shown and _same(shown, drawn):
            self._drawn = drawn
            self._draw_lines()

    def clear(self) -> None:
        """Show nothing."""
        self._drawn, self._marks, self._home = None, Marks(), None
        self._draw()

    def fit(self) -> None:
        """Show the whole stretch again."""
        if self._home is None or self._drawn is None:
            return
        box = self._item.getViewBox()
        box.setLimits(minXRange=2e-3)
        box.setXRange(self._home.start_s, self._home.end_s, padding=0.01)
        box.setYRange(0.0, self._top(), padding=0)
        self._look.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Ask for nothing more: the study may be closed next."""
        self._look.stop()
        super().hideEvent(event)

    @property
    def drawn(self) -> HostLines | None:
        """What is drawn."""
        return self._drawn

    @property
    def marks(self) -> Marks:
        """What is marked."""
        return self._marks

    @property
    def pieces(self) -> int:
        """Pixels that the lines may use."""
        return max(_LEAST_PIECES, int(self._item.getViewBox().width()))

    def view(self) -> Span:
        """Return the stretch that is seen."""
        (left, right), _ = self._item.getViewBox().viewRange()
        return Span(left, right)

    def _notify_window(self) -> None:
        seen = self.view()
        more = seen.length_s * _MARGIN
        wide = Span(seen.start_s - more, seen.end_s + more)
        self.looked_at.emit(wide, round(self.pieces * (1 + 2 * _MARGIN)))

    def _top(self) -> float:
        _, factor = shown_unit(self._drawn.series[0].unit) if self._drawn else ("", 1.0)
        if factor == PERCENT:  # with room for words over the bar, in whatever height
            high: float = max(60.0, self._item.getViewBox().height())
            return _BAR_AT * high / (high - theme.px(_WORDS_HIGH))
        tracks = self._drawn.tracks if self._drawn else ()
        return max((max(t.highs, default=0.0) for t in tracks), default=0.0) * factor * 1.1 or 1.0

    # Drawing

    def follow_theme(self) -> None:
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
        if self._drawn is None:
            return
        unit, factor = shown_unit(self._drawn.series[0].unit)
        self._y_title.setText(f"{unit}  {self._where}".strip())
        percents = [[(float(p), figures.number(p)) for p in range(0, 101, 25)]]
        self._item.getAxis("left").setTicks(percents if factor == PERCENT else None)
        for stretch in self._marks.exhausted:
            self._shade(stretch)
        self._draw_window()
        self._draw_lines()

    def _shade(self, stretch: Span) -> None:
        ink, ends = theme.look()["fail"], (stretch.start_s, stretch.end_s)
        ground, hidden = faint(ink, 0.10), QPen(Qt.PenStyle.NoPen)
        built = pg.LinearRegionItem(ends, movable=False, brush=ground, pen=hidden)
        built.setZValue(-20)
        bar = pg.PlotCurveItem(list(ends), [_BAR_AT, _BAR_AT], pen=pg.mkPen(ink, width=stroke(4)))
        words = pg.TextItem(self.tr("idle \u2264 5 %, exhausted"), color=ink, anchor=(0, 1))
        words.setFont(theme.font("caption", bold=True))
        window = self._marks.window
        clear = window is not None and stretch.start_s < window.start_s < stretch.end_s
        words.setPos(window.start_s if window and clear else stretch.start_s, _BAR_AT)
        for each in (built, bar, words):
            self._item.addItem(each, ignoreBounds=True)

    def _draw_window(self) -> None:
        run, window = self._marks.run, self._marks.window
        if run is None or window is None:
            return
        accent = theme.look()["accent"]
        ground = faint(accent, 0.10)
        built = pg.LinearRegionItem(
            (window.start_s, window.end_s),
            brush=ground,
            hoverBrush=ground,
            pen=pg.mkPen(accent, width=stroke(2)),
            hoverPen=pg.mkPen(accent, width=stroke(4)),
            bounds=(run.start_s, run.end_s),
            swapMode="block",
        )
        built.setZValue(-10)
        for line in built.lines:
            line.addMarker("o", 0.5, 9)
        built.sigRegionChangeFinished.connect(self.announce_window)
        built.sigRegionChanged.connect(self._show_window)
        self._item.addItem(built, ignoreBounds=True)
        self.region = built
        self._window_said = pg.TextItem(color=theme.look()["text"], anchor=(0.5, 0.5))
        self._window_said.setFont(theme.font("caption", bold=True))
        self._item.addItem(self._window_said, ignoreBounds=True)
        self._show_window()

    def _show_window(self) -> None:
        """Write into the window how long it is."""
        start, end = self.region.getRegion()
        text = self.tr("Counts: {seconds} s; drag the ends")
        self._window_said.setText(text.format(seconds=figures.number(end - start)))
        busy = self._drawn.tracks[0].means if self._drawn else ()
        is_low = not len(busy) or float(np.median(busy)) * PERCENT < _HALF
        self._window_said.setPos((start + end) / 2, _SAID_HIGH if is_low else _SAID_LOW)

    def announce_window(self) -> None:
        """Return which part of the run counts now."""
        run = self._marks.run
        if run is not None:
            start, end = self.region.getRegion()
            self.window_dragged.emit(start - run.start_s, end - run.start_s)

    def _move_window(self, event: QEvent) -> bool:
        """Move the beginning with Shift, the end with Ctrl; tell it when the key is let go."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            repeats = isinstance(event, QKeyEvent) and event.isAutoRepeat()
            if self._is_moved and not repeats:
                self._is_moved = False
                self.announce_window()
            return False
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        step, end = _STEPS.get(Qt.Key(event.key())), _ENDS.get(modifiers)
        if step is None or end is None or self.region is None:
            return False
        line = self.region.lines[end]
        line.setValue(line.value() + step * max(1, round(self.view().length_s * _STEP)))
        self._is_moved = True
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
        drawn = self._drawn
        if drawn is None:
            return
        for at, (series, track) in enumerate(zip(drawn.series, drawn.tracks, strict=True)):
            if len(track.times_s) and not (series.name == STEAL and not any(track.highs)):
                _, factor = shown_unit(series.unit)
                self._draw_line(track, factor, at % len(_TONES))
                self._name(series_name(series.name), track, factor, _TONES[at % len(_TONES)])
        self._place_names()

    def _draw_line(self, track: Track, factor: float, at: int) -> None:
        ink = theme.look()[_TONES[at]]
        times = np.asarray(track.times_s)
        low, high, mean = (
            np.asarray(values) * factor for values in (track.lows, track.highs, track.means)
        )
        is_dense = len(times) > _DENSE
        if np.any(high > low):
            tint = faint(ink, 0.30 if is_dense else 0.22)
            self._add(*(_strokes if is_dense else fill_between)(times, low, high, tint))
        heavy = 1.0 if is_dense else 1.6 if at == 0 else 1.2
        pen = pg.mkPen(ink, width=stroke(heavy), style=_DASHES[at])
        self._add(pg.PlotCurveItem(times, mean, pen=pen, antialias=True))

    def _add(self, *items: Any) -> None:  # noqa: ANN401 - graphics items of pyqtgraph
        for each in items:
            self._item.addItem(each, ignoreBounds=True)
            self._lines.append(each)

    def _name(self, text: str, track: Track, factor: float, tone: str) -> None:
        ground = faint(theme.look()["page"], 0.5)
        built = pg.TextItem(text, color=theme.look()[tone], anchor=(0, 1), fill=ground)
        built.setFont(theme.font("caption", bold=True))
        self._add(built)
        self._names.append((built, track, factor))

    def _place_names(self) -> None:
        """Write the names at their lines, near the left end of the view."""
        box = self._item.getViewBox()
        (left, right), (bottom, top) = box.viewRange()
        per_row, per_pixel = (top - bottom) / max(1.0, box.height()), box.viewPixelSize()[0]
        x, tracks = left + (right - left) * _FIRST_NAME, [track for _, track, _ in self._names]
        for at, (text, _, factor) in enumerate(self._names):
            wide, high = text.boundingRect().width(), text.boundingRect().height()
            view = QRectF(left, bottom / factor, right - left, (top - bottom) / factor)
            room = ChartRoom(view, wide * per_pixel, high * per_row / factor)
            place = place_name(x, room, at, tracks)
            text.setAnchor((0, 0) if place.below else (0, 1))
            text.setPos(place.x, place.value * factor)
            x = place.x + (wide + _NAMES_APART) * per_pixel

    def _resized(self) -> None:
        if self._drawn is not None:
            self._item.getViewBox().setYRange(0.0, self._top(), padding=0)
        self._place_names()

    # Reading out

    def _read_out(self, place: QPointF) -> None:
        time = self._item.getViewBox().mapSceneToView(place).x()
        self.message.emit(self.describe_moment(time))

    def describe_moment(self, time: float) -> str:
        """State the values at a moment; nothing where there are none."""
        drawn = self._drawn
        if drawn is None or self._home is None:
            return ""
        parts = []
        for series, track in zip(drawn.series, drawn.tracks, strict=True):
            if len(track.times_s) and track.times_s[0] <= time <= track.times_s[-1]:
                unit, factor = shown_unit(series.unit)
                value = figures.number(value_at(track, time) * factor, 1)
                parts.append(f"{series_name(series.name)} {value} {unit}")
        if not parts:
            return ""
        clock = self._item.getAxis("bottom") is self._axis
        return f"{clock_time(time) if clock else figures.number(time)}: {', '.join(parts)}"


def _same(one: HostLines, other: HostLines) -> bool:
    """Return whether two drawings are of the same lines of one recording."""
    return (one.set_id, one.series) == (other.set_id, other.series)


def _strokes(times: Values, low: Values, high: Values, ink: QColor) -> list[Any]:
    """Fill between two lines with a stroke for each pixel."""
    ends = np.column_stack((low, high)).ravel()
    pen = pg.mkPen(ink, width=stroke(1))
    return [pg.PlotCurveItem(np.repeat(times, 2), ends, connect="pairs", pen=pen)]
