"""Answer in six cells."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from arraywise.analysis.decision.certainty import describe_draw_share
from arraywise.analysis.demand import demanded_load
from arraywise.domain.decision import PASSES, CertaintyBasis, Verdict, round_load
from arraywise.domain.messages import Severity
from arraywise.domain.requirement import Goal, LoadUnit
from arraywise.gui.shell.requirement_fields import unit_name
from arraywise.gui.widgets import figures, messages, painting, theme
from arraywise.gui.widgets.controls import ENTER, fill
from arraywise.gui.widgets.painting import smooth_painter, write
from arraywise.gui.widgets.theme import paint_icon
from arraywise.present.figures import describe_load_in_unit
from arraywise.present.headline import describe_shared_first_rank, options_tied_without_prices
from arraywise.present.labels import (
    basis_or_reason_label,
    describe_spare,
    outcome_label,
    short_price_title_with_currency,
)
from arraywise.present.numbers import response_time_decimals
from arraywise.shipped import tokens

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from arraywise.domain.decision import Answer, OptionAnswer

_SIGN = 15
_MARGIN = 15


@dataclass(frozen=True, slots=True)
class CellText:
    """What one cell says."""

    title: str
    main: str
    rest: str = ""
    word: str = ""  # verdict in a word, before the main figure
    tone: str = "text"
    marker: int | None = None
    icon: str = ""
    big: bool = False


class AnswerCell(QWidget):
    """One cell: a caption and below it a sign, a figure and what belongs to it in grey."""

    origin_requested = Signal()  # the user wants to know where the figure comes from

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text_of = CellText("", "")
        self._is_new = False
        self.is_short = False
        self._widths = (0, 0)
        """In pixels: of the whole text, and without what belongs to the figure."""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.height("answer_strip") - 1)
        flash_ms = tokens()["motion_ms"]["value_flash"]
        self._flash = QTimer(self, singleShot=True, interval=flash_ms)
        self._flash.timeout.connect(self._end_motion)

    def show_message(self, message: CellText) -> None:
        """Show something else; a change is tinted for a moment."""
        if message == self._text_of:
            return
        self._is_new = bool(self._text_of.title) and self._text_of.title == message.title
        self._text_of = message
        parts = (message.title, message.word, message.main, message.rest)
        self.setAccessibleName(" ".join(part for part in parts if part).replace(" , ", ", "))
        if self._is_new:
            self._flash.start()
        before, self._widths = (
            self._widths,
            (self._needed_width(short=False), self._needed_width(short=True)),
        )
        if before != self._widths:
            self.updateGeometry()
        self.update()

    def shorten(self, *, short: bool) -> None:
        """Leave out what belongs to the figure in grey, or say it again."""
        if short != self.is_short:
            self.is_short = short
            self.updateGeometry()
            self.update()

    @property
    def message(self) -> CellText:
        """What the cell shows."""
        return self._text_of

    def _end_motion(self) -> None:
        self._is_new = False
        self.update()

    def sizeHint(self) -> QSize:
        """Return the width of what is stated."""
        return QSize(self._widths[self.is_short], self.height())

    def _gap(self) -> int:
        return 0 if self._text_of.rest.startswith(",") else 5

    def minimumSizeHint(self) -> QSize:
        """Label and main value are never cut; what belongs to them in grey may go."""
        return QSize(self._widths[True], self.height())

    @property
    def spare(self) -> int:
        """Pixels that are gained by being short."""
        return self._widths[False] - self._widths[True]

    def _needed_width(self, *, short: bool) -> int:
        message = self._text_of
        main = QFontMetrics(theme.font("answer" if message.big else "figure", bold=True))
        rest = QFontMetrics(theme.font("figure"))
        signs = _SIGN + 6 if message.marker is not None or message.icon else 0
        wide = signs + main.horizontalAdvance(message.main)
        if message.word:
            wide += main.horizontalAdvance(message.word) + 8
        if message.rest and not short:
            wide += self._gap() + rest.horizontalAdvance(message.rest)
        title = QFontMetrics(theme.font("caption")).horizontalAdvance(message.title)
        return max(wide, title) + 2 * _MARGIN

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw caption, sign, word and figure."""
        look, message, painter = theme.look(), self._text_of, smooth_painter(self)
        painter.fillRect(self.rect(), look["accent_tint" if self._is_new else "sunken"])
        head = QRect(_MARGIN, theme.px(5), self.width(), theme.px(17))
        write(painter, head, message.title, "text3", font=theme.font("caption"))
        x = self._paint_sign(painter, _MARGIN)
        line = QRect(x, theme.px(20), self.width() - x, theme.px(23))
        if message.word:
            write(painter, line, message.word, message.tone, font=theme.font("figure", bold=True))
            line.setLeft(x + painter.fontMetrics().horizontalAdvance(message.word) + 8)
        # A colon leads to what a short cell leaves out.
        text = message.main.removesuffix(":") if self.is_short else message.main
        font = theme.font("answer" if message.big else "figure", bold=True)
        write(painter, line, text, "text" if message.word else message.tone, font=font)
        if not self.is_short:
            wide = painter.fontMetrics().horizontalAdvance(text)
            line.setLeft(line.left() + wide + self._gap())
            write(painter, line, message.rest, "text2", font=theme.font("figure"))
        if self.hasFocus():
            painter.setPen(QPen(look["accent"], 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 2, -2, -2), 3, 3)

    def _paint_sign(self, painter: QPainter, x: int) -> int:
        message, look, box = self._text_of, theme.look(), QRectF(x, 0, _SIGN, _SIGN)
        box.moveTop(theme.px(32) - _SIGN / 2)
        if message.marker is not None:
            painting.paint_marker(painter, box.center(), message.marker, 14)
        elif message.icon:
            paint_icon(painter, box, message.icon, look[message.tone], look["sunken"])
        else:
            return x
        return x + _SIGN + 6

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click asks where the figure comes from."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.origin_requested.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """So do Enter, Space and F4."""
        if event.key() in {*ENTER, Qt.Key.Key_Space, Qt.Key.Key_F4}:
            self.origin_requested.emit()
            return
        super().keyPressEvent(event)


class AnswerStrip(QFrame):
    """Recommended option, verdict, price, headroom, how sure, findings."""

    origin_requested = Signal(str)  # carries the name of the figure whose origin is wanted
    _NAMES = ("recommended", "response", "price", "headroom", "sure", "findings")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ground", "hair")
        self.setFixedHeight(theme.height("answer_strip"))
        self.cells = {name: AnswerCell() for name in self._NAMES}
        for name, cell in self.cells.items():
            cell.origin_requested.connect(partial(self.origin_requested.emit, name))
        parts = ((cell, 1) for cell in self.cells.values())
        self._row = fill(QHBoxLayout(self), *parts, margins=(0, 0, 0, 1), spacing=1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Drop the grey second values from the right where the window is narrow."""
        super().resizeEvent(event)
        self._shorten_cells()

    def _shorten_cells(self) -> None:
        cells = list(self.cells.values())
        wide = sum(cell.minimumSizeHint().width() + cell.spare + 1 for cell in cells)
        # Who could win is the last to go.
        for cell in (cells[5], *reversed(cells[:4]), cells[4]):
            cell.shorten(short=wide > self.width())
            wide -= cell.spare if wide > self.width() else 0
        for place, cell in enumerate(cells):
            self._row.setStretch(place, cell.sizeHint().width())

    def show_answer(self, answer: Answer) -> None:
        """Describe an answer."""
        chosen, stated = answer.recommended_answer, answer.certainty
        texts = (
            self._describe_recommendation(answer, chosen),
            self._describe_response_time(answer, chosen),
            self._price_text(answer, chosen),
            self._describe_carried_load(answer, chosen),
            self._describe_certainty(answer),
            self._describe_findings(answer),
        )
        for cell, text in zip(self.cells.values(), texts, strict=True):
            cell.show_message(text)
        details = () if stated.message is None else (stated.message, *stated.details)
        self.cells["sure"].setToolTip(messages.translate_messages(details))
        self._shorten_cells()

    def _describe_recommendation(self, answer: Answer, chosen: OptionAnswer | None) -> CellText:
        title = self._recommendation_heading(answer)
        if chosen is None:
            if not answer.options:
                return CellText(title, self.tr("No options yet"), tone="text2")
            if not answer.is_stated:
                return CellText(title, self.tr("State what you need"), tone="text2")
            if all(option.verdict is Verdict.NO_DATA for option in answer.options):
                return CellText(title, self.tr("No run counts yet"), tone="text2")
            return CellText(
                title,
                messages.no_recommendation_reason(answer),
                icon="undetermined",
                tone="unknown",
            )
        if len(alike := options_tied_without_prices(answer)) > 1:
            return CellText(
                title, messages.translate_message(describe_shared_first_rank(alike)), big=True
            )
        return CellText(title, chosen.option.name, marker=chosen.option.position, big=True)

    def _recommendation_heading(self, answer: Answer) -> str:
        """Claim no more than was compared: no best value without prices or a second option."""
        if answer.certainty.basis is CertaintyBasis.ALONE:
            return self.tr("The only one shown to pass")
        if answer.certainty.without_prices:
            return self.tr("First, prices missing")
        rule = messages.rule_in_sentence(answer.requirement.rule)
        return self.tr("Recommended, {rule}").format(rule=rule)

    def _describe_response_time(self, answer: Answer, chosen: OptionAnswer | None) -> CellText:
        if not answer.is_stated:  # nothing is judged
            return CellText(self.tr("Meets what is required"), "\u2013", tone="text2")
        title = self._response_title(answer)
        if not answer.options:
            return CellText(title, "\u2013", tone="text2")
        if chosen is None:
            text = self.tr("{passing} of {all} options").format(
                passing=sum(o.status in PASSES for o in answer.options), all=len(answer.options)
            )
            return CellText(title, text, tone="text2")
        icon, tone = painting.VERDICT_ICONS[chosen.status]
        main, rest = _format_response_time(chosen, response_time_decimals(answer))
        basis = messages.translate_message(basis_or_reason_label(chosen))
        rest = f"{rest}, {basis}" if rest else basis
        word = messages.translate_message(outcome_label(chosen))
        return CellText(title, main, rest, word=word, tone=tone, icon=icon)

    def _response_title(self, answer: Answer) -> str:
        """Name what is asked for; storage times are never called response times."""
        asked, demand = answer.requirement, self._format_demand(answer)
        if asked.goal is Goal.NONE:
            return self.tr("Carries {demand}, no time required").format(demand=demand)
        text = self.tr("Meets {target} ms at {demand}")
        if asked.goal is Goal.STORAGE_LATENCY:
            text = self.tr("I/O within {target} ms at {demand}")
        elif answer.is_storage_alone:
            text = self.tr("Storage time of {target} ms at {demand}")
        return text.format(target=figures.plain(asked.target_s * 1000), demand=demand)

    def _format_demand(self, answer: Answer) -> str:
        """Write the demand in the unit of the load; of visits and an AWR report as a rate."""
        unit, load = demanded_load(answer.requirement)
        if unit in {LoadUnit.VISITS, LoadUnit.TPS, LoadUnit.AWR}:
            return f"{figures.number(answer.demand_tps, 1)} {self.tr('tx/s')}"
        load = round(load) if unit is LoadUnit.USERS else round_load(load)
        return messages.translate_message(describe_load_in_unit(unit, load))

    def _price_text(self, answer: Answer, chosen: OptionAnswer | None) -> CellText:
        title = messages.translate_message(
            short_price_title_with_currency(answer.discount_rate, answer.currency)
        )
        if chosen is None or chosen.price is None:
            return CellText(title, "\u2013", tone="text2")
        return CellText(
            title,
            figures.number(chosen.price.total),
            self._describe_price_difference(answer, chosen),
        )

    def _describe_price_difference(self, answer: Answer, chosen: OptionAnswer) -> str:
        """Say how much more or less than the cheapest other option that passes, by its name."""
        own = chosen.price
        others = [
            (o.price.total, o.option.name)
            for o in answer.options
            if o.price and o.status in PASSES and o is not chosen and o.price.total > 0
        ]
        if own is None or not others:
            return ""
        base, name = min(others)
        text = self.tr("the same as {option}")
        if own.total > base:
            text = self.tr("{amount} more than {option}")
        elif own.total < base:
            text = self.tr("{amount} less than {option}")
        return text.format(amount=figures.number(abs(own.total - base)), option=name)

    def _describe_carried_load(self, answer: Answer, chosen: OptionAnswer | None) -> CellText:
        title = self.tr("Load it carries")
        load = messages.format_carried_load(answer, chosen)
        if chosen is None or load is None or chosen.spare_share is None:
            return CellText(title, "\u2013", tone="text2")
        value, unit = load
        reserve = answer.requirement.reserve
        spare = messages.translate_message(describe_spare(chosen.spare_share, reserve))
        if unit:  # stays where the cell is short
            return CellText(title, f"{value} {unit_name(answer.requirement.load_unit)}", spare)
        main = self.tr("{millions} M").format(millions=value)
        return CellText(title, main, self.tr("visits, {spare}").format(spare=spare))

    def _describe_certainty(self, answer: Answer) -> CellText:
        title = self.tr("How sure")
        result = answer.certainty
        if result.message is None:
            return CellText(title, "\u2013", tone="text2")
        if answer.is_preliminary:  # what is known is of a moment ago
            return CellText(title, self.tr("settling\u2026"), tone="text2")
        if result.basis is CertaintyBasis.COMPARED:
            return self._describe_comparison(title, answer)
        main, rest = self.tr("not shown"), self.tr("correct the inputs first")
        if result.basis is CertaintyBasis.OPEN:
            could_win = result.rivals[0].option if result.rivals else ""
            main, rest = self.tr("Open:"), self.tr("{option} could win").format(option=could_win)
        elif result.basis is CertaintyBasis.ALONE:
            main, rest = self.tr("not compared"), self.tr("one option passes")
        elif result.basis is CertaintyBasis.UNPRICED:
            main, rest = self.tr("enter prices"), self.tr("the first place is provisional")
        return CellText(title, main, rest, tone="warn")

    def _describe_comparison(self, title: str, answer: Answer) -> CellText:
        """Say how the first two stand to each other, and serious findings in the same line."""
        result = answer.certainty
        rest = self._format_first_and_second(answer)
        if result.serious_findings:
            rest += self.tr("; {count} serious findings on them").format(
                count=result.serious_findings
            )
        tone = "warn" if result.serious_findings or result.doubts else "text"
        if result.is_tied:
            return CellText(title, self.tr("no clear winner"), rest, tone=tone)
        if result.share_ahead is None:
            return CellText(title, self.tr("lower price"), rest, tone=tone)
        often = messages.translate_message(describe_draw_share(result.share_ahead))
        return CellText(title, often, rest, tone=tone)

    def _format_first_and_second(self, answer: Answer) -> str:
        first, second = (
            next((o.option.name for o in answer.options if o.rank == rank), "") for rank in (1, 2)
        )
        text = self.tr("{option} ahead of {rival}")
        if answer.certainty.is_tied:
            text = self.tr("{option} or {rival}")
        elif answer.certainty.doubts:
            text = self.tr("{option} narrowly ahead of {rival}")
        return text.format(option=first, rival=second)

    def _describe_findings(self, answer: Answer) -> CellText:
        title = self.tr("Findings open")
        serious = sum(f.severity is Severity.ERROR for f in answer.findings)
        count = len(answer.findings)
        if not count:
            return CellText(title, self.tr("none"), tone="text2")
        rest = self.tr(", {count} serious").format(count=serious) if serious else ""
        tone = "fail" if serious else "warn"
        return CellText(title, str(count), rest, icon="fail" if serious else "warning", tone=tone)


def _format_response_time(chosen: OptionAnswer, decimals: int) -> tuple[str, str]:
    response = chosen.response_s
    if response.point is None:  # below the least load only a bound is known
        bound = figures.milliseconds(response.high, decimals)
        return ("", "") if response.high is None else (f"\u2264 {bound}", "ms")
    ends = response.point, response.low, response.high
    point, low, high = (figures.milliseconds(each, decimals) for each in ends)
    if response.low is None or response.high is None:
        return point, "ms"
    if not response.low:  # of storage times the least may not be known
        return f"\u2264 {point}", "ms"
    return point, f"[{low}{figures.EN_DASH}{high}] ms"
