"""Sum, average and count of the selected cells, added up in small portions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar
from weakref import ReferenceType, ref

from PySide6.QtCore import QObject, QTimer, Signal

from arraywise.gui.sheets.pacing import Pace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtCore import QItemSelection, QItemSelectionRange
    from PySide6.QtWidgets import QAbstractItemView

    from arraywise.gui.sheets.rows_model import RowsModel

_COUNTED = 2_000_000


@dataclass(frozen=True, slots=True)
class SelectionFigures:
    """What the status bar says of a selection."""

    count: int
    numbers: int
    total: float


class SelectionSums(QObject):
    """Adds a selection up; a new selection, or other figures in it, drops the sum before."""

    ready = Signal(object)
    """Carries SelectionFigures, or None for less than two cells."""
    _latest: ClassVar[ReferenceType[SelectionSums] | None] = None
    """Whose selection was added up last: that is what is shown."""

    def __init__(self, model: RowsModel, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._model, self._view = model, view
        for changed in (model.dataChanged, model.layoutChanged, model.modelReset):
            changed.connect(self._begin_again)
        for changed in (model.rowsInserted, model.rowsRemoved):
            changed.connect(self._begin_again)
        self._cells: Iterator[tuple[int, int]] | None = None
        self._count = self._numbers = 0
        self._total = 0.0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    def add_up(self, selection: QItemSelection) -> None:
        """Begin with another selection."""
        SelectionSums._latest = ref(self)
        self._count = sum(area.width() * area.height() for area in areas_of(selection))
        self._numbers, self._total = 0, 0.0
        if not 2 <= self._count <= _COUNTED:
            self._timer.stop()
            self.ready.emit(None if self._count < 2 else SelectionFigures(self._count, 0, 0.0))
            return
        self._cells = _cells_of(selection)
        self._timer.start(0)

    def _begin_again(self) -> None:
        """Add up anew what is selected: figures have come or changed."""
        latest = SelectionSums._latest
        if latest is not None and latest() is self:
            self.add_up(self._view.selectionModel().selection())

    def _go_on(self) -> None:
        assert self._cells is not None  # noqa: S101 - the timer runs only then
        rows, columns = self._model.rowCount(), self._model.columnCount()
        pace = Pace()
        while not pace.is_due:
            place = next(self._cells, None)
            if place is None:
                self._timer.stop()
                self.ready.emit(SelectionFigures(self._count, self._numbers, self._total))
                return
            if place[0] < rows and place[1] < columns:  # rows may have gone meanwhile
                shown = self._model.shown_once(*place)
                if shown.number is not None and not shown.missing:
                    self._numbers += 1
                    self._total += shown.number


def areas_of(selection: QItemSelection) -> list[QItemSelectionRange]:
    """Return the rectangles that a selection is made of."""
    return [selection.at(place) for place in range(selection.count())]


def _cells_of(selection: QItemSelection) -> Iterator[tuple[int, int]]:
    areas = [(a.top(), a.bottom(), a.left(), a.right()) for a in areas_of(selection)]
    for top, bottom, left, right in areas:
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                yield row, column
