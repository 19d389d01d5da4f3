"""Price sheets and totals."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from arraywise.domain.cells import FormulaText
from arraywise.domain.messages import message
from arraywise.domain.price_scope import SUPPORT
from arraywise.domain.pricing import PRICE_FIELD, FieldType, Licence, Spares
from arraywise.present.labels import PRESENT_MAINTENANCE
from arraywise.present.numbers import amount_decimals_as_typed
from arraywise.report.workbook.cells import (
    LEFT_OUT,
    LEFT_OUT_FOR_ALL,
    NO,
    NO_RATE,
    OPEN,
    STORAGE_ONLY,
    WITH_SERVERS,
    YES,
    CellRole,
    absolute_ref,
    code_as_words,
    money_number_format,
    text_match_condition,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from arraywise.analysis.pricing import TotalledLine
    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.messages import Message
    from arraywise.domain.pricing import Discount, ExchangeRate, PriceLine, PriceTotal
    from arraywise.report.content import PricedDiscount, PricedSheet, ReportContent
    from arraywise.report.workbook.cells import SheetWriter, Text, Value, WorkbookWriter
    from arraywise.report.workbook.requirement import QuantityCells


class PriceColumn(StrEnum):
    """A column by its heading; those that a price sheet is read back by keep their words."""

    def __new__(cls, heading: str, width: int, field: str = "") -> PriceColumn:
        """Make a column of a width in characters, with the line's field that it shows as it is."""
        built = str.__new__(cls, heading)
        built._value_, built.width, built.field = heading, width, field
        return built

    width: int
    field: str
    CATEGORY = "Category", 20, "category"
    DESCRIPTION = "Description", 38, "description"
    PART = "Part number", 13, "part_number"
    SOURCE = "Source", 9, "source"
    UNIT = "Unit price", 17, "unit_price"
    QUANTITY = "Quantity", 9
    OFF = "Line discount", 10, "discount"
    QUOTED = "Maintenance, 36 months, as quoted", 17, "maintenance"
    MONTHLY = "Maintenance a unit and month", 15, "maintenance_per_month"
    WARRANTY = "Warranty, months", 10, "warranty_months"
    MAINTENANCE_OFF = "Maintenance discount", 13, "maintenance_discount"
    SPARES = "Spares", 14
    IN_USE = "In use; spares come on top", 12
    LICENCE = "Licence model", 15
    SUPPORT = "Support level", 18, "support"
    SERVER = "Server", 8, "is_server"
    CURRENCY = "Currency", 9
    RATE = "Rate", 11
    DATED = "Rate dated, by", 24
    COUNTS = "Counts", 11
    APPLIES_TO = "Applies to", 13
    EXTENDED = "Extended price", 19
    MAINTENANCE = "Maintenance, 36 months", 19


_TEXTS = 4
"""How many of the columns, the first ones, hold texts ..."""
_TPC = 11
"""... and how many the TPC's price sheets have."""
PriceColumns = dict[PriceColumn, int]
"""The columns that the price sheets of one workbook have, the same for every option, from 0."""


def choose_price_columns(sheets: Iterable[PricedSheet]) -> PriceColumns:
    """Return the TPC's columns, and those that at least one line uses."""
    known = tuple(sheets)
    lines = [(priced.line, sheet) for sheet in known for priced in sheet.lines]
    plain = [line for line, _ in lines]
    foreign = any(is_in_other_currency(line, sheet) for line, sheet in lines)
    servers = any(line.is_server for line in plain)
    left_out = any(_is_left_out_for_all(priced) for sheet in known for priced in sheet.lines)
    rare = (
        (PriceColumn.SPARES, any(line.spares is not Spares.NONE for line in plain)),
        (PriceColumn.IN_USE, any(line.spares is Spares.ADDED for line in plain)),
        (PriceColumn.LICENCE, any(line.licence is not Licence.UNSTATED for line in plain)),
        (PriceColumn.SUPPORT, any(line.support for line in plain)),
        (PriceColumn.SERVER, servers),
        (PriceColumn.CURRENCY, foreign),
        (PriceColumn.RATE, foreign),
        (PriceColumn.DATED, foreign),
        (PriceColumn.COUNTS, foreign or servers or left_out),
        (PriceColumn.APPLIES_TO, any(sheet.discounts for sheet in known)),
    )
    used = [column for column, is_used in rare if is_used]
    columns = [*PriceColumn][:_TPC] + used + [PriceColumn.EXTENDED, PriceColumn.MAINTENANCE]
    return {column: at for at, column in enumerate(columns)}


