"""The findings that matter most, a line each, under the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from arraywise.gui.session.page_requests import PageRequest, ShowEvidence, ShowFindings, ShowPage
from arraywise.gui.widgets import figures, messages, painting, theme
from arraywise.gui.widgets.banner import SIGNS
from arraywise.gui.widgets.controls import button, fill, flush, hairline, label
from arraywise.gui.widgets.theme import paint_icon
from arraywise.present.findings import MOST_FIRST, first_findings, help_topic, page_of_finding
from arraywise.present.tables.overview import is_storage_alone

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer, Finding

_SIDE = 16
_SIGN = 14
_LINE = 26


class _Signs(QWidget):
    """A finding's severity, and the marker of the one option it is about."""

    def __init__(self) -> None:
        super().__init__()
        self._finding: Finding | None = None
        self._position: int | None = None
        self.setFixedSize(QSize(2 * _SIGN + 12, theme.px(_LINE)))

    def show_finding(self, finding: Finding, position: int | None) -> None:
        self._finding, self._position = finding, position
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw both."""
        if self._finding is None:
            return
        look, painter, middle = theme.look(), QPainter(self), self.height() / 2
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        icon, tone = SIGNS[self._finding.severity]
        box = QRectF(0, middle - _SIGN / 2, _SIGN, _SIGN)
        paint_icon(painter, box, icon, look[tone], look["page"])
        if self._position is not None:
            place = QPointF(1.5 * _SIGN + 8, middle)
            painting.paint_marker(painter, place, self._position, 10)


class _FindingLine(QWidget):
    """One finding with the action that mends it."""

    asked = Signal(object)  # carries a page request

    def __init__(self) -> None:
        super().__init__()
        self._signs, self.text = _Signs(), label("", "control", wraps=True)
        self.action = button("", self._ask, kind="link")
        self.action.setFixedHeight(theme.px(_LINE))
        self._finding: Finding | None = None
        row = fill(QHBoxLayout(self), margins=(_SIDE, 0, _SIDE, 0), spacing=8)
        fill(row, self._signs, (self.text, 1), self.action)

    def show_finding(self, finding: Finding, position: int | None) -> None:
        """Say what was found."""
        self._finding = finding
        self.setProperty("help_topic", help_topic(finding.check))
        self._signs.show_finding(finding, position)
        text = messages.translate_message(finding.message)
        self.text.setText(text)
        self.text.setAccessibleName(f"{messages.word(finding.severity)}: {text}")
        self.setToolTip(f"{text}\n{messages.translate_message(finding.consequence)}")
        self.action.setText(
            {"pricing": self.tr("Open prices"), "provisioning": self.tr("Open provisioning")}.get(
                page_of_finding(finding), self.tr("Show the evidence")
            )
        )

    def _ask(self) -> None:
        if self._finding is None:
            return
        page = page_of_finding(self._finding)
        request: PageRequest = ShowPage(page)
        if page == "evidence" and self._finding.evidence:
            file, _, line = self._finding.evidence[0].rpartition(":")
            is_line = bool(file) and line.isdecimal()
            request = (
                ShowEvidence(file, int(line))
                if is_line
                else ShowEvidence(self._finding.evidence[0])
            )
        self.asked.emit(request)


class FirstFindings(QWidget):
    """At most three findings; the rest is behind a link."""

    asked = Signal(object)  # carries a page request

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Findings"))
        self._shown: tuple[object, ...] = ()
        self.lines = [_FindingLine() for _ in range(MOST_FIRST)]
        self.all: QPushButton = button("", self._ask_all, kind="link")
        self.all.setFixedHeight(theme.px(_LINE))
        column = fill(QVBoxLayout(), *self.lines, margins=(0, 4, 0, 4), spacing=0)
        foot = fill(QVBoxLayout(), None, self.all, margins=(0, 4, _SIDE, 4))
        row = fill(QHBoxLayout(), (column, 1), foot, spacing=0)
        flush(QVBoxLayout(self), row, hairline(Qt.Orientation.Horizontal))
        for line in self.lines:
            line.asked.connect(self.asked)

    def show_answer(self, answer: Answer) -> None:
        """Show the findings of an answer; where only I/O was tested, what is missing says more."""
        findings = () if is_storage_alone(answer) else first_findings(answer)
        positions = {o.option.name: o.option.position for o in answer.options}
        shown = (findings, len(answer.findings), positions)
        if shown == self._shown:
            return
        self._shown = shown
        for place, line in enumerate(self.lines):
            line.setVisible(place < len(findings))
            if place < len(findings):
                about = [positions.get(name) for name in findings[place].options]
                line.show_finding(findings[place], about[0] if len(about) == 1 else None)
        count = len(answer.findings)
        self.all.setVisible(count > len(findings))
        self.all.setText(self.tr("All {count} findings").format(count=figures.number(count)))
        self.setVisible(bool(findings))

    def _ask_all(self) -> None:
        self.asked.emit(ShowFindings())
