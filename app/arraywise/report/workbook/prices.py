"""Price sheets in the TPC's columns with live formulas: a block for each option."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.pricing import ZERO, DiscountBase
from arraywise.report.workbook.grid import Kind, Live, absolute

if TYPE_CHECKING:
    from decimal import Decimal

    from arraywise.domain.options import Option
    from arraywise.report.content import PricedSheet, ReportContent
    from arraywise.report.workbook.grid import Book, Grid

_TITLES = (
    "Category", "Description", "Part number", "Source", "Unit price", "Quantity",
    "Line discount", "Maintenance, 36 months, as quoted", "Maintenance a unit and month",
    "Warranty, months", "Extended price", "Maintenance, 36 months",
)  # fmt: skip
_TEXT_COLUMNS = 4
_CATEGORY, _SOURCE, _UNIT, _QUANTITY, _OFF, _QUOTED, _MONTHLY, _WARRANTY = 0, 3, 4, 5, 6, 7, 8, 9
_EXTENDED, _MAINTENANCE = 10, 11
_MONEY, _SHARE = "#,##0.00", "0.00%"


@dataclass(frozen=True, slots=True)
class PriceCells:
    """Cells of one option that other sheets refer to."""

    total: str
    """Rounded up to the currency unit."""
    unrounded: str


def write_prices(book: Book, content: ReportContent, footer: str) -> dict[int, PriceCells]:
    """Write the sheet; return the cells of each option with a price in the study's currency."""
    note = "Columns and rounding as in the TPC's price sheets; yellow cells are inputs."
    grid = book.sheet("Prices", "36-month price sheets", note)
    cells, row = {}, 3
    for sheet in content.price_sheets:
        row, found = _Block(grid, sheet, row).write()
        if sheet.currency == content.facts.currency and sheet.total is not None:
            cells[sheet.option.id] = found
    grid.widths(22, 40, 16, 10, *[14] * 8)
    grid.finish(footer, (3, 2))
    return cells


