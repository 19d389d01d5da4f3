"""How wide the columns of a grid are: as their rows need, less where the window is narrow."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from arraywise.gui import theme
from arraywise.gui.sheets.cell_painting import content_width, wrapped_width
from arraywise.gui.sheets.unit_header import least_width, whole_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.gui.sheets.columns import Column
    from arraywise.gui.sheets.grid_view import GridView

_MEASURED_ROWS = 200  # that are looked at when widths are chosen


@dataclass(frozen=True, slots=True)
class Wanted:
    """How wide a column is to be, in pixels."""

    whole: int
    """With no word of its title broken."""
    broken: int
    """With its title broken where it may be."""
    least: int
    """Where texts of columns that give way are cut."""

    def given(self, share: float) -> int:
        """Return the width once that share of what can be cut is."""
        return self.broken - ceil((self.broken - self.least) * share)


class ColumnWidths:
    """The widths of one grid; those that the user chose stay while the window changes."""

    def __init__(self, grid: GridView) -> None:
        self._grid = grid
        self._wanted: list[Wanted] = []
        self._chosen: dict[int, int] = {}
        """By section, as they were set here last."""

    def fit(self) -> None:
        """Make every column as wide as its title and the rows need; one takes what is left."""
        if not self._grid.rows.has_none_left:
            self._measure()
            sizes = self._arranged(self._wanted)
            self._chosen = dict(enumerate(sizes))
            self._set(sizes)

    def widen(self) -> None:
        """Widen the columns whose figures have outgrown them; what gives way may get narrower."""
        self._measure()
        header, columns = self._grid.horizontalHeader(), self._grid.rows.columns
        sizes = self._arranged(self._as_they_are())
        for section, column in enumerate(columns):
            if not (column.gives_to or column.wraps or column.stretch):
                fitting = max(sizes[section], self._wanted[section].broken)
                sizes[section] = max(header.sectionSize(section), fitting)
        self._set(sizes)

    def follow(self) -> None:
        """Follow another width of the grid."""
        if self._wanted and len(self._wanted) == self._grid.horizontalHeader().count():
            self._set(self._arranged(self._as_they_are()))

    def stretch(self) -> None:
        """Give the width that is left to the column that wants it."""
        header, room = self._grid.horizontalHeader(), self._grid.viewport().width()
        for section, column in enumerate(self._grid.rows.columns):
            if column.stretch and not header.isSectionHidden(section):
                others = header.length() - header.sectionSize(section)
                wanted = self._chosen.get(section, 0)
                header.resizeSection(section, max(wanted, room - others))

    def needed(self) -> int:
        """Return the width at which no column is cut."""
        shown_at, rows = self._grid.rows.shown_at, self._measured_rows()
        return sum(
            max(theme.px(c.least), least_width(c), *(content_width(shown_at(r, at)) for r in rows))
            for at, c in enumerate(self._grid.rows.columns)
            if not self._grid.isColumnHidden(at)
        )

    def _measured_rows(self) -> range:
        return range(min(self._grid.rows.rowCount(), _MEASURED_ROWS))

    def _measure(self) -> None:
        columns = self._grid.rows.columns
        self._wanted = [self._wanted_by(place, column) for place, column in enumerate(columns)]

    def _wanted_by(self, place: int, column: Column) -> Wanted:
        shown_at = self._grid.rows.shown_at
        measured = () if column.steady else self._measured_rows()
        wide = max((content_width(shown_at(row, place)) for row in measured), default=0)
        wide = max(theme.px(column.least), min(wide, theme.px(column.most)))
        broken = max(wide, least_width(column))
        least = broken
        if column.wraps:
            least = max((wrapped_width(shown_at(row, place)) for row in measured), default=0)
        elif column.gives_to:
            least = theme.px(column.gives_to)
        least = min(broken, max(least, least_width(column)))
        return Wanted(max(wide, whole_width(column)), broken, least)

    def _as_they_are(self) -> list[Wanted]:
        """Return what is wanted, with the widths that the user chose."""
        header, found = self._grid.horizontalHeader(), []
        for section, wanted in enumerate(self._wanted):
            size = header.sectionSize(section)
            stretches = self._grid.rows.columns[section].stretch
            own = not stretches and size and size != self._chosen.get(section, size)
            found.append(Wanted(size, size, size) if own else wanted)
        return found

    def _arranged(self, wanted: Sequence[Wanted]) -> list[int]:
        """Return the widths: titles are broken first, then texts cut, if it all fits by that."""
        header, room = self._grid.horizontalHeader(), self._grid.viewport().width()
        shown = [each for at, each in enumerate(wanted) if not header.isSectionHidden(at)]
        if sum(each.whole for each in shown) <= room:
            return [each.whole for each in wanted]
        over = sum(each.broken for each in shown) - room
        cut = sum(each.broken - each.least for each in shown)
        share = over / cut if 0 < over <= cut else 0.0
        return [each.given(share) for each in wanted]

    def _set(self, sizes: Sequence[int]) -> None:
        """Set the widths of columns, and give what is left to the one that wants it."""
        header, columns = self._grid.horizontalHeader(), self._grid.rows.columns
        for section, size in enumerate(sizes):
            if columns[section].stretch:
                self._chosen[section] = size
            elif not header.isSectionHidden(section) and header.sectionSize(section) != size:
                self._chosen[section] = size
                header.resizeSection(section, size)
        self.stretch()
