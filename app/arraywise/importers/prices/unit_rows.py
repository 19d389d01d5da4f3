"""A row of units below the headings: `EUR`, `EUR/month`, `pcs`; it belongs to the headings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.importers.prices.currencies import currencies_in
from arraywise.importers.prices.grid import Grid, Row
from arraywise.importers.prices.headers import plain_words
from arraywise.importers.prices.heading_units import names_period
from arraywise.importers.prices.numbers import DASHES, looks_numeric

if TYPE_CHECKING:
    from arraywise.importers.prices.grid import Cell

_WORDS = frozenset({
    *("pcs", "pc", "piece", "pieces", "unit", "units", "each", "ea", "stk", "stck", "stuck", "st"),
    *("einheit", "un", "und", "unid", "unidade", "unidades", "peca", "pecas", "line", "lines"),
    *("zeile", "position", "linha", "text", "code", "%", "month", "months", "mo", "monat"),
    *("monate", "mes", "meses", "year", "years", "yr", "yrs", "jahr", "jahre", "ano", "anos"),
    *("quarter", "quartal", "trimestre", "per", "pro", "je", "por", "a", "ao", "p", "m"),
    *("monthly", "quarterly", "yearly", "annual", "mtl", "monatlich", "jahrlich", "mensal"),
    *("trimestral", "anual", "usd", "eur", "gbp", "brl", "chf", "r", "us"),
})  # fmt: skip
"""What units are written with, besides figures and the codes of currencies."""
_LONGEST = 30
_HEADINGS_WITHIN = 200


def with_units_in_headings(grid: Grid) -> Grid:
    """Return a table in which units that stand in a row of their own are part of the headings.

    `Maintenance` above `EUR/month` is `Maintenance (EUR/month)`. The row of units is gone then;
    the others keep their numbers.
    """
    rows: list[Row] = []
    for at, row in enumerate(grid.rows):
        if rows and at <= _HEADINGS_WITHIN and _heads(rows[-1]) and _is_units(row):
            rows[-1] = _joined(rows[-1], row)
        else:
            rows.append(row)
    return replace(grid, rows=tuple(rows)) if len(rows) < len(grid.rows) else grid


def _heads(row: Row) -> bool:
    """Say whether a row may hold headings: several texts, and no figures."""
    figures = (not isinstance(cell, str) or looks_numeric(cell) for cell in row.cells)
    return len(row.texts()) > 1 and not any(figures)


def _is_units(row: Row) -> bool:
    """Say whether a row holds units alone, one of money or of a period among them."""
    cells = [cell for cell in row.cells if not _is_blank(cell)]
    is_telling = any(isinstance(c, str) and (currencies_in(c) or names_period(c)) for c in cells)
    return is_telling and all(map(_is_unit, cells))


def _is_blank(cell: Cell) -> bool:
    return isinstance(cell, str) and cell.casefold() in DASHES


def _is_unit(cell: Cell) -> bool:
    if not isinstance(cell, str) or len(cell) > _LONGEST or looks_numeric(cell):
        return False
    code = {code.casefold() for code in currencies_in(cell)}
    words = plain_words(cell).split()
    return bool(words or code) and all(w in _WORDS or w in code or w.isdecimal() for w in words)


def _joined(header: Row, units: Row) -> Row:
    width = max(len(header.cells), len(units.cells))
    pairs = [(str(header.at(at)), str(units.at(at))) for at in range(width)]
    return Row(
        header.number,
        tuple(
            text if unit.casefold() in DASHES else f"{text} ({unit.strip('()[]')})".strip()
            for text, unit in pairs
        ),
    )
