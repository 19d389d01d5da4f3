"""What an option's curve says at one rate, up to the verdict: each formula with its value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.decision import Verdict
from arraywise.domain.said import say
from arraywise.report.workbook.codes import UNKNOWN, code
from arraywise.report.workbook.curves import NOT_KNOWN
from arraywise.report.workbook.grid import Kind, Live
from arraywise.report.workbook.steps import Step, from_curve

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.report.workbook.curve_reading import CurveReading
    from arraywise.report.workbook.grid import Text, Value
    from arraywise.report.workbook.steps import OptionColumn

SECONDS = f'[>=1E+299]"{UNKNOWN}";0.000000'
_FLAG = "0"
_NOTHING = '""'


def verdict_steps(name: str, rate_formula: str, rate: float, target: float) -> tuple[Step, ...]:
    """Return the steps from a rate to its verdict; their keys begin with `name`.

    Args:
        name: of the block.
        rate_formula: what gives the rate, without the equals sign.
        rate: its value, 1/s.
        target: response time asked for, s.
    """

    def steps_of(column: OptionColumn, curve: CurveReading) -> _AtRate:
        return _AtRate(name, column, curve, rate, target)

    def step(
        key: str, label: Text, unit: Text, make: Callable[[_AtRate], Value], form: str
    ) -> Step:
        return Step(
            f"{name}_{key}", label, unit, from_curve(lambda c, v: make(steps_of(c, v))), form
        )

    return (
        step("rate", say("Rate"), "1/s", lambda _: Live(f"={rate_formula}", rate), "0.000"),
        step("row", say("Row of the curve"), "", _AtRate.row, "0"),
        step("middle", say("Response time, middle"), "s", _AtRate.middle, SECONDS),
        step("low", say("Low end (95 %)"), "s", _AtRate.low, SECONDS),
        step("high", say("High end (95 %)"), "s", _AtRate.high, SECONDS),
        step("chord", say("High end by measurement alone"), "s", _AtRate.chord, SECONDS),
        step(
            "judged", say("Rate that the storage can be judged at"), "1/s", _AtRate.judged, "0.000"
        ),
        step("judged_row", say("Row of the curve there"), "", _AtRate.judged_row, "0"),
        step("judged_low", say("Low end there, 0: not known"), "s", _AtRate.judged_low, SECONDS),
        step("missed", say("Target is missed (1)"), "", _AtRate.missed, _FLAG),
        step("met", say("Target is met (1)"), "", _AtRate.met, _FLAG),
        Step(
            f"{name}_verdict",
            say("Verdict"),
            "",
            lambda c: (
                code(Verdict.NO_DATA.value) if c.curve is None else steps_of(c, c.curve).verdict()
            ),
            "@",
            Kind.RESULT,
        ),
    )


@dataclass(frozen=True, slots=True)
class _AtRate:
    """The steps of one option at one rate: each formula with its value."""

    name: str
    column: OptionColumn
    curve: CurveReading
    rate: float
    target_s: float

    def cell(self, key: str) -> str:
        return self.column.at(f"{self.name}_{key}")

    def value(self, key: str) -> float:
        return self.column.value(f"{self.name}_{key}")

    def row(self) -> Live:
        return Live(f"={self.curve.row_formula(self.cell('rate'))}", self.curve.row(self.rate))

    def _reading(self, area: str, at: str = "rate", row: str = "row") -> str:
        return self.curve.read_formula(area, self.cell(at), self.cell(row))

    def middle(self) -> Live:
        table, areas = self.curve.table, self.curve.areas
        return Live(f"={self._reading(areas.middle)}", self.curve.read(table.point_s, self.rate))

    def low(self) -> Live:
        table, areas, at = self.curve.table, self.curve.areas, self.column.at
        known = self.rate >= table.first_tps
        formula = f"=IF({self.cell('rate')}>={at('first')},{self._reading(areas.low)},{_NOTHING})"
        return Live(formula, self.curve.read(table.low_s, self.rate) if known else "")

    def high(self) -> Live:
        return self._upper(self.curve.areas.high, self.curve.table.high_s)

    def chord(self) -> Live:
        return self._upper(self.curve.areas.chord, self.curve.table.chord_s)

    def _upper(self, area: str, values: tuple[float, ...]) -> Live:
        table, at = self.curve.table, self.column.at
        beyond = f"{self.cell('rate')}>{at('demonstrated')}"
        formula = f"=IF({beyond},{NOT_KNOWN:.0E},{self._reading(area)})"
        shown = self.rate <= table.demonstrated_tps
        return Live(formula, self.curve.read(values, self.rate) if shown else NOT_KNOWN)

    def judged(self) -> Live:
        comparable, rate = self.column.at("comparable"), self.cell("rate")
        most = self.curve.table.comparable_tps
        value = self.rate if most is None else min(self.rate, most)
        return Live(f"=IF(ISNUMBER({comparable}),MIN({rate},{comparable}),{rate})", value)

    def judged_row(self) -> Live:
        formula = self.curve.row_formula(self.cell("judged"))
        return Live(f"={formula}", self.curve.row(self.value("judged")))

    def judged_low(self) -> Live:
        table, areas, at = self.curve.table, self.curve.areas, self.column.at
        rate = self.value("judged")
        reading = self._reading(areas.low, "judged", "judged_row")
        known = table.scatter_known and rate >= table.first_tps
        formula = f"=IF(AND({at('scatter')}=1,{self.cell('judged')}>={at('first')}),{reading},0)"
        return Live(formula, self.curve.read(table.low_s, rate) if known else 0)

    def missed(self) -> Live:
        at, rate = self.column.at, self.cell("rate")
        beyond = f"{rate}>MAX(1.05*{at('ceiling')},{at('demonstrated')})"
        modelled = f"ISNUMBER({at('ceiling')}),NOT(ISNUMBER({at('comparable')}))"
        formula = f"=IF({self.cell('judged_low')}>Target_s,1,IF(AND({modelled},{beyond}),1,0))"
        return Live(formula, int(self.value("judged_low") > self.target_s or self._is_beyond()))

    def _is_beyond(self) -> bool:
        table = self.curve.table
        if table.ceiling_tps is None or table.comparable_tps is not None:
            return False
        return self.rate > max(1.05 * table.ceiling_tps, table.demonstrated_tps)

    def met(self) -> Live:
        at, table = self.column.at, self.curve.table
        judged = f"AND({at('scatter')}=1,{self.cell('rate')}<={at('limit')})"
        formula = f"=IF({judged},IF({self.cell('high')}<=Target_s,1,0),0)"
        inside = table.scatter_known and self.rate <= self.curve.limit
        return Live(formula, int(inside and self.value("high") <= self.target_s))

    def verdict(self) -> Live:
        at, rate = self.column.at, self.cell("rate")
        comparable = at("comparable")
        failed = (
            f'IF({self.cell("judged_low")}>Target_s,"{Verdict.FAIL}","{Verdict.FAIL_CAPACITY}")'
        )
        unshown = f'IF({at("levels")}=1,"{Verdict.NO_DATA}","{Verdict.NOT_DEMONSTRATED}")'
        passed = (
            f'IF({self.cell("chord")}<=Target_s,"{Verdict.PASS_MEASURED}",'
            f'"{Verdict.PASS_MODELLED}")'
        )
        formula = (
            f"=IF({self.cell('missed')}=1,{failed},"
            f'IF(AND(ISNUMBER({comparable}),{rate}>{comparable}),"{Verdict.NOT_COMPARABLE}",'
            f"IF({rate}>{at('demonstrated')},{unshown},"
            f'IF({self.cell("met")}=1,{passed},"{Verdict.UNDETERMINED}"))))'
        )
        return Live(formula, self._verdict().value)

    def _verdict(self) -> Verdict:
        table = self.curve.table
        if self.value("missed"):
            failed = self.value("judged_low") > self.target_s
            return Verdict.FAIL if failed else Verdict.FAIL_CAPACITY
        if table.comparable_tps is not None and self.rate > table.comparable_tps:
            return Verdict.NOT_COMPARABLE
        if self.rate > table.demonstrated_tps:
            return Verdict.NO_DATA if table.levels == 1 else Verdict.NOT_DEMONSTRATED
        if self.value("met"):
            measured = self.value("chord") <= self.target_s
            return Verdict.PASS_MEASURED if measured else Verdict.PASS_MODELLED
        return Verdict.UNDETERMINED
