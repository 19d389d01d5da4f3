"""Overview."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QBoxLayout, QMenu, QScrollArea, QVBoxLayout

from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import RowsModel
from arraywise.gui.pages.base import EmptyState, Page, scrolling
from arraywise.gui.pages.overview.findings import FirstFindings
from arraywise.gui.pages.overview.headline import HeadlineBlock
from arraywise.gui.pages.overview.tables import (
    FIGURES,
    MissingList,
    OverviewRow,
    ScreenTable,
    columns,
    rows_of,
)
from arraywise.gui.pages.small_tables import ChangesTable
from arraywise.gui.session.page_requests import ShowTrace, TraceableFigure
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.controls import button, fill, flush, named, panel, restyle
from arraywise.present.tables.overview import Part, columns_of
from arraywise.usecases.changes import Changes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtCore import QModelIndex
    from PySide6.QtGui import QResizeEvent

    from arraywise.domain.decision import Answer
    from arraywise.domain.messages import Message
    from arraywise.gui.session.session import Session

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
        return EmptyState(
            "overview",
            self.tr("No options yet"),
            self.tr(
                "Drop result files here. Each configuration becomes an option; the comparison"
                " appears once one is measured."
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
        self._hide(answer, hidden)
        self._columns_menu.clear()
        for place, column in enumerate(self.model.columns):
            if column.key not in {"rank", "option"}:
                self._add_column_action(place, column.name)

    def _hide(self, answer: Answer, hidden: Mapping[str, bool]) -> None:
        """Leave columns as the user has them; new ones are shown where they are at first."""
        shown = {column.key for column in columns_of(answer, Part.OVERVIEW)}
        for place, column in enumerate(self.model.columns):
            self.grid.setColumnHidden(place, hidden.get(column.key, column.key not in shown))
        self.grid.fit_columns()

    def _add_column_action(self, place: int, title: str) -> None:
        action = QAction(title, self._columns_menu)
        action.setCheckable(True)
        action.setChecked(not self.grid.isColumnHidden(place))
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
