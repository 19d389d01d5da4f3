"""Price against value, value function."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen

from arraywise.domain.criteria import Criterion
from arraywise.domain.decision import FAILS, Verdict, merit
from arraywise.gui.charts.painted import TippedChart, ZoomedChart, place_label
from arraywise.gui.widgets import figures, messages, painting, theme
from arraywise.gui.widgets.messages import translate_message
from arraywise.gui.widgets.painting import CENTRE, MIDDLE, RIGHT, smooth_painter, write
from arraywise.present.charts.axes import MOST_TICKS, Axis, rounded_out
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
_SIDE = 12  # pixels from the edge to the title of the axis, under that of the chart
_REACH = 14
"""Pixels from an option within which it is read out."""


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


def point_marks_of(answer: Answer) -> tuple[PricedOption, ...]:
    """Return the options that have a price and a value apart from it, the cheapest first.

    Price is an axis here, so that it is left out of the value (MODEL D6). Options that fail are
    shown hollow.
    """
    result = []
    for option in answer.options:
        value = _merit(answer, option)
        if option.price is not None and value is not None:
            result.append(PricedOption(option, float(option.price.total), value))
    return tuple(sorted(result, key=lambda spot: spot.price))


def _merit(answer: Answer, option: OptionAnswer) -> float | None:
    """Return the points apart from price, 0 to 100; None where there are none to tell of."""
    if option.verdict is Verdict.NO_DATA:
        return None
    weights = [weight for _, weight in answer.weights]
    rest = [
        (weight, cell.contribution)
        for weight, cell in zip(weights, option.cells, strict=True)
        if cell.criterion is not Criterion.PRICE
    ]
    is_partly_known = any(part is None for _, part in rest)
    if sum(weight for weight, _ in rest) <= 0 or (option.value.point is None and is_partly_known):
        return None
    return merit(option, weights)


class PriceValueChart(ZoomedChart):
    """A marker an option, the frontier dashed."""

    hint = QSize(300, 220)

    def __init__(self) -> None:
        super().__init__()
        self._point_marks: tuple[PricedOption, ...] = ()
        self._has_prices = False
        self._currency = ""
        self._discount_rate: Decimal | None = None
        self.setMinimumSize(200, theme.px(140))

    def show_answer(self, answer: Answer) -> None:
        """Draw an answer's options."""
        self._point_marks, self._currency = point_marks_of(answer), answer.currency
        self._has_prices = any(option.price is not None for option in answer.options)
        self._discount_rate = answer.discount_rate
        message = (
            f"{s.answer.option.name} {figures.number(s.price)}, {figures.number(s.value, 1)}"
            for s in self._point_marks
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
        rows += ([s.answer.option.name, s.price, s.value] for s in self._point_marks)
        return rows

    def _axes(self) -> tuple[Axis, Axis]:
        prices, values = [s.price for s in self._point_marks], [s.value for s in self._point_marks]
        low_x, high_x = rounded_out(min(prices), max(prices), 5)
        low_y, high_y = rounded_out(min(values), max(values), 5)
        area = self.area()
        across = self.seen.across((max(0.0, low_x), high_x))
        up = self.seen.targets((max(0.0, low_y), min(100.0, high_y)))
        return Axis(*across, area.left(), area.right()), Axis(*up, area.bottom(), area.top())

    def area(self) -> QRectF:
        """Return where the axes span."""
        return QRectF(self.rect()).adjusted(theme.px(38), theme.px(22), -14, -theme.px(40))

    def _point_positions(self) -> list[QPointF]:
        if not self._point_marks:
            return []
        across, up = self._axes()
        return [QPointF(across.place(s.price), up.place(s.value)) for s in self._point_marks]

    def places(self) -> list[QPointF]:
        """Return where options are seen."""
        around = self.area().adjusted(-2, -2, 2, 2)
        return [place for place in self._point_positions() if around.contains(place)]

    def tip_at(self, place: QPointF) -> str:
        """Return price and value of the option at a place."""
        text = self.tr("{option}: {price} {currency}, {value} of 100 without price")
        for spot, at in zip(self._point_marks, self._point_positions(), strict=True):
            if (at - place).manhattanLength() <= _REACH:
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
        if not self._point_marks:
            flags = CENTRE | Qt.TextFlag.TextWordWrap
            empty = self.describe_empty()
            write(painter, self.rect(), empty, "text3", flags, theme.font("body"))
            return
        across, up = self._axes()
        self._paint_axes(painter, across, up)
        places = self._point_positions()
        if not self.seen.is_whole:
            painter.setClipRect(self.area().adjusted(-8, -8, 8, 8))
        taken = [QRectF(p.x() - 7, p.y() - 7, 14, 14) for p in places]
        area = QRectF(across.start, up.end - 6, across.end - across.start + 12, up.start - up.end)
        on = [p for s, p in zip(self._point_marks, places, strict=True) if _on_frontier(s)]
        taken += self._paint_frontier(painter, on)
        for spot, place in zip(self._point_marks, places, strict=True):
            self._paint_point(painter, spot, place, (area, taken))
        self._paint_rates(painter, on, (area, taken))

    def describe_empty(self) -> str:
        """Return why no option is drawn; nothing where one is."""
        if self._point_marks:
            return ""
        if self._has_prices:
            return self.tr("No option has both a price and a value")
        return self.tr("No option has a price yet")

    def _paint_axes(self, painter: QPainter, across: Axis, up: Axis) -> None:
        look = theme.look()
        painter.setFont(theme.font("caption"))
        for tick in up.ticks(MOST_TICKS):
            y = up.place(tick.value)
            painter.setPen(QPen(look["hair"], 1))
            painter.drawLine(QPointF(across.start, y), QPointF(across.end, y))
            box = QRectF(0, y - theme.px(8), across.start - 7, theme.px(16))
            write(painter, box, figures.number(tick.shown, tick.places), "text2", RIGHT)
        painter.setPen(QPen(look["border_strong"], 1))
        painter.drawLine(QPointF(across.start, up.start), QPointF(across.end, up.start))
        room = int((across.end - across.start) / theme.px(60))
        for tick in across.ticks(max(2, min(MOST_TICKS, room)), _THOUSAND):
            x = across.place(tick.value)
            painter.setPen(QPen(look["border_strong"], 1))
            painter.drawLine(QPointF(x, up.start), QPointF(x, up.start + 4))
            box = QRectF(x - 40, up.start + 5, 80, theme.px(15))
            write(painter, box, figures.number(tick.shown, tick.places), "text2", CENTRE)
        below = QRectF(0, up.start + theme.px(21), across.end, theme.px(16))
        name = translate_message(price_in_thousands(self._discount_rate, self._currency))
        write(painter, below, name, "text2", Qt.AlignmentFlag.AlignRight)
        title = QRectF(_SIDE, 0, self.width() - _SIDE, theme.px(16))
        painter.drawText(title, MIDDLE, translate_message(FRONTIER_TITLE))

    def _paint_frontier(self, painter: QPainter, on: list[QPointF]) -> list[QRectF]:
        """Draw the frontier, and return where its lines run."""
        if not on:
            return []
        across, up = self._axes()
        corners = [QPointF(on[0].x(), up.start), *on, QPointF(across.end, on[-1].y())]
        painter.setPen(QPen(theme.look()["text2"], 1.2, Qt.PenStyle.DashLine))
        taken: list[QRectF] = []
        for here, there in pairwise(corners):
            painter.drawLine(here, there)
            way = there - here
            steps = max(1, int((abs(way.x()) + abs(way.y())) / 5))
            points = (here + way * (n / steps) for n in range(steps + 1))
            taken += [QRectF(p.x() - 1, p.y() - 1, 2, 2) for p in points]
        return taken

    def _paint_rates(self, painter: QPainter, on: list[QPointF], room: _Room) -> None:
        """Describe what a point more costs between neighbours on the frontier."""
        spots = [spot for spot in self._point_marks if _on_frontier(spot)]
        painter.setFont(theme.font("caption"))
        for (cheap, here), (dear, there) in pairwise(zip(spots, on, strict=True)):
            if dear.value > cheap.value and dear.price > cheap.price:
                rate = (dear.price - cheap.price) / (dear.value - cheap.value)
                text = translate_message(price_of_point(self._currency, rate))
                self._put(painter, QRectF(here, there).center(), text, room)

    def _paint_point(
        self, painter: QPainter, spot: PricedOption, place: QPointF, room: _Room
    ) -> None:
        option = spot.answer.option
        painting.paint_marker(painter, place, option.position, 12, hollow=not spot.counts)
        painter.setFont(theme.font("caption", bold=spot.counts))
        texts = [option.name]
        if spot.answer.status in FAILS:
            texts.insert(0, self.tr("{option}, fails").format(option=option.name))
        any(self._put(painter, place, text, room) for text in texts)  # the first that fits

    def _put(self, painter: QPainter, mark: QPointF, text: str, room: _Room) -> bool:
        """Write a text beside a mark, where there is room; say whether there was."""
        metrics = QFontMetricsF(painter.font())
        size = (metrics.horizontalAdvance(text) + 3, metrics.height())
        box = place_label(mark, size, *room)
        if box is not None:
            write(painter, box, text, flags=CENTRE)
        return box is not None


def _on_frontier(spot: PricedOption) -> bool:
    return spot.answer.on_frontier and spot.counts


_ROOM = 0.08
_THOUSAND = 1000.0


class ValueCurve(TippedChart):
    """The curve with the options on it."""

    hint = QSize(420, 240)

    def __init__(self) -> None:
        super().__init__()
        self._setting: CriterionSetting | None = None
        self._answer: Answer | None = None
        self.setMinimumSize(280, theme.px(112))

    def show_setting(self, setting: CriterionSetting, answer: Answer) -> None:
        """Draw a criterion's curve with all anchors filled in."""
        self._setting, self._answer = setting, answer
        anchors = ", ".join(figures.plain(x) for x, _ in self._corners())
        self.setAccessibleName(self.tr("Value function: {anchors}").format(anchors=anchors))
        self.update()

    def _corners(self) -> list[tuple[float, float]]:
        """Return anchors and further points in the criterion's unit, with their worth."""
        s = self._setting
        return [(messages.to_unit(s.criterion, x), y) for x, y in s.corners] if s else []

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
        if not corners:
            return
        painter = smooth_painter(self)
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
        for option, place, _ in self._point_marks():
            hollow = option.rank is None
            painting.paint_marker(painter, place, option.option.position, 11, hollow=hollow)

    def places(self) -> list[QPointF]:
        """Return where options lie on the curve."""
        return [place for _, place, _ in self._point_marks()]

    def tip_at(self, place: QPointF) -> str:
        """Return attribute and points of the option at a place."""
        for option, at, x in self._point_marks():
            if (at - place).manhattanLength() <= _REACH:
                return self._text_of(option, x)
        return ""

    def _text_of(self, option: OptionAnswer, x: float) -> str:
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
        return messages.unit_of(self._setting.criterion, self._answer.currency)

    def _point_marks(self) -> list[tuple[OptionAnswer, QPointF, float]]:
        """Return the options on the curve, with their places and attributes."""
        corners, setting, answer = self._corners(), self._setting, self._answer
        if not corners or setting is None or answer is None:
            return []
        across, up = self._axes(corners)
        result = []
        for option in answer.options:
            cell = self._cell(option)
            if cell is None or cell.attribute.point is None or cell.points.point is None:
                continue
            x = messages.to_unit(setting.criterion, cell.attribute.point)
            if across.holds(x):
                place = QPointF(across.place(x), up.place(cell.points.point))
                result.append((option, place, x))
        return result

    def table(self) -> Table:
        """Return what the options have, and how many points that is worth."""
        setting, answer = self._setting, self._answer
        if setting is None or answer is None:
            return []
        name = f"{messages.word(setting.criterion)} ({self._unit()})"
        rows: Table = [[translate("Charts", "Option"), name, translate("Charts", "Points")]]
        for option in answer.options:
            cell = self._cell(option)
            if cell is not None and cell.attribute.point is not None:
                x = messages.to_unit(setting.criterion, cell.attribute.point)
                rows.append([option.option.name, x, cell.points.point])
        return rows

    def _cell(self, option: OptionAnswer) -> CriterionScore | None:
        setting = self._setting
        cells = (c for c in option.cells if setting and c.criterion == setting.criterion)
        return next(cells, None)

    def _paint_axes(self, painter: QPainter, across: Axis, up: Axis) -> None:
        painter.setFont(theme.font("caption"))
        for value in (0.0, 50.0, 100.0):
            y = up.place(value)
            painter.setPen(QPen(theme.look()["hair"], 1))
            painter.drawLine(QPointF(across.start, y), QPointF(across.end, y))
            box = QRectF(0, y - 8, across.start - 6, 16)
            write(painter, box, figures.plain(value), "text2", RIGHT)
        for tick in across.ticks(5):
            box = QRectF(across.place(tick.value) - 50, up.start + 4, 100, 15)
            write(painter, box, figures.number(tick.shown, tick.places), "text2", CENTRE)
        below = QRectF(across.start, up.start + 19, across.end - across.start, 16)
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, self._unit())
