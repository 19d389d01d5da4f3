"""Inputs: requirement, what it asks for month by month, provisioning times."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.analysis.demand import growth_factor
from arraywise.analysis.price_at_demand import demand_path
from arraywise.domain.cells import FormulaText
from arraywise.domain.estimates import describe_estimate
from arraywise.domain.messages import message
from arraywise.domain.options import group_times_by_step
from arraywise.domain.pricing import DEMAND_IOPS, DEMAND_NAMES, DEMAND_TB, DEMAND_TPS, MONTH
from arraywise.domain.requirement import (
    Convention,
    Goal,
    LoadUnit,
    Rule,
    target_label,
)
from arraywise.domain.requirement_fields import (
    SHEET_FIELDS,
    AllowedRange,
    GrowthPeriod,
    RequirementKind,
)
from arraywise.domain.runway import MONTHS_SHOWN, growth_percent_as_entered
from arraywise.domain.units import MONTHS_PRICED
from arraywise.present.figures import LOAD_UNITS, describe_growth_rate
from arraywise.report.workbook.cells import (
    CHECK,
    NO,
    NO_RANK,
    YES,
    CellRole,
    absolute_ref,
    code_as_words,
)
from arraywise.report.workbook.curves import NO_TARGET_S

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from arraywise.analysis.price_at_demand import DemandPath
    from arraywise.domain.decision import Answer
    from arraywise.domain.messages import Message
    from arraywise.domain.options import ProvisioningTime
    from arraywise.domain.pricing import PriceLine
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.requirement_fields import RequirementField
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.cells import SheetWriter, Text, Value, WorkbookWriter


_SHARE = {"validate": "decimal", "criteria": "between", "minimum": 0, "maximum": 1}
_TIME_SHARE: dict[str, object] = {
    "validate": "custom",
    "value": "=AND(Time_share>0,Time_share<=1)",
}
_POSITIVE = {"validate": "decimal", "criteria": ">", "value": 0}
_YES_NO: dict[str, object] = {"validate": "list", "source": [YES, NO]}
_NOT_NEGATIVE = {"validate": "decimal", "criteria": ">=", "value": 0}

GROWN = "MAX(1,(1+Growth_per_month)^Horizon_months)"
"""The greatest load of the term over that of today (MODEL P1)."""
_GIVEN = (
    "Target_ms,Visits_per_month,Transactions_per_visit,Days_per_month,Horizon_months,"
    "Growth_per_month,Reserve,Least_headroom"
)
_NUMBER_OR_NONE = ",".join(
    f"COUNT({name})+COUNTBLANK({name})=1" for name in ("Budget", "Longest_restore_h")
)
_CHECKED = (
    f"=IF(IFERROR(AND(COUNT({_GIVEN})=8,Target_ms>0,Visits_per_month>=0,Tps_per_visit>0,"
    f'{_NUMBER_OR_NONE}),FALSE),"","{CHECK}")'
)
"""Nothing, or that the requirement makes no sense: no share of the time, words for a budget."""

_OR_NONE = f'[>=1E+299]"{NO_RANK}";#,##0.0##'


@dataclass(frozen=True, slots=True)
class _RequirementRow:
    label: Text
    name: str
    value: Value
    unit: Text
    form: str = "General"
    allowed: dict[str, object] | None = None
    note: Text = ""
    is_value: bool = False
    """It is shown, and nothing may be typed."""
    is_typed: bool = False
    """An input, although a formula says how it follows from what was stated."""


def write_requirement_sheet(book: WorkbookWriter, answer: Answer) -> None:
    """Write the sheet; every input and result has a name that other sheets use."""
    note = message("Yellow cells are inputs: change them and all sheets follow.")
    if not answer.is_stated:
        note = message("No requirement is stated: these are the program's defaults.")
    grid = book.add_sheet(message("Requirement"), message("Requirement"), note)
    titles = (message("What"), message("Value"), message("Unit"), message("Note"))
    grid.write_header(3, titles, text_columns=4)
    row = 0
    for row, line in enumerate(_list_inputs(answer), start=4):
        _write_requirement_row(grid, row, line, CellRole.INPUT)
    grid.write_cell(row + 2, 0, message("What follows"), CellRole.SECTION)
    for at, line in enumerate(_list_results(answer), start=row + 3):
        _write_requirement_row(grid, at, line, CellRole.COMPUTED)
    grid.set_column_widths(44, 18, 24, 70)
    grid.set_up_page_and_panes((4, 0))


def _write_requirement_row(
    grid: SheetWriter, row: int, line: _RequirementRow, kind: CellRole
) -> None:
    grid.write_cell(row, 0, line.label)
    shown = CellRole.PLAIN if line.is_value else kind
    if shown is CellRole.INPUT and isinstance(line.value, FormulaText) and not line.is_typed:
        shown = CellRole.COMPUTED
    ref = grid.write_cell(row, 1, line.value, shown, line.form)
    grid.write_cell(row, 2, line.unit, CellRole.UNIT)
    grid.write_cell(row, 3, line.note, CellRole.NOTE)
    grid.define_name(line.name, ref)
    if line.allowed:
        grid.validate_input(ref, line.allowed)


_MONTH_DAYS: dict[str, object] = {
    "validate": "integer", "criteria": "between", "minimum": 28, "maximum": 31,
}  # fmt: skip
_HORIZON: dict[str, object] = {
    "validate": "integer", "criteria": "between", "minimum": 0, "maximum": MONTHS_SHOWN,
}  # fmt: skip
_VALIDATIONS: dict[AllowedRange, dict[str, object] | None] = {
    AllowedRange.ANYTHING: None,
    AllowedRange.NOT_NEGATIVE: _NOT_NEGATIVE,
    AllowedRange.POSITIVE: _POSITIVE,
    AllowedRange.SHARE: _SHARE,
    AllowedRange.PART: _TIME_SHARE,
    AllowedRange.DAYS_OF_A_MONTH: _MONTH_DAYS,
    AllowedRange.TERM: _HORIZON,
}
"""What may be typed into a cell."""


def _list_inputs(answer: Answer) -> Iterator[_RequirementRow]:
    asked = answer.requirement
    for field in SHEET_FIELDS:
        yield _row_for_other_target_or_load(field, answer) or _build_field_row(field, answer)
        if field.name == "response_time_s":
            title, shown = message("Statistic"), code_as_words(asked.statistic)
            note = message("as measured; another statistic needs new curves from Arraywise")
            yield _RequirementRow(title, "Statistic", shown, "", note=note, is_value=True)
        if field.name == "days_per_month":
            title, shown = message("Convention"), code_as_words(asked.convention.value)
            note = message("peak-sized: the load of the busy hours; sustained: spread evenly")
            yield _RequirementRow(
                title, "Convention", shown, "", allowed=_list_validation(Convention), note=note
            )
    yield from _list_load_and_throughput_inputs(answer)
    title, shown = message("Rule of the recommendation"), code_as_words(asked.rule.value)
    yield _RequirementRow(title, "Rule", shown, "", allowed=_list_validation(Rule))


def _list_validation(words: type[Convention | Rule]) -> dict[str, object]:
    return {"validate": "list", "source": [word.value for word in words]}


def target_title_in_ms(asked: Requirement) -> Message:
    """Name the target by what it is set on, as the cell has it in ms."""
    if asked.goal is Goal.STORAGE_LATENCY:
        return message("Target latency of an I/O, ms")
    return message("Target response time, ms")


def load_cell_name(asked: Requirement) -> str:
    """Return the name of the cell that holds the load as it is stated."""
    return "Visits_per_month" if asked.is_in_visits else "Load"


def _row_for_other_target_or_load(
    field: RequirementField, answer: Answer
) -> _RequirementRow | None:
    """Return the row of a field where the target or the load is of another kind; else None."""
    asked = answer.requirement
    if field.name == "response_time_s" and asked.goal is Goal.NONE:
        return _RequirementRow(
            *(field.label, field.cell, NO_TARGET_S * 1000, field.unit, _OR_NONE),
            note=message("none required; set one in Arraywise, with its criterion"),
            is_value=True,
        )
    if field.name == "response_time_s" and asked.goal is Goal.STORAGE_LATENCY:
        latency = round(asked.target_s * 1000, 9)
        label = message("Target latency of an I/O")
        return _RequirementRow(label, field.cell, latency, "ms", "#,##0.0##", _POSITIVE)
    if field.name == "visits_per_month" and not asked.is_in_visits:
        visits = FormulaText("=ROUND(Demand_tps/Tps_per_visit,0)")
        note = message("what the load amounts to")
        return _RequirementRow(field.label, field.cell, visits, field.unit, "#,##0", note=note)
    if field.growth is not None:
        return _row_for_converted_growth(field, asked)
    return None


def _row_for_converted_growth(
    field: RequirementField, asked: Requirement
) -> _RequirementRow | None:
    """Return the row of a growth that was stated in the other unit than its cell has."""
    share, by_year = field.value_in(asked), field.growth is GrowthPeriod.YEAR
    percent, is_of_year = growth_percent_as_entered(share, by_year=by_year)
    if not share or is_of_year is by_year:
        return None
    power = "12" if by_year else "(1/12)"
    live = FormulaText(f"=(1+{percent!r}%)^{power}-1")
    note = describe_growth_rate(share, by_year=by_year)
    return _RequirementRow(field.label, field.cell, live, "", "0.00##%", note=note, is_typed=True)


def _list_load_and_throughput_inputs(answer: Answer) -> Iterator[_RequirementRow]:
    """Yield what is asked for in load and large I/O beside the fields of every study."""
    asked = answer.requirement
    if not asked.is_in_visits:
        label, unit = message("Load"), LOAD_UNITS[asked.load_unit]
        yield _RequirementRow(label, "Load", asked.load, unit, "#,##0.0##", _NOT_NEGATIVE)
    if asked.load_unit is LoadUnit.USERS and asked.load is not None:
        label = message("Think time")
        yield _RequirementRow(
            label, "Think_time_s", asked.think_time_s, "s", "0.0##", _NOT_NEGATIVE
        )
    if asked.min_throughput_b_s is not None:
        label, least = message("Large I/O, at least"), asked.min_throughput_b_s
        yield _RequirementRow(label, "Least_throughput", least, "B/s", "#,##0", _POSITIVE)


def _demand_formula(answer: Answer, growth: float) -> FormulaText:
    """Return the demand by what the load is stated in; a rate is that of the peak already."""
    asked, demand = answer.requirement, answer.demand_tps
    if asked.is_in_visits or asked.load is None:
        return FormulaText("=Peak_factor*Average_tps*Allowance")
    if asked.load_unit is LoadUnit.USERS:
        return FormulaText("=Load/(Target_s+Think_time_s)*Allowance")
    each = demand / growth / asked.load if asked.load else 0.0
    return FormulaText(f"=Load*{each!r}*Allowance")


def _build_field_row(field: RequirementField, answer: Answer) -> _RequirementRow:
    value = field.value_in(answer.requirement)
    unit: Text = "" if field.kind is RequirementKind.SHARE else field.unit
    if field.kind is RequirementKind.MONEY:
        unit = answer.currency
    elif field.kind is RequirementKind.YES:
        value = code_as_words(YES if value else NO)
    elif field.kind is RequirementKind.QUANTITY and value is not None:
        value = round(value * field.per_si, 9)
    allowed = _YES_NO if field.kind is RequirementKind.YES else _VALIDATIONS[field.allowed]
    return _RequirementRow(
        field.label, field.cell, value, unit, field.number_format, allowed, field.empty_text
    )


def _list_results(answer: Answer) -> Iterator[_RequirementRow]:
    asked, tps = answer.requirement, message("transactions/s")
    allowed = growth_factor(asked) * (1 + asked.reserve)
    target = FormulaText("=Target_ms/1000")
    yield _RequirementRow(target_label(asked), "Target_s", target, "s", "0.000###")
    formula = f'=IF(Convention="{Convention.SUSTAINED}",1,Traffic_share/Time_share)'
    note = message("traffic share over time share; 1 where spread evenly")
    peak = FormulaText(formula)
    yield _RequirementRow(
        message("Peak over average"), "Peak_factor", peak, "", "0.00##", note=note
    )
    average = FormulaText("=Visits_per_month*Transactions_per_visit/(Days_per_month*86400)")
    yield _RequirementRow(message("Average rate"), "Average_tps", average, tps, "0.000")
    allowance = FormulaText(f"={GROWN}*(1+Reserve)")
    yield _RequirementRow(message("Growth and reserve"), "Allowance", allowance, "", "0.000")
    demand, note = _demand_formula(answer, allowed), message("what every option is judged at")
    yield _RequirementRow(message("Required load"), "Demand_tps", demand, tps, "0.000", note=note)
    each = FormulaText("=Peak_factor*Transactions_per_visit/(Days_per_month*86400)*Allowance")
    yield _RequirementRow(
        message("Demand of one visit a month"), "Tps_per_visit", each, tps, "0.000E+00"
    )
    stored = "Usable_needed_TB*MAX(1,(1+Usable_growth_per_year)^(Horizon_months/12))"
    held = FormulaText(f'=IF(ISNUMBER(Usable_needed_TB),{stored},"")')
    title = message("Usable capacity needed at the horizon")
    yield _RequirementRow(title, "Usable_at_horizon_TB", held, "TB", "#,##0.###")
    yield _RequirementRow(message("Check"), "Requirement_check", FormulaText(_CHECKED), "")


_FIRST_READING = 3


def write_provisioning_sheet(
    book: WorkbookWriter, content: ReportContent
) -> tuple[dict[int, str], dict[int, str]]:
    """Write the sheet; return the cells of times in seconds and ease factors, by option's id."""
    note = message("Readings in seconds; the time of an option is the sum of its steps' means.")
    grid = book.add_sheet(message("Provisioning"), message("Time to provide storage"), note)
    steps = {f.option.id: group_times_by_step(f.provisioning) for f in content.facts.options}
    most = max((len(s) for by_step in steps.values() for s in by_step.values()), default=1)
    judged = any(t.estimate for f in content.facts.options for t in f.provisioning)
    titles = (
        message("Option"),
        message("Step"),
        message("Mean, s"),
        *(message("Reading {number}, s", number=i + 1) for i in range(most)),
        *((message("Estimates, s"),) if judged else ()),
    )
    grid.write_header(3, titles, text_columns=2)
    row, means = 4, {}
    for facts in content.facts.options:
        start = row
        for step, times in steps[facts.option.id].items():
            grid.write_cell(row, 0, facts.option.name)
            grid.write_cell(row, 1, step)
            seconds = [time.seconds for time in times]
            for offset in range(most):
                value = seconds[offset] if offset < len(seconds) else None
                grid.write_cell(row, _FIRST_READING + offset, value, CellRole.INPUT, "0.0")
            ends = (row, _FIRST_READING), (row, _FIRST_READING + most - 1)
            area = ":".join(absolute_ref(*end) for end in ends)
            grid.write_cell(row, 2, FormulaText(f"=AVERAGE({area})"), form="0.00")
            if any(time.estimate for time in times):
                grid.write_cell(row, _FIRST_READING + most, _write_estimates(book, times))
            row += 1
        if row > start:
            means[facts.option.id] = f"{absolute_ref(start, 2)}:{absolute_ref(row - 1, 2)}"
    sums = _write_provisioning_totals(grid, row + 1, content, means)
    if judged:
        _write_intervals(grid, row + 2, content, means)
    grid.set_column_widths(26, 36, 12, *[12] * most, *((30,) if judged else ()))
    grid.set_up_page_and_panes((4, 2))
    return sums


