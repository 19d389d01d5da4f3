"""Cells on the clipboard as text with tabs and as HTML, as Excel and LibreOffice do.

Foreign content is only text: markup is read for its cells alone.
"""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import dataclass
from decimal import Decimal
from html import escape
from html.parser import HTMLParser
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from PySide6.QtCore import QLocale, QMimeData
from PySide6.QtGui import QGuiApplication

from arraywise.domain.cells import OWN_ERROR_CODES, ErrorCode
from arraywise.gui.grid.model import parse_decimal
from arraywise.gui.widgets.figures import MINUS, parse_number
from arraywise.gui.widgets.time_slicing import TimeSlice
from arraywise.worksheets.input_parsing import rewrite_copied_text, rewrite_cut_text

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from arraywise.domain.cells import Move

    Item = TypeVar("Item")
    Sliced: TypeAlias = Generator[None, None, Item]

OWN_MIME_TYPE = "application/x-arraywise-cells"
_MAX_ROUNDING = 0.05
"""How far a shown number may be rounded; one further off was parsed in another locale."""
_LONGEST_HTML = 50_000_000  # letters; more is not cut up
_ERRORS = frozenset(ErrorCode) - OWN_ERROR_CODES
"""Errors that can be typed, when one is pasted without its formula."""
_LITERALS = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')
"""Literals of a number format, and colours and currencies in it."""
_GENERAL_FORMATS = frozenset({"general", "standard", "geral"})
_BOOLEAN_FORMATS = frozenset({"boolean", "l\u00f3gico"})
_TIME_LETTERS = "dmyhsjt"  # letters for days, months, years, hours and seconds, in German too
_SPACES = re.compile(r"\s+")
_MOST_SPANNED = 100
_CHUNK = 8_000  # letters of HTML that are read at once


@dataclass(frozen=True, slots=True)
class CopiedCell:
    """A cell to be put on the clipboard."""

    text: str
    typed: str
    number: float | None = None
    number_format: str | None = None
    """How its figure is written, as it is stored; None where its sheet knows no formats."""

    def serialise(self) -> str | tuple[str, str, str | None]:
        """Return the cell for this program: its typed text, or that with value and format."""
        value = self._value_text() if self.typed.startswith("=") else self.typed
        if value == self.typed and not self.number_format:
            return self.typed
        return self.typed, value, self.number_format

    def _value_text(self) -> str:
        """Return the text to type for the formula's result."""
        if self.number is not None:
            return f"{self.number:.15g}".replace(".", QLocale().decimalPoint())
        if self.text in _ERRORS:
            return f"={self.text}"
        return f"'{self.text}" if parse_number(self.text) is not None else self.text


@dataclass(frozen=True, slots=True)
class PastedCells:
    """Cells from the clipboard."""

    cells: list[list[str]]
    origin: tuple[int, int] | None = None
    """Row and column they were copied from, where this program put them on the clipboard."""
    values: list[list[str]] | None = None
    """The cells with results in place of formulas; None where there are no formulas."""
    formats: list[list[str]] | None = None
    """Number formats; None where the target cells keep theirs."""
    move: Move | None = None  # how far they go, where they were cut out before

    def values_only(self) -> PastedCells:
        """Return the cells with results in place of formulas, without formats."""
        return PastedCells(self.cells if self.values is None else self.values)

    def transposed(self) -> PastedCells:
        """Return the values with rows as columns, without formulas and formats."""
        cells = self.values_only().cells
        width = max(len(row) for row in cells)
        full = [row + [""] * (width - len(row)) for row in cells]
        return PastedCells([list(column) for column in zip(*full, strict=True)])

    def added_to(self, existing: list[list[str]]) -> PastedCells:
        """Return the sums of the values and existing numbers; other existing cells stay."""
        pairs = zip(self.values_only().cells, existing, strict=False)
        return PastedCells([list(map(_add_text, line, old_texts)) for line, old_texts in pairs])

    def text_for(self, row: int, column: int, corner: tuple[int, int], decimal: str) -> str:
        """Return the text of one of the cells when they are pasted at a corner.

        References of copied formulas go along; those of cut ones stay what they were.
        """
        line = self.cells[row]
        text = line[column] if column < len(line) else ""
        if self.origin is None or not text.startswith("="):
            return text
        if self.move is not None:
            return rewrite_cut_text(text, decimal, self.move)
        return rewrite_copied_text(
            text, decimal, corner[0] - self.origin[0], corner[1] - self.origin[1]
        )


def _add_text(text: str, old: str) -> str:
    new, before = parse_decimal(text), parse_decimal(old) if old.strip() else Decimal(0)
    if new is None or before is None:
        return old or text
    return f"{before + new:f}".replace(".", QLocale().decimalPoint())


