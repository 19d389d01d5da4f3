"""Rows of DBA_RSRC_IO_CALIBRATE; numbers by country."""

from __future__ import annotations

import csv
import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from arraywise.domain.messages import Problem, Severity, message
from arraywise.importers.io_calibrate.content import (
    _HALF,
    FIGURES,
    NUMBER,
    NUMERIC,
    PROMPT,
    CalibrationCell,
    CalibrationField,
    CalibrationResult,
)
from arraywise.importers.kit.readings import DECIMAL_MARK_CHOSEN, DECIMAL_MARK_OPEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from arraywise.domain.messages import Template


_DATE = r"\d{1,2}[-. /](?:[^\W\d_]{3,10}\.? {0,9}|\d{1,2}(?:月|월)?)[-. /]\d{2,4}"
_CLOCK = r"[ T]+\d{1,2}[.:]\d{2}[.:]\d{2}(?:[.,]\d{1,9})?"


HEADINGS: Final = {
    CalibrationField.IOPS: re.compile(
        r"max[ _]?iops|max[ ]?ios?[ ]?(?:/|per)[ ]?sec", re.IGNORECASE
    ),
    CalibrationField.PMBPS: re.compile(r"max[ _]?pmbps", re.IGNORECASE),
    CalibrationField.MBPS: re.compile(
        r"max[ _]?mbps|max[ ]?mb[ ]?(?:/|per)[ ]?s(?:ec)?", re.IGNORECASE
    ),
    CalibrationField.LATENCY: re.compile(
        r"(?:actual[ _])?latency(?:[ ]?\(?ms\)?)?", re.IGNORECASE
    ),
    CalibrationField.DISKS: re.compile(
        r"num_physical_disks|(?:physical[ _]?)?disks", re.IGNORECASE
    ),
    CalibrationField.START: re.compile(r"start_time", re.IGNORECASE),
    CalibrationField.END: re.compile(r"end_time", re.IGNORECASE),
    CalibrationField.INFO: re.compile(r"additional_info", re.IGNORECASE),
}
"""Headings of the view, as SQL*Plus prints them or as scripts rename them."""
TIMESTAMP = re.compile(
    rf"{_DATE}{_CLOCK}(?:\s*{_HALF})?|\d{{4}}[-./]?\d{{2}}[-./]?\d{{2}}{_CLOCK}", re.IGNORECASE
)
"""A timestamp within a row whose columns have lost their width."""

_RULE = re.compile(r"^[ \t]*(?:-{2,}(?:[ \t]+-{2,})*|_{2,}(?:[ \t]+_{2,})*)[ \t]*$")
_PIPE_RULE = re.compile(
    r"^[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|)+(?:[ \t]*:?-{2,}:?)?[ \t]*$"
    r"|^[ \t]*\+(?:-{2,}\+)+[ \t]*$"
)
"""The rule of a Markdown table, or of a box that is drawn with + and -."""
_NUMBER = re.compile(NUMBER)
_MOST_HEADING_LINES = 3
EMPTY = "Empty row of DBA_RSRC_IO_CALIBRATE: the database was never calibrated."
_AMBIGUOUS = "The columns of this row are ambiguous; left out."
_OVERFLOW = "{name} was too wide for its column and printed as {text}: unknown."
_GROUPED = "{text} read as {value}: {name} is an integer, so the mark groups thousands."
_NO_NUMBER = '{name} "{text}" is not a number.'

Columns = tuple[CalibrationField | None, ...]


class _Piece(NamedTuple):
    """A part of a line with the place where it begins, from 0."""

    text: str
    offset: int


class _ColumnBand(NamedTuple):
    """The columns that stand side by side; a wrapped row has one line a band."""

    columns: Columns
    slices: tuple[tuple[int, int], ...]
    """Where each column's dashes stand."""


def parse_tables(
    lines: Sequence[str], offsets: Sequence[int]
) -> tuple[list[CalibrationResult], list[Problem]]:
    """Read every table of calibrations; `offsets` tells where in the text each line begins."""
    results: list[CalibrationResult] = []
    problems: list[Problem] = []
    position = 0
    while position < len(lines):
        match = _parse_table_at(lines, position)
        if match is None:
            position += 1
            continue
        rows, unparsed, after = match
        read = [CalibrationResult(cells, offsets[row]) for row, cells in rows]
        results += [result for result in read if result.figures]
        problems += [Problem(Severity.WARNING, message(_AMBIGUOUS), row + 1) for row in unparsed]
        position = max(after, position + 1)
    return results, problems


_StoredRows = tuple[list[tuple[int, tuple[CalibrationCell, ...]]], list[int], int]
"""Rows with the index of their first line, indexes of damaged rows, index after the table."""


