"""Parts of an answer that more than one page shows: findings, next tests, what would change it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Cell, Column, RowsModel
from arraywise.gui.pages.base import section_head, wrap_widget_in_scroll_area
from arraywise.gui.session.page_requests import PageRequest, ShowEvidence, ShowFindings, ShowPage
from arraywise.gui.widgets import figures, messages, painting, theme
from arraywise.gui.widgets.banner import SIGNS
from arraywise.gui.widgets.controls import (
    as_tooltip,
    button,
    close_button,
    fill,
    flush,
    hairline,
    label,
    panel,
    with_accessible_name,
)
from arraywise.gui.widgets.theme import IconView, paint_icon
from arraywise.present.findings import (
    MOST_FIRST,
    describe_limits,
    first_findings,
    help_topic,
    list_changes,
    page_of_finding,
    sort_findings,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.decision import Answer, Change, Finding


_SIDE = 16
_SIGN = 14
_LINE = 26
_MOST_EVIDENCE_NAMED = 5  # places in the evidence that a tip names


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

    page_requested = Signal(object)  # carries a page request

    def __init__(self) -> None:
        super().__init__()
        self._signs, self.text = _Signs(), label("", "control", wraps=True)
        self.action = button("", self._request_page, kind="link")
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
        self.text.setAccessibleName(f"{messages.display_name(finding.severity)}: {text}")
        self.setToolTip(f"{text}\n{messages.translate_message(finding.consequence)}")
        pages = {
            "pricing": self.tr("Open prices"),
            "provisioning": self.tr("Open provisioning"),
        }
        evidence = self.tr("Show the evidence")
        self.action.setText(pages.get(page_of_finding(finding), evidence))

    def _request_page(self) -> None:
        if self._finding is None:
            return
        page = page_of_finding(self._finding)
        request: PageRequest = ShowPage(page)
        if page == "evidence" and self._finding.evidence:
            file, _, line = self._finding.evidence[0].rpartition(":")
            request = ShowEvidence(self._finding.evidence[0])
            if file and line.isdecimal():
                request = ShowEvidence(file, int(line))
        self.page_requested.emit(request)


class FirstFindings(QWidget):
    """At most three findings; the rest is behind a link."""

    page_requested = Signal(object)  # carries a page request

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Findings"))
        self._shown: tuple[object, ...] = ()
        self.lines = [_FindingLine() for _ in range(MOST_FIRST)]
        self.all = button("", lambda: self.page_requested.emit(ShowFindings()), kind="link")
        self.all.setFixedHeight(theme.px(_LINE))
        column = fill(QVBoxLayout(), *self.lines, margins=(0, 4, 0, 4), spacing=0)
        foot = fill(QVBoxLayout(), None, self.all, margins=(0, 4, _SIDE, 4))
        row = fill(QHBoxLayout(), (column, 1), foot, spacing=0)
        flush(QVBoxLayout(self), row, hairline(Qt.Orientation.Horizontal))
        for line in self.lines:
            line.page_requested.connect(self.page_requested)

    def show_answer(self, answer: Answer) -> None:
        """Show the findings of an answer; where only I/O was tested, what is missing says more."""
        findings = () if answer.is_storage_alone else first_findings(answer)
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


class MarkerView(QWidget):
    """An option's marker."""

    def __init__(self, position: int) -> None:
        super().__init__()
        self._position = position
        self.setFixedSize(QSize(14, 18))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        middle = QRectF(self.rect()).center()
        painting.paint_marker(QPainter(self), middle, self._position, 10)


