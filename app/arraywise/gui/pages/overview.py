"""Overview: the answer with its reasons and the runner-up, findings and tables under them."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetrics,
    QGuiApplication,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from arraywise.analysis.demand import effective_capacity
from arraywise.analysis.pricing import price_per_usable_tb
from arraywise.domain.capacity import format_capacity
from arraywise.domain.decision import Verdict
from arraywise.domain.messages import Message
from arraywise.domain.requirement import Goal
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import SOFT_HYPHEN, Cell, Column, IntervalBar, RowsModel
from arraywise.gui.pages.answer_parts import ChangesTable, FirstFindings, SmallTable
from arraywise.gui.pages.base import (
    EmptyState,
    Page,
    menu_button,
    section_head,
    wrap_widget_in_scroll_area,
)
from arraywise.gui.session.page_requests import ShowPage, ShowTrace, TraceableFigure
from arraywise.gui.widgets import figures, messages, painting, theme
from arraywise.gui.widgets.controls import (
    WrappedLabel,
    button,
    fill,
    flush,
    hairline,
    panel,
    with_accessible_name,
)
from arraywise.present.findings import missing_evidence
from arraywise.present.headline import build_headline
from arraywise.present.labels import basis_or_reason_label, outcome_label
from arraywise.present.numbers import NONE
from arraywise.present.runway import describe_recommended_lifetime
from arraywise.present.tables.overview import TablePart, option_columns, ranked_options
from arraywise.usecases.changes import Changes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from arraywise.domain.decision import Answer, OptionAnswer, ScreenRule
    from arraywise.domain.options import Option
    from arraywise.gui.session.session import Session
    from arraywise.present.tables.overview import OptionColumn


translate = QCoreApplication.translate

_MISSING = Cell(missing=True)

FIGURES = {
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


def build_overview_rows(answer: Answer) -> tuple[OverviewRow, ...]:
    """Return the rows of an answer, ranked options first, in the order of creation otherwise."""
    highs = [o.response_s.high or o.response_s.point or 0.0 for o in answer.options]
    asked, target = answer.requirement, answer.requirement.target_s
    is_shared = answer.is_storage_alone and asked.goal is Goal.RESPONSE_TIME
    share_s = (asked.storage_share or 0.0) * target if is_shared else 0.0
    if not math.isfinite(target):
        target = 0.0
    end = max([target * 1.2, *highs]) * 1.06
    end = min(end, target * 2.2) if target else end or 1.0
    columns = {column.key: column for column in option_columns(answer)}
    return tuple(
        OverviewRow(o, target, end, answer.rules, columns, share_s) for o in ranked_options(answer)
    )


def _figure_cell(key: str, row: OverviewRow) -> Cell:
    """Show a figure or a word as it is written, with what is reported for it under the mouse."""
    column = row.columns[key]
    text = row.text(key)
    if text == NONE:
        return _MISSING
    tip = _TIPS[key](row) if key in _TIPS else ""
    figure = column.figure(row.answer) if column.figure is not None else None
    return Cell(text, number=None if figure is None else float(figure), tip=tip)


def _rank_cell(row: OverviewRow) -> Cell:
    rank = row.answer.rank
    if rank is None:
        return Cell(NONE, colour="text2", bold=True)
    return Cell(row.text("rank"), number=rank, colour="accent", bold=True)


def _option_cell(row: OverviewRow) -> Cell:
    option = row.answer.option
    hollow = row.answer.verdict is Verdict.NOT_COMPARABLE
    tip = messages.display_name(option.architecture)
    return Cell(row.text("option"), marker=option.position, hollow=hollow, tip=tip)


def _verdict_cell(row: OverviewRow) -> Cell:
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


def _interval_cell(row: OverviewRow) -> Cell:
    interval = row.answer.response_s
    if interval.point is None:
        return _figure_cell("interval", row)
    low = interval.point if interval.low is None else interval.low
    high = interval.point if interval.high is None else interval.high
    hollow = row.answer.verdict is Verdict.NOT_COMPARABLE
    scale = row.target_s, row.scale_end_s, row.answer.option.position
    bar = IntervalBar(low, interval.point, high, *scale, hollow, row.share_s)
    tip = _response_tip(row)
    return Cell(row.text("interval"), number=high - low, interval=bar, tip=tip)


def _capacity_tip(row: OverviewRow) -> str:
    rates, tips = (row.answer.capacity_tps, row.answer.capacity_low_tps), []
    if rates[0] is not None:
        tip = translate("Overview", "Within the target: likely {likely} tx/s, {low} for certain")
        likely, low = (figures.number(rate, 1) or figures.EN_DASH for rate in rates)
        tips.append(tip.format(likely=likely, low=low))
    if row.answer.capacity_is_censored:
        tips.append(translate("Overview", "More was not demonstrated"))
    return "\n".join(tips)


def _per_tpm_tip(row: OverviewRow) -> str:
    rounded, bound = row.answer.price_per_tpm_by_digits, _upper_bound_tip("per_tpm", row)
    if rounded is None:
        return bound
    message = translate("Overview", "{price} rounded up to three digits, as in TPC-C")
    text = message.format(price=figures.plain(float(rounded)))
    return f"{text}\n{bound}" if bound else text


def _upper_bound_tip(key: str, row: OverviewRow) -> str:
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
    held = effective_capacity(option)
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
    "per_million": partial(_upper_bound_tip, "per_million"),
    "cpu": _cpu_tip,
    "usable": _usable_tip,
}
_CELL_BUILDERS: dict[str, Callable[[OverviewRow], Cell]] = {
    "rank": _rank_cell,
    "option": _option_cell,
    "verdict": _verdict_cell,
    "interval": _interval_cell,
}
_LEAST = {"rank": 24, "option": 96, "interval": 104, "price": 80}
_BREAKS = (
    "Provi|sioning", "Antwort|zeit", "Bereit|stellung", "Aufwands|faktor", "Provisiona|mento",
    "Evid\u00ean|cias",
)  # fmt: skip
"""Where a title of one long word may be broken: the window has no room for all of them."""
_BREAKABLE = {word.replace("|", ""): word.replace("|", SOFT_HYPHEN) for word in _BREAKS}
_MOST = {"option": 230, "verdict": 260, "interval": 104}


def overview_columns(answer: Answer) -> tuple[Column, ...]:
    """Return the columns; those of money name the currency, and what the price is."""
    return tuple(_build_column(each) for each in option_columns(answer, TablePart.WINDOW))


def _build_column(shown: OptionColumn) -> Column:
    key, unit = shown.key, shown.unit
    title = "" if key == "rank" else messages.translate_message(shown.title)
    if key == "interval":  # it is drawn
        unit = translate("Overview", "and target")
    return Column(
        key,
        _BREAKABLE.get(title, title),
        _CELL_BUILDERS.get(key, partial(_figure_cell, key)),
        messages.translate_message(unit) if isinstance(unit, Message) else unit,
        right=not (shown.is_text or key in {"rank", "interval"}),
        min_width=_LEAST.get(key, 0),
        max_width=_MOST.get(key, 420),
        shrinks_to=72 if key == "interval" else 0,
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
            word = messages.display_name(verdict)
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
        super().__init__(self.tr("Screen, before any weight"))
        self._options: tuple[Option, ...] = ()
        self._screened: object = None  # the options, rules and verdicts that are shown
        self._verdicts: dict[int, dict[str, Verdict]] = {}
        self.legend = VerdictLegend()
        self._column.addWidget(self.legend)
        self._column.addStretch(1)

    def show_answer(self, answer: Answer) -> None:
        """Show the screen of an answer."""
        options = tuple(o.option for o in answer.options)
        screened = (options, answer.rules, tuple(o.rule_verdicts for o in answer.options))
        if screened == self._screened:
            return
        self._screened = screened
        self._verdicts = {o.option.id: dict(o.rule_verdicts) for o in answer.options}
        if options != self._options:
            self._options = options
            rule = Column("rule", self.tr("Rule"),
                          lambda r: Cell(messages.translate_message(r.message)), stretch=True,
                          min_width=120)  # fmt: skip
            self.model.set_columns((rule, *map(self._build_option_column, options)))
        self._show_rows(answer.rules)
        self.legend.show_verdicts({v for o in answer.options for _, v in o.rule_verdicts})
        self.setVisible(bool(options) and len(answer.rules) > 1)

    def _build_option_column(self, option: Option) -> Column:
        def show(rule: ScreenRule) -> Cell:
            verdict = self._verdicts.get(option.id, {}).get(rule.name)
            if verdict is None:
                return Cell(missing=True)
            icon, colour = painting.VERDICT_ICONS[verdict]
            return Cell(icon=icon, colour=colour, tip=messages.display_name(verdict))

        return Column(
            option.name, option.name, show, centred=True, marker=option.position, min_width=46
        )


class MissingList(QWidget):
    """What evidence is missing where no transaction was measured, and which run mends it."""

    def __init__(self) -> None:
        super().__init__()
        head, title, _note = section_head(self.tr("What is missing"))
        self._column = fill(QVBoxLayout(self), head, margins=(0, 0, 0, 8), spacing=2)
        self.setAccessibleName(title.text())
        self.lines: list[WrappedLabel] = []

    def show_answer(self, answer: Answer) -> None:
        """List what is missing; nothing where transactions were measured."""
        texts = [
            f"{messages.translate_message(each.what)}. {messages.translate_message(each.why)}"
            for each in missing_evidence(answer)
        ]
        while len(self.lines) < len(texts):
            self.lines.append(WrappedLabel("body", "text"))
            self._column.addWidget(self.lines[-1])
        for place, line in enumerate(self.lines):
            line.setVisible(place < len(texts))
            line.setText(texts[place] if place < len(texts) else "")
        self.setVisible(bool(texts))


_BEFORE_UNIT = re.compile(r"(?<=\d) (?=%|ms\b|tx/s)")
_SIDE = 16
_GAP = 8


def _join_sentences(sentences: tuple[Message, ...]) -> str:
    """Return sentences in the user's language; a number stays with its unit."""
    return _BEFORE_UNIT.sub("\N{NO-BREAK SPACE}", messages.translate_messages(sentences))


