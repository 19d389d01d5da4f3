"""Reads price sheets in the TPC's columns, from CSV and .xlsx, as vendors really write them."""

from __future__ import annotations

import csv
import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from io import StringIO
from itertools import islice, product
from typing import TYPE_CHECKING

from arraywise.domain.messages import Problem, Severity, message
from arraywise.domain.pricing import PriceSheet
from arraywise.domain.units import MIB, MONTHS_PRICED
from arraywise.importers.kit.text import decode
from arraywise.importers.kit.workbooks import (
    BROKEN,
    DAMAGED,
    RefusedFileError,
    WorkbookLimits,
    check_workbook,
    column_name,
    open_workbook,
)
from arraywise.importers.prices.old_cells import (
    MOST_COLUMNS,
    MOST_ROWS,
    Cell,
    NoValue,
    PriceTable,
    PriceTableRow,
    cell_name,
    currencies_in,
    decide_notation,
    has_lone_dollar,
)
from arraywise.importers.prices.headings import (
    NO_MAPPING,
    OfferedTable,
    best_table,
    find_columns,
    find_units,
    is_german,
    left_out_columns,
    table_below,
    with_units_in_headings,
)
from arraywise.importers.prices.lines import (
    MONEY,
    PriceRowReader,
    check_lines,
    check_sums,
    confirmed_figures,
    find_discounts,
    numbers_of,
    sums_of,
    unread_amounts,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from openpyxl.cell.cell import Cell as SheetCell
    from openpyxl.cell.cell import MergedCell
    from openpyxl.worksheet.worksheet import Worksheet

    from arraywise.domain.messages import Figure, Message
    from arraywise.importers.prices.old_cells import Notation


LARGEST = 8 * 1024 * 1024
_QUOTES = "Quotation marks do not match from line {line}."
_DELIMITERS = (",", ";", "\t", "|")
_LOOKED_AT = 50


def read_csv(data: bytes) -> PriceTable:
    """Read a CSV; one row more than the limit at most.

    Raises:
        RefusedFileError: when it is too large, or quotation marks swallow lines.
    """
    if len(data) > LARGEST:
        raise RefusedFileError(message("The file is over 8 MiB, too large for a price sheet."))
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


_HEADINGS_WITHIN = 200
_OLD_OFFICE_MARK = b"\xd0\xcf\x11\xe0"
_OPEN_DOCUMENT_MARK = b"mimetypeapplication/vnd.oasis"

_NO_HEADINGS = (
    "{name} has no price sheet headings: Description, Part Number, Source, Unit Price, Qty,"
    " Extended Price, 3-Yr Maint. Price (English, German or Portuguese)."
)
_MOST_SUMS = 200
"""Discounts and sums, each of which is checked against all lines."""
_MOST_SUMMED = 20_000
"""Sums times lines up to which sums are tried with every reading of the fees."""
_TOO_MANY_SUMS = "More than {count} discounts and sums: not a price sheet."
_TOO_LONG = "{name} has more than {rows} rows: not a price sheet."
_NO_SUCH_HEADINGS = "{name} has no headings {headings} with a name and a price."
_NO_SUCH_OPTION = "{name} holds the prices of {options}; none of them is {option}."
_MIXED = (
    "Prices in several currencies ({currencies}) cannot be added up. Convert them to one, and"
    " read the sheet again."
)
_OTHER_MONTHS = (
    "Row {row}: maintenance for {months} months converted to 36; shorter fees begin after the"
    " warranty."
)
_SHARES = (
    'Figures below "{heading}" are all below 1 and read as shares: 0.15 is 15 %. Write 0.15 %'
    " for that."
)
_UNCERTAIN = (
    "A number such as 1,234 is ambiguous in this sheet; read as in {example}. Check the prices."
)


_LOST = (
    'Column "{heading}" ({cell}) holds amounts of unclear kind. Use --map "FIELD={heading}" or'
    ' --map "leave out={heading}".'
)
_NO_PERIOD = (
    'Column "{heading}" ({cell}): the maintenance period is unclear. Use --map'
    ' "maintenance={heading}" for 36 months, "maintenance per year={heading}" or "maintenance'
    ' per month={heading}".'
)
_CONFIRMED_PERIOD = (
    'Column "{heading}" has no period; read as {months} months, which fits a printed total.'
)
_SCOPES = {
    (True, True): 'The fees below "{heading}" are per line (fits a printed total).',
    (True, False): 'The fees below "{heading}" are per piece (fits a printed total).',
    (False, True): (
        'The fees below "{heading}" were read per line, as they follow the extended price.'
        ' Otherwise write "per piece" into the heading.'
    ),
    (False, False): (
        'The fees below "{heading}" were read per piece, times the quantity. Otherwise write'
        ' "per line" into the heading.'
    ),
}
"""Whether a printed figure confirms it, and whether fees are for the whole line."""
_LOST_UNNAMED = (
    'Column at {cell} holds amounts without heading. Use --map "FIELD={heading}" or --map'
    ' "leave out={heading}".'
)

Recall = Callable[[tuple[str, ...]], Mapping[str, str]]
"""Gives what the user once said of a sheet with these headings; empty for others."""


def no_cached_remarks(_headings: tuple[str, ...]) -> Mapping[str, str]:
    """Remember no sheet."""
    return NO_MAPPING


@dataclass(frozen=True, slots=True)
class PriceReading:
    """A price sheet, or why there is none; a sheet with a cell in doubt is not given out."""

    sheet: PriceSheet | None
    problems: tuple[Problem, ...]
    headings: tuple[str, ...] = ()
    """Of the columns that were read."""
    offer: OfferedTable | None = None
    """What to choose columns from, where their headings state nothing."""
    needs_answer: bool = False
    """Money is in doubt that only the user can explain; `offer` is None where more is wrong."""
    fees: frozenset[str] = frozenset()
    """Fields with amounts that a line holds in another field, or multiplied or divided."""


@dataclass(frozen=True, slots=True)
class FileHints:
    """What is known of a file besides its content."""

    option: str = ""
    """Whose prices are wanted, where a file holds those of several."""
    mapping: Mapping[str, str] = field(default_factory=dict)
    """Field and the heading of its column, as the user states them."""
    recall: Recall = no_cached_remarks
    extended: str = ""
    """Which counts where a line contradicts itself: its `printed` or its `computed` price."""


ANYTHING = FileHints()


def read_price_sheet(name: str, data: bytes, asked: FileHints = ANYTHING) -> PriceReading:
    """Read a price sheet from the bytes of a CSV or .xlsx file; never raises.

    The name is for sentences only: the content says what it is. Without a sheet at least one
    problem is an error. `PriceSheet.currency` is empty where the file names none.
    """
    if data.startswith(_OLD_OFFICE_MARK):
        return _refused("{name} is an old Office document. Save it as .xlsx or CSV.", name=name)
    if _OPEN_DOCUMENT_MARK in data[:100]:
        return _refused("{name} is an OpenDocument; save it as .xlsx or CSV.", name=name)
    try:
        zipped = data.startswith(b"PK\x03\x04")
        grids = read_workbook(data) if zipped else [read_csv(data)]
        grids = [with_units_in_headings(grid) for grid in grids]
    except RefusedFileError as refused:
        return PriceReading(None, (Problem(Severity.ERROR, refused.message),))
    for grid in grids:
        result = _find_header(grid, asked)
        if result is not None:
            return _read_block(name, grid, result, asked)
    if asked.mapping:
        wanted = ", ".join(f'"{heading[:60]}"' for heading in asked.mapping.values())
        refused_for = _refused(_NO_SUCH_HEADINGS, name=name, headings=wanted)
    else:
        refused_for = _refused(_NO_HEADINGS, name=name)
    return replace(refused_for, offer=best_table(grids))


def read_cells(
    grid: PriceTable, asked: FileHints = ANYTHING, unknown: frozenset[int] = frozenset()
) -> PriceReading | None:
    """Read a table that is no file, as one that is pasted; None where it has no headings.

    Units in a row of their own are in the headings already; `unknown` are columns that are asked
    about whatever they hold.
    """
    result = _find_header(grid, asked)
    return None if result is None else _read(grid, result, unknown)


@dataclass(frozen=True, slots=True)
class _Header:
    index: int
    columns: dict[str, int]
    mapping: Mapping[str, str]
    extended: str = ""


def _find_header(grid: PriceTable, asked: FileHints) -> _Header | None:
    """Find the row of headings: by what the user says, said once of the same, or by its words."""
    for index, row in enumerate(grid.rows[:_HEADINGS_WITHIN]):
        mapping = asked.mapping or asked.recall(_headings(row))
        columns = find_columns(row, mapping)
        if columns:
            return _Header(index, columns, mapping, asked.extended)
    return None


def _headings(row: PriceTableRow) -> tuple[str, ...]:
    return tuple(cell if isinstance(cell, str) else "" for cell in row.cells)


def _read_block(name: str, grid: PriceTable, header: _Header, asked: FileHints) -> PriceReading:
    """Read the sheet, or that of the option asked for where there are several."""
    if len(grid.rows) > MOST_ROWS:
        return _refused(_TOO_LONG, name=name, rows=MOST_ROWS)
    blocks = find_blocks(grid, header.columns)
    if not blocks:
        return _read(grid, header)
    named = {option.casefold().strip(): block for option, block in blocks}
    only = blocks[0][1] if len(blocks) == 1 else None
    block = named.get(asked.option.casefold().strip(), only)
    if block is None:
        options = ", ".join(option[:60] for option, _ in blocks)
        return _refused(_NO_SUCH_OPTION, name=name, options=options, option=asked.option)
    return _read(block, replace(header, index=0))


def _read(
    grid: PriceTable, result: _Header, unknown: frozenset[int] = frozenset()
) -> PriceReading:
    index, columns = result.index, result.columns
    header = grid.rows[index]
    leans_german = grid.leans_german or is_german(header.texts())
    notation = decide_notation(numbers_of(grid, columns), leans_german=leans_german)
    rows = grid.rows[index + 1 :]
    units = find_units(header, rows, columns, notation, result.mapping)
    reader = _read_rows(
        rows,
        PriceRowReader(columns=columns, notation=notation, mapping=result.mapping, units=units),
    )
    if len(reader.discounts) + len(reader.sums) > _MOST_SUMS:
        return _refused(_TOO_MANY_SUMS, count=_MOST_SUMS)
    if reader.without_period or reader.guessed:
        reader, is_confirmed = _by_printed_figures(reader, rows)
        _describe_fees(reader, header, is_confirmed=is_confirmed)
    _describe_units(reader, header)
    if not reader.lines and not reader.has_errors():
        reader.fail("No line with a price below the column names.", header.number)
    asked = check_lines(reader, result.extended)
    lost = _lost_columns(reader, grid, result, unknown)
    discounts = find_discounts(reader)
    check_sums(reader, discounts)
    _describe_notation(reader, notation)
    currency = _currency(reader, grid, index)
    problems = tuple(sorted(reader.problems, key=lambda problem: problem.line or 0))
    needs_answer = bool(asked or lost)
    if reader.has_errors():
        errors = [p for p in problems if p.severity is Severity.ERROR]
        can_be_settled = len(errors) == len(asked) + len(lost)
        offer = _offer(grid, result, lost, asked) if can_be_settled else None
        return PriceReading(None, problems, _headings(header), offer, needs_answer=needs_answer)
    lines = tuple(
        replace(line, currency="") if line.currency == currency else line for line in reader.lines
    )
    sheet = PriceSheet(currency, lines, discounts, tuple(reader.notes))
    return PriceReading(sheet, problems, _headings(header), fees=frozenset(reader.fees))


def _read_rows(rows: Sequence[PriceTableRow], reader: PriceRowReader) -> PriceRowReader:
    for row in rows:
        reader.read(row)
    return reader


def _by_printed_figures(
    reader: PriceRowReader, rows: Sequence[PriceTableRow]
) -> tuple[PriceRowReader, bool]:
    """Read maintenance and fees that no heading explains as the sheet's own sums demand.

    Returns the reading that most printed figures hold with, and True; the one given and False
    where none is confirmed, or readings of different totals are.
    """
    if len(reader.sums) * len(reader.lines) > _MOST_SUMMED:
        return reader, False
    spans = (MONTHS_PRICED, 12, 3, 1) if reader.without_period else (None,)
    trials = []
    for months, for_line in product(spans, (True, False)):
        units = replace(reader.units, fees_for_line=for_line)
        units = units if months is None else replace(units, maintenance_months=months)
        trial = PriceRowReader(
            columns=reader.columns, notation=reader.notation, mapping=reader.mapping, units=units
        )
        trials.append(_read_rows(rows, trial))
    counts = [len(confirmed_figures(trial, rows)) for trial in trials]
    best = [t for t, count in zip(trials, counts, strict=True) if count == max(counts)]
    if max(counts) and len({sums_of(trial.lines) for trial in best}) == 1:
        return best[0], True
    return reader, False


def _describe_fees(reader: PriceRowReader, header: PriceTableRow, *, is_confirmed: bool) -> None:
    """Describe how fees were read that no heading explains."""
    number, units = header.number, reader.units
    if is_confirmed and reader.without_period:
        heading, months = _heading_of(reader, header, "maintenance"), units.maintenance_months
        reader.info(_CONFIRMED_PERIOD, number, heading=heading, months=months)
        units = replace(units, has_period=True)
    for name in sorted(reader.guessed):
        heading = _heading_of(reader, header, name)
        tell = reader.info if is_confirmed else reader.warn
        tell(_SCOPES[is_confirmed, units.is_for_line(name, 1)], number, heading=heading)
    if is_confirmed:
        reader.without_period.clear()


def _heading_of(reader: PriceRowReader, header: PriceTableRow, name: str) -> str:
    return str(header.at(reader.columns[name]))[:60]


def _lost_columns(
    reader: PriceRowReader, grid: PriceTable, result: _Header, unknown: frozenset[int]
) -> list[str]:
    """Return the headings of columns of money that no field takes, and say them.

    So is a maintenance for a time that nothing tells.
    """
    header = grid.rows[result.index]
    left_out = left_out_columns(header, result.mapping)
    rows = grid.rows[result.index + 1 :]
    lost = []
    if reader.without_period:
        at = reader.columns["maintenance"]
        heading, cell = str(header.at(at)), cell_name(header.number, at)
        reader.fail(_NO_PERIOD, header.number, cell=cell, heading=heading[:60])
        lost.append(heading)
    for at in sorted({*unread_amounts(reader, header, rows, left_out), *unknown}):
        heading = str(header.at(at)) or column_name(at)
        figures = {"cell": cell_name(header.number, at), "heading": heading[:60]}
        reader.fail((_LOST if header.at(at) else _LOST_UNNAMED), header.number, **figures)
        lost.append(heading)
    return lost


def _offer(
    grid: PriceTable, result: _Header, lost: Sequence[str], asked: tuple[Message, ...]
) -> OfferedTable:
    """Return the table with what is to be settled; a letter heads a column without a heading."""
    header = grid.rows[result.index]
    known = result.columns.items()
    fields = {place: name for name, place in known if str(header.at(place)) not in lost}
    rows = grid.rows[result.index :]
    width = max(
        len(header.cells), *(at + 1 for row in rows for at, c in enumerate(row.cells) if c)
    )
    table = table_below(grid, result.index, tuple(map(fields.get, range(width))))
    named = enumerate(table.headings)
    headings = (n or (column_name(at) if column_name(at) in lost else "") for at, n in named)
    return replace(table, headings=tuple(headings), money=tuple(lost), contradictions=asked)


def _describe_units(reader: PriceRowReader, header: PriceTableRow) -> None:
    """Return where headings change what figures mean, or leave it open."""
    number, months = header.number, reader.units.maintenance_months
    if months != MONTHS_PRICED and reader.units.has_period:
        reader.warn(_OTHER_MONTHS, number, row=number, months=months)
    for name in sorted(reader.units.unclear):
        heading = str(header.at(reader.columns[name]))[:60]
        reader.warn(_SHARES, number, heading=heading)


def _describe_notation(reader: PriceRowReader, notation: Notation) -> None:
    if not notation.is_certain:
        reader.warn(_UNCERTAIN, None, example=notation.example)
    elif notation.was_seen:
        reader.info("Numbers were read as in {example}.", None, example=notation.example)


def _currency(reader: PriceRowReader, grid: PriceTable, index: int) -> str:
    """Find the currency: where the prices are, else anywhere in the sheet."""
    stated = [line.currency for line in reader.lines if line.currency]
    priced = _priced_texts(reader.columns, grid, index)
    result = {code for text in priced for code in currencies_in(text)} | grid.currencies
    looked_at = priced
    if not result:
        looked_at = _texts_next_to(reader.columns.get("currency"), grid, index)
        named = {code for text in looked_at for code in currencies_in(text)}
        result = named if len(named) == 1 else set()
    if stated and len(result) != 1 and len(stated) == len(reader.lines):
        result = {max(dict.fromkeys(stated), key=stated.count)}  # others stay with their lines
    if len(result) > 1:
        reader.fail(_MIXED, None, currencies=", ".join(sorted(result)))
    elif not result:
        reader.info("The sheet does not name its currency.", None)
    elif any(map(has_lone_dollar, looked_at)):
        reader.info("The dollar signs are taken to mean US dollars.", None)
    return min(result, default="")


def _texts_next_to(place: int | None, grid: PriceTable, index: int) -> list[str]:
    """Return all texts of a sheet but what is in its lines' column of currencies."""
    return [
        cell
        for at, row in enumerate(grid.rows)
        for column, cell in enumerate(row.cells)
        if isinstance(cell, str) and cell and not (column == place and at > index)
    ]


def _priced_texts(columns: dict[str, int], grid: PriceTable, index: int) -> list[str]:
    """Return headings and cells that belong to a price, and the cell beside `Currency`."""
    fields = [columns[field] for field in MONEY if field in columns]
    texts = [_text(row, place) for row in grid.rows[index:] for place in fields]
    for row in grid.rows:
        own = row.texts()
        if own and find_columns(row) == {} and own[0].casefold().startswith(_CURRENCY_WORDS):
            texts += own
    return texts


_CURRENCY_WORDS = ("currency", "priced currency", "währung", "moeda")


def _text(row: PriceTableRow, place: int) -> str:
    cell = row.at(place)
    return cell if isinstance(cell, str) else ""


def _refused(template: str, **figures: Figure) -> PriceReading:
    return PriceReading(None, (Problem(Severity.ERROR, message(template, **figures)),))
