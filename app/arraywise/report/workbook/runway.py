"""How long each option lasts: formulas over requirement and capacity, and the months."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arraywise.domain.capacity import TB
from arraywise.domain.decision import FAILS, Verdict
from arraywise.domain.messages import message
from arraywise.domain.runway import GrowingDemand
from arraywise.present.figures import load_heading, load_unit
from arraywise.present.runway import CASH_NOTE, describe_growth, stated_loads
from arraywise.report.workbook.cells import BY_DATA, BY_LOAD, NEVER, CellRole, LiveFormula, money
from arraywise.report.workbook.requirement import GROWN, load_cell
from arraywise.report.workbook.steps import (
    FIRST_COLUMN,
    Step,
    WorkbookColumn,
    at_target,
    with_spare,
    write_names,
    write_steps,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from arraywise.domain.decision import Answer
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.runway import DemandRunway, OptionRunway, Runway
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.cells import SheetWriter, Text, Value, WorkbookWriter
    from arraywise.report.workbook.performance import ResponseCells
    from arraywise.report.workbook.usable import UsableCells

_NEVER = 1e9
"""Stands for a month that never comes."""
_MONTH = f'[>={_NEVER:.0f}]"{NEVER}";0'
_LOAD_FORM = "#,##0.###"
_STATED = "*IF(Demand_today>0,Load_today/Demand_today,1)"
"""From the rate that is judged to the load as it is stated."""
_SAME = 1e-9
_BY = {GrowingDemand.LOAD: BY_LOAD, GrowingDemand.DATA: BY_DATA}
_TODAY = f"Demand_tps/{GROWN}"
_DATA_GROWTH = "((1+Usable_growth_per_year)^(1/12)-1)"


@dataclass(frozen=True, slots=True)
class _Demand:
    """What grows: its cells and the keys of its rows."""

    kind: GrowingDemand
    today: str
    """Formula of the demand of month 0."""
    growth: str
    """Formula of a month's growth."""
    unit: Text
    part: Callable[[OptionRunway], DemandRunway | None]


_LOAD = _Demand(GrowingDemand.LOAD, "Load_today", "Growth_per_month", "", lambda each: each.load)
_DATA = _Demand(GrowingDemand.DATA, "Usable_needed_TB", _DATA_GROWTH, "TB", lambda each: each.data)


def write_runway(
    book: WorkbookWriter,
    content: ReportContent,
    response: Mapping[int, ResponseCells],
    held: Mapping[int, UsableCells],
) -> None:
    """Write the sheet; nothing where no growth was looked at."""
    runway = content.runway
    if runway is None:
        return
    note = describe_growth(content.answer.requirement)
    grid = book.sheet(message("Runway"), message("How long each option lasts"), note)
    columns = [
        WorkbookColumn(FIRST_COLUMN + i, option, None)
        for i, option in enumerate(content.answer.options)
    ]
    grid.put(3, 0, message("Demand of today"), CellRole.STRONG)
    grid.put(3, 1, "1/s", CellRole.UNIT)
    today = LiveFormula(f"={_TODAY}", runway.load_tps[0])
    grid.call("Demand_today", grid.put(3, FIRST_COLUMN, today, CellRole.RESULT, "0.000"))
    asked = content.answer.requirement
    load, unit = stated_loads(asked, runway)[0], load_unit(asked)[0] or message("visits/month")
    grid.put(4, 0, message("Load of today"), CellRole.STRONG)
    grid.put(4, 1, unit, CellRole.UNIT)
    stated = LiveFormula(f"={load_cell(asked)}", load)
    grid.call("Load_today", grid.put(4, FIRST_COLUMN, stated, CellRole.RESULT, _LOAD_FORM))
    write_names(grid, 5, columns)
    demands = [replace(_LOAD, unit=unit), *([] if runway.data_bytes is None else [_DATA])]
    row = 6
    for demand, title in zip(demands, (message("Load"), message("Data")), strict=False):
        steps = _RunwaySteps(demand, runway, asked, response, held).steps()
        row = write_steps(grid, row, title, steps, columns)
    row = write_steps(grid, row, message("Both"), _overall(demands, runway), columns)
    _write_months(grid, row, columns, runway, content.answer)
    grid.widths(46, 14, *[20] * max(len(columns), 2), *[20] * len(columns))
    grid.finish((6, FIRST_COLUMN))


