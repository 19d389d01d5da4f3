"""What a client's own sheet looks like, to let the user say which column holds what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.importers.prices.grid import NoValue
from arraywise.importers.prices.headers import likely_fields
from arraywise.importers.prices.numbers import looks_numeric

if TYPE_CHECKING:
    from decimal import Decimal

    from arraywise.domain.said import Said
    from arraywise.importers.prices.grid import Cell, Grid, Row

_LOOKED_AT = 200
_SHOWN_ROWS = 8
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class OfferedTable:
    """Headings of a sheet with the first rows below them."""

    headings: tuple[str, ...]
    """As they are written; empty where a column has none."""
    rows: tuple[tuple[str, ...], ...]
    likely: tuple[str | None, ...]
    """Field that each column seems to hold."""
    money: tuple[str, ...] = ()
    """Headings of columns of money that no field takes."""
    contradictions: tuple[Said, ...] = ()
    """Lines whose printed extended price is not unit price x quantity: which one counts?"""


def offer_table(grids: list[Grid]) -> OfferedTable | None:
    """Return the table that most looks like a price sheet; None where there is none.

    Headings are the row with the most texts and no figures among the first, with figures in the
    row below it.
    """
    found = [
        (len(row.texts()), grid, index)
        for grid in grids
        for index, row in enumerate(grid.rows[:_LOOKED_AT])
        if _may_head(row) and index + 1 < len(grid.rows) and _has_figures(grid.rows[index + 1])
    ]
    if not found:
        return None
    _, grid, index = max(found, key=lambda each: each[0])
    likely = _with_description(likely_fields(grid.rows[index]), grid.rows[index + 1 :])
    return offer_below(grid, index, likely)


def offer_below(grid: Grid, index: int, likely: tuple[str | None, ...]) -> OfferedTable:
    """Return the table below a row of headings.

    Args:
        grid: all rows.
        index: of the row of headings.
        likely: field of each of its columns.
    """
    header = grid.rows[index]
    width = max(len(header.cells), len(likely))
    return OfferedTable(
        headings=tuple(_shown(header.at(place)) for place in range(width)),
        rows=tuple(
            tuple(_shown(row.at(place)) for place in range(width))
            for row in grid.rows[index + 1 : index + 1 + _SHOWN_ROWS]
        ),
        likely=likely,
    )


def _with_description(
    likely: tuple[str | None, ...], rows: tuple[Row, ...]
) -> tuple[str | None, ...]:
    """Take the column with the longest texts for the description where no heading names it."""
    if "description" in likely:
        return likely
    lengths = [
        0 if field else sum(len(text) for row in rows[:_SHOWN_ROWS] if (text := _words(row, at)))
        for at, field in enumerate(likely)
    ]
    longest = max(lengths, default=0)
    return tuple(
        "description" if longest and at == lengths.index(longest) else field
        for at, field in enumerate(likely)
    )


def _words(row: Row, at: int) -> str:
    cell = row.at(at)
    return cell if isinstance(cell, str) and not looks_numeric(cell) else ""


def _may_head(row: Row) -> bool:
    return len(row.texts()) > 1 and not _has_figures(row)


def _has_figures(row: Row) -> bool:
    return any(not isinstance(cell, str) or looks_numeric(cell) for cell in row.cells)


def _shown(cell: Cell) -> str:
    if isinstance(cell, NoValue):
        return cell.formula[:_LONGEST]
    return cell[:_LONGEST] if isinstance(cell, str) else _plain(cell)


def _plain(number: Decimal) -> str:
    return f"{number:f}"
