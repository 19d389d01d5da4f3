"""How long each option lasts, as values of the export."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from arraywise.domain.capacity import TB
from arraywise.domain.messages import message
from arraywise.domain.runway import GrowingDemand
from arraywise.present.figures import load_column_title, load_unit_and_visits_per_unit
from arraywise.present.runway import CASH_NOTE, describe_growth, monthly_loads_in_stated_unit
from arraywise.report.workbook.cells import (
    BY_DATA,
    BY_LOAD,
    NEVER,
    CellRole,
    code_as_words,
    money_number_format,
)
from arraywise.report.workbook.exported import highlight_changed_inputs, write_export_date_line
from arraywise.report.workbook.steps import (
    FIRST_COLUMN,
    OptionColumnCells,
    Step,
    write_option_names,
    write_steps,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arraywise.domain.decision import Answer
    from arraywise.domain.runway import DemandRunway, OptionRunway, Runway
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.cells import SheetWriter, Text, Value, WorkbookWriter

_NEVER = 1e9
"""Stands for a month that never comes."""
_MONTH = f'[>={_NEVER:.0f}]"{NEVER}";0'
_LOAD_FORM = "#,##0.###"
_BY = {GrowingDemand.LOAD: BY_LOAD, GrowingDemand.DATA: BY_DATA}
_LABELS = {
    GrowingDemand.LOAD: (
        message("Load"),
        message("Highest load shown to pass"),
        message("Highest load at best (value)"),
    ),
    GrowingDemand.DATA: (message("Data"), message("Usable, least"), message("Usable, most")),
}


def write_runway_sheet(book: WorkbookWriter, content: ReportContent) -> None:
    """Write the sheet; nothing where no growth was looked at."""
    runway = content.runway
    if runway is None:
        return
    note = describe_growth(content.answer.requirement)
    grid = book.add_sheet(message("Runway"), message("How long each option lasts"), note)
    columns = [
        OptionColumnCells(FIRST_COLUMN + i, option, None)
        for i, option in enumerate(content.answer.options)
    ]
    first = write_export_date_line(grid, 3, content)
    write_option_names(grid, first, columns)
    row = first + 1
    unit = load_unit_and_visits_per_unit(content.answer.requirement)[0] or message("visits/month")
    shown: dict[GrowingDemand, tuple[Text, float, str]] = {
        GrowingDemand.LOAD: (unit, _stated_load_per_tps(content.answer, runway), _LOAD_FORM)
    }
    if runway.data_bytes is not None:
        shown[GrowingDemand.DATA] = ("TB", 1 / TB, "0.000")
    for kind, how in shown.items():
        steps = _limit_and_last_month_steps(kind, runway, how)
        row = write_steps(grid, row, _LABELS[kind][0], steps, columns)
    row = write_steps(grid, row, message("Both"), _overall_last_month_steps(runway), columns)
    last = _write_monthly_demand_and_cash(grid, row, columns, runway, content.answer)
    highlight_changed_inputs(grid, (first + 1, FIRST_COLUMN), (row, FIRST_COLUMN + len(columns)))
    highlight_changed_inputs(grid, (row + 3, 1), (last, FIRST_COLUMN + len(columns)))
    grid.set_column_widths(46, 14, *[20] * max(len(columns), 2), *[20] * len(columns))
    grid.set_up_page_and_panes((first + 1, FIRST_COLUMN))


def _stated_load_per_tps(answer: Answer, runway: Runway) -> float:
    """Return what a transaction a second is of the load in the unit of the requirement."""
    today = runway.load_tps[0]
    return (
        monthly_loads_in_stated_unit(answer.requirement, runway)[0] / today if today > 0 else 1.0
    )


def _limit_and_last_month_steps(
    kind: GrowingDemand, runway: Runway, shown: tuple[Text, float, str]
) -> Iterator[Step]:
    """Return limits and last months for one kind of demand, in a unit and its scale."""
    unit, scale, form = shown

    def figure(of: Callable[[DemandRunway], float | None]) -> Callable[[OptionColumnCells], Value]:
        def make(column: OptionColumnCells) -> Value:
            each = runway.option_runway(column.answer.option)
            part = None if each is None else dict(each.demands).get(kind)
            return None if part is None else of(part)

        return make

    def scaled(value: float | None) -> float | None:
        return None if value is None else value * scale

    _, least, most = _LABELS[kind]
    yield Step(f"{kind}_limit", least, unit, figure(lambda d: scaled(d.limit.shown)), form)
    yield Step(f"{kind}_best", most, unit, figure(lambda d: scaled(d.limit.best)), form)
    title, month = message("Last month that passes (-1: not today)"), message("month")
    yield Step(
        f"{kind}_last",
        title,
        month,
        figure(lambda d: _whole_month_or_blank(d.last_month.point)),
        _MONTH,
    )
    title = message("Last month at best")
    yield Step(
        f"{kind}_last_best",
        title,
        month,
        figure(lambda d: _whole_month_or_blank(d.last_month.high)),
        _MONTH,
    )


def _whole_month_or_blank(month: float | None) -> float | None:
    return month if month is None or math.isfinite(month) else _NEVER


def _overall_last_month_steps(runway: Runway) -> Iterator[Step]:
    """Return the month that both pass, and which of them outgrows the option."""

    def of(figure: Callable[[OptionRunway], Value]) -> Callable[[OptionColumnCells], Value]:
        def make(column: OptionColumnCells) -> Value:
            each = runway.option_runway(column.answer.option)
            return None if each is None else figure(each)

        return make

    def by(each: OptionRunway) -> Value:
        return None if each.outgrown_by is None else code_as_words(_BY[each.outgrown_by])

    title, month = message("Last month that passes (-1: not today)"), message("month")
    yield Step(
        "last", title, month, of(lambda each: _whole_month_or_blank(each.last_month.point)), _MONTH
    )
    outgrown = of(lambda each: _whole_month_or_blank(each.last_month.first_month_outgrown.point))
    yield Step("outgrown", message("Outgrown in month"), month, outgrown, _MONTH)
    yield Step("by", message("Outgrown by"), "", of(by), "@")


def _write_monthly_demand_and_cash(
    grid: SheetWriter, row: int, columns: list[OptionColumnCells], runway: Runway, answer: Answer
) -> int:
    """Write load, data and cash of every month; return the last row."""
    grid.write_cell(row, 0, message("Month by month"), CellRole.SECTION)
    grid.write_cell(row + 1, 0, CASH_NOTE, CellRole.NOTE)
    asked, currency, data = answer.requirement, answer.currency, runway.data_bytes
    lists: list[tuple[Text, list[float], str]] = [
        (
            load_column_title(asked.stated_load[0]),
            list(monthly_loads_in_stated_unit(asked, runway)),
            _LOAD_FORM,
        )
    ]
    if data is not None:
        lists.append((message("Data, TB"), [each / TB for each in data], "0.000"))
    for column in columns:
        each = runway.option_runway(column.answer.option)
        if each is not None and each.cash is not None:
            title = message(
                "{option}, paid (values), {currency}",
                option=column.answer.option.name,
                currency=currency,
            )
            lists.append((title, list(map(float, each.cash)), money_number_format(currency)))
    grid.write_header(row + 2, [message("Month"), *(title for title, _, _ in lists)])
    for month in range(len(runway.load_tps)):
        grid.write_cell(row + 3 + month, 0, month, CellRole.PLAIN, "0")
        for at, (_, values, form) in enumerate(lists, start=1):
            if month < len(values):
                grid.write_cell(row + 3 + month, at, values[month], CellRole.PLAIN, form)
    return row + 2 + len(runway.load_tps)
