"""The value function of one criterion: points against the attribute, bent at its corners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy

from arraywise.gui import criterion_units, figures, painting, theme, wording
from arraywise.gui.charts.scales import Axis
from arraywise.gui.charts.tipped import TippedChart

if TYPE_CHECKING:
    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.decision import Answer, Cell, OptionAnswer
    from arraywise.gui.charts.chart_figures import Table

translate = QCoreApplication.translate
_ROOM = 0.08
_REACH = 14
"""Pixels from an option within which it is read out."""


class ValueCurve(TippedChart):
    """The curve with the options on it."""

    def __init__(self) -> None:
        super().__init__()
        self._setting: CriterionSetting | None = None
        self._answer: Answer | None = None
        self.setMinimumSize(280, theme.px(112))
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
        """Return anchors and further points in the criterion's unit, with their worth."""
        s = self._setting
        return [(criterion_units.to_unit(s.criterion, x), y) for x, y in s.corners] if s else []

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
        for option, place, _ in self._spots():
            hollow = option.rank is None
            painting.paint_marker(painter, place, option.option.position, 11, hollow=hollow)

    def places(self) -> list[QPointF]:
        """Return where options lie on the curve."""
        return [place for _, place, _ in self._spots()]

    def tip_at(self, place: QPointF) -> str:
        """Return attribute and points of the option at a place."""
        for option, at, x in self._spots():
            if (at - place).manhattanLength() <= _REACH:
                return self._said(option, x)
        return ""

    def _said(self, option: OptionAnswer, x: float) -> str:
        setting, answer = self._setting, self._answer
        cell = self._cell(option)
        if setting is None or answer is None or cell is None:
            return ""
        text = self.tr("{option}: {value} {unit}, {points} of 100 points")
        return text.format(
            option=option.option.name,
            value=figures.plain(round(x, 2)),
            unit=criterion_units.unit_of(setting.criterion, answer.currency),
            points=figures.number(cell.points.point, 1),
        )

    def _spots(self) -> list[tuple[OptionAnswer, QPointF, float]]:
        """Return the options on the curve, with their places and attributes."""
        corners, setting, answer = self._corners(), self._setting, self._answer
        if not corners or setting is None or answer is None:
            return []
        across, up = self._axes(corners)
        found = []
        for option in answer.options:
            cell = self._cell(option)
            if cell is None or cell.attribute.point is None or cell.points.point is None:
                continue
            x = criterion_units.to_unit(setting.criterion, cell.attribute.point)
            if across.holds(x):
                place = QPointF(across.place(x), up.place(cell.points.point))
                found.append((option, place, x))
        return found

    def table(self) -> Table:
        """Return what the options have, and how many points that is worth."""
        setting, answer = self._setting, self._answer
        if setting is None or answer is None:
            return []
        unit = criterion_units.unit_of(setting.criterion, answer.currency)
        name = f"{wording.word(setting.criterion)} ({unit})"
        rows: Table = [[translate("Charts", "Option"), name, translate("Charts", "Points")]]
        for option in answer.options:
            cell = self._cell(option)
            if cell is not None and cell.attribute.point is not None:
                x = criterion_units.to_unit(setting.criterion, cell.attribute.point)
                rows.append([option.option.name, x, cell.points.point])
        return rows

    def _cell(self, option: OptionAnswer) -> Cell | None:
        setting = self._setting
        cells = (c for c in option.cells if setting and c.criterion is setting.criterion)
        return next(cells, None)

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
