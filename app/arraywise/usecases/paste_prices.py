"""Tables of prices that are pasted with headings of their own, as cells of the grid."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from arraywise.domain.cells import column_letters
from arraywise.domain.messages import Severity, message
from arraywise.domain.number_notation import decide_notation
from arraywise.domain.pricing import PRICE_FIELDS, FieldType
from arraywise.domain.quotes import (
    NO_DECISIONS,
    ColumnRole,
    Period,
    QuoteDecisions,
    QuoteState,
    RowRole,
)
from arraywise.importers.prices import propose, quote_of_cells
from arraywise.importers.prices.build import follows_demand
from arraywise.importers.prices.figures import looks_numeric
from arraywise.importers.prices.tables import MONEY_FIELDS, read_heading
from arraywise.usecases.open_quote import OpenQuote

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.domain.messages import Message
    from arraywise.domain.pricing import PriceField, PriceLine
    from arraywise.domain.quotes import QuoteColumn, QuoteReading

_PRICED = frozenset(
    {ColumnRole.UNIT_PRICE, ColumnRole.MAINTENANCE_UNIT, ColumnRole.LIST_PRICE, ColumnRole.AMOUNT}
)
_NAMED = frozenset({ColumnRole.DESCRIPTION, ColumnRole.PART_NUMBER})
_SUMS = frozenset(
    {
        RowRole.SUBTOTAL,
        RowRole.TOTAL,
        RowRole.TAX,
        RowRole.DISCOUNT,
        RowRole.CARRIED_FORWARD,
        RowRole.NOT_INCLUDED,
    }
)
_REFERENCE = re.compile(r"[A-Za-z]\$?\d")
_PRODUCT = re.compile(r"=\s*\$?[A-Z]{1,3}\$?\d+(?:\s*\*\s*\$?[A-Z]{1,3}\$?\d+)+", re.IGNORECASE)
"""Of cells alone, as quantity x price."""
_FORMULAS = (
    "The formulas below {headings} use other units than the sheet. Paste their values, or leave"
    " the column out."
)


@dataclass(frozen=True, slots=True)
class HeadedLines:
    """Lines as their headings state them."""

    lines: tuple[tuple[tuple[str, str], ...], ...]
    """Key of the column and text of each cell, a line each; empty rows are left out."""
    keys: tuple[str, ...]  # columns that are named, from left to right
    left_out: tuple[str, ...]
    """Headings of columns that a price sheet does not take, or not in these units."""
    rows_left_out: tuple[str, ...] = ()
    """What rows are called that are no lines: sums of lines, and discounts."""
    undecided_reading: QuoteReading | None = None
    """What does not count yet, before anything is inserted; there are no lines then."""
    errors: tuple[Message, ...] = ()  # why nothing can be inserted; there are no lines then
    remarks: tuple[Message, ...] = ()
    """How figures were read that the headings do not explain in full."""


def parse_table_with_headings(
    rows: Sequence[Sequence[str]], currency: str, decisions: QuoteDecisions = NO_DECISIONS
) -> HeadedLines | None:
    """Return the lines of a table by its headings, in English, German or Portuguese.

    Returns:
        None where no row near the top names a description or part number and a price of one
        piece: such cells go in as they are. No lines where nothing is below it.
    """
    pasted = _PastedFormulas(rows)
    reading = propose(quote_of_cells("", pasted.cells), decisions)
    columns = reading.sheets[0].columns if reading.sheets else ()
    roles = {column.role for column in columns if column.heading}
    if not (roles & _NAMED and roles & _PRICED):
        return HeadedLines((), (), ()) if _has_headings_only(pasted.cells) else None
    asks = reading.state is QuoteState.ASKS and reading.questions
    if asks or reading.state is QuoteState.OPEN:
        return HeadedLines((), (), (), undecided_reading=reading)
    errors = tuple(p.message for p in reading.problems if p.severity is Severity.ERROR)
    if errors or reading.price_sheet is None:
        return HeadedLines((), (), (), errors=errors)
    lost = pasted.unplaceable_columns(columns)
    if lost:
        headings = ", ".join(f'"{columns[at].heading[:60]}"' for at in sorted(lost))
        return HeadedLines((), (), (), errors=(message(_FORMULAS, headings=headings),))
    texts = [text for row in pasted.cells for text in row if looks_numeric(text)]
    mark = decide_notation(texts, leans_german=False).decimal_sign
    code = reading.currency if reading.currency not in {"", currency} else ""
    lines = tuple(
        pasted.with_formulas(_typed_texts_of_line(line, mark, code), line, columns)
        for line in reading.price_sheet.lines
    )
    keys = tuple(dict.fromkeys(key for line in lines for key, _ in line))
    filled = {at for row in reading.sheets[0].rows for at, text in enumerate(row.cells) if text}
    unused = tuple(
        c.heading or column_letters(c.index)
        for c in columns
        if c.role is ColumnRole.UNUSED and c.index in filled
    )
    sums = tuple(
        next((text for text in row.cells if text and not looks_numeric(text)), "")
        for row in reading.sheets[0].rows
        if row.role in _SUMS
    )
    return HeadedLines(lines, keys, unused, sums)


def _has_headings_only(cells: Sequence[Sequence[str]]) -> bool:
    """Return whether the headings of a price sheet were pasted and nothing below them."""
    filled = [row for row in cells if any(row)]
    fields = {read_heading(text).field for text in filled[0] if text} if filled else set()
    is_headed = bool(fields & MONEY_FIELDS) and bool(fields & {"description", "part_number"})
    return len(filled) == 1 and is_headed


def open_pasted_quote(name: str, rows: Sequence[Sequence[str]], option_name: str) -> OpenQuote:
    """Read a table that was pasted as a quote, to be decided about."""
    quote = quote_of_cells(name, _PastedFormulas(rows).cells)
    return OpenQuote(option_name, propose(quote, NO_DECISIONS, option_name), quote)


class _PastedFormulas:
    """Formulas among pasted cells: figures stand for them while the table is read."""

    def __init__(self, rows: Sequence[Sequence[str]]) -> None:
        self.cells = [[text.strip() for text in row] for row in rows]
        self._typed: dict[int, dict[int, str]] = {}  # by row and column
        for number, row in enumerate(self.cells, 1):
            for at, text in enumerate(row):
                if text.startswith("=") and not follows_demand(text):
                    self._typed.setdefault(number, {})[at] = text
                    row[at] = "1"
        for number, typed in self._typed.items():
            self._blank_computed_cells(self.cells[number - 1], typed)

    @staticmethod
    def _blank_computed_cells(row: list[str], typed: Mapping[int, str]) -> None:
        """Leave out what follows from other cells of its row or of its column."""
        figures = [at for at, text in enumerate(row) if looks_numeric(text)]
        for at, text in typed.items():
            is_product = "*" in text and _REFERENCE.search(text) is not None
            is_last = at == figures[-1] and len(figures) > 2
            is_amount = _PRODUCT.fullmatch(text) is not None and sum(f < at for f in figures) > 1
            if "SUM(" in text.upper() or (is_product and is_last) or is_amount:
                row[at] = ""

    def unplaceable_columns(self, columns: Sequence[QuoteColumn]) -> set[int]:
        """Return columns with formulas that no line can hold as they are."""
        places = {
            at
            for number, typed in self._typed.items()
            for at in typed
            if self.cells[number - 1][at]
        }
        return {
            at
            for at in places
            if at < len(columns)
            and _formula_column_key(columns[at]) is None
            and columns[at].role not in {ColumnRole.AMOUNT, ColumnRole.UNUSED}
        }

    def with_formulas(
        self, cells: tuple[tuple[str, str], ...], line: PriceLine, columns: Sequence[QuoteColumn]
    ) -> tuple[tuple[str, str], ...]:
        """Return a line's cells with its formulas; of a quantity, what falls into its step."""
        stored = {}
        for at, text in self._typed.get(line.row or 0, {}).items():
            key = _formula_column_key(columns[at]) if at < len(columns) else None
            if key is not None and self.cells[(line.row or 1) - 1][at]:
                stored[key] = text
        if line.quantity_formula:
            stored["quantity"] = f"={line.quantity_formula}"
        return tuple((dict(cells) | stored).items())


