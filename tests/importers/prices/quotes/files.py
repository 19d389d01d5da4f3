"""Writes a book as a text file or a workbook, in the look that it asks for."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import openpyxl

from tests.importers.prices.quotes.model import Cell, FileLook, Number, round_to

if TYPE_CHECKING:
    from decimal import Decimal
    from random import Random

    from openpyxl.worksheet.worksheet import Worksheet

    from tests.importers.prices.quotes.model import Book, Sheet

GROUPINGS = {
    "en": ((",", "."), (",", "."), ("", ".")),
    "de": ((".", ","), (".", ","), ("", ","), ("'", "."), ("\u2019", "."), ("\u00a0", ",")),
    "pt": ((".", ","), (".", ","), ("", ","), ("\u00a0", ",")),
}
ENCODINGS = ("utf-8", "utf-8", "utf-8-sig", "cp1252", "utf-16")


def choose_look(random: Random, language: str, kind: str = "") -> FileLook:
    """Return a look that occurs in a country."""
    group, decimal = random.choice(GROUPINGS[language])
    delimiters = ";\t|," if decimal == "," else ",;\t|"
    return FileLook(
        kind or random.choice(("csv", "csv", "xlsx")),
        group,
        decimal,
        random.choice(delimiters + delimiters[0] * 2),
        random.choice(ENCODINGS),
        random.choice(("\r\n", "\n")),
        random.random() < 0.12,
        quoted=random.random() < 0.15,
        ragged=random.random() < 0.3,
    )


def format_number(number: Number, look: FileLook) -> str:
    """Return a number as a text file or a printed sheet shows it."""
    digits = f"{abs(round_to(number.value, number.decimals)):.{number.decimals}f}"
    whole, _, fraction = digits.partition(".")
    if number.grouped and look.group:
        whole = f"{int(whole):,}".replace(",", look.group)
    text = whole + (look.decimal + fraction if fraction else "")
    negative = number.value < 0
    if negative and not (number.bracketed or number.minus_last):
        text = "-" + text
    if negative and number.minus_last:
        text += "-"
    text = number.before + text + number.after
    return f"({text})" if negative and number.bracketed else text


def cell_format(number: Number) -> str:
    """Return the number format of a workbook's cell."""
    if number.cell_format:
        return number.cell_format
    shape = ("#,##0" if number.grouped else "0") + ("." + "0" * number.decimals) * bool(
        number.decimals
    )
    if number.after == "%":
        return shape + "%"
    before = f'"{number.before}"' if number.before else ""
    after = f'"{number.after}"' if number.after else ""
    positive = before + shape + after
    return f"{positive};({positive})" if number.bracketed else positive


def stored_value(number: Number) -> Decimal:
    """Return what a workbook's cell holds: shares for percent."""
    return number.value / 100 if number.after == "%" else number.value


def write_file(book: Book, stem: str) -> tuple[str, bytes]:
    """Return file name and bytes."""
    if book.look.kind == "xlsx":
        return f"{stem}.xlsx", _write_workbook(book)
    (sheet,) = book.sheets
    return f"{stem}.csv", _write_text(sheet, book.look)


def _write_text(sheet: Sheet, look: FileLook) -> bytes:
    stream = io.StringIO()
    quoting = csv.QUOTE_ALL if look.quoted else csv.QUOTE_MINIMAL
    writer = csv.writer(
        stream, delimiter=look.delimiter, lineterminator=look.line_end, quoting=quoting
    )
    if look.separator_line:
        stream.write(f"sep={look.delimiter}{look.line_end}")
    for row in sheet.rows:
        texts = [_text(cell, look) for cell in row.cells]
        while look.ragged and texts and not texts[-1]:
            texts.pop()
        writer.writerow(texts)
    return stream.getvalue().encode(look.encoding, errors="replace")


def _text(cell: Cell, look: FileLook) -> str:
    if isinstance(cell, Number):
        return format_number(cell, look)
    return cell or ""


def _write_workbook(book: Book) -> bytes:
    workbook = openpyxl.Workbook()
    del workbook["Sheet"]
    for sheet in book.sheets:
        page = workbook.create_sheet(sheet.name)
        _write_sheet(page, sheet, book.look)
    workbook.active = next(n for n, sheet in enumerate(book.sheets) if not sheet.hidden)
    stream = io.BytesIO()
    workbook.save(stream)
    return stream.getvalue()


def _write_sheet(page: Worksheet, sheet: Sheet, look: FileLook) -> None:
    for at, row in enumerate(sheet.rows, start=1):
        for column, cell in enumerate(row.cells, start=1):
            _write_cell(page, at, column, cell, look)
        if row.hidden:
            page.row_dimensions[at].hidden = True
    for column in sheet.hidden_columns:
        page.column_dimensions[openpyxl.utils.get_column_letter(column + 1)].hidden = True
    for first_row, first_column, last_row, last_column in sheet.merged:
        page.merge_cells(None, first_row + 1, first_column + 1, last_row + 1, last_column + 1)
    if sheet.hidden:
        page.sheet_state = "hidden"


def _write_cell(page: Worksheet, row: int, column: int, cell: Cell, look: FileLook) -> None:
    if cell is None or cell == "":
        return
    target = page.cell(row, column)
    if isinstance(cell, str):
        target.value = cell
        target.data_type = "f" if cell.startswith("=") else "s"
    elif look.numbers_as_text:
        target.value = format_number(cell, look)
        target.data_type = "s"
    else:
        target.value = float(stored_value(cell))
        target.number_format = cell_format(cell)