def _parse_table_at(lines: Sequence[str], position: int) -> _StoredRows | None:
    line = lines[position]
    if "--" in line or "__" in line:
        if _RULE.match(line):
            return _parse_sqlplus_table(lines, position)
        if _PIPE_RULE.match(line) and position:
            return _parse_separated_table(lines, position - 1, position + 1, "|")
    if "io" not in line.lower():
        return None
    for separator in (",", ";", "\t"):
        if line.count(separator) and is_calibration_view(
            _heading_kinds(_split_cells(line, separator))
        ):
            return _parse_separated_table(lines, position, position + 1, separator)
    return None


def is_calibration_view(columns: Columns) -> bool:
    """Return whether the columns are those of DBA_RSRC_IO_CALIBRATE, in whatever order."""
    return sum(kind in FIGURES for kind in columns) >= 2 and CalibrationField.IOPS in columns


def _heading_kinds(texts: Sequence[str]) -> Columns:
    return tuple(map(heading_kind, texts))


def heading_kind(text: str) -> CalibrationField | None:
    """Return the field that a heading names; None for any other heading."""
    plain = text.replace("\\_", "_").replace("&nbsp;", " ").strip(' \t"*`')
    return next((kind for kind, pattern in HEADINGS.items() if pattern.fullmatch(plain)), None)


def is_printed_number(text: str) -> bool:
    """Return whether a cell holds a number, in any country's writing, or `####`."""
    return _NUMBER.fullmatch(text) is not None


def _parse_sqlplus_table(lines: Sequence[str], position: int) -> _StoredRows | None:
    """Read the table whose first rule of dashes is at a position."""
    bands: list[_ColumnBand] = []
    start = position
    while start < len(lines) and _RULE.match(lines[start]):
        bands.append(_parse_band(lines, start))
        position = start + 1
        start = position + 1
        if not any(heading_kind(word) for word in _words_at(lines, position)):
            break
    if not is_calibration_view(tuple(kind for band in bands for kind in band.columns)):
        return None
    rows: list[tuple[int, tuple[CalibrationCell, ...]]] = []
    unparsed: list[int] = []
    while _is_data_line(lines, position):
        cells = _parse_row(lines, position, bands)
        if cells is None:
            unparsed.append(position)
        else:
            rows.append((position, cells))
        position += len(bands)
    return rows, unparsed, position


def _words_at(lines: Sequence[str], position: int) -> list[str]:
    return lines[position].split() if position < len(lines) else []


def _is_data_line(lines: Sequence[str], position: int) -> bool:
    """A table ends with a blank line, a prompt or words."""
    if position >= len(lines) or not lines[position].strip() or PROMPT.match(lines[position]):
        return False
    return bool(re.search(r"\d|#", lines[position]))


def _parse_band(lines: Sequence[str], rule: int) -> _ColumnBand:
    """Name the columns over a rule of dashes."""
    slices = tuple(match.span() for match in re.finditer(r"[-_]+", lines[rule]))
    above = _lines_above(lines, rule)
    words = above[-1].split() if above else []
    if len(words) == len(slices) and len(above) == 1:
        return _ColumnBand(_heading_kinds(words), slices)
    by_width = [" ".join(line[a:b].strip() for line in above).strip() for a, b in slices]
    return _ColumnBand(_heading_kinds(by_width), slices)


def _lines_above(lines: Sequence[str], rule: int) -> list[str]:
    """Return the heading's lines; above them is a blank line, a prompt or another band."""
    above: list[str] = []
    for line in reversed(lines[max(0, rule - _MOST_HEADING_LINES) : rule]):
        if not line.strip() or PROMPT.match(line) or _RULE.match(line) or ";" in line:
            break
        above.insert(0, line)
    return above


def _parse_row(
    lines: Sequence[str], position: int, bands: Sequence[_ColumnBand]
) -> tuple[CalibrationCell, ...] | None:
    cells: list[CalibrationCell] = []
    for band, number in zip(bands, range(position, position + len(bands)), strict=True):
        line = lines[number] if number < len(lines) else ""
        pieces = _cut_by_width(line, band)
        if pieces is None:
            return None
        cells += _build_cells(band.columns, pieces, number)
    return tuple(cells)


def _cut_by_width(line: str, band: _ColumnBand) -> list[_Piece] | None:
    """Cut a line under its dashes, if no value crosses a gap and every number is one."""
    gaps = [b for (_, b), _ in pairwise(band.slices)]
    if any(gap < len(line) and line[gap] not in " \t" for gap in gaps):
        return None
    ends = [*(a for a, _ in band.slices[1:]), max(len(line), band.slices[-1][1])]
    pieces = [_cut_piece(line, a, end) for (a, _), end in zip(band.slices, ends, strict=True)]
    return pieces if _fit_columns(band.columns, pieces) else None


