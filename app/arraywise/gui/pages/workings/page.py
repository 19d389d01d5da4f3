"""The page of workings, with requirement and criteria as sheets."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget

from arraywise.analysis.decision.scoring import criteria_with_swings_of
from arraywise.domain.cells import (
    CRITERIA,
    FILLS,
    GENERAL_FORMAT,
    MOST_COLUMNS,
    MOST_ROWS,
    REQUIREMENT,
    WORKINGS,
    CellAddress,
    FormatKind,
    InputCell,
    NumberFormat,
    column_letters,
)
from arraywise.domain.messages import Message, UserError
from arraywise.domain.requirement_fields import SHEET_FIELDS, RequirementKind
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import (
    Cell,
    Column,
    RowsModel,
    describe_fault,
    format_figure,
    format_value,
)
from arraywise.gui.grid.pointing import PickableGrid
from arraywise.gui.grid.sheet import FormulaBar, add_grid_with_bars
from arraywise.gui.grid.view import CellBlock
from arraywise.gui.pages.base import InputSheet, Page, Texts, faulty_cell, menu_button
from arraywise.gui.pages.workings.formats import LEAST_ROWS, FormatMenu
from arraywise.gui.session.background import freeze_bulk_objects
from arraywise.gui.session.page_requests import ShowPage
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import flush, hairline, panel, with_accessible_name
from arraywise.gui.widgets.messages import translate_message
from arraywise.gui.widgets.time_slicing import TimeSlice, run_unsliced
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_cells import (
    check_cell_limits,
    criterion_text_error,
    parse_criteria_edit,
    parse_requirement_edit,
    requirement_text_error,
)
from arraywise.worksheets.fields import (
    CRITERIA_KEY,
    CRITERION_FIELDS,
    FIRST_STAKEHOLDER_COLUMN,
    REQUIREMENT_KEY,
    WORKINGS_KEY,
    stakeholder_in_column,
)
from arraywise.worksheets.sheets import (
    SheetEdit,
    build_column_deletion,
    build_column_insertion,
    build_row_deletion,
    build_row_insertion,
    rewrite_formulas_after_move,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping, Sequence

    from PySide6.QtCore import QModelIndex

    from arraywise.domain.criteria import Stakeholder
    from arraywise.gui.grid.view import Block
    from arraywise.gui.session.session import Session

    ChangeLines = Callable[[Mapping[CellAddress, InputCell], str, str, int, int], SheetEdit]


translate = QCoreApplication.translate


def _yes_no_figures() -> dict[str, str]:
    """Return the words for yes and no with the figures that formulas use for them."""
    yes, no = translate("RequirementSheet", "Yes"), translate("RequirementSheet", "No")
    return {yes: "1", no: "0"}


def _yes_no_to_figure(row: int, text: str) -> str:
    """Return a typed yes or no as a figure; all else as it is."""
    if SHEET_FIELDS[row].kind is not RequirementKind.YES:
        return text
    meant = {word.casefold(): figure for word, figure in _yes_no_figures().items()}
    return meant.get(text.strip().casefold(), text)


class RequirementSheet(InputSheet):
    """A grid of the requirement's figures."""

    key = REQUIREMENT_KEY

    def __init__(self, session: Session) -> None:
        super().__init__(session, translate("RequirementSheet", "Details of the requirement"))
        self.model.set_rows(range(len(SHEET_FIELDS)))

    def columns(self) -> tuple[Column, ...]:
        """Return name, value and unit."""
        return (
            Column("name", self.tr("Detail"),
                   lambda row: Cell(translate_message(SHEET_FIELDS[row].label)), letter="A",
                   min_width=300),
            self.input_column(1, "value", self.tr("Value"), min_width=160,
                              choices=self._list_choices),
            Column("unit", self.tr("Unit"), self._unit_cell, letter="C", min_width=80),
        )  # fmt: skip

    def _list_choices(self, index: QModelIndex) -> tuple[str, ...]:
        row = self.model.rows[index.row()]
        return tuple(_yes_no_figures()) if SHEET_FIELDS[row].kind is RequirementKind.YES else ()

    def _unit_cell(self, row: int) -> Cell:
        facts = self.session.facts
        field = SHEET_FIELDS[row]
        unit = translate_message(field.unit) if isinstance(field.unit, Message) else field.unit
        if field.kind is RequirementKind.MONEY and facts is not None:
            unit = facts.currency
        return Cell(unit, colour="text2", sunken=True)

    def input_cell(self, row: int, column: int) -> Cell:
        """Return what a cell shows."""
        facts = self.session.facts
        if facts is None:
            return Cell()
        value = SHEET_FIELDS[row].displayed_value(facts.requirement)
        place = CellAddress(self.key, row, column)
        if not isinstance(value, bool):
            return self.value_cell(place, value if isinstance(value, float) else None, Cell())
        yes, no = _yes_no_figures()
        word = Cell(yes if value else no, right=True)
        shown = self.value_cell(place, None, word)
        return shown if shown.invalid else replace(word, typed=shown.typed, formula=shown.formula)

    def build_edit(self, texts: Texts) -> SheetEdit:
        """Return the edit for texts that were typed."""
        facts = self.session.facts
        if facts is None:
            return SheetEdit()
        rows = {row: _yes_no_to_figure(row, text) for (row, _), text in texts.items()}
        return parse_requirement_edit(
            self.sheets.cells, facts.requirement, rows, self.sheets.decimal, facts.currency
        )

    def describe_text_error(self, row: int, column: int, text: str) -> Message | None:  # noqa: ARG002
        """Return why a typed text is no figure that the cell can take."""
        facts = self.session.facts
        if facts is None:
            return None
        return requirement_text_error(
            facts.requirement,
            row,
            _yes_no_to_figure(row, text),
            self.sheets.decimal,
            facts.currency,
        )


