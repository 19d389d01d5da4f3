"""The runway chart as a widget: load, data and cash by the month, against each option's limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEngine, QPaintEvent, QPixmap

from arraywise.domain.capacity import TB
from arraywise.gui.charts.painted import ReadableChart, key_lines
from arraywise.gui.charts.scene_painting import ScenePainter, WindowType, paint_scene
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.messages import translate_message
from arraywise.gui.widgets.painting import smooth_painter
from arraywise.present.charts.axes import Box
from arraywise.present.charts.runway_scene import draw_runway
from arraywise.present.charts.scene import ACCENT, Rectangle, line
from arraywise.present.figures import load_heading
from arraywise.present.runway import clamp_month, describe_lasting, stated_loads

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from arraywise.domain.decision import Answer
    from arraywise.domain.runway import OptionRunway, Runway
    from arraywise.gui.charts.painted import Table
    from arraywise.present.charts.runway import RunwayPlan
    from arraywise.present.charts.runway_scene import RunwayDrawing
    from arraywise.present.charts.scene import Item, Medium, Scene


translate = QCoreApplication.translate
_GRIP_DISTANCE = 7
"""So near to its line the month is taken hold of."""
_INSET = 12
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
        self._drawing: RunwayDrawing | None = None
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
        plan, y = self.plan(), self.height() - point.y()
        if plan is None or not self._can_move_month():
            return False
        is_inside = (
            plan.panes[-1].y.start - _GRIP_DISTANCE <= y <= plan.panes[0].y.end + _GRIP_DISTANCE
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
        self._drawing, self._picture = None, QPixmap()
        self.redraw()

    def event(self, event: QEvent) -> bool:
        """Draw again at another size, and in another theme or type."""
        types = QEvent.Type
        if event.type() in {types.Resize, types.PaletteChange, types.FontChange}:
            self._invalidate()
        return super().event(event)

    def _drawn(self) -> RunwayDrawing | None:
        """Return the chart with its layout; None before there is an answer."""
        if self._answer is None or self._runway is None:
            return None
        if self._drawing is None:
            medium = WindowType().medium()
            size, inset = (float(self.width()), float(self.height())), _INSET * medium.unit
            self._drawing = draw_runway(self._answer, self._runway, size, medium, inset)
        return self._drawing

    def plan(self) -> RunwayPlan | None:
        """Return the layout of the chart, y upwards; None before there is an answer."""
        drawn = self._drawn()
        return None if drawn is None else drawn.plan

    def build_scene(self, medium: Medium) -> Scene:
        """Build everything but the chosen month, which moves often."""
        drawn = self._drawn()
        return super().build_scene(medium) if drawn is None else drawn.scene

    def describe(self, key: Hashable) -> str:
        """Describe how long an option lasts."""
        options = () if self._runway is None else self._runway.options
        return next((_describe_lasting(each) for each in options if each.option.id == key), "")

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
        """Paint the chart, from a picture where it can, and over it the chosen month."""
        drawn = self._drawn()
        if drawn is None:
            return
        painter = smooth_painter(self)
        if painter.paintEngine().type() == QPaintEngine.Type.SVG:
            paint_scene(painter, drawn.scene, WindowType())  # as lines, and not as a picture
        else:
            if self._picture.isNull():
                self._picture = self._render(drawn.scene)
            painter.drawPixmap(0, 0, self._picture)
        if self._month or self._can_move_month():
            fonts = WindowType()
            items = self._month_items(drawn.plan, fonts.medium().unit)
            ScenePainter(painter, self.height(), fonts).paint(items)

    def _month_items(self, plan: RunwayPlan, unit: float) -> Iterator[Item]:
        """Yield the line of the chosen month, with a grip where it can be dragged."""
        x, top = plan.months.to_position(self._month), plan.panes[0].y.end
        yield line((x, top), (x, plan.panes[-1].y.start), ink=ACCENT, width=1.4 * unit)
        if self._can_move_month():
            grip = Box(x - 4 * unit, top - 6 * unit, x + 4 * unit, top + 6 * unit)
            yield Rectangle(grip, ACCENT, radius=3 * unit)

    def _render(self, scene: Scene) -> QPixmap:
        """Return the picture of what no month moves."""
        ratio = self.devicePixelRatioF()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = smooth_painter(picture)
        paint_scene(painter, scene, WindowType())
        painter.end()
        return picture


def _describe_lasting(option_runway: OptionRunway) -> str:
    return translate_message(describe_lasting(option_runway))
