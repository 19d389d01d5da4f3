"""Why the recommended option leads: what each criterion contributes against the runner-up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from arraywise.analysis.recommendation import say_recommendation
from arraywise.gui import figures, theme, wording
from arraywise.gui.charts.chart_export import PictureButton
from arraywise.gui.charts.tipped import TippedChart
from arraywise.gui.fields import panel
from arraywise.gui.pages.page import add_to_head, section_head
from arraywise.gui.passage import Passage

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.gui.charts.chart_figures import Table

translate = QCoreApplication.translate
_ROW = 21
_BAR = 13
_HEAD = 20


@dataclass(frozen=True, slots=True)
class Lead:
    """The points by which one option leads another, criterion by criterion."""

    leader: OptionAnswer
    rival: OptionAnswer | None
    parts: tuple[tuple[str, float], ...]

    @property
    def total(self) -> float:
        """Sum of the parts; the difference of the values."""
        return sum(points for _, points in self.parts)


def lead_of(answer: Answer) -> Lead | None:
    """Return the lead of the recommended option over the best of the others that pass."""
    leader = next((o for o in answer.options if o.option == answer.recommended), None)
    if leader is None:
        return None
    others = [o for o in answer.options if o is not leader and o.rank is not None]
    rival = min(others, key=lambda o: o.rank or 0, default=None)
    base = {c.criterion: c.contribution or 0.0 for c in rival.cells} if rival else {}
    parts = tuple(
        (wording.word(c.criterion), c.contribution - base.get(c.criterion, 0.0))
        for c in leader.cells
        if c.contribution is not None
    )
    return Lead(leader, rival, parts)


class ContributionBars(TippedChart):
    """Bars left and right of a line: who is better at what, in points of 100."""

    def __init__(self) -> None:
        super().__init__()
        self._lead: Lead | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_lead(self, lead: Lead | None) -> None:
        """Draw other bars."""
        if len(lead.parts if lead else ()) != self._rows():
            self.updateGeometry()
        self._lead = lead
        parts = lead.parts if lead else ()
        said = ", ".join(f"{name} {figures.number(v, 1, signed=True)}" for name, v in parts)
        self.setAccessibleName(self.tr("Why: {parts}").format(parts=said))
        self.update()

    def _rows(self) -> int:
        return len(self._lead.parts) if self._lead else 0

    def places(self) -> list[QPointF]:
        """Return a place on each criterion's row."""
        return [
            QPointF(self.width() / 2, theme.px(_HEAD) + (at + 0.5) * theme.px(_ROW))
            for at in range(self._rows())
        ]

    def tip_at(self, place: QPointF) -> str:
        """Return who is better at the criterion at a place, and by how much."""
        lead, at = self._lead, int((place.y() - theme.px(_HEAD)) // theme.px(_ROW))
        if lead is None or place.y() < theme.px(_HEAD) or at >= len(lead.parts):
            return ""
        name, points = lead.parts[at]
        better = lead.leader if points >= 0 or lead.rival is None else lead.rival
        text = self.tr("{criterion}: {option} is better by {points} points of 100")
        gain = figures.number(abs(points), 1)
        return text.format(criterion=name, option=better.option.name, points=gain)

    def table(self) -> Table:
        """Return by how many points the leader is better at each criterion."""
        lead = self._lead
        if lead is None:
            return []
        points = translate("Charts", "Points ahead")
        rows: Table = [[translate("Charts", "Criterion"), points]]
        rows += ([name, ahead] for name, ahead in lead.parts)
        return [*rows, [translate("Charts", "All"), lead.total]]

    def sizeHint(self) -> QSize:
        """Return the height of the rows."""
        rows = self._rows()
        return QSize(400, theme.px(_HEAD) + rows * theme.px(_ROW) + 30 if rows else 0)

    def minimumSizeHint(self) -> QSize:
        """May be narrower, never lower."""
        return QSize(320, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw names, bars and the sum."""
        lead = self._lead
        if lead is None or not lead.parts:
            return
        painter = QPainter(self)
        look = theme.look()
        bold = theme.font("caption", bold=True)
        metrics = QFontMetrics(bold)
        names = max(metrics.horizontalAdvance(name) for name, _ in lead.parts) + 12
        room = metrics.horizontalAdvance("\u221288.8") + 10
        left, right = names + room, self.width() - room
        biggest = max(abs(points) for _, points in lead.parts) or 1.0
        least = min(0.0, *(points for _, points in lead.parts))
        most = max(0.0, *(points for _, points in lead.parts))
        span = (most - least) or biggest
        zero = left + (right - left) * (-least / span)
        unit = (right - left) / span
        self._paint_heads(painter, lead, zero)
        painter.setFont(bold)
        for i, (name, points) in enumerate(lead.parts):
            y = theme.px(_HEAD) + i * theme.px(_ROW)
            self._paint_part(painter, (name, points), QPointF(zero, y), unit)
        bottom = theme.px(_HEAD) + len(lead.parts) * theme.px(_ROW)
        painter.setPen(QPen(look["text2"], 1))
        painter.drawLine(QPointF(zero, theme.px(_HEAD) - 2), QPointF(zero, bottom + 2))
        self._paint_sum(painter, lead, zero, bottom)

    def _paint_heads(self, painter: QPainter, lead: Lead, zero: float) -> None:
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.look()["text3"])
        middle = Qt.AlignmentFlag.AlignVCenter
        better = self.tr("{option} better")
        ahead = better.format(option=lead.leader.option.name)
        painter.drawText(QRectF(zero + 5, 0, self.width(), theme.px(_HEAD) - 3), middle, ahead)
        if lead.rival is not None:
            behind = better.format(option=lead.rival.option.name)
            box = QRectF(0, 0, zero - 5, theme.px(_HEAD) - 3)
            painter.drawText(box, middle | Qt.AlignmentFlag.AlignRight, behind)

    def _paint_part(
        self, painter: QPainter, part: tuple[str, float], start: QPointF, unit: float
    ) -> None:
        look, (name, points), lead = theme.look(), part, self._lead
        if lead is None:
            return
        middle = Qt.AlignmentFlag.AlignVCenter
        row = QRectF(0, start.y(), self.width(), theme.px(_ROW))
        painter.setPen(look["text"])
        painter.drawText(row, middle, name)
        better = lead.leader if points >= 0 or lead.rival is None else lead.rival
        wide = abs(points) * unit
        x = start.x() if points >= 0 else start.x() - wide
        bar = QRectF(x, start.y() + (theme.px(_ROW) - theme.px(_BAR)) / 2, wide, theme.px(_BAR))
        painter.fillRect(bar, look.option(better.option.position).fill)
        text = figures.number(points, 1, signed=True)
        if points >= 0:
            painter.drawText(row.adjusted(bar.right() + 5, 0, 0, 0), middle, text)
        else:
            box = QRectF(0, row.top(), bar.left() - 5, theme.px(_ROW))
            painter.drawText(box, middle | Qt.AlignmentFlag.AlignRight, text)

    def _paint_sum(self, painter: QPainter, lead: Lead, zero: float, bottom: float) -> None:
        look = theme.look()
        y = bottom + 7
        painter.setPen(QPen(look["hair"], 1))
        painter.drawLine(QPointF(0, y), QPointF(self.width(), y))
        painter.setPen(look["text"])
        row = QRectF(0, y + 1, self.width(), theme.px(_ROW))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(row, middle, self.tr("Sum, points of 100"))
        total = figures.number(lead.total, 1, signed=True)
        painter.drawText(row.adjusted(zero + 5, 0, 0, 0), middle, total)


_SHOWN_BESIDE = ({"points"}, {"percent"}, {"currency", "budget"})
"""Figures of the sentences that bars and screen show: what a criterion gives, and the rules."""


class WhyPanel(QWidget):
    """The recommendation in words, and the bars."""

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 10)
        column.setSpacing(4)
        head, self._title, _note = section_head("")
        self.bars = ContributionBars()
        add_to_head(head, PictureButton(self.bars, self.tr("Why")))
        column.addWidget(head)
        self.sentence = Passage("control", "text")
        column.addWidget(self.sentence)
        self.published = Passage("body", "text2")
        self.published.hide()
        column.addWidget(self.published)
        box = panel()
        inner = QVBoxLayout(box)
        inner.setContentsMargins(16, 0, 16, 0)
        inner.addWidget(self.bars)
        column.addWidget(box)
        column.addStretch(1)

    def show_answer(self, answer: Answer) -> None:
        """Explain an answer."""
        lead = lead_of(answer)
        title = self.tr("Why {option}").format(option=lead.leader.option.name) if lead else ""
        self._title.setText(title or self.tr("Why there is no recommendation"))
        said = tuple(
            s for s in say_recommendation(answer) if dict(s.figures).keys() not in _SHOWN_BESIDE
        )
        self.sentence.setText(wording.tell_all(said))
        self._show_published(answer)
        self.bars.show_lead(lead)

    def _show_published(self, answer: Answer) -> None:
        """Set what the authors of the figures conclude beside what is recommended here."""
        published = answer.published_conclusion
        self.published.setVisible(published is not None)
        if published is not None:
            said = self.tr("What the publication concludes: {conclusion} ({citation})")
            self.published.setText(
                said.format(conclusion=published.text, citation=published.citation)
            )
