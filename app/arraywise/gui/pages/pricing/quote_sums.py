"""What a quote adds up to beside what it prints, and what is to be decided."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from arraywise.domain.quotes import QuoteState
from arraywise.gui.widgets import figures, theme
from arraywise.gui.widgets.banner import SIGNS
from arraywise.gui.widgets.controls import button, fill, hairline, label, panel
from arraywise.gui.widgets.messages import translate_message
from arraywise.gui.widgets.theme import IconView
from arraywise.present.quotes import (
    build_quote_sums,
    describe_quote_price,
    describe_quote_state,
)

if TYPE_CHECKING:
    from decimal import Decimal

    from PySide6.QtGui import QPaintEvent

    from arraywise.domain.messages import Message
    from arraywise.domain.quotes import QuoteAnswer, QuoteQuestion, QuoteReading
    from arraywise.gui.widgets.controls import Part
    from arraywise.present.quotes import QuoteSumCell, QuoteSumRow, QuoteSums

translate = QCoreApplication.translate

SUMS_WIDE = 312
_SIDE = 18  # pixels left and right of what is in the column
_MOST_REMARKS = 20
_HEAD_ICONS = {"pass": "pass-measured", "warn": "warning", "fail": "fail"}


class QuoteSumsPanel(QScrollArea):
    """The column of the sums: state, sums, questions, explanations, price, findings."""

    answered = Signal(object)  # carries the QuoteAnswer that was chosen
    rows_pointed_at = Signal(object)  # carries the rows to be marked, as (sheet name, row number)
    row_requested = Signal(str, int)  # carries sheet name and number of a row to be shown
    column_requested = Signal(str, int)  # carries sheet name and index of a column to be shown

    def __init__(self) -> None:
        super().__init__()
        self.setFixedWidth(theme.px(SUMS_WIDE))
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.answers: list[QPushButton] = []
        """Buttons of questions and explanations, from above."""
        self.question_answers: dict[str, QPushButton] = {}
        """The first answer of each question, by its code."""

    def show_reading(self, reading: QuoteReading) -> None:
        """Show what a reading adds up to."""
        self.answers, self.question_answers = [], {}
        inside = panel("sunken")
        inside.setAccessibleName(translate("QuoteDialog", "Sums"))
        column = fill(QVBoxLayout(inside), *self._build_head(reading), spacing=0)
        column.setContentsMargins(*(theme.px(each) for each in (_SIDE, 16, _SIDE, 16)))
        for sums in build_quote_sums(reading):
            fill(column, 12, self._build_sums(sums))
        self._add_questions(column, reading)
        self._add_explanations(column, reading)
        self._add_price(column, reading)
        self._add_findings(column, reading)
        column.addStretch(1)
        self.setWidget(inside)

    def list_tab_stops(self) -> list[QWidget]:
        """Return what Tab goes to in it, from above."""
        inside = self.widget()
        each = [] if inside is None else inside.findChildren(QWidget)
        return [w for w in each if w.focusPolicy() & Qt.FocusPolicy.TabFocus and not w.isHidden()]

    def _build_head(self, reading: QuoteReading) -> tuple[Part, ...]:
        head = describe_quote_state(reading)
        sign = IconView(_HEAD_ICONS[head.tone], 16, head.tone)
        self.title = label(translate_message(head.title), "figure", bold=True, wraps=True)
        self.text = label(translate_message(head.text), "control", "text2", wraps=True)
        self.text.setContentsMargins(26, 2, 0, 0)
        row = fill(QHBoxLayout(), spacing=10)
        row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        return fill(row, (self.title, 1)), self.text

    # Sums

    def _build_sums(self, sums: QuoteSums) -> QWidget:
        built = QWidget()
        grid = QGridLayout(built)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(5)
        right = Qt.AlignmentFlag.AlignRight
        for at, period in enumerate(sums.periods, 1):
            grid.addWidget(label(translate_message(period), "caption", "text3"), 0, at, right)
            grid.setColumnStretch(at, 1)
        down = 1
        for row in sums.rows:
            if row.key in {"read", "difference"}:
                grid.addWidget(hairline(Qt.Orientation.Horizontal, "text2"), down, 0, 1, -1)
                down += 1
            is_strong = row.key in {"read", "difference"}
            name = label(translate_message(row.label), "control", bold=is_strong)
            grid.addWidget(name, down, 0)
            for at, cell in enumerate(row.cells, 1):
                grid.addWidget(self._build_cell(row, cell), down, at)
            down += 1
        return built

    def _build_cell(self, row: QuoteSumRow, cell: QuoteSumCell) -> QWidget:
        built = QWidget()
        column = fill(QVBoxLayout(built), margins=(0, 0, 0, 0), spacing=0)
        line = fill(QHBoxLayout(), None, spacing=5)
        tone, is_strong = "text", row.key in {"read", "difference"}
        if row.key == "difference" and cell.amount is not None:
            tone = "fail" if cell.amount else "pass"
            icon = "fail" if cell.amount else "pass-measured"
            line.addWidget(IconView(icon, 12, tone), 0, Qt.AlignmentFlag.AlignVCenter)
        missing = "" if row.key == "discount" else figures.EN_DASH
        amount = missing if cell.amount is None else figures.number(cell.amount, 2)
        fill(line, SumFigure(self, amount, tone, cell, is_strong=is_strong))
        fill(column, line)
        if row.key == "printed":
            for sheet, number in sorted(cell.rows):
                text = translate("QuoteDialog", "row {number}").format(number=number)
                link = button(text, partial(self.row_requested.emit, sheet, number), kind="link")
                link.setFixedHeight(theme.px(18))
                link.setFont(theme.font("caption"))
                column.addWidget(link, 0, Qt.AlignmentFlag.AlignRight)
        return built

    # What is to be decided

    def _add_questions(self, column: QVBoxLayout, reading: QuoteReading) -> None:
        if not reading.questions:
            return
        fill(column, 20, label(translate("QuoteDialog", "To decide"), "section", bold=True))
        for question in reading.questions:
            fill(column, 6, self._build_question(question, reading))

    def _build_question(self, question: QuoteQuestion, reading: QuoteReading) -> QWidget:
        card = _build_card()
        inside = fill(QVBoxLayout(card), margins=(10, 8, 10, 8), spacing=4)
        fill(inside, label(translate_message(question.text), "control", wraps=True))
        where = self._build_location_link(question)
        if where is not None:
            inside.addWidget(where, 0, Qt.AlignmentFlag.AlignLeft)
        for answer in question.answers:
            built = self._build_answer(answer, reading.currency)
            self.question_answers.setdefault(question.code, built)
            inside.addWidget(built)
        return card

    def _build_location_link(self, question: QuoteQuestion) -> QPushButton | None:
        if question.row is not None:
            text = translate("QuoteDialog", "row {number}").format(number=question.row)
            link = button(
                text, partial(self.row_requested.emit, question.sheet, question.row), kind="link"
            )
        elif question.column is not None:
            text = translate("QuoteDialog", "Show the column")
            link = button(
                text,
                partial(self.column_requested.emit, question.sheet, question.column),
                kind="link",
            )
        else:
            return None
        link.setFixedHeight(theme.px(20))
        return link

    def _build_answer(self, answer: QuoteAnswer, currency: str) -> AnswerButton:
        price = "" if answer.price is None else _format_amount(answer.price, currency)
        built = AnswerButton(translate_message(answer.label), price)
        built.clicked.connect(lambda _checked=False: self.answered.emit(answer))
        self.answers.append(built)
        return built

    def _add_explanations(self, column: QVBoxLayout, reading: QuoteReading) -> None:
        if reading.state is not QuoteState.OPEN:
            return
        title = label(translate("QuoteDialog", "What would explain it"), "section", bold=True)
        fill(column, 20, title, 6)
        for answer in reading.explanations:
            fill(column, self._build_answer(answer, reading.currency), 6)
        text = translate("QuoteDialog", "No single row or discount explains it.")
        if reading.explanations:
            text = translate("QuoteDialog", "Nothing else that was tried fits.")
        fill(column, label(text, "control", "text3", wraps=True))

    # What follows

    def _add_price(self, column: QVBoxLayout, reading: QuoteReading) -> None:
        found = describe_quote_price(reading)
        if found is None:
            return
        title = translate("QuoteDialog", "36-month price")
        if not reading.state.gives_price:
            title = translate("QuoteDialog", "36-month price as it is read now")
        fill(column, 20, label(title, "section", bold=True, wraps=True), 4)
        if found.formula is not None:
            text = translate_message(found.formula)
            fill(column, label(text, "control", "text2", wraps=True))
        self.price = label(_format_amount(found.price, reading.currency), "control", bold=True)
        column.addWidget(self.price, 0, Qt.AlignmentFlag.AlignRight)
        if not reading.state.gives_price:
            text = translate("QuoteDialog", "Until it counts, the option's price stays as it is.")
            fill(column, 2, label(text, "control", "text2", wraps=True))

    def _add_findings(self, column: QVBoxLayout, reading: QuoteReading) -> None:
        remarks = [(p.severity, p.message) for p in reading.problems[:_MOST_REMARKS]]
        if not reading.findings and not remarks:
            return
        title = translate("QuoteDialog", "What stays to be known")
        fill(column, 20, label(title, "section", bold=True), 4)
        for finding in reading.findings:
            fill(column, _build_remark("warning", "warn", finding.text), 4)
        for severity, text in remarks:
            fill(column, _build_remark(*SIGNS[severity], text), 4)


class SumFigure(QLabel):
    """A sum; the rows that it comes from are marked while the mouse or the focus is on it."""

    def __init__(
        self,
        owner: QuoteSumsPanel,
        text: str,
        tone: str,
        cell: QuoteSumCell,
        *,
        is_strong: bool,
    ) -> None:
        super().__init__(text)
        self._owner, self._rows = owner, cell.rows
        self.setProperty("tone", tone)
        self.setFont(theme.font("control", bold=is_strong))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        if self._rows:
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def event(self, event: QEvent) -> bool:
        """Mark the rows while it is pointed at."""
        if event.type() in {QEvent.Type.Enter, QEvent.Type.FocusIn}:
            self._owner.rows_pointed_at.emit(self._rows)
        elif event.type() in {QEvent.Type.Leave, QEvent.Type.FocusOut}:
            self._owner.rows_pointed_at.emit(frozenset())
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the sum, with a ring where it has the focus."""
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(theme.look()["accent"])
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))


