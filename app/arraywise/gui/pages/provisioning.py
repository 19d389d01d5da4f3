"""Provisioning: steps x repetitions an option, in minutes, and the options' times side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from arraywise.gui.fields import button, hairline, panel
from arraywise.gui.pages.option_tabs import OptionTabs
from arraywise.gui.pages.page import EmptyState, Page, scrolling, section_head
from arraywise.gui.pages.provisioning_dots import ProvisioningDots
from arraywise.gui.pages.provisioning_steps import StepRow, Steps, columns
from arraywise.gui.sheets.grid import Grid
from arraywise.gui.sheets.rows_model import RowsModel
from arraywise.usecases.changes import Changes

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from arraywise.domain.options import Option
    from arraywise.domain.provisioning import ProvisioningTime
    from arraywise.gui.session import Session

_SIDE_WIDTH = 420
_SIDE_HIDDEN_BELOW = 900


class ProvisioningPage(Page):
    """Stop-watch readings."""

    key = "provisioning"
    icon = "provisioning"

    def __init__(self, session: Session) -> None:
        super().__init__(self.tr("Provisioning"))
        self._session = session
        self._steps: dict[int, Steps] = {}
        """What is typed, by option: with steps that have no reading yet, and invalid cells."""
        self.tabs = OptionTabs(self.tr("Options"))
        self.tabs.option_chosen.connect(lambda _option: self._show_times())
        self.model = RowsModel((), self)
        self.grid = Grid(self.model)
        self.grid.setAccessibleName(self.tr("Steps and repetitions"))
        self.grid.block_given_to = self._take_block
        self.dots = ProvisioningDots()
        remove = button(self.tr("Delete steps"), self.remove_steps, kind="flat", sign="remove")
        self.add_to_head(remove)
        shortcut = QShortcut(QKeySequence("Ctrl+-"), self.grid)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(self.remove_steps)
        self.set_body(self._make_body(), self._make_empty())

    def _make_body(self) -> QWidget:
        body = panel()
        row = QHBoxLayout(body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        left = QVBoxLayout()
        left.setSpacing(0)
        left.addWidget(self.tabs)
        left.addWidget(hairline(Qt.Orientation.Horizontal))
        left.addWidget(self.grid, 1)
        row.addLayout(left, 1)
        self._side = panel()
        self._side.setFixedWidth(_SIDE_WIDTH)
        side = QHBoxLayout(self._side)
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(0)
        side.addWidget(hairline(Qt.Orientation.Vertical))
        side.addWidget(self._make_side())
        row.addWidget(self._side)
        return body

    def _make_side(self) -> QScrollArea:
        inside = panel()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 12)
        column.setSpacing(0)
        title = self.tr("Time to provide storage")
        head, _title, _note = section_head(title, self.tr("mean, 95 % and repetitions"))
        column.addWidget(head)
        around = QVBoxLayout()
        around.setContentsMargins(16, 4, 16, 0)
        around.addWidget(self.dots)
        column.addLayout(around)
        column.addStretch(1)
        return scrolling(inside)

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
        self.subtitle.setText(self.tr("minutes on the stop-watch, five repetitions a step"))
        self.tabs.show_options(tuple(known.option for known in facts.options))
        times = {known.option.id: known.provisioning for known in facts.options}
        self.dots.show_answer(answer, times)
        self._show_times()

    def _times(self, option: Option) -> tuple[ProvisioningTime, ...]:
        known = self._session.known(option.id)
        return known.provisioning if known else ()

    def _steps_of(self, option: Option) -> Steps:
        """Return what the grid shows of an option; what was typed lives on while it fits."""
        times = self._times(option)
        kept = self._steps.get(option.id)
        if kept is None or kept.times() != times:
            kept = Steps.of(times)
            self._steps[option.id] = kept
        return kept

    def _show_times(self) -> None:
        option = self.tabs.option
        if option is None:
            return
        steps = self._steps_of(option)
        if len(self.model.columns) != steps.repetitions + 3:
            self.model.set_columns(columns(steps.repetitions + 1, self._edit))
        self.model.set_rows(steps.rows())
        self.grid.fit_columns()

    def _edit(self, row: StepRow, column: int, text: str) -> None:
        self._take_block(row.place, column, [[text]])

    def _take_block(self, row: int, column: int, block: list[list[str]]) -> None:
        """Put typed, pasted or cleared cells in; the sheet grows down and to the right."""
        option = self.tabs.option
        if option is None:
            return
        steps = self._steps_of(option)
        for down, texts in enumerate(block):
            for right, text in enumerate(texts):
                steps.put(row + down, column + right, text)
        self._session.keep_times(option, steps.times())
        self._show_times()

    def remove_steps(self) -> None:
        """Delete the steps of the selected cells."""
        option = self.tabs.option
        indexes = self.grid.selectionModel().selectedIndexes()
        if option is None or not indexes:
            return
        steps = self._steps_of(option)
        steps.remove({i.row() for i in indexes})
        self._session.keep_times(option, steps.times())
        self._show_times()

    def paste(self) -> None:
        """Paste cells into the grid."""
        self.grid.paste()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow page leaves the comparison out."""
        super().resizeEvent(event)
        self._side.setVisible(self.width() >= _SIDE_HIDDEN_BELOW)
        self._side.setFixedWidth(max(_SIDE_WIDTH, int(self.width() * 0.38)))
