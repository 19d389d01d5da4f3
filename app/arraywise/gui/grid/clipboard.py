"""Cells on the clipboard, as Excel and LibreOffice give and take them: text with tabs, and HTML.

What comes from the clipboard is text and nothing else: markup is read for its cells only.
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

from arraywise.domain.cells import OURS_ALONE, ErrorCode
from arraywise.gui.grid.model import parse_decimal
from arraywise.gui.widgets.figures import MINUS, parse_number
from arraywise.gui.widgets.time_slicing import TimeSlice
from arraywise.worksheets.input_parsing import rewrite_copied_text, rewrite_cut_text

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from arraywise.domain.cells import Move

    Result = TypeVar("Result")
    Portioned: TypeAlias = Generator[None, None, Result]

OWN = "application/x-arraywise-cells"
_ROUNDED = 0.05
"""How far a number that is shown may be rounded; what is further off was read wrongly."""
_LONGEST = 50_000_000  # letters; more is not cut up
_ERRORS = frozenset(ErrorCode) - OURS_ALONE
"""What can be typed for an error that is pasted without its formula."""
_QUOTED = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')
"""What a number format writes as it is, and colours and currencies in it."""
_GENERAL = frozenset({"general", "standard", "geral"})
_LOGICAL = frozenset({"boolean", "l\u00f3gico"})
_TIMES = "dmyhsjt"  # letters for days, months, years, hours and seconds, in German too
_SPACES = re.compile(r"\s+")
_MOST_SPANNED = 100
_PIECE = 8_000  # letters of HTML that are read at once


@dataclass(frozen=True, slots=True)
class CopiedCell:
    """A cell as it goes out."""

    text: str
    typed: str
    number: float | None = None
    number_format: str | None = None
    """How its figure is written, as it is stored; None where its sheet knows no formats."""

    def as_own(self) -> str | tuple[str, str, str | None]:
        """Return it for ourselves: what is typed; where that is not all, its value and format."""
        value = self._value() if self.typed.startswith("=") else self.typed
        if value == self.typed and not self.number_format:
            return self.typed
        return self.typed, value, self.number_format

    def _value(self) -> str:
        """Return what is to be typed for what the formula amounts to."""
        if self.number is not None:
            return f"{self.number:.15g}".replace(".", QLocale().decimalPoint())
        if self.text in _ERRORS:
            return f"={self.text}"
        return f"'{self.text}" if parse_number(self.text) is not None else self.text


@dataclass(frozen=True, slots=True)
class PastedCells:
    """Cells as they come in."""

    cells: list[list[str]]
    origin: tuple[int, int] | None = None
    """Row and column they were copied from, where they are this program's own."""
    values: list[list[str]] | None = None
    """What formulas come to in their place; None where that is what the cells hold."""
    formats: list[list[str]] | None = None
    """How figures are written; None where the cells that they are put into keep theirs."""
    move: Move | None = None  # how far they go, where they were cut out before

    def values_only(self) -> PastedCells:
        """Return what its formulas come to, without formats."""
        return PastedCells(self.cells if self.values is None else self.values)

    def transposed(self) -> PastedCells:
        """Return the values with rows as columns, without formulas and formats."""
        cells = self.values_only().cells
        wide = max(len(row) for row in cells)
        full = [row + [""] * (wide - len(row)) for row in cells]
        return PastedCells([list(column) for column in zip(*full, strict=True)])

    def added_to(self, there: list[list[str]]) -> PastedCells:
        """Return the values added to the numbers that are typed there; other cells stay."""
        pairs = zip(self.values_only().cells, there, strict=False)
        return PastedCells([list(map(_added, line, olds)) for line, olds in pairs])

    def text_for(self, row: int, column: int, corner: tuple[int, int], decimal: str) -> str:
        """Return what is typed in one of them once they are inserted from a corner on.

        Our own formulas go along; those that were cut out go on to mean what they meant.
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


def _added(text: str, old: str) -> str:
    new, before = parse_decimal(text), parse_decimal(old) if old.strip() else Decimal(0)
    if new is None or before is None:
        return old or text
    return f"{before + new:f}".replace(".", QLocale().decimalPoint())


def as_mime(cells: Sequence[Sequence[CopiedCell]], origin: tuple[int, int]) -> QMimeData:
    """Return cells as they go out: as text, as an HTML table, and with formulas for ourselves."""
    data = QMimeData()
    data.setText("\n".join("\t".join(_as_text(cell) for cell in row) for row in cells))
    data.setHtml(_as_html(cells))
    formatted = any(cell.number_format is not None for row in cells for cell in row)
    own = [(*origin, formatted), *([cell.as_own() for cell in row] for row in cells)]
    data.setData(OWN, "\n".join(json.dumps(row) for row in own).encode())
    return data


def _as_text(cell: CopiedCell) -> str:
    text = cell.text.replace(MINUS, "-") if cell.number is not None else cell.text
    if any(letter in text for letter in '\t\n"'):
        return '"' + text.replace('"', '""') + '"'
    return text


def _as_html(cells: Sequence[Sequence[CopiedCell]]) -> str:
    """Write a table; numbers carry their value the way LibreOffice and Excel read it."""

    def tag(cell: CopiedCell) -> str:
        exact = f' align="right" sdval="{cell.number!r}" x:num="{cell.number!r}"'
        return f"<td{exact if cell.number is not None else ''}>{escape(cell.text)}</td>"

    rows = "".join(f"<tr>{''.join(map(tag, row))}</tr>" for row in cells)
    return f'<meta charset="utf-8"><table>{rows}</table>'


@dataclass(frozen=True, slots=True)
class ClipboardContent:
    """What is on the clipboard, before it is cut into cells."""

    own: bytes
    text: str
    html: str

    @property
    def size(self) -> int:
        """Letters in it."""
        return len(self.own) + len(self.text) + len(self.html)


def clip() -> ClipboardContent:
    """Return what is on the clipboard as other programs, or this one, put it there."""
    data: QMimeData | None = QGuiApplication.clipboard().mimeData()
    if data is None:  # as some platforms have it while there is nothing
        return ClipboardContent(b"", "", "")
    own = bytes(data.data(OWN).data()) if data.hasFormat(OWN) else b""
    if own:
        return ClipboardContent(own, "", "")
    text, html = data.text() if data.hasText() else "", data.html() if data.hasHtml() else ""
    return ClipboardContent(b"", text, html)


def parse_clipboard(result: ClipboardContent) -> Portioned[PastedCells | None]:
    """Cut a clip into cells, in portions; None where there are none."""
    if result.own:
        own = yield from _reading_own(result.own)
        if own is not None:
            return own
    if len(result.text) > _LONGEST:
        return None
    table = yield from _reading_html(result.html)
    cells = yield from _reading_text(result.text)
    if _count(table) > _count(cells):
        cells = [[cell.text for cell in row] for row in table]
    cells = yield from _with_exact_numbers(cells, table)
    return PastedCells(cells) if cells else None


def _listed(rows: Iterable[Result]) -> Portioned[list[Result]]:
    """Return rows as a list; they are read in portions."""
    result, time_slice = [], TimeSlice()
    for row in rows:
        result.append(row)
        if time_slice.is_pending:
            yield
    return result


def _count(rows: Sequence[Sequence[object]]) -> int:
    return sum(len(row) for row in rows)


def _reading_own(raw: bytes) -> Portioned[PastedCells | None]:
    """Read where cells were copied and whether they had formats, and then a row a line."""
    try:
        first, *lines = raw.split(b"\n")
        row, column, formatted = (int(each) for each in json.loads(first))
        rows = yield from _listed([_own_cell(cell) for cell in json.loads(line)] for line in lines)
    except (ValueError, TypeError, RecursionError):
        return None
    typed, values, formats = ([[c[part] for c in row] for row in rows] for part in range(3))
    return PastedCells(typed, (row, column), values, formats if formatted else None)


def _own_cell(cell: object) -> tuple[str, str, str]:
    """Return what is typed in a copied cell, its value, and its format."""
    if isinstance(cell, list):
        typed, value, number_format = cell
        return str(typed), str(value), str(number_format or "")
    return str(cell), str(cell), ""


def _reading_text(text: str) -> Portioned[list[list[str]]]:
    """Cut text into cells by tabs and lines; quoted cells may hold both."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text[:-1] if text.endswith("\n") else text
    if not text:
        return []
    if '"' in text:
        quoted = csv.reader(io.StringIO(text), "excel-tab", strict=True)
        try:
            return (yield from _listed(row or [""] for row in quoted))
        except csv.Error:  # a lone quotation mark is a letter like others
            pass
    return (yield from _listed(line.split("\t") for line in text.split("\n")))


