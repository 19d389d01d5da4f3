"""Overview: a row an option, why the best one is best, and what would change that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QBoxLayout, QMenu, QScrollArea, QVBoxLayout, QWidget

from arraywise.gui.fields import button, hairline, panel, restyle
from arraywise.gui.nesting import nest
from arraywise.gui.pages.overview_columns import FIGURES, Row, columns, passing, rows_of
from arraywise.gui.pages.overview_tables import ChangesTable, ScreenTable
from arraywise.gui.pages.overview_why import WhyPanel
from arraywise.gui.pages.page import EmptyState, Page, scrolling
from arraywise.gui.sheets.grid import Grid
from arraywise.gui.sheets.rows_model import RowsModel
from arraywise.gui.wishes import Figure, ShowTrace
from arraywise.gui.wording import counted
from arraywise.usecases.changes import Changes

if TYPE_CHECKING:
    from decimal import Decimal

    from PySide6.QtCore import QModelIndex
    from PySide6.QtGui import QResizeEvent

    from arraywise.domain.decision import Answer
    from arraywise.gui.session import Session

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
        self._money: tuple[str, Decimal | None] | None = None
        """What the columns of prices are titled by: currency and discount rate."""
        self.model = RowsModel((), self)
        self.grid = Grid(self.model, roomy=True)
        self.grid.setAccessibleName(self.tr("Options"))
        self.grid.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.grid.doubleClicked.connect(self._trace)
        self.grid.opened.connect(lambda _row: self._trace(self.grid.currentIndex()))
        trace = QShortcut(QKeySequence("F4"), self.grid)
        trace.setContext(Qt.ShortcutContext.WidgetShortcut)
        trace.activated.connect(lambda: self._trace(self.grid.currentIndex()))
        self.why = WhyPanel()
        self.screen_table = ScreenTable()
        self.changes = ChangesTable()
        self._columns_menu = QMenu(self)
        self._make_head_buttons()
        self.set_body(self._make_body(), self._make_empty())

    def _make_head_buttons(self) -> None:
        copy = button(self.tr("Copy"), self._copy, kind="flat", sign="copy")
        choose = button(self.tr("Columns"), lambda: None, kind="flat", sign="columns")
        choose.setMenu(self._columns_menu)
        restyle(choose, menu=True)
        self.add_to_head(copy, choose)

    def _make_body(self) -> QWidget:
        body = panel()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.grid)
        column.addWidget(self._make_explanation(), 1)
        return body

    def _make_explanation(self) -> QScrollArea:
        inside = panel()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._pair = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._pair.setSpacing(0)
        self.why.setMinimumWidth(_WHY_WIDTH)
        self._pair.addWidget(self.why, 10)
        self._split = hairline(Qt.Orientation.Vertical)
        self._pair.addWidget(self._split)
        self._beside = QVBoxLayout()
        self._beside.addWidget(self.screen_table)
        nest(self._pair, self._beside, 11)
        self._pair.setAlignment(self._beside, Qt.AlignmentFlag.AlignTop)
        nest(column, self._pair)
        column.addWidget(hairline(Qt.Orientation.Horizontal))
        self._below = QVBoxLayout()
        self._below.addWidget(self.changes)
        nest(column, self._below)
        column.addStretch(1)
        area = scrolling(inside)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return area

    def _make_empty(self) -> EmptyState:
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
        self._say_counts(answer)
        self._set_columns(answer.currency, answer.discount_rate)
        self.model.set_rows(rows_of(answer))
        self.why.show_answer(answer)
        self.screen_table.show_answer(answer)
        self.changes.show_answer(answer)
        self._arrange()

    def show_option(self, option_id: int) -> None:
        """Select an option's row."""
        for place, row in enumerate(self.model.rows):
            if isinstance(row, Row) and row.answer.option.id == option_id:
                self.grid.choose(self.model.index(place, 0))
                self.grid.setFocus()

    def _say_counts(self, answer: Answer) -> None:
        facts = self._session.facts
        runs = sum(len(o.load_runs) for o in facts.options) if facts else 0
        options = counted(len(answer.options), self.tr("1 option"), self.tr("{count} options"))
        measured = counted(runs, self.tr("1 run"), self.tr("{count} runs"))
        passes = counted(
            passing(answer), self.tr("1 passes the screen"), self.tr("{count} pass the screen")
        )
        self.subtitle.setText(f"{options}, {measured}, {passes}")

    def _set_columns(self, currency: str, discount_rate: Decimal | None) -> None:
        if (currency, discount_rate) == self._money:
            return
        self._money = (currency, discount_rate)
        self.model.set_columns(columns(currency, discount_rate))
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

    def _copy(self) -> None:
        self.grid.copy()

    def _trace(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        row = self.model.rows[index.row()]
        if isinstance(row, Row):
            key = self.model.columns[index.column()].key
            figure = FIGURES.get(key, Figure.RESPONSE)
            self.wanted.emit(ShowTrace(row.answer.option.id, figure))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow page puts Why and Screen one under the other."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Make room for what the present width holds."""
        self.grid.setFixedHeight(self.grid.natural_height(_MOST_ROWS))
        screen, changes = self.screen_table.needed_width(), self.changes.needed_width()
        room = self.width() - self.why.minimumWidth() - 1
        stacked = self.width() < _STACKED_BELOW or room < screen
        self.screen_table.setMinimumWidth(0 if stacked else screen)
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._pair.setDirection(down if stacked else right)
        self._split.setVisible(not stacked)
        fits_beside = not stacked and room >= changes
        place = self._beside if fits_beside else self._below
        if place.indexOf(self.changes) < 0:
            place.addWidget(self.changes)
