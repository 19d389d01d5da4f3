"""The sheets of a file as they stand: cells, merged ones spread, hidden parts marked."""

from __future__ import annotations

import csv
import re
import warnings
import zipfile
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from io import BytesIO, StringIO
from itertools import islice, repeat, zip_longest
from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.domain.number_notation import currencies_in
from arraywise.domain.units import MIB
from arraywise.importers.kit.text import decode
from arraywise.importers.kit.workbooks import (
    BROKEN,
    DAMAGED,
    RefusedFileError,
    WorkbookLimits,
    check_workbook_limits,
    open_workbook,
)
from arraywise.importers.prices.cells import EMPTY, QuoteCell
from arraywise.importers.prices.html_rows import html_rows, is_html
from arraywise.importers.prices.vocabulary import scale_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from openpyxl.cell.cell import Cell as SheetCell
    from openpyxl.cell.cell import MergedCell
    from openpyxl.worksheet.worksheet import Worksheet

    from arraywise.domain.messages import Message

MOST_ROWS = 10_000
MOST_COLUMNS = 64
MOST_SHEETS = 20
LARGEST_TEXT = 8 * MIB
_LIMITS = WorkbookLimits(16 * MIB, 64 * MIB)
_LARGEST_NUMBER = 1e15
"""Beyond this a spreadsheet has no cents any more."""
_DELIMITERS = (",", ";", "\t", "|")
_LOOKED_AT = 50
_MOST_MERGED = 5_000
_OLD_OFFICE_MARK = b"\xd0\xcf\x11\xe0"
_OPEN_DOCUMENT_MARK = b"mimetypeapplication/vnd.oasis"
_QUOTES = "Quotation marks do not match from line {line}."
_TOO_LONG = "{name} has more than {rows} rows: not a price sheet."


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row, with its number in the file."""

    number: int
    """Row of the sheet or line of the file, from 1."""
    cells: tuple[QuoteCell, ...]
    hidden: bool = False

    def at(self, column: int | None) -> QuoteCell:
        """Return a cell; an empty one beyond the end or where there is no such column."""
        return self.cells[column] if column is not None and column < len(self.cells) else EMPTY

    def text_at(self, column: int | None) -> str:
        """Return the text of a cell, a number without what a format adds."""
        cell = self.at(column)
        return cell.text if cell.number is None else f"{cell.number.normalize():f}"

    def texts(self) -> list[str]:
        """Return the texts that are not empty, numbers among them."""
        return [cell.text for cell in self.cells if cell.text]

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands in the row."""
        return not any(cell.text or cell.formula for cell in self.cells)


@dataclass(frozen=True, slots=True)
class SheetGrid:
    """One sheet of a workbook, or the table of a text file."""

    name: str
    """Empty for a text file."""
    rows: tuple[GridRow, ...]
    """Those that hold something."""
    hidden: bool = False
    hidden_columns: frozenset[int] = frozenset()
    leans_german: bool = False
    """Cells are parted by semicolons, as where the comma is the decimal sign."""

    @property
    def width(self) -> int:
        """Columns of the widest row."""
        return max((len(row.cells) for row in self.rows), default=0)


@dataclass(frozen=True, slots=True)
class Quote:
    """A file as it lies, before anything in it is understood."""

    name: str
    grids: tuple[SheetGrid, ...]
    refused: Message | None = None
    """Why nothing of the file can be read."""
    readings: dict[object, object] = field(default_factory=dict, compare=False, repr=False)
    """What was worked out of it already."""


def parse_quote(name: str, data: bytes) -> Quote:
    """Return the sheets of a CSV, HTML or .xlsx file; never raises. The content says which."""
    if data.startswith(_OLD_OFFICE_MARK):
        text = "{name} is an old Office document. Save it as .xlsx or CSV."
        return Quote(name, (), message(text, name=name))
    if _OPEN_DOCUMENT_MARK in data[:100]:
        text = "{name} is an OpenDocument; save it as .xlsx or CSV."
        return Quote(name, (), message(text, name=name))
    try:
        zipped = data.startswith(b"PK\x03\x04")
        grids = _read_workbook(data) if zipped else (_read_text(data),)
    except RefusedFileError as refused:
        return Quote(name, (), refused.message)
    if any(len(grid.rows) > MOST_ROWS for grid in grids):
        return Quote(name, (), message(_TOO_LONG, name=name, rows=MOST_ROWS))
    return Quote(name, grids)


def quote_of_cells(name: str, rows: Sequence[Sequence[str]]) -> Quote:
    """Return cells that are no file, as ones that are pasted; `=` begins a formula."""
    table = (
        GridRow(number, tuple(_text_cell(text) for text in row[:MOST_COLUMNS]))
        for number, row in enumerate(rows, 1)
    )
    return Quote(name, (SheetGrid("", tuple(row for row in table if not row.is_empty)),))


