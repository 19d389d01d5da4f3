"""Scenarios as a table, a column each: the answer, and which inputs differ from the base."""

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
    QToolButton,
    QWidget,
)

from arraywise.domain.decision import PASSES
from arraywise.gui import figures, painting, theme
from arraywise.gui.fields import button, hairline, label
from arraywise.gui.sheets.money import show_decimal
from arraywise.gui.wording import nobody, tell, word

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.usecases.compare_scenarios import Compared

_WIDE = 200
_CAPTIONS = 150


class _Cell(NamedTuple):
    """What stands in a row of one scenario."""

    text: str
    tone: str = "text"


class ScenarioColumns(QFrame):
    """The table; it asks for what the user wants of a scenario."""

    use_wanted = Signal(int)
    """Id of the scenario to put in use."""
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
        self.chips: dict[int, QToolButton] = {}
        """The heads of the columns, by scenario."""
        self.cells: dict[tuple[str, int], QLabel] = {}
        """Figures by name of the row and scenario."""
        self.name_field: QLineEdit | None = None
        """Where a scenario is being renamed."""

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
        chip = QToolButton()
        chip.setText(each.name.replace("&", "&&") or self.tr("Base case"))
        chip.setAccessibleName(each.name or self.tr("Base case"))
        chip.setCheckable(True)
        chip.setChecked(each.in_use)
        chip.setAutoExclusive(True)
        chip.setProperty("kind", "chip")
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
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        for made in (rename, remove):
            made.setAccessibleName(f"{made.text()}: {each.name}")
            row.addWidget(made)
        row.addStretch(1)
        self._grid.addWidget(both, 2 * len(self._rows()) + 3, column)

    def _rename(self, each: Compared, column: int) -> None:
        """Type over the head of a column; Enter keeps the name."""
        field = QLineEdit(each.name)
        field.setAccessibleName(self.tr("Name of the scenario"))
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
