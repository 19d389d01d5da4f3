"""The highest rate at which an option still meets the target, by formulas (MODEL P5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.report.workbook.grid import Kind, Live
from arraywise.report.workbook.steps import Step, from_curve

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer
    from arraywise.domain.said import Said
    from arraywise.report.workbook.curve_reading import CurveReading
    from arraywise.report.workbook.grid import Value
    from arraywise.report.workbook.steps import OptionColumn


def capacity_steps(answer: Answer) -> tuple[Step, ...]:
    """Return the steps from the curve to capacity, headroom and visits per month."""
    target = answer.requirement.response_time_s

    def start(column: OptionColumn, curve: CurveReading) -> Value:
        return Live(
            f"=MIN({column.at('first')},{column.at('limit')})",
            min(curve.table.first_tps, curve.limit),
        )

    def target_row(_: OptionColumn, curve: CurveReading) -> Value:
        return Live(f"={curve.target_row_formula('Target_s')}", curve.target_row(target))

    def crossing(column: OptionColumn, curve: CurveReading) -> Value:
        formula = curve.crossing_formula("Target_s", column.at("target_row"))
        return Live(f"={formula}", curve.crossing(target))

    def at_least(column: OptionColumn, _: CurveReading) -> Value:
        formula = f"=IF({column.at('scatter')}=1,IF(Target_s>={column.at('end_high')},1,0),0)"
        is_known = column.value("scatter") == 1
        return Live(formula, int(is_known and target >= column.value("end_high")))

    return (
        Step("start", say("Lowest rate that can be judged"), "1/s", from_curve(start)),
        *_high_at("start", (say("Row of the curve there"), say("High end there"))),
        *_high_at("limit", _AT_LIMIT, "end"),
        Step(
            "target_row",
            say("Row where the high end passes the target"),
            "",
            from_curve(target_row),
            "0",
        ),
        Step("crossing", say("Rate where it passes"), "1/s", from_curve(crossing)),
        Step(
            "at_least",
            say("More was not shown (1): at least this much"),
            "",
            from_curve(at_least),
            "0",
        ),
        Step("capacity", say("Capacity"), "1/s", from_curve(_capacity), "0.000", Kind.RESULT),
        Step("headroom", say("Headroom"), "", from_curve(_headroom), "0.0%", Kind.RESULT),
        Step(
            "visits",
            say("Capacity"),
            say("visits/month"),
            from_curve(_visits),
            "#,##0",
            Kind.RESULT,
        ),
    )


_AT_LIMIT = (
    say("Row of the curve at the highest rate that can be judged"),
    say("High end at the highest rate that can be judged"),
)


def _high_at(rate: str, labels: tuple[Said, Said], name: str = "") -> tuple[Step, Step]:
    """Return the steps that read the upper end at a rate given by another step."""
    name = name or rate

    def row(column: OptionColumn, curve: CurveReading) -> Value:
        return Live(f"={curve.row_formula(column.at(rate))}", curve.row(column.value(rate)))

    def high(column: OptionColumn, curve: CurveReading) -> Value:
        at, areas = column.at, curve.areas
        formula = curve.read_formula(areas.high, at(rate), at(f"{name}_row"))
        return Live(f"={formula}", curve.read(curve.table.high_s, column.value(rate)))

    return (
        Step(f"{name}_row", labels[0], "", from_curve(row), "0"),
        Step(f"{name}_high", labels[1], "s", from_curve(high), "0.000000"),
    )


def _capacity(column: OptionColumn, _: CurveReading) -> Value:
    at = column.at
    unknown = f"OR({at('scatter')}=0,{at('limit')}<=0,Target_s<{at('start_high')})"
    found = f"IF({at('at_least')}=1,{at('limit')},MIN({at('crossing')},{at('limit')}))"
    value = column.answer.capacity_tps
    return Live(f'=IF({unknown},"",{found})', "" if value is None else value)


def _headroom(column: OptionColumn, _: CurveReading) -> Value:
    capacity = column.at("capacity")
    value = column.answer.headroom
    shown = f"{capacity}/Demand_tps-1"
    return Live(
        f'=IF(ISNUMBER({capacity}),IF(Demand_tps>0,{shown},""),"")',
        "" if value is None else value,
    )


def _visits(column: OptionColumn, _: CurveReading) -> Value:
    capacity = column.at("capacity")
    value = column.answer.capacity_visits_per_month
    return Live(
        f'=IF(ISNUMBER({capacity}),INT({capacity}/Tps_per_visit+0.000001),"")',
        "" if value is None else value,
    )