class AnswerButton(QPushButton):
    """A button with a sentence that wraps, and the price that would follow."""

    def __init__(self, text: str, price: str) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self.setAutoDefault(False)
        self.setAccessibleName(f"{text} {price}".strip())
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._text = label(text, "control", "accent", wraps=True)
        column = fill(QVBoxLayout(self), self._text, margins=(10, 7, 10, 7), spacing=2)
        if price:
            follows = label(price, "control", "text2")
            column.addWidget(follows, 0, Qt.AlignmentFlag.AlignRight)
        for each in self.findChildren(QLabel):
            each.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        """Return what its sentence needs, not what a button without a text does."""
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return what its sentence needs."""
        layout = self.layout()
        return QSize() if layout is None else layout.totalMinimumSize()

    def heightForWidth(self, width: int) -> int:
        """Return how high the sentence is in a width."""
        layout = self.layout()
        return 0 if layout is None else layout.totalHeightForWidth(width)


def _build_card() -> QFrame:
    built = QFrame()
    built.setProperty("ground", "card")
    return built


def _build_remark(icon: str, tone: str, text: Message) -> QWidget:
    row = QWidget()
    line = fill(QHBoxLayout(row), margins=(0, 0, 0, 0), spacing=8)
    line.addWidget(IconView(icon, 14, tone), 0, Qt.AlignmentFlag.AlignTop)
    words = label(translate_message(text), "control", "text2", wraps=True)
    words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    line.addWidget(words, 1)
    return row


def _format_amount(amount: Decimal, currency: str) -> str:
    return f"{figures.number(amount, 2)}\u00a0{currency}".strip()