def _cut_piece(line: str, start: int, stop: int) -> _Piece:
    part = line[start:stop]
    text = part.strip()
    return _Piece(text, start + (part.index(text) if text else 0))


def _fit_columns(columns: Columns, pieces: Sequence[_Piece]) -> bool:
    """Every number must be one, and a timestamp must be alone in its column."""
    for kind, piece in zip(columns, pieces, strict=True):
        if kind in NUMERIC and piece.text and not is_printed_number(piece.text):
            return False
        moment = TIMESTAMP.match(piece.text)
        if moment and moment.end() < len(piece.text):
            return False
    return True


def _build_cells(
    columns: Columns, pieces: Sequence[_Piece], row: int
) -> Iterator[CalibrationCell]:
    for kind, piece in zip(columns, pieces, strict=True):
        if kind and piece.text:
            yield CalibrationCell(kind, piece.text, row + 1, piece.offset + 1)


def _parse_separated_table(
    lines: Sequence[str], above: int, position: int, separator: str
) -> _StoredRows | None:
    """Read a table whose cells are separated by a mark: CSV, tabs, Markdown."""
    columns = _heading_kinds(_split_cells(lines[above], separator))
    if not is_calibration_view(columns):
        return None
    rows: list[tuple[int, tuple[CalibrationCell, ...]]] = []
    unparsed: list[int] = []
    while _is_data_line(lines, position) and separator in lines[position]:
        texts = _fit_to_heading(_split_cells(lines[position], separator), columns, separator)
        pieces = _locate_cells(texts or [], lines[position])
        if not pieces or not _fit_columns(columns, pieces):
            unparsed.append(position)
        else:
            rows.append((position, tuple(_build_cells(columns, pieces, position))))
        position += 1
    return rows, unparsed, position


def _locate_cells(texts: Sequence[str], line: str) -> list[_Piece]:
    """Find the place of each cell, one after the other; quotes may be doubled in the line."""
    pieces: list[_Piece] = []
    at = 0
    for text in texts:
        result = line.find(text, at)
        pieces.append(_Piece(text, max(result, 0)))
        at = result + len(text) if result >= 0 else at
    return pieces


def _split_cells(line: str, separator: str) -> list[str]:
    if separator == "|":
        return [text.strip() for text in line.strip().strip("|").split("|")]
    try:
        row = next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return []
    return [text.strip() for text in row]


def _fit_to_heading(texts: list[str], columns: Columns, separator: str) -> list[str] | None:
    """Bring a row to the width of the heading.

    Where decimal commas split a number, only a latency can be the one that was split: the other
    figures are whole.
    """
    if len(texts) < len(columns):
        return [*texts, *[""] * (len(columns) - len(texts))]
    if len(texts) == len(columns):
        return texts
    if (
        separator != ","
        or len(texts) > len(columns) + 1
        or CalibrationField.LATENCY not in columns
    ):
        return None
    at = columns.index(CalibrationField.LATENCY)
    if not texts[at + 1].isdigit() or not (texts[at].isdigit() or not texts[at]):
        return None
    return [*texts[:at], f"{texts[at]},{texts[at + 1]}", *texts[at + 2 :]]


_SINGLE = re.compile(r"(?P<whole>\d{1,3})(?P<mark>[.,'])(?P<rest>\d{3})")
_REPEATED = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})+")
_MIXED = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?!\1)[.,]\d+")
_OTHER = {".": ",", ",": "."}
_WHOLE = (
    CalibrationField.IOPS,
    CalibrationField.MBPS,
    CalibrationField.PMBPS,
    CalibrationField.DISKS,
)


