"""The list of scenarios in the requirement bar: shows the one in use, puts others in use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox

from arraywise.gui import theme
from arraywise.gui.fields import fit_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QSize

    from arraywise.usecases.edit_scenarios import Scenario

_TABLE = -1
"""In the place of a scenario's id: all of them side by side."""
_BASE = 0
_LEAST = 120


class ScenarioBox(QComboBox):
    """The base and the scenarios; the last entry leads to where they are made and compared."""

    used = Signal(int)
    """The id of a scenario, or that of the base, to put in use."""
    table_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Scenario"))
        self.setFont(theme.font("control"))
        self.setFixedHeight(theme.height("field"))
        self.setMinimumWidth(_LEAST)
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.activated.connect(self._tell)
        self._shown: tuple[Scenario, ...] | None = None
        self.show_scenarios(())

    def show_scenarios(self, scenarios: Sequence[Scenario]) -> None:
        """Offer other scenarios, and show which is in use."""
        if tuple(scenarios) == self._shown:
            return
        self._shown = tuple(scenarios)
        with QSignalBlocker(self):
            self.clear()
            self.addItem(self.tr("Base case"), _BASE)
            for each in scenarios:
                self.addItem(each.name, each.id)
            self.insertSeparator(self.count())
            self.addItem(self.tr("Save and compare scenarios\u2026"), _TABLE)
            self._show_used(next((each.id for each in scenarios if each.in_use), _BASE))
        fit_list(self)

    def _show_used(self, scenario_id: int) -> None:
        self._used = scenario_id
        self.setCurrentIndex(self.findData(scenario_id))
        about = self.tr("A scenario keeps the inputs that differ from the base case.")
        self.setToolTip(f"{self.currentText()}\n{about}")

    def minimumSizeHint(self) -> QSize:
        """Return a small size: long names give way."""
        size = super().minimumSizeHint()
        size.setWidth(_LEAST)
        return size

    def _tell(self, _at: int) -> None:
        """Tell what was chosen; what is shown follows when the study does."""
        chosen: int = self.currentData()
        with QSignalBlocker(self):
            self.setCurrentIndex(self.findData(self._used))
        if chosen == _TABLE:
            self.table_wanted.emit()
        elif chosen != self._used:
            self.used.emit(chosen)
