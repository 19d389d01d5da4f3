"""Provisioning times side by side: a dot a repetition, the mean with its interval, the factor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy

from arraywise.domain.provisioning import repetition_sums
from arraywise.gui import figures, painting, theme
from arraywise.gui.charts.tipped import TippedChart

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.provisioning import ProvisioningTime
    from arraywise.gui.charts.chart_figures import Table

translate = QCoreApplication.translate
_BLOCK, _TALL = 58, 110
"""Least and greatest height of an option's block; blocks share the room that there is."""
_LINE = 20
_APART = 9
"""Pixels from the middle to the dots and to the interval, where there is room for both."""
_DOT = 4.5
_FOOT = 40


class ProvisioningDots(TippedChart):
    """A dot plot."""

    def __init__(self) -> None:
        super().__init__()
        self._options: tuple[OptionAnswer, ...] = ()
        self._sums: dict[int, list[float]] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_answer(
        self, answer: Answer, times: Mapping[int, tuple[ProvisioningTime, ...]]
    ) -> None:
        """Draw the times of an answer's options; a dot is the sum of one whole repetition."""
        self._options = tuple(
            sorted(answer.options, key=lambda o: o.provisioning_s.point or float("inf"))
        )
        self._sums = {id_: repetition_sums(found) for id_, found in times.items()}
        said = [
            f"{o.option.name} {figures.number(o.provisioning_s.point / 60, 1)} min"
            for o in self._options
            if o.provisioning_s.point is not None
        ]
        self.setAccessibleName(
            self.tr("Time to provide storage: {all}").format(all=", ".join(said))
        )
        self.updateGeometry()
        self.update()

    def places(self) -> list[QPointF]:
        """Return a place on each option's block."""
        return [
            QPointF(self.width() / 2, (at + 0.5) * self._block())
            for at in range(len(self._options))
        ]

    def table(self) -> Table:
        """Return mean, interval and repetitions, in minutes, and the ease factor."""
        most = max(map(len, self._sums.values()), default=0)
        said = (
            translate("Charts", "Option"), translate("Charts", "Minutes"),
            translate("Charts", "Low"), translate("Charts", "High"),
            translate("Charts", "Ease factor"),
        )  # fmt: skip
        rows: Table = [[*said, *(f"{number}." for number in range(1, most + 1))]]
        for each in self._options:
            found = each.provisioning_s
            times = (found.point, found.low, found.high)
            minutes = [None if seconds is None else seconds / 60 for seconds in times]
            sums = [seconds / 60 for seconds in self._sums.get(each.option.id, [])]
            rows.append([each.option.name, *minutes, each.ease_factor, *sums])
        return rows

    def tip_at(self, place: QPointF) -> str:
        """Return mean, interval and repetitions of the option at a place."""
        at = int(place.y() // self._block())
        if not 0 <= at < len(self._options):
            return ""
        option = self._options[at]
        lines, interval = [f"{option.option.name}: {self._said(option)}"], option.provisioning_s
        if interval.low is not None and interval.high is not None:
            text = self.tr("95 % interval {low} to {high} min")
            low, high = (figures.number(s / 60, 1) for s in (interval.low, interval.high))
            lines.append(text.format(low=low, high=high))
        sums = self._sums.get(option.option.id, [])
        if sums:
            minutes = ", ".join(figures.number(s / 60, 1) for s in sums)
            lines.append(self.tr("Repetitions: {minutes} min").format(minutes=minutes))
        return "\n".join(lines)

    def sizeHint(self) -> QSize:
        """Return the height of the blocks and the axis."""
        return QSize(360, len(self._options) * theme.px(_BLOCK) + theme.px(_FOOT))

    def minimumSizeHint(self) -> QSize:
        """Return the same: a lower page scrolls."""
        return QSize(240, self.sizeHint().height())

    def _block(self) -> float:
        """Return the height of an option's block."""
        room = (self.height() - theme.px(_FOOT)) / max(1, len(self._options))
        return min(theme.px(_TALL), max(theme.px(_BLOCK), room))

    def _end_s(self) -> float:
        ends = [s for sums in self._sums.values() for s in sums]
        ends += [o.provisioning_s.high or o.provisioning_s.point or 0.0 for o in self._options]
        return max(ends, default=0.0) * 1.05

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw a block an option and the axis."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        end = self._end_s()
        for place, option in enumerate(self._options):
            self._paint_block(painter, option, place * self._block(), end)
        if end > 0:
            self._paint_axis(painter, len(self._options) * self._block() + 4, end)

    def _x(self, seconds: float, end: float) -> float:
        return 6 + (self.width() - 12) * seconds / end

    def _paint_block(
        self, painter: QPainter, option: OptionAnswer, top: float, end: float
    ) -> None:
        look = theme.look()
        middle, right = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight
        position = option.option.position
        painting.paint_marker(painter, QPointF(6, top + theme.px(10)), position, 11)
        painter.setFont(theme.font("body", bold=True))
        painter.setPen(look["text"])
        line = QRectF(17, top, self.width() - 17, theme.px(_LINE))
        painter.drawText(line, middle, option.option.name)
        painter.setFont(theme.font("body"))
        painter.setPen(look["text2"])
        painter.drawText(line, middle | right, self._said(option))
        if option.provisioning_s.point is not None and end > 0:
            self._paint_times(painter, option, top, end)

    def _paint_times(
        self, painter: QPainter, option: OptionAnswer, top: float, end: float
    ) -> None:
        """Draw the repetitions, below them mean and interval."""
        look, interval, colour = theme.look(), option.provisioning_s, self._colour(option)
        y = top + (theme.px(_LINE) + self._block()) / 2
        apart = min(theme.px(_APART), (self._block() - theme.px(_BLOCK)) / 4)
        painter.setPen(QPen(look["hair"], 1))
        painter.drawLine(QPointF(0, y), QPointF(self.width(), y))
        faint = QColor(colour)
        faint.setAlphaF(0.55)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faint)
        for seconds in self._sums.get(option.option.id, ()):
            painter.drawEllipse(QPointF(self._x(seconds, end), y - apart), _DOT, _DOT)
        if interval.low is not None and interval.high is not None:
            ends = (self._x(interval.low, end), self._x(interval.high, end))
            painting.paint_interval(painter, ends, y + apart, colour, 5)
        painter.setPen(QPen(look["text"], 2))
        x = self._x(interval.point or 0.0, end)
        painter.drawLine(QPointF(x, y + apart - 8), QPointF(x, y + apart + 8))

    def _colour(self, option: OptionAnswer) -> QColor:
        return theme.look().option(option.option.position).line

    def _said(self, option: OptionAnswer) -> str:
        point = option.provisioning_s.point
        if point is None:
            return self.tr("no times yet")
        text = self.tr("{minutes} min, ease factor {factor} (inverse {share})")
        ease = option.ease_factor
        return text.format(
            minutes=figures.number(point / 60, 1),
            factor=figures.number(ease, 2),
            share=figures.number(1 / ease if ease else None, 2),
        )

    def _paint_axis(self, painter: QPainter, y: float, end: float) -> None:
        look = theme.look()
        painter.setPen(QPen(look["border_strong"], 1))
        painter.drawLine(QPointF(6, y), QPointF(self.width() - 6, y))
        painter.setFont(theme.font("caption"))
        step = _step(end / 60)
        minutes = 0.0
        while minutes * 60 <= end:
            x = self._x(minutes * 60, end)
            painter.setPen(QPen(look["border_strong"], 1))
            painter.drawLine(QPointF(x, y), QPointF(x, y + 4))
            painter.setPen(look["text3"])
            box = QRectF(max(0.0, x - 20), y + 5, 40, theme.px(16))
            side = Qt.AlignmentFlag.AlignHCenter if x > 20 else Qt.AlignmentFlag.AlignLeft
            painter.drawText(box, side, figures.plain(minutes))
            minutes += step
        painter.drawText(
            QRectF(0, y + theme.px(18), self.width(), theme.px(16)),
            Qt.AlignmentFlag.AlignRight,
            self.tr("minutes"),
        )


def _step(minutes: float) -> float:
    """Return a round distance of axis ticks for about six of them."""
    for step in (0.5, 1, 2, 5, 10, 20, 30, 60, 120, 240, 480, 1440):
        if minutes / step <= 7:
            return step
    return minutes / 6
