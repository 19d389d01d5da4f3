"""A pasted table with headings of its own: which of its columns holds which field of a line."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.pricing import Licence, Spares
from arraywise.domain.problems import Severity
from arraywise.domain.units import MONTHS_PRICED
from arraywise.importers.prices import ANYTHING, Asked, read_cells
from arraywise.importers.prices.currencies import currencies_in
from arraywise.importers.prices.grid import Grid, Row
from arraywise.importers.prices.headers import find_columns
from arraywise.importers.prices.heading_units import find_units
from arraywise.importers.prices.labels import is_discount, is_heading, is_total
from arraywise.importers.prices.numbers import decide_notation, split_period
from arraywise.importers.prices.reader import NOTHING, label_of, numbers_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.pricing import PriceLine
    from arraywise.domain.said import Said
    from arraywise.importers.prices.offering import OfferedTable

__all__ = ["Asked", "HeadedLines", "read_headed"]

_FIELDS = {
    "description": "description", "part_number": "part", "source": "source",
    "category": "category", "unit_price": "unit_price", "quantity": "quantity",
    "discount": "discount", "warranty_months": "warranty", "maintenance_per_month": "per_month",
    "maintenance": "maintenance", "maintenance_discount": "maintenance_discount",
    "licence": "licence", "support": "support", "currency": "currency", "is_server": "server",
}  # fmt: skip
"""Column of a price sheet for each field that a heading may name; others are not typed."""
_PRICES = frozenset({"unit_price", "price_per_month", "price_per_year"})
_OTHERS = frozenset({"fee", "price_per_month", "price_per_year", "maintenance_per_year"})
_MONEY = frozenset({"unit_price", "per_month", "maintenance"})
_SELLING = ("part_number", "quantity", "unit_price")
"""What only a line has, and no heading, sum or discount."""
_SPARED = frozenset({"spare", "spared"})
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
    rows_left_out: tuple[str, ...] = ()
    """What rows are called that are no lines: sums of lines, and discounts."""
    offer: OfferedTable | None = None
    """What is to be settled before anything is put in; there are no lines then."""
    refused: tuple[Said, ...] = ()
    """Why nothing can be put in; there are no lines then."""


def read_headed(
    rows: Sequence[Sequence[str]], currency: str, asked: Asked = ANYTHING
) -> HeadedLines | None:
    """Return the lines of a table by its headings, in English, German or Portuguese.

    Args:
        rows: texts of the pasted cells.
        currency: ISO code of the sheet; an amount under a heading in another one gets its code.
        asked: what the user said of columns, and of lines that contradict themselves.

    Returns:
        None where no row near the top names a description or part number, a unit price and a
        third field: such cells go in as they stand. No lines where nothing stands below it.
    """
    for at, row in enumerate(rows[:_HIGHEST]):
        places = find_columns(Row(at + 1, tuple(row)), asked.mapping)
        if places.keys() & _PRICES:
            if any(text.startswith("=") for each in rows for text in each):
                return _take(row, rows[at + 1 :], places, currency)  # formulas stay what they are
            found = _read_as_sheet(rows[at:], places, currency, asked)
            return found or _take(row, rows[at + 1 :], places, currency)
    return None


def _read_as_sheet(
    rows: Sequence[Sequence[str]], places: dict[str, int], currency: str, asked: Asked
) -> HeadedLines | None:
    """Return lines as a file of the same cells gives them; None where the cells say the same."""
    grid = Grid(tuple(Row(n, tuple(t.strip() for t in row)) for n, row in enumerate(rows, 1)))
    reading = read_cells(grid, asked)
    if reading is None:
        return None
    if reading.offer is not None:
        return HeadedLines((), (), (), offer=reading.offer)
    periodic = any(split_period(text)[1] for row in rows[1:] for text in row)
    told = asked.mapping or asked.extended or periodic
    if not (told or _in_other_units(rows, places) or places.keys() & _OTHERS):
        return None
    errors = tuple(p.said for p in reading.problems if p.severity is Severity.ERROR)
    if reading.sheet is None:
        return HeadedLines((), (), (), refused=errors)
    mark = decide_notation(numbers_of(grid, places), leans_german=False).decimal_sign
    code = reading.sheet.currency if reading.sheet.currency not in {"", currency} else ""
    lines = tuple(_texts(line, mark, code) for line in reading.sheet.lines)
    taken = {*places.values()}
    left_out = tuple(t.strip() for at, t in enumerate(rows[0]) if at not in taken and t.strip())
    keys = tuple(dict.fromkeys(key for line in lines for key, _ in line))
    return HeadedLines(
        lines, keys, left_out, _Lines(rows[1:], find_columns(grid.rows[0])).left_out
    )


def _texts(line: PriceLine, mark: str, code: str) -> tuple[tuple[str, str], ...]:
    """Return what is typed for a line, in columns of the grid; nothing for what it lacks."""
    figures = {
        "unit_price": line.unit_price,
        "quantity": line.quantity,
        "discount": line.discount * 100 or None,
        "warranty": Decimal(line.warranty_months) or None,
        "per_month": line.maintenance_per_month,
        "maintenance": line.maintenance,
        "maintenance_discount": line.maintenance_discount * 100 or None,
    }
    cells = {
        "description": line.description,
        "part": line.part_number,
        "source": line.source,
        "category": line.category,
        **{key: _figure(value, mark) for key, value in figures.items() if value is not None},
        "licence": "" if line.licence is Licence.UNSTATED else line.licence.value,
        "support": line.support,
        "currency": line.currency or code,
        "spares": "" if line.spares is Spares.NONE else line.spares.value,
        "server": "yes" if line.is_server else "",
    }
    return tuple((key, text) for key, text in cells.items() if text)


def _figure(value: Decimal, mark: str) -> str:
    """Write a figure that nobody takes for thousands: never with three decimals alone."""
    text = f"{value.normalize():f}"
    if len(text.partition(".")[2]) == 3:
        text += "0"
    return text.replace(".", mark)


def _in_other_units(rows: Sequence[Sequence[str]], places: dict[str, int]) -> set[str]:
    """Return the fields whose figures are in other units than those of our columns."""
    table = tuple(Row(number, tuple(row)) for number, row in enumerate(rows, 1))
    grid = Grid(table)
    notation = decide_notation(numbers_of(grid, places), leans_german=False)
    units = find_units(table[0], table[1:], places, notation)
    others = set(units.shares) | units.periods.keys() - {"maintenance_per_month"}
    if units.maintenance_months != MONTHS_PRICED:
        others.add("maintenance")
    return others | ({"warranty_months"} if units.warranty_months != 1 else set())


def _take(
    head: Sequence[str], rows: Sequence[Sequence[str]], places: dict[str, int], currency: str
) -> HeadedLines:
    taken = {place: _FIELDS[field] for field, place in places.items() if field in _FIELDS}
    columns = sorted(taken.items())
    codes = {place: _code_beside(head[place], currency) for place in taken}
    every = find_columns(Row(1, tuple(head)))
    found = _Lines(rows, every)
    lines = []
    for each, category in found.lines:
        row = _with_unit_price(each, every)
        cells = [
            (key, _with_code(row[place], codes[place] if key in _MONEY else ""))
            for place, key in columns
            if place < len(row)
        ]
        lines.append((*_without_words(cells), *category))
    left_out = (text.strip() for place, text in enumerate(head) if place not in taken)
    named = dict.fromkeys(key for _, key in columns) | dict.fromkeys(
        k for li in lines for k, _ in li
    )
    return HeadedLines(tuple(lines), tuple(named), tuple(filter(None, left_out)), found.left_out)


class _Lines:
    """The rows below the headings that are lines, each with the category that is headed so."""

    def __init__(self, rows: Sequence[Sequence[str]], places: dict[str, int]) -> None:
        self._places = places
        self.lines: list[tuple[Sequence[str], tuple[tuple[str, str], ...]]] = []
        left_out = []
        category: tuple[tuple[str, str], ...] = ()
        filled = [row for row in rows if any(text.strip() for text in row)]
        for row, after in zip(filled, [*filled, ()][1:], strict=True):
            label = label_of(Row(1, tuple(text.strip() for text in row)))
            if self._sells(row):
                self.lines.append((row, category))
            elif is_total(label) or is_discount(label):
                left_out.append(label)
            elif self._heads(row, label) and self._sells(after):
                category = (("category", label),)
            else:
                self.lines.append((row, category))
        self.left_out = tuple(left_out)

    def _sells(self, row: Sequence[str]) -> bool:
        filled = [field for field in _SELLING if _at(row, self._places.get(field))]
        if "extended_price" not in self._places and filled == ["unit_price"]:
            return _is_line(row, self._places)  # sums stand below unit prices then
        return bool(filled)

    def _heads(self, row: Sequence[str], label: str) -> bool:
        alone = sum(bool(text.strip()) for text in row) == 1
        return alone and "category" not in self._places and is_heading(label)


def _with_unit_price(row: Sequence[str], places: dict[str, int]) -> Sequence[str]:
    """Return a row in which the price of one piece, where it prints only their sum, is that."""
    unit, printed = places["unit_price"], _at(row, places.get("extended_price"))
    is_one = _at(row, places.get("quantity")) in {"", "1"}
    if _at(row, unit) or not is_one or printed.casefold() in NOTHING or unit >= len(row):
        return row
    return [*row[:unit], printed, *row[unit + 1 :]]


def _is_line(row: Sequence[str], places: dict[str, int]) -> bool:
    label = _at(row, places.get("description"))
    return bool(label) and not is_total(label) and not is_discount(label)


def _at(row: Sequence[str], place: int | None) -> str:
    return row[place].strip() if place is not None and place < len(row) else ""


def _without_words(cells: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return cells in which a word for nothing is nothing; spares get their own field."""
    words = {key: text.strip().casefold() for key, text in cells}
    plain = [(k, "" if k in _MONEY and words[k] in NOTHING else text) for k, text in cells]
    if words.get("maintenance") in _SPARED:
        plain.append(("spares", Spares.INCLUDED.value))
    return plain


def _code_beside(heading: str, currency: str) -> str:
    """Return the currency that a heading names, empty where it names none or the sheet's."""
    named = currencies_in(heading)
    code = named.pop() if len(named) == 1 else ""
    return "" if code == currency else code


def _with_code(text: str, code: str) -> str:
    if not code or not text.strip() or currencies_in(text) or text.startswith("="):
        return text
    return f"{text} {code}"
