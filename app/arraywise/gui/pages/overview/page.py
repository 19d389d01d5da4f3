"""Overview."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QFontMetrics,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QShortcut,
)
from PySide6.QtWidgets import QBoxLayout, QMenu, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from arraywise.gui.charts.chart_export import PictureButton
from arraywise.gui.charts.painted import TippedChart
from arraywise.gui.charts.ranking import Lead, lead_of
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import RowsModel
from arraywise.gui.pages.base import EmptyState, Page, add_to_head, scrolling, section_head
from arraywise.gui.pages.overview.headline import HeadlineBlock
from arraywise.gui.pages.overview.tables import (
    FIGURES,
    ChangesTable,
    MissingList,
    OverviewRow,
    ScreenTable,
    columns,
    passing,
    rows_of,
)
from arraywise.gui.session.page_requests import ShowTrace, TraceableFigure
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import (
    Passage,
    button,
    fill,
    flush,
    hairline,
    named,
    panel,
    restyle,
)
from arraywise.gui.widgets.messages import counted
from arraywise.present.summary import describe_recommendation
from arraywise.present.tables.overview import is_storage_alone
from arraywise.usecases.changes import Changes

if TYPE_CHECKING:
    from decimal import Decimal

    from PySide6.QtCore import QModelIndex
    from PySide6.QtGui import QResizeEvent

    from arraywise.domain.decision import Answer
    from arraywise.gui.charts.chart_export import Table
    from arraywise.gui.session.session import Session

translate = QCoreApplication.translate
_ROW = 21
_BAR = 13
_HEAD = 20


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
        message = ", ".join(f"{name} {figures.number(v, 1, signed=True)}" for name, v in parts)
        self.setAccessibleName(self.tr("Why: {parts}").format(parts=message))
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
        span = (max(0.0, *(points for _, points in lead.parts)) - least) or biggest
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


class ReasonPanel(QWidget):
    """The recommendation in words, and the bars."""

    def __init__(self) -> None:
        super().__init__()
        column = fill(QVBoxLayout(self), margins=(0, 0, 0, 10), spacing=4)
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
        fill(QVBoxLayout(box), self.bars, margins=(16, 0, 16, 0))
        column.addWidget(box)
        column.addStretch(1)

    def show_answer(self, answer: Answer) -> None:
        """Explain an answer."""
        lead = lead_of(answer)
        title = self.tr("Why {option}").format(option=lead.leader.option.name) if lead else ""
        self._title.setText(title or self.tr("Why there is no recommendation"))
        message = tuple(
            s
            for s in describe_recommendation(answer)
            if dict(s.figures).keys() not in _SHOWN_BESIDE
        )
        self.sentence.setText(messages.translate_messages(message))
        self._show_published(answer)
        self.bars.show_lead(lead)

    def _show_published(self, answer: Answer) -> None:
        """Set what the authors of the figures conclude beside what is recommended here."""
        published = answer.published_conclusion
        self.published.setVisible(published is not None)
        if published is not None:
            message = self.tr("What the publication concludes: {conclusion} ({citation})")
            self.published.setText(
                message.format(conclusion=published.text, citation=published.citation)
            )


_STACKED_BELOW = 820
_WHY_WIDTH = 380
_MOST_ROWS = 8


class OverviewPage(Page):
    """The grid of options with its explanation."""

    key = "overview"
    icon = "overview"

    def __init__(self, session: Session) -> None:
        super().__init__(self.tr("Overview"))
        self._session = session
        self._titled_by: tuple[str, Decimal | None, bool] | None = None
        """Currency, discount rate, and whether storage times are shown."""
        self.model = RowsModel((), self)
        self.grid = named(Grid(self.model, roomy=True), self.tr("Options"))
        self.grid.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.grid.doubleClicked.connect(self._trace)
        self.grid.opened.connect(lambda _row: self._trace(self.grid.currentIndex()))
        trace = QShortcut(QKeySequence("F4"), self.grid)
        trace.setContext(Qt.ShortcutContext.WidgetShortcut)
        trace.activated.connect(lambda: self._trace(self.grid.currentIndex()))
        self.headline = HeadlineBlock()
        self.error_text = ReasonPanel()
        self.missing = MissingList()
        self.screen_table = ScreenTable()
        self.changes = ChangesTable()
        self._columns_menu = QMenu(self)
        self._build_head_buttons()
        self.set_body(self._build_body(), self._build_empty())

    def _build_head_buttons(self) -> None:
        copy = button(self.tr("Copy"), self.grid.copy, kind="flat", sign="copy")
        choose = button(self.tr("Columns"), lambda: None, kind="flat", sign="columns")
        choose.setMenu(self._columns_menu)
        restyle(choose, menu=True)
        self.add_to_head(copy, choose)

    def _build_body(self) -> QWidget:
        body = panel()
        flush(QVBoxLayout(body), self.headline, self.grid, (self._build_explanation(), 1))
        return body

    def _build_explanation(self) -> QScrollArea:
        inside = panel()
        column = flush(QVBoxLayout(inside))
        self._pair = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._pair.setSpacing(0)
        self.error_text.setMinimumWidth(_WHY_WIDTH)
        self._pair.addWidget(self.error_text, 10)
        self._split = hairline(Qt.Orientation.Vertical)
        self._pair.addWidget(self._split)
        self._next_to = QVBoxLayout()
        self._next_to.addWidget(self.missing)
        self._next_to.addWidget(self.screen_table)
        fill(self._pair, (self._next_to, 11))
        self._pair.setAlignment(self._next_to, Qt.AlignmentFlag.AlignTop)
        fill(column, self._pair, hairline(Qt.Orientation.Horizontal))
        self._below = QVBoxLayout()
        self._below.addWidget(self.changes)
        fill(column, self._below, None)
        area = scrolling(inside)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return area

    def _build_empty(self) -> EmptyState:
        return EmptyState(
            "overview",
            self.tr("No options yet"),
            self.tr(
                "Drop result files of the lab anywhere on this window. Each configuration"
                " becomes an option; the comparison appears here as soon as one is measured."
            ),
            self.evidence_button(),
        )

    def refresh(self, changes: Changes) -> None:
        """Show the session's answer."""
        answer = self._session.answer
        if answer is None or changes is Changes.NOTHING:
            return
        self.show_empty(empty=not answer.options)
        if not answer.options:
            self.subtitle.setText("")
            return
        self._show_counts(answer)
        self._set_columns(answer)
        self.model.set_rows(rows_of(answer))
        self.headline.show_answer(answer)
        self.error_text.show_answer(answer)
        self.missing.show_answer(answer)
        self.screen_table.show_answer(answer)
        self.changes.show_answer(answer)
        self._arrange()

    def show_option(self, option_id: int) -> None:
        """Select an option's row."""
        for place, row in enumerate(self.model.rows):
            if isinstance(row, OverviewRow) and row.answer.option.id == option_id:
                self.grid.choose(self.model.index(place, 0))
                self.grid.setFocus()

    def _show_counts(self, answer: Answer) -> None:
        facts = self._session.facts
        runs = sum(len(o.load_runs) for o in facts.options) if facts else 0
        options = counted(len(answer.options), self.tr("1 option"), self.tr("{count} options"))
        measured = counted(runs, self.tr("1 run"), self.tr("{count} runs"))
        passes = counted(
            passing(answer), self.tr("1 passes the screen"), self.tr("{count} pass the screen")
        )
        self.subtitle.setText(f"{options}, {measured}, {passes}")

    def _set_columns(self, answer: Answer) -> None:
        titled_by = (answer.currency, answer.discount_rate, is_storage_alone(answer))
        if titled_by == self._titled_by:
            return
        self._titled_by = titled_by
        self.model.set_columns(columns(answer))
        self._columns_menu.clear()
        for place, column in enumerate(self.model.columns):
            if column.key not in {"rank", "option"}:
                self._add_column_action(place, column.name)

    def _add_column_action(self, place: int, title: str) -> None:
        action = QAction(title, self._columns_menu)
        action.setCheckable(True)
        action.setChecked(True)
        action.toggled.connect(lambda on: self._show_column(place, on=on))
        self._columns_menu.addAction(action)

    def _show_column(self, place: int, *, on: bool) -> None:
        self.grid.setColumnHidden(place, not on)
        self.grid.fit_columns()

    def _trace(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        row = self.model.rows[index.row()]
        if isinstance(row, OverviewRow):
            figure = FIGURES.get(self.model.columns[index.column()].key, TraceableFigure.RESPONSE)
            self.requested.emit(ShowTrace(row.answer.option.id, figure))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow page puts Why and Screen one under the other."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Make room for what the present width holds."""
        self.grid.setFixedHeight(self.grid.natural_height(_MOST_ROWS))
        screen, changes = self.screen_table.needed_width(), self.changes.needed_width()
        room = self.width() - self.error_text.minimumWidth() - 1
        stacked = self.width() < _STACKED_BELOW or room < screen
        self.screen_table.setMinimumWidth(0 if stacked else screen)
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._pair.setDirection(down if stacked else right)
        self._split.setVisible(not stacked)
        fits_beside = not stacked and room >= changes
        place = self._next_to if fits_beside else self._below
        if place.indexOf(self.changes) < 0:
            place.addWidget(self.changes)
