"""A sheet that holds several options' price sheets below each other, as Arraywise writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.importers.prices.grid import Grid
from arraywise.importers.prices.headers import find_columns

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.importers.prices.grid import Row

_CODE = re.compile("[A-Z]{3}")


@dataclass(frozen=True, slots=True)
class Block:
    """One option's price sheet."""

    option: str
    grid: Grid
    """From the headings on, in its own currency."""


def find_blocks(grid: Grid, columns: Mapping[str, int]) -> list[Block]:
    """Part a sheet where an option's name and its currency stand above the same headings.

    Headings repeated on a new page have no such row above them and part nothing.
    """
    starts = [
        index
        for index, row in enumerate(grid.rows)
        if index and find_columns(row) == columns and _titled(grid.rows[index - 1], columns)
    ]
    ends = [*(start - 1 for start in starts[1:]), len(grid.rows)][: len(starts)]
    return [
        Block(
            _titled(grid.rows[start - 1], columns),
            Grid(grid.rows[start:end], frozenset(_codes(grid.rows[start - 1])), grid.leans_german),
        )
        for start, end in zip(starts, ends, strict=True)
    ]


def _titled(row: Row, columns: Mapping[str, int]) -> str:
    """Return the option's name of a row with nothing but that and a currency; "" for another."""
    texts = row.texts()
    at = columns.get("extended_price")
    is_title = len(texts) == 2 and row.at(at) == texts[1] and _CODE.fullmatch(texts[1])
    return texts[0] if is_title else ""


def _codes(row: Row) -> list[str]:
    return [text for text in row.texts()[1:] if _CODE.fullmatch(text)]
