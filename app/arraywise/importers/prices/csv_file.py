"""Price sheets as CSV, with any delimiter and in any encoding."""

from __future__ import annotations

import csv
from io import StringIO

from arraywise.importers.prices.grid import MOST_COLUMNS, MOST_ROWS, Grid, Row
from arraywise.importers.text import decode

_DELIMITERS = (",", ";", "\t", "|")
_LOOKED_AT = 50


def read_csv(data: bytes) -> Grid:
    """Read a CSV; rows beyond the limit are left out. Never raises."""
    text = decode(data).text
    delimiter = _delimiter_of(text)
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter)
    rows: list[Row] = []
    line = 1
    while len(rows) <= MOST_ROWS:
        try:
            cells = next(reader)
        except StopIteration:
            break
        except csv.Error:  # a cell longer than a price sheet: a quote that is never closed
            break
        rows.append(Row(line, tuple(cell.strip() for cell in cells[:MOST_COLUMNS])))
        line = reader.line_num + 1
    return Grid(tuple(rows), leans_german=delimiter == ";")


def _delimiter_of(text: str) -> str:
    """Take the delimiter that parts most lines alike."""
    lines = [line for line in text.split("\n", _LOOKED_AT)[:_LOOKED_AT] if line.strip()]

    def fitness(delimiter: str) -> tuple[int, int]:
        widths = [len(cells) for cells in _rows(lines, delimiter) if len(cells) > 1]
        usual = max(widths, key=widths.count, default=1)
        return widths.count(usual), usual

    return max(_DELIMITERS, key=fitness)


def _rows(lines: list[str], delimiter: str) -> list[list[str]]:
    try:
        return list(csv.reader(lines, delimiter=delimiter))
    except csv.Error:
        return []