class CriteriaSheet(InputSheet):
    """A grid of swings and anchors; anchors that are left open are shown as they follow."""

    key = CRITERIA_KEY

    def __init__(self, session: Session) -> None:
        super().__init__(session, translate("CriteriaSheet", "Weights and value functions"))

    def columns(self) -> tuple[Column, ...]:
        """Return name, swing and anchors; unit and weight are not typed."""
        titles = (
            self.tr("Swing"),
            self.tr("Limit, worth 0"),
            self.tr("Target"),
            self.tr("Aspiration, worth 100"),
            self.tr("Worth of the target"),
        )
        fields = zip(CRITERION_FIELDS, titles, strict=True)
        typed = (
            self.input_column(place, field.name, title)
            for place, (field, title) in enumerate(fields, start=1)
        )
        people = (
            self.input_column(place, f"person {person.name}", person.name,
                              tip=self.tr("Swing in the eyes of this stakeholder"))
            for place, person in enumerate(self._stakeholders, start=FIRST_STAKEHOLDER_COLUMN)
        )  # fmt: skip
        return (
            Column("criterion", self.tr("Criterion"), self._name_cell, letter="A", min_width=200),
            *typed,
            Column("unit", self.tr("Unit"), self._unit_cell, letter="G", min_width=64),
            Column("weight", self.tr("Weight"), self._weight_cell, "%", right=True, letter="H",
                   min_width=90),
            *people,
        )  # fmt: skip

    @property
    def _stakeholders(self) -> tuple[Stakeholder, ...]:
        facts = self.session.facts
        return facts.weighting.stakeholders if facts is not None else ()

    def show_inputs(self) -> None:
        """Show the session's criteria."""
        count = len(self.session.criteria)
        people = [c.title for c in self.model.columns[FIRST_STAKEHOLDER_COLUMN:]]
        if people != [person.name for person in self._stakeholders]:
            self.model.set_columns(self.columns())
            self.grid.freeze(
                1 if self._stakeholders else 0
            )  # the criteria stay beside the last swings
        if len(self.model.rows) != count:
            self.model.set_rows(range(count))
        super().show_inputs()

    def _name_cell(self, row: int) -> Cell:
        return Cell(messages.display_name(self.session.criteria[row].criterion))

    def _unit_cell(self, row: int) -> Cell:
        facts, criterion = self.session.facts, self.session.criteria[row].criterion
        unit = messages.criterion_unit(criterion, facts.currency if facts else "")
        return Cell(unit, colour="text2", sunken=True)

    def _weight_cell(self, row: int) -> Cell:
        swings = [setting.swing for setting in self.session.criteria]
        weight = swings[row] / (sum(swings) or 1.0)
        return Cell(figures.percent(weight, 1), number=100 * weight, colour="text2", sunken=True)

    def input_cell(self, row: int, column: int) -> Cell:
        """Return what a cell shows."""
        if column >= FIRST_STAKEHOLDER_COLUMN:
            return self._stakeholder_swing_cell(row, column)
        field, setting = CRITERION_FIELDS[column - 1], self.session.criteria[row]
        value = field.get(setting)
        answer = self.session.answer  # has the criteria with their anchors filled in
        settings = answer.settings if answer is not None else ()
        used = next((s for s in settings if s.criterion == setting.criterion), setting)
        follows = Cell(
            format_value(field.get(used)),
            colour="text2",
            italic=True,
            guess=True,
            typed="",
            tip=self.tr("Calculated from requirement or prices; type to fix it"),
        )
        number = value if isinstance(value, float) else None
        return self.value_cell(CellAddress(self.key, row, column), number, follows)

    def _stakeholder_swing_cell(self, row: int, column: int) -> Cell:
        """Return what the column of a stakeholder shows."""
        facts = self.session.facts
        owner = stakeholder_in_column(facts.weighting, column) if facts is not None else None
        if facts is None or owner is None:
            return Cell()
        settings = criteria_with_swings_of(self.session.criteria, facts.weighting, owner.name)
        return self.value_cell(
            CellAddress(self.key, row, column), float(settings[row].swing), Cell()
        )

    def build_edit(self, texts: Texts) -> SheetEdit:
        """Return the edit for texts that were typed."""
        facts = self.session.facts
        if facts is None:
            return SheetEdit()
        rows: dict[int, dict[int, str]] = defaultdict(dict)
        for (row, column), text in texts.items():
            rows[row][column] = text
        sheets = self.sheets
        return parse_criteria_edit(
            sheets.cells, self.session.criteria, facts, rows, sheets.decimal
        )

    def describe_text_error(self, row: int, column: int, text: str) -> Message | None:
        """Return why a typed text is no figure that the cell can take."""
        facts = self.session.facts
        if facts is None or row >= len(self.session.criteria):
            return None
        at = (row, column)
        return criterion_text_error(self.session.criteria, facts, at, text, self.sheets.decimal)


