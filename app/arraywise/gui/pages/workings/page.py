"""Workings."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from arraywise.domain.cells import (
    CRITERIA,
    MOST_COLUMNS,
    MOST_ROWS,
    REQUIREMENT,
    WORKINGS,
    FormatKind,
    NumberFormat,
    Place,
    TypedCell,
    column_letters,
)
from arraywise.domain.messages import UserError
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Column, RowsModel, Shown, said_fault, shown_value
from arraywise.gui.grid.number_formats import formatted, with_decimals
from arraywise.gui.grid.pointing import Seat
from arraywise.gui.grid.sheet import FormulaLine, add_sheet
from arraywise.gui.grid.view import Laid, areas_of
from arraywise.gui.pages.base import Page
from arraywise.gui.pages.workings.inputs import CriteriaSheet, RequirementSheet
from arraywise.gui.session.background import set_aside
from arraywise.gui.session.page_requests import ShowPage
from arraywise.gui.widgets import messages, theme
from arraywise.gui.widgets.controls import button, flush, hairline, panel, restyle
from arraywise.gui.widgets.time_slicing import Pace, at_once
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_cells import check_cells
from arraywise.worksheets.fields import WORKINGS_KEY
from arraywise.worksheets.sheets import (
    SheetEdit,
    delete_columns,
    delete_rows,
    following,
    insert_columns,
    insert_rows,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arraywise.gui.session.sheet_values import SheetValues

translate = QCoreApplication.translate


class FormatMenu(QMenu):
    """Formats the selected cells of the workings."""

    def __init__(self, grid: Grid, sheets: SheetValues, page: QWidget) -> None:
        """Offer the formats; their keys work anywhere on the page."""
        super().__init__(translate("Formats", "Number format"), page)
        self._grid, self._sheets = grid, sheets
        kinds = FormatKind
        for text, keys, wanted in (
            (translate("Formats", "General"), "Ctrl+Shift+~", NumberFormat()),
            (translate("Formats", "Number, 2 decimals"), "Ctrl+Shift+1",
             NumberFormat(kinds.GROUPED, 2)),
            (translate("Formats", "Without thousands marks"), "", NumberFormat(kinds.NUMBER, 2)),
            (translate("Formats", "Percent"), "Ctrl+Shift+5", NumberFormat(kinds.PERCENT)),
            (translate("Formats", "Currency"), "Ctrl+Shift+4", NumberFormat(kinds.CURRENCY, 2)),
            (translate("Formats", "Date"), "Ctrl+Shift+3", NumberFormat(kinds.DATE)),
        ):  # fmt: skip
            self._add(text, keys, partial(_always, wanted))
        self.addSeparator()
        self._add(translate("Formats", "More decimals"), "", partial(self._stepped, 1))
        self._add(translate("Formats", "Fewer decimals"), "", partial(self._stepped, -1))
        page.addActions([each for each in self.actions() if not each.isSeparator()])

    def _add(self, text: str, keys: str, wanted: Callable[[Place], NumberFormat]) -> None:
        action = self.addAction(text)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda _checked=False: self.apply(wanted))

    def _stepped(self, by: int, place: Place) -> NumberFormat:
        result = self._sheets.result(place)
        value = result.value if result is not None else None
        number = value if isinstance(value, float) else None
        return with_decimals(self._sheets.format_of(place), by, number)

    def apply(self, wanted: Callable[[Place], NumberFormat]) -> None:
        """Give the selected cells a format each, as one step; what is typed in them stays."""
        cells, decimal = self._sheets.cells, self._sheets.decimal
        typed, gone = [], set()
        for place in self._places():
            known, text = cells.get(place), str(wanted(place))
            if known is None:
                if text:
                    typed.append(TypedCell(place, "", decimal, text))
            elif not (text or known.text):
                gone.add(place)
            elif known.number_format != text:
                typed.append(TypedCell(place, known.text, known.decimal, text))
        if typed or gone:
            self._sheets.try_edit(SheetEdit(frozenset(gone), tuple(typed)), "workings")

    def _places(self) -> Iterator[Place]:
        last = max(self._sheets.used[0], _LEAST_ROWS) - 1
        for area in areas_of(self._grid.selectionModel().selection()):
            high = min(area.bottom(), last) + 1 - area.top()
            for row in self._grid.rows.numbers_from(area.top(), max(0, high)):
                for column in range(area.left(), area.right() + 1):
                    yield Place(WORKINGS_KEY, row, column)


def _always(wanted: NumberFormat, _place: Place) -> NumberFormat:
    return wanted


if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping, Sequence

    from arraywise.gui.grid.view import Block
    from arraywise.gui.session.session import Session

    ChangeLines = Callable[[Mapping[Place, TypedCell], str, str, int, int], SheetEdit]

_LEAST_ROWS = 200
_LEAST_COLUMNS = 26
_SPARE = 50  # empty rows below the last that holds something
_WIDE = 92


class WorkingsPage(Page):
    """One free sheet."""

    key = "workings"
    icon = "table"

    def __init__(self, session: Session) -> None:
        super().__init__(self.tr("Workings"))
        self._session = session
        self._sheets = session.sheets
        self.model = RowsModel((), self)
        self.grid = Grid(self.model)
        self._set_up_grid()
        self.line = FormulaLine(self.grid)
        self.formats = FormatMenu(self.grid, self._sheets, self)
        self.grid.addAction(self.formats.menuAction())
        choose = button(self.tr("Number format"), lambda: None)
        choose.setMenu(self.formats)
        restyle(choose, menu=True)
        choose.setFixedHeight(theme.height("field"))
        self.add_to_head(choose)
        self.subtitle.setText(
            self.tr("Formulas over all sheets and the model\u2019s results; F1 lists the names")
        )
        self.requirement, self.criteria = RequirementSheet(session), CriteriaSheet(session)
        self.set_body(self._make_body())
        for place, (key, grid, line) in enumerate(self._sheets_in_order()):
            show = partial(self._show_sheet, key, place)
            grid.turned.connect(self._turn)
            self._sheets.pointing.join(Seat(grid, line, partial(str, key), show))
        self._sheets.changed.connect(self._show_cells)
        self._fit()

    def _make_body(self) -> QWidget:
        """Lay the sheets over each other, with tabs below as spreadsheets have them."""
        sheet = panel()
        add_sheet(QVBoxLayout(sheet), self.line, self.grid)
        self._stack_of_sheets = QStackedWidget()
        self._stack_of_sheets.addWidget(sheet)
        self._stack_of_sheets.addWidget(self.requirement)
        self._stack_of_sheets.addWidget(self.criteria)
        self.tabs = QTabBar()
        self.tabs.setAccessibleName(self.tr("Sheets"))
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setFont(theme.font("body"))
        for title in (WORKINGS, REQUIREMENT, CRITERIA):  # as formulas call them
            self.tabs.addTab(title)
        self.tabs.currentChanged.connect(self._stack_of_sheets.setCurrentIndex)
        body = panel()
        flush(
            QVBoxLayout(body),
            (self._stack_of_sheets, 1),
            hairline(Qt.Orientation.Horizontal),
            self.tabs,
        )
        return body

    def _set_up_grid(self) -> None:
        grid = self.grid
        grid.setAccessibleName(self.tr("Cells of the workings"))
        grid.number_rows(48)
        grid.block_given_to, grid.portions_given_to = self._take_shown, self._take_portions
        grid.format_at = lambda row, column: str(
            self._sheets.format_of(Place(WORKINGS_KEY, self.model.row_number(row) - 1, column))
        )
        grid.in_portions = self._session.background.do_in_portions
        grid.is_filled = lambda row, column: self._sheets.is_typed(
            WORKINGS_KEY, self.model.row_number(row) - 1, column
        )
        grid.last_filled = self._last_filled
        grid.columns_grown_to = self._grow_columns
        grid.rows_inserted_by = self._insert_rows
        grid.rows_removed_by = self._remove_rows
        grid.columns_inserted_by = self._insert_columns
        grid.columns_removed_by = self._remove_columns
        grid.offered = self._sheets.offered
        header = grid.horizontalHeader()
        header.setSortIndicatorShown(False)  # a click on a letter selects its column
        header.sectionClicked.connect(grid.selectColumn)

    def refresh(self, changes: Changes) -> None:
        """The cells follow by themselves; see `SheetValues`."""
        if changes is Changes.NOTHING:
            return
        if changes.is_of_question and self.model.columns:
            self._show_inputs()
        else:
            self._show_cells()

    def _show_cells(self) -> None:
        if self.isVisible() or not self.model.columns:
            self._fit()
            self.model.show_cells_again()
            self.line.refresh()
            self._show_inputs()

    def _sheets_in_order(self) -> tuple[tuple[str, Grid, FormulaLine], ...]:
        """Return key, grid and formula line of each sheet, in the order of the tabs."""
        return (
            (WORKINGS_KEY, self.grid, self.line),
            *((s.key, s.grid, s.line) for s in (self.requirement, self.criteria)),
        )

    def _show_sheet(self, own: str, tab: int, key: str) -> bool:
        """Bring a sheet to the front, if it is this one."""
        if key == own:
            self.wanted.emit(ShowPage(self.key))
            self.tabs.setCurrentIndex(tab)
        return key == own

    def _turn(self, by: int) -> None:
        """Go to the next sheet, or to the one before."""
        place = self.tabs.currentIndex() + by
        if 0 <= place < self.tabs.count():
            self.tabs.setCurrentIndex(place)
            grid = self._sheets_in_order()[place][1]
            grid.have_current()
            grid.setFocus()

    def _show_inputs(self) -> None:
        for sheet in (self.requirement, self.criteria):
            sheet.show_inputs()

    def _fit(self) -> None:
        """Have as many rows and columns as are used, and some more."""
        used_rows, used_columns = self._sheets.used
        rows = min(MOST_ROWS, max(_LEAST_ROWS, used_rows + _SPARE))
        columns = min(MOST_COLUMNS, max(_LEAST_COLUMNS, used_columns + 1))
        if len(self.model.columns) < columns:
            self.model.set_columns([self._column(place) for place in range(columns)])
        if len(self.model.rows) < rows:
            self.model.set_rows(range(rows))

    def _last_filled(self) -> tuple[int, int]:
        cells = self._sheets.cells
        filled = [p for p, cell in cells.items() if p.sheet == WORKINGS_KEY and cell.text]
        return max((p.row for p in filled), default=0), max((p.column for p in filled), default=0)

    def _grow_columns(self, count: int) -> None:
        if len(self.model.columns) < count <= MOST_COLUMNS:
            self.model.set_columns([self._column(place) for place in range(count)])

    def _column(self, place: int) -> Column:
        letter = column_letters(place)
        return Column(
            letter,
            letter,
            lambda row: self._shown(Place(WORKINGS_KEY, row, place)),
            least=_WIDE,
            steady=True,
            most=260,
            centred=False,
            edit=lambda row, text: self.take_block(row, place, [[text]]),
            letter=letter,
            formulas=True,
        )

    def _shown(self, place: Place) -> Shown:
        typed = self._sheets.typed(place)
        if typed is None:
            return Shown()
        result = self._sheets.result(place)
        formula = typed.startswith("=")
        if result is None:
            return Shown(typed, italic=True, colour="text3", typed=typed)
        if result.fault is not None:
            return Shown(
                result.fault.code if formula else typed,
                icon="warning",
                colour="fail",
                invalid=True,
                tip=said_fault(result.fault),
                typed=typed,
                formula=formula,
            )
        number = result.value if isinstance(result.value, float) else None
        text = shown_value(result.value) if formula or number is None else typed
        wanted = self._sheets.format_of(place)
        if number is not None and wanted.kind is not FormatKind.GENERAL:
            facts = self._session.facts
            text = formatted(number, wanted, facts.currency if facts is not None else "")
        return Shown(text, number=number, typed=typed, formula=formula, right=number is not None)

    # Editing

    def take_block(self, row: int, column: int, block: Block) -> None:
        """Keep cells from a row of the sheet on, as one step."""
        at_once(self._take(range(row, row + len(block)), column, Laid(block)))

    def _take_shown(self, row: int, column: int, block: Block) -> None:
        """Keep typed, pasted, filled or cleared cells from a row that is shown on."""
        at_once(self._take_portions(row, column, Laid(block)))

    def _take_portions(self, row: int, column: int, laid: Laid) -> Generator[None]:
        yield from self._take(self.model.numbers_from(row, len(laid.texts)), column, laid)

    def _take(self, rows: Sequence[int], column: int, laid: Laid) -> Generator[None]:
        """Keep cells as one step, made in portions."""
        typed: dict[Place, TypedCell] = {}
        gone: set[Place] = set()
        used, pace = (0, 0), Pace()
        plain = [[None] * MOST_COLUMNS] * len(laid.texts)
        formats: Sequence[Sequence[str | None]] = laid.formats or plain
        try:
            for row, texts, written in zip(rows, laid.texts, formats, strict=True):
                line, empty = self._typed_line(row, column, texts, written)
                check_cells(line.values())
                typed |= line
                gone |= empty
                if line:
                    used = max(used[0], row + 1), max(used[1], column + len(texts))
                if pace.is_due:
                    yield
        except UserError as error:
            self.grid.refused.emit(messages.why(error))
        else:
            yield
            if laid.move is not None:
                left = {p: c for p, c in self._sheets.cells.items() if p not in gone}
                typed = following(left, WORKINGS_KEY, WORKINGS, laid.move) | typed
            self._keep(gone, typed, used)
            set_aside()

    def _typed_line(
        self, row: int, column: int, texts: Sequence[str], formats: Sequence[str | None]
    ) -> tuple[dict[Place, TypedCell], set[Place]]:
        """Return the cells of a row that read otherwise with these texts, and those that go."""
        typed: dict[Place, TypedCell] = {}
        gone: set[Place] = set()
        for right, text in enumerate(texts):
            place = Place(WORKINGS_KEY, row, column + right)
            known = self._sheets.cells.get(place)
            cell = self._typed_cell(known, place, text, formats[right])
            if cell is None:
                if known is not None:
                    gone.add(place)
            elif cell is not known:
                typed[place] = cell
        return typed, gone

    def _keep(
        self, gone: set[Place], typed: dict[Place, TypedCell], used: tuple[int, int]
    ) -> None:
        if not typed and not gone:
            return
        after = {**self._sheets.cells, **typed}
        for place in gone:
            after.pop(place, None)
        edit = SheetEdit(frozenset(gone), tuple(typed.values()))
        self._sheets.keep(edit, "workings", after, used)

    def _typed_cell(
        self, known: TypedCell | None, place: Place, text: str, written: str | None
    ) -> TypedCell | None:
        """Return a cell with another text and format; the same where it stays, None for nothing.

        Args:
            known: The cell before.
            place: Where it is.
            text: To stand in it.
            written: Its format; None to keep that it has.
        """
        if written is None:
            written = known.number_format if known is not None else ""
        if not text.strip():
            text = ""
        if not (text or written):
            return None
        decimal = self._sheets.decimal if text or known is None else known.decimal
        if known is not None and (text, decimal, written) == (
            known.text, known.decimal, known.number_format
        ):  # fmt: skip
            return known
        return TypedCell(place, text.strip("\n"), decimal, written)

    def _insert_rows(self, row: int, count: int) -> None:
        self._change_lines(insert_rows, row, count)

    def _remove_rows(self, row: int, count: int) -> None:
        self._change_lines(delete_rows, row, count)

    def _insert_columns(self, column: int, count: int) -> None:
        self._change_lines(insert_columns, column, count)

    def _remove_columns(self, column: int, count: int) -> None:
        self._change_lines(delete_columns, column, count)

    def _change_lines(self, change: ChangeLines, first: int, count: int) -> None:
        """Put rows or columns in, or take them out; formulas everywhere follow."""
        try:
            edit = change(self._sheets.cells, WORKINGS_KEY, WORKINGS, first, count)
        except UserError as error:
            self.grid.refused.emit(messages.why(error))
        else:
            self._sheets.try_edit(edit, "workings")

    def paste(self) -> None:
        """Paste cells into the grid."""
        self._sheets_in_order()[self.tabs.currentIndex()][1].paste()