class HeadlineTitle(QWidget):
    """Markers, what to buy, and its outcome with what that is on in small grey."""

    def __init__(self, role: str) -> None:
        super().__init__()
        self._role, self._text, self._word, self._note = role, "", "", ""
        self._markers: tuple[int, ...] = ()
        self._outcome: OptionAnswer | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_title(
        self, text: str, markers: tuple[int, ...], outcome: OptionAnswer | None = None
    ) -> None:
        """Say something else."""
        self._text, self._markers, self._outcome = text, markers, outcome
        self._word = "" if outcome is None else messages.translate_message(outcome_label(outcome))
        self._note = (
            "" if outcome is None else messages.translate_message(basis_or_reason_label(outcome))
        )
        self.setAccessibleName(", ".join(filter(None, (text, self._word, self._note))))
        self.setToolTip(text)
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of the title's font."""
        return QSize(300, QFontMetrics(theme.font(self._role, bold=True)).height() + 4)

    def minimumSizeHint(self) -> QSize:
        """Give way in width."""
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw markers, title, icon and words; the title gives way first."""
        look, painter = theme.look(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        title = QFontMetrics(theme.font(self._role, bold=True))
        size, middle = 0.62 * title.height(), self.height() / 2
        x = float(_SIDE)
        for position in self._markers:
            painting.paint_marker(painter, QPointF(x + size / 2, middle), position, size)
            x += size + _GAP
        room = self.width() - x - self._outcome_width() - _SIDE
        role = self._role
        if title.horizontalAdvance(self._text) > room:  # smaller first, and cut off only then
            role, title = "section", QFontMetrics(theme.font("section", bold=True))
        text = title.elidedText(self._text, Qt.TextElideMode.ElideRight, max(0, int(room)))
        x = self._paint_text(painter, x, text, role, "text", bold=True) + 2 * _GAP
        if self._outcome is None:
            return
        colour = painting.VERDICT_ICONS[self._outcome.status][1]
        icon = QRectF(x, middle - 8, 16, 16)
        painting.paint_verdict_icon(painter, icon, self._outcome.status, look["page"])
        x = self._paint_text(painter, x + 16 + 5, self._word, "figure", colour, bold=True) + _GAP
        self._paint_text(painter, x, self._note, "body", "text3", bold=False)

    def _outcome_width(self) -> float:
        if self._outcome is None:
            return 0.0
        word = QFontMetrics(theme.font("figure", bold=True)).horizontalAdvance(self._word)
        note = QFontMetrics(theme.font("body")).horizontalAdvance(self._note)
        return 2 * _GAP + 21 + word + _GAP + note

    def _paint_text(
        self, painter: QPainter, x: float, text: str, role: str, tone: str, *, bold: bool
    ) -> float:
        """Write a text and return where it ends."""
        painter.setFont(theme.font(role, bold=bold))
        painter.setPen(theme.look()[tone])
        box = QRectF(x, 0, self.width(), self.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, text)
        return x + painter.fontMetrics().horizontalAdvance(text)


class HeadlineBlock(QWidget):
    """Left the answer with its reasons and the next step, right runner-up and runway."""

    page_requested = Signal(object)  # carries a page request

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Answer"))
        self.title, self.rival_title = HeadlineTitle("headline"), HeadlineTitle("section")
        self.text, self.rival_text = (
            WrappedLabel("figure", "text"),
            WrappedLabel("control", "text"),
        )
        self.lasting, self.next_step = (
            WrappedLabel("control", "text"),
            WrappedLabel("control", "text2"),
        )
        self.published = WrappedLabel("body", "text2")
        decision = ShowPage("decision")
        decided = button(
            self.tr("How it was decided"), lambda: self.page_requested.emit(decision), kind="link"
        )
        copy = with_accessible_name(
            button(self.tr("Copy the text"), self.copy_answer, kind="link"),
            self.tr("Copy the answer"),
        )
        self._foot = fill(QHBoxLayout(), decided, copy, None, margins=(_SIDE, 0, _SIDE, 0))
        parts = self.title, self.text, self.next_step, self.published, self._foot
        left = fill(QVBoxLayout(), *parts, margins=(0, 10, 0, 6), spacing=4)
        self._beside, beside = QWidget(), (self.rival_title, self.rival_text, self.lasting, None)
        fill(QVBoxLayout(self._beside), *beside, margins=(0, 12, 0, 6), spacing=4)
        self._split = hairline(Qt.Orientation.Vertical)
        row = flush(QHBoxLayout(), (left, 5), self._split, (self._beside, 3))
        flush(QVBoxLayout(self), row, hairline(Qt.Orientation.Horizontal))

    def add_tools(self, *tools: QWidget) -> None:
        """Put controls of the page at the right end of the links."""
        fill(self._foot, *tools)

    def show_answer(self, answer: Answer) -> None:
        """Say what is to be bought, and why; under it what the publication concludes."""
        said, published = build_headline(answer), answer.published_conclusion
        for line, sentence in (
            (self.lasting, describe_recommended_lifetime(answer)),
            (self.next_step, said.next_step),
        ):
            line.setVisible(sentence is not None)
            line.setText("" if sentence is None else messages.translate_message(sentence))
        self.published.setVisible(published is not None)
        if published is not None:
            text = self.tr("What the publication concludes: {conclusion} ({citation})")
            self.published.setText(
                text.format(conclusion=published.text, citation=published.citation)
            )
        markers = tuple(o.option.position for o in said.chosen)
        self.title.show_title(messages.translate_message(said.title), markers, said.outcome)
        self.text.setText(_join_sentences(said.sentences))
        has_rival = said.beside_title is not None
        self.rival_title.setVisible(has_rival)
        self.rival_text.setVisible(has_rival)
        self._beside.setVisible(has_rival or bool(self.lasting.text()))
        self._split.setVisible(has_rival or bool(self.lasting.text()))
        if said.beside_title is not None and said.rival is not None:
            position = said.rival.option.position
            self.rival_title.show_title(messages.translate_message(said.beside_title), (position,))
            self.rival_text.setText(_join_sentences(said.beside))

    def copy_answer(self) -> None:
        """Put the answer into the clipboard as text."""
        parts = [self.title.accessibleName(), self.text.text(), self.next_step.text()]
        if self.rival_title.isVisibleTo(self):
            parts += [self.rival_title.accessibleName(), self.rival_text.text()]
        parts.append(self.lasting.text())
        QGuiApplication.clipboard().setText("\n".join(filter(None, parts)))


_MOST_ROWS = 8
_MISSING_WIDTH = 420


class OverviewPage(Page):
    """The answer, what is in doubt, the comparison, and what would change the answer."""

    key = "overview"
    icon = "overview"

    def __init__(self, session: Session) -> None:
        super().__init__(self.tr("Overview"))
        self._session = session
        self._column_heads: tuple[tuple[str, Message, Message | str], ...] = ()
        """Key, title and unit of each column that is there, shown or not."""
        self.model = RowsModel((), self)
        self.grid = with_accessible_name(Grid(self.model, roomy=True), self.tr("Options"))
        self.grid.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.grid.doubleClicked.connect(self._request_trace)
        self.grid.opened.connect(lambda _row: self._request_trace(self.grid.currentIndex()))
        trace = QShortcut(QKeySequence("F4"), self.grid)
        trace.setContext(Qt.ShortcutContext.WidgetShortcut)
        trace.activated.connect(lambda: self._request_trace(self.grid.currentIndex()))
        self.headline = HeadlineBlock()
        self.headline.page_requested.connect(self.requested)
        self.findings = FirstFindings()
        self.findings.page_requested.connect(self.requested)
        self.missing = MissingList()
        self.screen_table = ScreenTable()
        self.changes = ChangesTable()
        self._columns_menu = QMenu(self)
        self.head.hide()  # the headline is in its place
        self._add_tools()
        self.set_body(self._build_body(), self._build_empty())

    def _add_tools(self) -> None:
        copy = button(self.tr("Copy the table"), self.grid.copy, kind="link")
        choose = menu_button(self.tr("Columns"), self._columns_menu, kind="flat", sign="columns")
        self.headline.add_tools(copy, choose)

    def _build_body(self) -> QScrollArea:
        inside = panel()
        self._pair = flush(QBoxLayout(QBoxLayout.Direction.LeftToRight))
        fill(self._pair, (self.missing, 1), (self.changes, 1))
        self._pair.setAlignment(self.missing, Qt.AlignmentFlag.AlignTop)
        self._pair.setAlignment(self.changes, Qt.AlignmentFlag.AlignTop)
        flush(
            QVBoxLayout(inside),
            *(self.headline, self.findings, self.grid, self._pair, self.screen_table, None),
        )
        area = wrap_widget_in_scroll_area(inside)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return area

    def _build_empty(self) -> EmptyState:
        return self.build_no_evidence_state(
            self.tr("No options yet"),
            self.tr(
                "Drop result files here. Each configuration becomes an option; the comparison"
                " appears once one is measured."
            ),
        )

    def refresh(self, changes: Changes) -> None:
        """Show the session's answer."""
        answer = self._session.answer
        if answer is None or changes is Changes.NOTHING:
            return
        self.show_empty(empty=not answer.options)
        if not answer.options:
            return
        self._show_table(answer)
        self.headline.show_answer(answer)
        self.findings.show_answer(answer)
        self.missing.show_answer(answer)
        self.screen_table.show_answer(answer)
        self.changes.show_answer(answer)
        self._arrange_for_width()

    def show_option(self, option_id: int) -> None:
        """Select an option's row."""
        for place, row in enumerate(self.model.rows):
            if isinstance(row, OverviewRow) and row.answer.option.id == option_id:
                self.grid.select_cell(self.model.index(place, 0))
                self.grid.setFocus()

    def _show_table(self, answer: Answer) -> None:
        titled_by = tuple((each.key, each.title, each.unit) for each in option_columns(answer))
        if titled_by == self._column_heads:
            self.model.set_rows(build_overview_rows(answer))
            return
        self._column_heads = titled_by
        hidden = {
            column.key: self.grid.isColumnHidden(place)
            for place, column in enumerate(self.model.columns)
        }
        self.model.set_rows(())  # which have no cells for other columns
        self.model.set_columns(overview_columns(answer))
        self.model.set_rows(build_overview_rows(answer))
        self._columns_menu.clear()
        shown = {column.key for column in option_columns(answer, TablePart.OVERVIEW)}
        for place, column in enumerate(self.model.columns):  # as the user has them
            self.grid.setColumnHidden(place, hidden.get(column.key, column.key not in shown))
            if column.key not in {"rank", "option"}:
                self._add_column_action(place, column.name)
        self.grid.fit_columns()

    def _add_column_action(self, place: int, title: str) -> None:
        action = self._columns_menu.addAction(title)
        action.setCheckable(True)
        action.setChecked(not self.grid.isColumnHidden(place))

        def show(on: bool) -> None:  # noqa: FBT001 - Qt's signal
            self.grid.setColumnHidden(place, not on)
            self.grid.fit_columns()

        action.toggled.connect(show)

    def _request_trace(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        row = self.model.rows[index.row()]
        if isinstance(row, OverviewRow):
            figure = FIGURES.get(self.model.columns[index.column()].key, TraceableFigure.RESPONSE)
            self.requested.emit(ShowTrace(row.answer.option.id, figure))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow page puts what is missing above what would change the answer."""
        super().resizeEvent(event)
        self._arrange_for_width()

    def _arrange_for_width(self) -> None:
        """Make room for what the present width holds."""
        self.grid.setFixedHeight(self.grid.natural_height(_MOST_ROWS))
        needed = self.changes.needed_width()
        fits_beside = self.width() - needed >= theme.px(_MISSING_WIDTH)
        self.changes.setMinimumWidth(needed if fits_beside else 0)
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._pair.setDirection(right if fits_beside else down)
