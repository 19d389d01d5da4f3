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


def sound_rate_steps(
    name: str, rate_key: str, doubts: int, target_s: float, *, above: bool
) -> tuple[Step, ...]:
    """Return the steps from a rate to the nearest one whose bracket uses no level in doubt.

    Args:
        name: begins the keys; the last step has the key `name`.
        rate_key: of the step that gives the rate, 1/s.
        doubts: the most levels in doubt that an option has.
        target_s: response time asked for.
        above: look for a higher rate, else for a lower one.
    """
    if not doubts:
        return (_same_rate(name, rate_key),)
    order = list(range(1, doubts + 1))[:: 1 if above else -1]
    keys = [f"{name}_{number}" for number in order[:-1]] + [name]
    before = (rate_key, *keys)
    return tuple(
        _sound_rate_step(key, came_from, number, target_s, above=above)
        for key, came_from, number in zip(keys, before, order, strict=False)
    )


def _same_rate(name: str, rate_key: str) -> Step:
    make = from_curve(lambda c, _: Live(f"={c.at(rate_key)}", c.value(rate_key)))
    return Step(name, say("Rate that is judged"), "1/s", make, "0.000")


def _sound_rate_step(
    key: str, came_from: str, number: int, target_s: float, *, above: bool
) -> Step:
    def make(column: OptionColumn, curve: CurveReading) -> Value:
        rate, at = column.value(came_from), column.at
        low, high, least, most = (f"doubt{number}_{part}" for part in DOUBT_PARTS)
        inside = (
            f"AND({at(came_from)}>{at(low)},{at(came_from)}<{at(high)},"
            f"Target_s>{at(least)},Target_s<{at(most)})"
        )
        known = f"ISNUMBER({at(high)})"
        bound = at(high) if above else at(low)
        formula = f"=IF({known},IF({inside},{bound},{at(came_from)}),{at(came_from)})"
        if number <= len(curve.table.doubts):
            doubt = curve.table.doubts[number - 1]
            if doubt.low_tps < rate < doubt.high_tps and doubt.low_s < target_s < doubt.high_s:
                rate = min(doubt.high_tps, NOT_KNOWN) if above else doubt.low_tps
        return Live(formula, rate)

    return Step(key, say("Rate beside the level in doubt"), "1/s", from_curve(make), "0.000")


DOUBT_PARTS = ("low", "high", "least", "most")
"""Ends of the keys of the rates and targets between which a level in doubt decides nothing."""


def doubt_steps(doubts: int) -> tuple[Step, ...]:
    """Return the levels in doubt of each option, as values; none where no option has any."""
    labels = (
        (say("Level in doubt: not judged above"), "1/s"),
        (say("Level in doubt: not judged below"), "1/s"),
        (say("Level in doubt: for targets above"), "s"),
        (say("Level in doubt: for targets below"), "s"),
    )

    def known(number: int, part: int) -> Callable[[OptionColumn], Value]:
        def make(_: OptionColumn, curve: CurveReading) -> Value:
            if number > len(curve.table.doubts):
                return None
            doubt = curve.table.doubts[number - 1]
            ends = doubt.low_tps, doubt.high_tps, doubt.low_s, doubt.high_s
            return min(ends[part], NOT_KNOWN)

        return from_curve(make)

    return tuple(
        Step(f"doubt{number}_{name}", label, unit, known(number, part), SECONDS)
        for number in range(1, doubts + 1)
        for part, (name, (label, unit)) in enumerate(zip(DOUBT_PARTS, labels, strict=True))
    )


def verdict_steps(
    name: str, rate_formula: str, rate: float, target: float, doubts: int
) -> tuple[Step, ...]:
    """Return the steps from a rate to its verdict; their keys begin with `name`.

    Args:
        name: of the block.
        rate_formula: what gives the rate, without the equals sign.
        rate: its value, 1/s.
        target: response time asked for, s.
        doubts: the most levels in doubt that an option has.
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
        step("most", say("Rate that the storage can be judged at"), "1/s", _AtRate.most, "0.000"),
        *sound_rate_steps(f"{name}_judged", f"{name}_most", doubts, target, above=False),
        step("judged_row", say("Row of the curve there"), "", _AtRate.judged_row, "0"),
        step("judged_low", say("Low end there, 0: not known"), "s", _AtRate.judged_low, SECONDS),
        step("missed", say("Target is missed (1)"), "", _AtRate.missed, _FLAG),
        *sound_rate_steps(f"{name}_kept", f"{name}_rate", doubts, target, above=True),
        step("kept_row", say("Row of the curve there"), "", _AtRate.kept_row, "0"),
        step("kept_high", say("High end there"), "s", _AtRate.kept_high, SECONDS),
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

    def most(self) -> Live:
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

    def kept_row(self) -> Live:
        formula = self.curve.row_formula(self.cell("kept"))
        return Live(f"={formula}", self.curve.row(self.value("kept")))

    def kept_high(self) -> Live:
        reading = self._reading(self.curve.areas.high, "kept", "kept_row")
        return Live(f"={reading}", self.curve.read(self.curve.table.high_s, self.value("kept")))

    def met(self) -> Live:
        at, table = self.column.at, self.curve.table
        judged = f"AND({at('scatter')}=1,{self.cell('kept')}<={at('limit')})"
        formula = f"=IF({judged},IF({self.cell('kept_high')}<=Target_s,1,0),0)"
        inside = table.scatter_known and self.value("kept") <= self.curve.limit
        return Live(formula, int(inside and self.value("kept_high") <= self.target_s))

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
        in_doubt = f"OR({self.cell('kept')}>{rate},{self.cell('judged')}<{self.cell('most')})"
        beyond = f'IF({rate}>{at("demonstrated")},{unshown},"{Verdict.UNDETERMINED}")'
        formula = (
            f"=IF({self.cell('missed')}=1,{failed},"
            f"IF({self.cell('met')}=1,{passed},"
            f'IF(AND(ISNUMBER({comparable}),{rate}>{comparable}),"{Verdict.NOT_COMPARABLE}",'
            f'IF({in_doubt},"{Verdict.UNDETERMINED}",{beyond}))))'
        )
        return Live(formula, self._verdict().value)

    def _verdict(self) -> Verdict:
        table = self.curve.table
        if self.value("missed"):
            failed = self.value("judged_low") > self.target_s
            return Verdict.FAIL if failed else Verdict.FAIL_CAPACITY
        if self.value("met"):
            measured = self.value("chord") <= self.target_s
            return Verdict.PASS_MEASURED if measured else Verdict.PASS_MODELLED
        if table.comparable_tps is not None and self.rate > table.comparable_tps:
            return Verdict.NOT_COMPARABLE
        in_doubt = self.value("kept") > self.rate or self.value("judged") < self.value("most")
        if self.rate > table.demonstrated_tps and not in_doubt:
            return Verdict.NO_DATA if table.levels == 1 else Verdict.NOT_DEMONSTRATED
        return Verdict.UNDETERMINED