def _is_left_out_for_all(priced: TotalledLine) -> bool:
    """Return whether a line is part of an item that no option's price includes."""
    return priced.left_out and not priced.line.is_server


def is_in_other_currency(line: PriceLine, sheet: PricedSheet) -> bool:
    """Return whether a line is in another currency than its sheet."""
    return line.currency not in {"", sheet.currency}


SERVERS, DISCOUNT_RATE = "Price_servers", "Discount_rate"
_SHARE = "0.00##%"
_MOST_ON_A_PAGE = 16


@dataclass(frozen=True, slots=True)
class BlockCells:
    """Cells of one option's price sheet, in the currency of the sheet."""

    sheet: PricedSheet
    unrounded: str
    lacks_rate: str
    """A condition: whether any line waits for a rate; empty where none can."""
    categories: tuple[tuple[str, str], ...]
    """Name and the cell of its purchase."""
    purchase: str
    maintenance: str
    """Of all lines, before discounts of the sheet: sums without an equals sign."""
    discounts: str
    """What they take off, at most 0; empty without any."""
    nets: tuple[str, str]
    """Purchase and running cost of the sheet after all discounts."""
    lines: tuple[tuple[str, str], ...] = ()
    """Purchase and maintenance of each line, in the order of the sheet's lines."""


def write_price_sheets(
    book: WorkbookWriter, content: ReportContent, quantities: Mapping[PriceLine, QuantityCells]
) -> dict[int, BlockCells]:
    """Write the sheet; return the cells of each option whose prices can be added up."""
    note = message("Columns and rounding as in the TPC's price sheets; yellow cells are inputs.")
    grid = book.add_sheet(message("Prices"), message("36-month price sheets"), note)
    columns = choose_price_columns(content.price_sheets)
    cells, row = {}, 3
    for sheet in content.price_sheets:
        row, result = _PriceSheetBlock(
            grid, content, sheet, columns, quantities, row
        ).write_block()
        if result is not None:
            cells[sheet.option.id] = result
    grid.set_column_widths(*(column.width for column in columns))
    wide = 1 if len(columns) <= _MOST_ON_A_PAGE else 2
    grid.set_up_page_and_panes((3, 2), pages_wide=wide)
    return cells