class _Block:
    """One option's price sheet."""

    def __init__(self, grid: Grid, sheet: PricedSheet, row: int) -> None:
        self._grid = grid
        self._sheet = sheet
        self._top = row
        self._first = row + 2
        self._last = self._first + max(len(sheet.lines), 1) - 1

    def write(self) -> tuple[int, PriceCells]:
        """Write the block; return the row after it and its totals."""
        option: Option = self._sheet.option
        self._grid.put(self._top, 0, option.name, Kind.SECTION)
        self._grid.put(self._top, _EXTENDED, self._sheet.currency, Kind.HEAD_RIGHT)
        self._grid.head(self._top + 1, _TITLES, text_columns=_TEXT_COLUMNS, lines=3)
        self._lines()
        row = self._subtotals(self._last + 1)
        first_discount = row
        row = self._discounts(row)
        row, cells = self._totals(row, first_discount)
        for note in self._sheet.notes:
            self._grid.put(row, 0, note, Kind.NOTE)
            row += 1
        return row + 2, cells

    def _lines(self) -> None:
        lines = [p for name in self._sheet.categories for p in self._sheet.lines
                 if p.line.category == name]  # fmt: skip
        for row, priced in enumerate(lines, start=self._first):
            line, grid = priced.line, self._grid
            texts = (line.category, line.description, line.part_number, line.source)
            for column, text in enumerate(texts):
                grid.put(row, column, text)
            grid.put(row, _UNIT, line.unit_price, Kind.INPUT, _MONEY)
            grid.put(row, _QUANTITY, line.quantity, Kind.INPUT, "General")
            grid.put(row, _OFF, line.discount, Kind.INPUT, _SHARE)
            grid.put(row, _QUOTED, line.maintenance, Kind.INPUT, _MONEY)
            grid.put(row, _MONTHLY, line.maintenance_per_month, Kind.INPUT, _MONEY)
            grid.put(row, _WARRANTY, line.warranty_months, Kind.INPUT, "0")
            self._formulas(row, priced.purchase, priced.maintenance)

    def _formulas(self, row: int, purchase: Decimal, maintenance: Decimal) -> None:
        unit, quantity, off = (absolute(row, c) for c in (_UNIT, _QUANTITY, _OFF))
        quoted, monthly, warranty = (absolute(row, c) for c in (_QUOTED, _MONTHLY, _WARRANTY))
        extended = Live(f"={unit}*{quantity}*(1-{off})", float(purchase))
        months = f"MAX(0,36-{warranty})"
        whole = Live(f"={quoted}+{quantity}*{monthly}*{months}", float(maintenance))
        self._grid.put(row, _EXTENDED, extended, Kind.COMPUTED, _MONEY)
        self._grid.put(row, _MAINTENANCE, whole, Kind.COMPUTED, _MONEY)

    def _column(self, column: int) -> str:
        return f"{absolute(self._first, column)}:{absolute(self._last, column)}"

    def _subtotals(self, row: int) -> int:
        for name in self._sheet.categories:
            if not name:
                continue
            self._grid.put(row, 0, name)
            self._grid.put(row, 1, "Subtotal", Kind.STRONG)
            lines = [p for p in self._sheet.lines if p.line.category == name]
            sums = (
                sum((p.purchase for p in lines), ZERO),
                sum((p.maintenance for p in lines), ZERO),
            )
            for column, value in zip((_EXTENDED, _MAINTENANCE), sums, strict=True):
                chosen = f"EXACT({self._column(_CATEGORY)},{absolute(row, _CATEGORY)})"
                formula = f"=SUMPRODUCT({chosen}*{self._column(column)})"
                self._grid.put(row, column, Live(formula, float(value)), Kind.COMPUTED, _MONEY)
            row += 1
        return row

    def _discounts(self, row: int) -> int:
        for priced in self._sheet.discounts:
            discount = priced.discount
            self._grid.put(row, 1, discount.description)
            if discount.source is not None:
                self._grid.put(row, _SOURCE, discount.source)
            self._grid.put(row, _OFF, discount.share, Kind.INPUT, _SHARE)
            bases = (
                (_EXTENDED, DiscountBase.PRICE, priced.purchase),
                (_MAINTENANCE, DiscountBase.MAINTENANCE, priced.maintenance),
            )
            for column, base, value in bases:
                if discount.base in {base, DiscountBase.BOTH}:
                    formula = f"=-{absolute(row, _OFF)}*{self._base(column, row, discount.source)}"
                    live = Live(formula, float(-value))
                    self._grid.put(row, column, live, Kind.COMPUTED, _MONEY)
            row += 1
        return row

    def _base(self, column: int, row: int, source: str | None) -> str:
        if source is None:
            return f"SUM({self._column(column)})"
        chosen = f"EXACT({self._column(_SOURCE)},{absolute(row, _SOURCE)})"
        return f"SUMPRODUCT({chosen}*{self._column(column)})"

    def _totals(self, row: int, first_discount: int) -> tuple[int, PriceCells]:
        total = self._sheet.total
        nets = (
            ZERO if total is None else total.purchase - total.purchase_discount,
            ZERO if total is None else total.maintenance - total.maintenance_discount,
        )
        self._grid.put(row, 1, "Total", Kind.STRONG)
        for column, net in zip((_EXTENDED, _MAINTENANCE), nets, strict=True):
            parts = f"SUM({self._column(column)})"
            if row > first_discount:
                parts += f"+SUM({absolute(first_discount, column)}:{absolute(row - 1, column)})"
            self._grid.put(row, column, Live(f"={parts}", float(net)), Kind.COMPUTED, _MONEY)
        sums = f"{absolute(row, _EXTENDED)}+{absolute(row, _MAINTENANCE)}"
        self._grid.put(row + 1, 1, "36 months, unrounded", Kind.TEXT)
        unrounded = self._grid.put(
            row + 1, _EXTENDED, Live(f"={sums}", float(sum(nets, ZERO))), Kind.COMPUTED, _MONEY
        )
        self._grid.put(row + 2, 1, "36-month price, rounded up", Kind.STRONG)
        whole = float(total.total) if total else 0.0
        # Binary fractions must not push a whole amount up to the next unit.
        formula = f"=ROUNDUP(ROUND({absolute(row + 1, _EXTENDED)},6),0)"
        rounded = self._grid.put(row + 2, _EXTENDED, Live(formula, whole), Kind.RESULT, "#,##0")
        return row + 3, PriceCells(rounded, unrounded)
