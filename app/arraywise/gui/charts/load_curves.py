"""Load curves, calibration bars."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from arraywise.domain.evidence import MAX_LARGE_MBPS, MAX_SMALL_IOPS, MIN_SMALL_LATENCY
from arraywise.gui.charts.curves import PlottedCurve, Point, ReferenceLine
from arraywise.gui.charts.painted import TippedChart
from arraywise.gui.widgets import figures, messages, painting, theme
from arraywise.present.numbers import places_for
from arraywise.usecases.decide_study import publications_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from arraywise.domain.decision import Answer, Interval, IoLevel, LoadLevel, OptionAnswer
    from arraywise.domain.options import Option
    from arraywise.domain.study import IoPoint, OptionFacts
    from arraywise.gui.charts.chart_export import Table

translate = QCoreApplication.translate


def response_curves(answer: Answer, hidden: Iterable[int]) -> tuple[PlottedCurve, ...]:
    """Return response time in ms against transactions per second, a line in the bracket's band."""
    skip = set(hidden)
    return tuple(
        PlottedCurve(
            option.option,
            tuple(_points(option, _response_point)),
            tuple((p.rate_tps, p.low_s * 1000, p.high_s * 1000) for p in option.curve),
            tuple((x, y * 1000) for x, y in option.line),
        )
        for option in answer.options
        if option.option.id not in skip
    )


def rate_curves(answer: Answer, hidden: Iterable[int]) -> tuple[PlottedCurve, ...]:
    """Return transactions per second against users."""
    skip = set(hidden)
    return tuple(
        PlottedCurve(option.option, tuple(_points(option, _rate_point)))
        for option in answer.options
        if option.option.id not in skip
    )


def demand_line(answer: Answer, *, upright: bool) -> ReferenceLine:
    """Return the line of the demand."""
    text = translate("LoadCurves", "Demand {rate}")
    rate = figures.number(answer.demand_tps, 1)
    return ReferenceLine(answer.demand_tps, text.format(rate=rate), upright)


def target_line(answer: Answer) -> ReferenceLine:
    """Return the line of the target response time, in ms."""
    target = answer.requirement.response_time_s * 1000
    text = translate("LoadCurves", "Target {target} ms, {statistic}")
    statistic = messages.statistic(answer.requirement.statistic)
    message = text.format(target=figures.plain(round(target, 3)), statistic=statistic)
    return ReferenceLine(target, message, upright=False, dashed=True)


def _points(
    option: OptionAnswer, make: Callable[[OptionAnswer, LoadLevel], Point | None]
) -> list[Point]:
    result = (make(option, level) for level in option.levels)
    return [point for point in result if point is not None]


def _response_point(option: OptionAnswer, level: LoadLevel) -> Point | None:
    rate, response = level.rate_tps.point, level.response_s
    if rate is None or response.point is None:
        return None
    low, high = _ends(response, 1000)
    counts = not (level.host_bound or level.past_knee)
    message = _text_of(option, level)
    return Point(rate, response.point * 1000, low, high, counts, message, level.users)


def _rate_point(option: OptionAnswer, level: LoadLevel) -> Point | None:
    rate = level.rate_tps
    if rate.point is None:
        return None
    low, high = _ends(rate, 1)
    counts = not (level.host_bound or level.past_knee)
    message = _text_of(option, level)
    return Point(float(level.users), rate.point, low, high, counts, message, level.users)


def _ends(interval: Interval, factor: float) -> tuple[float | None, float | None]:
    low, high = interval.low, interval.high
    return (None if low is None else low * factor, None if high is None else high * factor)


def _text_of(option: OptionAnswer, level: LoadLevel) -> str:
    text = translate("LoadCurves", "{option}, {users} users: {rate} tx/s, {ms} ms ({runs} runs)")
    message = text.format(
        option=option.option.name,
        users=figures.number(level.users),
        rate=figures.number(level.rate_tps.point, 1),
        ms=figures.milliseconds(level.response_s.point, 1),
        runs=figures.number(level.runs),
    )
    if level.host_bound:
        message += translate("LoadCurves", "; not comparable as storage")
    elif level.past_knee:
        message += translate("LoadCurves", "; past the highest rate, does not count")
    return message


