"""Scenarios."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt, Signal
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
from arraywise.gui.grid.model import show_decimal
from arraywise.gui.pages.base import scrolling
from arraywise.gui.widgets import figures, painting, theme
from arraywise.gui.widgets.controls import button, fill, flush, hairline, label, named, panel
from arraywise.gui.widgets.controls import chip as make_chip
from arraywise.gui.widgets.messages import nobody, tell, word
from arraywise.usecases.changes import Changes
from arraywise.usecases.compare_scenarios import (
    BASE,
    LONGEST_NAME,
    Compared,
    add_scenario,
    compare_scenarios,
    remove_scenario,
    rename_scenario,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.gui.session.session import Session
    from arraywise.store.study import Study

_WIDE = 200
_CAPTIONS = 150


class _Cell(NamedTuple):
    """What stands in a row of one scenario."""

    text: str
    tone: str = "text"


class ScenarioColumns(QFrame):
    """The table; it asks for what the user wants of a scenario."""

    use_wanted = Signal(int)  # id of the scenario to put in use
    remove_wanted = Signal(int)
    rename_wanted = Signal(int, str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("ground", "page")
        self._found: tuple[Compared, ...] = ()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 8, 16, 16)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(0)
        self.chips: dict[int, QToolButton] = {}  # the heads of the columns, by scenario
        self.cells: dict[tuple[str, int], QLabel] = {}  # figures by name of the row and scenario
        self.name_field: QLineEdit | None = None  # where a scenario is being renamed

    def show_scenarios(self, found: Sequence[Compared]) -> None:
        """Show other scenarios or answers."""
        shape = [(c.id, c.name, c.in_use, c.differs) for c in found]
        before = [(c.id, c.name, c.in_use, c.differs) for c in self._found]
        self._found = tuple(found)
        if shape != before or not self.cells:
            self._rebuild()
        for each in found:
            self._fill(each)
            self.chips[each.id].setChecked(each.in_use)

    def show_live(self, answer: Answer) -> None:
        """Show what the scenario in use answers right now."""
        for each in self._found:
            if each.in_use:
                self._fill(replace(each, answer=answer))

    def _rebuild(self) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self.chips, self.cells, self.name_field = {}, {}, None
        if not self._found:
            return
        for place, (_name, caption, _said) in enumerate(self._rows()):
            said = label(caption, "body", "text2")
            said.setMinimumWidth(theme.px(_CAPTIONS))
            self._add(said, place, 0)
        for column, each in enumerate(self._found, 1):
            self._add_column(each, column)
        self._grid.setColumnStretch(len(self._found) + 1, 1)
        self._grid.setRowStretch(2 * len(self._rows()) + 6, 1)

    def _add(self, widget: QWidget, place: int, column: int) -> None:
        """Put a widget into a row, with a hairline above each row."""
        if column == 0:
            line = hairline(Qt.Orientation.Horizontal)
            self._grid.addWidget(line, 2 * place + 1, 0, 1, len(self._found) + 1)
        top = Qt.AlignmentFlag.AlignTop
        widget.setContentsMargins(0, 7, 0, 7)
        self._grid.addWidget(widget, 2 * place + 2, column, top)

    def _add_column(self, each: Compared, column: int) -> None:
        chip = make_chip(each.name.replace("&", "&&") or self.tr("Base case"))
        chip.setAccessibleName(each.name or self.tr("Base case"))
        chip.setChecked(each.in_use)
        chip.setAutoExclusive(True)
        chip.setFixedWidth(theme.px(_WIDE))
        chip.setFixedHeight(theme.height("field"))
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        chip.setToolTip(self.tr("In use") if each.in_use else self.tr("Put it in use"))
        chip.clicked.connect(lambda _checked=False: self.use_wanted.emit(each.id))
        self.chips[each.id] = chip
        self._grid.addWidget(chip, 0, column)
        for place, (name, caption, _said) in enumerate(self._rows()):
            cell = label("", "body", wraps=True)
            cell.setFixedWidth(theme.px(_WIDE))
            cell.setAccessibleName(f"{caption}, {chip.accessibleName()}")
            self.cells[name, each.id] = cell
            self._add(cell, place, column)
        if each.name:
            self._add_buttons(each, column)

    def _add_buttons(self, each: Compared, column: int) -> None:
        rename = button(self.tr("Rename"), lambda: self._rename(each, column), kind="link")
        remove = button(self.tr("Remove"), lambda: self.remove_wanted.emit(each.id), kind="link")
        both = QWidget()
        row = fill(QHBoxLayout(both), margins=(0, 0, 0, 0), spacing=12)
        for made in (rename, remove):
            made.setAccessibleName(f"{made.text()}: {each.name}")
            row.addWidget(made)
        row.addStretch(1)
        self._grid.addWidget(both, 2 * len(self._rows()) + 3, column)

    def _rename(self, each: Compared, column: int) -> None:
        """Type over the head of a column; Enter keeps the name."""
        field = named(QLineEdit(each.name), self.tr("Name of the scenario"))
        field.setFixedWidth(theme.px(_WIDE))
        field.setMaxLength(200)
        field.selectAll()
        self.chips[each.id].hide()
        self._grid.addWidget(field, 0, column)
        self.name_field = field

        def given() -> None:
            if self.name_field is not field:
                return
            field.editingFinished.disconnect(given)
            name = field.text().strip()
            field.deleteLater()
            self.name_field = None
            self.chips[each.id].show()
            if name and name != each.name:
                self.rename_wanted.emit(each.id, name)

        field.editingFinished.connect(given)
        field.setFocus()

    def _rows(self) -> tuple[tuple[str, str, Callable[[Compared], _Cell]], ...]:
        currency = self._found[0].answer.currency if self._found else ""
        return (
            ("recommended", self.tr("Recommended"), self._recommended),
            ("verdict", self.tr("Verdict"), self._verdict),
            ("response", self.tr("Response time, ms"), self._response),
            (
                "price",
                self.tr("36-month price, {currency}").format(currency=currency),
                self._price,
            ),
            ("headroom", self.tr("Headroom, %"), self._headroom),
            ("value", self.tr("Value, points of 100"), self._value),
            ("first", self.tr("First in, % of draws"), self._first),
            ("differs", self.tr("Differs from the base in"), self._differs),
        )

    def _fill(self, each: Compared) -> None:
        for name, _caption, said in self._rows():
            cell = self.cells.get((name, each.id))
            if cell is not None:
                shown = said(each)
                cell.setText(shown.text)
                if cell.property("tone") != shown.tone:
                    cell.setProperty("tone", shown.tone)
                    cell.style().polish(cell)

    def _recommended(self, each: Compared) -> _Cell:
        chosen = _chosen(each)
        if chosen is None:
            return _Cell(nobody(each.answer), "unknown")
        return _Cell(chosen.option.name)

    def _verdict(self, each: Compared) -> _Cell:
        chosen = _chosen(each)
        if chosen is None:
            options = each.answer.options
            passing, count = sum(o.status in PASSES for o in options), len(options)
            text = self.tr("{passing} of {count} options pass")
            return _Cell(text.format(passing=passing, count=count), "text2")
        return _Cell(word(chosen.status), painting.VERDICT_ICONS[chosen.status][1])

    def _response(self, each: Compared) -> _Cell:
        chosen = _chosen(each)
        point = chosen.response_s.point if chosen else None
        return _none() if point is None else _Cell(figures.milliseconds(point))

    def _price(self, each: Compared) -> _Cell:
        chosen = _chosen(each)
        if chosen is None or chosen.price is None:
            return _none()
        total, rate = figures.number(chosen.price.total), each.answer.discount_rate
        if rate is None:
            return _Cell(total)
        text = self.tr("{price} (NPV at {percent} %/a)")
        return _Cell(text.format(price=total, percent=show_decimal(rate * 100)))

    def _headroom(self, each: Compared) -> _Cell:
        chosen = _chosen(each)
        if chosen is None or chosen.headroom is None:
            return _none()
        return _Cell(figures.headroom(chosen))

    def _value(self, each: Compared) -> _Cell:
        chosen = _chosen(each)
        point = chosen.value.point if chosen else None
        return _none() if point is None else _Cell(figures.number(point, 1))

    def _first(self, each: Compared) -> _Cell:
        chosen = _chosen(each)
        if chosen is None or chosen.first_share is None:
            return _none()
        return _Cell(figures.percent(chosen.first_share))

    def _differs(self, each: Compared) -> _Cell:
        if not each.name:
            return _none()
        if not each.differs:
            return _Cell(self.tr("nothing yet"), "text3")
        return _Cell("\n".join(tell(said) for said in each.differs))


def _chosen(each: Compared) -> OptionAnswer | None:
    answer = each.answer
    return next((o for o in answer.options if o.option == answer.recommended), None)


def _none() -> _Cell:
    return _Cell(figures.EN_DASH, "text3")


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
        self.toggle = make_chip(self.tr("Scenarios"))
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
        flush(QVBoxLayout(table), self._make_head(), (scrolling(self.columns), 1))
        return table

    def _make_head(self) -> QWidget:
        head = QWidget()
        row = fill(QHBoxLayout(head), margins=(16, 12, 16, 8), spacing=8)
        self.name_field = QLineEdit()
        self.name_field.setPlaceholderText(self.tr("Name of a new scenario"))
        self.name_field.setAccessibleName(self.name_field.placeholderText())
        self.name_field.setMaxLength(LONGEST_NAME)
        self.name_field.setFixedSize(260, theme.height("field"))
        self.name_field.returnPressed.connect(self.add)
        self.add_button = button(self.tr("Save as a scenario"), self.add, sign="add")
        self.add_button.setFixedHeight(theme.height("field"))
        self.note = label("", "body", "text2", wraps=True)
        fill(row, self.name_field, self.add_button, (self.note, 1))
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
        self._session.edit(work, Changes.EVERYTHING)