@dataclass(frozen=True, slots=True)
class _RunwaySteps:
    """The rows of one kind of demand."""

    demand: _Demand
    runway: Runway
    asked: Requirement
    response: Mapping[int, ResponseCells]
    held: Mapping[int, UsableCells]

    def steps(self) -> Iterator[Step]:
        kind, unit = self.demand.kind, self.demand.unit
        is_load = kind is GrowingDemand.LOAD
        form = _LOAD_FORM if is_load else "0.000"
        labels = (
            (message("Highest load shown to pass"), message("Highest load at best (value)"))
            if is_load
            else (message("Usable, least"), message("Usable, most"))
        )
        yield Step(f"{kind}_limit", labels[0], unit, self._limit, form)
        yield Step(f"{kind}_best", labels[1], unit, self._best, form)
        title = message("Last month that passes (-1: not today)")
        yield Step(f"{kind}_last", title, message("month"), self._last, _MONTH, CellRole.RESULT)
        title = message("Last month at best")
        yield Step(f"{kind}_last_best", title, message("month"), self._last_at_best, _MONTH)

    def _known(self, column: WorkbookColumn) -> DemandRunway | None:
        each = self.runway.of(column.answer.option)
        return None if each is None else self.demand.part(each)

    def _limit(self, column: WorkbookColumn) -> Value:
        """Follow the load that an option carries."""
        known = self._known(column)
        value = None if known is None else known.limit.shown
        if self.demand.kind is GrowingDemand.DATA:
            return self._held(column, value, "least")
        cells = self.response.get(column.answer.option.id)
        value = self._stated(value)
        if cells is None or value is None:
            return value
        none = f'IF({at_target(self.asked.target_s)},0,"")'
        return LiveFormula(f"=IF(ISNUMBER({cells.limit}),{cells.limit}{_STATED},{none})", value)

    def _stated(self, rate_tps: float | None) -> float | None:
        """Return a rate as the load that it is in the unit of the requirement."""
        today = self.runway.load_tps[0]
        if rate_tps is None or today <= 0:
            return rate_tps
        return rate_tps * (stated_loads(self.asked, self.runway)[0] / today)

    def _best(self, column: WorkbookColumn) -> Value:
        known = self._known(column)
        value = None if known is None else known.limit.best
        if self.demand.kind is GrowingDemand.DATA:
            return self._held(column, value, "most")
        stated = self._stated(value)
        if value is None or stated is None:
            return None
        best = with_spare(repr(value * (1 + self.asked.min_headroom)))
        formula = f'=IF({at_target(self.asked.target_s)},{best}{_STATED},"")'
        return LiveFormula(formula, stated)

    def _held(self, column: WorkbookColumn, value: float | None, end: str) -> Value:
        """Follow the sheet of usable capacity."""
        cells = self.held.get(column.answer.option.id)
        cell = None if cells is None else getattr(cells, end)
        if cell is None:
            return None if value is None else value / TB
        formula = f'=IF(ISNUMBER({cell}),{cell},"")'
        return LiveFormula(formula, "" if value is None else value / TB)

    def _last(self, column: WorkbookColumn) -> Value:
        demand, kind = self.demand, self.demand.kind
        limit, best = column.at(f"{kind}_limit"), column.at(f"{kind}_best")
        beyond = f"{demand.today}*(1-{_SAME!r})"
        missed = f'IF(ISNUMBER({best}),IF({best}<{beyond},-1,""),{self._missed_today(column)})'
        known = self._known(column)
        formula = f"IF(N({limit})<{beyond},{missed},{self._months(limit)})"
        has_evidence = f"OR(ISNUMBER({limit}),{missed}=-1)"
        never = f'IF({demand.today}<=0,{_NEVER:.0f},IF({has_evidence},{formula},""))'
        return LiveFormula(f"={never}", _month(None if known is None else known.last.point))

    def _missed_today(self, column: WorkbookColumn) -> str:
        """Return -1 where the load of today is shown to be missed, at whatever target."""
        cells = self.response.get(column.answer.option.id)
        if self.demand.kind is GrowingDemand.DATA or cells is None:
            return '""'
        failed = ",".join(
            f'{cells.verdict_today}="{verdict}"' for verdict in Verdict if verdict in FAILS
        )
        return f'IF(OR({failed}),-1,"")'

    def _last_at_best(self, column: WorkbookColumn) -> Value:
        demand, best = self.demand, column.at(f"{self.demand.kind}_best")
        known = self._known(column)
        beyond = f"{demand.today}*(1-{_SAME!r})"
        formula = f"IF({best}<{beyond},-1,{self._months(best)})"
        never = f'IF({demand.today}<=0,{_NEVER:.0f},IF(ISNUMBER({best}),{formula},""))'
        return LiveFormula(f"={never}", _month(None if known is None else known.last.high))

    def _months(self, limit: str) -> str:
        today, growth = self.demand.today, self.demand.growth
        grown = f"INT(LN({limit}/{today})/LN(1+{growth})+{_SAME!r})"
        return f"IF({growth}<=0,{_NEVER:.0f},{grown})"


