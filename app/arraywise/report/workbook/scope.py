"""Who includes what, from the cells of the price sheets; what is open of quotes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.cells import FormulaText
from arraywise.domain.messages import message
from arraywise.domain.price_scope import DISCOUNT, ScopeState, scope_item_by_key
from arraywise.present.price_scope import (
    QUOTE_STATE_WORDS,
    STATE_WORDS,
    describe_open_cells,
    scope_decimals,
)
from arraywise.report.workbook.cells import CellRole, absolute_ref, money_number_format

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.domain.price_scope import ScopeCell, ScopeRow, ScopeTable
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.cells import SheetWriter, Value, WorkbookWriter
    from arraywise.report.workbook.prices import PriceCells

_TITLES = (
    message("Option"),
    message("Quote"),
    message("State"),
    message("Finding"),
    message("Amount"),
    message("Currency"),
    message("Agreed"),
)


def write_scope_sheet(
    book: WorkbookWriter, content: ReportContent, prices: Mapping[int, PriceCells]
) -> None:
    """Write the sheet; nothing where there are neither prices nor quotes."""
    table = content.answer.scope
    quoted = [each for each in content.answer.options if each.quote is not None]
    has_table = table is not None and len(table.options) > 1 and bool(prices)
    if not has_table and not quoted:
        return
    note = message("Amounts over 36 months in the study's currency, before sheet discounts.")
    grid = book.add_sheet(message("Who includes what"), message("Who includes what"), note)
    row = 3
    if table is not None and has_table:
        row = _write_scope_table(grid, row, content, table, prices)
    if quoted:
        _write_quotes(grid, row, content)
    grid.set_column_widths(28, *[22] * max(len(_TITLES), len(content.answer.options)))
    grid.set_up_page_and_panes((4, 1))


def _write_scope_table(
    grid: SheetWriter,
    row: int,
    content: ReportContent,
    table: ScopeTable,
    prices: Mapping[int, PriceCells],
) -> int:
    names = [option.name for option in table.options]
    grid.write_header(row, [message("What is bought"), *names])
    form = money_number_format(table.currency, scope_decimals(table) or 2)
    first = row + 1
    for at, each in enumerate(table.rows, start=first):
        grid.write_cell(at, 0, each.item.title)
        for column, option in enumerate(table.options, start=1):
            cells = prices.get(option.id)
            _write_scope_cell(grid, (at, column), each, each.cells[column - 1], cells, form)
    last = first + len(table.rows) - 1
    grid.write_cell(last + 1, 0, message("Sum, unrounded"), CellRole.STRONG)
    for column, option in enumerate(table.options, start=1):
        if option.id in prices:
            area = f"{absolute_ref(first, column)}:{absolute_ref(last, column)}"
            live = FormulaText(f"=SUM({area})")
            grid.write_cell(last + 1, column, live, CellRole.RESULT, form)
    grid.write_cell(last + 2, 0, describe_open_cells(table), CellRole.NOTE)
    row = last + 3
    for known in content.facts.options:
        for decision in known.not_needed:
            text = message(
                "{option}, {item}: not needed ({reason}).",
                option=known.option.name,
                item=scope_item_by_key(decision.item).title,
                reason=decision.reason,
            )
            grid.write_cell(row, 0, text, CellRole.NOTE)
            row += 1
    return row + 1


def _write_scope_cell(
    grid: SheetWriter,
    place: tuple[int, int],
    row: ScopeRow,
    cell: ScopeCell,
    prices: PriceCells | None,
    form: str,
) -> None:
    if cell.state is not ScopeState.PRICED or cell.amount is None or prices is None:
        role = CellRole.WARNING if cell.state is ScopeState.NO_PRICE else CellRole.UNIT
        grid.write_cell(*place, STATE_WORDS[cell.state], role)
        return
    if any(line >= len(prices.block.lines) for line, _ in cell.parts):
        grid.write_cell(*place, cell.amount, CellRole.PLAIN, form)
        return
    parts = _cells_summed_for_item(row.item.key, cell, prices)
    value: Value = FormulaText(f"=({'+'.join(parts)})*{prices.rate}")
    grid.write_cell(*place, value, form=form)


def _cells_summed_for_item(key: str, cell: ScopeCell, prices: PriceCells) -> list[str]:
    """Return the cells of the price sheet that an amount is the sum of."""
    if key == DISCOUNT:
        return [prices.block.discounts]
    return [prices.block.lines[place][of_maintenance] for place, of_maintenance in cell.parts]


def _write_quotes(grid: SheetWriter, row: int, content: ReportContent) -> None:
    grid.write_cell(row, 0, message("Quotes"), CellRole.SECTION)
    grid.write_header(row + 1, _TITLES, text_columns=len(_TITLES))
    row += 2
    for option in content.answer.options:
        record = option.quote
        if record is None:
            continue
        grid.write_cell(row, 0, option.option.name)
        grid.write_cell(row, 1, record.file)
        grid.write_cell(row, 2, QUOTE_STATE_WORDS[record.state])
        grid.write_cell(row, 6, record.accepted_reason)
        if option.quote_is_changed:
            text = message("The price sheet was changed after the quote was read.")
            grid.write_cell(row, 3, text)
        for each in record.findings:
            row += 1
            grid.write_cell(row, 3, each.finding.text)
            if each.finding.amount is not None:
                form = money_number_format(record.currency, 2)
                grid.write_cell(row, 4, each.finding.amount, CellRole.PLAIN, form)
            grid.write_cell(row, 5, record.currency)
            if each.agreement is not None:
                grid.write_cell(row, 6, each.agreement.reason)
        row += 1
