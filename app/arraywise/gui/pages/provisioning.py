"""Provisioning: steps x repetitions an option, in minutes, and the options' times side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout

from arraywise.domain.problems import UserError
from arraywise.gui import theme, wording
from arraywise.gui.charts.chart_export import PictureButton
from arraywise.gui.fields import button, panel
from arraywise.gui.nesting import nest
from arraywise.gui.pages.beside import Beside
from arraywise.gui.pages.option_sheet_page import OptionSheetPage, scrolling_side
from arraywise.gui.pages.page import EmptyState, add_to_head, section_head
from arraywise.gui.pages.provisioning_dots import ProvisioningDots
from arraywise.gui.pages.provisioning_steps import StepRow, Steps, columns, examples
from arraywise.gui.wishes import Say
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_sheets import SheetEdit
from arraywise.usecases.sheet_rows import insert_rows
from arraywise.usecases.typed_sheets import times_key
from arraywise.usecases.typed_times import without_heading

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QWidget

    from arraywise.domain.options import Option
    from arraywise.domain.provisioning import ProvisioningTime
    from arraywise.domain.sheets import Place, TypedCell
    from arraywise.gui.session import Session

_SIDE_WIDTH = 420
_ROOM_FOR_BOTH = 1000


class ProvisioningPage(OptionSheetPage):
    """Stop-watch readings and estimates."""

    key = "provisioning"
    icon = "provisioning"

    def __init__(self, session: Session) -> None:
        title, lines = self.tr("Provisioning"), self.tr("Steps and repetitions")
        super().__init__(session, title, self.tr("Options"), lines)
        self._sheets = session.sheets
        self._is_doubted = False
        self.grid.headed_taken_by = self._take_headed
        self.dots = ProvisioningDots()
        remove = button(self.tr("Delete steps"), self.remove_lines, kind="flat", sign="remove")
        self._beside = self._make_body()
        self.add_to_head(self._beside.toggle, remove)
        self.set_body(self._beside.body, self._make_empty())

    def _make_body(self) -> Beside:
        side = self.tr("Side by side")
        return Beside(self._make_main(), self._make_side(), side, _ROOM_FOR_BOTH)

    def _make_side(self) -> QWidget:
        inside = panel()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 12)
        column.setSpacing(0)
        title = self.tr("Time to provide storage")
        head, _title, _note = section_head(title, self.tr("mean, 95 % and repetitions"))
        add_to_head(head, PictureButton(self.dots, title))
        column.addWidget(head)
        around = QVBoxLayout()
        around.setContentsMargins(16, 4, 16, 0)
        around.addWidget(self.dots)
        nest(column, around, 1)
        return scrolling_side(inside)

    def _make_empty(self) -> EmptyState:
        return EmptyState(
            "provisioning",
            self.tr("No options to time yet"),
            self.tr(
                "Provisioning times belong to options. Import result files and say which option"
                " they belong to; each option then has a sheet of steps and repetitions here."
            ),
            self.evidence_button(),
        )

    def refresh(self, changes: Changes) -> None:
        """Show the session's times."""
        facts, answer = self._session.facts, self._session.answer
        if facts is None or answer is None or changes is Changes.NOTHING:
            return
        self.show_empty(empty=not facts.options)
        said = self.tr("minutes: five repetitions on the stop-watch, or estimates such as {all}")
        self.subtitle.setText(said.format(all=", ".join(examples())))
        self.tabs.show_options(tuple(known.option for known in facts.options))
        times = {known.option.id: known.provisioning for known in facts.options}
        self.dots.show_answer(answer, times)
        if not changes.is_of_question:
            self._show_sheet()

    def _times(self, option: Option) -> tuple[ProvisioningTime, ...]:
        known = self._session.known(option.id)
        return known.provisioning if known else ()

    def _steps_of(self, option: Option) -> Steps:
        """Return what the grid shows of an option."""
        return Steps(option.id, self._times(option), self._sheets)

    def _show_sheet(self) -> None:
        option = self.tabs.option
        if option is None:
            return
        steps = self._steps_of(option)
        if len(self.model.columns) != steps.repetitions + 3:
            self.model.set_columns(columns(steps.repetitions + 1, self._edit))
        rows = steps.rows()
        self.model.set_rows(rows)
        self._doubt(sum(bool(typed.fault) for row in rows for _, typed in row.typed))
        self.grid.fit_columns()
        self.grid.have_current()

    def _doubt(self, faults: int) -> None:
        """Say that cells cannot be read: the time is that of the others; 0 takes it back."""
        if faults:
            said = self.tr("Cells that cannot be read: {count}").format(count=faults)
            self.banner.say("warn", said, self.tr("The time is that of the other cells."))
        elif self._is_doubted:
            self.banner.hide()
        self._is_doubted = bool(faults)

    def _edit(self, row: StepRow, column: int, text: str) -> None:
        self._change(lambda steps: steps.put(row.place, column, text))

    def _take_block(self, row: int, column: int, block: list[list[str]]) -> None:
        """Put typed, pasted or cleared cells in; the sheet grows down and to the right."""
        places = [each.place for each in self.model.rows[row : row + len(block)]]
        beyond = (max(places) + 1) if places else len(self.model.rows)
        places += range(beyond, beyond + len(block) - len(places))

        def put(steps: Steps) -> None:
            for place, texts in zip(places, block, strict=True):
                for right, text in enumerate(texts):
                    steps.put(place, column + right, text)

        self._change(put)

    def _take_headed(self, row: int, cells: list[list[str]]) -> bool:
        """Put steps in without the titles that stand above them; False where none do."""
        column = max(0, self.grid.currentIndex().column())
        steps = without_heading(cells, self._sheets.decimal) if column == 0 else None
        if steps is None:
            return False
        self._take_block(row, 0, steps)
        self.wanted.emit(Say(self.tr("The row of titles was left out.")))
        return True

    def _change(self, change: Callable[[Steps], None]) -> None:
        """Change the steps of the option in front, as one action."""
        option = self.tabs.option
        if option is None:
            return
        steps = self._steps_of(option)
        change(steps)
        self._keep(option, steps, self._sheets.cells)

    def _keep(self, option: Option, steps: Steps, others: Mapping[Place, TypedCell]) -> None:
        """Keep an option's steps, and what became of the cells of the other sheets."""
        before, key = self._sheets.cells, times_key(option.id)
        after = {p: c for p, c in others.items() if p.sheet != key} | steps.cells()
        typed = tuple(cell for place, cell in after.items() if before.get(place) != cell)
        gone = frozenset(before.keys() - after.keys())
        edit = SheetEdit(gone, typed, times={option.id: steps.times()})
        self._sheets.try_edit(edit, "provisioning")
        self._show_sheet()

    def remove_lines(self) -> None:
        """Delete the steps of the selected cells; formulas everywhere follow."""
        option = self.tabs.option
        indexes = self.grid.selectionModel().selectedIndexes()
        places = sorted({self.model.rows[i.row()].place for i in indexes}, reverse=True)
        if option is None or not places:
            return
        cells = self._sheets.without_rows(times_key(option.id), places)
        steps = self._steps_of(option)
        for place in places:
            steps.remove(place)
        steps.follow(cells)
        self._keep(option, steps, cells)

    def _insert_lines(self, row: int, count: int) -> None:
        option = self.tabs.option
        if option is None:
            return
        key, cells = times_key(option.id), self._sheets.cells
        place = self.model.rows[row].place
        try:
            edit = insert_rows(cells, key, self._sheets.name_of(key), place, count)
        except UserError as error:
            self.grid.refused.emit(wording.why(error))
            return
        cells = edit.cells_after(cells)
        steps = self._steps_of(option)
        for _ in range(count):
            steps.insert(place)
        steps.follow(cells)
        self._keep(option, steps, cells)

    def _key_of(self, option_id: int) -> str:
        return times_key(option_id)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow page shows either the sheet or the comparison."""
        super().resizeEvent(event)
        wide = max(theme.px(_SIDE_WIDTH), int(self.width() * 0.38))
        self._beside.fit(self.width(), wide)
