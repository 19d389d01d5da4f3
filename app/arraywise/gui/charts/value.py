"""Charts of price against value, and of a criterion's value function."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen

from arraywise.domain.criteria import Criterion
from arraywise.domain.decision import FAILS, Verdict, merit
from arraywise.gui.charts.painted import ReadableChart, ZoomedChart, place_label
from arraywise.gui.widgets import figures, messages, painting, theme
from arraywise.gui.widgets.messages import translate_message
from arraywise.gui.widgets.painting import CENTRE, MIDDLE, RIGHT, smooth_painter, write
from arraywise.present.charts.axes import MOST_TICKS, Axis, round_outwards
from arraywise.present.labels import (
    FRONTIER_TITLE,
    price_in_thousands,
    price_of_point,
    price_short,
)

if TYPE_CHECKING:
    from decimal import Decimal

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.decision import Answer, CriterionScore, OptionAnswer
    from arraywise.gui.charts.painted import Table

    _Room = tuple[QRectF, list[QRectF]]  # where labels may lie, and what is there already

translate = QCoreApplication.translate
_TITLE_INDENT = 12  # pixels from the edge to the title of the axis, under that of the chart
_HIT_DISTANCE = 14
"""Pixels from an option within which it is read out."""
_AXIS_MARGIN = 0.08
_THOUSAND = 1000.0


@dataclass(frozen=True, slots=True)
class PricedOption:
    """An option with a price and a value."""

    answer: OptionAnswer
    price: float
    value: float

    @property
    def counts(self) -> bool:
        """Whether the option passes, so that its value counts."""
        return self.answer.rank is not None


def priced_options(answer: Answer) -> tuple[PricedOption, ...]:
    """Return the options with a price and a value without it, the cheapest first.

    Price is an axis here, so that it is left out of the value (MODEL D6). Options that fail are
    shown hollow.
    """
    result = []
    for option in answer.options:
        value = _value_without_price(answer, option)
        if option.price is not None and value is not None:
            result.append(PricedOption(option, float(option.price.total), value))
    return tuple(sorted(result, key=lambda priced: priced.price))


def _value_without_price(answer: Answer, option: OptionAnswer) -> float | None:
    """Return an option's value over the other criteria, 0 to 100; None where it is unknown."""
    if option.verdict is Verdict.NO_DATA:
        return None
    weights = [weight for _, weight in answer.weights]
    other_criteria = [
        (weight, cell.contribution)
        for weight, cell in zip(weights, option.cells, strict=True)
        if cell.criterion is not Criterion.PRICE
    ]
    is_partly_known = any(part is None for _, part in other_criteria)
    if sum(weight for weight, _ in other_criteria) <= 0 or (
        option.value.point is None and is_partly_known
    ):
        return None
    return merit(option, weights)


