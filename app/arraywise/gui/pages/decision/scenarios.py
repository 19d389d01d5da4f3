"""The dialog of scenarios: other inputs side by side with the base case."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from arraywise.domain.decision import PASSES
from arraywise.gui.grid.model import format_decimal
from arraywise.gui.pages.base import fill_grid, wrap_widget_in_scroll_area
from arraywise.gui.widgets import figures, painting, theme
from arraywise.gui.widgets.controls import (
    button,
    clear_layout,
    fill,
    flush,
    hairline,
    label,
    panel,
    restyle,
    with_accessible_name,
)
from arraywise.gui.widgets.controls import chip as make_chip
from arraywise.gui.widgets.messages import (
    display_name,
    no_recommendation_reason,
    translate_message,
)
from arraywise.present.numbers import AT_MOST, response_time_decimals
from arraywise.usecases.changes import Changes
from arraywise.usecases.compare_scenarios import (
    BASE,
    LONGEST_NAME,
    ScenarioComparison,
    add_scenario,
    compare_scenarios,
    remove_scenario,
    rename_scenario,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.domain.decision import Answer
    from arraywise.gui.session.session import Session

_WIDE = 200
_CAPTIONS = 150


class _ScenarioCell(NamedTuple):
    """What is in a row of one scenario."""

    text: str
    tone: str = "text"


_NONE = _ScenarioCell(figures.EN_DASH, "text3")


class ScenarioColumns(QFrame):
    """The table; it puts scenarios in use, renames and removes them."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.setProperty("ground", "page")
        self._scenarios: tuple[ScenarioComparison, ...] = ()
        self._grid = fill_grid(QGridLayout(self), margins=(16, 8, 16, 16), spacing=(16, 0))
        self.chips: dict[int, QToolButton] = {}  # the heads of the columns, by scenario
        self.cells: dict[tuple[str, int], QLabel] = {}  # figures by name of the row and scenario
        self.name_field: QLineEdit | None = None  # where a scenario is being renamed

    def show_scenarios(self, result: Sequence[ScenarioComparison]) -> None:
        """Show other scenarios or answers."""
        shape = [(c.id, c.name, c.in_use, c.differences) for c in result]
        before = [(c.id, c.name, c.in_use, c.differences) for c in self._scenarios]
        self._scenarios = tuple(result)
        if shape != before or not self.cells:
            self._rebuild()
        for each in result:
            self._show_column(each)
            self.chips[each.id].setChecked(each.in_use)

    def show_live(self, answer: Answer) -> None:
        """Show what the scenario in use answers right now."""
        for each in self._scenarios:
            if each.in_use:
                self._show_column(replace(each, answer=answer))

    def _rebuild(self) -> None:
        clear_layout(self._grid)
        self.chips, self.cells, self.name_field = {}, {}, None
        if not self._scenarios:
            return
        for place, (_name, caption, _said) in enumerate(self._table_rows()):
            message = label(caption, "body", "text2")
            message.setMinimumWidth(theme.px(_CAPTIONS))
            self._add_cell(message, place, 0)
        for column, each in enumerate(self._scenarios, 1):
            self._add_column(each, column)
        self._grid.setColumnStretch(len(self._scenarios) + 1, 1)
        self._grid.setRowStretch(2 * len(self._table_rows()) + 6, 1)

    def _add_cell(self, widget: QWidget, place: int, column: int) -> None:
        """Place a widget in a row, with a hairline above each row."""
        if column == 0:
            line = hairline(Qt.Orientation.Horizontal)
            self._grid.addWidget(line, 2 * place + 1, 0, 1, len(self._scenarios) + 1)
        top = Qt.AlignmentFlag.AlignTop
        widget.setContentsMargins(0, 7, 0, 7)
        self._grid.addWidget(widget, 2 * place + 2, column, top)

    def _add_column(self, each: ScenarioComparison, column: int) -> None:
        chip = make_chip(each.name.replace("&", "&&") or self.tr("Base case"))
        chip.setAccessibleName(each.name or self.tr("Base case"))
        chip.setChecked(each.in_use)
        chip.setAutoExclusive(True)
        chip.setFixedWidth(theme.px(_WIDE))
        chip.setFixedHeight(theme.height("field"))
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        chip.setToolTip(self.tr("In use") if each.in_use else self.tr("Put it in use"))
        chip.clicked.connect(lambda _checked=False: self._use_scenario(each.id))
        self.chips[each.id] = chip
        self._grid.addWidget(chip, 0, column)
        for place, (name, caption, _said) in enumerate(self._table_rows()):
            cell = label("", "body", wraps=True)
            cell.setFixedWidth(theme.px(_WIDE))
            cell.setAccessibleName(f"{caption}, {chip.accessibleName()}")
            self.cells[name, each.id] = cell
            self._add_cell(cell, place, column)
        if each.name:
            self._add_buttons(each, column)

    def _add_buttons(self, each: ScenarioComparison, column: int) -> None:
        rename = button(self.tr("Rename"), lambda: self._edit_name(each, column), kind="link")
        remove = button(self.tr("Remove"), lambda: self.remove(each.id), kind="link")
        for built in (rename, remove):
            built.setAccessibleName(f"{built.text()}: {each.name}")
        both = QWidget()
        fill(QHBoxLayout(both), rename, remove, None, margins=(0, 0, 0, 0), spacing=12)
        self._grid.addWidget(both, 2 * len(self._table_rows()) + 3, column)

    def _use_scenario(self, scenario_id: int) -> None:
        if not any(each.in_use and each.id == scenario_id for each in self._scenarios):
            self._session.use_scenario(scenario_id)

    def remove(self, scenario_id: int) -> None:
        """Remove a scenario; the base case stays."""
        if scenario_id != BASE:
            self._session.edit(
                lambda study: remove_scenario(study, scenario_id), Changes.EVERYTHING
            )

    def _edit_name(self, each: ScenarioComparison, column: int) -> None:
        """Type over the head of a column; Enter keeps the name."""
        field = with_accessible_name(QLineEdit(each.name), self.tr("Name of the scenario"))
        field.setFixedWidth(theme.px(_WIDE))
        field.setMaxLength(200)
        field.selectAll()
        self.chips[each.id].hide()
        self._grid.addWidget(field, 0, column)
        self.name_field = field

        def save_name() -> None:
            if self.name_field is not field:
                return
            field.editingFinished.disconnect(save_name)
            name = field.text().strip()
            field.deleteLater()
            self.name_field = None
            self.chips[each.id].show()
            if name and name != each.name:
                self._session.edit(
                    lambda study: rename_scenario(study, each.id, name), Changes.EVERYTHING
                )

        field.editingFinished.connect(save_name)
        field.setFocus()

    def _table_rows(
        self,
    ) -> tuple[tuple[str, str, Callable[[ScenarioComparison], _ScenarioCell]], ...]:
        currency = self._scenarios[0].answer.currency if self._scenarios else ""
        is_alone = bool(self._scenarios) and self._scenarios[0].answer.is_storage_alone
        timed = self.tr("Storage time, ms") if is_alone else self.tr("Response time, ms")
        return (
            ("recommended", self.tr("Recommended"), self._recommended_cell),
            ("verdict", self.tr("Verdict"), self._verdict_cell),
            ("response", timed, self._response_cell),
            (
                "price",
                self.tr("36-month price, {currency}").format(currency=currency),
                self._price_cell,
            ),
            ("headroom", self.tr("Spare load, %"), self._headroom_cell),
            ("value", self.tr("Value, points of 100"), self._value_cell),
            ("first", self.tr("First in, % of simulations"), self._first_share_cell),
            ("differs", self.tr("Differs from the base in"), self._difference_cell),
        )

    def _show_column(self, each: ScenarioComparison) -> None:
        for name, _caption, message in self._table_rows():
            cell = self.cells.get((name, each.id))
            if cell is not None:
                shown = message(each)
                cell.setText(shown.text)
                if cell.property("tone") != shown.tone:
                    restyle(cell, tone=shown.tone)

    def _recommended_cell(self, each: ScenarioComparison) -> _ScenarioCell:
        chosen = each.answer.recommended_answer
        if chosen is None:
            return _ScenarioCell(no_recommendation_reason(each.answer), "unknown")
        return _ScenarioCell(chosen.option.name)

    def _verdict_cell(self, each: ScenarioComparison) -> _ScenarioCell:
        chosen = each.answer.recommended_answer
        if chosen is None:
            options = each.answer.options
            passing, count = sum(o.status in PASSES for o in options), len(options)
            text = self.tr("{passing} of {count} options pass")
            return _ScenarioCell(text.format(passing=passing, count=count), "text2")
        return _ScenarioCell(display_name(chosen.status), painting.VERDICT_ICONS[chosen.status][1])

    def _response_cell(self, each: ScenarioComparison) -> _ScenarioCell:
        chosen = each.answer.recommended_answer
        point, high = (chosen.response_s.point, chosen.response_s.high) if chosen else (None, None)
        shown = high if point is None else point
        if shown is None:
            return _NONE
        sign = AT_MOST if point is None or each.answer.is_storage_alone else ""
        return _ScenarioCell(
            sign + figures.milliseconds(shown, response_time_decimals(each.answer))
        )

    def _price_cell(self, each: ScenarioComparison) -> _ScenarioCell:
        chosen = each.answer.recommended_answer
        if chosen is None or chosen.price is None:
            return _NONE
        total, rate = figures.number(chosen.price.total), each.answer.discount_rate
        if rate is None:
            return _ScenarioCell(total)
        text = self.tr("{price} (NPV at {percent} %/a)")
        return _ScenarioCell(text.format(price=total, percent=format_decimal(rate * 100)))

    def _headroom_cell(self, each: ScenarioComparison) -> _ScenarioCell:
        chosen = each.answer.recommended_answer
        if chosen is None or chosen.spare_share is None:
            return _NONE
        return _ScenarioCell(figures.headroom(chosen))

    def _value_cell(self, each: ScenarioComparison) -> _ScenarioCell:
        point = (
            each.answer.recommended_answer.value.point if each.answer.recommended_answer else None
        )
        return _NONE if point is None else _ScenarioCell(figures.number(point, 1))

    def _first_share_cell(self, each: ScenarioComparison) -> _ScenarioCell:
        share = (
            each.answer.recommended_answer.first_share if each.answer.recommended_answer else None
        )
        return _NONE if share is None else _ScenarioCell(figures.percent(share))

    def _difference_cell(self, each: ScenarioComparison) -> _ScenarioCell:
        if not each.name:
            return _NONE
        if not each.differences:
            return _ScenarioCell(self.tr("nothing yet"), "text3")
        return _ScenarioCell("\n".join(translate_message(message) for message in each.differences))


