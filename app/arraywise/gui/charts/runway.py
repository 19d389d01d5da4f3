"""The runway chart as a widget: load, data and cash by the month, against each option's limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPaintEngine,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)

from arraywise.domain.capacity import TB
from arraywise.gui.charts.painted import ReadableChart, key_lines
from arraywise.gui.charts.plots import line_pen
from arraywise.gui.widgets import figures, painting, theme
from arraywise.gui.widgets.messages import translate_message
from arraywise.gui.widgets.painting import CENTRE, RIGHT, smooth_painter, write
from arraywise.present.charts.axes import truncate
from arraywise.present.charts.runway import (
    RunwayFrame,
    month_ticks,
    note_position,
    pane_ticks,
    plan_runway,
    shown_decimals,
)
from arraywise.present.figures import load_heading
from arraywise.present.runway import clamp_month, describe_lasting, stated_loads

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer
    from arraywise.domain.runway import OptionRunway, Runway
    from arraywise.gui.charts.painted import Table
    from arraywise.present.charts.runway import PaneLine, RunwayPane, RunwayPlan


translate = QCoreApplication.translate
_GRIP_DISTANCE = 7
"""So near to its line the month is taken hold of."""
_LEFT, _TOP, _BOTTOM, _PANE_GAP, _NAME = 58, 24, 40, 34, 17
_SIGN = 20
_HIT_DISTANCE = 14
_BAND_OPACITY = 0.16
_TICK_WIDTH = 52
_MONTH_KEYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class RunwayChart(ReadableChart):
    """Three panes over months 0 to 60, with a circle where a limit is reached.

    The line of the chosen month is dragged, or moved by arrow keys.
    """

    month_moved = Signal(float)
    hint = QSize(740, 560)

    def __init__(self) -> None:
        super().__init__()
        self._is_dragging = False
        self.setMouseTracking(True)
        self._answer: Answer | None = None
        self._runway: Runway | None = None
        self._month = 0
        self._plan: RunwayPlan | None = None
        self._picture = QPixmap()
        """Everything but the chosen month, which moves often; null until it is rendered."""
        self.setAccessibleName(self.tr("Load, data and cash by the month"))
        self.setMinimumSize(theme.px(380), theme.px(360))

    def show_runway(self, answer: Answer, runway: Runway) -> None:
        """Draw the months of an answer."""
        if answer is not self._answer or runway is not self._runway:
            self._answer, self._runway = answer, runway
            lasting = "; ".join(_describe_lasting(each) for each in runway.options)
            self.setAccessibleDescription(lasting)
            self._invalidate()

    def show_month(self, month: int) -> None:
        """Show the chosen month."""
        if month != self._month:
            self._month = month
            self.update()

    def _can_move_month(self) -> bool:
        return self._runway is not None and self._runway.grows

    def _is_on_month(self, point: QPointF) -> bool:
        plan = self.plan()
        if plan is None or not self._can_move_month():
            return False
        is_inside = (
            plan.panes[0].y.end - _GRIP_DISTANCE
            <= point.y()
            <= plan.panes[-1].y.start + _GRIP_DISTANCE
        )
        return (
            is_inside and abs(point.x() - plan.months.to_position(self._month)) <= _GRIP_DISTANCE
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to drag the month, or else the figures."""
        is_left = event.button() == Qt.MouseButton.LeftButton
        self._is_dragging = is_left and self._is_on_month(event.position())
        if not self._is_dragging:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the month along."""
        plan = self.plan()
        if self._is_dragging and plan is not None:
            month = clamp_month(plan.months.value(event.position().x()))
            if month != self._month:
                self.month_moved.emit(month)
            return
        on_month = self._is_on_month(event.position())
        self.setCursor(Qt.CursorShape.SizeHorCursor if on_month else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Release the month."""
        self._is_dragging = False
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go a month on or back with the arrows left and right."""
        step = _MONTH_KEYS.get(Qt.Key(event.key()))
        if step is None or not self._can_move_month():
            super().keyPressEvent(event)
        elif clamp_month(self._month + step) != self._month:
            self.month_moved.emit(self._month + step)

    def key_lines(self) -> tuple[tuple[str, str], ...]:
        """Return the keys of the chart, with what they do."""
        return *key_lines("month"), *super().key_lines()

    def _invalidate(self) -> None:
        self._plan, self._picture = None, QPixmap()
        self.update()

    def event(self, event: QEvent) -> bool:
        """Draw again at another size, and in another theme or type."""
        types = QEvent.Type
        if event.type() in {types.Resize, types.PaletteChange, types.FontChange}:
            self._invalidate()
        return super().event(event)

    def plan(self) -> RunwayPlan | None:
        """Return the layout of the chart; None before there is an answer."""
        if self._answer is None or self._runway is None:
            return None
        if self._plan is None:
            self._plan = plan_runway(self._answer, self._runway, self._frame())
        return self._plan

    def _frame(self) -> RunwayFrame:
        metrics = QFontMetricsF(theme.font("caption", bold=True))
        options = self._answer.options if self._answer is not None else ()
        names = [truncate(o.option.name) for o in options]
        widest = max(map(metrics.horizontalAdvance, names), default=0.0)
        widest += metrics.horizontalAdvance(" 0,000.0") + theme.px(_SIGN) + 8
        return RunwayFrame(
            left=theme.px(_LEFT),
            right=max(theme.px(_LEFT) + 120.0, self.width() - widest),
            top=theme.px(_TOP),
            bottom=self.height() - theme.px(_BOTTOM),
            pane_gap=theme.px(_PANE_GAP),
            label_height=theme.px(_NAME),
        )

    # What it says

    def readable_points(self) -> list[QPointF]:
        """Return the points where limits are reached."""
        plan = self.plan()
        crossings = () if plan is None else (c for pane in plan.panes for c in pane.crossings)
        return [QPointF(*crossing.at) for crossing in crossings]

    def describe_at(self, point: QPointF) -> str:
        """Describe how long the option at a point lasts."""
        plan, runway = self.plan(), self._runway
        if plan is None or runway is None:
            return ""
        for pane in plan.panes:
            marks = [(c.option, QPointF(*c.at)) for c in pane.crossings]
            marks += [
                (line.option, QPointF(plan.months.end + theme.px(12), line.label_y))
                for line in pane.lines
            ]
            for option, mark_point in marks:
                option_runway = runway.of(option)
                if (
                    option_runway is not None
                    and (mark_point - point).manhattanLength() <= _HIT_DISTANCE
                ):
                    return _describe_lasting(option_runway)
        return ""

    def table(self) -> Table:
        """Return load, data and cash of every month."""
        runway, answer = self._runway, self._answer
        if runway is None or answer is None:
            return []
        paid = [(each.option.name, each.cash) for each in runway.options if each.cash is not None]
        title = translate("Charts", "{option}, paid ({currency})")
        requirement, data = answer.requirement, runway.data_bytes
        heads = [translate_message(load_heading(requirement.load_unit))]
        if requirement.is_in_visits:
            heads = [translate("Charts", "Visits a month"), translate("Charts", "tx/s")]
        paying = (title.format(option=name, currency=answer.currency) for name, _ in paid)
        month_head, data_head = translate("Charts", "Month"), translate("Charts", "Data, TB")
        rows: Table = [[month_head, *heads, data_head, *paying]]
        for month, load in enumerate(stated_loads(requirement, runway)):
            loads = [load, runway.load_tps[month]] if requirement.is_in_visits else [load]
            stored_tb = None if data is None else data[month] / TB
            cash = (float(spent[month]) if month < len(spent) else None for _, spent in paid)
            rows.append([float(month), *loads, stored_tb, *cash])
        return rows

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint panes, lines, names and crossings, and the chosen month."""
        plan = self.plan()
        if plan is None:
            return
        painter = smooth_painter(self)
        if painter.paintEngine().type() == QPaintEngine.Type.SVG:
            self._paint(painter, plan)  # as lines, and not as a picture
        else:
            if self._picture.isNull():
                self._picture = self._render(plan)
            painter.drawPixmap(0, 0, self._picture)
        if self._month or self._can_move_month():
            self._paint_month(painter, plan)

    def _paint_month(self, painter: QPainter, plan: RunwayPlan) -> None:
        """Paint the chosen month, with a grip where it can be dragged."""
        painter.setPen(QPen(theme.look()["accent"], 1.4))
        x, top = plan.months.to_position(self._month), plan.panes[0].y.end
        painter.drawLine(QPointF(x, top), QPointF(x, plan.panes[-1].y.start))
        if self._can_move_month():
            painter.setBrush(theme.look()["accent"])
            painter.drawRoundedRect(QRectF(x - 4, top - 6, 8, 12), 3, 3)

    def _render(self, plan: RunwayPlan) -> QPixmap:
        """Return the picture of what no month moves."""
        ratio = self.devicePixelRatioF()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = smooth_painter(picture)
        self._paint(painter, plan)
        painter.end()
        return picture

    def _paint(self, painter: QPainter, plan: RunwayPlan) -> None:
        for pane in plan.panes:
            self._paint_axes(painter, plan, pane)
        self._paint_months(painter, plan)
        for pane in plan.panes:
            self._paint_pane(painter, plan, pane)
        self._paint_recommended_crossing(painter, plan)

    def _paint_axes(self, painter: QPainter, plan: RunwayPlan, pane: RunwayPane) -> None:
        look, months = theme.look(), plan.months
        painter.setFont(theme.font("caption"))
        for y, shown, places in pane_ticks(pane):
            painter.setPen(QPen(look["hair"], 1))
            painter.drawLine(QPointF(months.start, y), QPointF(months.end, y))
            box = QRectF(0, y - theme.px(8), months.start - 8, theme.px(16))
            write(painter, box, figures.number(shown, places), "text2", RIGHT)
        painter.setPen(QPen(look["border_strong"], 1))
        painter.drawLine(QPointF(months.start, pane.y.start), QPointF(months.end, pane.y.start))
        above = QRectF(12, pane.y.end - theme.px(24), self.width() - 12, theme.px(16))
        write(painter, above, translate_message(pane.title), "text2")

    def _paint_months(self, painter: QPainter, plan: RunwayPlan) -> None:
        look, bottom = theme.look(), plan.panes[-1].y.start
        painter.setFont(theme.font("caption"))
        for month, x in month_ticks(plan):
            painter.setPen(QPen(look["border_strong"], 1))
            painter.drawLine(QPointF(x, bottom), QPointF(x, bottom + 4))
            box = QRectF(x - _TICK_WIDTH / 2, bottom + 5, _TICK_WIDTH, theme.px(15))
            write(painter, box, figures.number(month), "text2", CENTRE)
        below = QRectF(0, bottom + theme.px(20), plan.months.end, theme.px(16))
        painter.drawText(below, RIGHT, self.tr("Month"))

    def _paint_pane(self, painter: QPainter, plan: RunwayPlan, pane: RunwayPane) -> None:
        look = theme.look()
        if pane.kind is None:
            painter.setPen(QPen(look["text3"], 1))
            x = plan.priced_until_x
            painter.drawLine(QPointF(x, pane.y.start), QPointF(x, pane.y.end))
        for line in pane.lines:
            self._paint_line(painter, plan, line)
        for line in pane.lines:
            self._paint_name(painter, plan, pane, line)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(look["text"], 2.2))
        painter.drawPolyline([QPointF(*place) for place in pane.demand])
        painter.setPen(QPen(look["text"], 1.4))
        painter.setBrush(look["page"])
        for crossing in pane.crossings:
            painter.drawEllipse(QPointF(*crossing.at), 4.2, 4.2)

    @staticmethod
    def _paint_line(painter: QPainter, plan: RunwayPlan, line: PaneLine) -> None:
        ink = theme.look().option(line.option.position)
        if line.band is not None:
            fill = QColor(ink.fill)
            fill.setAlphaF(_BAND_OPACITY)
            low, high = sorted(line.band)
            wide = plan.months.end - plan.months.start
            painter.fillRect(QRectF(plan.months.start, low, wide, high - low), fill)
        painter.setPen(line_pen(ink.line, ink.dash))
        painter.drawPolyline([QPointF(*place) for place in line.points])
        if line.dotted:
            painter.setPen(QPen(ink.line, 1.6, Qt.PenStyle.DotLine))
            painter.drawPolyline([QPointF(*place) for place in line.dotted])

    @staticmethod
    def _paint_name(painter: QPainter, plan: RunwayPlan, pane: RunwayPane, line: PaneLine) -> None:
        x = plan.months.end + theme.px(12)
        painting.paint_marker(painter, QPointF(x, line.label_y), line.option.position, 10)
        text = f"{truncate(line.option.name)} {figures.number(line.shown, shown_decimals(pane))}"
        box = QRectF(x + theme.px(9), line.label_y - theme.px(9), 400, theme.px(18))
        write(painter, box, text, font=theme.font("caption", bold=True))

    def _paint_recommended_crossing(self, painter: QPainter, plan: RunwayPlan) -> None:
        """Paint the line and the note of the recommended option's crossing."""
        look, bottom = theme.look(), plan.panes[-1].y.start
        chosen, runway = plan.recommended_crossing, self._runway
        option_runway = None if chosen is None or runway is None else runway.of(chosen.option)
        if chosen is None or option_runway is None:
            return
        x, y = chosen.at
        painter.setPen(QPen(look["text"], 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(x, y + 5), QPointF(x, bottom))
        painter.setFont(theme.font("caption", bold=True))
        text = _describe_lasting(option_runway)
        metrics = QFontMetricsF(painter.font())
        available_width = plan.months.end - plan.months.start
        width = min(metrics.horizontalAdvance(text) + 16, available_width)
        height = float(theme.px(20))
        left, middle = note_position(plan, chosen, (width, height))
        box = QRectF(left, middle - height / 2, width, height)
        painter.setPen(QPen(look["border_strong"], 1))
        painter.setBrush(look["page"])
        painter.drawRoundedRect(box, 2, 2)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width - 12)
        write(painter, box, shown, flags=CENTRE)


def _describe_lasting(option_runway: OptionRunway) -> str:
    return translate_message(describe_lasting(option_runway))
