"""Response time and capacity by formulas.

Each formula does what the app does: it reads straight between the rows of the curve and never
beyond them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from arraywise.domain.cells import FormulaText
from arraywise.domain.decision import Verdict
from arraywise.domain.messages import message
from arraywise.domain.requirement import STATE_WORDS, Basis
from arraywise.present.numbers import to_milliseconds
from arraywise.present.tables.overview import time_column_title
from arraywise.report.workbook.cells import UNKNOWN, CellRole, code_as_words
from arraywise.report.workbook.curves import NO_TARGET_S, NOT_KNOWN, CurveFormulas
from arraywise.report.workbook.evidence_bounds import (
    RATES,
    bound_value_steps,
    displayed_result_steps,
    evidence_verdict_steps,
    write_latencies_sheet,
)
from arraywise.report.workbook.exported import highlight_changed_inputs, write_export_date_line
from arraywise.report.workbook.steps import (
    FIRST_COLUMN,
    OptionColumnCells,
    Step,
    blank_without_curve,
    carried_load_steps,
    write_option_names,
    write_steps,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from arraywise.domain.decision import Answer
    from arraywise.domain.messages import Message
    from arraywise.domain.requirement import Requirement
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.cells import SheetWriter, Text, Value, WorkbookWriter
    from arraywise.report.workbook.curves import CurveAreas
    from arraywise.report.workbook.evidence_bounds import Bounds
    from arraywise.report.workbook.steps import Columns


SECONDS = f'[>=1E+299]"{UNKNOWN}";0.000000'

DOUBT_PARTS = ("low", "high", "least", "most")
"""Ends of the keys of the rates and targets between which a level in doubt decides nothing."""
_FLAG = "0"
_JUDGED_RATES = (
    ("demand", message("At the demand"), message("At the demand, by all evidence")),
    (
        "room",
        message("With the least headroom on top"),
        message("With the least headroom on top, by all evidence"),
    ),
)
"""Name and titles of the rates that options are judged at, by curves and by all evidence."""


def rate_outside_doubt_steps(
    name: str, rate_key: str, doubts: int, *, above: bool
) -> tuple[Step, ...]:
    """Return the steps from a rate to the nearest one whose bracket uses no level in doubt.

    The last step has the key `name`, which begins the keys of the others.
    """
    if not doubts:
        same = blank_without_curve(lambda c, _: FormulaText(f"={c.at(rate_key)}"))
        return (Step(name, message("Rate that is judged"), "1/s", same, "0.000"),)
    order = list(range(1, doubts + 1))[:: 1 if above else -1]
    keys = [f"{name}_{number}" for number in order[:-1]] + [name]
    before = (rate_key, *keys)
    return tuple(
        _rate_beside_doubt_step(key, came_from, number, above=above)
        for key, came_from, number in zip(keys, before, order, strict=False)
    )


def _rate_beside_doubt_step(key: str, came_from: str, number: int, *, above: bool) -> Step:
    def make(column: OptionColumnCells, _: CurveFormulas) -> Value:
        at = column.at
        low, high, least, most = (f"doubt{number}_{part}" for part in DOUBT_PARTS)
        inside = (
            f"AND({at(came_from)}>{at(low)},{at(came_from)}<{at(high)},"
            f"Target_s>{at(least)},Target_s<{at(most)})"
        )
        known = f"ISNUMBER({at(high)})"
        bound = at(high) if above else at(low)
        formula = f"=IF({known},IF({inside},{bound},{at(came_from)}),{at(came_from)})"
        return FormulaText(formula)

    return Step(
        key, message("Rate beside the level in doubt"), "1/s", blank_without_curve(make), "0.000"
    )


def doubt_value_steps(doubts: int) -> tuple[Step, ...]:
    """Return the levels in doubt of each option, as values; none where no option has any."""
    labels = (
        (message("Level in doubt: not judged above"), "1/s"),
        (message("Level in doubt: not judged below"), "1/s"),
        (message("Level in doubt: for targets above"), "s"),
        (message("Level in doubt: for targets below"), "s"),
    )

    def doubt_end(number: int, part: int) -> Callable[[OptionColumnCells], Value]:
        def make(_: OptionColumnCells, curve: CurveFormulas) -> Value:
            if number > len(curve.table.doubts):
                return None
            doubt = curve.table.doubts[number - 1]
            ends = doubt.low_tps, doubt.high_tps, doubt.low_s, doubt.high_s
            return min(ends[part], NOT_KNOWN)

        return blank_without_curve(make)

    return tuple(
        Step(f"doubt{number}_{name}", label, unit, doubt_end(number, part), SECONDS)
        for number in range(1, doubts + 1)
        for part, (name, (label, unit)) in enumerate(zip(DOUBT_PARTS, labels, strict=True))
    )


def verdict_steps(name: str, asked: Requirement, doubts: int) -> Iterator[Step]:
    """Return the steps from a rate to its verdict; their keys begin with `name`."""

    def steps_of(column: OptionColumnCells, curve: CurveFormulas) -> _CurveFormulasAtRate:
        return _CurveFormulasAtRate(name, column, curve, asked.least_basis)

    def step(
        key: str, label: Text, unit: Text, make: Callable[[_CurveFormulasAtRate], Value], form: str
    ) -> Step:
        return Step(
            f"{name}_{key}",
            label,
            unit,
            blank_without_curve(lambda c, v: make(steps_of(c, v))),
            form,
        )

    title = message("Rate")
    yield step("rate", title, "1/s", lambda _: FormulaText(f"={RATES[name]}"), "0.000")
    title = message("Least that a level well below it shows")
    yield step("plain", title, "s", _CurveFormulasAtRate.plain, SECONDS)
    yield step("row", message("Row of the curve"), "", _CurveFormulasAtRate.row, "0")
    yield step("middle", message("Middle of the curve"), "s", _CurveFormulasAtRate.middle, SECONDS)
    yield step("low", message("Low end (95 %)"), "s", _CurveFormulasAtRate.low, SECONDS)
    yield step("high", message("High end (95 %)"), "s", _CurveFormulasAtRate.high, SECONDS)
    yield step(
        "chord", message("High end by measurement alone"), "s", _CurveFormulasAtRate.chord, SECONDS
    )
    yield step("most", message("Highest usable rate"), "1/s", _CurveFormulasAtRate.most, "0.000")
    yield from rate_outside_doubt_steps(f"{name}_judged", f"{name}_most", doubts, above=False)
    yield step(
        "judged_row", message("Row of the curve there"), "", _CurveFormulasAtRate.judged_row, "0"
    )
    title = message("Low end there, 0: not known")
    yield step("judged_low", title, "s", _CurveFormulasAtRate.judged_low, SECONDS)
    yield step("missed", message("Target is missed (1)"), "", _CurveFormulasAtRate.missed, _FLAG)
    yield from rate_outside_doubt_steps(f"{name}_kept", f"{name}_rate", doubts, above=True)
    yield step(
        "kept_row", message("Row of the curve there"), "", _CurveFormulasAtRate.kept_row, "0"
    )
    yield step(
        "kept_high", message("High end there"), "s", _CurveFormulasAtRate.kept_high, SECONDS
    )
    yield step("met", message("Target is met (1)"), "", _CurveFormulasAtRate.met, _FLAG)
    yield Step(
        f"{name}_verdict",
        message("Verdict"),
        "",
        lambda c: (
            code_as_words(Verdict.NO_DATA.value)
            if c.curve is None
            else steps_of(c, c.curve).verdict()
        ),
        "@",
        CellRole.RESULT,
    )


@dataclass(frozen=True, slots=True)
class _CurveFormulasAtRate:
    """Formulas of one option at one rate."""

    name: str
    column: OptionColumnCells
    curve: CurveFormulas
    least_basis: Basis

    def cell(self, key: str) -> str:
        return self.column.at(f"{self.name}_{key}")

    def row(self) -> FormulaText:
        return self.curve.row_formula(self.cell("rate"))

    def plain(self) -> FormulaText:
        """Look up what the levels show by themselves; their figures are those of the export."""
        steps = self.curve.table.plain
        shown = [f"({self.cell('rate')}>{above!r})*{least!r}" for above, least in steps]
        return FormulaText(f"=MAX(0{''.join(f',{s}' for s in shown)})")

    def _raise_to_single_level_bound(self, reading: FormulaText) -> FormulaText:
        """Return a response time, of a failure that a level shows alone at least what it shows."""
        if not self.curve.table.plain:
            return reading
        plain, low = self.cell("plain"), self._measured_low()
        alone = f"AND({plain}>Target_s,NOT({low[1:]}>Target_s))"
        return FormulaText(f"=IF({alone},MAX({plain},{reading[1:]}),{reading[1:]})")

    def middle(self) -> FormulaText:
        return self._raise_to_single_level_bound(self._curve_value("middle"))

    def _curve_value(self, which: str) -> FormulaText:
        return self.curve.interpolation_formula(which, self.cell("rate"), self.cell("row"))

    def low(self) -> FormulaText:
        """Return the lower end; what the others leave where one level alone is over the target."""
        low, sure = self._curve_value("low"), self._curve_value("sure")
        alone = f"MAX({sure[1:]},{self.cell('plain')})<=Target_s"
        written = f"=IF(AND({low[1:]}>Target_s,{alone}),{sure[1:]},{low[1:]})"
        return self._raise_to_single_level_bound(self._if_measured(FormulaText(written)))

    def _measured_low(self) -> FormulaText:
        return self._if_measured(self._curve_value("low"))

    def _if_measured(self, reading: FormulaText) -> FormulaText:
        return reading.wrap_in_if(f"{self.cell('rate')}>={self.column.at('first')}")

    def high(self) -> FormulaText:
        return self._raise_to_single_level_bound(self._upper_end("high"))

    def chord(self) -> FormulaText:
        return self._upper_end("chord")

    def _upper_end(self, which: str) -> FormulaText:
        beyond = f"{self.cell('rate')}>{self.column.at('demonstrated')}"
        return FormulaText(f"=IF({beyond},{NOT_KNOWN:.0E},{self._curve_value(which)[1:]})")

    def most(self) -> FormulaText:
        return _rate_up_to_comparable(self.column, self.cell("rate"))

    def judged_row(self) -> FormulaText:
        return self.curve.row_formula(self.cell("judged"))

    def judged_low(self) -> FormulaText:
        at, cell = self.column.at, self.cell("judged")
        return self.curve.interpolation_formula("sure", cell, self.cell("judged_row")).wrap_in_if(
            f"AND({at('scatter')}=1,{cell}>={at('first')})", otherwise="0"
        )

    def missed(self) -> FormulaText:
        at, rate = self.column.at, self.cell("rate")
        beyond = f"{rate}>MAX(1.05*{at('ceiling')},{at('demonstrated')})"
        modelled = f"ISNUMBER({at('ceiling')}),NOT(ISNUMBER({at('comparable')}))"
        return FormulaText(
            f"=IF({self._least_response}>Target_s,1,IF(AND({modelled},{beyond}),1,0))"
        )

    @property
    def _least_response(self) -> str:
        """The least response time that is shown there, by the curve or by a level alone."""
        return f"MAX({self.cell('judged_low')},{self.cell('plain')})"

    def kept_row(self) -> FormulaText:
        return self.curve.row_formula(self.cell("kept"))

    def kept_high(self) -> FormulaText:
        return self.curve.interpolation_formula("high", self.cell("kept"), self.cell("kept_row"))

    def met(self) -> FormulaText:
        at = self.column.at
        judged = f"AND({at('scatter')}=1,{self.cell('kept')}<={at('limit')})"
        return FormulaText(f"=IF({judged},IF({self.cell('kept_high')}<=Target_s,1,0),0)")

    def verdict(self) -> FormulaText:
        at, rate = self.column.at, self.cell("rate")
        comparable = at("comparable")
        failed = f'IF({self._least_response}>Target_s,"{Verdict.FAIL}","{Verdict.FAIL_CAPACITY}")'
        inside = f"{rate}<={at('top')}" if self.curve.table.spread else "FALSE"
        unshown = (
            f'IF(AND({at("levels")}=1,NOT({inside})),"{Verdict.NO_DATA}",'
            f'"{Verdict.NOT_DEMONSTRATED}")'
        )
        by_runs = self._pass_by_measurement()
        passed = f'IF({self.cell("chord")}<=Target_s,{by_runs},"{self._pass_not_measured}")'
        in_doubt = f"OR({self.cell('kept')}>{rate},{self.cell('judged')}<{self.cell('most')})"
        beyond = f'IF({rate}>{at("demonstrated")},{unshown},"{Verdict.UNDETERMINED}")'
        return FormulaText(
            f"=IF({self.cell('missed')}=1,{failed},"
            f"IF({self.cell('met')}=1,{passed},"
            f'IF(AND(ISNUMBER({comparable}),{rate}>{comparable}),"{Verdict.NOT_COMPARABLE}",'
            f'IF({in_doubt},"{Verdict.UNDETERMINED}",{beyond}))))'
        )

    def _pass_by_measurement(self) -> str:
        """Return the formula of a pass by measurement: it is once where a level has one run."""
        once, words = self.curve.table.once, self._pass_verdicts
        if len(set(once)) < 2:
            return f'"{words[all(once)]}"'
        area, rates, length = self.curve.areas.once, self.curve.areas.rates, self.curve.length
        right = f"MIN({length},SUMPRODUCT(1*({rates}<{self.cell('rate')}*(1-1E-12)))+1)"
        return f'IF(INDEX({area},{right})=1,"{words[True]}","{words[False]}")'

    @property
    def _pass_verdicts(self) -> tuple[Verdict, Verdict]:
        """Return a pass by repeated runs and by one; the latter may not count."""
        is_needed = self.least_basis is Basis.MEASURED
        return Verdict.PASS_MEASURED, (Verdict.UNDETERMINED if is_needed else Verdict.PASS_ONCE)

    @property
    def _pass_not_measured(self) -> Verdict:
        """Return a pass that the measurement alone does not show."""
        is_estimated = self.curve.table.is_estimated
        return Verdict.PASS_ESTIMATED if is_estimated else Verdict.PASS_MODELLED


def _rate_up_to_comparable(column: OptionColumnCells, rate: str) -> FormulaText:
    """Return a rate, up to the highest at which the host was not the limit."""
    cell = column.at("comparable")
    return FormulaText(f"=IF(ISNUMBER({cell}),MIN({rate},{cell}),{rate})")


def capacity_steps(answer: Answer, doubts: int) -> Iterator[Step]:
    """Return the steps from the curve to capacity, headroom and visits per month."""

    def start(column: OptionColumnCells, _: CurveFormulas) -> Value:
        return FormulaText(f"=MIN({column.at('first')},{column.at('limit')})")

    def top(column: OptionColumnCells, _: CurveFormulas) -> Value:
        return _rate_up_to_comparable(column, column.at("top"))

    at_start, at_limit, at_top = (
        (message("Row of the curve there"), message("High end there")),
        (
            message("Curve row at the highest usable rate"),
            message("Upper bound at the highest usable rate"),
        ),
        (message("Row of the curve there"), message("Middle there")),
    )
    yield Step(
        "start", message("Lowest rate that can be judged"), "1/s", blank_without_curve(start)
    )
    yield from _interpolation_steps("start", at_start, _HIGH)
    yield from _interpolation_steps("limit", at_limit, _HIGH, "end")
    yield from _crossing_steps(_HIGH, message("Row where the upper bound exceeds the target"))
    yield Step("shown_all", message("Shown, 95 %"), "1/s", blank_without_curve(_shown_rate))
    yield from rate_outside_doubt_steps("shown_rate", "shown_all", doubts, above=False)
    yield Step("at_most", message("Highest usable measured rate"), "1/s", blank_without_curve(top))
    yield from _interpolation_steps("at_most", at_top, _MIDDLE)
    yield from _crossing_steps(_MIDDLE, message("Row where the point exceeds the target"))
    yield Step("expected_all", message("Expected"), "1/s", blank_without_curve(_expected_rate))
    yield from rate_outside_doubt_steps("expected_rate", "expected_all", doubts, above=False)
    title = message("More was not shown (1): at least this much")
    yield Step("at_least", title, "", blank_without_curve(_is_lower_bound_flag), "0")
    title = message("Rate within the target, likely")
    yield Step(
        "capacity", title, "1/s", blank_without_curve(_likely_capacity), "0.000", CellRole.RESULT
    )
    title = message("Rate within the target, low end")
    yield Step(
        "capacity_low", title, "1/s", blank_without_curve(_capacity_low), "0.000", CellRole.RESULT
    )
    yield Step("criterion", message("Headroom"), "", blank_without_curve(_headroom), "0.0%")
    yield from carried_load_steps(answer.requirement, finite_target_s(answer))


_HIGH, _MIDDLE = "high", "middle"


def _interpolation_steps(
    rate: str, labels: tuple[Message, Message], which: str, name: str = ""
) -> Iterator[Step]:
    """Return the steps that read a response time at a rate given by another step."""
    name = name or rate

    def row(column: OptionColumnCells, curve: CurveFormulas) -> Value:
        return curve.row_formula(column.at(rate))

    def read(column: OptionColumnCells, curve: CurveFormulas) -> Value:
        return curve.interpolation_formula(which, column.at(rate), column.at(f"{name}_row"))

    yield Step(f"{name}_row", labels[0], "", blank_without_curve(row), "0")
    yield Step(f"{name}_{which}", labels[1], "s", blank_without_curve(read), "0.000000")


def _crossing_steps(which: str, label: Message) -> Iterator[Step]:
    """Return the steps to the rate at which a response time passes the target."""

    def row(_: OptionColumnCells, curve: CurveFormulas) -> Value:
        return curve.target_row_formula(which)

    def crossing(column: OptionColumnCells, curve: CurveFormulas) -> Value:
        return curve.crossing_rate_formula(which, column.at(f"row_{which}"))

    yield Step(f"row_{which}", label, "", blank_without_curve(row), "0")
    yield Step(
        f"crossing_{which}", message("Rate where it passes"), "1/s", blank_without_curve(crossing)
    )


def _shown_rate(column: OptionColumnCells, _: CurveFormulas) -> Value:
    at = column.at
    least = f"MIN({at('crossing_high')},{at('limit')})"
    return FormulaText(f"=IF(Target_s>={at('end_high')},{at('limit')},{least})")


def _expected_rate(column: OptionColumnCells, _: CurveFormulas) -> Value:
    at = column.at
    least = f"MIN({at('crossing_middle')},{at('at_most')})"
    return FormulaText(f"=IF(Target_s>={at('at_most_middle')},{at('at_most')},{least})")


def _is_lower_bound_flag(column: OptionColumnCells, _: CurveFormulas) -> Value:
    at = column.at
    doubted = f"{at('expected_rate')}<{at('expected_all')}"
    reached = f"OR(Target_s>={at('at_most_middle')},{doubted})"
    return FormulaText(f"=IF({at('scatter')}=1,IF({reached},1,0),0)")


def _capacity_unknown_condition(column: OptionColumnCells) -> str:
    at = column.at
    return (
        f"OR({at('scatter')}=0,{at('limit')}<=0,Target_s<{at('start_high')},{at('shown_rate')}<=0)"
    )


def _likely_capacity(column: OptionColumnCells, _: CurveFormulas) -> Value:
    result = f"MAX({column.at('shown_rate')},{column.at('expected_rate')})"
    return FormulaText(f'=IF({_capacity_unknown_condition(column)},"",{result})')


def _capacity_low(column: OptionColumnCells, _: CurveFormulas) -> Value:
    return FormulaText(f'=IF({_capacity_unknown_condition(column)},"",{column.at("shown_rate")})')


def _headroom(column: OptionColumnCells, _: CurveFormulas) -> Value:
    capacity = column.at("capacity")
    shown = f"{capacity}/Demand_tps-1"
    return FormulaText(f'=IF(ISNUMBER({capacity}),IF(Demand_tps>0,{shown},""),"")')


_NOTHING = '""'


@dataclass(frozen=True, slots=True)
class ResponseCells:
    """Cells of one option that other sheets refer to."""

    response_ms: str
    low_ms: str
    high_ms: str
    middle_s: str
    """Empty where no evidence gives it."""
    verdict: str
    headroom_verdict: str
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
    """Of the capacity that the headroom is valued by."""


def finite_target_s(answer: Answer) -> float:
    """Return the time that is judged as cells hold it: beyond all that is not known for none."""
    return min(answer.requirement.target_s, NO_TARGET_S)


def write_response_sheet(
    book: WorkbookWriter, content: ReportContent, areas: Mapping[int, CurveAreas]
) -> dict[int, ResponseCells]:
    """Write the sheet and return the cells of each option, by its id."""
    note = message(
        "Formulas over the sheet Curves; rates in transactions per second, times in seconds."
    )
    bounds = write_latencies_sheet(book, content)
    grid = book.add_sheet(
        message("Response"), message("Time at the demand, verdict, load it carries"), note
    )
    columns, asked = create_option_columns(content, areas), content.answer.requirement
    row, doubts = write_curve_results(grid, columns)
    for name, title, _ in _JUDGED_RATES:
        steps = verdict_steps(name, asked, doubts)
        if name == "demand":
            steps = chain(steps, _response_in_ms_steps(time_column_title(content.answer)))
        row = write_steps(grid, row, title, steps, columns)
    steps = capacity_steps(content.answer, doubts)
    row = write_steps(grid, row, message("Load it carries"), steps, columns)
    if bounds:
        _write_evidence_blocks(grid, row, columns, content, bounds)
    grid.set_column_widths(46, 10, *[20] * len(columns))
    grid.set_up_page_and_panes((4, FIRST_COLUMN))
    return {
        column.answer.option.id: _build_response_cells(
            grid.quoted, column, is_by_bounds=bool(bounds)
        )
        for column in columns
    }


def create_option_columns(
    content: ReportContent, areas: Mapping[int, CurveAreas]
) -> list[OptionColumnCells]:
    """Return a column for each option, with its curve."""
    return [
        OptionColumnCells(
            FIRST_COLUMN + i, option, _curve_formulas_of(content, option.option.id, areas)
        )
        for i, option in enumerate(content.answer.options)
    ]


def write_curve_results(grid: SheetWriter, columns: Columns) -> tuple[int, int]:
    """Write what was shown; return the row after it, and the most levels in doubt of a curve."""
    write_option_names(grid, 3, columns)
    doubts = max((len(c.curve.table.doubts) for c in columns if c.curve is not None), default=0)
    shown = (*_curve_result_steps(), *doubt_value_steps(doubts))
    return write_steps(grid, 4, message("What was shown (values)"), shown, columns), doubts


def _write_evidence_blocks(
    grid: SheetWriter, row: int, columns: Columns, content: ReportContent, bounds: Bounds
) -> None:
    """Write what counts beside the curves, and what is shown by all of it together."""
    answer, title = content.answer, message("I/O evidence and publications (values)")
    row = write_steps(grid, row, title, bound_value_steps(bounds), columns)
    for name, _, title in _JUDGED_RATES:
        steps = evidence_verdict_steps(name, bounds)
        row = write_steps(grid, row, title, steps, columns)
    alone = all(column.curve is None for column in columns)
    steps = displayed_result_steps(bounds, answer, finite_target_s(answer), alone=alone)
    write_steps(grid, row, message("What is shown, by all evidence"), steps, columns)


def _curve_formulas_of(
    content: ReportContent, option_id: int, areas: Mapping[int, CurveAreas]
) -> CurveFormulas | None:
    table = next((c for c in content.curves if c.option.id == option_id), None)
    return None if table is None else CurveFormulas(table, areas[option_id])


def _build_response_cells(
    sheet: str, column: OptionColumnCells, *, is_by_bounds: bool
) -> ResponseCells:
    def ref(key: str, shown: str) -> str:
        return f"{sheet}!{column.at(shown if is_by_bounds else key)}"

    middle = "shown_scored" if is_by_bounds else "demand_middle"
    return ResponseCells(
        response_ms=ref("response", "shown_response"),
        low_ms=ref("response_low", "shown_low"),
        high_ms=ref("response_high", "shown_high"),
        middle_s=ref("demand_middle", "shown_scored") if middle in column.filled else "",
        verdict=ref("demand_verdict", "demand_final"),
        headroom_verdict=ref("room_verdict", "room_final"),
        capacity=ref("capacity", "shown_capacity"),
        headroom=ref("criterion", "shown_criterion"),
        limit=ref("passes_to", "shown_passes_to"),
        spare=ref("spare", "shown_spare"),
        stated=ref("stated", "shown_stated"),
        at_least=ref("at_least", "shown_at_least"),
        scored_capacity=ref("capacity", "shown_scored_capacity"),
    )


def _curve_result_steps() -> Iterator[Step]:
    def curve_figure(name: str) -> Callable[[OptionColumnCells], Value]:
        def make(_: OptionColumnCells, curve: CurveFormulas) -> Value:
            value: float | None = getattr(curve.table, name)
            return None if value is None else float(value)

        return blank_without_curve(make)

    def measured_range_figure(name: str) -> Callable[[OptionColumnCells], Value]:
        def make(_: OptionColumnCells, curve: CurveFormulas) -> Value:
            measured = curve.table.measured
            return None if measured is None else min(float(getattr(measured, name)), NOT_KNOWN)

        return blank_without_curve(make)

    limit = blank_without_curve(lambda c, _: _rate_up_to_comparable(c, c.at("demonstrated")))
    yield Step("levels", message("Levels that count"), "", curve_figure("levels"), "0")
    yield Step("first", message("Lowest measured rate"), "1/s", curve_figure("first_tps"))
    yield Step("top", message("Highest measured rate"), "1/s", curve_figure("top_tps"))
    title = message("Demonstrated rate (95 %)")
    yield Step("demonstrated", title, "1/s", curve_figure("demonstrated_tps"))
    yield Step("comparable", message("Comparable up to"), "1/s", curve_figure("comparable_tps"))
    yield Step("ceiling", message("Bottleneck by a model"), "1/s", curve_figure("ceiling_tps"))
    title = message("Repeated runs (1) or none (0)")
    yield Step("scatter", title, "", curve_figure("scatter_known"), _FLAG)
    yield Step("limit", message("Highest rate that can be judged"), "1/s", limit)
    title = message("Response time at the lowest rate, at least")
    yield Step("first_low", title, "s", measured_range_figure("first_low_s"), "0.000000")
    title = message("Response time at the highest rate, at most")
    yield Step("limit_high", title, "s", measured_range_figure("limit_high_s"), "0.000000")


def _response_in_ms_steps(time: Message) -> Iterator[Step]:
    """Return the response time with its ends as pages show it, in ms."""

    def middle(column: OptionColumnCells, _: CurveFormulas) -> Value:
        rate, first, top = (column.at(key) for key in ("demand_rate", "first", "top"))
        outside = f"OR({rate}<{first},{rate}>{top})"
        return FormulaText(f"=IF({outside},{_NOTHING},{column.at('demand_middle')}*1000)")

    def end(key: str) -> Callable[[OptionColumnCells], Value]:
        def make(column: OptionColumnCells, _: CurveFormulas) -> Value:
            cell = column.at(key)
            known = f"IF({cell}<1E+299,{cell}*1000,{_NOTHING})"
            return FormulaText(f"=IF(ISNUMBER({cell}),{known},{_NOTHING})")

        return blank_without_curve(make)

    low, high = message("{time}, low end", time=time), message("{time}, high end", time=time)
    yield Step("response_low", low, "ms", end("demand_low"), "0.00")
    yield Step("response", time, "ms", blank_without_curve(middle), "0.00", CellRole.RESULT)
    yield Step("response_high", high, "ms", end("demand_high"), "0.00")


_DEGRADED_TITLES = (
    message("Option"),
    message("State"),
    message("Runs"),
    message("Peak load, 1/s"),
    message("Outcome"),
    message("Low end, ms"),
    message("High end, ms"),
    message("Average load, 1/s"),
    message("Outcome"),
    message("Low end, ms"),
    message("High end, ms"),
)


def write_degraded_sheet(book: WorkbookWriter, content: ReportContent) -> None:
    """Write what options do with a part failed, as values of the export (MODEL F5)."""
    tested = [(each, state) for each in content.answer.options for state in each.degraded]
    if not tested:
        return
    title = message("With a part failed")
    grid = book.add_sheet(message("Degraded"), title)
    row = write_export_date_line(grid, 3, content)
    grid.write_header(row, _DEGRADED_TITLES, text_columns=2)
    first = row + 1
    for row, (option, found) in enumerate(tested, start=first):
        peak, usual = found.response_at_peak_s, found.response_at_average_s
        values: tuple[tuple[Value, str], ...] = (
            (found.runs + found.io_points, "0"),
            (found.peak_tps, "0.0"),
            (code_as_words(found.at_peak.value), "@"),
            *((to_milliseconds(end), "0.00") for end in (peak.low, peak.high)),
            (found.average_tps, "0.0"),
            (code_as_words(found.at_average.value), "@"),
            *((to_milliseconds(end), "0.00") for end in (usual.low, usual.high)),
        )
        grid.write_cell(row, 0, option.option.name)
        grid.write_cell(row, 1, STATE_WORDS[found.state])
        for column, (value, form) in enumerate(values, start=2):
            grid.write_cell(row, column, value, CellRole.PLAIN, form)
    highlight_changed_inputs(grid, (first, 2), (row, len(_DEGRADED_TITLES) - 1))
    grid.set_column_widths(26, 26, 8, 14, 32, 12, 12, 18, 32, 12, 12)
    grid.set_up_page_and_panes((first, 1))
