"""The columns of the price sheets: the TPC's always, the others where a line uses them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from arraywise.domain.pricing import Licence, Spares
from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arraywise.domain.pricing import PriceLine
    from arraywise.report.content import PricedSheet


class Column(StrEnum):
    """A column by its heading; those that a price sheet is read back by keep their words."""

    CATEGORY = "Category"
    DESCRIPTION = "Description"
    PART = "Part number"
    SOURCE = "Source"
    UNIT = "Unit price"
    QUANTITY = "Quantity"
    OFF = "Line discount"
    QUOTED = "Maintenance, 36 months, as quoted"
    MONTHLY = "Maintenance a unit and month"
    WARRANTY = "Warranty, months"
    MAINTENANCE_OFF = "Maintenance discount"
    SPARES = "Spares"
    IN_USE = "In use; spares come on top"
    LICENCE = "Licence model"
    SUPPORT = "Support level"
    SERVER = "Server"
    CURRENCY = "Currency"
    RATE = "Rate"
    DATED = "Rate dated, by"
    COUNTS = "Counts"
    APPLIES_TO = "Applies to"
    EXTENDED = "Extended price"
    MAINTENANCE = "Maintenance, 36 months"


HEADINGS = {column: say(column.value) for column in Column}
TEXTS = (Column.CATEGORY, Column.DESCRIPTION, Column.PART, Column.SOURCE)
_TPC = (
    *TEXTS, Column.UNIT, Column.QUANTITY, Column.OFF, Column.QUOTED, Column.MONTHLY,
    Column.WARRANTY, Column.MAINTENANCE_OFF,
)  # fmt: skip
_WIDTHS = {
    Column.CATEGORY: 20, Column.DESCRIPTION: 38, Column.PART: 13, Column.SOURCE: 9,
    Column.UNIT: 17, Column.QUANTITY: 9, Column.OFF: 10, Column.QUOTED: 17, Column.MONTHLY: 15,
    Column.WARRANTY: 10, Column.MAINTENANCE_OFF: 13, Column.SPARES: 14, Column.IN_USE: 12,
    Column.LICENCE: 15, Column.SUPPORT: 18, Column.SERVER: 8, Column.CURRENCY: 9, Column.RATE: 11,
    Column.DATED: 24, Column.COUNTS: 11, Column.APPLIES_TO: 13, Column.EXTENDED: 19,
    Column.MAINTENANCE: 19,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PriceColumns:
    """The columns that the price sheets of one workbook have, the same for every option."""

    columns: tuple[Column, ...]

    def __contains__(self, column: Column) -> bool:
        return column in self.columns

    def at(self, column: Column) -> int:
        """Return where a column stands, from 0."""
        return self.columns.index(column)

    @property
    def widths(self) -> tuple[int, ...]:
        """In characters."""
        return tuple(_WIDTHS[column] for column in self.columns)


def choose_columns(sheets: Iterable[PricedSheet]) -> PriceColumns:
    """Return the TPC's columns, and those that at least one line uses."""
    known = tuple(sheets)
    lines = [(priced.line, sheet) for sheet in known for priced in sheet.lines]
    plain = [line for line, _ in lines]
    foreign = any(is_foreign(line, sheet) for line, sheet in lines)
    servers = any(line.is_server for line in plain)
    rare = (
        (Column.SPARES, any(line.spares is not Spares.NONE for line in plain)),
        (Column.IN_USE, any(line.spares is Spares.ADDED for line in plain)),
        (Column.LICENCE, any(line.licence is not Licence.UNSTATED for line in plain)),
        (Column.SUPPORT, any(line.support for line in plain)),
        (Column.SERVER, servers),
        (Column.CURRENCY, foreign),
        (Column.RATE, foreign),
        (Column.DATED, foreign),
        (Column.COUNTS, foreign or servers),
        (Column.APPLIES_TO, any(sheet.discounts for sheet in known)),
    )
    used = tuple(column for column, is_used in rare if is_used)
    return PriceColumns((*_TPC, *used, Column.EXTENDED, Column.MAINTENANCE))


def is_foreign(line: PriceLine, sheet: PricedSheet) -> bool:
    """Say whether a line is in another currency than its sheet."""
    return line.currency not in {"", sheet.currency}
