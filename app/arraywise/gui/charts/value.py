"""Charts of price against value, and of a criterion's value function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen

from arraywise.gui.charts.painted import ReadableChart, ZoomedChart
from arraywise.gui.widgets import figures, messages, painting, theme
from arraywise.gui.widgets.messages import translate_message
from arraywise.gui.widgets.painting import CENTRE, RIGHT, smooth_painter, write
from arraywise.present.charts.axes import Axis
from arraywise.present.charts.plot import PlotFrame
from arraywise.present.charts.scene import text_only_scene
from arraywise.present.charts.value import draw_value_against_price, priced_options
from arraywise.present.labels import short_price_title

if TYPE_CHECKING:
    from collections.abc import Hashable
    from decimal import Decimal

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.decision import Answer, CriterionScore, OptionAnswer
    from arraywise.gui.charts.painted import Table
    from arraywise.present.charts.scene import Medium, Scene
    from arraywise.present.charts.value import PricedOption

translate = QCoreApplication.translate
_TITLE_INDENT = 12  # pixels from the edge to the title of the axis, under that of the chart
_MARGINS = 38.0, 14.0, 40.0, 22.0
"""Left, right, below and above the axes."""
_HIT_DISTANCE = 14
"""Pixels from an option within which it is read out."""
_AXIS_MARGIN = 0.08


class PriceValueChart(ZoomedChart):
    """Value without price against price, with the efficient frontier dashed."""

    hint = QSize(300, 220)

    def __init__(self) -> None:
        super().__init__()
        self._answer: Answer | None = None
        self._priced_options: tuple[PricedOption, ...] = ()
        self._has_prices = False
        self._currency = ""
        self._discount_rate: Decimal | None = None
        self.setMinimumSize(200, theme.px(140))

    def show_answer(self, answer: Answer) -> None:
        """Draw an answer's options."""
        self._answer = answer
        self._priced_options, self._currency = priced_options(answer), answer.currency
        self._has_prices = any(option.price is not None for option in answer.options)
        self._discount_rate = answer.discount_rate
        message = (
            f"{s.answer.option.name} {figures.number(s.price)}, {figures.number(s.value, 1)}"
            for s in self._priced_options
        )
        self.setAccessibleName(
            self.tr("Price against value: {all}").format(all="; ".join(message))
        )
        self.redraw()

    def table(self) -> Table:
        """Return price and value apart from price."""
        price = translate("Charts", "Price")
        if self._discount_rate is not None:
            price = translate_message(short_price_title(self._discount_rate))
        value = translate("Charts", "Value apart from price")
        rows: Table = [[translate("Charts", "Option"), f"{price} ({self._currency})", value]]
        rows += ([s.answer.option.name, s.price, s.value] for s in self._priced_options)
        return rows

    def build_scene(self, medium: Medium) -> Scene:
        """Build axes, frontier, markers and names, or say why there are none."""
        width, height = float(self.width()), float(self.height())
        if not self._priced_options or self._answer is None:
            return text_only_scene(self.describe_empty(), (width, height), medium)
        frame = PlotFrame(
            width, height, *_MARGINS, inset=_TITLE_INDENT * medium.unit, seen=self.visible_range
        )
        return draw_value_against_price(self._answer, self._priced_options, frame, medium)

    def describe(self, key: Hashable) -> str:
        """Describe price and value of an option."""
        assert isinstance(key, int)  # noqa: S101 - the number of a priced option
        spot = self._priced_options[key]
        text = self.tr("{option}: {price} {currency}, {value} of 100 without price")
        return text.format(
            option=spot.answer.option.name,
            price=figures.number(spot.price),
            currency=self._currency,
            value=figures.number(spot.value, 1),
        )

    def describe_empty(self) -> str:
        """Return why no option is drawn; nothing where one is."""
        if self._priced_options:
            return ""
        if self._has_prices:
            return self.tr("No option has both a price and a value")
        return self.tr("No option has a price yet")


