"""Prices of all options side by side: a bar each, and the base of each percentage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from arraywise.gui import figures, painting, theme
from arraywise.gui.charts.tipped import TippedChart
from arraywise.usecases.price_lines import price_gap

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.gui.charts.chart_figures import Table

translate = QCoreApplication.translate
_BLOCK = 53
_LEGEND = 30
_SHADES = (1.0, 0.55)
"""How strongly purchase and maintenance are filled."""


class SideBySide(TippedChart):
    """Bars of the 36-month prices."""

    def __init__(self) -> None:
        super().__init__()
        self._answer: Answer | None = None
        self._lacking_rates: frozenset[int] = frozenset()
        self._unread: frozenset[int] = frozenset()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_answer(
        self,
        answer: Answer,
        lacking_rates: frozenset[int] = frozenset(),
        unread: frozenset[int] = frozenset(),
    ) -> None:
        """Draw the prices of an answer; some options wait for a rate, or a cell to be mended."""
        self._answer = answer
        self._lacking_rates, self._unread = lacking_rates, unread
        said = [
            f"{o.option.name} {figures.number(o.price.total)} {answer.currency}"
            for o in answer.options
            if o.price
        ]
        name = self.tr("Side by side: {all}").format(all=", ".join(said))
        self.setAccessibleName(name)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of the bars."""
        count = len(self._answer.options) if self._answer else 0
        return QSize(300, theme.px(_LEGEND) + count * theme.px(_BLOCK))

    def _ordered(self) -> list[OptionAnswer]:
        """Return the options, the dearest first."""
        options = self._answer.options if self._answer else ()
        return sorted(options, key=lambda o: -float(o.price.total) if o.price else 1.0)

    def places(self) -> list[QPointF]:
        """Return a place on each option's bar."""
        tops = (theme.px(_LEGEND) + at * theme.px(_BLOCK) for at in range(len(self._ordered())))
        return [QPointF(self.width() / 2, top + theme.px(_BLOCK) / 2) for top in tops]

    def table(self) -> Table:
        """Return the parts of each price, after discounts."""
        answer = self._answer
        if answer is None:
            return []
        bought, care = translate("Charts", "Purchase"), translate("Charts", "Maintenance")
        price = translate("Charts", "Price")
        titles = translate("Charts", "Option"), bought, care, f"{price} ({answer.currency})"
        rows: Table = [list(titles)]
        for each in self._ordered():
            if (known := each.price) is not None:
                parts = (
                    known.purchase - known.purchase_discount,
                    known.maintenance - known.maintenance_discount,
                )
                rows.append([each.option.name, *map(float, (*parts, known.total))])
        return rows

    def tip_at(self, place: QPointF) -> str:
        """Return the parts of the price at a place, and how far it is from the cheapest."""
        answer, at = self._answer, int((place.y() - theme.px(_LEGEND)) // theme.px(_BLOCK))
        ordered = self._ordered()
        if answer is None or place.y() < theme.px(_LEGEND) or at >= len(ordered):
            return ""
        option, price = ordered[at].option, ordered[at].price
        if price is None:
            return f"{option.name}: {self._said_missing(ordered[at])}"
        text = self.tr("{option}: {purchase} to buy, {care} for maintenance, {currency}")
        said = text.format(
            option=option.name,
            purchase=figures.number(price.purchase - price.purchase_discount),
            care=figures.number(price.maintenance - price.maintenance_discount),
            currency=answer.currency,
        )
        gap = self._gaps(answer).get(option.name)
        return f"{said}\n{gap}" if gap else said

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the legend and a block an option, dearest first."""
        answer = self._answer
        if answer is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_legend(painter)
        priced = [o for o in answer.options if o.price is not None]
        biggest = max((float(o.price.total) for o in priced if o.price), default=0.0)
        for place, option in enumerate(self._ordered()):
            self._paint_block(
                painter, option, theme.px(_LEGEND) + place * theme.px(_BLOCK), biggest
            )

    def _paint_legend(self, painter: QPainter) -> None:
        look = theme.look()
        painter.setFont(theme.font("caption"))
        x = 0.0
        words = (self.tr("purchase, less discounts"), self.tr("maintenance"))
        for word, shade in zip(words, _SHADES, strict=True):
            colour = QColor(look["text2"])
            colour.setAlphaF(shade)
            painter.fillRect(QRectF(x, theme.px(7), 14, theme.px(10)), colour)
            painter.setPen(look["text3"])
            wide = painter.fontMetrics().horizontalAdvance(word) + 4
            painter.drawText(
                QRectF(x + 19, 0, wide, theme.px(24)), Qt.AlignmentFlag.AlignVCenter, word
            )
            x += 19 + wide + 12

    def _paint_block(
        self, painter: QPainter, option: OptionAnswer, top: float, biggest: float
    ) -> None:
        look = theme.look()
        middle, right = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight
        painting.paint_marker(painter, QPointF(6, top + theme.px(9)), option.option.position, 11)
        painter.setFont(theme.font("body", bold=True))
        painter.setPen(look["text"])
        line = QRectF(17, top, self.width() - 17, theme.px(18))
        price = option.price
        total = figures.number(price.total) if price else self._said_missing(option)
        painter.drawText(line, middle | right, total)
        room = line.width() - painter.fontMetrics().horizontalAdvance(total) - 8
        name = painter.fontMetrics().elidedText(
            option.option.name, Qt.TextElideMode.ElideRight, int(room)
        )
        painter.drawText(line, middle, name)
        if price is None or biggest <= 0:
            return
        unit = self.width() / biggest
        parts = (price.purchase - price.purchase_discount,
                 price.maintenance - price.maintenance_discount)  # fmt: skip
        x = 0.0
        for amount, shade in zip(parts, _SHADES, strict=True):
            colour = QColor(look.option(option.option.position).fill)
            colour.setAlphaF(shade)
            wide = float(amount) * unit
            painter.fillRect(
                QRectF(x, top + theme.px(20), max(0.0, wide - 1), theme.px(11)), colour
            )
            x += wide
        painter.setFont(theme.font("caption"))
        painter.setPen(look["text2"])
        below = QRectF(0, top + theme.px(32), self.width(), theme.px(17))
        painter.drawText(below, middle, self._against_cheapest(option))
        if option.price_per_tpm is not None:
            sign = figures.AT_MOST if option.capacity_is_censored else ""
            price_said = f"{sign}{figures.number(option.price_per_tpm, 2)}"
            text = self.tr("{price} per tpm").format(price=price_said)
            painter.drawText(below, middle | right, text)

    def _said_missing(self, option: OptionAnswer) -> str:
        if option.option.id in self._lacking_rates:
            return self.tr("no exchange rate")
        if option.option.id in self._unread:
            return self.tr("cells at fault")
        return self.tr("no price sheet")

    def _gaps(self, answer: Answer) -> dict[str, str]:
        """Say how far each option is from the cheapest, both ways, each with its base."""
        priced = sorted((o.price.total, o.option.name) for o in answer.options if o.price)
        text = self.tr(
            "{option} is {dearer} % dearer than {base};"
            " {base} is {cheaper} % cheaper than {option}"
        )
        return {
            name: text.format(
                option=name,
                base=priced[0][1],
                dearer=figures.percent(gap.dearer_by, 1),
                cheaper=figures.percent(gap.cheaper_by, 1),
            )
            for total, name in priced[1:]
            if total > priced[0][0] and (gap := price_gap(total, priced[0][0]))
        }

    def _against_cheapest(self, option: OptionAnswer) -> str:
        """Say how much dearer an option is, with the base named."""
        answer = self._answer
        if answer is None or option.price is None:
            return ""
        prices = [(o.price.total, o.option.name) for o in answer.options if o.price]
        base, name = min(prices)
        if option.price.total == base or base <= 0:
            return self.tr("cheapest")
        share = float(option.price.total / base - 1)
        text = self.tr("{percent} % on {option}")
        return text.format(percent=figures.percent(share, 1, signed=True), option=name)