def build_mime_data(cells: Sequence[Sequence[CopiedCell]], origin: tuple[int, int]) -> QMimeData:
    """Return cells as text, as an HTML table, and with formulas for this program."""
    data = QMimeData()
    data.setText("\n".join("\t".join(_render_tsv_cell(cell) for cell in row) for row in cells))
    data.setHtml(_render_html_table(cells))
    formatted = any(cell.number_format is not None for row in cells for cell in row)
    own = [(*origin, formatted), *([cell.serialise() for cell in row] for row in cells)]
    data.setData(OWN_MIME_TYPE, "\n".join(json.dumps(row) for row in own).encode())
    return data


def _render_tsv_cell(cell: CopiedCell) -> str:
    text = cell.text.replace(MINUS, "-") if cell.number is not None else cell.text
    if any(letter in text for letter in '\t\n"'):
        return '"' + text.replace('"', '""') + '"'
    return text


def _render_html_table(cells: Sequence[Sequence[CopiedCell]]) -> str:
    """Return cells as an HTML table; numbers carry their value for Excel and LibreOffice."""

    def tag(cell: CopiedCell) -> str:
        value_attributes = f' align="right" sdval="{cell.number!r}" x:num="{cell.number!r}"'
        return f"<td{value_attributes if cell.number is not None else ''}>{escape(cell.text)}</td>"

    rows = "".join(f"<tr>{''.join(map(tag, row))}</tr>" for row in cells)
    return f'<meta charset="utf-8"><table>{rows}</table>'


@dataclass(frozen=True, slots=True)
class ClipboardContent:
    """The clipboard's content, before it is parsed into cells."""

    own: bytes
    text: str
    html: str

    @property
    def size(self) -> int:
        """Letters in it."""
        return len(self.own) + len(self.text) + len(self.html)


def read_clipboard() -> ClipboardContent:
    """Return the clipboard's content, in this program's own format where it has it."""
    data: QMimeData | None = QGuiApplication.clipboard().mimeData()
    if data is None:  # as some platforms have it while there is nothing
        return ClipboardContent(b"", "", "")
    own = bytes(data.data(OWN_MIME_TYPE).data()) if data.hasFormat(OWN_MIME_TYPE) else b""
    if own:
        return ClipboardContent(own, "", "")
    text, html = data.text() if data.hasText() else "", data.html() if data.hasHtml() else ""
    return ClipboardContent(b"", text, html)


def parse_clipboard(content: ClipboardContent) -> Sliced[PastedCells | None]:
    """Parse the clipboard's content into cells, in time slices; None where there are none."""
    if content.own:
        own = yield from _parse_own_format(content.own)
        if own is not None:
            return own
    if len(content.text) > _LONGEST_HTML:
        return None
    table = yield from _parse_html(content.html)
    cells = yield from _parse_tsv(content.text)
    if _count_cells(table) > _count_cells(cells):
        cells = [[cell.text for cell in row] for row in table]
    cells = yield from _with_exact_numbers(cells, table)
    return PastedCells(cells) if cells else None


def _collect_sliced(rows: Iterable[Item]) -> Sliced[list[Item]]:
    """Collect rows into a list, in time slices."""
    result, time_slice = [], TimeSlice()
    for row in rows:
        result.append(row)
        if time_slice.is_used_up:
            yield
    return result


def _count_cells(rows: Sequence[Sequence[object]]) -> int:
    return sum(len(row) for row in rows)


def _parse_own_format(raw: bytes) -> Sliced[PastedCells | None]:
    """Parse this program's own format: origin and whether there are formats, then a row a line."""
    try:
        first, *lines = raw.split(b"\n")
        row, column, formatted = (int(each) for each in json.loads(first))
        rows = yield from _collect_sliced(
            [_parse_own_cell(cell) for cell in json.loads(line)] for line in lines
        )
    except (ValueError, TypeError, RecursionError):
        return None
    typed, values, formats = ([[c[part] for c in row] for row in rows] for part in range(3))
    return PastedCells(typed, (row, column), values, formats if formatted else None)


def _parse_own_cell(cell: object) -> tuple[str, str, str]:
    """Return the typed text of a copied cell, its value, and its number format."""
    if isinstance(cell, list):
        typed, value, number_format = cell
        return str(typed), str(value), str(number_format or "")
    return str(cell), str(cell), ""