class ScenariosPanel(QStackedWidget):
    """A page's body, and behind it the table of scenarios; `toggle` changes between the two."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._is_stale = True
        self.columns = ScenarioColumns(session)
        self.toggle = make_chip(self.tr("Scenarios"))
        self.toggle.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.toggle.toggled.connect(self.show_table)
        session.saving_changed.connect(self._start_comparison_if_stale)

    def insert_body(self, body: QWidget) -> ScenariosPanel:
        """Take the page's body, which is seen first."""
        table = panel()
        flush(
            QVBoxLayout(table), self._build_head(), (wrap_widget_in_scroll_area(self.columns), 1)
        )
        self.addWidget(body)
        self.addWidget(table)
        return self

    def _build_head(self) -> QWidget:
        head = QWidget()
        self.name_field = with_accessible_name(QLineEdit(), self.tr("Name of a new scenario"))
        self.name_field.setPlaceholderText(self.name_field.accessibleName())
        self.name_field.setMaxLength(LONGEST_NAME)
        self.name_field.setFixedSize(260, theme.height("field"))
        self.name_field.returnPressed.connect(self.add_from_field)
        self.add_button = button(self.tr("Save as a scenario"), self.add_from_field, sign="add")
        self.add_button.setFixedHeight(theme.height("field"))
        self.note = label("", "body", "text2", wraps=True)
        parts = self.name_field, self.add_button, (self.note, 1)
        fill(QHBoxLayout(head), *parts, margins=(16, 12, 16, 8), spacing=8)
        return head

    def open(self) -> None:
        """Show the scenarios, ready to save the present inputs under a name."""
        self.toggle.setChecked(True)
        self.name_field.setFocus()

    def show_table(self, shown: bool) -> None:  # noqa: FBT001 - Qt's signal gives it so
        """Show the scenarios, or the body."""
        self.setCurrentIndex(1 if shown else 0)
        self._start_comparison_if_stale()

    def refresh(self, changes: Changes) -> None:
        """Follow the session: the scenario in use at once, the others in the background."""
        if changes is Changes.NOTHING:
            return
        self._is_stale = True
        if self._session.answer is not None:
            self.columns.show_live(self._session.answer)
        self._start_comparison_if_stale()

    def _start_comparison_if_stale(self) -> None:
        """Answer all scenarios again, where that is seen and all edits are written."""
        session, answer_inputs = self._session, self._session.answer_inputs
        is_seen = self.currentIndex() == 1 and self.isVisible()
        if not (self._is_stale and is_seen) or session.is_saving or answer_inputs is None:
            return
        self._is_stale = False
        known = (answer_inputs.facts, answer_inputs.prepared)
        session.compute_in_background(
            lambda: compare_scenarios(session.study, known), self._show_comparison, key="scenarios"
        )

    def showEvent(self, event: object) -> None:
        """Catch up with what changed meanwhile."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._start_comparison_if_stale()

    def _show_comparison(self, result: tuple[ScenarioComparison, ...]) -> None:
        live = self._session.answer
        if live is not None:
            result = tuple(replace(c, answer=live) if c.in_use else c for c in result)
        self.columns.show_scenarios(result)
        used = next((c.name for c in result if c.in_use), "")
        text = self.tr(
            "A scenario holds inputs that differ from the base: requirement, weights, prices,"
            " provisioning. Save the current ones, then change them."
        )
        if result and used:
            text = self.tr("What you change now belongs to {scenario}.").format(scenario=used)
        elif result:
            text = self.tr("Changes now apply to the base and to all scenarios that share it.")
        self.note.setText(text)

    def add_from_field(self) -> None:
        """Create a scenario from the present inputs and put it in use."""
        name = self.name_field.text().strip()
        if not name:
            self.name_field.setFocus()
            return
        self.name_field.clear()
        self._session.edit(lambda study: add_scenario(study, name), Changes.EVERYTHING)
