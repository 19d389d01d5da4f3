"""CSV and .xlsx to rows of cells."""

from __future__ import annotations

import csv
import re
import warnings
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from io import StringIO
from itertools import islice
from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.domain.units import MIB
from arraywise.importers.kit.text import decode
from arraywise.importers.kit.workbooks import (
    BROKEN,
    DAMAGED,
    RefusedFileError,
    WorkbookLimits,
    check_workbook,
    open_workbook,
)
from arraywise.importers.prices.cells import (
    MOST_COLUMNS,
    MOST_ROWS,
    Cell,
    NoValue,
    PriceTable,
    PriceTableRow,
    currencies_in,
)
from arraywise.importers.prices.headings import find_columns

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from openpyxl.cell.cell import Cell as SheetCell
    from openpyxl.cell.cell import MergedCell
    from openpyxl.worksheet.worksheet import Worksheet

LARGEST = 8 * 1024 * 1024
_LARGE = "The file is over 8 MiB, too large for a price sheet."
_QUOTES = "Quotation marks do not match from line {line}."
_DELIMITERS = (",", ";", "\t", "|")
_LOOKED_AT = 50


def read_csv(data: bytes) -> PriceTable:
    """Read a CSV; one row more than the limit at most.

    Raises:
        RefusedFileError: when it is too large, or quotation marks swallow lines.
    """
    if len(data) > LARGEST:
        raise RefusedFileError(message(_LARGE))
    text = decode(data).text
    delimiter = _delimiter_of(text)
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[PriceTableRow] = []
    line = 1
    try:
        for cells in islice(reader, MOST_ROWS + 1):
            rows.append(PriceTableRow(line, tuple(cell.strip() for cell in cells[:MOST_COLUMNS])))
            line = reader.line_num + 1
    except csv.Error as error:
        raise RefusedFileError(message(_QUOTES, line=line)) from error
    return PriceTable(tuple(rows), leans_german=delimiter == ";")


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


_LIMITS = WorkbookLimits(16 * MIB, 64 * MIB)
MOST_SHEETS = 20
_LARGEST = 1e15
"""Beyond this a spreadsheet has no cents any more."""


def read_workbook(data: bytes) -> list[PriceTable]:
    """Return the tables of a workbook, one a sheet.

    Raises:
        RefusedFileError: when it is too large, unpacks to too much, holds entities or is
            broken.
    """
    try:
        check_workbook(data, _LIMITS)
        return _grids(data)
    except BROKEN as error:
        raise RefusedFileError(message(DAMAGED)) from error


def _grids(data: bytes) -> list[PriceTable]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # styles and extensions that openpyxl does not know
        values, formulas = (open_workbook(data, values=each) for each in (True, False))
        sheets = zip(values.worksheets[:MOST_SHEETS], formulas.worksheets, strict=False)
        grids = [_grid(sheet, written) for sheet, written in sheets]
        values.close()
        formulas.close()
    return grids


def _grid(sheet: Worksheet, written: Worksheet) -> PriceTable:
    rows: list[PriceTableRow] = []
    currencies: set[str] = set()
    both = zip(
        sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS),
        written.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS),
        strict=False,
    )
    for number, (cells, formulas) in enumerate(both, 1):
        pairs = zip(cells, formulas, strict=False)
        row = PriceTableRow(number, tuple(_cell(cell, formula) for cell, formula in pairs))
        if not row.is_empty():
            rows.append(row)
            currencies |= {code for cell in cells for code in _currencies_shown(cell)}
    return PriceTable(tuple(rows), frozenset(currencies))


def _cell(cell: SheetCell | MergedCell, formula: SheetCell | MergedCell) -> Cell:
    """Turn a cell to text or Decimal; a percentage to text such as `5%`."""
    value = cell.value
    if value is None:
        written = formula.value
        return NoValue(str(written)[:100]) if written is not None else ""
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > _LARGEST:
        return str(value).strip()
    number = Decimal(f"{value:.15g}")  # the digits that a spreadsheet itself counts with
    return f"{number * 100:f}%" if "%" in str(cell.number_format) else number


def _currencies_shown(cell: SheetCell | MergedCell) -> AbstractSet[str]:
    """Return the currency that a number is shown in."""
    if not isinstance(cell.value, int | float) or isinstance(cell.value, bool):
        return frozenset()
    return _currencies_of(str(cell.number_format))


@lru_cache(maxsize=256)
def _currencies_of(number_format: str) -> AbstractSet[str]:
    """Return the currency in a number's format, such as `[$€-407] #,##0.00`."""
    shown = re.sub(r"\[\$([^\]-]*)-?[^\]]*\]", r" \1 ", number_format)
    return frozenset(currencies_in(shown.replace('"', " ")))


_CODE = re.compile("[A-Z]{3}")


def find_blocks(grid: PriceTable, columns: Mapping[str, int]) -> list[tuple[str, PriceTable]]:
    """Part a sheet where an option's name and its currency stand above the same headings.

    Each part is from the headings on, in its own currency. Headings repeated on a new page have no
    such row above them and part nothing.
    """
    starts = [
        index
        for index, row in enumerate(grid.rows)
        if index and find_columns(row) == columns and _titled(grid.rows[index - 1], columns)
    ]
    ends = [*(start - 1 for start in starts[1:]), len(grid.rows)][: len(starts)]
    return [
        (
            _titled(grid.rows[start - 1], columns),
            replace(
                grid, rows=grid.rows[start:end], currencies=frozenset(_codes(grid.rows[start - 1]))
            ),
        )
        for start, end in zip(starts, ends, strict=True)
    ]


def _titled(row: PriceTableRow, columns: Mapping[str, int]) -> str:
    """Return the option's name of a row with nothing but that and a currency; "" for another."""
    texts = row.texts()
    at = columns.get("extended_price")
    is_title = len(texts) == 2 and row.at(at) == texts[1] and _CODE.fullmatch(texts[1])
    return texts[0] if is_title else ""


def _codes(row: PriceTableRow) -> list[str]:
    return [text for text in row.texts()[1:] if _CODE.fullmatch(text)]
