"""What is known of a grid by the parts that it is made of: its rows, and who takes its edits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication, QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QTableView

from arraywise.gui import theme
from arraywise.gui.sheets.frozen_columns import FrozenColumns

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, SignalInstance
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QWidget

    from arraywise.domain.sheets import Move
    from arraywise.gui.sheets.formula_edit import TakesCells
    from arraywise.gui.sheets.rows_model import RowsModel

translate = QCoreApplication.translate

Block = list[list[str]]
"""Texts of cells, by row and column."""


@dataclass(frozen=True, slots=True)
class Laid:
    """What is put into a rectangle of cells."""

    texts: Block
    formats: Block | None = None
    """How their figures are written, as it is stored; None leaves every cell its own."""
    move: Move | None = None
    """Where they were cut out before, so that what refers to them can follow."""


class UnderWay(Protocol):
    """Work that is done in portions."""

    @property
    def ended(self) -> SignalInstance:
        """Emitted when it is done, or dropped."""

    def drop(self) -> None:
        """Do no more of it."""


class GridView(QTableView):
    """A table view on a `RowsModel` with its hooks."""

    figures_changed = Signal(object)
    """Carries SelectionFigures, or None for less than two cells."""
    opened = Signal(int)
    """Enter, F4 or a double click on a read-only cell; carries the row in the model."""
    refused = Signal(str)
    """A sentence: what was asked for could not be done."""
    edit_begins = Signal()
    """Something is typed, pasted, filled or cleared: what was refused before is of the past."""
    turned = Signal(int)
    """Ctrl and a Page key: 1 asks for the next sheet, -1 for the one before."""
    said = Signal(str)
    """How far a paste is; empty when it is done."""

    headed_taken_by: Callable[[int, list[list[str]]], bool] | None = None
    """Takes pasted cells by the headings that they bring, from a row on; says whether they bring
    any. Without such they go in as they stand."""
    last_filled: Callable[[], tuple[int, int]] | None = None
    """Says how far down and right something stands, quicker than a look at every cell does."""

    def __init__(self, model: RowsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = model
        self.setModel(model)
        self.block_given_to: Callable[[int, int, list[list[str]]], None] | None = None
        """Takes cells that are pasted, filled or cleared: row and column of the first, and the
        texts, by rows as they are shown and columns that are shown."""
        self.portions_given_to: Callable[[int, int, Laid], Generator[None]] | None = None
        """Takes the same with formats, in portions, where the grid has formats or may get a large
        block; goes before the other."""
        self.format_at: Callable[[int, int], str] | None = None
        """Says how the figure of a cell is written, where cells have formats that go along."""
        self.in_portions: Callable[[Generator[None], QObject], UnderWay] | None = None
        """Does long work with a turn of the event loop at each `yield`."""
        self.rows_inserted_by: Callable[[int, int], None] | None = None
        """Takes the row before which rows are to be inserted, and how many."""
        self.rows_removed_by: Callable[[int, int], None] | None = None
        """Takes the first row to be deleted, and how many."""
        self.columns_inserted_by: Callable[[int, int], None] | None = None
        """Takes the column before which columns are to be inserted, and how many."""
        self.columns_removed_by: Callable[[int, int], None] | None = None
        """Takes the first column to be deleted, and how many."""
        self.is_filled: Callable[[int, int], bool] | None = None
        """Says of a cell whether something stands in it, quicker than showing it does."""
        self.grows = True
        """Whether rows beyond the last may be pasted."""
        self.columns_grown_to: Callable[[int], None] | None = None
        """Makes so many columns where it can, for a block that reaches beyond the last."""
        self.offered: Callable[[], list[str]] = list
        """Names and functions that are offered while a formula is typed."""
        self._frozen: FrozenColumns | None = None
        self.pointing: TakesCells | None = None
        """Takes cells that are clicked while a formula is typed."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cells; where filters leave no row, say so and how they are all shown again."""
        super().paintEvent(event)
        if self.rows.has_none_left:
            self._paint_no_rows()

    def _paint_no_rows(self) -> None:
        none = translate("Grid", "No row has \u201c{text}\u201d in {column}.")
        said = [none.format(text=text, column=title) for title, text in self.rows.filters.items()]
        back = translate("Grid", "\u201cShow all rows\u201d is in the menu of every title.")
        painter = QPainter(self.viewport())
        painter.setFont(theme.font("control"))
        painter.setPen(theme.look()["text2"])
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(self.viewport().rect(), flags, "\n".join((*said, back)))
        painter.end()

    def number_rows(self, width: int) -> None:
        """Show the numbers of the rows in so many reference pixels."""
        self.verticalHeader().show()
        self.verticalHeader().setFixedWidth(theme.px(width))

    def drop_editor(self, editor: QWidget) -> None:
        """Close an editor and stay where the cursor is."""
        super().closeEditor(editor, QStyledItemDelegate.EndEditHint.NoHint)

    def choose(self, index: QModelIndex) -> None:
        """Make a cell the current one and the only one selected, whatever keys are held.

        The view itself would add to the selection where Ctrl or Shift is.
        """
        flags = QItemSelectionModel.SelectionFlag
        by_rows = self.selectionBehavior() == QAbstractItemView.SelectionBehavior.SelectRows
        whole = flags.Rows if by_rows else flags.NoUpdate
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | whole)

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Bring a cell into sight; where that moves the rows, the first one seen stays whole."""
        bar, row = self.verticalScrollBar(), self.verticalHeader().defaultSectionSize()
        before = bar.value()
        super().scrollTo(index, hint)
        if bar.value() != before:
            bar.setValue(-(-bar.value() // row) * row)

    def freeze(self, columns: int) -> None:
        """Keep the first columns in sight while the others scroll sideways; 0 lets all go."""
        if self._frozen is not None:
            self._frozen.deleteLater()
            self._frozen = None
        if columns:
            self._frozen = FrozenColumns(self, self.rows, columns)

    @property
    def frozen(self) -> int:
        """How many columns stay in sight."""
        return self._frozen.columns if self._frozen is not None else 0
