"""The findings of the audit: what makes the comparison unfair or uncertain, worst first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from arraywise.gui import figures, painting, wording
from arraywise.gui.fields import as_tip, hairline, label, panel
from arraywise.gui.icon_view import IconView
from arraywise.gui.nesting import nest
from arraywise.gui.pages.page import section_head
from arraywise.gui.problem_list import SIGNS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from arraywise.domain.decision import Answer
    from arraywise.domain.findings import Finding

_ROOMY = 640
"""From this width on a finding's consequence stands under it."""


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
    """A row a finding; the list scrolls."""

    def __init__(self) -> None:
        super().__init__()
        self._findings: tuple[Finding, ...] | None = None
        self._consequences: list[QLabel] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head, _title, self._note = section_head(self.tr("Findings"))
        column.addWidget(head)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setAccessibleName(self.tr("Findings"))
        column.addWidget(self._area, 1)
        self.setMinimumHeight(100)

    def show_answer(self, answer: Answer) -> None:
        """Show the findings of an answer."""
        if answer.findings == self._findings:
            return
        self._findings = answer.findings
        order = list(SIGNS)
        worst_first = sorted(answer.findings, key=lambda f: -order.index(f.severity))
        self._note.setText(self.tr("{count} open").format(count=figures.number(len(worst_first))))
        positions = {o.option.name: o.option.position for o in answer.options}
        self._consequences = []
        inside = panel()
        column = QVBoxLayout(inside)
        column.setContentsMargins(16, 0, 16, 8)
        column.setSpacing(0)
        if not worst_first:
            none = self.tr("Nothing makes this comparison unfair as far as the evidence shows.")
            column.addWidget(label(none, "body", "text2"))
        for finding in worst_first:
            column.addWidget(self._row(finding, [positions.get(n) for n in finding.options]))
            column.addWidget(hairline(Qt.Orientation.Horizontal))
        column.addStretch(1)
        self._area.setWidget(inside)
        self._arrange()

    def _row(self, finding: Finding, positions: Sequence[int | None]) -> QWidget:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 4, 0, 4)
        line.setSpacing(8)
        icon, tone = SIGNS[finding.severity]
        top = Qt.AlignmentFlag.AlignTop
        line.addWidget(IconView(icon, 14, tone), 0, top)
        word = label(wording.word(finding.severity), "body", tone)
        word.setMinimumWidth(_widest_word(word))
        line.addWidget(word, 0, top)
        known = [p for p in positions if p is not None]
        if len(known) == 1:
            line.addWidget(MarkerView(known[0]), 0, top)
        texts = QVBoxLayout()
        texts.setSpacing(1)
        said = label(wording.tell(finding.said), wraps=True)
        texts.addWidget(said)
        consequence = label(wording.tell(finding.consequence), "caption", "text3", wraps=True)
        texts.addWidget(consequence)
        self._consequences.append(consequence)
        nest(line, texts, 1)
        row.setToolTip(as_tip(self._tip(finding)))
        return row

    def _tip(self, finding: Finding) -> str:
        shown = finding.evidence[:5]
        more = len(finding.evidence) - len(shown)
        lines = [wording.tell(finding.consequence), *shown]
        if more > 0:
            lines.append(self.tr("and {count} more").format(count=figures.number(more)))
        return "\n".join(lines)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A wide panel has room for the consequences."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        for each in self._consequences:
            each.setVisible(self.width() >= _ROOMY)


def _widest_word(shown: QLabel) -> int:
    metrics = shown.fontMetrics()
    return max(metrics.horizontalAdvance(wording.word(s)) for s in SIGNS) + 2