class _PriceSheetBlock:
    """One option's price sheet."""

    def __init__(
        self,
        grid: SheetWriter,
        content: ReportContent,
        sheet: PricedSheet,
        columns: PriceColumns,
        quantities: Mapping[PriceLine, QuantityCells],
        row: int,
    ) -> None:
        self._quantities = quantities
        facts = content.facts_of(sheet.option)
        unparsed = facts.price_sheet.unparsed if facts and facts.price_sheet else 0
        self._unknown = sum(_lacks_quantity(p.line) for p in sheet.lines)
        self._unparsed = unparsed + self._unknown
        self._rates = content.facts.price_basis.rates
        self._changed_at = content.identity.changed_at
        self._is_discounted = content.answer.discount_rate is not None
        self._grid = grid
        self._sheet = sheet
        self._columns = columns
        self._top = row
        self._first = row + 2
        self._last = self._first + max(len(sheet.lines), 1) - 1
        self._money = money_number_format(sheet.currency, 2)
        self._support_is_out = SUPPORT in content.facts.price_basis.left_out
        self._line_rows: dict[int, int] = {}
        """Row of each line, by its place in the sheet."""
        self._extended = columns[PriceColumn.EXTENDED]
        self._maintenance = columns[PriceColumn.MAINTENANCE]

    def write_block(self) -> tuple[int, BlockCells | None]:
        """Write the block; return the row after it and its cells."""
        grid = self._grid
        grid.write_cell(self._top, 0, self._sheet.option.name, CellRole.SECTION)
        grid.write_cell(self._top, self._extended, self._sheet.currency, CellRole.HEAD_RIGHT)
        grid.write_header(self._top + 1, self._column_titles(), text_columns=_TEXTS, lines=3)
        self._write_lines()
        row, categories = self._write_subtotals(self._last + 1)
        first_discount = row
        row = self._write_discounts(row)
        amounts = grid.area((first_discount, self._extended), (row - 1, self._maintenance))
        off = f"SUM({amounts})" if row > first_discount else ""
        nets = grid.ref(row, self._extended), grid.ref(row, self._maintenance)
        row, unrounded = self._write_totals(row, first_discount)
        to_check = self._sheet.to_be_checked(self._changed_at)
        notes: list[Text] = [*([] if to_check is None else [to_check]), *self._sheet.notes]
        if self._unparsed:
            notes.insert(0, message("Unreadable cells: {count}. No total.", count=self._unparsed))
        for note in notes:
            grid.write_cell(row, 0, note, CellRole.NOTE)
            row += 1
        cells = BlockCells(
            sheet=self._sheet,
            unrounded=unrounded,
            lacks_rate=self._missing_rate_condition(PriceColumn.RATE, elsewhere=True),
            categories=categories,
            purchase=f"SUM({self._column_area_with_sheet(self._extended)})",
            maintenance=f"SUM({self._column_area_with_sheet(self._maintenance)})",
            discounts=off,
            nets=nets,
            lines=tuple(
                (grid.ref(at, self._extended), grid.ref(at, self._maintenance))
                for _, at in sorted(self._line_rows.items())
            ),
        )
        return row + 2, None if self._unparsed or not self._has_any_price() else cells

    def _column_titles(self) -> list[Message]:
        headings = [message(column.value) for column in self._columns]
        return [*headings[:-1], PRESENT_MAINTENANCE] if self._is_discounted else headings

    def _total_titles(self) -> tuple[Message, Message]:
        if self._is_discounted:
            unrounded = message("36-month net present value, unrounded")
            return unrounded, message("36-month net present value, rounded up")
        return message("36 months, unrounded"), message("36-month price, rounded up")

    def _has_any_price(self) -> bool:
        lines = (priced.line for priced in self._sheet.lines)
        return any(
            (x.unit_price, x.maintenance, x.maintenance_per_month) != (None, None, None)
            for x in lines
        )

    def _write_lines(self) -> None:
        lines = [
            (place, priced)
            for name in self._sheet.categories
            for place, priced in enumerate(self._sheet.lines)
            if priced.line.category == name
        ]
        for row, (place, priced) in enumerate(lines, start=self._first):
            self._line_rows[place] = row
            self._write_inputs(row, priced)
            self._write_charged_quantity(row, priced)
            self._write_rate_and_whether_counted(row, priced)
            self._write_line_totals(row, priced)

    def _write_if_column(
        self, row: int, column: PriceColumn, value: Value, kind: CellRole, form: str = ""
    ) -> None:
        if column in self._columns:
            self._grid.write_cell(row, self._columns[column], value, kind, form)

    def _cell(self, row: int, column: PriceColumn) -> str:
        return absolute_ref(row, self._columns[column])

    def _write_inputs(self, row: int, priced: TotalledLine) -> None:
        line = priced.line
        own = line.currency or self._sheet.currency
        forms = {FieldType.SHARE: _SHARE, FieldType.MONTHS: "0"}
        for column in filter(lambda each: each.field, PriceColumn):
            field = PRICE_FIELD[column.field]
            value = field.value_in(line)
            if field.kind is FieldType.YES:
                value = code_as_words(YES) if value else ""
            kind = CellRole.INPUT if field.is_figure else CellRole.TEXT
            form = forms.get(field.kind, "")
            if field.kind is FieldType.MONEY:
                form = money_number_format(own, amount_decimals_as_typed(value))
            self._write_if_column(row, column, value, kind, form)
        spared = code_as_words(YES) if line.spares is not Spares.NONE else ""
        licence = "" if line.licence is Licence.UNSTATED else code_as_words(line.licence.value)
        self._write_if_column(row, PriceColumn.SPARES, spared, CellRole.TEXT)
        self._write_if_column(row, PriceColumn.LICENCE, licence, CellRole.TEXT)
        foreign = line.currency if is_in_other_currency(line, self._sheet) else ""
        self._write_if_column(row, PriceColumn.CURRENCY, foreign, CellRole.TEXT)

    def _write_charged_quantity(self, row: int, priced: TotalledLine) -> None:
        """Write the quantity; spares that come on top are 10 %, at least 2 (the TPC)."""
        by_month, role = self._quantities.get(priced.line), CellRole.INPUT
        given: Value = priced.line.quantity
        if by_month is not None:
            given, role = FormulaText(f"={by_month.greatest}"), CellRole.COMPUTED
        if priced.line.spares is not Spares.ADDED:
            self._write_if_column(row, PriceColumn.QUANTITY, given, role, "General")
            return
        self._write_if_column(row, PriceColumn.IN_USE, given, role, "General")
        used = self._cell(row, PriceColumn.IN_USE)
        charged = FormulaText(f"={used}+IF({used}>0,MAX(2,ROUNDUP({used}/10,0)),0)")
        self._write_if_column(row, PriceColumn.QUANTITY, charged, CellRole.COMPUTED, "General")

    def _write_rate_and_whether_counted(self, row: int, priced: TotalledLine) -> None:
        """Write by which rate a line is converted, and whether it counts at all."""
        if is_in_other_currency(priced.line, self._sheet):
            self._write_exchange_rate(row)
        if PriceColumn.COUNTS not in self._columns:
            return
        rate = self._cell(row, PriceColumn.RATE) if PriceColumn.RATE in self._columns else ""
        counts = f'IF({rate}="{NO_RATE}","{NO_RATE}","{YES}")' if rate else f'"{YES}"'
        if PriceColumn.SERVER in self._columns:
            server = self._cell(row, PriceColumn.SERVER)
            out = f'AND({server}="{YES}",{SERVERS}<>"{YES}")'
            counts = f'IF({out},"{LEFT_OUT}",{counts})'
        if _is_left_out_for_all(priced):
            counts = f'"{LEFT_OUT_FOR_ALL}"'
        self._write_if_column(
            row, PriceColumn.COUNTS, FormulaText(f"={counts}"), CellRole.COMPUTED
        )

    def _write_exchange_rate(self, row: int) -> None:
        into = absolute_ref(self._top, self._extended)
        pair = f'{self._cell(row, PriceColumn.CURRENCY)}&">"&{into}'
        place = f"MATCH({pair},Rate_pairs,0)"
        rate = FormulaText(f'=IFERROR(INDEX(Rate_values,{place}),"{NO_RATE}")')
        stated = FormulaText(f'=IFERROR(INDEX(Rate_notes,{place}),"")')
        self._write_if_column(row, PriceColumn.RATE, rate, CellRole.COMPUTED, "0.0000##")
        self._write_if_column(row, PriceColumn.DATED, stated, CellRole.TEXT)

    def _write_line_totals(self, row: int, priced: TotalledLine) -> None:
        cell = {column: self._cell(row, column) for column in self._columns}
        added = priced.line.spares is Spares.ADDED
        used = cell[PriceColumn.IN_USE if added else PriceColumn.QUANTITY]
        extended = (
            f"{cell[PriceColumn.UNIT]}*{cell[PriceColumn.QUANTITY]}*(1-{cell[PriceColumn.OFF]})"
        )
        warranty = cell[PriceColumn.WARRANTY]
        months = _fee_months_formula(warranty, is_discounted=self._is_discounted)
        by_month = self._quantities.get(priced.line)
        units = by_month.fee_months.format(warranty=warranty) if by_month else f"{used}*{months}"
        monthly = f"{units}*{cell[PriceColumn.MONTHLY]}"
        stored = f"({cell[PriceColumn.QUOTED]}+{monthly})*(1-{cell[PriceColumn.MAINTENANCE_OFF]})"
        if self._support_is_out and priced.line.unit_price is not None:
            stored = "0"
        for column, amount in ((self._extended, extended), (self._maintenance, stored)):
            formula = amount
            if is_in_other_currency(priced.line, self._sheet):
                formula = f"{formula}*{cell[PriceColumn.RATE]}"
            if column == self._extended:
                given = (
                    [used] if priced.line.unit_price is None else [cell[PriceColumn.UNIT], used]
                )
                formula = f'IF(COUNT({",".join(given)})={len(given)},{formula},"{OPEN}")'
            if PriceColumn.COUNTS in self._columns:
                counts = cell[PriceColumn.COUNTS]
                other = f'IF({counts}="{NO_RATE}","{NO_RATE}",0)'
                formula = f'IF({counts}="{YES}",{formula},{other})'
            live = FormulaText(f"={formula}")
            self._grid.write_cell(row, column, live, form=self._money)

    def _column_area(self, column: int) -> str:
        return f"{absolute_ref(self._first, column)}:{absolute_ref(self._last, column)}"

    def _column_area_with_sheet(self, column: int) -> str:
        return self._grid.area((self._first, column), (self._last, column))

    def _missing_rate_condition(self, column: PriceColumn, *, elsewhere: bool = False) -> str:
        """Return the condition that a line waits for a rate; empty where none can."""
        if PriceColumn.RATE not in self._columns:
            return ""
        at = self._columns[column]
        cells = self._column_area_with_sheet(at) if elsewhere else self._column_area(at)
        return f'COUNTIF({cells},"{NO_RATE}")>0'

    def _open_or_formula(self, formula: str) -> str:
        """Return a formula that gives no figure while a line has no amount."""
        return f'IF(COUNTIF({self._column_area(self._extended)},"{OPEN}")>0,"{OPEN}",{formula})'

    def _write_subtotals(self, row: int) -> tuple[int, tuple[tuple[str, str], ...]]:
        cells = []
        for name in self._sheet.categories:
            if not name:
                continue
            self._grid.write_cell(row, 0, name)
            self._grid.write_cell(row, 1, message("Subtotal"), CellRole.STRONG)
            for column in (self._extended, self._maintenance):
                formula = f"={self._sum_formula(column, {PriceColumn.CATEGORY: row})}"
                self._grid.write_cell(row, column, FormulaText(formula), form=self._money)
            cells.append((name, self._grid.ref(row, self._extended)))
            row += 1
        return row, tuple(cells)

    def _sum_formula(self, column: int, same: dict[PriceColumn, int]) -> str:
        """Return the sum of a column, over the lines that have the same texts as given rows."""
        if not same:
            return f"SUM({self._column_area(column)})"
        chosen = [
            text_match_condition(
                self._column_area(self._columns[c]), self._cell(row, c), self._texts_in_column(c)
            )
            for c, row in same.items()
        ]
        return f"SUMPRODUCT({','.join(chosen)},{self._column_area(column)})"

    def _texts_in_column(self, column: PriceColumn) -> list[str]:
        lines = [priced.line for priced in self._sheet.lines]
        off = [priced.discount for priced in self._sheet.discounts]
        if column is PriceColumn.CATEGORY:
            return [*(x.category for x in lines), *(d.category or "" for d in off)]
        return [*(x.source for x in lines), *(d.source or "" for d in off)]

    def _write_discounts(self, row: int) -> int:
        first = row
        for priced in sorted(
            self._sheet.discounts, key=lambda each: each.discount.is_on_remainder
        ):
            discount = priced.discount
            self._grid.write_cell(
                row, self._columns[PriceColumn.DESCRIPTION], discount.description
            )
            same = {}
            only = (
                (PriceColumn.CATEGORY, discount.category),
                (PriceColumn.SOURCE, discount.source),
            )
            for column, text in only:
                if text is not None:
                    self._write_if_column(row, column, text, CellRole.TEXT)
                    same[column] = row
            self._write_if_column(
                row, PriceColumn.APPLIES_TO, code_as_words(discount.base.value), CellRole.TEXT
            )
            if discount.amount is None:
                self._write_if_column(row, PriceColumn.OFF, discount.share, CellRole.INPUT, _SHARE)
                self._write_share_discount(row, first, discount, same)
            else:
                self._write_amount_discount(row, priced)
            row += 1
        return row

    def _write_share_discount(
        self, row: int, first: int, discount: Discount, same: dict[PriceColumn, int]
    ) -> None:
        """Write what a share takes off: one on the total, of what the rows above it leave."""
        bases = (
            (self._extended, discount.is_on_purchase),
            (self._maintenance, discount.is_on_maintenance),
        )
        for at, is_on in bases:
            if not is_on:
                continue
            whole = self._sum_formula(at, same)
            if discount.is_on_remainder and row > first:
                whole = f"({whole}+SUM({absolute_ref(first, at)}:{absolute_ref(row - 1, at)}))"
            formula = f"=-{self._cell(row, PriceColumn.OFF)}*{whole}"
            self._grid.write_cell(row, at, FormulaText(formula), form=self._money)

    def _write_amount_discount(self, row: int, priced: PricedDiscount) -> None:
        """Write an amount as it was typed: an input of the columns that it is taken off."""
        taken = ((self._extended, priced.purchase), (self._maintenance, priced.maintenance))
        for at, value in taken:
            if value:
                form = money_number_format(self._sheet.currency, amount_decimals_as_typed(value))
                self._grid.write_cell(row, at, -value, CellRole.INPUT, form)

    def _write_totals(self, row: int, first_discount: int) -> tuple[int, str]:
        put = self._grid.write_cell
        put(row, 1, message("Total"), CellRole.STRONG)
        for column in (self._extended, self._maintenance):
            parts = f"SUM({self._column_area(column)})"
            if row > first_discount:
                parts += (
                    f"+SUM({absolute_ref(first_discount, column)}:{absolute_ref(row - 1, column)})"
                )
            sums = self._open_or_formula(parts) if column == self._extended else parts
            put(row, column, FormulaText(f"={sums}"), form=self._money)
        sums = f"{absolute_ref(row, self._extended)}+{absolute_ref(row, self._maintenance)}"
        # Discounts beyond the price are refused, as the app does; a cent's fraction is none.
        nets_known = [
            f"{absolute_ref(row, c)}<-0.000001" for c in (self._extended, self._maintenance)
        ]
        refused = ",".join(
            part
            for part in (self._missing_rate_condition(PriceColumn.COUNTS), *nets_known)
            if part
        )
        whole = f'IF(OR({refused}),"",{sums})'
        if self._unparsed or not self._has_any_price():
            return row + 2, ""
        named = self._total_titles()
        put(row + 1, 1, named[0], CellRole.TEXT)
        live = FormulaText(f"={self._open_or_formula(whole)}")
        unrounded = put(row + 1, self._extended, live, form=self._money)
        put(row + 2, 1, named[1], CellRole.STRONG)
        live = round_up_formula(absolute_ref(row + 1, self._extended))
        put(
            row + 2,
            self._extended,
            live,
            CellRole.RESULT,
            money_number_format(self._sheet.currency),
        )
        return row + 3, unrounded


