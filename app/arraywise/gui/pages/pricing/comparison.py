"""Prices side by side."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from arraywise.analysis.pricing import price_gap
from arraywise.gui.charts.painted import ReadableChart
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Cell, Column, RowsModel, format_decimal
from arraywise.gui.widgets import figures, painting, theme
from arraywise.gui.widgets.controls import clear_layout, fill, label
from arraywise.gui.widgets.messages import translate_message
from arraywise.gui.widgets.theme import IconView
from arraywise.present.figures import describe_break_even_load
from arraywise.present.labels import describe_discounting
from arraywise.present.numbers import AT_MOST, decimals_for_sum

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.options import Option
    from arraywise.domain.pricing import BreakEvenPrice, PriceTotal
    from arraywise.gui.charts.painted import Table

translate = QCoreApplication.translate
_BLOCK = 53
_LEGEND = 30
_SHADES = (1.0, 0.55)  # how strongly purchase and maintenance are filled


class PriceBars(ReadableChart):
    """Bars of the 36-month prices."""

    def __init__(self) -> None:
        super().__init__()
        self._answer: Answer | None = None
        self._lacking_rates: frozenset[int] = frozenset()
        self._unparsed: frozenset[int] = frozenset()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_answer(
        self,
        answer: Answer,
        lacking_rates: frozenset[int] = frozenset(),
        unparsed: frozenset[int] = frozenset(),
    ) -> None:
        """Draw the prices of an answer; some options wait for a rate, or a cell to be mended."""
        self._answer = answer
        self._lacking_rates, self._unparsed = lacking_rates, unparsed
        message = [
            f"{o.option.name} {figures.number(o.price.total)} {answer.currency}"
            for o in answer.options
            if o.price
        ]
        self.setAccessibleName(self.tr("Side by side: {all}").format(all=", ".join(message)))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of the bars."""
        return QSize(300, _block_top(len(self._answer.options) if self._answer else 0))

    def _sort_by_price(self) -> list[OptionAnswer]:
        """Return the options, the dearest first."""
        options = self._answer.options if self._answer else ()
        return sorted(options, key=lambda o: -float(o.price.total) if o.price else 1.0)

    def readable_points(self) -> list[QPointF]:
        """Return a place on each option's bar."""
        places = range(len(self._sort_by_price()))
        return [QPointF(self.width() / 2, _block_top(at) + theme.px(_BLOCK) / 2) for at in places]

    def table(self) -> Table:
        """Return the parts of each price, after discounts."""
        answer = self._answer
        if answer is None:
            return []
        bought, care = translate("Charts", "Purchase"), translate("Charts", "Running cost")
        price = translate("Charts", "Price")
        titles = translate("Charts", "Option"), bought, care, f"{price} ({answer.currency})"
        rows: Table = [
            [each.option.name, *map(float, (p.capex, p.opex, p.total))]
            for each in self._sort_by_price()
            if (p := each.price) is not None
        ]
        return [list(titles), *rows]

    def describe_at(self, point: QPointF) -> str:
        """Return the parts of the price at a place, and how far it is from the cheapest."""
        answer, at = self._answer, int((point.y() - theme.px(_LEGEND)) // theme.px(_BLOCK))
        ordered = self._sort_by_price()
        if answer is None or point.y() < theme.px(_LEGEND) or at >= len(ordered):
            return ""
        option, price = ordered[at].option, ordered[at].price
        if price is None:
            return f"{option.name}: {self._missing_price_reason(ordered[at])}"
        places = decimals_for_sum((price.capex, price.opex))
        text = self.tr("{option}: purchase {purchase}, 36 months of running {care}, {currency}")
        message = text.format(
            option=option.name,
            purchase=figures.number(price.capex, places),
            care=figures.number(price.opex, places),
            currency=answer.currency,
        )
        gap = self._describe_gaps(answer).get(option.name)
        return f"{message}\n{gap}" if gap else message

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the legend and a block an option, dearest first."""
        answer = self._answer
        if answer is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_legend(painter)
        biggest = max((float(o.price.total) for o in answer.options if o.price), default=0.0)
        for index, option in enumerate(self._sort_by_price()):
            self._paint_block(painter, option, _block_top(index), biggest)

    def _paint_legend(self, painter: QPainter) -> None:
        look = theme.look()
        painter.setFont(theme.font("caption"))
        x = 0.0
        words = (self.tr("purchase, less discounts"), self.tr("running cost"))
        for word, shade in zip(words, _SHADES, strict=True):
            box = QRectF(x, theme.px(7), 14, theme.px(10))
            painter.fillRect(box, _with_alpha(look["text2"], shade))
            painter.setPen(look["text3"])
            wide = painter.fontMetrics().horizontalAdvance(word) + 4
            room = QRectF(x + 19, 0, wide, theme.px(24))
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, word)
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
        total = figures.number(price.total) if price else self._missing_price_reason(option)
        painter.drawText(line, middle | right, total)
        room = line.width() - painter.fontMetrics().horizontalAdvance(total) - 8
        name = painter.fontMetrics().elidedText(
            option.option.name, Qt.TextElideMode.ElideRight, int(room)
        )
        painter.drawText(line, middle, name)
        if price is None or biggest <= 0:
            return
        unit, x = self.width() / biggest, 0.0
        full = look.option(option.option.position).fill
        for amount, shade in zip((price.capex, price.opex), _SHADES, strict=True):
            wide = float(amount) * unit
            bar = QRectF(x, top + theme.px(20), max(0.0, wide - 1), theme.px(11))
            painter.fillRect(bar, _with_alpha(full, shade))
            x += wide
        painter.setFont(theme.font("caption"))
        painter.setPen(look["text2"])
        below = QRectF(0, top + theme.px(32), self.width(), theme.px(17))
        painter.drawText(below, middle, self._describe_gap_to_cheapest(option))
        if option.price_per_tpm is not None:
            sign = AT_MOST if option.capacity_is_censored else ""
            price_said = f"{sign}{figures.number(option.price_per_tpm, 2)}"
            text = self.tr("{price} per tpm").format(price=price_said)
            painter.drawText(below, middle | right, text)

    def _missing_price_reason(self, option: OptionAnswer) -> str:
        if option.option.id in self._lacking_rates:
            return self.tr("no exchange rate")
        if option.option.id in self._unparsed:
            return self.tr("cells at fault")
        return self.tr("no price sheet")

    def _describe_gaps(self, answer: Answer) -> dict[str, str]:
        """Describe how far each option is from the cheapest, both ways, each with its base."""
        priced = sorted((o.price.total, o.option.name) for o in answer.options if o.price)
        text = self.tr(
            "{option} costs {dearer} % more than {base} ({cheaper} % less the other way)"
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

    def _describe_gap_to_cheapest(self, option: OptionAnswer) -> str:
        """Describe how much dearer an option is, with the base named."""
        answer = self._answer
        if answer is None or option.price is None:
            return ""
        base, name = min([(o.price.total, o.option.name) for o in answer.options if o.price])
        if option.price.total == base or base <= 0:
            return self.tr("cheapest")
        share = float(option.price.total / base - 1)
        text = self.tr("{percent} % on {option}")
        return text.format(percent=figures.percent(share, 1, signed=True), option=name)


def _block_top(index: int) -> int:
    """Return where an option's block begins."""
    return theme.px(_LEGEND) + index * theme.px(_BLOCK)


def _with_alpha(colour: QColor | str, shade: float) -> QColor:
    shaded = QColor(colour)
    shaded.setAlphaF(shade)
    return shaded


_THOUSAND = Decimal(1000)
_MOST_LOADS = 4
_MOST_ROWS = 14
_PRICE_CHECKS = frozenset(
    {
        "price scope unequal",
        "quote",
        "price terms unequal",
        "price in another currency",
        "spares",
        "discount out of the ordinary",
        "printed price differs",
    }
)
"""Checks of the audit that look at price sheets."""


@dataclass(frozen=True, slots=True)
class PartRow:
    """One part of the prices, an amount an option; None where it has none."""

    name: str
    amounts: tuple[Decimal | None, ...]
    total: bool = False


class Composition(Grid):
    """A row a part, a column an option, in thousands."""

    def __init__(self) -> None:
        super().__init__(RowsModel(()), plain=True)
        self.setAccessibleName(self.tr("What the prices are made of"))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_answer(self, answer: Answer) -> None:
        """Show the prices of an answer."""
        priced = [option for option in answer.options if option.price is not None]
        columns = self._columns(priced, answer.currency)
        if [c.key for c in columns] != [c.key for c in self.rows.columns]:
            self.rows.set_columns(columns)
        prices = [option.price for option in priced if option.price is not None]
        self.rows.set_rows(self._build_rows(prices))
        self.setVisible(bool(priced))
        self.setFixedHeight(self.natural_height(_MOST_ROWS))

    def _columns(self, priced: list[OptionAnswer], currency: str) -> tuple[Column, ...]:
        def of(index: int, option: Option) -> Column:
            key = f"{option.id} {currency}"
            return Column(key, "", lambda row: _amount_cell(row, index), right=True,
                          marker=option.position, tip=option.name)  # fmt: skip

        title = self.tr("thousand {currency}").format(currency=currency)
        part = Column("part", title, lambda row: Cell(row.name, bold=row.total), min_width=92,
                      max_width=120, stretch=True)  # fmt: skip
        return (part, *(of(index, each.option) for index, each in enumerate(priced)))

    def _build_rows(self, prices: list[PriceTotal]) -> tuple[PartRow, ...]:
        names = dict.fromkeys(name for price in prices for name, *_ in price.by_category)
        bought = [{name: purchase for name, purchase, _ in price.by_category} for price in prices]
        rows = [
            PartRow(name or self.tr("no category"), tuple(b.get(name) or None for b in bought))
            for name in names
        ]
        off = tuple(-price.discount or None for price in prices)
        rows.append(PartRow(self.tr("Discount"), off))
        care = tuple(price.maintenance or None for price in prices)
        totals = tuple(price.total for price in prices)
        paid = tuple(price.undiscounted.total for price in prices if price.undiscounted)
        words = self.tr("Maintenance"), self.tr("Total")
        if paid:
            words = self.tr("Maintenance, NPV"), self.tr("NPV")
        rows += [PartRow(words[0], care), PartRow(words[1], totals, total=True)]
        rows += [PartRow(self.tr("Undiscounted"), paid)] if paid else []
        return tuple(row for row in rows if row.total or any(row.amounts))


def _amount_cell(row: PartRow, index: int) -> Cell:
    amount = row.amounts[index] if index < len(row.amounts) else None
    if amount is None:
        return Cell(figures.EN_DASH, colour="text3")
    text = figures.number(float(amount / _THOUSAND), 1)
    return Cell(text, number=float(amount), bold=row.total)


class PriceNotes(QWidget):
    """Sentences under the prices: scope, rates, and what the audit says of them."""

    def __init__(self) -> None:
        super().__init__()
        self._column = fill(QVBoxLayout(self), margins=(16, 8, 16, 8), spacing=6)
        self._text_of: list[tuple[str, str]] = []

    def show_answer(self, answer: Answer, levels: Sequence[BreakEvenPrice] = ()) -> None:
        """Say what there is to say of an answer's prices, and at which they would be level."""
        message = [("info", text) for text in self._describe_price_terms(answer)]
        message += [("info", self._describe_break_even_price(level, answer)) for level in levels]
        message += [
            ("info", translate_message(describe_break_even_load(load, answer)))
            for load in answer.break_even_loads[:_MOST_LOADS]
        ]
        message += [
            ("warning", translate_message(finding.message))
            for finding in answer.findings
            if finding.check in _PRICE_CHECKS
        ]
        if message == self._text_of:
            return
        self._text_of = message
        clear_layout(self._column)
        for sign, text in message:
            self._column.addWidget(_build_note(sign, text))

    @property
    def sentences(self) -> list[str]:
        """What is stated."""
        return [text for _, text in self._text_of]

    def _describe_break_even_price(self, level: BreakEvenPrice, answer: Answer) -> str:
        recommended = answer.recommended
        text = self.tr(
            "{option} would tie with {against} at {price} {currency} ({by} % from now)."
        )
        if recommended is not None and level.option == recommended.name:
            text = self.tr(
                "{option} stays ahead of {against} up to {price} {currency} ({by} % from now)."
            )
        if level.against is None:
            text = self.tr(
                "{option} stays recommended up to the budget of {price} {currency} ({by} % from"
                " now)."
            )
        return text.format(
            option=level.option,
            against=level.against,
            price=figures.number(level.price),
            currency=answer.currency,
            by=figures.percent(level.relative_change, 1, signed=True),
        )

    def _describe_price_terms(self, answer: Answer) -> list[str]:
        priced = [(o.option.name, o.price) for o in answer.options if o.price is not None]
        storage_only = [name for name, price in priced if price.storage_only]
        rate = answer.discount_rate
        message = [] if rate is None else [translate_message(describe_discounting(rate))]
        if storage_only and len(storage_only) == len(priced):
            message.append(self.tr("Storage-only prices, without servers."))
        elif storage_only:
            text = self.tr("Storage-only prices, no server in them: {options}.")
            message.append(text.format(options=", ".join(storage_only)))
        for name, price in priced:
            if price.left_out:
                lines = ", ".join(line.description for line in price.left_out)
                text = self.tr("{option} leaves out: {lines}.")
                message.append(text.format(option=name, lines=lines))
        rates = dict.fromkeys(rate for _, price in priced for rate in price.rates)
        text = self.tr("1 {of} = {rate} {into}, {date}, {source}")
        message += [
            text.format(
                of=rate.from_currency,
                rate=format_decimal(rate.rate),
                into=rate.to_currency,
                date=rate.dated,
                source=rate.source,
            )
            for rate in rates
        ]
        return message


def _build_note(sign: str, text: str) -> QWidget:
    box, icon = QWidget(), IconView(sign, 14, "warn" if sign == "warning" else "text2")
    parts = icon, (label(text, "body", "text2", wraps=True), 1)
    row = fill(QHBoxLayout(box), *parts, margins=(0, 0, 0, 0), spacing=8)
    row.setAlignment(icon, Qt.AlignmentFlag.AlignTop)
    return box
