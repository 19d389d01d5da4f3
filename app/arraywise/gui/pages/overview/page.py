"""Overview: the answer with its reasons and the runner-up, findings and tables under them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPointF, QRectF, QSize, Qt, Signal
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

from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import RowsModel
from arraywise.gui.pages.base import EmptyState, Page, scrolling
from arraywise.gui.pages.findings import FirstFindings
from arraywise.gui.pages.overview.tables import (
    FIGURES,
    MissingList,
    OverviewRow,
    ScreenTable,
    columns,
    rows_of,
)
from arraywise.gui.pages.small_tables import ChangesTable
from arraywise.gui.session.page_requests import ShowPage, ShowTrace, TraceableFigure
from arraywise.gui.widgets import messages, painting, theme
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
from arraywise.present.headline import build_headline
from arraywise.present.labels import basis_word, outcome_word
from arraywise.present.runway import describe_chosen
from arraywise.present.tables.overview import Part, columns_of
from arraywise.usecases.changes import Changes

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.messages import Message
    from arraywise.gui.session.session import Session

_BEFORE_UNIT = re.compile(r"(?<=\d) (?=%|ms\b|tx/s)")
_SIDE = 16
_GAP = 8


def _passage(sentences: tuple[Message, ...]) -> str:
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
        self._word = "" if outcome is None else messages.translate_message(outcome_word(outcome))
        self._note = "" if outcome is None else messages.translate_message(basis_word(outcome))
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
        x = self._write(painter, x, text, role, "text", bold=True) + 2 * _GAP
        if self._outcome is None:
            return
        colour = painting.VERDICT_ICONS[self._outcome.status][1]
        icon = QRectF(x, middle - 8, 16, 16)
        painting.paint_verdict_icon(painter, icon, self._outcome.status, look["page"])
        x = self._write(painter, x + 16 + 5, self._word, "figure", colour, bold=True) + _GAP
        self._write(painter, x, self._note, "body", "text3", bold=False)

    def _outcome_width(self) -> float:
        if self._outcome is None:
            return 0.0
        word = QFontMetrics(theme.font("figure", bold=True)).horizontalAdvance(self._word)
        note = QFontMetrics(theme.font("body")).horizontalAdvance(self._note)
        return 2 * _GAP + 21 + word + _GAP + note

    def _write(
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

    asked = Signal(object)  # carries a page request

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Answer"))
        self.title, self.rival_title = HeadlineTitle("headline"), HeadlineTitle("section")
        self.text, self.rival_text = Passage("figure", "text"), Passage("control", "text")
        self.lasting, self.next_step = Passage("control", "text"), Passage("control", "text2")
        self.published = Passage("body", "text2")
        decision = ShowPage("decision")
        decided = button(
            self.tr("How it was decided"), lambda: self.asked.emit(decision), kind="link"
        )
        copy = named(
            button(self.tr("Copy the text"), self.copy, kind="link"), self.tr("Copy the answer")
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
            (self.lasting, describe_chosen(answer)),
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
        self.text.setText(_passage(said.sentences))
        has_rival = said.beside_title is not None
        self.rival_title.setVisible(has_rival)
        self.rival_text.setVisible(has_rival)
        self._beside.setVisible(has_rival or bool(self.lasting.text()))
        self._split.setVisible(has_rival or bool(self.lasting.text()))
        if said.beside_title is not None and said.rival is not None:
            position = said.rival.option.position
            self.rival_title.show_title(messages.translate_message(said.beside_title), (position,))
            self.rival_text.setText(_passage(said.beside))

    def copy(self) -> None:
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
        self._titled_by: tuple[tuple[str, Message, Message | str], ...] = ()
        """Key, title and unit of each column that is there, shown or not."""
        self.model = RowsModel((), self)
        self.grid = named(Grid(self.model, roomy=True), self.tr("Options"))
        self.grid.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.grid.doubleClicked.connect(self._trace)
        self.grid.opened.connect(lambda _row: self._trace(self.grid.currentIndex()))
        trace = QShortcut(QKeySequence("F4"), self.grid)
        trace.setContext(Qt.ShortcutContext.WidgetShortcut)
        trace.activated.connect(lambda: self._trace(self.grid.currentIndex()))
        self.headline = HeadlineBlock()
        self.headline.asked.connect(self.requested)
        self.findings = FirstFindings()
        self.findings.asked.connect(self.requested)
        self.missing = MissingList()
        self.screen_table = ScreenTable()
        self.changes = ChangesTable()
        self._columns_menu = QMenu(self)
        self.head.hide()  # the headline is in its place
        self._add_tools()
        self.set_body(self._build_body(), self._build_empty())

    def _add_tools(self) -> None:
        copy = button(self.tr("Copy the table"), self.grid.copy, kind="link")
        choose = button(self.tr("Columns"), lambda: None, kind="flat", sign="columns")
        choose.setMenu(self._columns_menu)
        restyle(choose, menu=True)
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
        area = scrolling(inside)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return area

    def _build_empty(self) -> EmptyState:
        return self.waiting_for_evidence(
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
        self._set_table(answer)
        self.headline.show_answer(answer)
        self.findings.show_answer(answer)
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

    def _set_table(self, answer: Answer) -> None:
        titled_by = tuple((each.key, each.title, each.unit) for each in columns_of(answer))
        if titled_by == self._titled_by:
            self.model.set_rows(rows_of(answer))
            return
        self._titled_by = titled_by
        hidden = {
            column.key: self.grid.isColumnHidden(place)
            for place, column in enumerate(self.model.columns)
        }
        self.model.set_rows(())  # which have no cells for other columns
        self.model.set_columns(columns(answer))
        self.model.set_rows(rows_of(answer))
        self._columns_menu.clear()
        shown = {column.key for column in columns_of(answer, Part.OVERVIEW)}
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

    def _trace(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        row = self.model.rows[index.row()]
        if isinstance(row, OverviewRow):
            figure = FIGURES.get(self.model.columns[index.column()].key, TraceableFigure.RESPONSE)
            self.requested.emit(ShowTrace(row.answer.option.id, figure))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow page puts what is missing above what would change the answer."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Make room for what the present width holds."""
        self.grid.setFixedHeight(self.grid.natural_height(_MOST_ROWS))
        needed = self.changes.needed_width()
        fits_beside = self.width() - needed >= theme.px(_MISSING_WIDTH)
        self.changes.setMinimumWidth(needed if fits_beside else 0)
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._pair.setDirection(right if fits_beside else down)