# I/O sweeps


def iops_of(point: IoPoint) -> float | None:
    """Return I/Os per second."""
    return point.iops


def latency_ms_of(point: IoPoint) -> float | None:
    """Return the latency in milliseconds."""
    return None if point.latency_s is None else point.latency_s * 1000


def throughput_mb_of(point: IoPoint) -> float | None:
    """Return the throughput in MB/s."""
    return None if point.throughput_b_s is None else point.throughput_b_s / 1e6


def sweep(known: OptionFacts) -> tuple[IoPoint, ...]:
    """Return the points of an option's sweeps, without the tools' headline figures."""
    return tuple(
        p
        for p in known.io_points
        if p.group is None and p.small_ios is not None and p.large_ios is not None
    )


def io_curves(
    options: Sequence[OptionFacts],
    value: Callable[[IoPoint], float | None],
    *,
    along_small: bool,
    other: int,
    unit: str,
) -> tuple[PlottedCurve, ...]:
    """Return a value against outstanding I/Os of one size, a curve for each kind of I/O.

    Repetitions are averaged.

    Args:
        options: with their points.
        value: what is drawn.
        along_small: whether small or large I/Os grow along the axis.
        other: outstanding I/Os of the other size.
        unit: of the value, for the read-out.
    """
    curves = []
    for known in options:
        works = publications_of(known)
        result: dict[str, dict[int, list[float]]] = {}
        for point in sweep(known):
            small, large = point.small_ios or 0, point.large_ios or 0
            at, fixed = (small, large) if along_small else (large, small)
            drawn = value(point)
            if fixed == other and at > 0 and drawn is not None:
                result.setdefault(works[point.run_id], {}).setdefault(at, []).append(drawn)
        for work, by_depth in result.items():
            name = f"{known.option.name}, {work}" if work else known.option.name
            points = tuple(
                _io_point(name, at, fmean(values), unit) for at, values in sorted(by_depth.items())
            )
            curves.append(PlottedCurve(known.option, points))
    return tuple(curves)


def _io_point(name: str, at: int, value: float, unit: str) -> Point:
    message = _describe_io(name, at, value, unit)
    return Point(float(at), value, None, None, counts=True, message=message)


def _describe_io(name: str, outstanding: int, value: float, unit: str) -> str:
    text = translate("LoadCurves", "{option}, {count} outstanding: {value} {unit}")
    shown = figures.plain(value, 4)
    return text.format(option=name, count=outstanding, value=shown, unit=unit)


def sweep_curves(answer: Answer) -> tuple[PlottedCurve, ...]:
    """Return latency in ms against I/Os per second, with the band between measured points."""
    curves = []
    for option in answer.options:
        tool = next((curve.tool for curve in option.io_curve if curve.levels), "")
        for swept in (c for c in option.io_curve if c.levels and c.tool == tool):
            points = tuple(_level_point(option, level, swept.work) for level in swept.levels)
            band = tuple((b.iops, b.low_s * 1000, b.high_s * 1000) for b in swept.band)
            curves.append(PlottedCurve(option.option, points, band))
    return tuple(curves)


def _level_point(option: OptionAnswer, level: IoLevel, work: str) -> Point:
    text = translate("LoadCurves", "{option}, {count} outstanding: {iops} IOPS, {ms} ms")
    message = text.format(
        option=option.option.name,
        count=level.outstanding,
        iops=figures.number(level.iops),
        ms=figures.milliseconds(level.latency_s, 2),
    )
    if work:
        message += f" ({work})"
    if level.latency_is_derived:
        message += translate("LoadCurves", " (derived: outstanding over rate)")
    return Point(level.iops, level.latency_s * 1000, None, None, counts=True, message=message)


TOOL = "io_calibrate"
MOST_SPREAD = 0.20
"""Of the mean: runs that are further apart do not repeat."""
_ROW, _BAR, _TOP = 30, 14, 6
_MIDDLE, _CUT = Qt.AlignmentFlag.AlignVCenter, Qt.TextElideMode.ElideRight


