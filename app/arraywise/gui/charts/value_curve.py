"""The value function of one criterion: points against the attribute, bent at the target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from arraywise.gui import criterion_units, figures, painting, theme
from arraywise.gui.charts.scales import Axis

if TYPE_CHECKING:
    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.decision import Answer, OptionAnswer

_ROOM = 0.08


class ValueCurve(QWidget):
    """The curve with the options on it."""

    def __init__(self) -> None:
        super().__init__()
        self._setting: CriterionSetting | None = None
        self._answer: Answer | None = None
        self.setMinimumSize(280, 180)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        """Return a size that shows the curve well."""
        return QSize(420, 240)

    def show_setting(self, setting: CriterionSetting, answer: Answer) -> None:
        """Draw a criterion's curve with all anchors filled in."""
        self._setting, self._answer = setting, answer
        anchors = ", ".join(figures.plain(x) for x, _ in self._corners())
        self.setAccessibleName(self.tr("Value function: {anchors}").format(anchors=anchors))
        self.update()

    def _corners(self) -> list[tuple[float, float]]:
        """Return limit, target and aspiration in the criterion's unit, with their points."""
        s = self._setting
        if s is None or s.limit is None or s.target is None or s.aspiration is None:
            return []
        pairs = ((s.limit, 0.0), (s.target, s.target_value), (s.aspiration, 100.0))
        return [(criterion_units.to_unit(s.criterion, x), y) for x, y in pairs]

    def _axes(self, corners: list[tuple[float, float]]) -> tuple[Axis, Axis]:
        ends = [x for x, _ in corners]
        room = (max(ends) - min(ends)) * _ROOM or 1.0
        area = QRectF(self.rect()).adjusted(40, 14, -14, -38)
        return (
            Axis(min(ends) - room, max(ends) + room, area.left(), area.right()),
            Axis(0.0, 100.0, area.bottom(), area.top()),
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw axes, curve, anchors and options."""
        corners = self._corners()
        if not corners or self._setting is None or self._answer is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        across, up = self._axes(corners)
        self._paint_axes(painter, across, up)
        line = sorted(corners)
        points = [QPointF(across.start, up.place(line[0][1]))]
        points += [QPointF(across.place(x), up.place(y)) for x, y in line]
        points.append(QPointF(across.end, up.place(line[-1][1])))
        look = theme.look()
        painter.setPen(QPen(look["accent"], 2))
        painter.drawPolyline(points)
        painter.setBrush(look["page"])
        for x, y in corners:
            painter.drawEllipse(QPointF(across.place(x), up.place(y)), 4, 4)
        for option in self._answer.options:
            self._paint_option(painter, option, across, up)

    def _paint_option(
        self, painter: QPainter, option: OptionAnswer, across: Axis, up: Axis
    ) -> None:
        setting = self._setting
        cell = next(
            (c for c in option.cells if setting and c.criterion is setting.criterion), None
        )
        if setting is None or cell is None or cell.attribute.point is None:
            return
        x = criterion_units.to_unit(setting.criterion, cell.attribute.point)
        if cell.points.point is None or not across.holds(x):
            return
        place = QPointF(across.place(x), up.place(cell.points.point))
        painting.paint_marker(
            painter, place, option.option.position, 11, hollow=option.rank is None
        )

    def _paint_axes(self, painter: QPainter, across: Axis, up: Axis) -> None:
        look = theme.look()
        painter.setFont(theme.font("caption"))
        for value in (0.0, 50.0, 100.0):
            y = up.place(value)
            painter.setPen(QPen(look["hair"], 1))
            painter.drawLine(QPointF(across.start, y), QPointF(across.end, y))
            painter.setPen(look["text2"])
            box = QRectF(0, y - 8, across.start - 6, 16)
            painter.drawText(
                box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                figures.plain(value),
            )  # fmt: skip
        for value in across.ticks(5):
            x = across.place(value)
            painter.setPen(look["text2"])
            box = QRectF(x - 50, up.start + 4, 100, 15)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, figures.plain(round(value, 6)))
        unit = (
            ""
            if self._setting is None or self._answer is None
            else criterion_units.unit_of(self._setting.criterion, self._answer.currency)
        )
        below = QRectF(across.start, up.start + 19, across.end - across.start, 16)
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, unit)