def _lacks_quantity(line: PriceLine) -> bool:
    """Return whether a quantity follows what nobody has said of the demand."""
    return bool(line.quantity_formula) and not line.monthly


def _fee_months_formula(warranty: str, *, is_discounted: bool) -> str:
    """Return for how many months is paid, or what 1 a month is worth at month 0.

    The months are an annuity that is worth so much when the warranty ends, which is discounted
    in its turn; a rate of 0 leaves their number.
    """
    months = f"MAX(0,36-{warranty})"
    if not is_discounted:
        return months
    annuity = f"PV((1+{DISCOUNT_RATE})^(1/12)-1,{months},-1)"
    return f"{annuity}/(1+{DISCOUNT_RATE})^({warranty}/12)"


def newest_exchange_rate(rates: Iterable[ExchangeRate], of: str, into: str) -> ExchangeRate | None:
    """Return the rate from one currency to another that counts; never one turned round."""
    known = [r for r in rates if (r.from_currency, r.to_currency) == (of, into)]
    return max(known, key=lambda rate: rate.dated, default=None)


def round_up_formula(cell: str) -> FormulaText:
    """Return an amount up to the currency unit; nothing of nothing."""
    # Binary fractions must not push a whole amount up to the next unit.
    formula = f'=IF(ISNUMBER({cell}),ROUNDUP(ROUND({cell},6),0),"")'
    return FormulaText(formula)