def _write_provisioning_totals(
    grid: SheetWriter, row: int, content: ReportContent, means: dict[int, str]
) -> tuple[dict[int, str], dict[int, str]]:
    grid.write_cell(row, 0, message("All steps"), CellRole.SECTION)
    grid.write_header(
        row + 1,
        (
            message("Option"),
            "",
            message("Time, s"),
            message("Time, min"),
            message("Effort"),
        ),
        text_columns=2,
    )
    first, last = row + 2, row + 1 + len(means)
    times = f"{absolute_ref(first, 2)}:{absolute_ref(last, 2)}"
    cells, eases = {}, {}
    options = [o for o in content.answer.options if o.option.id in means]
    for at, option in enumerate(options, start=first):
        grid.write_cell(at, 0, option.option.name)
        total = FormulaText(f"=SUM({means[option.option.id]})")
        cells[option.option.id] = grid.write_cell(at, 2, total, CellRole.RESULT, "0.00")
        grid.write_cell(at, 3, FormulaText(f"={absolute_ref(at, 2)}/60"), form="0.00")
        quickest = f"SMALL({times},COUNTIF({times},0)+1)"
        ease = FormulaText(f'=IF({absolute_ref(at, 2)}>0,{absolute_ref(at, 2)}/{quickest},"")')
        eases[option.option.id] = grid.write_cell(at, 4, ease, form="0.00")
    return cells, eases