def _formula_column_key(column: QuoteColumn) -> str | None:
    """Return the column of the grid that takes a formula as it is; None where units differ."""
    if column.role is ColumnRole.QUANTITY:
        return "quantity"
    if column.role is ColumnRole.UNIT_PRICE and column.period in {None, Period.ONCE}:
        return "unit_price"
    if column.role is ColumnRole.MAINTENANCE and column.period in {None, Period.TERM}:
        return "maintenance"
    if column.role is ColumnRole.MAINTENANCE_UNIT and column.period is Period.MONTH:
        return "per_month"
    return None


def _typed_texts_of_line(line: PriceLine, mark: str, code: str) -> tuple[tuple[str, str], ...]:
    """Return what is typed for a line, in columns of the grid; nothing for what it lacks."""
    cells = (
        (field.key, _typed_text_of_value(field, field.value_in(line), mark, code))
        for field in PRICE_FIELDS
    )
    return tuple((key, text) for key, text in cells if text)


def _typed_text_of_value(field: PriceField, value: Any, mark: str, code: str) -> str:  # noqa: ANN401 - of the field
    """Return what is typed for a value; nothing for one that the line lacks."""
    if field.kind is FieldType.YES:
        return "yes" if value and field.name == "is_server" else ""
    if not field.is_figure:
        return str(value or (code if field.kind is FieldType.CODE else ""))
    if value is None or (not value and field.kind in {FieldType.SHARE, FieldType.MONTHS}):
        return ""
    return _format_unambiguous_figure(
        Decimal(value * 100 if field.kind is FieldType.SHARE else value), mark
    )


def _format_unambiguous_figure(value: Decimal, mark: str) -> str:
    """Write a figure that nobody takes for thousands: never with three decimals alone."""
    text = f"{value.normalize():f}"
    if len(text.partition(".")[2]) == 3:
        text += "0"
    return text.replace(".", mark)