def _text_cell(text: str) -> QuoteCell:
    text = text.strip()
    return QuoteCell(text, formula=text) if text.startswith("=") else QuoteCell(text)


def _read_text(data: bytes) -> SheetGrid:
    """Read a CSV, or the tables of a page.

    Raises:
        RefusedFileError: when it is too large, or quotation marks swallow lines.
    """
    if len(data) > LARGEST_TEXT:
        raise RefusedFileError(message("The file is over 8 MiB, too large for a price sheet."))
    text = decode(data).text
    if is_html(text):
        return _read_html(text)
    delimiter = _delimiter_of(text)
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[GridRow] = []
    line = 1
    try:
        for cells in islice(reader, MOST_ROWS + 1):
            row = GridRow(line, tuple(_text_cell(cell) for cell in cells[:MOST_COLUMNS]))
            if not row.is_empty:
                rows.append(row)
            line = reader.line_num + 1
    except csv.Error as error:
        raise RefusedFileError(message(_QUOTES, line=line)) from error
    return SheetGrid("", tuple(rows), leans_german=delimiter == ";")


def _read_html(text: str) -> SheetGrid:
    rows = (
        GridRow(n, tuple(QuoteCell(cell) for cell in row.cells), row.hidden)
        for n, row in enumerate(html_rows(text, MOST_ROWS + 1, MOST_COLUMNS), 1)
    )
    return SheetGrid("", tuple(rows))


def _delimiter_of(text: str) -> str:
    """Take the delimiter that parts most lines alike."""
    lines = [line for line in text.split("\n", _LOOKED_AT)[:_LOOKED_AT] if line.strip()]

    def fitness(delimiter: str) -> tuple[int, int]:
        widths = [len(cells) for cells in _split_lines(lines, delimiter) if len(cells) > 1]
        usual = max(widths, key=widths.count, default=1)
        return widths.count(usual), usual

    return max(_DELIMITERS, key=fitness)


def _split_lines(lines: list[str], delimiter: str) -> list[list[str]]:
    try:
        return list(csv.reader(lines, delimiter=delimiter))
    except csv.Error:
        return []


def _read_workbook(data: bytes) -> tuple[SheetGrid, ...]:
    """Return the sheets of a workbook.

    Raises:
        RefusedFileError: when it is too large, unpacks to too much, holds entities or is broken.
    """
    try:
        check_workbook_limits(data, _LIMITS)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # styles and extensions that openpyxl does not know
            values, formulas = (open_workbook(data, values=each) for each in (True, False))
            sheets = zip(values.worksheets[:MOST_SHEETS], formulas.worksheets, strict=False)
            with zipfile.ZipFile(BytesIO(data)) as archive:
                grids = tuple(_read_sheet(sheet, written, archive) for sheet, written in sheets)
            values.close()
            formulas.close()
    except BROKEN as error:
        raise RefusedFileError(message(DAMAGED)) from error
    return grids


_MERGED = re.compile(rb'<mergeCell ref="([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})"')
_ROW = re.compile(rb"<row ([^>]*)>")
_COLUMN = re.compile(rb"<col ([^>]*)>")
_IS_HIDDEN = re.compile(rb'\bhidden="(?:1|true)"')
_ATTRIBUTE = rb'\b%s="(\d{1,7})"'


@dataclass(frozen=True, slots=True)
class _Layout:
    """What the reader of cells does not say of a sheet: hidden rows and columns, merged cells."""

    has_formulas: bool
    hidden_rows: frozenset[int]
    hidden_columns: frozenset[int]
    merged: tuple[tuple[int, int, int, int], ...]
    """Top, left, bottom and right, from 0."""


def _read_sheet_layout(part: bytes) -> _Layout:
    rows = {_attribute_number(b"r", tag) for tag in _ROW.findall(part) if _IS_HIDDEN.search(tag)}
    columns: set[int] = set()
    for tag in _COLUMN.findall(part):
        if _IS_HIDDEN.search(tag):
            columns.update(
                range(
                    _attribute_number(b"min", tag) - 1,
                    min(_attribute_number(b"max", tag), MOST_COLUMNS),
                )
            )
    areas = islice(_MERGED.finditer(part), _MOST_MERGED)
    merged = tuple((*_cell_position(area[1]), *_cell_position(area[2])) for area in areas)
    return _Layout(b"<f" in part, frozenset(rows), frozenset(columns), merged)


def _attribute_number(name: bytes, tag: bytes) -> int:
    found = re.search(_ATTRIBUTE % name, tag)
    return int(found[1]) if found else 0


def _cell_position(cell: bytes) -> tuple[int, int]:
    letters = cell.rstrip(b"0123456789")
    column = 0
    for letter in letters:
        column = column * 26 + letter - 64
    return int(cell[len(letters) :]) - 1, column - 1


