"""The highest rate at which an option still meets the target, by formulas (MODEL P5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.report.workbook.at_rate import sound_rate_steps
from arraywise.report.workbook.grid import Kind, Live
from arraywise.report.workbook.steps import Step, from_curve

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.domain.decision import Answer
    from arraywise.domain.said import Said
    from arraywise.report.workbook.curve_reading import CurveReading
    from arraywise.report.workbook.grid import Value
    from arraywise.report.workbook.steps import OptionColumn


def capacity_steps(answer: Answer, doubts: int) -> tuple[Step, ...]:
    """Return the steps from the curve to capacity, headroom and visits per month.

    Args:
        answer: whose target is asked for.
        doubts: the most levels in doubt that an option has.
    """
    target = answer.requirement.response_time_s

    def start(column: OptionColumn, curve: CurveReading) -> Value:
        return Live(
            f"=MIN({column.at('first')},{column.at('limit')})",
            min(curve.table.first_tps, curve.limit),
        )

    def top(column: OptionColumn, curve: CurveReading) -> Value:
        rate, comparable = column.at("top"), column.at("comparable")
        most = curve.table.comparable_tps
        value = curve.table.top_tps if most is None else min(curve.table.top_tps, most)
        return Live(f"=IF(ISNUMBER({comparable}),MIN({rate},{comparable}),{rate})", value)

    at_start, at_limit, at_top = (
        (say("Row of the curve there"), say("High end there")),
        (
            say("Row of the curve at the highest rate that can be judged"),
            say("High end at the highest rate that can be judged"),
        ),
        (say("Row of the curve there"), say("Response time there, middle")),
    )
    return (
        Step("start", say("Lowest rate that can be judged"), "1/s", from_curve(start)),
        *_read_at("start", at_start, _HIGH),
        *_read_at("limit", at_limit, _HIGH, "end"),
        *_crossing_steps(target, _HIGH, say("Row where the high end passes the target")),
        Step("shown_all", say("Shown, 95 %"), "1/s", from_curve(_shown(target))),
        *sound_rate_steps("shown_rate", "shown_all", doubts, target, above=False),
        Step("at_most", say("Highest measured rate that can be judged"), "1/s", from_curve(top)),
        *_read_at("at_most", at_top, _MIDDLE),
        *_crossing_steps(target, _MIDDLE, say("Row where the middle passes the target")),
        Step("expected_all", say("Expected"), "1/s", from_curve(_expected(target))),
        *sound_rate_steps("expected_rate", "expected_all", doubts, target, above=False),
        Step(
            "at_least",
            say("More was not shown (1): at least this much"),
            "",
            from_curve(_at_least(target)),
            "0",
        ),
        Step("capacity", say("Capacity"), "1/s", from_curve(_capacity), "0.000", Kind.RESULT),
        Step(
            "capacity_low",
            say("Capacity, low end (95 %)"),
            "1/s",
            from_curve(_capacity_low),
            "0.000",
            Kind.RESULT,
        ),
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


_HIGH, _MIDDLE = "high", "middle"


def _times(curve: CurveReading, which: str) -> tuple[str, tuple[float, ...]]:
    """Return the area and the values of the upper ends or of the middles."""
    if which == _HIGH:
        return curve.areas.high, curve.table.high_s
    return curve.areas.middle, curve.table.point_s


def _read_at(
    rate: str, labels: tuple[Said, Said], which: str, name: str = ""
) -> tuple[Step, Step]:
    """Return the steps that read a response time at a rate given by another step."""
    name = name or rate

    def row(column: OptionColumn, curve: CurveReading) -> Value:
        return Live(f"={curve.row_formula(column.at(rate))}", curve.row(column.value(rate)))

    def read(column: OptionColumn, curve: CurveReading) -> Value:
        at, (area, values) = column.at, _times(curve, which)
        formula = curve.read_formula(area, at(rate), at(f"{name}_row"))
        return Live(f"={formula}", curve.read(values, column.value(rate)))

    return (
        Step(f"{name}_row", labels[0], "", from_curve(row), "0"),
        Step(f"{name}_{which}", labels[1], "s", from_curve(read), "0.000000"),
    )


def _crossing_steps(target: float, which: str, label: Said) -> tuple[Step, Step]:
    """Return the steps to the rate at which a response time passes the target."""

    def row(_: OptionColumn, curve: CurveReading) -> Value:
        area, values = _times(curve, which)
        formula = curve.target_row_formula(area, "Target_s")
        return Live(f"={formula}", curve.target_row(values, target))

    def crossing(column: OptionColumn, curve: CurveReading) -> Value:
        area, values = _times(curve, which)
        formula = curve.crossing_formula(area, "Target_s", column.at(f"row_{which}"))
        return Live(f"={formula}", curve.crossing(values, target))

    return (
        Step(f"row_{which}", label, "", from_curve(row), "0"),
        Step(f"crossing_{which}", say("Rate where it passes"), "1/s", from_curve(crossing)),
    )


def _shown(target: float) -> Callable[[OptionColumn, CurveReading], Value]:
    def make(column: OptionColumn, curve: CurveReading) -> Value:
        at, value, limit = column.at, column.value, curve.limit
        least = f"MIN({at('crossing_high')},{at('limit')})"
        rate = limit if target >= value("end_high") else min(value("crossing_high"), limit)
        return Live(f"=IF(Target_s>={at('end_high')},{at('limit')},{least})", rate)

    return make


def _expected(target: float) -> Callable[[OptionColumn, CurveReading], Value]:
    def make(column: OptionColumn, _: CurveReading) -> Value:
        at, value, most = column.at, column.value, column.value("at_most")
        least = f"MIN({at('crossing_middle')},{at('at_most')})"
        reached = target >= value("at_most_middle")
        rate = most if reached else min(value("crossing_middle"), most)
        return Live(f"=IF(Target_s>={at('at_most_middle')},{at('at_most')},{least})", rate)

    return make


def _at_least(target: float) -> Callable[[OptionColumn, CurveReading], Value]:
    def make(column: OptionColumn, _: CurveReading) -> Value:
        at, value = column.at, column.value
        doubted = f"{at('expected_rate')}<{at('expected_all')}"
        reached = f"OR(Target_s>={at('at_most_middle')},{doubted})"
        is_least = value("scatter") == 1 and (
            target >= value("at_most_middle") or value("expected_rate") < value("expected_all")
        )
        return Live(f"=IF({at('scatter')}=1,IF({reached},1,0),0)", int(is_least))

    return make


def _unknown(column: OptionColumn) -> str:
    at = column.at
    return (
        f"OR({at('scatter')}=0,{at('limit')}<=0,Target_s<{at('start_high')},{at('shown_rate')}<=0)"
    )


def _capacity(column: OptionColumn, _: CurveReading) -> Value:
    value = column.answer.capacity_tps
    found = f"MAX({column.at('shown_rate')},{column.at('expected_rate')})"
    return Live(f'=IF({_unknown(column)},"",{found})', "" if value is None else value)


def _capacity_low(column: OptionColumn, _: CurveReading) -> Value:
    value = column.answer.capacity_low_tps
    formula = f'=IF({_unknown(column)},"",{column.at("shown_rate")})'
    return Live(formula, "" if value is None else value)


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
