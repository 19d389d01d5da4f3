"""Grids (columns from present/tables)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from arraywise.analysis.pricing import price_per_usable_tb
from arraywise.analysis.usable import usable
from arraywise.domain.capacity_notation import format_capacity
from arraywise.domain.decision import Verdict
from arraywise.domain.messages import Message
from arraywise.domain.requirement import Goal
from arraywise.gui.grid.model import SOFT_HYPHEN, Cell, Column, IntervalBar
from arraywise.gui.pages.base import section_head
from arraywise.gui.pages.small_tables import SmallTable
from arraywise.gui.session.page_requests import TraceableFigure
from arraywise.gui.widgets import figures, messages, painting, theme
from arraywise.gui.widgets.controls import Passage, fill
from arraywise.present.missing import missing_evidence
from arraywise.present.numbers import NONE
from arraywise.present.tables.overview import (
    Part,
    columns_of,
    is_storage_alone,
    ranked_options,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from arraywise.domain.decision import Answer, OptionAnswer, ScreenRule
    from arraywise.domain.options import Option
    from arraywise.present.tables.overview import OptionColumn

translate = QCoreApplication.translate

_MISSING = Cell(missing=True)

FIGURES = {
    "response": TraceableFigure.RESPONSE,
    "interval": TraceableFigure.RESPONSE,
    "verdict": TraceableFigure.RESPONSE,
    "capacity": TraceableFigure.CAPACITY,
    "headroom": TraceableFigure.CAPACITY,
    "price": TraceableFigure.PRICE,
    "per_tpm": TraceableFigure.PRICE,
    "per_million": TraceableFigure.PRICE,
    "provisioning": TraceableFigure.PROVISIONING,
    "ease": TraceableFigure.PROVISIONING,
    "usable": TraceableFigure.USABLE,
}
"""Which figure's origin a column leads to; the response time's for all others."""


@dataclass(frozen=True, slots=True)
class OverviewRow:
    """An option with what its column-mates fix: the columns and the scale."""

    answer: OptionAnswer
    target_s: float
    scale_end_s: float
    rules: tuple[ScreenRule, ...]
    columns: Mapping[str, OptionColumn]
    share_s: float = 0.0
    """What the storage may take of the target; 0 where transactions were measured."""

    def text(self, key: str) -> str:
        """Return what a cell says."""
        text = self.columns[key].text(figures.WRITER, self.answer)
        return messages.translate_message(text) if isinstance(text, Message) else text


def rows_of(answer: Answer) -> tuple[OverviewRow, ...]:
    """Return the rows of an answer, ranked options first, in the order of creation otherwise."""
    highs = [o.response_s.high or o.response_s.point or 0.0 for o in answer.options]
    asked, target = answer.requirement, answer.requirement.target_s
    is_shared = is_storage_alone(answer) and asked.goal is Goal.RESPONSE_TIME
    share_s = (asked.storage_share or 0.0) * target if is_shared else 0.0
    if not math.isfinite(target):
        target = 0.0
    end = max([target * 1.2, *highs]) * 1.06
    end = min(end, target * 2.2) if target else end or 1.0
    columns = {column.key: column for column in columns_of(answer)}
    return tuple(
        OverviewRow(o, target, end, answer.rules, columns, share_s) for o in ranked_options(answer)
    )


def _show(key: str, row: OverviewRow) -> Cell:
    """Show a figure or a word as it is written, with what is reported for it under the mouse."""
    column = row.columns[key]
    text = row.text(key)
    if text == NONE:
        return _MISSING
    tip = _TIPS[key](row) if key in _TIPS else ""
    figure = column.figure(row.answer) if column.figure is not None else None
    return Cell(text, number=None if figure is None else float(figure), tip=tip)


def _rank(row: OverviewRow) -> Cell:
    rank = row.answer.rank
    if rank is None:
        return Cell(NONE, colour="text2", bold=True)
    return Cell(row.text("rank"), number=rank, colour="accent", bold=True)


def _option(row: OverviewRow) -> Cell:
    option = row.answer.option
    hollow = row.answer.verdict is Verdict.NOT_COMPARABLE
    tip = messages.word(option.architecture)
    return Cell(row.text("option"), marker=option.position, hollow=hollow, tip=tip)


def _verdict(row: OverviewRow) -> Cell:
    icon, colour = painting.VERDICT_ICONS[row.answer.status]
    tip = messages.status_reason(row.answer, row.rules)
    column = row.columns["verdict"]
    word = column.word(row.answer) if column.word is not None else ""
    note = messages.translate_message(column.note(row.answer)) if column.note is not None else ""
    text = messages.translate_message(word) if isinstance(word, Message) else word
    return Cell(text, icon=icon, colour=colour, bold=True, note=note, tip=tip)


def _response_tip(row: OverviewRow) -> str:
    interval = row.answer.response_s
    if interval.low is None or interval.high is None:
        return ""
    places = row.columns["response"].places
    return translate("Overview", "95 %: {low} to {high} ms").format(
        low=figures.milliseconds(interval.low, places),
        high=figures.milliseconds(interval.high, places),
    )


def _interval(row: OverviewRow) -> Cell:
    interval = row.answer.response_s
    if interval.point is None:
        return _show("interval", row)
    low = interval.point if interval.low is None else interval.low
    high = interval.point if interval.high is None else interval.high
    bar = IntervalBar(
        low,
        interval.point,
        high,
        row.target_s,
        row.scale_end_s,
        row.answer.option.position,
        row.answer.verdict is Verdict.NOT_COMPARABLE,
        row.share_s,
    )
    tip = _response_tip(row)
    return Cell(row.text("interval"), number=high - low, interval=bar, tip=tip)


def _capacity_tip(row: OverviewRow) -> str:
    low, likely, tips = row.answer.capacity_low_tps, row.answer.capacity_tps, []
    if likely is not None:
        tip = translate("Overview", "Within the target: likely {likely} tx/s, {low} for certain")
        ends = (figures.number(rate, 1) or figures.EN_DASH for rate in (likely, low))
        tips.append(tip.format(**dict(zip(("likely", "low"), ends, strict=True))))
    if row.answer.capacity_is_censored:
        tips.append(translate("Overview", "More was not demonstrated"))
    return "\n".join(tips)


def _per_tpm_tip(row: OverviewRow) -> str:
    rounded, bound = row.answer.price_per_tpm_by_digits, _at_most_tip("per_tpm", row)
    if rounded is None:
        return bound
    message = translate("Overview", "{price} rounded up to three digits, as in TPC-C")
    text = message.format(price=figures.plain(float(rounded)))
    return f"{text}\n{bound}" if bound else text


def _at_most_tip(key: str, row: OverviewRow) -> str:
    """Return where a price per unit of work is at most so much, as more was not demonstrated."""
    bound = row.columns[key].bound
    if bound is None or not bound(row.answer):
        return ""
    return translate("Overview", "Upper bound: no higher load was shown")


def _cpu_tip(row: OverviewRow) -> str:
    tips = []
    if any(level.host_bound for level in row.answer.levels):
        tips.append(translate("Overview", "Host CPU exhausted at some levels"))
    if row.answer.host_limit_tps is not None:
        tip = translate("Overview", "At this use per transaction they carry at most {rate} tx/s")
        tips.append(tip.format(rate=figures.number(row.answer.host_limit_tps, 1)))
    return "\n".join(tips)


def _usable_tip(row: OverviewRow) -> str:
    option, price = row.answer.option, row.answer.price
    held = usable(option)
    if option.capacity is None or held is None:
        return ""
    lines = [format_capacity(option.capacity)]
    per_tb = None if price is None else price_per_usable_tb(price, held.least)
    if price is not None and per_tb is not None:
        text = translate("Overview", "{currency} {price} for a usable TB")
        lines.append(text.format(currency=price.currency, price=figures.number(per_tb)))
    return "\n".join(lines)


_TIPS: dict[str, Callable[[OverviewRow], str]] = {
    "response": _response_tip,
    "capacity": _capacity_tip,
    "headroom": _capacity_tip,
    "per_tpm": _per_tpm_tip,
    "per_million": partial(_at_most_tip, "per_million"),
    "cpu": _cpu_tip,
    "usable": _usable_tip,
}
_SHOWN_OTHERWISE: dict[str, Callable[[OverviewRow], Cell]] = {
    "rank": _rank,
    "option": _option,
    "verdict": _verdict,
    "interval": _interval,
}
_LEAST = {"rank": 24, "option": 96, "interval": 104, "price": 80}
_BREAKS = (
    "Provi|sioning", "Antwort|zeit", "Bereit|stellung", "Aufwands|faktor", "Provisiona|mento",
    "Evid\u00ean|cias",
)  # fmt: skip
"""Where a title of one long word may be broken: the window has no room for all of them."""
_BREAKABLE = {word.replace("|", ""): word.replace("|", SOFT_HYPHEN) for word in _BREAKS}
_MOST = {"option": 230, "verdict": 260, "interval": 104}


def columns(answer: Answer) -> tuple[Column, ...]:
    """Return the columns; those of money name the currency, and what the price is."""
    return tuple(_column(each) for each in columns_of(answer, Part.WINDOW))


def _column(shown: OptionColumn) -> Column:
    key, unit = shown.key, shown.unit
    title = "" if key == "rank" else messages.translate_message(shown.title)
    if key == "interval":  # it is drawn
        unit = translate("Overview", "and target")
    return Column(
        key,
        _BREAKABLE.get(title, title),
        _SHOWN_OTHERWISE.get(key, partial(_show, key)),
        messages.translate_message(unit) if isinstance(unit, Message) else unit,
        right=not (shown.is_text or key in {"rank", "interval"}),
        least=_LEAST.get(key, 0),
        most=_MOST.get(key, 420),
        target_of=72 if key == "interval" else 0,
        wraps=key in {"option", "verdict"},
        stretch=key == "interval",
        tip=messages.translate_message(shown.tip) if shown.tip is not None else "",
    )


class VerdictLegend(QWidget):
    """The icons of the verdicts that a table shows, each with its word."""

    def __init__(self) -> None:
        super().__init__()
        self._verdicts: tuple[Verdict, ...] = ()
        self.setFixedHeight(20)

    def show_verdicts(self, shown: set[Verdict]) -> None:
        """Explain these."""
        if Verdict.FAIL_CAPACITY in shown:
            shown = shown | {Verdict.FAIL}
        verdicts = tuple(v for v in Verdict if v in shown)
        if verdicts != self._verdicts:
            self._verdicts = verdicts
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw icon and word of each, as many as fit."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.look()["text3"])
        metrics = QFontMetrics(painter.font())
        x = 16.0
        for verdict in self._verdicts:
            word = messages.word(verdict)
            word = word[:1].lower() + word[1:]
            wide = metrics.horizontalAdvance(word)
            if x + 18 + wide > self.width():
                break
            painting.paint_verdict_icon(painter, QRectF(x, 4, 12, 12), verdict)
            painter.drawText(QRectF(x + 16, 0, wide + 2, 20), Qt.AlignmentFlag.AlignVCenter, word)
            x += 16 + wide + 12


class ScreenTable(SmallTable):
    """Rules against options, a verdict a cell."""

    def __init__(self) -> None:
        super().__init__()
        self._name(self.tr("Screen, before any weight"))
        self._options: tuple[Option, ...] = ()
        self._screened: object = None  # the options, rules and verdicts that are shown
        self._verdicts: dict[int, dict[str, Verdict]] = {}
        self.legend = VerdictLegend()
        self._column.addWidget(self.legend)
        self._column.addStretch(1)

    def show_answer(self, answer: Answer) -> None:
        """Show the screen of an answer."""
        options = tuple(o.option for o in answer.options)
        screened = (options, answer.rules, tuple(o.screen for o in answer.options))
        if screened == self._screened:
            return
        self._screened = screened
        self._verdicts = {o.option.id: dict(o.screen) for o in answer.options}
        if options != self._options:
            self._options = options
            self.model.set_columns((self._rule_column(), *map(self._column_of, options)))
        self._show(answer.rules)
        self.legend.show_verdicts({v for o in answer.options for _, v in o.screen})
        self.setVisible(bool(options) and len(answer.rules) > 1)

    def _rule_column(self) -> Column:
        return Column(
            "rule",
            self.tr("Rule"),
            lambda r: Cell(messages.translate_message(r.message)),
            stretch=True,
            least=120,
        )

    def _column_of(self, option: Option) -> Column:
        def show(rule: ScreenRule) -> Cell:
            verdict = self._verdicts.get(option.id, {}).get(rule.name)
            if verdict is None:
                return Cell(missing=True)
            icon, colour = painting.VERDICT_ICONS[verdict]
            return Cell(icon=icon, colour=colour, tip=messages.word(verdict))

        return Column(
            option.name, option.name, show, centred=True, marker=option.position, least=46
        )


class MissingList(QWidget):
    """What evidence is missing where no transaction was measured, and which run mends it."""

    def __init__(self) -> None:
        super().__init__()
        head, title, _note = section_head(self.tr("What is missing"))
        self._column = fill(QVBoxLayout(self), head, margins=(0, 0, 0, 8), spacing=2)
        self.setAccessibleName(title.text())
        self.lines: list[Passage] = []

    def show_answer(self, answer: Answer) -> None:
        """List what is missing; nothing where transactions were measured."""
        texts = [
            f"{messages.translate_message(each.what)}. {messages.translate_message(each.why)}"
            for each in missing_evidence(answer)
        ]
        while len(self.lines) < len(texts):
            self.lines.append(Passage("body", "text"))
            self._column.addWidget(self.lines[-1])
        for place, line in enumerate(self.lines):
            line.setVisible(place < len(texts))
            line.setText(texts[place] if place < len(texts) else "")
        self.setVisible(bool(texts))