_LEAST_ROWS = LEAST_ROWS
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
        self.line = FormulaBar(self.grid)
        self.formats = FormatMenu(self.grid, self._sheets, self)
        self.grid.addAction(self.formats.menuAction())
        self.add_to_head(menu_button(self.formats.title(), self.formats))
        self.subtitle.setText(
            self.tr(
                "Formulas over all sheets and the model\u2019s results; Shift+F1 lists the names"
            )
        )
        self.requirement, self.criteria = RequirementSheet(session), CriteriaSheet(session)
        self.set_body(self._build_body())
        for place, (key, grid, line) in enumerate(self._sheets_in_order()):
            show = partial(self._show_sheet, key, place)
            grid.sheet_step_requested.connect(self._show_adjacent_sheet)
            self._sheets.reference_picker.add_grid(
                PickableGrid(grid, line, partial(str, key), show)
            )
        self._sheets.changed.connect(self._show_cells)
        self._grow_to_used_size()

    def _build_body(self) -> QWidget:
        """Lay the sheets over each other, with tabs below as spreadsheets have them."""
        sheet = panel()
        add_grid_with_bars(QVBoxLayout(sheet), self.line, self.grid)
        stack = QStackedWidget()
        for each in (sheet, self.requirement, self.criteria):
            stack.addWidget(each)
        self.tabs = with_accessible_name(QTabBar(), self.tr("Sheets"))
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setFont(theme.font("body"))
        titles = self.tr("Workings"), self.tr("Requirement"), self.tr("Criteria")
        in_formulas = self.tr("In formulas: {name}")
        for title, name in zip(titles, (WORKINGS, REQUIREMENT, CRITERIA), strict=True):
            self.tabs.addTab(title)
            self.tabs.setTabToolTip(self.tabs.count() - 1, in_formulas.format(name=f"{name}!A1"))
        self.tabs.currentChanged.connect(stack.setCurrentIndex)
        body, line = panel(), hairline(Qt.Orientation.Horizontal)
        flush(QVBoxLayout(body), (stack, 1), line, self.tabs)
        return body

    def _set_up_grid(self) -> None:
        grid = self.grid
        grid.setAccessibleName(self.tr("Cells of the workings"))
        grid.show_row_numbers(48)
        grid.block_target, grid.sliced_block_target = (
            self._apply_to_shown_rows,
            self._apply_to_shown_rows_sliced,
        )
        grid.format_at = lambda row, column: str(
            self._sheets.cell_style(self._address_at(row, column))
        )
        grid.run_sliced = self._session.background.run_sliced
        grid.is_filled = lambda row, column: self._sheets.is_typed(*self._address_at(row, column))
        grid.find_last_filled = self._find_last_filled
        grid.grow_columns_to = self._grow_columns
        grid.insert_rows_at = partial(self._change_lines, build_row_insertion)
        grid.delete_rows_at = partial(self._change_lines, build_row_deletion)
        grid.insert_columns_at = partial(self._change_lines, build_column_insertion)
        grid.delete_columns_at = partial(self._change_lines, build_column_deletion)
        grid.list_completions = self._sheets.completion_names
        header = grid.horizontalHeader()
        header.setSortIndicatorShown(False)  # a click on a letter selects its column
        header.sectionClicked.connect(grid.selectColumn)

    def _address_at(self, row: int, column: int) -> CellAddress:
        """Return the cell that is shown in a row."""
        return CellAddress(WORKINGS_KEY, self.model.row_number(row) - 1, column)

    def refresh(self, changes: Changes) -> None:
        """The cells follow by themselves; see `SheetValues`."""
        if changes is Changes.NOTHING:
            return
        if changes.is_question_only and self.model.columns:
            self._show_inputs()
        else:
            self._show_cells()

    def _show_cells(self) -> None:
        if self.isVisible() or not self.model.columns:
            self._grow_to_used_size()
            self.model.refresh_cells()
            self.line.refresh()
            self._show_inputs()

    def _sheets_in_order(self) -> tuple[tuple[str, Grid, FormulaBar], ...]:
        """Return key, grid and formula line of each sheet, in the order of the tabs."""
        return (
            (WORKINGS_KEY, self.grid, self.line),
            *((s.key, s.grid, s.line) for s in (self.requirement, self.criteria)),
        )

    def _show_sheet(self, own: str, tab: int, key: str) -> bool:
        """Bring a sheet to the front, if it is this one."""
        if key == own:
            self.requested.emit(ShowPage(self.key))
            self.tabs.setCurrentIndex(tab)
        return key == own

    def _show_adjacent_sheet(self, by: int) -> None:
        """Go to the next sheet, or to the one before."""
        place = self.tabs.currentIndex() + by
        if 0 <= place < self.tabs.count():
            self.tabs.setCurrentIndex(place)
            grid = self._sheets_in_order()[place][1]
            grid.ensure_current()
            grid.setFocus()

    def _show_inputs(self) -> None:
        for sheet in (self.requirement, self.criteria):
            sheet.show_inputs()

    def _grow_to_used_size(self) -> None:
        """Have as many rows and columns as are used, and some more."""
        used_rows, used_columns = self._sheets.used_size
        rows = min(MOST_ROWS, max(_LEAST_ROWS, used_rows + _SPARE))
        columns = min(MOST_COLUMNS, max(_LEAST_COLUMNS, used_columns + 1))
        self._grow_columns(columns)
        if len(self.model.rows) < rows:
            self.model.set_rows(range(rows))

    def _find_last_filled(self) -> tuple[int, int]:
        cells = self._sheets.cells
        filled = [p for p, cell in cells.items() if p.sheet == WORKINGS_KEY and cell.text]
        return max((p.row for p in filled), default=0), max((p.column for p in filled), default=0)

    def _grow_columns(self, count: int) -> None:
        if len(self.model.columns) < count <= MOST_COLUMNS:
            self.model.set_columns([self._build_column(place) for place in range(count)])

    def _build_column(self, place: int) -> Column:
        letter = column_letters(place)
        return Column(
            letter,
            letter,
            lambda row: self._styled_cell(CellAddress(WORKINGS_KEY, row, place)),
            min_width=_WIDE,
            steady=True,
            max_width=260,
            centred=False,
            edit=lambda row, text: self.apply_block(row, place, [[text]]),
            letter=letter,
            formulas=True,
        )

    def _styled_cell(self, place: CellAddress) -> Cell:
        style = self._sheets.cell_style(place)
        shown = self._content_cell(place, style.number)
        if not (style.bold or style.fill):
            return shown
        return replace(shown, bold=style.bold, ground=FILLS.get(style.fill, ""))

    def _content_cell(self, place: CellAddress, wanted: NumberFormat) -> Cell:
        typed = self._sheets.typed_text(place)
        if typed is None:
            return Cell()
        result = self._sheets.result(place)
        formula = typed.startswith("=")
        if result is None:
            return Cell(typed, italic=True, colour="text3", typed=typed)
        if result.fault is not None:
            code = result.fault.code if formula else typed
            return faulty_cell(code, describe_fault(result.fault), typed)
        number = result.value if isinstance(result.value, float) else None
        text = format_value(result.value) if formula or number is None else typed
        understood, note = (
            self._sheets.format_and_note(place) if formula else (GENERAL_FORMAT, None)
        )
        if wanted.kind is FormatKind.GENERAL:
            wanted = understood
        facts = self._session.facts
        if number is not None and wanted.kind is not FormatKind.GENERAL:
            own = facts.currency if facts is not None else ""
            text = format_figure(number, wanted, wanted.currency or own)
        if "\n" in text:
            return Cell(" ".join(text.split()), typed=typed, formula=formula, tip=text)
        return Cell(text, number=number, typed=typed, formula=formula, right=number is not None,
                    icon="warning" if note is not None else "",
                    colour="warn" if note is not None else "text",
                    tip=translate_message(note) if note is not None else "")  # fmt: skip

    # Editing

    def apply_block(self, row: int, column: int, block: Block) -> None:
        """Keep cells from a row of the sheet on, as one step."""
        run_unsliced(
            self._apply_to_sheet_rows_sliced(
                range(row, row + len(block)), column, CellBlock(block)
            )
        )

    def _apply_to_shown_rows(self, row: int, column: int, block: Block) -> None:
        """Keep typed, pasted, filled or cleared cells from a row that is shown on."""
        run_unsliced(self._apply_to_shown_rows_sliced(row, column, CellBlock(block)))

    def _apply_to_shown_rows_sliced(
        self, row: int, column: int, laid: CellBlock
    ) -> Generator[None]:
        yield from self._apply_to_sheet_rows_sliced(
            self.model.row_numbers_from(row, len(laid.texts)), column, laid
        )

    def _apply_to_sheet_rows_sliced(
        self, rows: Sequence[int], column: int, laid: CellBlock
    ) -> Generator[None]:
        """Keep cells as one step, made in portions."""
        typed: dict[CellAddress, InputCell] = {}
        gone: set[CellAddress] = set()
        used, time_slice = (0, 0), TimeSlice()
        plain = [[None] * MOST_COLUMNS] * len(laid.texts)
        formats: Sequence[Sequence[str | None]] = laid.formats or plain
        try:
            for row, texts, written in zip(rows, laid.texts, formats, strict=True):
                line, empty = self._changed_cells_in_row(row, column, texts, written)
                check_cell_limits(line.values())
                typed |= line
                gone |= empty
                if line:
                    used = max(used[0], row + 1), max(used[1], column + len(texts))
                if time_slice.is_used_up:
                    yield
        except UserError as error:
            self.grid.refused.emit(messages.error_text(error))
        else:
            yield
            if laid.move is not None:
                left = {p: c for p, c in self._sheets.cells.items() if p not in gone}
                typed = (
                    rewrite_formulas_after_move(left, WORKINGS_KEY, WORKINGS, laid.move) | typed
                )
            self._save_cells(gone, typed, used)
            freeze_bulk_objects()

    def _changed_cells_in_row(
        self, row: int, column: int, texts: Sequence[str], formats: Sequence[str | None]
    ) -> tuple[dict[CellAddress, InputCell], set[CellAddress]]:
        """Return the cells of a row that read otherwise with these texts, and those that go."""
        typed: dict[CellAddress, InputCell] = {}
        gone: set[CellAddress] = set()
        for right, text in enumerate(texts):
            place = CellAddress(WORKINGS_KEY, row, column + right)
            earlier = self._sheets.cells.get(place)
            cell = self._changed_input_cell(earlier, place, text, formats[right])
            if cell is None:
                if earlier is not None:
                    gone.add(place)
            elif cell is not earlier:
                typed[place] = cell
        return typed, gone

    def _save_cells(
        self, gone: set[CellAddress], typed: dict[CellAddress, InputCell], used: tuple[int, int]
    ) -> None:
        if not typed and not gone:
            return
        after = {**self._sheets.cells, **typed}
        for place in gone:
            after.pop(place, None)
        edit = SheetEdit(frozenset(gone), tuple(typed.values()))
        self._sheets.save_checked(edit, "workings", after, used)

    def _changed_input_cell(
        self, earlier: InputCell | None, place: CellAddress, text: str, number_format: str | None
    ) -> InputCell | None:
        """Return a cell with another text and format; the same where it stays, None for nothing.

        A format of None keeps that which it has.
        """
        if number_format is None:
            number_format = earlier.number_format if earlier is not None else ""
        if not text.strip():
            text = ""
        if not (text or number_format):
            return None
        decimal = self._sheets.decimal if text or earlier is None else earlier.decimal
        if earlier is not None and (text, decimal, number_format) == (
            earlier.text, earlier.decimal, earlier.number_format
        ):  # fmt: skip
            return earlier
        return InputCell(place, text.strip("\n"), decimal, number_format)

    def _change_lines(self, change: ChangeLines, first: int, count: int) -> None:
        """Put rows or columns in, or take them out; formulas everywhere follow."""
        try:
            edit = change(self._sheets.cells, WORKINGS_KEY, WORKINGS, first, count)
        except UserError as error:
            self.grid.refused.emit(messages.error_text(error))
        else:
            self._sheets.try_edit(edit, "workings")

    def paste(self) -> None:
        """Paste cells into the grid."""
        self._sheets_in_order()[self.tabs.currentIndex()][1].paste()
