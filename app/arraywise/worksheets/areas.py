"""Rectangles of cells that formulas refer to, and which formulas lie in them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.domain.cells import MOST_ROWS, CellAddress, CellFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from arraywise.worksheets.formula import Formula


@dataclass(frozen=True, slots=True)
class SheetArea:
    """A rectangle of cells on one sheet, ends included."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int

    def size(self, rows: int) -> int:
        """Return how many cells are looked at where so many rows are used.

        Of a whole column the engine looks at the used rows; of a range at every cell.
        """
        whole = self.top == 0 and self.bottom == MOST_ROWS - 1
        high = min(rows, MOST_ROWS) if whole else self.bottom - self.top + 1
        return high * (self.right - self.left + 1)


@dataclass(slots=True)
class Precedents:
    """The areas of every formula, and which formulas lie in an area."""

    areas: Mapping[CellAddress, tuple[SheetArea, ...]]
    _rows: dict[tuple[str, int], list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for place in self.areas:
            self._rows.setdefault((place.sheet, place.column), []).append(place.row)
        for rows in self._rows.values():
            rows.sort()

    def of(self, place: CellAddress) -> Iterator[CellAddress]:
        """List the formulas that a formula refers to."""
        for area in self.areas.get(place, ()):
            for column in range(area.left, area.right + 1):
                rows = self._rows.get((area.sheet, column), ())
                for row in rows[bisect_left(rows, area.top) : bisect_right(rows, area.bottom)]:
                    yield CellAddress(area.sheet, row, column)

    def reached(
        self, start: CellAddress, wanted: Callable[[CellAddress], bool]
    ) -> CellAddress | None:
        """Find a formula, other than the first, that the first one's value comes from."""
        seen, waiting = {start}, [start]
        while waiting:
            for place in self.of(waiting.pop()):
                if place in seen:
                    continue
                if wanted(place):
                    return place
                seen.add(place)
                waiting.append(place)
        return None


def area_of(
    sheet: str, first: tuple[int | None, int], last: tuple[int | None, int] | None
) -> SheetArea:
    """Return the area between two corners, given as row and column in any order."""
    last = last or first
    rows = [row for row in (first[0], last[0]) if row is not None]
    columns = (first[1], last[1])
    if len(rows) < 2:  # a whole column
        rows = [0, MOST_ROWS - 1]
    return SheetArea(sheet, min(rows), min(columns), max(rows), max(columns))


@dataclass(frozen=True, slots=True)
class ResolvedFormula:
    """A formula as the engine takes it."""

    text: str = ""
    areas: tuple[SheetArea, ...] = ()
    result: str = ""
    """First of the model's results that it uses."""
    joins: bool = False
    """Joins texts."""
    by_demand: bool = False
    """Uses what is asked, which depends on no price."""
    fault: CellFault | None = None
    formula: Formula | None = None
    """As it was typed; its references are those of `areas`, in their order."""