_TITLES = (
    message("Option"),
    message("What is priced"),
    message("Currency of the sheet"),
    message("Unrounded, in that currency"),
    message("Exchange rate"),
    message("Rate dated, by"),
    message("36 months, unrounded"),
    message("36-month price, rounded up"),
    message("Of it services, once (value)"),
    message("Purchase, after discounts"),
    message("Running cost, 36 months"),
)
_DISCOUNTED_TITLES = (
    *_TITLES[:6],
    message("36-month net present value, unrounded"),
    message("36-month net present value, rounded up"),
    *_TITLES[8:],
    message("Undiscounted, rounded up (value)"),
)
_RATE_TITLES = (
    message("From"),
    message("To"),
    message("Exchange rate"),
    message("Dated"),
    message("Source"),
    message("Pair"),
    message("Rate in use"),
    message("Dated, by"),
)
_RATE = "0.0000##"


@dataclass(frozen=True, slots=True)
class PriceCells:
    """Cells of one option that other sheets refer to, in the study's currency."""

    total: str
    """Rounded up to the currency unit; an empty text while a rate is missing."""
    unrounded: str
    rate: str
    """From the currency of the option's price sheet."""
    label: str
    block: BlockCells


def write_price_totals(
    book: WorkbookWriter, content: ReportContent, blocks: Mapping[int, BlockCells]
) -> dict[int, PriceCells]:
    """Write the sheet and return the cells of each option with prices, by its id."""
    note = message(
        "In the study's currency. A price without an exchange rate stays empty, never 0."
    )
    grid = book.add_sheet(message("Price totals"), message("36-month prices"), note)
    options = [o for o in content.answer.options if o.option.id in blocks]
    row = _write_discount_rate(grid, _write_server_switch(grid, 3, content), content)
    is_discounted = content.answer.discount_rate is not None
    grid.write_header(
        row, _DISCOUNTED_TITLES if is_discounted else _TITLES, text_columns=2, lines=3
    )
    cells = {}
    for at, option in enumerate(options, start=row + 1):
        block = blocks[option.option.id]
        cells[option.option.id] = _write_option_total(grid, at, content, option, block)
    _write_exchange_rates(grid, row + len(options) + 3, content)
    grid.set_column_widths(28, 18, 12, 19, 11, 30, 20, 20, 18, 20, 20, *[20] * is_discounted)
    grid.set_up_page_and_panes((row + 1, 1))
    return cells


