"""The findings in a drawer beside the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from arraywise.gui.pages.base import add_to_head, section_head
from arraywise.gui.widgets import figures, messages, painting
from arraywise.gui.widgets.banner import SIGNS
from arraywise.gui.widgets.controls import (
    as_tip,
    button,
    close_button,
    fill,
    flush,
    hairline,
    label,
    panel,
)
from arraywise.gui.widgets.theme import IconView
from arraywise.present.findings import describe_limits, help_topic, sort_findings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent

    from arraywise.domain.decision import Answer, Finding


class MarkerView(QWidget):
    """An option's marker."""

    def __init__(self, position: int) -> None:
        super().__init__()
        self._position = position
        self.setFixedSize(QSize(14, 18))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        middle = QRectF(self.rect()).center()
        painting.paint_marker(painter, QPointF(middle), self._position, 10)


class FindingsPanel(QWidget):
    """A row a finding, by its effect on the answer; below, which tests to run next."""

    closed = Signal()
    asked = Signal(str)  # carries a topic of the guide

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[object, ...] = ()
        self.rows: list[QWidget] = []
        column = flush(QVBoxLayout(self))
        head, _title, self._note = section_head(self.tr("Findings"))
        add_to_head(head, close_button(self.tr("Close the findings"), self.closed.emit))
        column.addWidget(head)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setAccessibleName(self.tr("Findings"))
        column.addWidget(self._area, 1)
        self.setMinimumHeight(100)

    def show_answer(self, answer: Answer) -> None:
        """Show the findings of an answer."""
        limits = tuple(describe_limits(answer))
        if (answer.findings, limits) == self._shown:
            return
        self._shown = answer.findings, limits
        worst_first = sort_findings(answer)
        self._note.setText(self.tr("{count} open").format(count=figures.number(len(worst_first))))
        positions = {o.option.name: o.option.position for o in answer.options}
        inside = panel()
        column = fill(QVBoxLayout(inside), margins=(16, 0, 16, 8), spacing=0)
        if not worst_first:
            none = self.tr("Nothing makes this comparison unfair as far as the evidence shows.")
            column.addWidget(label(none, "body", "text2"))
        self.rows = [
            self._row(finding, [positions.get(name) for name in finding.options])
            for finding in worst_first
        ]
        for row in self.rows:
            fill(column, row, hairline(Qt.Orientation.Horizontal))
        for sentence in limits:
            column.addWidget(label(messages.translate_message(sentence), tone="text2", wraps=True))
        column.addStretch(1)
        self._area.setWidget(inside)

    def _row(self, finding: Finding, positions: Sequence[int | None]) -> QWidget:
        row = QWidget()
        line = fill(QHBoxLayout(row), margins=(0, 4, 0, 4), spacing=8)
        icon, tone = SIGNS[finding.severity]
        top = Qt.AlignmentFlag.AlignTop
        line.addWidget(IconView(icon, 14, tone), 0, top)
        word = label(messages.word(finding.severity), "body", tone)
        word.setMinimumWidth(_widest_word(word))
        line.addWidget(word, 0, top)
        known = [p for p in positions if p is not None]
        if len(known) == 1:
            line.addWidget(MarkerView(known[0]), 0, top)
        texts = QVBoxLayout()
        texts.setSpacing(1)
        texts.addWidget(label(messages.translate_message(finding.message), wraps=True))
        consequence = label(
            messages.translate_message(finding.consequence), "caption", "text3", wraps=True
        )
        texts.addWidget(consequence)
        fill(line, (texts, 1))
        topic = help_topic(finding.check)
        row.setProperty("help_topic", topic)
        ask = button(self.tr("What to do"), lambda: self.asked.emit(topic), kind="link")
        line.addWidget(ask, 0, top)
        row.setToolTip(as_tip(self._tip(finding)))
        return row

    def _tip(self, finding: Finding) -> str:
        shown = finding.evidence[:5]
        more = len(finding.evidence) - len(shown)
        lines = [messages.translate_message(finding.consequence), *shown]
        if more > 0:
            lines.append(self.tr("and {count} more").format(count=figures.number(more)))
        return "\n".join(lines)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes the findings."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return
        super().keyPressEvent(event)


def _widest_word(shown: QLabel) -> int:
    metrics = shown.fontMetrics()
    return max(metrics.horizontalAdvance(messages.word(s)) for s in SIGNS) + 2
