"""What each option costs in the study's currency, and the rates behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.report.workbook.codes import NO, NO_RATE, STORAGE_ONLY, WITH_SERVERS, YES, code
from arraywise.report.workbook.grid import Kind, Live, absolute, money
from arraywise.report.workbook.price_columns import is_foreign
from arraywise.report.workbook.prices import (
    DISCOUNT_RATE,
    SERVERS,
    newest_rate,
    rounded_up,
    told_rate,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.said import Said
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.grid import Book, Grid, Text
    from arraywise.report.workbook.prices import BlockCells

_TITLES = (
    say("Option"),
    say("What is priced"),
    say("Currency of the sheet"),
    say("Unrounded, in that currency"),
    say("Exchange rate"),
    say("Rate dated, by"),
    say("36 months, unrounded"),
    say("36-month price, rounded up"),
    say("Of it services, once (value)"),
)
_DISCOUNTED_TITLES = (
    *_TITLES[:6],
    say("36-month net present value, unrounded"),
    say("36-month net present value, rounded up"),
    _TITLES[8],
    say("Undiscounted, rounded up (value)"),
)
_RATE_TITLES = (
    say("From"),
    say("To"),
    say("Exchange rate"),
    say("Dated"),
    say("Source"),
    say("Pair"),
    say("Rate in use"),
    say("Dated, by"),
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
    rate_value: float
    """What it comes to; 0 while it is missing."""
    label: str
    block: BlockCells


def write_price_totals(
    book: Book, content: ReportContent, blocks: Mapping[int, BlockCells], footer: Text
) -> dict[int, PriceCells]:
    """Write the sheet and return the cells of each option with prices, by its id."""
    note = say("In the currency of the study. A price without its rate stays empty, never 0.")
    grid = book.sheet(say("Price totals"), say("36-month prices"), note)
    options = [o for o in content.answer.options if o.option.id in blocks]
    row = _write_discount_rate(grid, _write_switch(grid, 3, content), content)
    is_discounted = content.answer.discount_rate is not None
    grid.head(row, _DISCOUNTED_TITLES if is_discounted else _TITLES, text_columns=2, lines=3)
    cells = {}
    for at, option in enumerate(options, start=row + 1):
        block = blocks[option.option.id]
        cells[option.option.id] = _write_option(grid, at, content, option, block)
    _write_rates(grid, row + len(options) + 3, content)
    grid.widths(28, 18, 12, 19, 11, 30, 20, 20, 18, *[20] * is_discounted)
    grid.finish(footer, (row + 1, 1))
    return cells


def _write_switch(grid: Grid, row: int, content: ReportContent) -> int:
    if not any(p.line.is_server for sheet in content.price_sheets for p in sheet.lines):
        return row
    grid.put(row, 0, say("Lines of servers count"), Kind.STRONG)
    value = code(YES if content.facts.price_basis.servers else NO)
    switch = grid.put(row, 1, value, Kind.INPUT)
    grid.call(SERVERS, switch)
    grid.allow(switch, {"validate": "list", "source": [YES, NO]})
    return row + 2


def _write_discount_rate(grid: Grid, row: int, content: ReportContent) -> int:
    """Write the rate of a net present value, an input, and when what is paid."""
    rate = content.answer.discount_rate
    if rate is None:
        return row
    grid.put(row, 0, say("Discount rate r, a year"), Kind.STRONG)
    cell = grid.put(row, 1, rate, Kind.INPUT, "0.00##%")
    grid.call(DISCOUNT_RATE, cell)
    rule = {"validate": "decimal", "criteria": "between", "minimum": 0, "maximum": 1}
    grid.allow(cell, rule)
    note = say(
        "Purchase, services paid once and maintenance quoted for the 36 months as a whole count in"
        " full; a monthly fee is paid at the end of each month t after the warranty and divided by"
        " (1 + r)^(t/12). 0: undiscounted."
    )
    grid.put(row + 1, 0, note, Kind.NOTE)
    return row + 3


def _write_option(
    grid: Grid, row: int, content: ReportContent, option: OptionAnswer, block: BlockCells
) -> PriceCells:
    sheet, currency, total = block.sheet, content.answer.currency, option.price
    own, into = money(sheet.currency, 2), money(currency, 2)
    grid.put(row, 0, option.option.name, Kind.STRONG)
    label = grid.put(row, 1, _label(option, block), Kind.TEXT)
    grid.put(row, 2, sheet.currency, Kind.TEXT)
    known = sheet.total is not None
    value = float(sheet.total.unrounded) if sheet.total else ""
    grid.put(row, 3, Live(f"={block.unrounded}", value), Kind.COMPUTED, own)
    rate, used = (
        newest_rate(content.facts.price_basis.rates, sheet.currency, currency),
        absolute(row, 4),
    )
    if sheet.currency == currency:
        grid.put(row, 4, 1, Kind.PLAIN, _RATE)
    else:
        place = f'MATCH({absolute(row, 2)}&">{currency}",Rate_pairs,0)'
        given = float(rate.rate) if rate else NO_RATE
        formula = f'=IFERROR(INDEX(Rate_values,{place}),"{NO_RATE}")'
        grid.put(row, 4, Live(formula, given), Kind.COMPUTED, _RATE)
        told = Live(f'=IFERROR(INDEX(Rate_notes,{place}),"")', told_rate(rate))
        grid.put(row, 5, told, Kind.PLAIN)
    amount = f"{absolute(row, 3)}*{used}"
    lacks = [f"NOT(ISNUMBER({absolute(row, 3)}))", f"NOT(ISNUMBER({used}))", block.lacks_rate]
    formula = f'=IF(OR({",".join(part for part in lacks if part)}),"",{amount})'
    is_known = known and total is not None
    whole = float(total.unrounded) if total is not None and is_known else ""
    unrounded = grid.put(row, 6, Live(formula, whole), Kind.COMPUTED, into)
    rounded = rounded_up(absolute(row, 6), total.total if total else None)
    cell = grid.put(row, 7, rounded, Kind.RESULT, money(currency))
    grid.put(row, 8, total.services if total else None, Kind.PLAIN, into)
    if total is not None and total.undiscounted is not None:
        grid.put(row, 9, total.undiscounted.total, Kind.PLAIN, money(currency))
    factor = 1.0 if sheet.currency == currency else float(rate.rate) if rate else 0.0
    return PriceCells(cell, unrounded, grid.ref(row, 4), factor, label, block)


def _label(option: OptionAnswer, block: BlockCells) -> Live | Said | str:
    """Say what is in the price; a price without servers must be labelled so (MODEL D2)."""
    total = option.price or block.sheet.total
    if total is None:
        return ""
    label = STORAGE_ONLY if total.storage_only else WITH_SERVERS
    marked = any(priced.line.is_server for priced in block.sheet.lines)
    is_switched = marked and total.storage_only == bool(total.left_out)
    if not is_switched:
        return code(label)
    return Live(f'=IF({SERVERS}="{YES}","{WITH_SERVERS}","{STORAGE_ONLY}")', label)


def _write_rates(grid: Grid, row: int, content: ReportContent) -> None:
    """Write the rates that are known, and empty cells for those that prices wait for."""
    pairs = _pairs(content)
    if not pairs:
        return
    grid.put(row, 0, say("Rates: what one unit of a currency is in another"), Kind.SECTION)
    grid.head(row + 1, _RATE_TITLES, text_columns=2)
    first = row + 2
    for at, (of, into) in enumerate(pairs, start=first):
        rate = newest_rate(content.facts.price_basis.rates, of, into)
        grid.put(at, 0, of)
        grid.put(at, 1, into)
        given = grid.put(at, 2, rate.rate if rate else None, Kind.INPUT, _RATE)
        grid.allow(given, {"validate": "decimal", "criteria": ">", "value": 0})
        grid.put(at, 3, rate.dated if rate else "", Kind.PLAIN)
        grid.put(at, 4, rate.source if rate else "", Kind.PLAIN)
        here = [absolute(at, column) for column in range(5)]
        grid.put(at, 5, Live(f'={here[0]}&">"&{here[1]}', f"{of}>{into}"), Kind.COMPUTED)
        used = f'=IF(ISNUMBER({here[2]}),IF({here[2]}>0,{here[2]},"{NO_RATE}"),"{NO_RATE}")'
        value = float(rate.rate) if rate else NO_RATE
        grid.put(at, 6, Live(used, value), Kind.COMPUTED, _RATE)
        told = f'=IF(ISNUMBER({here[2]}),{here[3]}&", "&{here[4]},"")'
        grid.put(at, 7, Live(told, told_rate(rate)), Kind.COMPUTED)
    last = first + len(pairs) - 1
    for name, column in (("Rate_pairs", 5), ("Rate_values", 6), ("Rate_notes", 7)):
        grid.call(name, grid.area((first, column), (last, column)))


def _pairs(content: ReportContent) -> tuple[tuple[str, str], ...]:
    into = content.answer.currency
    needed = [
        (priced.line.currency, sheet.currency)
        for sheet in content.price_sheets
        for priced in sheet.lines
        if is_foreign(priced.line, sheet)
    ]
    needed += [(s.currency, into) for s in content.price_sheets if s.currency != into]
    known = [(r.from_currency, r.to_currency) for r in content.facts.price_basis.rates]
    return tuple(dict.fromkeys((*needed, *known)))