def _write_server_switch(grid: SheetWriter, row: int, content: ReportContent) -> int:
    if not any(p.line.is_server for sheet in content.price_sheets for p in sheet.lines):
        return row
    grid.write_cell(row, 0, message("Lines of servers count"), CellRole.STRONG)
    value = code_as_words(YES if content.facts.price_basis.servers else NO)
    switch = grid.write_cell(row, 1, value, CellRole.INPUT)
    grid.define_name(SERVERS, switch)
    grid.validate_input(switch, {"validate": "list", "source": [YES, NO]})
    return row + 2


def _write_discount_rate(grid: SheetWriter, row: int, content: ReportContent) -> int:
    """Write the rate of a net present value, an input, and when what is paid."""
    rate = content.answer.discount_rate
    if rate is None:
        return row
    grid.write_cell(row, 0, message("Discount rate r, a year"), CellRole.STRONG)
    cell = grid.write_cell(row, 1, rate, CellRole.INPUT, "0.00##%")
    grid.define_name(DISCOUNT_RATE, cell)
    rule = {"validate": "decimal", "criteria": "between", "minimum": 0, "maximum": 1}
    grid.validate_input(cell, rule)
    note = message(
        "Purchase, one-time services and 36-month maintenance count in full; a monthly fee at"
        " the end of month t after the warranty is divided by (1 + r)^(t/12). 0: undiscounted."
    )
    grid.write_cell(row + 1, 0, note, CellRole.NOTE)
    return row + 3


