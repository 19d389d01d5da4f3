"""What is asked month by month, and the quantities of price lines that follow it (MODEL F3)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.analysis.price_at_demand import demand_path, monthly_quantities
from arraywise.domain.capacity import TB
from arraywise.domain.messages import message
from arraywise.domain.pricing import DEMAND_IOPS, DEMAND_NAMES, DEMAND_TB, DEMAND_TPS, MONTH
from arraywise.domain.runway import MONTHS_SHOWN
from arraywise.domain.units import MONTHS_PRICED
from arraywise.report.workbook.cells import CellRole, LiveFormula, absolute

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.analysis.price_at_demand import DemandPath
    from arraywise.domain.pricing import PriceLine
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.cells import SheetWriter, Text, WorkbookWriter

REQUESTS = "Requests_per_transaction"
_TITLES = (
    message("Month"),
    message("Transactions/s"),
    message("I/Os a second"),
    message("Data, TB"),
    message("Discount factor at the end of the month"),
)
_COLUMN = {MONTH: 0, DEMAND_TPS: 1, DEMAND_IOPS: 2, DEMAND_TB: 3}
_WORTH = 4
_NAME = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in DEMAND_NAMES), re.IGNORECASE)
_CANONICAL = {name.casefold(): name for name in DEMAND_NAMES}
_NEWER = re.compile(r"\bIFS\(", re.IGNORECASE)
_FIRST = 6


@dataclass(frozen=True, slots=True)
class QuantityCells:
    """Formulas of a line's quantity, without the equals sign."""

    greatest: str
    """Of the months 0 to the horizon."""
    fee_months: str
    """Units and months that a fee is paid for, by `{warranty}`; what 1 for each is worth."""


def write_demand_months(
    book: WorkbookWriter, content: ReportContent
) -> Mapping[PriceLine, QuantityCells]:
    """Write the sheet, where a quantity follows the demand; return the formulas of each line."""
    sheets = content.price_sheets
    lines = [
        (sheet.option.name, priced.line)
        for sheet in sheets
        for priced in sheet.lines
        if priced.line.quantity_formula
    ]
    if not lines:
        return {}
    grid = book.sheet(
        message("Demand by month"),
        message("Demand by month, and purchases and rent for it"),
        message("One-time costs use the highest quantity up to the horizon, fees each month's."),
    )
    path = _path(content)
    requests, months = path.requests, len(path.months)
    grid.put(3, 0, message("I/Os of a transaction"), CellRole.STRONG)
    cell = grid.put(3, 2, requests, CellRole.INPUT, "General")
    grid.call(REQUESTS, cell)
    titles: list[Text] = [*_TITLES, *(f"{option}: {line.description}" for option, line in lines)]
    grid.head(_FIRST - 1, titles, text_columns=0, lines=3)
    for month in range(months):
        _write_month(grid, month, content)
    for column, (_, line) in enumerate(lines, start=_WORTH + 1):
        _write_quantities(grid, column, line, content)
    grid.widths(22, 15, 15, 12, 15, *[24] * len(lines))
    grid.finish((_FIRST, 1))
    return {
        line: _cells_of(grid, column, months)
        for column, (_, line) in enumerate(lines, start=_WORTH + 1)
    }


def _path(content: ReportContent) -> DemandPath:
    """Return the demand up to the furthest horizon that may be typed."""
    return demand_path(content.answer.requirement, content.facts.workload, MONTHS_SHOWN)


def _write_month(grid: SheetWriter, month: int, content: ReportContent) -> None:
    row = _FIRST + month
    demand = _path(content).demand_at(content.answer.demand_tps, month)
    here = absolute(row, _COLUMN[MONTH])
    grid.put(row, _COLUMN[MONTH], month, CellRole.PLAIN, "0")
    tps = f"Demand_tps*(1+Growth_per_month)^({here}-Horizon_months)"
    iops = f"{absolute(row, _COLUMN[DEMAND_TPS])}*{REQUESTS}"
    stored = f"Usable_needed_TB*(1+Usable_growth_per_year)^({here}/12)"
    tb = None if demand.stored_bytes is None else demand.stored_bytes / TB
    for name, given, formula, value in (
        (DEMAND_TPS, "Demand_tps", tps, demand.tps),
        (DEMAND_IOPS, REQUESTS, iops, demand.iops),
        (DEMAND_TB, "Usable_needed_TB", stored, tb),
    ):
        digits = f"ROUND({formula},11-INT(LOG10(MAX({formula},1E-99))))"
        live = LiveFormula(f'=IF(ISNUMBER({given}),{digits},"")', value)
        grid.put(row, _COLUMN[name], live, form="#,##0.00")
    rate = content.answer.discount_rate
    worth = 1.0 if rate is None else float(1 + rate) ** (-month / 12)
    formula = "=1" if rate is None else f"=(1+Discount_rate)^(-{here}/12)"
    grid.put(row, _WORTH, LiveFormula(formula, worth), form="0.000000")


def _write_quantities(
    grid: SheetWriter, column: int, line: PriceLine, content: ReportContent
) -> None:
    path, last = _path(content), max(MONTHS_PRICED, content.answer.requirement.horizon_months)
    quantities = monthly_quantities(line, path, content.answer.demand_tps)
    names = {_CANONICAL[name.casefold()] for name in _NAME.findall(line.quantity_formula)}
    for month, quantity in enumerate(quantities):
        row = _FIRST + month
        used = ",".join(absolute(row, _COLUMN[name]) for name in sorted(names))
        formula = _in_row(line.quantity_formula, row)
        known = f'IF(COUNT({used})={len(names)},{formula},"")'
        beyond = f"{absolute(row, _COLUMN[MONTH])}>MAX({MONTHS_PRICED},Horizon_months)"
        live = LiveFormula(f"=IF({beyond},0,{known})", quantity if month <= last else 0.0)
        grid.put(row, column, live, form="#,##0.######")


def _in_row(formula: str, row: int) -> str:
    """Return a formula with the cells of a row in the place of names."""

    def cell(name: re.Match[str]) -> str:
        return absolute(row, _COLUMN[_CANONICAL[name[0].casefold()]])

    return _NEWER.sub("_xlfn.IFS(", _NAME.sub(cell, formula))


def _cells_of(grid: SheetWriter, column: int, count: int) -> QuantityCells:
    def area(at: int) -> str:
        return grid.area((_FIRST, at), (_FIRST + count - 1, at))

    months, quantities, worth = area(_COLUMN[MONTH]), area(column), area(_WORTH)
    known = f'AND(COUNT({quantities})={count},COUNTIF({quantities},"<0")=0)'
    greatest = f"SUMPRODUCT(MAX(({months}<=Horizon_months)*{quantities}))"
    priced = f"({months}>{{warranty}})*({months}<={MONTHS_PRICED})"
    paid = f"SUMPRODUCT({priced}*{quantities}*{worth})"
    return QuantityCells(f'IF({known},{greatest},"")', f"IF({known},{paid},0)")
