"""Response time, verdict and capacity of each option, read off its curve by formulas (MODEL P5).

Each formula does what the app does: it reads straight between the rows of the curve and never
beyond them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.report.workbook.at_rate import doubt_steps, verdict_steps
from arraywise.report.workbook.capacity import capacity_steps
from arraywise.report.workbook.curve_reading import CurveReading
from arraywise.report.workbook.curves import NOT_KNOWN
from arraywise.report.workbook.grid import Kind, Live
from arraywise.report.workbook.steps import (
    FIRST_COLUMN,
    OptionColumn,
    Step,
    from_curve,
    write_names,
    write_steps,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.curves import CurveAreas
    from arraywise.report.workbook.grid import Book, Text, Value

_FLAG = "0"
_NOTHING = '""'


@dataclass(frozen=True, slots=True)
class ResponseCells:
    """Cells of one option that other sheets refer to."""

    response_ms: str
    low_ms: str
    high_ms: str
    middle_s: str
    middle_value: float | None
    """What `middle_s` comes to; None without a curve."""
    verdict: str
    headroom_verdict: str
    capacity: str
    headroom: str
    visits: str
    at_least: str


def write_response(
    book: Book, content: ReportContent, areas: Mapping[int, CurveAreas], footer: Text
) -> dict[int, ResponseCells]:
    """Write the sheet and return the cells of each option, by its id."""
    note = say(
        "Formulas over the sheet Curves; rates in transactions per second, times in seconds."
    )
    grid = book.sheet(say("Response"), say("Response time at the demand, verdict, capacity"), note)
    columns = [
        OptionColumn(FIRST_COLUMN + i, option, _reading(content, option.option.id, areas))
        for i, option in enumerate(content.answer.options)
    ]
    write_names(grid, 3, columns)
    asked, demand = content.answer.requirement, content.answer.demand_tps
    doubts = max((len(c.curve.table.doubts) for c in columns if c.curve is not None), default=0)
    shown = (*_shown_steps(), *doubt_steps(doubts))
    row = write_steps(grid, 4, say("What was shown (values)"), shown, columns)
    target = asked.response_time_s
    steps = verdict_steps("demand", "Demand_tps", demand, target, doubts)
    row = write_steps(grid, row, say("At the demand"), (*steps, *_response_steps()), columns)
    with_headroom = demand * (1 + asked.min_headroom)
    steps = verdict_steps("room", "Demand_tps*(1+Least_headroom)", with_headroom, target, doubts)
    row = write_steps(grid, row, say("With the least headroom on top"), steps, columns)
    write_steps(grid, row, say("Capacity"), capacity_steps(content.answer, doubts), columns)
    grid.widths(46, 10, *[20] * len(columns))
    grid.finish(footer, (4, FIRST_COLUMN))
    return {column.answer.option.id: _cells(grid.quoted, column) for column in columns}


def _reading(
    content: ReportContent, option_id: int, areas: Mapping[int, CurveAreas]
) -> CurveReading | None:
    table = next((c for c in content.curves if c.option.id == option_id), None)
    return None if table is None else CurveReading(table, areas[option_id])


def _cells(sheet: str, column: OptionColumn) -> ResponseCells:
    def ref(key: str) -> str:
        return f"{sheet}!{column.at(key)}"

    return ResponseCells(
        response_ms=ref("response"),
        low_ms=ref("response_low"),
        high_ms=ref("response_high"),
        middle_s=ref("demand_middle"),
        middle_value=column.value("demand_middle") if column.curve else None,
        verdict=ref("demand_verdict"),
        headroom_verdict=ref("room_verdict"),
        capacity=ref("capacity"),
        headroom=ref("headroom"),
        visits=ref("visits"),
        at_least=ref("at_least"),
    )


def _shown_steps() -> tuple[Step, ...]:
    def known(name: str) -> Callable[[OptionColumn], Value]:
        def make(_: OptionColumn, curve: CurveReading) -> Value:
            value: float | None = getattr(curve.table, name)
            return None if value is None else float(value)

        return from_curve(make)

    limit = from_curve(
        lambda c, curve: Live(
            f"=IF(ISNUMBER({c.at('comparable')}),"
            f"MIN({c.at('demonstrated')},{c.at('comparable')}),{c.at('demonstrated')})",
            curve.limit,
        )
    )
    return (
        Step("levels", say("Levels that count"), "", known("levels"), "0"),
        Step("first", say("Lowest measured rate"), "1/s", known("first_tps")),
        Step("top", say("Highest measured rate"), "1/s", known("top_tps")),
        Step("demonstrated", say("Demonstrated rate (95 %)"), "1/s", known("demonstrated_tps")),
        Step(
            "comparable",
            say("Comparable up to"),
            "1/s",
            known("comparable_tps"),
        ),
        Step("ceiling", say("Bottleneck by a model"), "1/s", known("ceiling_tps")),
        Step("scatter", say("Repeated runs (1) or none (0)"), "", known("scatter_known"), _FLAG),
        Step("limit", say("Highest rate that can be judged"), "1/s", limit),
    )


def _response_steps() -> tuple[Step, ...]:
    """Return the response time with its ends as pages show it, in ms."""

    def middle(column: OptionColumn, curve: CurveReading) -> Value:
        rate, first, top = (column.at(key) for key in ("demand_rate", "first", "top"))
        outside = f"OR({rate}<{first},{rate}>{top})"
        formula = f"=IF({outside},{_NOTHING},{column.at('demand_middle')}*1000)"
        table = curve.table
        shown = table.first_tps <= column.value("demand_rate") <= table.top_tps
        return Live(formula, column.value("demand_middle") * 1000 if shown else "")

    def end(key: str) -> Callable[[OptionColumn], Value]:
        def make(column: OptionColumn, _: CurveReading) -> Value:
            cell, value = column.at(key), column.values[key]
            formula = f"=IF(ISNUMBER({cell}),IF({cell}<1E+299,{cell}*1000,{_NOTHING}),{_NOTHING})"
            known = isinstance(value, int | float) and value < NOT_KNOWN
            return Live(formula, column.value(key) * 1000 if known else "")

        return from_curve(make)

    return (
        Step("response_low", say("Response time, low end"), "ms", end("demand_low"), "0.00"),
        Step("response", say("Response time"), "ms", from_curve(middle), "0.00", Kind.RESULT),
        Step("response_high", say("Response time, high end"), "ms", end("demand_high"), "0.00"),
    )