@dataclass(slots=True)
class HtmlCell:
    """A cell of a table on the clipboard."""

    text: str = ""
    number: str = ""  # its value with a decimal point, where the program that copied it states it
    written: str = ""  # how that program writes the value: `1033;0;DD/MM/YYYY`

    @property
    def figure(self) -> str:
        """Its value, where that is what its text says: not of a date, of TRUE or of an error."""
        code = _QUOTED.sub("", "".join(self.written.split(";", 2)[2:])).lower().strip()
        is_other = code not in _GENERAL and (code in _LOGICAL or any(c in code for c in _TIMES))
        is_error = self.text.startswith(("#", "Err:"))
        return "" if is_other or is_error else self.number


def _reading_html(html: str) -> Portioned[list[list[HtmlCell]]]:
    """Read the cells of the first table; none where there is no table."""
    if len(html) > _LONGEST or "<t" not in html.lower():
        return []
    reader, time_slice = _TableReader(), TimeSlice()
    for start in range(0, len(html), _PIECE):
        reader.feed(html[start : start + _PIECE])
        if time_slice.is_pending:
            yield
    return reader.rows


class _TableReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[list[HtmlCell]] = []
        self._cell: HtmlCell | None = None
        self._tables = 0
        self._reaching: dict[int, int] = {}
        """Columns that a cell above reaches down into, and for how many rows."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._tables += 1
        elif tag == "tr" and self._tables <= 1:
            self.rows.append([])
            self._skip_event()
        elif tag in {"td", "th"} and self.rows and self._tables <= 1:
            self._begin_cell(dict(attrs))
        elif tag == "br" and self._cell is not None:
            self._cell.text += "\n"

    def _begin_cell(self, attrs: dict[str, str | None]) -> None:
        first = len(self.rows[-1])
        number = attrs.get("sdval") or attrs.get("x:num") or ""
        self._cell = HtmlCell(number=number, written=attrs.get("sdnum") or "")
        self.rows[-1].append(self._cell)
        self.rows[-1].extend(HtmlCell() for _ in range(_span(attrs.get("colspan")) - 1))
        high = _span(attrs.get("rowspan"))
        if high > 1:
            self._reaching |= dict.fromkeys(range(first, len(self.rows[-1])), high - 1)
        self._skip_event()

    def _skip_event(self) -> None:
        """Leave cells empty that one above reaches down into."""
        row = self.rows[-1]
        while self._reaching.get(len(row), 0) > 0:
            self._reaching[len(row)] -= 1
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


def _span(message: str | None) -> int:
    """Return over how many rows or columns a cell reaches."""
    count = int(message) if message and message.isdecimal() else 1
    return count if 1 <= count <= _MOST_SPANNED else 1


def _with_exact_numbers(
    cells: list[list[str]], table: list[list[HtmlCell]]
) -> Portioned[list[list[str]]]:
    """Take a number that was written in another locale by its value.

    The table has no hidden rows, the text does: these stay as they are.
    """

    def rows() -> Iterator[list[str]]:
        at = 0
        for place, row in enumerate(cells):
            others = table[at] if at < len(table) else []
            alike = [text.split() for text in row] == [other.text.split() for other in others]
            is_it = alike or len(table) - at == len(cells) - place
            at += is_it
            yield _exact_row(row, others) if is_it else row

    return (yield from _listed(rows()))


def _exact_row(row: list[str], others: list[HtmlCell]) -> list[str]:
    if len(row) != len(others):
        return row
    return [_exact(text, other) for text, other in zip(row, others, strict=True)]


def _exact(text: str, other: HtmlCell) -> str:
    if not other.figure:
        return text
    message = text.strip()
    sign = "%" if message.endswith("%") else ""
    try:
        value = float(other.figure) * (100 if sign else 1)
    except ValueError:
        return text
    read = parse_number(message.removesuffix("%").strip())
    if read is not None and abs(read - value) <= _ROUNDED * abs(value):
        return text
    written = f"{value:.15g}" if sign else other.figure
    return written.replace(".", QLocale().decimalPoint()) + sign
