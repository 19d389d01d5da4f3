"""Response time and capacity by formulas.

Each formula does what the app does: it reads straight between the rows of the curve and never
beyond them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from arraywise.analysis.demand import degraded_share
from arraywise.domain.decision import Verdict
from arraywise.domain.messages import message
from arraywise.domain.requirement import STATE_WORDS, Basis, DegradedRule
from arraywise.present.tables.overview import time_heading
from arraywise.report.workbook.cells import UNKNOWN, CellRole, LiveFormula, code
from arraywise.report.workbook.curves import NO_TARGET_S, NOT_KNOWN, CurveReading, write_curves
from arraywise.report.workbook.evidence_bounds import (
    RATES,
    judged_steps,
    shown_steps,
    value_steps,
    write_latencies,
)
from arraywise.report.workbook.steps import (
    FIRST_COLUMN,
    Step,
    WorkbookColumn,
    from_curve,
    limit_steps,
    write_names,
    write_steps,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from arraywise.domain.decision import Answer
    from arraywise.domain.messages import Message
    from arraywise.domain.requirement import Requirement
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.cells import SheetWriter, Text, Value, WorkbookWriter
    from arraywise.report.workbook.curves import CurveAreas, Figure
    from arraywise.report.workbook.evidence_bounds import Bounds
    from arraywise.report.workbook.steps import Columns


SECONDS = f'[>=1E+299]"{UNKNOWN}";0.000000'


def sound_rate_steps(
    name: str, rate_key: str, doubts: int, target_s: float, *, above: bool
) -> tuple[Step, ...]:
    """Return the steps from a rate to the nearest one whose bracket uses no level in doubt.

    The last step has the key `name`, which begins the keys of the others.
    """
    if not doubts:
        same = from_curve(lambda c, _: LiveFormula(f"={c.at(rate_key)}", c.value(rate_key)))
        return (Step(name, message("Rate that is judged"), "1/s", same, "0.000"),)
    order = list(range(1, doubts + 1))[:: 1 if above else -1]
    keys = [f"{name}_{number}" for number in order[:-1]] + [name]
    before = (rate_key, *keys)
    return tuple(
        _sound_rate_step(key, came_from, number, target_s, above=above)
        for key, came_from, number in zip(keys, before, order, strict=False)
    )


def _sound_rate_step(
    key: str, came_from: str, number: int, target_s: float, *, above: bool
) -> Step:
    def make(column: WorkbookColumn, curve: CurveReading) -> Value:
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
        return LiveFormula(formula, rate)

    return Step(key, message("Rate beside the level in doubt"), "1/s", from_curve(make), "0.000")


DOUBT_PARTS = ("low", "high", "least", "most")
"""Ends of the keys of the rates and targets between which a level in doubt decides nothing."""


def doubt_formulas(doubts: int) -> tuple[Step, ...]:
    """Return the levels in doubt of each option, as values; none where no option has any."""
    labels = (
        (message("Level in doubt: not judged above"), "1/s"),
        (message("Level in doubt: not judged below"), "1/s"),
        (message("Level in doubt: for targets above"), "s"),
        (message("Level in doubt: for targets below"), "s"),
    )

    def known(number: int, part: int) -> Callable[[WorkbookColumn], Value]:
        def make(_: WorkbookColumn, curve: CurveReading) -> Value:
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


def verdict_steps(name: str, rate: float, asked: Requirement, doubts: int) -> Iterator[Step]:
    """Return the steps from a rate, 1/s, to its verdict; their keys begin with `name`."""
    target = min(asked.target_s, NO_TARGET_S)

    def steps_of(column: WorkbookColumn, curve: CurveReading) -> _AtRate:
        return _AtRate(name, column, curve, rate, target, asked.least_basis)

    def step(
        key: str, label: Text, unit: Text, make: Callable[[_AtRate], Value], form: str
    ) -> Step:
        return Step(
            f"{name}_{key}", label, unit, from_curve(lambda c, v: make(steps_of(c, v))), form
        )

    title = message("Rate")
    yield step("rate", title, "1/s", lambda _: LiveFormula(f"={RATES[name]}", rate), "0.000")
    title = message("Least that a level well below it shows")
    yield step("plain", title, "s", _AtRate.plain, SECONDS)
    yield step("row", message("Row of the curve"), "", _AtRate.row, "0")
    yield step("middle", message("Middle of the curve"), "s", _AtRate.middle, SECONDS)
    yield step("low", message("Low end (95 %)"), "s", _AtRate.low, SECONDS)
    yield step("high", message("High end (95 %)"), "s", _AtRate.high, SECONDS)
    yield step("chord", message("High end by measurement alone"), "s", _AtRate.chord, SECONDS)
    yield step("most", message("Highest usable rate"), "1/s", _AtRate.most, "0.000")
    yield from sound_rate_steps(f"{name}_judged", f"{name}_most", doubts, target, above=False)
    yield step("judged_row", message("Row of the curve there"), "", _AtRate.judged_row, "0")
    title = message("Low end there, 0: not known")
    yield step("judged_low", title, "s", _AtRate.judged_low, SECONDS)
    yield step("missed", message("Target is missed (1)"), "", _AtRate.missed, _FLAG)
    yield from sound_rate_steps(f"{name}_kept", f"{name}_rate", doubts, target, above=True)
    yield step("kept_row", message("Row of the curve there"), "", _AtRate.kept_row, "0")
    yield step("kept_high", message("High end there"), "s", _AtRate.kept_high, SECONDS)
    yield step("met", message("Target is met (1)"), "", _AtRate.met, _FLAG)
    yield Step(
        f"{name}_verdict",
        message("Verdict"),
        "",
        lambda c: (
            code(Verdict.NO_DATA.value) if c.curve is None else steps_of(c, c.curve).verdict()
        ),
        "@",
        CellRole.RESULT,
    )


@dataclass(frozen=True, slots=True)
class _AtRate:
    """The steps of one option at one rate: each formula with its value."""

    name: str
    column: WorkbookColumn
    curve: CurveReading
    rate: float
    target_s: float
    least_basis: Basis

    def cell(self, key: str) -> str:
        return self.column.at(f"{self.name}_{key}")

    def value(self, key: str) -> float:
        return self.column.value(f"{self.name}_{key}")

    def figure(self, key: str) -> Figure:
        return self.column.figure(f"{self.name}_{key}")

    def row(self) -> LiveFormula:
        return self.curve.row(self.figure("rate"))

    def plain(self) -> LiveFormula:
        """Look up what the levels show by themselves; their figures are those of the export."""
        steps = self.curve.table.plain
        shown = [f"({self.cell('rate')}>{above!r})*{least!r}" for above, least in steps]
        return LiveFormula(f"=MAX(0{''.join(f',{s}' for s in shown)})",
                           self.curve.table.plain_low(self.rate))  # fmt: skip

    def _with_plain(self, reading: LiveFormula) -> LiveFormula:
        """Return a response time, of a failure that a level shows alone at least what it shows."""
        if not self.curve.table.plain:
            return reading
        plain, low = self.cell("plain"), self._measured_low()
        alone = f"AND({plain}>Target_s,NOT({low.formula[1:]}>Target_s))"
        shown = low.value if isinstance(low.value, float) else 0.0
        is_alone = self.value("plain") > self.target_s >= shown
        written = f"=IF({alone},MAX({plain},{reading.formula[1:]}),{reading.formula[1:]})"
        value = reading.value
        if is_alone and isinstance(value, float):
            value = max(self.value("plain"), value)
        return LiveFormula(written, value)

    def middle(self) -> LiveFormula:
        return self._with_plain(self._reading("middle"))

    def _reading(self, which: str) -> LiveFormula:
        return self.curve.read(which, self.figure("rate"), self.cell("row"))

    def low(self) -> LiveFormula:
        """Return the lower end; what the others leave where one level alone is over the target."""
        low, sure = self._reading("low"), self._reading("sure")
        alone = f"MAX({sure.formula[1:]},{self.cell('plain')})<=Target_s"
        written = (
            f"=IF(AND({low.formula[1:]}>Target_s,{alone}),{sure.formula[1:]},{low.formula[1:]})"
        )
        value = low.value
        if isinstance(value, float) and isinstance(sure.value, float):
            is_alone = max(sure.value, self.value("plain")) <= self.target_s < value
            value = sure.value if is_alone else value
        return self._with_plain(self._where_measured(LiveFormula(written, value)))

    def _measured_low(self) -> LiveFormula:
        return self._where_measured(self._reading("low"))

    def _where_measured(self, reading: LiveFormula) -> LiveFormula:
        measured = f"{self.cell('rate')}>={self.column.at('first')}"
        return reading.where(measured, is_met=self.rate >= self.curve.table.first_tps)

    def high(self) -> LiveFormula:
        return self._with_plain(self._upper("high"))

    def chord(self) -> LiveFormula:
        return self._upper("chord")

    def _upper(self, which: str) -> LiveFormula:
        beyond = f"{self.cell('rate')}>{self.column.at('demonstrated')}"
        reading = self._reading(which)
        formula = f"=IF({beyond},{NOT_KNOWN:.0E},{reading.formula[1:]})"
        shown = self.rate <= self.curve.table.demonstrated_tps
        return LiveFormula(formula, reading.value if shown else NOT_KNOWN)

    def most(self) -> LiveFormula:
        return _comparable(self.column, self.figure("rate"), self.curve)

    def judged_row(self) -> LiveFormula:
        return self.curve.row(self.figure("judged"))

    def judged_low(self) -> LiveFormula:
        at, (cell, rate) = self.column.at, self.figure("judged")
        table = self.curve.table
        return self.curve.read("sure", (cell, rate), self.cell("judged_row")).where(
            f"AND({at('scatter')}=1,{cell}>={at('first')})",
            is_met=table.scatter_known and rate >= table.first_tps,
            otherwise="0",
            value=0,
        )

    def missed(self) -> LiveFormula:
        at, rate = self.column.at, self.cell("rate")
        beyond = f"{rate}>MAX(1.05*{at('ceiling')},{at('demonstrated')})"
        modelled = f"ISNUMBER({at('ceiling')}),NOT(ISNUMBER({at('comparable')}))"
        formula = f"=IF({self._least}>Target_s,1,IF(AND({modelled},{beyond}),1,0))"
        table = self.curve.table
        is_beyond = (
            table.ceiling_tps is not None
            and table.comparable_tps is None
            and self.rate > max(1.05 * table.ceiling_tps, table.demonstrated_tps)
        )
        return LiveFormula(formula, int(self._is_slow or is_beyond))

    @property
    def _least(self) -> str:
        """The least response time that is shown there, by the curve or by a level alone."""
        return f"MAX({self.cell('judged_low')},{self.cell('plain')})"

    @property
    def _is_slow(self) -> bool:
        return max(self.value("judged_low"), self.value("plain")) > self.target_s

    def kept_row(self) -> LiveFormula:
        return self.curve.row(self.figure("kept"))

    def kept_high(self) -> LiveFormula:
        return self.curve.read("high", self.figure("kept"), self.cell("kept_row"))

    def met(self) -> LiveFormula:
        at, table = self.column.at, self.curve.table
        judged = f"AND({at('scatter')}=1,{self.cell('kept')}<={at('limit')})"
        formula = f"=IF({judged},IF({self.cell('kept_high')}<=Target_s,1,0),0)"
        inside = table.scatter_known and self.value("kept") <= self.curve.limit
        return LiveFormula(formula, int(inside and self.value("kept_high") <= self.target_s))

    def verdict(self) -> LiveFormula:
        at, rate = self.column.at, self.cell("rate")
        comparable = at("comparable")
        failed = f'IF({self._least}>Target_s,"{Verdict.FAIL}","{Verdict.FAIL_CAPACITY}")'
        inside = f"{rate}<={at('top')}" if self.curve.table.spread else "FALSE"
        unshown = (
            f'IF(AND({at("levels")}=1,NOT({inside})),"{Verdict.NO_DATA}",'
            f'"{Verdict.NOT_DEMONSTRATED}")'
        )
        passed = f'IF({self.cell("chord")}<=Target_s,{self._by_runs()},"{self._otherwise}")'
        in_doubt = f"OR({self.cell('kept')}>{rate},{self.cell('judged')}<{self.cell('most')})"
        beyond = f'IF({rate}>{at("demonstrated")},{unshown},"{Verdict.UNDETERMINED}")'
        formula = (
            f"=IF({self.cell('missed')}=1,{failed},"
            f"IF({self.cell('met')}=1,{passed},"
            f'IF(AND(ISNUMBER({comparable}),{rate}>{comparable}),"{Verdict.NOT_COMPARABLE}",'
            f'IF({in_doubt},"{Verdict.UNDETERMINED}",{beyond}))))'
        )
        return LiveFormula(formula, self._verdict().value)

    def _by_runs(self) -> str:
        """Return the formula of a pass by measurement: it is once where a level has one run."""
        once, words = self.curve.table.once, self._words
        if len(set(once)) < 2:
            return f'"{words[all(once)]}"'
        area, rates, length = self.curve.areas.once, self.curve.areas.rates, self.curve.length
        right = f"MIN({length},SUMPRODUCT(1*({rates}<{self.cell('rate')}*(1-1E-12)))+1)"
        return f'IF(INDEX({area},{right})=1,"{words[True]}","{words[False]}")'

    @property
    def _words(self) -> tuple[Verdict, Verdict]:
        """Return a pass by repeated runs and by one; the latter may not count."""
        is_needed = self.least_basis is Basis.MEASURED
        return Verdict.PASS_MEASURED, (Verdict.UNDETERMINED if is_needed else Verdict.PASS_ONCE)

    @property
    def _otherwise(self) -> Verdict:
        """Return a pass that the measurement alone does not show."""
        is_estimated = self.curve.table.is_estimated
        return Verdict.PASS_ESTIMATED if is_estimated else Verdict.PASS_MODELLED

    @property
    def _by_measurement(self) -> Verdict:
        once = self.curve.table.once
        right = bisect_left(self.curve.table.rates_tps, self.rate * (1 - 1e-12))
        return self._words[bool(once) and once[min(right, len(once) - 1)]]

    def _verdict(self) -> Verdict:
        table = self.curve.table
        if self.value("missed"):
            return Verdict.FAIL if self._is_slow else Verdict.FAIL_CAPACITY
        if self.value("met"):
            measured = self.value("chord") <= self.target_s
            return self._by_measurement if measured else self._otherwise
        if table.comparable_tps is not None and self.rate > table.comparable_tps:
            return Verdict.NOT_COMPARABLE
        in_doubt = self.value("kept") > self.rate or self.value("judged") < self.value("most")
        if self.rate > table.demonstrated_tps and not in_doubt:
            was_measured = table.spread is not None and self.rate <= table.top_tps
            is_alone = table.levels == 1 and not was_measured
            return Verdict.NO_DATA if is_alone else Verdict.NOT_DEMONSTRATED
        return Verdict.UNDETERMINED


def _comparable(column: WorkbookColumn, rate: Figure, curve: CurveReading) -> LiveFormula:
    """Return a rate, up to the highest at which the host was not the limit."""
    cell, most = column.at("comparable"), curve.table.comparable_tps
    formula = f"=IF(ISNUMBER({cell}),MIN({rate[0]},{cell}),{rate[0]})"
    return LiveFormula(formula, rate[1] if most is None else min(rate[1], most))


def capacity_steps(answer: Answer, doubts: int) -> Iterator[Step]:
    """Return the steps from the curve to capacity, headroom and visits per month."""
    target = target_of(answer)

    def start(column: WorkbookColumn, curve: CurveReading) -> Value:
        formula = f"=MIN({column.at('first')},{column.at('limit')})"
        return LiveFormula(formula, min(curve.table.first_tps, curve.limit))

    def top(column: WorkbookColumn, curve: CurveReading) -> Value:
        return _comparable(column, column.figure("top"), curve)

    at_start, at_limit, at_top = (
        (message("Row of the curve there"), message("High end there")),
        (
            message("Curve row at the highest usable rate"),
            message("Upper bound at the highest usable rate"),
        ),
        (message("Row of the curve there"), message("Middle there")),
    )
    yield Step("start", message("Lowest rate that can be judged"), "1/s", from_curve(start))
    yield from _read_at("start", at_start, _HIGH)
    yield from _read_at("limit", at_limit, _HIGH, "end")
    yield from _crossing_steps(
        target, _HIGH, message("Row where the upper bound exceeds the target")
    )
    yield Step("shown_all", message("Shown, 95 %"), "1/s", from_curve(partial(_shown, target)))
    yield from sound_rate_steps("shown_rate", "shown_all", doubts, target, above=False)
    yield Step("at_most", message("Highest usable measured rate"), "1/s", from_curve(top))
    yield from _read_at("at_most", at_top, _MIDDLE)
    yield from _crossing_steps(target, _MIDDLE, message("Row where the point exceeds the target"))
    yield Step("expected_all", message("Expected"), "1/s", from_curve(partial(_expected, target)))
    yield from sound_rate_steps("expected_rate", "expected_all", doubts, target, above=False)
    title = message("More was not shown (1): at least this much")
    yield Step("at_least", title, "", from_curve(partial(_at_least, target)), "0")
    title = message("Rate within the target, likely")
    yield Step("capacity", title, "1/s", from_curve(_capacity), "0.000", CellRole.RESULT)
    title = message("Rate within the target, low end")
    yield Step("capacity_low", title, "1/s", from_curve(_capacity_low), "0.000", CellRole.RESULT)
    yield Step("criterion", message("Headroom"), "", from_curve(_headroom), "0.0%")
    yield from limit_steps(answer.requirement, target_of(answer))


_HIGH, _MIDDLE = "high", "middle"


def _read_at(
    rate: str, labels: tuple[Message, Message], which: str, name: str = ""
) -> Iterator[Step]:
    """Return the steps that read a response time at a rate given by another step."""
    name = name or rate

    def row(column: WorkbookColumn, curve: CurveReading) -> Value:
        return curve.row(column.figure(rate))

    def read(column: WorkbookColumn, curve: CurveReading) -> Value:
        return curve.read(which, column.figure(rate), column.at(f"{name}_row"))

    yield Step(f"{name}_row", labels[0], "", from_curve(row), "0")
    yield Step(f"{name}_{which}", labels[1], "s", from_curve(read), "0.000000")


def _crossing_steps(target: float, which: str, label: Message) -> Iterator[Step]:
    """Return the steps to the rate at which a response time passes the target."""

    def row(_: WorkbookColumn, curve: CurveReading) -> Value:
        return curve.target_row(which, target)

    def crossing(column: WorkbookColumn, curve: CurveReading) -> Value:
        return curve.crossing(which, target, column.at(f"row_{which}"))

    yield Step(f"row_{which}", label, "", from_curve(row), "0")
    yield Step(f"crossing_{which}", message("Rate where it passes"), "1/s", from_curve(crossing))


def _shown(target: float, column: WorkbookColumn, curve: CurveReading) -> Value:
    at, value, limit = column.at, column.value, curve.limit
    least = f"MIN({at('crossing_high')},{at('limit')})"
    rate = limit if target >= value("end_high") else min(value("crossing_high"), limit)
    return LiveFormula(f"=IF(Target_s>={at('end_high')},{at('limit')},{least})", rate)


def _expected(target: float, column: WorkbookColumn, _: CurveReading) -> Value:
    at, value, most = column.at, column.value, column.value("at_most")
    least = f"MIN({at('crossing_middle')},{at('at_most')})"
    reached = target >= value("at_most_middle")
    rate = most if reached else min(value("crossing_middle"), most)
    return LiveFormula(f"=IF(Target_s>={at('at_most_middle')},{at('at_most')},{least})", rate)


def _at_least(target: float, column: WorkbookColumn, _: CurveReading) -> Value:
    at, value = column.at, column.value
    doubted = f"{at('expected_rate')}<{at('expected_all')}"
    reached = f"OR(Target_s>={at('at_most_middle')},{doubted})"
    is_least = value("scatter") == 1 and (
        target >= value("at_most_middle") or value("expected_rate") < value("expected_all")
    )
    return LiveFormula(f"=IF({at('scatter')}=1,IF({reached},1,0),0)", int(is_least))


def _unknown(column: WorkbookColumn) -> str:
    at = column.at
    return (
        f"OR({at('scatter')}=0,{at('limit')}<=0,Target_s<{at('start_high')},{at('shown_rate')}<=0)"
    )


def _capacity(column: WorkbookColumn, _: CurveReading) -> Value:
    value = column.answer.capacity_tps
    result = f"MAX({column.at('shown_rate')},{column.at('expected_rate')})"
    return LiveFormula(f'=IF({_unknown(column)},"",{result})', value)


def _capacity_low(column: WorkbookColumn, _: CurveReading) -> Value:
    value = column.answer.capacity_low_tps
    formula = f'=IF({_unknown(column)},"",{column.at("shown_rate")})'
    return LiveFormula(formula, value)


def _headroom(column: WorkbookColumn, _: CurveReading) -> Value:
    capacity = column.at("capacity")
    value = column.answer.headroom
    shown = f"{capacity}/Demand_tps-1"
    return LiveFormula(f'=IF(ISNUMBER({capacity}),IF(Demand_tps>0,{shown},""),"")', value)


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
    """What `middle_s` amounts to; None where there is nothing to value."""
    verdict: str
    headroom_verdict: str
    verdict_today: str
    """At the demand of today with the least headroom; empty where no growth was looked at."""
    capacity: str
    headroom: str
    """As the criterion values it, by the likely rate."""
    limit: str
    """The load it carries ..."""
    spare: str
    """... over the demand, less 1 ..."""
    stated: str
    """... and in the unit that the load is stated in."""
    at_least: str
    scored_capacity: str
    """Of the capacity that the headroom is valued by ..."""
    scored_capacity_value: float | None
    """... and what it amounts to."""


def target_of(answer: Answer) -> float:
    """Return the time that is judged as cells hold it: beyond all that is not known for none."""
    return min(answer.requirement.target_s, NO_TARGET_S)


def write_response(
    book: WorkbookWriter, content: ReportContent, areas: Mapping[int, CurveAreas]
) -> dict[int, ResponseCells]:
    """Write the sheet and return the cells of each option, by its id."""
    note = message(
        "Formulas over the sheet Curves; rates in transactions per second, times in seconds."
    )
    bounds = write_latencies(book, content)
    grid = book.sheet(
        message("Response"), message("Time at the demand, verdict, load it carries"), note
    )
    columns, asked = columns_of(content, areas), content.answer.requirement
    row, doubts = write_shown(grid, columns)
    for name, rate, title, _ in _list_judged_rates(content):
        steps = verdict_steps(name, rate, asked, doubts)
        if name == "demand":
            steps = chain(steps, _response_steps(time_heading(content.answer)))
        row = write_steps(grid, row, title, steps, columns)
    steps = capacity_steps(content.answer, doubts)
    row = write_steps(grid, row, message("Load it carries"), steps, columns)
    if bounds:
        _write_bounds(grid, row, columns, content, bounds)
    grid.widths(46, 10, *[20] * len(columns))
    grid.finish((4, FIRST_COLUMN))
    return {
        column.answer.option.id: _cells(grid.quoted, column, is_by_bounds=bool(bounds))
        for column in columns
    }


def columns_of(content: ReportContent, areas: Mapping[int, CurveAreas]) -> list[WorkbookColumn]:
    """Return a column for each option, with its curve."""
    return [
        WorkbookColumn(FIRST_COLUMN + i, option, _reading(content, option.option.id, areas))
        for i, option in enumerate(content.answer.options)
    ]


def write_shown(grid: SheetWriter, columns: Columns) -> tuple[int, int]:
    """Write what was shown; return the row after it, and the most levels in doubt of a curve."""
    write_names(grid, 3, columns)
    doubts = max((len(c.curve.table.doubts) for c in columns if c.curve is not None), default=0)
    shown = (*_shown_steps(), *doubt_formulas(doubts))
    return write_steps(grid, 4, message("What was shown (values)"), shown, columns), doubts


def _list_judged_rates(content: ReportContent) -> list[tuple[str, float, Message, Message]]:
    """Return name, value and titles of the rates that options are judged at.

    The second title is of what is judged by all evidence.
    """
    demand, room = content.answer.demand_tps, 1 + content.answer.requirement.min_headroom
    rates = [
        ("demand", demand, message("At the demand"), message("At the demand, by all evidence")),
        (
            *("room", demand * room, message("With the least headroom on top")),
            message("With the least headroom on top, by all evidence"),
        ),
    ]
    if content.runway is not None:
        today = message("The same at the demand of today")
        by_all = message("The same at the demand of today, by all evidence")
        rates.append(("today", content.runway.load_tps[0] * room, today, by_all))
    return rates


def _write_bounds(
    grid: SheetWriter, row: int, columns: Columns, content: ReportContent, bounds: Bounds
) -> None:
    """Write what counts beside the curves, and what is shown by all of it together."""
    answer, title = content.answer, message("I/O evidence and publications (values)")
    row = write_steps(grid, row, title, value_steps(bounds), columns)
    for name, rate, _, title in _list_judged_rates(content):
        steps = judged_steps(name, rate, answer.requirement.target_s, bounds)
        row = write_steps(grid, row, title, steps, columns)
    alone = all(column.curve is None for column in columns)
    steps = shown_steps(bounds, answer, target_of(answer), alone=alone)
    write_steps(grid, row, message("What is shown, by all evidence"), steps, columns)


def _reading(
    content: ReportContent, option_id: int, areas: Mapping[int, CurveAreas]
) -> CurveReading | None:
    table = next((c for c in content.curves if c.option.id == option_id), None)
    return None if table is None else CurveReading(table, areas[option_id])


def _cells(sheet: str, column: WorkbookColumn, *, is_by_bounds: bool) -> ResponseCells:
    def ref(key: str, shown: str) -> str:
        return f"{sheet}!{column.at(shown if is_by_bounds else key)}"

    today = ref("today_verdict", "today_final") if "today_verdict" in column.rows else ""

    def value(key: str, shown: str) -> float | None:
        known = column.values[shown if is_by_bounds else key]
        return known if isinstance(known, int | float) else None

    return ResponseCells(
        response_ms=ref("response", "shown_response"),
        low_ms=ref("response_low", "shown_low"),
        high_ms=ref("response_high", "shown_high"),
        middle_s=ref("demand_middle", "shown_scored"),
        middle_value=value("demand_middle", "shown_scored"),
        verdict=ref("demand_verdict", "demand_final"),
        headroom_verdict=ref("room_verdict", "room_final"),
        verdict_today=today,
        capacity=ref("capacity", "shown_capacity"),
        headroom=ref("criterion", "shown_criterion"),
        limit=ref("passes_to", "shown_passes_to"),
        spare=ref("spare", "shown_spare"),
        stated=ref("stated", "shown_stated"),
        at_least=ref("at_least", "shown_at_least"),
        scored_capacity=ref("capacity", "shown_scored_capacity"),
        scored_capacity_value=value("capacity", "shown_scored_capacity"),
    )


def _shown_steps() -> Iterator[Step]:
    def known(name: str) -> Callable[[WorkbookColumn], Value]:
        def make(_: WorkbookColumn, curve: CurveReading) -> Value:
            value: float | None = getattr(curve.table, name)
            return None if value is None else float(value)

        return from_curve(make)

    def covered(name: str) -> Callable[[WorkbookColumn], Value]:
        def make(_: WorkbookColumn, curve: CurveReading) -> Value:
            measured = curve.table.measured
            return None if measured is None else min(float(getattr(measured, name)), NOT_KNOWN)

        return from_curve(make)

    limit = from_curve(lambda c, curve: _comparable(c, c.figure("demonstrated"), curve))
    yield Step("levels", message("Levels that count"), "", known("levels"), "0")
    yield Step("first", message("Lowest measured rate"), "1/s", known("first_tps"))
    yield Step("top", message("Highest measured rate"), "1/s", known("top_tps"))
    title = message("Demonstrated rate (95 %)")
    yield Step("demonstrated", title, "1/s", known("demonstrated_tps"))
    yield Step("comparable", message("Comparable up to"), "1/s", known("comparable_tps"))
    yield Step("ceiling", message("Bottleneck by a model"), "1/s", known("ceiling_tps"))
    title = message("Repeated runs (1) or none (0)")
    yield Step("scatter", title, "", known("scatter_known"), _FLAG)
    yield Step("limit", message("Highest rate that can be judged"), "1/s", limit)
    title = message("Response time at the lowest rate, at least")
    yield Step("first_low", title, "s", covered("first_low_s"), "0.000000")
    title = message("Response time at the highest rate, at most")
    yield Step("limit_high", title, "s", covered("limit_high_s"), "0.000000")


def _response_steps(time: Message) -> Iterator[Step]:
    """Return the response time with its ends as pages show it, in ms."""

    def middle(column: WorkbookColumn, curve: CurveReading) -> Value:
        rate, first, top = (column.at(key) for key in ("demand_rate", "first", "top"))
        outside = f"OR({rate}<{first},{rate}>{top})"
        formula = f"=IF({outside},{_NOTHING},{column.at('demand_middle')}*1000)"
        table = curve.table
        shown = table.first_tps <= column.value("demand_rate") <= table.top_tps
        return LiveFormula(formula, column.value("demand_middle") * 1000 if shown else "")

    def end(key: str) -> Callable[[WorkbookColumn], Value]:
        def make(column: WorkbookColumn, _: CurveReading) -> Value:
            cell, value = column.at(key), column.values[key]
            formula = f"=IF(ISNUMBER({cell}),IF({cell}<1E+299,{cell}*1000,{_NOTHING}),{_NOTHING})"
            known = isinstance(value, int | float) and value < NOT_KNOWN
            return LiveFormula(formula, column.value(key) * 1000 if known else "")

        return from_curve(make)

    low, high = message("{time}, low end", time=time), message("{time}, high end", time=time)
    yield Step("response_low", low, "ms", end("demand_low"), "0.00")
    yield Step("response", time, "ms", from_curve(middle), "0.00", CellRole.RESULT)
    yield Step("response_high", high, "ms", end("demand_high"), "0.00")


def write_degraded(book: WorkbookWriter, content: ReportContent) -> dict[int, tuple[str, ...]]:
    """Write what options do with a part failed, by the formulas of whole storage (MODEL F5).

    Returns:
        The verdicts of each option's states, by its id; nothing where no rule asks for them.
    """
    asked = content.answer.requirement
    if asked.degraded is DegradedRule.NOT_ASKED:
        return {}
    states, options = _states_as_options(book, content), content.degraded
    if not options:
        return {}
    title = message("With a part failed")
    areas = write_curves(book, states, (message("Degraded curves"), title))
    bounds = write_latencies(book, states, (message("Degraded latencies"), title))
    note = message("Formulas over the sheet Degraded curves, as the sheet Response has them.")
    grid = book.sheet(message("Degraded"), title, note)
    columns, name = columns_of(states, areas), asked.degraded.value
    row, doubts = write_shown(grid, columns)
    rate = content.answer.demand_tps * degraded_share(asked)
    steps = verdict_steps(name, rate, asked, doubts)
    row = write_steps(grid, row, message("At the required load"), steps, columns)
    if bounds:
        title = message("I/O evidence and publications (values)")
        row = write_steps(grid, row, title, value_steps(bounds), columns)
        steps = judged_steps(name, rate, asked.target_s, bounds)
        write_steps(grid, row, message("By all evidence"), steps, columns)
    grid.widths(46, 10, *[24] * len(columns))
    grid.finish((4, FIRST_COLUMN))
    key, found = f"{name}_{'final' if bounds else 'verdict'}", defaultdict[int, list[str]](list)
    for column, each in zip(columns, options, strict=True):
        found[each.option.id].append(f"{grid.quoted}!{column.at(key)}")
    return {option: tuple(cells) for option, cells in found.items()}


def _states_as_options(book: WorkbookWriter, content: ReportContent) -> ReportContent:
    """Return the content with every tested state in the place of an option of its own."""
    answers = {each.option.id: each for each in content.answer.options}
    options, curves, bounds = [], [], {}
    for number, each in enumerate(content.degraded, start=1):
        name = f"{each.option.name} {book.localise(STATE_WORDS[each.state])}"
        option = replace(each.option, id=-number, name=name)
        options.append(replace(answers[each.option.id], option=option))
        bounds[option.id] = each.bounds
        if each.curve is not None:
            curves.append(replace(each.curve, option=option))
    answer = replace(content.answer, options=tuple(options))
    return replace(content, answer=answer, curves=tuple(curves), bounds=bounds)
