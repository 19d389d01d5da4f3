"""Price sheets as CSV, with any delimiter and in any encoding."""

from __future__ import annotations

import csv
from io import StringIO
from itertools import islice

from arraywise.domain.said import say
from arraywise.importers.prices.grid import (
    MOST_COLUMNS,
    MOST_ROWS,
    Grid,
    RefusedFileError,
    Row,
)
from arraywise.importers.text import decode

LARGEST = 8 * 1024 * 1024
_LARGE = "The file is larger than 8 MiB; a price sheet is not."
_QUOTES = "From line {line} on, quotation marks do not match, so that cells cannot be told apart."
_DELIMITERS = (",", ";", "\t", "|")
_LOOKED_AT = 50


def read_csv(data: bytes) -> Grid:
    """Read a CSV; one row more than the limit at most.

    Raises:
        RefusedFileError: when it is too large, or quotation marks swallow lines.
    """
    if len(data) > LARGEST:
        raise RefusedFileError(say(_LARGE))
    text = decode(data).text
    delimiter = _delimiter_of(text)
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[Row] = []
    line = 1
    try:
        for cells in islice(reader, MOST_ROWS + 1):
            rows.append(Row(line, tuple(cell.strip() for cell in cells[:MOST_COLUMNS])))
            line = reader.line_num + 1
    except csv.Error as error:
        raise RefusedFileError(say(_QUOTES, line=line)) from error
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