def _write_option_total(
    grid: SheetWriter, row: int, content: ReportContent, option: OptionAnswer, block: BlockCells
) -> PriceCells:
    sheet, currency, total = block.sheet, content.answer.currency, option.price
    own, into = money_number_format(sheet.currency, 2), money_number_format(currency, 2)
    grid.write_cell(row, 0, option.option.name, CellRole.STRONG)
    label = grid.write_cell(row, 1, _scope_label(option, block), CellRole.TEXT)
    grid.write_cell(row, 2, sheet.currency, CellRole.TEXT)
    grid.write_cell(row, 3, FormulaText(f"={block.unrounded}"), form=own)
    used = absolute_ref(row, 4)
    if sheet.currency == currency:
        grid.write_cell(row, 4, 1, CellRole.PLAIN, _RATE)
    else:
        place = f'MATCH({absolute_ref(row, 2)}&">{currency}",Rate_pairs,0)'
        formula = f'=IFERROR(INDEX(Rate_values,{place}),"{NO_RATE}")'
        grid.write_cell(row, 4, FormulaText(formula), form=_RATE)
        stated = FormulaText(f'=IFERROR(INDEX(Rate_notes,{place}),"")')
        grid.write_cell(row, 5, stated, CellRole.PLAIN)
    amount = f"{absolute_ref(row, 3)}*{used}"
    lacks = [
        f"NOT(ISNUMBER({absolute_ref(row, 3)}))",
        f"NOT(ISNUMBER({used}))",
        block.lacks_rate,
    ]
    formula = f'=IF(OR({",".join(part for part in lacks if part)}),"",{amount})'
    unrounded = grid.write_cell(row, 6, FormulaText(formula), form=into)
    rounded = round_up_formula(absolute_ref(row, 6))
    cell = grid.write_cell(row, 7, rounded, CellRole.RESULT, money_number_format(currency))
    grid.write_cell(row, 8, total.services if total else None, CellRole.PLAIN, into)
    _write_purchase_and_running_cost(grid, row, block, total, money_number_format(currency, 2))
    return PriceCells(cell, unrounded, grid.ref(row, 4), label, block)