@dataclass(frozen=True, slots=True)
class CalibrationRange:
    """What the calibrations of one option say of one figure."""

    option: Option
    values: tuple[float, ...]
    """Of each run."""
    disks: str | None
    """As the runs state them; several where they do not agree."""

    @property
    def mean(self) -> float:
        """Over the runs."""
        return fmean(self.values)

    @property
    def spread(self) -> float:
        """Most less least, over the mean."""
        return (max(self.values) - min(self.values)) / self.mean if self.mean else 0.0


def calibrations(options: Sequence[OptionFacts], group: str) -> tuple[CalibrationRange, ...]:
    """Return one figure of all options.

    Args:
        options: with their points.
        group: `max_small_iops` (1/s), `max_large_mbps` (MB/s) or `min_small_latency` (ms).
    """
    result = []
    for known in options:
        points = [p for p in known.io_points if p.tool == TOOL and p.group == group]
        values = tuple(v for p in points if (v := _value(p, group)) is not None)
        if values:
            result.append(CalibrationRange(known.option, values, _disks(known)))
    return tuple(result)


def _value(point: IoPoint, group: str) -> float | None:
    value, factor = {
        MAX_SMALL_IOPS: (point.iops, 1.0),
        MAX_LARGE_MBPS: (point.throughput_b_s, 1e-6),
        MIN_SMALL_LATENCY: (point.latency_s, 1e3),
    }[group]
    return None if value is None else value * factor


def _disks(known: OptionFacts) -> str | None:
    stated = {
        value
        for setup in known.setups
        if setup.tool == TOOL
        for name, value in setup.attributes
        if name == "num_disks"
    }
    return ", ".join(sorted(stated)) or None