class ValueCurve(ReadableChart):
    """The curve of a criterion's value function with the options on it."""

    hint = QSize(420, 240)

    def __init__(self) -> None:
        super().__init__()
        self._setting: CriterionSetting | None = None
        self._answer: Answer | None = None
        self.setMinimumSize(280, theme.px(112))

    def show_setting(self, setting: CriterionSetting, answer: Answer) -> None:
        """Draw a criterion's curve with all anchors filled in."""
        self._setting, self._answer = setting, answer
        anchors = ", ".join(figures.plain(x) for x, _ in self._anchors_with_points())
        self.setAccessibleName(self.tr("Value function: {anchors}").format(anchors=anchors))
        self.update()

    def _anchors_with_points(self) -> list[tuple[float, float]]:
        """Return the anchors in the criterion's unit, with their worth."""
        s = self._setting
        return [(messages.from_si(s.criterion, x), y) for x, y in s.corners] if s else []

    def _build_axes(self, corners: list[tuple[float, float]]) -> tuple[Axis, Axis]:
        ends = [x for x, _ in corners]
        room = (max(ends) - min(ends)) * _AXIS_MARGIN or 1.0
        area = QRectF(self.rect()).adjusted(40, 14, -14, -38)
        return (
            Axis(min(ends) - room, max(ends) + room, area.left(), area.right()),
            Axis(0.0, 100.0, area.bottom(), area.top()),
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw axes, curve, anchors and options."""
        corners = self._anchors_with_points()
        if not corners:
            return
        painter = smooth_painter(self)
        across, up = self._build_axes(corners)
        self._paint_axes(painter, across, up)
        line = sorted(corners)
        points = [QPointF(across.start, up.to_position(line[0][1]))]
        points += [QPointF(across.to_position(x), up.to_position(y)) for x, y in line]
        points.append(QPointF(across.end, up.to_position(line[-1][1])))
        look = theme.look()
        painter.setPen(QPen(look["accent"], 2))
        painter.drawPolyline(points)
        painter.setBrush(look["page"])
        for x, y in corners:
            painter.drawEllipse(QPointF(across.to_position(x), up.to_position(y)), 4, 4)
        for option, point, _ in self._option_points():
            hollow = option.rank is None
            painting.paint_marker(painter, point, option.option.position, 11, hollow=hollow)

    def readable_points(self) -> list[QPointF]:
        """Return the points of the options on the curve."""
        return [point for _, point, _ in self._option_points()]

    def describe_at(self, point: QPointF) -> str:
        """Describe attribute and points of the option at a point."""
        for option, option_point, x in self._option_points():
            if (option_point - point).manhattanLength() <= _HIT_DISTANCE:
                return self._describe_option(option, x)
        return ""

    def _describe_option(self, option: OptionAnswer, x: float) -> str:
        cell = self._criterion_score(option)
        if cell is None:
            return ""
        text = self.tr("{option}: {value} {unit}, {points} of 100 points")
        return text.format(
            option=option.option.name,
            value=figures.plain(round(x, 2)),
            unit=self._criterion_unit(),
            points=figures.number(cell.points.point, 1),
        )

    def _criterion_unit(self) -> str:
        if self._setting is None or self._answer is None:
            return ""
        return messages.criterion_unit(self._setting.criterion, self._answer.currency)

    def _option_points(self) -> list[tuple[OptionAnswer, QPointF, float]]:
        """Return the options on the curve, with their points and attributes."""
        corners, setting, answer = self._anchors_with_points(), self._setting, self._answer
        if not corners or setting is None or answer is None:
            return []
        across, up = self._build_axes(corners)
        result = []
        for option in answer.options:
            cell = self._criterion_score(option)
            if cell is None or cell.attribute.point is None or cell.points.point is None:
                continue
            x = messages.from_si(setting.criterion, cell.attribute.point)
            if across.holds(x):
                place = QPointF(across.to_position(x), up.to_position(cell.points.point))
                result.append((option, place, x))
        return result

    def table(self) -> Table:
        """Return the options' attributes, and the points these are worth."""
        setting, answer = self._setting, self._answer
        if setting is None or answer is None:
            return []
        name = f"{messages.display_name(setting.criterion)} ({self._criterion_unit()})"
        rows: Table = [[translate("Charts", "Option"), name, translate("Charts", "Points")]]
        for option in answer.options:
            cell = self._criterion_score(option)
            if cell is not None and cell.attribute.point is not None:
                x = messages.from_si(setting.criterion, cell.attribute.point)
                rows.append([option.option.name, x, cell.points.point])
        return rows

    def _criterion_score(self, option: OptionAnswer) -> CriterionScore | None:
        setting = self._setting
        cells = (c for c in option.scores if setting and c.criterion == setting.criterion)
        return next(cells, None)

    def _paint_axes(self, painter: QPainter, across: Axis, up: Axis) -> None:
        painter.setFont(theme.font("caption"))
        for value in (0.0, 50.0, 100.0):
            y = up.to_position(value)
            painter.setPen(QPen(theme.look()["hair"], 1))
            painter.drawLine(QPointF(across.start, y), QPointF(across.end, y))
            box = QRectF(0, y - 8, across.start - 6, 16)
            write(painter, box, figures.plain(value), "text2", RIGHT)
        for tick in across.ticks(5):
            box = QRectF(across.to_position(tick.value) - 50, up.start + 4, 100, 15)
            write(painter, box, figures.number(tick.shown, tick.decimals), "text2", CENTRE)
        below = QRectF(across.start, up.start + 19, across.end - across.start, 16)
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, self._criterion_unit())
