"""Scenarios side by side: made, put in use, renamed and removed, in the place of a page's body."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from arraywise.gui import theme
from arraywise.gui.fields import button, label, panel
from arraywise.gui.pages.page import scrolling
from arraywise.gui.pages.scenario_columns import ScenarioColumns
from arraywise.usecases.changes import Changes
from arraywise.usecases.compare_scenarios import Compared, compare_scenarios
from arraywise.usecases.edit_scenarios import (
    BASE,
    LONGEST_NAME,
    add_scenario,
    remove_scenario,
    rename_scenario,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.gui.session import Session
    from arraywise.store.study import Study


class ScenariosPanel(QStackedWidget):
    """A page's body, and behind it the table of scenarios; `toggle` changes between the two."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._found: tuple[Compared, ...] = ()
        self._is_stale = True
        self.columns = ScenarioColumns()
        self.columns.use_wanted.connect(self._use)
        self.columns.remove_wanted.connect(self._remove)
        self.columns.rename_wanted.connect(self._rename)
        self.toggle = QToolButton()
        self.toggle.setText(self.tr("Scenarios"))
        self.toggle.setCheckable(True)
        self.toggle.setProperty("kind", "chip")
        self.toggle.setFixedHeight(theme.height("field"))
        self.toggle.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.toggle.toggled.connect(self.show_table)
        session.saving_changed.connect(self._look)

    def put_before(self, body: QWidget) -> ScenariosPanel:
        """Take the page's body, which is seen first."""
        self.addWidget(body)
        self.addWidget(self._make_table())
        return self

    def _make_table(self) -> QFrame:
        table = panel()
        column = QVBoxLayout(table)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._make_head())
        column.addWidget(scrolling(self.columns), 1)
        return table

    def _make_head(self) -> QWidget:
        head = QWidget()
        row = QHBoxLayout(head)
        row.setContentsMargins(16, 12, 16, 8)
        row.setSpacing(8)
        self.name_field = QLineEdit()
        self.name_field.setPlaceholderText(self.tr("Name of a new scenario"))
        self.name_field.setAccessibleName(self.name_field.placeholderText())
        self.name_field.setMaxLength(LONGEST_NAME)
        self.name_field.setFixedSize(260, theme.height("field"))
        self.name_field.returnPressed.connect(self.add)
        self.add_button = button(self.tr("Save as a scenario"), self.add, sign="add")
        self.add_button.setFixedHeight(theme.height("field"))
        self.note = label("", "body", "text2", wraps=True)
        row.addWidget(self.name_field)
        row.addWidget(self.add_button)
        row.addWidget(self.note, 1)
        return head

    def open(self) -> None:
        """Show the scenarios, ready to save the present inputs under a name."""
        self.toggle.setChecked(True)
        self.name_field.setFocus()

    def show_table(self, shown: bool) -> None:  # noqa: FBT001 - Qt's signal gives it so
        """Show the scenarios, or the body."""
        self.setCurrentIndex(1 if shown else 0)
        self._look()

    def refresh(self, changes: Changes) -> None:
        """Follow the session: the scenario in use at once, the others in the background."""
        if changes is Changes.NOTHING:
            return
        self._is_stale = True
        if self._session.answer is not None:
            self.columns.show_live(self._session.answer)
        self._look()

    def _look(self) -> None:
        """Answer all scenarios anew, where that is seen and all edits are written."""
        session, posed = self._session, self._session.posed
        is_seen = self.currentIndex() == 1 and self.isVisible()
        if not (self._is_stale and is_seen) or session.is_saving or posed is None:
            return
        self._is_stale = False
        known = (posed.facts, posed.prepared)
        session.work_out(
            lambda: compare_scenarios(session.study, known), self._show, key="scenarios"
        )

    def showEvent(self, event: object) -> None:
        """Catch up with what changed meanwhile."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._look()

    def _show(self, found: tuple[Compared, ...]) -> None:
        live = self._session.answer
        if live is not None:
            found = tuple(replace(c, answer=live) if c.in_use else c for c in found)
        self._found = found
        self.columns.show_scenarios(found)
        used = next((c.name for c in found if c.in_use), "")
        text = self.tr(
            "A scenario keeps the inputs that differ from the base: requirement, weights, prices,"
            " provisioning. Save the present ones under a name, then change them."
        )
        if found and used:
            text = self.tr("What you change now belongs to {scenario}.").format(scenario=used)
        elif found:
            text = self.tr("What you change now belongs to the base, and to all that share it.")
        self.note.setText(text)

    def add(self) -> None:
        """Make a scenario of the present inputs and put it in use."""
        name = self.name_field.text().strip()
        if not name:
            self.name_field.setFocus()
            return
        self.name_field.clear()
        self._edit(lambda study: add_scenario(study, name))

    def _use(self, scenario_id: int) -> None:
        if any(c.in_use and c.id == scenario_id for c in self._found):
            return
        self._session.use_scenario(scenario_id)

    def _remove(self, scenario_id: int) -> None:
        if scenario_id != BASE:
            self._edit(lambda study: remove_scenario(study, scenario_id))

    def _rename(self, scenario_id: int, name: str) -> None:
        self._edit(lambda study: rename_scenario(study, scenario_id, name))

    def _edit(self, work: Callable[[Study], object]) -> None:
        session = self._session
        session.edit(work, Changes.EVERYTHING)