def _read_sheet(sheet: Worksheet, written: Worksheet, archive: zipfile.ZipFile) -> SheetGrid:
    layout = _read_sheet_layout(archive.read(str(getattr(sheet, "_worksheet_path", ""))))
    most = MOST_ROWS + 1
    values = sheet.iter_rows(max_row=most, max_col=MOST_COLUMNS)
    sources_of = written.iter_rows(max_row=most, max_col=MOST_COLUMNS)
    formulas = sources_of if layout.has_formulas else repeat(())
    rows = []
    for number, (cells, sources) in enumerate(zip(values, formulas, strict=False), 1):
        pairs = zip_longest(cells, sources)
        read = tuple(_read_cell(c, f) for c, f in pairs if c is not None)
        rows.append(GridRow(number, read, number in layout.hidden_rows))
    spread = _spread_merged(rows, layout.merged)
    kept = _without_empty_columns([row for row in spread if not row.is_empty])
    return SheetGrid(sheet.title, kept, sheet.sheet_state != "visible", layout.hidden_columns)


def _without_empty_columns(rows: Sequence[GridRow]) -> tuple[GridRow, ...]:
    """Leave out columns on the right that nothing stands in."""
    width = max((n for row in rows for n, c in enumerate(row.cells, 1) if c.text), default=0)
    return tuple(replace(row, cells=row.cells[:width]) for row in rows)


def _spread_merged(
    rows: list[GridRow], merged: tuple[tuple[int, int, int, int], ...]
) -> list[GridRow]:
    """Give merged cells of a heading their text in each of them; figures stay where they are."""
    changed: dict[int, dict[int, QuoteCell]] = {}
    for top, left, bottom, right in merged:
        if top >= len(rows) or bottom - top > 1 or right >= MOST_COLUMNS:
            continue
        cell = rows[top].at(left)
        if cell.text and cell.number is None:
            for row in range(top, min(bottom + 1, len(rows))):
                changed.setdefault(row, {}).update(dict.fromkeys(range(left, right + 1), cell))
    return [
        _with_cells(row, changed[at])
        if at in changed and _heads_columns(row, changed[at])
        else row
        for at, row in enumerate(rows)
    ]


def _heads_columns(row: GridRow, spread: Mapping[int, QuoteCell]) -> bool:
    """Return whether merged cells stand beside other texts, as in a row of headings."""
    others = [c for at, c in enumerate(row.cells) if c.text and at not in spread]
    return len({id(cell) for cell in spread.values()}) + len(others) > 1 and not any(
        cell.number is not None for cell in row.cells
    )


def _with_cells(row: GridRow, cells: Mapping[int, QuoteCell]) -> GridRow:
    width = max(len(row.cells), *(at + 1 for at in cells))
    return replace(row, cells=tuple(cells.get(at, row.at(at)) for at in range(width)))


def _read_cell(cell: SheetCell | MergedCell, formula: SheetCell | MergedCell | None) -> QuoteCell:
    value = cell.value
    if value is None:
        written = None if formula is None else formula.value
        return (
            EMPTY if written is None else QuoteCell(str(written)[:100], formula=str(written)[:100])
        )
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or abs(value) > _LARGEST_NUMBER
    ):
        return (
            QuoteCell(str(value).strip())
            if not str(value).startswith("=")
            else _text_cell(str(value))
        )
    number = Decimal(f"{value:.15g}")  # the digits that a spreadsheet itself counts with
    style = _read_style(str(cell.number_format))
    if style.percent:
        return QuoteCell(f"{(number * 100).normalize():f} %", number * 100, percent=True)
    text = f"{number:f}" if style.scale == 1 else f"{number:f} k"
    return QuoteCell(text, number, scale=style.scale, whole=style.whole, currency=style.currency)


@dataclass(frozen=True, slots=True)
class _Style:
    percent: bool
    scale: int
    whole: bool
    currency: str


@lru_cache(maxsize=256)
def _read_style(number_format: str) -> _Style:
    """Read a number's format, such as `[$€-407] #,##0.00`.

    `0.0 "k€"` prints thousands behind a number of thousands; `#,##0,` prints a whole number in
    thousands, so that the number itself is whole.
    """
    shown = re.sub(r"\[\$([^\]-]*)-?[^\]]*\]", r" \1 ", number_format.split(";", maxsplit=1)[0])
    codes = currencies_in(shown.replace('"', " "))
    prints_thousands = re.search(r"[0#],+(?![0#])", shown) is not None
    literal = " ".join(re.findall(r'"([^"]*)"', shown)) or re.sub(r"[#0.,]", " ", shown)
    scale = 1 if prints_thousands else scale_in(literal.strip()) if literal.strip() else 1
    return _Style("%" in shown, scale, prints_thousands, min(codes) if len(codes) == 1 else "")