def _write_purchase_and_running_cost(
    grid: SheetWriter, row: int, block: BlockCells, total: PriceTotal | None, form: str
) -> None:
    """Write purchase and running cost apart, both after discounts, and what is paid in all."""
    for column, net in zip((9, 10), block.nets, strict=True):
        formula = f'=IF(ISNUMBER({absolute_ref(row, 6)}),{net}*{absolute_ref(row, 4)},"")'
        grid.write_cell(row, column, FormulaText(formula), form=form)
    if total is not None and total.undiscounted is not None:
        grid.write_cell(
            row, 11, total.undiscounted.total, CellRole.PLAIN, money_number_format(total.currency)
        )


def _scope_label(option: OptionAnswer, block: BlockCells) -> FormulaText | Message | str:
    """Describe what is in the price; a price without servers must be labelled so (MODEL D2)."""
    total = option.price or block.sheet.total
    if total is None:
        return ""
    label = STORAGE_ONLY if total.storage_only else WITH_SERVERS
    marked = any(priced.line.is_server for priced in block.sheet.lines)
    is_switched = marked and total.storage_only == bool(total.left_out)
    if not is_switched:
        return code_as_words(label)
    return FormulaText(f'=IF({SERVERS}="{YES}","{WITH_SERVERS}","{STORAGE_ONLY}")')


def _write_exchange_rates(grid: SheetWriter, row: int, content: ReportContent) -> None:
    """Write the rates that are known, and empty cells for those that prices wait for."""
    pairs = _currency_pairs(content)
    if not pairs:
        return
    grid.write_cell(row, 0, message("Exchange rates"), CellRole.SECTION)
    grid.write_header(row + 1, _RATE_TITLES, text_columns=2)
    first = row + 2
    for at, (of, into) in enumerate(pairs, start=first):
        rate = newest_exchange_rate(content.facts.price_basis.rates, of, into)
        grid.write_cell(at, 0, of)
        grid.write_cell(at, 1, into)
        given = grid.write_cell(at, 2, rate.rate if rate else None, CellRole.INPUT, _RATE)
        grid.validate_input(given, {"validate": "decimal", "criteria": ">", "value": 0})
        grid.write_cell(at, 3, rate.dated if rate else "", CellRole.PLAIN)
        grid.write_cell(at, 4, rate.source if rate else "", CellRole.PLAIN)
        here = [absolute_ref(at, column) for column in range(5)]
        grid.write_cell(at, 5, FormulaText(f'={here[0]}&">"&{here[1]}'))
        used = f'=IF(ISNUMBER({here[2]}),IF({here[2]}>0,{here[2]},"{NO_RATE}"),"{NO_RATE}")'
        grid.write_cell(at, 6, FormulaText(used), form=_RATE)
        stated = f'=IF(ISNUMBER({here[2]}),{here[3]}&", "&{here[4]},"")'
        grid.write_cell(at, 7, FormulaText(stated))
    last = first + len(pairs) - 1
    for name, column in (("Rate_pairs", 5), ("Rate_values", 6), ("Rate_notes", 7)):
        grid.define_name(name, grid.area((first, column), (last, column)))


def _currency_pairs(content: ReportContent) -> tuple[tuple[str, str], ...]:
    into = content.answer.currency
    needed = [
        (priced.line.currency, sheet.currency)
        for sheet in content.price_sheets
        for priced in sheet.lines
        if is_in_other_currency(priced.line, sheet)
    ]
    needed += [(s.currency, into) for s in content.price_sheets if s.currency != into]
    known = [(r.from_currency, r.to_currency) for r in content.facts.price_basis.rates]
    return tuple(dict.fromkeys((*needed, *known)))
