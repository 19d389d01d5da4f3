"""How far each input moves the lead of the recommended option, the widest bar first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy

from arraywise.gui import figures, painting, theme, wording
from arraywise.gui.charts.scales import Axis
from arraywise.gui.charts.zoomed import ZoomedChart

if TYPE_CHECKING:
    from arraywise.domain.options import Option
    from arraywise.domain.sureness import LeadBar
    from arraywise.gui.charts.chart_figures import Table

translate = QCoreApplication.translate
_ROW = 24
_BAR = 13
_TOP = 20
_FOOT = 20
_LEAST_BAR = 60  # pixels of all bars; names take two lines before these have less
_APART = 6
"""Pixels between two figures of the axis."""
_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter


class LeadChart(ZoomedChart):
    """Bars around the present lead; hatched where the rival leads."""

    def __init__(self) -> None:
        super().__init__()
        self._bars: tuple[LeadBar, ...] = ()
        self._leader: Option | None = None
        self._lead = 0.0
        self.setMinimumSize(220, theme.px(140))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        """Return a size that shows the widest bars."""
        return QSize(320, 220)

    def show_bars(self, bars: tuple[LeadBar, ...], leader: Option | None, lead: float) -> None:
        """Draw the bars around today's lead, in points."""
        self._bars, self._leader, self._lead = bars, leader, lead
        said = (f"{wording.tell(b.what)} {self._ends(b)}" for b in bars)
        self.setAccessibleName(self.tr("Lead: {bars}").format(bars="; ".join(said)))
        self.update()

    def _ends(self, bar: LeadBar) -> str:
        nobody = self.tr("none is shown to pass")
        ends = (bar.lead_at_low, bar.lead_at_high)
        return " \u2026 ".join(figures.number(end, 1) or nobody for end in ends)

    def _shown(self) -> tuple[LeadBar, ...]:
        return self._bars[
            : max(0, (self.height() - theme.px(_TOP) - theme.px(_FOOT)) // theme.px(_ROW))
        ]

    def _axis(self) -> Axis:
        ends = [e for b in self._bars for e in (b.least_lead, b.most_lead)]
        low, high = min((0.0, *ends)), max((0.0, *ends))
        room = (high - low) * 0.08 or 1.0
        flips = self._flips()
        left = self._names(flips) + flips
        seen = self.seen.across((low - room * (low < 0), high + room))
        return Axis(*seen, left, self.width() - 12)

    def area(self) -> QRectF:
        """Return where the bars are."""
        axis = self._axis()
        return QRectF(
            axis.start, theme.px(_TOP), axis.end - axis.start, len(self._shown()) * theme.px(_ROW)
        )

    def places(self) -> list[QPointF]:
        """Return a place on each bar's row."""
        x = self.width() / 2
        return [
            QPointF(x, theme.px(_TOP) + (at + 0.5) * theme.px(_ROW))
            for at in range(len(self._shown()))
        ]

    def _names(self, flips: int) -> int:
        metrics = QFontMetrics(theme.font("caption"))
        names = [metrics.horizontalAdvance(wording.tell(b.what)) for b in self._shown()]
        room = self.width() - flips - theme.px(_LEAST_BAR) - 28
        return min(max(names, default=0), int(self.width() * 0.64), max(room, 0)) + 16

    def _flips(self) -> int:
        """Return the width of the words before the bars."""
        metrics = QFontMetrics(theme.font("caption"))
        flips = [metrics.horizontalAdvance(_said_flip(bar)) for bar in self._shown()]
        return max(flips, default=0) + 14

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw axis, bars and today's lead."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self._bars or self._leader is None:
            painter.setFont(theme.font("body"))
            painter.setPen(theme.look()["text3"])
            said = self.tr("A lead needs two options that pass, and best value as the rule")
            painter.drawText(self.rect().adjusted(16, 0, -16, 0), _WRAPPED, said)
            return
        axis = self._axis()
        bottom = theme.px(_TOP) + len(self._shown()) * theme.px(_ROW)
        self._paint_axis(painter, axis, bottom)
        names = axis.start - self._flips()
        for place, bar in enumerate(self._shown()):
            top = theme.px(_TOP) + place * theme.px(_ROW)
            self._paint_words(painter, bar, axis, QRectF(12, top, names - 10, theme.px(_ROW)))
        self._clip(painter, axis, bottom)
        for place, bar in enumerate(self._shown()):
            self._paint_bar(painter, bar, axis, theme.px(_TOP) + place * theme.px(_ROW))
        look, zero, now = theme.look(), axis.place(0.0), axis.place(self._lead)
        painter.setPen(QPen(look["text"], 1.2))
        painter.drawLine(QPointF(zero, theme.px(_TOP) - 3), QPointF(zero, bottom + 2))
        painter.setPen(QPen(look["text"], 1.4, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(now, theme.px(_TOP) - 3), QPointF(now, bottom + 2))
        painter.setClipping(False)
        painter.setFont(theme.font("caption"))
        painter.setPen(look["text2"])
        leads = self.tr("{option} leads").format(option=self._leader.name)
        wide = painter.fontMetrics().horizontalAdvance(leads)
        left = min(zero + 5, self.width() - 6.0 - wide)  # where it is narrow
        painter.drawText(QRectF(left, bottom + 2, wide + 4, theme.px(16)), _MIDDLE, leads)
        rival = self.tr("rival leads")
        painter.drawText(QRectF(0, bottom + 2, left - 10, theme.px(16)), _MIDDLE | _RIGHT, rival)

    def _clip(self, painter: QPainter, axis: Axis, bottom: float) -> None:
        """Keep what a closer look cuts off from running over the names."""
        if not self.seen.is_whole:
            painter.setClipRect(QRectF(axis.start - 1, 0, axis.end - axis.start + 2, bottom + 3))

    def _paint_axis(self, painter: QPainter, axis: Axis, bottom: float) -> None:
        look = theme.look()
        painter.setFont(theme.font("caption"))
        free = 0.0
        for value in axis.ticks(max(2, int((axis.end - axis.start) / theme.px(42)))):
            x = axis.place(value)
            painter.setPen(QPen(look["hair"], 1))
            painter.drawLine(QPointF(x, theme.px(_TOP) - 2), QPointF(x, bottom))
            painter.setPen(look["text3"])
            text = figures.number(value, signed=True)
            half = painter.fontMetrics().horizontalAdvance(text) / 2
            if x - half < free:
                continue  # its line is enough
            free = x + half + _APART
            painter.drawText(
                QRectF(x - 40, 1, 80, theme.px(15)), Qt.AlignmentFlag.AlignCenter, text
            )

    def _paint_words(self, painter: QPainter, bar: LeadBar, axis: Axis, box: QRectF) -> None:
        """Write the name of a bar into its box, and its flip before the bar."""
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.look()["text"])
        painting.paint_in_two_lines(painter, box, wording.tell(bar.what))
        painter.setFont(theme.font("caption"))
        flip = _said_flip(bar)
        if flip:
            end = max(axis.start, axis.place(min(bar.least_lead, 0.0))) - 5
            painter.drawText(QRectF(0, box.top(), end, box.height()), _MIDDLE | _RIGHT, flip)

    def _paint_bar(self, painter: QPainter, bar: LeadBar, axis: Axis, top: float) -> None:
        look, leader = theme.look(), self._leader
        if leader is None:
            return
        low, high = bar.least_lead, bar.most_lead
        y = top + (theme.px(_ROW) - theme.px(_BAR)) / 2
        if high > 0:
            left = axis.place(max(0.0, low))
            good = QRectF(left, y, max(2.0, axis.place(high) - left), theme.px(_BAR))
            painter.fillRect(good, look.option(leader.position).fill)
        if low < 0:
            left, right = axis.place(low), axis.place(min(0.0, high))
            bad = QRectF(left, y, right - left, theme.px(_BAR))
            painting.paint_hatch(painter, bad, look["warn"], 5.0)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(look["warn"], 1))
            painter.drawRect(bad)

    def table(self) -> Table:
        """Return what each input was moved to, and the lead there in points."""
        said = (
            translate("Charts", "Input"), translate("Charts", "Low"), translate("Charts", "High"),
            translate("Charts", "Lead at low"), translate("Charts", "Lead at high"),
            translate("Charts", "Another option leads at"),
        )  # fmt: skip
        rows: Table = [list(said)]
        for bar in self._bars:
            words = [wording.tell(each) for each in (bar.what, bar.low, bar.high)]
            rows.append([*words, bar.lead_at_low, bar.lead_at_high, _said_flip(bar)])
        return rows

    def tip_at(self, place: QPointF) -> str:
        """Return what is said of the bar at a place; nothing where there is none."""
        number, shown = int((place.y() - theme.px(_TOP)) // theme.px(_ROW)), self._shown()
        if not 0 <= number < len(shown):
            return ""
        bar = shown[number]
        text = self.tr("{what}, {low} to {high}: lead {ends} points")
        said = text.format(
            what=wording.tell(bar.what),
            low=wording.tell(bar.low),
            high=wording.tell(bar.high),
            ends=self._ends(bar),
        )
        if bar.flip is None:
            return said
        return (
            said
            + "\n"
            + self.tr("another option leads at {flip}").format(flip=wording.tell(bar.flip))
        )


def _said_flip(bar: LeadBar) -> str:
    return wording.tell(bar.flip) if bar.flip is not None else ""