class PriceValueChart(ZoomedChart):
    """Value without price against price, with the efficient frontier dashed."""

    hint = QSize(300, 220)

    def __init__(self) -> None:
        super().__init__()
        self._priced_options: tuple[PricedOption, ...] = ()
        self._has_prices = False
        self._currency = ""
        self._discount_rate: Decimal | None = None
        self.setMinimumSize(200, theme.px(140))

    def show_answer(self, answer: Answer) -> None:
        """Draw an answer's options."""
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
        self.update()

    def table(self) -> Table:
        """Return price and value apart from price."""
        price = translate("Charts", "Price")
        if self._discount_rate is not None:
            price = translate_message(price_short(self._discount_rate))
        value = translate("Charts", "Value apart from price")
        rows: Table = [[translate("Charts", "Option"), f"{price} ({self._currency})", value]]
        rows += ([s.answer.option.name, s.price, s.value] for s in self._priced_options)
        return rows

    def _axes(self) -> tuple[Axis, Axis]:
        prices, values = (
            [s.price for s in self._priced_options],
            [s.value for s in self._priced_options],
        )
        low_x, high_x = round_outwards(min(prices), max(prices), 5)
        low_y, high_y = round_outwards(min(values), max(values), 5)
        area = self.area()
        x_bounds = self.visible_range.visible_x((max(0.0, low_x), high_x))
        up = self.visible_range.visible_y((max(0.0, low_y), min(100.0, high_y)))
        return Axis(*x_bounds, area.left(), area.right()), Axis(*up, area.bottom(), area.top())

    def area(self) -> QRectF:
        """Return where the axes span."""
        return QRectF(self.rect()).adjusted(theme.px(38), theme.px(22), -14, -theme.px(40))

    def _point_positions(self) -> list[QPointF]:
        if not self._priced_options:
            return []
        across, up = self._axes()
        return [
            QPointF(across.to_position(s.price), up.to_position(s.value))
            for s in self._priced_options
        ]

    def readable_points(self) -> list[QPointF]:
        """Return the points of the visible options."""
        visible_area = self.area().adjusted(-2, -2, 2, 2)
        return [point for point in self._point_positions() if visible_area.contains(point)]

    def describe_at(self, point: QPointF) -> str:
        """Describe price and value of the option at a point."""
        text = self.tr("{option}: {price} {currency}, {value} of 100 without price")
        for spot, option_point in zip(self._priced_options, self._point_positions(), strict=True):
            if (option_point - point).manhattanLength() <= _HIT_DISTANCE:
                return text.format(
                    option=spot.answer.option.name,
                    price=figures.number(spot.price),
                    currency=self._currency,
                    value=figures.number(spot.value, 1),
                )
        return ""

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw axes, frontier, markers and labels."""
        painter = smooth_painter(self)
        if not self._priced_options:
            flags = CENTRE | Qt.TextFlag.TextWordWrap
            empty = self.describe_empty()
            write(painter, self.rect(), empty, "text3", flags, theme.font("body"))
            return
        across, up = self._axes()
        self._paint_axes(painter, across, up)
        points = self._point_positions()
        if not self.visible_range.shows_all:
            painter.setClipRect(self.area().adjusted(-8, -8, 8, 8))
        occupied = [QRectF(p.x() - 7, p.y() - 7, 14, 14) for p in points]
        area = QRectF(across.start, up.end - 6, across.end - across.start + 12, up.start - up.end)
        frontier = [
            p for s, p in zip(self._priced_options, points, strict=True) if _on_frontier(s)
        ]
        occupied += self._paint_frontier(painter, frontier)
        for priced, point in zip(self._priced_options, points, strict=True):
            self._paint_point(painter, priced, point, (area, occupied))
        self._paint_rates(painter, frontier, (area, occupied))

    def describe_empty(self) -> str:
        """Return why no option is drawn; nothing where one is."""
        if self._priced_options:
            return ""
        if self._has_prices:
            return self.tr("No option has both a price and a value")
        return self.tr("No option has a price yet")

    def _paint_axes(self, painter: QPainter, across: Axis, up: Axis) -> None:
        look = theme.look()
        painter.setFont(theme.font("caption"))
        for tick in up.ticks(MOST_TICKS):
            y = up.to_position(tick.value)
            painter.setPen(QPen(look["hair"], 1))
            painter.drawLine(QPointF(across.start, y), QPointF(across.end, y))
            box = QRectF(0, y - theme.px(8), across.start - 7, theme.px(16))
            write(painter, box, figures.number(tick.shown, tick.decimals), "text2", RIGHT)
        painter.setPen(QPen(look["border_strong"], 1))
        painter.drawLine(QPointF(across.start, up.start), QPointF(across.end, up.start))
        room = int((across.end - across.start) / theme.px(60))
        for tick in across.ticks(max(2, min(MOST_TICKS, room)), _THOUSAND):
            x = across.to_position(tick.value)
            painter.setPen(QPen(look["border_strong"], 1))
            painter.drawLine(QPointF(x, up.start), QPointF(x, up.start + 4))
            box = QRectF(x - 40, up.start + 5, 80, theme.px(15))
            write(painter, box, figures.number(tick.shown, tick.decimals), "text2", CENTRE)
        below = QRectF(0, up.start + theme.px(21), across.end, theme.px(16))
        name = translate_message(price_in_thousands(self._discount_rate, self._currency))
        write(painter, below, name, "text2", Qt.AlignmentFlag.AlignRight)
        title = QRectF(_TITLE_INDENT, 0, self.width() - _TITLE_INDENT, theme.px(16))
        painter.drawText(title, MIDDLE, translate_message(FRONTIER_TITLE))

    def _paint_frontier(self, painter: QPainter, frontier: list[QPointF]) -> list[QRectF]:
        """Paint the frontier; return boxes along its lines."""
        if not frontier:
            return []
        across, up = self._axes()
        corners = [
            QPointF(frontier[0].x(), up.start),
            *frontier,
            QPointF(across.end, frontier[-1].y()),
        ]
        painter.setPen(QPen(theme.look()["text2"], 1.2, Qt.PenStyle.DashLine))
        occupied: list[QRectF] = []
        for start, end in pairwise(corners):
            painter.drawLine(start, end)
            line = end - start
            steps = max(1, int((abs(line.x()) + abs(line.y())) / 5))
            points = (start + line * (n / steps) for n in range(steps + 1))
            occupied += [QRectF(p.x() - 1, p.y() - 1, 2, 2) for p in points]
        return occupied

    def _paint_rates(self, painter: QPainter, frontier: list[QPointF], label_area: _Room) -> None:
        """Paint what a point more costs between neighbours on the frontier."""
        spots = [spot for spot in self._priced_options if _on_frontier(spot)]
        painter.setFont(theme.font("caption"))
        for (cheap, cheap_point), (dear, dear_point) in pairwise(
            zip(spots, frontier, strict=True)
        ):
            if dear.value > cheap.value and dear.price > cheap.price:
                rate = (dear.price - cheap.price) / (dear.value - cheap.value)
                text = translate_message(price_of_point(self._currency, rate))
                self._paint_label(
                    painter, QRectF(cheap_point, dear_point).center(), text, label_area
                )

    def _paint_point(
        self, painter: QPainter, priced: PricedOption, point: QPointF, label_area: _Room
    ) -> None:
        option = priced.answer.option
        painting.paint_marker(painter, point, option.position, 12, hollow=not priced.counts)
        painter.setFont(theme.font("caption", bold=priced.counts))
        texts = [option.name]
        if priced.answer.status in FAILS:
            texts.insert(0, self.tr("{option}, fails").format(option=option.name))
        any(
            self._paint_label(painter, point, text, label_area) for text in texts
        )  # the first that fits

    def _paint_label(self, painter: QPainter, mark: QPointF, text: str, label_area: _Room) -> bool:
        """Paint a text beside a mark where there is space; return whether there was."""
        metrics = QFontMetricsF(painter.font())
        size = (metrics.horizontalAdvance(text) + 3, metrics.height())
        box = place_label(mark, size, *label_area)
        if box is not None:
            write(painter, box, text, flags=CENTRE)
        return box is not None


def _on_frontier(priced: PricedOption) -> bool:
    return priced.answer.on_frontier and priced.counts


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
        anchors = ", ".join(figures.plain(x) for x, _ in self._value_points())
        self.setAccessibleName(self.tr("Value function: {anchors}").format(anchors=anchors))
        self.update()

    def _value_points(self) -> list[tuple[float, float]]:
        """Return the anchors in the criterion's unit, with their worth."""
        s = self._setting
        return [(messages.from_si(s.criterion, x), y) for x, y in s.corners] if s else []

    def _axes(self, corners: list[tuple[float, float]]) -> tuple[Axis, Axis]:
        ends = [x for x, _ in corners]
        room = (max(ends) - min(ends)) * _AXIS_MARGIN or 1.0
        area = QRectF(self.rect()).adjusted(40, 14, -14, -38)
        return (
            Axis(min(ends) - room, max(ends) + room, area.left(), area.right()),
            Axis(0.0, 100.0, area.bottom(), area.top()),
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw axes, curve, anchors and options."""
        corners = self._value_points()
        if not corners:
            return
        painter = smooth_painter(self)
        across, up = self._axes(corners)
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
        cell = self._cell(option)
        if cell is None:
            return ""
        text = self.tr("{option}: {value} {unit}, {points} of 100 points")
        return text.format(
            option=option.option.name,
            value=figures.plain(round(x, 2)),
            unit=self._unit(),
            points=figures.number(cell.points.point, 1),
        )

    def _unit(self) -> str:
        if self._setting is None or self._answer is None:
            return ""
        return messages.criterion_unit(self._setting.criterion, self._answer.currency)

    def _option_points(self) -> list[tuple[OptionAnswer, QPointF, float]]:
        """Return the options on the curve, with their points and attributes."""
        corners, setting, answer = self._value_points(), self._setting, self._answer
        if not corners or setting is None or answer is None:
            return []
        across, up = self._axes(corners)
        result = []
        for option in answer.options:
            cell = self._cell(option)
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
        name = f"{messages.display_name(setting.criterion)} ({self._unit()})"
        rows: Table = [[translate("Charts", "Option"), name, translate("Charts", "Points")]]
        for option in answer.options:
            cell = self._cell(option)
            if cell is not None and cell.attribute.point is not None:
                x = messages.from_si(setting.criterion, cell.attribute.point)
                rows.append([option.option.name, x, cell.points.point])
        return rows

    def _cell(self, option: OptionAnswer) -> CriterionScore | None:
        setting = self._setting
        cells = (c for c in option.cells if setting and c.criterion == setting.criterion)
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
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, self._unit())