class CalibrationBars(TippedChart):
    """One figure of all options, a bar each, with a whisker from the least to the most."""

    def __init__(self, name: str, unit: str) -> None:
        super().__init__()
        self._name, self._unit, self._decimals = name, unit, 0
        self._found: tuple[CalibrationRange, ...] = ()
        self.setAccessibleName(name)
        self.setMinimumSize(240, 120)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        """Return room for all bars."""
        return QSize(360, theme.px(_TOP) * 2 + theme.px(_ROW) * 2 * max(1, len(self._found)))

    def show_found(self, result: tuple[CalibrationRange, ...]) -> None:
        """Draw other figures."""
        self._found = result
        self._decimals = places_for(each.mean for each in result)
        message = "; ".join(f"{each.option.name} {self._text_of(each)}" for each in result)
        self.setAccessibleDescription(message)
        self.update()

    @property
    def found(self) -> tuple[CalibrationRange, ...]:
        """What is drawn."""
        return self._found

    def table(self) -> Table:
        """Return mean, least and most of the runs."""
        message = (
            translate("Charts", "Option"), f"{self._name} ({self._unit})",
            translate("Charts", "Low", "interval"), translate("Charts", "High"),
            translate("Charts", "Runs"),
        )  # fmt: skip
        rows: Table = [list(message)]
        for each in self._found:
            ends = min(each.values), max(each.values)
            rows.append([each.option.name, each.mean, *ends, len(each.values)])
        return rows

    def _text_of(self, each: CalibrationRange) -> str:
        return f"{figures.number(each.mean, self._decimals)} {self._unit}"

    def note(self, each: CalibrationRange) -> str:
        """Describe how sure a figure is."""
        parts = []
        if each.disks is not None:
            parts.append(
                self.tr("1 disk")
                if each.disks == "1"
                else self.tr("{disks} disks").format(disks=each.disks)
            )
        if len(each.values) == 1:
            parts.append(self.tr("one run only: no spread known"))
        else:
            parts.append(self.tr("{runs} runs").format(runs=figures.number(len(each.values))))
            text = self.tr("spread {spread} % of the mean")
            parts.append(text.format(spread=figures.percent(each.spread, 1)))
            if each.spread > MOST_SPREAD:
                parts.append(self.tr("does not repeat"))
        return ", ".join(parts)

    def places(self) -> list[QPointF]:
        """Return a place on each bar."""
        return [
            QPointF(self.width() / 2, theme.px(_TOP) + (at * 2 + 1) * theme.px(_ROW))
            for at in range(len(self._found))
        ]

    def tip_at(self, place: QPointF) -> str:
        """Return figure and runs of the option at a place."""
        at = int((place.y() - theme.px(_TOP)) // (2 * theme.px(_ROW)))
        if not 0 <= at < len(self._found):
            return ""
        each = self._found[at]
        runs = ", ".join(figures.number(value, self._decimals) for value in each.values)
        return f"{each.option.name}: {self._text_of(each)}\n{self.note(each)}\n{runs} {self._unit}"

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the bars from zero."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme.look()["page"])
        top = max((max(each.values) for each in self._found), default=0.0)
        bold = QFontMetrics(theme.font("body", bold=True))
        room = max((bold.horizontalAdvance(self._text_of(e)) for e in self._found), default=0) + 14
        for row, each in enumerate(self._found):
            y = theme.px(_TOP) + row * 2 * theme.px(_ROW)
            self._draw_words(painter, each, y)
            wide = max(20.0, self.width() - 32.0 - room)
            self._draw_bar(
                painter, each, QRectF(16, y + theme.px(_ROW) - 6, wide, theme.px(_BAR)), top
            )

    def _draw_words(self, painter: QPainter, each: CalibrationRange, y: float) -> None:
        look = theme.look()
        painting.paint_marker(painter, QPointF(22, y + theme.px(12)), each.option.position)
        painter.setFont(theme.font("body", bold=True))
        painter.setPen(look["text"])
        wide = QFontMetrics(theme.font("body", bold=True)).horizontalAdvance(each.option.name)
        painter.drawText(QRectF(34, y, wide + 4, theme.px(24)), _MIDDLE, each.option.name)
        painter.setFont(theme.font("caption"))
        shaky = len(each.values) == 1 or each.spread > MOST_SPREAD
        painter.setPen(look["warn" if shaky else "text2"])
        room = self._note_place(each, y)
        cut = painter.fontMetrics().elidedText(self.note(each), _CUT, int(room.width()) + 2)
        painter.drawText(room, _MIDDLE, cut)

    def _note_place(self, each: CalibrationRange, y: float) -> QRectF:
        """Return where a note is written: beside its name, or where one is too long below bars."""
        if self.notes_below:
            below = y + theme.px(_ROW) - 4 + theme.px(_BAR)
            return QRectF(16, below, self.width() - 32, theme.px(18))
        wide = QFontMetrics(theme.font("body", bold=True)).horizontalAdvance(each.option.name)
        return QRectF(34 + wide + 8, y, self.width() - wide - 50, theme.px(24))

    @property
    def notes_below(self) -> bool:
        """Whether all notes stand below their bars, as one has no room beside its name."""
        name = QFontMetrics(theme.font("body", bold=True)).horizontalAdvance
        note = QFontMetrics(theme.font("caption")).horizontalAdvance
        needed = (name(each.option.name) + note(self.note(each)) for each in self._found)
        return max(needed, default=0) > self.width() - 50

    def _draw_bar(
        self, painter: QPainter, each: CalibrationRange, room: QRectF, top: float
    ) -> None:
        look = theme.look()
        ends = [room.left() + value / top * room.width() for value in (*each.values, each.mean)]
        bar = QRectF(room.left(), room.top(), ends[-1] - room.left(), room.height())
        painter.fillRect(bar, look.option(each.option.position).fill)
        whisker = (min(ends[:-1]), max(ends[:-1]))
        if len(each.values) > 1:
            painting.paint_interval(painter, whisker, room.center().y(), look["text"])
        painter.setFont(theme.font("body", bold=True))
        painter.setPen(look["text"])
        place = QRectF(max(whisker[1], bar.right()) + 8, room.top() - 5, 200, room.height() + 10)
        painter.drawText(place, _MIDDLE, self._text_of(each))
