"""Cells of the input sheets and the workings: what was typed, what it amounts to, its format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from arraywise.domain.messages import Message


MOST_ROWS = 100_000
MOST_COLUMNS = 100
"""A to CV."""
MOST_CELLS = 200_000
"""Typed cells of a study."""
LONGEST_TEXT = 2_000
"""Letters in a cell."""

WORKINGS = "Workings"
REQUIREMENT = "Requirement"
CRITERIA = "Criteria"


class ErrorCode(StrEnum):
    """What spreadsheets show in a cell that has no value."""

    ERROR = "#ERROR!"
    REF = "#REF!"
    NAME = "#NAME?"
    VALUE = "#VALUE!"
    NUM = "#NUM!"
    NA = "#N/A"
    DIV = "#DIV/0!"
    CIRCLE = "#CIRC!"
    SPILL = "#SPILL!"


OWN_ERROR_CODES = frozenset({ErrorCode.ERROR, ErrorCode.CIRCLE, ErrorCode.SPILL})
"""Errors that no other spreadsheet has; nor can they be typed."""


Value: TypeAlias = float | str | bool | None


class FormulaText(str):
    """A formula of a workbook: English, with its leading equals sign; any other text is text."""

    __slots__ = ()

    def wrap_in_if(self, condition: str, otherwise: str = '""') -> FormulaText:
        """Return the formula where a condition is met, another one elsewhere."""
        return FormulaText(f"=IF({condition},{self[1:]},{otherwise})")


CellPosition: TypeAlias = tuple[int, int]
"""Row and column of a cell, from 0."""
SheetCells: TypeAlias = dict[CellPosition, float | str | bool]
"""Cells of a sheet that hold something; those of `FormulaText` are to be calculated."""
Evaluate: TypeAlias = Callable[
    [Mapping[str, SheetCells], Mapping[str, str]], Mapping[str, Mapping[CellPosition, Value]]
]
"""Calculates a workbook, given its sheets and the formulas of its names; returns what the
formulas of each sheet amount to."""


class CellAddress(NamedTuple):
    """Where a cell is; a tuple, for these are looked up by the ten thousand."""

    sheet: str
    """`workings`, `requirement`, `criteria`, `prices/<option id>`, `provisioning/<option id>`."""
    row: int
    """From 0."""
    column: int
    """From 0."""


class Area(NamedTuple):
    """A rectangle of cells, by its first and last row and column, from 0."""

    top: int
    left: int
    bottom: int
    right: int

    def contains(self, row: int, column: int) -> bool:
        """Return whether a cell is in it."""
        return self.top <= row <= self.bottom and self.left <= column <= self.right


class Move(NamedTuple):
    """Cells that are cut out and put in elsewhere."""

    area: Area
    rows_down: int
    columns_right: int


@dataclass(frozen=True, slots=True)
class InputCell:
    """A cell as it was typed."""

    address: CellAddress
    text: str
    decimal: str = "."
    """Decimal mark that the user typed with: `.` or `,`."""
    number_format: str = ""
    """How its figure is written, as `NumberFormat` says; empty: as it comes."""

    def with_text(self, text: str) -> InputCell:
        """Return the cell with another text, typed with the same decimal mark."""
        return InputCell(self.address, text, self.decimal, self.number_format)


class FormatKind(StrEnum):
    """In which way a figure is written."""

    GENERAL = "general"
    NUMBER = "number"
    GROUPED = "grouped"
    """With marks between thousands."""
    PERCENT = "percent"
    CURRENCY = "currency"
    """With the study's."""
    DATE = "date"


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """How the figure of a cell is written."""

    kind: FormatKind = FormatKind.GENERAL
    decimals: int = 0
    currency: str = ""
    """ISO code of an amount; empty: the study's."""

    def __str__(self) -> str:
        """Return the format as it is stored; nothing where a figure is written as it comes."""
        if self.kind is FormatKind.GENERAL:
            return ""
        return f"{self.kind} {self.decimals} {self.currency}".rstrip()


GENERAL_FORMAT = NumberFormat()
MOST_DECIMALS = 10
_KINDS = {kind.value: kind for kind in FormatKind}


def parse_number_format(text: str) -> NumberFormat:
    """Return how figures are written by a stored format; what cannot be read is none."""
    kind, decimals, currency, *_ = [*text.partition(";")[0].split(" "), "", ""]
    format_kind = _KINDS.get(kind)
    if format_kind is None or not decimals.isdecimal() or int(decimals) > MOST_DECIMALS:
        return NumberFormat()
    return NumberFormat(format_kind, int(decimals), currency)


@dataclass(frozen=True, slots=True)
class CellFault:
    """What is wrong with a cell."""

    code: str
    """As spreadsheets show it: `#DIV/0!`."""
    message: Message
    origin: str = ""
    """Cell that the fault comes from, where it is another one: `B3`, `'NAS'!E4`."""


@dataclass(frozen=True, slots=True)
class CellResult:
    """What a cell amounts to; with a fault there is no value."""

    value: Value = None
    fault: CellFault | None = None
    number_format: NumberFormat = GENERAL_FORMAT
    """As what a typed value is understood: a date, an amount in a currency."""


@cache
def column_letters(column: int) -> str:
    """Return what a column is called: 0 is A, 26 is AA."""
    letters = ""
    column += 1
    while column:
        column, remainder = divmod(column - 1, 26)
        letters = chr(ord("A") + remainder) + letters
    return letters


def cell_name(row: int, column: int) -> str:
    """Return what a cell is called: B3."""
    return f"{column_letters(column)}{row + 1}"


FILLS = {
    "red": "fail_tint",
    "yellow": "warn_tint",
    "green": "pass_tint",
    "blue": "accent_tint",
    "grey": "unknown_tint",
}
"""Fills, each with its token among the colours of a theme."""
_BOLD, _FILL = "bold", "fill"


@dataclass(frozen=True, slots=True)
class CellStyle:
    """All of how a cell looks."""

    number: NumberFormat = GENERAL_FORMAT
    bold: bool = False
    fill: str = ""
    """One of `FILLS`, or empty."""

    def __str__(self) -> str:
        """Return the style as it is stored; nothing where the cell looks as any other."""
        parts = [str(self.number)]
        parts += [_BOLD] if self.bold else []
        parts += [f"{_FILL} {self.fill}"] if self.fill else []
        return ";".join(parts) if any(parts) else ""


_PLAIN_STYLE = CellStyle()


def parse_cell_style(text: str) -> CellStyle:
    """Return a stored style; what cannot be read is left out."""
    if not text:
        return _PLAIN_STYLE
    style = CellStyle(parse_number_format(text))
    for part in text.split(";")[1:]:
        name, _, rest = part.partition(" ")
        if name == _BOLD:
            style = replace(style, bold=True)
        elif name == _FILL and rest in FILLS:
            style = replace(style, fill=rest)
    return style
