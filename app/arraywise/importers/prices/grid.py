"""A price sheet as rows of cells, whichever kind of file it came in."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arraywise.domain.said import Said

MOST_ROWS = 10_000
MOST_COLUMNS = 64


@dataclass(frozen=True, slots=True)
class NoValue:
    """A formula whose result was never saved, so that there is nothing to read."""

    formula: str


class RefusedFileError(Exception):
    """A file of which no table is made, with the reason for the user."""

    def __init__(self, said: Said) -> None:
        super().__init__(str(said))
        self.said = said


Cell = str | Decimal | NoValue
"""A text, a number that the file holds as one, or a formula without a value; empty is ""."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row, with its number in the file."""

    number: int
    """Row of the sheet or line of the file, from 1."""
    cells: tuple[Cell, ...]

    def at(self, column: int | None) -> Cell:
        """Return a cell; "" beyond the end of a short row or where there is no such column."""
        return self.cells[column] if column is not None and column < len(self.cells) else ""

    def texts(self) -> list[str]:
        """Return the texts of the row that are not empty."""
        return [cell for cell in self.cells if isinstance(cell, str) and cell]

    def is_empty(self) -> bool:
        """Say whether there is nothing in the row, but for formulas that give nothing."""
        return all(cell == "" or isinstance(cell, NoValue) for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Grid:
    """One table of a file."""

    rows: tuple[Row, ...]
    currencies: frozenset[str] = frozenset()
    """ISO codes of the currencies in which the file shows numbers."""
    leans_german: bool = False
    """Cells are parted by semicolons, as where the comma is the decimal sign."""


def column_name(column: int) -> str:
    """Name a column as a spreadsheet does: `F`."""
    letters, rest = "", column + 1
    while rest:
        rest, letter = divmod(rest - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def cell_name(row: int, column: int) -> str:
    """Name a cell as a spreadsheet does: `F12`."""
    return f"{column_name(column)}{row}"