def _parse_tsv(text: str) -> Sliced[list[list[str]]]:
    """Parse text into cells by tabs and lines; quoted cells may hold both."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text[:-1] if text.endswith("\n") else text
    if not text:
        return []
    if '"' in text:
        quoted = csv.reader(io.StringIO(text), "excel-tab", strict=True)
        try:
            return (yield from _collect_sliced(row or [""] for row in quoted))
        except csv.Error:  # a lone quotation mark is a letter like others
            pass
    return (yield from _collect_sliced(line.split("\t") for line in text.split("\n")))


@dataclass(slots=True)
class HtmlCell:
    """A cell of a table on the clipboard."""

    text: str = ""
    number: str = ""  # its value with a decimal point, where the program that copied it states it
    number_format: str = ""  # how that program writes the value: `1033;0;DD/MM/YYYY`

    @property
    def numeric_value(self) -> str:
        """Its value where it is a plain number; empty for a date, a boolean or an error."""
        code = _LITERALS.sub("", "".join(self.number_format.split(";", 2)[2:])).lower().strip()
        is_other = code not in _GENERAL_FORMATS and (
            code in _BOOLEAN_FORMATS or any(c in code for c in _TIME_LETTERS)
        )
        is_error = self.text.startswith(("#", "Err:"))
        return "" if is_other or is_error else self.number


def _parse_html(html: str) -> Sliced[list[list[HtmlCell]]]:
    """Parse the cells of the first HTML table, in time slices; empty where there is none."""
    if len(html) > _LONGEST_HTML or "<t" not in html.lower():
        return []
    reader, time_slice = _TableReader(), TimeSlice()
    for start in range(0, len(html), _CHUNK):
        reader.feed(html[start : start + _CHUNK])
        if time_slice.is_used_up:
            yield
    return reader.rows


class _TableReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[list[HtmlCell]] = []
        self._cell: HtmlCell | None = None
        self._tables = 0
        self._row_spans: dict[int, int] = {}
        """For how many more rows a cell above spans a column, by column."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._tables += 1
        elif tag == "tr" and self._tables <= 1:
            self.rows.append([])
            self._fill_spanned_cells()
        elif tag in {"td", "th"} and self.rows and self._tables <= 1:
            self._begin_cell(dict(attrs))
        elif tag == "br" and self._cell is not None:
            self._cell.text += "\n"

    def _begin_cell(self, attrs: dict[str, str | None]) -> None:
        first = len(self.rows[-1])
        number = attrs.get("sdval") or attrs.get("x:num") or ""
        self._cell = HtmlCell(number=number, number_format=attrs.get("sdnum") or "")
        self.rows[-1].append(self._cell)
        self.rows[-1].extend(HtmlCell() for _ in range(_parse_span(attrs.get("colspan")) - 1))
        row_span = _parse_span(attrs.get("rowspan"))
        if row_span > 1:
            self._row_spans |= dict.fromkeys(range(first, len(self.rows[-1])), row_span - 1)
        self._fill_spanned_cells()

    def _fill_spanned_cells(self) -> None:
        """Insert empty cells for columns that a cell above spans."""
        row = self.rows[-1]
        while self._row_spans.get(len(row), 0) > 0:
            self._row_spans[len(row)] -= 1
            row.append(HtmlCell())

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "th", "tr"}:
            if self._cell is not None:
                lines = self._cell.text.split("\n")
                self._cell.text = "\n".join(" ".join(line.split()) for line in lines).strip()
            self._cell = None

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.text += _SPACES.sub(" ", data)  # a part of a cell's text may come alone


def _parse_span(text: str | None) -> int:
    """Parse how many rows or columns a cell spans."""
    count = int(text) if text and text.isdecimal() else 1
    return count if 1 <= count <= _MOST_SPANNED else 1


def _with_exact_numbers(
    cells: list[list[str]], table: list[list[HtmlCell]]
) -> Sliced[list[list[str]]]:
    """Replace numbers that were written in another locale by their HTML values.

    The HTML table has no hidden rows, the text has: these stay as they are.
    """

    def rows() -> Iterator[list[str]]:
        table_row = 0
        for index, row in enumerate(cells):
            html_cells = table[table_row] if table_row < len(table) else []
            are_same = [text.split() for text in row] == [
                other.text.split() for other in html_cells
            ]
            is_match = are_same or len(table) - table_row == len(cells) - index
            table_row += is_match
            yield _exact_numbers_in_row(row, html_cells) if is_match else row

    return (yield from _collect_sliced(rows()))


def _exact_numbers_in_row(row: list[str], html_cells: list[HtmlCell]) -> list[str]:
    if len(row) != len(html_cells):
        return row
    return [
        _exact_number(text, html_cell) for text, html_cell in zip(row, html_cells, strict=True)
    ]


def _exact_number(text: str, html_cell: HtmlCell) -> str:
    if not html_cell.numeric_value:
        return text
    stripped = text.strip()
    sign = "%" if stripped.endswith("%") else ""
    try:
        value = float(html_cell.numeric_value) * (100 if sign else 1)
    except ValueError:
        return text
    parsed = parse_number(stripped.removesuffix("%").strip())
    if parsed is not None and abs(parsed - value) <= _MAX_ROUNDING * abs(value):
        return text
    rendered = f"{value:.15g}" if sign else html_cell.numeric_value
    return rendered.replace(".", QLocale().decimalPoint()) + sign
