"""A pasted table with headings of its own: which of its columns holds which field of a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.units import MONTHS_PRICED
from arraywise.importers.prices.currencies import currencies_in
from arraywise.importers.prices.grid import Grid, Row
from arraywise.importers.prices.headers import find_columns
from arraywise.importers.prices.heading_units import find_units
from arraywise.importers.prices.numbers import decide_notation
from arraywise.importers.prices.reader import numbers_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_FIELDS = {
    "description": "description", "part_number": "part", "source": "source",
    "category": "category", "unit_price": "unit_price", "quantity": "quantity",
    "discount": "discount", "warranty_months": "warranty", "maintenance_per_month": "per_month",
    "maintenance": "maintenance", "maintenance_discount": "maintenance_discount",
    "licence": "licence", "support": "support", "currency": "currency", "is_server": "server",
}  # fmt: skip
"""Column of a price sheet for each field that a heading may name; others are not typed."""
_MONEY = frozenset({"unit_price", "per_month", "maintenance"})
_HIGHEST = 5
"""Rows above which headings are looked for: a title may stand over them."""


@dataclass(frozen=True, slots=True)
class HeadedLines:
    """Lines as their headings say."""

    lines: tuple[tuple[tuple[str, str], ...], ...]
    """Key of the column and text of each cell, a line each; empty rows are left out."""
    keys: tuple[str, ...]
    """Columns that are named, from left to right."""
    left_out: tuple[str, ...]
    """Headings of columns that a price sheet does not take, or not in these units."""


def read_headed(rows: Sequence[Sequence[str]], currency: str) -> HeadedLines | None:
    """Return the lines of a table by its headings, in English, German or Portuguese.

    Args:
        rows: texts of the pasted cells.
        currency: ISO code of the sheet; an amount under a heading in another one gets its code.

    Returns:
        None where no row near the top names a description or part number, a unit price and a
        third field: such cells go in as they stand.
    """
    for at, row in enumerate(rows[:_HIGHEST]):
        places = find_columns(Row(at + 1, tuple(row)))
        if "unit_price" in places:
            plain = places.keys() - _in_other_units(rows[at:], places)
            return _take(row, rows[at + 1 :], {f: places[f] for f in plain}, currency)
    return None


def _in_other_units(rows: Sequence[Sequence[str]], places: dict[str, int]) -> set[str]:
    """Return the fields whose figures are in other units than those of our columns."""
    table = tuple(Row(number, tuple(row)) for number, row in enumerate(rows, 1))
    grid = Grid(table)
    notation = decide_notation(numbers_of(grid, places), leans_german=False)
    units = find_units(table[0], table[1:], places, notation)
    others = set(units.shares)
    if units.maintenance_months != MONTHS_PRICED:
        others.add("maintenance")
    return others | ({"warranty_months"} if units.warranty_months != 1 else set())


def _take(
    head: Sequence[str], rows: Sequence[Sequence[str]], places: dict[str, int], currency: str
) -> HeadedLines:
    taken = {place: _FIELDS[field] for field, place in places.items() if field in _FIELDS}
    columns = sorted(taken.items())
    codes = {place: _code_beside(head[place], currency) for place in taken}
    lines = []
    for row in rows:
        cells = tuple(
            (key, _with_code(row[place], codes[place] if key in _MONEY else ""))
            for place, key in columns
            if place < len(row)
        )
        if any(text.strip() for _, text in cells):
            lines.append(cells)
    left_out = (text.strip() for place, text in enumerate(head) if place not in taken)
    return HeadedLines(
        tuple(lines), tuple(key for _, key in columns), tuple(filter(None, left_out))
    )


def _code_beside(heading: str, currency: str) -> str:
    """Return the currency that a heading names, empty where it names none or the sheet's."""
    named = currencies_in(heading)
    code = named.pop() if len(named) == 1 else ""
    return "" if code == currency else code


def _with_code(text: str, code: str) -> str:
    if not code or not text.strip() or currencies_in(text) or text.startswith("="):
        return text
    return f"{text} {code}"
