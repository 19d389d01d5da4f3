"""Sum, average and count of the selected cells, added up in small portions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from arraywise.gui.sheets.pacing import Pace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtCore import QItemSelection, QItemSelectionRange

    from arraywise.gui.sheets.rows_model import RowsModel

_COUNTED = 2_000_000


@dataclass(frozen=True, slots=True)
class SelectionFigures:
    """What the status bar says of a selection."""

    count: int
    numbers: int
    total: float


class SelectionSums(QObject):
    """Adds a selection up; a new selection drops the one before."""

    ready = Signal(object)
    """Carries SelectionFigures, or None for less than two cells."""

    def __init__(self, model: RowsModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self._cells: Iterator[tuple[int, int]] | None = None
        self._count = self._numbers = 0
        self._total = 0.0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    def add_up(self, selection: QItemSelection) -> None:
        """Begin with another selection."""
        self._count = sum(area.width() * area.height() for area in areas_of(selection))
        self._numbers, self._total = 0, 0.0
        if not 2 <= self._count <= _COUNTED:
            self._timer.stop()
            self.ready.emit(None if self._count < 2 else SelectionFigures(self._count, 0, 0.0))
            return
        self._cells = _cells_of(selection)
        self._timer.start(0)

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