def _month(month: float | None) -> float | str:
    if month is None:
        return ""
    return _NEVER if math.isinf(month) else month


def _overall(demands: list[_Demand], runway: Runway) -> Iterator[Step]:
    """Return the month that both pass, and which of them outgrows the option."""
    keys = [f"{demand.kind}_last" for demand in demands]

    def last(column: WorkbookColumn) -> Value:
        cells = [column.at(key) for key in keys]
        both = ",".join(cells)
        shown = f"OR(COUNT({both})={len(cells)},MIN({both},0)<0)"
        each = runway.of(column.answer.option)
        value = _month(None if each is None else each.last.point)
        return LiveFormula(f'=IF({shown},MIN({both}),"")', value)

    def outgrown(column: WorkbookColumn) -> Value:
        cell, each = column.at("last"), runway.of(column.answer.option)
        value = _month(None if each is None else each.last.outgrown.point)
        formula = f'=IF(ISNUMBER({cell}),IF({cell}>={_NEVER:.0f},{cell},{cell}+1),"")'
        return LiveFormula(formula, value)

    def by(column: WorkbookColumn) -> Value:
        cell, each = column.at("last"), runway.of(column.answer.option)
        words = [_BY[demand.kind] for demand in demands]
        named = f'"{words[-1]}"'
        if len(keys) > 1:
            named = f'IF({column.at(keys[0])}={cell},"{words[0]}","{words[1]}")'
        formula = f'=IF(ISNUMBER({cell}),IF({cell}>={_NEVER:.0f},"",{named}),"")'
        kind = None if each is None else each.outgrown_by
        return LiveFormula(formula, "" if kind is None else _BY[kind])

    month = message("month")
    yield Step("last", message("Last month that passes (-1: not today)"), month, last, _MONTH)
    yield Step("outgrown", message("Outgrown in month"), month, outgrown, _MONTH, CellRole.RESULT)
    yield Step("by", message("Outgrown by"), "", by, "@", CellRole.RESULT)


def _write_months(
    grid: SheetWriter, row: int, columns: list[WorkbookColumn], runway: Runway, answer: Answer
) -> None:
    """Write load, data and cash of every month."""
    grid.put(row, 0, message("Month by month"), CellRole.SECTION)
    grid.put(row + 1, 0, CASH_NOTE, CellRole.NOTE)
    has_data = runway.data_bytes is not None
    paid = [
        (column.answer.option.name, each.cash)
        for column in columns
        if (each := runway.of(column.answer.option)) is not None and each.cash is not None
    ]
    asked, currency = answer.requirement, answer.currency
    heads: list[Text] = [message("Month"), load_heading(asked.stated_load[0])]
    heads += [message("Data, TB")] if has_data else []
    heads += [
        message("{option}, paid (values), {currency}", option=name, currency=currency)
        for name, _ in paid
    ]
    grid.head(row + 2, heads)
    for month, load in enumerate(stated_loads(asked, runway)):
        at = row + 3 + month
        cell = grid.put(at, 0, month, CellRole.PLAIN, "0").rsplit("!", 1)[1]
        formula = f"=Load_today*(1+Growth_per_month)^{cell}"
        grid.put(at, 1, LiveFormula(formula, load), form=_LOAD_FORM)
        if runway.data_bytes is not None:
            formula = f"=Usable_needed_TB*(1+Usable_growth_per_year)^({cell}/12)"
            held = runway.data_bytes[month] / TB
            grid.put(at, 2, LiveFormula(formula, held), form="0.000")
        for place, (_, cash) in enumerate(paid, start=3 if has_data else 2):
            if month < len(cash):
                grid.put(at, place, float(cash[month]), CellRole.PLAIN, money(currency))
