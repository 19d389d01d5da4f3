"""Calculations with a column for each option and a row for each step, readable from the top."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isclose
from typing import TYPE_CHECKING

from arraywise.domain.cells import FormulaText, cell_name
from arraywise.domain.messages import message
from arraywise.present.figures import load_unit_and_visits_per_unit
from arraywise.report.workbook.cells import CellRole, absolute_ref

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.requirement import Requirement
    from arraywise.report.workbook.cells import SheetWriter, Text, Value
    from arraywise.report.workbook.curves import CurveFormulas

FIRST_COLUMN = 2
"""Labels and units stand before the options."""


@dataclass
class OptionColumnCells:
    """One option's column while it is written: where its steps stand."""

    column: int
    answer: OptionAnswer
    curve: CurveFormulas | None
    rows: dict[str, int] = field(default_factory=dict)
    filled: set[str] = field(default_factory=set)
    """Keys of the steps that have a formula or a value."""

    def at(self, key: str) -> str:
        """Return the reference of a step, for formulas of the same sheet."""
        return cell_name(self.rows[key], self.column)


Columns = list[OptionColumnCells]


@dataclass(frozen=True, slots=True)
class Step:
    """One row of the calculation."""

    key: str
    label: Text
    unit: Text
    make: Callable[[OptionColumnCells], Value]
    form: str = "0.000"
    kind: CellRole = CellRole.COMPUTED


def blank_without_curve(
    make: Callable[[OptionColumnCells, CurveFormulas], Value],
) -> Callable[[OptionColumnCells], Value]:
    """Leave the cell empty for options without a curve."""

    def or_nothing(column: OptionColumnCells) -> Value:
        return None if column.curve is None else make(column, column.curve)

    return or_nothing


def write_steps(
    grid: SheetWriter, row: int, title: Text, steps: Iterable[Step], columns: Columns
) -> int:
    """Write a titled block of steps and return the row after it."""
    grid.write_cell(row, 0, title, CellRole.SECTION)
    steps = tuple(steps)
    for offset, step in enumerate(steps, start=1):
        is_result = step.kind is CellRole.RESULT
        grid.write_cell(
            row + offset, 0, step.label, CellRole.STRONG if is_result else CellRole.TEXT
        )
        grid.write_cell(row + offset, 1, step.unit, CellRole.UNIT)
        for column in columns:
            column.rows[step.key] = row + offset
    for step in steps:
        for column in columns:
            value = step.make(column)
            if value is not None:
                column.filled.add(step.key)
            kind = (
                step.kind
                if isinstance(value, FormulaText) or step.kind is CellRole.INPUT
                else CellRole.PLAIN
            )
            grid.write_cell(column.rows[step.key], column.column, value, kind, step.form)
    return row + len(steps) + 2


_SAME = 1e-9
_LONGEST_S = 1e300
"""A target beyond it is none."""


def target_unchanged_condition(target_s: float) -> str:
    """Return the condition that the target is still what a value was computed for."""
    if target_s > _LONGEST_S:
        return f"Target_s>{_LONGEST_S:.0E}"
    return f"ABS(Target_s-{target_s!r})<=1E-9*{target_s!r}"


def load_with_headroom_formula(rate: str) -> str:
    """Return the formula of the load that leaves the least headroom below a rate."""
    return f"{rate}/(1+Least_headroom)"


def carried_load_steps(
    asked: Requirement,
    target_s: float,
    prefix: str = "",
    others: Mapping[int, Callable[[OptionColumnCells], str]] | None = None,
) -> Iterator[Step]:
    """Return the highest load that passes and what an option carries, by the low end of the rate.

    Where evidence beside the curve can decide it, it was computed for one target; at another it is
    what the formula of that evidence says, which may be that the workbook cannot tell.

    Args:
        asked: the requirement.
        target_s: what is asked for; a number where there is no target.
        prefix: of the steps' keys.
        others: formulas of options with such evidence, by their ids.
    """
    min_headroom = asked.min_headroom

    def limit(column: OptionColumnCells) -> Value:
        key, answer = f"{prefix}capacity_low", column.answer
        low = answer.capacity_low_tps if key in column.filled else None
        value, with_headroom = answer.limit_tps, (low or 0.0) / (1 + min_headroom)
        is_by_curve = isclose(with_headroom, value or 0.0, rel_tol=_SAME)
        cell = column.at(key)
        other = (others or {}).get(column.answer.option.id)
        if other is None and is_by_curve:
            return FormulaText(f'=IF(ISNUMBER({cell}),{load_with_headroom_formula(cell)},"")')
        written = load_with_headroom_formula(repr(value * (1 + min_headroom))) if value else '""'
        elsewhere = '""' if other is None else other(column)
        return FormulaText(f"=IF({target_unchanged_condition(target_s)},{written},{elsewhere})")

    def spare(column: OptionColumnCells) -> Value:
        cell = column.at(f"{prefix}passes_to")
        formula = f'=IF(AND(ISNUMBER({cell}),Demand_tps>0),{cell}/Demand_tps-1,"")'
        return FormulaText(formula)

    def stated(column: OptionColumnCells) -> Value:
        cell = column.at(f"{prefix}passes_to")
        carried = f"INT({cell}/Tps_per_visit+0.000001)"
        if unit is not None:
            carried += "*Load/MAX(Visits_per_month,1)"
        formula = f'=IF(ISNUMBER({cell}),{carried},"")'
        return FormulaText(formula)

    unit, _ = load_unit_and_visits_per_unit(asked)
    title, kind = message("Load it carries"), CellRole.RESULT
    form = "#,##0" if unit is None else "#,##0.###"
    most = message("Highest load shown to pass, growth and reserve included")
    yield Step(f"{prefix}passes_to", most, "1/s", limit, "0.000", kind)
    yield Step(f"{prefix}spare", message("Spare load"), "", spare, "0.0%", kind)
    yield Step(f"{prefix}stated", title, unit or message("visits/month"), stated, form, kind)


def row_across_options(columns: Columns, row: str | int) -> str:
    """Return the reference of a row over all options; a step's row goes by its key."""
    at = columns[0].rows[row] if isinstance(row, str) else row
    first, last = columns[0].column, columns[-1].column
    return f"{absolute_ref(at, first)}:{absolute_ref(at, last)}"


def rank_formula(
    columns: Columns, column: OptionColumnCells, ranking_key: str, tie_break_key: str
) -> FormulaText:
    """Return the rank by a row of merits among those that take part, ties by another row."""
    own, merits, part = (
        column.at(ranking_key),
        row_across_options(columns, ranking_key),
        row_across_options(columns, "contends"),
    )
    before = f"({row_across_options(columns, tie_break_key)}<{column.at(tie_break_key)})"
    better = f"SUMPRODUCT({part}*({merits}>{own}))"
    tied = f"SUMPRODUCT({part}*({merits}={own})*{before})"
    formula = f'=IF({column.at("contends")}=1,1+{better}+{tied},"")'
    return FormulaText(formula)


def write_option_names(grid: SheetWriter, row: int, columns: Columns) -> None:
    """Write the options' names over their columns."""
    grid.write_cell(row, 0, message("Option"), CellRole.HEAD)
    grid.write_cell(row, 1, message("Unit"), CellRole.HEAD)
    for column in columns:
        grid.write_cell(row, column.column, column.answer.option.name, CellRole.HEAD_RIGHT)