class CalibrationNumbers:
    """Which mark is the decimal one in a file, judged from all its numbers together."""

    def __init__(self, cells: Iterable[CalibrationCell], chosen: str | None = None) -> None:
        """Weigh the numbers: a leading or odd mark is decimal, a repeated one groups thousands.

        `chosen` is the decimal mark that the user said, for numbers that are open only.
        """
        cells = tuple(cells)
        certain = {mark for cell in cells if (mark := _certain_decimal_mark(cell.text))}
        grouping = {mark for cell in cells if (mark := _grouping_mark(cell))}
        likely = certain or {_OTHER[mark] for mark in grouping if mark in _OTHER}
        self.decimal_mark = next(iter(likely)) if len(likely) == 1 else None
        self.contradicts_itself = len(likely) > 1
        self.chosen_mark = chosen
        self.do_blanks_group = any(cell.text.count(" ") > 1 for cell in cells)

    def parse(self, cell: CalibrationCell) -> tuple[float | None, Problem | None]:
        """Read one number; None with a problem where two readings remain."""
        text = cell.text
        if "#" in text:
            return None, cell_problem(cell, _OVERFLOW)
        if text.isdecimal():
            return float(text), None
        if " " in text:
            # blanks group thousands; a lone one may also stand between two numbers
            joined = cell.text.replace(" ", "")
            if self.do_blanks_group:
                return float(joined), None
            return None, cell_problem(
                cell, DECIMAL_MARK_OPEN, first=joined, second=cell.text.split(" ")[0]
            )
        single = _SINGLE.fullmatch(text)
        if single and not single.group("whole").startswith("0"):
            return self._parse_with_one_mark(cell, single)
        return self._parse_unambiguous(cell)

    def _parse_with_one_mark(
        self, cell: CalibrationCell, match: re.Match[str]
    ) -> tuple[float | None, Problem | None]:
        """Read `104.580`: thousands in a whole quantity, decimals in a latency."""
        mark = match.group("mark")
        grouped = match.group("whole") + match.group("rest")
        decimal = f"{match.group('whole')}.{match.group('rest')}"
        if mark == "'":
            return float(grouped), cell_problem(cell, _GROUPED, Severity.INFO, value=grouped)
        if self.contradicts_itself:
            return self._parse_open_number(cell, mark, grouped, decimal)
        if _is_whole_quantity(cell) and mark != self.decimal_mark:
            return float(grouped), cell_problem(cell, _GROUPED, Severity.INFO, value=grouped)
        if not _is_whole_quantity(cell) and self.decimal_mark in (None, mark):
            return float(decimal), None
        return self._parse_open_number(cell, mark, grouped, decimal)

    def _parse_open_number(
        self, cell: CalibrationCell, mark: str, grouped: str, decimal: str
    ) -> tuple[float | None, Problem | None]:
        """Take what the user said of a number that the file leaves open, else ask."""
        if self.chosen_mark is None:
            return None, cell_problem(cell, DECIMAL_MARK_OPEN, first=grouped, second=decimal)
        value = decimal if mark == self.chosen_mark else grouped
        return float(value), cell_problem(
            cell, DECIMAL_MARK_CHOSEN, Severity.INFO, value=value, mark=self.chosen_mark
        )

    def _parse_unambiguous(self, cell: CalibrationCell) -> tuple[float | None, Problem | None]:
        """Read a number that has only one reading, or none."""
        text = re.sub(r"(?<=\d)'(?=\d{3}(?!\d))", "", cell.text)
        decimal = _certain_decimal_mark(text)
        if decimal is None:
            return None, cell_problem(cell, _NO_NUMBER)
        plain = text.replace(_OTHER[decimal], "").replace(decimal, ".")
        try:
            return float(plain), None
        except ValueError:
            return None, cell_problem(cell, _NO_NUMBER)


def _certain_decimal_mark(text: str) -> str | None:
    """Return the decimal mark where a number leaves no doubt.

    `,11`, `0,110`, `10.86` and `1.234,5` show theirs; `1.353.418` shows the other's.
    """
    marks = [character for character in text if character in ".,"]
    if not marks or "#" in text:
        return None
    last = marks[-1]
    whole, _, rest = text.rpartition(last)
    if len(set(marks)) == 2:
        return last if _MIXED.fullmatch(text) else None
    if len(marks) > 1:
        return _OTHER[last] if _REPEATED.fullmatch(text) else None
    return last if whole in ("", "0") or len(rest) != 3 or len(whole) > 3 else None


def _is_whole_quantity(cell: CalibrationCell) -> bool:
    """Oracle gives these without decimals; a script that writes GB/s has divided."""
    return cell.kind in _WHOLE and not (cell.unit or "").upper().startswith("G")


def _grouping_mark(cell: CalibrationCell) -> str | None:
    """Return the mark before exactly three digits of a whole quantity: it groups thousands."""
    match = _SINGLE.fullmatch(cell.text)
    if not match or not _is_whole_quantity(cell) or match.group("whole").startswith("0"):
        return None
    return match.group("mark")


def cell_problem(
    cell: CalibrationCell,
    template: Template,
    severity: Severity = Severity.WARNING,
    **figures: str,
) -> Problem:
    """Say something of a printed value, which is called by its name and quoted as printed."""
    sentence = message(template, name=cell.kind.value, text=cell.text, **figures)
    return Problem(severity, sentence, cell.line)