def _write_intervals(
    grid: SheetWriter, row: int, content: ReportContent, timed: Container[int]
) -> None:
    """Write the 95 % intervals beside the sums: of draws, which no formula repeats."""
    grid.write_header(
        row, (*[""] * 6, message("95 % low, min"), message("95 % high, min")), text_columns=6
    )
    options = [o for o in content.answer.options if o.option.id in timed]
    for at, option in enumerate(options, start=row + 1):
        interval = option.provisioning_s
        for column, end in ((6, interval.low), (7, interval.high)):
            grid.write_cell(
                at, column, None if end is None else end / 60, CellRole.COMPUTED, "0.00"
            )


def _write_estimates(book: WorkbookWriter, times: Sequence[ProvisioningTime]) -> str:
    """Write the estimates whose means stand among the readings."""
    judged = (time.estimate for time in times if time.estimate is not None)
    return "; ".join(book.localise(describe_estimate(estimate)) for estimate in judged)


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
_FIRST = 6


@dataclass(frozen=True, slots=True)
class QuantityCells:
    """Formulas of a line's quantity, without the equals sign."""

    greatest: str
    """Of the months 0 to the horizon."""
    fee_months: str
    """Units and months that a fee is paid for, by `{warranty}`; what 1 for each is worth."""


def write_monthly_demand_sheet(
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
    grid = book.add_sheet(
        message("Demand by month"),
        message("Demand by month, and purchases and rent for it"),
        message("One-time costs use the highest quantity up to the horizon, fees each month's."),
    )
    path = _longest_demand_path(content)
    requests, months = path.requests, len(path.months)
    grid.write_cell(3, 0, message("I/Os of a transaction"), CellRole.STRONG)
    cell = grid.write_cell(3, 2, requests, CellRole.INPUT, "General")
    grid.define_name(REQUESTS, cell)
    titles: list[Text] = [*_TITLES, *(f"{option}: {line.description}" for option, line in lines)]
    grid.write_header(_FIRST - 1, titles, text_columns=0, lines=3)
    for month in range(months):
        _write_month(grid, month, content)
    for column, (_, line) in enumerate(lines, start=_WORTH + 1):
        _write_quantities(grid, column, line, months)
    grid.set_column_widths(22, 15, 15, 12, 15, *[24] * len(lines))
    grid.set_up_page_and_panes((_FIRST, 1))
    return {
        line: _build_quantity_cells(grid, column, months)
        for column, (_, line) in enumerate(lines, start=_WORTH + 1)
    }


def _longest_demand_path(content: ReportContent) -> DemandPath:
    """Return the demand up to the furthest horizon that may be typed."""
    return demand_path(content.answer.requirement, content.facts.workload, MONTHS_SHOWN)


def _write_month(grid: SheetWriter, month: int, content: ReportContent) -> None:
    row = _FIRST + month
    here = absolute_ref(row, _COLUMN[MONTH])
    grid.write_cell(row, _COLUMN[MONTH], month, CellRole.PLAIN, "0")
    tps = f"Demand_tps*(1+Growth_per_month)^{here}/{GROWN}"
    iops = f"{absolute_ref(row, _COLUMN[DEMAND_TPS])}*{REQUESTS}"
    stored = f"Usable_needed_TB*(1+Usable_growth_per_year)^({here}/12)"
    for name, given, formula in (
        (DEMAND_TPS, "Demand_tps", tps),
        (DEMAND_IOPS, REQUESTS, iops),
        (DEMAND_TB, "Usable_needed_TB", stored),
    ):
        digits = f"ROUND({formula},11-INT(LOG10(MAX({formula},1E-99))))"
        live = FormulaText(f'=IF(ISNUMBER({given}),{digits},"")')
        grid.write_cell(row, _COLUMN[name], live, form="#,##0.00")
    rate = content.answer.discount_rate
    formula = "=1" if rate is None else f"=(1+Discount_rate)^(-{here}/12)"
    grid.write_cell(row, _WORTH, FormulaText(formula), form="0.000000")


def _write_quantities(grid: SheetWriter, column: int, line: PriceLine, months: int) -> None:
    names = {_CANONICAL[name.casefold()] for name in _NAME.findall(line.quantity_formula)}
    for row in range(_FIRST, _FIRST + months):
        used = ",".join(absolute_ref(row, _COLUMN[name]) for name in sorted(names))
        formula = _replace_names_by_row_cells(line.quantity_formula, row)
        known = f'IF(COUNT({used})={len(names)},{formula},"")'
        beyond = f"{absolute_ref(row, _COLUMN[MONTH])}>MAX({MONTHS_PRICED},Horizon_months)"
        live = FormulaText(f"=IF({beyond},0,{known})")
        grid.write_cell(row, column, live, form="#,##0.######")


def _replace_names_by_row_cells(formula: str, row: int) -> str:
    """Return a formula with the cells of a row in the place of names."""

    def cell(name: re.Match[str]) -> str:
        return absolute_ref(row, _COLUMN[_CANONICAL[name[0].casefold()]])

    return _NAME.sub(cell, formula)


def _build_quantity_cells(grid: SheetWriter, column: int, count: int) -> QuantityCells:
    def area(at: int) -> str:
        return grid.area((_FIRST, at), (_FIRST + count - 1, at))

    months, quantities, worth = area(_COLUMN[MONTH]), area(column), area(_WORTH)
    known = f'AND(COUNT({quantities})={count},COUNTIF({quantities},"<0")=0)'
    greatest = f"SUMPRODUCT(MAX(({months}<=Horizon_months)*{quantities}))"
    priced = f"({months}>{{warranty}})*({months}<={MONTHS_PRICED})"
    paid = f"SUMPRODUCT({priced}*{quantities}*{worth})"
    return QuantityCells(f'IF({known},{greatest},"")', f"IF({known},{paid},0)")