class FindingsPanel(QWidget):
    """A row a finding, by its effect on the answer; below, which tests to run next."""

    closed = Signal()
    guide_requested = Signal(str)  # carries a topic of the guide

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[object, ...] = ()
        self.rows: list[QWidget] = []
        cross = close_button(self.tr("Close the findings"), self.closed.emit)
        head, title, self._note = section_head(self.tr("Findings"), "", cross)
        self._area = with_accessible_name(wrap_widget_in_scroll_area(QWidget()), title.text())
        flush(QVBoxLayout(self), head, (self._area, 1))
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
            self._build_row(finding, [positions.get(name) for name in finding.options])
            for finding in worst_first
        ]
        for row in self.rows:
            fill(column, row, hairline(Qt.Orientation.Horizontal))
        for sentence in limits:
            column.addWidget(label(messages.translate_message(sentence), tone="text2", wraps=True))
        column.addStretch(1)
        self._area.setWidget(inside)

    def _build_row(self, finding: Finding, positions: Sequence[int | None]) -> QWidget:
        row = QWidget()
        line = fill(QHBoxLayout(row), margins=(0, 4, 0, 4), spacing=8)
        icon, tone = SIGNS[finding.severity]
        top = Qt.AlignmentFlag.AlignTop
        line.addWidget(IconView(icon, 14, tone), 0, top)
        word = label(messages.display_name(finding.severity), "body", tone)
        advance = word.fontMetrics().horizontalAdvance
        word.setMinimumWidth(max(advance(messages.display_name(each)) for each in SIGNS) + 2)
        line.addWidget(word, 0, top)
        marked = [p for p in positions if p is not None]
        if len(marked) == 1:
            line.addWidget(MarkerView(marked[0]), 0, top)
        text, consequence = map(messages.translate_message, (finding.message, finding.consequence))
        small = label(consequence, "caption", "text3", wraps=True)
        fill(line, (fill(QVBoxLayout(), label(text, wraps=True), small, spacing=1), 1))
        topic = help_topic(finding.check)
        row.setProperty("help_topic", topic)
        ask = button(self.tr("What to do"), lambda: self.guide_requested.emit(topic), kind="link")
        line.addWidget(ask, 0, top)
        tip = [consequence, *finding.evidence[:_MOST_EVIDENCE_NAMED]]
        more = len(finding.evidence) - _MOST_EVIDENCE_NAMED
        if more > 0:
            tip.append(self.tr("and {count} more").format(count=figures.number(more)))
        row.setToolTip(as_tooltip("\n".join(tip)))
        return row

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes the findings."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return
        super().keyPressEvent(event)


_AROUND = 11  # left and right of a table, in pixels


class SmallTable(QWidget):
    """A titled table that is as high as its rows."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.model = RowsModel((), self)
        self.grid = with_accessible_name(Grid(self.model, plain=True), title)
        self.grid.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.grid.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.grid.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        head, self.title, self.note = section_head(title)
        grid = fill(QVBoxLayout(), self.grid, margins=(_AROUND, 0, _AROUND, 0))
        self._column = fill(QVBoxLayout(self), head, grid, margins=(0, 0, 0, 8), spacing=0)

    def needed_width(self) -> int:
        """Return the width at which no column is cut."""
        return self.grid.needed_width() + 2 * _AROUND

    def _show_rows(self, rows: tuple[object, ...]) -> None:
        self.model.set_rows(rows)
        if self.grid.horizontalHeader().length() > self.grid.viewport().width():
            self.grid.fit_columns()  # columns grew for what is no longer said
        high = self.grid.natural_height(12) + 1
        if high != self.grid.height():
            self.grid.setFixedHeight(high)


class ChangesTable(SmallTable):
    """What would change the recommendation, how far off it is, and what would be bought then."""

    def __init__(self, *, is_narrow: bool = False) -> None:
        """Create the table; a narrow one leaves out how far off each change is."""
        super().__init__(self.tr("What would change the answer"))
        self._positions: dict[str, int] = {}
        said = messages.translate_message
        self.model.set_columns(
            (
                Column(
                    "what", self.tr("If this changes"), lambda c: Cell(said(c.what)), min_width=110
                ),
                Column("to", self.tr("to"), lambda c: Cell(said(c.to)), min_width=100),
                Column("by", self.tr("by"), self._distance_cell, right=True, min_width=70),
                Column("then", self.tr("then"), self._winner_cell, min_width=120, stretch=True),
            )
        )
        self.grid.setColumnHidden(2, is_narrow)

    def show_answer(self, answer: Answer) -> None:
        """Show the changes of an answer; while it moves they stay those of a moment ago."""
        if answer.is_preliminary:
            self.note.setText(self.tr("settling\u2026"))
            return
        self.note.setText(self.tr("nearest first"))
        self._positions = {o.option.name: o.option.position for o in answer.options}
        changes = list_changes(answer)
        self._show_rows(changes)
        self.setVisible(bool(changes))

    def _distance_cell(self, change: Change) -> Cell:
        if change.by is None:
            return Cell(figures.EN_DASH, colour="text2")
        return Cell(f"{figures.percent(change.by, 1, signed=True)} %", number=change.by * 100)

    def _winner_cell(self, change: Change) -> Cell:
        if change.winner is None:
            text = self.tr("none is shown to pass")
            return Cell(text, icon="undetermined", colour="unknown")
        return Cell(change.winner, marker=self._positions.get(change.winner))

    def sizeHint(self) -> QSize:
        """Return the height of title and rows."""
        return QSize(600, self.grid.height() + theme.height("panel_head") + 8)
