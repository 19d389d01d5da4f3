"""Small tables that more than one page shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QAbstractItemView, QSizePolicy, QVBoxLayout, QWidget

from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Cell, Column, RowsModel
from arraywise.gui.pages.base import section_head
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import fill
from arraywise.present.findings import list_changes

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer, Change

_SIDE = 11  # left and right of a table, in pixels


class SmallTable(QWidget):
    """A titled table that is as high as its rows."""

    def __init__(self) -> None:
        super().__init__()
        self.model = RowsModel((), self)
        self.grid = Grid(self.model, plain=True)
        self.grid.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.grid.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.grid.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        column = fill(QVBoxLayout(self), margins=(0, 0, 0, 8), spacing=0)
        head, self.title, self.note = section_head("")
        column.addWidget(head)
        fill(column, fill(QVBoxLayout(), self.grid, margins=(_SIDE, 0, _SIDE, 0)))
        self._column = column

    def needed_width(self) -> int:
        """Return the width at which no column is cut."""
        return self.grid.needed_width() + 2 * _SIDE

    def _name(self, title: str) -> None:
        self.title.setText(title)
        self.grid.setAccessibleName(title)

    def _show(self, rows: tuple[object, ...]) -> None:
        self.model.set_rows(rows)
        if self.grid.horizontalHeader().length() > self.grid.viewport().width():
            self.grid.fit_columns()  # columns grew for what is no longer said
        high = self.grid.natural_height(12) + 1
        if high != self.grid.height():
            self.grid.setFixedHeight(high)


class ChangesTable(SmallTable):
    """What would change the recommendation, how far off it is, and what would be bought then."""

    def __init__(self, *, is_narrow: bool = False) -> None:
        """Create the table; a narrow one leaves out how far off each change is."""
        super().__init__()
        self._name(self.tr("What would change the answer"))
        self._positions: dict[str, int] = {}
        self.model.set_columns(
            (
                Column("what", self.tr("If this changes"), _what, least=110),
                Column(
                    "to",
                    self.tr("to"),
                    lambda c: Cell(messages.translate_message(c.to)),
                    least=100,
                ),
                Column("by", self.tr("by"), self._by, right=True, least=70),
                Column("then", self.tr("then"), self._then, least=120, stretch=True),
            )
        )
        self.grid.setColumnHidden(2, is_narrow)

    def show_answer(self, answer: Answer) -> None:
        """Show the changes of an answer; while it moves they stay those of a moment ago."""
        if answer.is_debouncing:
            self.note.setText(self.tr("settling\u2026"))
            return
        self.note.setText(self.tr("nearest first"))
        self._positions = {o.option.name: o.option.position for o in answer.options}
        changes = list_changes(answer)
        self._show(changes)
        self.setVisible(bool(changes))

    def _by(self, change: Change) -> Cell:
        if change.by is None:
            return Cell(figures.EN_DASH, colour="text2")
        return Cell(f"{figures.percent(change.by, 1, signed=True)} %", number=change.by * 100)

    def _then(self, change: Change) -> Cell:
        if change.winner is None:
            text = self.tr("none is shown to pass")
            return Cell(text, icon="undetermined", colour="unknown")
        return Cell(change.winner, marker=self._positions.get(change.winner))

    def sizeHint(self) -> QSize:
        """Return the height of title and rows."""
        return QSize(600, self.grid.height() + theme.height("panel_head") + 8)


def _what(change: Change) -> Cell:
    return Cell(messages.translate_message(change.what))
